//! The ways that units go, so that a turn can be played back; and the moments of a turn (R81).

use krigsspil_engine::battle::{Event, MARCHED, Way, Waypoint};
use krigsspil_field::prelude::Pose;
use krigsspil_turn::knowledge::told;
use serde_json::json;

use super::Run;
use crate::battle::phases::Step;
use crate::battle::state::*;

/// A part of the time that a step of the turn takes, from 0 to 1.
pub(super) type Part = [f64; 2];

/// All of it.
pub(super) const WHOLE: Part = [0.0, 1.0];
/// Targets answer before their attackers move.
pub(super) const ANSWERS: Part = [0.0, 0.3];
/// The attackers move.
pub(super) const ONSET: Part = [0.3, 1.0];
/// Of steps 3, 4 and 5 of a sequence: melees.
pub(super) const MELEES: Part = [0.0, 0.5];
/// Breakthroughs.
pub(super) const BREAKTHROUGHS: Part = [0.5, 0.8];
/// Administration.
pub(super) const ADMINISTRATION: Part = [0.8, 1.0];

/// A sequence takes so much of a turn: 3 minutes of 30.
const SEQUENCE: f64 = 0.1;

impl Run<'_> {
    /// When the step that runs begins and ends, on the turn's clock: a sequence is a tenth of it, the manoeuvre phase a third (R81).
    fn span(&self) -> [f64; 2] {
        use Step::*;
        let begins = SEQUENCE * (f64::from(self.battle.stand.pass()) - 1.0);
        let of_sequence = |from: f64, to: f64| [begins + SEQUENCE * from, begins + SEQUENCE * to];
        match self.battle.phase() {
            Orders | Engagement | Bonus => [0.0, 0.0],
            Declarations | Attacks => of_sequence(0.0, 0.3),
            Movement => of_sequence(0.3, 0.6),
            TacticalFire => of_sequence(0.6, 0.6),
            Melees => of_sequence(0.6, 1.0),
            Manoeuvre => [0.5, 0.8],
            Bombardment => [0.8, 0.8],
            Deployment => [0.85, 1.0],
            Administration => [1.0, 1.0],
        }
    }

    /// The moment at which a part of the step that runs begins, and at which it ends.
    fn moments(&self) -> [f64; 2] {
        let [begins, ends] = self.span();
        self.part.map(|share| begins + (ends - begins) * share)
    }

    /// The moment of the turn.
    pub(super) fn moment(&self) -> f64 {
        self.moments()[0]
    }

    /// A unit has gone through these poses, each with its metres: those who know of it are shown its way.
    pub(super) fn marched(&mut self, unit: UnitId, from: Pose, through: &[(f64, Pose)]) {
        let [begins, ends] = self.moments();
        let long = through.last().map_or(0.0, |(metres, _)| *metres).max(1e-6);
        let waypoint = |(metres, pose): (f64, Pose)| Waypoint {
            moment: begins + (ends - begins) * (metres / long).clamp(0.0, 1.0),
            place: [pose.at.x, pose.at.y],
            facing: pose.facing.as_degrees(),
        };
        let now = self.unit(unit).placed.pose();
        let mut points: Vec<Waypoint> = vec![waypoint((0.0, from))];
        points.extend(through.iter().copied().map(waypoint));
        points.push(waypoint((long, now)));
        points.dedup_by(|later, earlier| later.place == earlier.place && later.facing == earlier.facing);
        if points.len() < 2 {
            return;
        }
        let audience = told(self.battle, &[unit]);
        let seen = vec![audience.clone(); points.len() - 1];
        let (turn, moment) = (self.battle.turn, begins);
        let about = json!({"unit": self.unit(unit).id});
        let way = Some(Way { points, seen });
        let event =
            Event { turn, moment, what: MARCHED, rule: "turn.D.2", about, working: None, way, audience };
        let event = self.desk.tell(event);
        self.battle.log.push(event);
    }
}
