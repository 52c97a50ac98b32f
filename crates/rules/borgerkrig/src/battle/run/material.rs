//! Guns, limbers, horses and wagons lost (§06.03.3 to §06.03.7).

use krigsspil_field::prelude::in_contact;
use serde_json::json;

use super::Run;

impl Run<'_> {
    pub(super) fn wagon_touching(&self, target: usize) -> Option<usize> {
        let touched = self.unit(target);
        touched.battery.as_ref()?;
        self.battle.here().find(|&other| {
            let wagon = self.unit(other);
            wagon.wagon.is_some() && wagon.side == touched.side && in_contact(&wagon.placed, &touched.placed)
        })
    }

    /// Guns, limbers and horses lost (§06.03.3, ruling 44).
    pub(super) fn material(
        &mut self,
        target: usize,
        result: &crate::procedures::artillery_fire::ArtilleryFireResult,
    ) {
        self.horses_fall(target, result.horses_killed);
        let unit = self.unit_mut(target);
        let Some(battery) = &mut unit.battery else { return };
        if battery.abandoned.is_some() {
            return;
        }
        for (pieces, damaged, destroyed) in [
            (&mut battery.guns, result.guns_damaged, result.guns_destroyed),
            (&mut battery.limbers, result.limbers_damaged, result.limbers_destroyed),
        ] {
            for _ in 0..damaged {
                damage(pieces);
            }
            for _ in 0..destroyed {
                destroy(pieces);
            }
        }
        if result.guns_damaged + result.guns_destroyed + result.limbers_damaged + result.limbers_destroyed > 0
        {
            let (guns, limbers) = (battery.guns, battery.limbers);
            self.tell("loses_material", "06.03.3", &[target], json!({"guns": guns, "limbers": limbers}));
        }
    }

    pub(super) fn horses_fall(&mut self, target: usize, horses: i32) {
        if horses <= 0 {
            return;
        }
        let unit = self.unit_mut(target);
        if let Some(battery) = &mut unit.battery {
            battery.horses[1] = (battery.horses[1] - horses).max(0);
        }
        if let Some(wagon) = &mut unit.wagon {
            wagon[1] = (wagon[1] - horses).max(0);
        }
        super::state_changes::drop_track(self.battle, target);
        self.tell("loses_horses", "06.03.3", &[target], json!({"horses": horses}));
    }

    /// A 10-pounder Parrott bursts (§06.03.7).
    pub(super) fn burst(&mut self, firer: usize) {
        if let Some(battery) = &mut self.unit_mut(firer).battery {
            destroy(&mut battery.guns);
        }
        self.tell("gun_bursts", "06.03.7", &[firer], json!({}));
    }
}

/// Damages a whole piece; a second damage of a damaged one destroys it (ruling 44).
fn damage(pieces: &mut [i32; 3]) {
    if pieces[0] > 0 {
        pieces[0] -= 1;
        pieces[1] += 1;
    } else {
        destroy(pieces);
    }
}

fn destroy(pieces: &mut [i32; 3]) {
    let from = if pieces[0] > 0 { 0 } else { 1 };
    if pieces[from] > 0 {
        pieces[from] -= 1;
        pieces[2] += 1;
    }
}
