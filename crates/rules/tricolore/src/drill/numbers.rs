//! The numbers a commander goes by, in metres.

use krigsspil_engine::battle::{Doctrine, Leashes, Nearness, Reaches, UnitAsked, UnitShown};

use crate::battle::shown::AskedDetails;

/// Guns reach so far (§chart.bombard-factor), and tell so far.
pub(super) const RANGE: f64 = 1000.0;
pub(super) const TELLS: f64 = 900.0;
/// So near one comes before he attacks: the move of foot in a sequence (§move.infantry).
pub(super) const CLOSE: f64 = 200.0;
/// The morale of ordinary troops.
pub(super) const ORDINARY: i32 = 4;
/// The widest turn that the crews of any battery can make (§move.manhandle.heavy).
pub(super) const GUNS_TURN: f64 = 30.0;
/// In the last turns nobody waits any more.
pub(super) const LAST_TURNS: u32 = 2;
/// A column of foot is two bases wide, and has room to deploy beside it.
const COLUMN_FRONT: f64 = 50.0;

/// Metres a unit takes up in the order of battle: its column, or its guns in position.
pub(super) fn line_front(unit: &UnitShown) -> f64 {
    unit.front.clamp(COLUMN_FRONT, 2.0 * COLUMN_FRONT)
}

/// Only in the deployment phase do guns move and unlimber in one order: there the move is as long as theirs, and no sequence runs.
pub(super) fn unlimbers_on_the_move(asked: &UnitAsked) -> bool {
    let details = asked.details.get::<AskedDetails>();
    asked.may.contains(&"unlimber") && details.is_some_and(|details| details.sequence == Some(0))
}

/// What cavalry does not enter.
pub(super) const BARS_CAVALRY: [&str; 8] =
    ["wood", "plantation", "orchard", "scrub", "water", "built_up", "building", "cliff"];

/// What a commander goes by.
pub(super) static DOCTRINE: Doctrine = Doctrine {
    grain: 12.5,
    // §house.visibility
    sight: 2000.0,
    into_woods: 100.0,
    column_front: COLUMN_FRONT,
    most_steps: 12,
    foot_bears: 45.0,
    // R40
    guns_bear: 44.0,
    point_blank: 150.0,
    ready: 100.0,
    astray: 1.0,
    handful: 1,
    // R90
    charge_bends: 45.0,
    wheel_fronts: 1.6,
    reach: Reaches {
        // §move.infantry, §move.cavalry
        foot: 200.0,
        column: 200.0,
        horse: 400.0,
        // §deploy.officers
        rider: 300.0,
        // §manoeuvre.infantry
        march: 600.0,
        foot_charge: 200.0,
        horse_charge: 350.0,
        // §house.radius
        command: 280.0,
    },
    near: Nearness {
        contact: 30.0,
        deploys: 50.0,
        upon: 60.0,
        short: 60.0,
        leader: 150.0,
        behind: 120.0,
        close: 190.0,
        wagon: 300.0,
        column: 250.0,
        keeps_off: 260.0,
        alert: 400.0,
        room_to_deploy: 250.0,
        prey: 500.0,
        wary: 750.0,
    },
    leash: Leashes { foot: 250.0, late: 150.0, horse: 900.0 },
};
