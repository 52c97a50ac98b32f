//! Parts of batteries (chapter 04.04), decimated units that make one (§13.07.2), ammunition from another unit (§11.04.2), and several units in one
//! column or square (§05.01.6, §05.02.5).

use krigsspil_chakoten::battle::order::*;
use serde_json::json;

use crate::table::*;

fn split(pieces: i32) -> UnitOrder {
    UnitOrder::Split { figures: pieces, hand: Hand::Left, marches: Marches::Rest, steps: Vec::new() }
}

fn join(with: &str) -> UnitOrder {
    UnitOrder::Join { with: with.into() }
}

/// §04.04.1 in a town a battery splits by figure pieces in a whole turn, each part with its guns, gunners and horses, and fires by itself;
/// §04.01.3 side by side they are one again.
#[test]
fn a_battery_splits_in_a_town() {
    let words =
        Words::of(&["b1 battery of 8 at 80,40", "b2 battery of 8 at 140,40", "r1 line of 20 at 80,70"]);
    let town = json!([[[60, 20], [100, 20], [100, 45], [60, 45], [60, 20]]]);
    let mut table = words.with_feature(json!({"kind": "built_up"}), "Polygon", town).with_dice(&[4; 40]);
    let gunners = table.unit("b1").figures;
    assert_eq!(table.refused("b2", split(1)), "cannot_split");
    assert_eq!(table.refused("b1", split(2)), "cannot_split");
    table.order("b1", split(1)).turn();
    let of = |table: &Table, id: &str| {
        let guns = table.unit(id).battery.clone().unwrap();
        (guns.figure_pieces, guns.pieces, guns.horses[1], table.unit(id).figures)
    };
    let (one, other) = (of(&table, "b1"), of(&table, "b1/1"));
    assert_eq!((one.0, one.1, other.0, other.1), (1, 4, 1, 4));
    assert_eq!(one.3 + other.3, gunners);
    table.order("b1", UnitOrder::fire(When::AtOnce)).order("b1/1", UnitOrder::fire(When::AtOnce));
    let events = table.turn();
    assert_eq!(happened(&events, "fires_guns").len(), 2);
    table.order("b1/1", join("b1")).turn();
    assert_eq!(of(&table, "b1"), (2, 8, one.2 + other.2, gunners));
    assert!(!table.unit("b1/1").here());
}

/// §04.04.2 elsewhere only a battery that the scenario or the umpire allows it splits; nobody else may ask the umpire's leave for himself.
#[test]
fn a_battery_splits_by_leave() {
    let units =
        ["b1 battery of 8 at 80,40 splits=true", "b2 battery of 8 at 100,40", "r1 line of 20 at 80,170"];
    let mut table = table(&units, &[]);
    assert_eq!(table.refused("b2", split(1)), "cannot_split");
    let leave = json!({"do": "allow", "unit": "b2", "leave": "split_battery"});
    assert!(table.act("blue", leave.clone()).is_err());
    table.act("umpire", leave).unwrap();
    table.order("b1", split(1)).order("b2", split(1));
    let events = table.turn();
    assert_eq!(happened(&events, "splits").len(), 2);
}

/// §13.07.2 two decimated battalions that stand in base contact for two turns are one, a point below the mean of their valeurs by size;
/// after one turn they are two, and a march between breaks it off.
#[test]
fn decimated_units_make_one() {
    let units = [
        "b1 line of 30 at 80,40 valeur=2 lost_men=200",
        "b2 line of 20 at 92.75,40 valeur=-1 lost_men=120",
        "b3 line of 20 at 80,20",
        "r1 line of 20 at 80,200",
    ];
    let mut table = table(&units, &[]);
    // 20 figures of valeur 2 and 14 of valeur -1: the mean is 0.76, and one less is rounded to 0.
    assert_eq!(table.refused("b3", join("b1")), "cannot_join");
    table.order("b1", join("b2")).turn();
    assert!(table.unit("b1").here());
    table.order("b1", UnitOrder::march(vec![Step::Halt { turns: 0.5 }])).turn();
    table.order("b1", join("b2")).turn();
    assert!(table.unit("b1").here(), "the turns must follow each other");
    table.order("b1", join("b2"));
    let events = table.turn();
    assert_eq!(happened(&events, "merged").len(), 1);
    assert_eq!((table.unit("b2").figures, table.unit("b2").valeur), (34, 0));
    let number = table.battle().unit("b2").unwrap();
    assert_eq!(table.battle().valeur(number), 0, "decimation counts anew");
}

/// §13.07.2 a unit that is not decimated does not make one with another, and §04.01.5 none in U does.
#[test]
fn only_decimated_units_make_one() {
    for (other, state) in [("lost_men=60 at 93.5,40", ""), ("lost_men=120 at 92.75,40", "order=U")] {
        let beside = format!("b2 line of 20 {other} {state}");
        let mut table =
            table(&["b1 line of 30 at 80,40 lost_men=200", &beside, "r1 line of 20 at 80,200"], &[]);
        assert_eq!(table.refused("b1", join("b2")), "cannot_join", "{other} {state}");
    }
}

/// §11.04.2 with the umpire's leave a battalion draws from another beside it, in two turns as from a wagon: then both can fire for the same
/// time. Without leave it is refused.
#[test]
fn a_battalion_shares_its_ammunition() {
    let units =
        ["b1 line of 20 at 80,40 loads=0", "b2 line of 20 at 95,40 loads=9", "r1 line of 20 at 80,200"];
    let mut table = table(&units, &[]);
    let draw = || UnitOrder::Resupply { wagon: "b2".into() };
    assert_eq!(table.refused("b1", draw()), "cannot_draw");
    table.act("umpire", json!({"do": "allow", "unit": "b2", "leave": "give_ammunition"})).unwrap();
    table.order("b1", draw()).turn();
    assert_eq!((table.unit("b1").loads, table.unit("b2").loads), (0, 9));
    table.order("b1", draw()).turn();
    assert_eq!((table.unit("b1").loads, table.unit("b2").loads), (4, 5));
}

fn mass(with: &str, massed: Massed) -> UnitOrder {
    UnitOrder::Mass { with: with.into(), massed }
}

/// Three battalions in line, one behind the other in base contact: lines of two ranks are 3 cm deep.
const BEHIND: [&str; 3] =
    ["b1 line of 24 at 80,40 valeur=2", "b2 line of 24 at 80,37", "b3 line of 24 at 80,34 valeur=1"];

/// §04.01.4 §05.01.6 §05.04.1 three battalions in base contact make a brigade column in a whole turn: one unit of six ranks, as wide as their
/// lines, which marches as a line and fights as a column with all its figures; no battalion mass is formed from it.
#[test]
fn battalions_make_a_brigade_column() {
    let units = [BEHIND[0], BEHIND[1], BEHIND[2], "b4 line of 24 at 120,40", "r1 line of 30 at 80,70"];
    let mut table = table(&units, &[4, 4, 4, 3, 3, 3]);
    assert_eq!(table.refused("b4", mass("b1", Massed::Column)), "cannot_mass");
    assert_eq!(table.refused("b1", UnitOrder::Disband), "cannot_mass");
    table.order("b2", mass("b1", Massed::Column)).order("b3", mass("b1", Massed::Column));
    let events = table.turn();
    assert_eq!(happened(&events, "masses").len(), 2);
    let unit = table.unit("b1");
    assert_eq!((unit.figures, unit.formation, unit.valeur), (72, Formation::BrigadeColumn, 1));
    assert!(unit.closed() && unit.has_flanks());
    assert_eq!((unit.placed.body().files(), unit.placed.body().ranks()), (12, 6));
    assert!(!table.unit("b2").here() && !table.unit("b3").here());
    let form = |formation| UnitOrder::march(vec![Step::Form { formation }]);
    assert_eq!(table.refused("b1", form(Formation::BattalionMass)), "no_such_formation");
    assert_eq!(table.refused("b1", form(Formation::AttackColumn)), "no_such_formation");
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 50.0), "{:?}", table.at("b1"));
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    table.order("b1", UnitOrder::Move { steps: vec![ATTACK], target: Some("r1".into()), support: None });
    let events = table.turn();
    let melee = happened(&events, "melee");
    assert!(counted(melee[0], "attacker_attack_column") && counted(melee[0], "attacker_more_figures"));
}

/// §05.01.6 infantry in more than eight ranks marches no faster than a square; cavalry in more than four does not storm.
#[test]
fn deep_columns_are_slow() {
    let units = [
        BEHIND[0],
        BEHIND[1],
        BEHIND[2],
        "b4 line of 24 at 80,31",
        "b5 line of 24 at 80,28",
        "b6 light line of 12 at 105,40",
        "b7 light line of 12 at 105,35",
        "b8 light line of 12 at 105,30",
        "r1 line of 30 at 80,200",
    ];
    let mut table = table(&units, &[]);
    let deep = table.unit("b6").placed.body().depth() / 10.0;
    for (unit, north) in [("b8", 40.0 - 2.0 * deep), ("b7", 40.0 - deep)] {
        let put = json!({"do": "move", "unit": unit, "place": [1050.0, north * 10.0], "facing": 0.0});
        table.act("umpire", put).unwrap();
    }
    for unit in ["b2", "b3"] {
        table.order(unit, mass("b1", Massed::Column));
    }
    table.order("b7", mass("b6", Massed::Column)).order("b8", mass("b6", Massed::Column)).turn();
    assert_eq!(table.unit("b6").placed.body().ranks(), 6);
    assert_eq!(
        table.refused(
            "b6",
            UnitOrder::march(vec![
                Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false },
                STORM
            ])
        ),
        "storm_ranks"
    );
    table.order("b4", mass("b1", Massed::Column)).turn();
    table.order("b5", mass("b1", Massed::Column)).turn();
    assert_eq!(table.unit("b1").placed.body().ranks(), 10);
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 45.0), "{:?}", table.at("b1"));
}

/// §05.02.5 several units stand in one square: it has a front to every side and marches as a square; cavalry forms none.
#[test]
fn battalions_make_a_brigade_square() {
    let units = [BEHIND[0], BEHIND[1], "r1 line of 30 at 80,200"];
    let mut table = table(&units, &[]);
    table.order("b2", mass("b1", Massed::Square)).turn();
    let unit = table.unit("b1");
    assert_eq!((unit.figures, unit.formation), (48, Formation::Square));
    assert!(!unit.has_flanks());
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(table.at("b1")[1], 45.0), "{:?}", table.at("b1"));
    table.order("b1", UnitOrder::march(vec![Step::Form { formation: Formation::BrigadeColumn }])).turn();
    assert_eq!(table.unit("b1").formation, Formation::BrigadeColumn);
}

/// §04.01.5 §13.07.4 a brigade column is dissolved in a whole turn: each battalion stands by itself again with its own valeur, and with its
/// share of the losses.
#[test]
fn a_brigade_column_is_dissolved() {
    let units = [BEHIND[0], BEHIND[1], BEHIND[2], "r1 line of 30 at 80,200"];
    let mut table = table(&units, &[]);
    table.order("b2", mass("b1", Massed::Column)).order("b3", mass("b1", Massed::Column)).turn();
    table.act("umpire", json!({"do": "mend", "unit": "b1", "loss_men": 100})).unwrap();
    table.order("b1", UnitOrder::Disband);
    let events = table.turn();
    assert_eq!(happened(&events, "disbands").len(), 1);
    let of = |unit: &str| {
        let unit = table.unit(unit);
        (unit.here(), unit.valeur, unit.lost_men, unit.original, unit.formation)
    };
    assert_eq!(of("b1"), (true, 2, 34, 24, Formation::Line));
    assert_eq!(of("b2"), (true, 0, 33, 24, Formation::Line));
    assert_eq!(of("b3"), (true, 1, 33, 24, Formation::Line));
    assert!(near(table.at("b2")[1], 37.0) && near(table.at("b3")[1], 34.0), "{:?}", table.at("b3"));
}
