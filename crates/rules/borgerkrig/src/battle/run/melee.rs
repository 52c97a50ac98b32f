//! Melees and prisoners (chapters 07.04 to 07.06).

use krigsspil_engine::{Figures, Men};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::blows::{Blow, Cause};
use super::fires::steady;
use super::state_changes::rebuild;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::arm;
use crate::battle::terrain::cover_against;
use crate::procedures::melee::{Melee, MeleeSide, MeleeUnits, Prisoners};
use crate::vocabulary::*;

impl Run<'_> {
    /// Enemies in base contact at the start of the turn fight; all losses together (§07.04.1).
    pub(super) fn melees(&mut self) -> Go {
        let mut pairs = Vec::new();
        for one in self.battle.here() {
            for other in self.battle.enemies_of(one).filter(|&other| other > one) {
                if self.unit(one).melee.contains(&other)
                    && self.unit(one).steady()
                    && self.unit(other).steady()
                {
                    pairs.push((one, other));
                }
            }
        }
        let mut blows = Vec::new();
        for (one, other) in pairs {
            self.melee_pair(one, other, &mut blows)?;
        }
        self.book(blows)
    }

    fn melee_pair(&mut self, one: usize, other: usize, blows: &mut Vec<Blow>) -> Go {
        let facts = Melee { attacker: self.melee_side(one, other), defender: self.melee_side(other, one) };
        let result = self.roll("melee", "07.05.1", &[one, other], json!({}), &facts)?;
        let thrown = self.thrown.clone();
        let throw =
            |at: usize| [thrown.get(at).copied().unwrap_or(1), thrown.get(at + 1).copied().unwrap_or(1)];
        let (first, second) = (throw(0), throw(2));
        for (unit, exhausted) in
            [(one, result.attacker_ammunition_exhausted), (other, result.defender_ammunition_exhausted)]
        {
            let fought = self.unit_mut(unit);
            fought.now.melee = true;
            fought.ever_fired = true;
            if exhausted && fought.ammunition {
                fought.ammunition = false;
                self.tell("out_of_ammunition", "09.01.1", &[unit], json!({}));
            }
        }
        let (here, there) = (self.unit(one).placed.centre(), self.unit(other).placed.centre());
        let mounted = |unit: usize| self.unit(unit).mounted_cavalry();
        let to_one = Cause::Melee {
            more: result.attacker_more_losses,
            mounted: mounted(other),
            from: there,
            throw: second,
        };
        let to_other = Cause::Melee {
            more: result.defender_more_losses,
            mounted: mounted(one),
            from: here,
            throw: first,
        };
        blows.push(Blow::new(other, one, result.attacker_loss_men.0, result.attacker_general_falls, to_one));
        blows.push(Blow::new(
            one,
            other,
            result.defender_loss_men.0,
            result.defender_general_falls,
            to_other,
        ));
        Ok(())
    }

    fn melee_side(&self, unit: usize, against: usize) -> MeleeSide {
        let side = self.unit(unit);
        let enemy = self.unit(against);
        let (figures, _) = self.melee_figures(unit, against);
        MeleeSide {
            arm: arm(side),
            figures: Figures(figures.clamp(0, 400)),
            cover: cover_against(self.battle, unit, enemy.placed.centre()),
            order: steady(side.order),
            shotgun: side.weapon == Some(Weapon::Shotgun) && side.ammunition,
            valeur: side.valeur,
            general: self.general_with(unit),
            first_fire: !side.ever_fired,
            prior_loss_men: Men(side.lost_men.clamp(0, 20000)),
        }
    }

    /// Figures in contact and those who touch them, with one overlapping on each flank (§07.04.4), and melee units.
    pub(super) fn melee_figures(&self, unit: usize, against: usize) -> (i32, i32) {
        let side = self.unit(unit);
        let enemy = &self.unit(against).placed;
        let body = side.placed.body();
        let mut files: Vec<u32> =
            figures_in_contact(&side.placed, enemy).iter().map(|base| base.file).collect();
        files.sort_unstable();
        files.dedup();
        let in_house = side.building.is_some() || side.battery.is_some();
        let (first, last) = (files.first().copied(), files.last().copied());
        // Those who wrap round the enemy's sides fight too (§07.02.4).
        let wrapped = if side.now.wrapped { self.overhang(unit, against) } else { 0 };
        let facts = MeleeUnits {
            arm: arm(side),
            files_in_contact: if in_house { side.figures } else { files.len() as i32 + wrapped }
                .clamp(0, 200),
            overlap_left: first.is_some_and(|first| first > 0),
            overlap_right: last.is_some_and(|last| last + 1 < body.files()),
            ranks: (body.ranks() as i32).clamp(1, 60),
            figures_total: Figures(side.figures.clamp(0, 400)),
        };
        plain(&facts, self.tables).map_or((0, 0), |units| (units.figures_counted.0, units.melee_units))
    }

    /// Files beyond the enemy's flanks that find room on his sides.
    fn overhang(&self, unit: usize, against: usize) -> i32 {
        let side = &self.unit(unit).placed;
        let enemy = &self.unit(against).placed;
        let frame = side.frame();
        let reach =
            enemy.parts().iter().flat_map(|part| part.corners()).map(|&corner| frame.to_body(corner).x);
        let (low, high) =
            reach.fold((f64::INFINITY, f64::NEG_INFINITY), |span, x| (span.0.min(x), span.1.max(x)));
        let beyond = side
            .bases()
            .filter(|base| base.rank == 0)
            .filter(|base| {
                let x = frame.to_body(base.slab.centre()).x;
                x < low || x > high
            })
            .count() as i32;
        let width = side.bases().next().map_or(1.0, |base| base.slab.width());
        let room = 2 * (enemy.body().depth() / width).floor() as i32;
        (beyond - 2).clamp(0, room.max(0))
    }

    /// Prisoners by the bare throw that caused the rout (§07.06.1, §07.06.2).
    pub(super) fn take_prisoners(&mut self, winner: usize, loser: usize, throw: [i32; 2]) -> Go {
        let (figures, _) = self.melee_figures(winner, loser);
        let (figures_all, loser_figures) = (self.unit(winner).figures, self.unit(loser).figures);
        if loser_figures <= 0 || self.unit(loser).wagon.is_some() {
            return Ok(());
        }
        // At shock the units are those that would touch: two ranks of the winner's front (ruling 63).
        let touch = self.unit(winner).placed.bases().filter(|base| base.rank < 2).count() as i32;
        let counted = if figures > 0 { figures } else { touch.min(figures_all) };
        let facts = Prisoners {
            winner_arm: arm(self.unit(winner)),
            winner_figures: Figures(counted.clamp(0, 400)),
            loser_arm: arm(self.unit(loser)),
            loser_figures: Figures(loser_figures.clamp(0, 400)),
            loser_general: self.general_with(loser),
        };
        let taken = self.reread(("prisoners", "07.06.2"), &[loser, winner], throw, &facts)?;
        if taken.general_captured {
            self.general_captured(loser, winner);
        }
        if taken.prisoners.0 > 0 {
            self.lose_figures(loser, taken.prisoners.0);
        }
        Ok(())
    }

    /// Prisoners leave the table (§07.06.4).
    pub(super) fn lose_figures(&mut self, unit: usize, figures: i32) {
        let loser = self.unit_mut(unit);
        let taken = figures.min(loser.figures);
        loser.figures -= taken;
        loser.captured += taken;
        if loser.figures <= 0 {
            self.destroyed(unit);
        } else {
            rebuild(self.battle, self.tables, unit);
        }
    }
}
