//! The musketry and artillery charts.

use krigsspil_engine::table::{Part, Span, TableFault, TableShelf};

use super::read::{Bands, expect_grades, expect_words, figures, place};
use crate::procedures::battery::{AevNation, BatteryModel, GuardStatus, Struck};

/// A row of the musketry chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusketryRow {
    /// Per cent in a firefight.
    pub firefight: i32,
    /// Per cent at 151 to 250 yards.
    pub ranged: i32,
    /// Per cent at 251 to 350 yards.
    pub long: i32,
    /// Per cent of skirmish fire.
    pub skirmish: i32,
    /// The deduction that a skirmish hit makes from the check it causes.
    pub deduction: i32,
    /// Castings a skirmish hit kills.
    pub kills: i32,
}

figures! {
    /// The longest range of each column.
    MusketryReach { firefight, ranged, long }
}
figures! {
    /// Firepower points except those of the melee grade.
    FirepowerPoints {
        skirmish_trained,
        rifle,
        nation,
        unorganized,
        disrupted,
        did_not_move,
        target_crew,
        target_skirmish,
        target_line,
        target_light_woods,
        target_heavy_woods,
        target_cover,
        target_screen,
    }
}
figures! {
    /// Modifiers of the bombardment intensity rating.
    BirPoints {
        through_skirmishers,
        poor_visibility,
        several_batteries,
        flank_or_rear,
        cavalry_limbered_or_mass,
        light_woods_or_engaged,
        square,
        heavy_woods_skirmish_or_cover,
        column_over_200,
        line_under_201,
        heavy_howitzers_or_consecutive,
        rockets_at_guns,
        howitzers_at_zone,
    }
}

/// The musketry charts.
#[derive(Clone, Debug)]
pub struct MusketryTables {
    rows: Bands<MusketryRow>,
    /// The longest range of each column.
    pub reach: MusketryReach,
    grades: Bands<i32>,
    /// Firepower points.
    pub points: FirepowerPoints,
}

impl MusketryTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MusketryTables, TableFault> {
        let musketry = shelf.table("musketry")?;
        let chance = musketry.part("chance")?;
        let modifiers = shelf.table("firepower-modifiers")?;
        let grades = modifiers.part("melee_grade")?;
        Ok(MusketryTables {
            rows: Bands::read(chance, 1, i32::MAX, |row| {
                Ok(MusketryRow {
                    firefight: chance.whole(row, "firefight")?,
                    ranged: chance.whole(row, "ranged")?,
                    long: chance.whole(row, "long")?,
                    skirmish: chance.whole(row, "skirmish")?,
                    deduction: chance.whole(row, "deduction")?,
                    kills: chance.whole(row, "kills")?,
                })
            })?,
            reach: MusketryReach::read(musketry.part("reach")?, "yards")?,
            grades: Bands::read(grades, 1, 10, |row| grades.whole(row, "points"))?,
            points: FirepowerPoints::read(modifiers.part("points")?, "points")?,
        })
    }

    /// The row of a firepower; `None` below 1 (ruling 18).
    pub fn row(&self, firepower: i32) -> Option<MusketryRow> {
        (firepower >= 1).then(|| self.rows.at(firepower))
    }

    /// Firepower points of a melee grade.
    pub fn grade_points(&self, melee_grade: i32) -> i32 {
        self.grades.at(melee_grade)
    }
}

/// The crew and limber hits a battery can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Crew.
    pub crew: i32,
    /// Limbers.
    pub limber: i32,
}

/// A naval battery; `None` where the book gives no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavalBattery {
    /// Crew and limbers.
    pub allowance: Allowance,
    /// Guns.
    pub guns: Option<i32>,
    /// Artillery effectiveness value.
    pub aev: Option<i32>,
    /// Barrage points.
    pub barrage_points: Option<i32>,
}

figures! {
    /// The limbers of the French Guard, and the barrage points for each limber.
    MoreOfBatteries { french_guard_limber, barrage_points_a_limber }
}
figures! {
    /// Points of the guards.
    GuardPoints { young_guard, old_guard, guard }
}

/// The artillery charts.
#[derive(Clone, Debug)]
pub struct ArtilleryTables {
    yards: Vec<Span>,
    chance: [[i32; 6]; 10],
    /// Modifiers of the bombardment intensity rating.
    pub bir: BirPoints,
    struck_near: Bands<Struck>,
    struck_far: Bands<Struck>,
    models: [(Allowance, Allowance); 6],
    ship: NavalBattery,
    shore: NavalBattery,
    /// The limbers of the French Guard, and the barrage points for each limber.
    pub more: MoreOfBatteries,
    gun_points: Bands<i32>,
    naval_points: i32,
    nations: [i32; AevNation::ALL.len()],
    guard: GuardPoints,
    value: Bands<i32>,
}

impl ArtilleryTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ArtilleryTables, TableFault> {
        let chart = shelf.table("artillery")?.part("chance")?;
        expect_grades(chart)?;
        let mut chance = [[0; 6]; 10];
        for (row, chances) in chance.iter_mut().enumerate() {
            *chances = chart.wholes(&(row + 1).to_string())?;
        }
        let counter = shelf.table("counter-battery")?;
        let batteries = shelf.table("battery-models")?;
        let models = batteries.part("field")?;
        let naval = batteries.part("naval")?;
        naval.expect_rows(&["naval_ship", "naval_shore"])?;
        let aev = shelf.table("aev")?;
        let gun_points = aev.part("gun_points")?;
        let value = aev.part("value")?;
        Ok(ArtilleryTables {
            yards: chart.column_spans()?,
            chance,
            bir: BirPoints::read(shelf.table("bir-modifiers")?.part("points")?, "points")?,
            struck_near: struck(counter.part("to_500_yards")?)?,
            struck_far: struck(counter.part("beyond_500_yards")?)?,
            models: read_models(models)?,
            ship: read_naval(naval, "naval_ship")?,
            shore: read_naval(naval, "naval_shore")?,
            more: MoreOfBatteries::read(batteries.part("more")?, "number")?,
            gun_points: Bands::read(gun_points, 1, i32::MAX, |row| gun_points.whole(row, "points"))?,
            naval_points: aev.part("naval_points")?.whole("naval", "points")?,
            nations: read_nations(aev.part("nation")?)?,
            guard: GuardPoints::read(aev.part("guard")?, "points")?,
            value: Bands::read(value, i32::MIN, i32::MAX, |row| value.whole(row, "aev"))?,
        })
    }

    /// The column of a distance; `None` beyond the chart.
    pub fn range_band(&self, yards: i32) -> Option<usize> {
        place(&self.yards, yards)
    }

    /// The chance of a rating in a column: above 10 it counts as 10, below 1 there is no chance (ruling 11).
    pub fn chance(&self, bir: i32, range_band: usize) -> i32 {
        if bir < 1 { 0 } else { self.chance[bir.min(10) as usize - 1][range_band] }
    }

    /// What a hit on a battery strikes, by roll.
    pub const fn struck(&self, near: bool) -> &Bands<Struck> {
        if near { &self.struck_near } else { &self.struck_far }
    }

    /// The hits a field battery can take; `None` for naval guns.
    pub fn allowance(&self, model: BatteryModel, horse: bool) -> Option<Allowance> {
        self.models.get(model as usize).map(|(foot, mounted)| if horse { *mounted } else { *foot })
    }

    /// The numbers of a naval battery; `None` for field batteries.
    pub fn naval(&self, model: BatteryModel) -> Option<NavalBattery> {
        match model {
            BatteryModel::NavalShip => Some(self.ship),
            BatteryModel::NavalShore => Some(self.shore),
            _ => None,
        }
    }

    /// Points of one gun.
    pub fn gun_points(&self, poundage: i32, naval: bool) -> i32 {
        if naval { self.naval_points } else { self.gun_points.at(poundage) }
    }

    /// Points of a nation; those of a French guard replace them (ruling 9).
    pub fn nation_points(&self, nation: AevNation, guard: GuardStatus) -> i32 {
        match guard {
            GuardStatus::YoungGuard | GuardStatus::OldGuard => 0,
            GuardStatus::None | GuardStatus::Guard => self.nations[nation as usize],
        }
    }

    /// Points of a guard.
    pub const fn guard_points(&self, guard: GuardStatus) -> i32 {
        match guard {
            GuardStatus::None => 0,
            GuardStatus::Guard => self.guard.guard,
            GuardStatus::YoungGuard => self.guard.young_guard,
            GuardStatus::OldGuard => self.guard.old_guard,
        }
    }

    /// The value of a point total.
    pub fn value(&self, total: i32) -> i32 {
        self.value.at(total)
    }
}

fn struck(part: &Part) -> Result<Bands<Struck>, TableFault> {
    Bands::read(part, 1, 100, |row| part.parsed(row, "struck"))
}

fn read_models(part: &Part) -> Result<[(Allowance, Allowance); 6], TableFault> {
    expect_words(part, BatteryModel::ALL.iter().take(6).map(|model| model.as_str()))?;
    let none = Allowance { crew: 0, limber: 0 };
    let mut models = [(none, none); 6];
    for (both, model) in models.iter_mut().zip(BatteryModel::ALL) {
        let [foot_crew, foot_limber, horse_crew, horse_limber] = part.wholes(model.as_str())?;
        *both = (
            Allowance { crew: foot_crew, limber: foot_limber },
            Allowance { crew: horse_crew, limber: horse_limber },
        );
    }
    Ok(models)
}

fn read_naval(part: &Part, row: &str) -> Result<NavalBattery, TableFault> {
    Ok(NavalBattery {
        allowance: Allowance { crew: part.whole(row, "crew")?, limber: part.whole(row, "limber")? },
        guns: part.whole_or_dash(row, "guns")?,
        aev: part.whole_or_dash(row, "aev")?,
        barrage_points: part.whole_or_dash(row, "barrage_points")?,
    })
}

fn read_nations(part: &Part) -> Result<[i32; AevNation::ALL.len()], TableFault> {
    expect_words(part, AevNation::ALL.iter().map(|nation| nation.as_str()))?;
    let mut nations = [0; AevNation::ALL.len()];
    for (points, nation) in nations.iter_mut().zip(AevNation::ALL) {
        *points = part.whole(nation.as_str(), "points")?;
    }
    Ok(nations)
}
