//! `krigsspil simulate`: many battles, and what they tell.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use krigsspil_staff::simulate::{Battle, Simulation, wilson};
use serde_json::{Value, json};

use crate::arguments::Simulate;
use crate::battle::{pretty, sides, simulation_failed};
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::opened::{Opened, seats};
use crate::wordings::NO_THREADS;
use crate::words::Words;

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
    let bar = progress(command.battles);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(command.jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|error| CliFault::Failed(NO_THREADS.with([("reason", error.into())])))?;
    let fought = pool
        .install(|| simulation.battles(command.seed, command.battles, &|| bar.inc(1)))
        .map_err(simulation_failed)?;
    bar.finish_and_clear();
    let sides: Vec<String> = opened.scenario.sides.iter().map(|side| side.id.get_ref().clone()).collect();
    if command.csv {
        return csv(&sides, &fought, out);
    }
    let sums: Vec<SideSum> = sides.iter().map(|side| SideSum::of(side, &fought)).collect();
    if command.json {
        return pretty(&as_json(&sums, &fought), out);
    }
    let names = self::sides(&opened.scenario);
    let mut grid =
        Grid::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
    grid.row(
        ["", "wins", "win_rate", "interval", "lost", "lost_share"]
            .map(|key| if key.is_empty() { String::new() } else { words.word(key).to_string() }),
    );
    for sum in &sums {
        let name = names.get(&sum.side).cloned().unwrap_or_else(|| sum.side.clone());
        grid.row([
            name,
            sum.wins.to_string(),
            percent(sum.rate),
            format!("{} – {}", percent(sum.interval.0), percent(sum.interval.1)),
            format!("{:.0}", sum.lost),
            percent(sum.lost_share),
        ]);
    }
    let draws = fought.iter().filter(|battle| battle.winner.is_none()).count();
    let (mean, least, most) = length(&fought);
    out.write_all(grid.text(2).as_bytes())?;
    let blanks = [
        ("battles", fought.len().to_string()),
        ("draws", draws.to_string()),
        ("mean", format!("{mean:.1}")),
        ("least", least.to_string()),
        ("most", most.to_string()),
    ];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Ok(writeln!(out, "{}", words.sentence("simulated", &blanks))?)
}

/// A bar on a terminal, nothing in a pipe.
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

struct SideSum {
    side: String,
    wins: u64,
    rate: f64,
    interval: (f64, f64),
    lost: f64,
    lost_share: f64,
}

impl SideSum {
    fn of(side: &str, fought: &[Battle]) -> SideSum {
        let count = fought.len() as u64;
        let wins = fought.iter().filter(|battle| battle.winner.as_deref() == Some(side)).count() as u64;
        let men: Vec<(i64, i64)> =
            fought.iter().filter_map(|battle| battle.losses.get(side).copied()).collect();
        let mean = |sum: f64| if count == 0 { 0.0 } else { sum / count as f64 };
        SideSum {
            side: side.to_string(),
            wins,
            rate: mean(wins as f64),
            interval: wilson(wins, count),
            lost: mean(men.iter().map(|(_, lost)| *lost as f64).sum()),
            lost_share: mean(men.iter().map(|(men, lost)| *lost as f64 / (*men).max(1) as f64).sum()),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Turns: their mean, the fewest, the most.
fn length(fought: &[Battle]) -> (f64, u32, u32) {
    let turns = || fought.iter().map(|battle| battle.turns);
    let mean = turns().map(f64::from).sum::<f64>() / (fought.len().max(1) as f64);
    (mean, turns().min().unwrap_or(0), turns().max().unwrap_or(0))
}

fn as_json(sums: &[SideSum], fought: &[Battle]) -> Value {
    let sides: Vec<Value> = sums
        .iter()
        .map(|sum| {
            json!({"side": sum.side, "wins": sum.wins, "rate": sum.rate, "confidence_95": [sum.interval.0, sum.interval.1],
                   "mean_lost": sum.lost, "mean_lost_share": sum.lost_share})
        })
        .collect();
    let (mean, least, most) = length(fought);
    let mut reasons = std::collections::BTreeMap::<&str, u64>::new();
    for battle in fought {
        *reasons.entry(&battle.reason).or_default() += 1;
    }
    json!({
        "battles": fought.len(),
        "draws": fought.iter().filter(|battle| battle.winner.is_none()).count(),
        "refused_actions": fought.iter().map(|battle| battle.refused).sum::<usize>(),
        "sides": sides,
        "turns": {"mean": mean, "least": least, "most": most},
        "reasons": reasons,
    })
}

fn csv(sides: &[String], fought: &[Battle], out: &mut dyn Write) -> Result<(), CliFault> {
    let columns = |what: &str| sides.iter().map(|side| format!(",{what}_{side}")).collect::<String>();
    writeln!(out, "seed,winner,reason,turns{}{}{}", columns("men"), columns("lost"), columns("points"))?;
    for battle in fought {
        let winner = battle.winner.as_deref().unwrap_or("");
        write!(out, "{},{winner},{},{}", battle.seed, battle.reason, battle.turns)?;
        let men = |side: &String| battle.losses.get(side).copied().unwrap_or_default();
        for side in sides {
            write!(out, ",{}", men(side).0)?;
        }
        for side in sides {
            write!(out, ",{}", men(side).1)?;
        }
        for side in sides {
            let points = battle.points.iter().find(|(id, _)| id == side).map_or(0, |(_, points)| *points);
            write!(out, ",{points}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
