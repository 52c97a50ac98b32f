//! A roster as the web page saves it.

use std::collections::BTreeMap;
use std::path::Path;

use krigsspil_engine::muster::{Muster, muster};
use krigsspil_engine::roster::RosterPlan;
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::{Filling, RuleSet, misread, number, schema};
use serde::Deserialize;
use serde_json::Value;

use crate::fault::CliFault;
use crate::opened::scenario_file;
use crate::wordings::{BAD_ROSTER, ROSTER_OF_OTHER_RULES};
use crate::words::Words;

/// A roster.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Roster {
    /// The battle.
    pub name: String,
    /// The rule set it is for.
    pub rules: String,
    /// Its units.
    pub units: Vec<Unit>,
    /// Its leaders.
    #[serde(default)]
    pub leaders: Vec<Leader>,
    /// What the sides are called, by their colour.
    #[serde(default)]
    pub side_names: BTreeMap<String, String>,
}

/// A leader of it.
#[derive(Debug, Deserialize)]
pub struct Leader {
    /// The name by which units refer to him.
    pub id: String,
    /// His name.
    pub name: String,
}

/// A unit of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// `blue` or `red`.
    pub side: String,
    /// Figures at the start.
    pub figures: i32,
    /// Men at the start, if that is not simply the number its figures stand for.
    #[serde(default)]
    pub men: Option<f64>,
    /// Its leader's id.
    #[serde(default)]
    pub leader: Option<String>,
    /// Men lost.
    #[serde(default)]
    pub lost_men: f64,
    /// Its other properties.
    #[serde(default)]
    pub properties: BTreeMap<String, Value>,
    /// The player's notes.
    #[serde(default)]
    pub notes: String,
}

impl Unit {
    fn men_at_start(&self, plan: &RosterPlan) -> f64 {
        self.men.unwrap_or_else(|| f64::from(self.figures * plan.men_a_figure_of(&self.properties)))
    }

    /// Figures still on the table.
    pub fn figures_left(&self, plan: &RosterPlan) -> i32 {
        if self.lost_men >= self.men_at_start(plan) {
            return 0;
        }
        let men_a_figure = plan.men_a_figure_of(&self.properties).max(1);
        let lost = (self.lost_men / f64::from(men_a_figure)).floor() as i32;
        (self.figures - lost).max(0)
    }

    /// Men still in the ranks.
    pub fn men_left(&self, plan: &RosterPlan) -> f64 {
        (self.men_at_start(plan) - self.lost_men).max(0.0)
    }
}

impl Roster {
    /// What a side is called.
    pub fn side<'a>(&'a self, side: &'a str, words: &'a Words) -> &'a str {
        self.side_names.get(side).map_or_else(|| words.word(side), String::as_str)
    }

    /// The name of a unit's leader.
    pub fn leader_of(&self, unit: &Unit) -> &str {
        let leader = self.leaders.iter().find(|leader| Some(&leader.id) == unit.leader.as_ref());
        leader.map_or("", |leader| leader.name.as_str())
    }
}

/// The roster of a scenario's troops. The first side is blue unless the scenario names its colour; all others are red.
pub fn of_scenario(path: &Path, rules: &dyn RuleSet) -> Result<Roster, CliFault> {
    let scenario = Scenario::open(&scenario_file(path))?;
    let told = |faults: Vec<_>| match faults.into_iter().next() {
        Some(fault) => CliFault::from(fault),
        None => {
            CliFault::Failed(krigsspil_engine::wordings::UNREADABLE.with([("reason", path.display().into())]))
        }
    };
    let muster = muster(&scenario, rules).map_err(told)?;
    let mut side_names = BTreeMap::new();
    for side in &muster.sides {
        side_names.entry(colour(&muster, &side.id).to_string()).or_insert_with(|| side.name.clone());
    }
    let units = muster.units.iter().map(|unit| Unit {
        name: unit.name.clone(),
        side: colour(&muster, &unit.side).to_string(),
        figures: unit.figures,
        men: Some(f64::from(unit.men)),
        leader: Some(unit.leader.clone()),
        lost_men: 0.0,
        properties: unit.properties.clone(),
        notes: String::new(),
    });
    let leaders = muster.leaders.iter();
    let leaders = leaders.map(|leader| Leader { id: leader.id.clone(), name: leader.name.clone() });
    let (units, leaders) = (units.collect(), leaders.collect());
    Ok(Roster { name: muster.name.clone(), rules: rules.id().to_string(), units, leaders, side_names })
}

fn colour(muster: &Muster, side: &str) -> &'static str {
    match side {
        "blue" => "blue",
        "red" => "red",
        _ if muster.sides.first().is_some_and(|first| first.id == side) => "blue",
        _ => "red",
    }
}

/// Reads a roster file. A broken roster, or one for another rule set, is refused with a sentence.
pub fn read(file: &Path, rules: &dyn RuleSet) -> Result<Roster, CliFault> {
    let name = || file.display().into();
    let bad = |reason: Filling| CliFault::Usage(BAD_ROSTER.with([("file", name()), ("reason", reason)]));
    let text = std::fs::read_to_string(file).map_err(|error| bad(Filling::io(&error)))?;
    let roster: Roster =
        serde_json::from_str(&text).map_err(|error| bad(Filling::sentence(misread(&error))))?;
    if roster.rules != rules.id() {
        let (found, wanted) = (roster.rules.into(), rules.id().into());
        let blanks = [("file", name()), ("found", found), ("wanted", wanted)];
        return Err(CliFault::Usage(ROSTER_OF_OTHER_RULES.with(blanks)));
    }
    Ok(roster)
}

/// How the value of a property reads.
pub fn readable(rules: &dyn RuleSet, choices_of: &str, value: Option<&Value>, words: Words) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::Bool(yes)) => words.word(if *yes { "yes" } else { "no" }).to_string(),
        Some(Value::String(name)) => label(rules, choices_of, name, words).unwrap_or_else(|| name.clone()),
        Some(Value::Number(figure)) => number::plain(figure.as_f64().unwrap_or_default(), words.language),
        Some(other) => other.to_string(),
    }
}

/// The label of a choice of the fact or field a property takes its values from.
fn label(rules: &dyn RuleSet, choices_of: &str, name: &str, words: Words) -> Option<String> {
    let (procedure, path) = choices_of.split_once('.')?;
    let info = rules.procedures()[rules.find(procedure).ok()?];
    let facts = schema::facts_schema(info, rules.messages(), words.language);
    let outcome = schema::outcome_schema(info, rules.messages(), words.language);
    [facts, outcome].iter().find_map(|schema| {
        let found = path.split('.').try_fold(schema, |within, part| within.get("properties")?.get(part))?;
        let place = found.get("enum")?.as_array()?.iter().position(|each| each == name)?;
        Some(found.get("x-labels")?.get(place)?.as_str()?.to_string())
    })
}
