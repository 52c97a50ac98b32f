//! Moves carried out: the way walked, changes of formation, passages, and the U they cost.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::onset;
use crate::battle::order::Step;
use crate::battle::phases;
use crate::battle::state::*;
use crate::battle::stretches::fit;
use crate::battle::walk::{Halt, Purpose, Stride, Walk, Walked, passage};
use crate::procedures::formations::{FormationChange, Interpenetration};
use crate::procedures::movement::{PathPiece, UnitMove};
use crate::quantity::Metres;
use crate::vocabulary::*;

impl Run<'_> {
    /// The phase as the movement rules name it.
    pub(super) fn move_phase(&self) -> MovePhase {
        match self.battle.phase() {
            phases::Step::Manoeuvre => MovePhase::Manoeuvre,
            phases::Step::Deployment => MovePhase::Deployment,
            _ => MovePhase::Tactical,
        }
    }

    /// A unit moves: the steps one after the other until the move is used up (§turn.D.2, §turn.E, §turn.G).
    pub(super) fn moves(&mut self, unit: UnitId, steps: &[Step]) -> Go {
        let phase = self.move_phase();
        let mut left = onset::allowance(self.tables, self.unit(unit), phase, false);
        let mut strides: Vec<Stride> = Vec::new();
        for step in steps {
            match *step {
                Step::Ahead { metres } => strides.push(Stride::Ahead(metres)),
                Step::Wheel { degrees } => strides.push(Stride::Wheel(degrees)),
                Step::Form { formation } => {
                    left = self.stretch_of_way(unit, &std::mem::take(&mut strides), left)?;
                    match formation {
                        BaseFormation::Unlimbered => self.unlimbers(unit)?,
                        _ => left = self.change_formation(unit, formation, left)?,
                    }
                }
                Step::About => {
                    left = self.stretch_of_way(unit, &std::mem::take(&mut strides), left)?;
                    left = self.about_face(unit, left)?;
                }
            }
        }
        self.stretch_of_way(unit, &strides, left)?;
        Ok(())
    }

    fn purpose(&self) -> Purpose {
        match self.move_phase() {
            MovePhase::Tactical => Purpose::Tactical,
            MovePhase::Manoeuvre | MovePhase::Deployment => Purpose::Apart,
        }
    }

    /// Walks some strides, and tells what is left of the move.
    fn stretch_of_way(&mut self, unit: UnitId, strides: &[Stride], left: i32) -> Go<i32> {
        if strides.is_empty() || left <= 0 {
            return Ok(left);
        }
        let start = self.leaves_zone(unit, strides);
        let walk =
            Walk { battle: self.battle, tables: self.tables, unit, purpose: self.purpose(), allowance: left };
        let walked = match &start {
            Some((placed, strides)) => walk.walk_from(placed, strides),
            None => walk.walk(strides),
        };
        self.arrive(unit, walked, MoveMode::Normal, left)
    }

    /// Out of a zone a unit goes whichever way it wheels; it forms up before the edge.
    fn leaves_zone(&self, unit: UnitId, strides: &[Stride]) -> Option<(Placed, Vec<Stride>)> {
        let own = self.unit(unit);
        own.zone?;
        if own.branch.is_artillery() {
            return None;
        }
        let wheels = strides.iter().take_while(|stride| matches!(stride, Stride::Wheel(_))).count();
        let turn: f64 = strides[..wheels]
            .iter()
            .map(|stride| match stride {
                Stride::Wheel(degrees) => *degrees,
                _ => 0.0,
            })
            .sum();
        let facing = own.placed.pose().facing.right_by(Degrees(turn));
        let toward = own.placed.pose().at + facing.ahead() * 1000.0;
        let start = onset::out_of_zone(self.battle, self.tables, unit, toward)?;
        Some((start, strides[wheels..].to_vec()))
    }

    /// Puts a unit where its way has led it, with the U of the march, the ground and the passages. Tells what is left of the move.
    pub(super) fn arrive(&mut self, unit: UnitId, walked: Walked, mode: MoveMode, left: i32) -> Go<i32> {
        let from = self.unit(unit).placed.pose();
        let poses = walked.poses();
        let Walked { end, metres, mut pieces, begun_on, passed, halt, enters, .. } = walked;
        if metres < 0.5 && enters.is_none() {
            if let Some(halt) = halt {
                self.tell_halt(unit, halt);
            }
            return Ok(left);
        }
        let toll: i32 = passed.iter().map(|&friend| self.toll(unit, friend)).sum();
        let phase = self.move_phase();
        self.set_down(unit, &end);
        if let Some(zone) = enters {
            self.enter_zone(unit, zone);
        }
        let own = self.unit(unit);
        let road = mode == MoveMode::RoadMarch;
        let whole = onset::allowance(self.tables, own, phase, road);
        let spent = whole - left;
        if pieces.is_empty() {
            pieces.push(PathPiece { terrain: PathGround::Open, metres: Metres(0) });
        }
        let before = (spent + toll + begun_on).max(0);
        let column = (!road).then(|| own.column());
        fit(self.tables, column, &mut pieces, whole - before);
        let moved = UnitMove {
            phase,
            arm: own.marching(),
            formation: own.march_formation(),
            mode,
            training: own.ratings.training,
            disorder: own.u(),
            spent_m: Metres(before),
            segments: pieces,
        };
        let about = json!({"metres": whole_metres(metres)});
        let result = self.roll(("moves", rule_of(phase)), &[unit], about, &moved)?;
        self.unit_mut(unit).disorder = result.disorder_after.0;
        self.marched(unit, from, &poses);
        for friend in passed {
            self.passes(unit, friend, "pass.formed")?;
        }
        self.has_moved(unit);
        if let Some(halt) = halt.filter(|halt| !matches!(halt, Halt::Spent) && enters.is_none()) {
            self.tell_halt(unit, halt);
        }
        Ok((left - (result.cost_m.0 - spent).max(0)).max(0))
    }

    /// Metres that marching through a friend costs (§pass.formed, §pass.skirmishers).
    pub(super) fn toll(&self, unit: UnitId, friend: UnitId) -> i32 {
        let (_, passed) = passage(self.unit(unit), self.unit(friend));
        self.tables.movement.passage(passed).metres.0
    }

    /// It has marched through a friend (§pass.formed): the mover tests, the unit passed does not (R52).
    pub(super) fn passes(&mut self, unit: UnitId, friend: UnitId, rule: &'static str) -> Go {
        let own = self.unit(unit);
        let (mover, passed) = passage(own, self.unit(friend));
        let facts = Interpenetration { mover, passed, training: own.ratings.training, disorder: own.u() };
        let result = self.roll(("passes_through", rule), &[unit, friend], json!({}), &facts)?;
        self.unit_mut(unit).disorder = result.disorder_after.0;
        Ok(())
    }

    /// Sets a body down, with the way its column has come.
    pub(super) fn set_down(&mut self, unit: UnitId, end: &Placed) {
        let trail = end.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        let own = self.unit_mut(unit);
        own.trail = trail.iter().map(|corner| corner.on_grid()).collect();
        own.zone = None;
        own.placed = end.clone();
        let zones = std::mem::take(&mut self.battle.zones);
        bodies::rebuild(&mut self.battle.units[unit], self.tables, &zones);
        self.battle.zones = zones;
    }

    /// It fills a zone, and holds it.
    pub(super) fn enter_zone(&mut self, unit: UnitId, zone: usize) {
        let middle = bodies::zone_middle(&self.battle.zones[zone]);
        let own = self.unit_mut(unit);
        own.zone = Some(zone);
        own.trail = Vec::new();
        let facing = own.placed.pose().facing;
        own.placed = own.placed.moved_to(Pose::new(middle, facing));
        let side = own.side;
        self.rebuild(unit);
        let others = self.battle.here().any(|other| {
            let other = self.unit(other);
            other.zone == Some(zone) && other.side != side && !other.branch.is_artillery()
        });
        if !others {
            self.take_zone(zone, side);
        }
        self.tell("enters_zone", "house.town-zone", &[unit], json!({"zone": self.battle.zones[zone].name}));
    }

    pub(super) fn rebuild(&mut self, unit: UnitId) {
        let zones = std::mem::take(&mut self.battle.zones);
        bodies::rebuild(&mut self.battle.units[unit], self.tables, &zones);
        self.battle.zones = zones;
    }

    /// It has moved in this sequence, and in this turn.
    pub(super) fn has_moved(&mut self, unit: UnitId) {
        let marched = !matches!(self.battle.phase(), phases::Step::Deployment);
        let own = self.unit_mut(unit);
        own.sequence.moved = true;
        own.this_turn.moved = true;
        own.this_turn.marched |= marched;
        crate::battle::sight::looks_on_the_way(self.battle, unit);
    }

    fn tell_halt(&mut self, unit: UnitId, halt: Halt) {
        let (reason, other) = match halt {
            Halt::Spent => return,
            Halt::Ground => ("ground", None),
            Halt::Edge => ("edge", None),
            Halt::Enemy(_) => ("enemy", None),
            Halt::Friend(friend) => ("friend", Some(friend)),
            Halt::Zone(_) => ("zone", None),
            Halt::NotLawful => ("not_lawful", None),
        };
        let by = other.map(|other| self.unit(other).id.clone());
        let about = match by {
            Some(by) => json!({"reason": reason, "by": by}),
            None => json!({"reason": reason}),
        };
        self.tell_own("halts", "house.no-contact", unit, about);
    }

    /// A change of formation (§change.normal, §change.square, §change.disorder): tested in a sequence, in G a square is free (R51). Tells
    /// what is left of the move.
    pub(super) fn change_formation(&mut self, unit: UnitId, to: BaseFormation, left: i32) -> Go<i32> {
        let own = self.unit(unit);
        if own.formation == to || own.zone.is_some() {
            return Ok(left);
        }
        let phase = self.move_phase();
        let free = phase == MovePhase::Deployment && to == BaseFormation::Square;
        let arm = if own.branch == Branch::Cavalry { FootOrHorse::Cavalry } else { FootOrHorse::Infantry };
        let cost = if free { 0 } else { self.tables.movement.change_cost(arm).0 };
        if left < cost || !self.has_room(unit, to) {
            let halt = if left < cost { Halt::Spent } else { Halt::NotLawful };
            self.tell_halt(unit, halt);
            return Ok(left);
        }
        let facts = FormationChange {
            phase,
            arm,
            to: troop(to),
            orders: own.ratings.orders,
            training: own.ratings.training,
            disorder: own.u(),
        };
        let about = json!({"formation": to});
        let result = self.roll(("changes_formation", "change.normal"), &[unit], about, &facts)?;
        let own = self.unit_mut(unit);
        own.sequence.changed = true;
        own.disorder = result.disorder_after.0;
        if result.changed {
            self.forms(unit, to);
            // A change is moving (R109); a square of phase G too.
            self.has_moved(unit);
        }
        Ok(left - result.move_cost_m.0)
    }

    /// Stands in another formation about the middle of its front.
    pub(super) fn forms(&mut self, unit: UnitId, to: BaseFormation) {
        let own = self.unit_mut(unit);
        own.formation = to;
        own.trail = Vec::new();
        self.rebuild(unit);
    }

    /// Is there room for another formation?
    pub(super) fn has_room(&self, unit: UnitId, to: BaseFormation) -> bool {
        let own = self.unit(unit);
        let body = bodies::formed(self.tables, own.branch.base(), to, own.bases, &[]);
        let Ok(placed) = body.and_then(|body| body.at(own.placed.pose())) else { return false };
        let walk =
            Walk { battle: self.battle, tables: self.tables, unit, purpose: Purpose::Tactical, allowance: 0 };
        walk.stands_clear(&placed, true)
    }

    /// Turned about: free in phase G (§deploy.about-face), else a change of formation (R51).
    fn about_face(&mut self, unit: UnitId, left: i32) -> Go<i32> {
        let own = self.unit(unit);
        let phase = self.move_phase();
        let mut left = left;
        let Some(turned) = self.turned_about(unit) else {
            self.tell_halt(unit, Halt::NotLawful);
            return Ok(left);
        };
        if phase != MovePhase::Deployment {
            let arm =
                if own.branch == Branch::Cavalry { FootOrHorse::Cavalry } else { FootOrHorse::Infantry };
            if left < self.tables.movement.change_cost(arm).0 {
                return Ok(left);
            }
            let facts = FormationChange {
                phase,
                arm,
                to: troop(own.formation),
                orders: own.ratings.orders,
                training: own.ratings.training,
                disorder: own.u(),
            };
            let about = json!({"formation": own.formation});
            let result = self.roll(("changes_formation", "change.normal"), &[unit], about, &facts)?;
            let own = self.unit_mut(unit);
            own.sequence.changed = true;
            own.disorder = result.disorder_after.0;
            left -= result.move_cost_m.0;
            if !result.changed {
                return Ok(left);
            }
        }
        let from = self.unit(unit).placed.pose();
        let own = self.unit_mut(unit);
        own.trail = Vec::new();
        own.placed = turned;
        self.rebuild(unit);
        self.marched(unit, from, &[]);
        self.has_moved(unit);
        Ok(left)
    }

    /// The body turned about its middle, where there is room: a bent column straightens, and a short rank comes to the front.
    fn turned_about(&self, unit: UnitId) -> Option<Placed> {
        let own = self.unit(unit);
        let facing = own.placed.pose().facing.right_by(Degrees(180.0)).on_grid();
        if own.zone.is_some() && !own.branch.is_artillery() {
            return Some(own.placed.moved_to(Pose::new(own.placed.pose().at, facing)));
        }
        let body = bodies::formed(self.tables, own.branch.base(), own.formation, own.bases, &[]).ok()?;
        let placed = body.at(bodies::about_middle(&own.placed, &body, facing)).ok()?;
        let walk =
            Walk { battle: self.battle, tables: self.tables, unit, purpose: Purpose::Tactical, allowance: 0 };
        walk.stands_clear(&placed, true).then_some(placed)
    }

    /// A shift of at most 50 in any direction, keeping its facing, without a test (§move.adjust, R50).
    pub(super) fn adjusts(&mut self, unit: UnitId, to: Point) -> Go {
        let way = to - self.unit(unit).placed.pose().at;
        let limit = self.tables.movement.adjustment.0;
        let walk = Walk {
            battle: self.battle,
            tables: self.tables,
            unit,
            purpose: self.purpose(),
            allowance: 3 * limit,
        };
        let walked = walk.walk(&[Stride::Shift(way)]);
        if walked.metres < 0.5 || walked.halt.is_some_and(|halt| halt != Halt::Spent) {
            if let Some(halt) = walked.halt {
                self.tell_halt(unit, halt);
            }
            return Ok(());
        }
        let from = self.unit(unit).placed.pose();
        self.set_down(unit, &walked.end);
        self.tell("adjusts", "move.adjust", &[unit], json!({"metres": whole_metres(way.length())}));
        self.marched(unit, from, &[]);
        self.has_moved(unit);
        Ok(())
    }

    /// Along a road (§manoeuvre.table, R48): the ground but for defiles is ignored.
    pub(super) fn marches_by_road(&mut self, unit: UnitId, way: &[Point]) -> Go {
        let phase = self.move_phase();
        let left = onset::allowance(self.tables, self.unit(unit), phase, true);
        let mut strides = Vec::new();
        let pose = self.unit(unit).placed.pose();
        let (mut at, mut facing) = (pose.at, pose.facing);
        for &corner in way {
            let Some(ahead) = (corner - at).unit() else { continue };
            let turn = facing.turn_to(Bearing::of(ahead));
            strides.push(Stride::Wheel(turn.0));
            strides.push(Stride::Ahead(at.distance(corner)));
            (at, facing) = (corner, Bearing::of(ahead));
        }
        let walk = Walk {
            battle: self.battle,
            tables: self.tables,
            unit,
            purpose: Purpose::Road(phase),
            allowance: left,
        };
        let walked = walk.walk(&strides);
        self.arrive(unit, walked, MoveMode::RoadMarch, left)?;
        Ok(())
    }

    /// It is gone: destroyed, taken, or off the table.
    pub(super) fn is_gone(&mut self, unit: UnitId, presence: Presence) {
        self.unit_mut(unit).presence = presence;
        for melee in &mut self.battle.melees {
            melee.attackers.retain(|other| *other != unit);
            melee.defenders.retain(|other| *other != unit);
        }
        self.officers_find_shelter();
    }
}

/// A troop formation of the same name.
pub(super) fn troop(formation: BaseFormation) -> TroopFormation {
    formation.as_str().parse().unwrap_or(TroopFormation::Column)
}

fn rule_of(phase: MovePhase) -> &'static str {
    match phase {
        MovePhase::Tactical => "turn.D.2",
        MovePhase::Manoeuvre => "turn.E",
        MovePhase::Deployment => "turn.G",
    }
}
