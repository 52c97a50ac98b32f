//! What `borgerkrig` shows in addition to what every battle shows: declared once, one field on each line.

use std::sync::Arc;

use krigsspil_engine::shown;

use super::events::EVENTS;
use super::order::{Action, Ride, UnitOrder};
use super::questions::ALL_QUESTIONS;
use crate::procedures::works::Work;
use crate::vocabulary::{Feature, Formation, Gun, Order, Terrain, Weapon};

shown! {
    /// A unit.
    pub struct UnitDetails {
        mounted: bool, to all, "02.02.1";
        limbered: Option<bool>, to all, "02.03.3";
        figures: i32, to all, "01.01.2";
        rout: bool, to all, "04.02.1";
        original: i32, to own, "01.01.2";
        men: i32, to own, "05.02.2";
        lost_men: i32, to own, "05.02.2";
        captured: i32, to own, "07.06.1";
        valeur: i32, to own, "08.01.1";
        weapon: Option<Weapon>, to own, "skema IV";
        ammunition: bool, to own, "09.01.1";
        pinned_left: i32, to own, "04.02.7";
        regiment: Option<Arc<str>>, to own, "03.03.5";
        in_house: bool, to own, "02.04.3";
        work: Option<WorkShown>, to own, "10.01.1";
        battery: Option<BatteryShown>, to own, "02.03.1";
    }
    /// A field work in progress.
    pub struct WorkShown {
        work: Work, to all, "10.01.1";
        turns_worked: i32, to all, "10.01.1";
    }
    /// A battery's guns, limbers, horses and rounds.
    pub struct BatteryShown {
        gun: Gun, to all, "skema VII";
        riding: bool, to all, "02.03.2";
        /// Whole, damaged, destroyed.
        guns: [i32; 3], to all, "06.03.3";
        /// Whole, damaged, destroyed.
        limbers: [i32; 3], to all, "06.03.3";
        /// At the start, and left, in figures.
        horses: [i32; 2], to all, "06.03.1";
        rounds: RoundsShown, to all, "09.02.1";
        abandoned: bool, to all, "08.02.6";
        sheltered: bool, to all, "04.02.12";
    }
    /// Rounds of each kind.
    pub struct RoundsShown {
        canister: i32, to all, "09.02.1";
        shell: i32, to all, "09.02.1";
        shot: i32, to all, "09.02.1";
    }
    /// A general's ride and succession.
    pub struct GeneralDetails {
        successors: u32, to own, "08.05.1";
        ride: Option<Ride>, to own, "03.01.5";
        moment: f64, to own, "03.01.5";
    }
    /// A courier's ride.
    pub struct CourierDetails {
        ride: Option<Ride>, to own, "03.01.5";
        moment: f64, to own, "03.01.5";
    }
    /// What limits a unit's orders.
    pub struct AskedDetails {
        in_command: bool, to own, "03.01.2";
        command_cm: f64, to own, "03.01.2";
        command_limit_cm: f64, to own, "03.01.2";
        compelled_fire: bool, to own, "04.02.14";
        limits: LimitsShown, to own, "skema I";
    }
    /// How far it can move, fire and see.
    pub struct LimitsShown {
        march_cm: f64, to all, "skema I";
        storm_cm: Option<f64>, to all, "skema I";
        zones_cm: Option<[i32; 5]>, to all, "skema IV";
        guns: Option<LoadsShown>, to all, "skema VII";
        targets: Vec<TargetShown>, to all, "03.02.2";
    }
    /// What a battery can fire.
    pub struct LoadsShown {
        canister: LoadShown, to all, "skema VII";
        shell: LoadShown, to all, "skema VII";
        shot: LoadShown, to all, "skema VII";
    }
    /// The rounds of one kind, and their range.
    pub struct LoadShown {
        rounds: i32, to all, "09.02.1";
        cm: i32, to all, "skema VII";
    }
    /// An enemy, with the distance judged by eye.
    pub struct TargetShown {
        unit: Arc<str>, to all, "03.02.2";
        about_cm: f64, to all, "03.02.2";
    }
}

krigsspil_turn::language! {
    shown: unit UnitDetails, leader GeneralDetails, courier CourierDetails, limits AskedDetails;
    formation: Formation, order: Order, thing: Feature, ground: Terrain;
}
