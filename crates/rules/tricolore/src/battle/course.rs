//! A way laid out: strides as a track over the ground.

use krigsspil_field::march::Side;
use krigsspil_field::prelude::*;

/// One part of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stride {
    /// Straight ahead, metres.
    Ahead(f64),
    /// The front swings about its inner wing, degrees to the right positive; the head of a march column turns.
    Wheel(f64),
    /// To any side without turning (R50): east and north.
    Shift(Point),
}

/// A way laid out.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Its track, whose whole length is one turn of the clock.
    pub track: Track,
    /// Metres of march.
    pub length: f64,
    /// The metres at which its strides end, and by how many places each is shown.
    corners: Vec<(f64, u32)>,
}

/// A wheel is shown by so many places.
const OF_A_WHEEL: u32 = 3;

impl Course {
    /// The body so many metres along it.
    pub fn at(&self, metres: f64) -> Placed {
        if self.length <= 0.0 {
            self.track.halted_at(1.0)
        } else {
            self.track.halted_at(metres / self.length)
        }
    }

    /// The poses through which a body goes that comes so far, each with its metres: where its strides end, and between.
    pub fn poses(&self, metres: f64) -> Vec<(f64, Pose)> {
        let mut from = 0.0;
        let mut places = vec![0.0];
        for &(corner, parts) in &self.corners {
            let corner = corner.min(metres);
            let part = |number: u32| from + (corner - from) * f64::from(number) / f64::from(parts);
            places.extend((1..=parts).map(part));
            from = corner;
        }
        places.dedup();
        places.into_iter().map(|at| (at, self.at(at).pose())).collect()
    }
}

/// Does a body bend along its way?
pub(super) fn is_column(placed: &Placed) -> bool {
    placed.body().form() == Form::MarchColumn
}

/// Metres of march in a way: a wheel is measured at the outer front corner (R90).
pub(super) fn stride_metres(placed: &Placed, stride: &Stride) -> f64 {
    match stride {
        Stride::Ahead(metres) => metres.max(0.0),
        Stride::Wheel(_) if is_column(placed) => 0.0,
        Stride::Wheel(degrees) => placed.body().front() * degrees.abs().to_radians(),
        Stride::Shift(way) => way.length(),
    }
}

/// Lays a way out as a track whose whole length is one turn of the clock.
pub(super) fn course(from: &Placed, strides: &[Stride], table: &Table) -> Option<Course> {
    let length: f64 = strides.iter().map(|stride| stride_metres(from, stride)).sum();
    let column = is_column(from);
    let mut legs = Vec::new();
    for stride in strides {
        match *stride {
            Stride::Ahead(metres) => legs.push(Leg::Ahead(metres.max(0.0))),
            Stride::Wheel(degrees) if column => legs.push(Leg::Pivot(Degrees(degrees))),
            Stride::Wheel(degrees) => {
                let about = if degrees > 0.0 { Pivot::RightWing } else { Pivot::LeftWing };
                legs.push(Leg::Wheel { about, by: Degrees(degrees) });
            }
            Stride::Shift(way) => {
                let own = point(way.dot(from.frame().right), way.dot(from.frame().ahead));
                let side = if own.x < 0.0 { Side::Left } else { Side::Right };
                legs.push(Leg::Sideways(side, own.x.abs()));
                legs.push(if own.y < 0.0 { Leg::Back(-own.y) } else { Leg::Ahead(own.y) });
            }
        }
    }
    let mut corners = Vec::new();
    for stride in strides {
        let so_far = corners.last().map_or(0.0, |(metres, _)| *metres);
        let parts = if matches!(stride, Stride::Wheel(_)) { OF_A_WHEEL } else { 1 };
        corners.push((so_far + stride_metres(from, stride), parts));
    }
    let length = match strides {
        // A shift is laid out in two legs, and costs what it is long.
        [Stride::Shift(way)] => {
            let own = point(way.dot(from.frame().right), way.dot(from.frame().ahead));
            own.x.abs() + own.y.abs()
        }
        _ => length,
    };
    let rates = RateTable::everywhere(length.max(1e-6));
    let track = march(from, &legs, &rates, &Ground::open(*table), 0.0).ok()?;
    if let [Stride::Shift(_)] = strides {
        corners = vec![(length, 1)];
    }
    Some(Course { track, length, corners })
}
