//! Chapter 1 and the appendices: scale, batteries, formations, shares lost and the order of a unit.

use crate::common::{expect, json, refuse};

/// §1.1.1 an infantry figure is 100 men, a cavalry figure 80; halves are rounded up (R4).
#[test]
fn men_to_figures() {
    for (arm, men, figures) in [
        ("infantry", 2449, 24),
        ("infantry", 2450, 25),
        ("cavalry", 1000, 13),
        ("cavalry", 999, 12),
        ("infantry", 0, 0),
    ] {
        expect("strength", json!({"arm": arm, "men": men}), &[], json!({"figures": figures}));
    }
}

/// §1.3.4 §1.3.4.komm a third of the batteries, rounded; never more than 24 guns for a figure gun; the printed example.
#[test]
fn batteries_to_figure_guns() {
    let guns = |batteries: i32, pieces: i32| json!({"batteries": batteries, "pieces": pieces});
    let expected = |by: i32, guns: i32, pieces: f64| json!({"by_batteries": by, "figure_guns": guns, "pieces_per_gun": pieces});
    expect("artillery_representation", guns(3, 36), &[], expected(1, 2, 6.0));
    expect("artillery_representation", guns(3, 24), &[], expected(1, 1, 8.0));
    expect("artillery_representation", guns(4, 32), &[], expected(1, 2, 5.33));
    expect("artillery_representation", guns(5, 30), &[], expected(2, 2, 5.0));
    expect("artillery_representation", guns(1, 12), &[], expected(0, 0, 0.0));
    refuse("artillery_representation", guns(0, 1), "pieces");
}

/// Fronts, ranks and ground, and which units are too small for what (rules 1.7.2 to 1.7.5, R40).
#[test]
fn formations_and_their_ground() {
    let take = |formation: &str, figures: i32| json!({"arm": "infantry", "figures": figures, "formation": formation});
    expect(
        "formation",
        take("line", 21),
        &[],
        json!({"front_figures": 11, "ranks": 2, "width_cm": 11.0, "depth_cm": 3.0}),
    );
    expect("formation", take("column", 9), &[], json!({"front_figures": 3, "ranks": 3}));
    expect(
        "formation",
        take("column", 8),
        &[],
        json!({"reasons": ["too_few_figures"], "front_figures": 0, "width_cm": 0.0}),
    );
    let three = json!({"arm": "infantry", "figures": 8, "formation": "column", "ranks": 3});
    expect("formation", three, &[], json!({"allowed": true, "front_figures": 3, "ranks": 3}));
    expect("formation", take("march_column", 4), &[], json!({"front_figures": 1, "ranks": 4}));
    expect("formation", take("march_column", 5), &[], json!({"front_figures": 2, "ranks": 3}));
    expect("formation", take("march_column", 2), &[], json!({"reasons": ["too_few_figures"]}));
    expect("formation", take("square", 24), &[], json!({"front_figures": 6, "ranks": 1, "width_cm": 7.5}));
    expect(
        "formation",
        take("square", 25),
        &[],
        json!({"front_figures": 4, "ranks": 2, "width_cm": 7.0, "depth_cm": 7.0}),
    );
    let cavalry = json!({"arm": "cavalry", "figures": 4, "formation": "square"});
    expect("formation", cavalry, &[], json!({"reasons": ["cavalry_square", "too_few_figures"]}));
    let squadron = json!({"arm": "cavalry", "figures": 12, "formation": "line"});
    expect("formation", squadron, &[], json!({"width_cm": 9.0, "depth_cm": 6.0}));
}

/// Every base has its figures and its size (rule 1.5).
#[test]
fn bases() {
    expect(
        "base_size",
        json!({"kind": "army_general"}),
        &[],
        json!({"figures": 4, "width_cm": 4.0, "depth_cm": 5.0}),
    );
    expect(
        "base_size",
        json!({"kind": "cavalry"}),
        &[],
        json!({"figures": 1, "width_cm": 1.5, "depth_cm": 3.0}),
    );
}

/// §appendiks-2 printed rows, the gap in the row of 8, the formula for other sizes and above 60 per cent (R6).
#[test]
fn shares_lost() {
    let unit = |original: i32, lost: i32| json!({"original": original, "lost": lost});
    expect(
        "loss_table",
        unit(24, 9),
        &[],
        json!({"thresholds": [3, 5, 8, 10, 12, 15, 16], "tens": 3, "twenties": 1, "remaining": 15}),
    );
    expect("loss_table", unit(8, 2), &[], json!({"thresholds": [1, 2, null, 3, 4, 5, 6], "tens": 2}));
    expect("loss_table", unit(8, 3), &[], json!({"tens": 4, "twenties": 2}));
    expect(
        "loss_table",
        unit(40, 27),
        &[],
        json!({"thresholds": [4, 8, 12, 16, 20, 24, 27], "two_thirds": true, "tens": 6}),
    );
    expect("loss_table", unit(20, 14), &[], json!({"tens": 7, "twenties": 3}));
    expect("loss_table", unit(20, 20), &[], json!({"tens": 9, "twenties": 4, "remaining": 0}));
    expect("loss_table", unit(5, 0), &[], json!({"thresholds": [1, 1, 2, 2, 3, 3, 4], "tens": 0}));
    refuse("loss_table", unit(10, 11), "lost");
}

/// §1.6.1 §1.6.2 §1.6.3 §1.6.4 §1.6.4.p2 in order everything is allowed, in disorder no attack, in full disorder nothing.
#[test]
fn rights_by_order() {
    let unit = |order: &str| json!({"order": order, "original": 20});
    let attacks = |attack: bool, rest: bool| json!({"may_attack": attack, "may_fire": rest, "may_move": rest, "may_change_formation": rest, "has_front": rest});
    expect("unit_status", unit("O"), &[], attacks(true, true));
    expect("unit_status", unit("U"), &[], attacks(false, true));
    expect("unit_status", unit("FU"), &[], attacks(false, false));
    expect("unit_status", unit("FU"), &[], json!({"counts_as_column": true}));
}

/// §1.6.5 two thirds lost and in full disorder: eliminated, but only after the rout move.
#[test]
fn eliminated_after_the_rout() {
    let mob =
        |lost: i32, routed: bool| json!({"order": "FU", "original": 24, "lost": lost, "has_routed": routed});
    expect("unit_status", mob(16, true), &[], json!({"eliminated": true}));
    expect("unit_status", mob(16, false), &[], json!({"eliminated": false}));
    expect("unit_status", mob(15, true), &[], json!({"eliminated": false}));
    expect("unit_status", json!({"order": "O", "original": 9, "lost": 9}), &[], json!({"eliminated": true}));
}

/// §1.6.5.p2 two thirds lost without a rout: in disorder for the rest of the game.
#[test]
fn permanent_disorder() {
    let worn = json!({"order": "O", "original": 24, "lost": 16});
    expect(
        "unit_status",
        worn,
        &[],
        json!({"order_effective": "U", "permanent_disorder": true, "may_attack": false}),
    );
    let fresh = json!({"order": "O", "original": 24, "lost": 15});
    expect(
        "unit_status",
        fresh,
        &[],
        json!({"order_effective": "O", "permanent_disorder": false, "may_attack": true}),
    );
    expect(
        "recover_disorder",
        json!({"quiet_turns": 9, "two_thirds_lost": true}),
        &[],
        json!({"order_after": "U", "turns_needed": null}),
    );
}
