//! Companies leave their regiment and rejoin it.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, Wing};
use krigsspil_borgerkrig::battle::state::Presence;
use krigsspil_borgerkrig::vocabulary::{Formation, Order};
use serde_json::json;

use crate::table::*;

const APART: [&str; 2] = ["b1 line of 30 at 60,60", "r1 line of 20 facing south at 60,160"];

fn detach(companies: i32, wing: Wing) -> UnitOrder {
    UnitOrder::march(vec![Step::Detach { companies, wing }])
}

/// §03.03.5 companies of a wing become a unit where they stand, in a quarter of a turn, and have orders of their own from the next turn.
#[test]
fn companies_are_told_off() {
    let mut table = table(&APART, &[]);
    assert!(table.refused("b1", detach(10, Wing::Right)).contains("03.03.5"), "one company stays at least");
    assert!(table.refused("b1", detach(0, Wing::Right)).contains("03.03.5"));
    table.order("b1", detach(3, Wing::Right));
    let events = table.turn();
    assert!(near(happened(&events, "detaches")[0].moment, 0.25));
    let (kept, made) = (table.unit("b1"), table.unit("b1/1"));
    assert_eq!((kept.figures, made.figures), (21, 9));
    assert_eq!((kept.original, made.original), (21, 9));
    assert_eq!((made.formation, made.detached, kept.detached), (Formation::Line, true, true));
    // Fifteen files of 8 mm stood from 54 to 66; eleven stay on the left of them.
    assert!(near(table.at("b1")[0], 54.0 + 4.4) && near(table.at("b1/1")[0], 54.0 + 8.8 + 2.0));
    table.order(
        "b1/1",
        // Beside the regiment there is no room for a chain (ruling 85).
        UnitOrder::march(vec![
            Step::Ahead { cm: Some(4.0) },
            Step::Form { formation: Formation::Chain },
            Step::Ahead { cm: None },
        ]),
    );
    table.turn();
    assert_eq!(table.unit("b1/1").formation, Formation::Chain);
    assert!(table.at("b1/1")[1] > 70.0 && table.at("b1")[1] == 60.0);
}

/// §03.03.5 a column detaches its rear companies, and the sheet has letters for it.
#[test]
fn a_column_sends_its_rear() {
    let mut table = table(&["b1 march_column of 30 at 60,60", APART[1]], &[]);
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "DH2 ^"})).unwrap();
    table.turn();
    // Eight rows of three stay, 15 mm deep each; the rest stand behind them while they march on.
    assert!(near(table.at("b1/1")[1], 60.0 - 12.0), "{:?}", table.at("b1/1"));
    assert!(near(table.at("b1")[1], 60.0 + 0.75 * 25.0), "{:?}", table.at("b1"));
}

/// §03.03.5 §07.01.3 fewer than half of a regiment attack without order, and cannot storm; its parts count together.
#[test]
fn a_detachment_attacks_without_order() {
    let units = ["b1 line of 30 at 60,60", "r1 line of 20 facing south at 60,82"];
    let mut few = table(&units, &[3, 4, 3, 4]);
    few.answers = vec![("surprised_fire", "hold")];
    few.order("b1", detach(3, Wing::Right)).turn();
    few.order("b1/1", storm());
    few.turn();
    assert!(near(few.at("b1/1")[1], 72.0), "at the march of a line, not its storm: {:?}", few.at("b1/1"));
    assert_eq!(few.unit("b1/1").last_storm, None);
    let mut all = table(&units, &[3, 4, 3, 4]);
    all.answers = vec![("surprised_fire", "hold")];
    all.order("b1", detach(3, Wing::Right)).turn();
    all.order("b1/1", storm()).order("b1", storm());
    all.turn();
    assert!(near(all.at("b1/1")[1], 80.0), "together they storm to 2 cm: {:?}", all.at("b1/1"));
}

/// §08.02.7 a detachment of fewer than five companies tests morale with 1 less; five companies do not.
#[test]
fn small_detachments_are_shaken() {
    for (companies, shaken) in [(3, true), (5, false)] {
        let units = ["b1 line of 30 at 60,60", "r1 line of 24 facing south at 65,68"];
        let mut table = table(&units, &[6, 4, 6, 6]);
        table.order("b1", detach(companies, Wing::Right)).turn();
        table.order(
            "r1",
            UnitOrder::Fire {
                when: krigsspil_borgerkrig::battle::order::When::AtOnce,
                target: Some("b1/1".into()),
                targets: Vec::new(),
                figures: None,
                ammunition: None,
                guess_cm: None,
            },
        );
        let events = table.turn();
        let test = happened(&events, "tests_morale")[0].working.as_ref().unwrap();
        let found = test.modifiers.iter().any(|applied| applied.modifier.key.contains("detach"));
        assert_eq!(found, shaken, "{companies}: {:?}", test.modifiers);
    }
}

/// §03.03.5 no men appear from nowhere: losses are shared out and come back complete.
#[test]
fn men_and_losses_are_kept() {
    let mut table = table(&APART, &[]);
    table.act("umpire", json!({"do": "mend", "unit": "b1", "loss_men": 213})).unwrap();
    assert_eq!(table.unit("b1").figures, 20);
    table.order("b1", detach(3, Wing::Left)).turn();
    let parts = [table.unit("b1"), table.unit("b1/1")];
    let sum = |of: fn(&krigsspil_borgerkrig::battle::state::Unit) -> i32| parts.map(of).iter().sum::<i32>();
    assert_eq!(
        (sum(|unit| unit.original), sum(|unit| unit.lost_men), sum(|unit| unit.figures)),
        (30, 213, 20)
    );
    for unit in parts {
        assert_eq!(unit.figures, unit.original - unit.captured - unit.lost_men / 20, "{}", unit.id);
    }
    // A third is lost: nine of the detachment's figures were thirteen or fourteen.
    assert!((13..=14).contains(&table.unit("b1/1").original), "{}", table.unit("b1/1").original);
    table.act("umpire", json!({"do": "overrule", "unit": "b1/1", "state": "LU"})).unwrap();
    table.order("b1/1", UnitOrder::march(vec![Step::Rejoin]));
    let events = table.turn();
    assert_eq!(happened(&events, "rejoins").len(), 1);
    let whole = table.unit("b1");
    assert_eq!((whole.original, whole.lost_men, whole.figures, whole.detached), (30, 213, 20, false));
    assert_eq!(whole.order, Order::LightDisorder, "the worse order is that of the whole");
    assert_eq!(table.unit("b1/1").presence, Presence::Joined);
    assert!(table.refused("b1/1", UnitOrder::Stand).contains("03.01.2"));
    // The next detachment has a number of its own: no id is used twice.
    table.order("b1", detach(2, Wing::Right)).turn();
    assert_eq!((table.unit("b1/1").presence, table.unit("b1/2").figures), (Presence::Joined, 6));
    assert_eq!(table.battle().units.len(), 4);
}

/// §03.03.5 a detachment too far away cannot rejoin; a whole regiment cannot rejoin at all.
#[test]
fn who_cannot_rejoin() {
    let mut table = table(&APART, &[]);
    let back = || UnitOrder::march(vec![Step::Rejoin]);
    assert!(table.refused("b1", back()).contains("03.03.5"));
    table.order(
        "b1",
        UnitOrder::march(vec![Step::Detach { companies: 3, wing: Wing::Right }, Step::Ahead { cm: None }]),
    );
    table.turn();
    table.order("b1/1", back());
    let events = table.turn();
    assert_eq!(happened(&events, "cannot_rejoin").len(), 1);
    assert_eq!(table.unit("b1/1").presence, Presence::Here);
}
