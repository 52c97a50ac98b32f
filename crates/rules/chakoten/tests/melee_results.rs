//! Chapter 12: who wins a melee, who loses order and men.

use crate::common::{melee, refused};
use krigsspil_engine::serde_json::json;

/// §12.02.2 §12.02.2.1 §12.02.2.2 dice and points; the higher total wins, equal totals have no winner
#[test]
fn winners() {
    melee(
        json!({"valeur": 2}),
        json!({"valeur": -1}),
        json!({}),
        [1, 2, 3, 2, 3, 4],
        json!({"attacker_total": 8, "defender_total": 8, "winner": "none", "loser_result": "OR", "difference": 0}),
    );
    melee(
        json!({"valeur": 3}),
        json!({"valeur": -1}),
        json!({}),
        [1, 2, 3, 2, 3, 4],
        json!({"winner": "attacker", "difference": 1}),
    );
    melee(
        json!({}),
        json!({}),
        json!({}),
        [1, 2, 3, 2, 3, 4],
        json!({"winner": "defender", "difference": 3}),
    );
}

/// §12.02.2.3 the winner keeps his order; the loser's disorder depends on the difference and adds to what he had
#[test]
fn loss_of_order() {
    let lost = |order: &str, dice: [i64; 6], after: &str| {
        melee(
            json!({"valeur": if order == "U" { -4 } else { 0 }, "order": "LU1"}),
            json!({"order": order}),
            json!({}),
            dice,
            json!({"attacker_order_after": "LU1", "defender_order_after": after}),
        );
    };
    lost("OR", [4, 4, 4, 3, 3, 3], "LU2");
    lost("LU1", [4, 4, 4, 3, 3, 4], "LU3");
    lost("LU2", [4, 4, 4, 4, 3, 4], "U");
    lost("OR", [4, 4, 5, 3, 3, 3], "U");
    lost("OR", [5, 4, 5, 3, 3, 2], "FU");
    lost("U", [4, 4, 4, 3, 3, 3], "U");
}

/// §skema-XVII every cell: the loser's disorder and the ranks of either side, block by block
#[test]
fn ranks_taking_part() {
    // (attacker's dice sum, defender's dice sum, loser, attacker's ranks, defender's ranks) for each block
    let infantry = [
        (9, 9, "OR", 2, 2),
        (10, 9, "LU2", 1, 2),
        (9, 11, "LU2", 1, 2),
        (12, 9, "U", 2, 1),
        (9, 13, "U", 1, 2),
        (14, 9, "FU", 3, 1),
        (9, 15, "FU", 1, 2),
    ];
    let horse = [
        (9, 9, "OR", 0, 0),
        (10, 9, "LU2", 2, 2),
        (9, 11, "LU2", 2, 2),
        (13, 9, "U", 2, 2),
        (9, 12, "U", 2, 2),
        (14, 9, "FU", 2, 2),
        (9, 15, "FU", 2, 2),
    ];
    let mixed = [
        (9, 9, "OR", 0, 2),
        (10, 9, "LU2", 0, 2),
        (9, 11, "LU2", 0, 2),
        (13, 9, "U", 0, 1),
        (9, 12, "U", 0, 2),
        (14, 9, "FU", 3, 0),
        (9, 15, "FU", 0, 2),
    ];
    let dice = |sum: i64| [sum / 3, (sum + 1) / 3, (sum + 2) / 3];
    for (attacker, defender, block, rows) in [
        (json!({}), json!({}), "infantry_v_all", infantry),
        (json!({"arm": "medium_cavalry"}), json!({"arm": "medium_cavalry"}), "cavalry_v_cavalry", horse),
        (json!({"arm": "medium_cavalry"}), json!({"formation": "battalion_mass"}), "cavalry_v_other", mixed),
    ] {
        for (one, other, loser, attackers, defenders) in rows {
            let [[a, b, c], [d, e, f]] = [dice(one), dice(other)];
            melee(
                attacker.clone(),
                defender.clone(),
                json!({}),
                [a, b, c, d, e, f],
                json!({"block": block, "loser_result": loser, "attacker_ranks": attackers, "defender_ranks": defenders}),
            );
        }
    }
}

/// §12.02.2.4 §skema-XVIII each side's own total decides the losses for each of its units; prisoners for the attacker's
#[test]
fn losses() {
    for (valeur, dice, men, prisoners) in [
        (-4, [1, 1, 1], 0, 0),
        (-4, [2, 2, 1], 1, 0),
        (-4, [3, 3, 3], 2, 1),
        (0, [3, 3, 3], 4, 1),
        (0, [4, 4, 5], 8, 2),
        (0, [5, 5, 5], 12, 2),
        (0, [6, 6, 5], 16, 2),
        (2, [6, 6, 5], 20, 4),
        (3, [6, 6, 6], 24, 4),
        (5, [6, 6, 6], 24, 4),
    ] {
        let [a, b, c] = dice;
        // A defender far below zero: the attacker wins by 5 or more with 3 ranks of 10.
        melee(
            json!({"valeur": valeur, "ranks": [10, 10, 10]}),
            json!({"valeur": -4, "order": "FU", "rifles_only": true}),
            json!({}),
            [a, b, c, 1, 1, 1],
            json!({"attacker_units": 3}),
        );
        melee(
            json!({"valeur": valeur, "ranks": [10, 10, 10], "formation": "skirmish"}),
            json!({"valeur": -4, "order": "FU", "rifles_only": true}),
            json!({}),
            [a, b, c, 1, 1, 1],
            json!({"defender_men_lost": (3 * men), "prisoners_if_held": (3 * prisoners), "attacker_men_lost": 0}),
        );
    }
    melee(
        json!({"valeur": 5, "training": 2}),
        json!({}),
        json!({}),
        [6, 6, 6, 3, 3, 3],
        json!({"attacker_total": 25, "defender_men_lost": 64, "prisoners_if_held": 8}),
    );
    melee(
        json!({}),
        json!({}),
        json!({}),
        [5, 5, 5, 3, 3, 4],
        json!({"attacker_units": 2, "defender_units": 1, "attacker_men_lost": 4, "defender_men_lost": 24, "prisoners_if_held": 4}),
    );
    melee(
        json!({"arm": "medium_cavalry"}),
        json!({"formation": "battalion_mass", "ranks": [3, 3]}),
        json!({}),
        [5, 5, 5, 1, 1, 1],
        json!({"prisoners_if_held": 6}),
    );
}

/// §13.04.2 a defender who wins takes no prisoners
#[test]
fn defenders_take_none() {
    melee(
        json!({}),
        json!({}),
        json!({}),
        [1, 1, 1, 6, 6, 6],
        json!({"attacker_order_after": "FU", "prisoners_if_held": 0}),
    );
}

/// §12.01.5 infantry without ammunition fights with one rank, and kills only if the enemy is routed
#[test]
fn empty_pouches() {
    let empty = json!({"no_ammunition": true, "valeur": 2, "skirmish_figures": 9, "ranks": [9, 2]});
    melee(
        empty.clone(),
        json!({}),
        json!({}),
        [4, 4, 4, 3, 3, 3],
        json!({"attacker_units": 1, "defender_men_lost": 0, "defender_order_after": "U", "attacker_men_lost": 4}),
    );
    melee(
        empty,
        json!({}),
        json!({}),
        [6, 4, 4, 3, 3, 3],
        json!({"defender_order_after": "FU", "defender_men_lost": 8}),
    );
    melee(
        json!({"arm": "medium_cavalry", "no_ammunition": true}),
        json!({"formation": "battalion_mass"}),
        json!({}),
        [4, 4, 4, 4, 4, 4],
        json!({"attacker_modifier": 0}),
    );
}

/// §13.02.1 §13.02.2 a unit in disorder that cannot retire and loses is routed; a unit that attacks a routed unit loses nobody
#[test]
fn cornered() {
    melee(
        json!({}),
        json!({"order": "U", "cannot_retreat": true}),
        json!({}),
        [3, 3, 3, 4, 4, 4],
        json!({"difference": 1, "defender_order_after": "FU"}),
    );
    melee(
        json!({}),
        json!({"order": "LU3", "cannot_retreat": true}),
        json!({}),
        [4, 4, 4, 5, 5, 4],
        json!({"defender_order_after": "U"}),
    );
    melee(
        json!({"formation": "skirmish"}),
        json!({"order": "FU", "valeur": 5}),
        json!({}),
        [1, 1, 1, 6, 6, 6],
        json!({"winner": "defender", "attacker_men_lost": 0}),
    );
}

/// §13.01.4 if a unit in disorder beats the attacker into disorder, nobody retires
#[test]
fn both_in_disorder() {
    melee(
        json!({}),
        json!({"order": "U"}),
        json!({}),
        [3, 3, 3, 6, 5, 5],
        json!({"difference": 3, "attacker_order_after": "U", "defender_order_after": "U", "mutual_disorder": true}),
    );
    melee(
        json!({}),
        json!({}),
        json!({}),
        [3, 3, 3, 4, 4, 4],
        json!({"attacker_order_after": "U", "mutual_disorder": false}),
    );
}

/// §15.03.1 attacking cossacks with fewer points go back in disorder; with equal points they attack
#[test]
fn cossacks_refuse() {
    melee(
        json!({"arm": "cossacks"}),
        json!({"arm": "light_cavalry"}),
        json!({}),
        [6; 6],
        json!({"refused": "attacker", "attacker_order_after": "U", "attacker_total": 0, "winner": "none", "attacker_men_lost": 0, "attacker_modifier": -3, "defender_order_after": "OR"}),
    );
    melee(
        json!({"arm": "cossacks"}),
        json!({"arm": "cossacks"}),
        json!({}),
        [6; 6],
        json!({"refused": "none", "attacker_total": 15}),
    );
    melee(
        json!({"arm": "light_cavalry"}),
        json!({"arm": "cossacks"}),
        json!({"both_attack": true}),
        [6; 6],
        json!({"refused": "defender", "defender_order_after": "U", "attacker_order_after": "OR"}),
    );
    melee(
        json!({"arm": "light_cavalry"}),
        json!({"arm": "cossacks"}),
        json!({}),
        [6; 6],
        json!({"refused": "none"}),
    );
}

/// §05.02.1 §12.02.3 cavalry never stands all round, and one or two figures never fight
#[test]
fn refusals() {
    refused!("melee", {"attacker": {"arm": "cossacks", "ranks": [9], "formation": "hob"}, "defender": {"arm": "infantry", "ranks": [9]}} [1, 1, 1, 1, 1, 1] => "attacker.formation");
    refused!("melee", {"attacker": {"arm": "infantry", "ranks": [9]}, "defender": {"arm": "light_cavalry", "ranks": [9], "formation": "square"}} [1, 1, 1, 1, 1, 1] => "defender.formation");
    refused!("melee", {"attacker": {"arm": "infantry", "ranks": [1, 1]}, "defender": {"arm": "infantry", "ranks": [9]}} [1, 1, 1, 1, 1, 1] => "attacker.ranks");
    refused!("melee", {"attacker": {"arm": "infantry", "ranks": [9]}, "defender": {"arm": "infantry", "ranks": [2]}} [1, 1, 1, 1, 1, 1] => "defender.ranks");
    refused!("melee", {"attacker": {"arm": "infantry", "ranks": [9], "order": "U"}, "defender": {"arm": "infantry", "ranks": [2]}} [1, 1, 1, 1, 1, 1] => "attacker.order");
    refused!("melee", {"attacker": {"arm": "infantry", "ranks": [9]}, "defender": {"arm": "infantry", "ranks": [9]}} [1, 1, 1, 1, 1] => "dice");
}
