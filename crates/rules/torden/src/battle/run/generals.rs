//! Generals under their orders (§2.7 to §2.11), and what an order asks of a corps.

use krigsspil_engine::OrNull;
use krigsspil_field::prelude::{Bearing, Point};
use serde_json::json;

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::command::{
    corps_of, disordered, division_in_command, general_touches_cm, nearest_enemy_cm, units_of,
};
use crate::battle::march::Limits;
use crate::battle::order::{DetachedOrder, Step};
use crate::battle::state::*;
use crate::battle::terrain::is_road;
use crate::procedures::corps::{CorpsGeneralMove, CorpsGeneralMoveResult, EngagementDuty};
use crate::procedures::orders::MARCH_CLEARANCE_CM;
use crate::procedures::rosters::COMMANDER_MOVE_CM;
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Formation, Order, Rank};

/// Enemies within these degrees of his way are ahead of a general (§2.7).
const AHEAD_DEG: f64 = 45.0;
/// An enemy ahead within so many stops a general and engages him (§2.7.p3).
const ENGAGED_CM: f64 = 20.0;
/// So far a general goes in a turn at most.
const FARTHEST_CM: f64 = 60.0;
/// A way is looked along in steps of so many.
const LOOKS_CM: f64 = 0.25;
/// Half of an engaged corps is this near to the enemy (§2.7).
const ENGAGED_CORPS_CM: f64 = 40.0;

/// Whole centimetres, so that what lies beyond a distance by millimetres lies beyond it (R2).
fn whole(cm: f64) -> i32 {
    (cm - 1e-6).ceil().clamp(0.0, 2000.0) as i32
}

/// How far a corps general must and may go under his order; none for one who leads no corps.
/// `knows` tells which enemies count: those a seat sees for what it is told, all of them for what happens.
pub(in crate::battle) fn corps_move(
    battle: &Battle,
    tables: &Tables,
    post: PostId,
    knows: &dyn Fn(UnitId) -> bool,
) -> Option<CorpsGeneralMoveResult> {
    let staff = &battle.staff[post];
    if corps_of(battle, post) != post || staff.detached.is_some() || !battle.posts[post].rider.is_here() {
        return None;
    }
    let place = battle.place_of(post);
    let side = battle.posts[post].rider.side;
    let to_go = staff.objective.map(|objective| place.distance(objective) / CM);
    let ahead = staff.objective.and_then(|objective| enemy_ahead(battle, side, place, objective, knows));
    let rates = units_of(battle, post).map(|unit| {
        let unit = &battle.units[unit];
        let road = || battle.fixed.ground.at(unit.placed.pose().at).any(|(_, mapped)| is_road(mapped));
        // Guns are limbered under a march order, or are to be (§2.10.p3).
        let formation = if unit.is_battery() { Formation::Limbered } else { unit.formation };
        let fast = formation.is_column_of_route() && road();
        tables.unit(unit.kind).rate_cm(formation, fast).max(1)
    });
    let slowest = rates.min().map_or_else(|| vec![COMMANDER_MOVE_CM], |rate| vec![rate]);
    let known = battle.enemies(side).filter(|&enemy| knows(enemy));
    let nearest = known.map(|enemy| battle.cm_from(place, enemy)).min_by(f64::total_cmp);
    let facts = CorpsGeneralMove {
        order: staff.order,
        objective_cm: OrNull(to_go.map(|cm| cm.ceil().min(2000.0) as i32)),
        enemy_ahead_cm: OrNull(ahead.map(|cm| cm.ceil().min(2000.0) as i32)),
        nearest_enemy_cm: OrNull(nearest.map(whole)),
        unit_rates_cm: slowest,
        already_engaged: staff.engaged,
    };
    plain(&facts, tables).ok()
}

/// Enemies ahead of a general on the way to his objective (§2.7.p3).
fn enemies_ahead<'a>(
    battle: &'a Battle,
    side: SideId,
    place: Point,
    objective: Point,
    knows: &'a dyn Fn(UnitId) -> bool,
) -> impl Iterator<Item = UnitId> + 'a {
    let way = Bearing::of(objective - place);
    battle.enemies(side).filter(move |&enemy| {
        let toward = Bearing::of(battle.units[enemy].placed.centre() - place);
        knows(enemy) && way.turn_to(toward).0.abs() <= AHEAD_DEG
    })
}

/// How far ahead the enemy is who stops a general: as far as he may go until one is within 20 cm of him, and 20 cm; none when he passes all.
fn enemy_ahead(
    battle: &Battle,
    side: SideId,
    place: Point,
    objective: Point,
    knows: &dyn Fn(UnitId) -> bool,
) -> Option<f64> {
    let way = (objective - place).unit()?;
    let farthest = (place.distance(objective) / CM).min(FARTHEST_CM);
    let stops = |enemy: UnitId| {
        let off = |gone: f64| battle.cm_from(place + way * (gone * CM), enemy);
        let steps = (farthest / LOOKS_CM).ceil() as i32;
        let mut step = 0;
        let near = loop {
            let gone = (f64::from(step) * LOOKS_CM).min(farthest);
            let beyond = off(gone) - ENGAGED_CM;
            if beyond <= 0.0 {
                break gone;
            }
            // He comes no faster to the enemy than he goes: he looks again where the enemy can be within reach.
            step += ((beyond / LOOKS_CM - 0.001) as i32).max(1);
            if step > steps {
                return None;
            }
        };
        if near == 0.0 {
            return Some(off(0.0));
        }
        let (mut low, mut high) = ((near - LOOKS_CM).max(0.0), near);
        for _ in 0..20 {
            let middle = (low + high) / 2.0;
            if off(middle) <= ENGAGED_CM { high = middle } else { low = middle }
        }
        Some(high + ENGAGED_CM)
    };
    enemies_ahead(battle, side, place, objective, knows).filter_map(stops).min_by(f64::total_cmp)
}

/// How far a general may go along a way under a march order: no nearer than 75 cm to an enemy (§2.10.p2).
fn keeps_off(battle: &Battle, side: SideId, place: Point, there: Point) -> Point {
    let clear = |at: Point| nearest_enemy_cm(battle, side, at).is_none_or(|cm| cm > MARCH_CLEARANCE_CM);
    let far = place.distance(there);
    if far == 0.0 || !clear(place) {
        return place;
    }
    let steps = (far / (LOOKS_CM * CM)).ceil().max(1.0) as i32;
    let share = |step: i32| f64::from(step) / f64::from(steps);
    match (1..=steps).find(|step| !clear(place.toward(there, share(*step)).on_grid())) {
        Some(step) => place.toward(there, share(step - 1)).on_grid(),
        None => there,
    }
}

impl Run<'_> {
    /// A corps general goes so far under his order.
    pub(in crate::battle) fn general_goes(&mut self, post: PostId, cm: f64, result: &CorpsGeneralMoveResult) {
        let staff = &self.battle.staff[post];
        let place = self.battle.place_of(post);
        let side = self.battle.posts[post].rider.side;
        let Some(objective) = staff.objective.filter(|_| result.order_now != CorpsOrder::Hold) else {
            self.becomes_hold(post);
            self.battle.staff[post].moved = true;
            return;
        };
        let far = place.distance(objective);
        // Enemies nobody has seen stop him too (§2.7.p3).
        let metres = (cm.min(f64::from(result.max_cm)) * CM).min(far);
        let mut there = if far > 0.0 { place.toward(objective, metres / far).on_grid() } else { place };
        if self.battle.staff[post].order == CorpsOrder::March {
            there = keeps_off(self.battle, side, place, there);
        }
        let metres = place.distance(there);
        let near = |enemy: UnitId| self.battle.cm_from(there, enemy) <= ENGAGED_CM + 1e-6;
        let came_upon = enemies_ahead(self.battle, side, place, objective, &|_| true).any(near);
        self.battle.posts[post].rider.place = there;
        self.battle.staff[post].moved = true;
        let engaged = self.battle.staff[post].order == CorpsOrder::Attack
            && (result.engaged
                || came_upon
                || enemy_ahead(self.battle, side, there, objective, &|_| true)
                    .is_some_and(|cm| cm <= ENGAGED_CM + 1e-6));
        if engaged != self.battle.staff[post].engaged {
            self.battle.staff[post].engaged = engaged;
            if engaged {
                let about = json!({"general": self.battle.posts[post].id});
                self.tell_side("general_engaged", "2.7.p3", side, about);
            }
        }
        if metres > 0.0 {
            let about =
                json!({"general": self.battle.posts[post].id, "cm": (metres / CM * 10.0).round() / 10.0});
            self.tell_side("general_advances", "2.7.p2", side, about);
        }
        if there.distance(objective) < 0.5 {
            self.becomes_hold(post);
        }
    }

    /// The order is carried out: the corps holds (§2.7.p8, §2.9.p3).
    fn becomes_hold(&mut self, post: PostId) {
        let staff = &mut self.battle.staff[post];
        if staff.order == CorpsOrder::Hold {
            return;
        }
        (staff.order, staff.objective, staff.engaged) = (CorpsOrder::Hold, None, false);
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id});
        self.tell_side("order_done", "2.7.p8", side, about);
    }

    /// At the end of the phase: a general under an order who has not moved goes as far as he may, one who is detached to his point, a
    /// division general out of command toward his corps.
    pub(super) fn general_moves_at_last(&mut self, post: PostId) {
        if !self.battle.posts[post].rider.is_here() {
            return;
        }
        if let Some(detached) = self.battle.staff[post].detached {
            return self.goes_to_point(post, detached);
        }
        if let Some(result) = corps_move(self.battle, self.tables, post, &|_| true) {
            if !self.battle.staff[post].moved {
                self.general_goes(post, f64::from(result.max_cm), &result);
            }
            return;
        }
        let place = self.battle.place_of(post);
        if self.battle.staff[post].rank == Rank::DivisionGeneral
            && !division_in_command(self.battle, post, place)
        {
            let corps = corps_of(self.battle, post);
            let (goal, reach) = (self.battle.place_of(corps), self.battle.staff[corps].command_cm * CM);
            let far = place.distance(goal);
            let metres = (far - reach).clamp(0.0, f64::from(COMMANDER_MOVE_CM) * CM);
            if !self.battle.staff[post].moved && far > 0.0 {
                self.rides_of_himself(post, place.toward(goal, metres / far));
            }
        }
    }

    /// A division general rides without having been told to, as he must: his side is told of it.
    fn rides_of_himself(&mut self, post: PostId, there: Point) {
        let rider = &mut self.battle.posts[post].rider;
        rider.place = there.on_grid();
        let side = rider.side;
        let about = json!({"general": self.battle.posts[post].id});
        self.battle.staff[post].moved = true;
        self.tell_side("general_rides", "2.5", side, about);
    }

    fn goes_to_point(&mut self, post: PostId, detached: Detached) {
        let place = self.battle.place_of(post);
        let far = place.distance(detached.point);
        if !detached.arrived && !self.battle.staff[post].moved && far > 0.0 {
            let metres = far.min(f64::from(COMMANDER_MOVE_CM) * CM);
            let mut there = place.toward(detached.point, metres / far);
            if detached.order == DetachedOrder::March {
                there = keeps_off(self.battle, self.battle.posts[post].rider.side, place, there);
            }
            self.rides_of_himself(post, there);
        }
        let there = self.battle.place_of(post).distance(detached.point) <= 1.0;
        if let Some(detached) = self.battle.staff[post].detached.as_mut().filter(|_| there) {
            detached.arrived = true;
        }
    }

    /// An engaged corps has half of its troops near the enemy: those who have not moved close up, the nearest first (§2.7.p4). A march
    /// order ends where an enemy is within 75 cm (§2.10.p2).
    pub(super) fn engagement_duties(&mut self) {
        let generals: Vec<PostId> =
            self.battle.posts.ids().filter(|&post| corps_of(self.battle, post) == post).collect();
        for post in generals {
            let side = self.battle.posts[post].rider.side;
            let near = nearest_enemy_cm(self.battle, side, self.battle.place_of(post));
            let staff = &self.battle.staff[post];
            if staff.order == CorpsOrder::March && near.is_some_and(|cm| cm <= MARCH_CLEARANCE_CM) {
                self.becomes_hold(post);
            }
            if side == self.battle.active() && self.battle.staff[post].engaged {
                self.closes_up(post);
            }
        }
    }

    /// A detachment under a march order holds where it stands when an enemy is within 75 cm of it, as a corps does (§2.10.p2, §2.11).
    pub(super) fn detached_marches_end(&mut self) {
        let halts = |detached: &Detached, near: Option<f64>| {
            detached.order == DetachedOrder::March && near.is_some_and(|cm| cm <= MARCH_CLEARANCE_CM)
        };
        let holds = |point: Point| Some(Detached { order: DetachedOrder::Hold, point, arrived: true });
        for post in self.battle.posts.ids() {
            let (place, side) = (self.battle.place_of(post), self.battle.posts[post].rider.side);
            let near = nearest_enemy_cm(self.battle, side, place);
            if self.battle.staff[post].detached.is_some_and(|detached| halts(&detached, near)) {
                self.battle.staff[post].detached = holds(place);
                let about = json!({"general": self.battle.posts[post].id});
                self.tell_side("order_done", "2.10.p2", side, about);
            }
        }
        let brigades: Vec<UnitId> =
            self.battle.here().filter(|&unit| self.unit(unit).detached.is_some()).collect();
        for unit in self.battle.by_place(brigades) {
            let enemies = self.battle.enemies(self.unit(unit).side);
            let near = self.battle.nearest(unit, enemies).map(|(cm, _)| cm);
            if self.unit(unit).detached.is_some_and(|detached| halts(&detached, near)) {
                self.unit_mut(unit).detached = holds(self.unit(unit).placed.centre());
            }
        }
    }

    fn closes_up(&mut self, post: PostId) {
        let near = |run: &Self, unit: UnitId| {
            let side = run.unit(unit).side;
            run.battle.nearest(unit, run.battle.enemies(side))
        };
        let troops = units_of(self.battle, post).filter(|&unit| !self.unit(unit).is_battery());
        let troops = self.battle.by_place(troops.collect::<Vec<_>>());
        let within = troops
            .iter()
            .filter(|&&unit| near(self, unit).is_some_and(|(cm, _)| cm <= ENGAGED_CORPS_CM))
            .count();
        let duty = EngagementDuty {
            engaged: true,
            units: (troops.len() as i32).min(60),
            within_40: (within as i32).min(60),
        };
        let missing = plain(&duty, self.tables).map_or(0, |duty| duty.missing);
        let mut idle: Vec<(f64, UnitId, UnitId)> = troops
            .into_iter()
            .filter(|&unit| {
                !self.unit(unit).now.done
                    && self.unit(unit).order == Order::Order
                    && self.unit(unit).melee.is_empty()
            })
            .filter_map(|unit| near(self, unit).map(|(cm, enemy)| (cm, unit, enemy)))
            .filter(|(cm, ..)| *cm > ENGAGED_CORPS_CM)
            .collect();
        idle.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (cm, unit, enemy) in idle.into_iter().take(missing.max(0) as usize) {
            let limits: Limits = super::limits_of(self.battle, unit);
            let pose = self.unit(unit).placed.pose();
            let off = pose.facing.turn_to(Bearing::of(self.unit(enemy).placed.centre() - pose.at)).0;
            let mut steps = Vec::new();
            if off.abs() > 1.0 {
                steps.push(Step::Turn { degrees: off });
            }
            steps.push(Step::Go { cm: Some((cm - ENGAGED_CORPS_CM + 0.5).clamp(0.5, 200.0)), degrees: 0.0 });
            let done = self.planned(unit, limits, &steps);
            self.carried_out(unit, &done, "closes_up", "2.7.p4");
            self.unit_mut(unit).now.done = true;
        }
    }
}

/// Has a corps a reason to go back of itself (§2.9.p2)?
pub(in crate::battle) fn in_trouble(battle: &Battle, tables: &Tables, post: PostId) -> bool {
    let (units, disordered) = disordered(battle, post);
    let side = battle.posts[post].rider.side;
    let taken = nearest_enemy_cm(battle, side, battle.place_of(post))
        .is_some_and(|cm| cm <= general_touches_cm(tables, battle.staff[post].rank));
    let facts = crate::procedures::corps::AutomaticRetreat { units, disordered, position_taken: taken };
    plain(&facts, tables).is_ok_and(|result| result.allowed)
}
