//! A way over the ground: where it leads and how far a unit comes on it.
//!
//! A way is measured in yards of march: straight ahead along the front's middle, a wheel at its outer front corner. The movement charts take
//! a whole way at once (§chart.movement-modifiers): of every stretch it is asked how far the unit may move with all that it has met so far.

use krigsspil_field::prelude::*;

use super::order::{ShiftWay, Step};
use super::state::Battle;
use super::terrain::{self, Met, Over};

/// Unimpeded yards that give impetus (§5.7).
const IMPETUS: f64 = 200.0;

/// A wheel is looked at in so many parts.
const WHEEL_PARTS: u32 = 12;

/// One part of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stride {
    /// Straight ahead, yards.
    Ahead(f64),
    /// The front swings about its inner wing, degrees to the right positive.
    Wheel(f64),
    /// Turned about its middle, degrees to the right positive: guns, and those who fled. It is no march.
    Turn(f64),
    /// Without turning: yards to the right, and ahead.
    Shift(f64, f64),
}

/// Strides of ordered steps; a battery turns about its middle (§6.33).
pub(super) fn strides(steps: &[Step], guns: bool) -> Vec<Stride> {
    let stride = |step: &Step| match *step {
        Step::Ahead { yards } => Stride::Ahead(yards.max(0.0)),
        Step::Wheel { degrees } if guns => Stride::Turn(degrees),
        Step::Wheel { degrees } => Stride::Wheel(degrees),
    };
    steps.iter().map(stride).collect()
}

/// A tactical shift as a stride (§6.11).
pub(super) fn shift(way: ShiftWay, yards: f64) -> Stride {
    match way {
        ShiftWay::Left => Stride::Shift(-yards, 0.0),
        ShiftWay::Right => Stride::Shift(yards, 0.0),
        ShiftWay::Back => Stride::Shift(0.0, -yards),
    }
}

/// A stretch of a laid out way.
#[derive(Clone, Debug)]
struct Stretch {
    from: f64,
    to: f64,
    pose: Pose,
    /// A yard ahead of where it begins.
    ahead: Point,
    stride: Stride,
}

/// A way laid out.
#[derive(Clone, Debug)]
pub(super) struct Course {
    start: Placed,
    stretches: Vec<Stretch>,
    /// Yards of march.
    pub length: f64,
    met: Vec<Met>,
}

fn carried(pose: Pose, stride: Stride, share: f64, body: &Body) -> Pose {
    match stride {
        Stride::Ahead(yards) => Pose::new(pose.at + pose.facing.ahead() * (yards * share), pose.facing),
        Stride::Shift(right, ahead) => {
            let way = pose.facing.ahead().right() * right + pose.facing.ahead() * ahead;
            Pose::new(pose.at + way * share, pose.facing)
        }
        Stride::Wheel(degrees) => {
            let half = body.front() / 2.0;
            let inner = if degrees > 0.0 { half } else { -half };
            let pivot = pose.at + pose.facing.ahead().right() * inner;
            let facing = pose.facing.right_by(Degrees(degrees * share));
            Pose::new(pivot - facing.ahead().right() * inner, facing)
        }
        Stride::Turn(degrees) => {
            let centre = pose.at - pose.facing.ahead() * (body.depth() / 2.0);
            let facing = pose.facing.right_by(Degrees(degrees * share));
            Pose::new(centre + facing.ahead() * (body.depth() / 2.0), facing)
        }
    }
}

fn yards_of(stride: Stride, body: &Body) -> f64 {
    match stride {
        Stride::Ahead(yards) => yards.max(0.0),
        Stride::Wheel(degrees) => body.front() * degrees.abs().to_radians(),
        Stride::Turn(_) => 0.0,
        Stride::Shift(right, ahead) => right.hypot(ahead),
    }
}

impl Course {
    /// Lays a way out from where a body stands.
    pub fn new(battle: &Battle, start: &Placed, strides: &[Stride]) -> Course {
        let (mut at, mut pose) = (0.0, start.pose());
        let (mut stretches, mut met) = (Vec::new(), Vec::new());
        for &stride in strides {
            let length = yards_of(stride, start.body());
            let end = carried(pose, stride, 1.0, start.body());
            let path = match stride {
                Stride::Wheel(degrees) => {
                    let wing =
                        |placed: &Placed| if degrees > 0.0 { placed.wings().0 } else { placed.wings().1 };
                    [wing(&start.moved_to(pose)), wing(&start.moved_to(end))]
                }
                Stride::Shift(..) => [start.moved_to(pose).centre(), start.moved_to(end).centre()],
                _ => [pose.at, end.at],
            };
            let front = if matches!(stride, Stride::Ahead(_)) { start.body().front() } else { 0.0 };
            let straight = path[0].distance(path[1]);
            let scale = if straight > 0.0 { length / straight } else { 0.0 };
            let on = terrain::met(battle, &path, front).into_iter();
            met.extend(on.map(|one| one.moved(at, scale)));
            let ahead = pose.facing.ahead();
            stretches.push(Stretch { from: at, to: at + length, pose, ahead, stride });
            at += length;
            pose = end;
        }
        met.sort_by(|a, b| a.enters.total_cmp(&b.enters));
        Course { start: start.clone(), stretches, length: at, met }
    }

    /// The body so many yards along it.
    pub fn at(&self, yards: f64) -> Placed {
        self.standing(self.pose_at(yards))
    }

    /// The body in a pose.
    pub fn standing(&self, pose: Pose) -> Placed {
        self.start.moved_to(pose)
    }

    /// How far any of the body can be from the place of its pose.
    pub fn about(&self) -> f64 {
        self.start.pose().at.distance(self.start.centre()) + self.start.radius()
    }

    /// The pose so many yards along it.
    pub fn pose_at(&self, yards: f64) -> Pose {
        let begun = |stretch: &&Stretch| yards >= stretch.from || stretch.to - stretch.from <= 0.0;
        let Some(stretch) = self.stretches.iter().take_while(begun).last() else {
            return self.start.pose().on_grid();
        };
        let long = stretch.to - stretch.from;
        let share = if long > 0.0 { ((yards - stretch.from) / long).clamp(0.0, 1.0) } else { 1.0 };
        let pose = match stretch.stride {
            Stride::Ahead(yards) => {
                Pose::new(stretch.pose.at + stretch.ahead * (yards * share), stretch.pose.facing)
            }
            stride => carried(stretch.pose, stride, share, self.start.body()),
        };
        pose.on_grid()
    }

    /// What it leads over up to so many yards.
    pub fn over(&self, yards: f64) -> Over {
        terrain::over(&self.met, yards)
    }

    /// How far it can be gone, when the chart allows so many yards over what was met so far; none where it may not go there at all.
    pub fn reach(&self, allowed: impl Fn(&Over) -> Option<i32>) -> f64 {
        let mut cuts: Vec<f64> =
            self.met.iter().map(|one| one.enters).filter(|at| *at > 1e-9 && *at < self.length).collect();
        cuts.push(self.length);
        let mut from: f64 = 0.0;
        for cut in cuts {
            // Just beyond the start of this stretch, all that begins there is met.
            let Some(yards) = allowed(&self.over(from + 2e-9)) else { return from };
            let yards = f64::from(yards);
            if yards <= from {
                return from;
            }
            if yards < cut {
                return yards;
            }
            from = cut;
        }
        self.length
    }

    /// Where a wheel would begin that sweeps over a field, if there is one (§11.4).
    pub fn wheels_in_field(&self, battle: &Battle) -> Option<f64> {
        let sweeps = |stretch: &&Stretch| {
            matches!(stretch.stride, Stride::Wheel(_))
                && (0..=WHEEL_PARTS).any(|part| {
                    let share = f64::from(part) / f64::from(WHEEL_PARTS);
                    let pose = carried(stretch.pose, stretch.stride, share, self.start.body());
                    terrain::in_field(battle, &self.standing(pose))
                })
        };
        self.stretches.iter().find(sweeps).map(|stretch| stretch.from)
    }

    /// Yards straight ahead without a hindrance before so many yards of the way (§5.7): after wheels, ground that its last stand has left (§11.4), and
    /// friends who are met and left at these yards. What is met when impetus is won already costs it for good (§5.2.F).
    pub fn unimpeded(&self, battle: &Battle, yards: f64, friends: &[(f64, f64)]) -> f64 {
        let wheels = self.stretches.iter().filter(|stretch| !matches!(stretch.stride, Stride::Ahead(_)));
        let mut clear = wheels.map(|stretch| stretch.to).fold(standing_in(battle, &self.start), f64::max);
        let deep = self.start.body().depth();
        let ground =
            self.met.iter().filter(|one| over_one(one).impedes()).map(|one| (one.enters, one.leaves + deep));
        let mut met: Vec<(f64, f64)> = ground.chain(friends.iter().copied()).collect();
        met.retain(|(enters, _)| *enters < yards);
        met.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (enters, leaves) in met {
            if enters - clear >= IMPETUS {
                return 0.0;
            }
            clear = f64::max(clear, leaves);
        }
        (yards - clear).max(0.0)
    }
}

/// How far a body must go straight ahead until its last stand has left the hindrances that it stands in.
fn standing_in(battle: &Battle, start: &Placed) -> f64 {
    let pose = start.pose();
    let tail = [pose.at - pose.facing.ahead() * start.body().depth(), pose.at];
    let met = terrain::met(battle, &tail, start.body().front());
    met.iter().filter(|one| over_one(one).impedes()).map(|one| one.leaves).fold(0.0, f64::max)
}

fn over_one(one: &Met) -> Over {
    terrain::over(std::slice::from_ref(one), f64::INFINITY)
}
