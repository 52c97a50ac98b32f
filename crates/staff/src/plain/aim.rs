//! Which part of a line can fire at whom: the commander measures on his map.

use krigsspil_engine::battle::At;
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::{crosses, nearest};

/// How many places along the front are tried.
const FILES: i32 = 6;
/// The share of a line that must be able to fire at a target for the fire to be worth a turn.
const WORTH_FIRING: f64 = 0.3;

/// The share of a front that can fire at a target, 0 to 1: the target must be at most `bears` degrees off it.
fn share(place: Point, facing: f64, front: f64, target: &[At], bears: f64) -> f64 {
    let facing = Bearing::degrees(facing);
    let right = facing.ahead().right();
    let mut bearing = 0;
    for file in 0..FILES {
        let aside = (f64::from(file) + 0.5) / f64::from(FILES) - 0.5;
        let from = place + right * (aside * front);
        let way = nearest(target, from).and_then(|there| (there - from).unit());
        let off = way.map_or(0.0, |way| facing.turn_to(Bearing::of(way)).0.abs());
        bearing += i32::from(off <= bears);
    }
    f64::from(bearing) / f64::from(FILES)
}

impl Mind<'_> {
    /// The share of its front that can fire at an enemy.
    pub(super) fn share_bearing(&self, foe: &Foe<'_>) -> f64 {
        let shown = self.unit.shown;
        share(self.own(), shown.facing, shown.front, foe.seen.outline(), self.doctrine.foot_bears)
    }

    /// Can enough of it fire at him?
    pub(super) fn bears(&self, foe: &Foe<'_>) -> bool {
        self.share_bearing(foe) >= WORTH_FIRING && !self.screened(foe)
    }

    /// Does somebody stand between?
    fn screened(&self, foe: &Foe<'_>) -> bool {
        let own = self.own();
        let there = nearest(foe.seen.outline(), own).unwrap_or(own);
        let between = |(span, outline): (super::outline::Span, &[At])| {
            span.touches(own, there) && crosses(outline, own, there)
        };
        let enemies = self.scene.enemies.iter().filter(|seen| seen.id() != foe.seen.id());
        self.comrades(true).any(between) || enemies.map(|seen| (seen.span, seen.outline())).any(between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [At; 4] = [[0.0, 100.0], [50.0, 100.0], [50.0, 120.0], [0.0, 120.0]];

    /// A whole line can fire at what is before it, half of it at what is half aside, and none of it at what is behind.
    #[test]
    fn a_line_bears_to_its_front() {
        assert_eq!(share(point(25.0, 0.0), 0.0, 50.0, &BOX, 30.0), 1.0);
        assert_eq!(share(point(25.0, 0.0), 180.0, 50.0, &BOX, 30.0), 0.0);
        let half = share(point(-57.0, 0.0), 0.0, 100.0, &BOX, 30.0);
        assert!(half > 0.3 && half < 0.7, "{half}");
    }
}
