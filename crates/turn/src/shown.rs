//! What the view of every battle shows in the same way: how a body stands, and the objectives.

use std::sync::Arc;

use krigsspil_engine::battle::{ObjectiveShown, TableShown, ViewDetail};
use krigsspil_field::prelude::{Ground, Part, Placed};

use crate::objectives::Counts;

/// How a body stands on the table, in metres and degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    /// The middle of its front.
    pub place: [f64; 2],
    /// Its bearing.
    pub facing: f64,
    /// Its width.
    pub front: f64,
    /// Its depth.
    pub depth: f64,
    /// Its outline.
    pub outline: Arc<[[f64; 2]]>,
    /// The outline of each base; none in a lean view.
    pub bases: Arc<[Vec<[f64; 2]>]>,
}

/// How a body stands, with as much detail as is wanted.
pub fn stands(placed: &Placed, detail: ViewDetail) -> Stands {
    let (pose, body) = (placed.pose(), placed.body());
    let corners = |part: &Part| part.corners().iter().map(|at| [at.x, at.y]).collect();
    let bases = match detail {
        ViewDetail::Whole => placed.parts().iter().map(corners).collect(),
        ViewDetail::Lean => Arc::default(),
    };
    Stands {
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
        front: body.front(),
        depth: body.depth(),
        outline: placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
        bases,
    }
}

/// The size of the table.
pub fn table(ground: &Ground) -> TableShown {
    let extent = ground.table().extent();
    TableShown { width: extent.width(), depth: extent.height() }
}

/// The objectives; `holders` tells who holds them, too.
pub fn objectives(battle: &impl Counts, holders: bool) -> Vec<ObjectiveShown> {
    let objectives = battle.victory().objective.iter().zip(battle.held());
    let shown = objectives.map(|(objective, holder)| ObjectiveShown {
        name: objective.name.as_str().into(),
        place: objective.place,
        radius: *objective.radius.get_ref(),
        points: objective.points,
        held: holder.filter(|_| holders).map(|side| battle.sides()[side].id.clone()),
    });
    shown.collect()
}
