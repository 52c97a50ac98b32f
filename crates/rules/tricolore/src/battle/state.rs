//! The whole state of a battle.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending, Presence};
use krigsspil_field::prelude::{Point, distance, nearest};
use krigsspil_turn::command::{Posts, is_under};
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{Id, IdSet, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::Held;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::umpire::Umpire;
use serde::{Deserialize, Serialize};

use super::phases;
pub use super::units::{Battery, Branch, InSequence, InTurn, Ratings, Unit};
use crate::quantity::Bases;
use crate::vocabulary::{CommandOrder, Terrain};

/// An officer, beside the post he holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Officer {
    /// E (§house.officers).
    pub ability: i32,
    /// His bonus, 0 to 3.
    pub bonus: i32,
    /// His command radius in metres.
    pub radius: f64,
    /// The axis of his command, in degrees (§house.axis).
    pub facing: f64,
    /// He has moved in this sequence or phase.
    pub moved: bool,
    /// He has turned in it.
    pub turned: bool,
}

/// An order that waits to be obeyed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// The order.
    pub order: CommandOrder,
    /// Where it is to be carried out.
    pub place: Option<Point>,
    /// Whole turns since it was issued.
    pub turns: i32,
}

/// The command of an officer: the units directly under him. It is the formation that tests morale (R65).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    /// The order in force.
    pub order: CommandOrder,
    /// Its place.
    pub place: Option<Point>,
    /// The order that waits.
    pub pending: Option<Pending>,
    /// Engaged for the rest of the turn (§turn.B).
    pub engaged: bool,
    /// Touched by a breakthrough: engaged from the next sequence on (R110).
    pub touched: bool,
    /// Its bases at the start.
    pub first: Bases,
    /// Broken (§house.broken).
    pub broken: bool,
}

/// A zone of a town (§house.town-zone).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: Arc<str>,
    /// Its outline.
    pub outline: Vec<Point>,
    /// Enclosed I, II or III.
    pub class: Terrain,
    /// Steps of cover that were shot away (§bombard.cover-loss).
    pub steps_lost: i32,
    /// Who holds it.
    pub held: Option<SideId>,
}

/// Who fights whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melee {
    /// The side that attacks.
    pub attackers: Vec<UnitId>,
    /// The side that is attacked.
    pub defenders: Vec<UnitId>,
    /// Rounds that were fought; none is the initial melee.
    pub rounds: u32,
    /// The attacker fights the first round on the continued table (R71).
    pub continued: bool,
    /// The zone that is fought for.
    pub zone: Option<usize>,
    /// The attackers are inside it (R76).
    pub inside: bool,
    /// Those who were taken in flank.
    pub flanked: Vec<UnitId>,
    /// Cavalry that awaited the attack standing (R68).
    pub stationary: Vec<UnitId>,
    /// Those who have come to a melee that was fought before, and have their first round before them (R105).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<UnitId>,
    /// Who leads each side in this round (R69).
    pub leads: [Option<UnitId>; 2],
}

impl Melee {
    /// Does a unit fight in it?
    pub fn holds(&self, unit: UnitId) -> bool {
        self.attackers.contains(&unit) || self.defenders.contains(&unit)
    }

    /// Those a unit fights.
    pub fn against(&self, unit: UnitId) -> &[UnitId] {
        if self.attackers.contains(&unit) { &self.defenders } else { &self.attackers }
    }

    /// Everybody in it.
    pub fn all(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().chain(&self.defenders).copied()
    }
}

/// An attack that was declared and tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The wheel before it goes straight ahead, in degrees (R90); as it serves when not given.
    pub wheel: Option<f64>,
    /// On the continued table (R71).
    pub continued: bool,
    /// The target has slipped away (R103): the way to where it stood.
    pub slipped: Option<Stood>,
    /// The target counter-charges (R104).
    pub countered: bool,
}

/// The way of an attacker to where his target stood before it slipped away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stood {
    /// A wheel, in degrees.
    pub wheel: f64,
    /// Then metres straight ahead.
    pub ahead: f64,
}

/// A breakthrough that was won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Won {
    /// Who won it.
    pub unit: UnitId,
    /// The result: A200, A300, A400, or # against artillery.
    pub result: crate::vocabulary::Victory,
    /// It was the attacker.
    pub attacker: bool,
    /// Those it beat.
    pub beaten: Vec<UnitId>,
    /// Bases they lost by loss tests: prisoners, if it breaks through (R82).
    pub captives: Bases,
}

/// A fire that was ordered and waits for all to be ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    /// The battery.
    pub unit: UnitId,
    /// At a unit.
    pub target: Option<UnitId>,
    /// At a zone.
    pub zone: Option<usize>,
    /// With so many bases.
    pub bases: i32,
}

/// The umpire's word on a line of sight, for this turn (§house.visibility).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SightRuling {
    /// The two units.
    pub between: [UnitId; 2],
    /// It is clear.
    pub clear: bool,
}

/// What a side has written and won.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideState {
    /// The sequence bonus written for this turn (§house.sequence-bonus).
    pub bonus: i32,
    /// Bases it took prisoner (R82).
    pub prisoners: Bases,
}

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario, the ground, the sides and the seats.
    pub given: Given,
    /// The classes of its features, by number (§terrain.table).
    pub classes: super::terrain::Classes,
    /// The commander-in-chief of each side.
    pub chiefs: Roll<SideId, Option<PostId>>,
    /// The zones of towns as bodies, whoever is in them.
    pub zone_bodies: Vec<Option<krigsspil_field::prelude::Placed>>,
    /// How far one sees, in metres (§house.visibility).
    pub visibility: f64,
    /// Named options that change a supplied rule.
    pub options: super::setup::Chosen,
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What never changes.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The turn, from 1.
    pub turn: u32,
    /// Where the turn has come to, and whose move it is.
    pub stand: Stand,
    /// The side with the initiative.
    pub initiative: SideId,
    /// Somebody has had it by a throw.
    pub initiative_thrown: bool,
    /// What each side has written and won.
    pub side: Roll<SideId, SideState>,
    /// The units, in order of their ids.
    pub units: Roll<UnitId, Unit>,
    /// Posts, in order of their ids.
    pub posts: Posts,
    /// The officers who hold them.
    pub officers: Roll<PostId, Officer>,
    /// Their commands.
    pub commands: Roll<PostId, Command>,
    /// Zones of towns.
    pub zones: Vec<Zone>,
    /// Attacks of this sequence.
    pub attacks: Vec<Attack>,
    /// Who fights whom.
    pub melees: Vec<Melee>,
    /// Breakthroughs won in this sequence.
    pub won: Vec<Won>,
    /// Fires that were ordered.
    pub shots: Vec<Shot>,
    /// The umpire's word on lines of sight.
    pub sights: Vec<SightRuling>,
    /// Who is waited for, and who is ready.
    pub gate: Gate,
    /// The stretch of the turn that runs, and what it asks.
    pub turns: Turns<Battle>,
    /// What the umpire has done.
    pub umpire: Umpire,
    /// Who sees which enemy.
    pub seen: Sightings,
    /// The last look about.
    #[serde(skip)]
    pub looked: Option<Arc<super::sight::Looked>>,
    /// Who holds each objective.
    pub held: Held,
    /// How it ended.
    #[serde(skip)]
    pub ending: Option<Ending>,
    /// The dice.
    pub dice: BattleDice,
    /// What happened this turn and last, as each seat was told it.
    pub log: Log,
}

impl Battle {
    /// The phase it has come to.
    pub fn phase(&self) -> phases::Step {
        phases::Step::of(self.stand.phase(&phases::TURN).name)
    }

    /// Units of the other sides on the table.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&other| self.units[other].side != side)
    }

    /// The units directly under a post.
    pub fn under(&self, post: PostId) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids().filter(move |&unit| self.units[unit].command == post)
    }

    /// Are units of a post still to come?
    pub fn comes_later(&self, post: PostId) -> bool {
        self.under(post).any(|unit| self.units[unit].presence == Presence::Coming)
    }

    /// The command of a unit.
    pub fn command_of(&self, unit: UnitId) -> &Command {
        &self.commands[self.units[unit].command]
    }

    /// The melee a unit fights in.
    pub fn melee_of(&self, unit: UnitId) -> Option<&Melee> {
        self.melees.iter().find(|melee| melee.holds(unit))
    }

    /// Does a unit fight hand to hand?
    pub fn locked(&self, unit: UnitId) -> bool {
        self.melee_of(unit).is_some()
    }

    /// Metres from edge to edge, rounded to whole metres, halves up (R80).
    pub fn metres(&self, one: UnitId, other: UnitId) -> i32 {
        whole_metres(distance(&self.units[one].placed, &self.units[other].placed))
    }

    /// Are two so many whole metres from each other, or fewer? Most are seen by their boxes to be farther apart.
    pub fn within(&self, one: UnitId, other: UnitId, metres: i32) -> bool {
        let boxes = self.units[one].placed.extent().distance(self.units[other].placed.extent());
        boxes <= f64::from(metres) + 1.0 && self.metres(one, other) <= metres
    }

    /// Whole metres from a unit to the nearest enemy; none when there is nobody.
    pub fn enemy_metres(&self, unit: UnitId) -> Option<i32> {
        let own = &self.units[unit];
        let enemies = self.enemies_of(own.side).map(|enemy| (enemy, &self.units[enemy].placed));
        nearest(&own.placed, enemies).map(|(_, metres)| whole_metres(metres))
    }

    /// Commands that have units, in the order of their posts.
    pub fn formations(&self) -> impl Iterator<Item = PostId> + '_ {
        self.commands.ids().filter(|&post| self.commands[post].first > Bases::NONE)
    }

    /// A command with more than half its original bases of cavalry.
    pub fn is_cavalry(&self, post: PostId) -> bool {
        let horse = self.under(post).map(|unit| &self.units[unit]);
        let horse: i32 =
            horse.filter(|unit| unit.branch == Branch::Cavalry).map(|unit| unit.first.in_halves()).sum();
        2 * horse > self.commands[post].first.in_halves()
    }

    /// Where an officer is: with his unit, or by himself.
    pub fn officer_place(&self, post: PostId) -> Point {
        let rider = &self.posts[post].rider;
        match rider.with.filter(|&unit| self.units[unit].here()) {
            Some(unit) => self.units[unit].placed.pose().at,
            None => rider.place,
        }
    }

    /// Metres from an officer to the nearest edge of a unit.
    pub fn officer_metres(&self, post: PostId, unit: UnitId) -> f64 {
        let place = self.officer_place(post);
        let parts = self.units[unit].placed.parts().iter();
        parts.map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min)
    }

    /// The unit an officer is in base contact with: the one he rides with, or the nearest of his side that he stands in or against.
    pub fn officer_contact(&self, post: PostId) -> Option<UnitId> {
        let rider = &self.posts[post].rider;
        if !rider.is_here() {
            return None;
        }
        let away = |unit: UnitId| self.officer_metres(post, unit);
        let own = self.here().filter(|&unit| self.units[unit].side == rider.side);
        let touched = own.filter(|&unit| away(unit) <= TOUCHES_HIM);
        let nearest =
            touched.min_by(|&a, &b| away(a).total_cmp(&away(b)).then_with(|| self.comes_first(a, b)));
        rider.with.filter(|&unit| self.units[unit].here()).or(nearest)
    }

    /// Has an officer other officers under him (R57)?
    pub fn is_superior(&self, post: PostId) -> bool {
        self.posts.values().any(|other| other.superior == Some(post))
    }

    /// Do troops of an officer march in phase E, of his own command or of one under him, so that he can go with them (R89)?
    pub fn troops_march(&self, post: PostId) -> bool {
        self.here().any(|unit| {
            let command = self.units[unit].command;
            !self.commands[command].engaged && is_under(&self.posts, command, post)
        })
    }

    /// Is a unit in command (§house.out-of-command)? It is if it was within its officer's radius when the sequence or phase began, or is now
    /// (R114): otherwise it would matter in which order a side moves its units and its officers.
    pub fn in_command(&self, unit: UnitId) -> bool {
        self.units[unit].sequence.commanded || self.in_radius(unit)
    }

    /// Is a unit within the radius of its officer?
    pub fn in_radius(&self, unit: UnitId) -> bool {
        let post = self.units[unit].command;
        let metres = f64::from(whole_metres(self.officer_metres(post, unit)));
        self.posts[post].rider.is_here() && metres <= self.officers[post].radius
    }

    /// The units of a side in a zone, guns left out.
    pub fn in_zone(&self, zone: usize, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&unit| self.units[unit].zone == Some(zone) && self.units[unit].side == side)
    }

    /// The zone a unit is in: foot fills it, guns stand somewhere inside it (R76).
    pub fn town_of(&self, unit: UnitId) -> Option<usize> {
        let own = &self.units[unit];
        if !own.branch.is_artillery() {
            return own.zone;
        }
        let middle = own.placed.centre();
        self.zones.iter().position(|zone| krigsspil_field::polygon::ring_holds(&zone.outline, middle))
    }

    /// The zone in which a battery stands without foot of its side: it is attacked there like guns in the open, with its cover (R76).
    pub fn guns_alone_in(&self, unit: UnitId) -> Option<usize> {
        let own = &self.units[unit];
        let zone = self.town_of(unit).filter(|_| own.branch.is_artillery())?;
        self.in_zone(zone, own.side).next().is_none().then_some(zone)
    }

    /// The order in which things that happen at once are thrown for: from south to north, then from the middle of the table
    /// outward, so that neither a name nor a mirror matters.
    pub fn by_place(&self, mut units: Vec<UnitId>) -> Vec<UnitId> {
        units.sort_by(|&one, &other| self.comes_first(one, other));
        units
    }

    /// Which of two units is thrown for first. Of two that share a zone, and so a place, it is the larger: nothing that only its own player
    /// may know decides, for everybody sees who is thrown for first.
    pub fn comes_first(&self, one: UnitId, other: UnitId) -> std::cmp::Ordering {
        let place = |unit: UnitId| self.units[unit].placed.pose().at;
        let bases = |unit: UnitId| self.units[unit].bases.rounded_up();
        self.place_first(place(one), place(other)).then(bases(other).cmp(&bases(one)))
    }

    /// Which of two places comes first.
    pub fn place_first(&self, a: Point, b: Point) -> std::cmp::Ordering {
        let table = self.fixed.ground.table().extent();
        let middle = (table.low.x + table.high.x) / 2.0;
        let out = |at: Point| (at.x - middle).abs();
        a.y.total_cmp(&b.y).then(out(a).total_cmp(&out(b))).then(a.x.total_cmp(&b.x))
    }
}

/// An officer so near the edge of a unit, in metres, stands against it.
const TOUCHES_HIM: f64 = 1.0;

/// Rounded to whole metres, halves up (R80).
pub fn whole_metres(metres: f64) -> i32 {
    (metres + 0.5).floor() as i32
}

/// Is a unit there, and fit to be counted with?
impl Unit {
    /// It is on the table.
    pub fn here(&self) -> bool {
        self.presence == Presence::Here
    }
}
