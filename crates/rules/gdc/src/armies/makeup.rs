//! How a unit of the lists is represented on the table.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Men, Procedure};

use super::modifiers::*;
use super::vocabulary::TroopArm;
use crate::tables::Tables;

/// A cavalry regiment with at least this many castings becomes two units (§army.def.cav14).
const SPLIT_FROM: i32 = 14;
/// Men in a casting (§1.1).
const MEN_PER_CASTING: i32 = 60;
/// Castings on a full stand, and on a half stand.
const FULL_STAND: i32 = 4;
const HALF_STAND: i32 = 2;
/// The 1809 model: 8 castings of the centre, 2 light, 2 grenadiers (§army.def.fm9); the Swiss have one stand more (§army.R6).
const FM9_SIZES: [i32; 2] = [12, 16];

krigsspil_engine::facts! {
    /// A battalion or a cavalry regiment.
    pub struct UnitMakeup {
        arm: TroopArm;
        castings: i32 [1..=99];
        fm9: bool = false, "army.def.fm9";
    }
}

krigsspil_engine::outcome! {
    /// Its representation on the table.
    pub struct UnitMakeupResult {
        field_units: ArrayVec<i32, 2>;
        centre: i32;
        light: i32;
        grenadiers: i32;
        full_stands: Option<i32>;
        half_stands: Option<i32>;
        men: Men;
    }
}

impl Procedure for UnitMakeup {
    type Tables = Tables;
    type Outcome = UnitMakeupResult;
    const ABOUT: About = About {
        name: "unit_makeup",
        group: Group::Army,
        dice: "",
        cites: &["army.def.cav14", "army.def.fm9", "1.1", "army.R6", "army.R54"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<UnitMakeupResult, Fault> {
        let castings = self.castings;
        if self.fm9 && self.arm != TroopArm::Infantry {
            return Err(Fault::refused("fm9", &FM9_INFANTRY_ONLY));
        }
        if self.fm9 && !FM9_SIZES.contains(&castings) {
            return Err(Fault::refused("castings", &FM9_SIZE));
        }
        let splits = self.arm == TroopArm::Cavalry && castings >= SPLIT_FROM;
        let second = if splits { castings / 2 } else { 0 };
        let elites = if self.fm9 { HALF_STAND } else { 0 };
        let centre = castings - 2 * elites;
        Ok(UnitMakeupResult {
            field_units: [castings - second, second].into_iter().filter(|unit| *unit > 0).collect(),
            centre,
            light: elites,
            grenadiers: elites,
            full_stands: self.fm9.then_some(centre / FULL_STAND),
            half_stands: self.fm9.then_some(2),
            men: Men(castings * MEN_PER_CASTING),
        })
    }
}
