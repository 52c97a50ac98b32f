//! Guns that stand without their gunners (§04.02.12, §08.02.6, ruling 16).

use krigsspil_field::prelude::*;
use serde_json::json;

use super::Run;
use crate::vocabulary::*;

impl Run<'_> {
    /// Abandoned guns are manned again by gunners in contact, or taken by an enemy in contact (ruling 16).
    pub(super) fn guns_manned_or_taken(&mut self) {
        for unit in 0..self.battle.units.len() {
            let Some(pose) = self.unit(unit).battery.as_ref().and_then(|battery| battery.abandoned) else {
                continue;
            };
            if self.unit(unit).battery.as_ref().is_some_and(|battery| battery.guns[0] + battery.guns[1] == 0)
            {
                continue;
            }
            let mut guns = self.unit(unit).clone();
            guns.order = Order::Good;
            if let Some(battery) = &mut guns.battery {
                battery.abandoned = None;
            }
            guns.formation = Formation::Line;
            let body = crate::battle::bodies::body(&guns, self.tables, &self.battle.ground)
                .and_then(|body| body.at(pose));
            let Ok(placed) = body else { continue };
            let side = self.unit(unit).side;
            let taker = self.battle.here().find(|&enemy| {
                self.unit(enemy).side != side
                    && self.unit(enemy).steady()
                    && in_contact(&self.unit(enemy).placed, &placed)
            });
            let sheltered = self.unit(unit).battery.as_ref().is_some_and(|battery| battery.sheltered);
            let touching = in_contact(&self.unit(unit).placed, &placed);
            let back = self.unit(unit).steady() && (touching || sheltered);
            let battery_unit = self.unit_mut(unit);
            let Some(battery) = &mut battery_unit.battery else { continue };
            if let Some(taker) = taker {
                battery.guns = [0, 0, battery.guns.iter().sum()];
                self.tell("guns_taken", "08.02.6", &[unit, taker], json!({}));
            } else if back {
                battery.abandoned = None;
                battery_unit.formation = Formation::Line;
                battery_unit.pose = pose;
                super::state_changes::rebuild(self.battle, self.tables, unit);
                super::state_changes::stay_on_table(self.battle, unit);
                super::state_changes::stand_clear(self.battle, unit);
                self.tell("guns_manned", "08.02.6", &[unit], json!({}));
            }
        }
    }
}
