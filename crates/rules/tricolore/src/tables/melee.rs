//! The melee tables: modifiers, multipliers and results.

use std::fmt;
use std::str::FromStr;

use krigsspil_engine::Sentence;
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::OutcomeValue;
use krigsspil_engine::serde::{Serialize, Serializer};
use krigsspil_engine::table::{Part, TableFault, TableShelf};
use krigsspil_engine::wordings::{FIGURES_FALL, NOT_ABOVE_0};

use super::cells::{Bands, Heading, Style, bases, calls, count, disorder, metres, quarters, test};
use super::wordings::NO_RESULT;
use crate::notation::{Call, Rating, Test};
use crate::quantity::{Bases, Disorder, Metres, Quarters};
use crate::vocabulary::{FootOrHorse, ForcedInto, MeleeTable};

/// A printed number; with an asterisk it counts for each point (R11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerPoint {
    value: i32,
    each: bool,
}

impl PerPoint {
    pub(super) fn read(part: &Part, key: &str, column: &str) -> Result<PerPoint, TableFault> {
        let (key, each) = starred(part, key)?;
        Ok(PerPoint { value: part.whole_or_dash(&key, column)?.unwrap_or(0), each })
    }

    /// The value for this many points.
    pub const fn of(self, points: i32) -> i32 {
        if self.each {
            self.value * points
        } else if points > 0 {
            self.value
        } else {
            0
        }
    }
}

/// A row of modifiers: its values for A and F.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// In A's column.
    pub attacker: PerPoint,
    /// In F's column.
    pub defender: PerPoint,
}

impl Row {
    fn read(part: &Part, key: &str) -> Result<Row, TableFault> {
        Ok(Row { attacker: PerPoint::read(part, key, "A")?, defender: PerPoint::read(part, key, "F")? })
    }
}

/// The key of a row in the part, and whether it has its asterisk.
fn starred(part: &Part, key: &str) -> Result<(String, bool), TableFault> {
    let starred = format!("{key}*");
    if part.row(&starred).is_ok() {
        return Ok((starred, true));
    }
    part.row(key).map(|row| (row.key.clone(), false))
}

/// Checks that every row of a part is known, with or without its asterisk.
fn expect_known(part: &Part, keys: &[&str]) -> Result<(), TableFault> {
    match part.rows.iter().find(|row| !keys.contains(&row.key.trim_end_matches('*'))) {
        Some(row) => Err(part.not_printed(row, keys)),
        None => Ok(()),
    }
}

macro_rules! rows {
    ($($(#[$doc:meta])* $table:ident { $($row:ident),* ; $($times:ident),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $table {
            $(#[doc = concat!("`", stringify!($row), "`")] pub $row: Row,)*
            $(#[doc = concat!("Strength: `", stringify!($times), "`")] pub $times: Quarters,)*
        }

        impl $table {
            fn read(shelf: &TableShelf, id: &str) -> Result<$table, TableFault> {
                let table = shelf.table(id)?;
                let modifiers = table.part("modifiers")?;
                expect_known(modifiers, &[$(stringify!($row)),*])?;
                $(let $times = multiplier(table.part("strength")?, stringify!($times))?;)*
                Ok($table { $($row: Row::read(modifiers, stringify!($row))?,)* $($times,)* })
            }
        }
    )*};
}

rows! {
    /// Initial melees of infantry outside town zones.
    InfantryInitialRows {
        value, disorder, superiority, in_cover, skirmishers_in_the_open, artillery_support, threatened_flank,
        threatened_flank_artillery, flanked, march_column, square, neighbour_support;
    }
    /// Continued melee of infantry.
    InfantryContinuedRows {
        value, cover, threatened_flank, disorder, superiority, artillery_support;
        line_training_5, line_training_6_9, square, skirmishers
    }
    /// Fights for town zones.
    TownRows { value, disorder, superiority, cover; }
    /// Infantry that attacks cavalry.
    InfantryCavalryRows { value, disorder, flanked, superiority; line_training_5, line_training_6_9 }
    /// Initial melees of cavalry with cavalry.
    CavalryInitialRows {
        value, disorder_light, disorder_medium_heavy, superiority, stationary, threatened_flank, flanked,
        march_column, medium, heavy;
    }
    /// Continued melee of cavalry.
    CavalryContinuedRows { value, training, disorder, superiority; line_training_6_9, line_training_5 }
    /// Cavalry that attacks other arms.
    CavalryChargeRows {
        value, disorder, superiority, cover, flanked, heavy, square, threatened_flank,
        threatened_flank_line_or_artillery, fully_covered, anchored, march_column, artillery_support,
        neighbour_support;
        line_training_2_4, skirmishers_in_the_open
    }
}

/// A multiplier of strength: above 0, because strength is used as a divisor.
fn multiplier(part: &Part, row: &str) -> Result<Quarters, TableFault> {
    match quarters(part, row, "times")? {
        Quarters(0) => Err(part.cell_fault(row, "times", NOT_ABOVE_0.with([("given", 0.into())]))),
        times => Ok(times),
    }
}

/// The movement of a result (R17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// The table prints no movement.
    Unprinted,
    /// It stands.
    Stands,
    /// The melee continues.
    Continued,
    /// It retreats.
    Retreat(Metres),
    /// It breaks through.
    Breakthrough(Metres),
    /// It is forced into a formation.
    Forced(ForcedInto),
    /// It is eliminated.
    Eliminated,
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Movement::Unprinted => f.write_str("none"),
            Movement::Stands => f.write_str("0"),
            Movement::Continued => f.write_str("#"),
            Movement::Retreat(metres) => write!(f, "R{metres}"),
            Movement::Breakthrough(metres) => write!(f, "A{metres}"),
            Movement::Forced(formation) => formation.fmt(f),
            Movement::Eliminated => f.write_str("eliminated"),
        }
    }
}

impl Movement {
    fn parse(text: &str) -> Option<Movement> {
        let metres = |text: &str| Some(Metres(text.parse::<u16>().ok()?.into()));
        match text {
            "0" => Some(Movement::Stands),
            "#" => Some(Movement::Continued),
            "line" | "Linje" => Some(Movement::Forced(ForcedInto::Line)),
            "square" | "Karré" => Some(Movement::Forced(ForcedInto::Square)),
            _ => match text.split_at_checked(1)? {
                ("R", far) => metres(far).map(Movement::Retreat),
                ("A", far) => metres(far).map(Movement::Breakthrough),
                _ => None,
            },
        }
    }
}

impl Serialize for Movement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl OutcomeValue for Movement {
    const KIND: Kind = Kind::Text;
}

/// The loss of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The loss number.
    Number(i32),
    /// The sun sign: a morale test for loss (R19).
    Test,
    /// Everything.
    All,
}

/// One cell of a result table: movement, U, loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeleeCell {
    /// Movement.
    pub movement: Movement,
    /// U.
    pub disorder: Disorder,
    /// Loss.
    pub loss: Loss,
}

impl FromStr for MeleeCell {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<MeleeCell, Sentence> {
        parse_cell(text).ok_or_else(|| NO_RESULT.with([("given", text.into())]))
    }
}

fn parse_cell(text: &str) -> Option<MeleeCell> {
    if matches!(text, "eliminated" | "Elimineret") {
        let (movement, disorder, loss) = (Movement::Eliminated, Disorder::NONE, Loss::All);
        return Some(MeleeCell { movement, disorder, loss });
    }
    let mut words = text.split(' ').rev();
    let (loss, disorder) = (words.next()?, words.next()?);
    let movement = match words.next() {
        Some(word) => Movement::parse(word)?,
        None => Movement::Unprinted,
    };
    let loss = if loss == "☉" { Loss::Test } else { Loss::Number(loss.parse::<u8>().ok()?.into()) };
    let disorder = Disorder(disorder.strip_suffix('U')?.parse::<u8>().ok()?.into());
    words.next().is_none().then_some(MeleeCell { movement, disorder, loss })
}

/// A result table: nine columns for A and F.
#[derive(Clone, Debug)]
pub struct ResultTable {
    /// Its name.
    pub name: MeleeTable,
    columns: Bands,
    attacker: Vec<MeleeCell>,
    defender: Vec<MeleeCell>,
}

impl ResultTable {
    fn read(shelf: &TableShelf, id: &str, name: MeleeTable) -> Result<ResultTable, TableFault> {
        let part = shelf.table(id)?.part(name.as_str())?;
        part.expect_rows(&["A", "F"])?;
        let row =
            |key| part.columns.iter().map(|column| part.parsed(key, column)).collect::<Result<Vec<_>, _>>();
        Ok(ResultTable {
            name,
            columns: Bands::of_columns(part, Style::Limits)?.reaching(i32::MIN, i32::MAX, part)?,
            attacker: row("A")?,
            defender: row("F")?,
        })
    }

    /// The column of a total, and the cells of A and F in it.
    pub fn result(&self, total: i32) -> (Heading, MeleeCell, MeleeCell) {
        // The columns cover everything from end to end, so every total has its column.
        let place = self.columns.place(total).unwrap_or(0);
        (self.columns.heading(place), self.attacker[place], self.defender[place])
    }
}

/// The general box: losses, breakthroughs, forced formations.
#[derive(Clone, Debug)]
pub struct General {
    loss_bands: Bands,
    losses: Vec<Bases>,
    /// The multiplier of the loss factor if the enemy is in line or is artillery.
    pub line_or_artillery: i32,
    /// The multiplier if either side is skirmishers, whatever else applies.
    pub skirmishers: i32,
    /// The test of an attacker who does not want to break through.
    pub stay: Test,
    /// U of infantry without room for a forced formation.
    pub no_space: Disorder,
    /// Dice of a melee (house).
    pub dice: i32,
    /// Bases lost for each failed die of a loss test (house).
    pub loss_test: Bases,
    through_artillery: [Metres; FootOrHorse::ALL.len()],
}

impl General {
    fn read(shelf: &TableShelf) -> Result<General, TableFault> {
        let (table, house) = (shelf.table("melee-general")?, shelf.table("house")?);
        let loss = table.part("loss")?;
        let losses = loss.columns.iter().map(|column| bases(loss, "bases", column));
        let losses = losses.collect::<Result<Vec<_>, _>>()?;
        if !losses.is_sorted() {
            return Err(loss.fault(FIGURES_FALL.with([("row", "bases".into())])));
        }
        let times = table.part("loss_factor")?;
        let through = table.part("through_artillery")?;
        Ok(General {
            loss_bands: Bands::of_columns(loss, Style::Dashes)?.reaching(1, i32::MAX, loss)?,
            losses,
            line_or_artillery: count(times, "enemy_line_or_artillery", "times")?,
            skirmishers: count(times, "either_skirmishers", "times")?,
            stay: test(table.part("no_breakthrough")?, "attacker_stays", "test", Rating::Training)?,
            no_space: disorder(table.part("forced_formation")?, "lacks_space", "disorder")?,
            dice: house.part("melee_dice")?.above_0("melee", "dice")?,
            loss_test: bases(house.part("loss_test")?, "each_failure", "bases")?,
            through_artillery: [
                metres(through, "infantry", "metres")?,
                metres(through, "cavalry", "metres")?,
            ],
        })
    }

    /// Bases lost to a factor; factor 0 costs nothing.
    pub fn loss(&self, factor: i32) -> Bases {
        self.loss_bands.place(factor).map_or(Bases::NONE, |place| self.losses[place])
    }

    /// How far an arm continues through a battery.
    pub fn through_artillery(&self, arm: FootOrHorse) -> Metres {
        self.through_artillery[arm as usize]
    }
}

/// Every melee table.
#[derive(Clone, Debug)]
pub struct Melee {
    /// The general box.
    pub general: General,
    /// Modifiers: initial infantry.
    pub infantry_initial: InfantryInitialRows,
    /// Results: infantry against infantry.
    pub infantry_vs_infantry: ResultTable,
    /// Results: infantry against artillery.
    pub infantry_vs_artillery: ResultTable,
    /// Modifiers: continued infantry.
    pub infantry_continued_rows: InfantryContinuedRows,
    /// Results: continued infantry.
    pub infantry_continued: ResultTable,
    /// A side with at least this much disorder breaks off.
    pub break_disorder: Disorder,
    /// Or with at most this many bases.
    pub break_bases: Bases,
    /// And goes back this far.
    pub break_retreat: Metres,
    /// Modifiers: town zones.
    pub town_rows: TownRows,
    /// Results: town zones.
    pub town: ResultTable,
    /// The multiplier of the loss of an attacker without friends in the zone.
    pub no_foothold: i32,
    town_test_bands: Bands,
    town_tests: Vec<Call>,
    /// Retreat of a unit that fails the town test.
    pub town_retreat: Metres,
    /// And its U.
    pub town_disorder: Disorder,
    /// Modifiers: infantry against cavalry.
    pub infantry_cavalry: InfantryCavalryRows,
    /// Results: infantry against cavalry.
    pub infantry_vs_cavalry: ResultTable,
    /// Modifiers: initial cavalry.
    pub cavalry_initial: CavalryInitialRows,
    /// Results: cavalry against cavalry.
    pub cavalry_vs_cavalry: ResultTable,
    /// Modifiers: continued cavalry.
    pub cavalry_continued_rows: CavalryContinuedRows,
    /// Results: continued cavalry.
    pub cavalry_continued: ResultTable,
    /// Modifiers: cavalry against other arms.
    pub charge: CavalryChargeRows,
    /// Results: cavalry against infantry.
    pub cavalry_vs_infantry: ResultTable,
    /// Results: cavalry against artillery.
    pub cavalry_vs_artillery: ResultTable,
}

impl Melee {
    pub(super) fn read(shelf: &TableShelf) -> Result<Melee, TableFault> {
        let result = |id, name| ResultTable::read(shelf, id, name);
        let break_off = shelf.table("infantry-continued")?.part("break_off")?;
        let town = shelf.table("town")?;
        let (town_test, failed) = (town.part("town_test")?, town.part("failed")?);
        test(failed, "failed", "loss_test", Rating::Morale)?;
        Ok(Melee {
            general: General::read(shelf)?,
            infantry_initial: InfantryInitialRows::read(shelf, "infantry-initial")?,
            infantry_vs_infantry: result("infantry-initial", MeleeTable::InfantryVsInfantry)?,
            infantry_vs_artillery: result("infantry-initial", MeleeTable::InfantryVsArtillery)?,
            infantry_continued_rows: InfantryContinuedRows::read(shelf, "infantry-continued")?,
            infantry_continued: result("infantry-continued", MeleeTable::InfantryContinued)?,
            break_disorder: disorder(break_off, "breaks_off", "disorder")?,
            break_bases: bases(break_off, "breaks_off", "bases")?,
            break_retreat: metres(break_off, "breaks_off", "retreat_m")?,
            town_rows: TownRows::read(shelf, "town")?,
            town: result("town", MeleeTable::Town)?,
            no_foothold: town.part("no_foothold")?.above_0("attacker_loss", "times")?,
            town_test_bands: Bands::of_columns(town_test, Style::Dashes)?,
            town_tests: calls(town_test, "test")?,
            town_retreat: metres(failed, "failed", "retreat_m")?,
            town_disorder: disorder(failed, "failed", "disorder")?,
            infantry_cavalry: InfantryCavalryRows::read(shelf, "infantry-cavalry")?,
            infantry_vs_cavalry: result("infantry-cavalry", MeleeTable::InfantryVsCavalry)?,
            cavalry_initial: CavalryInitialRows::read(shelf, "cavalry-initial")?,
            cavalry_vs_cavalry: result("cavalry-initial", MeleeTable::CavalryVsCavalry)?,
            cavalry_continued_rows: CavalryContinuedRows::read(shelf, "cavalry-continued")?,
            cavalry_continued: result("cavalry-continued", MeleeTable::CavalryContinued)?,
            charge: CavalryChargeRows::read(shelf, "cavalry-charge")?,
            cavalry_vs_infantry: result("cavalry-charge", MeleeTable::CavalryVsInfantry)?,
            cavalry_vs_artillery: result("cavalry-charge", MeleeTable::CavalryVsArtillery)?,
        })
    }

    /// The town test of a unit with this much disorder.
    pub fn town_test(&self, disorder: Disorder) -> Call {
        self.town_test_bands.place(disorder.0).map_or(Call::Nothing, |place| self.town_tests[place])
    }
}
