//! Chapter 02: marches, obstacles, storms, marching through other units.

use crate::case;

/// §02.06.1 a whole turn's march is that of skema I; a dash under road means the number for open ground, any other bars the way
#[test]
fn rates() {
    case!("march_rate" {"row": "infantry_march_column", "terrain": "road"} []
        => {"passable": true, "rate_cm": 30, "table_cm": 30, "reason": "ok"});
    case!("march_rate" {"row": "infantry_line", "terrain": "road"} [] => {"rate_cm": 12, "table_cm": 12});
    case!("march_rate" {"row": "horse_artillery_flight", "terrain": "wood"} []
        => {"passable": false, "rate_cm": 0, "table_cm": 0, "reason": "terrain"});
    case!("march_rate" {"row": "cavalry_flight", "terrain": "open"} [] => {"rate_cm": 55});
}

/// §02.06.2 backward means half the rate and no storm, but not for flight, formation change, staff and unlimbered guns
#[test]
fn backward() {
    case!("march_rate" {"row": "infantry_march_column", "terrain": "open", "backward": true} []
        => {"rate_cm": 12.5});
    case!("march_rate" {"row": "ammunition_wagon", "terrain": "open", "backward": true} [] => {"rate_cm": 5});
    for row in ["infantry_column_storm", "infantry_line_storm", "cavalry_storm", "horse_artillery_storm"] {
        case!("march_rate" {"row": row, "terrain": "open", "backward": true} []
            => {"passable": false, "reason": "storm_backward"});
    }
    for (row, rate) in [
        ("infantry_flight", 40),
        ("cavalry_flight", 55),
        ("foot_artillery_flight", 40),
        ("infantry_formation_change", 30),
        ("staff", 80),
        ("unlimbered_artillery", 4),
    ] {
        case!("march_rate" {"row": row, "terrain": "open", "backward": true} [] => {"rate_cm": rate});
    }
}

/// §06.03.5 with half the horses lost the march is halved and storm is barred, with all lost any march is barred; men on foot are not
/// affected
#[test]
fn lost_horses() {
    case!("march_rate" {"row": "foot_artillery", "terrain": "open", "half_horses_lost": true, "backward": true} []
        => {"rate_cm": 6.25});
    case!("march_rate" {"row": "horse_artillery_storm", "terrain": "open", "half_horses_lost": true} []
        => {"passable": false, "reason": "storm_horses"});
    case!("march_rate" {"row": "horse_artillery_storm", "terrain": "open", "half_horses_lost": true,
        "all_horses_lost": true} [] => {"reason": "no_horses"});
    case!("march_rate" {"row": "ammunition_wagon", "terrain": "road", "all_horses_lost": true} []
        => {"passable": false, "reason": "no_horses", "table_cm": 40});
    case!("march_rate" {"row": "unlimbered_artillery", "terrain": "open", "all_horses_lost": true} []
        => {"rate_cm": 4});
    case!("march_rate" {"row": "infantry_line", "terrain": "open", "half_horses_lost": true} [] => {"rate_cm": 12});
    for (left, halved, storm, limbered) in
        [(4, false, true, true), (3, true, false, true), (1, true, false, true), (0, false, false, false)]
    {
        case!("battery_state" {"guns": 6, "gunners": 6, "horses_start": 6, "horses_left": left} []
            => {"march_halved": halved, "storm_allowed": storm, "limbered_movement": limbered});
    }
    case!("battery_state" {"guns": 6, "gunners": 6, "horses_start": 6, "horses_left": 7} [] => refused "horses_left");
}

/// §02.06.5 swamp and watercourse only in march column or chain
#[test]
fn swamp_and_water() {
    for (row, swamp, water) in [
        ("infantry_march_column", 3, 6),
        ("infantry_chain", 5, 6),
        ("infantry_attack_column", 0, 0),
        ("infantry_thin_line", 0, 0),
        ("infantry_line", 0, 0),
        ("cavalry_march_column", 0, 6),
        ("cavalry_chain", 0, 6),
        ("cavalry_line", 0, 0),
    ] {
        case!("march_rate" {"row": row, "terrain": "swamp"} [] => {"rate_cm": swamp});
        case!("march_rate" {"row": row, "terrain": "watercourse"} [] => {"rate_cm": water});
    }
}

/// §02.06.6 the slower of ground and obstacle applies; class I is difficult for guns, nobody passes IV, wagons pass nothing
#[test]
fn obstacles() {
    for (row, obstacle, rate) in [
        ("infantry_line", "I", 12),
        ("infantry_line", "II", 8),
        ("infantry_line", "III", 6),
        ("infantry_line", "IV", 0),
        ("cavalry_line", "II", 20),
        ("cavalry_line", "III", 0),
        ("staff", "III", 0),
        ("foot_artillery", "I", 12),
        ("unlimbered_artillery", "I", 2),
        ("foot_artillery", "II", 0),
        ("ammunition_wagon", "I", 0),
    ] {
        case!("march_rate" {"row": row, "terrain": "open", "obstacle": obstacle} []
            => {"rate_cm": rate, "passable": (rate > 0), "reason": (if rate > 0 { "ok" } else { "obstacle" })});
    }
    case!("march_rate" {"row": "infantry_chain", "terrain": "swamp", "obstacle": "III"} [] => {"rate_cm": 5});
    case!("march_rate" {"row": "infantry_line", "terrain": "swamp", "obstacle": "I"} [] => {"reason": "terrain"});
}

/// §02.06.4 cavalry cannot storm over an obstacle, and only if it was moving
#[test]
fn cavalry_storm() {
    case!("march_rate" {"row": "cavalry_storm", "terrain": "open", "obstacle": "I"} []
        => {"passable": false, "reason": "storm_obstacle"});
    case!("march_rate" {"row": "infantry_line_storm", "terrain": "open", "obstacle": "I"} [] => {"rate_cm": 20});
    case!("storm_check" {"arm": "mounted_cavalry", "attacking": true, "crosses_obstacle": true} []
        => {"bars": ["cavalry_was_halted", "cavalry_obstacle"]});
    case!("storm_check" {"arm": "infantry", "attacking": true, "crosses_obstacle": true} [] => {"allowed": true});
}

/// §02.06.7 a light field work covers only men on foot
#[test]
fn light_fieldwork() {
    for (arm, cover) in
        [("infantry", "I"), ("dismounted_cavalry", "I"), ("mounted_cavalry", "none"), ("artillery", "none")]
    {
        case!("terrain_values" {"feature": "light_fieldwork", "arm": arm} []
            => {"obstacle_min": "II", "obstacle_max": "II", "cover_min": cover, "cover_max": cover});
    }
    case!("terrain_values" {"feature": "wall", "arm": "artillery"} []
        => {"obstacle_min": "I", "obstacle_max": "III", "cover_min": "I", "cover_max": "II"});
}

/// §03.03.4 a march takes the time of its stretches plus the quarters, exactly
#[test]
fn march_time() {
    case!("march_time" {"row": "infantry_march_column", "extra_quarters": 1,
        "segments": [{"terrain": "road", "distance_cm": 15}, {"terrain": "wood", "distance_cm": 2}]} []
        => {"possible": true, "blocked_segment": -1, "time_num": 13, "time_den": 12, "fits_in_turn": false});
    case!("march_time" {"row": "infantry_line", "backward": true,
        "segments": [{"terrain": "open", "distance_cm": 6}]} []
        => {"time_num": 1, "time_den": 1, "fits_in_turn": true});
    case!("march_time" {"row": "infantry_line", "extra_quarters": 2,
        "segments": [{"terrain": "open", "distance_cm": 6}, {"terrain": "swamp", "distance_cm": 1}]} []
        => {"possible": false, "blocked_segment": 1, "time_num": 0, "time_den": 1, "fits_in_turn": false});
    case!("march_time" {"row": "infantry_line", "segments": []} [] => refused "segments");
    case!("march_time" {"row": "infantry_line", "segments": [{"terrain": "open", "distance_cm": 0}]} []
        => refused "segments[0].distance_cm");
}

/// §03.01.5 a courier rides at the staff's rates, a whole number of turns
#[test]
fn couriers() {
    case!("courier_ride" {"segments": [{"terrain": "road", "distance_cm": 90}]} [] => {"possible": true, "turns": 1});
    case!("courier_ride" {"segments": [{"terrain": "road", "distance_cm": 91}]} [] => {"turns": 2});
    case!("courier_ride" {"segments": [{"terrain": "open", "obstacle": "III", "distance_cm": 1}]} []
        => {"possible": false, "turns": 0});
}

/// §03.03.4 who may storm, and how often: infantry and cavalry to attack, horse artillery for position, once in four turns
#[test]
fn storms() {
    case!("storm_check" {"arm": "infantry", "attacking": true, "turns_since_storm": 4} [] => {"allowed": true});
    case!("storm_check" {"arm": "infantry", "attacking": true, "turns_since_storm": 3} [] => {"bars": ["too_soon"]});
    case!("storm_check" {"arm": "infantry"} [] => {"allowed": false, "bars": ["not_attacking"]});
    case!("storm_check" {"arm": "horse_artillery", "taking_position_or_withdrawing": true} [] => {"allowed": true});
    case!("storm_check" {"arm": "horse_artillery", "attacking": true} [] => {"bars": ["not_taking_position"]});
    case!("storm_check" {"arm": "foot_artillery", "attacking": true} [] => {"bars": ["arm_cannot_storm"]});
    case!("storm_check" {"arm": "horse_artillery", "taking_position_or_withdrawing": true,
        "half_horses_lost": true} [] => {"bars": ["half_horses_lost"]});
    for (formation, bars) in [("thin_line", 0), ("attack_column", 0), ("chain", 1)] {
        case!("storm_check" {"arm": "dismounted_cavalry", "attacking": true, "formation": formation} []
            => {"allowed": (bars == 0)});
    }
    case!("storm_check" {"arm": "mounted_cavalry", "attacking": true, "moving_last_turn": true,
        "formation": "chain"} [] => {"allowed": true});
}

/// §02.05.6 §02.06.2 §02.06.3 the bars of direction, formation, backward movement and closed units, in order
#[test]
fn storm_bars() {
    case!("storm_check" {"arm": "infantry", "attacking": true, "attack_without_order": true, "backward": true,
        "direction_changes": 2, "largest_change_deg": 21, "formation_change": true,
        "through_closed_unit": true} [] => {"bars": ["attack_without_order", "backward",
        "second_direction_change", "direction_change_over_20", "formation_change", "closed_unit_in_the_way"]});
    case!("storm_check" {"arm": "infantry", "attacking": true, "largest_change_deg": 21} [] => {"allowed": true});
}

/// §03.03.5 only infantry and cavalry that attack can attack without order; guns can still come into position (ruling 78)
#[test]
fn storms_without_order() {
    for arm in ["infantry", "dismounted_cavalry", "mounted_cavalry"] {
        case!("storm_check" {"arm": arm, "attacking": true, "attack_without_order": true, "moving_last_turn": true} []
            => {"bars": ["attack_without_order"]});
        case!("storm_check" {"arm": arm, "attack_without_order": true, "moving_last_turn": true} []
            => {"bars": ["not_attacking"]});
    }
    case!("storm_check" {"arm": "horse_artillery", "attacking": true, "attack_without_order": true,
        "taking_position_or_withdrawing": true} [] => {"allowed": true});
    case!("storm_check" {"arm": "foot_artillery", "attacking": true, "attack_without_order": true} []
        => {"bars": ["arm_cannot_storm"]});
}

/// §02.06.3 closed units stop a storm, and busy or disordered ones stop everybody except those in rout; one can march through enemies only
/// in rout
#[test]
fn marching_through() {
    case!("march_through" {"mover_arm": "infantry", "passed_closed": true} [] => {"allowed": true, "reason": "ok"});
    case!("march_through" {"mover_arm": "infantry", "passed_closed": true, "mover_storming": true} []
        => {"reason": "closed_against_storm"});
    case!("march_through" {"mover_arm": "infantry", "mover_storming": true} [] => {"allowed": true});
    case!("march_through" {"mover_arm": "infantry", "passed_closed": true, "passed_moves_or_fires": true} []
        => {"allowed": false, "reason": "closed_and_busy"});
    case!("march_through" {"mover_arm": "infantry", "passed_closed": true, "passed_order": "U"} []
        => {"reason": "closed_and_busy"});
    case!("march_through" {"mover_arm": "infantry", "mover_order": "FU", "passed_closed": true,
        "passed_order": "U"} [] => {"allowed": true});
    case!("march_through" {"mover_arm": "infantry", "mover_storming": true, "passed_closed": true,
        "passed_order": "FU"} [] => {"allowed": true});
    case!("march_through" {"mover_arm": "infantry", "passed_enemy": true, "passed_order": "U"} []
        => {"reason": "enemy_not_in_fu"});
    case!("march_through" {"mover_arm": "infantry", "passed_enemy": true, "passed_order": "FU"} []
        => {"allowed": true});
}

/// §04.02.9 a pinned friend pins men on foot unless they attack with 10 or more; horses and guns are not affected
#[test]
fn passing_pinned_friends() {
    for (order, throws) in [("OR", true), ("LU", true), ("NH", true), ("U", false), ("FU", false)] {
        case!("march_through" {"mover_arm": "infantry", "mover_order": order, "passed_order": "NH"} []
            => {"allowed": true, "pin_throw": throws});
    }
    case!("march_through" {"mover_arm": "mounted_cavalry", "passed_order": "NH"} [] => {"pin_throw": false});
    case!("pass_pinned" {"mover_arm": "infantry", "declared_attack": true, "valeur": 1} [4, 5]
        => {"dice_sum": 9, "total": 10, "passes": true, "pinned": false});
    case!("pass_pinned" {"mover_arm": "infantry", "declared_attack": true} [4, 5] => {"passes": false, "pinned": true});
    case!("pass_pinned" {"mover_arm": "dismounted_cavalry"} [6, 6] => {"passes": false, "pinned": true});
    case!("pass_pinned" {"mover_arm": "mounted_cavalry"} [1, 1] => {"passes": true, "pinned": false});
}
