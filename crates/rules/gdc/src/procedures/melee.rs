//! Chapter 9: one attacker against one defender, on the classic and on the fast play chart.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::melee_units::{Attacker, Crossed, Defender, Elevation, FormationRow, MeleeGeneral};
use crate::modifiers::melee::*;
use crate::tables::{MeleeChart, Pair, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// One attacker against one defender, for either chart.
    pub struct Clash {
        engaged: bool = false, "chart.melee-classic.situation";
        in_woods: bool = false, "11.5";
        elevation: Elevation = Elevation::Level, "11.7.D";
        attackers: i32 [1..=8] = 1, "9.2.E";
        brawl: bool = false, "9.2.E";
        fpf: i32 [0..=60] = 0, "9.3.F";
        attacker: Attacker;
        defender: Defender;
    }
}

krigsspil_engine::outcome! {
    /// Who wins, and the numbers behind it.
    pub struct ClashResult {
        attacker_modifier: i32;
        defender_modifier: i32;
        formation_row: FormationRow;
        formation_modifier: i32;
        fpf: i32;
        chance_percent: i32;
        attacker_wins: bool;
        winner: Combatant;
    }
}

/// The sums of a melee.
struct Sums {
    attacker: i32,
    defender: i32,
    row: FormationRow,
    formation: i32,
    fpf: i32,
}

impl Sums {
    /// Throws against the attacker's chance to win (§9.1.F).
    fn fought(self, chance_percent: i32, dice: &mut impl Dice) -> Result<ClashResult, Fault> {
        let attacker_wins = dice.at_most("melee", 1, Die::Percentile, chance_percent)? > 0;
        Ok(ClashResult {
            attacker_modifier: self.attacker,
            defender_modifier: self.defender,
            formation_row: self.row,
            formation_modifier: self.formation,
            fpf: self.fpf,
            chance_percent,
            attacker_wins,
            winner: if attacker_wins { Combatant::Attacker } else { Combatant::Defender },
        })
    }
}

impl Clash {
    fn sums(&self, chart: &MeleeChart, report: &mut impl Listener) -> Result<Sums, Fault> {
        self.defender.check()?;
        let (row, formation) = self.formation(chart)?;
        let (attacker_hill, defender_hill) = self.higher_ground(chart);
        let attacker = self.attacker_points(chart, report) + report.add(&HIGHER_GROUND, attacker_hill);
        let defender = self.defender_points(chart, report) + report.add(&HIGHER_GROUND, defender_hill);
        let formation = report.add(&FORMATION, formation);
        let fpf = self.fpf_share();
        report.add(&PROTECTIVE_FIRE, -fpf);
        Ok(Sums { attacker, defender, row, formation, fpf })
    }

    fn of(&self, pair: Pair) -> i32 {
        pair.of(self.engaged)
    }

    /// Is one cavalry unit heavier than the other? Both must be cavalry with a weight (ruling 25).
    fn heavier(&self, one: Weight, other: Weight) -> bool {
        let both_mounted = self.attacker.mounted() && self.defender.arm == Arm::Cavalry;
        both_mounted && one != Weight::None && other != Weight::None && one > other
    }

    fn attacker_points(&self, chart: &MeleeChart, report: &mut impl Listener) -> i32 {
        let (unit, defender, points) = (&self.attacker, &self.defender, &chart.situation);
        let lancers = unit.mounted() && unit.lancers;
        let lancer_or_heavier = lancers || self.heavier(unit.weight, defender.weight);
        let state = match unit.status {
            Status::Good => 0,
            Status::Unorganized => self.of(points.attacker_unorganized),
            Status::Disrupted => self.of(points.attacker_disrupted),
        };
        let general = match unit.general {
            MeleeGeneral::None => 0,
            MeleeGeneral::General => self.of(points.attacker_general),
            MeleeGeneral::PlayerGeneral => self.of(chart.other.player_general),
        };
        let its_own_position = unit.crossed == Crossed::ProtectivePosition && defender.protective_position;
        let crossed = unit.crossed != Crossed::None && !its_own_position;
        let at_elephants = unit.mounted() && defender.elephants && !unit.elephants;
        let woods = unit.woods_trained && self.in_woods;
        let skirmish = unit.formation == Order::Skirmish;
        report.add_if(woods, &ATTACKER_WOODS_TRAINED, self.of(points.attacker_woods_trained))
            + report.add_if(
                lancer_or_heavier,
                &ATTACKER_LANCER_OR_HEAVIER,
                self.of(points.attacker_lancer_or_heavier),
            )
            + report.add(&ATTACKER_STATE, state)
            + report.add(&ATTACKER_GENERAL, general)
            + report.add_if(crossed, &ATTACKER_CROSSED, self.of(points.attacker_crossed))
            + report.add_if(skirmish, &ATTACKER_SKIRMISH, self.of(points.attacker_skirmish))
            + report.add_if(at_elephants, &AT_ELEPHANTS, -self.of(chart.other.elephants))
    }

    fn defender_points(&self, chart: &MeleeChart, report: &mut impl Listener) -> i32 {
        let (unit, points) = (&self.defender, &chart.situation);
        let mounted = unit.arm == Arm::Cavalry;
        let lancer_or_heavier = mounted && unit.lancers || self.heavier(unit.weight, self.attacker.weight);
        let state = match unit.status {
            Status::Good => 0,
            Status::Unorganized => self.of(points.defender_unorganized),
            Status::Disrupted => self.of(points.defender_disrupted),
        };
        let general = match unit.general {
            MeleeGeneral::None => 0,
            MeleeGeneral::General => self.of(points.defender_general),
            MeleeGeneral::PlayerGeneral => -self.of(chart.other.player_general),
        };
        let by_elephants = mounted && self.attacker.elephants && !unit.elephants;
        let several = self.attackers >= 2 && !self.brawl;
        let woods = unit.woods_trained && self.in_woods;
        let sum = report.add_if(woods, &DEFENDER_WOODS_TRAINED, self.of(points.defender_woods_trained))
            + report.add_if(
                lancer_or_heavier,
                &DEFENDER_LANCER_OR_HEAVIER,
                self.of(points.defender_lancer_or_heavier),
            )
            + report.add_if(by_elephants, &BY_ELEPHANTS, self.of(chart.other.elephants))
            + report.add(&DEFENDER_STATE, state)
            + report.add(&DEFENDER_GENERAL, general);
        sum + report.add_if(unit.protective_position, &DEFENDER_POSITION, self.of(points.defender_position))
            + report.add_if(several, &SEVERAL_ATTACKERS, self.of(points.several_attackers))
            + report.add_if(unit.loose(), &DEFENDER_LOOSE, self.of(points.defender_skirmish_or_crew))
            + report.add_if(unit.struck_in_flank(), &FLANK_OR_REAR, self.of(points.flank_or_rear))
            + report.add_if(unit.fired_at_by_artillery, &FIRED_AT, self.of(points.fired_at_by_artillery))
            + report.add_if(
                unit.russian_in_russia,
                &RUSSIANS_IN_RUSSIA,
                self.of(chart.other.russians_in_russia),
            )
    }

    /// The effect of the hill on the attacker's sum and on the defender's: it goes to the higher side (§11.7.D).
    fn higher_ground(&self, chart: &MeleeChart) -> (i32, i32) {
        let better = self.attacker.melee_grade.cmp(&self.defender.melee_grade);
        let (attacker_higher, points) = match self.elevation {
            Elevation::Level => return (0, 0),
            Elevation::AttackerHigher => (true, self.of(chart.situation.attacker_uphill)),
            Elevation::DefenderHigher => (false, self.of(chart.situation.defender_uphill)),
        };
        let lower_is_better = if attacker_higher { better.is_lt() } else { better.is_gt() };
        let points = if self.engaged {
            if lower_is_better { 0 } else { points }
        } else if self.defender.counter_charging {
            better as i32 * self.of(chart.other.hill_meeting)
        } else {
            points
        };
        if attacker_higher { (points, 0) } else { (0, points) }
    }

    /// The row of the formation table and its number after everything that cancels it.
    fn formation(&self, chart: &MeleeChart) -> Result<(FormationRow, i32), Fault> {
        let Some(column) = self.attacker.column() else {
            return Ok((FormationRow::None, 0));
        };
        let row = self.defender.row(self.attacker.arm);
        let figure = chart
            .formation(row, column, self.engaged)
            .or_else(|| chart.formation(row.defending(), column, self.engaged))
            .ok_or_else(|| Fault::refused("engaged", &NEVER_ENGAGED_WITH_SQUARE))?;
        let position =
            self.defender.protective_position || self.attacker.crossed == Crossed::ProtectivePosition;
        let no_run = self.attacker.mounted() && self.attacker.lacks_impetus && !self.engaged;
        Ok((row, if position || no_run && figure > 0 { 0 } else { figure }))
    }

    /// The attacker's share of the final protective fire (§9.2.D).
    fn fpf_share(&self) -> i32 {
        if self.engaged || self.defender.counter_charging || self.defender.loose() {
            0
        } else {
            self.fpf / self.attackers
        }
    }
}

krigsspil_engine::facts! {
    /// A melee on the classic chart.
    pub struct MeleeClassic {
        ..clash: Clash;
    }
}

krigsspil_engine::outcome! {
    /// Who wins it.
    pub struct MeleeClassicResult {
        base_percent: i32;
        ..clash: ClashResult;
    }
}

impl Procedure for MeleeClassic {
    type Tables = Tables;
    type Outcome = MeleeClassicResult;
    const ABOUT: About = About {
        name: "melee_classic",
        group: Group::Melee,
        dice: "d100",
        cites: &[
            "9.1",
            "9.1.C",
            "9.1.D",
            "9.1.F",
            "9.2",
            "9.2.C",
            "9.2.D",
            "9.2.E",
            "9.3.F",
            "9.5.A",
            "2.55",
            "5.7",
            "10.2.A",
            "10.5.I",
            "11.1",
            "11.3.C",
            "11.6",
            "11.7.D",
            "11.7.D.1",
            "11.7.D.2",
            "11.7.D.3",
            "11.7.D.4",
            "chart.melee-classic",
            "chart.melee-classic.situation",
            "chart.melee-classic.formation",
            "opt.russian",
            "opt.india",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeClassicResult, Fault> {
        let chart = &tables.melee.classic;
        let clash = &self.clash;
        let sums = clash.sums(chart, report)?;
        let base_percent = chart.chance(clash.attacker.melee_grade, clash.defender.melee_grade);
        let chance = base_percent + sums.attacker + sums.defender + sums.formation - sums.fpf;
        Ok(MeleeClassicResult { base_percent, clash: sums.fought(chance, dice)? })
    }
}

krigsspil_engine::facts! {
    /// A melee on the fast play chart.
    pub struct MeleeFastPlay {
        ..clash: Clash;
    }
}

krigsspil_engine::outcome! {
    /// Who wins it.
    pub struct MeleeFastPlayResult {
        attacker_grade: i32;
        ..clash: ClashResult;
    }
}

impl Procedure for MeleeFastPlay {
    type Tables = Tables;
    type Outcome = MeleeFastPlayResult;
    const ABOUT: About = About {
        name: "melee_fast_play",
        group: Group::Melee,
        dice: "d100",
        cites: &[
            "9.1",
            "9.3.F",
            "chart.melee-fast",
            "chart.melee-fast.situation",
            "chart.melee-fast.formation",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeFastPlayResult, Fault> {
        let chart = &tables.melee.fast;
        let clash = &self.clash;
        let sums = clash.sums(chart, report)?;
        let shifted = clash.attacker.melee_grade + sums.attacker + sums.defender + sums.formation;
        let attacker_grade = shifted.clamp(1, 10);
        let chance = chart.chance(attacker_grade, clash.defender.melee_grade) - sums.fpf;
        Ok(MeleeFastPlayResult { attacker_grade, clash: sums.fought(chance, dice)? })
    }
}
