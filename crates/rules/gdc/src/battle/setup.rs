//! From a scenario to a battle.

use std::sync::Arc;

use krigsspil_engine::Procedure;
use krigsspil_engine::battle::{BattleDice, Options, Presence};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::{NO_SUCH_GENERAL, UNIT_OFF_THE_TABLE};
use krigsspil_field::prelude::{Bearing, BodyError, Ground, Pose, point};
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::{Posts, posts};
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::held_at_first;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::ratings::Rated;
use krigsspil_turn::standing::placeholder;
use krigsspil_turn::umpire::Umpire;

use super::ID;
use super::bodies::body;
use super::chosen::{Chosen, UMPIRE};
use super::engineers;
use super::phases::TURN;
use super::run::telling::plain;
use super::state::*;
use super::terrain::{classify, read_ground};
use super::units::{GuardDuty, Mission};
use super::wordings::*;
use crate::armies::vocabulary::Nation;
use crate::procedures::battery::{Aev, AevNation, BatteryAllowance, BatteryModel, GuardStatus};
use crate::procedures::musketry::Weapon;
use crate::procedures::special_formations::CavalryClass;
use crate::procedures::special_troops::{IndependentCompany, RocketBattery, RocketNation};
use crate::procedures::units::{ConvergeElites, MilitiaGrade};
use crate::tables::Tables;
use crate::vocabulary::*;

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
const GENERAL_KEYS: &[&str] = &["player", "directive", "elephant"];
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

struct Making<'a> {
    options: Chosen,
    scenario: &'a Scenario,
    tables: &'a Tables,
    ground: &'a Ground,
    posts: &'a Posts,
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

    fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
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

/// Militia whose grades no list states are rated by a throw (§10.8), in the order of their places.
fn rate_militia(battle: &mut Battle, tables: &Tables, scenario: &Scenario) {
    let stated = |id: &str| {
        let unit = scenario.units.iter().find(|unit| unit.id.get_ref() == id);
        unit.and_then(|unit| unit.ratings.get(ID)).is_some_and(|ratings| ratings.get("melee").is_some())
    };
    let militia = battle.units.ids().filter(|&unit| battle.units[unit].ratings.militia);
    let militia: Vec<UnitId> = militia.filter(|&unit| !stated(&battle.units[unit].id)).collect();
    for unit in battle.by_place(militia) {
        if let Ok(graded) = (MilitiaGrade {}).resolve(tables, &mut battle.dice, &mut ()) {
            let ratings = &mut battle.units[unit].ratings;
            (ratings.melee, ratings.morale) = (graded.melee_grade, graded.morale_grade);
        }
    }
}

/// Rockets (opt.rockets): of each side one horse battery, if its army has a right to them.
fn rockets(battle: &mut Battle, tables: &Tables, scenario: &Scenario) -> Result<(), ScenarioFault> {
    let mut sides: Vec<SideId> = Vec::new();
    let wanted = |battle: &Battle, unit: UnitId| {
        battle.units[unit].battery.as_ref().is_some_and(|battery| battery.rockets > 0)
    };
    for unit in battle.units.ids().filter(|&unit| wanted(battle, unit)).collect::<Vec<_>>() {
        let own = &battle.units[unit];
        let side = own.side;
        let of = |nation: Nation| {
            let units = battle.units.values().filter(move |other| other.side == side);
            units.filter(move |other| other.ratings.nation == nation && !other.guns())
        };
        // A division of Britons has a general of that rank, or above it, over some of them.
        let division = of(Nation::GreatBritain).any(|other| {
            let mut above = krigsspil_turn::command::chain(&battle.posts, other.command);
            above.any(|post| matches!(&*battle.posts[post].rank, "division" | "corps" | "army"))
        });
        let facts = RocketBattery {
            nation: match own.ratings.nation {
                Nation::GreatBritain => RocketNation::Britain,
                Nation::Austria => RocketNation::Austria,
                _ => RocketNation::Other,
            },
            british_division: division,
            austrian_castings: Castings(of(Nation::Austria).map(|other| other.first).sum::<i32>().min(5000)),
            parent_battery: own.battery.as_ref().is_some_and(|battery| battery.kind != BatteryKind::Foot),
        };
        let salvos = plain(tables, &facts).map_or(0, |rockets| rockets.salvos);
        if salvos == 0 || sides.contains(&side) {
            let stated = scenario.units.iter().find(|stated| *stated.id.get_ref() == *own.id);
            let Some(stated) = stated else { continue };
            let rated = Rated::new(scenario, ID, &stated.id, &stated.ratings, UNIT_KEYS)?;
            return Err(rated.fault(NO_ROCKETS));
        }
        sides.push(side);
        if let Some(battery) = &mut battle.units[unit].battery {
            battery.rockets = salvos;
        }
    }
    Ok(())
}

/// Units that begin in a zone: `zone = "Holm"`, and in garrison with `garrison = true`.
fn in_zones(battle: &mut Battle, scenario: &Scenario) -> Result<(), ScenarioFault> {
    for stated in &scenario.units {
        let rated = Rated::new(scenario, ID, &stated.id, &stated.ratings, UNIT_KEYS)?;
        let Some(name) = rated.text("zone")? else { continue };
        let zone = battle.zone(name).ok_or_else(|| rated.fault(NO_ZONE.with([("given", name.into())])))?;
        let Some(unit) = battle.unit(stated.id.get_ref()) else { continue };
        if battle.zones[zone].open() {
            // It stays on the table (§12.2.A).
            let own = &battle.units[unit];
            let foot = own.arm == Arm::Infantry && own.formed() && battle.open_zone_of(unit) == Some(zone);
            let garrisons = foot && rated.yes("garrison", true).unwrap_or(true);
            battle.units[unit].holds = garrisons.then_some(zone);
            continue;
        }
        let count = battle.zones[zone].sectors.len();
        let free = (0..count).find(|&sector| battle.garrison(zone, sector).is_none());
        let sector = free.filter(|_| rated.yes("garrison", true).unwrap_or(true));
        battle.units[unit].inside = Some(super::zones::Inside { zone, sector, since: 1 });
        let zones = battle.zones.clone();
        super::bodies::fill(&mut battle.units[unit], &zones);
        if let Some(sector) = sector {
            battle.zones[zone].sectors[sector].held = Some(battle.units[unit].side);
        }
    }
    Ok(())
}

/// The directive that a general begins with: `directive = [1400, 1200]`; its words are his instruction.
fn first_directive(
    stated: &scenario::General,
    rated: &Rated<'_>,
) -> Result<Option<Directive>, ScenarioFault> {
    let Some(given) = rated.get("directive") else { return Ok(None) };
    let text = stated.instruction.as_str().into();
    let [x, y] = place_in(given).ok_or_else(|| rated.fault(NO_PLACE))?;
    Ok(Some(Directive { place: point(x, y).on_grid(), text }))
}

/// Two numbers.
fn place_in(given: &toml::Value) -> Option<[f64; 2]> {
    let number =
        |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    let place: Vec<f64> = given.as_array()?.iter().filter_map(number).collect();
    place.try_into().ok()
}

fn general(scenario: &Scenario, posts: &Posts, post: PostId) -> Result<General, ScenarioFault> {
    let stated = scenario.generals.iter().find(|general| *general.id.get_ref() == *posts[post].id);
    let Some(stated) = stated else { return Ok(General::default()) };
    let rated = Rated::new(scenario, ID, &stated.id, &stated.ratings, GENERAL_KEYS)?;
    let player = rated.yes("player", posts[post].superior.is_none())?;
    let elephant = rated.yes("elephant", false)?;
    Ok(General { player, directive: first_directive(stated, &rated)?, elephant, ..General::default() })
}

/// A scenario for several books may last another number of turns by this one, whose turns are quarters of an hour (§1.1): `name = "turns"`,
/// `about = { turns = 14 }`.
fn turns(scenario: &Scenario) -> u32 {
    let stated = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == "turns");
    let turns = stated.and_then(|rule| rule.about.get("turns")?.as_integer());
    turns
        .and_then(|turns| u32::try_from(turns).ok())
        .filter(|turns| (1..=1000).contains(turns))
        .unwrap_or(scenario.turns)
}

/// Makes a battle of a scenario.
pub(super) fn setup(
    tables: &Tables,
    scenario: &Scenario,
    options: &Options,
    dice: BattleDice,
) -> Result<Battle, ScenarioFault> {
    let ground = Arc::new(read_ground(scenario)?);
    let mut classes = classify(scenario, &ground)?;
    let zones = super::zones::read(scenario, tables, &ground, &mut classes)?;
    let posts = posts(scenario);
    let mut given = Given::new(scenario, ground.clone(), &posts)?;
    given.turns = turns(scenario);
    let chosen = Chosen::of(options);
    let making = Making { options: chosen, scenario, tables, ground: &ground, posts: &posts };
    // The rules know no trains: wagons of a scenario that others share stay out.
    let troops = scenario.units.iter().filter(|unit| unit.arm.get_ref() != "wagon");
    let mut units = troops.map(|unit| making.unit(unit)).collect::<Result<Vec<_>, _>>()?;
    units.sort_by(|a, b| a.id.cmp(&b.id));
    let generals = posts.ids().map(|post| general(scenario, &posts, post)).collect::<Result<Vec<_>, _>>()?;
    let held = held_at_first(&scenario.victory, &given.sides);
    let order: Vec<SideId> = given.sides.ids().collect();
    let year = scenario.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(1805);
    let fixed = Fixed { given, classes, year: i32::clamp(year, 1792, 1815), options: chosen };
    let (seen, log) = (Sightings::new(&fixed.seating), Log::new(&fixed.seating));
    let umpire_sits = options.get(UMPIRE).copied().unwrap_or(false);
    let mut battle = Battle {
        turn: 1,
        stand: Stand::at_start(&TURN, order),
        units: units.into_iter().collect(),
        posts,
        generals: generals.into_iter().collect(),
        couriers: Vec::new(),
        fords: Vec::new(),
        searched: Vec::new(),
        engineers: Vec::new(),
        broken: Vec::new(),
        scouts: None,
        charges: Vec::new(),
        fights: Vec::new(),
        zones,
        weather: Weather::Clear,
        gate: Gate::waiting_for(fixed.seating.players().map(|(seat, _)| seat)),
        turns: Book::new(Asking::Together, umpire_sits).into(),
        umpire: Umpire::default(),
        seen,
        held,
        ending: None,
        dice,
        log,
        fixed: Arc::new(fixed),
    };
    rate_militia(&mut battle, tables, scenario);
    rockets(&mut battle, tables, scenario)?;
    if !battle.fixed.options.india {
        for general in battle.generals.values_mut() {
            general.elephant = false;
        }
    }
    in_zones(&mut battle, scenario)?;
    battle.zones_settle();
    battle.engineers = engineers::read(&battle, tables, scenario)?;
    battle.broken = engineers::broken_at_first(&battle);
    battle.scouts = super::off_board::better_scouts(&battle, tables);
    super::legal::lay_needed(&mut battle, tables);
    Ok(battle)
}
