//! The units of a scenario, as its ratings describe them.

use super::ID;
use super::bodies::body;
use super::chosen::Chosen;
use super::run::telling::plain;
use super::setup::place_in;
use super::state::*;
use super::units::{GuardDuty, Mission};
use super::wordings::*;
use crate::armies::vocabulary::Nation;
use crate::procedures::battery::{Aev, AevNation, BatteryAllowance, BatteryModel, GuardStatus};
use crate::procedures::musketry::Weapon;
use crate::procedures::special_formations::CavalryClass;
use crate::procedures::special_troops::IndependentCompany;
use crate::procedures::units::ConvergeElites;
use crate::tables::Tables;
use crate::vocabulary::*;
use krigsspil_engine::Procedure;
use krigsspil_engine::battle::Presence;
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::{NO_SUCH_GENERAL, UNIT_OFF_THE_TABLE};
use krigsspil_field::prelude::{Bearing, BodyError, Ground, Pose, point};
use krigsspil_turn::command::Posts;
use krigsspil_turn::ratings::Rated;
use krigsspil_turn::standing::placeholder;

pub(super) const UNIT_KEYS: &[&str] = &[
    "place",
    "formation",
    "zone",
    "garrison",
    "regiment",
    "nation",
    "melee",
    "morale",
    "castings",
    "lost",
    "status",
    "skirmishers",
    "rifle",
    "two_ranks",
    "screen",
    "militia",
    "indians",
    "carbines",
    "lancers",
    "cossacks",
    "recall",
    "weight",
    "class",
    "horse",
    "guard_horse",
    "poundage",
    "model",
    "guard",
    "howitzers",
    "rockets",
    "elephant_limbers",
    "elephants",
    "bows",
    "no_muskets",
    "converged",
    "elites_taken",
    "company",
    "company_skirmishers",
    "sappers",
    "pontonniers",
];
const GUN_KEYS: &[&str] =
    &["horse", "guard_horse", "poundage", "model", "guard", "howitzers", "rockets", "elephant_limbers"];
const HORSE_KEYS: &[&str] = &["carbines", "lancers", "cossacks", "recall", "weight", "class", "elephants"];
const FOOT_KEYS: &[&str] = &[
    "rifle",
    "screen",
    "militia",
    "indians",
    "bows",
    "no_muskets",
    "converged",
    "elites_taken",
    "sappers",
    "pontonniers",
];
/// Infantry and cavalry.
const TROOP_KEYS: &[&str] = &["company", "company_skirmishers"];

/// Men in a casting (§1.1).
const MEN_A_CASTING: u32 = 60;

/// Makes the units of a scenario.
pub(super) struct Making<'a> {
    pub options: Chosen,
    pub scenario: &'a Scenario,
    pub tables: &'a Tables,
    pub ground: &'a Ground,
    pub posts: &'a Posts,
}

/// Whose guns they are (§7.3).
fn gun_nation(nation: Nation) -> AevNation {
    match nation {
        Nation::France | Nation::FrenchEstranger | Nation::FrenchProvisional => AevNation::France,
        Nation::GreatBritain | Nation::Canada => AevNation::Britain,
        Nation::NorthernItaly => AevNation::NorthItaly,
        Nation::Naples => AevNation::Naples,
        Nation::Saxony => AevNation::Saxony,
        Nation::Denmark => AevNation::Denmark,
        Nation::Netherlands | Nation::Holland | Nation::Nassau => AevNation::Netherlands,
        Nation::Hanover => AevNation::Hanover,
        Nation::Portugal => AevNation::Portugal,
        Nation::Spain => AevNation::Spain,
        Nation::Russia => AevNation::Russia,
        Nation::Ottoman => AevNation::Ottoman,
        Nation::BritishIndia | Nation::IndiaMoghul | Nation::IndiaSikh | Nation::IndiaMysore => {
            AevNation::India
        }
        Nation::Baden
        | Nation::ConfederationOfTheRhine
        | Nation::Berg
        | Nation::Wurttemberg
        | Nation::Westphalia
        | Nation::Bavaria
        | Nation::HesseCassel
        | Nation::HesseDarmstadt => AevNation::ConfederationOfTheRhine,
        Nation::Warsaw
        | Nation::Sweden
        | Nation::Prussia
        | Nation::Austria
        | Nation::UnitedStates
        | Nation::Brunswick => AevNation::Other,
    }
}

/// The model of its batteries (§7.11), where the scenario does not state it.
fn gun_model(nation: Nation) -> BatteryModel {
    match gun_nation(nation) {
        AevNation::Britain | AevNation::Hanover | AevNation::Portugal => BatteryModel::British,
        AevNation::Russia => BatteryModel::Russian,
        AevNation::Spain => BatteryModel::SpanishOrDepleted,
        AevNation::Other if nation == Nation::Austria => BatteryModel::Austrian,
        AevNation::Other => BatteryModel::Prussian,
        _ => BatteryModel::French,
    }
}

impl Making<'_> {
    fn arm(&self, unit: &scenario::Unit) -> Arm {
        match unit.arm.get_ref().as_str() {
            "cavalry" => Arm::Cavalry,
            "artillery" => Arm::Artillery,
            _ => Arm::Infantry,
        }
    }

    fn ratings(&self, rated: &Rated<'_>, arm: Arm) -> Result<Ratings, ScenarioFault> {
        let flag = |key: &str| rated.yes(key, false);
        // What belongs to an optional rule counts while its switch is on.
        let india = |key: &str| flag(key).map(|yes| yes && self.options.india);
        let elephants = india("elephants")?;
        Ok(Ratings {
            nation: rated.word("nation")?.unwrap_or(Nation::France),
            melee: rated.whole("melee", 5, [1, 10])?,
            morale: rated.word("morale")?.unwrap_or(MoraleGrade::D),
            skirmishers: flag("skirmishers")?,
            weapon: if flag("rifle")? { Weapon::Rifle } else { Weapon::Musket },
            two_ranks: flag("two_ranks")?,
            screen: flag("screen")?,
            militia: flag("militia")?,
            indians: flag("indians")?,
            carbines: flag("carbines")?,
            lancers: flag("lancers")? || flag("cossacks")?,
            cossacks: flag("cossacks")?,
            weight: match arm {
                // Elephants are rated as heavy cavalry (opt.india).
                Arm::Cavalry if elephants => Weight::Heavy,
                Arm::Cavalry => rated.word("weight")?.unwrap_or(Weight::Medium),
                _ => Weight::None,
            },
            class: rated.word("class")?.unwrap_or(CavalryClass::Dragoon),
            regiment: rated.text("regiment")?.map(Into::into),
            bows: india("bows")?,
            no_muskets: india("no_muskets")?,
            elephants,
            large_stands: arm == Arm::Infantry && self.options.stands_fire,
        })
    }

    fn battery(&self, rated: &Rated<'_>, nation: Nation, guns: u32) -> Result<(Battery, i32), ScenarioFault> {
        let horse = rated.yes("horse", false)?;
        let guard_horse = rated.yes("guard_horse", false)?;
        let guard: GuardStatus = rated.word("guard")?.unwrap_or(GuardStatus::None);
        let poundage = rated.whole("poundage", 6, [1, 48])?;
        let guns = (guns as i32).clamp(1, 24);
        let mut none = ScriptedDice::new(&[]);
        let fault = |fault: krigsspil_engine::Fault| {
            rated.fault(NO_BATTERY.with([("reason", fault.to_string().into())]))
        };
        let french = gun_nation(nation) == AevNation::France;
        // Without the option naval guns are guns of their nation (opt.naval).
        let naval =
            |model: &BatteryModel| matches!(model, BatteryModel::NavalShip | BatteryModel::NavalShore);
        let stated: Option<BatteryModel> = rated.word("model")?;
        let stated = stated.filter(|model| self.options.naval || !naval(model));
        let ship = stated == Some(BatteryModel::NavalShip);
        let model = BatteryAllowance {
            model: stated.unwrap_or_else(|| gun_model(nation)),
            horse: horse || guard_horse,
            french_guard: french && guard != GuardStatus::None,
        };
        let model = model.resolve(self.tables, &mut none, &mut ()).map_err(fault)?;
        let aev = Aev { guns, poundage, naval: false, nation: gun_nation(nation), guard, gun_hits: 0 };
        let aev = aev.resolve(self.tables, &mut none, &mut ()).map_err(fault)?;
        let battery = Battery {
            kind: match (guard_horse, horse) {
                (true, _) => BatteryKind::GuardHorse,
                (_, true) => BatteryKind::Horse,
                _ => BatteryKind::Foot,
            },
            poundage,
            guns,
            howitzers: rated.yes("howitzers", false)?,
            full_aev: if model.fixed_aev > 0 { model.fixed_aev } else { aev.full_aev },
            gun_hits: 0,
            limbers: model.limber,
            limber_hits: 0,
            points: model.barrage_points,
            fired: 0,
            last: None,
            abandoned: false,
            shelter: None,
            saw_rout: false,
            rout: None,
            bound_for: None,
            rockets: i32::from(self.options.rockets && rated.yes("rockets", false)?),
            elephant_limbers: self.options.india && rated.yes("elephant_limbers", false)?,
            ship,
            mission: Mission::None,
        };
        Ok((battery, model.crew))
    }

    /// Converged elites (§10.1) and independent companies (opt.independent), where they are played: grades and strength with them.
    fn companies(
        &self,
        rated: &Rated<'_>,
        arm: Arm,
        mut ratings: Ratings,
        castings: i32,
    ) -> Result<(Ratings, i32), ScenarioFault> {
        let mut first = castings;
        let taken = rated.whole("elites_taken", 0, [0, 59])?;
        let (elite, parent) = (rated.yes("converged", false)?, taken > 0);
        if self.options.converged && (elite || parent) {
            let facts = ConvergeElites {
                arm,
                melee_grade: ratings.melee,
                morale_grade: ratings.morale,
                castings: Castings(castings.clamp(2, 60)),
                taken: Castings(if parent { taken } else { 1 }),
            };
            let fault = |fault: krigsspil_engine::Fault| {
                rated.fault(NO_COMPANY.with([("reason", fault.to_string().into())]))
            };
            let made = facts.resolve(self.tables, &mut ScriptedDice::new(&[]), &mut ()).map_err(fault)?;
            if elite {
                (ratings.melee, ratings.morale) = (made.elite_melee_grade, made.elite_morale_grade);
                ratings.skirmishers = made.elite_skirmish_trained;
            } else {
                (ratings.melee, ratings.morale) = (made.parent_melee_grade, made.parent_morale_grade);
                first = made.parent_castings.0;
            }
        }
        let company = rated.whole("company", 0, [0, 20])?;
        if self.options.companies && company > 0 {
            let own = if arm == Arm::Cavalry { ChargingArm::Cavalry } else { ChargingArm::Infantry };
            let facts = IndependentCompany {
                company_castings: Castings(company),
                host_castings: Castings(first),
                company_arm: own,
                host_arm: own,
                skirmish_capable: rated.yes("company_skirmishers", false)?,
                tournament: false,
            };
            let made = plain(self.tables, &facts).ok().filter(|made| made.allowed);
            let made = made.ok_or_else(|| rated.fault(COMPANY_SIZE))?;
            first = made.starting_strength.0.min(60);
            ratings.screen |= made.screen;
        }
        Ok((ratings, first))
    }

    fn stance(&self, rated: &Rated<'_>, unit: &scenario::Unit, made: &Unit) -> Result<Stance, ScenarioFault> {
        let known = made.stances();
        let own = rated.text("formation")?;
        let Some(word) = own.or(unit.formation.as_deref()) else { return Ok(known[0]) };
        // The words that all rule sets share: guns in line are in position, in column on the march.
        let stance = match (made.arm, word) {
            (Arm::Artillery, "line") => Stance::Unlimbered,
            (Arm::Artillery, "column" | "march_column") => Stance::Limbered,
            (_, "march_column") => Stance::Column,
            _ => word.parse().map_err(|unknown| rated.no_choice("formation", unknown))?,
        };
        if known.contains(&stance) {
            return Ok(stance);
        }
        let words: Vec<&'static str> = known.iter().map(|stance| stance.as_str()).collect();
        Err(rated.no_choice("formation", krigsspil_engine::UnknownWord::new(word, &words)))
    }

    pub fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
        let rated = Rated::new(self.scenario, ID, &unit.id, &unit.ratings, UNIT_KEYS)?;
        let arm = self.arm(unit);
        for (keys, of) in [(GUN_KEYS, Arm::Artillery), (HORSE_KEYS, Arm::Cavalry), (FOOT_KEYS, Arm::Infantry)]
        {
            if arm != of {
                rated.without(keys, arm.as_str())?;
            }
        }
        if arm == Arm::Artillery {
            rated.without(TROOP_KEYS, arm.as_str())?;
        }
        let ratings = self.ratings(&rated, arm)?;
        let command = krigsspil_turn::command::find_post(self.posts, &unit.general)
            .ok_or_else(|| rated.fault(NO_SUCH_GENERAL.with([("given", (&unit.general).into())])))?;
        let (battery, usual) = match arm {
            Arm::Artillery => {
                let (battery, crew) = self.battery(&rated, ratings.nation, unit.guns)?;
                (Some(battery), crew)
            }
            _ => (None, ((unit.men + MEN_A_CASTING / 2) / MEN_A_CASTING).max(1) as i32),
        };
        let stated = rated.whole("castings", usual, [1, 60])?;
        let (ratings, first) = self.companies(&rated, arm, ratings, stated)?;
        let lost = rated.whole("lost", 0, [0, first - 1])?;
        // A scenario that other rule sets share may place a unit otherwise for these.
        let place = match rated.get("place") {
            Some(given) => Some(place_in(given).ok_or_else(|| rated.fault(NO_PLACE))?),
            None => unit.place,
        };
        let [x, y] = place.unwrap_or([0.0, 0.0]);
        let pose = Pose::new(point(x, y).on_grid(), Bearing::degrees(unit.facing)).on_grid();
        let no_body = |fault: BodyError| rated.fault(NO_BODY.with([("reason", fault.into())]));
        let mut made = Unit {
            id: unit.id.get_ref().as_str().into(),
            name: unit.name.as_str().into(),
            side: self.posts[command].rider.side,
            command,
            arm,
            ratings,
            battery,
            first,
            castings: first - lost,
            stance: Stance::Line,
            prone: false,
            dismounted: false,
            temporary: rated.word("status")?.unwrap_or(Status::Good),
            // The turn in which it began is over (R43).
            recall: rated
                .get("recall")
                .is_some()
                .then(|| rated.whole("recall", 0, [0, 1]).map(|turns| turns + 1))
                .transpose()?,
            reserve: None,
            outside: false,
            charges_running: 0,
            inside: None,
            holds: None,
            shelter: None,
            ranks: 1,
            guard: GuardDuty::default(),
            halted_turns: 0,
            before_ground: false,
            captured: false,
            off: None,
            presence: if unit.place.is_some() { Presence::Here } else { Presence::Coming },
            chits: Chits::default(),
            written: None,
            turn: InTurn::default(),
            placed: placeholder(pose).map_err(no_body)?,
        };
        made.stance = match made.ratings.cossacks || made.ratings.indians {
            // Cossacks and Indians always skirmish (§10.3.A, §10.7).
            true => Stance::Skirmish,
            false => self.stance(&rated, unit, &made)?,
        };
        made.placed =
            body(&made, made.stance, self.tables).and_then(|body| body.at(pose)).map_err(no_body)?;
        if made.here() && !self.ground.table().holds(&made.placed) {
            return Err(rated.fault(UNIT_OFF_THE_TABLE));
        }
        Ok(made)
    }
}
