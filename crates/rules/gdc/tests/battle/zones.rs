//! Chapter 12: objective zones.

use krigsspil_engine::battle::Heading;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::Status;
use serde_json::json;

use crate::table::{Table, Words, counted, outcome};

/// A farm (class B, two sectors) in the middle of the table.
fn farm(units: &[&str]) -> Words {
    Words::of(units).area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Farm", "cover": 1}))
}

fn assault(table: &mut Table, ids: &[&str]) {
    table.to(Step::Charges);
    for id in ids {
        table.order(id, UnitOrder::Assault { zone: "Farm".into() });
    }
}

/// §12.2 §12.6.9 §12.1.A a unit that marches up to a zone without enemies goes in, in transit; in the formation phase it goes into garrison.
#[test]
fn entered_and_garrisoned() {
    let mut table = farm(&["b1 column at 1500,1200", "r1 column at 2800,2900"]).with_dice(&[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.until(Step::Formation);
    assert!(table.unit("b1").inside.is_some_and(|inside| inside.sector.is_none()));
    assert_eq!(table.refused("b1", UnitOrder::face(30.0)), "in_a_zone");
    table.order("b1", UnitOrder::Garrison);
    table.to(Step::Movement);
    assert_eq!(table.unit("b1").inside.unwrap().sector, Some(0));
    assert!(table.battle().zones[0].sectors[0].held.is_some());
}

/// §12.2 a unit leaves a class B zone one turn after entering it, from transit, on the side it wants.
#[test]
fn left_again() {
    let mut table = farm(&["b1 column at 1500,1200", "r1 column at 2800,2900"]).with_dice(&[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.until(Step::Formation);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::Leave { facing: Heading(90.0) });
    table.until(Step::Formation);
    assert!(table.unit("b1").inside.is_none() && table.at("b1")[0] > 1600.0, "{:?}", table.at("b1"));
}

/// §12.5.A §12.5.B.4 R90 an assault needs an infantry unit for each combat sector; one column alone does not assault a farm.
#[test]
fn too_weak_an_assault() {
    let mut table = farm(&["b1 column at 1500,1200", "r1 column at 1500,2000 zone=Farm"]).with_dice(&[]);
    assault(&mut table, &["b1"]);
    table.until(Step::Formation);
    assert_eq!(table.told("assault_too_weak").len(), 1);
    assert!(table.told("sector_combat").is_empty());
}

/// §seq.zones.1 §seq.zones.2 §12.4.B §12.5.B.1 §12.5.B.3 §12.6.1 §12.6.12 §12.5.C §12.5.C.1 §12.5.C.2 §chart.zone-multiplier §chart.zone-results grade times castings: 60 against 60 times 1.25 is repulsed; the empty sector is secured (R32),
/// one of the attackers garrisons it (§12.6.4).
#[test]
fn sector_by_sector() {
    let units = ["b1 column at 1450,1200", "b2 column at 1550,1200", "r1 column at 1500,2000 zone=Farm"];
    let mut table = farm(&units).with_dice(&[]);
    assault(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    table.order("b1", UnitOrder::Allocate { zone: "Farm".into(), sector: 1 });
    table.order("b2", UnitOrder::Allocate { zone: "Farm".into(), sector: 2 });
    table.until(Step::Formation);
    let fought = table.told("sector_combat");
    assert_eq!(fought.len(), 2);
    assert_eq!(
        (outcome(&fought[0])["attacker_value"].as_i64(), outcome(&fought[0])["defender_value"].as_i64()),
        (Some(60), Some(75))
    );
    assert_eq!(outcome(&fought[0])["result"], "repulsed");
    assert!(counted(&fought[0], "zone_multiplier"));
    assert_eq!((table.unit("b1").castings, table.unit("b1").status()), (10, Status::Unorganized));
    assert!(table.at("b1")[1] < 1250.0, "back toward its baseline: {:?}", table.at("b1"));
    assert_eq!(outcome(&fought[1])["result"], "secured");
    assert_eq!(table.unit("b2").inside.unwrap().sector, Some(1));
    assert!(table.unit("r1").here());
}

/// §12.6.8 a defender who is beaten is destroyed and shakes nobody.
#[test]
fn destroyed() {
    let units = [
        "b1 column at 1450,1200 of 20 melee=8",
        "b2 column at 1550,1200",
        "r1 column at 1500,2000 of 6 zone=Farm",
        "r2 column at 1500,1700",
    ];
    let mut table = farm(&units).with_dice(&[]);
    assault(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    table.order("b1", UnitOrder::Allocate { zone: "Farm".into(), sector: 1 });
    table.order("b2", UnitOrder::Allocate { zone: "Farm".into(), sector: 2 });
    table.until(Step::Formation);
    assert!(!table.unit("r1").here());
    assert!(table.told("morale_check").is_empty());
}

/// §12.6.11 a defender may flee instead: it loses a casting and goes 400 yards.
#[test]
fn flight() {
    let units = ["b1 column at 1450,1200", "b2 column at 1550,1200", "r1 column at 1500,2000 zone=Farm"];
    let mut table = farm(&units).with_dice(&[]);
    assault(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    table.order("r1", UnitOrder::Flee);
    table.until(Step::Formation);
    assert_eq!(table.unit("r1").castings, 11);
    assert!(table.unit("r1").inside.is_none() && table.at("r1")[1] > 1900.0, "{:?}", table.at("r1"));
    assert!(table.unit("b1").inside.is_some() && table.unit("b2").inside.is_some());
}

/// §12.4.A §12.4.G musketry does not go into a zone; guns fire at it, at a garrison of class B with 2 less.
#[test]
fn fire_at_a_zone() {
    let units = [
        "b1 column at 1560,1290",
        "b2 battery unlimbered at 1560,1000",
        "b3 battery unlimbered at 1700,1000",
        "r1 column at 1500,2000 zone=Farm",
        "b4 battery unlimbered at 1440,1000",
    ];
    let mut table = farm(&units).with_dice(&[100, 100]);
    table.to(Step::InitialFire);
    assert_eq!(table.refused("b3", UnitOrder::FireZone { zone: "Farm".into() }), "not_in_lane");
    assert_eq!(
        table.refused("b2", UnitOrder::FireZone { zone: "Farm".into() }),
        "not_in_lane",
        "a friend blocks the lane"
    );
    let mut free = farm(&[units[1], units[3]]).with_dice(&[1, 90, 90]);
    free.to(Step::InitialFire);
    free.order("b2", UnitOrder::FireZone { zone: "Farm".into() });
    free.until(Step::Formation);
    let fired = &free.told("fires")[0];
    assert_eq!(outcome(fired)["bir_modifier"], -2);
    assert_eq!(free.unit("r1").castings, 11);
}

/// §12.4.E a battery in garrison fires in the initial phase only, from the border of its zone, out of a road where there is one.
#[test]
fn garrison_guns() {
    let words = farm(&[
        "b1 battery unlimbered at 1500,200 zone=Farm",
        "r1 column at 1500,2200",
        "r2 column facing north at 1500,800",
    ]);
    let mut table = words.with_dice(&[100, 100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.order("b1", UnitOrder::fire("r2"));
    table.until(Step::Charges);
    assert_eq!(table.told("fires").len(), 1);
    let with_road = farm(&[
        "b1 battery unlimbered at 1500,200 zone=Farm",
        "r1 column at 1500,2200",
        "r2 column facing north at 1500,800",
    ])
    .with("road", "LineString", json!([[1500.0, 1500.0], [1500.0, 900.0]]), json!({}));
    let mut table = with_road.with_dice(&[100, 100]);
    table.to(Step::InitialFire);
    assert_eq!(table.refused("b1", UnitOrder::fire("r1")), "not_in_lane");
    table.order("b1", UnitOrder::fire("r2"));
}

/// §12.2.A R47 the garrison of an open zone stays on the table: as skirmishers for fire, as a square for a charge and its morale; it leaves it by moving.
#[test]
fn an_open_zone() {
    let words = Words::of(&["b1 column at 1500,1500", "r1 cavalry column at 1500,2300"]).area(
        "meadow",
        [1400.0, 1380.0, 1600.0, 1580.0],
        json!({"name": "Cross", "zone": "A"}),
    );
    let mut table = words.with_dice(&[60; 12]);
    table.to(Step::Formation);
    table.order("b1", UnitOrder::Garrison);
    table.to(Step::Charges);
    assert_eq!(table.unit("b1").holds, Some(0));
    assert!(table.unit("b1").in_square() && table.unit("b1").inside.is_none());
    assert_eq!(table.unit("b1").formation(), krigsspil_gdc::vocabulary::Formation::Skirmish);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(300.0));
    table.until(Step::Formation);
    assert_eq!(table.unit("b1").holds, None);
}

/// §11.8 a special building has a sector for each of its battalions, no transit and no batteries: who goes in is in garrison, and the next finds no room.
#[test]
fn a_special_building() {
    let words = Words::of(&["b1 column at 1500,1200", "b2 column at 1500,1000", "r1 column at 2800,2900"])
        .area(
            "built_up",
            [1450.0, 1400.0, 1550.0, 1500.0],
            json!({"name": "Church", "special": "building", "battalions": 1}),
        );
    let mut table = words.with_dice(&[]);
    assert_eq!(table.battle().zones[0].sectors.len(), 1);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.until(Step::Formation);
    assert_eq!(table.unit("b1").inside.unwrap().sector, Some(0));
    table.to(Step::Movement);
    table.order("b2", UnitOrder::ahead(400.0));
    table.until(Step::Formation);
    assert!(table.unit("b2").inside.is_none());
}

/// §12.5.C.1-b all attackers were repulsed: the defender's garrison goes to another sector of its own when the zone is assaulted again.
/// §12.5.C.4-b while attackers hold a sector and are reinforced, his garrisons stay where they are.
#[test]
fn who_goes_to_another_sector() {
    let units = [
        "b1 column at 1450,1200",
        "b2 column at 1550,1200",
        "r1 column of 20 at 1450,2000 zone=Farm melee=8",
        "r2 column of 20 at 1550,2200 zone=Farm garrison=false",
    ];
    let allocate = |sector: i32| UnitOrder::Allocate { zone: "Farm".into(), sector };
    let mut table = farm(&units).with_dice(&[50; 20]);
    assault(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    // Nobody holds anything of the zone but the defender.
    table.order("r1", allocate(2));
    table.order("r2", allocate(1));
    table.until(Step::Formation);
    assert_eq!(table.unit("r1").inside.and_then(|inside| inside.sector), Some(1), "the garrison was shifted");
    // Now one sector is the attacker's, and he comes with fresh troops: the garrison of the other does not go.
    let units = [
        "b1 column of 12 at 1450,1200",
        "b2 column of 20 at 1550,1200 melee=9",
        "b3 column of 20 facing east at 1150,1500",
        "r1 column of 30 at 1450,2000 zone=Farm melee=9",
        "r2 column of 4 at 1550,2200 zone=Farm melee=2",
    ];
    let mut table = farm(&units).with_dice(&[50; 20]);
    assault(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    table.order("b1", allocate(1));
    table.order("b2", allocate(2));
    table.until(Step::Formation);
    let (red, blue) = (Some(table.unit("r1").side), Some(table.unit("b1").side));
    let held: Vec<_> = table.battle().zones[0].sectors.iter().map(|sector| sector.held).collect();
    assert_eq!(held, [red, blue], "{:?}", table.events);
    assault(&mut table, &["b3"]);
    table.until(Step::Zones);
    assert_eq!(table.refused("r1", allocate(2)), "garrison_stays");
}
