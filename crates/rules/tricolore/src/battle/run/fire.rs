//! Tactical fire and bombardment: all of one side at one target is added (R91), all at once.

use std::collections::BTreeMap;

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use krigsspil_turn::knowledge::told;
use serde_json::json;

use super::Run;
use crate::battle::state::*;
use crate::battle::terrain::zone_cover;
use crate::procedures::bombardment::{
    Battery, BombardmentFire, BombardmentResult, TacticalFire, TownCoverTest,
};
use crate::quantity::{Bases, Metres};
use crate::vocabulary::{Arm, BombardmentTarget, Calibre, TroopFormation};

/// What one side fires at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Unit(UnitId),
    Zone(usize),
}

impl Run<'_> {
    /// Batteries that did not move may fire in a sequence (§bombard.tactical): O1/1, and 1U whether they pass or not (R38).
    pub(super) fn tactical_fire(&mut self) -> Go {
        let mut asked: Vec<UnitId> = self.battle.shots.iter().map(|shot| shot.unit).collect();
        asked.sort();
        asked.dedup();
        let mut silent = Vec::new();
        let mut before = BTreeMap::new();
        for unit in self.battle.by_place(asked) {
            let own = self.unit(unit);
            let facts = TacticalFire { orders: own.ratings.orders, disorder: own.u() };
            let result = self.roll(("fires_tactically", "bombard.tactical"), &[unit], json!({}), &facts)?;
            before.insert(unit, result.fire_disorder.0);
            self.unit_mut(unit).disorder = result.disorder_after.0;
            if !result.may_fire {
                silent.push(unit);
            }
        }
        self.battle.shots.retain(|shot| !silent.contains(&shot.unit));
        self.fire(true, &before)
    }

    /// Phase F: targets named secretly are revealed together, and results take effect when all are known (§turn.F).
    pub(super) fn bombardment(&mut self) -> Go {
        self.fire(false, &BTreeMap::new())
    }

    fn fire(&mut self, tactical: bool, before: &BTreeMap<UnitId, i32>) -> Go {
        let shots = std::mem::take(&mut self.battle.shots);
        let mut by_target: BTreeMap<(SideId, Target), Vec<Shot>> = BTreeMap::new();
        for shot in shots {
            let side = self.unit(shot.unit).side;
            let target = match (shot.zone, shot.target) {
                (Some(zone), _) => Target::Zone(zone),
                (None, Some(unit)) => Target::Unit(unit),
                (None, None) => continue,
            };
            by_target.entry((side, target)).or_default().push(shot);
        }
        // Thrown in an order of place: that of the first battery of each target.
        let mut fires: Vec<(Target, Vec<Shot>)> = Vec::new();
        for ((_, target), mut shots) in by_target {
            shots.sort_by(|a, b| self.battle.comes_first(a.unit, b.unit));
            fires.push((target, shots));
        }
        fires.sort_by(|a, b| {
            self.battle.comes_first(a.1[0].unit, b.1[0].unit).then_with(|| self.target_first(a.0, b.0))
        });
        let mut results = Vec::new();
        for (target, shots) in &fires {
            let facts = self.fire_facts(*target, shots, tactical, before);
            let result = self.tell_fire(*target, shots, &facts)?;
            results.push((*target, result));
        }
        let mut fired: Vec<UnitId> =
            fires.iter().flat_map(|(_, shots)| shots.iter().map(|shot| shot.unit)).collect();
        fired.sort();
        fired.dedup();
        for unit in fired {
            if !tactical {
                self.unit_mut(unit).gains(1);
            }
        }
        for (target, result) in results {
            self.struck(target, &result)?;
        }
        Ok(())
    }

    fn target_first(&self, one: Target, other: Target) -> std::cmp::Ordering {
        match (one, other) {
            (Target::Unit(one), Target::Unit(other)) => self.battle.comes_first(one, other),
            (Target::Zone(one), Target::Zone(other)) => one.cmp(&other),
            (Target::Unit(_), Target::Zone(_)) => std::cmp::Ordering::Less,
            (Target::Zone(_), Target::Unit(_)) => std::cmp::Ordering::Greater,
        }
    }

    /// The batteries with their own U and range (R35), and the target as it stands.
    fn fire_facts(
        &self,
        target: Target,
        shots: &[Shot],
        tactical: bool,
        before: &BTreeMap<UnitId, i32>,
    ) -> BombardmentFire {
        let away = |unit: UnitId| match target {
            Target::Unit(target) => self.battle.metres(unit, target),
            // From nearest edge to nearest edge, like every distance (R80).
            Target::Zone(zone) => self.battle.fixed.zone_bodies[zone]
                .as_ref()
                .map_or(0, |body| whole_metres(distance(&self.unit(unit).placed, body))),
        };
        let battery = |shot: &Shot| {
            let own = self.unit(shot.unit);
            Battery {
                calibre: own.battery.map_or(Calibre::Pd6, |battery| battery.calibre),
                bases: shot.bases,
                disorder: crate::quantity::Disorder(before.get(&shot.unit).copied().unwrap_or(own.disorder)),
                distance_m: Metres(away(shot.unit).clamp(0, 1000)),
            }
        };
        let batteries = shots.iter().map(battery).collect();
        match target {
            Target::Unit(unit) => {
                let struck = self.unit(unit);
                let artillery = struck.branch.is_artillery();
                // In flank when a battery stands behind the prolonged front of the target (R108).
                let flank = shots.iter().any(|shot| self.behind_front(unit, shot.unit));
                BombardmentFire {
                    batteries,
                    tactical,
                    target: if artillery { BombardmentTarget::Artillery } else { BombardmentTarget::Troops },
                    target_bases: struck.bases,
                    target_formation: struck.troop_formation(),
                    flank: flank && struck.formation != crate::vocabulary::BaseFormation::Square,
                }
            }
            Target::Zone(zone) => BombardmentFire {
                batteries,
                tactical,
                target: BombardmentTarget::TownZone,
                target_bases: self
                    .in_zone_all(zone)
                    .iter()
                    .fold(Bases::NONE, |sum, &unit| sum.and(self.unit(unit).bases)),
                target_formation: TroopFormation::Line,
                flank: false,
            },
        }
    }

    /// Does the middle of one's front stand behind the line of another's front?
    pub(super) fn behind_front(&self, of: UnitId, other: UnitId) -> bool {
        let place = self.unit(other).placed.pose().at;
        self.unit(of).placed.frame().to_body(place).y < -1.0
    }

    fn in_zone_all(&self, zone: usize) -> Vec<UnitId> {
        let inside = self
            .battle
            .here()
            .filter(|&unit| self.unit(unit).zone == Some(zone) && !self.unit(unit).branch.is_artillery());
        self.battle.by_place(inside.collect())
    }

    fn tell_fire(
        &mut self,
        target: Target,
        shots: &[Shot],
        facts: &BombardmentFire,
    ) -> Go<BombardmentResult> {
        let first = shots[0].unit;
        let firing: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
        let names: Vec<_> = firing.iter().map(|&unit| self.unit(unit).id.clone()).collect();
        let (rule, other, struck) = match target {
            Target::Unit(unit) => ("bombard.test", self.unit(unit).id.clone(), Some(unit)),
            Target::Zone(zone) => ("bombard.town", self.battle.zones[zone].name.clone(), None),
        };
        let of: Vec<UnitId> = [first].into_iter().chain(struck).collect();
        let audience = told(self.battle, &of);
        let about = json!({"unit": self.unit(first).id, "other": other, "batteries": names,
            "metres": facts.batteries[0].distance_m});
        Ok(self.roll_fire(rule, (&firing, struck), (about, audience), facts)?)
    }

    /// What the target suffers: bases, U of guns, steps of a zone's cover.
    fn struck(&mut self, target: Target, result: &BombardmentResult) -> Go {
        match target {
            Target::Unit(unit) => {
                self.loses(unit, result.loss_bases, "chart.bombardment");
                if self.unit(unit).here() {
                    let shaken = self.battle.fixed.options.shells_shake && result.loss_bases > Bases::NONE;
                    let more = i32::from(shaken && !self.unit(unit).branch.is_artillery());
                    self.unit_mut(unit).gains(result.disorder_gain.0 + more);
                }
                Ok(())
            }
            Target::Zone(zone) => {
                let inside = self.in_zone_all(zone);
                self.spread(&inside, result.loss_bases, "bombard.town");
                self.cover_tests(zone, result.cover_tests)
            }
        }
    }

    /// Each asterisk is one test for a step of the zone's cover (§bombard.cover-loss, R33).
    fn cover_tests(&mut self, zone: usize, asterisks: i32) -> Go {
        if asterisks == 0 {
            return Ok(());
        }
        let cover = zone_cover(self.battle, self.tables, zone, Arm::Infantry);
        let facts = TownCoverTest { asterisks: asterisks.min(2), cover };
        let about = json!({"zone": self.battle.zones[zone].name});
        let audience = krigsspil_engine::battle::Audience::All;
        let result = self.roll_for(("cover_lost", "bombard.cover-loss"), audience, about, &facts)?;
        self.battle.zones[zone].steps_lost += result.steps_lost;
        Ok(())
    }
}
