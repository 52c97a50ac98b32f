//! What `tricolore` shows beside what every battle shows: declared once, a line each.

use std::sync::Arc;

use krigsspil_engine::shown;

use super::events::EVENTS;
use super::order::{Action, UnitOrder};
use super::questions::ALL_QUESTIONS;
use super::units::{Branch, Hold};
use crate::vocabulary::{BaseFormation, Calibre, CavalryWeight, CommandOrder, PathGround};

shown! {
    /// A unit.
    pub struct UnitDetails {
        branch: Branch, to all, "house.ratings";
        zone: Option<Arc<str>>, to all, "house.town-zone";
        /// U; of an enemy only within 400.
        disorder: Option<i32>, to all, "notation.4";
        halves: i32, to own, "house.scale";
        ratings: RatingsShown, to own, "house.ratings";
        weight: Option<CavalryWeight>, to own, "cav.initial.heavy";
        calibre: Option<Calibre>, to own, "chart.bombard-factor";
        moved: bool, to own, "turn.D.2";
        declared: bool, to own, "turn.D.1";
        engaged: bool, to own, "turn.B";
    }
    /// T, M, N, S, O.
    pub struct RatingsShown {
        training: i32, to all, "house.ratings";
        morale: i32, to all, "house.ratings";
        melee: i32, to all, "house.ratings";
        skirmish: i32, to all, "house.ratings";
        orders: i32, to all, "house.ratings";
        irregular: bool, to all, "house.ratings";
    }
    /// An officer and his command.
    pub struct OfficerDetails {
        ability: i32, to own, "house.officers";
        bonus: i32, to own, "house.officers";
        radius: f64, to own, "house.radius";
        facing: f64, to own, "house.axis";
        command_order: CommandOrder, to own, "house.orders";
        command_place: Option<[f64; 2]>, to own, "house.orders";
        pending: Option<PendingShown>, to own, "order.4";
        engaged: bool, to own, "turn.B";
        broken: bool, to own, "house.broken";
        lost_per_cent: i32, to own, "tacadmin.morale";
    }
    /// An order that waits.
    pub struct PendingShown {
        order: CommandOrder, to all, "house.orders";
        turns: i32, to all, "order.4";
    }
    /// What limits a unit's orders in this phase.
    pub struct AskedDetails {
        in_command: bool, to own, "house.out-of-command";
        move_m: i32, to own, "turn.D.2";
        /// Changes of formation and about-faces that its order may still have.
        changes: i32, to own, "change.normal";
        attack_m: i32, to own, "turn.D.1";
        fire_m: i32, to own, "chart.bombard-factor";
        attackable: Vec<Arc<str>>, to own, "turn.D.1";
        sequence: i32, to own, "turn.D";
        targets: Vec<TargetShown>, to own, "house.visibility";
    }
    /// An enemy, and how far off he is.
    pub struct TargetShown {
        unit: Arc<str>, to all, "house.visibility";
        metres: i32, to all, "house.visibility";
        in_fire: bool, to all, "bombard.test";
    }
    /// The turn.
    pub struct BattleDetails {
        sequence: i32, to all, "turn.D";
        initiative: Arc<str>, to all, "house.initiative";
        engaged_commands: Vec<Arc<str>>, to all, "turn.B";
        own_bonus: Option<i32>, to all, "house.sequence-bonus";
    }
}

krigsspil_turn::language! {
    shown: unit UnitDetails, leader OfficerDetails, limits AskedDetails, battle BattleDetails;
    formation: BaseFormation, order: Hold, thing: PathGround, ground: PathGround;
}
