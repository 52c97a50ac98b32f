//! Chapters 10 and 11: special units, skirmishers, militia and fords.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::units::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// The grades of a battalion of converged elites (§10.1.D).
const ELITES: (i32, MoraleGrade) = (6, MoraleGrade::D);

krigsspil_engine::facts! {
    /// Elite companies taken from a battalion.
    pub struct ConvergeElites {
        arm: Arm = Arm::Infantry, "10.1.E";
        melee_grade: i32 [1..=10], "3.1";
        morale_grade: MoraleGrade, "10.1.D";
        castings: Castings [2..=60], "10.1.D";
        taken: Castings [1..=59], "10.1.D";
    }
}

krigsspil_engine::outcome! {
    /// The resulting grades of both.
    pub struct ConvergeElitesResult {
        parent_melee_grade: i32;
        parent_morale_grade: MoraleGrade;
        parent_castings: Castings;
        elite_melee_grade: i32;
        elite_morale_grade: MoraleGrade;
        elite_skirmish_trained: bool;
    }
}

impl Procedure for ConvergeElites {
    type Tables = Tables;
    type Outcome = ConvergeElitesResult;
    const ABOUT: About = About {
        name: "converge_elites",
        group: Group::Army,
        dice: "",
        cites: &["10.1.D", "10.1.F", "10.1.E"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ConvergeElitesResult, Fault> {
        if self.arm != Arm::Infantry {
            return Err(Fault::refused("arm", &ONLY_INFANTRY_CONVERGES));
        }
        if self.taken >= self.castings {
            return Err(Fault::refused("taken", &TAKES_THE_WHOLE_BATTALION));
        }
        let (elite_melee_grade, elite_morale_grade) = ELITES;
        Ok(ConvergeElitesResult {
            parent_melee_grade: worse_melee_grade(self.melee_grade),
            parent_morale_grade: self.morale_grade.worse(),
            parent_castings: self.castings - self.taken,
            elite_melee_grade,
            elite_morale_grade,
            elite_skirmish_trained: true,
        })
    }
}

/// The distance that skirmishers keep from an advancing formed enemy (§10.6.F).
pub(crate) const KEPT_AWAY: Yards = Yards(101);

/// A formed friend within this distance covers them (§10.6.F).
const COVERED_WITHIN: Yards = Yards(100);

/// One backward shift (ruling 59).
const LONGEST_WITHDRAWAL: Yards = Yards(150);

krigsspil_engine::facts! {
    /// Skirmishers in front of an advancing enemy.
    pub struct SkirmisherWithdrawal {
        enemy_yards: Yards [0..=5000], "10.6.F";
        formed_friend_yards: Yards [0..=5000], "10.6.F";
    }
}

krigsspil_engine::outcome! {
    /// How far they must fall back.
    pub struct SkirmisherWithdrawalResult {
        must_withdraw: bool;
        required_yards: Yards;
    }
}

impl Procedure for SkirmisherWithdrawal {
    type Tables = Tables;
    type Outcome = SkirmisherWithdrawalResult;
    const ABOUT: About =
        About { name: "skirmisher_withdrawal", group: Group::March, dice: "", cites: &["10.6.F", "10.6.L"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SkirmisherWithdrawalResult, Fault> {
        let must_withdraw = self.enemy_yards < KEPT_AWAY && self.formed_friend_yards > COVERED_WITHIN;
        let required = (KEPT_AWAY - self.enemy_yards).min(LONGEST_WITHDRAWAL);
        Ok(SkirmisherWithdrawalResult {
            must_withdraw,
            required_yards: if must_withdraw { required } else { Yards(0) },
        })
    }
}

krigsspil_engine::facts! {
    /// A militia unit before the battle.
    pub struct MilitiaGrade {

    }
}

krigsspil_engine::outcome! {
    /// Its grades.
    pub struct MilitiaGradeResult {
        melee_grade: i32;
        morale_grade: MoraleGrade;
    }
}

impl Procedure for MilitiaGrade {
    type Tables = Tables;
    type Outcome = MilitiaGradeResult;
    const ABOUT: About = About { name: "militia_grade", group: Group::Army, dice: "d100", cites: &["10.8"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<MilitiaGradeResult, Fault> {
        let (melee_grade, morale_grade) = tables.lists.militia().thrown(dice, "militia", Die::Percentile)?;
        Ok(MilitiaGradeResult { melee_grade, morale_grade })
    }
}

/// A scout must be this near the river (§11.3.F.2).
const AT_THE_RIVER: Yards = Yards(50);

/// The chance in per cent that a section has a ford (§11.3.F.2).
const FORD_CHANCE: i32 = 75;

/// Fords lie at least this far from other crossings (§11.3.F.1).
const CROSSINGS_APART: Yards = Yards(300);

krigsspil_engine::facts! {
    /// A unit that looks for a ford.
    pub struct FordSearch {
        distance_to_river_yards: Yards [0..=5000], "11.3.F.2";
        section_already_rolled: bool = false, "11.3.F.2";
        nearest_crossing_yards: Yards [0..=20000] = Yards(20000), "11.3.F.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether it finds one.
    pub struct FordSearchResult {
        searched: bool;
        ford: bool;
    }
}

impl Procedure for FordSearch {
    type Tables = Tables;
    type Outcome = FordSearchResult;
    const ABOUT: About =
        About { name: "ford_search", group: Group::Works, dice: "d100", cites: &["11.3.F.1", "11.3.F.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<FordSearchResult, Fault> {
        let lucky = dice.at_most("ford", 1, Die::Percentile, FORD_CHANCE)? > 0;
        let searched = self.distance_to_river_yards <= AT_THE_RIVER && !self.section_already_rolled;
        let ford = searched && lucky && self.nearest_crossing_yards >= CROSSINGS_APART;
        Ok(FordSearchResult { searched, ford })
    }
}
