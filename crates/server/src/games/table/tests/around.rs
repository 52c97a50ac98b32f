//! Messages, seats and links.

use krigsspil_engine::battle::SeatId;
use serde_json::json;

use super::{Played, head, settings};
use crate::games::links::{MAKER, Token};
use crate::games::settings::{By, Settings};
use crate::games::wire::Ask;

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
    // The game is woken as it stood, with the seat in other hands, and the other way round.
    let given = played.state("blue");
    assert_eq!(serde_json::to_string(&played.wake().state(&"blue".into(), true)).unwrap(), given);
    played.ask(MAKER, give("person")).unwrap();
    let taken = played.state("blue");
    assert_eq!(serde_json::to_string(&played.wake().state(&"blue".into(), true)).unwrap(), taken);
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
