//! Who stands under whom, and who is in command (chapter 2).

use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::command::chain;

use super::bodies::{metres_to, plain};
use super::state::*;
use crate::procedures::corps::{CommandCheck, CommandCheckResult};
use crate::tables::Tables;
use crate::vocabulary::{Arm, BaseKind, CorpsOrder, Order, Rank};

/// Half of a general's base at its longest: who is within so many centimetres of his place touches it (appendiks 1).
pub(super) fn general_touches_cm(tables: &Tables, rank: Rank) -> f64 {
    let base = tables.base(match rank {
        Rank::CommanderInChief => BaseKind::CommanderInChief,
        Rank::ArmyGeneral => BaseKind::ArmyGeneral,
        Rank::CorpsGeneral => BaseKind::CorpsGeneral,
        Rank::DivisionGeneral => BaseKind::DivisionGeneral,
    });
    base.width_cm.max(base.depth_cm) / 2.0
}
/// Two headquarters within so many touch.
pub(super) const HEADQUARTERS_TOUCH_CM: f64 = 4.5;

/// The corps a post belongs to: the corps general at or above it; else the highest division.
pub(super) fn corps_of(battle: &Battle, post: PostId) -> PostId {
    let rank = |at: &PostId| battle.staff[*at].rank;
    let above = || chain(&battle.posts, post);
    let division = || above().filter(|at| rank(at) == Rank::DivisionGeneral).last();
    above().find(|at| rank(at) == Rank::CorpsGeneral).or_else(division).unwrap_or(post)
}

/// The corps of a unit.
pub(super) fn corps(battle: &Battle, unit: UnitId) -> PostId {
    corps_of(battle, battle.units[unit].chief)
}

/// The units of a corps on the table, artillery too. Who is detached is none of it until he is recalled (§2.11.p3).
pub(super) fn units_of(battle: &Battle, general: PostId) -> impl Iterator<Item = UnitId> + '_ {
    battle.here().filter(move |&unit| {
        let of = &battle.units[unit];
        let away = || of.detached.is_some() || detached_division(battle, of.chief).is_some();
        corps(battle, unit) == general && !away()
    })
}

/// The division general at or above a post whose detachment it shares.
pub(super) fn detached_division(battle: &Battle, chief: PostId) -> Option<PostId> {
    chain(&battle.posts, chief).find(|&post| battle.staff[post].detached.is_some())
}

/// The order a unit acts under: that of its detachment, or of its corps.
pub(super) fn order_of(battle: &Battle, unit: UnitId) -> CorpsOrder {
    let of = |detached: &Detached| detached.order.corps_order();
    let unit_ = &battle.units[unit];
    if let Some(detached) = &unit_.detached {
        return of(detached);
    }
    match detached_division(battle, unit_.chief) {
        Some(division) => battle.staff[division].detached.as_ref().map_or(CorpsOrder::Hold, of),
        None => battle.staff[corps(battle, unit)].order,
    }
}

/// Where the chief of a unit is and how far he commands, in metres; none when it is detached, or he is not there.
pub(super) fn leash(battle: &Battle, unit: UnitId) -> Option<(Point, f64)> {
    let unit = &battle.units[unit];
    let there = battle.posts[unit.chief].rider.is_here();
    let bound = unit.detached.is_none() && there;
    bound.then(|| (battle.place_of(unit.chief), battle.staff[unit.chief].command_cm * CM))
}

/// How a unit stands to its chief (§2.4.3, §2.5).
pub(super) fn command_check(
    battle: &Battle,
    unit: UnitId,
    placed: &Placed,
    tables: &Tables,
) -> Option<CommandCheckResult> {
    let (chief, reach) = leash(battle, unit)?;
    let of = &battle.units[unit];
    let facts = CommandCheck {
        distance_cm: (metres_to(placed, chief) / CM - 0.001).clamp(0.0, 1000.0),
        command_distance_cm: (reach / CM).clamp(1.0, 200.0),
        order: of.order,
        detached: of.detached.is_some(),
        cavalry_attacking: of.sortie,
    };
    plain(&facts, tables).ok()
}

/// Is a unit in command?
pub(super) fn in_command(battle: &Battle, unit: UnitId, tables: &Tables) -> bool {
    command_check(battle, unit, &battle.units[unit].placed, tables).is_none_or(|check| check.in_command)
}

/// Must a unit come back into command?
pub(super) fn must_return(battle: &Battle, unit: UnitId, tables: &Tables) -> bool {
    command_check(battle, unit, &battle.units[unit].placed, tables).is_some_and(|check| check.must_return)
}

/// Is a division general where his corps general commands him (§2.5)?
pub(super) fn division_in_command(battle: &Battle, division: PostId, place: Point) -> bool {
    let corps = corps_of(battle, division);
    corps == division
        || battle.staff[division].detached.is_some()
        || !battle.posts[corps].rider.is_here()
        || battle.place_of(corps).distance(place) <= battle.staff[corps].command_cm * CM + 0.01
}

/// What the best general who touches a unit adds in melee and to morale (R9, R68).
pub(super) fn general_bonus(battle: &Battle, tables: &Tables, unit: UnitId) -> (i32, i32) {
    let of = &battle.units[unit];
    let touches = |post: &PostId| {
        let rider = &battle.posts[*post].rider;
        rider.is_here()
            && rider.side == of.side
            && battle.cm_from(rider.place, unit) <= general_touches_cm(tables, battle.staff[*post].rank)
    };
    let mut best = (0, 0);
    for post in battle.posts.ids().filter(touches) {
        best.0 = best.0.max(battle.staff[post].melee);
        best.1 = best.1.max(battle.staff[post].morale);
    }
    best
}

/// Enemies within so many centimetres of a place, the nearest first.
pub(super) fn nearest_enemy_cm(battle: &Battle, side: SideId, place: Point) -> Option<f64> {
    battle.enemies(side).map(|enemy| battle.cm_from(place, enemy)).min_by(f64::total_cmp)
}

/// Units of a corps, artillery not counted, and those of them in U or FU.
pub(super) fn disordered(battle: &Battle, general: PostId) -> (i32, i32) {
    let troops = || units_of(battle, general).filter(|&unit| !battle.units[unit].is_battery());
    let wavering = troops().filter(|&unit| battle.units[unit].order != Order::Order);
    (troops().count() as i32, wavering.count() as i32)
}

/// Same corps and arm.
pub(super) fn comrades(battle: &Battle, one: UnitId, other: UnitId) -> bool {
    let arm = |unit: UnitId| -> Arm { battle.units[unit].branch.arm() };
    battle.units[one].side == battle.units[other].side
        && corps(battle, one) == corps(battle, other)
        && arm(one) == arm(other)
}

/// The own unit, infantry or cavalry, to which a battery is attached; where it touches several, the largest (§8.3.1).
pub(super) fn host(battle: &Battle, battery: UnitId) -> Option<UnitId> {
    hosts(battle, battery).into_iter().min_by_key(|&unit| -battle.units[unit].figures())
}

/// All own units, infantry or cavalry, that a battery touches, in order of place; the one alone that its gunners have sheltered in.
pub(super) fn hosts(battle: &Battle, battery: UnitId) -> Vec<UnitId> {
    let gun = &battle.units[battery];
    if !gun.is_battery() || gun.zone.is_some() {
        return Vec::new();
    }
    if let Some(host) = gun.battery.as_ref().and_then(|guns| guns.sheltering) {
        return vec![host];
    }
    let near = gun.placed.extent().grown(1.0);
    let touching = battle.here().filter(|&other| {
        let unit = &battle.units[other];
        unit.side == gun.side
            && !unit.is_battery()
            && near.meets(unit.placed.extent())
            && krigsspil_field::prelude::in_contact(&gun.placed, &unit.placed)
    });
    battle.by_place(touching)
}

/// Does a unit touch the town in which a battery stands alone? The town is attacked then, at whatever side (§4.8.6.p2, §5.1.2); a garrison is
/// attacked itself, for it fills its town.
fn touches_town_of(battle: &Battle, unit: UnitId, gun: UnitId) -> bool {
    let Some(inside) = battle.units[gun].zone.filter(|_| battle.units[gun].is_battery()) else {
        return false;
    };
    let holds = |other: UnitId| {
        let of = &battle.units[other];
        !of.is_battery() && of.zone.is_some_and(|there| there.zone == inside.zone)
    };
    battle.fixed.zones.get(inside.zone).metres_to(&battle.units[unit].placed) <= CONTACT
        && !battle.here().any(holds)
}

/// Do two units touch, or stand at the two sides of one hedge or fence (§5.1.2)?
pub(super) fn touch(battle: &Battle, one: UnitId, other: UnitId) -> bool {
    if touches_town_of(battle, one, other) || touches_town_of(battle, other, one) {
        return true;
    }
    let (here, there) = (&battle.units[one].placed, &battle.units[other].placed);
    let near = here.extent().grown(HEDGE_CM * CM);
    if !near.meets(there.extent()) {
        return false;
    }
    if krigsspil_field::prelude::distance(here, there) <= CONTACT {
        return true;
    }
    krigsspil_field::prelude::distance(here, there) <= HEDGE_CM * CM
        && battle.fixed.ground.near(near).any(|(_, mapped)| {
            super::terrain::feature(mapped).is_some_and(|what| {
                use crate::procedures::ground::Feature::{HedgeOrFence, StoneFence, Wall};
                matches!(what, HedgeOrFence | StoneFence | Wall)
            }) && super::terrain::lies_between(mapped, here, there)
        })
}

/// Bases so near touch, in metres: the rounding of a march and of the grid.
pub(super) const CONTACT: f64 = 0.05;
/// A hedge between two units is no wider.
const HEDGE_CM: f64 = 0.5;
