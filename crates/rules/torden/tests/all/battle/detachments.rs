//! §2.11: divisions and brigades that leave their corps.

use krigsspil_engine::battle::ActFault;
use krigsspil_torden::battle::order::DetachedOrder;
use serde_json::{Value, json};

use super::table::{Table, Words};

const DIVISION: &str = "[[general]]\nid = \"fd\"\nname = \"Girard\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fc\"\nplace = [2100, 600]\n\
                        [general.ratings.torden]\nrow = \"france.others\"\ncommand_cm = 20\n";

/// A corps of Davout's with a division of two brigades; 9 + 3 - 2 gets a detachment through.
fn corps(more: &[&str]) -> Words {
    let mut units = vec!["f1 column of 20 at 70,30 under=fd", "f2 column of 20 at 78,30 under=fd"];
    units.extend(["f3 column of 20 at 60,40", "p1 line of 20 at 60,150"]);
    units.extend(more);
    Words::of(&units)
        .general(DIVISION)
        .general_at("fc", "60,20")
        .rated("fc", "row = \"france.davout\"\ncommand_cm = 40\n")
}

fn detach(order: &str, at: [f64; 2]) -> Value {
    json!({"do": "detach_division", "general": "fd", "order": order, "place": at.map(|cm| cm * 30.0)})
}

fn ride(at: [f64; 2]) -> Value {
    json!({"do": "ride", "general": "fd", "place": at.map(|cm| cm * 30.0)})
}

#[track_caller]
fn refusal(table: &mut Table, action: Value) -> &'static str {
    match table.try_act("french", action) {
        Err(ActFault::Refused(refused)) => refused.key(),
        other => panic!("{other:?}"),
    }
}

/// §2.11 §2.11.p2 §2.4.3.p2 a detached division goes to its point, its general 40 cm a turn and his brigades after him; there he stays, and they move within his own
/// command distance, far from the corps.
#[test]
fn a_division_goes_to_its_point() {
    let mut table = corps(&[]).dice(&[9]).start();
    table.to("orders", "french");
    table.act("french", detach("M", [130.0, 20.0]));
    table.to("moves", "french");
    assert_eq!(table.outcome("detachment_control")["total"], 10);
    assert_eq!(refusal(&mut table, ride([50.0, 20.0])), "to_its_point", "away from it");
    table.done("french");
    assert_eq!(table.general("fd"), [110.0, 20.0]);
    assert_eq!(table.told("returns").len(), 2, "his brigades follow him");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.done("french");
    assert_eq!(table.general("fd"), [130.0, 20.0]);
    assert!(table.staff("fd").detached.unwrap().arrived);
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(refusal(&mut table, ride([125.0, 20.0])), "division_at_its_point");
    for _ in 0..3 {
        table.to("moves", "prussian");
        table.to("moves", "french");
    }
    table.order("f1", "go");
    let (x, y) = (table.at("f1")[0] - 130.0, table.at("f1")[1] - 20.0);
    assert!(x.hypot(y) < 28.0, "it keeps within his 20 cm: {:?}", table.at("f1"));
    assert_eq!(table.general("fc"), [60.0, 20.0]);
}

/// §2.11 §2.9 §2.10 a detachment is bound as its order is: T at most a metre and away from the enemy, M no nearer than 75 cm to him, and every one needs a point
/// on the table; A is none of its orders.
#[test]
fn orders_of_a_detachment() {
    let mut table = corps(&[]).start();
    table.to("orders", "french");
    assert_eq!(refusal(&mut table, detach("T", [70.0, 60.0])), "away_from_the_enemy");
    assert_eq!(refusal(&mut table, detach("T", [175.0, 19.0])), "objective_within_a_metre");
    assert_eq!(refusal(&mut table, detach("M", [70.0, 80.0])), "march_keeps_off");
    assert!(table.try_act("french", detach("M", [70.0, 400.0])).is_err());
    assert!(matches!(table.try_act("french", detach("A", [70.0, 60.0])), Err(ActFault::Unreadable(_))));
    table.act("french", detach("T", [70.0, 5.0]));
    let brigade = |order: &str, at: [f64; 2]| json!({"do": "detach_brigade", "unit": "f3", "order": order, "place": at.map(|cm| cm * 30.0)});
    assert_eq!(refusal(&mut table, brigade("M", [60.0, 90.0])), "march_keeps_off");
    table.act("french", brigade("H", [60.0, 44.0]));
}

/// §2.10.p2 §2.11 a division that marches detached holds where its general is when an enemy comes within 75 cm of him; so does a brigade.
#[test]
fn a_detached_march_ends_near_the_enemy() {
    let mut table = corps(&["p2 cavalry line of 12 at 130,100"]).dice(&[9]).start();
    table.to("orders", "french");
    table.act("french", detach("M", [130.0, 20.0]));
    table.to("moves", "prussian");
    assert_eq!(table.staff("fd").detached.unwrap().order, DetachedOrder::March);
    table.order("p2", "go 10");
    table.done("prussian");
    let detached = table.staff("fd").detached.unwrap();
    assert_eq!(
        (detached.order, detached.arrived, detached.point.x / 30.0),
        (DetachedOrder::Hold, true, 110.0)
    );
}

/// §2.11.p3 §2.5 a march order ends the detachment: the division counts to its corps again, and its general rides until he is in command.
#[test]
fn a_division_is_recalled() {
    let mut table = corps(&[]).dice(&[9, 9]).start();
    table.to("orders", "french");
    table.act("french", detach("M", [130.0, 20.0]));
    table.to("orders", "prussian");
    table.to("orders", "french");
    assert_eq!(refusal(&mut table, detach("M", [150.0, 20.0])), "cannot_detach", "it is detached");
    table.act("french", json!({"do": "recall_division", "general": "fd"}));
    table.to("moves", "french");
    assert_eq!(table.staff("fd").detached, None);
    table.done("french");
    assert_eq!(table.general("fd"), [100.0, 20.0], "he rides to the edge of his corps general's 40 cm");
}

/// §2.11 a detached brigade on its way goes no farther from its point.
#[test]
fn a_brigade_goes_to_its_point() {
    let mut table = corps(&[]).dice(&[9]).start();
    table.to("orders", "french");
    table.act(
        "french",
        json!({"do": "detach_brigade", "unit": "f3", "order": "H", "place": [1800.0, 1800.0]}),
    );
    table.to("moves", "french");
    assert_eq!(table.refused("f3", "back 5"), "to_its_point");
    table.order("f3", "go");
    assert!(table.unit("f3").detached.unwrap().arrived, "{:?}", table.at("f3"));
}
