//! Computes an action without doing it, only from what the seat may know.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::At;

/// Where a unit is at a moment of the turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waypoint {
    /// The moment, from 0 to 1.
    pub moment: f64,
    /// The middle of its front.
    pub place: At,
    /// Where it faces, in degrees.
    pub facing: f64,
}

/// The position of a unit at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The moment it gets there.
    pub moment: f64,
    /// The middle of its front.
    pub place: At,
    /// Where it faces, in degrees.
    pub facing: f64,
    /// Its formation: a word of the rule set's.
    pub formation: &'static str,
    /// The outline of its body.
    pub outline: Vec<At>,
}

/// Somebody a march meets, as far as the seat can see him now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// The moment.
    pub moment: f64,
    /// Whom.
    pub unit: Arc<str>,
    /// How: `attacks`, `blocked_by_friend`, `contact`; a key of the `meeting` labels.
    pub how: &'static str,
}

/// Ground that a march crosses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// From this moment.
    pub from: f64,
    /// To this.
    pub to: f64,
    /// What ground: a word of the rule set's.
    pub ground: &'static str,
}

/// A sum that the action would lead to, with its facts as the seat may know them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumPreviewed {
    /// The procedure.
    pub procedure: &'static str,
    /// Whose throw it is.
    pub unit: Arc<str>,
    /// Against whom.
    pub other: Option<Arc<str>>,
    /// The moment.
    pub moment: f64,
    /// The facts, ready for the procedure or for its odds.
    pub facts: Value,
    /// The facts that the seat cannot know and that are supposed, by their paths (`defender.order`).
    pub supposed: Vec<String>,
}

/// What an action would lead to, as far as its seat can tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Preview {
    /// The way of the unit, with its moments.
    pub path: Vec<Waypoint>,
    /// The position of the unit at the end.
    pub ends: Option<Standing>,
    /// The steps of the order that do not fit into the turn, counted from 0.
    pub not_reached: Vec<usize>,
    /// Whom it meets.
    pub meets: Vec<Meeting>,
    /// The ground it crosses.
    pub ground: Vec<Crossing>,
    /// The sums it would lead to.
    pub sums: Vec<SumPreviewed>,
}
