//! Squares that are beaten (§9.5): the next wave, and who was inside.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{outcome, table, whats};

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

/// §9.5.B §9.5.A §9.2.A a line of horse touches a square and a column that has not formed one at the same time: it is asked at the square, flows around it without
/// impetus, and fights the column alone. It is struck by nobody from the square, and attacks.
#[test]
fn a_line_that_touches_a_square_and_a_column_fights_the_column_alone() {
    for shift in [-0.3, 0.0, 0.3] {
        for (first, second) in [("r1", "r2"), ("r2", "r1")] {
            let square = format!("{first} square at 1380,{:?}", 1500.0 + shift);
            let column = format!("{second} column at 1620,1500");
            let units = ["b1 cavalry line of 12 at 1500,800 melee=7", &square, &column];
            let mut table = table(&units, &[100, 1, 50, 100, 100, 100]);
            table.to(Step::Charges);
            table.order("b1", UnitOrder::charge(second, ChargeOrders::Pursue));
            table.turn();
            assert!(table.asked.iter().any(|what| what == "at_square"), "{:?}", table.asked);
            let melees = table.told("melee");
            assert_eq!(melees.len(), 1, "{:#?}", whats(&table));
            assert_eq!((&melees[0].about["unit"], &melees[0].about["other"]), (&"b1".into(), &second.into()));
            assert!(outcome(&melees[0])["formation_modifier"].as_i64().unwrap_or(0) == 0, "no impetus");
        }
    }
}

/// §9.5.B a line that attacks the square instead fights both, and is the defender of both (§9.2.A); §9.5.C a column has no choice.
#[test]
fn who_attacks_the_square_fights_both() {
    for stance in ["line", "column"] {
        let at = if stance == "line" { 1620 } else { 1470 };
        let units = [
            format!("b1 cavalry {stance} of 12 at 1500,800 melee=7"),
            format!("r1 square at {},1500", if stance == "line" { 1380 } else { 1550 }),
            format!("r2 column at {at},1500"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[50; 8]);
        table.answers = vec![("at_square", "attack_square")];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r2", ChargeOrders::Pursue));
        table.turn();
        assert_eq!(table.told("melee").len(), 2, "{stance}: {:#?}", whats(&table));
        assert_eq!(table.asked.iter().any(|what| what == "at_square"), stance == "line");
    }
}

/// §9.5.B §9.62 who has flowed around a square has lost half of what it had left; half of the rest is what it pursues with: 1400 less 300 to the square
/// is 1100, of which 550 stay; 300 on it beats a line of horse, and pursues half of the 250 left.
#[test]
fn what_a_square_costs_is_gone_for_the_pursuit() {
    let units = [
        "b1 cavalry line of 8 at 1500,500 melee=9",
        "r1 square at 1500,800",
        "r2 cavalry line of 8 at 1500,1100 melee=3",
        "r3 column at 2700,2700",
    ];
    // It passes the check at the square, wins, and the beaten horse is gone.
    let mut table = table(&units, &[100, 1, 65, 100, 100, 100, 100]);
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
    table.turn();
    let pursued = table.told("pursues");
    assert_eq!(pursued.len(), 1, "{:#?}", whats(&table));
    let yards = pursued[0].about["yards"].as_i64().unwrap();
    assert!((124..=126).contains(&yards), "{yards}");
}

/// §9.5.C §5.7 a square that is beaten elsewhere costs nobody else his impetus: a line that beats horse on the other wing pursues 300 yards, and strikes the
/// battalion behind with its formation.
#[test]
fn a_square_beaten_elsewhere_costs_no_impetus() {
    for square in ["square", "column"] {
        let far = format!("r1 {square} at 700,900 melee=2");
        let units = [
            "b1 cavalry column at 700,600 melee=9",
            &far,
            "b2 cavalry line at 2250,600 melee=9",
            "r2 cavalry line at 2250,900 melee=3",
            "r3 line at 2250,1200 morale=A",
        ];
        let mut table = table(&units, &[1, 1, 65, 45, 50, 50, 100, 100, 100, 100, 100]);
        table.answers = vec![("reacts", "hold"), ("tries_square", "stand"), ("advances", "stay")];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
        table.order("b2", UnitOrder::charge("r2", ChargeOrders::Pursue));
        table.turn();
        let melees = table.told("melee");
        let pursuit =
            melees.iter().find(|melee| melee.about["other"] == "r3").expect("it reaches the battalion");
        assert_eq!(outcome(pursuit)["formation_modifier"], 30, "{square}: {:#?}", whats(&table));
    }
}
