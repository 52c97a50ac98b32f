//! No two units end on the same ground (ruling 85): a unit that passes a friend goes on until it is clear of him, or stops before him; a
//! change of formation without enough room is not begun.

use std::cell::RefCell;
use std::rc::Rc;

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::Id;
use krigsspil_turn::riders;
use serde_json::json;

use super::Run;
use super::marching::formed;
use super::movement::BREAK_CM;
use super::state_changes::rebuild;
use crate::battle::bodies::{body, usual_gap};
use crate::battle::order::{Step, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::{UnitRates, march_row, rates};
use crate::vocabulary::{Formation, Order};

/// How many points along a way are checked for free ground.
const LOOKS: u32 = 96;
/// How often the interval between two points is halved: to well below a millimetre of the table.
const HALVINGS: u32 = 30;
/// The most turns of march that a unit continues to get clear.
const FARTHEST_TURNS: u32 = 4;
/// Rings of a quarter of a centimetre in which free ground is searched.
const RINGS: u32 = 320;

/// Bodies that overlap by more than this many square metres stand in each other; less is the rounding of contact.
const SHARED: f64 = 2.0;
/// Bodies that overlap by at most this are clear of each other.
const CLEAR: f64 = 1.0e-3;

/// Who gives way when two friends stand on the same ground: the first of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Yields {
    InFlight,
    HasMoved,
    Stands,
    Fights,
    Never,
}

impl Run<'_> {
    /// Where a forced move ends that may lead through friends: if it would end on a friend it continues until it is clear, and if it cannot
    /// it stops before him. The units in `going` will be gone.
    pub(super) fn clear_of_friends(
        &self,
        unit: UnitId,
        track: &Track,
        stop: f64,
        (leg, pace): (&Leg, &UnitRates<'_>),
        going: &[UnitId],
    ) -> Placed {
        let stays = |friend: &UnitId| !going.contains(friend) && self.unit(*friend).todo.is_empty();
        let friends: Vec<UnitId> = self.friends_of(unit).into_iter().filter(stays).collect();
        let end = track.halted_at(stop);
        if self.shares_at_most(SHARED, &friends, &end) {
            return end;
        }
        let on = self.on_until_clear(unit, &end, leg, pace, &friends);
        on.unwrap_or_else(|| self.back_until_clear(track, stop, &friends))
    }

    /// Friends on the table; friends in the same house stand together.
    pub(super) fn friends_of(&self, unit: UnitId) -> Vec<UnitId> {
        self.battle.here().filter(|&friend| friend != unit && self.are_friends(unit, friend)).collect()
    }

    fn are_friends(&self, unit: UnitId, friend: UnitId) -> bool {
        let (one, other) = (self.unit(unit), self.unit(friend));
        one.side == other.side && (one.building.is_none() || one.building != other.building)
    }

    /// Would a unit there overlap none of these friends by more than this many square metres?
    fn shares_at_most(&self, most: f64, friends: &[UnitId], there: &Placed) -> bool {
        friends.iter().all(|&friend| overlap_area(there, &self.unit(friend).placed) <= most)
    }

    /// Do friends stand, and stay, where a unit would stand?
    pub(super) fn friends_stand_at(&self, unit: UnitId, there: &Placed) -> bool {
        self.friends_of(unit).into_iter().any(|friend| {
            let stands = self.unit(friend);
            stands.order != Order::Rout && !marches(stands) && self.stands_in(there, friend)
        })
    }

    /// It continues in the same direction until it is clear of these, as far as table, ground, enemies and impassable friends allow.
    fn on_until_clear(
        &self,
        unit: UnitId,
        from: &Placed,
        leg: &Leg,
        pace: &UnitRates<'_>,
        friends: &[UnitId],
    ) -> Option<Placed> {
        let passed: Vec<UnitId> =
            friends.iter().copied().filter(|&friend| self.stands_in(from, friend)).collect();
        let short = self.past(from, leg, &passed);
        let mut from = from.clone();
        for _ in 0..FARTHEST_TURNS {
            let mut way = self.way_on(unit, &from, &short, pace, friends)?;
            let mut before = 0.0;
            for look in 1..=LOOKS {
                let moment = f64::from(look) / f64::from(LOOKS);
                if way.track.done().is_some_and(|done| moment >= done) {
                    way = self.way_on(unit, &from, leg, pace, friends)?;
                }
                let OnWay { track, friends, enemies } = &way;
                let there = track.at(moment);
                if track.stop().is_some_and(|stop| moment >= stop.at)
                    || !self.may_go_on(enemies, &from, &there)
                {
                    return None;
                }
                let barred = |&friend: &UnitId| {
                    !passed.contains(&friend)
                        && self.stands_in(&there, friend)
                        && !self.may_pass(unit, friend)
                };
                if friends.iter().any(barred) {
                    return None;
                }
                if self.shares_at_most(CLEAR, friends, &there) {
                    let clear = |moment: f64| self.shares_at_most(CLEAR, friends, &track.at(moment));
                    return Some(track.halted_at(first_true(before, moment, clear)));
                }
                before = moment;
            }
            from = way.track.at(1.0);
        }
        None
    }

    /// A march in this direction just long enough to leave behind those it stands on: a whole turn's march takes much longer to plan.
    fn past(&self, from: &Placed, leg: &Leg, passed: &[UnitId]) -> Leg {
        let others = passed.iter().map(|&friend| self.unit(friend).placed.radius());
        let metres = 2.0 * (from.radius() + others.fold(0.0, f64::max)) + CM;
        match leg {
            Leg::Ahead(whole) => Leg::Ahead(whole.min(metres)),
            Leg::Back(whole) => Leg::Back(whole.min(metres)),
            other => other.clone(),
        }
    }

    /// The march of a turn, and whom it can meet: those whose box meets its own.
    fn way_on(
        &self,
        unit: UnitId,
        from: &Placed,
        leg: &Leg,
        pace: &UnitRates<'_>,
        friends: &[UnitId],
    ) -> Option<OnWay> {
        let track = march(from, std::slice::from_ref(leg), pace, &self.battle.ground, 0.0).ok()?;
        let around = track.swept().grown(BREAK_CM * CM + 1.0);
        let near = |unit: &UnitId| around.meets(self.unit(*unit).placed.extent());
        let friends = friends.iter().copied().filter(near).collect();
        let enemies = self.steady_enemies_of(unit).filter(near).collect();
        Some(OnWay { track, friends, enemies })
    }

    fn steady_enemies_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.battle.enemies_of(unit).filter(|&enemy| self.unit(enemy).steady())
    }

    /// On the table, and no nearer to one of these enemies than 2 cm (ruling 84).
    fn may_go_on(&self, enemies: &[UnitId], from: &Placed, there: &Placed) -> bool {
        let table = self.battle.ground.table();
        let upon = there.extent().grown(BREAK_CM * CM);
        let near = |enemy: UnitId| {
            let enemy = &self.unit(enemy).placed;
            // If an enemy's whole body is farther away, there is no need to measure.
            if !upon.meets(enemy.extent()) {
                return false;
            }
            let apart = distance(there, enemy);
            let nearer = apart < distance(from, enemy) - TOUCH;
            let deeper = overlap_area(there, enemy) > overlap_area(from, enemy) + CLEAR;
            apart < BREAK_CM * CM - TOUCH && (nearer || deeper)
        };
        // A unit that already hangs over the edge does not go farther over it.
        let on_it = table.holds(there) || off_the_table(table, there) <= off_the_table(table, from);
        on_it && !enemies.iter().any(|&enemy| near(enemy))
    }

    pub(super) fn stands_in(&self, there: &Placed, friend: UnitId) -> bool {
        overlap_area(there, &self.unit(friend).placed) > SHARED
    }

    /// The last place on its way before it met them.
    pub(super) fn back_until_clear(&self, track: &Track, stop: f64, friends: &[UnitId]) -> Placed {
        let shares = |moment: f64| !self.shares_at_most(CLEAR, friends, &track.at(moment));
        let looks = (0..LOOKS).rev().map(|look| stop * f64::from(look) / f64::from(LOOKS));
        let Some(clear) = looks.into_iter().find(|&moment| !shares(moment)) else {
            return track.halted_at(0.0);
        };
        let shared = clear + stop / f64::from(LOOKS);
        // Just before the first moment at which they overlap.
        track.halted_at((first_true(clear, shared, shares) - stop * 1.0e-6).max(clear))
    }

    /// The turn's marches are over: units that stand on a friend give way, first those in flight and those that have moved.
    pub(super) fn give_way_to_friends(&mut self) {
        for _ in 0..2 * self.battle.units.len() {
            let mut here: Vec<UnitId> = self.battle.here().collect();
            here.sort_by(|&one, &other| self.battle.by_place(one, other));
            let mut pairs = Vec::new();
            for (place, &one) in here.iter().enumerate() {
                let stands = &self.unit(one).placed;
                let on_him =
                    |other: &&UnitId| self.are_friends(one, **other) && self.stands_in(stands, **other);
                pairs.extend(here[place + 1..].iter().filter(on_him).map(|&other| (one, other)));
            }
            let Some((unit, placed)) = pairs.into_iter().find_map(|pair| self.one_gives_way(pair)) else {
                return;
            };
            let moved = self.unit_mut(unit);
            moved.pose = placed.pose();
            moved.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
            moved.placed = placed;
            rebuild(self.battle, self.tables, unit);
            riders::carry(self, unit);
        }
    }

    /// Which of two gives way, and where it then stands: if both are in the same situation, the one that has the shorter way, and of equal
    /// ways the first by place.
    fn one_gives_way(&self, (one, other): (UnitId, UnitId)) -> Option<(UnitId, Placed)> {
        let (here, there) = (self.yields(one), self.yields(other));
        let place = |unit: UnitId| self.place_clear(unit).map(|placed| (unit, placed));
        let far = |(unit, placed): &(UnitId, Placed)| placed.pose().at.distance(self.unit(*unit).pose.at);
        match here.cmp(&there) {
            std::cmp::Ordering::Less => place(one).or_else(|| place(other)),
            std::cmp::Ordering::Greater => place(other).or_else(|| place(one)),
            std::cmp::Ordering::Equal => {
                let both = [place(one), place(other)];
                both.into_iter().flatten().min_by(|a, b| self.battle.nearer((far(a), a.0), (far(b), b.0)))
            }
        }
    }

    fn yields(&self, unit: UnitId) -> Yields {
        let unit = self.unit(unit);
        match () {
            () if unit.building.is_some() => Yields::Never,
            () if unit.order == Order::Rout => Yields::InFlight,
            () if self.touches_enemy(unit) => Yields::Fights,
            () if unit.now.moved => Yields::HasMoved,
            () => Yields::Stands,
        }
    }

    pub(super) fn touches_enemy(&self, unit: &Unit) -> bool {
        let enemies = self.battle.units.values().filter(|other| other.side != unit.side && other.steady());
        enemies.into_iter().any(|enemy| in_contact(&enemy.placed, &unit.placed))
    }

    /// Onward along its way, or back along it; otherwise the nearest free ground.
    fn place_clear(&self, unit: UnitId) -> Option<Placed> {
        let moved = self.unit(unit);
        if moved.building.is_some() {
            return None;
        }
        let friends = self.friends_of(unit);
        let pace = rates(moved, march_row(moved, false), self.tables);
        let ways = self.last_way(unit);
        let along = ways
            .into_iter()
            .flatten()
            .find_map(|leg| self.on_until_clear(unit, &moved.placed, &leg, &pace, &friends));
        along.or_else(|| self.nearest_clear(unit, &friends))
    }

    /// The way it was going, and the way back; `None` for units that did not march.
    fn last_way(&self, unit: UnitId) -> [Option<Leg>; 2] {
        let moved = self.unit(unit);
        let (ahead, back) = (Leg::Ahead(1.0e6), Leg::Back(1.0e6));
        if moved.order == Order::Rout {
            return [Some(ahead), None];
        }
        let steps: &[Step] = match &moved.now.order {
            Some(UnitOrder::Move { steps, .. }) => steps,
            _ => &[],
        };
        let marches = |step: &&Step| {
            use Step::{Ahead, AheadFor, Back, BackFor, Wheel};
            matches!(step, Ahead { .. } | AheadFor { .. } | Back { .. } | BackFor { .. } | Wheel { .. })
        };
        match steps.iter().rev().find(marches) {
            Some(Step::Back { .. } | Step::BackFor { .. }) => [Some(back), Some(ahead)],
            Some(_) => [Some(ahead), Some(back)],
            None => [None, None],
        }
    }

    /// The nearest free place, with the same facing; toward its own edge first.
    fn nearest_clear(&self, unit: UnitId, friends: &[UnitId]) -> Option<Placed> {
        let moved = self.unit(unit);
        let pose = moved.placed.pose();
        let home = Bearing::degrees(self.battle.fixed.sides[moved.side].home);
        let enemies: Vec<UnitId> = self.steady_enemies_of(unit).collect();
        for ring in 1..=RINGS {
            for turn in [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0, 180.0] {
                let way = home.right_by(Degrees(turn)).ahead();
                let at = pose.at + way * (f64::from(ring) * CM / 4.0);
                let there = moved.placed.moved_to(Pose::new(at, pose.facing).on_grid());
                if self.may_go_on(&enemies, &moved.placed, &there)
                    && self.shares_at_most(SHARED, friends, &there)
                {
                    return Some(there);
                }
            }
        }
        None
    }

    /// Is there no room for the unit after this step? Units that are on the march themselves do not count.
    pub(super) fn no_room_for(&self, unit: UnitId, step: Step) -> bool {
        self.becomes(unit, step).is_some_and(|so| self.no_room_as(unit, &so, &self.changing()))
    }

    /// Is there no room for a unit in its future state, among those who stand and those who change formation?
    fn no_room_as(&self, unit: UnitId, so: &Unit, changing: &[(UnitId, Rc<Placed>)]) -> bool {
        let Ok(there) = body(so, self.tables, &self.battle.ground).and_then(|body| body.at(so.pose)) else {
            return false;
        };
        let now = &self.unit(unit).placed;
        let in_the_way = |body: &Placed| {
            let in_it = overlap_area(&there, body);
            in_it > SHARED && in_it > overlap_area(now, body) + CLEAR
        };
        let mut standing = self.battle.here().filter(|&other| other != unit && self.stays(other));
        let mut changing = changing.iter().filter(|(other, _)| *other != unit);
        standing.any(|other| in_the_way(&self.unit(other).placed))
            || changing.any(|(_, body)| in_the_way(body))
    }

    /// Does it neither flee nor march?
    fn stays(&self, unit: UnitId) -> bool {
        self.unit(unit).order != Order::Rout && !marches(self.unit(unit))
    }

    /// The units in the middle of a change of formation, as they will stand.
    fn changing(&self) -> Vec<(UnitId, Rc<Placed>)> {
        let staying = self.battle.here().filter(|&unit| self.stays(unit));
        staying.filter_map(|unit| Some((unit, self.will_stand(unit)?))).collect()
    }

    /// The future ground of a unit that is in the middle of a change of formation: if there is not room for two, neither begins.
    fn will_stand(&self, unit: UnitId) -> Option<Rc<Placed>> {
        let now = self.unit(unit);
        let step = now.todo.first()?.step;
        let stands = |so: Unit| {
            let placed = body(&so, self.tables, &self.battle.ground).and_then(|body| body.at(so.pose));
            placed.ok().map(Rc::new)
        };
        match step {
            Step::Form { formation } if now.building.is_none() && now.battery.is_none() => {
                let Unit { pose, figures, order, mounted, .. } = *now;
                let so = Forming { formation, pose, figures, order, mounted };
                self.forming.stands(unit, so, || stands(formed(now, formation)))
            }
            _ => stands(self.becomes(unit, step)?),
        }
    }

    /// A unit after a change of formation; `None` for other steps.
    fn becomes(&self, unit: UnitId, step: Step) -> Option<Unit> {
        let now = self.unit(unit);
        match step {
            Step::Form { formation } if now.building.is_none() => Some(formed(now, formation)),
            Step::Mount | Step::Dismount => {
                let mut so = now.clone();
                so.mounted = step == Step::Mount;
                if so.mounted && so.formation == Formation::ThinLine {
                    so.formation = Formation::Line;
                }
                so.gap_mm = usual_gap(so.branch, so.mounted, so.formation);
                so.on_flanks_mm = 0;
                Some(so)
            }
            Step::Unlimber => {
                let mut so = now.clone();
                so.battery.as_mut()?.limbered = false;
                so.formation = Formation::Line;
                Some(so)
            }
            _ => None,
        }
    }

    /// All units that are about to change formation are judged before any of them begins (ruling 85).
    pub(super) fn refuse_the_cramped(&mut self) {
        let next = |unit: UnitId| {
            let begins = self.unit(unit).track.is_none();
            self.unit(unit).todo.first().filter(|_| begins).map(|doing| (unit, doing.step))
        };
        let becomes = |(unit, step): (UnitId, Step)| Some((unit, step, self.becomes(unit, step)?));
        let begin: Vec<(UnitId, Step, Unit)> =
            self.battle.here().filter_map(next).filter_map(becomes).collect();
        if begin.is_empty() {
            return;
        }
        let changing = self.changing();
        let cramped = begin.into_iter().filter(|(unit, _, so)| self.no_room_as(*unit, so, &changing));
        let cramped: Vec<(UnitId, Step)> = cramped.map(|(unit, step, _)| (unit, step)).collect();
        for (unit, step) in cramped {
            self.no_room(unit, step);
        }
    }

    /// Tells the player that a change of formation was not begun.
    pub(super) fn no_room(&mut self, unit: UnitId, step: Step) {
        self.unit_mut(unit).todo.clear();
        self.tell_own("no_room_to_form", "02.05.1", unit, json!({"step": step}));
    }
}

/// A march of a turn, and those who stand near it.
struct OnWay {
    track: Track,
    friends: Vec<UnitId>,
    enemies: Vec<UnitId>,
}

/// Everything that decides where infantry or cavalry will stand after a change of formation.
#[derive(Clone, Copy, PartialEq)]
struct Forming {
    formation: Formation,
    pose: Pose,
    figures: i32,
    order: Order,
    mounted: bool,
}

/// A unit that changes its formation, with the body it will have; no body if it cannot stand so.
type WillStand = (Forming, Option<Rc<Placed>>);

/// The bodies that units in a change of formation will have, by unit. They are kept because every unit that begins a change asks for
/// all of them.
#[derive(Default)]
pub(super) struct FormingBodies(RefCell<Vec<Option<WillStand>>>);

impl FormingBodies {
    fn stands(
        &self,
        unit: UnitId,
        so: Forming,
        body: impl FnOnce() -> Option<Rc<Placed>>,
    ) -> Option<Rc<Placed>> {
        let mut kept = self.0.borrow_mut();
        if kept.len() <= unit.number() {
            kept.resize(unit.number() + 1, None);
        }
        let kept = &mut kept[unit.number()];
        match kept {
            Some((known, placed)) if *known == so => placed.clone(),
            _ => kept.insert((so, body())).1.clone(),
        }
    }
}

/// How far a body hangs over the edges of the table, in metres.
fn off_the_table(table: &Table, body: &Placed) -> f64 {
    let (edge, around) = (table.extent(), body.extent());
    let over = |low: f64, high: f64, least: f64, most: f64| (least - low).max(0.0) + (high - most).max(0.0);
    over(around.low.x, around.high.x, edge.low.x, edge.high.x)
        + over(around.low.y, around.high.y, edge.low.y, edge.high.y)
}

/// Is it moving, now or in its next step?
fn marches(unit: &Unit) -> bool {
    use Step::{Ahead, AheadFor, Back, BackFor, Wheel};
    let next = unit.todo.first().map(|doing| doing.step);
    matches!(next, Some(Ahead { .. } | AheadFor { .. } | Back { .. } | BackFor { .. } | Wheel { .. }))
}

/// The first moment at which something is true, between one at which it is false and one at which it is true.
fn first_true(mut before: f64, mut after: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = (before + after) / 2.0;
        if holds(middle) {
            after = middle;
        } else {
            before = middle;
        }
    }
    after
}
