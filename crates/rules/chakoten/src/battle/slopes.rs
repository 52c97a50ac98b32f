//! Steep hillsides (§07.03.2, skema VI, ruling 31): where two contours run close together the ground between them is difficult, and a
//! narrow step is an obstacle.

use krigsspil_engine::Centimetres;
use krigsspil_field::polygon::{edges, nearest_on, ring_holds, self_crossing, signed_area};
use krigsspil_field::prelude::{Feature, *};

use super::bodies::plain;
use super::state::CM;
use crate::procedures::sight::{Slope, SlopeResult};
use crate::tables::Tables;

/// A contour is looked at in stretches of at most this many metres: a centimetre of the table.
const STRETCH: f64 = CM;
/// A narrow step is this wide where it is crossed, in metres.
const STEP_WIDE: f64 = 2.0;
/// A piece of hillside smaller than this many square metres is nothing.
const NOTHING: f64 = 1.0;

/// A stretch of a contour, the nearest stretch of the contour below it, and what climbing it means.
#[derive(Clone, Copy)]
struct Side {
    above: [Point; 2],
    below: [Point; 2],
    difficult: bool,
    obstacle: i32,
}

/// The hillsides of a ground that are difficult, and its narrow steps, as features of their own.
pub(super) fn steep_sides(ground: &Ground, tables: &Tables) -> Vec<Feature> {
    let contours: Vec<(i32, &[Point])> = ground
        .features()
        .filter(|(_, feature)| feature.kind == Kind::Contour)
        .filter_map(|(_, feature)| match &feature.shape {
            Shape::Area(patch) => Some((feature.properties.level?, patch.outer.as_slice())),
            Shape::Line(_) | Shape::Place(_) => None,
        })
        .collect();
    let mut steep = Vec::new();
    for &(level, ring) in &contours {
        let Some(&first) = ring.first() else { continue };
        let under = contours.iter().find(|(below, outer)| {
            level.abs() >= 2 && *below == level - level.signum() && ring_holds(outer, first)
        });
        if let Some((_, outer)) = under {
            let sides = sides(ring, outer, level.abs(), tables);
            steep.extend(difficult_ground(&sides, ring, outer));
            steep.extend(narrow_steps(&sides));
        }
    }
    steep.retain(|feature| feature.extent().meets(ground.table().extent()));
    steep
}

fn sides(ring: &[Point], outer: &[Point], steps: i32, tables: &Tables) -> Vec<Side> {
    let below = |place: Point| {
        let near = edges(outer).map(|edge| nearest_on(edge, place));
        near.min_by(|a, b| a.distance(place).total_cmp(&b.distance(place))).unwrap_or(place)
    };
    let climbed = |place: Point| -> Option<SlopeResult> {
        let gap = Centimetres((below(place).distance(place) / CM).clamp(0.0, 1000.0));
        plain(&Slope { steps: steps.clamp(0, 20), contour_gap_cm: gap, cliff: false }, tables).ok()
    };
    let mut sides = Vec::new();
    for (from, to) in edges(ring) {
        let pieces = (from.distance(to) / STRETCH).ceil().max(1.0) as u32;
        let at = |piece: u32| from.toward(to, f64::from(piece) / f64::from(pieces));
        for piece in 0..pieces {
            let above = [at(piece), at(piece + 1)];
            let middle = above[0].toward(above[1], 0.5);
            let Some(climbed) = climbed(middle) else { continue };
            let below = above.map(below);
            sides.push(Side { above, below, difficult: climbed.difficult, obstacle: climbed.obstacle });
        }
    }
    sides
}

/// Stretches of one kind that follow each other around the contour; one run if all are of that kind.
fn runs(sides: &[Side], is: impl Fn(&Side) -> bool) -> Vec<Vec<Side>> {
    let first_other = sides.iter().position(|side| !is(side));
    let Some(begin) = first_other else { return vec![sides.to_vec()] };
    let mut runs: Vec<Vec<Side>> = Vec::new();
    let mut goes_on = false;
    for side in sides.iter().cycle().skip(begin).take(sides.len()) {
        match runs.last_mut() {
            _ if !is(side) => goes_on = false,
            Some(run) if goes_on => run.push(*side),
            _ => {
                runs.push(vec![*side]);
                goes_on = true;
            }
        }
    }
    runs
}

fn difficult_ground(sides: &[Side], ring: &[Point], outer: &[Point]) -> Vec<Feature> {
    let area = |outer: Vec<Point>, holes: Vec<Vec<Point>>| {
        Feature::new(Kind::Area(AreaKind::Rough), Shape::Area(Patch { outer, holes }))
    };
    if !sides.is_empty() && sides.iter().all(|side| side.difficult) {
        return vec![area(outer.to_vec(), vec![ring.to_vec()])];
    }
    let mut ground = Vec::new();
    for run in runs(sides, |side| side.difficult) {
        match hillside(&run) {
            Some(outline) => ground.push(area(outline, Vec::new())),
            // Where the contours wind each stretch is a piece of its own.
            None => {
                let pieces = run.iter().filter_map(|side| hillside(std::slice::from_ref(side)));
                ground.extend(pieces.map(|outline| area(outline, Vec::new())));
            }
        }
    }
    ground
}

/// The outline of the ground between two contours; `None` if it would cross itself or is nothing.
fn hillside(run: &[Side]) -> Option<Vec<Point>> {
    let mut outline: Vec<Point> = vec![run.first()?.above[0]];
    outline.extend(run.iter().map(|side| side.above[1]));
    outline.push(run.last()?.below[1]);
    outline.extend(run.iter().rev().map(|side| side.below[0]));
    outline.dedup_by(|next, last| next.distance(*last) < 0.01);
    while outline.len() > 1 && outline[0].distance(outline[outline.len() - 1]) < 0.01 {
        outline.pop();
    }
    let whole =
        outline.len() >= 3 && signed_area(&outline).abs() > NOTHING && self_crossing(&outline).is_none();
    whole.then_some(outline)
}

/// Steps under 2 cm wide are obstacles where they are climbed (skema VI).
fn narrow_steps(sides: &[Side]) -> Vec<Feature> {
    let mut steps = Vec::new();
    for grade in 1..=3 {
        if !sides.iter().any(|side| side.obstacle == grade) {
            continue;
        }
        for run in runs(sides, |side| side.obstacle == grade) {
            let mut line = vec![run[0].above[0]];
            line.extend(run.iter().map(|side| side.above[1]));
            let mut step = Feature::new(Kind::Line(LineKind::Embankment), Shape::Line(line));
            step.properties.width = Some(STEP_WIDE);
            step.properties.obstacle = Grade::from_number(i64::from(grade)).unwrap_or_default();
            steps.push(step);
        }
    }
    steps
}
