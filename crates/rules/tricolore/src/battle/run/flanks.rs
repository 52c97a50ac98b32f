//! Threatened flanks, anchors, neighbours and the support of guns, as ruling R68 defines them.

use krigsspil_field::polygon::nearest_on;
use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::onset;
use crate::battle::state::*;
use crate::battle::terrain::barred_at;
use crate::vocabulary::{Arm, BaseFormation};

/// A friend so near a flank, and level with it within so many metres, supports it.
const NEIGHBOUR: i32 = 100;
const LEVEL: f64 = 50.0;
/// A flank rests on what is so near.
const RESTS: i32 = 25;
/// One faces a flank when its front points at it more than along it: within 45 degrees, as a cosine.
const FACES: f64 = std::f64::consts::FRAC_1_SQRT_2 - 1e-3;
/// Guns support against an enemy within so many metres.
const GUNS_SUPPORT: i32 = 600;
/// Nobody with more U supports.
const SUPPORTS_UP_TO: i32 = 5;

/// A flank of a body: its side, the middle of it, and the way out.
#[derive(Clone, Copy)]
struct Edge {
    side: (Point, Point),
    middle: Point,
    out: Point,
    right: bool,
}

fn flanks(placed: &Placed) -> [Edge; 2] {
    let envelope = placed.envelope();
    let [rear_left, rear_right, front_right, front_left] = *envelope.corners();
    let right = placed.frame().right;
    [
        Edge {
            side: (rear_left, front_left),
            middle: rear_left.toward(front_left, 0.5),
            out: -right,
            right: false,
        },
        Edge {
            side: (rear_right, front_right),
            middle: rear_right.toward(front_right, 0.5),
            out: right,
            right: true,
        },
    ]
}

impl Edge {
    /// Whole metres from a flank to a body, from edge to edge (R80).
    fn metres_to(&self, body: &Placed) -> i32 {
        let near = |part: &Part| {
            let corners = part.corners().iter();
            let away = corners.map(|&corner| nearest_on(self.side, corner).distance(corner));
            let ends = part.distance_to(self.side.0).min(part.distance_to(self.side.1));
            away.fold(ends, f64::min)
        };
        whole_metres(body.parts().iter().map(near).fold(f64::INFINITY, f64::min))
    }
}

impl Run<'_> {
    /// Formed troops that are there to support: not broken, not fighting, with at most 5 U.
    fn supports(&self, unit: UnitId) -> bool {
        let own = self.unit(unit);
        own.disorder <= SUPPORTS_UP_TO && !self.battle.locked(unit) && !self.battle.command_of(unit).broken
    }

    /// The flanks of a unit, left and right, that an enemy outside its melee threatens (§inf.initial.threatened-flank).
    pub(super) fn threatened_flanks(&self, unit: UnitId, melee: &Melee) -> [bool; 2] {
        let own = self.unit(unit);
        if own.formation == BaseFormation::Square || self.battle.town_of(unit).is_some() {
            return [false; 2];
        }
        let threatened = flanks(&own.placed).map(|edge| {
            !self.flank_rests(unit, &edge)
                && self
                    .battle
                    .enemies_of(own.side)
                    .any(|enemy| !melee.holds(enemy) && self.threatens(enemy, unit, &edge))
        });
        // A flank that counts as taken is not threatened besides; contact from behind takes the nearer one.
        match melee.flanked.contains(&unit) {
            true => [threatened[0] && threatened[1], false],
            false => threatened,
        }
    }

    /// Does an enemy face that flank, within 200 (cavalry 400), with nothing formed between?
    fn threatens(&self, enemy: UnitId, unit: UnitId, edge: &Edge) -> bool {
        let there = self.unit(enemy);
        let counts = there.formed() || there.branch == Branch::Cavalry;
        if !counts || there.zone.is_some() {
            return false;
        }
        let reach = if there.branch == Branch::Cavalry { 400 } else { 200 };
        let near = edge.metres_to(&there.placed);
        let outside = (there.placed.centre() - edge.middle).dot(edge.out) > 0.0;
        let arc = Arc::new(Degrees(onset::BEFORE), ArcFrom::Anywhere);
        let faces = -there.placed.frame().ahead.dot(edge.out) >= FACES;
        near <= reach && outside && faces && in_arc(&there.placed, arc, edge.middle) && {
            let line = Line::between(there.placed.pose().at, edge.middle);
            !self.battle.here().any(|other| {
                let between = self.unit(other);
                other != enemy
                    && other != unit
                    && between.formed()
                    && distance_along(line, &between.placed).is_some()
            })
        }
    }

    /// Does a flank rest on impassable ground, a zone held by friends, or a formed neighbour in square?
    fn flank_rests(&self, unit: UnitId, edge: &Edge) -> bool {
        let own = self.unit(unit);
        let beyond = |metres: i32| edge.middle + edge.out * f64::from(metres);
        let within_reach = |rests: &dyn Fn(Point) -> bool| (1..=RESTS).any(|metres| rests(beyond(metres)));
        let table = self.battle.fixed.ground.table().extent();
        let barred = |place: Point| barred_at(self.battle, self.tables, place, Arm::Cavalry);
        if !table.holds(beyond(RESTS)) || within_reach(&barred) {
            return true;
        }
        let town = self.battle.zones.iter().any(|zone| {
            zone.held == Some(own.side)
                && within_reach(&|place| krigsspil_field::polygon::ring_holds(&zone.outline, place))
        });
        let square = |other: UnitId| {
            let there = self.unit(other);
            other != unit
                && there.side == own.side
                && there.formation == BaseFormation::Square
                && edge.metres_to(&there.placed) <= RESTS
        };
        town || self.battle.here().any(square)
    }

    /// Both flanks of infantry rest on something (§charge.anchored).
    pub(super) fn anchored(&self, unit: UnitId) -> bool {
        let own = self.unit(unit);
        own.zone.is_none() && flanks(&own.placed).iter().all(|edge| self.flank_rests(unit, edge))
    }

    /// Are there friendly formed units beside a unit, on its left and on its right (§inf.initial.neighbour)?
    pub(super) fn neighbours(&self, unit: UnitId) -> [bool; 2] {
        let own = self.unit(unit);
        if own.zone.is_some() {
            return [false; 2];
        }
        let beside = |edge: &Edge| {
            self.battle.here().any(|other| {
                let there = self.unit(other);
                if other == unit || there.side != own.side || !there.formed() || there.zone.is_some() {
                    return false;
                }
                let at = own.placed.frame().to_body(there.placed.pose().at);
                let half = own.placed.body().front() / 2.0;
                let out = if edge.right { at.x > half } else { at.x < -half };
                out && at.y.abs() <= LEVEL
                    && edge.metres_to(&there.placed) <= NEIGHBOUR
                    && self.supports(other)
            })
        };
        flanks(&own.placed).map(|edge| beside(&edge))
    }

    /// A friendly battery in position, within 600 of an enemy in the melee, with him in its arc (§inf.initial.artillery-support).
    pub(super) fn guns_support(&self, side: SideId, enemies: &[UnitId]) -> bool {
        self.battle.here().any(|unit| {
            let own = self.unit(unit);
            own.side == side
                && own.unlimbered()
                && self.supports(unit)
                && enemies.iter().any(|&enemy| {
                    let there = self.unit(enemy);
                    there.here()
                        && self.battle.metres(unit, enemy) <= GUNS_SUPPORT
                        && onset::before_the_front(own, &there.placed)
                })
        })
    }
}
