//! Sight along lines and from places.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;

/// Two steps of a hill between y = 400 and 600, its upper plate from 450 to 550.
fn hill() -> Ground {
    ground(vec![
        contour(1, rectangle(100.0, 400.0, 900.0, 600.0)),
        contour(2, rectangle(200.0, 450.0, 800.0, 550.0)),
    ])
}

const NOBODY: [(u8, &Placed); 0] = [];

fn sees(ground: &Ground, from: (f64, f64), to: (f64, f64)) -> Result<(), Blocked<u8>> {
    let line = Line::between(point(from.0, from.1), point(to.0, to.1));
    can_see(ground, line, &usual_sight(5000.0, 100.0), NOBODY)
}

#[test]
fn a_line_over_a_hill_rises_falls_and_has_its_crest_in_the_middle() {
    let ground = hill();
    let sight = look_along(&ground, Line::between(point(500.0, 0.0), point(500.0, 1000.0)));
    let climbs: Vec<(f64, f64, bool)> = sight.climbs.iter().map(|c| (c.metres, c.after, c.rises())).collect();
    assert_eq!(
        climbs,
        vec![(400.0, 10.0, true), (450.0, 20.0, true), (550.0, 10.0, false), (600.0, 0.0, false)]
    );
    assert_eq!(
        sight.crests.iter().map(|c| (c.metres, c.height)).collect::<Vec<_>>(),
        vec![(500.0, 10.0), (500.0, 20.0)]
    );
    assert_eq!(sight.profile().iter().map(|k| k.1).fold(0.0, f64::max), 20.0);
    assert!(sight.profile().contains(&(500.0, 20.0)), "the top is drawn in the middle");
}

#[test]
fn a_crest_hides_what_lies_behind_it_and_below() {
    let ground = hill();
    assert!(matches!(sees(&ground, (500.0, 0.0), (500.0, 1000.0)), Err(Blocked::Crest(_))));
    assert!(sees(&ground, (500.0, 0.0), (500.0, 460.0)).is_ok(), "the near side of the top");
    // On the top plate both stand on it, so its own crest does not count.
    assert!(sees(&ground, (500.0, 460.0), (500.0, 540.0)).is_ok());
    // From the near side of the top the plain beyond is hidden; from the far side it is not.
    assert!(sees(&ground, (500.0, 460.0), (500.0, 900.0)).is_err());
    assert!(sees(&ground, (500.0, 540.0), (500.0, 900.0)).is_ok());
    // Past the hill's end all is clear.
    assert!(sees(&ground, (50.0, 0.0), (50.0, 1000.0)).is_ok());
    assert_eq!(sees(&ground, (500.0, 0.0), (500.0, 5001.0)), Err(Blocked::TooFar));
}

#[test]
fn a_marked_crest_goes_before_the_middle() {
    let mut features: Vec<Feature> = hill().features().map(|(_, f)| f.clone()).collect();
    features.push(along(LineKind::Crest, 1.0, &[(0.0, 540.0), (1000.0, 540.0)]));
    let ground = ground(features);
    let sight = look_along(&ground, Line::between(point(500.0, 0.0), point(500.0, 1000.0)));
    assert!(sight.crests.iter().all(|c| c.metres == 540.0 && c.marked));
    assert!(sees(&ground, (500.0, 530.0), (500.0, 900.0)).is_err(), "now behind the crest");
}

#[test]
fn dead_ground_lies_behind_the_crest_and_ends() {
    // From a height of 20 over a step of 10 at 500: the line comes down to the plain at twice the distance.
    let ground = ground(vec![
        contour(2, rectangle(0.0, 0.0, 1000.0, 10.0)),
        contour(1, rectangle(0.0, 400.0, 1000.0, 600.0)),
    ]);
    let sight = look_along(&ground, Line::between(point(500.0, 0.0), point(500.0, 1900.0)));
    // The crest of the observer's own plate is at 5 m, at his own height: it hides all the lower ground beyond.
    assert_eq!(sight.crests.len(), 2);
    let sight = look_along(&ground, Line::between(point(500.0, 5.0), point(500.0, 1900.0)));
    let dead = sight.dead_ground(0.0, 0.0);
    assert_eq!(dead.len(), 1);
    assert!((dead[0].0 - 595.0).abs() < 1e-9, "behind the step the plain is hidden: {dead:?}");
    assert!((dead[0].1 - 990.0).abs() < 1e-9, "twice as far the line reaches the plain: {dead:?}");
    assert!(sees(&ground, (500.0, 5.0), (500.0, 990.0)).is_err());
    assert!(sees(&ground, (500.0, 5.0), (500.0, 996.0)).is_ok());
}

#[test]
fn woods_let_one_look_in_so_far_and_buildings_not_at_all() {
    let house = Feature::new(Kind::Building, rectangle(600.0, 400.0, 640.0, 430.0));
    let ground = ground(vec![area(AreaKind::Wood, rectangle(100.0, 400.0, 300.0, 700.0)), house]);
    assert!(sees(&ground, (200.0, 0.0), (200.0, 499.0)).is_ok());
    let Err(Blocked::Feature(wood, metres)) = sees(&ground, (200.0, 0.0), (200.0, 501.0)) else {
        panic!("seen")
    };
    assert!(wood == FeatureId(0) && (metres - 500.0).abs() < 1e-9);
    assert!(sees(&ground, (200.0, 690.0), (200.0, 1000.0)).is_ok(), "out of its edge");
    assert!(sees(&ground, (200.0, 590.0), (200.0, 1000.0)).is_err(), "too deep in it");
    assert!(sees(&ground, (290.0, 300.0), (350.0, 500.0)).is_ok(), "across a corner");
    assert_eq!(sees(&ground, (620.0, 300.0), (620.0, 500.0)), Err(Blocked::Feature(FeatureId(1), 100.0)));
}

#[test]
fn bodies_stand_in_the_way() {
    let ground = ground(Vec::new());
    let friend = line(20, 500.0, 300.0, 0.0);
    let line_of_sight = Line::between(point(500.0, 0.0), point(500.0, 600.0));
    let terms = usual_sight(2000.0, 0.0);
    assert_eq!(can_see(&ground, line_of_sight, &terms, [(7, &friend)]), Err(Blocked::Body(7, 270.0)));
    let enemy = line(20, 500.0, 600.0, 180.0);
    assert!(sees_body(&ground, point(500.0, 0.0), &enemy, &terms, &[(7, &friend)]).is_none());
    let wing = line(30, 560.0, 600.0, 180.0);
    assert!(
        sees_body(&ground, point(500.0, 0.0), &wing, &terms, &[(7, &friend)]).is_some(),
        "past the flank"
    );
}

/// Every grain of a fine grid is in the view if, and only if, it can be seen, except for a tiny margin along the edges.
#[test]
fn what_can_be_seen_agrees_with_looking_at_every_place() {
    let mut numbers = Numbers(5);
    let mut much = 0;
    for round in 0..20 {
        let ground = random_ground(&mut numbers);
        let from = point(numbers.within(300.0, 1700.0), numbers.within(300.0, 1700.0));
        let terms = usual_sight(numbers.within(500.0, 3000.0), 60.0);
        let bodies: Vec<Placed> = (0..6)
            .map(|_| numbers.body(2000.0))
            .filter(|b| distance(b, &line(1, from.x, from.y, 0.0)) > 50.0)
            .collect();
        let view = what_can_be_seen(&ground, from, &terms, bodies.iter());
        let (mut wrong, mut seen) = (0, 0);
        for i in 0..60 {
            for j in 0..60 {
                let to = point(20.0 + 33.0 * i as f64, 20.0 + 33.0 * j as f64);
                let clear =
                    can_see(&ground, Line::between(from, to), &terms, bodies.iter().enumerate()).is_ok();
                seen += usize::from(clear);
                wrong += usize::from(clear != view.holds(to));
            }
        }
        assert!(wrong <= 2, "round {round}: {wrong} of 3600 places differ");
        much += usize::from(seen > 300);
    }
    assert!(much >= 8, "too little was seen to prove anything");
}

/// The short way to whether a place is seen says what the whole line of sight says, to the last bit.
#[test]
fn can_see_agrees_with_looking_along_the_line() {
    let mut numbers = Numbers(11);
    let terms = usual_sight(1800.0, 60.0);
    let mut told = [0; 3];
    for _ in 0..40 {
        let ground = random_ground(&mut numbers);
        for _ in 0..200 {
            let mut place = || point(numbers.within(0.0, 2000.0), numbers.within(0.0, 2000.0));
            let line = Line::between(place(), place());
            let short = can_see(&ground, line, &terms, NOBODY);
            told[usize::from(short.is_ok())] += 1;
            told[2] += usize::from(matches!(short, Err(Blocked::Crest(_))));
            assert_eq!(short, by_the_whole_line(&ground, line, &terms), "{line:?}");
        }
    }
    assert!(told.iter().all(|&count| count > 100), "too little was told apart: {told:?}");
}

/// The short way to whether a body is seen says what each single line to it says, and finds the first that is clear.
#[test]
fn sees_body_agrees_with_single_lines() {
    let mut numbers = Numbers(23);
    let terms = usual_sight(1800.0, 60.0);
    let mut told = [0; 2];
    for _ in 0..40 {
        let ground = random_ground(&mut numbers);
        let bodies: Vec<Placed> = (0..8).map(|_| numbers.body(2000.0)).collect();
        let others: Vec<(usize, &Placed)> = bodies.iter().enumerate().collect();
        for _ in 0..50 {
            let from = point(numbers.within(0.0, 2000.0), numbers.within(0.0, 2000.0));
            let target = numbers.body(2000.0);
            let [a, b, c, d] = *target.envelope().corners();
            let mut lines =
                [target.pose().at, target.centre(), a, b, c, d].map(|to| Line::between(from, to)).into_iter();
            let clear = lines.find(|line| can_see(&ground, *line, &terms, others.iter().copied()).is_ok());
            assert_eq!(sees_body(&ground, from, &target, &terms, &others), clear);
            told[usize::from(clear.is_some())] += 1;
        }
    }
    assert!(told.iter().all(|&count| count > 100), "too little was told apart: {told:?}");
}

fn by_the_whole_line(
    ground: &Ground,
    line: Line,
    terms: &SightTerms<impl Fn(&Feature) -> Hides>,
) -> Result<(), Blocked<u8>> {
    if line.length() > terms.limit {
        return Err(Blocked::TooFar);
    }
    let sight = look_along(ground, line);
    if let Some(crest) = sight.hiding_crest(terms.eye, terms.target) {
        return Err(Blocked::Crest(*crest));
    }
    let ends =
        sight.through.iter().filter_map(|crossed| match (terms.through)(ground.feature(crossed.feature)?) {
            Hides::After(metres) if crossed.length() > metres => {
                Some((crossed.enters + metres, crossed.feature))
            }
            _ => None,
        });
    let first = ends.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    first.map_or(Ok(()), |(metres, feature)| Err(Blocked::Feature(feature, metres)))
}

fn random_ground(numbers: &mut Numbers) -> Ground {
    let mut features = Vec::new();
    for _ in 0..14 {
        let (x, y, size) =
            (numbers.within(0.0, 2000.0), numbers.within(0.0, 2000.0), numbers.within(15.0, 140.0));
        let places: Vec<(f64, f64)> = (0..7)
            .map(|i| {
                let (sin, cos) = Degrees(i as f64 * 51.4).sin_cos();
                let reach = size * numbers.within(0.6, 1.0);
                (x + reach * cos, y + reach * sin)
            })
            .collect();
        features.push(match numbers.below(3) {
            0 => Feature::new(Kind::Building, ring(&places)),
            _ => area(AreaKind::Wood, ring(&places)),
        });
    }
    for hill in 0..2 {
        let (x, y) = (400.0 + 1200.0 * hill as f64, numbers.within(600.0, 1400.0));
        let size = numbers.within(200.0, 380.0);
        for level in 1..=3 {
            let places: Vec<(f64, f64)> = (0..16)
                .map(|i| {
                    let (sin, cos) = Degrees(i as f64 * 22.5).sin_cos();
                    let reach = size * (1.0 - 0.25 * level as f64) * (1.0 + 0.1 * ((i * i) % 3) as f64);
                    (x + reach * cos * 1.5, y + reach * sin)
                })
                .collect();
            features.push(contour(level, ring(&places)));
        }
    }
    ground(features)
}
