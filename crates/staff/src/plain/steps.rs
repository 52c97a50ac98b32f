//! Marches, part by part.

use krigsspil_engine::battle::{Doctrine, Evolution, Formed, Intent, Role};
use krigsspil_field::prelude::*;

use super::outline::off;
use super::scene::Own;

/// Turns of fewer degrees than this are not worth a wheel.
pub(super) const SLIGHT: f64 = 4.0;
/// A way shorter than this many grains is not worth a step; and a place nearer than the second number counts as reached.
const STEP: f64 = 0.5;
const REACHED: f64 = 1.0;
/// It faces about before it would swing more than this; a wagon is long and wheels widely.
const ABOUT: f64 = 135.0;
const WAGON_ABOUT: f64 = 90.0;

/// A march under construction, with the place it will bring the unit to.
pub(super) struct Steps {
    parts: Vec<Evolution>,
    place: Point,
    facing: f64,
    /// The distance from the front to the rear, which becomes the front after facing about.
    depth: f64,
    about: f64,
    /// How many metres one unit of the rule set's own measure is.
    measure: f64,
    grain: f64,
    most: usize,
}

impl Steps {
    pub fn of(unit: &Own<'_>, doctrine: &Doctrine, measure: f64) -> Steps {
        let about = if unit.trim.role == Role::Train { WAGON_ABOUT } else { ABOUT };
        Steps {
            parts: Vec::new(),
            place: unit.place(),
            facing: unit.shown.facing,
            depth: unit.shown.depth,
            about,
            measure,
            grain: doctrine.grain,
            most: doctrine.most_steps,
        }
    }

    fn push(&mut self, part: Evolution) {
        if self.parts.len() < self.most {
            self.parts.push(part);
        }
    }

    pub fn form(&mut self, formed: Formed) -> &mut Steps {
        self.act(Evolution::Form(formed))
    }

    pub fn act(&mut self, part: Evolution) -> &mut Steps {
        self.push(part);
        self
    }

    /// Swings by this many degrees; for a wide swing it faces about first.
    pub fn swing(&mut self, mut degrees: f64) -> &mut Steps {
        if degrees.abs() > self.about {
            self.push(Evolution::About);
            self.place = self.place - Bearing::degrees(self.facing).ahead() * self.depth;
            self.facing = (self.facing + 180.0).rem_euclid(360.0);
            degrees -= 180.0 * degrees.signum();
        }
        if degrees.abs() >= SLIGHT {
            self.push(Evolution::Wheel(degrees.round()));
            self.facing = (self.facing + degrees.round()).rem_euclid(360.0);
        }
        self
    }

    /// Turns to face a place.
    pub fn face(&mut self, place: Point) -> &mut Steps {
        let degrees = off(self.place, self.facing, place);
        self.swing(degrees)
    }

    /// A length rounded to a tenth of a grain.
    fn rounded(&self, length: f64) -> f64 {
        (length / self.grain * 10.0).round() / 10.0 * self.grain
    }

    /// Goes ahead this far, if it is worth a step.
    pub fn ahead(&mut self, length: f64) -> &mut Steps {
        let length = self.rounded(length);
        if length >= STEP * self.grain {
            self.push(Evolution::Ahead(length));
            self.place += Bearing::degrees(self.facing).ahead() * (length * self.measure);
        }
        self
    }

    /// Along a way, corner by corner.
    pub fn along(&mut self, way: &[Point]) -> &mut Steps {
        for &corner in way {
            if corner.distance(self.place) > REACHED * self.grain * self.measure {
                self.face(corner);
                self.ahead(corner.distance(self.place) / self.measure);
            }
        }
        self
    }

    /// Ends the march after this distance ahead.
    pub fn at_most(&mut self, mut left: f64) -> &mut Steps {
        let mut parts = std::mem::take(&mut self.parts);
        parts.retain_mut(|part| {
            let Evolution::Ahead(length) = part else { return left > 0.0 };
            let ahead = *length;
            if ahead > left {
                *length = self.rounded(left);
            }
            let kept = left >= STEP * self.grain;
            left -= ahead;
            kept
        });
        self.parts = parts;
        self
    }

    /// The parts; `None` if there is nothing to do.
    pub fn parts(&mut self) -> Option<Vec<Evolution>> {
        (!self.parts.is_empty()).then(|| std::mem::take(&mut self.parts))
    }

    /// The march; `None` if there is nothing to do.
    pub fn march(&mut self) -> Option<Intent> {
        self.parts().map(Intent::March)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A march is cut where it has gone far enough, and the rest is left out.
    #[test]
    fn a_march_is_cut_short() {
        let mut steps = Steps {
            parts: Vec::new(),
            place: point(0.0, 0.0),
            facing: 0.0,
            depth: 40.0,
            about: 135.0,
            measure: 12.5,
            grain: 1.0,
            most: 12,
        };
        steps.form(Formed::March).ahead(10.0).swing(30.0).ahead(10.0).at_most(14.0);
        let [form, wheel] = [Evolution::Form(Formed::March), Evolution::Wheel(30.0)];
        assert_eq!(steps.parts, [form, Evolution::Ahead(10.0), wheel, Evolution::Ahead(4.0)]);
        steps.at_most(10.0);
        assert_eq!(steps.march(), Some(Intent::March(vec![form, Evolution::Ahead(10.0)])));
        assert_eq!(steps.march(), None);
    }
}
