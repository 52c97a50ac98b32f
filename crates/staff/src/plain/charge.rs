//! Charges, where the exact odds give an enemy into his hands.

use krigsspil_field::prelude::*;
use serde_json::Value;

use super::aim::{crosses, nearest};
use super::sight::Work;
use super::steps::{SLIGHT, at, off};
use super::{Foe, Mind};

/// A charge is worth it from this chance up.
pub(super) const WORTH_IT: f64 = 0.55;
/// When time runs out, or ammunition has, from this.
const LAST_CHANCE: f64 = 0.4;
/// Foot follows nobody farther from its post than this, in centimetres; horse farther.
const LEASH_FOOT: f64 = 20.0;
/// Nor farther than this when time runs out.
const LEASH_LATE: f64 = 10.0;
const LEASH_HORSE: f64 = 70.0;
/// A storm bends once, by at most so much (§02.05.6).
const BEND: f64 = 20.0;
/// So many metres beside its front horse that bends its storm keeps clear of obstacles.
const ROOM: f64 = 15.0;

/// So far he turns to charge one who has lost his order, and so far foot storms in line (skema I).
const FACES: f64 = 110.0;
const STORM_CM: f64 = 18.0;

/// A charge that could be made.
struct Onset<'a> {
    foe: &'a Foe<'a>,
    storm: bool,
    /// This turn; else he must be faced first.
    now: bool,
    chance: f64,
}

impl Mind<'_> {
    /// The charge with the best odds, if they are good enough.
    pub(super) fn charge(&mut self, foes: &[Foe<'_>]) -> Option<Value> {
        let formed = matches!(self.unit.formation.as_str(), "line" | "attack_column");
        if !formed || !self.asked.may("move") || !self.unit.able() {
            return None;
        }
        let mut best: Option<Onset<'_>> = None;
        for foe in foes {
            if !self.may_follow(foe) {
                continue;
            }
            let mut onset = self.onset(foe);
            // Whoever else stands on the way must be thrown as well.
            for other in foes.iter().filter(|other| other.seen.id != foe.seen.id) {
                if onset.chance > 0.0 && self.on_the_way(at(self.unit.place), foe, &other.seen.outline) {
                    let order = self.memory.order(&other.seen.id, self.view.turn);
                    let chance = self.shocks.chance(self.view, self.unit, other.seen, order, onset.storm);
                    onset.chance = onset.chance.min(chance);
                }
            }
            if best.as_ref().is_none_or(|known| onset.chance > known.chance) {
                best = Some(onset);
            }
        }
        let enough = if self.view.late() || self.unit.empty() { LAST_CHANCE } else { WORTH_IT };
        let Onset { foe, storm, now, .. } = best.filter(|onset| onset.chance >= enough)?;
        if !now {
            return self.face_in_line(foe);
        }
        let mut steps = self.steps();
        steps.face(self.mark(foe)).act("ahead");
        steps.order(true, storm)
    }

    /// How he could be charged: in storm when he stands before the front (§02.05.6); else at the march when he is near; else,
    /// when he has lost his order, next turn, after facing him.
    fn onset<'f>(&mut self, foe: &'f Foe<'f>) -> Onset<'f> {
        let turn = off(at(self.unit.place), self.unit.facing, self.mark(foe)).abs();
        let march = self.asked.limits.march_cm;
        let reach = self.asked.limits.storm_cm.filter(|&cm| turn <= BEND && self.may_bend(foe, cm));
        let storm = reach.is_some_and(|reach| self.comes_home(foe, turn, reach, true));
        let now = storm || self.comes_home(foe, turn, march, false);
        let order = self.memory.order(&foe.seen.id, self.view.turn);
        let weak = order != "OR" || 2 * foe.seen.figures <= self.unit.figures;
        let shaken = weak && turn <= FACES && self.comes_home(foe, 0.0, STORM_CM, true);
        let mut chance = 0.0;
        if now || shaken && self.unit.formation == "line" && !self.unit.mounted {
            chance = self.shocks.chance(self.view, self.unit, foe.seen, order, storm);
        }
        // What can only be done next turn must promise more.
        Onset { foe, storm, now, chance: if now { chance } else { chance - 0.15 } }
    }

    /// May a storm bend toward him? The limit he was told is that of a storm straight ahead; where it bends, horse must not come upon
    /// an obstacle (§02.06.4): a thing on the map, a work, a wagon, guns that were left.
    fn may_bend(&self, foe: &Foe<'_>, cm: f64) -> bool {
        let own = at(self.unit.place);
        let turn = off(own, self.unit.facing, self.mark(foe)).round();
        if !self.unit.mounted || turn.abs() < SLIGHT {
            return true;
        }
        let half = self.unit.front / 2.0;
        let (before, after) = (Bearing::degrees(self.unit.facing), Bearing::degrees(self.unit.facing + turn));
        let wheeled = own + (before.ahead().right() - after.ahead().right()) * (half * turn.signum());
        let end = wheeled + after.ahead() * (cm * self.cm());
        let things = self.materiel();
        let met = |outline: &[[f64; 2]]| {
            let places = (0..=24).map(|part| wheeled.toward(end, f64::from(part) / 24.0));
            let mut near = places.filter_map(|place| nearest(outline, place).map(|it| it.distance(place)));
            near.any(|away| away <= half + ROOM)
        };
        let left = self.view.here().any(|unit| unit.battery.as_ref().is_some_and(|guns| guns.abandoned));
        !left
            && !things.iter().any(|outline| met(outline))
            && !self.chart.hinders_storm(&[own, wheeled, end], 2.0 * (half + ROOM))
    }

    /// Wagons and works he knows of.
    fn materiel(&self) -> Vec<Vec<[f64; 2]>> {
        let own = self.view.here().filter(|unit| unit.arm == "wagon").map(|unit| unit.outline.clone());
        let seen = self.view.friends.iter().chain(&self.view.enemies);
        let seen = seen.filter(|unit| unit.arm == "wagon").map(|unit| unit.outline.clone());
        let ends = |work: &Work| vec![[work.left.x, work.left.y], [work.right.x, work.right.y]];
        own.chain(seen).chain(self.view.works.iter().map(ends)).collect()
    }

    /// What he goes for: the middle of the enemy's front, or what is nearest of him when he is close.
    pub(super) fn mark(&self, foe: &Foe<'_>) -> Point {
        let own = at(self.unit.place);
        let near = nearest(&foe.seen.outline, own).filter(|near| near.distance(own) <= 6.0 * self.cm());
        near.unwrap_or(at(foe.seen.place))
    }

    /// A charge that does not come home is worse than none (§07.01.6).
    fn comes_home(&self, foe: &Foe<'_>, turn: f64, reach: f64, storm: bool) -> bool {
        let own = at(self.unit.place);
        let Some(there) = nearest(&foe.seen.outline, own) else { return false };
        let slow = if self.chart.clear(own, there) { 1.0 } else { 2.0 };
        // A right angle costs one and a half times the front (§02.05.5).
        let wheel = turn / 90.0 * 1.5 * self.unit.front / self.cm();
        let cm = own.distance(there) / self.cm() * slow + wheel + 1.0;
        cm <= reach && !self.blocked(own, foe, storm)
    }

    /// Would a line that goes straight at him from a place run into a friend? Those who stand and fight hand to hand are marched
    /// through, but not in storm (§04.02.5).
    pub(super) fn blocked(&self, from: Point, foe: &Foe<'_>, storm: bool) -> bool {
        self.comrades(storm).any(|outline| self.on_the_way(from, foe, outline))
    }

    /// Does somebody stand where a line goes that goes straight at him from a place?
    fn on_the_way(&self, from: Point, foe: &Foe<'_>, outline: &[[f64; 2]]) -> bool {
        let Some(there) = nearest(&foe.seen.outline, from) else { return true };
        let Some(ahead) = (there - from).unit() else { return false };
        let half = ahead.right() * (self.unit.front / 2.0);
        let way = ahead * from.distance(there);
        [from - half, from, from + half].iter().any(|&file| crosses(outline, file, file + way))
    }

    /// Whoever keeps a goal stays on it; others follow a little way.
    pub(super) fn may_follow(&self, foe: &Foe<'_>) -> bool {
        let near = |to: Point| nearest(&foe.seen.outline, to).unwrap_or(at(foe.seen.place)).distance(to);
        let leash = match () {
            () if self.unit.mounted => LEASH_HORSE,
            () if self.view.late() => LEASH_LATE,
            () => LEASH_FOOT,
        };
        let goal = self.plan.goals.get(&self.unit.id);
        match goal.filter(|_| self.plan.keepers.contains(&self.unit.id)) {
            Some(goal) => near(goal.place) <= goal.radius + 8.0 * self.cm(),
            None => near(self.post()) <= leash * self.cm(),
        }
    }
}
