//! Squares are opened again when no horse is near: in square nobody comes forward, and nobody behind it does.

use krigsspil_engine::battle::{Arm, Deed, OrdersAsked, UnitAsked, UnitShown, View};
use krigsspil_field::prelude::point;

use super::give;
use crate::battle::order::UnitOrder;
use crate::battle::shown::AskedDetails;
use crate::battle::units::Stance;

/// With an enemy so near nobody changes formation (§4.1.G).
const CHANGES: i32 = 300;
/// Horse so near is reckoned with.
const HORSE: i32 = 700;
/// Castings abreast in a column, and the depth of each rank of stands, in yards (§1.21).
const ABREAST: i32 = 4;
const STAND: f64 = 25.0;
/// A column that is deeper than its square needs nobody so near.
const ROOM: f64 = 200.0;

/// Does the column have room where the square stands?
fn fits(view: &View, unit: &UnitShown) -> bool {
    let depth = f64::from((unit.strength.now + ABREAST - 1) / ABREAST) * STAND;
    let here = point(unit.place[0], unit.place[1]);
    let others =
        view.units.iter().chain(&view.friends).chain(&view.enemies).filter(|other| other.id != unit.id);
    let mut near = others.filter(|other| point(other.place[0], other.place[1]).distance(here) <= ROOM);
    depth <= unit.depth || near.next().is_none()
}

/// May this square be opened, and is it time to?
fn opens(view: &View, asked: &UnitAsked) -> bool {
    let unit = view.units.iter().find(|unit| unit.id == asked.unit);
    let square = unit.filter(|unit| unit.formation == Stance::Square.as_str());
    let Some((unit, details)) = square.zip(asked.details.get::<AskedDetails>()) else { return false };
    let horse = |id: &str| view.enemies.iter().any(|enemy| *enemy.id == *id && enemy.arm == Arm::Cavalry);
    let quiet = details
        .targets
        .iter()
        .flatten()
        .all(|target| target.yards > CHANGES && (target.yards > HORSE || !horse(&target.unit)));
    asked.may.contains(&"change") && quiet && fits(view, unit)
}

/// The deeds of a formation phase, with the squares that are opened.
pub(super) fn opened(view: &View, asked: &OrdersAsked, mut deeds: Vec<Deed>) -> Vec<Deed> {
    for unit in asked.units.iter().filter(|unit| opens(view, unit)) {
        let column = UnitOrder::Change { formation: Some(Stance::Column), degrees: 0.0 };
        deeds.push(give(&unit.unit, column));
    }
    deeds
}
