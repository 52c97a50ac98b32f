//! From a scenario to a battle.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Options, Presence};
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
use super::bodies::{body, zone_middle};
use super::phases::TURN;
use super::state::*;
use super::terrain::{classify, read_ground};
use super::wordings::*;
use crate::quantity::Bases;
use crate::tables::Tables;
use crate::vocabulary::*;

/// The option that seats an umpire whose answers the battle waits for.
pub(super) const UMPIRE: &str = "umpire";
/// The option by which a bombardment that costs troops bases gives them one U besides.
pub(super) const SHELLS_SHAKE: &str = "shells_shake";
/// The option by which a broken formation within 1000 of the enemy may test again when no enemy is within 400.
pub(super) const RALLY_NEARER: &str = "rally_nearer";
/// The option by which the initiative is thrown for in every turn, also when no command is engaged (R86 keeps it then).
pub(super) const ALWAYS_THROWN: &str = "initiative_always_thrown";
/// Every option.
pub(super) const OPTIONS: &[&str] = &[UMPIRE, SHELLS_SHAKE, RALLY_NEARER, ALWAYS_THROWN];

/// What was chosen of the options that change a supplied rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// See [`SHELLS_SHAKE`].
    pub shells_shake: bool,
    /// See [`RALLY_NEARER`].
    pub rally_nearer: bool,
    /// See [`ALWAYS_THROWN`].
    pub always_thrown: bool,
}

const UNIT_KEYS: &[&str] = &[
    "class",
    "T",
    "M",
    "N",
    "S",
    "O",
    "irregular",
    "bases",
    "weight",
    "calibre",
    "horse",
    "disorder",
    "lost",
    "zone",
];
const OFFICER_KEYS: &[&str] = &["E", "bonus", "radius", "facing", "order", "place"];
const GUN_KEYS: &[&str] = &["calibre", "horse"];

/// Visibility where the scenario does not state it, in metres (§house.visibility).
const VISIBILITY: f64 = 2000.0;

fn level(rank: &str) -> Level {
    match rank {
        "army" => Level::Army,
        "corps" => Level::Corps,
        "division" => Level::Division,
        _ => Level::Brigade,
    }
}

/// An officer and the order his command begins with (§house.officers).
fn officer(
    scenario: &Scenario,
    tables: &Tables,
    posts: &Posts,
    post: PostId,
    home: f64,
) -> Result<(Officer, CommandOrder), ScenarioFault> {
    let stated = scenario.generals.iter().find(|general| *general.id.get_ref() == *posts[post].id);
    let usual = f64::from(tables.command.radius(level(&posts[post].rank)).metres.0);
    let ahead = (home + 180.0).rem_euclid(360.0);
    let Some(stated) = stated else {
        let officer =
            Officer { ability: 5, bonus: 0, radius: usual, facing: ahead, moved: false, turned: false };
        return Ok((officer, CommandOrder::Advance));
    };
    let rated = Rated::new(scenario, ID, &stated.id, &stated.ratings, OFFICER_KEYS)?;
    let facing = rated.number("facing")?.unwrap_or(ahead);
    Ok((
        Officer {
            ability: rated.whole("E", 5, [1, 9])?,
            bonus: rated.whole("bonus", 0, [0, 3])?,
            radius: f64::from(rated.whole("radius", usual as i32, [50, 5000])?),
            facing: Bearing::degrees(facing).as_degrees(),
            moved: false,
            turned: false,
        },
        rated.word("order")?.unwrap_or(CommandOrder::Advance),
    ))
}

struct Making<'a> {
    scenario: &'a Scenario,
    tables: &'a Tables,
    ground: &'a Ground,
    posts: &'a Posts,
    zones: &'a [Zone],
}

impl Making<'_> {
    fn ratings(&self, rated: &Rated<'_>) -> Result<Ratings, ScenarioFault> {
        let class: TroopClass = rated.word("class")?.unwrap_or(TroopClass::Line);
        let ready = self.tables.army.ratings(class);
        let given = |key: &str, otherwise: i32| rated.whole(key, otherwise, [1, 9]);
        // O defaults to T and S to N where the unit states its own (§house.ratings); a class brings all five.
        let stated = |key: &str| rated.get(key).is_some();
        let (training, melee) = (given("T", ready.training)?, given("N", ready.melee)?);
        let skirmish = if stated("N") && !stated("class") { melee } else { ready.skirmish };
        let orders = if stated("T") && !stated("class") { training } else { ready.orders };
        Ok(Ratings {
            training,
            morale: given("M", ready.morale)?,
            melee,
            skirmish: given("S", skirmish)?,
            orders: given("O", orders)?,
            irregular: rated.yes("irregular", ready.irregular)?,
        })
    }

    fn branch(&self, rated: &Rated<'_>, unit: &scenario::Unit) -> Result<Branch, ScenarioFault> {
        let horse = rated.yes("horse", false)?;
        Ok(match unit.arm.get_ref().as_str() {
            "cavalry" => Branch::Cavalry,
            "artillery" if horse => Branch::HorseArtillery,
            "artillery" => Branch::FootArtillery,
            "wagon" => Branch::Train,
            _ => Branch::Infantry,
        })
    }

    /// Bases: as stated, or by the men and guns (§house.scale).
    fn bases(
        &self,
        rated: &Rated<'_>,
        unit: &scenario::Unit,
        branch: Branch,
    ) -> Result<Bases, ScenarioFault> {
        let in_halves = |count: u32, to_a_base: u32| ((2 * count + to_a_base / 2) / to_a_base).max(1) as i32;
        let usual = match branch {
            Branch::Infantry => in_halves(unit.men, 150),
            Branch::Cavalry => in_halves(unit.men, 120),
            Branch::FootArtillery | Branch::HorseArtillery => in_halves(unit.guns, 4),
            Branch::Train => 2,
        };
        let Some(stated) = rated.number("bases")? else { return Ok(Bases::halves(usual)) };
        let halves = (2.0 * stated).round();
        if (halves - 2.0 * stated).abs() > 1e-9 || !(1.0..=80.0).contains(&halves) {
            return Err(rated.fault(BASES_IN_HALVES));
        }
        Ok(Bases::halves(halves as i32))
    }

    fn formation(
        &self,
        rated: &Rated<'_>,
        unit: &scenario::Unit,
        branch: Branch,
    ) -> Result<BaseFormation, ScenarioFault> {
        let formations = branch.formations();
        let Some(word) = unit.formation.as_deref() else { return Ok(formations[0]) };
        // The words that all rule sets share: guns in line are in position, in column on the march.
        match (branch.is_artillery(), word) {
            (true, "line") => return Ok(BaseFormation::Unlimbered),
            (true, "column" | "march_column") => return Ok(BaseFormation::Limbered),
            _ => {}
        }
        let formation: BaseFormation =
            word.parse().map_err(|unknown| rated.no_choice("formation", unknown))?;
        if formations.contains(&formation) {
            return Ok(formation);
        }
        let known: Vec<&'static str> = formations.iter().map(|formation| formation.as_str()).collect();
        Err(rated.no_choice("formation", krigsspil_engine::UnknownWord::new(word, &known)))
    }

    fn zone(&self, rated: &Rated<'_>, branch: Branch) -> Result<Option<usize>, ScenarioFault> {
        let Some(value) = rated.get("zone") else { return Ok(None) };
        let name = value.as_str().ok_or_else(|| rated.key_is("zone", "text"))?;
        let found = self.zones.iter().position(|zone| *zone.name == *name);
        match found {
            Some(zone) if branch == Branch::Infantry => Ok(Some(zone)),
            _ => Err(rated.fault(NO_SUCH_ZONE.with([("given", name.into())]))),
        }
    }

    fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
        let rated = Rated::new(self.scenario, ID, &unit.id, &unit.ratings, UNIT_KEYS)?;
        let branch = self.branch(&rated, unit)?;
        if !branch.is_artillery() {
            rated.without(GUN_KEYS, branch.arm().as_str())?;
        }
        if branch != Branch::Cavalry {
            rated.without(&["weight"], branch.arm().as_str())?;
        }
        let command = krigsspil_turn::command::find_post(self.posts, &unit.general)
            .ok_or_else(|| rated.fault(NO_SUCH_GENERAL.with([("given", (&unit.general).into())])))?;
        let first = self.bases(&rated, unit, branch)?;
        let lost = rated.number("lost")?.map_or(0, |lost| (2.0 * lost).round() as i32);
        if lost < 0 || lost >= first.in_halves() {
            return Err(rated.fault(BASES_IN_HALVES));
        }
        let strength = if branch.is_artillery() { unit.guns as i32 * 25 } else { unit.men as i32 };
        let [x, y] = unit.place.unwrap_or([0.0, 0.0]);
        let zone = self.zone(&rated, branch)?;
        let at = zone.map_or(point(x, y).on_grid(), |zone| zone_middle(&self.zones[zone]));
        let pose = Pose::new(at, Bearing::degrees(unit.facing)).on_grid();
        let no_body = |fault: BodyError| rated.fault(NO_BODY.with([("reason", fault.into())]));
        let mut made = Unit {
            id: unit.id.get_ref().as_str().into(),
            name: unit.name.as_str().into(),
            side: self.posts[command].rider.side,
            command,
            branch,
            ratings: self.ratings(&rated)?,
            weight: match branch {
                Branch::Cavalry => Some(rated.word("weight")?.unwrap_or(CavalryWeight::Light)),
                _ => None,
            },
            battery: match branch.is_artillery() {
                true => Some(Battery { calibre: rated.word("calibre")?.unwrap_or(Calibre::Pd6) }),
                false => None,
            },
            men_a_base: 2 * strength / first.in_halves().max(1),
            first,
            bases: Bases::halves(first.in_halves() - lost),
            disorder: rated.whole("disorder", 0, [0, 8])?,
            formation: self.formation(&rated, unit, branch)?,
            trail: Vec::new(),
            zone,
            presence: if unit.place.is_some() { Presence::Here } else { Presence::Coming },
            stand: at,
            sequence: InSequence::default(),
            this_turn: InTurn::default(),
            placed: placeholder(pose).map_err(no_body)?,
        };
        made.placed =
            body(&made, self.tables, self.zones, pose).and_then(|body| body.at(pose)).map_err(no_body)?;
        if made.here() && !self.ground.table().holds(&made.placed) {
            return Err(rated.fault(UNIT_OFF_THE_TABLE));
        }
        Ok(made)
    }
}

/// How far one sees: `[[special]] rules = "tricolore"`, `name = "visibility"`, `about = { metres = 1500 }`.
fn visibility(scenario: &Scenario) -> f64 {
    let stated = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == "visibility");
    let metres = stated.and_then(|rule| rule.about.get("metres"));
    let number = metres.and_then(|value| value.as_float().or(value.as_integer().map(|whole| whole as f64)));
    number.filter(|metres| metres.is_finite() && *metres > 0.0).unwrap_or(VISIBILITY)
}

/// Makes a battle of a scenario.
pub(super) fn setup(
    tables: &Tables,
    scenario: &Scenario,
    options: &Options,
    dice: BattleDice,
) -> Result<Battle, ScenarioFault> {
    let ground = Arc::new(read_ground(scenario)?);
    let (classes, mut zones) = classify(scenario, &ground)?;
    let posts = posts(scenario);
    let given = Given::new(scenario, ground.clone(), &posts)?;
    let making = Making { scenario, tables, ground: &ground, posts: &posts, zones: &zones };
    let mut units = scenario.units.iter().map(|unit| making.unit(unit)).collect::<Result<Vec<_>, _>>()?;
    units.sort_by(|a, b| a.id.cmp(&b.id));
    let officers = posts.ids().map(|post| {
        let home = given.sides[posts[post].rider.side].home;
        officer(scenario, tables, &posts, post, home)
    });
    let officers = officers.collect::<Result<Vec<_>, _>>()?;
    let bases = |post: PostId| {
        let own = units.iter().filter(|unit| unit.command == post && unit.branch != Branch::Train);
        own.fold(Bases::NONE, |sum, unit| sum.and(unit.first))
    };
    let commands = posts.ids().zip(&officers).map(|(post, (_, order))| Command {
        order: *order,
        place: None,
        pending: None,
        engaged: false,
        touched: false,
        first: bases(post),
        broken: false,
    });
    let commands = commands.collect();
    for unit in units.iter().filter(|unit| unit.here()) {
        if let Some(zone) = unit.zone {
            zones[zone].held = Some(unit.side);
        }
    }
    let chief =
        |side: SideId| posts.iter().find(|(_, post)| post.rider.side == side && post.superior.is_none());
    let chiefs = given.sides.ids().map(|side| chief(side).map(|(post, _)| post)).collect();
    let chosen = |option: &str| options.get(option).copied().unwrap_or(false);
    let held = held_at_first(&scenario.victory, &given.sides);
    let order: Vec<SideId> = given.sides.ids().collect();
    let fixed = Fixed {
        given,
        classes,
        chiefs,
        zone_bodies: zones.iter().map(super::bodies::zone_body).collect(),
        visibility: visibility(scenario),
        options: Chosen {
            shells_shake: chosen(SHELLS_SHAKE),
            rally_nearer: chosen(RALLY_NEARER),
            always_thrown: chosen(ALWAYS_THROWN),
        },
    };
    let (seen, log) = (Sightings::new(&fixed.seating), Log::new(&fixed.seating));
    Ok(Battle {
        turn: 1,
        stand: Stand::at_start(&TURN, order),
        initiative: SideId::of(0),
        initiative_thrown: false,
        side: fixed.sides.ids().map(|_| SideState::default()).collect(),
        units: units.into_iter().collect(),
        posts,
        officers: officers.into_iter().map(|(officer, _)| officer).collect(),
        commands,
        zones,
        attacks: Vec::new(),
        melees: Vec::new(),
        won: Vec::new(),
        shots: Vec::new(),
        sights: Vec::new(),
        gate: Gate::waiting_for(fixed.seating.players().map(|(seat, _)| seat)),
        turns: Book::new(Asking::Together, chosen(UMPIRE)).into(),
        umpire: Umpire::default(),
        seen,
        looked: None,
        held,
        ending: None,
        dice,
        log,
        fixed: Arc::new(fixed),
    })
}
