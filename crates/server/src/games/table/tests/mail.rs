//! Turns by mail, and dice behind the umpire's screen.

use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use super::{Played, head, order, settings};
use crate::games::settings::By;
use crate::games::wire::Ask;
use crate::mail::ReplyFile;

fn turn(played: &mut Played, seat: &str) -> Value {
    played.ask(seat, Ask::MailTurn).unwrap()
}

fn reply(turn: &Value, actions: Vec<Value>) -> Ask {
    let seat = SeatId::from(turn["seat"].as_str().unwrap());
    let after = usize::try_from(turn["after"].as_u64().unwrap()).unwrap();
    let mail_reply = turn["mail_turn"].as_str().unwrap().to_string();
    Ask::MailReply { reply: ReplyFile { mail_reply, seat, after, actions } }
}

/// A turn file holds what its seat sees and is asked, with the ground; the reply to it is done, once, and the turn is played as if it had been sent over the net.
#[test]
fn a_turn_goes_out_and_its_reply_comes_back() {
    let mut played = Played::new(&[]);
    played.act("blue", "1", order("b1")).unwrap();
    played.ready("blue", "2");
    let sent = turn(&mut played, "red");
    assert_eq!((&sent["turn"], &sent["after"]), (&json!(1), &json!(0)));
    assert!(sent["board"]["picture"].as_str().unwrap().starts_with("<svg"));
    assert!(sent["prompts"][0]["about"]["units"][0]["samples"].is_array());
    let text = sent.to_string();
    assert!(!text.contains("a secret of the tests"), "the dice are in it");
    let blue: Value = serde_json::from_str(&played.state("blue")).unwrap();
    let seen: Vec<&Value> =
        sent["view"]["enemies"].as_array().unwrap().iter().map(|unit| &unit["id"]).collect();
    for unit in blue["view"]["units"].as_array().unwrap() {
        assert!(
            seen.contains(&&unit["id"]) || !text.contains(&format!("\"{}\"", unit["id"].as_str().unwrap())),
            "{unit}"
        );
    }
    let answer = reply(&sent, vec![order("r1"), json!({"do": "ready"})]);
    played.ask("red", answer.clone()).unwrap();
    assert_eq!(played.turn(), 2);
    assert_eq!(played.ask("red", answer).unwrap_err().code, "old_reply");
    let next = turn(&mut played, "red");
    assert_eq!((&next["turn"], &next["after"]), (&json!(2), &json!(2)));
    assert!(!next["told"].as_array().unwrap().is_empty());
}

/// A player without a server drags his units to march: the file has the drill's orders with their numbers left open, and what his ready-made fires and charges would come to.
#[test]
fn a_turn_file_has_what_a_hand_needs() {
    let mut played = Played::new(&[]);
    let sent = turn(&mut played, "red");
    let hand = sent["by_hand"].as_array().unwrap().iter().find(|hand| hand["unit"] == "r1").unwrap();
    assert!(hand["each"].as_f64().unwrap() > 0.0 && hand["reach"].as_f64().unwrap() > 0.0);
    for kind in ["march", "charge"] {
        let patterns = hand[kind].as_array().unwrap();
        let shapes: Vec<_> = patterns
            .iter()
            .map(|pattern| {
                (pattern["ahead"].is_string(), pattern["wheel"].is_string(), pattern["left"] == true)
            })
            .collect();
        assert!(shapes.contains(&(true, false, false)) && shapes.contains(&(true, true, true)), "{shapes:?}");
        for pattern in patterns {
            let open = ["ahead", "wheel", "at"].into_iter().filter_map(|open| pattern[open].as_str());
            for place in open {
                assert!(pattern["action"].pointer(place).is_some(), "{place} of {pattern}");
            }
        }
    }
    // A march with its numbers filled in is one that the battle takes.
    let ahead = hand["march"].as_array().unwrap().iter().find(|pattern| pattern["wheel"].is_null()).unwrap();
    let mut action = ahead["action"].clone();
    *action.pointer_mut(ahead["ahead"].as_str().unwrap()).unwrap() = json!(3.5);
    let answer = reply(&sent, vec![action]);
    played.ask("red", answer).unwrap();
    for foreseen in sent["foreseen"].as_array().unwrap() {
        assert!(foreseen["action"].is_object() && foreseen["preview"]["sums"].is_array(), "{foreseen}");
    }
}

/// A reply with one bad action does nothing at all, and says which; one of another battle or another seat is turned away; nobody but a player gets a turn.
#[test]
fn a_reply_is_done_whole_or_not_at_all() {
    let mut played = Played::new(&[]);
    let sent = turn(&mut played, "red");
    let before = played.state("red");
    let bad = played.ask("red", reply(&sent, vec![order("r1"), json!({"do": "dance"})])).unwrap_err();
    assert_eq!(bad.code, "refused_reply");
    assert!(bad.message.contains('2') && bad.message.contains("dance"), "{}", bad.message);
    assert_eq!(played.state("red"), before);
    let other = json!({"mail_turn": "another", "seat": "red", "after": 0});
    assert_eq!(played.ask("red", reply(&other, vec![])).unwrap_err().code, "other_battle");
    assert_eq!(played.ask("blue", reply(&sent, vec![])).unwrap_err().code, "other_battle");
    assert_eq!(played.ask("onlooker", Ask::MailTurn).unwrap_err().code, "not_yours");
    played.ask("red", reply(&sent, vec![order("r1")])).unwrap();
}

/// The umpire throws dice that nobody else is told of: no number of another seat moves. A key counts once, and players throw nothing.
#[test]
fn the_umpire_throws_dice_for_himself() {
    let mut umpired = head(&[]);
    umpired.seats.get_mut(&SeatId::umpire()).unwrap().by = By::Person;
    let mut played = Played::of(settings(), umpired);
    let before = ["blue", "red", "onlooker"].map(|seat| played.state(seat));
    let throw = |count: u32, sides: u32| Ask::Throw { key: "1".into(), count, sides };
    assert_eq!(played.ask("blue", throw(2, 6)).unwrap_err().code, "not_yours");
    for (count, sides) in [(0, 6), (21, 6), (2, 1), (2, 101)] {
        assert_eq!(played.ask("umpire", throw(count, sides)).unwrap_err().code, "bad_throw");
    }
    played.ask("umpire", throw(20, 6)).unwrap();
    played.ask("umpire", throw(20, 6)).unwrap();
    let told: Vec<Value> =
        played.told[&SeatId::umpire()].iter().filter(|item| item["type"] == "thrown").cloned().collect();
    assert_eq!(told.len(), 1);
    let faces: Vec<u64> =
        told[0]["faces"].as_array().unwrap().iter().map(|face| face.as_u64().unwrap()).collect();
    assert!(faces.len() == 20 && faces.iter().all(|face| (1..=6).contains(face)), "{faces:?}");
    assert_eq!(["blue", "red", "onlooker"].map(|seat| played.state(seat)), before);
}
