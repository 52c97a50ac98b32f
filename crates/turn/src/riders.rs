//! Leaders and couriers.

use serde::{Deserialize, Serialize};

use crate::ids::{CourierId, PostId};

/// A leader or a courier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiderId {
    /// The holder of a post.
    Post(PostId),
    /// A courier.
    Courier(CourierId),
}
