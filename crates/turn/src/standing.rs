//! Where a unit stands, as it is stored: its body follows from its strength and formation, so only its place and facing are written.
//!
//! ```
//! use krigsspil_field::prelude::Placed;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Unit {
//!     #[serde(with = "krigsspil_turn::standing")]
//!     placed: Placed,
//! }
//! let stored = r#"{"placed":{"at":{"x":2.0,"y":3.0},"facing":90.0}}"#;
//! let unit: Unit = serde_json::from_str(stored)?;
//! assert_eq!(serde_json::to_string(&unit)?, stored);
//! # Ok::<(), serde_json::Error>(())
//! ```

use krigsspil_field::prelude::{BaseSize, Body, BodyError, Placed, Pose, Role};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the place and the facing of a body.
pub fn serialize<S: Serializer>(placed: &Placed, serializer: S) -> Result<S::Ok, S::Error> {
    placed.pose().serialize(serializer)
}

/// A placeholder at that place, until the body is built.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Placed, D::Error> {
    placeholder(Pose::deserialize(from)?).map_err(serde::de::Error::custom)
}

/// A body of one base, in place of the right one until that is built.
pub fn placeholder(pose: Pose) -> Result<Placed, BodyError> {
    Body::lone(BaseSize::new(1.0, 1.0)?, Role::Figure).at(pose)
}
