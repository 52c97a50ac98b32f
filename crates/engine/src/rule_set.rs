//! A rule set: its words, its tables and its procedures, behind one door.

use std::collections::HashMap;

use serde_json::Value;

use crate::dice::{Dice, ScriptedDice};
use crate::every::{Lots, Outcomes};
use crate::fact::hint;
use crate::fault::{Code, Fault};
use crate::handbook::Handbook;
use crate::messages::{Language, Messages};
use crate::modifier::{Applied, Recorder};
use crate::procedure::{Entry, ProcedureInfo, Weighted};
use crate::roster::{CatalogueUnit, RosterPlan};
use crate::table::{Table, TableShelf};

/// How strongly the authors of a rule set recommend an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recommendation {
    /// Part of the game unless switched off.
    Standard,
    /// Recommended.
    Recommended,
    /// Strongly recommended.
    Strongly,
    /// Offered without a recommendation.
    Neutral,
    /// Offered, but not recommended.
    Poorly,
}

impl Recommendation {
    /// The word for it: a key of the `recommendation` labels.
    pub const fn as_str(self) -> &'static str {
        match self {
            Recommendation::Standard => "standard",
            Recommendation::Recommended => "recommended",
            Recommendation::Strongly => "strongly",
            Recommendation::Neutral => "neutral",
            Recommendation::Poorly => "poorly",
        }
    }
}

/// A named switch of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// Its name; the key of its `option` label.
    pub key: &'static str,
    /// The rule that offers it.
    pub rule: &'static str,
    /// What its authors think of it.
    pub recommendation: Recommendation,
    /// Whether it is on by default.
    pub default: bool,
}

/// A rule set as the world outside `crates/rules` sees it.
pub trait RuleSet: Send + Sync {
    /// Its short name: `borgerkrig`.
    fn id(&self) -> &'static str;
    /// Its words.
    fn messages(&self) -> &Messages;
    /// Its tables, in order of print.
    fn tables(&self) -> &[Table];
    /// Its procedures.
    fn procedures(&self) -> Vec<&ProcedureInfo>;
    /// Its options.
    fn options(&self) -> &[RuleOption];
    /// How its units stand on a roster.
    fn roster(&self) -> &RosterPlan;
    /// The order in which its rules are read as a book, and its words.
    fn handbook(&self) -> &Handbook;
    /// The units its country tables and army lists offer.
    fn catalogue(&self, language: Language) -> Vec<CatalogueUnit>;
    /// Every modifier it can apply.
    fn modifiers(&self) -> Vec<&'static crate::Modifier>;
    /// Every refusal it can give.
    fn refusals(&self) -> Vec<&'static crate::Refusal>;
    /// The place of a procedure in the list.
    fn find(&self, procedure: &str) -> Result<usize, Fault>;
    /// Works a procedure out from facts as JSON text; writes the outcome as JSON to `out`.
    fn resolve(
        &self,
        procedure: usize,
        facts: &str,
        dice: &mut dyn Dice,
        report: &mut Recorder,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault>;
    /// Every outcome of a procedure with its exact chance.
    fn outcomes(&self, procedure: usize, facts: &str) -> Result<Outcomes, Fault>;
    /// The same as JSON.
    fn every(&self, procedure: usize, facts: &str) -> Result<Vec<Weighted>, Fault> {
        self.outcomes(procedure, facts).map(|outcomes| outcomes.weighted())
    }
    /// The exact chances of a procedure that throws its dice in lots, lot by lot; refused for any other.
    fn lots(&self, procedure: usize, facts: &str) -> Result<Lots, Fault>;
}

impl dyn RuleSet + '_ {
    /// Works a procedure out with the dice as they fell: all of them, and no more.
    pub fn adjudicate(&self, procedure: &str, facts: &str, dice: &[i64]) -> Result<Adjudication, Fault> {
        let place = self.find(procedure)?;
        let mut scripted = ScriptedDice::new(dice);
        let mut report = Recorder::new();
        let mut out = Vec::new();
        self.resolve(place, facts, &mut scripted, &mut report, &mut out)?;
        scripted.finish()?;
        let outcome = serde_json::from_slice(&out).unwrap_or(Value::Null);
        Ok(Adjudication { outcome, modifiers: report.applied().to_vec() })
    }
}

/// The result of a procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjudication {
    /// The outcome.
    pub outcome: Value,
    /// The modifiers behind it.
    pub modifiers: Vec<Applied>,
}

/// Reads the units a rule set offers off its tables.
pub type Catalogue<T> = fn(&T, &Messages, Language) -> Vec<CatalogueUnit>;

/// A rule set made of its parts.
#[derive(Debug)]
pub struct Book<T: 'static> {
    id: &'static str,
    messages: Messages,
    shelf: TableShelf,
    tables: T,
    entries: Vec<&'static Entry<T>>,
    places: HashMap<&'static str, usize>,
    options: &'static [RuleOption],
    roster: RosterPlan,
    handbook: Handbook,
    catalogue: Catalogue<T>,
    modifiers: Vec<&'static crate::Modifier>,
    refusals: Vec<&'static crate::Refusal>,
}

impl<T: 'static> Book<T> {
    /// A rule set: its short name, its words, its tables as printed and as the procedures use them, and its procedures.
    pub fn new(
        id: &'static str,
        messages: Messages,
        shelf: TableShelf,
        tables: T,
        entries: &[&'static [Entry<T>]],
    ) -> Self {
        let entries: Vec<_> = entries.iter().flat_map(|part| part.iter()).collect();
        let places =
            entries.iter().enumerate().map(|(place, entry)| (entry.info.about.name, place)).collect();
        Book {
            id,
            messages,
            shelf,
            tables,
            entries,
            places,
            options: &[],
            roster: RosterPlan::default(),
            handbook: Handbook::default(),
            catalogue: |_, _, _| Vec::new(),
            modifiers: Vec::new(),
            refusals: Vec::new(),
        }
    }

    /// Names its options.
    pub fn with_options(mut self, options: &'static [RuleOption]) -> Self {
        self.options = options;
        self
    }

    /// Says how its units stand on a roster.
    pub fn with_roster(mut self, plan: RosterPlan) -> Self {
        self.roster = plan;
        self
    }

    /// Says in which order its rules are read, and which words they use.
    pub fn with_handbook(mut self, handbook: Handbook) -> Self {
        for language in Language::ALL {
            self.messages.cite(language, handbook.citations(language));
        }
        self.handbook = handbook;
        self
    }

    /// Says where the units of its country tables come from.
    pub fn with_catalogue(mut self, catalogue: Catalogue<T>) -> Self {
        self.catalogue = catalogue;
        self
    }

    /// Names its modifiers, file by file.
    pub fn with_modifiers(mut self, files: &[&'static [&'static crate::Modifier]]) -> Self {
        self.modifiers.extend(files.iter().flat_map(|file| file.iter().copied()));
        self
    }

    /// Names its refusals, file by file.
    pub fn with_refusals(mut self, files: &[&'static [&'static crate::Refusal]]) -> Self {
        self.refusals.extend(files.iter().flat_map(|file| file.iter().copied()));
        self
    }

    /// Its tables as the procedures use them.
    pub fn tables(&self) -> &T {
        &self.tables
    }
}

impl<T: Send + Sync + 'static> RuleSet for Book<T> {
    fn id(&self) -> &'static str {
        self.id
    }
    fn messages(&self) -> &Messages {
        &self.messages
    }
    fn tables(&self) -> &[Table] {
        self.shelf.tables()
    }
    fn procedures(&self) -> Vec<&ProcedureInfo> {
        self.entries.iter().map(|entry| &entry.info).collect()
    }
    fn options(&self) -> &[RuleOption] {
        self.options
    }
    fn roster(&self) -> &RosterPlan {
        &self.roster
    }
    fn handbook(&self) -> &Handbook {
        &self.handbook
    }
    fn catalogue(&self, language: Language) -> Vec<CatalogueUnit> {
        (self.catalogue)(&self.tables, &self.messages, language)
    }
    fn modifiers(&self) -> Vec<&'static crate::Modifier> {
        self.modifiers.clone()
    }
    fn refusals(&self) -> Vec<&'static crate::Refusal> {
        self.refusals.clone()
    }
    fn find(&self, procedure: &str) -> Result<usize, Fault> {
        self.places.get(procedure).copied().ok_or_else(|| {
            let names: Vec<_> = self.entries.iter().map(|entry| entry.info.about.name).collect();
            let blanks = vec![
                ("given", procedure.into()),
                ("hint", hint(procedure, &names)),
                ("rules", self.id.into()),
            ];
            Fault::new(Code::UnknownProcedure, "procedure", crate::wordings::UNKNOWN_PROCEDURE, blanks)
        })
    }
    fn resolve(
        &self,
        procedure: usize,
        facts: &str,
        dice: &mut dyn Dice,
        report: &mut Recorder,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        self.entries[procedure].adjudicate(&self.tables, facts, dice, report, out)
    }
    fn outcomes(&self, procedure: usize, facts: &str) -> Result<Outcomes, Fault> {
        self.entries[procedure].every(&self.tables, facts)
    }
    fn lots(&self, procedure: usize, facts: &str) -> Result<Lots, Fault> {
        self.entries[procedure].lots(&self.tables, facts)
    }
}

/// The labels a rule set lacks: every `section.key` that a procedure, fact, choice, outcome, modifier, refusal, table or option
/// needs and `language` does not have. The rule set's own test checks that there are none.
pub fn missing_labels(rules: &dyn RuleSet, language: Language) -> Vec<String> {
    let mut wanted = Wanted { rules, language, missing: Vec::new() };
    wanted.want("rules", "title");
    for info in rules.procedures() {
        let place = info.about.name;
        wanted.want("procedure", place);
        wanted.want("about", place);
        info.about.cites.iter().for_each(|rule| wanted.rule(rule));
        for spec in info.facts {
            wanted.fact(place, spec);
        }
        for field in info.outcome {
            wanted.field(place, field);
        }
    }
    for modifier in rules.modifiers() {
        wanted.want("modifier", modifier.key);
        wanted.rule(modifier.rule);
    }
    for refusal in rules.refusals() {
        wanted.want("refusal", refusal.key);
        wanted.rule(refusal.rule);
    }
    ["one", "many"].iter().for_each(|key| wanted.want("counted", key));
    for property in &rules.roster().property {
        wanted.want("property", &property.key);
    }
    for role in rules.roster().bind.values().flat_map(|roles| roles.keys()) {
        wanted.want("role", role);
    }
    for phase in &rules.roster().phase {
        wanted.want("turn_phase", &phase.key);
        wanted.rule(&phase.rule);
    }
    for mark in &rules.roster().mark {
        wanted.want("mark", &mark.key);
        wanted.rule(&mark.rule);
    }
    for reminder in &rules.roster().reminder {
        wanted.want("reminder", &reminder.key);
        wanted.rule(&reminder.rule);
    }
    for option in rules.options() {
        wanted.want("option", option.key);
        wanted.rule(option.rule);
    }
    for table in rules.tables() {
        wanted.want("table", &table.id);
        for part in &table.parts {
            wanted.want_in("part", &table.id, &part.key);
            for column in part.columns.iter().filter(|key| !is_figure(key)) {
                wanted.want_in("column", &table.id, column);
            }
            for row in part.rows.iter().filter(|row| !is_figure(&row.key)) {
                wanted.want_in("row", &table.id, &row.key);
            }
            part.rows.iter().flat_map(|row| &row.cells).for_each(|cell| wanted.cell(cell, &table.id));
        }
    }
    wanted.missing.sort();
    wanted.missing.dedup();
    wanted.missing
}

/// A column headed by a figure or a range of figures needs no word.
fn is_figure(key: &str) -> bool {
    crate::table::Span::parse(key).is_some() || key.parse::<f64>().is_ok()
}

/// Reports the labels that a language lacks and the keys that only one has. The test of a rule set checks that there are none.
pub fn labels_are_complete(rules: &dyn RuleSet) -> Result<(), String> {
    let mut faults = Vec::new();
    for language in Language::ALL {
        faults.extend(missing_labels(rules, language).iter().map(|key| format!("{language} lacks {key}")));
    }
    let [english, danish] = Language::ALL.map(|language| rules.messages().keys(language));
    let only = |these: &[(&str, &str)], those: &[(&str, &str)], language: Language| -> Vec<String> {
        let missing = these.iter().filter(|key| those.binary_search(key).is_err());
        missing.map(|(section, key)| format!("only {language} has {section}.{key}")).collect()
    };
    faults.extend(only(&english, &danish, Language::English));
    faults.extend(only(&danish, &english, Language::Danish));
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

struct Wanted<'a> {
    rules: &'a dyn RuleSet,
    language: Language,
    missing: Vec<String>,
}

impl Wanted<'_> {
    fn want(&mut self, section: &str, key: &str) {
        if self.rules.messages().find(self.language, section, key).is_none() {
            self.missing.push(format!("{section}.{key}"));
        }
    }

    /// Every rule a citation names has its text.
    fn rule(&mut self, citation: &str) {
        for rule in self.rules.messages().cited(citation) {
            self.want("rule", rule);
        }
    }

    fn want_in(&mut self, section: &str, place: &str, key: &str) {
        if self.rules.messages().find(self.language, section, &format!("{place}.{key}")).is_none() {
            self.want(section, key);
        }
    }

    /// No key of our own making is left in a cell as it reads.
    fn cell(&mut self, cell: &crate::table::Cell, table: &str) {
        let crate::table::Cell::Word(words) = cell else { return };
        for word in words.split(", ") {
            if !crate::table::cell_words::is_labelled(word, self.rules.messages(), self.language, table) {
                self.missing.push(format!("cell.{table}.{word}"));
            }
        }
    }

    fn fact(&mut self, place: &str, spec: &crate::fact::FactSpec) {
        self.want_in("fact", place, spec.name);
        self.rule(spec.cite);
        self.kind(place, &spec.kind);
    }

    fn field(&mut self, place: &str, field: &crate::outcome::FieldSpec) {
        self.want_in("outcome", place, field.name);
        self.kind(place, &field.kind);
    }

    fn kind(&mut self, place: &str, kind: &crate::fact::Kind) {
        use crate::fact::Kind;
        match kind {
            Kind::Choice { of, names } => names.iter().for_each(|name| self.want_in("choice", of, name)),
            Kind::Object(specs) => specs.iter().for_each(|spec| self.fact(place, spec)),
            Kind::Fields(fields) => fields.iter().for_each(|field| self.field(place, field)),
            Kind::List(kind) | Kind::Maybe(kind) => self.kind(place, kind),
            Kind::YesNo
            | Kind::Whole
            | Kind::Number
            | Kind::Text
            | Kind::Points
            | Kind::Shown(_)
            | Kind::Given(_) => {}
        }
    }
}
