//! Ways back that are barred, and ways ahead on which friends stand.

use krigsspil_tricolore::battle::order::{Action, Ride, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::vocabulary::BaseFormation;
use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::{Words, counted, near, outcome};

/// §house.retreat a unit beaten from the front and from behind goes to neither of those it fights: between them, towards the middle of the
/// table. The two stand exactly opposite each other or off by a hair; on either half of the table, and with their names exchanged.
#[test]
fn struck_from_opposite_sides() {
    for (middle, toward) in [(1000.0, 1.0), (2000.0, -1.0)] {
        for (south, north) in [("b1", "b2"), ("b2", "b1")] {
            for hair in [0.0, 0.004, -0.004] {
                let units = [
                    format!("{south} column of 5 at {middle},1000"),
                    format!("{north} column of 5 facing south at {},1250", middle + hair),
                    format!("r1 column of 5 facing south at {middle},1100 M=9"),
                ];
                let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
                let attacks = [("b1", "r1"), ("b2", "r1")];
                let mut table = fight(&units, &attacks, &[2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]);
                to_the_end(&mut table);
                assert_eq!(outcome(&table.told("melee")[0])["defender"]["retreat_m"], 200);
                let at = table.unit("r1").placed.centre();
                assert!(table.unit("r1").here(), "{middle} {south} {hair}");
                assert!(
                    near(at.x, middle + 200.0 * toward) && (at.y - 1122.0).abs() < 1.0,
                    "{middle} {south} {hair}: {at:?}"
                );
            }
        }
    }
}

/// §house.retreat one who is struck in front by two and from behind by a third does not go through the third.
#[test]
fn struck_by_three() {
    let units = [
        "b1 column of 5 at 970,1000",
        "b2 column of 5 at 1030,1000",
        "b3 column of 5 facing south at 1000,1250",
        "r1 column of 8 facing south at 1000,1100 M=9",
    ];
    let attacks = [("b1", "r1"), ("b2", "r1"), ("b3", "r1")];
    let mut table = fight(&units, &attacks, &[2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]);
    to_the_end(&mut table);
    let at = table.unit("r1").placed.centre();
    assert!(table.unit("r1").here() && (at.y - 1130.0).abs() < 5.0 && near(at.x, 1200.0), "{at:?}");
}

fn town(units: &[&str]) -> Words {
    Words::of(units).area(
        "built_up",
        [900.0, 1100.0, 1100.0, 1300.0],
        json!({"name": "Mill", "tricolore": "enclosed_2"}),
    )
}

/// §town.fail §house.retreat who fails his town test goes away from all who storm the zone, whichever of them is named first: straight
/// back from two abreast, to the side from two who come from opposite sides.
#[test]
fn out_of_a_stormed_town() {
    let storms = [
        (["column of 5 at 950,1050", "column of 5 at 1050,1050"], [1000.0, 1546.0], [1, 1, 9, 9]),
        (
            ["column of 5 at 1000,1050", "column of 5 facing south at 1000,1350"],
            [1346.0, 1200.0],
            [1, 9, 9, 1],
        ),
    ];
    for (storm, [x, y], tests) in storms {
        for (one, other) in [("b1", "b2"), ("b2", "b1")] {
            let units = [
                format!("{one} {} N=9", storm[0]),
                format!("{other} {} N=9", storm[1]),
                "r1 column of 6 facing south at 1000,1200 zone=Mill M=9".to_string(),
            ];
            let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
            let dice = [&[1, 1][..], &tests, &[1; 12]].concat();
            let mut table = fight_with(town(&units), &[("b1", "r1"), ("b2", "r1")], &dice, &[]);
            to_the_end(&mut table);
            let at = table.at("r1");
            assert!((at[0] - x).abs() < 2.0 && (at[1] - y).abs() < 2.0, "{one} {storm:?}: {at:?}");
        }
    }
}

/// §pass.formed §pass.skirmishers §pass.artillery who breaks through and comes upon a friend marches through him as in any move (R52): 100 of the
/// way and T2/U for a formed friend, 50 for skirmishers, T1/U for guns. Names exchanged.
#[test]
fn through_a_friend() {
    let friends = [
        ("column of 2 at 1000,1165", 1300.0 - 100.0, 2),
        ("skirmish of 2 at 1000,1165", 1300.0 - 50.0, 0),
        ("battery unlimbered of 1 at 1000,1165", 1300.0, 1),
    ];
    for (friend, end, tests) in friends {
        for (own, other) in [("b1", "b2"), ("b2", "b1")] {
            let units = [
                format!("{own} column of 4 at 1000,1000 N=9"),
                format!("{other} {friend}"),
                "r1 column of 4 facing south at 1000,1100 N=1".to_string(),
                "r2 column of 4 facing south at 1600,1900".to_string(),
            ];
            let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
            let mut table = fight(&units, &[(own, "r1")], &[10, 10, 10, 10, 10, 10, 10, 10, 10]);
            to_the_end(&mut table);
            assert_eq!(table.told("breaks_through").len(), 1, "{friend}");
            assert!(near(table.at(own)[1], end), "{friend} {own}: {:?}", table.at(own));
            let passed = table.told("passes_through");
            assert_eq!(passed.len(), 1, "{friend}");
            assert_eq!(outcome(&passed[0])["test_dice"], tests, "{friend}");
        }
    }
}

/// §pass.formed a friend whom the rest of a breakthrough does not bring it clear of halts it.
#[test]
fn up_to_a_friend() {
    let units = [
        "b1 column of 4 at 1000,1000 N=9",
        "b2 column of 5 at 1000,1240",
        "r1 column of 4 facing south at 1000,1100 N=1",
    ];
    let mut table = fight(&units, &[("b1", "r1")], &[10, 10, 1, 1, 1, 1, 10]);
    to_the_end(&mut table);
    assert!(near(table.at("b1")[1], 1195.0), "{:?}", table.at("b1"));
    assert!(table.told("passes_through").is_empty());
}

/// §house.multi-unit §inf.cont.line-6-9 §inf.cont.line-5 of several units each counts its bases by its own multiplier (R13, R69): a line doubles its own, not those of the column beside
/// it; whichever leads, and on either side.
#[test]
fn each_its_own_multiplier() {
    let units = [
        "b1 line of 4 at 950,1000 T=6 N=6 M=9",
        "b2 column of 4 at 1025,1000 T=6 N=6 M=9",
        "r1 line of 8 facing south at 1000,1050 T=5 N=5 M=9",
    ];
    for answers in [&[][..], &[("leads b2", "leads")]] {
        let attacks = [("b1", "r1"), ("b2", "r1")];
        let mut table = fight_with(Words::of(&units), &attacks, &[3, 4, 5, 1, 5, 5, 10], answers);
        table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 2);
        let round = &table.told("melee")[1];
        // Three bases twice and three once are nine; six and a half are nine too.
        assert_eq!(outcome(round)["superiority_steps"], 0, "{}", outcome(round));
        assert!(counted(round, "attacker_line_6_9") && counted(round, "defender_line_5"));
    }
}

/// §manoeuvre.officers in phase E an officer whose own command is engaged has no troops to go with, and only a superior rides alone (R57, R89); one beside
/// him, whose command is not engaged, goes with his troops, and their superior tests from the first metre if none of his troops march.
#[test]
fn who_rides_in_manoeuvre() {
    let units = [
        "bx1 column of 5 at 1000,1000",
        "by1 column of 5 at 2600,300",
        "r1 column of 5 facing south at 1000,1390",
    ];
    let mut words = Words::of(&units);
    words.more = "# bx at [1000.0, 900.0]\n# by at [2600.0, 250.0]\n".into();
    let mut table = words.with_dice(&[&[9, 2][..], &[10; 16]].concat());
    table.until_moves(Step::Manoeuvre, "blue");
    let ride = |general: &str| Action::General {
        general: general.into(),
        to: Ride::To { place: krigsspil_engine::battle::Place([1500.0, 300.0]) },
    };
    let refused = table.game.do_action(&"blue".into(), &ride("bx")).unwrap_err();
    assert!(
        matches!(&refused, krigsspil_engine::battle::ActFault::Refused(why) if why.key() == "only_superiors_ride")
    );
    table.game.do_action(&"blue".into(), &ride("by")).unwrap();
    assert_eq!(table.unit("bx1").formation, BaseFormation::Column);
    assert!(table.try_order("bx1", UnitOrder::ahead(100.0)).is_err());
}
