//! What still slows a body after its leading edge has passed it.

use super::going::Stretch;
use super::leg::{Manner, Rates};
use crate::bearing::Frame;
use crate::body::Placed;
use crate::ground::Ground;
use crate::point::Point;

/// The things a body is astride of while it moves straight ahead, each with the metres it must go to be clear.
pub(super) struct Astride<'a, R> {
    rates: &'a R,
    ground: &'a Ground,
    manner: Manner,
    edge: Frame,
    /// How far the body reaches behind its leading edge, along the way it has come.
    tail: f64,
    /// Until where, and how fast at most.
    slow: Vec<(f64, f64)>,
}

impl<'a, R: Rates> Astride<'a, R> {
    /// For a body that starts, with this half-width of its leading edge.
    pub(super) fn new(
        rates: &'a R,
        ground: &'a Ground,
        manner: Manner,
        body: &Placed,
        (edge, half): (&Frame, f64),
    ) -> Astride<'a, R> {
        let way = way_behind(body, edge);
        let tail = way.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let mut astride = Astride { rates, ground, manner, edge: *edge, tail, slow: Vec::new() };
        for crossed in ground.crossed(&way, 2.0 * half) {
            let place = along(&way, (crossed.enters + crossed.leaves) / 2.0);
            let pace =
                ground.feature(crossed.feature).and_then(|it| rates.astride(manner, it, ground, place));
            astride.slow.extend(pace.map(|pace| (crossed.leaves, pace)));
        }
        astride
    }

    /// Its leading edge comes over a stretch: what lies there slows it until the whole of it has passed.
    pub(super) fn treads(&mut self, stretch: &Stretch) {
        for feature in stretch.edge.iter().filter_map(|&id| self.ground.feature(id)) {
            let place = self.edge.at + self.edge.ahead * ((stretch.from + stretch.to) / 2.0);
            if let Some(pace) = self.rates.astride(self.manner, feature, self.ground, place) {
                self.slow.push((stretch.to + self.tail, pace));
            }
        }
    }

    /// How fast it goes from here, given what the going allows, and for how far at most.
    pub(super) fn pace(&self, at: f64, going: f64, to: f64) -> (f64, f64) {
        let on = self.slow.iter().filter(|(until, _)| *until > at);
        on.fold((going, to), |(pace, to), &(until, slow)| (pace.min(slow), to.min(until)))
    }
}

/// The way from the far end of a body to the middle of its leading edge: of a column along its bends.
fn way_behind(body: &Placed, edge: &Frame) -> Vec<Point> {
    let Some(rows) = &body.body().shape().column else {
        let reach = |place: &Point| (edge.at - *place).dot(edge.ahead);
        let tail = body.parts().iter().flat_map(|part| part.corners()).map(reach).fold(0.0, f64::max);
        return vec![edge.at - edge.ahead * tail, edge.at];
    };
    let length = rows.length();
    let whole = rows.trail().drawn_out(length);
    let mut way = vec![edge.at];
    let corners = whole.corners().iter().zip(whole.corner_distances());
    way.extend(corners.filter(|(_, back)| *back < length).map(|(&corner, _)| body.frame().to_ground(corner)));
    way.push(body.frame().to_ground(whole.back(length).0));
    way.reverse();
    way
}

fn along(way: &[Point], metres: f64) -> Point {
    let mut left = metres;
    for leg in way.windows(2) {
        let length = leg[0].distance(leg[1]);
        if left <= length && length > 0.0 {
            return leg[0].toward(leg[1], left / length);
        }
        left -= length;
    }
    way.last().copied().unwrap_or(Point::ORIGIN)
}
