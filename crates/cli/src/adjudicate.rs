//! Works a procedure out for a person: the modifiers, the roll, the result.

use std::io::Write;

use krigsspil_engine::dice::{Dice, Rolled, ScriptedDice, SeededDice, Witness};
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::FieldSpec;
use krigsspil_engine::{Applied, Fault, ProcedureInfo, Recorder, RuleSet};
use serde_json::Value;

use crate::arguments::Adjudicate;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::stated;
use crate::words::{Words, readable};

/// A procedure that has been worked out, with everything worth showing.
#[derive(Debug)]
pub struct WorkedOut {
    /// The modifiers, in order.
    pub modifiers: Vec<Applied>,
    /// The dice, in order.
    pub rolled: Vec<Rolled>,
    /// The outcome.
    pub outcome: Value,
}

/// Works out a procedure and keeps the dice that were rolled.
pub fn work_out(
    rules: &dyn RuleSet,
    procedure: usize,
    facts: &Value,
    dice: impl Dice,
) -> Result<WorkedOut, Fault> {
    let mut witness = Witness::new(dice);
    let mut report = Recorder::new();
    let mut out = Vec::new();
    rules.resolve(procedure, &facts.to_string(), &mut witness, &mut report, &mut out)?;
    Ok(WorkedOut {
        modifiers: report.applied().to_vec(),
        rolled: witness.seen().to_vec(),
        outcome: serde_json::from_slice(&out).unwrap_or(Value::Null),
    })
}

/// The seed that was asked for; otherwise one from the operating system.
pub fn seed(asked: Option<u64>) -> Result<u64, CliFault> {
    match asked {
        Some(seed) => Ok(seed),
        None => getrandom::u64().map_err(|error| CliFault::Input(std::io::Error::other(error.to_string()))),
    }
}

/// `krigsspil adjudicate --rules ID PROCEDURE fact=value …`
pub fn for_a_person(command: &Adjudicate, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let rules = krigsspil_rules::open(&command.rules.rules, command.rules.house.as_deref())?;
    let told = |fault: Fault| CliFault::Facts(fault.message(rules.messages(), words.language));
    let place = rules.find(command.procedure.as_deref().unwrap_or_default()).map_err(told)?;
    let info = rules.procedures()[place];
    let facts = stated::facts(info, &command.facts, rules.messages(), words)?;
    let worked = match &command.dice {
        Some(script) => {
            let mut dice = ScriptedDice::new(script);
            let worked = work_out(&*rules, place, &facts, &mut dice).map_err(told)?;
            dice.finish().map_err(told)?;
            worked
        }
        None => work_out(&*rules, place, &facts, SeededDice::new(seed(command.seed)?)).map_err(told)?,
    };
    out.write_all(page(&*rules, info, &worked, words).as_bytes())?;
    Ok(())
}

/// The whole answer as text.
pub fn page(rules: &dyn RuleSet, info: &ProcedureInfo, worked: &WorkedOut, words: Words) -> String {
    let label = rules.messages().label(words.language, "procedure", info.about.name);
    let mut text = format!("{label}\n");
    if !worked.modifiers.is_empty() {
        text.push_str(&format!("\n{}\n", words.word("modifiers")));
        text.push_str(&modifiers(rules, &worked.modifiers, words));
    }
    if !worked.rolled.is_empty() {
        text.push_str(&format!("\n{}\n{}", words.word("roll"), rolls(rules, &worked.rolled, words)));
    }
    text.push_str(&format!("\n{}\n{}", words.word("result"), outcome(rules, info, &worked.outcome, words)));
    text
}

fn modifiers(rules: &dyn RuleSet, applied: &[Applied], words: Words) -> String {
    let mut grid = Grid::new([Align::Left, Align::Right, Align::Left]);
    for applied in applied {
        let label = rules.messages().label(words.language, "modifier", applied.modifier.key);
        let house =
            if applied.modifier.house { format!(" ({})", words.word("house")) } else { String::new() };
        grid.row([
            label.to_string(),
            applied.effect.to_string(),
            format!("{}{house}", rules.messages().as_cited(words.language, applied.modifier.rule)),
        ]);
    }
    grid.text(2)
}

/// Dice with the same name share one line.
fn rolls(rules: &dyn RuleSet, rolled: &[Rolled], words: Words) -> String {
    let mut grid = Grid::new([Align::Left, Align::Left]);
    for throw in rolled.chunk_by(|one, next| one.name == next.name) {
        let faces: Vec<_> = throw.iter().map(|roll| roll.shown.to_string()).collect();
        let sum: i32 = throw.iter().map(|roll| roll.shown).sum();
        let sum = if throw.len() > 1 { format!("  (= {sum})") } else { String::new() };
        let label = rules.messages().label(words.language, "roll", throw[0].name);
        let dice = format!("{} × {}", throw.len(), throw[0].die.notation());
        grid.row([label.to_string(), format!("{dice}: {}{sum}", faces.join(" "))]);
    }
    grid.text(2)
}

fn outcome(rules: &dyn RuleSet, info: &ProcedureInfo, outcome: &Value, words: Words) -> String {
    let mut grid = Grid::new([Align::Left, Align::Left]);
    fields(&mut grid, "", rules, info, info.outcome, outcome, words);
    grid.text(2)
}

fn fields(
    grid: &mut Grid,
    indent: &str,
    rules: &dyn RuleSet,
    info: &ProcedureInfo,
    specs: &[FieldSpec],
    outcome: &Value,
    words: Words,
) {
    for spec in specs {
        let label = rules.messages().label_in(words.language, "outcome", info.about.name, spec.name);
        let value = &outcome[spec.name];
        if let (Kind::Fields(within), Value::Object(_)) = (&spec.kind, value) {
            grid.row([format!("{indent}{label}"), String::new()]);
            fields(grid, &format!("{indent}  "), rules, info, within, value, words);
            continue;
        }
        grid.row([format!("{indent}{label}"), readable(value, Some(&spec.kind), rules.messages(), words)]);
    }
}
