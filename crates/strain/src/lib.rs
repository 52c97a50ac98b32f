//! Tools to put the server under strain: small clients, the server as a process, and a private PostgreSQL. Nothing here knows
//! the server's code, only its binary and its documented API.
//!
//! ```
//! use std::time::Duration;
//!
//! let times = krigsspil_strain::figures::Times::default();
//! for milliseconds in [30, 10, 20] {
//!     times.add(Duration::from_millis(milliseconds));
//! }
//! assert_eq!(times.sorted().within(50.0), 20.0);
//! ```

pub mod figures;
pub mod http;
pub mod postgres;
pub mod server;
pub mod socket;

/// A number below `most`, by chance.
pub fn chance(most: u64) -> u64 {
    getrandom::u64().map_or(0, |number| number % most.max(1))
}
