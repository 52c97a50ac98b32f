//! Chapters 06.03, 10.01 and 11.03: limbering piece by piece, guns in line, fire at a place, extra loads; and what is not announced
//! (§03.02.6), and who deserts (§land.saxony.5).

use krigsspil_chakoten::battle::Chakoten;
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Moment, Place, Played, SeatId};
use serde_json::json;

use crate::table::*;

const COLUMN: &str = "b1 battery of 8 at 60,60 limbered=true formation=march_column";

const IN_LINE: &str = "b1 battery of 8 at 60,60 limbered=true formation=line";

/// §06.03.1 §06.03.2 in line all guns are brought into position together in half a turn; of a column the second gun first drives up beside
/// the first. Skema III: 20 cm a turn; gun and limber are 15 cm long and 5 wide.
#[test]
fn guns_come_into_position() {
    let drive = 15.0_f64.hypot(5.0) / 20.0;
    for (battery, takes) in [(IN_LINE, 0.5), (COLUMN, 0.5 + drive)] {
        let mut table = table(&[battery, "r1 line of 20 at 60,150"], &[]);
        let mut moments = Vec::new();
        for _ in 0..2 {
            let order = UnitOrder::march(vec![UNLIMBER]);
            if table.unit("b1").limbered() {
                table.order("b1", order);
            }
            let turn = table.battle().turn;
            let events = table.turn();
            moments.extend(
                happened(&events, "unlimbers").iter().map(|event| f64::from(turn - 1) + event.moment),
            );
        }
        assert!(moments.len() == 1 && (moments[0] - takes).abs() < 0.01, "{battery}: {moments:?}");
    }
}

/// §06.03.2 §06.03.4 guns that are limbered or brought into position may face about where they stand, at no time.
#[test]
fn guns_face_about_with_it() {
    for (first, step) in [
        (IN_LINE, Step::Unlimber { about: true }),
        ("b1 battery of 8 at 60,60", Step::Limber { column: false, degrees: 0.0, about: true }),
    ] {
        let mut table = table(&[first, "r1 line of 20 at 60,150"], &[]);
        table.order("b1", UnitOrder::march(vec![step])).turn();
        let pose = table.unit("b1").placed.pose();
        assert!(near(pose.facing.as_degrees(), 180.0), "{pose:?}");
        // The guns are 7.5 cm deep.
        assert!(near(table.at("b1")[1], 52.5), "{:?}", table.at("b1"));
        assert!(near(table.at("b1")[0], 60.0));
    }
}

/// §06.03.3 a battery that limbers up into march column does so behind the gun of the wing it turns to, in the time of one gun, and marches
/// off at once; more than a quarter turn is refused.
#[test]
fn guns_limber_into_a_column() {
    let mut table = table(&["b1 battery of 8 at 60,60", "r1 line of 20 at 60,150"], &[]);
    let limber = |degrees: f64| Step::Limber { column: true, degrees, about: false };
    assert!(table.try_order("b1", UnitOrder::march(vec![limber(91.0)])).is_err());
    table.order("b1", UnitOrder::march(vec![limber(90.0), AHEAD])).turn();
    let unit = table.unit("b1");
    assert!(unit.limbered() && unit.formation == Formation::MarchColumn);
    assert!(near(unit.placed.pose().facing.as_degrees(), 90.0));
    // The right gun stands 2.5 cm right of the middle; it turns about its middle, and marches half a turn: 10 cm.
    let head = table.at("b1");
    assert!(near(head[0], 62.5 + 3.75 + 10.0) && near(head[1], 60.0 - 3.75), "{head:?}");
}

/// §06.03.6 §10.01.3 while a column comes into position the whole battery is limbered for those who fire at it, and the gun that is in
/// position already fires.
#[test]
fn one_limbered_gun_makes_a_limbered_battery() {
    let mut table = table(
        &[COLUMN, "b2 battery of 8 at 90,60", "r1 battery of 8 at 60,90", "r2 line of 20 at 90,90"],
        &[4; 12],
    );
    let half = |target: Option<&str>, steps: Vec<Step>| UnitOrder::Fire {
        when: When::At { moment: Moment(0.6) },
        target: target.map(Into::into),
        also: None,
        ranging: false,
        steps,
    };
    table.order("b1", half(None, vec![UNLIMBER])).order("r1", half(None, Vec::new()));
    let events = table.turn();
    let shots = happened(&events, "fires_guns");
    let of = |unit: &str| shots.iter().find(|shot| shot.about["unit"] == unit).unwrap();
    let kind = |unit: &str| outcome(of(unit))["loss_points"]["target_kind"].as_i64().unwrap();
    // Skema XI: limbered guns -2, guns in position -5.
    assert_eq!((kind("r1"), kind("b1")), (-2, -5));
    // Four of eight pieces fire: those of the gun in position.
    assert_eq!(
        (&outcome(of("b1"))["firing_units"], &outcome(of("r1"))["firing_units"]),
        (&json!(4), &json!(8))
    );
}

/// §10.01.4 when one figure piece reaches a target all that stand in line with it reach: a battery of which only the right gun is near
/// enough fires with all its pieces.
#[test]
fn guns_in_line_reach_together() {
    let fired = |guns: u32, east: f64, away: f64| {
        let battery = format!("b1 battery of {guns} at {east},20");
        let target = format!("r1 line of 20 facing south at {},{}", 60.0 + 0.8 * away, 20.0 + away);
        let mut table = table(&[&battery, &target], &[4; 6]);
        table.try_order("b1", fire_at("r1")).ok()?;
        let events = table.turn();
        happened(&events, "fires_guns").first().map(|shot| outcome(shot)["firing_units"].clone())
    };
    // A battery of 8 pieces is two guns of 5 cm: each is measured alone, and then both together.
    let (left, right) = (57.5, 62.5);
    let away = (80..180).map(|half| f64::from(half) / 2.0).find(|&away| fired(4, left, away).is_none());
    let away = away.expect("somewhere the left gun does not reach");
    assert_eq!(fired(4, right, away), Some(json!(4)));
    assert_eq!(fired(8, 60.0, away), Some(json!(8)));
}

/// §10.01.5 a battery fires at a wood that it sees: whoever is in it near the place is struck as a hidden target, whether it sees him or not;
/// where nobody is the load is spent. Its player is not told whom he struck.
#[test]
fn guns_fire_at_a_place() {
    let wood = json!([[[40, 60], [80, 60], [80, 90], [40, 90], [40, 60]]]);
    for (place, struck) in [([600.0, 650.0], true), ([450.0, 650.0], false)] {
        let words = Words::of(&[
            "b1 battery of 8 at 60,40",
            "r1 dense_skirmish of 5 at 60,66 light=true",
            "r2 line of 20 at 60,150",
        ]);
        let mut table =
            words.with_feature(json!({"kind": "wood"}), "Polygon", wood.clone()).with_dice(&[4; 6]);
        assert_eq!(
            table.refused("b1", UnitOrder::Bombard { place: Place([1500.0, 1500.0]) }),
            "no_building_there"
        );
        table.order("b1", UnitOrder::Bombard { place: Place(place) });
        let events = table.turn();
        assert_eq!(happened(&events, "fires_guns").len(), usize::from(struck), "{place:?}");
        assert_eq!(happened(&events, "fires_at_place").len(), usize::from(!struck), "{place:?}");
        assert_eq!(table.unit("b1").loads, 15);
        if let Some(shot) = happened(&events, "fires_guns").first() {
            assert!(counted(shot, "target_concealment"), "{:?}", shot.working);
        }
    }
}

/// §11.03.2 §11.01.3 a battery carries 16 loads and a battalion 12: a scenario that gives more is refused, and what is more rides in a wagon.
#[test]
fn extra_loads_ride_in_a_wagon() {
    let sets_up = |unit: &str| {
        let words = Words::of(&[unit, "b2 wagon at 60,45 stores=8", "r1 line of 20 at 60,150"]);
        let rules = Chakoten::printed().unwrap();
        Played::setup_with_dice(rules, &words.scenario(), Default::default(), 7, Vec::new()).is_ok()
    };
    assert!(sets_up("b1 battery of 8 at 60,60 loads=16") && !sets_up("b1 battery of 8 at 60,60 loads=17"));
    assert!(sets_up("b1 line of 20 at 60,60 loads=12") && !sets_up("b1 line of 20 at 60,60 loads=13"));
    let mut table = table(
        &["b1 battery of 8 at 60,60 loads=8", "b2 wagon at 60,52.5 stores=8", "r1 line of 20 at 60,150"],
        &[],
    );
    let draw = || UnitOrder::Resupply { wagon: "b2".into() };
    table.order("b1", draw()).turn();
    table.order("b1", draw()).turn();
    assert_eq!((table.unit("b1").loads, table.unit("b2").stores), (16, 4));
}

/// §03.02.6 §03.02.4 where the players announce themselves, a written fire that is not announced is not carried out and the unit stands for
/// that part of the turn; an attack that is not announced goes up to break-in distance, and there is no melee.
#[test]
fn what_is_not_announced_is_not_done() {
    for (answer, done) in [("announce", true), ("keep_silent", false)] {
        let mut words = Words::of(&[
            "b1 line of 20 at 60,40",
            "b2 attack_column of 24 at 90,40",
            "r1 line of 20 at 60,50",
            "r2 line of 20 at 90,52",
        ]);
        words.announce = true;
        let mut table = words.with_dice(&[3; 9]);
        table.answers.push(("announces", answer));
        let mut fire = fire_at("r1");
        if let UnitOrder::Fire { steps, .. } = &mut fire {
            steps.push(Step::Back { cm: None, turns: None });
        }
        table.order("b1", fire);
        table.order("b2", UnitOrder::Move { steps: vec![ATTACK], target: Some("r2".into()), support: None });
        let events = table.turn();
        assert_eq!(happened(&events, "fires").len(), usize::from(done), "{answer}");
        assert_eq!(happened(&events, "melee").len(), usize::from(done), "{answer}");
        assert_eq!(happened(&events, "announces_fire").len(), usize::from(done));
        // Half a turn back at half the pace of a line.
        assert!(near(table.at("b1")[1], 37.5), "{:?}", table.at("b1"));
        assert!(done || near(table.at("b2")[1], 47.0), "{:?}", table.at("b2"));
    }
}

/// §land.saxony.5 a scenario lets units go over to the enemy, or leave, at the beginning of a turn: from then on the enemy commands them.
#[test]
fn units_desert() {
    let desert = |more: &str| {
        format!(
            "[[special]]\nrules = \"chakoten\"\nname = \"deserts\"\ntext = \"deserters\"\nabout = {{ units = [\"r1\"], turn = 2{more} }}\n"
        )
    };
    for (more, stays) in [(", to = \"b\"", true), ("", false)] {
        let mut words = Words::of(&[
            "b1 line of 20 at 60,40",
            "r1 line of 20 at 90,80 country=saxony",
            "r2 line of 20 at 60,80",
        ]);
        words.special.push(desert(more));
        let mut table = words.with_dice(&[]);
        assert_eq!(table.unit("r1").side, table.unit("r2").side);
        let events = table.turn();
        assert_eq!(happened(&events, "deserts").len(), 1);
        assert_eq!(table.unit("r1").here(), stays);
        if stays {
            assert_eq!(table.unit("r1").side, table.unit("b1").side);
            let action = json!({"do": "order", "unit": "r1", "order": {"kind": "stand"}});
            assert!(table.game.act(&SeatId::from("red"), &action).is_err());
            assert!(table.game.act(&SeatId::from("blue"), &action).is_ok());
        }
    }
    let mut words = Words::of(&["b1 line of 20 at 60,40", "r2 line of 20 at 60,80"]);
    words.special.push(desert(""));
    let rules = Chakoten::printed().unwrap();
    assert!(Played::setup_with_dice(rules, &words.scenario(), Default::default(), 7, Vec::new()).is_err());
}

/// §skema-XI guns that were fired at by a battery last turn and fire at something else have their malus.
#[test]
fn guns_that_do_not_answer() {
    let mut table = table(
        &["b1 battery of 8 at 60,40", "r1 line of 20 at 60,70", "r2 battery of 8 at 80,80"],
        &[2, 2, 2, 3, 3, 3],
    );
    let fire = |at: &str| UnitOrder::Fire {
        when: When::AtOnce,
        target: Some(at.into()),
        also: None,
        ranging: false,
        steps: Vec::new(),
    };
    table.order("r2", fire("b1")).turn();
    table.order("b1", fire("r1"));
    let events = table.turn();
    let shots = happened(&events, "fires_guns");
    assert!(counted(shots[0], "not_answering"), "{:?}", outcome(shots[0]));
}

/// §skema-XI the same within one moment: a battery that is shelled as it fires at infantry does not answer; two that shell each other do.
#[test]
fn guns_shelled_at_the_same_moment() {
    for (at, unanswered) in [("r1", true), ("r2", false)] {
        let mut table = table(
            &["b1 battery of 8 at 60,40", "r1 line of 20 at 60,70", "r2 battery of 8 at 80,80"],
            &[2, 2, 2, 3, 3, 3, 2, 2],
        );
        let fire = |at: &str| UnitOrder::Fire {
            when: When::AtOnce,
            target: Some(at.into()),
            also: None,
            ranging: false,
            steps: Vec::new(),
        };
        table.order("r2", fire("b1")).order("b1", fire(at));
        let events = table.turn();
        let shots = happened(&events, "fires_guns");
        let own = shots.iter().find(|shot| shot.about["unit"] == "b1").unwrap();
        assert_eq!(counted(own, "not_answering"), unanswered, "at {at}: {:?}", outcome(own));
    }
}

/// §10.05.2 §10.05.3 a battery of howitzers fires over a friend on its own level, 10 cm from either; guns do not, nor howitzers over one who
/// stands too near. Both stand side by side and fire at the same moment.
#[test]
fn howitzers_fire_over_friends() {
    for (before, fires) in [(15.0, true), (8.0, false)] {
        let friend = |east: f64, id: &str| format!("{id} line of 10 at {east},{}", 40.0 + before + 1.5);
        let units = [
            "b1 battery of 4 at 60,40 piece=howitzer_prussia_7pd howitzers=true".to_string(),
            "b2 battery of 4 at 90,40".to_string(),
            friend(60.0, "b3"),
            friend(90.0, "b4"),
            "r1 line of 20 at 60,75".to_string(),
            "r2 line of 20 at 90,75".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[4; 6]);
        let fire = |target: &str| UnitOrder::Fire {
            when: When::AtOnce,
            target: Some(target.into()),
            also: None,
            ranging: false,
            steps: Vec::new(),
        };
        table.order("b1", fire("r1")).order("b2", fire("r2"));
        let events = table.turn();
        let fired: Vec<_> =
            happened(&events, "fires_guns").iter().map(|shot| shot.about["unit"].clone()).collect();
        assert_eq!(fired, if fires { vec![json!("b1")] } else { Vec::new() }, "{before}");
    }
}

/// §07.05.5 the gap that a battery finds in a hedge is one for a column: of two side by side the one in line halts before it.
#[test]
fn guns_in_line_find_no_gap() {
    let words = Words::of(&[
        "b1 battery of 8 at 40,30 limbered=true formation=march_column",
        "b2 battery of 8 at 60,30 limbered=true formation=line",
        "r1 line of 20 at 40,200",
    ]);
    let hedge = json!([[20, 35], [80, 35]]);
    let mut table = words.with_feature(json!({"kind": "hedge"}), "LineString", hedge).with_dice(&[]);
    for _ in 0..3 {
        for unit in ["b1", "b2"] {
            table.order(unit, UnitOrder::march(vec![AHEAD]));
        }
        table.turn();
    }
    assert!(table.at("b1")[1] > 40.0, "{:?}", table.at("b1"));
    assert!(table.at("b2")[1] < 35.0 && table.at("b2")[1] > 34.0, "{:?}", table.at("b2"));
}

/// §10.01.2 §10.01.3 guns that fire at the very moment at which they are in position are in position.
#[test]
fn guns_that_fired_are_unlimbered() {
    let mut table =
        table(&["b1 battery line of 8 at 50,50 limbered=true", "r1 line of 24 at 50,80"], &[3; 3]);
    table.sheet("b1", "AP, S 1/2");
    let events = table.turn();
    assert_eq!(happened(&events, "fires_guns").len(), 1);
    assert!(table.unit("b1").unlimbered());
}

/// §10.01.3 §06.03.1 a column whose first gun has fired goes on with its unlimbering; it does not begin anew.
#[test]
fn unlimbering_goes_on_after_fire() {
    let mut table =
        table(&["b1 battery march_column of 8 at 50,50 limbered=true", "r1 line of 24 at 50,80"], &[3; 3]);
    table.sheet("b1", "AP, S 1/2");
    let events = table.turn();
    assert_eq!(outcome(happened(&events, "fires_guns")[0])["firing_units"], 4);
    let events = table.turn();
    assert!(table.unit("b1").unlimbered());
    assert!(happened(&events, "unlimbers").iter().all(|event| event.moment < 0.95));
}

/// §10.02.3 a battery that fired at two targets has ranged in on both.
#[test]
fn ranged_in_on_two() {
    for second in ["r1", "r2"] {
        let mut table = table(
            &["b1 battery line of 8 at 80,50", "r1 line of 24 at 70,80", "r2 line of 24 at 90,80"],
            &[4; 9],
        );
        let also = Some("r2".into());
        let when = When::AtOnce;
        table.order(
            "b1",
            UnitOrder::Fire { when, target: Some("r1".into()), also, ranging: false, steps: Vec::new() },
        );
        table.turn();
        table.order("b1", fire_at(second));
        let events = table.turn();
        assert!(!counted(happened(&events, "fires_guns")[0], "ranging"), "{second}");
    }
}

/// §10.04.1 §10.04.2 a slope that rises toward the target is soft if it begins at least 10 cm before it.
#[test]
fn balls_do_not_bounce_on_a_slope() {
    for (edge, soft) in [(69.0, true), (71.0, false)] {
        let hill = json!([[[40.0, edge], [120.0, edge], [120.0, 130.0], [40.0, 130.0], [40.0, edge]]]);
        let mut table = Words::of(&["b1 battery line of 8 at 80,50", "r1 line of 24 at 80,80"])
            .with_feature(json!({"kind": "contour", "level": 1}), "Polygon", hill)
            .with_dice(&[4; 3]);
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(counted(happened(&events, "fires_guns")[0], "non_ricochet"), soft, "{edge}");
    }
}

/// §10.02.3 a target that moves 10 cm in a turn in which the battery fires at it is still ranged in on; one that does so in a turn without
/// such fire is not, and one that moves less in each of several turns is.
#[test]
fn ranging_is_lost_in_a_turn_without_fire() {
    // (the turns in which the battery fires, how far the target marches in each turn, must it range in anew in the last)
    let cases: [(&[u32], f64, bool); 4] =
        [(&[1, 2, 3], 10.0, false), (&[1, 3], 10.0, true), (&[1, 4], 6.0, false), (&[1, 2], 10.0, false)];
    for (fires, cm, anew) in cases {
        let mut table = table(&["b1 battery of 8 at 60,40", "r1 line of 20 at 60,110"], &[1; 12]);
        let last = *fires.last().unwrap();
        for turn in 1..=last {
            if turn > 1 && turn < last {
                table.sheet("r1", &format!("^ \"{cm} cm\""));
            }
            if fires.contains(&turn) {
                table.order("b1", fire_at("r1"));
            }
            let events = table.turn();
            if turn == last {
                assert_eq!(counted(happened(&events, "fires_guns")[0], "ranging"), anew, "{fires:?} {cm}");
            }
        }
    }
}

/// §10.05.1 the safety is measured to either side of the line from the middle of the battery: at 50 cm a friend 4.9 cm from it stops the
/// fire on either hand, and two who leave it 5.1 cm do not.
#[test]
fn safety_from_the_middle_of_the_battery() {
    for (left, right, fires) in [(5.1, 5.1, true), (4.9, 5.1, false), (5.1, 4.9, false)] {
        // A line of 10 is 7.5 cm wide.
        let friend = |id: &str, east: f64| format!("{id} line of 10 at {east},70");
        let (left, right) = (friend("b2", 60.0 - left - 3.75), friend("b3", 60.0 + right + 3.75));
        let units = ["b1 battery of 8 at 60,40", &left, &right, "r1 single_column of 10 at 60,90"];
        let mut table = table(&units, &[1; 3]);
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(happened(&events, "fires_guns").len(), usize::from(fires), "{left} {right}");
    }
}

/// §01.03.5 §07.05.4 §skema-VI guns without gunners are an obstacle I for everybody, also for those who have just taken them: a column that goes on over
/// them takes a degree, one that halts before them and a chain that runs over them take none.
#[test]
fn taken_guns_are_an_obstacle() {
    for (taker, choice, order) in [
        ("b1 attack_column of 20 at 80,45", "take_ground", State::Light1),
        ("b1 attack_column of 20 at 80,45", "halt", State::Good),
        ("b1 dense_skirmish of 20 at 80,45 light=true", "take_ground", State::Good),
    ] {
        let mut table =
            table(&[taker, "b2 line of 20 at 80,33", "r1 battery of 8 at 80,55"], &[6, 6, 6, 1, 1, 1]);
        table.answers.extend([("follows", choice), ("chain_fires", "hold")]);
        table.order("b1", attack("r1")).turn();
        assert_eq!(table.unit("r1").order, State::Rout, "{taker}");
        assert_eq!(table.unit("b1").order, order, "{taker} {choice}");
    }
}
