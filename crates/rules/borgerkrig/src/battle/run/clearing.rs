//! The ground as it is now: the scenario's, with the works made in play, less the stretches cleared away (chapter 10).

use std::sync::Arc;

use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::state::*;
use crate::battle::terrain::printed_classes;
use crate::battle::wordings::LAID_LINE;
use crate::procedures::works::Work;
use crate::tables::Tables;
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
pub(in crate::battle) fn clearable(battle: &Battle, unit: UnitId, work: Work) -> Option<Standing> {
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
        let wanted = work == Work::ClearBarricade && made.thing == vocabulary::Feature::Barricade;
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

/// What a work makes; nothing when it clears.
pub(super) fn thing_of(work: Work) -> Option<vocabulary::Feature> {
    match work {
        Work::LightFieldwork => Some(vocabulary::Feature::LightFieldwork),
        Work::Abatis | Work::AbatisFullWidth => Some(vocabulary::Feature::Abatis),
        Work::Barricade => Some(vocabulary::Feature::Barricade),
        Work::ChevauxDeFrise => Some(vocabulary::Feature::ChevauxDeFrise),
        Work::ClearBarricade | Work::ClearFence => None,
    }
}

/// The line a thing of skema XXII is on the ground; none for houses and woods.
pub(in crate::battle) fn line_of(thing: vocabulary::Feature) -> Option<LineKind> {
    use vocabulary::Feature as Thing;
    match thing {
        Thing::LightFieldwork | Thing::ProperFieldwork => Some(LineKind::Breastwork),
        Thing::Abatis | Thing::ChevauxDeFrise => Some(LineKind::Abatis),
        Thing::Barricade | Thing::Wall => Some(LineKind::Wall),
        Thing::Ditch => Some(LineKind::Ditch),
        Thing::BankOrDyke => Some(LineKind::Embankment),
        Thing::FenceOrHedge | Thing::ParkedMateriel => Some(LineKind::Fence),
        Thing::WoodenBuilding | Thing::StoneBuilding | Thing::WoodEdge | Thing::Wood => None,
    }
}

/// The umpire lays a line on the ground (§10.01.2).
pub(in crate::battle) fn lay(
    battle: &mut Battle,
    tables: &Tables,
    thing: vocabulary::Feature,
    [left, right]: [[f64; 2]; 2],
) -> Result<(), Refused> {
    let on_table = |[x, y]: [f64; 2]| {
        let place = point(x, y);
        (place.is_finite() && battle.ground.table().extent().holds(place)).then_some(place.on_grid())
    };
    let ends = on_table(left).zip(on_table(right)).filter(|(left, right)| left.distance(*right) > REMNANT);
    let (Some((left, right)), Some(_)) = (ends, line_of(thing)) else {
        return Err(Refused::unclear("thing", LAID_LINE));
    };
    battle.works.push(Made { thing, left, right, side: None });
    lay_ground(battle, tables);
    Ok(())
}

/// The ground with the works made and without what was cleared.
pub(in crate::battle) fn lay_ground(battle: &mut Battle, tables: &Tables) {
    if let Some(ground) = laid(battle, tables, |_| true) {
        battle.ground = Arc::new(ground);
    }
}

/// The same with those works only that stand for somebody.
pub(in crate::battle) fn laid(
    battle: &Battle,
    tables: &Tables,
    stands: impl Fn(usize) -> bool,
) -> Option<Ground> {
    let fixed = &battle.fixed.ground;
    let mut features: Vec<Feature> = fixed.features().map(|(_, feature)| feature.clone()).collect();
    for (number, made) in battle.works.iter().enumerate() {
        let Some(kind) = line_of(made.thing) else { continue };
        let mut feature = Feature::new(Kind::Line(kind), Shape::Line(vec![made.left, made.right]));
        feature.name = (made.thing == vocabulary::Feature::Barricade).then(|| BARRICADE.to_string());
        (feature.properties.obstacle, feature.properties.cover) = printed_classes(made.thing, tables);
        if !stands(number) {
            level(&mut feature);
        }
        features.push(feature);
    }
    let mut remnants = Vec::new();
    for (number, feature) in features.iter_mut().enumerate() {
        if battle.cleared.iter().any(|gap| gap.feature == number) {
            remnants.extend(cut(feature, number, &battle.cleared));
        }
    }
    features.extend(remnants);
    let name = fixed.name().map(str::to_string);
    Ground::new(name, *fixed.table(), fixed.contour_interval(), features).ok()
}

/// Its number stays, so that the others keep theirs; but nothing of it hinders, covers or hides.
fn level(feature: &mut Feature) {
    feature.kind = Kind::Line(LineKind::Fence);
    (feature.properties.obstacle, feature.properties.cover) = (Grade::None, Grade::None);
}

/// Leaves of a line its first stretch that stands; the others are things of their own.
fn cut(feature: &mut Feature, number: usize, cleared: &[Cleared]) -> Vec<Feature> {
    let Shape::Line(line) = feature.shape.clone() else { return Vec::new() };
    let mut left = standing(cleared, number, length_of(&line)).into_iter();
    match left.next() {
        Some(first) => feature.shape = Shape::Line(stretch(&line, first)),
        None => level(feature),
    }
    let remnant = |span| Feature { shape: Shape::Line(stretch(&line, span)), ..feature.clone() };
    left.map(remnant).collect()
}

impl Run<'_> {
    /// So many metres of what is at hand are cleared, about the place before the unit's front.
    pub(super) fn clear(&mut self, unit: UnitId, work: Work, metres: f64) {
        let Some(Standing { feature, span, nearest }) = clearable(self.battle, unit, work) else { return };
        let from = (nearest - metres / 2.0).min(span.1 - metres).max(span.0);
        self.battle.cleared.push(Cleared { feature, from, to: (from + metres).min(span.1) });
        lay_ground(self.battle, self.tables);
    }
}
