//! The same answers whoever asks, wherever the field lies, on any machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

/// Moved, and turned about the origin, as a whole.
fn carried(body: &Placed, by: Point, turn: f64) -> Placed {
    let (sin, cos) = Degrees(turn).sin_cos();
    let Pose { at, facing } = body.pose();
    // Turned clockwise by this many degrees.
    let there = point(at.x * cos + at.y * sin, at.y * cos - at.x * sin) + by;
    body.moved_to(Pose::new(there, facing.right_by(Degrees(turn))))
}

#[test]
fn a_thousand_bodies_measure_the_same_both_ways_and_anywhere() {
    let mut numbers = Numbers(1000);
    let bodies: Vec<Placed> = (0..1000).map(|_| numbers.body(3000.0)).collect();
    for (i, one) in bodies.iter().enumerate() {
        let other = &bodies[(i * 7 + 1) % 1000];
        let metres = distance(one, other);
        assert_eq!(metres.to_bits(), distance(other, one).to_bits());
        let (by, turn) =
            (point(numbers.within(-5e3, 5e3), numbers.within(-5e3, 5e3)), numbers.within(0.0, 360.0));
        let moved = distance(&carried(one, by, turn), &carried(other, by, turn));
        assert!((metres - moved).abs() < 1e-8, "{metres} became {moved}");
    }
}

#[test]
fn our_distance_is_parrys() {
    use parry2d_f64::math::{Pose2, Rot2, Vec2};
    let mut numbers = Numbers(12);
    for _ in 0..2000 {
        let mut draw = || {
            let (x, y, facing) =
                (numbers.within(0.0, 500.0), numbers.within(0.0, 500.0), numbers.within(0.0, 360.0));
            let (width, depth) = (numbers.within(5.0, 200.0), numbers.within(5.0, 60.0));
            let slab = Slab::new(&at(x, y, facing).frame(), Point::ORIGIN, width / 2.0, depth / 2.0);
            let pose = Pose2::from_parts(Vec2::new(x, y), Rot2::new((-facing).to_radians()));
            (slab, pose, parry2d_f64::shape::Cuboid::new(Vec2::new(width / 2.0, depth / 2.0)))
        };
        let (one, other) = (draw(), draw());
        let theirs = parry2d_f64::query::distance(&one.1, &one.2, &other.1, &other.2).unwrap().distance;
        let ours = one.0.distance(&other.0);
        assert!((ours - theirs).abs() < 1e-6, "{ours} {theirs}");
    }
}

/// What is found by boxes first is what is found without them: whom a line runs into, who is nearest, and who overlaps by how much.
#[test]
fn boxes_decide_nothing() {
    let mut numbers = Numbers(77);
    let bodies: Vec<Placed> = (0..60).map(|_| numbers.body(600.0)).collect();
    let (mut struck, mut upon) = (0, 0);
    for (number, one) in bodies.iter().enumerate() {
        let others = || bodies.iter().enumerate().filter(|(other, _)| *other != number);
        let measured = others().map(|(other, body)| (other, distance(one, body)));
        let least = measured.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        assert_eq!(nearest(one, others()), least);
        for (_, other) in others() {
            let from = point(numbers.within(0.0, 600.0), numbers.within(0.0, 600.0));
            let line = Line::between(from, one.centre());
            let meets = |part: &Part| part.first_meeting(line.from, line.to).map(|(share, _)| share);
            let begins = other.parts().iter().any(|part| part.holds(line.from)).then_some(0.0);
            let first = begins.or_else(|| other.parts().iter().filter_map(meets).min_by(f64::total_cmp));
            assert_eq!(distance_along(line, other), first.map(|share| line.length() * share));
            assert_eq!(runs_into(line, other), first.is_some());
            assert_eq!(strike(line, other).is_some(), first.is_some() && begins.is_none());
            struck += usize::from(runs_into(line, other));
            for (here, there) in one.parts().iter().zip(other.parts()) {
                let deep = numbers.within(-5.0, 5.0);
                assert_eq!(here.overlaps_more(there, deep), here.overlap_depth(there) > deep);
                // Rings are told apart edge by edge.
                let ring = Part::Ring(here.corners().to_vec());
                assert_eq!(ring.overlaps_more(there, deep), ring.overlap_depth(there) > deep);
                assert_eq!(ring.distance(there) == 0.0, ring.overlap_depth(there) >= 0.0);
                upon += usize::from(ring.overlaps_more(there, deep));
            }
        }
    }
    assert!(struck > 100 && upon > 100, "{struck} {upon}");
}

/// These digests were taken once. They are the same in every build, on every machine, for ever; a change here is a change in
/// every saved game.
#[test]
fn the_bits_are_the_same_everywhere() {
    let mut numbers = Numbers(2);
    let mut digest = Digest::default();
    for _ in 0..200 {
        let (one, other) = (numbers.body(800.0), numbers.body(800.0));
        digest.add(distance(&one, &other));
        digest.add(overlap_area(&one, &other));
        digest.add(share_in_arc(&one, Arc::new(Degrees(30.0), ArcFrom::Anywhere), &other).as_number());
        let legs = [Leg::Ahead(50.0), Leg::Wheel { about: Pivot::LeftWing, by: Degrees(33.0) }];
        if one.body().form() != Form::MarchColumn {
            let ground = ground(Vec::new());
            let track = march(&one, &legs, &RateTable::everywhere(170.0), &ground, 0.0).unwrap();
            let pose = track.halted_at(0.7).pose();
            digest.add(pose.at.x);
            digest.add(pose.at.y);
            digest.add(pose.facing.as_degrees());
            let marchers =
                [Marcher { name: 0, track: &track }, Marcher { name: 1, track: &Track::standing(&other) }];
            let watch = |_, _| Watch { contact: true, distance: Some(40.0) };
            for event in next_events(&marchers, ground.table(), 0.0, 40.0, watch) {
                digest.add(event.at);
            }
        }
    }
    assert_eq!(format!("{:016x}", digest.0), "24ca56b4fb917903");
}

/// FNV over the bits of numbers.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf29ce484222325)
    }
}

impl Digest {
    fn add(&mut self, number: f64) {
        for byte in number.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100000001b3);
        }
    }
}

proptest! {
    #[test]
    fn the_grid_moves_nothing_by_more_than_half_a_part(x in -1e5f64..1e5, y in -1e5f64..1e5, facing in 0.0f64..360.0) {
        let pose = at(x, y, facing);
        let there = pose.on_grid();
        prop_assert!(there.at.distance(pose.at) < 1.0 / 1024.0);
        prop_assert_eq!(there.on_grid(), there);
    }

    #[test]
    fn closest_places_are_as_far_apart_as_the_bodies(seed in 0u64..100_000) {
        let mut numbers = Numbers(seed);
        let (one, other) = (numbers.body(600.0), numbers.body(600.0));
        let (here, there) = closest_places(&one, &other);
        prop_assert!((here.distance(there) - distance(&one, &other)).abs() < 1e-6 || overlaps(&one, &other));
    }

    #[test]
    fn overlap_and_distance_agree(seed in 0u64..100_000) {
        let mut numbers = Numbers(seed);
        let (one, other) = (numbers.body(200.0), numbers.body(200.0));
        let (metres, area) = (distance(&one, &other), overlap_area(&one, &other));
        prop_assert!(metres == 0.0 || area < 1e-9, "{} m apart but share {}", metres, area);
        prop_assert!(metres > 0.0 || in_contact(&one, &other));
    }

    #[test]
    fn nothing_a_body_can_be_told_makes_it_panic(
        width in proptest::num::f64::ANY, depth in proptest::num::f64::ANY, figures in 0u32..200, ranks in 0u32..200,
        spacing in proptest::num::f64::ANY, x in proptest::num::f64::ANY, facing in proptest::num::f64::ANY,
    ) {
        let Ok(base) = BaseSize::new(width, depth) else { return Ok(()) };
        for body in [
            Body::line(base, figures, ranks), Body::column(base, figures, ranks), Body::square(base, figures, ranks),
            Body::chain(base, figures, ranks, spacing), Body::swarm(base, figures, spacing), Body::crowd(base, figures),
            Body::rectangular_square(base, figures, ranks.min(50), 3),
            Body::march_column(base, figures, ranks, Trail::through(&[point(x, 0.0)])),
        ].into_iter().flatten() {
            if let Ok(placed) = body.at(at(x, 0.0, facing)) {
                let other = placed.moved_to(at(0.0, 0.0, 10.0));
                let _ = (distance(&placed, &other), overlap_area(&placed, &other), placed.outline());
                let _ = share_in_arc(&placed, Arc::new(Degrees(spacing), ArcFrom::EitherWing), &other);
            }
        }
    }

    #[test]
    fn no_text_makes_the_ground_panic(text in "\\PC*") {
        let _ = Ground::from_geojson(&text);
    }

    #[test]
    fn any_ring_is_taken_or_refused_in_words(places in proptest::collection::vec((-50.0f64..1050.0, -50.0f64..1050.0), 0..9)) {
        let made = Ground::new(None, table(1000.0, 1000.0), 10.0, vec![area(AreaKind::Wood, ring(&places))]);
        match made {
            Ok(ground) => {
                let again: Ground = ground.to_geojson().parse().unwrap();
                prop_assert_eq!(&again, &ground);
                let body = line(20, 500.0, 500.0, 40.0);
                let share = ground.share_on(Kind::Area(AreaKind::Wood), &body).as_number();
                prop_assert!((0.0..=1.0).contains(&share));
            }
            Err(why) => prop_assert!(why.to_string().contains("feature 1 (wood)")),
        }
    }
}
