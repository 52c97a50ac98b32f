//! What a seat may know, and nothing else.

use krigsspil_engine::battle::{
    Bound, Condition, CourierShown, LeaderShown, Life, MayKnow, ObjectiveShown, OwnSide, OwnUnitShown, Place,
    Presence, SeatId, Shown, Stage, Strength, TableShown, UnitShown, View, ViewDetail, ZoneShown,
};
use krigsspil_field::prelude::Part;
use krigsspil_turn::objectives::{self, Counts, Losses};

use super::knowing::Sees;
use super::shown::{
    BatteryShown, BattleDetails, ChargeShown, CourierDetails, DirectiveShown, GeneralDetails, UnitDetails,
};
use super::state::*;
use crate::vocabulary::{Commander, Status};

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
    let sees = Sees::of(battle, seat);
    Looking { sees: &sees, detail }.view(seat)
}

/// What everybody may know.
fn common(battle: &Sees<'_>, seat: &SeatId) -> View {
    let table = battle.fixed.ground.table().extent();
    let over = battle.ending.is_some();
    let phase = match () {
        () if over => Stage::Over,
        () if battle.running => Stage::Running,
        () => Stage::Orders,
    };
    View {
        seat: seat.clone(),
        rule_set: super::ID,
        scenario: battle.fixed.scenario.name.as_str().into(),
        turn: battle.turn,
        turns: battle.fixed.scenario.turns,
        phase,
        step: if over { "over" } else { battle.phase().as_str() },
        // All write at once; who has nothing to write is nobody's business.
        to_move: battle.fixed.sides.values().map(|side| side.id.clone()).collect(),
        moment: None,
        table: TableShown { width: table.width(), depth: table.height() },
        measure: super::MEASURE,
        landmarks: battle.zones.iter().map(|zone| zone.name.clone()).collect(),
        changes: Vec::new(),
        zones: zones(battle),
        objectives: objectives(battle, false),
        rules: battle.umpire.rules().to_vec(),
        own: None,
        units: Vec::new(),
        friends: Vec::new(),
        enemies: Vec::new(),
        generals: Vec::new(),
        couriers: Vec::new(),
        questions: Vec::new(),
        log: battle.known.log(),
        points: None,
        ready_seats: None,
        details: Shown::to(MayKnow::All, turn(battle)),
    }
}

fn zones(battle: &Battle) -> Vec<ZoneShown> {
    let held = |zone: &super::zones::Zone| {
        let first = zone.sectors.first().and_then(|sector| sector.held);
        first.filter(|_| zone.sectors.iter().all(|sector| sector.held == first || sector.held.is_none()))
    };
    let shown = |zone: &super::zones::Zone| ZoneShown {
        name: zone.name.clone(),
        outline: zone.outline.iter().map(|corner| [corner.x, corner.y]).collect(),
        held: held(zone).map(|side| battle.fixed.sides[side].id.clone()),
    };
    battle.zones.iter().map(shown).collect()
}

/// The objectives; who holds them only the umpire is told.
fn objectives(battle: &Battle, held: bool) -> Vec<ObjectiveShown> {
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

fn turn(battle: &Battle) -> BattleDetails {
    let charge = |charge: &Charge| ChargeShown {
        unit: battle.units[charge.unit].id.clone(),
        target: battle.units[charge.target].id.clone(),
    };
    BattleDetails { weather: battle.weather, charges: battle.charges.iter().map(charge).collect() }
}

/// Somebody looks at a battle.
struct Looking<'a> {
    sees: &'a Sees<'a>,
    detail: ViewDetail,
}

impl Looking<'_> {
    fn battle(&self) -> &Battle {
        self.sees
    }

    fn view(&self, seat: &SeatId) -> View {
        let battle = self.battle();
        let common = common(self.sees, seat);
        if self.sees.known.is_umpire() {
            let points = objectives::points(battle);
            let sides = battle.fixed.sides.iter();
            return View {
                objectives: objectives(battle, true),
                units: battle.units.ids().map(|unit| self.own_unit(unit)).collect(),
                generals: self.generals(|_| true),
                couriers: self.couriers(),
                questions: self.sees.known.questions(),
                points: Some(sides.map(|(side, data)| (data.id.clone(), points[side])).collect()),
                ready_seats: Some(battle.gate.ready(&battle.fixed.seating)),
                ..common
            };
        }
        let (Some(side), Some(number)) = (self.sees.known.side(), self.sees.known.seat()) else {
            return common;
        };
        let own = |unit: &UnitId| self.sees.known.reads(*unit);
        let Losses { men, lost } = battle.losses(side);
        let stated = battle.fixed.scenario.side(&battle.fixed.sides[side].id);
        let others = battle.here().filter(|&unit| battle.units[unit].side != side);
        View {
            own: Some(OwnSide {
                side: battle.fixed.sides[side].id.clone(),
                home: battle.fixed.sides[side].home,
                briefing: stated.map(|side| side.briefing.as_str().into()),
                ready: battle.gate.is_ready(number),
                men,
                lost,
            }),
            units: battle.units.ids().filter(own).map(|unit| self.own_unit(unit)).collect(),
            friends: battle
                .friends_of(side)
                .filter(|unit| !own(unit))
                .map(|unit| self.friend(unit))
                .collect(),
            enemies: others.map(|unit| self.shown(unit, MayKnow::All)).collect(),
            generals: self.generals(|post| self.sees.commands(post)),
            couriers: self.couriers(),
            questions: self.sees.known.questions(),
            ..common
        }
    }

    fn friend(&self, unit: UnitId) -> UnitShown {
        let mut shown = self.shown(unit, MayKnow::All);
        shown.name = Some(self.battle().units[unit].name.clone());
        shown
    }

    fn shown(&self, number: UnitId, who: MayKnow) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let pose = unit.placed.pose();
        let corners = |part: &Part| part.corners().iter().map(|at| [at.x, at.y]).collect();
        let bases =
            (self.detail == ViewDetail::Whole).then(|| unit.placed.parts().iter().map(corners).collect());
        UnitShown {
            id: unit.id.clone(),
            name: None,
            side: battle.fixed.sides[unit.side].id.clone(),
            arm: unit.common_arm(),
            formation: unit.stance.as_str(),
            strength: Strength {
                now: unit.castings,
                first: (who == MayKnow::Own).then_some(unit.first),
                unit: "castings",
            },
            condition: Some(condition(unit)),
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
            front: unit.placed.body().front(),
            depth: unit.placed.body().depth(),
            outline: unit.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
            bases: bases.unwrap_or_default(),
            own: None,
            details: Shown::to(who, details(battle, unit)),
        }
    }

    /// An own unit, whole.
    fn own_unit(&self, number: UnitId) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let mut whole = self.shown(number, MayKnow::Own);
        whole.name = Some(unit.name.clone());
        let fights = battle.fights_of(number).map(|fight| battle.units[fight.against(number)].id.clone());
        whole.own = Some(OwnUnitShown {
            general: battle.posts[unit.command].id.clone(),
            presence: unit.presence,
            order: unit.hold().as_str(),
            in_command: unit.here(),
            melee: fights.collect(),
            written: unit.written.as_ref().map(|order| krigsspil_engine::battle::Deed::of(order.clone())),
            last_order: None,
        });
        whole
    }

    fn generals(&self, may_know: impl Fn(PostId) -> bool) -> Vec<LeaderShown> {
        let battle = self.battle();
        let known = battle.posts.iter().filter(|(post, _)| may_know(*post));
        known
            .map(|(post, held)| {
                let place = battle.general_place(post);
                LeaderShown {
                    id: held.id.clone(),
                    name: held.name.clone(),
                    rank: held.rank.clone(),
                    life: held.rider.life,
                    place: [place.x, place.y],
                    with: held.rider.with.map(|unit| battle.units[unit].id.clone()),
                    bound_for: None,
                    instruction: held.instruction.as_str().into(),
                    details: Shown::to(MayKnow::Own, general(battle, post)),
                }
            })
            .collect()
    }
}

impl Looking<'_> {
    /// Couriers on the table: his own with what they carry, all others as riders (§2.52).
    fn couriers(&self) -> Vec<CourierShown> {
        let battle = self.battle();
        let own = |courier: &Courier| {
            self.sees.known.is_umpire()
                || self.sees.known.seat().is_some_and(|seat| battle.fixed.seat_of[courier.from] == seat)
                    && self.sees.known.side() == Some(courier.side)
        };
        let seen = battle.couriers.iter().filter(|courier| !courier.killed);
        seen.map(|courier| CourierShown {
            id: courier.id.clone(),
            life: Life::Here,
            place: [courier.place.x, courier.place.y],
            with: None,
            bound_for: own(courier).then(|| Bound::Leader(battle.posts[courier.next].id.clone())),
            order: None,
            instruction: own(courier).then(|| courier.directive.text.clone()),
            details: Shown::to(
                MayKnow::All,
                CourierDetails { side: battle.fixed.sides[courier.side].id.clone() },
            ),
        })
        .collect()
    }
}

fn directive(directive: &Directive) -> DirectiveShown {
    DirectiveShown { text: directive.text.clone(), place: Place([directive.place.x, directive.place.y]) }
}

fn general(battle: &Battle, post: PostId) -> GeneralDetails {
    let army = &*battle.posts[post].rank == "army";
    let radius = if army { Commander::Army } else { Commander::CorpsOrLower }.control_radius();
    let general = &battle.generals[post];
    GeneralDetails {
        player: Some(general.player),
        control_radius: Some(radius.0),
        directive: Some(general.directive.as_ref().map(directive)),
        command_lost_general: Some(general.lost.is_some_and(|(turn, _)| battle.turn <= turn + 2)),
    }
}

fn details(battle: &Battle, unit: &Unit) -> UnitDetails {
    let battery = unit.battery.as_ref().map(|battery| BatteryShown {
        aev: (battery.full_aev - battery.gun_hits / 2).max(1),
        poundage: battery.poundage,
        points_left: (battery.points * (battery.limbers - battery.limber_hits) / battery.limbers.max(1)
            - battery.fired)
            .max(0),
        limbers_left: battery.limbers - battery.limber_hits,
        guns_lost: battery.gun_hits,
    });
    UnitDetails {
        zone: unit.inside.map(|inside| battle.zones[inside.zone].name.clone()),
        sector: Some(unit.inside.and_then(|inside| inside.sector).map(|sector| sector as i32 + 1)),
        status: unit.status(),
        recall: unit.recall.is_some(),
        prone: unit.prone,
        dismounted: unit.dismounted,
        abandoned: unit.abandoned(),
        nation: unit.ratings.nation,
        melee_grade: unit.ratings.melee,
        morale_grade: unit.ratings.morale,
        lancers: unit.ratings.lancers,
        skirmishers: unit.ratings.skirmishers,
        weight: unit.ratings.weight,
        class: Some(unit.ratings.class),
        battery: Some(battery),
        blue_chit: Some(unit.chits.blue),
        white_chit: Some(unit.chits.white),
        needs_chits: Some(unit.chits.needed),
        charges_running: Some(unit.charges_running),
        reserve_turns: Some(unit.reserve),
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.status() {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined)
            || unit.abandoned() =>
        {
            Condition::Gone
        }
        Status::Good => Condition::Steady,
        Status::Unorganized => Condition::Shaken,
        Status::Disrupted => Condition::Broken,
    }
}
