//! Optional rules that a scenario switches on, and fords that are scouted.

use krigsspil_gdc::battle::order::{Step as Pace, UnitOrder};
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::json;

use crate::table::{Words, counted};

fn with(units: &[&str], options: &[&'static str]) -> Words {
    let mut words = Words::of(units);
    words.options = options.to_vec();
    words
}

/// opt.cohesion a battalion more than 500 yards from the next of its regiment is one level worse, and does not charge, until it is back.
#[test]
fn regimental_cohesion() {
    let units = [
        "b1 column at 500,500 regiment=66e",
        "b2 column at 1200,500 regiment=66e",
        "b3 column at 560,700",
        "r1 column at 500,800",
        "r2 column at 1200,800",
    ];
    let mut table = with(&units, &["regimental_cohesion"]).with_dice(&[90; 20]);
    assert_eq!(table.unit("b1").status(), Status::Good);
    table.turn();
    assert_eq!((table.unit("b1").status(), table.unit("b3").status()), (Status::Unorganized, Status::Good));
    assert_eq!(table.told("out_of_cohesion").len(), 2);
    table.to(Step::Charges);
    assert!(table.try_order("b1", UnitOrder::charge("r1", ChargeOrders::Return)).is_err());
}

/// opt.position a foot battery of 12 pounders stays unlimbered until an enemy is within 500 yards; one of 6 pounders limbers when it likes, and so do both without the option.
#[test]
fn position_batteries() {
    let units = [
        "b1 battery unlimbered at 500,500 poundage=12",
        "b2 battery unlimbered at 1000,500 poundage=6",
        "r1 column at 2500,2500",
    ];
    for (options, refused) in [(&["position_batteries"][..], true), (&[][..], false)] {
        let mut table = with(&units, options).with_dice(&[]);
        table.to(Step::Movement);
        table.order("b2", UnitOrder::Limber { facing: None });
        let order = UnitOrder::Limber { facing: None };
        match refused {
            true => assert_eq!(table.refused("b1", order), "in_position"),
            false => drop(table.order("b1", order)),
        }
    }
}

/// opt.russian Russians who defend in Russia take something off the attacker, where the option and the home are given.
#[test]
fn russians_in_russia() {
    for (options, more, counts) in [
        (
            &["russian_peculiarities"][..],
            "[[special]]\nrules = \"gdc\"\nname = \"home\"\nabout = { nation = \"russia\" }\ntext = \"\"\n",
            true,
        ),
        (&["russian_peculiarities"][..], "", false),
    ] {
        let mut words = with(&["b1 column at 1500,500", "r1 line at 1500,900 nation=russia"], options);
        words.more = more.into();
        let mut table = words.with_dice(&[50; 12]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.until(Step::Formation);
        assert_eq!(counted(&table.told("melee")[0], "russians_in_russia"), counts);
    }
}

/// §11.3.F.2 §11.3.F.1 §11.3.F a unit at a river searches its section once; on 75 or less there is a ford, and columns cross there from then on.
#[test]
fn a_ford_is_found() {
    let units = ["b1 column at 1500,1480", "b2 column at 1300,1480", "r1 column at 1500,2900"];
    for (thrown, found) in [(75, true), (76, false)] {
        let words = with(&units, &["search_fords"]).with(
            "stream",
            "LineString",
            json!([[0.0, 1500.0], [3000.0, 1500.0]]),
            json!({"obstacle": 3, "width": 4.0}),
        );
        let mut table = words.with_dice(&[thrown]);
        table.to(Step::Movement);
        table.order("b1", UnitOrder::SearchFord);
        table.turn();
        assert_eq!(table.battle().fords.len(), usize::from(found));
        assert_eq!(table.told("searches_ford").len(), 1);
        table.to(Step::Movement);
        assert_eq!(table.refused("b2", UnitOrder::SearchFord), "no_ford_search");
        table.order("b1", UnitOrder::steps(vec![Pace::Ahead { yards: 150.0 }]));
        table.turn();
        assert_eq!(table.at("b1")[1] > 1510.0, found, "{:?}", table.at("b1"));
    }
}

/// §11.3.F.2 sections of 900 yards are counted from the northern end of a river, however it is drawn: units 100 yards and 800 yards from that end search the
/// same one, the next begins at 900.
#[test]
fn sections_begin_in_the_north() {
    for drawn in [json!([[1500.0, 3000.0], [1500.0, 0.0]]), json!([[1500.0, 0.0], [1500.0, 3000.0]])] {
        let units = [
            "b1 column facing east at 1490,2850",
            "b2 column facing east at 1490,2200",
            "b3 column facing east at 1490,1950",
            "r1 column at 2900,2900",
        ];
        let words = with(&units, &["search_fords"]).with(
            "stream",
            "LineString",
            drawn,
            json!({"obstacle": 3, "width": 4.0}),
        );
        let mut table = words.with_dice(&[90; 4]);
        table.to(Step::Movement);
        table.order("b1", UnitOrder::SearchFord);
        table.turn();
        table.to(Step::Movement);
        assert_eq!(table.refused("b2", UnitOrder::SearchFord), "no_ford_search");
        table.order("b3", UnitOrder::SearchFord);
    }
}

/// §11.3.F without the option nobody searches.
#[test]
fn nobody_searches() {
    let words = Words::of(&["b1 column at 1500,1480", "r1 column at 1500,2900"]).with(
        "stream",
        "LineString",
        json!([[0.0, 1500.0], [3000.0, 1500.0]]),
        json!({"obstacle": 3, "width": 4.0}),
    );
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", UnitOrder::SearchFord), "no_ford_search");
}
