//! Chapter 6: strategic marches, moves off the board, and march rates of nations.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Formations on the march.
    pub enum MarchFormation {
        Column = "column",
        Line = "line",
        Square = "square",
        Skirmish = "skirmish",
        Limbered = "limbered",
    }

    /// Why a unit may not march at the road rate.
    pub enum MarchRefusal {
        Start = "start",
        Skirmishers = "skirmishers",
        Formation = "formation",
    }
}

/// Within this distance of an enemy no unit marches at the road rate (§6.4).
const MARCH_CLEAR_OF: Yards = Yards(1000);

krigsspil_engine::facts! {
    /// A unit that wants to march at the road rate.
    pub struct StrategicMarch {
        arm: Arm, "6.4";
        formation: MarchFormation, "6.4";
        nearest_enemy_yards: Yards [0..=20000], "6.4";
        rate_yards: Yards [0..=2000], "6.4";
        yards_to_enemy_zone: Yards [0..=20000] = Yards(20000), "6.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may, and how far.
    pub struct StrategicMarchResult {
        allowed: bool;
        refusals: ArrayVec<MarchRefusal, 3>;
        march_yards: Yards;
        halted: bool;
    }
}

impl Procedure for StrategicMarch {
    type Tables = Tables;
    type Outcome = StrategicMarchResult;
    const ABOUT: About = About { name: "strategic_march", group: Group::March, dice: "", cites: &["6.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<StrategicMarchResult, Fault> {
        let column = self.formation == MarchFormation::Column;
        let refusals = holding([
            (self.nearest_enemy_yards <= MARCH_CLEAR_OF, MarchRefusal::Start),
            (self.formation == MarchFormation::Skirmish, MarchRefusal::Skirmishers),
            (self.arm == Arm::Infantry && !column, MarchRefusal::Formation),
        ]);
        let allowed = refusals.is_empty();
        Ok(StrategicMarchResult {
            allowed,
            refusals,
            march_yards: if allowed { self.rate_yards.min(self.yards_to_enemy_zone) } else { Yards(0) },
            halted: allowed && self.yards_to_enemy_zone < self.rate_yards,
        })
    }
}

krigsspil_engine::choices! {
    /// Nations that march, or used to march, at the standard rate (opt.standard-march).
    pub enum MarchNation {
        Austria = "austria",
        Prussia = "prussia",
        Bavaria = "bavaria",
        Saxony = "saxony",
        Portugal = "portugal",
        Spain = "spain",
        Denmark = "denmark",
        Sweden = "sweden",
        Ottoman = "ottoman",
        Russia = "russia",
        Other = "other",
    }

    /// March rates of infantry.
    pub enum MarchRate {
        Quick = "quick",
        Standard = "standard",
    }
}

krigsspil_engine::facts! {
    /// A nation's infantry in a year.
    pub struct MarchDoctrine {
        nation: MarchNation, "opt.standard-march";
        year: i32 [1792..=1815], "opt.standard-march";
    }
}

krigsspil_engine::outcome! {
    /// Its march rate.
    pub struct MarchDoctrineResult {
        rate: MarchRate;
        forced_road_march: bool;
    }
}

impl Procedure for MarchDoctrine {
    type Tables = Tables;
    type Outcome = MarchDoctrineResult;
    const ABOUT: About = About {
        name: "march_doctrine",
        group: Group::March,
        dice: "",
        cites: &["opt.standard-march", "opt.russian"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MarchDoctrineResult, Fault> {
        let standard = tables.lists.standard_march(self.nation, self.year);
        Ok(MarchDoctrineResult {
            rate: if standard { MarchRate::Standard } else { MarchRate::Quick },
            forced_road_march: self.nation == MarchNation::Russia,
        })
    }
}
