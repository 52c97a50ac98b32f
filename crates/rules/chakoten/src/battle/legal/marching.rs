//! The steps of an order, checked one after the other (chapters 05 to 07, 14, 17).

use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::FeatureId;

use super::{allowance, change, leaves_soutien, measure, refuse};
use crate::battle::bodies::footprint_valid;
use crate::battle::knowing::{Knows, Own};
use crate::battle::order::{Formation, Step};
use crate::battle::rates::{Limits, rates};
use crate::battle::refusals::*;
use crate::battle::state::{Battery, Branch, CM, Crew, Gait, Unit};
use crate::battle::town;
use crate::battle::wordings::*;
use crate::vocabulary::*;

/// A brigade column of cavalry with more ranks than this does not storm (§05.01.6).
const STORMING_RANKS: u32 = 4;

/// A unit as it will be while its steps are checked one after the other.
pub(super) struct Marching<'a> {
    known: Knows<'a>,
    pub as_formed: Unit,
    /// Turns of ordinary march forward just before, without a stop.
    approach: f64,
    /// It storms.
    storms: bool,
    /// Nothing can follow a march for the rest of the turn.
    ended: bool,
    out: bool,
    /// Nothing has been checked yet; this step is the first.
    fresh: bool,
    first: bool,
}

impl<'a> Marching<'a> {
    pub fn of(known: Knows<'a>, own: Own<'a>) -> Marching<'a> {
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
            fresh: true,
            first: false,
        }
    }

    pub fn step(&mut self, step: &Step) -> Result<(), Refused> {
        if self.ended {
            return Err(refuse("step", &STEP_NEVER_REACHED));
        }
        if self.as_formed.inside.is_some() && !matches!(step, Step::Leave { .. } | Step::Halt { .. }) {
            return Err(refuse("step", &IN_A_BUILDING));
        }
        self.first = std::mem::take(&mut self.fresh);
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
            Step::SquareFront => {
                let square = unit.formation == Formation::Square && unit.branch == Branch::Infantry;
                square.then_some(()).ok_or_else(|| refuse("step", &NO_SQUARE))?;
            }
            Step::Form { formation } => self.form(formation)?,
            Step::Limber { degrees, column, .. } => {
                self.limber(true)?;
                (degrees.abs() <= 90.0 && (column || degrees == 0.0))
                    .then_some(())
                    .ok_or_else(|| refuse("degrees", &CANNOT_LIMBER))?;
                if column {
                    self.as_formed.formation = Formation::MarchColumn;
                }
            }
            Step::Unlimber { .. } => self.limber(false)?,
            Step::Halt { turns } => measure("turns", Some(turns), 1.0)?,
            Step::SendOut { figures, .. } => self.send_out(figures)?,
            Step::Recall => {
                if !self.out {
                    return Err(refuse("step", &NOBODY_OUT));
                }
                self.out = false;
            }
            Step::About => {}
            Step::Enter => self.enter()?,
            Step::Leave { .. } => self.leave()?,
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
        if unit.formation == Formation::BrigadeColumn && unit.placed.body().ranks() > STORMING_RANKS {
            return Err(refuse("storm", &STORM_RANKS));
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
        let together = matches!(formation, Formation::BrigadeColumn | Formation::Square);
        if !unit.brigade.is_empty() && !together
            || formation == Formation::Square && unit.branch == Branch::Cavalry
        {
            // Several units together are a column or a square (§05.01.6, §05.02.5).
            return Err(refuse("formation", &NO_SUCH_FORMATION));
        }
        if unit.schooling.barred.contains(&formation) {
            return Err(refuse("formation", &NOT_DRILLED));
        }
        if formation.skirmish() {
            let whole = allowance(unit, self.known.map(), self.known.tables()) >= unit.figures;
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
        let horses = |battery: &Battery| !limber || battery.horses[1] > 0;
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

    /// Infantry goes into the building before it, if it holds all of it (§17.01.2, §17.02.3). Where it will stand after a march is not
    /// known yet.
    fn enter(&mut self) -> Result<(), Refused> {
        let unit = &self.as_formed;
        if unit.branch != Branch::Infantry || unit.parent.is_some() || self.out {
            return Err(refuse("step", &CANNOT_ENTER));
        }
        let map = self.known.map();
        let ahead = town::building_ahead(map, &unit.placed, 100.0 * CM).filter(|_| self.first);
        let house = ahead.and_then(|(house, _)| map.feature(FeatureId(house)));
        if house.is_some_and(|house| town::room(house) < unit.figures) {
            return Err(refuse("step", &NO_ROOM_INSIDE));
        }
        self.as_formed.formation = Formation::Hob;
        self.ended = true;
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Refused> {
        let left = self.as_formed.inside.take().is_some();
        left.then_some(()).ok_or_else(|| refuse("step", &IN_NO_BUILDING))
    }

    fn send_out(&mut self, figures: i32) -> Result<(), Refused> {
        let unit = &self.as_formed;
        let troops = matches!(unit.branch, Branch::Infantry | Branch::Cavalry) && unit.closed();
        // A soutien is at least as strong as its chain (§14.02.2), and no march column (§14.02.2).
        let may = troops
            && unit.parent.is_none()
            && !unit.formation.marching()
            && unit.formation != Formation::Hob
            && figures <= allowance(unit, self.known.map(), self.known.tables())
            && leaves_soutien(unit, figures);
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
