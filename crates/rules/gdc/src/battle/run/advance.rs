//! Units that move at once (R56): in small steps together; where two would take the same ground one of them stops. Chargers touch enemies,
//! nobody else does.

use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::onset::TOGETHER;
use crate::battle::state::*;
use crate::battle::terrain;
use crate::battle::walk::Course;

/// All movers take steps of so many yards together.
const STEP: f64 = 10.0;
/// Halvings that find a place on a step to a hundredth of a yard.
const HALVINGS: u32 = 10;
/// Nobody who does not charge comes nearer to an enemy than this, in yards.
const CLEAR: f64 = 1.0;

/// Somebody on his way.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub unit: UnitId,
    pub course: Course,
    /// How far its move brings it, in yards of the course.
    pub reach: f64,
    /// It charges: it goes for enemies.
    pub charges: bool,
    /// Yards it has gone.
    pub at: f64,
    /// It goes no farther.
    pub halted: bool,
    /// Enemies it has touched.
    pub touched: Vec<UnitId>,
    /// The friend who stopped it.
    pub friend: Option<UnitId>,
    /// Those it flows around (§9.5.B).
    pub around: Vec<UnitId>,
    /// No enemy may be within so many yards of where it goes (§6.4).
    pub shy: f64,
}

impl Mover {
    pub fn new(unit: UnitId, course: Course, reach: f64, charges: bool) -> Mover {
        let shy = if charges { 0.0 } else { CLEAR };
        Mover {
            unit,
            course,
            reach,
            charges,
            at: 0.0,
            halted: reach <= 0.0,
            touched: Vec::new(),
            friend: None,
            around: Vec::new(),
            shy,
        }
    }
}

/// Who of two that want the same ground stops.
enum Stops {
    First,
    Second,
}

/// Charging cavalry that is unformed passes friends so far, in yards (§5.2.I).
const LOOSE_PASSES: f64 = 300.0;

impl Run<'_> {
    /// May one unit go through another of its side: skirmishers, and guns in position (§5.2.D, §5.3.C)? Unformed cavalry through anybody in
    /// its first 300 yards (§5.2.I).
    fn passes(&self, mover: &Mover, other: UnitId) -> bool {
        let (own, there) = (self.unit(mover.unit), self.unit(other));
        if own.side != there.side {
            return mover.around.contains(&other);
        }
        // Unformed cavalry passes anybody at first, and nobody any more later (§5.2.I).
        if mover.charges && own.mounted() && own.unformed() {
            return mover.at <= LOOSE_PASSES;
        }
        there.unformed() || there.holds.is_some() || there.unlimbered() || own.unformed() && !own.mounted()
    }

    /// Moves all of them together. Where they end, nobody stands on anybody.
    pub(super) fn advance(&mut self, movers: &mut [Mover]) {
        // In the order of their places: whom one meets first of two must not hang on a name.
        let standing = self.battle.solid().filter(|unit| !movers.iter().any(|mover| mover.unit == *unit));
        let standing = self.battle.by_place(standing.collect());
        while movers.iter().any(|mover| !mover.halted) {
            let next: Vec<f64> = movers
                .iter()
                .map(|mover| if mover.halted { mover.at } else { (mover.at + STEP).min(mover.reach) })
                .collect();
            self.step(movers, next, &standing);
            for mover in movers.iter() {
                self.battle.units[mover.unit].placed = mover.course.at(mover.at);
            }
        }
        self.clear_up(movers);
    }

    /// One step of all: proposals, then whoever is in the way of whom, until nobody is.
    fn step(&mut self, movers: &mut [Mover], mut next: Vec<f64>, standing: &[UnitId]) {
        let mut bodies: Vec<Placed> =
            movers.iter().zip(&next).map(|(mover, at)| mover.course.at(*at)).collect();
        while let Some((one, other)) = self.conflict(movers, &bodies, &next, standing) {
            match other {
                Other::Mover(other) => {
                    let enemies = self.unit(movers[one].unit).side != self.unit(movers[other].unit).side;
                    if enemies && (movers[one].charges || movers[other].charges) {
                        self.meet(movers, &mut next, &mut bodies, one, other);
                    } else {
                        let upon =
                            Self::runs_into(&movers[one], &bodies[one], &movers[other], &bodies[other]);
                        let under =
                            Self::runs_into(&movers[other], &bodies[other], &movers[one], &bodies[one]);
                        let stops = match (upon, under) {
                            // Who goes away is not stopped by who comes up behind him.
                            (true, false) => Stops::First,
                            (false, true) => Stops::Second,
                            _ => self.who_stops(&movers[one], &movers[other]),
                        };
                        let (stops, goes) = match stops {
                            Stops::First => (one, other),
                            Stops::Second => (other, one),
                        };
                        // Who has not moved in this step cannot give way: then the other does.
                        let stays = next[stops] <= movers[stops].at;
                        let (stops, goes) = if stays { (goes, stops) } else { (stops, goes) };
                        let against = bodies[goes].clone();
                        let friend = (!enemies).then_some(movers[goes].unit);
                        self.halt(&mut movers[stops], &mut next[stops], &mut bodies[stops], &against, friend);
                    }
                }
                Other::Standing(other) => {
                    let there = self.unit(other).placed.clone();
                    let enemy = self.unit(other).side != self.unit(movers[one].unit).side;
                    let mover = &mut movers[one];
                    if enemy && mover.charges {
                        self.strike(mover, &mut next[one], &mut bodies[one], &there, other);
                    } else {
                        let friend = (!enemy).then_some(other);
                        self.halt(mover, &mut next[one], &mut bodies[one], &there, friend);
                    }
                }
                Other::Ground => {
                    movers[one].halted = true;
                    next[one] = movers[one].at;
                    bodies[one] = movers[one].course.at(next[one]);
                }
            }
        }
        for (mover, at) in movers.iter_mut().zip(next) {
            mover.at = at;
            mover.halted |= mover.at >= mover.reach - 1e-9;
        }
    }

    /// The first conflict of a step: two movers, a mover and somebody who stands, a mover and the edge of the table.
    fn conflict(
        &self,
        movers: &[Mover],
        bodies: &[Placed],
        next: &[f64],
        standing: &[UnitId],
    ) -> Option<(usize, Other)> {
        let table = self.battle.fixed.ground.table();
        for (one, mover) in movers.iter().enumerate() {
            let moves = next[one] > mover.at;
            if moves && (!table.holds(&bodies[one]) || terrain::barred(self.battle, &bodies[one])) {
                return Some((one, Other::Ground));
            }
            for (other, beside) in movers.iter().enumerate().skip(one + 1) {
                let moving = moves || next[other] > beside.at;
                let through = || self.passes(mover, beside.unit) || self.passes(beside, mover.unit);
                if moving && self.too_near(mover, &bodies[one], beside, &bodies[other]) && !through() {
                    let first = if moves { one } else { other };
                    let second = if moves { other } else { one };
                    return Some((first, Other::Mover(second)));
                }
            }
            if !moves {
                continue;
            }
            for &other in standing {
                let there = &self.unit(other).placed;
                let enemy = self.unit(other).side != self.unit(mover.unit).side;
                let shy = if enemy { mover.shy } else { 0.0 };
                let near = there.extent().meets(&bodies[one].extent().grown(shy))
                    && Self::meets(&bodies[one], there, shy);
                // Coming away from an enemy who was near already is no contact.
                let nearer = || {
                    let before = &self.unit(mover.unit).placed;
                    shy == 0.0 || distance(&bodies[one], there) < distance(before, there) + 1e-6
                };
                if near && nearer() && !self.passes(mover, other) {
                    return Some((one, Other::Standing(other)));
                }
            }
        }
        None
    }

    fn meets(one: &Placed, other: &Placed, shy: f64) -> bool {
        if shy > 0.0 { distance(one, other) < shy - 1e-6 } else { overlaps(one, other) }
    }

    fn too_near(&self, mover: &Mover, body: &Placed, beside: &Mover, other: &Placed) -> bool {
        let enemies = self.unit(mover.unit).side != self.unit(beside.unit).side;
        let shy = if enemies && !mover.charges && !beside.charges { mover.shy.max(beside.shy) } else { 0.0 };
        body.extent().grown(shy).meets(other.extent()) && Self::meets(body, other, shy)
    }

    /// Does a mover run into another as he stands now, while the other's own step leads clear of the mover?
    fn runs_into(mover: &Mover, body: &Placed, other: &Mover, ahead: &Placed) -> bool {
        let (from, there) = (mover.course.at(mover.at), other.course.at(other.at));
        overlaps(body, &there) && !overlaps(&from, ahead)
    }

    /// The one with the shorter way stops first, ties by the lower melee grade, then by place (R56).
    fn who_stops(&self, one: &Mover, other: &Mover) -> Stops {
        let grade = |mover: &Mover| self.unit(mover.unit).ratings.melee;
        let order = (one.halted as u8).cmp(&(other.halted as u8)).reverse();
        // One that does not move any more has stopped already: the other must.
        let order = if order.is_ne() { order.reverse() } else { order };
        let order = order
            .then(one.reach.total_cmp(&other.reach))
            .then(grade(one).cmp(&grade(other)))
            .then_with(|| self.battle.comes_first(other.unit, one.unit));
        if order.is_le() { Stops::First } else { Stops::Second }
    }

    /// A mover stops before a body.
    fn halt(
        &self,
        mover: &mut Mover,
        next: &mut f64,
        body: &mut Placed,
        against: &Placed,
        friend: Option<UnitId>,
    ) {
        let free = |at: f64| {
            !Self::meets(&mover.course.at(at), against, if friend.is_some() { 0.0 } else { mover.shy })
        };
        let (mut clear, mut blocked) = (mover.at, *next);
        if free(clear) {
            for _ in 0..HALVINGS {
                let middle = (clear + blocked) / 2.0;
                if free(middle) { clear = middle } else { blocked = middle }
            }
        }
        // It gives way in any case, so that nobody waits for ever.
        let clear = if clear < *next { clear } else { mover.at };
        mover.halted = true;
        mover.friend = mover.friend.or(friend);
        *next = clear;
        *body = mover.course.at(clear);
    }

    /// A charger touches an enemy who stands.
    fn strike(&self, mover: &mut Mover, next: &mut f64, body: &mut Placed, there: &Placed, enemy: UnitId) {
        self.halt(mover, next, body, there, Some(enemy));
        mover.friend = None;
        if !mover.touched.contains(&enemy) {
            mover.touched.push(enemy);
        }
    }

    /// Two enemies on the move touch, where both have come equally far of this step.
    fn meet(&self, movers: &mut [Mover], next: &mut [f64], bodies: &mut [Placed], one: usize, other: usize) {
        let along = |mover: &Mover, to: f64, share: f64| mover.at + (to - mover.at) * share;
        let upon = |share: f64| {
            let a = movers[one].course.at(along(&movers[one], next[one], share));
            let b = movers[other].course.at(along(&movers[other], next[other], share));
            overlaps(&a, &b)
        };
        let (mut clear, mut met) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = (clear + met) / 2.0;
            if upon(middle) { met = middle } else { clear = middle }
        }
        for (this, that) in [(one, other), (other, one)] {
            let enemy = movers[that].unit;
            next[this] = along(&movers[this], next[this], clear);
            bodies[this] = movers[this].course.at(next[this]);
            let mover = &mut movers[this];
            mover.halted = true;
            if mover.charges && !mover.touched.contains(&enemy) {
                mover.touched.push(enemy);
            }
        }
    }

    /// A mover who stands on somebody goes back along his way until he does not; true when he has.
    fn steps_back(&mut self, mover: &mut Mover) -> bool {
        let upon = |run: &Self, at: f64| {
            let there = mover.course.at(at);
            let on = |other: UnitId| {
                let body = &run.unit(other).placed;
                body.extent().meets(there.extent()) && overlaps(&there, body)
            };
            run.battle.solid().filter(|unit| *unit != mover.unit).any(on)
        };
        let mut at = mover.at;
        while at > 0.0 && upon(self, at) {
            at = (at - 1.0).max(0.0);
        }
        let back = at < mover.at;
        if back {
            mover.touched.clear();
            mover.at = at;
            self.battle.units[mover.unit].placed = mover.course.at(at);
        }
        back
    }

    /// Nobody ends on a friend he went through: he stops before him. Chargers touch all enemies who stand beside the one they touched.
    fn clear_up(&mut self, movers: &mut [Mover]) {
        let mut order: Vec<usize> = (0..movers.len()).collect();
        order.sort_by(|&a, &b| self.battle.comes_first(movers[a].unit, movers[b].unit));
        // One who goes back may come onto somebody who followed him: then that one goes back too.
        while order.iter().any(|&place| self.steps_back(&mut movers[place])) {}
        for mover in movers.iter_mut().filter(|mover| mover.charges && !mover.touched.is_empty()) {
            let own = &self.battle.units[mover.unit].placed;
            let solid = self.battle.solid().filter(|&unit| {
                let there = &self.battle.units[unit];
                there.side != self.battle.units[mover.unit].side
                    && distance(own, &there.placed) <= TOGETHER
                    && before_front(own, &there.placed)
            });
            let beside: Vec<UnitId> = solid
                .filter(|enemy| !mover.touched.contains(enemy) && !mover.around.contains(enemy))
                .collect();
            mover.touched.extend(self.battle.by_place(beside));
        }
    }
}

/// Fronts that lie before each other by less than this do not touch (§9.1.B), in yards.
const TOUCH: f64 = 0.01;

/// Does some of another body lie before a body's front, between its wings?
fn before_front(own: &Placed, other: &Placed) -> bool {
    let (frame, half) = (own.frame(), own.body().front() / 2.0);
    let aside = other.parts().iter().flat_map(|part| part.corners().to_vec());
    let (low, high) = aside
        .map(|corner| frame.to_body(corner).x)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    low.max(-half) + TOUCH < high.min(half)
}

/// What is in a mover's way.
enum Other {
    Mover(usize),
    Standing(UnitId),
    Ground,
}
