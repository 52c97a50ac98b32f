//! Generals and couriers who fall (§2.52, §2.53, §2.55, §2.56).
use krigsspil_engine::battle::SeatId;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::json;

use crate::table::{Table, Words, charges, counted, near, units_of, whats};

/// A general who rides to a unit in the first turn; what follows is the second.
fn led(units: &[&str], general: (&str, &str, &str), dice: &[i32]) -> Table {
    let (id, at, unit) = general;
    let mut words = Words::of(units);
    words.more = format!("# {id} at {at}\n");
    let mut table = words.with_dice(dice);
    table.answers = vec![("reacts", "hold")];
    table.to(Step::Movement);
    let seat = if id.starts_with('b') { "blue" } else { "red" };
    table.act(seat, json!({"do": "general", "general": id, "to": {"ride": "with", "unit": unit}})).unwrap();
    table.turn();
    table
}

/// §2.53 §2.56 R91 R42 guns hit the battalion that a general is with: he falls before it checks, which has nothing of him any more; of his command nobody charges and
/// each goes half its way, in this turn and the two after.
#[test]
fn a_general_falls_to_gunfire() {
    let units = [
        "bx1 column of 12 at 1500,1000",
        "bx2 column of 12 at 1200,1000",
        "by1 column of 12 at 900,1000",
        "r1 battery unlimbered at 1500,1500 poundage=12",
        "r2 line of 12 at 1200,1350",
        "r3 line of 12 at 900,1350",
    ];
    let mut table = led(&units, ("bx", "[1500, 950]", "bx1"), &[1, 5, 100, 100, 100, 100]);
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("bx1"));
    table.until(Step::Charges);
    let order: Vec<&str> = table.events.iter().map(|event| event.what).collect();
    let falls = order.iter().position(|what| *what == "general_falls").expect("he falls");
    let checks = order.iter().position(|what| *what == "morale_check").expect("it checks");
    assert!(falls < checks, "{order:?}");
    assert!(!counted(&table.told("morale_check")[0], "general"));
    assert_eq!(table.refused("bx2", UnitOrder::charge("r2", ChargeOrders::Return)), "command_lost_general");
    assert!(table.try_order("by1", UnitOrder::charge("r3", ChargeOrders::Return)).is_ok());
    for _ in 0..2 {
        table.turn().to(Step::Charges);
        assert!(table.try_order("bx2", UnitOrder::charge("r2", ChargeOrders::Return)).is_err());
    }
    table.turn().to(Step::Charges);
    assert!(table.try_order("bx2", UnitOrder::charge("r2", ChargeOrders::Return)).is_ok());
}

/// §2.56 the battalion of a fallen general's command marches half its way: 200 yards, while its neighbour of another command marches 400.
#[test]
fn a_command_without_its_general_goes_half_its_way() {
    let units = [
        "bx1 column of 12 at 1500,1000",
        "bx2 column of 12 at 1200,1000",
        "by1 column of 12 at 900,1000",
        "r1 battery unlimbered at 1500,1500 poundage=12",
    ];
    let mut table = led(&units, ("bx", "[1500, 950]", "bx1"), &[1, 5, 100, 100, 100, 100]);
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("bx1"));
    table.until(Step::Movement);
    assert_eq!(table.told("general_falls").len(), 1, "{:#?}", whats(&table));
    for unit in ["bx2", "by1"] {
        table.order(unit, UnitOrder::ahead(400.0));
    }
    table.turn();
    assert!(near(table.at("bx2")[1], 1200.0), "{:?}", table.at("bx2"));
    assert!(near(table.at("by1")[1], 1400.0), "{:?}", table.at("by1"));
}

/// §2.53 §2.55 the general of a beaten battalion who lives goes back with it, and cannot leave it before it has recovered.
#[test]
fn a_general_stays_with_his_beaten_battalion() {
    let units = [
        "b1 column of 12 at 1500,1000 melee=9",
        "r1 column of 12 at 1500,1400",
        "r2 column of 12 at 300,2900",
    ];
    let mut table = led(&units, ("r", "[1500, 1500]", "r1"), &[5, 75, 100, 100]);
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
    table.turn();
    assert_eq!(units_of(&table, "retreats"), ["r1"], "{:#?}", whats(&table));
    let ride = json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r2"}});
    table.to(Step::Movement);
    assert!(table.act("red", ride.clone()).is_err(), "{:?}", table.unit("r1").status());
    table.turn().to(Step::Movement);
    assert_eq!(table.unit("r1").status(), Status::Good);
    assert!(table.act("red", ride).is_ok());
}

/// §2.52 two couriers ride; one is shot down: the enemy reads what he carried, and nothing of the other.
#[test]
fn only_the_killed_courier_is_read() {
    let units = [
        "bx1 column at 500,2800",
        "by1 column at 2500,2800",
        "r1 skirmish of 18 at 485,1690 skirmishers=true melee=8",
    ];
    let mut words = Words::of(&units);
    words.officers = ["player = true".into(), "player = true".into()];
    words.options = vec!["directives"];
    words.more = "# b at [800, 100]\n# bx at [200, 2900]\n# by at [2800, 2900]\n".into();
    let mut table = words.with_dice(&[1]);
    table.to(Step::Command);
    for (to, text) in [("bx", "take the mill"), ("by", "hold the wood")] {
        let order =
            json!({"do": "directive", "general": "b", "to": to, "place": [500.0, 2700.0], "text": text});
        table.act("blue", order).unwrap();
    }
    table.to(Step::SkirmishFire);
    let id =
        table.battle().couriers.iter().min_by(|a, b| a.place.x.total_cmp(&b.place.x)).unwrap().id.to_string();
    table.order("r1", UnitOrder::FireRider { rider: id });
    table.until(Step::Command);
    let read = table.told("directive_read");
    assert_eq!(read.len(), 1, "{:#?}", whats(&table));
    assert_eq!(read[0].about["text"], "take the mill");
    assert!(read[0].audience.tells(&SeatId::from("red")));
    table.turn();
    table.turn();
    assert_eq!(table.told("directive_delivered").len(), 2, "{:#?}", whats(&table));
}
