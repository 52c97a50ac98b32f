//! What a unit and an officer can be ordered, and what a seat can do: declared once, and read, checked, shown and told off that.

use krigsspil_engine::battle::{Heading, Landmark, Leader, OwnUnit, Place, QuestionNumber, SeenUnit};
use krigsspil_engine::orders;

use crate::vocabulary::{BaseFormation, CommandOrder};

orders! {
    /// One step of a move. Steps are done one after the other until the move is used up.
    #[derive(Copy)]
    pub enum Step tagged "step" {
        /// Straight ahead, so many metres.
        Ahead = "ahead", "move.infantry" { metres: f64 [0..=2000]; };
        /// The front swings about its inner wing, degrees to the right positive; the head of a march column turns.
        Wheel = "wheel", "house.axis" { degrees: f64 [-180..=180]; };
        /// Another formation.
        Form = "form", "change.normal" { formation: BaseFormation; };
        /// The unit turns about.
        About = "about", "deploy.about-face";
    }
}

orders! {
    /// What a unit, or an officer for his command, is ordered.
    pub enum UnitOrder tagged "kind" {
        /// It stands where it is.
        Stand = "stand", "turn.D.2";
        /// It declares an attack on an enemy: one wheel of at most 45 degrees and then straight ahead. On the continued table at
        /// once, where skirmishers are on either side.
        Attack = "attack", "turn.D.1" {
            target: SeenUnit;
            wheel: Option<f64> [-45..=45] = None;
            continued: bool = false, "inf.initial.skirmish-option";
        };
        /// It moves: the steps one after the other.
        Move = "move", "turn.D.2" { steps: Vec<Step> [1..=12]; };
        /// It marches along the road at its head towards a place.
        RoadMarch = "road_march", "manoeuvre.table" { to: Place; };
        /// It shifts by at most 50 without turning, and tests nothing.
        Adjust = "adjust", "move.adjust" { to: Place; };
        /// Its crews shift its guns: they turn, or they move.
        Manhandle = "manhandle", "move.manhandle" {
            degrees: Option<f64> [-60..=60] = None;
            metres: Option<f64> [-50..=50] = None;
        };
        /// Guns are hooked on.
        Limber = "limber", "deploy.limber";
        /// Guns are brought into position.
        Unlimber = "unlimber", "deploy.limber";
        /// Guns limber and go back.
        Retreat = "retreat", "move.artillery-retreat" { metres: i32 [500..=1000] = 500; };
        /// A battery fires at a unit or a zone; with so many bases, and the rest of them at another unit.
        Fire = "fire", "turn.F" {
            target: Option<SeenUnit> = None;
            zone: Option<Landmark> = None, "bombard.town";
            bases: Option<i32> [1..=12] = None;
            also: Option<SeenUnit> = None;
        };
        /// A new order for an officer's command, with a place.
        Command = "command", "house.orders" { order: CommandOrder; place: Option<Place> = None; };
        /// The commander-in-chief writes the sequence bonus of the turn.
        Bonus = "bonus", "house.sequence-bonus" { bonus: i32 [-3..=3]; };
    }
}

orders! {
    /// How an officer moves.
    pub enum Ride tagged "ride" {
        /// Straight ahead on the axis of his command.
        Ahead = "ahead", "officer.move" { metres: f64 [0..=400]; };
        /// Towards a place, as far as the phase lets him.
        To = "to", "deploy.officers" { place: Place; };
        /// Into base contact with a unit, if the phase lets him come so far; he then goes with it.
        With = "with", "tacadmin.reorg.officer" { unit: OwnUnit; };
        /// He pivots: the axis of his command is changed.
        Pivot = "pivot", "officer.pivot" { facing: Heading; };
        /// He turns about.
        About = "about", "officer.about-face";
    }
}

orders! {
    /// What a seat can do.
    pub enum Action tagged "do" {
        /// Orders a unit, or an officer for his command, structured or as on the order sheet. Both are the same thing.
        Order = "order", "turn.D.2" {
            unit: OwnUnit;
            order: Option<UnitOrder> = None;
            sheet: Option<String> [0..=400] = None;
        };
        /// Moves an officer.
        General = "general", "officer.move" { general: Leader; to: Ride; };
        /// The seat has done what it wants in this phase.
        Ready = "ready", "turn.A";
        /// Answers a question with one of its choices.
        Answer = "answer", "" { question: QuestionNumber; choice: String [0..=40]; };
        /// The umpire sets a unit elsewhere: the middle of its front, and where it faces.
        Move = "move", "house.flank" {
            unit: SeenUnit;
            place: Place;
            facing: Heading;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire changes what a unit has: its U, and half bases it loses (or finds again, below 0).
        Mend = "mend", "house.flank" {
            unit: SeenUnit;
            disorder: Option<i32> [0..=8] = None;
            loss_halves: i32 [-80..=80] = 0;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire says whether two units see each other, for this turn.
        Sight = "sight", "house.visibility" {
            unit: SeenUnit;
            other: SeenUnit;
            clear: bool;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "" { name: String [0..=200]; text: String [0..=5000]; };
    }
}

impl UnitOrder {
    /// A move of these steps.
    pub fn steps(steps: Vec<Step>) -> UnitOrder {
        UnitOrder::Move { steps }
    }

    /// Straight ahead.
    pub fn ahead(metres: f64) -> UnitOrder {
        UnitOrder::Move { steps: vec![Step::Ahead { metres }] }
    }

    /// An attack, as it serves.
    pub fn attack(target: &str) -> UnitOrder {
        UnitOrder::Attack { target: target.into(), wheel: None, continued: false }
    }

    /// A fire of all bases at one unit.
    pub fn fire(target: &str) -> UnitOrder {
        UnitOrder::Fire { target: Some(target.into()), zone: None, bases: None, also: None }
    }
}
