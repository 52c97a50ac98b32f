//! What the calculations behind events tell each seat.

use krigsspil_engine::battle::{Event, SeatId};
use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;

use crate::melees::{fight, to_the_end};
use crate::table::{Words, table};

/// The fields of an outcome that a seat is told.
fn fields(event: &Event, seat: &str) -> Vec<String> {
    assert!(event.audience.tells(&SeatId::from(seat)), "{seat} is told of it at all");
    let outcome = event.working.as_ref().unwrap().outcome_for(&SeatId::from(seat), false);
    outcome.as_object().unwrap().keys().cloned().collect()
}

fn knows(event: &Event, seat: &str, field: &str) -> bool {
    fields(event, seat).iter().any(|known| known == field)
}

fn counts(event: &Event, seat: &str, modifier: &str) -> bool {
    let seat = SeatId::from(seat);
    let working = event.working.as_ref().unwrap();
    working.modifiers_for(&seat, false).any(|applied| applied.modifier.key == modifier)
}

/// §house.visibility the U that a march costs is told to the enemy within 400 only; two lines march side by side, one near and one far.
#[test]
fn disorder_of_a_march() {
    let units = ["b1 line at 700,500", "r1 column facing south at 700,2300"];
    let mut far = table(&units, &[6, 5]);
    far.until_moves(Step::Manoeuvre, "blue");
    far.order("b1", UnitOrder::ahead(150.0));
    let moves = &far.told("moves")[0];
    for field in ["disorder_after", "disorder_gain"] {
        assert!(!knows(moves, "red", field) && knows(moves, "blue", field), "{field}");
        assert!(knows(moves, "umpire", field), "{field}");
    }
    let over = moves.working.as_ref().unwrap().outcome_for(&SeatId::from("red"), true);
    assert_eq!(over["disorder_after"], 1, "nothing is hidden when the battle is over");

    let units = [
        "b1 line at 700,1000",
        "b2 line at 1400,1000",
        "r1 column facing south at 700,1390",
        "r2 column facing south at 1400,1900",
    ];
    let mut near = table(&units, &[1, 9]);
    near.until_moves(Step::Movement, "blue");
    near.order("b1", UnitOrder::ahead(20.0));
    near.order("b2", UnitOrder::ahead(20.0));
    let moves = near.told("moves");
    assert!(knows(&moves[0], "red", "disorder_after") && !knows(&moves[1], "red", "disorder_after"));
}

/// §house.visibility §bombard.disorder the U of batteries that fire is not told beyond 400, neither by their test values nor by a modifier; the hits and the loss are.
#[test]
fn disorder_of_guns() {
    let units = [
        "b1 battery unlimbered of 2 at 1500,1000 disorder=2",
        "b2 battery unlimbered of 2 at 1610,1000 disorder=1",
        "r1 battery unlimbered of 2 facing south at 1500,1700 disorder=3",
    ];
    let mut table = table(&units, &[1; 12]);
    let fire = |id: &str| UnitOrder::Fire { target: Some(id.into()), zone: None, bases: None, also: None };
    table.until_moves(Step::Bombardment, "blue");
    table.order("b1", fire("r1"));
    table.order("b2", fire("r1"));
    table.until(Step::Deployment);
    let bombards = &table.told("bombards")[0];
    assert!(knows(bombards, "blue", "batteries") && !knows(bombards, "red", "batteries"));
    assert!(counts(bombards, "blue", "battery_disorder") && !counts(bombards, "red", "battery_disorder"));
    assert!(knows(bombards, "red", "bases_after") && !knows(bombards, "blue", "bases_after"));
    for field in ["factor", "column", "loss_bases", "disorder_gain"] {
        assert!(knows(bombards, "red", field) && knows(bombards, "blue", field), "{field}");
    }
}

/// §house.visibility §bombard.town the same of guns that fire at a town.
#[test]
fn disorder_of_guns_at_a_town() {
    let units = [
        "b1 battery unlimbered of 2 at 1500,1000 disorder=2",
        "r1 column of 4 facing south at 1500,1700 zone=Mill",
    ];
    let words = Words::of(&units).area(
        "built_up",
        [1400.0, 1600.0, 1600.0, 1800.0],
        serde_json::json!({"name": "Mill", "cover": 2}),
    );
    let mut table = words.with_dice(&[1; 12]);
    table.until_moves(Step::Bombardment, "blue");
    table.order("b1", UnitOrder::Fire { target: None, zone: Some("Mill".into()), bases: None, also: None });
    table.until(Step::Deployment);
    let bombards = &table.told("bombards")[0];
    assert!(knows(bombards, "blue", "batteries") && !knows(bombards, "red", "batteries"));
    assert!(counts(bombards, "blue", "battery_disorder") && !counts(bombards, "red", "battery_disorder"));
}

/// §house.visibility half bases are told to their own side: what a melee and a loss test leave of an enemy is seen rounded up.
#[test]
fn half_bases() {
    let units = ["b1 column of 5 at 1000,1000 N=9", "r1 column of 4.5 facing south at 1000,1150 N=1"];
    let mut table = fight(&units, &[("b1", "r1")], &[10, 10]);
    to_the_end(&mut table);
    let melee = &table.told("melee")[0];
    let working = melee.working.as_ref().unwrap();
    let [blue, red] = ["blue", "red"].map(|seat| working.outcome_for(&SeatId::from(seat), false));
    assert!(blue["attacker"].get("bases_after").is_some() && blue["defender"].get("bases_after").is_none());
    assert!(red["defender"].get("bases_after").is_some() && red["attacker"].get("bases_after").is_none());
    assert!(red["attacker"].get("loss_bases").is_some(), "the result is open");
    let tested = table.told("tests_for_loss");
    assert!(knows(&tested[0], "red", "bases_after") && !knows(&tested[0], "blue", "bases_after"));
}

/// §inf.initial.superiority steps of superiority, which are reckoned in halves, are told to the side that has them.
#[test]
fn superiority() {
    let units = ["b1 column of 6 at 1000,1000", "r1 column of 4.5 facing south at 1000,1150"];
    let mut table = fight(&units, &[("b1", "r1")], &[5, 6]);
    to_the_end(&mut table);
    let melee = &table.told("melee")[0];
    assert!(knows(melee, "blue", "superiority_steps") && !knows(melee, "red", "superiority_steps"));
}

/// §house.initiative §house.sequence-bonus the throw for the initiative is open, the bonus of the enemy's commander-in-chief is not.
#[test]
fn bonus_of_the_chief() {
    let mut words = Words::of(&["b1 column at 1500,1000", "r1 column facing south at 1500,1390"]);
    words.officers = ["radius = 5000\nbonus = 2".into(), "radius = 5000\nbonus = 1".into()];
    let mut table = words.with_dice(&[1, 9]);
    table.until(Step::Declarations);
    let thrown = &table.told("initiative")[0];
    for (own, other, letter) in [("blue", "red", "a"), ("red", "blue", "b")] {
        for field in ["sequence_bonus", "total"] {
            let field = format!("{field}_{letter}");
            assert!(knows(thrown, own, &field) && !knows(thrown, other, &field), "{field}");
        }
        let bonus = format!("initiative_bonus_{letter}");
        assert!(counts(thrown, own, &bonus) && !counts(thrown, other, &bonus));
        assert!(knows(thrown, other, "initiative"));
    }
}

/// §declare.irregular that an attacker is irregular is his own affair; one who is not stands beside him.
#[test]
fn irregulars() {
    let units = [
        "b1 column of 4 at 1000,1000 irregular=true",
        "b2 column of 4 at 1100,1000",
        "r1 column of 4 facing south at 1000,1100",
        "r2 column of 4 facing south at 1100,1100",
    ];
    let table = fight(&units, &[("b1", "r1"), ("b2", "r2")], &[1]);
    let declares = table.told("declares");
    assert!(counts(&declares[0], "blue", "irregular") && !counts(&declares[0], "red", "irregular"));
}

/// §tacadmin.morale how many of a formation's bases are lost or in disorder is told to its own side; whether it breaks to all.
#[test]
fn share_of_a_formation() {
    let units = ["b1 column of 4 at 1500,1000 lost=2 M=5", "r1 column of 4 facing south at 1500,1390"];
    let mut table = fight(&units, &[], &[1, 10]);
    to_the_end(&mut table);
    for morale in table.told("formation_morale") {
        let blue = morale.about["general"].as_str().unwrap().ends_with(" b");
        assert_eq!((knows(&morale, "blue", "percent"), knows(&morale, "red", "percent")), (blue, !blue));
        assert!(knows(&morale, "blue", "broken") && knows(&morale, "red", "broken"));
    }
}
