//! Engineers and their bridges, and what a campaign adds.

use krigsspil_engine::battle::{Options, Played};
use krigsspil_gdc::battle::Gdc;
use krigsspil_gdc::battle::engineers::{BridgeWork, Corps, StandsAt};
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use serde_json::json;

use crate::table::{Table, Words};

const RATIOS: &str = "[[special]]\nrules = \"gdc\"\nname = \"engineer_ratios\"\ntext = \"\"\nabout = { sappers = 10, pontonniers = 10 }\n";

fn with(units: &[&str]) -> Words {
    let mut words = Words::of(units);
    words.options = vec!["engineers"];
    words.more = RATIOS.into();
    words
}

/// A farm on the south bank, with a bridge beside it.
fn farm(units: &[&str], bridge: serde_json::Value) -> Words {
    with(units)
        .area("built_up", [1400.0, 1300.0, 1600.0, 1450.0], json!({"name": "Farm", "cover": 1}))
        .with(
            "stream",
            "LineString",
            json!([[0.0, 1500.0], [3000.0, 1500.0]]),
            json!({"obstacle": 3, "width": 8.0}),
        )
        .with("bridge", "LineString", json!([[1650.0, 1490.0], [1650.0, 1510.0]]), bridge)
        .with(
            "bridge",
            "LineString",
            json!([[1550.0, 1490.0], [1550.0, 1510.0]]),
            json!({"width": 80.0, "bridge": "stone"}),
        )
}

fn take(company: Corps) -> UnitOrder {
    UnitOrder::TakeEngineers { company }
}

fn post(company: Corps) -> UnitOrder {
    UnitOrder::PostEngineers { company }
}

fn bridge(work: BridgeWork) -> UnitOrder {
    UnitOrder::Bridge { work }
}

fn place(table: &Table) -> [f64; 2] {
    let battle = table.battle();
    let at = battle.company_place(&battle.engineers[0]);
    [at.x, at.y]
}

/// §1.3.E §opt.engineers.A a company goes where its battalion goes, and adds nothing to it. When the battalion routs the company stays, whoever moves
/// beside it, until infantry within 100 yards takes it over.
#[test]
fn engineers_move_with_a_unit_only() {
    let units = [
        "b1 column of 20 at 1500,900 morale=G sappers=2",
        "b2 column of 12 at 1600,800",
        "b3 column of 12 at 1500,650",
        "r1 battery unlimbered at 1500,2300",
        "r2 column at 300,2900",
    ];
    // No hit; in the next turn a hit, a failed check, and a rout; nobody else minds.
    let mut table = with(&units).with_dice(&[100, 1, 1, 5, 100, 100, 100, 100, 100, 100, 100, 100]);
    assert_eq!((table.unit("b1").first, table.unit("b1").castings), (20, 20));
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(100.0));
    table.turn();
    let goes_along = place(&table);
    assert!(goes_along[1] > 920.0, "{goes_along:?}");
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("b1"));
    table.to(Step::Movement);
    if table.told("routs").is_empty() {
        table.turn();
        table.to(Step::InitialFire);
        table.order("r1", UnitOrder::fire("b1"));
        table.to(Step::Movement);
    }
    assert_eq!(table.told("routs").len(), 1);
    let left = place(&table);
    table.order("b2", UnitOrder::ahead(200.0));
    table.turn();
    assert_eq!(place(&table), left, "by themselves they do not move");
    table.to(Step::Command);
    assert_eq!(table.refused("b3", take(Corps::Sappers)), "no_engineers_here");
    table.order("b2", take(Corps::Sappers));
    table.to(Step::Movement);
    table.order("b2", UnitOrder::ahead(200.0));
    let castings = table.unit("b2").castings;
    table.turn();
    assert!(place(&table)[1] > left[1] + 20.0, "{:?}", place(&table));
    assert_eq!(table.unit("b2").castings, castings);
}

/// §opt.engineers.A only infantry in good morale takes a company over, within 100 yards: not cavalry, nobody Unorganized, nobody farther off.
#[test]
fn who_takes_engineers_over() {
    let units = [
        "b1 column of 12 at 1500,500 sappers=4",
        "b2 column of 12 at 1600,500",
        "b3 column of 12 at 1400,500 status=unorganized",
        "b4 cavalry column of 8 at 1500,420",
        "b5 column of 12 at 1500,800",
        "r1 column at 300,2900",
    ];
    let mut table = with(&units).with_dice(&[]);
    table.to(Step::Command);
    assert_eq!(table.refused("b3", take(Corps::Sappers)), "only_infantry_hosts");
    assert_eq!(table.refused("b4", take(Corps::Sappers)), "only_infantry_hosts");
    assert_eq!(table.refused("b5", take(Corps::Sappers)), "no_engineers_here");
    table.order("b2", take(Corps::Sappers));
    table.until(Step::Movement);
    let b2 = table.battle().unit("b2").unwrap();
    assert_eq!(table.battle().engineers[0].at, StandsAt::With(b2));
}

/// §opt.engineers.B sappers break a wooden bridge after three turns in its zone, and no stone one; then nobody crosses there.
#[test]
fn sappers_break_a_bridge() {
    let units = [
        "b1 column of 12 at 1500,900 zone=Farm sappers=2",
        "b2 column of 12 at 1650,1200",
        "r1 column at 300,2900",
    ];
    for wait in [2, 3] {
        let mut table = farm(&units, json!({"width": 80.0})).with_dice(&[]);
        for _ in 0..wait {
            table.turn();
        }
        if wait == 2 {
            assert_eq!(table.battle().turn, 3);
            assert!(table.try_order("b1", bridge(BridgeWork::Break)).is_err());
        } else {
            table.to(Step::Command);
            table.order("b1", bridge(BridgeWork::Break));
        }
        table.to(Step::Movement);
        assert_eq!(table.battle().broken.len(), usize::from(wait == 3));
        table.order("b2", UnitOrder::ahead(400.0));
        table.turn();
        assert_eq!(table.at("b2")[1] > 1520.0, wait == 2, "{:?}", table.at("b2"));
        if wait == 3 {
            // Only the stone bridge is left, and that is not for sappers.
            assert!(table.try_order("b1", bridge(BridgeWork::Break)).is_err());
            assert!(table.try_order("b1", bridge(BridgeWork::Make)).is_err());
        }
    }
}

/// §opt.engineers.C pontonniers in garrison break any bridge of their zone and make it again, without waiting; in transit they do neither.
#[test]
fn pontonniers_break_and_make() {
    let units = |garrison: bool| {
        [
            format!("b1 column of 12 at 1500,900 zone=Farm garrison={garrison} pontonniers=2"),
            "b2 column of 12 at 1650,1200".to_string(),
            "r1 column at 300,2900".to_string(),
        ]
    };
    let made = |garrison: bool| {
        let units = units(garrison);
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        farm(&units, json!({"width": 80.0, "broken": true})).with_dice(&[])
    };
    let mut table = made(false);
    assert_eq!(table.battle().broken.len(), 1);
    assert!(table.try_order("b1", bridge(BridgeWork::Make)).is_err());
    // Posted in the garrison they work in the next turn, and take no place in it.
    table.to(Step::Command);
    table.order("b1", post(Corps::Pontonniers));
    table.turn();
    table.to(Step::Command);
    table.order("b1", bridge(BridgeWork::Make));
    table.to(Step::Movement);
    assert!(table.battle().broken.is_empty());
    assert_eq!(table.battle().inside(0).count(), 1);
    let mut table = made(true);
    table.to(Step::Command);
    table.order("b1", bridge(BridgeWork::Make));
    table.to(Step::Movement);
    table.order("b2", UnitOrder::ahead(400.0));
    table.turn();
    assert!(table.at("b2")[1] > 1520.0, "{:?}", table.at("b2"));
    // Both bridges stand now; the stone one can go too, but none is broken under somebody's feet.
    for left in 1..=2 {
        table.to(Step::Command);
        table.order("b1", bridge(BridgeWork::Break));
        table.turn();
        assert_eq!(table.battle().broken.len(), left);
    }
}

/// §opt.engineers.B §opt.engineers.C §opt.engineers.D a force has a company of sappers for 150 castings and one of pontonniers for 300; a scenario may change
/// that. Companies have two or four castings, and only infantry has them.
#[test]
fn as_many_as_the_force_allows() {
    let set_up = |castings: i32, ratings: &str, more: &str| {
        let units: Vec<String> = (0..castings / 50)
            .map(|number| format!("b{number} column of 50 at {},500", 300 + 200 * number))
            .chain([
                "b99 column of 1 at 2900,500 ".to_string() + ratings,
                "r1 column at 300,2900".to_string(),
            ])
            .collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut words = with(&units);
        words.more = more.into();
        let options: Options = [("engineers".to_string(), true)].into();
        Played::setup(Gdc::printed().unwrap(), &words.scenario(), options, 1).is_ok()
    };
    assert!(set_up(150, "sappers=2", ""));
    assert!(!set_up(100, "sappers=2", ""));
    assert!(!set_up(250, "pontonniers=2", ""));
    assert!(set_up(300, "pontonniers=4", ""));
    assert!(set_up(100, "sappers=2 pontonniers=2", RATIOS), "the scenario changes the ratios");
    assert!(!set_up(150, "sappers=3", ""));
    assert!(!set_up(300, "sappers=2", &RATIOS.replace("sappers = 10", "sappers = 1000")));
}

/// §opt.engineers.A a company may be posted in a zone from the start; when only enemies are left in the zone it is lost.
#[test]
fn posted_from_the_start() {
    let units = ["b1 column at 300,300", "r1 column facing north at 1500,1100", "r2 column at 300,2900"];
    let mut words = farm(&units, json!({"width": 80.0}));
    words.more += "[[special]]\nrules = \"gdc\"\nname = \"engineers\"\ntext = \"\"\nabout = { side = \"blue\", company = \"sappers\", castings = 2, zone = \"Farm\" }\n";
    let mut table = words.with_dice(&[]);
    assert_eq!(table.battle().engineers.len(), 1);
    table.to(Step::Movement);
    table.order("r1", UnitOrder::ahead(400.0));
    table.turn();
    assert!(table.unit("r1").inside.is_some(), "{:?}", table.at("r1"));
    assert!(table.battle().engineers.is_empty());
}

/// §9.8.D §9.8.E in a campaign a unit without a way back is surrendered by its commander, and its men are counted as prisoners; one that has a way back is
/// not, and nobody is outside a campaign.
#[test]
fn an_isolated_unit_is_surrendered() {
    let units = [
        "b1 column of 12 at 1500,1500",
        "b2 column of 12 at 300,300",
        "r1 line of 30 facing north at 1500,1300",
        "r2 line of 30 at 1500,1700",
        "r3 line of 30 facing east at 1300,1500",
        "r4 line of 30 facing west at 1700,1500",
    ];
    for campaign in [true, false] {
        let mut words = Words::of(&units);
        words.options = if campaign { vec!["campaign"] } else { vec![] };
        let mut table = words.with_dice(&[]);
        if !campaign {
            assert_eq!(table.refused("b1", UnitOrder::Surrender), "no_campaign");
            continue;
        }
        table.to(Step::Command);
        assert_eq!(table.refused("b2", UnitOrder::Surrender), "not_isolated");
        table.order("b1", UnitOrder::Surrender);
        table.to(Step::Movement);
        assert!(!table.unit("b1").here() && table.unit("b1").captured);
        assert!(!table.unit("b2").captured);
        let view = table.game.view(&"red".into()).json();
        assert_eq!(view["prisoners"], json!([{"side": "blue", "castings": 12}]));
    }
}
