//! Charges in waves (§5.4), and squares that horse rides around.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::state::{Fate, UnitId};
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};

use crate::table::{Table, table};

fn charge(table: &mut Table, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, ChargeOrders::Pursue));
    }
}

fn leader(table: &Table, id: &str) -> Option<String> {
    let unit: UnitId = table.battle().unit(id).unwrap();
    let charge = table.battle().charges.iter().find(|charge| charge.unit == unit)?;
    charge.behind.map(|leader| table.battle().units[leader].id.to_string())
}

/// §5.4 §5.42.B whoever charges behind a charging friend follows him; of two met together the one whose place comes first, whatever the names are.
#[test]
fn the_leader_of_a_wave_follows_place() {
    for names in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{} cavalry column at 1445,900", names[0]),
            format!("{} cavalry column at 1545,900", names[1]),
            "b3 cavalry line of 12 at 1495,600".to_string(),
            "r1 line of 30 at 1500,1400".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
        let mut table = table(&units, &[50; 30]);
        table.answers = vec![("reacts", "hold"), ("tries_square", "stand")];
        charge(&mut table, &[("b1", "r1"), ("b2", "r1"), ("b3", "r1")]);
        table.go(|battle| !battle.charges.is_empty());
        // The one nearer to the middle of the table.
        assert_eq!(leader(&table, "b3"), Some(names[1].to_string()), "{names:?}");
        assert_eq!((leader(&table, "b1"), leader(&table, "b2")), (None, None));
    }
}

/// §5.42.A §5.42.C the leader is beaten: the second of the wave checks, and halts or goes on; what it strikes then it fights in the pursuit round.
#[test]
fn a_wave_goes_on_after_a_beaten_leader() {
    for (choice, melees) in [("halt", 1), ("go_on", 2)] {
        let units = [
            "b1 cavalry column at 1500,900 melee=2",
            "b2 cavalry column at 1500,700",
            "r1 line of 20 at 1500,1300 melee=9",
        ];
        // The melee is lost, the result 90: Disrupted and back; b1's integrity goes. Then b2 checks, passes, and what follows.
        let mut table = table(&units, &[100, 75, 100, 100, 60, 60, 60, 60, 60, 60, 60, 60]);
        table.answers = vec![("reacts", "hold"), ("tries_square", "stand"), ("wave_goes_on", choice)];
        charge(&mut table, &[("b1", "r1"), ("b2", "r1")]);
        table.until(Step::Formation);
        assert!(table.asked.iter().any(|what| what == "wave_goes_on"), "{:?}", table.asked);
        assert_eq!(table.told("melee").len(), melees, "{choice}");
        assert_eq!(table.told("wave_goes_on").len(), melees - 1);
    }
}

/// §5.42.E the leader is Engaged: the second halts behind it.
#[test]
fn a_wave_halts_behind_an_engaged_leader() {
    let units =
        ["b1 cavalry column at 1500,900", "b2 cavalry column at 1500,700", "r1 column of 20 at 1500,1300"];
    let mut table = table(&units, &[1, 1, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "hold"), ("tries_square", "stand")];
    charge(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    assert!(!table.asked.iter().any(|what| what == "wave_goes_on"));
    assert_eq!(table.told("melee").len(), 1);
    assert_eq!(table.told("engaged").len(), 1);
}

/// §5.42.F §9.5.B the leader rides around a square: the second must strike it.
#[test]
fn a_wave_strikes_the_square_its_leader_rode_around() {
    let units =
        ["b1 cavalry line at 1500,900", "b2 cavalry column at 1500,700", "r1 square of 16 at 1500,1300"];
    let mut table = table(&units, &[90; 30]);
    table.answers = vec![("at_square", "flow_around")];
    charge(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    assert_eq!(table.told("flows_around").len(), 1);
    let struck = table.told("contact");
    assert!(
        struck.iter().any(|event| event.about["unit"] == "b2" && event.about["other"] == "r1"),
        "{struck:?}"
    );
}

/// §5.42.D guns stop the leader, who runs: the second checks, and going on it passes through him Unorganized.
#[test]
fn a_wave_passes_a_shaken_leader() {
    let units = [
        "b1 cavalry column at 1500,900 morale=G",
        "b2 cavalry column at 1500,700 morale=A",
        "r1 battery unlimbered at 1500,1300 poundage=12",
    ];
    // The guns hit at point blank (1), b1 fails its check (1) and throws 40 on the failure chart; b2 passes (100).
    let mut table = table(&units, &[1, 1, 1, 40, 100, 100, 100, 60, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "fire_and_melee"), ("wave_goes_on", "go_on")];
    charge(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    if table.asked.iter().any(|what| what == "wave_goes_on") {
        assert_eq!(table.unit("b2").status(), Status::Unorganized);
        let b2 = table.battle().unit("b2").unwrap();
        assert!(table.battle().charge_of(b2).is_none_or(|charge| charge.fate != Fate::Stopped));
    } else {
        panic!("nobody was asked: {:?}", table.events.iter().map(|event| event.what).collect::<Vec<_>>());
    }
}
