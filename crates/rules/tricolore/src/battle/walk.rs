//! A way over the ground: where it leads, what it costs, whom it meets, and how far a unit comes on it.
//!
//! A way is measured in metres of march: straight ahead along the front's middle, a wheel at its outer front corner (R90). The ground
//! under the leading edge says what a metre costs (R46); friends in the way are passed through or halted at (R52), enemies are not
//! touched unless they are attacked.

use krigsspil_field::point::Extent;
use krigsspil_field::prelude::*;

pub(super) use super::course::Stride;
use super::course::{Course, course};
use super::state::*;
use super::stretches::Stretch;
use super::terrain::{barred_at, enters};
use crate::procedures::movement::PathPiece;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Nobody who does not attack comes nearer to an enemy than this, in metres.
pub(super) const CLEAR: f64 = 1.0;
/// The way of an attack is rounded to whole metres like every distance, halves up (R80): so much more is still within its reach.
pub(super) const ROUNDED_OFF: f64 = 0.5 - 1e-6;
/// A lawful end is looked for back along the way in so many steps.
const TRIES: u32 = 24;

/// What the way is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Purpose {
    /// A move in a sequence.
    Tactical,
    /// A move of phase E or G.
    Apart,
    /// A road march of phase E or G, or of guns: the ground but for defiles is ignored (R48).
    Road(MovePhase),
    /// Into contact with him.
    Attack(UnitId),
}

/// Why a unit comes no farther.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Halt {
    /// The move is used up.
    Spent,
    /// It cannot enter what lies before it.
    Ground,
    /// The edge of the table.
    Edge,
    /// An enemy.
    Enemy(UnitId),
    /// A friend it cannot get clear of.
    Friend(UnitId),
    /// A zone it does not enter.
    Zone(usize),
    /// It may not end any farther: an enemy within 200, its order, no room.
    NotLawful,
}

/// A way that was walked.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    /// Where it ends.
    pub end: Placed,
    /// Metres of march.
    pub metres: f64,
    /// The pieces of ground, for the sums.
    pub pieces: Vec<PathPiece>,
    /// What the ground cost beyond the metres on pieces that gave no U because the unit began on them (R47).
    pub begun_on: i32,
    /// Friends that were passed through, in order.
    pub passed: Vec<UnitId>,
    /// Why it came no farther; none when it did the whole way.
    pub halt: Option<Halt>,
    /// The zone that was entered.
    pub enters: Option<usize>,
    /// The way as it was laid out.
    pub course: Option<Course>,
}

impl Walked {
    /// The poses it went through, each with its metres.
    pub fn poses(&self) -> Vec<(f64, Pose)> {
        self.course.as_ref().map(|course| course.poses(self.metres)).unwrap_or_default()
    }
}

/// A unit that walks.
pub(super) struct Walk<'a> {
    pub battle: &'a Battle,
    pub tables: &'a Tables,
    pub unit: UnitId,
    pub purpose: Purpose,
    /// Metres it has left to move.
    pub allowance: i32,
}

impl<'a> Walk<'a> {
    pub(super) fn own(&self) -> &'a Unit {
        &self.battle.units[self.unit]
    }

    /// Walks a way from where the unit stands.
    pub fn walk(&self, strides: &[Stride]) -> Walked {
        self.walk_from(&self.own().placed, strides)
    }

    /// The same from elsewhere: out of a zone, or after a change of formation.
    pub fn walk_from(&self, from: &Placed, strides: &[Stride]) -> Walked {
        let Some(course) = course(from, strides, self.battle.fixed.ground.table()) else {
            return self.nowhere(from);
        };
        let stretches = self.stretches(from, strides, &course);
        let (met, blocked) = self.meetings(&course);
        let (reach, spent) = self.reach(&stretches, &met, course.length, blocked.map(|(at, _)| at));
        let enters = match blocked {
            Some((at, Halt::Zone(zone))) if reach + 1e-6 >= at && self.may_enter(zone) => Some(zone),
            _ => None,
        };
        if enters.is_some() {
            let halt = blocked.map(|(_, halt)| halt);
            return self.ended(course, &stretches, &met, reach, halt, enters);
        }
        let lawful = self.lawful(&course, reach, &met);
        let halt = match (lawful < reach, reach < course.length) {
            (true, _) => Some(self.friend_at(&course, reach).map_or(Halt::NotLawful, Halt::Friend)),
            (false, false) => None,
            (false, true) => spent.or(blocked.map(|(_, halt)| halt)).or(Some(Halt::Spent)),
        };
        self.ended(course, &stretches, &met, lawful, halt, None)
    }

    /// The same of an attack: none as soon as it is seen not to touch its target.
    pub fn up_to_target(&self, from: &Placed, strides: &[Stride]) -> Option<Walked> {
        let Purpose::Attack(target) = self.purpose else { return None };
        let course = course(from, strides, self.battle.fixed.ground.table())?;
        let his = self.battle.units[target].placed.extent();
        let comes_near = his.meets(&course.track.swept().grown(2.0));
        if !comes_near && self.battle.guns_alone_in(target).is_none() {
            return None;
        }
        let (met, blocked) = self.meetings(&course);
        let at = blocked.filter(|(_, halt)| *halt == Halt::Enemy(target)).map(|(at, _)| at)?;
        let stretches = self.stretches(from, strides, &course);
        let (reach, _) = self.reach(&stretches, &met, course.length, Some(at));
        let touches = reach >= at && self.stands_clear(&course.at(reach), true);
        touches.then(|| self.ended(course, &stretches, &met, reach, None, None))
    }

    fn nowhere(&self, from: &Placed) -> Walked {
        Walked {
            end: from.clone(),
            metres: 0.0,
            pieces: Vec::new(),
            begun_on: 0,
            passed: Vec::new(),
            halt: Some(Halt::NotLawful),
            enters: None,
            course: None,
        }
    }

    fn ended(
        &self,
        course: Course,
        stretches: &[Stretch],
        met: &[(f64, UnitId)],
        metres: f64,
        halt: Option<Halt>,
        enters: Option<usize>,
    ) -> Walked {
        let (pieces, begun_on) = self.pieces(stretches, metres);
        let end = course.at(metres);
        let passed = met.iter().filter(|(at, _)| *at < metres - CLEAR).map(|(_, friend)| *friend);
        let passed =
            passed.filter(|&friend| metres > 0.0 && !overlaps(&end, &self.battle.units[friend].placed));
        let passed = passed.collect();
        Walked { passed, end, metres, pieces, begun_on, halt, enters, course: Some(course) }
    }

    /// Do enemies hold a zone, or are they in it?
    pub(super) fn held_against(&self, zone: usize) -> bool {
        let side = self.own().side;
        self.battle.here().any(|unit| {
            let other = &self.battle.units[unit];
            other.zone == Some(zone) && other.side != side
        })
    }

    /// Foot enters a zone without enemies that has room for it (§house.town-zone).
    fn may_enter(&self, zone: usize) -> bool {
        let own = self.own();
        let inside =
            self.battle.in_zone(zone, own.side).map(|unit| self.battle.units[unit].bases.rounded_up());
        own.branch == Branch::Infantry
            && !matches!(self.purpose, Purpose::Attack(_) | Purpose::Road(_))
            && !self.held_against(zone)
            && inside.sum::<i32>() + own.bases.rounded_up() <= super::ZONE_HOLDS
            && (self.purpose == Purpose::Tactical || self.far_from_enemies(self.zone_body(zone)))
    }

    fn zone_body(&self, zone: usize) -> &'a Placed {
        self.battle.fixed.zone_bodies[zone].as_ref().unwrap_or(&self.own().placed)
    }

    /// How far the move brings it, and why no farther.
    fn reach(
        &self,
        stretches: &[Stretch],
        met: &[(f64, UnitId)],
        length: f64,
        blocked: Option<f64>,
    ) -> (f64, Option<Halt>) {
        let end = blocked.unwrap_or(length).min(length);
        let mut left = f64::from(self.allowance);
        if matches!(self.purpose, Purpose::Attack(_)) {
            left += ROUNDED_OFF;
        }
        let mut friends = met.iter().peekable();
        for stretch in stretches {
            if stretch.from >= end {
                return (end, None);
            }
            let Some(ground) = stretch.ground else { return (stretch.from, Some(Halt::Ground)) };
            let (a_metre, crossing) = self.price(ground);
            let over = stretch.to.min(end);
            if crossing > 0.0 && stretch.fresh {
                left -= crossing;
            }
            if left < 0.0 {
                return (stretch.from, Some(Halt::Spent));
            }
            let mut from = stretch.from;
            while let Some((at, friend)) = friends.next_if(|(at, _)| *at < over) {
                left -= (at - from).max(0.0) * a_metre;
                from = from.max(*at);
                let toll = self.toll(*friend);
                if left <= toll {
                    let back = left.min(0.0) / a_metre;
                    return ((from + back).max(stretch.from), Some(Halt::Friend(*friend)));
                }
                left -= toll;
            }
            let cost = (over - from) * a_metre;
            if cost > left + 1e-9 {
                return (from + left.max(0.0) / a_metre, Some(Halt::Spent));
            }
            left -= cost;
        }
        (end, None)
    }

    /// Metres that marching through a friend costs (§pass.formed, §pass.skirmishers).
    fn toll(&self, friend: UnitId) -> f64 {
        f64::from(self.tables.movement.passage(passage(self.own(), &self.battle.units[friend]).1).metres.0)
    }

    /// The last place on the way, up to `reach`, where the unit may end: step by step back, and where it comes up to a friend.
    fn lawful(&self, course: &Course, reach: f64, met: &[(f64, UnitId)]) -> f64 {
        let step = (reach / f64::from(TRIES)).max(1.0);
        let mut ends: Vec<f64> = (0..=TRIES).map(|number| reach - step * f64::from(number)).collect();
        ends.extend(met.iter().map(|(at, _)| *at).filter(|at| *at <= reach));
        ends.retain(|at| *at > 0.0);
        ends.sort_by(|a, b| b.total_cmp(a));
        let may_stand = |&at: &f64| {
            let there = course.at(at);
            self.stands_clear(&there, false) && self.may_end(&there)
        };
        let found = ends.iter().position(may_stand);
        let Some(at) = found else { return 0.0 };
        match at.checked_sub(1) {
            Some(beyond) => last_metre(ends[at], ends[beyond], may_stand),
            None => ends[at],
        }
    }

    fn friend_at(&self, course: &Course, metres: f64) -> Option<UnitId> {
        let there = course.at(metres);
        let side = self.own().side;
        let friends =
            self.battle.here().filter(|&other| other != self.unit && self.battle.units[other].side == side);
        let on = friends.filter(|&friend| overlaps(&there, &self.battle.units[friend].placed));
        on.min_by(|&one, &other| self.battle.comes_first(one, other))
    }

    /// Is there room: on the table, on nobody, in no zone, on ground that can be stood on?
    pub fn stands_clear(&self, placed: &Placed, touching: bool) -> bool {
        let battle = self.battle;
        let own = self.own();
        let table = battle.fixed.ground.table();
        if table.could_hold(placed) && !table.holds(placed) {
            return false;
        }
        let around = placed.extent().grown(CLEAR);
        let mut others = battle.here().filter(|&other| other != self.unit);
        let clear = others.all(|other| {
            let there = &battle.units[other];
            if !there.placed.extent().meets(&around) || there.zone.is_some() && there.zone == own.zone {
                return true;
            }
            match there.side == own.side || touching {
                true => !overlaps(placed, &there.placed),
                false => distance(placed, &there.placed) >= CLEAR - 1e-3,
            }
        });
        clear && self.zones_clear(placed) && !self.on_barred(placed)
    }

    fn zones_clear(&self, placed: &Placed) -> bool {
        let on_road = matches!(self.purpose, Purpose::Road(_)) || self.own().branch.is_artillery();
        on_road
            || (0..self.battle.zones.len()).filter(|zone| self.own().zone != Some(*zone)).all(|zone| {
                let outline = &self.battle.zones[zone].outline;
                let inside = |place: Point| krigsspil_field::polygon::ring_holds(outline, place);
                let near = Extent::around(outline.iter().copied());
                !near.meets(placed.extent())
                    || !overlaps(placed, self.zone_body(zone)) && !inside(placed.centre())
            })
    }

    fn on_barred(&self, placed: &Placed) -> bool {
        if matches!(self.purpose, Purpose::Road(_)) {
            return false;
        }
        let arm = self.own().column();
        let classes = &self.battle.fixed.classes;
        let bars = |id: FeatureId| !enters(self.tables, classes.of(id), arm);
        let mut under = self.battle.fixed.ground.under_of(placed, bars);
        under.any(|under| under.share.is_half()) && barred_at(self.battle, self.tables, placed.pose().at, arm)
    }

    fn far_from_enemies(&self, placed: &Placed) -> bool {
        let own = self.own();
        let mut enemies = self.battle.enemies_of(own.side);
        // No move of E or G ends within 200, the figure included (§house.no-contact, R101).
        enemies.all(|enemy| {
            let there = &self.battle.units[enemy].placed;
            let boxes = placed.extent().distance(there.extent());
            boxes > f64::from(super::NO_CONTACT) + 1.0
                || whole_metres(distance(placed, there)) > super::NO_CONTACT
        })
    }

    /// May it end its move there: by the phase, its order and the reach of its officer?
    fn may_end(&self, placed: &Placed) -> bool {
        let own = self.own();
        let apart = match self.purpose {
            Purpose::Apart => true,
            Purpose::Road(phase) => phase != MovePhase::Tactical,
            Purpose::Tactical | Purpose::Attack(_) => false,
        };
        if apart && !self.far_from_enemies(placed) {
            return false;
        }
        let command = self.battle.command_of(self.unit);
        let ordered = match command.order {
            CommandOrder::Defend => placed.pose().at.distance(own.stand) <= super::DEFENDS_WITHIN,
            CommandOrder::Withdraw => self.withdraws(placed),
            CommandOrder::Attack | CommandOrder::Advance | CommandOrder::Reserve => true,
        };
        ordered && (self.battle.in_command(self.unit) || self.nearer_to_officer(placed))
    }

    /// Withdraw binds to increase the distance only while an enemy is within 1000 (R93).
    fn withdraws(&self, placed: &Placed) -> bool {
        let near = |body: &Placed| {
            let enemies = self.battle.enemies_of(self.own().side);
            let bodies = enemies.map(|enemy| (enemy, &self.battle.units[enemy].placed));
            nearest(body, bodies).map_or(f64::INFINITY, |(_, metres)| metres)
        };
        let now = near(&self.own().placed);
        whole_metres(now) > super::NEAR || near(placed) > now
    }

    /// Out of command a unit may only move towards its officer (§house.out-of-command).
    fn nearer_to_officer(&self, placed: &Placed) -> bool {
        let officer = self.battle.officer_place(self.own().command);
        let away = |body: &Placed| {
            body.parts().iter().map(|part| part.distance_to(officer)).fold(f64::INFINITY, f64::min)
        };
        away(placed) < away(&self.own().placed)
    }
}

/// The last whole metre of a way at which something still holds: it holds at `from`, and at `beyond` no more.
pub(super) fn last_metre(from: f64, beyond: f64, holds: impl Fn(&f64) -> bool) -> f64 {
    let (mut most, mut least) = (from.floor() as i32, beyond.ceil() as i32);
    while least - most > 1 {
        let middle = most + (least - most) / 2;
        if holds(&f64::from(middle)) { most = middle } else { least = middle }
    }
    from.max(f64::from(most))
}

/// How one unit passes another (R52).
pub(super) fn passage(mover: &Unit, passed: &Unit) -> (Passing, Passed) {
    let by = if mover.skirmishers() { Passing::Skirmishers } else { Passing::Formed };
    let through = match () {
        () if passed.skirmishers() || mover.skirmishers() => Passed::Skirmishers,
        () if passed.unlimbered() => Passed::UnlimberedArtillery,
        () => Passed::Formed,
    };
    (by, through)
}
