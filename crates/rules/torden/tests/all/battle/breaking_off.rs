//! §7.3.2: melees that are broken off, by both sides at once, and by who was struck from behind.

use super::table::{Table, table};

/// Units of the same worth on both sides.
fn even(units: &[&str], dice: &[i32]) -> Table {
    let units: Vec<String> =
        units.iter().map(|unit| format!("{unit} kind=france_1813.inf.line_light")).collect();
    table(&units.iter().map(String::as_str).collect::<Vec<_>>(), dice)
}

fn attacked(mut table: Table, attacks: &[(&str, &str)], answers: &[(&'static str, &'static str)]) -> Table {
    table.answers.extend(answers);
    table.french_attack(attacks);
    table
}

/// §7.3.2 §1.2.2 in a melee that is drawn both may break off: both throw before either goes, and both go back half a march length, whichever stands
/// farther west.
#[test]
fn both_break_off_at_once() {
    for east in ["60", "61", "59"] {
        let enemy = format!("p1 column of 20 at {east},75");
        let table = even(&["f1 column of 20 at 60,70", &enemy], &[3, 3, 3, 3, 9, 9, 9, 9]);
        let table = attacked(table, &[("f1", "p1")], &[("breaks_off", "break_off")]);
        assert_eq!(table.told("breaks_off").len(), 2, "{east}: {:?}", table.whats());
        assert_eq!([table.at("f1")[1], table.at("p1")[1]], [62.5, 87.5], "{east}: half of 25 cm each");
    }
}

/// §7.3.2 a unit that was struck from behind breaks off away from its enemy, and turns its front to him.
#[test]
fn struck_from_behind_it_goes_away() {
    let units = ["f1 column of 20 at 60,70", "p1 column of 20 facing north at 60,81"];
    let table = even(&units, &[1, 1, 6, 6, 9, 9, 9, 9]);
    let table = attacked(table, &[("f1", "p1")], &[("breaks_off", "break_off")]);
    assert!(!table.told("goes_back").is_empty(), "{:?}", table.whats());
    assert_eq!(table.facing("p1"), 180.0);
    assert!(table.middle("p1")[1] > 78.0, "{:?}", table.middle("p1"));
}

/// §7.5.1 §7.3.2 an attack that went on is fought once: when the one it came upon breaks off it is not fought again.
#[test]
fn who_broke_off_is_not_struck_again() {
    let units = ["f1 column of 20 at 60,70", "p1 line of 20 at 60,75", "p2 column of 20 at 60,88"];
    // p1 is beaten and runs aside; f1 goes on, and neither wins.
    let dice = [6, 6, 1, 1, 0, 3, 3, 3, 3, 9, 9, 9, 9, 9, 9];
    let answers = [("gives_way", "right"), ("goes_on", "go_on"), ("breaks_off", "break_off")];
    let table = attacked(even(&units, &dice), &[("f1", "p1")], &answers);
    assert!(!table.told("goes_on").is_empty(), "{:?}", table.whats());
    assert_eq!(table.told("melee").len(), 2, "{:?}", table.whats());
}
