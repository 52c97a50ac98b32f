//! Artillery, measured on the table.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::vocabulary::{Ammunition, Order};
use serde_json::json;

use crate::table::*;

fn shell(target: &str, guess: i32) -> UnitOrder {
    guns(Ammunition::Shell, Some(target), Some(guess))
}

fn shot(target: &str, guess: i32) -> UnitOrder {
    guns(Ammunition::Shot, Some(target), Some(guess))
}

fn guns(ammunition: Ammunition, target: Option<&str>, guess_cm: Option<i32>) -> UnitOrder {
    UnitOrder::Fire {
        when: When::AtOnce,
        target: target.map(Into::into),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(ammunition),
        guess_cm,
    }
}

fn rounds(table: &Table, unit: &str) -> [i32; 3] {
    table.unit(unit).battery.as_ref().unwrap().rounds
}

/// The deviation throw without deviation.
const ON: [i32; 2] = [3, 4];

/// §06.02.3 §06.02.4 a shot counts all ranks within 10 cm behind the point: the first unit loses for its own ranks; those behind share the
/// extra loss by ranks, and the nearest takes the remainder.
#[test]
fn a_shot_ploughs_on() {
    let one = [
        "b1 battery of 6 at 60,60",
        "r1 line of 12 facing south at 60,100",
        "r2 attack_column of 18 facing south at 60,104",
    ];
    let mut one = table(&one, &[3, 4, 4, 4]);
    one.order("b1", shot("r1", 41));
    let events = one.turn();
    let strikes = outcome(happened(&events, "shot_strikes")[0]).clone();
    // 8 on six guns: 24; with five ranks 12: 72.
    assert_eq!((&strikes["loss_men"], &strikes["rear_extra_loss_men"]), (&json!(24), &json!(48)));
    assert_eq!(one.unit("r2").lost_men, 48);
    let two = [
        "b1 battery of 6 at 60,60",
        "r1 line of 12 facing south at 60,100",
        "r2 attack_column of 18 facing south at 60,104",
        "r3 line of 12 facing south at 60,109",
    ];
    let mut two = table(&two, &[3, 4, 4, 4]);
    two.order("b1", shot("r1", 41)).turn();
    let lost = ["r1", "r2", "r3"].map(|unit| two.unit(unit).lost_men);
    assert_eq!(lost, [24, 29, 19], "three fifths and two fifths of 48, and the odd man to the nearest");
}

/// §06.02.2 the true distance is not measured: fire at a target out of range is allowed, and the round is wasted.
#[test]
fn nobody_measures() {
    let mut table = table(&["b1 battery of 6 at 60,60", "r1 line of 20 facing south at 60,160"], &ON);
    table.order("b1", shell("r1", 80));
    let events = table.turn();
    assert_eq!(happened(&events, "misses").len(), 1);
    assert_eq!(outcome(happened(&events, "shot_falls")[0])["impact_distance_mm"], 800);
    assert_eq!(rounds(&table, "b1"), [2, 3, 6]);
}

/// §06.02.3 the unit with bases on the point is hit, whoever was the target.
#[test]
fn a_short_shot_strikes_another() {
    let units = [
        "b1 battery of 6 at 60,60",
        "r1 line of 20 facing south at 60,100",
        "r2 line of 20 facing south at 60,90",
    ];
    // Short by a tenth of 102 cm: at 91.8 cm there is nobody; of 35: the shell falls at 31.5, on r2.
    let mut table = table(&units, &[1, 2, 3, 4]);
    table.order("b1", shell("r1", 35));
    let events = table.turn();
    assert_eq!(happened(&events, "shot_strikes")[0].about["other"], "r2");
}

/// §06.02.5 continued fire hits a chain again, whatever the guess, until it has moved 8 cm, the ammunition changes, or it is out of range.
#[test]
fn a_target_once_hit() {
    // A chain with an even number has a gap in its middle: the guns aim at a man.
    let units = ["b1 battery of 6 at 60,60", "r1 chain of 10 facing south at 60,100"];
    let mut same = table(&units, &[3, 4, 1, 2, 1, 2, 1, 2]);
    same.order("b1", shell("r1", 41)).turn();
    assert!(same.unit("b1").battery.as_ref().unwrap().hit.is_some(), "{:?}", same.unit("b1").battery);
    same.order("b1", shell("r1", 80));
    assert_eq!(happened(&same.turn(), "shot_strikes").len(), 1);
    let mut other = table(&units, &[3, 4, 1, 2, 3, 4]);
    other.order("b1", shell("r1", 41)).turn();
    other.order("b1", shot("r1", 80));
    assert_eq!(happened(&other.turn(), "misses").len(), 1);
    // Shell after shot is another change; and guns that have moved must range in again.
    let mut back = table(&units, &[3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
    back.order("b1", shell("r1", 41)).turn();
    back.order("b1", shot("r1", 41)).turn();
    back.order("b1", shell("r1", 80));
    assert_eq!(happened(&back.turn(), "misses").len(), 1);
    let mut moved = table(&units, &[3, 4, 1, 2, 3, 4]);
    moved.order("b1", shell("r1", 41)).turn();
    moved.order("b1", UnitOrder::march(vec![Step::Ahead { cm: Some(1.0) }])).turn();
    moved.order("b1", shell("r1", 80));
    assert_eq!(happened(&moved.turn(), "misses").len(), 1);
}

/// §06.02.5 fire at a target that a long shot has hit, and that then leaves the range, is wasted without any fault.
#[test]
fn out_of_range_is_lost() {
    let units = ["b1 battery of 6 at 60,60", "r1 line of 30 facing south at 60,152"];
    let mut table = table(&units, &[6, 6, 1, 2, 3, 4]);
    table.order("b1", shell("r1", 85)).turn();
    assert!(table.unit("b1").battery.as_ref().unwrap().hit.is_some());
    let back = UnitOrder::march(vec![Step::Back { cm: Some(5.0) }]);
    table.order("r1", back).turn();
    table.order("b1", shell("r1", 85));
    assert_eq!(happened(&table.turn(), "misses").len(), 1);
}

/// §06.01.5 guns on level ground do not fire over friends, and keep their round; howitzers do, with 10 cm before and behind.
#[test]
fn over_friends() {
    let friend = |gun: &str, at: &str| {
        let units = [
            format!("b1 battery of 6 at 60,60 gun={gun}"),
            format!("b2 line of 20 at 60,{at}"),
            "r1 line of 20 facing south at 60,100".into(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[3, 4, 1, 2]);
        table.order("b1", shell("r1", 41));
        let before = rounds(&table, "b1")[1];
        let events = table.turn();
        let fired = happened(&events, "shot_falls").len() == 1;
        assert_eq!(happened(&events, "not_over_friends").len(), usize::from(!fired));
        assert_eq!(before - rounds(&table, "b1")[1], i32::from(fired));
        fired
    };
    assert!(!friend("napoleon_12pd", "75"));
    assert!(friend("howitzer_12pd", "75"));
    assert!(!friend("howitzer_12pd", "71"), "eight centimetres from the guns");
    assert!(!friend("howitzer_12pd", "92"), "nine centimetres from the point");
}

/// §06.01.5 guns that are higher fire over friends, with shot as well as shell.
#[test]
fn over_friends_from_a_hill() {
    let units =
        ["b1 battery of 6 at 60,60", "b2 line of 20 at 60,80", "r1 line of 20 facing south at 60,100"];
    let hill = json!([[[50, 40], [70, 40], [70, 65], [50, 65], [50, 40]]]);
    let mut table = Words::of(&units)
        .with_feature(json!({"kind": "contour", "level": 1}), "Polygon", hill)
        .with_dice(&[3, 4, 1, 2]);
    table.order("b1", shot("r1", 41));
    assert_eq!(happened(&table.turn(), "shot_strikes").len(), 1);
}

/// §07.04.1 nobody fires guns into a melee.
#[test]
fn not_into_a_melee() {
    let units = ["b1 line of 20 at 60,60", "b2 battery of 6 at 75,60", "r1 line of 20 facing south at 60,70"];
    let mut table = table(&units, &[4, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", storm()).turn();
    for order in [shell("r1", 17), guns(Ammunition::Canister, None, None)] {
        let before = rounds(&table, "b2");
        table.order("b2", order);
        let events = table.turn();
        assert_eq!(happened(&events, "no_target").len(), 1);
        assert_eq!(rounds(&table, "b2"), before);
        if table.unit("r1").melee.is_empty() {
            break;
        }
    }
}

/// §07.04.1 a shell for another target that falls among units in melee strikes nobody.
#[test]
fn a_stray_shell_in_a_melee() {
    let units = [
        "b1 line of 20 at 60,60",
        "b2 battery of 6 facing west at 90,71.5",
        "r1 line of 20 facing south at 60,70",
        "r2 line of 20 facing south at 40,70",
    ];
    let mut table = table(&units, &[4, 4, 3, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", storm()).turn();
    assert_eq!(table.unit("r1").melee.len(), 1);
    table.order("b2", shell("r2", 28));
    let events = table.turn();
    assert_eq!((happened(&events, "shot_falls").len(), happened(&events, "misses").len()), (1, 1));
}

/// §06.03.3 §04.01.3 batteries that fire at each other at once both fire with all their original guns.
#[test]
fn counter_battery_at_once() {
    let units = ["b1 battery of 6 at 60,60", "r1 battery of 6 facing south at 60,100"];
    let mut table = table(&units, &[3, 4, 4, 5, 3, 4, 4, 5]);
    table.order("b1", shell("r1", 42)).order("r1", shell("b1", 42));
    let events = table.turn();
    let strikes = happened(&events, "shot_strikes");
    let counted: Vec<&serde_json::Value> =
        strikes.iter().map(|event| &outcome(event)["guns_counted"]).collect();
    assert_eq!(counted, [6, 6]);
    for unit in ["b1", "r1"] {
        assert_eq!(table.unit(unit).battery.as_ref().unwrap().guns, [5, 0, 1], "{unit}");
    }
}

/// §06.03.3 if a gun is destroyed and another is already damaged, their player chooses which is lost.
#[test]
fn which_gun() {
    for (answer, left) in [(None, [5, 0, 1]), (Some("sound"), [4, 1, 1])] {
        let units = ["b1 battery of 6 at 60,60", "r1 battery of 6 facing south at 60,100"];
        // 7 damages a gun, 9 destroys one.
        let mut table = table(&units, &[3, 4, 3, 4, 3, 4, 4, 5]);
        table.answers = answer.map(|answer| ("lose_gun", answer)).into_iter().collect();
        table.order("b1", shell("r1", 42)).turn();
        assert!(table.asked.is_empty(), "sound guns are alike");
        table.order("b1", shell("r1", 42)).turn();
        assert_eq!(table.asked, ["lose_gun"]);
        assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, left);
    }
}

/// §06.03.4 a wagon in contact with a battery that is hit is lost on 7 or more.
#[test]
fn wagons_go_with_their_batteries() {
    let units = [
        "b1 battery of 6 at 60,60",
        "r1 battery of 6 facing south at 60,100",
        "r2 wagon facing south at 60,104.5",
    ];
    let mut table = table(&units, &[3, 4, 3, 4]);
    table.order("b1", shell("r1", 42));
    let events = table.turn();
    assert_eq!(happened(&events, "destroyed")[0].rule, "06.03.4");
    assert!(!table.unit("r2").here() && table.unit("r1").here());
}

/// §06.02.1 a friendly unit nearer than the target masks its half of the angle, a closed unit masks what is behind it; chains mask nobody.
#[test]
fn what_masks_canister() {
    let struck = |others: &[&str]| {
        let mut units = vec!["b1 battery of 6 at 60,60"];
        units.extend(others);
        let mut table = table(&units, &[1, 2]);
        table.order("b1", guns(Ammunition::Canister, None, None));
        let events = table.turn();
        happened(&events, "fires_canister").first().map(|event| event.about["targets"].clone())
    };
    let pair = ["r1 line of 8 facing south at 54,72", "r2 line of 8 facing south at 66,72"];
    assert_eq!(struck(&pair), Some(json!(["r1", "r2"])));
    assert_eq!(struck(&[pair[0], pair[1], "b2 line of 4 at 55,66"]), Some(json!(["r2"])));
    assert_eq!(struck(&[pair[0], pair[1], "b2 line of 12 at 60,66"]), None, "it stands in both halves");
    assert_eq!(
        struck(&[pair[0], pair[1], "b2 line of 4 at 40,61"]),
        Some(json!(["r1", "r2"])),
        "out of the angle"
    );
    let behind = ["r1 line of 20 facing south at 60,70", "r2 line of 8 facing south at 60,76"];
    assert_eq!(struck(&behind), Some(json!(["r1"])));
    let chain = ["r1 chain of 10 facing south at 60,70", "r2 line of 8 facing south at 60,76"];
    assert_eq!(struck(&chain), Some(json!(["r1", "r2"])));
}

/// §06.02.1 the loss is shared by the exposed figures: gunners of a battery, the two foremost ranks of troops.
#[test]
fn canister_is_shared_by_figures() {
    let units = [
        "b1 battery of 6 at 60,60",
        "r1 battery of 6 facing south at 55,72",
        "r2 attack_column of 24 facing south at 66,72",
    ];
    let mut table = table(&units, &[3, 4, 6, 6, 6, 6]);
    table.order("b1", guns(Ammunition::Canister, None, None)).turn();
    // 11 with six guns: 60 men on 6 gunners and 12 of the column; unlimbered guns lose half.
    assert_eq!((table.unit("r1").lost_men, table.unit("r2").lost_men), (10, 40));
}

/// §06.01.4 the angle is measured at the wings: 45 degrees outward from each.
#[test]
fn the_angle_at_the_wings() {
    // The wings are 3 cm off the middle: at 18 cm before the front the angle ends 21 cm out.
    for (x, fires) in [(81.2, true), (81.6, false)] {
        let target = format!("r1 line of 2 facing south at {x},75");
        let mut table = table(&["b1 battery of 6 at 60,60", target.as_str()], &[3, 4, 1, 2]);
        table.order("b1", shell("r1", 20));
        assert_eq!(happened(&table.turn(), "no_target").is_empty(), fires, "{x}");
    }
}

/// §06.03.7 §06.03.9 a 10-pounder Parrott bursts on a double one; a general with the struck unit falls on a bare 10.
#[test]
fn bursts_and_falling_generals() {
    let units = ["b1 battery of 6 at 60,60 gun=parrott_10pd", "r1 line of 20 facing south at 60,100"];
    let mut burst = table(&units, &[3, 4, 1, 1]);
    burst.order("b1", shell("r1", 41)).turn();
    assert_eq!(burst.unit("b1").battery.as_ref().unwrap().guns, [5, 0, 1]);
    let mut falls = table(&units, &[3, 4, 4, 6, 6, 6]);
    falls.act("red", json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}})).unwrap();
    falls.turn();
    falls.order("b1", shell("r1", 41));
    let events = falls.turn();
    assert_eq!(happened(&events, "general_falls")[0].rule, "06.03.9");
}

/// §06.01.2 §06.01.1 guns cannot fire at a target they cannot see.
#[test]
fn guns_fire_at_what_they_see() {
    let units =
        ["b1 battery of 6 at 60,60", "b2 line of 20 at 64,92.5", "r1 line of 20 facing south at 66,100"];
    let wood = json!([[[62, 99], [72, 99], [72, 110], [62, 110], [62, 99]]]);
    let mut table =
        Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[3, 4, 3, 4]);
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b2"}}))
        .unwrap();
    table.turn();
    // Its general, eight centimetres from the wood, knows of it; the gunners do not see it.
    table.order("b1", shell("r1", 41));
    assert_eq!(happened(&table.turn(), "no_target").len(), 1);
}

/// §06.02.2 §06.02.3 a shell that falls a tenth beyond the range, exactly on a unit's edge, counts from where it fell.
#[test]
fn at_the_very_end_of_the_range() {
    for at in [153.5, 153.52, 153.54] {
        let target = format!("r1 line of 30 facing south at 60,{at}");
        let mut table = table(&["b1 battery of 6 at 60,60", target.as_str()], &[6, 6, 1, 2]);
        table.order("b1", shell("r1", 85));
        assert_eq!(happened(&table.turn(), "shot_strikes").len(), 1, "{at}");
    }
}

/// §04.02.7 §06.02.4 units behind the struck one are pinned only if they are within 15 cm themselves.
#[test]
fn behind_fifteen_centimetres() {
    let units = [
        "b1 battery of 6 at 60,60",
        "r1 line of 12 facing south at 60,72",
        "r2 attack_column of 18 facing south at 60,76",
    ];
    let mut table = table(&units, &[3, 4, 4, 4, 2, 3, 4, 4]);
    table.order("b1", shot("r1", 13)).turn();
    assert_eq!((table.unit("r1").lost_men, table.unit("r2").lost_men), (24, 48));
    assert_eq!(table.unit("r1").order, Order::Pinned, "at 12 cm");
    assert_eq!(table.unit("r2").order, Order::LightDisorder, "at 16 cm");
}

/// §04.02.7 §05.02.5 the same for units behind in a column under small-arms fire.
#[test]
fn behind_in_a_column() {
    let units = [
        "b1 line of 30 at 60,60",
        "r1 line of 20 facing south at 60,74",
        "r2 attack_column of 18 facing south at 60,77",
    ];
    let mut table = table(&units, &[3, 4, 3, 4, 3, 4]);
    table.act("umpire", json!({"do": "mend", "unit": "r2", "loss_men": 19})).unwrap();
    table.order("b1", fire()).turn();
    assert_eq!((table.unit("r1").lost_men, table.unit("r2").lost_men), (30, 34));
    assert_eq!(table.unit("r1").order, Order::Pinned, "at 14 cm");
    assert_eq!(table.unit("r2").order, Order::LightDisorder, "at 17 cm");
}
