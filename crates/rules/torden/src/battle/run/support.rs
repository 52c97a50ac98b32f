//! Who stands behind a unit in melee and supports it (§7.1.5).

use krigsspil_field::prelude::{Placed, Point};

use crate::battle::bodies::plain;
use crate::battle::command::{CONTACT, comrades, corps};
use crate::battle::state::*;
use crate::procedures::melee::Support;
use crate::tables::Tables;

/// The way a unit has its front: in a town, which has none, to the side on which the enemy is (§7.1.4).
fn front(battle: &Battle, unit: UnitId, enemy: UnitId) -> Point {
    let of = &battle.units[unit];
    match of.zone.filter(|_| !of.is_battery()) {
        Some(inside) => {
            let zone = battle.fixed.zones.get(inside.zone);
            zone.side(zone.side_toward(&battle.units[enemy].placed)).1
        }
        None => of.placed.pose().facing.ahead(),
    }
}

/// The unit that supports another against an enemy (§7.1.5): of several the first by place.
pub(super) fn support(battle: &Battle, tables: &Tables, unit: UnitId, enemy: UnitId) -> Option<UnitId> {
    let of = &battle.units[unit];
    let ahead = front(battle, unit, enemy);
    let along = |placed: &Placed, way: Point| -> Vec<f64> {
        placed.parts().iter().flat_map(|part| part.corners()).map(|corner| corner.dot(way)).collect()
    };
    let least = |all: Vec<f64>| all.into_iter().fold(f64::INFINITY, f64::min);
    let most = |all: Vec<f64>| all.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let rear = least(along(&of.placed, ahead));
    let aside = ahead.right();
    let wings = [least(along(&of.placed, aside)), most(along(&of.placed, aside))];
    let behind = |other: UnitId| {
        let there = &battle.units[other].placed;
        let (half, middle) = (there.body().front() / 2.0, there.centre().dot(aside));
        // All of it: who stands beside him in a deeper formation is not behind his rear rank.
        most(along(there, ahead)) <= rear + CONTACT && middle >= wings[0] - half && middle <= wings[1] + half
    };
    let near = of.placed.extent().grown(11.0 * CM);
    let all = battle.here().filter(|&other| {
        other != unit && near.meets(battle.units[other].placed.extent()) && comrades(battle, unit, other)
    });
    let valid = |&other: &UnitId| {
        let facts = Support {
            same_corps: corps(battle, unit) == corps(battle, other),
            same_arm: of.branch.arm() == battle.units[other].branch.arm(),
            behind: behind(other),
            distance_cm: (battle.cm_between(unit, other) - 0.001).clamp(0.0, 500.0),
            order: battle.units[other].order,
        };
        plain(&facts, tables).is_ok_and(|support| support.valid)
    };
    battle.by_place(all.filter(valid).collect::<Vec<_>>()).into_iter().next()
}
