//! What `gdc` shows beside what every battle shows: declared once, a line each.

use std::sync::Arc;

use krigsspil_engine::battle::Place;
use krigsspil_engine::shown;

use super::engineers::Corps;
use super::events::EVENTS;
use super::off_board::Area;
use super::order::{Action, UnitOrder};
use super::questions::ALL_QUESTIONS;
use super::terrain::Class;
use super::units::{Hold, Stance};
use crate::armies::vocabulary::Nation;
use crate::procedures::chits::ChitCode;
use crate::procedures::special_formations::CavalryClass;
use crate::vocabulary::{MoraleGrade, Status, Weather, Weight};

shown! {
    /// A unit.
    pub struct UnitDetails {
        zone: Option<Arc<str>>, to all, "12.1.A";
        sector: Option<i32>, to own, "12.5.B.1";
        status: Status, to all, "3.3";
        recall: bool, to all, "3.5";
        prone: bool, to all, "opt.anti-artillery";
        dismounted: bool, to all, "10.4";
        abandoned: bool, to all, "7.11-b";
        nation: Nation, to all, "7.3";
        melee_grade: i32, to all, "3.1";
        morale_grade: MoraleGrade, to all, "3.1";
        lancers: bool, to all, "10.2";
        skirmishers: bool, to all, "10.6.A";
        weight: Weight, to all, "opt.cavalry-weight";
        class: Option<CavalryClass>, to own, "10.4";
        battery: Option<BatteryShown>, to own, "7.1";
        blue_chit: Option<ChitCode>, to own, "2.7";
        white_chit: Option<ChitCode>, to own, "2.7";
        needs_chits: bool, to own, "2.7";
        charges_running: i32, to own, "5.3.F";
        reserve_turns: Option<i32>, to own, "3.51";
        engineers: Vec<Corps>, to all, "opt.engineers.A";
        captured: bool, to own, "9.8.E";
        off_board: Option<Area>, to own, "6.5";
    }
    /// A battery.
    pub struct BatteryShown {
        aev: i32, to all, "7.3";
        poundage: i32, to all, "7.3";
        points_left: i32, to all, "7.2";
        limbers_left: i32, to all, "7.11";
        guns_lost: i32, to all, "chart.counter-battery";
    }
    /// A general.
    pub struct GeneralDetails {
        player: bool, to own, "2.54";
        control_radius: i32, to own, "2.3";
        command_lost_general: bool, to own, "2.56";
        directive: Option<DirectiveShown>, to own, "2.4";
    }
    /// A directive.
    pub struct DirectiveShown {
        text: Arc<str>, to all, "2.4";
        place: Place, to all, "2.4";
    }
    /// A courier.
    pub struct CourierDetails {
        side: Arc<str>, to all, "2.51";
    }
    /// What limits a unit's orders in this phase.
    pub struct AskedDetails {
        move_yd: i32, to own, "6.1";
        charge_yd: i32, to own, "5.1";
        fire_yd: i32, to own, "8.1";
        chargeable: Vec<Arc<str>>, to own, "5.1";
        facings: Vec<i32>, to own, "4.1";
        needs_chits: bool, to own, "2.7";
        targets: Vec<TargetShown>, to own, "7.5";
        riders: Vec<RiderMark>, to own, "2.51";
        assaults: Vec<Arc<str>>, to own, "12.5.A";
        ahead: i32, to own, "12.2";
        fire_zones: Vec<Arc<str>>, to own, "12.4.G";
        transit: bool, to own, "12.2";
        halted_turns: i32, to own, "6.1";
        before_ground: bool, to own, "6.1";
        room_left: i32, to own, "6.11";
        room_right: i32, to own, "6.11";
        storms: Vec<Arc<str>>, to own, "12.5.C";
    }
    /// A general or courier who can be fired at.
    pub struct RiderMark {
        rider: Arc<str>, to all, "2.51";
        yards: i32, to all, "2.51";
    }
    /// An enemy, and how far off he is.
    pub struct TargetShown {
        unit: Arc<str>, to all, "8.1";
        yards: i32, to all, "8.1";
        in_fire: bool, to all, "7.5";
    }
    /// The turn.
    pub struct BattleDetails {
        weather: Weather, to all, "seq.command.3";
        charges: Vec<ChargeShown>, to all, "5.1";
        fords: Vec<Place>, to all, "11.3.F.2";
        broken_bridges: Vec<Place>, to all, "opt.engineers.B";
        companies: Vec<CompanyShown>, to all, "1.3.E";
        prisoners: Vec<PrisonersShown>, to all, "9.8.E";
        dust: Vec<DustShown>, to all, "6.5";
        better_scouts: Option<Arc<str>>, to all, "opt.scouting";
    }
    /// A company of engineers by itself, in a zone or where its battalion was lost.
    pub struct CompanyShown {
        side: Arc<str>, to all, "1.3.E";
        company: Corps, to all, "1.3.E";
        place: Place, to all, "1.3.E";
    }
    /// A cloud of dust: a unit in a flank area.
    pub struct DustShown {
        side: Arc<str>, to all, "6.5";
        place: Place, to all, "6.5";
    }
    /// Prisoners of a side, in castings.
    pub struct PrisonersShown {
        side: Arc<str>, to all, "9.8.E";
        castings: i32, to all, "9.8.E";
    }
    /// A charge.
    pub struct ChargeShown {
        unit: Arc<str>, to all, "5.1";
        target: Arc<str>, to all, "5.1";
    }
}

krigsspil_turn::language! {
    shown: unit UnitDetails, leader GeneralDetails, courier CourierDetails, limits AskedDetails, battle BattleDetails;
    formation: Stance, order: Hold, thing: Class, ground: Class;
}
