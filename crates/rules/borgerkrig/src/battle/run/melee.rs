//! Melees and prisoners (chapters 07.04 to 07.06).

use krigsspil_engine::{Figures, Men};
use krigsspil_field::bearing::Frame;
use krigsspil_field::prelude::*;
use serde_json::json;

use super::blows::{Blow, Cause};
use super::fires::order_of;
use super::state_changes::rebuild;
use super::{Go, Run, item};
use crate::battle::bodies::plain;
use crate::battle::legal::arm;
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, cover_of_area, march_row, terrain_at};
use crate::procedures::BREAKING_DISTANCE_CM;
use crate::procedures::march::MarchRate;
use crate::procedures::melee::{Melee, MeleeSide, MeleeUnits, Prisoners};
use crate::vocabulary::*;

/// A unit that advances from the breaking distance meets everything within at least this many metres.
const MEETS: f64 = (BREAKING_DISTANCE_CM + 0.5) * CM;

/// The part of a base to each side of its middle that meets the enemy squarely: less than half, so that its corners do not count.
const NARROWED: f64 = 0.475;
/// A unit that stands askew touches the enemy with a corner. Beside that corner its front is still this far from him, as a part of its base:
/// up to 63 degrees askew.
const ASKEW: f64 = 0.05;

/// The files of a front: those that meet the enemy, and those beyond them on the left and on the right.
#[derive(Clone, Copy)]
struct Files {
    meet: i32,
    beyond: [i32; 2],
}

/// A slightly narrower base: one that meets the enemy only with its corner counts as beside those in contact.
fn narrowed(base: &Base) -> Part {
    let ahead = base.slab.ahead();
    let frame = Frame { at: base.slab.centre(), right: ahead.right(), ahead };
    Part::Slab(Slab::new(&frame, Point::ORIGIN, NARROWED * base.slab.width(), 0.5 * base.slab.depth()))
}

/// Would a base reach the enemy straight ahead within this many metres, with its middle or near one of its sides?
fn comes_to(base: &Base, enemy: &Placed, metres: f64) -> bool {
    let ahead = base.slab.ahead();
    let front = base.slab.centre() + ahead * (base.slab.depth() / 2.0);
    [0.0, -NARROWED, NARROWED].into_iter().any(|aside| {
        let from = front + ahead.right() * (aside * base.slab.width());
        distance_along(Line::between(from, from + ahead * metres), enemy).is_some()
    })
}

impl Run<'_> {
    /// Enemies in base contact at the start of the turn fight; all losses are computed together (§07.04.1).
    pub(super) fn melees(&mut self) -> Go {
        for unit in self.battle.units.values_mut() {
            let Unit { grips, melee, .. } = unit;
            grips.retain(|grip| melee.contains(&grip.with));
        }
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
        for &(one, other) in &pairs {
            item(self, |run| run.melee_pair(one, other, &mut blows))?;
        }
        self.book(blows)?;
        self.end_melees(&pairs);
        Ok(())
    }

    fn melee_pair(&mut self, one: UnitId, other: UnitId, blows: &mut Vec<Blow>) -> Go {
        let fight = [self.melee_figures(one, other), self.melee_figures(other, one)];
        let facts = Melee {
            attacker: self.melee_side(one, other, fight[0]),
            defender: self.melee_side(other, one, fight[1]),
        };
        let about = json!({"figures": fight});
        let result = self.roll("melee", "07.05.1", &[one, other], about, &facts)?;
        let throw = |at: usize| {
            let face = |at: usize| self.carried.thrown.get(at).copied().unwrap_or(1);
            [face(at), face(at + 1)]
        };
        let (first, second) = (throw(0), throw(2));
        for (unit, exhausted) in
            [(one, result.attacker_ammunition_exhausted), (other, result.defender_ammunition_exhausted)]
        {
            let fought = self.unit_mut(unit);
            fought.now.melee = true;
            fought.ever_fired = true;
            if exhausted && fought.ammunition {
                fought.ammunition = false;
                self.tell_own("out_of_ammunition", "09.01.1", unit, json!({}));
            }
        }
        let cause = |by: UnitId, more: bool, figures: i32, throw: [i32; 2]| Cause::Melee {
            more,
            mounted: self.unit(by).mounted_cavalry(),
            from: self.unit(by).placed.centre(),
            side: self.struck_on(by, if by == one { other } else { one }),
            figures,
            throw,
        };
        let to_one = cause(other, result.attacker_more_losses, fight[1], second);
        let to_other = cause(one, result.defender_more_losses, fight[0], first);
        let (lost, fell) = (result.attacker_loss_men.0, result.attacker_general_falls);
        blows.push(Blow::new(other, one, lost, fell, to_one));
        let (lost, fell) = (result.defender_loss_men.0, result.defender_general_falls);
        blows.push(Blow::new(one, other, lost, fell, to_other));
        Ok(())
    }

    fn melee_side(&self, unit: UnitId, against: UnitId, figures: i32) -> MeleeSide {
        let side = self.unit(unit);
        MeleeSide {
            arm: arm(side),
            figures: Figures(figures.clamp(0, 400)),
            cover: self.melee_cover(unit, against),
            order: match order_of(side) {
                // Gunners fight as artillery even without their guns, and artillery does not lie down.
                SteadyOrder::Pinned if !arm(side).on_foot() => SteadyOrder::LightDisorder,
                order => order,
            },
            shotgun: side.weapon == Some(Weapon::Shotgun) && side.ammunition,
            valeur: side.valeur,
            general: self.general_with(unit),
            first_fire: !side.ever_fired,
            prior_loss_men: Men(side.lost_men.clamp(0, 20000)),
        }
    }

    /// The wall or work between two fighters protects the one who was attacked there: the other has come over it.
    fn melee_cover(&self, unit: UnitId, against: UnitId) -> Cover {
        let side = self.unit(unit);
        let came_over = side.grips.iter().any(|grip| grip.with == against && !grip.turned);
        if came_over {
            return cover_of_area(self.battle, side);
        }
        cover_against(self.battle, unit, self.unit(against).placed.centre())
    }

    /// A melee ends when one side is thrown into U or FU, or is gone (ruling 62).
    fn end_melees(&mut self, pairs: &[(UnitId, UnitId)]) {
        let beaten = |run: &Self, unit: UnitId| {
            !run.unit(unit).here() || matches!(run.unit(unit).order, Order::Disorder | Order::Rout)
        };
        for &(one, other) in pairs {
            if beaten(self, one) || beaten(self, other) {
                self.unit_mut(one).melee.retain(|with| *with != other);
                self.unit_mut(other).melee.retain(|with| *with != one);
            }
        }
    }

    /// Do two units that have fought continue? The fallen leave a gap between them; the others close up (ruling 62).
    pub(super) fn fight_on(&self, one: UnitId, other: UnitId) -> bool {
        self.unit(one).melee.contains(&other)
            && self.unit(other).melee.contains(&one)
            && self.unit(one).now.melee
            && self.battle.cm_between(one, other) <= BREAKING_DISTANCE_CM
    }

    /// Does anybody of two touching units fight? If nobody of either faces the other there is no melee, and neither is bound (house).
    pub(super) fn blows_fall(&self, one: UnitId, other: UnitId) -> bool {
        self.melee_figures(one, other) > 0 || self.melee_figures(other, one) > 0
    }

    /// Two enemies touch. The winner of the shock can use the rest of his march to bring up his figures (§07.02.4).
    pub(super) fn come_to_grips(&mut self, unit: UnitId, enemy: UnitId) {
        if self.unit(unit).now.pursues == Some(enemy) {
            let march_left = self.march_left(unit);
            self.grip(unit, enemy).march_left = march_left;
        }
    }

    /// Metres of ordinary march left in this turn, on the ground where it stands.
    pub(super) fn march_left(&self, unit: UnitId) -> f64 {
        let unit = self.unit(unit);
        let facts = MarchRate {
            row: march_row(unit, false),
            backward: false,
            half_horses_lost: false,
            all_horses_lost: false,
            terrain: terrain_at(&self.battle.ground, unit.placed.centre()),
            obstacle: Obstacle::None,
        };
        let rate = plain(&facts, self.tables).map_or(0.0, |rate| rate.rate_cm.0 * CM);
        rate * (1.0 - self.battle.moment).max(0.0)
    }

    /// The record of how a unit came into contact with an enemy, for writing.
    pub(super) fn grip(&mut self, unit: UnitId, enemy: UnitId) -> &mut Grip {
        let grips = &mut self.unit_mut(unit).grips;
        let at = grips.iter().position(|grip| grip.with == enemy).unwrap_or_else(|| {
            grips.push(Grip { with: enemy, march_left: 0.0, turned: false });
            grips.len() - 1
        });
        &mut grips[at]
    }

    /// The figures that fight an enemy: those in contact and those who touch them, with one overlapping on each flank (§07.04.4), those led
    /// round onto his sides (§07.02.4), and for a unit attacked in flank the two companies that have turned (§07.04.5).
    pub(super) fn melee_figures(&self, unit: UnitId, against: UnitId) -> i32 {
        let side = self.unit(unit);
        if side.building.is_some() || side.battery.is_some() {
            return side.figures;
        }
        let grip = side.grips.iter().find(|grip| grip.with == against);
        let companies = match self.aspect(against, unit) {
            Aspect::Front | Aspect::Outflank => {
                let his = self.unit(against).grips.iter().find(|grip| grip.with == unit);
                let closing = [grip, his].into_iter().flatten().map(|grip| grip.march_left);
                let files = self.files_that_meet(unit, against, closing.fold(0.0, f64::max));
                return self.figures_of(unit, self.led_round(unit, against, files));
            }
            // Nobody faces him except those who have turned to take part.
            Aspect::Flank if grip.is_some_and(|grip| grip.turned) => 2,
            Aspect::Flank | Aspect::Rear => 0,
        };
        (companies * side.company).min(side.figures)
    }

    /// The figures that would meet an enemy whom the unit is about to reach (ruling 63).
    pub(super) fn figures_that_would_touch(&self, unit: UnitId, enemy: UnitId) -> i32 {
        let files = self.files_that_meet(unit, enemy, self.march_left(unit).max(MEETS));
        self.figures_of(unit, files)
    }

    fn figures_of(&self, unit: UnitId, files: Files) -> i32 {
        let side = self.unit(unit);
        let facts = MeleeUnits {
            arm: arm(side),
            files_in_contact: files.meet.clamp(0, 200),
            overlap_left: files.beyond[0] > 0,
            overlap_right: files.beyond[1] > 0,
            ranks: (side.placed.body().ranks() as i32).clamp(1, 60),
            figures_total: Figures(side.figures.clamp(0, 400)),
        };
        plain(&facts, self.tables).map_or(0, |units| units.figures_counted.0)
    }

    /// The files that fight an enemy whom the unit touches, or can reach straight ahead within this many metres. If it meets him only with a
    /// corner or the end of a rank, and one of the two faces the other, the files there fight (§07.04.4).
    fn files_that_meet(&self, unit: UnitId, against: UnitId, closing: f64) -> Files {
        let files = self.files_squarely_met(unit, against, closing);
        let met = || self.files_squarely_met(against, unit, closing).meet > 0;
        if files.meet == 0 && (self.faces(unit, against) || self.faces(against, unit) || met()) {
            return self.nearest_files(unit, against);
        }
        files
    }

    /// Does some figure of its front have an enemy who touches the unit, or from whom the fallen have left a gap, before it?
    fn faces(&self, unit: UnitId, enemy: UnitId) -> bool {
        let (side, enemy) = (&self.unit(unit).placed, &self.unit(enemy).placed);
        let apart = distance(side, enemy);
        let front = side.bases().filter(|base| base.rank == 0);
        front.into_iter().any(|base| comes_to(&base, enemy, 2.0 * apart + ASKEW * base.slab.width()))
    }

    /// The files whose figures are nearest to an enemy: two if he is at their joint.
    fn nearest_files(&self, unit: UnitId, enemy: UnitId) -> Files {
        let (side, enemy) = (&self.unit(unit).placed, &self.unit(enemy).placed);
        let apart = distance(side, enemy) + TOUCH;
        let near = |base: &Base| {
            let reach = apart + (0.5 - NARROWED) * base.slab.width();
            enemy.parts().iter().any(|part| Part::Slab(base.slab).distance(part) <= reach)
        };
        let nearest = side.bases().filter(near).map(|base| base.file as i32);
        let files = side.body().files() as i32;
        let (first, last) = nearest.fold((files, -1), |(low, high), file| (low.min(file), high.max(file)));
        if last < first {
            return Files { meet: 0, beyond: [0, 0] };
        }
        Files { meet: last - first + 1, beyond: [first, files - 1 - last] }
    }

    /// The files whose front figure touches the enemy with more than a corner, or reaches him straight ahead within this many metres.
    fn files_squarely_met(&self, unit: UnitId, against: UnitId, closing: f64) -> Files {
        let side = &self.unit(unit).placed;
        let enemy = &self.unit(against).placed;
        let mut files = Files { meet: 0, beyond: [0, 0] };
        let closing = closing.max(distance(side, enemy) + TOUCH);
        let closed = self.unit(unit).closed();
        for base in side.bases().filter(|base| base.rank == 0) {
            let touches = enemy.parts().iter().any(|part| narrowed(&base).distance(part) <= TOUCH);
            if touches || comes_to(&base, enemy, closing) {
                // In closed ranks, the figures before a gap in his ranks touch the figure beside them that is in contact.
                let between = if files.meet > 0 && closed { files.beyond[1].min(2) } else { 0 };
                files.meet += 1 + between;
                files.beyond[1] = 0;
            } else {
                files.beyond[usize::from(files.meet > 0)] += 1;
            }
        }
        files
    }

    /// Overlapping files go round onto the enemy's sides, as far as the remaining march and the room there allow (§07.02.4).
    fn led_round(&self, unit: UnitId, against: UnitId, mut files: Files) -> Files {
        let side = &self.unit(unit).placed;
        let enemy = self.unit(against);
        let left =
            self.unit(unit).grips.iter().find(|grip| grip.with == against).map_or(0.0, |g| g.march_left);
        let taken_in_flank = self.aspect(unit, against) == Aspect::Flank;
        if files.meet == 0 || left <= 0.0 || enemy.building.is_some() || taken_in_flank {
            return files;
        }
        let Some(base) = side.bases().next() else { return files };
        let (width, step) = (base.slab.width(), side.body().front() / f64::from(side.body().files().max(1)));
        let places = ((enemy.placed.body().depth() + TOUCH) / width).floor() as i32;
        for (wing, beyond) in files.beyond.iter_mut().enumerate() {
            if self.side_taken(unit, against, wing, base.slab.depth()) {
                continue;
            }
            // The n-th figure beyond the flank goes this far to the corner, and this far along the side.
            let reached = |nth: &i32| f64::from(*nth) * step + (f64::from(*nth) - 0.5) * width <= left;
            let round = (1..=(*beyond).min(places)).take_while(reached).count() as i32;
            files.meet += round;
            *beyond -= round;
        }
        files
    }

    /// Is the ground beside an enemy taken, so that nobody can go round onto that side of him?
    fn side_taken(&self, unit: UnitId, against: UnitId, wing: usize, deep: f64) -> bool {
        let enemy = &self.unit(against).placed;
        let body = enemy.body();
        let right = enemy.frame().right;
        // His right is the left of a unit that faces him, and the right of a unit that comes from behind.
        let toward = if self.unit(unit).placed.frame().right.dot(right) < 0.0 { -1.0 } else { 1.0 };
        let outward = if wing == 0 { -toward } else { toward };
        let middle = point(outward * (body.front() + deep) / 2.0, -body.depth() / 2.0);
        let strip = Slab::new(
            enemy.frame(),
            middle,
            (deep / 2.0 - TOUCH).max(0.1),
            (body.depth() / 2.0 - TOUCH).max(0.1),
        );
        let strip = Part::Slab(strip);
        self.battle.here().any(|other| {
            other != unit
                && other != against
                && self.unit(other).order != Order::Rout
                && self.unit(other).placed.parts().iter().any(|part| part.overlap_depth(&strip) > TOUCH)
        })
    }

    /// The number of figures that a winner catches of a unit that breaks, computed before it breaks (§07.06.1).
    pub(super) fn caught(&self, winner: UnitId, figures: i32, loser: UnitId) -> Option<Prisoners> {
        let beaten = self.unit(loser);
        (beaten.figures > 0 && beaten.wagon.is_none()).then(|| Prisoners {
            winner_arm: arm(self.unit(winner)),
            winner_figures: Figures(figures.clamp(0, 400)),
            loser_arm: arm(beaten),
            loser_figures: Figures(beaten.figures.clamp(0, 400)),
            loser_general: self.general_with(loser),
        })
    }

    /// Prisoners according to the bare throw that caused the rout (§07.06.2).
    pub(super) fn take_prisoners(
        &mut self,
        winner: UnitId,
        loser: UnitId,
        throw: [i32; 2],
        caught: &Prisoners,
    ) -> Go {
        let taken = self.reread(("prisoners", "07.06.2"), &[loser, winner], (throw, json!({})), caught)?;
        if taken.general_captured {
            self.general_captured(loser, winner);
        }
        if taken.prisoners.0 > 0 {
            self.lose_figures(loser, taken.prisoners.0);
        }
        Ok(())
    }

    /// Prisoners leave the table (§07.06.4).
    pub(super) fn lose_figures(&mut self, unit: UnitId, figures: i32) {
        let loser = self.unit_mut(unit);
        let taken = figures.min(loser.figures);
        loser.figures -= taken;
        loser.captured += taken;
        if loser.figures <= 0 {
            self.destroyed(unit, "07.06.4");
        } else {
            rebuild(self.battle, self.tables, unit);
        }
    }
}
