//! What counts as facing a flank.

use crate::melees::{fight, to_the_end};
use crate::table::{counted, outcome};

/// §house.flank §inf.initial.threatened-flank columns or lines shoulder to shoulder with the one attacked face along the attacker's flank and not towards it: they support and do not threaten (R68); one that faces it does.
#[test]
fn neighbours_do_not_threaten() {
    for formation in ["column", "line"] {
        let wide = if formation == "column" { 55.0 } else { 105.0 };
        for shift in [0.0, 0.004, -0.004] {
            let beside =
                |id: &str, x: f64| format!("{id} {formation} of 5 facing south at {x},{}", 1150.0 + shift);
            let (left, right) = (beside("r2", 1000.0 + wide), beside("r3", 1000.0 - wide));
            let units =
                ["b1 column of 5 at 1000,1000", "r1 column of 5 facing south at 1000,1150", &left, &right];
            let mut table = fight(&units, &[("b1", "r1")], &[6, 7, 10]);
            to_the_end(&mut table);
            let melee = &table.told("melee")[0];
            assert_eq!(outcome(melee)["total"], 9, "{formation} {shift}: {}", outcome(melee));
            assert!(!counted(melee, "attacker_threatened_flank"));
        }
    }
    let units = [
        "b1 column of 5 at 1000,1000",
        "r1 column of 5 facing south at 1000,1150",
        "r2 column of 5 facing west at 1120,1120",
    ];
    let mut table = fight(&units, &[("b1", "r1")], &[6, 7, 10]);
    to_the_end(&mut table);
    assert!(counted(&table.told("melee")[0], "attacker_threatened_flank"));
}
