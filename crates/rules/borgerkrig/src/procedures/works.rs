//! Chapter 10: field works.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Millimetres, Procedure, Turns, rounded_up,
};

use super::first_that_holds;
use super::organisation::Model;
use crate::tables::Tables;
use crate::vocabulary::Arm;

krigsspil_engine::choices! {
    /// Works that can be made in play.
    pub enum Work {
        LightFieldwork = "light_fieldwork",
        Abatis = "abatis",
        AbatisFullWidth = "abatis_full_width",
        Barricade = "barricade",
        ClearBarricade = "clear_barricade",
        ChevauxDeFrise = "chevaux_de_frise",
        ClearFence = "clear_fence",
    }

    /// Why a work cannot be made.
    pub enum WorkReason {
        Ok = "ok",
        WrongArm = "wrong_arm",
        NotInTown = "not_in_town",
        TooFarFromWood = "too_far_from_wood",
        NoMaterial = "no_material",
        TooFewFigures = "too_few_figures",
    }
}

/// How much of a work is made.
enum Measure {
    /// The unit's width in line, divided by this.
    WidthOver(i32),
    /// A length for every full group of figures.
    Gangs { figures: i32, length: Millimetres },
}

impl Work {
    /// Turns of work (§10.02.1 to §10.06.1).
    const fn turns(self) -> Turns {
        Turns(match self {
            Work::LightFieldwork | Work::Abatis | Work::ChevauxDeFrise => 6,
            Work::AbatisFullWidth => 12,
            Work::Barricade => 4,
            Work::ClearBarricade => 3,
            Work::ClearFence => 2,
        })
    }

    /// The amount; clearing a barricade takes the same group that builds that length (house, ruling 75).
    const fn measure(self) -> Measure {
        match self {
            Work::LightFieldwork | Work::AbatisFullWidth => Measure::WidthOver(1),
            Work::Abatis => Measure::WidthOver(2),
            Work::Barricade | Work::ClearBarricade => Measure::Gangs { figures: 3, length: Millimetres(30) },
            Work::ChevauxDeFrise => Measure::Gangs { figures: 6, length: Millimetres(30) },
            Work::ClearFence => Measure::Gangs { figures: 3, length: Millimetres(80) },
        }
    }

    const fn abatis(self) -> bool {
        matches!(self, Work::Abatis | Work::AbatisFullWidth)
    }

    /// Only infantry and dismounted cavalry dig and fell trees; everybody on foot can do the rest (ruling 75).
    const fn can_be_made_by(self, arm: Arm) -> bool {
        match arm {
            Arm::Infantry | Arm::DismountedCavalry => true,
            Arm::Artillery => !self.abatis() && !matches!(self, Work::LightFieldwork),
            Arm::MountedCavalry => false,
        }
    }
}

krigsspil_engine::facts! {
    /// A unit at work.
    pub struct FieldWork {
        work: Work;
        arm: Arm = Arm::Infantry;
        figures: Figures [1..=400];
        turns_worked: Turns [0..=100];
        in_town: bool = false;
        wood_distance_cm: Centimetres [0..=1000] = Centimetres(999.0);
        has_material: bool = false;
        left_position: bool = false, "10.01.1";
    }
}

krigsspil_engine::outcome! {
    /// Its result.
    pub struct FieldWorkResult {
        allowed: bool;
        reason: WorkReason;
        turns_needed: Turns;
        length_mm: Millimetres;
        finished: bool;
    }
}

/// The greatest distance from a wood for an abatis (§10.03.1).
const WOOD_CM: f64 = 10.0;

impl FieldWork {
    /// The length of the finished work.
    fn length(&self) -> Millimetres {
        match self.work.measure() {
            Measure::WidthOver(parts) => {
                let (base_front, _) = Model::InfantryFigure.base();
                Millimetres(rounded_up(self.figures.0, 2) * base_front.0 / parts)
            }
            Measure::Gangs { figures, length } => Millimetres(self.figures.0 / figures * length.0),
        }
    }
}

impl Procedure for FieldWork {
    type Tables = Tables;
    type Outcome = FieldWorkResult;
    const ABOUT: About = About {
        name: "field_work",
        group: Group::Works,
        dice: "",
        cites: &["10.01.1", "10.02.1", "10.02.2", "10.03.1", "10.04.1", "10.05.1", "10.06.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FieldWorkResult, Fault> {
        let work = self.work;
        let in_towns = matches!(work, Work::Barricade | Work::ClearBarricade);
        let length = self.length();
        let reason = first_that_holds(
            [
                (!work.can_be_made_by(self.arm), WorkReason::WrongArm),
                (in_towns && !self.in_town, WorkReason::NotInTown),
                (work.abatis() && self.wood_distance_cm.0 > WOOD_CM, WorkReason::TooFarFromWood),
                (work == Work::ChevauxDeFrise && !self.has_material, WorkReason::NoMaterial),
                (length == Millimetres(0), WorkReason::TooFewFigures),
            ],
            WorkReason::Ok,
        );
        let allowed = reason == WorkReason::Ok;
        let turns_needed = work.turns();
        Ok(FieldWorkResult {
            allowed,
            reason,
            turns_needed,
            length_mm: if allowed { length } else { Millimetres(0) },
            finished: allowed && !self.left_position && self.turns_worked >= turns_needed,
        })
    }
}
