//! Losses recorded on the order sheet (§05.02.2, §06.03.2, §07.05.2).

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Men, Procedure};

use super::losses::{MEN_A_FIGURE, figures_removed};
use crate::modifiers::morale::*;
use crate::tables::Tables;

/// Has a unit lost this many thirds of its original strength?
pub(super) const fn lost_thirds(thirds: i32, original: Figures, left: Figures) -> bool {
    3 * (original.0 - left.0) >= thirds * original.0
}

krigsspil_engine::facts! {
    /// A loss to record.
    pub struct Casualties {
        original_figures: Figures [1..=400];
        prior_loss_men: Men [0..=8000] = Men(0);
        figures_captured: Figures [0..=400] = Figures(0);
        loss_men: Men [0..=5000];
    }
}

krigsspil_engine::outcome! {
    /// What is left.
    pub struct CasualtiesResult {
        total_loss_men: Men;
        odd_men: Men;
        figures_removed: Figures;
        figures_left: Figures;
        morale_test: bool;
        lost_one_third: bool;
        lost_two_thirds: bool;
        destroyed: bool;
    }
}

impl Casualties {
    fn check(&self) -> Result<(), Fault> {
        if self.prior_loss_men.0 > MEN_A_FIGURE * self.original_figures.0 {
            return Err(Fault::refused("prior_loss_men", &MORE_LOST_THAN_THE_UNIT));
        }
        if self.figures_captured.0 > self.original_figures.0 - self.prior_loss_men.0 / MEN_A_FIGURE {
            return Err(Fault::refused("figures_captured", &MORE_CAPTURED_THAN_LEFT));
        }
        Ok(())
    }
}

impl Procedure for Casualties {
    type Tables = Tables;
    type Outcome = CasualtiesResult;
    const ABOUT: About = About {
        name: "casualties",
        group: Group::Morale,
        dice: "",
        cites: &["01.01.2", "05.02.2", "05.02.3", "06.03.2", "07.05.2", "08.02.7", "skema XV"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CasualtiesResult, Fault> {
        self.check()?;
        let not_captured = self.original_figures - self.figures_captured;
        let most = Men(MEN_A_FIGURE * not_captured.0);
        // Recorded losses stay recorded, even if the last man is taken prisoner afterwards (§05.02.2, ruling 77).
        let total = (self.prior_loss_men + self.loss_men).min(most).max(self.prior_loss_men);
        let removed = figures_removed(self.prior_loss_men, total - self.prior_loss_men);
        let left = not_captured - Figures(total.0 / MEN_A_FIGURE);
        Ok(CasualtiesResult {
            total_loss_men: total,
            odd_men: Men(total.0 % MEN_A_FIGURE),
            figures_removed: removed,
            figures_left: left,
            morale_test: removed >= Figures(1) && left >= Figures(1),
            lost_one_third: lost_thirds(1, self.original_figures, left),
            lost_two_thirds: lost_thirds(2, self.original_figures, left),
            destroyed: left == Figures(0),
        })
    }
}
