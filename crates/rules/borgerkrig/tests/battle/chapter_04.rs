//! The turn and its forced actions.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::battle::state::Phase;
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::Moment;
use serde_json::json;

use crate::table::*;

/// Eight centimetres apart.
const NEAR: [&str; 2] = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68"];

/// §04.01.1 both sides write orders in secret before the turn; once it runs none is accepted.
#[test]
fn orders_before_the_turn() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[]);
    table.order("b1", attack());
    assert!(!table.game.view(&"red".into()).json().to_string().contains("attack"));
    table.act("blue", json!({"do": "ready"})).unwrap();
    table.act("red", json!({"do": "ready"})).unwrap();
    assert!(matches!(table.battle().phase, Phase::Running(_)), "it waits for an answer");
    assert!(table.refused("b1", UnitOrder::Stand).contains("04.01.1"));
}

/// §04.01.4 §04.02.13 questions of one moment come together, numbered for each seat; the order of the answers does not change the turn.
#[test]
fn questions_of_one_moment_come_together() {
    let play = |last_first: bool| {
        let units = [
            "b1 line of 20 at 40,60",
            "r1 line of 20 facing south at 40,70",
            "b2 line of 20 at 80,60",
            "r2 line of 20 facing south at 80,70",
        ];
        let mut table = table(&units, &[4; 40]);
        table.order("r1", storm()).order("b2", storm());
        for seat in ["blue", "red"] {
            table.act(seat, json!({"do": "ready"})).unwrap();
        }
        let prompts = table.game.prompts();
        let asked: Vec<_> = prompts.iter().map(|prompt| (prompt.seat.as_str(), prompt.what)).collect();
        assert_eq!(asked, [("blue", "surprised_fire"), ("red", "surprised_fire")], "in order of place");
        let mut answers: Vec<_> =
            prompts.iter().map(|prompt| (prompt.seat.clone(), prompt.default.written())).collect();
        assert!(answers.iter().all(|(_, answer)| answer["question"] == 1), "{answers:?}");
        if last_first {
            answers.reverse();
        }
        for (place, (seat, answer)) in answers.into_iter().enumerate() {
            assert!(matches!(table.battle().phase, Phase::Running(_)), "both are waited for");
            let events = table.act(seat.as_str(), answer).unwrap();
            assert_eq!(events.is_empty(), place == 0, "the turn goes on when all is answered");
        }
        while let Phase::Running(_) = table.battle().phase {
            let prompt = table.game.prompts().remove(0);
            table.act(prompt.seat.as_str(), prompt.default.written()).unwrap();
        }
        table.game.digest()
    };
    assert_eq!(play(false), play(true));
}

/// §04.01.2 attacks are announced first, then retreats of pinned units, then fires, then works.
#[test]
fn announcements_in_order() {
    use krigsspil_borgerkrig::procedures::works::Work;
    let mut table = table(
        &[
            "b1 line of 24 at 60,60",
            "b2 line of 24 at 75,60",
            "b3 line of 24 at 90,60",
            "b4 line of 24 at 40,60",
            "r1 line of 24 facing south at 60,100",
        ],
        &[1, 2],
    );
    table.act("umpire", json!({"do": "overrule", "unit": "b2", "state": "NH"})).unwrap();
    table.order("b1", fire()).order("b2", UnitOrder::Retreat).order("b3", attack());
    table.order("b4", UnitOrder::Work { work: Work::LightFieldwork });
    let events = table.turn();
    let told: Vec<&str> =
        events.iter().map(|event| event.what).filter(|what| what.starts_with("announces")).collect();
    assert_eq!(told, ["announces_attack", "announces_retreat", "announces_fire", "announces_work"]);
}

/// §04.01.3 fires at once come first and together; a unit that has announced a retreat no longer counts as pinned against them.
#[test]
fn immediate_fires() {
    let mut both = table(&NEAR, &[6, 6, 6, 6, 6, 6, 6, 6]);
    both.order("b1", fire()).order("r1", fire());
    let events = both.turn();
    let fires = happened(&events, "fires");
    assert_eq!(fires.len(), 2);
    let units: Vec<_> =
        fires.iter().map(|event| event.working.as_ref().unwrap().outcome["fire_units"].clone()).collect();
    assert_eq!(units[0], units[1], "both count the figures they had before");
    let mut pinned = table(&NEAR, &[3, 3]);
    pinned.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "NH"})).unwrap();
    pinned.order("r1", UnitOrder::Retreat).order("b1", fire());
    let events = pinned.turn();
    assert_eq!(happened(&events, "fires")[0].working.as_ref().unwrap().outcome["loss_divisor"], 1);
}

/// §04.01.4 movement follows, with fires at their moments, shock and forced actions on the way.
#[test]
fn movement_with_fires_on_the_way() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"], &[1, 1]);
    table.order("b1", UnitOrder::fire(When::At { moment: Moment(0.5) })).order("r1", ahead());
    let events = table.turn();
    let cm = happened(&events, "fires")[0].about["cm"].as_f64().unwrap();
    assert!(near(cm, 24.0), "half of 12 cm was marched when the shots fell: {cm}");
    assert!(near(table.at("r1")[1], 78.0), "{:?}", table.at("r1"));
}

/// §04.01.5 §04.01.6 rallies come last, then losses are added up and new orders are written.
#[test]
fn the_end_of_the_turn() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,150"], &[6, 6]);
    table.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "FU"})).unwrap();
    let events = table.turn();
    let at = |what: &str| events.iter().position(|event| event.what == what).unwrap();
    assert!(at("flees") < at("rally") && at("rally") < at("losses_totalled"));
    assert_eq!(table.unit("b1").order, Order::Disorder);
    assert_eq!((table.battle().turn, &table.battle().phase), (2, &Phase::Orders));
}

/// §04.02.5 a unit that may not march through a friend halts at base contact; a unit in disorder does not go round.
#[test]
fn halting_at_friends() {
    let mut table = table(
        &["b1 line of 20 at 60,60", "b2 line of 20 at 60,68", "r1 line of 20 facing south at 60,110"],
        &[1, 1],
    );
    table.order("b1", ahead()).order("b2", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "halts_at_friend").len(), 1);
    assert!(near(table.at("b1")[1], 65.0), "it stops at the rear of the line: {:?}", table.at("b1"));
    let mut free = crate::table::table(
        &["b1 line of 20 at 60,60", "b2 chain of 20 at 60,68", "r1 line of 20 facing south at 60,110"],
        &[],
    );
    free.order("b1", ahead()).turn();
    assert!(near(free.at("b1")[1], 72.0), "a chain is marched through: {:?}", free.at("b1"));
}

/// §04.02.11 a chain with too wide gaps spends the turn closing up, whatever its order.
#[test]
fn wide_chains_close_up() {
    let mut table =
        table(&["b1 chain of 20 gap_mm=40 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    table.order("b1", ahead()).turn();
    assert_eq!(table.at("b1"), [60.0, 60.0]);
    assert_eq!(table.unit("b1").gap_mm, 12);
}

/// §04.02.10 a threatened chain may fall back; without support it is then in light disorder.
#[test]
fn chains_fall_back() {
    let mut table = table(&["b1 chain of 12 at 60,60", "r1 line of 24 facing south at 60,75"], &[]);
    table.answers = vec![("chain_evades", "fall_back")];
    table.order("r1", attack()).turn();
    assert_eq!(table.asked, ["chain_evades"]);
    assert!(near(table.at("b1")[1], 35.0), "a whole march of 25 cm: {:?}", table.at("b1"));
    assert_eq!(table.unit("b1").order, Order::LightDisorder);
}

/// §04.02.14 after two turns of fire within 8 cm the unit must continue to fire, unless it retreats.
#[test]
fn bound_to_fire() {
    let mut table =
        table(&["b1 line of 6 at 60,60", "r1 line of 24 facing south at 60,68"], &[1, 3, 1, 3, 1, 3]);
    for _ in 0..2 {
        table.order("b1", fire()).turn();
    }
    assert!(table.refused("b1", ahead()).contains("04.02.14"));
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1, "without an order it fires all the same");
    table.order("b1", UnitOrder::Retreat).turn();
    assert_eq!(table.unit("b1").order, Order::Disorder);
    let mut free = crate::table::table(&NEAR, &[]);
    free.order("b1", UnitOrder::march(vec![Step::Back { cm: None }]));
}

/// §04.02.10 a chain that falls back on its support forms on its two flanks, still in chain and in order.
#[test]
fn chains_form_on_their_support() {
    let units = ["b1 chain of 12 at 60,60", "b2 line of 20 at 60,50", "r1 line of 24 facing south at 60,75"];
    let mut table = table(&units, &[]);
    table.answers = vec![("chain_evades", "fall_back")];
    table.order("r1", attack()).turn();
    let chain = table.unit("b1");
    assert_eq!(
        (chain.order, chain.formation),
        (Order::Good, krigsspil_borgerkrig::vocabulary::Formation::Chain)
    );
    let front = table.at("b2");
    let mut on_flanks = [0, 0];
    for base in chain.placed.bases() {
        let at = base.slab.centre();
        let (x, y) = (at.x / 12.5, at.y / 12.5);
        assert!(y < front[1] && y > front[1] - 1.6, "in line with the support's front rank: {y}");
        assert!((x - front[0]).abs() > 4.0, "beside the 8 cm of its front: {x}");
        on_flanks[usize::from(x > front[0])] += 1;
    }
    assert_eq!(on_flanks, [6, 6]);
    // When it marches off it keeps its place on the flanks; after forming again it is one chain.
    table.answers = Vec::new();
    let form = Step::Form { formation: krigsspil_borgerkrig::vocabulary::Formation::Chain };
    table.order("b1", UnitOrder::march(vec![Step::Ahead { cm: Some(4.0) }, form])).turn();
    assert_eq!(table.unit("b1").on_flanks_mm, 0);
}

/// §04.02.10 an enemy who starts within 8 cm threatens a chain like one who approaches.
#[test]
fn a_threat_from_near_by() {
    let mut table = table(&["b1 chain of 12 at 60,60", "r1 line of 24 facing south at 60,66"], &[]);
    table.answers = vec![("chain_evades", "fall_back")];
    table.order("r1", attack()).turn();
    assert_eq!(table.asked, ["chain_evades"]);
    assert!(near(table.at("b1")[1], 35.0), "{:?}", table.at("b1"));
}

/// §04.02.5 a unit in disorder that touches a friend it may not pass stays where it is.
#[test]
fn held_by_a_friend_behind() {
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 60,57", "r1 line of 24 facing south at 60,75"];
    let mut table = table(&units, &[1, 2]);
    table.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "NH"})).unwrap();
    table.order("b1", UnitOrder::Retreat).order("b2", UnitOrder::fire(When::At { moment: Moment(1.0) }));
    table.turn();
    assert_eq!(table.unit("b1").order, Order::Disorder);
    assert!(near(table.at("b1")[1], 60.0), "{:?}", table.at("b1"));
}

/// §02.06.3 §03.03.1 field work counts as movement: nobody marches through a closed unit at work.
#[test]
fn nobody_passes_a_working_unit() {
    use krigsspil_borgerkrig::procedures::works::Work;
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 60,68", "r1 line of 20 facing south at 60,190"];
    let mut table = table(&units, &[]);
    table.order("b1", ahead()).order("b2", UnitOrder::Work { work: Work::LightFieldwork });
    assert_eq!(happened(&table.turn(), "halts_at_friend").len(), 1);
    let mut idle = crate::table::table(&units, &[]);
    idle.order("b1", ahead());
    assert!(happened(&idle.turn(), "halts_at_friend").is_empty());
}

/// §04.02.6 §02.06.4 cavalry that has turned away is moving when the turn ends.
#[test]
fn horse_turned_away_is_moving() {
    let units = ["b1 line of 24 at 60,60", "r1 cavalry line of 24 facing south at 60,70"];
    // Fire at once: loss; morale into light disorder; away for the whole turn.
    let mut table = table(&units, &[4, 4, 5, 5]);
    table.order("b1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "turns_away").len(), 1, "{:?}", table.unit("r1").order);
    assert!(table.unit("r1").was_moving && table.at("r1")[1] > 90.0);
}

/// §04.02.14 once bound, a unit continues to fire at the same target until that is more than 15 cm away.
#[test]
fn bound_until_fifteen_centimetres() {
    let units = [
        "b1 line of 6 at 60,60",
        "r1 line of 24 facing south at 60,68",
        "r2 line of 24 facing south at 72,68",
    ];
    let mut table = table(&units, &[1, 3, 1, 3, 1, 3, 1, 3]);
    for _ in 0..2 {
        table.order(
            "b1",
            UnitOrder::Fire {
                when: When::AtOnce,
                target: Some("r1".into()),
                targets: Vec::new(),
                figures: None,
                ammunition: None,
                guess_cm: None,
            },
        );
        table.turn();
    }
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "OR"})).unwrap();
    table.order("r1", UnitOrder::march(vec![Step::Back { cm: Some(4.0) }]));
    assert_eq!(happened(&table.turn(), "fires").len(), 1);
    // At 12 cm it is still bound, and cannot choose another target.
    let other = json!({"do": "order", "unit": "b1", "sheet": "s @r2"});
    table.act("blue", other).unwrap();
    let events = table.turn();
    assert_eq!(happened(&events, "fires")[0].about["other"], "r1");
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "OR"})).unwrap();
    table.order("r1", UnitOrder::march(vec![Step::Back { cm: Some(5.0) }]));
    table.turn();
    table.order("b1", UnitOrder::Stand);
}

/// §04.02.2 §08.03.1 a unit in rout at the start flees home, and may sweep along those it runs into; but not toward the enemy.
#[test]
fn rout_at_the_start() {
    let units = ["b1 line of 24 at 60,60", "b2 line of 24 at 60,40", "r1 line of 24 facing south at 60,150"];
    let mut home = table(&units, &[6, 6, 6, 6]);
    home.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "FU"})).unwrap();
    let events = home.turn();
    assert_eq!(happened(&events, "may_be_swept_along").len(), 1);
    assert_eq!(happened(&events, "flees")[0].about["stopped"], true, "the flight is stopped behind b2");
    assert!(home.at("b1")[1] < 40.0);
    let mut cut_off = table(&["b1 line of 24 at 60,100", "r1 line of 24 facing north at 60,60"], &[6, 6]);
    cut_off.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "FU"})).unwrap();
    cut_off.turn();
    assert!(cut_off.at("b1")[1] > 120.0, "away from the enemy between it and home: {:?}", cut_off.at("b1"));
}

/// §04.02.1 in rout a unit flees half a turn at once, mounted cavalry a whole one.
#[test]
fn flight_in_the_turn() {
    for (unit, cm) in
        [("r1 line of 24 facing south at 60,68", 20.0), ("r1 cavalry line of 24 facing south at 60,68", 55.0)]
    {
        let mut table = table(&["b1 line of 30 at 60,60", unit], &[6, 6, 1, 1, 1, 1]);
        let before = table.unit("r1").placed.centre().y;
        table.order("b1", fire()).turn();
        assert_eq!(table.unit("r1").order, Order::Rout);
        let fled = (table.unit("r1").placed.centre().y - before) / 12.5;
        assert!((fled - cm).abs() < 1.6, "{unit}: {fled}, within the turning of the crowd about its middle");
        assert!(near(table.unit("r1").placed.pose().facing.as_degrees(), 0.0), "with its back to the cause");
    }
}

/// §04.02.4 §02.06.2 a unit in disorder that loses men to fire at once retires the whole turn, at half its march.
#[test]
fn disorder_fired_on() {
    let units = ["b1 line of 6 at 60,60", "r1 line of 24 facing south at 60,80"];
    let mut table = table(&units, &[1, 3]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "U"})).unwrap();
    table.order("b1", fire()).order("r1", UnitOrder::march(vec![Step::Ahead { cm: None }]));
    let events = table.turn();
    assert_eq!(happened(&events, "retires").len(), 1);
    assert!(near(table.at("r1")[1], 86.0), "{:?}", table.at("r1"));
    assert!(near(table.unit("r1").placed.pose().facing.as_degrees(), 180.0), "without turning");
    // Without loss it carries out its order.
    let mut free = crate::table::table(&units, &[]);
    free.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "U"})).unwrap();
    free.order("r1", UnitOrder::march(vec![Step::Ahead { cm: Some(3.0) }])).turn();
    assert!(near(free.at("r1")[1], 77.0), "{:?}", free.at("r1"));
}

/// §04.02.9 a unit that marches through a pinned friend also lies down, unless it attacks and throws 10 including its valeur.
#[test]
fn passing_the_pinned() {
    let units =
        ["b1 line of 20 valeur=1 at 60,60", "b2 line of 20 at 60,68", "r1 line of 20 facing south at 60,190"];
    for (order, dice, passes) in
        [(ahead(), [6, 6], false), (attack(), [4, 4], false), (attack(), [4, 5], true)]
    {
        let mut table = table(&units, &dice);
        table.act("umpire", json!({"do": "overrule", "unit": "b2", "state": "NH"})).unwrap();
        table.order("b1", order);
        let events = table.turn();
        assert_eq!(happened(&events, "passes_pinned").len(), 1);
        let (there, order) = if passes { (72.0, Order::Good) } else { (65.0, Order::Pinned) };
        assert!(near(table.at("b1")[1], there), "{dice:?} {:?}", table.at("b1"));
        assert_eq!(table.unit("b1").order, order);
        assert_eq!(
            table.unit("b2").now.marched_through,
            passes,
            "only who comes through has marched through"
        );
    }
}

/// §04.02.10 a chain in disorder may also fall back.
#[test]
fn a_shaken_chain_falls_back() {
    let mut table = table(&["b1 chain of 12 at 60,60", "r1 line of 24 facing south at 60,75"], &[]);
    table.answers = vec![("chain_evades", "fall_back")];
    table.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "U"})).unwrap();
    table.order("r1", attack()).turn();
    assert_eq!(table.asked, ["chain_evades"]);
    assert_eq!(table.unit("b1").order, Order::Disorder);
}

/// §07.01.2 §07.02.3 an attack that stopped at 2 cm can be made again from there, with its own shock throw.
#[test]
fn a_second_attack_from_two_centimetres() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,70"];
    let mut table = table(&units, &[3, 4, 3, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", attack());
    assert_eq!(happened(&table.turn(), "shock").len(), 1);
    assert!(near(table.at("b1")[1], 68.0), "{:?}", table.at("b1"));
    table.order("b1", attack());
    let events = table.turn();
    assert_eq!(happened(&events, "shock").len(), 1);
    assert_eq!(happened(&events, "shock")[0].moment, 0.0);
    assert!(happened(&events, "contact").is_empty());
}

/// §04.02.13 a unit that was pinned where it stood is stationary, and may still fire as surprised.
#[test]
fn the_pinned_fire_surprised() {
    let units = ["b1 line of 24 at 60,58", "b2 line of 12 at 72,60", "r1 line of 24 facing south at 60,68"];
    let mut table = table(&units, &[1, 2, 3, 4]);
    table.act("umpire", json!({"do": "mend", "unit": "r1", "loss_men": 15})).unwrap();
    table.order("b1", attack()).order("b2", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "pinned")[0].about["unit"], "r1");
    assert_eq!(table.asked, ["surprised_fire"]);
}

/// §04.02.13 a unit through which friends have fled or fallen back can no longer fire as surprised.
#[test]
fn the_marched_through_do_not_fire() {
    let units = [
        "b1 line of 24 at 60,60",
        "b2 line of 24 at 76,72",
        "r1 line of 24 facing south at 60,68",
        "r2 line of 24 facing south at 66,80",
    ];
    let mut flees = table(&units, &[6, 6, 1, 1, 6, 6, 3, 4]);
    flees.order("b1", fire()).order("b2", attack());
    let events = flees.turn();
    assert_eq!(happened(&events, "flees")[0].about["unit"], "r1");
    assert_eq!(happened(&events, "shock").len(), 1);
    assert!(flees.asked.is_empty(), "{:?}", flees.asked);
    // Its retreat is 6 cm, into the line behind it.
    let mut retires =
        table(&["b1 line of 24 at 60,40", "r1 line of 24 facing south at 60,75", units[3]], &[]);
    retires.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "NH"})).unwrap();
    retires.order("r1", UnitOrder::Retreat).turn();
    assert!(retires.unit("r2").now.marched_through, "{:?}", retires.at("r1"));
}

/// §04.02.2 §04.02.4 §04.02.10 every forced move is reported with the rule that causes it.
#[test]
fn forced_moves_name_their_rules() {
    let rule = |units: &[&str], state: &str, order: UnitOrder, what: &str| {
        let mut table = table(units, &[3, 4, 6, 6]);
        if !state.is_empty() {
            table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": state})).unwrap();
        }
        table.answers = vec![("chain_evades", "fall_back")];
        table.order("b1", order);
        happened(&table.turn(), what)[0].rule
    };
    let far = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"];
    assert_eq!(rule(&far, "FU", UnitOrder::Stand, "flees"), "04.02.2");
    assert_eq!(rule(&far, "U", fire(), "retires"), "04.02.4");
    let chain = ["b1 line of 24 at 60,60", "r1 chain of 12 facing south at 60,75"];
    assert_eq!(rule(&chain, "", attack(), "retires"), "04.02.10");
}

/// §04.02.14 a bound unit cannot stop its fire by waiting for something that may not happen.
#[test]
fn bound_units_wait_for_nothing() {
    let fires = |when: When| {
        let mut table = table(&NEAR, &[1, 2, 6, 6, 1, 2, 6, 6, 1, 2, 6, 6]);
        for _ in 0..2 {
            table.order("b1", fire()).turn();
        }
        table.order("b1", UnitOrder::fire(when));
        let events = table.turn();
        happened(&events, "fires").iter().map(|fire| fire.moment).collect::<Vec<_>>()
    };
    assert_eq!(fires(When::At { moment: Moment(0.5) }), [0.5]);
    assert_eq!(fires(When::BeforeShock), [0.0]);
    assert_eq!(fires(When::EnemyWithin { cm: 1.0 }), [0.0]);
}
