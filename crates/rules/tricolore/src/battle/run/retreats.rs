//! Retreats (§house.retreat, R83): straight away from the enemy, with the back to him; who cannot complete half of one is eliminated.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::state::Zone;
use crate::battle::state::*;
use crate::battle::terrain::barred_at;
use crate::vocabulary::BaseFormation;

/// A retreat is followed in steps of so many metres.
const STEP: f64 = 5.0;
/// Who would end on a friend goes on until he stands clear, at most so far (R96).
const FARTHER: f64 = 600.0;

/// Directions count as opposite where not more than so much of each is left when they are added.
const OPPOSITE: f64 = 0.1;
/// An enemy stands in a unit's way back when so much of the way to him lies along it: within 60 degrees.
const IN_THE_WAY: f64 = 0.5;

/// Halvings that find a place on a step to a few millimetres.
const HALVINGS: u32 = 11;

/// The last place at which something holds: it holds at `from`, and at `to` no more.
pub(super) fn last_place(from: f64, to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let halve = |(most, least): (f64, f64)| {
        let middle = (most + least) / 2.0;
        if holds(middle) { (middle, least) } else { (most, middle) }
    };
    (0..HALVINGS).fold((from, to), |ends, _| halve(ends)).0
}

/// The first place at which something holds no more: it holds at `from`, and at `to` no more.
fn first_place_after(from: f64, to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    -last_place(-to, -from, |far| !holds(-far))
}

impl Run<'_> {
    /// Straight away from those it fights: between the directions in which it would go back from each.
    pub(super) fn away_from(&self, unit: UnitId, enemies: &[UnitId]) -> Point {
        let ways = enemies.iter().map(|&enemy| self.way_from(unit, enemy)).collect::<Vec<_>>();
        let own = self.unit(unit);
        self.between(own.side, own.placed.centre(), &ways).unwrap_or_else(|| -own.placed.frame().ahead)
    }

    /// Straight back from what of an enemy is nearest to its middle: also from a front that it overlaps by half.
    fn way_from(&self, unit: UnitId, enemy: UnitId) -> Point {
        let middle = self.unit(unit).placed.centre();
        let there = &self.unit(enemy).placed;
        let near = there.parts().iter().map(|part| part.nearest_to(middle));
        let near = near.min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
        let way = near.and_then(|near| (middle - near).unit()).or_else(|| (middle - there.centre()).unit());
        way.unwrap_or(Point::ORIGIN)
    }

    /// Between several directions. Where that would lead towards one of the enemies, because they stand on opposite sides, it is to the
    /// side: to that which is nearer to the way home, or else to the middle of the table. None where there are enemies on every side.
    pub(super) fn between(&self, side: SideId, from: Point, ways: &[Point]) -> Option<Point> {
        let sum = ways.iter().fold(Point::ORIGIN, |sum, &way| sum + way);
        let leads_to_none = |away: Point| ways.iter().all(|way| way.dot(away) > -IN_THE_WAY);
        let straight = sum.unit().filter(|_| sum.length() > OPPOSITE * ways.len() as f64);
        if let Some(straight) = straight.filter(|&away| leads_to_none(away)) {
            return Some(straight);
        }
        // The line on which the enemies stand, whichever of its two ends each of them is at: a direction and its opposite are one line.
        let (mut double_x, mut double_y) = (0.0, 0.0);
        for way in ways {
            double_x += way.x * way.x - way.y * way.y;
            double_y += 2.0 * way.x * way.y;
        }
        let double = point(double_x, double_y).unit()?;
        let half = |cosine: f64| ((1.0 + cosine) / 2.0).max(0.0).sqrt();
        let line = point(half(double.x), half(-double.x).copysign(double.y));
        let aside = line.right();
        let home = Bearing::degrees(self.battle.fixed.sides[side].home).ahead().dot(aside);
        let table = self.battle.fixed.ground.table().extent();
        let middle = (table.low.toward(table.high, 0.5) - from).dot(aside);
        let hand = if home.abs() > OPPOSITE { home } else { middle };
        let aside = if hand < 0.0 { -aside } else { aside };
        leads_to_none(aside).then_some(aside)
    }

    /// Several units of one side retreat from those they fought: the farthest back first, so that they do not halt each other.
    pub(super) fn retreat_all(&mut self, units: &[UnitId], enemies: &[UnitId], metres: f64) -> Go {
        for unit in self.battle.by_place(units.to_vec()) {
            if self.unit(unit).here() {
                let away = self.away_from(unit, enemies);
                self.goes_back(unit, away, metres, enemies)?;
                if self.unit(unit).here() {
                    self.has_moved(unit);
                }
            }
        }
        Ok(())
    }

    /// A unit goes back so far. Those it comes away from do not halt it, unless they stand in its way.
    pub(super) fn goes_back(&mut self, unit: UnitId, away: Point, metres: f64, from: &[UnitId]) -> Go {
        let start = self.turned_away(unit, away);
        let Some(start) = start else { return Ok(()) };
        let (reached, left_table) = self.back_to(unit, &start, away, metres, from);
        if left_table {
            self.tell("leaves_the_field", "house.victory", &[unit], json!({}));
            self.is_gone(unit, Presence::Left);
            return Ok(());
        }
        // Measured to whole metres like every distance (R80): exactly half is enough.
        if f64::from(whole_metres(reached)) < metres / 2.0 {
            self.tell("destroyed", "house.retreat", &[unit], json!({}));
            let lost = self.unit(unit).bases;
            self.unit_mut(unit).bases = lost.less(lost);
            self.is_gone(unit, Presence::Gone);
            return Ok(());
        }
        let pose = start.pose();
        let end_pose = Pose::new(pose.at + away * reached, pose.facing).on_grid();
        let end = start.moved_to(end_pose);
        let passed = self.friends_between(unit, &start, &end, away);
        let formation =
            if self.unit(unit).branch.is_artillery() { Some(BaseFormation::Limbered) } else { None };
        let from = self.unit(unit).placed.pose();
        let own = self.unit_mut(unit);
        own.formation = formation.unwrap_or(own.formation);
        own.zone = None;
        own.trail = Vec::new();
        own.placed = end;
        self.rebuild(unit);
        self.tell("goes_back", "house.retreat", &[unit], json!({"metres": whole_metres(reached)}));
        // It turns about, and goes.
        self.marched(unit, from, &[(0.0, pose), (reached, end_pose)]);
        // It tests as for a passage, which costs no distance here (R96).
        for friend in passed {
            self.passes(unit, friend, "house.retreat")?;
        }
        Ok(())
    }

    /// The unit with its back to the enemy: turned about its middle; out of its zone; guns limbered.
    fn turned_away(&self, unit: UnitId, away: Point) -> Option<Placed> {
        let own = self.unit(unit);
        let facing = Bearing::of(away).on_grid();
        if own.zone.is_some() && !own.branch.is_artillery() {
            let toward = own.placed.pose().at + away * 1000.0;
            return crate::battle::onset::out_of_zone(self.battle, self.tables, unit, toward);
        }
        let formation = if own.branch.is_artillery() { BaseFormation::Limbered } else { own.formation };
        let body = bodies::formed(self.tables, own.branch.base(), formation, own.bases, &[]).ok()?;
        body.at(bodies::about_middle(&own.placed, &body, facing)).ok()
    }

    /// How far back a unit comes, and whether it leaves the table: halted by ground it cannot enter, by enemies and by zones; on beyond
    /// friends it would end on.
    fn back_to(
        &self,
        unit: UnitId,
        start: &Placed,
        away: Point,
        metres: f64,
        from: &[UnitId],
    ) -> (f64, bool) {
        let own = self.unit(unit);
        let table = self.battle.fixed.ground.table();
        let at = |far: f64| {
            let pose = start.pose();
            start.moved_to(Pose::new(pose.at + away * far, pose.facing).on_grid())
        };
        let left_behind =
            |enemy: &UnitId| from.contains(enemy) && self.way_from(unit, *enemy).dot(away) > -IN_THE_WAY;
        let halted = |there: &Placed| {
            let enemies = self.battle.enemies_of(own.side).filter(|enemy| !left_behind(enemy));
            let upon = |enemy: UnitId| {
                let placed = &self.unit(enemy).placed;
                placed.extent().meets(there.extent()) && overlaps(placed, there)
            };
            let zone = |zone: &Zone| krigsspil_field::polygon::ring_holds(&zone.outline, there.pose().at);
            barred_at(self.battle, self.tables, there.pose().at, own.column())
                || enemies.into_iter().any(upon)
                || self.battle.zones.iter().any(zone)
        };
        let clear = |there: &Placed| {
            let others = self.battle.here().filter(|&other| other != unit);
            let on = |other: UnitId| {
                let placed = &self.unit(other).placed;
                placed.extent().meets(there.extent()) && overlaps(placed, there)
            };
            !others.into_iter().any(on) && !self.in_a_zone(there)
        };
        let (mut far, mut last_clear) = (0.0, 0.0);
        if clear(start) {
            last_clear = 1e-3;
        }
        loop {
            let next = (far + STEP).min(if far < metres { metres } else { f64::INFINITY });
            let there = at(next);
            if !table.extent().holds(there.centre()) {
                return (next, true);
            }
            if halted(&there) || next > metres + FARTHER {
                // To the last place before what halts it, not only to the last step.
                let free = |far: f64| {
                    let there = at(far);
                    !halted(&there) && clear(&there) && table.holds(&there)
                };
                let last = if last_clear == far { last_place(far, next, free) } else { last_clear };
                return (last, false);
            }
            far = next;
            if clear(&there) && table.holds(&there) {
                last_clear = far;
            }
            if far >= metres && last_clear >= metres {
                // Who went on beyond a friend stands as soon as he is clear of him: edge to edge, though bodies that lie in each other by
                // the rounding of contact count as apart.
                let within = |far: f64| !clear(&at(far));
                let beyond = || (first_place_after(far - STEP, far, within) + TOUCH).min(far);
                return (if far > metres { beyond() } else { far }, false);
            }
        }
    }

    fn in_a_zone(&self, there: &Placed) -> bool {
        let inside = |zone: &Zone| {
            let corners = there.envelope();
            let mut places = corners.corners().iter().copied().chain([there.centre()]);
            places.any(|place| krigsspil_field::polygon::ring_holds(&zone.outline, place))
        };
        self.battle.zones.iter().any(inside)
    }

    /// Friends whom a straight way back goes through.
    fn friends_between(&self, unit: UnitId, start: &Placed, end: &Placed, away: Point) -> Vec<UnitId> {
        let own = self.unit(unit);
        let long = start.pose().at.distance(end.pose().at);
        let steps = (long / STEP).ceil().max(1.0) as u32;
        let friends = self.battle.here().filter(|&other| other != unit && self.unit(other).side == own.side);
        let friends = friends.filter(|&friend| self.unit(friend).zone.is_none());
        let crosses = |friend: &UnitId| {
            let placed = &self.unit(*friend).placed;
            !overlaps(placed, start)
                && (0..=steps).any(|step| {
                    let pose = start.pose();
                    let far = long * f64::from(step) / f64::from(steps);
                    let there = start.moved_to(Pose::new(pose.at + away * far, pose.facing));
                    placed.extent().meets(there.extent()) && overlaps(placed, &there)
                })
        };
        self.battle.by_place(friends.filter(crosses).collect())
    }
}
