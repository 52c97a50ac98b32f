//! Chapters 10 and 11: artillery, ammunition.

use crate::common::case;

/// §10.03.1 §skema-XIV every piece with its group, zones, weight
#[test]
fn pieces() {
    let zones = [
        [20, 35, 65, 130],
        [20, 30, 50, 80],
        [25, 40, 70, 110],
        [25, 50, 90, 140],
        [30, 50, 90, 150],
        [30, 60, 100, 175],
    ];
    for (piece, group, weight) in [
        ("prussia_3pd", 1, "light"),
        ("austria_3pd", 1, "light"),
        ("denmark_6pd_horse", 1, "light"),
        ("prussia_6pd_horse", 1, "light"),
        ("denmark_3pd", 2, "light"),
        ("france_4pd_gribeauval", 2, "light"),
        ("bavaria_6pd", 2, "light"),
        ("denmark_6pd_foot", 2, "light"),
        ("england_6pd", 2, "light"),
        ("holland_belgium_6pd", 2, "light"),
        ("prussia_6pd", 2, "light"),
        ("austria_6pd", 2, "light"),
        ("france_6pd_an_xi", 3, "light"),
        ("russia_6pd", 3, "light"),
        ("saxony_6pd", 3, "light"),
        ("saxony_8pd", 3, "medium"),
        ("sweden_6pd", 3, "light"),
        ("france_8pd_gribeauval", 4, "medium"),
        ("england_9pd", 4, "light"),
        ("russia_12pd_short", 4, "heavy"),
        ("saxony_12pd", 4, "heavy"),
        ("austria_12pd", 4, "heavy"),
        ("bavaria_12pd", 5, "heavy"),
        ("denmark_12pd_carl", 5, "heavy"),
        ("france_12pd_gribeauval", 5, "heavy"),
        ("france_12pd_an_xi", 5, "heavy"),
        ("prussia_12pd", 5, "heavy"),
        ("russia_12pd_long", 5, "heavy"),
        ("howitzer_england_5_5in", 0, "light"),
    ] {
        let [one, two, three, four] = zones[group];
        let heavy = weight == "heavy";
        case!("artillery_piece", {"piece": piece} [] => {"group": group, "zone_1_cm": one, "zone_2_cm": two, "zone_3_cm": three, "zone_4_cm": four, "weight": weight, "twelve_pounder": heavy});
    }
    case!("artillery_piece", {"piece": "howitzer_prussia_7pd"} [] => {"group": 0, "zone_2_cm": 40, "zone_3_cm": 65, "zone_4_cm": 140});
}

/// §10.01.1 each piece is a firing unit if a gunner serves it
#[test]
fn gunners() {
    case!("firing_units", {"arm": "artillery", "pieces": 8, "gunners": 3} [] => {"firing_units": 6, "figures": 0});
    case!("artillery_fire", {"pieces": 8, "gunners": 3, "zone": 2} [1, 2, 3] => {"firing_units": 6});
}

/// §10.03.2 45 degrees, 20 from an embrasure
#[test]
fn arcs() {
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "angle_deg": 45} [] => {"zone": 1, "in_arc": true});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 110.5, "angle_deg": 46} [] => {"zone": 0, "in_arc": false});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "angle_deg": 21, "embrasure": true} [] => {"in_arc": false});
}

/// §10.01.2 §10.01.7 ready, with ammunition, in the open or behind obstacle I or an embrasure
#[test]
fn ready_to_fire() {
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "behind_obstacle": 1} [] => {"can_fire": true});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "behind_obstacle": 2} [] => {"can_fire": false});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "behind_obstacle": 3, "embrasure": true} [] => {"can_fire": true});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "not_ready": true} [] => {"can_fire": false});
    case!("artillery_reach", {"piece": "prussia_6pd", "distance_cm": 25, "no_ammunition": true} [] => {"can_fire": false});
}

/// §10.04.1 §10.04.2 beyond zone 1, 10 cm into the area, 5 in woods and towns
#[test]
fn ricochet() {
    for area in ["uphill_slope", "soft_ground", "plantation", "scrub", "two_steps_below"] {
        case!("ricochet", {"zone": 2, "area": area, "edge_distance_cm": 10} [] => {"applies": true, "points": -4});
        case!("ricochet", {"zone": 2, "area": area, "edge_distance_cm": 9.5} [] => {"applies": false, "points": 0});
    }
    for area in ["wood", "built_up"] {
        case!("ricochet", {"zone": 4, "area": area, "edge_distance_cm": 5} [] => {"applies": true});
    }
    case!("ricochet", {"zone": 1, "area": "wood", "edge_distance_cm": 50} [] => {"applies": false});
    case!("ricochet", {"zone": 2, "area": "none", "edge_distance_cm": 50} [] => {"applies": false});
    case!("ricochet", {"zone": 2, "area": "wood", "edge_distance_cm": 50, "clear_of_area": true} [] => {"applies": false});
}

/// §10.02.3 ranging in: at new targets and at targets that moved 10 cm; a turn of ranging alone is free
#[test]
fn ranging() {
    case!("ranging", {"zone": 2} [] => {"applies": true, "points": -2, "ammunition_used": 1, "registered_after": true});
    case!("ranging", {"zone": 1} [] => {"applies": false});
    case!("ranging", {"zone": 2, "registered": true, "target_moved_cm": 9.5} [] => {"applies": false});
    case!("ranging", {"zone": 2, "registered": true, "target_moved_cm": 10} [] => {"applies": true});
    case!("ranging", {"zone": 2, "ranging_only": true} [] => {"applies": false, "effect": false, "ammunition_used": 0});
}

/// §10.05.1 the safety distance is a tenth of the range, at least half the front
#[test]
fn safety() {
    case!("overshoot", {"zone": 2, "range_cm": 80, "battery_front_cm": 10} [] => {"side_safety_cm": 8, "strip_cm": 0});
    case!("overshoot", {"zone": 2, "range_cm": 40, "battery_front_cm": 10, "steps_higher": 1} [] => {"side_safety_cm": 5, "strip_cm": 10});
}

/// §10.05.2 §10.05.3 over units from a step higher, howitzers from the same level, 10 cm from friendly units
#[test]
fn firing_over() {
    case!("overshoot", {"zone": 2, "steps_higher": 1} [] => {"allowed": true});
    case!("overshoot", {"zone": 1, "steps_higher": 1} [] => {"allowed": false});
    case!("overshoot", {"zone": 2} [] => {"allowed": false});
    case!("overshoot", {"zone": 2, "howitzers_only": true} [] => {"allowed": true});
    case!("overshoot", {"zone": 2, "howitzers_only": true, "steps_higher": -1} [] => {"allowed": false});
    case!("overshoot", {"zone": 2, "steps_higher": 1, "own_unit": true, "battery_to_unit_cm": 10, "unit_to_target_cm": 9.5} [] => {"allowed": false});
    case!("overshoot", {"zone": 2, "steps_higher": 1, "own_unit": true, "battery_to_unit_cm": 10, "unit_to_target_cm": 10} [] => {"allowed": true});
}

/// §10.05.4 §10.05.5 units less than 10 cm behind are hit, 5 cm where balls do not bounce, at -4 with the same dice; never through friendly
/// units
#[test]
fn firing_through() {
    case!("shoot_through", {"zone": 2, "depth_cm": 9.5} [] => {"allowed": true, "rear_points": -4});
    case!("shoot_through", {"zone": 2, "depth_cm": 10} [] => {"allowed": false, "rear_points": 0});
    case!("shoot_through", {"zone": 2, "depth_cm": 5, "non_ricochet": true} [] => {"allowed": false});
    case!("shoot_through", {"zone": 1, "depth_cm": 1} [] => {"allowed": false});
    case!("shoot_through", {"zone": 2, "depth_cm": 1, "own_unit": true} [] => {"allowed": false});
    case!("artillery_fire", {"pieces": 1, "gunners": 1, "zone": 1, "behind_another": true} [3, 4, 5] => {"target_modifier": 0, "loss_result": 12});
}

/// Fire of four guns in zone 2 (-2) with 12 on the dice, and the facts that matter.
macro_rules! fire {
    ({$($facts:tt)*} => $expected:tt) => {
        case!("artillery_fire", {"pieces": 4, "gunners": 2, "zone": 2, $($facts)*} [3, 4, 5] => $expected)
    };
}

/// §10.02.1 §10.02.1.1 §skema-XI the battery's own column
#[test]
fn the_batterys_points() {
    fire!({"cover": 1} => {"own_modifier": 0});
    fire!({"cover": 3, "twelve_pounder": true, "not_answering": true} => {"loss_points": {"cover": 1, "twelve_pounder": 2, "not_answering": -2, "zone": -2}});
    fire!({"order": "LU2", "training": -1, "valeur": 3} => {"own_modifier": 0});
    fire!({"order": "U"} => {"own_modifier": -4});
}

/// §skema-XI the target's column: kind, concealment, zones, ricochet, ranging
#[test]
fn the_targets_points() {
    for (kind, points) in [
        ("unlimbered_artillery", -5),
        ("working", -5),
        ("limbered_artillery", -2),
        ("train", -2),
        ("building", 0),
        ("infantry", 0),
    ] {
        fire!({"target_kind": kind} => {"target_modifier": (points - 2)});
    }
    fire!({"target_formation": "thin_skirmish"} => {"target_modifier": -10});
    fire!({"target_formation": "dense_skirmish", "target_kind": "cavalry"} => {"target_modifier": -6});
    fire!({"target_formation": "dense_skirmish", "target_order": "FU"} => {"target_modifier": -2});
    for (cover, hidden, points) in
        [(1, false, 0), (2, false, -3), (3, false, -5), (0, true, -4), (2, true, -4), (3, true, -5)]
    {
        fire!({"target_cover": cover, "target_hidden": hidden} => {"target_modifier": (points - 2)});
    }
    for (zone, points) in [(1, 4), (2, -8), (3, -10), (4, -12)] {
        case!("artillery_fire", {"pieces": 1, "gunners": 1, "zone": zone, "non_ricochet": true, "ranging": true} [3, 4, 5] => {"target_modifier": points});
    }
}

/// §10.02.4 storming cavalry
#[test]
fn storming() {
    fire!({"target_kind": "cavalry", "target_storming": true} => {"target_modifier": -4});
    fire!({"target_storming": true} => {"target_modifier": -2});
}

/// §10.02.5 §10.03.3 columns give 2, squares and flanks 4, beyond zone 1, only the greater
#[test]
fn depth() {
    fire!({"target_formation": "column"} => {"loss_points": {"depth": 2, "zone": -2}});
    fire!({"target_formation": "column", "target_flank": true} => {"target_modifier": 2});
    fire!({"target_formation": "mass", "target_flank": true} => {"target_modifier": 0});
    fire!({"target_formation": "square"} => {"target_modifier": 2});
    fire!({"target_flank": true} => {"target_modifier": 2});
    fire!({"target_flank": true, "target_kind": "unlimbered_artillery", "target_formation": "square"} => {"target_modifier": -3});
    fire!({"target_flank": true, "target_kind": "working"} => {"target_modifier": -7});
    fire!({"target_flank": true, "target_in_building": true} => {"target_modifier": -2});
    case!("artillery_fire", {"pieces": 4, "gunners": 2, "zone": 1, "target_formation": "square"} [3, 4, 5] => {"target_modifier": 4});
}

/// §10.02.2 §10.05.6 every 10 figures, or part of 10, above 10 for each firing unit steady the target; a brigade column counts whole
#[test]
fn large_units() {
    fire!({"target_figures": 40} => {"morale_modifier": 0});
    fire!({"target_figures": 41} => {"morale_modifier": -1});
    fire!({"target_figures": 51} => {"morale_points": {"large_unit": -2}});
}

/// §skema-XI the morale column; rout has no row
#[test]
fn morale_points() {
    fire!({"target_order": "LU3", "target_valeur": -2, "target_chief_modifier": 1} => {"morale_points": {"order": 3, "valeur": 2, "chief": -1}});
    fire!({"target_order": "U"} => {"morale_modifier": 4});
    fire!({"target_order": "FU"} => {"morale_modifier": 0});
    case!("artillery_fire", {"pieces": 4, "gunners": 2, "zone": 1} [3, 4, 5] => {"morale_points": {"zone": 2}});
}

/// §10.02.1.2 §10.02.1.3 §skema-XII every column of the result
#[test]
fn results() {
    for (valeur, training, dice, men, effect) in [
        (-1, 0, [1, 1, 1], 0, "OR"),
        (0, 0, [1, 1, 1], 1, "OR"),
        (0, 0, [1, 1, 3], 2, "OR"),
        (0, 0, [2, 2, 3], 3, "OR"),
        (0, 0, [3, 3, 3], 4, "OR"),
        (0, 0, [3, 4, 4], 6, "OR"),
        (0, 0, [4, 4, 5], 8, "LU1"),
        (0, 0, [5, 5, 5], 10, "LU2"),
        (0, 0, [5, 6, 6], 12, "U"),
        (2, 0, [5, 6, 6], 16, "FU"),
        (3, 0, [6, 6, 6], 20, "FU"),
        (3, 2, [6, 6, 6], 24, "FU"),
    ] {
        let [a, b, c] = dice;
        case!("artillery_fire", {"pieces": 2, "gunners": 1, "zone": 2, "valeur": valeur, "training": training} [a, b, c] => {"men_per_unit": men, "men_lost": (2 * men), "morale_effect": effect});
    }
    fire!({"target_kind": "building", "target_order": "LU1"} => {"men_lost": 0, "men_per_unit": 6, "morale_effect": "OR", "target_order_after": "LU1"});
}

/// §10.02.1.4 §skema-XIII counter-battery fire: a pair and 5 men lost; every cell of the table
#[test]
fn material() {
    // horses, pieces and loads by zone and third die
    let none = [0, 0, 0];
    let table = [
        [[1, 0, 0], none, none, none],
        [[2, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]],
        [[3, 0, 0], [2, 0, 0], [2, 0, 0], [1, 0, 0]],
        [[0, 1, 0]; 4],
        [[0, 2, 0], [0, 2, 0], [0, 1, 0], [0, 1, 0]],
        [[0, 0, 4]; 4],
    ];
    for (die, row) in (1..).zip(table) {
        for (zone, [horses, pieces, loads]) in (1..).zip(row) {
            case!("artillery_fire", {"pieces": 24, "gunners": 12, "zone": zone, "twelve_pounder": true, "valeur": 3, "training": 2, "target_kind": "limbered_artillery"} [5, die, 5] => {"material": true, "material_die": die, "horses_lost": horses, "pieces_lost": pieces, "loads_lost": loads});
        }
    }
    case!("artillery_fire", {"pieces": 24, "gunners": 12, "zone": 1, "target_kind": "limbered_artillery"} [4, 4, 4] => {"material_die": 4, "pieces_lost": 1});
    case!("artillery_fire", {"pieces": 24, "gunners": 12, "zone": 1, "target_kind": "limbered_artillery"} [4, 5, 6] => {"material": false, "material_die": 0});
    case!("artillery_fire", {"pieces": 24, "gunners": 12, "zone": 1} [4, 4, 6] => {"material": false});
    // 4 men are too few.
    case!("artillery_fire", {"pieces": 2, "gunners": 1, "zone": 2, "target_kind": "unlimbered_artillery"} [4, 4, 3] => {"men_lost": 4, "material": false});
}

/// §11.01.1 §11.02.2 a turn of fire, or of melee for infantry, costs one load; infantry without ammunition takes a degree and fights at -2
#[test]
fn ammunition() {
    case!("ammunition", {"arm": "infantry", "loads": 12, "fired": true, "melee": true} [] => {"used": 1, "loads_after": 11, "melee_points": 0});
    case!("ammunition", {"arm": "cavalry", "loads": 12, "melee": true} [] => {"used": 0});
    case!("ammunition", {"arm": "infantry", "loads": 1, "melee": true} [] => {"ran_out": true, "lu_degrees": 1, "melee_points": -2});
    case!("ammunition", {"arm": "infantry", "loads": 0, "fired": true} [] => {"used": 0, "ran_out": false, "lu_degrees": 0, "melee_points": -2});
    case!("ammunition", {"arm": "artillery", "loads": 5, "fired": true, "loads_lost": 4} [] => {"loads_after": 0, "ran_out": true, "lu_degrees": 0, "melee_points": 0});
    case!("ammunition", {"arm": "artillery", "loads": 5, "fired": true, "ranging_only": true} [] => {"used": 0, "loads_after": 5});
}

/// §11.01.3 §11.04.1 a quarter wagon for a battalion, half a wagon for a figure piece; two turns, one for a company
#[test]
fn resupply() {
    case!("resupply", {"recipient": "battalion", "wagon_quarters": 1, "loads": 5} [] => {"quarters_needed": 1, "turns": 2, "loads_after": 12, "wagon_quarters_after": 0});
    case!("resupply", {"recipient": "independent_company"} [] => {"turns": 1});
    case!("resupply", {"recipient": "battery", "figure_pieces": 2, "wagon_quarters": 3, "loads": 5} [] => {"possible": false, "turns": 0, "loads_after": 5, "wagon_quarters_after": 3});
    case!("resupply", {"recipient": "battery", "figure_pieces": 2, "loads": 5} [] => {"loads_after": 13});
}

/// §11.02.1 §11.03.1 infantry and cavalry fill up to 12, batteries to 16; a larger stock is never reduced
#[test]
fn full_pouches() {
    case!("resupply", {"recipient": "cavalry_regiment", "loads": 11} [] => {"loads_after": 12});
    case!("resupply", {"recipient": "battery", "loads": 11} [] => {"loads_after": 16});
    case!("resupply", {"recipient": "battalion", "loads": 20} [] => {"loads_after": 20});
}
