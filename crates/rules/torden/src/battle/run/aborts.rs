//! Phase 6.1: attacks that are given up (§5.4).

use std::cell::RefCell;

use krigsspil_field::prelude::Degrees;
use krigsspil_turn::desk::{Go, Pause, each, item};
use serde_json::json;

use super::Run;
use super::reaction::{Try, reaction};
use crate::battle::bodies::{about_centre, in_the_way, plain};
use crate::battle::march::{Limits, Marched, march};
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::procedures::attack::{AbortAttack, AbortAttackResult};
use crate::procedures::reaction::Purpose;
use crate::tables::Tables;
use crate::vocabulary::{AttackFormation, Formation};

/// Shares of a turn, and metres, that differ by less are the same.
const TIED: f64 = 1e-6;

/// What an abort asks of a unit, before or after its throw.
pub(in crate::battle) fn abort_terms(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    reaction_succeeded: bool,
) -> Result<AbortAttackResult, krigsspil_engine::Fault> {
    let of = &battle.units[unit];
    let formation = match of.formation {
        Formation::MarchColumn => AttackFormation::MarchColumn,
        Formation::Column => AttackFormation::Column,
        _ => AttackFormation::Line,
    };
    plain(&AbortAttack { unit: of.kind, formation, reaction_succeeded }, tables)
}

/// The way of one who turns about and goes so far; none out of a town.
pub(in crate::battle) fn turned_away(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    cm: f64,
) -> Option<Marched> {
    let mut of = battle.units[unit].clone();
    if of.zone.is_some() {
        return None;
    }
    let facing = of.placed.pose().facing.right_by(Degrees(180.0));
    let turned = about_centre(of.placed.body(), of.placed.centre(), facing).ok();
    let free = turned.filter(|turned| {
        battle.here().all(|other| other == unit || !in_the_way(turned, &battle.units[other].placed))
    });
    // Where neighbours leave no room to turn about it goes back as it stands, and as far.
    let (budget, degrees) = if free.is_some() { (1.0, 0.0) } else { (2.0, 180.0) };
    if let Some(turned) = free {
        of.placed = turned;
    }
    let limits = Limits { budget, march_order: false, chief: None, keeps_off: None };
    let field = super::field_of(battle, tables, unit);
    let mut done = march(&field, &of, limits, &[Step::Go { cm: Some(cm), degrees }]);
    done.used = done.used.clamp(f64::MIN_POSITIVE, 1.0);
    Some(done)
}

impl Run<'_> {
    /// Attackers who give it up turn away, up to their march length. All throws come first; then who has the freest way goes first, so that
    /// nobody is held up by one who is about to leave.
    pub(super) fn aborts(&mut self) -> Result<(), Pause> {
        let aborting: Vec<UnitId> = self
            .battle
            .here()
            .filter(|&unit| self.unit(unit).now.aborts.is_some() && self.unit(unit).now.attack.is_some())
            .collect();
        let aborting = self.battle.by_place(aborting);
        let given_up: RefCell<Vec<(UnitId, f64)>> = RefCell::new(Vec::new());
        each(self, &aborting, |run, &unit| {
            let cm = run.gives_up(unit)?;
            given_up.borrow_mut().extend(cm.map(|cm| (unit, cm)));
            Ok(())
        })?;
        item(self, |run| {
            run.turn_away(given_up.into_inner());
            Ok(())
        })?;
        Ok(())
    }

    /// How far a unit goes that gives up its attack. English cavalry throws for it, and attacks when it fails.
    fn gives_up(&mut self, unit: UnitId) -> Go<Option<f64>> {
        let mut terms = abort_terms(self.battle, self.tables, unit, false)?;
        if terms.needs_roll {
            let facts = reaction(self.battle, self.tables, unit, Try::of(Purpose::AbortAttack));
            let rolled =
                self.roll(("tries_to_abort", "land.england_1815.cav.B"), &[unit], json!({}), &facts)?;
            terms = abort_terms(self.battle, self.tables, unit, rolled.success)?;
        }
        let wanted = self.unit(unit).now.aborts.flatten().unwrap_or(200.0);
        Ok(terms.allowed.then(|| wanted.min(f64::from(terms.move_max_cm))))
    }

    fn turn_away(&mut self, given_up: Vec<(UnitId, f64)>) {
        for &(unit, _) in &given_up {
            self.unit_mut(unit).now.attack = None;
        }
        let way = |run: &Self, unit, cm| turned_away(run.battle, run.tables, unit, cm);
        self.freest_first(given_up, way, |run, unit, done| run.carried_out(unit, &done, "aborts", "5.4.2"));
    }

    /// Moves that are made at once: each time the one that comes farthest as all stand now; of several the southernmost, on whatever hand.
    pub(super) fn freest_first<T: Copy>(
        &mut self,
        mut going: Vec<(UnitId, T)>,
        way: impl Fn(&Self, UnitId, T) -> Option<Marched>,
        mut go: impl FnMut(&mut Self, UnitId, Marched),
    ) {
        while !going.is_empty() {
            let mut freest: Option<(f64, f64, usize, Marched)> = None;
            for (place, &(unit, told)) in going.iter().enumerate() {
                let Some(done) = way(self, unit, told) else { continue };
                let north = self.unit(unit).placed.centre().y;
                let freer = freest.as_ref().is_none_or(|(used, other, ..)| {
                    done.used > used + TIED || (done.used >= used - TIED && north < other - TIED)
                });
                if freer {
                    freest = Some((done.used, north, place, done));
                }
            }
            let Some((_, _, place, done)) = freest else { return };
            let (unit, _) = going.remove(place);
            go(self, unit, done);
        }
    }
}
