//! A skirmish line close before its unit shares the losses that fire brings to either (§14.03).

use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;

use super::blows::Blow;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::battle::town::house_body;
use crate::procedures::small_arms::{Screening, ScreeningResult};
use crate::vocabulary::*;

/// How far behind a skirmish line its unit is looked for, in metres: farther than any loss is shared.
const BEHIND: f64 = 30.0 * CM;

/// A skirmish line, the unit behind it, and the metres between them on the line of fire.
struct Pair {
    chain: UnitId,
    unit: UnitId,
    gap: f64,
}

impl Run<'_> {
    /// The chain or swarm of its side that stands before a target, on the line of fire, and how far before it. Of several the nearest to
    /// the target, which is the one that shares or screens.
    fn chain_before(&self, firer: UnitId, target: UnitId) -> Option<(f64, UnitId)> {
        if self.unit(target).formation.skirmish() {
            return None;
        }
        let line = Line::between(self.unit(firer).placed.centre(), self.unit(target).placed.centre());
        let chains = self.battle.friends_of(target).filter(|&chain| self.unit(chain).screens());
        let before = chains.filter_map(|chain| {
            Some((gap_along(line, &self.screen(chain)?, &self.unit(target).placed)?, chain))
        });
        before.min_by(|a, b| self.battle.nearer(*a, *b))
    }

    /// The closed unit of its side that stands behind a chain, on the line of fire, and how far behind it: the nearest.
    pub(super) fn close_behind(&self, firer: UnitId, chain: UnitId) -> Option<(f64, UnitId)> {
        let (from, to) = (self.unit(firer).placed.centre(), self.unit(chain).placed.centre());
        let line = Line::between(from, to + (to - from).unit()? * BEHIND);
        let screen = self.screen(chain)?;
        let met = distance_along(line, &screen)?;
        let beyond = |unit: UnitId| distance_along(line, &self.unit(unit).placed).is_some_and(|at| at > met);
        let closed = self.battle.friends_of(chain).filter(|&unit| self.unit(unit).closed() && beyond(unit));
        let behind =
            closed.filter_map(|unit| Some((gap_along(line, &screen, &self.unit(unit).placed)?, unit)));
        behind.min_by(|a, b| self.battle.nearer(*a, *b))
    }

    /// The whole line of a chain: it is the line that screens, not each base, for its figures stand apart (§05.01.1).
    fn screen(&self, chain: UnitId) -> Option<Placed> {
        house_body(self.unit(chain).placed.envelope().corners())
    }

    /// A chain close before its unit takes its part of the unit's loss, and the unit its part of the chain's (§14.03.1, §14.03.2).
    pub(super) fn share_with_chain(&mut self, fire: FireKind, blow: Blow, blows: &mut Vec<Blow>) -> Go {
        if self.unit(blow.target).screens() {
            return self.share_with_unit_behind(fire, blow, blows);
        }
        let Some((gap, chain)) = self.chain_before(blow.firer, blow.target) else {
            blows.push(blow);
            return Ok(());
        };
        let shares = self.shares(fire, &Pair { chain, unit: blow.target, gap }, blow.men)?;
        if shares.screen_men.0 > 0 {
            let effect = if shares.screens { blow.effect } else { FireEffect::Nothing };
            blows.push(blow.of_men(chain, shares.screen_men.0, effect));
        }
        if !shares.screens {
            blows.push(Blow { men: shares.unit_men.0, ..blow });
        }
        Ok(())
    }

    /// A chain that is fired at close before its unit shares its loss with it (§14.03.1, §14.03.2).
    fn share_with_unit_behind(&mut self, fire: FireKind, blow: Blow, blows: &mut Vec<Blow>) -> Go {
        let Some((gap, unit)) = self.close_behind(blow.firer, blow.target) else {
            blows.push(blow);
            return Ok(());
        };
        let shares = self.shares(fire, &Pair { chain: blow.target, unit, gap }, blow.men)?;
        if !shares.shared {
            blows.push(blow);
            return Ok(());
        }
        if shares.unit_men.0 > 0 {
            blows.push(blow.of_men(unit, shares.unit_men.0, FireEffect::Nothing));
        }
        blows.push(Blow { men: shares.screen_men.0, ..blow });
        Ok(())
    }

    fn shares(&self, fire: FireKind, pair: &Pair, men: i32) -> Go<ScreeningResult> {
        let facts = Screening {
            fire,
            gap_cm: Centimetres((pair.gap / CM).clamp(0.0, 200.0)),
            screen_figures: Figures(self.unit(pair.chain).figures.clamp(1, 200)),
            unit_figures: Figures(self.unit(pair.unit).figures.clamp(1, 500)),
            men_lost: Men(men.clamp(0, 5000)),
        };
        Ok(plain(&facts, self.tables)?)
    }
}

impl Blow {
    /// The part of a blow that another unit takes: men alone.
    fn of_men(&self, target: UnitId, men: i32, effect: FireEffect) -> Blow {
        Blow { target, men, effect, horses: 0, pieces: 0, loads: 0, ..*self }
    }
}
