//! Chapter 17: buildings, street fighting, damage and fire.

use krigsspil_chakoten::battle::land::{Condition, Wind};
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Place, SeatId};
use serde_json::{Value, json};

use crate::table::*;

/// A square building of 4 cm with its south-west corner here, in centimetres.
fn house(words: Words, name: &str, [x, y]: [f64; 2], more: Value) -> Words {
    let mut properties = json!({"kind": "building", "name": name});
    for (key, value) in more.as_object().unwrap() {
        properties[key] = value.clone();
    }
    let (e, n) = (x + 4.0, y + 4.0);
    words.with_feature(properties, "Polygon", json!([[[x, y], [e, y], [e, n], [x, n], [x, y]]]))
}

/// A farm at 58,60 to 62,64.
fn farm(units: &[&str]) -> Words {
    house(Words::of(units), "the farm", [58.0, 60.0], json!({}))
}

fn enter() -> UnitOrder {
    UnitOrder::march(vec![Step::Enter])
}

fn leave(toward: Option<f64>) -> UnitOrder {
    UnitOrder::march(vec![Step::Leave { toward }])
}

fn building(table: &Table, id: &str) -> Option<String> {
    let inside = table.unit(id).inside.as_ref()?;
    table.battle().ground.feature(krigsspil_field::prelude::FeatureId(inside.building))?.name.clone()
}

/// §17.01.2 §07.05.4 a unit goes up to the wall, takes the time of an obstacle II and one degree, and is in as a hob that covers the
/// building: 2 cm in line are 0.2 turn, two ranks over an obstacle II half a turn.
#[test]
fn a_company_goes_in() {
    let mut table = farm(&["b1 line of 8 at 60,58", "r1 line of 24 at 200,200"]).with_dice(&[]);
    table.order("b1", enter()).turn();
    let inside = table.unit("b1");
    assert_eq!(building(&table, "b1").as_deref(), Some("the farm"));
    assert_eq!((inside.formation, inside.order), (Formation::Hob, State::Light1));
    let extent = inside.placed.extent();
    assert!(near(extent.width(), 40.0) && near(extent.height(), 40.0));
}

/// §17.01.2 §03.01.6 what the turn is too short for goes on in the next, and costs its degree once.
#[test]
fn entering_goes_on_next_turn() {
    let mut table = farm(&["b1 line of 8 at 60,53", "r1 line of 24 at 200,200"]).with_dice(&[]);
    table.order("b1", enter()).turn();
    assert_eq!(building(&table, "b1"), None, "0.7 turn up to the wall leaves 0.3");
    table.turn();
    assert!(building(&table, "b1").is_some());
    assert_eq!(table.unit("b1").order, State::Light1);
}

/// §17.02.3 a building holds ten figures unless the scenario says otherwise; cavalry and guns do not go in.
#[test]
fn a_building_holds_so_many() {
    let mut table =
        farm(&["b1 line of 11 at 60,58", "b2 light line of 8 at 80,58", "r1 line of 24 at 200,200"])
            .with_dice(&[]);
    assert_eq!(table.refused("b1", enter()), "no_room_inside");
    assert_eq!(table.refused("b2", enter()), "cannot_enter");
    let church = house(
        Words::of(&["b1 line of 11 at 60,58", "r1 line of 24 at 200,200"]),
        "the church",
        [58.0, 60.0],
        json!({"capacity": 20, "chakoten": "strong_building"}),
    );
    let mut table = church.with_dice(&[]);
    table.order("b1", enter()).turn();
    assert_eq!(building(&table, "b1").as_deref(), Some("the church"));
}

/// §17.01.3 leaving takes half a turn; it stands as a hob right outside the facade, and takes the degree of the wall.
#[test]
fn a_garrison_comes_out() {
    for (toward, at, facing) in [(None, [60.0, 64.0], 0.0), (Some(90.0), [62.0, 62.0], 90.0)] {
        let mut table =
            farm(&["b1 hob of 8 at 60,62 inside=the_farm", "r1 line of 24 at 200,200"]).with_dice(&[]);
        table.order("b1", UnitOrder::march(vec![Step::Leave { toward }, Step::Halt { turns: 0.1 }])).turn();
        let out = table.unit("b1");
        assert_eq!((out.formation, out.inside.is_none(), out.order), (Formation::Hob, true, State::Light1));
        let depth = out.placed.body().depth() / 10.0;
        let want = if toward.is_none() { [at[0], at[1] + depth] } else { [at[0] + depth, at[1]] };
        let stands = table.at("b1");
        assert!(
            (stands[0] - want[0]).abs() < 0.1 && (stands[1] - want[1]).abs() < 0.1,
            "{stands:?} {want:?}"
        );
        assert!(near(out.placed.pose().facing.as_degrees(), facing));
    }
}

/// §17.01.3 after half a turn it marches on for the other half, as a hob.
#[test]
fn a_garrison_comes_out_and_marches_on() {
    let mut table =
        farm(&["b1 hob of 8 at 60,62 inside=the_farm", "r1 line of 24 at 200,200"]).with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![Step::Leave { toward: None }, AHEAD])).turn();
    let depth = table.unit("b1").placed.body().depth() / 10.0;
    assert!((table.at("b1")[1] - (64.0 + depth + 2.5)).abs() < 0.1, "{:?}", table.at("b1"));
}

/// §17.01.2 in a building nobody changes formation or marches; a unit outside has nothing to leave.
#[test]
fn orders_in_and_out_of_a_building() {
    let mut table =
        farm(&["b1 hob of 8 at 60,62 inside=the_farm", "b2 line of 8 at 90,50", "r1 line of 24 at 200,200"])
            .with_dice(&[]);
    assert_eq!(table.refused("b1", UnitOrder::march(vec![AHEAD])), "in_a_building");
    let line = Step::Form { formation: Formation::Line };
    assert_eq!(table.refused("b1", UnitOrder::march(vec![line])), "in_a_building");
    assert_eq!(table.refused("b2", leave(None)), "in_no_building");
    table.order("b1", UnitOrder::march(vec![Step::Leave { toward: None }, line]));
}

/// §17.01.2 a closed unit that does not enter halts before a building; a column on a road through the village goes on.
#[test]
fn a_march_halts_before_a_building() {
    let mut table = farm(&["b1 attack_column of 24 at 60,50", "r1 line of 24 at 200,200"]).with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 60.0), "{:?}", table.at("b1"));
    let words = farm(&["b1 march_column of 24 at 60,50", "r1 line of 24 at 200,200"]).with_feature(
        json!({"kind": "road", "width": 5}),
        "LineString",
        json!([[60, 0], [60, 250]]),
    );
    let mut table = words.with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b1")[1] > 80.0, "{:?}", table.at("b1"));
}

/// §17.03.4 half of the garrison fires from one facade: ten of twenty figures, which are one firing unit; a garrison of five cannot muster
/// three at one facade.
#[test]
fn half_a_garrison_fires_from_one_facade() {
    let large = |units: &[&str]| house(Words::of(units), "the farm", [58.0, 60.0], json!({"capacity": 20}));
    let mut table =
        large(&["b1 hob of 20 at 60,62 inside=the_farm", "r1 line of 20 at 60,74"]).with_dice(&[3, 3, 3]);
    let events = table.order("b1", UnitOrder::fire(When::AtOnce)).turn();
    assert_eq!(outcome(happened(&events, "fires")[0])["firing_units"], json!(1));
    let mut table = farm(&["b1 hob of 5 at 60,62 inside=the_farm", "r1 line of 20 at 60,74"]).with_dice(&[]);
    let events = table.order("b1", UnitOrder::fire(When::AtOnce)).turn();
    assert!(happened(&events, "fires").is_empty());
}

/// §17.03.4 §17.02.3 a garrison that is fired at has the building's cover, and no row for its ranks: a hob in the open has one.
#[test]
fn fire_at_a_garrison() {
    for (inside, cover, column) in [("inside=the_farm", 1, false), ("light=false", 0, true)] {
        let garrison = format!("r1 hob of 10 facing south at 60,62 {inside}");
        let mut table = if cover == 1 {
            farm(&["b1 line of 20 at 60,50", &garrison])
        } else {
            Words::of(&["b1 line of 20 at 60,50", &garrison])
        }
        .with_dice(&[3, 3, 3]);
        let events = table.order("b1", UnitOrder::fire(When::AtOnce)).turn();
        let fire = happened(&events, "fires")[0];
        assert_eq!(counted(fire, "target_column"), column);
        assert_eq!(counted(fire, "target_cover"), cover == 1);
    }
}

/// §17.02.3 §12.02.5 an attack on a building has its wall before it and its cover against it; the victor, who has room, goes in, and the
/// beaten garrison is out.
#[test]
fn a_building_is_stormed() {
    let words = Words::of(&[
        "b1 attack_column of 12 at 60,50 valeur=5",
        "r1 hob of 9 facing south at 60,62 inside=the_farm valeur=-4",
    ]);
    let words = house(words, "the farm", [58.0, 60.0], json!({"capacity": 20}));
    let mut table = words.with_dice(&[6, 6, 6, 1, 1, 1]);
    let events = table.order("b1", UnitOrder::march(vec![ATTACK])).turn();
    let melee = happened(&events, "melee")[0];
    assert!(counted(melee, "attacker_obstacle") || counted(melee, "attacker_cover"));
    assert!(!counted(melee, "attacker_no_skirmishers") && !counted(melee, "defender_no_skirmishers"));
    assert!(table.unit("r1").inside.is_none());
    table.turn();
    assert_eq!(building(&table, "b1").as_deref(), Some("the farm"));
}

/// §17.03.5 a garrison in disorder does not reorganise in its building: it must go out.
#[test]
fn disorder_is_not_mended_inside() {
    for (inside, after) in [("inside=the_farm", State::Disorder), ("light=false", State::Light3)] {
        let unit = format!("b1 hob of 8 at 60,40 order=U {inside}");
        let mut table = farm(&[&unit, "r1 line of 24 at 200,200"]).with_dice(&[]);
        table.order("b1", UnitOrder::stand()).turn();
        assert_eq!(table.unit("b1").order, after);
    }
}

/// §17.03.1 §17.03.2 in a street a march column that has no room to widen has no deduction, and infantry that faces cavalry is a mass.
#[test]
fn street_fighting() {
    let units = ["b1 march_column of 20 at 60,60", "r1 light line of 8 facing south at 60,78"];
    let street = |units: &[&str], gap: f64| {
        let words = Words::of(units)
            .with_feature(
                json!({"kind": "built_up"}),
                "Polygon",
                json!([[[40, 40], [80, 40], [80, 90], [40, 90], [40, 40]]]),
            )
            .with_feature(json!({"kind": "road", "width": 5}), "LineString", json!([[60, 0], [60, 250]]));
        let words = house(words, "west", [56.0 - gap, 55.0], json!({}));
        house(words, "east", [60.0 + gap, 55.0], json!({}))
    };
    for (gap, no_room) in [(1.6, true), (8.0, false)] {
        let mut table = street(&units, gap).with_dice(&[3; 6]);
        let events = table.order("r1", UnitOrder::march(vec![ATTACK])).turn();
        let melee = happened(&events, "melee")[0];
        assert_eq!(counted(melee, "defender_march_column"), !no_room, "{gap}");
        assert!(
            !counted(melee, "attacker_cavalry_v_infantry") && !counted(melee, "defender_cavalry_v_infantry")
        );
    }
}

/// §17.03.3 §14.01.2 in a built-up area a whole battalion may skirmish, and needs no soutien.
#[test]
fn skirmishers_in_a_town() {
    let chain = UnitOrder::march(vec![Step::Form { formation: Formation::DenseSkirmish }]);
    let units = ["b1 line of 12 at 60,62", "r1 line of 24 at 200,200"];
    assert_eq!(table(&units, &[]).refused("b1", chain.clone()), "no_skirmishers");
    let words = Words::of(&units).with_feature(
        json!({"kind": "garden"}),
        "Polygon",
        json!([[[40, 40], [80, 40], [80, 80], [40, 80], [40, 40]]]),
    );
    words.with_dice(&[]).order("b1", chain);
}

fn bombard() -> UnitOrder {
    UnitOrder::Bombard { place: Place([600.0, 620.0]) }
}

/// §17.04.1 §17.04.2 a battery fires at an empty building: a throw above 0 after its points is a hit, and the sixth ruins a building of
/// cover I: no cover, and nobody passes.
#[test]
fn artillery_ruins_a_building() {
    let mut table =
        farm(&["b1 battery of 8 at 60,48", "r1 line of 24 at 200,200"]).with_dice(&[6, 5, 4].repeat(6));
    for hits in 1..=6 {
        let events = table.order("b1", bombard()).turn();
        assert_eq!(happened(&events, "fires_at_building").len(), 1);
        assert_eq!(happened(&events, "building_hit")[0].about["hits"], json!(hits));
    }
    let (_, house) = table.battle().land.houses.iter().next().unwrap();
    assert_eq!((house.hits, house.condition), (6, Condition::Ruined));
    assert_eq!(table.refused("b1", bombard()), "no_building_there");
    let view = table.game.view(&SeatId::from("red"));
    assert_eq!(view.changes[0].change, "breach");
}

/// §17.04.1 a throw that comes to 0 or less is no hit.
#[test]
fn a_weak_throw_hits_nothing() {
    let mut table =
        farm(&["b1 battery of 8 at 60,10 valeur=-3", "r1 line of 24 at 200,200"]).with_dice(&[1, 1, 2]);
    let events = table.order("b1", bombard()).turn();
    assert_eq!(happened(&events, "fires_at_building").len(), 1);
    assert!(happened(&events, "building_hit").is_empty());
}

/// §17.04.1 §17.04.2 the throw at a garrison also strikes its building, and a building that falls into ruins is left at once.
#[test]
fn a_garrison_is_shelled_out() {
    let mut table = farm(&["b1 battery of 8 at 60,48", "r1 line of 8 facing south at 60,66 valeur=5"])
        .with_dice(&[5, 4, 3].repeat(6));
    for _ in 1..=5 {
        table.order("b1", bombard()).turn();
    }
    table.order("r1", enter()).turn();
    assert!(building(&table, "r1").is_some());
    let events = table.order("b1", bombard()).turn();
    assert_eq!(happened(&events, "building_hit")[0].about["hits"], json!(6));
    assert_eq!(happened(&events, "fires_guns").len(), 1, "the garrison is struck by the same throw");
    assert_eq!(happened(&events, "building_ruined").len(), 1);
    assert!(table.unit("r1").inside.is_none());
}

/// §17.04.3 §17.04.4 two dice alike and the third a 6 set the building on fire; only those inside may put it out, with a 5 or 6, at
/// once; otherwise it burns down in eight turns.
#[test]
fn a_building_burns() {
    let wind = 1;
    for (unit, dice, burns) in [
        ("r1 line of 24 at 200,200", vec![4, 4, 6, wind], true),
        ("r1 hob of 10 facing south at 60,62 inside=the_farm valeur=5", vec![4, 4, 6, 5], false),
        ("r1 hob of 10 facing south at 60,62 inside=the_farm valeur=5", vec![4, 4, 6, 4, wind], true),
        ("r1 line of 24 at 200,200", vec![4, 4, 5], false),
    ] {
        let mut table = farm(&["b1 battery of 8 at 60,48", unit]).with_dice(&dice);
        table.order("b1", bombard()).turn();
        let burning = table.battle().land.houses.values().any(|house| house.burning.is_some());
        assert_eq!(burning, burns, "{unit} {dice:?}");
    }
    let mut table =
        farm(&["b1 battery of 8 at 60,48", "r1 line of 24 at 200,200"]).with_dice(&[4, 4, 6, wind]);
    table.order("b1", bombard()).turn();
    assert_eq!(table.game.view(&SeatId::from("red")).changes[0].change, "fire");
    for _ in 2..=8 {
        table.turn();
        assert!(table.battle().land.houses.values().all(|house| house.condition == Condition::Stands));
    }
    table.turn();
    assert!(table.battle().land.houses.values().all(|house| house.condition == Condition::Burnt));
}

/// §17.04.3 a battery of howitzers sets fire with a third die of 4 to 6.
#[test]
fn howitzers_set_fire() {
    for (howitzers, burns) in [(true, true), (false, false)] {
        let battery = format!("b1 battery of 8 at 60,48 howitzers={howitzers}");
        let mut table = farm(&[&battery, "r1 line of 24 at 200,200"]).with_dice(&[5, 5, 4, 1]);
        table.order("b1", bombard()).turn();
        let burning = table.battle().land.houses.values().any(|house| house.burning.is_some());
        assert_eq!(burning, burns);
    }
}

/// §17.04.5 §19.06.5 in the turn after the outbreak each building within 15 cm downwind is thrown for, and 3 to 6 sets it on fire; the
/// one beside the wind, and the one beyond 15 cm, are not. Side by side, with the names exchanged.
#[test]
fn fire_spreads_downwind() {
    for (near_name, far_name) in [("a", "b"), ("b", "a")] {
        let words = farm(&["b1 battery of 8 at 60,48", "r1 line of 24 at 200,200"]);
        let words = house(words, near_name, [58.0, 79.0], json!({}));
        let words = house(words, far_name, [50.0, 80.0], json!({}));
        let words = house(words, "beside", [66.0, 60.0], json!({}));
        let mut table = words.with_dice(&[4, 4, 6, 1, 3, 2]);
        table.order("b1", bombard()).turn();
        assert_eq!(table.battle().land.wind, Wind::Toward(0.0));
        let events = table.turn();
        let thrown: Vec<&Value> =
            happened(&events, "fire_may_spread").iter().map(|event| &event.about["building"]).collect();
        assert_eq!(thrown, [&json!(near_name)]);
        let caught = happened(&events, "fire_breaks_out");
        assert_eq!(caught[0].about["building"], json!(near_name));
    }
}

/// §17.01.2 two companies shoulder to shoulder go into two houses side by side; with the names exchanged it is the same.
#[test]
fn side_by_side_into_two_houses() {
    for (west, east) in [("b1", "b2"), ("b2", "b1")] {
        let units = [
            format!("{west} line of 8 at 60,58"),
            format!("{east} line of 8 at 66,58"),
            "r1 line of 24 at 200,200".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let words = house(farm(&units), "the barn", [64.0, 60.0], json!({}));
        let mut table = words.with_dice(&[]);
        table.order("b1", enter()).order("b2", enter()).turn();
        assert_eq!(building(&table, west).as_deref(), Some("the farm"));
        assert_eq!(building(&table, east).as_deref(), Some("the barn"));
    }
}

/// §17.02.3 two companies at one building: it holds both if there is room for both, otherwise only the first; two that stand in it do
/// not push each other out.
#[test]
fn two_companies_in_one_building() {
    for (capacity, both) in [(16, true), (10, false)] {
        let words = Words::of(&[
            "b1 line of 8 at 60,58",
            "b2 line of 8 facing south at 60,66",
            "r1 line of 24 at 200,200",
        ]);
        let words = house(words, "the farm", [58.0, 60.0], json!({"capacity": capacity}));
        let mut table = words.with_dice(&[]);
        table.order("b1", enter()).order("b2", enter()).turn();
        assert!(building(&table, "b1").is_some());
        assert_eq!(building(&table, "b2").is_some(), both, "{capacity}");
    }
}

/// §17.02.1 §17.02.2 a village is scenario data: buildings, gardens that are difficult ground with a fence of stated values, streets and
/// open places; the view names its buildings and who holds them.
#[test]
fn a_village_in_the_scenario() {
    let words = farm(&[
        "b1 hob of 8 at 60,62 inside=the_farm",
        "b2 attack_column of 12 at 90,46",
        "r1 line of 24 at 60,90",
    ]);
    let words = house(words, "the church", [100.0, 60.0], json!({"obstacle": 2, "cover": 2, "capacity": 20}));
    let words = words
        .with_feature(
            json!({"kind": "garden"}),
            "Polygon",
            json!([[[80, 50], [99, 50], [99, 70], [80, 70], [80, 50]]]),
        )
        .with_feature(
            json!({"kind": "fence", "obstacle": 1, "cover": 1}),
            "LineString",
            json!([[80, 50], [99, 50]]),
        );
    let mut table = words.with_dice(&[]);
    let held: Vec<(String, Option<String>)> = table
        .game
        .view(&SeatId::from("blue"))
        .zones
        .iter()
        .map(|zone| (zone.name.to_string(), zone.held.as_ref().map(ToString::to_string)))
        .collect();
    assert_eq!(held, [("the farm".into(), Some("blue".into())), ("the church".into(), None)]);
    table.order("b2", UnitOrder::march(vec![AHEAD])).turn();
    // 4 cm in the open are 0.2 turn at 20 cm a turn; the fence is an obstacle I; in the garden 10 cm a turn.
    assert!(near(table.at("b2")[1], 58.0), "{:?}", table.at("b2"));
    assert_eq!(table.unit("b2").order, State::Light1);
}

/// §17.01.3 §13.01.1 a garrison in disorder goes out on the side away from its enemy within half a turn, and then back.
#[test]
fn a_beaten_garrison_goes_out_behind() {
    let beaten = (3..=6).flat_map(|high| (1..=6).map(move |low| [high, 3, 3, low, 3, 3])).find_map(|dice| {
        let mut table =
            farm(&["b1 attack_column of 20 at 60,50", "r1 hob of 9 facing south at 60,62 inside=the_farm"])
                .with_dice(&dice);
        table.order("b1", UnitOrder::march(vec![ATTACK])).turn();
        (table.unit("r1").order == State::Disorder).then_some(table)
    });
    let mut table = beaten.expect("some throw beats it into disorder");
    table.turn();
    assert!(table.unit("r1").inside.is_none());
    assert!(table.at("r1")[1] > 63.0, "{:?}", table.at("r1"));
}

/// §17.01.2 §06.01.2 a unit that stands right at the wall of a building does not march into it, nor turn its front into it.
#[test]
fn nobody_marches_or_turns_into_a_building() {
    let mut table = farm(&["b1 line of 8 at 60,60", "r1 line of 24 at 200,200"]).with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 60.0), "{:?}", table.at("b1"));
    let mut table = farm(&["b1 line of 8 at 54,60", "r1 line of 24 at 200,200"]).with_dice(&[]);
    let events = table.order("b1", UnitOrder::march(vec![Step::Pivot { degrees: -90.0 }])).turn();
    assert_eq!(happened(&events, "no_room_to_form").len(), 0, "about its left wing, away from the house");
    let mut table =
        farm(&["b1 line of 8 facing west at 62.5,66 ", "r1 line of 24 at 200,200"]).with_dice(&[]);
    let events = table.order("b1", UnitOrder::march(vec![Step::Pivot { degrees: -90.0 }])).turn();
    assert_eq!(happened(&events, "no_room_to_form").len(), 1, "{:?}", table.at("b1"));
}

/// §13.01.2 §17.03.5 §03.02.10 a garrison that two attack at one moment: the first melee puts it in U and the second in FU, and it flees at once,
/// away from the second. It has not moved a step between them, so it counts as stationary.
#[test]
fn a_garrison_beaten_twice_flees() {
    let words = Words::of(&[
        "b1 attack_column of 24 at 100,50",
        "b2 attack_column of 24 facing west at 113,63",
        "r1 line of 10 at 100,62 inside=A",
    ]);
    let house = json!([[[97, 60], [103, 60], [103, 66], [97, 66], [97, 60]]]);
    let words = words.with_feature(json!({"kind": "building", "name": "A"}), "Polygon", house);
    let mut table = words.with_dice(&[5, 5, 5, 3, 3, 3, 5, 5, 5, 3, 3, 3]);
    for unit in ["b1", "b2"] {
        let order = UnitOrder::Move { steps: vec![ATTACK], target: Some("r1".into()), support: None };
        table.order(unit, order);
    }
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 2);
    assert!(!counted(melees[1], "defender_not_stationary"));
    assert_eq!(outcome(melees[1])["defender_order_after"], "FU", "{:?}", outcome(melees[1]));
    let flees = happened(&events, "flees");
    assert_eq!(flees.len(), 1);
    assert!(table.at("r1")[0] < 80.0, "{:?}", table.at("r1"));
}

/// §10.05.5 §17.01.2 two garrisons in one building are struck by one bombardment alike: neither is behind the other, whatever they are called.
#[test]
fn two_garrisons_are_struck_alike() {
    for names in [["r1", "r2"], ["r2", "r1"]] {
        let units = [
            "b1 battery of 8 at 60,30".to_string(),
            format!("{} line of 8 at 60,62 inside=the_farm", names[0]),
            format!("{} line of 8 at 60,62 inside=the_farm", names[1]),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let house = json!([[[57, 60], [63, 60], [63, 66], [57, 66], [57, 60]]]);
        let properties = json!({"kind": "building", "name": "the farm", "capacity": 20});
        let mut table = Words::of(&units).with_feature(properties, "Polygon", house).with_dice(&[6, 6, 6, 6]);
        table.order("b1", UnitOrder::Bombard { place: Place([600.0, 630.0]) });
        let events = table.turn();
        assert_eq!(happened(&events, "fires_guns").len(), 2);
        assert!(table.unit("r1").lost_men > 0);
        assert_eq!(table.unit("r1").lost_men, table.unit("r2").lost_men);
    }
}
