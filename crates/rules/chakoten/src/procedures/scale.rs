//! Chapter 01 and the appendix on bases: scale, losses in figures, batteries, bases, and the ground that formations cover.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Men, Number, Procedure, rounded_up,
};

use crate::modifiers::moves::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Metres in a centimetre on the table (§01.02.1).
const METRES_A_CM: f64 = 10.0;
/// Minutes in a turn (§01.02.2).
const MINUTES_A_TURN: f64 = 7.5;
/// Men in a figure (§01.02.3).
pub const MEN_A_FIGURE: i32 = 20;
/// Real pieces in a figure piece (§01.02.3).
const PIECES_A_FIGURE: f64 = 4.0;

krigsspil_engine::facts! {
    /// A real quantity.
    pub struct Scale {
        quantity: Quantity, "01.02.1";
        amount: f64 [0..=1000000], "01.02.1";
    }
}

krigsspil_engine::outcome! {
    /// The same in the game.
    pub struct ScaleResult {
        value: Number;
        unit: GameUnit;
    }
}

impl Procedure for Scale {
    type Tables = Tables;
    type Outcome = ScaleResult;
    const ABOUT: About =
        About { name: "scale", group: Group::Scale, dice: "", cites: &["01.02.1", "01.02.2", "01.02.3"] };

    fn resolve<D: Dice, L: Listener>(&self, _: &Tables, _: &mut D, _: &mut L) -> Result<ScaleResult, Fault> {
        let (size, unit) = match self.quantity {
            Quantity::Metres => (METRES_A_CM, GameUnit::Centimetres),
            Quantity::Minutes => (MINUTES_A_TURN, GameUnit::Turns),
            Quantity::Men => (f64::from(MEN_A_FIGURE), GameUnit::Figures),
            Quantity::Pieces => (PIECES_A_FIGURE, GameUnit::FigurePieces),
        };
        Ok(ScaleResult { value: Number(self.amount / size), unit })
    }
}

krigsspil_engine::facts! {
    /// A loss in men.
    pub struct Casualties {
        figures: Figures [1..=500], "09.02.2";
        men_carried: Men [0..=19] = Men(0), "09.02.2";
        men_lost: Men [0..=20000], "09.02.2";
    }
}

krigsspil_engine::outcome! {
    /// The figures it removes.
    pub struct CasualtiesResult {
        figures_removed: Figures;
        figures_after: Figures;
        men_carried_after: Men;
        destroyed: bool;
    }
}

impl Procedure for Casualties {
    type Tables = Tables;
    type Outcome = CasualtiesResult;
    const ABOUT: About =
        About { name: "casualties", group: Group::Scale, dice: "", cites: &["09.02.2", "01.02.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CasualtiesResult, Fault> {
        let men = self.men_carried.0 + self.men_lost.0;
        let removed = Figures(men / MEN_A_FIGURE).min(self.figures);
        let figures_after = self.figures - removed;
        let destroyed = figures_after == Figures(0);
        Ok(CasualtiesResult {
            figures_removed: removed,
            figures_after,
            men_carried_after: Men(if destroyed { 0 } else { men % MEN_A_FIGURE }),
            destroyed,
        })
    }
}

krigsspil_engine::facts! {
    /// A battery.
    pub struct BatteryEstablishment {
        pieces: i32 [1..=13], "brikker.artillery";
        kind: BatteryKind, "brikker.artillery";
        twelve_pounder: bool = false, "brikker.artillery";
        wagon_instead: bool = false, "brikker.artillery";
    }
}

krigsspil_engine::outcome! {
    /// The figures and horses that represent it on the table.
    pub struct BatteryEstablishmentResult {
        figure_pieces: i32;
        horses: i32;
        horses_per_limber: ArrayVec<i32,3>;
        wagon_horses: i32;
        gunners_needed: i32;
    }
}

impl Procedure for BatteryEstablishment {
    type Tables = Tables;
    type Outcome = BatteryEstablishmentResult;
    const ABOUT: About = About {
        name: "battery_establishment",
        group: Group::Army,
        dice: "",
        cites: &["brikker.artillery", "brikker.12pd", "brikker.horse", "01.02.3", "10.01.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<BatteryEstablishmentResult, Fault> {
        let bases = &tables.bases;
        let limbers = bases.figure_pieces(self.pieces);
        let heavy = self.twelve_pounder && self.kind != BatteryKind::Horse;
        let horses = match self.kind {
            BatteryKind::Horse if matches!(self.pieces, 4 | 8) => limbers * bases.horse_4_or_8,
            BatteryKind::Horse => limbers * bases.horse_other,
            BatteryKind::Foot | BatteryKind::Driving => {
                let plain = self.pieces * bases.horses_each_piece;
                let extra = if heavy && !self.wagon_instead {
                    report.add(&TWELVE_POUNDER_HORSES, limbers * bases.twelve_pounder_each_limber)
                } else {
                    0
                };
                plain + plain % 2 + extra
            }
        };
        Ok(BatteryEstablishmentResult {
            figure_pieces: limbers,
            horses,
            horses_per_limber: dealt_in_pairs(horses, limbers),
            wagon_horses: if heavy && self.wagon_instead { bases.twelve_pounder_wagon } else { 0 },
            gunners_needed: rounded_up(self.pieces, PIECES_A_GUNNER),
        })
    }
}

/// Pieces that one gunner figure serves (§10.01.1).
pub const PIECES_A_GUNNER: i32 = 2;

/// Horses shared out to the limbers in pairs, one limber after the other (ruling 71).
fn dealt_in_pairs(horses: i32, limbers: i32) -> ArrayVec<i32, 3> {
    let pairs = horses / 2;
    (0..limbers.min(3)).map(|limber| 2 * (pairs / limbers + i32::from(limber < pairs % limbers))).collect()
}

krigsspil_engine::facts! {
    /// The object on the base.
    pub struct BaseSize {
        item: BaseItem, "brikker.table";
    }
}

krigsspil_engine::outcome! {
    /// Its size.
    pub struct BaseSizeResult {
        width_mm: i32;
        depth_mm: i32;
    }
}

impl Procedure for BaseSize {
    type Tables = Tables;
    type Outcome = BaseSizeResult;
    const ABOUT: About = About { name: "base_size", group: Group::Army, dice: "", cites: &["brikker.table"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BaseSizeResult, Fault> {
        let (width_mm, depth_mm) = tables.bases.size(self.item);
        Ok(BaseSizeResult { width_mm, depth_mm })
    }
}

krigsspil_engine::facts! {
    /// Figures in a formation.
    pub struct FormationFootprint {
        base: FigureBase, "brikker.table";
        formation: FootprintFormation, "05.01.2";
        figures: Figures [1..=400], "05.01.2";
        front: i32 [1..=60] = 6, "05.01.3";
        spacing_cm: Centimetres [0.5..=50] = Centimetres(5.0), "05.01.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether the formation is possible, and the ground it covers.
    pub struct FormationFootprintResult {
        valid: bool;
        counts_as: &'static str;
        front_figures: Figures;
        ranks: i32;
        width_mm: Number;
        depth_mm: i32;
    }
}

impl Procedure for FormationFootprint {
    type Tables = Tables;
    type Outcome = FormationFootprintResult;
    const ABOUT: About = About {
        name: "formation_footprint",
        group: Group::Army,
        dice: "",
        cites: &[
            "05.01.1",
            "05.01.2",
            "05.01.3",
            "05.01.4",
            "05.01.5",
            "05.02.1",
            "05.02.2",
            "05.02.3",
            "13.01.3",
            "15.02.3",
            "formationer.1",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FormationFootprintResult, Fault> {
        let (width, depth) = tables.bases.size(self.base.item());
        let (front, ranks) = self.front_and_ranks();
        let (width_mm, depth_mm) = match self.formation {
            FootprintFormation::Square => {
                let side = front * width + 2 * ranks * depth;
                (f64::from(side), side)
            }
            FootprintFormation::DenseSkirmish | FootprintFormation::ThinSkirmish => {
                (f64::from(front) * self.spacing_cm.0 * 10.0, depth)
            }
            _ => (f64::from(front * width), ranks * depth),
        };
        Ok(FormationFootprintResult {
            valid: self.valid(ranks),
            counts_as: self.counts_as(),
            front_figures: Figures(front),
            ranks,
            width_mm: Number(width_mm),
            depth_mm,
        })
    }
}

/// Square and battalion mass need at least this many figures (§05.02.3).
pub const LEAST_MASS: Figures = Figures(8);
/// A skirmish line or swarm needs at least this many figures (§05.01.1).
pub const LEAST_SKIRMISHERS: Figures = Figures(3);
/// A square of at most this many figures stands in one rank (§05.02.1).
const SQUARE_IN_ONE_RANK: Figures = Figures(16);
/// The least number of ranks of an attack column (§05.01.3).
const COLUMN_RANKS: i32 = 4;

impl FormationFootprint {
    /// Figures in the front rank (of a square: on a side), and ranks.
    fn front_and_ranks(&self) -> (i32, i32) {
        let figures = self.figures.0;
        let in_ranks = |front: i32| (front, rounded_up(figures, front));
        match self.formation {
            FootprintFormation::Line => in_ranks(rounded_up(figures, 2)),
            FootprintFormation::AttackColumn | FootprintFormation::BattalionMass => {
                in_ranks(self.front.min(figures))
            }
            FootprintFormation::MarchColumn => in_ranks(figures.min(2)),
            FootprintFormation::SingleColumn => in_ranks(1),
            FootprintFormation::Square => {
                let ranks = if self.figures <= SQUARE_IN_ONE_RANK { 1 } else { 2 };
                (rounded_up(figures, 4 * ranks), ranks)
            }
            FootprintFormation::Block => {
                let root = (1..figures).find(|side| side * side >= figures).unwrap_or(figures);
                in_ranks(root)
            }
            FootprintFormation::DenseSkirmish | FootprintFormation::ThinSkirmish => (figures, 1),
        }
    }

    fn valid(&self, ranks: i32) -> bool {
        let spacing = self.spacing_cm.0;
        let enough = self.figures >= LEAST_SKIRMISHERS;
        match self.formation {
            FootprintFormation::AttackColumn | FootprintFormation::BattalionMass => {
                (3..=10).contains(&self.front) && ranks >= COLUMN_RANKS
            }
            FootprintFormation::DenseSkirmish => enough && spacing <= 5.0,
            FootprintFormation::ThinSkirmish => enough && (5.0..=10.0).contains(&spacing),
            _ => true,
        }
    }

    fn counts_as(&self) -> &'static str {
        let all_round =
            matches!(self.formation, FootprintFormation::Square | FootprintFormation::BattalionMass);
        if all_round && self.figures < LEAST_MASS {
            BuildingFormation::Hob.as_str()
        } else {
            self.formation.as_str()
        }
    }
}
