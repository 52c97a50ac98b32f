//! The questions, one by one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;

#[test]
fn distance_runs_from_edge_to_edge() {
    let here = line(20, 0.0, 0.0, 0.0);
    assert_eq!(distance(&here, &line(20, 0.0, 100.0, 180.0)), 100.0);
    assert_eq!(distance(&here, &line(20, 0.0, -130.0, 0.0)), 100.0);
    let (from, to) = closest_places(&here, &line(20, 400.0, 40.0, 90.0));
    assert!((from.distance(to) - distance(&here, &line(20, 400.0, 40.0, 90.0))).abs() < 1e-9);
}

#[test]
fn touching_is_contact_and_standing_in_each_other_is_overlap() {
    let here = line(20, 0.0, 0.0, 0.0);
    let beside = line(20, 150.0, 0.0, 0.0);
    assert!(in_contact(&here, &beside) && !overlaps(&here, &beside));
    let apart = line(20, 150.1, 0.0, 0.0);
    assert!(!in_contact(&here, &apart));
    let inside = line(20, 140.0, 0.0, 0.0);
    assert!(overlaps(&here, &inside));
    assert!((overlap_area(&here, &inside) - 300.0).abs() < 1e-9);
}

#[test]
fn the_figures_in_contact_are_counted() {
    let here = line(20, 0.0, 0.0, 0.0);
    // Faces us, shifted so that three and a half of our files are met.
    let enemy = line(20, 97.5, 0.0, 180.0);
    let touching = figures_in_contact(&here, &enemy);
    assert_eq!(touching.len(), 4);
    assert!(touching.iter().all(|b| b.rank == 0 && b.file >= 6));
    assert!((contact_front(&here, &enemy) - 52.5).abs() < 0.1);
    assert_eq!(contact_front(&here, &line(20, 0.0, 50.0, 180.0)), 0.0);
}

#[test]
fn an_arc_may_be_measured_from_the_middle_the_wings_or_anywhere() {
    let here = line(20, 0.0, 0.0, 0.0);
    let arc = |from| Arc::new(Degrees(30.0), from);
    // 100 m ahead, an arc of 30 degrees is 57.7 m wide to each side.
    let near = point(57.0, 100.0);
    let far = point(130.0, 100.0);
    assert!(in_arc(&here, arc(ArcFrom::Middle), near));
    assert!(!in_arc(&here, arc(ArcFrom::Middle), far));
    assert!(in_arc(&here, arc(ArcFrom::RightWing), far));
    assert!(!in_arc(&here, arc(ArcFrom::LeftWing), far));
    assert!(in_arc(&here, arc(ArcFrom::EitherWing), far));
    assert!(in_arc(&here, arc(ArcFrom::Anywhere), far));
    // Close before the middle, neither wing reaches but anywhere on the front does.
    assert!(!in_arc(&here, arc(ArcFrom::EitherWing), point(0.0, 20.0)));
    assert!(in_arc(&here, arc(ArcFrom::Anywhere), point(0.0, 20.0)));
    assert!(!in_arc(&here, arc(ArcFrom::Anywhere), point(0.0, -1.0)));
    // The edge itself is in.
    assert!(in_arc(&here, Arc::new(Degrees(45.0), ArcFrom::Middle), point(10.0, 10.0)));
}

#[test]
fn wide_arcs_leave_out_only_what_is_behind() {
    let here = line(20, 0.0, 0.0, 0.0);
    for from in [ArcFrom::Middle, ArcFrom::LeftWing, ArcFrom::EitherWing, ArcFrom::Anywhere] {
        let wide = Arc::new(Degrees(135.0), from);
        assert!(in_arc(&here, wide, point(-300.0, -100.0)), "{from:?}");
        assert!(!in_arc(&here, wide, point(0.0, -500.0)), "{from:?}");
        assert!(in_arc(&here, Arc::new(Degrees(180.0), from), point(0.0, -500.0)));
    }
}

/// The share found by clipping is the share found by throwing ten thousand grains on the target.
#[test]
fn the_share_in_an_arc_agrees_with_counting() {
    let mut numbers = Numbers(3);
    for round in 0..60 {
        let (here, target) = (numbers.body(300.0), numbers.body(300.0));
        let from =
            [ArcFrom::Middle, ArcFrom::LeftWing, ArcFrom::RightWing, ArcFrom::EitherWing, ArcFrom::Anywhere]
                [round % 5];
        let arc = Arc::new(Degrees(numbers.within(5.0, 175.0)), from);
        let (mut inside, mut all) = (0.0, 0.0);
        for part in target.parts() {
            let Part::Slab(slab) = part else { continue };
            let weight = part.area() / 2500.0;
            for i in 0..50 {
                for j in 0..50 {
                    let (a, b) = ((i as f64 + 0.5) / 50.0, (j as f64 + 0.5) / 50.0);
                    let [rear_left, rear_right, _, front_left] = *slab.corners();
                    let grain = rear_left + (rear_right - rear_left) * a + (front_left - rear_left) * b;
                    all += weight;
                    inside += if in_arc(&here, arc, grain) { weight } else { 0.0 };
                }
            }
        }
        let share = share_in_arc(&here, arc, &target).as_number();
        assert!(
            (share - inside / all).abs() < 0.02,
            "{from:?} {arc:?}: {share} but counted {}",
            inside / all
        );
    }
}

#[test]
fn figures_half_in_the_arc_are_in_it() {
    let here = line(20, 0.0, 0.0, 0.0);
    let target = line(20, 0.0, 100.0, 180.0);
    let arc = Arc::new(Degrees(30.0), ArcFrom::Middle);
    // 57.7 m to each side at the nearer rank: just over three and three quarters of its bases, so four; more behind.
    let near = figures_in_arc(&here, arc, &target).into_iter().filter(|b| b.rank == 0).count();
    assert_eq!(near, 8);
}

#[test]
fn a_line_strikes_a_face_at_an_angle() {
    let body = line(20, 0.0, 0.0, 0.0);
    let from_front = strike(Line::between(point(0.0, 100.0), point(0.0, -100.0)), &body).unwrap();
    assert_eq!((from_front.face, from_front.metres), (Face::Front, 100.0));
    assert!((from_front.angle.0 - 90.0).abs() < 1e-9);
    let from_right = strike(Line::between(point(175.0, 85.0), point(25.0, -65.0)), &body);
    assert_eq!(from_right.unwrap().face, Face::RightFlank);
    assert!((from_right.unwrap().angle.0 - 45.0).abs() < 1e-9);
    let from_rear = strike(Line::between(point(10.0, -100.0), point(0.0, 0.0)), &body).unwrap();
    assert_eq!(from_rear.face, Face::Rear);
    assert_eq!(strike(Line::between(point(200.0, 100.0), point(200.0, -100.0)), &body), None);
    assert_eq!(strike(Line::between(point(0.0, -5.0), point(0.0, -100.0)), &body), None);
}

#[test]
fn distance_along_a_line_differs_from_the_shortest() {
    let (here, there) = (line(20, 0.0, 0.0, 0.0), line(20, 0.0, 100.0, 180.0));
    let line = Line::between(point(-60.0, -15.0), point(60.0, 105.0));
    assert_eq!(distance_along(line, &here), Some(0.0));
    let gap = gap_along(line, &here, &there).unwrap();
    assert!((gap - 100.0 * 2f64.sqrt()).abs() < 1e-9, "{gap}");
}

#[test]
fn wholly_or_half_behind_a_prolonged_front() {
    let here = line(20, 0.0, 0.0, 0.0);
    assert!(behind_front(&here, &line(20, 300.0, 0.0, 0.0)).is_all());
    assert!(behind_front(&here, &line(20, 300.0, 15.0, 0.0)).is_half());
    assert!(!behind_front(&here, &line(20, 300.0, 16.0, 0.0)).is_half());
    assert!(behind_front(&here, &line(20, 300.0, 30.0, 0.0)).is_none());
    assert_eq!(figures_behind_front(&here, &line(20, 300.0, 15.0, 0.0)).len(), 10);
}

#[test]
fn the_zone_before_a_front_and_who_is_in_it() {
    let here = line(20, 0.0, 0.0, 90.0);
    let zone = zone_before(&here, 50.0);
    assert!(zone.corners().contains(&point(50.0, 75.0)));
    assert!(in_zone(&zone, &line(10, 40.0, 0.0, 90.0)).is_all());
    assert!(in_zone(&zone, &line(10, 95.0, 0.0, 90.0)).is_none());
    assert!((in_zone(&zone, &line(10, 65.0, 0.0, 90.0)).as_number() - 0.5).abs() < 1e-9);
}

#[test]
fn who_stands_between_is_told_nearest_first() {
    let (a, b, c) = (line(4, 0.0, 100.0, 0.0), line(4, 10.0, 200.0, 0.0), line(4, 200.0, 150.0, 0.0));
    let sight = Line::between(point(0.0, 0.0), point(0.0, 300.0));
    let between = standing_between(sight, 0.0, [(3, &a), (2, &b), (1, &c)]);
    assert_eq!(between.iter().map(|b| b.0).collect::<Vec<_>>(), vec![3, 2]);
    assert_eq!(between[0].1, 70.0);
    let lane = standing_between(sight, 60.0, [(3, &a), (2, &b), (1, &c)]);
    assert!((lane[0].2.as_number() - 0.5).abs() < 1e-9);
    assert!((lane[1].2.as_number() - 0.5).abs() < 1e-9);
}

#[test]
fn ties_go_to_the_least_name_whatever_the_order() {
    let here = line(20, 0.0, 0.0, 0.0);
    let (north, south) = (line(20, 0.0, 100.0, 180.0), line(20, 0.0, -130.0, 0.0));
    assert_eq!(nearest(&here, [("b", &north), ("a", &south)]), Some(("a", 100.0)));
    assert_eq!(nearest(&here, [("a", &south), ("b", &north)]), Some(("a", 100.0)));
    assert_eq!(nearest::<&str>(&here, []), None);
}

#[test]
fn room_is_refused_by_name() {
    let table = table(400.0, 400.0);
    let here = line(20, 200.0, 200.0, 0.0);
    let near = line(20, 200.0, 180.0, 0.0);
    let beside = line(4, 200.0, 170.0, 0.0);
    assert_eq!(room_for(&here, &table, [(1, &beside)]), Ok(()));
    assert_eq!(room_for(&here, &table, [(2, &near), (1, &near)]), Err(NoRoom::Others(vec![1, 2])));
    assert_eq!(room_for::<u8>(&line(20, 60.0, 200.0, 0.0), &table, []), Err(NoRoom::OffTable));
    let huge = Body::line(base(), 60, 1).unwrap().at(at(200.0, 200.0, 0.0)).unwrap();
    assert!(matches!(room_for::<u8>(&huge, &table, []), Err(NoRoom::LargerThanTable { .. })));
    assert!(Table::new(f64::NAN, 3.0).is_err());
}

#[test]
fn pairs_within_reach_are_those_that_measuring_finds() {
    let mut numbers = Numbers(11);
    let bodies: Vec<Placed> = (0..120).map(|_| numbers.body(1500.0)).collect();
    let found = pairs_within(&bodies, 200.0);
    let mut expected = Vec::new();
    for one in 0..bodies.len() {
        for other in one + 1..bodies.len() {
            let metres = distance(&bodies[one], &bodies[other]);
            if metres <= 200.0 {
                expected.push(Neighbours { one, other, metres });
            }
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}
