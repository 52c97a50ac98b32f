//! What orders generals and couriers may get (§03.01.1, §03.01.5, §03.03.2), and why others are refused.

use krigsspil_engine::battle::{Place, Refused};
use krigsspil_engine::wordings::{NOT_HERE, NOT_YOURS, OFF_THE_TABLE, out_of_range};
use krigsspil_field::prelude::point;
use krigsspil_turn::command::Post;

use super::knowing::Knows;
use super::order::{Ride, UnitOrder};
use super::refusals::NOT_ON_THE_TABLE;
use super::state::{Courier, CourierId, Life, PostId, SideId};
use super::wordings::*;

/// A general of the seat who is on the table and may ride in this way.
pub(super) fn general<'a>(
    known: Knows<'a>,
    id: &str,
    to: &Ride,
    moment: f64,
) -> Result<(PostId, &'a Post), Refused> {
    let found = known.generals().find(|(_, general)| &*general.id == id && known.side().is_some());
    let (post, general) =
        found.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))?;
    if general.life != Life::Here {
        return Err(Refused::ByRule("general".into(), &NOT_ON_THE_TABLE));
    }
    ride(known, to, moment, general.side)?;
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
    ride(known, to, moment, courier.side)?;
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

/// A ride at a moment of the turn, to a place on the table or to somebody of the side (§03.01.5).
fn ride(known: Knows<'_>, ride: &Ride, moment: f64, side: SideId) -> Result<(), Refused> {
    if !(0.0..=1.0).contains(&moment) {
        return Err(Refused::unclear("moment", out_of_range(moment, 0, 1)));
    }
    match ride {
        Ride::Stay => Ok(()),
        Ride::To { place: Place([x, y]) } => {
            let inside = x.is_finite() && y.is_finite() && known.map().table().extent().holds(point(*x, *y));
            if inside { Ok(()) } else { Err(Refused::unclear("place", OFF_THE_TABLE)) }
        }
        Ride::General { general } if known.leads_here(side, general) => Ok(()),
        Ride::General { general } => {
            Err(Refused::unclear("general", NOT_HERE.with([("given", general.into())])))
        }
        Ride::With { unit } => {
            let there = known.named(unit).and_then(|unit| known.seen(unit));
            let here = there.is_some_and(|there| there.side() == side && there.here());
            if here { Ok(()) } else { Err(Refused::unclear("unit", NOT_HERE.with([("given", unit.into())]))) }
        }
    }
}
