//! From legs and rates to a track.

use super::astride::Astride;
use super::going::{Going, Stretch, straight, swinging};
use super::leg::{Act, Leg, Manner, Pivot, Rates, Side};
use super::meet::Moving;
use super::motion::Motion;
use super::track::{Piece, Stop, Track};
use crate::bearing::{Degrees, Frame};
use crate::body::{Body, BodyError, Face, Form, Placed};
use crate::ground::{FeatureId, Ground};
use crate::part::Part;
use crate::point::Point;
use thiserror::Error;

/// Why a march cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MarchError {
    /// An invalid length or angle.
    #[error("leg {leg} is {given} long, but must be a number{wanted}")]
    BadLength {
        /// Its number, beginning with 1.
        leg: usize,
        /// What was given.
        given: f64,
        /// What would be allowed.
        wanted: &'static str,
    },
    /// An invalid rate.
    #[error("the rate on leg {leg} is {given} metres a turn, but must be a number")]
    BadRate {
        /// The leg's number, beginning with 1.
        leg: usize,
        /// What the rates gave.
        given: f64,
    },
    /// An invalid time.
    #[error("the act on leg {leg} takes {given} turns, but must take a number from 0 up")]
    BadTime {
        /// The leg's number, beginning with 1.
        leg: usize,
        /// What the rates gave.
        given: f64,
    },
    /// A leg that this body cannot march.
    #[error("leg {leg}: {why}")]
    CannotDo {
        /// The leg's number, beginning with 1.
        leg: usize,
        /// Why not.
        why: BodyError,
    },
}

/// Plans a march from where a body stands: the track it takes through the turn, from moment `start` to 1. It goes by the
/// rates of what its leading edge treads on, stands when its legs are done, and stops before ground on which its rate is 0.
///
/// # Errors
/// If a leg, rate or time is not a valid number, or the body cannot march a leg (a bent column
/// cannot wheel).
pub fn march<R: Rates>(
    from: &Placed,
    legs: &[Leg],
    rates: &R,
    ground: &Ground,
    start: f64,
) -> Result<Track, MarchError> {
    let start = if start > 0.0 { start.min(1.0) } else { 0.0 };
    let mut plan = Plan {
        ground,
        rates,
        now: start,
        standing: from.clone(),
        track: Track { pieces: Vec::new(), done: None, stop: None },
    };
    if start > 0.0 {
        let still = Piece::new((0.0, start), 0, from, Motion::Still, Vec::new());
        plan.track.pieces.push(still);
    }
    for (number, leg) in legs.iter().enumerate() {
        plan.leg(number, leg)?;
        if plan.now >= 1.0 || plan.track.stop.is_some() {
            break;
        }
        if number + 1 == legs.len() {
            plan.track.done = Some(plan.now);
        }
    }
    if legs.is_empty() {
        plan.track.done = Some(start);
    }
    plan.rest(legs.len());
    Ok(plan.track)
}

/// How many metres a march looks beyond the farthest place it could reach.
const BEYOND: f64 = 10.0;

struct Plan<'a, R> {
    ground: &'a Ground,
    rates: &'a R,
    now: f64,
    standing: Placed,
    track: Track,
}

impl<R: Rates> Plan<'_, R> {
    fn leg(&mut self, number: usize, leg: &Leg) -> Result<(), MarchError> {
        let moves = matches!(leg, Leg::Ahead(_) | Leg::Back(_) | Leg::Sideways(..) | Leg::Wheel { .. });
        if moves && self.standing.body().form() == Form::Garrison {
            let why = BodyError::CannotDo {
                who: "a body in the open",
                act: "march; a garrison forms up outside first",
            };
            return Err(cannot(number, why));
        }
        match leg {
            Leg::Ahead(metres) => self.shift(number, Manner::Ahead, Face::Front, *metres),
            Leg::Back(metres) => self.shift(number, Manner::Back, Face::Rear, *metres),
            Leg::Sideways(Side::Left, metres) => {
                self.shift(number, Manner::Sideways, Face::LeftFlank, *metres)
            }
            Leg::Sideways(Side::Right, metres) => {
                self.shift(number, Manner::Sideways, Face::RightFlank, *metres)
            }
            Leg::Wheel { about, by } => self.wheel(number, *about, *by),
            Leg::Pivot(by) => {
                check(number, by.0, f64::NEG_INFINITY)?;
                let pivoted = pivoted(&self.standing, *by).map_err(|why| cannot(number, why))?;
                self.act(number, Act::Pivot(*by), pivoted)
            }
            Leg::Turn(turn) => {
                let turned = self.standing.turned(*turn).map_err(|why| cannot(number, why))?;
                self.act(number, Act::Turn(*turn), turned)
            }
            Leg::Form(body) => self.form(number, Act::Form, body),
            Leg::Limber(body) => self.form(number, Act::Limber, body),
            Leg::Unlimber(body) => self.form(number, Act::Unlimber, body),
            Leg::Halt(share) => {
                check(number, *share, 0.0)?;
                let same = self.standing.clone();
                self.still(number, *share, same);
                Ok(())
            }
        }
    }

    fn form(&mut self, number: usize, act: Act, body: &Body) -> Result<(), MarchError> {
        let formed = Placed::new(body.clone(), self.standing.pose());
        self.act(number, act, formed)
    }

    fn act(&mut self, number: usize, act: Act, into: Placed) -> Result<(), MarchError> {
        let takes = self.rates.time(self.standing.body(), act);
        if !(takes.is_finite() && takes >= 0.0) {
            return Err(MarchError::BadTime { leg: number + 1, given: takes });
        }
        self.still(number, takes, into);
        Ok(())
    }

    /// Stands for part of the turn, and then has another formation if there is time.
    fn still(&mut self, leg: usize, share: f64, then: Placed) {
        let to = (self.now + share).min(1.0);
        if to > self.now {
            let going = self.track.pieces.last().map(|piece| piece.going.clone()).unwrap_or_default();
            self.track.pieces.push(Piece::new((self.now, to), leg, &self.standing, Motion::Still, going));
        }
        if self.now + share <= 1.0 {
            self.standing = then;
        }
        self.now = to;
    }

    fn shift(&mut self, leg: usize, manner: Manner, toward: Face, metres: f64) -> Result<(), MarchError> {
        check(leg, metres, 0.0)?;
        let column = self.standing.body().shape().column.is_some();
        if column && toward != Face::Front {
            let why = BodyError::CannotDo {
                who: "a body that is no march column",
                act: "march backward or sideways",
            };
            return Err(cannot(leg, why));
        }
        let (edge, half) = leading_edge(&self.standing, toward);
        let mut astride = Astride::new(self.rates, self.ground, manner, &self.standing, (&edge, half));
        let within = metres.min(self.rates.fastest() * (1.0 - self.now) + BEYOND);
        let (mut number, mut all) = (0, straight(self.ground, &edge, half, within));
        let mut cut_short = within < metres;
        while let Some(stretch) = all.get(number) {
            // The length of a thing that it moves astride of decides where it is crossed: such a thing is searched to its end.
            if cut_short && number + 1 == all.len() && self.slows(&stretch.edge) {
                (all, cut_short) = (straight(self.ground, &edge, half, metres), false);
                continue;
            }
            number += 1;
            let Some(going) = self.pace(leg, manner, stretch)? else { return Ok(()) };
            astride.treads(stretch);
            let mut from = stretch.from;
            while from < stretch.to && self.now < 1.0 {
                let (pace, to) = astride.pace(from, going, stretch.to);
                let part = Stretch { from, to, ..stretch.clone() };
                from = to;
                if column {
                    self.column_ahead(leg, pace, &part);
                } else {
                    self.run(leg, (part.to - part.from) / pace, Motion::Shift(edge.ahead * pace), part.edge);
                }
            }
            if self.now >= 1.0 {
                break;
            }
        }
        Ok(())
    }

    /// Can one of these slow it while it is astride?
    fn slows(&self, edge: &[FeatureId]) -> bool {
        edge.iter().filter_map(|&id| self.ground.feature(id)).any(|feature| self.rates.slows(feature))
    }

    fn wheel(&mut self, leg: usize, about: Pivot, by: Degrees) -> Result<(), MarchError> {
        check(leg, by.0, f64::NEG_INFINITY)?;
        if by.0.abs() > 360.0 {
            return Err(MarchError::BadLength {
                leg: leg + 1,
                given: by.0,
                wanted: " of degrees from -360 to 360",
            });
        }
        if self.standing.body().shape().column.is_some() {
            let why =
                BodyError::CannotDo { who: "a body that is no march column", act: "wheel; a column pivots" };
            return Err(cannot(leg, why));
        }
        let metres = self.rates.wheel_metres(self.standing.body(), about, by);
        check(leg, metres, 0.0)?;
        let whole = by.0.abs().to_radians();
        let (left, right) = self.standing.wings();
        let pivot = match about {
            Pivot::LeftWing => left,
            Pivot::Middle => left.toward(right, 0.5),
            Pivot::RightWing => right,
        };
        let (edge, half) = leading_edge(&self.standing, Face::Front);
        let astride = Astride::new(self.rates, self.ground, Manner::Wheel, &self.standing, (&edge, half));
        for stretch in swinging(self.ground, &self.standing, about, by) {
            let Some(going) = self.pace(leg, Manner::Wheel, &stretch)? else { return Ok(()) };
            // What a body stands on when it begins to wheel slows all of the wheel.
            let (pace, _) = astride.pace(0.0, going, stretch.to);
            let share = (stretch.to - stretch.from) / whole;
            let takes = share * metres / pace;
            if takes > 0.0 {
                let rate = Degrees(by.0 * share / takes);
                self.run(leg, takes, Motion::Swing { pivot, rate }, stretch.edge);
            }
            if self.now >= 1.0 {
                break;
            }
        }
        Ok(())
    }

    /// The pace over a stretch; `None` if the march stops before it.
    fn pace(&mut self, leg: usize, manner: Manner, stretch: &Stretch) -> Result<Option<f64>, MarchError> {
        let going = Going::new(self.ground, &stretch.edge, &stretch.middle);
        let pace = self.rates.pace(self.standing.body(), manner, &going);
        if !pace.is_finite() {
            return Err(MarchError::BadRate { leg: leg + 1, given: pace });
        }
        if pace <= 0.0 {
            self.track.stop = Some(Stop { at: self.now, leg, before: stretch.edge.clone() });
            return Ok(None);
        }
        Ok(Some(pace))
    }

    /// Moves evenly for this long, or to the end of the turn.
    fn run(&mut self, leg: usize, takes: f64, motion: Motion, going: Vec<FeatureId>) {
        let to = (self.now + takes).min(1.0);
        if to <= self.now {
            return;
        }
        let piece = Piece::new((self.now, to), leg, &self.standing, motion, going);
        self.standing = piece.at(to);
        self.track.pieces.push(piece);
        self.now = to;
    }

    /// A march column goes ahead: each row moves straight until it comes to the next corner of the trail.
    fn column_ahead(&mut self, leg: usize, pace: f64, stretch: &Stretch) {
        let length = stretch.to - stretch.from;
        let mut cuts = row_corners(&self.standing, length);
        cuts.push(length);
        let mut walked = 0.0;
        for cut in cuts {
            let to = (self.now + (cut - walked) / pace).min(1.0);
            if to > self.now {
                let velocity = self.standing.frame().ahead * pace;
                let moving = rows_moving(&self.standing, (to - self.now) * pace, pace);
                let span = (self.now, to);
                let motion = Motion::Shift(velocity);
                let piece =
                    Piece::with_parts(span, leg, &self.standing, motion, stretch.edge.clone(), moving);
                self.standing = piece.at(to);
                self.track.pieces.push(piece);
            }
            self.now = to;
            walked = cut;
            if to >= 1.0 {
                break;
            }
        }
    }

    fn rest(&mut self, legs: usize) {
        if self.now < 1.0 || self.track.pieces.is_empty() {
            let leg = self.track.stop.as_ref().map_or(legs, |stop| stop.leg);
            let going = self.track.pieces.last().map(|piece| piece.going.clone()).unwrap_or_default();
            self.track.pieces.push(Piece::new((self.now, 1.0), leg, &self.standing, Motion::Still, going));
        }
    }
}

fn check(leg: usize, given: f64, least: f64) -> Result<(), MarchError> {
    if given.is_finite() && given >= least {
        return Ok(());
    }
    let wanted = if least == 0.0 { " from 0 up" } else { "" };
    Err(MarchError::BadLength { leg: leg + 1, given, wanted })
}

fn cannot(leg: usize, why: BodyError) -> MarchError {
    MarchError::CannotDo { leg: leg + 1, why }
}

/// The middle of the side that goes first, looking where it goes, and half its width.
fn leading_edge(body: &Placed, toward: Face) -> (Frame, f64) {
    let frame = body.frame();
    if body.body().shape().column.is_some() {
        return (*frame, body.body().front() / 2.0);
    }
    let side = body.face(toward);
    let (left, right) = (side[0], side[side.len() - 1]);
    let ahead = match toward {
        Face::Front => frame.ahead,
        Face::Rear => -frame.ahead,
        Face::RightFlank => frame.right,
        Face::LeftFlank => -frame.right,
    };
    (Frame { at: left.toward(right, 0.5), right: ahead.right(), ahead }, left.distance(right) / 2.0)
}

fn pivoted(body: &Placed, by: Degrees) -> Result<Placed, BodyError> {
    let Some(rows) = &body.body().shape().column else {
        return Err(BodyError::CannotDo { who: "a march column", act: "pivot its head; other bodies wheel" });
    };
    let trail = rows.trail().pivoted(by, rows.length());
    let mut pose = body.pose();
    pose.facing = pose.facing.right_by(by);
    rows.along(trail).into_body().at(pose)
}

/// How far the head has gone, up to this many metres, when the middle of a row comes to a corner.
fn row_corners(body: &Placed, within: f64) -> Vec<f64> {
    let Some(rows) = &body.body().shape().column else { return Vec::new() };
    let corners: Vec<f64> = std::iter::once(0.0).chain(rows.trail().corner_distances()).collect();
    let mut cuts: Vec<f64> = (0..rows.count())
        .map(|row| (f64::from(row) + 0.5) * rows.row_depth())
        .flat_map(|back| corners.iter().map(move |corner| back - corner))
        .filter(|&metres| metres > 0.0 && metres < within)
        .collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    cuts
}

/// The straight runs of a column while its head goes this far and no row meets a corner, each with its own velocity.
fn rows_moving(body: &Placed, metres: f64, pace: f64) -> Vec<Moving> {
    let Some(rows) = &body.body().shape().column else { return Vec::new() };
    // Half way there every row is clear of the corners at either end.
    let half = metres / 2.0;
    let mut pose = body.pose();
    pose.at += body.frame().ahead * half;
    let there = Placed::new(rows.along(rows.trail().ahead(half, rows.length())).into_body(), pose);
    let back = |part: &Part| match part {
        Part::Slab(slab) => Moving {
            part: Part::Slab(slab.shifted(slab.ahead() * -half)),
            motion: Motion::Shift(slab.ahead() * pace),
        },
        Part::Ring(_) => Moving { part: part.clone(), motion: Motion::Shift(Point::ORIGIN) },
    };
    there.parts().iter().map(back).collect()
}
