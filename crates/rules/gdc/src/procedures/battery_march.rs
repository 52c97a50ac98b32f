//! Chapter 6: how batteries move, and what they may do in a turn.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::movement::{Distance, halved, lowest_limit};
use crate::modifiers::movement::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The pace of a battery; limbering and moving means the straight 300 yards of §6.31.H.
    pub enum BatteryPace {
        Field = "field",
        Road = "road",
        Gallop = "gallop",
        Prolonge = "prolonge",
        LimberAndMove = "limber_and_move",
    }

    /// Why a battery may not move in this way.
    pub enum BatteryProhibition {
        FootGallop = "foot_gallop",
        GallopOverWaterOrField = "gallop_over_water_or_field",
        Woods = "woods",
        SunkenRoad = "sunken_road",
        ProlongeAndTurn = "prolonge_and_turn",
        TurnInLimberAndMove = "turn_in_limber_and_move",
        LimbersLost = "limbers_lost",
    }
}

/// With a turn of at most this many degrees a battery moves its full distance (§6.33).
const STRAIGHT_DEGREES: i32 = 30;

/// With a wider turn than this a battery hardly moves (chart.artillery-movement-modifiers).
const WIDE_DEGREES: i32 = 90;

/// Yards in a turn behind elephants (opt.india).
const ELEPHANT_LIMBERS: i32 = 200;

krigsspil_engine::facts! {
    /// A battery that wants to move.
    pub struct ArtilleryMovement {
        battery: BatteryKind, "6.3";
        poundage: i32 [1..=48], "chart.artillery-movement";
        mode: BatteryPace, "6.3";
        turn_degrees: i32 [0..=180] = 0, "6.33";
        contours: i32 [0..=10] = 0, "chart.artillery-movement-modifiers";
        crosses_stream: bool = false, "chart.artillery-movement-modifiers";
        crosses_ford: bool = false, "11.3.B";
        crosses_bridge: bool = false, "chart.artillery-movement-modifiers";
        ploughed_field: bool = false, "11.4";
        enters_woods: bool = false, "11.5.C";
        crosses_sunken_road: bool = false, "13.9";
        elephant_limbers: bool = false, "opt.india";
        limber_allowance: i32 [0..=12] = 0, "7.11";
        limber_hits: i32 [0..=12] = 0, "chart.counter-battery";
        half_speed: bool = false, "2.56";
        flees_charge: bool = false, "5.51";
    }
}

krigsspil_engine::outcome! {
    /// How far it may move.
    pub struct ArtilleryMovementResult {
        ..distance: Distance;
        prohibited: ArrayVec<BatteryProhibition, 7>;
    }
}

impl Procedure for ArtilleryMovement {
    type Tables = Tables;
    type Outcome = ArtilleryMovementResult;
    const ABOUT: About = About {
        name: "artillery_movement",
        group: Group::March,
        dice: "",
        cites: &[
            "5.51",
            "6.3",
            "6.3.C",
            "6.3.D",
            "6.31.H",
            "6.33",
            "11.3.B",
            "11.4",
            "11.5.C",
            "13.9",
            "chart.artillery-movement",
            "chart.artillery-movement-modifiers",
            "chart.counter-battery",
            "opt.india",
            "2.56",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryMovementResult, Fault> {
        if self.limber_hits > self.limber_allowance {
            return Err(Fault::refused("limber_hits", &MORE_HITS_THAN_LIMBERS));
        }
        let base = self.base(tables, report);
        let modified = self.modified(base, tables, report);
        let limit = self.limit(tables);
        let prohibited = self.prohibited();
        let distance = Distance::of(base, modified, limit, !prohibited.is_empty());
        Ok(ArtilleryMovementResult { distance, prohibited })
    }
}

/// How far a battery turns, in the classes of the movement chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BatteryTurn {
    Straight,
    Turned,
    Wide,
}

impl ArtilleryMovement {
    /// The turn that costs the battery distance. A battery that flees a charge pays for none (§5.51, ruling 84).
    fn turn(&self) -> BatteryTurn {
        match self.turn_degrees {
            _ if self.flees_charge && self.mode == BatteryPace::Field => BatteryTurn::Straight,
            degrees if degrees <= STRAIGHT_DEGREES => BatteryTurn::Straight,
            degrees if degrees <= WIDE_DEGREES => BatteryTurn::Turned,
            _ => BatteryTurn::Wide,
        }
    }

    fn water(&self) -> bool {
        self.crosses_stream || self.crosses_ford
    }

    /// The chart's rate, less the cost of lost limbers, rounded down to ten yards (ruling 8).
    fn base(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let rates = tables.movement.battery(self.battery, self.poundage);
        let rate = match self.mode {
            BatteryPace::Prolonge => return rates.prolonge,
            BatteryPace::Gallop => rates.gallop.unwrap_or(0),
            _ if self.elephant_limbers => ELEPHANT_LIMBERS,
            BatteryPace::Field | BatteryPace::LimberAndMove => rates.field,
            BatteryPace::Road => rates.road,
        };
        if self.limber_allowance == 0 {
            return rate;
        }
        let left = self.limber_allowance - self.limber_hits;
        report.times(&LIMBERS_LEFT, left, self.limber_allowance);
        rate * left / self.limber_allowance / 10 * 10
    }

    fn modified(&self, base: i32, tables: &Tables, report: &mut impl Listener) -> i32 {
        let added = &tables.movement.battery_added;
        let yards = base
            + report.add_if(self.turn() == BatteryTurn::Turned, &BATTERY_TURNS, added.turn_31_to_90)
            + report.add_if(self.water(), &BATTERY_FORDS, added.stream_or_ford)
            + report.add_if(self.crosses_bridge, &BATTERY_ON_BRIDGE, added.bridge)
            + report.add(&CONTOURS, self.contours * added.contour);
        halved(yards.max(0), self.half_speed, report)
    }

    fn limit(&self, tables: &Tables) -> Option<i32> {
        let longest = &tables.movement.battery_longest;
        let foot = self.battery == BatteryKind::Foot;
        let turned_field = if foot { longest.foot_field_turn } else { longest.horse_field_turn };
        let turned_road = if foot { longest.foot_road_turn } else { longest.horse_road_turn };
        let turned = self.turn() == BatteryTurn::Turned;
        lowest_limit([
            (turned && self.mode == BatteryPace::Field, turned_field),
            (turned && self.mode == BatteryPace::Road, turned_road),
            (self.turn() == BatteryTurn::Wide, longest.turn_over_90),
            (self.ploughed_field, longest.ploughed_field),
            (self.mode == BatteryPace::LimberAndMove, longest.limber_and_move),
        ])
    }

    fn prohibited(&self) -> ArrayVec<BatteryProhibition, 7> {
        let gallop = self.mode == BatteryPace::Gallop;
        let prolonge = self.mode == BatteryPace::Prolonge;
        let turned = self.turn_degrees > 0;
        let no_limbers = self.limber_allowance > 0 && self.limber_hits == self.limber_allowance;
        holding([
            (gallop && self.battery == BatteryKind::Foot, BatteryProhibition::FootGallop),
            (gallop && (self.water() || self.ploughed_field), BatteryProhibition::GallopOverWaterOrField),
            (self.enters_woods, BatteryProhibition::Woods),
            (self.crosses_sunken_road, BatteryProhibition::SunkenRoad),
            (prolonge && turned, BatteryProhibition::ProlongeAndTurn),
            (self.mode == BatteryPace::LimberAndMove && turned, BatteryProhibition::TurnInLimberAndMove),
            (no_limbers && !prolonge, BatteryProhibition::LimbersLost),
        ])
    }
}

krigsspil_engine::choices! {
    /// What a battery does in the movement phase (§6.31).
    pub enum BatteryAction {
        None = "none",
        Limber = "limber",
        ChangeFacing = "change_facing",
        Prolonge = "prolonge",
        LimberAndMove = "limber_and_move",
        Move = "move",
        Unlimber = "unlimber",
        MoveAndUnlimber = "move_and_unlimber",
        GallopAndUnlimber = "gallop_and_unlimber",
    }

    /// What is wrong with a battery's turn.
    pub enum BatteryFault {
        NeedsUnlimbered = "needs_unlimbered",
        NeedsLimbered = "needs_limbered",
        InitialFireAndLimberMove = "initial_fire_and_limber_move",
        SecondaryFire = "secondary_fire",
        GallopNeedsHorse = "gallop_needs_horse",
        RoadSpeed = "road_speed",
        TooClose = "too_close",
        Ford = "ford",
        Garrison = "garrison",
        EngagedSector = "engaged_sector",
        Engaged = "engaged",
        SectorSupport = "sector_support",
    }
}

/// The least distance from an enemy at which a battery unlimbers after a gallop (§6.32).
const fn nearest_unlimbering(battery: BatteryKind) -> Yards {
    match battery {
        BatteryKind::GuardHorse => Yards(151),
        BatteryKind::Foot | BatteryKind::Horse => Yards(201),
    }
}

krigsspil_engine::facts! {
    /// A battery's fire and movement in one turn.
    pub struct ArtilleryActions {
        battery: BatteryKind, "6.3";
        limbered_at_start: bool = false, "6.31";
        initial_fire: bool = false, "6.31.A";
        movement_action: BatteryAction = BatteryAction::None, "6.31";
        secondary_fire: bool = false, "6.31.A";
        road_speed: bool = false, "6.3.A";
        crossed_water: bool = false, "11.3.B";
        unlimbers_at_yards: Yards [0..=5000] = Yards(5000), "6.32";
        zone_garrison: bool = false, "12.4.E";
        engaged_sector: bool = false, "12.6.6";
        engaged: bool = false, "9.61-b";
        supports_sector: bool = false, "12.5.B.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether they can be combined.
    pub struct ArtilleryActionsResult {
        legal: bool;
        faults: ArrayVec<BatteryFault, 12>;
    }
}

impl Procedure for ArtilleryActions {
    type Tables = Tables;
    type Outcome = ArtilleryActionsResult;
    const ABOUT: About = About {
        name: "artillery_actions",
        group: Group::Artillery,
        dice: "",
        cites: &[
            "6.3.A", "6.31", "6.31.A", "6.31.B", "6.31.C", "6.31.D", "6.31.E", "6.31.F", "6.31.G", "6.31.H",
            "6.32", "9.61-b", "11.3.B", "12.4.E", "12.5.B.5", "12.6.6",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryActionsResult, Fault> {
        use BatteryAction::*;
        let action = self.movement_action;
        let gallops = action == GallopAndUnlimber;
        let fires = self.initial_fire || self.secondary_fire;
        let from_position = matches!(action, Limber | ChangeFacing | Prolonge | LimberAndMove);
        let from_march = matches!(action, Move | Unlimber | MoveAndUnlimber | GallopAndUnlimber);
        let limbered = self.limbered_at_start;
        let road_action = matches!(action, BatteryAction::None | Move);
        let too_close = self.unlimbers_at_yards < nearest_unlimbering(self.battery);
        let faults = holding([
            (limbered && (self.initial_fire || from_position), BatteryFault::NeedsUnlimbered),
            (!limbered && from_march, BatteryFault::NeedsLimbered),
            (self.initial_fire && action == LimberAndMove, BatteryFault::InitialFireAndLimberMove),
            (self.secondary_fire && self.no_second_fire(), BatteryFault::SecondaryFire),
            (gallops && self.battery == BatteryKind::Foot, BatteryFault::GallopNeedsHorse),
            (self.road_speed && !road_action, BatteryFault::RoadSpeed),
            (gallops && too_close, BatteryFault::TooClose),
            (self.crossed_water && (fires || gallops), BatteryFault::Ford),
            (self.zone_garrison && self.secondary_fire, BatteryFault::Garrison),
            (self.engaged_sector && fires, BatteryFault::EngagedSector),
            (self.engaged && (fires || action != BatteryAction::None), BatteryFault::Engaged),
            (self.supports_sector && self.secondary_fire, BatteryFault::SectorSupport),
        ]);
        Ok(ArtilleryActionsResult { legal: faults.is_empty(), faults })
    }
}

impl ArtilleryActions {
    /// Do the battery's actions bar the second fire (§6.31.A to §6.31.H)?
    fn no_second_fire(&self) -> bool {
        use BatteryAction::*;
        match self.movement_action {
            Limber | LimberAndMove | Move | MoveAndUnlimber => true,
            ChangeFacing | Prolonge => self.initial_fire,
            BatteryAction::None => self.limbered_at_start,
            Unlimber | GallopAndUnlimber => false,
        }
    }
}
