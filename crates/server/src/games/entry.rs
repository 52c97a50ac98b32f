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
    Sat { seat: SeatId, player: String },
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
    /// The umpire threw dice for himself.
    Thrown { sides: u32, faces: Vec<u32> },
    /// A rematch was asked for.
    Rematch { game: String },
}

impl Entry {
    /// Reads a line of a stored log.
    pub(crate) fn read(text: &str) -> Result<Entry, serde_json::Error> {
        serde_json::from_str(text).or_else(|fault| Entry::of_old(text).ok_or(fault))
    }

    /// Lines that tell of a seat that was given away once had two fields called `by`: who gave it, and after that who plays it. A game with such a line could
    /// not be woken. Here the later field counts; the seat itself stands for whoever gave it.
    fn of_old(text: &str) -> Option<Entry> {
        let mut line: serde_json::Value = serde_json::from_str(text).ok()?;
        if line["what"] != "sat" || line.get("player").is_some() {
            return None;
        }
        line["player"] = line["by"].take();
        line["by"] = line["seat"].clone();
        serde_json::from_value(line).ok()
    }
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

    /// Whatever is written in a log can be read again: a game whose log cannot be read is lost.
    #[test]
    fn every_line_is_read_again() {
        let seat = || SeatId::from("blue");
        let all = [
            What::Made,
            What::Acted { action: Deed::from(serde_json::json!({"do": "ready"})), because: Because::Staff },
            What::Undone { keep: 3 },
            What::UndoAsked { turn: 2 },
            What::UndoAnswered { agree: true },
            What::Said { to: "all".into() },
            What::Sat { seat: seat(), player: "staff:plain".into() },
            What::Linked { seat: seat(), revoked: true },
            What::Paused { paused: true },
            What::RanOut { turn: 4 },
            What::Committed,
            What::Revealed,
            What::Thrown { sides: 6, faces: vec![1, 2] },
            What::Rematch { game: "abc".into() },
        ];
        for what in all {
            let entry = Entry { at: 7, by: "umpire".into(), key: Some("k".into()), seq: 3, what };
            let text = serde_json::to_string(&entry).unwrap();
            let read = Entry::read(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        let old = r#"{"at":1,"by":"maker","seq":2,"what":"sat","seat":"blue","by":"staff:plain"}"#;
        let read = Entry::read(old).unwrap();
        assert!(
            matches!(&read.what, What::Sat { seat, player } if seat.as_str() == "blue" && player == "staff:plain")
        );
        assert_eq!((read.seq, read.by.as_str()), (2, "blue"));
        assert!(Entry::read(r#"{"at":1,"by":"maker","seq":2,"what":"danced"}"#).is_err());
    }

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
