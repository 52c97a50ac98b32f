//! Rings of places: area, inside, clipping, crossing.
//!
//! A ring is a list of corners, the last joined to the first. Clipping a ring by straight edges is all that the
//! shares and areas of this crate need, so no general polygon overlay is used: it would bring
//! iterations and tolerances where a sum of products is exact enough and always the same.

use crate::point::Point;

/// One side of a straight line: the places to the left of a way along it, the line counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// A place on the line.
    pub at: Point,
    /// The way along the line; inside lies to its left.
    pub along: Point,
}

impl HalfPlane {
    /// How far to the inside a place lies, times the length of `along`.
    #[must_use]
    pub fn depth(&self, place: Point) -> f64 {
        self.along.cross(place - self.at)
    }

    /// The other side of the same line.
    #[must_use]
    pub fn reversed(self) -> HalfPlane {
        HalfPlane { at: self.at, along: -self.along }
    }
}

/// The area within a ring; negative if it runs clockwise.
#[must_use]
pub fn signed_area(ring: &[Point]) -> f64 {
    let Some(&first) = ring.first() else { return 0.0 };
    // Measured from the first corner, so that a ring far from the origin loses no digits.
    edges(ring).map(|(a, b)| (a - first).cross(b - first)).sum::<f64>() / 2.0
}

/// The edges of a ring, from corner to corner and back to the first.
pub fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().copied().zip(next.copied())
}

/// Whether a place lies within a ring, by counting the edges to its east.
#[must_use]
pub fn ring_holds(ring: &[Point], place: Point) -> bool {
    let mut inside = false;
    for (a, b) in edges(ring) {
        if (a.y > place.y) != (b.y > place.y) {
            let x = a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x);
            if place.x < x {
                inside = !inside;
            }
        }
    }
    inside
}

/// The part of a ring on the inner side of a line. Of a ring that bends in, the pieces stay joined along the
/// line, which changes nothing in the area.
pub fn clip(ring: &[Point], by: HalfPlane, out: &mut Vec<Point>) {
    out.clear();
    for (a, b) in edges(ring) {
        let (depth_a, depth_b) = (by.depth(a), by.depth(b));
        if depth_a >= 0.0 {
            out.push(a);
        }
        if (depth_a > 0.0 && depth_b < 0.0) || (depth_a < 0.0 && depth_b > 0.0) {
            out.push(a.toward(b, depth_a / (depth_a - depth_b)));
        }
    }
}

/// The part of a ring inside all the lines.
#[must_use]
pub fn clip_all(ring: &[Point], by: &[HalfPlane]) -> Vec<Point> {
    clipped(ring, by.iter().copied(), by.len())
}

fn clipped(ring: &[Point], by: impl Iterator<Item = HalfPlane>, lines: usize) -> Vec<Point> {
    let room = ring.len() + lines;
    let (mut kept, mut next) = (Vec::with_capacity(room), Vec::with_capacity(room));
    kept.extend_from_slice(ring);
    for line in by {
        clip(&kept, line, &mut next);
        std::mem::swap(&mut kept, &mut next);
        if kept.is_empty() {
            break;
        }
    }
    kept
}

/// The area shared by a ring and a convex ring that runs anticlockwise.
#[must_use]
pub fn shared_area(ring: &[Point], convex: &[Point]) -> f64 {
    let sides = edges(convex).map(|(a, b)| HalfPlane { at: a, along: b - a });
    signed_area(&clipped(ring, sides, convex.len())).abs()
}

/// Where along each of two stretches (0 at its start, 1 at its end) they cross, ends counted; `None` if
/// they miss each other or run side by side.
#[must_use]
pub fn crossing(a: (Point, Point), b: (Point, Point)) -> Option<(f64, f64)> {
    let (way_a, way_b) = (a.1 - a.0, b.1 - b.0);
    let across = way_a.cross(way_b);
    if across == 0.0 {
        return None;
    }
    let between = b.0 - a.0;
    let along_a = between.cross(way_b) / across;
    let along_b = between.cross(way_a) / across;
    let within = |t: f64| (0.0..=1.0).contains(&t);
    (within(along_a) && within(along_b)).then_some((along_a, along_b))
}

/// The first two edges of a ring that cross or touch though they are not neighbours.
#[must_use]
pub fn self_crossing(ring: &[Point]) -> Option<(usize, usize)> {
    let sides: Vec<(Point, Point)> = edges(ring).collect();
    let last = sides.len().saturating_sub(1);
    for (i, &one) in sides.iter().enumerate() {
        for (j, &other) in sides.iter().enumerate().skip(i + 1) {
            let neighbours = j == i + 1 || (i == 0 && j == last);
            if neighbours {
                // Neighbours share a corner; they are a fault only if one folds back onto the other.
                let (arm, leg) = if j == i + 1 { (one, other) } else { (other, one) };
                let (back, on) = (arm.0 - arm.1, leg.1 - leg.0);
                if back.cross(on) == 0.0 && back.dot(on) > 0.0 {
                    return Some((i, j));
                }
            } else if meets(one, other) {
                return Some((i, j));
            }
        }
    }
    None
}

fn meets(a: (Point, Point), b: (Point, Point)) -> bool {
    if crossing(a, b).is_some() {
        return true;
    }
    let way = a.1 - a.0;
    let in_line = way.cross(b.1 - b.0) == 0.0 && way.cross(b.0 - a.0) == 0.0;
    let along = |p: Point| way.dot(p - a.0) / way.dot(way);
    in_line && along(b.0).max(along(b.1)) >= 0.0 && along(b.0).min(along(b.1)) <= 1.0
}

/// The nearest place to `from` on the stretch between two places.
#[must_use]
pub fn nearest_on(stretch: (Point, Point), from: Point) -> Point {
    let way = stretch.1 - stretch.0;
    let length_squared = way.dot(way);
    if length_squared == 0.0 {
        return stretch.0;
    }
    stretch.0 + way * (way.dot(from - stretch.0) / length_squared).clamp(0.0, 1.0)
}

/// The smallest ring without hollows round some places, anticlockwise.
#[must_use]
pub fn hull(places: &[Point]) -> Vec<Point> {
    let mut sorted = places.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |order: &mut dyn Iterator<Item = Point>| {
        let mut side: Vec<Point> = Vec::new();
        for p in order {
            while let [.., a, b] = side[..] {
                if (b - a).cross(p - b) > 0.0 {
                    break;
                }
                side.pop();
            }
            side.push(p);
        }
        side.pop();
        side
    };
    let mut ring = half(&mut sorted.iter().copied());
    ring.extend(half(&mut sorted.iter().rev().copied()));
    ring
}

/// Whether a ring that runs anticlockwise has no hollow.
#[must_use]
pub fn is_convex(ring: &[Point]) -> bool {
    let count = ring.len();
    (0..count).all(|i| {
        (ring[(i + 1) % count] - ring[i]).cross(ring[(i + 2) % count] - ring[(i + 1) % count]) >= 0.0
    })
}

/// A ring cut into pieces without hollows, each anticlockwise: itself if it has none, else triangles.
#[must_use]
pub fn convex_pieces(ring: &[Point]) -> Vec<Vec<Point>> {
    let mut left = ring.to_vec();
    if signed_area(&left) < 0.0 {
        left.reverse();
    }
    if is_convex(&left) {
        return vec![left];
    }
    let mut pieces = Vec::new();
    while left.len() > 3 {
        // A ring that does not cross itself always has an ear; the first corner is the way out if rounding
        // hides them all.
        let ear = (0..left.len()).find(|&i| is_ear(&left, i)).unwrap_or(0);
        let (before, after) = ((ear + left.len() - 1) % left.len(), (ear + 1) % left.len());
        pieces.push(vec![left[before], left[ear], left[after]]);
        left.remove(ear);
    }
    pieces.push(left);
    pieces.retain(|piece| signed_area(piece) > 0.0);
    pieces
}

fn is_ear(ring: &[Point], at: usize) -> bool {
    let count = ring.len();
    let (a, b, c) = (ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]);
    if (b - a).cross(c - b) <= 0.0 {
        return false;
    }
    ring.iter().all(|&p| {
        p == a || p == b || p == c || {
            let inside =
                (b - a).cross(p - a) >= 0.0 && (c - b).cross(p - b) >= 0.0 && (a - c).cross(p - c) >= 0.0;
            !inside
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::point;

    fn square(side: f64) -> Vec<Point> {
        vec![point(0.0, 0.0), point(side, 0.0), point(side, side), point(0.0, side)]
    }

    #[test]
    fn a_hollow_ring_is_cut_without_loss() {
        let ell = [(0., 0.), (4., 0.), (4., 1.), (1., 1.), (1., 3.), (0., 3.)].map(|(x, y)| point(x, y));
        let pieces = convex_pieces(&ell);
        let total: f64 = pieces.iter().map(|piece| signed_area(piece)).sum();
        assert!(pieces.len() > 1);
        assert!((total - 6.0).abs() < 1e-12, "{total}");
    }

    #[test]
    fn clipping_a_hollow_ring_keeps_its_area() {
        let cup = [(0., 0.), (6., 0.), (6., 4.), (4., 4.), (4., 2.), (2., 2.), (2., 4.), (0., 4.)]
            .map(|(x, y)| point(x, y));
        let band = [point(-1.0, 3.0), point(7.0, 3.0), point(7.0, 5.0), point(-1.0, 5.0)];
        assert!((shared_area(&cup, &band) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_bow_tie_crosses_itself_and_a_square_does_not() {
        let bow = [point(0.0, 0.0), point(2.0, 2.0), point(2.0, 0.0), point(0.0, 2.0)];
        assert_eq!(self_crossing(&bow), Some((0, 2)));
        assert_eq!(self_crossing(&square(3.0)), None);
        let spike = [point(0.0, 0.0), point(4.0, 0.0), point(2.0, 0.0), point(2.0, 2.0)];
        assert!(self_crossing(&spike).is_some());
    }

    #[test]
    fn the_hull_of_a_square_and_its_middle_is_the_square() {
        let mut places = square(2.0);
        places.push(point(1.0, 1.0));
        let ring = hull(&places);
        assert_eq!(ring.len(), 4);
        assert_eq!(signed_area(&ring), 4.0);
    }
}
