//! Storm marches (§07.02).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;

use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::procedures::obstacles::StormMarch;
use crate::vocabulary::*;

impl Run<'_> {
    /// A storm begins, or goes on from the last turn (§07.02.2 to §07.02.6).
    pub(super) fn begin_storm(&mut self, unit: UnitId) -> Go {
        let now = self.now();
        let stormer = self.unit(unit);
        let facing = stormer.placed.pose().facing;
        let goes_on = stormer.storming.since.is_some();
        let swing = Bearing::degrees(stormer.storming.direction).turn_to(facing).0.abs();
        let run = stormer.run.filter(|run| run.until >= now);
        let approach = run.map_or(0.0, |run| 2.0 * now.turns_since(run.since));
        let facts = StormMarch {
            arm: storm_arm(stormer),
            half_turns: 1,
            half_turns_done: stormer.storming.halves.clamp(0, 12),
            stormed_before: stormer.storming.ended.is_some(),
            turns_since_storm: stormer.storming.ended.map_or(0.0, |ended| now.turns_since(ended)).min(200.0),
            approach_half_turns: approach.clamp(0.0, 20.0),
            approach_deviation_deg: 0.0,
            front_not_in_direction: false,
            swing_deg: if goes_on { swing.min(180.0) } else { 0.0 },
            obstacle_on_way: false,
            order: stormer.order,
        };
        let result = plain(&facts, self.tables)?;
        if !result.allowed || stormer.now.storm_over {
            // It comes no faster than at the march.
            self.unit_mut(unit).todo[0].gait = Gait::March;
            self.storm_ends(unit);
            return Ok(());
        }
        let storming = &mut self.unit_mut(unit).storming;
        if !goes_on {
            *storming = Storming {
                since: Some(now),
                halves: 1,
                unrested: !result.rested,
                direction: facing.as_degrees(),
                ended: storming.ended,
            };
            return self.degrees(unit, result.lu_degrees, "07.02.3");
        }
        Ok(())
    }

    /// A new half turn of a storm begins (§07.02.2).
    pub(super) fn storm_half(&mut self, unit: UnitId) -> Go {
        let stormer = self.unit(unit);
        let storms =
            stormer.todo.first().is_some_and(|doing| doing.gait == Gait::Storm) && stormer.track.is_some();
        if !storms || self.next_half(unit).is_none_or(|at| at > self.now()) {
            return Ok(());
        }
        let unrested = stormer.storming.unrested;
        let beyond = stormer.storming.halves + 1 > 2;
        self.unit_mut(unit).storming.halves += 1;
        self.degrees(unit, i32::from(unrested || beyond), "07.02.2")
    }

    /// When the next half turn of a unit's storm begins.
    pub(super) fn next_half(&self, unit: UnitId) -> Option<krigsspil_turn::timeline::Instant> {
        let storming = self.unit(unit).storming;
        Some(storming.since?.after(0.5 * f64::from(storming.halves)))
    }
}

fn storm_arm(unit: &Unit) -> StormArm {
    match (unit.branch, unit.arm) {
        (_, TacticalArm::LightCavalry) => StormArm::LightCavalry,
        (_, TacticalArm::MediumCavalry) => StormArm::MediumCavalry,
        (_, TacticalArm::HeavyCavalry) => StormArm::HeavyCavalry,
        (_, TacticalArm::Cossacks) => StormArm::Cossacks,
        (Branch::Artillery, _) => match unit.battery.as_ref().map(|guns| guns.kind) {
            Some(BatteryKind::Horse) => StormArm::HorseArtillery,
            Some(BatteryKind::Driving) => StormArm::DrivingArtillery,
            _ => StormArm::FootArtillery,
        },
        _ => StormArm::Infantry,
    }
}
