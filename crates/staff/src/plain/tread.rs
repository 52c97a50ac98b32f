//! Where a march leads, and whether it runs into an enemy: who comes upon one without the order to attack attacks without order
//! (§03.03.5), and badly.

use krigsspil_field::prelude::*;
use serde_json::Value;

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
            self.place = self.place + (before - self.ahead().right()) * (self.half * degrees.signum());
        }
        self
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
                self.place = self.place + self.ahead().right() * (way * self.half);
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
        let foes = self.foes();
        let Some(foe) = foes.iter().find(|foe| self.runs_into(&order, foe)) else { return Some(order) };
        let formed = self.unit.formation == "line" || self.unit.formation == "attack_column";
        let simple = order["steps"].as_array().is_some_and(|steps| {
            steps.iter().all(|step| matches!(step["step"].as_str(), Some("wheel" | "ahead")))
        });
        if formed && simple && self.unit.able() && self.unit.arm != "artillery" {
            let known = self.memory.order(&foe.seen.id, self.view.turn);
            let chance = self.shocks.chance(self.view, self.unit, foe.seen, known, false);
            if chance >= MEETS_HIM {
                let mut steps = self.steps();
                steps.face(self.mark(foe)).act("ahead");
                return steps.order(true, false);
            }
        }
        let foot = self.unit.arm != "artillery" && !self.unit.mounted;
        if foot && self.unit.formation == "march_column" && foe.cm > 4.0 {
            let mut steps = self.steps();
            steps.face(at(foe.seen.place)).form("line");
            return steps.march();
        }
        if !foot || foe.engaged {
            return None;
        }
        self.fire_at_once()
    }

    /// Would a march bring its front upon an enemy?
    fn runs_into(&self, order: &Value, foe: &Foe<'a>) -> bool {
        let (cm, outline) = (self.cm(), foe.seen.outline.as_slice());
        let mut front = Front::of(self.unit);
        let start = front.away(outline);
        let near = (UPON_CM * cm).min(start - SAME_CM * cm);
        if start > 60.0 * cm {
            return false;
        }
        let mut left = MARCH_CM.max(self.asked.limits.march_cm);
        for step in order["steps"].as_array().into_iter().flatten() {
            match step["step"].as_str() {
                Some("wheel") => {
                    let degrees = step["degrees"].as_f64().unwrap_or(0.0);
                    let parts = (degrees.abs() / 12.0).ceil().max(1.0);
                    for _ in 0..parts as usize {
                        front = front.wheeled(degrees / parts);
                        if front.away(outline) < near {
                            return true;
                        }
                    }
                }
                Some("ahead") => {
                    let mut cm_left = step["cm"].as_f64().unwrap_or(MARCH_CM).min(left);
                    left -= cm_left;
                    while cm_left > 0.0 {
                        front.place = front.place + front.ahead() * (cm_left.min(1.5) * cm);
                        cm_left -= 1.5;
                        if front.away(outline) < near {
                            return true;
                        }
                    }
                }
                _ => {
                    front = front.after(step, self.unit, cm);
                    if front.away(outline) < near {
                        return true;
                    }
                }
            }
        }
        false
    }
}
