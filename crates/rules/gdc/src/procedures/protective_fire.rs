//! Chapter 9: the final protective fire of a defender.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::musketry::{Training, check_front_rank, state_modifier};
use crate::modifiers::fire::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Why a unit has no final protective fire.
    pub enum NoProtectiveFire {
        None = "none",
        Artillery = "artillery",
        Skirmish = "skirmish",
        NoCarbines = "no_carbines",
        CounterCharging = "counter_charging",
        Engaged = "engaged",
        Ford = "ford",
        Prone = "prone",
        AlreadyFired = "already_fired",
        Recall = "recall",
        NoMuskets = "no_muskets",
    }
}

/// Volume of a line's last volley (§9.3.C).
const LINE_VOLUME: i32 = 6;

/// Volume of a column's or square's last volley (§9.3.C).
const CLOSE_VOLUME: i32 = 2;

krigsspil_engine::facts! {
    /// A defender's last volley at a charge.
    pub struct FinalProtectiveFire {
        castings: Castings [1..=60], "8.2.A";
        melee_grade: i32 [1..=10], "chart.firepower-modifiers";
        skirmish_trained: bool = false, "chart.firepower-modifiers";
        nation_bonus: bool = false, "chart.firepower-modifiers";
        status: Status = Status::Good, "chart.firepower-modifiers";
        arm: Arm = Arm::Infantry, "9.3";
        formation: Formation, "9.3.B";
        front_rank_castings: Castings [0..=60] = Castings(0), "8.2.B";
        rifle_armed: bool = false, "chart.firepower-modifiers";
        carbines: bool = false, "9.3";
        counter_charging: bool = false, "9.3";
        engaged: bool = false, "9.61-b";
        in_ford: bool = false, "11.3.D";
        prone: bool = false, "opt.anti-artillery";
        already_fired: bool = false, "9.3.A";
        in_recall: bool = false, "3.5";
        no_muskets: bool = false, "opt.india";
        weather_penalty: i32 [0..=10] = 0, "9.3.D";
        attackers: i32 [1..=8] = 1, "9.2.D";
    }
}

krigsspil_engine::outcome! {
    /// Its effect on the attackers.
    pub struct FinalProtectiveFireResult {
        eligible: bool;
        reason: NoProtectiveFire;
        rate: i32;
        training_modifier: i32;
        status_modifier: i32;
        volume_bonus: i32;
        fpf: i32;
        fpf_per_attacker: i32;
    }
}

impl Procedure for FinalProtectiveFire {
    type Tables = Tables;
    type Outcome = FinalProtectiveFireResult;
    const ABOUT: About = About {
        name: "final_protective_fire",
        group: Group::Fire,
        dice: "",
        cites: &[
            "8.41",
            "9.2.D",
            "9.3",
            "9.3.A",
            "9.3.B",
            "9.3.C",
            "9.3.D",
            "9.3.E",
            "9.3.F",
            "10.4.E",
            "11.3.D",
            "3.5",
            "opt.india",
            "chart.melee-classic.situation",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FinalProtectiveFireResult, Fault> {
        let close = matches!(self.formation, Formation::Column | Formation::Square);
        if close {
            check_front_rank(self.front_rank_castings, self.castings)?;
        }
        let tables = &tables.musketry;
        let guns = self.arm == Arm::Artillery;
        let rate = match self.formation {
            _ if guns => Castings(0),
            Formation::Line => self.castings,
            Formation::Column | Formation::Square => self.front_rank_castings,
            Formation::Skirmish => Castings(0),
        };
        let training = Training {
            melee_grade: self.melee_grade,
            skirmish_trained: self.skirmish_trained,
            rifle: self.rifle_armed,
            nation: self.nation_bonus,
        };
        let training_modifier = training.modifier(tables, report);
        let status_modifier = state_modifier(self.status, tables, report);
        let volume = match self.formation {
            _ if self.arm != Arm::Infantry => 0,
            Formation::Line => LINE_VOLUME,
            Formation::Column | Formation::Square => CLOSE_VOLUME,
            Formation::Skirmish => 0,
        };
        let volume_bonus = report.add(&VOLUME, volume);
        let weather = report.add(&WEATHER, -self.weather_penalty);
        let reason = self.reason();
        let eligible = reason == NoProtectiveFire::None;
        let sum = rate.0 + training_modifier + status_modifier + volume_bonus + weather;
        let fpf = if eligible { sum.max(0) } else { 0 };
        Ok(FinalProtectiveFireResult {
            eligible,
            reason,
            rate: rate.0,
            training_modifier,
            status_modifier,
            volume_bonus,
            fpf,
            fpf_per_attacker: fpf / self.attackers,
        })
    }
}

impl FinalProtectiveFire {
    /// The first reason why it has none.
    fn reason(&self) -> NoProtectiveFire {
        let cavalry = self.arm == Arm::Cavalry;
        let reasons: ArrayVec<NoProtectiveFire, 10> = holding([
            (self.arm == Arm::Artillery, NoProtectiveFire::Artillery),
            (self.formation == Formation::Skirmish, NoProtectiveFire::Skirmish),
            (cavalry && !self.carbines, NoProtectiveFire::NoCarbines),
            (self.counter_charging, NoProtectiveFire::CounterCharging),
            (self.engaged, NoProtectiveFire::Engaged),
            (self.in_ford, NoProtectiveFire::Ford),
            (self.prone, NoProtectiveFire::Prone),
            (self.already_fired, NoProtectiveFire::AlreadyFired),
            (cavalry && self.in_recall, NoProtectiveFire::Recall),
            (self.arm == Arm::Infantry && self.no_muskets, NoProtectiveFire::NoMuskets),
        ]);
        reasons.first().copied().unwrap_or(NoProtectiveFire::None)
    }
}
