//! Chapter 6: the fire itself.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, OrNull, Procedure};

use super::refuse_formation;
use crate::modifiers::fire::*;
use crate::modifiers::{FIGURES_NEEDED, FRONT_RANK_NEEDED};
use crate::tables::{FireModifiers, LossRow, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Where infantry fires from.
    pub enum FiringFrom {
        Open = "open",
        Square = "square",
        Town = "town",
    }

    /// The columns of table 6.
    pub enum FireColumn {
        To3 = "X-3",
        To6 = "4-6",
        To8 = "7-8",
        To10 = "9-10",
        From11 = "11-X",
    }
}

/// What the general block of table 5 asks for.
struct General {
    disorder: bool,
    fire_bonus: i32,
    covered: bool,
    target_arm: Arm,
    target_moved_half: bool,
}

impl General {
    /// Artillery has no benefit from cover, and only moving cavalry is hard to hit (R25).
    fn modifier(&self, rows: &FireModifiers, report: &mut impl Listener) -> i32 {
        let covered = self.covered && self.target_arm != Arm::Artillery;
        let moved = self.target_moved_half && self.target_arm == Arm::Cavalry;
        report.add_if(covered, &TARGET_IN_COVER, rows.target_in_cover)
            + report.add_if(moved, &TARGET_MOVED_HALF, rows.target_moved_half)
            + report.add_if(self.disorder, &FIRES_IN_DISORDER, rows.disorder)
            + report.add(&FIRE_ADDITION, self.fire_bonus)
    }
}

/// The column of a total, the figures lost in it, and the morale deduction.
fn read_losses(row: &LossRow, total: i32, tables: &Tables) -> (FireColumn, i32, i32) {
    let place = tables.fire.columns.place(total);
    (FireColumn::ALL[place], row.losses[place], row.morale[place])
}

krigsspil_engine::facts! {
    /// One infantry fire.
    pub struct InfantryFire {
        front_figures: OrNull<Figures> [1..=60] = OrNull(None), "tabel 5";
        firing_from: FiringFrom = FiringFrom::Open, "6.1.5";
        figures: OrNull<Figures> [4..=240] = OrNull(None), "6.1.5";
        order: SteadyOrder = SteadyOrder::Order, "tabel 5";
        fire_bonus: i32 [-6..=6] = 0, "tabel 5";
        target_arm: Arm = Arm::Infantry;
        target_in_cover: bool = false, "tabel 5";
        target_moved_half: bool = false, "tabel 5";
        distance_cm: f64 [0..=5] = 0.0, "tabel 6";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct InfantryFireResult {
        firing_figures: Figures;
        figures_modifier: i32;
        modifier: i32;
        total: i32;
        column: FireColumn;
        losses: Figures;
        morale_modifier: i32;
        morale_test: bool;
    }
}

/// The sides of a square or town that share its figures (§6.1.5).
const SIDES: i32 = 4;

impl InfantryFire {
    /// The first rank, or a quarter of the square or town.
    fn firing_figures(&self) -> Result<i32, Fault> {
        match (self.firing_from, self.front_figures.0, self.figures.0) {
            (FiringFrom::Open, Some(front), _) => Ok(front.0),
            (FiringFrom::Open, None, _) => Err(Fault::refused("front_figures", &FRONT_RANK_NEEDED)),
            (_, _, Some(figures)) => Ok(figures.0 / SIDES),
            (_, _, None) => Err(Fault::refused("figures", &FIGURES_NEEDED)),
        }
    }
}

impl Procedure for InfantryFire {
    type Tables = Tables;
    type Outcome = InfantryFireResult;
    const ABOUT: About = About {
        name: "infantry_fire",
        group: Group::Fire,
        dice: "1d10",
        cites: &["6.1.5", "6.1.9", "6.1.10", "8.2", "tabel 5", "tabel 6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<InfantryFireResult, Fault> {
        let firing = self.firing_figures()?;
        let rows = &tables.fire.modifiers;
        let general = General {
            disorder: self.order == SteadyOrder::Disorder,
            fire_bonus: self.fire_bonus,
            covered: self.target_in_cover,
            target_arm: self.target_arm,
            target_moved_half: self.target_moved_half,
        };
        let figures_modifier = report.add(&FRONT_RANK, rows.front_rank.modifier(firing));
        let square = self.firing_from == FiringFrom::Square;
        let modifier = figures_modifier
            + report.add_if(square, &FROM_SQUARE, rows.from_square)
            + general.modifier(rows, report);
        let total = dice.roll("infantry_fire", Die::D10FromZero)? + modifier;
        let (column, losses, morale_modifier) = read_losses(&tables.fire.infantry, total, tables);
        Ok(InfantryFireResult {
            firing_figures: Figures(firing),
            figures_modifier,
            modifier,
            total,
            column,
            losses: Figures(losses),
            morale_modifier,
            morale_test: losses > 0,
        })
    }
}

krigsspil_engine::facts! {
    /// The fire of one battery.
    pub struct ArtilleryFire {
        distance_cm: f64 [0..=50], "tabel 6";
        gun: Gun = Gun::SixPounder, "tabel 5";
        gunners: Figures [1..=40] = Figures(12), "tabel 5";
        order: SteadyOrder = SteadyOrder::Order, "tabel 5";
        fire_bonus: i32 [-6..=6] = 0, "tabel 5";
        shelled_by_gunners: Figures [0..=40] = Figures(0), "tabel 5";
        target_arm: Arm;
        target_formation: Formation;
        target_order: Order = Order::Order, "1.6.4.p4";
        target_flank: bool = false, "6.1.8";
        target_in_town: bool = false, "4.8.5";
        target_in_cover: bool = false, "tabel 5";
        target_moved_half: bool = false, "tabel 5";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct ArtilleryFireResult {
        zone: i32;
        loss_zone: i32;
        target_modifier: i32;
        gunners_modifier: i32;
        modifier: i32;
        total: i32;
        column: FireColumn;
        losses: Figures;
        morale_modifier: i32;
        morale_test: bool;
    }
}

impl ArtilleryFire {
    /// The modifier of the target's formation: deep or in flank counts once, a square replaces it, guns in line count separately (R25).
    fn target_modifier(&self, rows: &FireModifiers, report: &mut impl Listener) -> i32 {
        let mob = self.target_order == Order::FullDisorder;
        let unlimbered = self.target_formation == Formation::Unlimbered && !mob;
        let square = self.target_formation == Formation::Square && !mob;
        let deep = matches!(self.target_formation, Formation::Column | Formation::MarchColumn);
        let open = !self.target_in_town;
        let at_square = open && square;
        let at_column = open && !square && (mob || deep || self.target_flank);
        report.add_if(at_column, &TARGET_COLUMN_OR_FLANK, rows.at_column_or_flank)
            + report.add_if(at_square, &TARGET_SQUARE, rows.at_square)
            + report.add_if(unlimbered, &TARGET_UNLIMBERED, rows.at_unlimbered)
    }

    /// The modifiers of the battery itself, without its gunners.
    fn battery_modifier(&self, zone: usize, rows: &FireModifiers, report: &mut impl Listener) -> i32 {
        let shelled = self.shelled_by_gunners.0 > 0 && 2 * self.shelled_by_gunners.0 >= self.gunners.0;
        let light = self.gun != Gun::TwelvePounder && zone == 4;
        report.add_if(shelled, &SHELLED, rows.shelled)
            + report.add_if(light, &LIGHT_GUN_IN_ZONE_4, rows.light_gun_in_zone_4)
    }

    fn modifier_for_all(&self, rows: &FireModifiers, report: &mut impl Listener) -> i32 {
        let general = General {
            disorder: self.order == SteadyOrder::Disorder,
            fire_bonus: self.fire_bonus,
            covered: self.target_in_cover || self.target_in_town,
            target_arm: self.target_arm,
            target_moved_half: self.target_moved_half,
        };
        general.modifier(rows, report)
    }
}

impl Procedure for ArtilleryFire {
    type Tables = Tables;
    type Outcome = ArtilleryFireResult;
    const ABOUT: About = About {
        name: "artillery_fire",
        group: Group::Artillery,
        dice: "1d10",
        cites: &["4.8.5", "4.8.6", "6.1.8", "6.1.9", "6.1.10", "8.2", "1.6.4", "tabel 5", "tabel 6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryFireResult, Fault> {
        refuse_formation("target_formation", self.target_formation, self.target_arm)?;
        let rows = &tables.fire.modifiers;
        let zone = tables.fire.zone(self.distance_cm).unwrap_or(4);
        let town_infantry = self.target_in_town && self.target_arm == Arm::Infantry;
        let loss_zone = if report.holds(town_infantry && zone == 1, &READ_IN_ZONE_2) { 2 } else { zone };
        let target_modifier = self.target_modifier(rows, report);
        let gunners_modifier = report.add(&GUNNERS, rows.gunners.modifier(self.gunners.0));
        let modifier = target_modifier
            + gunners_modifier
            + self.battery_modifier(zone, rows, report)
            + self.modifier_for_all(rows, report);
        let total = dice.roll("artillery_fire", Die::D10FromZero)? + modifier;
        let (column, losses, morale_modifier) = read_losses(tables.fire.guns(loss_zone), total, tables);
        Ok(ArtilleryFireResult {
            zone: zone as i32,
            loss_zone: loss_zone as i32,
            target_modifier,
            gunners_modifier,
            modifier,
            total,
            column,
            losses: Figures(losses),
            morale_modifier,
            morale_test: losses > 0 && loss_zone == 1,
        })
    }
}
