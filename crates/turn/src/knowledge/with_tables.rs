//! Knowledge together with the tables of a rule set.

/// Declares what a seat may know of a battle of one rule set: the common [`Knowledge`](crate::knowledge::Knowledge), and the tables. The
/// rule set adds methods in the module that declares it. Nobody outside that module can reach the battle behind it.
///
/// ```text
/// krigsspil_turn::knows! {
///     /// What a seat may know of a battle of these rules.
///     pub struct Knows of Battle with Tables;
/// }
/// ```
#[macro_export]
macro_rules! knows {
    ($(#[$doc:meta])* pub struct $knows:ident of $battle:ident with $tables:ty;) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $knows<'a> {
            door: $crate::knowledge::Knowledge<'a, $battle>,
            battle: &'a $battle,
            tables: &'a $tables,
        }

        impl<'a> ::std::ops::Deref for $knows<'a> {
            type Target = $crate::knowledge::Knowledge<'a, $battle>;

            fn deref(&self) -> &Self::Target {
                &self.door
            }
        }

        impl<'a> $knows<'a> {
            /// What this seat may know.
            pub fn of(
                battle: &'a $battle,
                tables: &'a $tables,
                seat: &::krigsspil_engine::battle::SeatId,
            ) -> Self {
                $knows { door: $crate::knowledge::Knowledge::of(battle, seat), battle, tables }
            }

            /// The same by the number of the seat.
            pub fn of_seat(battle: &'a $battle, tables: &'a $tables, seat: $crate::ids::SeatNo) -> Self {
                $knows { door: $crate::knowledge::Knowledge::of_seat(battle, seat), battle, tables }
            }

            /// What the player of a unit may know, and that unit.
            pub fn of_commander(
                battle: &'a $battle,
                tables: &'a $tables,
                unit: $crate::ids::UnitId,
            ) -> (Self, Own<'a>) {
                let (door, own) = $crate::knowledge::Knowledge::of_commander(battle, unit);
                ($knows { door, battle, tables }, own)
            }

            /// Everything, for the turn itself.
            pub fn everything(battle: &'a $battle, tables: &'a $tables) -> Self {
                $knows { door: $crate::knowledge::Knowledge::everything(battle), battle, tables }
            }

            /// The printed tables, or the club's.
            pub fn tables(&self) -> &'a $tables {
                self.tables
            }
        }

        /// A unit that a seat may read completely.
        pub type Own<'a> = $crate::knowledge::Own<'a, <$battle as $crate::knowledge::Shows>::Unit>;
    };
}

/// Declares what a seat sees from where its leaders and their units look. `Seen`, `in_sight`, `seen_by`, `NAMED_CM` and `CM` are the rule
/// set's own: a unit as others see it, whether some eyes see a unit, whether a seat does, and how near a unit's name is known.
///
/// ```text
/// krigsspil_turn::in_sight! {
///     /// What a seat sees from where its generals and their units look.
///     pub struct InSight of Knows with Eye, at |eye: &Eye| eye.place;
/// }
/// ```
#[macro_export]
macro_rules! in_sight {
    ($(#[$doc:meta])* pub struct $name:ident of $knows:ident with $eye:ty, at $place:expr;) => {
        $(#[$doc])*
        pub struct $name<'a> {
            known: $knows<'a>,
            eyes: Vec<$eye>,
        }

        impl<'a> $name<'a> {
            /// Is a unit of any player on the table and in sight?
            pub(super) fn sees(&self, unit: $crate::ids::UnitId) -> bool {
                let $knows { battle, tables, .. } = self.known;
                battle.units[unit].here() && in_sight(battle, tables, &self.eyes, unit)
            }

            /// The units of other players of its side that it sees.
            pub fn friends(&self) -> impl Iterator<Item = Seen<'a>> + '_ {
                self.known.friends_in_sight(|unit| self.sees(unit)).map(|(_, seen)| seen)
            }

            /// The units of other sides.
            pub fn enemies(&self) -> impl Iterator<Item = Seen<'a>> + use<'a> {
                let $knows { battle, tables, .. } = self.known;
                let from_here = |seat: &::krigsspil_engine::battle::SeatId| seen_by(battle, tables, seat);
                self.known.enemies_in_sight(|unit| self.sees(unit), from_here).into_iter().map(|(_, seen)| seen)
            }

            /// The name of a unit of another side, if it is so near that its name is known.
            pub fn name_of(&self, seen: Seen<'a>) -> Option<&'a ::std::sync::Arc<str>> {
                let enemy = Some(seen.side()) != self.known.side();
                let eyes = self.eyes.iter().map($place);
                (!enemy || $crate::knowledge::is_near(seen.placed(), eyes, NAMED_CM * CM)).then(|| seen.full_name())
            }
        }
    };
}
