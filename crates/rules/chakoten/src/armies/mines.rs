//! Mines: digging, laying and firing (§19.08).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die, RollName};
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Metres, Number, Procedure, Turns,
};

use super::labour::{Extra, portions, shifts};
use super::modifiers::*;
use super::tables::{Digging, PioneerTables};
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// Shaft, gallery and chamber, and the party that digs them.
    pub struct MineWorks {
        shaft_m: Metres [0..=200] = Metres(0.0), "19.08.2";
        gallery_cm: Centimetres [0..=200] = Centimetres(0.0), "19.08.3";
        chamber_charges: f64 [0..=1000 step 0.25] = 0.0, "19.08.4";
        leader: Leader, "19.04.2";
        miners: Figures [0..=1000] = Figures(0), "19.08.2";
        pioneers: Figures [0..=1000] = Figures(0), "19.08.2";
        helpers: Figures [0..=1000] = Figures(0), "19.08.2";
        shaft_turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
        gallery_turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
        chamber_turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it can be dug, and how long it takes.
    pub struct MineWorksResult {
        possible: bool;
        reasons: ArrayVec<MineBar, 4>;
        shaft_turns: Turns;
        shaft_delay_turns: Turns;
        gallery_turns: Turns;
        gallery_delay_turns: Turns;
        chamber_turns: Turns;
        chamber_delay_turns: Turns;
        total_turns: Turns;
        shifts: i32;
    }
}

/// One stretch of a mine: how much there is to dig, and how.
struct Stretch<'a> {
    roll: RollName,
    much: f64,
    digging: &'a Digging,
    under_fire: Turns,
}

impl Stretch<'_> {
    /// Ordinary turns and delay; zero, without a die, if there is nothing to dig.
    fn dig<D: Dice, L: Listener>(
        &self,
        tables: &PioneerTables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<(Turns, Turns), Fault> {
        if self.much == 0.0 {
            return Ok((Turns(0), Turns(0)));
        }
        let ordinary = portions(self.much, self.digging.portion) * self.digging.turns;
        let delay = Extra::delay(self.roll, ordinary, self.under_fire, tables, dice, report)?;
        Ok((Turns(ordinary), Turns(delay.turns)))
    }
}

impl MineWorks {
    /// Only an engineer officer leads it. More men do not dig faster; too few cannot dig at all (ruling 47).
    fn bars(&self, tables: &PioneerTables) -> ArrayVec<MineBar, 4> {
        let [miners, pioneers, helpers] = tables.mine_party.map(Figures);
        let grade = self.leader.grade();
        [
            (grade.is_none(), MineBar::NoLeader),
            (grade.is_some_and(|grade| grade != Grade::EngineerOfficer), MineBar::LeaderTooLow),
            (self.miners < miners && self.pioneers < pioneers, MineBar::TooFewMiners),
            (self.helpers < helpers, MineBar::TooFewHelpers),
        ]
        .into_iter()
        .filter_map(|(holds, bar)| holds.then_some(bar))
        .collect()
    }

    fn stretches<'a>(&self, tables: &'a PioneerTables) -> [Stretch<'a>; 3] {
        [
            Stretch {
                roll: "shaft_delay",
                much: self.shaft_m.0,
                digging: &tables.shaft,
                under_fire: self.shaft_turns_under_fire,
            },
            Stretch {
                roll: "gallery_delay",
                much: self.gallery_cm.0,
                digging: &tables.gallery,
                under_fire: self.gallery_turns_under_fire,
            },
            Stretch {
                roll: "chamber_delay",
                much: self.chamber_charges,
                digging: &tables.chamber,
                under_fire: self.chamber_turns_under_fire,
            },
        ]
    }
}

impl Procedure for MineWorks {
    type Tables = Tables;
    type Outcome = MineWorksResult;
    const ABOUT: About = About {
        name: "mine_works",
        group: Group::Works,
        dice: "0-3d6",
        cites: &["19.08.1", "19.08.2", "19.08.3", "19.08.4", "19.03.4", "19.04.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MineWorksResult, Fault> {
        let tables = &tables.armies.pioneers;
        let reasons = self.bars(tables);
        let mut dug = [(Turns(0), Turns(0)); 3];
        if reasons.is_empty() {
            for (stretch, turns) in self.stretches(tables).iter().zip(&mut dug) {
                *turns = stretch.dig(tables, dice, report)?;
            }
        }
        let [shaft, gallery, chamber] = dug;
        let total_turns = dug.into_iter().map(|(ordinary, delay)| ordinary + delay).sum::<Turns>();
        Ok(MineWorksResult {
            possible: reasons.is_empty(),
            reasons,
            shaft_turns: shaft.0,
            shaft_delay_turns: shaft.1,
            gallery_turns: gallery.0,
            gallery_delay_turns: gallery.1,
            chamber_turns: chamber.0,
            chamber_delay_turns: chamber.1,
            total_turns,
            shifts: shifts(total_turns.0),
        })
    }
}

krigsspil_engine::facts! {
    /// The way along which the powder is carried.
    pub struct MineLay {
        shaft: bool = false, "19.08.5";
        gallery_cm: Centimetres [0..=200] = Centimetres(0.0), "19.08.5";
    }
}

krigsspil_engine::outcome! {
    /// How long it takes.
    pub struct MineLayResult {
        turns: Turns;
    }
}

/// Carrying the powder: the turns through a shaft, and the cm of gallery each turn (§19.08.5).
const SHAFT_TURNS: i32 = 1;
const GALLERY_CM_A_TURN: f64 = 3.0;

impl Procedure for MineLay {
    type Tables = Tables;
    type Outcome = MineLayResult;
    const ABOUT: About = About { name: "mine_lay", group: Group::Works, dice: "", cites: &["19.08.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MineLayResult, Fault> {
        let shaft = if self.shaft { SHAFT_TURNS } else { 0 };
        Ok(MineLayResult { turns: Turns(shaft + portions(self.gallery_cm.0, GALLERY_CM_A_TURN)) })
    }
}

krigsspil_engine::facts! {
    /// A mine that is fired.
    pub struct Mine {
        charges: f64 [0.25..=1000 step 0.25], "19.08.8";
        depth_m: Metres [0..=200] = Metres(10.0), "19.08.8";
        gallery_cm: Centimetres [0..=200] = Centimetres(0.0), "19.08.6";
        die_modifier: i32 [-5..=0] = 0, "19.08.6";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct MineOutcome {
        modified_die: i32;
        result: MineResult;
        full_radius_cm: Number;
        radius_cm: Number;
        retry_after_turns: Turns;
        spent: bool;
    }
}

/// The cm of destruction for each charge at this depth; twice the depth needs twice the powder (§19.08.8).
const CM_A_CHARGE: f64 = 3.0;
const FULL_DEPTH_M: f64 = 10.0;

/// With at most this much gallery a misfire is corrected in 1 turn, otherwise in 2 (§19.08.6, ruling 49).
const SHORT_GALLERY_CM: f64 = 10.0;

impl Procedure for Mine {
    type Tables = Tables;
    type Outcome = MineOutcome;
    const ABOUT: About =
        About { name: "mine", group: Group::Works, dice: "1d6", cites: &["19.08.6", "19.08.7", "19.08.8"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MineOutcome, Fault> {
        let modified_die = dice.roll("mine", Die::D6)? + report.add(&WET_GROUND, self.die_modifier);
        let result = tables.armies.pioneers.mine.at(modified_die);
        report.holds(self.depth_m.0 > FULL_DEPTH_M, &MINE_TOO_DEEP);
        let full = CM_A_CHARGE * self.charges * FULL_DEPTH_M / self.depth_m.0.max(FULL_DEPTH_M);
        let radius = match result {
            MineResult::Misfire => 0.0,
            MineResult::Half => full / 2.0,
            MineResult::Full => full,
        };
        report.holds(result == MineResult::Half, &MINE_HALF_EFFECT);
        let misfire = result == MineResult::Misfire;
        let mending = if self.gallery_cm.0 <= SHORT_GALLERY_CM { 1 } else { 2 };
        Ok(MineOutcome {
            modified_die,
            result,
            full_radius_cm: Number(full),
            radius_cm: Number(radius),
            retry_after_turns: Turns(if misfire { mending } else { 0 }),
            spent: !misfire,
        })
    }
}
