//! Where a march leads, and whether it runs into an enemy: who comes upon one without the order to attack attacks without order
//! (§03.03.5), and badly.

use krigsspil_field::prelude::*;
use serde_json::{Value, json};

use super::aim::nearest;
use super::sight::Own;
use super::steps::at;
use super::{Foe, Mind};

/// Nearer than this to an enemy one is upon him: a little more than the breaking distance (§07.02.1).
const UPON_CM: f64 = 2.8;
/// So far a column marches in a turn (skema I).
const MARCH_CM: f64 = 25.0;
/// He who is as near as this already is no nearer for a step.
const SAME_CM: f64 = 0.3;
/// A track is looked at in bits so long, and wheels in bits so wide.
const BIT_CM: f64 = 1.5;
const BIT_DEGREES: f64 = 12.0;
/// Nobody farther off than this is met in a turn.
const FAR_CM: f64 = 60.0;
/// He can still deploy against one as near as this.
const DEPLOYS_CM: f64 = 4.0;
/// So far he steps back to have room.
const BACK_CM: f64 = 4.0;
/// Upon him after all: with these odds the march is made an attack.
const MEETS_HIM: f64 = 0.5;

/// A front on its way.
#[derive(Clone, Copy)]
struct Front {
    place: Point,
    facing: f64,
    half: f64,
    column: bool,
}

impl Front {
    fn of(unit: &Own) -> Front {
        let column = unit.formation == "march_column";
        Front { place: at(unit.place), facing: unit.facing, half: unit.front / 2.0, column }
    }

    fn ahead(&self) -> Point {
        Bearing::degrees(self.facing).ahead()
    }

    /// Metres from the front to an outline.
    fn away(&self, outline: &[[f64; 2]]) -> f64 {
        let right = self.ahead().right();
        let places = (-2..=2).map(|part| self.place + right * (self.half * f64::from(part) / 2.0));
        let away = places.filter_map(|place| nearest(outline, place).map(|there| there.distance(place)));
        away.fold(f64::INFINITY, f64::min)
    }

    fn wheeled(mut self, degrees: f64) -> Front {
        let before = self.ahead().right();
        self.facing += degrees;
        if !self.column {
            self.place += (before - self.ahead().right()) * (self.half * degrees.signum());
        }
        self
    }

    /// Where a step leads, bit by bit; and how much of the march is left after it.
    fn tread(self, step: &Value, unit: &Own, cm: f64, left: &mut f64) -> Vec<Front> {
        let mut front = self;
        let mut track = Vec::new();
        match step["step"].as_str() {
            Some("wheel") => {
                let degrees = step["degrees"].as_f64().unwrap_or(0.0);
                let parts = (degrees.abs() / BIT_DEGREES).ceil().max(1.0);
                for _ in 0..parts as usize {
                    front = front.wheeled(degrees / parts);
                    track.push(front);
                }
            }
            Some("ahead") => {
                let way = step["cm"].as_f64().unwrap_or(f64::MAX).min(*left);
                *left -= way;
                let parts = (way / BIT_CM).ceil();
                for _ in 0..parts as usize {
                    front.place += front.ahead() * (way / parts * cm);
                    track.push(front);
                }
            }
            _ => track.push(front.after(step, unit, cm)),
        }
        track
    }

    /// After a step that is no way ahead and no wheel.
    fn after(mut self, step: &Value, unit: &Own, cm: f64) -> Front {
        match (step["step"].as_str(), step["to"].as_str(), step["formation"].as_str()) {
            (Some("turn"), Some("about"), _) => {
                self.place = self.place - self.ahead() * unit.depth;
                self.facing += 180.0;
            }
            (Some("turn"), Some(side), _) => {
                let way = if side == "left" { -1.0 } else { 1.0 };
                self.place += self.ahead().right() * (way * self.half);
                self.facing += 90.0 * way;
                (self.half, self.column) = (cm, true);
            }
            (Some("form"), _, Some("line")) => {
                (self.half, self.column) = (f64::from(unit.figures + 1) / 4.0 * 0.8 * cm, false);
            }
            (Some("form"), _, Some("march_column")) => (self.half, self.column) = (cm, true),
            _ => {}
        }
        self
    }
}

impl<'a> Mind<'a> {
    /// The order, made safe: a march that would run into an enemy is made an attack where the odds are good, and not made else.
    pub(super) fn treads(&mut self, order: Value) -> Option<Value> {
        if order["kind"] != "move" || order["attack"] == true || self.unit.arm == "wagon" {
            return Some(order);
        }
        let track = self.track(&order);
        let foes = self.foes();
        let Some(foe) = foes.iter().find(|foe| self.runs_into(&track, foe)) else { return Some(order) };
        if self.would_win(&order, foe) {
            let mut steps = self.steps();
            steps.face(self.mark(foe)).act("ahead");
            return steps.order(true, false);
        }
        let foot = self.unit.arm != "artillery" && !self.unit.mounted;
        if foot && self.unit.formation == "march_column" && foe.cm > DEPLOYS_CM {
            let mut steps = self.steps();
            steps.face(at(foe.seen.place)).form("line");
            return steps.march();
        }
        if foot && self.unit.formation == "line" && !self.bears(foe) {
            // Faced, he can be fired at or charged next turn.
            let faced = self.face_in_line(foe).filter(|order| !self.runs_into(&self.track(order), foe));
            return faced.or_else(|| self.step_back());
        }
        if !foot || foe.engaged { None } else { self.fire_at_once() }
    }

    /// A few steps back, to have room for a wheel.
    fn step_back(&self) -> Option<Value> {
        let back = || {
            let steps = [json!({"step": "back", "cm": BACK_CM})];
            json!({"kind": "move", "steps": steps, "attack": false, "storm": false})
        };
        self.asked.may("move").then(back)
    }

    /// Could the march as well be an attack, and a good one?
    fn would_win(&mut self, order: &Value, foe: &Foe<'a>) -> bool {
        let formed = matches!(self.unit.formation.as_str(), "line" | "attack_column");
        let mut steps = order["steps"].as_array().into_iter().flatten();
        let simple = steps.all(|step| matches!(step["step"].as_str(), Some("wheel" | "ahead")));
        if !formed || !simple || !self.unit.able() || self.unit.arm == "artillery" {
            return false;
        }
        let known = self.memory.order(&foe.seen.id, self.view.turn);
        self.shocks.chance(self.view, self.unit, foe.seen, known, false) >= MEETS_HIM
    }

    /// Where the front goes on a march.
    fn track(&self, order: &Value) -> Vec<Front> {
        let mut left = MARCH_CM.max(self.asked.limits.march_cm);
        let mut track = vec![Front::of(self.unit)];
        for step in order["steps"].as_array().into_iter().flatten() {
            let Some(front) = track.last().copied() else { break };
            track.extend(front.tread(step, self.unit, self.cm(), &mut left));
        }
        track
    }

    /// Does a track lead upon an enemy: nearer than his unit is now?
    fn runs_into(&self, track: &[Front], foe: &Foe<'a>) -> bool {
        let outline = foe.seen.outline.as_slice();
        let start = track.first().map_or(f64::INFINITY, |front| front.away(outline));
        let near = (UPON_CM * self.cm()).min(start - SAME_CM * self.cm());
        start <= FAR_CM * self.cm() && track.iter().any(|front| front.away(outline) < near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENEMY: [[f64; 2]; 4] = [[-40.0, 150.0], [40.0, 150.0], [40.0, 170.0], [-40.0, 170.0]];

    fn line() -> Own {
        serde_json::from_value(json!({"id": "u", "arm": "infantry", "mounted": false, "limbered": null, "figures": 20,
            "formation": "line", "place": [0.0, 0.0], "facing": 0.0, "front": 100.0, "depth": 40.0, "outline": [],
            "general": "g", "presence": "here", "valeur": 1, "ammunition": true, "order": "OR", "melee": [],
            "battery": null, "last_order": null}))
        .unwrap()
    }

    fn nearest_on(step: Value) -> f64 {
        let mut left = 12.0;
        let track = Front::of(&line()).tread(&step, &line(), 12.5, &mut left);
        track.iter().map(|front| front.away(&ENEMY)).fold(f64::INFINITY, f64::min)
    }

    /// §02.05.5 A line wheels about its wing, and marches no farther than its turn lets it.
    #[test]
    fn a_track_is_walked() {
        assert_eq!(nearest_on(json!({"step": "ahead"})), 0.0);
        assert!((nearest_on(json!({"step": "ahead", "cm": 8.0})) - 50.0).abs() < 1e-9);
        // The left wing comes round and forward.
        let wheeled = Front::of(&line()).wheeled(90.0);
        assert!((wheeled.place - point(50.0, 50.0)).length() < 1e-9, "{:?}", wheeled.place);
        assert!((nearest_on(json!({"step": "wheel", "degrees": 90.0})) - 50.0).abs() < 5.0);
        let about = Front::of(&line()).after(&json!({"step": "turn", "to": "about"}), &line(), 12.5);
        assert_eq!((about.place, about.facing), (point(0.0, -40.0), 180.0));
    }
}
