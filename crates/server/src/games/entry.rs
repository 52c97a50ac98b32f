//! What was done in a game: the lines of its log. Actions among them are the battle; the rest is what happens around a table.

use krigsspil_engine::battle::{Acted, Deed, SeatId};
use serde::{Deserialize, Serialize};

/// A line of the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// Who.
    pub(crate) by: SeatId,
    /// The key that the seat gave it, so that it is done once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    /// The number of the last item that the seat was told by then.
    pub(crate) seq: i64,
    /// What.
    #[serde(flatten)]
    pub(crate) what: What,
}

/// What was done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum What {
    /// The game was made.
    Made,
    /// An action of the battle.
    Acted { action: Deed, because: Because },
    /// The battle went back: only this many actions are kept.
    Undone { keep: usize },
    /// Somebody asked to go back.
    UndoAsked { turn: u32 },
    /// Somebody answered that.
    UndoAnswered { agree: bool },
    /// A message; its text stands where it was told.
    Said { to: String },
    /// A seat was given to somebody.
    Sat { seat: SeatId, by: String },
    /// A link was replaced or revoked.
    Linked { seat: SeatId, revoked: bool },
    /// The game was paused or went on.
    Paused { paused: bool },
    /// The time of a turn was up.
    RanOut { turn: u32 },
    /// A seat showed the hash of its number.
    Committed,
    /// A seat showed its number.
    Revealed,
    /// A rematch was asked for.
    Rematch { game: String },
}

/// Why an action was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Because {
    /// Somebody wanted it.
    Person,
    /// A computer commander did.
    Staff,
    /// Nobody answered in time, or nobody sits there.
    Default,
}

/// The actions of a log that stand: those taken back are gone.
pub(crate) fn standing(entries: &[Entry]) -> Vec<Acted> {
    let mut actions = Vec::new();
    for entry in entries {
        match &entry.what {
            What::Acted { action, .. } => {
                actions.push(Acted { seat: entry.by.clone(), action: action.clone() });
            }
            What::Undone { keep } => actions.truncate(*keep),
            _ => {}
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was taken back is gone from the battle, and what came after stands.
    #[test]
    fn what_was_taken_back_is_gone() {
        let entry = |what| Entry { at: 0, by: "blue".into(), key: None, seq: 0, what };
        let act = |number: i32| {
            let action = Deed::from(serde_json::json!({ "number": number }));
            entry(What::Acted { action, because: Because::Person })
        };
        let log = [act(1), act(2), act(3), entry(What::Undone { keep: 1 }), act(4)];
        let numbers: Vec<_> =
            standing(&log).iter().map(|acted| acted.action.written()["number"].clone()).collect();
        assert_eq!(numbers, [1, 4]);
        let text = serde_json::to_string(&log[3]).unwrap();
        assert!(matches!(serde_json::from_str::<Entry>(&text).unwrap().what, What::Undone { keep: 1 }));
    }
}
