//! Colours: quiet ones like old paper, and strong ones for the sides.

use crate::scene::Side;

pub(crate) const INK: &str = "#3a3226";
pub(crate) const PAPER: &str = "#f4eedd";
pub(crate) const MARGIN: &str = "#efe7d2";
pub(crate) const HILL: &str = "#7a5a33";
pub(crate) const WATER: &str = "#a9c9d8";
pub(crate) const WATER_EDGE: &str = "#4f7f9c";
pub(crate) const WOOD: &str = "#c6d0a8";
pub(crate) const WOOD_INK: &str = "#5a6b45";
pub(crate) const ROAD: &str = "#f7f1e0";
pub(crate) const ROAD_EDGE: &str = "#6b5b41";
pub(crate) const BRICK: &str = "#a9604f";
pub(crate) const BRICK_EDGE: &str = "#3a1a12";
pub(crate) const GOLD: &str = "#c9952b";
pub(crate) const FONT: &str = "EB Garamond, Georgia, serif";

/// A side's fill and the ink of its lines. The sides differ in lightness as well as in colour, so that nobody confuses them; each side also
/// has its own hatching.
pub(crate) fn colours(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Blue => ("#2d4f8b", "#14294f"),
        Side::Red => ("#b8463a", "#5e1610"),
        Side::Green => ("#5d8a57", "#22401f"),
        Side::Gold => ("#dcae4c", "#6b4a0e"),
    }
}

/// The pattern over a side's fill: `None`, or the name of its hatching.
pub(crate) fn hatching(side: Side) -> Option<&'static str> {
    match side {
        Side::Blue => None,
        Side::Red => Some("hatch-red"),
        Side::Green => Some("hatch-green"),
        Side::Gold => Some("hatch-gold"),
    }
}
