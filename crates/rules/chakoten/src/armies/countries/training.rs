//! The points a country gives its units in a situation, and the formations they may take.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::super::modifiers::POINTS_HELD_IN_BOUNDS;
use super::{
    Condition, Country, Day, Formation, PointsKind, Situation, Special, SpecialWeapon, Supplement, Unit,
    UnitArm, UnitKind,
};
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// A unit in a situation.
    pub struct CountryTraining {
        nation: Country, "De enkelte lande";
        unit: UnitKind, "De enkelte lande";
        year: i32 [1812..=1815], "De enkelte lande";
        month: i32 [1..=12] = 10, "land.france.1.D land.france.3";
        situation: Situation, "04.05.3";
        in_chain: bool = false, "land.prussia.2.D";
        lances: bool = false, "land.prussia.5.C";
        pikes: bool = false, "land.russia.2.B";
        veterans: bool = false, "land.france.3";
        valeur: i32 [-9..=5] = 0, "land.france.3";
    }
}

krigsspil_engine::outcome! {
    /// Its points, and the formations it may take.
    pub struct CountryTrainingResult {
        arm: UnitArm;
        training: i32;
        national: i32;
        total: i32;
        fights_as_artillery: bool;
        shoots_as_carbine: bool;
        may_shoot: bool;
        may_form_line: bool;
        may_form_square: bool;
        may_form_battalion_mass: bool;
        attack_column_bonus: bool;
        first_attack_bonus_in_column: bool;
        chain_may_receive_attack: bool;
        may_do_pioneer_work: bool;
    }
}

/// The least and most that training and character give together (skema VIII, XI and XV, ruling 59).
const LEAST_POINTS: i32 = -1;
const MOST_POINTS: i32 = 2;

impl CountryTraining {
    const fn holds(&self, condition: Condition) -> bool {
        match condition {
            Condition::InChain => self.in_chain,
            Condition::Lances => self.lances,
            Condition::Pikes => self.pikes,
        }
    }

    /// The training and national points that apply.
    fn points(&self, supplement: &Supplement, unit: &Unit, report: &mut impl Listener) -> (i32, i32) {
        let (mut training, mut national) = (0, 0);
        for points in supplement.points(unit, self.situation, self.year) {
            if points.condition.is_none_or(|condition| self.holds(condition)) {
                let sum = match points.kind {
                    PointsKind::Training => &mut training,
                    PointsKind::National => &mut national,
                };
                *sum += report.add(points.modifier, points.points);
            }
        }
        (training, national)
    }

    /// Whether a formation, or a bonus, is open to the unit.
    fn open(&self, formation: Formation, supplement: &Supplement, unit: &Unit) -> bool {
        supplement.closed(formation, unit, self.month(), self.valeur, self.veterans).is_none()
    }

    /// Reports what is closed to the unit, each bar once.
    fn tell_closed(&self, supplement: &Supplement, unit: &Unit, report: &mut impl Listener) {
        for closed in supplement.all_closed() {
            let bars = closed.bars(unit, self.month(), self.valeur, self.veterans);
            report.holds(bars, closed.modifier);
        }
    }

    const fn month(&self) -> Day {
        Day::month(self.year, self.month)
    }
}

impl Procedure for CountryTraining {
    type Tables = Tables;
    type Outcome = CountryTrainingResult;
    const ABOUT: About = About {
        name: "country_training",
        group: Group::Army,
        dice: "",
        cites: &[
            "De enkelte lande",
            "04.05.3",
            "skema VIII",
            "skema XI",
            "skema XV",
            "land.denmark.3.B",
            "land.denmark.5.A",
            "land.denmark.5.B",
            "land.england.3",
            "land.england.4.A",
            "land.england.4.B",
            "land.england.5.B",
            "land.france.3",
            "land.france.5.A",
            "land.france.5.B",
            "land.france.7",
            "land.france.9.B",
            "land.france.10",
            "land.prussia.2.D",
            "land.prussia.3.B",
            "land.prussia.4",
            "land.prussia.5.C",
            "land.prussia.7",
            "land.russia.2.B",
            "land.russia.3.A",
            "land.russia.3.B",
            "land.russia.4.D",
            "land.saxony.3.C",
            "land.saxony.4.C",
            "land.saxony.6",
            "land.austria_hungary.2",
            "land.austria_hungary.3.C",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<CountryTrainingResult, Fault> {
        let (supplement, unit) = tables.armies.countries.find(self.nation, self.unit)?;
        let (training, national) = self.points(supplement, unit, report);
        let total = (training + national).clamp(LEAST_POINTS, MOST_POINTS);
        if total != training + national {
            report.set(&POINTS_HELD_IN_BOUNDS, total);
        }
        let foot = unit.arm == UnitArm::Infantry;
        let horse = unit.arm.is_cavalry() || unit.arm == UnitArm::Cossacks;
        self.tell_closed(supplement, unit, report);
        let open = |formation| self.open(formation, supplement, unit);
        Ok(CountryTrainingResult {
            arm: unit.arm,
            training,
            national,
            total,
            fights_as_artillery: unit.fights_as_artillery(),
            shoots_as_carbine: unit.weapon.is_some_and(|(weapon, _)| weapon == SpecialWeapon::Carbine),
            may_shoot: !(self.pikes && unit.has(Special::PikesDoNotShoot)),
            may_form_line: open(Formation::Line),
            may_form_square: foot && open(Formation::Square),
            may_form_battalion_mass: foot && open(Formation::BattalionMass),
            attack_column_bonus: foot && open(Formation::AttackColumnBonus),
            first_attack_bonus_in_column: horse && open(Formation::FirstAttackBonusInColumn),
            chain_may_receive_attack: unit.has(Special::ChainReceivesAttack),
            may_do_pioneer_work: unit.works_as_pioneers(),
        })
    }
}
