//! Chapters 4.6.4, 4.7 and 4.8: ground, obstacles, towns, and batteries in towns.

use crate::common::{FOOT_GUNS, HUSSARS, LINE, expect, json, move_of};
use krigsspil_engine::serde_json::Value;

/// §4.7.2 a bridge is open to march columns and limbered guns; others are in the river.
#[test]
fn bridges() {
    let bridge =
        |arm: &str, formation: &str| json!({"feature": "bridge", "arm": arm, "formation": formation});
    expect(
        "terrain",
        bridge("infantry", "march_column"),
        &[],
        json!({"halves_march": false, "melee_terrain": "open"}),
    );
    expect("terrain", bridge("artillery", "limbered"), &[], json!({"halves_march": false}));
    expect(
        "terrain",
        bridge("infantry", "column"),
        &[],
        json!({"halves_march": true, "melee_terrain": "river"}),
    );
    let cross = |formation: &str, difficult: bool| {
        move_of(
            LINE,
            formation,
            json!([{"formation": formation, "distance_cm": 5, "bridge": true, "difficult": difficult}]),
        )
    };
    expect("march", cross("march_column", false), &[], json!({"left_cm": 20.0}));
    expect("march", cross("column", false), &[], json!({"left_cm": 15.0}));
    expect("march", cross("column", true), &[], json!({"left_cm": 15.0}));
}

/// §4.7.3 nobody marches through a wood; infantry in line has cover on its edge.
#[test]
fn woods() {
    let wood = |arm: &str, formation: &str| json!({"feature": "wood", "arm": arm, "formation": formation});
    expect(
        "terrain",
        wood("infantry", "line"),
        &[],
        json!({"passable": false, "may_stand": true, "fire_cover": true, "melee_terrain": "wood"}),
    );
    expect(
        "terrain",
        wood("infantry", "column"),
        &[],
        json!({"may_stand": false, "may_fight": false, "fire_cover": false}),
    );
    expect(
        "march",
        move_of(LINE, "line", json!([{"formation": "line", "wood": true}])),
        &[],
        json!({"reasons": ["wood"]}),
    );
}

/// §4.7.4 hedges and fences cover nobody and cost horses and guns a quarter turn.
#[test]
fn hedges() {
    let hedge = |arm: &str| json!({"feature": "hedge_or_fence", "arm": arm, "formation": "line"});
    expect("terrain", hedge("infantry"), &[], json!({"cost_quarters": 0, "fire_cover": false}));
    expect("terrain", hedge("cavalry"), &[], json!({"cost_quarters": 1, "fire_cover": false}));
    let over = |formation: &str| json!([{"formation": formation, "hedges": 2}]);
    expect("march", move_of(LINE, "line", over("line")), &[], json!({"fixed_quarters": 0}));
    expect("march", move_of(HUSSARS, "line", over("line")), &[], json!({"fixed_quarters": 2}));
    expect("march", move_of(FOOT_GUNS, "limbered", over("limbered")), &[], json!({"fixed_quarters": 2}));
}

/// §4.7.5 stone fences cost every arm a quarter turn, and cover infantry (R20).
#[test]
fn stone_fences() {
    let fence = |arm: &str| json!({"feature": "stone_fence", "arm": arm, "formation": "line"});
    expect(
        "terrain",
        fence("infantry"),
        &[],
        json!({"cost_quarters": 1, "fire_cover": true, "melee_terrain": "cover"}),
    );
    expect(
        "terrain",
        fence("artillery"),
        &[],
        json!({"cost_quarters": 1, "fire_cover": false, "melee_terrain": "open"}),
    );
    expect(
        "march",
        move_of(LINE, "line", json!([{"formation": "line", "stone_fences": 3}])),
        &[],
        json!({"fixed_quarters": 3}),
    );
}

/// §4.7.5.p2 walls stop horses and guns and cost infantry a quarter turn.
#[test]
fn walls() {
    let wall = |arm: &str| json!({"feature": "wall", "arm": arm, "formation": "line"});
    expect(
        "terrain",
        wall("infantry"),
        &[],
        json!({"passable": true, "cost_quarters": 1, "fire_cover": true}),
    );
    expect(
        "terrain",
        wall("cavalry"),
        &[],
        json!({"passable": false, "may_stand": true, "fire_cover": false}),
    );
    let over = json!([{"formation": "line", "walls": 1}]);
    expect("march", move_of(LINE, "line", over.clone()), &[], json!({"allowed": true, "fixed_quarters": 1}));
    expect("march", move_of(HUSSARS, "line", over), &[], json!({"reasons": ["wall"], "fixed_quarters": 0}));
}

/// §4.7.6 impassable ground is open only to units that the scenario allows, and nobody fights there.
#[test]
fn impassable_ground() {
    let ground = |permits: bool| json!({"feature": "impassable", "arm": "infantry", "formation": "line", "scenario_permits": permits});
    expect("terrain", ground(false), &[], json!({"passable": false, "may_stand": false}));
    expect("terrain", ground(true), &[], json!({"passable": true, "may_stand": true, "may_fight": false}));
}

/// §4.8.1 §4.8.2 a town zone of 225 cm² holds one unit of any size, or 40 figures of several, and one battery.
#[test]
fn room_in_towns() {
    let troops =
        |units: i32, figures: i32, guns: i32| json!({"units": units, "figures": figures, "batteries": guns});
    expect("town_deploy", troops(1, 90, 1), &[], json!({"allowed": true, "zone_area_cm2": 225}));
    expect("town_deploy", troops(2, 40, 0), &[], json!({"allowed": true}));
    expect("town_deploy", troops(2, 41, 2), &[], json!({"reasons": ["over_40_figures", "second_battery"]}));
    let village = json!({"feature": "village", "arm": "infantry", "formation": "line"});
    expect(
        "terrain",
        village,
        &[],
        json!({"fire_cover": false, "cost_quarters": 0, "melee_terrain": "open"}),
    );
}

/// §4.8.3 a march column goes through an open town at no cost; any other action in a town takes a turn.
#[test]
fn through_towns() {
    let town = |formation: &str, how: &str, blocked: bool| {
        move_of(
            LINE,
            formation,
            json!([{"formation": formation, "distance_cm": 0, "town": how, "town_blocked": blocked}]),
        )
    };
    expect(
        "march",
        town("march_column", "through", false),
        &[],
        json!({"allowed": true, "fixed_quarters": 0}),
    );
    expect("march", town("march_column", "through", true), &[], json!({"reasons": ["town_blocked"]}));
    expect("march", town("line", "through", false), &[], json!({"reasons": ["town_through_formation"]}));
    for how in ["enter", "leave", "inside"] {
        expect(
            "march",
            town("line", how, true),
            &[],
            json!({"allowed": true, "fixed_quarters": 4, "left_cm": 0.0}),
        );
    }
    let zone = |formation: &str| json!({"feature": "town_zone", "arm": "infantry", "formation": formation});
    expect("terrain", zone("march_column"), &[], json!({"cost_quarters": 0, "melee_terrain": "town"}));
    expect("terrain", zone("line"), &[], json!({"cost_quarters": 4, "fire_cover": true}));
}

fn battery(action: &str, more: Value) -> Value {
    let mut facts = more;
    facts["action"] = json!(action);
    facts
}

/// §4.6.4 a battery enters a town it touches, and leaves by its own side with its rear to the town.
#[test]
fn batteries_enter_and_leave() {
    expect(
        "town_battery",
        battery("enter", json!({"in_contact": true, "facing": "inward"})),
        &[],
        json!({"allowed": true, "cost_quarters": 4, "facing_after": "outward"}),
    );
    expect("town_battery", battery("enter", json!({})), &[], json!({"reasons": ["no_contact"]}));
    expect("town_battery", battery("leave", json!({})), &[], json!({"allowed": true, "exit_side": "own"}));
    expect(
        "town_battery",
        battery("leave", json!({"facing": "inward"})),
        &[],
        json!({"reasons": ["facing_inward"], "exit_side": null, "facing_after": "inward"}),
    );
}

/// §4.6.4.p2 to another side it goes in one move phase, front to the town, and turns outward in the next.
#[test]
fn batteries_shift_sides() {
    expect(
        "town_battery",
        battery("shift_side", json!({})),
        &[],
        json!({"allowed": true, "cost_quarters": 4, "facing_after": "inward"}),
    );
    expect(
        "town_battery",
        battery("fire", json!({"facing": "inward", "line_through_battery_side": true})),
        &[],
        json!({"reasons": ["facing_inward"]}),
    );
    expect(
        "town_battery",
        battery("turn_out", json!({"facing": "inward"})),
        &[],
        json!({"allowed": true, "cost_quarters": 4, "facing_after": "outward"}),
    );
    expect("town_battery", battery("turn_out", json!({})), &[], json!({"reasons": ["facing_outward"]}));
}

/// §4.6.4.p3 under continued melee it leaves only after a successful reaction, by the opposite side.
#[test]
fn batteries_slip_out() {
    let leave = |reacted: bool| {
        battery("leave", json!({"continued_melee": true, "reaction_succeeded": reacted, "facing": "inward"}))
    };
    expect("town_battery", leave(false), &[], json!({"reasons": ["continued_melee"], "exit_side": null}));
    expect("town_battery", leave(true), &[], json!({"allowed": true, "exit_side": "opposite"}));
}

/// §4.8.6 §4.8.6.p2 one battery in a town; it fires and is fired at through its own side, and not during continued melee.
#[test]
fn batteries_in_towns_fire() {
    expect(
        "town_battery",
        battery("enter", json!({"in_contact": true, "town_has_battery": true})),
        &[],
        json!({"reasons": ["second_battery"]}),
    );
    let fire = |melee: bool, side: bool| {
        battery("fire", json!({"continued_melee": melee, "line_through_battery_side": side}))
    };
    expect("town_battery", fire(false, true), &[], json!({"allowed": true, "cost_quarters": 0}));
    expect("town_battery", fire(false, false), &[], json!({"reasons": ["wrong_side"]}));
    expect("town_battery", fire(true, true), &[], json!({"reasons": ["continued_melee"]}));
    expect("town_battery", battery("be_fired_on", json!({})), &[], json!({"reasons": ["wrong_side"]}));
    expect(
        "town_battery",
        battery("be_fired_on", json!({"line_through_battery_side": true, "continued_melee": true})),
        &[],
        json!({"allowed": true}),
    );
}
