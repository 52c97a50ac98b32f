//! Where attackers come to: to one that slipped away, and to one that rides at them.

use krigsspil_engine::battle::{Playable, SeatId, ViewDetail};
use krigsspil_tricolore::battle::Tricolore;
use krigsspil_tricolore::battle::order::{Action, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;

use crate::melees::fight_with;
use crate::table::Words;

fn about(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.05
}

/// §declare.retreat.skirmishers §declare.retreat.artillery the attacker of one that slipped away goes up to where it stood (R103).
#[test]
fn up_to_where_it_stood() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1500,1000",
        "b3 column of 4 facing 20 at 1990,1000",
        "r1 skirmish of 2 facing south at 1000,1150",
        "r2 battery unlimbered of 2 facing south at 1500,1150",
        "r3 skirmish of 2 facing south at 2000,1150",
    ];
    let attacks = [("b1", "r1"), ("b2", "r2"), ("b3", "r3")];
    let mut table = fight_with(Words::of(&units), &attacks, &[], &[("evades", "retreat")]);
    table.until_moves(Step::Movement, "red");
    assert!(
        about(table.at("b1")[1], 1150.0) && about(table.at("b2")[1], 1150.0),
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
    assert!(table.at("b3")[1] > 1120.0, "{:?}", table.at("b3"));
    assert!(table.battle().melees.is_empty());
}

/// §cav.initial.stationary a counter-charge and its attacker meet in the middle of the gap (R104), beside one that stands.
#[test]
fn the_middle_of_the_gap() {
    let units = [
        "b1 cavalry column of 4 at 1000,1000",
        "b2 cavalry column of 4 at 1101,1000",
        "r1 cavalry column of 4 facing south at 1000,1300",
        "r2 cavalry column of 4 facing south at 1101,1300",
    ];
    let answers = [("counter_charges r2", "counter_charge")];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1"), ("b2", "r2")], &[5, 6, 5, 6, 10], &answers);
    table.until_moves(Step::Movement, "red");
    assert!(
        about(table.at("b2")[1], 1150.0) && about(table.at("r2")[1], 1150.0),
        "{:?} {:?}",
        table.at("b2"),
        table.at("r2")
    );
    assert!(about(table.at("b1")[1], 1300.0) && about(table.at("r1")[1], 1300.0));
}

/// §declare.retreat.skirmishers skirmishers who slip away give up the attack they declared themselves (R113); those beside them who stay make theirs.
#[test]
fn who_slips_away_attacks_nobody() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1500,1000",
        "r1 skirmish of 2 facing south at 1000,1100",
        "r2 skirmish of 2 facing south at 1500,1100",
    ];
    let answers = [("evades r1", "retreat")];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1"), ("b2", "r2")], &[], &answers);
    table.until_moves(Step::Declarations, "red");
    table.order("r1", UnitOrder::attack("b1"));
    table.order("r2", UnitOrder::attack("b2"));
    table.until_moves(Step::Movement, "red");
    let fights: Vec<&str> = table
        .battle()
        .melees
        .iter()
        .flat_map(|melee| melee.all())
        .map(|unit| &*table.battle().units[unit].id)
        .collect();
    assert_eq!(fights, ["b2", "r2"]);
    assert!(about(table.at("r1")[1], 1330.0), "{:?}", table.at("r1"));
}

/// §declare.retreat.skirmishers §house.visibility a player knows the attack he declared also when its target has slipped out of sight: his attacker is not
/// asked for a march it may not make, and the preview of one is refused as the order is. The one beside it that attacked nobody marches.
#[test]
fn an_attack_on_one_out_of_sight_stays_known() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 700,1000",
        "r1 skirmish of 2 facing south at 1000,1150",
        "r2 column of 4 facing south at 700,1150",
    ];
    let mut words = Words::of(&units);
    words.more += "\n[[special]]\nrules = \"tricolore\"\nname = \"visibility\"\nabout = { metres = 160 }\ntext = \"fog\"\n";
    let mut table = fight_with(words, &[("b1", "r1")], &[], &[("evades", "retreat")]);
    table.until_moves(Step::Movement, "blue");
    let (rules, blue) = (Tricolore::printed().unwrap(), SeatId::from("blue"));
    let view = rules.view(table.battle(), &blue, ViewDetail::Whole).json();
    let seen: Vec<_> = view["enemies"].as_array().unwrap().iter().map(|enemy| enemy["id"].clone()).collect();
    assert_eq!(seen, ["r2"], "r1 is in the fog");
    let prompts = table.game.prompts();
    let asked = &prompts.iter().find(|prompt| prompt.seat == blue).unwrap().orders().unwrap().units;
    let may =
        |id: &str, kind: &str| asked.iter().any(|asked| *asked.unit == *id && asked.may.contains(&kind));
    assert!(may("b2", "move") && !may("b1", "move"), "{asked:?}");
    let march = Action::Order { unit: "b1".into(), order: Some(UnitOrder::ahead(20.0)), sheet: None };
    let foreseen = rules.preview(table.battle(), &blue, &march).map_err(|refused| refused.key());
    assert_eq!(foreseen.err(), Some("has_attacked"));
    assert_eq!(table.refused("b1", UnitOrder::ahead(20.0)), "has_attacked");
}
