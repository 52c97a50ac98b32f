//! The duty to return (§2.4.3.p2): a unit out of command comes back as fast as it can, in a faster formation where that gets it back sooner
//! (§2.5.p2).

use krigsspil_field::prelude::{Bearing, Degrees, Point, distance};
use krigsspil_turn::desk::Go;

use super::Run;
use crate::battle::bodies::{can_form, metres_to};
use crate::battle::command::{leash, must_return};
use crate::battle::march::{Halt, Limits, Marched};
use crate::battle::order::{Step, Wing};
use crate::battle::state::*;
use crate::tables::{Tables, UnitRow};
use crate::vocabulary::{Formation, Order};

/// A hair inside, so that rounding leaves nobody outside, in centimetres.
const INSIDE_CM: f64 = 0.5;
/// A way home that somebody or something bars is taken only where all are barred.
const BARRED_TURNS: f64 = 100.0;

/// Straight to the chief, in degrees off him.
const STRAIGHT: [f64; 1] = [0.0];
/// And round somebody who stands in the way.
const ASIDE: [f64; 6] = [25.0, -25.0, 50.0, -50.0, 75.0, -75.0];

/// A way back to the chief.
struct Homeward {
    steps: Vec<Step>,
    /// It goes backward, at half its rate (§4.4.6).
    backward: bool,
}

/// Where the chief is, and how far he commands, in metres.
type Chief = (Point, f64);

impl Run<'_> {
    /// A unit out of command that nobody has moved comes back. One in disorder may put itself in order first (§2.13).
    pub(super) fn comes_back(&mut self, unit: UnitId) -> Go {
        self.sortie_ends(unit);
        let of = self.unit(unit);
        let idle = !of.now.done && of.order == Order::Order && of.melee.is_empty() && of.here();
        if !idle || !must_return(self.battle, unit, self.tables) {
            return Ok(());
        }
        let Some(chief) = leash(self.battle, unit) else { return Ok(()) };
        if let Some(best) = self.fastest_home(unit, chief) {
            self.carried_out(unit, &best, "returns", "2.4.3.p2");
        }
        self.unit_mut(unit).now.done = true;
        Ok(())
    }

    /// The way on which it is back in command soonest, as far as it comes this turn; none when it cannot stir.
    fn fastest_home(&self, unit: UnitId, chief: Chief) -> Option<Marched> {
        let limits = Limits { chief: None, ..super::limits_of(self.battle, unit) };
        let row = self.tables.unit(self.unit(unit).kind);
        let mut best: Option<(f64, Marched)> = None;
        // Of two ways that take as long the one that leads nearer to the chief, then farther from the enemy: never by hand.
        let off_him = |done: &Marched| metres_to(&done.placed, chief.0);
        let off_enemies = |done: &Marched| {
            let enemies = self.battle.enemies(self.unit(unit).side).map(|enemy| &self.unit(enemy).placed);
            enemies.map(|enemy| distance(&done.placed, enemy)).fold(f64::INFINITY, f64::min)
        };
        let better = |turns: f64, done: &Marched, (least, known): &(f64, Marched)| {
            let nearer = off_him(known) - off_him(done);
            match () {
                () if (turns - least).abs() > 1e-6 => turns < *least,
                () if nearer.abs() > 0.1 => nearer > 0.0,
                () => off_enemies(done) > off_enemies(known) + 0.1,
            }
        };
        for asides in [&STRAIGHT[..], &ASIDE[..]] {
            for &aside in asides {
                for way in ways_home(self.unit(unit), chief, aside, self.tables) {
                    let done = self.planned(unit, limits, &way.steps);
                    let turns = turns_home(row, chief, limits, &way, &done);
                    if done.used > 0.0 && best.as_ref().is_none_or(|known| better(turns, &done, known)) {
                        best = Some((turns, done));
                    }
                }
            }
            // It goes round somebody only where he bars every straight way.
            if best.as_ref().is_some_and(|(turns, _)| *turns < BARRED_TURNS) {
                break;
            }
        }
        best.map(|(_, done)| done)
    }
}

/// The turns a way home takes, with what is left of it after this turn reckoned over open ground.
fn turns_home(row: &UnitRow, (chief, reach): Chief, limits: Limits, way: &Homeward, done: &Marched) -> f64 {
    let left = metres_to(&done.placed, chief) - reach;
    if left <= 0.01 {
        return done.used;
    }
    let change = f64::from(row.formation_change) / 4.0;
    let changes =
        done.not_reached.iter().filter_map(|place| way.steps.get(*place)).filter(|step| match step {
            Step::Turn { degrees } => degrees.abs() > 45.0,
            Step::Form { .. } => true,
            _ => false,
        });
    let pace = if way.backward { 0.5 } else { 1.0 };
    let rate = f64::from(row.rate_cm(done.formation, limits.march_order).max(1)) * CM * pace;
    let barred = matches!(done.halt, Some(halt) if halt != Halt::Time);
    let detour = if barred { BARRED_TURNS } else { 0.0 };
    limits.budget + changes.count() as f64 * change + left / rate + detour
}

/// The ways home that are worth weighing: as it stands or in column; straight at its chief, obliquely before its front, or backward.
fn ways_home(unit: &Unit, chief: Chief, aside: f64, tables: &Tables) -> Vec<Homeward> {
    if unit.zone.is_some() {
        let leave =
            |side: Wing| Homeward { steps: vec![Step::Leave { side, formation: None }], backward: false };
        return [Wing::Front, Wing::Right, Wing::Rear, Wing::Left].map(leave).into();
    }
    let may_column = unit.formation != Formation::Column && can_form(unit, Formation::Column, 4, tables);
    let column = may_column.then_some(Formation::Column);
    let stays = match unit.formation {
        Formation::Square => Some(Formation::Line),
        _ => None,
    };
    let mut ways = in_formation(unit, chief, aside, stays);
    if let Some(column) = column.filter(|_| !unit.is_battery()) {
        ways.extend(in_formation(unit, chief, aside, Some(column)));
    }
    ways
}

/// The ways home in a formation.
fn in_formation(unit: &Unit, (chief, reach): Chief, aside: f64, form: Option<Formation>) -> Vec<Homeward> {
    let facing = unit.placed.pose().facing;
    let toward = Bearing::of(chief - unit.placed.centre()).right_by(Degrees(aside));
    let mut off = facing.turn_to(toward).0;
    let mut first = Vec::new();
    if unit.formation == Formation::Unlimbered {
        first.push(Step::Limber);
    }
    if let Some(formation) = form {
        // Out of a square it faces the side that is nearest to its way (§4.5.2).
        let wing = (unit.formation == Formation::Square).then(|| wing_toward(off));
        if let Some((_, by)) = wing {
            off = facing.right_by(Degrees(by)).turn_to(toward).0;
        }
        first.push(Step::Form { formation, facing: wing.map(|(wing, _)| wing), ranks: 4 });
    }
    let cm = ((metres_to(&unit.placed, chief) - reach) / CM + INSIDE_CM).clamp(INSIDE_CM, 200.0);
    let way = |more: &[Step], degrees: f64| {
        let steps = first.iter().chain(more).copied().chain([Step::Go { cm: Some(cm), degrees }]).collect();
        Homeward { steps, backward: degrees.abs() > 90.0 }
    };
    let mut ways = Vec::new();
    if off.abs() > 1.0 {
        ways.push(way(&[Step::Turn { degrees: off }], 0.0));
    } else {
        ways.push(way(&[], 0.0));
    }
    // Cavalry comes back with its front to its chief (§4.9.2.p2).
    if !unit.is_cavalry() && off.abs() > 1.0 && (off.abs() <= 45.0 || off.abs() >= 135.0) {
        ways.push(way(&[], off));
    }
    ways
}

/// The side of a square that a bearing points out of, and how far that side is to the right of its front.
fn wing_toward(off: f64) -> (Wing, f64) {
    match off {
        off if off.abs() <= 45.0 => (Wing::Front, 0.0),
        off if off.abs() >= 135.0 => (Wing::Rear, 180.0),
        off if off > 0.0 => (Wing::Right, 90.0),
        _ => (Wing::Left, -90.0),
    }
}
