//! What has changed on the ground in play: works, cleared or breached stretches of a line, things on fire; and the ground as it is now.

use std::sync::Arc;

use krigsspil_field::prelude::{Feature, Grade, Ground, Kind, LineKind, Placed, Point, Shape, Table, point};
use serde::{Deserialize, Serialize};

use crate::ids::{FeatureId, Id, SideId};
use crate::timeline::Instant;

/// Stretches shorter than this, in metres, are not left standing.
pub const REMNANT: f64 = 0.5;

/// A work made in play: a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made<T> {
    /// The thing that was made.
    pub thing: T,
    /// Its left end, as seen by its makers.
    pub left: Point,
    /// Its right end.
    pub right: Point,
    /// The side that made it; `None` if the umpire laid it.
    pub side: Option<SideId>,
}

impl<T> Made<T> {
    /// Its line on the ground.
    pub fn shape(&self) -> Shape {
        Shape::Line(vec![self.left, self.right])
    }
}

/// A stretch of a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The line.
    pub feature: FeatureId,
    /// Metres along it where the stretch begins.
    pub from: f64,
    /// Metres along it where it ends.
    pub to: f64,
}

/// A cleared or breached stretch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// The stretch.
    #[serde(flatten)]
    pub stretch: Stretch,
    /// The side that did it; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
}

/// Something that burns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fire {
    /// The feature.
    pub feature: FeatureId,
    /// The instant at which it began.
    pub since: Instant,
}

/// Everything that has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Works<T> {
    /// The works, in order: their features come after the scenario's own.
    pub made: Vec<Made<T>>,
    /// Cleared or breached stretches.
    pub cleared: Vec<Gap>,
    /// Things on fire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<Fire>,
}

impl<T> Default for Works<T> {
    fn default() -> Self {
        Works { made: Vec::new(), cleared: Vec::new(), fires: Vec::new() }
    }
}

/// A stretch of a line that still stands, with its place that is nearest to somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtHand {
    /// The stretch.
    pub stretch: Stretch,
    /// Metres along the line to the nearest place.
    pub nearest: f64,
}

impl AtHand {
    /// This many metres of it, around the nearest place.
    pub fn about(&self, metres: f64) -> Stretch {
        let Stretch { feature, from, to } = self.stretch;
        let begins = (self.nearest - metres / 2.0).min(to - metres).max(from);
        Stretch { feature, from: begins, to: (begins + metres).min(to) }
    }
}

impl<T> Works<T> {
    /// The feature id of the work with this number; it comes after those of the scenario's ground.
    pub fn feature(&self, ground: &Ground, number: usize) -> FeatureId {
        FeatureId::of(ground.features().count() + number)
    }

    /// The parts of a line that still stand.
    pub fn standing(&self, feature: FeatureId, line: &[Point]) -> Vec<Stretch> {
        let mut spans = vec![(0.0, length_of(line))];
        let gaps = self.cleared.iter().map(|gap| gap.stretch);
        for gap in gaps.filter(|gap| gap.feature == feature) {
            let less = |(from, to): (f64, f64)| [(from, to.min(gap.from)), (from.max(gap.to), to)];
            spans = spans.into_iter().flat_map(less).filter(|(from, to)| to - from > REMNANT).collect();
        }
        spans.into_iter().map(|(from, to)| Stretch { feature, from, to }).collect()
    }

    /// The standing stretch of these lines that is nearest before a body's front, if any of it is within this many metres of the body.
    pub fn at_hand(
        &self,
        lines: impl Iterator<Item = (FeatureId, Vec<Point>)>,
        placed: &Placed,
        metres: f64,
    ) -> Option<AtHand> {
        let middle = placed.pose().at;
        let mut best: Option<(f64, AtHand)> = None;
        for (feature, line) in lines {
            for stretch in self.standing(feature, &line) {
                let Some((nearest, place)) = nearest_on(&line, stretch, middle) else { continue };
                let near = placed.parts().iter().any(|part| part.distance_to(place) <= metres);
                let away = place.distance(middle);
                if near && best.is_none_or(|(least, _)| away < least) {
                    best = Some((away, AtHand { stretch, nearest }));
                }
            }
        }
        best.map(|(_, at_hand)| at_hand)
    }

    /// The scenario's ground with the works and without the cleared stretches. `dress` makes the feature of a work; `known` says whether it
    /// exists for the person for whom the ground is made: an unknown work keeps its number, and has no effect.
    pub fn ground(
        &self,
        fixed: &Ground,
        dress: impl Fn(&Made<T>) -> Feature,
        known: impl Fn(usize) -> bool,
    ) -> Option<Ground> {
        let mut features = fixed.shared();
        for (number, made) in self.made.iter().enumerate() {
            let mut feature = dress(made);
            if !known(number) {
                level(&mut feature);
            }
            features.push(Arc::new(feature));
        }
        let mut remnants = Vec::new();
        for (number, feature) in features.iter_mut().enumerate() {
            let id = FeatureId::of(number);
            if self.cleared.iter().any(|gap| gap.stretch.feature == id) {
                remnants.extend(self.cut(Arc::make_mut(feature), id));
            }
        }
        features.extend(remnants.into_iter().map(Arc::new));
        fixed.laid(features).ok()
    }

    /// Where a gap begins and ends, on a line of the scenario's ground or of a work.
    pub fn gap_ends(&self, fixed: &Ground, gap: &Gap) -> Option<[Point; 2]> {
        let number = gap.stretch.feature.number();
        let places = match fixed.feature(krigsspil_field::ground::FeatureId(number)) {
            Some(Feature { shape: Shape::Line(line), .. }) => places_of(line, gap.stretch),
            Some(_) => return None,
            None => {
                let made = self.made.get(number.checked_sub(fixed.features().count())?)?;
                places_of(&[made.left, made.right], gap.stretch)
            }
        };
        Some([*places.first()?, *places.last()?])
    }

    /// Reduces a line to its first standing stretch; the other stretches become features of their own.
    fn cut(&self, feature: &mut Feature, id: FeatureId) -> Vec<Feature> {
        let Shape::Line(line) = feature.shape.clone() else { return Vec::new() };
        let mut left = self.standing(id, &line).into_iter();
        match left.next() {
            Some(first) => feature.shape = Shape::Line(places_of(&line, first)),
            None => level(feature),
        }
        let remnant = |stretch| Feature { shape: Shape::Line(places_of(&line, stretch)), ..feature.clone() };
        left.map(remnant).collect()
    }

    /// Sets something on fire; returns false if it already burns.
    pub fn set_on_fire(&mut self, feature: FeatureId, since: Instant) -> bool {
        let new = self.fires.iter().all(|fire| fire.feature != feature);
        if new {
            self.fires.push(Fire { feature, since });
        }
        new
    }

    /// A fire goes out.
    pub fn put_out(&mut self, feature: FeatureId) {
        self.fires.retain(|fire| fire.feature != feature);
    }
}

/// The feature keeps its number, so that the others keep theirs; but it no longer hinders, covers or hides.
fn level(feature: &mut Feature) {
    feature.kind = Kind::Line(LineKind::Fence);
    (feature.properties.obstacle, feature.properties.cover) = (Grade::None, Grade::None);
}

/// The two ends of a line that can be laid on a table: both on it, and apart.
pub fn ends_on(table: &Table, ends: [[f64; 2]; 2]) -> Option<[Point; 2]> {
    let [left, right] = ends.map(|[x, y]| point(x, y));
    let on_table = |place: Point| place.is_finite() && table.extent().holds(place);
    let (left, right) = (on_table(left) && on_table(right)).then(|| (left.on_grid(), right.on_grid()))?;
    (left.distance(right) > REMNANT).then_some([left, right])
}

/// The length of a line, in metres.
pub fn length_of(line: &[Point]) -> f64 {
    line.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// The legs of a line that a stretch touches: each with its length, how far along the line it begins, and where the stretch begins and ends
/// on it.
fn legs(line: &[Point], Stretch { from, to, .. }: Stretch) -> impl Iterator<Item = Leg> {
    let mut walked = 0.0;
    line.windows(2).map(move |ends| {
        let length = ends[0].distance(ends[1]);
        let leg = Leg {
            ends: [ends[0], ends[1]],
            length,
            begins: walked,
            enters: (from - walked).max(0.0),
            leaves: (to - walked).min(length),
        };
        walked += length;
        leg
    })
}

struct Leg {
    ends: [Point; 2],
    length: f64,
    begins: f64,
    enters: f64,
    leaves: f64,
}

impl Leg {
    fn at(&self, metres: f64) -> Point {
        self.ends[0].toward(self.ends[1], metres / self.length)
    }
}

/// The places of a stretch of a line.
fn places_of(line: &[Point], stretch: Stretch) -> Vec<Point> {
    let mut places: Vec<Point> = Vec::new();
    for leg in legs(line, stretch).filter(|leg| leg.length > 0.0 && leg.enters < leg.leaves) {
        if places.is_empty() {
            places.push(leg.at(leg.enters));
        }
        places.push(leg.at(leg.leaves));
    }
    places
}

/// The place along a stretch of a line that is nearest to a given place; and how far along the line it is.
fn nearest_on(line: &[Point], stretch: Stretch, place: Point) -> Option<(f64, Point)> {
    let mut best: Option<(f64, Point)> = None;
    for leg in legs(line, stretch).filter(|leg| leg.length > 0.0 && leg.enters <= leg.leaves) {
        let along = (place - leg.ends[0]).dot(leg.ends[1] - leg.ends[0]) / leg.length;
        let metres = along.clamp(leg.enters, leg.leaves);
        let at = leg.at(metres);
        if best.is_none_or(|(_, best)| at.distance(place) < best.distance(place)) {
            best = Some((leg.begins + metres, at));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use krigsspil_field::prelude::{BaseSize, Bearing, Body, Pose, Role};

    use super::*;

    fn ground() -> Ground {
        let fence = vec![point(100.0, 100.0), point(200.0, 100.0), point(200.0, 200.0)];
        let mut fence = Feature::new(Kind::Line(LineKind::Fence), Shape::Line(fence));
        fence.properties.obstacle = Grade::I;
        Ground::new(None, Table::new(1000.0, 1000.0).unwrap(), 5.0, vec![fence]).unwrap()
    }

    fn dress(made: &Made<&str>) -> Feature {
        let mut feature = Feature::new(Kind::Line(LineKind::Breastwork), made.shape());
        feature.properties.cover = Grade::II;
        feature
    }

    fn lines(ground: &Ground) -> Vec<(Kind, Grade, f64)> {
        let told = |feature: &Feature| match &feature.shape {
            Shape::Line(line) => (feature.kind, feature.properties.obstacle, length_of(line)),
            _ => panic!("only lines"),
        };
        ground.features().map(|(_, feature)| told(feature)).collect()
    }

    /// §10.04.1 a stretch is cleared around the place nearest to those who clear it, also round a corner; the rest stays, and clearing
    /// twice has no further effect.
    #[test]
    fn stretches_are_cleared() {
        let ground = ground();
        let mut works: Works<&str> = Works::default();
        let fence = FeatureId::of(0);
        let body = Body::lone(BaseSize::new(20.0, 10.0).unwrap(), Role::Figure);
        let unit = body.at(Pose::new(point(190.0, 90.0), Bearing::NORTH)).unwrap();
        let all = |ground: &Ground| {
            let line = |feature: &Feature| match &feature.shape {
                Shape::Line(line) => line.clone(),
                _ => Vec::new(),
            };
            ground.features().map(|(id, feature)| (FeatureId::from(id), line(feature))).collect::<Vec<_>>()
        };
        let at_hand = works.at_hand(all(&ground).into_iter(), &unit, 20.0).unwrap();
        assert_eq!(at_hand.nearest, 90.0);
        let cleared = at_hand.about(30.0);
        assert_eq!((cleared.from, cleared.to), (75.0, 105.0));
        works.cleared.push(Gap { stretch: cleared, by: Some(SideId::of(1)) });
        let gap = works.gap_ends(&ground, &works.cleared[0]).unwrap();
        assert!((gap[0].distance(gap[1]) - 30.0).abs() < 30.0 && gap[0] != gap[1]);
        let now = works.ground(&ground, dress, |_| true).unwrap();
        let lengths: Vec<f64> = lines(&now).into_iter().map(|(_, _, length)| length).collect();
        assert_eq!(lengths, [75.0, 95.0]);
        works.cleared.push(Gap { stretch: Stretch { feature: fence, from: 0.0, to: 200.0 }, by: None });
        let gone = works.ground(&ground, dress, |_| true).unwrap();
        assert_eq!(lines(&gone)[0].1, Grade::None);
        assert_eq!(works.at_hand(all(&ground).into_iter(), &unit, 20.0), None);
    }

    /// §04.01.2 an unknown work has no effect on one's ground, and keeps its number.
    #[test]
    fn works_that_are_not_known_are_nothing() {
        let ground = ground();
        let made = |thing| Made { thing, left: point(10.0, 10.0), right: point(50.0, 10.0), side: None };
        let works = Works { made: vec![made("breastwork"), made("breastwork")], ..Works::default() };
        assert_eq!(works.feature(&ground, 1), FeatureId::of(2));
        let known = works.ground(&ground, dress, |number| number == 1).unwrap();
        let kinds: Vec<Kind> = lines(&known).into_iter().map(|(kind, ..)| kind).collect();
        let (fence, breastwork) = (Kind::Line(LineKind::Fence), Kind::Line(LineKind::Breastwork));
        assert_eq!(kinds, [fence, fence, breastwork]);
    }

    /// A line is laid with both ends on the table, and not as a point.
    #[test]
    fn a_line_has_two_ends_on_the_table() {
        let table = Table::new(100.0, 100.0).unwrap();
        assert!(ends_on(&table, [[1.0, 1.0], [9.0, 1.0]]).is_some());
        for ends in [[[1.0, 1.0], [101.0, 1.0]], [[1.0, 1.0], [1.2, 1.0]], [[f64::NAN, 1.0], [9.0, 1.0]]] {
            assert_eq!(ends_on(&table, ends), None);
        }
    }

    /// A thing burns once, until it goes out.
    #[test]
    fn fires() {
        let mut works: Works<&str> = Works::default();
        let house = FeatureId::of(4);
        assert!(works.set_on_fire(house, Instant::new(2, 0.5)));
        assert!(!works.set_on_fire(house, Instant::new(3, 0.0)));
        works.put_out(house);
        assert!(works.fires.is_empty());
    }
}
