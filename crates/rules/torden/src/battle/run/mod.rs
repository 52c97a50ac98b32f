//! What the program does between two decisions: throws, moves that are forced, melees, tests.
//!
//! A run is a pure function of the battle when it began and of the answers so far ([`krigsspil_turn::resume`]). Facts of things that happen
//! at once are measured first, thrown in an order of place, and then applied: names never matter.

mod aborts;
mod after;
mod aim;
mod attacks;
mod breaking;
mod dispositions;
mod fire;
mod forced;
mod generals;
mod melee;
mod morale;
mod moving;
mod orders;
mod phases;
mod rally;
mod reaction;
mod returning;
mod support;
mod telling;
mod ways_back;

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Presence, SeatId};
use krigsspil_field::prelude::{Degrees, Placed, Point, overlap_area};
use krigsspil_turn::desk::{Desk, InHand, Runs, mark};

pub(super) use aborts::{abort_terms, turned_away};
pub(super) use aim::{Sum, measured, zone_in_melee};
pub(super) use attacks::strikes_flank;
pub(super) use breaking::broken_off;
pub(super) use dispositions::{attackers, purpose};
pub(super) use fire::resupply;
pub(super) use generals::{corps_move, in_trouble};
pub(super) use melee::melee_facts;
pub(super) use moving::{field_of, limits_of, planned};
pub(super) use orders::{all_english_cavalry, control, detachment, headquarters, issuers, zone};
pub(super) use phases::{begin_battle, done, go_on};
pub(super) use rally::reorganise;
pub(super) use reaction::{Try, reaction};
pub(super) use ways_back::facing_away;

use super::bodies::{in_the_way, shifted, standing};
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::Order;

/// Eighths of a centimetre that a unit stands aside at most when it closes up.
const MAKES_ROOM_STEPS: i32 = 16;

/// Bodies that lie in each other by fewer square metres stand beside each other: a fiftieth of a square centimetre.
const CROWDED: f64 = 20.0;

/// A run.
pub(super) struct Run<'a> {
    pub battle: &'a mut Battle,
    pub tables: &'a Tables,
    pub desk: &'a mut Desk,
    reached: Reached,
}

/// How far a run has come within a phase: all it needs to continue from there.
#[derive(Clone, Debug, Default)]
enum Reached {
    /// The phase is to be ended.
    #[default]
    Phase,
    /// Phase 5: these give way to the fire.
    Shot(Vec<morale::Gives>),
    /// Phase 6: who attacks fights, for the first time or going on.
    Melees { first: bool },
    /// All have thrown once.
    Thrown(Vec<melee::Pair>),
    /// These attacked; so it was decided, and these give way.
    Decided(Vec<UnitId>, Vec<melee::Fought>, Vec<morale::Gives>),
    /// Who stays in contact fights on, or breaks off.
    InContact(Vec<melee::Fought>),
    /// Winners go on, or take the ground.
    Won(Vec<melee::Fought>),
    /// Phase 7: these run again.
    Unrallied(Vec<morale::Gives>),
}

impl Runs for Run<'_> {
    type State = Battle;

    fn state(&mut self) -> &mut Battle {
        self.battle
    }

    fn desk(&mut self) -> &mut Desk {
        self.desk
    }

    fn in_hand(&self) -> Option<InHand> {
        Some(Arc::new(self.reached.clone()))
    }
}

/// Does something at once, outside a run that could stop for a question, and tells of it.
pub(super) fn at_once<T>(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    work: impl FnOnce(&mut Run<'_>) -> T,
) -> T {
    let mut desk = Desk::aside();
    let done = work(&mut Run::new(battle, tables, &mut desk));
    events.extend(desk.events().iter().cloned());
    done
}

/// What a unit that is attacked may announce, each with the way it is thrown for.
pub(super) fn dispositions_open(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
) -> Vec<super::order::Disposition> {
    let attackers = attackers(battle, unit);
    if attackers.is_empty() {
        return Vec::new();
    }
    let open = dispositions::options(battle, tables, unit, &attackers, false);
    let open = open.map(|open| open.options).unwrap_or_default();
    super::order::Disposition::ALL
        .iter()
        .copied()
        .filter(|how| open.contains(&dispositions::option_of(*how)))
        .collect()
}

impl<'a> Run<'a> {
    fn new(battle: &'a mut Battle, tables: &'a Tables, desk: &'a mut Desk) -> Run<'a> {
        Run { battle, tables, desk, reached: Reached::Phase }
    }
}

impl Run<'_> {
    /// The run can continue from here when it stops for a question.
    fn marked(&mut self, reached: Reached) -> Reached {
        self.reached = reached;
        mark(self);
        std::mem::take(&mut self.reached)
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }

    /// The seat that commands a unit.
    fn seat(&self, unit: UnitId) -> SeatId {
        let fixed = &self.battle.fixed;
        fixed.seating.id(fixed.seat_of[self.battle.units[unit].chief]).clone()
    }

    /// Makes the body of a unit anew, where its front is.
    fn rebuild(&mut self, unit: UnitId) {
        let pose = self.unit(unit).placed.pose();
        if let Ok(placed) = standing(self.unit(unit), pose, &self.battle.fixed.clone().zones, self.tables) {
            self.unit_mut(unit).placed = placed;
        }
    }

    fn set_down(&mut self, unit: UnitId, placed: Placed) {
        self.unit_mut(unit).placed = placed;
    }

    /// A unit is gone for good.
    fn remove(&mut self, unit: UnitId, presence: Presence) {
        self.leave_melees(unit);
        let gone = self.unit_mut(unit);
        gone.now.lost_zone = gone.zone.map(|inside| inside.zone).or(gone.now.lost_zone);
        (gone.presence, gone.zone) = (presence, None);
        (gone.now.attack, gone.now.fires) = (None, Vec::new());
        if presence == Presence::Gone {
            gone.lost = gone.original;
        }
        self.attackers_lose(unit, Fate::Eliminated);
    }

    /// Those who attacked a unit remember what became of it.
    fn attackers_lose(&mut self, unit: UnitId, fate: Fate) {
        for other in self.battle.units.values_mut() {
            if other.now.attack.is_some_and(|attack| attack.target == unit) {
                other.now.fate = Some(fate);
            }
        }
    }

    /// A unit is in no melee any longer.
    fn leave_melees(&mut self, unit: UnitId) {
        let with = std::mem::take(&mut self.unit_mut(unit).melee);
        for other in with {
            self.unit_mut(other).melee.retain(|one| *one != unit);
        }
    }

    /// Figures come off at once: all close up, and then who stands in another makes room.
    fn lose(&mut self, losses: &[(UnitId, i32)]) {
        for &(unit, figures) in losses.iter().filter(|(_, figures)| *figures > 0) {
            let hit = self.unit_mut(unit);
            hit.lost = (hit.lost + figures).min(hit.original);
            hit.now.disturbed = true;
            if hit.figures() == 0 {
                self.tell("destroyed", "1.6.5", &[unit], serde_json::json!({}));
                self.remove(unit, Presence::Gone);
            } else {
                self.rebuild(unit);
            }
        }
        for &(unit, _) in losses.iter().filter(|(_, figures)| *figures > 0) {
            if self.unit(unit).here() {
                self.makes_room(unit);
            }
        }
    }

    /// A unit that closes up its ranks may fill a gap into which a friend had put a corner: it then stands as much aside as it must, away
    /// from him if it can.
    fn makes_room(&mut self, unit: UnitId) {
        let of = self.unit(unit);
        if of.zone.is_some() {
            return;
        }
        let crowds = |placed: &Placed, other: UnitId| {
            let there = &self.unit(other).placed;
            in_the_way(placed, there) && overlap_area(placed, there) > CROWDED
        };
        let near = |placed: &Placed| -> Vec<UnitId> {
            self.battle.here().filter(|&other| other != unit && crowds(placed, other)).collect()
        };
        let centre = of.placed.centre();
        let from = near(&of.placed);
        if from.is_empty() {
            return;
        }
        // Away from all of them if it can; else the way that leads farthest from them: never by hand or compass.
        let away = from
            .iter()
            .filter_map(|&other| (centre - self.unit(other).placed.centre()).unit())
            .fold(Point::ORIGIN, |sum, way| sum + way);
        let facing = of.placed.pose().facing;
        let around = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0];
        let mut ways: Vec<Point> =
            around.map(|degrees| facing.right_by(Degrees(degrees)).ahead()).into_iter().collect();
        ways.sort_by(|a, b| b.dot(away).total_cmp(&a.dot(away)));
        let ways: Vec<Point> = away.unit().into_iter().chain(ways).collect();
        let table = self.battle.fixed.ground.table();
        let steps = (1..=MAKES_ROOM_STEPS).map(|step| f64::from(step) * CM / 8.0);
        let free =
            steps.flat_map(|metres| ways.iter().map(move |way| (*way, metres))).find_map(|(way, metres)| {
                let placed = shifted(&of.placed, way, metres);
                (table.holds(&placed) && near(&placed).is_empty()).then_some(placed)
            });
        if let Some(placed) = free {
            self.set_down(unit, placed);
        }
    }

    /// A unit comes into an order.
    fn comes_into(&mut self, unit: UnitId, order: Order, rule: &'static str) {
        let was = std::mem::replace(&mut self.unit_mut(unit).order, order);
        if order != Order::Order {
            self.unit_mut(unit).now.disturbed = true;
            self.unit_mut(unit).quiet = 0;
        }
        if was != order {
            if order == Order::Disorder && was == Order::Order {
                self.unit_mut(unit).gone_back = 0;
            }
            self.tell("comes_into", rule, &[unit], serde_json::json!({"order": order.as_str()}));
        }
    }

    /// Two thirds lost (§1.6.5).
    fn two_thirds(&self, unit: UnitId) -> bool {
        let of = self.unit(unit);
        self.tables.losses.two_thirds(of.original, of.lost)
    }
}
