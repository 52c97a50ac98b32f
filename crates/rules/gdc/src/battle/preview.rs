//! An action worked out without doing it, from what its seat may know.

use krigsspil_engine::battle::{Meeting, Preview, Refused, SeatId, Standing, SumPreviewed, Waypoint};
use krigsspil_engine::wordings::{NOT_YOURS, ONLY_PLAYERS};
use krigsspil_engine::{Procedure, battle};
use krigsspil_field::prelude::*;

use super::act::{may_write, ordered, ride_lawful, written};
use super::aim;
use super::knowing::sees;
use super::legal::{Law, gun_turn};
use super::muskets;
use super::onset::{Ways, charge_facts};
use super::order::{Action, Ride, UnitOrder};
use super::pace::{Going, Pace};
use super::phases::Step;
use super::state::*;
use super::walk::{Course, Stride, shift, strides};
use crate::procedures::battery_march::BatteryPace;
use crate::procedures::movement::Shift;
use crate::tables::Tables;

/// What would come of an action.
pub(super) fn preview(
    battle: &Battle,
    tables: &Tables,
    seat: &SeatId,
    action: &Action,
) -> Result<Preview, Refused> {
    let sees = sees(battle, seat);
    let Some(number) = sees.known.seat() else { return Err(Refused::not_yours("do", ONLY_PLAYERS)) };
    match action {
        Action::Order { unit, order, sheet } => {
            may_write(battle, number)?;
            let unit = ordered(&sees, unit)?;
            let order = written(order.as_ref(), sheet.as_deref())?;
            Law { battle: &sees, tables }.check(unit, &order)?;
            Ok(Foretold { battle: &sees, tables, unit }.order(&order))
        }
        Action::General { general, to } => {
            may_write(battle, number)?;
            let post = sees.post(general).filter(|&post| sees.known.commands(post));
            let refused = || Refused::not_yours("general", NOT_YOURS.with([("given", (&*general.0).into())]));
            let post = post.ok_or_else(refused)?;
            ride_lawful(&sees, post, to)?;
            let from = sees.general_place(post);
            let there = match to {
                Ride::To { place: battle::Place([x, y]) } => point(*x, *y),
                Ride::With { unit } => sees.unit(unit).map_or(from, |unit| sees.units[unit].placed.pose().at),
                Ride::Stay => from,
            };
            let path = [(0.0, from), (1.0, there)];
            let path = path.map(|(moment, at)| Waypoint { moment, place: [at.x, at.y], facing: 0.0 });
            Ok(Preview { path: path.to_vec(), ..Preview::default() })
        }
        _ => Ok(Preview::default()),
    }
}

struct Foretold<'a> {
    battle: &'a Battle,
    tables: &'a Tables,
    unit: UnitId,
}

impl Foretold<'_> {
    fn own(&self) -> &Unit {
        &self.battle.units[self.unit]
    }

    fn order(&self, order: &UnitOrder) -> Preview {
        let guns = self.own().guns();
        match order {
            UnitOrder::Change { formation, degrees } => self.changed(*formation, *degrees),
            UnitOrder::Fire { target, .. } => self.fire(target),
            UnitOrder::Charge { target, wheel, .. } => self.charge(target, *wheel),
            UnitOrder::Move { steps, strategic, .. } => {
                let going = match (guns, strategic) {
                    (true, true) => Going::Guns(BatteryPace::Road, gun_turn(steps)),
                    (true, false) => Going::Guns(BatteryPace::Field, gun_turn(steps)),
                    (false, true) => Going::Road,
                    (false, false) => Going::Field,
                };
                self.way(&strides(steps, guns), going)
            }
            UnitOrder::Shift { way, yards } => {
                let kind =
                    if *way == super::order::ShiftWay::Back { Shift::Backward } else { Shift::Lateral };
                self.way(&[shift(*way, *yards)], Going::Shift(kind))
            }
            UnitOrder::Gallop { steps } => {
                self.way(&strides(steps, true), Going::Guns(BatteryPace::Gallop, gun_turn(steps)))
            }
            UnitOrder::Prolonge { yards } => {
                self.way(&[Stride::Shift(0.0, *yards)], Going::Guns(BatteryPace::Prolonge, 0))
            }
            UnitOrder::Turn { degrees } => {
                self.way(&[Stride::Turn(*degrees)], Going::Guns(BatteryPace::Prolonge, 0))
            }
            _ => Preview::default(),
        }
    }

    fn waypoint(moment: f64, placed: &Placed) -> Waypoint {
        let pose = placed.pose();
        Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
    }

    fn ends(&self, end: &Placed, stance: Stance) -> Preview {
        let pose = end.pose();
        let ends = Standing {
            moment: 1.0,
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
            formation: stance.as_str(),
            outline: end.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
        };
        let path = vec![Self::waypoint(0.0, &self.own().placed), Self::waypoint(1.0, end)];
        Preview { path, ends: Some(ends), ..Preview::default() }
    }

    fn changed(&self, formation: Option<Stance>, degrees: f64) -> Preview {
        let law = Law { battle: self.battle, tables: self.tables };
        match law.change(self.unit, formation, degrees) {
            Ok((placed, stance, _)) => self.ends(&placed, stance),
            Err(_) => Preview::default(),
        }
    }

    fn way(&self, way: &[Stride], going: Going) -> Preview {
        let course = Course::new(self.battle, &self.own().placed, way);
        let pace = Pace { battle: self.battle, tables: self.tables, unit: self.unit, going };
        let reach = pace.reach(&course);
        let mut told = self.ends(&course.at(reach), self.own().stance);
        let over = course.over(reach);
        told.sums = match (&self.own().battery, self.own().fights_as()) {
            (Some(battery), _) => vec![self.sum(&pace.guns(&over, battery), None)],
            (_, crate::vocabulary::Arm::Cavalry) => vec![self.sum(&pace.horse(&over), None)],
            _ => vec![self.sum(&pace.foot(&over), None)],
        };
        told
    }

    fn charge(&self, target: &str, wheel: Option<f64>) -> Preview {
        // Out of a zone it comes in column before its edge.
        if self.own().inside.is_some() {
            return Preview::default();
        }
        let Some(target) = self.battle.unit(target) else { return Preview::default() };
        let mut ways = Ways::new(self.battle, self.tables, self.unit);
        let wheel = wheel.or_else(|| ways.wheel_for(target)).unwrap_or(0.0);
        let way = ways.after(wheel);
        let at = way.strikes(target).unwrap_or(way.reach);
        let mut told = self.ends(&way.course.at(at), self.own().stance);
        told.meets =
            vec![Meeting { moment: 1.0, unit: self.battle.units[target].id.clone(), how: "attacks" }];
        let facts = charge_facts(self.battle, self.tables, self.unit, target, wheel, way);
        told.sums = vec![self.sum(&facts, Some(target))];
        told
    }

    fn fire(&self, target: &str) -> Preview {
        let Some(target) = self.battle.unit(target) else { return Preview::default() };
        let (battle, tables, unit) = (self.battle, self.tables, self.unit);
        let sums = if self.own().guns() {
            let lane = aim::battery_targets(battle, tables, unit).into_iter().find(|one| one.unit == target);
            let facts = lane.and_then(|aimed| aim::shot_facts(battle, tables, unit, aimed, false));
            facts.iter().map(|facts| self.sum(facts, Some(target))).collect()
        } else if battle.phase() == Step::SkirmishFire {
            vec![self.sum(
                &muskets::skirmish_facts(battle, tables, unit, target, self.own().castings, false),
                Some(target),
            )]
        } else {
            vec![self.sum(&muskets::volley_facts(battle, tables, unit, target), Some(target))]
        };
        Preview { sums, ..Preview::default() }
    }

    fn sum<P: Procedure>(&self, facts: &P, other: Option<UnitId>) -> SumPreviewed {
        SumPreviewed {
            procedure: P::ABOUT.name,
            unit: self.own().id.clone(),
            other: other.map(|other| self.battle.units[other].id.clone()),
            moment: 0.0,
            facts: serde_json::to_value(facts).unwrap_or(serde_json::Value::Null),
            supposed: Vec::new(),
        }
    }
}
