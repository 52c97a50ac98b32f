//! Chapter 01: sight and dead ground. Hillsides.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Procedure};

use crate::modifiers::moves::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Break-in distance (§03.03.1).
pub const BREAK_IN_CM: f64 = 5.0;

krigsspil_engine::facts! {
    /// An observer and a target.
    pub struct Visibility {
        target: SightTarget, "skema I";
        place: SightPlace = SightPlace::Open, "skema I";
        partial_cover: bool = false, "skema I";
        observer_steps: i32 [0..=20] = 0, "skema I";
        scenario_limit_cm: Centimetres [0..=1000] = Centimetres(0.0), "01.01.2";
        distance_cm: Centimetres [0..=1000], "01.03.4";
    }
}

krigsspil_engine::outcome! {
    /// How far it can be seen.
    pub struct VisibilityResult {
        base_cm: i32;
        step_bonus_cm: i32;
        sight_cm: Centimetres;
        visible: bool;
        break_in_cm: Centimetres;
    }
}

impl Procedure for Visibility {
    type Tables = Tables;
    type Outcome = VisibilityResult;
    const ABOUT: About = About {
        name: "visibility",
        group: Group::Sight,
        dice: "",
        cites: &["01.04.1", "skema I", "03.03.1", "17.01.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<VisibilityResult, Fault> {
        let table = &tables.sight;
        let inside =
            matches!(self.place, SightPlace::Plantation | SightPlace::Wood | SightPlace::StrongBuilding);
        let base_cm = if inside { report.set(&INSIDE, table.inside) } else { table.sight(self.target) };
        let steps = if self.place == SightPlace::Open { table.step_bonus(self.observer_steps) } else { 0 };
        let step_bonus_cm = report.add(&OBSERVER_STEPS, steps);
        let halved = self.partial_cover && self.target == SightTarget::Spread && !inside;
        let divisor = if halved { table.partial_cover_divisor } else { 1 };
        report.times(&PARTIAL_COVER, 1, divisor);
        let sight = f64::from(base_cm + step_bonus_cm) / f64::from(divisor);
        let limited = self.scenario_limit_cm.0 > 0.0 && self.scenario_limit_cm.0 < sight;
        report.holds(limited, &SCENARIO_LIMIT);
        let sight = if limited { self.scenario_limit_cm.0 } else { sight };
        Ok(VisibilityResult {
            base_cm,
            step_bonus_cm,
            sight_cm: Centimetres(sight),
            visible: self.distance_cm.0 <= sight,
            break_in_cm: Centimetres(sight.min(BREAK_IN_CM)),
        })
    }
}

krigsspil_engine::facts! {
    /// A hill plate on the line of sight.
    pub struct HillPlate {
        near_cm: Centimetres [-500..=1000], "01.04.3";
        far_cm: Centimetres [-500..=1500], "01.04.3";
        step: i32 [1..=20], "01.04.3";
    }
}

krigsspil_engine::facts! {
    /// A line of sight over hills.
    pub struct LineOfSight {
        distance_cm: Centimetres [0.5..=1000], "01.04.1";
        observer_step: i32 [0..=20] = 0, "01.04.1";
        target_step: i32 [0..=20] = 0, "01.04.1";
        plates: Vec<HillPlate> [0..=20] = Vec::new(), "01.04.3";
    }
}

krigsspil_engine::outcome! {
    /// What hides its end.
    pub struct LineOfSightResult {
        crests_cm: Vec<Centimetres>;
        hidden_by: Vec<i32>;
        hidden: bool;
    }
}

impl Procedure for LineOfSight {
    type Tables = Tables;
    type Outcome = LineOfSightResult;
    const ABOUT: About = About {
        name: "line_of_sight",
        group: Group::Sight,
        dice: "",
        cites: &["01.04.1", "01.04.2", "01.04.3", "01.04.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<LineOfSightResult, Fault> {
        if let Some(place) = self.plates.iter().position(|plate| plate.far_cm.0 < plate.near_cm.0) {
            return Err(Fault::refused(format!("plates[{place}].far_cm"), &EDGES_CROSSED));
        }
        let hidden_by: Vec<i32> =
            (0..).zip(&self.plates).filter(|(_, plate)| self.hides(plate)).map(|(place, _)| place).collect();
        Ok(LineOfSightResult {
            crests_cm: self.plates.iter().map(|plate| Centimetres(plate.crest_cm())).collect(),
            hidden: !hidden_by.is_empty(),
            hidden_by,
        })
    }
}

impl HillPlate {
    /// The middle of its chord on the line (§01.04.3).
    fn crest_cm(&self) -> f64 {
        (self.near_cm.0 + self.far_cm.0) / 2.0
    }
}

impl LineOfSight {
    /// A crest between the two hides if it is above the line that joins them, unless both stand on its plate (§01.04.4, ruling 10).
    fn hides(&self, plate: &HillPlate) -> bool {
        let distance = self.distance_cm.0;
        let crest = plate.crest_cm();
        let carries_both = plate.near_cm.0 <= 0.0 && plate.far_cm.0 >= distance;
        let above = f64::from(plate.step - self.observer_step) * distance;
        let line = f64::from(self.target_step - self.observer_step) * crest;
        crest > 0.0 && crest < distance && above > line && !carries_both
    }
}

/// Contours closer than this make a hillside difficult (§07.03.2).
const DIFFICULT_GAP_CM: f64 = 10.0;

krigsspil_engine::facts! {
    /// A hillside.
    pub struct Slope {
        steps: i32 [0..=20], "07.03.2";
        contour_gap_cm: Centimetres [0..=1000], "07.03.2";
        cliff: bool = false, "skema VI";
    }
}

krigsspil_engine::outcome! {
    /// Its effect on units that climb it.
    pub struct SlopeResult {
        difficult: bool;
        obstacle: i32;
        obstacle_count: i32;
    }
}

impl Procedure for Slope {
    type Tables = Tables;
    type Outcome = SlopeResult;
    const ABOUT: About =
        About { name: "slope", group: Group::Sight, dice: "", cites: &["07.03.2", "skema VI", "10.04.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SlopeResult, Fault> {
        let obstacle = |feature| tables.ground.feature(feature).obstacle.least;
        let gap = self.contour_gap_cm.0;
        let (obstacle, obstacle_count) = match self.steps {
            0 => (0, 0),
            steps if self.cliff => (obstacle(Feature::Cliff), steps),
            2.. if gap < 1.0 => (obstacle(Feature::HillStepUnder1Cm), self.steps - 1),
            2.. if gap < 2.0 => (obstacle(Feature::HillStepUnder2Cm), self.steps - 1),
            _ => (0, 0),
        };
        Ok(SlopeResult { difficult: self.steps > 1 && gap < DIFFICULT_GAP_CM, obstacle, obstacle_count })
    }
}
