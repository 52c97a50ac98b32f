//! The procedures, chapter by chapter.

pub mod small_arms;
