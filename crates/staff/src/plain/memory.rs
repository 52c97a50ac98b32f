//! What he has been told and remembers.

use std::collections::{HashMap, HashSet};

use krigsspil_engine::battle::{Heard, Poise};

use super::scene::Scene;

/// What he was told about units, including the enemy's: everybody who looks can see a regiment give way.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    poises: HashMap<String, Told>,
    fired: HashSet<String>,
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
        // A unit that fights hand to hand does not re-form.
        for enemy in scene.here.iter().flat_map(|unit| &unit.own.melee) {
            if let Some(told) = self.poises.get_mut(&**enemy).filter(|told| turn <= told.turn + FORGOTTEN) {
                told.turn = turn;
            }
        }
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
