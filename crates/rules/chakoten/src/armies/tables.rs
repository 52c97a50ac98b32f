//! Skema XX and XXI and the numbers of chapter 19 as the procedures use them.

use krigsspil_engine::table::{Part, TableFault, TableShelf};
use krigsspil_engine::wordings::{NO_DASH, NOT_AT_LEAST};

use super::read::{Steps, number_above_0, span, span_or_dash};
use super::vocabulary::*;

/// The figures of a work unit. The larger number divides the figures; the smaller is the least that a remainder, or a unit after losses,
/// needs (§19.04.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gang {
    /// The smaller number.
    pub least: i32,
    /// The larger number.
    pub most: i32,
}

impl Gang {
    /// The work units that this many figures form.
    pub const fn units(self, figures: i32) -> i32 {
        figures / self.most + (figures % self.most >= self.least) as i32
    }

    /// Levelling takes half the figures, rounded up (§19.12.4).
    pub const fn halved(self) -> Gang {
        Gang { least: (self.least + 1) / 2, most: (self.most + 1) / 2 }
    }

    fn read(part: &Part, row: &str, column: &str) -> Result<Option<Gang>, TableFault> {
        match span_or_dash(part, row, column)? {
            Some(span) if span.least < 1 => {
                let blanks = [("given", span.least.into()), ("least", 1.into())];
                Err(part.cell_fault(row, column, NOT_AT_LEAST.with(blanks)))
            }
            found => Ok(found.map(|span| Gang { least: span.least, most: span.most })),
        }
    }

    fn read_pioneers(part: &Part, row: &str) -> Result<Gang, TableFault> {
        Gang::read(part, row, "pioneers")?.ok_or_else(|| part.cell_fault(row, "pioneers", NO_DASH))
    }
}

/// A row of skema XX.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkLine {
    /// The lowest grade that may lead it.
    pub leader: Grade,
    /// Pioneers in a work unit.
    pub pioneers: Gang,
    /// Other arms in a work unit; `None` if they may not work.
    pub others: Option<Gang>,
    /// The smallest quantity one work unit makes.
    pub portion: f64,
    /// The unit of that quantity.
    pub portion_unit: PortionUnit,
    /// Whether a bridge abutment is also a portion.
    pub abutment: bool,
    /// Turns for a portion.
    pub turns: i32,
    /// Turns of rest in the middle.
    pub rest: i32,
    /// Whether the acquisition die may be used.
    pub acquisition: bool,
    /// Figure pieces that one piece of the work serves.
    pub figure_pieces: i32,
    /// Figures that one piece of the work serves.
    pub figures: i32,
}

/// A row of skema XXI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DemolitionLine {
    /// The lowest grade that may lead it, except blasting.
    pub leader: Grade,
    /// Pioneers in a work unit.
    pub pioneers: Gang,
    /// Other arms in a work unit; `None` if they may not work.
    pub others: Option<Gang>,
    /// The quantity destroyed at a time.
    pub portion: i32,
    /// The unit of that quantity.
    pub portion_unit: PortionUnit,
    /// Turns to prepare a blast.
    pub blast_turns: i32,
    /// Powder charges for a portion.
    pub blast_charges: f64,
    /// Turns to prepare burning.
    pub burn_turns: Option<i32>,
    /// Whether the acquisition die may be used for burning.
    pub burn_acquisition: bool,
    /// Turns to throw it off.
    pub throw_off_turns: Option<i32>,
    /// Turns by other means.
    pub other_turns: Option<i32>,
}

impl DemolitionLine {
    /// Turns of a method; `None` if the table does not allow it.
    pub const fn turns(&self, method: DemolitionMethod) -> Option<i32> {
        match method {
            DemolitionMethod::Blast => Some(self.blast_turns),
            DemolitionMethod::Burn => self.burn_turns,
            DemolitionMethod::ThrowOff => self.throw_off_turns,
            DemolitionMethod::Other => self.other_turns,
        }
    }
}

/// How long an object burns and how far its fire spreads (§19.06.3, §19.06.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burning {
    /// Turns the fire lasts.
    pub turns: i32,
    /// How far it spreads downwind.
    pub cm_downwind: f64,
    /// How far it spreads in other directions.
    pub cm: f64,
}

/// How much of a mine is dug, and in how many turns (§19.08.2 to §19.08.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digging {
    /// How much.
    pub portion: f64,
    /// In how many turns.
    pub turns: i32,
}

/// What a ferry or boat carries and how it sails (§19.11.2 to §19.11.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VesselLine {
    /// Infantry, mounted men, horses, figure pieces and wagons: how many of one kind; `None` if it cannot carry them.
    pub carries: [Option<i32>; 5],
    /// Cm in a turn.
    pub cm_a_turn: f64,
    /// Turns to load.
    pub loading: f64,
    /// Turns to unload.
    pub unloading: f64,
    /// Vessels that one pioneer handles.
    pub vessels_a_pioneer: i32,
}

/// Pontoons for a work: a number for each length or part of it (§19.10.2, §19.11.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pontoons {
    /// The number.
    pub pontoons: i32,
    /// The length.
    pub each: f64,
}

/// The tables of chapter 19.
#[derive(Clone, Debug)]
pub struct PioneerTables {
    works: [WorkLine; Work::ALL.len()],
    demolition: [DemolitionLine; DemolitionObject::ALL.len()],
    /// Cm of deck that are thrown off in the printed time.
    pub deck_cm: f64,
    /// Per cent added to the working time, by the acquisition or delay die.
    pub extra_time: Steps<i32>,
    /// Whether a fire is lit.
    pub lighting: Steps<bool>,
    /// Whether it is put out.
    pub putting_out: Steps<bool>,
    burning: [Burning; FireSize::ALL.len()],
    /// A blast, the first time.
    pub blasting: Steps<BlastResult>,
    /// A blast after a partial destruction.
    pub blasting_again: Steps<BlastResult>,
    /// A mine.
    pub mine: Steps<MineResult>,
    /// Shaft.
    pub shaft: Digging,
    /// Gallery.
    pub gallery: Digging,
    /// Chamber.
    pub chamber: Digging,
    /// The fewest miners, pioneers and helpers needed to dig.
    pub mine_party: [i32; 3],
    vessels: [VesselLine; Vessel::ALL.len()],
    pontoon_bridge: Pontoons,
    pontoon_ferry: Pontoons,
    pontoon_boat: Pontoons,
}

fn read_work(part: &Part, row: &str) -> Result<WorkLine, TableFault> {
    Ok(WorkLine {
        leader: part.parsed(row, "leader")?,
        pioneers: Gang::read_pioneers(part, row)?,
        others: Gang::read(part, row, "others")?,
        portion: number_above_0(part, row, "portion")?,
        portion_unit: part.parsed(row, "portion_unit")?,
        abutment: part.yes_no(row, "abutment")?,
        turns: part.above_0(row, "turns")?,
        rest: part.whole_or_dash(row, "rest")?.unwrap_or(0),
        acquisition: part.yes_no(row, "acquisition")?,
        figure_pieces: part.whole_or_dash(row, "figure_pieces")?.unwrap_or(0),
        figures: part.whole_or_dash(row, "figures")?.unwrap_or(0),
    })
}

fn read_demolition(part: &Part, row: &str) -> Result<DemolitionLine, TableFault> {
    Ok(DemolitionLine {
        leader: part.parsed(row, "leader")?,
        pioneers: Gang::read_pioneers(part, row)?,
        others: Gang::read(part, row, "others")?,
        portion: part.above_0(row, "portion")?,
        portion_unit: part.parsed(row, "portion_unit")?,
        blast_turns: part.above_0(row, "blast_turns")?,
        blast_charges: number_above_0(part, row, "blast_charges")?,
        burn_turns: part.whole_or_dash(row, "burn_turns")?,
        burn_acquisition: part.yes_no(row, "burn_acquisition")?,
        throw_off_turns: part.whole_or_dash(row, "throw_off_turns")?,
        other_turns: part.whole_or_dash(row, "other_turns")?,
    })
}

fn read_burning(part: &Part, row: &str) -> Result<Burning, TableFault> {
    Ok(Burning {
        turns: part.above_0(row, "turns")?,
        cm_downwind: part.number(row, "cm_downwind")?,
        cm: part.number(row, "cm")?,
    })
}

fn read_digging(part: &Part, row: &str) -> Result<Digging, TableFault> {
    Ok(Digging { portion: number_above_0(part, row, "portion")?, turns: part.above_0(row, "turns")? })
}

fn read_vessel(part: &Part, row: &str) -> Result<VesselLine, TableFault> {
    let mut carries = [None; 5];
    for (room, kind) in carries.iter_mut().zip(["foot", "mounted", "horses", "figure_pieces", "wagons"]) {
        *room = match part.whole_or_dash(row, kind)? {
            None => None,
            Some(_) => Some(part.above_0(row, kind)?),
        };
    }
    Ok(VesselLine {
        carries,
        cm_a_turn: number_above_0(part, row, "cm_a_turn")?,
        loading: part.number(row, "loading")?,
        unloading: part.number(row, "unloading")?,
        vessels_a_pioneer: part.above_0(row, "vessels_a_pioneer")?,
    })
}

fn read_pontoons(part: &Part, row: &str) -> Result<Pontoons, TableFault> {
    Ok(Pontoons { pontoons: part.whole(row, "pontoons")?, each: number_above_0(part, row, "for")? })
}

/// Reads one line for each of `words`, which must be all the rows of the part.
fn every_line<T: Copy, const N: usize>(
    part: &Part,
    words: [&'static str; N],
    line: impl Fn(&Part, &str) -> Result<T, TableFault>,
) -> Result<[T; N], TableFault> {
    part.expect_rows(&words)?;
    let mut lines = [line(part, words[0])?; N];
    for (place, word) in lines.iter_mut().zip(words) {
        *place = line(part, word)?;
    }
    Ok(lines)
}

impl PioneerTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<PioneerTables, TableFault> {
        use krigsspil_engine::fact::Choice;

        let works = shelf.table("skema-XX")?.only_part()?;
        let twenty_one = shelf.table("skema-XXI")?;
        let nineteen = shelf.table("chapter-19")?;
        let part = |key: &str| nineteen.part(key);
        let mut work_words = [""; Work::ALL.len()];
        work_words.copy_from_slice(Work::NAMES);
        let mut object_words = [""; DemolitionObject::ALL.len()];
        object_words.copy_from_slice(DemolitionObject::NAMES);
        let (extra, lighting, out) = (part("extra_time")?, part("lighting")?, part("putting_out")?);
        let (blasting, mine) = (part("blasting")?, part("mine")?);
        let (digging, party) = (part("mine_digging")?, part("mine_party")?);
        let pontoons = part("pontoons")?;
        digging.expect_rows(&["shaft", "gallery", "chamber"])?;
        pontoons.expect_rows(&["pontoon_bridge", "pontoon_ferry", "pontoon_boat"])?;
        Ok(PioneerTables {
            works: every_line(works, work_words, read_work)?,
            demolition: every_line(twenty_one.part("demolition")?, object_words, read_demolition)?,
            deck_cm: number_above_0(twenty_one.part("throw_off")?, "deck", "cm")?,
            extra_time: Steps::read(extra, i32::MIN, 6, |row| extra.whole(row, "percent"))?,
            lighting: Steps::read(lighting, 1, 6, |row| lighting.yes_no(row, "fire"))?,
            putting_out: Steps::read(out, 1, 6, |row| out.yes_no(row, "out"))?,
            burning: every_line(part("burning")?, ["large", "small"], read_burning)?,
            blasting: Steps::read(blasting, 1, 6, |row| blasting.parsed(row, "first"))?,
            blasting_again: Steps::read(blasting, 1, 6, |row| blasting.parsed(row, "after_partial"))?,
            mine: Steps::read(mine, i32::MIN, 6, |row| mine.parsed(row, "result"))?,
            shaft: read_digging(digging, "shaft")?,
            gallery: read_digging(digging, "gallery")?,
            chamber: read_digging(digging, "chamber")?,
            mine_party: every_line(party, ["miners", "pioneers", "helpers"], |party, row| {
                Ok(span(party, row, "figures")?.least)
            })?,
            vessels: every_line(part("vessels")?, ["ferry", "boat"], read_vessel)?,
            pontoon_bridge: read_pontoons(pontoons, "pontoon_bridge")?,
            pontoon_ferry: read_pontoons(pontoons, "pontoon_ferry")?,
            pontoon_boat: read_pontoons(pontoons, "pontoon_boat")?,
        })
    }

    /// The row of skema XX for a work.
    pub const fn work(&self, work: Work) -> &WorkLine {
        &self.works[work as usize]
    }

    /// The row of skema XXI for an object.
    pub const fn demolition(&self, object: DemolitionObject) -> &DemolitionLine {
        &self.demolition[object as usize]
    }

    /// How objects of a size burn.
    pub const fn burning(&self, size: FireSize) -> &Burning {
        &self.burning[size as usize]
    }

    /// A ferry or a boat.
    pub const fn vessel(&self, vessel: Vessel) -> &VesselLine {
        &self.vessels[vessel as usize]
    }

    /// What a work takes from the pontoon train; `None` if it takes nothing.
    pub const fn pontoons(&self, work: Work) -> Option<Pontoons> {
        match work {
            Work::PontoonBridge => Some(self.pontoon_bridge),
            Work::PontoonFerry => Some(self.pontoon_ferry),
            Work::PontoonBoat => Some(self.pontoon_boat),
            _ => None,
        }
    }
}
