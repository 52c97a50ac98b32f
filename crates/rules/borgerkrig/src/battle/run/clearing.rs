//! The ground as it is now: the scenario's ground, with the works made in play, without the cleared stretches (chapter 10).

use std::sync::Arc;

use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::*;
use krigsspil_turn::works::{AtHand, Gap, Works, ends_on};

use super::Run;
use crate::battle::state::*;
use crate::battle::terrain::printed_classes;
use crate::battle::wordings::LAID_LINE;
use crate::procedures::works::Work;
use crate::tables::Tables;
use crate::vocabulary;

/// A unit can clear what is within this many metres: one base deep.
const AT_HAND: f64 = 20.0;

/// The nearby stretch of fence or barricade that a unit would clear.
pub(in crate::battle) fn clearable(battle: &Battle, unit: UnitId, work: Work) -> Option<AtHand> {
    let placed = &battle.units[unit].placed;
    let ground = &battle.fixed.ground;
    let stated = ground.near(placed.extent().grown(AT_HAND)).filter_map(|(id, feature)| {
        let fence = feature.kind == Kind::Line(LineKind::Fence);
        let barricade = feature.name.as_deref() == Some(BARRICADE);
        let wanted = if work == Work::ClearFence { fence } else { barricade };
        match &feature.shape {
            Shape::Line(line) if wanted => Some((id.into(), line.clone())),
            _ => None,
        }
    });
    let made = battle.works.made.iter().enumerate().filter_map(|(number, made)| {
        let wanted = work == Work::ClearBarricade && made.thing == vocabulary::Feature::Barricade;
        wanted.then(|| (battle.works.feature(ground, number), vec![made.left, made.right]))
    });
    battle.works.at_hand(stated.chain(made), placed, AT_HAND)
}

/// The name of a barricade on the ground.
const BARRICADE: &str = "barricade";

/// What a work makes; `None` if it clears something.
pub(super) fn thing_of(work: Work) -> Option<vocabulary::Feature> {
    match work {
        Work::LightFieldwork => Some(vocabulary::Feature::LightFieldwork),
        Work::Abatis | Work::AbatisFullWidth => Some(vocabulary::Feature::Abatis),
        Work::Barricade => Some(vocabulary::Feature::Barricade),
        Work::ChevauxDeFrise => Some(vocabulary::Feature::ChevauxDeFrise),
        Work::ClearBarricade | Work::ClearFence => None,
    }
}

/// The line for a thing of skema XXII on the ground; `None` for houses and woods.
pub(in crate::battle) fn line_of(thing: vocabulary::Feature) -> Option<LineKind> {
    use vocabulary::Feature as Thing;
    match thing {
        Thing::LightFieldwork | Thing::ProperFieldwork => Some(LineKind::Breastwork),
        Thing::Abatis | Thing::ChevauxDeFrise => Some(LineKind::Abatis),
        Thing::Barricade | Thing::Wall => Some(LineKind::Wall),
        Thing::Ditch => Some(LineKind::Ditch),
        Thing::BankOrDyke => Some(LineKind::Embankment),
        Thing::FenceOrHedge | Thing::ParkedMateriel => Some(LineKind::Fence),
        Thing::WoodenBuilding | Thing::StoneBuilding | Thing::WoodEdge | Thing::Wood => None,
    }
}

/// The umpire lays a line on the ground (§10.01.2).
pub(in crate::battle) fn lay(
    battle: &mut Battle,
    tables: &Tables,
    thing: vocabulary::Feature,
    ends: [[f64; 2]; 2],
) -> Result<(), Refused> {
    let (Some([left, right]), Some(_)) = (ends_on(battle.ground.table(), ends), line_of(thing)) else {
        return Err(Refused::unclear("thing", LAID_LINE));
    };
    battle.works.made.push(Made { thing, left, right, side: None });
    lay_ground(battle, tables);
    Ok(())
}

/// The ground with the works and without the cleared stretches.
pub(in crate::battle) fn lay_ground(battle: &mut Battle, tables: &Tables) {
    if let Some(ground) = laid(battle, tables, &battle.works, |_| true) {
        battle.ground = Arc::new(ground);
    }
}

/// The same with these changes, and with only the works that exist for somebody.
pub(in crate::battle) fn laid(
    battle: &Battle,
    tables: &Tables,
    works: &Works<vocabulary::Feature>,
    stands: impl Fn(usize) -> bool,
) -> Option<Ground> {
    let dress = |made: &Made| {
        let kind = line_of(made.thing).unwrap_or(LineKind::Fence);
        let mut feature = Feature::new(Kind::Line(kind), made.shape());
        feature.name = (made.thing == vocabulary::Feature::Barricade).then(|| BARRICADE.to_string());
        (feature.properties.obstacle, feature.properties.cover) = printed_classes(made.thing, tables);
        feature
    };
    works.ground(&battle.fixed.ground, dress, stands)
}

impl Run<'_> {
    /// Clears this many metres of the nearby line, around the place before the unit's front.
    pub(super) fn clear(&mut self, unit: UnitId, work: Work, metres: f64) {
        let Some(at_hand) = clearable(self.battle, unit, work) else { return };
        let by = Some(self.unit(unit).side);
        self.battle.works.cleared.push(Gap { stretch: at_hand.about(metres), by });
        lay_ground(self.battle, self.tables);
    }
}
