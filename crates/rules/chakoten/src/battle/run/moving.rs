//! Action in order of time (§03.02.10): finds the earliest event, brings all bodies to that moment, settles it. At one moment melee comes
//! before fire, and fire before movement.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Pause, Settles, settle_all};
use krigsspil_turn::riders;
use krigsspil_turn::timeline::{Instant, Scene, Timeline, Watched, ways_up_to};
use serde_json::json;

use super::{Agenda, Go, Run};
use crate::battle::order::{Step, UnitOrder, When};
use crate::battle::state::*;
use crate::vocabulary::Order;

/// Break-in distance (§03.03.1).
pub(super) const BREAK_IN_CM: f64 = 5.0;
/// The rounding of a distance that was just reached, in centimetres.
pub(super) const JUST: f64 = 1.0e-3;
/// A body this near to a named thing passes it, in centimetres.
const PASS_CM: f64 = 1.0;
/// The part of a turn in which a march shows where it leads.
const SOON: f64 = 1.0 / 512.0;
/// A march stops this long before it leaves the table, in turns.
const EDGE: f64 = 1.0e-4;

impl Settles for Run<'_> {
    type Due = Due;

    fn agenda(&mut self) -> &mut Agenda<Due> {
        &mut self.agenda
    }

    fn settle(&mut self, due: Due) -> Go<Option<Due>> {
        self.comes_upon(&due);
        match due {
            Due::BreakIns { attacks, fired } => return self.break_ins(&attacks, fired),
            Due::Fire { units } => self.volley(&units)?,
            Due::Blast { units } => self.set_off(&units)?,
            Due::Stops { unit, enemy } => self.stops(unit, enemy)?,
            Due::Contact { one, other } => self.friends_touch(one, other)?,
            Due::Done { unit, leg } => self.leg_done(unit, leg)?,
            Due::StormHalf { unit } => self.storm_half(unit)?,
            Due::Mended { unit } => self.mended(unit)?,
            Due::Ride => self.staff_rides(),
            Due::Land => self.land()?,
            Due::Leaves { unit } => self.halts_at_the_edge(unit),
        }
        Ok(None)
    }
}

/// A place in whole parts of a metre, to put things in an order.
type Spot = (i64, i64);

impl Timeline for Run<'_> {
    /// What kind of thing it is, where the unit stands, where the other one stands.
    type Rank = (u8, Option<Spot>, Option<Spot>, Option<UnitId>);

    fn moment(&self) -> f64 {
        self.battle.moment
    }

    fn plan_all(&mut self) -> Go {
        self.marches_see_the_ground();
        self.neighbours_change_pace();
        self.room_is_found();
        self.plan_steps()?;
        self.places = self.watched_places();
        Ok(())
    }

    /// What is already true where a march begins or goes on: an enemy at break-in distance ahead, a friend in the way. Of two who come up
    /// at one moment, give or take a rounding, the event of the later may be lost; so everybody on the march looks.
    fn at_once(&mut self, due: &mut Vec<Due>) {
        self.come_up.clear();
        self.all_look(due);
        // Half turns of a storm that begin with the turn itself.
        let now = self.now();
        let storms = |unit: &Unit| {
            unit.track.is_some() && unit.todo.first().is_some_and(|doing| doing.gait == Gait::Storm)
        };
        for unit in self.in_place_order(storms) {
            due.extend(self.next_half(unit).is_some_and(|at| at <= now).then_some(Due::StormHalf { unit }));
        }
        self.merge(due);
    }

    fn bodies<'a>(&'a self, scene: &mut Scene<'a>) {
        for unit in self.battle.here() {
            scene.unit(unit, &self.unit(unit).placed, self.unit(unit).track.as_deref());
        }
        self.places.iter().for_each(|(unit, mark)| scene.place(*unit, mark));
    }

    fn table(&self) -> &Table {
        self.battle.ground.table()
    }

    fn widest(&self) -> f64 {
        self.break_in_cm() * CM
    }

    fn watch(&self, one: Watched, other: Watched) -> Watch {
        let Watched::Unit(one) = one else { return Watch::default() };
        let other = match other {
            Watched::Unit(other) => other,
            Watched::Place(unit) => {
                let enemy = self.unit(one).side != self.unit(unit).side;
                return Watch { contact: false, distance: enemy.then_some(PASS_CM * CM) };
            }
            Watched::Rider(_) => return Watch::default(),
        };
        let (here, there) = (self.unit(one), self.unit(other));
        if here.track.is_none() && there.track.is_none() {
            return Watch::default();
        }
        if here.side == there.side {
            return Watch { contact: !self.passing(one, other), distance: None };
        }
        Watch { contact: false, distance: Some(self.break_in_cm() * CM) }
    }

    fn appointed(&self) -> Option<f64> {
        let now = self.now();
        let of_turn = |at: Instant| (at > now && at.turn == now.turn).then_some(at.moment);
        let halves = self.battle.here().filter(|&unit| self.unit(unit).track.is_some());
        let halves = halves.filter_map(|unit| of_turn(self.next_half(unit)?));
        let mending = self.battle.here().filter_map(|unit| of_turn(self.mends_at(unit)?));
        let shots = self.battle.waiting.iter().filter_map(|&unit| self.fires_at(unit));
        let shots = shots.filter(|at| *at > self.battle.moment && *at < 1.0);
        let rides = riders::next_ride(self, self.battle.moment).filter(|at| *at < 1.0);
        let later = |at: &f64| *at > self.battle.moment && *at < 1.0;
        let blasts = self.battle.here().filter_map(|unit| self.sets_off_at(unit)).filter(later);
        let closing = self.battle.here().filter_map(|unit| self.unit(unit).now.closes_at).filter(later);
        let landings = self.landings().filter_map(of_turn);
        let going = self.battle.here().filter_map(|unit| of_turn(self.goes_back_at(unit)?));
        let shots =
            shots.chain(blasts).chain(closing).chain(self.looks_for_room()).chain(landings).chain(going);
        halves.chain(mending).chain(shots).chain(rides).min_by(f64::total_cmp)
    }

    fn bring_all(&mut self, moment: f64) {
        ways_up_to(self, moment);
        self.battle.moment = moment;
        self.close_up(moment);
        for unit in self.battle.units.values_mut() {
            if let Some(track) = &unit.track {
                unit.placed = track.at(moment);
                unit.pose = unit.placed.pose();
            }
        }
        self.those_who_have_fired_go_back();
        self.come_up = Vec::new();
        let mut due = Vec::new();
        self.all_look(&mut due);
        self.come_up = due;
    }

    fn happens(&self, what: Happening<Watched>, due: &mut Vec<Due>) {
        use Watched::{Place, Unit};
        match what {
            Happening::Within(Unit(enemy), Place(unit)) => {
                due.extend(
                    self.awaits_at_place(unit).then(|| Due::Fire { units: vec![(unit, Some(enemy))] }),
                );
            }
            Happening::Within(Unit(one), Unit(other)) => self.came_within(one, other, due),
            Happening::Contact(Unit(one), Unit(other)) => due.push(Due::Contact { one, other }),
            Happening::LegDone(Unit(unit), leg) => due.push(Due::Done { unit, leg }),
            Happening::LeavesTable(Unit(unit)) => due.push(Due::Leaves { unit }),
            _ => {}
        }
    }

    fn appointed_now(&mut self, due: &mut Vec<Due>) {
        let now = self.now();
        let fires = |unit: &UnitId| self.fires_at(*unit) == Some(self.battle.moment);
        let units: Vec<_> =
            self.battle.waiting.iter().filter(|unit| fires(unit)).map(|&unit| (unit, None)).collect();
        due.extend((!units.is_empty()).then_some(Due::Fire { units }));
        let units = self.due_to_set_off();
        due.extend((!units.is_empty()).then_some(Due::Blast { units }));
        for unit in self.battle.here() {
            let storms = self.unit(unit).track.is_some() && self.next_half(unit).is_some_and(|at| at <= now);
            due.extend(storms.then_some(Due::StormHalf { unit }));
            due.extend(self.mends_at(unit).is_some_and(|at| at <= now).then_some(Due::Mended { unit }));
        }
        due.extend(riders::any_due(self, self.battle.moment).then_some(Due::Ride));
        due.extend(self.landings().any(|at| at == now).then_some(Due::Land));
    }

    /// All who fire at one instant fire together, and all who break in do.
    fn merge(&self, due: &mut Vec<Due>) {
        let (mut shots, mut attacks): (Vec<(UnitId, Option<UnitId>)>, Vec<BreakIn>) =
            (Vec::new(), Vec::new());
        for come_up in &self.come_up {
            if !due.contains(come_up) {
                due.push(come_up.clone());
            }
        }
        due.retain(|due| match due {
            Due::Fire { units } => {
                shots.extend(units);
                false
            }
            Due::BreakIns { attacks: more, .. } => {
                attacks.extend(more);
                false
            }
            _ => true,
        });
        shots.sort_by(|a, b| self.battle.by_place(a.0, b.0));
        shots.dedup_by_key(|(unit, _)| *unit);
        due.extend((!shots.is_empty()).then_some(Due::Fire { units: shots }));
        due.extend(self.rounds(attacks).into_iter().map(|attacks| Due::BreakIns { attacks, fired: false }));
    }

    /// Melee before fire before movement (§03.02.10); things of one kind in order of place, and of one unit in that of the others.
    fn rank(&self, due: &Due) -> Self::Rank {
        let placed = |unit: UnitId| {
            let at = self.unit(unit).placed.pose().at;
            Some(((at.x * 1024.0).round() as i64, (at.y * 1024.0).round() as i64))
        };
        let of = |kind: u8, unit: UnitId| (kind, placed(unit), None, Some(unit));
        match due {
            Due::BreakIns { .. } => (0, None, None, None),
            // Before the fire and movement of the same moment (house).
            Due::Blast { .. } => (0, Some((0, 0)), None, None),
            Due::Fire { .. } => (1, None, None, None),
            Due::Stops { unit, enemy } => (2, placed(*unit), placed(*enemy), Some(*unit)),
            Due::Contact { one, other } => {
                let west_first = self.battle.by_place(*one, *other).is_lt();
                let (first, second) = if west_first { (*one, *other) } else { (*other, *one) };
                (3, placed(first), placed(second), Some(first))
            }
            Due::Mended { unit } => of(4, *unit),
            Due::Done { unit, .. } => of(5, *unit),
            Due::StormHalf { unit } => of(6, *unit),
            Due::Ride => (7, None, None, None),
            Due::Land => (7, Some((0, 0)), None, None),
            Due::Leaves { unit } => of(8, *unit),
        }
    }

    fn may_ask(&self, due: &Due) -> bool {
        matches!(due, Due::BreakIns { .. } | Due::Blast { .. } | Due::Fire { .. } | Due::Stops { .. })
    }
}

impl Run<'_> {
    /// The break-in distance, in centimetres: no more than one sees (§03.03.1).
    pub(super) fn break_in_cm(&self) -> f64 {
        let sight = self.battle.fixed.sight_cm;
        if sight > 0.0 { BREAK_IN_CM.min(sight) } else { BREAK_IN_CM }
    }

    /// Attacks that come to break-in distance at the very end of the turn are fought (§12.01.1).
    pub(super) fn last_moment(&mut self) -> Result<(), Pause> {
        self.bring_all(1.0);
        let come_up = std::mem::take(&mut self.come_up);
        let attacks = come_up.into_iter().filter_map(|due| match due {
            Due::BreakIns { attacks, .. } => Some(attacks),
            _ => None,
        });
        let attacks: Vec<BreakIn> = attacks.flatten().collect();
        let rounds = self.rounds(attacks).into_iter();
        self.agenda.extend(rounds.map(|attacks| Due::BreakIns { attacks, fired: false }));
        self.desk.next_step();
        settle_all(self)
    }

    /// Everybody on the march who has not looked along his way at this moment does.
    fn all_look(&mut self, due: &mut Vec<Due>) {
        let moment = self.battle.moment;
        let looks = |unit: &Unit| unit.track.is_some() && unit.now.looked != moment + 1.0;
        for unit in self.in_place_order(looks) {
            self.unit_mut(unit).now.looked = moment + 1.0;
            self.look_along(unit, due);
        }
    }

    /// The moment for which a unit's fire is ordered.
    fn fires_at(&self, unit: UnitId) -> Option<f64> {
        match self.unit(unit).now.order {
            Some(UnitOrder::Fire { when: When::At { moment }, .. }) if !self.unit(unit).now.fired => {
                Some(moment.0)
            }
            _ => None,
        }
    }

    fn awaits_at_place(&self, unit: UnitId) -> bool {
        let awaits =
            matches!(self.unit(unit).now.order, Some(UnitOrder::Fire { when: When::EnemyPasses { .. }, .. }));
        awaits && self.battle.waiting.contains(&unit) && !self.unit(unit).now.fired
    }

    /// The places that waiting fires watch, by unit.
    fn watched_places(&self) -> Vec<(UnitId, Placed)> {
        let mut watched = Vec::new();
        for &unit in &self.battle.waiting {
            let Some(UnitOrder::Fire { when: When::EnemyPasses { place }, .. }) = &self.unit(unit).now.order
            else {
                continue;
            };
            let named = self.battle.fixed.ground.named(place);
            let marks = named.map_or(Vec::new(), |(_, feature)| marks(&feature.shape));
            watched.extend(marks.into_iter().map(|mark| (unit, mark)));
        }
        watched
    }

    /// Does its march bring it nearer to another?
    pub(super) fn nears(&self, unit: UnitId, other: UnitId) -> bool {
        let Some(track) = &self.unit(unit).track else { return false };
        // At the end of the turn it is the way just gone that counts.
        let from = self.battle.moment.min(1.0 - SOON);
        let (here, soon) = (track.at(from), track.at(from + SOON));
        let closes = |there: &Placed, then: &Placed| {
            let apart = distance(&here, there);
            distance(&soon, then) < apart - 1.0e-4
                || (apart <= TOUCH && overlap_area(&soon, then) > overlap_area(&here, there) + 1.0e-3)
        };
        let there = &self.unit(other).placed;
        // Whoever marches off as fast as it comes after him is not neared.
        closes(there, there)
            && self
                .unit(other)
                .track
                .as_ref()
                .is_none_or(|other| closes(&other.at(from), &other.at(from + SOON)))
    }

    fn look_along(&self, unit: UnitId, due: &mut Vec<Due>) {
        let mover = self.unit(unit);
        let near = mover.placed.extent().grown((self.break_in_cm() + 1.0) * CM);
        let others = self.battle.here().filter(|&other| other != unit);
        for other in others.filter(|&other| near.meets(self.unit(other).placed.extent())) {
            let cm = self.battle.cm_between(unit, other);
            if self.unit(other).side != mover.side {
                if cm <= self.break_in_cm() + JUST {
                    self.meets(unit, other, due);
                }
            } else if cm * CM <= TOUCH && self.nears(unit, other) && !self.passing(unit, other) {
                due.push(Due::Contact { one: unit.min(other), other: unit.max(other) });
            }
        }
    }

    fn came_within(&self, one: UnitId, other: UnitId, due: &mut Vec<Due>) {
        for (unit, enemy) in [(one, other), (other, one)] {
            self.meets(unit, enemy, due);
        }
    }

    /// A unit on the march is at break-in distance of an enemy: it attacks him, or stops (§03.03.2, §12.01.1, §12.01.3).
    fn meets(&self, unit: UnitId, enemy: UnitId, due: &mut Vec<Due>) {
        let (mover, met) = (self.unit(unit), self.unit(enemy));
        if mover.track.is_none() || !mover.here() || !met.here() || mover.order == Order::Rout {
            return;
        }
        if mover.now.fought.contains(&enemy) && met.order == Order::Rout {
            // It rides or marches through those it has beaten (§12.02.7).
            return;
        }
        if mover.now.attacks && self.faces_to_attack(unit) {
            // It turns to the enemy it attacks: the attack comes with its next step (§03.02.4).
            return;
        }
        if mover.now.follows == Some(enemy) {
            // It follows those it has driven back no nearer than it was: its way is as long as that allows (§12.02.7).
            return;
        }
        if !self.nears(unit, enemy) {
            return;
        }
        if self.attacks(unit, enemy) {
            due.push(Due::BreakIns {
                attacks: vec![BreakIn { attacker: unit, defender: enemy }],
                fired: false,
            });
        } else if self.before_front(unit, enemy)
            || self.before_front(enemy, unit)
            || self.battle.cm_between(unit, enemy) * CM <= TOUCH
        {
            due.push(Due::Stops { unit, enemy });
        }
    }

    /// A march stops just before it leaves the table.
    fn halts_at_the_edge(&mut self, unit: UnitId) {
        let moment = self.battle.moment;
        self.battle.moment = (moment - EDGE).max(0.0);
        super::changes::drop_track(self.battle, unit);
        self.battle.moment = moment;
        if self.unit(unit).now.retires {
            // A unit that must retire off the table is lost (§13.02.3).
            self.leaves(unit, Presence::Left);
            self.tell("leaves_the_field", "13.02.3", &[unit], json!({}));
            return;
        }
        self.halt(unit);
        self.tell("halts_at_the_edge", "01.01.5", &[unit], json!({}));
    }

    /// Does it turn its front before an attack that is still to come?
    fn faces_to_attack(&self, unit: UnitId) -> bool {
        let todo = &self.unit(unit).todo;
        let turns =
            matches!(todo.first().map(|doing| doing.step), Some(Step::Pivot { .. } | Step::Wheel { .. }));
        turns && todo.iter().any(|doing| matches!(doing.step, Step::Ahead { attack: true, .. }))
    }

    /// Is it on the march ahead, as an attack?
    pub(super) fn attacking(&self, unit: UnitId) -> bool {
        self.unit(unit).advancing()
            && matches!(
                self.unit(unit).todo.first().map(|doing| doing.step),
                Some(Step::Ahead { attack: true, .. })
            )
    }
}

/// A thing on the map as bodies that one can come near to.
fn marks(shape: &Shape) -> Vec<Placed> {
    let lone = |at: Point, facing: Bearing, depth: f64| {
        Body::lone(BaseSize::new(1.0, depth).ok()?, Role::Figure).at(Pose::new(at, facing)).ok()
    };
    match shape {
        Shape::Place(place) => lone(*place, Bearing::NORTH, 1.0).into_iter().collect(),
        Shape::Line(line) => {
            let legs = line.windows(2).filter(|leg| leg[0] != leg[1]);
            legs.filter_map(|leg| lone(leg[1], Bearing::of(leg[1] - leg[0]), leg[0].distance(leg[1])))
                .collect()
        }
        Shape::Area(patch) => {
            let pose = Pose::new(patch.outer[0], Bearing::NORTH);
            Body::garrison(&patch.outer, 1, pose).and_then(|body| body.at(pose)).into_iter().collect()
        }
    }
}
