//! Whom guns can be aimed at, and the facts of a shot (chapter 7).

use krigsspil_engine::Refusal;
use krigsspil_field::prelude::*;

use super::bodies::front_rank;
use super::garrison_guns;
use super::hills::{self, hills_allow};
use super::refusals::{DOWN_THE_SLOPE, FRIENDS_TOO_NEAR, HILL_BARS_FIRE, NOT_IN_LANE, OUT_OF_GUNSHOT};
use super::run::telling::plain;
use super::sight;
use super::state::*;
use super::terrain::{covered, woods_of};
use crate::procedures::artillery_fire::{ArtilleryFire, GunTarget};
use crate::procedures::battery::{BatteryDamage, BatteryDamageResult};
use crate::procedures::lanes::{MeleeFireSupport, MeleeFireSupportResult, MergedPark};
use crate::tables::Tables;
use crate::vocabulary::*;

/// The longest range of the artillery chart.
pub(super) const GUN_RANGE: f64 = 1500.0;
/// Batteries so near each other are adjacent, in yards (§7.6).
const ADJACENT: f64 = 5.0;
/// Facings that differ by no more are the same, in degrees.
const SAME_FACING: f64 = 2.0;

/// Somebody in a battery's lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InLane {
    /// Who.
    pub unit: UnitId,
    /// Past enemy skirmishers (§7.5).
    pub through_skirmishers: bool,
    /// Yards of its width that are seen.
    pub seen: f64,
}

/// The batteries that share a kill zone with this one, itself among them (§7.6).
pub(super) fn park(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<UnitId> {
    let own = &battle.units[battery];
    let facing = own.placed.pose().facing;
    let fits = |&other: &UnitId| {
        let there = &battle.units[other];
        there.side == own.side
            && there.unlimbered()
            && !there.abandoned()
            && there.ratings.nation == own.ratings.nation
            && facing.turn_to(there.placed.pose().facing).0.abs() <= SAME_FACING
    };
    let row = battle.by_place(battle.here().filter(fits).collect());
    let mut merged = vec![battery];
    loop {
        let beside = |unit: &UnitId| {
            !merged.contains(unit)
                && merged
                    .iter()
                    .any(|one| distance(&battle.units[*one].placed, &battle.units[*unit].placed) <= ADJACENT)
        };
        let Some(next) = row.iter().copied().find(beside) else { break };
        merged.push(next);
    }
    let widths = merged.iter().map(|unit| Yards(battle.units[*unit].placed.body().front().round() as i32));
    let facts = MergedPark {
        widths_yards: widths.take(12).collect(),
        not_all_adjacent: false,
        facings_differ: false,
        nationalities_differ: false,
    };
    let together = merged.len() <= 12 && plain(tables, &facts).is_ok_and(|park| park.merged);
    if together { merged } else { vec![battery] }
}

/// Narrower strips of a lane than this are nothing, in yards.
const STRIP: f64 = 5e-4;

/// A lane in strips, each a line through its middle and its width: cut at every corner of every body that stands in it, so that the same bodies
/// are met in the same order all over a strip.
fn strips(battle: &Battle, placed: &Placed, zones: &[Option<Placed>]) -> Vec<(Line, f64)> {
    let (frame, half) = (placed.frame(), placed.body().front() / 2.0);
    let bodies = battle.solid().map(|unit| &battle.units[unit].placed).chain(zones.iter().flatten());
    let mut cuts = vec![-half, half];
    for body in bodies {
        let corners = body.parts().iter().flat_map(|part| part.corners().to_vec());
        let corners: Vec<Point> = corners.map(|corner| frame.to_body(corner)).collect();
        if corners.iter().any(|corner| corner.y > 0.0 && corner.y <= GUN_RANGE + half) {
            cuts.extend(corners.iter().map(|corner| corner.x).filter(|x| x.abs() < half));
        }
    }
    cuts.sort_by(f64::total_cmp);
    let (left, right) = placed.wings();
    let facing = placed.pose().facing;
    let strip = |ends: &[f64]| {
        let (from, to) = (ends[0], ends[1]);
        let share = ((from + to) / 2.0 + half) / (2.0 * half);
        (Line::toward(left.toward(right, share), facing, GUN_RANGE), to - from)
    };
    cuts.windows(2).filter(|ends| ends[1] - ends[0] >= STRIP).map(strip).collect()
}

/// The first enemies in one lane: skirmishers, and the first behind them or beside them that is none; two side by side are both first. Nobody
/// farther off is fired at past him, though some of him shows (§7.5).
fn first_in_lane(
    battle: &Battle,
    side: SideId,
    placed: &Placed,
    guns: &[UnitId],
    zones: &[Option<Placed>],
) -> Vec<InLane> {
    let mut found: Vec<(f64, InLane)> = Vec::new();
    for (line, width) in strips(battle, placed, zones) {
        let mut on: Vec<(f64, UnitId)> = battle
            .solid()
            .filter(|unit| !guns.contains(unit))
            .filter_map(|unit| Some((distance_along(line, &battle.units[unit].placed)?, unit)))
            .collect();
        on.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
        let walls = zones
            .iter()
            .filter_map(|zone| distance_along(line, zone.as_ref()?))
            .fold(f64::INFINITY, f64::min);
        let mut through = false;
        // The friend that the lane has passed, who is locked with the target (opt.friendly-fire).
        let mut past: Option<UnitId> = None;
        for (at, unit) in on {
            let own = battle.units[unit].side == side;
            let locked = battle.fixed.options.friendly_fire && battle.engaged(unit);
            if at > walls || own && !locked {
                break;
            }
            if own {
                past = Some(unit);
                continue;
            }
            if past.is_some_and(|friend| !battle.fights_of(unit).any(|fight| fight.holds(friend))) {
                break;
            }
            // What stands behind a friend is not seen.
            let width = if past.is_some() { 0.0 } else { width };
            // Who is seen on one line without skirmishers before him is not fired at through them.
            match found.iter_mut().find(|(_, one)| one.unit == unit) {
                Some((near, one)) => {
                    one.through_skirmishers &= through;
                    one.seen += width;
                    *near = near.min(at);
                }
                None => found.push((at, InLane { unit, through_skirmishers: through, seen: width })),
            }
            if !battle.units[unit].unformed() {
                break;
            }
            through = true;
        }
    }
    let formed = found.iter().filter(|(_, one)| !battle.units[one.unit].unformed()).map(|(at, _)| *at);
    let first = formed.fold(f64::INFINITY, f64::min);
    found.into_iter().filter(|(at, _)| *at <= first + SIDE_BY_SIDE).map(|(_, one)| one).collect()
}

/// Does some of a body stand straight before a battery, or before its park (§7.5, §7.6)?
pub(super) fn in_kill_zone(battle: &Battle, tables: &Tables, battery: UnitId, unit: UnitId) -> bool {
    let there = &battle.units[unit].placed;
    let before = |gun: UnitId| {
        let lane = strips(battle, &battle.units[gun].placed, &[]);
        lane.into_iter().any(|(line, _)| distance_along(line, there).is_some())
    };
    park(battle, tables, battery).into_iter().any(before)
}

/// Enemies whose nearest edges are so near to being equally far are both first, in yards.
const SIDE_BY_SIDE: f64 = 1.0;

/// The enemies that a battery can aim at: the first in its lane, or in that of its park, and those behind enemy skirmishers (§7.5, §7.6, R80).
pub(super) fn gun_targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<InLane> {
    let own = &battle.units[battery];
    let guns = park(battle, tables, battery);
    let mut found: Vec<InLane> = Vec::new();
    let bodies: Vec<Option<Placed>> = battle.zones.iter().map(|zone| zone.body()).collect();
    for &gun in &guns {
        for one in first_in_lane(battle, own.side, &battle.units[gun].placed, &guns, &bodies) {
            match found.iter_mut().find(|known| known.unit == one.unit) {
                Some(known) => {
                    known.through_skirmishers &= one.through_skirmishers;
                    known.seen += one.seen;
                }
                None => found.push(one),
            }
        }
    }
    // Bodies do not block a lane that was looked through already.
    let everybody: Vec<UnitId> = battle.here().collect();
    found.retain(|one| in_line_of_fire(battle, tables, battery, one.unit, &everybody));
    found.retain(|one| hills_allow(battle, tables, battery, one.unit));
    found.retain(|one| {
        !battle.fighting(one.unit) || supports(battle, tables, one).is_some_and(|support| support.allowed)
    });
    found.sort_by(|a, b| {
        battle
            .yards(battery, a.unit)
            .cmp(&battle.yards(battery, b.unit))
            .then_with(|| battle.comes_first(a.unit, b.unit))
    });
    found
}

/// Why a battery cannot aim at a unit.
pub(super) fn why_not(battle: &Battle, tables: &Tables, battery: UnitId, target: UnitId) -> &'static Refusal {
    let own = &battle.units[battery];
    let guns = park(battle, tables, battery);
    let bodies: Vec<Option<Placed>> = battle.zones.iter().map(|zone| zone.body()).collect();
    let first = |gun: &UnitId| first_in_lane(battle, own.side, &battle.units[*gun].placed, &guns, &bodies);
    let in_lane = guns.iter().flat_map(first).any(|one| one.unit == target);
    let everybody: Vec<UnitId> = battle.here().collect();
    match () {
        () if !in_lane => &NOT_IN_LANE,
        () if !hills_allow(battle, tables, battery, target) => {
            match hills::faces_down_slope(battle, &own.placed) {
                true => &DOWN_THE_SLOPE,
                false => &HILL_BARS_FIRE,
            }
        }
        () if !in_line_of_fire(battle, tables, battery, target, &everybody) => &OUT_OF_GUNSHOT,
        () if battle.fighting(target) => &FRIENDS_TOO_NEAR,
        () => &NOT_IN_LANE,
    }
}

/// The enemies that a battery can aim at, wherever it is: in the field, or from the border of the zone it is in garrison in (§12.4.E).
pub(super) fn battery_targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<InLane> {
    match garrison_guns::in_garrison(&battle.units[battery]) {
        true => garrison_guns::targets(battle, tables, battery).into_iter().map(|(aimed, _)| aimed).collect(),
        false => gun_targets(battle, tables, battery),
    }
}

/// The facts of a battery's shot at one of its targets.
pub(super) fn shot_facts(
    battle: &Battle,
    tables: &Tables,
    battery: UnitId,
    aimed: InLane,
    several: bool,
) -> Option<ArtilleryFire> {
    if !garrison_guns::in_garrison(&battle.units[battery]) {
        return gun_facts(battle, tables, battery, aimed, several);
    }
    let drawn_up = garrison_guns::targets(battle, tables, battery);
    let (_, stage) = drawn_up.into_iter().find(|(one, _)| one.unit == aimed.unit)?;
    gun_facts(&stage, tables, battery, aimed, several)
}

/// May guns fire at a unit that fights: does enough of it show beside their friends (§7.7)?
pub(super) fn supports(battle: &Battle, tables: &Tables, aimed: &InLane) -> Option<MeleeFireSupportResult> {
    let there = &battle.units[aimed.unit];
    let width = there.placed.body().front() / f64::from(front_rank(there, tables).0.max(1));
    let facts = MeleeFireSupport {
        target_arm: there.fights_as(),
        overlap_castings: Castings(((aimed.seen / width) as i32).clamp(0, 30)),
        depth_castings: Castings(0),
        other_unit_in_lane: false,
        friendly_fire_option: battle.fixed.options.friendly_fire,
        engaged_since_last_turn: battle.engaged(aimed.unit),
    };
    plain(tables, &facts).ok()
}

/// The zones with enemies in them that a battery can fire at: the first thing in its lane (§12.4.G).
pub(super) fn zone_targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<usize> {
    let own = &battle.units[battery];
    let guns = park(battle, tables, battery);
    let bodies: Vec<Option<Placed>> = battle.zones.iter().map(|zone| zone.body()).collect();
    let mut found = Vec::new();
    let lanes = guns.iter().flat_map(|gun| strips(battle, &battle.units[*gun].placed, &bodies));
    for (line, _) in lanes {
        let blocked = battle
            .solid()
            .filter(|unit| !guns.contains(unit))
            .filter(|&unit| !battle.units[unit].unformed() || battle.units[unit].side == own.side);
        let blocked = blocked
            .filter_map(|unit| distance_along(line, &battle.units[unit].placed))
            .fold(f64::INFINITY, f64::min);
        let walls = bodies
            .iter()
            .enumerate()
            .filter_map(|(zone, body)| Some((distance_along(line, body.as_ref()?)?, zone)));
        let first = walls.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some((at, zone)) = first
            && at < blocked
            && at <= GUN_RANGE
            && battle.inside(zone).any(|unit| battle.units[unit].side != own.side)
            && !found.contains(&zone)
        {
            found.push(zone);
        }
    }
    found.sort();
    found
}

/// The facts of a battery's shot at a zone: at those in transit first, else at the garrison (§12.4.G). With whom it hits.
pub(super) fn zone_facts(
    battle: &Battle,
    tables: &Tables,
    battery: UnitId,
    zone: usize,
) -> Option<(ArtilleryFire, UnitId)> {
    let own = &battle.units[battery];
    let enemies = || battle.inside(zone).filter(|&unit| battle.units[unit].side != own.side);
    let transit = |unit: &UnitId| battle.units[*unit].inside.is_some_and(|inside| inside.sector.is_none());
    let most = |a: &UnitId, b: &UnitId| {
        battle.units[*a].castings.cmp(&battle.units[*b].castings).then_with(|| battle.comes_first(*b, *a))
    };
    let moving = enemies().filter(transit).max_by(most);
    let target = moving.or_else(|| enemies().max_by(most))?;
    let mut facts = gun_facts(
        battle,
        tables,
        battery,
        InLane { unit: target, through_skirmishers: false, seen: 0.0 },
        false,
    )?;
    facts.target = if moving.is_some() { GunTarget::ZoneInTransit } else { GunTarget::ZoneGarrison };
    facts.formation = FieldFormation::Column;
    facts.prone = false;
    (facts.flank_or_rear, facts.engaged, facts.support_allowed, facts.protective_position) =
        (false, false, false, false);
    facts.woods = Woods::None;
    facts.rockets = own.battery.as_ref().is_some_and(|battery| battery.rockets > 0);
    facts.zone_class = match battle.zones[zone].class {
        ZoneClass::A => InZone::A,
        ZoneClass::B => InZone::B,
        ZoneClass::C => InZone::C,
        ZoneClass::D => InZone::D,
        ZoneClass::E => InZone::E,
        ZoneClass::F => InZone::F,
    };
    Some((facts, target))
}

fn in_line_of_fire(
    battle: &Battle,
    tables: &Tables,
    battery: UnitId,
    target: UnitId,
    through: &[UnitId],
) -> bool {
    sight::visibility(battle, tables, battery, target, through).may_be_fired_at
        && battle.yards(battery, target) <= GUN_RANGE as i32
}

/// What is left of a battery (chart.counter-battery).
pub(super) fn battery_left(tables: &Tables, unit: &Unit) -> Option<BatteryDamageResult> {
    let battery = unit.battery.as_ref()?;
    let facts = BatteryDamage {
        full_aev: battery.full_aev,
        gun_hits: battery.gun_hits.clamp(0, 24),
        crew_allowance: unit.first,
        crew_hits: unit.lost(),
        limber_allowance: battery.limbers,
        limber_hits: battery.limber_hits,
        barrage_points: battery.points,
        points_fired: battery.fired.min(60),
    };
    plain(tables, &facts).ok()
}

/// Is a unit fired at from behind its front, or from its flank? Most of the firer stands behind the line of its front.
pub(super) fn from_flank(battle: &Battle, firer: UnitId, target: UnitId) -> bool {
    let there = &battle.units[target];
    // Squares, masses and skirmishers have no flank to fire, nor has who is in a zone (§10.5.C, R12).
    let open = matches!(there.stance, Stance::Square | Stance::BattalionMass | Stance::Skirmish);
    if open || there.inside.is_some() || there.holds.is_some() {
        return false;
    }
    behind_front(&battle.units[target].placed, &battle.units[firer].placed).is_half()
}

/// The facts of a battery's shot.
pub(super) fn gun_facts(
    battle: &Battle,
    tables: &Tables,
    battery: UnitId,
    aimed: InLane,
    several: bool,
) -> Option<ArtilleryFire> {
    let (own, there) = (&battle.units[battery], &battle.units[aimed.unit]);
    let guns = own.battery.as_ref()?;
    let left = battery_left(tables, own)?;
    let from = own.placed.pose().at;
    Some(ArtilleryFire {
        aev: left.aev,
        distance_yards: Yards(battle.yards(battery, aimed.unit).clamp(1, 3000)),
        target: match (there.fights_as(), there.stance) {
            (Arm::Infantry, _) => GunTarget::Infantry,
            (Arm::Cavalry, _) => GunTarget::Cavalry,
            (Arm::Artillery, Stance::Limbered) => GunTarget::LimberedArtillery,
            (Arm::Artillery, _) => GunTarget::ArtilleryCrew,
        },
        formation: if there.guns() { FieldFormation::Line } else { there.field_formation() },
        castings: Castings(there.castings),
        prone: there.prone,
        zone_class: InZone::None,
        through_skirmishers: aimed.through_skirmishers,
        screen_company: there.ratings.screen && there.formed(),
        year: battle.fixed.year,
        poor_visibility: battle.weather != Weather::Clear,
        several_batteries: several,
        flank_or_rear: from_flank(battle, battery, aimed.unit),
        engaged: battle.engaged(aimed.unit),
        support_allowed: battle.fighting(aimed.unit),
        woods: woods_of(battle, &there.placed),
        woods_depth_yards: Yards(0),
        protective_position: covered(battle, &there.placed, from),
        firer_poundage: guns.poundage,
        converged_howitzers: guns.howitzers,
        consecutive_shot: guns
            .last
            .is_some_and(|(turn, target)| target == aimed.unit && turn + 1 >= battle.turn),
        rockets: guns.rockets > 0 && there.guns(),
        facing_down_slope: hills::faces_down_slope(battle, &own.placed),
        out_of_visibility: false,
        no_mass_modifier: battle.fixed.options.regimental_masses,
    })
}
