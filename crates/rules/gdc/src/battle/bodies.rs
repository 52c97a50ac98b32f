//! The ground a unit covers in its formation (§1.21, §1.3.A), one yard to a metre of the table (intro).

use krigsspil_engine::Procedure;
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_field::prelude::*;

use super::units::{Stance, Unit};
use super::zones::Zone;
use crate::procedures::scale::{Basing, Footprint, FootprintResult};
use crate::tables::Tables;
use crate::vocabulary::*;

/// The footprint of a unit in a formation.
pub(super) fn footprint(unit: &Unit, stance: Stance, tables: &Tables) -> Option<FootprintResult> {
    let facts = Footprint {
        arm: unit.fights_as(),
        basing: if unit.ratings.large_stands { Basing::WarEagles } else { Basing::Original },
        two_ranks: unit.ratings.two_ranks,
        castings: Castings(unit.castings.clamp(1, 60)),
        formation: match stance {
            Stance::Line | Stance::Unlimbered | Stance::Limbered => Formation::Line,
            Stance::Column | Stance::BattalionMass => Formation::Column,
            Stance::Square => Formation::Square,
            Stance::Skirmish => Formation::Skirmish,
        },
        figure_scale: FigureScale::Fifteen,
    };
    facts.resolve(tables, &mut ScriptedDice::new(&[]), &mut ()).ok()
}

/// The body of a unit in a formation.
pub(super) fn body(unit: &Unit, stance: Stance, tables: &Tables) -> Result<Body, BodyError> {
    let (front, depth) = footprint(unit, stance, tables)
        .map_or((75.0, 25.0), |print| (f64::from(print.frontage_yards.0), f64::from(print.depth_yards.0)));
    // A swarm stands in several ranks, the front one the widest (§10.6.M).
    let ranks = if stance == Stance::Skirmish { f64::from(unit.ranks.max(1)) } else { 1.0 };
    let (front, depth) = ((front / ranks).ceil(), depth * ranks);
    Ok(Body::lone(BaseSize::new(front.max(1.0), depth.max(1.0))?, Role::Figure))
}

/// Castings that fire in its formation: all in line, else the front rank (§8.2.B).
pub(super) fn front_rank(unit: &Unit, tables: &Tables) -> Castings {
    front_rank_in(unit, unit.stance, tables)
}

/// The same if it stood in another formation.
pub(super) fn front_rank_in(unit: &Unit, stance: Stance, tables: &Tables) -> Castings {
    let print = footprint(unit, stance, tables);
    print.map_or(Castings(unit.castings.max(1)), |print| print.front_rank_castings)
}

/// Castings in the front rank of a swarm of skirmishers (§10.6.M, §10.6.N).
pub(super) fn swarm_front(unit: &Unit) -> Castings {
    let ranks = unit.swarm_ranks();
    Castings((unit.castings + ranks - 1) / ranks)
}

/// Stands a unit up again where it is, after its strength or formation has changed. A body that cannot be is left as it was.
pub(super) fn rebuild(unit: &mut Unit, tables: &Tables) {
    let pose = unit.placed.pose();
    if unit.inside.is_some() {
        return;
    }
    if let Ok(placed) = body(unit, unit.stance, tables).and_then(|body| body.at(pose)) {
        unit.placed = placed;
    }
}

/// A unit in a zone fills it.
pub(super) fn fill(unit: &mut Unit, zones: &[Zone]) {
    let Some(zone) = unit.inside.and_then(|inside| zones.get(inside.zone)) else { return };
    let pose = Pose::new(zone.middle(), unit.placed.pose().facing);
    let figures = unit.castings.max(1) as u32;
    if let Ok(placed) = Body::garrison(&zone.outline, figures, pose).and_then(|body| body.at(pose)) {
        unit.placed = placed;
    }
}

/// The pose of a body of another shape or facing whose middle is where a body's middle was.
pub(super) fn about_middle(placed: &Placed, body: &Body, facing: Bearing) -> Pose {
    Pose::new(placed.centre() + facing.ahead() * (body.depth() / 2.0), facing).on_grid()
}
