//! Which way a beaten unit goes back (§8.6.p2, §8.7.1): straight from the contact, or up to 45 degrees off it, as its player says.

use krigsspil_field::prelude::{Bearing, Degrees, Placed, Point};
use krigsspil_turn::desk::{Go, about_unit};

use super::Run;
use crate::battle::bodies::{about_centre, body_in, drawn_up, shifted};
use crate::battle::command::comrades;
use crate::battle::meeting::meets;
use crate::battle::questions::{GIVES_WAY, WayBack};
use crate::battle::state::*;
use crate::vocabulary::{Formation, Order};

/// So much in metres is the rounding of a march and of the grid.
const A_HAIR: f64 = 0.05;

/// The way a unit goes back from another it has touched: out of the side of his town that it is before; else straight away from the contact,
/// wherever along a side it is (§8.6.p2, §8.7.1). Where he touches it with a corner it goes straight back itself.
pub(in crate::battle) fn facing_away(battle: &Battle, from: UnitId, unit: UnitId) -> f64 {
    out_of_his_town(battle, from, unit).unwrap_or_else(|| {
        let (enemy, own) = (&battle.units[from].placed, &battle.units[unit].placed);
        let of_enemy = sides(enemy).map(|side| (side, beyond(enemy, side.ahead(), own)));
        let of_own = sides(own).map(|side| (Bearing::of(-side.ahead()), beyond(own, side.ahead(), enemy)));
        let [[his_front, his_others @ ..], [own_front, own_others @ ..]] = [of_enemy, of_own];
        farthest([his_front, own_front].into_iter().chain(his_others).chain(own_others)).as_degrees()
    })
}

/// The way fire drives a unit: as the firer faces, or the side of his square or town that it is before (§8.6.p2, §8.7.1).
pub(super) fn driven_by_fire(battle: &Battle, from: UnitId, unit: UnitId) -> f64 {
    out_of_his_town(battle, from, unit).unwrap_or_else(|| {
        let (enemy, own) = (&battle.units[from], &battle.units[unit].placed);
        let way = match enemy.formation {
            Formation::Square => {
                let placed = &enemy.placed;
                farthest(sides(placed).into_iter().map(|side| (side, beyond(placed, side.ahead(), own))))
            }
            _ => enemy.placed.pose().facing,
        };
        way.as_degrees()
    })
}

/// Out of the side of an enemy's town that a unit is before; none when he is in none.
fn out_of_his_town(battle: &Battle, from: UnitId, unit: UnitId) -> Option<f64> {
    let zone = battle.fixed.zones.get(battle.units[from].zone?.zone);
    let (_, out) = zone.side(zone.side_toward(&battle.units[unit].placed));
    Some(Bearing::of(out).as_degrees())
}

/// The ways out of the four sides of a body, its front first.
fn sides(body: &Placed) -> [Bearing; 4] {
    let front = body.pose().facing;
    [0.0, 90.0, -90.0, 180.0].map(|by| front.right_by(Degrees(by)))
}

/// The way of the greatest distance; of those as great the first.
fn farthest(ways: impl Iterator<Item = (Bearing, f64)>) -> Bearing {
    let greater =
        |known: (Bearing, f64), one: (Bearing, f64)| if one.1 > known.1 + A_HAIR { one } else { known };
    ways.reduce(greater).map_or(Bearing::NORTH, |(way, _)| way)
}

/// Metres from the side of a body that looks a way to the nearest corner of another; less than nothing for one who reaches behind that side.
fn beyond(body: &Placed, way: Point, other: &Placed) -> f64 {
    let along = |body: &Placed, way: Point| {
        let corners = body.parts().iter().flat_map(|part| part.corners());
        corners.map(|corner| corner.dot(way)).fold(f64::NEG_INFINITY, f64::max)
    };
    -along(other, -way) - along(body, way)
}

fn degrees(way: WayBack) -> f64 {
    match way {
        WayBack::Straight => 0.0,
        WayBack::HalfLeft => -22.5,
        WayBack::HalfRight => 22.5,
        WayBack::Left => -45.0,
        WayBack::Right => 45.0,
    }
}

/// Where none of the ways that are offered is open, each is looked for as far as half way to the next, in steps of so many degrees.
const BESIDE_DEG: f64 = 1.25;
/// Half way to the next, in such steps.
const BESIDE_STEPS: i32 = 9;
/// The farthest off the straight way back (§8.6.p2, §8.7.1).
const FARTHEST_DEG: f64 = 45.0;

/// The ways back, as they are offered.
const WAYS_BACK: [WayBack; 5] =
    [WayBack::Straight, WayBack::HalfLeft, WayBack::HalfRight, WayBack::Left, WayBack::Right];

/// The ways beside one that is barred, the nearest first; inward before outward, so that either hand is the other's mirror.
fn beside(by: f64) -> impl Iterator<Item = f64> {
    let inward = if by < 0.0 { 1.0 } else { -1.0 };
    (1..=BESIDE_STEPS)
        .map(|step| f64::from(step) * BESIDE_DEG)
        .flat_map(move |off| [by + inward * off, by - inward * off])
        .filter(|by| by.abs() <= FARTHEST_DEG)
}

/// What lies on a way back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Barrier {
    Nothing,
    Comrade(f64, UnitId),
    Friend(UnitId),
    Edge,
    Ground(f64),
    Enemy(f64),
}

impl Barrier {
    /// The better ways first.
    fn rank(self, routs: bool) -> u8 {
        match self {
            Barrier::Nothing => 0,
            Barrier::Comrade(..) | Barrier::Friend(_) if routs => 1,
            Barrier::Comrade(..) => 1,
            Barrier::Edge if routs => 2,
            Barrier::Friend(_) => 3,
            Barrier::Ground(_) => 4,
            Barrier::Enemy(_) => 5,
            Barrier::Edge => 6,
        }
    }
}

impl Run<'_> {
    /// The body with which a unit goes back: its front to the enemy; a mob in a crowd; out of a town in line (R57).
    pub(super) fn back_body(&self, unit: UnitId, way: Bearing, routs: bool) -> Option<Placed> {
        let mut of = self.unit(unit).clone();
        let facing = if routs { way } else { Bearing::of(-way.ahead()) };
        if routs {
            of.order = Order::FullDisorder;
        }
        if of.zone.is_some() {
            of.formation = if of.is_battery() { Formation::Limbered } else { Formation::Line };
        }
        let centre = of.placed.centre();
        about_centre(&body_in(&of, drawn_up(&of), of.ranks, self.tables).ok()?, centre, facing).ok()
    }

    /// What a body that goes so many metres along a way comes to first.
    pub(super) fn barrier(&self, unit: UnitId, start: &Placed, way: Point, metres: f64) -> Barrier {
        let mut found = (metres, Barrier::Nothing);
        let side = self.unit(unit).side;
        let own_zone = self.unit(unit).zone.map(|inside| inside.zone);
        let others: Vec<UnitId> = self.battle.here().filter(|&other| other != unit).collect();
        for other in self.battle.by_place(others) {
            let of = self.unit(other);
            if of.zone.is_some() && of.zone.map(|inside| inside.zone) == own_zone {
                continue;
            }
            let passable = of.side == side && of.is_battery() && of.is_unlimbered();
            let Some(met) = meets(start, way, metres, &of.placed).filter(|met| *met <= found.0 && !passable)
            else {
                continue;
            };
            let what = match () {
                () if of.side != side => Barrier::Enemy(met),
                () if comrades(self.battle, unit, other) => Barrier::Comrade(met, other),
                () => Barrier::Friend(other),
            };
            // Of those as near the one that bars most.
            if met < found.0 - A_HAIR || what.rank(false) > found.1.rank(false) {
                found = (met.min(found.0), what);
            }
        }
        if let Some(met) = self.barred(unit, start, way, metres).filter(|met| *met < found.0) {
            found = (met, Barrier::Ground(met));
        }
        let table = self.battle.fixed.ground.table();
        if matches!(found.1, Barrier::Nothing) && !table.holds(&shifted(start, way, metres)) {
            return Barrier::Edge;
        }
        found.1
    }

    /// Asks its player for the way back; the best is proposed. A unit that can go back does: a way on which it would have to pass through
    /// others is open only where there is none (§8.6.p3), not even between those that are offered. So does one that flees: a way on which it would be cornered is open only where it
    /// would be on all (§8.7.1, R61).
    pub(super) fn way_back(&mut self, unit: UnitId, base: f64, cm: f64, routs: bool) -> Go<Bearing> {
        let toward = |by: f64| Bearing::degrees(base + by);
        let free = |by: f64| match routs {
            true => self.flees_freely(unit, toward(by), cm),
            false => self.retreat_end(unit, toward(by), cm).is_some(),
        };
        let open = |find: &dyn Fn(f64) -> Option<f64>| -> Vec<(WayBack, f64)> {
            WAYS_BACK.into_iter().filter_map(|way| Some((way, find(degrees(way))?))).collect()
        };
        let mut ways = open(&|by| free(by).then_some(by));
        if ways.is_empty() {
            ways = open(&|by| beside(by).find(|by| free(*by)));
        }
        if ways.is_empty() {
            ways = open(&Some);
        }
        let rank = |by: f64| {
            let bearing = toward(by);
            self.back_body(unit, bearing, routs)
                .map_or(u8::MAX, |start| self.barrier(unit, &start, bearing.ahead(), cm * CM).rank(routs))
        };
        let best = ways.iter().min_by_key(|(_, by)| rank(*by)).map_or(WayBack::Straight, |(way, _)| *way);
        ways.sort_by_key(|(way, _)| *way != best);
        let seat = self.seat(unit);
        let among: Vec<WayBack> = ways.iter().map(|(way, _)| *way).collect();
        let way = self.desk.ask_among(&GIVES_WAY, about_unit(&seat, unit, None), &among)?;
        let by = ways.iter().find(|(known, _)| *known == way).map_or(degrees(way), |(_, by)| *by);
        Ok(toward(by))
    }

    /// Does neither enemy nor ground stop a unit that flees so far along a way?
    fn flees_freely(&self, unit: UnitId, way: Bearing, cm: f64) -> bool {
        self.back_body(unit, way, true).is_some_and(|start| {
            let stopped = self.rout_end(unit, &start, way.ahead(), cm * CM).1;
            !matches!(stopped, Some(Barrier::Ground(_) | Barrier::Enemy(_)))
        })
    }
}
