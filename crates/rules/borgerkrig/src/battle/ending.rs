//! How a battle ends: turns, objectives, losses (the scenario's `[victory]`).

use krigsspil_engine::battle::Ending;
use krigsspil_field::prelude::point;
use krigsspil_turn::ids::SideId;

use krigsspil_turn::ids::Id;

use super::state::{Battle, Branch, Presence};

/// Men a side had, and men it has lost: killed, captured and run.
pub(super) fn strength(battle: &Battle, side: SideId) -> (i32, i32) {
    let mut men = (0, 0);
    for unit in battle.units.values().filter(|unit| unit.side == side && unit.branch != Branch::Wagon) {
        men.0 += 20 * unit.original;
        let lost = match unit.presence {
            Presence::Gone | Presence::Left => 20 * unit.original,
            _ => (unit.lost_men + 20 * unit.captured).min(20 * unit.original),
        };
        men.1 += lost;
    }
    men
}

/// Who holds an objective now: the only side with a steady unit within its radius, else who held it before.
pub(super) fn holders(battle: &Battle) -> Vec<Option<SideId>> {
    let objectives = &battle.fixed.scenario.victory.objective;
    let held = objectives.iter().enumerate().map(|(number, objective)| {
        let place = point(objective.place[0], objective.place[1]);
        let mut sides: Vec<SideId> = battle
            .here()
            .filter(|&unit| battle.units[unit].steady() && battle.units[unit].branch != Branch::Wagon)
            .filter(|&unit| {
                let parts = battle.units[unit].placed.parts();
                parts.iter().any(|part| part.distance_to(place) <= *objective.radius.get_ref())
            })
            .map(|unit| battle.units[unit].side)
            .collect();
        sides.sort_unstable();
        sides.dedup();
        match sides.as_slice() {
            [only] => Some(*only),
            _ => battle.held[number],
        }
    });
    held.collect()
}

/// The points of every side.
pub(super) fn points(battle: &Battle) -> Vec<i32> {
    let victory = &battle.fixed.scenario.victory;
    battle
        .fixed
        .sides
        .ids()
        .map(|side| {
            let held = battle.held.iter().zip(&victory.objective);
            let objectives: i32 =
                held.filter(|(held, _)| **held == Some(side)).map(|(_, objective)| objective.points).sum();
            let others = battle.fixed.sides.ids().filter(|other| *other != side);
            let killed: i32 = others.map(|other| strength(battle, other).1).sum();
            objectives + killed / 100 * victory.points_a_hundred_men
        })
        .collect()
}

/// The ending, when the turn that just ended was the last, or a side has broken.
pub(super) fn ending(battle: &Battle) -> Option<Ending> {
    let sides = &battle.fixed.sides;
    let victory = &battle.fixed.scenario.victory;
    let points = points(battle);
    let named =
        |points: &[i32]| sides.values().map(|side| side.id.to_string()).zip(points.iter().copied()).collect();
    let broken: Vec<SideId> = sides
        .ids()
        .filter(|&side| {
            let (men, lost) = strength(battle, side);
            let standing = battle.units.values().any(|unit| {
                unit.side == side
                    && unit.branch != Branch::Wagon
                    && matches!(unit.presence, Presence::Here | Presence::Coming)
            });
            let share = victory.breaks_at > 0.0 && f64::from(lost) >= victory.breaks_at * f64::from(men);
            !standing || share
        })
        .collect();
    let standing: Vec<SideId> = sides.ids().filter(|side| !broken.contains(side)).collect();
    if !broken.is_empty() && standing.len() <= 1 {
        let winner = standing.first().map(|&side| sides[side].id.to_string());
        return Some(Ending { winner, reason: "army_broken", points: named(&points) });
    }
    if battle.turn < battle.fixed.scenario.turns {
        return None;
    }
    let best = points.iter().max().copied().unwrap_or(0);
    let leaders: Vec<SideId> = sides.ids().filter(|side| points[side.number()] == best).collect();
    let second = points.iter().filter(|&&have| have < best).max().copied().unwrap_or(best);
    let winner = match leaders.as_slice() {
        [only] if best - second >= victory.margin.max(1) => Some(sides[*only].id.to_string()),
        _ => None,
    };
    Some(Ending { winner, reason: "time_ran_out", points: named(&points) })
}
