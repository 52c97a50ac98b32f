//! Several units against several in one melee phase (chapter 9): who attacks, who is touched, who goes back beside whom.
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::procedures::chits::ChitCode;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{Words, apart, charges, counted, near, outcome, pairs, table, units_of, whats};

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

/// §9.4.A §5.21.A two pairs of cavalry lines side by side, charging and counter-charging: each pair meets half way, at the same time, and touches nobody else.
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
