//! Chapters 02, 03, 05 and 08: the turn itself, states of order, formations, staffs.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::battle::state::{Crew, Presence};
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::Moment;
use serde_json::json;

use crate::table::*;

fn part(turns: f64) -> Step {
    Step::Ahead { cm: None, turns: Some(turns), attack: false, storm: false }
}

/// §03.01.1 §03.01.2 both sides march at the same time, and come as far as their formations allow in the time.
#[test]
fn both_march_at_once() {
    let mut table = table(&["b1 attack_column of 20 at 60,40", "r1 line of 20 at 60,90"], &[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).order("r1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 60.0) && near(table.at("r1")[1], 80.0));
}

/// §03.01.4 §03.02.9 after its fire a unit stands for half a turn, then goes on with its march.
#[test]
fn stands_after_fire() {
    let mut table = table(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,55"], &[3, 3, 3]);
    let when = When::AtOnce;
    let order = UnitOrder::Fire {
        when,
        target: None,
        also: None,
        ranging: false,
        steps: vec![Step::Back { cm: None, turns: None }],
    };
    table.order("b1", order);
    assert_eq!(happened(&table.turn(), "fires").len(), 1);
    assert!(near(table.at("b1")[1], 37.5), "half a turn backward at half of 10: {:?}", table.at("b1"));
}

/// §03.01.3 a unit fires once a turn, and not after a melee.
#[test]
fn nobody_fires_after_a_melee() {
    let mut table =
        table(&["b1 attack_column of 20 at 60,40", "r1 line of 20 at 60,55"], &[3, 3, 4, 3, 3, 4, 3, 3, 4]);
    table
        .order("b1", UnitOrder::march(vec![ATTACK]))
        .order("r1", UnitOrder::fire(When::At { moment: Moment(0.75) }));
    let events = table.turn();
    assert_eq!((happened(&events, "melee").len(), happened(&events, "fires").len()), (1, 0));
}

/// §03.02.10 at one moment fire goes before movement: a shot at 0.5 strikes a column where it is at 0.5.
#[test]
fn fire_goes_before_movement() {
    let mut table = table(&["b1 attack_column of 20 at 60,40", "r1 line of 20 at 60,60"], &[3, 3, 3]);
    table
        .order("b1", UnitOrder::march(vec![part(0.5), Step::About, AHEAD]))
        .order("r1", UnitOrder::fire(When::At { moment: Moment(0.5) }));
    let events = table.turn();
    assert_eq!(happened(&events, "fires")[0].about["cm"], 10.0);
}

/// §03.03.3 §03.03.4 §03.03.5 a unit in U takes no order to attack, one in FU none at all; light disorder is intact.
#[test]
fn states_of_order_limit_orders() {
    let mut table = table(
        &[
            "b1 line of 20 at 40,40 order=U",
            "b2 line of 20 at 60,40 order=FU",
            "b3 line of 20 at 30,30 order=LU3",
            "r1 line of 20 at 60,150",
        ],
        &[],
    );
    assert_eq!(table.refused("b1", UnitOrder::march(vec![ATTACK])), "disorder_does_not_attack");
    table.order("b1", UnitOrder::march(vec![AHEAD]));
    assert_eq!(table.refused("b2", UnitOrder::stand()), "in_rout");
    table.order("b3", UnitOrder::march(vec![ATTACK]));
    assert!(table.unit("b3").intact() && !table.unit("b1").intact());
}

/// §03.02.12 nobody measures beforehand: the prompt gives distances as judged by eye, in steps of 5 cm.
#[test]
fn distances_are_judged_by_eye() {
    let table = table(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,53.2"], &[]);
    let prompts = table.game.prompts_in(&|_| krigsspil_engine::battle::PromptDetail::Whole);
    let blue = prompts.iter().find(|prompt| prompt.seat.as_str() == "blue").unwrap().about_json();
    assert_eq!(blue["units"][0]["limits"]["targets"][0]["about_cm"], 15.0);
}

/// §05.03.1 §05.03.2 §05.03.3 §06.03.1 a battery on the march is as deep as its guns and limbers one behind the other; unlimbered it
/// stands in line, and the limbers are off the table.
#[test]
fn guns_limbered_and_unlimbered() {
    let mut table = table(
        &["b1 battery of 8 at 60,40 limbered=true formation=march_column", "r1 line of 20 at 60,150"],
        &[],
    );
    let deep = |table: &Table| table.unit("b1").placed.body().depth();
    let (column, wide) = (deep(&table), table.unit("b1").placed.body().front());
    table.order("b1", UnitOrder::march(vec![UNLIMBER])).turn();
    table.turn();
    assert!(table.unit("b1").unlimbered());
    assert!(deep(&table) < column && table.unit("b1").placed.body().front() > wide);
    table.order("b1", UnitOrder::march(vec![LIMBER])).turn();
    assert!(table.unit("b1").limbered());
}

/// §05.04.1 §05.04.2 line and columns are closed and have flanks; a chain and a unit in FU are spread and have none.
#[test]
fn closed_and_spread() {
    let table = table(
        &[
            "b1 line of 20 at 40,40",
            "b2 dense_skirmish of 10 at 80,40 light=true",
            "b3 line of 20 at 40,60 order=FU",
            "b4 square of 20 at 60,60",
            "r1 line of 20 at 60,150",
        ],
        &[],
    );
    let unit = |id: &str| table.unit(id);
    assert!(unit("b1").closed() && unit("b1").has_flanks());
    assert!(unit("b2").spread() && unit("b3").spread() && !unit("b3").has_flanks());
    assert!(unit("b4").closed() && !unit("b4").has_flanks());
}

/// §08.02.4 §08.01.4 a chief beside a unit is no target of his own: nobody sees him among the enemies.
#[test]
fn staffs_are_no_targets() {
    let mut table = table(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,60"], &[]);
    let view = table.game.view(&krigsspil_engine::battle::SeatId::from("blue")).json();
    assert_eq!(view["enemies"].as_array().unwrap().len(), 1);
    let order = UnitOrder::Move { steps: vec![ATTACK], target: Some("r".into()), support: None };
    assert_eq!(table.refused("b1", order), "target_unseen");
}

/// §13.01.1 §13.02.3 a unit in U retires for the rest of the turn; one that must go off the table is lost.
#[test]
fn retires_off_the_table() {
    let mut table =
        table(&["b1 attack_column of 20 at 60,232", "r1 line of 20 at 60,246"], &[3, 3, 4, 3, 3, 2]);
    table.order("b1", UnitOrder::Move { steps: vec![ATTACK], target: Some("r1".into()), support: None });
    let events = table.turn();
    assert_eq!(happened(&events, "retires").len(), 1);
    assert_eq!(table.unit("r1").presence, Presence::Left);
}

/// §13.01.3 a unit in FU stands as wide as deep; rallied it takes a formation again.
#[test]
fn a_rout_is_a_crowd() {
    let mut table = table(&["b1 line of 24 at 60,60 order=FU", "r1 line of 20 at 60,200"], &[6, 6, 6]);
    let body = table.unit("b1").placed.body();
    assert!(body.front() / body.depth() < 2.0 && body.depth() / body.front() < 2.0);
    table.turn();
    assert_eq!((table.unit("b1").order, table.unit("b1").formation), (State::Good, Formation::AttackColumn));
}

/// §10.01.6 a battery ordered to fire before break-in fires every time, for one load.
#[test]
fn guns_fire_before_each_break_in() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 54,30",
            "b2 attack_column of 20 at 66,25",
            "r1 battery of 8 at 60,48 gunners=10",
        ],
        &[1; 18],
    );
    let march = || UnitOrder::march(vec![AHEAD]);
    table
        .order("b1", march())
        .order("b2", march())
        .order("r1", UnitOrder::fire(When::BeforeBreakIn { of: None }));
    let events = table.turn();
    assert!(
        happened(&events, "fires_guns").len() >= 2,
        "{:?}",
        events.iter().map(|e| e.what).collect::<Vec<_>>()
    );
    assert_eq!(table.unit("r1").loads, 15);
}

/// §04.04.3 gunners who are attacked may leave their guns; they are gunners without guns, not a split.
#[test]
fn gunners_leave_their_guns() {
    let mut table = table(&["b1 attack_column of 20 at 60,30", "r1 battery of 8 at 60,48"], &[]);
    table.answers.push(("goes_back", "go_back"));
    table.order("b1", UnitOrder::Move { steps: vec![ATTACK], target: Some("r1".into()), support: None });
    table.turn();
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().crew, Crew::Alone);
    assert_eq!(table.battle().units.len(), 2);
}

/// §02.03.1 a rule that the umpire adds stands in everybody's view.
#[test]
fn the_umpires_rule_is_for_all() {
    let mut words = Words::of(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,100"]);
    words.umpire = true;
    let mut table = words.with_dice(&[]);
    table.act("umpire", json!({"do": "rule", "name": "Fog", "text": "Nobody sees beyond 20 cm."})).unwrap();
    for seat in ["blue", "red"] {
        let view = table.game.view(&krigsspil_engine::battle::SeatId::from(seat)).json();
        assert_eq!(view["rules"][0]["name"], "Fog");
    }
}
