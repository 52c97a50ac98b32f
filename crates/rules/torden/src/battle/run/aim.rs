//! A fire that was named, measured (§6.1.1 to §6.1.8): range, arc, sight, own units in the way, and the facts of its sum.

use krigsspil_engine::{Figures, OrNull};
use krigsspil_field::prelude::{
    Arc, ArcFrom, BaseSize, Bearing, Body, Degrees, Placed, Point, Pose, Role, behind_front, distance,
    figures_behind_front, share_in_arc,
};

use super::attacks::steady;
use crate::battle::bodies::{metres_to, plain, side_middle};
use crate::battle::order::Wing;
use crate::battle::state::*;
use crate::battle::{sight, terrain};
use crate::procedures::fire::{MayFire, OverheadFire, SafetyDistance};
use crate::procedures::towns::{Facing, TownAction, TownBattery};
use crate::procedures::volley::{ArtilleryFire, FiringFrom, InfantryFire};
use crate::tables::Tables;
use crate::vocabulary::Formation;

/// The sum of a fire.
#[derive(Clone, Debug)]
pub(in crate::battle) enum Sum {
    /// Of small arms.
    Infantry(InfantryFire),
    /// Of guns.
    Guns(ArtilleryFire),
}

/// A fire that was named, measured.
#[derive(Clone, Debug)]
pub(in crate::battle) struct Named {
    /// Who fires.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// How far, in centimetres.
    pub cm: f64,
    /// The sum.
    pub sum: Sum,
}

/// The front that fires: the unit's own, or a side of its square or town.
fn front(battle: &Battle, unit: UnitId, side: Wing) -> Option<Placed> {
    let of = &battle.units[unit];
    let edge = |middle: Point, out: Point, width: f64| {
        let base = BaseSize::new(width.max(1.0), 1.0).ok()?;
        Body::lone(base, Role::Figure).at(Pose::new(middle, Bearing::of(out)).on_grid()).ok()
    };
    if let Some(inside) = of.zone.filter(|_| !of.is_battery()) {
        let zone = battle.fixed.zones.get(inside.zone);
        let (middle, out) = zone.side(side);
        let (from, to) = zone.edge(side);
        return edge(middle, out, from.distance(to));
    }
    if of.formation == Formation::Square && !of.is_mob() {
        let by = match side {
            Wing::Front => 0.0,
            Wing::Right => 90.0,
            Wing::Rear => 180.0,
            Wing::Left => -90.0,
        };
        let out = of.placed.pose().facing.right_by(Degrees(by)).ahead();
        return edge(side_middle(&of.placed, side), out, of.placed.body().front());
    }
    Some(of.placed.clone())
}

/// How far off the front a target lies: 30 within the narrow arc, 45 within the wide one, else behind (§6.1.1).
fn angle(front: &Placed, target: &Placed) -> f64 {
    let within =
        |degrees: f64| !share_in_arc(front, Arc::new(Degrees(degrees), ArcFrom::Anywhere), target).is_none();
    match () {
        () if within(30.0) => 30.0,
        () if within(45.0) => 45.0,
        () => 180.0,
    }
}

/// Are own units clear of a line of fire (§6.1.6), or shot over from higher ground (§6.1.7)?
fn is_safe(battle: &Battle, tables: &Tables, unit: UnitId, target: UnitId) -> bool {
    let (gun, at) = (&battle.units[unit], &battle.units[target]);
    let (from, to) = (gun.placed.pose().at, at.placed.centre());
    let Some(way) = (to - from).unit() else { return true };
    let length = from.distance(to);
    let ground = &battle.fixed.ground;
    battle.here().filter(|&other| other != unit && battle.units[other].side == gun.side).all(|other| {
        let friend = &battle.units[other].placed;
        let along =
            friend.parts().iter().flat_map(|part| part.corners()).map(|corner| (*corner - from).dot(way));
        let (near, far) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(near, far), at| (near.min(at), far.max(at)));
        if far <= 0.0 || near >= length {
            return true;
        }
        let offset = offset_cm(friend, from, to);
        let facts = SafetyDistance {
            distance_cm: (length / CM).min(100.0),
            friend_offset_cm: OrNull(Some(offset.min(100.0))),
        };
        if plain(&facts, tables).is_ok_and(|safety| safety.safe) {
            return true;
        }
        let higher = ground.level_at(gun.placed.centre()) > ground.level_at(friend.centre());
        let over = OverheadFire {
            gun_higher: higher,
            gun_to_friend_cm: (metres_to(friend, gun.placed.centre()) / CM).min(60.0),
            friend_to_target_cm: (distance(friend, &at.placed) / CM).min(60.0),
        };
        plain(&over, tables).is_ok_and(|over| over.allowed)
    })
}

/// Centimetres from a line to the nearest edge of a body; 0 when it runs through.
fn offset_cm(body: &Placed, from: Point, to: Point) -> f64 {
    let crosses = body
        .parts()
        .iter()
        .any(|part| part.holds(from) || part.holds(to) || part.first_meeting(from, to).is_some());
    if crosses {
        return 0.0;
    }
    let corners = body.parts().iter().flat_map(|part| part.corners());
    let to_line =
        |corner: &Point| krigsspil_field::polygon::nearest_on((from, to), *corner).distance(*corner);
    let to_ends = metres_to(body, from).min(metres_to(body, to));
    corners.map(to_line).fold(to_ends, f64::min) / CM
}

/// Measures a fire that was named; why it cannot be made, when it cannot: a key of the choices.
pub(in crate::battle) fn measured(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    fire: Fire,
) -> Result<Named, &'static str> {
    let (of, at) = (&battle.units[unit], &battle.units[fire.target]);
    let row = tables.unit(of.kind);
    let front = front(battle, unit, fire.side).ok_or("no_contact")?;
    let guns = of.is_battery();
    let cm = match guns {
        true => metres_to(&at.placed, of.placed.centre()) / CM,
        false if of.zone.is_some() => distance(&front, &at.placed) / CM,
        false => distance(&of.placed, &at.placed) / CM,
    };
    // What lies a hair beyond a range lies in it: the grid of the table is finer than any tape.
    let cm = (cm - 0.001).max(0.0);
    let in_town = at.zone.is_some();
    let may = MayFire {
        arm: of.branch.arm(),
        order: of.order,
        formation: of.formation,
        own_turn: of.side == battle.active(),
        no_fire_value: row.fire.is_none(),
        declared_attack: of.now.declared,
        tried_reaction: of.now.tried,
        in_continued_melee: !of.melee.is_empty(),
        in_building: of.zone.is_some(),
        shots_fired: 0,
        ammunition: of.battery.as_ref().map_or(1, |guns| guns.loads.clamp(0, 12)),
        distance_cm: cm.min(500.0),
        angle_deg: angle(&front, &at.placed),
        target_in_continued_melee: !at.melee.is_empty(),
        target_in_town: in_town && !at.is_battery(),
    };
    let may = plain(&may, tables).map_err(|_| "out_of_range")?;
    if let Some(bar) = may.reasons.first() {
        return Err(bar.as_str());
    }
    through_its_side(battle, tables, unit, fire.target)?;
    if !sight::sees(battle, unit, fire.target) {
        return Err("unseen");
    }
    if guns && !is_safe(battle, tables, unit, fire.target) {
        return Err("own_units");
    }
    let ground = terrain::standing(at, &battle.fixed.ground, false, Some(&of.placed), tables);
    let sum = if guns {
        Sum::Guns(gun_sum(battle, tables, unit, fire.target, cm, ground.cover))
    } else {
        Sum::Infantry(small_arms(battle, tables, unit, fire.target, cm, ground.cover))
    };
    Ok(Named { unit, target: fire.target, cm, sum })
}

/// A battery in a town fires and is fired at through its own side only (§4.8.6).
fn through_its_side(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
) -> Result<(), &'static str> {
    let check = |battery: UnitId, other: UnitId, action: TownAction| {
        let Some(inside) = battle.units[battery].zone.filter(|_| battle.units[battery].is_battery()) else {
            return Ok(());
        };
        let (middle, out) = battle.fixed.zones.get(inside.zone).side(inside.side);
        let before = (battle.units[other].placed.centre() - middle).dot(out) > 0.0;
        let facts = TownBattery {
            action,
            facing: if inside.inward { Facing::Inward } else { Facing::Outward },
            in_contact: true,
            town_has_battery: true,
            continued_melee: zone_in_melee(battle, inside.zone),
            reaction_succeeded: false,
            line_through_battery_side: before,
        };
        let result = plain(&facts, tables).map_err(|_| "wrong_side")?;
        result.reasons.first().map_or(Ok(()), |bar| Err(bar.as_str()))
    };
    check(unit, target, TownAction::Fire)?;
    check(target, unit, TownAction::BeFiredOn)
}

/// Does a melee go on at any side of a zone?
pub(in crate::battle) fn zone_in_melee(battle: &Battle, zone: usize) -> bool {
    battle.units.values().any(|unit| {
        unit.here() && unit.zone.is_some_and(|inside| inside.zone == zone) && !unit.melee.is_empty()
    })
}

fn gun_sum(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    cm: f64,
    cover: bool,
) -> ArtilleryFire {
    let (of, at) = (&battle.units[unit], &battle.units[target]);
    let guns = of.battery.as_ref();
    ArtilleryFire {
        distance_cm: cm.min(50.0),
        gun: guns.map_or(crate::vocabulary::Gun::SixPounder, |guns| guns.gun),
        gunners: Figures(of.figures().clamp(1, 40)),
        order: steady(of.order),
        fire_bonus: tables.unit(of.kind).fire.unwrap_or(0),
        shelled_by_gunners: Figures(guns.map_or(0, |guns| guns.shelled_by).clamp(0, 40)),
        target_arm: at.branch.arm(),
        target_formation: at.formation,
        target_order: at.order,
        target_flank: in_flank(of, at),
        target_in_town: at.zone.is_some(),
        target_in_cover: cover,
        target_moved_half: at.now.moved >= 0.5,
    }
}

/// The firer has figures behind the target's extended front (§6.1.8).
fn in_flank(of: &Unit, at: &Unit) -> bool {
    let has_flank = at.zone.is_none() && !at.is_mob() && at.formation != Formation::Square;
    let figures = if of.is_battery() {
        // Gunners stand all over the base of their guns.
        !behind_front(&at.placed, &of.placed).is_none()
    } else {
        !figures_behind_front(&at.placed, &of.placed).is_empty()
    };
    has_flank && figures
}

fn small_arms(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    cm: f64,
    cover: bool,
) -> InfantryFire {
    let (of, at) = (&battle.units[unit], &battle.units[target]);
    let from = match () {
        () if of.zone.is_some() => FiringFrom::Town,
        () if of.formation == Formation::Square => FiringFrom::Square,
        () => FiringFrom::Open,
    };
    InfantryFire {
        front_figures: OrNull(Some(Figures((of.placed.body().files() as i32).clamp(1, 60)))),
        firing_from: from,
        figures: OrNull(Some(Figures(of.figures().clamp(4, 240)))),
        order: steady(of.order),
        fire_bonus: tables.unit(of.kind).fire.unwrap_or(0),
        target_arm: at.branch.arm(),
        target_in_cover: cover,
        target_moved_half: at.now.moved >= 0.5,
        distance_cm: cm.min(5.0),
    }
}
