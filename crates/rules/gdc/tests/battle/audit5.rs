//! Situations with several units side by side, written from the print before they were run.

use krigsspil_engine::battle::SeatId;
use krigsspil_field::prelude::overlaps;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::procedures::chits::ChitCode;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::{Value, json};

use crate::table::{Table, Words, counted, near, outcome, table};

/// Who did what to whom, of one kind of event.
fn pairs(table: &Table, what: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let told = table.told(what);
    told.iter().map(|event| (text(&event.about["unit"]), text(&event.about["other"]))).collect()
}

/// The units of one kind of event, in order.
fn units_of(table: &Table, what: &str) -> Vec<String> {
    pairs(table, what).into_iter().map(|(unit, _)| unit).collect()
}

fn whats(table: &Table) -> Vec<String> {
    table.events.iter().map(|event| format!("{} {}", event.what, event.about)).collect()
}

fn charges(table: &mut Table, orders: ChargeOrders, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, orders));
    }
}

/// Nobody of these stands on another.
fn apart(table: &Table, units: &[&str]) {
    for (place, one) in units.iter().enumerate() {
        for other in &units[place + 1..] {
            let (a, b) = (table.unit(one), table.unit(other));
            let both = a.here() && b.here() && a.inside.is_none() && b.inside.is_none();
            assert!(!both || !overlaps(&a.placed, &b.placed), "{one} stands on {other}");
        }
    }
}

/// §9.2.B §9.2.E three columns come upon two lines, the middle one upon both: a brawl, in which the better morale attacks in every pair, and nobody has the
/// bonus of several attackers.
#[test]
fn a_brawl_of_five() {
    let units = [
        "b1 column of 12 at 1350,1000 morale=E",
        "b2 column of 12 at 1513,1000 morale=E",
        "b3 column of 12 at 1680,1000 morale=E",
        "r1 line of 12 at 1400,1400 morale=C",
        "r2 line of 12 at 1626,1400 morale=C",
    ];
    let mut table = table(&units, &[50; 60]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1"), ("b2", "r1"), ("b3", "r2")]);
    table.until(Step::Formation);
    let mut fought = pairs(&table, "melee");
    fought.sort();
    let wanted = [("r1", "b1"), ("r1", "b2"), ("r2", "b2"), ("r2", "b3")];
    assert_eq!(fought, wanted.map(|(a, b)| (a.to_string(), b.to_string())), "{:#?}", whats(&table));
    assert!(table.told("melee").iter().all(|event| !counted(event, "several_attackers")));
}

/// §9.2.A §9.2.C §9.2.E one column comes upon the joint of two lines: it is the defender, and each line attacks it with the bonus of several.
#[test]
fn one_upon_two_defends() {
    let units = ["b1 column of 12 at 1513,1000", "r1 line of 12 at 1400,1400", "r2 line of 12 at 1626,1400"];
    let mut table = table(&units, &[50; 40]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
    table.until(Step::Formation);
    let mut fought = pairs(&table, "melee");
    fought.sort();
    let wanted = [("r1", "b1"), ("r2", "b1")];
    assert_eq!(fought, wanted.map(|(a, b)| (a.to_string(), b.to_string())), "{:#?}", whats(&table));
    assert!(table.told("melee").iter().all(|event| counted(event, "several_attackers")));
}

/// §3.2.D a rout runs along a line: the neighbour of the same grade within 200 yards checks and routs too, and only then his own neighbour, who was too
/// far from the first. One of a better melee grade does not look at them.
#[test]
fn a_rout_runs_along_the_line() {
    let units = [
        "b1 column of 12 at 1500,1000 melee=9",
        "r1 column of 12 at 1500,1400",
        "r2 column of 12 at 1650,1500",
        "r3 column of 12 at 1850,1500",
        "r4 column of 12 at 1350,1500 melee=6",
    ];
    let mut table = table(&units, &[5, 95, 1, 5, 100, 100, 100, 100]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "routs"), ["r1", "r2"], "{:#?}", whats(&table));
    assert_eq!(units_of(&table, "morale_check"), ["r2", "r3"]);
}

/// §3.2.B a friend who goes back Disrupted shakes those beside him of the same melee grade or a worse one, not those of a better.
#[test]
fn a_better_neighbour_is_not_shaken() {
    let units = [
        "b1 column of 12 at 1500,1000 melee=9",
        "r1 column of 12 at 1500,1400",
        "r2 column of 12 at 1640,1600 melee=4",
        "r3 column of 12 at 1360,1600 melee=6",
    ];
    let mut table = table(&units, &[5, 75, 100, 100, 100]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "retreats"), ["r1"], "{:#?}", whats(&table));
    assert_eq!(units_of(&table, "morale_check"), ["r2"]);
}

/// §3.22 §3.2.C beaten cavalry goes back: infantry beside its way minds nothing, cavalry beside it checks, and so does infantry it goes through, first of all (R56).
#[test]
fn beaten_cavalry_shakes_cavalry_and_whom_it_rides_through() {
    let units = [
        "b1 column of 12 at 1500,1200 melee=9",
        "r1 cavalry column of 8 at 1500,1500 melee=2",
        "r2 column of 12 at 1620,1650 melee=2",
        "r3 cavalry column of 8 at 1380,1650 melee=2",
        "r4 column of 12 at 1500,1720",
    ];
    let mut table = table(&units, &[100, 95, 100, 100, 100, 100, 100]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("r1", "b1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "retreats"), ["r1"], "{:#?}", whats(&table));
    assert_eq!(units_of(&table, "morale_check"), ["r4", "r3"]);
    apart(&table, &["b1", "r1", "r2", "r3", "r4"]);
}

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

/// §5.41.C a column behind a beaten column halts and checks; it does not go on.
#[test]
fn infantry_behind_a_beaten_leader_halts() {
    let units = [
        "b1 column of 12 at 1500,1000 melee=2",
        "b2 column of 12 at 1500,900",
        "r1 line of 20 at 1500,1340 melee=9",
    ];
    let mut table = table(&units, &[100, 75, 100, 100, 100, 100]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    let causes: Vec<String> = table
        .told("morale_check")
        .iter()
        .filter(|event| event.about["unit"] == "b2")
        .map(|event| event.about["cause"].as_str().unwrap().to_string())
        .collect();
    assert!(causes.iter().any(|cause| cause == "lead_unit_retreats"), "{causes:?} {:#?}", whats(&table));
    assert_eq!(table.told("melee").len(), 1);
    assert!(!table.asked.iter().any(|what| what == "wave_goes_on"));
    apart(&table, &["b1", "b2", "r1"]);
}

/// §5.41.D infantry behind a line of horse that rides around a square must strike the square.
#[test]
fn infantry_strikes_the_square_that_horse_rode_around() {
    let units =
        ["b1 cavalry line at 1500,900", "b2 column of 12 at 1500,800", "r1 square of 16 at 1500,1150"];
    let mut table = table(&units, &[90; 30]);
    table.answers = vec![("at_square", "flow_around")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "flows_around"), ["b1"], "{:#?}", whats(&table));
    assert!(pairs(&table, "contact").contains(&("b2".into(), "r1".into())), "{:#?}", whats(&table));
}

/// §9.4.A §5.2 two pairs of cavalry lines side by side, charging and counter-charging: each pair meets half way, at the same time, and touches nobody else.
#[test]
fn counter_charges_meet_half_way() {
    let units = [
        "b1 cavalry line at 1300,900",
        "b2 cavalry line at 1700,900",
        "r1 cavalry line at 1300,1900",
        "r2 cavalry line at 1700,1900",
    ];
    let mut table = table(&units, &[50; 40]);
    table.answers = vec![("reacts", "counter_charge")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1"), ("b2", "r2")]);
    table.until(Step::Movement);
    for id in ["b1", "b2", "r1", "r2"] {
        assert!((table.at(id)[1] - 1400.0).abs() < 2.0, "{id} at {:?}", table.at(id));
    }
    assert_eq!(table.battle().fights.len(), 2);
    assert!(table.battle().fights.iter().all(|fight| fight.both));
    assert!(table.told("protective_fire").is_empty());
}

/// §5.52 §9.2.E a battery that two regiments charge fires once, at the nearer; its crew fights both, each with the bonus of several.
#[test]
fn a_battery_fires_at_one_of_two_chargers() {
    let units = [
        "b1 cavalry column at 1460,900",
        "b2 cavalry column at 1540,870",
        "r1 battery unlimbered at 1500,1400 poundage=6",
    ];
    let mut table = table(&units, &[99; 40]);
    table.answers = vec![("reacts", "fire_and_melee")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    assert_eq!(pairs(&table, "fires"), [("r1".to_string(), "b1".to_string())], "{:#?}", whats(&table));
    let mut fought = pairs(&table, "melee");
    fought.sort();
    assert_eq!(fought, [("b1".to_string(), "r1".to_string()), ("b2".to_string(), "r1".to_string())]);
    assert!(table.told("melee").iter().all(|event| counted(event, "several_attackers")));
}

/// §5.52 §5.52.E of two batteries side by side only the one that was charged fires; the other, met together with it, does not.
#[test]
fn only_the_charged_battery_fires() {
    let units = [
        "b1 cavalry line at 1500,900",
        "r1 battery unlimbered at 1460,1400 poundage=6",
        "r2 battery unlimbered at 1540,1400 poundage=6",
    ];
    let mut table = table(&units, &[99; 40]);
    table.answers = vec![("reacts", "fire_and_melee")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "fires"), ["r1"], "{:#?}", whats(&table));
    let mut fought = pairs(&table, "melee");
    fought.sort();
    assert_eq!(fought, [("b1".to_string(), "r1".to_string()), ("b1".to_string(), "r2".to_string())]);
}

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

/// §2.62.C §9.1.I §9.62 §9.3 horse that has beaten horse under Pursue must go on half of what it has left, and comes upon the battalion behind: it is fought at
/// once, after the first round of everybody, and has its last volley though it was not charged.
#[test]
fn a_pursuit_into_the_second_line() {
    let units = [
        "b1 cavalry column at 1500,900 melee=9",
        "b2 column of 12 at 1900,900",
        "r1 cavalry column at 1500,1300",
        "r2 line of 12 at 1500,1750",
        "r3 line of 12 at 1900,1250",
    ];
    let mut table = table(&units, &[1, 1, 70, 75, 50, 50, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1"), ("b2", "r3")]);
    table.until(Step::Formation);
    let fought = pairs(&table, "melee");
    assert_eq!(fought.last(), Some(&("b1".to_string(), "r2".to_string())), "{:#?}", whats(&table));
    assert_eq!(fought.len(), 3);
    assert!(units_of(&table, "protective_fire").contains(&"r2".to_string()));
    let last = table.told("melee").pop().unwrap();
    assert!(counted(&last, "protective_fire"));
}

/// §9.7 §3.21 two battalions side by side are beaten at once: both go back 400 yards side by side, and neither shakes the other.
#[test]
fn two_go_back_side_by_side() {
    let units = [
        "b1 column of 12 at 1460,1000 melee=9",
        "b2 column of 12 at 1540,1000 melee=9",
        "r1 column of 12 at 1460,1400",
        "r2 column of 12 at 1540,1400",
    ];
    let mut table = table(&units, &[1, 1, 75, 75, 100, 100, 100]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1"), ("b2", "r2")]);
    table.until(Step::Formation);
    assert_eq!(table.told("retreats").len(), 2, "{:#?}", whats(&table));
    for id in ["r1", "r2"] {
        assert!(near(table.at(id)[1], 1800.0), "{id} {:?}", table.at(id));
    }
    assert!(table.told("morale_check").is_empty(), "{:#?}", whats(&table));
    apart(&table, &["b1", "b2", "r1", "r2"]);
}

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

/// §9.5.D §3.2.C a beaten square goes back through the column behind it when the horse has passed: that one checks, and they do not stand on each other.
#[test]
fn a_beaten_square_goes_through_its_second_line() {
    let units = [
        "b1 cavalry column at 1500,900 melee=9",
        "r1 square of 16 at 1500,1300 melee=2 morale=A",
        "r2 column of 12 at 1500,1560",
    ];
    let mut table = table(&units, &[1, 60, 100, 100, 100, 100, 100]);
    table.answers = vec![("advances", "stay")];
    charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "retreats"), ["r1"], "{:#?}", whats(&table));
    assert_eq!(table.unit("r1").stance, Stance::Column);
    assert!(units_of(&table, "morale_check").contains(&"r2".to_string()), "{:#?}", whats(&table));
    apart(&table, &["b1", "r1", "r2"]);
}

/// §5.33.A §5.6 the battalion that horse charges fails its square and routs; the one behind it in its path, who tried too, has formed his: the horse goes on and
/// strikes that.
#[test]
fn horse_goes_on_to_the_next_when_its_target_is_gone() {
    let units =
        ["b1 cavalry column at 1500,700", "r1 column of 12 at 1500,1100", "r2 column of 12 at 1500,1450"];
    let mut table = table(&units, &[1, 5, 100, 50, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "form_square"), ("tries_square", "form_square")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1")]);
    table.until(Step::Formation);
    assert_eq!(units_of(&table, "routs"), ["r1"], "{:#?}", whats(&table));
    assert!(pairs(&table, "contact").contains(&("b1".into(), "r2".into())), "{:#?}", whats(&table));
    let melee = &table.told("melee")[0];
    assert_eq!(outcome(melee)["formation_row"], "inf_square");
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

/// §9.4.B with chits cavalry counter-charges a charger who is more than 500 yards off; at 500 it receives him at the halt.
#[test]
fn with_chits_near_horse_is_received_at_the_halt() {
    for (far, counters) in [(1400.0, false), (1401.0, true)] {
        let rider = format!("r1 cavalry line at 1500,{far:?}");
        let mut words = Words::of(&["b1 cavalry line at 1500,900", &rider]);
        words.options = vec!["order_chits"];
        let mut table = words.with_dice(&[50; 20]);
        if counters {
            table.answers = vec![("reacts", "counter_charge")];
        }
        table.to(Step::Command);
        table.order("b1", UnitOrder::Chits { blue: None, white: Some(ChitCode::Return) });
        charges(&mut table, ChargeOrders::Return, &[("b1", "r1")]);
        table.until(Step::Movement);
        let counter = table.told("reacts").iter().any(|event| event.about["reaction"] == "counter_charge");
        assert_eq!(counter, counters, "{far} {:#?}", whats(&table));
    }
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

/// §5.42.E §9.61-b of two waves side by side one leader is Engaged and its second halts; the other leader wins, and its second is not held by its neighbour.
#[test]
fn waves_beside_each_other_do_not_halt_each_other() {
    let units = [
        "b1 cavalry column at 1300,900",
        "b2 cavalry column at 1300,680",
        "b3 cavalry column at 1700,900 melee=9",
        "b4 cavalry column at 1700,680",
        "r1 column of 20 at 1300,1300",
        "r2 column of 12 at 1700,1300 melee=2",
    ];
    // Both leaders win; 1 on the chart is Engaged, 85 disrupts.
    let mut table = table(&units, &[1, 1, 1, 85, 60, 60, 60, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "hold"), ("tries_square", "stand"), ("advances", "advance")];
    charges(&mut table, ChargeOrders::Pursue, &[("b1", "r1"), ("b2", "r1"), ("b3", "r2"), ("b4", "r2")]);
    table.until(Step::Formation);
    assert_eq!(pairs(&table, "engaged"), [("b1".to_string(), "r1".to_string())], "{:#?}", whats(&table));
    assert!(units_of(&table, "pursues").contains(&"b3".to_string()), "{:#?}", whats(&table));
    assert!(table.at("b2")[1] < table.at("b1")[1]);
    apart(&table, &["b1", "b2", "b3", "b4", "r1", "r2"]);
}
