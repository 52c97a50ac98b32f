//! Situations that the fourth audit found wrong.

use krigsspil_gdc::battle::order::{Step as Stride, UnitOrder};
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::json;

use crate::table::{Table, Words, near, outcome};

/// A general rides to a unit in the first turn; what follows is the second.
fn with_general(units: &[&str], at: &str, unit: &str, dice: &[i32]) -> Table {
    let mut words = Words::of(units);
    words.more = format!("# r at {at}\n");
    let mut table = words.with_dice(dice);
    table.answers = vec![("reacts", "hold")];
    table.to(Step::Movement);
    let ride = json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": unit}});
    table.act("red", ride).unwrap();
    table.turn();
    table
}

/// §2.55 a general whose unit is beaten so badly that it leaves the table is in the same danger as with any other beaten unit: 20 per cent.
#[test]
fn a_general_is_in_danger_with_a_unit_that_routs() {
    let units = [
        "b1 column of 12 at 1500,1000 melee=9",
        "r1 column of 12 at 1500,1400",
        "r2 column of 12 at 300,2900",
    ];
    for (result, fate) in [(95, "routs"), (100, "surrenders")] {
        // He wins, with this result; the general falls.
        let mut table = with_general(&units, "[1500, 1500]", "r1", &[5, result, 15]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.turn();
        assert_eq!(table.told(fate).len(), 1, "{:?}", table.told("melee_result"));
        let peril = table.told("general_in_danger");
        assert_eq!(peril.len(), 1, "{fate}");
        assert_eq!(outcome(&peril[0])["chance_percent"], 20);
        assert_eq!(table.told("general_falls").len(), 1);
    }
}

/// §2.55 §12.5.C a fight for a sector is a melee too: a general with a unit that is destroyed in it is in danger at 20 per cent, with one that wins at 10.
#[test]
fn a_general_is_in_danger_in_a_zone() {
    let units = [
        "b1 column of 12 at 1430,1000 melee=9",
        "b2 column of 12 at 1570,1000 melee=9",
        "r1 column of 4 at 1500,1250 zone=Holm",
        "r2 column of 12 at 300,2900",
    ];
    let mut words = Words::of(&units).area(
        "built_up",
        [1350.0, 1150.0, 1650.0, 1350.0],
        json!({"name": "Holm", "zone": "C"}),
    );
    words.more = "# r at [1500, 1500]\n".to_string();
    let mut table = words.with_dice(&[15]);
    table.to(Step::Movement);
    let ride = json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}});
    table.act("red", ride).unwrap();
    table.turn().to(Step::Charges);
    for unit in ["b1", "b2"] {
        table.order(unit, UnitOrder::Assault { zone: "Holm".into() });
    }
    table.turn();
    assert_eq!(table.told("destroyed_in_zone").len(), 1, "{:?}", table.told("sector_combat"));
    let peril = table.told("general_in_danger");
    assert_eq!((peril.len(), &outcome(&peril[0])["chance_percent"]), (1, &json!(20)));
    assert_eq!(table.told("general_falls").len(), 1);
}

/// §10.6.F two companies of skirmishers fall back before the same column: each comes 101 yards from it, one behind the other, although both want the same ground.
#[test]
fn skirmishers_fall_back_behind_each_other() {
    let units = [
        "b1 column of 12 at 1500,1000",
        "r1 skirmish of 8 at 1500,1150 skirmishers=true",
        "r2 skirmish of 8 at 1500,1200 skirmishers=true",
    ];
    let mut table = crate::table::table(&units, &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::steps(vec![Stride::Ahead { yards: 130.0 }]));
    table.until(Step::Formation);
    let (one, other) = (table.at("r1")[1], table.at("r2")[1]);
    assert!(one >= 1230.5 && other >= 1230.5, "{one} and {other}");
    assert!((one - other).abs() >= 24.9, "they stand on each other: {one} and {other}");
}

/// §12.2.A a unit that begins in an open zone stands on the table, in garrison: it is fired at as skirmishers.
#[test]
fn an_open_zone_keeps_its_garrison_on_the_table() {
    let units = ["b1 line of 12 at 1500,1000", "r1 line of 12 at 1500,1100 zone=Cross"];
    let open = [1380.0, 1050.0, 1620.0, 1250.0];
    let mut table =
        Words::of(&units).area("meadow", open, json!({"name": "Cross", "zone": "A"})).with_dice(&[99]);
    assert!(near(table.at("r1")[1], 1100.0) && table.unit("r1").inside.is_none());
    table.to(Step::Volleys);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Formation);
    // Twelve castings, +1 for the grade, +4 not moved, -5 skirmishers.
    assert_eq!(outcome(&table.told("volley")[0])["firepower"], 12);
}

/// §1.1 a turn is a quarter of an hour: a scenario that other rule sets share says how many of them it lasts here.
#[test]
fn a_shared_scenario_has_its_own_number_of_turns() {
    let mut words = Words::of(&["b1 line of 12 at 1500,1000", "r1 line of 12 at 1500,2900"]);
    assert_eq!(words.with_dice(&[]).battle().fixed.given.turns, 30);
    words.more =
        "[[special]]\nrules = \"gdc\"\nname = \"turns\"\ntext = \"\"\nabout = { turns = 2 }\n".to_string();
    let mut table = words.with_dice(&[]);
    table.turn().turn();
    assert!(table.battle().ending.is_some(), "turn {}", table.battle().turn);
}
