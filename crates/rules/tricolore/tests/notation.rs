//! The sheet's notation as a type: it can be parsed, printed and rolled.

use crate::common::{comes_out, refused};
use krigsspil_engine::dice::{EveryRoll, ScriptedDice};
use krigsspil_tricolore::notation::{Against, Call, Rating, Test, Thrown, Wanted};
use krigsspil_tricolore::quantity::{Disorder, Quarters};

/// §notation.1 §notation.2 §notation.3 every test of the sheet is read and printed back the same.
#[test]
fn every_test_of_the_sheet_reads_and_prints() {
    let sheet = [
        "E6/6", "E2/1", "E1/1", "E2/2", "T1/U", "T2/U", "T3/U", "T1/1", "O1/1", "O2/1", "O2/2", "O2/U",
        "O1/U", "O3/U", "O5/U", "N1/1", "N2/1", "N2/2", "N3/3", "S1/1", "M1/1", "M2/2", "M3/3", "(6)/1",
        "(9)/1", "(7)/1", "(3)/1", "(1)/1", "(6)3/1", "(-2)/U",
    ];
    for text in sheet {
        let test: Test = text.parse().unwrap();
        assert_eq!(test.to_string(), text);
    }
    let test: Test = "N2/1".parse().unwrap();
    assert_eq!(test, Test { against: Against::Rating(Rating::Melee), dice: 2, wanted: Wanted::Successes(1) });
}

/// A text that is not a test is reported as it was written.
#[test]
fn what_is_no_test() {
    for text in ["", "E6", "X1/1", "E/1", "E0/0", "E1/2", "(9/1", "(x)/1", "T1/V", "T+1/U", "E1/0", "Æ1/1"] {
        let fault = text.parse::<Test>().unwrap_err();
        assert_eq!(fault.to_string(), format!("`{text}` is not a test; write E6/6, T1/U or (9)/1"));
    }
}

/// The requirement of a rule can also be read and printed; 0U means nothing.
#[test]
fn calls() {
    for text in ["none", "forbidden", "8U", "T3/U"] {
        assert_eq!(text.parse::<Call>().unwrap().to_string(), text);
    }
    assert_eq!("0U".parse(), Ok(Call::Nothing));
    assert_eq!("8U".parse(), Ok(Call::Outright(Disorder(8))));
    assert!("-1U".parse::<Call>().is_err());
    let thrown = Thrown { successes: 2, failures: 1 };
    assert!(!Call::Forbidden.passed_by(thrown) && Call::Nothing.passed_by(thrown));
    assert_eq!("T3/U".parse::<Call>().unwrap().recovers(thrown), Disorder(2));
}

/// §notation.1 a die equal to the rating succeeds, and k successes are enough.
#[test]
fn successes_are_counted() {
    let test: Test = "E6/6".parse().unwrap();
    let throw = |faces: &[i64]| test.throw("test", 5, &mut ScriptedDice::new(faces)).unwrap();
    assert!(test.passed_by(throw(&[1, 2, 3, 4, 5, 5])));
    assert!(!test.passed_by(throw(&[1, 2, 3, 4, 5, 6])));
    comes_out!("rating_test" {"rating": "N", "value": 6, "dice_count": 2} [6, 7] =>
        {"test": "N2/1", "successes": 1, "failures": 1, "passed": true, "disorder_change": 0});
    comes_out!("rating_test" {"rating": "N", "value": 6, "dice_count": 2, "needed": 2} [6, 7] =>
        {"test": "N2/2", "passed": false});
}

/// §notation.2 failures are added, successes are removed, and neither is passed.
#[test]
fn disorder_is_counted() {
    comes_out!("rating_test" {"rating": "T", "value": 5, "dice_count": 3, "kind": "disorder_gain"} [5, 6, 7] =>
        {"test": "T3/U", "disorder_change": 2, "passed": null});
    comes_out!("rating_test" {"rating": "T", "value": 5, "dice_count": 3, "kind": "disorder_recovery"} [5, 6, 7] =>
        {"disorder_change": -1, "passed": null});
}

/// §notation.3 a bare number is not clamped: 0 never succeeds, 10 never fails.
#[test]
fn bare_numbers() {
    comes_out!("rating_test" {"rating": "fixed", "value": 6, "subtract": 6, "dice_count": 1} [1] =>
        {"test": "(6)/1", "test_value": 0, "passed": false});
    comes_out!("rating_test" {"rating": "fixed", "value": 10, "dice_count": 2} [10, 10] =>
        {"test": "(10)2/1", "successes": 2});
}

/// A rating outside 1 to 9 and more successes than dice are refused; for U the needed number does not count.
#[test]
fn impossible_tests() {
    refused!("rating_test" {"rating": "E", "value": 10, "dice_count": 1} => "value");
    refused!("rating_test" {"rating": "E", "value": 0, "dice_count": 1} => "value");
    refused!("rating_test" {"rating": "E", "value": 5, "dice_count": 2, "needed": 3} => "needed");
    comes_out!("rating_test" {"rating": "T", "value": 5, "dice_count": 1, "kind": "disorder_gain", "needed": 9} [6] =>
        {"disorder_change": 1});
}

/// The exact odds of twelve dice against a number take thirteen ways, not ten to the twelfth.
#[test]
fn long_throws_stay_cheap() {
    let mut dice = EveryRoll::new();
    let mut ways = 0;
    while dice.next_way() {
        krigsspil_tricolore::notation::throw("bombardment", 12, 6, &mut dice).unwrap();
        ways += 1;
    }
    assert_eq!(ways, 13);
}

/// Fractions are read as printed.
#[test]
fn fractions() {
    let read = |text| Quarters::parse(text).map(|quarters| quarters.0);
    assert_eq!(["½", "1½", "x ¼", "¾", "2", "x 4"].map(read), [2, 6, 1, 3, 8, 16].map(Some));
    assert_eq!(["", "-1", "½1", "x", "1/2"].map(read), [None; 5]);
}
