//! Orders to corps by task, with the points there are, and where division generals ride.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{Arm, Deed, Leader, LeaderShown, Place};
use krigsspil_field::prelude::{Bearing, Degrees, Point};

use super::sense::{Sense, at, middle, order};
use crate::battle::order::Action;
use crate::battle::shown::{GeneralDetails, UnitDetails};
use crate::battle::state::CM;
use crate::vocabulary::{CorpsOrder, Order, Rank};

/// Distances that differ by less, in centimetres, are about the same.
const ABOUT_CM: f64 = 5.0;
/// A corps general so near his objective is there, in centimetres.
const THERE_CM: f64 = 25.0;
/// An objective is given no farther off (§2.7).
const FAR_CM: f64 = 95.0;
/// A corps that goes back of itself goes so far (§2.9.p2).
const METRE_CM: f64 = 100.0;
/// A corps of fewer brigades stays where it is.
const FEWEST_FALL_BACK: usize = 3;
/// A division general rides no farther than this, and stays so far within his corps general's reach.
const RIDE_CM: f64 = 38.0;
const WITHIN_CM: f64 = 36.0;
/// His units get so far ahead in a turn.
const LEAD_CM: f64 = 16.0;

fn details(general: &LeaderShown) -> Option<&GeneralDetails> {
    general.details.get()
}

fn rank(general: &LeaderShown) -> Option<Rank> {
    details(general)?.staff
}

/// Orders to corps: back of itself for one that is mostly broken, and A to those that are far from what is to be taken, as far as the points
/// of their superiors go.
pub(super) fn orders(sense: &Sense<'_>) -> Vec<Deed> {
    let generals = &sense.view.generals;
    let chiefs = generals.iter().filter_map(|general| Some((&*general.id, details(general)?.oas_left?)));
    let mut points: BTreeMap<&str, i32> = chiefs.collect();
    let corps = generals.iter().filter(|general| rank(general) == Some(Rank::CorpsGeneral));
    let mut deeds = Vec::new();
    for general in corps {
        if let Some(deed) = falls_back(sense, general) {
            deeds.push(deed);
            continue;
        }
        let superior = details(general).and_then(|known| known.superior.clone().flatten());
        let Some(left) = superior.and_then(|superior| points.get_mut(&*superior)).filter(|left| **left > 0)
        else {
            continue;
        };
        if let Some(deed) = attacks(sense, general) {
            *left -= 1;
            deeds.push(deed);
        }
    }
    deeds
}

/// An order A for a corps that holds far from its goal, or whose goal an enemy holds.
fn attacks(sense: &Sense<'_>, general: &LeaderShown) -> Option<Deed> {
    let known = details(general)?;
    let idle = known.pending.flatten().is_none() && known.corps_order == Some(CorpsOrder::Hold);
    let place = at(general.place);
    let goal = sense.objective(place)?;
    let far = place.distance(at(goal.place)) / CM;
    if !idle || far <= THERE_CM || sense.is_spent() {
        return None;
    }
    let objective = toward(sense, place, at(goal.place))?;
    Some(Deed::of(Action::Corps {
        general: Leader(general.id.clone()),
        order: Some(CorpsOrder::Attack),
        objective: Some(Place([objective.x, objective.y])),
        from: None,
        sheet: None,
    }))
}

/// A corps most of whose brigades are in U or FU goes back a metre of itself, to reorganise (§2.9.p2).
fn falls_back(sense: &Sense<'_>, general: &LeaderShown) -> Option<Deed> {
    if details(general)?.corps_order == Some(CorpsOrder::Back) {
        return None;
    }
    let own = sense.own().filter(|unit| {
        unit.arm != Arm::Artillery
            && unit
                .details
                .get::<UnitDetails>()
                .is_some_and(|details| details.corps.as_ref() == Some(&general.id))
    });
    let (mut troops, mut broken) = (0, 0);
    for unit in own {
        troops += 1;
        broken += usize::from(order(unit) != Order::Order);
    }
    if troops < FEWEST_FALL_BACK || broken * 4 < troops * 3 {
        return None;
    }
    let place = at(general.place);
    let nearest = sense
        .view
        .enemies
        .iter()
        .map(middle)
        .min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)))?;
    let (width, depth) = (sense.view.table.width, sense.view.table.depth);
    let away = Bearing::of(place - nearest);
    let goal = [0.0, 30.0, -30.0, 60.0, -60.0]
        .map(|by| place + away.right_by(Degrees(by)).ahead() * (METRE_CM * CM))
        .into_iter()
        .find(|goal| (0.0..=width).contains(&goal.x) && (0.0..=depth).contains(&goal.y))?
        .on_grid();
    Some(Deed::of(Action::AutomaticBack {
        general: Leader(general.id.clone()),
        objective: Place([goal.x, goal.y]),
    }))
}

/// An objective of an attack on the way to a goal: toward the enemy, within a metre.
fn toward(sense: &Sense<'_>, place: Point, goal: Point) -> Option<Point> {
    let enemies = || sense.view.enemies.iter().map(middle);
    let nearest = enemies().map(|enemy| enemy.distance(place)).fold(f64::INFINITY, f64::min);
    let way = Bearing::of(goal - place);
    let aside = |enemy: Bearing| enemy.turn_to(way).0.abs() > 85.0;
    // Which of two at about the same distance is the nearest is not for the eye to say.
    let mut near = enemies().filter(|enemy| enemy.distance(place) <= nearest + ABOUT_CM * CM);
    let none = nearest.is_infinite() && aside(Bearing::degrees(sense.front()));
    if none || near.any(|enemy| aside(Bearing::of(enemy - place))) {
        return None;
    }
    let far = place.distance(goal).min(FAR_CM * CM);
    Some((place + way.ahead() * far).on_grid())
}

/// Division generals ride to the middle of their units, within their corps general's reach.
pub(super) fn rides(sense: &Sense<'_>) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for general in sense.view.generals.iter().filter(|general| rank(general) == Some(Rank::DivisionGeneral)) {
        if details(general)
            .is_none_or(|known| known.detached == Some(true) || known.must_go_cm.flatten().is_some())
        {
            continue;
        }
        let own: Vec<Point> = sense
            .own()
            .filter(|unit| unit.own.as_ref().is_some_and(|own| own.general == general.id))
            .map(middle)
            .collect();
        let corps = sense.own().find_map(|unit| {
            unit.own.as_ref().filter(|own| own.general == general.id)?;
            let corps = unit.details.get::<UnitDetails>()?.corps.clone()?;
            sense.view.generals.iter().find(|other| other.id == corps)
        });
        let Some(corps) = corps.filter(|corps| corps.id != general.id && !own.is_empty()) else { continue };
        let place = at(general.place);
        let mean = own.iter().fold(Point::ORIGIN, |sum, place| sum + *place) * (1.0 / own.len() as f64);
        // He rides after they have moved: as far ahead as they go.
        let attacks = details(corps).and_then(|known| known.corps_order) == Some(CorpsOrder::Attack);
        let ahead = sense.objective(mean).filter(|_| attacks).map(|goal| at(goal.place) - mean);
        let ahead = ahead.map_or(Point::ORIGIN, |way| {
            way.unit().unwrap_or(Point::ORIGIN) * way.length().min(LEAD_CM * CM)
        });
        let wanted = mean + ahead;
        let leader = at(corps.place);
        let reach =
            details(corps).and_then(|known| known.command_cm).unwrap_or(WITHIN_CM).min(WITHIN_CM) - 1.0;
        let wanted = within(wanted, leader, reach * CM);
        let wanted = within(wanted, place, RIDE_CM * CM);
        let (width, depth) = (sense.view.table.width, sense.view.table.depth);
        let wanted = krigsspil_field::prelude::point(
            wanted.x.clamp(1.0, width - 1.0),
            wanted.y.clamp(1.0, depth - 1.0),
        )
        .on_grid();
        let better = wanted.distance(leader) <= reach * CM + 1.0
            || wanted.distance(leader) < place.distance(leader) - 1.0;
        if better && wanted.distance(place) > CM {
            deeds.push(Deed::of(Action::Ride {
                general: Leader(general.id.clone()),
                place: Place([wanted.x, wanted.y]),
            }));
        }
    }
    deeds
}

/// A place drawn in to within so many metres of another.
fn within(place: Point, of: Point, metres: f64) -> Point {
    let far = place.distance(of);
    if far <= metres { place } else { of.toward(place, metres / far) }
}
