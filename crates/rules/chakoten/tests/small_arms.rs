//! Chapter 09: small arms, and the screen of skirmishers.

use crate::common::case;

/// §09.01.1 §17.03.4 two ranks of infantry, one of cavalry, half a garrison
#[test]
fn who_fires() {
    case!("firing_units", {"arm": "infantry", "front_rank": 8, "second_rank": 8} [] => {"figures": 16});
    case!("firing_units", {"arm": "cavalry", "front_rank": 8, "second_rank": 8} [] => {"figures": 8});
    case!("firing_units", {"arm": "infantry", "front_rank": 8, "garrison": 9} [] => {"figures": 4, "firing_units": 1});
}

/// §09.01.3 one for every ten, and one more for a remainder of 3 or more
#[test]
fn tens() {
    for (figures, units) in [(2, 0), (3, 1), (12, 1), (13, 2), (22, 2), (23, 3)] {
        case!("firing_units", {"arm": "infantry", "front_rank": figures} [] => {"firing_units": units});
    }
}

/// §09.03.1 §skema-X each weapon's two zones; the border belongs to the nearer
#[test]
fn zones() {
    for (weapon, near, far) in [("carbine", 6.0, 12.0), ("musket", 10.0, 18.0), ("rifle", 18.0, 30.0)] {
        let (past_near, past_far) = (near + 0.5, far + 0.5);
        case!("small_arms_reach", {"weapon": weapon, "distance_cm": near} [] => {"zone": 1, "can_fire": true});
        case!("small_arms_reach", {"weapon": weapon, "distance_cm": past_near} [] => {"zone": 2});
        case!("small_arms_reach", {"weapon": weapon, "distance_cm": far} [] => {"zone": 2});
        case!("small_arms_reach", {"weapon": weapon, "distance_cm": past_far} [] => {"zone": 0, "can_fire": false});
    }
}

/// §09.03.2 §09.03.3 30 degrees, skirmishers 45
#[test]
fn arcs() {
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "angle_deg": 30} [] => {"in_arc": true});
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "angle_deg": 31} [] => {"in_arc": false, "can_fire": false});
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "angle_deg": 45, "spread": true} [] => {"in_arc": true});
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "angle_deg": 46, "spread": true} [] => {"in_arc": false});
}

/// §09.01.7 §09.01.8 no fire without ammunition, nor from behind a high wall
#[test]
fn cannot_fire() {
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "no_ammunition": true} [] => {"zone": 1, "can_fire": false});
    case!("small_arms_reach", {"weapon": "musket", "distance_cm": 5, "behind_wall_over_1m": true} [] => {"can_fire": false});
}

/// §09.03.4 §10.03.3 the flank from 45 degrees, the rear except for artillery, and only if there are flanks
#[test]
fn flanks() {
    case!("flank_test", {"kind": "small_arms", "face": "flank", "angle_deg": 45} [] => {"flank": true});
    case!("flank_test", {"kind": "small_arms", "face": "flank", "angle_deg": 44.5} [] => {"flank": false});
    case!("flank_test", {"kind": "melee", "face": "rear", "angle_deg": 0} [] => {"flank": true});
    case!("flank_test", {"kind": "artillery", "face": "rear"} [] => {"flank": false});
    case!("flank_test", {"kind": "artillery", "face": "flank", "angle_deg": 60} [] => {"flank": true});
    case!("flank_test", {"kind": "melee", "face": "rear", "target": "all_round"} [] => {"flank": false});
    case!("flank_test", {"kind": "melee", "face": "flank", "target": "spread"} [] => {"flank": false});
}

/// A volley of 10 figures at 10 figures, with 9 on the dice, and the facts that matter.
macro_rules! volley {
    ({$($facts:tt)*} => $expected:tt) => {
        case!("small_arms_fire", {"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10, $($facts)*} [3, 3, 3] => $expected)
    };
}

/// §09.02.1 §09.02.1.1 §skema-VIII the firer's column, row by row
#[test]
fn the_firers_points() {
    volley!({"formation": "dense_skirmish"} => {"own_modifier": 2, "loss_points": {"dense_skirmish": 2}});
    volley!({"formation": "thin_skirmish", "cover": 3} => {"own_modifier": 4});
    volley!({"arm": "cavalry", "weapon": "carbine"} => {"loss_points": {"mounted": -1}});
    volley!({"cover": 1} => {"own_modifier": 2});
    volley!({"not_stationary": true} => {"own_modifier": -2});
    volley!({"not_stationary": true, "formation": "dense_skirmish"} => {"own_modifier": 2});
    volley!({"slope": true} => {"own_modifier": -1});
    volley!({"order": "LU3"} => {"own_modifier": -3});
    volley!({"order": "U", "training": 2, "valeur": -4} => {"own_modifier": -6, "loss_points": {"order": -4, "training": 2, "valeur": -4}});
    case!("small_arms_fire", {"firing_figures": 10, "zone": 2, "slope": true, "unit_figures": 10, "target_figures": 10} [3, 3, 3] => {"own_modifier": -4});
}

/// §skema-VIII the target's column: one row of each group
#[test]
fn the_targets_points() {
    volley!({"target_formation": "column"} => {"target_modifier": 2});
    volley!({"target_formation": "mass"} => {"target_modifier": 2});
    volley!({"target_formation": "square"} => {"target_modifier": 0});
    volley!({"target_formation": "dense_skirmish"} => {"target_modifier": -2});
    volley!({"target_formation": "thin_skirmish", "target_cover": 3} => {"target_modifier": -11});
    volley!({"target_arm": "unlimbered_artillery", "target_formation": "column"} => {"target_modifier": -3});
    volley!({"target_arm": "train", "target_formation": "column"} => {"target_modifier": 1});
    volley!({"target_arm": "limbered_artillery", "target_formation": "thin_skirmish"} => {"target_modifier": -1});
    volley!({"target_formation": "column", "target_order": "FU"} => {"target_modifier": 0});
    volley!({"target_formation": "column", "target_in_building": true, "target_cover": 2} => {"target_modifier": -4});
}

/// §09.02.6 storming cavalry costs a point instead of the point it gives when mounted
#[test]
fn storming_targets() {
    volley!({"target_arm": "cavalry"} => {"loss_points": {"target_mounted": 1}});
    volley!({"target_arm": "cavalry", "target_storming": true} => {"target_modifier": -1, "loss_points": {"target_storming": -1}});
    volley!({"target_storming": true} => {"target_modifier": 0});
}

/// §skema-VIII the morale column: flank, no reply, order, numbers, valeur, chief
#[test]
fn morale_points() {
    volley!({"target_flank": true, "target_no_reply": true} => {"morale_points": {"flank": 3, "no_reply": 2}});
    volley!({"target_flank": true, "target_formation": "square"} => {"morale_modifier": 0});
    volley!({"target_flank": true, "target_formation": "square_one_front"} => {"morale_modifier": 3});
    volley!({"target_flank": true, "target_formation": "dense_skirmish", "target_arm": "unlimbered_artillery"} => {"morale_modifier": 3});
    volley!({"target_flank": true, "target_in_building": true} => {"morale_modifier": 0});
    volley!({"target_order": "LU2"} => {"morale_modifier": 2});
    volley!({"target_order": "U"} => {"morale_modifier": 4});
    volley!({"target_order": "FU", "target_flank": true} => {"morale_points": {"order": 8}});
    volley!({"target_valeur": 3, "target_chief_modifier": -2} => {"morale_points": {"valeur": -3, "chief": 2}});
    case!("small_arms_fire", {"firing_figures": 3, "zone": 1, "unit_figures": 39, "target_figures": 10} [3, 3, 3] => {"morale_modifier": 2});
    case!("small_arms_fire", {"firing_figures": 3, "zone": 1, "unit_figures": 10, "target_figures": 40} [3, 3, 3] => {"morale_modifier": -3});
    case!("small_arms_fire", {"firing_figures": 3, "zone": 1, "unit_figures": 10, "target_figures": 19} [3, 3, 3] => {"morale_modifier": 0});
}

/// §09.02.4 first fire, for infantry only
#[test]
fn first_fire() {
    volley!({"first_fire": true} => {"own_modifier": 2});
    volley!({"first_fire": true, "arm": "cavalry"} => {"own_modifier": -1});
}

/// §09.02.5 support or soutien steadies the target
#[test]
fn supported_targets() {
    volley!({"target_supported": true} => {"morale_modifier": -2, "loss_modifier": 0});
}

/// §09.02.7 smoke of either side hampers once; rifles make none of their own, and skirmishers are not affected
#[test]
fn smoke() {
    volley!({"own_smoke": true, "target_smoke": true} => {"own_modifier": -2});
    volley!({"own_smoke": true, "weapon": "rifle"} => {"own_modifier": 0});
    volley!({"target_smoke": true, "weapon": "rifle"} => {"own_modifier": -2});
    volley!({"own_smoke": true, "formation": "thin_skirmish"} => {"own_modifier": 2});
}

/// §09.02.1.2 §09.02.1.3 §skema-IX every column of the result: men, morale and limber horses
#[test]
fn results() {
    for (valeur, dice, men, effect, horses) in [
        (-4, [1, 1, 1], 0, "OR", 0),
        (-4, [1, 2, 2], 1, "OR", 0),
        (-4, [2, 3, 3], 1, "OR", 0),
        (-4, [3, 3, 3], 2, "OR", 0),
        (0, [2, 3, 3], 2, "OR", 0),
        (0, [3, 3, 3], 4, "OR", 0),
        (0, [4, 4, 4], 4, "OR", 0),
        (0, [4, 4, 5], 6, "LU1", 0),
        (0, [5, 5, 5], 8, "LU2", 1),
        (0, [6, 6, 5], 12, "U", 2),
        (0, [6, 6, 6], 12, "U", 2),
        (2, [6, 6, 5], 16, "FU", 3),
        (3, [6, 6, 6], 20, "FU", 4),
        (5, [6, 6, 6], 20, "FU", 4),
    ] {
        let [a, b, c] = dice;
        // The gun row costs 1, which training gives back; the valeur is the firer's.
        case!("small_arms_fire", {"firing_figures": 13, "zone": 1, "unit_figures": 10, "target_figures": 10, "training": 1, "valeur": valeur, "target_arm": "limbered_artillery"} [a, b, c] => {"men_per_unit": men, "men_lost": (2 * men), "morale_effect": effect, "horses_lost": horses});
    }
    case!("small_arms_fire", {"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10, "valeur": 5, "first_fire": true} [6, 6, 6] => {"loss_result": 25, "men_per_unit": 24, "horses_lost": 0});
}

/// §03.03.6 the effect is added to the order the target had
#[test]
fn effects_add_up() {
    case!("small_arms_fire", {"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10, "target_order": "LU2"} [4, 4, 5] => {"morale_effect": "LU2", "target_order_after": "U"});
    case!("small_arms_fire", {"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10, "target_order": "U"} [3, 3, 3] => {"morale_effect": "LU1", "target_order_after": "U"});
}

/// §14.03.1 §14.03.2 a screen at 5 to 15 cm protects from small arms, a closer one shares losses by figures; against artillery it only
/// shares under 10 cm
#[test]
fn screens() {
    case!("screening", {"fire": "small_arms", "gap_cm": 5, "screen_figures": 5, "unit_figures": 20, "men_lost": 9} [] => {"screens": true, "screen_men": 9, "unit_men": 0});
    case!("screening", {"fire": "small_arms", "gap_cm": 15, "screen_figures": 5, "unit_figures": 20, "men_lost": 9} [] => {"screens": true});
    case!("screening", {"fire": "small_arms", "gap_cm": 15.5, "screen_figures": 5, "unit_figures": 20, "men_lost": 9} [] => {"screens": false, "shared": false, "unit_men": 9});
    case!("screening", {"fire": "small_arms", "gap_cm": 4.5, "screen_figures": 10, "unit_figures": 10, "men_lost": 9} [] => {"shared": true, "screen_men": 5, "unit_men": 4});
    case!("screening", {"fire": "artillery", "gap_cm": 9.5, "screen_figures": 10, "unit_figures": 30, "men_lost": 9} [] => {"screens": false, "shared": true, "screen_men": 2});
    case!("screening", {"fire": "artillery", "gap_cm": 10, "screen_figures": 10, "unit_figures": 30, "men_lost": 9} [] => {"shared": false, "screen_men": 0});
}
