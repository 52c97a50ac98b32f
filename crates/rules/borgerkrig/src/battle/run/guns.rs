//! Artillery fire: shell and shot, and the effects of all ammunition (chapter 06).

use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;
use krigsspil_turn::knowledge::told;
use serde_json::{Value, json};

use super::aim::{measured, to_the_millimetre};
use super::blows::{Blow, Cause};
use super::fires::{pinned, target_arm, target_formation};
use super::lines::{least_off, nearest_place, shared};
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::order::UnitOrder;
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::artillery_fire::ArtilleryFire;
use crate::procedures::guns::{ArtilleryCheck, GunData, Overshoot};
use crate::procedures::impact::{self, AimedAmmunition, ArtilleryDeviation, ArtilleryImpact};
use crate::vocabulary::{Ammunition, BatteryOrder, Gun, Order, OrderResult};

/// The widest angle between front and line of fire, in degrees (§06.01.4); the limit itself is included.
const WIDEST_ANGLE: f64 = 45.0 + 1.0e-9;
/// Impacts are measured in whole millimetres: a body this near the point, in metres, contains it.
const ON_THE_POINT: f64 = CM / 20.0;

/// A body on a line of fire: the unit, and where it begins and ends in metres along the line.
struct OnLine {
    unit: UnitId,
    near: f64,
    far: f64,
}

/// What a shot strikes: the first unit, its ranks, and the units behind with their ranks, nearest first.
struct Struck {
    unit: UnitId,
    ranks: i32,
    behind: Vec<(UnitId, i32)>,
    cm: f64,
}

pub(super) fn battery_order(order: Order) -> BatteryOrder {
    match order {
        Order::Good => BatteryOrder::Good,
        Order::LightDisorder | Order::Pinned => BatteryOrder::LightDisorder,
        _ => BatteryOrder::Disorder,
    }
}

fn order_result(order: Order) -> OrderResult {
    match order {
        Order::Good => OrderResult::Good,
        Order::LightDisorder | Order::Pinned => OrderResult::LightDisorder,
        Order::Disorder => OrderResult::Disorder,
        Order::Rout => OrderResult::Rout,
    }
}

fn aimed_ammunition(ammunition: Ammunition) -> AimedAmmunition {
    if ammunition == Ammunition::Shot { AimedAmmunition::Shot } else { AimedAmmunition::Shell }
}

impl Run<'_> {
    /// A battery fires as ordered; if surprised, it fires canister, or what it has (§04.02.13).
    pub(super) fn battery_fires(
        &mut self,
        firer: UnitId,
        forced: Option<UnitId>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let ordered = match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { ammunition, guess_cm, .. }) if !surprised => (*ammunition, *guess_cm),
            _ => (None, None),
        };
        let Some(ammunition) = ordered.0.or_else(|| self.at_hand(firer)) else {
            self.tell_own("out_of_ammunition", "06.01.2", firer, json!({}));
            return Ok(());
        };
        match ammunition {
            Ammunition::Canister => self.canister(firer, forced, surprised, blows),
            _ => self.aimed(firer, forced, surprised, (ammunition, ordered.1), blows),
        }
    }

    /// The ammunition of a battery if none is named: canister, shell, shot, whichever it has first.
    fn at_hand(&self, firer: UnitId) -> Option<Ammunition> {
        let battery = self.unit(firer).battery.as_ref()?;
        let kinds = [Ammunition::Canister, Ammunition::Shell, Ammunition::Shot];
        kinds.into_iter().find(|kind| battery.rounds[*kind as usize] > 0)
    }

    /// Could a surprised battery fire at this enemy?
    pub(super) fn battery_could_fire(&self, firer: UnitId, target: UnitId) -> bool {
        let Some(ammunition) = self.at_hand(firer) else { return false };
        let cm = self.battle.cm_between(firer, target);
        self.battery_check((firer, target), ammunition, true, (false, false), cm).is_some()
    }

    /// The angle of a target off its front, measured at the wings and between them (§06.01.4).
    fn off_front(&self, firer: UnitId, target: UnitId) -> f64 {
        let placed = &self.unit(firer).placed;
        let (left, right) = placed.wings();
        let ahead = placed.frame().ahead;
        let body = &self.unit(target).placed;
        [left, right, left.toward(right, 0.5)]
            .iter()
            .map(|&at| least_off(at, ahead, body))
            .fold(180.0, f64::min)
    }

    /// May it fire in this way at all, and with how many guns (§06.01.0)?
    pub(super) fn battery_check(
        &self,
        (firer, target): (UnitId, UnitId),
        ammunition: Ammunition,
        surprised: bool,
        (screened, own): (bool, bool),
        cm: f64,
    ) -> Option<i32> {
        let unit = self.unit(firer);
        let battery = unit.battery.as_ref()?;
        if !self.unit(target).here() || !self.unit(target).melee.is_empty() {
            // Nobody fires into a melee (§07.04.1).
            return None;
        }
        let off = self.off_front(firer, target);
        let facts = ArtilleryCheck {
            gun: battery.gun,
            ammunition,
            fire_order: !surprised,
            surprised,
            unlimbered: !battery.limbered && battery.abandoned.is_none() && !battery.sheltered,
            rounds_left: battery.rounds[ammunition as usize].clamp(0, 100),
            guns: battery.guns[0].clamp(0, 6),
            gunners: Figures(unit.figures.clamp(0, 12)),
            unit_order: order_result(unit.order),
            angle_deg: if off <= WIDEST_ANGLE { off.min(45.0) } else { off },
            distance_cm: Centimetres(cm.min(1000.0)),
            screened,
            own_unit_in_sector: own,
        };
        let check = plain(&facts, self.tables).ok()?;
        (check.allowed && check.guns_counted > 0).then_some(check.guns_counted)
    }

    pub(super) fn spend(&mut self, firer: UnitId, ammunition: Ammunition, surprised: bool) {
        let unit = self.unit_mut(firer);
        unit.now.fired = true;
        unit.now.fired_surprised |= surprised;
        unit.ever_fired = true;
        if let Some(battery) = &mut unit.battery {
            battery.rounds[ammunition as usize] -= 1;
            // With other ammunition the battery must range in again (§06.02.5).
            battery.hit.take_if(|hit| hit.ammunition != ammunition);
        }
    }

    /// What a battery has fired, and the rounds of that kind that are left.
    pub(super) fn spent(&self, firer: UnitId, ammunition: Ammunition) -> Value {
        let rounds = self.unit(firer).battery.as_ref().map(|battery| battery.rounds[ammunition as usize]);
        json!({"ammunition": ammunition, "rounds": rounds})
    }

    /// The nearest enemy at which a battery can aim its guns.
    fn nearest_in_arc(&self, firer: UnitId) -> Option<UnitId> {
        let mut near: Vec<(f64, UnitId)> = self
            .battle
            .enemies_of(firer)
            .map(|enemy| (self.battle.cm_between(firer, enemy), enemy))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let can = |enemy: &UnitId| {
            self.unit(*enemy).melee.is_empty()
                && self.off_front(firer, *enemy) <= WIDEST_ANGLE
                && unit_sees(self.battle, self.tables, firer, *enemy)
        };
        near.into_iter().map(|(_, enemy)| enemy).find(can)
    }

    /// Shell or shot at a target, at a guessed distance (§06.02.2 to §06.02.5).
    fn aimed(
        &mut self,
        firer: UnitId,
        forced: Option<UnitId>,
        surprised: bool,
        (ammunition, guess): (Ammunition, Option<i32>),
        blows: &mut Vec<Blow>,
    ) -> Go {
        let target = forced.or_else(|| self.named_target(firer)).or_else(|| self.nearest_in_arc(firer));
        let Some(target) = target.filter(|&target| unit_sees(self.battle, self.tables, firer, target)) else {
            self.tell_no_target(firer, "06.01.4");
            return Ok(());
        };
        let from = self.unit(firer).placed.pose().at;
        // Only a surprised battery, whose attacker is at 2 cm, has no guess: it sees where he is.
        let judged = (from.distance(nearest_place(&self.unit(target).placed, from)) / CM).ceil() as i32;
        let guess = guess.unwrap_or(judged.max(1));
        // The true distance may not be measured: fire at a target out of range is allowed, and misses (§06.02.2).
        let check =
            self.battery_check((firer, target), ammunition, surprised, (false, false), f64::from(guess));
        let (Some(guns), Some(way)) = (check, (self.aim_point(firer, target) - from).unit()) else {
            self.tell("no_target", "06.01.4", &[firer], json!({"reason": "nobody_to_fire_at"}));
            return Ok(());
        };
        let mut on_line = self.on_line(firer, from, way);
        let there = on_line.iter().find(|body| body.unit == target).map(|body| body.near);
        let Some(facts) = self.deviation_facts(firer, target, ammunition, guess, there) else {
            return Ok(());
        };
        let meant = there.filter(|_| facts.found()).unwrap_or(f64::from(facts.guessed_cm) * CM);
        if self.fires_over(firer, ammunition, &on_line, meant).is_none() {
            self.tell("not_over_friends", "06.01.5", &[firer], json!({}));
            return Ok(());
        }
        self.spend(firer, ammunition, surprised);
        let about = json!({"ammunition": ammunition});
        let fell = self.roll("shot_falls", "06.02.2", &[firer, target], about, &facts)?;
        let spent = self.spent(firer, ammunition);
        self.tell_far_off_fire("06.02.2", &[firer, target], spent);
        let mm = CM / 10.0;
        let (along, across) = (f64::from(fell.impact_distance_mm.0) * mm, f64::from(fell.lateral_mm.0) * mm);
        let origin = from + way.right() * across;
        if across != 0.0 {
            on_line = self.on_line(firer, origin, way);
        }
        let along = there.filter(|_| fell.automatic_hit).unwrap_or(along);
        match self.impact(ammunition, Line::between(origin, origin + way * along), on_line)? {
            Some(struck) => self.effect(firer, &struck, surprised, (ammunition, guns), blows),
            None => {
                self.unit_mut(firer).now.target = None;
                if let Some(battery) = &mut self.unit_mut(firer).battery {
                    battery.hit = None;
                }
                // Known to those who know the target.
                let (about, told) = (self.about(&[firer], json!({})), told(self.battle, &[firer, target]));
                self.tell_to("misses", "06.02.3", about, None, told);
                Ok(())
            }
        }
    }

    /// The guns aim at the base nearest to the middle of the target: between the men of a chain there is nothing to hit. If the middle is
    /// outside the arc, they aim at the part inside it (§06.01.4).
    fn aim_point(&self, firer: UnitId, target: UnitId) -> Point {
        let body = &self.unit(target).placed;
        let middle = body.centre();
        let aim = if body.parts().iter().any(|part| part.holds(middle)) {
            middle
        } else {
            let nearest = body.bases().map(|base| base.slab.centre());
            nearest.min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle))).unwrap_or(middle)
        };
        let (left, right) = self.unit(firer).placed.wings();
        let facing = self.unit(firer).placed.pose().facing;
        let off = |place: Point| {
            [left, right]
                .iter()
                .map(|&at| facing.turn_to(Bearing::of(place - at)).0.abs())
                .fold(180.0, f64::min)
        };
        if off(aim) <= WIDEST_ANGLE {
            return aim;
        }
        let within = body.bases().map(|base| base.slab.centre());
        within.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(aim)
    }

    fn deviation_facts(
        &self,
        firer: UnitId,
        target: UnitId,
        ammunition: Ammunition,
        guess: i32,
        there: Option<f64>,
    ) -> Option<ArtilleryDeviation> {
        let battery = self.unit(firer).battery.as_ref()?;
        let reach = self.reach(battery.gun, ammunition).max(1);
        let hit = battery.hit.as_ref().filter(|hit| hit.unit == target);
        let hit = hit.filter(|hit| hit.from == self.unit(firer).placed.pose());
        let moved = hit.map_or(0.0, |hit| hit.at.distance(self.unit(target).placed.centre()) / CM);
        // A target that has moved farther than a long shot falls is lost (ruling 36).
        let in_reach = there.is_some_and(|near| near < 1.1 * f64::from(reach) * CM);
        Some(ArtilleryDeviation {
            gun: battery.gun,
            ammunition: aimed_ammunition(ammunition),
            guessed_cm: guess.clamp(1, reach),
            continued_on_hit_target: hit.is_some() && in_reach,
            ammunition_changed: hit.is_some_and(|hit| hit.ammunition != ammunition),
            target_moved_cm: Centimetres(moved.min(500.0)),
        })
    }

    fn reach(&self, gun: Gun, ammunition: Ammunition) -> i32 {
        let data = plain(&GunData { gun }, self.tables);
        data.map_or(1, |data| if ammunition == Ammunition::Shot { data.shot_cm } else { data.shell_cm })
    }

    /// Bodies on the line of fire, nearest first.
    fn on_line(&self, firer: UnitId, origin: Point, way: Point) -> Vec<OnLine> {
        let line = Line::between(origin, origin + way * (300.0 * CM));
        let back = Line::between(line.to, line.from);
        let length = line.length();
        let mut bodies: Vec<OnLine> = self
            .battle
            .here()
            .filter(|&unit| unit != firer)
            .filter_map(|unit| {
                let placed = &self.unit(unit).placed;
                let off = (placed.centre() - origin).cross(way).abs();
                if off > placed.radius() + 1.0 {
                    return None;
                }
                let near = distance_along(line, placed)?;
                let far = length - distance_along(back, placed)?;
                Some(OnLine { unit, near, far })
            })
            .collect();
        bodies.sort_by(|a, b| a.near.total_cmp(&b.near).then(a.unit.cmp(&b.unit)));
        bodies
    }

    /// May the shot pass over the friends between, to its intended point (§06.01.5)?
    fn fires_over(
        &self,
        firer: UnitId,
        ammunition: Ammunition,
        on_line: &[OnLine],
        meant: f64,
    ) -> Option<()> {
        let battery = self.unit(firer);
        let gun = battery.battery.as_ref()?.gun;
        let own_height = self.battle.ground.height_at(battery.placed.pose().at);
        for body in on_line.iter().filter(|body| body.near < meant) {
            if self.unit(body.unit).side != battery.side {
                continue;
            }
            let facts = Overshoot {
                gun,
                ammunition,
                battery_gap_cm: Centimetres((body.near / CM).clamp(0.0, 500.0)),
                impact_gap_cm: Centimetres(((meant - body.far) / CM).clamp(0.0, 500.0)),
                height_advantage: own_height
                    > self.battle.ground.height_at(self.unit(body.unit).placed.centre()),
            };
            if !plain(&facts, self.tables).ok()?.allowed {
                return None;
            }
        }
        Some(())
    }

    /// Whom the shot strikes, how many ranks deep, and who is behind (§06.02.3). It strikes nobody in a melee (§07.04.1).
    fn impact(&self, ammunition: Ammunition, line: Line, mut on_line: Vec<OnLine>) -> Go<Option<Struck>> {
        let along = line.length();
        let mm = |metres: f64| (metres / CM * 10.0).round() as i32;
        on_line.retain(|body| {
            let gap = (body.near..=body.far).contains(&along)
                && !self
                    .unit(body.unit)
                    .placed
                    .parts()
                    .iter()
                    .any(|p| p.distance_to(line.to) <= ON_THE_POINT);
            body.far >= along - ON_THE_POINT && !gap
        });
        on_line.truncate(8);
        let bodies: Vec<impact::Body> = on_line
            .iter()
            .map(|body| impact::Body {
                near_mm: mm(body.near).clamp(0, 5000),
                // A grazed body counts as one millimetre deep.
                far_mm: mm(body.far).max(mm(body.near).clamp(0, 5000) + 1).clamp(1, 6000),
                left_mm: -1,
                right_mm: 1,
                ranks: (self.unit(body.unit).placed.body().ranks() as i32).clamp(1, 60),
            })
            .collect();
        let facts = ArtilleryImpact {
            ammunition: aimed_ammunition(ammunition),
            impact_distance_mm: mm(along).clamp(0, 5000),
            lateral_mm: 0,
            bodies,
        };
        let result = plain(&facts, self.tables)?;
        let Some(struck) = usize::try_from(result.struck).ok().and_then(|at| on_line.get(at)) else {
            return Ok(None);
        };
        let fights = |unit: UnitId| !self.unit(unit).melee.is_empty();
        if fights(struck.unit) {
            return Ok(None);
        }
        let behind = result.rear_bodies.iter().filter_map(|&at| {
            let at = usize::try_from(at).ok()?;
            let unit = on_line.get(at)?.unit;
            (!fights(unit)).then(|| (unit, facts.ranks_struck(at)))
        });
        Ok(Some(Struck {
            unit: struck.unit,
            ranks: result.ranks_counted,
            behind: behind.collect(),
            // A body whose edge is on the point is no farther away than the point.
            cm: to_the_millimetre(struck.near.min(along)),
        }))
    }

    /// The effect on the units it strikes (§06.03.1 to §06.03.9).
    fn effect(
        &mut self,
        firer: UnitId,
        struck: &Struck,
        surprised: bool,
        (ammunition, guns): (Ammunition, i32),
        blows: &mut Vec<Blow>,
    ) -> Go {
        let unit = self.unit(firer);
        let Some(gun) = unit.battery.as_ref().map(|battery| battery.gun) else { return Ok(()) };
        let from = unit.placed.pose().at;
        let target = struck.unit;
        let aimed = self.unit(target);
        let rear_ranks: i32 = struck.behind.iter().map(|(_, ranks)| ranks).sum();
        let facts = ArtilleryFire {
            gun,
            guns: guns.clamp(1, 6),
            gunners: Figures(unit.figures.clamp(0, 12)),
            surprised,
            battery_order: battery_order(unit.order),
            battery_valeur: unit.valeur,
            ammunition,
            distance_cm: Centimetres(struck.cm.clamp(0.0, 275.0)),
            target_arm: target_arm(aimed),
            target_formation: target_formation(aimed),
            target_cover: cover_against(self.battle, target, from),
            target_pinned: pinned(aimed),
            target_general: self.general_with(target),
            target_prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
            target_ranks: struck.ranks.clamp(1, 60),
            rear_ranks: rear_ranks.clamp(0, 60),
            wagon_in_contact: self.wagons_touching(target).next().is_some(),
        };
        let about = json!({"ammunition": ammunition});
        let result = self.roll("shot_strikes", "06.03.1", &[firer, target], about, &facts)?;
        let (at, laid) = (self.unit(target).placed.centre(), self.unit(firer).placed.pose());
        self.unit_mut(firer).now.target = Some((target, struck.cm));
        if let Some(battery) = &mut self.unit_mut(firer).battery {
            battery.hit = Some(HitTarget { unit: target, ammunition, at, from: laid });
        }
        if result.gun_burst {
            self.burst(firer);
        }
        let cause = Cause::Fire { cm: struck.cm, from, small_arms: false };
        let blow = Blow::new(firer, target, result.loss_men.0, result.general_falls, cause);
        blows.push(blow.with_material(&result));
        let bare_falls = result.dice_sum == self.tables.artillery.general_falls;
        for (behind, men) in shared(result.rear_extra_loss_men.0, &struck.behind) {
            let falls = bare_falls && men > 0 && self.general_with(behind);
            // Whether it is pinned depends on its own distance, not on that of the units before it (§04.02.7).
            let cm = measured(from, nearest_place(&self.unit(behind).placed, from));
            blows.push(Blow::new(firer, behind, men, falls, Cause::Fire { cm, from, small_arms: false }));
        }
        Ok(())
    }
}
