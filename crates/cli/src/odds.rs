//! `krigsspil odds`: the exact chance of every outcome.

use std::io::Write;

use krigsspil_engine::{Fault, ProcedureInfo, RuleSet, number};
use krigsspil_odds::{FieldOdds, Odds, Weighted};
use serde_json::{Value, json};

use crate::arguments;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::stated;
use crate::words::{Words, kind_at, label_at, readable};

/// Width of a bar for certainty.
const BAR: f64 = 32.0;

/// Shows the odds, with bars in a terminal.
pub fn show(
    command: &arguments::Odds,
    words: Words,
    bars: bool,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let rules = krigsspil_rules::open(&command.rules.rules, command.rules.house.as_deref())?;
    let told = |fault: Fault| CliFault::Facts(fault.message(rules.messages(), words.language));
    let info = rules.procedures()[rules.find(&command.procedure).map_err(told)?];
    let facts = stated::facts(info, &command.facts, rules.messages(), words)?;
    let odds = krigsspil_odds::odds(&*rules, &command.procedure, &facts.to_string()).map_err(told)?;
    if command.json {
        serde_json::to_writer_pretty(&mut *out, &as_json(&odds))
            .map_err(|error| CliFault::Output(error.into()))?;
        writeln!(out)?;
    } else {
        out.write_all(page(&*rules, info, &odds, command.all, bars, words).as_bytes())?;
    }
    Ok(())
}

/// The odds as JSON: whole outcomes, then each field.
pub fn as_json(odds: &Odds) -> Value {
    let chances = |values: &[Weighted]| -> Vec<Value> {
        values
            .iter()
            .map(|weighted| {
                let chance = &weighted.chance;
                json!({ "value": weighted.value, "chance": chance.to_string(), "percent": percent(chance.as_f64()) })
            })
            .collect()
    };
    let fields: Vec<_> = odds
        .fields
        .iter()
        .map(|field| json!({ "field": field.path, "mean": field.mean(), "values": chances(&field.values) }))
        .collect();
    json!({ "outcomes": chances(&odds.weighted()), "fields": fields })
}

/// A percentage with four decimals.
fn percent(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e4
}

fn page(
    rules: &dyn RuleSet,
    info: &ProcedureInfo,
    odds: &Odds,
    all: bool,
    bars: bool,
    words: Words,
) -> String {
    let messages = rules.messages();
    let mut text = format!("{}\n", messages.label(words.language, "procedure", info.about.name));
    let (certain, open): (Vec<_>, Vec<_>) = odds.fields.iter().partition(|field| field.is_certain());
    for field in &open {
        text.push_str(&format!("\n{}{}\n", label_at(info, &field.path, messages, words), mean(field, words)));
        text.push_str(&chances(field, rules, info, bars, words));
    }
    if !certain.is_empty() && (all || open.is_empty()) {
        text.push_str(&format!("\n{}\n", words.word("certain")));
        let mut grid = Grid::new([Align::Left, Align::Left]);
        for field in certain {
            let value =
                readable(&field.values[0].value, kind_at(info, &field.path).as_ref(), messages, words);
            grid.row([label_at(info, &field.path, messages, words), value]);
        }
        text.push_str(&grid.text(2));
    }
    text
}

fn mean(field: &FieldOdds, words: Words) -> String {
    match field.mean() {
        Some(mean) => format!("  ({} {})", words.word("mean"), number::to_places(mean, 2, words.language)),
        None => String::new(),
    }
}

fn chances(field: &FieldOdds, rules: &dyn RuleSet, info: &ProcedureInfo, bars: bool, words: Words) -> String {
    let kind = kind_at(info, &field.path);
    let mut grid = Grid::new([Align::Left, Align::Right, Align::Right, Align::Left]);
    for weighted in &field.values {
        let share = weighted.chance.as_f64();
        let bar = if bars { "█".repeat((share * BAR).round() as usize) } else { String::new() };
        grid.row([
            readable(&weighted.value, kind.as_ref(), rules.messages(), words),
            fraction(&weighted.chance.to_string()),
            number::percent(share, 2, words.language),
            bar,
        ]);
    }
    grid.text(2)
}

/// A fraction too long to read is left out in favour of the percentage (the JSON has it in full).
fn fraction(text: &str) -> String {
    if text.len() <= 24 { text.to_string() } else { "…".to_string() }
}
