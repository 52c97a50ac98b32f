//! What orders generals and couriers may get (§03.01.1, §03.01.5, §03.03.2), and why others are refused.

use krigsspil_engine::battle::Refused;
use krigsspil_engine::wordings::NOT_YOURS;
use krigsspil_turn::command::Post;
use krigsspil_turn::riders;

use super::knowing::Knows;
use super::order::{Ride, UnitOrder};
use super::refusals::NOT_ON_THE_TABLE;
use super::state::{Courier, CourierId, Life, PostId};
use super::wordings::*;

/// A general of the seat who is on the table and may ride in this way.
pub(super) fn general<'a>(
    known: Knows<'a>,
    id: &str,
    to: &Ride,
    moment: f64,
) -> Result<(PostId, &'a Post), Refused> {
    let (post, general) = riders::own_leader(*known, id, &NOT_ON_THE_TABLE)?;
    riders::may_ride(*known, to.bound().as_ref(), moment, general.side)?;
    Ok((post, general))
}

/// What a courier carries.
pub(super) struct Carries<'a> {
    /// An order to a unit.
    pub order: Option<&'a UnitOrder>,
    /// An instruction to a general.
    pub instruction: Option<&'a String>,
}

/// A courier of the seat who is on the table and may ride in this way with what he carries.
pub(super) fn courier<'a>(
    known: Knows<'a>,
    id: &str,
    to: &Ride,
    carries: &Carries<'_>,
    moment: f64,
) -> Result<(CourierId, &'a Courier), Refused> {
    let found = known.couriers().find(|(_, courier)| &*courier.id == id && known.side().is_some());
    let (at, courier) =
        found.ok_or_else(|| Refused::not_yours("courier", NOT_YOURS.with([("given", id.into())])))?;
    if courier.life != Life::Here {
        return Err(Refused::ByRule("courier".into(), &NOT_ON_THE_TABLE));
    }
    riders::may_ride(*known, to.bound().as_ref(), moment, courier.side)?;
    if carries.order.is_some() && !matches!(to, Ride::With { .. }) {
        return Err(Refused::unclear("order", COURIER_TO_A_UNIT));
    }
    // Instructions go down the chain of command (§03.01.1).
    let down = matches!(to, Ride::General { general } if known.is_below(general, courier.general));
    if carries.instruction.is_some() && !down {
        return Err(Refused::unclear("instruction", INSTRUCTION_GOES_DOWN));
    }
    Ok((at, courier))
}
