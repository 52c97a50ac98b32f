//! Materiel on the table that nobody moves: abandoned guns, and wagons that stay where they are. For units that cross it, it is an obstacle
//! of class I without cover (skema XXII, "parked materiel").

use krigsspil_turn::ids::{SideId, UnitId};
use std::sync::Arc;

use krigsspil_field::prelude::*;

use super::order::UnitOrder;
use super::run::clearing::line_of;
use super::run::left_guns::left_guns;
use super::state::{Battle, Unit};
use super::terrain::printed_classes;
use crate::tables::Tables;
use crate::vocabulary;

/// A unit within this many metres inside its edge only touches it and is not on it.
const CLEAR_OF_IT: f64 = 4.0;

/// A piece of materiel is a line on the ground: its outline, drawn a little inside its edge.
type Piece = Vec<Point>;

/// The ground with the materiel on it, kept until either changes.
#[derive(Clone, Debug)]
pub struct Parked {
    pieces: Vec<Piece>,
    bare: Arc<Ground>,
    with: Arc<Ground>,
}

fn piece(placed: &Placed) -> Option<Piece> {
    let frame = placed.frame();
    let (front, depth) = (placed.body().front(), placed.body().depth());
    let (side, near, far) = (front / 2.0 - CLEAR_OF_IT, CLEAR_OF_IT, depth - CLEAR_OF_IT);
    let corners = [(-side, near), (side, near), (side, far), (-side, far), (-side, near)];
    let corner =
        |(right, behind): (f64, f64)| (frame.at + frame.right * right - frame.ahead * behind).on_grid();
    (side > 0.5 && far > near).then(|| corners.map(corner).to_vec())
}

/// The pieces of materiel of these units.
fn pieces(
    battle: &Battle,
    tables: &Tables,
    of: impl Fn(UnitId) -> bool,
    order_of: impl Fn(&Unit) -> Option<&UnitOrder>,
) -> Vec<Piece> {
    let standing = |number: UnitId| {
        let unit = &battle.units[number];
        let parked = unit.here() && unit.wagon.is_some() && order_of(unit).is_none_or(stays);
        if parked { piece(&unit.placed) } else { piece(&left_guns(battle, tables, number)?) }
    };
    battle.units.ids().filter(|&number| of(number)).filter_map(standing).collect()
}

fn stays(order: &UnitOrder) -> bool {
    !matches!(order, UnitOrder::Move { .. } | UnitOrder::Retreat)
}

/// A ground with these pieces of materiel on it, after its own features.
fn laid(ground: &Ground, tables: &Tables, own: bool, pieces: &[Piece]) -> Option<Ground> {
    let kind = Kind::Line(line_of(vocabulary::Feature::ParkedMateriel)?);
    let classes = printed_classes(vocabulary::Feature::ParkedMateriel, tables);
    let mut features = if own { ground.shared() } else { Vec::new() };
    features.extend(pieces.iter().map(|piece| {
        let mut feature = Feature::new(kind, Shape::Line(piece.clone()));
        (feature.properties.obstacle, feature.properties.cover) = classes;
        Arc::new(feature)
    }));
    ground.laid(features).ok()
}

/// Takes the materiel off the ground: orders are written, and works laid, on the ground alone.
pub(super) fn take_in(battle: &mut Battle) {
    if let Some(parked) = battle.parked.as_ref().filter(|parked| Arc::ptr_eq(&parked.with, &battle.ground)) {
        battle.ground = parked.bare.clone();
    }
}

/// Puts the current materiel on the ground while the turn is carried out. Returns whether the ground has changed.
pub(super) fn set_out(battle: &mut Battle, tables: &Tables) -> bool {
    let before = battle.ground.clone();
    take_in(battle);
    let pieces = pieces(battle, tables, |_| true, |unit| unit.now.order.as_ref());
    if !pieces.is_empty() {
        let same = |parked: &&Parked| parked.pieces == pieces && Arc::ptr_eq(&parked.bare, &battle.ground);
        let kept = battle.parked.as_ref().filter(same).map(|parked| parked.with.clone());
        let with = kept.or_else(|| laid(&battle.ground, tables, true, &pieces).map(Arc::new));
        if let Some(with) = with {
            let bare = std::mem::replace(&mut battle.ground, with.clone());
            battle.parked = Some(Parked { pieces, bare, with });
        }
    }
    !Arc::ptr_eq(&before, &battle.ground)
}

/// The materiel of these units, where a side expects it when it writes its orders.
pub(super) fn thought(
    battle: &Battle,
    tables: &Tables,
    side: SideId,
    of: impl Fn(UnitId) -> bool,
) -> Option<Ground> {
    // Nobody knows the orders of an enemy wagon.
    let pieces = pieces(battle, tables, of, |of| of.written.as_ref().filter(|_| of.side == side));
    if pieces.is_empty() { None } else { laid(&battle.ground, tables, false, &pieces) }
}
