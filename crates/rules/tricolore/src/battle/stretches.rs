//! The ground along a way: cut into stretches of one class, and what each costs.

use krigsspil_field::prelude::*;

use super::course::{Course, Stride, course, is_column};
use super::state::whole_metres;
use super::terrain::Class;
use super::walk::{Purpose, Walk};
use crate::procedures::movement::PathPiece;
use crate::quantity::Metres;
use crate::tables::Tables;
use crate::vocabulary::*;

/// A stretch of a way over the same ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub from: f64,
    pub to: f64,
    pub ground: Option<PathGround>,
    pub feature: Option<FeatureId>,
    /// Entered in this move; one that it began on gives no U (R47).
    pub fresh: bool,
}

impl Walk<'_> {
    /// What a metre of this ground costs, and each crossing of it (R46).
    pub(super) fn price(&self, ground: PathGround) -> (f64, f64) {
        if matches!(self.purpose, Purpose::Road(_)) {
            return (1.0, 0.0);
        }
        let row =
            ground.terrain().and_then(|terrain| self.tables.ground.passability(terrain, self.own().column()));
        row.map_or((1.0, 0.0), |row| {
            (4.0 / f64::from((4 - row.reduction.0).max(1)), f64::from(row.crossing.0))
        })
    }

    /// The ground along the way, piece by piece.
    pub(super) fn stretches(&self, from: &Placed, strides: &[Stride], whole: &Course) -> Vec<Stretch> {
        let mut crossed: Vec<(f64, f64, FeatureId)> = Vec::new();
        let mut over: Vec<(f64, f64, i32)> = Vec::new();
        let (mut at, mut placed) = (0.0, from.clone());
        for stride in strides {
            // A way of one stride is laid out already.
            let laid = match strides {
                [_] => None,
                _ => match course(&placed, std::slice::from_ref(stride), self.battle.fixed.ground.table()) {
                    Some(course) => Some(course),
                    None => continue,
                },
            };
            let course = laid.as_ref().unwrap_or(whole);
            let end = course.at(course.length);
            let (path, front) = self.trodden(&placed, &end, stride);
            let walked: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
            let scale = if walked > 0.0 { course.length / walked } else { 0.0 };
            // What neither costs nor bars anything cuts no stretch.
            let (ground, classes) = (&self.battle.fixed.ground, &self.battle.fixed.classes);
            let counts = |id: FeatureId| matches!(classes.of(id), Class::Row(_) | Class::Barred);
            let defile = |id: FeatureId| matches!(classes.of(id), Class::Defile(_));
            for crossing in ground.crossed_of(&path, front, counts) {
                crossed.push((at + crossing.enters * scale, at + crossing.leaves * scale, crossing.feature));
            }
            let middle = [path[0], path[path.len() - 1]];
            for crossing in ground.crossed_of(&middle, 0.0, defile) {
                if let Class::Defile(tracks) = classes.of(crossing.feature) {
                    over.push((at + crossing.enters * scale, at + crossing.leaves * scale, tracks));
                }
            }
            at += course.length;
            placed = end;
        }
        self.cut(at, &crossed, &over)
    }

    /// The path of the leading edge and its width: of a wheel, that of its outer front corner.
    fn trodden(&self, from: &Placed, to: &Placed, stride: &Stride) -> (Vec<Point>, f64) {
        match stride {
            Stride::Wheel(degrees) if !is_column(from) => {
                let wing = |placed: &Placed| if *degrees > 0.0 { placed.wings().0 } else { placed.wings().1 };
                (vec![wing(from), wing(to)], 0.0)
            }
            Stride::Shift(_) => (vec![from.centre(), to.centre()], 0.0),
            _ => (vec![from.pose().at, to.pose().at], from.body().front()),
        }
    }

    /// Cuts the way where the ground changes. Over a defile that its formation passes, nothing else counts.
    fn cut(&self, length: f64, crossed: &[(f64, f64, FeatureId)], over: &[(f64, f64, i32)]) -> Vec<Stretch> {
        let mut cuts: Vec<f64> = crossed.iter().flat_map(|(from, to, _)| [*from, *to]).collect();
        cuts.extend(over.iter().flat_map(|(from, to, _)| [*from, *to]));
        cuts.extend([0.0, length]);
        cuts.retain(|at| (0.0..=length).contains(at));
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut stretches: Vec<Stretch> = Vec::new();
        for pair in cuts.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let on = crossed.iter().filter(|(from, to, _)| *from <= middle && middle <= *to);
            let defile =
                over.iter().find(|(from, to, _)| *from <= middle && middle <= *to).map(|over| over.2);
            let (ground, feature) = self.ground_of(on.map(|(.., feature)| *feature), defile);
            match stretches.last_mut() {
                Some(last) if last.ground == ground && last.feature == feature => last.to = pair[1],
                _ => {
                    let fresh = pair[0] > 0.0;
                    stretches.push(Stretch { from: pair[0], to: pair[1], ground, feature, fresh });
                }
            }
        }
        stretches
    }

    /// Of several grounds the one that hinders most; none where it cannot go.
    fn ground_of(
        &self,
        on: impl Iterator<Item = FeatureId>,
        defile: Option<i32>,
    ) -> (Option<PathGround>, Option<FeatureId>) {
        let own = self.own();
        let passes =
            |tracks: i32| self.tables.ground.defiles.disorder(tracks, own.march_formation()).is_some();
        match defile {
            Some(1) if passes(1) => return (Some(PathGround::DefileSingle), None),
            Some(2) if passes(2) => return (Some(PathGround::DefileDouble), None),
            _ => {}
        }
        let mut worst = (Some(PathGround::Open), None, 0);
        let arm = own.column();
        for feature in on {
            let terrain = match self.battle.fixed.classes.of(feature) {
                Class::Row(terrain) => terrain,
                Class::Barred if !matches!(self.purpose, Purpose::Road(_)) => return (None, Some(feature)),
                _ => continue,
            };
            if matches!(self.purpose, Purpose::Road(_)) {
                continue;
            }
            let Some(row) = self.tables.ground.passability(terrain, arm) else {
                return (None, Some(feature));
            };
            let weight = 1000 * row.reduction.0 + 10 * row.crossing.0 + row.disorder.0 + 1;
            if weight > worst.2 {
                worst = (Some(path_ground(terrain)), Some(feature), weight);
            }
        }
        (worst.0, worst.1)
    }

    /// The pieces up to so many metres, and what those it began on cost beyond their length.
    pub(super) fn pieces(&self, stretches: &[Stretch], metres: f64) -> (Vec<PathPiece>, i32) {
        let (mut pieces, mut begun_on) = (Vec::new(), 0);
        for stretch in stretches.iter().filter(|stretch| stretch.from < metres) {
            let long = whole_metres(stretch.to.min(metres)) - whole_metres(stretch.from);
            let Some(ground) = stretch.ground else { break };
            let (a_metre, _) = self.price(ground);
            if stretch.fresh || ground == PathGround::Open || ground.terrain().is_none() {
                pieces.push(PathPiece { terrain: ground, metres: Metres(long) });
            } else {
                begun_on += (f64::from(long) * (a_metre - 1.0)).floor() as i32;
                pieces.push(PathPiece { terrain: PathGround::Open, metres: Metres(long) });
            }
        }
        (pieces, begun_on)
    }
}

/// A row of the terrain table as a piece of a path.
pub(super) fn path_ground(terrain: Terrain) -> PathGround {
    PathGround::ALL
        .iter()
        .copied()
        .find(|ground| ground.terrain() == Some(terrain))
        .unwrap_or(PathGround::Open)
}

/// The ways are exact and the sums are in whole metres: what rounding has put over the move is taken off the last pieces. On a road
/// (`None`) the ground is ignored.
pub(super) fn fit(tables: &Tables, arm: Option<Arm>, pieces: &mut [PathPiece], allowance: i32) {
    let cost = |piece: &PathPiece| {
        let row = arm.and_then(|arm| tables.ground.passability(piece.terrain.terrain()?, arm));
        row.map_or(piece.metres.0, |row| row.cost(piece.metres).0)
    };
    let mut left = 12;
    while pieces.iter().map(cost).sum::<i32>() > allowance && left > 0 {
        left -= 1;
        match pieces.iter_mut().rev().find(|piece| piece.metres.0 > 0) {
            Some(piece) => piece.metres.0 -= 1,
            None => return,
        }
    }
}
