//! Chapter 01, the appendix on bases, and hillsides.

use crate::common::{case, refused};

/// §01.02.1 §01.02.2 §01.02.3 metres, minutes, men and pieces become cm, turns, figures and figure pieces, without rounding
#[test]
fn scale() {
    case!("scale", {"quantity": "metres", "amount": 1000} [] => {"value": 100, "unit": "cm"});
    case!("scale", {"quantity": "minutes", "amount": 60} [] => {"value": 8, "unit": "turns"});
    case!("scale", {"quantity": "men", "amount": 30} [] => {"value": 1.5, "unit": "figures"});
    case!("scale", {"quantity": "pieces", "amount": 6} [] => {"value": 1.5, "unit": "figure_pieces"});
}

/// §01.04.1 §skema-I each step adds 10 up to the third, 5 up to the eighth, nothing after that
#[test]
fn steps_lengthen_sight() {
    case!("visibility", {"target": "closed", "observer_steps": 3, "distance_cm": 130} [] => {"sight_cm": 130, "visible": true});
    case!("visibility", {"target": "closed", "observer_steps": 8, "distance_cm": 155.5} [] => {"step_bonus_cm": 55, "visible": false});
    case!("visibility", {"target": "closed", "observer_steps": 20, "distance_cm": 0} [] => {"step_bonus_cm": 55});
    case!("visibility", {"target": "large_formation", "distance_cm": 300} [] => {"base_cm": 300, "visible": true});
    case!("visibility", {"target": "closed", "place": "wood", "observer_steps": 5, "distance_cm": 10} [] => {"sight_cm": 10, "step_bonus_cm": 0});
    case!("visibility", {"target": "staff", "place": "building", "observer_steps": 5, "distance_cm": 60} [] => {"sight_cm": 60});
}

/// §skema-I partial cover halves spread formations after the bonus, but neither staffs nor the 10 cm row
#[test]
fn partial_cover() {
    case!("visibility", {"target": "spread", "partial_cover": true, "observer_steps": 2, "distance_cm": 40} [] => {"sight_cm": 40, "visible": true});
    case!("visibility", {"target": "staff", "partial_cover": true, "distance_cm": 40} [] => {"sight_cm": 60});
    case!("visibility", {"target": "spread", "partial_cover": true, "place": "plantation", "distance_cm": 9} [] => {"sight_cm": 10});
}

/// §03.03.1 §01.01.2 break-in distance is 5 cm, or the sight distance if fog makes that shorter
#[test]
fn break_in_distance() {
    case!("visibility", {"target": "closed", "distance_cm": 0} [] => {"break_in_cm": 5});
    case!("visibility", {"target": "closed", "scenario_limit_cm": 3, "distance_cm": 4} [] => {"break_in_cm": 3, "visible": false});
}

/// §01.04.2 §01.04.3 the crest in the middle of the plate hides, its edges do not
#[test]
fn crests_hide() {
    case!("line_of_sight", {"distance_cm": 60, "plates": [{"near_cm": 10, "far_cm": 50, "step": 1}]} [] => {"crests_cm": [30.0], "hidden_by": [0]});
    // The target is in front of the crest.
    case!("line_of_sight", {"distance_cm": 25, "plates": [{"near_cm": 10, "far_cm": 50, "step": 1}]} [] => {"hidden": false});
    // A crest exactly on the line is not above it.
    case!("line_of_sight", {"distance_cm": 60, "target_step": 2, "plates": [{"near_cm": 20, "far_cm": 40, "step": 1}]} [] => {"hidden": false});
    case!("line_of_sight", {"distance_cm": 60, "target_step": 1, "plates": [{"near_cm": 20, "far_cm": 40, "step": 1}]} [] => {"hidden": true});
}

/// §01.04.4 a plate that carries both hides neither
#[test]
fn own_plate() {
    case!("line_of_sight", {"distance_cm": 20, "plates": [{"near_cm": -5, "far_cm": 25, "step": 3}]} [] => {"hidden": false});
    case!("line_of_sight", {"distance_cm": 20, "plates": [{"near_cm": -5, "far_cm": 19, "step": 3}]} [] => {"hidden": true});
    refused!("line_of_sight", {"distance_cm": 20, "plates": [{"near_cm": 1, "far_cm": 2, "step": 1}, {"near_cm": 9, "far_cm": 3, "step": 3}]} [] => "plates[1].far_cm");
}

/// §07.03.2 more than one step with contours under 10 cm apart is difficult; narrow steps are obstacles from the second
#[test]
fn hillsides() {
    case!("slope", {"steps": 1, "contour_gap_cm": 0.5} [] => {"difficult": false, "obstacle": 0, "obstacle_count": 0});
    case!("slope", {"steps": 2, "contour_gap_cm": 9.9} [] => {"difficult": true, "obstacle": 0});
    case!("slope", {"steps": 2, "contour_gap_cm": 10} [] => {"difficult": false});
    case!("slope", {"steps": 4, "contour_gap_cm": 1} [] => {"obstacle": 1, "obstacle_count": 3});
    case!("slope", {"steps": 4, "contour_gap_cm": 0.9} [] => {"obstacle": 2, "obstacle_count": 3});
    case!("slope", {"steps": 1, "contour_gap_cm": 50, "cliff": true} [] => {"obstacle": 3, "obstacle_count": 1});
}

/// §09.02.2 every 20 men, including those carried over, remove a figure
#[test]
fn casualties() {
    case!("casualties", {"figures": 10, "men_carried": 19, "men_lost": 1} [] => {"figures_removed": 1, "figures_after": 9, "men_carried_after": 0});
    case!("casualties", {"figures": 2, "men_lost": 59} [] => {"figures_removed": 2, "men_carried_after": 0, "destroyed": true});
}

/// §brikker.artillery §brikker.12pd §brikker.horse figure pieces by size, horses by piece, shared out to the limbers in pairs
#[test]
fn batteries() {
    case!("battery_establishment", {"pieces": 5, "kind": "foot"} [] => {"figure_pieces": 1, "horses": 6, "gunners_needed": 3});
    case!("battery_establishment", {"pieces": 9, "kind": "driving"} [] => {"figure_pieces": 2, "horses": 10, "horses_per_limber": [6, 4]});
    case!("battery_establishment", {"pieces": 10, "kind": "foot", "twelve_pounder": true} [] => {"figure_pieces": 3, "horses": 16, "horses_per_limber": [6, 6, 4]});
    case!("battery_establishment", {"pieces": 10, "kind": "foot", "twelve_pounder": true, "wagon_instead": true} [] => {"horses": 10, "wagon_horses": 2});
    case!("battery_establishment", {"pieces": 12, "kind": "horse"} [] => {"horses": 12, "horses_per_limber": [4, 4, 4]});
    case!("battery_establishment", {"pieces": 8, "kind": "horse", "twelve_pounder": true} [] => {"horses": 12, "wagon_horses": 0});
}

/// §brikker.table the eight sizes as printed
#[test]
fn bases() {
    for (item, width, depth) in [
        ("infantry_3_ranks", 15, 15),
        ("infantry_2_ranks", 20, 15),
        ("mounted", 20, 45),
        ("foot_crew", 15, 15),
        ("piece", 50, 75),
        ("limber", 50, 75),
        ("limber_pair", 50, 50),
        ("wagon", 50, 125),
    ] {
        case!("base_size", {"item": item} [] => {"width_mm": width, "depth_mm": depth});
    }
}

/// §05.01.1 at least 3 skirmishers, dense up to 5 cm, thin 5 to 10 cm each
#[test]
fn skirmishers_footprint() {
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "dense_skirmish", "figures": 3, "spacing_cm": 5} [] => {"valid": true, "width_mm": 150});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "dense_skirmish", "figures": 2} [] => {"valid": false});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "dense_skirmish", "figures": 3, "spacing_cm": 5.5} [] => {"valid": false});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "thin_skirmish", "figures": 3, "spacing_cm": 10} [] => {"valid": true});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "thin_skirmish", "figures": 3, "spacing_cm": 4.5} [] => {"valid": false});
}

/// §05.01.2 §05.01.4 §05.01.5 line 2 deep, march column 2 wide, single column 1 wide
#[test]
fn lines_and_columns() {
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "line", "figures": 21} [] => {"front_figures": 11, "ranks": 2, "width_mm": 165});
    case!("formation_footprint", {"base": "mounted", "formation": "march_column", "figures": 9} [] => {"front_figures": 2, "ranks": 5, "depth_mm": 225});
    case!("formation_footprint", {"base": "mounted", "formation": "single_column", "figures": 9} [] => {"front_figures": 1, "ranks": 9});
}

/// §05.01.3 attack column: front 3 to 10, at least 4 ranks
#[test]
fn attack_columns() {
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "attack_column", "figures": 10, "front": 3} [] => {"valid": true, "ranks": 4});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "attack_column", "figures": 9, "front": 3} [] => {"valid": false});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "attack_column", "figures": 44, "front": 11} [] => {"valid": false});
}

/// §05.02.1 §05.02.3 §15.02.3 squares of 16 stand 1 deep, those of fewer than 8 are hobs; a cossack column is as wide as deep
#[test]
fn squares_and_blocks() {
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "square", "figures": 16} [] => {"ranks": 1, "front_figures": 4, "width_mm": 90, "counts_as": "square"});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "square", "figures": 17} [] => {"ranks": 2, "front_figures": 3});
    case!("formation_footprint", {"base": "infantry_3_ranks", "formation": "battalion_mass", "figures": 7} [] => {"counts_as": "hob"});
    case!("formation_footprint", {"base": "mounted", "formation": "block", "figures": 16} [] => {"front_figures": 4, "ranks": 4});
}
