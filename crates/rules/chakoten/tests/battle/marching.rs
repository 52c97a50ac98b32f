//! Chapters 03, 06 and 07: the march.

use krigsspil_chakoten::battle::order::*;

use crate::table::*;

fn ahead(cm: f64) -> Step {
    Step::Ahead { cm: Some(cm), turns: None, attack: false, storm: false }
}

/// §07.01.1 §skema-III a line marches 10 cm in a turn, an attack column 20, a march column 25.
#[test]
fn formations_have_their_pace() {
    for (formation, cm) in [("line", 10.0), ("attack_column", 20.0), ("march_column", 25.0), ("square", 5.0)]
    {
        let mut table = table(&[&format!("b1 {formation} of 24 at 40,40"), "r1 line of 24 at 200,200"], &[]);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert!(near(table.at("b1")[1], 40.0 + cm), "{formation}: {:?}", table.at("b1"));
    }
}

/// §03.02.1 a part of the turn, and the sheet's own arrows: half a turn up, then a line.
#[test]
fn the_sheet_is_the_same_thing() {
    let mut table = table(&["b1 attack_column of 24 at 40,40", "r1 line of 24 at 200,200"], &[]);
    table.sheet("b1", "↑ 1/2, L").turn();
    assert!(near(table.at("b1")[1], 50.0), "{:?}", table.at("b1"));
    assert_eq!(table.unit("b1").formation, Formation::Line);
    table.order("b1", UnitOrder::march(vec![ahead(3.0)])).turn();
    assert!(near(table.at("b1")[1], 53.0));
}
