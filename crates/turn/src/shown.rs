//! What the view of every battle shows in the same way: the table and the clock, units, leaders and objectives.

use std::sync::Arc;

use krigsspil_engine::battle::{
    Arm, Bound, Condition, LeaderShown, Measure, ObjectiveShown, SeatId, Shown, Stage, Strength, TableShown,
    UnitShown, View, ViewDetail,
};
use krigsspil_field::prelude::{Ground, Part, Placed, Point};

use crate::command::Post;
use crate::common::Common;
use crate::knowledge::Knowledge;
use crate::objectives::Contested;

/// What everybody may know in every battle, with what the umpire is told besides: where the battle has come to, the table, objectives, added
/// rules, and what the seat was told. It names no unit. All sides move; a rule set in which they take turns says whose move it is.
pub fn view<B: Common>(
    known: Knowledge<'_, B>,
    seat: &SeatId,
    (rules, measure): (&'static str, Measure),
    (phase, step): (Stage, &'static str),
) -> View {
    View {
        scenario: known.scenario_name().into(),
        turn: known.turn(),
        turns: known.turns(),
        phase,
        step,
        to_move: known.sides().map(|side| side.id.clone()).collect(),
        landmarks: known.landmarks().map(Into::into).collect(),
        objectives: known.objectives(),
        rules: known.rules().to_vec(),
        own: known.own_side(),
        questions: known.questions(),
        log: known.log(),
        points: known.points(),
        ready_seats: known.ready_seats(),
        ..View::of_table(seat, rules, measure, table(known.map()))
    }
}

/// A unit as every rule set shows it, but for its body.
pub struct Described {
    /// Its id.
    pub id: Arc<str>,
    /// Its name, where it is known.
    pub name: Option<Arc<str>>,
    /// Its side.
    pub side: Arc<str>,
    /// Its arm.
    pub arm: Arm,
    /// Its formation: a word of the rule set's.
    pub formation: &'static str,
    /// How strong it is.
    pub strength: Strength,
    /// Its condition, as far as it can be seen.
    pub condition: Option<Condition>,
    /// What the rule set adds.
    pub details: Shown,
}

impl Described {
    /// The unit, standing on the table with this body.
    pub fn standing(self, placed: &Placed, detail: ViewDetail) -> UnitShown {
        let Described { id, name, side, arm, formation, strength, condition, details } = self;
        let Stands { place, facing, front, depth, outline, bases } = stands(placed, detail);
        UnitShown {
            id,
            name,
            side,
            arm,
            formation,
            strength,
            condition,
            place,
            facing,
            front,
            depth,
            outline,
            bases,
            own: None,
            details,
        }
    }
}

/// A leader, as his own player and the umpire know him.
pub fn leader<B: Common>(
    known: Knowledge<'_, B>,
    post: &Post,
    place: Point,
    bound_for: Option<Bound>,
    details: Shown,
) -> LeaderShown {
    LeaderShown {
        id: post.id.clone(),
        name: post.name.clone(),
        rank: post.rank.clone(),
        life: post.rider.life,
        place: [place.x, place.y],
        with: post.rider.with.and_then(|unit| known.name(unit).cloned()),
        bound_for,
        instruction: post.instruction.clone(),
        details,
    }
}

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
        outline: placed.outer(),
        bases,
    }
}

/// The size of the table.
pub fn table(ground: &Ground) -> TableShown {
    let extent = ground.table().extent();
    TableShown { width: extent.width(), depth: extent.height() }
}

/// The objectives; `holders` tells who holds them, too.
pub fn objectives(battle: &impl Contested, holders: bool) -> Vec<ObjectiveShown> {
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
