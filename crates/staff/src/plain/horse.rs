//! Intents for mounted cavalry: it stays out of fire until it can charge.

use krigsspil_engine::battle::{Act, Formed, Intent, Poise, Role};
use krigsspil_field::prelude::Point;

use super::Mind;
use super::foe::Foe;
use super::outline::swing;

/// Within this many metres of the edge of the table it turns in column; it also does not ride away nearer to the edge than this.
const EDGE: f64 = 120.0;
/// A ride shorter than this, in metres, is not worth making.
const NO_RIDE: f64 = 60.0;
/// How many grains it rides away, and the margin it keeps.
const AWAY: f64 = 12.0;
const SPARE: f64 = 3.0;
/// How many half rooms it stays short of its post at most.
const FALLS_SHORT: u32 = 24;
/// He counts as before its front within this many degrees.
const BEFORE: f64 = 15.0;

impl<'a> Mind<'a> {
    pub(super) fn horse(&mut self) -> Option<Intent> {
        let keeps_off = self.doctrine.near.keeps_off;
        let quiet = self.foes.first().is_none_or(|foe| foe.away > keeps_off);
        if self.unit.trim.poise != Poise::Steady && quiet && self.may(Act::Rally) {
            return Some(Intent::Rally);
        }
        // An empty goal is worth more than a charge somewhere else.
        let takes = self.plan.takers.contains(self.unit.id()) && !self.goal_is_contested();
        if takes && self.may_march() {
            return self.ride();
        }
        if let Some(intent) = self.charge() {
            return Some(intent);
        }
        if !self.may_march() {
            return None;
        }
        if let Some(intent) = self.prey() {
            return Some(intent);
        }
        match self.foes.iter().find(|foe| !foe.seen.engaged && foe.away <= keeps_off) {
            Some(foe) => self.keep_off(foe),
            None => self.ride_up(),
        }
    }

    /// Is he held in a melee, or has he given way; or are they guns that are limbered or look another way?
    fn weak(&self, foe: &Foe<'_>) -> bool {
        foe.seen.engaged
            || matches!(self.poise_of(foe), Poise::Ruffled | Poise::Shaken)
            || self.silent_guns(foe)
    }

    /// Guns that cannot fire at it as they stand.
    fn silent_guns(&self, foe: &Foe<'_>) -> bool {
        foe.seen.trim.role == Role::Guns
            && (foe.seen.trim.in_position == Some(false) || foe.looks_away(self.own()))
    }

    /// Attacks an enemy who is held in a melee or has given way, while no enemy in good order is near: turns to him, and comes within reach
    /// of a charge.
    fn prey(&mut self) -> Option<Intent> {
        let (near, reach) = (&self.doctrine.near, self.doctrine.reach.horse_charge);
        let danger = self.foes.iter().any(|foe| foe.away <= near.close && !self.weak(foe));
        if danger || self.unit.trim.formed != Formed::Line {
            return None;
        }
        let prey = |foe: &Foe<'_>| foe.away <= near.prey && self.weak(foe);
        let weak: Vec<Foe<'a>> = self.foes.iter().copied().filter(prey).collect();
        let (own, leash) = (self.own(), self.leash());
        for foe in &weak {
            let clear =
                leash.holds(foe) && self.chart.clear(own, foe.place()) && !self.blocked(own, foe, true);
            if !clear || self.chance(foe, true) < self.scene.drill.worth_a_charge() {
                continue;
            }
            let mut steps = self.steps();
            if foe.off().abs() > BEFORE {
                return steps.swing(foe.off()).march();
            }
            if foe.away > reach {
                return steps.ahead(foe.away - reach).march();
            }
        }
        None
    }

    /// Rides away from him toward home, and stays on the table.
    fn keep_off(&self, foe: &Foe<'_>) -> Option<Intent> {
        let own = self.own();
        let away = (own - foe.place()).unit().unwrap_or(self.plan.back());
        let way = (away + self.plan.back()) * (AWAY * self.doctrine.grain * self.measure());
        let goal = self.chart.inside(own + way, EDGE);
        if own.distance(goal) < NO_RIDE {
            return None;
        }
        self.steps().along(&[goal]).march()
    }

    /// Where it rides to: its post, or, if an enemy is too near that, the place nearest to it on the way home where none is. So it does not
    /// stand wherever it happens to be, on a road or a bridge that others need.
    fn stand(&self) -> Option<Point> {
        let near = &self.doctrine.near;
        let room = (near.keeps_off + SPARE * self.doctrine.grain) * self.measure();
        let enemies = || self.scene.enemies.iter().filter(|enemy| enemy.hurts());
        let free = |place: &Point| enemies().all(|enemy| enemy.place().distance(*place) >= room);
        let back = self.plan.back() * (room / 2.0);
        let short = (1..FALLS_SHORT).map(|step| self.chart.inside(self.post + back * f64::from(step), EDGE));
        let nearer = |place: &Point| place.distance(self.post) <= self.own().distance(self.post);
        std::iter::once(self.post).chain(short.take_while(nearer)).find(free)
    }

    /// To where it stands, in column over a long way; there it stands in line facing the front.
    fn ride_up(&self) -> Option<Intent> {
        let own = self.own();
        let near = &self.doctrine.near;
        let stand = self.stand();
        let post = stand.unwrap_or(own);
        let to_go = own.distance(post) / self.measure();
        let formed = self.unit.trim.formed;
        let mut steps = self.steps();
        if to_go <= near.short {
            let swing = swing(self.unit.shown.facing, self.plan.front);
            let turns = swing.abs() > 25.0;
            // At the edge of the table there is no room for a wheel.
            let inside = self.chart.inside(own, EDGE) == own;
            if turns && !inside && formed == Formed::Line {
                steps.form(Formed::March);
            }
            if turns {
                steps.swing(swing);
            }
            if formed != Formed::Line || turns && !inside {
                steps.form(Formed::Line);
            }
            return steps.march();
        }
        self.ride()
    }

    /// To its post by the shortest way, over ground that is not clear in column.
    fn ride(&self) -> Option<Intent> {
        let (own, post, formed) = (self.own(), self.post, self.unit.trim.formed);
        let mut steps = self.steps();
        if self.chart.clear(own, post) && formed == Formed::Line {
            return steps.along(&[post]).march();
        }
        if formed != Formed::March {
            steps.form(Formed::March);
        }
        steps.along(&self.chart.way(own, post)).march()
    }
}
