//! A victor goes on against another enemy (§12.02.5, §12.02.6).

use krigsspil_chakoten::battle::state::CM;
use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::json;

use crate::table::*;

/// b1 beats r1, 15 figures straight before it; r2 stands aside of its way.
fn victory(next: &str, answer: &'static str) -> Table {
    let units = [
        "b1 attack_column of 30 at 100,100 front=6",
        "r1 attack_column of 15 at 100,110 front=4 valeur=0",
        next,
    ];
    let mut table = table(&units, &[5, 5, 5, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
    table.answers.push(("follows", answer));
    table.order("b1", attack("r1"));
    table
}

/// §12.02.5 §03.02.7 a victor may turn by up to 20 degrees to a new enemy, announces that attack and makes it in the same turn; to the left as to the
/// right.
#[test]
fn a_victor_turns_to_the_next() {
    for side in [1.0, -1.0] {
        let mut table = victory(&format!("r2 line of 15 at {},119", 100.0 + side * 11.0), "attack_next");
        let events = table.turn();
        let announced = happened(&events, "announces_attack");
        assert_eq!(announced.last().unwrap().about["other"], "r2");
        let melees = happened(&events, "melee");
        assert_eq!(melees.len(), 2, "{side}");
        assert_eq!(melees[1].about["other"], "r2");
        assert!(counted(melees[1], "attacker_complete_victory"));
        let turned =
            table.unit("b1").placed.pose().facing.turn_to(krigsspil_field::prelude::Bearing::degrees(0.0)).0;
        assert!((-side * turned) > 10.0 && turned.abs() <= 20.1, "{turned}");
        // Turning so little costs no degree (§06.01.3).
        assert_eq!(table.unit("b1").order, State::Good);
    }
}

/// §12.02.5 who presses on goes straight ahead past an enemy aside; the choice to turn is there only if an enemy is within 20 degrees, and not for
/// one whom he meets without turning.
#[test]
fn only_within_twenty_degrees() {
    let mut table = victory("r2 line of 15 at 113.5,122", "press_on");
    let events = table.turn();
    assert_eq!(happened(&events, "melee").len(), 1);
    for (next, offered) in [("111,119", true), ("125,118", false), ("109,122", false)] {
        let mut table = victory(&format!("r2 line of 15 at {next}"), "halt");
        for seat in ["blue", "red"] {
            table.act(seat, json!({"do": "ready"})).unwrap();
        }
        let prompt = table.game.prompts().remove(0);
        assert_eq!(prompt.what, "follows");
        let choices = prompt.about_json()["choices"].to_string();
        assert_eq!(choices.contains("attack_next"), offered, "{next}: {choices}");
    }
}

/// §12.02.6 light cavalry also goes on beyond 20 degrees against a target that is worth it, such as guns; other horse does not.
#[test]
fn light_cavalry_rides_at_guns() {
    for (weight, rides) in [("light", true), ("medium", false)] {
        let units = [
            &format!("b1 {weight} line of 20 at 100,100 valeur=5"),
            "r1 line of 10 at 100,118 valeur=-4",
            "r2 battery of 8 line facing west at 125,125",
        ];
        let mut table = table(&units, &[6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
        if rides {
            table.answers.push(("follows", "attack_next"));
        }
        table.order("b1", attack("r1"));
        let events = table.turn();
        let next =
            happened(&events, "announces_attack").into_iter().any(|event| event.about["other"] == "r2");
        assert_eq!(next, rides);
        assert_eq!(table.unit("b1").placed.pose().at.x > 101.0 * CM, rides);
    }
}
