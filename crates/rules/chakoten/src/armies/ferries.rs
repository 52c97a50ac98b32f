//! Ferries and boats (§19.11).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Number, Procedure, rounded_up};

use super::modifiers::CROSSING_DELAY;
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// Troops at a water, and the vessels that carry them.
    pub struct FerryCrossing {
        vessel: Vessel, "19.11.3";
        vessels: i32 [1..=100] = 1, "19.11.4";
        width_cm: Centimetres [0.1..=1000], "19.11.3";
        foot: Figures [0..=10000] = Figures(0), "19.11.2";
        mounted: Figures [0..=10000] = Figures(0), "19.11.2";
        horses: Figures [0..=10000] = Figures(0), "19.11.2";
        figure_pieces: i32 [0..=10000] = 0, "19.11.2";
        wagons: i32 [0..=10000] = 0, "19.11.2";
        pioneers: Figures [0..=1000] = Figures(0), "19.11.4";
        nco: bool = false, "19.11.4";
        delay_turns: f64 [0..=1000] = 0.0, "19.11.3";
    }
}

krigsspil_engine::outcome! {
    /// How long the crossing takes.
    pub struct FerryCrossingResult {
        possible: bool;
        reasons: ArrayVec<CrossingBar, 4>;
        pioneers_needed: Figures;
        trips: i32;
        rounds: i32;
        sail_turns: Number;
        trip_turns: Number;
        total_turns: Number;
    }
}

impl FerryCrossing {
    /// The loads, in the order of [`super::tables::VesselLine::carries`].
    const fn loads(&self) -> [i32; 5] {
        [self.foot.0, self.mounted.0, self.horses.0, self.figure_pieces, self.wagons]
    }

    fn bars(&self, cannot_carry: bool, pioneers_needed: i32) -> ArrayVec<CrossingBar, 4> {
        [
            (self.loads() == [0; 5], CrossingBar::NoLoad),
            (cannot_carry, CrossingBar::CannotCarry),
            (self.pioneers.0 < pioneers_needed, CrossingBar::TooFewPioneers),
            (self.vessel == Vessel::Ferry && !self.nco, CrossingBar::NoNco),
        ]
        .into_iter()
        .filter_map(|(holds, bar)| holds.then_some(bar))
        .collect()
    }
}

impl Procedure for FerryCrossing {
    type Tables = Tables;
    type Outcome = FerryCrossingResult;
    const ABOUT: About = About {
        name: "ferry_crossing",
        group: Group::Works,
        dice: "",
        cites: &["19.11.2", "19.11.3", "19.11.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FerryCrossingResult, Fault> {
        let vessel = tables.armies.pioneers.vessel(self.vessel);
        let loads = || self.loads().into_iter().zip(vessel.carries);
        let cannot_carry = loads().any(|(load, room)| load > 0 && room.is_none());
        let trips = loads().map(|(load, room)| room.map_or(0, |room| rounded_up(load, room))).sum();
        let pioneers_needed = rounded_up(self.vessels, vessel.vessels_a_pioneer);
        let reasons = self.bars(cannot_carry, pioneers_needed);
        let rounds = rounded_up(trips, self.vessels);
        let sail = self.width_cm.0 / vessel.cm_a_turn;
        let trip = vessel.loading + sail + vessel.unloading;
        let possible = reasons.is_empty();
        report.holds(possible && self.delay_turns > 0.0, &CROSSING_DELAY);
        // After every trip but the last the vessels sail back empty (ruling 51).
        let total = f64::from(rounds) * trip + f64::from(rounds - 1) * sail + self.delay_turns;
        Ok(FerryCrossingResult {
            possible,
            reasons,
            pioneers_needed: Figures(pioneers_needed),
            trips,
            rounds,
            sail_turns: Number(sail),
            trip_turns: Number(trip),
            total_turns: Number(if possible { total } else { 0.0 }),
        })
    }
}
