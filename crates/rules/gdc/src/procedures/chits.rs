//! Tactical order chits (§2.7).

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The code on a chit; a blank chit means hold.
    pub enum ChitCode {
        Line = "L",
        LineAbout = "LA",
        LineLeft = "LL",
        LineRight = "LR",
        Column = "C",
        ColumnAbout = "CA",
        ColumnRight = "CR",
        ColumnLeft = "CL",
        Garrison = "IG",
        Square = "SQ",
        Skirmish = "SK",
        Dismount = "DR",
        Prone = "P",
        Pursue = "Z",
        Return = "X",
        Attack = "A",
        Move = "M",
        Hold = "blank",
        Limber = "*",
        Gallop = "V",
    }

    /// The colour the book proposes.
    pub enum ChitColour {
        Blue = "blue",
        White = "white",
    }

    /// Which of the two stacked chits.
    pub enum ChitSet {
        FacingFormation = "facing_formation",
        MovementCharge = "movement_charge",
    }

    /// What a chit orders.
    pub enum ChitAction {
        AssumeFormation = "assume_formation",
        ChangeGarrisonStatus = "change_garrison_status",
        FormSquare = "form_square",
        ChangeSkirmishStatus = "change_skirmish_status",
        DismountOrRemount = "dismount_or_remount",
        ChangeProneStatus = "change_prone_status",
        ChargeAndPursue = "charge_and_pursue",
        ChargeAndReturn = "charge_and_return",
        InfantryCharge = "infantry_charge",
        Move = "move",
        Hold = "hold",
        LimberOrUnlimber = "limber_or_unlimber",
        GallopFire = "gallop_fire",
    }

    /// The formation a chit orders.
    pub enum ChitFormation {
        None = "none",
        Line = "line",
        Column = "column",
        Square = "square",
    }

    /// The side a chit turns to.
    pub enum ChitFacing {
        None = "none",
        Left = "left",
        Right = "right",
        About = "about",
    }

    /// Who may get a chit.
    pub enum ChitArm {
        Any = "any",
        Infantry = "infantry",
        Cavalry = "cavalry",
        InfantryOrCavalry = "infantry_or_cavalry",
        Artillery = "artillery",
        HorseArtillery = "horse_artillery",
    }
}

/// A row of the chit list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chit {
    /// Which of the two stacked chits.
    pub set: ChitSet,
    /// What it orders.
    pub action: ChitAction,
    /// The new formation.
    pub formation: ChitFormation,
    /// The side to turn to.
    pub facing: ChitFacing,
    /// The least turn in degrees.
    pub least_degrees: i32,
    /// The greatest turn in degrees.
    pub most_degrees: i32,
    /// Who may get it.
    pub arm: ChitArm,
}

impl Chit {
    /// A chit that orders nothing.
    pub(crate) const NOTHING: Chit = Chit {
        set: ChitSet::MovementCharge,
        action: ChitAction::Hold,
        formation: ChitFormation::None,
        facing: ChitFacing::None,
        least_degrees: 0,
        most_degrees: 0,
        arm: ChitArm::Any,
    };
}

krigsspil_engine::facts! {
    /// A tactical order chit.
    pub struct TacticalChit {
        code: ChitCode, "2.7";
    }
}

krigsspil_engine::outcome! {
    /// The action it requires from its unit.
    pub struct TacticalChitResult {
        colour: ChitColour;
        set: ChitSet;
        action: ChitAction;
        formation: ChitFormation;
        facing: ChitFacing;
        min_degrees: i32;
        max_degrees: i32;
        arm: ChitArm;
    }
}

impl Procedure for TacticalChit {
    type Tables = Tables;
    type Outcome = TacticalChitResult;
    const ABOUT: About = About { name: "tactical_chit", group: Group::Orders, dice: "", cites: &["2.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TacticalChitResult, Fault> {
        let chit = tables.lists.chit(self.code);
        Ok(TacticalChitResult {
            colour: match chit.set {
                ChitSet::FacingFormation => ChitColour::Blue,
                ChitSet::MovementCharge => ChitColour::White,
            },
            set: chit.set,
            action: chit.action,
            formation: chit.formation,
            facing: chit.facing,
            min_degrees: chit.least_degrees,
            max_degrees: chit.most_degrees,
            arm: chit.arm,
        })
    }
}

/// The distance in inches from enemy infantry or guns within which chits are used (§2.7).
const CHIT_INCHES: i32 = 10;

krigsspil_engine::facts! {
    /// A unit near the enemy.
    pub struct TacticalChitNeeded {
        figure_scale: FigureScale = FigureScale::Fifteen, "1.1";
        nearest_enemy_foot_or_guns_yards: Yards [0..=20000], "2.7";
        enemy_cavalry_in_charge_reach: bool = false, "2.7";
    }
}

krigsspil_engine::outcome! {
    /// Whether it needs chits.
    pub struct TacticalChitNeededResult {
        limit_yards: Yards;
        needed: bool;
    }
}

impl Procedure for TacticalChitNeeded {
    type Tables = Tables;
    type Outcome = TacticalChitNeededResult;
    const ABOUT: About =
        About { name: "tactical_chit_needed", group: Group::Orders, dice: "", cites: &["2.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TacticalChitNeededResult, Fault> {
        let limit = Yards(CHIT_INCHES * self.figure_scale.yards_an_inch());
        let near = self.nearest_enemy_foot_or_guns_yards <= limit;
        Ok(TacticalChitNeededResult {
            limit_yards: limit,
            needed: near || self.enemy_cavalry_in_charge_reach,
        })
    }
}
