//! Chapter 10: pieces, reach, ricochet, ranging, firing over and through units.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Procedure};

use crate::modifiers::artillery::*;
use crate::tables::{ArtilleryRow, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A piece.
    pub struct ArtilleryPiece {
        piece: Piece, "skema XIV";
    }
}

krigsspil_engine::outcome! {
    /// Its zones and weight.
    pub struct ArtilleryPieceResult {
        group: i32;
        zone_1_cm: i32;
        zone_2_cm: i32;
        zone_3_cm: i32;
        zone_4_cm: i32;
        twelve_pounder: bool;
        weight: PieceWeight;
    }
}

impl Procedure for ArtilleryPiece {
    type Tables = Tables;
    type Outcome = ArtilleryPieceResult;
    const ABOUT: About = About {
        name: "artillery_piece",
        group: Group::Artillery,
        dice: "",
        cites: &["skema XIV", "skema III", "04.05.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryPieceResult, Fault> {
        let gun = tables.artillery.gun(self.piece);
        let [zone_1_cm, zone_2_cm, zone_3_cm, zone_4_cm] = gun.zones;
        Ok(ArtilleryPieceResult {
            group: gun.group,
            zone_1_cm,
            zone_2_cm,
            zone_3_cm,
            zone_4_cm,
            twelve_pounder: gun.twelve_pounder,
            weight: gun.weight,
        })
    }
}

/// The arc of guns, and of guns in an embrasure (§10.03.2).
const ARC_DEG: f64 = 45.0;
const EMBRASURE_ARC_DEG: f64 = 20.0;

/// How far to either side of straight ahead guns fire, in the open or through embrasures, in degrees (§10.03.2).
pub const fn arc_deg(embrasure: bool) -> f64 {
    if embrasure { EMBRASURE_ARC_DEG } else { ARC_DEG }
}

krigsspil_engine::facts! {
    /// A shot.
    pub struct ArtilleryReach {
        piece: Piece, "skema XIV";
        distance_cm: Centimetres [0..=500], "10.03.1";
        angle_deg: f64 [0..=180] = 0.0, "10.03.2";
        embrasure: bool = false, "10.03.2";
        behind_obstacle: i32 [0..=3] = 0, "10.01.7";
        not_ready: bool = false, "10.01.2";
        no_ammunition: bool = false, "10.01.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it reaches.
    pub struct ArtilleryReachResult {
        zone: i32;
        in_arc: bool;
        can_fire: bool;
    }
}

impl Procedure for ArtilleryReach {
    type Tables = Tables;
    type Outcome = ArtilleryReachResult;
    const ABOUT: About = About {
        name: "artillery_reach",
        group: Group::Artillery,
        dice: "",
        cites: &["10.03.1", "10.03.2", "10.01.2", "10.01.7", "skema XIV"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryReachResult, Fault> {
        let zone = tables.artillery.gun(self.piece).zone(self.distance_cm.0);
        let in_arc = self.angle_deg <= arc_deg(self.embrasure);
        let clear = self.behind_obstacle <= 1 || self.embrasure;
        Ok(ArtilleryReachResult {
            zone,
            in_arc,
            can_fire: zone > 0 && in_arc && clear && !self.not_ready && !self.no_ammunition,
        })
    }
}

/// Beyond zone 1, where balls bounce, guns must range in, and fire goes over and through units.
const fn beyond_zone_1(zone: i32) -> bool {
    zone > 1
}

/// The target column of skema XI.
const TARGET: usize = 1;

krigsspil_engine::facts! {
    /// The ground before a target.
    pub struct Ricochet {
        zone: i32 [1..=4], "10.04.1";
        area: NoRicochetArea, "10.04.2";
        clear_of_area: bool = false, "10.04.1";
        edge_distance_cm: Centimetres [0..=500] = Centimetres(0.0), "10.04.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether balls bounce on it.
    pub struct RicochetResult {
        applies: bool;
        points: i32;
    }
}

impl Procedure for Ricochet {
    type Tables = Tables;
    type Outcome = RicochetResult;
    const ABOUT: About =
        About { name: "ricochet", group: Group::Artillery, dice: "", cites: &["10.04.1", "10.04.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<RicochetResult, Fault> {
        let least_cm = match self.area {
            NoRicochetArea::Wood | NoRicochetArea::BuiltUp => 5.0,
            _ => 10.0,
        };
        let applies = beyond_zone_1(self.zone)
            && self.area != NoRicochetArea::None
            && !self.clear_of_area
            && self.edge_distance_cm.0 >= least_cm;
        let points = tables.artillery.points.points(ArtilleryRow::NonRicochet, TARGET);
        Ok(RicochetResult { applies, points: report.add_if(applies, &NON_RICOCHET, points) })
    }
}

/// The guns must range in again after a target has moved this far without being fired at (§10.02.3).
const RANGE_LOST_CM: f64 = 10.0;

krigsspil_engine::facts! {
    /// A battery and its target.
    pub struct Ranging {
        zone: i32 [1..=4], "10.02.3";
        registered: bool = false, "10.02.3";
        target_moved_cm: Centimetres [0..=500] = Centimetres(0.0), "10.02.3";
        ranging_only: bool = false, "10.02.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it must range in.
    pub struct RangingResult {
        applies: bool;
        points: i32;
        effect: bool;
        ammunition_used: i32;
        registered_after: bool;
    }
}

impl Procedure for Ranging {
    type Tables = Tables;
    type Outcome = RangingResult;
    const ABOUT: About =
        About { name: "ranging", group: Group::Artillery, dice: "", cites: &["10.02.3", "11.01.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<RangingResult, Fault> {
        let ranged_in = self.registered && self.target_moved_cm.0 < RANGE_LOST_CM;
        let applies = beyond_zone_1(self.zone) && !ranged_in && !self.ranging_only;
        let points = tables.artillery.points.points(ArtilleryRow::Ranging, TARGET);
        Ok(RangingResult {
            applies,
            points: report.add_if(applies, &RANGING, points),
            effect: !self.ranging_only,
            ammunition_used: i32::from(!self.ranging_only),
            registered_after: true,
        })
    }
}

/// The distance that must be clear in front of the guns and in front of the target (§10.05.1, §10.05.3).
const SAFETY_CM: i32 = 10;

krigsspil_engine::facts! {
    /// Fire over a unit.
    pub struct Overshoot {
        zone: i32 [1..=4], "10.05.2";
        howitzers_only: bool = false, "10.05.2";
        steps_higher: i32 [-20..=20] = 0, "10.05.2";
        own_unit: bool = false, "10.05.3";
        battery_to_unit_cm: Centimetres [0..=500] = Centimetres(0.0), "10.05.3";
        unit_to_target_cm: Centimetres [0..=500] = Centimetres(0.0), "10.05.3";
        range_cm: Centimetres [0..=500] = Centimetres(0.0), "10.05.1";
        battery_front_cm: Centimetres [0..=100] = Centimetres(0.0), "10.05.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is allowed.
    pub struct OvershootResult {
        allowed: bool;
        side_safety_cm: Centimetres;
        strip_cm: i32;
    }
}

impl Procedure for Overshoot {
    type Tables = Tables;
    type Outcome = OvershootResult;
    const ABOUT: About = About {
        name: "overshoot",
        group: Group::Artillery,
        dice: "",
        cites: &["10.05.1", "10.05.2", "10.05.3", "09.03.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OvershootResult, Fault> {
        let clear = |cm: Centimetres| cm.0 >= f64::from(SAFETY_CM);
        let least_steps = if self.howitzers_only { 0 } else { 1 };
        let safe = !self.own_unit || (clear(self.battery_to_unit_cm) && clear(self.unit_to_target_cm));
        let allowed = beyond_zone_1(self.zone) && self.steps_higher >= least_steps && safe;
        Ok(OvershootResult {
            allowed,
            side_safety_cm: Centimetres((self.range_cm.0 / 10.0).max(self.battery_front_cm.0 / 2.0)),
            strip_cm: if allowed { SAFETY_CM } else { 0 },
        })
    }
}

krigsspil_engine::facts! {
    /// Fire through a unit.
    pub struct ShootThrough {
        zone: i32 [1..=4], "10.05.4";
        depth_cm: Centimetres [0..=500], "10.05.4";
        non_ricochet: bool = false, "10.05.4";
        own_unit: bool = false, "10.05.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether the unit behind is also hit.
    pub struct ShootThroughResult {
        allowed: bool;
        rear_points: i32;
    }
}

impl Procedure for ShootThrough {
    type Tables = Tables;
    type Outcome = ShootThroughResult;
    const ABOUT: About = About {
        name: "shoot_through",
        group: Group::Artillery,
        dice: "",
        cites: &["10.05.4", "10.05.5", "10.05.6", "14.03.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ShootThroughResult, Fault> {
        let deepest = if self.non_ricochet { 5.0 } else { 10.0 };
        let allowed = beyond_zone_1(self.zone) && self.depth_cm.0 < deepest && !self.own_unit;
        let points = tables.artillery.points.points(ArtilleryRow::BehindAnother, TARGET);
        Ok(ShootThroughResult { allowed, rear_points: report.add_if(allowed, &BEHIND_ANOTHER, points) })
    }
}
