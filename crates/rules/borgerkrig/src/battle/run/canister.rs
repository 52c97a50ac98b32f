//! Canister (§06.02.1).

use krigsspil_engine::battle::SeenUnit;
use krigsspil_engine::{Centimetres, Figures, Men};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::aim::measured;
use super::blows::{Blow, Cause, MaterialLost};
use super::fires::{pinned, target_arm, target_formation};
use super::guns::battery_order;
use super::lines::nearest_place;
use super::{Go, Run};
use crate::battle::order::UnitOrder;
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::canister::{CanisterSpread, CanisterTarget};
use crate::vocabulary::Ammunition;

/// The most targets of one canister fire (the procedure's limit).
const MOST_TARGETS: usize = 6;

impl Run<'_> {
    /// Canister at all enemies within the angle and the zone, or at chosen ones (§06.02.1).
    pub(super) fn canister(
        &mut self,
        firer: UnitId,
        forced: Option<UnitId>,
        surprised: bool,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let (targets, guns) = self.canister_targets(firer, forced, surprised);
        if targets.is_empty() {
            self.tell_no_target(firer, "06.02.1");
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
        let struck: Vec<&str> = targets.iter().map(|&target| &**self.id(target)).collect();
        let about = json!({"ammunition": "canister", "targets": struck});
        let mut involved = vec![firer];
        involved.extend(&targets);
        self.spend(firer, Ammunition::Canister, surprised);
        let result = self.roll("fires_canister", "06.02.1", &involved, about, &facts)?;
        let spent = self.spent(firer, Ammunition::Canister);
        self.tell_far_off_fire("06.02.1", &involved, spent);
        if result.gun_burst {
            self.burst(firer);
        }
        let from = self.unit(firer).placed.pose().at;
        for (at, &target) in targets.iter().enumerate() {
            let cm = measured(from, nearest_place(&self.unit(target).placed, from));
            let cause = Cause::Fire { cm, from, small_arms: false };
            let mut blow = Blow::new(firer, target, result.losses_men[at].0, result.generals_fall[at], cause);
            blow.material = MaterialLost { horses: result.horses_killed[at], ..MaterialLost::default() };
            blows.push(blow);
        }
        Ok(())
    }

    /// The units it strikes, nearest first, and the number of guns that count.
    fn canister_targets(&self, firer: UnitId, forced: Option<UnitId>, surprised: bool) -> (Vec<UnitId>, i32) {
        let chosen: Vec<&SeenUnit> = match &self.unit(firer).now.order {
            Some(UnitOrder::Fire { targets, target, .. }) if !surprised && forced.is_none() => {
                targets.iter().chain(target.iter()).collect()
            }
            _ => Vec::new(),
        };
        let from = self.unit(firer).placed.pose().at;
        let mut targets = Vec::new();
        let mut guns = 0;
        for enemy in self.battle.enemies_of(firer) {
            let wanted = forced.is_none_or(|forced| forced == enemy)
                && (chosen.is_empty() || chosen.iter().any(|id| id.0 == *self.id(enemy)));
            if !wanted {
                continue;
            }
            let cm = measured(from, nearest_place(&self.unit(enemy).placed, from));
            let check =
                |masks| self.battery_check((firer, enemy), Ammunition::Canister, surprised, masks, cm);
            if check((false, false)).is_none() {
                continue;
            }
            if let Some(counted) = check(self.masked(firer, enemy))
                && unit_sees(self.battle, self.tables, firer, enemy)
            {
                guns = counted;
                targets.push((cm, enemy));
            }
        }
        targets.sort_by(|a, b| self.battle.nearer(*a, *b));
        targets.truncate(MOST_TARGETS);
        let mut targets: Vec<UnitId> = targets.into_iter().map(|(_, enemy)| enemy).collect();
        targets.sort_unstable();
        (targets, guns)
    }

    fn canister_target(&self, firer: UnitId, target: UnitId) -> CanisterTarget {
        let from = self.unit(firer).placed.pose().at;
        let aimed = self.unit(target);
        let cm = measured(from, nearest_place(&aimed.placed, from));
        CanisterTarget {
            arm: target_arm(aimed),
            formation: target_formation(aimed),
            cover: cover_against(self.battle, target, from),
            pinned: pinned(aimed),
            general: self.general_with(target),
            figures: Figures(exposed(aimed)),
            distance_cm: Centimetres(cm.min(20.0)),
            prior_loss_men: Men(aimed.lost_men.clamp(0, 20000)),
        }
    }

    /// Does a closed unit cover the target, or does a friendly unit stand nearer in every half of the angle that the target is in
    /// (§06.02.1)?
    fn masked(&self, firer: UnitId, target: UnitId) -> (bool, bool) {
        let battery = self.unit(firer);
        let at = battery.placed.pose().at;
        let there = nearest_place(&self.unit(target).placed, at);
        let line = Line::between(at, there);
        let screened = self.battle.here().any(|other| {
            other != firer
                && other != target
                && self.unit(other).closed()
                && distance_along(line, &self.unit(other).placed).is_some()
        });
        let mut free = halves(&battery.placed, &self.unit(target).placed);
        if free == [false, false] {
            // Only its edge is within the angle: nothing shows in which half.
            free = [true, true];
        }
        let reach = there.distance(at);
        for friend in self.battle.here() {
            let body = &self.unit(friend).placed;
            let nearer = friend != firer
                && self.unit(friend).side == battery.side
                && body.centre().distance(at) <= reach + body.radius()
                && nearest_place(body, at).distance(at) < reach;
            if nearer {
                let stands = halves(&battery.placed, body);
                free = [free[0] && !stands[0], free[1] && !stands[1]];
            }
        }
        (screened, free == [false, false])
    }
}

/// The figures that canister can strike: the two foremost ranks of troops, all of a garrison or battery.
fn exposed(unit: &Unit) -> i32 {
    let front = unit.placed.bases().filter(|base| base.rank < 2).count() as i32;
    let ranked = matches!(unit.branch, Branch::Infantry | Branch::Cavalry) && unit.building.is_none();
    let figures = if ranked { front.min(unit.figures) } else { unit.figures };
    figures.clamp(1, 400)
}

/// In which halves of a battery's angle a body stands, left and right: the angle opens 45 degrees outward from each wing, and is divided
/// straight ahead of the middle.
fn halves(battery: &Placed, body: &Placed) -> [bool; 2] {
    let frame = battery.frame();
    let half = battery.body().front() / 2.0;
    let within = |own: Point| own.y > 0.0 && own.y >= own.x.abs() - half;
    let mut stands = [false, false];
    let near = nearest_place(body, battery.pose().at);
    for place in body.parts().iter().flat_map(|part| part.corners()).chain([&near]) {
        let own = frame.to_body(*place);
        if within(own) {
            stands[usize::from(own.x >= 0.0)] = true;
        }
    }
    let straight = Line::between(battery.pose().at, battery.pose().at + frame.ahead * (20.0 * CM));
    if distance_along(straight, body).is_some() {
        stands = [true, true];
    }
    stands
}
