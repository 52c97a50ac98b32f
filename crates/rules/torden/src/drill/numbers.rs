//! The numbers a commander goes by, in centimetres of the table.

use krigsspil_engine::battle::{Arm, Doctrine, Leashes, Nearness, Reaches};

use crate::battle::state::CM;

/// Muskets tell so far (tabel 6).
pub(super) const MUSKETS_CM: f64 = 5.0;
/// Guns reach so far.
pub(super) const GUNS_CM: f64 = 50.0;
/// And their fire tells.
pub(super) const GUNS_TELL_CM: f64 = 35.0;
/// Guns bear on what is so many degrees off their front (§6.1.1).
pub(super) const GUNS_BEAR: f64 = 28.0;

/// Metres across the front of so many figures in line (appendix 1).
pub(super) fn line_front(figures: i32, arm: Arm) -> f64 {
    match arm {
        Arm::Artillery => 3.0 * CM,
        Arm::Cavalry => f64::from(figures + 1) / 2.0 * 1.5 * CM,
        _ => f64::from(figures + 1) / 2.0 * CM,
    }
}

/// What a commander goes by.
pub(super) static DOCTRINE: Doctrine = Doctrine {
    grain: 1.0,
    sight: 1000.0,
    into_woods: 3.0,
    column_front: 2.0,
    // §4.3
    most_steps: 6,
    // §6.1.1
    foot_bears: 45.0,
    guns_bear: 30.0,
    point_blank: MUSKETS_CM,
    ready: MUSKETS_CM,
    astray: 0.0,
    handful: 4,
    // §4.4.5
    charge_bends: 45.0,
    wheel_fronts: 1.57,
    // The country supplement's usual rates
    reach: Reaches {
        foot: 10.0,
        column: 25.0,
        horse: 40.0,
        rider: 40.0,
        march: 25.0,
        foot_charge: 25.0,
        horse_charge: 40.0,
        command: 36.0,
    },
    near: Nearness {
        contact: 1.0,
        deploys: 3.0,
        upon: 5.0,
        short: 5.0,
        leader: 15.0,
        behind: 10.0,
        close: 10.0,
        wagon: 20.0,
        column: 20.0,
        keeps_off: 20.0,
        alert: 25.0,
        room_to_deploy: 25.0,
        prey: 40.0,
        wary: 40.0,
    },
    leash: Leashes { foot: 25.0, late: 25.0, horse: 40.0 },
};
