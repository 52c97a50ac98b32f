//! Reserve and flank areas beside the table, and scouting.

use krigsspil_engine::battle::{Heading, Place};
use krigsspil_gdc::battle::off_board::{Area, Beside};
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::json;

use crate::table::{Table, Words};

fn with(units: &[&str], options: &[&'static str]) -> Words {
    let mut words = Words::of(units);
    words.options = options.to_vec();
    words
}

fn off(to: Area) -> UnitOrder {
    UnitOrder::MarchOff { to }
}

fn beside(to: Beside, yards: f64) -> UnitOrder {
    UnitOrder::OffBoard { to, yards, place: None }
}

fn enter(x: f64, y: f64) -> UnitOrder {
    UnitOrder::OffBoard { to: Beside::Enter, yards: 0.0, place: Some(Place([x, y])) }
}

fn movement(table: &mut Table, id: &str, order: UnitOrder) {
    table.to(Step::Movement);
    table.order(id, order);
    table.turn();
}

/// §6.5 a unit at its baseline goes off to the reserve in one turn, to a flank area in another, along it at its road rate, and comes onto the table from there
/// in a turn; it charges nobody as it comes. The enemy sees dust while it is on the flank, and nothing while it is in reserve.
#[test]
fn around_the_flank() {
    let units =
        ["b1 column at 1500,90", "b2 column at 1000,700", "r1 column at 2500,1000", "r2 column at 300,2900"];
    let mut table = with(&units, &["flank_areas"]).with_dice(&[60; 20]);
    table.to(Step::Movement);
    assert_eq!(table.refused("b2", off(Area::Reserve)), "not_at_the_edge");
    assert_eq!(table.refused("b1", off(Area::Left)), "not_at_the_edge");
    movement(&mut table, "b1", off(Area::Reserve));
    assert!(!table.unit("b1").here());
    let dust = |table: &Table| table.game.view(&"red".into()).json()["dust"].clone();
    assert_eq!(dust(&table), json!([]));
    movement(&mut table, "b1", beside(Beside::Right, 0.0));
    assert_eq!(dust(&table), json!([{"side": "blue", "place": [3000.0, 0.0]}]));
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", beside(Beside::Left, 0.0)), "not_adjacent");
    assert_eq!(table.refused("b1", beside(Beside::Along, 1900.0)), "road_rate");
    // Infantry marches 500 yards on a road.
    for _ in 0..2 {
        movement(&mut table, "b1", beside(Beside::Along, 500.0));
    }
    assert_eq!(dust(&table), json!([{"side": "blue", "place": [3000.0, 1000.0]}]));
    movement(&mut table, "b1", beside(Beside::Enter, 0.0));
    let [x, y] = table.at("b1");
    assert!(table.unit("b1").here() && x > 2800.0 && (y - 1000.0).abs() < 60.0, "{x} {y}");
    assert!((table.unit("b1").placed.pose().facing.as_degrees() - 270.0).abs() < 0.1);
    assert!(table.told("declares_charge").is_empty());
    // In the next turn it charges like anybody.
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
}

/// §6.5 without the option nobody leaves the table.
#[test]
fn nobody_leaves() {
    let mut table = with(&["b1 column at 1500,90", "r1 column at 1500,2900"], &[]).with_dice(&[]);
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", off(Area::Reserve)), "no_flank_areas");
}

/// §6.5 a place of the baseline with an enemy within 200 yards is closed; beside him it is open.
#[test]
fn an_overrun_baseline() {
    let units = ["b1 column at 1500,90", "b2 column at 200,300", "r1 column facing north at 900,200"];
    let mut table = with(&units, &["flank_areas"]).with_dice(&[60; 20]);
    movement(&mut table, "b1", off(Area::Reserve));
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", enter(900.0, 0.0)), "baseline_overrun");
    table.order("b1", enter(1400.0, 0.0));
    table.turn();
    assert!(table.unit("b1").here() && (table.at("b1")[0] - 1400.0).abs() < 100.0, "{:?}", table.at("b1"));
}

/// §6.5 reinforcements whose place is overrun come in beside it, at least 200 yards from the enemy.
#[test]
fn reinforcements_avoid_the_enemy() {
    for overrun in [true, false] {
        let red = if overrun { "r1 column facing north at 1500,150" } else { "r1 column at 1500,2800" };
        let units = ["b1 column at 300,300", "b2 column at 700,300", red];
        let mut scenario = with(&units, &[]).scenario();
        let text = scenario.text.replace("place = [700.0, 300.0]\n", "")
            + "[[reinforcement]]\nturn = 2\nwho = [\"b2\"]\nplace = [1500, 60]\nfacing = 0.0\n";
        scenario =
            krigsspil_engine::scenario::Scenario::read("test.toml", &text, &scenario.ground_text).unwrap();
        let rules = krigsspil_gdc::battle::Gdc::printed().unwrap();
        let game = krigsspil_engine::battle::Played::setup_with_dice(
            rules,
            &scenario,
            Default::default(),
            7,
            vec![60; 20],
        );
        let mut table = Table { game: game.unwrap(), answers: vec![], asked: vec![], events: vec![] };
        table.turn();
        assert!(table.unit("b2").here());
        assert_eq!((table.at("b2")[0] - 1500.0).abs() > 190.0, overrun, "{:?}", table.at("b2"));
    }
}

/// §opt.scouting §10.7 a side that scouts twice as well as the other sets up as far as the centre line, and uses flank areas alone; with less than that both
/// set up as the scenario says and both use them.
#[test]
fn scouting() {
    for (red, better) in [
        ("cavalry column of 4 at 2000,2890 class=light", true),
        ("cavalry column of 12 at 2000,2690 class=light", false),
    ] {
        let red = format!("r1 {red}");
        let units = ["b1 cavalry column of 10 at 1500,500 class=light", "b2 column at 900,500", &red];
        let mut table = with(&units, &["flank_areas", "scouting"]).with_dice(&[]);
        let ahead = |y: f64| UnitOrder::Deploy { place: Place([900.0, y]), facing: Heading(0.0) };
        if better {
            table.to(Step::Command);
            assert_eq!(table.refused("b2", ahead(1520.0)), "beyond_the_centre");
            table.order("b2", ahead(1490.0));
            table.to(Step::Movement);
            assert_eq!(table.at("b2"), [900.0, 1490.0]);
        } else {
            assert!(table.try_order("b2", ahead(1490.0)).is_err());
        }
        table.to(Step::Movement);
        // Only the better scouts go to a flank; everybody has a reserve.
        movement(&mut table, "r1", off(Area::Reserve));
        table.to(Step::Movement);
        let flank = table.try_order("r1", beside(Beside::Left, 0.0));
        assert_eq!(flank.is_err(), better);
    }
}
