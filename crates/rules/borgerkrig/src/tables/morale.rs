//! Skema XV to XX: morale, contagion, rally, reorganisation, new generals.

use krigsspil_engine::Turns;
use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::rows::{OrderSpans, columns_from_to, modifier_rows};

modifier_rows! {
    /// The rows of skema XV.
    pub struct SkemaXV of i32 {
        removed_1 = "1_figure_removed",
        removed_2 = "2_figures_removed",
        removed_3 = "3_figures_removed",
        removed_4 = "4_figures_removed",
        removed_5 = "5_figures_removed",
        detached_companies = "detached_companies",
        lost_one_third = "lost_one_third",
        lost_two_thirds = "lost_two_thirds",
        support = "support",
        general = "general",
        cover_i = "cover_I",
        cover_ii = "cover_II",
        cover_iii = "cover_III",
        pinned = "pinned",
        melee_with_mounted = "melee_with_mounted",
        more_losses_in_melee = "more_losses_in_melee",
        fired_on_flank_or_rear = "fired_on_flank_or_rear",
        not_answering_fire = "not_answering_fire",
        light_disorder = "LU",
        disorder = "U",
    }
}

modifier_rows! {
    /// The modifiers of skema XVIII.
    pub struct SkemaXVIII of i32 {
        support = "support",
        general = "general",
        cover = "cover",
        light_disorder = "LU",
        disorder = "U",
    }
}

modifier_rows! {
    /// The modifiers of skema XIX.
    pub struct SkemaXIX of i32 {
        flight_stopped = "flight_stopped",
        general = "general",
    }
}

/// How quiet turns improve order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mending {
    /// Quiet turns in a row.
    pub turns: Turns,
    /// Must the unit also stand still and be left alone?
    pub stationary: bool,
}

/// Skema XV to XX.
#[derive(Clone, Debug)]
pub struct MoraleTables {
    /// Skema XV.
    pub modifiers: SkemaXV,
    throws: [i32; 11],
    /// Skema XVII.
    pub results: OrderSpans,
    /// Skema XVIII: modifiers.
    pub contagion: SkemaXVIII,
    /// Skema XVIII: results.
    pub contagion_results: OrderSpans,
    /// Skema XIX: modifiers.
    pub rally: SkemaXIX,
    rally_needed: [i32; 3],
    /// From disorder to light disorder.
    pub disorder_to_light: Mending,
    /// From light disorder to good order.
    pub light_to_order: Mending,
    /// The least throw that appoints a general.
    pub appointed: i32,
}

impl MoraleTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MoraleTables, TableFault> {
        let eighteen = shelf.table("skema-XVIII")?;
        let nineteen = shelf.table("skema-XIX")?;
        let turns = nineteen.part("reorganisation_turns")?;
        Ok(MoraleTables {
            modifiers: SkemaXV::read(&[shelf.table("skema-XV")?.only_part()?])?,
            throws: read_throws(shelf.table("skema-XVI")?.only_part()?)?,
            results: OrderSpans::read(shelf.table("skema-XVII")?.only_part()?)?,
            contagion: SkemaXVIII::read(&[eighteen.part("contagion_modifiers")?])?,
            contagion_results: OrderSpans::read(eighteen.part("contagion_result")?)?,
            rally: SkemaXIX::read(&[nineteen.part("rally_modifiers")?])?,
            rally_needed: nineteen.part("rally_needed")?.wholes("rout_to_disorder")?,
            disorder_to_light: read_mending(turns, "disorder_to_light")?,
            light_to_order: read_mending(turns, "light_to_order")?,
            appointed: shelf.table("skema-XX")?.only_part()?.whole("new_general", "throw")?,
        })
    }

    /// Skema XVI: the modifier of the morale for a throw of two dice.
    pub fn throw_modifier(&self, throw: i32) -> i32 {
        self.throws[throw.clamp(2, 12) as usize - 2]
    }

    /// The least total that rallies at the first, second or third attempt.
    pub fn rally_needed(&self, attempt: i32) -> i32 {
        self.rally_needed[attempt.clamp(1, 3) as usize - 1]
    }
}

fn read_mending(part: &Part, row: &str) -> Result<Mending, TableFault> {
    Ok(Mending { turns: Turns(part.whole(row, "turns")?), stationary: part.yes_no(row, "stationary")? })
}

fn read_throws(part: &Part) -> Result<[i32; 11], TableFault> {
    if part.column_spans()?.iter().map(|span| span.least).ne(2..=12) {
        return Err(columns_from_to(part, 2, 12));
    }
    part.expect_rows(&["modifier"])?;
    part.expect_rising("modifier")?;
    part.wholes("modifier")
}
