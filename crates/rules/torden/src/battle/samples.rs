//! Ready-made orders of every open kind.

use krigsspil_engine::battle::{Heading, Leader, Place, SeenUnit};
use krigsspil_field::prelude::{Bearing, Degrees, Point};

use super::command::corps_of;
use super::legal::Checking;
use super::order::{Action, DetachedOrder, Disposition, Step, UnitOrder, Wing};
use super::prompt::Asking;
use super::run::{corps_move, dispositions_open};
use super::sequence::*;
use super::staffwork::Writing;
use super::state::*;
use crate::vocabulary::{CorpsOrder, Formation, Rank};

const WINGS: [Wing; 4] = [Wing::Front, Wing::Right, Wing::Rear, Wing::Left];

fn go(cm: Option<f64>, degrees: f64) -> Step {
    Step::Go { cm, degrees }
}

/// Orders being proposed.
#[derive(Clone, Copy)]
pub(super) struct Sampling<'a> {
    pub asking: Asking<'a>,
}

impl Sampling<'_> {
    fn battle(&self) -> &Battle {
        self.asking.checking.eyes.battle()
    }

    fn seen(&self, unit: UnitId) -> SeenUnit {
        SeenUnit(self.battle().units[unit].id.clone())
    }

    /// Orders to try in the phase.
    pub fn candidates(&self, unit: UnitId) -> Vec<UnitOrder> {
        match self.asking.checking.phase() {
            MOVES => self.moves(unit).into_iter().map(|steps| UnitOrder::Move { steps }).collect(),
            DECLARATIONS => {
                let targets = self.asking.attackable(unit);
                targets.map(|target| UnitOrder::Attack { target: self.seen(target), number: None }).collect()
            }
            REACTIONS => self.reactions(unit),
            DISPOSITIONS => {
                let open = dispositions_open(self.battle(), self.asking.checking.tables, unit);
                open.into_iter().map(|how| UnitOrder::Dispose { how, toward: None }).collect()
            }
            FIRE => self.fires(unit),
            ABORTS => vec![
                UnitOrder::Abort { cm: None },
                UnitOrder::Abort { cm: Some(5.0) },
                UnitOrder::BreakOff,
                UnitOrder::LeaveTown,
            ],
            REORGANISATION => {
                let facing = self.battle().fixed.sides[self.battle().units[unit].side].home + 180.0;
                vec![
                    UnitOrder::Reorganise { formation: None, facing: None },
                    UnitOrder::Reorganise {
                        formation: Some(Formation::Line),
                        facing: Some(Heading(facing.rem_euclid(360.0))),
                    },
                    UnitOrder::Reorganise { formation: Some(Formation::Column), facing: None },
                ]
            }
            _ => Vec::new(),
        }
    }

    fn moves(&self, unit: UnitId) -> Vec<Vec<Step>> {
        let of = &self.battle().units[unit];
        if of.zone.is_some() {
            let mut steps: Vec<Vec<Step>> =
                WINGS.iter().map(|&side| vec![Step::Leave { side, formation: None }]).collect();
            steps.extend(WINGS.iter().map(|&side| vec![Step::ShiftSide { side }]));
            steps.push(vec![Step::TurnOut]);
            steps.push(vec![Step::Enter { side: Wing::Front }]);
            return steps;
        }
        let mut steps = vec![
            vec![go(None, 0.0)],
            vec![go(Some(5.0), 0.0)],
            vec![go(None, 45.0)],
            vec![go(None, -45.0)],
            vec![go(None, 180.0)],
            vec![Step::Turn { degrees: 30.0 }, go(None, 0.0)],
            vec![Step::Turn { degrees: -30.0 }, go(None, 0.0)],
            vec![Step::Turn { degrees: 90.0 }, go(None, 0.0)],
            vec![Step::Turn { degrees: -90.0 }, go(None, 0.0)],
            vec![Step::Turn { degrees: 180.0 }, go(None, 0.0)],
        ];
        if of.is_battery() {
            steps.push(vec![Step::Limber, go(None, 0.0)]);
            steps.push(vec![Step::Unlimber { degrees: 0.0 }]);
            steps.push(vec![go(Some(7.0), 0.0), Step::Unlimber { degrees: 0.0 }]);
            steps.push(vec![Step::Unlimber { degrees: 180.0 }]);
        }
        for formation in [Formation::Line, Formation::Column, Formation::MarchColumn, Formation::Square] {
            if formation != of.formation {
                steps.push(vec![Step::Form { formation, facing: None, ranks: 4 }, go(None, 0.0)]);
            }
        }
        let near_zone = self.battle().fixed.zones.iter().any(|(_, zone)| zone.metres_to(&of.placed) <= 1.0);
        if near_zone {
            steps.extend(WINGS.iter().map(|&side| vec![Step::Enter { side }]));
        }
        steps.extend(self.toward_nearest(unit));
        steps
    }

    /// Straight at the nearest enemy that is seen.
    fn toward_nearest(&self, unit: UnitId) -> Option<Vec<Step>> {
        let battle = self.battle();
        let of = &battle.units[unit];
        let near = self.asking.checking.nearest_enemies(unit, f64::INFINITY).first()?.1;
        let off = of
            .placed
            .pose()
            .facing
            .turn_to(Bearing::of(battle.units[near].placed.centre() - of.placed.centre()))
            .0;
        let off = (off * 10.0).round() / 10.0;
        Some(if off.abs() < 1.0 {
            vec![go(None, 0.0)]
        } else {
            vec![Step::Turn { degrees: off }, go(None, 0.0)]
        })
    }

    fn reactions(&self, unit: UnitId) -> Vec<UnitOrder> {
        let near = self.asking.in_look(unit).into_iter().next();
        let mut orders = vec![
            UnitOrder::React { steps: vec![go(None, 180.0)], attack: None },
            UnitOrder::React { steps: vec![Step::Turn { degrees: 180.0 }], attack: None },
            UnitOrder::React { steps: vec![go(None, 0.0)], attack: None },
        ];
        let nearest = || self.asking.checking.nearest_enemies(unit, f64::INFINITY).first().map(|near| near.1);
        let nearest = near.or_else(nearest);
        if let (Some(steps), Some(target)) = (self.toward_nearest(unit), nearest) {
            orders.push(UnitOrder::React { steps, attack: Some(self.seen(target)) });
        }
        orders
    }

    fn fires(&self, unit: UnitId) -> Vec<UnitOrder> {
        let of = &self.battle().units[unit];
        let four = of.is_infantry() && (of.zone.is_some() || of.formation == Formation::Square);
        let sides: &[Wing] = if four { &WINGS } else { &WINGS[..1] };
        let mut orders = Vec::new();
        for target in self.asking.in_look(unit).into_iter().take(6) {
            orders.extend(sides.iter().map(|&side| UnitOrder::Fire { target: self.seen(target), side }));
        }
        orders.push(UnitOrder::Resupply);
        orders
    }
}

/// An order of every kind, to tell why it is closed.
pub(super) fn one_of_each(battle: &Battle, unit: UnitId) -> Vec<UnitOrder> {
    let nobody = SeenUnit(battle.units[unit].id.clone());
    vec![
        UnitOrder::Move { steps: vec![go(Some(1.0), 0.0)] },
        UnitOrder::Attack { target: nobody.clone(), number: None },
        UnitOrder::React { steps: vec![go(Some(1.0), 0.0)], attack: None },
        UnitOrder::Dispose { how: Disposition::EmergencySquare, toward: None },
        UnitOrder::Fire { target: nobody, side: Wing::Front },
        UnitOrder::Resupply,
        UnitOrder::Abort { cm: None },
        UnitOrder::BreakOff,
        UnitOrder::LeaveTown,
        UnitOrder::Reorganise { formation: None, facing: None },
    ]
}

/// What a general might be told in the phase: checked, and lawful.
pub(super) fn general_samples(checking: Checking<'_>, post: PostId) -> Vec<Action> {
    let battle = checking.eyes.battle();
    let writing = Writing { eyes: checking.eyes, tables: checking.tables };
    let general = Leader(battle.posts[post].id.clone());
    let place = battle.place_of(post);
    let side = battle.posts[post].rider.side;
    let staff = &battle.staff[post];
    let leads =
        corps_of(battle, post) == post && matches!(staff.rank, Rank::CorpsGeneral | Rank::DivisionGeneral);
    let at = |point: Point| Place([(point.x * 64.0).round() / 64.0, (point.y * 64.0).round() / 64.0]);
    let toward = writing.enemy_way(side, place);
    let off = |by: f64, cm: f64| at(place + toward.right_by(Degrees(by)).ahead() * (cm * CM));
    match checking.phase() {
        ORDERS => {
            let mut actions = Vec::new();
            if leads {
                let orders = [
                    (CorpsOrder::Attack, Some(off(0.0, 60.0))),
                    (CorpsOrder::Attack, Some(off(30.0, 40.0))),
                    (CorpsOrder::Attack, Some(off(-30.0, 40.0))),
                    (CorpsOrder::Hold, None),
                    (CorpsOrder::Back, Some(off(180.0, 40.0))),
                    (CorpsOrder::March, Some(off(90.0, 60.0))),
                ];
                for (order, objective) in orders {
                    if writing.corps_order(&general, order, objective, None).is_ok() {
                        actions.push(Action::Corps {
                            general: general.clone(),
                            order: Some(order),
                            objective,
                            from: None,
                            sheet: None,
                        });
                    }
                }
                // Straight back may be off the table; any way from the enemy's front will do (§2.9.p2).
                let mut ways =
                    [180.0, 150.0, 210.0, 120.0, 240.0, 95.0, 265.0].into_iter().map(|by| off(by, 100.0));
                if let Some(back) = ways.find(|back| writing.automatic(&general, *back).is_ok()) {
                    actions.push(Action::AutomaticBack { general: general.clone(), objective: back });
                }
                if writing.cancels(&general).is_ok() {
                    actions.push(Action::Cancel { general: general.clone() });
                }
            }
            let there = off(20.0, 20.0);
            if writing.detaches(&general, Some((DetachedOrder::March, there))).is_ok() {
                actions.push(Action::DetachDivision {
                    general: general.clone(),
                    order: DetachedOrder::March,
                    place: there,
                });
            }
            if writing.detaches(&general, None).is_ok() {
                actions.push(Action::RecallDivision { general });
            }
            actions
        }
        SHIFTS => {
            let places = [off(0.0, 10.0), off(90.0, 10.0), off(180.0, 14.0)];
            let lawful = places.into_iter().filter(|place| writing.shifts(&general, *place).is_ok());
            lawful.map(|place| Action::Shift { general: general.clone(), place }).collect()
        }
        MOVES => {
            let mut actions = Vec::new();
            if let Some(result) =
                corps_move(battle, checking.tables, post, &|enemy| checking.eyes.knows(enemy))
            {
                for cm in [f64::from(result.min_cm), f64::from(result.max_cm)] {
                    if writing.advances(&general, cm).is_ok() {
                        actions.push(Action::Advance { general: general.clone(), cm });
                    }
                }
            }
            for place in [off(0.0, 10.0), off(45.0, 20.0), off(180.0, 10.0)] {
                if writing.rides(&general, place).is_ok() {
                    actions.push(Action::Ride { general: general.clone(), place });
                }
            }
            actions
        }
        _ => Vec::new(),
    }
}
