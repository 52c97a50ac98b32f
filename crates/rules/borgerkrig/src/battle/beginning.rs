//! The initial state of a unit if the scenario begins in the middle of a battle: its order, losses, rounds, whether it has fired, and its
//! last order. Units in contact with an enemy are in melee (ruling 83).

use krigsspil_engine::Filling;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::wordings::OF_KEY;
use krigsspil_turn::ratings::Rated;

use super::sheet;
use super::state::*;
use crate::vocabulary::Order;

/// A pinned unit is pinned for the coming turn (§04.02.7, ruling 69).
const PINNED_TURNS: i32 = 1;

/// Gives a unit the state that its scenario states. `home` is its side's direction home, which is needed to read its order sheet.
pub(super) fn beginning(rated: &Rated<'_>, unit: &mut Unit, home: f64) -> Result<(), ScenarioFault> {
    if let Some(order) = rated.word("order")? {
        unit.order = order;
        unit.pinned_left = if order == Order::Pinned { PINNED_TURNS } else { 0 };
    }
    let most = (unit.original - 1).max(0);
    unit.captured = rated.whole("captured", 0, [0, most])?;
    unit.lost_men = rated.whole("lost_men", 0, [0, 20 * (most - unit.captured)])?;
    // Every whole 20 men remove a figure (§05.02.2).
    unit.figures = unit.original - unit.captured - unit.lost_men / 20;
    unit.ever_fired = rated.yes("has_fired", false)?;
    if let Some(battery) = &mut unit.battery {
        for (at, key) in ["canister", "shell", "shot"].into_iter().enumerate() {
            battery.rounds[at] = rated.whole(key, battery.rounds[at], [0, battery.rounds[at]])?;
        }
    }
    unit.last_order = last_order(rated, unit, home)?;
    Ok(())
}

/// The order of the turn before, as written on the sheet.
fn last_order(
    rated: &Rated<'_>,
    unit: &Unit,
    home: f64,
) -> Result<Option<super::order::UnitOrder>, ScenarioFault> {
    let Some(entry) = rated.text("last_order")? else { return Ok(None) };
    let read = sheet::read(entry, home, unit.pose.facing.as_degrees());
    read.map(Some).map_err(|fault| {
        let reason = Filling::sentence(fault);
        rated.fault(OF_KEY.with([("key", "last_order".into()), ("reason", reason)]))
    })
}
