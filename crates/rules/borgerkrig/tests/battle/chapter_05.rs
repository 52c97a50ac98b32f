//! Small arms, measured on the table.

use krigsspil_borgerkrig::battle::order::{UnitOrder, When};
use serde_json::json;

use crate::table::*;

fn at_once(target: Option<&str>, figures: Option<i32>) -> UnitOrder {
    UnitOrder::Fire {
        when: When::AtOnce,
        target: target.map(Into::into),
        targets: Vec::new(),
        figures,
        ammunition: None,
        guess_cm: None,
    }
}

pub fn target(unit: &str) -> UnitOrder {
    at_once(Some(unit), None)
}

/// §05.01.2 §05.01.3 a figure can fire if any part of the target is within 30 degrees of its front, and so can the figure behind it; the
/// distance is measured from the middle of those who fire to the nearest edge.
#[test]
fn any_of_the_target_will_do() {
    // The near corner is within 30 degrees of the last file only, the far one of the last three.
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 4 facing south at 70,70"], &[1, 2]);
    table.order("b1", fire());
    let events = table.turn();
    let fires = happened(&events, "fires");
    assert_eq!(outcome(fires[0])["fire_units"], 1, "three files of two make one fire unit");
    let cm = (6.4f64 * 6.4 + 100.0).sqrt();
    assert!((fires[0].about["cm"].as_f64().unwrap() - cm).abs() < 0.06, "{:?}", fires[0].about);
}

/// §05.01.2 a friend in front of half the line prevents that half from firing; a chain prevents all behind it.
#[test]
fn masked_figures_hold_their_fire() {
    let half = ["b1 line of 20 at 60,60", "b2 line of 10 at 58,66", "r1 line of 20 facing south at 60,75"];
    let mut half = table(&half, &[1, 2]);
    half.order("b1", fire());
    let events = half.turn();
    assert_eq!(
        outcome(happened(&events, "fires")[0])["fire_units"],
        2,
        "ten figures: six and a rest of four"
    );
    let enemy_chain = [
        "b1 line of 20 at 60,60",
        "r1 line of 20 facing south at 60,75",
        "r2 chain of 12 facing south at 60,70",
    ];
    let mut through = table(&enemy_chain, &[1, 2]);
    through.order("b1", target("r1"));
    assert_eq!(happened(&through.turn(), "no_target").len(), 1);
    through.order("b1", fire());
    assert_eq!(happened(&through.turn(), "fires")[0].about["other"], "r2");
}

/// §05.01.3 a part of the unit may fire from a shorter distance: the files nearest to the target; the rest fires separately right after.
#[test]
fn a_part_fires_from_nearer() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 8 facing south at 66,67.6"];
    let fires = |order: UnitOrder| {
        let mut table = table(&units, &[1, 2, 1, 2]);
        table.order("b1", order);
        let events = table.turn();
        let fires = happened(&events, "fires").into_iter().map(outcome);
        fires
            .map(|fire| (fire["zone"].as_i64(), fire["fire_units"].as_i64(), fire["firer_modifier"].as_i64()))
            .collect::<Vec<_>>()
    };
    // Three files from zone 1, four from zone 2, each with the bonus of the unit's first fire; or all seven from zone 2.
    assert_eq!(fires(at_once(None, Some(6))), [(Some(1), Some(1), Some(3)), (Some(2), Some(1), Some(3))]);
    assert_eq!(fires(fire()), [(Some(2), Some(2), Some(3))]);
}

/// §05.01.1 §05.01.3 if a part uses up the ammunition, the rest cannot fire.
#[test]
fn the_rest_needs_ammunition() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,90"], &[1, 2, 2, 2]);
    table.order("b1", fire()).turn();
    table.order("b1", at_once(None, Some(6)));
    let events = table.turn();
    assert_eq!((happened(&events, "fires").len(), happened(&events, "out_of_ammunition").len()), (1, 1));
}

/// Three lines one behind the other, and one beside the first.
const COLUMN: [&str; 5] = [
    "b1 line of 20 at 60,60",
    "r1 line of 12 facing south at 60,70",
    "r2 line of 12 facing south at 60,73",
    "r3 line of 12 facing south at 60,76",
    "r4 line of 12 facing south at 64.8,70",
];

/// §05.02.5 in a column of several units the first loses according to its own state, and those behind share only the extra loss from their
/// ranks, in proportion to them; a neighbour in the line is not part of it.
#[test]
fn units_behind_take_the_extra() {
    let mut table = table(&COLUMN, &[3, 4]);
    table.order("b1", target("r1"));
    let events = table.turn();
    let fires = outcome(happened(&events, "fires")[0]).clone();
    // 7 and 3 for the first fire in zone 2: 6 men for each of three fire units; 9 with the six ranks.
    assert_eq!((&fires["loss_men"], &fires["rear_extra_loss_men"]), (&json!(18), &json!(9)));
    let lost = ["r1", "r2", "r3", "r4"].map(|unit| table.unit(unit).lost_men);
    assert_eq!(lost, [18, 5, 4, 0], "half of nine each, and the odd man to the nearer");
}

/// §05.02.7 a general with a unit that loses men falls on a bare 10, in front or behind.
#[test]
fn a_general_behind_falls() {
    let mut table = table(&COLUMN, &[4, 6, 6, 6]);
    // The general of the tests stands eight centimetres behind the first unit: with the third.
    table.order("b1", target("r1"));
    let events = table.turn();
    let fell = happened(&events, "general_falls");
    assert_eq!(fell.len(), 1, "{:?}", table.battle().generals);
    assert_eq!((fell[0].rule, &fell[0].about["unit"]), ("05.02.7", &json!("r3")));
}

/// §08.02.7 §05.02.3 losses by fire from 45 degrees or more off its front count as fire in flank or rear.
#[test]
fn fire_in_flank() {
    for (place, facing, flanked) in [
        ("60,61.5", "east", true),
        ("70,50", "north", false),
        ("64,52", "30", false),
        ("70,72", "south", true),
    ] {
        let firer = format!("b1 line of 30 facing {facing} at {place}");
        let mut table = table(&[firer.as_str(), "r1 line of 20 facing south at 70,60"], &[6, 5, 3, 4]);
        table.order("b1", fire());
        let events = table.turn();
        let tests = happened(&events, "tests_morale");
        assert_eq!(tests.len(), 1, "{place}");
        assert_eq!(counted(tests[0], "flank_or_rear_fire"), flanked, "{place}");
    }
}

/// §05.01.3 fire at a named target out of range has no effect, but counts as fire.
#[test]
fn out_of_range() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,115"], &[6, 5]);
    table.order("b1", target("r1"));
    let events = table.turn();
    assert_eq!(outcome(happened(&events, "fires")[0])["loss_men"], 0);
    assert!(table.unit("b1").ever_fired && table.unit("b1").fired_last);
}

/// §08.02.7 a stationary unit that does not answer small arms has a deduction; a unit that fires back, or moves, does not.
#[test]
fn not_answering_fire() {
    for (order, silent) in [(UnitOrder::Stand, true), (fire(), false), (ahead(), false)] {
        let mut table = table(
            &["b1 line of 30 at 60,60", "r1 line of 20 facing south at 60,67"],
            &[6, 5, 3, 4, 3, 4, 3, 4, 3, 4],
        );
        table.answers = vec![("surprised_fire", "hold")];
        table.order("b1", fire()).order("r1", order);
        let events = table.turn();
        let tests = happened(&events, "tests_morale");
        let own = tests.iter().find(|test| test.about["unit"] == "r1").unwrap();
        assert_eq!(counted(own, "not_answering_fire"), silent);
    }
}

/// §05.01.3 distances are measured to the millimetre: a thin line at 8 cm is at 8 cm, also straight ahead of a gap.
#[test]
fn measured_to_the_millimetre() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 thin_line of 30 facing south at 60,68"], &[1, 2]);
    table.order("b1", fire());
    let events = table.turn();
    assert_eq!(outcome(happened(&events, "fires")[0])["zone"], 1);
}

/// §08.02.7 §04.02.8 a unit that has announced a retreat is not stationary: its failure to answer fire does not count.
#[test]
fn the_retreating_need_not_answer() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,70"], &[3, 4, 6, 6]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "NH"})).unwrap();
    table.order("b1", fire()).order("r1", UnitOrder::Retreat);
    let events = table.turn();
    assert!(!counted(happened(&events, "tests_morale")[0], "not_answering_fire"));
}
