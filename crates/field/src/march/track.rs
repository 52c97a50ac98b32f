//! A body's way through the turn.

use super::meet::Moving;
use super::motion::Motion;
use crate::bearing::Pose;
use crate::body::{Body, Placed};
use crate::ground::FeatureId;
use crate::point::Extent;

/// A stretch of time in which a body moves evenly over the same going.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// When it begins, in turns.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// Which leg of the march, beginning with 0; the number of legs once all are done.
    pub leg: usize,
    /// How the body stands when it begins.
    pub pose: Pose,
    /// How its anchor moves.
    pub motion: Motion,
    /// What its leading edge treads on.
    pub going: Vec<FeatureId>,
    pub(crate) body: Body,
    pub(crate) moving: Vec<Moving>,
    pub(crate) swept: Extent,
}

impl Piece {
    pub(crate) fn new(
        span: (f64, f64),
        leg: usize,
        standing: &Placed,
        motion: Motion,
        going: Vec<FeatureId>,
    ) -> Piece {
        let moving = standing.parts().iter().map(|part| Moving { part: part.clone(), motion }).collect();
        Piece::with_parts(span, leg, standing, motion, going, moving)
    }

    pub(crate) fn with_parts(
        (from, to): (f64, f64),
        leg: usize,
        standing: &Placed,
        motion: Motion,
        going: Vec<FeatureId>,
        moving: Vec<Moving>,
    ) -> Piece {
        let swept = moving.iter().fold(Extent::EMPTY, |all, m| all.and(m.motion.swept(&m.part, to - from)));
        let (pose, body) = (standing.pose(), standing.body().clone());
        Piece { from, to, leg, pose, motion, going, body, moving, swept }
    }

    /// The position of the body at a moment of this piece.
    pub(crate) fn at(&self, moment: f64) -> Placed {
        let (body, pose) = self.poses_at(moment);
        Placed::new(body, pose)
    }

    /// What stands where at a moment of this piece.
    fn poses_at(&self, moment: f64) -> (Body, Pose) {
        let after = (moment - self.from).clamp(0.0, self.to - self.from);
        let pose = self.motion.carry_pose(self.pose, after);
        let metres = (pose.at - self.pose.at).length();
        match (&self.body.shape().column, self.motion) {
            (Some(rows), Motion::Shift(_)) if metres > 0.0 => {
                let trail = rows.trail().ahead(metres, rows.length());
                (rows.along(trail).into_body(), pose)
            }
            _ => (self.body.clone(), pose),
        }
    }
}

/// Why a march ended before its last leg was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// When, in turns.
    pub at: f64,
    /// On which leg.
    pub leg: usize,
    /// What could not be entered.
    pub before: Vec<FeatureId>,
}

/// A body's way through the turn, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) done: Option<f64>,
    pub(crate) stop: Option<Stop>,
}

impl Track {
    /// Standing still all the turn.
    #[must_use]
    pub fn standing(body: &Placed) -> Track {
        let piece = Piece::new((0.0, 1.0), 0, body, Motion::Still, Vec::new());
        Track { pieces: vec![piece], done: Some(0.0), stop: None }
    }

    /// Does it stand still the whole turn?
    #[must_use]
    pub fn stands(&self) -> bool {
        matches!(&self.pieces[..], [only] if only.motion == Motion::Still)
    }

    /// Is it the track of this very body in its current position? Equal bodies that were built separately count as different.
    #[must_use]
    pub fn stands_as(&self, body: &Placed) -> bool {
        matches!(&self.pieces[..], [only] if only.pose == body.pose() && only.body.is(body.body()))
            && self.stands()
    }

    /// Its pieces, in order of time, without gaps.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A box round everything it covers in the turn.
    #[must_use]
    pub fn swept(&self) -> Extent {
        self.pieces.iter().fold(Extent::EMPTY, |all, piece| all.and(piece.swept))
    }

    /// When the last leg was done; `None` if the turn was too short or the march was stopped.
    #[must_use]
    pub fn done(&self) -> Option<f64> {
        self.done
    }

    /// Where ground that cannot be entered stopped the march.
    #[must_use]
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    pub(crate) fn piece_number(&self, moment: f64) -> usize {
        // At a corner the later piece holds: a turn or a change of formation is done at its last moment.
        let later = self.pieces.partition_point(|piece| piece.to <= moment);
        later.min(self.pieces.len().saturating_sub(1))
    }

    /// The exact position of the body at any moment of the turn: for drawing and for measuring on the way.
    #[must_use]
    pub fn at(&self, moment: f64) -> Placed {
        self.pieces[self.piece_number(moment)].at(moment)
    }

    /// How the body stands when it is halted at a moment: on the grid, as every act ends.
    #[must_use]
    pub fn halted_at(&self, moment: f64) -> Placed {
        let (body, pose) = self.pieces[self.piece_number(moment)].poses_at(moment);
        Placed::new(body, pose.on_grid())
    }
}
