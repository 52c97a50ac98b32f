//! The numbers a commander goes by, in yards.

use krigsspil_engine::battle::{Doctrine, Leashes, Nearness, Reaches, UnitShown};

/// Guns reach so far (chart.artillery), and tell so far.
pub(super) const RANGE: f64 = 1500.0;
pub(super) const TELLS: f64 = 800.0;
/// A firefight (§8.42), and the longest musket range (§8.1).
pub(super) const FIREFIGHT: f64 = 150.0;
pub(super) const MUSKETS: f64 = 200.0;
/// So near a chit to charge is laid (§2.7).
pub(super) const FOOT_CHARGES: i32 = 450;
pub(super) const HORSE_CHARGES: i32 = 1000;
/// A battalion that has its enemy so far straight ahead reaches him (chart.infantry-movement), if a casting's width of it comes upon him.
pub(super) const FOOT_STRIKES: f64 = 430.0;
pub(super) const A_CASTING: f64 = 19.0;
/// Turns of fewer degrees are left to the move; a lawful turn that is so near to the wanted one serves.
pub(super) const WORTH_TURNING: f64 = 12.0;
pub(super) const NEAR_ENOUGH: f64 = 20.0;
/// Turns up to so many degrees are left to the next formation phase; meanwhile one goes straight ahead.
pub(super) const LEFT_TO_THE_TURN: f64 = 60.0;
/// Who is in a zone leaves it for a way that is longer than this.
pub(super) const LEAVES_A_ZONE: f64 = 150.0;
/// Who is halted steps so far aside, or back (§6.11).
pub(super) const STEPS_ASIDE: f64 = 100.0;
pub(super) const STEPS_BACK: f64 = 120.0;
/// An enemy so near bars every wheel.
pub(super) const UPON_HIM: i32 = 10;
/// A column is one stand wide (§1.21).
const COLUMN_FRONT: f64 = 75.0;

/// Yards a unit takes up in the order of battle.
pub(super) fn line_front(unit: &UnitShown) -> f64 {
    unit.front.clamp(COLUMN_FRONT, 2.0 * COLUMN_FRONT)
}

/// What takes cavalry's impetus, or bars it.
pub(super) const BARS_CAVALRY: [&str; 12] = [
    "wood",
    "plantation",
    "orchard",
    "water",
    "built_up",
    "building",
    "cliff",
    "marsh",
    "stream",
    "wall",
    "hedge",
    "breastwork",
];

/// What a commander goes by.
pub(super) static DOCTRINE: Doctrine = Doctrine {
    grain: 12.5,
    // §2.1.A
    sight: 2000.0,
    into_woods: 50.0,
    column_front: COLUMN_FRONT,
    most_steps: 8,
    foot_bears: 45.0,
    guns_bear: 8.0,
    point_blank: 150.0,
    ready: 150.0,
    astray: 1.0,
    handful: 3,
    // §5.2.B
    charge_bends: 45.0,
    wheel_fronts: 1.6,
    reach: Reaches {
        // chart.infantry-movement, chart.cavalry-movement
        foot: 300.0,
        column: 400.0,
        horse: 600.0,
        // §2.51
        rider: 1500.0,
        march: 500.0,
        foot_charge: 430.0,
        horse_charge: 900.0,
        // §2.3
        command: 380.0,
    },
    near: Nearness {
        contact: 5.0,
        deploys: 60.0,
        upon: 80.0,
        short: 60.0,
        leader: 250.0,
        behind: 150.0,
        close: 200.0,
        wagon: 400.0,
        column: 250.0,
        keeps_off: 210.0,
        alert: 420.0,
        // It fights as it marches: it goes on to the range of a firefight (§8.42).
        room_to_deploy: FIREFIGHT,
        prey: 1000.0,
        wary: 800.0,
    },
    leash: Leashes { foot: 600.0, late: 600.0, horse: 1500.0 },
};
