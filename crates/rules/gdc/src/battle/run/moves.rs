//! The movement phase but for charges (chapter 6): gallops first, then ordinary moves and shifts together, then strategic marches, then generals.

use krigsspil_engine::battle::Heading;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use krigsspil_turn::riders::Ride;
use serde_json::json;

use super::Run;
use super::advance::Mover;
use crate::battle::bodies;
use crate::battle::fords;
use crate::battle::legal::{gun_turn, stands_clear};
use crate::battle::order::{ShiftWay, Step, UnitOrder};
use crate::battle::pace::{Going, Pace};
use crate::battle::state::*;
use crate::battle::terrain;
use crate::battle::walk::{Course, Stride, shift, strides};
use crate::procedures::battery_march::BatteryPace;
use crate::procedures::command::GeneralMovement;
use crate::procedures::movement::Shift;
use crate::procedures::units::{FordSearch, KEPT_AWAY, SkirmisherWithdrawal};
use crate::vocabulary::*;

/// Strategic marches halt so far from an enemy, in yards (§6.4).
const MARCH_CLEAR_OF: f64 = 1001.0;

/// Skirmishers fall back at most so many yards a turn (R59).
const FALLS_BACK: f64 = 150.0;

/// A move of fewer yards has come to nothing.
const NOTHING: f64 = 10.0;
/// Who has an enemy so near stands before him, and is not in a crowd, in yards.
const ENEMY_NEAR: i32 = 150;

/// What is in the way of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bars {
    Friend,
    Ground,
}

/// A move as it was ordered.
struct Planned {
    mover: Mover,
    going: Going,
    unlimbers: bool,
    what: &'static str,
    rule: &'static str,
}

impl Run<'_> {
    /// A unit goes along some strides on its own, at most so many yards; it touches nobody. Tells the whole yards it has gone.
    pub(super) fn goes(&mut self, unit: UnitId, way: &[Stride], yards: f64) -> i32 {
        let course = Course::new(self.battle, &self.unit(unit).placed, way);
        let swims = self.unit(unit).ratings.indians;
        let open = |over: &terrain::Over| (swims || !over.river).then_some(yards.ceil() as i32);
        let reach = course.reach(open).min(yards);
        let mut movers = [Mover::new(unit, course, reach, false)];
        self.advance(&mut movers);
        whole_yards(movers[0].at)
    }

    fn planned(
        &self,
        unit: UnitId,
        way: &[Stride],
        going: Going,
        what: &'static str,
        rule: &'static str,
    ) -> Planned {
        let course = Course::new(self.battle, &self.unit(unit).placed, way);
        let pace = Pace { battle: self.battle, tables: self.tables, unit, going };
        let reach = pace.reach(&course);
        Planned { mover: Mover::new(unit, course, reach, false), going, unlimbers: false, what, rule }
    }

    /// Horse artillery gallops, and is unlimbered where it stops (§6.3.D, §seq.movement.1).
    pub(super) fn gallops(&mut self) -> Go {
        let mut all = Vec::new();
        for (unit, order) in self.written() {
            let UnitOrder::Gallop { steps } = order else { continue };
            let going = Going::Guns(BatteryPace::Gallop, gun_turn(&steps));
            let plan = self.planned(unit, &strides(&steps, true), going, "gallops", "6.3.D");
            all.push(Planned { unlimbers: true, ..plan });
        }
        self.carry_out(all);
        Ok(())
    }

    /// Ordinary moves, shifts and what guns do (§seq.movement.3), skirmishers fall back, strategic marches (§seq.movement.4), generals ride.
    pub(super) fn movement(&mut self) -> Go {
        let written = self.written();
        let (mut ordinary, mut strategic) = (Vec::new(), Vec::new());
        for (unit, order) in &written {
            match order {
                UnitOrder::Move { steps, strategic: true, .. } => {
                    strategic.push(self.strategic(*unit, steps))
                }
                _ => ordinary.extend(self.ordinary(*unit, order)),
            }
        }
        let moving: Vec<UnitId> = ordinary.iter().map(|plan| plan.mover.unit).collect();
        let before: Vec<(UnitId, Placed)> = self
            .battle
            .by_place(moving.clone())
            .into_iter()
            .map(|unit| (unit, self.unit(unit).placed.clone()))
            .collect();
        self.carry_out(ordinary);
        self.notes_halted(&before);
        self.come_to_zones(&moving);
        self.off_board(&written);
        for (unit, order) in &written {
            if let UnitOrder::Leave { facing: Heading(to) } = order {
                self.leaves_zone(*unit, Bearing::degrees(*to));
            }
        }
        for (unit, order) in &written {
            self.serves_guns(*unit, order);
        }
        self.searches(&written)?;
        if self.battle.fixed.options.guard {
            self.guards_withdraw(&before)?;
        }
        self.skirmishers_fall_back(&before)?;
        self.carry_out(strategic);
        self.generals_ride()
    }

    /// Whose move has come to nothing, and whether a friend is in the way or the ground: its player is told, so that he can go around. Whose way is
    /// free again, because the friend who halted him has gone on, need not.
    fn notes_halted(&mut self, before: &[(UnitId, Placed)]) {
        for unit in self.battle.here().collect::<Vec<_>>() {
            let own = self.unit(unit);
            let stood = before.iter().find(|(moved, _)| *moved == unit);
            let halted = stood.is_some_and(|(_, place)| {
                place.pose().at.distance(own.placed.pose().at) < NOTHING
                    && self.battle.enemy_yards(unit).is_none_or(|yards| yards > ENEMY_NEAR)
            });
            let wheels = self.wheels_first(unit);
            let bars = if self.field_holds(unit) { Some(Bars::Ground) } else { self.bars_ahead(unit) };
            let own = self.unit_mut(unit);
            let halted = halted && (wheels || bars.is_some());
            own.halted_turns = if halted { own.halted_turns + 1 } else { 0 };
            own.before_ground = halted && bars == Some(Bars::Ground);
        }
    }

    /// Was it ordered to wheel before anything else?
    fn wheels_first(&self, unit: UnitId) -> bool {
        match &self.unit(unit).written {
            Some(UnitOrder::Move { steps, .. }) => matches!(steps.first(), Some(Step::Wheel { .. })),
            _ => true,
        }
    }

    /// Was it ordered to wheel where it stands, in a field, on horses (§11.4)?
    fn field_holds(&self, unit: UnitId) -> bool {
        let own = self.unit(unit);
        let wheels = match &own.written {
            Some(UnitOrder::Move { steps, .. }) => matches!(steps.first(), Some(Step::Wheel { .. })),
            _ => false,
        };
        wheels && own.mounted() && terrain::in_field(self.battle, &own.placed)
    }

    /// What bars the next yards straight ahead.
    fn bars_ahead(&self, unit: UnitId) -> Option<Bars> {
        let own = self.unit(unit);
        let pose = own.placed.pose();
        let next =
            own.placed.moved_to(Pose::new(pose.at + pose.facing.ahead() * (2.0 * NOTHING), pose.facing));
        let friend = self.battle.solid().any(|other| {
            other != unit && self.unit(other).side == own.side && overlaps(&next, &self.unit(other).placed)
        });
        let ground = || !self.battle.fixed.ground.table().holds(&next) || terrain::barred(self.battle, &next);
        match friend {
            true => Some(Bars::Friend),
            false => ground().then_some(Bars::Ground),
        }
    }

    /// Units at a river search it for fords (§11.3.F): a section is searched once.
    fn searches(&mut self, written: &[(UnitId, UnitOrder)]) -> Go {
        for (unit, order) in written {
            if *order != UnitOrder::SearchFord || !self.unit(*unit).here() {
                continue;
            }
            let Some(river) = fords::at_river(self.battle, *unit) else { continue };
            let facts = FordSearch {
                distance_to_river_yards: Yards(whole_yards(river.yards).clamp(0, 5000)),
                section_already_rolled: self.battle.searched.contains(&river.section),
                nearest_crossing_yards: Yards(
                    whole_yards(fords::crossing_yards(self.battle, river.place)).clamp(0, 20000),
                ),
            };
            let search = self.roll(("searches_ford", "11.3.F.2"), &[*unit], json!({}), &facts)?;
            if search.searched {
                self.battle.searched.push(river.section);
            }
            if search.ford {
                self.battle.fords.push(river.place);
            }
        }
        Ok(())
    }

    fn ordinary(&self, unit: UnitId, order: &UnitOrder) -> Option<Planned> {
        let guns = self.unit(unit).guns();
        Some(match order {
            UnitOrder::Move { steps, unlimber, .. } => {
                let going =
                    if guns { Going::Guns(BatteryPace::Field, gun_turn(steps)) } else { Going::Field };
                let plan = self.planned(unit, &strides(steps, guns), going, "moves", "6.1");
                Planned { unlimbers: *unlimber, ..plan }
            }
            UnitOrder::Shift { way, yards } => {
                let kind = if *way == ShiftWay::Back { Shift::Backward } else { Shift::Lateral };
                self.planned(unit, &[shift(*way, *yards)], Going::Shift(kind), "shifts", "6.11")
            }
            UnitOrder::Prolonge { yards } => self.planned(
                unit,
                &[Stride::Shift(0.0, *yards)],
                Going::Guns(BatteryPace::Prolonge, 0),
                "prolonges",
                "6.31.C",
            ),
            UnitOrder::LimberAndMove { facing, yards } => {
                let turn = facing.map_or(0.0, |Heading(to)| {
                    self.unit(unit).placed.pose().facing.turn_to(Bearing::degrees(to)).0
                });
                let way = [Stride::Turn(turn), Stride::Ahead(*yards)];
                self.planned(
                    unit,
                    &way,
                    Going::Guns(BatteryPace::LimberAndMove, 0),
                    "limbers_and_moves",
                    "6.31.H",
                )
            }
            _ => return None,
        })
    }

    fn strategic(&self, unit: UnitId, steps: &[Step]) -> Planned {
        let guns = self.unit(unit).guns();
        let going = if guns { Going::Guns(BatteryPace::Road, gun_turn(steps)) } else { Going::Road };
        let mut plan = self.planned(unit, &strides(steps, guns), going, "marches", "6.4");
        plan.mover.shy = MARCH_CLEAR_OF;
        plan
    }

    /// All planned moves together, and what comes of them.
    fn carry_out(&mut self, mut all: Vec<Planned>) {
        // Guns that turn do it before they move, where there is room (§6.33).
        all.retain(|plan| {
            let turned = plan.mover.course.at(0.0);
            plan.mover.reach > 0.0 || !turned.stands_as(&self.unit(plan.mover.unit).placed)
        });
        all.retain(|plan| stands_clear(self.battle, plan.mover.unit, &plan.mover.course.at(0.0)));
        let mut movers: Vec<Mover> = all.iter().map(|plan| plan.mover.clone()).collect();
        self.advance(&mut movers);
        for (plan, mover) in all.iter().zip(movers) {
            self.has_moved(plan, &mover);
        }
    }

    fn has_moved(&mut self, plan: &Planned, mover: &Mover) {
        let over = mover.course.over(mover.at);
        let own = self.unit_mut(mover.unit);
        own.placed = mover.course.at(mover.at);
        own.turn.moved = true;
        own.turn.crossed_water |= own.guns() && (over.stream || over.ford);
        match plan.going {
            Going::Guns(BatteryPace::Gallop, _) => own.stance = Stance::Unlimbered,
            // Turned or dragged guns that have fired do not fire again (§6.31.C, §6.31.D).
            Going::Guns(BatteryPace::Prolonge, _) => own.turn.no_second_fire |= own.turn.fired_initial,
            Going::Guns(..) => {
                own.stance = if plan.unlimbers { Stance::Unlimbered } else { Stance::Limbered };
                own.turn.no_second_fire = true;
            }
            _ => {}
        }
        match (plan.going, self.unit(mover.unit).stance) {
            (Going::Guns(BatteryPace::Prolonge, _), _) => {}
            (Going::Guns(..), Stance::Unlimbered) => self.has_unlimbered(mover.unit),
            (Going::Guns(BatteryPace::LimberAndMove, _), _) => self.has_limbered(mover.unit),
            _ => {}
        }
        self.tell(plan.what, plan.rule, &[mover.unit], json!({"yards": whole_yards(mover.at)}));
    }

    /// What guns do without moving: they are limbered, unlimbered or turned (§6.31).
    fn serves_guns(&mut self, unit: UnitId, order: &UnitOrder) {
        if !self.unit(unit).here() || self.unit(unit).abandoned() {
            return;
        }
        match order {
            UnitOrder::Limber { facing } => {
                let turn = facing.map_or(0.0, |Heading(to)| {
                    self.unit(unit).placed.pose().facing.turn_to(Bearing::degrees(to)).0
                });
                self.turned(unit, turn);
                let own = self.unit_mut(unit);
                (own.stance, own.turn.no_second_fire) = (Stance::Limbered, true);
                self.has_limbered(unit);
                self.tell("limbers", "6.31.B", &[unit], json!({}));
            }
            UnitOrder::Unlimber => {
                self.unit_mut(unit).stance = Stance::Unlimbered;
                self.has_unlimbered(unit);
                self.tell("unlimbers", "6.31.G", &[unit], json!({}));
            }
            UnitOrder::Turn { degrees } if self.turned(unit, *degrees) => {
                let own = self.unit_mut(unit);
                own.turn.no_second_fire |= own.turn.fired_initial;
                own.turn.moved = true;
                self.tell("turns_guns", "6.31.C", &[unit], json!({"degrees": degrees.abs().round() as i32}));
            }
            _ => {}
        }
    }

    /// A body turned about its middle, where there is room.
    fn turned(&mut self, unit: UnitId, degrees: f64) -> bool {
        let own = self.unit(unit);
        let facing = own.placed.pose().facing.right_by(Degrees(degrees)).on_grid();
        let there = own.placed.moved_to(bodies::about_middle(&own.placed, own.placed.body(), facing));
        let clear = stands_clear(self.battle, unit, &there);
        if clear {
            self.unit_mut(unit).placed = there;
        }
        clear
    }

    /// Skirmishers, on foot and on horse, fall back before formed enemies who have come up, until formed friends are near (§10.6.F). It is no move of their
    /// own will: who has failed a check falls back too. `before` is where those who moved stood.
    fn skirmishers_fall_back(&mut self, before: &[(UnitId, Placed)]) -> Go {
        let falls = self.battle.here().filter(|&unit| {
            let own = self.unit(unit);
            own.inside.is_none() && own.unformed() && !self.battle.fighting(unit) && !own.turn.moved
        });
        for unit in self.battle.by_place(falls.collect()) {
            let advanced = self.has_advanced_on(unit, before);
            let enemy = advanced.iter().copied().min_by(|&a, &b| {
                let far = |enemy: UnitId| self.battle.yards(unit, enemy);
                far(a).cmp(&far(b)).then_with(|| self.battle.comes_first(a, b))
            });
            let Some(enemy) = enemy else { continue };
            let own = self.unit(unit);
            let friends = self
                .battle
                .friends_of(own.side)
                .filter(|&friend| friend != unit && self.unit(friend).formed());
            let friend = friends.map(|friend| self.battle.yards(unit, friend)).min().unwrap_or(5000);
            let facts = SkirmisherWithdrawal {
                enemy_yards: Yards(self.battle.yards(unit, enemy).clamp(0, 5000)),
                formed_friend_yards: Yards(friend.clamp(0, 5000)),
            };
            let must = super::telling::plain(self.tables, &facts)?.required_yards.0;
            let Some(way) = self.way_from(unit, enemy).filter(|_| must > 0) else { continue };
            let frame = *own.placed.frame();
            let yards = self.falls_back_clear(unit, f64::from(must), &advanced, way);
            let stride = Stride::Shift(way.dot(frame.right) * yards, way.dot(frame.ahead) * yards);
            let gone = self.goes(unit, &[stride], yards);
            self.unit_mut(unit).turn.moved |= gone > 0;
            self.tell("falls_back", "10.6.F", &[unit], json!({"yards": gone}));
        }
        Ok(())
    }

    /// The formed enemies who have advanced on skirmishers: they have charged, or their move has brought them nearer.
    fn has_advanced_on(&self, unit: UnitId, before: &[(UnitId, Placed)]) -> Vec<UnitId> {
        let own = self.unit(unit);
        let nearer = |enemy: UnitId| {
            let stood = before.iter().find(|(moved, _)| *moved == enemy);
            stood.is_some_and(|(_, stood)| {
                distance(&own.placed, &self.unit(enemy).placed) < distance(&own.placed, stood)
            })
        };
        let advanced = |enemy: &UnitId| {
            let there = self.unit(*enemy);
            let charged = there.turn.charged && !self.battle.fighting(*enemy);
            there.formed() && (charged || nearer(*enemy))
        };
        self.battle.enemies_of(own.side).filter(advanced).collect()
    }

    /// Back from an enemy: to its own rear, where that leads away from him (a backward shift, R59), else straight away from him.
    fn way_from(&self, unit: UnitId, enemy: UnitId) -> Option<Point> {
        let own = &self.unit(unit).placed;
        let away = (own.centre() - self.unit(enemy).placed.centre()).unit()?;
        let rear = own.frame().ahead * -1.0;
        Some(if rear.dot(away) > 0.0 { rear } else { away })
    }

    /// How far skirmishers fall back: until they are clear of all who have advanced, and on past comrades on whom they would stand, but no farther than
    /// they may (R59).
    fn falls_back_clear(&self, unit: UnitId, must: f64, advanced: &[UnitId], way: Point) -> f64 {
        let own = &self.unit(unit).placed;
        let (at, facing) = (own.pose().at, own.pose().facing);
        let there = |yards: f64| own.moved_to(Pose::new(at + way * yards, facing).on_grid());
        let away = |there: &Placed| {
            let near = |enemy: &UnitId| whole_yards(distance(there, &self.unit(*enemy).placed)) < KEPT_AWAY.0;
            !advanced.iter().any(near)
        };
        let ways = || (0..).map(|more| must + f64::from(more)).take_while(|yards| *yards <= FALLS_BACK);
        let room = |yards: &f64| stands_clear(self.battle, unit, &there(*yards));
        let clear = ways().find(|yards| room(yards) && away(&there(*yards)));
        clear.or_else(|| ways().filter(room).last()).unwrap_or(must)
    }

    /// Generals ride at the pace of a courier (§2.51).
    fn generals_ride(&mut self) -> Go {
        for post in self.battle.posts.ids() {
            let on_elephant = self.battle.generals[post].elephant;
            let allowance = GeneralMovement { on_elephant, distance_yards: Yards(0) };
            let allowance = f64::from(super::telling::plain(self.tables, &allowance)?.allowance_yards.0);
            let rider = &self.battle.posts[post].rider;
            let Some(ride) = rider.ride.filter(|_| rider.is_here()) else { continue };
            let from = self.battle.general_place(post);
            let (to, with) = match ride {
                Ride::To(place) => (place, None),
                Ride::With(unit) if self.unit(unit).here() => (self.unit(unit).placed.pose().at, Some(unit)),
                Ride::With(_) | Ride::Leader(_) => (from, None),
            };
            let yards = from.distance(to);
            let there = yards <= allowance;
            let place = if there { to } else { from.toward(to, allowance / yards) };
            let rider = &mut self.battle.posts[post].rider;
            (rider.place, rider.with) = (place.on_grid(), with.filter(|_| there));
            if there {
                rider.ride = None;
            }
        }
        Ok(())
    }
}
