//! Losses of guns, limbers, horses and wagons (§06.03.3 to §06.03.7).

use krigsspil_field::prelude::in_contact;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::blows::MaterialLost;
use super::{Go, Run};
use crate::battle::order::Piece;
use crate::battle::questions::{LOSE_GUN, LOSE_LIMBER, LostGun, LostLimber};
use crate::battle::state::{Battery, Due};

impl Run<'_> {
    /// Wagons in base contact with a battery.
    pub(super) fn wagons_touching(&self, target: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let touched = self.unit(target);
        self.battle.here().filter(move |&other| {
            let wagon = self.unit(other);
            touched.battery.is_some()
                && wagon.wagon.is_some()
                && wagon.side == touched.side
                && in_contact(&wagon.placed, &touched.placed)
        })
    }

    /// Records lost guns, limbers and horses, and a lost wagon (§06.03.3, §06.03.4, ruling 44).
    pub(super) fn material(&mut self, target: UnitId, lost: MaterialLost) {
        if lost == MaterialLost::default() || !self.unit(target).here() {
            return;
        }
        self.horses_fall(target, lost.horses);
        self.pieces_lost(target, lost);
        if lost.wagon {
            let wagons: Vec<UnitId> = match self.unit(target).wagon {
                Some(_) => vec![target],
                None => self.wagons_touching(target).collect(),
            };
            for wagon in wagons {
                self.destroyed(wagon, "06.03.4");
            }
        }
    }

    fn pieces_lost(&mut self, target: UnitId, lost: MaterialLost) {
        let Some(battery) = &mut self.unit_mut(target).battery else { return };
        if battery.abandoned.is_some() || (lost.guns, lost.limbers) == ([0, 0], [0, 0]) {
            return;
        }
        let mut asked = Vec::new();
        for (piece, [damaged, destroyed]) in [(Piece::Gun, lost.guns), (Piece::Limber, lost.limbers)] {
            for _ in 0..damaged {
                damage(pieces(battery, piece));
            }
            for _ in 0..destroyed {
                let pieces = pieces(battery, piece);
                if sound_or_damaged(pieces) {
                    asked.push(Due::Piece { unit: target, piece });
                } else {
                    destroy(pieces);
                }
            }
        }
        self.carried.agenda.next(asked);
        self.tell_material(target);
    }

    /// The player chooses which piece is lost; the default is a damaged one.
    pub(super) fn lose_piece(&mut self, unit: UnitId, piece: Piece) -> Go {
        let Some(battery) = &self.unit(unit).battery else { return Ok(()) };
        let left = if piece == Piece::Gun { battery.guns } else { battery.limbers };
        let damaged = sound_or_damaged(&left)
            && match piece {
                Piece::Gun => self.ask(&LOSE_GUN, unit, None)? == LostGun::Damaged,
                Piece::Limber => self.ask(&LOSE_LIMBER, unit, None)? == LostLimber::Damaged,
            };
        if let Some(battery) = &mut self.unit_mut(unit).battery {
            let pieces = pieces(battery, piece);
            if damaged {
                pieces[1] -= 1;
                pieces[2] += 1;
            } else {
                destroy(pieces);
            }
        }
        self.tell_material(unit);
        Ok(())
    }

    fn tell_material(&mut self, unit: UnitId) {
        let Some(battery) = &self.unit(unit).battery else { return };
        let (guns, limbers) = (battery.guns, battery.limbers);
        self.tell("loses_material", "06.03.3", &[unit], json!({"guns": guns, "limbers": limbers}));
    }

    fn horses_fall(&mut self, target: UnitId, horses: i32) {
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

    /// A 10-pounder Parrott bursts: one of the guns that fired (§06.03.7).
    pub(super) fn burst(&mut self, firer: UnitId) {
        if let Some(battery) = &mut self.unit_mut(firer).battery {
            destroy(&mut battery.guns);
        }
        self.tell("gun_bursts", "06.03.7", &[firer], json!({}));
    }
}

fn pieces(battery: &mut Battery, piece: Piece) -> &mut [i32; 3] {
    match piece {
        Piece::Gun => &mut battery.guns,
        Piece::Limber => &mut battery.limbers,
    }
}

/// Are there both sound and damaged pieces? Then their player chooses.
const fn sound_or_damaged(pieces: &[i32; 3]) -> bool {
    pieces[0] > 0 && pieces[1] > 0
}

/// Damages a whole piece; if there is none, a damaged piece is destroyed by the second damage (ruling 44).
fn damage(pieces: &mut [i32; 3]) {
    if pieces[0] > 0 {
        pieces[0] -= 1;
        pieces[1] += 1;
    } else {
        destroy(pieces);
    }
}

/// Destroys a whole piece, otherwise a damaged one.
fn destroy(pieces: &mut [i32; 3]) {
    let from = if pieces[0] > 0 { 0 } else { 1 };
    if pieces[from] > 0 {
        pieces[from] -= 1;
        pieces[2] += 1;
    }
}
