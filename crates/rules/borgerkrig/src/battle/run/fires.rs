//! Fires with small arms (chapter 05), and who fires when.

use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::blows::{Blow, Cause};
use super::{Go, Run};
use crate::battle::bodies::{closed_ground, plain};
use crate::battle::legal::troops;
use crate::battle::order::{UnitOrder, When};
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::small_arms::{FireBar, FireCheck, FireUnits, SmallArmsFire, WeaponData};
use crate::vocabulary::*;

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
        let facts = self.fire_facts(firer, target, &aim, weapon, surprised);
        let about = json!({"cm": (aim.distance_cm * 10.0).round() / 10.0});
        let result = self.roll("fires", "05.02.1", &[firer, target], about, &facts)?;
        let fired = self.unit_mut(firer);
        fired.now.fired = true;
        fired.now.fired_surprised |= surprised;
        fired.now.target = Some((target, aim.distance_cm));
        fired.ever_fired = true;
        if result.ammunition_exhausted {
            fired.ammunition = false;
            self.tell("out_of_ammunition", "09.01.1", &[firer], json!({}));
        }
        let cause = Cause::Fire { cm: aim.distance_cm, from: aim.from, small_arms: true };
        blows.push(Blow::new(firer, target, result.loss_men.0, result.general_falls, cause.clone()));
        if result.rear_extra_loss_men.0 > 0
            && let Some(rear) = self.stacked_behind(target, aim.from)
        {
            blows.push(Blow::new(firer, rear, result.rear_extra_loss_men.0, false, cause));
        }
        Ok(())
    }

    /// The named target if it can be fired at, else the nearest that can.
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
                angle_deg: aim.angle,
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

    /// Who of a unit can bear: files of the front rank within 30 degrees, and the figures behind them (§05.01.2, §05.01.3).
    pub(super) fn aim(&self, firer: usize, target: usize) -> Option<Aim> {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let placed = &shooter.placed;
        let ahead = placed.frame().ahead;
        if shooter.building.is_some() {
            return self.aim_from_house(firer, target);
        }
        let mut files = Vec::new();
        let mut angle = 180.0f64;
        let mut places = Vec::new();
        for base in placed.bases().filter(|base| base.rank == 0) {
            let front = base.slab.centre() + base.slab.ahead() * (base.slab.depth() / 2.0);
            let way = nearest_place(&aimed.placed, front) - front;
            let off = Bearing::of(ahead).turn_to(Bearing::of(way)).0.abs();
            angle = angle.min(off);
            if off <= 30.0 {
                files.push(base.file);
                places.push(front);
            }
        }
        let first = places.len() as i32;
        let behind =
            placed.bases().filter(|base| base.rank == 1 && files.contains(&base.file)).count() as i32;
        let from = if places.is_empty() {
            placed.pose().at
        } else {
            places.iter().fold(Point::ORIGIN, |sum, &place| sum + place) * (1.0 / places.len() as f64)
        };
        let there = nearest_place(&aimed.placed, from);
        let asked = match &shooter.now.order {
            Some(UnitOrder::Fire { figures: Some(figures), .. }) => *figures,
            _ => i32::MAX,
        };
        Some(Aim {
            figures: (first + behind).min(asked).min(shooter.figures),
            from,
            distance_cm: from.distance(there) / CM,
            angle: if files.is_empty() { angle } else { angle.min(30.0) },
            screened: self.screened(firer, target, from, there),
        })
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
            screened: self.screened(firer, target, from, there),
        })
    }

    /// Does somebody stand in the line of fire?
    fn screened(&self, firer: usize, target: usize, from: Point, to: Point) -> bool {
        let line = Line::between(from, to);
        self.battle.here().any(|other| other != firer && other != target && stands_in(line, self.unit(other)))
    }

    fn fire_facts(
        &self,
        firer: usize,
        target: usize,
        aim: &Aim,
        weapon: Weapon,
        surprised: bool,
    ) -> SmallArmsFire {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let ranks = if aimed.closed() { aimed.placed.body().ranks() as i32 } else { 1 };
        let rear = self.stacked_behind(target, aim.from);
        let rear_ranks = rear.map_or(0, |rear| self.unit(rear).placed.body().ranks() as i32);
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
            firer_order: steady(shooter.order),
            firer_valeur: shooter.valeur,
            target_arm: target_arm(aimed),
            target_formation: target_formation(aimed),
            target_cover: cover_against(self.battle, target, aim.from),
            target_pinned: aimed.order == Order::Pinned,
            target_general: self.general_with(target),
            target_prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
            target_ranks: ranks.clamp(1, 60),
            rear_ranks: rear_ranks.clamp(0, 60),
        }
    }

    /// A closed friend right behind a closed unit: together they are one column (§05.02.5).
    pub(super) fn stacked_behind(&self, front: usize, from: Point) -> Option<usize> {
        let unit = self.unit(front);
        if !unit.closed() {
            return None;
        }
        let way = unit.placed.centre() - from;
        self.battle.here().find(|&other| {
            let behind = self.unit(other);
            other != front
                && behind.side == unit.side
                && behind.closed()
                && behind.branch != Branch::Wagon
                && in_contact(&behind.placed, &unit.placed)
                && (behind.placed.centre() - unit.placed.centre()).dot(way) > 0.0
                && behind_front(&unit.placed, &behind.placed).is_all()
        })
    }
}

/// The place of a body nearest to another.
pub(super) fn nearest_place(body: &Placed, to: Point) -> Point {
    let places = body.parts().iter().map(|part| part.nearest_to(to));
    places.min_by(|a, b| a.distance(to).total_cmp(&b.distance(to))).unwrap_or(body.pose().at)
}

/// Does a unit stand in a line of fire? The gaps of a chain are no holes to fire through (§05.01.2).
fn stands_in(line: Line, unit: &Unit) -> bool {
    if matches!(unit.formation, Formation::Chain | Formation::ThinLine) && unit.building.is_none() {
        return closed_ground(unit)
            .into_iter()
            .map(Part::Slab)
            .any(|closed| closed.holds(line.from) || closed.first_meeting(line.from, line.to).is_some());
    }
    distance_along(line, &unit.placed).is_some()
}
