//! Who sees whom in these battles, and what a seat may know.
//! Views, prompts, checks, samples and previews take a [`Knows`]. Only this module has access to the battle behind it, and it is
//! responsible for what it hands out: everything about the seat's own units, generals and couriers, others [as they are seen](Seen), and
//! what is public.

mod seen;
mod supposed;

pub use seen::Seen;
pub(super) use supposed::Guess;

use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::battle::{AddedRule, ObjectiveShown, SeatId};
use krigsspil_field::prelude::{Eye, FeatureId, Ground, Placed, Point};
use krigsspil_turn::book::Book;
use krigsspil_turn::command::{Post, Side, commander};
use krigsspil_turn::ids::{CourierId, Id, PostId, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{self, Knowledge, Known, Log, Seating, Shows, Sightings};
use krigsspil_turn::objectives::{Counts, Losses, points};
use krigsspil_turn::riders::Rider;
use krigsspil_turn::shown::objectives;
use krigsspil_turn::works::{Gap, Works};

use super::materiel;
use super::order::{Ride, UnitOrder};
use super::run::clearing;
use super::sight::{below, in_sight, knows_work, lookouts, seen_by, sees_line};
use super::state::{Battle, CM, Courier, Life, Made, Phase, Unit};
use super::terrain::thing;
use crate::procedures::works::Work;
use crate::tables::Tables;
use crate::vocabulary::Feature;

/// The names of units within this many centimetres are known (house).
const NAMED_CM: f64 = 15.0;

/// A unit that a seat may read completely.
pub type Own<'a> = knowledge::Own<'a, Unit>;

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
        Seen::new(&self.units[unit])
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
///
/// ```compile_fail,E0616
/// use krigsspil_borgerkrig::battle::knowing::Knows;
/// fn peeps(known: Knows<'_>) -> usize {
///     known.battle.units.len()
/// }
/// ```
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

    /// What the player of a unit may know, and that unit.
    pub fn of_commander(battle: &'a Battle, tables: &'a Tables, unit: UnitId) -> (Knows<'a>, Own<'a>) {
        let (door, own) = Knowledge::of_commander(battle, unit);
        (Knows { door, battle, tables }, own)
    }

    /// Everything, for the turn itself.
    pub fn everything(battle: &'a Battle, tables: &'a Tables) -> Knows<'a> {
        Knows { door: Knowledge::everything(battle), battle, tables }
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

    /// Do units have the material for chevaux-de-frise (§10.05.1)?
    pub fn has_material(&self) -> bool {
        self.battle.fixed.chevaux_de_frise
    }

    /// The umpire's rules for this battle.
    pub fn rules(&self) -> &'a [AddedRule] {
        self.battle.umpire.rules()
    }

    /// The objectives, and who holds them; only the umpire is told the holders.
    pub fn objectives(&self) -> Vec<ObjectiveShown> {
        objectives(self.battle, self.is_umpire())
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

/// The seat's own: its side, its generals and couriers, what they see.
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

    /// The generals it commands; the umpire knows them all.
    pub fn generals(&self) -> impl Iterator<Item = (PostId, &'a Post)> + use<'a> {
        let known = *self;
        self.battle.generals.iter().filter(move |(post, _)| known.commands(*post))
    }

    /// The couriers of those generals.
    pub fn couriers(&self) -> impl Iterator<Item = (CourierId, &'a Courier)> + use<'a> {
        let known = *self;
        self.battle.couriers.iter().filter(move |(_, courier)| known.commands(courier.general))
    }

    /// The ride of one of those.
    pub fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        self.battle.ride_of(rider)
    }

    /// Is a general of its side on the table? Everybody knows the leaders of his own side.
    pub fn leads_here(&self, side: SideId, id: &str) -> bool {
        let there = self.battle.general(id).map(|post| &self.battle.generals[post]);
        there.is_some_and(|there| there.side == side && there.life == Life::Here)
    }

    /// Is a general, by his id, below a post in the chain of command?
    pub fn is_below(&self, id: &str, above: PostId) -> bool {
        let post = self.battle.general(id);
        post.is_some_and(|post| post != above && below(self.battle, post, above))
    }

    /// What anybody would see of one of its own units.
    pub fn seen_own(&self, own: Own<'a>) -> Seen<'a> {
        Seen::new(own.whole())
    }

    /// The id of the post that commands a unit.
    pub fn general_of(&self, own: Own<'_>) -> &'a Arc<str> {
        &self.battle.generals[own.general].id
    }

    /// Where the nearest living commander of a unit is, up the chain: the superior commands for a lost general (ruling 74).
    pub fn commander_place(&self, own: Own<'_>) -> Option<Point> {
        let post = commander(&self.battle.generals, own.general)?;
        Some(self.battle.generals[post].place)
    }

    /// The order that a courier in contact with the unit carries to it, if he belongs to its chain of command (ruling 17).
    pub fn carried(&self, own: Own<'_>) -> Option<&'a UnitOrder> {
        let there = self.battle.couriers.values().find(|courier| {
            courier.life == Life::Here
                && courier.with == Some(own.number)
                && courier.order.is_some()
                && below(self.battle, own.general, courier.general)
        });
        there.and_then(|courier| courier.order.as_ref())
    }

    /// The units it sees now: those of other players of its side, and those of other sides that it has seen this turn.
    pub fn in_sight(&self) -> InSight<'a> {
        InSight {
            known: *self,
            eyes: self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat)),
        }
    }

    /// The works it knows of: its side made them, or they are in sight (§04.01.2).
    pub fn works(&self) -> impl Iterator<Item = &'a Made> + use<'a> {
        let known = *self;
        self.battle.works.made.iter().filter(move |made| known.knows_work(made))
    }

    pub(super) fn knows_work(&self, made: &Made) -> bool {
        let seat = self.seat_id();
        self.is_umpire() || seat.is_some_and(|seat| knows_work(self.battle, self.tables, seat, made))
    }

    /// The cleared stretches it knows of: its side cleared them, or they are in sight (§10.04.1, §10.06.1). Each has what stood there, its
    /// two ends, and whether its own side did it.
    pub fn gaps(&self) -> impl Iterator<Item = (Option<Feature>, [Point; 2], bool)> + use<'a> {
        let known = *self;
        let Works { cleared, made, .. } = &self.battle.works;
        cleared.iter().filter(move |gap| known.knows_gap(gap)).filter_map(move |gap| {
            let (number, before) = (gap.stretch.feature.number(), known.map().features().count());
            let stood = match number.checked_sub(before) {
                Some(work) => made.get(work).map(|made| made.thing),
                None => known.map().feature(FeatureId(number)).and_then(thing),
            };
            let ends = known.battle.works.gap_ends(known.map(), gap)?;
            Some((stood, ends, gap.by.is_some() && gap.by == known.side()))
        })
    }

    fn knows_gap(&self, gap: &Gap) -> bool {
        let own = gap.by.is_some() && gap.by == self.side();
        let Knows { battle, tables, .. } = *self;
        let in_sight = |seat| {
            let ends = battle.works.gap_ends(&battle.fixed.ground, gap);
            ends.is_some_and(|ends| {
                lookouts(battle, seat).into_iter().any(|eye| sees_line(battle, tables, eye.place, ends))
            })
        };
        own || self.is_umpire() || self.seat_id().is_some_and(in_sight)
    }

    /// The changes on the ground, without the gaps that it does not know of; the list says which works it knows of.
    fn known_works(&self) -> (Works<Feature>, Vec<bool>) {
        let mut works = self.battle.works.clone();
        works.cleared.retain(|gap| self.knows_gap(gap));
        let known = works.made.iter().map(|made| self.knows_work(made)).collect();
        (works, known)
    }

    /// The ground as it knows it, without the works and gaps that it does not know of (§03.02.2, §04.01.2).
    pub fn ground(&self) -> Arc<Ground> {
        let (works, known) = self.known_works();
        let all = known.iter().all(|known| *known) && works.cleared.len() == self.battle.works.cleared.len();
        let laid = match all {
            true => None,
            false => clearing::laid(self.battle, self.tables, &works, |number| known[number]),
        };
        laid.map_or_else(|| self.battle.ground.clone(), Arc::new)
    }

    /// The materiel it knows of when it writes its orders: that of its side, and enemy wagons it has seen.
    pub fn materiel(&self) -> Option<Ground> {
        let side = self.side()?;
        let of = |unit: UnitId| {
            let there = &self.battle.units[unit];
            there.side == side || (there.wagon.is_some() && self.knows(unit))
        };
        materiel::thought(self.battle, self.tables, side, of)
    }

    /// Is there a stretch of fence or barricade near that a unit would clear?
    pub fn has_to_clear(&self, own: Own<'_>, work: Work) -> bool {
        clearing::clearable(self.battle, own.number, work).is_some()
    }
}

/// What a seat sees from where its generals and their units look.
pub struct InSight<'a> {
    known: Knows<'a>,
    eyes: Vec<Eye>,
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
        seen.into_iter().map(|unit| Seen::new(&battle.units[unit])).filter(|seen| seen.here()).collect()
    }

    /// The name of a unit of another side, if it is so near that its name is known.
    pub fn name_of(&self, seen: Seen<'a>) -> Option<&'a Arc<str>> {
        let enemy = Some(seen.side()) != self.known.side();
        let near = |placed: &Placed| {
            let parts = placed.parts();
            self.eyes.iter().any(|eye| parts.iter().any(|part| part.distance_to(eye.place) <= NAMED_CM * CM))
        };
        (!enemy || near(seen.placed())).then(|| seen.full_name())
    }
}
