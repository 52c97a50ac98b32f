//! Saves and stored turns: a battle continues and replays as it was.

use krigsspil_borgerkrig::battle::Borgerkrig;
use krigsspil_engine::battle::{Acted, HouseTables, Options, Played, Save, SaveFault, SeatId, Sign};
use krigsspil_engine::{Language, RuleSet};
use serde_json::json;

use crate::{battles, play, small};

/// A battle that continues from the state stored at the start of any turn, with an empty log, is the same battle: its whole state has
/// the same digest as that of the battle that was not stopped.
#[test]
fn a_stored_turn_goes_on_as_it_did() {
    let rules = Borgerkrig::printed().unwrap();
    for seed in 200..200 + battles(2) {
        let full = play(&small(), seed);
        let saved = full.save();
        assert_eq!(saved.turns.len() as u32, full.turn());
        assert!(saved.snapshot.is_none(), "a battle that is over needs none");
        for begun in saved.turns[1..].iter().step_by(4) {
            let some = Played::replay_first(rules.clone(), &saved, begun.actions + 1, |_, _| {}).unwrap();
            let text = some.save().text();
            let mut again = Played::resume(rules.clone(), &Save::read(&text).unwrap()).unwrap();
            assert_eq!((again.turn(), again.actions().len()), (begun.turn, begun.actions + 1));
            for acted in &full.actions()[again.actions().len()..] {
                again.do_deed(&acted.seat, &acted.action).unwrap();
            }
            assert_eq!(again.digest(), full.digest(), "seed {seed}, from turn {}", begun.turn);
            assert_eq!(again.ending(), full.ending());
            // Its save replays from the stored state.
            let replayed = Played::replay(rules.clone(), &again.save()).unwrap();
            assert_eq!((replayed.digest(), replayed.departed()), (again.digest(), None));
        }
    }
}

/// A save of other rules says in which turn it differs and why, in both languages; a save that only has another shape of state, or says
/// nothing, replays.
#[test]
fn a_save_of_older_rules_tells_where_it_departs() {
    let rules = Borgerkrig::printed().unwrap();
    let played = play(&small(), 300);
    let saved = played.save();
    let replayed = |save: &Save| Played::replay(rules.clone(), save).unwrap();
    assert_eq!(replayed(&saved).departed(), None);
    let of_old = Save { rules_version: "0".to_string(), ..saved.clone() };
    assert_eq!(replayed(&of_old).departed(), None, "the version alone is no fault");

    let mut other_state = of_old.clone();
    other_state.turns[2].digest = "another".to_string();
    let departed = replayed(&other_state).departed().cloned().unwrap();
    assert_eq!((departed.turn, &departed.sign), (2, &Sign::State));
    let words = |language| departed.message(krigsspil_borgerkrig::open(None).unwrap().messages(), language);
    assert_eq!(
        words(Language::English),
        format!(
            "from turn 2 on, this battle goes differently from when it was played: the same dice are thrown, but the units are not \
             where or as they were; it was played with version 0 of the rules; this is version {}",
            saved.rules_version
        )
    );
    assert!(words(Language::Danish).starts_with("fra træk 2 går slaget anderledes"));

    let mut other_dice = of_old.clone();
    other_dice.turns[3].dice += 2;
    let departed = replayed(&other_dice).departed().cloned().unwrap();
    assert!(departed.turn == 3 && matches!(departed.sign, Sign::Dice { then, now } if then == now + 2));

    let mut other_shape = of_old.clone();
    other_shape.turns.iter_mut().for_each(|begun| begun.digest = "of another shape".to_string());
    assert_eq!(replayed(&other_shape).departed(), None);

    let mut longer = of_old.clone();
    longer.turns[1].actions += 1;
    assert_eq!(replayed(&longer).departed().map(|departed| departed.turn), Some(1));
}

/// A save that says nothing about its rules replays; an action that is now refused is reported with its turn.
#[test]
fn a_refused_action_is_told_with_its_turn() {
    let rules = Borgerkrig::printed().unwrap();
    let saved = play(&small(), 301).save();
    let bare = Save { rules_version: String::new(), turns: Vec::new(), ..saved.clone() };
    assert_eq!(Played::replay(rules.clone(), &bare).unwrap().departed(), None);
    let mut refused = bare;
    let number = saved.turns[2].actions;
    refused
        .actions
        .insert(number, Acted { seat: "blue".into(), action: json!({"do": "ready", "so": 1}).into() });
    let Err(SaveFault::Departs(departed)) = Played::replay(rules, &refused) else { panic!("it is refused") };
    assert_eq!(departed.turn, 3);
    assert!(matches!(departed.sign, Sign::Refused { number: found, .. } if found == number + 1));
    let told = departed.message(krigsspil_borgerkrig::open(None).unwrap().messages(), Language::English);
    assert!(told.contains("does not say which version") && told.contains("version 1: regiments"), "{told}");
}

/// The house tables of a battle are in its save, and it is not replayed with others.
#[test]
fn house_tables_are_in_the_save() {
    let printed = include_str!("../../tables/skema-I.toml");
    let house = HouseTables::from([("skema-I.toml".to_string(), format!("# our own\n{printed}"))]);
    let ours = Borgerkrig::with_house(&house).unwrap();
    let game = Played::setup(ours.clone(), &small(), Options::new(), 1).unwrap();
    let saved = Save::read(&game.save().text()).unwrap();
    assert_eq!(saved.house, house);
    assert!(Played::replay(ours, &saved).is_ok());
    let fault = Played::replay(Borgerkrig::printed().unwrap(), &saved).map(|_| ()).unwrap_err();
    assert!(matches!(fault, SaveFault::Tables(_)), "{fault}");
    let unknown = HouseTables::from([("skema-0.toml".to_string(), String::new())]);
    assert!(Borgerkrig::with_house(&unknown).unwrap_err().to_string().contains("skema-0.toml"));
}

/// A save replays to the same digest, and every refused act leaves the digest unchanged.
#[test]
fn replay_and_refusal_keep_the_digest() {
    let scenario = small();
    for seed in 100..100 + battles(2) {
        let game = play(&scenario, seed);
        let again = Played::replay(Borgerkrig::printed().unwrap(), &game.save()).unwrap();
        assert_eq!(game.digest(), again.digest(), "seed {seed}");
        let mut half = Played::replay_first(
            Borgerkrig::printed().unwrap(),
            &game.save(),
            game.actions().len() / 2,
            |_, _| {},
        )
        .unwrap();
        let before = half.digest();
        for action in [
            json!({"do": "order", "unit": "r1", "order": {"kind": "stand"}}),
            json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": []}}),
            json!({"do": "answer", "question": 9999, "choice": "fire"}),
            json!({"do": "mend", "unit": "b1", "loss_men": -100}),
        ] {
            assert!(half.act(&SeatId::from("blue"), &action).is_err());
            assert_eq!(before, half.digest());
        }
    }
}
