//! Chapters 4.6.4 and 4.8: troops and batteries in towns.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::standing;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// Troops in a town zone, including those that want to enter.
    pub struct TownDeploy {
        units: i32 [0..=10];
        figures: Figures [0..=400];
        batteries: i32 [0..=10] = 0;
    }
}

krigsspil_engine::choices! {
    /// What a town zone has no room for.
    pub enum TownRoomBar {
        Over40Figures = "over_40_figures",
        SecondBattery = "second_battery",
    }
}

krigsspil_engine::outcome! {
    /// Whether they fit.
    pub struct TownDeployResult {
        allowed: bool;
        reasons: ArrayVec<TownRoomBar, 2>;
        zone_area_cm2: i32;
    }
}

/// The most figures of several units in one zone (§4.8.2).
const MOST_FIGURES: i32 = 40;
/// The area of a zone (§4.8.1).
const ZONE_AREA_CM2: i32 = 225;

impl Procedure for TownDeploy {
    type Tables = Tables;
    type Outcome = TownDeployResult;
    const ABOUT: About =
        About { name: "town_deploy", group: Group::Works, dice: "", cites: &["4.8.1", "4.8.2", "4.8.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TownDeployResult, Fault> {
        let reasons = standing([
            (self.units > 1 && self.figures.0 > MOST_FIGURES, TownRoomBar::Over40Figures),
            (self.batteries > 1, TownRoomBar::SecondBattery),
        ]);
        Ok(TownDeployResult { allowed: reasons.is_empty(), reasons, zone_area_cm2: ZONE_AREA_CM2 })
    }
}

krigsspil_engine::choices! {
    /// What a battery wants to do in a town.
    pub enum TownAction {
        Enter = "enter",
        Leave = "leave",
        ShiftSide = "shift_side",
        TurnOut = "turn_out",
        Fire = "fire",
        BeFiredOn = "be_fired_on",
    }

    /// The facing of a battery in a town: outward with its rear to the town, inward with its front to it.
    pub enum Facing {
        Outward = "outward",
        Inward = "inward",
    }

    /// The side by which a battery leaves the town.
    pub enum ExitSide {
        Own = "own",
        Opposite = "opposite",
    }

    /// What prevents a battery in a town from doing it.
    pub enum TownBatteryBar {
        NoContact = "no_contact",
        SecondBattery = "second_battery",
        ContinuedMelee = "continued_melee",
        FacingInward = "facing_inward",
        FacingOutward = "facing_outward",
        WrongSide = "wrong_side",
    }
}

krigsspil_engine::facts! {
    /// A battery at a town.
    pub struct TownBattery {
        action: TownAction;
        facing: Facing = Facing::Outward;
        in_contact: bool = false, "4.6.4";
        town_has_battery: bool = false, "4.8.6";
        continued_melee: bool = false, "4.8.6.p2";
        reaction_succeeded: bool = false, "4.6.4.p3";
        line_through_battery_side: bool = false, "4.8.6";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct TownBatteryResult {
        allowed: bool;
        reasons: ArrayVec<TownBatteryBar, 6>;
        cost_quarters: i32;
        exit_side: Option<ExitSide>;
        facing_after: Facing;
    }
}

impl TownBattery {
    fn reasons(&self) -> ArrayVec<TownBatteryBar, 6> {
        let enter = self.action == TownAction::Enter;
        let leave = self.action == TownAction::Leave;
        let fire = self.action == TownAction::Fire;
        let fired_on = self.action == TownAction::BeFiredOn;
        let inward = self.facing == Facing::Inward;
        let held = fire || enter || leave && !self.reaction_succeeded;
        standing([
            (enter && !self.in_contact, TownBatteryBar::NoContact),
            (enter && self.town_has_battery, TownBatteryBar::SecondBattery),
            (held && self.continued_melee, TownBatteryBar::ContinuedMelee),
            (inward && (fire || leave && !self.continued_melee), TownBatteryBar::FacingInward),
            (self.action == TownAction::TurnOut && !inward, TownBatteryBar::FacingOutward),
            ((fire || fired_on) && !self.line_through_battery_side, TownBatteryBar::WrongSide),
        ])
    }
}

impl Procedure for TownBattery {
    type Tables = Tables;
    type Outcome = TownBatteryResult;
    const ABOUT: About =
        About { name: "town_battery", group: Group::Works, dice: "", cites: &["4.6.4", "4.8.6", "tabel 2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TownBatteryResult, Fault> {
        let reasons = self.reasons();
        let allowed = reasons.is_empty();
        let exit = if self.continued_melee { ExitSide::Opposite } else { ExitSide::Own };
        let facing_after = match self.action {
            TownAction::Enter | TownAction::Leave | TownAction::TurnOut if allowed => Facing::Outward,
            TownAction::ShiftSide if allowed => Facing::Inward,
            _ => self.facing,
        };
        let cost_quarters = match self.action {
            TownAction::Enter | TownAction::Leave => tables.march.into_or_out_of_town,
            TownAction::ShiftSide | TownAction::TurnOut => tables.march.within_town,
            TownAction::Fire | TownAction::BeFiredOn => 0,
        };
        Ok(TownBatteryResult {
            allowed,
            reasons,
            cost_quarters,
            exit_side: (allowed && self.action == TownAction::Leave).then_some(exit),
            facing_after,
        })
    }
}
