//! Splitting and joining of tactical units (§04.01 to §04.04), and merging of decimated ones (§13.07.2).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::changes::{rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::bodies::{column_front, plain};
use crate::battle::legal::{self, may_join, may_merge};
use crate::battle::order::{Hand, UnitOrder};
use crate::battle::state::{Battery, *};
use crate::procedures::order::{MergeUnits, MergedUnit};

impl Run<'_> {
    /// The turns a split takes; `None` if it is not possible now.
    pub(super) fn split_turns(&self, unit: UnitId, figures: i32) -> Option<i32> {
        let free = self.unit(unit).intact() && self.battle.chain_of(unit).is_none();
        legal::split_turns(&self.battle.ground, self.unit(unit), figures, self.tables).filter(|_| free)
    }

    /// A part stands off to one side as a unit of its own; from now on decimation counts from its strength (§04.01.2).
    pub(super) fn split(&mut self, unit: UnitId, figures: i32, hand: Hand) -> UnitId {
        let whole = self.unit(unit).clone();
        let number = self
            .battle
            .units
            .values()
            .filter(|other| other.id.starts_with(&*format!("{}/", whole.id)))
            .count()
            + 1;
        let first = whole.split_from.unwrap_or(unit);
        let guns = whole.battery.as_ref().map(|guns| parted(guns, figures));
        // A battery's figures are its gunners: each part keeps its share.
        let figures = guns.as_ref().map_or(figures, |_| share_of_gunners(&whole, figures));
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
        (part.merging, part.drawing) = (None, None);
        part.brigade.clear();
        part.battery = guns.as_ref().map(|[off, _]| off.clone());
        let part = self.battle.units.add(part);
        let left = self.unit_mut(unit);
        left.split_from = Some(first);
        left.battery = guns.map(|[_, rest]| rest);
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
        part
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
                    let pair = ((unit, self.unit(unit)), (with, other));
                    if both && may_join(pair.0, pair.1) {
                        self.joined(unit, with);
                    } else {
                        let decimated = self.battle.decimated(unit) && self.battle.decimated(with);
                        let free =
                            self.battle.chain_of(unit).is_none() && self.battle.chain_of(with).is_none();
                        let quiet = !self.unit(unit).now.disturbed && !other.now.disturbed;
                        let may = both && quiet && decimated && free && may_merge(pair.0, pair.1);
                        self.stand_together(unit, with, may)?;
                    }
                }
                _ => self.unit_mut(unit).merging = None,
            }
        }
        Ok(())
    }

    /// Decimated units that stand together are one after two turns (§13.07.2). Which of the two writes the order does not matter.
    fn stand_together(&mut self, unit: UnitId, with: UnitId, may: bool) -> Go {
        if !may {
            self.unit_mut(unit).merging = None;
            return Ok(());
        }
        let before =
            self.unit(unit).merging.filter(|(other, _)| *other == with).map_or(0, |(_, turns)| turns);
        let of = |unit: &Unit| MergedUnit {
            figures: Figures(unit.figures.clamp(1, 200)),
            valeur: unit.valeur.clamp(-4, 5),
        };
        let facts = MergeUnits {
            units: vec![of(self.unit(unit)), of(self.unit(with))],
            turns_stationary: before + 1,
            not_in_contact: false,
            disturbed: false,
            any_u_or_fu: false,
        };
        let result = plain(&facts, self.tables)?;
        if !result.allowed {
            self.unit_mut(unit).merging = Some((with, before + 1));
            return Ok(());
        }
        self.tell("merged", "13.07.2", &[unit, with], json!({"valeur": result.valeur}));
        self.joined(unit, with);
        let whole = self.unit_mut(with);
        (whole.valeur, whole.merging) = (result.valeur, None);
        whole.counts_from = Some((whole.figures, whole.lost_men));
        Ok(())
    }

    /// Two parts are one again: decimation counts from the original strength when all are back (§04.01.3).
    fn joined(&mut self, part: UnitId, with: UnitId) {
        let loads = self.unit(part).loads.min(self.unit(with).loads);
        if let Some(back) = self.unit(part).battery.clone()
            && let Some(guns) = &mut self.unit_mut(with).battery
        {
            guns.pieces += back.pieces;
            guns.figure_pieces += back.figure_pieces;
            guns.horses = [guns.horses[0] + back.horses[0], guns.horses[1] + back.horses[1]];
            guns.registered = guns.registered.filter(|target| back.registered == Some(*target));
            guns.registered_too = None;
        }
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
}

/// A battery split by figure pieces: what stands off, and what is left.
fn parted(guns: &Battery, off: i32) -> [Battery; 2] {
    let share = |whole: i32| whole * off / guns.figure_pieces.max(1);
    let horses = guns.horses.map(share);
    let part = Battery { figure_pieces: off, pieces: share(guns.pieces).max(1), horses, ..guns.clone() };
    let rest = Battery {
        figure_pieces: guns.figure_pieces - off,
        pieces: (guns.pieces - part.pieces).max(1),
        horses: [guns.horses[0] - horses[0], guns.horses[1] - horses[1]],
        ..guns.clone()
    };
    [part, rest]
}

/// The gunners that go with so many figure pieces: their share, and at least one.
fn share_of_gunners(battery: &Unit, off: i32) -> i32 {
    let pieces = battery.battery.as_ref().map_or(1, |guns| guns.figure_pieces.max(1));
    (battery.figures * off / pieces).clamp(1, (battery.figures - 1).max(1))
}
