//! Chapter 1: scale and stands.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, halves_up, rounded_up};

use crate::modifiers::scale::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Men in a casting (§1.1).
const MEN_A_CASTING: i32 = 60;

/// Minutes in a turn (§1.1).
const MINUTES_A_TURN: i32 = 15;

/// Width of a stand in hundredths of an inch (§1.21, §1.23).
const STAND_WIDTH: i32 = 150;

/// Depth of a battery's stand in hundredths of an inch (§1.21).
const BATTERY_DEPTH: i32 = 300;

/// The width of a skirmishing casting, and the depth of a mounted one, in hundredths of an inch (§1.21).
const SKIRMISHER_WIDTH: i32 = 75;

krigsspil_engine::choices! {
    /// How castings are mounted (§1.2); Empire and Napoleon's Battles stands are like the original ones.
    pub enum Basing {
        Original = "original",
        WarEagles = "war_eagles",
    }
}

impl FigureScale {
    /// Yards in an inch of table (§1.1).
    pub const fn yards_an_inch(self) -> i32 {
        match self {
            FigureScale::Six | FigureScale::Fifteen => 50,
            FigureScale::TwentyFive => 25,
        }
    }

    /// Yards in a centimetre of table (§1.1).
    pub const fn yards_a_centimetre(self) -> i32 {
        match self {
            FigureScale::Six | FigureScale::Fifteen => 20,
            FigureScale::TwentyFive => 10,
        }
    }

    /// This many hundredths of an inch in yards, halves rounded up.
    fn yards(self, hundredths: i32) -> Yards {
        Yards(halves_up(hundredths * self.yards_an_inch(), 100))
    }
}

krigsspil_engine::facts! {
    /// Converts yards, castings and turns into table measures, men and minutes.
    pub struct Scale {
        figure_scale: FigureScale, "1.1";
        yards: Yards [0..=20000] = Yards(0), "1.1";
        castings: Castings [0..=1000] = Castings(0), "1.1";
        turns: i32 [0..=1000] = 0, "1.1";
    }
}

krigsspil_engine::outcome! {
    /// Table measures, men and minutes.
    pub struct ScaleResult {
        hundredths_of_inch: i32;
        tenths_of_mm: i32;
        men: i32;
        minutes: i32;
    }
}

impl Procedure for Scale {
    type Tables = Tables;
    type Outcome = ScaleResult;
    const ABOUT: About = About { name: "scale", group: Group::Scale, dice: "", cites: &["1.1"] };

    fn resolve<D: Dice, L: Listener>(&self, _: &Tables, _: &mut D, _: &mut L) -> Result<ScaleResult, Fault> {
        Ok(ScaleResult {
            hundredths_of_inch: self.yards.0 * 100 / self.figure_scale.yards_an_inch(),
            tenths_of_mm: self.yards.0 * 100 / self.figure_scale.yards_a_centimetre(),
            men: self.castings.0 * MEN_A_CASTING,
            minutes: self.turns * MINUTES_A_TURN,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit on its stands.
    pub struct Footprint {
        arm: Arm, "1.2";
        basing: Basing = Basing::Original, "1.2";
        two_ranks: bool = false, "1.21";
        castings: Castings [1..=60], "1.2";
        formation: Formation = Formation::Line, "1.3.A";
        figure_scale: FigureScale = FigureScale::Fifteen, "1.1";
    }
}

krigsspil_engine::outcome! {
    /// The ground it covers.
    pub struct FootprintResult {
        castings_per_stand: i32;
        stands: i32;
        frontage_hundredths_of_inch: i32;
        depth_hundredths_of_inch: i32;
        frontage_yards: Yards;
        depth_yards: Yards;
        front_rank_castings: Castings;
    }
}

impl Procedure for Footprint {
    type Tables = Tables;
    type Outcome = FootprintResult;
    const ABOUT: About = About {
        name: "footprint",
        group: Group::Scale,
        dice: "",
        cites: &["1.2", "1.21", "1.22", "1.23", "1.3.A", "1.3.D", "opt.basing.1", "opt.basing.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FootprintResult, Fault> {
        if self.arm == Arm::Cavalry && self.formation == Formation::Square {
            return Err(Fault::refused("formation", &NO_CAVALRY_SQUARE));
        }
        let castings = self.castings.0;
        let Some((per_stand, stand_depth)) = self.stand() else {
            return Ok(self.covering(0, 1, (STAND_WIDTH, BATTERY_DEPTH), castings));
        };
        let stands = rounded_up(castings, per_stand);
        let (frontage, depth, front_rank) = match self.formation {
            Formation::Line => (stands * STAND_WIDTH, stand_depth, castings),
            Formation::Column => (STAND_WIDTH, stands * stand_depth, per_stand),
            Formation::Square => {
                let side = rounded_up(stands, 4);
                (side * STAND_WIDTH, side * STAND_WIDTH, side * per_stand)
            }
            Formation::Skirmish => {
                let depth = if self.arm == Arm::Cavalry { SKIRMISHER_WIDTH } else { stand_depth };
                (castings * SKIRMISHER_WIDTH, depth, castings)
            }
        };
        Ok(self.covering(per_stand, stands, (frontage, depth), front_rank.min(castings)))
    }
}

impl Footprint {
    /// The castings on a stand and its depth in hundredths of an inch (§1.21, §1.23); a battery is one stand whatever it contains.
    fn stand(&self) -> Option<(i32, i32)> {
        match (self.arm, self.basing) {
            (Arm::Infantry, Basing::Original) => Some((if self.two_ranks { 3 } else { 4 }, 50)),
            (Arm::Infantry, Basing::WarEagles) => Some((if self.two_ranks { 6 } else { 8 }, 100)),
            (Arm::Cavalry, Basing::Original) => Some((2, 100)),
            (Arm::Cavalry, Basing::WarEagles) => Some((4, 200)),
            (Arm::Artillery, _) => None,
        }
    }

    fn covering(
        &self,
        castings_per_stand: i32,
        stands: i32,
        (frontage, depth): (i32, i32),
        front_rank: i32,
    ) -> FootprintResult {
        FootprintResult {
            castings_per_stand,
            stands,
            frontage_hundredths_of_inch: frontage,
            depth_hundredths_of_inch: depth,
            frontage_yards: self.figure_scale.yards(frontage),
            depth_yards: self.figure_scale.yards(depth),
            front_rank_castings: Castings(front_rank),
        }
    }
}
