//! Where a chief rides: whoever is farther than 35 cm from him must throw for reaction (§08.03.4, §08.03.5), so he stays where most of his units
//! will be near him.

use krigsspil_engine::battle::{Arm, Deed, Leader, Life, Moment, Place, UnitShown};
use krigsspil_field::prelude::{Bearing, Point};

use super::concert::Turn;
use super::melee::place;
use crate::battle::order::{Action, Ride, Step, UnitOrder};
use crate::battle::state::CM;

/// A little less than command distance, in centimetres, because nobody marches quite as he is thought to.
const WITHIN_CM: f64 = 31.0;
/// He stays this far behind a unit, and this far from every enemy, in centimetres.
const BEHIND_CM: f64 = 9.0;
const SAFE_CM: f64 = 22.0;
/// What a column marches in a turn, in centimetres (skema III).
const MARCH_CM: f64 = 20.0;
/// A place must be better by so many units than the one he would ride to.
const BETTER: usize = 1;

impl Turn<'_> {
    /// Chiefs who ride to no unit ride where most of their units will be within command distance.
    pub(super) fn chiefs_keep_near(&mut self) {
        for chief in self.view.generals.iter().filter(|chief| chief.life == Life::Here) {
            if !self.asked.generals.iter().any(|asked| asked.id == chief.id) {
                continue;
            }
            let own: Vec<&UnitShown> = self
                .view
                .here()
                .filter(|unit| unit.own.as_ref().is_some_and(|own| own.general == chief.id))
                .filter(|unit| unit.arm != Arm::Wagon)
                .collect();
            let will_be: Vec<Point> = own.iter().map(|unit| self.will_be(unit)).collect();
            let ridden = self.others.iter().position(|deed| rides(deed, &chief.id).is_some());
            let now = match ridden.map(|at| rides(&self.others[at], &chief.id)) {
                Some(Some(Ride::To { place: to })) => place(to.0),
                Some(_) => continue,
                None => place(chief.place),
            };
            let near = |at: Point| will_be.iter().filter(|unit| unit.distance(at) <= WITHIN_CM * CM).count();
            let safe = |at: &Point| {
                let mut enemies = self.view.enemies.iter();
                self.on_table(*at) && enemies.all(|enemy| place(enemy.place).distance(*at) >= SAFE_CM * CM)
            };
            let behind = own.iter().zip(&will_be).map(|(unit, at)| {
                *at - Bearing::degrees(unit.facing).ahead() * (BEHIND_CM * CM + unit.depth)
            });
            let best = behind
                .filter(safe)
                .max_by_key(|at| (near(*at), std::cmp::Reverse((at.distance(now)) as i64)));
            let Some(best) = best.filter(|best| near(*best) >= near(now) + BETTER) else { continue };
            let to = Ride::To { place: Place([best.x.round(), best.y.round()]) };
            let deed =
                Deed::of(Action::General { general: Leader::from(&chief.id), to, moment: Moment(0.0) });
            match ridden {
                Some(at) => self.others[at] = deed,
                None => self.others.push(deed),
            }
        }
    }

    fn on_table(&self, at: Point) -> bool {
        let inside = |at: f64, size: f64| (20.0..=size - 20.0).contains(&at);
        inside(at.x, self.view.table.width) && inside(at.y, self.view.table.depth)
    }

    /// About where a unit will be at the end of the turn.
    fn will_be(&self, unit: &UnitShown) -> Point {
        let Some(UnitOrder::Move { steps, .. }) = self.order(&unit.id) else { return place(unit.place) };
        let (mut at, mut facing, mut left) = (place(unit.place), unit.facing, MARCH_CM);
        for step in steps {
            match *step {
                Step::Pivot { degrees } | Step::Wheel { degrees } => facing += degrees,
                Step::Ahead { cm, .. } => {
                    let way = cm.unwrap_or(left).min(left);
                    left -= way;
                    at += Bearing::degrees(facing).ahead() * (way * CM);
                }
                _ => {}
            }
        }
        at
    }
}

/// Where a chief is told to ride, if this deed tells him.
fn rides(deed: &Deed, chief: &str) -> Option<Ride> {
    match deed.read::<Action>() {
        Ok(Action::General { general, to, .. }) if *general.0 == *chief => Some(to),
        _ => None,
    }
}
