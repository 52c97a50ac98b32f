//! Moves (chapter 4): a unit carries its steps out one after the other, as far as its turn, the ground, others and its command distance let
//! it. Nothing is measured for the player beforehand (§1.1.4): he says where to, and it goes as far as it comes.

use krigsspil_engine::battle::Waypoint;
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::{Placed, Point, TOUCH};

use super::bodies::{in_the_way, metres_to, shifted};
use super::meeting::{meets, meets_parts};
use super::order::Step;
use super::state::{CM, Fixed, InZone, Unit, UnitId};
use crate::procedures::ground::Feature;
use crate::tables::{Tables, UnitRow};
use crate::vocabulary::{Branch, Formation};

/// The rounding of shares of a turn.
pub(super) const HAIR: f64 = 1e-9;

/// Somebody else on the table, as far as he is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other<'a> {
    pub id: UnitId,
    pub placed: &'a Placed,
    pub own: bool,
    /// An own battery in position: everybody may pass through it (§4.4.4).
    pub passable: bool,
    pub zone: Option<usize>,
    pub figures: i32,
    pub battery: bool,
}

/// What a march goes over and meets.
pub(super) struct Field<'a> {
    pub fixed: &'a Fixed,
    pub tables: &'a Tables,
    pub others: Vec<Other<'a>>,
}

/// Why a march ended before its steps were done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Halt {
    /// It came upon an enemy.
    Enemy(UnitId),
    /// A friend stands in its way.
    Friend(UnitId),
    /// Ground it cannot pass.
    Ground(&'static str),
    /// The edge of the table.
    Edge,
    /// It would leave the command distance.
    Command,
    /// There is no room for it.
    NoRoom,
    /// The turn is used up.
    Time,
}

/// What a march leads to.
#[derive(Clone, Debug)]
pub(super) struct Marched {
    pub placed: Placed,
    pub formation: Formation,
    pub ranks: i32,
    pub zone: Option<InZone>,
    pub off_table: bool,
    pub used: f64,
    pub way: Vec<Waypoint>,
    pub halt: Option<Halt>,
    pub not_reached: Vec<usize>,
    pub ground: Vec<(f64, f64, &'static str)>,
    /// It went backward, as a unit in U may.
    pub went_back: bool,
}

/// How a march is limited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The share of a turn it may use.
    pub budget: f64,
    /// A march order: road rate (§4.4.2).
    pub march_order: bool,
    /// Where its chief is, and his command distance in metres, which it may not leave.
    pub chief: Option<(Point, f64)>,
    /// Under a march order no nearer to the enemy than this, in metres.
    pub keeps_off: Option<f64>,
}

/// A unit on the march.
pub(super) struct Walker<'a> {
    pub field: &'a Field<'a>,
    pub unit: &'a Unit,
    pub row: UnitRow,
    pub limits: Limits,
    pub left: f64,
    pub limbered_once: bool,
    pub done: Marched,
}

/// Carries steps out.
pub(super) fn march(field: &Field<'_>, unit: &Unit, limits: Limits, steps: &[Step]) -> Marched {
    let pose = unit.placed.pose();
    let start = Waypoint { moment: 0.0, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() };
    let mut walker = Walker {
        field,
        unit,
        row: *field.tables.unit(unit.kind),
        limits,
        left: limits.budget,
        limbered_once: false,
        done: Marched {
            placed: unit.placed.clone(),
            formation: unit.formation,
            ranks: unit.ranks,
            zone: unit.zone,
            off_table: false,
            used: 0.0,
            way: vec![start],
            halt: None,
            not_reached: Vec::new(),
            ground: Vec::new(),
            went_back: false,
        },
    };
    for (place, step) in steps.iter().enumerate() {
        // Who is halted by the edge has come to it, and may go over it.
        if matches!((walker.done.halt, step), (Some(Halt::Edge), Step::LeaveTable)) {
            walker.done.halt = None;
        }
        if walker.done.halt.is_none() && !walker.done.off_table {
            walker.step(step);
            if walker.done.halt.is_none() {
                continue;
            }
            // A way that was cut short has been begun; anything else has not.
            if matches!(step, Step::Go { .. }) {
                continue;
            }
        }
        walker.done.not_reached.push(place);
    }
    walker.done.used = limits.budget - walker.left;
    walker.done
}

impl Walker<'_> {
    fn step(&mut self, step: &Step) {
        match *step {
            Step::Go { cm, degrees } => self.go(cm, degrees),
            Step::Turn { degrees } => self.turn(degrees),
            Step::Form { formation, facing, ranks } => self.form(formation, facing, ranks),
            Step::Limber => self.limber(Formation::Limbered, 0.0),
            Step::Unlimber { degrees } => self.limber(Formation::Unlimbered, degrees),
            Step::Enter { side } => self.enter(side),
            Step::Leave { side, formation } => self.leave(side, formation),
            Step::ShiftSide { side } => self.shift_side(side),
            Step::TurnOut => self.turn_out(),
            Step::LeaveTable => self.leave_table(),
        }
    }

    /// Uses up quarters of the turn; false, and halted, when they are not left.
    pub fn spend_quarters(&mut self, quarters: i32) -> bool {
        self.spend(f64::from(quarters) / 4.0)
    }

    fn spend(&mut self, share: f64) -> bool {
        if share > self.left + HAIR {
            self.done.halt = Some(Halt::Time);
            return false;
        }
        self.left = (self.left - share).max(0.0);
        true
    }

    pub fn note(&mut self) {
        let pose = self.done.placed.pose();
        let moment = (self.limits.budget - self.left).clamp(0.0, 1.0);
        self.done.way.push(Waypoint {
            moment,
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
        });
    }

    /// Is there room for a body: on the table, on good ground, and on nobody?
    pub fn room_for(&self, placed: &Placed, formation: Formation) -> bool {
        let ground = &self.field.fixed.ground;
        ground.table().holds(placed)
            && super::terrain::may_stand(placed, self.unit.branch, formation, ground, self.field.tables)
            && !self.field.others.iter().any(|other| in_the_way(placed, other.placed))
    }

    /// One's own front is what goes first; backward, the rear.
    fn go(&mut self, cm: Option<f64>, degrees: f64) {
        if self.done.formation == Formation::Square || self.done.zone.is_some() {
            self.done.halt = Some(Halt::NoRoom);
            return;
        }
        let pose = self.done.placed.pose();
        let way = pose.facing.right_by(krigsspil_field::prelude::Degrees(degrees)).ahead();
        let backward = degrees.abs() > 90.0;
        let wanted = cm.unwrap_or(200.0) * CM;
        let (mut metres, mut halt) = self.free_way(way, wanted);
        let (paced, stopped) = self.pace(way, metres, backward);
        if paced < metres {
            (metres, halt) = (paced, stopped);
        }
        if let Some(edge) = self.within_command(way, metres) {
            (metres, halt) = (edge, Some(Halt::Command));
        }
        if let Some(edge) = self.keeping_off(way, metres) {
            (metres, halt) = (edge, Some(Halt::Command));
        }
        let metres = self.clear_of_all(way, metres);
        self.charge_for(way, metres, backward);
        self.done.placed = shifted(&self.done.placed, way, metres);
        self.done.went_back |= backward && metres > 0.0;
        // Who was told a length and has gone it is not halted.
        let whole = metres >= wanted - 0.5 * TOUCH - 0.01;
        self.done.halt = halt.filter(|_| !whole || matches!(halt, Some(Halt::Enemy(_))));
        self.note();
    }

    /// Metres to the first who stands in the way, and who it is; at most what is wanted.
    fn free_way(&self, way: Point, wanted: f64) -> (f64, Option<Halt>) {
        let here = &self.done.placed;
        let (mut metres, mut halt) = (wanted, None);
        let swept = |by: f64| {
            let Extent { low, high } = *here.extent();
            here.extent().and(Extent { low: low + way * by, high: high + way * by })
        };
        for other in self.field.others.iter().filter(|other| !other.passable) {
            if !swept(metres).grown(1.0).meets(other.placed.extent()) {
                continue;
            }
            let Some(met) = meets(here, way, metres, other.placed) else { continue };
            // Of a friend and an enemy at the same step he has come upon the enemy.
            let beside_friend = !other.own && matches!(halt, Some(Halt::Friend(_)));
            if met < metres || beside_friend && met <= metres {
                metres = met;
                halt = Some(if other.own { Halt::Friend(other.id) } else { Halt::Enemy(other.id) });
            }
        }
        // Town zones stop everybody who does not march through their streets (§4.8.3).
        if !self.done.formation.is_column_of_route() {
            for (_, zone) in self.field.fixed.zones.iter().filter(|(_, zone)| !zone.holds_some_of(here)) {
                let part = [zone.part().clone()];
                if let Some(met) = meets_parts(here, way, metres, &part).filter(|met| *met < metres) {
                    (metres, halt) = (met, Some(Halt::Ground(Feature::TownZone.as_str())));
                }
            }
        }
        let edge = self.to_the_edge(way, metres);
        if edge < metres {
            (metres, halt) = (edge, Some(Halt::Edge));
        }
        (metres.max(0.0), halt)
    }

    /// Metres until it would cross the edge of the table.
    fn to_the_edge(&self, way: Point, metres: f64) -> f64 {
        let table = self.field.fixed.ground.table();
        let on = |by: f64| table.holds(&shifted(&self.done.placed, way, by));
        if on(metres) {
            return metres;
        }
        last_good(metres, on)
    }

    /// The last place of a way within command distance, when its end is not.
    fn within_command(&self, way: Point, metres: f64) -> Option<f64> {
        let (chief, reach) = self.limits.chief?;
        let inside = |by: f64| metres_to(&shifted(&self.done.placed, way, by), chief) <= reach + 0.01;
        if inside(metres) { None } else { Some(last_good(metres, inside)) }
    }

    /// The last place of a way that keeps far enough from every enemy (§2.10).
    fn keeping_off(&self, way: Point, metres: f64) -> Option<f64> {
        let reach = self.limits.keeps_off?;
        let enemies: Vec<&Other<'_>> = self.field.others.iter().filter(|other| !other.own).collect();
        let off = |by: f64| {
            let there = shifted(&self.done.placed, way, by);
            enemies.iter().all(|enemy| krigsspil_field::prelude::distance(&there, enemy.placed) > reach)
        };
        if off(metres) { None } else { Some(if off(0.0) { last_good(metres, off) } else { 0.0 }) }
    }

    /// It ends on nobody: own guns it passed through included.
    fn clear_of_all(&self, way: Point, metres: f64) -> f64 {
        let clear = |by: f64| {
            let there = shifted(&self.done.placed, way, by);
            !self.field.others.iter().any(|other| in_the_way(&there, other.placed))
        };
        let mut reach = metres;
        // Back by the width of a hair, then by more: a way is long and the next gap is near.
        let mut step = 1.0 / 64.0;
        while reach > 0.0 && !clear(reach) {
            reach -= step;
            step = (step * 1.5).min(15.0);
        }
        reach.max(0.0)
    }

    /// Over the edge: straight ahead to it when the march reaches so far, else not at all.
    fn leave_table(&mut self) {
        if self.at_the_edge() {
            self.done.off_table = true;
            return;
        }
        let (here, left) = (self.done.clone(), self.left);
        self.go(None, 0.0);
        if self.done.halt == Some(Halt::Edge) {
            (self.done.halt, self.done.off_table) = (None, true);
        } else {
            (self.done, self.left) = (here, left);
            self.done.halt = Some(Halt::NoRoom);
        }
    }

    fn at_the_edge(&self) -> bool {
        let table = self.field.fixed.ground.table();
        let near = self.done.placed.extent().grown(CM);
        let whole = table.extent();
        near.low.x < whole.low.x
            || near.low.y < whole.low.y
            || near.high.x > whole.high.x
            || near.high.y > whole.high.y
    }
}

/// The greatest length up to which something is true that is true at 0 and false at the end.
fn last_good(metres: f64, good: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, metres);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if good(middle) { low = middle } else { high = middle }
    }
    low
}

/// A unit's rate straight ahead over open ground, for what prompts tell.
pub(super) fn open_rate(unit: &Unit, tables: &Tables) -> f64 {
    f64::from(tables.unit(unit.kind).rate_cm(unit.formation, false))
}

/// Guns, foot or horse.
pub(super) fn battery_kind(branch: Branch) -> crate::vocabulary::Battery {
    match branch {
        Branch::HorseArtillery => crate::vocabulary::Battery::Horse,
        _ => crate::vocabulary::Battery::Foot,
    }
}
