//! The order sheet: signs and words as the club writes them; each is read, and what is written from it reads the same.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::battle::sheet::{read_for, write};
use krigsspil_engine::battle::Place;
use serde_json::json;

use crate::table::*;

/// §08.03.3 limbering into column, half turns, brigade columns and squares, fire at a place.
#[test]
fn the_words_of_the_sheet_are_read_and_written() {
    let limber = |column, degrees, about| UnitOrder::march(vec![Step::Limber { column, degrees, about }]);
    let mass = |massed| UnitOrder::Mass { with: "b1".into(), massed };
    let cases = [
        ("PP", limber(false, 0.0, false)),
        ("PP, \"halvvending\"", limber(false, 0.0, true)),
        ("PP, \"kolonne\"", limber(true, 0.0, false)),
        ("PP, \"kolonne -45\"", limber(true, -45.0, false)),
        ("AP, \"halvvending\"", UnitOrder::march(vec![Step::Unlimber { about: true }])),
        ("\"brigadekolonne b1\"", mass(Massed::Column)),
        ("\"brigadekarré b1\"", mass(Massed::Square)),
        ("\"brigadekolonne\"", UnitOrder::march(vec![Step::Form { formation: Formation::BrigadeColumn }])),
        ("\"opløs\"", UnitOrder::Disband),
        ("\"sted 600 515\"", UnitOrder::Bombard { place: Place([600.0, 515.0]) }),
        (
            "\"del 1 venstre\"",
            UnitOrder::Split { figures: 1, hand: Hand::Left, marches: Marches::Rest, steps: Vec::new() },
        ),
    ];
    for (entry, order) in cases {
        assert_eq!(read_for(entry, 180.0, 0.0, false, 20).as_ref(), Ok(&order), "{entry}");
        let written =
            write(&order, 180.0, 0.0, false, 20).unwrap_or_else(|| panic!("{entry} cannot be written"));
        assert_eq!(read_for(&written, 180.0, 0.0, false, 20).as_ref(), Ok(&order), "{written}");
    }
    assert!(read_for("\"kolonne\"", 180.0, 0.0, false, 20).is_err(), "only guns that limber form it so");
}

/// §ordresedler.part_unit "1/4 →": a quarter of a light regiment marches to the right, the rest stands (the book's own example).
#[test]
fn a_quarter_marches_right() {
    let mut table = table(&["b1 light line of 20 at 80,50", "r1 line of 20 at 80,200"], &[]);
    table.sheet("b1", "1/4 →");
    table.turn();
    assert_eq!((table.unit("b1").figures, table.unit("b1/1").figures), (15, 5));
    assert!(near(table.at("b1")[1], 50.0));
    assert!(near(table.unit("b1/1").placed.pose().facing.as_degrees(), 90.0));
    assert!(table.at("b1/1")[0] > 105.0, "{:?}", table.at("b1/1"));
}

/// §ordresedler.R: a unit in U is told to retire; one that is not cannot be.
#[test]
fn a_unit_in_disorder_retires_by_order() {
    let mut table = table(
        &[
            "b1 line of 24 at 80,50 order=U",
            "b2 light line of 20 at 110,50 order=U",
            "r1 line of 20 at 80,200",
        ],
        &[],
    );
    table.sheet("b1", "R").sheet("b2", "R");
    table.turn();
    assert!(near(table.at("b1")[1], 45.0), "{:?}", table.at("b1"));
    // Horse faces about in a quarter turn, and rides on.
    assert!(near(table.at("b2")[1], 18.5), "{:?}", table.at("b2"));
    let ordered = json!({"do": "order", "unit": "r1", "sheet": "R"});
    assert!(table.act("red", ordered).is_err());
}

/// §12.03.7.8 §ordresedler.X a unit that stands and reorganises may be named as support: X with its words.
#[test]
fn a_standing_unit_supports_by_the_sheet() {
    let mut table = table(
        &["b1 attack_column of 24 at 80,50", "b2 line of 24 at 80,41", "r1 line of 24 at 80,60"],
        &[3; 6],
    );
    table.order("b1", attack("r1")).sheet("b2", "X \"støtter b1\"");
    let events = table.turn();
    assert!(counted(happened(&events, "melee")[0], "attacker_support"));
}

/// §08.03.3 what is wrong on a sheet is told with its sign, and nothing is left blank.
#[test]
fn faults_of_the_sheet_have_no_blanks() {
    let mut table = table(&["b1 line of 24 at 80,50", "r1 line of 24 at 80,200"], &[]);
    for entry in ["X, ↑", "QQ", "↑ 3/2", "S(", "A"] {
        let fault = table.act("blue", json!({"do": "order", "unit": "b1", "sheet": entry})).unwrap_err();
        let told = fault.to_string();
        assert!(!told.contains('{'), "{entry}: {told}");
    }
}
