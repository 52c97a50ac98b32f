//! Units one behind the other (§5.4, §9.5.D): waves beside each other, and who is ridden or run through.
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{apart, charges, pairs, table, units_of, whats};

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
