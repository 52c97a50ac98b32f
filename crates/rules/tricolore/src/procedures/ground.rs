//! The terrain table and defiles.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::march::*;
use crate::quantity::{Disorder, Metres, Quarters};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A kind of ground and an arm.
    pub struct TerrainLookup {
        terrain: Terrain, "terrain.table";
        arm: Arm, "terrain.table";
    }
}

krigsspil_engine::outcome! {
    /// The effect of the ground on the arm.
    pub struct TerrainResult {
        passable: bool;
        reduction: Quarters;
        flat_cost_m: Metres;
        disorder: Disorder;
        cover: i32;
    }
}

impl Procedure for TerrainLookup {
    type Tables = Tables;
    type Outcome = TerrainResult;
    const ABOUT: About = About {
        name: "terrain",
        group: Group::Works,
        dice: "",
        cites: &[
            "terrain.table",
            "terrain.legend",
            "terrain.light-wood",
            "terrain.dense-wood",
            "terrain.enclosed-1",
            "terrain.enclosed-2",
            "terrain.enclosed-3",
            "terrain.gentle-slope",
            "terrain.medium-slope",
            "terrain.steep-slope",
            "terrain.stream",
            "terrain.deep-stream",
            "terrain.stream-with-bank",
            "terrain.soft-ground",
            "terrain.swamp",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TerrainResult, Fault> {
        Ok(match tables.ground.passability(self.terrain, self.arm) {
            Some(ground) => TerrainResult {
                passable: true,
                reduction: ground.reduction,
                flat_cost_m: ground.crossing,
                disorder: ground.disorder,
                cover: ground.cover,
            },
            None => TerrainResult {
                passable: false,
                reduction: Quarters::ONE,
                flat_cost_m: Metres(0),
                disorder: Disorder::NONE,
                cover: 0,
            },
        })
    }
}

krigsspil_engine::facts! {
    /// A unit in front of a defile.
    pub struct DefilePassage {
        tracks: i32 [1..=2], "terrain.defile";
        formation: MarchFormation, "terrain.defile";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// The result of its passage.
    pub struct DefilePassageResult {
        passable: bool;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

/// The U from a defile, reported to the listener; `None` if the formation cannot pass.
pub(super) fn defile_disorder<L: Listener>(
    tracks: i32,
    formation: MarchFormation,
    tables: &Tables,
    report: &mut L,
) -> Option<Disorder> {
    let disorder = tables.ground.defiles.disorder(tracks, formation)?;
    report.add(&DEFILE_DISORDER, disorder.0);
    report.holds(disorder == Disorder::NONE, &DEFILE_FREE);
    Some(disorder)
}

impl Procedure for DefilePassage {
    type Tables = Tables;
    type Outcome = DefilePassageResult;
    const ABOUT: About = About { name: "defile", group: Group::Works, dice: "", cites: &["terrain.defile"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<DefilePassageResult, Fault> {
        let passage = defile_disorder(self.tracks, self.formation, tables, report);
        let disorder_gain = passage.unwrap_or(Disorder::NONE);
        Ok(DefilePassageResult {
            passable: passage.is_some(),
            disorder_gain,
            disorder_after: self.disorder.raised(disorder_gain),
        })
    }
}
