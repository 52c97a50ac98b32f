//! Chapter 09: ammunition.

use crate::case;

/// §09.01.1 doubles of 1 to 4 use up the ammunition in fire and melee, but not at the first fire, and not for gunners
#[test]
fn pouches() {
    for (dice, double, empty) in
        [([1, 1], 1, true), ([4, 4], 4, true), ([5, 5], 5, false), ([3, 4], 0, false)]
    {
        case!("ammunition_check" {} dice => {"double": double, "exhausted": empty});
        case!("ammunition_check" {"first_fire": true} dice => {"double": double, "exhausted": false});
        case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61",
            "distance_cm": 400, "target_arm": "infantry"} dice => {"loss_men": 0, "ammunition_exhausted": empty});
    }
    case!("melee" {"attacker": {"arm": "infantry", "figures": 6, "first_fire": true},
        "defender": {"arm": "mounted_cavalry", "figures": 6}} [2, 2, 3, 3]
        => {"attacker_ammunition_exhausted": false, "defender_ammunition_exhausted": true});
    case!("melee" {"attacker": {"arm": "infantry", "figures": 6}, "defender": {"arm": "artillery", "figures": 6}}
        [2, 2, 3, 3] => {"attacker_ammunition_exhausted": true, "defender_ammunition_exhausted": false});
}

/// §09.02.1 §09.02.2 §skema-XXI the rounds of each kind of gun; gun-howitzers count as smoothbore guns
#[test]
fn rounds() {
    for (gun, shells, shots, canisters) in [
        ("gun_6pd", 4, 6, 2),
        ("gun_howitzer_12pd_m41", 4, 6, 2),
        ("napoleon_12pd", 4, 6, 2),
        ("parrott_10pd", 6, 4, 2),
        ("rodman_3in", 6, 4, 2),
        ("blakely_12pd", 6, 4, 2),
        ("armstrong_12pd", 6, 4, 2),
        ("howitzer_24pd", 10, 0, 2),
        ("mountain_howitzer_3pd", 10, 0, 2),
        ("whitworth_6pd", 0, 10, 2),
        ("mortar_10in", 12, 0, 0),
    ] {
        case!("gun_data" {"gun": gun} [] => {"shells": shells, "shots": shots, "canisters": canisters});
    }
}

/// §09.03.1 §skema-XXI.resupply a wagon in contact supplies two units; 1 fails, and for artillery 2 also fails
#[test]
fn resupply() {
    for (arm, fails_on) in [("infantry", 1), ("cavalry", 1), ("artillery", 2)] {
        for die in 1..=6 {
            case!("resupply" {"arm": arm, "in_contact": true, "units_before": 1} [die]
                => {"eligible": true, "fails_on": fails_on, "resupplied": (die > fails_on)});
        }
    }
    case!("resupply" {"arm": "infantry", "in_contact": true, "units_before": 2} [6]
        => {"eligible": false, "reason": "wagon_full", "resupplied": false});
    case!("resupply" {"arm": "infantry"} [6] => {"reason": "no_contact", "resupplied": false});
    case!("resupply" {"arm": "infantry"} [] => refused "dice");
}

/// §09.03.2 a unit that does anything else, or fires as surprised, gets nothing
#[test]
fn resupply_is_the_action() {
    case!("resupply" {"arm": "infantry", "in_contact": true, "moved_or_fired": true, "fired_surprised": true} [6]
        => {"reason": "acted", "resupplied": false});
    case!("resupply" {"arm": "infantry", "in_contact": true, "fired_surprised": true} [6]
        => {"reason": "fired_surprised", "resupplied": false});
}
