//! How units on a roster and procedures fit together: which properties answer which facts, and what an outcome changes.
//!
//! A rule set says so in one file, `roster.toml`:
//!
//! ```toml
//! men_a_figure = 20
//! minutes_a_turn = 5
//!
//! [[other_scale]]                 # where not all figures stand for as many men
//! property = "arm"
//! of = ["cavalry"]
//! men_a_figure = 15
//!
//! [[property]]
//! key = "order"
//! choices_of = "morale_test.order"
//!
//! [bind.small_arms_fire.firer]
//! facts = { figures = "figures", order = "firer_order" }
//! clear = { ammunition = "ammunition_exhausted" }
//!
//! [bind.small_arms_fire.target]
//! lose_men = "loss_men"
//! ```

mod marks;
mod measuring;
mod reading;
mod turn;

use std::collections::BTreeMap;

pub use marks::{Mark, MarkOf};
pub use measuring::{Measuring, ReadOff, Tape, TapeUnit};
pub use reading::{Answered, Reading};
use serde::{Deserialize, Serialize};
pub use turn::{Due, Follow, Phase, Reminder};

use crate::declare::UnknownWord;
use crate::fact::{Bounds, FactSpec, Kind};
use crate::outcome::FieldSpec;
use crate::rule_set::RuleSet;
use crate::sentence::{Filling, Sentence};
use crate::wordings::{FIGURE_FROM_TO, KEY_CANNOT_BE, OF_KEY};

/// A property of a unit beside its name, strength and losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its key; its label is in the `property` section of the message files.
    pub key: String,
    /// The fact (`procedure.fact`), or the field of an outcome, whose choices, bounds or yes-and-no it has.
    pub choices_of: String,
    /// The arms that have it; every arm when left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// A unit is not ready for the table without it.
    #[serde(default)]
    pub needed: bool,
}

/// The values a property can have.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Their shape.
    pub kind: Kind,
    /// Their bounds, of figures.
    pub bounds: Option<Bounds>,
}

impl Property {
    /// The values it can have: those of the fact or field it is said to take them from.
    pub fn values(&self, rules: &dyn RuleSet) -> Option<Values> {
        let (procedure, path) = self.choices_of.split_once('.')?;
        let info = rules.procedures().into_iter().find(|info| info.about.name == procedure)?;
        let fact = find_fact(info.facts, path).map(|spec| Values { kind: spec.kind, bounds: spec.bounds });
        let values = fact.or_else(|| {
            find_field(info.outcome, path).map(|field| Values { kind: field.kind, bounds: None })
        })?;
        match values.kind {
            Kind::Maybe(kind) => Some(Values { kind: *kind, ..values }),
            _ => Some(values),
        }
    }

    /// Why it cannot have this value, and what would be right; `None` when it can.
    pub fn refuses(&self, rules: &dyn RuleSet, value: &serde_json::Value) -> Option<Sentence> {
        let key = &self.key;
        let values = self.values(rules)?;
        let right = match (values.kind, values.bounds) {
            (Kind::Choice { names, .. }, _) => {
                let given = value.as_str().map_or_else(|| value.to_string(), str::to_string);
                if value.is_string() && names.contains(&given.as_str()) {
                    return None;
                }
                let reason = Filling::sentence(UnknownWord::new(&given, names).sentence());
                return Some(OF_KEY.with([("key", key.into()), ("reason", reason)]));
            }
            (Kind::YesNo, _) => match value {
                serde_json::Value::Bool(_) => return None,
                _ => Filling::Word("wanted", "yes_or_no"),
            },
            (Kind::Whole | Kind::Number, bounds) => {
                let within = |number: f64| bounds.is_none_or(|it| (it.least..=it.most).contains(&number));
                let whole = |number: f64| matches!(values.kind, Kind::Number) || number.fract() == 0.0;
                match (value.as_f64(), bounds) {
                    (Some(number), _) if within(number) && whole(number) => return None,
                    (_, Some(it)) => {
                        let blanks =
                            [("least", Filling::number(it.least)), ("most", Filling::number(it.most))];
                        Filling::sentence(FIGURE_FROM_TO.with(blanks))
                    }
                    (_, None) => Filling::Word("wanted", "number"),
                }
            }
            _ => return None,
        };
        Some(KEY_CANNOT_BE.with([("key", key.into()), ("given", value.into()), ("wanted", right)]))
    }
}

/// One role a unit can have in a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Facts that are answered from the unit: property → fact. Beside its own properties a unit has `figures` (those it has left),
    /// `fighting_figures` (the same, where the print counts those who take part apart), `exact_figures` (the same with their fraction), `original_figures`, `original_men`, `men`, `lost_men` and `lost_figures`;
    /// what its losses make of it (see [`Mark::makes`]); and `original_…`, a property as it was before its losses lowered it.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// The arms that can have the role; every arm when left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// Facts that the player states, but never more than the unit has: strength or property → fact.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub most: BTreeMap<String, String>,
    /// The outcome's field that counts men lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lose_men: Option<String>,
    /// The outcome's field that counts figures lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lose_figures: Option<String>,
    /// Properties set to an outcome's field: property → field.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Properties set to "no" if an outcome's field is true: property → field.
    #[serde(default)]
    pub clear: BTreeMap<String, String>,
    /// Properties that are "no" once the result is recorded, whatever it was: a first volley that was fired.
    #[serde(default)]
    pub spent: Vec<String>,
    /// Properties that go down by an outcome's field: property → field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub less: BTreeMap<String, String>,
    /// Properties that go up by an outcome's field: property → field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub more: BTreeMap<String, String>,
    /// Properties that go down by one once the result is recorded: a load that was fired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<String>,
    /// Properties without which a unit cannot have the role: with no load left nobody fires.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// The outcome's fields after which the unit is gone, with all it had left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The arms whose losses another sum tells: this one takes nobody from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spares: Vec<String>,
}

/// Units whose figures stand for more or fewer men than others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherScale {
    /// The property that identifies them.
    pub property: String,
    /// Its values that mean them.
    pub of: Vec<String>,
    /// Men to a figure of theirs.
    pub men_a_figure: i32,
}

/// How this rule set reads the units of a scenario file, in addition to its own ratings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioPlan {
    /// Figures of crew to a gun.
    #[serde(default)]
    pub figures_a_gun: f64,
    /// Properties that take the number of guns.
    #[serde(default)]
    pub guns: Vec<String>,
    /// Ratings that state the crew of a battery, which is its figures.
    #[serde(default)]
    pub crew: Vec<String>,
    /// The property that gives the army: the choice for the side's id or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// arm of the scenario → property → value at the start.
    #[serde(default)]
    pub arm: BTreeMap<String, BTreeMap<String, serde_json::Value>>,
    /// Ratings that are not a property but say something about one.
    #[serde(default)]
    pub rating: Vec<TellingRating>,
    /// property → the rating it is, where the scenario calls it otherwise.
    #[serde(default)]
    pub called: BTreeMap<String, String>,
    /// The rating that states a unit's figures; `figures` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<String>,
    /// The property that names a row of the country tables: the row brings what it says of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
}

/// A rating of a scenario that says something about a property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TellingRating {
    /// The arm it is asked of; every arm when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<String>,
    /// The rating, or `formation`.
    pub key: String,
    /// Its value.
    pub is: serde_json::Value,
    /// property → value.
    pub set: BTreeMap<String, serde_json::Value>,
}

/// The whole plan of a rule set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterPlan {
    /// Men to a figure.
    pub men_a_figure: i32,
    /// Minutes of battle to a turn.
    pub minutes_a_turn: f64,
    /// Units that count otherwise; the first that fits.
    #[serde(default)]
    pub other_scale: Vec<OtherScale>,
    /// How the ids of tables begin that list countries and persons. Such tables are looked up and not on the quick reference.
    #[serde(default)]
    pub country_lists: Vec<String>,
    /// What a unit carries, in the order of the sheet.
    #[serde(default)]
    pub property: Vec<Property>,
    /// procedure → role → binding.
    #[serde(default)]
    pub bind: BTreeMap<String, BTreeMap<String, Binding>>,
    /// How the roster's words read in facts and outcomes with other words.
    #[serde(default)]
    pub reading: Vec<Reading>,
    /// The turn, in the order of play.
    #[serde(default)]
    pub phase: Vec<Phase>,
    /// What must be done with certain units.
    #[serde(default)]
    pub due: Vec<Due>,
    /// What holds for units after what they did in the turn before.
    #[serde(default)]
    pub reminder: Vec<Reminder>,
    /// What a result calls for.
    #[serde(default)]
    pub follow: Vec<Follow>,
    /// Shares of losses from which something else holds, the least first.
    #[serde(default)]
    pub mark: Vec<Mark>,
    /// What distances are measured in; none where no table is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measuring: Option<Measuring>,
    /// Facts that are read off others.
    #[serde(default)]
    pub read_off: Vec<ReadOff>,
    /// Facts that hold for more than one throw: weather, ground. All others with a default are as good as new after a throw.
    #[serde(default)]
    pub lasting: Vec<String>,
    /// How the units of a scenario file come onto the roster.
    #[serde(default)]
    pub scenario: ScenarioPlan,
}

/// What every unit carries, whatever the rules.
const STRENGTH: [&str; 8] = [
    "figures",
    "fighting_figures",
    "exact_figures",
    "original_figures",
    "original_men",
    "men",
    "lost_men",
    "lost_figures",
];

impl RosterPlan {
    /// Reads a plan.
    pub fn read(text: &str) -> Result<RosterPlan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Men to a figure of a unit with these properties.
    pub fn men_a_figure_of(&self, properties: &BTreeMap<String, serde_json::Value>) -> i32 {
        let fits = |scale: &&OtherScale| {
            let value = properties.get(&scale.property).and_then(serde_json::Value::as_str);
            value.is_some_and(|value| scale.of.iter().any(|of| of == value))
        };
        self.other_scale.iter().find(fits).map_or(self.men_a_figure, |scale| scale.men_a_figure)
    }

    /// What of a unit is counted, so that nobody can state more of it than the unit has: figures, men, guns.
    pub fn counts(&self) -> Vec<String> {
        let strength = ["figures", "fighting_figures", "exact_figures", "men"].map(str::to_string);
        strength.into_iter().chain(self.scenario.guns.clone()).collect()
    }

    /// Does a table list a country's units or persons?
    pub fn is_country_list(&self, table: &str) -> bool {
        self.country_lists.iter().any(|begins| table.starts_with(begins.as_str()))
    }

    /// The property of this key.
    pub fn property(&self, key: &str) -> Option<&Property> {
        self.property.iter().find(|property| property.key == key)
    }

    /// Everything in the plan that the rule set does not have. The rule set's own test checks that there is nothing.
    pub fn faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let mut faults = Vec::new();
        if self.men_a_figure <= 0 || self.other_scale.iter().any(|scale| scale.men_a_figure <= 0) {
            faults.push("men_a_figure must be above 0".to_string());
        }
        faults.extend(self.value_faults(rules));
        if self.minutes_a_turn <= 0.0 {
            faults.push("minutes_a_turn must be above 0".to_string());
        }
        for property in &self.property {
            if property.values(rules).is_none() {
                faults.push(format!("{}: there is no fact `{}`", property.key, property.choices_of));
            }
        }
        for (procedure, roles) in &self.bind {
            let Ok(place) = rules.find(procedure) else {
                faults.push(format!("there is no procedure `{procedure}`"));
                continue;
            };
            let info = rules.procedures()[place];
            for (role, binding) in roles {
                self.check(&format!("{procedure}.{role}"), binding, info.facts, info.outcome, &mut faults);
                faults.extend(self.role_faults(rules, &format!("{procedure}.{role}"), binding));
            }
        }
        faults.extend(self.reading_faults(rules));
        faults.extend(self.arm_faults(rules));
        faults.extend(self.turn_faults(rules));
        faults.extend(self.mark_faults(rules));
        faults.extend(self.measuring_faults(rules));
        faults
    }

    /// Arms that a property is said to be of, and facts that are said to last, but that do not exist.
    fn arm_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let arms = self.property("arm").and_then(|arm| arm.values(rules));
        let known = |arm: &String| match arms.map(|values| values.kind) {
            Some(Kind::Choice { names, .. }) => names.contains(&arm.as_str()),
            _ => false,
        };
        let of = self.property.iter().flat_map(|property| property.of.iter());
        let arms = of.filter(|arm| !known(arm)).map(|arm| format!("there is no arm `{arm}`"));
        let procedures = rules.procedures();
        let fact = |name: &&String| procedures.iter().any(|info| names_fact(info.facts, name));
        let lasting = self.lasting.iter().filter(|name| !fact(name));
        arms.chain(lasting.map(|name| format!("no procedure has the fact `{name}`"))).collect()
    }

    /// Values in the plan that the property they are given to cannot have.
    fn value_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let plan = &self.scenario;
        let scales = self.other_scale.iter().flat_map(|scale| {
            scale.of.iter().map(|of| (scale.property.as_str(), serde_json::Value::from(of.as_str())))
        });
        let set = plan.arm.values().chain(plan.rating.iter().map(|rating| &rating.set)).flatten();
        let set = set.map(|(key, value)| (key.as_str(), value.clone()));
        let named = plan.guns.iter().chain(&plan.side).chain(&plan.row).chain(plan.called.keys());
        let named = named.filter(|key| self.property(key).is_none());
        let unknown = named.map(|key| format!("scenario: a unit has no property `{key}`"));
        let wrong = scales.chain(set).filter_map(|(key, value)| match self.property(key) {
            None => Some(format!("a unit has no property `{key}`")),
            Some(property) => property.refuses(rules, &value).map(|reason| format!("{key}: {reason}")),
        });
        unknown.chain(wrong).collect()
    }

    /// Arms there are not, and properties that go up or down but are no numbers.
    fn role_faults(&self, rules: &dyn RuleSet, place: &str, binding: &Binding) -> Vec<String> {
        let kind = |key: &str| self.property(key)?.values(rules).map(|values| values.kind);
        let arms = match kind("arm") {
            Some(Kind::Choice { names, .. }) => names,
            _ => &[],
        };
        let odd = binding.of.iter().chain(&binding.spares).filter(|arm| !arms.contains(&arm.as_str()));
        let odd = odd.map(|arm| format!("{place}: there is no arm `{arm}`"));
        let counted = |key: &str| matches!(kind(key), Some(Kind::Whole | Kind::Number));
        let moving = binding.less.keys().chain(binding.more.keys()).chain(&binding.used);
        let no_numbers = moving.filter(|key| !counted(key));
        odd.chain(no_numbers.map(|key| format!("{place}: {key} is no number"))).collect()
    }

    fn check(
        &self,
        place: &str,
        binding: &Binding,
        facts: &[FactSpec],
        outcome: &[FieldSpec],
        faults: &mut Vec<String>,
    ) {
        let own = |key: &str| STRENGTH.contains(&key) || self.property(key).is_some();
        let before =
            |key: &str| key.strip_prefix("original_").is_some_and(|key| self.property(key).is_some());
        let answered = |key: &str| own(key) || self.is_made(key) || before(key);
        let keys = binding.set.keys().chain(binding.clear.keys()).chain(&binding.spent);
        let keys = keys.chain(binding.less.keys()).chain(binding.more.keys()).chain(&binding.used);
        let keys = keys.chain(binding.most.keys()).chain(&binding.needs);
        let unknown = keys.filter(|key| !own(key));
        for key in unknown.chain(binding.facts.keys().filter(|key| !answered(key))) {
            faults.push(format!("{place}: a unit has no property `{key}`"));
        }
        let asked = binding.facts.values().chain(binding.most.values());
        for fact in asked.filter(|fact| find_fact(facts, fact).is_none()) {
            faults.push(format!("{place}: there is no fact `{fact}`"));
        }
        let fields = binding.set.values().chain(binding.clear.values()).chain(binding.less.values());
        let fields = fields.chain(binding.more.values()).chain(&binding.gone);
        let fields = fields.chain(&binding.lose_men).chain(&binding.lose_figures);
        for field in fields.filter(|field| find_field(outcome, field).is_none()) {
            faults.push(format!("{place}: the outcome has no field `{field}`"));
        }
    }
}

/// Is there a fact of this name, alone or in a group?
fn names_fact(specs: &[FactSpec], name: &str) -> bool {
    specs.iter().any(|spec| {
        spec.name == name || matches!(spec.kind, Kind::Object(within) if names_fact(within, name))
    })
}

fn find_fact<'a>(specs: &'a [FactSpec], path: &str) -> Option<&'a FactSpec> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let spec = specs.iter().find(|spec| spec.name == name)?;
    match (rest, spec.kind) {
        (None, _) => Some(spec),
        (Some(rest), Kind::Object(within)) => find_fact(within, rest),
        (Some(_), _) => None,
    }
}

fn find_field<'a>(fields: &'a [FieldSpec], path: &str) -> Option<&'a FieldSpec> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let field = fields.iter().find(|field| field.name == name)?;
    match (rest, field.kind) {
        (None, _) => Some(field),
        (Some(rest), Kind::Fields(within) | Kind::Maybe(&Kind::Fields(within))) => find_field(within, rest),
        (Some(_), _) => None,
    }
}

/// A unit that can be put on a roster: from a country table or an army list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CatalogueUnit {
    /// Whose it is, as a person reads it.
    pub nation: String,
    /// When, as printed; empty when always.
    pub period: String,
    /// The kind of unit, as a person reads it.
    pub kind: String,
    /// Figures it may have: least and most.
    pub figures: (i32, i32),
    /// Properties that the table gives: key and value.
    pub properties: BTreeMap<String, serde_json::Value>,
}

impl CatalogueUnit {
    /// A unit of a nation, with the figures it may have.
    pub fn new(nation: impl Into<String>, kind: impl Into<String>, figures: (i32, i32)) -> Self {
        let (nation, kind) = (nation.into(), kind.into());
        CatalogueUnit { nation, period: String::new(), kind, figures, properties: BTreeMap::new() }
    }

    /// When it was.
    pub fn in_period(mut self, period: impl Into<String>) -> Self {
        self.period = period.into();
        self
    }

    /// A property it has.
    pub fn with(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
        self.properties.insert(key.into(), value.into());
        self
    }

    /// A property it has, where the table states one.
    pub fn with_stated(self, key: &str, value: Option<impl Into<serde_json::Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}
