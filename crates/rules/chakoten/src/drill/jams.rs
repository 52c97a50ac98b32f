//! Columns that stand in each other's way: who was halted goes round, who waits makes room, who cannot form goes on, and guns pass ditches in
//! column.

use krigsspil_engine::battle::{Arm, UnitShown};
use krigsspil_field::prelude::{Bearing, Point};

use super::concert::{Turn, details, formed_up, in_order, intact, parent};
use super::melee::place;
use crate::battle::order::{Formation, Hand, Step, UnitOrder};

/// A unit in a jam goes this far straight ahead, in centimetres, if that is no more than so many degrees off its way.
const CLEAR_CM: f64 = 8.0;
const STRAIGHT_DEG: f64 = 60.0;
/// Horse in the way rides this far, as long as the enemy is farther than this, or turns this much aside.
const RIDES_CM: f64 = 25.0;
const ROOM_CM: f64 = 45.0;
const ASIDE_DEG: f64 = 60.0;
/// Figures of an attack column: three files and four ranks. Who storms does not swing so many degrees.
const COLUMN_FIGURES: i32 = 12;
const SWING_DEG: f64 = 20.0;

const fn ahead(cm: f64) -> Step {
    Step::Ahead { cm: Some(cm), turns: None, attack: false, storm: false }
}

/// Horse, and guns behind their teams.
fn drives(unit: &UnitShown) -> bool {
    let limbered = details(unit).is_some_and(|details| details.limbered == Some(true));
    unit.arm == Arm::Cavalry || unit.arm == Arm::Artillery && limbered
}

impl<'a> Turn<'a> {
    /// Those who were halted by a friend last turn, each with that friend.
    fn halted(&self) -> Vec<(&'a str, &'a str)> {
        let last = self.view.log.iter().filter(|told| told.turn() + 1 == self.view.turn);
        let halts = last.filter(|told| told.what() == "halts_at_friend");
        halts.filter_map(|told| Some((told.unit()?, told.other()?))).collect()
    }

    /// Those to whom this happened last turn.
    fn met_last_turn(&self, what: &str) -> Vec<&'a str> {
        self.met_turns_ago(what, 1)
    }

    /// Those to whom this happened so many turns ago.
    fn met_turns_ago(&self, what: &str, ago: u32) -> Vec<&'a str> {
        let then = self.view.log.iter().filter(|told| told.turn() + ago == self.view.turn);
        then.filter(|told| told.what() == what).filter_map(|told| told.unit()).collect()
    }

    /// Infantry that the ground has halted two turns running takes ground to one side for two turns, and then to the other.
    pub(super) fn off_bad_ground(&mut self) {
        let before = self.met_turns_ago("halts_at_ground", 2);
        for id in self.met_last_turn("halts_at_ground") {
            let Some(unit) = self.unit(id) else { continue };
            let marches = match self.order(id) {
                Some(order @ UnitOrder::Move { .. }) => !order.attacks(),
                _ => false,
            };
            let foot = unit.arm == Arm::Infantry && formed_up(unit) && intact(unit) && parent(unit).is_none();
            if before.contains(&id) && marches && foot {
                let hand = if (self.view.turn / 2).is_multiple_of(2) { Hand::Left } else { Hand::Right };
                let aside = Step::Sideways { hand, cm: Some(CLEAR_CM), turns: None };
                self.set(id, UnitOrder::march(vec![aside]));
            }
        }
    }

    /// Too few for a column of four ranks march as they stand (§05.01.3); and who storms marches a little before he swings (§07.02.5).
    pub(super) fn as_they_can(&mut self) {
        for unit in self.whole() {
            let few = unit.strength.now < COLUMN_FIGURES;
            let storms = details(unit).is_some_and(|details| details.storming == Some(true));
            let Some(UnitOrder::Move { steps, target, support }) = self.order(&unit.id) else { continue };
            let (target, support) = (target.clone(), support.clone());
            let mut steps = steps.clone();
            let column = Step::Form { formation: Formation::AttackColumn };
            steps.retain(|step| !few || *step != column || unit.arm == Arm::Artillery);
            if storms && matches!(steps.first(), Some(Step::Pivot { degrees }) if degrees.abs() >= SWING_DEG)
            {
                steps.insert(0, ahead(1.0));
                steps.truncate(12);
            }
            if !steps.is_empty() {
                self.set(&unit.id, UnitOrder::Move { steps, target, support });
            }
        }
    }

    /// Limbered guns that the ground has halted in line form a column: a battery finds a way for a column through a ditch or hedge, and none
    /// for a line (§07.05.5).
    pub(super) fn guns_in_column(&mut self) {
        for id in self.met_last_turn("halts_at_ground") {
            let Some(unit) = self.unit(id) else { continue };
            let limbered = details(unit).is_some_and(|details| details.limbered == Some(true));
            let Some(UnitOrder::Move { steps, .. }) = self.order(id) else { continue };
            let marches = matches!(steps.first(), Some(Step::Ahead { .. } | Step::Pivot { .. }));
            if limbered && unit.formation == "line" && marches {
                let column = Step::Form { formation: Formation::MarchColumn };
                let steps = std::iter::once(column).chain(steps.iter().copied().take(11)).collect();
                self.set(id, UnitOrder::march(steps));
            }
        }
    }

    /// Who had no room to form in front of nobody waits in column, and lets others pass.
    pub(super) fn no_line_in_a_crowd(&mut self) {
        for id in self.met_last_turn("no_room_to_form") {
            let Some(unit) = self.unit(id) else { continue };
            let far = self.nearest_enemy(unit).is_none_or(|near| near > ROOM_CM + RIDES_CM);
            let forms = matches!(self.order(id), Some(UnitOrder::Move { steps, .. })
                if matches!(steps.last(), Some(Step::Form { formation: Formation::Line })));
            let may = self.asked(id).is_some_and(|asked| asked.may.contains(&"stand"));
            if far && forms && may {
                self.set(id, UnitOrder::stand());
            }
        }
    }

    /// Every other turn whoever is halted again and again by a friend who does not move on takes ground to the side away from him: infantry
    /// sideways, others by a turn.
    pub(super) fn around_those_who_stand(&mut self) {
        let halted = self.halted();
        for (id, by) in &halted {
            let (Some(unit), Some(friend)) = (self.unit(id), self.unit(by)) else { continue };
            let stands = halted.iter().any(|(other, _)| other == by)
                || !matches!(self.order(by), Some(UnitOrder::Move { .. }));
            let marches = match self.order(id) {
                Some(order @ UnitOrder::Move { .. }) => !order.attacks(),
                _ => false,
            };
            let foot = unit.arm == Arm::Infantry && formed_up(unit) && in_order(unit);
            let able = (foot || drives(unit) && intact(unit)) && parent(unit).is_none();
            if !self.view.turn.is_multiple_of(2) || !stands || !marches || !able {
                continue;
            }
            let right = Bearing::degrees(unit.facing).ahead().right();
            let on_the_right = (place(friend.place) - place(unit.place)).dot(right) >= 0.0;
            let steps = if foot {
                let hand = if on_the_right { Hand::Left } else { Hand::Right };
                vec![Step::Sideways { hand, cm: Some(CLEAR_CM), turns: None }]
            } else {
                let degrees = if on_the_right { -ASIDE_DEG } else { ASIDE_DEG };
                vec![Step::Pivot { degrees }, ahead(CLEAR_CM)]
            };
            self.set(id, UnitOrder::march(steps));
        }
    }

    /// Horse and limbered guns that wait while others come up behind them go on ahead of them, and near the enemy out to their side.
    pub(super) fn out_of_the_way(&mut self) {
        let halted = self.halted();
        let units = self.whole();
        let middle = units.iter().fold(Point::ORIGIN, |sum, unit| sum + place(unit.place))
            * (1.0 / units.len().max(1) as f64);
        for unit in units {
            let waits = matches!(self.order(&unit.id), None | Some(UnitOrder::Stand { .. }));
            let blocks = halted.iter().any(|(_, by)| **by == *unit.id);
            let may = self.asked(&unit.id).is_some_and(|asked| asked.may.contains(&"move"));
            if !drives(unit) || !waits || !blocks || !may || !intact(unit) {
                continue;
            }
            let near = self.nearest_enemy(unit).unwrap_or(f64::INFINITY);
            let right = Bearing::degrees(unit.facing).ahead().right();
            let outward = if (place(unit.place) - middle).dot(right) >= 0.0 { ASIDE_DEG } else { -ASIDE_DEG };
            let steps = if near > ROOM_CM + RIDES_CM {
                vec![ahead(RIDES_CM)]
            } else {
                vec![Step::Pivot { degrees: outward }, ahead(RIDES_CM)]
            };
            self.set(&unit.id, UnitOrder::march(steps));
        }
    }

    /// Columns shoulder to shoulder that swing at once run into each other and stand: whoever was halted by a friend goes straight ahead
    /// first, where he is as good as free, and turns then.
    pub(super) fn out_of_the_jam(&mut self) {
        let halted = self.halted();
        for (unit, order) in &mut self.orders {
            let UnitOrder::Move { steps, .. } = order else { continue };
            let formed = usize::from(matches!(steps.first(), Some(Step::Form { .. })));
            let (Some(Step::Pivot { degrees }), Some(Step::Ahead { cm: Some(cm), attack: false, .. })) =
                (steps.get(formed).copied(), steps.get(formed + 1).copied())
            else {
                continue;
            };
            if halted.iter().any(|(halted, _)| **halted == **unit)
                && degrees.abs() <= STRAIGHT_DEG
                && cm > 1.0
            {
                let first = cm.min(CLEAR_CM);
                let mut rest = vec![ahead(first), Step::Pivot { degrees }];
                rest.extend((cm - first > 0.5).then(|| ahead(cm - first)));
                steps.splice(formed..formed + 2, rest);
                steps.truncate(12);
            }
        }
    }
}
