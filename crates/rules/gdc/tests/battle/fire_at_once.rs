//! Fire of several units in one step (chapters 7 and 8): strengths at its start, one check, whom it reaches.
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{charges, counted, outcome, table, units_of, whats};

/// §3.2.A §7.10.A two batteries at one target: both hit, the castings fall together, and it checks once, worse for being fired at by two.
#[test]
fn two_batteries_one_check() {
    let units = [
        "b1 line of 16 at 1500,1000",
        "r1 battery unlimbered at 1440,1500 poundage=12",
        "r2 battery unlimbered at 1560,1500 poundage=12",
    ];
    let mut table = table(&units, &[1, 1, 100, 100]);
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("b1"));
    table.order("r2", UnitOrder::fire("b1"));
    table.until(Step::Charges);
    let checks = table.told("morale_check");
    assert_eq!(checks.len(), 1, "{:#?}", whats(&table));
    assert!(counted(&checks[0], "two_batteries_or_bad_footing"));
    assert!(table.unit("b1").castings <= 14);
}

/// §8.4 R56 two lines fire at each other: both volleys are those of the strength before the first man fell.
#[test]
fn volleys_at_each_other_are_fired_at_once() {
    let units = [
        "b1 line of 12 at 1500,1000",
        "r1 line of 12 at 1500,1120",
        "b2 line of 12 at 1800,1000",
        "r2 line of 12 at 1800,1120",
    ];
    let mut table = table(&units, &[1, 1, 1, 1, 100, 100, 100, 100, 100]);
    table.to(Step::Volleys);
    for (unit, target) in [("b1", "r1"), ("r1", "b1"), ("b2", "r2"), ("r2", "b2")] {
        table.order(unit, UnitOrder::fire(target));
    }
    table.until(Step::Formation);
    let power: Vec<i64> =
        table.told("volley").iter().filter_map(|event| outcome(event)["firepower"].as_i64()).collect();
    assert_eq!(power.len(), 4);
    assert!(power.iter().all(|one| *one == power[0]), "{power:?}");
    assert!(["b1", "b2", "r1", "r2"].iter().all(|id| table.unit(id).castings < 12));
    assert_eq!(table.told("morale_check").len(), 4);
}

/// §8.3.C §seq.musketry.1 who routs before the skirmishers does not fire a volley; his neighbour, whom the rout shook, does.
#[test]
fn who_runs_from_skirmishers_fires_no_volley() {
    let units = [
        "b1 skirmish of 18 at 1300,1000 skirmishers=true melee=8",
        "b2 line of 12 at 1700,1050",
        "r1 line of 12 at 1400,1150",
        "r2 line of 12 at 1700,1150",
    ];
    let mut table = table(&units, &[1, 1, 5, 100, 99, 99, 99, 99]);
    table.to(Step::SkirmishFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.to(Step::Volleys);
    assert_eq!(units_of(&table, "routs"), ["r1"], "{:#?}", whats(&table));
    assert_eq!(units_of(&table, "morale_check"), ["r1", "r2"]);
    table.order("r2", UnitOrder::fire("b2"));
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "volley"), ["r2"]);
}

/// §7.7 §7.5 guns fire past their own column in a melee at the part of the line that overlaps it by three castings; with two they do not, nor past a friend who is not in it.
#[test]
fn guns_fire_at_what_overlaps_a_melee() {
    for (shift, fires) in [(0.0, true), (60.0, true), (87.0, false)] {
        // Engaged: the column before the east end of the line; the guns' lane is the west of it.
        let guns = format!("b2 battery unlimbered at {:?},900 poundage=6", 1425.0 + shift);
        let units = [
            "b1 column of 12 at 1550,1000",
            &guns,
            "r1 line of 12 at 1475,1400",
            // Somebody who has something to fire at.
            "b3 battery unlimbered at 2500,900 poundage=6",
            "r2 column at 2500,1900",
        ];
        let mut table = table(&units, &[1, 1, 99, 99, 99, 99]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
        table.to(Step::SecondaryFire);
        let shot = table.try_order("b2", UnitOrder::fire("r1"));
        assert_eq!(shot.is_ok(), fires, "{shift}");
    }
}
