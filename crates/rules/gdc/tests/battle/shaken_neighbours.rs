//! Checks for what happens to a neighbour (§3.2.B to D, §3.22).
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{apart, charges, table, units_of, whats};

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
