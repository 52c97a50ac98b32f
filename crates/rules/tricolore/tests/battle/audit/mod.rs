//! What an auditor who had not read the code found wrong, each situation with its neighbours.

mod abreast;
mod attackers;
mod away;
mod behind;
mod edges;
mod flanks;
mod joined;
mod knowledge;
mod marches;
mod metres;
mod officers;
mod reach;
mod slips;
mod towns;
mod ways_back;
