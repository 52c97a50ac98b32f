//! Chapters 03 to 07, 09 and 10: announcements, parts, formations, limbering, cover and the line of fire.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::json;

use crate::table::*;

/// §03.01.5 of two who fire at one target at one moment the one that was written first is settled first, wherever it stands, and what it
/// does to the target counts in the next.
#[test]
fn fires_follow_as_written() {
    for order in [["b1", "b2"], ["b2", "b1"]] {
        let mut table = table(
            &["b1 line of 20 at 70,40", "b2 line of 20 at 86,40", "r1 line of 20 at 78,48"],
            &[4, 4, 4, 3, 3, 3],
        );
        for unit in order {
            table.order(unit, fire_at("r1"));
        }
        let events = table.turn();
        let shots = happened(&events, "fires");
        let fired: Vec<_> = shots.iter().map(|shot| shot.about["unit"].clone()).collect();
        assert_eq!(fired, order.map(|unit| json!(unit)));
        let disorder = |shot| counted(shot, "target_order");
        assert_eq!((disorder(shots[0]), disorder(shots[1])), (false, true), "{:?}", outcome(shots[1]));
    }
}

/// §03.02.2 the fire of skirmishers is not written: they fire without an order, when their player says so; a line without an order does not.
#[test]
fn skirmishers_fire_unwritten() {
    for (answer, fired) in [("fire", 1), ("hold", 0)] {
        let mut table = table(
            &[
                "b1 dense_skirmish of 10 at 60,40 light=true",
                "b2 line of 20 at 60,34",
                "r1 line of 20 at 60,52",
            ],
            &[3, 3, 3],
        );
        table.answers.push(("chain_fires", answer));
        let events = table.turn();
        assert_eq!(happened(&events, "fires").len(), fired, "{answer}");
    }
}

/// §03.02.7 §12.02.5 a victor who presses on announces it when his first attack is over; one who halts announces nothing more.
#[test]
fn pressing_on_is_announced() {
    for (answer, announced) in [("press_on", 2), ("halt", 1)] {
        let mut table =
            table(&["b1 attack_column of 20 at 80,40", "r1 line of 20 at 80,55"], &[6, 6, 6, 1, 1, 1]);
        table.answers.push(("follows", answer));
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(table.unit("r1").order, State::Rout);
        let words = happened(&events, "announces_attack");
        assert_eq!(words.len(), announced, "{answer}");
        assert!(words.iter().skip(1).all(|event| event.rule == "03.02.7" && event.moment > 0.0));
    }
}

/// §04.01.1 a battalion is one unit: without leave of its country it does not split in the open.
#[test]
fn battalions_stay_together() {
    let mut table = table(
        &["b1 line of 30 at 50,40", "b2 line of 30 at 100,40 country=denmark", "r1 line of 20 at 80,150"],
        &[],
    );
    let half =
        || UnitOrder::Split { figures: 15, hand: Hand::Left, marches: Marches::Rest, steps: Vec::new() };
    assert_eq!(table.refused("b1", half()), "cannot_split");
    table.order("b2", half());
}

/// §04.03.2 a swarm is no split: the regiment stays one unit on the books, and has no second swarm.
#[test]
fn one_swarm_to_a_regiment() {
    let mut table = table(&["b1 light line of 20 at 60,40 skirmishers=4", "r1 line of 20 at 60,140"], &[]);
    let out = || UnitOrder::march(vec![Step::SendOut { figures: 4, chain: Chain::Dense, cm: 8.0 }]);
    table.order("b1", out()).turn();
    assert_eq!(table.unit("b1/1").split_from, None);
    assert!(table.unit("b1/1").parent.is_some());
    assert_eq!(table.refused("b1", out()), "already_out");
}

/// §04.05.4 rifles reach farther than muskets and make no smoke.
#[test]
fn rifles_reach_far_and_smoke_little() {
    let mut table = table(
        &[
            "b1 line of 20 at 50,40",
            "b2 line of 20 at 78,40 weapon=rifle rifles_only=true",
            "r1 line of 20 at 50,65",
            "r2 line of 20 at 78,65",
        ],
        &[3, 3, 3],
    );
    table.order("b1", UnitOrder::fire(When::AtOnce)).order("b2", UnitOrder::fire(When::AtOnce));
    let events = table.turn();
    let shots = happened(&events, "fires");
    assert_eq!(shots.len(), 1);
    assert_eq!(shots[0].about["unit"], "b2");
    assert_eq!(table.unit("b2").smoke, None);
}

/// §05.02.4 a hob looks to all sides: it has no flank, and is about as wide as deep, unlike a line.
#[test]
fn a_hob_looks_to_all_sides() {
    let table = table(&["b1 hob of 20 at 60,40", "b2 line of 20 at 90,40", "r1 line of 20 at 60,140"], &[]);
    let body = |id: &str| table.unit(id).placed.body().clone();
    assert!(!table.unit("b1").has_flanks() && table.unit("b2").has_flanks());
    assert!(body("b1").front() < 1.5 * body("b1").depth() && body("b2").front() > 3.0 * body("b2").depth());
}

/// §06.01.1 a change of formation leaves the facing, a change of front leaves the formation.
#[test]
fn formation_and_front() {
    let mut table = table(
        &["b1 attack_column of 20 at 50,40", "b2 attack_column of 20 at 75,40", "r1 line of 20 at 60,200"],
        &[],
    );
    table
        .order("b1", UnitOrder::march(vec![Step::Form { formation: Formation::Line }]))
        .order("b2", UnitOrder::march(vec![Step::Pivot { degrees: 30.0 }]))
        .turn();
    let of = |id: &str| (table.unit(id).formation, table.unit(id).pose.facing.as_degrees().round());
    assert_eq!(of("b1"), (Formation::Line, 0.0));
    assert_eq!(of("b2"), (Formation::AttackColumn, 30.0));
}

/// §06.03.4 §06.03.5 a battery that limbers up stays in line, all limbers with their guns; where a unit stands in the limbers' place it
/// does not limber.
#[test]
fn limbers_need_room() {
    let mut table = table(
        &[
            "b1 battery of 8 at 50,40",
            "b2 battery of 8 at 78,40",
            "b3 line of 20 at 78,32",
            "r1 line of 20 at 60,200",
        ],
        &[],
    );
    table.order("b1", UnitOrder::march(vec![LIMBER])).order("b2", UnitOrder::march(vec![LIMBER]));
    let events = table.turn();
    assert!(table.unit("b1").limbered() && table.unit("b1").formation == Formation::Line);
    assert_eq!(happened(&events, "no_room_to_form").len(), 1, "{:?}", table.unit("b2").placed.body().depth());
    assert!(!table.unit("b2").limbered());
}

/// §07.05.6 cover helps whoever touches it, against those who fire over it: not a unit a centimetre behind it, and not from behind.
#[test]
fn cover_helps_in_contact() {
    let wall = |west: i32, north: f64| json!([[west, north], [west + 29, north]]);
    let words = Words::of(&[
        "b1 line of 20 at 40,40",
        "r1 line of 20 at 40,48",
        "b2 line of 20 at 70,40",
        "r2 line of 20 at 70,48",
    ])
    .with_feature(json!({"kind": "wall"}), "LineString", wall(25, 48.0))
    .with_feature(json!({"kind": "wall"}), "LineString", wall(56, 47.0));
    let mut table = words.with_dice(&[3; 6]);
    table.order("b1", fire_at("r1")).order("b2", fire_at("r2"));
    let events = table.turn();
    let covered = |unit: &str| {
        let shots = happened(&events, "fires");
        counted(shots.into_iter().find(|shot| shot.about["unit"] == unit).unwrap(), "target_cover")
    };
    assert_eq!((covered("b1"), covered("b2")), (true, false));
}

/// §07.06.2 two columns that march shoulder to shoulder are still attack columns when they fight.
#[test]
fn shoulder_to_shoulder_is_no_line() {
    let mut table = table(
        &[
            "b1 attack_column of 20 at 76.25,40",
            "b2 attack_column of 20 at 83.75,40",
            "r1 line of 40 at 80,50",
        ],
        &[3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4],
    );
    table.order("b1", attack("r1")).order("b2", attack("r1"));
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert!(!melees.is_empty());
    assert!(melees.iter().all(|melee| counted(melee, "attacker_attack_column")), "{:?}", outcome(melees[0]));
}

/// §09.01.2 nobody fires at what he does not see: a wood between them hides a line that another sees.
#[test]
fn only_what_is_seen_is_fired_at() {
    let words = Words::of(&[
        "b1 line of 20 at 50,40",
        "r1 line of 20 at 50,56",
        "b2 line of 20 at 80,40",
        "r2 line of 20 at 80,56",
    ])
    .with_feature(
        json!({"kind": "wood"}),
        "Polygon",
        json!([[[30, 43], [65, 43], [65, 53], [30, 53], [30, 43]]]),
    );
    let mut table = words.with_dice(&[3; 3]);
    table.order("b1", UnitOrder::fire(When::AtOnce)).order("b2", UnitOrder::fire(When::AtOnce));
    let events = table.turn();
    let fired: Vec<_> = happened(&events, "fires").iter().map(|shot| shot.about["unit"].clone()).collect();
    assert_eq!(fired, [json!("b2")]);
}

/// §09.01.5 two firing units fire at one target on the terms of one of them: the one that is nearer, measured from the middle of its front.
#[test]
fn all_fire_on_the_terms_of_one() {
    let mut table = table(&["b1 line of 20 at 60,40", "r1 line of 10 at 70,57"], &[3, 3, 3]);
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    let shots = happened(&events, "fires");
    assert_eq!(shots.len(), 1);
    // The right half stands 2.5 cm aside of it and 17 cm before it; the left half is 10 cm aside, beyond 30 degrees.
    assert_eq!(shots[0].about["cm"], 17.2);
}

/// §09.02.3 the order of a unit at the end of the turn stands on its own player's sheet, and the enemy is not told.
#[test]
fn the_order_is_noted() {
    let mut table = table(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,48"], &[4, 4, 4]);
    table.order("b1", fire_at("r1")).turn();
    let now = serde_json::to_value(table.unit("r1").order).unwrap();
    assert_ne!(now, json!("OR"));
    let view = |seat: &str| table.game.view(&krigsspil_engine::battle::SeatId::from(seat)).json();
    let own =
        view("red")["units"].as_array().unwrap().iter().find(|unit| unit["id"] == "r1").unwrap().clone();
    assert_eq!(own["order"], now);
    assert!(view("blue")["enemies"][0].get("order").is_none());
}

/// §ordresedler.sheet every unit has one entry for the coming turn, with free words where there is no sign: a new one replaces it, and a
/// unit without one stands.
#[test]
fn one_entry_for_each_unit() {
    let mut table = table(
        &["b1 attack_column of 20 at 50,40", "b2 attack_column of 20 at 100,40", "r1 line of 20 at 60,200"],
        &[],
    );
    table.sheet("b1", "↑").sheet("b1", "↑ \"5 cm\"").turn();
    assert!(near(table.at("b1")[1], 45.0), "{:?}", table.at("b1"));
    assert!(near(table.at("b2")[1], 40.0));
}
