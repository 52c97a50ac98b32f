//! Who of a line can fire at whom (§05.01.2): the map in the commander's hand, and a ruler.

use krigsspil_field::prelude::*;

use super::sight::Own;
use super::steps::at;

/// Shooters bear on what is so far off their front, in degrees (§05.01.2).
const BEARS: f64 = 30.0;
/// So many places along the front are tried.
const FILES: i32 = 6;

/// How the fire of a line bears on a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// The share of the front that bears, 0 to 1.
    pub share: f64,
    /// Somebody stands between.
    pub screened: bool,
}

/// The place of an outline nearest to another.
pub(super) fn nearest(outline: &[[f64; 2]], to: Point) -> Option<Point> {
    let corners = || outline.iter().map(|corner| at(*corner));
    let sides = corners().zip(corners().cycle().skip(1));
    let nearest_on = |(from, end): (Point, Point)| {
        let way = end - from;
        let length = way.dot(way);
        let share = if length > 0.0 { ((to - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
        from.toward(end, share)
    };
    sides.map(nearest_on).min_by(|a, b| a.distance(to).total_cmp(&b.distance(to)))
}

/// Does a straight way run through an outline?
pub(super) fn crosses(outline: &[[f64; 2]], from: Point, to: Point) -> bool {
    let corners = || outline.iter().map(|corner| at(*corner));
    let side = |a: Point, b: Point, c: Point| (b - a).x * (c - a).y - (b - a).y * (c - a).x;
    corners()
        .zip(corners().cycle().skip(1))
        .any(|(a, b)| side(a, b, from) * side(a, b, to) < 0.0 && side(from, to, a) * side(from, to, b) < 0.0)
}

/// How a unit's fire bears on a target, with others in the field.
pub(super) fn aim<'a>(unit: &Own, target: &[[f64; 2]], others: impl Iterator<Item = &'a [[f64; 2]]>) -> Aim {
    let facing = Bearing::degrees(unit.facing);
    let (place, right) = (at(unit.place), facing.ahead().right());
    let mut bearing = 0;
    for file in 0..FILES {
        let aside = (f64::from(file) + 0.5) / f64::from(FILES) - 0.5;
        let from = place + right * (aside * unit.front);
        let way = nearest(target, from).and_then(|there| (there - from).unit());
        let off = way.map_or(0.0, |way| facing.turn_to(Bearing::of(way)).0.abs());
        bearing += i32::from(off <= BEARS);
    }
    let there = nearest(target, place).unwrap_or(place);
    let screened = others.into_iter().any(|outline| crosses(outline, place, there));
    Aim { share: f64::from(bearing) / f64::from(FILES), screened }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [[f64; 2]; 4] = [[0.0, 100.0], [50.0, 100.0], [50.0, 120.0], [0.0, 120.0]];

    /// The nearest place of a box lies on its near side, and a way through it is seen to run through it.
    #[test]
    fn a_box_is_measured() {
        assert_eq!(nearest(&BOX, point(25.0, 0.0)), Some(point(25.0, 100.0)));
        assert_eq!(nearest(&BOX, point(-30.0, 90.0)), Some(point(0.0, 100.0)));
        assert!(crosses(&BOX, point(25.0, 0.0), point(30.0, 300.0)));
        assert!(!crosses(&BOX, point(-25.0, 0.0), point(-30.0, 300.0)));
        assert_eq!(nearest(&[], point(0.0, 0.0)), None);
    }
}
