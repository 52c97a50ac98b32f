//! Things at one moment and side by side: what an auditor found wrong, first as failing tests.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Deed, SeatId};
use serde_json::json;

use crate::table::*;

/// §12.01.1 R75 two columns reach one line at the same moment: both fight it, one after the other.
#[test]
fn two_columns_fight_one_line() {
    let mut table = table(
        &["b1 attack_column of 20 at 73,40", "b2 attack_column of 20 at 87,40", "r1 line of 40 at 80,55"],
        &[3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4],
    );
    table.order("b1", attack("r1")).order("b2", attack("r1"));
    let events = table.turn();
    let fought: Vec<_> = happened(&events, "melee").iter().map(|event| event.about["unit"].clone()).collect();
    assert_eq!(fought, [json!("b1"), json!("b2")]);
    assert_eq!(table.unit("r1").order, State::Disorder);
    assert!(near(table.at("r1")[1], 57.5), "{:?}", table.at("r1"));
}

/// §03.03.1 §03.03.2 §12.01.4 infantry does not attack closed cavalry: it halts at break-in distance, also when its neighbour fights at
/// the same moment.
#[test]
fn foot_halts_before_horse() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 60,40",
            "b2 attack_column of 20 at 75,40",
            "r1 light line of 20 at 60,55",
            "r2 line of 20 at 75,55",
        ],
        &[3, 3, 4, 3, 3, 4],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    assert_eq!(happened(&events, "melee").len(), 1);
    assert!(near(table.at("b1")[1], 50.0), "{:?}", table.at("b1"));
}

/// §08.01.7 a chief rides up to 90 cm a turn at the moment he is told to, and joins a unit in contact.
#[test]
fn chiefs_ride() {
    let words = Words::of(&["b1 line of 20 at 40,40", "b2 line of 20 at 200,40", "r1 line of 20 at 40,200"]);
    for moment in [0.0, 0.5, 1.0] {
        let mut table = words.with_dice(&[]);
        let to = json!({"ride": "to", "place": [2000.0, 280.0]});
        let action = json!({"do": "general", "general": "b", "to": to, "moment": moment});
        table.act("blue", action).unwrap();
        table.turn();
        let chief = |table: &Table| table.battle().generals[table.battle().general("b").unwrap()].clone();
        assert!(near(chief(&table).place.x, 1300.0), "{moment}: {:?}", chief(&table).place);
        let with = json!({"ride": "with", "unit": "b2"});
        table.act("blue", json!({"do": "general", "general": "b", "to": with, "moment": moment})).unwrap();
        table.turn();
        assert_eq!(chief(&table).with, table.battle().unit("b2"), "{moment}");
    }
}

/// §12.03.4 cavalry has momentum after 15 cm straight ahead, and not after 14.9.
#[test]
fn momentum_from_15_cm() {
    let mut table = table(
        &[
            "b1 light line of 20 at 50,40",
            "b2 light line of 20 at 75,40.1",
            "r1 line of 20 at 50,60",
            "r2 line of 20 at 75,60",
        ],
        &[3; 12],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    let melees = happened(&events, "melee");
    let without = |unit: &str| {
        let of = melees.iter().find(|event| event.about["unit"] == unit).unwrap();
        counted(of, "attacker_no_momentum")
    };
    assert_eq!((without("b1"), without("b2")), (false, true));
}

/// §03.02.4 §12.01.1 of two enemies it meets at once it fights the one it announced; §12.03.7.5 a unit that only touches shoulders does
/// not support.
#[test]
fn the_announced_target_is_fought() {
    for (target, other) in [("r1", "r2"), ("r2", "r1")] {
        let mut table = table(
            &["b1 attack_column of 20 at 80,40", "r1 line of 20 at 84.5,55", "r2 line of 20 at 69.5,55"],
            &[3, 3, 4, 3, 3, 4],
        );
        table.order("b1", attack(target));
        let events = table.turn();
        let melees = happened(&events, "melee");
        assert_eq!(melees[0].about["other"], target, "not {other}");
        assert!(!counted(melees[0], "defender_support"));
    }
}

/// §03.01.6 §skema-VIII who marched until the end of the last turn is not stationary when he fires at the start of this one.
#[test]
fn stationary_across_turns() {
    let mut table = table(
        &[
            "b1 line of 20 at 50,40",
            "b2 line of 20 at 75,40",
            "r1 line of 20 at 50,59",
            "r2 line of 20 at 75,54",
        ],
        &[3, 3, 4, 3, 3, 4],
    );
    let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
    table.order("b1", UnitOrder::march(vec![AHEAD])).order("b2", UnitOrder::march(vec![half]));
    table.turn();
    table.order("b1", UnitOrder::fire(When::AtOnce)).order("b2", UnitOrder::fire(When::AtOnce));
    let events = table.turn();
    let moved: Vec<bool> =
        happened(&events, "fires").iter().map(|event| counted(event, "not_stationary")).collect();
    assert_eq!(moved, [true, false]);
}

/// §12.02.5 §12.02.7 a victorious attacker follows a loser in U, and stops at break-in distance.
#[test]
fn the_victor_follows_to_break_in_distance() {
    let mut table =
        table(&["b1 attack_column of 20 at 50,40", "r1 line of 20 at 50,55"], &[3, 3, 4, 3, 3, 2]);
    table.order("b1", attack("r1"));
    table.turn();
    assert_eq!(table.unit("r1").order, State::Disorder);
    let (blue, red) = (table.at("b1")[1], table.at("r1")[1]);
    assert!(near(red, 57.5) && near(blue, 52.5), "{blue} {red}");
}

/// §12.02.7 guns that drive off leave their ground to the victor.
#[test]
fn the_victor_takes_the_guns_ground() {
    let mut table = table(
        &["b1 attack_column of 20 at 80,40", "r1 battery of 6 at 80,55 gunners=10 valeur=2"],
        &[3, 3, 4, 4, 4, 5],
    );
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").order, State::Disorder, "{:?}", happened(&events, "melee"));
    assert!(table.at("b1")[1] > 54.0, "{:?}", table.at("b1"));
}

/// §07.04.3 §07.04.5 a line that may not wade halts at the bank and takes no disorder; a march column passes and takes a degree.
#[test]
fn a_line_halts_at_the_bank() {
    let words =
        Words::of(&["b1 march_column of 20 at 50,45", "b2 line of 20 at 75,45", "r1 line of 20 at 80,150"])
            .with_feature(json!({"kind": "stream", "width": 20}), "LineString", json!([[0, 50], [250, 50]]));
    let mut table = words.with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).order("b2", UnitOrder::march(vec![AHEAD]));
    table.turn();
    assert_eq!((table.unit("b1").order, table.unit("b2").order), (State::Light1, State::Good));
    assert!(near(table.at("b1")[1], 67.0), "{:?}", table.at("b1"));
    assert!(near(table.at("b2")[1], 49.0), "{:?}", table.at("b2"));
}

/// §06.01.2 two who form at one moment on ground for one: neither goes before the other, whoever stands in the west.
#[test]
fn neither_forms_first() {
    let mut table = table(
        &["b1 attack_column of 20 at 70,40", "b2 attack_column of 20 at 84,40", "r1 line of 20 at 80,110"],
        &[],
    );
    let line = || UnitOrder::march(vec![Step::Form { formation: Formation::Line }]);
    table.order("b1", line()).order("b2", line()).turn();
    assert_eq!(table.unit("b1").formation, table.unit("b2").formation);
}

/// §12.02.4 §07.01.3 whoever goes back after a melee takes the degree of any march backward.
#[test]
fn going_back_costs_a_degree() {
    let mut table =
        table(&["b1 attack_column of 20 at 80,40", "r1 line of 20 at 80,55"], &[3, 3, 4, 3, 3, 4]);
    table.answers.push(("withdraws r1", "go_back"));
    table.order("b1", attack("r1")).turn();
    assert_eq!(table.unit("r1").order, State::Light3);
    assert!(near(table.at("r1")[1], 57.5), "{:?}", table.at("r1"));
}

/// §15.03.1 R66 cossacks with fewer points turn back before anything is thrown; with as many they fight.
#[test]
fn cossacks_turn_back_without_a_throw() {
    let mut table = table(
        &[
            "b1 cossacks attack_column of 20 at 50,30",
            "b2 cossacks attack_column of 20 at 75,30",
            "r1 line of 20 at 50,60",
            "r2 line of 20 at 75,60 valeur=-1",
        ],
        &[3, 3, 4, 3, 3, 4],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    assert_eq!(happened(&events, "turns_back").len(), 1);
    assert_eq!(table.unit("b1").order, State::Disorder);
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 1);
    assert_eq!(melees[0].about["unit"], "b2");
    assert_eq!(outcome(melees[0])["difference"], 0);
}

/// §13.01.2 a unit broken by fire flees from the unit that fired, straight back if that stands straight before it, however many firing
/// units it has.
#[test]
fn flees_straight_back_from_fire() {
    for figures in [20, 40] {
        let mut table = table(
            &[&format!("b1 line of {figures} at 80,40"), &format!("r1 line of {figures} at 80,48")],
            &[5, 5, 6],
        );
        table.order("b1", UnitOrder::fire(When::AtOnce)).turn();
        assert_eq!(table.unit("r1").order, State::Rout);
        let middle = table.unit("r1").placed.centre();
        assert!((middle.x - 800.0).abs() < 5.0 && middle.y > 780.0, "{figures}: {middle:?}");
    }
}

/// §07.07.1 two march columns nose to tail march together, whatever their names.
#[test]
fn columns_nose_to_tail_march_together() {
    let mut table = table(
        &[
            "b1 march_column of 20 at 60,25",
            "b2 march_column of 20 at 60,40",
            "b3 march_column of 20 at 80,40",
            "b4 march_column of 20 at 80,25",
            "r1 line of 20 at 80,150",
        ],
        &[],
    );
    for unit in ["b1", "b2", "b3", "b4"] {
        table.order(unit, UnitOrder::march(vec![AHEAD]));
    }
    table.turn();
    let reached: Vec<f64> = ["b1", "b2", "b3", "b4"].map(|unit| table.at(unit)[1].round()).to_vec();
    assert_eq!(reached, [50.0, 65.0, 65.0, 50.0]);
}

/// §12.01.1 §12.03.10 a storm that comes to break-in distance at the very end of the turn is fought, with its bonus.
#[test]
fn a_storm_at_the_last_moment() {
    let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
    let mut table =
        table(&["b1 medium line of 20 at 50,10", "r1 line of 20 at 50,57.5"], &[3, 3, 4, 3, 3, 4]);
    let order = UnitOrder::Move { steps: vec![half, STORM], target: Some("r1".into()), support: None };
    table.order("b1", order);
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 1, "{:?}", table.at("b1"));
    assert!(counted(melees[0], "attacker_storm"), "{:?}", outcome(melees[0])["attacker_points"]);
}

/// §13.06.6 those who may not rally throw nothing: the dice are left for others.
#[test]
fn no_throw_for_those_who_may_not_rally() {
    let mut table = table(
        &["b1 line of 20 at 60,50", "r1 line of 20 at 60,54 order=FU", "r2 line of 20 at 90,90 order=FU"],
        &[6, 6, 6],
    );
    let events = table.turn();
    assert_eq!(happened(&events, "rally").len(), 1);
    assert_eq!((table.unit("r1").order, table.unit("r2").order), (State::Rout, State::Good));
}

/// §08.02.6 R15 fallen at moment 0, at the start of the next turn one whole turn has passed: 12 and 1 are enough.
#[test]
fn whole_turns_since_a_chief_fell() {
    let mut words = Words::of(&["b1 line of 20 at 80,40", "r1 line of 20 at 80,48"]);
    words.chief_back = Some(3.05);
    let mut table = words.with_dice(&[1, 3, 3, 4, 4, 4, 4]);
    table.answers.push(("chief_steps_in", "steps_in"));
    table.order("r1", UnitOrder::fire(When::AtOnce));
    let events = table.turn();
    assert_eq!(happened(&events, "general_falls").len(), 1);
    table.turn();
    let chief = &table.battle().generals[table.battle().general("b").unwrap()];
    assert!(chief.is_here());
}

/// §08.01.5 a preview tells the throw an order leads to, with its facts, and marks what is only supposed of the enemy.
#[test]
fn previews_tell_the_throw() {
    let table = table(
        &["b1 attack_column of 20 at 80,40", "b2 line of 20 at 60,47", "r1 line of 20 at 80,55 valeur=3"],
        &[],
    );
    let preview = |unit: &str, order: UnitOrder| {
        let action =
            krigsspil_chakoten::battle::Action::Order { unit: unit.into(), order: Some(order), sheet: None };
        table.game.preview(&SeatId::from("blue"), &Deed::of(action)).unwrap()
    };
    let charge = preview("b1", attack("r1"));
    assert_eq!(charge.sums.len(), 1, "{:?}", charge.sums);
    assert_eq!((charge.sums[0].procedure, charge.sums[0].other.as_deref()), ("melee", Some("r1")));
    assert_eq!(charge.sums[0].facts["defender"]["valeur"], 0, "nobody knows the enemy's valeur");
    assert!(
        charge.sums[0].supposed.contains(&"defender.valeur".to_string()),
        "{:?}",
        charge.sums[0].supposed
    );
    assert!(!charge.sums[0].supposed.iter().any(|path| path.starts_with("attacker.")));
    assert_eq!(charge.meets[0].how, "attacks");
    let fire = preview("b1", UnitOrder::fire(When::AtOnce));
    assert_eq!((fire.sums[0].procedure, fire.sums[0].moment), ("small_arms_fire", 0.0));
    let near = Step::Ahead { cm: Some(5.0), turns: None, attack: false, storm: false };
    let when = When::At { moment: krigsspil_engine::battle::Moment(0.9) };
    let fire =
        preview("b1", UnitOrder::Fire { when, target: None, also: None, ranging: false, steps: vec![near] });
    assert_eq!((fire.sums[0].procedure, fire.sums[0].moment), ("small_arms_fire", 0.9));
}

/// §07.02.2 R27 a storm over three turns takes a degree with the third, fourth and fifth half turn, also with one that begins with the
/// turn itself.
#[test]
fn a_long_storm_tires() {
    let half = |storm: bool| Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm };
    let mut table = table(&["b1 light line of 20 at 60,20", "r1 line of 20 at 200,240"], &[]);
    let with = json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}});
    table.act("blue", with).unwrap();
    table.order("b1", UnitOrder::march(vec![half(false), half(true)])).turn();
    assert_eq!(table.unit("b1").order, State::Good);
    for order in [State::Light1, State::Light3] {
        table.order("b1", UnitOrder::march(vec![half(true), half(true)])).turn();
        assert_eq!(table.unit("b1").order, order, "{:?}", table.at("b1"));
    }
}

/// §13.06.5 §skema-XIX all who rally throw at one moment: what one has thrown does not count for the next, whichever stands in the west.
#[test]
fn rallies_do_not_see_each_other() {
    let totals = |west: &str, east: &str| {
        let mut table = table(
            &[
                "b1 line of 20 at 60,20",
                &format!("{west} line of 20 at 60,80 order=FU"),
                &format!("{east} line of 20 at 80,80 order=FU"),
            ],
            &[4; 6],
        );
        let events = table.turn();
        let of = |id: &str| {
            let found = happened(&events, "rally");
            let event = found.into_iter().find(|event| event.about["unit"] == id).unwrap();
            outcome(event)["modifier"].clone()
        };
        [of("r1"), of("r2")]
    };
    assert_eq!(totals("r1", "r2"), totals("r2", "r1"));
}

/// §16.02.1 §07.05.4 an attack column that may not enter a wood halts before it and takes no disorder; a march column on a road into it
/// takes none either.
#[test]
fn no_disorder_for_passages_not_made() {
    let words = Words::of(&[
        "b1 attack_column of 20 at 40,40",
        "b2 march_column of 20 at 70,40",
        "r1 line of 20 at 80,200",
    ])
    .with_feature(
        json!({"kind": "wood"}),
        "Polygon",
        json!([[[20, 50], [100, 50], [100, 90], [20, 90], [20, 50]]]),
    )
    .with_feature(json!({"kind": "road"}), "LineString", json!([[70, 10], [70, 120]]));
    let mut table = words.with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).order("b2", UnitOrder::march(vec![AHEAD])).turn();
    assert_eq!((table.unit("b1").order, table.unit("b2").order), (State::Good, State::Good));
    assert!(
        table.at("b2")[1] > 60.0 && table.at("b1")[1] < 51.0,
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
}

/// R75 attacks on one enemy at one moment follow as they were written, not by the compass.
#[test]
fn attacks_follow_as_written() {
    for order in [["b1", "b2"], ["b2", "b1"]] {
        let mut table = table(
            &["b1 attack_column of 20 at 73,40", "b2 attack_column of 20 at 87,40", "r1 line of 40 at 80,55"],
            &[3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4],
        );
        for unit in order {
            table.order(unit, attack("r1"));
        }
        let events = table.turn();
        assert_eq!(happened(&events, "melee")[0].about["unit"], order[0]);
    }
}

/// §03.02.4 §12.01.1 a unit at break-in distance that turns to its target first still attacks it.
#[test]
fn turns_and_attacks() {
    let mut table = table(
        &["b1 attack_column of 20 facing 15 at 60,50", "r1 line of 20 at 60,55.5"],
        &[3, 3, 4, 3, 3, 4],
    );
    let steps = vec![Step::Pivot { degrees: -15.0 }, ATTACK];
    table.order("b1", UnitOrder::Move { steps, target: Some("r1".into()), support: None });
    let events = table.turn();
    assert_eq!(
        happened(&events, "melee").len(),
        1,
        "{:?}",
        events.iter().map(|event| event.what).collect::<Vec<_>>()
    );
}

/// §12.03.6 an attack straight upon the flank of a line counts as one wherever the attacker's middle is within 45 degrees of it: a column
/// shifted to either side, and each line that has a melee unit before it; and not from before its front.
#[test]
fn an_attack_upon_the_flank_counts() {
    let attacks = |unit: &str, flank: bool| {
        let units = [unit, "r1 line of 24 facing east at 100,69"];
        let mut table = table(&units, &[3; 6]);
        let order = UnitOrder::Move { steps: vec![ATTACK], target: Some("r1".into()), support: None };
        table.order("b1", order);
        let events = table.turn();
        let melee = happened(&events, "melee");
        assert_eq!(counted(melee[0], "attacker_flank"), flank, "{unit}");
    };
    // The flank is at 97 to 100, 60.
    for east in [94.0, 95.5, 97.0, 98.5, 100.0, 101.5, 103.0] {
        attacks(&format!("b1 attack_column of 24 at {east},45"), true);
    }
    for east in [93.0, 94.5, 96.0, 98.5, 101.0, 103.0] {
        attacks(&format!("b1 line of 24 at {east},50"), true);
    }
    for north in [61.0, 69.0, 77.0] {
        attacks(&format!("b1 attack_column of 24 facing west at 115,{north}"), false);
        attacks(&format!("b1 attack_column of 24 facing east at 82,{north}"), true);
    }
}

/// §09.01.8 infantry right behind a stone wall over 1 m does not fire over it, unless it has embrasures; behind a lower one, and a centimetre or
/// more behind a high one, it does. All stand side by side.
#[test]
fn high_walls_stop_fire() {
    let wall = |properties: serde_json::Value, west: f64, words: Words| {
        words.with_feature(properties, "LineString", json!([[west, 40.05], [west + 16.0, 40.05]]))
    };
    let words = Words::of(&[
        "b2 line of 20 at 60,40",
        "b1 line of 20 at 40,40",
        "b3 line of 20 at 80,40",
        "b4 line of 20 at 100,38.5",
        "r1 line of 20 at 40,49",
        "r2 line of 20 at 60,49",
        "r3 line of 20 at 80,49",
        "r4 line of 20 at 100,47",
    ]);
    let words = wall(json!({"kind": "wall", "chakoten": "wall_1_to_2m"}), 32.0, words);
    let words = wall(json!({"kind": "wall", "chakoten": "wall_1_to_2m", "embrasures": true}), 52.0, words);
    let words = wall(json!({"kind": "wall", "chakoten": "wall_under_1m"}), 72.0, words);
    let words = wall(json!({"kind": "wall", "chakoten": "wall_1_to_2m"}), 92.0, words);
    let mut words = words;
    words.chief_back = Some(3.0);
    let mut table = words.with_dice(&[3; 12]);
    for unit in ["b1", "b2", "b3", "b4"] {
        table.order(unit, UnitOrder::fire(When::AtOnce));
    }
    let events = table.turn();
    let fired: Vec<_> = happened(&events, "fires").iter().map(|shot| shot.about["unit"].clone()).collect();
    assert_eq!(fired, [json!("b2"), json!("b3"), json!("b4")]);
}

/// §12.02.4 after a melee without a winner both are asked whether they go back; when the defender does, the attacker may also follow him to
/// break-in distance.
#[test]
fn both_may_go_back_after_a_draw() {
    let draw = |answers: &[(&'static str, &'static str)]| {
        let mut table = table(&["b1 line of 24 at 100,50", "r1 line of 24 at 100,60"], &[3; 6]);
        table.answers.extend(answers);
        table.order("b1", attack("r1"));
        table.turn();
        assert_eq!(table.asked.iter().filter(|what| *what == "withdraws").count(), 2);
        (table.at("b1")[1], table.at("r1")[1])
    };
    assert!(near(draw(&[]).0, 55.0));
    // Half a turn at half the pace of a line.
    assert!(near(draw(&[("withdraws b1", "go_back")]).0, 52.5));
    let (blue, red) = draw(&[("withdraws r1", "go_back")]);
    assert!(near(blue, 55.0) && near(red, 62.5), "{blue} {red}");
    let (blue, red) = draw(&[("withdraws r1", "go_back"), ("withdraws b1", "follow")]);
    assert!(near(blue, 57.5) && near(red, 62.5), "{blue} {red}");
}
