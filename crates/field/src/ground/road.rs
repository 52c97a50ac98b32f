//! Roads, followed lane by lane.

use super::Ground;
use super::feature::{FeatureId, Shape};
use super::kind::{Kind, LineKind};
use crate::point::Point;
use crate::polygon::nearest_on;
use thiserror::Error;

/// Which lane of a road to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoadSide {
    /// Down the middle.
    Middle,
    /// This many lanes in from the right-hand edge, beginning with 0, as one marches.
    FromRight(u32),
    /// This many lanes in from the left-hand edge, beginning with 0, as one marches.
    FromLeft(u32),
}

/// Why a road cannot be followed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RoadError {
    /// Not a road at all.
    #[error("feature {number} is no road or path")]
    NotARoad {
        /// Its number, beginning with 1.
        number: usize,
    },
    /// Too narrow for the column.
    #[error(
        "the road is {road} m wide and has {lanes} lanes for a column {column} m wide, so there is no lane {wanted}"
    )]
    NoSuchLane {
        /// Its width.
        road: f64,
        /// The column's width.
        column: f64,
        /// How many lanes there are.
        lanes: u32,
        /// The lane asked for, beginning with 0.
        wanted: u32,
    },
}

impl Ground {
    /// How many columns of this width can march abreast on a road; `None` if it is not a road.
    #[must_use]
    pub fn lanes(&self, road: FeatureId, column: f64) -> Option<u32> {
        let (_, width) = self.road_line(road)?;
        // Half a lane too much is not a lane; a column exactly as wide as the road has one.
        Some(if column > 0.0 { (width / column + 1e-9).floor().min(1e6) as u32 } else { 0 })
    }

    /// The way along a road for a column of this width: from the place on the road nearest to `from` to the one nearest to `to`, in
    /// the lane asked for.
    ///
    /// # Errors
    /// If it is not a road, or has no such lane.
    pub fn follow_road(
        &self,
        road: FeatureId,
        from: Point,
        to: Point,
        column: f64,
        side: RoadSide,
    ) -> Result<Vec<Point>, RoadError> {
        let (line, width) = self.road_line(road).ok_or(RoadError::NotARoad { number: road.0 + 1 })?;
        let lanes = self.lanes(road, column).unwrap_or(0);
        let offset = match side {
            RoadSide::Middle => 0.0,
            RoadSide::FromRight(wanted) | RoadSide::FromLeft(wanted) => {
                if wanted >= lanes {
                    return Err(RoadError::NoSuchLane { road: width, column, lanes, wanted });
                }
                let right = width / 2.0 - column * (f64::from(wanted) + 0.5);
                if matches!(side, RoadSide::FromRight(_)) { right } else { -right }
            }
        };
        Ok(beside(&between(line, from, to), offset))
    }

    fn road_line(&self, road: FeatureId) -> Option<(&[Point], f64)> {
        let feature = self.feature(road)?;
        match (&feature.kind, &feature.shape) {
            (Kind::Line(LineKind::Road | LineKind::Path), Shape::Line(line)) => Some((line, feature.width())),
            _ => None,
        }
    }
}

/// The part of a line from the place nearest to one point to the place nearest to another, in that direction.
fn between(line: &[Point], from: Point, to: Point) -> Vec<Point> {
    let ((start_leg, start), (end_leg, end)) = (nearest(line, from), nearest(line, to));
    let along = |leg: usize, at: Point| (leg, line[leg].distance(at));
    let forward = along(start_leg, start) <= along(end_leg, end);
    let mut way = vec![start];
    if forward {
        way.extend_from_slice(&line[start_leg + 1..end_leg + 1]);
    } else {
        way.extend(line[end_leg + 1..start_leg + 1].iter().rev());
    }
    way.push(end);
    way.dedup();
    way
}

fn nearest(line: &[Point], to: Point) -> (usize, Point) {
    line.windows(2)
        .enumerate()
        .map(|(leg, ends)| (leg, nearest_on((ends[0], ends[1]), to)))
        .min_by(|a, b| a.1.distance(to).total_cmp(&b.1.distance(to)))
        .unwrap_or((0, to))
}

/// The same way, this many metres to the right, its corners mitred.
fn beside(way: &[Point], offset: f64) -> Vec<Point> {
    if offset == 0.0 || way.len() < 2 {
        return way.to_vec();
    }
    let legs: Vec<Point> = way.windows(2).filter_map(|leg| (leg[1] - leg[0]).unit()).collect();
    way.iter()
        .enumerate()
        .filter_map(|(i, &corner)| {
            let before = legs.get(i.wrapping_sub(1)).or(legs.first())?;
            let after = legs.get(i).or(legs.last())?;
            let mitre = (before.right() + after.right()).unit()?;
            // A hairpin would throw its mitre to infinity; four offsets is as sharp as a column turns.
            let reach = (offset / mitre.dot(before.right())).clamp(-4.0 * offset.abs(), 4.0 * offset.abs());
            Some(corner + mitre * reach)
        })
        .collect()
}
