//! The tables as the procedures use them: typed, complete, and checked when they are loaded.

mod command;
mod drill;
mod fire;
mod ground;
mod march;
mod melee;
mod points;
mod reading;
pub(crate) mod wordings;

pub use command::{ChiefDie, CommandTables, RallyTables, ReactionPoints};
pub use drill::DrillTables;
pub use fire::{ArtilleryRow, ArtilleryTables, Gun, Material, SmallArmsRow, SmallArmsTables};
pub use ground::{BaseTables, FeatureValues, GroundTables, SightTables};
pub use march::{MarchColumn, MarchRow, MarchTable};
pub use melee::{MeleeNote, MeleeRow, MeleeTables, RanksTakingPart};
pub use points::{PointTable, PrintedRow};
pub use reading::{Quarters, ResultColumns, RomanValues};

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables":
    "skema-I",
    "skema-II",
    "skema-III",
    "skema-IV",
    "skema-V",
    "skema-VI",
    "skema-VII",
    "skema-VIII",
    "skema-IX",
    "skema-X",
    "skema-XI",
    "skema-XII",
    "skema-XIII",
    "skema-XIV",
    "skema-XV",
    "skema-XVI",
    "skema-XVII",
    "skema-XVIII",
    "skema-XIX",
    "brikker",
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Skema I.
    pub sight: SightTables,
    /// Skema II and XVI.
    pub command: CommandTables,
    /// Skema III.
    pub march: MarchTable,
    /// Skema IV and V.
    pub drill: DrillTables,
    /// Skema VI and VII.
    pub ground: GroundTables,
    /// Skema VIII to X.
    pub small_arms: SmallArmsTables,
    /// Skema XI to XIV.
    pub artillery: ArtilleryTables,
    /// Skema XV, XVII and XVIII.
    pub melee: MeleeTables,
    /// Skema XIX.
    pub rally: RallyTables,
    /// The appendix on bases.
    pub bases: BaseTables,
    /// The armies.
    pub armies: crate::armies::ArmyTables,
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {
            sight: SightTables::read(shelf)?,
            command: CommandTables::read(shelf)?,
            march: MarchTable::read(shelf)?,
            drill: DrillTables::read(shelf)?,
            ground: GroundTables::read(shelf)?,
            small_arms: SmallArmsTables::read(shelf)?,
            artillery: ArtilleryTables::read(shelf)?,
            melee: MeleeTables::read(shelf)?,
            rally: RallyTables::read(shelf)?,
            bases: BaseTables::read(shelf)?,
            armies: crate::armies::ArmyTables::read(shelf)?,
        })
    }
}
