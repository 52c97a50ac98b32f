//! The orders of units and the actions of seats: declared once; reading, checks, display and text all come from the declaration.

use krigsspil_engine::battle::{
    CourierName, Heading, Landmark, Leader, Moment, OwnUnit, Place, QuestionNumber, SeenUnit,
};
use krigsspil_engine::{choices, orders};

use crate::procedures::works::Work;
use crate::vocabulary::{Ammunition, Feature, Formation, Order};

choices! {
    /// A turn of every man on the spot (skema II).
    pub enum Facing {
        Left = "left",
        Right = "right",
        About = "about",
    }

    /// A wing of a unit; of a column, its rear.
    pub enum Wing {
        Right = "right",
        Left = "left",
    }

    /// A piece of a battery that can be repaired.
    pub enum Piece {
        Gun = "gun",
        Limber = "limber",
    }
}

orders! {
    /// One step of a move (§03.03.4). The steps follow one after the other until the turn ends.
    #[derive(Copy)]
    pub enum Step tagged "step" {
        /// Straight ahead, this many centimetres; without a number, for the rest of the turn.
        Ahead = "ahead", "02.06.1" { cm: Option<f64> [0..=500] = None; };
        /// Straight back without turning, at half rate.
        Back = "back", "02.06.2" { cm: Option<f64> [0..=500] = None; };
        /// Straight ahead for part of the turn.
        AheadFor = "ahead_for", "02.06.1" { turns: f64 [0..=1]; };
        /// Straight back for part of the turn.
        BackFor = "back_for", "02.06.2" { turns: f64 [0..=1]; };
        /// The front swings about its inner wing; degrees to the right are positive.
        Wheel = "wheel", "02.05.5" { degrees: f64 [-180..=180]; };
        /// Every man turns. A line turned by a quarter becomes a march column, and the other way round (§02.05.4).
        Turn = "turn", "skema II" { to: Facing; };
        /// Another formation.
        Form = "form", "02.05.1" { formation: Formation; };
        /// Cavalry mounts.
        Mount = "mount", "skema II";
        /// Cavalry dismounts.
        Dismount = "dismount", "skema II";
        /// Guns are attached to their limbers.
        Limber = "limber", "skema II";
        /// Guns are brought into position.
        Unlimber = "unlimber", "skema II";
        /// Stands for part of the turn.
        Halt = "halt", "03.03.4" { turns: f64 [0..=1]; };
        /// Into the nearest house within 8 cm that has room.
        Enter = "enter", "02.04.3";
        /// Out of its house, to form up in front of the side it faces.
        Leave = "leave", "02.04.3";
        /// Companies become a unit of their own where they stand; it can get orders from the next turn on.
        Detach = "detach", "03.03.5" { companies: i32 [1..=40]; wing: Wing = Wing::Right; };
        /// A detachment rejoins the ranks of its regiment, which must be near.
        Rejoin = "rejoin", "03.03.5";
    }
}

orders! {
    /// When a unit fires (§03.03.6, §03.03.7).
    pub enum When tagged "when" {
        /// At the beginning of the turn.
        AtOnce = "at_once", "04.01.3";
        /// At a moment of the turn, above 0 and at most 1.
        At = "at", "03.03.6" { moment: Moment; };
        /// Just before an attacker reaches 2 cm.
        BeforeShock = "before_shock", "07.02.2";
        /// After the shock throw, at 2 cm (ruling 32).
        AfterShock = "after_shock", "07.02.2";
        /// When an enemy comes within this many centimetres.
        EnemyWithin = "enemy_within", "03.03.6" { cm: f64 [0..=250]; };
        /// When an enemy comes to a named place on the map.
        EnemyPasses = "enemy_passes", "03.03.6" { place: Landmark; };
    }
}

orders! {
    /// An order to a unit: one action each turn (§03.03.1).
    pub enum UnitOrder tagged "kind" {
        /// It stands still.
        Stand = "stand", "03.01.2";
        /// It stands still to restore its order.
        Reorganise = "reorganise", "08.04.1";
        /// It draws ammunition from a wagon it touches.
        Resupply = "resupply", "09.03.1";
        /// It moves: the steps one after the other, as an attack or a storm.
        Move = "move", "03.03.4" {
            steps: Vec<Step> [1..=12];
            attack: bool = false, "03.03.5";
            storm: bool = false, "03.03.5";
        };
        /// It fires: at a target (without one, at the nearest it can fire at), with canister only at these, with only this many figures,
        /// and for a battery with which ammunition and at which guessed distance in whole centimetres.
        Fire = "fire", "03.03.6" {
            target: Option<SeenUnit> = None;
            targets: Vec<SeenUnit> [0..=20] = Vec::new(), "06.02.1";
            figures: Option<i32> [1..=400] = None, "05.01.3";
            ammunition: Option<Ammunition> = None, "03.03.7";
            guess_cm: Option<i32> [1..=1000] = None, "03.03.7";
            ..when: When;
        };
        /// It works on a field work.
        Work = "work", "10.01.1" { work: Work; };
        /// A battery repairs a piece.
        Repair = "repair", "06.03.6" { piece: Piece; };
        /// A unit that is pinned, or that must continue its fire, announces its retreat (§04.02.14).
        Retreat = "retreat", "04.02.8";
    }
}

impl UnitOrder {
    /// A move without attack.
    pub fn march(steps: Vec<Step>) -> UnitOrder {
        UnitOrder::Move { steps, attack: false, storm: false }
    }

    /// Small arms at the nearest enemy, at a moment.
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

    /// Does it move or fire, so that nobody may march through it (§02.06.3)? Field work counts as movement (§03.03.1).
    pub fn moves_or_fires(&self) -> bool {
        use UnitOrder::{Fire, Move, Retreat, Work};
        matches!(self, Move { .. } | Fire { .. } | Work { .. } | Retreat)
    }
}

orders! {
    /// Where a general or courier rides (§03.01.5).
    pub enum Ride tagged "ride" {
        /// To a place.
        To = "to", "03.01.5" { place: Place; };
        /// Into contact with a unit; he then moves with it until he rides elsewhere.
        With = "with", "03.01.5" { unit: OwnUnit; };
        /// To a general of his side.
        General = "general", "03.01.5" { general: Leader; };
        /// He stays.
        Stay = "stay", "03.01.5";
    }
}

krigsspil_turn::rides!(Ride);

orders! {
    /// What a seat can do.
    pub enum Action tagged "do" {
        /// Writes a unit's order, structured or as on the order sheet. Both mean the same.
        Order = "order", "03.01.2" {
            unit: OwnUnit;
            order: Option<UnitOrder> = None;
            sheet: Option<String> [0..=400] = None, "03.01.3";
        };
        /// Moves a general in the coming turn, at a moment of it.
        General = "general", "03.01.5" { general: Leader; to: Ride; moment: Moment = Moment(0.0); };
        /// Sends a courier: with an order that he hands over to a unit, or with a written instruction to a general below his own.
        Courier = "courier", "03.01.5" {
            courier: CourierName;
            to: Ride;
            order: Option<UnitOrder> = None;
            instruction: Option<String> [0..=2000] = None, "03.01.1";
            moment: Moment = Moment(0.0);
        };
        /// All orders are written. When every player has said so, the turn runs.
        Ready = "ready", "04.01.1";
        /// Answers a question with one of its choices.
        Answer = "answer", "" { question: QuestionNumber; choice: String [0..=40]; };
        /// The umpire overrules a unit's order or corrects its state: its order from now on, or what it does this turn instead.
        Overrule = "overrule", "01.06.1" {
            unit: SeenUnit;
            state: Option<Order> = None;
            order: Option<UnitOrder> = None;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire puts a unit in another place: the middle of its front, and its facing.
        Move = "move", "01.06.1" {
            unit: SeenUnit;
            place: Place;
            facing: Heading;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire changes what a unit has: men it loses (or gets back, below 0), a reduction of its valeur, turns it is halted.
        Mend = "mend", "01.06.2" {
            unit: SeenUnit;
            ammunition: Option<bool> = None;
            loss_men: i32 [-8000..=8000] = 0;
            cut_valeur: i32 [-3..=3] = 0;
            halt_turns: i32 [0..=99] = 0;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire lays a thing of skema XXII on the table: a line that hinders or covers, from its left end to its right.
        Lay = "lay", "10.01.2" {
            thing: Feature;
            from: Place;
            to: Place;
            reason: String [0..=2000] = String::new();
        };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "01.05.3" { name: String [0..=200]; text: String [0..=5000]; };
    }
}
