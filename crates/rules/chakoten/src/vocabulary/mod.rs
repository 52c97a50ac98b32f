//! The words of the rules.

mod fight_words;
mod move_words;
mod order;

pub use fight_words::*;
pub use move_words::*;
pub use order::*;
