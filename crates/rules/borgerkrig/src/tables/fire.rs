//! Skema IV to VI: range zones, modifiers and losses of small arms and melee.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::rows::{OwnOpponent, expect_columns_1_to_15, modifier_rows};
use crate::vocabulary::Weapon;

/// Upper limits of the five range zones in cm; `None` if the weapon has no such zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneLimits(pub [Option<i32>; 5]);

impl ZoneLimits {
    /// The zone of a distance, 1 to 5; a distance exactly on a limit belongs to the nearer zone.
    pub fn zone(&self, distance_cm: f64) -> Option<usize> {
        self.0
            .iter()
            .position(|limit| limit.is_some_and(|limit| distance_cm <= f64::from(limit)))
            .map(|zone| zone + 1)
    }
}

/// The figures of a unit of fire or melee, and the remainder that counts as one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerUnit {
    /// The figures of a unit.
    pub figures: i32,
    /// The remainder that counts as one more.
    pub remainder: i32,
}

impl PerUnit {
    /// The number of units that this many figures form.
    pub const fn units(self, figures: i32) -> i32 {
        figures / self.figures + (figures % self.figures >= self.remainder) as i32
    }

    /// Pinned units need twice the figures (§05.01.6).
    pub const fn doubled(self) -> PerUnit {
        PerUnit { figures: 2 * self.figures, remainder: 2 * self.remainder }
    }
}

modifier_rows! {
    /// The rows of skema V.
    pub struct SkemaV of OwnOpponent {
        thin_line = "thin_line",
        chain = "chain",
        column_5_ranks = "column_5_ranks",
        artillery_limbered = "artillery_limbered",
        artillery_unlimbered = "artillery_unlimbered",
        mounted_cavalry = "mounted_cavalry",
        obsolete_musket = "obsolete_musket",
        flintlock = "flintlock",
        maynard_primer = "maynard_primer",
        breech_loader = "breech_loader_to_25_cm",
        repeater = "repeater_to_25_cm",
        first_fire = "first_fire",
        not_fired_last_turn = "not_fired_last_turn",
        surprised = "surprised",
        cover_i = "cover_I",
        cover_ii_iii = "cover_II_III",
        light_disorder = "LU",
        disorder = "U",
        shotgun_zone_1 = "shotgun_zone_1",
    }
}

/// Skema IV to VI.
#[derive(Clone, Debug)]
pub struct FireTables {
    zones: [ZoneLimits; Weapon::ALL.len()],
    /// Skema V.
    pub modifiers: SkemaV,
    losses: [[i32; 15]; 5],
    /// The divisor of losses in cover I.
    pub cover_i_divisor: i32,
    /// The divisor of losses in cover II and III.
    pub cover_ii_iii_divisor: i32,
    /// The divisor of losses of pinned units.
    pub pinned_divisor: i32,
    /// The bare throw of a fire at which a general falls.
    pub general_falls_fire: i32,
    /// The bare throw of a melee at which a general falls.
    pub general_falls_melee: i32,
    /// Fire units: mounted in closed formation.
    pub mounted_closed: PerUnit,
    /// Fire units: mounted in chain.
    pub mounted_chain: PerUnit,
    /// Fire units: dismounted, closed or in thin line.
    pub dismounted_closed: PerUnit,
    /// Fire units: dismounted in chain.
    pub dismounted_chain: PerUnit,
    /// Fire units: infantry, closed or in thin line.
    pub infantry_closed: PerUnit,
    /// Fire units: infantry in chain.
    pub infantry_chain: PerUnit,
    /// Melee units: mounted cavalry.
    pub melee_mounted: PerUnit,
    /// Melee units: dismounted cavalry.
    pub melee_dismounted: PerUnit,
    /// Melee units: all others.
    pub melee_others: PerUnit,
}

impl FireTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<FireTables, TableFault> {
        let zones = shelf.table("skema-IV")?.only_part()?;
        let rows = Weapon::ALL.iter().map(|weapon| weapon.range_row());
        zones.expect_rows(&rows.clone().collect::<Vec<_>>())?;
        let mut limits = [ZoneLimits([None; 5]); Weapon::ALL.len()];
        for (limits, row) in limits.iter_mut().zip(rows) {
            zones.expect_rising(row)?;
            *limits = ZoneLimits(zones.wholes_or_dashes(row)?);
        }
        let five = shelf.table("skema-V")?;
        let six = shelf.table("skema-VI")?;
        let men = six.part("men_per_unit")?;
        expect_columns_1_to_15(men)?;
        let mut losses = [[0; 15]; 5];
        for (zone, row) in ["zone_1", "zone_2", "zone_3", "zone_4", "zone_5"].into_iter().enumerate() {
            men.expect_rising(row)?;
            losses[zone] = men.wholes(row)?;
        }
        let divisor = six.part("loss_divisor")?;
        let falls = six.part("general_falls")?;
        let fire = per_unit(six.part("fire_units")?);
        let melee = per_unit(six.part("melee_units")?);
        Ok(FireTables {
            zones: limits,
            modifiers: SkemaV::read(&[five.part("fire_only")?, five.part("fire_and_melee")?])?,
            losses,
            cover_i_divisor: divisor.above_0("cover_I", "divisor")?,
            cover_ii_iii_divisor: divisor.above_0("cover_II_III", "divisor")?,
            pinned_divisor: divisor.above_0("pinned", "divisor")?,
            general_falls_fire: falls.whole("fire", "throw")?,
            general_falls_melee: falls.whole("melee", "throw")?,
            mounted_closed: fire("mounted_closed")?,
            mounted_chain: fire("mounted_chain")?,
            dismounted_closed: fire("dismounted_closed_or_thin")?,
            dismounted_chain: fire("dismounted_chain")?,
            infantry_closed: fire("infantry_closed_or_thin")?,
            infantry_chain: fire("infantry_chain")?,
            melee_mounted: melee("mounted")?,
            melee_dismounted: melee("dismounted")?,
            melee_others: melee("others")?,
        })
    }

    /// The range zones of a weapon.
    pub fn zones(&self, weapon: Weapon) -> ZoneLimits {
        self.zones[weapon as usize]
    }

    /// Men lost to one fire unit, by the zone and the column of the result. Below column 1 nobody is hit (ruling 20).
    pub fn men_per_unit(&self, zone: usize, column: i32) -> i32 {
        if column < 1 { 0 } else { self.losses[zone - 1][column.min(15) as usize - 1] }
    }
}

fn per_unit(part: &Part) -> impl Fn(&str) -> Result<PerUnit, TableFault> {
    move |row| {
        Ok(PerUnit { figures: part.above_0(row, "figures")?, remainder: part.above_0(row, "remainder")? })
    }
}
