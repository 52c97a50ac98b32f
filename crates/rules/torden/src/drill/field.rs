//! Moves of a plain commander: those nearest to the enemy first, so that nobody stands in his comrade's way.

use krigsspil_engine::battle::{Arm, Deed, OrdersAsked, UnitAsked, UnitShown};
use krigsspil_field::prelude::{Bearing, Point};

use super::crowd::{Crowd, Lane};
use super::numbers::{GUNS_BEAR, GUNS_TELL_CM};
use super::sense::{Sense, at, gap_cm, in_town, middle, off, order};
use super::write;
use crate::battle::order::{Step, UnitOrder, Wing};
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::battle::state::CM;
use crate::vocabulary::{CorpsOrder, Formation, Order};

/// So near, in centimetres, a unit stands on its goal.
const THERE_CM: f64 = 6.0;
/// So near a line does not break into column any more.
const WARY_CM: f64 = 18.0;
/// Foot and horse in disorder keep so far off the enemy.
const SHAKEN_CM: f64 = 15.0;
/// Horse so near keeps foot in square.
const HORSE_CM: f64 = 30.0;
/// A lane ends no farther beside its goal.
const LANE_CM: f64 = 9.0;
/// Foot waits so far before a garrison that is being shelled: behind the guns, and within reach of a column.
const WAITS_CM: f64 = 23.0;
/// Guns that shell a garrison go so far ahead of the foot.
const AHEAD_CM: f64 = 7.0;
/// Guns go so near: to where their fire tells most on a garrison, and no nearer to others (tabel 6).
const SHELLS_FROM_CM: f64 = 18.0;
const FIRES_FROM_CM: f64 = 25.0;
/// Foot that holds goes out of its way so far to attack.
const HOLDS_CM: f64 = 12.0;

fn go(cm: Option<f64>) -> Step {
    Step::Go { cm, degrees: 0.0 }
}

/// The moves of the phase.
pub(super) fn moves(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    type Asked<'a> = (Vec<(f64, &'a UnitShown)>, &'a UnitAsked, &'a UnitShown);
    let mut units: Vec<Asked<'_>> = asked
        .units
        .iter()
        .filter_map(|asked| {
            let unit = sense.view.unit(&asked.unit)?;
            Some((sense.enemies(unit), asked, unit))
        })
        .collect();
    let near = |(enemies, ..): &Asked<'_>| enemies.first().map_or(f64::MAX, |(cm, _)| *cm);
    units.sort_by(|a, b| near(a).total_cmp(&near(b)));
    let mut crowd = Crowd::of(sense.view);
    let mut deeds = Vec::new();
    for (enemies, asked, unit) in units {
        let Some(details) = asked.details.get::<AskedDetails>() else { continue };
        let mover = Mover { sense, unit, details, crowd: &crowd, enemies };
        let Some(steps) = mover.steps() else { continue };
        // Who moves after him finds him where he will be.
        let lane = mover.lane_of(&steps);
        crowd.goes(unit, lane);
        deeds.push(write(&unit.id, UnitOrder::Move { steps }));
    }
    deeds
}

struct Mover<'a> {
    sense: &'a Sense<'a>,
    unit: &'a UnitShown,
    details: &'a AskedDetails,
    crowd: &'a Crowd,
    /// The nearest first.
    enemies: Vec<(f64, &'a UnitShown)>,
}

impl Mover<'_> {
    fn steps(&self) -> Option<Vec<Step>> {
        // Who is out of command comes back by itself; so does cavalry that rode out, unless it touches an enemy and strikes him again.
        if self.details.must_return == Some(true) || self.details.in_command == Some(false) {
            return None;
        }
        if order(self.unit) != Order::Order {
            return self.goes_back();
        }
        match self.unit.arm {
            Arm::Artillery => self.guns(),
            Arm::Cavalry => self.horse(),
            _ => self.foot(),
        }
    }

    /// Who is in disorder and near an enemy goes back, its front to him, to put itself in order.
    fn goes_back(&self) -> Option<Vec<Step>> {
        let near = self.enemies.iter().copied().find(|(_, enemy)| order(enemy) == Order::Order)?;
        let may = self.details.back_turns.flatten().is_some_and(|turns| turns > 0)
            && self.details.in_command == Some(true)
            && !in_town(self.unit)
            && !matches!(self.unit.formation, "square" | "unlimbered" | "march_column");
        let faces = off(self.unit, middle(near.1)).abs() <= 45.0;
        (may && faces && near.0 <= SHAKEN_CM).then(|| vec![Step::Go { cm: None, degrees: 180.0 }])
    }

    fn march_cm(&self) -> f64 {
        self.details.march_cm.unwrap_or(0.0)
    }

    fn marches(&self) -> bool {
        self.details.corps_order == Some(CorpsOrder::March)
    }

    /// Toward a place, so far: obliquely where it lies before the front, else it faces it first.
    fn toward(&self, place: Point, cm: Option<f64>) -> Vec<Step> {
        let by = (off(self.unit, place) * 10.0).round() / 10.0;
        match by.abs() {
            by if by < 2.0 => vec![go(cm)],
            near if near <= 44.0 => vec![Step::Go { cm, degrees: by }],
            _ => vec![Step::Turn { degrees: by.clamp(-180.0, 180.0) }, go(cm)],
        }
    }

    /// Toward a place past everybody who stands in the way; none when there is no way that brings it nearer.
    fn past_all(&self, place: Point, cm: f64) -> Option<Vec<Step>> {
        let march = self.march_cm() * self.details.turns_left.unwrap_or(1.0).min(1.0);
        let Lane { turn, oblique, cm } =
            self.crowd.best(self.unit, place, march.min(cm), self.turn_share())?;
        let turns = (turn != 0.0).then_some(Step::Turn { degrees: turn.clamp(-180.0, 180.0) });
        Some(
            turns
                .into_iter()
                .chain([Step::Go { cm: Some(cm), degrees: (oblique * 10.0).round() / 10.0 }])
                .collect(),
        )
    }

    /// Where steps lead, as far as its march goes.
    fn lane_of(&self, steps: &[Step]) -> Lane {
        let mut lane = Lane { turn: 0.0, oblique: 0.0, cm: 0.0 };
        for step in steps {
            match *step {
                Step::Turn { degrees } => lane.turn = degrees,
                Step::Go { cm, degrees } => {
                    (lane.oblique, lane.cm) = (degrees, cm.unwrap_or(f64::MAX).min(self.march_cm()));
                }
                _ => {}
            }
        }
        // Who goes until he meets an enemy goes no farther.
        let met = self.enemies.first().map_or(f64::MAX, |(cm, _)| *cm);
        lane.cm = lane.cm.min(met);
        lane
    }

    /// The share of its march that a turn costs.
    fn turn_share(&self) -> f64 {
        f64::from(self.details.change_quarters.unwrap_or(2)) / 4.0
    }

    /// Its own lane to a goal: as far to the side of it as it stands now, but near enough to hold it.
    fn lane(&self, goal: Point) -> Point {
        let right = Bearing::degrees(self.sense.front()).ahead().right();
        let aside = (middle(self.unit) - goal).dot(right);
        goal + right * aside.clamp(-LANE_CM * CM, LANE_CM * CM)
    }

    /// The share of its march that a turn to a place costs, in centimetres.
    fn turn_cm(&self, place: Point) -> f64 {
        let by = off(self.unit, place).abs();
        if by <= 44.0 { 0.0 } else { self.march_cm() * self.turn_share() }
    }

    /// An enemy it can reach and beat.
    fn prey(&self, within: f64) -> Option<&UnitShown> {
        let reachable =
            |cm: f64, enemy: &UnitShown| cm + self.turn_cm(middle(enemy)) <= within.min(self.march_cm());
        let near = self.enemies.iter().copied();
        near.filter(|(cm, enemy)| reachable(*cm, enemy)).map(|(_, enemy)| enemy).find(|enemy| {
            let gap = gap_cm(self.unit, enemy);
            self.sense.beats(self.unit, enemy)
                && self.sense.is_ripe(self.unit, enemy)
                && self.crowd.is_free(self.unit, middle(enemy), gap)
        })
    }

    fn foot(&self) -> Option<Vec<Step>> {
        let near = self.enemies.first().map_or(f64::MAX, |(cm, _)| *cm);
        let attacks = self.details.corps_order == Some(CorpsOrder::Attack);
        if in_town(self.unit) {
            return None;
        }
        if self.unit.formation == "square" {
            return self.opens_square();
        }
        if !self.marches()
            && let Some(enemy) = self.prey(if attacks { 100.0 } else { HOLDS_CM })
        {
            return Some(self.toward(middle(enemy), None));
        }
        let goal = self.sense.objective(at(self.unit.place)).map(|goal| at(goal.place));
        let zone = self.zone_at_hand();
        if let Some(steps) = zone {
            return Some(steps);
        }
        if !attacks && !self.marches() || self.sense.holds_alone(self.unit) {
            return self.stands(near);
        }
        let goal = self.lane(goal?);
        let far = at(self.unit.place).distance(goal) / CM;
        if far <= THERE_CM {
            return self.stands(near);
        }
        if self.unit.formation == "line" && near > WARY_CM && self.unit.strength.now >= 12 {
            let mut steps = vec![Step::Form { formation: Formation::Column, facing: None, ranks: 4 }];
            steps.extend(self.toward(goal, Some((far - 1.0).clamp(1.0, 200.0))));
            return Some(steps);
        }
        let room = self.before_garrisons().min(far - 1.0);
        if room < 1.0 {
            return None;
        }
        self.past_all(goal, room.clamp(1.0, 200.0))
    }

    /// How far it may go and still stand off the garrisons that are being shelled.
    fn before_garrisons(&self) -> f64 {
        let near = self.enemies.iter().copied();
        let shelled = near.filter(|(_, enemy)| !self.sense.is_ripe(self.unit, enemy));
        shelled.map(|(cm, _)| cm - WAITS_CM).fold(f64::MAX, f64::min)
    }

    /// A square stays while enemy horse is near, and opens into line when it has gone.
    fn opens_square(&self) -> Option<Vec<Step>> {
        let mut enemies = self.enemies.iter().copied();
        let horse = enemies
            .any(|(cm, enemy)| cm <= HORSE_CM && enemy.arm == Arm::Cavalry && order(enemy) == Order::Order);
        (!horse).then(|| vec![Step::Form { formation: Formation::Line, facing: None, ranks: 4 }])
    }

    /// A zone that is free and at hand is gone into.
    fn zone_at_hand(&self) -> Option<Vec<Step>> {
        let touching = |outline: &[[f64; 2]]| {
            let corner = |place: &[f64; 2]| at(*place);
            let ring: Vec<Point> = outline.iter().map(corner).collect();
            let part = krigsspil_field::prelude::Part::Ring(ring);
            self.unit.outline.iter().any(|place| part.distance_to(at(*place)) <= 0.5)
        };
        let free =
            |zone: &krigsspil_engine::battle::ZoneShown| zone.held.is_none() && touching(&zone.outline);
        let near = self.sense.view.zones.iter().any(free) && self.details.turns_left? >= 1.0;
        near.then(|| vec![Step::Enter { side: Wing::Front }])
    }

    /// Foot that holds stands in line, its front to the nearest enemy.
    fn stands(&self, near: f64) -> Option<Vec<Step>> {
        let enemy = self.enemies.first().map(|(_, enemy)| middle(enemy))?;
        if self.unit.formation != "line" && near > 4.0 && near < 60.0 {
            return Some(vec![Step::Form { formation: Formation::Line, facing: None, ranks: 4 }]);
        }
        let by = (off(self.unit, enemy) * 10.0).round() / 10.0;
        (by.abs() > 30.0 && near < 50.0).then(|| vec![Step::Turn { degrees: by.clamp(-180.0, 180.0) }])
    }

    fn horse(&self) -> Option<Vec<Step>> {
        if !self.marches()
            && let Some(enemy) = self.prey(100.0)
        {
            return Some(self.toward(middle(enemy), None));
        }
        if self.unit.formation == "column" {
            return Some(vec![Step::Form { formation: Formation::Line, facing: None, ranks: 4 }]);
        }
        // It keeps behind its foot, near its chief.
        let chief = at(self.details.chief?);
        let far = middle(self.unit).distance(chief) / CM;
        let near = self.enemies.first().map_or(f64::MAX, |(cm, _)| *cm);
        (far > 15.0 && near > 25.0).then(|| self.past_all(chief, (far - 12.0).clamp(1.0, 30.0)))?
    }

    fn guns(&self) -> Option<Vec<Step>> {
        let limbered = self.unit.details.get::<UnitDetails>().and_then(|details| details.limbered)?;
        // A crew that left its guns cannot limber others.
        let left = self.unit.details.get::<UnitDetails>().is_some_and(|details| details.guns_left);
        if self.marches() || in_town(self.unit) || left {
            return None;
        }
        let enemies = &self.enemies;
        let (cm, enemy) = enemies.first()?;
        let by = (off(self.unit, middle(enemy)) * 10.0).round() / 10.0;
        if !limbered {
            let bears = enemies
                .iter()
                .any(|(cm, enemy)| *cm <= 45.0 && off(self.unit, middle(enemy)).abs() <= GUNS_BEAR);
            return match () {
                () if bears => None,
                () if *cm <= 45.0 && by.abs() <= 38.0 => Some(vec![Step::Turn { degrees: by }]),
                () if *cm > 55.0 || by.abs() > 45.0 => Some(vec![Step::Limber]),
                () => None,
            };
        }
        let stop = if in_town(enemy) { SHELLS_FROM_CM } else { FIRES_FROM_CM };
        let tells = if in_town(enemy) { SHELLS_FROM_CM + 2.0 } else { GUNS_TELL_CM };
        if *cm <= tells && self.details.in_command == Some(true) {
            return Some(vec![Step::Unlimber { degrees: by.clamp(-180.0, 180.0) }]);
        }
        // Guns go no farther ahead than the foot.
        let foot = self.sense.own().filter(|unit| unit.arm == Arm::Infantry);
        let lead = foot.map(|unit| gap_cm(unit, enemy)).fold(f64::MAX, f64::min);
        let ahead = if in_town(enemy) { AHEAD_CM } else { 0.0 };
        let room = (cm - lead + ahead).max(0.0).min(cm - stop);
        (room >= 1.0).then(|| self.past_all(middle(enemy), room.min(40.0)))?
    }
}
