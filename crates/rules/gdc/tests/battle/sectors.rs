//! A town that several units fight for, sector by sector (§12.5, §12.6).
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use serde_json::{Value, json};

use crate::table::{Table, Words, counted, outcome, whats};

fn village(units: &[&str]) -> Words {
    let holm = json!({"name": "Holm", "zone": "C"});
    Words::of(units).area("built_up", [1350.0, 1150.0, 1650.0, 1350.0], holm)
}

fn assaults(table: &mut Table, units: &[&str]) {
    table.to(Step::Charges);
    for unit in units {
        table.order(unit, UnitOrder::Assault { zone: "Holm".into() });
    }
}

fn allocates(table: &mut Table, unit: &str, sector: i32) {
    table.order(unit, UnitOrder::Allocate { zone: "Holm".into(), sector });
}

/// §12.5.C §12.5.C.1 §12.6.2 §12.6.4 §12.6.5 §12.6.8 §12.3 two brigades take a village sector by sector: the first is Engaged, its losses are shared; the second
/// destroys its garrison, and one of it is the garrison now. Nobody is shaken. Next turn a battalion that is free helps the Engaged,
/// and nobody has walls.
#[test]
fn two_brigades_sector_by_sector() {
    let units = [
        "bx1 column of 12 at 1395,1000",
        "bx2 column of 12 at 1475,1000",
        "by1 column of 12 at 1555,1000 melee=9",
        "by2 column of 12 at 1635,1000 melee=9",
        "r1 column of 12 at 1450,1250 zone=Holm",
        "r2 column of 12 at 1550,1250 zone=Holm",
        "r3 column of 12 at 1500,1420",
    ];
    let mut table = village(&units).with_dice(&[50; 40]);
    let sector = |table: &Table, unit: &str| table.unit(unit).inside.unwrap().sector.unwrap() as i32 + 1;
    let (first, second) = (sector(&table, "r1"), sector(&table, "r2"));
    assaults(&mut table, &["bx1", "bx2", "by1", "by2"]);
    table.until(Step::Zones);
    for (unit, to) in [("bx1", first), ("bx2", first), ("by1", second), ("by2", second)] {
        allocates(&mut table, unit, to);
    }
    table.until(Step::Formation);
    let fought = table.told("sector_combat");
    let of = |sector: i32| {
        let found = fought.iter().find(|event| event.about["sector"] == sector);
        outcome(found.unwrap_or_else(|| panic!("sector {sector}: {:#?}", whats(&table)))).clone()
    };
    let values = |one: &Value| (one["attacker_value"].as_i64(), one["defender_value"].as_i64());
    assert_eq!((values(&of(first)), of(first)["result"].as_str()), ((Some(120), Some(90)), Some("engaged")));
    assert_eq!(
        (values(&of(second)), of(second)["result"].as_str()),
        ((Some(216), Some(90)), Some("defender_destroyed"))
    );
    let castings = ["bx1", "bx2", "by1", "by2", "r1"].map(|id| table.unit(id).castings);
    assert_eq!(castings, [11, 11, 11, 11, 10]);
    assert!(!table.unit("r2").here() && table.told("morale_check").is_empty());
    let inside = ["by1", "by2"].map(|id| table.unit(id).inside.unwrap().sector);
    assert_eq!(inside.iter().filter(|sector| sector.is_some()).count(), 1);
    // Next turn: the one in transit helps.
    let free = if inside[0].is_none() { "by1" } else { "by2" };
    table.to(Step::Zones);
    allocates(&mut table, free, first);
    table.until(Step::Formation);
    let again = table.told("sector_combat");
    let last = outcome(again.last().unwrap());
    assert_eq!(values(last), (Some(55 + 55 + 99), Some(50)), "{:#?}", whats(&table));
    assert!(!counted(again.last().unwrap(), "zone_multiplier"));
    assert!(!table.unit("r1").here(), "{last}");
}

/// §12.5.B.4 R90 at least one battalion is allocated to each sector: two that are both written to the one where the garrison stands do not leave the other without.
#[test]
fn no_sector_is_left_without_an_attacker() {
    let units = [
        "b1 column of 12 at 1440,1000",
        "b2 column of 12 at 1560,1000",
        "r1 column of 12 at 1450,1250 zone=Holm",
    ];
    let mut table = village(&units).with_dice(&[50; 20]);
    let held = table.unit("r1").inside.unwrap().sector.unwrap() as i32 + 1;
    assaults(&mut table, &["b1", "b2"]);
    table.until(Step::Zones);
    let both = ["b1", "b2"]
        .map(|unit| table.try_order(unit, UnitOrder::Allocate { zone: "Holm".into(), sector: held }).is_ok());
    table.until(Step::Formation);
    let fought: Vec<i64> =
        table.told("sector_combat").iter().filter_map(|event| event.about["sector"].as_i64()).collect();
    assert_eq!(fought.len(), 2, "{both:?} {:#?}", whats(&table));
}
