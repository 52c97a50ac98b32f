//! Phase 5: fire (chapter 6). Firers and targets are named first; then all is measured, thrown and taken off at once.

use krigsspil_engine::{Figures, OrNull};
use krigsspil_turn::desk::{Go, Pause, each, item};
use serde_json::json;

use super::aim::{Named, Sum, measured};
use super::morale::{Due, Gives};
use super::{Reached, Run};
use crate::battle::bodies::plain;
use crate::battle::command::corps;
use crate::battle::order::Wing;
use crate::battle::state::*;
use crate::procedures::ammunition::Resupply;
use crate::procedures::fire::{FireCoordination, FiringBattery};
use crate::procedures::morale::MoraleTrigger;
use crate::tables::Tables;

/// What fire does to a unit in one phase.
#[derive(Clone, Debug)]
struct Hit {
    target: UnitId,
    losses: i32,
    /// Losses and deduction by fire within 5 cm.
    close: Option<(i32, f64)>,
    town_guns_only: bool,
    from: UnitId,
}

impl Run<'_> {
    pub(super) fn fire_phase(&mut self) -> Result<(), Pause> {
        let gives = match std::mem::take(&mut self.reached) {
            Reached::Shot(gives) => gives,
            _ => self.fires()?,
        };
        each(self, &gives, |run, gives| run.gives_way(gives))?;
        let supplied: Vec<UnitId> =
            self.battle.here().filter(|&unit| self.unit(unit).now.resupplies).collect();
        let supplied = self.battle.by_place(supplied);
        each(self, &supplied, |run, &unit| run.resupplies(unit))
    }

    /// All that is named is fired, and who must tests; those who must give way are left.
    fn fires(&mut self) -> Result<Vec<Gives>, Pause> {
        let firers: Vec<UnitId> =
            self.battle.here().filter(|&unit| !self.unit(unit).now.fires.is_empty()).collect();
        let firers = self.battle.by_place(firers);
        let named: Vec<(UnitId, Fire)> = firers
            .iter()
            .flat_map(|&unit| {
                self.unit(unit).now.fires.iter().map(move |fire| (unit, *fire)).collect::<Vec<_>>()
            })
            .collect();
        let due = item(self, |run| {
            let measured: Vec<Named> = run.fires_measured(&named);
            let hits = run.thrown(&measured)?;
            Ok(run.taken_off(&hits))
        })?;
        let gives = self.tests(due.unwrap_or_default())?;
        if !gives.is_empty() {
            self.marked(Reached::Shot(gives.clone()));
        }
        Ok(gives)
    }

    /// All fires are measured before any is thrown; those that cannot be made are told to their own side.
    fn fires_measured(&mut self, named: &[(UnitId, Fire)]) -> Vec<Named> {
        let mut good: Vec<Named> = Vec::new();
        for &(unit, fire) in named {
            match measured(self.battle, self.tables, unit, fire) {
                Ok(named) => good.push(named),
                Err(reason) => self.tell_own(unit, "does_not_fire", "6.1.2", json!({"reason": reason})),
            }
        }
        self.coordinated(good)
    }

    /// Batteries of one corps, and at most two, fire at one unit, unless it is all they can fire at (§6.1.11). The nearest count first;
    /// those equally near, to a tenth of a millimetre, as their player named them: never by the side of the table on which they stand.
    fn coordinated(&mut self, named: Vec<Named>) -> Vec<Named> {
        let mut kept: Vec<Named> = Vec::new();
        let mut guns: Vec<Named> = Vec::new();
        for one in named {
            if matches!(one.sum, Sum::Guns(_)) { guns.push(one) } else { kept.push(one) }
        }
        let named = |gun: &Named| {
            self.unit(gun.unit).now.fires.iter().find(|fire| fire.target == gun.target).map(|fire| fire.named)
        };
        let near = |gun: &Named| (gun.cm * 100.0).round();
        guns.sort_by(|a, b| near(a).total_cmp(&near(b)).then_with(|| named(a).cmp(&named(b))));
        let mut corps_numbers: Vec<PostId> = Vec::new();
        for gun in guns {
            let mut battery = |unit: UnitId| {
                let of = corps(self.battle, unit);
                let number = corps_numbers.iter().position(|post| *post == of).unwrap_or_else(|| {
                    corps_numbers.push(of);
                    corps_numbers.len() - 1
                });
                FiringBattery {
                    corps: (number as i32 + 1).min(99),
                    artillery_chief: self.unit(unit).battery.as_ref().is_some_and(|guns| guns.chief),
                }
            };
            let mut batteries: Vec<FiringBattery> = kept
                .iter()
                .filter(|other| other.target == gun.target && matches!(other.sum, Sum::Guns(_)))
                .map(|other| battery(other.unit))
                .collect();
            batteries.push(battery(gun.unit));
            batteries.truncate(8);
            let facts = FireCoordination { batteries, only_target: self.only_target(&gun) };
            match plain(&facts, self.tables).map(|together| together.reasons.first().copied()) {
                Ok(None) => kept.push(gun),
                Ok(Some(bar)) => {
                    self.tell_own(gun.unit, "does_not_fire", "6.1.11", json!({"reason": bar.as_str()}));
                }
                Err(_) => {}
            }
        }
        let order = self.battle.by_place(kept.iter().map(|named| named.unit).collect::<Vec<_>>());
        let place = |named: &Named| order.iter().position(|unit| *unit == named.unit);
        kept.sort_by_key(place);
        kept
    }

    /// Is there nothing else this battery could fire at?
    fn only_target(&self, gun: &Named) -> bool {
        let side = self.unit(gun.unit).side;
        let mut others = self.battle.enemies(side).filter(|&enemy| enemy != gun.target);
        !others.any(|target| {
            measured(self.battle, self.tables, gun.unit, Fire { target, side: Wing::Front, named: 0 }).is_ok()
        })
    }

    fn thrown(&mut self, named: &[Named]) -> Go<Vec<Hit>> {
        let mut hits: Vec<Hit> = Vec::new();
        for one in named {
            let about = json!({"cm": (one.cm * 10.0).round() / 10.0});
            let units = [one.unit, one.target];
            let (losses, deduction, close) = match &one.sum {
                Sum::Infantry(facts) => {
                    let fire = self.roll(("fires", "6.1.10"), &units, about, facts)?;
                    (fire.losses.0, fire.morale_modifier, fire.morale_test)
                }
                Sum::Guns(facts) => {
                    let fire = self.roll(("fires", "6.1.10"), &units, about, facts)?;
                    (fire.losses.0, fire.morale_modifier, fire.morale_test)
                }
            };
            let guns = matches!(one.sum, Sum::Guns(_));
            let gunners = self.unit(one.unit).figures();
            let of = self.unit_mut(one.unit);
            of.now.fired = true;
            if let Some(battery) = &mut of.battery {
                battery.loads = (battery.loads - 1).max(0);
            }
            let active = self.battle.active();
            if guns
                && self.unit(one.target).side == active
                && let Some(battery) = &mut self.unit_mut(one.target).battery
            {
                battery.shelled_by = battery.shelled_by.max(gunners);
            }
            let at = match hits.iter().position(|hit| hit.target == one.target) {
                Some(at) => at,
                None => {
                    hits.push(Hit {
                        target: one.target,
                        losses: 0,
                        close: None,
                        town_guns_only: true,
                        from: one.unit,
                    });
                    hits.len() - 1
                }
            };
            let hit = &mut hits[at];
            hit.losses += losses;
            if close {
                let (sum, nearest) = hit.close.unwrap_or((0, f64::INFINITY));
                if one.cm < nearest {
                    hit.from = one.unit;
                }
                hit.close = Some((sum + deduction, nearest.min(one.cm)));
                hit.town_guns_only = false;
            }
        }
        Ok(hits)
    }

    /// Losses come off together; who lost figures by fire within 5 cm will test (§8.2).
    fn taken_off(&mut self, hits: &[Hit]) -> Vec<Due> {
        let order = self.battle.by_place(hits.iter().map(|hit| hit.target).collect::<Vec<_>>());
        let (mut due, mut lost) = (Vec::new(), Vec::new());
        for target in order {
            let Some(hit) = hits.iter().find(|hit| hit.target == target) else { continue };
            let of = self.unit(target);
            let losses = hit.losses.min(of.figures());
            let trigger = MoraleTrigger {
                original: Figures(of.original),
                lost_before: Figures(of.lost.min(of.original - losses).min(119)),
                melee_losses: Figures(0),
                lost_melee: false,
                fire_losses: Figures(losses),
                fire_distance_cm: OrNull(hit.close.map(|(_, cm)| cm.min(50.0))),
                in_town_artillery_fire: hit.town_guns_only,
                passed_through: false,
            };
            let required = plain(&trigger, self.tables).is_ok_and(|trigger| trigger.required);
            let away = super::ways_back::driven_by_fire(self.battle, hit.from, target);
            let guns = self.attached(target);
            if losses > 0 {
                self.tell("loses_figures", "6.1.10", &[target], json!({"figures": losses}));
            }
            lost.push((target, losses));
            if required {
                let deduction = hit.close.map_or(0, |(sum, _)| sum);
                due.push(Due {
                    unit: target,
                    deduction,
                    flank: false,
                    won: false,
                    lost: false,
                    fleeing: None,
                    away,
                    from: Some(hit.from),
                    guns,
                });
            }
        }
        self.lose(&lost);
        due.retain(|due: &Due| self.unit(due.unit).here());
        self.worn_out(&lost, &due);
        due
    }

    /// A battery far from the enemy tries to draw ammunition (§6.1.12.2).
    fn resupplies(&mut self, unit: UnitId) -> Go {
        let Some(facts) = resupply(self.battle, self.tables, unit) else { return Ok(()) };
        if !plain_allowed(&facts, self.tables) {
            self.tell_own(unit, "does_not_resupply", "6.1.12.2", json!({}));
            return Ok(());
        }
        let result = self.roll(("resupplies", "6.1.12.2"), &[unit], json!({}), &facts)?;
        if let Some(guns) = &mut self.unit_mut(unit).battery {
            guns.loads = result.left_after;
        }
        Ok(())
    }
}

/// The facts of a battery that tries to draw ammunition.
pub(in crate::battle) fn resupply(battle: &Battle, tables: &Tables, unit: UnitId) -> Option<Resupply> {
    let of = &battle.units[unit];
    let guns = of.battery.as_ref()?;
    let nearest = battle.nearest(unit, battle.enemies(of.side)).map(|(cm, _)| cm);
    Some(Resupply {
        nearest_enemy_cm: OrNull(nearest.map(|cm| cm.min(2000.0))),
        gun: guns.gun,
        french_guard: tables.unit(of.kind).french_guard,
        left: guns.loads.clamp(0, 12),
    })
}

/// Is a battery far enough from the enemy? Found without a throw: the die matters only when it is.
fn plain_allowed(facts: &Resupply, tables: &Tables) -> bool {
    use krigsspil_engine::Procedure;
    use krigsspil_engine::dice::ScriptedDice;
    let tried = facts.resolve(tables, &mut ScriptedDice::new(&[0]), &mut ());
    tried.is_ok_and(|result| result.allowed)
}
