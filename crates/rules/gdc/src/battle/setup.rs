//! From a scenario to a battle.

use std::sync::Arc;

use krigsspil_engine::Procedure;
use krigsspil_engine::battle::{BattleDice, Options};
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_field::prelude::point;
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::{Posts, posts};
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::held_at_first;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::ratings::Rated;
use krigsspil_turn::umpire::Umpire;

use super::ID;
use super::chosen::{Chosen, UMPIRE};
use super::engineers;
use super::making::{Making, UNIT_KEYS};
use super::phases::TURN;
use super::run::telling::plain;
use super::state::*;
use super::terrain::{classify, read_ground};
use super::wordings::*;
use crate::armies::vocabulary::Nation;
use crate::procedures::special_troops::{RocketBattery, RocketNation};
use crate::procedures::units::MilitiaGrade;
use crate::tables::Tables;
use crate::vocabulary::*;

const GENERAL_KEYS: &[&str] = &["player", "directive", "elephant"];

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
pub(super) fn place_in(given: &toml::Value) -> Option<[f64; 2]> {
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
