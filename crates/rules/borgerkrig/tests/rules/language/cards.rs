//! Unit cards, made from what is shown.

use krigsspil_borgerkrig::battle::shown::LANGUAGE;
use krigsspil_engine::battle::{CardLine, SeatId, UnitShown};
use krigsspil_engine::messages::Language;
use serde_json::json;

use super::{meeting, messages};

fn card(unit: &UnitShown, language: Language) -> Vec<CardLine> {
    LANGUAGE.card(unit, messages(), language)
}

fn value<'a>(card: &'a [CardLine], field: &str) -> Option<&'a str> {
    card.iter().find(|line| line.field == field).map(|line| line.value.as_str())
}

/// §02.03.1 §08.01.1 §09.02.1 A player reads everything about his own unit: its strength, its order in words, and a battery's guns and
/// rounds, each on a line of its own.
#[test]
fn an_own_unit_is_told_whole() {
    let mut game = meeting(1);
    let blue = SeatId::from("blue");
    let first = game.view(&blue).units[0].id.clone();
    game.act(
        &blue,
        &json!({"do": "order", "unit": first, "order": {"kind": "move", "attack": true,
        "steps": [{"step": "wheel", "degrees": -15}, {"step": "ahead", "cm": 6.5}]}}),
    )
    .unwrap();
    let view = game.view(&blue);
    let english = card(&view.units[0], Language::English);
    let danish = card(&view.units[0], Language::Danish);
    assert_eq!(
        value(&english, "written"),
        Some("Move (Steps: Wheel (Degrees (right positive): -15), Ahead (cm: 6.5); Attack)")
    );
    assert_eq!(
        value(&danish, "written"),
        Some("Bevægelse (Trin: Sving (Grader (til højre positivt): -15), Fremad (cm: 6,5); Angreb)")
    );
    let strength = view.units[0].strength;
    assert_eq!(
        value(&english, "strength"),
        Some(format!("{} of {} figures", strength.now, strength.now).as_str())
    );
    assert_eq!(value(&english, "order"), Some("Order (OR)"));
    assert_eq!(value(&english, "ammunition"), Some("yes"));
    assert_eq!(value(&danish, "ammunition"), Some("ja"));
    let valeur = english.iter().find(|line| line.field == "valeur").unwrap();
    assert_eq!(valeur.rule, "08.01.1");
    let battery = view.units.iter().find(|unit| unit.arm.as_str() == "artillery").unwrap();
    let guns = card(battery, Language::English);
    assert!(value(&guns, "battery.rounds.canister").is_some(), "{guns:?}");
    assert_eq!(value(&guns, "weapon"), None, "what it has not has no line");
    assert!(guns.iter().all(|line| !line.value.contains(['{', '['])), "no program words: {guns:?}");
}

/// §03.02.2 The card of an enemy has no line that only its own player may know.
#[test]
fn an_enemy_is_told_as_seen() {
    let mut game = meeting(1);
    let umpire = SeatId::umpire();
    let view = game.view(&SeatId::from("blue"));
    let place = view.units[0].place;
    let enemy =
        game.view(&umpire).units.iter().find(|unit| unit.side != view.units[0].side).unwrap().id.clone();
    game.act(
        &umpire,
        &json!({"do": "move", "unit": enemy, "place": [place[0], place[1] + 300.0], "facing": 180}),
    )
    .unwrap();
    let view = game.view(&SeatId::from("blue"));
    let seen = view.enemies.iter().find(|unit| unit.id == enemy).unwrap();
    let told = card(seen, Language::English);
    assert!(value(&told, "formation").is_some() && value(&told, "figures").is_some(), "{told:?}");
    for own in ["valeur", "men", "lost_men", "order", "written", "ammunition", "weapon"] {
        assert_eq!(value(&told, own), None, "{own}");
    }
}
