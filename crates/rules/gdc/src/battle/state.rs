//! The whole state of a battle.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending};
use krigsspil_field::prelude::{Placed, Point, distance, nearest};
use krigsspil_turn::command::Posts;
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{Id, IdSet, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::Held;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::umpire::Umpire;
use serde::{Deserialize, Serialize};

use super::chosen::Chosen;
pub use super::directives::{Courier, Directive};
pub use super::engineers::Company;
use super::phases;
pub use super::units::{Battery, Chits, Crew, InTurn, Ratings, Stance, Unit};
use super::zones::Zone;
use crate::procedures::melee_units::Crossed;
use crate::vocabulary::{ChargeOrders, Commander, Contact, Weather};

/// What a general has beside his post.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct General {
    /// A player casting (§2.54).
    pub player: bool,
    /// He rides an elephant (opt.india).
    #[serde(default)]
    pub elephant: bool,
    /// He has formed a square this turn (§4.11.B).
    pub squared: bool,
    /// What his command is to do (§2.4).
    #[serde(default)]
    pub directive: Option<Directive>,
    /// Couriers he has sent.
    #[serde(default)]
    pub sent: u32,
    /// The turn in which the command lost its general (§2.56), and whether he was a player casting.
    pub lost: Option<(u32, bool)>,
}

/// How far a charge has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It has not moved.
    Declared,
    /// It has touched an enemy.
    Contact,
    /// It was stopped by a check, by ground or by a friend.
    Stopped,
    /// It has spent its distance, or halted, and met nobody.
    Spent,
}

/// A charge, or a counter-charge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// It answers a charge (§9.4).
    pub counter: bool,
    /// The wheel before it, in degrees.
    pub wheel: f64,
    /// Its standing orders.
    pub orders: ChargeOrders,
    /// The whole distance it may charge, in yards; worked out as it moves.
    pub allowed: i32,
    /// Yards it has charged.
    pub charged: i32,
    /// Unimpeded yards before contact (§5.7).
    pub unimpeded: i32,
    /// What it crossed.
    pub crossed: Crossed,
    /// Unorganized, or in recall, as it was declared (R81).
    pub out_of_hand: bool,
    /// Where it began.
    pub from: Point,
    /// The target was unformed and fled (§5.22).
    pub target_fled: bool,
    /// The charging friend it came up behind (§5.4).
    pub behind: Option<UnitId>,
    /// It halts half way (§2.61.A).
    #[serde(default)]
    pub halts: bool,
    /// The squares it has flowed around: it goes on past them, and has lost its impetus for good (§9.5.B).
    #[serde(default)]
    pub around: Vec<UnitId>,
    /// The first charge of a guard (opt.guard.C).
    #[serde(default)]
    pub elan: bool,
    /// How far it has come.
    pub fate: Fate,
}

/// Two units that fight each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// The one that came into contact.
    pub striker: UnitId,
    /// The one it struck.
    pub struck: UnitId,
    /// Where the struck one was struck.
    pub side: Contact,
    /// The struck one was charging itself.
    pub both: bool,
    /// Engaged since an earlier round (§9.61-b); then the same one attacks (R29).
    pub engaged: bool,
    /// Who attacked in the last round.
    pub attacker: Option<UnitId>,
}

impl Fight {
    /// Is a unit in it?
    pub fn holds(&self, unit: UnitId) -> bool {
        self.striker == unit || self.struck == unit
    }

    /// The other one.
    pub fn against(&self, unit: UnitId) -> UnitId {
        if self.striker == unit { self.struck } else { self.striker }
    }
}

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario, the ground, the sides and the seats.
    pub given: Given,
    /// The classes of its features, by number.
    pub classes: super::terrain::Classes,
    /// The year (§10.1.G).
    pub year: i32,
    /// The options of the rules that are used.
    pub options: Chosen,
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
    /// The units, in order of their ids.
    pub units: Roll<UnitId, Unit>,
    /// Posts, in order of their ids.
    pub posts: Posts,
    /// The generals who hold them.
    pub generals: Roll<PostId, General>,
    /// Couriers on their way.
    pub couriers: Vec<Courier>,
    /// Fords that were found (§11.3.F.2).
    pub fords: Vec<Point>,
    /// River sections that were searched: the feature and the section.
    pub searched: Vec<(usize, i32)>,
    /// Companies of engineers (opt.engineers).
    pub engineers: Vec<Company>,
    /// Bridges that are broken, by their features.
    pub broken: Vec<usize>,
    /// The side that scouts twice as well as the other (opt.scouting).
    pub scouts: Option<SideId>,
    /// Charges of this turn.
    pub charges: Vec<Charge>,
    /// Who fights whom.
    pub fights: Vec<Fight>,
    /// The objective zones.
    pub zones: Vec<Zone>,
    /// The weather.
    pub weather: Weather,
    /// Who is waited for, and who is ready.
    pub gate: Gate,
    /// The stretch of the turn that runs, and what it asks.
    pub turns: Turns<Battle>,
    /// What the umpire has done.
    pub umpire: Umpire,
    /// Who sees which enemy.
    pub seen: Sightings,
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

    /// Units that take up ground: all on the table but those in a zone, and guns that nobody serves, which anybody may stand on (§7.11-b).
    pub fn solid(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(|&unit| {
            let own = &self.units[unit];
            !own.abandoned() && own.inside.is_none() && own.shelter.is_none()
        })
    }

    /// Units of the other sides on the table, but guns that nobody serves, and skirmishers inside a square.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&other| {
            let there = &self.units[other];
            there.side != side && !there.abandoned() && there.shelter.is_none()
        })
    }

    /// Units of a side on the table.
    pub fn friends_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&other| self.units[other].side == side)
    }

    /// The fights a unit is in.
    pub fn fights_of(&self, unit: UnitId) -> impl Iterator<Item = &Fight> + '_ {
        self.fights.iter().filter(move |fight| fight.holds(unit))
    }

    /// In contact with an enemy.
    pub fn fighting(&self, unit: UnitId) -> bool {
        self.fights_of(unit).next().is_some()
    }

    /// Engaged (§9.61-b).
    pub fn engaged(&self, unit: UnitId) -> bool {
        self.fights_of(unit).any(|fight| fight.engaged)
    }

    /// The charge of a unit.
    pub fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.unit == unit)
    }

    /// Is a unit the target of a charge?
    pub fn charged(&self, unit: UnitId) -> bool {
        self.charges.iter().any(|charge| charge.target == unit && !charge.counter)
    }

    /// Yards from edge to edge, rounded up to whole yards: a limit is kept to the inch (R7).
    pub fn yards(&self, one: UnitId, other: UnitId) -> i32 {
        whole_yards(distance(&self.units[one].placed, &self.units[other].placed))
    }

    /// Whole yards from a unit to the nearest enemy; none when there is nobody.
    pub fn enemy_yards(&self, unit: UnitId) -> Option<i32> {
        let own = &self.units[unit];
        let enemies = self.enemies_of(own.side).map(|enemy| (enemy, &self.units[enemy].placed));
        nearest(&own.placed, enemies).map(|(_, yards)| whole_yards(yards))
    }

    /// Where a general is: with his unit, or by himself.
    pub fn general_place(&self, post: PostId) -> Point {
        let rider = &self.posts[post].rider;
        match rider.with.filter(|&unit| self.units[unit].here()) {
            Some(unit) => self.units[unit].placed.pose().at,
            None => rider.place,
        }
    }

    /// Yards from a general to the nearest edge of a unit.
    pub fn general_yards(&self, post: PostId, unit: UnitId) -> i32 {
        whole_yards(yards_to(&self.units[unit].placed, self.general_place(post)))
    }

    /// What a general commands, for his control radius (§2.3).
    pub fn commander(&self, post: PostId) -> Commander {
        if &*self.posts[post].rank == "army" { Commander::Army } else { Commander::CorpsOrLower }
    }

    /// The generals attached to a unit.
    pub fn attached(&self, unit: UnitId) -> impl Iterator<Item = PostId> + '_ {
        let with = move |post: &PostId| {
            self.posts[*post].rider.is_here() && self.posts[*post].rider.with == Some(unit)
        };
        self.posts.ids().filter(with)
    }

    /// Is a command that a unit is of, from its brigade up, still without the general it lost (§2.56, R42)? And was one of them a player casting?
    pub fn general_lost(&self, unit: UnitId) -> Option<bool> {
        let above = krigsspil_turn::command::chain(&self.posts, self.units[unit].command);
        let lost = above.filter_map(|post| self.generals[post].lost);
        lost.filter(|(turn, _)| self.turn <= turn + 2).map(|(_, player)| player).max()
    }

    /// Does it fight at home: `[[special]] rules = "gdc"`, `name = "home"`, `about = { nation = "france" }`?
    pub fn at_home(&self, unit: UnitId) -> bool {
        let special = self.fixed.scenario.special.iter();
        let homes = special.filter(|rule| rule.rules == "gdc" && rule.name == "home");
        let nation = self.units[unit].ratings.nation.as_str();
        homes
            .into_iter()
            .any(|rule| rule.about.get("nation").and_then(|value| value.as_str()) == Some(nation))
    }

    /// Russians in Russia, where that counts (opt.russian).
    pub fn russian_in_russia(&self, unit: UnitId) -> bool {
        let russian = self.units[unit].ratings.nation == crate::armies::vocabulary::Nation::Russia;
        self.fixed.options.russians && russian && self.at_home(unit)
    }

    /// The order in which things that happen at once are thrown for: from south to north, then from the middle of the table
    /// outward, so that neither a name nor a mirror matters.
    pub fn by_place(&self, mut units: Vec<UnitId>) -> Vec<UnitId> {
        units.sort_by(|&one, &other| self.comes_first(one, other));
        units
    }

    /// Which of two units is thrown for first.
    pub fn comes_first(&self, one: UnitId, other: UnitId) -> std::cmp::Ordering {
        let place = |unit: UnitId| self.units[unit].placed.pose().at;
        self.place_first(place(one), place(other))
    }

    /// East (1) or west (-1) of the middle of the table.
    pub fn outward(&self, at: Point) -> f64 {
        let table = self.fixed.ground.table().extent();
        if at.x < (table.low.x + table.high.x) / 2.0 { -1.0 } else { 1.0 }
    }

    /// Which of two places comes first.
    pub fn place_first(&self, a: Point, b: Point) -> std::cmp::Ordering {
        let table = self.fixed.ground.table().extent();
        let middle = (table.low.x + table.high.x) / 2.0;
        let out = |at: Point| (at.x - middle).abs();
        a.y.total_cmp(&b.y).then(out(a).total_cmp(&out(b))).then(a.x.total_cmp(&b.x))
    }
}

/// Rounded to whole yards, halves up; the last hundredth of a yard is nothing.
pub fn whole_yards(yards: f64) -> i32 {
    (yards + 0.5 - 1e-2).floor() as i32
}

/// Yards from a place to the nearest edge of a body.
pub fn yards_to(body: &Placed, place: Point) -> f64 {
    body.parts().iter().map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min)
}
