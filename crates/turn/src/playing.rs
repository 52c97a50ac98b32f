//! A rule set's battle as the world plays it: the part of [`Playable`](krigsspil_engine::battle::Playable), and of what is shown, taken and
//! asked, that is alike in all of them.

/// Within `impl Playable for …`: what every rule set with its tables ([`rules_with_tables!`](krigsspil_engine::rules_with_tables)) has in
/// the same way. Its battle, its actions, the module that stores a battle (`store`, `load`, `VERSIONS`), the module that carries an action
/// out (`act`), and a module with its language (`LANGUAGE`).
///
/// ```text
/// impl Playable for Torden {
///     krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }
///     …
/// }
/// ```
#[macro_export]
macro_rules! plays {
    ($battle:ty, $action:ty, id: $id:expr, language: $shown:ident, stored: $stored:ident, acts: $act:ident $(,)?) => {
        type Battle = $battle;
        type Action = $action;

        const ID: &'static str = $id;
        const LANGUAGE: &'static ::krigsspil_engine::battle::BattleLanguage = &$shown::LANGUAGE;
        const VERSIONS: &'static [::krigsspil_engine::battle::RulesVersion] = $stored::VERSIONS;

        fn house(&self) -> ::krigsspil_engine::battle::HouseTables {
            (*self.house).clone()
        }

        fn store(&self, battle: &$battle, actions: usize) -> Option<::krigsspil_engine::battle::Snapshot> {
            $stored::store(battle, self.house(), actions)
        }

        fn load(
            &self,
            snapshot: &::krigsspil_engine::battle::Snapshot,
            fresh: $battle,
            seed: u64,
        ) -> Result<$battle, ::krigsspil_engine::Sentence> {
            $stored::load(snapshot, fresh, &self.tables, seed)
        }

        fn act(
            &self,
            battle: &mut $battle,
            seat: &::krigsspil_engine::battle::SeatId,
            action: &$action,
            events: &mut Vec<::std::sync::Arc<::krigsspil_engine::battle::Event>>,
        ) -> Result<(), ::krigsspil_engine::battle::Refused> {
            $act::act(battle, &self.tables, seat, action, events)
        }
    };
}

/// Everything the battles of a rule set show, take and ask, put together from its declarations: what it adds to units, leaders and so on,
/// and its words for what every battle has. `Action`, `UnitOrder`, `ALL_QUESTIONS` and `EVENTS` are its own.
///
/// ```text
/// krigsspil_turn::language! {
///     shown: unit UnitDetails, leader GeneralDetails, limits AskedDetails;
///     formation: Formation, order: Order, thing: Feature, ground: Terrain;
/// }
/// ```
#[macro_export]
macro_rules! language {
    (
        shown: $($of:ident $details:ident),+;
        formation: $formation:ty, order: $order:ty, thing: $thing:ty, ground: $ground:ty;
    ) => {
        /// Everything the battles of these rules show, take and ask.
        pub static LANGUAGE: ::krigsspil_engine::battle::BattleLanguage =
            ::krigsspil_engine::battle::BattleLanguage {
                shown: &[$(::krigsspil_engine::battle::Group {
                    of: stringify!($of),
                    shown: $details::SPECS,
                }),+],
                words: &[
                    ("formation", <$formation as ::krigsspil_engine::fact::Fact>::KIND),
                    ("order", <$order as ::krigsspil_engine::fact::Fact>::KIND),
                    ("thing", <$thing as ::krigsspil_engine::fact::Fact>::KIND),
                    ("ground", <$ground as ::krigsspil_engine::fact::Fact>::KIND),
                ],
                action_tag: <Action as ::krigsspil_engine::battle::Taken>::TAG,
                actions: <Action as ::krigsspil_engine::battle::Taken>::KINDS,
                order_tag: <UnitOrder as ::krigsspil_engine::battle::Taken>::TAG,
                orders: <UnitOrder as ::krigsspil_engine::battle::Taken>::KINDS,
                questions: &ALL_QUESTIONS,
                events: EVENTS,
            };
    };
}

/// The head of a rule set's `act.rs`: `act`, which carries an action out or refuses it, and `Acting`, the seat that does it. What is done
/// stands in `impl Acting<'_>`, whose `act(&mut self, action)` it calls. `Battle`, `Tables` and `Action` are the rule set's own.
#[macro_export]
macro_rules! acts {
    () => {
        /// Carries out an action, or refuses it.
        pub(super) fn act(
            battle: &mut Battle,
            tables: &Tables,
            seat: &::krigsspil_engine::battle::SeatId,
            action: &Action,
            events: &mut Vec<::std::sync::Arc<::krigsspil_engine::battle::Event>>,
        ) -> Result<(), ::krigsspil_engine::battle::Refused> {
            Acting { battle, tables, seat, events }.act(action)
        }

        /// A seat that does something.
        struct Acting<'a> {
            battle: &'a mut Battle,
            tables: &'a Tables,
            seat: &'a ::krigsspil_engine::battle::SeatId,
            events: &'a mut Vec<::std::sync::Arc<::krigsspil_engine::battle::Event>>,
        }
    };
}

/// What a seat does alike where orders are written in secret before the turn, added to `Acting`: it asks what it knows, writes only while
/// orders are taken, sends its leaders, and is no longer ready when it writes again. What lets a leader ride so, and the refusal of what
/// is not done now, are the rule set's own; so are `Knows` and `Ride`.
#[macro_export]
macro_rules! acts_before_the_turn {
    (rides: $rides:path, not_now: $not_now:expr $(,)?) => {
        impl Acting<'_> {
            fn known(&self) -> Knows<'_> {
                Knows::of(self.battle, self.tables, self.seat)
            }

            fn orders_phase(&self) -> Result<(), ::krigsspil_engine::battle::Refused> {
                self.battle.phase.takes_orders($not_now)
            }

            fn general(
                &mut self,
                id: &str,
                to: &Ride,
                moment: f64,
            ) -> Result<(), ::krigsspil_engine::battle::Refused> {
                self.orders_phase()?;
                let (post, _) = $rides(self.known(), id, to, moment)?;
                let ride = self.battle.bound(to);
                let rider = &mut self.battle.generals[post].rider;
                (rider.ride, rider.ride_at) = (ride, moment);
                self.writes();
                Ok(())
            }

            /// A player who writes again is no longer ready.
            fn writes(&mut self) {
                self.battle.gate.writes(&self.battle.fixed.seating, self.seat);
            }
        }
    };
}
