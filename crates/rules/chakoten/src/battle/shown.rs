//! What `chakoten` shows in addition to what every battle shows: declared once, one field on each line.

use std::sync::Arc;

use krigsspil_engine::shown;

use super::events::EVENTS;
use super::order::{Action, Formation, Ride, Task, UnitOrder};
use super::questions::ALL_QUESTIONS;
use crate::vocabulary::{BatteryKind, Feature, MarchGround, Order, Piece, TacticalArm, Weapon};

shown! {
    /// A unit.
    pub struct UnitDetails {
        tactical_arm: TacticalArm, to all, "04.05.1";
        figures: i32, to all, "01.02.3";
        rout: bool, to all, "03.03.5";
        limbered: Option<bool>, to all, "05.03.1";
        sent_out: bool, to all, "14.01.1";
        building: Option<Arc<str>>, to all, "17.01.2";
        at_work: bool, to all, "19.01.1";
        original: i32, to own, "01.02.3";
        men: i32, to own, "09.02.2";
        lost_men: i32, to own, "09.02.2";
        valeur: i32, to own, "04.05.1";
        weapon: Option<Weapon>, to own, "skema X";
        loads: i32, to own, "11.02.1";
        first_fire: bool, to own, "09.02.4";
        storming: bool, to own, "07.02.2";
        flight_turns: i32, to own, "13.02.4";
        held: bool, to own, "03.01.4";
        parent: Option<Arc<str>>, to own, "14.02.1";
        instruction: Option<Task>, to own, "08.03.4";
        stores: Option<i32>, to own, "11.01.3";
        battery: Option<BatteryShown>, to own, "05.03.1";
        /// For pioneers, miners and gunners.
        park: Option<ParkShown>, to own, "19.02.1";
        job: Option<JobShown>, to own, "19.04.3";
    }
    /// What the engineer park of the side holds.
    pub struct ParkShown {
        charges: f64, to all, "19.02.2";
        pontoons: i32, to all, "19.02.1";
    }
    /// How far the unit's work has come.
    pub struct JobShown {
        worked: i32, to all, "19.01.3";
        /// The turns that it takes, as far as they are known yet.
        takes: i32, to all, "19.04.5";
    }
    /// A battery's guns, horses and readiness.
    pub struct BatteryShown {
        piece: Piece, to all, "skema XIV";
        kind: BatteryKind, to all, "04.04.1";
        pieces: i32, to all, "10.01.1";
        /// At the start, and left, in figures.
        horses: [i32; 2], to all, "07.01.6";
        ready: bool, to all, "10.01.2";
        registered: Option<Arc<str>>, to all, "10.02.3";
        abandoned: bool, to all, "04.04.3";
    }
    /// A chief's ride and staff.
    pub struct GeneralDetails {
        couriers: i32, to own, "08.01.2";
        ride: Option<Ride>, to own, "08.01.7";
        moment: f64, to own, "08.01.7";
    }
    /// What limits a unit's orders.
    pub struct AskedDetails {
        in_command: bool, to own, "08.03.4";
        command_cm: f64, to own, "08.03.4";
        command_limit_cm: f64, to own, "08.03.4";
        limits: LimitsShown, to own, "skema III";
    }
    /// How far it can move and fire.
    pub struct LimitsShown {
        march_cm: f64, to all, "skema III";
        storm_cm: Option<f64>, to all, "07.02.1";
        run_up: bool, to all, "07.02.4";
        square: bool, to all, "05.02.1";
        skirmishers: i32, to all, "14.01.1";
        zones_cm: Vec<i32>, to all, "skema X";
        targets: Vec<TargetShown>, to all, "08.01.5";
        /// It must leave its building before it can march.
        inside: bool, to all, "17.01.3";
    }
    /// An enemy, with the distance judged by eye: nobody measures beforehand.
    pub struct TargetShown {
        unit: Arc<str>, to all, "03.02.12";
        about_cm: f64, to all, "03.02.12";
    }
}

krigsspil_turn::language! {
    shown: unit UnitDetails, leader GeneralDetails, limits AskedDetails;
    formation: Formation, order: Order, thing: Feature, ground: MarchGround;
}
