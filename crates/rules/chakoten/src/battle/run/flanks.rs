//! Flanks: who strikes one, and which are secured (§09.03.4, §10.03.3, §12.03.2, §12.03.6).

use krigsspil_field::polygon::{edges, nearest_on};
use krigsspil_field::prelude::Face as Side;
use krigsspil_field::prelude::{Feature, *};

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::battle::terrain::{obstacle_of, water_cm};
use crate::procedures::small_arms::FlankTest;
use crate::vocabulary::Face;
use crate::vocabulary::*;

/// A front looks upon what lies within this many degrees of straight ahead (house).
const LOOKS_UPON_DEG: f64 = 45.0;

/// A flank rests on what is this near to it: there is no room for a horse (house).
const SECURED_CM: f64 = 2.0;

/// Wider water is passed only at fords (§07.04.1).
const FORDED_CM: f64 = 4.0;

impl Run<'_> {
    /// Does a line from a place strike a unit's flank or rear (§09.03.4, §10.03.3)?
    pub(super) fn strikes_flank(&self, kind: StrikeKind, from: Point, at: Point, target: UnitId) -> bool {
        let struck = self.unit(target);
        let beyond = at + (at - from) * 0.05;
        let Some(strike) = strike(Line::between(from, beyond), &struck.placed) else { return false };
        let facts = FlankTest {
            kind,
            face: face(strike.face),
            angle_deg: strike.angle.0.clamp(0.0, 90.0),
            target: match () {
                () if struck.spread() => FlankTarget::Spread,
                () if !struck.has_flanks() => FlankTarget::AllRound,
                () => FlankTarget::Closed,
            },
        };
        plain(&facts, self.tables).is_ok_and(|test| test.flank)
    }

    /// Does an attack come on the flank or rear (§12.03.6)?
    pub(super) fn flank_attack(&self, attacker: UnitId, defender: UnitId) -> bool {
        let placed = &self.unit(attacker).placed;
        self.looks_on_flank(placed, placed.frame().ahead, 0.0, defender)
    }

    /// Does a flight run into the flank or rear of one whom it may carry along (§13.05.2)? It looks where it runs.
    pub(super) fn runs_into_flank(&self, runner: &Placed, way: Point, friend: UnitId) -> bool {
        let body = runner.body();
        let within = body.depth() / f64::from(body.ranks().max(1) as i32)
            * f64::from(body.ranks().min(2) as i32)
            / 2.0;
        self.looks_on_flank(runner, way, within, friend)
    }

    /// Has one of a body's melee units, ten figures of its first two ranks, its front toward the flank or rear of another? They look from so
    /// far within the body.
    pub(super) fn looks_on_flank(&self, placed: &Placed, ahead: Point, within: f64, other: UnitId) -> bool {
        let struck = self.unit(other);
        let target = match () {
            () if struck.spread() => FlankTarget::Spread,
            () if !struck.has_flanks() => FlankTarget::AllRound,
            () => FlankTarget::Closed,
        };
        let (left, right) = placed.wings();
        let back = placed.frame().ahead * within;
        let body = placed.body();
        let units = (body.files() as i32 * body.ranks().min(2) as i32 / 10).clamp(1, 12);
        (0..units).any(|number| {
            let from = left.toward(right, (f64::from(number) + 0.5) / f64::from(units)) - back;
            faces_toward(from, ahead, &struck.placed).into_iter().any(|(side, angle_deg)| {
                let facts = FlankTest { kind: StrikeKind::Melee, face: face(side), angle_deg, target };
                plain(&facts, self.tables).is_ok_and(|test| test.flank)
            })
        })
    }

    /// Has a defender on foot both flanks on what horse cannot pass (§12.03.2): a building, a wood, a swamp, wide water, an obstacle of class
    /// II or III?
    pub(super) fn flanks_secured(&self, attacker: UnitId, defender: UnitId) -> bool {
        let (horse, foot) = (self.unit(attacker), self.unit(defender));
        if horse.branch != Branch::Cavalry
            || foot.branch != Branch::Infantry
            || !foot.closed()
            || foot.fronts_all_round()
            || foot.inside.is_some()
            || self.flank_attack(attacker, defender)
        {
            return false;
        }
        let (left, right) = foot.placed.wings();
        let (ahead, depth) = (foot.placed.frame().ahead, foot.placed.body().depth());
        let bars = |feature: &Feature| {
            matches!(feature.kind, Kind::Building | Kind::Area(AreaKind::Wood | AreaKind::Marsh))
                || obstacle_of(feature) >= 2
                || water_cm(feature).is_some_and(|cm| cm > FORDED_CM)
        };
        let covered = |wing: Point, out: Point| {
            let from = wing - ahead * (depth / 2.0);
            let beside = self.battle.ground.crossed(&[from, from + out * (SECURED_CM * CM)], 0.0);
            beside.into_iter().any(|crossed| self.battle.ground.feature(crossed.feature).is_some_and(bars))
        };
        covered(left, ahead.right() * -1.0) && covered(right, ahead.right())
    }
}

pub(super) fn face(side: Side) -> Face {
    match side {
        Side::Front => Face::Front,
        Side::Rear => Face::Rear,
        Side::LeftFlank | Side::RightFlank => Face::Flank,
    }
}

/// The sides of a body that a front looks upon from its middle: each with the angle between it and the line to its nearest place. A front
/// looks upon what lies within 45 degrees of straight ahead (house).
fn faces_toward(from: Point, ahead: Point, body: &Placed) -> Vec<(Side, f64)> {
    let mut faces = Vec::new();
    for part in body.parts() {
        let part_ahead = match part {
            Part::Slab(slab) => slab.ahead(),
            Part::Ring(_) => body.frame().ahead,
        };
        for (start, end) in edges(part.corners()) {
            // Parts run anticlockwise, so outward is to the right of each edge.
            let (edge, outward) = (end - start, (end - start).right());
            let to = nearest_on((start, end), from);
            let way = to - from;
            let off = Bearing::of(ahead).turn_to(Bearing::of(way)).0.abs();
            let seen = (from - start).dot(outward) > 0.0 && way.length() > 0.0 && off <= LOOKS_UPON_DEG;
            let hidden = body
                .parts()
                .iter()
                .any(|other| other.first_meeting(from, to).is_some_and(|(share, _)| share < 1.0 - 1.0e-6));
            if seen && !hidden {
                let turn = Bearing::of(way).turn_to(Bearing::of(edge)).0.abs();
                let angle = if turn > 90.0 { 180.0 - turn } else { turn };
                faces.push((Side::looking(outward, part_ahead), angle.clamp(0.0, 90.0)));
            }
        }
    }
    faces
}
