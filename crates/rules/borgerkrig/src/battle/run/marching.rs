//! Marching.

use krigsspil_engine::Millimetres;

use crate::battle::bodies::plain;
use crate::battle::state::CM;
use crate::procedures::formation::Wheel;
use crate::tables::Tables;

/// Metres of march a wheel costs (§02.05.5).
pub(in crate::battle) fn wheel_metres(front: f64, degrees: f64, tables: &Tables) -> f64 {
    let facts = Wheel {
        front_mm: Millimetres((front / CM * 10.0).round() as i32),
        angle_deg: degrees.abs().round().min(180.0) as i32,
        storming: false,
        changes_before: 0,
    };
    plain(&facts, tables).map_or(front * degrees.abs() / 60.0, |wheel| f64::from(wheel.cost_mm.0) * CM / 10.0)
}
