//! Chapter 12: the points of the melee.

use crate::common::melee;
use krigsspil_engine::serde_json::{Value, json};

/// The points of both sides.
fn points(attacker: Value, defender: Value, both: Value, attackers: Value, defenders: Value) {
    let expected = json!({"attacker_points": attackers, "defender_points": defenders});
    melee(attacker, defender, both, [3; 6], expected);
}

/// §12.03.1 twice as many gives a point, three times gives two, only the greater; skirmishers sent out count (§14.04.3)
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

/// §skema-XV.note1 attack columns of at least 8 figures, infantry only; the same for squares and masses
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

/// §skema-XV.note2 attack column, missing skirmishers and flank do not count in a continued melee; nor does momentum (§12.03.4)
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

/// §12.03.2 §12.03.3 a square, also on one front or with both flanks secured; other infantry, including hobs, does worse
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
    // A square in rout is not a square.
    points(
        horse,
        json!({"formation": "square", "order": "FU"}),
        json!({}),
        json!({"cavalry_v_infantry": 1, "closed_v_spread": 6}),
        json!({"cavalry_v_infantry": -2, "order": -8}),
    );
}

/// §12.01.6 without ammunition a square counts as a mass and a mass as other infantry, against a quarter as many cavalry
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

/// §skema-XV rows for guns, train and workers replace the rows for infantry
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

/// §12.03.8 §17.03.1 missing skirmishers: only infantry against infantry, not in towns, and for the attacker not against cover
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

/// §skema-XV.note4 an obstacle in front of the defender bars the bonus for both, unless both attack
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

/// §09.02.7 smoke hampers the defender who fired in closed formation, not rifles or skirmishers
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

/// §12.03.5 §12.03.6 uphill costs a point; a flank is 3 for each side, but not if there is none
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

/// §12.03.7.10 §12.03.9 §12.03.12 any number of supports gives 2, first fire 2, first attack with momentum 1, a complete victory 2
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
    // A defender without momentum loses the points only against cavalry.
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

/// §12.02.1 if both attack, both use the attacker's column and ranks; not against a flank or in disorder
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
