//! Names and millimetres decide nothing: the same regiments shoulder to shoulder, shifted by little, under exchanged names.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_engine::battle::Moment;
use serde_json::json;

use crate::chapter_05::target;
use crate::side_by_side::{at, held, shocks};
use crate::table::*;

/// Three against three, shifted, with different names; returns who threw shock at whom, and where all stand, by the place in the line.
fn three_against_three(shifts: [f64; 3], names: [usize; 3]) -> (Vec<(usize, usize)>, Vec<[f64; 2]>) {
    let mut units = Vec::new();
    for (place, shift) in shifts.iter().enumerate() {
        let x = 40.0 + 12.1 * place as f64;
        units.push(format!("b{} line of 30 at {:?},60", names[place], x + shift));
        units.push(format!("r{} line of 30 facing south at {x:?},70 ammunition=false", 4 - names[place]));
    }
    let words: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = held(&words, &[5, 6, 5, 6, 5, 6]);
    for name in names {
        table.order(&format!("b{name}"), attack());
    }
    let events = table.turn();
    let place = |id: &str| {
        let number: usize = id[1..].parse().unwrap();
        names
            .iter()
            .position(|name| if id.starts_with('b') { *name == number } else { 4 - *name == number })
            .unwrap()
    };
    let mut met: Vec<_> = shocks(&events).iter().map(|(one, other)| (place(one), place(other))).collect();
    met.sort_unstable();
    let stands = |side: &str, name: usize| table.at(&format!("{side}{name}"));
    let all =
        names.iter().map(|name| stands("b", *name)).chain(names.iter().map(|name| stands("r", 4 - name)));
    (met, all.collect())
}

/// §07.01.2 §07.01.5 three regiments against three, shifted by millimetres either way, make three attacks; the names do not matter.
#[test]
fn three_attacks_whatever_the_names() {
    let millimetres = [-14.0, -5.0, -1.0, 0.0, 1.0, 4.0, 12.0].map(|mm: f64| mm / 10.0);
    for (number, shift) in millimetres.into_iter().enumerate() {
        let other = millimetres[(number + 2) % millimetres.len()].min(shift);
        for shifts in [[shift; 3], [other, other, shift], [other, shift, shift]] {
            let first = three_against_three(shifts, [1, 2, 3]);
            assert_eq!(first.0, [(0, 0), (1, 1), (2, 2)], "{shifts:?}");
            for names in [[3, 2, 1], [2, 1, 3], [2, 3, 1], [3, 1, 2]] {
                assert_eq!(three_against_three(shifts, names), first, "{shifts:?} {names:?}");
            }
        }
    }
}

/// Three lines shoulder to shoulder with this facing, the outer ones this many centimetres farther ahead, and an enemy far in front of
/// them.
fn shoulder_to_shoulder(facing: f64, stagger: f64) -> Table {
    let (east, north) = f64::to_radians(facing).sin_cos();
    let place = |right: f64, ahead: f64| {
        format!("{:.4},{:.4}", 80.0 + north * right + east * ahead, 80.0 - east * right + north * ahead)
    };
    let unit = |id: &str, facing: f64, at: String| format!("{id} line of 30 facing {facing} at {at}");
    let units = [
        unit("b1", facing, place(-12.0, stagger)),
        unit("b2", facing, place(0.0, 0.0)),
        unit("b3", facing, place(12.0, stagger)),
        unit("r1", (facing + 180.0) % 360.0, place(0.0, 20.0)),
    ];
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = table(&units, &[1, 2, 1, 2]);
    let later = || UnitOrder::fire(When::At { moment: Moment(1.0) });
    table.order("b1", later()).order("b3", later());
    table
}

/// §02.06.3 §04.02.5 friends who stand shoulder to shoulder do not block each other's way, ahead or back, whichever way they face.
#[test]
fn neighbours_do_not_bar_the_way() {
    let gone = |table: &Table| {
        let [x, y] = table.at("b2");
        (x - 80.0).hypot(y - 80.0)
    };
    for facing in [0.0, 17.0, 33.3, 81.7, 197.0, 301.1] {
        for stagger in [-1.0, 0.0, 2.5] {
            let mut ahead = shoulder_to_shoulder(facing, stagger);
            ahead.order("b2", UnitOrder::march(vec![Step::Ahead { cm: Some(10.0) }])).turn();
            assert!(near(gone(&ahead), 10.0), "{facing} {stagger}: ahead {}", gone(&ahead));
            let mut back = shoulder_to_shoulder(facing, stagger);
            back.act("umpire", json!({"do": "overrule", "unit": "b2", "state": "NH"})).unwrap();
            back.order("b2", UnitOrder::Retreat).turn();
            assert!(near(gone(&back), 6.0), "{facing} {stagger}: back {}", gone(&back));
        }
    }
}

/// §04.02.3 §04.02.5 two units that retire at one moment, one behind the other, do not block each other's way, whatever their names.
#[test]
fn two_deep_retire_together() {
    for [first, second] in [["r1", "r2"], ["r2", "r1"]] {
        let units = [
            "b1 line of 30 at 60,60".to_string(),
            format!("{first} line of 30 facing south at 60,70"),
            format!("{second} line of 30 facing south at 60,74"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[]);
        for id in [first, second] {
            table.act("umpire", json!({"do": "overrule", "unit": id, "state": "NH"})).unwrap();
            table.order(id, UnitOrder::Retreat);
        }
        table.turn();
        at(&table, first, 60.0, 76.0);
        at(&table, second, 60.0, 80.0);
    }
}

/// Two lines of three that attack each other or stand, each unit with another behind it: what stands at each place.
const TWO_LINES: [&str; 12] = [
    "b line of 24 at 40,60",
    "b line of 24 at 50.1,60",
    "b line of 24 at 60.2,60",
    "b line of 18 at 41,52",
    "b line of 18 at 50,53",
    "b line of 18 at 60,51",
    "r line of 20 facing south at 40.3,70",
    "r line of 20 facing south at 50.1,70",
    "r line of 20 facing south at 60,70",
    "r line of 18 facing south at 40,76",
    "r line of 18 facing south at 51,75",
    "r line of 18 facing south at 59,76",
];

/// What happens between two lines whose units have these names, by the place of each: every throw and forced move up to the end of
/// movement, in order, and the positions when the turn is over.
fn told_by_place(names: [usize; 6], both: bool, dice: &[i32]) -> (Vec<String>, Vec<String>) {
    let id = |place: usize| format!("{}{}", &TWO_LINES[place][..1], names[place % 6]);
    let units: Vec<String> =
        (0..12).map(|place| format!("{}{}", id(place), &TWO_LINES[place][1..])).collect();
    let words: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = table(&words, dice);
    for place in (0..3).chain(if both { 6..9 } else { 6..6 }) {
        table.order(&id(place), attack());
    }
    let events = table.turn();
    let place = |unit: &serde_json::Value| (0..12).find(|place| *unit == id(*place));
    let settled =
        ["fires", "loses_men", "tests_morale", "initiative", "shock", "comes_into", "flees", "retires"];
    let settled = [&settled[..], &["may_be_swept_along", "prisoners"]].concat();
    let told =
        events.iter().filter(|event| event.moment < 1.0 && settled.contains(&event.what)).map(|event| {
            let throws: Vec<i32> =
                event.working.iter().flat_map(|working| &working.rolls).map(|roll| roll.shown).collect();
            format!(
                "{} {:?} {:?} {throws:?}",
                event.what,
                place(&event.about["unit"]),
                place(&event.about["other"])
            )
        });
    let stands = |place: usize| {
        let unit = table.unit(&id(place));
        format!("{place}: {:?} {} {:?} {:?}", unit.order, unit.figures, unit.presence, table.at(&id(place)))
    };
    (told.collect(), (0..12).map(stands).collect())
}

/// §07.01.5 §07.03.2 attacks at one moment are measured before anybody throws, and thrown in order of place: whatever the names of the
/// units, the same places get the same throws, and the results are the same.
#[test]
fn names_never_matter_in_attacks_at_one_moment() {
    let names = [[6, 5, 4, 3, 2, 1], [2, 1, 3, 5, 6, 4], [4, 6, 5, 1, 3, 2]];
    let mut shocks = 0;
    for case in 0..42_u64 {
        let both = case % 2 == 0;
        // First every throw is the same; then all are different.
        let die = |throw: u64| match case {
            0..21 => [1 + case / 6, 1 + case % 6][(throw % 2) as usize] as i32,
            _ => (1 + (case * 7919 + throw * 104_729 + throw * throw * case) / 13 % 6) as i32,
        };
        let dice: Vec<i32> = (0..400).map(die).collect();
        let (told, stand) = told_by_place([1, 2, 3, 4, 5, 6], both, &dice);
        shocks += told.iter().filter(|told| told.starts_with("shock")).count();
        for names in names {
            let (others, they_stand) = told_by_place(names, both, &dice);
            assert_eq!(others, told, "case {case} {names:?}");
            // At the end of the turn each unit throws separately, one after the other.
            if case < 21 {
                assert_eq!(they_stand, stand, "case {case} {names:?}");
            }
        }
    }
    assert!(shocks > 100, "{shocks}");
}

/// §04.02.3 §05.02.3 two regiments hit one at the same moment, from the front and in the flank: which of them comes first, and so from
/// whom it retires, is decided by where they stand and not by their names.
#[test]
fn two_hit_one_whatever_the_names() {
    for [front, flank] in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{front} line of 30 at 60,50"),
            format!("{flank} line of 30 facing west at 86,71.5"),
            "r1 line of 30 facing south at 60,70".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        // Fifteen men each: the second of them costs the figure.
        let mut table = table(&units, &[3, 4, 3, 4, 1, 2]);
        for firer in [front, flank] {
            table.order(firer, target("r1"));
        }
        table.turn();
        assert_eq!(table.unit("r1").lost_men, 30);
        at(&table, "r1", 54.0, 70.0);
    }
}

/// §08.02.7 §07.03.5 two units are hit at one moment, and one supports the other: its support counts, whichever of them is tested first.
#[test]
fn support_counts_whoever_is_tested_first() {
    for [first, second] in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{first} line of 30 at 60,60"),
            format!("{second} line of 30 facing west at 76,81.5"),
            "r1 line of 30 facing south at 60,70".to_string(),
            "r2 line of 30 facing south at 60,80".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[6, 6, 6, 6, 3, 4, 3, 4]);
        table.order(first, target("r1")).order(second, target("r2"));
        let events = table.turn();
        let tests = happened(&events, "tests_morale");
        let r1 = tests.iter().find(|event| event.about["unit"] == "r1").unwrap();
        assert!(counted(r1, "support"), "r2 is hit at the same moment and still supports r1");
    }
}

/// §05.02.7 a general falls with the unit he touched when it was hit, though it closes up on its middle and away from him.
#[test]
fn a_general_falls_where_he_stood() {
    // The general of the tests stands eight centimetres north of the first unit's place: here at the north end of r1's rear.
    let units = [
        "b1 line of 30 facing east at 60,60",
        "r2 line of 30 facing west at 73.05,58",
        "r1 line of 30 facing west at 70,60",
    ];
    let mut table = table(&units, &[4, 6, 6, 6]);
    table.order("b1", target("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").figures, 28);
    assert_eq!(happened(&events, "general_falls").len(), 1, "{:?}", table.battle().generals);
}
