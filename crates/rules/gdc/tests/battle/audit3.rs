//! Situations that the third audit found wrong.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::json;

use crate::table::{Table, Words, near, outcome, table};

fn charge(table: &mut Table, pairs: &[(&str, &str)], orders: ChargeOrders) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, orders));
    }
}

/// §7.7 guns help a melee when they fire at the defender from less than 400 yards (chart.melee-classic.situation): from 399, not from 400.
#[test]
fn guns_help_from_less_than_400_yards() {
    for (y, chance) in [(901.0, 71), (900.0, 51)] {
        let guns = format!("b2 battery unlimbered at 1575,{y}");
        let units =
            ["b1 column of 12 at 1500,1000", &*guns, "r1 line of 12 at 1500,1300", "r2 column at 300,2900"];
        // The shot misses.
        let mut table = table(&units, &[100, 50, 50, 50, 50]);
        table.answers = vec![("reacts", "hold")];
        charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
        table.to(Step::SecondaryFire);
        table.order("b2", UnitOrder::fire("r1"));
        table.until(Step::Formation);
        assert_eq!(outcome(&table.told("melee")[0])["chance_percent"], chance, "from {y}");
    }
}

/// §3.5 §9.61-b cavalry that charged and was Engaged is in recall when it is Engaged no longer; cavalry that stood and received the charge is not.
#[test]
fn recall_comes_when_the_engaged_part() {
    let units = [
        "b1 cavalry line of 12 at 700,1000",
        "r1 line of 12 at 700,1500",
        "b2 cavalry line of 12 facing north at 2000,1000 status=disrupted",
        "r2 column of 12 at 2000,1300",
    ];
    // Both become Engaged, and both part in the second turn: the cavalry wins.
    let mut table = table(&units, &[1, 62, 1, 60, 100, 50, 100, 70, 100, 100]);
    table.answers = vec![("reacts", "hold"), ("returns", "stay")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
    table.order("r2", UnitOrder::charge("b2", ChargeOrders::Return));
    table.turn();
    assert_eq!(table.told("engaged").len(), 2, "{:?}", table.told("melee_result"));
    assert!(table.unit("b1").recall.is_none() && table.unit("b2").recall.is_none());
    table.turn();
    assert!(!table.battle().engaged(table.battle().unit("b1").unwrap()));
    assert!(!table.battle().engaged(table.battle().unit("b2").unwrap()));
    assert!(table.unit("b1").recall.is_some(), "{:?}", table.told("melee_result"));
    assert!(table.unit("b2").recall.is_none());
}

fn through_a_gap(wide: f64) -> Table {
    let (left, right) = (1500.0 - wide / 2.0 - 225.0, 1500.0 + wide / 2.0 + 225.0);
    let (left, right) = (format!("b2 line of 24 at {left},1500"), format!("b3 line of 24 at {right},1500"));
    let units = ["b1 column of 12 at 1500,1000 melee=9", "r1 column of 12 at 1500,1300", &*left, &*right];
    // Won, and the result 40: Unorganized, back 300.
    let mut table = table(&units, &[1, 40, 60, 60, 60]);
    table.answers = vec![("reacts", "hold")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
    table.until(Step::Formation);
    table
}

/// §9.7 R51 a way back leads between enemies who leave a gap of 100 yards; a gap of 99 is none, and the unit surrenders.
#[test]
fn a_gap_of_100_yards() {
    let table = through_a_gap(100.0);
    assert!(near(table.at("r1")[0], 1500.0) && near(table.at("r1")[1], 1600.0), "{:?}", table.events);
    assert!(table.told("surrenders").is_empty());
    let table = through_a_gap(99.0);
    assert_eq!(table.told("surrenders").len(), 1);
}

/// §9.7 §9.5.G nobody goes back through the enemy he has fought: struck from the side of his own baseline, with no way around, he surrenders.
#[test]
fn nobody_goes_back_through_his_enemy() {
    let units = [
        "b1 line of 24 facing south at 1500,1600 melee=9",
        "b2 line of 24 facing south at 1050,1600",
        "b3 line of 24 facing south at 1950,1600",
        "r1 column of 12 facing north at 1500,1300",
        "b4 column at 300,300",
        "r2 column at 300,2900",
    ];
    let mut table = table(&units, &[1, 40, 60, 60, 60]);
    table.answers = vec![("reacts", "hold")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
    table.order("b2", UnitOrder::Stand);
    table.to(Step::Movement);
    for id in ["b2", "b3"] {
        table.order(id, UnitOrder::ahead(250.0));
    }
    table.until(Step::Formation);
    assert_eq!(table.told("melee").len(), 1, "{:?}", table.events);
    assert_eq!(table.told("surrenders").len(), 1, "r1 stands at {:?}", table.at("r1"));
}

/// §9.5.D §9.5.G a beaten square goes back beside the cavalry that has passed it: as little aslant as lets it by.
#[test]
fn a_beaten_square_goes_back_beside_the_cavalry() {
    let units = [
        "b1 cavalry column of 6 at 1500,900 melee=9",
        "r1 square of 12 at 1500,1400",
        "r2 column at 300,2900",
    ];
    let mut table = table(&units, &[1, 31, 60, 60, 60]);
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Pursue);
    table.until(Step::Formation);
    assert_eq!(table.told("flows_around").len(), 1);
    let (b1, r1) = (table.at("b1"), table.at("r1"));
    assert!((b1[1] - r1[1]).abs() < 200.0, "they are not beside each other: {b1:?} {r1:?}");
    assert!((r1[0] - 1500.0).abs() < 160.0, "{r1:?}");
}

/// §9.5.B a line that has flowed around a square and comes to another is asked again: it need not fight that one either.
#[test]
fn one_square_after_the_other() {
    let units = [
        "b1 cavalry line of 6 at 1500,700",
        "r1 square of 12 at 1500,1000",
        "r2 square of 12 at 1500,1200",
        "r3 column at 300,2900",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("at_square", "flow_around")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Pursue);
    table.until(Step::Formation);
    assert_eq!((table.told("flows_around").len(), table.told("melee").len()), (2, 0));
    // 300 yards; half of 1100 takes it to the second after 200; then half of the 350 left.
    assert!(near(table.at("b1")[1], 1375.0), "{:?}", table.at("b1"));
}

/// §9.5.B §9.5.C cavalry that comes to a square in its pursuit deals with it as in its charge: a line is asked, a column attacks.
#[test]
fn a_pursuit_comes_to_a_square() {
    for (formation, fights) in [("line", 1), ("column", 2)] {
        let horse = format!("b1 cavalry {formation} of 6 at 1500,800 melee=9");
        let units = [
            &*horse,
            "r1 line of 8 at 1500,1300 melee=2",
            "r2 square of 12 at 1550,1500 melee=6",
            "r3 column at 300,2900",
        ];
        // Won; Disrupted and back 400; r2 does not mind a unit of grade 2 beside it, but is gone through.
        let mut table = table(&units, &[1, 50, 100, 100, 100, 100, 100, 100, 100, 100]);
        table.answers = vec![("reacts", "hold"), ("advances", "advance"), ("at_square", "flow_around")];
        charge(&mut table, &[("b1", "r1")], ChargeOrders::Pursue);
        table.until(Step::Formation);
        assert_eq!(table.told("pursues").len(), 1, "{:?}", table.told("melee_result"));
        assert_eq!(table.told("melee").len(), fights, "{formation}");
        assert_eq!(table.told("flows_around").len(), 2 - fights, "{formation}");
    }
}

/// §9.5.B chart.morale-failure a line that fails its check before a square and goes back stays back, though another flows around the square beside it.
#[test]
fn who_fails_before_a_square_stays_back() {
    let units = [
        "b1 cavalry line of 6 at 1200,700",
        "r1 square of 12 at 1200,1100",
        "b2 cavalry line of 6 at 1900,700",
        "r2 square of 12 at 1900,1100",
    ];
    // b1 fails: Unorganized, back 200. b2 passes.
    let mut table = table(&units, &[1, 60, 100, 100, 100, 100, 100]);
    table.answers = vec![("at_square", "flow_around")];
    charge(&mut table, &[("b1", "r1"), ("b2", "r2")], ChargeOrders::Pursue);
    table.until(Step::Formation);
    assert_eq!((table.told("flows_around").len(), table.told("retreats").len()), (1, 1));
    assert!(near(table.at("b1")[1], 900.0), "{:?}", table.at("b1"));
}

/// §5.52.A §5.52.D R52 a wood that is nearer than the crew's lead saves it, also when it lies beside the charger's way.
#[test]
fn a_wood_saves_a_crew() {
    for (west, saved) in [(1650.0, true), (1740.0, false)] {
        let units = [
            "b1 cavalry column of 6 at 1500,700",
            "r1 battery unlimbered at 1500,1400",
            "r2 column at 300,2900",
        ];
        let wood = [west, 1300.0, west + 200.0, 1700.0];
        let words = Words::of(&units).area("wood", wood, json!({"obstacle": 1, "cover": 1}));
        // A hit, and the charger passes his check.
        let mut table = words.with_dice(&[100; 20]);
        table.answers = vec![("reacts", "fire_then_flee")];
        charge(&mut table, &[("b1", "r1")], ChargeOrders::Pursue);
        table.until(Step::Formation);
        assert_eq!(table.told("melee").is_empty(), saved, "{west}");
    }
}

/// §12.6.9 §5.31.C skirmishers who flee before a charge and come upon a village of their side go into it; they do not leave the field.
#[test]
fn skirmishers_flee_into_a_village() {
    let units = [
        "b1 column of 12 at 1500,900",
        "r1 skirmish of 6 at 1500,1200 skirmishers=true",
        "r2 column at 300,2900",
    ];
    let holm = [1400.0, 1400.0, 1600.0, 1600.0];
    let words = Words::of(&units).area("built_up", holm, json!({"name": "Holm", "cover": 1}));
    let mut table = words.with_dice(&[]);
    table.answers = vec![("reacts", "flee")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
    table.until(Step::Formation);
    assert!(table.told("leaves_the_field").is_empty());
    assert!(table.unit("r1").inside.is_some(), "{:?}", table.events);
}

/// §11.4 §5.7 cavalry wins impetus from where its last stand has left a field: a line 50 yards deep has it 250 yards after its front left it.
#[test]
fn impetus_out_of_a_field() {
    for (from, target, wins) in [(1000.0, 1350.0, true), (1000.0, 1349.0, false), (1120.0, 1349.0, false)] {
        let (horse, foot) =
            (format!("b1 cavalry line of 6 at 1500,{from}"), format!("r1 line of 12 at 1500,{target}"));
        let words = Words::of(&[&horse, &foot]).area("plough", [1000.0, 700.0, 2000.0, 1100.0], json!({}));
        let mut table = words.with_dice(&[60; 20]);
        table.answers = vec![("reacts", "hold"), ("returns", "stay")];
        charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
        table.until(Step::Formation);
        let impetus = crate::table::counted(&table.told("melee")[0], "formation");
        assert_eq!(impetus, wins, "from {from} to {target}");
    }
}

fn sunken_road(units: &[&str]) -> Words {
    Words::of(units).with("cutting", "LineString", json!([[0.0, 1150.0], [3000.0, 1150.0]]), json!({}))
}

/// §11.6 a sunken road is protective cover for those behind it, and nothing is lost by crossing it.
#[test]
fn behind_a_sunken_road() {
    let units = [
        "b1 column of 12 at 1500,900",
        "r1 line of 12 at 1500,1158",
        "b2 column at 700,1000",
        "r2 column at 300,2900",
    ];
    let mut table = sunken_road(&units).with_dice(&[60; 10]);
    table.answers = vec![("reacts", "hold")];
    charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
    table.to(Step::Movement);
    table.order("b2", UnitOrder::ahead(400.0));
    table.until(Step::Formation);
    // 50, cover 15, protective fire 19; no formation.
    assert_eq!(outcome(&table.told("melee")[0])["chance_percent"], 16);
    assert!(near(table.at("b2")[1], 1400.0));
}

/// §13.9 batteries do not cross a sunken road, but move along it.
#[test]
fn guns_along_a_sunken_road() {
    let units = [
        "b1 battery limbered at 700,1000",
        "b2 battery limbered facing east at 1500,1150",
        "r1 column at 300,2900",
    ];
    let mut table = sunken_road(&units).with_dice(&[]);
    table.to(Step::Movement);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::ahead(400.0));
    }
    table.turn();
    assert!(table.at("b1")[1] <= 1150.0, "{:?}", table.at("b1"));
    assert!(near(table.at("b2")[0], 1900.0), "{:?}", table.at("b2"));
}

/// §11.3.D §9.3 who stands in the water of a ford has no protective fire; who stands on its bank has.
#[test]
fn in_a_ford_and_on_its_bank() {
    for (y, fires) in [(1205.0, false), (1230.0, true)] {
        let line = format!("r1 line of 12 at 1500,{y}");
        let units = ["b1 column of 12 at 1500,1050", &*line, "r2 column at 300,2900"];
        let river = json!([[0.0, 1200.0], [3000.0, 1200.0]]);
        let words = Words::of(&units)
            .with("stream", "LineString", river, json!({"width": 20.0, "obstacle": 3}))
            .with("ford", "Point", json!([1500.0, 1200.0]), json!({"width": 100.0}));
        let mut table = words.with_dice(&[60; 10]);
        table.answers = vec![("reacts", "hold")];
        charge(&mut table, &[("b1", "r1")], ChargeOrders::Return);
        table.until(Step::Formation);
        assert_eq!(table.told("protective_fire").len(), usize::from(fires), "at {y}");
    }
}

/// §12.4.G §7.10.A batteries that fire together at a zone have what batteries at one target have: one more on the BIR, and its check is ten worse.
#[test]
fn two_batteries_at_a_zone() {
    for (guns, chance) in [(1, 60), (2, 70)] {
        let units = [
            "b1 battery unlimbered at 1460,900",
            "b2 battery unlimbered at 1540,900",
            "r1 column of 12 at 1500,1500 zone=Holm garrison=false",
            "r2 column at 300,2900",
        ];
        let holm = [1400.0, 1400.0, 1600.0, 1600.0];
        let words = Words::of(&units).area("built_up", holm, json!({"name": "Holm", "cover": 1}));
        let mut table = words.with_dice(&[1, 60, 100, 100]);
        table.to(Step::InitialFire);
        for id in ["b1", "b2"].into_iter().take(guns) {
            table.order(id, UnitOrder::FireZone { zone: "Holm".into() });
        }
        table.until(Step::Movement);
        let told = table.told("fires");
        assert!(told.iter().all(|event| outcome(event)["chance_percent"] == chance), "{told:?}");
        let checked = crate::table::counted(&table.told("morale_check")[0], "two_batteries_or_bad_footing");
        assert_eq!(checked, guns == 2);
    }
}
