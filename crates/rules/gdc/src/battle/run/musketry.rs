//! The musketry phase (chapter 8): skirmish fire first, then volleys, each all at once.

use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::guns::Struck;
use crate::battle::aim;
use crate::battle::muskets;
use crate::battle::order::UnitOrder;
use crate::battle::questions::{BonusChoice, FOLLOWS_FIRE};
use crate::battle::state::*;
use crate::battle::walk::Stride;
use crate::procedures::morale_events::MoraleEvent;
use crate::procedures::skirmish_fire::BonusMove;

/// The cosine of the angle within which somebody is before a front: 45 degrees, as for volleys.
const BEFORE: f64 = std::f64::consts::FRAC_1_SQRT_2;

impl Run<'_> {
    /// All fire of a step, casualties, checks and bonus moves.
    pub(super) fn musketry(&mut self, skirmish: bool) -> Result<(), Pause> {
        let mut struck: Vec<Struck> = Vec::new();
        if skirmish {
            self.item(Run::fire_at_riders)?;
        }
        self.item(|run| run.all_fire(skirmish, &mut struck))?;
        let event = if skirmish { MoraleEvent::SkirmishHit } else { MoraleEvent::VolleyCasualty };
        self.item(|run| run.suffers(&struck, event))?;
        let failed = |run: &Self, unit: UnitId| !run.unit(unit).here() || run.unit(unit).turn.failed;
        let mut firers: Vec<(UnitId, UnitId)> = Vec::new();
        for one in &struck {
            if failed(self, one.unit) && !firers.iter().any(|(by, _)| *by == one.by) {
                firers.push((one.by, one.unit));
            }
        }
        firers.retain(|(by, _)| self.unit(*by).here());
        self.desk.next_step();
        each(self, &firers, |run, (by, target)| run.follows_fire(*by, *target))
    }

    fn all_fire(&mut self, skirmish: bool, struck: &mut Vec<Struck>) -> Go {
        let before = self.battle.clone();
        for (unit, order) in self.written() {
            let UnitOrder::Fire { target, castings, also } = order else { continue };
            let target = self.battle.unit(&target);
            let also = also.as_ref().and_then(|also| self.battle.unit(also));
            let whole = before.units[unit].castings;
            let first = castings.map_or(whole, |castings| castings.min(whole));
            let groups = [target.map(|target| (target, first)), also.map(|also| (also, whole - first))];
            for (target, castings) in groups.into_iter().flatten().filter(|(_, castings)| *castings > 0) {
                match skirmish {
                    true => self.skirmishers_fire(&before, unit, target, castings, also.is_some(), struck)?,
                    false => self.volley(&before, unit, target, struck)?,
                }
            }
        }
        Ok(())
    }

    fn skirmishers_fire(
        &mut self,
        before: &Battle,
        unit: UnitId,
        target: UnitId,
        castings: i32,
        split: bool,
        struck: &mut Vec<Struck>,
    ) -> Go {
        let facts = muskets::skirmish_facts(before, self.tables, unit, target, castings, split);
        let about = json!({"yards": facts.shot.distance_yards.0, "castings": castings});
        let fired = self.roll(("skirmish_fire", "8.3"), &[unit, target], about, &facts)?;
        if fired.hit {
            let flank = aim::from_flank(before, unit, target);
            struck.push(Struck {
                unit: target,
                by: unit,
                castings: fired.castings_killed.0,
                flank,
                checks: fired.morale_check_required,
                deduction: fired.morale_deduction,
                friendly: false,
            });
        }
        Ok(())
    }

    fn volley(&mut self, before: &Battle, unit: UnitId, target: UnitId, struck: &mut Vec<Struck>) -> Go {
        let facts = muskets::volley_facts(before, self.tables, unit, target);
        let about = json!({"yards": facts.shot.distance_yards.0});
        let fired = self.roll(("volley", "8.4"), &[unit, target], about, &facts)?;
        if fired.hits > 0 {
            let flank = aim::from_flank(before, unit, target);
            struck.push(Struck {
                unit: target,
                by: unit,
                castings: fired.hits,
                flank,
                checks: true,
                deduction: 0,
                friendly: false,
            });
        }
        Ok(())
    }

    /// Its fire has shaken its target: it may advance up to 50 yards toward it (§8.5).
    fn follows_fire(&mut self, unit: UnitId, target: UnitId) -> Go {
        let facts = BonusMove {
            target_failed_check: true,
            caused_by_musketry: true,
            firer_engaged: self.battle.engaged(unit),
        };
        let yards = super::telling::plain(self.tables, &facts)?.advance_yards.0;
        let own = self.unit(unit);
        let may_not_move = own.prone || own.recall.is_some() || own.turn.shaken;
        if yards == 0 || own.guns() || own.stance == Stance::Square || may_not_move {
            return Ok(());
        }
        let chosen =
            self.ask(&FOLLOWS_FIRE, unit, Some(target), &[BonusChoice::Cheer, BonusChoice::Advance])?;
        if chosen == BonusChoice::Cheer {
            return Ok(());
        }
        let own = self.unit(unit);
        let to = self.unit(target).placed.centre() - own.placed.centre();
        let Some(way) = to.unit() else { return Ok(()) };
        let frame = *own.placed.frame();
        let yards = f64::from(yards).min(to.length());
        // Straight ahead is toward an enemy before the front: so neighbours do not bar each other.
        let stride = match way.dot(frame.ahead) >= BEFORE {
            true => Stride::Ahead(yards),
            false => Stride::Shift(way.dot(frame.right) * yards, way.dot(frame.ahead) * yards),
        };
        let gone = self.goes(unit, &[stride], yards);
        if gone > 0 {
            self.tell("follows_fire", "8.5", &[unit, target], json!({"yards": gone}));
        }
        Ok(())
    }
}
