//! Honest dice.

use krigsspil_engine::Language;
use krigsspil_engine::battle::{Save, SeatId, hash_of};
use serde_json::json;

use super::{Played, head, settings};
use crate::games::links::MAKER;
use crate::games::settings::Settings;
use crate::games::wire::Ask;

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
