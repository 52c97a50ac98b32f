//! What the events of a fight tell, and to whom.

use krigsspil_borgerkrig::battle::order::{UnitOrder, When};
use krigsspil_borgerkrig::vocabulary::{Ammunition, Order};
use krigsspil_engine::battle::{Event, Moment, SeatId};
use serde_json::json;

use crate::table::*;

fn tells(event: &Event, seat: &str) -> bool {
    event.audience.tells(&SeatId::from(seat))
}

/// Far from the general, whose view a wood blocks: b2 fights where he knows nothing of it.
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

/// §03.02.2 §07.04.1 an enemy whom a far-off unit fights is never named to its general: neither in its view, nor in reports.
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

/// §03.02.2 §09.01.1 §09.02.1 the general is told that a far-off unit fires, and what it uses; not at whom, nor the result.
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
    // A report of a miss would tell him as much as a report of a hit.
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
    // What he knows completely is not reported to him twice.
    let mut near = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[1, 2]);
    near.order("b1", fire());
    let events = near.turn();
    assert!(tells(happened(&events, "fires")[0], "blue") && happened(&events, "fires_far_off").is_empty());
}

/// §03.02.2 §04.02.13 the question to his player does not name him either.
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

/// §03.03.7 §04.01.2 a fire is announced without ammunition, target or guess; these are reported when it is made.
#[test]
fn guesses_are_hidden() {
    let mut table =
        table(&["b1 battery of 6 at 60,60", "r1 line of 20 facing south at 60,100"], &[3, 4, 1, 2]);
    let order = UnitOrder::Fire {
        when: When::At { moment: Moment(0.5) },
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

/// §08.02.7 §09.01.1 only its own general may know how a unit takes its losses, that it is in light disorder, and that it is out of
/// ammunition; everybody can see that it lies down or gives way.
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

/// §03.02.3 §07.02.2 an unseen enemy who comes out of a wood at a unit near its general is known from then on.
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

/// The keys of the modifiers behind the last event of a kind, and its outcome, as a seat's view shows them.
fn working_told(table: &Table, seat: &str, what: &str) -> (Vec<String>, serde_json::Value) {
    let view = table.game.view(&SeatId::from(seat)).json();
    let told = view["log"].as_array().unwrap().iter().rev().find(|event| event["what"] == what);
    let working = &told.unwrap_or_else(|| panic!("{seat} is not told of {what}"))["unfolded"];
    let key = |modifier: &serde_json::Value| modifier[1].as_str().unwrap().to_string();
    (working["modifiers"].as_array().unwrap().iter().map(key).collect(), working["outcome"].clone())
}

/// §07.03.5 §03.02.2 ruling 89: a support of the enemy inside a wood counts in the shock's calculation, but is not named; in the open it is
/// named. If there are several supports, one in sight is enough.
#[test]
fn a_hidden_support_is_counted_and_not_told() {
    let attacked = ["b1 line of 30 at 80,70", "r1 line of 30 facing south at 80,81"];
    let behind = |more: &[&str], wood: bool| {
        let mut words = Words::of(&[&attacked[..], more].concat());
        if wood {
            let ring = json!([[[60, 85], [100, 85], [100, 110], [60, 110], [60, 85]]]);
            words = words.with_feature(json!({"kind": "wood"}), "Polygon", ring);
        }
        words.turns = 2;
        let mut table = words.with_dice(&[3, 4]);
        table.answers = vec![("surprised_fire", "hold")];
        table.order("b1", attack());
        assert!(counted(happened(&table.turn(), "shock")[0], "defender_support"));
        table
    };
    let told = |table: &Table, seat: &str| {
        let (modifiers, outcome) = working_told(table, seat, "shock");
        (modifiers.contains(&"defender_support".to_string()), outcome["total"].clone())
    };
    let mut hidden = behind(&["r2 line of 30 facing south at 80,98"], true);
    assert_eq!(told(&hidden, "blue"), (false, json!(6)));
    assert_eq!(told(&hidden, "red"), (true, json!(6)));
    assert_eq!(told(&hidden, "umpire"), (true, json!(6)));
    assert!(!hidden.game.view(&"blue".into()).json().to_string().contains("07.03.5"));
    assert_eq!(told(&behind(&["r2 line of 30 facing south at 80,98"], false), "blue"), (true, json!(6)));
    let both = ["r2 line of 30 facing south at 80,98", "r3 line of 30 facing west at 104,84"];
    assert_eq!(told(&behind(&both, true), "blue"), (true, json!(6)));
    // When the battle is over nothing is hidden any more.
    hidden.turn();
    assert_eq!(hidden.game.view(&"blue".into()).json()["phase"], "over");
    assert_eq!(told(&hidden, "blue"), (true, json!(6)));
}

/// §05.02.4 §08.01.1 §09.01.1 ruling 89: the firer's private data (valeur, first fire, order, weapon, ammunition) are reported to his own
/// player, and to the enemy when the battle is over; the dice, the total and the result to both.
#[test]
fn a_fire_shows_the_enemy_no_papers() {
    let units =
        ["b1 line of 20 at 80,70 valeur=1 weapon=tower_m12", "r1 thin_line of 20 facing south at 80,78"];
    let mut words = Words::of(&units);
    words.turns = 2;
    let mut table = words.with_dice(&[3, 4]);
    table.order("b1", fire()).turn();
    let papers = ["first_fire", "own_valeur", "obsolete_musket"];
    let fields = ["firer_modifier", "ammunition_exhausted", "zone"];
    let check = |table: &Table, seat: &str, reads: bool| {
        let (modifiers, outcome) = working_told(table, seat, "fires");
        for paper in papers {
            assert_eq!(modifiers.iter().any(|key| key == paper), reads, "{seat} {paper}: {modifiers:?}");
        }
        for field in fields {
            assert_eq!(outcome.get(field).is_some(), reads, "{seat} {field}: {outcome}");
        }
        assert!(modifiers.iter().any(|key| key == "target_thin_line"), "{seat}: {modifiers:?}");
        assert!(outcome["total"].is_i64() && outcome["loss_men"].is_i64(), "{seat}: {outcome}");
    };
    check(&table, "blue", true);
    check(&table, "red", false);
    check(&table, "umpire", true);
    table.turn();
    check(&table, "red", true);
}

/// §07.03.2 §07.05.1 ruling 89: in shock and melee each player is told the order, valeur and ammunition of his own units.
#[test]
fn shock_and_melee_show_each_his_own_papers() {
    let units = ["b1 cavalry line of 12 at 80,70 valeur=1", "r1 line of 20 facing south at 80,81 valeur=1"];
    let mut table = table(&units, &[6, 5]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", attack());
    table.turn();
    let knows = |seat: &str, what: &str, key: &str| {
        let (modifiers, outcome) = working_told(&table, seat, what);
        modifiers.iter().any(|modifier| modifier == key) || outcome.get(key).is_some()
    };
    let own = [("attacker_valeur", "blue"), ("attacker_modifier", "blue"), ("attacker_order_after", "blue")];
    let his = [("defender_valeur", "red"), ("defender_modifier", "red"), ("defender_order_after", "red")];
    for (key, whose) in own.into_iter().chain(his) {
        for seat in ["blue", "red"] {
            assert_eq!(knows(seat, "shock", key), seat == whose, "{seat} {key}");
        }
    }
    for seat in ["blue", "red"] {
        assert!(knows(seat, "shock", "total") && knows(seat, "shock", "result"));
    }
}

/// §03.02.2 what a seat is shown, asked and refused is computed only from its knowledge: these modules do not even name a battle, so nobody
/// can pass one to them.
#[test]
fn there_is_one_door() {
    let modules = [
        include_str!("../../src/battle/view.rs"),
        include_str!("../../src/battle/prompt.rs"),
        include_str!("../../src/battle/legal.rs"),
        include_str!("../../src/battle/moves.rs"),
        include_str!("../../src/battle/houses.rs"),
        include_str!("../../src/battle/rides.rs"),
        include_str!("../../src/battle/samples.rs"),
        include_str!("../../src/battle/preview.rs"),
        include_str!("../../src/drill/mod.rs"),
        include_str!("../../src/drill/numbers.rs"),
        include_str!("../../src/drill/shock.rs"),
    ];
    for text in modules {
        assert!(!text.contains("state::*"), "a glob names the battle: {}", &text[..80]);
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(words.all(|word| word != "Battle"), "it names the battle: {}", &text[..80]);
    }
}
