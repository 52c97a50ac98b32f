//! Curves through given places, and steps along them.

use krigsspil_field::point::Point;

/// The two handles of the curve from `b` to `c`, given the places before and after. The curve goes through every place that the map gives,
/// and never bulges more than a third of a leg.
pub(crate) fn handles(a: Point, b: Point, c: Point, d: Point) -> (Point, Point) {
    let leg = b.distance(c);
    let lean = |before: Point, after: Point| {
        let way = after - before;
        let length = way.length();
        if length > 0.0 { way * (leg / length / 3.0) } else { Point::ORIGIN }
    };
    (b + lean(a, c), c - lean(b, d))
}

/// The places of a smooth curve, close enough together to follow it.
pub(crate) fn places(of: &[Point], closed: bool, step: f64) -> Vec<Point> {
    let count = of.len() as isize;
    if count < 3 {
        return of.to_vec();
    }
    let at = |i: isize| {
        if closed { of[i.rem_euclid(count) as usize] } else { of[i.clamp(0, count - 1) as usize] }
    };
    let mut found = Vec::new();
    for i in 0..(if closed { count } else { count - 1 }) {
        let (b, c) = (at(i), at(i + 1));
        let (one, other) = handles(at(i - 1), b, c, at(i + 2));
        let parts = (b.distance(c) / step).ceil().clamp(1.0, 200.0) as usize;
        for part in 0..parts {
            let t = part as f64 / parts as f64;
            let s = 1.0 - t;
            found.push(
                b * (s * s * s) + one * (3.0 * s * s * t) + other * (3.0 * s * t * t) + c * (t * t * t),
            );
        }
    }
    if !closed {
        found.extend(of.last());
    }
    found
}

/// Places along a line at this distance in metres, each with the direction of the line there.
pub(crate) fn every(line: &[Point], metres: f64, closed: bool) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    let mut left = metres / 2.0;
    let last = closed.then(|| line.first()).flatten();
    let next = line.iter().skip(1).chain(last);
    for (&from, &to) in line.iter().zip(next) {
        let length = from.distance(to);
        let Some(ahead) = (to - from).unit() else { continue };
        let mut at = left;
        while at < length {
            found.push((from + ahead * at, ahead));
            at += metres;
        }
        left = at - length;
    }
    found
}

/// A number from 0 to 1 that is always the same for the same two numbers: it imitates the irregular hand of a draughtsman.
pub(crate) fn hand(one: u64, other: u64) -> f64 {
    let mut mixed = one.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^= mixed >> 31;
    mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^= mixed >> 32;
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}
