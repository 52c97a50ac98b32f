//! What `torden` shows beside what every battle shows: declared once, a line each.

use std::sync::Arc;

use krigsspil_engine::shown;

use super::events::EVENTS;
use super::order::{Action, Disposition, UnitOrder, Wing};
use super::questions::ALL_QUESTIONS;
use crate::procedures::ground::Feature;
use crate::vocabulary::{CavalryClass, CorpsOrder, Formation, Gun, Order, Rank};

shown! {
    /// A unit.
    pub struct UnitDetails {
        figures: i32, to all, "1.1.1";
        orden: Order, to all, "1.6.1";
        kind: Arc<str>, to all, "Landetillæg";
        class: Option<CavalryClass>, to all, "1.3.3";
        limbered: Option<bool>, to all, "4.6.1";
        zone: Option<Arc<str>>, to all, "4.8.2";
        town_side: Option<Wing>, to all, "4.8.6";
        attacks: Option<Arc<str>>, to all, "5.1.1";
        guns_left: bool, to all, "8.7.2";
        melee_addition: i32, to all, "Landetillæg";
        morale_addition: i32, to all, "Landetillæg";
        fire_addition: Option<i32>, to all, "Landetillæg";
        division: Arc<str>, to own, "1.3.2";
        corps: Arc<str>, to own, "1.3.2";
        gun: Option<Gun>, to own, "6.1.12.1";
        loads: Option<i32>, to own, "6.1.12.1";
        quiet_turns: i32, to own, "9.1";
        turns_used: f64, to own, "4.4.1";
        detached: bool, to own, "2.11";
        sortie: bool, to own, "4.9.2";
        at_edge: bool, to own, "8.7.1.p2";
        reacted: bool, to own, "5.2.1";
    }
    /// A general.
    pub struct GeneralDetails {
        staff: Rank, to own, "1.4.1";
        superior: Option<Arc<str>>, to own, "1.3.2";
        ke: i32, to own, "2.12.1";
        oas: i32, to own, "2.12.1";
        oas_left: i32, to own, "2.12.1";
        command_cm: f64, to own, "2.5";
        corps_order: CorpsOrder, to own, "2.4.2";
        objective: Option<[f64; 2]>, to own, "2.6";
        engaged: bool, to own, "2.7.p3";
        pending: Option<CorpsOrder>, to own, "3.3";
        controls: i32, to own, "tabel 1";
        detached: bool, to own, "2.11";
        must_go_cm: Option<[f64; 2]>, to own, "2.7.p2";
    }
    /// What limits a unit's orders.
    pub struct AskedDetails {
        in_command: bool, to own, "2.4.3";
        must_return: bool, to own, "2.4.3.p2";
        march_cm: f64, to own, "4.1";
        turns_left: f64, to own, "4.4.1";
        back_turns: Option<i32>, to own, "1.6.3.p2";
        change_quarters: i32, to own, "4.5.1";
        corps_order: CorpsOrder, to own, "2.4.2";
        chief: [f64; 2], to own, "2.5";
        command_cm: f64, to own, "2.5";
        targets: Vec<TargetShown>, to own, "fase.3.1";
        touches: Vec<Arc<str>>, to own, "5.1.2";
        attacked_by: Vec<Arc<str>>, to own, "5.3";
        open: Vec<Disposition>, to own, "5.3";
    }
    /// An enemy, with the distance as the eye judges it: nothing is measured beforehand.
    pub struct TargetShown {
        unit: Arc<str>, to all, "1.1.4";
        about_cm: f64, to all, "1.1.4";
    }
    /// What these rules show of the whole battle.
    pub struct BattleDetails {
        active: Arc<str>, to all, "1.2.1";
        initiative: Arc<str>, to all, "1.2.1";
    }
}

krigsspil_turn::language! {
    shown: unit UnitDetails, leader GeneralDetails, limits AskedDetails, battle BattleDetails;
    formation: Formation, order: Order, thing: Feature, ground: Feature;
}
