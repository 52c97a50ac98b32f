//! What the events of a fight tell, and to whom.

use krigsspil_borgerkrig::battle::order::{UnitOrder, When};
use krigsspil_borgerkrig::vocabulary::{Ammunition, Order};
use krigsspil_engine::battle::{Event, SeatId};
use serde_json::json;

use crate::table::*;

fn tells(event: &Event, seat: &str) -> bool {
    event.audience.tells(&SeatId::from(seat))
}

/// Far from the general, whose eyes a wood covers: b2 fights where he knows nothing of it.
fn far_off(dice: &[i32]) -> Table {
    far_off_with("b2 line of 20 at 150,60", dice)
}

fn far_off_with(b2: &str, dice: &[i32]) -> Table {
    let units = [
        "b1 line of 20 at 60,60",
        b2,
        "r2 line of 20 facing south at 150,70",
        "r1 line of 20 facing south at 60,190",
    ];
    let wood = json!([[[85, 5], [115, 5], [115, 195], [85, 195], [85, 5]]]);
    let mut table = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(dice);
    table.answers = vec![("surprised_fire", "hold")];
    table
}

/// §03.02.2 §07.04.1 an enemy whom a far-off unit fights is named to its general nowhere: not in its view, nor in what is told him.
#[test]
fn far_off_fights_are_not_known() {
    let mut table = far_off(&[4, 4]);
    table.order("r2", storm());
    let events = table.turn();
    assert_eq!(happened(&events, "contact").len(), 1);
    assert_eq!(table.unit("b2").melee.len(), 1);
    let events = [events, table.turn()].concat();
    for what in ["shock", "contact", "melee"] {
        assert!(happened(&events, what).iter().all(|event| !tells(event, "blue")), "{what}");
        assert!(happened(&events, what).iter().all(|event| tells(event, "umpire")), "{what}");
    }
    let view = table.game.view(&"blue".into()).json();
    assert!(!view.to_string().contains("\"r2\""), "{view}");
    let told = |what: &str| {
        happened(&events, what).iter().any(|event| event.about["unit"] == "b2" && tells(event, "blue"))
    };
    assert!(told("loses_men"), "what it loses stands on his order sheet");
}

/// §03.02.2 §09.01.1 §09.02.1 that a far-off unit fires, and what it spends, is told its general; not at whom, nor what came of it.
#[test]
fn far_off_fires_are_told_of_the_unit_alone() {
    let canister = UnitOrder::Fire {
        when: When::AtOnce,
        target: None,
        targets: Vec::new(),
        figures: None,
        ammunition: Some(Ammunition::Canister),
        guess_cm: None,
    };
    for (far, order, with) in [
        ("b2 line of 20 at 150,60", fire(), json!({"unit": "b2", "figures": 20})),
        ("b2 battery of 4 at 150,60", canister, json!({"unit": "b2", "ammunition": "canister", "rounds": 1})),
    ] {
        let mut table = far_off_with(far, &[1, 2]);
        table.order("b2", order);
        let events = table.turn();
        let fired = happened(&events, "fires_far_off");
        assert_eq!((fired.len(), &fired[0].about), (1, &with));
        assert!(tells(fired[0], "blue") && !tells(fired[0], "red") && fired[0].working.is_none());
        assert!(!table.game.view(&"blue".into()).json().to_string().contains("\"r2\""));
    }
    // That a shot missed would tell him as much as that it struck.
    let mut shell = far_off_with("b2 battery of 4 at 150,60", &[3, 4]);
    let order = UnitOrder::Fire {
        when: When::AtOnce,
        target: None,
        targets: Vec::new(),
        figures: None,
        ammunition: Some(Ammunition::Shell),
        guess_cm: Some(40),
    };
    shell.order("b2", order);
    let events = shell.turn();
    assert!(tells(happened(&events, "fires_far_off")[0], "blue"));
    assert!(!tells(happened(&events, "misses")[0], "blue"));
    // What he knows of whole is not told him twice.
    let mut near = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[1, 2]);
    near.order("b1", fire());
    let events = near.turn();
    assert!(tells(happened(&events, "fires")[0], "blue") && happened(&events, "fires_far_off").is_empty());
}

/// §03.02.2 §04.02.13 nor is he named to the player who is asked about that unit.
#[test]
fn questions_name_nobody_unseen() {
    let mut table = far_off(&[]);
    table.order("r2", storm());
    for seat in ["blue", "red"] {
        table.act(seat, json!({"do": "ready"})).unwrap();
    }
    let prompt = table.game.prompts().remove(0);
    let about = prompt.about_json();
    assert_eq!((prompt.what, &about["unit"]), ("surprised_fire", &json!("b2")));
    assert!(about["other"].is_null(), "{about}");
}

/// §03.02.2 §07.04.1 beside his general's unit the enemy is seen, and named.
#[test]
fn near_fights_are_known() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[4, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", storm());
    let events = table.turn();
    assert!(happened(&events, "shock").iter().all(|event| tells(event, "blue") && tells(event, "red")));
    let view = table.game.view(&"blue".into()).json();
    assert_eq!(view["units"][0]["melee"], json!(["r1"]));
}

/// §03.03.7 §04.01.2 a fire is announced without ammunition, target or guess; they are told when it is made.
#[test]
fn guesses_are_hidden() {
    let mut table =
        table(&["b1 battery of 6 at 60,60", "r1 line of 20 facing south at 60,100"], &[3, 4, 1, 2]);
    let order = UnitOrder::Fire {
        when: When::At { moment: 0.5 },
        target: Some("r1".into()),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(Ammunition::Shell),
        guess_cm: Some(41),
    };
    table.order("b1", order);
    assert!(!table.game.view(&"red".into()).json().to_string().contains("guess"));
    let events = table.turn();
    let announced = happened(&events, "announces_fire")[0];
    assert_eq!(announced.about, json!({"unit": "b1"}));
    assert!(tells(announced, "red"));
    let made = happened(&events, "shot_falls")[0];
    assert!(tells(made, "red") && made.moment == 0.5);
    assert_eq!(outcome(made)["impact_distance_mm"], 410);
}

/// §08.02.7 §09.01.1 how a unit takes its losses, that it is in light disorder, and that its pouches are empty are its own general's to know;
/// that it lies down or gives way all can see.
#[test]
fn what_is_in_a_unit_is_its_own() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68"];
    let mut table = table(&units, &[6, 4, 6, 6, 4, 4, 6, 6]);
    table.order("b1", fire());
    let events = table.turn();
    assert_eq!(table.unit("r1").order, Order::Pinned);
    for (what, enemy_knows) in
        [("tests_morale", false), ("comes_into", false), ("pinned", true), ("fires", true)]
    {
        let found = happened(&events, what);
        assert!(!found.is_empty(), "{what}");
        assert!(
            found.iter().all(|event| tells(event, "blue") == enemy_knows && tells(event, "red")),
            "{what}"
        );
    }
    table.order("b1", fire());
    let events = table.turn();
    let empty = happened(&events, "out_of_ammunition");
    assert!(tells(empty[0], "blue") && !tells(empty[0], "red"));
}

/// §03.02.3 §07.02.2 an enemy nobody had seen, who comes out of a wood upon a unit near its general, is known from then on.
#[test]
fn attackers_are_seen_when_they_come() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,75"];
    let wood = json!([[[50, 70], [70, 70], [70, 90], [50, 90], [50, 70]]]);
    let mut table =
        Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[3, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    assert!(!table.game.view(&"blue".into()).json().to_string().contains("\"r1\""));
    table.order("r1", attack());
    for _ in 0..3 {
        let events = table.turn();
        if let Some(shock) = happened(&events, "shock").first() {
            assert!(tells(shock, "blue"));
            return;
        }
        table.order("r1", attack());
    }
    panic!("it never came to blows");
}
