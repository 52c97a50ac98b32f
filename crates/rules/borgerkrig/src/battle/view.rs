//! What a seat may know, and nothing else.

use krigsspil_engine::battle::{
    Bound, ChangeShown, Condition, CourierShown, Deed, LeaderShown, MayKnow, ObjectiveShown, OwnSide,
    OwnUnitShown, QuestionAsked, Seat, SeatId, Shown, Stage, Strength, TableShown, Told, UnitShown, View,
    ViewDetail,
};
use krigsspil_field::prelude::{Part, Point};
use krigsspil_turn::objectives::{Counts, Losses, points};

use super::knowing::knows;
use super::legal::in_command;
use super::order::{Ride, UnitOrder};
use super::prompt::Names;
use super::shown::{BatteryShown, CourierDetails, GeneralDetails, RoundsShown, UnitDetails, WorkShown};
use super::sight::{knows_work, lookouts, seen_by, sees_from};
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::Order;

/// A name is known of units seen so near, in centimetres.
const NAMED_CM: f64 = 15.0;

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, tables: &Tables, detail: ViewDetail) -> View {
    let looking = Looking { battle, seat, tables, detail };
    match battle.fixed.seats.get(seat) {
        Some(Seat::Player { side, .. }) => looking.player(side),
        Some(Seat::Umpire) => looking.umpire(),
        Some(Seat::Onlooker) | None => looking.common(),
    }
}

/// Somebody looks at a battle.
struct Looking<'a> {
    battle: &'a Battle,
    seat: &'a SeatId,
    tables: &'a Tables,
    detail: ViewDetail,
}

impl Looking<'_> {
    /// What everybody may know.
    fn common(&self) -> View {
        let battle = self.battle;
        let table = battle.fixed.ground.table().extent();
        let (phase, step) = phase(battle);
        View {
            seat: self.seat.clone(),
            rule_set: "borgerkrig",
            scenario: battle.fixed.scenario.name.as_str().into(),
            turn: battle.turn,
            turns: battle.fixed.scenario.turns,
            phase,
            step,
            to_move: battle.fixed.sides.values().map(|side| side.id.clone()).collect(),
            moment: None,
            table: TableShown { width: table.width(), depth: table.height() },
            measure: super::MEASURE,
            changes: Vec::new(),
            zones: Vec::new(),
            objectives: self.objectives(false),
            rules: battle.rules.clone(),
            own: None,
            units: Vec::new(),
            friends: Vec::new(),
            enemies: Vec::new(),
            generals: Vec::new(),
            couriers: Vec::new(),
            questions: Vec::new(),
            log: self.log(),
            points: None,
            ready_seats: None,
            details: Shown::NOTHING,
        }
    }

    fn player(&self, side: &str) -> View {
        let Looking { battle, seat, tables, .. } = *self;
        let number = battle.fixed.sides.find(|data| &*data.id == side).unwrap_or(SideId::of(0));
        let own = |unit: &UnitId| battle.seat_of_unit(*unit) == seat;
        let eyes = lookouts(battle, seat);
        let side_mates = battle.here().filter(|unit| battle.units[*unit].side == number && !own(unit));
        let in_sight =
            side_mates.filter(|&unit| eyes.iter().any(|&eye| sees_from(battle, tables, eye, unit)));
        let Losses { men, lost } = battle.losses(number);
        let commands = |post: PostId| battle.fixed.seat_of[post] == *seat;
        let known = |made: &&Made| knows_work(battle, tables, seat, made);
        View {
            own: Some(OwnSide {
                side: battle.fixed.sides[number].id.clone(),
                home: battle.fixed.sides[number].home,
                briefing: battle.fixed.scenario.side(side).map(|side| side.briefing.as_str().into()),
                ready: battle.fixed.seating.number(seat).is_some_and(|seat| battle.gate.is_ready(seat)),
                men,
                lost,
            }),
            units: battle.units.ids().filter(own).map(|unit| self.own_unit(unit, Some(seat))).collect(),
            friends: in_sight.map(|unit| self.seen_unit(unit, true)).collect(),
            enemies: self.enemies(&eyes),
            generals: self.generals(commands),
            couriers: self.couriers(commands),
            changes: self.changes(battle.works.made.iter().filter(known), |made| made.side == Some(number)),
            questions: self.questions(),
            ..self.common()
        }
    }

    fn umpire(&self) -> View {
        let battle = self.battle;
        let sides = battle.fixed.sides.values().map(|side| side.id.clone());
        View {
            moment: Some(battle.moment),
            objectives: self.objectives(true),
            units: battle.units.ids().map(|unit| self.own_unit(unit, None)).collect(),
            generals: self.generals(|_| true),
            couriers: self.couriers(|_| true),
            changes: self.changes(battle.works.made.iter(), |_| true),
            questions: self.questions(),
            points: Some(sides.zip(points(battle).values().copied()).collect()),
            ready_seats: Some(battle.gate.ready(&battle.fixed.seating)),
            ..self.common()
        }
    }

    /// The questions the seat can answer.
    fn questions(&self) -> Vec<QuestionAsked> {
        let Looking { battle, seat, .. } = *self;
        battle.turns.book().open_to(seat).map(|open| open.told(seat, &Names { battle, seat })).collect()
    }

    /// The objectives; who holds them only the umpire is told.
    fn objectives(&self, held: bool) -> Vec<ObjectiveShown> {
        let battle = self.battle;
        let objectives = battle.fixed.scenario.victory.objective.iter().zip(&battle.held);
        objectives
            .map(|(objective, holder)| ObjectiveShown {
                name: objective.name.as_str().into(),
                place: objective.place,
                radius: *objective.radius.get_ref(),
                points: objective.points,
                held: holder.filter(|_| held).map(|side| battle.fixed.sides[side].id.clone()),
            })
            .collect()
    }

    fn log(&self) -> Vec<Told> {
        self.battle.log.told(self.seat, self.battle.phase == Phase::Over)
    }

    fn generals(&self, may_know: impl Fn(PostId) -> bool) -> Vec<LeaderShown> {
        let battle = self.battle;
        let known = battle.generals.iter().filter(|(post, _)| may_know(*post));
        known
            .map(|(_, general)| LeaderShown {
                id: general.id.clone(),
                name: general.name.clone(),
                rank: general.rank.clone(),
                life: general.life,
                place: [general.place.x, general.place.y],
                with: general.with.map(|unit| battle.units[unit].id.clone()),
                bound_for: battle.ride_of(general).as_ref().and_then(bound),
                instruction: general.instruction.as_str().into(),
                details: Shown::to(
                    MayKnow::Own,
                    GeneralDetails {
                        successors: Some(general.successors),
                        ride: Some(battle.ride_of(general)),
                        moment: Some(general.ride_at),
                    },
                ),
            })
            .collect()
    }

    fn couriers(&self, may_know: impl Fn(PostId) -> bool) -> Vec<CourierShown> {
        let battle = self.battle;
        let known = battle.couriers.values().filter(|courier| may_know(courier.general));
        known
            .map(|courier| CourierShown {
                id: courier.id.clone(),
                life: courier.life,
                place: [courier.place.x, courier.place.y],
                with: courier.with.map(|unit| battle.units[unit].id.clone()),
                bound_for: battle.ride_of(courier).as_ref().and_then(bound),
                order: courier.order.clone().map(Deed::of),
                instruction: courier.instruction.as_deref().map(Into::into),
                details: Shown::to(
                    MayKnow::Own,
                    CourierDetails { ride: Some(battle.ride_of(courier)), moment: Some(courier.ride_at) },
                ),
            })
            .collect()
    }

    /// Works that are known, and stretches that everybody can see are gone.
    fn changes<'b>(
        &self,
        known: impl Iterator<Item = &'b Made>,
        own: impl Fn(&Made) -> bool,
    ) -> Vec<ChangeShown> {
        known
            .map(|made| ChangeShown {
                change: "built",
                thing: made.thing.as_str(),
                name: None,
                from: [made.left.x, made.left.y],
                to: [made.right.x, made.right.y],
                own: own(made),
            })
            .collect()
    }

    /// What anybody sees of a unit on the table.
    fn seen_unit(&self, number: UnitId, named: bool) -> UnitShown {
        let condition = (self.battle.units[number].order == Order::Rout).then_some(Condition::Broken);
        self.unit(number, named, condition, MayKnow::All)
    }

    fn unit(&self, number: UnitId, named: bool, condition: Option<Condition>, who: MayKnow) -> UnitShown {
        let battle = self.battle;
        let unit = &battle.units[number];
        let pose = unit.placed.pose();
        let outline = unit.placed.outline().outer.iter().map(|place| [place.x, place.y]).collect();
        let whole = self.detail == ViewDetail::Whole;
        let corners = |part: &Part| part.corners().iter().map(|at| [at.x, at.y]).collect();
        let bases = whole.then(|| unit.placed.parts().iter().map(corners).collect());
        UnitShown {
            id: unit.id.clone(),
            name: named.then(|| unit.name.clone()),
            side: battle.fixed.sides[unit.side].id.clone(),
            arm: unit.branch.arm(),
            formation: unit.formation.as_str(),
            strength: Strength {
                now: unit.figures,
                first: (who == MayKnow::Own).then_some(unit.original),
                unit: "figures",
            },
            condition,
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
            front: unit.placed.body().front(),
            depth: unit.placed.body().depth(),
            outline,
            bases: bases.unwrap_or_default(),
            own: None,
            details: Shown::to(who, details(battle, unit)),
        }
    }

    fn enemies(&self, eyes: &[Point]) -> Vec<UnitShown> {
        let Looking { battle, seat, tables, .. } = *self;
        let near = |unit: UnitId| {
            let parts = battle.units[unit].placed.parts();
            eyes.iter().any(|&eye| parts.iter().any(|part| part.distance_to(eye) <= NAMED_CM * CM))
        };
        // Within a turn those who have gone out of sight are lost from it; after the last one nobody looks about again.
        let mut seen = match battle.phase {
            Phase::Over => seen_by(battle, tables, seat),
            _ => match battle.fixed.seating.number(seat) {
                Some(seat) => battle.seen.seen_by(seat).collect(),
                None => Vec::new(),
            },
        };
        if matches!(battle.phase, Phase::Running(_)) {
            seen.retain(|&unit| eyes.iter().any(|&eye| sees_from(battle, tables, eye, unit)));
        }
        let here = seen.into_iter().filter(|&unit| battle.units[unit].here());
        here.map(|unit| self.seen_unit(unit, near(unit))).collect()
    }

    /// An own unit, whole.
    fn own_unit(&self, number: UnitId, seat: Option<&SeatId>) -> UnitShown {
        let battle = self.battle;
        let unit = &battle.units[number];
        let mut whole = self.unit(number, true, Some(condition(unit)), MayKnow::Own);
        // Whom it fights is named only if its general may know of him (§03.02.2).
        let named = |&other: &UnitId| match seat {
            Some(seat) if !knows(battle, seat, unit.side, other) => "?".into(),
            _ => battle.units[other].id.clone(),
        };
        let last = unit.last_order.clone().map(|last| without_unknown(battle, last, unit.side, seat));
        whole.own = Some(OwnUnitShown {
            general: battle.generals[unit.general].id.clone(),
            presence: unit.presence,
            order: unit.order.as_str(),
            in_command: unit.here() && in_command(battle, number),
            melee: unit.melee.iter().map(named).collect(),
            written: unit.written.clone().map(Deed::of),
            last_order: last.map(Deed::of),
        });
        whole
    }
}

/// Where the battle has come to, in everybody's words and in these rules'.
fn phase(battle: &Battle) -> (Stage, &'static str) {
    match battle.phase {
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
        Order::LightDisorder | Order::Pinned | Order::Disorder => Condition::Shaken,
        Order::Rout => Condition::Broken,
    }
}

/// All that these rules show of a unit; who may not know it all is shown less.
fn details(battle: &Battle, unit: &Unit) -> UnitDetails {
    let battery = |battery: &Battery| BatteryShown {
        gun: battery.gun,
        riding: battery.riding,
        guns: battery.guns,
        limbers: battery.limbers,
        horses: battery.horses,
        rounds: RoundsShown {
            canister: battery.rounds[0],
            shell: battery.rounds[1],
            shot: battery.rounds[2],
        },
        abandoned: battery.abandoned.is_some(),
        sheltered: battery.sheltered,
    };
    UnitDetails {
        mounted: unit.mounted,
        limbered: unit.battery.as_ref().map(|battery| battery.limbered),
        figures: unit.figures,
        rout: unit.order == Order::Rout,
        original: Some(unit.original),
        men: Some((20 * (unit.original - unit.captured) - unit.lost_men).max(0)),
        lost_men: Some(unit.lost_men),
        captured: Some(unit.captured),
        valeur: Some(unit.valeur),
        weapon: Some(unit.weapon),
        ammunition: Some(unit.ammunition),
        pinned_left: Some(unit.pinned_left),
        regiment: Some(unit.regiment.map(|regiment| battle.units[regiment].id.clone())),
        in_house: Some(unit.building.is_some()),
        work: Some(unit.work.map(|(work, turns_worked)| WorkShown { work, turns_worked })),
        battery: Some(unit.battery.as_ref().map(battery)),
    }
}

/// An order as its own player may know it: one bound to fire names no target that he may not know of (§03.02.2, §04.02.14).
fn without_unknown(battle: &Battle, mut order: UnitOrder, side: SideId, seat: Option<&SeatId>) -> UnitOrder {
    if let (UnitOrder::Fire { target, .. }, Some(seat)) = (&mut order, seat) {
        let known = |id: &str| battle.unit(id).is_some_and(|other| knows(battle, seat, side, other));
        *target = target.take().filter(|target| known(target));
    }
    order
}
