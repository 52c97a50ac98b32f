//! Fires with small arms (chapter 05), and who fires when.

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Centimetres, Figures, Men, Procedure};
use serde_json::json;

use super::aim::{Aim, measured};
use super::blows::{Blow, Cause};
use super::lines::{nearest_place, shared};
use super::{Go, Run, item};
use crate::battle::bodies::plain;
use crate::battle::legal::{troops, unit_arm};
use crate::battle::order::{UnitOrder, When};
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, hidden_ground};
use crate::procedures::small_arms::{FireBar, FireCheck, SmallArmsFire, WeaponData};
use crate::vocabulary::*;

/// One shot: the firer, the target that is forced on it, and whether it is surprised.
pub(super) type Shot = (UnitId, Option<UnitId>, bool);

/// The order of a unit that still fights.
pub(super) fn steady(order: Order) -> SteadyOrder {
    match order {
        Order::Good => SteadyOrder::Good,
        Order::LightDisorder => SteadyOrder::LightDisorder,
        Order::Pinned => SteadyOrder::Pinned,
        Order::Disorder | Order::Rout => SteadyOrder::Disorder,
    }
}

/// The same for a unit in its current state: only men on foot lie down.
pub(super) fn order_of(unit: &Unit) -> SteadyOrder {
    match steady(unit.order) {
        SteadyOrder::Pinned if !pinned(unit) => SteadyOrder::LightDisorder,
        order => order,
    }
}

/// Is it pinned? Gunners back at their guns no longer are (§04.02.7 applies to men on foot).
pub(super) fn pinned(unit: &Unit) -> bool {
    unit.order == Order::Pinned && unit_arm(unit).on_foot()
}

/// A unit as a target.
pub(super) fn target_arm(unit: &Unit) -> TargetArm {
    match unit.branch {
        Branch::Infantry => TargetArm::Infantry,
        Branch::Cavalry if unit.mounted => TargetArm::MountedCavalry,
        Branch::Cavalry => TargetArm::DismountedCavalry,
        Branch::Wagon => TargetArm::AmmunitionWagon,
        Branch::Artillery => match &unit.battery {
            Some(battery) if battery.abandoned.is_some() => TargetArm::Infantry,
            Some(battery) if battery.limbered => TargetArm::ArtilleryLimbered,
            _ => TargetArm::ArtilleryUnlimbered,
        },
    }
}

/// The formation of a target.
pub(super) fn target_formation(unit: &Unit) -> TargetFormation {
    if unit.order == Order::Rout {
        return TargetFormation::Rout;
    }
    if unit.building.is_some() {
        return TargetFormation::Building;
    }
    match unit.formation {
        Formation::MarchColumn => TargetFormation::MarchColumn,
        Formation::AttackColumn => TargetFormation::AttackColumn,
        Formation::Line => TargetFormation::Line,
        Formation::ThinLine => TargetFormation::ThinLine,
        Formation::Chain => TargetFormation::Chain,
    }
}

impl Run<'_> {
    /// Fires at once, all together (§04.01.3); the others wait for their moment or event.
    pub(super) fn fires_at_once(&mut self) -> Go {
        let mut now = Vec::new();
        let mut later = Vec::new();
        for unit in self.battle.here() {
            match &self.unit(unit).now.order {
                Some(UnitOrder::Fire { when: When::AtOnce, .. }) => now.push(unit),
                Some(UnitOrder::Fire { .. }) => later.push(unit),
                _ => {}
            }
        }
        self.battle.waiting = later;
        let shots: Vec<Shot> = now.into_iter().map(|unit| (unit, None, false)).collect();
        self.volley(&shots)
    }

    /// Some fire together: all losses are computed from the state before, then booked, then tested.
    pub(super) fn volley(&mut self, shots: &[Shot]) -> Go {
        let mut blows = Vec::new();
        self.show_themselves(shots);
        for &(firer, target, surprised) in shots {
            self.battle.waiting.retain(|waiting| *waiting != firer);
            if !self.unit(firer).steady() || self.unit(firer).now.fired {
                continue;
            }
            item(self, |run| match run.unit(firer).battery {
                Some(_) => run.battery_fires(firer, target, surprised, &mut blows),
                None => run.unit_fires(firer, target, surprised, &mut blows),
            })?;
        }
        for &(firer, ..) in shots {
            self.unit_mut(firer).now.firing = false;
        }
        self.book(blows)
    }

    /// Units in towns and woods that fire together see each other's flashes, whoever is computed first (§03.02.3).
    fn show_themselves(&mut self, shots: &[Shot]) {
        let fires = |&&(firer, target, surprised): &&Shot| {
            let named = target.or_else(|| self.named_target(firer));
            let aims = |weapon| self.choose(firer, weapon, named, surprised).is_some();
            hidden_ground(self.battle, firer) && self.unit(firer).weapon.is_none_or(aims)
        };
        let shown: Vec<UnitId> = shots.iter().filter(fires).map(|&(firer, ..)| firer).collect();
        for firer in shown {
            self.unit_mut(firer).now.firing = true;
        }
    }

    /// The named target, or none.
    pub(super) fn named_target(&self, firer: UnitId) -> Option<UnitId> {
        match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { target: Some(target), .. }) => self.battle.unit(target),
            _ => None,
        }
    }

    fn unit_fires(
        &mut self,
        firer: UnitId,
        forced: Option<UnitId>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let Some(weapon) = self.unit(firer).weapon else { return Ok(()) };
        let named = forced.or_else(|| self.named_target(firer));
        let shots = self.shots_of(firer, weapon, named, surprised);
        let cm = |aims: &[Aim]| aims.iter().map(|aim| aim.distance_cm).fold(f64::INFINITY, f64::min);
        let nearest = shots.iter().map(|(target, aims)| (*target, cm(aims)));
        let Some(nearest) = nearest.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            self.tell_no_target(firer, "05.01.2");
            return Ok(());
        };
        // Part and rest, and the sides of a house, fire from the same state, one right after the other (§05.01.3).
        let shots: Vec<_> = shots
            .into_iter()
            .flat_map(|(target, aims)| aims.into_iter().map(move |aim| (target, aim)))
            .map(|(target, aim)| {
                let rear = self.stacked_behind(target, aim.from);
                let facts = self.fire_facts((firer, target), &aim, &rear, weapon, surprised);
                (target, aim, facts, rear)
            })
            .collect();
        let fired = self.unit_mut(firer);
        fired.now.fired = true;
        fired.now.fired_surprised |= surprised;
        fired.now.target = Some(nearest);
        fired.ever_fired = true;
        for (target, aim, facts, rear) in &shots {
            if self.unit(firer).ammunition {
                self.fire((firer, *target), aim, facts, rear, blows)?;
            }
        }
        Ok(())
    }

    /// At whom a unit fires: one target; a garrison without a named target fires from every side of the house at a separate target
    /// (§02.04.3, ruling 86).
    fn shots_of(
        &self,
        firer: UnitId,
        weapon: Weapon,
        named: Option<UnitId>,
        surprised: bool,
    ) -> Vec<(UnitId, Vec<Aim>)> {
        if self.unit(firer).building.is_none() || named.is_some() {
            return self.choose(firer, weapon, named, surprised).into_iter().collect();
        }
        let (least, most) = self.per_unit_from_house(firer);
        let mut sides: Vec<(UnitId, usize)> = Vec::new();
        for enemy in self.nearest_first(firer, weapon, None) {
            let side = self.side_of_house(firer, enemy);
            let taken = sides.iter().any(|(_, other)| *other == side);
            if !taken && self.aims_at(firer, weapon, enemy, false, surprised).is_some() {
                sides.push((enemy, side));
            }
        }
        // Every side gets the figures of one fire unit, the nearest first; then as many more as there is room for.
        let mut left = self.unit(firer).figures;
        sides.truncate((left / least.max(1)).max(1) as usize);
        left -= least * sides.len() as i32;
        let mut shots = Vec::new();
        for (enemy, _) in sides {
            let more = (most - least).min(left);
            left -= more.max(0);
            let figures = (least + more).min(self.unit(firer).figures);
            shots.push((enemy, vec![self.aim_from_house(firer, enemy, figures)]));
        }
        shots
    }

    /// Reports that nobody was fired at: a player who names a target that his unit does not see is told so (ruling 87).
    pub(super) fn tell_no_target(&mut self, firer: UnitId, rule: &'static str) {
        let unseen = self
            .named_target(firer)
            .filter(|&target| self.unit(target).here())
            .filter(|&target| !unit_sees(self.battle, self.tables, firer, target));
        match unseen {
            Some(target) => {
                let about = json!({"other": self.id(target), "reason": "target_not_seen"});
                self.tell_own("no_target", "03.02.3", firer, about);
            }
            None => self.tell("no_target", rule, &[firer], json!({"reason": "nobody_to_fire_at"})),
        }
    }

    /// Could a surprised fire at an attacker cost him anything, whatever the throw? If not, the volley would be wasted.
    pub(super) fn fire_could_tell(&self, firer: UnitId, target: UnitId) -> bool {
        let Some(weapon) = self.unit(firer).weapon else { return true };
        let Some((_, aims)) = self.choose(firer, weapon, Some(target), true) else { return false };
        aims.iter().any(|aim| {
            let facts = self.fire_facts((firer, target), aim, &[], weapon, true);
            let best = facts.resolve(self.tables, &mut ScriptedDice::new(&[6, 6]), &mut ());
            best.is_ok_and(|result| result.loss_men.0 > 0)
        })
    }

    fn fire(
        &mut self,
        (firer, target): (UnitId, UnitId),
        aim: &Aim,
        facts: &SmallArmsFire,
        rear: &[(UnitId, i32)],
        blows: &mut Vec<Blow>,
    ) -> Go {
        let about = json!({"cm": (aim.distance_cm * 10.0).round() / 10.0});
        let result = self.roll("fires", "05.02.1", &[firer, target], about, facts)?;
        self.tell_far_off_fire("05.02.1", &[firer, target], json!({"figures": facts.figures}));
        if result.ammunition_exhausted {
            self.unit_mut(firer).ammunition = false;
            self.tell_own("out_of_ammunition", "09.01.1", firer, json!({}));
        }
        let cause = Cause::Fire { cm: aim.distance_cm, from: aim.from, small_arms: true };
        blows.push(Blow::new(firer, target, result.loss_men.0, result.general_falls, cause));
        let bare_falls = result.dice_sum == self.tables.fire.general_falls_fire;
        for (behind, men) in shared(result.rear_extra_loss_men.0, rear) {
            let falls = bare_falls && men > 0 && self.general_with(behind);
            // Whether it is pinned depends on its own distance (§04.02.7).
            let cm = measured(aim.from, nearest_place(&self.unit(behind).placed, aim.from));
            let cause = Cause::Fire { cm, from: aim.from, small_arms: true };
            blows.push(Blow::new(firer, behind, men, falls, cause));
        }
        Ok(())
    }

    /// Could it fire at this enemy, surprised or not?
    pub(super) fn could_fire(&self, firer: UnitId, target: UnitId) -> bool {
        match self.unit(firer).weapon {
            Some(weapon) => self.choose(firer, weapon, Some(target), true).is_some(),
            None => self.battery_could_fire(firer, target),
        }
    }

    /// The named or forced target, if it can be fired at; without one the nearest possible target.
    fn choose(
        &self,
        firer: UnitId,
        weapon: Weapon,
        named: Option<UnitId>,
        surprised: bool,
    ) -> Option<(UnitId, Vec<Aim>)> {
        let near = self.nearest_first(firer, weapon, named);
        near.into_iter().find_map(|enemy| {
            self.aims_at(firer, weapon, enemy, named.is_some(), surprised).map(|aims| (enemy, aims))
        })
    }

    /// The enemies within reach, or the named one, nearest first.
    fn nearest_first(&self, firer: UnitId, weapon: Weapon, named: Option<UnitId>) -> Vec<UnitId> {
        let reach = plain(&WeaponData { weapon, distance_cm: Centimetres(0.0) }, self.tables);
        let reach = reach.map_or(0.0, |data| f64::from(data.max_range_cm));
        let mut near: Vec<(f64, UnitId)> = self
            .battle
            .enemies_of(firer)
            .filter(|&enemy| named.is_none_or(|named| named == enemy))
            .map(|enemy| (self.battle.cm_between(firer, enemy), enemy))
            .filter(|(cm, _)| named.is_some() || *cm <= reach)
            .collect();
        near.sort_by(|a, b| self.battle.nearer(*a, *b));
        near.into_iter().map(|(_, enemy)| enemy).collect()
    }

    /// How a unit can fire at an enemy; `None` if it cannot. It must see him itself (ruling 87).
    fn aims_at(
        &self,
        firer: UnitId,
        weapon: Weapon,
        enemy: UnitId,
        named: bool,
        surprised: bool,
    ) -> Option<Vec<Aim>> {
        let aims = self.aim(firer, enemy);
        let aim = aims.first()?;
        let facts = FireCheck {
            fire_order: !surprised,
            surprised,
            ammunition: self.unit(firer).ammunition,
            unit_order: self.unit(firer).order,
            angle_deg: aim.angle,
            weapon,
            distance_cm: Centimetres(aim.distance_cm.min(400.0)),
            through_chain: aim.screened,
            target_in_melee: !self.unit(enemy).melee.is_empty(),
        };
        let bars = plain(&facts, self.tables).ok()?.bars;
        // Fire at a named target out of range is wasted (ruling 29).
        let vain = named && bars.as_slice() == [FireBar::OutOfRange];
        let seen = || unit_sees(self.battle, self.tables, firer, enemy);
        ((bars.is_empty() || vain) && seen()).then_some(aims)
    }

    fn fire_facts(
        &self,
        (firer, target): (UnitId, UnitId),
        aim: &Aim,
        rear: &[(UnitId, i32)],
        weapon: Weapon,
        surprised: bool,
    ) -> SmallArmsFire {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let ranks = if aimed.closed() { aimed.placed.body().ranks() as i32 } else { 1 };
        let rear_ranks: i32 = rear.iter().map(|(_, ranks)| ranks).sum();
        SmallArmsFire {
            firer_arm: troops(shooter),
            firer_formation: match shooter.formation {
                _ if shooter.building.is_some() => ShootersFormation::Building,
                Formation::ThinLine => ShootersFormation::ThinLine,
                Formation::Chain => ShootersFormation::Chain,
                _ => ShootersFormation::Closed,
            },
            figures: Figures(aim.figures.clamp(0, 400)),
            weapon,
            distance_cm: Centimetres(aim.distance_cm.min(400.0)),
            first_fire: !shooter.ever_fired,
            fired_last_turn: shooter.fired_last,
            surprised,
            firer_cover: cover_against(self.battle, firer, aimed.placed.centre()),
            firer_order: order_of(shooter),
            firer_valeur: shooter.valeur,
            target_arm: target_arm(aimed),
            target_formation: target_formation(aimed),
            target_cover: cover_against(self.battle, target, aim.from),
            target_pinned: pinned(aimed),
            target_general: self.general_with(target),
            target_prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
            target_ranks: ranks.clamp(1, 60),
            rear_ranks: rear_ranks.clamp(0, 60),
        }
    }
}
