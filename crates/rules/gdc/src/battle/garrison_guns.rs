//! Batteries in garrison (§12.4.E): they fire in the initial phase only, from the border of their zone.
//!
//! *House*: where roads leave the zone a battery is drawn up astride one of them, up to half its front to either side, and faces straight out of
//! the zone; where none do it faces the enemy it fires at.

use krigsspil_field::prelude::*;

use super::aim::{self, InLane};
use super::bodies;
use super::state::*;
use super::terrain::Class;
use crate::tables::Tables;

/// Is a battery in garrison?
pub(super) fn in_garrison(unit: &Unit) -> bool {
    unit.guns() && unit.inside.is_some_and(|inside| inside.sector.is_some())
}

/// Where two stretches cross, if they do.
fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let (one, other) = (b - a, d - c);
    let across = one.cross(other);
    if across.abs() < 1e-9 {
        return None;
    }
    let (along, beside) = ((c - a).cross(other) / across, (c - a).cross(one) / across);
    let within = |share: f64| (0.0..=1.0).contains(&share);
    (within(along) && within(beside)).then(|| a.toward(b, along))
}

/// The sides of an outline.
fn sides(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let count = outline.len();
    (0..count).map(move |at| (outline[at], outline[(at + 1) % count]))
}

/// Where a line leaves a zone.
fn leaves(outline: &[Point], line: &[Point]) -> Vec<Point> {
    let legs = line.windows(2).map(|leg| (leg[0], leg[1]));
    legs.flat_map(|leg| sides(outline).filter_map(move |side| crossing(side, leg))).collect()
}

/// The places on the border of a zone where its roads leave it.
pub(super) fn exits(battle: &Battle, zone: usize) -> Vec<Point> {
    let outline = &battle.zones[zone].outline;
    let roads = battle.fixed.ground.features().filter_map(|(id, feature)| match &feature.shape {
        Shape::Line(line) if battle.fixed.classes.of(id) == Class::Road => Some(leaves(outline, line)),
        _ => None,
    });
    roads.flatten().collect()
}

/// The battle with a garrison battery drawn up at each place it may fire from.
fn drawn_up(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<Battle> {
    let own = &battle.units[battery];
    let Some(inside) = own.inside else { return Vec::new() };
    let Ok(body) = bodies::body(own, Stance::Unlimbered, tables) else { return Vec::new() };
    let zone = &battle.zones[inside.zone];
    let middle = zone.middle();
    let roads = exits(battle, inside.zone);
    let mut fronts: Vec<(Point, Bearing)> = Vec::new();
    if roads.is_empty() {
        for enemy in battle.enemies_of(own.side) {
            let to = battle.units[enemy].placed.centre();
            let far = middle + (to - middle).unit().unwrap_or(Point::ORIGIN) * aim::GUN_RANGE;
            let out = leaves(&zone.outline, &[middle, far]).into_iter();
            fronts.extend(out.map(|border| (border, Bearing::of(to - middle))));
        }
    } else {
        for exit in roads {
            let facing = Bearing::of(exit - middle);
            let half = facing.ahead().right() * (body.front() / 2.0);
            fronts.extend([exit, exit + half, exit - half].map(|border| (border, facing)));
        }
    }
    let stage = |(border, facing): (Point, Bearing)| {
        let pose = Pose::new(border + facing.ahead(), facing).on_grid();
        let mut stage = battle.clone();
        let guns = &mut stage.units[battery];
        (guns.placed, guns.stance, guns.inside) = (body.at(pose).ok()?, Stance::Unlimbered, None);
        Some(stage)
    };
    fronts.into_iter().filter_map(stage).collect()
}

/// Everybody a garrison battery can fire at, each with the battle as it stands drawn up against him; nearest first.
pub(super) fn targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<(InLane, Battle)> {
    let mut found: Vec<(InLane, Battle)> = Vec::new();
    for stage in drawn_up(battle, tables, battery) {
        for aimed in aim::gun_targets(&stage, tables, battery) {
            if !found.iter().any(|(known, _)| known.unit == aimed.unit) {
                found.push((aimed, stage.clone()));
            }
        }
    }
    found.sort_by(|(a, at), (b, other)| {
        at.yards(battery, a.unit)
            .cmp(&other.yards(battery, b.unit))
            .then_with(|| battle.comes_first(a.unit, b.unit))
    });
    found
}
