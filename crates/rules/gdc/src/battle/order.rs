//! What a unit and a general can be ordered, and what a seat can do: declared once, and read, checked, shown and told off that.

use krigsspil_engine::battle::{Heading, Landmark, Leader, OwnUnit, Place, QuestionNumber, SeenUnit};
use krigsspil_engine::orders;

use super::engineers::{BridgeWork, Corps};
use super::off_board::{Area, Beside};
use crate::procedures::charge::TargetFormation;
use crate::procedures::chits::ChitCode;
use crate::vocabulary::{ChargeOrders, Status};

krigsspil_engine::choices! {
    /// The way of a tactical shift (§6.11).
    pub enum ShiftWay {
        Left = "left",
        Right = "right",
        Back = "back",
    }
}

orders! {
    /// One step of a move. Steps are done one after the other until the move is used up.
    #[derive(Copy)]
    pub enum Step tagged "step" {
        /// Straight ahead, so many yards.
        Ahead = "ahead", "6.1" { yards: f64 [0..=2000]; };
        /// The front swings about its inner wing, degrees to the right positive; a battery turns about its middle.
        Wheel = "wheel", "5.2.B" { degrees: f64 [-180..=180]; };
    }
}

orders! {
    /// What a unit is ordered.
    pub enum UnitOrder tagged "kind" {
        /// It does nothing in this phase.
        Stand = "stand", "6.1";
        /// Its two chits: blue for facing and formation, white for movement and charge.
        Chits = "chits", "2.7" { blue: Option<ChitCode> = None; white: Option<ChitCode> = None; };
        /// Another formation, another facing, or both; degrees to the right positive.
        Change = "change", "4.1" {
            formation: Option<TargetFormation> = None;
            degrees: f64 [-180..=180] = 0.0;
        };
        /// It lies down, or rises.
        Prone = "prone", "opt.anti-artillery";
        /// It dismounts, or mounts.
        Dismount = "dismount", "10.4.C";
        /// Skirmishers stand in so many ranks, the front one the widest: a swarm. One rank is a chain again.
        Swarm = "swarm", "10.6.M" { ranks: i32 [1..=4]; };
        /// It goes into garrison in its zone, or out of it.
        Garrison = "garrison", "12.2";
        /// It fires at a unit; a skirmishing unit with so many castings, and the rest of them at another.
        Fire = "fire", "7.5" {
            target: SeenUnit;
            castings: Option<i32> [4..=60] = None, "8.3.A";
            also: Option<SeenUnit> = None, "8.3.A";
        };
        /// A battery fires at a zone.
        FireZone = "fire_zone", "12.4.G" { zone: Landmark; };
        /// A battery outside supports the assault of its side on a sector of a zone, and fires at nothing else.
        Support = "support", "12.5.B.5" { zone: Landmark; sector: i32 [1..=4]; };
        /// Skirmishers fire at a general or a courier.
        FireRider = "fire_rider", "2.51" { rider: String [0..=80]; };
        /// It declares a charge at a unit. Cavalry may wheel first, and states its standing orders.
        Charge = "charge", "5.1" {
            target: SeenUnit;
            wheel: Option<f64> [-90..=90] = None, "5.2.B";
            orders: ChargeOrders = ChargeOrders::Return, "2.6";
        };
        /// It declares an assault on a zone.
        Assault = "assault", "12.5.A" { zone: Landmark; };
        /// It leaves its zone on this side.
        Leave = "leave", "12.2" { facing: Heading; };
        /// It moves: the steps one after the other. By strategic march at the road rate; a battery may unlimber at the end.
        Move = "move", "6.1" {
            steps: Vec<Step> [1..=8];
            strategic: bool = false, "6.4";
            unlimber: bool = false, "6.31.F";
        };
        /// It shifts without turning.
        Shift = "shift", "6.11" { way: ShiftWay; yards: f64 [0..=150]; };
        /// Horse artillery gallops, unlimbers, and may fire in the secondary fire phase.
        Gallop = "gallop", "6.3.D" { steps: Vec<Step> [1..=4]; };
        /// Guns are limbered, facing any way.
        Limber = "limber", "6.3.B" { facing: Option<Heading> = None; };
        /// Guns are unlimbered without moving.
        Unlimber = "unlimber", "6.31.G";
        /// Guns in position are turned.
        Turn = "turn", "6.31.C" { degrees: f64 [-180..=180]; };
        /// Guns in position are dragged ahead, or back.
        Prolonge = "prolonge", "6.31.C" { yards: f64 [-100..=100]; };
        /// Guns are limbered and move up to 300 yards straight ahead.
        LimberAndMove = "limber_and_move", "6.31.H" { facing: Option<Heading> = None; yards: f64 [0..=300]; };
        /// It fights for a sector of a contested zone.
        Allocate = "allocate", "12.5.B.1" { zone: Landmark; sector: i32 [1..=4]; };
        /// It searches the river it stands at for a ford.
        SearchFord = "search_ford", "11.3.F.2";
        /// It takes over a company of engineers that is within 100 yards: from another battalion, from a zone, or one by itself.
        TakeEngineers = "take_engineers", "opt.engineers.A" { company: Corps; };
        /// Its company of engineers becomes part of the garrison of the zone it is in.
        PostEngineers = "post_engineers", "opt.engineers.A" { company: Corps; };
        /// Engineers in its zone break the bridge of the zone, or make it again.
        Bridge = "bridge", "opt.engineers.C" { work: BridgeWork; };
        /// It marches off the table into an area beside it.
        MarchOff = "march_off", "6.5" { to: Area; };
        /// A unit beside the table goes to another area, along its flank area, or comes onto the table.
        OffBoard = "off_board", "6.5" {
            to: Beside;
            yards: f64 [-2000..=2000] = 0.0;
            place: Option<Place> = None;
        };
        /// Before the first turn it is set up elsewhere, as far as the centre line.
        Deploy = "deploy", "opt.scouting" { place: Place; facing: Heading; };
        /// An isolated unit is surrendered by its commander, in a campaign.
        Surrender = "surrender", "9.8.D";
        /// It flees from a contested zone.
        Flee = "flee", "12.6.11";
    }
}

orders! {
    /// Where a general goes.
    pub enum Ride tagged "ride" {
        /// To a place.
        To = "to", "2.51" { place: Place; };
        /// To a unit: he is attached to it.
        With = "with", "2.2" { unit: OwnUnit; };
        /// He stays, and leaves the unit he is with.
        Stay = "stay", "1.3.C";
    }
}

orders! {
    /// What a seat can do.
    pub enum Action tagged "do" {
        /// Orders a unit, structured or as on the order sheet. Both are the same thing.
        Order = "order", "seq.command.2" {
            unit: OwnUnit;
            order: Option<UnitOrder> = None;
            sheet: Option<String> [0..=400] = None;
        };
        /// Sends a general somewhere; he rides in the movement phase.
        General = "general", "2.51" { general: Leader; to: Ride; };
        /// A general sends another, whom he is above, a directive by courier: where his command is to be, and in words what it is to do.
        Directive = "directive", "2.4" {
            general: Leader;
            to: Leader;
            place: Place;
            text: String [0..=400] = String::new();
        };
        /// A general has a unit follow him this turn, or another general with all his units.
        FollowMe = "follow_me", "2.2" {
            general: Leader;
            unit: Option<OwnUnit> = None;
            other: Option<Leader> = None;
        };
        /// The seat has done what it wants in this phase.
        Ready = "ready", "seq.command.2";
        /// Answers a question with one of its choices.
        Answer = "answer", "" { question: QuestionNumber; choice: String [0..=40]; };
        /// The umpire sets a unit elsewhere: the middle of its front, and where it faces.
        Move = "move", "2.4.umpire" {
            unit: SeenUnit;
            place: Place;
            facing: Heading;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire changes what a unit has: its state, and castings it loses (or finds again, below 0).
        Mend = "mend", "2.4.umpire" {
            unit: SeenUnit;
            status: Option<Status> = None;
            castings: i32 [-60..=60] = 0;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "" { name: String [0..=200]; text: String [0..=5000]; };
    }
}

impl UnitOrder {
    /// Straight ahead.
    pub fn ahead(yards: f64) -> UnitOrder {
        UnitOrder::steps(vec![Step::Ahead { yards }])
    }

    /// A move of these steps.
    pub fn steps(steps: Vec<Step>) -> UnitOrder {
        UnitOrder::Move { steps, strategic: false, unlimber: false }
    }

    /// A change of formation.
    pub fn form(formation: TargetFormation) -> UnitOrder {
        UnitOrder::Change { formation: Some(formation), degrees: 0.0 }
    }

    /// A change of facing.
    pub fn face(degrees: f64) -> UnitOrder {
        UnitOrder::Change { formation: None, degrees }
    }

    /// Fire at a unit.
    pub fn fire(target: &str) -> UnitOrder {
        UnitOrder::Fire { target: target.into(), castings: None, also: None }
    }

    /// A charge at a unit, as it serves.
    pub fn charge(target: &str, orders: ChargeOrders) -> UnitOrder {
        UnitOrder::Charge { target: target.into(), wheel: None, orders }
    }
}
