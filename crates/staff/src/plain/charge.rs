//! Charges, when the exact odds favour them.

use krigsspil_engine::battle::{At, ChargeAsked, Evolution, Formed, Intent, Poise, Role};
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::{Span, crosses, nearest, off};
use super::steps::SLIGHT;

/// The least chance when time or ammunition has run out.
const LAST_CHANCE: f64 = 0.4;
/// A charge that is only possible next turn needs this much more chance.
const LATER: f64 = 0.15;
/// Cavalry that bends its charge keeps obstacles this many metres clear of its front's ends.
const ROOM: f64 = 15.0;
/// The widest turn, in degrees, of a column that goes at an enemy.
const COLUMN_TURNS: f64 = 45.0;
/// The widest turn, in degrees, to charge an enemy who has lost his order.
const FACES: f64 = 110.0;
/// If the enemy is this near, in grains, the charge aims at his nearest part instead of the middle of his front.
const AT_HIM: f64 = 6.0;
/// An enemy no more degrees off the way to the post is in the way.
const IN_THE_WAY: f64 = 60.0;
/// The margin, in grains, that a charge must have in reach.
const SPARE: f64 = 1.0;
/// Ground that is not clear is this many times slower.
const SLOW: f64 = 2.0;

/// A possible charge.
struct Onset<'a> {
    foe: Foe<'a>,
    full_speed: bool,
    /// It is possible this turn; otherwise the unit must face the enemy first.
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
        for foe in foes.iter() {
            if !leash.holds(foe) && !self.bars_the_way(foe) {
                continue;
            }
            let mut onset = self.onset(foe);
            // The charge must also beat everybody else who stands on the way.
            for other in foes.iter().filter(|other| other.seen.id() != foe.seen.id()) {
                if onset.chance > 0.0
                    && self.attackable.is_none()
                    && self.on_the_way(self.own(), foe, other.seen.span, other.seen.outline())
                {
                    onset.chance = onset.chance.min(self.chance(other, onset.full_speed));
                }
            }
            if best.as_ref().is_none_or(|known| onset.chance > known.chance) {
                best = Some(onset);
            }
        }
        let worth = self.scene.drill.worth_a_charge();
        let enough = if self.scene.late() || self.unit.trim.empty { worth.min(LAST_CHANCE) } else { worth };
        let Onset { foe, full_speed, now, .. } = best.filter(|onset| onset.chance >= enough)?;
        if !now {
            return self.face_in_line(&foe);
        }
        let mut steps = self.steps();
        steps.face(self.mark(&foe)).act(Evolution::AheadFarAsItCan);
        let at = foe.seen.shown.id.clone();
        steps.parts().map(|way| Intent::Charge { at, way, full_speed })
    }

    /// The exact chance that a charge on him succeeds.
    pub(super) fn chance(&self, foe: &Foe<'_>, full_speed: bool) -> f64 {
        let (view, unit, enemy) = (self.scene.view, self.unit.shown, foe.seen.shown);
        let asked = ChargeAsked { view, unit, enemy, poise: self.poise_of(foe), full_speed };
        self.odds.chance(self.scene.drill.charge(&asked))
    }

    /// How he could be charged: at full speed if he is before the front; otherwise at the march if he is near; otherwise, if he has lost
    /// his order, next turn, after the unit has faced him.
    fn onset(&mut self, foe: &Foe<'a>) -> Onset<'a> {
        let turn = off(self.own(), self.unit.shown.facing, self.mark(foe)).abs();
        let bends = turn <= self.doctrine.charge_bends;
        let reach = self.means.charge.filter(|&reach| bends && self.may_bend(foe, reach));
        let (full_speed, now) = match &self.attackable {
            Some(reached) => (true, reached.contains(&foe.seen.id())),
            None => {
                let full_speed = reach.is_some_and(|reach| self.comes_home(foe, turn, reach, true));
                (full_speed, full_speed || self.comes_home(foe, turn, self.means.march, false))
            }
        };
        let weak = self.poise_of(foe) != Poise::Steady
            || 2 * foe.seen.shown.strength.now <= self.unit.shown.strength.now;
        // Where he only turns now and attacks are declared after it, nobody has time to get away or to turn himself.
        let turns_first = self.attackable.is_none() && self.memory.declared() && self.means.march <= 0.0;
        let later = || {
            // After the last turn there is no next one.
            (turns_first || weak && !self.scene.last())
                && turn <= FACES
                && self.unit.trim.formed == Formed::Line
                && self.unit.trim.role != Role::Horse
                && self.comes_home(foe, 0.0, self.doctrine.reach.foot_charge, true)
        };
        let chance = if now || later() { self.chance(foe, full_speed) } else { 0.0 };
        let sure = now || turns_first;
        Onset { foe: *foe, full_speed, now, chance: if sure { chance } else { chance - LATER } }
    }

    /// May a charge bend toward him? The reach in the prompt is for a charge straight ahead. If it bends, cavalry must not meet an
    /// obstacle: a feature on the map, a work, a wagon, abandoned guns.
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

    /// Is `met` true for one of the wagons and works he knows of?
    fn in_the_way_of_horse(&self, met: impl Fn(&[At]) -> bool) -> bool {
        let own = self.scene.here.iter().map(|unit| (unit.trim.role, &*unit.shown.outline));
        let seen = self.scene.friends.iter().chain(&self.scene.enemies);
        let seen = seen.map(|unit| (unit.trim.role, unit.outline()));
        let mut wagons = own.chain(seen).filter(|(role, _)| *role == Role::Train);
        let mut works = self.scene.view.changes.iter().filter(|change| change.change == "built");
        wagons.any(|(_, outline)| met(outline)) || works.any(|work| met(&[work.from, work.to]))
    }

    /// The point he aims at: the middle of the enemy's front, or the enemy's nearest part if he is close.
    pub(super) fn mark(&self, foe: &Foe<'_>) -> Point {
        let own = self.own();
        let close = AT_HIM * self.doctrine.grain * self.measure();
        let near = nearest(foe.seen.outline(), own).filter(|near| near.distance(own) <= close);
        near.unwrap_or(foe.place())
    }

    /// Does the charge reach him? A charge that falls short is worse than none.
    fn comes_home(&self, foe: &Foe<'_>, turn: f64, reach: f64, full_speed: bool) -> bool {
        let own = self.own();
        let Some(there) = nearest(foe.seen.outline(), own) else { return false };
        let straight = own.distance(there) / self.measure();
        if self.in_column() {
            // An attack that falls short has only marched.
            return straight <= self.doctrine.near.alert
                && turn <= COLUMN_TURNS
                && !self.blocked(own, foe, full_speed);
        }
        if straight > reach {
            return false;
        }
        let slow = if self.chart.clear(own, there) { 1.0 } else { SLOW };
        let wheel = turn / 90.0 * self.doctrine.wheel_fronts * self.unit.shown.front / self.measure();
        let way = straight * slow + wheel + SPARE * self.doctrine.grain;
        way <= reach && !self.blocked(own, foe, full_speed)
    }

    /// Would a line that goes straight at him from a place run into a friend? A line at the march, but not at full speed, can pass through
    /// friends who stand and fight hand to hand.
    pub(super) fn blocked(&self, from: Point, foe: &Foe<'_>, full_speed: bool) -> bool {
        self.comrades(full_speed).any(|(span, outline)| self.on_the_way(from, foe, span, outline))
    }

    /// Does somebody stand in the way of a line that goes straight at him from a place?
    fn on_the_way(&self, from: Point, foe: &Foe<'_>, span: Span, outline: &[At]) -> bool {
        let Some(there) = nearest(foe.seen.outline(), from) else { return true };
        let Some(ahead) = (there - from).unit() else { return false };
        let half = ahead.right() * (self.unit.shown.front / 2.0);
        let way = ahead * from.distance(there);
        let files = [from - half, from, from + half];
        files.iter().any(|&file| span.touches(file, file + way) && crosses(outline, file, file + way))
    }

    /// Does he stand in the way to its post, near and before it? Where attacks are declared, a march only halts before him, and he bars the way
    /// until he is attacked, however far the post is.
    fn bars_the_way(&self, foe: &Foe<'_>) -> bool {
        let near = &self.doctrine.near;
        let to_him = off(self.own(), self.unit.shown.facing, self.mark(foe));
        let to_post = off(self.own(), self.unit.shown.facing, self.post);
        let bars = if self.in_column() { near.alert } else { near.close };
        (self.attackable.is_some() || self.in_column())
            && self.unit.trim.role == Role::Foot
            && foe.away <= bars
            && self.to_go() > near.close
            && (to_him - to_post).abs() <= IN_THE_WAY
    }

    /// A unit that keeps a goal stays on it; others follow an enemy for a short distance.
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

/// How far a unit follows an enemy.
#[derive(Clone, Copy)]
pub(super) struct Leash {
    from: Point,
    metres: f64,
}

impl Leash {
    /// Is he near enough to follow?
    pub fn holds(&self, foe: &Foe<'_>) -> bool {
        foe.is_within(self.from, self.metres)
    }
}
