//! Rides as players order them: by name, checked against what the player may know.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::{Bound, Refused};
use krigsspil_engine::wordings::{NOT_HERE, NOT_YOURS, OFF_THE_TABLE, out_of_range};
use krigsspil_field::prelude::point;

use super::Ride;
use crate::command::{Post, find_post};
use crate::common::Common;
use crate::ids::{PostId, SideId};
use crate::knowledge::Knowledge;

/// What a rule set's `Ride` means: `To`, `With` a unit, to a `General`, or `Stay`. Each rule set declares it with its own rules; this tells
/// where it is bound.
#[macro_export]
macro_rules! rides {
    ($ride:ident) => {
        impl $ride {
            /// Where it leads; `None` for one who stays.
            pub fn bound(&self) -> Option<::krigsspil_engine::battle::Bound> {
                use ::krigsspil_engine::battle::Bound;
                match self {
                    $ride::To { place } => Some(Bound::Place(place.0)),
                    $ride::With { unit } => Some(Bound::Unit(unit.0.clone())),
                    $ride::General { general } => Some(Bound::Leader(general.0.clone())),
                    $ride::Stay => None,
                }
            }
        }

        impl From<::krigsspil_engine::battle::Bound> for $ride {
            fn from(bound: ::krigsspil_engine::battle::Bound) -> $ride {
                use ::krigsspil_engine::battle::{Bound, Leader, OwnUnit, Place};
                match bound {
                    Bound::Place(place) => $ride::To { place: Place(place) },
                    Bound::Unit(unit) => $ride::With { unit: OwnUnit(unit) },
                    Bound::Leader(general) => $ride::General { general: Leader(general) },
                }
            }
        }
    };
}

/// A ride in the battle; `None` if there is nobody of that name.
pub fn destination<B: Common>(battle: &B, bound: &Bound) -> Option<Ride> {
    match bound {
        Bound::Place([x, y]) => Some(Ride::To(point(*x, *y))),
        Bound::Unit(unit) => battle.unit_named(unit).map(Ride::With),
        Bound::Leader(post) => find_post(battle.posts(), post).map(Ride::Leader),
    }
}

/// A ride by name.
pub fn bound_for<B: Common>(battle: &B, ride: Ride) -> Bound {
    match ride {
        Ride::To(place) => Bound::Place([place.x, place.y]),
        Ride::With(unit) => Bound::Unit(battle.unit_name(unit).clone()),
        Ride::Leader(post) => Bound::Leader(battle.post_name(post).clone()),
    }
}

/// A leader of the seat's own, by his id, who is on the table; `gone` refuses one who is not.
pub fn own_leader<'a, B: Common>(
    known: Knowledge<'a, B>,
    id: &str,
    gone: &'static Refusal,
) -> Result<(PostId, &'a Post), Refused> {
    let found = known.generals().find(|(_, post)| &*post.id == id && known.side().is_some());
    let (post, leader) =
        found.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))?;
    if leader.is_here() { Ok((post, leader)) } else { Err(Refused::ByRule("general".into(), gone)) }
}

/// May somebody of this side ride so: at a moment of the turn, to a place on the table or to somebody of the side who is there?
pub fn may_ride<B: Common>(
    known: Knowledge<'_, B>,
    bound: Option<&Bound>,
    moment: f64,
    side: SideId,
) -> Result<(), Refused> {
    if !(0.0..=1.0).contains(&moment) {
        return Err(Refused::unclear("moment", out_of_range(moment, 0, 1)));
    }
    let missing = |field: &str, id: &str| Err(Refused::unclear(field, NOT_HERE.with([("given", id.into())])));
    match bound {
        None => Ok(()),
        Some(Bound::Place([x, y])) => {
            let inside = x.is_finite() && y.is_finite() && known.map().table().extent().holds(point(*x, *y));
            if inside { Ok(()) } else { Err(Refused::unclear("place", OFF_THE_TABLE)) }
        }
        Some(Bound::Leader(id)) if known.leads_here(side, id) => Ok(()),
        Some(Bound::Leader(id)) => missing("general", id),
        Some(Bound::Unit(id)) if known.has_here(side, id) => Ok(()),
        Some(Bound::Unit(id)) => missing("unit", id),
    }
}
