//! The seven phases of a side's turn (§1.2.2), as the machinery goes through them.

use krigsspil_turn::phases::{How, Phase, Rounds, Sequence, Who};

/// Phase 1: orders.
pub const ORDERS: &str = "orders";
/// Phase 1: what is left of the allowance moves generals.
pub const SHIFTS: &str = "shifts";
/// Phase 2.
pub const MOVES: &str = "moves";
/// Phase 4.1.
pub const DECLARATIONS: &str = "declarations";
/// Phase 4.2.
pub const REACTIONS: &str = "reactions";
/// Phase 4.3.
pub const DISPOSITIONS: &str = "dispositions";
/// Phase 5.
pub const FIRE: &str = "fire";
/// Phase 6.1; the rest of phase 6 follows of itself.
pub const ABORTS: &str = "aborts";
/// Phase 7.
pub const REORGANISATION: &str = "reorganisation";

static PHASES: &[Phase] = &[
    Phase::of(ORDERS, "fase.1.1", Who::Active, How::Freely),
    Phase::of(SHIFTS, "2.12.1.p3", Who::Active, How::Freely),
    Phase::of(MOVES, "fase.2.1", Who::Active, How::Freely),
    Phase::of(DECLARATIONS, "fase.4.1", Who::Active, How::Freely),
    Phase::of(REACTIONS, "fase.4.2", Who::Passive, How::Reactions),
    Phase::of(DISPOSITIONS, "fase.4.3", Who::Both, How::Sealed),
    Phase::of(FIRE, "fase.5.1", Who::Both, How::Sealed),
    Phase::of(ABORTS, "fase.6.1", Who::Both, How::Sealed),
    Phase::of(REORGANISATION, "fase.7.1", Who::Both, How::Sealed),
];

/// A period: both sides' turns (§1.2.1).
pub static PERIOD: Sequence = Sequence { phases: PHASES, rounds: Rounds::EachSide };
