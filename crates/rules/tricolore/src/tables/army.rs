//! Classes of troops and the ground of a base: all of it is our own (house).

use krigsspil_engine::table::{TableFault, TableShelf};

use crate::quantity::Metres;
use crate::vocabulary::{BaseArm, TroopClass};

/// Predefined ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// T
    pub training: i32,
    /// M
    pub morale: i32,
    /// N
    pub melee: i32,
    /// S
    pub skirmish: i32,
    /// O
    pub orders: i32,
    /// Irregular?
    pub irregular: bool,
}

/// The ground of one base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseSize {
    /// Width.
    pub front: Metres,
    /// Depth.
    pub depth: Metres,
}

/// Classes of troops and footprints.
#[derive(Clone, Debug)]
pub struct Army {
    classes: [Ratings; TroopClass::ALL.len()],
    bases: [BaseSize; BaseArm::ALL.len()],
    /// The front of a march column.
    pub road_front: Metres,
}

impl Army {
    pub(super) fn read(shelf: &TableShelf) -> Result<Army, TableFault> {
        let house = shelf.table("house")?;
        let (classes, bases) = (house.part("classes")?, house.part("bases")?);
        classes.expect_rows(&TroopClass::ALL.iter().map(|class| class.as_str()).collect::<Vec<_>>())?;
        bases.expect_rows(&BaseArm::ALL.iter().map(|arm| arm.as_str()).collect::<Vec<_>>())?;
        let ratings = |class: &TroopClass| {
            let rating = |letter| classes.within(class.as_str(), letter, 1..=9);
            Ok::<_, TableFault>(Ratings {
                training: rating("T")?,
                morale: rating("M")?,
                melee: rating("N")?,
                skirmish: rating("S")?,
                orders: rating("O")?,
                irregular: classes.yes_no(class.as_str(), "irregular")?,
            })
        };
        let size = |arm: &BaseArm| {
            let front = Metres(bases.above_0(arm.as_str(), "front_m")?);
            Ok::<_, TableFault>(BaseSize { front, depth: Metres(bases.above_0(arm.as_str(), "depth_m")?) })
        };
        let mut all = [ratings(&TroopClass::Line)?; TroopClass::ALL.len()];
        for (slot, class) in all.iter_mut().zip(TroopClass::ALL) {
            *slot = ratings(class)?;
        }
        let mut sizes = [size(&BaseArm::Infantry)?; BaseArm::ALL.len()];
        for (slot, arm) in sizes.iter_mut().zip(BaseArm::ALL) {
            *slot = size(arm)?;
        }
        let road_front = Metres(house.part("road_column")?.above_0("march_column", "front_m")?);
        Ok(Army { classes: all, bases: sizes, road_front })
    }

    /// The ratings of a class.
    pub fn ratings(&self, class: TroopClass) -> Ratings {
        self.classes[class as usize]
    }

    /// The ground of one base of an arm.
    pub fn base(&self, arm: BaseArm) -> BaseSize {
        self.bases[arm as usize]
    }
}
