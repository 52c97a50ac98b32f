//! Chapter 13: the losses of flight and retreat.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Men, Procedure, rounded_up};

use super::obstacles::water_loss_percent;
use crate::modifiers::moves::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Per cent lost in each turn of flight beyond the first (§13.02.4).
const FLIGHT_PERCENT: i32 = 10;

krigsspil_engine::facts! {
    /// A turn of flight.
    pub struct FlightLosses {
        men: Men [1..=20000], "13.02.4";
        flight_turn: i32 [1..=50], "13.02.4";
        water_width_cm: Centimetres [0..=1000] = Centimetres(0.0), "13.02.4";
    }
}

krigsspil_engine::outcome! {
    /// The men it loses.
    pub struct FlightLossesResult {
        percent: i32;
        men_lost: Men;
    }
}

impl Procedure for FlightLosses {
    type Tables = Tables;
    type Outcome = FlightLossesResult;
    const ABOUT: About =
        About { name: "flight_losses", group: Group::Morale, dice: "", cites: &["13.02.4", "07.04.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FlightLossesResult, Fault> {
        let percent = match water_loss_percent(self.water_width_cm.0) {
            Some(percent) => report.set(&FLIGHT_OVER_WATER, percent),
            None if self.flight_turn > 1 => report.set(&LATER_FLIGHT_TURN, FLIGHT_PERCENT),
            None => 0,
        };
        Ok(FlightLossesResult { percent, men_lost: Men(rounded_up(self.men.0 * percent, 100)) })
    }
}

krigsspil_engine::facts! {
    /// A battery that must retire or flee.
    pub struct ArtilleryRout {
        limbered: bool = false, "13.03.3";
        order: LostOrder, "13.03.1";
        figure_pieces: i32 [1..=6], "13.03.3";
        loads: i32 [0..=100] = 16, "13.03.1";
        choice: GunsChoice = GunsChoice::LimberUp, "13.03.1";
    }
}

krigsspil_engine::outcome! {
    /// What it leaves behind.
    pub struct ArtilleryRoutResult {
        loads_after: i32;
        pieces_left_behind: i32;
        limbers_left_behind: i32;
        turns: i32;
    }
}

impl Procedure for ArtilleryRout {
    type Tables = Tables;
    type Outcome = ArtilleryRoutResult;
    const ABOUT: About = About {
        name: "artillery_rout",
        group: Group::Morale,
        dice: "",
        cites: &["13.03.1", "13.03.2", "13.03.3", "07.01.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryRoutResult, Fault> {
        let half = rounded_up(self.figure_pieces, 2);
        let (loads_after, pieces, limbers) = match (self.limbered, self.order) {
            (true, LostOrder::Disorder) => (self.loads, 0, 0),
            (true, LostOrder::Rout) => (self.loads, half, half),
            (false, LostOrder::Rout) => (self.loads, self.figure_pieces, 0),
            (false, LostOrder::Disorder) => {
                let abandoned = self.choice == GunsChoice::Abandon;
                ((self.loads - 1).max(0), if abandoned { self.figure_pieces } else { 0 }, 0)
            }
        };
        Ok(ArtilleryRoutResult {
            loads_after,
            pieces_left_behind: pieces,
            limbers_left_behind: limbers,
            turns: 0,
        })
    }
}
