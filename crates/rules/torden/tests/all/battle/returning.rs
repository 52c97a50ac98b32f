//! §2.5: units out of command come back as fast as they can.

use serde_json::json;

use super::table::{Table, Words};

fn table(units: &[&str]) -> Table {
    let units: Vec<String> = units
        .iter()
        .map(|unit| match unit.contains("cavalry") {
            true => format!("{unit} kind=france_1813.cav.line"),
            false => format!("{unit} kind=france_1813.inf.line_light"),
        })
        .collect();
    let mut units: Vec<&str> = units.iter().map(String::as_str).collect();
    units.push("p9 line of 20 at 75,156");
    let words = Words::of(&units).general_at("fc", "75,40").rated("fc", "command_cm = 40\n");
    let mut table = words.start();
    table.to("moves", "french");
    table
}

/// The unit is in command after so many of its own turns.
#[track_caller]
fn home_after(table: &mut Table, unit: &str) -> u32 {
    for turn in 1..8 {
        table.to("orders", "prussian");
        let battle = table.battle();
        let far = battle.cm_from(battle.place_of(battle.post("fc").unwrap()), battle.unit(unit).unwrap());
        if far <= 40.001 {
            return turn;
        }
        table.to("moves", "french");
    }
    panic!("{unit} does not come home: {:?}", table.at(unit));
}

/// §2.5.p2 §4.9.2.p2 cavalry in line that faces its chief rides on in line when that is sooner: 30 cm and 2 more, against half a turn lost and 20. It keeps its
/// front to him.
#[test]
fn a_faster_formation_only_where_it_is_sooner() {
    let mut table = table(&["f3 cavalry line of 16 facing south at 75,112"]);
    table.done("french");
    assert_eq!((table.unit("f3").formation.as_str(), table.at("f3")), ("line", [75.0, 82.0]));
    assert_eq!(home_after(&mut table, "f3"), 2);
}

/// §2.5.p2 a line that faces home and has 18 cm to go is home in its second turn by column, in its second by line too, but sooner in column.
#[test]
fn a_line_forms_column() {
    let mut table = table(&["f2 line of 20 facing south at 75,99.5"]);
    table.done("french");
    assert_eq!((table.unit("f2").formation.as_str(), table.at("f2")), ("column", [75.0, 87.0]));
    assert_eq!(home_after(&mut table, "f2"), 2);
}

/// §2.5.p2 a line that faces away forms column and turns about, which is a turn, and marches home in the next: in line it would need three.
#[test]
fn a_line_that_faces_away() {
    let mut table = table(&["f1 line of 20 at 75,100"]);
    table.done("french");
    assert_eq!((table.unit("f1").formation.as_str(), table.facing("f1")), ("column", 180.0));
    assert_eq!(home_after(&mut table, "f1"), 2);
}

/// §2.5.p2 two side by side, mirrored: both go obliquely, neither turns for nothing, and both come equally far.
#[test]
fn two_side_by_side() {
    let mut table =
        table(&["f1 column of 20 facing south at 60,105", "f2 column of 20 facing south at 90,105"]);
    table.done("french");
    let ([x1, y1], [x2, y2]) = (table.at("f1"), table.at("f2"));
    assert!((x1 + x2 - 150.0).abs() < 0.1 && (y1 - y2).abs() < 0.1, "{x1} {y1} {x2} {y2}");
    assert_eq!([table.facing("f1"), table.facing("f2")], [180.0; 2]);
}

/// §2.5.p2 §4.5.2 a square opens to the side of its chief.
#[test]
fn a_square_opens_toward_its_chief() {
    let mut table = table(&["f1 square of 24 at 75,100"]);
    table.done("french");
    assert_eq!((table.unit("f1").formation.as_str(), table.facing("f1")), ("column", 180.0));
}

/// §2.4.3.p2 §2.5.p2 a unit whose way home a wood bars goes round it on the side away from the enemy, where both take as long: never by hand.
#[test]
fn round_a_wood_by_the_side_away_from_the_enemy() {
    let mut ends = Vec::new();
    for enemy in ["110", "10"] {
        let foe = format!("p1 line of 20 at {enemy},95");
        let wood = json!([[[52, 76], [68, 76], [68, 80], [52, 80], [52, 76]]]);
        let words = Words::of(&["f1 column of 20 facing south at 60,84", &foe]);
        let words = words.feature(json!({"kind": "wood"}), "Polygon", wood);
        let mut table = words.general_at("fc", "60,30").rated("fc", "command_cm = 30").start();
        table.to("moves", "french");
        table.done("french");
        assert_eq!(table.told("returns").len(), 1, "{:?}", table.whats());
        ends.push(table.middle("f1"));
    }
    assert_eq!([(60.0 - ends[0][0]).round(), ends[0][1]], [(ends[1][0] - 60.0).round(), ends[1][1]]);
    assert!(ends[0][0] < 59.0 && ends[1][0] > 61.0, "{ends:?}");
}
