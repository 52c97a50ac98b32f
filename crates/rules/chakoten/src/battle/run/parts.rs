//! Splitting and joining of tactical units (§04.01 to §04.03), and drawing ammunition (§11.04).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::changes::{rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::bodies::{column_front, plain};
use crate::battle::legal::{self, may_join};
use crate::battle::order::{Hand, UnitOrder};
use crate::battle::state::*;
use crate::procedures::supply::Resupply;
use crate::vocabulary::*;

impl Run<'_> {
    /// The turns a split takes; `None` if it is not possible now.
    pub(super) fn split_turns(&self, unit: UnitId, figures: i32) -> Option<i32> {
        let free = self.unit(unit).intact() && self.battle.chain_of(unit).is_none();
        legal::split_turns(&self.battle.ground, self.unit(unit), figures, self.tables).filter(|_| free)
    }

    /// A part stands off to one side as a unit of its own; from now on decimation counts from its strength (§04.01.2).
    pub(super) fn split(&mut self, unit: UnitId, figures: i32, hand: Hand) {
        let whole = self.unit(unit).clone();
        let number = self
            .battle
            .units
            .values()
            .filter(|other| other.id.starts_with(&*format!("{}/", whole.id)))
            .count()
            + 1;
        let first = whole.split_from.unwrap_or(unit);
        let mut part = whole.clone();
        part.id = format!("{}/{number}", whole.id).into();
        part.name = format!("{} ({number})", whole.name).into();
        part.split_from = Some(first);
        (part.original, part.figures, part.carried, part.lost_men) = (figures, figures, 0, 0);
        part.counts_from = Some((figures, 0));
        part.front = column_front(figures);
        part.trail.clear();
        part.now = ThisTurn::default();
        part.todo.clear();
        (part.track, part.planned, part.written, part.last_order, part.run) = (None, None, None, None, None);
        let part = self.battle.units.add(part);
        let left = self.unit_mut(unit);
        left.split_from = Some(first);
        left.figures -= figures;
        left.original -= figures;
        left.counts_from = Some((left.figures, left.lost_men));
        left.front = left.front.min(column_front(left.figures).max(3));
        rebuild(self.battle, self.tables, unit);
        rebuild(self.battle, self.tables, part);
        let (rest, off) = (&self.unit(unit).placed, &self.unit(part).placed);
        let side = if hand == Hand::Left { -1.0 } else { 1.0 };
        let way = rest.frame().ahead.right() * (side * (rest.body().front() + off.body().front()) / 2.0);
        let pose = Pose::new(rest.pose().at + way, rest.pose().facing).on_grid();
        self.unit_mut(part).pose = pose;
        rebuild(self.battle, self.tables, part);
        stay_on_table(self.battle, part);
        self.stand_clear(part);
        self.tell("splits", "04.01.1", &[part, unit], json!({"figures": figures}));
    }

    /// Splits and joins that take the whole turn, of units that have done nothing else (§04.01.5).
    pub(super) fn splits_and_joins(&mut self) -> Go {
        for unit in self.in_place_order(|unit| unit.intact()) {
            let idle = |unit: &Unit| unit.now.fought.is_empty() && !unit.now.moved && !unit.now.fired;
            match self.unit(unit).now.order.clone() {
                Some(UnitOrder::Split { figures, hand, .. })
                    if idle(self.unit(unit))
                        && self.split_turns(unit, figures).is_some_and(|turns| turns > 0) =>
                {
                    self.split(unit, figures, hand);
                }
                Some(UnitOrder::Join { with }) => {
                    let Some(with) = self.battle.unit(&with) else { continue };
                    let other = self.unit(with);
                    let stands = matches!(
                        other.now.order,
                        None | Some(UnitOrder::Stand { .. } | UnitOrder::Join { .. })
                    );
                    let both = idle(self.unit(unit)) && idle(other) && stands;
                    if both && may_join((unit, self.unit(unit)), (with, other)) {
                        self.joined(unit, with);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Two parts are one again: decimation counts from the original strength when all are back (§04.01.3).
    fn joined(&mut self, part: UnitId, with: UnitId) {
        let loads = self.unit(part).loads.min(self.unit(with).loads);
        self.tell("joined", "04.01.3", &[part, with], json!({}));
        self.joins(part, with);
        riders::go_over(self, part, with);
        let origin = self.unit(with).split_from;
        let others = self.battle.units.iter().any(|(id, unit)| {
            id != with
                && unit.here()
                && unit.parent.is_none()
                && (unit.split_from == origin || Some(id) == origin)
        });
        let whole = self.unit_mut(with);
        whole.loads = loads;
        whole.counts_from = None;
        whole.front = column_front(whole.figures);
        if !others {
            whole.split_from = None;
        }
        rebuild(self.battle, self.tables, with);
        self.stand_clear(with);
    }

    /// Units beside a wagon draw ammunition: two turns for a tactical unit, one for a company (§11.04.1).
    pub(super) fn draws_ammunition(&mut self) -> Go {
        for unit in self.in_place_order(|unit| unit.branch != Branch::Wagon) {
            let Some(UnitOrder::Resupply { wagon }) = self.unit(unit).now.order.clone() else {
                self.unit_mut(unit).drawing = None;
                continue;
            };
            let Some(wagon) = self.battle.unit(&wagon) else { continue };
            let quiet = |unit: &Unit| unit.steady() && !unit.now.moved && unit.now.fought.is_empty();
            let (draws, gives) = (self.unit(unit), self.unit(wagon));
            if !quiet(draws) || !quiet(gives) || !in_contact(&draws.placed, &gives.placed) {
                self.unit_mut(unit).drawing = None;
                continue;
            }
            let before = draws.drawing.filter(|(from, _)| *from == wagon).map_or(0, |(_, turns)| turns);
            let company = draws.original < COMPANY_FIGURES && draws.battery.is_none();
            let facts = Resupply {
                recipient: match draws.branch {
                    Branch::Artillery => Recipient::Battery,
                    _ if company => Recipient::IndependentCompany,
                    Branch::Cavalry => Recipient::CavalryRegiment,
                    Branch::Infantry | Branch::Wagon => Recipient::Battalion,
                },
                figure_pieces: draws.battery.as_ref().map_or(1, |guns| guns.figure_pieces.clamp(1, 6)),
                wagon_quarters: gives.stores.clamp(0, 40),
                loads: draws.loads.clamp(0, 100),
            };
            let result = plain(&facts, self.tables)?;
            if !result.possible {
                self.unit_mut(unit).drawing = None;
            } else if before + 1 < result.turns {
                self.unit_mut(unit).drawing = Some((wagon, before + 1));
            } else {
                self.unit_mut(unit).drawing = None;
                self.unit_mut(unit).loads = result.loads_after;
                self.unit_mut(wagon).stores = result.wagon_quarters_after;
                let loads = json!({"loads": result.loads_after});
                let about = self.about(&[unit, wagon], loads);
                let told = krigsspil_turn::knowledge::own(self.battle, unit);
                self.tell_to("resupplied", "11.04.1", about, None, told);
            }
        }
        Ok(())
    }
}

/// Fewer figures than this are a company.
const COMPANY_FIGURES: i32 = 10;
