//! What chiefs and their units can see (§01.04, §08.01.5, skema I).

use krigsspil_engine::Centimetres;
use krigsspil_engine::battle::{Seat, SeatId};
use krigsspil_field::prelude::*;
use krigsspil_turn::command::is_under;
use krigsspil_turn::ids::{PostId, UnitId};
use krigsspil_turn::knowledge::Sightings;

use super::bodies::plain;
use super::state::{Battle, Branch, CM, Life};
use super::terrain::cover_against;
use super::town::{eyes, kind_of};
use crate::procedures::sight::Visibility;
use crate::tables::Tables;
use crate::vocabulary::{BuildingKind, SightPlace, SightTarget};

/// Command distance (§08.03.4): units within it report to their chief.
pub(super) const COMMAND_CM: f64 = 35.0;
/// No sight is longer: that of a large formation from the eighth step.
const FARTHEST_CM: f64 = 360.0;
/// A work is seen as far as a spread formation (skema I, house).
const WORK_SEEN_CM: f64 = 60.0;
/// This many other units within this distance make a large formation (umpire's default of the rulings).
const LARGE_OTHERS: usize = 2;
const LARGE_CM: f64 = 10.0;

fn terms() -> SightTerms<impl Fn(&Feature) -> Hides + Copy> {
    // Ruling 10: a line may run at most 10 cm into a wood or plantation.
    usual_sight(FARTHEST_CM * CM, 10.0 * CM)
}

fn sight_place(battle: &Battle, unit: UnitId) -> SightPlace {
    if let Some(building) = battle.building_of(unit) {
        let strong = kind_of(building) != BuildingKind::Ordinary;
        return if strong { SightPlace::StrongBuilding } else { SightPlace::Building };
    }
    let place = battle.units[unit].placed.centre();
    let inside = |kind: Kind| match kind {
        Kind::Area(AreaKind::Wood) => Some(SightPlace::Wood),
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(SightPlace::Plantation),
        _ => None,
    };
    battle.ground.at(place).find_map(|(_, feature)| inside(feature.kind)).unwrap_or(SightPlace::Open)
}

fn is_large(battle: &Battle, unit: UnitId) -> bool {
    let near = |&other: &UnitId| battle.cm_between(unit, other) <= LARGE_CM;
    battle.friends_of(unit).filter(near).take(LARGE_OTHERS).count() == LARGE_OTHERS
}

/// Is a unit within sight of a place, as far as distance goes?
fn near_enough(battle: &Battle, tables: &Tables, from: Point, unit: UnitId) -> bool {
    let target = &battle.units[unit];
    let near = target.placed.parts().iter().map(|part| part.distance_to(from)).fold(f64::INFINITY, f64::min);
    let covered = target.spread() && target.inside.is_none() && cover_against(battle, unit, from) > 0;
    let facts = |kind| Visibility {
        target: kind,
        place: sight_place(battle, unit),
        // Skirmishers and others in spread formation, behind what covers them on this side (skema I, ruling 9).
        partial_cover: covered,
        observer_steps: battle.ground.level_at(from).clamp(0, 20),
        scenario_limit_cm: Centimetres(battle.fixed.sight_cm),
        distance_cm: Centimetres((near / CM).min(1000.0)),
    };
    let visible = |kind| plain(&facts(kind), tables).is_ok_and(|seen| seen.visible);
    let kind = if target.spread() { SightTarget::Spread } else { SightTarget::Closed };
    visible(kind) || (!target.spread() && is_large(battle, unit) && visible(SightTarget::LargeFormation))
}

/// Can a unit be seen from a place? Closed units block sight through them, except to or from a place a step higher (rulings 10, 79).
pub(super) fn sees_from(battle: &Battle, tables: &Tables, from: Point, unit: UnitId) -> bool {
    sees_past(battle, tables, from, unit, false)
}

/// Can howitzers fire at a unit from a place? No unit blocks their sight (ruling 79).
pub(super) fn howitzers_see(battle: &Battle, tables: &Tables, from: Point, unit: UnitId) -> bool {
    sees_past(battle, tables, from, unit, true)
}

fn sees_past(battle: &Battle, tables: &Tables, from: Point, unit: UnitId, over_all: bool) -> bool {
    if !near_enough(battle, tables, from, unit) {
        return false;
    }
    let target = &battle.units[unit];
    let level = |place: Point| battle.ground.level_at(place);
    let highest = level(from).max(level(target.placed.centre()));
    let blocks = |&other: &UnitId| {
        let body = &battle.units[other];
        other != unit
            && !over_all
            && body.closed()
            && body.branch != Branch::Wagon
            && !body.placed.parts().iter().any(|part| part.distance_to(from) <= TOUCH)
            && level(body.placed.centre()) + 1 > highest
    };
    let bodies: Vec<(UnitId, &Placed)> =
        battle.here().filter(blocks).map(|other| (other, &battle.units[other].placed)).collect();
    if target.inside.is_some() {
        // A garrison shows itself at its facades.
        let seen = |at: Point| {
            can_see(&battle.ground, Line::between(from, at), &terms(), bodies.iter().copied()).is_ok()
        };
        return eyes(target).into_iter().any(seen);
    }
    sees_body(&battle.ground, from, &target.placed, &terms(), &bodies[..]).is_some()
}

/// Is a work seen from one of these places: its ends or its middle?
pub(super) fn sees_line(battle: &Battle, eyes: &[Point], [from, to]: [Point; 2]) -> bool {
    let limit = if battle.fixed.sight_cm > 0.0 { battle.fixed.sight_cm } else { WORK_SEEN_CM };
    let nobody = || std::iter::empty::<(UnitId, &Placed)>();
    let places = [from, from.toward(to, 0.5), to];
    eyes.iter().any(|&eye| {
        places.iter().any(|&at| {
            eye.distance(at) <= limit * CM
                && can_see(&battle.ground, Line::between(eye, at), &terms(), nobody()).is_ok()
        })
    })
}

/// Can a building be seen from a place? It is as large as any formation (house).
pub(super) fn sees_house(battle: &Battle, from: Point, building: usize) -> bool {
    let Some(walls) = super::town::walls(&battle.ground, building) else { return false };
    let limit = if battle.fixed.sight_cm > 0.0 { battle.fixed.sight_cm } else { FARTHEST_CM };
    let nobody = || std::iter::empty::<(UnitId, &Placed)>();
    super::town::facades(walls).into_iter().any(|facade| {
        facade.middle.distance(from) <= limit * CM
            && can_see(&battle.ground, Line::between(from, facade.middle), &terms(), nobody()).is_ok()
    })
}

/// Can a thing on the map be seen from a place (§10.01.5)? It is as large as any formation (house).
pub(super) fn sees_place(battle: &Battle, from: Point, at: Point) -> bool {
    let limit = if battle.fixed.sight_cm > 0.0 { battle.fixed.sight_cm } else { FARTHEST_CM };
    let nobody = std::iter::empty::<(UnitId, &Placed)>();
    at.distance(from) <= limit * CM
        && can_see(&battle.ground, Line::between(from, at), &terms(), nobody).is_ok()
}

/// Can one unit see another from its front?
pub(super) fn unit_sees(battle: &Battle, tables: &Tables, unit: UnitId, other: UnitId) -> bool {
    eyes(&battle.units[unit]).into_iter().any(|eye| sees_from(battle, tables, eye, other))
}

/// The places from which a seat looks: its chiefs, and their units within command distance.
pub(super) fn lookouts(battle: &Battle, seat: &SeatId) -> Vec<Point> {
    let mut places = Vec::new();
    for (post, general) in battle.generals.iter() {
        if battle.fixed.seat_at(post) != seat || general.life != Life::Here {
            continue;
        }
        places.push(general.place);
        for unit in battle.here().filter(|&unit| is_under(&battle.generals, battle.units[unit].general, post))
        {
            if chief_cm(&battle.units[unit].placed, general.place) <= COMMAND_CM {
                places.extend(eyes(&battle.units[unit]));
            }
        }
    }
    // A unit near several chiefs of its chain counts once.
    places.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    places.dedup();
    places
}

/// Centimetres from a place to a unit in this position.
pub(super) fn chief_cm(placed: &Placed, place: Point) -> f64 {
    placed.parts().iter().map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min) / CM
}

/// Is a unit so near to a chief of its chain that its observations count (§08.01.5)?
pub(super) fn reports(battle: &Battle, unit: UnitId) -> bool {
    let above = battle.units[unit].general;
    let hears = |post: PostId| {
        let general = &battle.generals[post];
        general.life == Life::Here
            && is_under(&battle.generals, above, post)
            && chief_cm(&battle.units[unit].placed, general.place) <= COMMAND_CM
    };
    battle.generals.ids().any(hears)
}

/// The enemies a seat sees now.
pub(super) fn seen_by(battle: &Battle, tables: &Tables, seat: &SeatId) -> Vec<UnitId> {
    let Some(Seat::Player { side, .. }) = battle.fixed.seats.get(seat) else { return Vec::new() };
    let places = lookouts(battle, seat);
    let enemy = |unit: &UnitId| *battle.fixed.sides[battle.units[*unit].side].id != **side;
    battle.here().filter(enemy).filter(|&unit| in_sight(battle, tables, &places, unit)).collect()
}

/// Is a unit seen from one of these places?
pub(super) fn in_sight(battle: &Battle, tables: &Tables, places: &[Point], unit: UnitId) -> bool {
    let target = battle.units[unit].placed.centre();
    let mut near: Vec<&Point> = places.iter().collect();
    // If anybody sees him the nearest usually does.
    near.sort_by(|a, b| a.distance(target).total_cmp(&b.distance(target)));
    near.into_iter().any(|place| sees_from(battle, tables, *place, unit))
}

/// What every seat sees now.
pub(super) fn everybody_looks(battle: &Battle, tables: &Tables) -> Sightings {
    let seating = &battle.fixed.seating;
    let mut seen = Sightings::new(seating);
    for (seat, _) in seating.players() {
        seen.set(seat, seen_by(battle, tables, seating.id(seat)).into_iter().collect());
    }
    seen
}
