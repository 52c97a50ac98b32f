//! What lies on one line of sight.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::{Hides, SightTerms};
use crate::ask::{Line, distance_along, runs_into};
use crate::bearing::Frame;
use crate::body::Placed;
use crate::ground::{Crossed, Feature, FeatureId, Ground, Kind, Patch, Room, Shape, Strip};
use crate::point::{Extent, Point};
use crate::polygon::crossing;

/// A contour crossed by a line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Climb {
    /// Metres along the line.
    pub metres: f64,
    /// The contour.
    pub contour: FeatureId,
    /// The height of the ground just before, in metres.
    pub before: f64,
    /// The height of the ground just after.
    pub after: f64,
}

impl Climb {
    /// Whether the ground rises there.
    #[must_use]
    pub fn rises(&self) -> bool {
        self.after > self.before
    }
}

/// The crest of a plate on a line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crest {
    /// Metres along the line.
    pub metres: f64,
    /// Its height in metres.
    pub height: f64,
    /// The contour of the plate.
    pub contour: FeatureId,
    /// Where the plate begins and ends on the line; before 0 or beyond the length if an end stands on it.
    pub plate: (f64, f64),
    /// Whether the scenario marked it, or it is the middle.
    pub marked: bool,
}

/// Everything on a line of sight, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct SightLine {
    /// The line itself.
    pub line: Line,
    /// The height of the ground at its start, in metres.
    pub from_height: f64,
    /// The height of the ground at its end.
    pub to_height: f64,
    /// The contours it crosses.
    pub climbs: Vec<Climb>,
    /// The crests on it, those of plates that carry both its ends left out.
    pub crests: Vec<Crest>,
    /// Everything else it runs through: areas, buildings, lines with a width.
    pub through: Vec<Crossed>,
}

/// Lists what lies on a line of sight.
///
#[doc = include_str!("../../docs/sight.svg")]
#[must_use]
pub fn look_along(ground: &Ground, line: Line) -> SightLine {
    let length = line.length();
    let (from_height, to_height) = (ground.height_at(line.from), ground.height_at(line.to));
    let mut through = ground.crossed(&[line.from, line.to], 0.0);
    let is_contour = |id: FeatureId| ground.feature(id).is_some_and(|f| f.kind == Kind::Contour);
    through.retain(|crossed| !is_contour(crossed.feature));
    let mut found =
        SightLine { line, from_height, to_height, climbs: Vec::new(), crests: Vec::new(), through };
    let Some(ahead) = (line.to - line.from).unit() else { return found };
    let frame = Frame { at: line.from, right: ahead.right(), ahead };
    let mut room = Room::default();
    let mut steps: Vec<(f64, FeatureId, f64)> = Vec::new();
    for (id, feature, height, patch) in plates(ground, Strip::new(frame, line.to, 0.0)) {
        for &plate in room.chords(&patch.outer, &frame) {
            steps.extend(
                [plate.0, plate.1].into_iter().filter(|&m| m > 0.0 && m < length).map(|m| (m, id, height)),
            );
            found.crests.extend(crest_on(ground, (id, feature, height), &frame, plate, length));
        }
    }
    found.crests.sort_by(|a, b| a.metres.total_cmp(&b.metres).then(a.contour.cmp(&b.contour)));
    found.climbs = climbs(ground, &found, steps);
    found
}

/// The plates that may lie on a line, with their heights.
fn plates(ground: &Ground, line: Strip) -> impl Iterator<Item = (FeatureId, &Feature, f64, &Patch)> {
    ground.contours_on(line).filter_map(|(id, feature)| match (&feature.shape, feature.properties.level) {
        (Shape::Area(patch), Some(level)) => {
            Some((id, feature, f64::from(level) * ground.contour_interval(), patch))
        }
        _ => None,
    })
}

/// The crest of a plate on a line of this length; `None` if the line misses it or both its ends are on the plate.
fn crest_on(
    ground: &Ground,
    (contour, feature, height): (FeatureId, &Feature, f64),
    frame: &Frame,
    plate: (f64, f64),
    length: f64,
) -> Option<Crest> {
    let carries_both = plate.0 <= 0.0 && plate.1 >= length;
    if carries_both || plate.1 <= 0.0 || plate.0 >= length {
        return None;
    }
    let mark = marked_crest(ground, feature, frame, plate);
    let metres = mark.unwrap_or((plate.0 + plate.1) / 2.0);
    let on_line = metres > 0.0 && metres < length;
    on_line.then_some(Crest { metres, height, contour, plate, marked: mark.is_some() })
}

/// Where a marked crest of this plate's level, or of none, crosses its chord; of several the nearest to the middle.
pub(super) fn marked_crest(
    ground: &Ground,
    plate_of: &Feature,
    frame: &Frame,
    plate: (f64, f64),
) -> Option<f64> {
    let ends = (frame.at + frame.ahead * plate.0, frame.at + frame.ahead * plate.1);
    let middle = (plate.0 + plate.1) / 2.0;
    ground
        .crests_near(Extent::around([ends.0, ends.1]))
        .filter(|(_, feature)| {
            feature.properties.level.is_none() || feature.properties.level == plate_of.properties.level
        })
        .filter_map(|(_, feature)| match &feature.shape {
            Shape::Line(line) => Some(line),
            _ => None,
        })
        .flat_map(|line| line.windows(2).filter_map(|leg| crossing(ends, (leg[0], leg[1]))))
        .map(|(share, _)| plate.0 + (plate.1 - plate.0) * share)
        .min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()))
}

fn climbs(ground: &Ground, sight: &SightLine, mut steps: Vec<(f64, FeatureId, f64)>) -> Vec<Climb> {
    steps.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut before = sight.from_height;
    steps
        .iter()
        .enumerate()
        .map(|(number, &(metres, contour, _))| {
            let next = steps.get(number + 1).map_or(sight.line.length(), |step| step.0);
            let after = ground.height_at(sight.line.at((metres + next) / 2.0));
            let climb = Climb { metres, contour, before, after };
            before = after;
            climb
        })
        .collect()
}

impl SightLine {
    /// The first crest that stands above the straight line from eye to target.
    #[must_use]
    pub fn hiding_crest(&self, eye: f64, target: f64) -> Option<&Crest> {
        let (from, to) = (self.from_height + eye, self.to_height + target);
        let length = self.line.length();
        self.crests.iter().find(|crest| crest.height > from + (to - from) * crest.metres / length)
    }

    /// The stretches of the line on which crests hide a target of this height from an eye of this height.
    #[must_use]
    pub fn dead_ground(&self, eye: f64, target: f64) -> Vec<(f64, f64)> {
        let length = self.line.length();
        let mut bounds = vec![(0.0, self.from_height)];
        bounds.extend(self.climbs.iter().map(|climb| (climb.metres, climb.after)));
        let mut hidden = Vec::new();
        for (number, &(from, height)) in bounds.iter().enumerate() {
            let to = bounds.get(number + 1).map_or(length, |next| next.0);
            for crest in &self.crests {
                let shared = crest.plate.0 <= 0.0 && crest.plate.1 >= to;
                if !shared {
                    let rise =
                        (crest.height - self.from_height - eye, height + target - self.from_height - eye);
                    hidden.extend(hidden_behind(crest.metres, rise, (from, to)));
                }
            }
        }
        crate::spans::merged(hidden)
    }

    /// The heights along the line, for a ruler: metres along it and metres of height, straight from one to the next.
    /// Slopes are drawn through the contours, tops and hollows at the middle of what lies between.
    #[must_use]
    pub fn profile(&self) -> Vec<(f64, f64)> {
        let mut knots = vec![(0.0, self.from_height)];
        for (number, climb) in self.climbs.iter().enumerate() {
            knots.push((climb.metres, (climb.before + climb.after) / 2.0));
            if let Some(next) = self.climbs.get(number + 1) {
                knots.push(((climb.metres + next.metres) / 2.0, climb.after));
            }
        }
        knots.push((self.line.length(), self.to_height));
        knots
    }
}

/// The part of a stretch that a crest hides. `rise` is the height of the crest and of what is looked for, both above the eye.
pub(super) fn hidden_behind(crest: f64, rise: (f64, f64), (from, to): (f64, f64)) -> Option<(f64, f64)> {
    let from = from.max(crest);
    if from >= to {
        return None;
    }
    let slope = rise.0 / crest;
    // Seen where rise.1 / distance is at least the slope over the crest.
    let (low, high) = if slope > 0.0 {
        ((rise.1 / slope).max(from), to)
    } else if slope < 0.0 {
        (from, (rise.1 / slope).min(to))
    } else if rise.1 < 0.0 {
        (from, to)
    } else {
        return None;
    };
    (low < high).then_some((low, high))
}

/// What blocks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blocked<Name> {
    /// It is farther than one can see.
    TooFar,
    /// A crest.
    Crest(Crest),
    /// Something on the ground, after this many metres of the line.
    Feature(FeatureId, f64),
    /// A body, after this many metres of the line.
    Body(Name, f64),
}

/// Whether one place can be seen from another past these bodies; if not, what blocks the line first (a crest
/// before all else).
///
/// # Errors
/// Tells what blocks the line.
pub fn can_see<'a, Name: Copy + Ord>(
    ground: &Ground,
    line: Line,
    terms: &SightTerms<impl Fn(&Feature) -> Hides>,
    bodies: impl IntoIterator<Item = (Name, &'a Placed)>,
) -> Result<(), Blocked<Name>> {
    let eye = ground.height_at(line.from) + terms.eye;
    Looking { ground, terms, from: line.from, eye }.can_see(line.to, bodies, &mut Room::default())
}

/// Somebody who looks around from one place. He asks about each thing only whether it hides, while [`look_along`] reports everything on a
/// line.
struct Looking<'a, Through> {
    ground: &'a Ground,
    terms: &'a SightTerms<Through>,
    from: Point,
    /// The height of his eye.
    eye: f64,
}

impl<Through: Fn(&Feature) -> Hides> Looking<'_, Through> {
    fn can_see<'a, Name: Copy + Ord>(
        &self,
        to: Point,
        bodies: impl IntoIterator<Item = (Name, &'a Placed)>,
        room: &mut Room,
    ) -> Result<(), Blocked<Name>> {
        let line = Line::between(self.from, to);
        if line.length() > self.terms.limit {
            return Err(Blocked::TooFar);
        }
        let mut feature = None;
        if let Some(ahead) = (line.to - line.from).unit() {
            let frame = Frame { at: line.from, right: ahead.right(), ahead };
            if let Some(crest) = self.hiding_crest(line, &frame, room) {
                return Err(Blocked::Crest(crest));
            }
            feature = self.blocking_feature(line, &frame, room);
        }
        let body = bodies
            .into_iter()
            .filter_map(|(name, body)| Some((distance_along(line, body)?, name)))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match (feature, body) {
            (Some((id, at)), Some((metres, _))) if at <= metres => Err(Blocked::Feature(id, at)),
            (_, Some((metres, name))) => Err(Blocked::Body(name, metres)),
            (Some((id, at)), None) => Err(Blocked::Feature(id, at)),
            (None, None) => Ok(()),
        }
    }

    /// Whether a place can be seen past the ground, as [`can_see`](Looking::can_see) finds it: here the first thing that hides it is
    /// enough, and what may hide it is given.
    fn sees(
        &self,
        to: Point,
        height: impl FnOnce() -> f64,
        hiding: &[(FeatureId, &Extent, f64)],
        room: &mut Room,
    ) -> bool {
        let line = Line::between(self.from, to);
        let length = line.length();
        if length > self.terms.limit {
            return false;
        }
        let Some(ahead) = (line.to - line.from).unit() else { return true };
        let frame = Frame { at: line.from, right: ahead.right(), ahead };
        let strip = Strip::new(frame, to, 0.0);
        let mut hides = |&(id, around, metres): &(FeatureId, &Extent, f64)| {
            !strip.misses(around) && {
                let spans = room.spans_ahead(self.ground.rings(id), &frame, 0.0, length);
                spans.iter().any(|&(enters, leaves)| leaves - enters > metres)
            }
        };
        !hiding.iter().any(&mut hides) && !self.crest_hides(line, height(), &frame, room)
    }

    /// Whether any crest stands above the straight line from eye to target.
    fn crest_hides(&self, line: Line, height: f64, frame: &Frame, room: &mut Room) -> bool {
        let mut hidden = false;
        self.crests_above(line, height, frame, room, |_| {
            hidden = true;
            ControlFlow::Break(())
        });
        hidden
    }

    /// The first crest that stands above the straight line from eye to target, as [`SightLine::hiding_crest`] finds it.
    fn hiding_crest(&self, line: Line, frame: &Frame, room: &mut Room) -> Option<Crest> {
        let mut first: Option<Crest> = None;
        self.crests_above(line, self.ground.height_at(line.to), frame, room, |crest| {
            if first.is_none_or(|first| (crest.metres, crest.contour) < (first.metres, first.contour)) {
                first = Some(crest);
            }
            ControlFlow::Continue(())
        });
        first
    }

    /// Visits the crests that stand above the straight line from eye to target, until the visitor has seen enough. `height` is that of the
    /// ground at the end of the line.
    fn crests_above(
        &self,
        line: Line,
        height: f64,
        frame: &Frame,
        room: &mut Room,
        mut tell: impl FnMut(Crest) -> ControlFlow<()>,
    ) {
        if !self.terms.crests {
            return;
        }
        let target = height + self.terms.target;
        let length = line.length();
        let hides = |crest: &Crest| crest.height > self.eye + (target - self.eye) * crest.metres / length;
        // A plate no higher than the lower end stands nowhere above the line.
        let least = self.eye.min(target);
        let strip = Strip::new(*frame, line.to, 0.0);
        for (id, feature, height, patch) in plates(self.ground, strip).filter(|plate| plate.2 > least) {
            for &plate in room.chords(&patch.outer, frame) {
                if let Some(crest) = crest_on(self.ground, (id, feature, height), frame, plate, length)
                    && hides(&crest)
                    && tell(crest).is_break()
                {
                    return;
                }
            }
        }
    }

    /// How far a line of sight runs in a thing that hides; contours hide by their crests.
    fn hides_after(&self, feature: &Feature) -> Option<f64> {
        if feature.kind == Kind::Contour {
            return None;
        }
        match (self.terms.through)(feature) {
            Hides::After(metres) => Some(metres),
            Hides::Nothing => None,
        }
    }

    /// What may hide any of these places, and how far a line of sight runs in each.
    fn hiding(&self, places: &[Point]) -> Vec<(FeatureId, &Extent, f64)> {
        let around = places.iter().fold(Extent::around([self.from]), |around, &place| around.with(place));
        let hides = |(id, feature): (FeatureId, &Feature)| {
            Some((id, self.ground.extent(id)?, self.hides_after(feature)?))
        };
        self.ground.near(around).filter_map(hides).collect()
    }

    /// What first stops the line of sight, and after how many metres.
    fn blocking_feature(&self, line: Line, frame: &Frame, room: &mut Room) -> Option<(FeatureId, f64)> {
        let length = line.length();
        let mut first: Option<(FeatureId, f64)> = None;
        for (id, feature) in self.ground.near_strip(Strip::new(*frame, line.to, 0.0)) {
            let Some(metres) = self.hides_after(feature) else { continue };
            for &(enters, leaves) in room.spans_ahead(self.ground.rings(id), frame, 0.0, length) {
                let at = enters + metres;
                if leaves - enters > metres && first.is_none_or(|(_, nearest)| at < nearest) {
                    first = Some((id, at));
                }
            }
        }
        first
    }
}

/// A place from which somebody looks, with the height of its ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// The place.
    pub place: Point,
    height: f64,
}

impl Eye {
    /// At a place.
    #[must_use]
    pub fn at(ground: &Ground, place: Point) -> Eye {
        Eye { place, height: ground.height_at(place) }
    }
}

/// A body for which several look. The heights of the places that show it are computed once, and only if needed.
#[derive(Debug)]
pub struct Sought<'a> {
    ground: &'a Ground,
    /// The middle of its front, its middle, and its corners.
    places: [Point; 6],
    heights: [OnceCell<f64>; 6],
}

impl<'a> Sought<'a> {
    /// This body on this ground.
    #[must_use]
    pub fn new(ground: &'a Ground, target: &Placed) -> Sought<'a> {
        let envelope = target.envelope();
        let [a, b, c, d] = *envelope.corners();
        Sought {
            ground,
            places: [target.pose().at, target.centre(), a, b, c, d],
            heights: Default::default(),
        }
    }

    /// The first clear line to it from an eye, as [`sees_body`] finds it.
    pub fn seen_from<Name: Copy + Ord>(
        &self,
        eye: Eye,
        terms: &SightTerms<impl Fn(&Feature) -> Hides>,
        others: &[(Name, &Placed)],
    ) -> Option<Line> {
        self.seen_past(eye, terms, |line| others.iter().any(|(_, body)| runs_into(line, body)))
    }

    /// The same where the caller says which lines others block: he is asked only of those that the ground leaves clear.
    pub fn seen_past(
        &self,
        eye: Eye,
        terms: &SightTerms<impl Fn(&Feature) -> Hides>,
        mut blocked: impl FnMut(Line) -> bool,
    ) -> Option<Line> {
        let too_far = |to: &Point| Line::between(eye.place, *to).length() > terms.limit;
        if self.places.iter().all(too_far) {
            return None;
        }
        let looking = Looking { ground: self.ground, terms, from: eye.place, eye: eye.height + terms.eye };
        let mut room = Room::default();
        let hiding = looking.hiding(&self.places);
        let mut lines = self.places.iter().zip(&self.heights).filter(|&(&to, height)| {
            looking.sees(to, || *height.get_or_init(|| self.ground.height_at(to)), &hiding, &mut room)
        });
        lines.find_map(|(&to, _)| Some(Line::between(eye.place, to)).filter(|&line| !blocked(line)))
    }
}

/// Whether any part of a body can be seen from a place: the middle of its front, its middle, or one of its corners. Returns
/// the first clear line, tried in that order. The bodies that may block must not hold the target itself.
pub fn sees_body<Name: Copy + Ord>(
    ground: &Ground,
    from: Point,
    target: &Placed,
    terms: &SightTerms<impl Fn(&Feature) -> Hides>,
    others: &[(Name, &Placed)],
) -> Option<Line> {
    Sought::new(ground, target).seen_from(Eye::at(ground, from), terms, others)
}
