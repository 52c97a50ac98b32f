//! Marches as steps of an order.

use krigsspil_field::prelude::*;
use serde_json::{Value, json};

use super::sight::Own;

/// Turns smaller than this are not worth a wheel.
pub(super) const SLIGHT: f64 = 4.0;
/// An order has at most so many steps.
const MOST: usize = 12;

/// A place from a view.
pub(super) fn at(place: [f64; 2]) -> Point {
    point(place[0], place[1])
}

/// Degrees to the right from a facing to a place, -180 to 180.
pub(super) fn off(from: Point, facing: f64, to: Point) -> f64 {
    match (to - from).unit() {
        Some(way) => Bearing::degrees(facing).turn_to(Bearing::of(way)).0,
        None => 0.0,
    }
}

/// Degrees to the right from one facing to another, -180 to 180.
pub(super) fn swing(from: f64, to: f64) -> f64 {
    Bearing::degrees(from).turn_to(Bearing::degrees(to)).0
}

/// Steps being written, with where they will bring the unit.
pub(super) struct Steps {
    steps: Vec<Value>,
    place: Point,
    facing: f64,
    /// What is the rear now is so far behind the front, and is the front after facing about.
    depth: f64,
    /// It faces about before it swings farther than this.
    about: f64,
    metres_per_cm: f64,
}

impl Steps {
    pub fn of(unit: &Own, metres_per_cm: f64) -> Steps {
        let (place, facing, depth) = (at(unit.place), unit.facing, unit.depth);
        // A wagon is long, and its wheel wide.
        let about = if unit.arm == "wagon" { 90.0 } else { 135.0 };
        Steps { steps: Vec::new(), place, facing, depth, about, metres_per_cm }
    }

    fn push(&mut self, step: Value) {
        if self.steps.len() < MOST {
            self.steps.push(step);
        }
    }

    pub fn form(&mut self, formation: &str) -> &mut Steps {
        self.push(json!({"step": "form", "formation": formation}));
        self
    }

    pub fn act(&mut self, step: &str) -> &mut Steps {
        self.push(json!({"step": step}));
        self
    }

    /// Swings by so many degrees, wide swings by facing about first.
    pub fn swing(&mut self, mut degrees: f64) -> &mut Steps {
        if degrees.abs() > self.about {
            self.push(json!({"step": "turn", "to": "about"}));
            self.place = self.place - Bearing::degrees(self.facing).ahead() * self.depth;
            self.facing = (self.facing + 180.0).rem_euclid(360.0);
            degrees -= 180.0 * degrees.signum();
        }
        if degrees.abs() >= SLIGHT {
            self.push(json!({"step": "wheel", "degrees": degrees.round()}));
            self.facing = (self.facing + degrees.round()).rem_euclid(360.0);
        }
        self
    }

    /// Faces a place.
    pub fn face(&mut self, place: Point) -> &mut Steps {
        let degrees = off(self.place, self.facing, place);
        self.swing(degrees)
    }

    /// Ahead so many centimetres, when that is anything.
    pub fn ahead_cm(&mut self, cm: f64) -> &mut Steps {
        let cm = (cm * 10.0).round() / 10.0;
        if cm >= 0.5 {
            self.push(json!({"step": "ahead", "cm": cm.min(400.0)}));
            self.place += Bearing::degrees(self.facing).ahead() * (cm * self.metres_per_cm);
        }
        self
    }

    /// Along a way, corner by corner.
    pub fn along(&mut self, way: &[Point]) -> &mut Steps {
        for &corner in way {
            if corner.distance(self.place) > self.metres_per_cm {
                self.face(corner);
                self.ahead_cm(corner.distance(self.place) / self.metres_per_cm);
            }
        }
        self
    }

    /// Cuts the march short after so many centimetres ahead.
    pub fn at_most(&mut self, mut cm: f64) -> &mut Steps {
        self.steps.retain_mut(|step| {
            let Some(ahead) = step["cm"].as_f64() else { return cm > 0.0 };
            if ahead > cm {
                step["cm"] = json!((cm * 10.0).round() / 10.0);
            }
            let kept = cm >= 0.5;
            cm -= ahead;
            kept
        });
        self
    }

    /// The order; none when there is nothing to do.
    pub fn order(&self, attack: bool, storm: bool) -> Option<Value> {
        (!self.steps.is_empty())
            .then(|| json!({"kind": "move", "steps": self.steps, "attack": attack, "storm": storm}))
    }

    /// The order of a plain march.
    pub fn march(&self) -> Option<Value> {
        self.order(false, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A march is cut where it has gone far enough, and what comes after is left out.
    #[test]
    fn a_march_is_cut_short() {
        let (place, facing, depth) = (point(0.0, 0.0), 0.0, 40.0);
        let mut steps = Steps { steps: Vec::new(), place, facing, depth, about: 135.0, metres_per_cm: 12.5 };
        steps.form("march_column").ahead_cm(10.0).swing(30.0).ahead_cm(10.0).at_most(14.0);
        let order = steps.march().unwrap();
        assert_eq!(order["steps"][3], json!({"step": "ahead", "cm": 4.0}));
        steps.at_most(10.0);
        assert_eq!(steps.march().unwrap()["steps"].as_array().map(Vec::len), Some(2));
    }
}
