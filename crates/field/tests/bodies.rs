//! What bodies are made of.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;

#[test]
fn a_line_has_its_anchor_in_the_middle_of_its_front() {
    let line = line(20, 100.0, 200.0, 0.0);
    assert_eq!((line.body().files(), line.body().ranks(), line.body().figures()), (10, 2, 20));
    assert_eq!(line.wings(), (point(25.0, 200.0), point(175.0, 200.0)));
    assert_eq!(line.extent().low, point(25.0, 170.0));
    assert_eq!(line.bases().count(), 20);
    assert_eq!(line.area(), 150.0 * 30.0);
}

#[test]
fn a_short_last_rank_stands_centred() {
    let body = Body::line(base(), 7, 2).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    let rear: Vec<f64> = body.bases().filter(|b| b.rank == 1).map(|b| b.slab.centre().x).collect();
    assert_eq!(rear, vec![-15.0, 0.0, 15.0]);
    assert_eq!(body.area(), 7.0 * 225.0);
    assert_eq!(body.outline().outer.len(), 8);
}

#[test]
fn a_chain_on_the_flanks_of_a_body_leaves_it_room() {
    let chain = Body::chain_on_flanks(base(), 5, 40.0, 100.0).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    let places: Vec<f64> = chain.bases().map(|base| base.slab.centre().x).collect();
    // 25 m of gap and half a base from the flank, then 40 m a figure.
    assert_eq!(places, vec![-122.5, -82.5, 82.5, 122.5, 162.5]);
    assert!(chain.bases().all(|base| base.rank == 0));
    assert!(Body::chain_on_flanks(base(), 5, 10.0, 100.0).is_err());
    assert!(Body::chain_on_flanks(base(), 5, 40.0, -1.0).is_err());
}

#[test]
fn the_faces_run_clockwise_round_the_body() {
    let line = line(20, 0.0, 0.0, 90.0);
    assert_eq!(line.face(Face::Front), vec![point(0.0, 75.0), point(0.0, -75.0)]);
    assert_eq!(line.face(Face::Rear), vec![point(-30.0, -75.0), point(-30.0, 75.0)]);
    assert_eq!(line.face(Face::RightFlank), vec![point(0.0, -75.0), point(-30.0, -75.0)]);
    assert_eq!(line.face(Face::LeftFlank), vec![point(-30.0, 75.0), point(0.0, 75.0)]);
}

#[test]
fn a_square_is_hollow_and_faces_out_on_all_sides() {
    let square = Body::square(base(), 32, 2).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    // Four files and two ranks a side, laid like a pinwheel: 4 x 15 + 2 x 15 = 90 metres.
    assert_eq!(square.body().front(), 90.0);
    assert_eq!(square.body().depth(), 90.0);
    assert_eq!(square.bases().count(), 32);
    let bases: f64 = square.bases().map(|b| b.slab.width() * b.slab.depth()).sum();
    assert!((bases - square.area()).abs() < 1e-9, "the bases fill the sides");
    let hollow = square.outline().hollow.unwrap();
    assert_eq!(
        hollow,
        vec![point(-15.0, -60.0), point(15.0, -60.0), point(15.0, -30.0), point(-15.0, -30.0)]
    );
    // A courier in the middle touches nobody.
    let courier = Body::lone(base(), Role::Courier).at(at(0.0, -37.5, 0.0)).unwrap();
    assert_eq!(distance(&square, &courier), 7.5);
    for ahead in [point(0.0, 1.0), point(1.0, 0.0), point(0.0, -1.0), point(-1.0, 0.0)] {
        assert_eq!(square.bases().filter(|b| b.slab.ahead().distance(ahead) < 1e-12).count(), 8);
    }
}

#[test]
fn no_two_bases_of_any_body_overlap() {
    let mut numbers = Numbers(7);
    for _ in 0..300 {
        let body = numbers.body(500.0);
        if body.body().form() == Form::MarchColumn {
            continue; // At a bend the inner corners of two rows do run into each other, as on a table.
        }
        let bases: Vec<Base> = body.bases().collect();
        for (i, one) in bases.iter().enumerate() {
            for other in &bases[i + 1..] {
                let deep = one.slab.depth_of_overlap(&other.slab);
                assert!(deep < 1e-9, "{:?}: {deep}", body.body().form());
            }
        }
    }
}

#[test]
fn a_rectangular_square_has_the_front_asked_for() {
    let body = Body::rectangular_square(base(), 48, 2, 8).unwrap();
    assert_eq!(body.front(), 8.0 * 15.0 + 30.0);
    assert_eq!(body.depth(), 4.0 * 15.0 + 30.0);
}

#[test]
fn a_chain_keeps_its_spacing_and_a_swarm_its_distance() {
    let chain = Body::chain(base(), 5, 1, 40.0).unwrap();
    assert_eq!(chain.front(), 4.0 * 40.0 + 15.0);
    let swarm = Body::swarm(base(), 9, 40.0).unwrap();
    assert_eq!((swarm.front(), swarm.depth()), (95.0, 95.0));
    // Someone standing in a gap is measured from the nearest figure.
    let chain = chain.at(at(0.0, 0.0, 0.0)).unwrap();
    let leader = Body::lone(BaseSize::new(5.0, 15.0).unwrap(), Role::Leader).at(at(20.0, 0.0, 0.0)).unwrap();
    assert_eq!(distance(&chain, &leader), 10.0);
}

#[test]
fn a_march_column_bends_along_its_trail() {
    // Marched north for 60 m after coming from the west: the tail lies to the west.
    let trail = Trail::through(&[point(0.0, -60.0), point(-200.0, -60.0)]);
    let column = Body::march_column(base(), 16, 2, trail).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    assert_eq!(column.body().depth(), 120.0);
    let rows: Vec<Point> = column.bases().filter(|b| b.file == 0).map(|b| b.slab.centre()).collect();
    assert_eq!(rows[0], point(-7.5, -7.5));
    assert_eq!(rows[7], point(-52.5, -52.5));
    assert_eq!(column.parts().len(), 2, "two straight runs");
    assert!((column.area() - 16.0 * 225.0).abs() < 1e-9);
}

#[test]
fn a_battery_limbers_up_behind_its_teams() {
    let gun = BaseSize::new(20.0, 25.0).unwrap();
    let mut battery = Battery {
        guns: 4,
        gun,
        limber: Some(gun),
        team: Some(gun),
        gap: 10.0,
        array: Array::Line,
        state: GunState::Unlimbered { limber_behind: 15.0 },
    };
    let in_position = Body::battery(battery).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    assert_eq!(in_position.body().front(), 4.0 * 20.0 + 3.0 * 10.0);
    assert_eq!(in_position.body().depth(), 25.0 + 15.0 + 25.0 + 25.0);
    assert_eq!(in_position.bases().filter(|b| b.rank == 0 && b.role == Role::Gun).count(), 4);
    battery.state = GunState::Limbered;
    battery.array = Array::Column;
    let on_the_road = Body::battery(battery).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    assert_eq!(on_the_road.body().front(), 20.0);
    assert_eq!(on_the_road.body().depth(), 4.0 * 75.0 + 3.0 * 10.0);
    let roles: Vec<Role> = on_the_road.bases().take(3).map(|b| b.role).collect();
    assert_eq!(roles, vec![Role::Team, Role::Limber, Role::Gun]);
}

#[test]
fn a_garrison_fills_its_building_whatever_its_outline() {
    let outline =
        [(0., 0.), (40., 0.), (40., 10.), (10., 10.), (10., 30.), (0., 30.)].map(|(x, y)| point(x, y));
    let pose = at(20.0, 0.0, 180.0);
    let garrison = Body::garrison(&outline, 12, pose).unwrap().at(pose).unwrap();
    assert!((garrison.area() - 600.0).abs() < 1e-9);
    // In the inner corner of the L one is outside.
    let outside = Body::lone(BaseSize::new(4.0, 4.0).unwrap(), Role::Leader).at(at(20.0, 22.0, 0.0)).unwrap();
    assert!((distance(&garrison, &outside) - 8.0).abs() < 1e-9);
}

#[test]
fn turning_on_the_spot_covers_the_same_ground() {
    let line = line(20, 100.0, 100.0, 30.0);
    for turn in [Turn::Left, Turn::Right, Turn::About] {
        let turned = line.turned(turn).unwrap();
        assert!((overlap_area(&line, &turned) - line.area()).abs() < 1e-6, "{turn:?}");
        assert!(
            (turned.pose().facing.turn_to(line.pose().facing).0.abs() - turn.degrees().0.abs()).abs() < 1e-9
        );
    }
    let right = line.turned(Turn::Right).unwrap();
    assert_eq!((right.body().files(), right.body().ranks()), (2, 10));
    let back = right.turned(Turn::Left).unwrap();
    assert!(back.pose().at.distance(line.pose().at) < 1e-9);
    assert_eq!(back.body(), line.body());
}

#[test]
fn a_column_that_turns_about_keeps_its_bends() {
    let trail = Trail::through(&[point(0.0, -60.0), point(-200.0, -60.0)]);
    let column = Body::march_column(base(), 16, 2, trail).unwrap().at(at(0.0, 0.0, 0.0)).unwrap();
    let about = column.turned(Turn::About).unwrap();
    let stands_there = |b: Base| column.bases().any(|a| a.slab.centre().distance(b.slab.centre()) < 1e-9);
    assert!(about.bases().all(stands_there));
    assert_eq!(about.pose(), at(-60.0, -60.0, 270.0));
    assert!(column.turned(Turn::Left).is_err());
}

#[test]
fn bad_bodies_are_refused_in_words() {
    assert_eq!(Body::line(base(), 0, 2), Err(BodyError::NoFigures));
    assert!(matches!(Body::line(base(), 5, 0), Err(BodyError::NoRanks { .. })));
    assert!(matches!(Body::line(base(), u32::MAX, 1), Err(BodyError::TooMany { .. })));
    assert!(matches!(Body::square(base(), 5, u32::MAX), Err(BodyError::TooMany { .. })));
    assert!(matches!(BaseSize::new(f64::NAN, 1.0), Err(BodyError::BadBase { .. })));
    assert!(matches!(BaseSize::new(0.0, 1.0), Err(BodyError::BadBase { .. })));
    assert!(matches!(Body::chain(base(), 5, 1, 3.0), Err(BodyError::BadSpacing { .. })));
    assert!(matches!(Body::chain(base(), 5, 1, f64::NAN), Err(BodyError::BadSpacing { .. })));
    let bow = [point(0.0, 0.0), point(2.0, 2.0), point(2.0, 0.0), point(0.0, 2.0)];
    assert!(matches!(Body::garrison(&bow, 5, Pose::default()), Err(BodyError::BadOutline { .. })));
    let nowhere = Body::line(base(), 5, 1).unwrap().at(at(f64::NAN, 0.0, 0.0));
    assert!(matches!(nowhere, Err(BodyError::NotANumber { .. })));
    let askew = Body::line(base(), 5, 1).unwrap().at(at(0.0, 0.0, f64::INFINITY));
    assert!(askew.unwrap_err().to_string().contains("numbers"));
}
