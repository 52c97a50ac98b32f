//! Snapshots.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The digest of a state: SHA-256 of its JSON, in hexadecimal.
pub fn digest(state: &impl Serialize) -> String {
    let state = serde_json::to_vec(state).unwrap_or_default();
    Sha256::digest(&state).iter().map(|byte| format!("{byte:02x}")).collect()
}
