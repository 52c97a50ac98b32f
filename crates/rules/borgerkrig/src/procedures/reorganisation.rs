//! Chapter 08: rally, reorganisation and new generals.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure, Turns};

use crate::modifiers::morale::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// A unit in rout stays in rout or improves to disorder.
    pub enum RallyOrder {
        Disorder = "U",
        Rout = "FU",
    }
}

krigsspil_engine::facts! {
    /// A unit in rout at the end of a turn.
    pub struct Rally {
        attempt: i32 [1..=3];
        flight_stopped: bool = false;
        general: bool = false;
        valeur: i32 [-1..=2] = 0, "08.01.1";
        figures: Figures [1..=400];
        figures_within_2cm: Figures [0..=400] = Figures(0), "08.04.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it rallies.
    pub struct RallyResult {
        needed: i32;
        dice_sum: i32;
        modifier: i32;
        total: i32;
        surrendered_figures: Figures;
        remaining_figures: Figures;
        surrenders: bool;
        rallied: bool;
        lost: bool;
        order_after: RallyOrder;
    }
}

/// The last attempt (§08.04.3).
const LAST_ATTEMPT: i32 = 3;

impl Procedure for Rally {
    type Tables = Tables;
    type Outcome = RallyResult;
    const ABOUT: About = About {
        name: "rally",
        group: Group::Morale,
        dice: "2d6",
        cites: &["08.04.3", "08.04.4", "skema XIX"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<RallyResult, Fault> {
        if self.figures_within_2cm > self.figures {
            return Err(Fault::refused("figures_within_2cm", &MORE_NEAR_THAN_THE_UNIT));
        }
        let rows = &tables.morale.rally;
        let dice_sum = dice.sum("rally", 2, Die::D6)?;
        let modifier = report.add_if(self.flight_stopped, &FLIGHT_STOPPED, rows.flight_stopped)
            + report.add_if(self.general, &RALLY_GENERAL, rows.general)
            + report.add(&RALLY_VALEUR, self.valeur);
        let total = dice_sum + modifier;
        let needed = tables.morale.rally_needed(self.attempt);
        let remaining = self.figures - self.figures_within_2cm;
        let any = remaining > Figures(0);
        let rallied = any && total >= needed;
        Ok(RallyResult {
            needed,
            dice_sum,
            modifier,
            total,
            surrendered_figures: self.figures_within_2cm,
            remaining_figures: remaining,
            surrenders: !any,
            rallied,
            lost: any && !rallied && self.attempt == LAST_ATTEMPT,
            order_after: if rallied { RallyOrder::Disorder } else { RallyOrder::Rout },
        })
    }
}

krigsspil_engine::choices! {
    /// Orders that quiet turns improve.
    pub enum MendingOrder {
        LightDisorder = "LU",
        Pinned = "NH",
        Disorder = "U",
    }
}

krigsspil_engine::facts! {
    /// A unit in disorder at the end of a turn.
    pub struct Reorganise {
        order: MendingOrder;
        quiet_turns: Turns [0..=1] = Turns(0);
        entered_this_turn: bool = false;
        lost_men: bool = false;
        attacked: bool = false;
        active: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it has improved.
    pub struct ReorganiseResult {
        counts: bool;
        quiet_turns_after: Turns;
        order_after: SteadyOrder;
    }
}

impl Procedure for Reorganise {
    type Tables = Tables;
    type Outcome = ReorganiseResult;
    const ABOUT: About = About {
        name: "reorganise",
        group: Group::Morale,
        dice: "",
        cites: &["08.04.1", "08.04.2", "03.03.1", "skema XIX"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ReorganiseResult, Fault> {
        let (now, mended, mending) = match self.order {
            MendingOrder::LightDisorder => {
                (SteadyOrder::LightDisorder, SteadyOrder::Good, tables.morale.light_to_order)
            }
            MendingOrder::Pinned => (SteadyOrder::Pinned, SteadyOrder::Good, tables.morale.light_to_order),
            MendingOrder::Disorder => {
                (SteadyOrder::Disorder, SteadyOrder::LightDisorder, tables.morale.disorder_to_light)
            }
        };
        let disturbed = mending.stationary && (self.attacked || self.active);
        let counts = !self.entered_this_turn && !self.lost_men && !disturbed;
        let quiet = self.quiet_turns + Turns(1);
        let (quiet_turns_after, order_after) = match counts {
            false => (Turns(0), now),
            true if quiet >= mending.turns => (Turns(0), mended),
            true => (quiet, now),
        };
        Ok(ReorganiseResult { counts, quiet_turns_after, order_after })
    }
}

krigsspil_engine::choices! {
    /// Who takes over a lost general's command.
    pub enum Successor {
        Superior = "superior",
        Subordinate = "subordinate",
    }

    /// Whose place is to be filled.
    pub enum Vacancy {
        LostGeneral = "lost_general",
        AppointingSubordinate = "appointing_subordinate",
    }
}

krigsspil_engine::facts! {
    /// A general has been lost.
    pub struct AppointGeneral {
        commander_in_chief: bool = false, "08.05.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether a new one is appointed.
    pub struct AppointGeneralResult {
        dice_sum: i32;
        appointed: bool;
        command_taken_by: Successor;
        successor_of: Vacancy;
    }
}

impl Procedure for AppointGeneral {
    type Tables = Tables;
    type Outcome = AppointGeneralResult;
    const ABOUT: About = About {
        name: "appoint_general",
        group: Group::Morale,
        dice: "2d6",
        cites: &["08.05.1", "08.05.2", "08.05.3", "08.05.4", "skema XX"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<AppointGeneralResult, Fault> {
        let dice_sum = dice.sum("appoint_general", 2, Die::D6)?;
        let (command_taken_by, successor_of) = if self.commander_in_chief {
            (Successor::Subordinate, Vacancy::AppointingSubordinate)
        } else {
            (Successor::Superior, Vacancy::LostGeneral)
        };
        let appointed = dice_sum >= tables.morale.appointed;
        Ok(AppointGeneralResult { dice_sum, appointed, command_taken_by, successor_of })
    }
}
