//! Fights many battles at once and counts the results.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{GameMaker, Options, SeatId};
use krigsspil_engine::scenario::Scenario;
use rayon::prelude::*;

use crate::{Briefing, FightFault, RefusedAction, Seated, fight, hire, losses};

/// One battle of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// Its seed.
    pub seed: u64,
    /// The side that won; `None` for a draw.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: String,
    /// The turn it ended in.
    pub turns: u32,
    /// The men of each side at the start and lost.
    pub losses: BTreeMap<String, (i64, i64)>,
    /// The points of each side.
    pub points: Vec<(String, i32)>,
    /// Actions that were refused, each with the seat that wanted it.
    pub refused: Vec<RefusedAction>,
}

impl Battle {
    /// The actions of one seat that were refused.
    pub fn refused_of<'a>(&'a self, seat: &'a SeatId) -> impl Iterator<Item = &'a RefusedAction> + 'a {
        self.refused.iter().filter(move |refused| refused.seat == *seat)
    }
}

/// What to fight, and who commands.
pub struct Simulation<'a> {
    /// The rules.
    pub maker: &'a dyn GameMaker,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The options.
    pub options: Options,
    /// The commander of every seat, by name.
    pub seats: BTreeMap<SeatId, String>,
    /// What every commander knows.
    pub briefing: Briefing,
}

/// Why a simulation failed.
#[derive(Debug)]
pub enum SimulationFault {
    /// The scenario cannot be set up.
    Scenario(krigsspil_engine::scenario::ScenarioFault),
    /// There is no such commander.
    Unknown(String),
    /// A battle cannot continue: its seed, and the reason.
    Fight(u64, FightFault),
}

impl std::fmt::Display for SimulationFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SimulationFault::Scenario(fault) => fault.fmt(f),
            SimulationFault::Unknown(name) => {
                write!(f, "there is no commander `{name}`; there are {}", crate::COMMANDERS.join(", "))
            }
            SimulationFault::Fight(seed, fault) => write!(f, "the battle of seed {seed}: {fault}"),
        }
    }
}

impl std::error::Error for SimulationFault {}

impl Simulation<'_> {
    /// The commanders, each with his own random numbers.
    pub fn seated(&self, seed: u64) -> Result<Seated, SimulationFault> {
        let hired = self.seats.iter().enumerate().map(|(place, (seat, name))| {
            let own = seed.wrapping_mul(31).wrapping_add(place as u64 + 1);
            hire(name, &self.briefing.with_seed(own))
                .map(|commander| (seat.clone(), commander))
                .ok_or_else(|| SimulationFault::Unknown(name.clone()))
        });
        hired.collect()
    }

    /// Fights one battle.
    pub fn battle(&self, seed: u64) -> Result<Battle, SimulationFault> {
        let mut game = self
            .maker
            .setup(self.scenario, self.options.clone(), seed, Vec::new())
            .map_err(SimulationFault::Scenario)?;
        let mut seated = self.seated(seed)?;
        let fought = fight(&mut *game, &mut seated, None, &mut |_, _| {})
            .map_err(|fault| SimulationFault::Fight(seed, fault))?;
        let ending = game.ending();
        Ok(Battle {
            seed,
            winner: ending.as_ref().and_then(|ending| ending.winner.clone()),
            reason: ending.as_ref().map_or(String::new(), |ending| ending.reason.to_string()),
            turns: game.turn(),
            losses: losses(&*game),
            points: ending.map(|ending| ending.points).unwrap_or_default(),
            refused: fought.refused,
        })
    }

    /// Fights many battles on all cores of the current thread pool, and calls back as each ends; the result is in the order of the seeds.
    pub fn battles(
        &self,
        first_seed: u64,
        count: u64,
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Battle>, SimulationFault> {
        (0..count)
            .into_par_iter()
            .map(|number| {
                let result = self.battle(first_seed.wrapping_add(number));
                done();
                result
            })
            .collect()
    }
}

/// Wilson's interval of a share with 95 per cent confidence: from and to.
pub fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let below = 1.0 + Z * Z / n;
    let middle = (share + Z * Z / (2.0 * n)) / below;
    let half = Z / below * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson's interval as textbooks print it: 10 of 20 is 0.299 to 0.701, and 0 of 10 goes up to 0.278.
    #[test]
    fn wilson_as_in_the_books() {
        let (from, to) = wilson(10, 20);
        assert!((from - 0.2993).abs() < 5e-4 && (to - 0.7007).abs() < 5e-4, "{from} {to}");
        let (from, to) = wilson(0, 10);
        assert!(from == 0.0 && (to - 0.2775).abs() < 5e-4, "{from} {to}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
