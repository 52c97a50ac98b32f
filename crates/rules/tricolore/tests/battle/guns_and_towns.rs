//! Tactical fire, bombardment, and fights for town zones.

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;
use serde_json::json;

use crate::table::{Table, Words, near, outcome, table};

const FIRE: fn(&str) -> UnitOrder = UnitOrder::fire;

/// §turn.F §bombard.test §bombard.firer §chart.bombardment both sides name their targets in secret; results take effect together, and each firer takes 1U.
#[test]
fn bombardments_are_simultaneous() {
    let units = [
        "b1 battery unlimbered of 1 calibre=12pd at 1500,1000",
        "r1 battery unlimbered of 1 calibre=12pd facing south at 1500,1500",
    ];
    // Each hits with its one base: factor 8, the artillery row: -/2U.
    let mut table = table(&units, &[1, 1]);
    table.until(Step::Bombardment);
    table.order("b1", FIRE("r1"));
    assert!(table.told("bombards").is_empty(), "not before all are ready");
    let red = table.game.view(&"red".into()).json().to_string();
    assert!(!red.contains("bombards"));
    table.order("r1", FIRE("b1"));
    table.until(Step::Deployment);
    assert_eq!(table.told("bombards").len(), 2);
    assert_eq!((table.unit("b1").disorder, table.unit("r1").disorder), (3, 3));
}

/// §turn.F two batteries that fire at one target add their factors (R91); a battery may be split by whole bases.
#[test]
fn fire_is_added_and_split() {
    let units = [
        "b1 battery unlimbered of 2 calibre=6pd at 1400,1000",
        "b2 battery unlimbered of 2 calibre=12pd at 1600,1000",
        "r1 column of 6 facing south at 1500,1550",
        "r2 column of 6 facing south at 1700,1550",
    ];
    let mut words = Words::of(&units);
    words.turns = 3;
    let mut table = words.with_dice(&[1, 1, 1, 1]);
    table.until(Step::Bombardment);
    table.order("b1", FIRE("r1"));
    let split =
        UnitOrder::Fire { target: Some("r1".into()), zone: None, bases: Some(1), also: Some("r2".into()) };
    table.order("b2", split);
    table.until(Step::Deployment);
    let mut factors: Vec<i64> =
        table.told("bombards").iter().map(|told| outcome(told)["factor"].as_i64().unwrap()).collect();
    factors.sort();
    assert_eq!(factors, [8, 6 + 6 + 8]);
    // Seven bases (a column counts one more), factor 20: two and a half.
    assert_eq!(table.unit("r1").lost().in_halves(), 5);
}

/// §chart.bombard-factor §house.visibility no fire beyond 1000, outside 45 degrees, through formed troops, or into a melee (R40).
#[test]
fn what_cannot_be_fired_at() {
    let units = [
        "b1 battery unlimbered of 2 at 1500,1000",
        "b2 line of 8 at 1500,1150",
        "r1 column facing south at 1500,1600",
        "r2 column facing south at 1500,2101",
        "r3 column facing west at 2300,1050",
        "r4 column facing south at 1900,1500",
    ];
    let mut table = table(&units, &[]);
    table.until(Step::Bombardment);
    assert_eq!(table.refused("b1", FIRE("r1")), "no_line_of_fire");
    assert_eq!(table.refused("b1", FIRE("r3")), "fire_out_of_arc");
    table.order("b1", FIRE("r4"));
    assert_eq!(table.refused("b2", FIRE("r1")), "only_guns");
    let key = table.refused("b1", FIRE("r2"));
    assert!(key == "target_unseen" || key == "fire_out_of_range", "{key}");
}

/// §bombard.tactical in a sequence O1/1 and 1U whether it passes or not; who moved does not fire, and in F neither (manhandling is no bar there).
#[test]
fn tactical_fire() {
    let units = [
        "b1 battery unlimbered of 1 calibre=6pd O=5 at 1400,1000",
        "b2 battery unlimbered of 1 calibre=6pd O=5 at 1700,1000",
        "b3 battery limbered of 1 at 2000,900",
        "r1 column of 6 facing south at 1500,1390",
    ];
    // Initiative; b1 passes and hits; b2 fails; no other sequence.
    let mut table = table(&units, &[9, 1, 5, 5, 5, 6, 1, 10]);
    table.until_moves(Step::Movement, "blue");
    table.order("b3", UnitOrder::Unlimber);
    table.order("b2", UnitOrder::Manhandle { degrees: Some(5.0), metres: None });
    table.until(Step::TacticalFire);
    assert_eq!(table.refused("b3", FIRE("r1")), "handled_no_fire");
    assert_eq!(table.refused("b2", FIRE("r1")), "handled_no_fire");
    table.order("b1", FIRE("r1"));
    table.until(Step::Bombardment);
    assert_eq!(table.told("fires_tactically").len(), 1);
    assert_eq!(table.unit("b1").disorder, 1, "artillery does not reorganise in a sequence");
    assert_eq!(table.refused("b3", FIRE("r1")), "moved_no_fire");
    table.order("b2", FIRE("r1"));
}

fn town(units: &[&str], dice: &[i32]) -> Table {
    town_with(units, dice, 2)
}

fn town_with(units: &[&str], dice: &[i32], cover: i32) -> Table {
    Words::of(units)
        .area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Mill", "cover": cover}))
        .with_dice(dice)
}

/// §house.town-zone foot that comes to a free zone fills and holds it, twelve bases at most; cavalry stops at its edge; out of it a unit forms up before the edge.
#[test]
fn zones_are_entered_and_left() {
    let units = [
        "b1 column of 8 at 1500,1350",
        "b2 column of 6 at 1450,1300",
        "b3 cavalry column of 4 at 1700,1500 facing west",
        "r1 column facing south at 2900,2900",
    ];
    let mut table = town(&units, &[]);
    table.until_moves(Step::Manoeuvre, "blue");
    table.order("b1", UnitOrder::ahead(200.0));
    assert_eq!(table.unit("b1").zone, Some(0));
    assert_eq!(
        table.battle().zones[0].held.map(|side| table.battle().fixed.sides[side].id.to_string()),
        Some("blue".into())
    );
    table.order("b2", UnitOrder::ahead(400.0));
    assert_eq!(table.unit("b2").zone, None, "fourteen bases do not go in");
    assert!(table.at("b2")[1] <= 1400.5);
    table.order("b3", UnitOrder::ahead(400.0));
    assert!(table.at("b3")[0] >= 1599.0, "{:?}", table.at("b3"));
    table.until_moves(Step::Deployment, "blue");
    table.order("b1", UnitOrder::ahead(150.0));
    assert_eq!(table.unit("b1").zone, None);
    assert!(table.at("b1")[1] > 1640.0, "{:?}", table.at("b1"));
}

/// §town.cover §town.doubled §town.fail §chart.town-test §house.town-zone an assault from outside: cover counts, losses are doubled, each unit tests; who fails goes back, who passes is in.
#[test]
fn a_zone_is_stormed() {
    let units =
        ["b1 column of 8 at 1500,1300 N=9", "r1 column of 4 facing south at 1500,1500 zone=Mill N=3 M=9"];
    // Initiative 1, 9; melee 10+10; tests: blue passes, red fails (N3/3 or the like) and tests for loss.
    let mut table = town(&units, &[1, 9, 10, 10, 1, 1, 9, 9, 9, 1, 1, 1, 1]);
    table.until_moves(Step::Declarations, "blue");
    table.order("b1", UnitOrder::attack("r1"));
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 1);
    let melee = &table.told("melee")[0];
    assert_eq!(
        (&outcome(melee)["table"], outcome(melee)["attacker_loss_doubled"].as_bool()),
        (&json!("town"), Some(true))
    );
    assert_eq!(table.told("town_test").len(), 2);
    assert_eq!(
        (table.unit("b1").zone, table.unit("r1").zone),
        (Some(0), None),
        "{:?}",
        table.told("town_test")
    );
    assert_eq!(
        table.battle().zones[0].held.map(|side| table.battle().fixed.sides[side].id.to_string()),
        Some("blue".into())
    );
    assert!(table.battle().melees.is_empty());
}

/// §town.cover two that are inside one zone fight on without cover or doubling.
#[test]
fn fights_go_on_inside() {
    let units = ["b1 column of 6 at 1500,1300 N=9", "r1 column of 6 facing south at 1500,1500 zone=Mill N=9"];
    let mut table = town(&units, &[1, 9, 5, 6, 1, 1, 1, 1, 1, 1, 1]);
    table.until_moves(Step::Declarations, "blue");
    table.order("b1", UnitOrder::attack("r1"));
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 1);
    assert_eq!((table.unit("b1").zone, table.unit("r1").zone), (Some(0), Some(0)));
    assert!(table.battle().melees[0].inside);
    table.until_moves(Step::Movement, "red");
    assert_eq!(table.refused("r1", UnitOrder::ahead(50.0)), "locked_in_melee");
}

/// §bombard.town §bombard.cover-loss fire at those in a zone uses the zone's row; its asterisks cost steps of cover for all in it.
#[test]
fn zones_are_bombarded() {
    let guns: Vec<String> = (0..6)
        .map(|gun| format!("b{} battery unlimbered of 2 calibre=12pd at {},1000", gun + 1, 1200 + 120 * gun))
        .collect();
    let mut units: Vec<&str> = guns.iter().map(String::as_str).collect();
    units.push("r1 column of 6 facing south at 1500,1500 zone=Mill");
    // Twelve hits of 8: 96, the last column 3**; two cover tests above the cover of 4.
    let mut table = town(&units, &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 10]);
    table.until(Step::Bombardment);
    for gun in 1..=6 {
        table.order(&format!("b{gun}"), FIRE("r1"));
    }
    table.until(Step::Deployment);
    assert_eq!(table.unit("r1").lost().in_halves(), 6);
    assert_eq!(table.battle().zones[0].steps_lost, 2);
    assert!(near(1.0, 1.0));
}
