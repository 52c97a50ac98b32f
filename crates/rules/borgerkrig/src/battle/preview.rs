//! An action worked out without doing it, from what its seat may know.

use krigsspil_engine::battle::{Preview, Refused, SeatId};

use super::order::Action;
use super::state::Battle;
use crate::tables::Tables;

/// What would come of an action.
pub(super) fn preview(_: &Battle, _: &Tables, _: &SeatId, _: &Action) -> Result<Preview, Refused> {
    Ok(Preview::default())
}
