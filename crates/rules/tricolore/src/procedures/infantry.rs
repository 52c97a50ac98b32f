//! Melees that infantry and skirmishers begin or continue outside town zones.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Modifier, Procedure};

use super::melee::{
    Fighter, FootBeside, MeleeBox, MeleeResult, SideResult, Sum, Throw, all_bases, foot_fighter,
    horse_fighter, melee_procedure, multiplied, strength, superiority_steps, target_fighter,
};
use crate::modifiers::{infantry_cavalry, infantry_continued, infantry_initial, melee};
use crate::quantity::{Bases, Disorder, Metres, Quarters};
use crate::tables::{InfantryContinuedRows, Melee, Movement, ResultTable, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// Infantry or skirmishers that attack.
    pub struct InfantryAttacker {
        kind: FootKind = FootKind::Infantry, "chart.infantry-vs-infantry";
        value: i32 [1..=9], "inf.initial.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "inf.initial.disorder";
        bases: Bases [0.5..=40 step 0.5], "inf.initial.superiority";
        formation: FootFormation = FootFormation::Column, "inf.initial.square";
        cover: i32 [0..=7] = 0, "inf.initial.skirmishers-open";
        threatened_flanks: i32 [0..=2] = 0, "inf.initial.threatened-flank";
        flanked: bool = false, "inf.initial.flanked";
    }
}

krigsspil_engine::facts! {
    /// Their target.
    pub struct InfantryTarget {
        kind: TargetKind = TargetKind::Infantry, "chart.infantry-vs-artillery";
        value: i32 [1..=9], "inf.initial.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "inf.initial.disorder";
        bases: Bases [0.5..=40 step 0.5], "inf.initial.superiority";
        formation: FootFormation = FootFormation::Column, "inf.initial.march-column";
        cover: i32 [0..=7] = 0, "inf.initial.cover";
        threatened_flanks: i32 [0..=2] = 0, "inf.initial.threatened-flank-artillery";
        flanked: bool = false, "inf.initial.flanked";
        artillery_support: bool = false, "inf.initial.artillery-support";
        neighbour_support: i32 [0..=2] = 0, "inf.initial.neighbour";
    }
}

krigsspil_engine::facts! {
    /// An initial melee outside town zones.
    pub struct InfantryAttack {
        attacker: InfantryAttacker, "chart.infantry-initial-mods";
        defender: InfantryTarget, "chart.infantry-initial-mods";
    }
}

impl MeleeBox for InfantryAttack {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use infantry_initial::*;
        let (rows, a, f) = (&tables.infantry_initial, &self.attacker, &self.defender);
        let steps = superiority_steps(a.bases.in_halves(), f.bases.in_halves());
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        let artillery = f.kind == TargetKind::Artillery;
        let a_formed = a.kind == FootKind::Infantry;
        let f_formed = f.kind == TargetKind::Infantry;
        let a_open = !a_formed && a.cover == 0 && f_formed;
        let f_open = f.kind == TargetKind::Skirmishers && f.cover == 0 && a_formed;
        let square = [
            a_formed && a.formation == FootFormation::Square,
            f_formed && f.formation == FootFormation::Square,
        ];
        let march_column = f.kind != TargetKind::Skirmishers && f.formation == FootFormation::MarchColumn;
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum.defender(&DEFENDER_IN_COVER, rows.in_cover, f.cover);
        sum.both(
            [&ATTACKER_SKIRMISHERS_OPEN, &DEFENDER_SKIRMISHERS_OPEN],
            rows.skirmishers_in_the_open,
            [a_open, f_open].map(i32::from),
        );
        sum.defender(&DEFENDER_ARTILLERY_SUPPORT, rows.artillery_support, f.artillery_support.into());
        sum.attacker(&ATTACKER_THREATENED_FLANK, rows.threatened_flank, a.threatened_flanks);
        if artillery {
            let row = rows.threatened_flank_artillery;
            sum.defender(&DEFENDER_THREATENED_FLANK_ARTILLERY, row, f.threatened_flanks);
        } else {
            sum.defender(&DEFENDER_THREATENED_FLANK, rows.threatened_flank, f.threatened_flanks);
        }
        let flanked = [a.flanked, f.flanked].map(i32::from);
        sum.both([&ATTACKER_FLANKED, &DEFENDER_FLANKED], rows.flanked, flanked);
        sum.defender(&DEFENDER_MARCH_COLUMN, rows.march_column, march_column.into());
        sum.both([&ATTACKER_SQUARE, &DEFENDER_SQUARE], rows.square, square.map(i32::from));
        sum.defender(&DEFENDER_NEIGHBOUR_SUPPORT, rows.neighbour_support, f.neighbour_support);
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let (a, f) = (&self.attacker, &self.defender);
        let attacker = foot_fighter(a.kind, a.formation, a.disorder, a.bases);
        [attacker, target_fighter(f.kind, f.formation, f.disorder, f.bases)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        match self.defender.kind {
            TargetKind::Artillery => &tables.infantry_vs_artillery,
            TargetKind::Infantry | TargetKind::Skirmishers => &tables.infantry_vs_infantry,
        }
    }
}

melee_procedure!(
    InfantryAttack,
    "infantry_attack",
    [
        "chart.infantry-initial-mods",
        "chart.infantry-vs-infantry",
        "chart.infantry-vs-artillery",
        "chart.loss",
        "general.loss-double",
        "general.loss-skirmishers",
        "inf.initial.value",
        "inf.initial.disorder",
        "inf.initial.superiority",
        "inf.initial.cover",
        "inf.initial.skirmishers-open",
        "inf.initial.artillery-support",
        "inf.initial.threatened-flank",
        "inf.initial.threatened-flank-artillery",
        "inf.initial.flanked",
        "inf.initial.march-column",
        "inf.initial.square",
        "inf.initial.neighbour",
        "general.legend",
    ]
);

krigsspil_engine::facts! {
    /// One side of a continued melee.
    pub struct InfantryInMelee {
        kind: FootKind = FootKind::Infantry, "inf.cont.skirmishers";
        value: i32 [1..=9], "inf.cont.value";
        training: i32 [1..=9], "inf.cont.line-6-9";
        disorder: Disorder [0..=8] = Disorder::NONE, "inf.cont.disorder";
        bases: Bases [0.5..=40 step 0.5], "inf.cont.superiority";
        formation: FootFormation = FootFormation::Column, "inf.cont.square";
        cover: i32 [0..=7] = 0, "inf.cont.cover";
        threatened_flanks: i32 [0..=2] = 0, "inf.cont.threatened-flank";
        artillery_support: bool = false, "inf.cont.artillery-support";
        beside: Vec<FootBeside> [0..=24] = Vec::new(), "house.multi-unit";
    }
}

krigsspil_engine::facts! {
    /// A round of continued melee.
    pub struct InfantryMeleeContinued {
        opening_round: bool = false, "inf.initial.skirmish-option";
        attacker: InfantryInMelee, "chart.infantry-continued-mods";
        defender: InfantryInMelee, "chart.infantry-continued-mods";
    }
}

krigsspil_engine::outcome! {
    /// The result of the round.
    pub struct InfantryMeleeContinuedResult {
        ..throw: Throw;
        attacker: SideResult;
        defender: SideResult;
        retreats: BreaksOff;
        melee_continues: bool;
    }
}

/// The multipliers of one side's strength, by name.
struct StrengthNames {
    line_5: &'static Modifier,
    line_6_9: &'static Modifier,
    square: &'static Modifier,
    skirmishers: &'static Modifier,
}

impl InfantryInMelee {
    /// The bases counted for superiority: of each unit by its own multiplier (R13, R69).
    fn strength<L: Listener>(
        &self,
        rows: &InfantryContinuedRows,
        names: &StrengthNames,
        report: &mut L,
    ) -> i32 {
        let mut times = |kind, formation, training| match (kind, formation, training) {
            (TargetKind::Skirmishers, _, _) => multiplied(names.skirmishers, rows.skirmishers, report),
            (TargetKind::Infantry, FootFormation::Line, 5) => {
                multiplied(names.line_5, rows.line_training_5, report)
            }
            (TargetKind::Infantry, FootFormation::Line, 6..) => {
                multiplied(names.line_6_9, rows.line_training_6_9, report)
            }
            (TargetKind::Infantry, FootFormation::Square, _) => multiplied(names.square, rows.square, report),
            _ => Quarters::ONE,
        };
        let lead = strength(self.bases, times(self.kind.into(), self.formation, self.training));
        let beside = self.beside.iter();
        beside.fold(lead, |sum, unit| {
            sum + strength(unit.bases, times(unit.kind, unit.formation, unit.training))
        })
    }

    fn all_bases(&self) -> Bases {
        all_bases(self.bases, self.beside.iter().map(|unit| unit.bases))
    }
}

impl MeleeBox for InfantryMeleeContinued {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use infantry_continued::*;
        let (rows, a, f) = (&tables.infantry_continued_rows, &self.attacker, &self.defender);
        let attackers = StrengthNames {
            line_5: &ATTACKER_LINE_5,
            line_6_9: &ATTACKER_LINE_6_9,
            square: &ATTACKER_SQUARE_STRENGTH,
            skirmishers: &ATTACKER_SKIRMISHERS_STRENGTH,
        };
        let defenders = StrengthNames {
            line_5: &DEFENDER_LINE_5,
            line_6_9: &DEFENDER_LINE_6_9,
            square: &DEFENDER_SQUARE_STRENGTH,
            skirmishers: &DEFENDER_SKIRMISHERS_STRENGTH,
        };
        let steps =
            superiority_steps(a.strength(rows, &attackers, report), f.strength(rows, &defenders, report));
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_COVER, &DEFENDER_COVER], rows.cover, [a.cover, f.cover]);
        sum.both(
            [&ATTACKER_THREATENED_FLANK, &DEFENDER_THREATENED_FLANK],
            rows.threatened_flank,
            [a.threatened_flanks, f.threatened_flanks],
        );
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum.both(
            [&ATTACKER_ARTILLERY_SUPPORT, &DEFENDER_ARTILLERY_SUPPORT],
            rows.artillery_support,
            [a.artillery_support, f.artillery_support].map(i32::from),
        );
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let fighter =
            |foot: &InfantryInMelee| foot_fighter(foot.kind, foot.formation, foot.disorder, foot.all_bases());
        [fighter(&self.attacker), fighter(&self.defender)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        &tables.infantry_continued
    }
}

/// The side that breaks off, if any (§inf.cont.break, R73).
fn breaks_off(attacker: &SideResult, defender: &SideResult, tables: &Melee) -> BreaksOff {
    if attacker.eliminated || defender.eliminated {
        return BreaksOff::Nobody;
    }
    let spent = |side: &SideResult| {
        side.disorder_after >= tables.break_disorder || side.bases_after <= tables.break_bases
    };
    match (spent(attacker), spent(defender)) {
        (false, false) => BreaksOff::Nobody,
        (true, false) => BreaksOff::Attacker,
        (false, true) => BreaksOff::Defender,
        (true, true) => {
            let worse = |side: &SideResult| (side.disorder_after, std::cmp::Reverse(side.bases_after));
            if worse(defender) > worse(attacker) { BreaksOff::Defender } else { BreaksOff::Attacker }
        }
    }
}

impl SideResult {
    fn broken_off(self, retreat_m: Metres) -> SideResult {
        SideResult { result: Movement::Retreat(retreat_m), retreat_m, ..self }
    }
}

impl Procedure for InfantryMeleeContinued {
    type Tables = Tables;
    type Outcome = InfantryMeleeContinuedResult;
    const ABOUT: About = About {
        name: "infantry_melee_continued",
        group: Group::Melee,
        dice: "2d10",
        cites: &[
            "chart.infantry-continued-mods",
            "chart.infantry-continued",
            "inf.cont.break",
            "inf.initial.skirmish-option",
            "chart.loss",
            "inf.cont.value",
            "inf.cont.cover",
            "inf.cont.threatened-flank",
            "inf.cont.disorder",
            "inf.cont.superiority",
            "inf.cont.artillery-support",
            "inf.cont.line-5",
            "inf.cont.line-6-9",
            "inf.cont.square",
            "inf.cont.skirmishers",
            "general.legend",
            "general.loss-double",
            "general.loss-skirmishers",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<InfantryMeleeContinuedResult, Fault> {
        let kinds = [self.attacker.kind, self.defender.kind];
        if self.opening_round && !kinds.contains(&FootKind::Skirmishers) {
            return Err(Fault::refused("opening_round", &melee::OPENING_NEEDS_SKIRMISHERS));
        }
        let tables = &tables.melee;
        let fought = self.fight(tables, dice, report)?;
        let retreats = breaks_off(&fought.attacker, &fought.defender, tables);
        report.holds(retreats != BreaksOff::Nobody, &melee::BREAKS_OFF);
        let both_left = !fought.attacker.eliminated && !fought.defender.eliminated;
        let (attacker, defender) = match retreats {
            BreaksOff::Nobody => (fought.attacker, fought.defender),
            BreaksOff::Attacker => (fought.attacker.broken_off(tables.break_retreat), fought.defender),
            BreaksOff::Defender => (fought.attacker, fought.defender.broken_off(tables.break_retreat)),
        };
        Ok(InfantryMeleeContinuedResult {
            throw: fought.throw,
            attacker,
            defender,
            retreats,
            melee_continues: retreats == BreaksOff::Nobody && both_left,
        })
    }
}

krigsspil_engine::facts! {
    /// Infantry that attacks cavalry.
    pub struct InfantryAgainstCavalry {
        kind: FootKind = FootKind::Infantry, "chart.infantry-cavalry-mods";
        value: i32 [1..=9], "inf-cav.value";
        training: i32 [1..=9], "inf-cav.line-6-9";
        disorder: Disorder [0..=8] = Disorder::NONE, "inf-cav.disorder";
        bases: Bases [0.5..=40 step 0.5], "inf-cav.superiority";
        formation: FootFormation = FootFormation::Column, "inf-cav.line-5";
        beside: Vec<FootBeside> [0..=24] = Vec::new(), "house.multi-unit";
    }
}

krigsspil_engine::facts! {
    /// Cavalry that infantry attacks.
    pub struct CavalryAttackedByInfantry {
        value: i32 [1..=9], "inf-cav.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "inf-cav.disorder";
        bases: Bases [0.5..=40 step 0.5], "inf-cav.superiority";
        flanked: bool = false, "inf-cav.flanked";
    }
}

krigsspil_engine::facts! {
    /// Infantry attacks cavalry.
    pub struct InfantryAttackCavalry {
        attacker: InfantryAgainstCavalry, "chart.infantry-cavalry-mods";
        defender: CavalryAttackedByInfantry, "chart.infantry-cavalry-mods";
    }
}

impl MeleeBox for InfantryAttackCavalry {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use infantry_cavalry::*;
        let (rows, a, f) = (&tables.infantry_cavalry, &self.attacker, &self.defender);
        let mut times = |kind, formation, training| match (kind, formation, training) {
            (TargetKind::Infantry, FootFormation::Line, 5) => {
                multiplied(&ATTACKER_LINE_5, rows.line_training_5, report)
            }
            (TargetKind::Infantry, FootFormation::Line, 6..) => {
                multiplied(&ATTACKER_LINE_6_9, rows.line_training_6_9, report)
            }
            _ => Quarters::ONE,
        };
        let lead = strength(a.bases, times(a.kind.into(), a.formation, a.training));
        let counted = a.beside.iter().fold(lead, |sum, unit| {
            sum + strength(unit.bases, times(unit.kind, unit.formation, unit.training))
        });
        let steps = superiority_steps(counted, strength(f.bases, Quarters::ONE));
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum.defender(&DEFENDER_FLANKED, rows.flanked, f.flanked.into());
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let (a, f) = (&self.attacker, &self.defender);
        let bases = all_bases(a.bases, a.beside.iter().map(|unit| unit.bases));
        let attacker = foot_fighter(a.kind, a.formation, a.disorder, bases);
        // The box does not ask for a formation of attacked cavalry, so it never doubles a loss.
        [attacker, horse_fighter(HorseFormation::Column, f.disorder, f.bases)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        &tables.infantry_vs_cavalry
    }
}

melee_procedure!(
    InfantryAttackCavalry,
    "infantry_attack_cavalry",
    [
        "chart.infantry-cavalry-mods",
        "chart.infantry-vs-cavalry",
        "chart.loss",
        "inf-cav.value",
        "inf-cav.disorder",
        "inf-cav.flanked",
        "inf-cav.superiority",
        "inf-cav.line-5",
        "inf-cav.line-6-9",
        "general.legend",
        "general.loss-double",
        "general.loss-skirmishers",
    ]
);
