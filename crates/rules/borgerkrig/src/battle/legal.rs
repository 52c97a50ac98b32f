//! What orders a unit may get (chapter 03), and why others are refused.

use krigsspil_engine::battle::Refused;
use krigsspil_engine::wordings::{ABOVE_0_UP_TO, out_of_range};
use krigsspil_engine::{Centimetres, Figures, Refusal, Turns};
use krigsspil_field::prelude::*;

use super::bodies::plain;
use super::knowing::{Knows, Own};
use super::moves::check_move;
pub(super) use super::moves::storm_allowed;
use super::order::{Piece, UnitOrder, When};
use super::refusals::*;
use super::sight::{COMMAND_CM, general_cm};
use super::state::{Branch, CM, Unit};
use super::terrain::{in_town, wood_cm};
use super::wordings::*;
use crate::procedures::forced::CompelledFire;
use crate::procedures::guns::GunData;
use crate::procedures::orders::{Action as Kind, OrderCheck, OrderReason};
use crate::procedures::works::{FieldWork, Work, WorkReason};
use crate::vocabulary::*;

pub(super) fn refuse(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
}

/// The arm of a unit as most procedures use it; a wagon counts as artillery.
pub(super) fn arm(unit: &Unit) -> Arm {
    match unit.branch {
        Branch::Infantry => Arm::Infantry,
        Branch::Cavalry if unit.mounted => Arm::MountedCavalry,
        Branch::Cavalry => Arm::DismountedCavalry,
        Branch::Artillery | Branch::Wagon => Arm::Artillery,
    }
}

/// The same, with guns limbered or not. Gunners who have left their guns count as infantry (§08.02.6).
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

/// Troops with small arms; gunners and drivers count as infantry where an arm is needed.
pub(super) fn troops(unit: &Unit) -> Troops {
    match (unit.branch, unit.mounted) {
        (Branch::Cavalry, true) => Troops::MountedCavalry,
        (Branch::Cavalry, false) => Troops::DismountedCavalry,
        _ => Troops::Infantry,
    }
}

/// The order as written: structured, or on the sheet. Both mean the same.
pub(super) fn written(
    known: Knows<'_>,
    own: Own<'_>,
    order: Option<&UnitOrder>,
    sheet: Option<&str>,
) -> Result<UnitOrder, Refused> {
    match (order, sheet) {
        (Some(order), None) => Ok(order.clone()),
        (None, Some(sheet)) => {
            let home = known.side_data(own.side).home;
            super::sheet::read(sheet, home, own.placed.pose().facing.as_degrees())
                .map_err(|fault| Refused::unclear("sheet", fault))
        }
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

/// Centimetres to its general; a very large number if it has none.
pub(super) fn command_cm(known: Knows<'_>, own: Own<'_>) -> f64 {
    known.commander_place(own).map_or(2000.0, |place| general_cm(&own.placed, place).min(2000.0))
}

/// May it get any order?
pub(super) fn in_command(known: Knows<'_>, own: Own<'_>) -> bool {
    command_cm(known, own) <= COMMAND_CM
}

/// Must it continue its fire (§04.02.14)? As far as its general may know: he must see the target (§03.02.2).
pub(super) fn compelled(known: Knows<'_>, own: Own<'_>) -> bool {
    let Some((target, turns)) = own.fire_fight else { return false };
    let Some(target) = known.seen(target).filter(|target| target.here() && !target.routs()) else {
        return false;
    };
    let facts = CompelledFire {
        arm: unit_arm(&own),
        turns_at_same_target: Turns(turns.clamp(0, 100)),
        target_distance_cm: Centimetres((distance(&own.placed, target.placed()) / CM).min(500.0)),
        ammunition: own.ammunition,
    };
    plain(&facts, known.tables()).is_ok_and(|bound| bound.compelled)
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

/// What a unit does with an order (§03.01.2, §03.03.0, §04.02.0).
pub(super) fn order_check(
    known: Knows<'_>,
    own: Own<'_>,
    order: Option<&UnitOrder>,
    bound: bool,
) -> Option<crate::procedures::orders::OrderCheckResult> {
    let facts = OrderCheck {
        order: order.map_or(Kind::Stand, kind),
        arm: arm(&own),
        unit_order: own.order,
        unwritten: order.is_none(),
        distance_to_general_cm: Centimetres(command_cm(known, own)),
        by_courier: order.is_some() && known.carried(own) == order,
        repeats_last: order.is_some() && own.last_order.as_ref() == order,
        compelled_fire: bound,
    };
    plain(&facts, known.tables()).ok()
}

/// The refusal for the procedure's reason.
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

/// Refuses an order that is not allowed, and names the rule.
pub(super) fn check(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Result<(), Refused> {
    if !own.here() {
        return Err(refuse("unit", &NOT_ON_THE_TABLE));
    }
    if own.penalty > 0 && *order != UnitOrder::Stand {
        return Err(refuse("unit", &HALTED));
    }
    if !own.melee.is_empty() && !matches!(order, UnitOrder::Stand) {
        return Err(refuse("unit", &IN_MELEE));
    }
    let checked = order_check(known, own, Some(order), compelled(known, own));
    if let Some(refusal) = checked.and_then(|checked| reason(checked.reason)) {
        return Err(refuse("order", refusal));
    }
    match order {
        UnitOrder::Stand | UnitOrder::Reorganise | UnitOrder::Retreat => Ok(()),
        UnitOrder::Resupply => {
            let wagon = touches_wagon(known, own) && own.branch != Branch::Wagon;
            if wagon { Ok(()) } else { Err(refuse("order", &NO_WAGON)) }
        }
        UnitOrder::Move { steps, attack, storm } => check_move(known, own, steps, *attack, *storm),
        UnitOrder::Fire { .. } => check_fire(known, own, order),
        UnitOrder::Work { work } => check_work(known, own, *work),
        UnitOrder::Repair { piece } => check_repair(&own, *piece),
    }
}

/// Is a wagon of its side in base contact?
pub(super) fn touches_wagon(known: Knows<'_>, own: Own<'_>) -> bool {
    known.units().any(|(other, wagon)| {
        other != own.number
            && wagon.here()
            && wagon.is_wagon()
            && wagon.side() == own.side
            && in_contact(wagon.placed(), &own.placed)
    })
}

/// Refuses a number in a field unless it is above 0 and at most `most`.
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

fn check_fire(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Result<(), Refused> {
    let UnitOrder::Fire { when, target, targets, figures, ammunition, guess_cm } = order else {
        return Ok(());
    };
    match when {
        When::At { moment } => measure("moment", Some(moment.0), 1.0)?,
        When::EnemyWithin { cm } => measure("cm", Some(*cm), 250.0)?,
        When::EnemyPasses { place } if known.map().named(place).is_none() => {
            return Err(refuse("place", &NO_SUCH_PLACE));
        }
        _ => {}
    }
    for named in target.iter().chain(targets) {
        if !known.named(named).is_some_and(|target| known.sights(target)) {
            return Err(refuse("target", &TARGET_UNSEEN));
        }
    }
    if figures.is_some_and(|figures| figures < 1) {
        return Err(Refused::unclear("figures", AT_LEAST_ONE_FIRES));
    }
    let Some(battery) = &own.battery else {
        let armed = own.weapon.is_some() && own.ammunition;
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
        let gun = plain(&GunData { gun: battery.gun }, known.tables())?;
        let most = if ammunition == Ammunition::Shell { gun.shell_cm } else { gun.shot_cm };
        if !(1..=most).contains(&guess) {
            return Err(Refused::unclear("guess_cm", out_of_range(guess, 1, most)));
        }
        if target.is_none() && matches!(when, When::AtOnce) && known.sighted().next().is_none() {
            return Err(refuse("target", &TARGET_UNSEEN));
        }
    }
    Ok(())
}

/// The facts of a work in progress, or of one to be begun.
pub(super) fn work_facts(known: Knows<'_>, own: Own<'_>, work: Work, turns: i32, left: bool) -> FieldWork {
    // The search for the nearest wood is slow, and only an abatis needs it (§10.03.1).
    let abatis = matches!(work, Work::Abatis | Work::AbatisFullWidth);
    let wood = if abatis { wood_cm(known.map(), &own.placed) } else { 999.0 };
    FieldWork {
        work,
        arm: arm(&own),
        figures: Figures(own.figures.clamp(1, 400)),
        turns_worked: Turns(turns.clamp(0, 100)),
        in_town: in_town(known.map(), &own.placed),
        wood_distance_cm: Centimetres(wood),
        has_material: known.has_material(),
        left_position: left,
    }
}

fn check_work(known: Knows<'_>, own: Own<'_>, work: Work) -> Result<(), Refused> {
    let busy = own.branch == Branch::Wagon || own.mounted_cavalry() || own.limbered();
    if busy {
        return Err(refuse("work", &WORK_BUSY));
    }
    let refusal = match plain(&work_facts(known, own, work, 0, false), known.tables())?.reason {
        WorkReason::WrongArm => Some(&WORK_WRONG_ARM),
        WorkReason::NotInTown => Some(&WORK_NOT_IN_TOWN),
        WorkReason::TooFarFromWood => Some(&WORK_FAR_FROM_WOOD),
        WorkReason::NoMaterial => Some(&WORK_NO_MATERIAL),
        WorkReason::TooFewFigures => Some(&WORK_TOO_FEW),
        WorkReason::Ok => None,
    };
    let clears = matches!(work, Work::ClearFence | Work::ClearBarricade);
    let nothing = clears && !known.has_to_clear(own, work);
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
