//! Chapter 1 and appendix 1: scale, batteries, formations and bases.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Men, Number, Procedure, halves_up, rounded_up,
};

use super::standing;
use crate::modifiers::GUNS_NEED_BATTERIES;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// Men to represent by figures.
    pub struct Strength {
        arm: Troops, "1.1.1";
        men: Men [0..=100000], "1.1.1";
    }
}

krigsspil_engine::outcome! {
    /// The figures that represent them.
    pub struct StrengthResult {
        men_per_figure: i32;
        figures: Figures;
    }
}

/// Men in an infantry figure (§1.1.1).
const MEN_AN_INFANTRY_FIGURE: i32 = 100;
/// Men in a cavalry figure (§1.1.1).
const MEN_A_CAVALRY_FIGURE: i32 = 80;

impl Procedure for Strength {
    type Tables = Tables;
    type Outcome = StrengthResult;
    const ABOUT: About = About { name: "strength", group: Group::Scale, dice: "", cites: &["1.1.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<StrengthResult, Fault> {
        let men_per_figure = match self.arm {
            Troops::Infantry => MEN_AN_INFANTRY_FIGURE,
            Troops::Cavalry => MEN_A_CAVALRY_FIGURE,
        };
        Ok(StrengthResult { men_per_figure, figures: Figures(halves_up(self.men.0, men_per_figure)) })
    }
}

krigsspil_engine::facts! {
    /// Batteries of one category.
    pub struct ArtilleryRepresentation {
        batteries: i32 [0..=60], "1.3.4";
        pieces: i32 [0..=720], "1.3.4";
    }
}

krigsspil_engine::outcome! {
    /// The figure guns that represent them.
    pub struct ArtilleryRepresentationResult {
        by_batteries: i32;
        figure_guns: i32;
        pieces_per_gun: Number;
    }
}

/// Batteries for each figure gun (§1.3.4).
const BATTERIES_A_GUN: i32 = 3;
/// The most guns that a figure gun represents (§1.3.4).
const MOST_PIECES_A_GUN: i32 = 24;

impl Procedure for ArtilleryRepresentation {
    type Tables = Tables;
    type Outcome = ArtilleryRepresentationResult;
    const ABOUT: About =
        About { name: "artillery_representation", group: Group::Scale, dice: "", cites: &["1.3.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryRepresentationResult, Fault> {
        if self.batteries == 0 && self.pieces > 0 {
            return Err(Fault::refused("pieces", &GUNS_NEED_BATTERIES));
        }
        let by_batteries = halves_up(self.batteries, BATTERIES_A_GUN);
        let figure_guns = match by_batteries {
            0 => 0,
            guns if self.pieces > MOST_PIECES_A_GUN * guns => rounded_up(self.pieces, MOST_PIECES_A_GUN),
            guns => guns,
        };
        let hundredths = match figure_guns {
            0 => 0,
            guns => halves_up(100 * self.pieces, BATTERIES_A_GUN * guns),
        };
        let pieces_per_gun = Number(f64::from(hundredths) / 100.0);
        Ok(ArtilleryRepresentationResult { by_batteries, figure_guns, pieces_per_gun })
    }
}

krigsspil_engine::facts! {
    /// A formation that troops want to take.
    pub struct FormationFootprint {
        arm: Troops, "appendiks 1";
        figures: Figures [1..=120];
        formation: RankFormation, "1.7.2";
        ranks: i32 [3..=4] = 4, "1.7.3";
    }
}

krigsspil_engine::choices! {
    /// What prevents troops from taking a formation.
    pub enum FormationBar {
        CavalrySquare = "cavalry_square",
        TooFewFigures = "too_few_figures",
    }
}

krigsspil_engine::outcome! {
    /// The ground it covers.
    pub struct FormationFootprintResult {
        allowed: bool;
        reasons: ArrayVec<FormationBar, 2>;
        front_figures: Figures;
        ranks: i32;
        width_cm: Centimetres;
        depth_cm: Centimetres;
    }
}

/// The least front of a column (R40).
const NARROWEST_COLUMN: i32 = 3;
/// The least depth of a march column (rule 1.7.4).
const SHALLOWEST_MARCH_COLUMN: i32 = 3;
/// From this many figures on a march column is two abreast (R40).
const TWO_ABREAST_FROM: i32 = 5;
/// The smallest square (R40).
const SMALLEST_SQUARE: i32 = 5;
/// From this many figures on a square has two ranks (R40).
const TWO_RANKS_FROM: i32 = 25;

impl FormationFootprint {
    /// Figures in the first rank, and ranks.
    fn front_and_ranks(&self) -> (i32, i32) {
        let figures = self.figures.0;
        let deep = |front| (front, rounded_up(figures, front));
        match self.formation {
            RankFormation::Line => deep(rounded_up(figures, 2)),
            RankFormation::Column => deep(rounded_up(figures, self.ranks)),
            RankFormation::MarchColumn => deep(if figures < TWO_ABREAST_FROM { 1 } else { 2 }),
            RankFormation::Square if figures >= TWO_RANKS_FROM => (rounded_up(figures, 8), 2),
            RankFormation::Square => (rounded_up(figures, 4), 1),
        }
    }
}

impl Procedure for FormationFootprint {
    type Tables = Tables;
    type Outcome = FormationFootprintResult;
    const ABOUT: About = About {
        name: "formation",
        group: Group::March,
        dice: "",
        cites: &["1.7.2", "1.7.3", "1.7.4", "1.7.5", "appendiks 1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FormationFootprintResult, Fault> {
        let (front, ranks) = self.front_and_ranks();
        let square = self.formation == RankFormation::Square;
        let too_few = match self.formation {
            RankFormation::Line => false,
            RankFormation::Column => front < NARROWEST_COLUMN,
            RankFormation::MarchColumn => ranks < SHALLOWEST_MARCH_COLUMN,
            RankFormation::Square => self.figures.0 < SMALLEST_SQUARE,
        };
        let reasons = standing([
            (square && self.arm == Troops::Cavalry, FormationBar::CavalrySquare),
            (too_few, FormationBar::TooFewFigures),
        ]);
        let allowed = reasons.is_empty();
        let (front, ranks) = if allowed { (front, ranks) } else { (0, 0) };
        let base = tables.base(match self.arm {
            Troops::Infantry => BaseKind::Infantry,
            Troops::Cavalry => BaseKind::Cavalry,
        });
        let width = f64::from(front) * base.width_cm;
        let depth = f64::from(ranks) * base.depth_cm;
        let (width, depth) = if square { (width + depth, width + depth) } else { (width, depth) };
        Ok(FormationFootprintResult {
            allowed,
            reasons,
            front_figures: Figures(front),
            ranks,
            width_cm: Centimetres(width),
            depth_cm: Centimetres(depth),
        })
    }
}

krigsspil_engine::facts! {
    /// An object on a base.
    pub struct BaseSize {
        kind: BaseKind, "appendiks 1";
    }
}

krigsspil_engine::outcome! {
    /// The base.
    pub struct BaseSizeResult {
        figures: Figures;
        width_cm: Centimetres;
        depth_cm: Centimetres;
    }
}

impl Procedure for BaseSize {
    type Tables = Tables;
    type Outcome = BaseSizeResult;
    const ABOUT: About =
        About { name: "base_size", group: Group::Scale, dice: "", cites: &["appendiks 1", "1.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BaseSizeResult, Fault> {
        let base = tables.base(self.kind);
        Ok(BaseSizeResult {
            figures: Figures(base.figures),
            width_cm: Centimetres(base.width_cm),
            depth_cm: Centimetres(base.depth_cm),
        })
    }
}
