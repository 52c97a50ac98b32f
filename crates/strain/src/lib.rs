//! What it takes to put the server under strain: a small client, the server as a process, and a PostgreSQL of one's own. Nothing here knows
//! the server's code: only its binary and its documented API.

pub mod http;
pub mod postgres;
pub mod server;

/// A number below `most`, by chance.
pub fn chance(most: u64) -> u64 {
    getrandom::u64().map_or(0, |number| number % most.max(1))
}
