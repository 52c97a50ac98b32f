//! Where an officer stands with a unit.

use krigsspil_tricolore::battle::order::{Action, Ride, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;

use crate::melees::to_the_end;
use crate::table::Words;

fn thrown(table: &crate::table::Table, id: &str) -> usize {
    let told = table.told("reorganises");
    let of = told.iter().find(|event| event.unit() == Some(id));
    of.map_or(0, |event| event.working.as_ref().unwrap().rolls.len())
}

/// §tacadmin.reorg.officer an officer who stands in a unit or against its edge is in base contact with it, however he came there; one who stands a few metres off is not.
#[test]
fn officers_in_contact() {
    let units = [
        "b1 column of 5 at 1000,1000 disorder=4",
        "b2 column of 5 at 1300,1000 disorder=4",
        "r1 column of 5 facing south at 1000,1390",
    ];
    for (place, ahead, dice) in [(955.0, 0.0, 6), (980.0, 0.0, 6), (920.0, 60.0, 6), (945.0, 0.0, 3)] {
        let mut words = Words::of(&units);
        words.more = format!("# b at [1000.0, {place:?}]\n");
        let mut table = words.with_dice(&[&[9, 2][..], &[10; 16]].concat());
        table.until(Step::Declarations);
        if ahead > 0.0 {
            table.until_moves(Step::Movement, "blue");
            let action = Action::General { general: "b".into(), to: Ride::Ahead { metres: ahead } };
            table.game.do_action(&"blue".into(), &action).unwrap();
        }
        to_the_end(&mut table);
        assert_eq!((thrown(&table, "b1"), thrown(&table, "b2")), (dice, 3), "from {place}, {ahead} ahead");
        assert_eq!(table.unit("b1").disorder, if dice == 6 { 3 } else { 4 });
    }
}

/// §house.out-of-command a unit is in command if it was when the phase began, or is now (R114): of two, the one moves and takes the officer with it, and the
/// other may still be ordered; a third, which he left behind before, may not.
#[test]
fn in_command_when_the_phase_began() {
    let units = [
        "b1 column of 5 at 1000,300",
        "b2 column of 5 at 1000,700",
        "b3 column of 5 at 2200,300",
        "r1 column of 5 facing south at 1000,2900",
    ];
    let mut words = Words::of(&units);
    words.officers[0] = "radius = 500".into();
    words.more = "# b at [1000.0, 700.0]\n".into();
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    let with = Action::General { general: "b".into(), to: Ride::With { unit: "b2".into() } };
    table.game.do_action(&"blue".into(), &with).unwrap();
    table.order("b2", UnitOrder::ahead(600.0));
    assert!(!table.battle().in_radius(table.battle().unit("b1").unwrap()));
    table.order("b1", UnitOrder::ahead(300.0));
    assert_eq!(table.refused("b3", UnitOrder::ahead(100.0)), "out_of_command");
}
