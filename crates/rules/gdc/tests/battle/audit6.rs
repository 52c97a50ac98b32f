//! Situations in which two chapters meet, written from the print before they were run: several chargers on one unit, guns that are charged, squares and waves.

use crate::table::{Table, near, outcome, table};
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};

pub fn charges(table: &mut Table, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, ChargeOrders::Pursue));
    }
}

/// Are there events of this kind about these two?
pub fn happened(table: &Table, what: &str, unit: &str, other: &str) -> bool {
    table.told(what).iter().any(|event| event.about["unit"] == unit && event.about["other"] == other)
}

fn chose(table: &Table, unit: &str, reaction: &str) -> bool {
    table
        .told("reacts")
        .iter()
        .any(|event| event.about["unit"] == unit && event.about["reaction"] == reaction)
}

/// §5.52.D two regiments charge one battery: its crew outruns the one that has come far, not the other that has most of its charge left.
#[test]
fn a_crew_does_not_outrun_the_fresher_of_two() {
    let units = [
        "b1 cavalry column at 1460,400",
        "b2 cavalry column at 1540,1100",
        "r1 battery unlimbered at 1500,1700",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "fire_then_flee")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b2", "r1"), "{:#?}", table.told("guns_abandoned"));
}

/// §5.52.C §5.7 §5.2.F horse that rides over a crew lying down has not met a friend nor a square: it keeps its impetus for the line behind.
#[test]
fn a_crew_that_lies_down_costs_no_impetus() {
    let units =
        ["b1 cavalry column at 1500,900", "r1 battery unlimbered at 1500,1300", "r2 line of 12 at 1500,1700"];
    let mut table = table(&units, &[100, 100, 50, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "fire_and_lie_down"), ("tries_square", "stand")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    let melee = table.told("melee");
    assert_eq!(outcome(&melee[0])["formation_modifier"], 40, "{melee:#?}");
}

/// §5.52.C the crew lies down before horse only: the column that charges with it fights the crew.
#[test]
fn foot_does_not_pass_over_a_crew() {
    let units = [
        "b1 cavalry column at 1458,1150",
        "b2 column of 12 at 1541,1000",
        "r1 battery unlimbered at 1500,1400",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "fire_and_lie_down")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b2", "r1"));
    assert!(!happened(&table, "contact", "b1", "r1"));
}

/// §7.5 §5.52 a charger who comes from behind a battery is not in its lane, which nothing angles: it is not fired at.
#[test]
fn guns_do_not_fire_behind_them() {
    for (from, facing, shots) in [("1500,1900", "south", 0), ("1500,1100", "north", 1)] {
        let charger = format!("b1 cavalry column facing {facing} at {from}");
        let mut table = table(&[&charger, "r1 battery unlimbered at 1500,1500"], &[100; 20]);
        table.answers = vec![("reacts", "fire_and_melee")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Movement);
        assert_eq!(table.told("fires").len(), shots, "{from}");
        assert!(happened(&table, "contact", "b1", "r1"));
    }
}

/// §5.22 horse whose enemy is driven off by guns between contact and melee has fought nobody: it is Unorganized, not in recall.
#[test]
fn who_is_robbed_of_his_melee_is_unorganized() {
    let units = [
        "b1 cavalry column at 1500,1000",
        "b2 battery unlimbered at 1600,1000",
        "r1 line of 12 at 1560,1350",
        "r2 column of 12 at 200,2800",
    ];
    let mut table = table(&units, &[1, 1, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b1", "r1")]);
    table.to(Step::SecondaryFire);
    table.order("b2", UnitOrder::fire("r1"));
    table.until(Step::Formation);
    assert!(table.told("melee").is_empty());
    assert_eq!((table.unit("b1").status(), table.unit("b1").recall), (Status::Unorganized, None));
}

/// §3.5 §9.61-b guns drive off the enemy with whom horse is Engaged since its charge: it is free, and in recall at once; it does not charge in the same turn.
#[test]
fn horse_that_guns_set_free_is_in_recall() {
    let units = [
        "b1 cavalry column at 1500,1000",
        "b2 battery unlimbered at 1620,900",
        "r1 line of 20 at 1500,1400",
        "r2 column of 12 at 1500,1900",
    ];
    let mut table = table(&units, &[50, 1, 1, 1, 5, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "hold"), ("tries_square", "stand")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert!(table.battle().engaged(table.battle().unit("b1").unwrap()));
    table.to(Step::InitialFire);
    table.order("b2", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    assert!(!table.unit("r1").here());
    assert_eq!((table.battle().turn, table.unit("b1").recall), (2, Some(0)));
}

/// §5.33.A §4.11.C foot that is charged by foot and, from farther off, by horse may try to form square.
#[test]
fn a_square_before_the_second_charger() {
    let units =
        ["b1 column of 12 at 1420,1100", "b2 cavalry column at 1540,800", "r1 line of 12 at 1500,1400"];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(chose(&table, "r1", "form_square") && happened(&table, "tries_square", "r1", "b2"));
    assert_eq!(table.unit("r1").stance, Stance::Square);
}

/// §5.21.B loose horse before which loose horse comes first, and formed horse behind it, may flee.
#[test]
fn flight_from_the_second_charger() {
    let units = [
        "b1 cavalry skirmish at 1400,1100 skirmishers=true",
        "b2 cavalry column at 1640,900",
        "r1 cavalry skirmish at 1500,1400 skirmishers=true",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "flee")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(chose(&table, "r1", "flee"));
}

/// §10.2.C of two regiments that charge it the farther has lances: foot that has failed its square checks still again.
#[test]
fn the_lances_of_the_second_charger() {
    let units = [
        "b1 cavalry column at 1440,1000",
        "b2 cavalry column at 1560,900 lancers=true",
        "r1 line of 12 at 1500,1600",
    ];
    let mut table = table(&units, &[1, 95, 100, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    let checks = table.told("morale_check");
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].about["cause"], "lancers_charge_after_failed_square");
}

/// §5.33.A §5.33.B R14 a line in the way of two regiments that charge others tries its square before the nearer.
#[test]
fn a_square_before_the_nearer_of_two() {
    let units = [
        "b1 cavalry column at 1300,600",
        "b2 cavalry column at 1590,1000",
        "r1 skirmish of 4 at 1300,1000 skirmishers=true",
        "r2 line of 20 at 1450,1300",
        "r3 skirmish of 4 at 1590,1150 skirmishers=true",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "flee"), ("tries_square", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r3")]);
    table.until(Step::Movement);
    let tried = table.told("tries_square");
    assert_eq!(outcome(&tried[0])["distance_modifier"], -20, "{tried:#?}");
}

/// §10.5.A §10.5.I an Austrian column in the path of a charge at somebody else closes up to a mass too; of 13 castings and more it is a square to the horse.
#[test]
fn a_mass_in_the_path() {
    let units = [
        "b1 cavalry column at 1500,800",
        "r1 skirmish of 4 at 1500,1200 skirmishers=true",
        "r2 column of 15 at 1500,1450 nation=austria",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "flee"), ("tries_square", "battalion_mass")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert!(table.told("changes_formation").iter().any(|event| event.about["formation"] == "battalion_mass"));
    let melee = table.told("melee");
    assert_eq!(outcome(&melee[0])["formation_row"], "inf_square", "{melee:#?}");
}

/// §10.5.G a battalion mass that foot charges stands: it does not counter-charge.
#[test]
fn a_mass_does_not_counter_charge() {
    let units = [
        "b1 cavalry column at 1460,800",
        "b2 column of 12 at 1540,1100",
        "r1 column of 15 at 1500,1400 nation=austria",
    ];
    // The horse is beaten and goes back; in the next turn the column charges.
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "battalion_mass")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert_eq!(table.unit("r1").stance, Stance::BattalionMass);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b2", "r1")]);
    table.asked.clear();
    table.until(Step::Movement);
    // There is nothing to choose.
    assert!(chose(&table, "r1", "hold") && table.asked.is_empty(), "{:?}", table.asked);
    assert!(happened(&table, "contact", "b2", "r1"));
}

/// §10.6.F loose horse falls back before a formed column that comes up to it, as loose foot does.
#[test]
fn loose_horse_falls_back() {
    let mut table = table(
        &["b1 column of 12 at 1500,1000", "r1 cavalry skirmish at 1500,1420 skirmishers=true"],
        &[50; 20],
    );
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.turn();
    assert!(near(table.at("r1")[1], 1501.0), "{:?}", table.at("r1"));
}

/// §5.42.D §9.5.B the line that means to ride around a square fails its check and goes back: the column behind it checks, and goes on past it Unorganized
/// or halts, as its player likes.
#[test]
fn the_second_of_a_wave_whose_leader_fails_at_a_square() {
    for (choice, strikes) in [("go_on", true), ("halt", false)] {
        let units =
            ["b1 cavalry line at 1500,900", "b2 cavalry column at 1500,700", "r1 square of 16 at 1500,1300"];
        let mut table = table(&units, &[1, 50, 100, 100, 100, 60, 60, 60, 60]);
        table.answers = vec![("at_square", "flow_around"), ("wave_goes_on", choice)];
        charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
        table.until(Step::Movement);
        assert!(table.asked.iter().any(|what| what == "wave_goes_on"), "{choice}: {:?}", table.asked);
        assert!(table.told("morale_check").iter().any(|event| event.about["unit"] == "b2"));
        assert_eq!(happened(&table, "contact", "b2", "r1"), strikes, "{choice}");
        assert_eq!(table.unit("b2").status() == Status::Unorganized, strikes, "{choice}");
        assert!(table.told("flows_around").is_empty());
    }
}

/// §5.1 chart.infantry-movement R7 a charge of 450 yards reaches who stands 450 yards off, and not who stands 451 off.
#[test]
fn a_charge_reaches_its_whole_distance() {
    let units = [
        "b1 column of 12 at 1200,1000",
        "b2 column of 12 at 1800,1000",
        "r1 line of 12 at 1200,1450",
        "r2 line of 12 at 1800,1451",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b1", "r1")]);
    assert_eq!(table.refused("b2", UnitOrder::charge("r2", ChargeOrders::Return)), "out_of_reach");
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b1", "r1"));
    assert!(near(table.at("b1")[1], 1450.0), "{:?}", table.at("b1"));
}

/// §3.5 §5.22 horse in contact that guns make hesitate fights all the same, and is in recall when its melee is over.
#[test]
fn who_hesitates_in_contact_is_in_recall_after_it() {
    let units = [
        "b1 cavalry line at 1700,1000",
        "r1 line of 12 at 1500,1400",
        "r2 battery unlimbered at 1760,1500",
        "r3 column of 12 at 300,2800",
    ];
    let mut table = table(&units, &[1, 1, 95, 1, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "hold"), ("advances", "stay")];
    charges(&mut table, &[("b1", "r1")]);
    table.to(Step::SecondaryFire);
    table.order("r2", UnitOrder::fire("b1"));
    table.until(Step::Formation);
    assert_eq!(table.told("morale_failure").len(), 1);
    assert_eq!(table.told("melee").len(), 1);
    assert!(table.unit("b1").recall.is_some());
}

/// §5.2.I unformed horse passes whatever friend it comes upon in the first 300 yards of its charge; at the first it comes upon later it halts, though that is in
/// skirmish order.
#[test]
fn loose_horse_halts_at_friends() {
    for (at, reaches) in [(1200, true), (1400, false)] {
        let friend = format!("b2 skirmish of 4 at 1500,{at} skirmishers=true");
        let units = [
            "b1 cavalry skirmish of 4 at 1500,1000 skirmishers=true",
            &friend,
            "r1 skirmish of 4 at 1500,1700 skirmishers=true",
        ];
        let mut table = table(&units, &[50; 20]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Movement);
        assert_eq!(happened(&table, "contact", "b1", "r1"), reaches, "{at}: {:?}", table.at("b1"));
    }
}
