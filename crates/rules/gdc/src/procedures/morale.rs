//! Chapter 3: morale checks and the results of failure.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, rounded_up};

use crate::modifiers::morale::*;
use crate::tables::{MoraleTables, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit's losses in the battle.
    pub struct PermanentStatus {
        starting_castings: Castings [1..=100], "3.3";
        castings_lost: Castings [0..=100], "3.3";
        arm: Arm = Arm::Infantry, "3.3";
    }
}

krigsspil_engine::outcome! {
    /// The state that results from them.
    pub struct PermanentStatusResult {
        loss_percent: i32;
        permanent_status: Status;
        removed: bool;
    }
}

impl Procedure for PermanentStatus {
    type Tables = Tables;
    type Outcome = PermanentStatusResult;
    const ABOUT: About =
        About { name: "permanent_status", group: Group::Morale, dice: "", cites: &["3.3", "3.31"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PermanentStatusResult, Fault> {
        if self.castings_lost > self.starting_castings {
            return Err(Fault::refused("castings_lost", &MORE_THAN_IT_HAD));
        }
        let (lost, starting) = (self.castings_lost.0, self.starting_castings.0);
        let permanent_status = if self.arm == Arm::Artillery {
            // Lost crew gives a battery no state of its own; it is silent when the last man is lost (§7.11, ruling 79).
            Status::Good
        } else if 2 * lost >= starting {
            Status::Disrupted
        } else if 4 * lost >= starting {
            Status::Unorganized
        } else {
            Status::Good
        };
        Ok(PermanentStatusResult {
            loss_percent: 100 * lost / starting,
            permanent_status,
            removed: permanent_status == Status::Disrupted,
        })
    }
}

krigsspil_engine::choices! {
    /// The general with a unit that checks (§2.54); near means within 200 yards.
    pub enum GeneralWith {
        None = "none",
        Near = "near",
        NearPlayer = "near_player",
        Attached = "attached",
        AttachedPlayer = "attached_player",
    }
}

krigsspil_engine::facts! {
    /// Everything that affects a morale check.
    pub struct Steadiness {
        morale_grade: MoraleGrade, "chart.morale";
        status: Status = Status::Good, "chart.morale-modifiers";
        general: GeneralWith = GeneralWith::None, "2.54";
        in_zone_garrison: bool = false, "12.3";
        protective_cover: bool = false, "11.6";
        target_of_two_batteries: bool = false, "chart.morale-modifiers";
        in_water_sand_or_snow: bool = false, "chart.morale-modifiers";
        fire_on_flank_or_rear: bool = false, "chart.morale-modifiers";
        friendly_fire: bool = false, "chart.morale-modifiers";
        home_country: bool = false, "opt.home-morale";
    }
}

impl Steadiness {
    /// A unit that nothing affects except its state.
    fn of(morale_grade: MoraleGrade, status: Status) -> Steadiness {
        Steadiness {
            morale_grade,
            status,
            general: GeneralWith::None,
            in_zone_garrison: false,
            protective_cover: false,
            target_of_two_batteries: false,
            in_water_sand_or_snow: false,
            fire_on_flank_or_rear: false,
            friendly_fire: false,
            home_country: false,
        }
    }

    /// The modifiers of the chart; a line that names two things counts once (ruling 3).
    fn modifier(&self, tables: &MoraleTables, report: &mut impl Listener) -> i32 {
        let points = &tables.points;
        let garrison = if self.in_zone_garrison { points.zone_or_attached_general } else { 0 };
        let general = match self.general {
            GeneralWith::None => 0,
            GeneralWith::Near => points.general_near,
            GeneralWith::NearPlayer | GeneralWith::Attached | GeneralWith::AttachedPlayer => {
                points.zone_or_attached_general
            }
        };
        let state = tables.state_points(self.morale_grade, self.status);
        let mut sum = report.add(&STATE, state);
        sum += if garrison >= general {
            report.add(&ZONE_GARRISON, garrison)
        } else {
            report.add(&GENERAL, general)
        };
        sum += report.add_if(self.protective_cover, &PROTECTIVE_COVER, points.protective_cover);
        sum += report.add_if(
            self.target_of_two_batteries || self.in_water_sand_or_snow,
            &TWO_BATTERIES_OR_BAD_FOOTING,
            points.two_batteries_or_bad_footing,
        );
        sum += report.add_if(
            self.fire_on_flank_or_rear || self.friendly_fire,
            &FLANK_OR_FRIENDLY_FIRE,
            points.flank_or_friendly_fire,
        );
        sum + report.add_if(self.home_country, &HOME_COUNTRY, points.home_country)
    }
}

krigsspil_engine::facts! {
    /// A unit that checks morale.
    pub struct MoraleCheck {
        ..steadiness: Steadiness;
        skirmish_deduction: i32 [0..=15] = 0, "chart.musketry";
    }
}

krigsspil_engine::outcome! {
    /// Whether it passes.
    pub struct MoraleCheckResult {
        fail_percent: i32;
        modifier: i32;
        total: i32;
        passed: bool;
    }
}

impl Procedure for MoraleCheck {
    type Tables = Tables;
    type Outcome = MoraleCheckResult;
    const ABOUT: About = About {
        name: "morale_check",
        group: Group::Morale,
        dice: "d100",
        cites: &[
            "3.1",
            "3.2",
            "2.54",
            "8.3.C",
            "11.6",
            "12.3",
            "chart.morale",
            "chart.morale-modifiers",
            "opt.home-morale",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MoraleCheckResult, Fault> {
        let tables = &tables.morale;
        let roll = dice.roll("morale", Die::Percentile)?;
        let modifier = self.steadiness.modifier(tables, report)
            + report.add(&SKIRMISH_DEDUCTION, -self.skirmish_deduction);
        let fail_percent = tables.to_fail(self.steadiness.morale_grade);
        let total = roll + modifier;
        Ok(MoraleCheckResult { fail_percent, modifier, total, passed: total > fail_percent })
    }
}

krigsspil_engine::choices! {
    /// Rows of the failure chart (chart.morale-failure).
    pub enum FailureRow {
        Hesitates = "hesitates",
        Unorganized = "unorganized",
        UnorganizedRetreats = "unorganized_retreats",
        DisruptedRetreats = "disrupted_retreats",
        Routs = "routs",
        Surrenders = "surrenders",
        LosesIntegrity = "loses_integrity",
    }

    /// The state of a unit that has failed morale.
    pub enum StatusAfterFailure {
        Good = "good",
        Unorganized = "unorganized",
        Disrupted = "disrupted",
        Routed = "routed",
        Surrendered = "surrendered",
        ReserveZone = "reserve_zone",
    }
}

impl FailureRow {
    /// The state of the row; none if the unit keeps its own.
    const fn status(self) -> StatusAfterFailure {
        match self {
            FailureRow::Hesitates => StatusAfterFailure::Good,
            FailureRow::Unorganized | FailureRow::UnorganizedRetreats => StatusAfterFailure::Unorganized,
            FailureRow::DisruptedRetreats => StatusAfterFailure::Disrupted,
            FailureRow::Routs => StatusAfterFailure::Routed,
            FailureRow::Surrenders => StatusAfterFailure::Surrendered,
            FailureRow::LosesIntegrity => StatusAfterFailure::ReserveZone,
        }
    }
}

impl From<Status> for StatusAfterFailure {
    fn from(status: Status) -> Self {
        match status {
            Status::Good => StatusAfterFailure::Good,
            Status::Unorganized => StatusAfterFailure::Unorganized,
            Status::Disrupted => StatusAfterFailure::Disrupted,
        }
    }
}

krigsspil_engine::facts! {
    /// A unit that failed its check.
    pub struct MoraleFailure {
        arm: Arm = Arm::Infantry, "chart.morale-failure";
        status: Status = Status::Good, "chart.morale-failure";
        skirmish_status: bool = false, "chart.morale-failure";
        surrounded: bool = false, "chart.morale-failure";
        square_struck_by_lancers: bool = false, "10.2.B";
    }
}

krigsspil_engine::outcome! {
    /// What it does.
    pub struct MoraleFailureResult {
        modifier: i32;
        total: i32;
        result: FailureRow;
        status_after: StatusAfterFailure;
        retreat_yards: Yards;
        removed: bool;
        may_move: bool;
    }
}

impl Procedure for MoraleFailure {
    type Tables = Tables;
    type Outcome = MoraleFailureResult;
    const ABOUT: About = About {
        name: "morale_failure",
        group: Group::Morale,
        dice: "d100",
        cites: &["chart.morale-failure", "3.3", "3.6", "10.2.B"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MoraleFailureResult, Fault> {
        let tables = &tables.morale;
        let roll = dice.roll("morale_failure", Die::Percentile)?;
        let points = &tables.failure_points;
        let state = match self.status {
            Status::Good => 0,
            Status::Unorganized => points.unorganized,
            Status::Disrupted => points.disrupted,
        };
        let modifier = report.add(&STATE_AT_FAILURE, state)
            + report.add_if(self.skirmish_status, &SKIRMISH_AT_FAILURE, points.skirmish)
            + report.add_if(self.surrounded, &SURROUNDED, points.surrounded);
        let total = roll + modifier;
        let failure = tables.failure(total);
        let result = match failure.row {
            FailureRow::Surrenders if self.arm == Arm::Cavalry => FailureRow::LosesIntegrity,
            row => row,
        };
        let status_after = result.status().max(self.status.into());
        let removed = status_after >= StatusAfterFailure::Routed;
        let keeps_place = report.holds(self.square_struck_by_lancers && !removed, &SQUARE_KEEPS_PLACE);
        Ok(MoraleFailureResult {
            modifier,
            total,
            result,
            status_after,
            retreat_yards: Yards(if keeps_place { 0 } else { failure.retreat_yards }),
            removed,
            may_move: false,
        })
    }
}

krigsspil_engine::facts! {
    /// Infantry that tries to form square before a charge.
    pub struct SquareAttempt {
        ..steadiness: Steadiness;
        distance_yards: Yards [0..=2000], "5.33.B";
        skirmish_status: bool = false, "10.6.G";
        charger_out_of_sight: bool = false, "5.33.A";
        charger_has_lances: bool = false, "10.2.C";
        charger_is_elephants: bool = false, "opt.india";
    }
}

krigsspil_engine::outcome! {
    /// Whether it forms square.
    pub struct SquareAttemptResult {
        allowed: bool;
        fail_percent: i32;
        distance_modifier: i32;
        modifier: i32;
        total: i32;
        square_formed: bool;
        failure_roll: bool;
        lancer_check: bool;
    }
}

impl Procedure for SquareAttempt {
    type Tables = Tables;
    type Outcome = SquareAttemptResult;
    const ABOUT: About = About {
        name: "square_attempt",
        group: Group::Morale,
        dice: "d100",
        cites: &["5.32.A", "5.33.A", "5.33.B", "4.11.C", "10.2.C", "10.6.G", "opt.india"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<SquareAttemptResult, Fault> {
        let tables = &tables.morale;
        let roll = dice.roll("square", Die::Percentile)?;
        let distance_modifier = tables.square_distance(self.distance_yards.0);
        let modifier =
            self.steadiness.modifier(tables, report) + report.add(&SQUARE_DISTANCE, distance_modifier);
        let fail_percent = tables.to_fail(self.steadiness.morale_grade);
        let total = roll + modifier;
        let allowed = !self.skirmish_status && !self.charger_out_of_sight && !self.charger_is_elephants;
        let passed = total > fail_percent;
        let fails = allowed && !passed;
        Ok(SquareAttemptResult {
            allowed,
            fail_percent,
            distance_modifier,
            modifier,
            total,
            square_formed: allowed && passed,
            failure_roll: fails,
            lancer_check: fails && self.charger_has_lances,
        })
    }
}

krigsspil_engine::facts! {
    /// A routed unit after the battle.
    pub struct RoutedRecovery {
        morale_grade: MoraleGrade, "3.6";
        starting_castings: Castings [1..=100], "3.6";
        home_country: bool = false, "opt.home-morale";
    }
}

krigsspil_engine::outcome! {
    /// Whether it comes back.
    pub struct RoutedRecoveryResult {
        modifier: i32;
        total: i32;
        recovered: bool;
        castings: Castings;
    }
}

impl Procedure for RoutedRecovery {
    type Tables = Tables;
    type Outcome = RoutedRecoveryResult;
    const ABOUT: About =
        About { name: "routed_recovery", group: Group::Morale, dice: "d100", cites: &["3.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<RoutedRecoveryResult, Fault> {
        let tables = &tables.morale;
        let roll = dice.roll("rally", Die::Percentile)?;
        let steadiness = Steadiness {
            home_country: self.home_country,
            ..Steadiness::of(self.morale_grade, Status::Disrupted)
        };
        let modifier = steadiness.modifier(tables, report);
        let total = roll + modifier;
        let recovered = total > tables.to_fail(self.morale_grade);
        let starting = self.starting_castings.0;
        let castings = if recovered { starting - rounded_up(starting, 4) } else { 0 };
        Ok(RoutedRecoveryResult { modifier, total, recovered, castings: Castings(castings) })
    }
}
