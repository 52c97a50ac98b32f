//! March columns, which bend along the way behind them.

use std::sync::OnceLock;

use super::build::{BaseSize, envelope};
use super::{Body, Form, Layout, OwnBase, OwnPart, Role};
use crate::bearing::Degrees;
use crate::point::{Extent, Point, point};

/// The way behind a march column's head, in the column's own frame: from the head (the origin) back along its
/// corners. Behind the last corner, or with none, it runs straight back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    corners: Vec<Point>,
}

impl Trail {
    /// Straight behind the head.
    #[must_use]
    pub fn straight() -> Trail {
        Trail::default()
    }

    /// Through these corners, the newest first, in the column's own frame (`y` ahead). Corners that are not
    /// numbers or repeat the one before are left out.
    #[must_use]
    pub fn through(corners: &[Point]) -> Trail {
        let mut kept: Vec<Point> = Vec::with_capacity(corners.len());
        for &corner in corners {
            if corner.is_finite() && corner != kept.last().copied().unwrap_or(Point::ORIGIN) {
                kept.push(corner);
            }
        }
        Trail { corners: kept }
    }

    /// Its corners, the newest first.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The place this many metres back along the trail, and the way ahead there.
    #[must_use]
    pub fn back(&self, metres: f64) -> (Point, Point) {
        let (mut from, mut ahead, mut left) = (Point::ORIGIN, point(0.0, 1.0), metres);
        for &corner in &self.corners {
            let length = from.distance(corner);
            ahead = (from - corner) * (1.0 / length);
            if left <= length {
                break;
            }
            left -= length;
            from = corner;
        }
        (from - ahead * left, ahead)
    }

    /// How far back each corner lies along the trail.
    pub(crate) fn corner_distances(&self) -> impl Iterator<Item = f64> + '_ {
        self.corners.iter().scan((Point::ORIGIN, 0.0), |(from, total), &corner| {
            *total += from.distance(corner);
            *from = corner;
            Some(*total)
        })
    }

    /// After the head has gone this many metres straight ahead, with enough of the way kept for a column of this length.
    pub(crate) fn ahead(&self, metres: f64, length: f64) -> Trail {
        let back = point(0.0, -metres);
        let mut corners = vec![back];
        corners.extend(self.corners.iter().map(|&corner| corner + back));
        Trail::through(&corners).tidied(length)
    }

    /// After the head has turned this many degrees to the right, for a column of this length.
    pub(crate) fn pivoted(&self, by: Degrees, length: f64) -> Trail {
        let whole = self.drawn_out(length);
        let turn = by.sin_cos();
        Trail { corners: whole.corners.iter().map(|corner| corner.turned(turn)).collect() }
    }

    /// With a corner where the column ends, so that nothing depends on the straight line behind the last corner.
    pub(crate) fn drawn_out(&self, length: f64) -> Trail {
        let known = self.corner_distances().last().unwrap_or(0.0);
        if known >= length {
            return self.clone();
        }
        let mut corners = self.corners.clone();
        corners.push(self.back(length).0);
        Trail::through(&corners)
    }

    /// Without straight corners, and without corners that the whole column has passed.
    fn tidied(&self, length: f64) -> Trail {
        let mut kept: Vec<Point> = Vec::with_capacity(self.corners.len());
        let mut walked = 0.0;
        for &corner in &self.corners {
            let last = kept.last().copied().unwrap_or(Point::ORIGIN);
            if walked > length {
                break;
            }
            walked += last.distance(corner);
            let before = if kept.len() >= 2 { kept[kept.len() - 2] } else { Point::ORIGIN };
            let (way, on) = (last - before, corner - last);
            let no_corner = !kept.is_empty() && way.cross(on).abs() <= 1e-12 * way.length() * on.length();
            if no_corner && way.dot(on) > 0.0 {
                kept.pop();
            }
            kept.push(corner);
        }
        Trail { corners: kept }
    }

    /// Whether a column of this length runs straight back from its head.
    pub(crate) fn is_straight(&self, length: f64) -> bool {
        let (tail, ahead) = self.back(length);
        tail.x.abs() < 1e-9 && ahead.x.abs() < 1e-9 && tail.y < 0.0
    }
}

/// A march column's rows, and the way they follow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows {
    base: BaseSize,
    figures: u32,
    wide: u32,
    trail: Trail,
}

impl Rows {
    pub(crate) fn new(base: BaseSize, figures: u32, wide: u32, trail: Trail) -> Rows {
        Rows { base, figures, wide, trail }
    }

    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    pub(crate) fn count(&self) -> u32 {
        self.figures.div_ceil(self.wide)
    }

    pub(crate) fn front(&self) -> f64 {
        f64::from(self.wide) * self.base.width()
    }

    /// The last row may be short, and stands centred.
    pub(crate) fn row_width(&self, number: u32) -> f64 {
        f64::from(self.wide.min(self.figures - number * self.wide)) * self.base.width()
    }

    pub(crate) fn figures(&self) -> u32 {
        self.figures
    }

    pub(crate) fn base(&self) -> BaseSize {
        self.base
    }

    pub(crate) fn row_depth(&self) -> f64 {
        self.base.depth()
    }

    pub(crate) fn length(&self) -> f64 {
        f64::from(self.count()) * self.base.depth()
    }

    /// The same column with another way behind it.
    pub(crate) fn along(&self, trail: Trail) -> Rows {
        Rows { trail, ..self.clone() }
    }

    /// The middle of a row and the way it faces: that of the trail under its middle.
    pub(crate) fn row(&self, number: u32) -> (Point, Point) {
        self.trail.back((f64::from(number) + 0.5) * self.base.depth())
    }

    pub(crate) fn bases(&self) -> Vec<OwnBase> {
        let rows = self.rows();
        (0..self.figures).map(|number| self.base_in(&rows, number)).collect()
    }

    fn rows(&self) -> Vec<(Point, Point)> {
        (0..self.count()).map(|number| self.row(number)).collect()
    }

    fn base_in(&self, rows: &[(Point, Point)], number: u32) -> OwnBase {
        let (half_width, half_depth) = self.base.halves();
        let (rank, file) = (number / self.wide, number % self.wide);
        let in_rank = self.wide.min(self.figures - rank * self.wide);
        let (middle, ahead) = rows[rank as usize];
        let right = (f64::from(file) - f64::from(in_rank - 1) / 2.0) * self.base.width();
        let middle = middle + ahead.right() * right;
        OwnBase { middle, ahead, half_width, half_depth, file, rank, role: Role::Figure }
    }

    /// The box round it: the bases at the two ends of each row reach farthest.
    fn envelope(&self, rows: &[(Point, Point)]) -> Extent {
        let ends = (0..self.count()).flat_map(|rank| {
            let first = rank * self.wide;
            [first, (first + self.wide).min(self.figures) - 1]
        });
        envelope(ends.map(|number| self.base_in(rows, number)))
    }

    /// Rows that follow each other in a straight line make one piece.
    fn parts(&self, rows: &[(Point, Point)]) -> Vec<OwnPart> {
        let depth = self.base.depth();
        let mut runs: Vec<(Point, Point, u32, f64)> = Vec::new();
        for (number, &(middle, ahead)) in (0..).zip(rows) {
            let width = self.row_width(number);
            match runs.last_mut() {
                Some((first, way, rows, wide))
                    if *way == ahead && *wide == width && (*first - middle).cross(ahead).abs() < 1e-9 =>
                {
                    *rows += 1;
                }
                _ => runs.push((middle, ahead, 1, width)),
            }
        }
        runs.into_iter()
            .map(|(first, ahead, rows, width)| OwnPart::Slab {
                middle: first - ahead * (f64::from(rows - 1) * depth / 2.0),
                ahead,
                half_width: width / 2.0,
                half_depth: f64::from(rows) * depth / 2.0,
            })
            .collect()
    }

    pub(crate) fn into_body(self) -> Body {
        let rows = self.rows();
        let (parts, envelope) = (self.parts(&rows), self.envelope(&rows));
        let (figures, files, ranks) = (self.figures, self.wide, self.count());
        let (form, bases) = (Form::MarchColumn, OnceLock::new());
        Body::from_layout(Layout { form, figures, files, ranks, bases, parts, envelope, column: Some(self) })
    }
}
