//! The order sheet.

use krigsspil_borgerkrig::battle::order::{Facing, Step, UnitOrder, When, Wing};
use krigsspil_borgerkrig::battle::sheet::{read, write};
use krigsspil_borgerkrig::vocabulary::{Ammunition, Formation};
use krigsspil_engine::battle::{Moment, Taken};
use serde_json::json;

use crate::table::*;

/// A blue unit, with its home in the south and facing north.
fn blue(entry: &str) -> UnitOrder {
    read(entry, 180.0, 0.0).unwrap()
}

/// Rule 03.01.3: arrows point as the sheet lies on the player's own base line; letters are as documented.
#[test]
fn entries_are_read() {
    assert_eq!(blue("X"), UnitOrder::Stand);
    assert_eq!(blue("^ S"), storm());
    assert_eq!(blue("↑"), ahead());
    assert_eq!(blue("v6"), UnitOrder::march(vec![Step::Back { cm: Some(6.0) }]));
    let wheel = vec![Step::Wheel { degrees: 90.0 }, Step::AheadFor { turns: 0.5 }];
    assert_eq!(blue(">1/2"), UnitOrder::march(wheel));
    let steps = vec![
        Step::Form { formation: Formation::MarchColumn },
        Step::Ahead { cm: Some(12.5) },
        Step::Turn { to: Facing::About },
    ];
    assert_eq!(blue("MK ^12.5 VO"), UnitOrder::march(steps.clone()));
    assert_eq!(blue("MC ^12.5 HT"), UnitOrder::march(steps));
    let companies = Step::Detach { companies: 3, wing: Wing::Left };
    assert_eq!(blue("DV3 ^"), UnitOrder::march(vec![companies, Step::Ahead { cm: None }]));
    assert_eq!(blue("IN"), UnitOrder::march(vec![Step::Enter]));
    assert_eq!(blue("UH ^4 SL"), blue("OU ^4 RJ"));
    for order in [blue("DH2 VO"), blue("DV3"), blue("IH"), blue("UH ^4"), blue("SL")] {
        assert_eq!(read(&write(&order, 180.0, 0.0), 180.0, 0.0), Ok(order));
    }
    assert_eq!(blue("s fc"), UnitOrder::fire(When::BeforeShock));
    assert_eq!(blue("s <10"), UnitOrder::fire(When::EnemyWithin { cm: 10.0 }));
    assert_eq!(blue("s \"Fox Covert\""), UnitOrder::fire(When::EnemyPasses { place: "Fox Covert".into() }));
    let UnitOrder::Fire { ammunition, guess_cm, target, when, .. } = blue("sg40 1/2 @r1") else { panic!() };
    assert_eq!((ammunition, guess_cm, target), (Some(Ammunition::Shell), Some(40), Some("r1".into())));
    assert_eq!(when, When::At { moment: Moment(0.5) });
    // For red, with its home in the north, up on the sheet is south on the map.
    assert_eq!(read("^", 0.0, 180.0).unwrap(), ahead());
    assert_eq!(
        read("^", 0.0, 90.0).unwrap(),
        UnitOrder::march(vec![Step::Wheel { degrees: 90.0 }, Step::Ahead { cm: None }])
    );
}

/// A bad entry is refused with the place and the reason.
#[test]
fn bad_entries_name_the_place() {
    let fault = |entry: &str| read(entry, 180.0, 0.0).unwrap_err();
    assert!(fault("").to_string().starts_with("at 1: "), "{}", fault(""));
    assert!(fault("^ Q").to_string().starts_with("at 3: "), "{}", fault("^ Q"));
    assert!(fault("s 0 maybe").to_string().starts_with("at 5: "), "{}", fault("s 0 maybe"));
    assert!(fault("X ^").to_string().starts_with("at 3: "), "{}", fault("X ^"));
    assert!(fault("^abc").to_string().contains("centimetres"));
    assert!(fault("s \"nowhere").to_string().contains("quote"));
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,160"], &[]);
    let refused = table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "^ Q"})).unwrap_err();
    assert!(refused.to_string().starts_with("sheet: at 3:"), "{refused}");
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "^ A"})).unwrap();
    assert_eq!(table.unit("b1").written, Some(attack()));
}

/// Every order that the prompts offer can be written on the sheet and reads back unchanged.
#[test]
fn what_is_written_reads_back() {
    let table = table(
        &[
            "b1 line of 24 at 60,60",
            "b2 battery of 6 at 80,60",
            "b3 cavalry line of 12 at 40,60",
            "b4 chain of 12 facing 30 at 60,40",
            "r1 line of 24 facing south at 60,90",
        ],
        &[],
    );
    let mut read_back = 0;
    for prompt in table.game.prompts() {
        let home = if prompt.seat.as_str() == "blue" { 180.0 } else { 0.0 };
        for unit in prompt.about_json()["units"].as_array().unwrap() {
            let facing = table.unit(unit["unit"].as_str().unwrap()).placed.pose().facing.as_degrees();
            for sample in unit["samples"].as_array().unwrap() {
                let order = UnitOrder::from_value(sample).unwrap();
                let entry = write(&order, home, facing);
                assert_eq!(read(&entry, home, facing).as_ref(), Ok(&order), "{entry}");
                read_back += 1;
            }
        }
    }
    assert!(read_back > 100, "{read_back}");
}

/// §03.03.4 a march for half a turn goes half as far.
#[test]
fn half_a_turn() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "^1/2"})).unwrap();
    table.turn();
    assert!(near(table.at("b1")[1], 66.0), "{:?}", table.at("b1"));
}
