//! What a seat may know, and nothing more.

use std::sync::Arc;

use krigsspil_engine::battle::{
    Bound, Condition, Deed, LeaderShown, MayKnow, ObjectiveShown, OwnSide, OwnUnitShown, SeatId, Shown,
    Stage, Strength, UnitShown, View, ViewDetail,
};
use krigsspil_field::prelude::Part;
use krigsspil_turn::objectives::Losses;
use krigsspil_turn::shown::table;

use super::knowing::{Knows, Own, Seen};
use super::legal::in_command;
use super::order::{Ride, UnitOrder, When};
use super::shown::{BatteryShown, GeneralDetails, UnitDetails};
use super::state::{Battery, Branch, Crew, MEN, Phase, Presence, SideId, Unit, UnitId};
use crate::vocabulary::Order;

/// The view of a seat.
pub(super) fn view(known: Knows<'_>, seat: &SeatId, detail: ViewDetail) -> View {
    let looking = Looking { known, seat, detail };
    match known.side() {
        Some(side) => looking.player(side),
        None if known.is_umpire() => looking.umpire(),
        None => looking.common(),
    }
}

/// A battle as seen by somebody.
struct Looking<'a> {
    known: Knows<'a>,
    seat: &'a SeatId,
    detail: ViewDetail,
}

impl<'a> Looking<'a> {
    /// What everybody may know.
    fn common(&self) -> View {
        let known = self.known;
        let (phase, step) = phase(known.phase());
        View {
            scenario: known.scenario_name().into(),
            turn: known.turn(),
            turns: known.turns(),
            phase,
            step,
            to_move: known.sides().map(|side| side.id.clone()).collect(),
            moment: known.moment(),
            landmarks: known.landmarks().map(Into::into).collect(),
            objectives: self.objectives(),
            rules: known.rules().to_vec(),
            log: known.log(),
            ready_seats: known.ready_seats(),
            ..View::of_table(self.seat, super::ID, super::MEASURE, table(known.map()))
        }
    }

    fn player(&self, number: SideId) -> View {
        let known = self.known;
        let in_sight = known.in_sight();
        let side = known.side_data(number);
        let Losses { men, lost } = known.losses().unwrap_or_default();
        let seen = |unit: Seen<'_>| self.seen_unit(unit, in_sight.name_of(unit));
        View {
            own: Some(OwnSide {
                side: side.id.clone(),
                home: side.home,
                briefing: known.briefing().map(Into::into),
                ready: known.is_ready(),
                men,
                lost,
            }),
            units: known.own_units().map(|unit| self.own_unit(unit)).collect(),
            friends: in_sight.friends().map(seen).collect(),
            enemies: in_sight.enemies().into_iter().map(seen).collect(),
            generals: self.generals(),
            questions: known.questions(),
            ..self.common()
        }
    }

    fn umpire(&self) -> View {
        let known = self.known;
        let sides = known.sides().map(|side| side.id.clone());
        View {
            units: known.own_units().map(|unit| self.own_unit(unit)).collect(),
            generals: self.generals(),
            questions: known.questions(),
            points: known.points().map(|points| sides.zip(points).collect()),
            ..self.common()
        }
    }

    /// The objectives; only the umpire is told who holds them.
    fn objectives(&self) -> Vec<ObjectiveShown> {
        let shown = self.known.objectives().map(|(objective, holder)| ObjectiveShown {
            name: objective.name.as_str().into(),
            place: objective.place,
            radius: *objective.radius.get_ref(),
            points: objective.points,
            held: holder.map(|side| self.known.side_data(side).id.clone()),
        });
        shown.collect()
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let leader = |(post, general): (_, &'a krigsspil_turn::command::Post)| LeaderShown {
            id: general.id.clone(),
            name: general.name.clone(),
            rank: general.rank.clone(),
            life: general.life,
            place: [general.place.x, general.place.y],
            with: general.with.and_then(|unit| self.known.name(unit).cloned()),
            bound_for: self.known.ride_of(general).as_ref().and_then(bound),
            instruction: general.instruction.as_str().into(),
            details: Shown::to(
                MayKnow::Own,
                GeneralDetails {
                    couriers: Some(self.known.couriers_of(post)),
                    ride: Some(self.known.ride_of(general)),
                    moment: Some(general.ride_at),
                },
            ),
        };
        self.known.generals().map(leader).collect()
    }

    /// What anybody sees of a unit on the table.
    fn seen_unit(&self, seen: Seen<'_>, name: Option<&Arc<str>>) -> UnitShown {
        let details = Shown::to(MayKnow::All, details(self.known, seen, None));
        self.unit(seen, name, details)
    }

    fn unit(&self, seen: Seen<'_>, name: Option<&Arc<str>>, details: Shown) -> UnitShown {
        let pose = seen.placed().pose();
        let whole = self.detail == ViewDetail::Whole;
        let corners = |part: &Part| part.corners().iter().map(|at| [at.x, at.y]).collect();
        let bases = whole.then(|| seen.placed().parts().iter().map(corners).collect());
        UnitShown {
            id: seen.id().clone(),
            name: name.cloned(),
            side: self.known.side_data(seen.side()).id.clone(),
            arm: seen.branch().arm(),
            formation: seen.formation().as_str(),
            strength: Strength { now: seen.figures(), first: None, unit: "figures" },
            condition: seen.routs().then_some(Condition::Broken),
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
            front: seen.placed().body().front(),
            depth: seen.placed().body().depth(),
            outline: seen.placed().outline().outer.iter().map(|place| [place.x, place.y]).collect(),
            bases: bases.unwrap_or_default(),
            own: None,
            details,
        }
    }

    /// All about an own unit.
    fn own_unit(&self, own: Own<'a>) -> UnitShown {
        let known = self.known;
        let named = |&other: &UnitId| known.name(other).cloned().unwrap_or_else(|| "?".into());
        let last = own.last_order.clone().map(|last| without_unknown(known, last));
        let seen = known.seen_own(own);
        let details = Shown::to(MayKnow::Own, details(known, seen, Some(own)));
        let shown = self.unit(seen, Some(&own.name), details);
        UnitShown {
            strength: Strength { first: Some(own.original), ..shown.strength },
            condition: Some(condition(&own)),
            own: Some(OwnUnitShown {
                general: known.chief_of(own).0.clone(),
                presence: own.presence,
                order: own.order.as_str(),
                in_command: own.here() && in_command(known, own),
                melee: own.now.fought.iter().map(named).collect(),
                written: own.written.clone().map(Deed::of),
                last_order: last.map(Deed::of),
            }),
            ..shown
        }
    }
}

/// How far the battle has come, in common words and in those of these rules.
fn phase(phase: &Phase) -> (Stage, &'static str) {
    match phase {
        Phase::Orders => (Stage::Orders, "orders"),
        Phase::Running(_) => (Stage::Running, "running"),
        Phase::Over => (Stage::Over, "over"),
    }
}

/// Where a ride leads.
fn bound(ride: &Ride) -> Option<Bound> {
    match ride {
        Ride::To { place } => Some(Bound::Place(place.0)),
        Ride::With { unit } => Some(Bound::Unit(unit.0.clone())),
        Ride::General { general } => Some(Bound::Leader(general.0.clone())),
        Ride::Stay => None,
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.order {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined) => Condition::Gone,
        Order::Good => Condition::Steady,
        Order::Light1 | Order::Light2 | Order::Light3 | Order::Disorder => Condition::Shaken,
        Order::Rout => Condition::Broken,
    }
}

/// What these rules show about a unit: to everybody what is seen, to its own player everything.
fn details(known: Knows<'_>, seen: Seen<'_>, own: Option<Own<'_>>) -> UnitDetails {
    let named = |unit: UnitId| known.name(unit).cloned();
    let battery = |battery: &Battery| BatteryShown {
        piece: battery.piece,
        kind: battery.kind,
        pieces: battery.pieces,
        horses: battery.horses,
        ready: !battery.limbered && battery.unready.is_none(),
        registered: battery.registered.and_then(|target| named(target.unit)),
        abandoned: battery.crew != Crew::AtGuns,
    };
    let whole = own.map(Own::whole);
    let men = |own: &Unit| (MEN * own.original - own.lost_men).max(0);
    UnitDetails {
        tactical_arm: seen.arm(),
        figures: seen.figures(),
        rout: seen.routs(),
        limbered: seen.limbered(),
        sent_out: seen.sent_out(),
        original: whole.map(|own| own.original),
        men: whole.map(men),
        lost_men: whole.map(|own| own.lost_men),
        valeur: own.map(|own| known.valeur(own)),
        weapon: whole.map(|own| own.weapon),
        loads: whole.map(|own| own.loads),
        first_fire: whole.map(|own| !own.first_fire_spent),
        storming: whole.map(|own| own.storming.since.is_some()),
        flight_turns: whole.map(|own| own.flight_turns),
        held: whole.map(|own| own.held_until.is_some_and(|until| until > known.begins())),
        parent: whole.map(|own| own.parent.and_then(named)),
        instruction: whole.map(|own| own.instruction),
        stores: whole.map(|own| (own.branch == Branch::Wagon).then_some(own.stores)),
        battery: whole.map(|own| own.battery.as_ref().map(battery)),
    }
}

/// An order as its own player may know it: it names no target that he may not know of.
pub(super) fn without_unknown(known: Knows<'_>, mut order: UnitOrder) -> UnitOrder {
    if let UnitOrder::Fire { target, .. } | UnitOrder::Move { target, .. } = &mut order {
        *target = target.take().filter(|target| known.named(target).is_some());
    }
    if let UnitOrder::Fire { also, .. } = &mut order {
        *also = also.take().filter(|also| known.named(also).is_some());
    }
    if let UnitOrder::Stand { support } | UnitOrder::Move { support, .. } = &mut order {
        *support = support.take().filter(|unit| known.named(unit).is_some());
    }
    if let UnitOrder::Fire { when: When::BeforeBreakIn { of }, .. } = &mut order {
        *of = of.take().filter(|unit| known.named(unit).is_some());
    }
    match &order {
        UnitOrder::Join { with: unit } | UnitOrder::Resupply { wagon: unit }
            if known.named(unit).is_none() =>
        {
            UnitOrder::stand()
        }
        _ => order,
    }
}
