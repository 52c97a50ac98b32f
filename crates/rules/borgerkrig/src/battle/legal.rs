//! What a unit may be ordered (chapter 03), and why not.

use krigsspil_engine::battle::Refused;
use krigsspil_engine::wordings::{ABOVE_0_UP_TO, out_of_range};
use krigsspil_engine::{Centimetres, Figures, Refusal, Turns};
use krigsspil_field::prelude::*;
use krigsspil_turn::command;
use krigsspil_turn::knowledge::Known;

use super::bodies::plain;
use super::moves::check_move;
pub(super) use super::moves::storm_allowed;
use super::order::{Piece, UnitOrder, When};
use super::refusals::*;
use super::sight::{COMMAND_CM, general_cm};
use super::state::*;
use super::terrain::{in_town, wood_cm};
use super::wordings::*;
use crate::procedures::forced::CompelledFire;
use crate::procedures::guns::GunData;
use crate::procedures::orders::{Action as Kind, OrderCheck, OrderReason};
use crate::procedures::works::{FieldWork, Work, WorkReason};
use crate::tables::Tables;
use crate::vocabulary::*;

pub(super) fn refuse(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
}

/// The arm of a unit as most procedures know it; a wagon counts as artillery.
pub(super) fn arm(unit: &Unit) -> Arm {
    match unit.branch {
        Branch::Infantry => Arm::Infantry,
        Branch::Cavalry if unit.mounted => Arm::MountedCavalry,
        Branch::Cavalry => Arm::DismountedCavalry,
        Branch::Artillery | Branch::Wagon => Arm::Artillery,
    }
}

/// The same, with guns limbered or not. Gunners who have left their guns are infantry (§08.02.6).
pub(super) fn unit_arm(unit: &Unit) -> UnitArm {
    match unit.branch {
        Branch::Infantry => UnitArm::Infantry,
        Branch::Cavalry if unit.mounted => UnitArm::MountedCavalry,
        Branch::Cavalry => UnitArm::DismountedCavalry,
        Branch::Wagon => UnitArm::ArtilleryLimbered,
        Branch::Artillery => match &unit.battery {
            Some(battery) if battery.abandoned.is_some() => UnitArm::Infantry,
            Some(battery) if battery.limbered => UnitArm::ArtilleryLimbered,
            _ => UnitArm::ArtilleryUnlimbered,
        },
    }
}

/// Troops with small arms; gunners and drivers count as infantry where one must say something.
pub(super) fn troops(unit: &Unit) -> Troops {
    match (unit.branch, unit.mounted) {
        (Branch::Cavalry, true) => Troops::MountedCavalry,
        (Branch::Cavalry, false) => Troops::DismountedCavalry,
        _ => Troops::Infantry,
    }
}

/// The nearest holder of command over a unit, up the chain: the superior commands for a lost general (ruling 74).
pub(super) fn commander(battle: &Battle, unit: UnitId) -> Option<PostId> {
    command::commander(&battle.generals, battle.units[unit].general)
}

/// The order a courier of its chain of command, in contact with the unit, carries to it (ruling 17).
pub(super) fn carried(battle: &Battle, unit: UnitId) -> Option<&UnitOrder> {
    let there = battle.couriers.values().find(|courier| {
        courier.life == Life::Here
            && courier.with == Some(unit)
            && courier.order.is_some()
            && super::sight::below(battle, battle.units[unit].general, courier.general)
    });
    there.and_then(|courier| courier.order.as_ref())
}

/// Centimetres to its general; far beyond reach when it has none.
pub(super) fn command_cm(battle: &Battle, unit: UnitId) -> f64 {
    let place = commander(battle, unit).map(|post| battle.generals[post].place);
    place.map_or(2000.0, |place| general_cm(battle, unit, place).min(2000.0))
}

/// May it get any order?
pub(super) fn in_command(battle: &Battle, unit: UnitId) -> bool {
    command_cm(battle, unit) <= COMMAND_CM
}

/// Is it bound to go on with its fire (§04.02.14)?
pub(super) fn compelled(battle: &Battle, unit: UnitId, tables: &Tables) -> bool {
    let firer = &battle.units[unit];
    let Some((target, turns)) = firer.fire_fight else { return false };
    if !battle.units[target].here() || battle.units[target].order == Order::Rout {
        return false;
    }
    let facts = CompelledFire {
        arm: unit_arm(firer),
        turns_at_same_target: Turns(turns.clamp(0, 100)),
        target_distance_cm: Centimetres(battle.cm_between(unit, target).min(500.0)),
        ammunition: firer.ammunition,
    };
    plain(&facts, tables).is_ok_and(|bound| bound.compelled)
}

fn kind(order: &UnitOrder) -> Kind {
    match order {
        UnitOrder::Stand => Kind::Stand,
        UnitOrder::Reorganise => Kind::Reorganise,
        UnitOrder::Resupply => Kind::Resupply,
        UnitOrder::Move { attack: true, .. } => Kind::Attack,
        UnitOrder::Move { .. } => Kind::Move,
        UnitOrder::Fire { .. } => Kind::Fire,
        UnitOrder::Work { .. } | UnitOrder::Repair { .. } => Kind::FieldWork,
        UnitOrder::Retreat => Kind::Retreat,
    }
}

/// The same as far as its general may know: he must see the target (§03.02.2).
pub(super) fn known_compelled(battle: &Battle, unit: UnitId, tables: &Tables) -> bool {
    let target = battle.units[unit].fire_fight.map(|(target, _)| target);
    let seat = battle.seat_of(unit);
    let known = target.is_some_and(|target| battle.seen.sees(seat, target));
    known && compelled(battle, unit, tables)
}

/// What a unit makes of an order (§03.01.2, §03.03.0, §04.02.0).
pub(super) fn order_check(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    order: Option<&UnitOrder>,
    bound: bool,
) -> Option<crate::procedures::orders::OrderCheckResult> {
    let ordered = &battle.units[unit];
    let facts = OrderCheck {
        order: order.map_or(Kind::Stand, kind),
        arm: arm(ordered),
        unit_order: ordered.order,
        unwritten: order.is_none(),
        distance_to_general_cm: Centimetres(command_cm(battle, unit)),
        by_courier: order.is_some() && carried(battle, unit) == order,
        repeats_last: order.is_some() && ordered.last_order.as_ref() == order,
        compelled_fire: bound,
    };
    plain(&facts, tables).ok()
}

/// Why an order is refused, by what the procedure says.
fn reason(reason: OrderReason) -> Option<&'static Refusal> {
    match reason {
        OrderReason::Ok | OrderReason::Unwritten => None,
        OrderReason::RoutFlees => Some(&IN_ROUT),
        OrderReason::NoRetreat => Some(&NO_RETREAT),
        OrderReason::CompelledFire => Some(&BOUND_TO_FIRE),
        OrderReason::Pinned => Some(&PINNED),
        OrderReason::ArtilleryCannotAttack => Some(&GUNS_DO_NOT_ATTACK),
        OrderReason::DisorderCannotAttack => Some(&DISORDER_DOES_NOT_ATTACK),
        OrderReason::OutOfCommand => Some(&OUT_OF_COMMAND),
    }
}

/// Refuses what may not be ordered, naming the rule.
pub(super) fn check(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    order: &UnitOrder,
) -> Result<(), Refused> {
    let ordered = &battle.units[unit];
    if !ordered.here() {
        return Err(refuse("unit", &NOT_ON_THE_TABLE));
    }
    if ordered.penalty > 0 && *order != UnitOrder::Stand {
        return Err(refuse("unit", &HALTED));
    }
    if !ordered.melee.is_empty() && !matches!(order, UnitOrder::Stand) {
        return Err(refuse("unit", &IN_MELEE));
    }
    let bound = known_compelled(battle, unit, tables);
    let checked = order_check(battle, tables, unit, Some(order), bound);
    if let Some(refusal) = checked.and_then(|checked| reason(checked.reason)) {
        return Err(refuse("order", refusal));
    }
    match order {
        UnitOrder::Stand | UnitOrder::Reorganise | UnitOrder::Retreat => Ok(()),
        UnitOrder::Resupply => {
            let wagon = wagon_at(battle, unit).is_some() && ordered.branch != Branch::Wagon;
            if wagon { Ok(()) } else { Err(refuse("order", &NO_WAGON)) }
        }
        UnitOrder::Move { steps, attack, storm } => check_move(battle, tables, unit, steps, *attack, *storm),
        UnitOrder::Fire { .. } => check_fire(battle, tables, unit, order),
        UnitOrder::Work { work } => check_work(battle, tables, unit, *work),
        UnitOrder::Repair { piece } => check_repair(ordered, *piece),
    }
}

/// An own wagon in base contact.
pub(super) fn wagon_at(battle: &Battle, unit: UnitId) -> Option<UnitId> {
    let served = &battle.units[unit];
    battle.here().find(|&other| {
        let wagon = &battle.units[other];
        other != unit
            && wagon.wagon.is_some()
            && wagon.side == served.side
            && in_contact(&wagon.placed, &served.placed)
    })
}

/// Refuses a number of a field that is not above 0 and at most so much.
pub(super) fn measure(field: &str, value: Option<f64>, most: f64) -> Result<(), Refused> {
    match value {
        None => Ok(()),
        Some(value) if value.is_finite() && value > 0.0 && value <= most => Ok(()),
        Some(value) => {
            let blanks = [("given", value.into()), ("most", most.into())];
            Err(Refused::unclear(field, ABOVE_0_UP_TO.with(blanks)))
        }
    }
}

fn check_fire(battle: &Battle, tables: &Tables, unit: UnitId, order: &UnitOrder) -> Result<(), Refused> {
    let UnitOrder::Fire { when, target, targets, figures, ammunition, guess_cm } = order else {
        return Ok(());
    };
    let firer = &battle.units[unit];
    match when {
        When::At { moment } => measure("moment", Some(*moment), 1.0)?,
        When::EnemyWithin { cm } => measure("cm", Some(*cm), 250.0)?,
        When::EnemyPasses { place } if battle.fixed.ground.named(place).is_none() => {
            return Err(refuse("place", &NO_SUCH_PLACE));
        }
        _ => {}
    }
    for named in target.iter().chain(targets) {
        let seat = battle.seat_of(unit);
        let known = battle.unit(named).filter(|known| battle.seen.sees(seat, *known));
        if known.is_none() {
            return Err(refuse("target", &TARGET_UNSEEN));
        }
    }
    if figures.is_some_and(|figures| figures < 1) {
        return Err(Refused::unclear("figures", AT_LEAST_ONE_FIRES));
    }
    let Some(battery) = &firer.battery else {
        let armed = firer.weapon.is_some() && firer.ammunition;
        return if armed { Ok(()) } else { Err(refuse("order", &NO_AMMUNITION)) };
    };
    if battery.limbered || battery.abandoned.is_some() {
        return Err(refuse("order", &LIMBERED));
    }
    let ammunition = ammunition.ok_or_else(|| refuse("ammunition", &NAME_AMMUNITION))?;
    if battery.rounds[ammunition as usize] <= 0 {
        return Err(refuse("ammunition", &NO_ROUNDS));
    }
    if ammunition != Ammunition::Canister {
        let guess = guess_cm.ok_or_else(|| refuse("guess_cm", &NAME_AMMUNITION))?;
        let gun = plain(&GunData { gun: battery.gun }, tables)?;
        let most = if ammunition == Ammunition::Shell { gun.shell_cm } else { gun.shot_cm };
        if !(1..=most).contains(&guess) {
            return Err(Refused::unclear("guess_cm", out_of_range(guess, 1, most)));
        }
        if target.is_none()
            && matches!(when, When::AtOnce)
            && battle.seen.seen_by(battle.seat_of(unit)).next().is_none()
        {
            return Err(refuse("target", &TARGET_UNSEEN));
        }
    }
    Ok(())
}

/// The facts of a work in hand, or to be begun.
pub(super) fn work_facts(battle: &Battle, unit: UnitId, work: Work, turns: i32, left: bool) -> FieldWork {
    let maker = &battle.units[unit];
    // The nearest wood is far to seek, and only an abatis asks for it (§10.03.1).
    let abatis = matches!(work, Work::Abatis | Work::AbatisFullWidth);
    let wood = if abatis { wood_cm(battle, unit) } else { 999.0 };
    FieldWork {
        work,
        arm: arm(maker),
        figures: Figures(maker.figures.clamp(1, 400)),
        turns_worked: Turns(turns.clamp(0, 100)),
        in_town: in_town(battle, unit),
        wood_distance_cm: Centimetres(wood),
        has_material: battle.fixed.chevaux_de_frise,
        left_position: left,
    }
}

fn check_work(battle: &Battle, tables: &Tables, unit: UnitId, work: Work) -> Result<(), Refused> {
    let maker = &battle.units[unit];
    let busy = maker.branch == Branch::Wagon || maker.mounted_cavalry() || maker.limbered();
    if busy {
        return Err(refuse("work", &WORK_BUSY));
    }
    let refusal = match plain(&work_facts(battle, unit, work, 0, false), tables)?.reason {
        WorkReason::WrongArm => Some(&WORK_WRONG_ARM),
        WorkReason::NotInTown => Some(&WORK_NOT_IN_TOWN),
        WorkReason::TooFarFromWood => Some(&WORK_FAR_FROM_WOOD),
        WorkReason::NoMaterial => Some(&WORK_NO_MATERIAL),
        WorkReason::TooFewFigures => Some(&WORK_TOO_FEW),
        WorkReason::Ok => None,
    };
    let clears = matches!(work, Work::ClearFence | Work::ClearBarricade);
    let nothing = clears && super::run::clearing::clearable(battle, unit, work).is_none();
    match refusal.or(nothing.then_some(&NOTHING_TO_CLEAR)) {
        Some(refusal) => Err(refuse("work", refusal)),
        None => Ok(()),
    }
}

fn check_repair(unit: &Unit, piece: Piece) -> Result<(), Refused> {
    let damaged = unit.battery.as_ref().is_some_and(|battery| match piece {
        Piece::Gun => battery.guns[1] > 0,
        Piece::Limber => battery.limbers[1] > 0,
    });
    if damaged && unit.figures > 0 { Ok(()) } else { Err(refuse("piece", &NOTHING_TO_MEND)) }
}
