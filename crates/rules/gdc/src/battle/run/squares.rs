//! Cavalry that comes to squares (§9.5.B, §9.5.C, §5.2.J), in its charge and in its pursuit.
//!
//! Skirmishers inside the square of a friend (§9.5.F): *house*, those who flee before cavalry go into a square within their flight, stay there
//! for the turn, and come out behind it. Who is in a square that is beaten falls with it.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::advance::Mover;
use super::charges::struck_side;
use super::morale::Cause;
use crate::battle::legal::stands_clear;
use crate::battle::questions::{AT_SQUARE, SquareChoice};
use crate::battle::state::*;
use crate::procedures::morale_events::MoraleEvent;
use crate::vocabulary::{Arm, Contact};

/// Those who come out of a square look for room in steps of so many yards, and so many of them.
const STEP: f64 = 10.0;
const STEPS: i32 = 60;

impl Run<'_> {
    /// Cavalry on its way that comes to squares flows around them or attacks, one square after the other.
    pub(super) fn at_squares(&mut self, movers: &mut Vec<Mover>) -> Result<(), Pause> {
        let mut attack: Vec<UnitId> = Vec::new();
        let mut shaken: Vec<Mover> = Vec::new();
        let mut asked: Vec<UnitId> = Vec::new();
        loop {
            self.desk.next_step();
            let mut met = self.squares_met(movers);
            met.retain(|(unit, _)| !attack.contains(unit));
            if met.is_empty() {
                break;
            }
            let mut around: Vec<(UnitId, UnitId)> = Vec::new();
            each(self, &met, |run, (unit, square)| run.at_square(*unit, *square, &mut around))?;
            let goes = |unit: UnitId| around.iter().any(|(other, _)| *other == unit);
            attack.extend(met.iter().map(|(unit, _)| *unit).filter(|unit| !goes(*unit)));
            self.item(|run| {
                shaken.extend(run.flows_around(movers, &around)?);
                Ok(())
            })?;
            // Who comes behind one that flows around must strike the square (§5.41.D, §5.42.F).
            let flows = |unit: UnitId| goes(unit) && !shaken.iter().any(|mover| mover.unit == unit);
            attack.extend(
                movers.iter().filter(|mover| self.leads(mover).is_some_and(flows)).map(|mover| mover.unit),
            );
            self.behind_shaken_at_squares(movers, &mut asked)?;
        }
        movers.append(&mut shaken);
        Ok(())
    }

    /// Those whose leader has failed his check before a square: they check, and halt or go on Unorganized past him (§5.42.D).
    fn behind_shaken_at_squares(
        &mut self,
        movers: &mut [Mover],
        asked: &mut Vec<UnitId>,
    ) -> Result<(), Pause> {
        let mut behind = self.behind_shaken();
        behind.retain(|unit| !asked.contains(unit) && movers.iter().any(|mover| mover.unit == *unit));
        if behind.is_empty() {
            return Ok(());
        }
        self.desk.next_step();
        each(self, &behind, |run, unit| run.leader_shaken(*unit))?;
        asked.extend(&behind);
        self.item(|run| {
            for mover in movers.iter_mut().filter(|mover| behind.contains(&mover.unit)) {
                let charges =
                    run.battle.charge_of(mover.unit).is_some_and(|charge| charge.fate == Fate::Declared);
                mover.halted = !charges || mover.at >= mover.reach || !mover.touched.is_empty();
                mover.friend = mover.friend.filter(|_| mover.halted);
            }
            run.advance(movers);
            Ok(())
        })
    }

    /// Cavalry that has come to a square (§9.5), with the first of those it touches.
    fn squares_met(&self, movers: &[Mover]) -> Vec<(UnitId, UnitId)> {
        let riders = movers.iter().filter(|mover| mover.charges && self.unit(mover.unit).mounted());
        let met = riders.filter_map(|mover| {
            let square = mover.touched.iter().find(|enemy| self.is_square_to(mover.unit, **enemy))?;
            Some((mover.unit, *square))
        });
        let mut met: Vec<(UnitId, UnitId)> = met.collect();
        met.sort_by(|a, b| self.battle.comes_first(a.0, b.0));
        met
    }

    /// Is an enemy a square to cavalry that has come upon it? One that is beaten already is none any more (§9.5.D), nor a mass that is struck in its
    /// rear (§10.5.H).
    fn is_square_to(&self, rider: UnitId, enemy: UnitId) -> bool {
        let (own, there) = (self.unit(rider), self.unit(enemy));
        let column = || {
            there.stance == Stance::BattalionMass
                && struck_side(self.tables, &own.placed, own.castings, &there.placed) == Contact::Rear
        };
        there.square_to_horse() && there.turn.owes_retreat.is_none() && !column()
    }

    /// A line attacks the square, or checks and flows around it; skirmishers ignore it; a column must attack (§9.5.B, §9.5.C, §5.2.J).
    fn at_square(&mut self, unit: UnitId, square: UnitId, around: &mut Vec<(UnitId, UnitId)>) -> Go {
        let own = self.unit(unit);
        match own.stance {
            Stance::Skirmish => around.push((unit, square)),
            Stance::Line => {
                let choices = [SquareChoice::FlowAround, SquareChoice::Attack];
                if self.ask(&AT_SQUARE, unit, Some(square), &choices)? == SquareChoice::FlowAround {
                    self.unit_mut(unit).turn.touched_square_or_guns = true;
                    around.push((unit, square));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Those who flow around go on with half of what they have left, without impetus (§9.5.B). Whoever has come upon somebody else too fights him, and
    /// the square not. Those who fail their check are out of it: the others go on without them.
    fn flows_around(&mut self, movers: &mut Vec<Mover>, around: &[(UnitId, UnitId)]) -> Go<Vec<Mover>> {
        let mut shaken: Vec<Mover> = Vec::new();
        for (unit, square) in around {
            let line = self.unit(*unit).stance == Stance::Line;
            let cause = Cause::of(MoraleEvent::LineCavalryContactsSquareOrGuns);
            let passes = !line || self.checks(*unit, Cause { other: Some(*square), ..cause })?;
            let Some(place) = movers.iter().position(|mover| mover.unit == *unit) else { continue };
            let touched = std::mem::take(&mut movers[place].touched);
            let (squares, others): (Vec<UnitId>, Vec<UnitId>) =
                touched.into_iter().partition(|enemy| self.is_square_to(*unit, *enemy));
            let mover = &mut movers[place];
            mover.around.extend(squares);
            mover.halted = !passes || !others.is_empty();
            let left = whole_yards(mover.reach - mover.at);
            let kept = if line { left / 2 } else { left };
            mover.reach = mover.at + f64::from(kept);
            // What it has lost here it does not pursue with either (§9.62).
            if let Some(charge) = self.battle.charges.iter_mut().find(|charge| charge.unit == *unit) {
                charge.allowed -= left - kept;
                charge.around.extend(&mover.around);
            }
            if passes {
                mover.touched = others;
                self.tell("flows_around", "9.5.B", &[*unit, *square], json!({}));
            } else {
                shaken.push(movers.remove(place));
            }
        }
        let flowed: Vec<UnitId> = around
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|unit| !shaken.iter().any(|mover| mover.unit == *unit))
            .collect();
        if !around.is_empty() {
            self.holds_behind_shaken(movers, &shaken);
            self.advance(movers);
            if self.waves_at_squares(movers, &flowed)? {
                self.advance(movers);
            }
        }
        Ok(shaken)
    }

    /// Who comes behind a leader that has just failed his check waits until he has checked himself (§5.42.D).
    fn holds_behind_shaken(&self, movers: &mut [Mover], shaken: &[Mover]) {
        for mover in movers.iter_mut() {
            let leader = self.leads(mover);
            mover.halted |= shaken.iter().any(|one| Some(one.unit) == leader);
        }
    }

    /// Infantry skirmishers who flee before cavalry go into the nearest square of their side that their flight reaches; true when they do.
    pub(super) fn shelters(&mut self, unit: UnitId, charger: UnitId, yards: i32) -> bool {
        let own = self.unit(unit);
        if own.fights_as() != Arm::Infantry || !own.unformed() || !self.unit(charger).mounted() {
            return false;
        }
        let squares = self.battle.friends_of(own.side).filter(|&friend| {
            let there = self.unit(friend);
            there.stance == Stance::Square && there.in_square() && self.battle.yards(unit, friend) <= yards
        });
        let nearest = squares.min_by(|&a, &b| {
            let far = |square: UnitId| self.battle.yards(unit, square);
            far(a).cmp(&far(b)).then_with(|| self.battle.comes_first(a, b))
        });
        let Some(square) = nearest else { return false };
        let there = self.unit(square).placed.centre();
        let own = self.unit_mut(unit);
        let pose = Pose::new(there, own.placed.pose().facing).on_grid();
        own.placed = own.placed.moved_to(pose);
        (own.shelter, own.turn.moved) = (Some(square), true);
        self.tell("shelters", "9.5.F", &[unit, square], json!({}));
        true
    }

    /// Skirmishers inside a beaten square fall (§9.5.F).
    pub(super) fn skirmishers_inside_fall(&mut self, square: UnitId) {
        let inside = self.battle.here().filter(|&unit| self.unit(unit).shelter == Some(square));
        for unit in self.battle.by_place(inside.collect()) {
            self.unit_mut(unit).shelter = None;
            self.tell("falls_in_square", "9.5.F", &[unit, square], json!({}));
            self.is_gone(unit, Presence::Gone);
        }
    }

    /// At the end of the turn they come out: behind the square first, then to its sides; who finds no room stays in.
    pub(super) fn come_out_of_squares(&mut self) {
        let inside = self.battle.here().filter(|&unit| self.unit(unit).shelter.is_some());
        for unit in self.battle.by_place(inside.collect()) {
            let Some(square) = self.unit(unit).shelter else { continue };
            let own = self.unit(unit);
            let home = Bearing::degrees(self.battle.fixed.sides[own.side].home);
            let from = match self.unit(square).here() {
                true => self.unit(square).placed.centre(),
                false => own.placed.pose().at,
            };
            let outward = self.battle.outward(from) * if home.ahead().y < 0.0 { -1.0 } else { 1.0 };
            let ways = [0.0, 90.0, -90.0, 180.0].map(|by| home.right_by(Degrees(by * outward)));
            let facing = own.placed.pose().facing;
            let places = ways
                .into_iter()
                .flat_map(|way| (0..STEPS).map(move |step| from + way.ahead() * (f64::from(step) * STEP)));
            let bodies = places.map(|at| own.placed.moved_to(Pose::new(at, facing).on_grid()));
            let mut clear = bodies.filter(|there| {
                let enemies = self.battle.enemies_of(own.side);
                let near = enemies.into_iter().any(|enemy| distance(there, &self.unit(enemy).placed) < 1.0);
                !near && stands_clear(self.battle, unit, there)
            });
            if let Some(there) = clear.next() {
                drop(clear);
                let own = self.unit_mut(unit);
                (own.placed, own.shelter) = (there, None);
                self.tell("comes_out", "9.5.F", &[unit], json!({}));
            }
        }
    }
}
