//! Chapter 12: who may attack, support, what follows.

use crate::common;
use crate::common::case;

/// An ordered and announced attack of infantry on infantry, and the facts that matter.
macro_rules! attack {
    ({$($facts:tt)*} => $reasons:tt) => {{
        let mut facts = krigsspil_engine::serde_json::json!({"attacker_arm": "infantry", "target_arm": "infantry", "ordered": true, "announced": true});
        let given = krigsspil_engine::serde_json::json!({$($facts)*});
        for (name, value) in given.as_object().unwrap() {
            facts[name] = value.clone();
        }
        let expected = krigsspil_engine::serde_json::json!({"reasons": $reasons});
        common::check("attack_eligibility", facts, &[], expected)
    }};
}

/// §12.01.1 an attack must be ordered and announced, with no fire order and never backward
#[test]
fn orders() {
    attack!({} => []);
    attack!({"ordered": false, "announced": false} => ["not_ordered", "not_announced"]);
    attack!({"fire_order": true, "moving_backward": true} => ["fire_order", "backward"]);
}

/// §12.01.2 only intact units attack
#[test]
fn intact() {
    attack!({"attacker_order": "LU3"} => []);
    attack!({"attacker_order": "U"} => ["not_intact"]);
    attack!({"attacker_formation": "working"} => ["working"]);
}

/// §12.01.3 an enemy in rout is attacked without an order
#[test]
fn automatic() {
    case!("attack_eligibility", {"attacker_arm": "infantry", "target_arm": "cavalry", "target_order": "FU"} [] => {"allowed": true, "automatic": true});
    case!("attack_eligibility", {"attacker_arm": "infantry", "target_arm": "cavalry", "target_order": "FU", "attacker_order": "U"} [] => {"allowed": false, "automatic": false});
}

/// §12.01.4 only cavalry attacks closed cavalry, closed infantry also attacks spread cavalry; guns never attack
#[test]
fn arms() {
    attack!({"target_arm": "cavalry"} => ["closed_cavalry"]);
    attack!({"target_arm": "cossacks", "attacker_arm": "cavalry"} => []);
    attack!({"target_arm": "cavalry", "target_formation": "skirmish"} => []);
    attack!({"target_arm": "cavalry", "target_formation": "skirmish", "attacker_formation": "skirmish"} => ["skirmishers_v_spread_cavalry"]);
    attack!({"attacker_arm": "artillery"} => ["arm_cannot_attack"]);
    attack!({"attacker_arm": "train", "target_arm": "cavalry"} => ["arm_cannot_attack", "closed_cavalry"]);
}

/// §14.04.4 skirmishers attack only guns, spread and routed units
#[test]
fn skirmishers() {
    attack!({"attacker_formation": "skirmish"} => ["skirmish_target"]);
    attack!({"attacker_formation": "skirmish", "target_arm": "train"} => []);
    attack!({"attacker_formation": "skirmish", "target_formation": "working"} => []);
    attack!({"attacker_formation": "skirmish", "target_order": "FU"} => []);
}

/// §12.01.7 one attack on the same unit in a turn
#[test]
fn once_a_turn() {
    attack!({"already_attacked": true, "target_order": "FU"} => ["already_attacked"]);
}

/// §12.03.4 §12.03.10 15 cm straight within 20 degrees, half a turn of storm, never in a continued melee
#[test]
fn momentum() {
    case!("momentum", {"straight_cm": 15, "deviation_deg": 20} [] => {"momentum": "momentum"});
    case!("momentum", {"straight_cm": 14.5} [] => {"momentum": "none"});
    case!("momentum", {"straight_cm": 15, "deviation_deg": 21} [] => {"momentum": "none"});
    case!("momentum", {"straight_cm": 15, "storm_half_turns": 1} [] => {"momentum": "storm"});
    case!("momentum", {"straight_cm": 15, "storm_half_turns": 0.5} [] => {"momentum": "momentum"});
    case!("momentum", {"straight_cm": 50, "storm_half_turns": 4, "continued": true} [] => {"momentum": "none"});
}

/// The conditions that fail when infantry in line supports infantry in column.
macro_rules! support {
    ({$($support:tt)*} {$($supported:tt)*} {$($facts:tt)*} => $failed:tt) => {{
        let mut support = krigsspil_engine::serde_json::json!({"arm": "infantry", "formation": "line", "figures": 12});
        let mut supported = krigsspil_engine::serde_json::json!({"arm": "infantry", "formation": "attack_column", "figures": 24});
        let mut facts = krigsspil_engine::serde_json::json!({"distance_cm": 10});
        let given = [
            (&mut support, krigsspil_engine::serde_json::json!({$($support)*})),
            (&mut supported, krigsspil_engine::serde_json::json!({$($supported)*})),
            (&mut facts, krigsspil_engine::serde_json::json!({$($facts)*})),
        ];
        for (facts, given) in given {
            for (name, value) in given.as_object().unwrap() {
                facts[name] = value.clone();
            }
        }
        facts["support"] = support;
        facts["supported"] = supported;
        common::check("support_unit", facts, &[], krigsspil_engine::serde_json::json!({"failed": $failed}))
    }};
}

/// §12.03.7 §12.03.7.1 at least half as large, 10 figures, intact, a tactical unit
#[test]
fn support_size() {
    support!({} {} {} => []);
    support!({} {"figures": 25} {} => [1]);
    support!({"figures": 9} {"figures": 10} {} => [1]);
    support!({"order": "U"} {} {} => [1]);
    support!({"not_tactical_unit": true} {} {} => [1]);
}

/// §12.03.7.2 §12.03.7.3 §12.03.7.4 battle formations, a turn's march, outside break-in distance
#[test]
fn support_place() {
    support!({"formation": "hob"} {} {"distance_cm": 5} => [2]);
    support!({} {"formation": "skirmish"} {} => []);
    support!({} {"formation": "march_column"} {} => [2]);
    support!({} {} {"distance_cm": 10.5} => [3]);
    support!({} {} {"distance_cm": 5.5, "terrain": "difficult"} => [3]);
    support!({"arm": "light_cavalry"} {} {"distance_cm": 20, "terrain": "difficult"} => []);
    support!({} {} {"within_break_in": true} => [4]);
}

/// §12.03.7.5 §12.03.7.6 §12.03.7.7 within 30 degrees, nothing impassable between, free of combat and attack orders
#[test]
fn support_free() {
    support!({} {} {"angle_deg": 30} => []);
    support!({} {} {"angle_deg": 31} => [5]);
    support!({} {} {"impassable_between": true} => [6]);
    support!({"engaged": true} {} {} => [7]);
    support!({"attack_order": true} {} {} => [7]);
}

/// §12.03.7.8 §12.03.7.9 one unit of the same brigade, for the attacker written on the sheet; not infantry for cavalry, not guns
#[test]
fn support_whom() {
    support!({"already_supporting": true} {} {} => [8]);
    support!({} {} {"other_brigade": true} => [8]);
    support!({} {} {"not_on_order_sheet": true} => []);
    support!({} {} {"not_on_order_sheet": true, "attackers_support": true} => [8]);
    support!({} {"arm": "cossacks"} {} => [9]);
    support!({"arm": "artillery"} {} {"distance_cm": 0} => [9]);
}

/// §12.02.3 one for every ten figures of the ranks that take part; one or two figures surrender
#[test]
fn melee_units() {
    case!("melee_units", {"ranks": [6, 6, 6], "ranks_taking_part": 2} [] => {"figures": 12, "melee_units": 1});
    case!("melee_units", {"ranks": [6, 7, 6], "ranks_taking_part": 2} [] => {"melee_units": 2});
    case!("melee_units", {"ranks": [1, 1], "ranks_taking_part": 2} [] => {"melee_units": 0, "must_surrender": true});
    case!("melee_units", {"ranks": [1, 1], "ranks_taking_part": 2, "skirmish_figures": 1} [] => {"must_surrender": false});
}

/// §14.04.3 §12.01.5 skirmishers count if a rank takes part; without ammunition only the first rank
#[test]
fn skirmishers_in_melee() {
    case!("melee_units", {"ranks": [6, 6], "ranks_taking_part": 1, "skirmish_figures": 7} [] => {"figures": 13});
    case!("melee_units", {"ranks": [6, 6], "ranks_taking_part": 0, "skirmish_figures": 7} [] => {"figures": 0});
    case!("melee_units", {"ranks": [6, 6], "ranks_taking_part": 2, "skirmish_figures": 7, "infantry_no_ammunition": true} [] => {"figures": 6});
}

/// §12.02.4 without a winner, or with a loser in light disorder, both stand; either may go back, the attacker may follow
#[test]
fn standing() {
    case!("after_melee", {"winner": "none"} [] => {"stand": true, "may_withdraw": true, "attacker_may_follow": true, "winner_may_move_on": false});
    case!("after_melee", {"winner": "defender", "loser_order_after": "LU3"} [] => {"stand": true, "attacker_may_follow": true});
}

/// §12.02.5 §12.02.6 if the loser leaves, the winner is free; new targets within 20 degrees, farther only with permission
#[test]
fn moving_on() {
    case!("after_melee", {"winner": "defender", "loser_order_after": "U"} [] => {"stand": false, "attacker_may_follow": false, "winner_may_move_on": true, "may_attack_new_target": false});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "angle_deg": 20} [] => {"may_attack_new_target": true, "attacker_may_follow": true});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "angle_deg": 21} [] => {"may_attack_new_target": false});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "angle_deg": 21, "beyond_20_ordered": true} [] => {"may_attack_new_target": true});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "angle_deg": 21, "light_cavalry": true} [] => {"may_attack_new_target": false});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "angle_deg": 21, "beyond_20_ordered": true, "storming": true} [] => {"may_attack_new_target": false});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U", "winner_order": "U"} [] => {"may_attack_new_target": false});
}

/// §12.02.7 only a loser in rout is followed across break-in distance
#[test]
fn crossing() {
    case!("after_melee", {"winner": "attacker", "loser_order_after": "U"} [] => {"may_cross_break_in": false});
    case!("after_melee", {"winner": "attacker", "loser_order_after": "FU"} [] => {"may_cross_break_in": true});
    case!("after_melee", {"winner": "defender", "loser_order_after": "FU"} [] => {"may_cross_break_in": false});
}

/// §13.04.1 §13.04.2 §13.04.3 an attacker takes prisoners only from a routed loser, in a held position, and no more than there are
#[test]
fn prisoners() {
    case!("prisoners", {"winner_result": 13, "melee_units": 3} [] => {"per_unit": 2, "figures": 6});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "winner_cavalry": true} [] => {"per_unit": 4});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "winner_cavalry": true, "loser_cavalry": true} [] => {"per_unit": 2});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "loser_figures": 5} [] => {"figures": 5});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "winner_defended": true} [] => {"per_unit": 2, "figures": 0});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "loser_not_fu": true} [] => {"figures": 0});
    case!("prisoners", {"winner_result": 13, "melee_units": 3, "position_not_held": true} [] => {"figures": 0});
}

/// §13.02.2 surrender after two defeats in rout by at least a quarter of its figures, cavalry counted double; one or two figures at once
#[test]
fn surrender() {
    case!("surrender", {"figures": 2, "attacker_figures": 1} [] => {"surrenders": true, "reason": "too_few"});
    case!("surrender", {"figures": 40, "beaten_in_fu": 2, "attacker_figures": 10} [] => {"reason": "beaten_twice"});
    case!("surrender", {"figures": 40, "beaten_in_fu": 2, "attacker_figures": 9} [] => {"surrenders": false, "reason": "none"});
    case!("surrender", {"figures": 40, "beaten_in_fu": 1, "attacker_figures": 40} [] => {"surrenders": false});
    case!("surrender", {"figures": 40, "cavalry": true, "beaten_in_fu": 2, "attacker_figures": 10, "attacker_cavalry": true} [] => {"surrenders": true});
    case!("surrender", {"figures": 40, "cavalry": true, "beaten_in_fu": 2, "attacker_figures": 19} [] => {"surrenders": false});
}
