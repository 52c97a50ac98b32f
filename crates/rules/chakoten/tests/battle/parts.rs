//! Chapters 04, 09.01.4, 10.01.3, 11.04 and the country supplements: parts of units, two targets, ammunition.

use krigsspil_chakoten::battle::order::*;
use serde_json::json;

use crate::table::*;

fn split(figures: i32, hand: Hand) -> UnitOrder {
    UnitOrder::Split { figures, hand, marches: Marches::Rest, steps: Vec::new() }
}

fn fire_at_both() -> UnitOrder {
    let (target, also) = (Some("r1".into()), Some("r2".into()));
    UnitOrder::Fire { when: When::AtOnce, target, also, ranging: false, steps: Vec::new() }
}

/// §04.01.5 §04.02.2 a Danish battalion of 30 is split into halves in a whole turn; §04.01.2 decimation counts from the split.
#[test]
fn a_battalion_splits_and_joins() {
    for hand in [Hand::Left, Hand::Right] {
        let mut table = table(&["b1 line of 30 at 80,40 country=denmark", "r1 line of 20 at 80,150"], &[]);
        assert_eq!(table.refused("b1", split(8, hand)), "cannot_split");
        table.order("b1", split(15, hand));
        let events = table.turn();
        assert_eq!(happened(&events, "splits").len(), 1);
        assert_eq!((table.unit("b1").figures, table.unit("b1/1").figures), (15, 15));
        let off = table.at("b1/1")[0] - table.at("b1")[0];
        assert_eq!(off < 0.0, hand == Hand::Left, "{off}");
        assert!(near(table.at("b1/1")[1], 40.0));
        assert_eq!(table.unit("b1/1").counts_from, Some((15, 0)));
        table.order("b1/1", UnitOrder::Join { with: "b1".into() });
        let events = table.turn();
        assert_eq!(happened(&events, "joined").len(), 1);
        assert_eq!((table.unit("b1").figures, table.unit("b1").original), (30, 30));
        assert!(!table.unit("b1/1").here());
    }
}

/// §04.01.3 parts that do not touch do not join; §04.01.5 nor does a unit in U.
#[test]
fn parts_join_only_in_contact() {
    let mut table = table(&["b1 line of 30 at 80,40 country=denmark", "r1 line of 20 at 80,150"], &[]);
    table.order("b1", split(15, Hand::Left)).turn();
    table.order("b1/1", UnitOrder::march(vec![AHEAD])).turn();
    assert_eq!(table.refused("b1/1", UnitOrder::Join { with: "b1".into() }), "cannot_join");
    let mut upset = crate::table::table(
        &["b1 line of 30 at 80,40 country=denmark order=U", "r1 line of 20 at 80,150"],
        &[],
    );
    assert_eq!(upset.refused("b1", split(15, Hand::Left)), "cannot_split");
}

/// §04.03.1 light cavalry splits by squadrons in no time, and goes on; heavy cavalry takes the turn; §15.02.2 cossacks do not split.
#[test]
fn cavalry_splits_by_squadrons() {
    let mut table = table(
        &[
            "b1 light line of 20 at 60,40",
            "b2 heavy line of 20 at 90,40",
            "b3 cossacks attack_column of 20 at 75,30",
            "r1 line of 20 at 80,200",
        ],
        &[],
    );
    let on = UnitOrder::Split { figures: 5, hand: Hand::Left, marches: Marches::Rest, steps: vec![AHEAD] };
    assert_eq!(table.refused("b2", on.clone()), "split_takes_the_turn");
    assert_eq!(table.refused("b3", split(5, Hand::Left)), "cannot_split");
    assert_eq!(table.refused("b1", split(6, Hand::Left)), "cannot_split");
    table.order("b1", on).order("b2", split(10, Hand::Right)).turn();
    assert_eq!((table.unit("b1").figures, table.unit("b1/1").figures), (15, 5));
    assert!(table.at("b1")[1] > 69.0 && near(table.at("b1/1")[1], 40.0), "{:?}", table.at("b1"));
    assert_eq!(table.unit("b2/1").figures, 10);
}

/// §09.01.4 §09.01.6 a line of 20 with a target before each half fires at both at one moment, each firing unit at the nearer.
#[test]
fn a_line_fires_at_two() {
    let mut table = table(
        &["b1 line of 20 at 80,40", "r1 line of 10 at 75,49", "r2 line of 10 at 85,49"],
        &[3, 3, 4, 3, 3, 4],
    );
    table.order("b1", fire_at_both());
    let events = table.turn();
    let shots = happened(&events, "fires");
    let at: Vec<_> = shots.iter().map(|shot| shot.about["other"].clone()).collect();
    assert_eq!(at, [json!("r1"), json!("r2")]);
    assert!(shots.iter().all(|shot| outcome(shot)["firing_units"] == 1));
    assert_eq!(table.unit("b1").loads, 11, "§11.01.1 one load for the turn");
}

/// §10.01.3 the figure pieces of a battery fire at two targets at one moment: half of the pieces at each.
#[test]
fn a_battery_fires_at_two() {
    let mut table = table(
        &["b1 battery of 8 at 80,40", "r1 line of 20 at 70,70", "r2 line of 20 at 90,70"],
        &[4, 4, 4, 4, 4, 4],
    );
    table.order("b1", fire_at_both());
    let events = table.turn();
    let shots = happened(&events, "fires_guns");
    assert_eq!(shots.len(), 2);
    assert_eq!(table.unit("r1").lost_men, table.unit("r2").lost_men);
}

/// §11.04.1 §11.01.3 a battalion beside a wagon draws 12 loads in two turns, and a quarter of the wagon is gone.
#[test]
fn a_battalion_draws_ammunition() {
    let mut table =
        table(&["b1 line of 20 at 80,40 loads=1", "b2 wagon at 80,36", "r1 line of 20 at 80,200"], &[]);
    assert_eq!(table.refused("b2", UnitOrder::Resupply { wagon: "b2".into() }), "cannot_draw");
    let gap =
        table.battle().cm_between(table.battle().unit("b1").unwrap(), table.battle().unit("b2").unwrap());
    if gap > 0.0 {
        let back = Step::Back { cm: Some(gap), turns: None };
        table.order("b1", UnitOrder::march(vec![back])).turn();
    }
    let draw = || UnitOrder::Resupply { wagon: "b2".into() };
    table.order("b1", draw()).turn();
    assert_eq!(table.unit("b1").loads, 1);
    table.order("b1", draw()).turn();
    assert_eq!((table.unit("b1").loads, table.unit("b2").stores), (12, 3));
}

/// §03.02.3 the sheet of an enemy in sight may be seen once the turn has begun, and not before the first; nobody else is told.
#[test]
fn the_enemys_sheet_may_be_seen() {
    let mut table = table(&["b1 line of 20 at 80,40", "r1 line of 20 at 80,70"], &[]);
    let demand = json!({"do": "demand", "unit": "r1"});
    assert!(table.act("blue", demand.clone()).is_err());
    table.order("r1", UnitOrder::march(vec![AHEAD])).turn();
    let events = table.act("blue", demand).unwrap();
    let shown = happened(&events, "sheet_shown");
    assert_eq!(shown[0].about["order"]["kind"], "move");
    assert!(!shown[0].audience.tells(&krigsspil_engine::battle::SeatId::from("red")));
}

/// §04.05.3 §land.france.3 §04.05.1 what a country teaches: French infantry of 1813 below valeur 1 forms neither line nor
/// square, English infantry no battalion mass; a Russian chain takes an attack.
#[test]
fn countries_teach() {
    let mut table = table(
        &[
            "b1 attack_column of 30 at 60,40 country=france valeur=0",
            "b2 attack_column of 30 at 90,40 country=france valeur=1",
            "b3 line of 30 at 120,40 country=england",
            "r1 line of 30 at 80,150 country=russia",
        ],
        &[],
    );
    let form = |formation| UnitOrder::march(vec![Step::Form { formation }]);
    assert_eq!(table.refused("b1", form(Formation::Line)), "not_drilled");
    assert_eq!(table.refused("b1", form(Formation::Square)), "not_drilled");
    table.order("b2", form(Formation::Line));
    assert_eq!(table.refused("b3", form(Formation::BattalionMass)), "not_drilled");
    assert!(table.unit("b3").schooling.no_column_bonus);
    assert!(table.unit("b3").training.fire > 0, "{:?}", table.unit("b3").training);
    assert_eq!(table.unit("r1").training.defence, 1);
}

/// §11.04.1 a wagon takes two turns to supply one unit: two that draw at once are served one after the other.
#[test]
fn one_wagon_serves_one_unit() {
    let mut table = table(
        &[
            "b1 line of 12 at 73,50 loads=2",
            "b2 line of 12 at 87,50 loads=2",
            "b3 wagon march_column at 80,53",
            "r1 line of 12 at 80,200",
        ],
        &[],
    );
    let mut after = Vec::new();
    for _ in 0..4 {
        for unit in ["b1", "b2"] {
            table.order(unit, UnitOrder::Resupply { wagon: "b3".into() });
        }
        table.turn();
        after.push((table.unit("b1").loads, table.unit("b2").loads));
    }
    assert_eq!(after, [(2, 2), (12, 2), (12, 2), (12, 12)]);
}
