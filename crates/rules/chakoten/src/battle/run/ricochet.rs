//! Ground where balls do not bounce (§10.04).

use krigsspil_engine::Centimetres;
use krigsspil_field::prelude::{Feature, *};

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::procedures::artillery::Ricochet;
use crate::vocabulary::*;

/// Farther than any hill reaches, in metres.
const PAST_ANY_HILL: f64 = 10_000.0;

impl Run<'_> {
    /// Is a place in ground where balls do not bounce (§10.04)?
    pub(super) fn no_ricochet_at(&self, to: Point, from: Point, zone: i32) -> bool {
        let ground = &self.battle.ground;
        let line = [from, to];
        let length = from.distance(to);
        let area = |feature: &Feature| match feature.kind {
            Kind::Area(AreaKind::Wood) => NoRicochetArea::Wood,
            Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => NoRicochetArea::Plantation,
            Kind::Area(AreaKind::Scrub) => NoRicochetArea::Scrub,
            Kind::Area(AreaKind::Marsh) => NoRicochetArea::SoftGround,
            Kind::Area(AreaKind::BuiltUp) => NoRicochetArea::BuiltUp,
            _ => NoRicochetArea::None,
        };
        let applies = |area: NoRicochetArea, edge: f64| {
            let facts = Ricochet {
                zone,
                area,
                clear_of_area: false,
                edge_distance_cm: Centimetres((edge / CM).clamp(0.0, 500.0)),
            };
            plain(&facts, self.tables).is_ok_and(|ricochet| ricochet.applies)
        };
        let in_area = ground.crossed(&line, 0.0).into_iter().any(|crossed| {
            let Some(feature) = ground.feature(crossed.feature) else { return false };
            crossed.leaves >= length - 1.0 && applies(area(feature), length - crossed.enters)
        });
        let (here, there) = (ground.level_at(from), ground.level_at(to));
        let rises =
            self.slope_before(from, to).is_some_and(|edge| applies(NoRicochetArea::UphillSlope, edge));
        in_area || rises || (here - there >= 2 && applies(NoRicochetArea::TwoStepsBelow, length))
    }

    /// Metres from the foot of the slope that rises toward a place, if it lies on this side of the crest (§10.04.2): the crest of a plate
    /// is in the middle of it, along the line (§01.04.3).
    fn slope_before(&self, from: Point, to: Point) -> Option<f64> {
        let ground = &self.battle.ground;
        let length = from.distance(to);
        let beyond = to + (to - from).unit()? * PAST_ANY_HILL;
        let plates = ground.crossed(&[from, beyond], 0.0).into_iter().filter(|crossed| {
            let plate = ground.feature(crossed.feature).is_some_and(|feature| feature.kind == Kind::Contour);
            let holds = crossed.enters > 0.0 && crossed.enters <= length && crossed.leaves >= length;
            plate && holds && length <= (crossed.enters + crossed.leaves) / 2.0
        });
        plates.map(|crossed| length - crossed.enters).max_by(f64::total_cmp)
    }
}
