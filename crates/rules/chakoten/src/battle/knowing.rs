//! Who sees whom in these battles, and what a seat may know (§01.04, §08.01.5).
//! Views, prompts, checks, samples and previews take a [`Knows`]. Only this module has access to the battle behind it, and it is
//! responsible for what it hands out: everything about the seat's own units and chiefs, others [as they are seen](Seen), and what is
//! public.

mod supposed;

use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::battle::{AddedRule, Presence, SeatId};
use krigsspil_engine::scenario::Objective;
use krigsspil_field::prelude::{Ground, Placed, Point};
use krigsspil_turn::book::Book;
use krigsspil_turn::command::{Post, Side};
use krigsspil_turn::ids::{PostId, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{self, Knowledge, Known, Log, Seating, Shows, Sightings};
use krigsspil_turn::objectives::{Counts, Losses, points};
use krigsspil_turn::riders::Rider;
use krigsspil_turn::timeline::Instant;

use super::order::{Formation, Ride};
use super::sight::{in_sight, lookouts, seen_by};
use super::state::{Battle, Branch, CM, Life, Phase, Unit};
use crate::tables::Tables;
use crate::vocabulary::{Order, TacticalArm};

pub(super) use supposed::{Guess, stands_by};

/// The names of units within this many centimetres are known (house).
const NAMED_CM: f64 = 20.0;

/// A unit that a seat may read completely.
pub type Own<'a> = knowledge::Own<'a, Unit>;

/// What anybody can see of a unit, and nothing else: no order except rout, no valeur, no loads, no losses, no written orders.
///
/// ```compile_fail,E0616
/// fn peeps(enemy: krigsspil_chakoten::battle::knowing::Seen<'_>) -> i32 {
///     enemy.unit.valeur
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    unit: &'a Unit,
}

impl<'a> Seen<'a> {
    /// Its id.
    pub fn id(self) -> &'a Arc<str> {
        &self.unit.id
    }

    /// Its name, which is known only if it is near.
    fn full_name(self) -> &'a Arc<str> {
        &self.unit.name
    }

    /// Its side.
    pub fn side(self) -> SideId {
        self.unit.side
    }

    /// Its branch.
    pub fn branch(self) -> Branch {
        self.unit.branch
    }

    /// Its arm: horses are known by their size.
    pub fn arm(self) -> TacticalArm {
        self.unit.arm
    }

    /// Figures.
    pub fn figures(self) -> i32 {
        self.unit.figures
    }

    /// Its formation.
    pub fn formation(self) -> Formation {
        self.unit.formation
    }

    /// Is it in rout?
    pub fn routs(self) -> bool {
        self.unit.order == Order::Rout
    }

    /// Where it stands.
    pub fn placed(self) -> &'a Placed {
        &self.unit.placed
    }

    /// On the table or not.
    pub fn presence(self) -> Presence {
        self.unit.presence
    }

    /// Is it on the table?
    pub fn here(self) -> bool {
        self.unit.here()
    }

    /// Whether its guns are limbered; `None` if it has none.
    pub fn limbered(self) -> Option<bool> {
        self.unit.battery.as_ref().map(|battery| battery.limbered)
    }

    /// Is it a chain or swarm sent out by another?
    pub fn sent_out(self) -> bool {
        self.unit.parent.is_some()
    }
}

impl Known for Battle {
    fn seating(&self) -> &Seating {
        &self.fixed.seating
    }

    fn sightings(&self) -> &Sightings {
        &self.seen
    }

    fn side_of(&self, unit: UnitId) -> SideId {
        self.units[unit].side
    }

    fn seat_of(&self, unit: UnitId) -> SeatNo {
        self.fixed.seat_no[self.units[unit].general]
    }
}

impl Shows for Battle {
    type Unit = Unit;
    type Seen<'a> = Seen<'a>;

    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids()
    }

    fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.unit(id)
    }

    fn unit_name(&self, unit: UnitId) -> &Arc<str> {
        &self.units[unit].id
    }

    fn post_name(&self, post: PostId) -> &Arc<str> {
        &self.generals[post].id
    }

    fn whole(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    fn as_seen(&self, unit: UnitId) -> Seen<'_> {
        Seen { unit: &self.units[unit] }
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn book(&self) -> &Book {
        self.turns.book()
    }

    fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }
}

/// What a seat may know of a battle of these rules.
#[derive(Clone, Copy)]
pub struct Knows<'a> {
    door: Knowledge<'a, Battle>,
    battle: &'a Battle,
    tables: &'a Tables,
}

impl<'a> Deref for Knows<'a> {
    type Target = Knowledge<'a, Battle>;

    fn deref(&self) -> &Knowledge<'a, Battle> {
        &self.door
    }
}

impl<'a> Knows<'a> {
    /// What this seat may know.
    pub fn of(battle: &'a Battle, tables: &'a Tables, seat: &SeatId) -> Knows<'a> {
        Knows { door: Knowledge::of(battle, seat), battle, tables }
    }

    /// The same by the number of the seat.
    pub fn of_seat(battle: &'a Battle, tables: &'a Tables, seat: SeatNo) -> Knows<'a> {
        Knows { door: Knowledge::of_seat(battle, seat), battle, tables }
    }
}

/// What is public.
impl<'a> Knows<'a> {
    /// The printed tables, or the club's.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.battle.turn
    }

    /// The last turn.
    pub fn turns(&self) -> u32 {
        self.battle.fixed.scenario.turns
    }

    /// The instant at which the turn begins.
    pub fn begins(&self) -> Instant {
        Instant::new(self.battle.turn, 0.0)
    }

    /// Where the turn has come to.
    pub fn phase(&self) -> &'a Phase {
        &self.battle.phase
    }

    /// The scenario's name.
    pub fn scenario_name(&self) -> &'a str {
        &self.battle.fixed.scenario.name
    }

    /// The sides.
    pub fn sides(&self) -> impl Iterator<Item = &'a Side> + use<'a> {
        self.battle.fixed.sides.values()
    }

    /// A side.
    pub fn side_data(&self, side: SideId) -> &'a Side {
        &self.battle.fixed.sides[side]
    }

    /// The ground of the scenario.
    pub fn map(&self) -> &'a Ground {
        &self.battle.fixed.ground
    }

    /// The names on the map.
    pub fn landmarks(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.map().features().filter_map(|(_, feature)| feature.name.as_deref())
    }

    /// The umpire's rules for this battle.
    pub fn rules(&self) -> &'a [AddedRule] {
        self.battle.umpire.rules()
    }

    /// The objectives, and who holds them; only the umpire is told the holders.
    pub fn objectives(&self) -> impl Iterator<Item = (&'a Objective, Option<SideId>)> + use<'a> {
        let umpire = self.is_umpire();
        let objectives = self.battle.fixed.scenario.victory.objective.iter().zip(&self.battle.held);
        objectives.map(move |(objective, held)| (objective, held.filter(|_| umpire)))
    }
}

/// What only the umpire is told.
impl Knows<'_> {
    /// The moment of the turn.
    pub fn moment(&self) -> Option<f64> {
        self.is_umpire().then_some(self.battle.moment)
    }

    /// The points of each side.
    pub fn points(&self) -> Option<Vec<i32>> {
        self.is_umpire().then(|| points(self.battle).values().copied().collect())
    }

    /// Who is ready.
    pub fn ready_seats(&self) -> Option<Vec<SeatId>> {
        self.is_umpire().then(|| self.battle.gate.ready(&self.battle.fixed.seating))
    }
}

/// The seat's own: its side, its chiefs, what they see.
impl<'a> Knows<'a> {
    /// Has it said that it is ready?
    pub fn is_ready(&self) -> bool {
        self.seat().is_some_and(|seat| self.battle.gate.is_ready(seat))
    }

    /// Its briefing before the battle.
    pub fn briefing(&self) -> Option<&'a str> {
        let side = &self.battle.fixed.sides[self.side()?].id;
        self.battle.fixed.scenario.side(side).map(|side| side.briefing.as_str())
    }

    /// The men its side had, and the men it has lost.
    pub fn losses(&self) -> Option<Losses> {
        self.side().map(|side| self.battle.losses(side))
    }

    /// Does it command a post?
    pub fn commands(&self, post: PostId) -> bool {
        self.is_umpire() || self.seat() == Some(self.battle.fixed.seat_no[post])
    }

    /// The chiefs it commands; the umpire knows them all.
    pub fn generals(&self) -> impl Iterator<Item = (PostId, &'a Post)> + use<'a> {
        let known = *self;
        self.battle.generals.iter().filter(move |(post, _)| known.commands(*post))
    }

    /// The couriers left on the staff of one of those.
    pub fn couriers_of(&self, post: PostId) -> i32 {
        self.battle.couriers[post]
    }

    /// The ride of one of those.
    pub fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        self.battle.ride_of(rider)
    }

    /// Is a chief of its side on the table? Everybody knows the leaders of his own side.
    pub fn leads_here(&self, side: SideId, id: &str) -> bool {
        let there = self.battle.general(id).map(|post| &self.battle.generals[post]);
        there.is_some_and(|there| there.side == side && there.life == Life::Here)
    }

    /// What anybody would see of one of its own units.
    pub fn seen_own(&self, own: Own<'a>) -> Seen<'a> {
        Seen { unit: own.whole() }
    }

    /// The chief of a unit: his id, and his place if he has not fallen (§08.03.6).
    pub fn chief_of(&self, own: Own<'_>) -> (&'a Arc<str>, Option<Point>) {
        let post = &self.battle.generals[own.general];
        (&post.id, (post.life == Life::Here).then_some(post.place))
    }

    /// Its valeur after its losses (§13.07.1).
    pub fn valeur(&self, own: Own<'_>) -> i32 {
        self.battle.valeur(own.number)
    }

    /// Its skirmishers that are out.
    pub fn chain_of(&self, own: Own<'_>) -> Option<UnitId> {
        self.battle.chain_of(own.number)
    }

    /// The units it sees now: those of other players of its side, and those of other sides that it has seen this turn.
    pub fn in_sight(&self) -> InSight<'a> {
        InSight {
            known: *self,
            eyes: self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat)),
        }
    }
}

/// What a seat sees from where its chiefs and their units look.
pub struct InSight<'a> {
    known: Knows<'a>,
    eyes: Vec<Point>,
}

impl<'a> InSight<'a> {
    /// Is a unit of any player on the table and in sight?
    pub(super) fn sees(&self, unit: UnitId) -> bool {
        let Knows { battle, tables, .. } = self.known;
        battle.units[unit].here() && in_sight(battle, tables, &self.eyes, unit)
    }

    /// The units of other players of its side that it sees.
    pub fn friends(&self) -> impl Iterator<Item = Seen<'a>> + '_ {
        let units = self.known.units().filter(|(unit, seen)| {
            seen.here() && Some(seen.side()) == self.known.side() && !self.known.reads(*unit)
        });
        units.filter(|(unit, _)| self.sees(*unit)).map(|(_, seen)| seen)
    }

    /// The units of other sides. During a turn, units that have gone out of sight disappear from it; after the last turn nobody looks
    /// again.
    pub fn enemies(&self) -> Vec<Seen<'a>> {
        let Knows { battle, tables, .. } = self.known;
        let running = matches!(battle.phase, Phase::Running(_));
        let seen: Vec<UnitId> = match (battle.phase == Phase::Over, self.known.seat_id()) {
            (true, Some(seat)) => seen_by(battle, tables, seat),
            _ => self.known.sighted().filter(|&unit| !running || self.sees(unit)).collect(),
        };
        seen.into_iter().map(|unit| Seen { unit: &battle.units[unit] }).filter(|seen| seen.here()).collect()
    }

    /// The name of a unit of another side, if it is so near that its name is known.
    pub fn name_of(&self, seen: Seen<'a>) -> Option<&'a Arc<str>> {
        let enemy = Some(seen.side()) != self.known.side();
        let near = |placed: &Placed| {
            let parts = placed.parts();
            self.eyes.iter().any(|&eye| parts.iter().any(|part| part.distance_to(eye) <= NAMED_CM * CM))
        };
        (!enemy || near(seen.placed())).then(|| seen.full_name())
    }
}
