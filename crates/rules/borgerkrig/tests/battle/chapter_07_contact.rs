//! Contact by corners, contact where a friend already fights, and figures who touch two enemies (chapter 07.04).

use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::Event;

use crate::table::*;

/// The figures that fight in each melee: of the unit with the lower number, and of the other.
fn fought(events: &[std::sync::Arc<Event>]) -> Vec<[i64; 2]> {
    let of = |melee: &&Event| [0, 1].map(|side| melee.about["figures"][side].as_i64().unwrap());
    happened(events, "melee").iter().map(of).collect()
}

/// A line of 12 files with its front at y = 60, and a column of 6 files before it that touches it there with its left or right corner only.
fn by_a_corner(x: f64, left: bool, names: [&str; 2]) -> Table {
    // The column is 26 degrees askew; half its front is 2.4 cm.
    let (sin, cos) = 26.0_f64.to_radians().sin_cos();
    let (aside, facing) = if left { (-2.4 * cos, 206.0) } else { (2.4 * cos, 154.0) };
    let [line, column] = names;
    let line = format!("{line} line of 24 facing 0 at 60,60");
    let column =
        format!("{column} attack_column of 18 facing {facing} at {:.5},{:.5}", x + aside, 60.0 + 2.4 * sin);
    table(&[&line, &column], &[1, 2, 1, 2])
}

/// §07.04.1 §07.04.4 a corner that touches the enemy's front is base contact: the file at that corner fights, with the one beside it; and
/// so do those of the line whom it touches, with one more on each side, if the line goes on there.
#[test]
fn a_corner_is_contact() {
    for left in [true, false] {
        for (x, of_line) in [(60.4, 6), (60.39, 6), (60.41, 6), (60.8, 8), (60.79, 8), (60.81, 8), (56.0, 6)]
        {
            assert_eq!(
                fought(&by_a_corner(x, left, ["b1", "r1"]).turn()),
                [[of_line, 4]],
                "{x} {left}: the left corner or the right"
            );
            assert_eq!(fought(&by_a_corner(x, left, ["r1", "b1"]).turn()), [[4, of_line]], "{x} {left}");
        }
    }
}

/// §07.04.1 lines that pass each other and touch only corner to corner, or side to side, face nobody: there is no melee.
#[test]
fn corner_to_corner_is_none() {
    for second in ["r1 line of 20 facing south at 68,60", "r1 line of 20 facing south at 68,58"] {
        let events = table(&["b1 line of 20 at 60,60", second], &[]).turn();
        assert!(happened(&events, "melee").is_empty(), "{second}");
    }
}

/// §07.04.4 an attack that slides along the side of a column: the files of the attacker who reach it fight, and so do the men of the column
/// whom they touch, although they are not in its front rank.
#[test]
fn the_end_of_a_rank_fights() {
    let units = ["b1 line of 24 facing 8 at 66.365,62.42", "r1 attack_column of 20 facing 194 at 60,70"];
    let mut table = table(&units, &[4, 4, 1, 2, 1, 2]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", attack());
    let events = table.turn();
    assert_eq!(happened(&events, "shock")[0].about["aspect"], "front");
    assert_eq!(happened(&events, "contact").len(), 1);
    // Three files of b1 reach the column with the march that is left, and one more beside them.
    assert_eq!(fought(&table.turn()), [[8, 4]]);
}

/// §07.02.4 an attack that could reach the enemy only on the ground of a friend who already fights there stops before the friend: it is
/// not in contact, and nobody is pushed out of his melee (ruling 85).
#[test]
fn no_contact_on_a_friends_ground() {
    for names in [["r1", "r2"], ["r2", "r1"]] {
        let [fights, comes] = names;
        let first = format!("{fights} line of 12 facing south at 57,60");
        let second = format!("{comes} line of 20 facing 205 at 61,67");
        let mut table = table(&["b1 line of 24 at 60,60", &first, &second], &[1, 2, 1, 2, 3, 4]);
        table.order(comes, attack());
        let events = table.turn();
        assert_eq!(happened(&events, "shock").len(), 1);
        assert_eq!(table.unit("b1").order, Order::LightDisorder, "the shock has done its work");
        assert!(happened(&events, "contact").is_empty());
        let halts = happened(&events, "halts_at_friend");
        assert_eq!(halts.len(), 1);
        assert_eq!((halts[0].rule, &halts[0].about["unit"]), ("07.02.4", &comes.into()));
        assert_eq!(halts[0].about["other"], fights);
        assert!(table.unit(comes).melee.is_empty() && table.unit(comes).grips.is_empty());
        assert_eq!((table.unit(fights).melee.len(), table.unit("b1").melee.len()), (1, 1));
        assert!(near(table.at(fights)[0], 57.0) && near(table.at(fights)[1], 60.0));
        let apart = table
            .battle()
            .cm_between(table.battle().unit(fights).unwrap(), table.battle().unit(comes).unwrap());
        assert!(apart < 0.1, "it stands right before its friend: {apart}");
        assert_eq!(fought(&table.turn()).len(), 1);
    }
}

/// §07.02.4 if two reach the enemy at one moment on the same ground, the place decides who fights, never the name (ruling 85).
#[test]
fn the_place_decides_who_fights() {
    for [left, right] in [["b1", "b2"], ["b2", "b1"]] {
        let units = [
            format!("{left} line of 20 facing 6 at 56,62"),
            format!("{right} line of 20 facing 354 at 64,62"),
            "r1 line of 20 facing south at 56,70".to_string(),
            "r2 line of 20 facing south at 64,70".to_string(),
        ];
        let mut table = table(&units.each_ref().map(String::as_str), &[4, 4, 4, 4, 1, 2, 1, 2]);
        table.answers = vec![("surprised_fire", "hold")];
        table.order("b1", attack()).order("b2", attack());
        let events = table.turn();
        assert_eq!(happened(&events, "shock").len(), 2);
        let told = |what| {
            happened(&events, what).iter().map(|event| event.about["unit"].clone()).collect::<Vec<_>>()
        };
        assert_eq!((told("contact"), told("halts_at_friend")), (vec![left.into()], vec![right.into()]));
        assert_eq!((table.unit(left).melee.len(), table.unit(right).melee.len()), (1, 0));
    }
}

/// §07.04.4 a figure counts in every melee in which it touches the enemy, or touches one who does: between two enemies side by side, the
/// files at the joint fight both.
#[test]
fn files_at_a_joint_fight_both() {
    let units = ["b1 line of 10 at 58,60", "b2 line of 10 at 62,60", "r1 line of 20 facing south at 60,60"];
    let events = table(&units, &[1, 2, 1, 2, 1, 2, 1, 2]).turn();
    assert_eq!(fought(&events), [[10, 12], [10, 12]]);
}

/// §07.01.5 of two frontal attacks in one turn the second stops at 2 cm, but it may be the first of the next turn.
#[test]
fn the_second_may_be_the_next_first() {
    let units =
        ["b1 line of 10 at 58,62", "b2 line of 10 at 62.1,58.5", "r1 line of 20 facing south at 60,70"];
    let mut table = table(&units, &[3, 3, 3, 3, 3, 3, 3, 3]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", attack()).order("b2", attack());
    let first = table.turn();
    assert_eq!(happened(&first, "shock")[0].about["unit"], "b1");
    assert_eq!(happened(&first, "stops_at_2_cm")[0].rule, "07.01.5");
    table.order("b2", attack());
    let second = table.turn();
    assert_eq!(happened(&second, "shock")[0].about["unit"], "b2");
    assert!(happened(&second, "stops_at_2_cm").is_empty());
}
