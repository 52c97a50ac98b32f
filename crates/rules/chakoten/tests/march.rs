//! Chapter 07: march, storm, obstacles, water, passage of lines.

use crate::common::case;

/// §07.01.1 §skema-III each arm and formation uses its row
#[test]
fn rows() {
    for (arm, formation, mode, row, cm) in [
        ("infantry", "march_column", "march", "inf_march", 25.0),
        ("infantry", "attack_column", "march", "inf_attack", 20.0),
        ("infantry", "square_one_front", "march", "inf_line", 10.0),
        ("infantry", "skirmish", "march", "inf_skirmish", 25.0),
        ("infantry", "hob", "march", "inf_square", 5.0),
        ("infantry", "line", "flight", "inf_flight", 30.0),
        ("light_cavalry", "single_column", "march", "cav_march", 45.0),
        ("medium_cavalry", "attack_column", "march", "cav_line_medium", 30.0),
        ("light_cavalry", "line", "storm", "storm_light", 60.0),
        ("medium_cavalry", "line", "storm", "storm_medium", 55.0),
        ("heavy_cavalry", "march_column", "storm", "storm_heavy", 50.0),
        ("light_cavalry", "skirmish", "storm", "storm_swarm", 70.0),
        ("heavy_cavalry", "line", "flight", "cav_flight", 45.0),
        ("staff", "none", "march", "courier", 90.0),
        ("foot_artillery_medium", "limbered", "march", "art_foot_medium", 15.0),
        ("driving_artillery", "limbered", "storm", "art_storm", 50.0),
        ("horse_artillery", "unlimbered", "march", "art_hand_light", 10.0),
        ("foot_artillery_heavy", "limbered", "flight", "art_flight", 30.0),
        ("pack", "none", "flight", "pack", 20.0),
    ] {
        case!("march_rate", {"arm": arm, "formation": formation, "mode": mode} [] => {"row": row, "cm_per_turn": cm});
    }
    case!("march_rate", {"arm": "infantry", "formation": "limbered"} [] => {"allowed": false, "row": "", "length_factor": 1});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "square"} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "quarters": 3, "distance_cm": 25} [] => {"cm": 7.5, "turns_for_distance": 2.5});
}

/// §07.01.2 §07.01.3 backward and sideways: infantry at half march, others only backward when forced; one degree
#[test]
fn backward() {
    case!("march_rate", {"arm": "infantry", "formation": "attack_column", "direction": "sideways"} [] => {"cm_per_turn": 10, "lu_degrees": 1});
    case!("march_rate", {"arm": "foot_artillery_light", "formation": "unlimbered", "direction": "backward"} [] => {"cm_per_turn": 10, "lu_degrees": 1});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "line", "direction": "backward"} [] => {"allowed": false});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "line", "direction": "backward", "forced_backward": true} [] => {"cm_per_turn": 30});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "line", "direction": "sideways", "forced_backward": true} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "direction": "backward", "mode": "flight"} [] => {"allowed": false});
    case!("obstacle_passage", {"obstacle": 1, "arm": "infantry", "backward_or_sideways": true} [] => {"allowed": false});
}

/// §07.01.4 a gunner figure hauls two pieces
#[test]
fn hauling() {
    case!("march_rate", {"arm": "foot_artillery_light", "formation": "unlimbered", "pieces": 8, "gunners": 4} [] => {"allowed": true});
    case!("march_rate", {"arm": "foot_artillery_light", "formation": "unlimbered", "pieces": 8, "gunners": 3} [] => {"allowed": false});
}

/// §07.01.5 crews with limbers move as limbered, crews without them as skirmishers or heavy cavalry
#[test]
fn crews() {
    case!("march_rate", {"arm": "foot_artillery_heavy", "formation": "crew_with_limbers"} [] => {"row": "art_foot_heavy"});
    case!("march_rate", {"arm": "driving_artillery", "formation": "crew_alone"} [] => {"row": "inf_skirmish"});
    case!("march_rate", {"arm": "horse_artillery", "formation": "crew_alone"} [] => {"row": "cav_line_heavy"});
    case!("march_rate", {"arm": "horse_artillery", "formation": "crew_alone", "direction": "sideways"} [] => {"allowed": false});
    case!("march_rate", {"arm": "foot_artillery_light", "formation": "crew_alone", "direction": "sideways"} [] => {"cm_per_turn": 12.5});
}

/// §07.01.6 with fewer than half the horses: half march, no storm; with none: not limbered; a loss halts a limbered battery
#[test]
fn limber_horses() {
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "horses_full": 6, "horses_left": 3} [] => {"cm_per_turn": 30});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "horses_full": 6, "horses_left": 2} [] => {"cm_per_turn": 15});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "mode": "storm", "horses_full": 6, "horses_left": 2} [] => {"allowed": false});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "horses_full": 6} [] => {"allowed": false});
    case!("horse_loss", {"horses_full": 6, "lost_before": 2, "lost_now": 1, "limbered": true} [] => {"horses_left": 3, "halt_turns": 0.25, "pace": "full"});
    case!("horse_loss", {"horses_full": 6, "lost_before": 3, "lost_now": 1} [] => {"halt_turns": 0, "pace": "half"});
    case!("horse_loss", {"horses_full": 6, "lost_now": 9, "limbered": true} [] => {"horses_left": 0, "halt_turns": 0, "pace": "unlimbered_only"});
}

/// §07.01.7 workers move as skirmishers, whatever their arm, and never storm
#[test]
fn workers() {
    case!("march_rate", {"arm": "light_cavalry", "formation": "working"} [] => {"row": "inf_skirmish", "cm_per_turn": 25});
    case!("march_rate", {"arm": "light_cavalry", "formation": "working", "mode": "storm"} [] => {"allowed": false});
}

/// §05.01.6 a brigade column moves as a line; deep ones as a square, and cavalry in more than 4 ranks never storms
#[test]
fn brigade_columns() {
    case!("march_rate", {"arm": "infantry", "formation": "brigade_column", "ranks": 8} [] => {"row": "inf_line"});
    case!("march_rate", {"arm": "infantry", "formation": "brigade_column", "ranks": 9} [] => {"row": "inf_square"});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "brigade_column", "ranks": 4, "mode": "storm"} [] => {"row": "storm_heavy"});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "brigade_column", "ranks": 5, "mode": "storm"} [] => {"allowed": false});
}

/// §07.03.1 difficult ground uses its own column; on roads a blank is the normal march
#[test]
fn ground() {
    case!("march_rate", {"arm": "light_cavalry", "formation": "line", "terrain": "difficult"} [] => {"cm_per_turn": 20});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "road"} [] => {"cm_per_turn": 10});
    case!("march_rate", {"arm": "infantry", "formation": "march_column", "terrain": "road"} [] => {"cm_per_turn": 35});
}

/// §07.04.2 §07.04.3 water in march column or swarm; the scenario may open it to all
#[test]
fn marching_in_water() {
    case!("march_rate", {"arm": "light_cavalry", "formation": "skirmish", "terrain": "water"} [] => {"cm_per_turn": 8});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "water"} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "water", "any_formation": true} [] => {"cm_per_turn": 10, "row": "inf_line"});
    case!("march_rate", {"arm": "heavy_cavalry", "formation": "line", "terrain": "water", "any_formation": true} [] => {"cm_per_turn": 12});
    case!("march_rate", {"arm": "light_cavalry", "formation": "line", "mode": "storm", "terrain": "water", "any_formation": true} [] => {"allowed": false});
    case!("water_crossing", {"width_cm": 2, "arm": "infantry", "formation": "skirmish"} [] => {"allowed": false});
    case!("water_crossing", {"width_cm": 2, "arm": "cavalry", "formation": "skirmish"} [] => {"allowed": true, "lu_degrees": 1});
    case!("water_crossing", {"width_cm": 2, "arm": "cossacks", "formation": "skirmish"} [] => {"allowed": false});
    case!("water_crossing", {"width_cm": 2, "arm": "infantry", "formation": "closed_other", "any_formation": true} [] => {"allowed": true});
}

/// §07.04.1 water over 4 cm is crossed only at fords or in flight; under half a cm it is a ditch
#[test]
fn widths() {
    case!("water_crossing", {"width_cm": 4, "arm": "infantry", "formation": "march_column"} [] => {"allowed": true});
    case!("water_crossing", {"width_cm": 4.5, "arm": "infantry", "formation": "march_column"} [] => {"allowed": false, "lu_degrees": 0});
    case!("water_crossing", {"width_cm": 9, "arm": "infantry", "formation": "march_column", "ford": true} [] => {"allowed": true});
    case!("water_crossing", {"width_cm": 9, "arm": "artillery", "formation": "closed_other", "fleeing": true} [] => {"allowed": true, "lu_degrees": 0, "flight_loss_percent": 75});
    case!("water_crossing", {"width_cm": 0.4, "arm": "infantry", "formation": "closed_other"} [] => {"as_ditch": true, "allowed": true, "lu_degrees": 1});
    case!("water_crossing", {"width_cm": 0.4, "arm": "artillery", "formation": "march_column"} [] => {"allowed": false});
}

/// §07.04.5 any water costs a degree, but skirmishers jump over a ditch
#[test]
fn wet_feet() {
    case!("water_crossing", {"width_cm": 0.5, "arm": "cavalry", "formation": "skirmish"} [] => {"as_ditch": false, "lu_degrees": 1});
    case!("water_crossing", {"width_cm": 0.4, "arm": "cavalry", "formation": "skirmish"} [] => {"lu_degrees": 0});
}

/// §07.04.4 bridges in column, footbridges in single file, led horses add half the length
#[test]
fn bridges() {
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "bridge"} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "bridge", "any_formation": true} [] => {"cm_per_turn": 10});
    case!("march_rate", {"arm": "infantry", "formation": "march_column", "terrain": "bridge"} [] => {"cm_per_turn": 35, "length_factor": 1});
    case!("march_rate", {"arm": "infantry", "formation": "march_column", "terrain": "footbridge"} [] => {"allowed": false});
    case!("march_rate", {"arm": "cossacks", "formation": "single_column", "terrain": "footbridge"} [] => {"cm_per_turn": 15, "length_factor": 1.5});
    case!("march_rate", {"arm": "pack", "formation": "none", "terrain": "footbridge"} [] => {"allowed": false});
}

/// §07.04.6 §16.02.1 swamps and woods are closed off the road; no guns or wagons on paths; wood edges only for infantry 2 deep
#[test]
fn swamps_and_woods() {
    case!("march_rate", {"arm": "infantry", "formation": "skirmish", "terrain": "swamp"} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "skirmish", "terrain": "wood"} [] => {"allowed": false});
    case!("march_rate", {"arm": "foot_artillery_light", "formation": "crew_alone", "terrain": "path"} [] => {"allowed": false});
    case!("march_rate", {"arm": "wagon", "formation": "none", "terrain": "path"} [] => {"allowed": false});
    case!("march_rate", {"arm": "pack", "formation": "none", "terrain": "path"} [] => {"cm_per_turn": 6});
    case!("march_rate", {"arm": "infantry", "formation": "single_column", "terrain": "path"} [] => {"cm_per_turn": 12});
    case!("march_rate", {"arm": "infantry", "formation": "march_column", "terrain": "path"} [] => {"allowed": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "wood_edge"} [] => {"cm_per_turn": 5});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "wood_edge", "ranks": 3} [] => {"allowed": false});
    case!("march_rate", {"arm": "light_cavalry", "formation": "skirmish", "terrain": "wood_edge"} [] => {"allowed": false});
}

/// §16.02.2 plantations: columns, flight, skirmish lines and swarms; guns according to the table unless the switch closes them
#[test]
fn plantations() {
    case!("march_rate", {"arm": "infantry", "formation": "skirmish", "terrain": "plantation"} [] => {"cm_per_turn": 15});
    case!("march_rate", {"arm": "light_cavalry", "formation": "skirmish", "terrain": "plantation"} [] => {"cm_per_turn": 12, "row": "cav_swarm"});
    case!("march_rate", {"arm": "infantry", "formation": "line", "terrain": "plantation"} [] => {"allowed": false});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "terrain": "plantation"} [] => {"cm_per_turn": 12});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "terrain": "plantation", "plantation_closed_to_guns": true} [] => {"allowed": false});
}

/// §15.02.1 §15.02.3 cossacks march fast in their three columns and swarm, and never storm; plantations and water only in column
#[test]
fn cossacks() {
    case!("march_rate", {"arm": "cossacks", "formation": "attack_column"} [] => {"row": "cossack", "cm_per_turn": 40});
    case!("march_rate", {"arm": "cossacks", "formation": "line"} [] => {"allowed": false});
    case!("march_rate", {"arm": "cossacks", "formation": "skirmish", "mode": "storm"} [] => {"allowed": false});
    case!("march_rate", {"arm": "cossacks", "formation": "skirmish", "terrain": "plantation"} [] => {"allowed": false});
    case!("march_rate", {"arm": "cossacks", "formation": "march_column", "terrain": "plantation"} [] => {"cm_per_turn": 15});
    case!("march_rate", {"arm": "cossacks", "formation": "skirmish", "terrain": "water"} [] => {"allowed": false});
    case!("march_rate", {"arm": "cossacks", "formation": "skirmish", "terrain": "water", "any_formation": true} [] => {"cm_per_turn": 12});
}

/// §07.06.1 close parallel units go at most as fast as infantry in line, after halving; columns and flight are free
#[test]
fn parallel_march() {
    case!("march_rate", {"arm": "light_cavalry", "formation": "line", "parallel_close": true} [] => {"cm_per_turn": 10});
    case!("march_rate", {"arm": "light_cavalry", "formation": "line", "parallel_close": true, "terrain": "difficult"} [] => {"cm_per_turn": 5});
    case!("march_rate", {"arm": "infantry", "formation": "line", "parallel_close": true, "half_pace": true} [] => {"cm_per_turn": 5});
    case!("march_rate", {"arm": "light_cavalry", "formation": "line", "parallel_close": true, "parallel_other_march_column": true} [] => {"cm_per_turn": 30});
    case!("march_rate", {"arm": "light_cavalry", "formation": "march_column", "parallel_close": true} [] => {"cm_per_turn": 45});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "parallel_close": true} [] => {"cm_per_turn": 30});
    case!("march_rate", {"arm": "horse_artillery", "formation": "limbered", "parallel_close": true, "limbered_line": true} [] => {"cm_per_turn": 10});
    case!("march_rate", {"arm": "infantry", "formation": "line", "mode": "flight", "parallel_close": true} [] => {"cm_per_turn": 30});
}

/// §07.07.1 §07.07.2 passing a stationary closed unit costs half march and a degree each; halving counts once; never in storm
#[test]
fn passing_closed_units() {
    case!("passage_of_lines", {"mover": "closed", "passed": "closed", "passed_moving": true} [] => {"allowed": false, "pace": "none", "mover_lu": 0});
    case!("passage_of_lines", {"mover": "closed", "passed": "closed", "passed_held": true} [] => {"allowed": false});
    case!("passage_of_lines", {"mover": "closed", "passed": "closed"} [] => {"pace": "half", "mover_lu": 1, "passed_lu": 1});
    case!("march_rate", {"arm": "infantry", "formation": "line", "passing_lines": true, "half_pace": true} [] => {"cm_per_turn": 5});
    case!("march_rate", {"arm": "light_cavalry", "formation": "skirmish", "passing_lines": true, "mode": "storm"} [] => {"allowed": false});
}

/// §07.07.3 spread units and unlimbered guns are passed at ordinary march without disorder
#[test]
fn passing_spread_units() {
    case!("passage_of_lines", {"mover": "spread", "passed": "closed"} [] => {"pace": "ordinary", "mover_lu": 0});
    case!("passage_of_lines", {"mover": "closed", "passed": "spread", "passed_moving": true} [] => {"pace": "ordinary"});
    case!("passage_of_lines", {"mover": "closed", "passed": "unlimbered_artillery"} [] => {"pace": "ordinary", "passed_lu": 0});
    case!("march_rate", {"arm": "infantry", "formation": "skirmish", "passing_lines": true} [] => {"cm_per_turn": 25});
}

/// §07.07.4 §13.05.5 nobody passes in disorder or backward; flight passes after the contagion throw, which does not affect spread units
#[test]
fn passing_in_disorder() {
    case!("passage_of_lines", {"mover": "spread", "passed": "spread", "mover_in_u": true} [] => {"allowed": false});
    case!("passage_of_lines", {"mover": "closed", "passed": "closed", "mover_backward_or_sideways": true} [] => {"allowed": false});
    case!("passage_of_lines", {"mover": "fleeing", "passed": "closed", "passed_held": true, "passed_moving": true} [] => {"pace": "flight", "contagion_roll": true, "passed_lu": 0});
    case!("passage_of_lines", {"mover": "fleeing", "passed": "spread"} [] => {"contagion_roll": false});
    case!("passage_of_lines", {"mover": "fleeing", "passed": "unlimbered_artillery"} [] => {"contagion_roll": false});
    case!("march_rate", {"arm": "infantry", "formation": "line", "mode": "flight", "passing_lines": true} [] => {"cm_per_turn": 30});
}

/// §07.07.5 closed landwehr and cossacks neither pass closed units nor are passed by them
#[test]
fn irregulars() {
    case!("passage_of_lines", {"mover": "closed", "passed": "closed", "mover_landwehr_or_cossack": true} [] => {"allowed": false});
    case!("passage_of_lines", {"mover": "closed", "passed": "closed", "passed_landwehr_or_cossack": true} [] => {"allowed": false});
    case!("passage_of_lines", {"mover": "spread", "passed": "closed", "passed_landwehr_or_cossack": true} [] => {"allowed": true});
}

/// §07.02.1 only cavalry, driving and horse artillery storm, and only intact
#[test]
fn who_storms() {
    for (arm, allowed, rest) in [
        ("driving_artillery", true, 8),
        ("horse_artillery", true, 8),
        ("foot_artillery", false, 0),
        ("infantry", false, 0),
        ("cossacks", false, 0),
    ] {
        case!("storm_march", {"arm": arm, "half_turns": 1} [] => {"allowed": allowed, "rest_turns": rest});
    }
    case!("storm_march", {"arm": "horse_artillery", "half_turns": 1, "order": "U"} [] => {"allowed": false, "order_after": "U"});
}

/// §07.02.2 a degree for each half turn after the second of one unbroken storm
#[test]
fn long_storms() {
    case!("storm_march", {"arm": "light_cavalry", "half_turns": 2, "approach_half_turns": 1} [] => {"lu_degrees": 0});
    case!("storm_march", {"arm": "light_cavalry", "half_turns": 2, "half_turns_done": 1} [] => {"lu_degrees": 1, "order_after": "LU1"});
    case!("storm_march", {"arm": "light_cavalry", "half_turns": 2, "half_turns_done": 4, "order": "LU2"} [] => {"lu_degrees": 2, "order_after": "U"});
}

/// §07.02.3 exactly 8, 6 and 4 turns of rest are enough; without rest every half turn costs a degree
#[test]
fn resting() {
    for (arm, rest) in [("heavy_cavalry", 8.0), ("medium_cavalry", 6.0), ("light_cavalry", 4.0)] {
        case!("storm_march", {"arm": arm, "half_turns": 2, "approach_half_turns": 1, "stormed_before": true, "turns_since_storm": rest} [] => {"rested": true, "lu_degrees": 0});
        let short = rest - 0.5;
        case!("storm_march", {"arm": arm, "half_turns": 2, "approach_half_turns": 1, "stormed_before": true, "turns_since_storm": short} [] => {"rested": false, "lu_degrees": 2});
    }
}

/// §07.02.4 cavalry needs half a turn's run-up within 90 degrees, facing the storm; guns and a storm in progress do not
#[test]
fn run_up() {
    case!("storm_march", {"arm": "heavy_cavalry", "half_turns": 1, "approach_half_turns": 0.5} [] => {"allowed": false});
    case!("storm_march", {"arm": "heavy_cavalry", "half_turns": 1, "approach_half_turns": 1, "approach_deviation_deg": 90} [] => {"allowed": true});
    case!("storm_march", {"arm": "heavy_cavalry", "half_turns": 1, "approach_half_turns": 1, "approach_deviation_deg": 91} [] => {"allowed": false});
    case!("storm_march", {"arm": "heavy_cavalry", "half_turns": 1, "approach_half_turns": 1, "front_not_in_direction": true} [] => {"allowed": false});
    case!("storm_march", {"arm": "heavy_cavalry", "half_turns": 1, "half_turns_done": 1} [] => {"allowed": true});
}

/// §07.02.5 §07.02.6 no swing over 20 degrees, no obstacle
#[test]
fn straight_storms() {
    case!("storm_march", {"arm": "horse_artillery", "half_turns": 1, "swing_deg": 20} [] => {"allowed": true});
    case!("storm_march", {"arm": "horse_artillery", "half_turns": 1, "swing_deg": 20.5} [] => {"allowed": false});
    case!("storm_march", {"arm": "horse_artillery", "half_turns": 1, "obstacle_on_way": true} [] => {"allowed": false});
}

/// §07.05.1 §skema-VII infantry by every 2 ranks or part of 2, for each obstacle separately
#[test]
fn infantry_over_obstacles() {
    case!("obstacle_passage", {"obstacle": 1, "arm": "infantry", "ranks": 9} [] => {"turns": 0, "lu_degrees": 1});
    case!("obstacle_passage", {"obstacle": 2, "arm": "infantry", "ranks": 3} [] => {"turns": 1});
    case!("obstacle_passage", {"obstacle": 3, "arm": "infantry", "ranks": 2, "count": 3} [] => {"turns": 3, "lu_degrees": 3});
}

/// §07.05.2 §07.05.3 walls over 2 m only through openings; cavalry only over obstacle I, never storming
#[test]
fn walls_and_horses() {
    case!("obstacle_passage", {"obstacle": 3, "arm": "infantry", "wall_over_2m": true} [] => {"allowed": false, "turns": 0});
    case!("obstacle_passage", {"obstacle": 3, "arm": "infantry", "wall_over_2m": true, "opening_or_ladder": true} [] => {"allowed": true, "turns": 1});
    case!("obstacle_passage", {"obstacle": 1, "arm": "cavalry"} [] => {"allowed": true, "storm_allowed": false});
    case!("obstacle_passage", {"obstacle": 2, "arm": "cavalry"} [] => {"allowed": false});
    case!("obstacle_passage", {"obstacle": 1, "arm": "cavalry", "wall_over_2m": true, "opening_or_ladder": true} [] => {"allowed": false});
}

/// §07.05.4 closed units take a degree, spread ones none
#[test]
fn obstacles_and_order() {
    case!("obstacle_passage", {"obstacle": 2, "arm": "infantry", "spread": true} [] => {"lu_degrees": 0, "turns": 0.5});
    case!("obstacle_passage", {"obstacle": 1, "arm": "infantry", "retiring_in_u": true} [] => {"allowed": false, "lu_degrees": 0});
}

/// §07.05.5 guns find a passage through obstacle I without cover in a turn, train never
#[test]
fn guns_over_obstacles() {
    case!("obstacle_passage", {"obstacle": 1, "arm": "artillery", "count": 2} [] => {"allowed": true, "turns": 2, "lu_degrees": 0});
    case!("obstacle_passage", {"obstacle": 1, "arm": "artillery", "cover_value": 1} [] => {"allowed": false});
    case!("obstacle_passage", {"obstacle": 2, "arm": "artillery"} [] => {"allowed": false});
    case!("obstacle_passage", {"obstacle": 1, "arm": "train"} [] => {"allowed": false});
}

/// §skema-VI §16.03.2 the printed values, and those of chapters 16 and 17
#[test]
fn features() {
    for (feature, cover, obstacle) in [
        ("hill_step_under_2cm", [0, 0], [1, 1]),
        ("hill_step_under_1cm", [0, 0], [2, 2]),
        ("cliff", [0, 0], [3, 3]),
        ("bushes_fence_hedge", [0, 0], [1, 1]),
        ("ditch", [0, 0], [1, 1]),
        ("wood_edge_bank_dike", [1, 1], [1, 1]),
        ("holstein_hedge", [1, 1], [2, 2]),
        ("wall_under_1m", [1, 1], [1, 1]),
        ("wall_1_to_2m", [2, 2], [2, 2]),
        ("wall_over_2m", [3, 3], [3, 3]),
        ("unmanned_guns", [0, 0], [1, 1]),
        ("other_materiel", [0, 1], [1, 1]),
        ("abatis_chevaux_de_frise", [0, 0], [2, 2]),
        ("barricade", [0, 1], [1, 2]),
        ("breastwork_1", [2, 2], [1, 1]),
        ("breastwork_2", [2, 2], [2, 2]),
        ("breastwork_3", [3, 3], [2, 2]),
        ("sap_trench", [1, 1], [1, 1]),
        ("parallel", [3, 3], [2, 2]),
        ("magazine", [3, 3], [0, 0]),
        ("gun_emplacement", [2, 2], [2, 2]),
        ("fieldwork_without_ditch", [2, 3], [1, 2]),
        ("fieldwork_with_ditch", [2, 3], [2, 3]),
        ("plantation_edge", [1, 1], [1, 1]),
        ("garden_fence", [0, 1], [1, 2]),
        ("building", [1, 1], [2, 2]),
        ("strong_building", [2, 3], [2, 3]),
    ] {
        let umpire = cover[0] != cover[1] || obstacle[0] != obstacle[1];
        let (wall, cliff) = (feature == "wall_over_2m", feature == "cliff");
        case!("obstacle_value", {"feature": feature} [] => {"cover_min": (cover[0]), "cover_max": (cover[1]), "obstacle_min": (obstacle[0]), "obstacle_max": (obstacle[1]), "umpire": umpire, "impassable": wall, "per_step": cliff});
    }
}
