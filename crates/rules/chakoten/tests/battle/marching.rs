//! Chapters 03, 06 and 07: the march.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::Moment;
use serde_json::json;

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

/// §07.07.1 a unit that is marched through neither fires nor reorganises meanwhile; its neighbour does both.
#[test]
fn nothing_is_done_while_others_march_through() {
    let mut table = table(
        &[
            "b1 attack_column of 24 at 80,50",
            "b2 line of 24 at 80,54",
            "b3 attack_column of 24 at 100,50",
            "b4 line of 24 at 100,54 order=LU1",
            "b5 line of 24 at 60,54",
            "b6 line of 24 at 40,54 order=LU1",
            "r1 line of 24 at 80,68",
            "r2 line of 24 at 60,68",
        ],
        &[3, 4, 3],
    );
    let on = || UnitOrder::march(vec![AHEAD]);
    let half_way = || UnitOrder::fire(When::At { moment: Moment(0.5) });
    table.order("b1", on()).order("b2", half_way()).order("b3", on());
    for unit in ["b4", "b6"] {
        table.order(unit, UnitOrder::Stand { support: None });
    }
    table.order("b5", half_way());
    let events = table.turn();
    let fired: Vec<_> = happened(&events, "fires").iter().map(|event| event.about["unit"].clone()).collect();
    assert_eq!(fired, [json!("b5")]);
    assert_eq!((table.unit("b4").order, table.unit("b6").order), (State::Light2, State::Good));
}
