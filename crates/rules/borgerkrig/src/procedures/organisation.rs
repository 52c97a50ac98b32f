//! Chapter 01: scale, units, models and staffs; and the valeur of chapter 08.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Men, Metres, Millimetres, Procedure, Turns,
};

use super::losses::MEN_A_FIGURE;
use crate::modifiers::organisation::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// Measures on the table.
    pub struct Scale {
        distance_cm: Centimetres [0..=10000] = Centimetres(0.0), "01.01.3";
        turns: Turns [0..=10000] = Turns(0), "01.01.2";
        figures: Figures [0..=10000] = Figures(0), "01.01.2";
        hill_steps: i32 [0..=100] = 0, "01.01.3";
    }
}

krigsspil_engine::outcome! {
    /// The same in reality.
    pub struct ScaleResult {
        metres: Metres;
        minutes: i32;
        men: Men;
        height_m: i32;
    }
}

/// 80 cm are 1000 m (§01.01.3).
const METRES_A_CM: f64 = 12.5;
/// A turn is 5 minutes (§01.01.2).
const MINUTES_A_TURN: i32 = 5;
/// A hill step is 10 m (§01.01.3).
const METRES_A_STEP: i32 = 10;

impl Procedure for Scale {
    type Tables = Tables;
    type Outcome = ScaleResult;
    const ABOUT: About =
        About { name: "scale", group: Group::Scale, dice: "", cites: &["01.01.2", "01.01.3"] };

    fn resolve<D: Dice, L: Listener>(&self, _: &Tables, _: &mut D, _: &mut L) -> Result<ScaleResult, Fault> {
        Ok(ScaleResult {
            metres: Metres(self.distance_cm.0 * METRES_A_CM),
            minutes: self.turns.0 * MINUTES_A_TURN,
            men: Men(self.figures.0 * MEN_A_FIGURE),
            height_m: self.hill_steps * METRES_A_STEP,
        })
    }
}

krigsspil_engine::choices! {
    /// Arms whose units have standard strengths.
    pub enum Establishment {
        Infantry = "infantry",
        UnionCavalry = "union_cavalry",
        ConfederateCavalry = "confederate_cavalry",
    }

    /// Levels of unit.
    pub enum Echelon {
        Company = "company",
        Squadron = "squadron",
        Battalion = "battalion",
        Regiment = "regiment",
    }
}

krigsspil_engine::facts! {
    /// A unit.
    pub struct UnitStrength {
        arm: Establishment;
        echelon: Echelon;
    }
}

krigsspil_engine::outcome! {
    /// Its standard strength.
    pub struct UnitStrengthResult {
        figures: Figures;
        men: Men;
    }
}

impl UnitStrength {
    /// The standard strength; `None` if the arm has no unit of this level.
    pub(crate) const fn figures(&self) -> Option<i32> {
        Some(match (self.arm, self.echelon) {
            (Establishment::Infantry, Echelon::Squadron) => return None,
            (_, Echelon::Company) => 3,
            (_, Echelon::Regiment) => 30,
            (Establishment::Infantry, Echelon::Battalion) => 24,
            (Establishment::UnionCavalry, Echelon::Squadron) => 5,
            (Establishment::UnionCavalry, Echelon::Battalion) => 10,
            (Establishment::ConfederateCavalry, Echelon::Squadron) => 6,
            (Establishment::ConfederateCavalry, Echelon::Battalion) => 18,
        })
    }
}

impl Procedure for UnitStrength {
    type Tables = Tables;
    type Outcome = UnitStrengthResult;
    const ABOUT: About = About {
        name: "unit_strength",
        group: Group::Army,
        dice: "",
        cites: &["01.02.1", "01.02.2", "01.02.3", "01.02.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<UnitStrengthResult, Fault> {
        let Some(figures) = self.figures() else {
            return Err(Fault::refused("echelon", &INFANTRY_HAS_NO_SQUADRON));
        };
        Ok(UnitStrengthResult { figures: Figures(figures), men: Men(figures * MEN_A_FIGURE) })
    }
}

krigsspil_engine::facts! {
    /// A battery.
    pub struct BatteryOrganisation {
        guns: i32 [4..=6], "01.02.5";
        horse_artillery: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Its models on the table.
    pub struct BatteryOrganisationResult {
        gun_models: i32;
        limber_models: i32;
        gunners: Figures;
        horses: Figures;
        front_mm: Millimetres;
        gun_depth_mm: Millimetres;
        limber_depths_mm: ArrayVec<Millimetres, 2>;
    }
}

/// An extra pair of horses makes a limber base 30 mm longer (§01.03.5).
const PAIR_DEPTH: Millimetres = Millimetres(30);

impl Procedure for BatteryOrganisation {
    type Tables = Tables;
    type Outcome = BatteryOrganisationResult;
    const ABOUT: About = About {
        name: "battery_organisation",
        group: Group::Army,
        dice: "",
        cites: &["01.02.5", "01.02.6", "01.03.3", "01.03.4", "01.03.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BatteryOrganisationResult, Fault> {
        let (gun, limbers, gunners, horses): (_, &[Model], _, _) = match self.guns {
            4 => (Model::GunOf4, &[Model::LimberOf4], 4, 4),
            6 => (Model::GunOf6, &[Model::LongLimberOf6, Model::ShortLimberOf6], 6, 6),
            _ => return Err(Fault::refused("guns", &FOUR_OR_SIX_GUNS)),
        };
        let models = limbers.len() as i32;
        let mut limber_depths_mm: ArrayVec<_, 2> = limbers.iter().map(|limber| limber.base().1).collect();
        if self.horse_artillery
            && let Some(last) = limber_depths_mm.last_mut()
        {
            // The print does not say which limber of six guns gets the pair; we give it to the shorter (ruling 13).
            *last += PAIR_DEPTH;
        }
        let (front_mm, gun_depth_mm) = gun.base();
        Ok(BatteryOrganisationResult {
            gun_models: models,
            limber_models: models,
            gunners: Figures(gunners),
            horses: Figures(horses + if self.horse_artillery { 2 } else { 0 }),
            front_mm,
            gun_depth_mm,
            limber_depths_mm,
        })
    }
}

krigsspil_engine::choices! {
    /// Models on the table.
    pub enum Model {
        InfantryFigure = "infantry_figure",
        MountedFigure = "mounted_figure",
        GunOf4 = "gun_of_4",
        LimberOf4 = "limber_of_4",
        GunOf6 = "gun_of_6",
        LongLimberOf6 = "long_limber_of_6",
        ShortLimberOf6 = "short_limber_of_6",
        TrainWagon = "train_wagon",
    }
}

impl Model {
    /// Front and depth of its base (§01.03.1 to §01.03.6).
    pub const fn base(self) -> (Millimetres, Millimetres) {
        let (front, depth) = match self {
            Model::InfantryFigure => (8, 15),
            Model::MountedFigure => (15, 30),
            Model::GunOf4 => (40, 45),
            Model::LimberOf4 => (40, 85),
            Model::GunOf6 | Model::ShortLimberOf6 => (30, 45),
            Model::LongLimberOf6 => (30, 70),
            Model::TrainWagon => (40, 110),
        };
        (Millimetres(front), Millimetres(depth))
    }

    /// Horse figures on it.
    const fn horses(self) -> i32 {
        match self {
            Model::InfantryFigure | Model::GunOf4 | Model::GunOf6 => 0,
            Model::MountedFigure => 1,
            Model::ShortLimberOf6 => 2,
            Model::LimberOf4 | Model::LongLimberOf6 | Model::TrainWagon => 4,
        }
    }

    const fn limber(self) -> bool {
        matches!(self, Model::LimberOf4 | Model::LongLimberOf6 | Model::ShortLimberOf6)
    }
}

krigsspil_engine::facts! {
    /// One model.
    pub struct ModelData {
        model: Model;
        extra_pairs: i32 [0..=4] = 0, "01.03.5";
    }
}

krigsspil_engine::outcome! {
    /// Its base and horses.
    pub struct ModelDataResult {
        front_mm: Millimetres;
        depth_mm: Millimetres;
        horses: Figures;
    }
}

impl Procedure for ModelData {
    type Tables = Tables;
    type Outcome = ModelDataResult;
    const ABOUT: About = About {
        name: "model_data",
        group: Group::Army,
        dice: "",
        cites: &["01.02.7", "01.03.1", "01.03.2", "01.03.3", "01.03.4", "01.03.5", "01.03.6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ModelDataResult, Fault> {
        if self.extra_pairs > 0 && !self.model.limber() {
            return Err(Fault::refused("extra_pairs", &ONLY_LIMBERS_TAKE_PAIRS));
        }
        let (front_mm, depth) = self.model.base();
        Ok(ModelDataResult {
            front_mm,
            depth_mm: depth + Millimetres(self.extra_pairs * PAIR_DEPTH.0),
            horses: Figures(self.model.horses() + 2 * self.extra_pairs),
        })
    }
}

krigsspil_engine::choices! {
    /// Levels of staff.
    pub enum StaffEchelon {
        Brigade = "brigade",
        ArtilleryBattalion = "artillery_battalion",
        Division = "division",
        Corps = "corps",
    }
}

krigsspil_engine::facts! {
    /// A staff.
    pub struct StaffOrganisation {
        echelon: StaffEchelon;
        subordinates: i32 [0..=20] = 0;
    }
}

krigsspil_engine::outcome! {
    /// Its members.
    pub struct StaffOrganisationResult {
        generals: i32;
        couriers: i32;
    }
}

impl Procedure for StaffOrganisation {
    type Tables = Tables;
    type Outcome = StaffOrganisationResult;
    const ABOUT: About =
        About { name: "staff_organisation", group: Group::Army, dice: "", cites: &["01.02.8", "01.02.9"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<StaffOrganisationResult, Fault> {
        let couriers = match self.echelon {
            StaffEchelon::Brigade | StaffEchelon::ArtilleryBattalion => 1,
            StaffEchelon::Division | StaffEchelon::Corps => self.subordinates,
        };
        Ok(StaffOrganisationResult { generals: 1, couriers })
    }
}

krigsspil_engine::choices! {
    /// Kinds of unit that the valeur rules distinguish (§08.01.3 to §08.01.6).
    pub enum UnitKind {
        Regular = "regular",
        Elite = "elite",
        Veteran = "veteran",
        WellTrained = "well_trained",
        SomeExperience = "some_experience",
        NewlyRaised = "newly_raised",
        PoorMorale = "poor_morale",
    }
}

krigsspil_engine::facts! {
    /// A unit before the game.
    pub struct ValeurGuide {
        kind: UnitKind;
    }
}

krigsspil_engine::outcome! {
    /// Its valeur.
    pub struct ValeurGuideResult {
        valeur: i32;
    }
}

impl Procedure for ValeurGuide {
    type Tables = Tables;
    type Outcome = ValeurGuideResult;
    const ABOUT: About = About {
        name: "valeur_guide",
        group: Group::Army,
        dice: "",
        cites: &["08.01.1", "08.01.3", "08.01.4", "08.01.5", "08.01.6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ValeurGuideResult, Fault> {
        let valeur = match self.kind {
            UnitKind::Regular | UnitKind::Elite => 2,
            UnitKind::Veteran | UnitKind::WellTrained => 1,
            UnitKind::SomeExperience => 0,
            UnitKind::NewlyRaised | UnitKind::PoorMorale => -1,
        };
        Ok(ValeurGuideResult { valeur })
    }
}
