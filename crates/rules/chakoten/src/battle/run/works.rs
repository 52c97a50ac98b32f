//! Works of pioneers and others (chapter 19): they begin with the turn, and go on at its end.

use krigsspil_engine::{Procedure, Turns};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::works::{Gap, Stretch};
use serde_json::json;

use super::{Go, Run};
use crate::armies::vocabulary::{DemolitionMethod, Vessel, Work};
use crate::armies::works::{WorkAcquisition, WorkDelay};
use crate::battle::labour::{Afloat, Charge, Job, JobKind, Lighting, MineStage};
use crate::battle::land::{Built, Condition, Made, lay_ground};
use crate::battle::order::UnitOrder;
use crate::battle::questions::{WORKERS_ATTACKED, Workers};
use crate::battle::reckoning::{Hands, times};
use crate::battle::sites::{Asked, asked, line_at, vessel_of};
use crate::battle::state::*;
use crate::battle::town::room;

impl Run<'_> {
    /// Works begin or go on with the turn (§19.01.1): all parties of one work count together (§19.04.3).
    pub(super) fn works_begin(&mut self) -> Go {
        let units = self.in_place_order(|unit| unit.intact() && unit.now.order.is_some());
        for &unit in &units {
            let Some(order) = self.unit(unit).now.order.clone() else { continue };
            if let Some(Ok(asked)) = asked(self.battle, unit, &order) {
                self.joins_work(unit, &asked);
            }
        }
        for &unit in &units {
            if let Some(UnitOrder::Help { with }) = &self.unit(unit).now.order {
                let job = self.battle.unit(with).and_then(|with| self.unit(with).now.works);
                let may = self.unit(unit).craft.may_work(self.tables);
                self.unit_mut(unit).now.works = job.filter(|_| may);
            }
        }
        for job in 0..self.battle.land.jobs.len() {
            let workers = self.workers(job);
            if !workers.is_empty() {
                self.work_begins(job, &workers)?;
            }
        }
        Ok(())
    }

    /// Those who are at a work this turn, in order of place.
    fn workers(&self, job: usize) -> Vec<UnitId> {
        self.in_place_order(|unit| unit.now.works == Some(job))
    }

    fn joins_work(&mut self, unit: UnitId, asked: &Asked) {
        if !self.unit(unit).craft.may_work(self.tables) {
            return self.tell_own("too_tired", "19.01.3", unit, json!({}));
        }
        let side = self.unit(unit).side;
        let job = self.battle.job_like(side, &asked.kind).unwrap_or_else(|| {
            self.battle.land.jobs.push(Job {
                kind: asked.kind,
                side,
                quantity: asked.quantity,
                ordinary: 0,
                acquisition: if asked.acquired { -1 } else { 0 },
                delay: None,
                rest: 0,
                worked: 0,
                under_fire: 0,
                first: Vec::new(),
                done: false,
            });
            self.battle.land.jobs.len() - 1
        });
        self.unit_mut(unit).now.works = Some(job);
    }

    fn hands(&self, workers: &[UnitId]) -> Hands {
        let mut hands = Hands::default();
        workers.iter().for_each(|&unit| hands.join(self.unit(unit)));
        hands
    }

    fn capacity(&self, kind: &JobKind) -> i32 {
        let JobKind::Strengthen { building } = kind else { return 10 };
        self.battle.ground.feature(FeatureId(*building)).map_or(10, room)
    }

    /// A work begins: its time is reckoned, its materials are found (§19.03.1), powder and pontoons come from the park (§19.02).
    fn work_begins(&mut self, job: usize, workers: &[UnitId]) -> Go {
        let (kind, quantity) = (self.battle.land.jobs[job].kind, self.battle.land.jobs[job].quantity);
        let hands = self.hands(workers);
        let reckoned = times(&kind, quantity, hands, self.capacity(&kind), self.tables);
        let times = match reckoned {
            Ok(times) => times,
            Err(reason) => {
                for &unit in workers {
                    self.unit_mut(unit).now.works = None;
                    self.tell_own("cannot_work", "19.04.2", unit, json!({"reason": reason}));
                }
                return Ok(());
            }
        };
        let lead = workers[0];
        if self.battle.land.jobs[job].ordinary == 0 {
            let side = self.unit(lead).side;
            let park = self.battle.land.park(side);
            let at_hand = self.battle.material_at_hand(lead);
            let needs = times.charges > 0.0 || times.pontoons > 0;
            if needs && (!at_hand || park.charges < times.charges || park.pontoons < times.pontoons) {
                for &unit in workers {
                    self.unit_mut(unit).now.works = None;
                    self.tell_own("no_material", "19.02.1", unit, json!({}));
                }
                return Ok(());
            }
            let park = self.battle.land.park_mut(side);
            park.charges -= times.charges;
            park.pontoons -= times.pontoons;
            self.materials_found(job, lead, times.ordinary, times.acquirable)?;
            let begun = &mut self.battle.land.jobs[job];
            (begun.ordinary, begun.rest) = (times.ordinary, times.rest);
            begun.delay = times.certain.then_some(0);
        } else {
            // With other hands the rest of it takes another time.
            let begun = &mut self.battle.land.jobs[job];
            begun.worked = begun.worked * times.ordinary / begun.ordinary.max(1);
            begun.ordinary = times.ordinary;
        }
        let told = if kind.secret() { Run::tell_own } else { Run::tell_seen };
        for &unit in workers {
            told(self, "at_work", "19.01.1", unit, json!({}));
        }
        Ok(())
    }

    fn tell_seen(&mut self, what: &'static str, rule: &'static str, unit: UnitId, more: serde_json::Value) {
        self.tell(what, rule, &[unit], more);
    }

    /// Materials that are not at hand are thrown for where the table allows it (§19.03.1, §19.03.2).
    fn materials_found(&mut self, job: usize, lead: UnitId, ordinary: i32, acquirable: bool) -> Go {
        if self.battle.land.jobs[job].acquisition >= 0 {
            return Ok(());
        }
        let extra = if acquirable {
            let facts = WorkAcquisition { ordinary_turns: Turns(ordinary.clamp(1, 10000)) };
            self.roll_own(("finds_materials", "19.03.2"), lead, json!({}), &facts)?.extra_turns.0
        } else {
            0
        };
        self.battle.land.jobs[job].acquisition = extra;
        Ok(())
    }

    /// An attack is announced on units at work: they stay, close up, or go behind their soutien (§19.01.4).
    pub(super) fn workers_decide(&mut self) -> Go {
        let attacked: Vec<UnitId> = self
            .in_place_order(|unit| unit.now.attacks)
            .into_iter()
            .filter_map(|attacker| self.unit(attacker).now.target)
            .collect();
        for unit in self.in_place_order(|unit| unit.now.works.is_some() && unit.battery.is_none()) {
            if !attacked.contains(&unit) {
                continue;
            }
            match self.ask(&WORKERS_ATTACKED, unit, None)? {
                Workers::Stay => {}
                Workers::CloseUp => {
                    let half = self.unit(unit).placed.body().front() / 2.0 / CM;
                    let takes = self.closing_time(unit, half);
                    self.unit_mut(unit).now.closes_at = Some(takes);
                    // It is a change of formation (§06.01.3).
                    self.degrees(unit, 1, "06.01.3")?;
                }
                Workers::GoBack => {
                    // Until they have formed they are spread, as at their work (§05.04.2).
                    let from = self.threat_to(unit);
                    self.go_back(unit, from);
                    self.tell("goes_back", "19.01.4", &[unit], json!({}));
                }
            }
        }
        Ok(())
    }

    /// Those who close up have closed at this moment: they are no longer at work.
    pub(super) fn close_up(&mut self, moment: f64) {
        for unit in self.battle.units.values_mut() {
            if unit.now.closes_at.is_some_and(|at| at <= moment) {
                (unit.now.works, unit.now.closes_at, unit.now.moved) = (None, None, true);
            }
        }
    }

    /// The works at the end of the turn (§19.01.3, §19.04.3).
    pub(super) fn works_go_on(&mut self) -> Go {
        for job in 0..self.battle.land.jobs.len() {
            let all = self.workers(job);
            let whole: Vec<UnitId> = all.into_iter().filter(|&unit| self.worked(unit)).collect();
            if !whole.is_empty() && !self.battle.land.jobs[job].done {
                self.work_goes_on(job, &whole)?;
            }
        }
        self.charges_made();
        for unit in self.battle.here().collect::<Vec<_>>() {
            let worked = self.unit(unit).now.works.is_some() && self.worked(unit);
            let job_number = self.unit(unit).now.works;
            let job = job_number.and_then(|job| self.battle.land.jobs.get(job));
            let open = worked && job.is_some_and(|job| !job.kind.secret());
            let craft = &mut self.unit_mut(unit).craft;
            craft.at_work = open;
            craft.job = job_number;
            craft.turn_passes(worked);
            self.unit_mut(unit).now.works = None;
        }
        Ok(())
    }

    /// Has it worked the whole turn: on the spot, doing nothing else, in order or light disorder at its end (ruling 1)?
    fn worked(&self, unit: UnitId) -> bool {
        let worker = self.unit(unit);
        let busy = worker.now.moved || worker.now.fired || worker.now.retires || worker.now.marched_through;
        worker.intact() && !busy && worker.now.fought.is_empty()
    }

    fn work_goes_on(&mut self, number: usize, workers: &[UnitId]) -> Go {
        let kind = self.battle.land.jobs[number].kind;
        let lead = workers[0];
        let quantity = self.battle.land.jobs[number].quantity;
        if times(&kind, quantity, self.hands(workers), self.capacity(&kind), self.tables).is_err() {
            self.tell_own("work_stops", "19.04.3", lead, json!({}));
            return Ok(());
        }
        let under_fire = workers.iter().any(|&unit| self.unit(unit).now.under_fire);
        let job = &mut self.battle.land.jobs[number];
        job.under_fire += i32::from(under_fire);
        // The rest is held in the middle; fresh hands that take over save it (§19.04.5).
        if job.rest > 0 && 2 * job.worked >= job.ordinary {
            if workers.iter().any(|unit| job.first.contains(unit)) {
                job.rest -= 1;
                return Ok(());
            }
            job.rest = 0;
        }
        if 2 * job.worked < job.ordinary {
            job.first
                .extend(workers.iter().filter(|unit| !job.first.contains(unit)).copied().collect::<Vec<_>>());
        }
        job.worked += 1;
        let ordinary = job.ordinary + job.acquisition.max(0);
        if job.worked >= ordinary && job.delay.is_none() {
            let facts = WorkDelay {
                ordinary_turns: Turns(job.ordinary.clamp(1, 10000)),
                turns_under_fire: Turns(job.under_fire.clamp(0, 1000)),
            };
            let extra = self.roll_own(("work_delayed", "19.03.4"), lead, json!({}), &facts)?.extra_turns.0;
            self.battle.land.jobs[number].delay = Some(extra);
        }
        let job = &self.battle.land.jobs[number];
        if job.delay.is_some_and(|delay| job.worked >= ordinary + delay) {
            self.work_done(number, workers);
        }
        Ok(())
    }

    fn work_done(&mut self, number: usize, workers: &[UnitId]) {
        let Job { kind, side, quantity, .. } = self.battle.land.jobs[number].clone();
        let lead = workers[0];
        if let JobKind::Mine(mut dig) = kind
            && let Some(stage) = next_stage(&dig)
        {
            dig.stage = stage;
            let job = &mut self.battle.land.jobs[number];
            (job.kind, job.worked, job.ordinary, job.delay, job.under_fire) =
                (JobKind::Mine(dig), 0, 0, None, 0);
            return self.tell_own("mine_goes_on", "19.08.2", lead, json!({}));
        }
        self.battle.land.jobs[number].done = true;
        let told = if kind.secret() { Run::tell_own } else { Run::tell_seen };
        told(self, "work_finished", "19.04.4", lead, json!({}));
        match kind {
            JobKind::Build { work, line, mends, .. } => self.built(lead, work, line, (quantity, mends)),
            JobKind::Demolish { thing, at, object, method, again } => {
                let charge = Charge {
                    thing: Some(thing),
                    object: Some(object),
                    at,
                    charges: 0.0,
                    again,
                    mine: None,
                    side,
                    party: workers.to_vec(),
                    ready: self.battle.turn + 1,
                    cm: quantity,
                };
                self.destruction_ready(method, charge, lead, workers);
            }
            JobKind::Level { made, .. } => {
                self.battle.land.levelled.push(made);
                lay_ground(self.battle, self.tables);
            }
            JobKind::Strengthen { building } => {
                self.battle.land.house_mut(building).strengthened = true;
                lay_ground(self.battle, self.tables);
            }
            JobKind::Mine(dig) => {
                let (turn, party) = (self.battle.turn, workers.to_vec());
                self.battle.land.charges.push(Charge {
                    thing: None,
                    object: None,
                    at: dig.place,
                    charges: dig.charges,
                    again: false,
                    mine: Some(dig),
                    side,
                    party,
                    ready: turn + 1,
                    cm: 0.0,
                });
            }
        }
    }

    /// Powder is laid, a fire is prepared, or the thing is destroyed at once (§19.05.4).
    fn destruction_ready(
        &mut self,
        method: DemolitionMethod,
        charge: Charge,
        lead: UnitId,
        workers: &[UnitId],
    ) {
        let Some(thing) = charge.thing else { return };
        match method {
            DemolitionMethod::Blast => {
                let kind = JobKind::Demolish {
                    thing,
                    at: charge.at,
                    object: charge.object.unwrap_or(crate::armies::vocabulary::DemolitionObject::Wall),
                    method,
                    again: charge.again,
                };
                let hands = self.hands(workers);
                let charges =
                    times(&kind, charge.cm, hands, 10, self.tables).map_or(0.25, |times| times.charges);
                self.battle.land.charges.push(Charge { charges, ..charge });
            }
            DemolitionMethod::Burn => {
                let turn = self.battle.turn + 1;
                self.battle.land.lightings.push(Lighting { thing, attempt: 1, turn, by: lead });
            }
            DemolitionMethod::ThrowOff => self.thrown_off(thing, charge.at, charge.cm),
            DemolitionMethod::Other => self.thing_gone(thing, charge.at, charge.cm, Condition::Ruined),
        }
    }

    /// A deck is thrown off (§19.09.1); chevaux-de-frise are thrown aside (ruling 26).
    fn thrown_off(&mut self, thing: usize, at: Point, cm: f64) {
        let bridge = self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind);
        if matches!(bridge, Some(Kind::Crossing(_))) {
            self.battle.land.house_mut(thing).deck_off_cm = cm;
            lay_ground(self.battle, self.tables);
            self.tell_all("bridge_broken", "19.09.3", json!({"building": self.house_name(thing)}));
        } else {
            self.thing_gone(thing, at, cm, Condition::Ruined);
        }
    }

    /// Something is destroyed: a stretch of a line, or the whole of a bridge or building (ruling 32).
    pub(super) fn thing_gone(&mut self, thing: usize, at: Point, cm: f64, condition: Condition) {
        let kind = self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind);
        match kind {
            Some(Kind::Building) => self.falls(thing, condition, "19.07.4"),
            Some(Kind::Crossing(_)) => {
                let house = self.battle.land.house_mut(thing);
                (house.condition, house.burning) = (condition, None);
                lay_ground(self.battle, self.tables);
                self.tell_all("bridge_broken", "19.07.4", json!({"building": self.house_name(thing)}));
            }
            _ if self.is_vessel(thing) => {
                let vessel = self.battle.land.house_mut(thing);
                (vessel.condition, vessel.burning) = (condition, None);
                lay_ground(self.battle, self.tables);
                self.tell_all("vessel_lost", "19.05.4", json!({"place": [at.x, at.y]}));
            }
            _ => {
                self.gap(at, cm);
            }
        }
    }

    /// Is this a ferry or boat?
    pub(super) fn is_vessel(&self, thing: usize) -> bool {
        self.battle.land.vessels.iter().any(|boat| boat.thing == Some(thing))
    }

    /// A stretch of a wall or abatis is gone; returns the stretch.
    pub(super) fn gap(&mut self, at: Point, cm: f64) -> Option<Stretch> {
        let stretch = line_at(self.battle, at)?.about(cm * CM);
        self.battle.land.works.cleared.push(Gap { stretch, by: None });
        lay_ground(self.battle, self.tables);
        self.tell_all("stretch_gone", "19.05.4", json!({"place": [at.x, at.y]}));
        Some(stretch)
    }

    /// What a work of skema XX makes (§19.04.4).
    fn built(
        &mut self,
        lead: UnitId,
        work: Work,
        [left, right]: [Point; 2],
        (quantity, mends): (f64, Option<usize>),
    ) {
        let side = self.unit(lead).side;
        match (work, mends) {
            (Work::EmergencyBridgeRepair, Some(bridge)) => self.battle.land.house_mut(bridge).gangway = true,
            (Work::BridgeRepair, Some(bridge)) => {
                let house = self.battle.land.house_mut(bridge);
                (house.partial, house.gangway) = (false, false);
            }
            (Work::BridgeDeckRepair, Some(bridge)) => self.battle.land.house_mut(bridge).deck_off_cm = 0.0,
            (work, Some(vessel)) if vessel_of(work).is_some() => {
                self.battle.land.house_mut(vessel).partial = false;
            }
            (Work::ScalingLadder, _) => self.unit_mut(lead).craft.ladders += quantity as i32,
            (Work::PontoonFerry | Work::ImprovisedFerry, _) => self.launched(Vessel::Ferry, lead, quantity),
            (Work::PontoonBoat | Work::ImprovisedBoat, _) => self.launched(Vessel::Boat, lead, quantity),
            _ => {
                let made = Made { thing: Built::Work(work), left, right, side: Some(side) };
                self.battle.land.works.made.push(made);
            }
        }
        lay_ground(self.battle, self.tables);
    }

    fn launched(&mut self, vessel: Vessel, lead: UnitId, pieces: f64) {
        let (at, side) = (self.unit(lead).placed.pose().at, self.unit(lead).side);
        for _ in 0..pieces as i32 {
            let (left, right) = lies(at);
            let made = Made { thing: Built::Vessel(vessel), left, right, side: Some(side) };
            self.battle.land.works.made.push(made);
            let thing = self.battle.fixed.ground.features().count() + self.battle.land.works.made.len() - 1;
            self.battle.land.vessels.push(Afloat { vessel, at, side, until: None, thing: Some(thing) });
        }
    }

    /// A battery makes a charge of two loads in a whole turn (§19.02.2, §19.07.2).
    fn charges_made(&mut self) {
        let makes = |unit: &Unit| matches!(unit.now.order, Some(UnitOrder::MakeCharge));
        for unit in self.in_place_order(makes) {
            let facts = crate::armies::demolition::PowderCharges {
                charges_needed: 1.0,
                charges_in_park: 0.0,
                loads: self.unit(unit).loads.clamp(0, 1000),
            };
            let made =
                facts.resolve(self.tables, &mut krigsspil_engine::dice::ScriptedDice::new(&[]), &mut ());
            let Some(made) = made.ok().filter(|made| made.charges_made > 0 && self.worked(unit)) else {
                continue;
            };
            self.unit_mut(unit).loads -= made.loads_used;
            let side = self.unit(unit).side;
            self.battle.land.park_mut(side).charges += f64::from(made.charges_made);
            let charges = self.battle.land.park(side).charges;
            self.tell_own("charge_made", "19.02.2", unit, json!({"charges": charges}));
        }
    }
}

/// The line on the ground that a ferry or boat is.
pub(super) fn lies(at: Point) -> (Point, Point) {
    (at + point(-VESSEL, 0.0), at + point(VESSEL, 0.0))
}

/// Half the length of a ferry or boat, in metres (house).
const VESSEL: f64 = 5.0;

/// What of a mine comes after what is dug now; `None` when it is laid.
fn next_stage(dig: &crate::battle::labour::Dig) -> Option<MineStage> {
    match dig.stage {
        MineStage::Shaft if dig.gallery_cm > 0.0 => Some(MineStage::Gallery),
        MineStage::Shaft | MineStage::Gallery => Some(MineStage::Chamber),
        MineStage::Chamber => Some(MineStage::Laying),
        MineStage::Laying => None,
    }
}
