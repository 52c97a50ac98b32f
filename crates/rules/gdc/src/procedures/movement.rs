//! Chapter 6: how far infantry and cavalry move.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::formation::CHANGED_BOTH;
use super::special_formations::MASS_MOVE;
use crate::modifiers::movement::*;
use crate::tables::{AddedYards, LongestMoves, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Formation and pace of infantry (chart.infantry-movement).
    pub enum FootPace {
        Skirmish = "skirmish",
        FieldColumn = "field_column",
        ChargeColumn = "charge_column",
        FieldLine = "field_line",
        ChargeLine = "charge_line",
        Road = "road",
    }

    /// Pace of cavalry (chart.cavalry-movement).
    pub enum HorsePace {
        Trot = "trot",
        Charge = "charge",
        ImpairedCharge = "impaired_charge",
        Road = "road",
    }

    /// A tactical shift instead of a move (§6.11).
    pub enum Shift {
        None = "none",
        Lateral = "lateral",
        Backward = "backward",
    }

    /// Why infantry may not move in this way.
    pub enum FootProhibition {
        LineInWoods = "line_in_woods",
        ChargeIntoHeavyWoods = "charge_into_heavy_woods",
        LineOnBridgeOrFord = "line_on_bridge_or_ford",
        ShiftInCharge = "shift_in_charge",
        ShiftWhenCharged = "shift_when_charged",
        MassMustBeColumn = "mass_must_be_column",
    }

    /// Why cavalry may not move in this way.
    pub enum HorseProhibition {
        HeavyWoods = "heavy_woods",
        LineInWoods = "line_in_woods",
        LineOnBridgeOrFord = "line_on_bridge_or_ford",
        ChargeOverFord = "charge_over_ford",
        ShiftInCharge = "shift_in_charge",
        ShiftWhenCharged = "shift_when_charged",
        ChargeAfterLimit = "charge_after_limit",
        SkirmishAtRoadRate = "skirmish_at_road_rate",
    }
}

/// Extra yards for a committed guard's first charge (opt.guard.C).
pub const GUARD_BONUS: i32 = 100;

/// The lowest of the limits that apply; `None` if none applies.
pub fn lowest_limit<const N: usize>(limits: [(bool, i32); N]) -> Option<i32> {
    limits.into_iter().filter_map(|(applies, limit)| applies.then_some(limit)).min()
}

krigsspil_engine::facts! {
    /// The way of an infantry or cavalry unit, and its state.
    pub struct Way {
        status: Status = Status::Good, "chart.movement-modifiers";
        contours: i32 [0..=10] = 0, "11.7.B";
        crosses_stream: bool = false, "chart.movement-modifiers";
        crosses_ford: bool = false, "11.3.B";
        crosses_bridge: bool = false, "11.2";
        ploughed_field: bool = false, "11.4";
        woods: Woods = Woods::None, "11.5";
        by_road_through_woods: bool = false, "11.5.D";
        shift: Shift = Shift::None, "6.11";
        target_of_charge: bool = false, "6.11";
        half_speed: bool = false, "2.56";
        line_option: bool = false, "opt.line-rate";
    }
}

impl Way {
    /// The woods that limit the move: a road through them removes their limits (§11.5.D).
    fn woods_off_road(&self) -> Woods {
        if self.by_road_through_woods { Woods::None } else { self.woods }
    }

    fn shifts(&self) -> bool {
        self.shift != Shift::None
    }

    /// The yards left after state, hills and the loss of the general; never below 0 (ruling 39).
    fn toil(&self, yards: i32, added: &AddedYards, report: &mut impl Listener) -> i32 {
        let state = match self.status {
            Status::Good => 0,
            Status::Unorganized => added.unorganized,
            Status::Disrupted => added.disrupted,
        };
        let yards =
            yards + report.add(&STATE_YARDS, state) + report.add(&CONTOURS, self.contours * added.contour);
        halved(yards.max(0), self.half_speed, report)
    }

    /// The lowest limit of the ground, with the woods that limit this arm.
    fn limit(&self, woods: Woods, formed: bool, longest: &LongestMoves) -> Option<i32> {
        let formed_woods = match woods {
            Woods::Heavy => longest.heavy_woods_formed,
            Woods::Light => Some(longest.light_woods_formed),
            Woods::None => None,
        };
        lowest_limit([
            (self.crosses_stream || self.crosses_ford, longest.stream_or_ford),
            (self.ploughed_field, longest.ploughed_field),
            (formed && formed_woods.is_some(), formed_woods.unwrap_or(0)),
            (!formed && woods != Woods::None, longest.skirmish_in_woods),
            (self.shift == Shift::Backward, longest.backward_shift),
            (self.shift == Shift::Lateral, longest.lateral_shift),
        ])
    }
}

krigsspil_engine::outcome! {
    /// How far a unit may move.
    pub struct Distance {
        base_yards: Yards;
        modified_yards: Yards;
        limit_yards: Yards;
        allowance_yards: Yards;
    }
}

impl Distance {
    /// Reduced to the limit, if there is one; 0 if something forbids the move.
    pub(super) fn of(base: i32, modified: i32, limit: Option<i32>, prohibited: bool) -> Distance {
        let allowance = limit.map_or(modified, |limit| modified.min(limit));
        Distance {
            base_yards: Yards(base),
            modified_yards: Yards(modified),
            limit_yards: Yards(limit.unwrap_or(0)),
            allowance_yards: Yards(if prohibited { 0 } else { allowance }),
        }
    }
}

/// Half the yards, rounded down, for a command without its general (§2.56).
pub fn halved(yards: i32, half_speed: bool, report: &mut impl Listener) -> i32 {
    if half_speed {
        report.times(&HALF_SPEED, 1, 2);
        yards / 2
    } else {
        yards
    }
}

/// Three quarters of the yards, rounded down, for a line (opt.line-rate).
fn slower_in_line(yards: i32, applies: bool, report: &mut impl Listener) -> i32 {
    if applies {
        report.times(&LINE_RATE, 3, 4);
        yards * 3 / 4
    } else {
        yards
    }
}

/// The lower of two optional limits.
fn lower(one: Option<i32>, other: Option<i32>) -> Option<i32> {
    one.into_iter().chain(other).min()
}

impl FootPace {
    const fn in_line(self) -> bool {
        matches!(self, FootPace::FieldLine | FootPace::ChargeLine)
    }

    const fn charging(self) -> bool {
        matches!(self, FootPace::ChargeColumn | FootPace::ChargeLine)
    }
}

krigsspil_engine::facts! {
    /// Infantry that wants to move.
    pub struct InfantryMovement {
        mode: FootPace, "chart.infantry-movement";
        battalion_mass: bool = false, "10.5.D";
        standard_march: bool = false, "opt.standard-march";
        russian_forced_march: bool = false, "opt.russian";
        guard_first_charge: bool = false, "opt.guard.C";
        ..way: Way;
    }
}

krigsspil_engine::outcome! {
    /// How far it may move.
    pub struct InfantryMovementResult {
        ..distance: Distance;
        prohibited: ArrayVec<FootProhibition, 6>;
    }
}

impl Procedure for InfantryMovement {
    type Tables = Tables;
    type Outcome = InfantryMovementResult;
    const ABOUT: About = About {
        name: "infantry_movement",
        group: Group::March,
        dice: "",
        cites: &[
            "6.1",
            "6.11",
            "10.5.D",
            "10.6.L",
            "11.2",
            "11.3.A",
            "11.3.B",
            "11.4",
            "11.5",
            "11.5.A",
            "11.5.D",
            "11.7.B",
            "chart.infantry-movement",
            "chart.movement-modifiers",
            "opt.standard-march",
            "opt.line-rate",
            "opt.russian",
            "opt.guard.C",
            "2.56",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<InfantryMovementResult, Fault> {
        let base = self.base(tables);
        let modified = self.modified(base, tables, report);
        let formed = self.mode != FootPace::Skirmish;
        let longest = &tables.movement.infantry_longest;
        let ground = self.way.limit(self.way.woods_off_road(), formed, longest);
        let limit = lower(ground, self.battalion_mass.then_some(MASS_MOVE.0));
        let prohibited = self.prohibited();
        let distance = Distance::of(base, modified, limit, !prohibited.is_empty());
        Ok(InfantryMovementResult { distance, prohibited })
    }
}

impl InfantryMovement {
    /// Does it march at the Russian road rate (opt.russian)?
    fn forced(&self) -> bool {
        self.russian_forced_march && self.mode == FootPace::Road
    }

    fn base(&self, tables: &Tables) -> i32 {
        let rates = &tables.movement.infantry;
        match self.mode {
            FootPace::Skirmish => rates.skirmish,
            FootPace::FieldColumn => rates.field_column,
            FootPace::ChargeColumn => rates.charge_column,
            FootPace::FieldLine => rates.field_line,
            FootPace::ChargeLine => rates.charge_line,
            FootPace::Road if self.forced() => tables.movement.infantry_options.russian_road,
            FootPace::Road => rates.road,
        }
    }

    fn modified(&self, base: i32, tables: &Tables, report: &mut impl Listener) -> i32 {
        let tables = &tables.movement;
        let slow = self.standard_march && self.mode != FootPace::Skirmish && !self.forced();
        let yards = base + report.add_if(slow, &STANDARD_MARCH, tables.infantry_options.standard_march);
        let yards = slower_in_line(yards, self.way.line_option && self.mode.in_line(), report);
        let elan = self.guard_first_charge && self.mode.charging();
        let yards = yards + report.add_if(elan, &GUARD_FIRST_CHARGE, GUARD_BONUS);
        self.way.toil(yards, &tables.infantry_added, report)
    }

    fn prohibited(&self) -> ArrayVec<FootProhibition, 6> {
        let line = self.mode.in_line();
        let into_heavy = self.way.woods_off_road() == Woods::Heavy;
        let shifts = self.way.shifts();
        holding([
            (line && self.way.woods != Woods::None, FootProhibition::LineInWoods),
            (self.mode.charging() && into_heavy, FootProhibition::ChargeIntoHeavyWoods),
            (line && (self.way.crosses_bridge || self.way.crosses_ford), FootProhibition::LineOnBridgeOrFord),
            (shifts && self.mode.charging(), FootProhibition::ShiftInCharge),
            (shifts && self.way.target_of_charge, FootProhibition::ShiftWhenCharged),
            (self.battalion_mass && self.mode != FootPace::FieldColumn, FootProhibition::MassMustBeColumn),
        ])
    }
}

impl HorsePace {
    const fn charging(self) -> bool {
        matches!(self, HorsePace::Charge | HorsePace::ImpairedCharge)
    }
}

krigsspil_engine::facts! {
    /// Cavalry that wants to move.
    pub struct CavalryMovement {
        mode: HorsePace, "chart.cavalry-movement";
        formation: Order = Order::Column, "11.5.A";
        weight: Weight = Weight::None, "opt.cavalry-weight";
        changed_facing_and_formation: bool = false, "4.2.C";
        guard_first_charge: bool = false, "opt.guard.K";
        ..way: Way;
    }
}

krigsspil_engine::outcome! {
    /// How far it may move.
    pub struct CavalryMovementResult {
        ..distance: Distance;
        prohibited: ArrayVec<HorseProhibition, 8>;
    }
}

impl Procedure for CavalryMovement {
    type Tables = Tables;
    type Outcome = CavalryMovementResult;
    const ABOUT: About = About {
        name: "cavalry_movement",
        group: Group::March,
        dice: "",
        cites: &[
            "6.2",
            "6.4",
            "4.2",
            "11.2",
            "11.3",
            "11.4",
            "11.5",
            "11.5.A",
            "11.5.D",
            "11.7.B",
            "chart.cavalry-movement",
            "chart.movement-modifiers",
            "opt.cavalry-weight",
            "opt.line-rate",
            "opt.guard.K",
            "2.56",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<CavalryMovementResult, Fault> {
        let base = self.base(tables);
        let modified = self.modified(base, tables, report);
        let woods = match self.way.woods_off_road() {
            // Heavy woods have no maximum for cavalry: they are forbidden (ruling 38).
            Woods::Heavy => Woods::None,
            woods => woods,
        };
        let formed = self.formation != Order::Skirmish;
        let ground = self.way.limit(woods, formed, &tables.movement.cavalry_longest);
        let changed = self.changed_facing_and_formation && !self.mode.charging();
        let limit = lower(ground, changed.then_some(CHANGED_BOTH.0));
        let prohibited = self.prohibited();
        let distance = Distance::of(base, modified, limit, !prohibited.is_empty());
        Ok(CavalryMovementResult { distance, prohibited })
    }
}

impl CavalryMovement {
    fn base(&self, tables: &Tables) -> i32 {
        let rates = &tables.movement.cavalry;
        match self.mode {
            HorsePace::Trot => rates.trot,
            HorsePace::Charge => rates.charge,
            HorsePace::ImpairedCharge => rates.impaired_charge,
            HorsePace::Road => rates.road,
        }
    }

    fn modified(&self, base: i32, tables: &Tables, report: &mut impl Listener) -> i32 {
        let tables = &tables.movement;
        let weight = match self.weight {
            Weight::None => 0,
            Weight::Light => tables.weight.light,
            Weight::Medium => tables.weight.medium,
            Weight::Heavy => tables.weight.heavy,
        };
        let yards = base + report.add(&WEIGHT, weight);
        let yards = slower_in_line(yards, self.way.line_option && self.formation == Order::Line, report);
        let elan = self.guard_first_charge && self.mode.charging();
        let yards = yards + report.add_if(elan, &GUARD_FIRST_CHARGE, GUARD_BONUS);
        self.way.toil(yards, &tables.cavalry_added, report)
    }

    fn prohibited(&self) -> ArrayVec<HorseProhibition, 8> {
        let line = self.formation == Order::Line;
        let charging = self.mode.charging();
        let heavy = self.way.woods_off_road() == Woods::Heavy;
        let in_woods = self.way.woods != Woods::None;
        let shifts = self.way.shifts();
        let full_charge = self.mode == HorsePace::Charge;
        let skirmish = self.formation == Order::Skirmish;
        holding([
            (heavy, HorseProhibition::HeavyWoods),
            (line && in_woods && !heavy, HorseProhibition::LineInWoods),
            (
                line && (self.way.crosses_bridge || self.way.crosses_ford),
                HorseProhibition::LineOnBridgeOrFord,
            ),
            (charging && self.way.crosses_ford, HorseProhibition::ChargeOverFord),
            (shifts && charging, HorseProhibition::ShiftInCharge),
            (shifts && self.way.target_of_charge, HorseProhibition::ShiftWhenCharged),
            (full_charge && self.changed_facing_and_formation, HorseProhibition::ChargeAfterLimit),
            (self.mode == HorsePace::Road && skirmish, HorseProhibition::SkirmishAtRoadRate),
        ])
    }
}
