//! Marching: tracks, and the moments when things happen.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;

fn open() -> Ground {
    ground(Vec::new())
}

fn marched(from: &Placed, legs: &[Leg], rate: f64) -> Track {
    march(from, legs, &RateTable::everywhere(rate), &open(), 0.0).unwrap()
}

#[test]
fn straight_back_and_sideways() {
    let from = line(20, 500.0, 500.0, 0.0);
    let legs = [Leg::Ahead(100.0), Leg::Sideways(Side::Right, 50.0), Leg::Back(30.0)];
    let track = marched(&from, &legs, 200.0);
    assert_eq!(track.at(0.25).pose().at, point(500.0, 550.0));
    assert_eq!(track.at(0.5).pose().at, point(500.0, 600.0));
    assert_eq!(track.at(0.75).pose().at, point(550.0, 600.0));
    assert_eq!(track.at(1.0).pose().at, point(550.0, 570.0));
    assert!((track.done().unwrap() - 0.9).abs() < 1e-12);
}

#[test]
fn a_wheel_about_a_wing_keeps_that_wing_where_it_is() {
    let from = line(20, 500.0, 500.0, 0.0);
    let about = [Leg::Wheel { about: Pivot::RightWing, by: Degrees(90.0) }];
    // The outer wing walks a quarter circle of 150 m: 235.6 m.
    let track = marched(&from, &about, 235.61944901923448);
    for moment in [0.1, 0.5, 0.9, 1.0] {
        assert!(track.at(moment).wings().1.distance(point(575.0, 500.0)) < 1e-9);
    }
    assert!((track.at(0.5).pose().facing.as_degrees() - 45.0).abs() < 1e-9);
    let there = track.halted_at(1.0);
    assert_eq!(there.pose(), at(575.0, 575.0, 90.0));
    // By the left wing to the left, and about the middle.
    let left = marched(&from, &[Leg::Wheel { about: Pivot::LeftWing, by: Degrees(-90.0) }], 1000.0);
    assert_eq!(left.halted_at(1.0).pose(), at(425.0, 575.0, 270.0));
    let middle = marched(&from, &[Leg::Wheel { about: Pivot::Middle, by: Degrees(-90.0) }], 1000.0);
    assert_eq!(middle.halted_at(1.0).pose(), at(500.0, 500.0, 270.0));
}

#[test]
fn turns_and_changes_take_their_time_and_are_done_at_its_end() {
    let from = line(20, 500.0, 500.0, 0.0);
    let mut rates = RateTable::everywhere(100.0);
    rates.act = 0.25;
    let column = Body::column(base(), 20, 4).unwrap();
    let legs = [Leg::Form(column.clone()), Leg::Turn(Turn::Right), Leg::Halt(0.25), Leg::Ahead(100.0)];
    let track = march(&from, &legs, &rates, &open(), 0.0).unwrap();
    assert_eq!(track.at(0.2).body(), from.body());
    assert_eq!(track.at(0.25).body(), &column);
    assert_eq!(track.at(0.25).pose(), from.pose(), "about the middle of the front");
    assert_eq!(track.at(0.5).pose().facing, Bearing::EAST);
    assert_eq!(track.at(0.75).pose(), track.at(0.5).pose());
    assert_eq!(track.at(1.0).pose().at, track.at(0.75).pose().at + point(25.0, 0.0));
    assert_eq!(track.done(), None, "the turn was too short");
}

#[test]
fn guns_unlimber_where_they_stand() {
    let gun = BaseSize::new(20.0, 25.0).unwrap();
    let mut battery = Battery {
        guns: 3,
        gun,
        limber: Some(gun),
        team: None,
        gap: 10.0,
        array: Array::Column,
        state: GunState::Limbered,
    };
    let limbered = Body::battery(battery).unwrap().at(at(500.0, 500.0, 0.0)).unwrap();
    battery.array = Array::Line;
    battery.state = GunState::Unlimbered { limber_behind: 20.0 };
    let in_position = Body::battery(battery).unwrap();
    let mut rates = RateTable::everywhere(100.0);
    rates.act = 0.5;
    let legs = [Leg::Ahead(25.0), Leg::Unlimber(in_position.clone())];
    let track = march(&limbered, &legs, &rates, &open(), 0.0).unwrap();
    assert_eq!(track.at(0.7).body(), limbered.body());
    assert_eq!(track.at(0.8).body(), &in_position);
    assert_eq!(track.at(0.8).pose().at, point(500.0, 525.0));
}

#[test]
fn a_column_bends_round_the_corner_it_has_walked() {
    let column =
        Body::march_column(base(), 16, 2, Trail::straight()).unwrap().at(at(500.0, 500.0, 0.0)).unwrap();
    let legs = [Leg::Pivot(Degrees(90.0)), Leg::Ahead(60.0), Leg::Pivot(Degrees(-90.0)), Leg::Ahead(300.0)];
    let track = marched(&column, &legs, 360.0);
    let bent = track.at(1.0 / 6.0);
    assert!(bent.pose().at.distance(point(560.0, 500.0)) < 1e-9);
    let rows: Vec<Point> = bent.bases().filter(|b| b.file == 0).map(|b| b.slab.centre()).collect();
    assert!(rows[0].distance(point(552.5, 507.5)) < 1e-9, "{rows:?}");
    assert!(rows[7].distance(point(492.5, 447.5)) < 1e-9, "{rows:?}");
    // 300 m later the whole column has passed both corners and is straight again.
    let straight = track.at(1.0);
    assert_eq!(straight.parts().len(), 1);
    assert!(straight.bases().all(|b| (b.slab.centre().x - 560.0).abs() < 8.0));
    assert!(straight.pose().at.distance(point(560.0, 800.0)) < 1e-9);
}

#[test]
fn the_rows_of_a_column_move_without_jumps() {
    let column =
        Body::march_column(base(), 15, 2, Trail::straight()).unwrap().at(at(500.0, 500.0, 20.0)).unwrap();
    let legs = [
        Leg::Ahead(40.0),
        Leg::Pivot(Degrees(70.0)),
        Leg::Ahead(100.0),
        Leg::Pivot(Degrees(-110.0)),
        Leg::Ahead(90.0),
    ];
    let track = marched(&column, &legs, 230.0);
    // Each piece of the track, carried to its end, is where the next begins.
    for step in 0..4000 {
        let moment = step as f64 / 4000.0;
        let (now, soon) = (track.at(moment), track.at(moment + 1.0 / 4000.0));
        for (a, b) in now.bases().zip(soon.bases()).filter(|(a, _)| a.file == 0 && a.rank < 7) {
            let moved = a.slab.centre().distance(b.slab.centre());
            // A row turning a corner swings its left-hand man across; otherwise a step is a step.
            assert!(
                moved < 230.0 / 4000.0 + 1e-6
                    || moved < 16.0 && a.slab.ahead().distance(b.slab.ahead()) > 0.1
            );
        }
    }
}

#[test]
fn the_rate_changes_with_the_ground_under_the_leading_edge() {
    let ground = ground(vec![area(AreaKind::Marsh, rectangle(0.0, 600.0, 2000.0, 640.0))]);
    let rates = RateTable::everywhere(200.0).with(Surface::Area(AreaKind::Marsh), 100.0);
    let from = line(20, 500.0, 500.0, 0.0);
    let track = march(&from, &[Leg::Ahead(1000.0)], &rates, &ground, 0.0).unwrap();
    // 100 m at 200, 40 m at 100, the rest at 200.
    assert!(track.at(0.5).pose().at.distance(point(500.0, 600.0)) < 1e-9);
    assert!(track.at(0.9).pose().at.distance(point(500.0, 640.0)) < 1e-9);
    assert!(track.at(1.0).pose().at.distance(point(500.0, 660.0)) < 1e-9);
    let field = table(2000.0, 2000.0);
    let marcher = [Marcher { name: 1, track: &track }];
    let first = next_events(&marcher, &field, 0.0, 0.0, |_, _| Watch::default());
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].what, Happening::GroundChanges(1));
    assert!((first[0].at - 0.5).abs() < 1e-8);
    let second = next_events(&marcher, &field, first[0].at, 0.0, |_, _| Watch::default());
    assert!((second[0].at - 0.9).abs() < 1e-8);
    assert!(next_events(&marcher, &field, second[0].at, 0.0, |_, _| Watch::default()).is_empty());
}

#[test]
fn a_column_keeps_the_road_rate_through_a_wood() {
    let ground = ground(vec![
        area(AreaKind::Wood, rectangle(0.0, 600.0, 2000.0, 1000.0)),
        along(LineKind::Road, 30.0, &[(500.0, 0.0), (500.0, 2000.0)]),
    ]);
    let rates = RateTable::everywhere(200.0)
        .with(Surface::Area(AreaKind::Wood), 50.0)
        .with(Surface::Line(LineKind::Road), 300.0);
    let column =
        Body::march_column(base(), 16, 2, Trail::straight()).unwrap().at(at(500.0, 500.0, 0.0)).unwrap();
    let track = march(&column, &[Leg::Ahead(300.0)], &rates, &ground, 0.0).unwrap();
    assert!(track.at(1.0).pose().at.distance(point(500.0, 800.0)) < 1e-9);
    let wide = line(20, 500.0, 500.0, 0.0);
    let track = march(&wide, &[Leg::Ahead(300.0)], &rates, &ground, 0.0).unwrap();
    assert!(track.at(1.0).pose().at.distance(point(500.0, 625.0)) < 1e-9);
}

/// Walls slow all that is astride of them.
struct Astride;

impl Rates for Astride {
    fn pace(&self, _: &Body, _: Manner, going: &Going<'_>) -> f64 {
        if going.under_edge().any(|(_, feature)| feature.kind == Kind::Line(LineKind::Wall)) {
            50.0
        } else {
            200.0
        }
    }

    fn astride(&self, _: Manner, feature: &Feature, _: &Ground, place: Point) -> Option<f64> {
        (feature.kind == Kind::Line(LineKind::Wall) && place.x < 1000.0).then_some(50.0)
    }

    fn time(&self, _: &Body, _: Act) -> f64 {
        0.0
    }
}

#[test]
fn what_a_body_is_astride_of_slows_it_until_it_is_clear() {
    let wall = || ground(vec![along(LineKind::Wall, 2.0, &[(0.0, 521.0), (2000.0, 521.0)])]);
    // Two ranks of 15 m: 20 m to the wall, then 2 and 30 m astride of it, then free.
    let free = 0.1 + 32.0 / 50.0;
    let track = march(&line(20, 500.0, 500.0, 0.0), &[Leg::Ahead(1.0e6)], &Astride, &wall(), 0.0).unwrap();
    assert!(track.at(free).pose().at.distance(point(500.0, 552.0)) < 1e-9);
    assert!(track.at(1.0).pose().at.distance(point(500.0, 552.0 + (1.0 - free) * 200.0)) < 1e-9);
    // One that begins astride of it, forward or back.
    let track = march(&line(20, 500.0, 540.0, 0.0), &[Leg::Ahead(1.0e6)], &Astride, &wall(), 0.0).unwrap();
    assert!(track.at(12.0 / 50.0).pose().at.distance(point(500.0, 552.0)) < 1e-9);
    // Where the rates see a gate nothing lingers.
    let track = march(&line(20, 1500.0, 500.0, 0.0), &[Leg::Ahead(1.0e6)], &Astride, &wall(), 0.0).unwrap();
    assert!(track.at(0.1 + 2.0 / 50.0).pose().at.distance(point(1500.0, 522.0)) < 1e-9);
    assert!((track.at(1.0).pose().at.y - (522.0 + (1.0 - 0.14) * 200.0)).abs() < 1e-9);
}

#[test]
fn a_bent_column_is_astride_of_what_its_tail_has_not_passed() {
    let ground = ground(vec![along(LineKind::Wall, 2.0, &[(0.0, 471.0), (520.0, 471.0)])]);
    // Eight rows of 15 m: the head has turned the corner at 500,500 to the east and gone 60 m, the tail is at 440.
    let trail = Trail::through(&[point(0.0, -60.0), point(60.0, -60.0)]);
    let column = Body::march_column(base(), 16, 2, trail).unwrap().at(at(560.0, 500.0, 90.0)).unwrap();
    let track = march(&column, &[Leg::Ahead(1.0e6)], &Astride, &ground, 0.0).unwrap();
    // 30 m of the column and the 2 m of the wall are still to pass.
    let clear = 32.0 / 50.0;
    assert!(track.at(clear).pose().at.distance(point(592.0, 500.0)) < 1e-6, "{:?}", track.at(clear).pose());
    assert!((track.at(1.0).pose().at.x - (592.0 + (1.0 - clear) * 200.0)).abs() < 1e-6);
}

#[test]
fn ground_that_cannot_be_entered_stops_the_march_at_its_edge() {
    let ground = ground(vec![area(AreaKind::Water, rectangle(560.0, 600.0, 700.0, 700.0))]);
    let rates = RateTable::everywhere(200.0).with(Surface::Area(AreaKind::Water), 0.0);
    let from = line(20, 500.0, 500.0, 0.0);
    let track = march(&from, &[Leg::Ahead(200.0), Leg::Ahead(9.0)], &rates, &ground, 0.0).unwrap();
    let stop = track.stop().unwrap();
    assert_eq!((stop.at, stop.leg, stop.before.as_slice()), (0.5, 0, &[FeatureId(0)][..]));
    assert_eq!(track.at(1.0).pose().at, point(500.0, 600.0));
    assert_eq!(track.done(), None);
}

/// The share of a wheel on bad ground, found by angles, is that found by trying every tenth of a degree.
#[test]
fn a_wheel_over_bad_ground_agrees_with_small_steps() {
    let mut numbers = Numbers(31);
    for _ in 0..40 {
        let star: Vec<(f64, f64)> = (0..7)
            .map(|i| {
                let (sin, cos) = Degrees(i as f64 * 51.4).sin_cos();
                let reach = numbers.within(20.0, 120.0);
                (1000.0 + reach * cos, 1000.0 + reach * sin)
            })
            .collect();
        let ground = ground(vec![area(AreaKind::Rough, ring(&star))]);
        let from = line(
            20,
            numbers.within(850.0, 1150.0),
            numbers.within(850.0, 1150.0),
            numbers.within(0.0, 360.0),
        );
        let by = Degrees(numbers.within(-180.0, 180.0));
        let about = [Pivot::LeftWing, Pivot::RightWing, Pivot::Middle][numbers.below(3) as usize];
        let rates = RateTable::everywhere(400.0).with(Surface::Area(AreaKind::Rough), 100.0);
        let radius = if about == Pivot::Middle { 75.0 } else { 150.0 };
        let track = march(&from, &[Leg::Wheel { about, by }], &rates, &ground, 0.0).unwrap();
        // The same by small steps of angle.
        let even = march(
            &from,
            &[Leg::Wheel { about, by }],
            &RateTable::everywhere(radius * by.0.abs().to_radians()),
            &open(),
            0.0,
        )
        .unwrap();
        let (_, rough) = ground.features().next().unwrap();
        let mut time = 0.0;
        let steps = 3000;
        for step in 0..steps {
            let placed = even.at((step as f64 + 0.5) / steps as f64);
            let (left, right) = placed.wings();
            let touches = (0..=100).any(|i| rough.holds(left.toward(right, i as f64 / 100.0)));
            let metres = radius * by.0.abs().to_radians() / steps as f64;
            time += metres / if touches { 100.0 } else { 400.0 };
        }
        let done = track.pieces().iter().find(|p| p.leg == 1).map_or(1.0, |p| p.from);
        assert!((done - time.min(1.0)).abs() < 0.02, "{about:?} {by}: {done} but {time} by steps");
    }
}

#[test]
fn marches_that_cannot_be_are_refused_in_words() {
    let from = line(20, 500.0, 500.0, 0.0);
    let (ground, rates) = (open(), RateTable::everywhere(100.0));
    let column =
        Body::march_column(base(), 16, 2, Trail::straight()).unwrap().at(at(500.0, 500.0, 0.0)).unwrap();
    let refused =
        |from: &Placed, leg: Leg, rates: &RateTable| march(from, &[leg], rates, &ground, 0.0).unwrap_err();
    assert!(matches!(refused(&from, Leg::Ahead(f64::NAN), &rates), MarchError::BadLength { leg: 1, .. }));
    assert!(matches!(refused(&from, Leg::Ahead(-3.0), &rates), MarchError::BadLength { .. }));
    assert!(matches!(
        refused(&from, Leg::Wheel { about: Pivot::Middle, by: Degrees(999.0) }, &rates),
        MarchError::BadLength { .. }
    ));
    assert!(matches!(
        refused(&from, Leg::Ahead(5.0), &RateTable::everywhere(f64::NAN)),
        MarchError::BadRate { .. }
    ));
    let mut slow = rates.clone();
    slow.act = -1.0;
    assert!(matches!(refused(&from, Leg::Turn(Turn::Left), &slow), MarchError::BadTime { .. }));
    assert!(refused(&from, Leg::Pivot(Degrees(5.0)), &rates).to_string().contains("only a march column"));
    assert!(matches!(refused(&column, Leg::Back(5.0), &rates), MarchError::CannotDo { .. }));
    let walls = [point(490.0, 490.0), point(510.0, 490.0), point(510.0, 500.0), point(490.0, 500.0)];
    let pose = at(500.0, 500.0, 0.0);
    let garrison = Body::garrison(&walls, 6, pose).unwrap().at(pose).unwrap();
    assert!(refused(&garrison, Leg::Ahead(5.0), &rates).to_string().contains("forms up outside"));
    assert!(matches!(
        refused(&column, Leg::Wheel { about: Pivot::Middle, by: Degrees(5.0) }, &rates),
        MarchError::CannotDo { .. }
    ));
}

#[test]
fn leaving_the_table_is_told_once() {
    let field = table(2000.0, 2000.0);
    let track = marched(&line(20, 1000.0, 1900.0, 0.0), &[Leg::Ahead(200.0)], 200.0);
    let marcher = [Marcher { name: 4, track: &track }];
    let told = next_events(&marcher, &field, 0.0, 0.0, |_, _| Watch::default());
    assert_eq!(told[0].what, Happening::LeavesTable(4));
    assert!((told[0].at - 0.5).abs() < 1e-8);
    assert!(next_events(&marcher, &field, told[0].at, 0.0, |_, _| Watch::default()).is_empty());
    // Already on the edge and moving out: at once.
    let track = marched(&line(20, 1000.0, 2000.0, 0.0), &[Leg::Ahead(200.0)], 200.0);
    let told = next_events(&[Marcher { name: 4, track: &track }], &field, 0.0, 0.0, |_, _| Watch::default());
    assert!(told[0].what == Happening::LeavesTable(4) && told[0].at < 1e-8);
}

#[test]
fn a_wheeling_wing_leaves_the_table_when_sampling_says_so() {
    let field = table(2000.0, 2000.0);
    let mut numbers = Numbers(77);
    let mut left = 0;
    for _ in 0..300 {
        let from = line(
            20,
            numbers.within(100.0, 1900.0),
            numbers.within(1800.0, 1990.0),
            numbers.within(0.0, 360.0),
        );
        if !field.holds(&from) {
            continue;
        }
        let by = Degrees(numbers.within(-200.0, 200.0));
        let about = [Pivot::LeftWing, Pivot::RightWing, Pivot::Middle][numbers.below(3) as usize];
        let track = marched(&from, &[Leg::Wheel { about, by }], 400.0);
        let told =
            next_events(&[Marcher { name: 0, track: &track }], &field, 0.0, 0.0, |_, _| Watch::default());
        let told = told.iter().find(|e| e.what == Happening::LeavesTable(0)).map(|e| e.at);
        let sampled = (0..=5000).map(|i| i as f64 / 5000.0).find(|&t| !field.holds(&track.at(t)));
        let legs_end = told.is_none() && sampled.is_some_and(|s| track.done().is_some_and(|d| d <= s));
        match (told, sampled) {
            (Some(told), Some(sampled)) => {
                assert!((told - sampled).abs() <= 1.0 / 4000.0, "{told} {sampled}")
            }
            (None, None) => {}
            other => assert!(legs_end, "{other:?}"),
        }
        left += usize::from(told.is_some());
    }
    assert!(left > 30);
}

fn random_track(numbers: &mut Numbers) -> Track {
    let from = numbers.body(450.0);
    let is_column = from.body().form() == Form::MarchColumn;
    let legs: Vec<Leg> = (0..3)
        .map(|_| match numbers.below(if is_column { 3 } else { 7 }) {
            0 | 1 => Leg::Ahead(numbers.within(0.0, 300.0)),
            2 if is_column => Leg::Pivot(Degrees(numbers.within(-90.0, 90.0))),
            2 => Leg::Sideways(Side::Left, numbers.within(0.0, 100.0)),
            3 => Leg::Back(numbers.within(0.0, 100.0)),
            4 => Leg::Wheel { about: Pivot::LeftWing, by: Degrees(numbers.within(-120.0, 120.0)) },
            5 => Leg::Wheel { about: Pivot::RightWing, by: Degrees(numbers.within(-120.0, 120.0)) },
            _ => Leg::Turn(Turn::About),
        })
        .collect();
    marched(&from, &legs, numbers.within(100.0, 600.0))
}

/// Meetings and distances reached, wheels and columns included, against a thousand samples of the turn.
#[test]
fn moments_agree_with_sampling() {
    let mut numbers = Numbers(2026);
    let field = table(1e5, 1e5);
    let mut met = 0;
    for round in 0..400 {
        let (one, other) = (random_track(&mut numbers), random_track(&mut numbers));
        let metres = if round % 2 == 0 { 0.0 } else { numbers.within(5.0, 80.0) };
        let watch = if metres == 0.0 {
            Watch { contact: true, distance: None }
        } else {
            Watch { contact: false, distance: Some(metres) }
        };
        let gap = |t: f64| distance(&one.at(t), &other.at(t)) - metres;
        if gap(0.0) <= 0.01 {
            continue;
        }
        let marchers = [Marcher { name: 0, track: &one }, Marcher { name: 1, track: &other }];
        let mut after = 0.0;
        let told = loop {
            let events = next_events(&marchers, &field, after, metres, |_, _| watch);
            let Some(first) = events.first() else { break None };
            if events.iter().any(|e| matches!(e.what, Happening::Contact(..) | Happening::Within(..))) {
                break Some(first.at);
            }
            after = first.at;
        };
        let samples = 1000;
        let sampled = (0..=samples).map(|i| i as f64 / samples as f64).find(|&t| gap(t) <= 0.0);
        match (told, sampled) {
            (Some(told), Some(sampled)) => {
                assert!(told <= sampled + 1e-6, "round {round}: told {told}, sampled {sampled}");
                assert!(
                    gap(told).abs() < 1e-3 || gap((told - 1e-6).max(0.0)) > 0.0,
                    "round {round}: gap {}",
                    gap(told)
                );
                met += 1;
            }
            // Sampling may miss a graze, but what is reported must be true.
            (Some(told), None) => assert!(gap(told) <= 1e-3, "round {round}: told {told}, gap {}", gap(told)),
            (None, Some(sampled)) => {
                panic!("round {round}: nothing told, but within at {sampled}: {}", gap(sampled))
            }
            (None, None) => {}
        }
        if let Some(told) = told {
            // Nothing is nearer before.
            for i in 0..200 {
                let t = told * i as f64 / 200.0;
                assert!(gap(t) > -1e-6, "round {round}: already within at {t}, told {told}");
            }
        }
    }
    assert!(met > 60, "only {met} met");
}

/// Straight movement in closed form: a corner against a side, or two corners against each other, computed by hand.
#[test]
fn straight_meetings_are_exact() {
    let slab = |x: f64, y: f64, facing: f64, width: f64, depth: f64| {
        Part::Slab(Slab::new(&at(x, y, facing).frame(), Point::ORIGIN, width / 2.0, depth / 2.0))
    };
    let still = |part: Part| Moving { part, motion: Motion::Still };
    let moving = |part: Part, x: f64, y: f64| Moving { part, motion: Motion::Shift(point(x, y)) };
    // Side to side: 100 m apart, closing at 400 m a turn.
    let (one, other) =
        (still(slab(0.0, 0.0, 0.0, 100.0, 20.0)), moving(slab(0.0, 120.0, 0.0, 50.0, 20.0), 0.0, -400.0));
    assert!((first_within(&one, &other, 0.0, 1.0).unwrap() - 0.25).abs() < 1e-12);
    assert!((first_within(&one, &other, 60.0, 1.0).unwrap() - 0.1).abs() < 1e-9);
    assert_eq!(first_within(&one, &other, 0.0, 0.2), None);
    assert_eq!(first_within(&one, &other, 150.0, 1.0), Some(0.0));
    // Past each other, corner to corner: 30 m to the side of a corner, so within 50 m when 40 m short of it.
    let past = moving(slab(105.0, 120.0, 0.0, 50.0, 20.0), 0.0, -400.0);
    assert!((first_within(&one, &past, 50.0, 1.0).unwrap() - 60.0 / 400.0).abs() < 1e-9);
    assert_eq!(first_within(&one, &past, 29.0, 1.0), None);
    assert_eq!(first_within(&past, &one, 29.0, 1.0), None);
    // Against the slanting wall of a building that is not a rectangle.
    let house = still(Part::Ring(vec![point(0.0, 0.0), point(100.0, 0.0), point(0.0, 100.0)]));
    let coming = moving(slab(200.0, 200.0, 0.0, 20.0, 20.0), -200.0, -200.0);
    let expected = (190.0 - 50.0) / 200.0;
    assert!((first_within(&house, &coming, 0.0, 1.0).unwrap() - expected).abs() < 1e-9);
    assert!((first_within(&coming, &house, 0.0, 1.0).unwrap() - expected).abs() < 1e-9);
}

#[test]
fn a_change_of_formation_that_runs_into_a_neighbour_is_told() {
    let field = table(2000.0, 2000.0);
    let column = Body::column(base(), 20, 4).unwrap().at(at(500.0, 500.0, 0.0)).unwrap();
    let line_body = Body::line(base(), 20, 1).unwrap();
    let mut rates = RateTable::everywhere(100.0);
    rates.act = 0.25;
    let forming = march(&column, &[Leg::Form(line_body)], &rates, &open(), 0.0).unwrap();
    let neighbour = Track::standing(&line(10, 600.0, 500.0, 0.0));
    let marchers = [Marcher { name: 'b', track: &neighbour }, Marcher { name: 'a', track: &forming }];
    let told = next_events(&marchers, &field, 0.0, 0.0, |_, _| Watch { contact: true, distance: None });
    assert_eq!(told[0].at, 0.25);
    let what: Vec<Happening<char>> = told.iter().map(|e| e.what).collect();
    assert_eq!(what, vec![Happening::Contact('a', 'b'), Happening::LegDone('a', 0)]);
    assert!(
        next_events(&marchers, &field, 0.25, 0.0, |_, _| Watch { contact: true, distance: None }).is_empty()
    );
}

#[test]
fn events_do_not_depend_on_the_order_of_the_marchers() {
    let mut numbers = Numbers(404);
    let tracks: Vec<Track> = (0..24).map(|_| random_track(&mut numbers)).collect();
    let field = table(700.0, 700.0);
    let forward: Vec<Marcher<'_, usize>> =
        tracks.iter().enumerate().map(|(name, track)| Marcher { name, track }).collect();
    let mut backward = forward.clone();
    backward.reverse();
    let watch = |_, _| Watch { contact: true, distance: Some(30.0) };
    let mut after = 0.0;
    for _ in 0..60 {
        let (one, other) = (
            next_events(&forward, &field, after, 30.0, watch),
            next_events(&backward, &field, after, 30.0, watch),
        );
        assert_eq!(one, other);
        let Some(first) = one.first() else { return };
        assert!(first.at > after, "time goes on");
        after = first.at;
    }
}
