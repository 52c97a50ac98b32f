//! What can be seen from a place, and the ground along a line: functions of the ground alone.

use krigsspil_engine::battle::{At, Drill};
use krigsspil_field::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

use super::Stretch;
use crate::declared;

/// What can be seen from a place: pieces of ground, each a ring of places.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Seen {
    /// The rings.
    #[schema(value_type = Vec<Vec<declared::Pair>>)]
    rings: Vec<Vec<At>>,
    /// How far one sees in the open, in metres.
    limit: f64,
}

/// The ground along a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Profile {
    /// Metres along it, and metres of height.
    #[schema(value_type = Vec<declared::Pair>)]
    heights: Vec<(f64, f64)>,
    /// The whole line, in metres.
    metres: f64,
    /// One end can be seen from the other, as far as the ground goes.
    clear: bool,
}

fn at(place: At) -> Point {
    point(place[0], place[1])
}

fn ring(points: &[Point]) -> Vec<At> {
    // Decimetres are as fine as anybody can see.
    let short = |metres: f64| (metres * 10.0).round() / 10.0;
    points.iter().map(|place| [short(place.x), short(place.y)]).collect()
}

/// How these rules see: as far, and as far into woods, as their drill says.
fn terms(drill: &dyn Drill) -> SightTerms<impl Fn(&Feature) -> Hides + Copy + use<>> {
    let (metres, doctrine) = (drill.measure().metres, drill.doctrine());
    usual_sight(doctrine.sight * metres, doctrine.into_woods * metres)
}

/// What can be seen from a place, past nobody.
pub(crate) fn seen(ground: &Ground, drill: &dyn Drill, from: At) -> Seen {
    let terms = terms(drill);
    let view = what_can_be_seen(ground, at(from), &terms, []);
    let rings = std::iter::once(&view.near).chain(&view.beyond).map(|points| ring(points));
    Seen { rings: rings.filter(|ring| ring.len() > 2).collect(), limit: terms.limit }
}

/// The ground along a line.
pub(crate) fn profile(ground: &Ground, drill: &dyn Drill, stretch: Stretch) -> Profile {
    let line = Line::between(at(stretch.from), at(stretch.to));
    let nobody: [(u32, &Placed); 0] = [];
    Profile {
        heights: look_along(ground, line).profile(),
        metres: line.length(),
        clear: can_see(ground, line, &terms(drill), nobody).is_ok(),
    }
}
