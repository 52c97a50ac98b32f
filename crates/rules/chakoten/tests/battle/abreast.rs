//! Several units abreast or one behind the other: retreat, flight and contagion, fire, skirmishers, woods, towns and works. What
//! must come out was written down from the print before it was played.

use std::sync::Arc;

use krigsspil_chakoten::armies::vocabulary::Work;
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Event, Moment};
use serde_json::json;

use crate::table::*;
use crate::works::build;

pub const FAR: &str = "r9 line of 24 at 200,200";

/// The only melee that a unit began.
pub fn melee_of<'a>(events: &'a [Arc<Event>], unit: &str) -> &'a Event {
    let found: Vec<_> =
        happened(events, "melee").into_iter().filter(|event| event.about["unit"] == unit).collect();
    assert_eq!(found.len(), 1, "{unit}: {:?}", events.iter().map(|event| event.what).collect::<Vec<_>>());
    found[0]
}

pub fn subjects(events: &[Arc<Event>], what: &str) -> Vec<String> {
    let units = happened(events, what);
    units.iter().map(|event| event.about["unit"].as_str().unwrap().to_string()).collect()
}

pub fn supporting(unit: &str) -> UnitOrder {
    UnitOrder::Stand { support: Some(unit.into()) }
}

pub fn ahead() -> UnitOrder {
    UnitOrder::march(vec![AHEAD])
}

/// §13.01.2 §13.05.1 §13.05.4 a rout goes through three lines one behind the other: each throws once, and all run; the line abreast of the second
/// is two millimetres clear of the flight and stands.
#[test]
fn a_rout_goes_through_the_lines_behind() {
    let mut words = Words::of(&[
        "b1 line of 20 at 80,40",
        "r1 line of 20 at 80,48",
        "r2 line of 20 at 80,58",
        "r3 line of 20 at 80,68",
        "r4 line of 20 at 95.2,58",
    ]);
    words.chief_back = Some(30.0);
    let mut table = words.with_dice(&[6, 6, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    assert_eq!(subjects(&events, "carried_along"), ["r2", "r3"]);
    for unit in ["r1", "r2", "r3"] {
        assert_eq!(table.unit(unit).order, State::Rout, "{unit}");
    }
    assert_eq!((table.unit("r4").order, table.at("r4")), (State::Good, [95.2, 58.0]));
}

/// §13.02.1 of two in U that lose by one point the one with a friend right behind it comes into FU, the other retires in U.
#[test]
fn no_room_to_retire() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 60,40",
            "b2 attack_column of 20 at 80,40",
            "r1 line of 20 at 60,55 order=U",
            "r2 line of 20 at 60,58",
            "r3 line of 20 at 80,55 order=U",
        ],
        // 3 + 6 against 8 + 4 - 4; the flight does not carry r2 along.
        &[1, 1, 1, 3, 3, 2, 1, 1, 1, 6, 6, 6, 1, 1, 1, 3, 3, 2],
    );
    table.order("b1", attack("r1")).order("b2", attack("r3"));
    let events = table.turn();
    for unit in ["b1", "b2"] {
        assert_eq!(outcome(melee_of(&events, unit))["difference"], 1, "{unit}");
    }
    assert_eq!((table.unit("r1").order, table.unit("r3").order), (State::Rout, State::Disorder));
    assert_eq!(table.unit("r2").order, State::Good);
}

/// §13.01.1 §07.07.4 §12.03.7 a unit that retires stops where it touches a friend behind it; one whose friend stands a millimetre aside goes on, and has
/// his support, who has it before his front but not within break-in distance.
#[test]
fn a_retreat_stops_at_a_friend() {
    for (behind, ends, supports) in [(80.0, 56.0, false), (95.1, 57.5, true), (64.9, 57.5, true)] {
        let friend = format!("r2 line of 20 at {behind},59");
        // 6 and 4 points, and two for a support: three points are needed for U.
        let dice = if supports { [4, 4, 4, 3, 3, 3] } else { [3, 3, 4, 3, 3, 3] };
        let mut table = table(&["b1 attack_column of 20 at 80,40", "r1 line of 20 at 80,55", &friend], &dice);
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(counted(melee_of(&events, "b1"), "defender_support"), supports, "{behind}");
        assert_eq!(table.unit("r1").order, State::Disorder);
        assert!((table.at("r1")[1] - ends).abs() < 0.15, "{behind}: {:?}", table.at("r1"));
        assert_eq!(table.unit("r2").order, State::Good);
    }
}

/// §12.02.4 two who fight without a winner stand for the rest of the turn and cannot be marched through: the column behind halts at contact.
#[test]
fn nobody_marches_through_those_at_blows() {
    let mut table = table(
        &["b1 line of 20 at 80,48", "b2 attack_column of 20 at 80,40", "r1 line of 20 at 80,55"],
        &[3; 6],
    );
    table.order("b1", attack("r1")).order("b2", ahead());
    let events = table.turn();
    assert_eq!(outcome(melee_of(&events, "b1"))["winner"], "none");
    assert!(happened(&events, "passes_through").is_empty());
    assert!((table.at("b2")[1] - 47.0).abs() < 0.15, "{:?}", table.at("b2"));
}

/// §13.05.1 §12.03.7 §13.04.2 an attacker who is broken carries along his own support, not the column abreast of it; the defender takes no
/// prisoners.
#[test]
fn a_broken_attack_runs_into_its_support() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 80,40",
            "b2 attack_column of 20 at 80,24",
            "b3 attack_column of 20 at 90,24",
            "r1 line of 20 at 80,55",
        ],
        &[1, 1, 1, 6, 6, 6, 1, 1, 1, 6, 6, 6],
    );
    table.order("b1", attack("r1")).order("b2", supporting("b1"));
    let events = table.turn();
    assert!(counted(melee_of(&events, "b1"), "attacker_support"));
    assert_eq!(subjects(&events, "carried_along"), ["b2"]);
    assert_eq!((table.unit("b1").order, table.unit("b2").order), (State::Rout, State::Good));
    assert!(happened(&events, "prisoners").is_empty());
}

/// §13.04.1 prisoners are taken if any intact unit of the victor's side reaches the ground and stays: here a column beside the victor, who halts.
#[test]
fn another_unit_takes_the_prisoners() {
    for comes in [true, false] {
        let mut table = table(
            &[
                "b1 attack_column of 20 at 80,40",
                "b3 march_column of 20 at 73.5,34",
                "r1 line of 20 at 80,55",
            ],
            &[6, 6, 6, 1, 1, 1],
        );
        table.answers.push(("follows", "halt"));
        table.order("b1", attack("r1"));
        if comes {
            table.order("b3", ahead());
        }
        let events = table.turn();
        assert_eq!(happened(&events, "prisoners").len(), usize::from(comes), "{:?}", table.at("b3"));
    }
}

/// §12.03.6 §12.03.9 §11.01.1 a line attacked in front and in the flank at one moment has its flank against one of them, its first action in the
/// first melee only, and spends one load in both.
#[test]
fn front_and_flank_at_one_moment() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 80,45",
            "b2 attack_column of 20 facing west at 102.5,61.5",
            "r1 line of 20 at 80,60",
        ],
        &[3; 12],
    );
    table.order("b1", attack("r1")).order("b2", attack("r1"));
    let events = table.turn();
    let (front, flank) = (melee_of(&events, "b1"), melee_of(&events, "b2"));
    assert!(!counted(front, "attacker_flank") && counted(flank, "attacker_flank"));
    assert!(!counted(front, "defender_flank") && counted(flank, "defender_flank"));
    assert!(counted(front, "defender_first_action") && !counted(flank, "defender_first_action"));
    assert_eq!(table.unit("r1").loads, 11);
}

/// §12.03.2 §12.03.3 two regiments abreast ride at a square and at a line.
#[test]
fn a_square_beside_a_line() {
    let mut table = table(
        &[
            "b1 light line of 20 at 60,40",
            "b2 light line of 20 at 85,40",
            "r1 square of 24 at 60,60",
            "r2 line of 24 at 85,60",
        ],
        &[3; 12],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    let rows = |unit: &str| {
        let melee = melee_of(&events, unit);
        [counted(melee, "attacker_cavalry_v_square"), counted(melee, "attacker_cavalry_v_infantry")]
    };
    assert_eq!((rows("b1"), rows("b2")), ([true, false], [false, true]));
}

/// §13.01.4 two who shoot each other into U at one moment do not retire, and are LU3 at the end; of the pair beside them one is in U and retires.
#[test]
fn shot_into_disorder_by_each_other() {
    let mut table = table(
        &[
            "b1 line of 20 at 60,40",
            "b2 line of 20 at 90,40",
            "r1 line of 20 at 60,48",
            "r2 line of 20 at 90,48",
        ],
        &[5, 5, 5, 5, 5, 5, 5, 5, 5, 3, 3, 3],
    );
    table.order("b1", fire_at("r1")).order("b2", fire_at("r2"));
    table.order("r1", fire_at("b1")).order("r2", fire_at("b2"));
    table.turn();
    assert_eq!((table.unit("b1").order, table.unit("r1").order), (State::Light3, State::Light3));
    assert_eq!((table.at("b1"), table.at("r1")), ([60.0, 40.0], [60.0, 48.0]));
    assert_eq!((table.unit("b2").order, table.unit("r2").order), (State::Good, State::Disorder));
    assert!(table.at("r2")[1] > 50.0, "{:?}", table.at("r2"));
}

/// §03.02.10 at one moment melee goes before fire: the attack that comes to break-in distance at a half is fought before the shot of a half.
#[test]
fn melee_goes_before_fire() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 60,40",
            "b2 line of 20 at 80,46",
            "r1 line of 20 at 60,55",
            "r2 line of 20 at 80,56",
        ],
        &[3; 9],
    );
    let when = When::At { moment: Moment(0.5) };
    let fire = UnitOrder::Fire { when, target: None, also: None, ranging: false, steps: Vec::new() };
    table.order("b1", attack("r1")).order("r2", fire);
    let events = table.turn();
    let order: Vec<&str> =
        events.iter().map(|event| event.what).filter(|what| ["fires", "melee"].contains(what)).collect();
    assert_eq!(order, ["melee", "fires"]);
}

/// §09.01.5 §09.03.5 a friend before one of two firing units leaves the other its shot, on either wing: 9 and 2 for the first fire are 4 men.
#[test]
fn half_a_line_is_masked() {
    for (friend, target) in [(85.5, 76.0), (74.5, 84.0)] {
        let (friend, target) =
            (format!("b2 line of 20 at {friend},44"), format!("r1 line of 20 at {target},50"));
        let mut table = table(&["b1 line of 20 at 80,40", &friend, &target], &[3, 3, 3]);
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(outcome(happened(&events, "fires")[0])["firing_units"], 1, "{friend}");
        assert_eq!(table.unit("r1").lost_men, 4, "{friend}");
    }
}

/// §07.07.1 §07.07.2 a column between two lines that leave it two millimetres on either hand passes free; shifted by three it goes through the one
/// it touches, and both take a degree.
#[test]
fn between_two_lines() {
    for (east, touched) in [(70.0, None), (69.7, Some("b2")), (70.3, Some("b3"))] {
        let column = format!("b1 attack_column of 20 at {east},30");
        let mut table = table(&[&column, "b2 line of 20 at 58.5,34", "b3 line of 20 at 81.5,34", FAR], &[]);
        table.order("b1", ahead());
        let events = table.turn();
        let passed: Vec<_> =
            happened(&events, "passes_through").iter().map(|event| event.about["other"].clone()).collect();
        assert_eq!(passed, touched.map(|unit| json!(unit)).into_iter().collect::<Vec<_>>(), "{east}");
        for unit in ["b2", "b3"] {
            let degrees = if touched == Some(unit) { State::Light1 } else { State::Good };
            assert_eq!(table.unit(unit).order, degrees, "{east} {unit}");
        }
        assert_eq!(table.unit("b1").order == State::Light1, touched.is_some(), "{east}");
        assert_eq!(near(table.at("b1")[1], 50.0), touched.is_none(), "{east}: {:?}", table.at("b1"));
    }
}

/// §07.06.1 of four abreast the two that are less than 4 cm apart march as lines do; the one more than 4 cm away and the march column are free.
#[test]
fn four_abreast() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 40,40",
            "b2 attack_column of 20 at 51.6,40",
            "b3 attack_column of 20 at 63,40",
            "b4 march_column of 20 at 72,40",
            FAR,
        ],
        &[],
    );
    for unit in ["b1", "b2", "b3", "b4"] {
        table.order(unit, ahead());
    }
    table.turn();
    let reached = ["b1", "b2", "b3", "b4"].map(|unit| table.at(unit)[1].round());
    assert_eq!(reached, [60.0, 50.0, 50.0, 65.0]);
}

/// §14.04.1 §14.04.2 of two chains that closed columns come upon, the one without a soutien is FU and loses a tenth of its figures, rounded up; the
/// other goes back to its soutien whole.
#[test]
fn a_chain_without_soutien_is_broken() {
    let mut table = table(
        &[
            "b3 line of 20 at 100,28",
            "b1 dense_skirmish of 12 at 60,40 light=true",
            "b2 dense_skirmish of 12 at 100,40 light=true",
            "r3 line of 20 at 80,70",
            "r1 attack_column of 24 at 60,60",
            "r2 attack_column of 24 at 100,60",
        ],
        &[],
    );
    table.answers.push(("chain_fires", "hold"));
    table.order("r1", ahead()).order("r2", ahead());
    let events = table.turn();
    let mut pressed = subjects(&events, "chain_pressed_back");
    pressed.sort();
    assert_eq!(pressed, ["b1", "b2"]);
    assert_eq!((table.unit("b1").order, table.unit("b1").figures), (State::Rout, 10));
    assert!(table.unit("b2").order.intact());
    assert_eq!(table.unit("b2").figures, 12);
}

/// §14.04.1 §14.04.3 §12.03.8 one column comes upon the chains of two lines abreast: both are pressed back, and the line it attacks has its chain
/// beside it in the melee.
#[test]
fn one_column_presses_two_chains() {
    let mut table = table(
        &[
            "b1 line of 24 at 70,40",
            "b2 line of 24 at 90,40",
            "r1 attack_column of 24 at 79,64",
            "r2 line of 24 at 200,200",
        ],
        &[3; 6],
    );
    let out = || UnitOrder::march(vec![Step::SendOut { figures: 4, chain: Chain::Dense, cm: 8.0 }]);
    table.order("b1", out()).order("b2", out()).turn();
    table.answers.push(("chain_fires", "hold"));
    table.order("r1", attack("b1"));
    let events = table.turn();
    let mut pressed = subjects(&events, "chain_pressed_back");
    pressed.sort();
    assert_eq!(pressed, ["b1/1", "b2/1"]);
    let melee = melee_of(&events, "r1");
    assert_eq!(melee.about["other"], "b1");
    assert!(!counted(melee, "attacker_no_skirmishers"));
}

/// §16.02.1 §16.03.2 §12.03.8 a line in the edge of a wood has its cover, and the attacker its obstacle and nothing for missing skirmishers; the
/// line beside it in the open has none of that.
#[test]
fn at_the_edge_of_a_wood() {
    let words = Words::of(&[
        // Nobody sees farther than 10 cm into a wood.
        "b1 attack_column of 20 at 65,51",
        "b2 attack_column of 20 at 90,51",
        "r1 line of 20 at 65,60.02",
        "r2 line of 20 at 90,60.02",
    ])
    .with_feature(
        json!({"kind": "wood"}),
        "Polygon",
        json!([[[50, 60], [80, 60], [80, 90], [50, 90], [50, 60]]]),
    );
    let mut table = words.with_dice(&[3; 12]);
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    for (unit, wooded) in [("b1", true), ("b2", false)] {
        let melee = melee_of(&events, unit);
        assert_eq!(counted(melee, "attacker_obstacle"), wooded, "{unit}");
        assert_eq!(counted(melee, "defender_cover"), wooded, "{unit}");
        assert_eq!(counted(melee, "attacker_no_skirmishers"), !wooded, "{unit}");
    }
}

/// §13.06.6 §16.03.1 of two in rout abreast the one in a plantation does not throw to rally; it flees out of it.
#[test]
fn nobody_rallies_in_a_plantation() {
    let words = Words::of(&[
        "b1 line of 20 at 60,20",
        "r1 line of 20 at 60,100 order=FU",
        "r2 line of 20 at 90,100 order=FU",
    ])
    .with_feature(
        json!({"kind": "plantation"}),
        "Polygon",
        json!([[[45, 90], [75, 90], [75, 112], [45, 112], [45, 90]]]),
    );
    let mut table = words.with_dice(&[6, 6, 6]);
    let events = table.turn();
    assert_eq!(subjects(&events, "rally"), ["r2"]);
    assert_eq!((table.unit("r1").order, table.unit("r2").order), (State::Rout, State::Good));
    assert!(table.at("r1")[1] > 105.0, "{:?}", table.at("r1"));
}

/// §17.02.3 §17.03.1 §12.03.11 a farm and a line beside it are attacked at one moment: the farm has its wall before it and its cover, and nobody has
/// anything for missing skirmishers there; beside it both have.
#[test]
fn a_farm_beside_a_line() {
    let words = Words::of(&[
        "b1 attack_column of 20 at 60,45",
        "b2 attack_column of 20 at 75,45",
        "r2 line of 20 at 75,60",
        "r1 hob of 9 facing south at 60,62 inside=the_farm",
    ])
    .with_feature(
        json!({"kind": "building", "name": "the farm"}),
        "Polygon",
        json!([[[58, 60], [62, 60], [62, 64], [58, 64], [58, 60]]]),
    );
    let mut table = words.with_dice(&[3; 12]);
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    for (unit, walled) in [("b1", true), ("b2", false)] {
        let melee = melee_of(&events, unit);
        assert_eq!(counted(melee, "attacker_obstacle"), walled, "{unit}");
        assert_eq!(counted(melee, "defender_cover"), walled, "{unit}");
        assert_eq!(counted(melee, "attacker_no_skirmishers"), !walled, "{unit}");
        assert_eq!(counted(melee, "defender_no_skirmishers"), !walled, "{unit}");
    }
}

/// §19.01.4 of two parties at work abreast that are attacked the one that stays is struck as spread and as workers, the one that closes up in time
/// is neither.
#[test]
fn one_of_two_parties_closes_up() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 65,40",
            "b2 attack_column of 20 at 90,40",
            "r1 line of 20 at 65,55",
            "r2 line of 20 at 90,55",
        ],
        &[3; 12],
    );
    table.answers.push(("workers_attacked r1", "stay"));
    table.answers.push(("workers_attacked r2", "close_up"));
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    for unit in ["r1", "r2"] {
        table.order(unit, build(Work::AbatisOrBarricade, Some(2.0)));
    }
    let events = table.turn();
    for (unit, at_work) in [("b1", true), ("b2", false)] {
        let melee = melee_of(&events, unit);
        assert_eq!(counted(melee, "attacker_closed_v_spread"), at_work, "{unit}");
        assert_eq!(counted(melee, "attacker_v_artillery"), at_work, "{unit}");
    }
}
