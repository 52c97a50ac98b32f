//! Attack declarations, formation morale and reorganisation.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::cells::{Bands, Style, call, calls, count, disorder, metres, test};
use crate::notation::{Call, Rating, Test};
use crate::quantity::{Disorder, Metres};
use crate::vocabulary::Evader;

/// Attack declarations.
#[derive(Clone, Debug)]
pub struct Declarations {
    bands: Bands,
    regular: Vec<Call>,
    irregular: Vec<Call>,
    /// The test of skirmishers, where other troops take theirs.
    pub skirmishers: Test,
    evasion_disorder: [Disorder; Evader::ALL.len()],
    evasion_metres: [Metres; Evader::ALL.len()],
}

impl Declarations {
    pub(super) fn read(shelf: &TableShelf) -> Result<Declarations, TableFault> {
        let table = shelf.table("declarations")?;
        let tests = table.part("tests")?;
        let price = table.part("retreat_before_combat")?;
        let distance = shelf.table("house")?.part("retreat_before_combat")?;
        let mut evasion_disorder = [Disorder::NONE; Evader::ALL.len()];
        let mut evasion_metres = [Metres(0); Evader::ALL.len()];
        for (place, arm) in Evader::ALL.iter().enumerate() {
            evasion_disorder[place] = disorder(price, arm.as_str(), "disorder")?;
            evasion_metres[place] = metres(distance, arm.as_str(), "retreat_m")?;
        }
        Ok(Declarations {
            bands: Bands::of_columns(tests, Style::Dashes)?.reaching(0, Disorder::MOST.0, tests)?,
            regular: calls(tests, "regular")?,
            irregular: calls(tests, "irregular")?,
            skirmishers: test(table.part("skirmishers")?, "skirmishers", "test", Rating::Skirmish)?,
            evasion_disorder,
            evasion_metres,
        })
    }

    /// What a unit with this much disorder must do to attack.
    pub fn call(&self, disorder: Disorder, irregular: bool) -> Call {
        let row = if irregular { &self.irregular } else { &self.regular };
        self.bands.place(disorder.0).map_or(Call::Forbidden, |place| row[place])
    }

    /// The cost of evasion.
    pub fn evasion_disorder(&self, arm: Evader) -> Disorder {
        self.evasion_disorder[arm as usize]
    }

    /// How far evasion takes the unit (house).
    pub fn evasion_metres(&self, arm: Evader) -> Metres {
        self.evasion_metres[arm as usize]
    }
}

/// Formation morale and reorganisation.
#[derive(Clone, Debug)]
pub struct Administration {
    morale_bands: Bands,
    morale_tests: Vec<Call>,
    /// Tactical reorganisation, normally.
    pub tactical: Test,
    /// Tactical reorganisation of a stationary unit.
    pub tactical_still: Test,
    /// Tactical reorganisation of artillery, and after an initial melee.
    pub tactical_barred: Call,
    /// The distance at which the enemy counts as near in a sequence.
    pub tactical_near: Metres,
    /// The multiplier of the dice with an officer in contact.
    pub officer_times: i32,
    /// The least number of U removed with him.
    pub officer_least: i32,
    /// Grand tactical reorganisation far from the enemy, without moving.
    pub grand_far: Call,
    /// The same near the enemy, or after a move.
    pub grand_near: Call,
    /// Artillery near the enemy.
    pub artillery_near: Call,
    /// Artillery far from the enemy.
    pub artillery_far: Call,
    /// The distance at which the enemy counts as near in the phase.
    pub grand_near_m: Metres,
}

impl Administration {
    pub(super) fn read(shelf: &TableShelf) -> Result<Administration, TableFault> {
        let tactical = shelf.table("administration")?;
        let morale = tactical.part("formation_morale")?;
        let reorganisation = tactical.part("reorganisation")?;
        let officer = tactical.part("officer_in_contact")?;
        let grand_table = shelf.table("grand-administration")?;
        let grand = grand_table.part("reorganisation")?;
        Ok(Administration {
            morale_bands: Bands::of_columns(morale, Style::Dashes)?,
            morale_tests: calls(morale, "test")?,
            tactical: test(reorganisation, "normal", "test", Rating::Training)?,
            tactical_still: test(reorganisation, "standing_still", "test", Rating::Training)?,
            tactical_barred: call(reorganisation, "artillery_or_initial", "test")?,
            tactical_near: metres(tactical.part("near_m")?, "near_the_enemy", "metres")?,
            officer_times: officer.above_0("officer", "times")?,
            officer_least: count(officer, "officer", "at_least")?,
            grand_far: call(grand, "far", "test")?,
            grand_near: call(grand, "near_or_moved", "test")?,
            artillery_near: call(grand, "artillery_near", "test")?,
            artillery_far: call(grand, "artillery_far", "test")?,
            grand_near_m: metres(grand_table.part("near_m")?, "near_the_enemy", "metres")?,
        })
    }

    /// The test of a formation with this percentage lost or disordered.
    pub fn morale(&self, percent: i32) -> Call {
        self.morale_bands.place(percent).map_or(Call::Nothing, |place| self.morale_tests[place])
    }
}
