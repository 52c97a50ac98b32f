//! What he has been told and remembers.

use std::collections::{HashMap, HashSet};

use krigsspil_engine::battle::{At, Heard, Intent, ObjectiveShown, Poise, Role};

use super::outline::{at, nearest};
use super::scene::{Own, Scene, Seen};

/// What he was told about units, including the enemy's: everybody who looks can see a regiment give way.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    poises: HashMap<String, Told>,
    fired: HashSet<String>,
    /// Where his units stood when he last sent them somewhere, and where they stood when they found nobody to fire at.
    sent: HashMap<String, Stood>,
    in_vain: HashMap<String, Stood>,
    /// Objectives where his side stood alone last: it holds them until the enemy stands there alone.
    held: HashSet<String>,
    /// Attacks are declared by name, in a phase of their own.
    declared: bool,
}

/// Where a unit stood in a turn.
#[derive(Clone, Copy, Debug)]
struct Stood {
    turn: u32,
    place: At,
    facing: f64,
}

impl Stood {
    fn of(unit: &Own<'_>, turn: u32) -> Stood {
        Stood { turn, place: unit.shown.place, facing: unit.shown.facing }
    }

    /// Does the unit still stand like this?
    fn still(&self, unit: &Own<'_>) -> bool {
        self.place == unit.shown.place && self.facing == unit.shown.facing
    }
}

#[derive(Clone, Debug)]
struct Told {
    poise: Poise,
    turn: u32,
}

/// A regiment that nobody has seen give way for this many turns counts as in order again.
const FORGOTTEN: u32 = 3;

impl Memory {
    /// Notes the log of a view.
    pub fn note(&mut self, scene: &Scene<'_>) {
        let turn = scene.view.turn;
        for unit in scene.here.iter().filter(|unit| scene.fired_in_vain(unit.id())) {
            self.in_vain.insert(unit.id().to_string(), Stood::of(unit, turn));
        }
        for told in &scene.view.log {
            match scene.drill.heard(told) {
                Some(Heard::Fares(unit, poise)) => {
                    self.poises.insert(unit.to_string(), Told { poise, turn: told.turn() });
                }
                Some(Heard::Fired(unit)) => {
                    self.fired.insert(unit.to_string());
                }
                Some(Heard::FiredAtNobody(_) | Heard::HaltedBy(..) | Heard::Cramped(_)) | None => {}
            }
        }
        self.note_holders(scene);
        // A unit that fights hand to hand does not re-form.
        for enemy in scene.here.iter().flat_map(|unit| &unit.own.melee) {
            if let Some(told) = self.poises.get_mut(&**enemy).filter(|told| turn <= told.turn + FORGOTTEN) {
                told.turn = turn;
            }
        }
    }

    fn note_holders(&mut self, scene: &Scene<'_>) {
        let troops = |role: Role| matches!(role, Role::Foot | Role::Horse);
        for objective in &scene.view.objectives {
            let there = |outline: &[At]| {
                let goal = at(objective.place);
                nearest(outline, goal).is_some_and(|near| near.distance(goal) <= objective.radius)
            };
            let own = scene.here.iter().filter(|unit| troops(unit.trim.role) && unit.trim.able());
            let friends = scene.friends.iter().filter(|seen| troops(seen.trim.role) && seen.hurts());
            let ours = own.map(|unit| &*unit.shown.outline).chain(friends.map(Seen::outline)).any(there);
            let theirs = scene.enemies.iter().filter(|seen| seen.hurts()).map(Seen::outline).any(there);
            match (ours, theirs) {
                (true, false) => _ = self.held.insert(objective.name.to_string()),
                (false, true) => _ = self.held.remove(&*objective.name),
                _ => {}
            }
        }
    }

    /// Does his side hold it, as far as he knows?
    pub fn holds(&self, objective: &ObjectiveShown) -> bool {
        self.held.contains(&*objective.name)
    }

    /// Notes that he was asked on whom he declares attacks.
    pub fn declares(&mut self) {
        self.declared = true;
    }

    /// Are attacks declared by name?
    pub fn declared(&self) -> bool {
        self.declared
    }

    /// Notes which unit he sends somewhere in this turn.
    pub fn sends(&mut self, unit: &Own<'_>, intent: &Intent, turn: u32) {
        if matches!(intent, Intent::March(_) | Intent::Charge { .. }) {
            self.sent.insert(unit.id().to_string(), Stood::of(unit, turn));
        } else {
            self.sent.remove(unit.id());
        }
    }

    /// Was it sent somewhere last turn, and has it neither moved nor turned?
    pub fn stuck(&self, unit: &Own<'_>, turn: u32) -> bool {
        self.sent.get(unit.id()).is_some_and(|stood| stood.turn + 1 == turn && stood.still(unit))
    }

    /// Did it find nobody to fire at when it stood as it stands now?
    pub fn fires_in_vain(&self, unit: &Own<'_>) -> bool {
        self.in_vain.get(unit.id()).is_some_and(|stood| stood.still(unit))
    }

    /// How well an enemy seems to be under control.
    pub fn poise(&self, unit: &str, turn: u32) -> Poise {
        let told = self.poises.get(unit).filter(|told| turn <= told.turn + FORGOTTEN);
        told.map_or(Poise::Steady, |told| told.poise)
    }

    /// Has it fired in this battle?
    pub fn has_fired(&self, unit: &str) -> bool {
        self.fired.contains(unit)
    }
}
