//! Chapter 2: directives, couriers, Follow Me, and generals as targets.

use krigsspil_engine::battle::SeatId;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use serde_json::{Value, json};

use crate::table::{Table, Words};

/// A corps of two divisions under an army commander, each division with a player casting, and an enemy.
fn corps(units: &[&str], places: &str, dice: &[i32]) -> Table {
    let mut words = Words::of(units);
    words.officers = ["player = true".into(), "player = true".into()];
    words.options = vec!["directives"];
    words.more = places.into();
    let mut table = words.with_dice(dice);
    table.to(Step::Command);
    table
}

fn directive(to: &str, place: [f64; 2]) -> Value {
    json!({"do": "directive", "general": "b", "to": to, "place": place, "text": "take the mill"})
}

fn couriers(table: &Table, seat: &str) -> Value {
    table.game.view(&SeatId::from(seat)).json()["couriers"].clone()
}

/// §2.4 §2.51 §2.52 §seq.command.2 §seq.movement.5 a directive rides 1500 yards a turn, is delivered in the movement phase, and binds from the next turn on: moves lead nearer to its place or stay within 500 yards of it. Cavalry has its standing orders instead.
#[test]
fn a_directive_is_delivered_and_binds() {
    let units = ["bx1 column at 500,1500", "bx2 cavalry column at 800,1500", "r1 column at 1500,2900"];
    let mut table = corps(&units, "# b at [2000, 100]\n# bx at [500, 1400]\n", &[]);
    table.act("blue", directive("bx", [500.0, 2700.0])).unwrap();
    // The enemy sees a rider, when he has left; what he carries only who sent him.
    assert_eq!(couriers(&table, "red"), json!([]));
    table.until(Step::Movement);
    assert_eq!(couriers(&table, "blue")[0]["instruction"], "take the mill");
    assert_eq!(
        (&couriers(&table, "red")[0]["instruction"], &couriers(&table, "red")[0]["side"]),
        (&Value::Null, &json!("blue"))
    );
    // 1985 yards: not there in this turn. Nothing binds yet.
    table.order("bx1", UnitOrder::steps(vec![krigsspil_gdc::battle::order::Step::Ahead { yards: 100.0 }]));
    table.turn();
    assert!(table.told("directive_delivered").is_empty());
    table.turn().to(Step::Movement);
    assert_eq!(table.told("directive_delivered").len(), 1);
    let back = || UnitOrder::Shift { way: krigsspil_gdc::battle::order::ShiftWay::Back, yards: 100.0 };
    assert!(table.try_order("bx1", back()).is_ok(), "a shift is no move");
    let away = |id: &str| {
        let about = krigsspil_gdc::battle::order::Step::Wheel { degrees: 180.0 };
        let ahead = krigsspil_gdc::battle::order::Step::Ahead { yards: 200.0 };
        (id.to_string(), UnitOrder::steps(vec![about, ahead]))
    };
    let (id, order) = away("bx1");
    assert_eq!(table.refused(&id, order), "directive_forbids");
    let (id, order) = away("bx2");
    table.order(&id, order);
    table.order("bx1", UnitOrder::ahead(100.0));
}

/// §2.2 §2.3 a general within his control radius has a unit follow him, and it is free of its directive for the turn; one out of it is not. §2.4 without the option there is neither.
#[test]
fn follow_me() {
    let units = ["bx1 column at 500,1500", "bx2 column at 1800,1500", "r1 column at 1500,2900"];
    let mut table = corps(&units, "# b at [600, 1100]\n# bx at [500, 1400]\n", &[]);
    table.act("blue", directive("bx", [500.0, 2700.0])).unwrap();
    table.turn().to(Step::Command);
    let follow = |unit: &str| json!({"do": "follow_me", "general": "b", "unit": unit});
    table.act("blue", follow("bx1")).unwrap();
    assert!(table.act("blue", follow("bx2")).is_err());
    assert!(table.act("blue", json!({"do": "follow_me", "general": "b"})).is_err());
    table.to(Step::Movement);
    let back = vec![
        krigsspil_gdc::battle::order::Step::Wheel { degrees: 180.0 },
        krigsspil_gdc::battle::order::Step::Ahead { yards: 100.0 },
    ];
    table.order("bx1", UnitOrder::steps(back.clone()));
    assert_eq!(table.refused("bx2", UnitOrder::steps(back)), "directive_forbids");
    let mut plain = crate::table::table(&["bx1 column at 500,1500", "r1 column at 1500,2900"], &[]);
    plain.to(Step::Movement);
    assert!(plain.act("blue", directive("bx", [500.0, 2700.0])).is_err());
}

/// §2.2 a directive goes down the chain link by link, and whoever passes it on does so in the next command phase (R6).
#[test]
fn link_by_link() {
    let units = ["bx1 column at 500,1500", "r1 column at 1500,2900"];
    let mut words = Words::of(&units);
    words.officers = ["player = true".into(), "player = true".into()];
    words.options = vec!["directives"];
    words.more = "# b at [2500, 100]\n# bx at [500, 1400]\n".into();
    let scenario = words.scenario();
    assert_eq!(scenario.generals.len(), 3);
    let mut table = words.with_dice(&[]);
    table.to(Step::Command);
    // Nobody sends himself anything, nor to somebody above him.
    for (from, to) in [("b", "b"), ("bx", "b")] {
        let sent = json!({"do": "directive", "general": from, "to": to, "place": [1.0, 1.0]});
        assert!(table.act("blue", sent).is_err(), "{from} {to}");
    }
}

/// §2.51 §2.52 skirmishers shoot a courier down: the enemy reads what he carried, and it is delivered all the same.
#[test]
fn a_killed_courier_is_read() {
    let units = ["bx1 column at 500,2800", "r1 skirmish of 18 at 485,1690 skirmishers=true melee=8"];
    let mut table = corps(&units, "# b at [800, 100]\n# bx at [200, 2900]\n", &[1]);
    table.act("blue", directive("bx", [500.0, 2700.0])).unwrap();
    // After one turn's ride he is at 486, 1567.
    table.to(Step::SkirmishFire);
    let id = table.battle().couriers[0].id.to_string();
    table.order("r1", UnitOrder::FireRider { rider: id });
    table.until(Step::Command);
    assert_eq!(table.told("courier_killed").len(), 1);
    let read = &table.told("directive_read")[0];
    assert_eq!((&read.about["text"], &read.about["to"]), (&json!("take the mill"), &json!("bx")));
    assert!(read.audience.tells(&SeatId::from("red")) && !read.audience.tells(&SeatId::from("blue")));
    assert_eq!((couriers(&table, "red"), couriers(&table, "blue")), (json!([]), json!([])));
    table.turn();
    assert_eq!(table.told("directive_delivered").len(), 1);
}

/// §2.51 §2.56 skirmishers shoot at a general who rides alone; formed troops do not. His command cannot charge for the turn and two more.
#[test]
fn a_general_is_shot() {
    let units = [
        "bx1 column at 1500,1000",
        "r1 skirmish of 18 at 1500,1400 skirmishers=true melee=8",
        "r2 line at 1900,1500",
    ];
    let mut words = Words::of(&units);
    words.more = "# bx at [1500, 1240]\n".into();
    let mut table = words.with_dice(&[1, 1, 1, 1]);
    table.to(Step::SkirmishFire);
    assert_eq!(table.refused("r2", UnitOrder::FireRider { rider: "bx".into() }), "does_not_fire");
    table.order("r1", UnitOrder::FireRider { rider: "bx".into() });
    table.until(Step::Formation);
    assert_eq!(table.told("general_shot").len(), 1);
    let bx1 = table.battle().unit("bx1").unwrap();
    assert_eq!(table.battle().general_lost(bx1), Some(false));
}

/// §2.4.umpire an umpire reads a directive that has come; the command waits while he says so.
#[test]
fn the_umpire_reads() {
    let mut words = Words::of(&["bx1 column at 500,1500", "r1 column at 1500,2900"]);
    words.officers = ["player = true".into(), "player = true".into()];
    words.options = vec!["directives", "umpire"];
    words.more = "# b at [600, 1000]\n# bx at [500, 1400]\n".into();
    let mut table = words.with_dice(&[]);
    table.answers = vec![("reads_directive", "not_yet")];
    table.to(Step::Command);
    table.act("blue", directive("bx", [500.0, 2700.0])).unwrap();
    table.turn();
    assert!(table.asked.iter().any(|what| what == "reads_directive"));
    assert!(table.told("directive_delivered").is_empty());
    table.answers = vec![("reads_directive", "whole")];
    table.turn();
    assert_eq!(table.told("directive_delivered").len(), 1);
}

/// §2.56 a command is all that a general commands: when the division's general falls, the battalions of its brigades have lost him too. They cannot charge, and
/// move at half their rate.
#[test]
fn a_division_loses_its_general() {
    let units = [
        "b1 column of 12 at 1500,1000",
        "bx2 column of 12 at 1200,1000",
        "r1 battery unlimbered at 1500,1500 poundage=12",
    ];
    let mut words = Words::of(&units);
    words.more = "# b at [1500, 950]\n".to_string();
    let mut table = words.with_dice(&[1, 5, 100, 100, 100, 100]);
    table.to(Step::Movement);
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}}))
        .unwrap();
    table.turn();
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("b1"));
    table.until(Step::Movement);
    assert_eq!(table.told("general_falls").len(), 1);
    let battle = table.battle();
    assert!(["b1", "bx2"].iter().all(|id| battle.general_lost(battle.unit(id).unwrap()).is_some()));
    table.order("bx2", UnitOrder::ahead(400.0));
    table.turn();
    assert!((table.at("bx2")[1] - 1200.0).abs() < 1.0, "{:?}", table.at("bx2"));
}
