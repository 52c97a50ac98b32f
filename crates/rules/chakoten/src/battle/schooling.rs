//! What its country teaches a unit (§04.05.3 and the country supplements): training, closed formations, skirmishers, parts.

use super::order::Formation;
use super::state::{Schooling, Training};
use crate::armies::countries::{
    Condition, Country, Day, Formation as Bar, Situation, SkirmishPlace, Special, SpecialWeapon, Split,
    Supplement, Unit, UnitArm, UnitKind,
};
use crate::tables::Tables;
use crate::vocabulary::TacticalArm;

/// What is known of a unit when its schooling is looked up.
pub(super) struct Taught<'a> {
    /// Its country.
    pub country: Option<Country>,
    /// Its kind in the supplement; without one the first of its arm that skirmishes as it does.
    pub kind: Option<UnitKind>,
    /// Veterans.
    pub veterans: bool,
    /// Light troops.
    pub light: bool,
    /// The day of the battle.
    pub date: &'a str,
    /// Its arm.
    pub arm: TacticalArm,
    /// Its valeur.
    pub valeur: i32,
    /// Its figures.
    pub figures: i32,
}

/// The squadrons of a regiment of which nothing is stated.
const SQUADRONS: i32 = 4;
/// The smallest chain, and the smallest part.
const LEAST: i32 = 3;

impl Taught<'_> {
    /// Its training and what it may do.
    pub fn by(&self, tables: &Tables) -> (Training, Schooling) {
        let company = self.company(None);
        let mut schooling = Schooling { parts: self.squadrons(SQUADRONS), company, ..Schooling::default() };
        if self.arm == TacticalArm::Cossacks {
            schooling.barred.push(Formation::Line);
            schooling.parts.clear();
        }
        let day: Day = self.date.parse().unwrap_or(Day::month(1813, 10));
        let Some(country) = self.country else { return (Training::default(), schooling) };
        let supplement = tables.armies.countries.of(country);
        schooling.ranks = Some(supplement.ranks(day)).filter(|_| self.arm == TacticalArm::Infantry);
        let Some(unit) = self.unit(supplement) else { return (Training::default(), schooling) };
        schooling.as_guns = unit.fights_as_artillery();
        schooling.carbines = unit.weapon.is_some_and(|(weapon, _)| weapon == SpecialWeapon::Carbine);
        if schooling.as_guns {
            schooling.barred.extend([Formation::Square, Formation::BattalionMass]);
        }
        self.closed(supplement, unit, day, &mut schooling);
        schooling.chains_stand = unit.has(Special::ChainReceivesAttack);
        let squadrons = unit.squadrons(day.year).map_or(SQUADRONS, |span| span.most.max(1));
        let companies = unit.companies.map(|span| span.least);
        let squads = unit.squadrons(day.year).map(|span| span.least);
        schooling.company = self.company(if self.arm == TacticalArm::Infantry { companies } else { squads });
        let most = unit.may_detach(day.year, true, SkirmishPlace::Open).of(self.figures, squadrons);
        let most = if self.light { most.max(self.figures) } else { most };
        schooling.skirmishers = Some(if most >= LEAST { most } else { 0 });
        if self.arm == TacticalArm::Infantry {
            schooling.parts = self.battalion(supplement, unit);
        } else if self.arm != TacticalArm::Cossacks {
            schooling.parts = self.squadrons(squadrons);
        }
        (self.training(supplement, unit, day.year), schooling)
    }

    /// Its line in the supplement.
    fn unit<'s>(&self, supplement: &'s Supplement) -> Option<&'s Unit> {
        let arm = match self.arm {
            TacticalArm::Infantry => UnitArm::Infantry,
            TacticalArm::LightCavalry => UnitArm::LightCavalry,
            TacticalArm::MediumCavalry => UnitArm::MediumCavalry,
            TacticalArm::HeavyCavalry => UnitArm::HeavyCavalry,
            TacticalArm::Cossacks => UnitArm::Cossacks,
            TacticalArm::Artillery => UnitArm::Artillery,
        };
        if let Some(kind) = self.kind {
            let pioneers = |unit: &Unit| unit.fights_as_artillery() && arm == UnitArm::Infantry;
            return supplement.unit(kind).filter(|unit| unit.arm == arm || pioneers(unit));
        }
        let all = |unit: &&Unit| unit.detachment.share == crate::armies::countries::Share::All;
        let of_arm = || supplement.units().iter().filter(|unit| unit.arm == arm);
        of_arm().find(|unit| all(unit) == self.light).or_else(|| of_arm().next())
    }

    /// Points in each use of its arms, before what is stated in the scenario.
    fn training(&self, supplement: &Supplement, unit: &Unit, year: i32) -> Training {
        let lances = unit.weapon.is_some_and(|(weapon, _)| weapon == SpecialWeapon::Lance);
        let sum = |situation: Situation, holds: &dyn Fn(Option<Condition>) -> bool| {
            let points = supplement.points(unit, situation, year).filter(|points| holds(points.condition));
            points.map(|points| points.points).sum::<i32>().clamp(-1, 2)
        };
        let always = |condition: Option<Condition>| {
            condition.is_none() || (condition == Some(Condition::Lances) && lances)
        };
        let guns = unit.arm == UnitArm::Artillery;
        let fire = if guns { Situation::ArtilleryFire } else { Situation::Musketry };
        Training {
            fire: sum(fire, &always),
            attack: sum(Situation::MeleeAttack, &always),
            defence: sum(Situation::MeleeDefence, &always),
            in_chain: sum(fire, &|condition| condition == Some(Condition::InChain)),
        }
    }

    fn closed(&self, supplement: &Supplement, unit: &Unit, day: Day, schooling: &mut Schooling) {
        let month = Day::month(day.year, day.month);
        let closed = |bar: Bar| supplement.closed(bar, unit, month, self.valeur, self.veterans).is_some();
        for (bar, formation) in [
            (Bar::Line, Formation::Line),
            (Bar::Square, Formation::Square),
            (Bar::BattalionMass, Formation::BattalionMass),
        ] {
            if closed(bar) && !schooling.barred.contains(&formation) {
                schooling.barred.push(formation);
            }
        }
        schooling.no_column_bonus = closed(Bar::AttackColumnBonus);
        schooling.no_first_in_column = closed(Bar::FirstAttackBonusInColumn);
    }

    /// The parts that a battalion may be split into (§04.02.2), and its elite companies (§04.01.1).
    fn battalion(&self, supplement: &Supplement, unit: &Unit) -> Vec<i32> {
        let part = |share: i32, of: i32| (self.figures * share + of / 2) / of;
        let mut parts = match supplement.split(unit) {
            Split::TwoThirdsOneThird => vec![part(1, 3), part(2, 3)],
            Split::HalvesOrThirds => vec![part(1, 2), part(1, 3), part(2, 3)],
            Split::Halves => vec![self.figures / 2, part(1, 2)],
            Split::None => Vec::new(),
        };
        if let Some(companies) = unit.companies.filter(|_| unit.elite_companies > 0) {
            parts.push(part(unit.elite_companies, companies.most.max(1)));
        }
        fit(parts, self.figures)
    }

    /// Figures of one of so many companies or squadrons, to the nearest (ruling 69 on armies); a quarter of the unit if nothing is stated
    /// (house).
    fn company(&self, parts: Option<i32>) -> i32 {
        let parts = parts.unwrap_or(SQUADRONS).max(1);
        match self.arm {
            TacticalArm::Cossacks | TacticalArm::Artillery => 0,
            _ => ((2 * self.figures + parts) / (2 * parts)).max(LEAST),
        }
    }

    /// One or more squadrons (§04.03.1).
    fn squadrons(&self, squadrons: i32) -> Vec<i32> {
        let horse = matches!(
            self.arm,
            TacticalArm::LightCavalry | TacticalArm::MediumCavalry | TacticalArm::HeavyCavalry
        );
        let parts = (1..squadrons).map(|count| (self.figures * count + squadrons / 2) / squadrons);
        if horse { fit(parts.collect(), self.figures) } else { Vec::new() }
    }
}

/// The sizes that leave enough on both sides, each once, the smallest first.
fn fit(mut parts: Vec<i32>, figures: i32) -> Vec<i32> {
    parts.retain(|part| *part >= LEAST && figures - part >= LEAST);
    parts.sort_unstable();
    parts.dedup();
    parts
}
