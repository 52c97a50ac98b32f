//! A victorious attacker goes on against another enemy (§12.02.5, §12.02.6).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::aim::least_off;
use super::{Go, Run};
use crate::battle::order::Step;
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::vocabulary::*;

/// New targets lie within this many degrees of straight ahead (§12.02.5).
const AHEAD_DEG: f64 = 20.0;
/// Light cavalry looks this far to either side for a target that is worth it (§12.02.6; house).
const WORTH_DEG: f64 = 90.0;
/// An attacker meets whom he has straight before him within this many metres without turning.
const LANE: f64 = 100.0 * CM;

/// An enemy to whom a victor turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextTarget {
    enemy: UnitId,
    /// Degrees to the right.
    turn: f64,
}

impl Run<'_> {
    /// The nearest new enemy whom a victor can attack if he turns his front (§12.02.5), or light cavalry also a target that is worth it
    /// (§12.02.6). Whom he has straight before him he meets without turning.
    pub(super) fn next_target(&self, victor: UnitId, beaten: UnitId) -> Option<NextTarget> {
        let placed = &self.unit(victor).placed;
        let (at, facing) = (placed.pose().at, placed.pose().facing);
        let lane = zone_before(placed, LANE);
        let light = self.unit(victor).arm == TacticalArm::LightCavalry;
        let aside = |&enemy: &UnitId| {
            let body = &self.unit(enemy).placed;
            let off = least_off(at, facing.ahead(), body);
            enemy != beaten
                && in_zone(&lane, body).is_none()
                && (off <= AHEAD_DEG || (light && off <= WORTH_DEG && self.is_worth_it(victor, enemy)))
                && self.attack_bars(victor, enemy, true).is_empty()
                && unit_sees(self.battle, self.tables, victor, enemy)
        };
        let near = self.battle.enemies_of(victor).filter(aside);
        let near = near.map(|enemy| (self.battle.cm_between(victor, enemy), enemy));
        let (_, enemy) = near.min_by(|a, b| self.battle.nearer(*a, *b))?;
        Some(NextTarget { enemy, turn: self.turn_toward(victor, enemy) })
    }

    /// The turn that brings an enemy before the front: toward his middle, but no farther than to the nearest of him that lies within the
    /// limit.
    fn turn_toward(&self, victor: UnitId, enemy: UnitId) -> f64 {
        let placed = &self.unit(victor).placed;
        let (at, facing) = (placed.pose().at, placed.pose().facing);
        let body = &self.unit(enemy).placed;
        let limit = if least_off(at, facing.ahead(), body) <= AHEAD_DEG { AHEAD_DEG } else { WORTH_DEG };
        facing.turn_to(Bearing::of(body.centre() - at)).0.clamp(-limit, limit)
    }

    /// A target that is worth it for light cavalry: guns, whoever is spread or in rout, and whoever it would strike in flank (house).
    fn is_worth_it(&self, victor: UnitId, enemy: UnitId) -> bool {
        let target = self.unit(enemy);
        let placed = &self.unit(victor).placed;
        let turned = placed.pose().facing.right_by(Degrees(self.turn_toward(victor, enemy)));
        target.battery.is_some()
            || target.spread()
            || self.looks_on_flank(
                &placed.moved_to(Pose::new(placed.pose().at, turned)),
                turned.ahead(),
                0.0,
                enemy,
            )
    }

    /// He announces the attack (§03.02.7) and turns: on foot about his middle, horse about a wing (§06.04.1, §06.04.2).
    pub(super) fn turns_to_attack(&mut self, victor: UnitId, next: NextTarget) -> Go {
        let storm = matches!(
            self.unit(victor).todo.first().map(|doing| doing.step),
            Some(Step::Ahead { storm: true, .. })
        );
        let degrees = next.turn;
        let turn = match self.unit(victor).branch {
            Branch::Cavalry => Step::Pivot { degrees },
            _ => Step::Wheel { degrees },
        };
        let ahead = Step::Ahead { cm: None, turns: None, attack: true, storm };
        let goes = self.unit_mut(victor);
        goes.todo = vec![Doing::new(turn), Doing::new(ahead)];
        (goes.now.target, goes.now.attacks) = (Some(next.enemy), true);
        self.tell("announces_attack", "03.02.7", &[victor, next.enemy], json!({}));
        self.decide_whether_to_go_back(&[next.enemy])
    }
}
