//! Chapter 10: field works.

use crate::case;

/// §10.01.1 whole turns count, and leaving loses everything
#[test]
fn whole_turns() {
    for (turns, left, done) in [(5, false, false), (6, false, true), (6, true, false)] {
        case!("field_work" {"work": "light_fieldwork", "figures": 30, "turns_worked": turns, "left_position": left} []
            => {"allowed": true, "turns_needed": 6, "finished": done});
    }
}

/// §10.02.1 infantry builds a light field work as wide as its line
#[test]
fn light_fieldwork() {
    for (figures, length) in [(30, 120), (31, 128), (1, 8)] {
        case!("field_work" {"work": "light_fieldwork", "figures": figures, "turns_worked": 0} []
            => {"length_mm": length, "reason": "ok"});
    }
    for arm in ["mounted_cavalry", "artillery"] {
        case!("field_work" {"work": "light_fieldwork", "arm": arm, "figures": 30, "turns_worked": 9} []
            => {"allowed": false, "reason": "wrong_arm", "length_mm": 0, "finished": false});
    }
}

/// §10.03.1 an abatis within 10 cm of a wood: half the width in 6 turns or the whole in 12
#[test]
fn abatis() {
    case!("field_work" {"work": "abatis", "figures": 29, "turns_worked": 6, "wood_distance_cm": 10} []
        => {"turns_needed": 6, "length_mm": 60, "finished": true});
    case!("field_work" {"work": "abatis_full_width", "figures": 30, "turns_worked": 11, "wood_distance_cm": 10} []
        => {"turns_needed": 12, "length_mm": 120, "finished": false});
    case!("field_work" {"work": "abatis", "figures": 30, "turns_worked": 6, "wood_distance_cm": 10.5} []
        => {"reason": "too_far_from_wood"});
    case!("field_work" {"work": "abatis", "arm": "artillery", "figures": 6, "turns_worked": 6} []
        => {"reason": "wrong_arm"});
}

/// §10.04.1 barricades in towns: 3 cm for every three figures, built in 4 turns and cleared in 3
#[test]
fn barricades() {
    case!("field_work" {"work": "barricade", "arm": "artillery", "figures": 8, "turns_worked": 4, "in_town": true} []
        => {"turns_needed": 4, "length_mm": 60, "finished": true});
    case!("field_work" {"work": "clear_barricade", "figures": 3, "turns_worked": 3, "in_town": true} []
        => {"turns_needed": 3, "length_mm": 30, "finished": true});
    case!("field_work" {"work": "barricade", "figures": 3, "turns_worked": 4} [] => {"reason": "not_in_town"});
    case!("field_work" {"work": "barricade", "figures": 2, "turns_worked": 4, "in_town": true} []
        => {"reason": "too_few_figures"});
    case!("field_work" {"work": "barricade", "arm": "mounted_cavalry", "figures": 9, "turns_worked": 4} []
        => {"reason": "wrong_arm"});
}

/// §10.05.1 chevaux de frise need material: 3 cm for every six figures in 6 turns
#[test]
fn chevaux_de_frise() {
    case!("field_work" {"work": "chevaux_de_frise", "figures": 17, "turns_worked": 6, "has_material": true} []
        => {"turns_needed": 6, "length_mm": 60, "finished": true});
    case!("field_work" {"work": "chevaux_de_frise", "figures": 5, "turns_worked": 6} [] => {"reason": "no_material"});
    case!("field_work" {"work": "chevaux_de_frise", "figures": 5, "turns_worked": 6, "has_material": true} []
        => {"reason": "too_few_figures"});
}

/// §10.06.1 three figures clear 8 cm of fence in 2 turns
#[test]
fn fences() {
    case!("field_work" {"work": "clear_fence", "figures": 7, "turns_worked": 2} []
        => {"turns_needed": 2, "length_mm": 160, "finished": true});
    case!("field_work" {"work": "clear_fence", "figures": 7, "turns_worked": 1} [] => {"finished": false});
}

/// §10.01.2 §10.02.2 no other work can be made in play, proper field works least of all
#[test]
fn other_works() {
    for work in ["proper_fieldwork", "bridge"] {
        case!("field_work" {"work": work, "figures": 30, "turns_worked": 99} [] => refused "work");
    }
}
