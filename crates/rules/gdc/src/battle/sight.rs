//! Who sees whom (§2.1, R7): ripe fields, hills, woods, places and formed units block a line of sight.

use std::cell::OnceCell;

use krigsspil_field::prelude::*;
use krigsspil_turn::knowledge::Sightings;

use super::state::*;
use super::terrain::woods_of;
use crate::procedures::sight::{Lookout, ObservationRange, Visibility, VisibilityResult};
use crate::tables::Tables;
use crate::vocabulary::{Woods, Yards};

fn hides(feature: &Feature) -> Hides {
    let hides = match feature.kind {
        Kind::Building | Kind::Area(AreaKind::BuiltUp | AreaKind::Crops) => Hides::After(0.0),
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => Hides::After(INTO_WOODS),
        _ => return Hides::Nothing,
    };
    // An open zone hides nobody (§12.2.A).
    let open = feature.properties.other.get("zone").and_then(|class| class.as_str()) == Some("A");
    if open { Hides::Nothing } else { hides }
}

/// Only units so near the edge of woods are seen from outside (§11.5.C).
const INTO_WOODS: f64 = 50.0;

/// Bodies that block the sight from one unit to another: every formed unit between.
fn in_the_way<'a>(battle: &'a Battle, one: UnitId, other: UnitId, through: &[UnitId]) -> Vec<&'a Placed> {
    let between = battle.units[one].placed.extent().and(*battle.units[other].placed.extent());
    let blocks = |&unit: &UnitId| {
        let body = &battle.units[unit];
        unit != one
            && unit != other
            && !through.contains(&unit)
            && body.formed()
            && body.placed.extent().meets(&between)
    };
    battle.here().filter(blocks).map(|unit| &battle.units[unit].placed).collect()
}

/// Has a unit a clear line to a place?
pub(super) fn sees_place(battle: &Battle, one: UnitId, place: Point) -> bool {
    let terms = SightTerms { limit: f64::INFINITY, eye: 0.0, target: 0.0, crests: true, through: hides };
    let eye = &battle.units[one].placed;
    let others: Vec<(UnitId, &Placed)> = battle
        .here()
        .filter(|&unit| unit != one && battle.units[unit].formed())
        .map(|unit| (unit, &battle.units[unit].placed))
        .collect();
    let body = BaseSize::new(1.0, 1.0).map(|size| Body::lone(size, Role::Leader));
    let there = body.and_then(|body| body.at(Pose::new(place, Bearing::NORTH)));
    let clear =
        |from: Point, there: &Placed| sees_body(&battle.fixed.ground, from, there, &terms, &others).is_some();
    there.is_ok_and(|there| clear(eye.pose().at, &there) || clear(eye.centre(), &there))
}

/// What one unit sees of another (§2.1).
pub(super) fn visibility(
    battle: &Battle,
    tables: &Tables,
    one: UnitId,
    other: UnitId,
    through: &[UnitId],
) -> VisibilityResult {
    let (eye, target) = (&battle.units[one].placed, &battle.units[other].placed);
    let woods = woods_of(battle, eye).min(woods_of(battle, target));
    // Inside woods one sees as far as they let one see.
    let look = |feature: &Feature| match feature.kind {
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) if woods != Woods::None => {
            Hides::Nothing
        }
        _ => hides(feature),
    };
    let terms = SightTerms { limit: f64::INFINITY, eye: 0.0, target: 0.0, crests: true, through: look };
    // Who stands in the way is looked for only where the ground lets one see.
    let between = OnceCell::new();
    let runs_into_somebody = |line: Line| {
        let others = between.get_or_init(|| in_the_way(battle, one, other, through));
        others.iter().any(|body| runs_into(line, body))
    };
    let ground = &battle.fixed.ground;
    let sought = Sought::new(ground, target);
    let clear = |from: Point| sought.seen_past(Eye::at(ground, from), &terms, runs_into_somebody).is_some();
    let blocked = !clear(eye.pose().at) && !clear(eye.centre());
    let facts = Visibility {
        distance_yards: Yards(battle.yards(one, other).clamp(0, 5000)),
        weather: battle.weather,
        woods,
        line_of_sight_blocked: blocked,
        harvest_field_between: false,
        only_passable_friends_between: false,
    };
    super::run::telling::plain(tables, &facts).unwrap_or(VisibilityResult {
        range_yards: Yards(0),
        visible: false,
        placed_on_board: false,
        may_be_charged: false,
        may_be_fired_at: false,
    })
}

/// Does one unit see another?
pub(super) fn sees(battle: &Battle, tables: &Tables, one: UnitId, other: UnitId) -> bool {
    visibility(battle, tables, one, other, &[]).visible
}

/// How far a general sees for himself (§2.3): his control radius by where he stands, and no farther than it with an enemy within 400 yards.
pub(super) fn observation_range(battle: &Battle, tables: &Tables, post: PostId) -> i32 {
    let place = battle.general_place(post);
    let side = battle.posts[post].rider.side;
    let near = |enemy: UnitId| whole_yards(yards_to(&battle.units[enemy].placed, place)) <= 400;
    let facts = ObservationRange {
        commander: battle.commander(post),
        position: match battle.fixed.ground.level_at(place) {
            ..=0 => Lookout::Level,
            1 => Lookout::OneContour,
            2 => Lookout::TwoContours,
            _ => Lookout::ThreeContours,
        },
        enemy_within_400: battle.enemies_of(side).any(near),
    };
    super::run::telling::plain(tables, &facts).map_or(0, |range| range.observation_range_yards.0)
}

/// Does a general who is by himself see a unit: within his observation range, and with a clear line (§2.3)?
fn general_sees(battle: &Battle, tables: &Tables, post: PostId, unit: UnitId) -> bool {
    let rider = &battle.posts[post].rider;
    if !rider.is_alone() {
        return false;
    }
    let (place, there) = (rider.place, &battle.units[unit].placed);
    if whole_yards(yards_to(there, place)) > observation_range(battle, tables, post) {
        return false;
    }
    let terms = SightTerms { limit: f64::INFINITY, eye: 0.0, target: 0.0, crests: true, through: hides };
    let others: Vec<(UnitId, &Placed)> = battle
        .here()
        .filter(|&other| other != unit && battle.units[other].formed())
        .map(|other| (other, &battle.units[other].placed))
        .collect();
    sees_body(&battle.fixed.ground, place, there, &terms, &others).is_some()
}

/// Everybody looks about: with hidden movement only what is seen, or within 1000 yards, is on the table (§2.1.B); else everybody is.
pub(super) fn everybody_looks(battle: &Battle, tables: &Tables) -> Sightings {
    let mut seen = Sightings::new(&battle.fixed.seating);
    for side in battle.fixed.sides.ids() {
        let known = |unit: &UnitId| {
            !battle.fixed.options.hidden
                || battle.friends_of(side).any(|eye| {
                    let look = visibility(battle, tables, eye, *unit, &[]);
                    look.visible || look.placed_on_board
                })
                || battle.posts.ids().any(|post| {
                    battle.posts[post].rider.side == side && general_sees(battle, tables, post, *unit)
                })
        };
        let others = battle.here().filter(|&unit| battle.units[unit].side != side);
        let known: IdSet<UnitId> = others.filter(known).collect();
        for seat in battle.fixed.seating.players_of(side) {
            seen.set(seat, known.clone());
        }
    }
    seen
}
