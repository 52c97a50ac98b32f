//! Chapters 18 and 19: pioneers, works and pontoon bridges; sieges and long turns.

use krigsspil_chakoten::armies::vocabulary::{DemolitionMethod, Work};
use krigsspil_chakoten::battle::land::Built;
use krigsspil_chakoten::battle::order::*;
use krigsspil_engine::battle::{Moment, OwnUnit, Place, SeatId};
use serde_json::json;

use crate::table::*;

pub const FAR: &str = "r1 line of 24 at 200,200";

/// Eight pioneers under an engineer officer.
pub const SAPPERS: &str = "b1 line of 8 at 60,50 pioneers=true leader=engineer_officer";

pub fn build(work: Work, quantity: Option<f64>) -> UnitOrder {
    UnitOrder::Build { work, quantity, acquired: false }
}

pub fn stream(words: Words) -> Words {
    words.with_feature(json!({"kind": "stream", "width": 40}), "LineString", json!([[0, 53], [250, 53]]))
}

pub fn park(words: &mut Words, charges: f64, pontoons: i32) {
    words.special.push(format!(
        "[[special]]\nrules = \"chakoten\"\nname = \"engineers\"\ntext = \"park\"\n\
         about = {{ side = \"blue\", charges = {charges:?}, pontoons = {pontoons} }}\n"
    ));
}

pub fn turns(
    table: &mut Table,
    order: &UnitOrder,
    turns: u32,
) -> Vec<std::sync::Arc<krigsspil_engine::battle::Event>> {
    let mut events = Vec::new();
    for _ in 0..turns {
        events.extend(table.order("b1", order.clone()).turn());
    }
    events
}

/// A wooden bridge over a stream of 5 cm at 60,53, on a road.
pub fn bridge(units: &[&str]) -> Words {
    Words::of(units)
        .with_feature(json!({"kind": "stream", "width": 50}), "LineString", json!([[0, 53], [250, 53]]))
        .with_feature(json!({"kind": "road", "width": 8}), "LineString", json!([[60, 0], [60, 250]]))
        .with_feature(json!({"kind": "bridge", "name": "the bridge", "width": 56}), "Point", json!([60, 53]))
}

pub fn at_bridge() -> Place {
    Place([600.0, 515.0])
}

pub fn demolish(method: DemolitionMethod) -> UnitOrder {
    UnitOrder::Demolish { place: at_bridge(), method, acquired: false }
}

/// §19.01.1 §19.04.3 §19.04.4 §19.03.4 an abatis of 4 cm by eight pioneers: four parties of two make 2 cm each in 4 turns, so it is ready
/// in 4, if the die of delay is 5 or 6; it lies before the front, and is an obstacle with its values.
#[test]
fn an_abatis_is_made() {
    let mut table = table(&[SAPPERS, FAR], &[5]);
    let order = build(Work::AbatisOrBarricade, Some(4.0));
    let events = turns(&mut table, &order, 3);
    assert!(happened(&events, "work_delayed").is_empty());
    let events = turns(&mut table, &order, 1);
    assert_eq!((happened(&events, "work_delayed").len(), happened(&events, "work_finished").len()), (1, 1));
    let made = &table.battle().land.works.made[0];
    assert_eq!(made.thing, Built::Work(Work::AbatisOrBarricade));
    assert!(near(made.left.distance(made.right), 40.0));
    assert_eq!(table.game.view(&SeatId::from("blue")).changes[0].change, "built");
    assert!(table.game.view(&SeatId::from("red")).changes.is_empty(), "nobody of red sees it");
}

/// §19.01.1 a work is begun and gone on with only if it is ordered before the turn: a turn without the order adds nothing.
#[test]
fn no_order_no_work() {
    let mut table = table(&[SAPPERS, FAR], &[6]);
    let order = build(Work::AbatisOrBarricade, Some(2.0));
    turns(&mut table, &order, 2);
    table.turn();
    assert_eq!(table.battle().land.jobs[0].worked, 2);
    let events = turns(&mut table, &order, 2);
    assert_eq!(happened(&events, "work_finished").len(), 1);
}

/// §19.03.5 §19.03.2 a delay of 25 per cent on 3 or 4, of 50 on 1 or 2; each turn under effective fire takes a point off the die.
#[test]
fn works_are_delayed() {
    for (die, extra) in [(6, 0), (4, 1), (2, 2)] {
        let mut table = table(&[SAPPERS, FAR], &[die]);
        let order = build(Work::AbatisOrBarricade, Some(2.0));
        let events = turns(&mut table, &order, 4 + extra);
        assert_eq!(happened(&events, "work_finished").len(), 1, "{die}");
        assert_eq!(happened(&events, "work_finished")[0].turn, 4 + extra);
    }
}

/// §19.03.1 materials that are thrown for lengthen the work: 50 per cent on a 1; a row that does not allow it is not lengthened.
#[test]
fn materials_are_thrown_for() {
    let mut table = table(&[SAPPERS, FAR], &[1, 6]);
    let order = UnitOrder::Build { work: Work::Trench, quantity: Some(2.0), acquired: true };
    let events = turns(&mut table, &order, 12);
    assert_eq!(happened(&events, "finds_materials").len(), 1);
    assert_eq!(happened(&events, "work_finished")[0].turn, 12);
}

/// §19.04.2 an ordinary officer is two grades below an engineer officer: he cannot lead a trench; a sergeant of pioneers takes double the time.
#[test]
fn works_need_leaders() {
    for (leader, finished) in
        [("ordinary_officer", None), ("pioneer_nco", Some(16)), ("engineer_officer", Some(8))]
    {
        let unit = format!("b1 line of 8 at 60,50 pioneers=true leader={leader}");
        let mut table = table(&[&unit, FAR], &[6]);
        let events = turns(&mut table, &build(Work::Trench, Some(2.0)), 16.min(finished.unwrap_or(2)));
        let done = happened(&events, "work_finished").first().map(|event| event.turn);
        assert_eq!(done, finished, "{leader}");
        assert_eq!(happened(&events, "cannot_work").is_empty(), finished.is_some());
    }
}

/// §19.01.2 gunners work as pioneers, and their officers lead as engineers.
#[test]
fn gunners_are_pioneers() {
    let mut table = table(&["b1 battery of 8 at 60,50", FAR], &[6]);
    let events = turns(&mut table, &build(Work::Trench, Some(2.0)), 8);
    assert_eq!(happened(&events, "work_finished").len(), 1);
}

/// §19.04.3 two units work together: an infantry company helps, and all count; with the names exchanged it is the same.
#[test]
fn two_units_work_side_by_side() {
    for (lead, help) in [("b1", "b2"), ("b2", "b1")] {
        let units = [
            format!("{lead} line of 4 at 60,50 pioneers=true leader=engineer_officer"),
            format!("{help} line of 6 at 66,50"),
            FAR.to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[6]);
        // Four pioneers are two parties, six others two more: 8 cm in one round of 4 turns.
        let mut events = Vec::new();
        for _ in 0..4 {
            table.order(lead, build(Work::AbatisOrBarricade, Some(8.0)));
            table.order(help, UnitOrder::Help { with: OwnUnit::from(lead) });
            events.extend(table.turn());
        }
        assert_eq!(happened(&events, "work_finished").len(), 1);
    }
}

/// §19.01.3 at most 40 turns on end; then 8 turns of rest, and no third period in a day.
#[test]
fn nobody_works_for_ever() {
    let mut words = Words::of(&[SAPPERS, FAR]);
    words.turns = 200;
    let mut table = words.with_dice(&[6, 6, 6]);
    let order = build(Work::Breastwork3, Some(20.0));
    turns(&mut table, &order, 40);
    assert_eq!(table.refused("b1", order.clone()), "cannot_work_now");
    for _ in 0..8 {
        table.turn();
    }
    table.order("b1", order);
}

/// §19.01.4 §12.01.1 §06.01.3 an attack on a unit at work is one on a spread formation: its player may close up, which costs a degree, go back or
/// stay.
#[test]
fn a_working_unit_is_attacked() {
    for (answer, working) in [("stay", true), ("close_up", false)] {
        let mut table = table(&[SAPPERS, "r1 attack_column of 24 facing south at 60,69"], &[3; 12]);
        table.answers.push(("workers_attacked", answer));
        table.order("b1", build(Work::AbatisOrBarricade, Some(2.0)));
        table.order("r1", UnitOrder::Move { steps: vec![ATTACK], target: Some("b1".into()), support: None });
        let events = table.turn();
        let melee = happened(&events, "melee")[0];
        assert!(table.asked.contains(&"workers_attacked".to_string()));
        assert_eq!(counted(melee, "attacker_v_artillery"), working, "{answer}");
        assert_eq!(counted(melee, "defender_order"), !working, "{answer}");
    }
}

/// §19.01.4 the unit that works may go back behind its soutien instead.
#[test]
fn a_working_unit_goes_back() {
    let mut table = table(&[SAPPERS, "r1 attack_column of 24 facing south at 60,69"], &[3; 12]);
    table.answers.push(("workers_attacked", "go_back"));
    table.order("b1", build(Work::AbatisOrBarricade, Some(2.0)));
    table.order("r1", UnitOrder::Move { steps: vec![ATTACK], target: Some("b1".into()), support: None });
    table.turn();
    assert!(table.at("b1")[1] < 50.0, "{:?}", table.at("b1"));
}

/// §19.10.1 §19.10.2 §19.02.1 a pontoon bridge over 4 cm of water takes one pontoon of the park and a turn for each centimetre and abutment
/// of one party; then a column crosses. Without pontoons nothing is built.
#[test]
fn a_pontoon_bridge() {
    let mut words = stream(Words::of(&[SAPPERS, "b2 march_column of 12 at 60,42", FAR]));
    let order = build(Work::PontoonBridge, None);
    let mut table = words.with_dice(&[6]);
    let events = turns(&mut table, &order, 1);
    assert_eq!(happened(&events, "no_material").len(), 1);
    park(&mut words, 0.0, 1);
    let mut table = words.with_dice(&[6]);
    let events = turns(&mut table, &order, 6);
    assert_eq!(happened(&events, "work_finished")[0].turn, 6, "4 cm and two abutments for one party");
    assert_eq!(table.battle().land.parks[0].pontoons, 0);
    table
        .order("b1", UnitOrder::march(vec![Step::Sideways { hand: Hand::Left, cm: Some(5.0), turns: None }]))
        .turn();
    table.order("b2", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b2")[1] > 56.0, "{:?}", table.at("b2"));
}

/// §17.02.4 a strong building of II is made III in 8 turns by as many figures as it holds.
#[test]
fn a_building_is_strengthened() {
    let words = Words::of(&["b1 hob of 10 at 60,62 inside=the_church", FAR]).with_feature(
        json!({"kind": "building", "name": "the church", "obstacle": 2, "cover": 2, "capacity": 10}),
        "Polygon",
        json!([[[58, 60], [62, 60], [62, 64], [58, 64], [58, 60]]]),
    );
    let mut table = words.with_dice(&[6]);
    turns(&mut table, &UnitOrder::Strengthen, 8);
    assert!(table.battle().land.houses.values().all(|house| house.strengthened));
    assert_eq!(table.refused("b1", UnitOrder::Strengthen), "not_strong");
}

/// §19.12.4 an earthwork is levelled in half the time by half the men.
#[test]
fn a_trench_is_levelled() {
    let mut table = table(&[SAPPERS, FAR], &[6, 6]);
    turns(&mut table, &build(Work::Trench, Some(2.0)), 8);
    let made = table.battle().land.works.made[0].clone();
    let middle = made.left.toward(made.right, 0.5);
    let events = turns(&mut table, &UnitOrder::Level { place: Place([middle.x, middle.y]) }, 4);
    assert_eq!(happened(&events, "work_finished").len(), 1);
    assert_eq!(table.battle().land.levelled, [0]);
}

/// §18.02.2 in a siege several turns are taken at a time: those at work go on, and nights are left out.
#[test]
fn long_turns_of_a_siege() {
    let mut words = Words::of(&[SAPPERS, FAR]);
    words.turns = 100;
    words.special.push(
        "[[special]]\nrules = \"chakoten\"\nname = \"siege\"\ntext = \"siege\"\nabout = { turns = 8, nights = [[9, 40]] }\n"
            .into(),
    );
    let mut table = words.with_dice(&[6]);
    let events = table.order("b1", build(Work::Trench, Some(2.0))).turn();
    assert_eq!(happened(&events, "work_finished").len(), 1, "eight turns at once");
    assert_eq!(table.battle().turn, 41, "the night is left out");
}

/// §18.02.1 §19.02.1 in a siege and for large works the supplies are those of the scenario, exactly: each side has its own.
#[test]
fn supplies_are_fixed() {
    let mut words = Words::of(&["b1 battery of 8 at 60,50 loads=7", "b2 wagon at 90,50 stores=3", FAR]);
    park(&mut words, 2.5, 4);
    let table = words.with_dice(&[]);
    let parks = &table.battle().land.parks;
    assert_eq!((parks[0].charges, parks[0].pontoons, parks[1].pontoons), (2.5, 4, 0));
    assert_eq!((table.unit("b1").loads, table.unit("b2").stores), (7, 3));
}

/// §18.01.2 the umpire adds a rule for a siege; everybody can read it.
#[test]
fn the_umpire_adds_a_rule_for_a_siege() {
    let mut words = Words::of(&[SAPPERS, FAR]);
    words.umpire = true;
    let mut table = words.with_dice(&[]);
    let rule =
        json!({"do": "rule", "name": "the covered way", "text": "Sallies leave by the covered way only."});
    table.act("umpire", rule).unwrap();
    assert_eq!(table.game.view(&SeatId::from("red")).rules[0].name, "the covered way");
}

/// §15.01.1 §15.01.2 cossacks follow the common rules but for their chapter; guard cossacks are light cavalry in the scenario, and storm.
#[test]
fn guard_cossacks_are_light_cavalry() {
    let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
    let storm = UnitOrder::march(vec![half, STORM]);
    let mut table =
        table(&["b1 cossacks attack_column of 16 at 60,40", "b2 light line of 16 at 120,40", FAR], &[]);
    assert_eq!(table.refused("b1", storm.clone()), "storm_arm");
    table.order("b2", storm).order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 80.0), "{:?}", table.at("b1"));
}

/// The sheet has works in words; reading what is written gives the same.
#[test]
fn works_on_the_sheet() {
    use krigsspil_chakoten::battle::sheet;
    let orders: Vec<UnitOrder> = vec![
        UnitOrder::Build { work: Work::Trench, quantity: Some(4.0), acquired: true },
        demolish(DemolitionMethod::ThrowOff),
        UnitOrder::Strengthen,
        UnitOrder::Mine { place: at_bridge(), shaft_m: 10.0, charges: 1.5 },
        UnitOrder::SetOff { place: at_bridge(), moment: Moment(0.25) },
        UnitOrder::MakeCharge,
        UnitOrder::march(vec![Step::Leave { toward: Some(90.0) }]),
        UnitOrder::march(vec![Step::Enter]),
    ];
    for order in orders {
        let entry = sheet::write(&order, 180.0, 0.0, true, 8).unwrap_or_else(|| panic!("{order:?}"));
        assert_eq!(sheet::read_for(&entry, 180.0, 0.0, true, 8).unwrap(), order);
    }
}

/// §19.04.1 §19.06.4 §19.07.8 the umpire lays a work that is in no table, and says what has become of a bridge.
#[test]
fn the_umpire_lays_and_spoils() {
    let units = ["b1 march_column of 12 at 60,42", FAR];
    let mut words = bridge(&units);
    words.umpire = true;
    let mut table = words.with_dice(&[]);
    let lay = json!({"do": "lay", "work": "breastwork_2", "from": [500.0, 300.0], "to": [540.0, 300.0]});
    table.act("umpire", lay).unwrap();
    assert_eq!(table.battle().land.works.made[0].thing, Built::Work(Work::Breastwork2));
    table.act("umpire", json!({"do": "spoil", "place": [600.0, 515.0], "damage": "gone"})).unwrap();
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b1")[1] < 51.0, "{:?}", table.at("b1"));
    assert!(table.act("blue", json!({"do": "spoil", "place": [600.0, 515.0], "damage": "whole"})).is_err());
}

/// §19.04.3 §19.04.4 two small parties shoulder to shoulder make two works, not one; with the names exchanged it is the same.
#[test]
fn two_parties_make_two_works() {
    for (west, east) in [("b1", "b2"), ("b2", "b1")] {
        let units = [
            format!("{west} line of 4 at 60,50 pioneers=true leader=engineer_officer"),
            format!("{east} line of 4 at 63,50 pioneers=true leader=engineer_officer"),
            FAR.to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[6, 6]);
        for _ in 0..4 {
            table.order("b1", build(Work::AbatisOrBarricade, Some(2.0)));
            table.order("b2", build(Work::AbatisOrBarricade, Some(2.0))).turn();
        }
        let made: Vec<f64> = table.battle().land.works.made.iter().map(|made| made.left.x).collect();
        assert_eq!(made, [590.0, 620.0]);
    }
}

/// §19.01.1 §08.01.5 a work that the enemy does not see is not on his map, nor in his previews; his own player sees how far it has come.
#[test]
fn unseen_works_are_secret() {
    let mut table = table(&[SAPPERS, FAR], &[6]);
    let order = build(Work::AbatisOrBarricade, Some(4.0));
    turns(&mut table, &order, 2);
    let own = table.game.view(&SeatId::from("blue")).json();
    assert_eq!(own["units"][0]["job"], json!({"worked": 2, "takes": 4}));
    assert_eq!(own["units"][0]["at_work"], json!(true));
    turns(&mut table, &order, 2);
    assert!(table.game.view(&SeatId::from("red")).changes.is_empty());
}
