//! Steps become tracks (chapters 06 and 07).

use std::sync::Arc;

use krigsspil_engine::Centimetres;
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::{Go, Run};
use crate::battle::bodies::{drawn_up, plain};
use crate::battle::legal::change;
use crate::battle::order::{Hand, Step};
use crate::battle::rates::{Limits, UnitRates, rates};
use crate::battle::state::*;
use crate::battle::terrain::{difficult_at, on_road, water_cm};
use crate::battle::town::clear_of_houses;
use crate::procedures::drill::{FrontChange, Limbering};
use crate::vocabulary::*;

/// A time that no turn has left.
const PAST_THE_END: f64 = 2.0;
/// A march without a length.
const FAR: f64 = 1.0e6;
impl Run<'_> {
    /// Plans the current step of every unit that has one and no track.
    pub(super) fn plan_steps(&mut self) -> Go {
        for unit in self.in_place_order(|unit| !unit.todo.is_empty()) {
            let mut rounds = 0;
            while self.unit(unit).here()
                && self.unit(unit).track.is_none()
                && !self.unit(unit).todo.is_empty()
                && rounds < 40
            {
                rounds += 1;
                self.plan(unit)?;
                // A step that takes no time is done at once.
                let done = self.unit(unit).track.as_ref().and_then(|track| track.done());
                if done.is_some_and(|done| done <= self.battle.moment) {
                    self.step_done(unit)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn plan(&mut self, unit: UnitId) -> Go {
        let now = self.now();
        if self.goes_up_to_building(unit) {
            return Ok(());
        }
        // After its fire, and after an undecided melee, it stands (§03.01.4).
        if let Some(until) = self.unit(unit).held_until.filter(|until| *until > now) {
            let wait = until.turns_since(now);
            if !matches!(self.unit(unit).todo[0].step, Step::Halt { .. }) {
                let hold =
                    Doing { left: wait, begun: true, ..Doing::new(Step::Halt { turns: wait.min(1.0) }) };
                self.unit_mut(unit).todo.insert(0, hold);
            }
        }
        if !self.unit(unit).todo[0].begun {
            if self.cannot_limber_here(unit, self.unit(unit).todo[0].step) {
                self.no_room(unit);
                return Ok(());
            }
            self.unit_mut(unit).todo[0].begun = true;
            self.begin_step(unit)?;
            if self.unit(unit).todo.is_empty() || self.unit(unit).track.is_some() {
                return Ok(());
            }
        }
        let step = self.unit(unit).todo[0].step;
        if self.cannot_limber_here(unit, step) {
            self.no_room(unit);
            return Ok(());
        }
        let beside = self.marches_with(unit);
        self.unit_mut(unit).now.beside = beside;
        self.reckon(unit);
        let Doing { step, left, .. } = self.unit(unit).todo[0].clone();
        // As long as there is no room it goes on with its change (§06.01.2).
        let waits = self.unit(unit).now.wants_room && !self.has_room(unit, step);
        let left = if waits { PAST_THE_END } else { left };
        let pace = self.pace_of(unit);
        let planned = self.unit(unit);
        let (legs, marks) = match step {
            Step::Ahead { .. } => self.legs_ahead(planned, &pace, left),
            Step::Back { .. } => {
                let way = planned.placed.frame().ahead * -1.0;
                (vec![Leg::Back(self.up_to_houses(planned, way, left))], Vec::new())
            }
            Step::Sideways { hand, .. } => {
                let right = planned.placed.frame().ahead.right();
                let (side, way) = match hand {
                    Hand::Left => (Side::Left, right * -1.0),
                    Hand::Right => (Side::Right, right),
                };
                (vec![Leg::Sideways(side, self.up_to_houses(planned, way, left))], Vec::new())
            }
            Step::Wheel { .. } => (vec![Leg::Wheel { about: Pivot::Middle, by: Degrees(left) }], Vec::new()),
            Step::Pivot { .. } => (pivot(planned, left, pace.open()), Vec::new()),
            _ => (vec![Leg::Halt(left.max(0.0))], Vec::new()),
        };
        let drawn = matches!(step, Step::Back { .. } | Step::Sideways { .. })
            .then(|| drawn_up(planned, self.tables).and_then(|body| body.at(planned.pose).ok()))
            .flatten();
        let from = drawn.as_ref().unwrap_or(&planned.placed);
        let moment = self.battle.moment;
        let track = march(from, &legs, &pace, &self.battle.ground, moment);
        if let Ok(track) = &track
            && self.turns_into_house(unit, step, track)
        {
            // There is no room for the new front (§06.01.2).
            self.no_room(unit);
            return Ok(());
        }
        let moves = !matches!(step, Step::Halt { .. });
        let planned = self.unit_mut(unit);
        planned.now.moved |= moves;
        match track {
            Ok(track) => {
                planned.planned = Some((moment, planned.placed.pose()));
                // It looks along its new way, also if it has looked along another at this moment.
                planned.now.looked = 0.0;
                planned.track = Some(Arc::new(track));
                planned.marks = marks;
            }
            Err(_) => self.halt(unit),
        }
        Ok(())
    }

    /// What limits the march of a unit now.
    fn pace_of(&self, unit: UnitId) -> UnitRates<'_> {
        let planned = self.unit(unit);
        let gait = planned.todo.first().map_or(Gait::March, |doing| doing.gait);
        let abreast = !planned.now.beside.is_empty();
        let limits = Limits { flees: false, retires: planned.now.retires, abreast };
        rates(planned, gait, limits, self.tables)
    }

    /// Reckons how much of the current step there is to do.
    fn reckon(&mut self, unit: UnitId) {
        let Doing { step, left, .. } = self.unit(unit).todo[0].clone();
        if left != NOT_RECKONED {
            return;
        }
        let carried =
            self.unit(unit).carried_step.filter(|(of, _)| *of == step).map_or(0.0, |(_, spent)| spent);
        let left = match step {
            Step::Ahead { cm, turns, .. } | Step::Back { cm, turns } | Step::Sideways { cm, turns, .. } => {
                match (cm, turns) {
                    (Some(cm), _) => cm * CM,
                    (None, Some(turns)) => self.metres_in(unit, step, turns),
                    (None, None) => FAR,
                }
            }
            Step::Wheel { degrees } | Step::Pivot { degrees } => degrees,
            Step::Halt { turns } => turns,
            act => (self.act_time(unit, act) - carried).max(0.0),
        };
        self.unit_mut(unit).todo[0].left = left;
    }

    /// How far it comes in part of a turn.
    fn metres_in(&self, unit: UnitId, step: Step, turns: f64) -> f64 {
        let planned = self.unit(unit);
        let pace = self.pace_of(unit);
        let drawn = (!matches!(step, Step::Ahead { .. }))
            .then(|| drawn_up(planned, self.tables).and_then(|body| body.at(planned.pose).ok()))
            .flatten();
        let from = drawn.as_ref().unwrap_or(&planned.placed);
        let legs = match step {
            Step::Back { .. } => vec![Leg::Back(FAR)],
            Step::Sideways { hand: Hand::Left, .. } => vec![Leg::Sideways(Side::Left, FAR)],
            Step::Sideways { .. } => vec![Leg::Sideways(Side::Right, FAR)],
            _ => self.legs_ahead(planned, &pace, FAR).0,
        };
        let track = march(from, &legs, &pace, &self.battle.ground, 0.0);
        track.map_or(0.0, |track| track.at(turns).pose().at.distance(from.pose().at))
    }

    /// The legs of a march ahead: it halts at every obstacle for the time it takes to pass it (skema VII, ruling 90), and what begins
    /// with each leg.
    fn legs_ahead(&self, unit: &Unit, pace: &UnitRates<'_>, metres: f64) -> (Vec<Leg>, Vec<(usize, Mark)>) {
        let frame = unit.placed.frame();
        let reach = metres.min(pace.fastest() + CM);
        let path = [frame.at, frame.at + frame.ahead * reach];
        let (mut legs, mut marks, mut gone) = (Vec::new(), Vec::new(), 0.0);
        let metres = self.as_far_as_woods_allow(unit, &path, metres);
        let metres = self.up_to_houses(unit, frame.ahead, metres);
        let metres = self.up_to_fires(unit, &path, metres);
        for crossed in self.battle.ground.crossed(&path, unit.placed.body().front()) {
            let Some(feature) = self.battle.ground.feature(crossed.feature) else { continue };
            let number = crossed.feature.0;
            if unit.now.passed.contains(&number) || crossed.enters <= 0.0 || crossed.enters >= metres {
                continue;
            }
            let passage = pace.passage(feature, Manner::Ahead).filter(|passage| passage.allowed);
            let place = frame.at + frame.ahead * (crossed.enters + 1.0);
            if pace.by_road(&self.battle.ground, place) {
                // Where a road, a bridge or a path leads through there is nothing to pass (§07.04.4).
                continue;
            }
            let wet = water_cm(feature).filter(|width| pace.wades_at(&self.battle.ground, place, *width));
            let wood = feature.kind == Kind::Area(AreaKind::Wood) && pace.enters_woods();
            let mark = match (&passage, wet) {
                (None, None) if wood => Mark::Obstacle { feature: number, grade: 1 },
                (Some(_), _) => {
                    Mark::Obstacle { feature: number, grade: i32::from(feature.properties.obstacle.number()) }
                }
                (None, Some(width_cm)) => Mark::Water { feature: number, width_cm },
                (None, None) => continue,
            };
            legs.push(Leg::Ahead(crossed.enters - gone));
            gone = crossed.enters;
            marks.push((legs.len(), mark));
            if let Some(passage) = passage.filter(|passage| passage.turns.0 > 0.0) {
                legs.push(Leg::Halt(passage.turns.0));
            }
        }
        legs.push(Leg::Ahead((metres - gone).max(0.0)));
        (legs, marks)
    }

    /// Would a closed unit turn its front into a building?
    fn turns_into_house(&self, unit: UnitId, step: Step, track: &Track) -> bool {
        let turned = self.unit(unit);
        if !matches!(step, Step::Wheel { .. } | Step::Pivot { .. }) || turned.spread() {
            return false;
        }
        let there = track.halted_at(track.done().unwrap_or(1.0).min(1.0));
        self.battle.in_a_house(&there) && !self.battle.in_a_house(&turned.placed)
    }

    /// How far a march goes before it comes to a building: closed units do not march through one (§17.01.2), and nobody passes a ruin
    /// (§17.04.2). Along a road columns go on.
    fn up_to_houses(&self, unit: &Unit, way: Point, metres: f64) -> f64 {
        let road = (unit.formation.marching() || unit.limbered())
            && on_road(&self.battle.ground, unit.placed.pose().at);
        if road {
            return metres;
        }
        let spread = unit.spread();
        let stops = |house: FeatureId| !spread || !self.battle.stands(house.0);
        clear_of_houses(&self.battle.ground, &unit.placed, way, metres, stops)
    }

    /// How far a march goes before it comes to a bridge that burns: nobody may stay on it (§19.06.6). Who is on it goes off.
    fn up_to_fires(&self, unit: &Unit, path: &[Point; 2], metres: f64) -> f64 {
        let crossed = self.battle.ground.crossed(path, unit.placed.body().front()).into_iter();
        let burning = crossed.filter(|crossed| {
            let feature = self.battle.ground.feature(crossed.feature);
            feature.is_some_and(|feature| matches!(feature.kind, Kind::Crossing(_)))
                && self.burns(crossed.feature)
        });
        burning.filter(|crossed| crossed.enters > 0.0).map(|crossed| crossed.enters).fold(metres, f64::min)
    }

    /// Does a thing on the map burn?
    pub(super) fn burns(&self, thing: FeatureId) -> bool {
        self.battle.land.house(thing.0).is_some_and(|house| house.burning.is_some())
    }

    /// How far a march goes before it would be more than its own depth inside a wood (§16.02.1). Roads through it are open to columns.
    fn as_far_as_woods_allow(&self, unit: &Unit, path: &[Point; 2], metres: f64) -> f64 {
        let depth = unit.placed.body().depth() + 1.0;
        let column = unit.formation.marching() || unit.limbered();
        let crossed = self.battle.ground.crossed(path, unit.placed.body().front()).into_iter();
        let woods = crossed.filter(|crossed| {
            let feature = self.battle.ground.feature(crossed.feature);
            feature.is_some_and(|feature| feature.kind == Kind::Area(AreaKind::Wood))
        });
        let back = [path[0] - unit.placed.frame().ahead * depth, path[0]];
        let inside = |wood: FeatureId| {
            let behind = self.battle.ground.crossed(&back, unit.placed.body().front()).into_iter();
            behind
                .filter(|crossed| crossed.feature == wood)
                .map(|crossed| depth - crossed.enters)
                .fold(0.0, f64::max)
        };
        let reach = |crossed: Crossed| match () {
            () if column || crossed.length() <= depth => metres,
            () if crossed.enters <= 0.0 => (depth - inside(crossed.feature)).max(0.0),
            () => crossed.enters + depth,
        };
        woods.map(reach).fold(metres, f64::min)
    }

    /// The part of a turn that an act takes (skema IV and V).
    pub(super) fn act_time(&self, unit: UnitId, step: Step) -> f64 {
        let actor = self.unit(unit);
        match step {
            // Limbered guns change between line and column as they drive: skema V has no time for it.
            Step::Form { .. } if actor.battery.is_some() => 0.0,
            Step::Form { formation } if formation == actor.formation => 0.0,
            Step::Form { formation } if formation.skirmish() || actor.formation.skirmish() => {
                self.spreading_time(unit, formation)
            }
            Step::Form { formation } => {
                let difficult = difficult_at(&self.battle.ground, actor.placed.centre());
                let absent = self.battle.chain_of(unit).is_some();
                change(actor, formation, (difficult, absent), self.tables)
                    .map_or(1.0, |change| change.turns.0)
            }
            Step::About | Step::SquareFront => {
                self.front_change(unit, FrontMethod::HalfTurn, 180.0).map_or(0.25, |change| change.turns.0)
            }
            Step::Limber { .. } => self.limbering(unit, LimberAction::Limber, ReadyAfter::Other),
            // The last gun of a column comes up before it is brought into position (§06.03.1).
            Step::Unlimber { .. } => self.piece_ready_after(unit, self.figure_pieces(unit) - 1),
            Step::Prepare => {
                let after = match actor.battery.as_ref().and_then(|guns| guns.unready) {
                    Some(Unready::Remanned) => ReadyAfter::Remanning,
                    Some(Unready::Retired) => ReadyAfter::Retreat,
                    None => ReadyAfter::Other,
                };
                self.limbering(unit, LimberAction::Prepare, after)
            }
            Step::SendOut { cm, .. } => self.sending_time(unit, cm),
            Step::Recall => self.recall_time(unit),
            Step::Enter => self.entering_time(unit),
            Step::Leave { .. } => self.leaving_time(unit),
            _ => 0.0,
        }
    }

    pub(super) fn limbering(&self, unit: UnitId, action: LimberAction, prepare_after: ReadyAfter) -> f64 {
        let Some(guns) = &self.unit(unit).battery else { return 0.0 };
        let twelve = self.tables.artillery.gun(guns.piece).twelve_pounder;
        let battery = match guns.kind {
            BatteryKind::Horse => LimberBattery::Horse,
            BatteryKind::Driving => LimberBattery::Driving,
            BatteryKind::Foot if twelve => LimberBattery::FootTwelvePounder,
            BatteryKind::Foot => LimberBattery::Foot,
        };
        plain(&Limbering { action, battery, prepare_after, difficult: false }, self.tables)
            .map_or(0.5, |limbering| limbering.turns.0)
    }

    /// A change of front, and what it costs (§06.01.3, §06.04).
    pub(super) fn front_change(
        &self,
        unit: UnitId,
        method: FrontMethod,
        degrees: f64,
    ) -> Option<crate::procedures::drill::FrontChangeResult> {
        let turning = self.unit(unit);
        let since = self.now();
        let within = |(at, _): &&(krigsspil_turn::timeline::Instant, f64)| since.turns_since(*at) < 1.0;
        let before: f64 = turning.turned.iter().filter(within).map(|(_, degrees)| degrees).sum();
        let facts = FrontChange {
            method,
            arm: match turning.branch {
                Branch::Infantry => FrontArm::Infantry,
                Branch::Cavalry => FrontArm::Cavalry,
                Branch::Wagon => FrontArm::Train,
                Branch::Artillery if turning.limbered() => FrontArm::LimberedArtillery,
                Branch::Artillery => FrontArm::UnlimberedArtillery,
            },
            formation: match turning.formation {
                _ if turning.spread() => FrontFormation::Spread,
                formation if formation.marching() => FrontFormation::MarchColumn,
                crate::battle::order::Formation::Square => FrontFormation::Square,
                crate::battle::order::Formation::BattalionMass | crate::battle::order::Formation::Hob => {
                    FrontFormation::Mass
                }
                crate::battle::order::Formation::AttackColumn
                | crate::battle::order::Formation::BrigadeColumn => FrontFormation::Column,
                _ => FrontFormation::Line,
            },
            degrees: degrees.abs().min(180.0),
            front_cm: Centimetres((turning.placed.body().front() / CM).clamp(0.5, 300.0)),
            march_cm: Centimetres(10.0),
            storm_cm: Centimetres(0.0),
            degrees_before: before.clamp(0.0, 720.0),
        };
        plain(&facts, self.tables).ok()
    }

    /// What a step costs when it is begun: degrees of light disorder (§06.01.3, §07.01.3, §07.02.2).
    fn begin_step(&mut self, unit: UnitId) -> Go {
        let step = self.unit(unit).todo[0].step;
        if !matches!(step, Step::Ahead { storm: true, .. } | Step::Pivot { .. }) {
            self.storm_ends(unit);
        }
        match step {
            Step::Form { formation }
                if self.unit(unit).battery.is_none() && formation != self.unit(unit).formation =>
            {
                // A change that goes on from the last turn was paid for when it began (§03.01.6).
                let goes_on = self.unit(unit).carried_step.is_some_and(|(of, _)| of == step);
                let free = goes_on || formation.marching() && self.unit(unit).formation.marching();
                self.degrees(unit, i32::from(!free), "06.01.3")
            }
            Step::Wheel { degrees } => self.turns_front(unit, FrontMethod::Wheel, degrees),
            Step::Pivot { degrees } => self.turns_front(unit, FrontMethod::Pivot, degrees),
            Step::About | Step::SquareFront => self.turns_front(unit, FrontMethod::HalfTurn, 180.0),
            Step::Back { .. } | Step::Sideways { .. } if !self.unit(unit).now.retires => {
                self.degrees(unit, 1, "07.01.3")
            }
            Step::Ahead { storm: true, .. } => self.begin_storm(unit),
            Step::Enter | Step::Leave { .. } => self.begins_at_wall(unit),
            Step::SendOut { figures, .. } => self.more_than_a_company(unit, figures),
            Step::Recall => {
                let out = self.battle.chain_of(unit).map_or(0, |chain| self.unit(chain).figures);
                self.more_than_a_company(unit, out)
            }
            _ => Ok(()),
        }
    }

    /// More skirmishers than a company or squadron cost a degree when they go out and when they come in (§06.01.3).
    fn more_than_a_company(&mut self, unit: UnitId, figures: i32) -> Go {
        let of = self.unit(unit);
        let goes_on = of.carried_step.is_some_and(|(step, _)| of.todo[0].step == step);
        let company = of.schooling.company;
        self.degrees(unit, i32::from(!goes_on && company > 0 && figures > company), "06.01.3")
    }

    fn turns_front(&mut self, unit: UnitId, method: FrontMethod, degrees: f64) -> Go {
        let cost = self.front_change(unit, method, degrees).map_or(0, |change| change.lu_degrees);
        let now = self.now();
        let turned = &mut self.unit_mut(unit).turned;
        turned.retain(|(at, _)| now.turns_since(*at) < 1.0);
        turned.push((now, degrees.abs()));
        self.degrees(unit, cost, "06.01.3")
    }

    pub(super) fn no_room(&mut self, unit: UnitId) {
        self.halt(unit);
        self.tell_own("no_room_to_form", "06.01.2", unit, json!({}));
    }
}

/// A front swings about its inner wing; the head of a march column turns on the spot while the time of the swing passes.
fn pivot(unit: &Unit, by: f64, pace: f64) -> Vec<Leg> {
    if unit.formation.marching() && unit.battery.is_none() {
        let metres = 1.5 * unit.placed.body().front() * by.abs() / 90.0;
        return vec![Leg::Halt(if pace > 0.0 { metres / pace } else { 0.0 })];
    }
    let about = if by > 0.0 { Pivot::RightWing } else { Pivot::LeftWing };
    vec![Leg::Wheel { about, by: Degrees(by) }]
}
