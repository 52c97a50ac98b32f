//! Whom guns and muskets can be aimed at, and the facts of a shot (chapters 7 and 8).

use krigsspil_field::prelude::*;

use super::bodies::front_rank;
use super::run::telling::plain;
use super::sight;
use super::state::*;
use super::terrain::{self, Class, covered, woods_of};
use crate::procedures::artillery_fire::{ArtilleryFire, GunTarget};
use crate::procedures::battery::{BatteryDamage, BatteryDamageResult};
use crate::procedures::lanes::{GunGround, HillFire, MeleeFireSupport, MergedPark, TargetGround};
use crate::procedures::musketry::{Firers, MusketryVolley, Shot, Weapon};
use crate::procedures::skirmish_fire::{MusketrySkirmish, SkirmishFirers};
use crate::tables::Tables;
use crate::vocabulary::*;

/// The longest range of the artillery chart.
pub(super) const GUN_RANGE: f64 = 1500.0;
/// Lines laid through a battery's lane to find what it meets first.
const RAYS: i32 = 9;
/// Batteries so near each other are adjacent, in yards (§7.6).
const ADJACENT: f64 = 5.0;
/// Facings that differ by no more are the same, in degrees.
const SAME_FACING: f64 = 2.0;
/// A front fires so far to either side of straight ahead.
const VOLLEY_ARC: f64 = 45.0;

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

/// Lines straight ahead from a body's front, from wing to wing.
fn rays(placed: &Placed) -> Vec<Line> {
    let (left, right) = placed.wings();
    let facing = placed.pose().facing;
    let share = |number: i32| 0.02 + 0.96 * f64::from(number) / f64::from(RAYS - 1);
    (0..RAYS).map(|number| Line::toward(left.toward(right, share(number)), facing, GUN_RANGE)).collect()
}

/// The enemies that a battery can aim at: the first in its lane, or in that of its park, and those behind enemy skirmishers (§7.5, §7.6, R80).
pub(super) fn gun_targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<InLane> {
    let own = &battle.units[battery];
    let guns = park(battle, tables, battery);
    let mut found: Vec<InLane> = Vec::new();
    let bodies: Vec<Option<Placed>> = battle.zones.iter().map(|zone| zone.body()).collect();
    for &gun in &guns {
        let apart = battle.units[gun].placed.body().front() / f64::from(RAYS);
        for line in rays(&battle.units[gun].placed) {
            let mut on: Vec<(f64, UnitId)> = battle
                .solid()
                .filter(|unit| !guns.contains(unit))
                .filter_map(|unit| Some((distance_along(line, &battle.units[unit].placed)?, unit)))
                .collect();
            on.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
            let walls = bodies
                .iter()
                .filter_map(|zone| distance_along(line, zone.as_ref()?))
                .fold(f64::INFINITY, f64::min);
            let mut through = false;
            for (at, unit) in on {
                if at > walls || battle.units[unit].side == own.side {
                    break;
                }
                // Who is seen on one line without skirmishers before him is not fired at through them.
                match found.iter_mut().find(|one| one.unit == unit) {
                    Some(one) => {
                        one.through_skirmishers &= through;
                        one.seen += apart;
                    }
                    None => found.push(InLane { unit, through_skirmishers: through, seen: apart }),
                }
                if !battle.units[unit].unformed() {
                    break;
                }
                through = true;
            }
        }
    }
    // Bodies do not block a lane that was looked through already.
    let everybody: Vec<UnitId> = battle.here().collect();
    found.retain(|one| in_line_of_fire(battle, tables, battery, one.unit, &everybody));
    found.retain(|one| hills_allow(battle, tables, battery, one.unit));
    found.retain(|one| !battle.fighting(one.unit) || supports(battle, tables, one));
    found.sort_by(|a, b| {
        battle
            .yards(battery, a.unit)
            .cmp(&battle.yards(battery, b.unit))
            .then_with(|| battle.comes_first(a.unit, b.unit))
    });
    found
}

/// May guns fire at a unit that fights: does enough of it show beside their friends (§7.7)?
fn supports(battle: &Battle, tables: &Tables, aimed: &InLane) -> bool {
    let there = &battle.units[aimed.unit];
    let width = there.placed.body().front() / f64::from(front_rank(there, tables).0.max(1));
    let facts = MeleeFireSupport {
        target_arm: there.fights_as(),
        overlap_castings: Castings(((aimed.seen / width) as i32).clamp(0, 30)),
        depth_castings: Castings(0),
        other_unit_in_lane: false,
        friendly_fire_option: false,
        engaged_since_last_turn: battle.engaged(aimed.unit),
    };
    plain(tables, &facts).is_ok_and(|support| support.allowed)
}

/// So near the edge of a hill one is at its crest, in yards (§7.8.B).
const AT_CREST: f64 = 50.0;

/// Yards from a place to the edge of its hill in a direction; none where the ground does not fall.
fn crest_yards(battle: &Battle, from: Point, way: Bearing) -> Option<f64> {
    let level = battle.fixed.ground.level_at(from);
    (1..=100)
        .map(|step| f64::from(step) * 10.0)
        .find(|far| battle.fixed.ground.level_at(from + way.ahead() * *far) < level)
}

/// What hills leave of a battery's fire (§7.8): a unit near the edge of its hill, on the side of the guns, stands on a visible slope.
fn hills_allow(battle: &Battle, tables: &Tables, battery: UnitId, target: UnitId) -> bool {
    let (own, there) = (&battle.units[battery].placed, &battle.units[target].placed);
    let (level, other) = (terrain::level(battle, own), terrain::level(battle, there));
    if level == 0 && other == 0 {
        return true;
    }
    let way = there.centre() - own.centre();
    let crest = crest_yards(battle, own.pose().at, own.pose().facing);
    let toward_guns = crest_yards(battle, there.centre(), Bearing::of(way).right_by(Degrees(180.0)));
    let yards = battle.yards(battery, target).clamp(1, 3000);
    let facts = HillFire {
        firer: if level > 0 { GunGround::Hilltop } else { GunGround::LevelGround },
        firer_level: level.clamp(0, 5),
        target: match toward_guns {
            _ if other == 0 => TargetGround::LevelGround,
            Some(near) if near <= AT_CREST + there.body().depth() / 2.0 => TargetGround::Slope,
            _ => TargetGround::Hilltop,
        },
        target_level: other.clamp(0, 5),
        distance_yards: Yards(yards),
        firer_crest_yards: Yards(crest.map_or(0, |crest| crest as i32).clamp(0, 1000)),
        target_on_same_hill: false,
        target_from_base_yards: Yards((yards - crest.map_or(0, |crest| crest as i32)).clamp(0, 3000)),
        target_crest_yards: Yards(toward_guns.map_or(1000, |crest| crest as i32).clamp(0, 1000)),
        blocking_feature: false,
        blocking_levels_below: 0,
    };
    plain(tables, &facts).is_ok_and(|hill| hill.may_fire)
}

/// The zones with enemies in them that a battery can fire at: the first thing in its lane (§12.4.G).
pub(super) fn zone_targets(battle: &Battle, tables: &Tables, battery: UnitId) -> Vec<usize> {
    let own = &battle.units[battery];
    let guns = park(battle, tables, battery);
    let bodies: Vec<Option<Placed>> = battle.zones.iter().map(|zone| zone.body()).collect();
    let mut found = Vec::new();
    for line in guns.iter().flat_map(|gun| rays(&battle.units[*gun].placed)) {
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
        engaged: battle.fighting(aimed.unit),
        support_allowed: battle.fighting(aimed.unit),
        woods: woods_of(battle, &there.placed),
        woods_depth_yards: Yards(0),
        protective_position: covered(battle, &there.placed, from),
        firer_poundage: guns.poundage,
        converged_howitzers: guns.howitzers,
        consecutive_shot: guns
            .last
            .is_some_and(|(turn, target)| target == aimed.unit && turn + 1 >= battle.turn),
        rockets: false,
        facing_down_slope: false,
        out_of_visibility: false,
        no_mass_modifier: false,
    })
}

/// Points taken off firepower by the weather (R2).
pub(super) fn weather_penalty(battle: &Battle, tables: &Tables) -> i32 {
    -tables.lists.weather(battle.weather).firepower
}

fn firers(unit: &Unit, castings: i32) -> Firers {
    Firers {
        castings: Castings(castings.clamp(1, 60)),
        melee_grade: unit.ratings.melee,
        skirmish_trained: unit.ratings.skirmishers,
        nation_bonus: unit.nation_bonus(),
        status: unit.status(),
    }
}

fn shot(battle: &Battle, tables: &Tables, firer: UnitId, target: UnitId) -> Shot {
    let (own, there) = (&battle.units[firer], &battle.units[target]);
    let infantry = own.arm == Arm::Infantry;
    Shot {
        weapon: if infantry { own.ratings.weapon } else { Weapon::Musket },
        moved: own.turn.moved || own.turn.charged,
        distance_yards: Yards(battle.yards(firer, target).clamp(1, 1000)),
        target: there.musketry_target(),
        target_formation: if there.guns() { Formation::Line } else { there.formation() },
        target_prone: there.prone,
        target_screen_company: there.ratings.screen && there.formed(),
        year: battle.fixed.year,
        target_woods: woods_of(battle, &there.placed),
        target_woods_depth_yards: Yards(0),
        firer_woods: woods_of(battle, &own.placed),
        target_protective_cover: covered(battle, &there.placed, own.placed.pose().at),
        target_zone_class: if there.inside.is_some() { InZone::C } else { InZone::None },
        firer_zone_class: if own.inside.is_some() { InZone::C } else { InZone::None },
        firer_engaged: battle.engaged(firer),
        firer_in_ford: terrain::stands_on(battle, &own.placed, Class::Ford),
        firer_prone: own.prone,
        out_of_visibility: !sight::sees(battle, tables, firer, target),
        weather_penalty: weather_penalty(battle, tables).clamp(0, 10),
    }
}

/// The facts of a volley (§8.4).
pub(super) fn volley_facts(
    battle: &Battle,
    tables: &Tables,
    firer: UnitId,
    target: UnitId,
) -> MusketryVolley {
    let own = &battle.units[firer];
    MusketryVolley {
        firers: firers(own, own.castings),
        formation: match own.stance {
            Stance::Line => Formed::Line,
            Stance::Square => Formed::Square,
            _ => Formed::Column,
        },
        front_rank_castings: front_rank(own, tables),
        shot: shot(battle, tables, firer, target),
    }
}

/// The facts of skirmish fire by so many castings (§8.3).
pub(super) fn skirmish_facts(
    battle: &Battle,
    tables: &Tables,
    firer: UnitId,
    target: UnitId,
    castings: i32,
    split: bool,
) -> MusketrySkirmish {
    let own = &battle.units[firer];
    MusketrySkirmish {
        firers: firers(own, castings),
        unit: match () {
            () if own.dismounted => SkirmishFirers::DismountedCavalry,
            () if own.arm == Arm::Cavalry => SkirmishFirers::MountedCavalry,
            () if own.ratings.indians => SkirmishFirers::AmericanIndians,
            () => SkirmishFirers::Infantry,
        },
        swarm_front_castings: Castings(0),
        split_fire: split,
        firer_in_recall: own.recall.is_some(),
        shot: shot(battle, tables, firer, target),
    }
}

/// Does a unit fire on the skirmish column (§8.2.C, §8.2.D)?
pub(super) fn fires_as_skirmishers(unit: &Unit) -> bool {
    match unit.arm {
        Arm::Infantry => unit.unformed(),
        Arm::Cavalry => unit.ratings.carbines,
        Arm::Artillery => false,
    }
}

/// Can a unit's muskets be turned on another: is some of it before the front, or does it face every way?
pub(super) fn bears_on(battle: &Battle, firer: UnitId, target: UnitId) -> bool {
    let own = &battle.units[firer];
    if matches!(own.stance, Stance::Square | Stance::Skirmish) {
        return true;
    }
    let arc = Arc::new(Degrees(VOLLEY_ARC), ArcFrom::Anywhere);
    !share_in_arc(&own.placed, arc, &battle.units[target].placed).is_none()
}
