//! A unit for tests.

use krigsspil_engine::battle::{Arm, At, Shown, Strength, UnitShown};

/// A line of infantry 100 m wide at a place, facing north.
pub(super) fn line_at(id: &str, place: At) -> UnitShown {
    UnitShown {
        id: id.into(),
        name: None,
        side: "blue".into(),
        arm: Arm::Infantry,
        formation: "line",
        strength: Strength { now: 20, first: None, unit: "figures" },
        condition: None,
        place,
        facing: 0.0,
        front: 100.0,
        depth: 20.0,
        outline: Vec::new().into(),
        bases: Vec::new().into(),
        own: None,
        details: Shown::NOTHING,
    }
}
