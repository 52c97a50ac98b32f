//! Who must decide what, phase by phase.

use krigsspil_engine::battle::{
    ActionsAsked, Closed, Deed, Given, MayKnow, OrdersAsked, Prompt, PromptDetail, RiderAsked, SeatId, Shown,
    Taken, UnitAsked,
};
use krigsspil_turn::asking::{self, Asks};

use super::command::{in_command, must_return, order_of};
use super::knowing::Supposed;
use super::legal::Checking;
use super::march::open_rate;
use super::order::{Action, UnitOrder};
use super::run::{attackers, dispositions_open, headquarters, strikes_flank};
use super::samples::{Sampling, general_samples};
use super::sequence::*;
use super::shown::{AskedDetails, TargetShown};
use super::staffwork::Writing;
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::{Order, Rank};

/// Enemies so far off are worth an artilleryman's while to judge, in centimetres.
const GUNS_LOOK_CM: f64 = 55.0;
/// A unit in U goes back in so many own turns at most (§1.6.3.p2).
const MOST_BACK: i32 = 2;
/// And an infantryman's.
const MUSKETS_LOOK_CM: f64 = 10.0;

/// Everybody who is asked something now, each told as much as is wanted.
pub(super) fn prompts(
    battle: &Battle,
    tables: &Tables,
    wanted: &dyn Fn(&SeatId) -> PromptDetail,
) -> Vec<Prompt> {
    let orders = |seat: &SeatId, detail| {
        let supposed = Supposed::of(battle, seat);
        Asking { checking: Checking { eyes: supposed.eyes(), tables }, detail }.orders()
    };
    let answer = |question, choice| Action::Answer { question, choice };
    let what = battle.stand.phase(&PERIOD).name;
    let seating = &battle.fixed.seating;
    let to_move = battle.stand.to_move().flat_map(|side| seating.players_of(side));
    let asks = Asks { what, done: Action::Done, answer, orders: &orders, wanted };
    asking::prompts(battle, to_move.filter(|&seat| !battle.ready.contains(seat)), &asks)
}

/// Has a side anything to decide in the phase?
pub(super) fn side_decides(battle: &Battle, tables: &Tables, side: SideId) -> bool {
    let seating = &battle.fixed.seating;
    let asked = |seat: SeatNo| {
        let supposed = Supposed::of(battle, seating.id(seat));
        let asking =
            Asking { checking: Checking { eyes: supposed.eyes(), tables }, detail: PromptDetail::About };
        battle.here().any(|unit| asking.checking.own(unit) && asking.is_asked(unit))
    };
    match battle.stand.phase(&PERIOD).name {
        ORDERS | MOVES => true,
        SHIFTS => battle.staff.iter().any(|(post, staff)| {
            let rider = &battle.posts[post].rider;
            let chief = matches!(staff.rank, Rank::CommanderInChief | Rank::ArmyGeneral);
            chief
                && rider.side == side
                && rider.is_here()
                && staff.oas > staff.spent
                && headquarters(battle, post).chief == post
        }),
        _ => seating.players_of(side).any(asked),
    }
}

/// A prompt for the orders of a phase being made.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub checking: Checking<'a>,
    pub detail: PromptDetail,
}

impl<'a> Asking<'a> {
    fn battle(&self) -> &'a Battle {
        self.checking.eyes.battle()
    }

    fn orders(&self) -> OrdersAsked {
        let battle = self.battle();
        let own: Vec<UnitId> =
            battle.here().filter(|&unit| self.checking.own(unit) && self.is_asked(unit)).collect();
        let whole = self.detail == PromptDetail::Whole;
        let phase = battle.stand.phase(&PERIOD).name;
        let asks_generals = matches!(phase, ORDERS | SHIFTS | MOVES);
        let seat = self.checking.eyes.seat();
        let generals = battle.posts.iter().filter(|(post, general)| {
            asks_generals && Some(battle.fixed.seat_of[*post]) == seat && general.rider.is_here()
        });
        OrdersAsked {
            turn: battle.turn,
            units: own.iter().map(|&unit| self.unit(unit)).collect(),
            generals: generals
                .map(|(post, general)| RiderAsked {
                    id: general.id.clone(),
                    place: [general.rider.place.x, general.rider.place.y],
                    samples: whole
                        .then(|| general_samples(self.checking, post).into_iter().map(Deed::of).collect()),
                })
                .collect(),
            couriers: Vec::new(),
            actions: if whole { self.actions() } else { Vec::new() },
        }
    }

    /// What may be done with the seat's generals and brigades beside the orders of a phase.
    fn actions(&self) -> Vec<ActionsAsked> {
        let battle = self.battle();
        let seat = self.checking.eyes.seat();
        let writing = Writing { eyes: self.checking.eyes, tables: self.checking.tables };
        let generals = battle
            .posts
            .iter()
            .filter(|(post, general)| Some(battle.fixed.seat_of[*post]) == seat && general.rider.is_here());
        let of_general = |(post, general): (PostId, &krigsspil_turn::command::Post)| {
            asking::actions::<Action>(&general.id, Given::Leader, |kind| writing.open(post, kind))
        };
        let of_brigade = |unit: UnitId| {
            let open = |kind| writing.open_to_brigade(unit, kind);
            asking::actions::<Action>(&battle.units[unit].id, Given::OwnUnit, open)
        };
        let brigades = battle.here().filter(|&unit| self.checking.own(unit));
        generals.map(of_general).chain(brigades.map(of_brigade)).collect()
    }

    /// Has a unit anything to do in this phase?
    pub fn is_asked(&self, unit: UnitId) -> bool {
        let battle = self.battle();
        let of = &battle.units[unit];
        if !battle.stand.may_act(of.side) {
            return false;
        }
        match battle.stand.phase(&PERIOD).name {
            MOVES => !of.now.done && !of.is_mob() && of.melee.is_empty(),
            DECLARATIONS => of.now.attack.is_none() && self.attackable(unit).next().is_some(),
            REACTIONS => of.is_cavalry() && self.checking.may_react(unit),
            DISPOSITIONS => {
                of.now.disposes.is_none() && !dispositions_open(battle, self.checking.tables, unit).is_empty()
            }
            FIRE => {
                let fires =
                    of.now.fires.is_empty() && self.checking.may_fire(unit) && !self.in_look(unit).is_empty();
                fires || (!of.now.resupplies && self.wants_loads(unit))
            }
            ABORTS => of.now.attack.is_some() && of.now.aborts.is_none() || self.may_break_off(unit),
            REORGANISATION => of.is_mob() && of.since_rout > 0 && of.now.rallies.is_none(),
            _ => false,
        }
    }

    fn may_break_off(&self, unit: UnitId) -> bool {
        [UnitOrder::BreakOff, UnitOrder::LeaveTown]
            .iter()
            .any(|order| self.checking.check(unit, order).is_ok())
            && !self.battle().units[unit].now.breaks_off
            && !self.battle().units[unit].now.leaves_town
    }

    fn wants_loads(&self, unit: UnitId) -> bool {
        let battle = self.battle();
        self.checking.may_resupply(unit)
            && self
                .checking
                .known_enemies(unit)
                .all(|enemy| battle.cm_between(unit, enemy) > GUNS_LOOK_CM - 5.0)
    }

    /// Enemies a unit could declare an attack on.
    pub fn attackable(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let (battle, tables) = (self.battle(), self.checking.tables);
        let touched = if battle.units[unit].is_battery() { Vec::new() } else { self.checking.touched(unit) };
        touched.into_iter().filter(move |&enemy| strikes_flank(battle, tables, unit, enemy).is_some())
    }

    /// Enemies in sight that seem near enough to fire at, nearest first.
    pub fn in_look(&self, unit: UnitId) -> Vec<UnitId> {
        let battle = self.battle();
        let reach = if battle.units[unit].is_battery() { GUNS_LOOK_CM } else { MUSKETS_LOOK_CM };
        let near = self.checking.nearest_enemies(unit, reach).into_iter();
        near.map(|(_, enemy)| enemy).filter(|enemy| battle.units[*enemy].melee.is_empty()).collect()
    }

    fn unit(&self, unit: UnitId) -> UnitAsked {
        let battle = self.battle();
        let sampling = Sampling { asking: *self };
        let whole = self.detail == PromptDetail::Whole;
        let (mut may, mut open): (Vec<&'static str>, Vec<UnitOrder>) = (Vec::new(), Vec::new());
        for order in sampling.candidates(unit) {
            let known = may.contains(&order.kind());
            // One of a kind shows that the kind is open; only samples need them all.
            if (whole || !known) && self.checking.check(unit, &order).is_ok() {
                if !known {
                    may.push(order.kind());
                }
                open.push(order);
            }
        }
        UnitAsked {
            unit: battle.units[unit].id.clone(),
            closed: if whole { self.closed(unit, &may) } else { Vec::new() },
            may,
            details: Shown::to(MayKnow::Own, self.details(unit)),
            samples: whole.then(|| open.into_iter().map(Deed::of).collect()),
        }
    }

    /// The kinds that are closed, each with the refusal of an order of it.
    fn closed(&self, unit: UnitId, may: &[&'static str]) -> Vec<Closed> {
        let tried = super::samples::one_of_each(self.battle(), unit);
        let closed = tried.into_iter().filter(|order| !may.contains(&order.kind()));
        closed
            .filter_map(|order| {
                Some(Closed { kind: order.kind(), why: self.checking.check(unit, &order).err()? })
            })
            .collect()
    }

    fn details(&self, unit: UnitId) -> AskedDetails {
        let (battle, tables) = (self.battle(), self.checking.tables);
        let of = &battle.units[unit];
        let chief = battle.place_of(of.chief);
        let id = |unit: &UnitId| battle.units[*unit].id.clone();
        AskedDetails {
            in_command: Some(in_command(battle, unit, tables)),
            must_return: Some(must_return(battle, unit, tables)),
            march_cm: Some(open_rate(of, tables)),
            turns_left: Some((1.0 - of.now.used).max(0.0)),
            back_turns: Some((of.order == Order::Disorder).then(|| (MOST_BACK - of.gone_back).max(0))),
            change_quarters: Some(tables.unit(of.kind).formation_change),
            corps_order: Some(order_of(battle, unit)),
            chief: Some([chief.x, chief.y]),
            command_cm: Some(battle.staff[of.chief].command_cm),
            targets: Some(self.targets(unit)),
            touches: Some(self.checking.touched(unit).iter().map(id).collect()),
            attacked_by: Some(attackers(battle, unit).iter().map(id).collect()),
            open: Some(dispositions_open(battle, tables, unit)),
        }
    }

    /// Enemies the seat knows of, nearest first, with the distance as one judges it by eye: to 5 cm (§1.1.4).
    fn targets(&self, unit: UnitId) -> Vec<TargetShown> {
        let battle = self.battle();
        let judged = |cm: f64| (cm / 5.0).round() * 5.0;
        let shown = |(cm, enemy): (f64, UnitId)| TargetShown {
            unit: battle.units[enemy].id.clone(),
            about_cm: judged(cm),
        };
        self.checking.nearest_enemies(unit, f64::INFINITY).into_iter().map(shown).collect()
    }
}
