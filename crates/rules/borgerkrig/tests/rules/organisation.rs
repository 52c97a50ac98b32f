//! Chapter 01 and the valeur of chapter 08.

use crate::case;

/// §01.01.2 §01.01.3 a turn is 5 minutes, a figure 20 men, 80 cm are 1000 m and a hill step is 10 m
#[test]
fn scale() {
    case!("scale" {"distance_cm": 80, "turns": 3, "figures": 30, "hill_steps": 2} []
        => {"metres": 1000, "minutes": 15, "men": 600, "height_m": 20});
    case!("scale" {"distance_cm": 0.5} [] => {"metres": 6.25, "minutes": 0, "men": 0, "height_m": 0});
    case!("scale" {"hill_steps": 101} [] => refused "hill_steps");
}

/// §01.02.2 infantry, which has no squadrons
#[test]
fn infantry_strength() {
    for (echelon, figures) in [("company", 3), ("battalion", 24), ("regiment", 30)] {
        case!("unit_strength" {"arm": "infantry", "echelon": echelon} []
            => {"figures": figures, "men": (20 * figures)});
    }
    case!("unit_strength" {"arm": "infantry", "echelon": "squadron"} [] => refused "echelon");
}

/// §01.02.3 Union cavalry
#[test]
fn union_cavalry_strength() {
    for (echelon, figures) in [("company", 3), ("squadron", 5), ("battalion", 10), ("regiment", 30)] {
        case!("unit_strength" {"arm": "union_cavalry", "echelon": echelon} [] => {"figures": figures});
    }
}

/// §01.02.4 Confederate cavalry
#[test]
fn confederate_cavalry_strength() {
    for (echelon, figures) in [("company", 3), ("squadron", 6), ("battalion", 18), ("regiment", 30)] {
        case!("unit_strength" {"arm": "confederate_cavalry", "echelon": echelon} [] => {"figures": figures});
    }
}

/// §01.02.5 four guns: one gun and limber, four gunners, four horses, or six for horse artillery
#[test]
fn battery_of_four() {
    case!("battery_organisation" {"guns": 4} [] => {"gun_models": 1, "limber_models": 1, "gunners": 4,
        "horses": 4, "front_mm": 40, "gun_depth_mm": 45, "limber_depths_mm": [85]});
    case!("battery_organisation" {"guns": 4, "horse_artillery": true} []
        => {"horses": 6, "limber_depths_mm": [115]});
}

/// §01.02.6 six guns: two of each, six gunners, six horses, or eight for horse artillery; the pair goes to the short limber
#[test]
fn battery_of_six() {
    case!("battery_organisation" {"guns": 6} [] => {"gun_models": 2, "limber_models": 2, "gunners": 6,
        "horses": 6, "front_mm": 30, "gun_depth_mm": 45, "limber_depths_mm": [70, 45]});
    case!("battery_organisation" {"guns": 6, "horse_artillery": true} []
        => {"horses": 8, "limber_depths_mm": [70, 75]});
    case!("battery_organisation" {"guns": 5} [] => refused "guns");
}

/// §01.02.7 a train wagon has four horses, and other models their own bases
#[test]
fn models() {
    case!("model_data" {"model": "train_wagon"} [] => {"front_mm": 40, "depth_mm": 110, "horses": 4});
    case!("model_data" {"model": "infantry_figure"} [] => {"front_mm": 8, "depth_mm": 15, "horses": 0});
    case!("model_data" {"model": "mounted_figure"} [] => {"front_mm": 15, "depth_mm": 30, "horses": 1});
    case!("model_data" {"model": "limber_of_4", "extra_pairs": 2} [] => {"depth_mm": 145, "horses": 8});
    case!("model_data" {"model": "train_wagon", "extra_pairs": 1} [] => refused "extra_pairs");
}

/// §01.02.8 a brigade or artillery battalion has one general and one courier, whatever it commands
#[test]
fn brigade_staff() {
    for echelon in ["brigade", "artillery_battalion"] {
        case!("staff_organisation" {"echelon": echelon, "subordinates": 4} [] => {"generals": 1, "couriers": 1});
    }
}

/// §01.02.9 a division or corps has a courier for each direct subordinate
#[test]
fn division_staff() {
    for echelon in ["division", "corps"] {
        case!("staff_organisation" {"echelon": echelon, "subordinates": 4} [] => {"generals": 1, "couriers": 4});
    }
}

/// §08.01.1 §08.01.3 §08.01.4 §08.01.5 §08.01.6 valeur by kind of unit
#[test]
fn valeur() {
    for (kind, valeur) in [
        ("regular", 2),
        ("elite", 2),
        ("veteran", 1),
        ("well_trained", 1),
        ("some_experience", 0),
        ("newly_raised", -1),
        ("poor_morale", -1),
    ] {
        case!("valeur_guide" {"kind": kind} [] => {"valeur": valeur});
    }
    case!("rally" {"attempt": 1, "figures": 9, "valeur": 3} [1, 1] => refused "valeur");
    case!("rally" {"attempt": 1, "figures": 9, "valeur": -2} [1, 1] => refused "valeur");
}

/// §01.04.1 throws use two six-sided dice: no fewer, no more, and no seven
#[test]
fn dice() {
    case!("appoint_general" {} [4] => refused "dice");
    case!("appoint_general" {} [4, 4, 4] => refused "dice");
    case!("appoint_general" {} [4, 7] => refused "dice");
    case!("appoint_general" {} [6, 6] => {"dice_sum": 12});
}
