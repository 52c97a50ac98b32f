//! Chapter 08.03: messages by orderly with their secret delay, and written instructions.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::battle::state::CM;
use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use crate::table::*;

fn send(table: &mut Table, unit: &str, task: &str) {
    let to = json!({"ride": "with", "unit": unit});
    let action = json!({"do": "send", "general": "b", "to": to, "task": task, "text": "Hold the mill."});
    table.act("blue", action).unwrap();
}

/// A unit that its chief's word does not reach: 60 cm away.
fn far() -> Words {
    let mut words = Words::of(&["b1 line of 24 at 40,100", "r1 line of 24 at 200,200"]);
    words.chief_back = Some(60.0);
    words
}

/// §08.03.4 §skema-II a unit within command distance is given its instruction at once; with it 9 and 4 are enough far from the chief.
#[test]
fn an_instruction_helps_the_reaction() {
    let mut words = Words::of(&["b1 line of 24 at 40,100", "r1 line of 24 at 200,200"]);
    words.chief_back = Some(30.0);
    for (task, moves) in [("advance", true), ("hold", false)] {
        let mut table = words.with_dice(&[3, 3, 3]);
        send(&mut table, "b1", task);
        assert_eq!(table.unit("b1").instruction.map(|task| task.to_string()), Some(task.to_string()));
        let away = json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [400.0, 100.0]}});
        table.act("blue", away).unwrap();
        table.turn();
        let before = table.at("b1")[1];
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert_eq!(table.at("b1")[1] > before + 1.0, moves, "{task}");
    }
}

/// §08.03.1 §08.03.2 §08.01.6 an orderly rides 90 cm a turn; with a 6 he is not delayed and arrives in the first turn, with a 4 a turn later; the
/// delay is told to nobody.
#[test]
fn an_orderly_is_delayed_in_secret() {
    for (die, turns) in [(6, 1), (4, 2), (3, 3)] {
        let mut table = far().with_dice(&[die, 6, 6, 6, 6, 6, 6]);
        send(&mut table, "b1", "advance");
        let staff = table.battle().general("b").unwrap();
        assert_eq!(table.battle().couriers[staff], 0, "the orderly has left the staff");
        let mut arrived = 0;
        for turn in 1..=turns {
            let events = table.turn();
            for event in happened(&events, "message_delay") {
                assert!(
                    !event.audience.tells(&SeatId::from("blue"))
                        && !event.audience.tells(&SeatId::from("red"))
                );
            }
            if !happened(&events, "message_to_unit").is_empty() {
                arrived = turn;
            }
        }
        assert_eq!(arrived, turns, "a die of {die}");
        assert!(table.unit("b1").instruction.is_some());
        table.turn();
        assert_eq!(table.battle().couriers[staff], 1, "he is back");
    }
}

/// §skema-II a message with a 1 never arrives; §08.02.5 an orderly alone is lost on 6 or less.
#[test]
fn an_orderly_may_be_lost() {
    let mut table = far().with_dice(&[1, 6, 6, 6, 1, 2, 3]);
    send(&mut table, "b1", "advance");
    table.turn();
    assert_eq!(table.battle().messages.len(), 1);
    table.turn();
    assert_eq!(table.battle().messages.len(), 0, "he is lost");
    assert_eq!(table.unit("b1").instruction, None);
}

/// §08.01.2 a brigade has one orderly; §08.03.1 a message goes to somebody.
#[test]
fn messages_refused() {
    let mut table = far().with_dice(&[]);
    let act = |table: &mut Table, to: Value, task: Value| {
        table.act("blue", json!({"do": "send", "general": "b", "to": to, "task": task}))
    };
    let unit = json!({"ride": "with", "unit": "b1"});
    assert!(act(&mut table, json!({"ride": "stay"}), json!("hold")).is_err());
    assert!(act(&mut table, unit.clone(), Value::Null).is_err());
    act(&mut table, unit.clone(), json!("hold")).unwrap();
    assert!(act(&mut table, unit, json!("hold")).is_err(), "no orderly is left");
}

/// §06.01.3 §03.01.6 a change that runs over into the next turn costs one degree, and goes on without a new entry.
#[test]
fn a_change_over_two_turns_costs_one_degree() {
    for again in [true, false] {
        let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 at 200,200"], &[]);
        let form = Step::Form { formation: Formation::MarchColumn };
        table.order("b1", UnitOrder::march(vec![Step::Halt { turns: 0.5 }, form])).turn();
        if again {
            table.order("b1", UnitOrder::march(vec![form]));
        }
        table.turn();
        assert_eq!(table.unit("b1").formation, Formation::MarchColumn, "{again}");
        assert_eq!(table.unit("b1").order, krigsspil_chakoten::vocabulary::Order::Light1, "{again}");
    }
}

/// §07.07.3 a line marches on through its own chain, whoever has not come clear of it gives way.
#[test]
fn a_line_passes_its_own_chain() {
    let mut table = table(&["b1 line of 36 at 60,60 skirmishers=6", "r1 line of 20 at 200,200"], &[]);
    let out = Step::SendOut { figures: 6, chain: Chain::Dense, cm: 8.0 };
    table.order("b1", UnitOrder::march(vec![out])).turn();
    assert!(table.unit("b1/1").here());
    let before = table.at("b1")[1];
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], before + 10.0), "{before} {:?} {CM}", table.at("b1"));
}
