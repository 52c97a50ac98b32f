//! Rates of movement, the disorder it causes, changes of formation, and guns on the move.

use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};

use super::cells::{Bands, Style, call, calls, count, metres, test};
use super::wordings::NO_RATE;
use crate::notation::{Call, Rating, Test};
use crate::quantity::Metres;
use crate::vocabulary::{Calibre, FootOrHorse, Passed};

/// The rates of the four arms that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Infantry and skirmishers.
    pub infantry: Metres,
    /// Cavalry.
    pub cavalry: Metres,
    /// Foot artillery.
    pub artillery: Metres,
    /// Horse artillery.
    pub horse_artillery: Metres,
}

/// A test for every full or partial distance of this many metres (R44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestPer {
    /// The test.
    pub test: Test,
    /// For each of these.
    pub metres: Metres,
}

impl TestPer {
    /// Dice for this many metres.
    pub const fn dice(self, moved: Metres) -> i32 {
        self.test.dice * krigsspil_engine::rounded_up(moved.0, self.metres.0)
    }
}

/// How far manhandling can move a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManhandleRow {
    /// The test.
    pub test: Test,
    /// Degrees it may be turned.
    pub turn_deg: i32,
    /// Metres it may be moved instead.
    pub moved: Metres,
}

/// The cost of marching through a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassageRow {
    /// Metres of the move.
    pub metres: Metres,
    /// The test.
    pub test: Call,
}

/// Movement in all phases.
#[derive(Clone, Debug)]
pub struct MoveTables {
    /// Manoeuvre phase.
    pub manoeuvre: Rates,
    /// Manoeuvre phase, road march.
    pub road_march: Rates,
    /// Train on a road; off the road it cannot move.
    pub train_on_road: Metres,
    /// Infantry in one sequence.
    pub tactical_infantry: Metres,
    /// Cavalry in one sequence.
    pub tactical_cavalry: Metres,
    /// An adjustment of position.
    pub adjustment: Metres,
    /// Deployment phase.
    pub deployment: Rates,
    /// The multiplier of the deployment move of artillery on a road.
    pub deployment_road: i32,
    /// Infantry in line or square, manoeuvre phase.
    pub manoeuvre_infantry_test: TestPer,
    /// Cavalry in line, manoeuvre phase.
    pub manoeuvre_cavalry_test: TestPer,
    /// Infantry in line or square, tactical sequence.
    pub tactical_infantry_test: TestPer,
    /// Cavalry in line, tactical sequence.
    pub tactical_cavalry_test: TestPer,
    /// Unlimbered guns that are moved.
    pub manhandle_disorder: Test,
    /// The test for a change of formation.
    pub change: Test,
    /// The test for a change into square.
    pub change_to_square: Test,
    /// The disorder of a change.
    pub change_disorder: Test,
    /// The test for limbering without retreat.
    pub limbering: Test,
    /// The test of a battery that retreats.
    pub retreat: Test,
    /// The least distance of its retreat.
    pub retreat_least: Metres,
    /// The greatest distance of its retreat.
    pub retreat_most: Metres,
    limbered_bands: Bands,
    limbered_tests: Vec<Call>,
    light_guns: ManhandleRow,
    heavy_guns: ManhandleRow,
    passages: [PassageRow; Passed::ALL.len()],
    change_costs: [Metres; FootOrHorse::ALL.len()],
}

impl MoveTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MoveTables, TableFault> {
        let (manoeuvre, movement) = (shelf.table("manoeuvre")?, shelf.table("movement")?);
        let deployment = shelf.table("deployment")?;
        let tactical = movement.part("rates")?;
        let (slow, swift) = (manoeuvre.part("disorder")?, movement.part("disorder")?);
        let change = movement.part("formation_change")?;
        let retreat = movement.part("retreat")?;
        let manhandling = movement.part("manhandling")?;
        let limbered = deployment.part("limbered_near_enemy")?;
        Ok(MoveTables {
            manoeuvre: rates(manoeuvre.part("rates")?, "normal")?,
            road_march: rates(manoeuvre.part("rates")?, "road_march")?,
            train_on_road: metres(manoeuvre.part("train")?, "train", "road_march")?,
            tactical_infantry: metres(tactical, "normal", "infantry")?,
            tactical_cavalry: metres(tactical, "normal", "cavalry")?,
            adjustment: metres(tactical, "normal", "adjustment")?,
            deployment: rates(deployment.part("rates")?, "normal")?,
            deployment_road: deployment.part("road")?.above_0("artillery_on_road", "times")?,
            manoeuvre_infantry_test: test_per(slow, "infantry_line_or_square")?,
            manoeuvre_cavalry_test: test_per(slow, "cavalry_line")?,
            tactical_infantry_test: test_per(swift, "infantry_line_or_square")?,
            tactical_cavalry_test: test_per(swift, "cavalry_line")?,
            manhandle_disorder: test(swift, "unlimbered_artillery", "test", Rating::Training)?,
            change: test(change, "normal", "test", Rating::Orders)?,
            change_to_square: test(change, "to_square", "test", Rating::Orders)?,
            change_disorder: test(change, "disorder", "test", Rating::Training)?,
            limbering: test(deployment.part("limbering")?, "without_retreat", "test", Rating::Orders)?,
            retreat: test(retreat, "artillery", "test", Rating::Orders)?,
            retreat_least: metres(retreat, "artillery", "least_m")?,
            retreat_most: metres(retreat, "artillery", "most_m")?,
            limbered_bands: Bands::of_columns(limbered, Style::Dashes)?,
            limbered_tests: calls(limbered, "test")?,
            light_guns: manhandle(manhandling, "3-9pd")?,
            heavy_guns: manhandle(manhandling, "12pd")?,
            passages: passages(movement.part("passage")?)?,
            change_costs: change_costs(shelf.table("house")?.part("formation_change")?)?,
        })
    }

    /// The test of a limbered battery at this distance from the enemy.
    pub fn limbered_near_enemy(&self, distance: Metres) -> Call {
        self.limbered_bands.place(distance.0).map_or(Call::Nothing, |place| self.limbered_tests[place])
    }

    /// The manhandling row of a gun; 10 pd uses the row of 12 (R37).
    pub fn manhandling(&self, calibre: Calibre) -> ManhandleRow {
        if calibre >= Calibre::Pd10 { self.heavy_guns } else { self.light_guns }
    }

    /// The cost of marching through such a unit.
    pub fn passage(&self, passed: Passed) -> PassageRow {
        self.passages[passed as usize]
    }

    /// The metres that a change of formation costs (house).
    pub fn change_cost(&self, arm: FootOrHorse) -> Metres {
        self.change_costs[arm as usize]
    }
}

/// Metres, printed with or without brackets.
fn rate(part: &Part, row: &str, column: &str) -> Result<Metres, TableFault> {
    let Cell::Word(word) = part.cell(row, column)? else { return metres(part, row, column) };
    let bracketed = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    match bracketed.and_then(|number| number.parse::<u16>().ok()) {
        Some(number) => Ok(Metres(number.into())),
        None => Err(part.cell_fault(row, column, NO_RATE.with([("given", word.into())]))),
    }
}

fn rates(part: &Part, row: &str) -> Result<Rates, TableFault> {
    Ok(Rates {
        infantry: rate(part, row, "infantry")?,
        cavalry: rate(part, row, "cavalry")?,
        artillery: rate(part, row, "artillery")?,
        horse_artillery: rate(part, row, "horse_artillery")?,
    })
}

fn test_per(part: &Part, row: &str) -> Result<TestPer, TableFault> {
    let metres = Metres(part.above_0(row, "per_m")?);
    Ok(TestPer { test: test(part, row, "test", Rating::Training)?, metres })
}

fn manhandle(part: &Part, row: &str) -> Result<ManhandleRow, TableFault> {
    Ok(ManhandleRow {
        test: test(part, row, "test", Rating::Orders)?,
        turn_deg: count(part, row, "turn_deg")?,
        moved: metres(part, row, "move_m")?,
    })
}

fn passages(part: &Part) -> Result<[PassageRow; Passed::ALL.len()], TableFault> {
    part.expect_rows(&Passed::ALL.iter().map(|passed| passed.as_str()).collect::<Vec<_>>())?;
    let mut rows = [PassageRow { metres: Metres(0), test: Call::Nothing }; Passed::ALL.len()];
    for (row, passed) in rows.iter_mut().zip(Passed::ALL) {
        let metres = Metres(part.whole_or_dash(passed.as_str(), "metres")?.unwrap_or(0));
        *row = PassageRow { metres, test: call(part, passed.as_str(), "test")? };
    }
    Ok(rows)
}

fn change_costs(part: &Part) -> Result<[Metres; FootOrHorse::ALL.len()], TableFault> {
    let mut costs = [Metres(0); FootOrHorse::ALL.len()];
    for (cost, arm) in costs.iter_mut().zip(FootOrHorse::ALL) {
        *cost = metres(part, arm.as_str(), "metres")?;
    }
    Ok(costs)
}
