//! Orders to batteries.

use serde_json::{Value, json};

use super::sight::Guns;
use super::steps::{at, off, swing};
use super::{Foe, Mind};

/// Guns bear on what is so far off their front.
const BEARS: f64 = 40.0;
/// A battery that has nothing to fire at goes to its post when that is so far.
const FAR_CM: f64 = 15.0;

impl Mind<'_> {
    pub(super) fn guns(&mut self) -> Option<Value> {
        // Nobody fires into a melee (§07.04.1).
        let foes: Vec<Foe<'_>> = self.foes().into_iter().filter(|foe| !foe.engaged).collect();
        let guns = self.asked.limits.guns.clone()?;
        if self.unit.empty() {
            return self.resupply_guns(&foes);
        }
        if self.unit.limbered == Some(true) { self.bring_up(&foes, &guns) } else { self.serve(&foes, &guns) }
    }

    /// Unlimbered: fires at the nearest it bears on, swings to one it does not, and follows the battle when it has gone on.
    fn serve(&self, foes: &[Foe<'_>], guns: &Guns) -> Option<Value> {
        let bearing = |foe: &&Foe<'_>| foe.off.abs() <= BEARS && self.sees(foe);
        // What could not be struck last turn is not tried again.
        let vain = usize::from(self.view.fired_in_vain(&self.unit.id));
        if let Some(order) = foes.iter().filter(bearing).skip(vain).find_map(|foe| self.round_for(foe, guns))
        {
            return Some(order);
        }
        if !self.asked.may("move") {
            return None;
        }
        let range = guns.shell.cm.max(guns.shot.cm);
        if let Some(foe) = foes.iter().find(|foe| self.worth_swinging(foe, range)) {
            let mut steps = self.steps();
            steps.swing(foe.off);
            return steps.march();
        }
        let far = at(self.unit.place).distance(self.post()) / self.cm() > FAR_CM;
        let horses = self.unit.battery.as_ref().is_some_and(|battery| battery.horses[1] > 0);
        if far && horses && foes.first().is_none_or(|foe| foe.cm > 40.0) {
            let mut steps = self.steps();
            steps.act("limber").along(&self.chart.way(at(self.unit.place), self.post()));
            return steps.march();
        }
        None
    }

    fn worth_swinging(&self, foe: &Foe<'_>, range: f64) -> bool {
        foe.cm <= 0.9 * range && (BEARS..=75.0).contains(&foe.off.abs()) && self.sees(foe)
    }

    /// Can the battery see him over the ground between? It must (§06.01.4).
    fn sees(&self, foe: &Foe<'_>) -> bool {
        let own = at(self.unit.place);
        let places = foe.seen.outline.iter().map(|corner| at(*corner)).chain([at(foe.seen.place)]);
        let mut places = places.filter(|place| self.chart.sees(own, *place));
        places.next().is_some()
    }

    /// Without a round it waits for the wagon, and limbers up to meet it only when nobody is near.
    fn resupply_guns(&self, foes: &[Foe<'_>]) -> Option<Value> {
        let alone = foes.first().is_none_or(|foe| foe.cm > 60.0);
        if self.asked.may("resupply") || self.unit.limbered == Some(true) && alone {
            return self.resupply(foes);
        }
        None
    }

    /// What to fire at a target so far away, if anything reaches.
    fn round_for(&self, foe: &Foe<'_>, guns: &Guns) -> Option<Value> {
        if !self.asked.may("fire") {
            return None;
        }
        if guns.canister.rounds > 0 && foe.cm <= guns.canister.cm {
            return Some(json!({"kind": "fire", "when": "at_once", "ammunition": "canister"}));
        }
        if self.friends_in_the_way(foe) {
            return None;
        }
        let loads = [("shell", guns.shell), ("shot", guns.shot)];
        let (name, load) = loads.into_iter().find(|(_, load)| load.rounds > 0 && foe.cm <= load.cm)?;
        let guess = (foe.cm.round() as i64).clamp(1, load.cm as i64);
        Some(
            json!({"kind": "fire", "when": "at_once", "target": foe.seen.id, "ammunition": name, "guess_cm": guess}),
        )
    }

    /// Are own troops on the line of fire, or so near the target that a shot astray falls among them?
    fn friends_in_the_way(&self, foe: &Foe<'_>) -> bool {
        let (own, target) = (at(self.unit.place), at(foe.seen.place));
        let others = self.view.here().filter(|unit| unit.id != self.unit.id);
        let friends = self.view.friends.iter().map(|friend| friend.place);
        others.map(|unit| unit.place).chain(friends).map(at).any(|place| {
            let along = off(own, self.unit.facing, place) - foe.off;
            let before = own.distance(place) < own.distance(target) && along.abs() <= 10.0;
            before || place.distance(target) <= 8.0 * self.cm()
        })
    }

    /// Limbered: comes into position where it reaches somebody, else goes to its post.
    fn bring_up(&self, foes: &[Foe<'_>], guns: &Guns) -> Option<Value> {
        if !self.asked.may("move") {
            return None;
        }
        let own = at(self.unit.place);
        let post = self.post();
        let mut steps = self.steps();
        let reach = 0.75 * guns.shell.cm.max(guns.canister.cm);
        if let Some(foe) = foes.iter().find(|foe| foe.cm <= reach && self.sees(foe)) {
            steps.face(at(foe.seen.place)).act("unlimber");
            return steps.march();
        }
        if own.distance(post) / self.cm() <= 6.0 {
            steps.swing(swing(self.unit.facing, self.plan.front)).act("unlimber");
            return steps.march();
        }
        steps.along(&self.chart.way(own, post));
        steps.march()
    }
}
