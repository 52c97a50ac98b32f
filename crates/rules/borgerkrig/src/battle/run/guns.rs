//! Fires with artillery (chapter 06).

use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::blows::{Blow, Cause};
use super::fires::{nearest_place, target_arm, target_formation};
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::artillery_fire::ArtilleryFire;
use crate::procedures::canister::{CanisterSpread, CanisterTarget};
use crate::procedures::guns::{ArtilleryCheck, Overshoot};
use crate::procedures::impact::{self, AimedAmmunition, ArtilleryDeviation, ArtilleryImpact};
use crate::vocabulary::{Ammunition, BatteryOrder, Gun, Order, OrderResult};

/// Targets of one canister fire, at most (the procedure's limit).
const MOST_TARGETS: usize = 6;

/// A body on a line of fire: who, and from where to where in metres along it.
struct OnLine {
    unit: usize,
    near: f64,
    far: f64,
}

fn battery_order(order: Order) -> BatteryOrder {
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

impl Run<'_> {
    /// A battery fires as ordered; surprised, it fires canister, or what it has (§04.02.13).
    pub(super) fn battery_fires(
        &mut self,
        firer: usize,
        forced: Option<usize>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let Some(battery) = &self.unit(firer).battery else { return Ok(()) };
        let ordered = match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { ammunition, guess_cm, .. }) if !surprised => (*ammunition, *guess_cm),
            _ => (None, None),
        };
        let kinds = [Ammunition::Canister, Ammunition::Shell, Ammunition::Shot];
        let any = kinds.into_iter().find(|kind| battery.rounds[*kind as usize] > 0);
        let Some(ammunition) = ordered.0.or(any) else {
            self.tell("out_of_ammunition", "06.01.2", &[firer], json!({}));
            return Ok(());
        };
        match ammunition {
            Ammunition::Canister => self.canister(firer, forced, surprised, blows),
            _ => self.aimed(firer, forced, surprised, (ammunition, ordered.1), blows),
        }
    }

    /// May it fire so at all, and with how many guns (§06.01.0)?
    fn battery_check(
        &self,
        firer: usize,
        target: usize,
        ammunition: Ammunition,
        surprised: bool,
        (screened, own): (bool, bool),
    ) -> Option<i32> {
        let unit = self.unit(firer);
        let battery = unit.battery.as_ref()?;
        let at = unit.placed.pose().at;
        let there = nearest_place(&self.unit(target).placed, at);
        let (left, right) = unit.placed.wings();
        let off = |from: Point| {
            unit.placed
                .pose()
                .facing
                .turn_to(Bearing::of(nearest_place(&self.unit(target).placed, from) - from))
                .0
                .abs()
        };
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
            angle_deg: off(left).min(off(right)).min(180.0),
            distance_cm: Centimetres((at.distance(there) / CM).min(1000.0)),
            screened,
            own_unit_in_sector: own,
        };
        let check = plain(&facts, self.tables).ok()?;
        (check.allowed && check.guns_counted > 0).then_some(check.guns_counted)
    }

    fn spend(&mut self, firer: usize, ammunition: Ammunition, surprised: bool) {
        let unit = self.unit_mut(firer);
        unit.now.fired = true;
        unit.now.fired_surprised |= surprised;
        unit.ever_fired = true;
        if let Some(battery) = &mut unit.battery {
            battery.rounds[ammunition as usize] -= 1;
        }
    }

    /// Canister at all that can be struck within the angle and the zone, or at those chosen (§06.02.1).
    fn canister(
        &mut self,
        firer: usize,
        forced: Option<usize>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let chosen: Vec<String> = match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { targets, target, .. }) if !surprised => {
                targets.iter().chain(target.iter()).cloned().collect()
            }
            _ => Vec::new(),
        };
        let mut targets = Vec::new();
        let mut guns = 0;
        for enemy in self.battle.enemies_of(firer).collect::<Vec<_>>() {
            let wanted = forced.is_none_or(|forced| forced == enemy)
                && (chosen.is_empty() || chosen.iter().any(|id| id == self.id(enemy)));
            if !wanted || !self.unit(enemy).melee.is_empty() {
                continue;
            }
            let masks = self.masked(firer, enemy);
            if let Some(counted) = self.battery_check(firer, enemy, Ammunition::Canister, surprised, masks) {
                guns = counted;
                targets.push(enemy);
            }
        }
        targets.truncate(MOST_TARGETS);
        if targets.is_empty() {
            self.tell("no_target", "06.02.1", &[firer], json!({}));
            return Ok(());
        }
        let unit = self.unit(firer);
        let Some(gun) = unit.battery.as_ref().map(|battery| battery.gun) else { return Ok(()) };
        let facts = CanisterSpread {
            gun,
            guns: guns.clamp(1, 6),
            gunners: Figures(unit.figures.clamp(0, 12)),
            surprised,
            battery_order: battery_order(unit.order),
            battery_valeur: unit.valeur,
            targets: targets.iter().map(|&target| self.canister_target(firer, target)).collect(),
        };
        let struck: Vec<&str> = targets.iter().map(|&target| self.id(target)).collect();
        let about = json!({"ammunition": "canister", "targets": struck});
        let mut involved = vec![firer];
        involved.extend(&targets);
        let result = self.roll("fires_canister", "06.02.1", &involved, about, &facts)?;
        self.spend(firer, Ammunition::Canister, surprised);
        if result.gun_burst {
            self.burst(firer);
        }
        let from = self.unit(firer).placed.pose().at;
        for (at, &target) in targets.iter().enumerate() {
            let cm = from.distance(nearest_place(&self.unit(target).placed, from)) / CM;
            let cause = Cause::Fire { cm, from, small_arms: false };
            blows.push(Blow::new(firer, target, result.losses_men[at].0, result.generals_fall[at], cause));
            self.horses_fall(target, result.horses_killed[at]);
        }
        Ok(())
    }

    fn canister_target(&self, firer: usize, target: usize) -> CanisterTarget {
        let from = self.unit(firer).placed.pose().at;
        let aimed = self.unit(target);
        let cm = from.distance(nearest_place(&aimed.placed, from)) / CM;
        // The two foremost ranks are struck.
        let exposed = aimed.placed.bases().filter(|base| base.rank < 2).count() as i32;
        CanisterTarget {
            arm: target_arm(aimed),
            formation: target_formation(aimed),
            cover: cover_against(self.battle, target, from),
            pinned: aimed.order == Order::Pinned,
            general: self.general_with(target),
            figures: Figures(exposed.clamp(1, aimed.figures.clamp(1, 400))),
            distance_cm: Centimetres(cm.min(20.0)),
            prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
        }
    }

    /// Does a closed unit cover the target, or an own unit stand nearer in the same half of the angle (§06.02.1)?
    fn masked(&self, firer: usize, target: usize) -> (bool, bool) {
        let battery = self.unit(firer);
        let at = battery.placed.pose().at;
        let there = nearest_place(&self.unit(target).placed, at);
        let frame = battery.placed.frame();
        let side = |place: Point| frame.to_body(place).x >= 0.0;
        let line = Line::between(at, there);
        let screened = self.battle.here().any(|other| {
            other != firer
                && other != target
                && self.unit(other).closed()
                && distance_along(line, &self.unit(other).placed).is_some()
        });
        let own = self.battle.here().any(|other| {
            let friend = self.unit(other);
            if other == firer || friend.side != battery.side {
                return false;
            }
            let place = nearest_place(&friend.placed, at);
            let ahead = frame.to_body(place);
            ahead.y > ahead.x.abs() * 0.999
                && side(place) == side(there)
                && place.distance(at) < there.distance(at)
        });
        (screened, own)
    }

    /// Shell or shot at a target, at a guessed distance (§06.02.2 to §06.02.5).
    fn aimed(
        &mut self,
        firer: usize,
        forced: Option<usize>,
        surprised: bool,
        (ammunition, guess): (Ammunition, Option<i32>),
        blows: &mut Vec<Blow>,
    ) -> Go {
        let nearest = || {
            let mut near: Vec<(f64, usize)> = self
                .battle
                .enemies_of(firer)
                .map(|enemy| (self.battle.cm_between(firer, enemy), enemy))
                .collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            near.first().map(|(_, enemy)| *enemy)
        };
        let Some(target) = forced.or_else(|| self.named_target(firer)).or_else(nearest) else {
            return Ok(());
        };
        let check = self.battery_check(firer, target, ammunition, surprised, (false, false));
        let (Some(guns), true) = (check, self.unit(target).here()) else {
            self.tell("no_target", "06.01.4", &[firer], json!({}));
            return Ok(());
        };
        let from = self.unit(firer).placed.pose().at;
        let true_cm = (from.distance(nearest_place(&self.unit(target).placed, from)) / CM).ceil() as i32;
        let facts = self.deviation_facts(firer, target, ammunition, guess.unwrap_or(true_cm.max(1)));
        let Some(facts) = facts else { return Ok(()) };
        let aim = self.unit(target).placed.centre();
        let Some(way) = (aim - from).unit() else { return Ok(()) };
        let about = json!({"ammunition": ammunition});
        let fell = self.roll("shot_falls", "06.02.2", &[firer, target], about, &facts)?;
        let mm = CM / 10.0;
        let (along, across) = (f64::from(fell.impact_distance_mm.0) * mm, f64::from(fell.lateral_mm.0) * mm);
        let origin = from + way.right() * across;
        let mut on_line = self.on_line(firer, origin, way);
        let along = match on_line.iter().find(|body| body.unit == target) {
            Some(body) if fell.automatic_hit => body.near,
            _ => along,
        };
        self.spend(firer, ammunition, surprised);
        if self.fires_over(firer, ammunition, &on_line, along).is_none() {
            self.tell("not_over_friends", "06.01.5", &[firer], json!({}));
            return Ok(());
        }
        on_line.retain(|body| body.far >= along);
        on_line.truncate(8);
        let Some((struck, ranks, rear)) = self.impact(ammunition, along, &on_line)? else {
            self.unit_mut(firer).now.target = None;
            if let Some(battery) = &mut self.unit_mut(firer).battery {
                battery.hit = None;
            }
            self.tell("misses", "06.02.3", &[firer], json!({}));
            return Ok(());
        };
        let cm = on_line.iter().find(|body| body.unit == struck).map_or(0.0, |body| body.near / CM);
        self.effect(firer, struck, surprised, (ammunition, guns, cm), (ranks, &rear), blows)
    }

    fn deviation_facts(
        &self,
        firer: usize,
        target: usize,
        ammunition: Ammunition,
        guess: i32,
    ) -> Option<ArtilleryDeviation> {
        let battery = self.unit(firer).battery.as_ref()?;
        let hit = battery.hit.as_ref().filter(|hit| hit.unit == target);
        let moved = hit.map_or(0.0, |hit| hit.at.distance(self.unit(target).placed.centre()) / CM);
        Some(ArtilleryDeviation {
            gun: battery.gun,
            ammunition: if ammunition == Ammunition::Shot {
                AimedAmmunition::Shot
            } else {
                AimedAmmunition::Shell
            },
            guessed_cm: guess.clamp(1, self.reach(battery.gun, ammunition).max(1)),
            continued_on_hit_target: hit.is_some(),
            ammunition_changed: hit.is_some_and(|hit| hit.ammunition != ammunition),
            target_moved_cm: Centimetres(moved.min(500.0)),
        })
    }

    fn reach(&self, gun: Gun, ammunition: Ammunition) -> i32 {
        let data = plain(&crate::procedures::guns::GunData { gun }, self.tables);
        data.map_or(1, |data| if ammunition == Ammunition::Shot { data.shot_cm } else { data.shell_cm })
    }

    /// Bodies on the line of fire, nearest first.
    fn on_line(&self, firer: usize, origin: Point, way: Point) -> Vec<OnLine> {
        let line = Line::between(origin, origin + way * (300.0 * CM));
        let back = Line::between(line.to, line.from);
        let length = line.length();
        let mut bodies: Vec<OnLine> = self
            .battle
            .here()
            .filter(|&unit| unit != firer)
            .filter_map(|unit| {
                let placed = &self.unit(unit).placed;
                let near = distance_along(line, placed)?;
                let far = length - distance_along(back, placed)?;
                Some(OnLine { unit, near, far })
            })
            .collect();
        bodies.sort_by(|a, b| a.near.total_cmp(&b.near).then(a.unit.cmp(&b.unit)));
        bodies
    }

    /// May the shot pass over the friends between (§06.01.5)?
    fn fires_over(
        &self,
        firer: usize,
        ammunition: Ammunition,
        on_line: &[OnLine],
        impact: f64,
    ) -> Option<()> {
        let battery = self.unit(firer);
        let gun = battery.battery.as_ref()?.gun;
        let own_height = self.battle.ground.height_at(battery.placed.pose().at);
        for body in on_line.iter().filter(|body| body.far < impact) {
            if self.unit(body.unit).side != battery.side {
                continue;
            }
            let facts = Overshoot {
                gun,
                ammunition,
                battery_gap_cm: Centimetres((body.near / CM).clamp(0.0, 500.0)),
                impact_gap_cm: Centimetres(((impact - body.far) / CM).clamp(0.0, 500.0)),
                height_advantage: own_height
                    > self.battle.ground.height_at(self.unit(body.unit).placed.centre()),
            };
            if !plain(&facts, self.tables).ok()?.allowed {
                return None;
            }
        }
        Some(())
    }

    /// Whom the shot strikes, how many ranks deep, and who behind (§06.02.3).
    #[allow(clippy::type_complexity)]
    fn impact(
        &self,
        ammunition: Ammunition,
        along: f64,
        on_line: &[OnLine],
    ) -> Go<Option<(usize, (i32, i32), Vec<usize>)>> {
        let mm = |metres: f64| (metres / CM * 10.0).round() as i32;
        let bodies = on_line
            .iter()
            .map(|body| impact::Body {
                near_mm: mm(body.near).clamp(0, 5000),
                // A graze is a millimetre deep.
                far_mm: mm(body.far).max(mm(body.near).clamp(0, 5000) + 1).clamp(1, 6000),
                left_mm: -1,
                right_mm: 1,
                ranks: (self.unit(body.unit).placed.body().ranks() as i32).clamp(1, 60),
            })
            .collect();
        let facts = ArtilleryImpact {
            ammunition: if ammunition == Ammunition::Shot {
                AimedAmmunition::Shot
            } else {
                AimedAmmunition::Shell
            },
            impact_distance_mm: mm(along).clamp(0, 5000),
            lateral_mm: 0,
            bodies,
        };
        let result = plain(&facts, self.tables)?;
        let Some(struck) = usize::try_from(result.struck).ok().and_then(|at| on_line.get(at)) else {
            return Ok(None);
        };
        let rear = result.rear_bodies.iter();
        let rear =
            rear.filter_map(|&at| on_line.get(usize::try_from(at).ok()?)).map(|body| body.unit).collect();
        Ok(Some((struck.unit, (result.ranks_counted, result.rear_ranks), rear)))
    }

    fn effect(
        &mut self,
        firer: usize,
        target: usize,
        surprised: bool,
        (ammunition, guns, cm): (Ammunition, i32, f64),
        ((ranks, rear_ranks), rear): ((i32, i32), &[usize]),
        blows: &mut Vec<Blow>,
    ) -> Go {
        let unit = self.unit(firer);
        let Some(gun) = unit.battery.as_ref().map(|battery| battery.gun) else { return Ok(()) };
        let from = unit.placed.pose().at;
        let aimed = self.unit(target);
        let wagon = self.wagon_touching(target);
        let facts = ArtilleryFire {
            gun,
            guns: guns.clamp(1, 6),
            gunners: Figures(unit.figures.clamp(0, 12)),
            surprised,
            battery_order: battery_order(unit.order),
            battery_valeur: unit.valeur,
            ammunition,
            distance_cm: Centimetres(cm.clamp(0.0, 275.0)),
            target_arm: target_arm(aimed),
            target_formation: target_formation(aimed),
            target_cover: cover_against(self.battle, target, from),
            target_pinned: aimed.order == Order::Pinned,
            target_general: self.general_with(target),
            target_prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
            target_ranks: (ranks - rear_ranks).clamp(1, 60),
            rear_ranks: rear_ranks.clamp(0, 60),
            wagon_in_contact: wagon.is_some(),
        };
        let about = json!({"ammunition": ammunition});
        let result = self.roll("shot_strikes", "06.03.1", &[firer, target], about, &facts)?;
        let at = self.unit(target).placed.centre();
        self.unit_mut(firer).now.target = Some((target, cm));
        if let Some(battery) = &mut self.unit_mut(firer).battery {
            battery.hit = Some(HitTarget { unit: target, ammunition, at });
        }
        if result.gun_burst {
            self.burst(firer);
        }
        let cause = Cause::Fire { cm, from, small_arms: false };
        blows.push(Blow::new(firer, target, result.loss_men.0, result.general_falls, cause.clone()));
        if let Some(&first) = rear.first()
            && result.rear_extra_loss_men.0 > 0
        {
            blows.push(Blow::new(firer, first, result.rear_extra_loss_men.0, false, cause));
        }
        self.material(target, &result);
        if result.wagon_destroyed {
            let lost = if self.unit(target).wagon.is_some() { Some(target) } else { wagon };
            if let Some(lost) = lost {
                self.destroyed(lost);
            }
        }
        Ok(())
    }
}
