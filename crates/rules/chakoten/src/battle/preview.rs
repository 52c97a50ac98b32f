//! Computes an action without doing it, from what its seat may know (§08.01.5): the way of the unit alone over the known ground, whom it
//! meets, and the first throw it leads to.

use krigsspil_engine::battle::{Crossing, Preview, Refused, Standing, Waypoint};
use krigsspil_field::prelude::*;
use krigsspil_turn::supposing::mark_supposed;

use super::bodies::{body, drawn_up};
use super::knowing::{Guess, Knows, Own};
use super::legal::{self, change};
use super::order::{Action, Hand, Ride, Step, UnitOrder};
use super::rates::{Limits, rates};
use super::state::{CM, Gait, Unit};
use super::terrain::{difficult_at, ground_at};

/// The expected result of an action.
pub(super) fn preview(known: Knows<'_>, action: &Action) -> Result<Preview, Refused> {
    match action {
        Action::Order { unit, order, sheet } => {
            let own = known.own_unit(unit)?;
            let order = legal::written(known, own, order.as_ref(), sheet.as_deref())?;
            legal::check(known, own, &order)?;
            let usual = known.supposed(Guess::Usual).rehearse(own.number, &order);
            // What leads to no throw rests on nothing that is supposed.
            let sums = match usual.sums.is_empty() {
                true => usual.sums,
                false => {
                    let unusual = known.supposed(Guess::Unusual).rehearse(own.number, &order);
                    mark_supposed(usual.sums, &unusual.sums)
                }
            };
            Ok(Preview { meets: usual.meets, sums, ..of_order(known, own, &order) })
        }
        Action::General { general, to, moment } => {
            let (_, post) = legal::general(known, general, to, moment.0)?;
            let mut path =
                vec![Waypoint { moment: moment.0, place: [post.place.x, post.place.y], facing: 0.0 }];
            if let Ride::To { place } = to {
                path.push(Waypoint { moment: moment.0, place: place.0, facing: 0.0 });
            }
            Ok(Preview { path, ..Preview::default() })
        }
        _ => Ok(Preview::default()),
    }
}

/// How finely a way is told.
const LOOKS: u32 = 8;

fn waypoint(moment: f64, pose: Pose) -> Waypoint {
    Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
}

fn of_order(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Preview {
    let mut unit = own.whole().clone();
    let mut moment =
        if matches!(order, UnitOrder::Fire { when: super::order::When::AtOnce, .. }) { 0.5 } else { 0.0 };
    let mut preview = Preview { path: vec![waypoint(0.0, unit.placed.pose())], ..Preview::default() };
    let from = unit.placed.pose().at;
    for (number, step) in order.steps().iter().enumerate() {
        if moment >= 1.0 {
            preview.not_reached.push(number);
            continue;
        }
        moment = walk(known, &mut unit, step, moment, &mut preview.path);
    }
    let pose = unit.placed.pose();
    preview.ends = Some(Standing {
        moment: moment.min(1.0),
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
        formation: unit.formation.as_str(),
        outline: unit.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
    });
    preview.ground = [from, pose.at]
        .map(|place| Crossing { from: 0.0, to: 1.0, ground: ground_at(known.map(), place).as_str() })
        .to_vec();
    preview
}

/// One step of the way; returns the moment at which it is done.
fn walk(known: Knows<'_>, unit: &mut Unit, step: &Step, moment: f64, path: &mut Vec<Waypoint>) -> f64 {
    let tables = known.tables();
    let gait = if matches!(step, Step::Ahead { storm: true, .. }) { Gait::Storm } else { Gait::March };
    let pace = rates(unit, gait, Limits::default(), tables);
    let metres = |cm: Option<f64>| cm.map_or(1.0e6, |cm| cm * CM);
    let (leg, turns) = match *step {
        Step::Ahead { cm, turns, .. } => (Some(Leg::Ahead(metres(cm))), turns),
        Step::Back { cm, turns } => (Some(Leg::Back(metres(cm))), turns),
        Step::Sideways { hand, cm, turns } => {
            let side = if hand == Hand::Left { Side::Left } else { Side::Right };
            (Some(Leg::Sideways(side, metres(cm))), turns)
        }
        Step::Wheel { degrees } => (Some(Leg::Wheel { about: Pivot::Middle, by: Degrees(degrees) }), None),
        Step::Pivot { degrees } if unit.formation.marching() && unit.battery.is_none() => {
            (Some(Leg::Pivot(Degrees(degrees))), None)
        }
        Step::Pivot { degrees } => {
            let about = if degrees > 0.0 { Pivot::RightWing } else { Pivot::LeftWing };
            (Some(Leg::Wheel { about, by: Degrees(degrees) }), None)
        }
        _ => (None, None),
    };
    let Some(leg) = leg else { return act(known, unit, step, moment, path) };
    let drawn = matches!(leg, Leg::Back(_) | Leg::Sideways(..))
        .then(|| drawn_up(unit, tables).and_then(|body| body.at(unit.placed.pose()).ok()))
        .flatten();
    let start = drawn.as_ref().unwrap_or(&unit.placed);
    let Ok(track) = march(start, &[leg], &pace, known.map(), moment) else { return 1.0 };
    let end = turns.map_or(track.done().unwrap_or(1.0), |turns| (moment + turns).min(1.0));
    for look in 1..=LOOKS {
        let at = moment + (end - moment) * f64::from(look) / f64::from(LOOKS);
        path.push(waypoint(at, track.at(at).pose()));
    }
    unit.placed = track.halted_at(end);
    unit.pose = unit.placed.pose();
    unit.trail = unit.placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
    end
}

fn act(known: Knows<'_>, unit: &mut Unit, step: &Step, moment: f64, path: &mut Vec<Waypoint>) -> f64 {
    let tables = known.tables();
    let time = match *step {
        Step::Form { formation } => {
            let difficult = difficult_at(known.map(), unit.placed.centre());
            let same = formation == unit.formation;
            let time = if same {
                0.0
            } else {
                change(unit, formation, (difficult, false), tables).map_or(0.5, |change| change.turns.0)
            };
            unit.formation = formation;
            unit.trail.clear();
            time
        }
        Step::About => {
            if let Ok(turned) = unit.placed.turned(Turn::About) {
                unit.pose = turned.pose();
            }
            0.25
        }
        Step::Halt { turns } => turns,
        Step::Leave { .. } => 0.5,
        Step::Limber { .. } | Step::Unlimber { .. } => {
            if let Some(guns) = &mut unit.battery {
                guns.limbered = matches!(step, Step::Limber { .. });
            }
            0.5
        }
        _ => 0.25,
    };
    if let Ok(placed) = body(unit, tables).and_then(|body| body.at(unit.pose)) {
        unit.placed = placed;
    }
    path.push(waypoint((moment + time).min(1.0), unit.placed.pose()));
    moment + time
}
