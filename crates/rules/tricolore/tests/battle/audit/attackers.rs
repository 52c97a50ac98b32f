//! Who is A.

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;

use crate::melees::to_the_end;
use crate::table::{Words, outcome};

/// §turn.D.1 §house.multi-unit of two that declare on each other the first to declare is A, whoever stands nearer to the south (R92); two pairs side by side, and the other side first.
#[test]
fn first_to_declare() {
    for (initiative, first, second) in [([9, 2], "red", "blue"), ([1, 9], "blue", "red")] {
        let units = [
            "b1 column of 5 at 1000,1000 N=6",
            "b2 column of 5 at 1300,1000 N=6",
            "r1 column of 5 facing south at 1000,1150",
            "r2 column of 5 facing south at 1300,1150",
        ];
        let dice = [&initiative[..], &[4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]].concat();
        let mut table = Words::of(&units).with_dice(&dice);
        for seat in [first, second] {
            table.until_moves(Step::Declarations, seat);
            for (blue, red) in [("b1", "r1"), ("b2", "r2")] {
                let (unit, target) = if seat == "blue" { (blue, red) } else { (red, blue) };
                table.order(unit, UnitOrder::attack(target));
            }
        }
        to_the_end(&mut table);
        let melees = table.told("melee");
        assert_eq!(melees.len(), 2);
        for melee in melees {
            let attacker = melee.about["attackers"][0].as_str().unwrap();
            assert_eq!(&attacker[..1], &first[..1], "{first} declared first");
            assert_eq!(outcome(&melee)["total"], if first == "red" { 6 } else { 10 });
        }
    }
}

/// §turn.D.2 §inf.initial.flanked one who declares first and is himself taken in flank by a third stays A; the third joins F's side (R92).
#[test]
fn a_third_joins_the_defender() {
    let units = [
        "b1 column of 5 at 1000,1000",
        "b2 column of 5 facing east at 930,1105",
        "r1 column of 5 facing south at 1000,1150",
    ];
    let mut table = Words::of(&units).with_dice(&[9, 2, 5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]);
    table.until_moves(Step::Declarations, "red");
    table.order("r1", UnitOrder::attack("b1"));
    table.until_moves(Step::Declarations, "blue");
    table.order("b1", UnitOrder::attack("r1"));
    table.order("b2", UnitOrder::attack("r1"));
    to_the_end(&mut table);
    let melee = &table.told("melee")[0];
    assert_eq!(melee.about["attackers"], serde_json::json!(["r1"]), "{}", melee.about);
}

/// §turn.D.2 §house.multi-unit one that attacks goes for its own target before a third comes upon it, however near that third is (R92): it is A, and
/// does not leave a melee to fight another. The third is nearer on one side and farther on the other, and their names are exchanged.
#[test]
fn a_nearer_third_does_not_come_first() {
    for (third, other) in [("b2", "b1"), ("b1", "b2")] {
        for west in [930.0, 895.0] {
            let units = [
                format!("{other} column of 5 at 1000,1000"),
                format!("{third} column of 5 facing east at {west},1105"),
                "r1 column of 5 facing south at 1000,1150".to_string(),
            ];
            let units: Vec<&str> = units.iter().map(String::as_str).collect();
            let mut table = Words::of(&units).with_dice(&[9, 2, 5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]);
            table.until_moves(Step::Declarations, "red");
            table.order("r1", UnitOrder::attack(other));
            table.until_moves(Step::Declarations, "blue");
            table.order(third, UnitOrder::attack("r1"));
            to_the_end(&mut table);
            let melee = &table.told("melee")[0];
            assert_eq!(
                melee.about["attackers"],
                serde_json::json!(["r1"]),
                "{third} {west}: {}",
                melee.about
            );
            let defenders = melee.about["defenders"].as_array().unwrap();
            assert!(defenders.contains(&serde_json::json!(other)), "{}", melee.about);
        }
    }
}
