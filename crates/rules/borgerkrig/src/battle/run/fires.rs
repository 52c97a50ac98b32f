//! Fires with small arms (chapter 05), and who fires when.

use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::blows::{Blow, Cause};
use super::lines::{least_off, nearest_place, shared, stands_in};
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::{troops, unit_arm};
use crate::battle::order::{UnitOrder, When};
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::small_arms::{FireBar, FireCheck, FireUnits, SmallArmsFire, WeaponData};
use crate::vocabulary::*;

/// The widest angle between front and line of fire, in degrees (§05.01.2); the limit itself is within it.
const WIDEST_ANGLE: f64 = 30.0 + 1.0e-9;

/// Shooters who can bear on a target.
pub(super) struct Aim {
    pub figures: i32,
    pub from: Point,
    pub distance_cm: f64,
    pub angle: f64,
    pub screened: bool,
}

/// The order of a unit that still fights.
pub(super) fn steady(order: Order) -> SteadyOrder {
    match order {
        Order::Good => SteadyOrder::Good,
        Order::LightDisorder => SteadyOrder::LightDisorder,
        Order::Pinned => SteadyOrder::Pinned,
        Order::Disorder | Order::Rout => SteadyOrder::Disorder,
    }
}

/// The same for a unit as it is now: only men on foot lie down.
pub(super) fn order_of(unit: &Unit) -> SteadyOrder {
    match steady(unit.order) {
        SteadyOrder::Pinned if !pinned(unit) => SteadyOrder::LightDisorder,
        order => order,
    }
}

/// Lies pinned. Gunners back at their guns no longer do (§04.02.7 is of men on foot).
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

/// How a target stands.
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
        let shots: Vec<(usize, Option<usize>, bool)> =
            now.into_iter().map(|unit| (unit, None, false)).collect();
        self.volley(&shots)
    }

    /// Some fire together: all losses are computed from the state before, then booked, then tested.
    /// Each is a firer, the target forced upon it, and whether it is surprised.
    pub(super) fn volley(&mut self, shots: &[(usize, Option<usize>, bool)]) -> Go {
        let mut blows = Vec::new();
        for &(firer, target, surprised) in shots {
            self.battle.waiting.retain(|waiting| *waiting != firer);
            if !self.unit(firer).steady() || self.unit(firer).now.fired {
                continue;
            }
            if self.unit(firer).battery.is_some() {
                self.battery_fires(firer, target, surprised, &mut blows)?;
            } else {
                self.unit_fires(firer, target, surprised, &mut blows)?;
            }
        }
        self.book(blows)
    }

    /// The named target, or none.
    pub(super) fn named_target(&self, firer: usize) -> Option<usize> {
        match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { target: Some(target), .. }) => self.battle.unit(target),
            _ => None,
        }
    }

    fn unit_fires(
        &mut self,
        firer: usize,
        forced: Option<usize>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let Some(weapon) = self.unit(firer).weapon else { return Ok(()) };
        let named = forced.or_else(|| self.named_target(firer));
        let Some((target, aim)) = self.choose(firer, weapon, named, surprised) else {
            self.tell("no_target", "05.01.2", &[firer], json!({}));
            return Ok(());
        };
        let rear = self.stacked_behind(target, aim.from);
        let facts = self.fire_facts((firer, target), &aim, &rear, weapon, surprised);
        let fired = self.unit_mut(firer);
        fired.now.fired = true;
        fired.now.fired_surprised |= surprised;
        fired.now.target = Some((target, aim.distance_cm));
        fired.ever_fired = true;
        let about = json!({"cm": (aim.distance_cm * 10.0).round() / 10.0});
        let result = self.roll("fires", "05.02.1", &[firer, target], about, &facts)?;
        if result.ammunition_exhausted {
            self.unit_mut(firer).ammunition = false;
            self.tell_own("out_of_ammunition", "09.01.1", firer, json!({}));
        }
        let cause = Cause::Fire { cm: aim.distance_cm, from: aim.from, small_arms: true };
        blows.push(Blow::new(firer, target, result.loss_men.0, result.general_falls, cause.clone()));
        let bare_falls = result.dice_sum == self.tables.fire.general_falls_fire;
        for (behind, men) in shared(result.rear_extra_loss_men.0, &rear) {
            let falls = bare_falls && men > 0 && self.general_with(behind);
            blows.push(Blow::new(firer, behind, men, falls, cause.clone()));
        }
        Ok(())
    }

    /// Could it fire at this enemy, surprised or not?
    pub(super) fn could_fire(&self, firer: usize, target: usize) -> bool {
        match self.unit(firer).weapon {
            Some(weapon) => self.choose(firer, weapon, Some(target), true).is_some(),
            None => self.battery_could_fire(firer, target),
        }
    }

    /// The target named or forced upon it, if that can be fired at; without one the nearest that can.
    fn choose(
        &self,
        firer: usize,
        weapon: Weapon,
        named: Option<usize>,
        surprised: bool,
    ) -> Option<(usize, Aim)> {
        let reach = plain(&WeaponData { weapon, distance_cm: Centimetres(0.0) }, self.tables);
        let reach = reach.map_or(0.0, |data| f64::from(data.max_range_cm));
        let mut near: Vec<(f64, usize)> = self
            .battle
            .enemies_of(firer)
            .filter(|&enemy| named.is_none_or(|named| named == enemy))
            .map(|enemy| (self.battle.cm_between(firer, enemy), enemy))
            .filter(|(cm, _)| named.is_some() || *cm <= reach)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().find_map(|(_, enemy)| {
            let aim = self.aim(firer, enemy)?;
            let facts = FireCheck {
                fire_order: !surprised,
                surprised,
                ammunition: self.unit(firer).ammunition,
                unit_order: self.unit(firer).order,
                angle_deg: if aim.angle <= WIDEST_ANGLE { aim.angle.min(30.0) } else { aim.angle },
                weapon,
                distance_cm: Centimetres(aim.distance_cm.min(400.0)),
                through_chain: aim.screened,
                target_in_melee: !self.unit(enemy).melee.is_empty(),
            };
            let bars = plain(&facts, self.tables).ok()?.bars;
            // A named target out of range is fired at in vain (ruling 29).
            let vain = named.is_some() && bars.as_slice() == [FireBar::OutOfRange];
            let seen = bars.is_empty() && unit_sees(self.battle, self.tables, firer, enemy);
            (seen || vain).then_some((enemy, aim))
        })
    }

    /// Who of a unit can bear: files of the front rank with some of the target within 30 degrees and nobody in between, and
    /// the figures behind them (§05.01.2). The distance is from the middle of those who fire (§05.01.3).
    pub(super) fn aim(&self, firer: usize, target: usize) -> Option<Aim> {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        if shooter.building.is_some() {
            return self.aim_from_house(firer, target);
        }
        let placed = &shooter.placed;
        let ahead = placed.frame().ahead;
        let screens = self.screens(firer, target);
        let mut bear: Vec<(f64, u32, Point)> = Vec::new();
        let (mut angle, mut screened) = (180.0f64, false);
        for base in placed.bases().filter(|base| base.rank == 0) {
            let front = base.slab.centre() + base.slab.ahead() * (base.slab.depth() / 2.0);
            let off = least_off(front, ahead, &aimed.placed);
            angle = angle.min(off);
            if off > WIDEST_ANGLE {
                continue;
            }
            let there = nearest_place(&aimed.placed, front);
            if self.in_between(&screens, front, there) {
                screened = true;
            } else {
                bear.push((front.distance(there), base.file, front));
            }
        }
        let asked = match &shooter.now.order {
            Some(UnitOrder::Fire { figures: Some(figures), .. }) => *figures,
            _ => i32::MAX,
        };
        let figures = self.part_of(firer, &mut bear, asked.min(shooter.figures));
        let from = if bear.is_empty() {
            placed.pose().at
        } else {
            bear.iter().fold(Point::ORIGIN, |sum, (_, _, place)| sum + *place) * (1.0 / bear.len() as f64)
        };
        let there = nearest_place(&aimed.placed, from);
        Some(Aim {
            figures,
            from,
            distance_cm: from.distance(there) / CM,
            angle,
            screened: screened && bear.is_empty(),
        })
    }

    /// Keeps the files nearest to the target that make up the figures asked for (§05.01.3); how many figures they are.
    fn part_of(&self, firer: usize, bear: &mut Vec<(f64, u32, Point)>, asked: i32) -> i32 {
        let files = self.unit(firer).placed.body().files() as usize;
        let mut behind = vec![false; files.max(1)];
        for base in self.unit(firer).placed.bases().filter(|base| base.rank == 1) {
            if let Some(stands) = behind.get_mut(base.file as usize) {
                *stands = true;
            }
        }
        let figures_of = |file: u32| 1 + i32::from(behind.get(file as usize).copied().unwrap_or(false));
        let all: i32 = bear.iter().map(|(_, file, _)| figures_of(*file)).sum();
        if asked >= all {
            return all;
        }
        bear.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut counted = 0;
        bear.retain(|(_, file, _)| {
            let fires = counted < asked;
            counted += if fires { figures_of(*file) } else { 0 };
            fires
        });
        counted.min(asked)
    }

    /// One fire unit from the side of a house (§02.04.3).
    fn aim_from_house(&self, firer: usize, target: usize) -> Option<Aim> {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let (from, there) = closest_places(&shooter.placed, &aimed.placed);
        let facts = FireUnits {
            arm: troops(shooter),
            formation: ShootersFormation::Building,
            figures: Figures(shooter.figures.clamp(0, 400)),
            pinned: shooter.order == Order::Pinned,
        };
        let per_unit = plain(&facts, self.tables).map_or(6, |units| units.per_unit);
        Some(Aim {
            figures: shooter.figures.min(per_unit),
            from,
            distance_cm: from.distance(there) / CM,
            angle: 0.0,
            screened: self.in_between(&self.screens(firer, target), from, there),
        })
    }

    /// Those who might stand between two units.
    fn screens(&self, firer: usize, target: usize) -> Vec<usize> {
        let (here, there) = (&self.unit(firer).placed, &self.unit(target).placed);
        let between = here.extent().and(*there.extent());
        let may = |other: usize| other != firer && other != target;
        self.battle
            .here()
            .filter(|&other| may(other) && self.unit(other).placed.extent().meets(&between))
            .collect()
    }

    /// Does somebody stand in a line of fire?
    fn in_between(&self, screens: &[usize], from: Point, to: Point) -> bool {
        let line = Line::between(from, to);
        screens.iter().any(|&other| stands_in(line, self.unit(other)))
    }

    fn fire_facts(
        &self,
        (firer, target): (usize, usize),
        aim: &Aim,
        rear: &[(usize, i32)],
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
