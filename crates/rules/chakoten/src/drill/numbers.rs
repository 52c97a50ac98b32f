//! The numbers a commander needs, in centimetres of the table.

use krigsspil_engine::battle::{Arm, Doctrine, Leashes, Nearness, Reaches, UnitShown};

use crate::battle::state::CM;

/// The assumed reach of those who have nothing to fire with: a little more than break-in distance.
pub(super) const ARMS_LENGTH_CM: f64 = 6.0;

/// Bases of a foot figure and of a horseman are 1.5 and 2 cm wide; a line stands two deep, a gun takes 5 cm.
const FOOT_CM: f64 = 1.5;
const HORSE_CM: f64 = 2.0;

/// What a column takes up beside its front, with the gap that every line leaves.
const BESIDE_CM: f64 = 2.0;

/// Metres that a unit takes up in line, or in its column if it fights in that.
pub(super) fn line_front(unit: &UnitShown) -> f64 {
    let files = f64::from(unit.strength.now + 1) / 2.0;
    match unit.arm {
        // It fights in its column, and marches freely with 4 cm beside it (§07.06.1).
        Arm::Infantry if unit.formation == "attack_column" => unit.front + BESIDE_CM * CM,
        Arm::Infantry => files * FOOT_CM * CM,
        Arm::Cavalry => files * HORSE_CM * CM,
        Arm::Artillery | Arm::Wagon => unit.front.max(5.0 * CM),
    }
}

/// What cavalry does not storm over (§07.05.3).
pub(super) const BARS_STORM: [&str; 14] = [
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
    "stream",
];

/// The numbers a commander needs.
pub(super) static DOCTRINE: Doctrine = Doctrine {
    grain: 1.0,
    // skema I
    sight: 100.0,
    into_woods: 10.0,
    column_front: 3.0,
    most_steps: 12,
    // §09.03.2, §10.03.2
    foot_bears: 28.0,
    guns_bear: 40.0,
    point_blank: 10.0,
    ready: 10.0,
    astray: 1.0,
    handful: 4,
    // §07.02.5
    charge_bends: 19.0,
    // §06.04.2
    wheel_fronts: 1.5,
    // skema III
    reach: Reaches {
        foot: 10.0,
        column: 20.0,
        horse: 30.0,
        rider: 90.0,
        march: 25.0,
        foot_charge: 20.0,
        horse_charge: 40.0,
        // §08.03.4
        command: 32.0,
    },
    near: Nearness {
        // §03.03.1
        contact: 5.5,
        deploys: 8.0,
        upon: 8.0,
        short: 8.0,
        leader: 15.0,
        behind: 10.0,
        close: 15.0,
        wagon: 25.0,
        column: 25.0,
        keeps_off: 25.0,
        alert: 35.0,
        room_to_deploy: 35.0,
        prey: 45.0,
        wary: 60.0,
    },
    leash: Leashes { foot: 25.0, late: 15.0, horse: 80.0 },
};
