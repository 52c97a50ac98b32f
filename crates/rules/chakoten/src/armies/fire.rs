//! Fire: lighting, putting out, spreading, and batteries that stand too near (§19.06).

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Number, Procedure, Turns, rounded_up,
};

use super::demolition::charges_in;
use super::modifiers::WIND;
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// An object prepared for burning.
    pub struct FireStart {
        attempt: i32 [1..=2] = 1, "19.06.2";
        size: FireSize = FireSize::Large, "19.06.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it burns.
    pub struct FireStartResult {
        fire: bool;
        burn_turns: Turns;
        retry_after_turns: Turns;
        prepare_again: bool;
    }
}

/// Turns between the first and the second try (§19.06.2).
const RETRY_TURNS: i32 = 1;

impl Procedure for FireStart {
    type Tables = Tables;
    type Outcome = FireStartResult;
    const ABOUT: About = About {
        name: "fire_start",
        group: Group::Works,
        dice: "1d6",
        cites: &["19.06.1", "19.06.2", "19.06.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<FireStartResult, Fault> {
        let tables = &tables.armies.pioneers;
        let fire = tables.lighting.at(dice.roll("lighting", Die::D6)?);
        let first = self.attempt == 1;
        Ok(FireStartResult {
            fire,
            burn_turns: Turns(if fire { tables.burning(self.size).turns } else { 0 }),
            retry_after_turns: Turns(if !fire && first { RETRY_TURNS } else { 0 }),
            prepare_again: !fire && !first,
        })
    }
}

krigsspil_engine::facts! {
    /// A fire, and those who fight it.
    pub struct FireFight {
        object: BurningObject, "19.06.4";
        fire_turn: Turns [1..=8], "19.06.4";
        pioneers: Figures [0..=1000] = Figures(0), "19.06.4";
        others: Figures [0..=1000] = Figures(0), "19.06.4";
        figures_in_building: Figures [0..=1000] = Figures(0), "19.06.4";
    }
}

krigsspil_engine::outcome! {
    /// The state of the fire after the turn.
    pub struct FireFightResult {
        pioneers_needed: Figures;
        others_needed: Figures;
        enough: bool;
        extinguished: bool;
        state: FireState;
        burn_turns: Turns;
    }
}

/// Putting out a fire takes this many times the figures needed to light it (§19.06.4).
const FIGHTERS_FACTOR: i32 = 2;

/// The last turn of a fire in which it can be put out (§19.06.4).
const LAST_TURN_TO_FIGHT: i32 = 2;

impl FireFight {
    fn state(&self, extinguished: bool, burn_turns: i32) -> FireState {
        match (self.fire_turn.0, extinguished) {
            (1, true) => FireState::Unharmed,
            (1, false) => FireState::Burning,
            (_, true) => FireState::HalfDestroyed,
            (turn, false) if turn > burn_turns => FireState::BurntDown,
            (_, false) => FireState::BurningDown,
        }
    }
}

impl Procedure for FireFight {
    type Tables = Tables;
    type Outcome = FireFightResult;
    const ABOUT: About =
        About { name: "fire_fight", group: Group::Works, dice: "0-1d6", cites: &["19.06.3", "19.06.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<FireFightResult, Fault> {
        let tables = &tables.armies.pioneers;
        let line = tables.demolition(self.object.row());
        let pioneers_needed = Figures(FIGHTERS_FACTOR * line.pioneers.least);
        let others_needed = line.others.map(|gang| Figures(FIGHTERS_FACTOR * gang.least));
        let inside = self.object == BurningObject::Building && self.figures_in_building > Figures(0);
        let enough = self.pioneers >= pioneers_needed
            || others_needed.is_some_and(|needed| self.others >= needed)
            || inside;
        let fought = enough && self.fire_turn.0 <= LAST_TURN_TO_FIGHT;
        let extinguished = fought && tables.putting_out.at(dice.roll("fire_fighting", Die::D6)?);
        let burn_turns = tables.burning(self.object.size()).turns;
        Ok(FireFightResult {
            pioneers_needed,
            others_needed: others_needed.unwrap_or_default(),
            enough,
            extinguished,
            state: self.state(extinguished, burn_turns),
            burn_turns: Turns(burn_turns),
        })
    }
}

krigsspil_engine::facts! {
    /// A burning object and another one near it.
    pub struct FireSpread {
        distance_cm: Centimetres [0..=1000], "19.06.5";
        off_wind_deg: f64 [0..=180] = 180.0, "19.06.5";
        size: FireSize = FireSize::Large, "19.06.3";
        wind_extra_cm: Centimetres [0..=100] = Centimetres(0.0), "19.06.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether the fire spreads to it.
    pub struct FireSpreadResult {
        downwind: bool;
        reach_cm: Number;
        in_reach: bool;
        catches_fire: bool;
    }
}

/// Degrees to each side of the wind's direction that count as downwind (§19.06.5).
const DOWNWIND_DEG: f64 = 30.0;

impl Procedure for FireSpread {
    type Tables = Tables;
    type Outcome = FireSpreadResult;
    const ABOUT: About = About {
        name: "fire_spread",
        group: Group::Works,
        dice: "0-1d6",
        cites: &["19.06.5", "19.06.6", "17.04.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<FireSpreadResult, Fault> {
        let tables = &tables.armies.pioneers;
        let burning = tables.burning(self.size);
        let downwind = report.holds(self.off_wind_deg <= DOWNWIND_DEG, &WIND);
        let reach_cm = if downwind { burning.cm_downwind + self.wind_extra_cm.0 } else { burning.cm };
        let in_reach = self.distance_cm.0 <= reach_cm;
        let catches_fire = in_reach && tables.lighting.at(dice.roll("spread", Die::D6)?);
        Ok(FireSpreadResult { downwind, reach_cm: Number(reach_cm), in_reach, catches_fire })
    }
}

krigsspil_engine::facts! {
    /// The wind, for a battle whose scenario does not name one.
    pub struct WindDirection {}
}

krigsspil_engine::outcome! {
    /// The direction in which it blows.
    pub struct WindDirectionResult {
        toward_deg: i32;
    }
}

/// Degrees from one point of the wind die to the next (ruling 44).
const DEG_A_POINT: i32 = 60;

impl Procedure for WindDirection {
    type Tables = Tables;
    type Outcome = WindDirectionResult;
    const ABOUT: About =
        About { name: "wind_direction", group: Group::Works, dice: "1d6", cites: &["19.06.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<WindDirectionResult, Fault> {
        Ok(WindDirectionResult { toward_deg: (dice.roll("wind", Die::D6)? - 1) * DEG_A_POINT })
    }
}

krigsspil_engine::facts! {
    /// A battery within reach of a fire.
    pub struct FireInBattery {
        loads: i32 [0..=1000], "19.06.6";
    }
}

krigsspil_engine::outcome! {
    /// Whether it burns, and whether its powder explodes.
    pub struct FireInBatteryResult {
        fire: bool;
        charges: i32;
        blast: BatteryBlast;
        charges_exploding: i32;
    }
}

impl Procedure for FireInBattery {
    type Tables = Tables;
    type Outcome = FireInBatteryResult;
    const ABOUT: About = About {
        name: "fire_in_battery",
        group: Group::Works,
        dice: "1-2d6",
        cites: &["19.06.6", "19.06.2", "19.07.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<FireInBatteryResult, Fault> {
        let tables = &tables.armies.pioneers;
        let fire = tables.lighting.at(dice.roll("lighting", Die::D6)?);
        let charges = charges_in(self.loads);
        let (blast, charges_exploding) = if fire && self.loads > 0 {
            match tables.blasting.at(dice.roll("blast", Die::D6)?) {
                BlastResult::Misfire => (BatteryBlast::Misfire, 0),
                BlastResult::Partial => (BatteryBlast::Partial, rounded_up(charges, 2)),
                BlastResult::Complete => (BatteryBlast::Complete, charges),
            }
        } else {
            (BatteryBlast::None, 0)
        };
        Ok(FireInBatteryResult { fire, charges, blast, charges_exploding })
    }
}
