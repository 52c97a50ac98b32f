//! What orders a unit may get, and why others are refused (chapters 03 to 10).

mod marching;

use krigsspil_engine::battle::{Place, Refused};
use krigsspil_engine::wordings::{ABOVE_0_UP_TO, NOT_YOURS};
use krigsspil_engine::{Figures, Refusal};
use krigsspil_field::prelude::{AreaKind, Ground, Kind, in_contact, point};
use krigsspil_turn::command::Post;
use krigsspil_turn::ids::{PostId, UnitId};
use krigsspil_turn::riders;

use marching::Marching;

use super::bodies::{footprint_valid, plain};
use super::knowing::{Knows, Own};
use super::legal_works;
use super::order::{Formation, Leave, Ride, UnitOrder, When};
use super::refusals::*;
use super::sight::{COMMAND_CM, chief_cm};
use super::state::{Branch, Unit};
use super::town;
use super::wordings::*;
use crate::procedures::command::CommandControl;
use crate::procedures::drill::{FormationChange, SplitJoin};
use crate::procedures::skirmish::SkirmishAllowance;
use crate::tables::Tables;
use crate::vocabulary::*;

pub(super) fn refuse(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
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
            super::sheet::read(sheet, home, own.whole()).map_err(|fault| Refused::unclear("sheet", fault))
        }
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

/// Centimetres to its chief; a very large number if he has fallen.
pub(super) fn command_cm(known: Knows<'_>, own: Own<'_>) -> f64 {
    known.chief_of(own).1.map_or(1000.0, |place| chief_cm(&own.placed, place).min(1000.0))
}

/// Does its chief's word reach it without a throw (§08.03.4)?
pub(super) fn in_command(known: Knows<'_>, own: Own<'_>) -> bool {
    let facts = CommandControl {
        distance_cm: krigsspil_engine::Centimetres(command_cm(known, own)),
        chief_fallen: known.chief_of(own).1.is_none(),
        order: Order::Good,
        attack_order: false,
    };
    plain(&facts, known.tables()).is_ok_and(|control| control.in_command)
}

/// Command distance.
pub(super) const COMMAND_LIMIT_CM: f64 = COMMAND_CM;

/// A unit's formation in skema V.
pub(super) fn drill(formation: Formation) -> Option<DrillFormation> {
    Some(match formation {
        // A brigade column stands in lines (§05.01.6).
        Formation::Line | Formation::BrigadeColumn => DrillFormation::Line,
        Formation::AttackColumn => DrillFormation::AttackColumn,
        Formation::MarchColumn => DrillFormation::MarchColumn,
        Formation::SingleColumn => DrillFormation::SingleColumn,
        Formation::Square => DrillFormation::Square,
        Formation::BattalionMass => DrillFormation::BattalionMass,
        Formation::Hob => DrillFormation::Hob,
        Formation::DenseSkirmish | Formation::ThinSkirmish => return None,
    })
}

/// What a change of formation costs; `None` if it is no change of skema V.
pub(super) fn change(
    unit: &Unit,
    to: Formation,
    (difficult, part_absent): (bool, bool),
    tables: &Tables,
) -> Option<crate::procedures::drill::FormationChangeResult> {
    let facts = FormationChange {
        arm: if unit.branch == Branch::Cavalry { FootOrHorse::Cavalry } else { FootOrHorse::Infantry },
        from: drill(unit.formation).unwrap_or(DrillFormation::Line),
        to: drill(to)?,
        figures: Figures(unit.figures.clamp(1, 200)),
        difficult,
        part_absent,
        in_brigade_column: unit.formation == Formation::BrigadeColumn,
    };
    plain(&facts, tables).ok()
}

/// Refuses an order that is not allowed, and names the rule.
pub(super) fn check(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Result<(), Refused> {
    if !own.here() {
        return Err(refuse("unit", &NOT_ON_THE_TABLE));
    }
    if own.penalty > 0 && !matches!(order, UnitOrder::Stand { .. }) {
        return Err(refuse("unit", &HALTED));
    }
    if own.order == Order::Rout {
        return Err(refuse("order", &IN_ROUT));
    }
    if order.attacks() {
        if own.order == Order::Disorder {
            return Err(refuse("order", &DISORDER_DOES_NOT_ATTACK));
        }
        if matches!(own.branch, Branch::Artillery | Branch::Wagon) {
            return Err(refuse("order", &GUNS_DO_NOT_ATTACK));
        }
        if matches!(order, UnitOrder::Fire { .. }) {
            return Err(refuse("order", &FIRE_OR_ATTACK));
        }
    }
    if let UnitOrder::Move { target: Some(target), .. } | UnitOrder::Fire { target: Some(target), .. } = order
        && !known.named(target).is_some_and(|target| known.sights(target))
    {
        return Err(refuse("target", &TARGET_UNSEEN));
    }
    if let UnitOrder::Fire { also: Some(also), .. } = order
        && !known.named(also).is_some_and(|also| known.sights(also))
    {
        return Err(refuse("also", &TARGET_UNSEEN));
    }
    if own.craft.afloat.is_some() && !matches!(order, UnitOrder::Stand { .. }) {
        return Err(refuse("unit", &AFLOAT));
    }
    check_parts(known, own, order)?;
    legal_works::check_works(known, own, order)?;
    if let Some(supported) = order.supports() {
        check_support(known, own, order, supported)?;
    }
    let mut marching = Marching::of(known, own);
    for (number, step) in order.steps().iter().enumerate() {
        marching.step(step).map_err(|why| within(why, number))?;
    }
    match order {
        UnitOrder::Fire { .. } => check_fire(known, own, order, &marching.as_formed),
        UnitOrder::Bombard { place: Place([x, y]) } => legal_works::check_bombard(known, own, point(*x, *y)),
        _ => Ok(()),
    }
}

/// Splitting, joining and drawing ammunition (§04.01.1 to §04.03.1, §11.04.1).
fn check_parts(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Result<(), Refused> {
    match order {
        UnitOrder::Split { figures, steps, .. } => {
            let turns = split_turns(known.map(), own.whole(), *figures, known.tables());
            let turns = turns.filter(|_| own.parent.is_none() && known.chain_of(own).is_none());
            let turns = turns.ok_or_else(|| refuse("figures", &CANNOT_SPLIT))?;
            let stands = |figures: i32| {
                let part = Unit { figures, ..own.whole().clone() };
                own.battery.is_some() || footprint_valid(&part, part.formation, known.tables())
            };
            if !stands(*figures) || !stands(own.figures - figures) {
                return Err(refuse("figures", &NO_SUCH_FORMATION));
            }
            let alone = turns == 0 || steps.is_empty();
            alone.then_some(()).ok_or_else(|| refuse("steps", &SPLIT_TAKES_THE_TURN))
        }
        UnitOrder::Join { with } => {
            let other = known.own_named(with).filter(|other| other.number != own.number && other.here());
            let may = other.is_some_and(|other| {
                let (one, two) = ((own.number, own.whole()), (other.number, other.whole()));
                let decimated = known.decimated(own) && known.decimated(other);
                let chains = known.chain_of(own).is_some() || known.chain_of(other).is_some();
                may_join(one, two) || decimated && !chains && may_merge(one, two)
            });
            may.then_some(()).ok_or_else(|| refuse("with", &CANNOT_JOIN))
        }
        UnitOrder::Mass { with, .. } => {
            let lead = known.own_named(with).filter(|lead| lead.number != own.number && lead.here());
            let may = lead.is_some_and(|lead| {
                let touches = known.own_units().any(|between| {
                    between.here()
                        && in_contact(&between.placed, &lead.placed)
                        && in_contact(&between.placed, &own.placed)
                });
                let chains = known.chain_of(own).is_some() || known.chain_of(lead).is_some();
                may_mass(own.whole(), lead.whole()) && touches && !chains && own.brigade.is_empty()
            });
            may.then_some(()).ok_or_else(|| refuse("with", &CANNOT_MASS))
        }
        UnitOrder::Disband => {
            let may = !own.brigade.is_empty() && own.whole().intact() && known.chain_of(own).is_none();
            may.then_some(()).ok_or_else(|| refuse("order", &CANNOT_MASS))
        }
        UnitOrder::Resupply { wagon } => {
            let wagon = known.own_named(wagon).filter(|wagon| wagon.here() && wagon.number != own.number);
            let near = wagon.is_some_and(|wagon| gives(wagon.whole(), own.whole()));
            let draws = own.branch != Branch::Wagon && own.weapon.is_some() | own.battery.is_some();
            (near && draws).then_some(()).ok_or_else(|| refuse("wagon", &CANNOT_DRAW))
        }
        _ => Ok(()),
    }
}

/// Has somebody ammunition for a unit that touches him: a wagon, or a unit of the same arm to whom the umpire has given leave (§11.04.1,
/// §11.04.2)?
pub(super) fn gives(from: &Unit, to: &Unit) -> bool {
    let piece = |unit: &Unit| unit.battery.as_ref().map(|guns| guns.piece);
    let shares = from.leave.contains(&Leave::GiveAmmunition)
        && from.loads > to.loads
        && (from.weapon, piece(from)) == (to.weapon, piece(to));
    let has = if from.branch == Branch::Wagon { from.stores > 0 } else { shares };
    has && in_contact(&from.placed, &to.placed)
}

/// May two units stand in one column or square (§04.01.4): closed and intact, both infantry or both cavalry, and no cossacks (§15.02.3)?
pub(super) fn may_mass(one: &Unit, other: &Unit) -> bool {
    let whole = |unit: &Unit| {
        unit.parent.is_none()
            && unit.closed()
            && unit.inside.is_none()
            && unit.intact()
            && unit.arm != TacticalArm::Cossacks
            && matches!(unit.branch, Branch::Infantry | Branch::Cavalry)
    };
    one.side == other.side && one.branch == other.branch && whole(one) && whole(other)
}

/// May two decimated units be one (§13.07.2): of one arm and one chief, closed, in base contact, intact?
pub(super) fn may_merge((one_id, one): (UnitId, &Unit), (other_id, other): (UnitId, &Unit)) -> bool {
    let whole = |unit: &Unit| {
        unit.parent.is_none()
            && unit.closed()
            && unit.inside.is_none()
            && unit.intact()
            && unit.brigade.is_empty()
    };
    one_id != other_id
        && one.arm == other.arm
        && matches!(one.branch, Branch::Infantry | Branch::Cavalry)
        && one.general == other.general
        && whole(one)
        && whole(other)
        && in_contact(&one.placed, &other.placed)
}

/// The turns it takes to split so many figures off; `None` if it may not.
pub(super) fn split_turns(ground: &Ground, unit: &Unit, figures: i32, tables: &Tables) -> Option<i32> {
    let middle = unit.placed.centre();
    let place = ground.at(middle).find_map(|(_, feature)| match feature.kind {
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(SplitPlace::Plantation),
        _ => None,
    });
    let place = place.or(town::built_up_at(ground, middle).then_some(SplitPlace::BuiltUp));
    let listed = unit.schooling.parts.contains(&figures);
    let horse = unit.branch == Branch::Cavalry;
    let facts = SplitJoin {
        action: SplitAction::Split,
        arm: unit.arm,
        place: place.unwrap_or(SplitPlace::Open),
        order: unit.order,
        specially_allowed: match unit.branch {
            Branch::Infantry => listed,
            _ => unit.leave.contains(&Leave::SplitBattery),
        },
        elite_company: false,
        apart: false,
    };
    let sized = match &unit.battery {
        // A battery splits by figure pieces, each with gunners of its own.
        Some(guns) => (1..guns.figure_pieces).contains(&figures) && unit.figures >= guns.figure_pieces,
        None => figures >= 3 && unit.figures - figures >= 3 && (!horse || listed),
    };
    let with_guns = !unit.left_its_guns() && unit.branch != Branch::Wagon && unit.brigade.is_empty();
    let result = plain(&facts, tables).ok().filter(|result| result.allowed && sized && with_guns);
    result.map(|result| result.turns)
}

/// May two units be one again (§04.01.3, §04.01.5): parts of one, of one chief, in base contact, intact?
pub(super) fn may_join((one_id, one): (UnitId, &Unit), (other_id, other): (UnitId, &Unit)) -> bool {
    let first = |id: UnitId, unit: &Unit| unit.split_from.unwrap_or(id);
    first(one_id, one) == first(other_id, other)
        && one.parent.is_none()
        && other.parent.is_none()
        && one.intact()
        && other.intact()
        && one.general == other.general
        && one.limbered() == other.limbered()
        && !one.left_its_guns()
        && !other.left_its_guns()
        && in_contact(&one.placed, &other.placed)
}

/// Names the step at fault.
fn within(why: Refused, number: usize) -> Refused {
    match why {
        Refused::ByRule(field, refusal) => Refused::ByRule(format!("steps[{number}].{field}"), refusal),
        Refused::Unclear(field, sentence) => Refused::Unclear(format!("steps[{number}].{field}"), sentence),
        other => other,
    }
}

/// A unit supports another of its brigade, and does not attack itself (§12.03.7).
fn check_support(known: Knows<'_>, own: Own<'_>, order: &UnitOrder, supported: &str) -> Result<(), Refused> {
    let other = known.own_named(supported).filter(|other| other.number != own.number && other.here());
    let other = other.filter(|other| other.general == own.general && own.branch != Branch::Artillery);
    if other.is_none() || order.attacks() { Err(refuse("support", &CANNOT_SUPPORT)) } else { Ok(()) }
}

/// The ground that skirmishers fight on (§14.01.2, §16.02.2, §17.03.3).
pub(super) fn skirmish_place(ground: &Ground, unit: &Unit) -> SkirmishPlace {
    let middle = unit.placed.centre();
    let planted = |kind: Kind| matches!(kind, Kind::Area(AreaKind::Plantation | AreaKind::Orchard));
    match () {
        () if ground.at(middle).any(|(_, feature)| planted(feature.kind)) => SkirmishPlace::Plantation,
        () if town::built_up_at(ground, middle) => SkirmishPlace::BuiltUp,
        () => SkirmishPlace::Open,
    }
}

/// Is enough of a unit left when so many go out? A soutien is at least as strong as its chain (§14.02.2); of cossacks the rest is the
/// soutien (§15.02.3).
pub(super) fn leaves_soutien(unit: &Unit, figures: i32) -> bool {
    if unit.arm == TacticalArm::Cossacks { figures < unit.figures } else { 2 * figures <= unit.figures }
}

/// The most skirmishers a unit can send out now.
pub(super) fn most_out(unit: &Unit, ground: &Ground, tables: &Tables) -> i32 {
    let allowed = allowance(unit, ground, tables);
    (0..=allowed).rev().find(|&figures| leaves_soutien(unit, figures)).unwrap_or(0)
}

/// The figures a unit may have in chain or swarm where it stands (§14.01.1, §14.01.2).
pub(super) fn allowance(unit: &Unit, ground: &Ground, tables: &Tables) -> i32 {
    let facts = SkirmishAllowance {
        arm: match (unit.branch, unit.arm) {
            (_, TacticalArm::Cossacks) => SkirmishArm::Cossacks,
            (Branch::Cavalry, _) => SkirmishArm::Cavalry,
            _ => SkirmishArm::Infantry,
        },
        figures: Figures(unit.figures.clamp(1, 500)),
        light: unit.light,
        stated_figures: Figures(unit.schooling.skirmishers.unwrap_or(0).clamp(0, 500)),
        barred: unit.schooling.skirmishers == Some(0),
        place: skirmish_place(ground, unit),
    };
    plain(&facts, tables).map_or(0, |allowed| if allowed.possible { allowed.max_figures.0 } else { 0 })
}

/// Refuses a number in a field unless it is above 0 and at most `most`.
fn measure(field: &str, value: Option<f64>, most: f64) -> Result<(), Refused> {
    match value {
        None => Ok(()),
        Some(value) if value.is_finite() && value > 0.0 && value <= most => Ok(()),
        Some(value) => {
            let blanks = [("given", value.into()), ("most", most.into())];
            Err(Refused::unclear(field, ABOVE_0_UP_TO.with(blanks)))
        }
    }
}

pub(super) fn check_fire(
    known: Knows<'_>,
    own: Own<'_>,
    order: &UnitOrder,
    then: &Unit,
) -> Result<(), Refused> {
    let UnitOrder::Fire { when, ranging, .. } = order else { return Ok(()) };
    match when {
        When::At { moment } => measure("moment", Some(moment.0), 1.0)?,
        When::EnemyPasses { place } if known.map().named(place).is_none() => {
            return Err(refuse("place", &NO_SUCH_PLACE));
        }
        When::BeforeBreakIn { of: Some(unit) }
            if known.own_named(unit).is_none_or(|of| of.side != own.side) =>
        {
            return Err(Refused::not_yours("of", NOT_YOURS.with([("given", unit.into())])));
        }
        _ => {}
    }
    if own.loads <= 0 {
        return Err(refuse("order", &NO_AMMUNITION));
    }
    match &own.battery {
        Some(_) => {
            // Guns may fire as soon as they are in position; at once they must stand so already.
            let at_once = matches!(when, When::AtOnce);
            let ready = if at_once { own.unlimbered() } else { own.unlimbered() || then.unlimbered() };
            let made_ready = own.battery.as_ref().is_some_and(|guns| guns.unready.is_none()) || !at_once;
            if ready && made_ready { Ok(()) } else { Err(refuse("order", &GUNS_NOT_READY)) }
        }
        None if *ranging => Err(refuse("ranging", &ONLY_GUNS_RANGE)),
        None if own.weapon.is_none() => Err(refuse("order", &NO_SMALL_ARMS)),
        None => Ok(()),
    }
}

/// A chief of the seat who is on the table and may ride in this way (§08.01.7).
pub(super) fn general<'a>(
    known: Knows<'a>,
    id: &str,
    to: &Ride,
    moment: f64,
) -> Result<(PostId, &'a Post), Refused> {
    let (post, general) = riders::own_leader(*known, id, &NOT_ON_THE_TABLE)?;
    riders::may_ride(*known, to.bound().as_ref(), moment, general.side)?;
    Ok((post, general))
}
