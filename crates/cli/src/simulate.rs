//! `krigsspil simulate`: fights many battles and sums them up.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use krigsspil_engine::number;
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::{Battle, Simulation, wilson};
use serde_json::{Value, json};

use crate::arguments::Simulate;
use crate::battle::{pretty, sides, simulation_failed};
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::opened::{Opened, seats};
use crate::story::Story;
use crate::wordings::NO_THREADS;
use crate::words::Words;

/// This many battles are fought before they are counted and dropped. So the memory needed does not grow with the simulation.
const LOT: u64 = 512;

/// Fights many battles.
pub fn simulate(command: &Simulate, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let opened = Opened::of(&command.set_up)?;
    let game = opened.game(command.seed, Vec::new())?;
    let simulation = Simulation {
        maker: &*opened.maker,
        scenario: &opened.scenario,
        options: opened.options.clone(),
        seats: seats(&*game, &command.set_up.seats, Some("plain"))?,
        briefing: opened.briefing.clone(),
    };
    let story = Story::of(&*game, words, &sides(&opened.scenario, words))?;
    let bar = progress(command.battles);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(command.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|error| CliFault::Failed(NO_THREADS.with([("reason", error.into())])))?;
    let mut count = Count::of(&opened.scenario);
    if command.csv {
        csv_head(&count.sides, out)?;
    }
    for done in (0..command.battles).step_by(LOT as usize) {
        let (first, many) = (command.seed.wrapping_add(done), LOT.min(command.battles - done));
        let fought = pool.install(|| simulation.battles(first, many, &|| bar.inc(1)));
        for battle in fought.map_err(|fault| simulation_failed(fault, &story))? {
            if command.csv {
                csv_line(&count.sides, &battle, out)?;
            }
            count.add(&battle);
        }
    }
    bar.finish_and_clear();
    match (command.csv, command.json) {
        (true, _) => Ok(()),
        (_, true) => pretty(&count.as_json(), out),
        _ => tell(&count, &sides(&opened.scenario, words), words, out),
    }
}

/// The totals of a simulation, for a person.
fn tell(
    count: &Count,
    names: &BTreeMap<String, String>,
    words: Words,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let mut grid =
        Grid::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
    grid.row(
        ["", "wins", "win_rate", "interval", "lost", "lost_share"]
            .map(|key| if key.is_empty() { String::new() } else { words.word(key).to_string() }),
    );
    let percent = |share: f64| number::percent(share, 1, words.language);
    for side in &count.sides {
        let name = names.get(&side.id).unwrap_or(&side.id).clone();
        let (low, high) = wilson(side.wins, count.battles);
        grid.row([
            name,
            side.wins.to_string(),
            percent(count.mean(side.wins as f64)),
            format!("{} – {}", percent(low), percent(high)),
            number::to_places(count.mean(side.lost), 0, words.language),
            percent(count.mean(side.lost_share)),
        ]);
    }
    out.write_all(grid.text(2).as_bytes())?;
    let blanks = [
        ("battles", count.battles.to_string()),
        ("draws", count.draws.to_string()),
        ("mean", number::to_places(count.mean(count.turns as f64), 1, words.language)),
        ("least", count.shortest.to_string()),
        ("most", count.longest.to_string()),
    ];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Ok(writeln!(out, "{}", words.sentence("simulated", &blanks))?)
}

/// A progress bar on a terminal, nothing in a pipe.
fn progress(battles: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(battles);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}  {per_sec}  {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// The totals over all battles, however many.
struct Count {
    battles: u64,
    draws: u64,
    refused: usize,
    turns: u64,
    shortest: u32,
    longest: u32,
    reasons: BTreeMap<String, u64>,
    sides: Vec<SideCount>,
}

/// The totals of one side: sums, not means.
struct SideCount {
    id: String,
    wins: u64,
    lost: f64,
    lost_share: f64,
}

impl Count {
    /// The totals before the first battle.
    fn of(scenario: &Scenario) -> Count {
        let side = |id: &String| SideCount { id: id.clone(), wins: 0, lost: 0.0, lost_share: 0.0 };
        Count {
            battles: 0,
            draws: 0,
            refused: 0,
            turns: 0,
            shortest: u32::MAX,
            longest: 0,
            reasons: BTreeMap::new(),
            sides: scenario.sides.iter().map(|one| side(one.id.get_ref())).collect(),
        }
    }

    fn add(&mut self, battle: &Battle) {
        self.battles += 1;
        self.draws += u64::from(battle.winner.is_none());
        self.refused += battle.refused.len();
        self.turns += u64::from(battle.turns);
        self.shortest = self.shortest.min(battle.turns);
        self.longest = self.longest.max(battle.turns);
        match self.reasons.get_mut(&battle.reason) {
            Some(times) => *times += 1,
            None => _ = self.reasons.insert(battle.reason.clone(), 1),
        }
        for side in &mut self.sides {
            let (men, lost) = battle.losses.get(&side.id).copied().unwrap_or_default();
            side.wins += u64::from(battle.winner.as_ref() == Some(&side.id));
            side.lost += lost as f64;
            side.lost_share += lost as f64 / men.max(1) as f64;
        }
    }

    /// A sum divided by the number of battles.
    fn mean(&self, sum: f64) -> f64 {
        sum / self.battles.max(1) as f64
    }

    fn as_json(&self) -> Value {
        let side = |side: &SideCount| {
            let (low, high) = wilson(side.wins, self.battles);
            json!({"side": side.id, "wins": side.wins, "rate": self.mean(side.wins as f64), "confidence_95": [low, high],
                   "mean_lost": self.mean(side.lost), "mean_lost_share": self.mean(side.lost_share)})
        };
        json!({
            "battles": self.battles,
            "draws": self.draws,
            "refused_actions": self.refused,
            "sides": self.sides.iter().map(side).collect::<Vec<_>>(),
            "turns": {"mean": self.mean(self.turns as f64), "least": self.shortest, "most": self.longest},
            "reasons": self.reasons,
        })
    }
}

fn csv_head(sides: &[SideCount], out: &mut dyn Write) -> Result<(), CliFault> {
    let columns = |what: &str| sides.iter().map(|side| format!(",{what}_{}", side.id)).collect::<String>();
    Ok(writeln!(out, "seed,winner,reason,turns{}{}{}", columns("men"), columns("lost"), columns("points"))?)
}

fn csv_line(sides: &[SideCount], battle: &Battle, out: &mut dyn Write) -> Result<(), CliFault> {
    let winner = battle.winner.as_deref().unwrap_or("");
    write!(out, "{},{winner},{},{}", battle.seed, battle.reason, battle.turns)?;
    let men = |side: &SideCount| battle.losses.get(&side.id).copied().unwrap_or_default();
    let points = |side: &SideCount| {
        battle.points.iter().find(|(id, _)| *id == side.id).map_or(0, |(_, points)| *points)
    };
    for side in sides {
        write!(out, ",{}", men(side).0)?;
    }
    for side in sides {
        write!(out, ",{}", men(side).1)?;
    }
    for side in sides {
        write!(out, ",{}", points(side))?;
    }
    Ok(writeln!(out)?)
}
