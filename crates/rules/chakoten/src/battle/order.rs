//! The orders of units and the actions of seats: declared once; reading, checks, display and text all come from the declaration.

use krigsspil_engine::battle::{Heading, Landmark, Leader, Moment, OwnUnit, Place, QuestionNumber, SeenUnit};
use krigsspil_engine::{choices, orders};

use crate::armies::vocabulary::{DemolitionMethod, Work};
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
        BrigadeColumn = "brigade_column",
    }

    /// How several units stand as one (§05.01.6, §05.02.5).
    pub enum Massed {
        Column = "column",
        Square = "square",
    }

    /// A hand.
    pub enum Hand {
        Left = "left",
        Right = "right",
    }

    /// Who carries out the steps of a split: what is left of the unit, or the part that stands off.
    pub enum Marches {
        Rest = "rest",
        Part = "part",
    }

    /// What a written instruction tells a unit to do (§08.03.4).
    pub enum Task {
        Hold = "hold",
        Advance = "advance",
        Attack = "attack",
        Withdraw = "withdraw",
    }

    /// What has become of a thing.
    pub enum Damage {
        Whole = "whole",
        Partial = "partial",
        Gone = "gone",
    }

    /// What the umpire may allow a unit that the rules do not (§04.04.2, §11.04.2).
    pub enum Leave {
        SplitBattery = "split_battery",
        GiveAmmunition = "give_ammunition",
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
        /// The men of a square turn to one front, or to all sides again.
        SquareFront = "square_front", "06.02.5";
        /// Another formation.
        Form = "form", "06.02.1" { formation: Formation; };
        /// Guns are hooked on: in line, or piece by piece into a march column behind the gun on the wing it turns to, at most a quarter
        /// turn. Guns and limbers may face about with it.
        Limber = "limber", "06.03.3" {
            column: bool = false, "06.03.3";
            degrees: f64 [-90..=90] = 0.0, "06.03.3";
            about: bool = false, "06.03.4";
        };
        /// Guns are brought into position; they may face about with it.
        Unlimber = "unlimber", "06.03.1" { about: bool = false, "06.03.2"; };
        /// Guns are made ready to fire.
        Prepare = "prepare", "10.01.2";
        /// Stands for part of the turn.
        Halt = "halt", "03.01.2" { turns: f64 [0..=1]; };
        /// Skirmishers are sent out before the front.
        SendOut = "send_out", "14.01.1" { figures: i32 [3..=200]; chain: Chain = Chain::Dense; cm: f64 [0..=30] = 8.0; };
        /// Its skirmishers are called in.
        Recall = "recall", "06.02.2";
        /// Goes straight ahead up to the building before it, and in.
        Enter = "enter", "17.01.2";
        /// Out of its building by the facade that looks this way, in degrees from north; without one, by the facade it faces.
        Leave = "leave", "17.01.3" { toward: Option<f64> [0..=360] = None; };
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
        /// time: then the rest of the unit, or the part, goes on with the steps. Of a battery so many figure pieces stand off.
        Split = "split", "04.01.1" {
            figures: i32 [1..=200];
            hand: Hand = Hand::Left;
            marches: Marches = Marches::Rest, "04.01.1";
            steps: Vec<Step> [0..=12] = Vec::new(), "04.02.1 04.03.1";
        };
        /// It joins a unit that it touches and that was one with it; both stand for the whole turn. Two decimated units make one in two
        /// turns.
        Join = "join", "04.01.3" { with: OwnUnit; };
        /// It stands with another unit in one brigade or division column or square, in base contact; all stand for the whole turn.
        Mass = "mass", "04.01.4" { with: OwnUnit; massed: Massed = Massed::Column, "05.01.6 05.02.5"; };
        /// The units of a brigade or division column or square stand by themselves again; it takes the whole turn.
        Disband = "disband", "04.01.5";
        /// It draws ammunition from a wagon that it touches, or from another unit if the umpire allows it; both stand.
        Resupply = "resupply", "11.04.1" { wagon: OwnUnit; };
        /// A battery fires at the building at this place, or at whoever is at the thing on the map there, at the beginning of the turn.
        Bombard = "bombard", "10.01.5 17.04.1" { place: Place; };
        /// Begins or goes on with a work of skema XX before its front: so many centimetres or pieces of it. The materials are at hand, or
        /// are thrown for.
        Build = "build", "19.01.1" {
            work: Work, "skema XX";
            quantity: Option<f64> [0.5..=200] = None, "19.04.4";
            acquired: bool = false, "19.03.1";
        };
        /// Begins or goes on with the destruction of what is at this place.
        Demolish = "demolish", "19.05.4" {
            place: Place;
            method: DemolitionMethod, "skema XXI";
            acquired: bool = false, "19.03.1";
        };
        /// Levels the earthwork at this place.
        Level = "level", "19.12.4" { place: Place; };
        /// Strengthens the building it is in.
        Strengthen = "strengthen", "17.02.4";
        /// Digs a mine to this place: down, forward, a chamber; then lays its charges.
        Mine = "mine", "19.08.1" {
            place: Place;
            shaft_m: f64 [0..=200] = 0.0, "19.08.2";
            charges: f64 [0.25..=100 step 0.25] = 1.0, "19.08.8";
        };
        /// Works with another unit at its work.
        Help = "help", "19.04.3" { with: OwnUnit; };
        /// Sets off the charge or mine at this place.
        SetOff = "set_off", "19.07.4" { place: Place; moment: Moment = Moment(0.0), "03.02.5"; };
        /// Fights the fire at this place.
        FightFire = "fight_fire", "19.06.4" { place: Place; };
        /// A battery makes a powder charge of two loads.
        MakeCharge = "make_charge", "19.02.2";
        /// Crosses the water before it by the ferries or boats at this place.
        Cross = "cross", "19.11.2" { place: Place; };
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
            UnitOrder::Move { steps, .. }
            | UnitOrder::Fire { steps, .. }
            | UnitOrder::Split { steps, .. } => steps,
            _ => &[],
        }
    }

    /// Is it a work that goes on from turn to turn?
    pub fn is_work(&self) -> bool {
        use UnitOrder::{Build, Demolish, Help, Level, Mine, Strengthen};
        matches!(self, Build { .. } | Demolish { .. } | Level { .. } | Strengthen | Mine { .. } | Help { .. })
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

/// Guns are hooked on in line.
pub const LIMBER: Step = Step::Limber { column: false, degrees: 0.0, about: false };
/// Guns are brought into position as they stand.
pub const UNLIMBER: Step = Step::Unlimber { about: false };
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

krigsspil_turn::rides!(Ride);

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
        /// The umpire allows a unit what the rules leave to him: a battery to split anywhere, a unit to give its ammunition to another.
        Allow = "allow", "04.04.2" { unit: SeenUnit; leave: Leave, "04.04.2 11.04.2"; reason: String [0..=2000] = String::new(); };
        /// The umpire lays a work on the ground: one that is in no table, or one that stands there from the start.
        Lay = "lay", "19.04.1" { work: Work; from: Place; to: Place; reason: String [0..=2000] = String::new(); };
        /// The umpire says what has become of the building, bridge or other thing at a place.
        Spoil = "spoil", "19.06.4" { place: Place; damage: Damage; reason: String [0..=2000] = String::new(); };
        /// The umpire adds a rule for this battle.
        Rule = "rule", "02.03.1" { name: String [0..=200]; text: String [0..=5000]; };
    }
}
