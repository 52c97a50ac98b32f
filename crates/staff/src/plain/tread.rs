//! Where a march leads, and whether it meets an enemy: a unit that meets one without an order to attack attacks without order, and badly.

use krigsspil_engine::battle::{At, Doctrine, Evolution, FireIntent, Flank, Formed, Intent, Role};
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::nearest;
use super::scene::Own;

/// An enemy who is already this near, in grains, does not count as nearer after a step.
const SAME: f64 = 0.3;
/// The length of track, in grains, that is checked at once; and the angle of a wheel, in degrees.
const BIT: f64 = 1.5;
const BIT_DEGREES: f64 = 12.0;
/// How many grains he steps back to get room.
const BACK: f64 = 4.0;
/// If a march meets the enemy anyway, it becomes an attack with at least these odds.
const MEETS_HIM: f64 = 0.5;

/// A front on the march.
#[derive(Clone, Copy)]
struct Front {
    place: Point,
    facing: f64,
    half: f64,
    column: bool,
}

/// What is needed to follow a track.
struct Walk<'a> {
    doctrine: &'a Doctrine,
    /// How many metres one unit of the rule set's own measure is.
    measure: f64,
    /// Metres from front to rear.
    depth: f64,
    /// Half its front in line, in metres.
    half_line: f64,
}

impl Front {
    fn of(unit: &Own<'_>) -> Front {
        let column = unit.trim.formed == Formed::March;
        Front { place: unit.place(), facing: unit.shown.facing, half: unit.shown.front / 2.0, column }
    }

    fn ahead(&self) -> Point {
        Bearing::degrees(self.facing).ahead()
    }

    /// Metres from the front to an outline.
    fn away(&self, outline: &[At]) -> f64 {
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
}

impl Walk<'_> {
    /// Where a part of a march leads, piece by piece; and how much of the march is left after it.
    fn tread(&self, from: Front, part: &Evolution, left: &mut f64, track: &mut Vec<Front>) {
        let mut front = from;
        match *part {
            Evolution::Wheel(degrees) => {
                let bits = (degrees.abs() / BIT_DEGREES).ceil().max(1.0);
                for _ in 0..bits as usize {
                    front = front.wheeled(degrees / bits);
                    track.push(front);
                }
            }
            Evolution::Ahead(_) | Evolution::AheadFarAsItCan => {
                let wanted = if let Evolution::Ahead(length) = part { *length } else { f64::MAX };
                let way = wanted.min(*left);
                *left -= way;
                let bits = (way / (BIT * self.doctrine.grain)).ceil();
                for _ in 0..bits as usize {
                    front.place += front.ahead() * (way / bits * self.measure);
                    track.push(front);
                }
            }
            _ => track.push(self.after(front, part)),
        }
    }

    /// The front after a part that is neither a way ahead nor a wheel.
    fn after(&self, mut front: Front, part: &Evolution) -> Front {
        let in_column = (self.doctrine.column_front / 2.0 * self.measure, true);
        match part {
            Evolution::About => {
                front.place = front.place - front.ahead() * self.depth;
                front.facing += 180.0;
            }
            Evolution::Quarter(flank) => {
                let way = if *flank == Flank::Left { -1.0 } else { 1.0 };
                front.place += front.ahead().right() * (way * front.half);
                front.facing += 90.0 * way;
                (front.half, front.column) = in_column;
            }
            Evolution::Form(Formed::Line) => (front.half, front.column) = (self.half_line, false),
            Evolution::Form(Formed::March) => (front.half, front.column) = in_column,
            _ => {}
        }
        front
    }
}

impl<'a> Mind<'a> {
    /// Makes the intent safe: a march that would meet an enemy becomes an attack if the odds are good; otherwise it is dropped.
    pub(super) fn treads(&mut self, intent: Intent) -> Option<Intent> {
        let Intent::March(way) = &intent else { return Some(intent) };
        // Where attacks are declared, a march only halts before him.
        if self.unit.trim.role == Role::Train || self.attackable.is_some() || self.in_column() {
            return Some(intent);
        }
        let track = self.track(way);
        let met = self.foes.iter().copied().find(|foe| self.runs_into(&track, foe));
        let Some(foe) = met else { return Some(intent) };
        if self.would_win(way, &foe) {
            let mut steps = self.steps();
            steps.face(self.mark(&foe)).act(Evolution::AheadFarAsItCan);
            let at = foe.seen.shown.id.clone();
            return steps.parts().map(|way| Intent::Charge { at, way, full_speed: false });
        }
        let foot = self.unit.trim.role == Role::Foot;
        if foot && self.unit.trim.formed == Formed::March && foe.away > self.doctrine.near.deploys {
            let mut steps = self.steps();
            steps.face(foe.place()).form(Formed::Line);
            return steps.march();
        }
        if foot && self.unit.trim.formed == Formed::Line && !self.bears(&foe) {
            // If it faces him, it can fire at him or charge him next turn.
            let safe = |intent: &Intent| match intent {
                Intent::March(way) => !self.runs_into(&self.track(way), &foe),
                _ => !self.runs_into(&self.track(&[]), &foe),
            };
            return self.face_in_line(&foe).filter(safe).or_else(|| self.step_back());
        }
        if !foot || foe.seen.engaged { None } else { self.fire(FireIntent::Nearest) }
    }

    /// A unit that was sent somewhere last turn and did not stir does not try the same again: guns unlimber where they stand; one who
    /// has no room to step back faces about; one whom a comrade halted or left no room steps back out of his way, or waits behind him.
    pub(super) fn gets_free(&self, intent: Intent) -> Option<Intent> {
        let Intent::March(way) = &intent else { return Some(intent) };
        if !self.memory.stuck(&self.unit, self.scene.view.turn) {
            return Some(intent);
        }
        if way.last() == Some(&Evolution::Unlimber) {
            return Some(Intent::March(vec![Evolution::Unlimber]));
        }
        if matches!(way[..], [Evolution::Back(_)]) {
            return Some(Intent::March(vec![Evolution::About]));
        }
        if !self.held_up() || matches!(self.unit.trim.role, Role::Guns | Role::Train) {
            return Some(intent);
        }
        match way.first() {
            Some(Evolution::Ahead(_) | Evolution::AheadFarAsItCan) => self.ready().or(Some(intent)),
            // Only a line of foot goes back without turning under every rule set.
            _ if self.unit.trim.role == Role::Foot && self.unit.trim.formed == Formed::Line => {
                self.step_back()
            }
            _ => Some(intent),
        }
    }

    /// Did a comrade halt it last turn, or it him, or had it no room to form?
    fn held_up(&self) -> bool {
        let own = self.unit.id();
        self.scene.cramped.contains(&own)
            || self.scene.halted.iter().any(|(unit, by)| *unit == own || *by == own)
    }

    /// A few steps back, to get room for a wheel.
    fn step_back(&self) -> Option<Intent> {
        self.may_march().then(|| Intent::March(vec![Evolution::Back(BACK * self.doctrine.grain)]))
    }

    /// Could the march just as well be an attack, and a good one?
    fn would_win(&mut self, way: &[Evolution], foe: &Foe<'a>) -> bool {
        let simple = way.iter().all(|part| {
            matches!(part, Evolution::Wheel(_) | Evolution::Ahead(_) | Evolution::AheadFarAsItCan)
        });
        let trim = &self.unit.trim;
        if !trim.charges() || !simple || !self.unit.able() || trim.role == Role::Guns {
            return false;
        }
        self.chance(foe, false) >= MEETS_HIM
    }

    /// The positions of the front on a march.
    fn track(&self, way: &[Evolution]) -> Vec<Front> {
        let walk = Walk {
            doctrine: self.doctrine,
            measure: self.measure(),
            depth: self.unit.shown.depth,
            half_line: self.unit.trim.line_front / 2.0,
        };
        let mut left = self.doctrine.reach.march.max(self.means.march);
        let mut front = Front::of(&self.unit);
        let mut track = vec![front];
        for part in way {
            walk.tread(front, part, &mut left, &mut track);
            front = track.last().copied().unwrap_or(front);
        }
        track
    }

    /// Does a track lead to an enemy: nearer to him than the unit is now?
    fn runs_into(&self, track: &[Front], foe: &Foe<'a>) -> bool {
        let (near, measure) = (&self.doctrine.near, self.measure());
        let outline = foe.seen.outline();
        let farthest = near.wary * measure;
        let Some(front) = track.first() else { return false };
        // If his whole span is too far away, there is no need to measure, here or on the way.
        let span = &foe.seen.span;
        let may_be_within = |front: &Front, metres: f64| span.at_least(front.place) - front.half <= metres;
        if !may_be_within(front, farthest) {
            return false;
        }
        let start = front.away(outline);
        let upon = (near.contact * measure).min(start - SAME * self.doctrine.grain * measure);
        let mut close = track.iter().filter(|front| may_be_within(front, upon));
        start <= farthest && close.any(|front| front.away(outline) < upon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENEMY: [At; 4] = [[-40.0, 150.0], [40.0, 150.0], [40.0, 170.0], [-40.0, 170.0]];
    const LINE: Front = Front { place: Point::ORIGIN, facing: 0.0, half: 50.0, column: false };

    fn walk() -> Walk<'static> {
        let doctrine =
            krigsspil_rules::RULE_SETS.iter().find_map(|listing| listing.drill).unwrap().doctrine();
        Walk { doctrine, measure: 12.5, depth: 40.0, half_line: 50.0 }
    }

    fn nearest_on(part: Evolution) -> f64 {
        let mut track = Vec::new();
        walk().tread(LINE, &part, &mut 12.0, &mut track);
        track.iter().map(|front| front.away(&ENEMY)).fold(f64::INFINITY, f64::min)
    }

    /// A line wheels about its wing, and marches no farther than its turn allows.
    #[test]
    fn a_track_is_walked() {
        assert_eq!(nearest_on(Evolution::AheadFarAsItCan), 0.0);
        assert!((nearest_on(Evolution::Ahead(8.0)) - 50.0).abs() < 1e-9);
        // The left wing comes round and forward.
        let wheeled = LINE.wheeled(90.0);
        assert!((wheeled.place - point(50.0, 50.0)).length() < 1e-9, "{:?}", wheeled.place);
        assert!((nearest_on(Evolution::Wheel(90.0)) - 50.0).abs() < 5.0);
        let about = walk().after(LINE, &Evolution::About);
        assert_eq!((about.place, about.facing), (point(0.0, -40.0), 180.0));
    }
}
