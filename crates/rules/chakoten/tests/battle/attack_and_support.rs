//! Several units abreast or one behind the other: who fights whom, who supports whom, and what a victor does.

use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::json;

use crate::abreast::{melee_of, subjects, supporting};
use crate::table::*;

/// §12.03.1 only the two units that fight count: two columns of 20 upon one line of 20 have nothing for their numbers, one of 40 has.
#[test]
fn numbers_are_those_of_the_two_who_fight() {
    let mut table = table(
        &[
            "b2 attack_column of 20 at 87,40",
            "b1 attack_column of 20 at 73,40",
            "b3 attack_column of 40 at 110,40",
            "r1 line of 20 at 80,55",
            "r2 line of 20 at 110,55",
        ],
        &[3; 18],
    );
    table.order("b1", attack("r1")).order("b2", attack("r1")).order("b3", attack("r2"));
    let events = table.turn();
    let more = |unit: &str| counted(melee_of(&events, unit), "attacker_more_figures");
    assert_eq!((more("b1"), more("b2"), more("b3")), (false, false, true));
}

/// §12.03.1 §skema-XV 60 upon 20 have two points for their numbers, 40 one and 39 none, side by side at one moment.
#[test]
fn twice_and_three_times_as_many() {
    let mut table = table(
        &[
            "b2 attack_column of 40 at 75,40",
            "b1 attack_column of 60 at 50,40",
            "b3 attack_column of 39 at 100,40",
            "r2 line of 20 at 75,55",
            "r1 line of 20 at 50,55",
            "r3 line of 20 at 100,55",
        ],
        &[3; 18],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2")).order("b3", attack("r3"));
    let events = table.turn();
    // Nine thrown; two each for the column, for no skirmishers against it, and for its first action.
    let total = |unit: &str| outcome(melee_of(&events, unit))["attacker_total"].clone();
    assert_eq!((total("b1"), total("b2"), total("b3")), (json!(17), json!(16), json!(15)));
}

/// §12.03.7.8 one unit supports one other in a turn: of two columns abreast the one whose support is written has it.
#[test]
fn a_support_is_for_the_one_it_is_written_for() {
    for named in ["b1", "b2"] {
        let mut table = table(
            &[
                "b3 attack_column of 20 at 78.5,26",
                "b1 attack_column of 20 at 70,40",
                "b2 attack_column of 20 at 87,40",
                "r1 line of 20 at 70,55",
                "r2 line of 20 at 87,55",
            ],
            &[3; 12],
        );
        table.order("b1", attack("r1")).order("b2", attack("r2")).order("b3", supporting(named));
        let events = table.turn();
        for unit in ["b1", "b2"] {
            assert_eq!(counted(melee_of(&events, unit), "attacker_support"), unit == named, "{named} {unit}");
        }
    }
}

/// §12.03.7.8 the same for the defenders: one line behind two that are attacked at one moment supports one of them.
#[test]
fn one_line_behind_two() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 70,40",
            "b2 attack_column of 20 at 87,40",
            "r1 line of 20 at 70,55",
            "r2 line of 20 at 87,55",
            "r3 line of 20 at 78.5,64",
        ],
        &[3; 12],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    let supported = ["b1", "b2"].map(|unit| counted(melee_of(&events, unit), "defender_support"));
    assert_eq!(supported.iter().filter(|supported| **supported).count(), 1, "{supported:?}");
}

/// §12.02.1 §12.03.7.8 when two columns attack each other each has the support that stands on its sheet, and nobody one that does not, whichever
/// stands in the west.
#[test]
fn both_attack_with_written_supports() {
    for (blue, red) in [(80.0, 80.5), (80.5, 80.0)] {
        for written in [true, false] {
            let units = [
                format!("b1 attack_column of 20 at {blue},40"),
                format!("b2 attack_column of 20 at {blue},29"),
                format!("r1 attack_column of 20 at {red},57"),
                format!("r2 attack_column of 20 at {red},68"),
            ];
            let units: Vec<&str> = units.iter().map(String::as_str).collect();
            let mut words = Words::of(&units);
            words.chief_back = Some(25.0);
            let mut table = words.with_dice(&[3; 6]);
            table.order("b1", attack("r1")).order("r1", attack("b1"));
            if written {
                table.order("b2", supporting("b1"));
            }
            let events = table.turn();
            let melees = happened(&events, "melee");
            assert_eq!(melees.len(), 1);
            let supported = ["attacker_support", "defender_support"].map(|row| counted(melees[0], row));
            assert_eq!(supported.iter().filter(|counted| **counted).count(), usize::from(written), "{blue}");
        }
    }
}

/// §12.02.5 §12.02.7 of two who attack each other the victor is an attacker and may follow, whichever of them stands in the west.
#[test]
fn the_victor_of_two_attackers_follows() {
    for (blue, red) in [(80.0, 80.5), (80.5, 80.0)] {
        for (dice, victor) in [([6, 6, 6, 1, 1, 1], "west"), ([1, 1, 1, 6, 6, 6], "east")] {
            let units = [
                format!("b1 attack_column of 20 at {blue},40"),
                format!("r1 attack_column of 20 at {red},57"),
            ];
            let mut table = table(&[&units[0], &units[1]], &dice);
            table.order("b1", attack("r1")).order("r1", attack("b1"));
            table.turn();
            assert_eq!(table.asked, ["follows"], "{blue} {victor}");
            let blue_wins = (blue < red) == (victor == "west");
            let gone = if blue_wins { table.at("b1")[1] - 46.0 } else { 51.0 - table.at("r1")[1] };
            assert!(gone > 5.0, "{blue} {victor}: {:?} {:?}", table.at("b1"), table.at("r1"));
        }
    }
}

/// §12.03.7.7 a support that is itself at blows when the dice are thrown is none; while it stands free it is.
#[test]
fn a_support_at_blows_is_none() {
    for (attacked, dice) in
        [(true, vec![1, 1, 1, 4, 4, 3, 3, 3, 3, 3, 3, 3]), (false, vec![3, 3, 3, 3, 3, 3])]
    {
        let mut words = Words::of(&[
            "b2 attack_column of 20 facing west at 100,71.5",
            "b1 attack_column of 20 at 80,40",
            "r1 line of 20 at 80,60",
            "r3 line of 20 at 80,70",
        ]);
        words.chief_back = Some(25.0);
        let mut table = words.with_dice(&dice);
        table.order("b1", attack("r1"));
        if attacked {
            table.order("b2", attack("r3"));
        }
        let events = table.turn();
        if attacked {
            // 3 and 9 for column, skirmishers, first action and flank, against 11 and 1: nobody wins, and they stand at break-in distance.
            assert_eq!(outcome(melee_of(&events, "b2"))["winner"], "none");
        }
        assert_eq!(counted(melee_of(&events, "b1"), "defender_support"), !attacked);
    }
}

/// §12.02.5 §12.03.9 §12.03.12 §13.05.4 a column that has broken one line presses on upon the next, which the flight did not carry along: it
/// has two points for its victory and none for a first action any more.
#[test]
fn pressing_on_upon_the_second_line() {
    let mut table = table(
        &["b1 attack_column of 20 at 80,40", "r1 line of 20 at 80,50", "r2 line of 20 at 80,60"],
        &[6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6, 3, 3, 3, 3, 3, 3],
    );
    table.answers.push(("follows", "press_on"));
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(subjects(&events, "carried_along"), ["r2"]);
    let melees = happened(&events, "melee");
    let fought: Vec<_> = melees.iter().map(|melee| melee.about["other"].clone()).collect();
    assert_eq!(fought, [json!("r1"), json!("r2")]);
    assert!(counted(melees[1], "attacker_complete_victory"));
    assert!(!counted(melees[1], "attacker_first_action") && counted(melees[1], "defender_first_action"));
}

/// §12.03.12 the points for a complete victory are had in its turn and the next one, and not in the third.
#[test]
fn a_victory_counts_for_two_turns() {
    let mut words =
        Words::of(&["b1 attack_column of 20 at 80,40", "r1 line of 20 at 80,50", "r2 line of 20 at 80,60"]);
    words.chief_back = Some(22.0);
    let mut table = words.with_dice(&[
        6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6, // r1 is broken, and does not carry r2 along
        1, 1, 1, 3, 3, 3, 3, 3, 3, // r1 does not rally; b1 and r2
        1, 1, 1, 3, 3, 3, 3, 3, 3,
    ]);
    table.answers.push(("follows", "halt"));
    table.order("b1", attack("r1")).turn();
    assert_eq!(table.unit("r1").order, State::Rout);
    for victorious in [true, false] {
        table.order("b1", attack("r2"));
        let events = table.turn();
        assert_eq!(counted(melee_of(&events, "b1"), "attacker_complete_victory"), victorious);
    }
}
