//! A table played at, without a network, a store or a clock of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use krigsspil_engine::Language;
use krigsspil_engine::battle::{Save, SeatId, hash_of};
use serde_json::{Value, json};

use super::Table;
use crate::Library;
use crate::api::scenarios::ours;
use crate::games::links::{MAKER, Token};
use crate::games::settings::{By, Head, Role, Settings, Sitting};
use crate::games::store::{Batch, Stored};
use crate::games::wire::{Ask, Problem};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::open().unwrap()));

/// A table with its store: everything that was stored, in order.
struct Played {
    table: Table,
    stored: Stored,
    told: BTreeMap<SeatId, Vec<Value>>,
    now: i64,
}

fn settings() -> Settings {
    let (scenario, ground) = ours("meeting").unwrap();
    Settings {
        rules: "borgerkrig".into(),
        rules_version: krigsspil_rules::maker("borgerkrig")
            .unwrap()
            .setup(
                &krigsspil_engine::scenario::Scenario::read("s", &scenario.text, &ground.text).unwrap(),
                Default::default(),
                1,
                vec![],
            )
            .unwrap()
            .save()
            .rules_version,
        title: "The meeting".into(),
        scenario: scenario.text,
        ground: ground.text,
        options: Default::default(),
        clock: None,
        by_courier: false,
        shared_dice: false,
        hot_seat: false,
        secret: "a secret of the tests".into(),
        rematch_of: None,
    }
}

fn head(seats: &[(&str, &str)]) -> Head {
    let sitting = |role, side: Option<&str>, by| Sitting {
        role,
        side: side.map(str::to_string),
        by,
        seq: 0,
        events: 0,
    };
    let mut head = Head::default();
    for side in ["blue", "red"] {
        head.seats.insert(side.into(), sitting(Role::Player, Some(side), By::Person));
    }
    head.seats.insert(SeatId::umpire(), sitting(Role::Umpire, None, By::Nobody));
    head.seats.insert(SeatId::onlooker(), sitting(Role::Onlooker, None, By::Person));
    for (seat, by) in seats {
        head.seats.get_mut(&SeatId::from(*seat)).unwrap().by = By::read(by).unwrap();
    }
    head
}

impl Played {
    fn of(settings: Settings, head: Head) -> Played {
        let text = serde_json::to_string(&settings).unwrap();
        let table = Table::new("game".into(), settings, head, LIBRARY.clone(), 0).unwrap();
        let stored = Stored { settings: text, head: String::new(), snapshot: None, entries: Vec::new() };
        let mut played = Played { table, stored, told: BTreeMap::new(), now: 0 };
        played.store();
        played
    }

    fn new(seats: &[(&str, &str)]) -> Played {
        Played::of(settings(), head(seats))
    }

    fn store(&mut self) {
        let Some(batch): Option<Batch> = self.table.take() else { return };
        self.stored.head = batch.head;
        self.stored.entries.extend(batch.entries);
        self.stored.snapshot = batch.snapshot.or(self.stored.snapshot.take());
        for (seat, seq, item) in batch.told {
            let told = self.told.entry(seat).or_default();
            told.push(serde_json::from_str(&item).unwrap());
            assert_eq!(
                (told.len() as i64, &told.last().unwrap()["seq"]),
                (seq, &json!(seq)),
                "numbers have no gaps"
            );
        }
    }

    fn ask(&mut self, who: &str, ask: Ask) -> Result<Value, Problem> {
        let answer = self.table.ask(&who.into(), ask, Language::English, self.now);
        self.store();
        answer.map(|answer| serde_json::from_str(&answer).unwrap())
    }

    fn act(&mut self, who: &str, key: &str, action: Value) -> Result<Value, Problem> {
        self.ask(who, Ask::Act { key: key.into(), action })
    }

    fn ready(&mut self, who: &str, key: &str) {
        self.act(who, key, json!({"do": "ready"})).unwrap();
    }

    /// Everything that happens by itself now.
    fn drive(&mut self) -> usize {
        let mut times = 0;
        while self.table.drive(self.now) {
            self.store();
            times += 1;
            assert!(times < 20_000, "it does not end");
        }
        times
    }

    fn wake(&self) -> Table {
        Table::wake("game".into(), &self.stored, LIBRARY.clone()).unwrap()
    }

    fn state(&self, seat: &str) -> String {
        serde_json::to_string(&self.table.state(&seat.into(), true)).unwrap()
    }

    fn turn(&self) -> u32 {
        self.table.game.as_ref().unwrap().turn()
    }

    fn types(&self, seat: &str) -> Vec<&str> {
        self.told[&SeatId::from(seat)].iter().map(|item| item["type"].as_str().unwrap()).collect()
    }
}

fn order(unit: &str) -> Value {
    json!({"do": "order", "unit": unit, "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 4}]}})
}

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

/// Two seats play a turn. Who writes an order changes nothing that the other is told or shown, not even a number.
#[test]
fn an_order_is_nobody_elses_business() {
    let mut played = Played::new(&[]);
    let (red, onlooker) = (played.state("red"), played.state("onlooker"));
    played.act("blue", "1", order("b1")).unwrap();
    played.act("blue", "2", order("b2")).unwrap();
    played.ready("blue", "3");
    assert_eq!((played.state("red"), played.state("onlooker")), (red, onlooker));
    assert_eq!(
        (played.types("red"), played.types("blue")),
        (vec!["begun"], vec!["begun", "acted", "acted", "acted"])
    );
    played.ready("red", "1");
    assert_eq!(played.turn(), 2);
    assert!(played.types("red").contains(&"happened") && played.types("blue").contains(&"happened"));
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

/// Two computers fight a battle out; its save proves its dice, and any change to it is found out.
#[test]
fn a_finished_game_proves_its_dice() {
    let mut played = Played::new(&[("blue", "staff:plain"), ("red", "staff:plain")]);
    assert_eq!(played.ask("blue", Ask::Save).unwrap_err().code, "not_over");
    played.drive();
    assert!(played.table.head.over);
    let over = played.told[&SeatId::onlooker()].last().unwrap().clone();
    assert_eq!((&over["type"], &over["secret"]), (&json!("over"), &json!("a secret of the tests")));
    let text = played.table.ask(&SeatId::onlooker(), Ask::Save, Language::English, 0).unwrap();
    let save = Save::read(&text).unwrap();
    let game = krigsspil_rules::maker("borgerkrig")
        .unwrap()
        .replay(&save, save.actions.len(), &mut |_, _| {})
        .unwrap();
    assert!(game.departed().is_none());
    let shown = hash_of("a secret of the tests");
    assert!(save.prove(Some(&shown), &game.digest()).is_ok());
    assert_eq!(save.prove(Some("another"), &game.digest()).unwrap_err().key(), "proof_shown");
    assert_eq!(save.prove(None, "another").unwrap_err().key(), "proof_state");
    let mut reseeded = save.clone();
    reseeded.seed += 1;
    assert_eq!(reseeded.prove(None, &game.digest()).unwrap_err().key(), "proof_seed");
    let mut other = save.clone();
    other.proof.as_mut().unwrap().secret.push('x');
    assert_eq!(other.prove(None, &game.digest()).unwrap_err().key(), "proof_hash");
    let view = played.ask("onlooker", Ask::Replay { seat: "red".into(), after: 3 }).unwrap();
    assert_eq!((&view["seat"], &view["turn"]), (&json!("red"), &json!(1)));
}

/// The secret and the seed are nowhere before the end: not in what any seat is told or shown.
#[test]
fn the_seed_is_shown_at_the_end_only() {
    let mut played = Played::new(&[("blue", "staff:random"), ("red", "staff:random")]);
    let seed = played.table.seed().to_string();
    while !played.table.head.over {
        let told = serde_json::to_string(&played.told).unwrap();
        let shown: String =
            ["blue", "red", "umpire", "onlooker", "maker"].map(|seat| played.state(seat)).concat();
        assert!(
            !told.contains(&seed)
                && !told.contains("a secret of")
                && !shown.contains(&seed)
                && !shown.contains("a secret of")
        );
        for _ in 0..40 {
            played.table.drive(0);
            played.store();
        }
    }
    assert!(played.state("blue").contains(&seed));
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

/// Messages reach those they are for and nobody else; onlookers say nothing before the end.
#[test]
fn messages_reach_whom_they_are_for() {
    let mut umpired = head(&[]);
    umpired.seats.get_mut(&SeatId::umpire()).unwrap().by = By::Person;
    let mut played = Played::of(settings(), umpired);
    let say = |played: &mut Played, who: &str, to: &str, key: &str| {
        played.ask(who, Ask::Chat { key: key.into(), to: to.into(), text: format!("{who} to {to}") })
    };
    say(&mut played, "blue", "umpire", "1").unwrap();
    say(&mut played, "umpire", "red", "1").unwrap();
    say(&mut played, "red", "all", "1").unwrap();
    say(&mut played, "red", "all", "1").unwrap();
    let heard = |played: &Played, seat: &str| -> Vec<String> {
        let told = played.told[&SeatId::from(seat)].iter().filter(|item| item["type"] == "said");
        told.map(|item| item["text"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(heard(&played, "blue"), ["blue to umpire", "red to all"]);
    assert_eq!(heard(&played, "red"), ["umpire to red", "red to all"]);
    assert_eq!(heard(&played, "umpire"), ["blue to umpire", "umpire to red", "red to all"]);
    assert_eq!(heard(&played, "onlooker"), ["red to all"]);
    assert_eq!(say(&mut played, "onlooker", "all", "1").unwrap_err().code, "not_yours");
    assert_eq!(say(&mut played, "blue", "red", "2").unwrap_err().code, "nobody");
    assert_eq!(say(&mut played, "blue", "side", "3").unwrap_err().code, "nobody");
    let long = Ask::Chat { key: "4".into(), to: "all".into(), text: "x".repeat(2001) };
    assert_eq!(played.ask("blue", long).unwrap_err().code, "bad_text");
    let mut letters = Played::of(Settings { by_courier: true, ..settings() }, head(&[]));
    assert_eq!(say(&mut letters, "blue", "all", "1").unwrap_err().code, "by_courier");
}

/// A seat is given to the computer and taken back; while the computer plays it, its link does not.
#[test]
fn a_seat_is_given_and_taken_back() {
    let mut played = Played::new(&[]);
    let give = |by: &str| Ask::Seat { seat: "red".into(), by: by.into() };
    assert_eq!(played.ask("blue", give("staff:plain")).unwrap_err().code, "not_yours");
    assert_eq!(played.ask("red", give("staff:napoleon")).unwrap_err().code, "unknown_player");
    played.ask("red", give("staff:plain")).unwrap();
    assert_eq!(played.act("red", "1", json!({"do": "ready"})).unwrap_err().code, "played_by_staff");
    assert!(played.drive() > 0);
    played.ready("blue", "1");
    played.drive();
    assert!(played.turn() >= 2);
    played.ask(MAKER, give("person")).unwrap();
    assert!(played.types("blue").iter().filter(|kind| **kind == "sat").count() == 2);
    assert_eq!(
        played.ask(MAKER, Ask::Seat { seat: SeatId::umpire(), by: "person".into() }).unwrap_err().code,
        "no_such_seat"
    );
}

/// Links are made anew by the maker for anybody, by a player for himself, and by no onlooker; all are told.
#[test]
fn links_are_made_anew() {
    let mut played = Played::new(&[]);
    let new = |seat: &str| Ask::Link { seat: seat.into(), hash: Some(Token::new().unwrap().hash()) };
    let gone = |seat: &str| Ask::Link { seat: seat.into(), hash: None };
    played.ask(MAKER, new("red")).unwrap();
    played.ask("red", new("red")).unwrap();
    for (who, ask) in
        [("blue", new("red")), ("red", gone("red")), ("onlooker", new("onlooker")), ("blue", new(MAKER))]
    {
        assert_eq!(played.ask(who, ask).unwrap_err().code, "not_yours");
    }
    for ask in [new("umpire"), new("nobody"), gone(MAKER)] {
        assert_eq!(played.ask(MAKER, ask).unwrap_err().code, "no_such_seat");
    }
    played.ask(MAKER, gone("onlooker")).unwrap();
    assert_eq!(played.types("blue"), ["begun", "linked", "linked", "linked"]);
}

/// Every player throws in a number: nobody shows his before all have shown their hashes, and only the one he promised. Then the battle begins,
/// and the seed is what all of them make.
#[test]
fn players_throw_their_own_numbers_into_the_dice() {
    let mut played = Played::of(Settings { shared_dice: true, ..settings() }, head(&[]));
    assert_eq!(played.act("blue", "1", json!({"do": "ready"})).unwrap_err().code, "not_begun");
    assert!(played.table.game.is_none() && played.state("blue").contains("\"view\":null"));
    let (blue, red) = ("blue0123456789abcdef", "red00123456789abcdef");
    let commit = |number: &str| Ask::Commit { hash: hash_of(number) };
    let reveal = |number: &str| Ask::Reveal { number: number.into() };
    assert_eq!(played.ask("blue", reveal(blue)).unwrap_err().code, "not_yet");
    assert_eq!(played.ask("blue", Ask::Commit { hash: "xyz".into() }).unwrap_err().code, "bad_hash");
    played.ask("blue", commit(blue)).unwrap();
    played.ask("blue", commit(blue)).unwrap();
    assert_eq!(played.ask("blue", commit(red)).unwrap_err().code, "dice_settled");
    assert_eq!(played.ask("blue", reveal(blue)).unwrap_err().code, "not_yet");
    assert_eq!(played.ask("onlooker", commit(blue)).unwrap_err().code, "not_yours");
    played.ask("red", commit(red)).unwrap();
    played.table = played.wake();
    assert_eq!(played.ask("red", reveal(blue)).unwrap_err().code, "bad_number");
    played.ask("red", reveal(red)).unwrap();
    assert!(played.table.game.is_none());
    played.ask("blue", reveal(blue)).unwrap();
    played.ask("blue", reveal(blue)).unwrap();
    let digest = hash_of(&format!("a secret of the tests\nblue={blue}\nred={red}"));
    assert_eq!(format!("{:016x}", played.table.game.as_ref().unwrap().seed()), digest[..16]);
    played.ready("blue", "1");
    assert_eq!(
        serde_json::to_string(&played.wake().state(&"blue".into(), true)).unwrap(),
        played.state("blue")
    );
    for seat in ["blue", "red"] {
        played.ask(seat, Ask::Seat { seat: seat.into(), by: "staff:plain".into() }).unwrap();
    }
    played.drive();
    let text = played.table.ask(&"blue".into(), Ask::Save, Language::English, 0).unwrap();
    let save = Save::read(&text).unwrap();
    assert!(save.prove(None, &save.proof.as_ref().unwrap().digest).is_ok());
    let mut forged = save;
    forged.proof.as_mut().unwrap().shares[0].number.push('0');
    assert_eq!(forged.prove(None, "").unwrap_err().key(), "proof_share");
}

/// A player who will not show his number is not waited for once the computer has his seat.
#[test]
fn who_leaves_is_not_waited_for() {
    let mut played = Played::of(Settings { shared_dice: true, ..settings() }, head(&[]));
    played.ask("blue", Ask::Commit { hash: hash_of("blue0123456789abcdef") }).unwrap();
    played.ask("red", Ask::Commit { hash: hash_of("red0123456789abcdef") }).unwrap();
    played.ask("blue", Ask::Reveal { number: "blue0123456789abcdef".into() }).unwrap();
    played.ask(MAKER, Ask::Seat { seat: "red".into(), by: "staff:plain".into() }).unwrap();
    assert!(played.table.head.begun && played.table.head.shares.len() == 1);
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

/// Plays some turns by chance, the same chance every time, and tells everything blue was shown and told, byte for byte.
fn blues_bytes(settings: Settings, turns: u32) -> String {
    let mut played = Played::of(settings, head(&[]));
    let (mut bytes, mut chance, mut key) = (String::new(), 12345u64, 0);
    while played.turn() <= turns && !played.table.head.over {
        for seat in ["blue", "red"] {
            let prompts = played.table.prompts_of(&seat.into(), true);
            let Some(prompt) = prompts.first() else { continue };
            let about = prompt.about_json();
            let units = about["units"].as_array().cloned().unwrap_or_default();
            for samples in
                units.iter().filter_map(|unit| unit["samples"].as_array()).filter(|list| !list.is_empty())
            {
                chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                key += 1;
                let sample = samples[(chance >> 33) as usize % samples.len()].clone();
                let _ = played.act(seat, &key.to_string(), sample);
                bytes.push_str(&played.state("blue"));
            }
            key += 1;
            let _ = played.act(seat, &key.to_string(), prompt.default.written());
            bytes.push_str(&played.state("blue"));
        }
    }
    bytes.push_str(&serde_json::to_string(&played.told[&"blue".into()]).unwrap());
    bytes
}

/// What blue cannot know is changed: red's briefing, its general's name and what he is told. Not a byte of what blue is shown and told
/// through some turns of a random battle is another.
#[test]
fn what_a_seat_cannot_know_changes_none_of_its_bytes() {
    let before = settings();
    let mut after = before.clone();
    for (from, to) in [
        ("Yankees are coming up from the south. Take the cross-roads and hold it.", "Fall back at dusk."),
        ("name = \"Trimble\"", "name = \"Somebody Else\""),
        ("Take Holmby Cross and hold it until the division is up.", "Hold back."),
    ] {
        assert!(after.scenario.contains(from), "{from}");
        after.scenario = after.scenario.replace(from, to);
    }
    let (one, other) = (blues_bytes(before, 4), blues_bytes(after, 4));
    let differs = one.bytes().zip(other.bytes()).position(|(one, other)| one != other);
    let around = |text: &str, at: usize| text[at.saturating_sub(200)..(at + 200).min(text.len())].to_string();
    assert!(differs.is_none(), "{} / {}", around(&one, differs.unwrap()), around(&other, differs.unwrap()));
    assert!(one.len() == other.len() && one.contains("happened"));
}
