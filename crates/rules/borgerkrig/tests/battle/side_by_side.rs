//! Regiments side by side: which enemy an attack meets, where the beaten go, who is swept along, and who stands where.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::vocabulary::{Formation, Order};
use krigsspil_engine::battle::Event;
use serde_json::json;

use crate::table::*;

pub fn held(units: &[&str], dice: &[i32]) -> Table {
    let mut table = table(units, dice);
    table.answers = vec![("surprised_fire", "hold")];
    table
}

pub fn at(table: &Table, id: &str, x: f64, y: f64) {
    let place = table.at(id);
    assert!(near(place[0], x) && near(place[1], y), "{id} is at {place:?}, not at {x}, {y}");
}

/// Who threw shock at whom.
pub fn shocks(events: &[std::sync::Arc<Event>]) -> Vec<(String, String)> {
    let named = |event: &&Event, key: &str| event.about[key].as_str().unwrap().to_string();
    let mut all: Vec<_> =
        happened(events, "shock").iter().map(|event| (named(event, "unit"), named(event, "other"))).collect();
    all.sort();
    all
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(one, other)| (one.to_string(), other.to_string())).collect()
}

/// §04.02.6 §07.02.1 cavalry that comes into light disorder within 15 cm turns away and throws no shock (ruling 82).
#[test]
fn horse_that_turns_away_does_not_attack() {
    for (order, dice) in [
        (UnitOrder::fire(When::BeforeShock), [1, 1, 2, 3, 6, 6]),
        // Surprised: four less, and the same loss on a better throw.
        (UnitOrder::Stand, [3, 3, 2, 3, 6, 6]),
    ] {
        let units =
            ["b1 cavalry line of 30 at 80,40 weapon=enfield_carbine", "r1 line of 18 facing south at 80,60"];
        let mut table = table(&units, &dice);
        table.order("b1", attack()).order("r1", order);
        let events = table.turn();
        assert_eq!(happened(&events, "turns_away").len(), 1, "{:?}", table.unit("b1").order);
        assert!(happened(&events, "shock").is_empty());
        assert_eq!(table.unit("r1").order, Order::Good);
        at(&table, "b1", 80.0, 40.0);
        assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 180.0));
    }
}

/// §07.01.2 an attacker attacks the enemy before its front, not the one it grazes (ruling 81).
#[test]
fn the_grazed_neighbour_is_not_attacked() {
    for [left, right] in [["r1", "r2"], ["r2", "r1"]] {
        let units = [
            "b2 line of 30 at 85.5,60".to_string(),
            format!("{left} line of 30 facing south at 74,70"),
            format!("{right} line of 30 facing south at 86.1,70"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = held(&units, &[3, 4]);
        table.order("b2", attack());
        assert_eq!(shocks(&table.turn()), pairs(&[("b2", right)]));
    }
}

/// §07.01.5 two regiments attack two, and nobody is stopped (ruling 81).
#[test]
fn two_against_two() {
    for [left, right] in [["r1", "r2"], ["r2", "r1"]] {
        let units = [
            "b1 line of 30 at 73,60".to_string(),
            "b2 line of 30 at 85.5,60".to_string(),
            format!("{left} line of 30 facing south at 74,70"),
            format!("{right} line of 30 facing south at 86.1,70"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = held(&units, &[3, 4, 3, 4]);
        table.order("b1", attack()).order("b2", attack());
        let events = table.turn();
        assert_eq!(shocks(&events), pairs(&[("b1", left), ("b2", right)]));
        assert!(happened(&events, "stops_at_2_cm").is_empty());
    }
}

/// §07.01.5 of two frontal attacks on one unit at one moment, the one with more of it before its front takes place, whatever its name.
#[test]
fn the_second_frontal_attack_is_stopped() {
    for [whole, half] in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{whole} line of 30 at 61,60"),
            format!("{half} line of 30 at 74,60"),
            "r1 line of 30 facing south at 64,70".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = held(&units, &[3, 4]);
        table.order(whole, attack()).order(half, attack());
        let events = table.turn();
        assert_eq!(shocks(&events), pairs(&[(whole, "r1")]));
        assert_eq!(happened(&events, "stops_at_2_cm")[0].about["unit"], half);
    }
}

/// §04.02.3 a unit beaten in front goes straight back, whatever the offset of the middles (ruling 79).
#[test]
fn the_beaten_go_straight_back() {
    for offset in [-9.0, -6.0, -0.3, 0.0, 2.0, 6.0, 9.0] {
        let units = [
            format!("b1 line of 30 at {:?},60", 74.0 + offset),
            "r1 line of 30 facing south at 74,70".into(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = held(&units, &[5, 6]);
        table.order("b1", attack());
        let events = table.turn();
        assert_eq!(table.unit("r1").order, Order::Disorder);
        at(&table, "r1", 74.0, 76.0);
        assert!(near(table.unit("r1").placed.pose().facing.as_degrees(), 180.0), "it keeps its front");
        let told = &happened(&events, "retires")[0].about;
        assert_eq!((&told["from"], &told["to"]), (&json!([925.0, 875.0]), &json!([925.0, 950.0])));
    }
}

/// §04.02.3 a unit struck in the rear goes straight ahead, in a flank straight away from that flank (ruling 79).
#[test]
fn the_beaten_go_from_the_side_struck() {
    for (place, facing, x, y) in
        [("74,80", "south", 74.0, 64.0), ("64,71.5", "east", 80.0, 70.0), ("84,71.5", "west", 68.0, 70.0)]
    {
        let units = [
            format!("b1 line of 30 facing {facing} at {place}"),
            "r1 line of 30 facing south at 74,70".into(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        // Flank +4, rear +2; twelve or eleven is disorder.
        let dice = if facing == "south" { [4, 5] } else { [3, 4] };
        let mut table = held(&units, &dice);
        table.order("b1", attack());
        let events = table.turn();
        assert_eq!(table.unit("r1").order, Order::Disorder, "{:?}", shocks(&events));
        at(&table, "r1", x, y);
    }
}

/// §04.02.10 a chain falls back, not sideways (ruling 79).
#[test]
fn a_chain_falls_straight_back() {
    let units = ["b1 line of 30 at 96,58", "r1 chain of 20 facing south at 80,70"];
    let mut table = table(&units, &[]);
    table.answers = vec![("chain_evades", "fall_back")];
    table.order("b1", attack()).turn();
    at(&table, "r1", 80.0, 95.0);
}

/// §08.03.1 a unit swept along in disorder goes straight back from the enemy who broke its friend (rulings 79, 80).
#[test]
fn swept_along_in_disorder() {
    let units = [
        "b1 line of 30 at 80,60",
        "r1 line of 30 facing south at 80,64",
        "r2 line of 30 facing south at 94,64",
        "r3 line of 30 facing south at 107,58",
    ];
    let mut table = table(&units, &[6, 6, 3, 4, 3, 3, 4, 5]);
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "s 0 @r1"})).unwrap();
    let events = table.turn();
    assert_eq!(happened(&events, "flees")[0].about["unit"], "r1");
    assert_eq!(table.unit("r2").order, Order::Disorder);
    at(&table, "r2", 94.0, 70.0);
}

/// §08.03.1 §04.02.2 a unit swept along in rout flees from the enemy, toward its own edge, and never toward another enemy (ruling 80).
#[test]
fn swept_along_in_rout() {
    let units = [
        "b1 line of 30 at 80,56",
        "b2 line of 30 at 104,42",
        "r1 line of 30 facing south at 80,64",
        "r2 line of 12 facing south at 89.5,57.5",
    ];
    let mut table = table(&units, &[6, 6, 3, 4, 2, 3, 4, 5, 1, 1]);
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "s 0 @r1"})).unwrap();
    let events = table.turn();
    let fled: Vec<_> = happened(&events, "flees").iter().map(|event| event.about["unit"].clone()).collect();
    assert_eq!(fled, ["r1", "r2"]);
    let fled = table.at("r2");
    assert!(near(fled[0], 89.5) && fled[1] > 77.0, "it runs north: {fled:?}");
}

/// §07.04.1 enemies in contact when a turn begins fight, whether the scenario or the umpire put them there (ruling 83).
#[test]
fn contact_at_the_start_is_melee() {
    let dice = [1, 2, 1, 2, 6, 6, 6, 6];
    let far =
        ["b1 line of 30 at 80,50", "r1 line of 30 facing south at 80,70", "b2 line of 30 facing 45 at 60,64"];
    let touching = ["b1 line of 30 at 80,70", far[1], far[2]];
    let (by_scenario, mut by_hand) = (table(&touching, &dice), table(&far, &dice));
    by_hand
        .act("umpire", json!({"do": "move", "unit": "b1", "place": [1000, 875], "facing": 0, "reason": "so"}))
        .unwrap();
    for mut table in [by_scenario, by_hand] {
        assert!(table.refused("b1", ahead()).contains("07.04.1"));
        table.order("b2", fire());
        let events = table.turn();
        assert_eq!(happened(&events, "melee").len(), 1);
        assert_eq!((table.unit("b1").lost_men, table.unit("r1").lost_men), (20, 20));
        assert!(happened(&events, "fires").is_empty(), "who fights is not fired at");
    }
    // If the umpire separates them again, they do not.
    let mut apart = table(&touching, &dice);
    apart
        .act("umpire", json!({"do": "move", "unit": "b1", "place": [1000, 862], "facing": 0, "reason": "so"}))
        .unwrap();
    apart.order("b1", UnitOrder::Stand);
    assert!(happened(&apart.turn(), "melee").is_empty());
}

/// §02.05.1 a change of formation without enough room is not begun, and this is reported (ruling 85).
#[test]
fn no_room_to_form() {
    let units = [
        "b1 march_column of 30 at 80,60",
        "b2 line of 12 at 76,60",
        "b3 line of 12 at 84,60",
        "r1 line of 30 facing south at 80,140",
    ];
    let form = || UnitOrder::march(vec![Step::Form { formation: Formation::Line }]);
    let mut table = table(&units, &[]);
    table.order("b1", form());
    let events = table.turn();
    assert_eq!(table.unit("b1").formation, Formation::MarchColumn);
    assert_eq!(happened(&events, "no_room_to_form")[0].about["unit"], "b1");
    // When the neighbours march off there is room.
    table.order("b1", form()).order("b2", ahead()).order("b3", ahead());
    table.turn();
    assert_eq!(table.unit("b1").formation, Formation::Line);
}

/// §02.05.1 if two units want the same ground neither begins, whatever their names (ruling 85).
#[test]
fn room_for_one_of_two() {
    let units = [
        "b1 march_column of 30 at 60,60",
        "b2 march_column of 30 at 68,60",
        "b3 march_column of 30 at 90,60",
        "r1 line of 30 facing south at 60,140",
    ];
    let mut table = table(&units, &[]);
    for id in ["b1", "b2", "b3"] {
        table.order(id, UnitOrder::march(vec![Step::Form { formation: Formation::Line }]));
    }
    assert_eq!(happened(&table.turn(), "no_room_to_form").len(), 2);
    assert_eq!(table.unit("b3").formation, Formation::Line);
}

/// §04.02.8 §04.02.3 a pinned unit that retreats goes away from the fire that pinned it, although another enemy is nearer.
#[test]
fn the_pinned_retreat_from_the_fire() {
    let units = [
        "b1 line of 12 at 60,56",
        "b2 line of 12 facing south at 60,86",
        "r1 line of 30 facing south at 60,70",
    ];
    let mut table = table(&units, &[1, 2, 3, 4]);
    table.act("umpire", json!({"do": "mend", "unit": "r1", "loss_men": 15})).unwrap();
    table.order("b1", fire()).turn();
    assert_eq!(table.unit("r1").order, Order::Pinned);
    table.order("r1", UnitOrder::Retreat).turn();
    at(&table, "r1", 60.0, 76.0);
}

/// §04.02.3 §02.06.3 a unit that retires through a friend does not end on him: it continues until it is clear (ruling 85).
#[test]
fn retiring_through_the_support() {
    let units = [
        "b1 line of 30 at 80,60",
        "r1 line of 30 facing south at 80,74",
        "r2 line of 30 facing south at 80,80",
    ];
    let mut table = table(&units, &[5, 5, 3, 4, 3, 4]);
    table.order("b1", fire()).turn();
    assert_eq!(table.unit("r1").order, Order::Disorder);
    at(&table, "r1", 80.0, 83.0);
    table.act("red", json!({"do": "order", "unit": "r2", "sheet": "s 0 @b1"})).unwrap();
    assert_eq!(outcome(happened(&table.turn(), "fires")[0])["loss_men"], 15);
}

/// §02.06.3 a unit that marches through a friend and would end on him continues; if it cannot, it stops before him (ruling 85).
#[test]
fn marching_through_a_friend() {
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 60,73", "r1 line of 20 facing south at 60,190"];
    let mut on = table(&units, &[]);
    on.order("b1", ahead()).turn();
    at(&on, "b1", 60.0, 76.0);
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 60,73", "r1 line of 20 facing south at 60,77.5"];
    let mut back = table(&units, &[]);
    back.order("b1", ahead()).turn();
    at(&back, "b1", 60.0, 70.0);
}

/// §02.06.2 a unit that moves backward stops 2 cm from an enemy (ruling 84).
#[test]
fn backing_stops_before_an_enemy() {
    let units = ["b1 line of 20 at 60,70", "r1 line of 20 facing north at 60,63"];
    let back = || UnitOrder::march(vec![Step::Back { cm: None }]);
    let mut backs = table(&units, &[]);
    backs.order("b1", back()).turn();
    at(&backs, "b1", 60.0, 68.0);
    assert!(backs.unit("b1").melee.is_empty());
    backs.order("b1", back()).turn();
    at(&backs, "b1", 60.0, 68.0);
    // In disorder it does not go farther either: without him it would be 6 cm.
    let mut driven = table(&["b1 line of 20 at 60,70", units[1], "r2 line of 20 facing south at 60,90"], &[]);
    driven.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "NH"})).unwrap();
    driven
        .act(
            "umpire",
            json!({"do": "move", "unit": "r2", "place": [750, 900], "facing": 180, "reason": "so"}),
        )
        .unwrap();
    driven.order("b1", UnitOrder::Retreat).turn();
    at(&driven, "b1", 60.0, 68.0);
}

/// A house of 4 by 4 cm whose middle is at 60,64, with a garrison inside.
fn garrison(others: &[&str], dice: &[i32]) -> Table {
    let mut units = vec!["b1 line of 9 at 60,60"];
    units.extend(others);
    let house = json!([[[58, 62], [62, 62], [62, 66], [58, 66], [58, 62]]]);
    let kind = json!({"kind": "building", "name": "the farm", "obstacle": 2, "cover": 2});
    let mut table = Words::of(&units).with_feature(kind, "Polygon", house).with_dice(dice);
    table.order("b1", UnitOrder::march(vec![Step::Enter])).turn();
    table
}

/// §02.04.3 a garrison fires from each side at a separate target, one fire unit on each side (ruling 86).
#[test]
fn a_garrison_fires_out_of_each_side() {
    let around = [
        "r1 line of 20 facing south at 60,80",
        "r2 line of 20 facing north at 60,50",
        "r3 line of 20 facing east at 48,64",
        "r4 line of 20 facing south at 62,90",
    ];
    let mut table = garrison(&around, &[1, 2, 1, 2, 1, 2]);
    table.order("b1", fire());
    let events = table.turn();
    let fires = happened(&events, "fires");
    let at: Vec<_> = fires.iter().map(|event| event.about["other"].as_str().unwrap()).collect();
    assert_eq!(at, ["r3", "r2", "r1"], "the nearest first; nobody behind another");
    assert!(fires.iter().all(|event| outcome(event)["fire_units"] == 1));
    let mut told = garrison(&around, &[1, 2]);
    told.act("blue", json!({"do": "order", "unit": "b1", "sheet": "s 0 @r4"})).unwrap();
    let events = told.turn();
    assert_eq!(happened(&events, "fires").len(), 0, "r1 stands before him");
}

/// §03.02.3 a unit that fires must see its target itself, and the player is told if it does not (ruling 87).
#[test]
fn a_target_he_does_not_see() {
    let wood = json!([[[50, 66], [70, 66], [70, 90], [50, 90], [50, 66]]]);
    let units = ["b1 line of 20 at 60,60", "b2 chain of 6 at 60,72", "r1 line of 20 facing south at 60,82"];
    let mut table = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[]);
    table
        .act(
            "umpire",
            json!({"do": "move", "unit": "b2", "place": [687.5, 950], "facing": 0, "reason": "so"}),
        )
        .unwrap();
    table.act("blue", json!({"do": "order", "unit": "b1", "sheet": "s 0 @r1"})).unwrap();
    let events = table.turn();
    let told = happened(&events, "no_target")[0];
    assert_eq!(told.about, json!({"unit": "b1", "other": "r1", "reason": "target_not_seen"}));
}

/// §04.02.13 the default answer does not waste a volley that cannot cost the attacker a man.
#[test]
fn the_usual_answer_wastes_no_volley() {
    // Two figures do not make a fire unit.
    let units = ["b1 line of 12 at 60,60", "r1 line of 2 facing south at 60,70"];
    let mut table = table(&units, &[3, 4]);
    table.order("b1", attack());
    let events = table.turn();
    assert_eq!(table.asked, ["surprised_fire"]);
    assert!(happened(&events, "fires").is_empty() && !table.unit("r1").ever_fired);
}

/// §04.02.5 §02.06.3 a regiment that is driven back against a friend on the march stops at him, and he stops at it.
#[test]
fn a_beaten_unit_stops_the_friend_who_follows_it() {
    for [first, second] in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{first} line of 30 at 80,66"),
            format!("{second} line of 30 at 80,60"),
            "r1 line of 30 facing south at 80,72".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[3, 4, 3, 3]);
        table.order(first, attack()).order(second, attack());
        table.order("r1", UnitOrder::fire(When::BeforeShock));
        let events = table.turn();
        assert_eq!(table.unit(first).order, Order::Disorder);
        assert!(shocks(&events).is_empty());
        assert_eq!(happened(&events, "halts_at_friend").len(), 1);
        at(&table, first, 80.0, 67.0);
        at(&table, second, 80.0, 64.0);
    }
}
