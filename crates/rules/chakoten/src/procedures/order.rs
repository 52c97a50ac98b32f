//! Chapters 03 and 13: order, reorganising, rally, decimation.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Men, Number, Procedure, rounded_up};

use crate::modifiers::moves::*;
use crate::tables::{MeleeRow, Tables};
use crate::vocabulary::*;

/// Points that disorder costs a defender in melee (§03.03.6, skema XV).
fn deduction(order: Order, tables: &Tables) -> i32 {
    let points = |row| -tables.melee.points.points(row, 1);
    match order {
        Order::Disorder => points(MeleeRow::Disorder),
        Order::Rout => points(MeleeRow::Rout),
        light => points(MeleeRow::EachDegree) * light.degrees(),
    }
}

krigsspil_engine::facts! {
    /// Something that affects a unit's order.
    pub struct Disorder {
        order: Order = Order::Good, "03.03.3";
        events: Vec<Order> [0..=10], "03.03.6";
        fled_this_turn: bool = false, "13.01.2";
    }
}

krigsspil_engine::outcome! {
    /// The order after it.
    pub struct DisorderResult {
        order_after: Order;
        lu_degrees: i32;
        deduction: i32;
        intact: bool;
        must_retreat: bool;
        must_flee: bool;
    }
}

impl Procedure for Disorder {
    type Tables = Tables;
    type Outcome = DisorderResult;
    const ABOUT: About = About {
        name: "disorder",
        group: Group::Morale,
        dice: "",
        cites: &["03.03.3", "03.03.4", "03.03.5", "03.03.6", "03.03.7", "13.01.1", "13.01.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DisorderResult, Fault> {
        let mut order = self.order;
        let mut retires = false;
        for event in &self.events {
            let after = order.after(*event);
            retires |= *event == Order::Disorder || (after == Order::Disorder && order != Order::Disorder);
            order = after;
        }
        Ok(DisorderResult {
            order_after: order,
            lu_degrees: order.degrees(),
            deduction: deduction(order, tables),
            intact: order.intact(),
            must_retreat: retires && order == Order::Disorder,
            must_flee: self.events.contains(&Order::Rout) && !self.fled_this_turn,
        })
    }
}

/// If both are in the same disorder or rout, nobody retires or flees (§13.01.4).
pub fn cancelled(first: Order, second: Order) -> bool {
    first == second && !first.intact()
}

krigsspil_engine::facts! {
    /// Two sides after a fire fight or a melee.
    pub struct MutualDisorder {
        first_order: Order, "13.01.4";
        second_order: Order, "13.01.4";
    }
}

krigsspil_engine::outcome! {
    /// Their order at the end of the turn.
    pub struct MutualDisorderResult {
        cancelled: bool;
        first_end: Order;
        second_end: Order;
    }
}

impl Procedure for MutualDisorder {
    type Tables = Tables;
    type Outcome = MutualDisorderResult;
    const ABOUT: About =
        About { name: "mutual_disorder", group: Group::Morale, dice: "", cites: &["13.01.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MutualDisorderResult, Fault> {
        let cancelled = cancelled(self.first_order, self.second_order);
        let end = |order| if cancelled { Order::Light3 } else { order };
        Ok(MutualDisorderResult {
            cancelled,
            first_end: end(self.first_order),
            second_end: end(self.second_order),
        })
    }
}

/// Half turns from disorder to three degrees of light disorder (§13.06.4).
const DISORDER_HALF_TURNS: i32 = 2;

krigsspil_engine::facts! {
    /// A unit that stands still.
    pub struct Reorganise {
        order: Order, "13.06.1";
        half_turns: i32 [0..=40], "13.06.1";
        disturbed: bool = false, "13.06.1";
        in_building: bool = false, "17.03.5";
    }
}

krigsspil_engine::outcome! {
    /// The order it reaches.
    pub struct ReorganiseResult {
        order_after: Order;
        half_turns_used: i32;
        half_turns_to_or: i32;
    }
}

impl Procedure for Reorganise {
    type Tables = Tables;
    type Outcome = ReorganiseResult;
    const ABOUT: About = About {
        name: "reorganise",
        group: Group::Morale,
        dice: "",
        cites: &["13.06.1", "13.06.2", "13.06.3", "13.06.4", "17.03.5", "13.06.6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ReorganiseResult, Fault> {
        let possible = match self.order {
            Order::Rout => false,
            Order::Disorder => !self.in_building,
            _ => true,
        };
        let half_turns_to_or = match self.order {
            Order::Disorder if possible => DISORDER_HALF_TURNS + Order::Light3.degrees(),
            order => order.degrees(),
        };
        let mut order_after = self.order;
        let mut used = 0;
        if possible && !self.disturbed {
            if self.order == Order::Disorder && self.half_turns >= DISORDER_HALF_TURNS {
                order_after = Order::Light3;
                used = DISORDER_HALF_TURNS;
            }
            if order_after.intact() {
                let degrees = order_after.degrees().min(self.half_turns - used);
                order_after = order_after.with_degrees(-degrees);
                used += degrees;
            }
        }
        Ok(ReorganiseResult { order_after, half_turns_used: used, half_turns_to_or })
    }
}

/// A unit with this valeur or lower is broken for good (§13.07.3).
const BROKEN_VALEUR: i32 = -5;

krigsspil_engine::facts! {
    /// A unit in rout at the start of the turn.
    pub struct Rally {
        nearest_chief: bool = false, "skema XIX";
        corps_chief: bool = false, "skema XIX";
        no_enemy_within_50cm: bool = false, "skema XIX";
        screened: bool = false, "skema XIX";
        flight_turns: i32 [1..=30] = 1, "skema XIX";
        gave_prisoners: bool = false, "skema XIX";
        own_u_within_25cm: bool = false, "skema XIX";
        own_fu_within_25cm: bool = false, "skema XIX";
        valeur: i32 [-12..=5] = 0, "skema XIX";
        enemy_in_break_in: bool = false, "13.06.6";
        place: RallyPlace = RallyPlace::Open, "16.03.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether it rallies.
    pub struct RallyResult {
        may_roll: bool;
        modifier: i32;
        total: i32;
        order_after: Order;
        flees_again: bool;
    }
}

impl Procedure for Rally {
    type Tables = Tables;
    type Outcome = RallyResult;
    const ABOUT: About = About {
        name: "rally",
        group: Group::Morale,
        dice: "3d6",
        cites: &["13.06.5", "13.06.6", "16.03.1", "17.03.5", "skema XIX"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<RallyResult, Fault> {
        let points = &tables.rally;
        let may_roll =
            self.valeur > BROKEN_VALEUR && !self.enemy_in_break_in && self.place == RallyPlace::Open;
        let further = points.each_further_turn * (self.flight_turns - 1);
        let mut modifier = report.add_if(self.nearest_chief, &RALLY_NEAREST_CHIEF, points.nearest_chief);
        modifier += report.add_if(self.corps_chief, &RALLY_CORPS_CHIEF, points.corps_chief);
        modifier += report.add_if(self.no_enemy_within_50cm, &RALLY_NO_ENEMY, points.no_enemy);
        modifier += report.add_if(self.screened, &RALLY_SCREENED, points.screened);
        modifier += report.add(&RALLY_FLIGHT_TURNS, further);
        modifier += report.add_if(self.gave_prisoners, &RALLY_PRISONERS, points.gave_prisoners);
        modifier += report.add_if(self.own_u_within_25cm, &RALLY_DISORDER_NEAR, points.disorder_near);
        modifier += report.add_if(self.own_fu_within_25cm, &RALLY_ROUT_NEAR, points.rout_near);
        modifier += report.add(&RALLY_VALEUR, self.valeur);
        let total = dice.sum("rally", 3, Die::D6)? + modifier;
        let order_after = if may_roll { tables.rally.order(total) } else { Order::Rout };
        Ok(RallyResult { may_roll, modifier, total, order_after, flees_again: order_after == Order::Rout })
    }
}

krigsspil_engine::facts! {
    /// Losses of a unit.
    pub struct Decimation {
        arm: Arm = Arm::Infantry, "13.07.1";
        original_men: Men [1..=20000], "04.01.2";
        men_lost: Men [0..=20000], "13.07.1";
        valeur: i32 [-4..=5] = 0, "13.07.1";
    }
}

krigsspil_engine::outcome! {
    /// The valeur they cost.
    pub struct DecimationResult {
        percent_lost: Number;
        points: i32;
        valeur_after: i32;
        broken: bool;
    }
}

impl Procedure for Decimation {
    type Tables = Tables;
    type Outcome = DecimationResult;
    const ABOUT: About = About {
        name: "decimation",
        group: Group::Morale,
        dice: "",
        cites: &["13.07.1", "13.07.3", "13.07.4", "04.01.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<DecimationResult, Fault> {
        if self.men_lost > self.original_men {
            return Err(Fault::refused("men_lost", &MORE_LOST_THAN_HAD));
        }
        let tenths = 10 * self.men_lost.0 / self.original_men.0;
        let points = if self.arm == Arm::Artillery || tenths < 2 { 0 } else { tenths - 1 };
        let valeur_after = self.valeur + report.add(&DECIMATED, -points);
        Ok(DecimationResult {
            percent_lost: Number(100.0 * f64::from(self.men_lost.0) / f64::from(self.original_men.0)),
            points,
            valeur_after,
            broken: valeur_after <= BROKEN_VALEUR,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit to merge.
    pub struct MergedUnit {
        figures: Figures [1..=200], "13.07.2";
        valeur: i32 [-4..=5], "13.07.2";
    }
}

krigsspil_engine::facts! {
    /// Decimated units to merge.
    pub struct MergeUnits {
        units: Vec<MergedUnit> [2..=8], "13.07.2";
        turns_stationary: i32 [0..=20] = 2, "13.07.2";
        not_in_contact: bool = false, "13.07.2";
        disturbed: bool = false, "13.07.2";
        any_u_or_fu: bool = false, "04.01.5";
    }
}

krigsspil_engine::outcome! {
    /// The merged unit.
    pub struct MergeUnitsResult {
        allowed: bool;
        figures: Figures;
        mean_valeur: Number;
        valeur: i32;
    }
}

impl Procedure for MergeUnits {
    type Tables = Tables;
    type Outcome = MergeUnitsResult;
    const ABOUT: About = About {
        name: "merge_units",
        group: Group::Morale,
        dice: "",
        cites: &["13.07.2", "04.01.3", "04.01.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MergeUnitsResult, Fault> {
        let figures: Figures = self.units.iter().map(|unit| unit.figures).sum();
        let weighted: i32 = self.units.iter().map(|unit| unit.figures.0 * unit.valeur).sum();
        let whole = figures.0;
        Ok(MergeUnitsResult {
            allowed: self.turns_stationary >= MERGING_TURNS
                && !self.not_in_contact
                && !self.disturbed
                && !self.any_u_or_fu,
            figures,
            mean_valeur: Number(f64::from(weighted) / f64::from(whole)),
            valeur: rounded_up(2 * (weighted - whole) - whole, 2 * whole),
        })
    }
}

/// Turns that units must stand together before they are one (§13.07.2).
const MERGING_TURNS: i32 = 2;
