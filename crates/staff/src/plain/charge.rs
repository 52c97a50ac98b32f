//! Charges, where the exact odds give an enemy into his hands.

use krigsspil_engine::battle::{At, ChargeAsked, Evolution, Formed, Intent, Poise, Role};
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::{Span, crosses, nearest, off};
use super::steps::SLIGHT;

/// A charge is worth it from this chance up.
pub(super) const WORTH_IT: f64 = 0.55;
/// When time runs out, or ammunition has, from this.
const LAST_CHANCE: f64 = 0.4;
/// What can only be done next turn must promise so much more.
const LATER: f64 = 0.15;
/// So many metres beside its front horse that bends its charge keeps clear of obstacles.
const ROOM: f64 = 15.0;
/// So far he turns to charge one who has lost his order.
const FACES: f64 = 110.0;
/// Of one as near as this, in grains, the nearest part is gone for and not the middle of his front.
const AT_HIM: f64 = 6.0;
/// So many grains are to spare when a charge comes home.
const SPARE: f64 = 1.0;
/// Ground that is not clear is this much slower.
const SLOW: f64 = 2.0;

/// A charge that could be made.
struct Onset<'a> {
    foe: Foe<'a>,
    full_speed: bool,
    /// This turn; else he must be faced first.
    now: bool,
    chance: f64,
}

impl<'a> Mind<'a> {
    /// The charge with the best odds, if they are good enough.
    pub(super) fn charge(&mut self) -> Option<Intent> {
        if !self.unit.trim.charges() || !self.may_march() || !self.unit.able() {
            return None;
        }
        let foes = self.foes.clone();
        let mut best: Option<Onset<'a>> = None;
        let leash = self.leash();
        for foe in foes.iter().filter(|foe| leash.holds(foe)) {
            let mut onset = self.onset(foe);
            // Whoever else stands on the way must be thrown as well.
            for other in foes.iter().filter(|other| other.seen.id() != foe.seen.id()) {
                if onset.chance > 0.0
                    && self.on_the_way(self.own(), foe, other.seen.span, other.seen.outline())
                {
                    onset.chance = onset.chance.min(self.chance(other, onset.full_speed));
                }
            }
            if best.as_ref().is_none_or(|known| onset.chance > known.chance) {
                best = Some(onset);
            }
        }
        let enough = if self.scene.late() || self.unit.trim.empty { LAST_CHANCE } else { WORTH_IT };
        let Onset { foe, full_speed, now, .. } = best.filter(|onset| onset.chance >= enough)?;
        if !now {
            return self.face_in_line(&foe);
        }
        let mut steps = self.steps();
        steps.face(self.mark(&foe)).act(Evolution::AheadFarAsItCan);
        let at = foe.seen.shown.id.clone();
        steps.parts().map(|way| Intent::Charge { at, way, full_speed })
    }

    /// The exact chance that a charge upon him goes home.
    pub(super) fn chance(&self, foe: &Foe<'_>, full_speed: bool) -> f64 {
        let (view, unit, enemy) = (self.scene.view, self.unit.shown, foe.seen.shown);
        let asked = ChargeAsked { view, unit, enemy, poise: self.poise_of(foe), full_speed };
        self.odds.chance(self.scene.drill.charge(&asked))
    }

    /// How he could be charged: at full speed when he stands before the front; else at the march when he is near; else, when he has
    /// lost his order, next turn, after facing him.
    fn onset(&mut self, foe: &Foe<'a>) -> Onset<'a> {
        let turn = off(self.own(), self.unit.shown.facing, self.mark(foe)).abs();
        let bends = turn <= self.doctrine.charge_bends;
        let reach = self.means.charge.filter(|&reach| bends && self.may_bend(foe, reach));
        let full_speed = reach.is_some_and(|reach| self.comes_home(foe, turn, reach, true));
        let now = full_speed || self.comes_home(foe, turn, self.means.march, false);
        let weak = self.poise_of(foe) != Poise::Steady
            || 2 * foe.seen.shown.strength.now <= self.unit.shown.strength.now;
        let later = || {
            weak && turn <= FACES
                && self.unit.trim.formed == Formed::Line
                && self.unit.trim.role != Role::Horse
                && self.comes_home(foe, 0.0, self.doctrine.reach.foot_charge, true)
        };
        let chance = if now || later() { self.chance(foe, full_speed) } else { 0.0 };
        Onset { foe: *foe, full_speed, now, chance: if now { chance } else { chance - LATER } }
    }

    /// May a charge bend toward him? The reach he was told is that of one straight ahead; where it bends, horse must not come upon
    /// an obstacle: a thing on the map, a work, a wagon, guns that were left.
    fn may_bend(&self, foe: &Foe<'_>, reach: f64) -> bool {
        let (own, facing) = (self.own(), self.unit.shown.facing);
        let turn = off(own, facing, self.mark(foe)).round();
        if self.unit.trim.role != Role::Horse || turn.abs() < SLIGHT {
            return true;
        }
        let half = self.unit.shown.front / 2.0;
        let (before, after) = (Bearing::degrees(facing), Bearing::degrees(facing + turn));
        let wheeled = own + (before.ahead().right() - after.ahead().right()) * (half * turn.signum());
        let end = wheeled + after.ahead() * (reach * self.measure());
        let met = |outline: &[At]| {
            let places = (0..=24).map(|part| wheeled.toward(end, f64::from(part) / 24.0));
            let mut near = places.filter_map(|place| nearest(outline, place).map(|it| it.distance(place)));
            near.any(|away| away <= half + ROOM)
        };
        let left = self.scene.here.iter().any(|unit| unit.trim.abandoned);
        let drill = self.scene.drill;
        !left
            && !self.in_the_way_of_horse(met)
            && !self.chart.crosses(&[own, wheeled, end], 2.0 * (half + ROOM), |kind| drill.bars_charge(kind))
    }

    /// Is it so of one of the wagons and works he knows of?
    fn in_the_way_of_horse(&self, met: impl Fn(&[At]) -> bool) -> bool {
        let own = self.scene.here.iter().map(|unit| (unit.trim.role, &*unit.shown.outline));
        let seen = self.scene.friends.iter().chain(&self.scene.enemies);
        let seen = seen.map(|unit| (unit.trim.role, unit.outline()));
        let mut wagons = own.chain(seen).filter(|(role, _)| *role == Role::Train);
        let mut works = self.scene.view.changes.iter().filter(|change| change.change == "built");
        wagons.any(|(_, outline)| met(outline)) || works.any(|work| met(&[work.from, work.to]))
    }

    /// What he goes for: the middle of the enemy's front, or what is nearest of him when he is close.
    pub(super) fn mark(&self, foe: &Foe<'_>) -> Point {
        let own = self.own();
        let close = AT_HIM * self.doctrine.grain * self.measure();
        let near = nearest(foe.seen.outline(), own).filter(|near| near.distance(own) <= close);
        near.unwrap_or(foe.place())
    }

    /// A charge that does not come home is worse than none.
    fn comes_home(&self, foe: &Foe<'_>, turn: f64, reach: f64, full_speed: bool) -> bool {
        let own = self.own();
        let Some(there) = nearest(foe.seen.outline(), own) else { return false };
        let straight = own.distance(there) / self.measure();
        if straight > reach {
            return false;
        }
        let slow = if self.chart.clear(own, there) { 1.0 } else { SLOW };
        let wheel = turn / 90.0 * self.doctrine.wheel_fronts * self.unit.shown.front / self.measure();
        let way = straight * slow + wheel + SPARE * self.doctrine.grain;
        way <= reach && !self.blocked(own, foe, full_speed)
    }

    /// Would a line that goes straight at him from a place run into a friend? Those who stand and fight hand to hand are marched
    /// through, but not at full speed.
    pub(super) fn blocked(&self, from: Point, foe: &Foe<'_>, full_speed: bool) -> bool {
        self.comrades(full_speed).any(|(span, outline)| self.on_the_way(from, foe, span, outline))
    }

    /// Does somebody stand where a line goes that goes straight at him from a place?
    fn on_the_way(&self, from: Point, foe: &Foe<'_>, span: Span, outline: &[At]) -> bool {
        let Some(there) = nearest(foe.seen.outline(), from) else { return true };
        let Some(ahead) = (there - from).unit() else { return false };
        let half = ahead.right() * (self.unit.shown.front / 2.0);
        let way = ahead * from.distance(there);
        let files = [from - half, from, from + half];
        files.iter().any(|&file| span.touches(file, file + way) && crosses(outline, file, file + way))
    }

    /// Whoever keeps a goal stays on it; others follow a little way.
    pub(super) fn leash(&self) -> Leash {
        let length = match () {
            () if self.unit.trim.role == Role::Horse => self.doctrine.leash.horse,
            () if self.scene.late() => self.doctrine.leash.late,
            () => self.doctrine.leash.foot,
        };
        let goal = self.plan.goals.get(self.unit.id());
        let goal = goal.filter(|_| self.plan.keepers.contains(self.unit.id()));
        let (from, metres) = match goal {
            Some(goal) => (goal.place, goal.radius + self.doctrine.near.short * self.measure()),
            None => (self.post, length * self.measure()),
        };
        Leash { from, metres }
    }
}

/// How far an enemy is followed.
#[derive(Clone, Copy)]
pub(super) struct Leash {
    from: Point,
    metres: f64,
}

impl Leash {
    /// Is he near enough to be followed?
    pub fn holds(&self, foe: &Foe<'_>) -> bool {
        // He whose whole body is farther off need not be measured.
        foe.seen.span.at_least(self.from) <= self.metres
            && nearest(foe.seen.outline(), self.from).unwrap_or(foe.place()).distance(self.from)
                <= self.metres
    }
}
