//! Ways without their small bends. A commander's way runs over the squares of his map, and bends by a square here and there, on a bridge or at a
//! brook. A column that wheels for each bend marches a square a turn, and bars its neighbours: it goes straight on to the first corner for which
//! it is worth turning.

use krigsspil_engine::battle::Evolution;
use krigsspil_field::prelude::{Bearing, Degrees, Point};

/// Corners that lie no farther beside the straight way, in yards, are not worth a turn: less than a column is wide.
const ASIDE: f64 = 60.0;

/// The corners of a way as seen from its start, which looks to the north; and where one looks at its end.
struct Corners {
    places: Vec<Point>,
    looks: Bearing,
    /// It ends with a turn.
    turns: bool,
}

fn corners(way: &[Evolution]) -> Option<Corners> {
    let mut told = Corners { places: Vec::new(), looks: Bearing::NORTH, turns: false };
    let mut at = Point::ORIGIN;
    for part in way {
        match *part {
            Evolution::Form(_) => {}
            Evolution::Wheel(degrees) => {
                told.looks = told.looks.right_by(Degrees(degrees));
                told.turns = true;
            }
            Evolution::Ahead(yards) => {
                at += told.looks.ahead() * yards;
                told.places.push(at);
                told.turns = false;
            }
            _ => return None,
        }
    }
    Some(told)
}

/// How far a corner lies beside the straight way from the start to another.
fn aside(corner: Point, to: Point) -> f64 {
    let Some(way) = to.unit() else { return f64::INFINITY };
    let along = corner.dot(way).clamp(0.0, to.length());
    corner.distance(way * along)
}

/// The same way without the bends at its beginning that are not worth a turn.
pub(super) fn without_bends(way: &[Evolution]) -> Vec<Evolution> {
    let marches =
        |part: &&Evolution| matches!(part, Evolution::Form(_) | Evolution::Wheel(_) | Evolution::Ahead(_));
    let length = way.iter().take_while(marches).count();
    let (marched, rest) = way.split_at(length);
    let Some(Corners { places, looks, turns }) = corners(marched) else { return way.to_vec() };
    let straight = |last: &usize| places[..*last].iter().all(|corner| aside(*corner, places[*last]) <= ASIDE);
    let Some(first) = (1..places.len()).rev().find(straight) else { return way.to_vec() };
    let (mut at, mut facing, mut parts) = (Point::ORIGIN, Bearing::NORTH, Vec::new());
    for &corner in &places[first..] {
        let leg = corner - at;
        if let Some(way) = leg.unit() {
            let turn = facing.turn_to(Bearing::of(way));
            if turn.0.round() != 0.0 {
                parts.push(Evolution::Wheel(turn.0.round()));
            }
            parts.push(Evolution::Ahead(leg.length().round()));
            facing = Bearing::of(way);
        }
        at = corner;
    }
    let turn = facing.turn_to(looks).0.round();
    if turns && turn != 0.0 {
        parts.push(Evolution::Wheel(turn));
    }
    parts.extend(rest.iter().cloned());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §6.1 a bend by a square of the map is no turn, a real corner is; what comes after the march stays.
    #[test]
    fn small_bends_are_left_out() {
        use Evolution::{Ahead, Unlimber, Wheel};
        let bridge = [Wheel(90.0), Ahead(29.0), Wheel(-91.0), Ahead(1371.0)];
        assert_eq!(without_bends(&bridge), [Ahead(1371.0)]);
        let corner = [Ahead(300.0), Wheel(90.0), Ahead(300.0)];
        assert_eq!(without_bends(&corner), corner);
        let both =
            [Wheel(45.0), Ahead(50.0), Wheel(-45.0), Ahead(300.0), Wheel(90.0), Ahead(400.0), Unlimber];
        let straight = without_bends(&both);
        assert_eq!(straight.len(), 5, "{straight:?}");
        assert!(matches!(straight[..], [Wheel(a), Ahead(_), Wheel(_), Ahead(_), Unlimber] if a < 10.0));
        let gun = [Wheel(3.0), Ahead(40.0), Wheel(2.0), Ahead(200.0), Wheel(30.0), Unlimber];
        assert!(matches!(without_bends(&gun)[..], [Wheel(_), Ahead(_), Wheel(_), Unlimber]));
    }

    /// What is no march, and a way of one leg, is left as it is.
    #[test]
    fn other_ways_are_left() {
        for way in [
            vec![Evolution::About, Evolution::Ahead(100.0)],
            vec![Evolution::AheadFarAsItCan],
            vec![Evolution::Wheel(20.0), Evolution::Ahead(100.0)],
            vec![Evolution::Unlimber],
        ] {
            assert_eq!(without_bends(&way), way);
        }
    }
}
