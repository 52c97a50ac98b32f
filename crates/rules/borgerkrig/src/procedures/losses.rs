//! What fire, artillery and melee share: removed figures, the effect of cover, order and pinning, impossible targets.

use krigsspil_engine::{Fault, Figures, Listener, Men, Modifier};

use crate::modifiers::fire::{MOUNTED_NEVER_THIN, ONLY_FOOT_PINNED};
use crate::tables::FireTables;
use crate::vocabulary::*;

/// Men in a figure (§01.01.2).
pub const MEN_A_FIGURE: i32 = 20;

/// Figures removed when `loss` is added to earlier losses: the number of full twenties reached (§05.02.2).
pub fn figures_removed(prior: Men, loss: Men) -> Figures {
    Figures((prior + loss).0 / MEN_A_FIGURE - prior.0 / MEN_A_FIGURE)
}

/// The modifiers that report one side's cover and order to the listener.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Cover and order that change the side's own throw.
    pub throw: [&'static Modifier; 2],
    /// Cover and pinning that divide its loss.
    pub loss: [&'static Modifier; 2],
}

/// The divisor of losses: cover and pinning combine (skema VI).
pub fn loss_divisor(
    cover: Cover,
    pinned: bool,
    told: &Told,
    tables: &FireTables,
    report: &mut impl Listener,
) -> i32 {
    let cover = match cover {
        Cover::None => 1,
        Cover::I => tables.cover_i_divisor,
        Cover::II | Cover::III => tables.cover_ii_iii_divisor,
    };
    let pinned = if pinned { tables.pinned_divisor } else { 1 };
    report.times(told.loss[0], 1, cover);
    report.times(told.loss[1], 1, pinned);
    cover * pinned
}

/// The effect of cover and order on the thrower, in fire and in melee alike (skema V, below the line).
pub fn cover_and_order(
    cover: Cover,
    order: SteadyOrder,
    told: &Told,
    tables: &FireTables,
    report: &mut impl Listener,
) -> i32 {
    let rows = &tables.modifiers;
    let cover = match cover {
        Cover::None => 0,
        Cover::I => rows.cover_i.own,
        Cover::II | Cover::III => rows.cover_ii_iii.own,
    };
    let order = match order {
        SteadyOrder::Good => 0,
        SteadyOrder::LightDisorder | SteadyOrder::Pinned => rows.light_disorder.own,
        SteadyOrder::Disorder => rows.disorder.own,
    };
    report.add(told.throw[0], cover) + report.add(told.throw[1], order)
}

/// Mounted men cannot form a thin line or hold a house, and only men on foot can be pinned; `named` gives a fact its full name.
pub fn refuse_target(
    arm: TargetArm,
    formation: TargetFormation,
    pinned: bool,
    named: impl Fn(&str) -> String,
) -> Result<(), Fault> {
    let thin = matches!(formation, TargetFormation::ThinLine | TargetFormation::Building);
    if arm == TargetArm::MountedCavalry && thin {
        return Err(Fault::refused(named("formation"), &MOUNTED_NEVER_THIN));
    }
    if pinned && !arm.on_foot() {
        return Err(Fault::refused(named("pinned"), &ONLY_FOOT_PINNED));
    }
    Ok(())
}
