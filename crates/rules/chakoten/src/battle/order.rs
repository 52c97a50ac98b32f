//! The orders of units and the actions of seats: declared once; reading, checks, display and text all come from the declaration.

use krigsspil_engine::battle::{Heading, Landmark, Leader, Moment, OwnUnit, Place, QuestionNumber, SeenUnit};
use krigsspil_engine::{choices, orders};

use crate::vocabulary::Order;

choices! {
    /// The formations that a unit can stand in (chapter 05).
    pub enum Formation {
        Line = "line",
        AttackColumn = "attack_column",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        Square = "square",
        BattalionMass = "battalion_mass",
        Hob = "hob",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
    }

    /// A hand.
    pub enum Hand {
        Left = "left",
        Right = "right",
    }

    /// What a written instruction tells a unit to do (§08.03.4).
    pub enum Task {
        Hold = "hold",
        Advance = "advance",
        Attack = "attack",
        Withdraw = "withdraw",
    }

    /// How close a chain or swarm stands (§05.01.1).
    pub enum Chain {
        Dense = "dense",
        Thin = "thin",
    }
}

impl Formation {
    /// A chain or swarm (§05.04.2).
    pub const fn skirmish(self) -> bool {
        matches!(self, Formation::DenseSkirmish | Formation::ThinSkirmish)
    }

    /// March or single column.
    pub const fn marching(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::SingleColumn)
    }

    /// A front to every side (§05.02).
    pub const fn all_round(self) -> bool {
        matches!(self, Formation::Square | Formation::BattalionMass | Formation::Hob)
    }
}

orders! {
    /// One step of an entry. The steps follow one after the other until the turn ends.
    #[derive(Copy)]
    pub enum Step tagged "step" {
        /// Straight ahead: this many centimetres, or this part of the turn; without either, for the rest of the turn.
        Ahead = "ahead", "07.01.1" {
            cm: Option<f64> [0..=300] = None;
            turns: Option<f64> [0..=1] = None;
            attack: bool = false, "12.01.1";
            storm: bool = false, "07.02.1";
        };
        /// Straight back without turning, at half march.
        Back = "back", "07.01.2" {
            cm: Option<f64> [0..=300] = None;
            turns: Option<f64> [0..=1] = None;
        };
        /// To one side without turning, at half march.
        Sideways = "sideways", "07.01.2" {
            hand: Hand;
            cm: Option<f64> [0..=300] = None;
            turns: Option<f64> [0..=1] = None;
        };
        /// The front turns about its middle at half march; degrees to the right are positive.
        Wheel = "wheel", "06.04.1" { degrees: f64 [-180..=180]; };
        /// The front swings about its inner wing; a march column bends.
        Pivot = "pivot", "06.04.2" { degrees: f64 [-180..=180]; };
        /// Every man faces about.
        About = "about", "06.04.3";
        /// Another formation.
        Form = "form", "06.02.1" { formation: Formation; };
        /// Guns are hooked on.
        Limber = "limber", "06.03.3";
        /// Guns are brought into position.
        Unlimber = "unlimber", "06.03.1";
        /// Guns are made ready to fire.
        Prepare = "prepare", "10.01.2";
        /// Stands for part of the turn.
        Halt = "halt", "03.01.2" { turns: f64 [0..=1]; };
        /// Skirmishers are sent out before the front.
        SendOut = "send_out", "14.01.1" { figures: i32 [3..=200]; chain: Chain = Chain::Dense; cm: f64 [0..=30] = 8.0; };
        /// Its skirmishers are called in.
        Recall = "recall", "06.02.2";
    }
}

orders! {
    /// When a unit fires (§03.02.2, §03.02.5).
    pub enum When tagged "when" {
        /// At the beginning of the turn.
        AtOnce = "at_once", "03.02.5";
        /// At a moment of the turn, at the nearest enemy then.
        At = "at", "03.02.5" { moment: Moment; };
        /// Just before an enemy comes to break-in distance of this own unit; without one, of the unit itself.
        BeforeBreakIn = "before_break_in", "03.02.5" { of: Option<OwnUnit> = None; };
        /// When an enemy passes a named thing on the map.
        EnemyPasses = "enemy_passes", "03.02.5" { place: Landmark; };
    }
}

orders! {
    /// The entry for a unit on the order sheet (§03.02.1).
    pub enum UnitOrder tagged "kind" {
        /// It stands still and reorganises (`X`).
        Stand = "stand", "13.06.1" { support: Option<OwnUnit> = None, "12.03.7"; };
        /// It moves: marches, formations, attacks. `target` is announced; without it an attack goes at whom it meets.
        Move = "move", "03.02.1" {
            steps: Vec<Step> [1..=12];
            target: Option<SeenUnit> = None, "03.02.4";
            support: Option<OwnUnit> = None, "12.03.7";
        };
        /// It fires, and moves before or after it: half a turn after its fire at the earliest.
        Fire = "fire", "03.02.2" {
            target: Option<SeenUnit> = None;
            also: Option<SeenUnit> = None, "09.01.4 10.01.3";
            ranging: bool = false, "10.02.3";
            steps: Vec<Step> [0..=12] = Vec::new();
            ..when: When;
        };
        /// A part of it stands off to one side as a unit of its own. It takes the whole turn, except where the rules say that it takes no
        /// time: then the rest of the unit goes on with its steps.
        Split = "split", "04.01.1" {
            figures: i32 [3..=200];
            hand: Hand = Hand::Left;
            steps: Vec<Step> [0..=12] = Vec::new(), "04.02.1 04.03.1";
        };
        /// It joins a unit that it touches and that was one with it; both stand for the whole turn.
        Join = "join", "04.01.3" { with: OwnUnit; };
        /// It draws ammunition from a wagon that it touches; both stand.
        Resupply = "resupply", "11.04.1" { wagon: OwnUnit; };
    }
}

impl UnitOrder {
    /// A move without attack or support.
    pub fn march(steps: Vec<Step>) -> UnitOrder {
        UnitOrder::Move { steps, target: None, support: None }
    }

    /// Fire at the nearest.
    pub fn fire(when: When) -> UnitOrder {
        UnitOrder::Fire { when, target: None, also: None, ranging: false, steps: Vec::new() }
    }

    /// Stands.
    pub fn stand() -> UnitOrder {
        UnitOrder::Stand { support: None }
    }

    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        match self {
            UnitOrder::Stand { .. } | UnitOrder::Join { .. } | UnitOrder::Resupply { .. } => &[],
            UnitOrder::Move { steps, .. }
            | UnitOrder::Fire { steps, .. }
            | UnitOrder::Split { steps, .. } => steps,
        }
    }

    /// Does it attack?
    pub fn attacks(&self) -> bool {
        self.steps().iter().any(|step| matches!(step, Step::Ahead { attack: true, .. }))
    }

    /// The unit it is to support.
    pub fn supports(&self) -> Option<&OwnUnit> {
        match self {
            UnitOrder::Stand { support } | UnitOrder::Move { support, .. } => support.as_ref(),
            _ => None,
        }
    }
}

/// Straight ahead for the rest of the turn.
pub const AHEAD: Step = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
/// The same as an attack.
pub const ATTACK: Step = Step::Ahead { cm: None, turns: None, attack: true, storm: false };
/// The same in storm.
pub const STORM: Step = Step::Ahead { cm: None, turns: None, attack: true, storm: true };

orders! {
    /// Where a chief rides (§08.01.7).
    pub enum Ride tagged "ride" {
        /// To a place.
        To = "to", "08.01.7" { place: Place; };
        /// Into base contact with a unit; he then moves with it until he rides elsewhere.
        With = "with", "08.01.7" { unit: OwnUnit; };
        /// To another chief of his side.
        General = "general", "08.01.7" { general: Leader; };
        /// He stays.
        Stay = "stay", "08.01.7";
    }
}

orders! {
    /// What a seat can do.
    pub enum Action tagged "do" {
        /// Writes a unit's entry, structured or as on the order sheet. Both mean the same.
        Order = "order", "03.02.1" {
            unit: OwnUnit;
            order: Option<UnitOrder> = None;
            sheet: Option<String> [0..=400] = None, "08.03.3";
        };
        /// Moves a chief in the coming turn, at a moment of it.
        General = "general", "08.01.7" { general: Leader; to: Ride; moment: Moment = Moment(0.0); };
        /// A chief sends a written instruction to a unit of his, or a message to another chief: within command distance at once, otherwise
        /// by an orderly of his staff.
        Send = "send", "08.03.1" {
            general: Leader;
            to: Ride;
            task: Option<Task> = None, "08.03.4";
            text: String [0..=2000] = String::new();
        };
        /// All orders are written. When every player has said so, the turn runs.
        Ready = "ready", "03.02.3";
        /// Demands to see what stands on the enemy's sheet for a unit that is not hidden, for the turn that runs or was the last.
        Demand = "demand", "03.02.3" { unit: SeenUnit; };
        /// Answers a question with one of its choices.
        Answer = "answer", "" { question: QuestionNumber; choice: String [0..=40]; };
        /// The umpire overrules a unit's order or corrects its state.
        Overrule = "overrule", "02.02.1" {
            unit: SeenUnit;
            state: Option<Order> = None;
            order: Option<UnitOrder> = None;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire puts a unit in another place: the middle of its front, and its facing.
        Move = "move", "02.02.1" {
            unit: SeenUnit;
            place: Place;
            facing: Heading;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire changes what a unit has: men it loses (or gets back, below 0), loads of ammunition, turns it is halted.
        Mend = "mend", "02.02.1" {
            unit: SeenUnit;
            loads: Option<i32> [0..=100] = None;
            loss_men: i32 [-8000..=8000] = 0;
            halt_turns: i32 [0..=99] = 0;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "02.03.1" { name: String [0..=200]; text: String [0..=5000]; };
    }
}
