//! Actions, waking, the clock, going back.

use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use super::{Played, head, order, settings};
use crate::games::links::MAKER;
use crate::games::settings::Settings;
use crate::games::wire::Ask;

/// The same key is done once and answered twice; another seat's key is its own.
#[test]
fn a_key_is_done_once() {
    let mut played = Played::new(&[]);
    let first = played.act("blue", "k1", order("b1")).unwrap();
    let entries = played.stored.entries.len();
    let again = played.act("blue", "k1", order("b2")).unwrap();
    assert_eq!((first["repeated"].clone(), again["repeated"].clone()), (json!(false), json!(true)));
    assert_eq!((&first["seq"], played.stored.entries.len()), (&again["seq"], entries));
    played.ready("red", "k1");
    assert_eq!(played.stored.entries.len(), entries + 1);
    let mut woken = played.wake();
    let blue = SeatId::from("blue");
    let after =
        woken.ask(&blue, Ask::Act { key: "k1".into(), action: order("b1") }, Language::English, 0).unwrap();
    assert!(
        after.contains("\"repeated\":true") && woken.take().is_none(),
        "nor is it done again after a restart"
    );
    for bad in ["", &"x".repeat(65)] {
        assert_eq!(played.act("blue", bad, order("b1")).unwrap_err().code, "bad_key");
    }
}

/// A refused action changes nothing, and says which field, which rule, and why in either language.
#[test]
fn a_refused_action_changes_nothing() {
    let mut played = Played::new(&[]);
    let (before, entries) = (played.state("blue"), played.stored.entries.len());
    let refused = played.act("blue", "k", order("r1")).unwrap_err();
    assert_eq!((refused.status, refused.field.as_str()), (422, "unit"));
    let nonsense = played.act("blue", "k", json!({"do": "dance"})).unwrap_err();
    assert_eq!((nonsense.code.as_str(), nonsense.field.as_str()), ("unknown_value", "do"));
    assert_eq!((played.state("blue"), played.stored.entries.len()), (before, entries));
    assert!(played.act("blue", "k", order("b1")).is_ok(), "a key that was refused is free");
    for (seat, code) in [("onlooker", "not_yours"), ("maker", "not_yours"), ("nobody", "not_yours")] {
        assert_eq!(played.act(seat, "k", json!({"do": "ready"})).unwrap_err().code, code);
    }
}

/// A game that is woken stands as it stood for every seat, wherever it was put away, and goes on the same.
#[test]
fn a_woken_game_stands_as_it_stood() {
    let mut played = Played::new(&[("blue", "staff:random"), ("red", "staff:random")]);
    let mut times = 0;
    while played.table.drive(0) {
        played.store();
        times += 1;
        if times % 4 == 0 {
            let woken = played.wake();
            for seat in ["blue", "red", "umpire", "onlooker", "maker"] {
                let state = serde_json::to_string(&woken.state(&seat.into(), true)).unwrap();
                assert_eq!(state, played.state(seat), "after {times}");
            }
            assert_eq!(woken.upon(), played.stored.entries.len() as i64);
            played.table = woken;
        }
    }
    assert!(played.table.head.over && times > 20, "{times}");
}

/// When the time of a turn is up the usual answers are given, everybody is told once, and the next turn has its own time.
#[test]
fn the_clock_runs_out() {
    let mut played = Played::of(Settings { clock: Some(60), ..settings() }, head(&[]));
    assert_eq!(played.table.due(), Some(60_000));
    played.ready("blue", "1");
    played.now = 59_999;
    assert_eq!(played.drive(), 0);
    played.now = 60_000;
    assert!(played.drive() > 0);
    assert_eq!(played.turn(), 2);
    assert_eq!(played.types("blue").iter().filter(|kind| **kind == "clock_ran_out").count(), 1);
    assert_eq!(played.table.due(), Some(120_000));
    let by: Vec<_> = played.told[&"red".into()]
        .iter()
        .filter(|item| item["type"] == "acted")
        .map(|item| item["by"].clone())
        .collect();
    assert!(!by.is_empty() && by.iter().all(|by| by == "default"));
    assert_eq!(played.wake().head.deadline, Some(120_000));
    // Paused, nothing runs out; then the rest of the time is left.
    played.now = 100_000;
    played.ask(MAKER, Ask::Pause { paused: true }).unwrap();
    played.now = 900_000;
    assert_eq!((played.table.due(), played.drive()), (None, 0));
    assert_eq!(played.act("blue", "p", json!({"do": "ready"})).unwrap_err().code, "paused");
    played.ask(MAKER, Ask::Pause { paused: false }).unwrap();
    assert_eq!(played.table.due(), Some(920_000));
    assert_eq!(played.ask("blue", Ask::Pause { paused: true }).unwrap_err().code, "not_yours");
}

/// Undo wants everybody's consent, or the umpire's; a no ends it; what was taken back is gone, also after a restart.
#[test]
fn going_back_wants_consent() {
    let mut played = Played::new(&[]);
    let before = played.state("blue");
    assert_eq!(
        played.ask("blue", Ask::Undo { key: "0".into(), turn: None }).unwrap_err().code,
        "nothing_to_undo"
    );
    played.act("blue", "1", order("b1")).unwrap();
    played.ask("blue", Ask::Undo { key: "u".into(), turn: None }).unwrap();
    assert_eq!(played.ask("onlooker", Ask::AnswerUndo { agree: true }).unwrap_err().code, "not_yours");
    played.ask("red", Ask::AnswerUndo { agree: false }).unwrap();
    assert_eq!(played.ask("red", Ask::AnswerUndo { agree: true }).unwrap_err().code, "nothing_asked");
    assert_eq!(played.table.game.as_ref().unwrap().actions().len(), 1);
    played.ask("blue", Ask::Undo { key: "v".into(), turn: None }).unwrap();
    played.ask("red", Ask::AnswerUndo { agree: true }).unwrap();
    assert_eq!(played.table.game.as_ref().unwrap().actions().len(), 0);
    assert_eq!(
        played.types("red"),
        ["begun", "undo_asked", "undo_answered", "undo_asked", "undo_answered", "undone"]
    );
    let view = |text: &str| serde_json::from_str::<Value>(text).unwrap()["view"].clone();
    assert_eq!(view(&played.state("blue")), view(&before));
    let woken = played.wake();
    assert_eq!(serde_json::to_string(&woken.state(&"blue".into(), true)).unwrap(), played.state("blue"));
}

/// One goes back to the beginning of a turn; the dice fall again as they fell.
#[test]
fn going_back_to_a_turn() {
    let mut played = Played::new(&[("red", "staff:random")]);
    played.drive();
    played.ready("blue", "1");
    played.drive();
    let after = played.turn();
    assert!(after >= 2);
    played.ask("blue", Ask::Undo { key: "u".into(), turn: Some(1) }).unwrap();
    assert_eq!(played.turn(), 1, "the computer has no objection");
    assert_eq!(
        played.ask("blue", Ask::Undo { key: "w".into(), turn: Some(7) }).unwrap_err().code,
        "nothing_to_undo"
    );
    assert_eq!(played.table.game.as_ref().unwrap().actions().len(), 0);
}

/// An umpire's seat that the game was made without is nobody's, and what it is asked gets the usual answer.
#[test]
fn an_empty_umpire_holds_nothing_up() {
    let mut options = krigsspil_engine::battle::Options::new();
    options.insert("umpire".into(), true);
    let mut played = Played::of(
        Settings { options, ..settings() },
        head(&[("blue", "staff:random"), ("red", "staff:random")]),
    );
    played.drive();
    assert!(played.table.head.over);
}

/// A key that is sent again is answered with the same number, even where its seat was told more of it than what was asked for, and after a restart.
#[test]
fn a_repeated_key_has_the_same_number() {
    let mut played = Played::new(&[("red", "staff:random")]);
    played.act("blue", "1", order("b1")).unwrap();
    let undo = || Ask::Undo { key: "2".into(), turn: None };
    let first = played.ask("blue", undo()).unwrap();
    assert_eq!(*played.types("blue").last().unwrap(), "undone", "nobody else need agree");
    let again = played.ask("blue", undo()).unwrap();
    assert_eq!((&first["seq"], again["repeated"].clone()), (&again["seq"], json!(true)));
    let woken = played.wake().ask(&"blue".into(), undo(), Language::English, 0).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&woken).unwrap(), again);
}
