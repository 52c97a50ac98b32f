//! The next thing that happens among marching bodies.

use super::meet::{Moving, first_within};
use super::motion::Motion;
use super::track::{Piece, Track};
use crate::ask::Table;
use crate::part::Part;
use crate::point::{Extent, Point};
use crate::sweep::near_pairs;

/// A body on the march, by the caller's own name for it.
#[derive(Clone, Copy, Debug)]
pub struct Marcher<'a, Name> {
    /// Whose track it is.
    pub name: Name,
    /// Its way through the turn.
    pub track: &'a Track,
}

/// What to watch for between two bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watch {
    /// Tell when they touch.
    pub contact: bool,
    /// Tell when they come within this many metres.
    pub distance: Option<f64>,
}

/// Something that happens on the march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening<Name> {
    /// Two bodies touch.
    Contact(Name, Name),
    /// Two bodies come within the distance watched for.
    Within(Name, Name),
    /// A body begins to leave the table.
    LeavesTable(Name),
    /// The ground changes under a leading edge.
    GroundChanges(Name),
    /// A body has done a leg, of this number.
    LegDone(Name, usize),
}

/// Something that happens, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<Name> {
    /// In turns, from 0 to 1.
    pub at: f64,
    /// What.
    pub what: Happening<Name>,
}

/// Everything that happens at the earliest moment after `after` when anything does, in a fixed order: by kind, then by name, whatever the
/// order of the marchers. Two bodies that are already within a watched distance are not reported again until a stretch of their march
/// begins with them beyond it. Nothing if the turn ends first.
///
/// `widest` is the greatest distance any watch asks for; `watch` is called for each pair that may come this near.
///
#[doc = include_str!("../../docs/event.svg")]
pub fn next_events<Name: Copy + Ord>(
    marchers: &[Marcher<'_, Name>],
    table: &Table,
    after: f64,
    widest: f64,
    watch: impl Fn(Name, Name) -> Watch,
) -> Vec<Event<Name>> {
    next(marchers, table, after, widest, watch, true)
}

/// The same without the changes of ground, for those whose rates are settled when the march is planned.
pub fn next_events_but_ground<Name: Copy + Ord>(
    marchers: &[Marcher<'_, Name>],
    table: &Table,
    after: f64,
    widest: f64,
    watch: impl Fn(Name, Name) -> Watch,
) -> Vec<Event<Name>> {
    next(marchers, table, after, widest, watch, false)
}

fn next<Name: Copy + Ord>(
    marchers: &[Marcher<'_, Name>],
    table: &Table,
    after: f64,
    widest: f64,
    watch: impl Fn(Name, Name) -> Watch,
    ground: bool,
) -> Vec<Event<Name>> {
    let mut earliest = Earliest { at: 1.0, found: Vec::new() };
    for marcher in marchers {
        own_events(marcher, table, after, ground, &mut earliest);
    }
    // Most events happen soon, and sooner when more units march: look a little ahead, and twice as far each time
    // nothing is found.
    let mut from = after;
    let mut look = 4.0 / (marchers.len() as f64).max(128.0);
    while from < earliest.at {
        let until = (from + look).min(earliest.at);
        meetings(marchers, Look { from, until }, widest, &watch, &mut earliest);
        if until >= earliest.at {
            break;
        }
        from = until;
        look *= 2.0;
    }
    earliest.found.sort();
    earliest.found.dedup();
    let at = earliest.at;
    earliest.found.into_iter().map(|what| Event { at, what }).collect()
}

/// Moments lie on a grid of a thousand-millionth of a turn, rounded up: what happens at the same instant then
/// has the same bits, and has certainly happened at that moment.
const TICKS: f64 = (1u64 << 30) as f64;

fn on_tick(moment: f64) -> f64 {
    ((moment * TICKS).ceil() / TICKS).min(1.0)
}

struct Earliest<Name> {
    at: f64,
    found: Vec<Happening<Name>>,
}

impl<Name: Copy + Ord> Earliest<Name> {
    fn tell(&mut self, at: f64, what: Happening<Name>) {
        let at = on_tick(at);
        if at < self.at {
            self.at = at;
            self.found.clear();
        }
        if at == self.at {
            self.found.push(what);
        }
    }
}

/// Ground, legs and table's edge: what happens to a body by itself.
fn own_events<Name: Copy + Ord>(
    marcher: &Marcher<'_, Name>,
    table: &Table,
    after: f64,
    ground: bool,
    earliest: &mut Earliest<Name>,
) {
    let pieces = &marcher.track.pieces;
    let first = marcher.track.piece_number(after);
    for (number, piece) in pieces.iter().enumerate().skip(first) {
        if piece.from > earliest.at {
            return;
        }
        if let Some(at) = leaves(piece, table, after) {
            earliest.tell(at, Happening::LeavesTable(marcher.name));
        }
        if let Some(next) = pieces.get(number + 1)
            && piece.to > after
        {
            if ground && next.going != piece.going {
                earliest.tell(piece.to, Happening::GroundChanges(marcher.name));
            }
            if next.leg != piece.leg {
                earliest.tell(piece.to, Happening::LegDone(marcher.name, piece.leg));
            }
        }
    }
}

/// When a corner first crosses the edge of the table after a moment; `None` if it is out already.
fn leaves(piece: &Piece, table: &Table, after: f64) -> Option<f64> {
    let edge = table.extent();
    if edge.holds(piece.swept.low) && edge.holds(piece.swept.high) {
        return None;
    }
    let begin = after.max(piece.from);
    let mut first = f64::INFINITY;
    for moving in &piece.moving {
        let start = moving.after(begin - piece.from);
        let inside = start.corners().iter().all(|&corner| edge.holds(corner));
        if !inside {
            return None;
        }
        for &corner in start.corners() {
            first = first.min(corner_leaves(corner, &moving.motion, edge));
        }
    }
    let at = begin + first;
    // On the edge it is still on the table: it has left at the first tick after.
    (at < piece.to).then(|| ((at * TICKS).floor() + 1.0) / TICKS)
}

/// How long until a place inside a box leaves it.
fn corner_leaves(corner: Point, motion: &Motion, edge: &Extent) -> f64 {
    match *motion {
        Motion::Still => f64::INFINITY,
        Motion::Shift(velocity) => {
            let out = |at: f64, speed: f64, low: f64, high: f64| {
                if speed > 0.0 {
                    (high - at) / speed
                } else if speed < 0.0 {
                    (low - at) / speed
                } else {
                    f64::INFINITY
                }
            };
            out(corner.x, velocity.x, edge.low.x, edge.high.x).min(out(
                corner.y,
                velocity.y,
                edge.low.y,
                edge.high.y,
            ))
        }
        Motion::Swing { pivot, rate } => {
            let way = corner - pivot;
            let radius = way.length();
            // Bearing of the corner from the pivot, counted the way it swings.
            let sense = if rate.0 < 0.0 { -1.0 } else { 1.0 };
            let start = libm::atan2(way.x, way.y);
            let turn = std::f64::consts::TAU;
            let mut first = f64::INFINITY;
            // The four edges as distances from the pivot along north and east.
            let ahead = [
                (edge.high.y - pivot.y, 0.0),
                (edge.high.x - pivot.x, turn / 4.0),
                (pivot.y - edge.low.y, turn / 2.0),
                (pivot.x - edge.low.x, turn * 0.75),
            ];
            for (distance, bearing) in ahead {
                if radius <= distance {
                    continue;
                }
                let half = libm::acos((distance / radius).clamp(-1.0, 1.0));
                // The corner is beyond this edge within `half` of the edge's own bearing; it enters there from behind.
                let enters = bearing - sense * half;
                let to_go = (sense * (enters - start)).rem_euclid(turn);
                first = first.min(to_go / rate.0.abs().to_radians());
            }
            first
        }
    }
}

/// Bodies whose boxes are this many metres farther apart than a distance are beyond it, whatever the rounding.
const SURELY_BEYOND: f64 = 1.0e-3;

/// A stretch of time that is searched.
#[derive(Clone, Copy)]
struct Look {
    from: f64,
    until: f64,
}

/// Pairs that come within a watched distance between two moments.
fn meetings<Name: Copy + Ord>(
    marchers: &[Marcher<'_, Name>],
    look: Look,
    widest: f64,
    watch: &impl Fn(Name, Name) -> Watch,
    earliest: &mut Earliest<Name>,
) {
    let boxes: Vec<Extent> =
        marchers.iter().map(|marcher| swept(marcher.track, look.from, look.until)).collect();
    near_pairs(&boxes, widest.max(0.0), |one, other| {
        let (here, there) = (&boxes[one], &boxes[other]);
        let (one, other) = (&marchers[one], &marchers[other]);
        if one.track.stands() && other.track.stands() {
            return;
        }
        // A pair is named the same way round whoever comes first in the list.
        let (one, other) = if one.name <= other.name { (one, other) } else { (other, one) };
        let look = Look { until: look.until.min(earliest.at), ..look };
        let watch = watch(one.name, other.name);
        // The watched distance between two is mostly less than the greatest distance of all.
        let metres = watch.distance.unwrap_or(0.0).max(0.0);
        if here.grown(metres + SURELY_BEYOND).meets(there) {
            pair(one, other, look, watch, earliest);
        }
    });
}

/// A box round everything a track covers between two moments.
fn swept(track: &Track, from: f64, until: f64) -> Extent {
    let first = track.piece_number(from);
    let mut all = Extent::EMPTY;
    for piece in &track.pieces[first..] {
        if piece.from > until {
            break;
        }
        let (begin, end) = (from.max(piece.from), until.min(piece.to));
        // A body that stands, or a piece searched from end to end, covers all that the piece covers.
        if piece.motion == Motion::Still || (begin <= piece.from && end >= piece.to) {
            all = all.and(piece.swept);
            continue;
        }
        for moving in &piece.moving {
            let box_round = if moving.motion == Motion::Still {
                moving.part.extent()
            } else if let (Motion::Shift(velocity), Part::Slab(_)) = (moving.motion, &moving.part) {
                let Extent { low, high } = moving.part.extent();
                let (there, on) = (velocity * (begin - piece.from), velocity * (end - piece.from));
                Extent { low: low + there, high: high + there }.and(Extent { low: low + on, high: high + on })
            } else {
                moving.motion.swept(&moving.after(begin - piece.from), end - begin)
            };
            all = all.and(box_round);
        }
    }
    all
}

fn pair<Name: Copy + Ord>(
    one: &Marcher<'_, Name>,
    other: &Marcher<'_, Name>,
    look: Look,
    watch: Watch,
    earliest: &mut Earliest<Name>,
) {
    if let Some(metres) = watch.distance {
        match first_meeting(one.track, other.track, metres, look) {
            Meeting::At(moment) => earliest.tell(moment, Happening::Within(one.name, other.name)),
            // If they never come this near, they cannot touch either.
            Meeting::None if metres >= 0.0 => return,
            _ => {}
        }
    }
    if watch.contact {
        let look = Look { until: look.until.min(earliest.at), ..look };
        if let Meeting::At(moment) = first_meeting(one.track, other.track, 0.0, look) {
            earliest.tell(moment, Happening::Contact(one.name, other.name));
        }
    }
}

/// The first moment when two tracks come from beyond a distance to within it, if they do; else whether they were within it at all.
fn first_meeting(one: &Track, other: &Track, metres: f64, look: Look) -> Meeting {
    let Look { from, until } = look;
    let (mut i, mut j) = (one.piece_number(from), other.piece_number(from));
    let mut begin = from;
    let (mut apart, mut ever) = (false, Meeting::None);
    while let (Some(a), Some(b)) = (one.pieces.get(i), other.pieces.get(j)) {
        let end = a.to.min(b.to).min(until);
        if end > begin {
            match piece_meeting(a, b, metres, begin, end) {
                Meeting::At(moment) => return Meeting::At(moment),
                // They came this near at once, by a turn or a change of formation.
                Meeting::Already if apart => return Meeting::At(begin),
                Meeting::Already => ever = Meeting::Already,
                Meeting::None => apart = true,
            }
        }
        begin = end;
        let next = (i + usize::from(a.to <= end), j + usize::from(b.to <= end));
        if end >= until {
            let snaps = apart && next != (i, j) && within_at(one, other, next, end, metres);
            return if snaps { Meeting::At(end) } else { ever };
        }
        (i, j) = next;
    }
    ever
}

/// Whether two bodies are within a distance when these pieces of their tracks begin.
fn within_at(one: &Track, other: &Track, (i, j): (usize, usize), moment: f64, metres: f64) -> bool {
    match (one.pieces.get(i), other.pieces.get(j)) {
        (Some(a), Some(b)) => crate::ask::distance(&a.at(moment), &b.at(moment)) <= metres + 1e-5,
        _ => false,
    }
}

enum Meeting {
    None,
    Already,
    At(f64),
}

/// Within a stretch where both move evenly.
fn piece_meeting(a: &Piece, b: &Piece, metres: f64, begin: f64, end: f64) -> Meeting {
    if !a.swept.grown(metres).meets(&b.swept) {
        return Meeting::None;
    }
    let mut first: Option<f64> = None;
    for here in &a.moving {
        let here = carried(here, begin - a.from);
        for there in &b.moving {
            let there = carried(there, begin - b.from);
            let until = first.unwrap_or(end - begin);
            match first_within(&here, &there, metres, until) {
                Some(0.0) => return Meeting::Already,
                Some(at) => first = Some(at),
                None => {}
            }
        }
    }
    first.map_or(Meeting::None, |at| Meeting::At(begin + at))
}

fn carried(moving: &Moving, by: f64) -> Moving {
    Moving { part: moving.after(by), motion: moving.motion }
}
