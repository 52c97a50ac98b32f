//! Hills and artillery (§7.8): tops, slopes and crests. A hill of one contour is a plate with a crest all around; on a hill of several the
//! ground below its highest contour is slope.

use krigsspil_field::prelude::*;

use super::run::telling::plain;
use super::state::*;
use super::terrain;
use crate::procedures::lanes::{GunGround, HillFire, TargetGround};
use crate::tables::Tables;
use crate::vocabulary::*;

/// Ground is looked at in steps of so many yards, and so many of them.
const STEP: f64 = 10.0;
const STEPS: i32 = 150;
/// Halvings of a step: to a hundredth of a yard.
const HALVINGS: u32 = 10;

/// The first change of the ground's level in a direction: the yards to it, and the level there.
fn first_change(battle: &Battle, from: Point, way: Bearing) -> Option<(f64, i32)> {
    let level = battle.fixed.ground.level_at(from);
    let at = |far: f64| battle.fixed.ground.level_at(from + way.ahead() * far);
    let (far, there) = (1..=STEPS)
        .map(|step| f64::from(step) * STEP)
        .map(|far| (far, at(far)))
        .find(|(_, there)| *there != level)?;
    Some((halved(far, |far| at(far) != level), there))
}

/// Where something begins to be so on the step that ends here.
fn halved(end: f64, so: impl Fn(f64) -> bool) -> f64 {
    let halve = |(before, after): (f64, f64), _| {
        let middle = (before + after) / 2.0;
        if so(middle) { (before, middle) } else { (middle, after) }
    };
    (0..HALVINGS).fold((end - STEP, end), halve).1
}

/// Yards from a place to the edge of its hill in a direction; none where the ground does not fall.
fn crest_yards(battle: &Battle, from: Point, way: Bearing) -> Option<f64> {
    let level = battle.fixed.ground.level_at(from);
    first_change(battle, from, way).filter(|(_, there)| *there < level).map(|(far, _)| far)
}

/// Is a place below the top of its hill: does the ground rise from it in any of eight directions before it falls?
fn on_slope(battle: &Battle, place: Point) -> bool {
    let level = battle.fixed.ground.level_at(place);
    let rises = |eighth: i32| {
        let way = Bearing::degrees(f64::from(eighth) * 45.0);
        first_change(battle, place, way).is_some_and(|(_, there)| there > level)
    };
    level > 0 && (0..8).any(rises)
}

fn gun_ground(battle: &Battle, guns: &Placed) -> GunGround {
    let at = guns.pose().at;
    let level = battle.fixed.ground.level_at(at);
    if level <= 0 {
        return GunGround::LevelGround;
    }
    if !on_slope(battle, at) {
        return GunGround::Hilltop;
    }
    match first_change(battle, at, guns.pose().facing) {
        Some((_, there)) if there > level => GunGround::SlopeFacingUp,
        _ => GunGround::SlopeFacingDown,
    }
}

/// Do guns stand on a slope and face down it (§7.8.C)?
pub(super) fn faces_down_slope(battle: &Battle, guns: &Placed) -> bool {
    gun_ground(battle, guns) == GunGround::SlopeFacingDown
}

/// The ground of a target as guns in a direction see it: a unit on a slope on their side stands on a visible slope. One near the crest stands on the
/// hilltop all the same: only guns on the slope itself fire at it (§7.8.D, §7.8.E, R50).
fn target_ground(battle: &Battle, there: &Placed, to_guns: Bearing) -> TargetGround {
    let place = there.centre();
    let level = battle.fixed.ground.level_at(place);
    if level <= 0 {
        return TargetGround::LevelGround;
    }
    let crest = crest_yards(battle, place, to_guns);
    match on_slope(battle, place) && crest.is_some() {
        true => TargetGround::Slope,
        false => TargetGround::Hilltop,
    }
}

/// Yards from a place to the foot of its hill, or of the guns' hill, on the way to them; none where no level ground lies between.
fn to_level_ground(battle: &Battle, from: Point, to: Point) -> Option<f64> {
    let (way, far) = ((to - from).unit()?, from.distance(to));
    let steps = (far / STEP) as i32;
    let level = |far: f64| battle.fixed.ground.level_at(from + way * far) <= 0;
    let step = (0..=steps).find(|step| level(f64::from(*step) * STEP))?;
    Some(if step == 0 { 0.0 } else { halved(f64::from(step) * STEP, level) })
}

/// What hills leave of a battery's fire (§7.8).
pub(super) fn hills_allow(battle: &Battle, tables: &Tables, battery: UnitId, target: UnitId) -> bool {
    let (own, there) = (&battle.units[battery].placed, &battle.units[target].placed);
    let (level, other) = (terrain::level(battle, own), terrain::level(battle, there));
    if level <= 0 && other <= 0 {
        return true;
    }
    let to_guns = Bearing::of(own.centre() - there.centre());
    let crest = crest_yards(battle, own.pose().at, own.pose().facing);
    let yards = battle.yards(battery, target).clamp(1, 3000);
    // From the foot of the guns' hill to the target: all but the way from the guns to their foot.
    let foot = to_level_ground(battle, own.pose().at, there.centre());
    let facts = HillFire {
        firer: gun_ground(battle, own),
        firer_level: level.clamp(0, 5),
        target: target_ground(battle, there, to_guns),
        target_level: other.clamp(0, 5),
        distance_yards: Yards(yards),
        firer_crest_yards: Yards(crest.map_or(0, whole_yards).clamp(0, 1000)),
        target_on_same_hill: level > 0 && other > 0 && foot.is_none(),
        target_from_base_yards: Yards((yards - foot.map_or(0, whole_yards)).clamp(0, 3000)),
        target_crest_yards: Yards(
            crest_yards(battle, there.centre(), to_guns)
                .map_or(1000, |crest| whole_yards(crest - there.body().depth() / 2.0))
                .clamp(0, 1000),
        ),
        blocking_feature: false,
        blocking_levels_below: 0,
    };
    plain(tables, &facts).is_ok_and(|hill| hill.may_fire)
}
