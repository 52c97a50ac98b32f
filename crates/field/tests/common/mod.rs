//! A few words to set up small fields.
#![allow(dead_code)]

use krigsspil_field::prelude::*;

pub fn base() -> BaseSize {
    BaseSize::new(15.0, 15.0).unwrap()
}

pub fn at(x: f64, y: f64, facing: f64) -> Pose {
    Pose::new(point(x, y), Bearing::degrees(facing))
}

/// A line of this many figures in two ranks.
pub fn line(figures: u32, x: f64, y: f64, facing: f64) -> Placed {
    Body::line(base(), figures, 2).unwrap().at(at(x, y, facing)).unwrap()
}

pub fn table(width: f64, depth: f64) -> Table {
    Table::new(width, depth).unwrap()
}

pub fn ring(places: &[(f64, f64)]) -> Shape {
    Shape::Area(Patch { outer: places.iter().map(|&(x, y)| point(x, y)).collect(), holes: Vec::new() })
}

pub fn rectangle(west: f64, south: f64, east: f64, north: f64) -> Shape {
    ring(&[(west, south), (east, south), (east, north), (west, north)])
}

pub fn area(kind: AreaKind, shape: Shape) -> Feature {
    Feature::new(Kind::Area(kind), shape)
}

pub fn along(kind: LineKind, width: f64, places: &[(f64, f64)]) -> Feature {
    let line = places.iter().map(|&(x, y)| point(x, y)).collect();
    let mut feature = Feature::new(Kind::Line(kind), Shape::Line(line));
    feature.properties.width = Some(width);
    feature
}

pub fn contour(level: i32, shape: Shape) -> Feature {
    let mut feature = Feature::new(Kind::Contour, shape);
    feature.properties.level = Some(level);
    feature
}

pub fn ground(features: Vec<Feature>) -> Ground {
    Ground::new(None, table(2000.0, 2000.0), 10.0, features).unwrap()
}

/// The same numbers on every machine: a small generator for brute-force tests.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 11
    }

    /// From one number up to another.
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() as f64 / (1u64 << 53) as f64)
    }

    pub fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    /// Any sort of body that is not bound to a building, anywhere on a table of this many metres.
    pub fn body(&mut self, metres: f64) -> Placed {
        let base = BaseSize::new(self.within(5.0, 25.0), self.within(5.0, 25.0)).unwrap();
        let figures = 1 + self.below(40) as u32;
        let body = match self.below(8) {
            0 | 1 => Body::line(base, figures, 2).unwrap(),
            2 => Body::column(base, figures, 4).unwrap(),
            3 => Body::square(base, figures, 2).unwrap(),
            4 => Body::chain(base, figures, 1, 30.0).unwrap(),
            5 => Body::crowd(base, figures).unwrap(),
            6 => Body::march_column(
                base,
                figures,
                2,
                Trail::through(&[point(0.0, -40.0), point(60.0, -100.0)]),
            )
            .unwrap(),
            _ => Body::battery(Battery {
                guns: 1 + figures / 8,
                gun: base,
                limber: Some(base),
                team: None,
                gap: 10.0,
                array: Array::Line,
                state: GunState::Unlimbered { limber_behind: 20.0 },
            })
            .unwrap(),
        };
        let pose = at(self.within(0.0, metres), self.within(0.0, metres), self.within(0.0, 360.0));
        body.at(pose).unwrap()
    }
}
