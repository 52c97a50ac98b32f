//! Writing an entry.

use std::fmt::Write;

use super::codes::Code;
use super::{Entry, MarchStep, Moment, Notation, Part, Signs, Step};

/// Writes an entry, with commas between its steps.
pub(super) fn write(entry: &Entry, notation: Notation, signs: Signs) -> String {
    let steps: Vec<String> = entry.steps.iter().map(|step| write_step(step, notation, signs)).collect();
    steps.join(", ")
}

fn write_step(step: &Step, notation: Notation, signs: Signs) -> String {
    let letters = |code: Code| code.letters(notation).to_string();
    match step {
        Step::Stand => letters(Code::Stand),
        Step::March(march) => write_march(march, notation, signs),
        Step::Form(formation, unit) => format!("{}{}", before(*unit), formation.letters(notation)),
        Step::Unlimber => letters(Code::Unlimber),
        Step::Limber => letters(Code::Limber),
        Step::Prepare => letters(Code::Prepare),
        Step::Fire(moment) => {
            let fire = Code::Fire.letters(notation);
            match moment {
                Moment::Start => fire.to_string(),
                Moment::At(part) => format!("{fire} {part}"),
                Moment::On(event) => format!("{fire}({event})"),
            }
        }
        Step::Retreat => letters(Code::Retreat),
        Step::Flee => letters(Code::Flee),
        Step::Text(text) => format!("\"{text}\""),
    }
}

fn write_march(march: &MarchStep, notation: Notation, signs: Signs) -> String {
    let mut text = String::new();
    for (holds, code) in [(march.attack, Code::Attack), (march.storm, Code::Storm)] {
        if holds {
            text.push_str(code.letters(notation));
            text.push(' ');
        }
    }
    text.push_str(&before(march.unit));
    if march.curved {
        text.push('~');
    }
    text.push_str(march.heading.arrow(signs));
    if let Some(turn) = march.turn {
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn}");
    }
    text
}

/// The part of the unit followed by a space; nothing for the whole unit.
fn before(unit: Part) -> String {
    if unit == Part::WHOLE { String::new() } else { format!("{unit} ") }
}
