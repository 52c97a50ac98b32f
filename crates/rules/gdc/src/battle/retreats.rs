//! Ways back for those who retreat (§9.7, R51): toward the baseline, else to the nearest steady friends, through gaps of 100 yards. A unit goes
//! back as it stands, without turning.

use krigsspil_field::prelude::*;

use super::bodies;
use super::legal::stands_clear;
use super::state::*;
use super::terrain;
use crate::tables::Tables;
use crate::vocabulary::*;

/// A retreat is followed in steps of so many yards.
const STEP: f64 = 10.0;
/// The narrowest gap between enemies (§9.7).
const GAP: f64 = 100.0;
/// Who is nearer than this touches.
const TOUCHES: f64 = 1.0;
/// Who would end on a friend goes on until he stands clear, at most so far.
const FARTHER: f64 = 400.0;
/// Ways that still lead toward the baseline, in degrees from straight home.
const AROUND: [f64; 9] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0];
/// Friends so near each other are friendly lines, in yards.
const LINES: i32 = 300;

/// A way back.
#[derive(Clone, Debug)]
pub(super) struct WayBack {
    /// Where it ends; none when it leaves the table, or goes into a zone.
    pub end: Option<Placed>,
    /// The zone it goes into (§12.6.9).
    pub into: Option<usize>,
    /// Yards.
    pub yards: f64,
    /// Friends it goes through.
    pub through: Vec<UnitId>,
    /// Where it comes on the way.
    pub passed: Vec<Placed>,
}

/// To whose right the table's east lies when one looks home.
fn home_sign(home: Bearing) -> f64 {
    if home.ahead().y < 0.0 { -1.0 } else { 1.0 }
}

/// The body in which a unit goes back: a beaten square is a column (§9.5.D), guns are limbered.
pub(super) fn going_back(battle: &Battle, tables: &Tables, unit: UnitId) -> (Stance, Placed) {
    let own = &battle.units[unit];
    let stance = match own.stance {
        Stance::Square | Stance::BattalionMass => Stance::Column,
        Stance::Unlimbered => Stance::Limbered,
        stance => stance,
    };
    let pose = own.placed.pose();
    let body = bodies::body(own, stance, tables)
        .and_then(|body| body.at(bodies::about_middle(&own.placed, &body, pose.facing)));
    (stance, body.unwrap_or_else(|_| own.placed.clone()))
}

/// A way back of so many yards, if there is one. One friend is enough for a beaten square (R83).
pub(super) fn way_back(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    yards: f64,
    square: bool,
) -> Option<WayBack> {
    let own = &battle.units[unit];
    let home = Bearing::degrees(battle.fixed.sides[own.side].home);
    // Outward from the middle of the table first, so that a mirror does not matter.
    let outward = battle.outward(own.placed.centre());
    let homeward = AROUND.iter().map(|by| home.right_by(Degrees(*by * outward * home_sign(home))));
    homeward
        .chain(to_friends(battle, unit, square))
        .find_map(|way| back_along(battle, tables, unit, way, yards))
}

/// The way to the nearest friendly lines: the nearest steady friend with another near him.
fn to_friends(battle: &Battle, unit: UnitId, one_is_enough: bool) -> Option<Bearing> {
    let own = &battle.units[unit];
    let steady = |&friend: &UnitId| {
        let there = &battle.units[friend];
        friend != unit && there.formed() && !there.turn.failed && there.status() != Status::Disrupted
    };
    let friends: Vec<UnitId> = battle.friends_of(own.side).filter(steady).collect();
    let held = |friend: &&UnitId| {
        one_is_enough
            || friends.iter().any(|other| other != *friend && battle.yards(**friend, *other) <= LINES)
    };
    let nearest = friends.iter().filter(held).min_by(|&&a, &&b| {
        let far = |friend: UnitId| distance(&own.placed, &battle.units[friend].placed);
        far(a).total_cmp(&far(b)).then_with(|| battle.comes_first(a, b))
    })?;
    let way = battle.units[*nearest].placed.centre() - own.placed.centre();
    way.unit().map(|_| Bearing::of(way))
}

/// Do enemies, each with how far he was at first, bar this place on a way? Nobody goes back through an enemy, nor touches one that he did not touch
/// (§9.5.G), nor passes between two with less than a gap between them (§9.7).
fn enemies_bar(enemies: &[(&Placed, f64)], there: &Placed, way: Bearing) -> bool {
    let met = |placed: &Placed, first: f64| {
        overlaps(there, placed) || first >= TOUCHES && distance(there, placed) < TOUCHES
    };
    if enemies.iter().any(|(placed, first)| met(placed, *first)) {
        return true;
    }
    let own = Abreast::of(there, way);
    let (mut left, mut right) = (f64::INFINITY, f64::INFINITY);
    for (placed, _) in enemies.iter().filter(|(_, first)| *first >= TOUCHES) {
        let other = Abreast::of(placed, way);
        if other.along[1] <= own.along[0] || other.along[0] >= own.along[1] {
            continue;
        }
        let (beside_left, beside_right) = (own.across[0] - other.across[1], other.across[0] - own.across[1]);
        // Who is not clearly beside it lies askew: he is on the side on which he is farther out.
        if beside_left >= beside_right {
            left = left.min(beside_left.max(0.0));
        }
        if beside_right >= beside_left {
            right = right.min(beside_right.max(0.0));
        }
    }
    left + right + (own.across[1] - own.across[0]) < GAP - 1e-6
}

/// How far a body reaches along a way and across it, to the right: the least and the most.
struct Abreast {
    along: [f64; 2],
    across: [f64; 2],
}

impl Abreast {
    fn of(placed: &Placed, way: Bearing) -> Abreast {
        let (ahead, right) = (way.ahead(), way.ahead().right());
        let reach = |axis: Point| {
            let all = placed.parts().iter().flat_map(|part| part.corners()).map(|corner| corner.dot(axis));
            all.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], at| [least.min(at), most.max(at)])
        };
        Abreast { along: reach(ahead), across: reach(right) }
    }
}

fn back_along(battle: &Battle, tables: &Tables, unit: UnitId, way: Bearing, yards: f64) -> Option<WayBack> {
    let own = &battle.units[unit];
    let (_, start) = going_back(battle, tables, unit);
    let pose = start.pose();
    let at = |far: f64| start.moved_to(Pose::new(pose.at + way.ahead() * far, pose.facing).on_grid());
    let table = battle.fixed.ground.table();
    let enemies: Vec<(&Placed, f64)> = battle
        .enemies_of(own.side)
        .map(|enemy| (&battle.units[enemy].placed, distance(&own.placed, &battle.units[enemy].placed)))
        .filter(|(placed, _)| placed.extent().meets(&own.placed.extent().grown(yards + FARTHER + GAP)))
        .collect();
    // A river is crossed by its bridges and fords only (§11.1), but by American Indians anywhere (§10.7).
    let from = start.centre();
    let water = terrain::met(battle, &[from, from + way.ahead() * (yards + FARTHER)], 0.0);
    let river = water.iter().filter(|one| !own.ratings.indians && one.river()).map(|one| one.enters);
    let river = river.fold(f64::INFINITY, f64::min);
    let mut through: Vec<UnitId> = Vec::new();
    let mut passed: Vec<Placed> = Vec::new();
    let mut far = 0.0;
    while far < yards + FARTHER {
        far = if far < yards { (far + STEP).min(yards) } else { far + STEP };
        let there = at(far);
        if !table.holds(&there) {
            return Some(WayBack { end: None, into: None, yards: far, through, passed });
        }
        if let Some(zone) = battle.zone_open_to(unit, &there) {
            return Some(WayBack { end: None, into: Some(zone), yards: far, through, passed });
        }
        if far > river || enemies_bar(&enemies, &there, way) || terrain::barred(battle, &there) {
            return None;
        }
        let friends =
            battle.solid().filter(|&friend| friend != unit && battle.units[friend].side == own.side);
        for friend in friends {
            let there_too = &battle.units[friend].placed;
            if !through.contains(&friend)
                && there_too.extent().meets(there.extent())
                && overlaps(&there, there_too)
            {
                through.push(friend);
            }
        }
        if far >= yards && stands_clear(battle, unit, &there) {
            passed.push(there.clone());
            return Some(WayBack { end: Some(there), into: None, yards: far, through, passed });
        }
        passed.push(there);
    }
    None
}
