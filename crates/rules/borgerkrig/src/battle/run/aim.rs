//! Which part of a unit can fire at a target with small arms (§05.01.2, §05.01.3).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;

use super::Run;
use super::lines::{least_off, nearest_place, stands_in};
use crate::battle::bodies::plain;
use crate::battle::legal::troops;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::procedures::small_arms::FireUnits;
use crate::vocabulary::*;

/// The widest angle between front and line of fire, in degrees (§05.01.2).
const WIDEST_ANGLE: f64 = 30.0;
/// The limit itself is included, whatever the rounding.
const FORGIVEN: f64 = 1.0e-9;

/// Shooters who fire together at a target.
pub(super) struct Aim {
    pub figures: i32,
    pub from: Point,
    pub distance_cm: f64,
    pub angle: f64,
    pub screened: bool,
}

/// A file that can fire: its distance from the target, its number, its figures in two ranks, and the place of its front.
struct File {
    metres: f64,
    number: u32,
    figures: i32,
    front: Point,
}

/// The files of a unit that can fire; the least angle of the target from its front, and whether somebody stands in front of some.
struct Front {
    files: Vec<File>,
    angle: f64,
    screened: bool,
}

/// Centimetres from place to place, measured to the millimetre as on the table.
pub(super) fn measured(from: Point, to: Point) -> f64 {
    to_the_millimetre(from.distance(to))
}

/// Metres of ground as centimetres of the table, to the millimetre.
pub(super) fn to_the_millimetre(metres: f64) -> f64 {
    (metres / CM * 10.0).round() / 10.0
}

impl Run<'_> {
    /// The figures of a unit that can fire at a target. If only a part is ordered to fire, the files nearest to the target are that part,
    /// and the rest fires separately right after it (§05.01.3).
    pub(super) fn aim(&self, firer: UnitId, target: UnitId) -> Vec<Aim> {
        let shooter = self.unit(firer);
        if shooter.building.is_some() {
            let most = self.per_unit_from_house(firer).1;
            return vec![self.aim_from_house(firer, target, shooter.figures.min(most))];
        }
        let mut front = self.front(firer, target);
        let all: i32 = front.files.iter().map(|file| file.figures).sum();
        let asked = match &shooter.now.order {
            Some(UnitOrder::Fire { figures: Some(figures), .. }) => (*figures).min(all),
            _ => all,
        };
        if asked == all {
            return vec![self.aim_of(&front, &front.files, all, (firer, target))];
        }
        front.files.sort_by(|a, b| a.metres.total_cmp(&b.metres).then(a.number.cmp(&b.number)));
        let mut counted = 0;
        let part = front.files.iter().take_while(|file| {
            let fires = counted < asked;
            counted += file.figures;
            fires
        });
        let (part, rest) = front.files.split_at(part.count());
        let mut aims = vec![self.aim_of(&front, part, asked, (firer, target))];
        if !rest.is_empty() {
            aims.push(self.aim_of(&front, rest, all - asked, (firer, target)));
        }
        aims
    }

    /// Files of the front rank that have some of the target within 30 degrees and nobody in between, and the figures behind them
    /// (§05.01.2).
    fn front(&self, firer: UnitId, target: UnitId) -> Front {
        let placed = &self.unit(firer).placed;
        let aimed = &self.unit(target).placed;
        let ahead = placed.frame().ahead;
        let screens = self.screens(firer, target);
        let mut front = Front { files: Vec::new(), angle: 180.0, screened: false };
        for base in placed.bases().filter(|base| base.rank == 0) {
            let place = base.slab.centre() + base.slab.ahead() * (base.slab.depth() / 2.0);
            let off = least_off(place, ahead, aimed);
            let off = if off <= WIDEST_ANGLE + FORGIVEN { off.min(WIDEST_ANGLE) } else { off };
            front.angle = front.angle.min(off);
            if off > WIDEST_ANGLE {
                continue;
            }
            let there = nearest_place(aimed, place);
            if self.in_between(&screens, place, there) {
                front.screened = true;
                continue;
            }
            let metres = place.distance(there);
            front.files.push(File { metres, number: base.file, figures: 1, front: place });
        }
        for base in placed.bases().filter(|base| base.rank == 1) {
            if let Some(file) = front.files.iter_mut().find(|file| file.number == base.file) {
                file.figures += 1;
            }
        }
        front
    }

    /// The distance is measured from the middle of those who fire to the nearest edge (§05.01.3).
    fn aim_of(&self, front: &Front, files: &[File], figures: i32, (firer, target): (UnitId, UnitId)) -> Aim {
        let middle = files.iter().fold(Point::ORIGIN, |sum, file| sum + file.front);
        let from = if files.is_empty() {
            self.unit(firer).placed.pose().at
        } else {
            middle * (1.0 / files.len() as f64)
        };
        let there = nearest_place(&self.unit(target).placed, from);
        let screened = front.screened && front.files.is_empty();
        Aim { figures, from, distance_cm: measured(from, there), angle: front.angle, screened }
    }

    /// The least and greatest number of figures in a fire unit in a house.
    pub(super) fn per_unit_from_house(&self, firer: UnitId) -> (i32, i32) {
        let shooter = self.unit(firer);
        let units = |figures: i32| {
            let facts = FireUnits {
                arm: troops(shooter),
                formation: ShootersFormation::Building,
                figures: Figures(figures),
                pinned: shooter.order == Order::Pinned,
            };
            plain(&facts, self.tables).ok()
        };
        let most = units(0).map_or(6, |units| units.per_unit);
        let one = |figures: &i32| units(*figures).is_some_and(|units| units.fire_units > 0);
        ((1..=most).find(one).unwrap_or(most), most)
    }

    /// One fire unit from the side of a house (§02.04.3).
    pub(super) fn aim_from_house(&self, firer: UnitId, target: UnitId, figures: i32) -> Aim {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let (from, there) = closest_places(&shooter.placed, &aimed.placed);
        Aim {
            figures,
            from,
            distance_cm: measured(from, there),
            angle: 0.0,
            screened: self.in_between(&self.screens(firer, target), from, there),
        }
    }

    /// The units that might stand between two units.
    fn screens(&self, firer: UnitId, target: UnitId) -> Vec<UnitId> {
        let (here, there) = (&self.unit(firer).placed, &self.unit(target).placed);
        let between = here.extent().and(*there.extent());
        let may = |other: UnitId| other != firer && other != target;
        self.battle
            .here()
            .filter(|&other| may(other) && self.unit(other).placed.extent().meets(&between))
            .collect()
    }

    /// Does somebody stand in a line of fire?
    fn in_between(&self, screens: &[UnitId], from: Point, to: Point) -> bool {
        let line = Line::between(from, to);
        screens.iter().any(|&other| stands_in(line, self.unit(other)))
    }
}
