//! Chapter 4: facing and formation.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

/// The number of sides with an enemy near that lets infantry form square without a roll (§4.11.A).
const ENEMY_SIDES: i32 = 3;

krigsspil_engine::facts! {
    /// Infantry that wants to form square in the formation phase.
    pub struct FormSquare {
        enemy_sides_within_300: i32 [0..=4] = 0, "4.11.A";
        general_attached_or_in_radius: bool = false, "4.11.B";
        general_already_used: bool = false, "4.11.B";
        skirmish_status: bool = false, "10.6.G";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may, and by which rule.
    pub struct FormSquareResult {
        allowed: bool;
        cite: &'static str;
    }
}

impl Procedure for FormSquare {
    type Tables = Tables;
    type Outcome = FormSquareResult;
    const ABOUT: About = About {
        name: "form_square",
        group: Group::March,
        dice: "",
        cites: &["4.11", "4.11.A", "4.11.B", "4.1.G"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FormSquareResult, Fault> {
        let (allowed, cite) = if self.skirmish_status {
            (false, "10.6.G")
        } else if self.enemy_sides_within_300 >= ENEMY_SIDES {
            (true, "4.11.A")
        } else if self.general_attached_or_in_radius && !self.general_already_used {
            (true, "4.11.B")
        } else {
            (false, "4.11")
        };
        Ok(FormSquareResult { allowed, cite })
    }
}

krigsspil_engine::choices! {
    /// What an infantry unit does in the facing and formation phase.
    pub enum FootChange {
        None = "none",
        Facing = "facing",
        Formation = "formation",
        FacingAndFormation = "facing_and_formation",
        SkirmishToFormed = "skirmish_to_formed",
        FormedToSkirmish = "formed_to_skirmish",
        GoProne = "go_prone",
        RiseFromProne = "rise_from_prone",
    }

    /// What a cavalry unit does in the facing and formation phase.
    pub enum HorseChange {
        None = "none",
        Facing = "facing",
        Formation = "formation",
        FacingAndFormation = "facing_and_formation",
        SkirmishStatus = "skirmish_status",
    }

    /// The charge rate cavalry has left.
    pub enum ChargeRate {
        Full = "full",
        Impaired = "impaired",
        None = "none",
    }
}

/// What infantry may still do this turn.
#[derive(Clone, Copy)]
struct StillMay {
    moving: bool,
    charging: bool,
    counter_charging: bool,
}

impl StillMay {
    const EVERYTHING: StillMay = StillMay { moving: true, charging: true, counter_charging: true };
    const NO_CHARGE: StillMay = StillMay { charging: false, ..StillMay::EVERYTHING };
    const MOVE_ONLY: StillMay = StillMay { counter_charging: false, ..StillMay::NO_CHARGE };
    const NOTHING: StillMay = StillMay { moving: false, ..StillMay::MOVE_ONLY };
}

krigsspil_engine::facts! {
    /// Infantry that changes facing or formation.
    pub struct InfantryChange {
        change: FootChange, "4.1";
        facing_degrees: i32 [0..=180] = 0, "4.1";
        enemy_within_300: bool = false, "4.1.G";
        morale_not_good: bool = false, "4.4";
        not_capable: bool = false, "10.6.A";
    }
}

krigsspil_engine::outcome! {
    /// What it may still do.
    pub struct InfantryChangeResult {
        allowed: bool;
        may_move: bool;
        may_charge: bool;
        may_counter_charge: bool;
        cite: &'static str;
    }
}

impl Procedure for InfantryChange {
    type Tables = Tables;
    type Outcome = InfantryChangeResult;
    const ABOUT: About = About {
        name: "infantry_change",
        group: Group::March,
        dice: "",
        cites: &[
            "4.1",
            "4.1.A",
            "4.1.B",
            "4.1.C",
            "4.1.D",
            "4.1.E",
            "4.1.F",
            "4.1.G",
            "4.4",
            "5.3.G",
            "10.6.E",
            "opt.anti-artillery",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<InfantryChangeResult, Fault> {
        let (allowed, still, cite) = match self.refused() {
            Some(cite) => (false, StillMay::EVERYTHING, cite),
            None => {
                let (still, cite) = self.consequence();
                (true, still, cite)
            }
        };
        Ok(InfantryChangeResult {
            allowed,
            may_move: still.moving,
            may_charge: still.charging,
            may_counter_charge: still.counter_charging,
            cite,
        })
    }
}

impl InfantryChange {
    /// The rule that forbids the change.
    fn refused(&self) -> Option<&'static str> {
        use FootChange::*;
        match self.change {
            None => Option::None,
            _ if self.enemy_within_300 => Some("4.1.G"),
            SkirmishToFormed if self.morale_not_good => Some("4.4"),
            FormedToSkirmish if self.morale_not_good || self.not_capable => Some("4.4"),
            GoProne if self.not_capable => Some("opt.anti-artillery"),
            _ => Option::None,
        }
    }

    /// What is left after an allowed change, and its rule.
    fn consequence(&self) -> (StillMay, &'static str) {
        use FootChange::*;
        match (self.change, self.facing_degrees) {
            (None, _) => (StillMay::EVERYTHING, "4.1"),
            (Facing, ..=45) => (StillMay::EVERYTHING, "4.1.A"),
            (Facing, 46..=90) => (StillMay::NO_CHARGE, "4.1.B"),
            (Facing, _) => (StillMay::NOTHING, "4.1.C"),
            (Formation, _) | (FacingAndFormation, 0) => (StillMay::EVERYTHING, "4.1.D"),
            (FacingAndFormation, _) => (StillMay::NOTHING, "4.1.E"),
            (SkirmishToFormed, _) => (StillMay::MOVE_ONLY, "4.1.F"),
            (FormedToSkirmish, _) => (StillMay::MOVE_ONLY, "5.3.G"),
            (GoProne | RiseFromProne, _) => (StillMay::NOTHING, "opt.anti-artillery"),
        }
    }
}

/// The longest ordinary move of cavalry that changed both facing and formation (§4.2.C).
pub const CHANGED_BOTH: Yards = Yards(500);

/// The widest wheel after which cavalry may still charge (§5.2.B, §5.2.C).
pub const WIDEST_WHEEL: i32 = 90;

krigsspil_engine::facts! {
    /// Cavalry that changes facing or formation, or wheels.
    pub struct CavalryChange {
        change: HorseChange = HorseChange::None, "4.2";
        wheel_degrees: i32 [0..=180] = 0, "5.2.B";
        unformed: bool = false, "5.2.H";
        in_ploughed_field: bool = false, "11.4";
        enemy_within_300: bool = false, "4.4";
        morale_not_good: bool = false, "4.4";
        not_capable: bool = false, "4.4";
    }
}

krigsspil_engine::outcome! {
    /// The charge and move it has left.
    pub struct CavalryChangeResult {
        change_allowed: bool;
        wheel_allowed: bool;
        charge_rate: ChargeRate;
        charge_yards: Yards;
        move_limit_yards: Yards;
    }
}

impl Procedure for CavalryChange {
    type Tables = Tables;
    type Outcome = CavalryChangeResult;
    const ABOUT: About = About {
        name: "cavalry_change",
        group: Group::March,
        dice: "",
        cites: &[
            "4.2",
            "4.2.A",
            "4.2.B",
            "4.2.C",
            "4.4",
            "5.2.B",
            "5.2.C",
            "5.2.E",
            "5.2.H",
            "11.4",
            "chart.cavalry-movement",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CavalryChangeResult, Fault> {
        let (change_allowed, change) = self.judged();
        let wheel_allowed = self.wheel_degrees == 0
            || !(self.unformed || self.in_ploughed_field || change == HorseChange::FacingAndFormation);
        let wheel = if wheel_allowed { self.wheel_degrees } else { 0 };
        let both = change == HorseChange::FacingAndFormation;
        let charge_rate = if wheel > WIDEST_WHEEL || change == HorseChange::SkirmishStatus {
            ChargeRate::None
        } else if wheel > 0 || both || change == HorseChange::Formation {
            ChargeRate::Impaired
        } else {
            ChargeRate::Full
        };
        let rates = &tables.movement.cavalry;
        Ok(CavalryChangeResult {
            change_allowed,
            wheel_allowed,
            charge_rate,
            charge_yards: Yards(match charge_rate {
                ChargeRate::Full => rates.charge,
                ChargeRate::Impaired => rates.impaired_charge,
                ChargeRate::None => 0,
            }),
            move_limit_yards: if both { CHANGED_BOTH } else { Yards(0) },
        })
    }
}

impl CavalryChange {
    /// Whether the change is allowed, and the change that counts.
    fn judged(&self) -> (bool, HorseChange) {
        let refused = match self.change {
            HorseChange::Facing | HorseChange::FacingAndFormation => self.in_ploughed_field,
            HorseChange::SkirmishStatus => self.enemy_within_300 || self.morale_not_good || self.not_capable,
            HorseChange::None | HorseChange::Formation => false,
        };
        (!refused, if refused { HorseChange::None } else { self.change })
    }
}
