//! The whole state of a battle, all of it digested.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending, Presence};
use krigsspil_field::prelude::{Placed, Point, Pose};
pub use krigsspil_turn::command::{Posts, Side};
use krigsspil_turn::common::Given;
pub use krigsspil_turn::ids::{Id, IdSet, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::Held;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::umpire::Umpire;
use serde::{Deserialize, Serialize};

use super::order::{DetachedOrder, Disposition, Wing};
use super::zones::Zones;
use crate::vocabulary::{Branch, CavalryClass, CorpsOrder, Formation, Gun, Order, Rank, UnitKind};

/// Metres of ground to a centimetre: a metre of the table is 3 km (§1.1.1).
pub const CM: f64 = 30.0;

/// What does not change in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario, the ground, the sides and the seats.
    pub given: Given,
    /// The town zones.
    pub zones: Zones,
    /// The sides, the one with the initiative first (§1.2.1).
    pub initiative: Vec<SideId>,
}

/// A battery's guns (§4.6, §6.1.12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    /// The weight of the guns.
    pub gun: Gun,
    /// Loads left.
    pub loads: i32,
    /// It stands under an artillery chief (§6.1.11).
    pub chief: bool,
    /// Gunners of the strongest enemy battery that fired at it in its own last turn.
    pub shelled_by: i32,
    /// Where it left its guns (§8.7.2).
    pub guns_left: Option<Point>,
    /// The unit it has taken shelter in.
    pub sheltering: Option<UnitId>,
}

/// Where in a town a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InZone {
    /// The zone.
    pub zone: usize,
    /// Of a battery, its side of the zone.
    pub side: Wing,
    /// Of a battery, its front is to the town.
    pub inward: bool,
}

/// A detached division or brigade (§2.11).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detached {
    /// Its order.
    pub order: DetachedOrder,
    /// Its point.
    pub point: Point,
    /// It has reached its point.
    pub arrived: bool,
}

/// How an attack came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackKind {
    /// Declared in phase 4.1.
    Declared,
    /// By a reaction.
    Reaction,
    /// The so-manieth continued attack.
    Continued(i32),
}

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Whom.
    pub target: UnitId,
    /// How it came about.
    pub kind: AttackKind,
    /// It strikes flank or rear (§5.3.2).
    pub flank: bool,
    /// The player's number for it in a joint melee.
    pub number: Option<i32>,
}

/// A fire that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    /// At whom.
    pub target: UnitId,
    /// From which side.
    pub side: Wing,
    /// The how manieth its side named.
    #[serde(default)]
    pub named: u32,
}

/// What became of whom a unit attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// He routed.
    Routed,
    /// He is gone.
    Eliminated,
    /// A foot battery drove off (§5.3.3).
    Withdrew,
    /// Guns that were taken without a throw, which counts as a melee fought and won (§7.1.3).
    Taken,
}

/// What a unit does and suffers in the turn of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Now {
    /// The share of the turn it has used.
    pub used: f64,
    /// The share of the turn it has marched, turned and changed.
    pub moved: f64,
    /// It has moved, turned, changed or attacked (§5.2.1).
    pub acted: bool,
    /// It was let go of (§4.3).
    pub done: bool,
    /// Where it stood before it moved.
    pub began: Option<Pose>,
    /// And in which formation.
    pub began_in: Option<Formation>,
    /// Its attack.
    pub attack: Option<Attack>,
    /// It has declared an attack, whatever became of it.
    pub declared: bool,
    /// It has tried a reaction move.
    pub reacted: bool,
    /// It has made one.
    #[serde(default)]
    pub reaction_made: bool,
    /// What it will try as it is attacked, and the way it drives off.
    pub disposes: Option<(Disposition, Option<f64>)>,
    /// It has tried a reaction to an attack.
    pub tried: bool,
    /// Fires that were named.
    pub fires: Vec<Fire>,
    /// It has fired.
    pub fired: bool,
    /// It tries to draw ammunition.
    pub resupplies: bool,
    /// It will abort, going back so far.
    pub aborts: Option<Option<f64>>,
    /// It will break off its melee.
    pub breaks_off: bool,
    /// It has tried to break off.
    pub broke_off: bool,
    /// A battery will try to get out of its town.
    pub leaves_town: bool,
    /// It tries to reorganise.
    pub rallies: Option<(Option<Formation>, Option<f64>)>,
    /// It was struck in flank or rear.
    pub flanked: bool,
    /// What became of whom it attacked.
    pub fate: Option<Fate>,
    /// Continued attacks it has made.
    pub continued: i32,
    /// It lost figures, or fell to U or FU.
    pub disturbed: bool,
    /// It was driven back, or has broken off.
    pub driven: bool,
    /// The town zone it has been driven out of, or was lost in.
    #[serde(default)]
    pub lost_zone: Option<usize>,
    /// A test or a failed rally makes it flee, though it may not have run yet.
    #[serde(default)]
    pub flees: bool,
}

/// A unit: a brigade or a battery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its side.
    pub side: SideId,
    /// The general it stands under.
    pub chief: PostId,
    /// Its row of the country supplement.
    pub kind: UnitKind,
    /// Its arm.
    pub branch: Branch,
    /// The class of cavalry.
    pub class: CavalryClass,
    /// Men it had.
    pub men: i32,
    /// Figures, or gunners, it had.
    pub original: i32,
    /// Figures it has lost.
    pub lost: i32,
    /// Its formation.
    pub formation: Formation,
    /// The ranks of its column.
    pub ranks: i32,
    /// Of a square that had no room: the formation in whose ranks it was made.
    #[serde(default)]
    pub squared_in: Option<Formation>,
    /// How it keeps together (§1.6).
    pub order: Order,
    /// Is it there?
    pub presence: Presence,
    /// Its guns.
    pub battery: Option<Battery>,
    /// The town zone it is in.
    pub zone: Option<InZone>,
    /// With whom it is in continued melee (§7.3.3).
    pub melee: Vec<UnitId>,
    /// Its number in the joint attack from which that melee came (§7.4.p2).
    #[serde(default)]
    pub number: Option<i32>,
    /// Quiet turns in a row, either side's (§9.1).
    pub quiet: i32,
    /// Own turns it has gone back while in U (§1.6.3).
    pub gone_back: i32,
    /// Reorganisation phases since its rout.
    pub since_rout: i32,
    /// The way it fled.
    pub fled: Option<f64>,
    /// It stands on the edge of the table (§8.7.1).
    pub at_edge: bool,
    /// It was stationary in its own last turn.
    pub stationary: bool,
    /// Detached by itself.
    pub detached: Option<Detached>,
    /// Cavalry outside its command distance of its own will (§4.9).
    pub sortie: bool,
    /// This turn.
    pub now: Now,
    /// Where it stands.
    #[serde(with = "super::bodies::stored")]
    pub placed: Placed,
}

impl Unit {
    /// It is on the table.
    pub fn here(&self) -> bool {
        self.presence == Presence::Here
    }

    /// Figures left.
    pub fn figures(&self) -> i32 {
        (self.original - self.lost).max(0)
    }

    /// Is it cavalry?
    pub fn is_cavalry(&self) -> bool {
        self.branch == Branch::Cavalry
    }

    /// Is it infantry?
    pub fn is_infantry(&self) -> bool {
        self.branch == Branch::Infantry
    }

    /// Is it a battery?
    pub fn is_battery(&self) -> bool {
        self.branch.is_artillery()
    }

    /// In full disorder.
    pub fn is_mob(&self) -> bool {
        self.order == Order::FullDisorder
    }

    /// Guns in position, with their men.
    pub fn is_unlimbered(&self) -> bool {
        self.formation == Formation::Unlimbered && !self.is_mob()
    }
}

/// An order on its way to a corps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// The order.
    pub order: CorpsOrder,
    /// Its objective.
    pub objective: Option<Point>,
    /// Who gave it.
    pub from: PostId,
    /// Controls already taken.
    pub controls: i32,
    /// Given in this turn.
    pub fresh: bool,
}

/// A detachment or its recall on its way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detaching {
    /// The order; none for a recall.
    pub order: Option<(DetachedOrder, Point)>,
    /// Controls already taken.
    pub controls: i32,
}

/// What the rules say of a general (§1.4, §2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staff {
    /// His rank.
    pub rank: Rank,
    /// Command ability at his level.
    pub ke: i32,
    /// Added to a melee he is put into.
    pub melee: i32,
    /// Added to morale.
    pub morale: i32,
    /// Orders a turn.
    pub oas: i32,
    /// His zones; the last is open outward when it has a `+`.
    pub zones: [f64; 3],
    /// Zone 3 is open.
    pub open: bool,
    /// His command distance.
    pub command_cm: f64,
    /// The order in force.
    pub order: CorpsOrder,
    /// Its objective.
    pub objective: Option<Point>,
    /// Where the general stood when it came.
    pub first: Point,
    /// He is engaged (§2.7).
    pub engaged: bool,
    /// An order on its way.
    pub pending: Option<Pending>,
    /// Detached with his division.
    pub detached: Option<Detached>,
    /// A detachment on its way.
    pub detaching: Option<Detaching>,
    /// Points spent this turn.
    pub spent: i32,
    /// A cancellation was given him this turn.
    pub cancelled: bool,
    /// He was shifted this turn.
    pub shifted: bool,
    /// He has moved this turn.
    pub moved: bool,
}

/// A battle.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What does not change.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The period, from 1 (§1.2.1).
    pub turn: u32,
    /// Where it has come to.
    pub stand: Stand,
    /// Seats of the sides whose move it is that are done.
    pub ready: IdSet<SeatNo>,
    /// Somebody has reacted since the move went over.
    pub reacted: bool,
    /// The units.
    pub units: Roll<UnitId, Unit>,
    /// Brigades whose detachment is on its way.
    pub detaching: Vec<(UnitId, Detaching)>,
    /// The generals.
    pub posts: Posts,
    /// What the rules say of them.
    pub staff: Roll<PostId, Staff>,
    /// Who sees whom.
    pub seen: Sightings,
    /// Who holds the objectives.
    pub held: Held,
    /// What the umpire has done.
    pub umpire: Umpire,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The dice.
    pub dice: BattleDice,
    /// What happened.
    pub log: Log,
    /// The run between two decisions.
    pub turns: Turns<Battle>,
}

impl Battle {
    /// Where a general is.
    pub fn place_of(&self, post: PostId) -> Point {
        self.posts[post].rider.place
    }

    /// Centimetres from edge to edge.
    pub fn cm_between(&self, one: UnitId, other: UnitId) -> f64 {
        krigsspil_field::prelude::distance(&self.units[one].placed, &self.units[other].placed) / CM
    }

    /// The nearest of these units, and centimetres to it from edge to edge.
    pub fn nearest(&self, one: UnitId, others: impl Iterator<Item = UnitId>) -> Option<(f64, UnitId)> {
        let bodies = others.map(|other| (other, &self.units[other].placed));
        let found = krigsspil_field::prelude::nearest(&self.units[one].placed, bodies);
        found.map(|(other, metres)| (metres / CM, other))
    }

    /// Centimetres from a place to the nearest edge of a unit.
    pub fn cm_from(&self, place: Point, unit: UnitId) -> f64 {
        super::bodies::metres_to(&self.units[unit].placed, place) / CM
    }

    /// Enemies of a side on the table.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&unit| self.units[unit].side != side)
    }

    /// The side whose turn it is.
    pub fn active(&self) -> SideId {
        self.stand.active()
    }

    /// Units put in the order of their places: from west to east, then from south to north. Names never matter.
    pub fn by_place(&self, units: impl IntoIterator<Item = UnitId>) -> Vec<UnitId> {
        let mut sorted: Vec<UnitId> = units.into_iter().collect();
        let key = |unit: &UnitId| self.units[*unit].placed.centre();
        sorted.sort_by(|a, b| {
            let (one, other) = (key(a), key(b));
            // Units in one town stand in one place: their strength, then their side, tells them apart.
            let rest = || {
                let of = |unit: &UnitId| {
                    (&self.units[*unit].side, -self.units[*unit].figures(), self.units[*unit].kind as u32)
                };
                of(a).cmp(&of(b))
            };
            one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)).then_with(rest)
        });
        sorted
    }
}
