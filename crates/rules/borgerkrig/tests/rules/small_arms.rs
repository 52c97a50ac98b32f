//! Chapter 05: small arms.

use crate::case;

/// §05.01.1 an order or surprise, and ammunition
#[test]
fn who_may_fire() {
    case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 50, "surprised": true, "ammunition": true} []
        => {"allowed": true, "bars": []});
    case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 50} []
        => {"allowed": false, "bars": ["no_order", "no_ammunition"]});
    case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 50, "fire_order": true, "ammunition": true,
        "unit_order": "FU"} [] => {"bars": ["rout"]});
}

/// §05.01.2 at most 30 degrees, and not through skirmishers
#[test]
fn angle_of_fire() {
    for (angle, allowed) in [(30.0, true), (30.5, false)] {
        case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 5, "fire_order": true, "ammunition": true,
            "angle_deg": angle} [] => {"allowed": allowed});
    }
    case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 5, "fire_order": true, "ammunition": true,
        "through_chain": true} [] => {"bars": ["through_chain"]});
}

/// §05.01.3 the zones; a limit belongs to the nearer one; shotgun and revolver have three
#[test]
fn range() {
    for (distance, zone) in
        [(0.0, 1), (8.0, 1), (8.5, 2), (15.0, 2), (25.0, 3), (35.0, 4), (50.0, 5), (50.5, 0)]
    {
        case!("weapon_data" {"weapon": "enfield_rifle", "distance_cm": distance} []
            => {"zone": zone, "in_range": (zone > 0), "max_range_cm": 50});
    }
    for (distance, zone) in [(1.0, 1), (2.0, 3), (5.0, 3), (6.0, 5), (9.0, 0)] {
        case!("weapon_data" {"weapon": "shotgun", "distance_cm": distance} []
            => {"zone": zone, "zone_limits_cm": [1, 0, 5, 0, 8]});
    }
    case!("fire_check" {"weapon": "revolver", "distance_cm": 7, "fire_order": true, "ammunition": true} []
        => {"bars": ["out_of_range"]});
}

/// §05.01.4 §05.01.5 shooters divided by the arm's number, one more for a remainder
#[test]
fn fire_units() {
    for (arm, formation, figures, units) in [
        ("infantry", "closed", 14, 2),
        ("infantry", "closed", 15, 3),
        ("infantry", "thin_line", 2, 0),
        ("infantry", "chain", 6, 2),
        ("dismounted_cavalry", "closed", 10, 1),
        ("dismounted_cavalry", "thin_line", 11, 2),
        ("dismounted_cavalry", "chain", 7, 1),
        ("dismounted_cavalry", "chain", 8, 2),
        ("mounted_cavalry", "closed", 9, 2),
        ("mounted_cavalry", "chain", 5, 1),
        ("infantry", "building", 30, 1),
    ] {
        case!("fire_units" {"arm": arm, "formation": formation, "figures": figures} [] => {"fire_units": units});
    }
    for formation in ["thin_line", "building"] {
        case!("fire_units" {"arm": "mounted_cavalry", "formation": formation, "figures": 9} [] => refused "formation");
    }
}

/// §05.01.6 pinned men need twice the figures and twice the remainder
#[test]
fn pinned_fire_units() {
    for (figures, units) in [(17, 1), (18, 2), (5, 0), (6, 1)] {
        case!("fire_units" {"arm": "infantry", "formation": "closed", "figures": figures, "pinned": true} []
            => {"per_unit": 12, "remainder": 6, "fire_units": units});
    }
    case!("fire_units" {"arm": "mounted_cavalry", "formation": "closed", "figures": 9, "pinned": true} []
        => refused "pinned");
}

/// §05.02.1 the throw and both columns of skema V give the column of skema VI; below column 1 nobody is hit
#[test]
fn fire() {
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 12, "weapon": "springfield_m61", "distance_cm": 15,
        "fired_last_turn": true, "firer_cover": "II", "firer_order": "LU", "firer_valeur": 2,
        "target_arm": "infantry", "target_formation": "chain"} [3, 4]
        => {"zone": 2, "fire_units": 2, "dice_sum": 7, "firer_modifier": 3, "target_modifier": -2, "total": 8,
        "column": 8, "loss_per_unit": 5, "raw_loss": 10, "loss_divisor": 1, "loss_men": 10});
    case!("small_arms_fire" {"firer_arm": "mounted_cavalry", "figures": 6, "weapon": "spencer_carbine",
        "distance_cm": 25.5, "fired_last_turn": true, "firer_valeur": -1, "target_arm": "artillery_unlimbered"} [1, 1]
        => {"firer_modifier": -4, "target_modifier": -3, "total": -5, "column": 0, "loss_men": 0});
}

/// §05.02.1 the weapon's rows count by model and up to 25 cm
#[test]
fn weapons() {
    for (weapon, modifier, close) in [
        ("tower_m12", -2, 0),
        ("musket_m22", -1, 0),
        ("musket_m42", 0, 0),
        ("harpers_ferry_m55", -2, 0),
        ("burnside_carbine", 0, 2),
        ("sharps_carbine", 0, 2),
        ("sharps_sharpshooter", 0, 2),
        ("spencer_carbine", 0, 4),
        ("enfield_carbine", 0, 0),
        ("shotgun", 0, 0),
    ] {
        case!("weapon_data" {"weapon": weapon} [] => {"modifier": modifier, "close_bonus": close});
    }
    for (distance, modifier) in [(25.0, 4), (25.5, 0)] {
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "spencer_carbine",
            "distance_cm": distance, "fired_last_turn": true, "target_arm": "infantry"} [3, 4]
            => {"firer_modifier": modifier});
    }
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "shotgun", "distance_cm": 1,
        "fired_last_turn": true, "target_arm": "infantry"} [3, 4] => {"firer_modifier": 3});
}

/// §05.02.2 §05.02.3 every twenty men, including earlier ones, remove a figure and cause a morale test
#[test]
fn figures_removed() {
    for (prior, figures) in [(0, 0), (9, 0), (10, 1), (30, 1)] {
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 12, "weapon": "springfield_m61",
            "distance_cm": 15, "fired_last_turn": true, "target_arm": "infantry",
            "target_prior_loss_men": prior} [3, 4]
            => {"loss_men": 10, "figures_removed": figures, "morale_test": (figures > 0)});
    }
}

/// §05.02.4 +3 at the first fire, otherwise +1 after a turn without fire
#[test]
fn rested_fire() {
    for (first, last, modifier) in [(true, false, 3), (true, true, 3), (false, false, 1), (false, true, 0)] {
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61",
            "distance_cm": 8, "first_fire": first, "fired_last_turn": last, "target_arm": "infantry"} [3, 4]
            => {"firer_modifier": modifier});
    }
}

/// §05.02.5 units behind in a column take only the extra loss from the depth of five ranks
#[test]
fn stacked_columns() {
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61", "distance_cm": 8,
        "fired_last_turn": true, "target_arm": "infantry", "target_formation": "line", "rear_ranks": 3} [3, 4]
        => {"target_modifier": 0, "loss_men": 8, "rear_extra_loss_men": 2});
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61", "distance_cm": 8,
        "fired_last_turn": true, "target_arm": "infantry", "target_formation": "attack_column",
        "target_ranks": 5, "rear_ranks": 3} [3, 4]
        => {"target_modifier": 3, "loss_men": 10, "rear_extra_loss_men": 0});
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61", "distance_cm": 8,
        "fired_last_turn": true, "target_arm": "infantry", "target_formation": "chain", "target_ranks": 9,
        "rear_ranks": 9} [3, 4] => {"target_modifier": -2, "rear_extra_loss_men": 0});
}

/// §05.02.6 §skema-VI.cover §skema-VI.pinned cover and pinning divide together, rounded once
#[test]
fn divided_losses() {
    for (cover, pinned, divisor, loss) in [
        ("none", true, 2, 5),
        ("I", false, 2, 5),
        ("I", true, 4, 3),
        ("II", false, 4, 3),
        ("III", true, 8, 1),
    ] {
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 12, "weapon": "springfield_m61",
            "distance_cm": 15, "fired_last_turn": true, "target_arm": "infantry", "target_cover": cover,
            "target_pinned": pinned} [3, 4] => {"raw_loss": 10, "loss_divisor": divisor, "loss_men": loss});
    }
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 12, "weapon": "springfield_m61", "distance_cm": 15,
        "target_arm": "mounted_cavalry", "target_pinned": true} [3, 4] => refused "target_pinned");
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 12, "weapon": "springfield_m61", "distance_cm": 15,
        "target_arm": "mounted_cavalry", "target_formation": "building"} [3, 4] => refused "target_formation");
}

/// §05.02.7 §skema-VI.general a general falls at a bare 10 if the unit beside him loses men
#[test]
fn generals_under_fire() {
    for (dice, distance, falls) in [([4, 6], 8, true), ([5, 6], 8, false), ([4, 6], 51, false)] {
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61",
            "distance_cm": distance, "target_arm": "infantry", "target_general": true} dice
            => {"general_falls": falls});
    }
    case!("general_fate" {"cause": "small_arms", "in_contact": true, "unit_lost_men": true} [5, 5]
        => {"falls": true, "captured": false});
    case!("general_fate" {"cause": "small_arms", "in_contact": true} [5, 5] => {"falls": false});
    case!("general_fate" {"cause": "small_arms", "unit_lost_men": true} [5, 5] => {"falls": false});
}

/// §07.04.1 nobody outside fires into a melee
#[test]
fn no_fire_into_melee() {
    case!("fire_check" {"weapon": "springfield_m61", "distance_cm": 5, "fire_order": true, "ammunition": true,
        "target_in_melee": true} [] => {"allowed": false, "bars": ["target_in_melee"]});
}

/// §02.02.5 dismounted cavalry is infantry under fire, but has its own fire and melee units
#[test]
fn dismounted_cavalry() {
    for (arm, fire_units) in [("infantry", 3), ("dismounted_cavalry", 2)] {
        case!("small_arms_fire" {"firer_arm": arm, "figures": 15, "weapon": "springfield_m61", "distance_cm": 8,
            "fired_last_turn": true, "target_arm": arm, "target_formation": "thin_line", "target_pinned": true} [3, 4]
            => {"fire_units": fire_units, "firer_modifier": 0, "target_modifier": -1, "loss_divisor": 2});
    }
    case!("melee_units" {"arm": "dismounted_cavalry", "files_in_contact": 9, "ranks": 1, "figures_total": 9} []
        => {"melee_units": 1});
}
