//! Who must decide what, now.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{At, Deed, QuestionAsked, Refused, SeatId, Shown};

/// How much of a prompt is wanted. The facts are the same at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PromptDetail {
    /// Who is asked what, and what is done when nobody answers.
    Bare,
    /// What it is about, but no ready-made answers (`samples`), nothing that is closed, and no `actions`.
    About,
    /// Everything.
    Whole,
}

/// A kind of order or action that is closed now, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// The kind.
    pub kind: &'static str,
    /// Why.
    pub why: Refused,
}

impl Serialize for Closed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut closed = serializer.serialize_struct("Closed", 3)?;
        closed.serialize_field("kind", self.kind)?;
        closed.serialize_field("refusal", &self.why.key())?;
        closed.serialize_field("rule", &self.why.rule())?;
        closed.end()
    }
}

/// What one unit may be ordered now.
#[derive(Clone, Debug, Serialize)]
pub struct UnitAsked {
    /// The unit.
    pub unit: Arc<str>,
    /// The kinds of order that are open to it.
    pub may: Vec<&'static str>,
    /// Those that are closed, each with its refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Closed>,
    /// What the rule set adds: its limits.
    #[serde(flatten)]
    pub details: Shown,
    /// Ready-made lawful orders of every open kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<Vec<Deed>>,
}

/// A leader or courier who can be sent somewhere.
#[derive(Clone, Debug)]
pub struct RiderAsked {
    /// His id.
    pub id: Arc<str>,
    /// Where he is.
    pub place: At,
    /// Ready-made lawful actions.
    pub samples: Option<Vec<Deed>>,
}

impl RiderAsked {
    fn written(&self, kind: &str) -> serde_json::Value {
        let mut written = serde_json::json!({kind: self.id, "place": self.place});
        if let Some(samples) = &self.samples {
            written["samples"] = samples.iter().map(Deed::written).collect();
        }
        written
    }
}

/// What a player may do with somebody of his now, beside ordering a unit: with a leader, a courier or a unit.
#[derive(Clone, Debug, Serialize)]
pub struct ActionsAsked {
    /// With whom.
    pub who: Arc<str>,
    /// The kinds of action that are open.
    pub may: Vec<&'static str>,
    /// Those that are closed whatever their particulars, each with its refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Closed>,
}

/// Orders are to be written.
#[derive(Clone, Debug)]
pub struct OrdersAsked {
    /// The turn.
    pub turn: u32,
    /// His units.
    pub units: Vec<UnitAsked>,
    /// His leaders.
    pub generals: Vec<RiderAsked>,
    /// His couriers.
    pub couriers: Vec<RiderAsked>,
    /// What may be done with whom beside orders to units; told only with [`PromptDetail::Whole`].
    pub actions: Vec<ActionsAsked>,
}

impl Serialize for OrdersAsked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let riders = |riders: &[RiderAsked], kind: &str| -> Vec<_> {
            riders.iter().map(|rider| rider.written(kind)).collect()
        };
        let mut orders = serializer.serialize_struct("OrdersAsked", 5)?;
        orders.serialize_field("turn", &self.turn)?;
        orders.serialize_field("units", &self.units)?;
        orders.serialize_field("generals", &riders(&self.generals, "general"))?;
        orders.serialize_field("couriers", &riders(&self.couriers, "courier"))?;
        orders.serialize_field("actions", &self.actions)?;
        orders.end()
    }
}

/// What a prompt is about.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum About {
    /// Nothing more was wanted.
    Bare,
    /// Orders are to be written.
    Orders(OrdersAsked),
    /// A question is to be answered.
    Question(QuestionAsked),
}

/// Somebody must decide something, now.
#[derive(Clone, Debug, Serialize)]
pub struct Prompt {
    /// Who.
    pub seat: SeatId,
    /// What: a key of the `prompt` labels.
    pub what: &'static str,
    /// What it is about.
    pub about: About,
    /// What is done when nobody answers.
    pub default: Deed,
}

impl Prompt {
    /// The orders that are asked for, when it is orders.
    pub fn orders(&self) -> Option<&OrdersAsked> {
        match &self.about {
            About::Orders(orders) => Some(orders),
            _ => None,
        }
    }

    /// The question, when it is one.
    pub fn question(&self) -> Option<&QuestionAsked> {
        match &self.about {
            About::Question(question) => Some(question),
            _ => None,
        }
    }

    /// The JSON of what it is about.
    pub fn about_json(&self) -> serde_json::Value {
        serde_json::to_value(&self.about).unwrap_or(serde_json::Value::Null)
    }
}
