//! What an auditor who had not read the code found wrong, each situation with its neighbours.

mod knowledge;
mod reach;
