//! JSON lines in, JSON lines out: the interface for programs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::fact::bad_json;
use krigsspil_engine::{Code, Fault, Modifier, Recorder, RuleSet};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::arguments::ByRules;
use crate::fault::CliFault;
use crate::wordings;
use crate::words::Words;

/// A line longer than this is refused unread.
const LONGEST_LINE: usize = 1 << 20;

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    procedure: Cow<'a, str>,
    #[serde(borrow, default)]
    facts: Option<&'a RawValue>,
    #[serde(borrow, default)]
    dice: Option<&'a RawValue>,
}

/// Only the id, for a line that is otherwise wrong.
#[derive(Deserialize)]
struct OnlyId<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

/// Answers lines one by one. It keeps its buffers, so a long stream allocates almost nothing.
pub struct Answerer<'a> {
    rules: &'a dyn RuleSet,
    words: Words,
    script: Vec<i64>,
    report: Recorder,
    outcome: Vec<u8>,
    /// The constant first part of each modifier's JSON, by the modifier's address: written once, then copied.
    fronts: HashMap<*const Modifier, String>,
}

impl<'a> Answerer<'a> {
    /// An answerer for these rules.
    pub fn new(rules: &'a dyn RuleSet, words: Words) -> Self {
        let (script, outcome) = (Vec::new(), Vec::new());
        Answerer { rules, words, script, report: Recorder::new(), outcome, fronts: HashMap::new() }
    }

    /// Answers one line.
    pub fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) {
        out.push(b'{');
        match read_object::<Line>(line) {
            Ok(line) => {
                write_id(line.id, out);
                match self.work_out(&line) {
                    Ok(()) => self.write_outcome(out),
                    Err(fault) => self.write_fault(&fault, out),
                }
            }
            Err(error) => {
                let id = read_object::<OnlyId>(line).ok().and_then(|line| line.id);
                write_id(id, out);
                self.write_fault(&broken(line, &error), out);
            }
        }
        out.extend_from_slice(b"}\n");
    }

    fn work_out(&mut self, line: &Line) -> Result<(), Fault> {
        let procedure = self.rules.find(&line.procedure)?;
        let facts = line.facts.map_or("{}", RawValue::get);
        self.script.clear();
        if let Some(dice) = line.dice {
            self.script = serde_json::from_str(dice.get()).map_err(|_| Fault::not_dice())?;
        }
        let mut dice = ScriptedDice::new(&self.script);
        self.report.clear();
        self.outcome.clear();
        self.rules.resolve(procedure, facts, &mut dice, &mut self.report, &mut self.outcome)?;
        dice.finish()
    }

    fn write_outcome(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"outcome\":");
        out.extend_from_slice(&self.outcome);
        out.extend_from_slice(b",\"modifiers\":[");
        for (place, applied) in self.report.applied().iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            let (rules, words) = (self.rules, self.words);
            let front = self
                .fronts
                .entry(applied.modifier)
                .or_insert_with(|| modifier_front(applied.modifier, rules, words));
            out.extend_from_slice(front.as_bytes());
            write_json(&applied.effect, out);
            out.push(b'}');
        }
        out.push(b']');
    }

    fn write_fault(&self, fault: &Fault, out: &mut Vec<u8>) {
        let error = serde_json::json!({
            "code": fault.code().as_str(),
            "field": fault.field(),
            "message": fault.message(self.rules.messages(), self.words.language),
        });
        out.extend_from_slice(b"\"error\":");
        write_json(&error, out);
    }
}

/// Reads a JSON object; serde would take a list in its place.
fn read_object<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, serde_json::Error> {
    match line.trim_ascii_start().first() {
        Some(b'{') | None => serde_json::from_slice(line),
        Some(_) => Err(serde::de::Error::custom("the line does not begin with {")),
    }
}

/// The fault of an unreadable line: its procedure, if it is an object without a good procedure; otherwise the JSON itself.
fn broken(line: &[u8], error: &serde_json::Error) -> Fault {
    if line.len() >= LONGEST_LINE {
        let most = LONGEST_LINE.into();
        return Fault::new(Code::WrongLength, "json", wordings::LINE_TOO_LONG, vec![("most", most)]);
    }
    match serde_json::from_slice(line) {
        Ok(serde_json::Value::Object(_)) => {
            Fault::new(Code::WrongType, "procedure", wordings::NOT_A_NAME, Vec::new())
        }
        _ => bad_json("json", error),
    }
}

fn modifier_front(modifier: &Modifier, rules: &dyn RuleSet, words: Words) -> String {
    let label = rules.messages().label(words.language, "modifier", modifier.key);
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let house = if modifier.house { "\"house\":true," } else { "" };
    format!("{{\"rule\":{},\"label\":{},{house}\"value\":", quoted(modifier.rule), quoted(label))
}

fn write_id(id: Option<&RawValue>, out: &mut Vec<u8>) {
    if let Some(id) = id {
        out.extend_from_slice(b"\"id\":");
        out.extend_from_slice(id.get().as_bytes());
        out.push(b',');
    }
}

/// Writing to memory cannot fail.
fn write_json(value: &impl serde::Serialize, out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(out, value);
}

/// Answers every line of `input`, in order. Answers are flushed whenever no more input is waiting, so that a program may ask line by line.
pub fn stream(
    rules: &ByRules,
    words: Words,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let rules = krigsspil_rules::open(&rules.rules, rules.house.as_deref())?;
    let mut answerer = Answerer::new(&*rules, words);
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let read =
            (&mut input).take(LONGEST_LINE as u64).read_until(b'\n', &mut line).map_err(CliFault::Input)?;
        if read == 0 {
            return Ok(());
        }
        if line.len() == LONGEST_LINE && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        answer.clear();
        answerer.answer(&line, &mut answer);
        out.write_all(&answer)?;
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

/// Skips the rest of a line that was too long to read. Its beginning has been answered as broken JSON.
fn skip_line(input: &mut impl BufRead) -> Result<(), CliFault> {
    loop {
        let held = input.fill_buf().map_err(CliFault::Input)?;
        if held.is_empty() {
            return Ok(());
        }
        let end = held.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(held.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
