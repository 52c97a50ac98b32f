//! Which way is away from the enemy.

use krigsspil_tricolore::battle::state::Battle;

use crate::melees::fight;
use crate::table::{Words, near};

/// §house.broken §house.retreat a unit of a broken command goes straight away from the enemy, on either hand (R77, R83).
#[test]
fn straight_away() {
    for (own, other) in [(1000.0, 700.0), (2000.0, 2300.0)] {
        let units = [
            format!("b1 column of 5 at {own},1000 disorder=1"),
            format!("b2 column of 5 at {other},1000"),
            format!("r1 column of 5 facing south at {own},1150"),
        ];
        let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
        let mut table = fight(&units, &[("b1", "r1")], &[1, 1, 1, 1, 1, 1, 1, 6, 10, 10, 10, 10, 10, 10, 10]);
        let broken = |battle: &Battle| battle.commands[battle.post("b").unwrap()].broken;
        table.go(|battle| broken(battle) && !battle.turns.runs());
        assert!(broken(table.battle()));
        let pose = table.unit("b1").placed.pose();
        assert!(near(pose.at.x, own) && near(pose.facing.as_degrees(), 180.0), "{pose:?}");
    }
}

/// §house.retreat between two enemies who are equally near a unit goes back between them, whichever of them is named first.
#[test]
fn straight_away_from_two() {
    let units = [
        "b1 column of 4 at 1000,1000 lost=3 M=3",
        "b2 column of 4 at 700,1000 disorder=7 M=3",
        "r1 column of 4 facing south at 900,1300",
        "r2 column of 4 facing south at 1100,1300",
    ];
    let mut table = Words::of(&units).with_dice(&[1, 9, 3, 3, 4]);
    table.go(|battle| battle.commands[battle.post("b").unwrap()].broken);
    let pose = table.unit("b1").placed.pose();
    assert!(near(pose.at.x, 1000.0) && near(pose.facing.as_degrees(), 180.0), "{pose:?}");
}
