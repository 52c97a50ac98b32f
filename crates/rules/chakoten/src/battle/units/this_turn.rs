//! What a unit does in the turn that is played.

use krigsspil_turn::ids::UnitId;
use serde::{Deserialize, Serialize};

use crate::battle::order::{Step, UnitOrder};

/// What a unit has done and suffered this turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThisTurn {
    /// The order it carries out.
    pub order: Option<UnitOrder>,
    /// It has an entry to stand, and reorganises (§13.06.1).
    pub reorganises: bool,
    /// Has moved, or spent time on a step.
    pub moved: bool,
    /// The moment at which its way was last looked along.
    pub looked: f64,
    /// Has fired.
    pub fired: bool,
    /// Its fire is written and was not announced (§03.02.6).
    #[serde(default)]
    pub silent: bool,
    /// Has only ranged in.
    pub only_ranged: bool,
    /// The unit it fired at.
    pub fired_at: Option<UnitId>,
    /// The batteries that have fired at it.
    pub shelled_by: Vec<UnitId>,
    /// The enemy it announced an attack on.
    pub target: Option<UnitId>,
    /// Announced an attack.
    pub attacks: bool,
    /// The unit it supports (§12.03.7).
    pub supports: Option<UnitId>,
    /// The units it has fought this turn (§12.01.7).
    pub fought: Vec<UnitId>,
    /// The enemy it has driven back and follows (§12.02.7).
    pub follows: Option<UnitId>,
    /// The units it stopped before.
    pub stopped_at: Vec<UnitId>,
    /// Has lost men or fought.
    pub disturbed: bool,
    /// It cannot move any more this turn.
    pub halted: bool,
    /// It retires.
    pub retires: bool,
    /// It has fled this turn (§13.01.2).
    pub fled: bool,
    /// Its storm was broken off: it cannot storm again this turn (§07.02.6).
    pub storm_over: bool,
    /// It becomes LU 3 at the end of the turn (§13.01.4).
    pub to_light3: bool,
    /// Its change of formation is done but for the room (§06.01.2).
    #[serde(default)]
    pub wants_room: bool,
    /// The friends it marches close beside (§07.06.1).
    #[serde(default)]
    pub beside: Vec<UnitId>,
    /// Friends that it marches through.
    pub passing: Vec<UnitId>,
    /// Obstacles that it has passed or is passing.
    pub passed: Vec<usize>,
    /// The work it is at (§19.01.1).
    pub works: Option<usize>,
    /// The moment at which it has closed up from its work (§19.01.4).
    pub closes_at: Option<f64>,
    /// Effective fire has struck it (§19.03.5).
    pub under_fire: bool,
    /// Its skirmishers were pressed back into its ranks: so many figures, and the direction in which they were out (§12.03.8).
    #[serde(default)]
    pub chain_back: Option<(i32, f64)>,
    /// It goes back half a turn after its fire (§03.02.8).
    #[serde(default)]
    pub goes_back: bool,
    /// Its gunners go back with their limbers (§07.01.5).
    #[serde(default)]
    pub takes_limbers: bool,
    /// It receives the attack that is announced on it (§land.russia.3.B).
    #[serde(default)]
    pub receives: bool,
    /// It has marched through its own skirmishers: the direction in which they were out (§12.03.8).
    #[serde(default)]
    pub chain_passed: Option<f64>,
    /// A retreat of its own side has pressed it back (§14.04.1).
    #[serde(default)]
    pub pressed: bool,
    /// Others have marched through it (§07.07.1).
    pub marched_through: bool,
    /// It has set off what it was ordered to.
    pub set_off: bool,
    /// Its powder has been thrown for in a fire (§19.06.6).
    pub burned: bool,
}

/// The gait of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Ordinary march.
    March,
    /// Half march: through friends.
    Half,
    /// Storm march.
    Storm,
}

/// A step in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    /// The step.
    pub step: Step,
    /// The metres, degrees or turns of it that are left; below 0 if it is not reckoned yet.
    pub left: f64,
    /// Its gait.
    pub gait: Gait,
    /// It has begun, and cost what it costs to begin.
    pub begun: bool,
}

impl Doing {
    /// A step not begun yet.
    pub fn new(step: Step) -> Doing {
        let gait = if matches!(step, Step::Ahead { storm: true, .. }) { Gait::Storm } else { Gait::March };
        Doing { step, left: NOT_RECKONED, gait, begun: false }
    }
}

/// The rest of a step that is not reckoned yet.
pub const NOT_RECKONED: f64 = -1.0e9;
