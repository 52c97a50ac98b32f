//! Chapter 12: objective zones.

use crate::common::{case, refused};
use krigsspil_engine::serde_json::{Value, json};

/// §12.2 §12.2.B §12.2.C §12.2.D §12.2.E §12.2.F §chart.zone-multiplier the numbers of each class
#[test]
fn classes() {
    for (class, traffic, capacity, multiplier, bir, batteries, least, most) in [
        ("A", 1, 1, 100, -2, 1, 150, 250),
        ("B", 1, 2, 125, -2, 1, 150, 250),
        ("C", 2, 2, 150, -2, 1, 200, 400),
        ("D", 2, 3, 150, -3, 1, 200, 500),
        ("E", 3, 2, 175, -4, 1, 200, 500),
        ("F", 3, 4, 200, -4, 4, 200, 400),
    ] {
        case!(objective_zone {"zone_class": class, "special_battalions": 4} [] => {
            "zone_class": class, "traffic_turns": traffic, "capacity": capacity, "sectors": capacity, "defensive_multiplier": multiplier,
            "artillery_bir_modifier": bir, "batteries": batteries, "diameter_min_yards": least, "diameter_max_yards": most,
            "in_transit_sector": class != "A", "linear": class == "F"});
        case!(zone_exit {"zone_class": class, "turn": 5} [] => {"earliest_exit_turn": 5 + traffic});
    }
    case!(objective_zone {"zone_class": "E", "e_is_town": true} [] => {"capacity": 3, "sectors": 3});
    case!(objective_zone {"zone_class": "D", "e_is_town": true} [] => {"capacity": 3, "traffic_turns": 2});
}

/// §11.8 special buildings are class E, blockhouses class D, with one battalion in each sector and no transit
#[test]
fn special_buildings() {
    case!(objective_zone {"zone_class": "A", "special": "special_building", "special_battalions": 4} [] =>
        {"zone_class": "E", "capacity": 4, "sectors": 4, "batteries": 0, "in_transit_sector": false, "traffic_turns": 3});
    case!(objective_zone {"zone_class": "F", "special": "blockhouse", "special_battalions": 3} [] => {"zone_class": "D", "capacity": 3, "linear": false});
    refused!(objective_zone {"zone_class": "D", "special": "blockhouse", "special_battalions": 4} => "special_battalions", "11.8");
}

/// §12.4.D batteries: one in a zone, one in each sector of a linear work
#[test]
fn batteries() {
    case!(objective_zone {"zone_class": "E", "e_is_town": true} [] => {"batteries": 1});
    case!(objective_zone {"zone_class": "F"} [] => {"batteries": 4, "sectors": 4});
}

/// §12.4.C all sectors touch each other, except in class F; another zone is reached through transit
#[test]
fn between_sectors() {
    case!(sector_transfer {"zone_class": "C", "not_adjacent": true, "goal_enemy_held": true, "passes_enemy_or_engaged_sector": true} [] => {"allowed": true, "ground": "free"});
    case!(sector_transfer {"zone_class": "F", "passes_enemy_or_engaged_sector": true, "goal_enemy_held": true, "not_adjacent": true} [] => {"allowed": false, "ground": "blocked"});
    case!(sector_transfer {"zone_class": "F", "goal_enemy_held": true, "not_adjacent": true} [] => {"ground": "not_adjacent"});
    case!(sector_transfer {"zone_class": "F", "not_adjacent": true} [] => {"allowed": true});
    case!(sector_transfer {"zone_class": "C", "to_other_zone": true} [] => {"allowed": false, "ground": "transit"});
    case!(sector_transfer {"zone_class": "F", "to_other_zone": true, "from_in_transit": true} [] => {"allowed": true});
}

fn unit(grade: i32, castings: i32) -> Value {
    json!({"melee_grade": grade, "castings": castings})
}

fn garrison(grade: i32, castings: i32) -> Value {
    json!({"melee_grade": grade, "castings": castings, "garrison": true})
}

/// §12.5.C.1 §chart.zone-modifiers grade times castings, less for disorder and cavalry, never below 0; guns once for each side
#[test]
fn attack_values() {
    let attack = |engaged: bool, units: Value, artillery: bool, value: i32| {
        case!(zone_sector_combat {"zone_class": "C", "engaged": engaged, "attackers": units, "attacker_artillery": artillery, "defenders": [unit(1, 1)]} [] => {"attacker_value": value});
    };
    attack(false, json!([unit(6, 12), unit(5, 10)]), true, 142);
    attack(true, json!([unit(6, 12)]), true, 82);
    attack(false, json!([{"melee_grade": 6, "castings": 12, "status": "unorganized"}]), false, 42);
    attack(
        false,
        json!([{"melee_grade": 6, "castings": 12, "status": "disrupted", "cavalry": true}]),
        false,
        7,
    );
    attack(true, json!([{"melee_grade": 6, "castings": 12, "cavalry": true}]), false, 47);
    attack(false, json!([{"melee_grade": 1, "castings": 9, "status": "disrupted"}, unit(2, 10)]), false, 20);
}

/// §12.5.C.2 §12.6.5 only the garrison is multiplied, and not when Engaged
#[test]
fn defence_values() {
    let defence = |class: &str, engaged: bool, value: i32| {
        case!(zone_sector_combat {"zone_class": class, "engaged": engaged, "attackers": [unit(5, 12)], "defenders": [garrison(5, 9), unit(4, 10)], "defender_artillery": true} [] => {"defender_value": value});
    };
    defence("A", false, 105);
    defence("B", false, 116);
    defence("C", false, 128);
    defence("F", false, 150);
    defence("F", true, 95);
    refused!(zone_sector_combat {"zone_class": "C", "attackers": [unit(5, 12)], "defenders": [garrison(5, 9), garrison(4, 10)]} => "defenders", "12.5.B.3");
}

/// §opt.russian Russians defending in Russia add twenty
#[test]
fn russians() {
    case!(zone_sector_combat {"zone_class": "A", "attackers": [unit(5, 12)], "defenders": [unit(4, 10)], "russians_defend_in_russia": true} [] => {"defender_value": 60});
}

/// §12.5.C the grades: the garrison's, or the most common, or the mean of all, halves rounded up
#[test]
fn grades() {
    let grades = |engaged: bool, attackers: Value, defenders: Value, attacker: i32, defender: i32| {
        case!(zone_sector_combat {"zone_class": "C", "engaged": engaged, "attackers": attackers, "defenders": defenders} [] => {"attacker_grade": attacker, "defender_grade": defender});
    };
    grades(
        false,
        json!([unit(6, 5), unit(6, 5), unit(3, 5)]),
        json!([garrison(9, 5), unit(4, 5), unit(4, 5)]),
        6,
        9,
    );
    grades(true, json!([unit(6, 5), unit(3, 5)]), json!([garrison(9, 5), unit(4, 5), unit(4, 5)]), 5, 4);
    grades(
        false,
        json!([unit(6, 5), unit(6, 5), unit(3, 5), unit(3, 5), unit(1, 5)]),
        json!([unit(4, 5)]),
        4,
        4,
    );
}

/// §chart.zone-melee the ranges by both grades
#[test]
fn ranges() {
    let rows = [([1, 2], 70), ([3, 4], 65), ([5, 6], 60), ([7, 8], 55), ([9, 10], 50)];
    let columns = [([1, 3], 0, 0), ([4, 5], 0, 5), ([6, 7], 0, 10), ([8, 9], 0, 15), ([10, 10], 10, 20)];
    for (attackers, high) in rows {
        for (defenders, low, more) in columns {
            for (attacker, defender) in attackers.into_iter().zip(defenders) {
                case!(zone_sector_combat {"zone_class": "A", "attackers": [unit(attacker, 10)], "defenders": [unit(defender, 10)]} [] => {"range_low": low, "range_high": high + more});
            }
        }
    }
}

/// §chart.zone-results §12.6.2 below the range repulsed, within it Engaged, above it destroyed; the losses belong to the sector
#[test]
fn results() {
    let result = |castings: i32, defender: i32, expected: Value| {
        crate::common::told(
            "zone_sector_combat",
            json!({"zone_class": "A", "attackers": [unit(1, castings)], "defenders": [unit(1, defender)]}),
            &[],
            expected,
        );
    };
    result(
        9,
        10,
        json!({"differential": -1, "result": "repulsed", "attacker_losses": 2, "defender_losses": 0, "attacker_unorganized": true, "attacker_retreat_yards": 200}),
    );
    result(
        10,
        10,
        json!({"differential": 0, "result": "engaged", "attacker_losses": 2, "defender_losses": 2, "attacker_unorganized": false, "attacker_retreat_yards": 0}),
    );
    case!(zone_sector_combat {"zone_class": "A", "attackers": [unit(10, 8)], "defenders": [unit(1, 30)]} [] => {"differential": 50, "result": "engaged"});
}

/// §12.6.8 a beaten defender is destroyed; if Engaged, the lower side
#[test]
fn destruction() {
    case!(zone_sector_combat {"zone_class": "A", "attackers": [unit(9, 9)], "defenders": [unit(1, 30)]} [] => {"differential": 51, "result": "defender_destroyed", "attacker_losses": 2, "defender_losses": 0});
    case!(zone_sector_combat {"zone_class": "A", "engaged": true, "attackers": [unit(1, 30)], "defenders": [unit(9, 9)]} [] =>
        {"differential": 51, "range_high": 50, "result": "attacker_destroyed", "attacker_losses": 0, "defender_losses": 2});
    case!(zone_sector_combat {"zone_class": "A", "engaged": true, "attackers": [unit(10, 5)], "defenders": [unit(10, 5)]} [] => {"differential": 0, "range_low": 10, "result": "engaged"});
    case!(zone_sector_combat {"zone_class": "A", "attackers": [unit(5, 5)]} [] =>
        {"result": "secured", "attacker_losses": 0, "defender_value": 0, "defender_grade": 0, "range_high": 0, "differential": 25});
}

/// What a unit may do: shift, and counter-attack.
#[track_caller]
fn shift(side: &str, role: &str, situation: &str, reinforced: (bool, bool), may: (bool, bool)) {
    case!(zone_shift {"side": side, "role": role, "situation": situation, "defender_reinforced": reinforced.0, "attacker_reinforced": reinforced.1} [] =>
        {"may_shift": may.0, "may_counter_attack": may.1, "multiplier": role == "garrison"});
}

const NOBODY: (bool, bool) = (false, false);
const DEFENDER: (bool, bool) = (true, false);
const ATTACKER: (bool, bool) = (false, true);
const BOTH: (bool, bool) = (true, true);

/// §12.5.C.1-b all repulsed: the defender reshuffles, nobody attacks
#[test]
fn all_repulsed() {
    for role in ["garrison", "in_transit"] {
        shift("defender", role, "all_repulsed", BOTH, (true, false));
        shift("attacker", role, "all_repulsed", NOBODY, (false, false));
    }
}

/// §12.5.C.2-b §12.5.C.3-b §12.5.C.4-b the attacker holds some sectors
#[test]
fn attacker_holds_some() {
    shift("defender", "garrison", "attacker_holds_some", BOTH, (false, false));
    shift("defender", "in_transit", "attacker_holds_some", BOTH, (true, true));
    shift("attacker", "in_transit", "attacker_holds_some", BOTH, (false, true));
    shift("defender", "garrison", "attacker_holds_some", DEFENDER, (false, true));
    shift("attacker", "garrison", "attacker_holds_some", DEFENDER, (false, false));
    shift("attacker", "garrison", "attacker_holds_some", ATTACKER, (true, true));
    shift("defender", "garrison", "attacker_holds_some", ATTACKER, (false, false));
    shift("attacker", "in_transit", "attacker_holds_some", ATTACKER, (true, true));
}

/// §12.5.C.5-b §12.5.C.6-b §12.5.C.7-b §12.5.C.8-b one sector Engaged, the rest defended
#[test]
fn engaged_and_defended() {
    for side in ["attacker", "defender"] {
        shift(side, "garrison", "engaged_rest_defended", BOTH, (false, false));
        shift(side, "in_transit", "engaged_rest_defended", BOTH, (false, false));
        shift(side, "garrison", "engaged_rest_defended", NOBODY, (true, false));
        shift(side, "in_transit", "engaged_rest_defended", NOBODY, (true, true));
    }
    shift("defender", "garrison", "engaged_rest_defended", DEFENDER, (false, true));
    shift("defender", "in_transit", "engaged_rest_defended", DEFENDER, (true, true));
    shift("attacker", "garrison", "engaged_rest_defended", ATTACKER, (false, false));
    shift("attacker", "in_transit", "engaged_rest_defended", DEFENDER, (true, false));
}

/// §12.5.C.end §12.6.3 mixed sectors; Engaged units stay, reinforcements go anywhere, and only a garrison that stays is multiplied
#[test]
fn mixed_sectors() {
    for role in ["garrison", "in_transit"] {
        shift("defender", role, "mixed", NOBODY, (true, true));
        shift("defender", role, "mixed", DEFENDER, (false, true));
        shift("defender", role, "mixed", ATTACKER, (false, false));
        shift("attacker", role, "mixed", BOTH, (false, false));
    }
    shift("attacker", "reinforcement", "all_repulsed", NOBODY, (true, true));
    shift("defender", "engaged", "mixed", NOBODY, (false, false));
}
