//! Chapter 13: contagion.

use crate::common;
use crate::common::with;
use krigsspil_engine::serde_json::{Value, json};

fn contagion(fleeing: Value, threatened: Value, dice: [i64; 6], expected: Value) {
    let plain = json!({"arm": "infantry", "figures": 20});
    let facts = json!({"fleeing": with(plain.clone(), fleeing), "threatened": with(plain, threatened)});
    common::check("contagion", facts, &dice, expected);
}

/// §13.05.1 §13.05.2 like a melee with the fleeing unit as attacker, for any arm; squares throw back whatever flees
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

/// §13.05.3 no deduction against friendly cavalry, although it keeps its point against other infantry
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

/// §skema-XV.note3 rows with the note do not count: nothing against guns, no skirmishers, no momentum
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
