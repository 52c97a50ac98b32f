//! What orders a unit may get, and why others are refused (chapters 03 to 10).

use krigsspil_engine::battle::{Place, Refused};
use krigsspil_engine::wordings::{ABOVE_0_UP_TO, NOT_HERE, NOT_YOURS, OFF_THE_TABLE, out_of_range};
use krigsspil_engine::{Figures, Refusal};
use krigsspil_field::prelude::{AreaKind, Ground, Kind, in_contact, point};
use krigsspil_turn::command::Post;
use krigsspil_turn::ids::{PostId, SideId, UnitId};

use super::bodies::{footprint_valid, plain};
use super::knowing::{Knows, Own};
use super::order::{Formation, Ride, Step, UnitOrder, When};
use super::refusals::*;
use super::sight::{COMMAND_CM, chief_cm};
use super::state::{Branch, CM, Crew, Gait, Life, Unit};
use super::terrain::{Limits, rates};
use super::wordings::*;
use crate::procedures::command::CommandControl;
use crate::procedures::drill::{FormationChange, SplitJoin};
use crate::procedures::skirmish::SkirmishAllowance;
use crate::tables::Tables;
use crate::vocabulary::*;

pub(super) fn refuse(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
}

/// A unit of the seat's own, by its id.
pub(super) fn own_unit<'a>(known: Knows<'a>, id: &str) -> Result<Own<'a>, Refused> {
    let own = known.own_named(id).filter(|_| known.side().is_some());
    own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))
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
        Formation::Line => DrillFormation::Line,
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
        in_brigade_column: false,
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
    check_parts(known, own, order)?;
    if let Some(supported) = order.supports() {
        check_support(known, own, order, supported)?;
    }
    let mut marching = Marching::of(known, own);
    for (number, step) in order.steps().iter().enumerate() {
        marching.step(step).map_err(|why| within(why, number))?;
    }
    match order {
        UnitOrder::Fire { .. } => check_fire(known, own, order, &marching.as_formed),
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
                footprint_valid(&part, part.formation, known.tables())
            };
            if !stands(*figures) || !stands(own.figures - figures) {
                return Err(refuse("figures", &NO_SUCH_FORMATION));
            }
            let alone = turns == 0 || steps.is_empty();
            alone.then_some(()).ok_or_else(|| refuse("steps", &SPLIT_TAKES_THE_TURN))
        }
        UnitOrder::Join { with } => {
            let other = known.own_named(with).filter(|other| other.number != own.number && other.here());
            let may =
                other.is_some_and(|other| may_join((own.number, own.whole()), (other.number, other.whole())));
            may.then_some(()).ok_or_else(|| refuse("with", &CANNOT_JOIN))
        }
        UnitOrder::Resupply { wagon } => {
            let wagon = known.own_named(wagon).filter(|wagon| wagon.here() && wagon.branch == Branch::Wagon);
            let near = wagon.is_some_and(|wagon| wagon.stores > 0 && in_contact(&own.placed, &wagon.placed));
            let draws = own.branch != Branch::Wagon && own.weapon.is_some() | own.battery.is_some();
            (near && draws).then_some(()).ok_or_else(|| refuse("wagon", &CANNOT_DRAW))
        }
        _ => Ok(()),
    }
}

/// The turns it takes to split so many figures off; `None` if it may not.
pub(super) fn split_turns(ground: &Ground, unit: &Unit, figures: i32, tables: &Tables) -> Option<i32> {
    let middle = unit.placed.centre();
    let place = ground.at(middle).find_map(|(_, feature)| match feature.kind {
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(SplitPlace::Plantation),
        Kind::Area(AreaKind::BuiltUp) => Some(SplitPlace::BuiltUp),
        _ => None,
    });
    let listed = unit.schooling.parts.contains(&figures);
    let horse = unit.branch == Branch::Cavalry;
    let facts = SplitJoin {
        action: SplitAction::Split,
        arm: unit.arm,
        place: place.unwrap_or(SplitPlace::Open),
        order: unit.order,
        specially_allowed: listed && unit.branch == Branch::Infantry,
        elite_company: false,
        apart: false,
    };
    let sized = figures >= 3 && unit.figures - figures >= 3 && (!horse || listed);
    let result = plain(&facts, tables).ok().filter(|result| result.allowed && sized);
    result.filter(|_| unit.branch != Branch::Artillery).map(|result| result.turns)
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

/// A unit as it will be while its steps are checked one after the other.
struct Marching<'a> {
    known: Knows<'a>,
    as_formed: Unit,
    /// Turns of ordinary march forward just before, without a stop.
    approach: f64,
    /// It storms.
    storms: bool,
    /// Nothing can follow a march for the rest of the turn.
    ended: bool,
    out: bool,
}

impl<'a> Marching<'a> {
    fn of(known: Knows<'a>, own: Own<'a>) -> Marching<'a> {
        let as_formed = own.whole().clone();
        let begins = known.begins();
        let run = as_formed.run.filter(|run| run.until >= begins);
        Marching {
            known,
            approach: run.map_or(0.0, |run| begins.turns_since(run.since)),
            storms: as_formed.storming.since.is_some(),
            as_formed,
            ended: false,
            out: known.chain_of(own).is_some(),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Refused> {
        if self.ended {
            return Err(refuse("step", &STEP_NEVER_REACHED));
        }
        let unit = &self.as_formed;
        let guns = unit.battery.is_some() || unit.branch == Branch::Wagon;
        match *step {
            Step::Ahead { cm, turns, storm, .. } => return self.ahead(cm, turns, storm),
            Step::Back { cm, turns } => {
                let may = unit.branch == Branch::Infantry || unit.unlimbered();
                self.backing(may, cm, turns)?;
            }
            Step::Sideways { cm, turns, .. } => self.backing(unit.branch == Branch::Infantry, cm, turns)?,
            Step::Wheel { degrees } => {
                measure("degrees", Some(degrees.abs()), 180.0)?;
                let may =
                    (unit.branch == Branch::Infantry && !unit.formation.marching()) || unit.unlimbered();
                may.then_some(()).ok_or_else(|| refuse("step", &CANNOT_WHEEL))?;
            }
            Step::Pivot { degrees } => {
                measure("degrees", Some(degrees.abs()), 180.0)?;
                if self.storms && degrees.abs() >= 20.0 {
                    return Err(refuse("degrees", &STORM_SWING));
                }
                return Ok(());
            }
            Step::About | Step::Prepare if !guns || *step == Step::About || unit.unlimbered() => {}
            Step::Prepare => return Err(refuse("step", &CANNOT_LIMBER)),
            Step::Form { formation } => self.form(formation)?,
            Step::Limber | Step::Unlimber => self.limber(*step == Step::Limber)?,
            Step::Halt { turns } => measure("turns", Some(turns), 1.0)?,
            Step::SendOut { figures, .. } => self.send_out(figures)?,
            Step::Recall => {
                if !self.out {
                    return Err(refuse("step", &NOBODY_OUT));
                }
                self.out = false;
            }
            Step::About => {}
        }
        (self.approach, self.storms) = (0.0, false);
        Ok(())
    }

    fn backing(&mut self, may: bool, cm: Option<f64>, turns: Option<f64>) -> Result<(), Refused> {
        if !may {
            return Err(refuse("step", &CANNOT_BACK));
        }
        self.length(cm, turns)
    }

    /// A length or a part of the turn, or neither: then it lasts the rest of the turn.
    fn length(&mut self, cm: Option<f64>, turns: Option<f64>) -> Result<(), Refused> {
        measure("cm", cm, 300.0)?;
        measure("turns", turns, 1.0)?;
        if cm.is_some() && turns.is_some() {
            return Err(Refused::unclear("cm", LENGTH_OR_TIME));
        }
        self.ended = cm.is_none() && turns.is_none();
        Ok(())
    }

    fn ahead(&mut self, cm: Option<f64>, turns: Option<f64>, storm: bool) -> Result<(), Refused> {
        let unit = &self.as_formed;
        if let Some(battery) = &unit.battery {
            if battery.limbered && battery.horses[1] <= 0 {
                return Err(refuse("step", &NO_HORSES));
            }
            if !battery.limbered && battery.crew == Crew::AtGuns && 2 * unit.figures < battery.pieces {
                return Err(refuse("step", &TOO_FEW_GUNNERS));
            }
        }
        if storm {
            self.storm()?;
        }
        let gait = if storm { Gait::Storm } else { Gait::March };
        let pace = rates(unit, gait, Limits::default(), self.known.tables()).open();
        let takes = turns.or(cm.map(|cm| if pace > 0.0 { cm * CM / pace } else { 1.0 }));
        self.length(cm, turns)?;
        self.approach = if storm { 0.0 } else { self.approach + takes.unwrap_or(1.0) };
        self.storms = storm;
        Ok(())
    }

    /// §07.02.1 to §07.02.4.
    fn storm(&self) -> Result<(), Refused> {
        let unit = &self.as_formed;
        let arm = match unit.branch {
            Branch::Cavalry => unit.arm != TacticalArm::Cossacks,
            Branch::Artillery => unit.battery.as_ref().is_some_and(|guns| {
                guns.limbered && guns.kind != BatteryKind::Foot && 2 * guns.horses[1] >= guns.horses[0]
            }),
            Branch::Infantry | Branch::Wagon => false,
        };
        if !arm {
            return Err(refuse("storm", &STORM_ARM));
        }
        if !unit.order.intact() {
            return Err(refuse("storm", &STORM_INTACT));
        }
        // The run-up binds cavalry only (ruling 22); a storm that goes on needs none.
        let runs_up = self.storms || self.approach + 1.0e-9 >= 0.5 || unit.branch != Branch::Cavalry;
        if runs_up { Ok(()) } else { Err(refuse("storm", &STORM_RUN_UP)) }
    }

    fn form(&mut self, formation: Formation) -> Result<(), Refused> {
        let unit = &self.as_formed;
        if formation == unit.formation && unit.battery.is_none() && unit.branch != Branch::Wagon {
            // It stands so already.
            return Ok(());
        }
        if let Some(battery) = &unit.battery {
            // Limbered guns stand in line or in column (§05.03.2, §05.03.3).
            let may = battery.limbered && matches!(formation, Formation::Line | Formation::MarchColumn);
            may.then_some(()).ok_or_else(|| refuse("formation", &NO_SUCH_FORMATION))?;
            self.as_formed.formation = formation;
            return Ok(());
        }
        if unit.branch == Branch::Wagon || !footprint_valid(unit, formation, self.known.tables()) {
            return Err(refuse("formation", &NO_SUCH_FORMATION));
        }
        if unit.schooling.barred.contains(&formation) {
            return Err(refuse("formation", &NOT_DRILLED));
        }
        if formation.skirmish() {
            let whole = allowance(unit, self.known.tables()) >= unit.figures;
            whole.then_some(()).ok_or_else(|| refuse("formation", &NO_SKIRMISHERS))?;
        } else if !change(unit, formation, (false, false), self.known.tables())
            .is_some_and(|change| change.allowed)
        {
            return Err(refuse("formation", &NO_SUCH_FORMATION));
        }
        self.as_formed.formation = formation;
        Ok(())
    }

    fn limber(&mut self, limber: bool) -> Result<(), Refused> {
        let horses = |battery: &super::state::Battery| !limber || battery.horses[1] > 0;
        match &mut self.as_formed.battery {
            Some(battery)
                if battery.limbered != limber && battery.crew == Crew::AtGuns && horses(battery) =>
            {
                battery.limbered = limber;
                if !limber {
                    self.as_formed.formation = Formation::Line;
                }
                Ok(())
            }
            _ => Err(refuse("step", &CANNOT_LIMBER)),
        }
    }

    fn send_out(&mut self, figures: i32) -> Result<(), Refused> {
        let unit = &self.as_formed;
        let troops = matches!(unit.branch, Branch::Infantry | Branch::Cavalry) && unit.closed();
        // A soutien is at least as strong as its chain (§14.02.2), and no march column (§14.02.2).
        let may = troops
            && unit.parent.is_none()
            && !unit.formation.marching()
            && unit.formation != Formation::Hob
            && figures <= allowance(unit, self.known.tables())
            && 2 * figures <= unit.figures;
        if !may {
            return Err(refuse("figures", &NO_SKIRMISHERS));
        }
        if self.out {
            return Err(refuse("step", &ALREADY_OUT));
        }
        self.out = true;
        Ok(())
    }
}

/// The figures a unit may have in chain or swarm in the open (§14.01.1).
pub(super) fn allowance(unit: &Unit, tables: &Tables) -> i32 {
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
        place: SkirmishPlace::Open,
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

fn check_fire(known: Knows<'_>, own: Own<'_>, order: &UnitOrder, then: &Unit) -> Result<(), Refused> {
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
    let found = known.generals().find(|(_, general)| &*general.id == id && known.side().is_some());
    let (post, general) =
        found.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))?;
    if general.life != Life::Here {
        return Err(Refused::ByRule("general".into(), &NOT_ON_THE_TABLE));
    }
    ride(known, to, moment, general.side)?;
    Ok((post, general))
}

/// A ride at a moment of the turn, to a place on the table or to somebody of the side.
fn ride(known: Knows<'_>, ride: &Ride, moment: f64, side: SideId) -> Result<(), Refused> {
    if !(0.0..=1.0).contains(&moment) {
        return Err(Refused::unclear("moment", out_of_range(moment, 0, 1)));
    }
    match ride {
        Ride::Stay => Ok(()),
        Ride::To { place: Place([x, y]) } => {
            let inside = x.is_finite() && y.is_finite() && known.map().table().extent().holds(point(*x, *y));
            if inside { Ok(()) } else { Err(Refused::unclear("place", OFF_THE_TABLE)) }
        }
        Ride::General { general } if known.leads_here(side, general) => Ok(()),
        Ride::General { general } => {
            Err(Refused::unclear("general", NOT_HERE.with([("given", general.into())])))
        }
        Ride::With { unit } => {
            let there = known.named(unit).and_then(|unit| known.seen(unit));
            let here = there.is_some_and(|there| there.side() == side && there.here());
            if here { Ok(()) } else { Err(Refused::unclear("unit", NOT_HERE.with([("given", unit.into())]))) }
        }
    }
}
