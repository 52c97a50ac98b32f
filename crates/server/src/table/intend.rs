//! Orders for a drag of the hand: units are to go to a place, or to face a way, or to charge somebody. The drill of the rule set turns that into lawful
//! orders, and a preview tells which of several ways comes nearest.

use std::sync::Arc;

use krigsspil_engine::battle::{
    ActFault, At, Deed, Drill, Evolution, Game, Intent, Preview, Prompt, SeatId, Standing, UnitAsked,
    UnitShown, View, Waypoint,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::letter::{Ordered, PreviewShown};
use crate::declared;

/// What units are to do.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntendAsked {
    /// The units and where each is to go.
    pub(crate) units: Vec<UnitIntended>,
}

/// What one unit is to do.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitIntended {
    /// The unit.
    pub(crate) unit: String,
    /// Where the middle of its front is to come to.
    #[serde(default)]
    #[schema(value_type = Option<declared::Pair>)]
    pub(crate) place: Option<At>,
    /// Where it is to face in the end, in degrees.
    #[serde(default)]
    pub(crate) facing: Option<f64>,
    /// Whom it is to charge.
    #[serde(default)]
    pub(crate) charge: Option<String>,
}

/// The order that comes nearest to what a unit is to do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OrderIntended {
    /// The unit.
    unit: String,
    /// The action that gives it the order; none when none is lawful.
    #[schema(value_type = Option<declared::Action>, required)]
    action: Option<Deed>,
    /// What would come of it.
    #[schema(required)]
    preview: Option<PreviewShown>,
    /// Why not.
    #[schema(required)]
    refused: Option<Refusal>,
}

/// Why a unit cannot do that.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// For people.
    message: String,
    /// The rule that refuses, where one does.
    #[schema(required)]
    rule: Option<String>,
}

/// A seat that looks at its battle.
pub(crate) struct Looker<'a> {
    /// The battle.
    pub(crate) game: &'a dyn Game,
    /// The seat.
    pub(crate) seat: &'a SeatId,
    /// The drill of its rules.
    pub(crate) drill: &'static dyn Drill,
    /// What the seat sees.
    pub(crate) view: &'a View,
    /// What it is asked.
    pub(crate) prompts: &'a [Prompt],
    /// The rule that forbids to measure, in a game to the letter.
    pub(crate) no_measuring: Option<&'static str>,
    /// Tells a refusal in its language.
    pub(crate) told: &'a dyn Fn(&ActFault) -> String,
}

/// The orders that come nearest to what the units are to do.
pub(crate) fn intended(looker: &Looker<'_>, asked: &IntendAsked) -> Vec<OrderIntended> {
    asked.units.iter().map(|each| looker.one(each)).collect()
}

/// A change of direction smaller than this many degrees is not worth a wheel.
const STRAIGHT: f64 = 2.0;
/// A place this many degrees off the front or more is behind.
const BEHIND: f64 = 150.0;

impl Looker<'_> {
    pub(super) fn asked(&self, unit: &str) -> Option<&UnitAsked> {
        let orders =
            self.prompts.iter().filter(|prompt| prompt.seat == *self.seat).filter_map(Prompt::orders);
        orders.flat_map(|orders| &orders.units).find(|asked| &*asked.unit == unit)
    }

    pub(super) fn one(&self, wish: &UnitIntended) -> OrderIntended {
        let none = |refused| OrderIntended { unit: wish.unit.clone(), action: None, preview: None, refused };
        let (Some(unit), Some(asked)) = (self.view.unit(&wish.unit), self.asked(&wish.unit)) else {
            return none(None);
        };
        let mut best: Option<(f64, Deed, Preview, Intent)> = None;
        let mut refused = None;
        for intent in self.intents(unit, asked, wish) {
            let Some(deed) = self.drill.order_asked(asked, &intent) else { continue };
            match self.game.preview(self.seat, &deed) {
                Ok(preview) => {
                    let off = off(&preview, unit, wish);
                    if best.as_ref().is_none_or(|(least, ..)| off < *least) {
                        best = Some((off, deed, preview, intent));
                    }
                }
                Err(fault) if refused.is_none() => refused = Some(self.refusal(&fault)),
                Err(_) => {}
            }
        }
        match best {
            Some((_, deed, preview, intent)) => {
                let way = self.no_measuring.and_then(|_| self.as_ordered(unit, asked, &intent));
                self.told_order(wish, deed, preview, way)
            }
            None => none(refused),
        }
    }

    /// The first of these that the rules allow.
    pub(super) fn first_lawful(
        &self,
        unit: &UnitShown,
        wish: &UnitIntended,
        intents: impl Iterator<Item = Intent>,
    ) -> Option<OrderIntended> {
        let asked = self.asked(&unit.id)?;
        intents
            .filter_map(|intent| self.drill.order_asked(asked, &intent))
            .find_map(|deed| Some((self.game.preview(self.seat, &deed).ok()?, deed)))
            .map(|(preview, deed)| self.told_order(wish, deed, preview, None))
    }

    /// The way of a march as it is ordered, as long as it is made of wheels and straight lines.
    fn as_ordered(&self, unit: &UnitShown, asked: &UnitAsked, intent: &Intent) -> Option<Ordered> {
        let Intent::March(way) = intent else { return None };
        let each = self.drill.measure().metres;
        let reach = self.drill.means(asked).map(|means| means.march).filter(|march| *march > 0.0)?;
        walked(unit, way, each, reach)
    }

    fn told_order(
        &self,
        wish: &UnitIntended,
        deed: Deed,
        preview: Preview,
        way: Option<Ordered>,
    ) -> OrderIntended {
        OrderIntended {
            unit: wish.unit.clone(),
            action: Some(deed),
            preview: Some(PreviewShown::ordered(preview, self.view, self.no_measuring, way)),
            refused: None,
        }
    }

    fn refusal(&self, fault: &ActFault) -> Refusal {
        let rule = match fault {
            ActFault::Refused(refused) => refused.rule(),
            ActFault::Unreadable(fault) => fault.rule(),
            _ => None,
        };
        Refusal { message: (self.told)(fault), rule: rule.map(str::to_string) }
    }

    /// Everything that may be tried, in the order of preference.
    fn intents(&self, unit: &UnitShown, asked: &UnitAsked, wish: &UnitIntended) -> Vec<Intent> {
        let reach = self.drill.means(asked).map(|means| means.march).filter(|march| *march > 0.0);
        let guns_ready = self.drill.trim(unit).in_position == Some(true);
        let to = wish.place.unwrap_or(unit.place);
        // Where nothing may be measured, whoever charges goes as far as he can: the length of his way would be the distance to the enemy.
        let utmost = self.no_measuring.is_some() && wish.charge.is_some();
        let long = Length { each: self.drill.measure().metres, reach, utmost };
        let mut ways = ways(unit, to, wish.facing, long);
        if guns_ready {
            let limbered = ways.iter().map(|way| [&[Evolution::Limber], way.as_slice()].concat());
            ways = limbered.chain(ways.iter().cloned()).collect();
        }
        ways.retain(|way| way.len() <= self.drill.doctrine().most_steps);
        match &wish.charge {
            Some(at) => {
                let at: Arc<str> = at.as_str().into();
                let charge = |way: &Vec<Evolution>, full_speed| Intent::Charge {
                    at: at.clone(),
                    way: way.clone(),
                    full_speed,
                };
                let fast = ways.iter().map(|way| charge(way, true));
                fast.chain(ways.iter().map(|way| charge(way, false))).collect()
            }
            None => ways.into_iter().map(Intent::March).collect(),
        }
    }
}

/// How far from the wish a preview ends, in metres; a degree off counts a little.
fn off(preview: &Preview, unit: &UnitShown, wish: &UnitIntended) -> f64 {
    let (place, facing) = match (&preview.ends, preview.path.last()) {
        (Some(ends), _) => (ends.place, ends.facing),
        (None, Some(last)) => (last.place, last.facing),
        (None, None) => (unit.place, unit.facing),
    };
    let far = wish.place.map_or(0.0, |to| (to[0] - place[0]).hypot(to[1] - place[1]));
    far + wish.facing.map_or(0.0, |wanted| turn(facing, wanted).abs() * 0.2)
}

/// Degrees from one bearing to another, right positive.
pub(super) fn turn(from: f64, to: f64) -> f64 {
    let by = (to - from).rem_euclid(360.0);
    if by > 180.0 { by - 360.0 } else { by }
}

/// The bearing from one place to another.
pub(super) fn bearing(from: At, to: At) -> f64 {
    (to[0] - from[0]).atan2(to[1] - from[1]).to_degrees().rem_euclid(360.0)
}

/// A place this far from another on a bearing.
pub(super) fn beyond(from: At, degrees: f64, metres: f64) -> At {
    let (east, north) = degrees.to_radians().sin_cos();
    [from[0] + east * metres, from[1] + north * metres]
}

/// The middle of the front after it has wheeled about its inner wing.
fn wheeled(unit: &UnitShown, degrees: f64) -> At {
    let half = unit.front / 2.0;
    let inner = unit.facing + if degrees > 0.0 { 90.0 } else { -90.0 };
    let wing = beyond(unit.place, inner, half);
    beyond(wing, inner + 180.0 + degrees, half)
}

/// The wheel after which a place lies straight ahead of the front's middle.
fn wheel_towards(unit: &UnitShown, to: At) -> f64 {
    let mut by = turn(unit.facing, bearing(unit.place, to));
    for _ in 0..12 {
        let from = wheeled(unit, by);
        by = turn(unit.facing, bearing(from, to));
    }
    by
}

/// Where a unit comes to that walks a way over open ground; nothing where the way has more than wheels and straight lines.
fn walked(unit: &UnitShown, way: &[Evolution], each: f64, reach: f64) -> Option<Ordered> {
    let mut at = unit.clone();
    let (mut gone, mut path) = (0.0, vec![Waypoint { moment: 0.0, place: unit.place, facing: unit.facing }]);
    for step in way {
        match *step {
            Evolution::Ahead(length) => {
                at.place = beyond(at.place, at.facing, length * each);
                gone += length;
            }
            Evolution::Back(length) => {
                at.place = beyond(at.place, at.facing + 180.0, length * each);
                gone += length;
            }
            Evolution::Wheel(degrees) => {
                at.place = wheeled(&at, degrees);
                at.facing = (at.facing + degrees).rem_euclid(360.0);
                gone += at.front / each * degrees.to_radians().abs();
            }
            _ => return None,
        }
        path.push(Waypoint { moment: (gone / reach).min(1.0), place: at.place, facing: at.facing });
    }
    let outline = unit.outline.iter().map(|corner| {
        let far = (corner[0] - unit.place[0]).hypot(corner[1] - unit.place[1]);
        beyond(at.place, bearing(unit.place, *corner) + at.facing - unit.facing, far)
    });
    let ends = Standing {
        moment: (gone / reach).min(1.0),
        place: at.place,
        facing: at.facing,
        formation: unit.formation,
        outline: outline.collect(),
    };
    Some(Ordered { path, ends: Some(ends) })
}

/// How a way's length is given in the measure of the rules.
#[derive(Clone, Copy)]
struct Length {
    /// Metres in one of the measure.
    each: f64,
    /// The longest march, where it is known.
    reach: Option<f64>,
    /// As long as it can be, whatever lies at its end.
    utmost: bool,
}

impl Length {
    /// How finely it is given.
    fn grain(self) -> f64 {
        if self.each > 1.0 { 10.0 } else { 1.0 }
    }

    fn of(self, metres: f64) -> f64 {
        let whole = (metres / self.each * self.grain()).round() / self.grain();
        match self.reach {
            Some(reach) if self.utmost => reach,
            Some(reach) => whole.min(reach),
            None => whole,
        }
    }
}

/// Ways to a place, and to face a way there: straight, by a wheel about the wing, by a turn on the spot, back, and about.
fn ways(unit: &UnitShown, to: At, facing: Option<f64>, length: Length) -> Vec<Vec<Evolution>> {
    let long = |metres| length.of(metres);
    let round = |degrees: f64| degrees.round();
    let far = |from: At| (to[0] - from[0]).hypot(to[1] - from[1]);
    let distance = far(unit.place);
    let off = turn(unit.facing, bearing(unit.place, to));
    let mut ways: Vec<(f64, Vec<Evolution>)> = Vec::new();
    if distance * length.grain() < length.each {
        ways.push((unit.facing, Vec::new()));
    } else {
        if off.abs() <= STRAIGHT {
            ways.push((unit.facing, vec![Evolution::Ahead(long(distance))]));
        } else {
            let by = wheel_towards(unit, to);
            let wheel = vec![Evolution::Wheel(round(by)), Evolution::Ahead(long(far(wheeled(unit, by))))];
            ways.push((unit.facing + by, wheel));
            let turned = vec![Evolution::Wheel(round(off)), Evolution::Ahead(long(distance))];
            ways.push((unit.facing + off, turned));
        }
        if off.abs() >= BEHIND {
            let back = distance * (180.0 - off.abs()).to_radians().cos();
            ways.push((unit.facing, vec![Evolution::Back(long(back))]));
        }
    }
    let ended = ways.into_iter().map(|(ends, mut way)| {
        let by = facing.map_or(0.0, |facing| turn(ends, facing));
        if by.abs() > STRAIGHT {
            way.push(Evolution::Wheel(round(by)));
        }
        way
    });
    ended.filter(|way| !way.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::example::line_at;

    fn line(facing: f64) -> UnitShown {
        UnitShown { facing, ..line_at("b1", [500.0, 500.0]) }
    }

    /// A line that wheels to its right swings about its right wing: turned by a quarter, its middle stands half its front ahead of that wing.
    #[test]
    fn a_line_wheels_about_its_wing() {
        let [east, north] = wheeled(&line(0.0), 90.0);
        assert!((east - 550.0).abs() < 1e-6 && (north - 550.0).abs() < 1e-6, "{east} {north}");
        let [east, north] = wheeled(&line(0.0), -90.0);
        assert!((east - 450.0).abs() < 1e-6 && (north - 550.0).abs() < 1e-6, "{east} {north}");
    }

    /// After the wheel that is found the place lies straight ahead, whichever way the unit faces.
    #[test]
    fn the_wheel_brings_the_place_ahead() {
        for (facing, to) in [(0.0, [700.0, 700.0]), (90.0, [640.0, 380.0]), (200.0, [350.0, 420.0])] {
            let unit = line(facing);
            let by = wheel_towards(&unit, to);
            let left = turn(facing + by, bearing(wheeled(&unit, by), to));
            assert!(left.abs() < 0.5, "{facing} {to:?}: {left}");
        }
    }

    /// A place straight ahead takes no wheel; one straight behind can be gone back to; a place farther than a turn's march is gone towards.
    #[test]
    fn the_way_is_as_short_as_it_can_be() {
        let metres = |reach| Length { each: 10.0, reach, utmost: false };
        let ahead = ways(&line(0.0), [500.0, 600.0], None, metres(None));
        assert_eq!(ahead, vec![vec![Evolution::Ahead(10.0)]]);
        let back = ways(&line(0.0), [500.0, 450.0], None, metres(None));
        assert!(back.contains(&vec![Evolution::Back(5.0)]), "{back:?}");
        let far = ways(&line(0.0), [500.0, 900.0], None, metres(Some(12.0)));
        assert_eq!(far, vec![vec![Evolution::Ahead(12.0)]]);
        let facing = ways(&line(0.0), [500.0, 500.0], Some(30.0), metres(None));
        assert_eq!(facing, vec![vec![Evolution::Wheel(30.0)]]);
        let utmost = ways(&line(0.0), [500.0, 560.0], None, Length { utmost: true, ..metres(Some(12.0)) });
        assert_eq!(utmost, vec![vec![Evolution::Ahead(12.0)]]);
    }
}
