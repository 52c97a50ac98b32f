//! What a unit can be ordered, and what a seat can do.

use serde::{Deserialize, Serialize};

use crate::procedures::works::Work;
use crate::vocabulary::{Ammunition, Feature, Formation, Order};

/// A turn of every man on the spot (skema II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
    /// A half turn.
    About,
}

/// A wing of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    /// The right; of a column, its rear.
    #[default]
    Right,
    /// The left; of a column, its rear as well.
    Left,
}

/// One step of a move (§03.03.4). Steps are done one after the other until the turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// Straight ahead, so many centimetres; without them, for the rest of the turn.
    Ahead {
        /// Centimetres on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cm: Option<f64>,
    },
    /// Straight back without turning, at half rate (§02.06.2).
    Back {
        /// Centimetres on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cm: Option<f64>,
    },
    /// Straight ahead for a share of the turn.
    AheadFor {
        /// Above 0 and at most 1.
        turns: f64,
    },
    /// Straight back for a share of the turn.
    BackFor {
        /// Above 0 and at most 1.
        turns: f64,
    },
    /// The front swings about its inner wing, degrees to the right positive (§02.05.5).
    Wheel {
        /// From -180 to 180.
        degrees: f64,
    },
    /// Every man turns (skema II). A line turned by a quarter is a march column, and the other way round (§02.05.4).
    Turn {
        /// Which way.
        to: Facing,
    },
    /// Another formation (§02.05.1).
    Form {
        /// Which.
        formation: Formation,
    },
    /// Cavalry gets on its horses.
    Mount,
    /// Cavalry gets off them.
    Dismount,
    /// Guns are hooked on.
    Limber,
    /// Guns are brought into position.
    Unlimber,
    /// Stands for a share of the turn.
    Halt {
        /// From 0 to 1.
        turns: f64,
    },
    /// Into the nearest house within 8 cm that has room (§02.04.3).
    Enter,
    /// Out of its house, to form up before the side it faces.
    Leave,
    /// Companies become a unit of their own where they stand, to be ordered from the next turn on.
    Detach {
        /// How many.
        companies: i32,
        /// Of which wing.
        #[serde(default)]
        wing: Wing,
    },
    /// A detachment goes back into the ranks of its regiment, which must be near.
    Rejoin,
}

/// When a unit fires (§03.03.6, §03.03.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum When {
    /// At the beginning of the turn (§04.01.3).
    AtOnce,
    /// At a moment of the turn, above 0 and at most 1.
    At {
        /// The moment.
        moment: f64,
    },
    /// Just before an attacker reaches 2 cm (§07.02.2).
    BeforeShock,
    /// After the shock throw, at 2 cm (ruling 32).
    AfterShock,
    /// When an enemy comes within so many centimetres.
    EnemyWithin {
        /// Centimetres on the table.
        cm: f64,
    },
    /// When an enemy comes to a named place of the map.
    EnemyPasses {
        /// Its name.
        place: String,
    },
}

/// A piece of a battery that can be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// A gun.
    Gun,
    /// A limber.
    Limber,
}

/// An order to a unit: one action a turn (§03.03.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UnitOrder {
    /// It stands still.
    Stand,
    /// It stands still to get back into order (§08.04.0).
    Reorganise,
    /// It draws ammunition from a wagon it touches (§09.03.0).
    Resupply,
    /// It moves.
    Move {
        /// What it does, one thing after the other.
        steps: Vec<Step>,
        /// It attacks (§03.03.5).
        #[serde(default)]
        attack: bool,
        /// It storms.
        #[serde(default)]
        storm: bool,
    },
    /// It fires.
    Fire {
        /// When.
        #[serde(flatten)]
        when: When,
        /// At whom; without, the nearest it can fire at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// Canister at these, and no others (§06.02.1).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<String>,
        /// Only so many figures fire (§05.01.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        figures: Option<i32>,
        /// What a battery fires.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ammunition: Option<Ammunition>,
        /// The distance a battery guesses, in whole centimetres (§03.03.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guess_cm: Option<i32>,
    },
    /// It works on a field work (chapter 10).
    Work {
        /// Which.
        work: Work,
    },
    /// A battery mends a piece (§06.03.6).
    Repair {
        /// Which.
        piece: Piece,
    },
    /// A pinned unit, or one bound to go on firing, announces its retreat (§04.02.8, §04.02.14).
    Retreat,
}

impl UnitOrder {
    /// Its kind, as it is written.
    pub fn kind(&self) -> &'static str {
        match self {
            UnitOrder::Stand => "stand",
            UnitOrder::Reorganise => "reorganise",
            UnitOrder::Resupply => "resupply",
            UnitOrder::Move { .. } => "move",
            UnitOrder::Fire { .. } => "fire",
            UnitOrder::Work { .. } => "work",
            UnitOrder::Repair { .. } => "repair",
            UnitOrder::Retreat => "retreat",
        }
    }

    /// A move without attack.
    pub fn march(steps: Vec<Step>) -> UnitOrder {
        UnitOrder::Move { steps, attack: false, storm: false }
    }

    /// Small arms at the nearest, at a moment.
    pub fn fire(when: When) -> UnitOrder {
        UnitOrder::Fire {
            when,
            target: None,
            targets: Vec::new(),
            figures: None,
            ammunition: None,
            guess_cm: None,
        }
    }

    /// Does it move or fire, so that nobody may march through (§02.06.3)? Field work is movement (§03.03.1).
    pub fn moves_or_fires(&self) -> bool {
        use UnitOrder::{Fire, Move, Retreat, Work};
        matches!(self, Move { .. } | Fire { .. } | Work { .. } | Retreat)
    }
}

/// Where a general or courier rides (§03.01.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ride", rename_all = "snake_case")]
pub enum Ride {
    /// To a place, in metres.
    To {
        /// East and north of the south-west corner.
        place: [f64; 2],
    },
    /// Into contact with a unit; he then moves with it until he rides elsewhere.
    With {
        /// The unit.
        unit: String,
    },
    /// To a general of his side.
    General {
        /// Which.
        general: String,
    },
    /// He stays.
    Stay,
}

/// The beginning of movement, when riders ride if nothing else is said.
fn is_start(moment: &f64) -> bool {
    *moment == 0.0
}

/// What a seat can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Writes a unit's order, structured or as on the order sheet. Both are the same thing.
    Order {
        /// The unit.
        unit: String,
        /// The order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<UnitOrder>,
        /// Or the entry of the order sheet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<String>,
    },
    /// Moves a general in the turn that comes.
    General {
        /// The general.
        general: String,
        /// Where.
        to: Ride,
        /// At which moment of the turn, from 0 to 1 (§03.01.5).
        #[serde(default, skip_serializing_if = "is_start")]
        moment: f64,
    },
    /// Sends a courier, with or without an order that he hands over when he is there.
    Courier {
        /// The courier.
        courier: String,
        /// Where.
        to: Ride,
        /// The order he carries to a unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<UnitOrder>,
        /// The written instruction he carries to a general below his own (§03.01.1).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instruction: Option<String>,
        /// At which moment of the turn, from 0 to 1 (§03.01.5).
        #[serde(default, skip_serializing_if = "is_start")]
        moment: f64,
    },
    /// All orders are written. When every player has said so, the turn runs.
    Ready,
    /// Answers a question.
    Answer {
        /// Its number.
        question: u32,
        /// One of its choices.
        choice: String,
    },
    /// The umpire sets a unit's order aside or its state right (§01.06.1).
    Overrule {
        /// The unit.
        unit: String,
        /// The order it is in from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Order>,
        /// What it is to do this turn instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<UnitOrder>,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// The umpire sets a unit elsewhere.
    Move {
        /// The unit.
        unit: String,
        /// Middle of its front, in metres.
        place: [f64; 2],
        /// Where it faces.
        facing: f64,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// The umpire changes what a unit has.
    Mend {
        /// The unit.
        unit: String,
        /// Its ammunition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ammunition: Option<bool>,
        /// Men it loses, or finds again when below 0.
        #[serde(default)]
        loss_men: i32,
        /// Cuts its valeur by so much (§01.06.2).
        #[serde(default)]
        cut_valeur: i32,
        /// Halts it for so many turns (§01.06.2).
        #[serde(default)]
        halt_turns: u32,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// The umpire lays a thing of skema XXII on the table: a work agreed with him (§10.01.2).
    Lay {
        /// What: a line that hinders or covers.
        thing: Feature,
        /// Its left end, in metres.
        from: [f64; 2],
        /// Its right end.
        to: [f64; 2],
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// The umpire adds a rule for this battle (§01.05.3, §01.06.1).
    Rule {
        /// Its name.
        name: String,
        /// What it says.
        text: String,
    },
}
