//! The ground as it is now: the scenario's, with the works made in play, less the stretches cleared away (chapter 10).

use std::sync::Arc;

use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::state::*;
use crate::battle::terrain::printed_classes;
use crate::procedures::works::Work;
use crate::vocabulary;

/// What is cleared lies within so many metres of the unit: one base deep.
const AT_HAND: f64 = 20.0;
/// Shorter stretches than this are not left standing.
const REMNANT: f64 = 0.5;

/// A stretch of a line that stands, with the place of it that is nearest to a unit.
pub(in crate::battle) struct Standing {
    /// The line, as [`Cleared`] counts them.
    feature: usize,
    /// Metres along the line where the stretch begins and ends.
    span: (f64, f64),
    /// Metres along the line of the nearest place.
    nearest: f64,
}

fn length_of(line: &[Point]) -> f64 {
    line.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// What of a line still stands, in metres along it.
fn standing(cleared: &[Cleared], feature: usize, length: f64) -> Vec<(f64, f64)> {
    let mut spans = vec![(0.0, length)];
    for gap in cleared.iter().filter(|gap| gap.feature == feature) {
        let less = |(from, to): (f64, f64)| [(from, to.min(gap.from)), (from.max(gap.to), to)];
        spans = spans.into_iter().flat_map(less).filter(|(from, to)| to - from > REMNANT).collect();
    }
    spans
}

/// A stretch of a line.
fn stretch(line: &[Point], (from, to): (f64, f64)) -> Vec<Point> {
    let mut walked = 0.0;
    let mut places: Vec<Point> = Vec::new();
    for leg in line.windows(2) {
        let length = leg[0].distance(leg[1]);
        let (enters, leaves) = ((from - walked).max(0.0), (to - walked).min(length));
        if length > 0.0 && enters < leaves {
            let at = |metres: f64| leg[0].toward(leg[1], metres / length);
            if places.is_empty() {
                places.push(at(enters));
            }
            places.push(at(leaves));
        }
        walked += length;
    }
    places
}

/// The place along a line, within a span, that is nearest to another; and how far along it lies.
fn nearest_on(line: &[Point], (from, to): (f64, f64), place: Point) -> Option<(f64, Point)> {
    let mut walked = 0.0;
    let mut best: Option<(f64, Point)> = None;
    for leg in line.windows(2) {
        let length = leg[0].distance(leg[1]);
        let (enters, leaves) = ((from - walked).max(0.0), (to - walked).min(length));
        if length > 0.0 && enters <= leaves {
            let along = (place - leg[0]).dot(leg[1] - leg[0]) / length;
            let metres = along.clamp(enters, leaves);
            let at = leg[0].toward(leg[1], metres / length);
            if best.is_none_or(|(_, best)| at.distance(place) < best.distance(place)) {
                best = Some((walked + metres, at));
            }
        }
        walked += length;
    }
    best
}

/// The stretch of fence or barricade at hand that a unit would clear.
pub(in crate::battle) fn clearable(battle: &Battle, unit: usize, work: Work) -> Option<Standing> {
    let placed = &battle.units[unit].placed;
    let stated = battle.fixed.ground.near(placed.extent().grown(AT_HAND)).filter_map(|(id, feature)| {
        let fence = feature.kind == Kind::Line(LineKind::Fence);
        let barricade = feature.name.as_deref() == Some(BARRICADE);
        let wanted = if work == Work::ClearFence { fence } else { barricade };
        match &feature.shape {
            Shape::Line(line) if wanted => Some((id.0, line.clone())),
            _ => None,
        }
    });
    let before = battle.fixed.ground.features().count();
    let made = battle.works.iter().enumerate().filter_map(|(number, made)| {
        let wanted = work == Work::ClearBarricade && made.work == Work::Barricade;
        wanted.then(|| (before + number, vec![made.left, made.right]))
    });
    let middle = placed.pose().at;
    let mut best: Option<(f64, Standing)> = None;
    for (feature, line) in stated.chain(made) {
        for span in standing(&battle.cleared, feature, length_of(&line)) {
            let Some((nearest, place)) = nearest_on(&line, span, middle) else { continue };
            let at_hand = placed.parts().iter().any(|part| part.distance_to(place) <= AT_HAND);
            let metres = place.distance(middle);
            if at_hand && best.as_ref().is_none_or(|(least, _)| metres < *least) {
                best = Some((metres, Standing { feature, span, nearest }));
            }
        }
    }
    best.map(|(_, standing)| standing)
}

/// The name of a barricade on the ground.
const BARRICADE: &str = "barricade";

fn feature_of(work: Work) -> Option<(LineKind, vocabulary::Feature, Option<&'static str>)> {
    match work {
        Work::LightFieldwork => Some((LineKind::Breastwork, vocabulary::Feature::LightFieldwork, None)),
        Work::Abatis | Work::AbatisFullWidth => Some((LineKind::Abatis, vocabulary::Feature::Abatis, None)),
        Work::Barricade => Some((LineKind::Wall, vocabulary::Feature::Barricade, Some(BARRICADE))),
        Work::ChevauxDeFrise => Some((LineKind::Abatis, vocabulary::Feature::ChevauxDeFrise, None)),
        Work::ClearBarricade | Work::ClearFence => None,
    }
}

impl Run<'_> {
    /// So many metres of what is at hand are cleared, about the place before the unit's front.
    pub(super) fn clear(&mut self, unit: usize, work: Work, metres: f64) {
        let Some(Standing { feature, span, nearest }) = clearable(self.battle, unit, work) else { return };
        let from = (nearest - metres / 2.0).min(span.1 - metres).max(span.0);
        self.battle.cleared.push(Cleared { feature, from, to: (from + metres).min(span.1) });
        self.lay_ground();
    }

    /// The ground with the works made and without what was cleared.
    pub(super) fn lay_ground(&mut self) {
        let fixed = &self.battle.fixed.ground;
        let mut features: Vec<Feature> = fixed.features().map(|(_, feature)| feature.clone()).collect();
        for made in &self.battle.works {
            let Some((kind, thing, name)) = feature_of(made.work) else { continue };
            let mut feature = Feature::new(Kind::Line(kind), Shape::Line(vec![made.left, made.right]));
            feature.name = name.map(str::to_string);
            (feature.properties.obstacle, feature.properties.cover) = printed_classes(thing, self.tables);
            features.push(feature);
        }
        let mut remnants = Vec::new();
        for (number, feature) in features.iter_mut().enumerate() {
            let Shape::Line(line) = &feature.shape else { continue };
            if !self.battle.cleared.iter().any(|gap| gap.feature == number) {
                continue;
            }
            let line = line.clone();
            let mut left = standing(&self.battle.cleared, number, length_of(&line)).into_iter();
            match left.next() {
                Some(first) => feature.shape = Shape::Line(stretch(&line, first)),
                None => {
                    // Its number stays, so that the others keep theirs; but nothing of it hinders, covers or hides.
                    feature.kind = Kind::Line(LineKind::Fence);
                    (feature.properties.obstacle, feature.properties.cover) = (Grade::None, Grade::None);
                }
            }
            for more in left {
                let mut remnant = feature.clone();
                remnant.shape = Shape::Line(stretch(&line, more));
                remnants.push(remnant);
            }
        }
        features.extend(remnants);
        let name = fixed.name().map(str::to_string);
        if let Ok(ground) = Ground::new(name, *fixed.table(), fixed.contour_interval(), features) {
            self.battle.ground = Arc::new(ground);
        }
    }
}
