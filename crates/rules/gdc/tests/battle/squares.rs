//! Squares that are beaten (§9.5): the next wave, and who was inside.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{Table, outcome, table};

fn whats(table: &Table) -> Vec<String> {
    table.events.iter().map(|event| format!("{} {}", event.what, event.about)).collect()
}

/// §9.5.D R88 cavalry has beaten a square and ridden on: the wave behind it fights the square in the pursuit round with the Engaged figures of a
/// column, and then it goes back as a column. Without a second wave there is one melee, and it goes back all the same.
#[test]
fn the_second_wave_fights_a_beaten_square() {
    for waves in [1, 2] {
        let units = [
            "b1 cavalry column at 1500,900 melee=9",
            "b2 cavalry column at 1500,700",
            "r1 square of 16 at 1500,1300 melee=2 morale=A",
        ];
        // b1 wins with 1; 60 on the results chart of grade 9 sends the square back. Then b2's melee, and whoever checks passes.
        let mut table = table(&units, &[1, 60, 100, 60, 100, 100, 100, 100, 100, 100]);
        table.answers = vec![("advances", "advance")];
        table.to(Step::Charges);
        for id in ["b1", "b2"].iter().take(waves) {
            table.order(id, UnitOrder::charge("r1", ChargeOrders::Pursue));
        }
        table.until(Step::Formation);
        let melees = table.told("melee");
        assert_eq!(melees.len(), waves, "{:#?}", whats(&table));
        assert_eq!(outcome(&melees[0])["formation_row"], "inf_square");
        if let Some(second) = melees.get(1) {
            assert_eq!((&second.about["unit"], &second.about["engaged"]), (&"b2".into(), &true.into()));
            assert_eq!(outcome(second)["formation_row"], "inf_column_def");
        }
        assert!(table.told("protective_fire").len() <= 1, "a beaten square does not fire again");
        let order: Vec<&str> = table.events.iter().map(|event| event.what).collect();
        let last = order.iter().rposition(|what| *what == "melee").unwrap();
        let went = order.iter().position(|what| *what == "retreats").expect("it goes back");
        assert!(went > last, "after the cavalry has passed: {order:?}");
        assert_eq!(table.unit("r1").stance, Stance::Column);
        assert!(table.at("r1")[1] > 1350.0, "{:?}", table.at("r1"));
    }
}

/// §9.5.F skirmishers who flee before horse go into a square that their flight reaches; nobody fires at or charges them there. When the square is
/// beaten they fall with it; when it stands they come out behind it.
#[test]
fn skirmishers_inside_a_square() {
    for (beaten, throw) in [(true, 1), (false, 100)] {
        let units = [
            "b1 cavalry column at 1500,900 melee=9",
            "b2 cavalry column at 1300,900",
            "b3 line at 1900,1290",
            "r1 square of 16 at 1500,1300 melee=2 morale=A",
            "r2 skirmish of 6 at 1300,1250 skirmishers=true",
        ];
        let mut table = table(&units, &[throw, 60, 100, 60, 100, 100, 100, 100, 100, 100]);
        table.answers = vec![("reacts r2", "flee"), ("advances", "stay")];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
        table.order("b2", UnitOrder::charge("r2", ChargeOrders::Return));
        table.until(Step::Movement);
        assert_eq!(table.told("shelters").len(), 1, "{:#?}", whats(&table));
        let r1 = table.battle().unit("r1");
        assert_eq!(table.unit("r2").shelter, r1);
        assert_eq!(table.refused("r2", UnitOrder::ahead(50.0)), "in_a_square");
        table.until(Step::Formation);
        assert_eq!(table.unit("r2").here(), !beaten, "{:#?}", whats(&table));
        assert_eq!(table.told("falls_in_square").len(), usize::from(beaten));
        assert_eq!(table.told("comes_out").len(), usize::from(!beaten));
        if !beaten {
            assert!(table.unit("r2").shelter.is_none() && table.at("r2")[1] > 1300.0, "{:?}", table.at("r2"));
        }
    }
}

/// §9.5.F who has no square within his flight runs as before.
#[test]
fn no_square_near() {
    let units = [
        "b2 cavalry column at 1300,900",
        "r1 square of 16 at 2500,1300",
        "r2 skirmish of 6 at 1300,1250 skirmishers=true",
    ];
    let mut table = table(&units, &[100; 8]);
    table.answers = vec![("reacts", "flee")];
    table.to(Step::Charges);
    table.order("b2", UnitOrder::charge("r2", ChargeOrders::Return));
    table.until(Step::Movement);
    assert_eq!((table.told("shelters").len(), table.told("flees").len()), (0, 1));
}
