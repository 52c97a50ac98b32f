//! Steep hillsides (§07.03.2, skema VI), and material left on the field (§01.03.5).

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::{Value, json};

use crate::table::*;

/// A square ring of this half width in centimetres about 60,80.
fn ring(half: f64) -> Value {
    let (west, east, south, north) = (60.0 - half, 60.0 + half, 80.0 - half, 80.0 + half);
    json!([[[west, south], [east, south], [east, north], [west, north], [west, south]]])
}

/// A hill whose contours have these half widths, the lowest first.
fn hill(units: &[&str], halves: &[f64]) -> Table {
    let mut words = Words::of(units);
    for (level, half) in halves.iter().enumerate() {
        let level = json!({"kind": "contour", "level": level + 1});
        words = words.with_feature(level, "Polygon", ring(*half));
    }
    words.with_dice(&[])
}

/// §07.03.2 a second step is difficult ground if its contour is under 10 cm from the first; a single step never is.
#[test]
fn close_contours_are_difficult() {
    // A line marches 10 cm, in difficult ground 5. It stands on the first step, right before the second.
    for (contours, cm) in
        [(vec![40.0], 10.0), (vec![40.0, 29.9], 10.0), (vec![40.0, 30.1], 5.0), (vec![40.0, 30.1, 15.0], 5.0)]
    {
        let mut table = hill(&["b1 line of 20 at 60,40.5", "r1 line of 20 at 200,200"], &contours);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert!(near(table.at("b1")[1], 40.5 + cm), "{contours:?}: {:?}", table.at("b1"));
    }
}

/// §07.03.2 only where they run close: of two units side by side the one on the gentle side marches freely, and downhill counts like uphill.
#[test]
fn a_hill_is_steep_where_its_contours_are_close() {
    let steep = json!([[[20, 40], [100, 40], [100, 120], [20, 120], [20, 40]]]);
    let second = json!([[[25, 49], [65, 49], [65, 115], [25, 115], [25, 49]]]);
    let words = Words::of(&[
        "b1 line of 10 at 40,40.5",
        "b2 line of 10 at 72,40.5",
        "b3 line of 10 facing south at 50,48.5",
        "r1 line of 20 at 200,200",
    ]);
    let words = words.with_feature(json!({"kind": "contour", "level": 1}), "Polygon", steep);
    let words = words.with_feature(json!({"kind": "contour", "level": 2}), "Polygon", second);
    let mut table = words.with_dice(&[]);
    for unit in ["b1", "b2", "b3"] {
        table.order(unit, UnitOrder::march(vec![AHEAD]));
    }
    table.turn();
    assert!(near(table.at("b1")[1], 45.5), "{:?}", table.at("b1"));
    assert!(near(table.at("b2")[1], 50.5), "{:?}", table.at("b2"));
    assert!(near(table.at("b3")[1], 43.5), "{:?}", table.at("b3"));
}

/// §skema-VI §07.03.2 a step under 2 cm wide is an obstacle I: it costs a closed unit a degree; a wider one costs none.
#[test]
fn narrow_steps_are_obstacles() {
    for (second, order) in [(37.9, State::Good), (38.1, State::Light1)] {
        let mut table =
            hill(&["b1 attack_column of 24 at 60,39", "r1 line of 20 at 200,200"], &[40.0, second]);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert_eq!(table.unit("b1").order, order, "{second}");
    }
}

/// §01.03.5 §skema-VI guns without gunners are an obstacle I, from base edge to base edge: whoever marches over them in close order
/// comes into a degree of light disorder; whoever passes a millimetre beside them does not.
#[test]
fn guns_without_gunners_are_an_obstacle() {
    for (off, order) in [(0.0, State::Light1), (0.2, State::Good)] {
        let mut table = table(
            &[
                "b1 battery of 4 at 60,60",
                "b2 attack_column of 24 at 60,40",
                "r1 attack_column of 24 at 60,90",
                "r2 attack_column of 24 at 150,150",
            ],
            &[],
        );
        table.answers.push(("goes_back", "go_back"));
        table.order("r1", UnitOrder::Move { steps: vec![ATTACK], target: Some("b1".into()), support: None });
        table.turn();
        assert!(table.unit("b1").left_guns.is_some());
        let guns = 2.5;
        let east = 60.0 + off + guns + 9.0 / 2.0 - 0.1;
        let put = |unit: &str, x: f64, y: f64| json!({"do": "move", "unit": unit, "place": [x * 10.0, y * 10.0], "facing": 0.0});
        for (unit, x, y) in [("b1", 200.0, 20.0), ("r1", 200.0, 220.0), ("b2", east, 50.0)] {
            table.act("umpire", put(unit, x, y)).unwrap();
        }
        table.order("b2", UnitOrder::march(vec![AHEAD])).turn();
        assert!(near(table.at("b2")[1], 70.0), "{:?}", table.at("b2"));
        assert_eq!(table.unit("b2").order, order, "{off}");
    }
}
