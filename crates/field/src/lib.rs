#![doc = include_str!("../README.md")]

pub mod bearing;
pub mod body;
pub mod part;
pub mod point;
pub mod polygon;
