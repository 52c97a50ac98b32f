//! Chapter 12: the melee. Chapter 13: contagion.

mod common;
use common::refused;
use krigsspil_engine::serde_json::{Value, json};

/// Puts facts into a group of facts.
fn with(mut facts: Value, given: Value) -> Value {
    for (name, value) in given.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// Infantry in line, 2 ranks of 10, skirmishers out, against the same, so that no row holds but those that are given.
fn melee(attacker: Value, defender: Value, both: Value, dice: [i64; 6], expected: Value) {
    let plain = json!({"arm": "infantry", "ranks": [10, 10], "skirmishers_out": true});
    let facts = json!({"attacker": with(plain.clone(), attacker), "defender": with(plain, defender)});
    common::check("melee", with(facts, both), &dice, expected);
}

/// The points of both sides.
fn points(attacker: Value, defender: Value, both: Value, attackers: Value, defenders: Value) {
    let expected = json!({"attacker_points": attackers, "defender_points": defenders});
    melee(attacker, defender, both, [3; 6], expected);
}

/// §12.03.1 twice as many a point, three times two, the greater only; skirmishers sent out are counted (§14.04.3)
#[test]
fn numbers() {
    points(json!({"ranks": [19, 20]}), json!({}), json!({}), json!({}), json!({}));
    points(json!({"ranks": [20, 20]}), json!({}), json!({}), json!({"more_figures": 1}), json!({}));
    points(json!({}), json!({"ranks": [30, 30]}), json!({}), json!({}), json!({"more_figures": 2}));
    points(
        json!({"ranks": [20, 19], "skirmish_figures": 1}),
        json!({}),
        json!({}),
        json!({"more_figures": 1}),
        json!({}),
    );
}

/// §skema-XV §17.03.2 march columns lose points, unless a street leaves no room
#[test]
fn march_columns() {
    points(
        json!({"formation": "march_column"}),
        json!({"formation": "single_column"}),
        json!({}),
        json!({"march_column": -2}),
        json!({"march_column": -3}),
    );
    points(
        json!({"formation": "march_column", "column_no_room": true}),
        json!({}),
        json!({}),
        json!({}),
        json!({}),
    );
    points(
        json!({}),
        json!({"formation": "march_column", "order": "FU"}),
        json!({}),
        json!({"closed_v_spread": 6}),
        json!({"order": -8}),
    );
}

/// §skema-XV.note1 attack columns of at least 8 figures, infantry only; squares and masses likewise
#[test]
fn eight_figures() {
    points(
        json!({"formation": "attack_column", "ranks": [4, 4]}),
        json!({"ranks": [5, 5]}),
        json!({}),
        json!({"attack_column": 2}),
        json!({}),
    );
    points(
        json!({"formation": "brigade_column", "ranks": [4, 3]}),
        json!({"ranks": [5, 5]}),
        json!({}),
        json!({}),
        json!({}),
    );
    points(
        json!({"formation": "attack_column", "ranks": [4, 3], "skirmish_figures": 1}),
        json!({"ranks": [5, 5]}),
        json!({}),
        json!({"attack_column": 2}),
        json!({}),
    );
    points(
        json!({"formation": "attack_column", "no_attack_column_bonus": true}),
        json!({}),
        json!({}),
        json!({}),
        json!({}),
    );
    points(json!({}), json!({"formation": "attack_column"}), json!({}), json!({}), json!({}));
    points(
        json!({"arm": "medium_cavalry", "ranks": [4, 3]}),
        json!({"formation": "square", "ranks": [4, 4]}),
        json!({}),
        json!({"cavalry_v_square": -3}),
        json!({"cavalry_v_square": 1}),
    );
    points(
        json!({"arm": "medium_cavalry", "ranks": [4, 3]}),
        json!({"formation": "square", "ranks": [4, 3], "skirmish_figures": 1}),
        json!({}),
        json!({"cavalry_v_infantry": 1}),
        json!({"cavalry_v_infantry": -2}),
    );
    points(
        json!({"arm": "medium_cavalry", "ranks": [4, 3]}),
        json!({"formation": "battalion_mass", "ranks": [4, 4]}),
        json!({}),
        json!({}),
        json!({}),
    );
}

/// §skema-XV.note2 attack column, missing skirmishers and flank are idle in a continued melee; so is momentum (§12.03.4)
#[test]
fn continued() {
    let column = json!({"formation": "attack_column", "flank_attack": true});
    let bare = json!({"skirmishers_out": false});
    points(
        column.clone(),
        bare.clone(),
        json!({}),
        json!({"attack_column": 2, "no_skirmishers": 2, "flank": 3}),
        json!({"flank": -3}),
    );
    points(column, bare, json!({"continued": true}), json!({}), json!({}));
    let cuirassiers = json!({"arm": "medium_cavalry", "momentum": "storm", "first_action": true});
    points(
        cuirassiers.clone(),
        json!({"arm": "medium_cavalry"}),
        json!({}),
        json!({"storm": 1, "first_action": 1}),
        json!({}),
    );
    points(
        cuirassiers,
        json!({"arm": "medium_cavalry"}),
        json!({"continued": true}),
        json!({"no_momentum": -2}),
        json!({"no_momentum": -2}),
    );
}

/// §12.03.11 obstacles cost the attacker 1, 3, 6; cover gives the defender 2
#[test]
fn obstacles_and_cover() {
    for (obstacle, cost) in [(1, -1), (2, -3), (3, -6)] {
        points(
            json!({"obstacle": obstacle}),
            json!({"cover": obstacle}),
            json!({}),
            json!({"obstacle": cost}),
            json!({"cover": 2}),
        );
    }
}

/// §12.03.2 §12.03.3 square, also on one front or with both flanks secured; other infantry, hobs too, fares worse
#[test]
fn cavalry_against_infantry() {
    let horse = json!({"arm": "medium_cavalry"});
    for facts in [
        json!({"formation": "square"}),
        json!({"formation": "square_one_front"}),
        json!({"flanks_secured": true}),
    ] {
        points(
            horse.clone(),
            facts,
            json!({}),
            json!({"cavalry_v_square": -3}),
            json!({"cavalry_v_square": 1}),
        );
    }
    for formation in ["line", "hob", "attack_column"] {
        points(
            horse.clone(),
            json!({"formation": formation}),
            json!({}),
            json!({"cavalry_v_infantry": 1}),
            json!({"cavalry_v_infantry": -2}),
        );
    }
    points(horse.clone(), json!({"street_facing": true}), json!({}), json!({}), json!({}));
    points(json!({}), json!({"formation": "square"}), json!({}), json!({}), json!({}));
    // A square in rout is none.
    points(
        horse,
        json!({"formation": "square", "order": "FU"}),
        json!({}),
        json!({"cavalry_v_infantry": 1, "closed_v_spread": 6}),
        json!({"cavalry_v_infantry": -2, "order": -8}),
    );
}

/// §12.01.6 without ammunition a square counts as a mass and a mass as other infantry, against a quarter as many horse
#[test]
fn empty_squares() {
    let horse = json!({"arm": "medium_cavalry", "ranks": [5]});
    let fewer = json!({"arm": "medium_cavalry", "ranks": [4]});
    let square = json!({"formation": "square", "no_ammunition": true});
    let mass = json!({"formation": "battalion_mass", "no_ammunition": true});
    points(
        horse.clone(),
        square.clone(),
        json!({}),
        json!({}),
        json!({"more_figures": 2, "no_ammunition": -2}),
    );
    points(
        fewer.clone(),
        square,
        json!({}),
        json!({"cavalry_v_square": -3}),
        json!({"more_figures": 2, "cavalry_v_square": 1, "no_ammunition": -2}),
    );
    points(
        horse,
        mass.clone(),
        json!({}),
        json!({"cavalry_v_infantry": 1}),
        json!({"more_figures": 2, "cavalry_v_infantry": -2, "no_ammunition": -2}),
    );
    points(fewer, mass, json!({}), json!({}), json!({"more_figures": 2, "no_ammunition": -2}));
}

/// §skema-XV guns, train and workers stand in the place of the rows for infantry
#[test]
fn guns_and_workers() {
    points(
        json!({"arm": "medium_cavalry"}),
        json!({"arm": "artillery"}),
        json!({}),
        json!({"v_artillery": 3}),
        json!({"v_artillery": -1}),
    );
    points(
        json!({}),
        json!({"arm": "train"}),
        json!({}),
        json!({"v_artillery": 3}),
        json!({"v_artillery": -1}),
    );
    points(
        json!({}),
        json!({"formation": "working"}),
        json!({}),
        json!({"v_artillery": 3, "closed_v_spread": 6}),
        json!({"v_artillery": -1}),
    );
}

/// §12.03.8 §17.03.1 missing skirmishers: only infantry against infantry, not in towns, the attacker not against cover
#[test]
fn missing_skirmishers() {
    let bare = json!({"skirmishers_out": false});
    points(json!({}), bare.clone(), json!({}), json!({"no_skirmishers": 2}), json!({}));
    points(bare.clone(), json!({}), json!({}), json!({}), json!({"no_skirmishers": 2}));
    points(bare.clone(), bare.clone(), json!({"built_up_area": true}), json!({}), json!({}));
    points(
        bare.clone(),
        json!({"skirmishers_out": false, "cover": 1}),
        json!({}),
        json!({}),
        json!({"cover": 2, "no_skirmishers": 2}),
    );
    points(
        json!({}),
        json!({"skirmishers_out": false, "arm": "artillery"}),
        json!({}),
        json!({"v_artillery": 3}),
        json!({"v_artillery": -1}),
    );
    points(
        json!({}),
        json!({"skirmishers_out": false, "skirmish_figures": 3}),
        json!({}),
        json!({}),
        json!({}),
    );
    points(
        json!({"formation": "skirmish"}),
        json!({"formation": "skirmish", "skirmishers_out": false}),
        json!({}),
        json!({}),
        json!({}),
    );
}

/// §skema-XV.note4 an obstacle before the defender bars the bonus for both, unless both attack
#[test]
fn behind_an_obstacle() {
    let bare = json!({"skirmishers_out": false});
    let wall = json!({"skirmishers_out": false, "obstacle": 1});
    points(wall.clone(), bare.clone(), json!({}), json!({"obstacle": -1}), json!({}));
    points(
        wall,
        bare,
        json!({"both_attack": true}),
        json!({"obstacle": -1, "no_skirmishers": 2}),
        json!({"no_skirmishers": 2}),
    );
}

/// §09.02.7 smoke hampers the defender who fired closed, not rifles or skirmishers
#[test]
fn smoke() {
    points(json!({}), json!({"smoke": "last_turn"}), json!({}), json!({}), json!({"smoke": -1}));
    points(json!({}), json!({"smoke": "this_turn"}), json!({}), json!({}), json!({"smoke": -2}));
    points(
        json!({"rifles_only": true}),
        json!({"smoke": "this_turn", "rifles_only": true}),
        json!({}),
        json!({"rifles_only": -2}),
        json!({"rifles_only": -2}),
    );
    points(
        json!({"formation": "skirmish"}),
        json!({"smoke": "this_turn", "formation": "skirmish"}),
        json!({}),
        json!({}),
        json!({}),
    );
    points(json!({}), json!({"not_stationary": true}), json!({}), json!({}), json!({"not_stationary": -2}));
}

/// §12.03.5 §12.03.6 uphill costs a point; a flank 3 each way, but not where there is none
#[test]
fn uphill_and_flank() {
    points(json!({"uphill": true}), json!({"uphill": true}), json!({}), json!({"uphill": -1}), json!({}));
    points(
        json!({"flank_attack": true}),
        json!({"formation": "square_one_front"}),
        json!({}),
        json!({"flank": 3}),
        json!({"flank": -3}),
    );
    for formation in ["square", "battalion_mass", "hob"] {
        points(
            json!({"flank_attack": true}),
            json!({"formation": formation}),
            json!({}),
            json!({}),
            json!({}),
        );
    }
    points(
        json!({"flank_attack": true}),
        json!({"formation": "skirmish"}),
        json!({}),
        json!({"closed_v_spread": 6}),
        json!({}),
    );
}

/// §12.03.7.10 §12.03.9 §12.03.12 support 2 however many, first fire 2, first attack 1 with momentum, a complete victory 2
#[test]
fn support_and_first_actions() {
    let all = json!({"support": true, "first_action": true, "complete_victory": true});
    let rows = json!({"support": 2, "first_action": 2, "complete_victory": 2});
    points(all.clone(), all, json!({}), rows.clone(), rows);
    let horse = json!({"arm": "medium_cavalry", "first_action": true});
    points(horse.clone(), horse, json!({}), json!({"first_action": 1}), json!({"first_action": 1}));
    let slow = json!({"arm": "medium_cavalry", "first_action": true, "momentum": "none"});
    points(slow.clone(), slow.clone(), json!({}), json!({"no_momentum": -2}), json!({"no_momentum": -2}));
    points(
        json!({}),
        json!({"arm": "artillery", "first_action": true}),
        json!({}),
        json!({"v_artillery": 3}),
        json!({"v_artillery": -1}),
    );
    // A defender without momentum loses only against cavalry.
    points(json!({}), slow, json!({}), json!({}), json!({}));
}

/// §skema-XV order, cavalry types, training, valeur and chief
#[test]
fn standing_points() {
    for (arm, value) in [("heavy_cavalry", 2), ("light_cavalry", -2), ("cossacks", -3)] {
        points(
            json!({"arm": "medium_cavalry"}),
            json!({"arm": arm}),
            json!({}),
            json!({}),
            json!({"cavalry_type": value}),
        );
    }
    let facts = json!({"order": "LU2", "training": 2, "valeur": -3, "chief_modifier": 1});
    let rows = json!({"order": -2, "training": 2, "valeur": -3, "chief": 1});
    points(facts.clone(), facts, json!({}), rows.clone(), rows);
    points(json!({}), json!({"order": "U"}), json!({}), json!({}), json!({"order": -4}));
}

/// §12.02.1 when both attack both read the attacker's column and his ranks; not against a flank or in disorder
#[test]
fn both_attack() {
    let both = json!({"both_attack": true});
    let defender = json!({"cover": 1, "smoke": "this_turn", "not_stationary": true, "uphill": true, "obstacle": 2, "formation": "march_column"});
    points(
        json!({}),
        defender.clone(),
        both.clone(),
        json!({}),
        json!({"march_column": -2, "obstacle": -3, "uphill": -1}),
    );
    points(
        json!({"flank_attack": true}),
        defender,
        both.clone(),
        json!({"flank": 3}),
        json!({"march_column": -3, "cover": 2, "smoke": -2, "not_stationary": -2, "flank": -3}),
    );
    points(
        json!({}),
        json!({"arm": "medium_cavalry", "momentum": "none"}),
        both.clone(),
        json!({}),
        json!({}),
    );
    melee(
        json!({}),
        json!({}),
        both.clone(),
        [3, 3, 3, 4, 4, 4],
        json!({"attacker_ranks": 1, "defender_ranks": 2, "loser_result": "U"}),
    );
    melee(
        json!({}),
        json!({}),
        both.clone(),
        [3, 3, 3, 5, 5, 5],
        json!({"attacker_ranks": 1, "defender_ranks": 3, "attacker_order_after": "FU", "prisoners_if_held": 4}),
    );
    melee(
        json!({}),
        json!({"order": "U"}),
        both,
        [3, 3, 3, 6, 6, 4],
        json!({"defender_ranks": 2, "defender_modifier": -4, "winner": "defender", "difference": 3}),
    );
}

/// §12.02.2 §12.02.2.1 §12.02.2.2 dice and points; the higher wins, equal totals have no winner
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

/// §12.02.2.3 the winner keeps his order; the loser's disorder follows the difference and adds to what he had
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

/// §12.02.2.4 §skema-XVIII each side's own total kills for each of its units; prisoners for the attacker's
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

/// §12.01.5 without ammunition infantry fights with one rank, and kills only when the enemy is routed
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

/// §13.02.1 §13.02.2 disorder that cannot retire and loses is rout; whoever attacks a routed unit loses nobody
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

/// §13.01.4 a unit in disorder that beats the attacker into disorder: nobody retires
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

fn contagion(fleeing: Value, threatened: Value, dice: [i64; 6], expected: Value) {
    let plain = json!({"arm": "infantry", "figures": 20});
    let facts = json!({"fleeing": with(plain.clone(), fleeing), "threatened": with(plain, threatened)});
    common::check("contagion", facts, &dice, expected);
}

/// §13.05.1 §13.05.2 as a melee with the fleeing unit as attacker, any arm; squares throw back whatever flees
#[test]
fn contagion_points() {
    let square = json!({"formation": "square", "order": "LU2", "support": true, "cover": 1});
    contagion(
        json!({"arm": "train", "uphill": true, "obstacle": 2, "complete_victory": true}),
        square,
        [3; 6],
        json!({"fleeing_points": {"obstacle": -3, "cavalry_v_square": -3, "uphill": -1, "complete_victory": 2}, "threatened_points": {"cover": 2, "cavalry_v_square": 1, "order": -2, "support": 2}}),
    );
    contagion(
        json!({"figures": 60}),
        json!({"formation": "march_column", "valeur": 2, "training": 1, "chief_modifier": -1}),
        [3; 6],
        json!({"fleeing_points": {"more_figures": 2}, "threatened_points": {"march_column": -3, "valeur": 2, "training": 1, "chief": -1}}),
    );
    contagion(
        json!({"flank": true}),
        json!({"formation": "line"}),
        [3; 6],
        json!({"fleeing_points": {"flank": 3}, "threatened_points": {"flank": -3}}),
    );
    contagion(json!({"flank": true}), json!({"formation": "hob"}), [3; 6], json!({"fleeing_points": {}}));
    contagion(
        json!({}),
        json!({"formation": "square", "figures": 7}),
        [3; 6],
        json!({"fleeing_points": {"more_figures": 1}}),
    );
}

/// §13.05.3 no deduction against own cavalry, though it keeps its point against other infantry
#[test]
fn own_cavalry_in_flight() {
    contagion(
        json!({"arm": "heavy_cavalry"}),
        json!({}),
        [3; 6],
        json!({"fleeing_points": {"cavalry_v_infantry": 1, "cavalry_type": 2}, "threatened_points": {}}),
    );
    contagion(
        json!({"arm": "heavy_cavalry"}),
        json!({"formation": "battalion_mass"}),
        [3; 6],
        json!({"fleeing_points": {"cavalry_type": 2}}),
    );
    contagion(
        json!({"arm": "heavy_cavalry"}),
        json!({"arm": "light_cavalry"}),
        [3; 6],
        json!({"fleeing_points": {"cavalry_type": 2}, "threatened_points": {"cavalry_type": -2}}),
    );
}

/// §skema-XV.note3 marked rows do not count: nothing against guns, no skirmishers, no momentum
#[test]
fn rows_that_do_not_count() {
    contagion(
        json!({"arm": "medium_cavalry"}),
        json!({"arm": "artillery"}),
        [3; 6],
        json!({"fleeing_points": {}, "threatened_points": {}}),
    );
    contagion(json!({}), json!({}), [3; 6], json!({"fleeing_points": {}, "threatened_points": {}}));
}

/// §13.05.4 the difference decides whether the threatened unit stands, retires or flees
#[test]
fn carried_away() {
    for (dice, difference, effect, after) in [
        ([3, 3, 3, 3, 3, 3], 0, "OR", "LU2"),
        ([3, 3, 3, 6, 6, 6], -9, "OR", "LU2"),
        ([4, 4, 3, 1, 4, 2], 4, "U", "U"),
        ([3, 3, 3, 3, 3, 1], 2, "LU2", "U"),
        ([6, 4, 4, 3, 3, 3], 5, "FU", "FU"),
    ] {
        contagion(
            json!({"valeur": -2}),
            json!({"order": "LU2"}),
            dice,
            json!({"difference": difference, "effect": effect, "threatened_order_after": after}),
        );
    }
}
