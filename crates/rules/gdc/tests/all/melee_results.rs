//! Chapter 9: the results of a melee, who attacks, contact and retreats.

use crate::common::{case, with};
use krigsspil_engine::serde_json::{Value, json};

/// §9.1.G §9.6 §9.61 §chart.melee-results the winner's grade selects the column; six rows with losses, retreats and advances
#[test]
fn results() {
    let rows = [
        ("loser_unorganized", [60, 50, 40, 30], 1, 1, "unorganized", 300, 0),
        ("loser_disrupted_costly", [90, 80, 60, 60], 1, 2, "disrupted", 400, 200),
        ("loser_disrupted", [110, 100, 80, 70], 0, 2, "disrupted", 400, 200),
        ("loser_routs", [130, 110, 100, 90], 0, 3, "routed", 400, 300),
        ("loser_surrenders", [150, 130, 110, 100], 0, 4, "surrendered", 0, 300),
    ];
    for (grades, column) in [([1, 3], 0), ([4, 5], 1), ([6, 8], 2), ([9, 10], 3)] {
        for grade in grades {
            for (row, least, winner, loser, status, retreat, advance) in rows {
                // A winner on the flank adds fifty, so that every total can be rolled.
                let facts = json!({"winner": {"melee_grade": grade, "arm": "infantry", "hitting_flank_or_rear": true}, "loser": {"arm": "infantry"}});
                let expected = json!({"result": row, "winner_losses": winner, "loser_losses": loser, "loser_status_after": status,
                    "retreat_yards": retreat, "infantry_advance_yards": advance, "engaged": false});
                let least: i64 = least[column] - 50;
                if (1..=100).contains(&least) {
                    crate::common::told("melee_results", facts.clone(), &[least], expected.clone());
                }
            }
        }
    }
    case!(melee_results {"winner": {"melee_grade": 5, "arm": "infantry"}, "loser": {"arm": "infantry", "status": "unorganized"}} [29] =>
        {"total": 49, "result": "engaged", "engaged": true, "winner_losses": 2, "loser_losses": 2, "loser_status_after": "unorganized", "retreat_yards": 0, "infantry_advance_yards": 0});
    case!(melee_results {"winner": {"melee_grade": 5, "arm": "cavalry"}, "loser": {"arm": "infantry", "status": "disrupted"}} [1] => {"total": 51, "loser_status_after": "disrupted", "infantry_advance_yards": 0});
}

/// §chart.melee-results-modifiers each line counts once
#[test]
fn result_modifiers() {
    let modified = |winner: Value, loser: Value, modifier: i32| {
        let winner = with(json!({"melee_grade": 5, "arm": "infantry"}), &winner);
        let loser = with(json!({"arm": "infantry"}), &loser);
        crate::common::told(
            "melee_results",
            json!({"winner": winner, "loser": loser}),
            &[50],
            json!({"modifier": modifier, "total": 50 + modifier}),
        );
    };
    modified(json!({"skirmish_status": true, "status": "disrupted"}), json!({}), -30);
    modified(json!({"status": "unorganized", "engaged": true}), json!({}), -20);
    modified(json!({"protective_cover": true, "uphill": true}), json!({}), 10);
    modified(json!({"hitting_flank_or_rear": true}), json!({}), 50);
    modified(json!({}), json!({"skirmish_status": true, "status": "disrupted"}), 30);
    modified(json!({}), json!({"status": "unorganized"}), 20);
    modified(json!({}), json!({"protective_cover": true, "uphill": true}), -10);
    modified(json!({}), json!({"hitting_flank_or_rear": true}), -50);
    modified(json!({"arm": "cavalry"}), json!({}), 20);
    modified(json!({"arm": "cavalry"}), json!({"arm": "artillery"}), 20);
    modified(json!({}), json!({"arm": "cavalry"}), -20);
    modified(json!({"arm": "artillery"}), json!({"arm": "cavalry"}), 0);
}

/// §9.8.A infantry and guns surrender where the chart says so, cavalry routs
#[test]
fn surrender_by_the_chart() {
    case!(melee_results {"winner": {"melee_grade": 9, "arm": "cavalry"}, "loser": {"arm": "artillery"}} [80] => {"result": "loser_surrenders", "loser_status_after": "surrendered", "loser_removed": true});
    case!(melee_results {"winner": {"melee_grade": 9, "arm": "cavalry"}, "loser": {"arm": "cavalry"}} [100] => {"result": "loser_surrenders", "loser_status_after": "routed", "loser_removed": true});
}

/// Indians and militia do not pursue each other after a rout.
#[test]
fn indians_and_militia() {
    case!(melee_results {"winner": {"melee_grade": 9, "arm": "infantry", "american_indians": true}, "loser": {"arm": "infantry", "militia": true}} [90] => {"result": "loser_routs", "infantry_advance_yards": 0});
    case!(melee_results {"winner": {"melee_grade": 9, "arm": "infantry", "militia": true}, "loser": {"arm": "infantry", "american_indians": true}} [70] => {"result": "loser_disrupted", "infantry_advance_yards": 200});
}

/// §9.1.B rear if any stand is struck there, flank if most castings are behind the front edge
#[test]
fn contact() {
    case!(contact_angle {"castings_before_front_edge": 6, "castings_behind_front_edge": 6} [] => {"contact": "front", "flank_or_rear": false});
    case!(contact_angle {"castings_before_front_edge": 6, "castings_behind_front_edge": 7} [] => {"contact": "flank", "flank_or_rear": true});
    case!(contact_angle {"castings_before_front_edge": 6, "touches_rear": true} [] => {"contact": "rear", "flank_or_rear": true});
}

/// §9.1.E better state, then better grade, then the higher roll
#[test]
fn who_attacks() {
    let side = |status: &str, grade: &str| json!({"melee_grade": 5, "status": status, "morale_grade": grade});
    case!(determine_attacker {"situation": "even_odds", "first": side("unorganized", "A"), "second": side("good", "G")} [99, 1] => {"attacker": "second", "decided_by": "status"});
    case!(determine_attacker {"situation": "even_odds", "first": side("good", "B"), "second": side("good", "C")} [1, 99] => {"attacker": "first", "decided_by": "morale_grade"});
    case!(determine_attacker {"situation": "even_odds", "first": side("good", "B"), "second": side("good", "B")} [1, 99] => {"attacker": "second", "decided_by": "roll"});
    case!(determine_attacker {"situation": "even_odds", "first": side("good", "B"), "second": side("good", "B")} [7, 7] => {"attacker": "first", "decided_by": "equal_rolls"});
}

/// §9.2.A §9.2.B a unit that fights several defends; in a brawl morale decides at once
#[test]
fn several_units() {
    let side = |grade: i32| json!({"melee_grade": grade, "morale_grade": "C"});
    case!(determine_attacker {"situation": "outnumbered", "outnumbered_side": "first", "first": side(10), "second": side(1)} [99, 1] => {"attacker": "second", "decided_by": "outnumbered"});
    case!(determine_attacker {"situation": "outnumbered", "first": side(1), "second": side(10)} [1, 99] => {"attacker": "first"});
    case!(determine_attacker {"situation": "brawl", "first": side(1), "second": side(10)} [99, 1] => {"attacker": "first", "decided_by": "roll"});
}

/// §9.4.A counter-charges: the better grade attacks, then the side with more factors, then morale
#[test]
fn counter_charges() {
    let side = |grade: i32, factors: i32, morale: &str| json!({"melee_grade": grade, "positive_factors": factors, "morale_grade": morale});
    case!(determine_attacker {"situation": "counter_charge", "first": side(5, 9, "A"), "second": side(6, 0, "G")} [99, 1] => {"attacker": "second", "decided_by": "melee_grade"});
    case!(determine_attacker {"situation": "counter_charge", "first": side(6, 2, "G"), "second": side(6, 1, "A")} [1, 99] => {"attacker": "first", "decided_by": "positive_factors"});
    case!(determine_attacker {"situation": "counter_charge", "first": side(6, 1, "G"), "second": side(6, 1, "A")} [99, 1] => {"attacker": "second", "decided_by": "morale_grade"});
}

/// §9.1.E §9.4.A if both charge at even odds, grade and factors come before state and morale (ruling 82)
#[test]
fn even_odds() {
    let side = |grade: i32, factors: i32, status: &str| json!({"melee_grade": grade, "positive_factors": factors, "status": status, "morale_grade": "C"});
    case!(determine_attacker {"situation": "even_odds", "first": side(6, 0, "disrupted"), "second": side(5, 9, "good")} [1, 99] => {"attacker": "first", "decided_by": "melee_grade"});
    case!(determine_attacker {"situation": "even_odds", "first": side(6, 0, "good"), "second": side(6, 1, "disrupted")} [99, 1] => {"attacker": "second", "decided_by": "positive_factors"});
}

/// §9.5.G §9.8.B a unit without a way, with too narrow a gap or too little room surrenders
#[test]
fn retreats() {
    case!(retreat {"required_yards": 300, "available_yards": 300} [] => {"surrenders": false, "cause": "none", "retreat_yards": 300});
    case!(retreat {"required_yards": 300, "available_yards": 299} [] => {"surrenders": true, "cause": "distance", "retreat_yards": 0});
    case!(retreat {"required_yards": 300, "available_yards": 0, "gap_yards": 99} [] => {"cause": "gap"});
    case!(retreat {"required_yards": 300, "available_yards": 300, "gap_yards": 100} [] => {"surrenders": false});
    case!(retreat {"required_yards": 0, "available_yards": 500, "no_route": true, "gap_yards": 5} [] => {"cause": "no_route"});
}
