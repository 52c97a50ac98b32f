//! The measurements of the README.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use krigsspil_field::prelude::*;
use std::hint::black_box;

struct Numbers(u64);

impl Numbers {
    fn within(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

fn base() -> BaseSize {
    BaseSize::new(15.0, 15.0).unwrap()
}

fn at(x: f64, y: f64, facing: f64) -> Pose {
    Pose::new(point(x, y), Bearing::degrees(facing))
}

/// Two armies in position: lines and columns, some chains and guns, on ground that grows with their number.
fn armies(count: usize, side: f64) -> Vec<Placed> {
    let mut numbers = Numbers(1813);
    (0..count)
        .map(|i| {
            let body = match i % 10 {
                0..=5 => Body::line(base(), 30, 2),
                6 | 7 => Body::column(base(), 30, 6),
                8 => Body::column(base(), 16, 8),
                _ => Body::square(base(), 32, 2),
            };
            let facing = if i % 2 == 0 { numbers.within(-20.0, 20.0) } else { numbers.within(160.0, 200.0) };
            body.unwrap().at(at(numbers.within(0.0, side), numbers.within(0.0, side * 0.75), facing)).unwrap()
        })
        .collect()
}

/// The side of a table that holds this many units as densely as 400 stand on 4000 m.
fn growing(count: usize) -> f64 {
    4000.0 * (count as f64 / 400.0).sqrt()
}

fn distances(c: &mut Criterion) {
    let one = Body::line(base(), 30, 2).unwrap().at(at(0.0, 0.0, 10.0)).unwrap();
    let other = Body::column(base(), 30, 6).unwrap().at(at(120.0, 300.0, 200.0)).unwrap();
    c.bench_function("distance between two blocks", |b| {
        b.iter(|| distance(black_box(&one), black_box(&other)))
    });
    let mut group = c.benchmark_group("all pairs within 20 cm (200 m)");
    for count in [100, 400] {
        let bodies = armies(count, growing(count));
        group.bench_with_input(BenchmarkId::from_parameter(count), &bodies, |b, bodies| {
            b.iter(|| pairs_within(black_box(bodies), 200.0));
        });
    }
    group.finish();
}

fn blob(numbers: &mut Numbers, corners: usize, x: f64, y: f64, size: f64) -> Shape {
    let outer = (0..corners)
        .map(|i| {
            let (sin, cos) = Degrees(i as f64 * 360.0 / corners as f64).sin_cos();
            let reach = size * numbers.within(0.75, 1.0);
            point(x + reach * cos, y + reach * sin)
        })
        .collect();
    Shape::Area(Patch { outer, holes: Vec::new() })
}

/// Two hundred features as a scenario has them: hills, woods, fields, houses, fences, roads and streams.
fn countryside() -> Ground {
    let mut numbers = Numbers(7);
    let mut features = Vec::new();
    for i in 0..8 {
        let (x, y) = (400.0 + 450.0 * f64::from(i), numbers.within(300.0, 2700.0));
        for level in 1..=3 {
            let mut feature = Feature::new(
                Kind::Contour,
                blob(&mut Numbers(i as u64), 24, x, y, 260.0 - 70.0 * f64::from(level)),
            );
            feature.properties.level = Some(level);
            features.push(feature);
        }
    }
    let mut areas = |kind: Kind, count: usize, corners: usize, low: f64, high: f64| {
        for _ in 0..count {
            let (x, y) = (numbers.within(0.0, 4000.0), numbers.within(0.0, 3000.0));
            let size = numbers.within(low, high);
            features.push(Feature::new(kind, blob(&mut numbers, corners, x, y, size)));
        }
    };
    areas(Kind::Area(AreaKind::Wood), 26, 12, 60.0, 200.0);
    areas(Kind::Building, 60, 4, 8.0, 20.0);
    areas(Kind::Area(AreaKind::Crops), 40, 5, 60.0, 120.0);
    areas(Kind::Area(AreaKind::Marsh), 6, 10, 60.0, 120.0);
    for i in 0..44 {
        let kind = [LineKind::Road, LineKind::Stream, LineKind::Fence, LineKind::Hedge][i % 4];
        let (mut x, mut y) = (numbers.within(0.0, 4000.0), numbers.within(0.0, 3000.0));
        let line = (0..8)
            .map(|_| {
                x = (x + numbers.within(-80.0, 120.0)).clamp(0.0, 4000.0);
                y = (y + numbers.within(-80.0, 100.0)).clamp(0.0, 3000.0);
                point(x, y)
            })
            .collect();
        features.push(Feature::new(Kind::Line(kind), Shape::Line(line)));
    }
    assert_eq!(features.len(), 200);
    Ground::new(None, Table::new(4000.0, 3000.0).unwrap(), 10.0, features).unwrap()
}

fn sight(c: &mut Criterion) {
    let ground = countryside();
    let terms = usual_sight(3000.0, 100.0);
    let from = point(1900.0, 1450.0);
    c.bench_function("what can be seen, 200 features", |b| {
        b.iter(|| what_can_be_seen(black_box(&ground), from, &terms, []));
    });
    let line = Line::between(from, point(3300.0, 600.0));
    let nobody: [(u8, &Placed); 0] = [];
    c.bench_function("can A see B, 200 features", |b| {
        b.iter(|| can_see(black_box(&ground), line, &terms, nobody));
    });
}

/// Two armies on the march, two legs each, every third unit wheeling.
fn tracks(count: usize, side: f64) -> (Vec<Track>, Table) {
    let table = Table::new(side, side).unwrap();
    let ground = Ground::open(table);
    let rates = RateTable::everywhere(120.0);
    let made = armies(count, side)
        .iter()
        .enumerate()
        .map(|(i, body)| {
            let legs = match i % 3 {
                0 => vec![Leg::Wheel { about: Pivot::LeftWing, by: Degrees(20.0) }, Leg::Ahead(200.0)],
                1 => vec![Leg::Ahead(200.0)],
                _ => vec![Leg::Ahead(40.0), Leg::Sideways(Side::Right, 100.0)],
            };
            march(body, &legs, &rates, &ground, 0.0).unwrap()
        })
        .collect();
    (made, table)
}

/// Rows of units marching side by side: nothing happens in the whole turn, and all of it must be searched.
fn parade(count: usize) -> (Vec<Track>, Table) {
    let table = Table::new(20_000.0, 20_000.0).unwrap();
    let ground = Ground::open(table);
    let rates = RateTable::everywhere(120.0);
    let made = (0..count)
        .map(|i| {
            let (x, y) = (500.0 + 300.0 * (i % 20) as f64, 500.0 + 150.0 * (i / 20) as f64);
            let body = Body::line(base(), 30, 2).unwrap().at(at(x, y, 0.0)).unwrap();
            march(&body, &[Leg::Ahead(500.0)], &rates, &ground, 0.0).unwrap()
        })
        .collect();
    (made, table)
}

fn marching(c: &mut Criterion) {
    let mut group = c.benchmark_group("the next event");
    let enemies = |one: usize, other: usize| {
        if one % 2 == other % 2 { Watch::default() } else { Watch { contact: true, distance: Some(50.0) } }
    };
    for count in [100usize, 400] {
        let cases = [
            ("on a table that grows", tracks(count, growing(count))),
            ("on the same table", tracks(count, 4000.0)),
            ("in a turn where nothing happens", parade(count)),
        ];
        for (name, (tracks, table)) in cases {
            let marchers: Vec<Marcher<'_, usize>> =
                tracks.iter().enumerate().map(|(name, track)| Marcher { name, track }).collect();
            group.bench_function(BenchmarkId::new(name, count), |b| {
                b.iter(|| next_events(black_box(&marchers), &table, 0.0, 50.0, enemies));
            });
        }
    }
    group.finish();
    let body = Body::line(base(), 30, 2).unwrap().at(at(1900.0, 1450.0, 30.0)).unwrap();
    let ground = countryside();
    let rates = RateTable::everywhere(120.0).with(Surface::Area(AreaKind::Wood), 60.0);
    let legs = [Leg::Ahead(80.0), Leg::Wheel { about: Pivot::LeftWing, by: Degrees(45.0) }];
    c.bench_function("plan a march, 200 features", |b| {
        b.iter(|| march(black_box(&body), &legs, &rates, &ground, 0.0))
    });
}

criterion_group! {
    name = figures;
    config = Criterion::default().without_plots().sample_size(50)
        .measurement_time(std::time::Duration::from_secs(3)).warm_up_time(std::time::Duration::from_millis(500));
    targets = distances, sight, marching
}
criterion_main!(figures);
