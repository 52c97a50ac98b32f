//! Chapters 1 and 2: scale, sight, orders, couriers, generals and chits.

use crate::common::{case, refused, told};
use krigsspil_engine::serde_json::json;

/// §1.1 a casting is sixty men, a turn is fifteen minutes, and 25 mm figures halve the yards of an inch
#[test]
fn scale() {
    case!(scale {"figure_scale": "15mm", "yards": 450, "castings": 12, "turns": 4} [] =>
        {"hundredths_of_inch": 900, "tenths_of_mm": 2250, "men": 720, "minutes": 60});
    case!(scale {"figure_scale": "25mm", "yards": 450} [] => {"hundredths_of_inch": 1800, "tenths_of_mm": 4500});
    case!(scale {"figure_scale": "6mm", "yards": 50} [] => {"hundredths_of_inch": 100, "tenths_of_mm": 250});
}

/// §1.3.A §1.3.D stands are side by side in line, one behind the other in column; a battery is one stand
#[test]
fn footprints() {
    case!(footprint {"arm": "infantry", "castings": 13} [] =>
        {"stands": 4, "frontage_hundredths_of_inch": 600, "depth_hundredths_of_inch": 50, "front_rank_castings": 13});
    case!(footprint {"arm": "infantry", "castings": 12, "formation": "column", "two_ranks": true} [] =>
        {"castings_per_stand": 3, "frontage_yards": 75, "depth_yards": 100, "front_rank_castings": 3});
    case!(footprint {"arm": "infantry", "castings": 18, "formation": "square"} [] =>
        {"stands": 5, "frontage_hundredths_of_inch": 300, "depth_hundredths_of_inch": 300, "front_rank_castings": 8});
    case!(footprint {"arm": "cavalry", "castings": 6, "formation": "skirmish", "basing": "war_eagles"} [] =>
        {"castings_per_stand": 4, "frontage_hundredths_of_inch": 450, "depth_hundredths_of_inch": 75});
    case!(footprint {"arm": "artillery", "castings": 5, "formation": "square"} [] =>
        {"castings_per_stand": 0, "stands": 1, "frontage_yards": 75, "depth_yards": 150, "front_rank_castings": 5});
    case!(footprint {"arm": "infantry", "castings": 3, "figure_scale": "25mm"} [] => {"frontage_yards": 38, "depth_yards": 13});
    refused!(footprint {"arm": "cavalry", "castings": 8, "formation": "square"} => "formation", "1.3.A");
}

/// §2.1.A visibility is 2000 yards and no more
#[test]
fn basic_visibility() {
    case!(visibility {"distance_yards": 2000} [] => {"range_yards": 2000, "visible": true});
    case!(visibility {"distance_yards": 2001} [] => {"visible": false});
}

/// §2.1.B a unit within 1000 yards is put on the table even if the sight is blocked
#[test]
fn placed_within_a_thousand_yards() {
    case!(visibility {"distance_yards": 1000, "line_of_sight_blocked": true} [] => {"visible": false, "placed_on_board": true});
    case!(visibility {"distance_yards": 1001} [] => {"placed_on_board": false});
}

/// §2.1.C §2.1.E an unseen unit can be neither charged nor fired at; ripe fields also hide
#[test]
fn unseen_is_safe() {
    case!(visibility {"distance_yards": 2001} [] => {"may_be_charged": false, "may_be_fired_at": false});
    case!(visibility {"distance_yards": 500, "line_of_sight_blocked": true} [] => {"may_be_charged": false});
    case!(visibility {"distance_yards": 500, "harvest_field_between": true} [] => {"visible": false});
}

/// §2.1.E §5.4 friends that a charger may pass through, or that charge ahead of it, do not block its sight; ripe fields do (ruling 73)
#[test]
fn friends_hide_no_target() {
    let hidden = |yards: i32, field: bool| json!({"distance_yards": yards, "line_of_sight_blocked": true, "harvest_field_between": field, "only_passable_friends_between": true});
    told(
        "visibility",
        hidden(2000, false),
        &[],
        json!({"visible": false, "may_be_charged": true, "may_be_fired_at": false}),
    );
    told("visibility", hidden(2001, false), &[], json!({"may_be_charged": false}));
    told("visibility", hidden(500, true), &[], json!({"may_be_charged": false}));
}

/// §2.1.D weather shortens the range, and woods shorten it more
#[test]
fn weather_shortens_sight() {
    case!(visibility {"distance_yards": 751, "weather": "rain"} [] => {"range_yards": 750, "visible": false});
    case!(visibility {"distance_yards": 250, "woods": "light"} [] => {"range_yards": 250, "visible": true});
    case!(visibility {"distance_yards": 201, "woods": "heavy", "weather": "storm"} [] => {"range_yards": 200, "visible": false});
}

/// §seq.command.3 the hourly roll: up to 15 worse, from 86 better, limited at both ends
#[test]
fn weather_by_the_hour() {
    case!(weather {"current": "clear"} [15] => {"weather": "mist", "visibility_yards": 1000, "poor_visibility": true});
    case!(weather {"current": "clear"} [16] => {"weather": "clear", "poor_visibility": false});
    case!(weather {"current": "mist", "winter": true} [1] => {"weather": "rain", "firepower_modifier": -3, "snow_underfoot": true});
    case!(weather {"current": "rain"} [86] => {"weather": "mist", "snow_underfoot": false});
    case!(weather {"current": "storm"} [3] => {"weather": "storm", "firepower_modifier": -6, "visibility_yards": 400});
    case!(weather {"current": "clear"} [100] => {"weather": "clear"});
}

/// §2.2 orders follow the nation's chain, one hop between neighbours
#[test]
fn chains_of_command() {
    case!(order_delay {"nation": "prussia", "use_optional_level": true, "from_level": "corps", "to_level": "unit",
        "hop_distances_yards": [100, 100, 1501]} [] =>
        {"levels": ["corps", "brigade", "regiment", "unit"], "hops": 3, "turns_per_hop": [1, 1, 2], "turns_until_reaction": 4});
    case!(order_delay {"nation": "austria", "from_level": "division", "to_level": "unit", "hop_distances_yards": [0]} [] =>
        {"levels": ["division", "unit"], "turns_until_reaction": 1});
    refused!(order_delay {"nation": "russia", "from_level": "brigade", "to_level": "unit", "hop_distances_yards": [1]}
        => "from_level", "2.2");
    refused!(order_delay {"nation": "prussia", "from_level": "corps", "to_level": "division", "hop_distances_yards": [1]}
        => "to_level", "2.2");
    refused!(order_delay {"nation": "britain", "from_level": "division", "to_level": "corps", "hop_distances_yards": [1]}
        => "to_level", "2.2");
    refused!(order_delay {"nation": "britain", "from_level": "corps", "to_level": "unit", "hop_distances_yards": [1]}
        => "hop_distances_yards", "2.51");
    case!(follow_me {"commander": "army", "player_casting": true, "distance_yards": 500} [] => {"allowed": true});
    case!(follow_me {"commander": "army", "distance_yards": 100} [] => {"allowed": false});
    case!(follow_me {"commander": "army", "attached": true, "distance_yards": 5000} [] => {"allowed": true});
}

/// §2.3 control radius and observation range; a near enemy reduces the range to the radius
#[test]
fn control_and_observation() {
    for (position, range) in
        [("level", 500), ("one_contour_hill", 700), ("two_contour_hill", 1000), ("three_contour_hill", 1200)]
    {
        case!(observation_range {"commander": "corps_or_lower", "position": position} [] =>
            {"control_radius_yards": 400, "observation_range_yards": range});
    }
    case!(observation_range {"commander": "army", "position": "three_contour_hill", "enemy_within_400": true} [] =>
        {"observation_range_yards": 500});
    case!(follow_me {"commander": "corps_or_lower", "player_casting": true, "distance_yards": 401} [] => {"allowed": false});
}

/// §2.51 generals and couriers ride 1500 yards a turn, 200 on an elephant; volleys never hit them, skirmishers may
#[test]
fn couriers() {
    case!(general_movement {"distance_yards": 3000} [] => {"allowance_yards": 1500, "turns": 2});
    case!(general_movement {"distance_yards": 0} [] => {"turns": 0});
    case!(general_movement {"distance_yards": 201, "on_elephant": true} [] => {"allowance_yards": 200, "turns": 2});
    case!(musketry_volley {"castings": 18, "melee_grade": 5, "formation": "line", "distance_yards": 100,
        "target": "general_or_courier"} [1] => {"eligible": false, "reason": "general", "hits": 0});
    case!(musketry_skirmish {"castings": 18, "melee_grade": 5, "distance_yards": 100, "target": "general_or_courier"} [1] =>
        {"firepower": 18, "hit": true, "castings_killed": 1, "morale_check_required": false});
}

/// §2.53 §2.55 10 per cent under fire or in a melee that is not lost, 20 in a lost one, where he may be captured
#[test]
fn general_falls() {
    case!(general_casualty {"cause": "fire_hit"} [10] => {"chance_percent": 10, "casualty": true, "fate": "killed"});
    case!(general_casualty {"cause": "melee_engaged"} [11] => {"casualty": false, "fate": "unhurt"});
    case!(general_casualty {"cause": "melee_won"} [10] => {"fate": "killed"});
    case!(general_casualty {"cause": "melee_lost"} [20] => {"fate": "killed_or_captured"});
    case!(general_casualty {"cause": "melee_lost"} [21] => {"casualty": false});
}

/// §2.54 a general nearby adds 10 to a check, a player general 20
#[test]
fn general_steadies() {
    case!(morale_check {"morale_grade": "C", "general": "near"} [6] => {"modifier": 10, "passed": true});
    case!(morale_check {"morale_grade": "C", "general": "near_player"} [1] => {"modifier": 20});
}

/// §2.56 §9.8.F for two turns no charge, half speed, and under a player one level worse; a captured general counts as killed
#[test]
fn a_command_without_its_general() {
    case!(general_loss {"turns_since_loss": 2, "melee_grade": 1, "morale_grade": "G", "player_casting": true} [] =>
        {"affected": true, "may_charge": false, "movement_percent": 50, "melee_grade": 1, "morale_grade": "G"});
    case!(general_loss {"turns_since_loss": 0, "melee_grade": 5, "morale_grade": "D", "player_casting": true} [] =>
        {"melee_grade": 4, "morale_grade": "E"});
    case!(general_loss {"turns_since_loss": 1, "melee_grade": 5, "morale_grade": "D"} [] => {"melee_grade": 5, "morale_grade": "D"});
    case!(general_loss {"turns_since_loss": 3, "melee_grade": 5, "morale_grade": "D", "player_casting": true} [] =>
        {"affected": false, "may_charge": true, "movement_percent": 100, "melee_grade": 5});
}

/// §2.61.A §2.62.A under Return a charge may halt half-way, under Pursue it continues to the end
#[test]
fn halting_a_charge() {
    case!(charge_orders {"orders": "charge_and_return", "allowed_yards": 1400, "charged_yards": 699} [] =>
        {"may_halt": false, "must_continue": true, "marker": "none"});
    case!(charge_orders {"orders": "charge_and_return", "allowed_yards": 1400, "charged_yards": 700} [] =>
        {"may_halt": true, "marker": "recall"});
    case!(charge_orders {"orders": "charge_and_pursue", "allowed_yards": 1400, "charged_yards": 1399} [] => {"must_continue": true});
}

/// §2.61.B under Return no advance, but the whole remaining distance back
#[test]
fn return_never_pursues() {
    case!(cavalry_followup {"orders": "charge_and_return", "result": "loser_routs", "beaten_arm": "cavalry",
        "remaining_charge_yards": 500} [] =>
        {"may_advance": false, "must_advance": false, "advance_yards": 0, "return_yards": 500, "recall": true});
}

/// §2.62.B §2.62.C §9.62 half the remaining distance: optional against infantry and guns, compulsory against cavalry
#[test]
fn pursuit() {
    case!(cavalry_followup {"orders": "charge_and_pursue", "result": "loser_disrupted", "beaten_arm": "infantry",
        "remaining_charge_yards": 501} [] => {"may_advance": true, "must_advance": false, "advance_yards": 250, "return_yards": 0});
    case!(cavalry_followup {"orders": "charge_and_pursue", "result": "loser_disrupted", "beaten_arm": "cavalry",
        "remaining_charge_yards": 501} [] => {"must_advance": true, "advance_yards": 250});
    case!(cavalry_followup {"orders": "charge_and_pursue", "result": "loser_unorganized", "beaten_arm": "cavalry",
        "remaining_charge_yards": 501} [] => {"may_advance": false, "must_advance": false, "recall": true});
    case!(cavalry_followup {"orders": "charge_and_pursue", "result": "engaged", "beaten_arm": "cavalry",
        "remaining_charge_yards": 501} [] => {"may_advance": false, "recall": false});
}

/// §2.7 the chits and the actions they require; used within ten inches of infantry or guns, or within reach of cavalry
#[test]
fn order_chits() {
    case!(tactical_chit {"code": "CL"} [] => {"colour": "blue", "set": "facing_formation", "formation": "column", "facing": "left",
        "min_degrees": 0, "max_degrees": 90, "arm": "infantry_or_cavalry"});
    case!(tactical_chit {"code": "V"} [] => {"colour": "white", "action": "gallop_fire", "arm": "horse_artillery"});
    case!(tactical_chit {"code": "blank"} [] => {"set": "movement_charge", "action": "hold", "arm": "any"});
    case!(tactical_chit {"code": "M"} [] => {"colour": "white", "set": "movement_charge", "action": "move", "formation": "none", "facing": "none", "arm": "any"});
    case!(tactical_chit {"code": "*"} [] => {"action": "limber_or_unlimber", "arm": "artillery"});
    case!(tactical_chit_needed {"nearest_enemy_foot_or_guns_yards": 500} [] => {"limit_yards": 500, "needed": true});
    case!(tactical_chit_needed {"nearest_enemy_foot_or_guns_yards": 251, "figure_scale": "25mm"} [] => {"limit_yards": 250, "needed": false});
    case!(tactical_chit_needed {"nearest_enemy_foot_or_guns_yards": 900, "enemy_cavalry_in_charge_reach": true} [] => {"needed": true});
}
