//! Whom muskets can be aimed at, and the facts of skirmish fire and volleys (chapter 8).

use krigsspil_field::prelude::*;

use super::bodies::{front_rank, swarm_front};
use super::sight;
use super::state::*;
use super::terrain::{self, Class, covered, woods_of};
use crate::procedures::musketry::{Firers, MusketryTarget, MusketryVolley, Shot, Weapon};
use crate::procedures::skirmish_fire::{MusketrySkirmish, SkirmishFirers};
use crate::tables::Tables;
use crate::vocabulary::*;

/// A front fires so far to either side of straight ahead.
const VOLLEY_ARC: f64 = 45.0;

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
            () if own.ratings.bows => SkirmishFirers::Bowmen,
            () => SkirmishFirers::Infantry,
        },
        // A part of a unit fires with what of it stands in front.
        swarm_front_castings: match own.swarm_ranks() {
            1 => Castings(0),
            _ => Castings(swarm_front(own).0.min(castings).max(1)),
        },
        split_fire: split,
        firer_in_recall: own.recall.is_some(),
        shot: shot(battle, tables, firer, target),
    }
}

/// The facts of skirmish fire at a general or a courier at a place (§2.51, R22).
pub(super) fn rider_facts(
    battle: &Battle,
    tables: &Tables,
    firer: UnitId,
    yards: i32,
    place: Point,
) -> MusketrySkirmish {
    let own = &battle.units[firer];
    let mut facts = skirmish_facts(battle, tables, firer, firer, own.castings, false);
    let hidden = !sight::sees_place(battle, firer, place);
    let open = Formation::Skirmish;
    facts.shot = Shot {
        distance_yards: Yards(yards.clamp(1, 1000)),
        target: MusketryTarget::GeneralOrCourier,
        target_formation: open,
        target_prone: false,
        target_screen_company: false,
        target_woods: Woods::None,
        target_protective_cover: false,
        target_zone_class: InZone::None,
        out_of_visibility: hidden,
        ..facts.shot
    };
    facts
}

/// Does a unit fire on the skirmish column (§8.2.C, §8.2.D)?
pub(super) fn fires_as_skirmishers(unit: &Unit) -> bool {
    match unit.arm {
        // Bowmen shoot as foot with carbines (opt.india, R54).
        Arm::Infantry => unit.unformed() || unit.ratings.bows,
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
