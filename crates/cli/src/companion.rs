//! The companion in the terminal: the user chooses a rule set and a procedure, answers questions about the facts, and sees the calculation.

use std::io::{BufRead, Write};

use krigsspil_engine::dice::{AskedDice, Die, RollName, SeededDice};
use krigsspil_engine::fact::{FactSpec, Kind};
use krigsspil_engine::{Fault, Group, RuleSet};
use serde_json::{Map, Value};

use crate::adjudicate::{page, seed, work_out};
use crate::arguments::Companion;
use crate::fault::CliFault;
use crate::stated::value_of;
use crate::words::Words;

/// Talks with a person until he stops (with an empty choice, `q`, or the end of the input).
pub fn session(
    command: &Companion,
    words: Words,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let mut talk = Talk { words, input, out };
    let id = match &command.rules {
        Some(id) => id.clone(),
        None => {
            let ids: Vec<_> =
                krigsspil_rules::RULE_SETS.iter().map(|listing| listing.id.to_string()).collect();
            match talk.choose(words.word("choose_rules"), &ids)? {
                Some(place) => ids[place].clone(),
                None => return Ok(()),
            }
        }
    };
    let rules = krigsspil_rules::open(&id, command.house.as_deref())?;
    let mut thrown = seed(command.seed)?;
    while let Some(place) = choose_procedure(&*rules, &mut talk)? {
        work_through(&*rules, place, thrown, &mut talk)?;
        thrown = thrown.wrapping_add(1);
    }
    Ok(())
}

struct Talk<'a> {
    words: Words,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Talk<'_> {
    fn say(&mut self, text: &str) -> Result<(), CliFault> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Asks for a line; `None` when the person wants to stop.
    fn ask(&mut self, question: &str) -> Result<Option<String>, CliFault> {
        write!(self.out, "{question} ")?;
        self.out.flush()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).map_err(CliFault::Input)?;
        let line = line.trim().to_string();
        Ok((read > 0 && line != "q").then_some(line))
    }

    /// Lets the person choose by number or name; `None` for an empty answer.
    fn choose(&mut self, question: &str, choices: &[String]) -> Result<Option<usize>, CliFault> {
        for (place, choice) in choices.iter().enumerate() {
            self.say(&format!("  {:>2}  {choice}", place + 1))?;
        }
        loop {
            let Some(answer) = self.ask(question)?.filter(|answer| !answer.is_empty()) else {
                return Ok(None);
            };
            let by_number =
                answer.parse::<usize>().ok().filter(|number| (1..=choices.len()).contains(number));
            let by_name = || {
                choices.iter().position(|choice| choice.to_lowercase().starts_with(&answer.to_lowercase()))
            };
            match by_number.map(|number| number - 1).or_else(by_name) {
                Some(place) => return Ok(Some(place)),
                None => self.say(&self.words.sentence("no_such_choice", &[("given", &answer)]))?,
            }
        }
    }
}

fn choose_procedure(rules: &dyn RuleSet, talk: &mut Talk) -> Result<Option<usize>, CliFault> {
    let language = talk.words.language;
    let infos = rules.procedures();
    let groups: Vec<_> =
        Group::ALL.iter().filter(|group| infos.iter().any(|info| info.about.group == **group)).collect();
    let labels: Vec<_> = groups
        .iter()
        .map(|group| rules.messages().label(language, "group", group.as_str()).to_string())
        .collect();
    talk.say("")?;
    let Some(group) = talk.choose(talk.words.word("choose_group"), &labels)? else { return Ok(None) };
    let places: Vec<_> =
        (0..infos.len()).filter(|place| infos[*place].about.group == *groups[group]).collect();
    let labels: Vec<_> = places
        .iter()
        .map(|place| rules.messages().label(language, "procedure", infos[*place].about.name).to_string())
        .collect();
    let chosen = talk.choose(talk.words.word("choose_procedure"), &labels)?;
    Ok(chosen.map(|choice| places[choice]))
}

fn work_through(rules: &dyn RuleSet, place: usize, thrown: u64, talk: &mut Talk) -> Result<(), CliFault> {
    let words = talk.words;
    let info = rules.procedures()[place];
    talk.say(&format!("\n{}", rules.messages().label(words.language, "about", info.about.name)))?;
    let Some(facts) = ask_group(rules, info.about.name, info.facts, "", talk)? else { return Ok(()) };
    let facts = Value::Object(facts);
    let own_dice = match info.about.dice.is_empty() {
        true => false,
        false => {
            let question = words.sentence("own_dice", &[("dice", info.about.dice)]);
            let Some(answer) = talk.ask(&question)? else { return Ok(()) };
            answer.to_lowercase().starts_with(['y', 'j'])
        }
    };
    let worked = match own_dice {
        true => {
            let dice = AskedDice::new(|name, die| ask_die(rules, name, die, talk));
            work_out(rules, place, &facts, dice)
        }
        false => work_out(rules, place, &facts, SeededDice::new(thrown)),
    };
    match worked {
        Ok(worked) => talk.say(&format!("\n{}", page(rules, info, &worked, words))),
        Err(fault) => talk.say(&format!("\n{}", fault.message(rules.messages(), words.language))),
    }
}

/// Asks for one die until the answer is a face of that die. The end of the input is a fault of the dice.
fn ask_die(rules: &dyn RuleSet, name: RollName, die: Die, talk: &mut Talk) -> Result<i32, Fault> {
    let label = rules.messages().label(talk.words.language, "roll", name).to_string();
    let question = format!("{label} ({}):", die.notation());
    loop {
        let Ok(Some(answer)) = talk.ask(&question) else { return Err(Fault::too_few_dice(0, name, die)) };
        match answer.parse::<i32>() {
            Ok(shown) if (die.lowest()..=die.highest()).contains(&shown) => return Ok(shown),
            _ => {
                let (least, most) = (die.lowest().to_string(), die.highest().to_string());
                let blanks = [("least", least.as_str()), ("most", most.as_str())];
                let _ = talk.say(&talk.words.sentence("die_shows", &blanks));
            }
        }
    }
}

/// Asks for a group of facts, one by one; an empty answer takes the default. `None` when the person wants to stop.
fn ask_group(
    rules: &dyn RuleSet,
    place: &str,
    specs: &[FactSpec],
    within: &str,
    talk: &mut Talk,
) -> Result<Option<Map<String, Value>>, CliFault> {
    let mut facts = Map::new();
    for spec in specs {
        let label = rules.messages().label_in(talk.words.language, "fact", place, spec.name);
        let label = format!("{within}{label}");
        match spec.kind {
            Kind::Object(inner) => match ask_group(rules, place, inner, &format!("{label}: "), talk)? {
                Some(group) => drop(facts.insert(spec.name.to_string(), Value::Object(group))),
                None => return Ok(None),
            },
            Kind::List(Kind::Object(inner)) => match ask_list(rules, place, inner, &label, talk)? {
                Some(list) => drop(facts.insert(spec.name.to_string(), list)),
                None => return Ok(None),
            },
            _ => match ask_fact(rules, spec, &label, talk)? {
                Some(Some(value)) => drop(facts.insert(spec.name.to_string(), value)),
                Some(None) => {}
                None => return Ok(None),
            },
        }
    }
    Ok(Some(facts))
}

fn ask_list(
    rules: &dyn RuleSet,
    place: &str,
    specs: &[FactSpec],
    label: &str,
    talk: &mut Talk,
) -> Result<Option<Value>, CliFault> {
    let mut list = Vec::new();
    loop {
        let next = (list.len() + 1).to_string();
        let question = talk.words.sentence("one_more", &[("label", label), ("next", &next)]);
        match talk.ask(&question)? {
            None => return Ok(None),
            Some(answer) if !answer.to_lowercase().starts_with(['y', 'j']) => {
                return Ok(Some(Value::Array(list)));
            }
            Some(_) => match ask_group(rules, place, specs, &format!("{label} {next}: "), talk)? {
                Some(group) => list.push(Value::Object(group)),
                None => return Ok(None),
            },
        }
    }
}

/// Asks for one fact: `None` when the person wants to stop, `Some(None)` when he takes the default.
fn ask_fact(
    rules: &dyn RuleSet,
    spec: &FactSpec,
    label: &str,
    talk: &mut Talk,
) -> Result<Option<Option<Value>>, CliFault> {
    let words = talk.words;
    let kind = match spec.kind {
        Kind::Maybe(kind) => *kind,
        kind => kind,
    };
    let choices = match kind {
        Kind::Choice { of, names } => {
            let labels: Vec<_> = names
                .iter()
                .enumerate()
                .map(|(place, name)| {
                    let label = rules.messages().label_in(words.language, "choice", of, name);
                    format!("{} {label}", place + 1)
                })
                .collect();
            format!(" ({})", labels.join(", "))
        }
        Kind::YesNo => format!(" ({}/{})", words.word("yes"), words.word("no")),
        _ => spec.bounds.map_or(String::new(), |bounds| format!(" ({}–{})", bounds.least, bounds.most)),
    };
    let default = match spec.default.map(|default| default()) {
        Some(default) => {
            format!(" [{}]", crate::words::readable(&default, Some(&kind), rules.messages(), words))
        }
        None => String::new(),
    };
    loop {
        let Some(answer) = talk.ask(&format!("{label}{choices}{default}:"))? else { return Ok(None) };
        if answer.is_empty() && !spec.required() {
            return Ok(Some(None));
        }
        if answer.is_empty() {
            talk.say(words.word("must_answer"))?;
            continue;
        }
        let by_number = match (kind, answer.parse::<usize>()) {
            (Kind::Choice { names, .. }, Ok(number)) => {
                number.checked_sub(1).and_then(|place| names.get(place))
            }
            _ => None,
        };
        let value = match by_number {
            Some(name) => Value::from(*name),
            None => value_of(Some(&kind), &answer, rules.messages(), words),
        };
        return Ok(Some(Some(value)));
    }
}
