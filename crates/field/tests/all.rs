//! The tests of the field, in one binary: one link instead of 7.

mod bodies;
mod common;
mod ground;
mod marching;
mod pictures;
mod questions;
mod sameness;
mod sight;
