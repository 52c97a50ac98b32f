//! Orders to corps by task, with the points there are, and where division generals ride.

use krigsspil_engine::battle::{Deed, Leader, LeaderShown, Place};
use krigsspil_field::prelude::{Bearing, Point};

use super::sense::{Sense, at, middle};
use crate::battle::order::Action;
use crate::battle::shown::GeneralDetails;
use crate::battle::state::CM;
use crate::vocabulary::{CorpsOrder, Rank};

/// A corps general so near his objective is there, in centimetres.
const THERE_CM: f64 = 25.0;
/// An objective is given no farther off (§2.7).
const FAR_CM: f64 = 95.0;
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

/// Orders A to the corps that are far from what is to be taken, dearest first, as far as the points go.
pub(super) fn orders(sense: &Sense<'_>) -> Vec<Deed> {
    let view = sense.view;
    let chiefs = view
        .generals
        .iter()
        .filter(|general| matches!(rank(general), Some(Rank::CommanderInChief | Rank::ArmyGeneral)));
    let mut points: i32 = chiefs.filter_map(|general| details(general)?.oas_left).sum();
    // One headquarters is enough to reckon with: an army general's corps are his own.
    let several = view.generals.iter().filter(|general| rank(general) == Some(Rank::ArmyGeneral)).count() > 0;
    let mut deeds = Vec::new();
    for general in view.generals.iter().filter(|general| rank(general) == Some(Rank::CorpsGeneral)) {
        let Some(known) = details(general) else { continue };
        let idle = known.pending.flatten().is_none() && known.corps_order == Some(CorpsOrder::Hold);
        let place = at(general.place);
        let Some(goal) = sense.objective(place) else { continue };
        let far = place.distance(at(goal.place)) / CM;
        if !idle || far <= THERE_CM || points < 1 || several && deeds.len() >= 2 {
            continue;
        }
        if let Some(objective) = toward(sense, place, at(goal.place)) {
            points -= 1;
            let general = Leader(general.id.clone());
            let objective = Some(Place([objective.x, objective.y]));
            deeds.push(Deed::of(Action::Corps {
                general,
                order: Some(CorpsOrder::Attack),
                objective,
                from: None,
                sheet: None,
            }));
        }
    }
    deeds
}

/// An objective of an attack on the way to a goal: toward the enemy, within a metre.
fn toward(sense: &Sense<'_>, place: Point, goal: Point) -> Option<Point> {
    let nearest =
        sense.view.enemies.iter().map(middle).min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)));
    let enemy = nearest.map_or_else(|| Bearing::degrees(sense.front()), |enemy| Bearing::of(enemy - place));
    let way = Bearing::of(goal - place);
    if enemy.turn_to(way).0.abs() > 85.0 {
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
            let corps = unit.details.get::<crate::battle::shown::UnitDetails>()?.corps.clone()?;
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
