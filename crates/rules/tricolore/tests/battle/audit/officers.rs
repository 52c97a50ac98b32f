//! Where an officer stands with a unit.

use krigsspil_tricolore::battle::order::{Action, Ride};
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
