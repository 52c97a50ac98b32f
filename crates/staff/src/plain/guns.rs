//! Intents for batteries.

use krigsspil_engine::battle::{Act, Evolution, FireIntent, GunMeans, Intent, Load};

use super::Mind;
use super::foe::Foe;
use super::outline::{at, off, swing};

/// The guns do not swing toward an enemy who is more than this many degrees off the front.
const SWINGS: f64 = 75.0;
/// Nor toward an enemy beyond this share of their range.
const WORTH_SWINGING: f64 = 0.9;
/// Guns unlimber when an enemy is within this share of their effective range.
const COMES_INTO_POSITION: f64 = 0.75;
/// A battery this near to its post, in grains, is at its post.
const AT_POST: f64 = 6.0;
/// Friends within this many degrees of the line of fire are in the way.
const IN_THE_WAY: f64 = 10.0;

impl<'a> Mind<'a> {
    pub(super) fn guns(&mut self) -> Option<Intent> {
        // Nobody fires into a melee.
        let foes: Vec<Foe<'a>> = self.foes.iter().copied().filter(|foe| !foe.seen.engaged).collect();
        let guns = self.means.guns.take()?;
        if self.unit.trim.empty {
            return self.resupply_guns(&foes);
        }
        match self.unit.trim.in_position {
            Some(false) => self.bring_up(&foes, &guns),
            _ => self.serve(&foes, &guns),
        }
    }

    /// In position: fires at the nearest enemy it can fire at, swings toward one it cannot, and follows the battle when it has moved on.
    fn serve(&self, foes: &[Foe<'_>], guns: &GunMeans) -> Option<Intent> {
        let bears = self.doctrine.guns_bear;
        let bearing = |foe: &&Foe<'_>| foe.off().abs() <= bears && self.sees(foe);
        // A shot that was impossible last turn is not tried again.
        let vain = usize::from(self.scene.fired_in_vain(self.unit.id()));
        if let Some(intent) = foes.iter().filter(bearing).skip(vain).find_map(|foe| self.round_for(foe, guns))
        {
            return Some(intent);
        }
        if !self.may_march() {
            return None;
        }
        let worth = |foe: &&Foe<'_>| {
            foe.away <= WORTH_SWINGING * guns.range
                && (bears..=SWINGS).contains(&foe.off().abs())
                && self.sees(foe)
        };
        if let Some(foe) = foes.iter().find(worth) {
            return self.steps().swing(foe.off()).march();
        }
        let near = &self.doctrine.near;
        let far = self.to_go() > near.close;
        if far && self.unit.trim.drawn && foes.first().is_none_or(|foe| foe.away > near.prey) {
            let mut steps = self.steps();
            steps.act(Evolution::Limber).along(&self.chart.way(self.own(), self.post));
            return steps.march();
        }
        None
    }

    /// Can the battery see him over the ground between? It must.
    fn sees(&self, foe: &Foe<'_>) -> bool {
        let own = self.own();
        let places = foe.seen.outline().iter().map(|corner| at(*corner)).chain([foe.place()]);
        let mut places = places.filter(|place| self.chart.sees(own, *place));
        places.next().is_some()
    }

    /// Without ammunition it waits for the wagon, and limbers up to meet it only if no enemy is near.
    fn resupply_guns(&self, foes: &[Foe<'_>]) -> Option<Intent> {
        let alone = foes.first().is_none_or(|foe| foe.away > self.doctrine.near.wary);
        if self.may(Act::Resupply) || self.unit.trim.in_position == Some(false) && alone {
            return self.resupply();
        }
        None
    }

    /// The round to fire at a target at this distance, if any reaches it.
    fn round_for(&self, foe: &Foe<'_>, guns: &GunMeans) -> Option<Intent> {
        if !self.may(Act::Fire) {
            return None;
        }
        let reaching = |sweeps: bool| {
            let fit = move |load: &&Load| load.sweeps == sweeps && foe.away <= load.reach;
            guns.loads.iter().find(fit).copied()
        };
        if let Some(load) = reaching(true) {
            return self.fire(FireIntent::Load(load, None));
        }
        if self.friends_in_the_way(foe) {
            return None;
        }
        let aimed = Some((foe.seen.shown.id.clone(), foe.away));
        reaching(false).and_then(|load| self.fire(FireIntent::Load(load, aimed)))
    }

    /// Are friends on the line of fire, or so near the target that a stray shot would hit them?
    fn friends_in_the_way(&self, foe: &Foe<'_>) -> bool {
        let (own, target) = (self.own(), foe.place());
        let others = self.scene.here.iter().filter(|unit| unit.id() != self.unit.id());
        let friends = self.scene.friends.iter().map(|friend| friend.place());
        let astray = self.doctrine.astray * self.measure();
        others.map(|unit| unit.place()).chain(friends).any(|place| {
            let along = || off(own, self.unit.shown.facing, place) - foe.off();
            let before = own.distance(place) < own.distance(target) && along().abs() <= IN_THE_WAY;
            before || place.distance(target) <= astray
        })
    }

    /// Limbered: unlimbers where it reaches an enemy; otherwise goes to its post.
    fn bring_up(&self, foes: &[Foe<'_>], guns: &GunMeans) -> Option<Intent> {
        if !self.may_march() {
            return None;
        }
        let mut steps = self.steps();
        let reach = COMES_INTO_POSITION * guns.tells;
        if let Some(foe) = foes.iter().find(|foe| foe.away <= reach && self.sees(foe)) {
            steps.face(foe.place()).act(Evolution::Unlimber);
        } else if self.to_go() <= AT_POST * self.doctrine.grain {
            let swing = swing(self.unit.shown.facing, self.plan.front);
            steps.swing(swing).act(Evolution::Unlimber);
        } else {
            steps.along(&self.chart.way(self.own(), self.post));
        }
        steps.march()
    }
}
