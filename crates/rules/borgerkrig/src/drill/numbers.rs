//! The numbers a commander needs, in centimetres of the table.

use krigsspil_engine::battle::{Doctrine, Leashes, Nearness, Reaches};

use crate::battle::state::CM;

/// A figure's base is 0.8 cm wide, and a line stands two deep (skema I).
const FIGURE_CM: f64 = 0.8;

/// The front in metres of this many figures in line.
pub(super) fn line_front(figures: i32) -> f64 {
    f64::from(figures + 1) / 2.0 * FIGURE_CM * CM
}

/// What cavalry cannot storm over (§02.06.4).
pub(super) const BARS_STORM: [&str; 13] = [
    "railway",
    "hedge",
    "wall",
    "fence",
    "ditch",
    "embankment",
    "cutting",
    "breastwork",
    "abatis",
    "cliff",
    "building",
    "wood",
    "plantation",
];

/// The numbers a commander needs.
pub(super) static DOCTRINE: Doctrine = Doctrine {
    grain: 1.0,
    // §03.02.3
    sight: 250.0,
    into_woods: 8.0,
    column_front: 2.0,
    // §03.03.4
    most_steps: 12,
    // §05.01.2
    foot_bears: 30.0,
    guns_bear: 40.0,
    point_blank: 5.0,
    ready: 8.0,
    astray: 8.0,
    handful: 4,
    // §02.05.6
    charge_bends: 20.0,
    // §02.05.5
    wheel_fronts: 1.5,
    // skema I
    reach: Reaches {
        foot: 22.0,
        column: 32.0,
        horse: 45.0,
        rider: 70.0,
        march: 25.0,
        foot_charge: 18.0,
        horse_charge: 18.0,
        // §03.03.3
        command: 36.0,
    },
    near: Nearness {
        // §07.02.1
        contact: 2.8,
        deploys: 4.0,
        upon: 5.0,
        short: 8.0,
        leader: 12.0,
        behind: 10.0,
        // §04.02.7
        close: 15.0,
        wagon: 18.0,
        column: 20.0,
        keeps_off: 25.0,
        alert: 30.0,
        room_to_deploy: 36.0,
        prey: 40.0,
        wary: 60.0,
    },
    leash: Leashes { foot: 20.0, late: 10.0, horse: 70.0 },
};
