//! Ammunition and wagons.

use krigsspil_borgerkrig::battle::order::UnitOrder;

use crate::table::*;

/// §09.01.2 a unit without ammunition cannot fire, but fights hand to hand.
#[test]
fn melee_without_ammunition() {
    let mut table =
        table(&["b1 line of 20 ammunition=false at 60,60", "r1 line of 20 facing south at 60,70"], &[4, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    assert!(table.refused("b1", fire()).contains("05.01.1"));
    table.order("b1", storm()).turn();
    let events = table.turn();
    let melee = happened(&events, "melee")[0].working.as_ref().unwrap();
    assert!(melee.outcome["attacker_units"].as_i64().unwrap() > 0);
    assert!(melee.outcome["defender_loss_men"].as_i64().unwrap() > 0);
}

/// §09.03.2 resupply is the unit's action; a unit that fires as surprised gets nothing this turn.
#[test]
fn surprised_units_are_not_supplied() {
    let units =
        ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70", "r2 wagon facing south at 60,73"];
    let mut table = table(&units, &[2, 5, 1, 2, 6]);
    table.order("b1", storm()).order("r1", UnitOrder::Resupply);
    let events = table.turn();
    let supply = happened(&events, "resupply")[0].working.as_ref().unwrap();
    assert_eq!(supply.outcome["reason"], "fired_surprised");
}

/// §09.03.2 units also draw ammunition under fire, but not if they march or fire instead.
#[test]
fn supply_under_fire() {
    let units = [
        "b1 line of 20 ammunition=false at 60,60",
        "b2 wagon at 60,57",
        "r1 line of 6 facing south at 60,85",
    ];
    let mut table = table(&units, &[1, 3, 3]);
    table.order("b1", UnitOrder::Resupply).order("r1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "fires")[0].about["other"], "b1");
    assert!(table.unit("b1").now.under_fire && table.unit("b1").ammunition);
    let mut away = crate::table::table(&units, &[]);
    away.order("b1", UnitOrder::Resupply).order("b1", ahead());
    assert!(happened(&away.turn(), "resupply").is_empty() && !away.unit("b1").ammunition);
}

/// §skema-XXI.wagon a wagon serves two units a turn.
#[test]
fn a_wagon_serves_two() {
    let units = [
        "b1 line of 6 ammunition=false at 60,60",
        "b2 line of 6 ammunition=false at 57,60",
        "b3 line of 6 ammunition=false at 63,60",
        "b4 wagon at 60,57",
        "r1 line of 20 facing south at 60,190",
    ];
    let mut table = table(&units, &[6, 6, 6]);
    let touching: Vec<&str> = ["b1", "b2", "b3"]
        .into_iter()
        .filter(|id| table.try_order(id, UnitOrder::Resupply).is_ok())
        .collect();
    assert_eq!(touching.len(), 3, "{touching:?}");
    let events = table.turn();
    let reasons: Vec<_> = happened(&events, "resupply")
        .iter()
        .map(|event| event.working.as_ref().unwrap().outcome["reason"].clone())
        .collect();
    assert_eq!(reasons, ["ok", "ok", "wagon_full"]);
}

const THREE_AT_A_WAGON: [&str; 5] = [
    "b1 line of 6 ammunition=false at 60,60",
    "b2 line of 6 ammunition=false at 57,60",
    "b3 line of 6 ammunition=false at 63,60",
    "b4 wagon at 60,57",
    "r1 line of 20 facing south at 60,190",
];

/// §09.03.1 if more units ask than a wagon can serve, its player chooses for all at once; the first are the default. In old saves he
/// chooses for one after the other.
#[test]
fn its_player_says_whom_a_wagon_serves() {
    let asked_and_filled = |asking: Option<&str>, answers: &[(&'static str, &'static str)]| {
        let mut words = Words::of(&THREE_AT_A_WAGON);
        words.options.extend(asking.map(String::from));
        let mut table = words.with_dice(&[6, 6, 6]);
        table.answers = answers.to_vec();
        for unit in ["b1", "b2", "b3"] {
            table.order(unit, UnitOrder::Resupply);
        }
        table.turn();
        let filled = ["b1", "b2", "b3"].map(|unit| table.unit(unit).ammunition);
        (table.asked.iter().filter(|what| *what == "wagon_serves").count(), table.at_once, filled)
    };
    let (together, one_by_one) = (None, Some("questions_one_by_one"));
    let (passes_b1, passes_b2) = ([("wagon_serves b1", "pass_over")], [("wagon_serves b2", "pass_over")]);
    assert_eq!(asked_and_filled(together, &[]), (2, 2, [true, true, false]));
    assert_eq!(asked_and_filled(together, &passes_b1), (2, 2, [false, true, true]));
    assert_eq!(asked_and_filled(together, &passes_b2), (2, 2, [true, false, true]));
    assert_eq!(asked_and_filled(one_by_one, &[]), (2, 1, [true, true, false]));
    // The last two are served without another question.
    assert_eq!(asked_and_filled(one_by_one, &passes_b1), (1, 1, [false, true, true]));
}

/// §09.03.1 §09.03.2 nobody is asked while there is capacity, and a unit that may not draw uses none of it; a unit that one wagon passes
/// over draws from another that it touches.
#[test]
fn no_question_while_wagons_have_room() {
    let mut two = table(&THREE_AT_A_WAGON, &[6, 6]);
    two.order("b1", UnitOrder::Resupply).order("b3", UnitOrder::Resupply).turn();
    assert!(two.asked.is_empty() && two.unit("b1").ammunition && two.unit("b3").ammunition);
    let mut more = THREE_AT_A_WAGON.to_vec();
    more.push("b5 wagon at 64,57");
    let mut wagons = table(&more, &[6, 6, 6]);
    for unit in ["b1", "b2", "b3"] {
        wagons.order(unit, UnitOrder::Resupply);
    }
    wagons.turn();
    assert_eq!(["b1", "b2", "b3"].map(|unit| wagons.unit(unit).ammunition), [true; 3]);
}
