//! What can happen to a roster, read from the network: each kind has its own fields and bounds, and nothing else is let in.

use std::collections::BTreeMap;

use krigsspil_engine::roster::RosterPlan;
use krigsspil_engine::{Filling, RuleSet, Sentence, misread};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::wordings::{EVENT_BEYOND, EVENT_UNKNOWN_PROPERTY, EVENT_UNREADABLE};

/// The colours of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    /// Blue.
    Blue,
    /// Red.
    Red,
}

/// A leader's rank.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rank {
    /// Of an army.
    Army,
    /// Of a corps.
    Corps,
    /// Of a division.
    Division,
    /// Of a brigade.
    Brigade,
    /// Of a battalion.
    Battalion,
}

/// A property's value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Plain {
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// Taken away.
    None(()),
}

type Properties = BTreeMap<String, Plain>;

/// The names of the sides.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideNames {
    /// Of blue.
    #[serde(default)]
    blue: Option<String>,
    /// Of red.
    #[serde(default)]
    red: Option<String>,
}

/// A unit as it joins the roster.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// Its id.
    pub(crate) id: String,
    name: String,
    /// Its side.
    pub(crate) side: Side,
    figures: i64,
    #[serde(default)]
    men: Option<f64>,
    properties: Properties,
    #[serde(default)]
    leader: Option<String>,
    #[serde(default)]
    comes: Option<i64>,
    #[serde(default)]
    notes: Option<String>,
}

/// A leader.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderJoining {
    /// His id.
    pub(crate) id: String,
    name: String,
    /// His side.
    pub(crate) side: Side,
    #[allow(dead_code, reason = "read so that it is checked")]
    rank: Rank,
    #[serde(default)]
    superior: Option<String>,
    #[allow(dead_code, reason = "read so that it is checked")]
    fallen: bool,
}

/// What a result does to a unit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Booked {
    /// The unit.
    pub(crate) unit: String,
    #[serde(default)]
    men: Option<f64>,
    #[serde(default)]
    figures: Option<f64>,
    #[serde(default)]
    set: Properties,
}

/// What can be taken away: `null` takes it away, and that must reach everybody; what is not stated stays as it was.
#[derive(Clone, Debug, Default)]
enum Given<T> {
    /// Nothing is said of it.
    #[default]
    NotStated,
    /// It is taken away.
    TakenAway,
    /// It is this.
    Is(T),
}

impl<T> Given<T> {
    fn is_not_stated(&self) -> bool {
        matches!(self, Given::NotStated)
    }

    fn value(&self) -> Option<&T> {
        match self {
            Given::Is(value) => Some(value),
            Given::NotStated | Given::TakenAway => None,
        }
    }
}

impl<T: Serialize> Serialize for Given<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Given::TakenAway, Given::Is))
    }
}

/// What of a unit is changed by hand.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Its new side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    figures: Option<i64>,
    #[serde(default, skip_serializing_if = "Given::is_not_stated")]
    #[schema(value_type = Option<f64>)]
    men: Given<f64>,
    #[serde(default, skip_serializing_if = "Given::is_not_stated")]
    #[schema(value_type = Option<String>)]
    leader: Given<String>,
    #[serde(default, skip_serializing_if = "Given::is_not_stated")]
    #[schema(value_type = Option<i64>)]
    comes: Given<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<f64>,
}

/// What of a leader is changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(dead_code, reason = "read so that it is checked")]
    rank: Option<Rank>,
    #[serde(default, skip_serializing_if = "Given::is_not_stated")]
    #[schema(value_type = Option<String>)]
    superior: Given<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[allow(dead_code, reason = "read so that it is checked")]
    fallen: Option<bool>,
}

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Deed {
    /// The roster begins.
    Begin {
        rules: String,
        name: String,
        start: i64,
        #[serde(default)]
        sides: SideNames,
    },
    /// Its name, its hour or its sides' names change.
    Title {
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        start: Option<i64>,
        #[serde(default)]
        sides: SideNames,
    },
    /// Units join.
    Units { units: Vec<Joining> },
    /// A unit is changed by hand.
    Change {
        unit: String,
        #[serde(default)]
        fields: Fields,
        #[serde(default)]
        set: Properties,
    },
    /// A unit is struck off.
    Remove { unit: String },
    /// A result is recorded.
    Book {
        units: Vec<Booked>,
        #[serde(default)]
        procedure: Option<String>,
        #[serde(default)]
        dice: Vec<i64>,
        #[serde(default)]
        rules: Vec<String>,
        #[serde(default)]
        #[schema(value_type = Object)]
        outcome: Map<String, Value>,
    },
    /// So many of its figures are off the table in all.
    Off { unit: String, to: i64 },
    /// Leaders join.
    Leaders { leaders: Vec<LeaderJoining> },
    /// A leader is changed.
    Leader { leader: String, fields: LeaderFields },
    /// A turn begins.
    Turn { to: i64 },
    /// A phase begins.
    Phase { to: String },
    /// A unit has acted.
    Acted { unit: String, phase: String },
    /// Somebody notes something.
    Note { text: String },
    /// An event is taken back.
    Undo { of: String },
}

/// An event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Happening {
    /// Its id, made by its author.
    pub(crate) id: String,
    /// Its author's Lamport clock.
    pub(crate) clock: i64,
    /// The turn in which it happened.
    pub(crate) turn: i64,
    /// What happened.
    #[serde(flatten)]
    pub(crate) deed: Deed,
}

/// An event's id, as far as it can be told, and why it is none.
#[derive(Debug)]
pub(crate) struct EventFault {
    /// Its id; empty when it has none.
    pub(crate) id: String,
    /// Why.
    pub(crate) reason: Sentence,
}

const LONGEST_NAME: usize = 80;
const LONGEST_NOTES: usize = 300;
const LONGEST_TEXT: usize = 500;
const MOST_FIGURES: f64 = 1000.0;
const MOST_MEN: f64 = 1_000_000.0;
const MOST_TURNS: f64 = 10_000.0;
const MOST_CLOCK: f64 = 1_000_000_000.0;
const MOST_UNITS: f64 = 400.0;

/// Letters of an id: `k3f9a2xq-1f`.
fn is_id(text: &str) -> bool {
    let (author, number) = text.split_once('-').unwrap_or((text, "1"));
    let plain = |part: &str, most: usize| {
        (1..=most).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    plain(author, 24) && plain(number, 8)
}

fn is_word(text: &str) -> bool {
    (1..=60).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

/// What is being checked, and against which rules.
struct Check<'a> {
    rules: &'a dyn RuleSet,
    plan: &'a RosterPlan,
}

type Checked = Result<(), Sentence>;

fn beyond(field: &'static str) -> Sentence {
    EVENT_BEYOND.with([("field", field.into())])
}

fn hold(holds: bool, field: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(beyond(field)) }
}

fn id(text: &str, field: &'static str) -> Checked {
    hold(is_id(text), field)
}

/// Letters are counted as the page counts them.
fn text(given: &str, most: usize, field: &'static str) -> Checked {
    hold(given.encode_utf16().count() <= most, field)
}

fn number(given: f64, least: f64, most: f64, field: &'static str) -> Checked {
    hold((least..=most).contains(&given), field)
}

fn maybe<T>(given: &Option<T>, check: impl Fn(&T) -> Checked) -> Checked {
    given.as_ref().map_or(Ok(()), check)
}

fn given<T>(given: &Given<T>, check: impl Fn(&T) -> Checked) -> Checked {
    given.value().map_or(Ok(()), check)
}

impl Check<'_> {
    fn properties(&self, properties: &Properties) -> Checked {
        number(properties.len() as f64, 0.0, 60.0, "set")?;
        for (key, value) in properties {
            let Some(property) = self.plan.property(key) else {
                return Err(EVENT_UNKNOWN_PROPERTY.with([("key", key.into())]));
            };
            let value = match value {
                Plain::None(()) => continue,
                Plain::YesNo(value) => Value::from(*value),
                Plain::Number(value) => Value::from(*value),
                Plain::Word(word) => Value::from(word.as_str()),
            };
            if let Some(reason) = property.refuses(self.rules, &value) {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn joining(&self, unit: &Joining) -> Checked {
        id(&unit.id, "id")?;
        text(&unit.name, LONGEST_NAME, "name")?;
        number(unit.figures as f64, 0.0, MOST_FIGURES, "figures")?;
        maybe(&unit.men, |men| number(*men, 0.0, MOST_MEN, "men"))?;
        maybe(&unit.leader, |leader| id(leader, "leader"))?;
        maybe(&unit.comes, |turn| number(*turn as f64, 0.0, MOST_TURNS, "comes"))?;
        maybe(&unit.notes, |notes| text(notes, LONGEST_NOTES, "notes"))?;
        self.properties(&unit.properties)
    }

    fn booked(&self, booked: &Booked) -> Checked {
        id(&booked.unit, "unit")?;
        maybe(&booked.men, |men| number(*men, -MOST_MEN, MOST_MEN, "men"))?;
        maybe(&booked.figures, |figures| number(*figures, -MOST_FIGURES, MOST_FIGURES, "figures"))?;
        self.properties(&booked.set)
    }

    fn fields(&self, fields: &Fields) -> Checked {
        maybe(&fields.name, |name| text(name, LONGEST_NAME, "name"))?;
        maybe(&fields.figures, |figures| number(*figures as f64, 0.0, MOST_FIGURES, "figures"))?;
        given(&fields.men, |men| number(*men, 0.0, MOST_MEN, "men"))?;
        given(&fields.leader, |leader| id(leader, "leader"))?;
        given(&fields.comes, |turn| number(*turn as f64, 0.0, MOST_TURNS, "comes"))?;
        maybe(&fields.notes, |notes| text(notes, LONGEST_NOTES, "notes"))?;
        maybe(&fields.place, |place| number(*place, -1e6, 1e6, "place"))
    }

    fn leader(leader: &LeaderJoining) -> Checked {
        id(&leader.id, "id")?;
        text(&leader.name, LONGEST_NAME, "name")?;
        maybe(&leader.superior, |superior| id(superior, "superior"))
    }

    fn leader_fields(fields: &LeaderFields) -> Checked {
        maybe(&fields.name, |name| text(name, LONGEST_NAME, "name"))?;
        given(&fields.superior, |superior| id(superior, "superior"))
    }

    fn sides(sides: &SideNames) -> Checked {
        maybe(&sides.blue, |name| text(name, LONGEST_NAME, "sides"))?;
        maybe(&sides.red, |name| text(name, LONGEST_NAME, "sides"))
    }

    fn deed(&self, deed: &Deed) -> Checked {
        let start = |minutes: &i64| number(*minutes as f64, 0.0, 1439.0, "start");
        match deed {
            Deed::Begin { rules, name, start: minutes, sides } => {
                hold(rules == self.rules.id(), "rules")?;
                text(name, LONGEST_NAME, "name")?;
                start(minutes)?;
                Self::sides(sides)
            }
            Deed::Title { name, start: minutes, sides } => {
                maybe(name, |name| text(name, LONGEST_NAME, "name"))?;
                maybe(minutes, start)?;
                Self::sides(sides)
            }
            Deed::Units { units } => {
                number(units.len() as f64, 0.0, MOST_UNITS, "units")?;
                units.iter().try_for_each(|unit| self.joining(unit))
            }
            Deed::Change { unit, fields, set } => {
                id(unit, "unit")?;
                self.fields(fields)?;
                self.properties(set)
            }
            Deed::Remove { unit } => id(unit, "unit"),
            Deed::Book { units, procedure, dice, rules, outcome } => {
                number(units.len() as f64, 0.0, 20.0, "units")?;
                units.iter().try_for_each(|booked| self.booked(booked))?;
                maybe(procedure, |name| hold(self.rules.find(name).is_ok(), "procedure"))?;
                hold(dice.len() <= 400 && dice.iter().all(|die| (0..=1000).contains(die)), "dice")?;
                hold(rules.len() <= 40 && rules.iter().all(|rule| rule.chars().count() <= 60), "rules")?;
                hold(is_outcome(outcome, 0), "outcome")
            }
            Deed::Off { unit, to } => {
                id(unit, "unit")?;
                number(*to as f64, 0.0, MOST_FIGURES, "to")
            }
            Deed::Leaders { leaders } => {
                number(leaders.len() as f64, 0.0, MOST_UNITS, "leaders")?;
                leaders.iter().try_for_each(Self::leader)
            }
            Deed::Leader { leader, fields } => {
                id(leader, "leader")?;
                Self::leader_fields(fields)
            }
            Deed::Turn { to } => number(*to as f64, 1.0, MOST_TURNS, "to"),
            Deed::Phase { to } => hold(is_word(to), "to"),
            Deed::Acted { unit, phase } => {
                id(unit, "unit")?;
                hold(is_word(phase), "phase")
            }
            Deed::Note { text: note } => text(note, LONGEST_TEXT, "text"),
            Deed::Undo { of } => id(of, "of"),
        }
    }
}

/// What a sentence needs of an outcome: not deep and not much.
fn is_outcome(group: &Map<String, Value>, depth: usize) -> bool {
    fn is_value(value: &Value, depth: usize) -> bool {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
            Value::String(text) => text.encode_utf16().count() <= 200,
            Value::Array(list) => {
                list.len() <= 100 && depth < 4 && list.iter().all(|each| is_value(each, depth + 1))
            }
            Value::Object(group) => depth < 4 && is_outcome(group, depth + 1),
        }
    }
    group.len() <= 60 && group.iter().all(|(key, value)| is_word(key) && is_value(value, depth))
}

impl Happening {
    /// Reads an event of a roster of these rules; `after` is the latest clock of the roster. A clock far ahead of it would leave no room
    /// for the others.
    pub(crate) fn read(value: &Value, rules: &dyn RuleSet, after: i64) -> Result<Happening, EventFault> {
        let mut rest = value.as_object().cloned().unwrap_or_default();
        let [given, clock, turn] = ["id", "clock", "turn"].map(|key| rest.remove(key));
        let given = given.and_then(|id| id.as_str().map(str::to_string)).unwrap_or_default();
        let fault = |reason| EventFault { id: given.chars().take(40).collect(), reason };
        let whole = |value: Option<Value>| value.and_then(|value| value.as_i64()).unwrap_or(0);
        let (clock, turn) = (whole(clock), whole(turn));
        let deed: Deed = serde_json::from_value(Value::Object(rest)).map_err(|error| {
            fault(EVENT_UNREADABLE.with([("reason", Filling::sentence(misread(&error)))]))
        })?;
        let most = MOST_CLOCK.min((after + 10_000) as f64);
        let check = Check { rules, plan: rules.roster() };
        let checked = id(&given, "id")
            .and_then(|()| number(clock as f64, 1.0, most, "clock"))
            .and_then(|()| number(turn as f64, 1.0, MOST_TURNS, "turn"))
            .and_then(|()| check.deed(&deed));
        checked.map_err(fault)?;
        Ok(Happening { id: given, clock, turn, deed })
    }
}
