//! The line of fire stays in the arc of fire (§09.01.5, §10.03.2).

use crate::table::*;

/// §09.01.5 §09.03.2 the line of fire may not leave the arc: of a long line that stands across the right of its front a firing unit measures to the
/// nearest place within 30 degrees, 12 cm away, and not to the one beside its wing, 6 cm away. A hair nearer it is zone I; turned the other
/// way round it is the same.
#[test]
fn the_line_of_fire_stays_in_the_arc() {
    for (aside, cm, zone_two) in
        [(6.0, 12.0, true), (5.001, 10.0, true), (4.999, 10.0, false), (3.0, 6.0, false)]
    {
        for left in [false, true] {
            let (x, looks) = if left { (100.0 - aside, "east") } else { (100.0 + aside, "west") };
            let mut table = table(
                &["b1 line of 10 at 100,100", &format!("r1 line of 30 facing {looks} at {x},106")],
                &[3, 3, 4],
            );
            table.order("b1", fire_at("r1"));
            let events = table.turn();
            let fire = happened(&events, "fires")[0];
            assert!((fire.about["cm"].as_f64().unwrap() - cm).abs() < 0.06, "{}", fire.about);
            assert_eq!(counted(fire, "small_arms_zone_2"), zone_two, "{aside} {left}");
        }
    }
}

/// §09.03.4 §09.01.5 it strikes the face that lies in the arc: of a column that looks past the firing unit's wing its front, though its flank
/// is nearer.
#[test]
fn the_face_in_the_arc_is_struck() {
    // Of its left flank, at y = 103.75, nothing lies within 30 degrees; of its front the upper part does.
    let units = ["b1 line of 10 at 100,100", "r1 attack_column of 20 facing west at 104,107.5 front=5"];
    let mut table = table(&units, &[3, 3, 4]);
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    let fire = happened(&events, "fires")[0];
    assert!(!counted(fire, "target_flank"));
    assert!((fire.about["cm"].as_f64().unwrap() - 8.0).abs() < 0.06, "{}", fire.about);
}

/// §10.03.2 §01.03.4 guns reach 45 degrees from the ends of their front: of a line across their right only what lies within counts, 28 cm away in zone II,
/// and not what is nearer and out of it.
#[test]
fn guns_measure_within_their_arc() {
    let units = ["b1 battery of 8 line at 100,50", "r1 line of 30 facing west at 125,70"];
    let mut table = table(&units, &[3, 3, 4]);
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    let fire = happened(&events, "fires_guns")[0];
    assert!((fire.about["cm"].as_f64().unwrap() - 28.3).abs() < 0.06, "{}", fire.about);
    assert_eq!(outcome(fire)["loss_points"]["zone"], -2);
}
