//! Officers: their radius and their rides.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, rounded_up};

use crate::modifiers::command::*;
use crate::notation::Call;
use crate::quantity::Metres;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// An officer.
    pub struct OfficerLevel {
        level: Level, "house.radius";
    }
}

krigsspil_engine::outcome! {
    /// His command.
    pub struct OfficerLevelResult {
        radius_m: Metres;
        superior: bool;
    }
}

impl Procedure for OfficerLevel {
    type Tables = Tables;
    type Outcome = OfficerLevelResult;
    const ABOUT: About =
        About { name: "officer_level", group: Group::Orders, dice: "", cites: &["house.radius"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<OfficerLevelResult, Fault> {
        let radius = tables.command.radius(self.level);
        report.set(&COMMAND_RADIUS, radius.metres.0);
        Ok(OfficerLevelResult { radius_m: radius.metres, superior: radius.superior })
    }
}

krigsspil_engine::facts! {
    /// A superior officer who rides away from his troops.
    pub struct OfficerRide {
        ability: i32 [1..=9], "manoeuvre.officers";
        distance_m: Metres [1..=2000], "manoeuvre.officers";
    }
}

krigsspil_engine::outcome! {
    /// How far he gets.
    pub struct OfficerRideResult {
        tests: i32;
        passed_in_a_row: i32;
        moved_m: Metres;
        complete: bool;
    }
}

impl Procedure for OfficerRide {
    type Tables = Tables;
    type Outcome = OfficerRideResult;
    const ABOUT: About = About {
        name: "officer_independent_move",
        group: Group::Orders,
        dice: "1-4d10",
        cites: &["manoeuvre.officers"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<OfficerRideResult, Fault> {
        let tables = &tables.command;
        if self.distance_m > tables.ride_up_to {
            return Err(Fault::refused("distance_m", &RIDES_TOO_FAR));
        }
        let tests = rounded_up(self.distance_m.0, tables.ride_per.0);
        let mut passed_in_a_row = 0;
        for test in 0..tests {
            // It matters which die fails, so each test is thrown separately; those after a failure have no effect.
            let passed = tables.ride.passed_by(tables.ride.throw("ride", self.ability, dice)?);
            if passed && passed_in_a_row == test {
                passed_in_a_row += 1;
            }
        }
        let moved_m = self.distance_m.min(Metres(passed_in_a_row * tables.ride_per.0));
        Ok(OfficerRideResult { tests, passed_in_a_row, moved_m, complete: moved_m == self.distance_m })
    }
}

krigsspil_engine::facts! {
    /// An officer with his command.
    pub struct OfficerMove {
        phase: OfficerPhase = OfficerPhase::Tactical, "officer.move";
        ability: i32 [1..=9], "officer.pivot";
        cavalry_command: bool = false, "officer.move";
        turn: OfficerTurn = OfficerTurn::Nothing, "officer.pivot";
    }
}

krigsspil_engine::outcome! {
    /// His move and turn.
    pub struct OfficerMoveResult {
        max_move_m: Metres;
        test: Call;
        successes: i32;
        turned: bool;
    }
}

impl Procedure for OfficerMove {
    type Tables = Tables;
    type Outcome = OfficerMoveResult;
    const ABOUT: About = About {
        name: "officer_move",
        group: Group::Orders,
        dice: "0-2d10",
        cites: &["officer.move", "officer.pivot", "officer.about-face", "deploy.officers"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<OfficerMoveResult, Fault> {
        let tables = &tables.command;
        let in_sequence = self.phase == OfficerPhase::Tactical;
        let pivot = self.turn == OfficerTurn::Pivot;
        report.holds(pivot && !in_sequence, &PIVOT_FREE);
        let test = if pivot && in_sequence { Call::Test(tables.pivot) } else { Call::Nothing };
        let thrown = test.throw("pivot", self.ability, dice)?;
        let max_move_m = match self.phase {
            OfficerPhase::Deployment => tables.deployment,
            OfficerPhase::Tactical if report.holds(self.cavalry_command, &CAVALRY_COMMAND) => {
                tables.cavalry_ahead
            }
            OfficerPhase::Tactical => tables.ahead,
        };
        Ok(OfficerMoveResult {
            max_move_m,
            test,
            successes: thrown.successes,
            turned: self.turn != OfficerTurn::Nothing && test.passed_by(thrown),
        })
    }
}
