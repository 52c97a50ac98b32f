//! What a unit can be told, and what a seat can do: declared once, and read, checked, shown and told off that.

use krigsspil_engine::battle::{Heading, Leader, OwnUnit, Place, QuestionNumber, SeenUnit};
use krigsspil_engine::{choices, orders};

use crate::vocabulary::{CorpsOrder, Formation, Order};

choices! {
    /// A side of a square, of a town, or of a unit that turns.
    pub enum Wing {
        Front = "front",
        Right = "right",
        Rear = "rear",
        Left = "left",
    }

    /// What a detachment may be ordered: never to attack (§2.11).
    pub enum DetachedOrder {
        Hold = "H",
        Back = "T",
        March = "M",
    }

    /// What a unit that is attacked may try (§5.3).
    pub enum Disposition {
        EmergencySquare = "emergency_square",
        FaceAttacker = "face_attacker",
        LimberAndMove = "limber_and_move",
        WithdrawLimbered = "withdraw_limbered",
        Shelter = "shelter",
    }
}

orders! {
    /// One step of a move (§4.3). Steps are done one after the other while the turn lasts.
    #[derive(Copy)]
    pub enum Step tagged "step" {
        /// So many centimetres, or as far as it comes, so many degrees to the right of its front; it goes on facing as it does.
        Go = "go", "4.3" { cm: Option<f64> [0..=200] = None; degrees: f64 [-180..=180] = 0.0, "4.4.5"; };
        /// Turns, degrees to the right positive: up to 45 about a corner of its front, beyond that on the spot.
        Turn = "turn", "4.4.7" { degrees: f64 [-180..=180]; };
        /// Another formation. Out of a square it may face any side; a line and a march column turn to a side on the spot.
        Form = "form", "4.5.1" { formation: Formation; facing: Option<Wing> = None, "4.5.2"; ranks: i32 [3..=4] = 4, "1.7.3"; };
        /// Guns are hooked on.
        Limber = "limber", "4.6.1";
        /// Guns are brought into position, so many degrees to the right of where the limber faces.
        Unlimber = "unlimber", "4.6.2" { degrees: f64 [-180..=180] = 0.0; };
        /// Into the town zone it touches, or from one zone into the next; a battery to one of its sides.
        Enter = "enter", "4.8.2" { side: Wing = Wing::Front, "4.8.6"; };
        /// Out of its town zone, to form up before one of its sides.
        Leave = "leave", "tabel 2" { side: Wing = Wing::Front; formation: Option<Formation> = None; };
        /// A battery in a town goes to another side of it, its front to the town.
        ShiftSide = "shift_side", "4.6.4.p2" { side: Wing; };
        /// And turns its guns outward.
        TurnOut = "turn_out", "4.6.4.p2";
        /// Over the edge of the table that it touches: it is lost.
        LeaveTable = "leave_table", "4.4.8";
    }
}

orders! {
    /// What a unit is told in a phase.
    pub enum UnitOrder tagged "kind" {
        /// It moves, in its own side's phase 2.
        Move = "move", "4.3" { steps: Vec<Step> [1..=6]; };
        /// It attacks one it touches; of several that attack together it is the so-manieth (§7.4).
        Attack = "attack", "5.1.1" { target: SeenUnit; number: Option<i32> [1..=6] = None, "7.4.p2"; };
        /// Cavalry reacts: up to half a turn, and attacks whom it comes upon when it is told to.
        React = "react", "5.2.1" { steps: Vec<Step> [1..=6]; attack: Option<SeenUnit> = None; };
        /// What a unit that is attacked tries; guns that drive off take this way.
        Dispose = "dispose", "5.3" { how: Disposition; toward: Option<Heading> = None, "5.3.3.p2"; };
        /// It fires; a square or a town from one of its sides.
        Fire = "fire", "6.1.1" { target: SeenUnit; side: Wing = Wing::Front, "6.1.5"; };
        /// A battery tries to draw ammunition.
        Resupply = "resupply", "6.1.12.2";
        /// It gives its attack up and goes back, as far as it comes or so far.
        Abort = "abort", "5.4.1" { cm: Option<f64> [0..=100] = None, "5.4.2"; };
        /// It breaks off a melee that goes on.
        BreakOff = "break_off", "7.3.2";
        /// A battery in a town where a melee goes on tries to get out.
        LeaveTown = "leave_town", "4.6.4.p3";
        /// It tries to reorganise, and then stands so.
        Reorganise = "reorganise", "9.2" { formation: Option<Formation> = None, "9.3"; facing: Option<Heading> = None, "9.3"; };
    }
}

orders! {
    /// What a seat can do.
    pub enum Action tagged "do" {
        /// Tells a unit what to do, structured or as on the order sheet. Both are the same thing.
        Order = "order", "" {
            unit: OwnUnit;
            order: Option<UnitOrder> = None;
            sheet: Option<String> [0..=400] = None;
        };
        /// An order to a corps, from its army general or the commander in chief; T also from its own general.
        Corps = "corps", "2.4.2" {
            general: Leader;
            order: Option<CorpsOrder> = None;
            objective: Option<Place> = None, "2.6";
            from: Option<Leader> = None, "2.2";
            sheet: Option<String> [0..=400] = None;
        };
        /// Cancels an order to a corps that has not got through.
        Cancel = "cancel", "2.12.1" { general: Leader; };
        /// A corps in trouble goes back of itself.
        AutomaticBack = "automatic_back", "2.9.p2" { general: Leader; objective: Place; };
        /// A corps general detaches a division.
        DetachDivision = "detach_division", "2.11" { general: Leader; order: DetachedOrder; place: Place; };
        /// A corps general detaches a brigade.
        DetachBrigade = "detach_brigade", "2.11" { unit: OwnUnit; order: DetachedOrder; place: Place; };
        /// A march order ends the detachment of a division.
        RecallDivision = "recall_division", "2.11.p3" { general: Leader; };
        /// And of a brigade.
        RecallBrigade = "recall_brigade", "2.11.p3" { unit: OwnUnit; };
        /// A task for a general, in words.
        Task = "task", "2.2" { general: Leader; text: String [0..=2000]; };
        /// A general moved for a point of the allowance that is left.
        Shift = "shift", "2.12.1.p3" { general: Leader; place: Place; };
        /// A corps general goes so far under his order.
        Advance = "advance", "2.7.p2" { general: Leader; cm: f64 [0..=60]; };
        /// A division general rides.
        Ride = "ride", "2.5" { general: Leader; place: Place; };
        /// The side has done what it wants in this phase.
        Done = "done", "1.2.2";
        /// Answers a question with one of its choices.
        Answer = "answer", "" { question: QuestionNumber; choice: String [0..=40]; };
        /// The umpire sets a unit's order, losses or loads right.
        Mend = "mend", "1.1.3" {
            unit: SeenUnit;
            order: Option<Order> = None;
            lost: Option<i32> [0..=120] = None;
            loads: Option<i32> [0..=12] = None;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire sets a unit elsewhere: the middle of its front, and where it faces.
        Move = "move", "1.1.3" {
            unit: SeenUnit;
            place: Place;
            facing: Heading;
            formation: Option<Formation> = None, "4.5.3";
            reason: String [0..=2000] = String::new();
        };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "1.1.3" { name: String [0..=200]; text: String [0..=5000]; };
        /// The umpire says something to everybody.
        Say = "say", "1.1.3" { text: String [0..=2000]; };
    }
}

impl DetachedOrder {
    /// The same as an order to a corps.
    pub fn corps_order(self) -> CorpsOrder {
        match self {
            DetachedOrder::Hold => CorpsOrder::Hold,
            DetachedOrder::Back => CorpsOrder::Back,
            DetachedOrder::March => CorpsOrder::March,
        }
    }
}

impl Action {
    /// A unit's order.
    pub fn order(unit: impl Into<OwnUnit>, order: UnitOrder) -> Action {
        Action::Order { unit: unit.into(), order: Some(order), sheet: None }
    }
}
