//! The small lists: weather, order chits, militia, scout points, march rates.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::read::{Bands, expect_words, figures};
use crate::procedures::chits::{Chit, ChitCode, ChitSet};
use crate::procedures::march::MarchNation;
use crate::vocabulary::{MoraleGrade, Weather};

/// The effect of a kind of weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeatherEffects {
    /// The visibility.
    pub visibility_yards: i32,
    /// Firepower points.
    pub firepower: i32,
}

figures! {
    /// Scout points.
    ScoutPoints { indians_or_guerillas, medium_or_heavy_cavalry, light_cavalry, cossacks_or_asiatic, home_country }
}

/// The small lists.
#[derive(Clone, Debug)]
pub struct Lists {
    weather: [WeatherEffects; Weather::ALL.len()],
    weather_change: Bands<i32>,
    chits: [Chit; ChitCode::ALL.len()],
    militia: Bands<(i32, MoraleGrade)>,
    /// Scout points.
    pub scouting: ScoutPoints,
    quick_from: [Option<i32>; MarchNation::ALL.len() - 1],
}

impl Lists {
    pub(super) fn read(shelf: &TableShelf) -> Result<Lists, TableFault> {
        let weather = shelf.table("weather")?;
        let effects = weather.part("effects")?;
        let change = weather.part("change")?;
        let militia = shelf.table("militia")?.only_part()?;
        let scouting = shelf.table("scouting")?.only_part()?;
        Ok(Lists {
            weather: read_weather(effects)?,
            weather_change: Bands::read(change, 1, 100, |row| change.whole(row, "worse"))?,
            chits: read_chits(shelf)?,
            militia: Bands::read(militia, 1, 100, |row| {
                Ok((militia.whole(row, "melee_grade")?, militia.parsed(row, "morale_grade")?))
            })?,
            scouting: ScoutPoints::read(scouting, "points")?,
            quick_from: read_march(shelf.table("standard-march")?.only_part()?)?,
        })
    }

    /// The effect of the weather.
    pub const fn weather(&self, weather: Weather) -> WeatherEffects {
        self.weather[weather as usize]
    }

    /// By how many steps the hourly roll makes the weather worse.
    pub const fn weather_change(&self) -> &Bands<i32> {
        &self.weather_change
    }

    /// What a chit orders.
    pub const fn chit(&self, code: ChitCode) -> Chit {
        self.chits[code as usize]
    }

    /// The melee and morale grade from the militia's roll.
    pub const fn militia(&self) -> &Bands<(i32, MoraleGrade)> {
        &self.militia
    }

    /// Does a nation march at the standard rate in this year? Nations that are not listed use quick march.
    pub fn standard_march(&self, nation: MarchNation, year: i32) -> bool {
        self.quick_from.get(nation as usize).is_some_and(|from| from.is_none_or(|from| year < from))
    }
}

fn read_weather(part: &Part) -> Result<[WeatherEffects; Weather::ALL.len()], TableFault> {
    expect_words(part, Weather::ALL.iter().map(|kind| kind.as_str()))?;
    let mut weather = [WeatherEffects { visibility_yards: 0, firepower: 0 }; Weather::ALL.len()];
    for (effects, kind) in weather.iter_mut().zip(Weather::ALL) {
        let [visibility_yards, firepower] = part.wholes(kind.as_str())?;
        *effects = WeatherEffects { visibility_yards, firepower };
    }
    Ok(weather)
}

fn read_chits(shelf: &TableShelf) -> Result<[Chit; ChitCode::ALL.len()], TableFault> {
    let table = shelf.table("order-chits")?;
    let mut chits = [Chit::NOTHING; ChitCode::ALL.len()];
    for (chit, code) in chits.iter_mut().zip(ChitCode::ALL) {
        let row = code.as_str();
        let set = if table.part(ChitSet::FacingFormation.as_str())?.row(row).is_ok() {
            ChitSet::FacingFormation
        } else {
            ChitSet::MovementCharge
        };
        let part = table.part(set.as_str())?;
        *chit = Chit {
            set,
            action: part.parsed(row, "action")?,
            formation: part.parsed(row, "formation")?,
            facing: part.parsed(row, "facing")?,
            least_degrees: part.whole(row, "least_degrees")?,
            most_degrees: part.whole(row, "most_degrees")?,
            arm: part.parsed(row, "arm")?,
        };
    }
    Ok(chits)
}

fn read_march(part: &Part) -> Result<[Option<i32>; MarchNation::ALL.len() - 1], TableFault> {
    let listed = MarchNation::ALL.iter().filter(|nation| **nation != MarchNation::Other);
    expect_words(part, listed.map(|nation| nation.as_str()))?;
    let mut years = [None; MarchNation::ALL.len() - 1];
    for (year, nation) in years.iter_mut().zip(MarchNation::ALL) {
        *year = part.whole_or_dash(nation.as_str(), "year")?;
    }
    Ok(years)
}
