//! From a scenario to a battle.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Options, Presence};
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::{BAD_GROUND, NO_SUCH_GENERAL, UNIT_OFF_THE_TABLE};
use krigsspil_engine::{Figures, Men, Sentence};
use krigsspil_field::prelude::{Bearing, BodyError, Ground, Point, Pose, point};
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::posts;
use krigsspil_turn::common::Given;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::held_at_first;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::ratings::Rated;
use krigsspil_turn::standing::placeholder;
use krigsspil_turn::umpire::Umpire;

use super::ID;
use super::bodies::{can_form, in_the_way, plain, standing};
use super::order::Wing;
use super::sequence::PERIOD;
use super::state::{Battery as Guns, *};
use super::wordings::*;
use super::zones::Zones;
use crate::procedures::ammunition::Ammunition;
use crate::procedures::organisation::Strength;
use crate::procedures::rosters::GeneralLookup;
use crate::procedures::towns::TownDeploy;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Ratings of a unit.
const UNIT: &[&str] = &[
    "kind",
    "figures",
    "gunners",
    "class",
    "gun",
    "loads",
    "artillery_chief",
    "zone",
    "side",
    "order",
    "lost",
    "ranks",
];
/// Ratings of a general.
const GENERAL: &[&str] = &["row", "oas", "zones", "open", "command_cm", "cavalry", "order", "objective"];
/// The option that seats an umpire whose answers the battle waits for.
pub(super) const UMPIRE: &str = "umpire";

/// Figures that make no body.
pub(super) fn no_body(fault: BodyError) -> Sentence {
    NO_BODY.with([("reason", fault.into())])
}

/// A rank, by the scenario's word: who has nobody above him leads the army (§1.4.2).
fn rank(general: &scenario::General) -> Rank {
    match general.rank.as_str() {
        "army" if general.superior.is_none() => Rank::CommanderInChief,
        "army" => Rank::ArmyGeneral,
        "corps" => Rank::CorpsGeneral,
        _ => Rank::DivisionGeneral,
    }
}

fn level(rank: Rank) -> Level {
    match rank {
        Rank::CommanderInChief | Rank::ArmyGeneral => Level::Army,
        Rank::CorpsGeneral => Level::Corps,
        Rank::DivisionGeneral => Level::Division,
    }
}

struct Making<'a> {
    scenario: &'a Scenario,
    tables: &'a Tables,
    ground: &'a Ground,
    zones: &'a Zones,
    posts: &'a Posts,
}

impl Making<'_> {
    /// What the rules say of a general (R7, R8).
    fn staff(&self, id: &str) -> Result<Staff, ScenarioFault> {
        let Some(general) = self.scenario.general(id) else { unreachable!("posts are made of generals") };
        let rated = Rated::new(self.scenario, ID, &general.id, &general.ratings, GENERAL)?;
        let rank = rank(general);
        self.above(&rated, general, rank)?;
        let row: General = rated.word("row")?.unwrap_or_else(|| self.others(general));
        let lookup = GeneralLookup {
            general: row,
            acting_as: level(rank),
            commands_cavalry: rated.yes("cavalry", false)?,
        };
        let found = plain(&lookup, self.tables).map_err(|_| rated.fault(CANNOT_SERVE))?;
        // The row of all others serves division generals, whatever it says of corps.
        let ke = match (found.ke, rank) {
            (Some(ke), _) => ke,
            (None, Rank::DivisionGeneral) => 0,
            (None, _) => return Err(rated.fault(CANNOT_SERVE)),
        };
        let (oas, command) = match rank {
            Rank::CommanderInChief => (3, 40),
            Rank::ArmyGeneral => (2, 40),
            Rank::CorpsGeneral => (0, 40),
            Rank::DivisionGeneral => (0, 20),
        };
        let zones = rated.numbers::<3>("zones")?.unwrap_or([20.0, 60.0, 60.0]);
        let objective = rated.numbers::<2>("objective")?.map(|[x, y]| point(x, y).on_grid());
        let place = general.place.map_or(Point::ORIGIN, |[x, y]| point(x, y).on_grid());
        Ok(Staff {
            rank,
            ke,
            melee: found.melee,
            morale: found.morale,
            oas: rated.whole("oas", oas, [0, 20])?,
            zones,
            open: rated.yes("open", true)?,
            command_cm: f64::from(rated.whole("command_cm", command, [5, 100])?),
            order: rated.word("order")?.unwrap_or(CorpsOrder::Hold),
            objective,
            first: place,
            engaged: false,
            pending: None,
            detached: None,
            detaching: None,
            spent: 0,
            cancelled: false,
            shifted: false,
            moved: false,
        })
    }

    /// The row of all others of the nation whose units he leads, most of them, or most of his side's (R8).
    fn others(&self, general: &scenario::General) -> General {
        let leads = |unit: &scenario::Unit| {
            let mut above = Some(unit.general.to_string());
            for _ in 0..8 {
                let Some(id) = above.take() else { return false };
                if id == *general.id.get_ref() {
                    return true;
                }
                above =
                    self.scenario.general(&id).and_then(|one| one.superior.as_ref().map(ToString::to_string));
            }
            false
        };
        let of_side = |unit: &scenario::Unit| {
            self.scenario.general(&unit.general).is_some_and(|chief| *chief.side == *general.side)
        };
        let most = |which: &dyn Fn(&scenario::Unit) -> bool| -> Option<General> {
            let units = self.scenario.units.iter().filter(|unit| which(unit));
            let rows: Vec<General> = units.filter_map(|unit| self.nation(unit)).collect();
            let count = |row: &General| rows.iter().filter(|other| *other == row).count();
            // Of nations with as many units the one that stands first in the order of battle.
            rows.iter().rev().max_by_key(|row| count(row)).copied()
        };
        most(&leads).or_else(|| most(&of_side)).unwrap_or(General::Prussia181215Others)
    }

    /// The row of all other generals of the nation a unit is of; none where the supplement has no list of them.
    fn nation(&self, unit: &scenario::Unit) -> Option<General> {
        let rated = Rated::new(self.scenario, ID, &unit.id, &unit.ratings, UNIT).ok()?;
        let (list, _, row) = rated.word::<UnitKind>("kind").ok()??.parts();
        let nation = |word: &str| list.starts_with(word);
        match () {
            () if nation("french") || nation("france") => Some(General::FranceOthers),
            () if nation("england_spain") && (row.starts_with("spain") || row == "morillo") => {
                Some(General::SpainOthers)
            }
            () if nation("engl") => Some(General::EnglandOthers),
            () if nation("prussia") => Some(General::Prussia181215Others),
            () if nation("russia") => Some(General::RussiaOthers),
            () if nation("austria") => Some(General::AustriaOthers),
            () => None,
        }
    }

    /// Everybody stands under one who can lead him (§1.3.2, figur 1).
    fn above(&self, rated: &Rated<'_>, general: &scenario::General, own: Rank) -> Result<(), ScenarioFault> {
        let above = general.superior.as_deref().and_then(|id| self.scenario.general(id)).map(rank);
        let good = match (own, above) {
            (Rank::CommanderInChief, None) => true,
            (Rank::ArmyGeneral, Some(Rank::CommanderInChief)) => true,
            (Rank::CorpsGeneral, None | Some(Rank::CommanderInChief | Rank::ArmyGeneral)) => true,
            (Rank::DivisionGeneral, above) => above != Some(Rank::DivisionGeneral),
            _ => false,
        };
        if !good {
            return Err(rated.fault(WRONG_SUPERIOR));
        }
        let chiefs = self
            .scenario
            .generals
            .iter()
            .filter(|other| other.side == general.side && rank(other) == Rank::CommanderInChief);
        if own == Rank::CommanderInChief && chiefs.count() > 1 {
            return Err(rated.fault(ONE_COMMANDER));
        }
        Ok(())
    }

    fn battery(&self, rated: &Rated<'_>, kind: UnitKind) -> Result<Guns, ScenarioFault> {
        let row = self.tables.unit(kind);
        let gun: Gun = rated.word("gun")?.unwrap_or(Gun::SixPounder);
        let facts = Ammunition { gun, french_guard: row.french_guard, shots: 0 };
        let full = plain(&facts, self.tables).map_or(8, |ammunition| ammunition.full);
        Ok(Guns {
            gun,
            loads: rated.whole("loads", full, [0, full])?,
            chief: rated.yes("artillery_chief", false)?,
            shelled_by: 0,
            guns_left: None,
            sheltering: None,
        })
    }

    fn figures(
        &self,
        rated: &Rated<'_>,
        unit: &scenario::Unit,
        branch: Branch,
    ) -> Result<i32, ScenarioFault> {
        if branch.is_artillery() {
            return rated.whole("gunners", 12, [1, 40]);
        }
        let arm = if branch == Branch::Cavalry { Troops::Cavalry } else { Troops::Infantry };
        let usual = plain(&Strength { arm, men: Men(unit.men.min(100_000) as i32) }, self.tables)
            .map_or(1, |made| made.figures.0);
        rated.whole("figures", usual.clamp(1, 120), [1, 120])
    }

    fn zone(&self, rated: &Rated<'_>) -> Result<Option<InZone>, ScenarioFault> {
        let Some(name) = rated.text("zone")? else { return Ok(None) };
        let found = self.zones.iter().find(|(_, zone)| &*zone.name == name);
        let (zone, _) = found.ok_or_else(|| rated.fault(NO_SUCH_ZONE.with([("given", name.into())])))?;
        Ok(Some(InZone { zone, side: rated.word("side")?.unwrap_or(Wing::Front), inward: false }))
    }

    fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
        let rated = Rated::new(self.scenario, ID, &unit.id, &unit.ratings, UNIT)?;
        let kind: UnitKind = rated.word("kind")?.ok_or_else(|| rated.fault(NEEDS_A_KIND))?;
        let row = self.tables.unit(kind);
        if row.branch.arm().as_str() != unit.arm.get_ref() {
            return Err(rated.fault(KIND_OF_ANOTHER_ARM));
        }
        let chief = self.posts.find(|post| *post.id == *unit.general);
        let chief =
            chief.ok_or_else(|| rated.fault(NO_SUCH_GENERAL.with([("given", (&unit.general).into())])))?;
        let leads = self.scenario.general(&unit.general).map(rank);
        if !matches!(leads, Some(Rank::CorpsGeneral | Rank::DivisionGeneral)) {
            return Err(rated.fault(UNIT_WITHOUT_CORPS));
        }
        let usual = if row.branch.is_artillery() { Formation::Limbered } else { Formation::Line };
        let formation = match unit.formation.as_deref() {
            Some(word) => word.parse().map_err(|unknown| rated.no_choice("formation", unknown))?,
            None => usual,
        };
        let original = self.figures(&rated, unit, row.branch)?;
        let [x, y] = unit.place.unwrap_or([0.0, 0.0]);
        let pose = Pose::new(point(x, y), Bearing::degrees(unit.facing)).on_grid();
        let battery = if row.branch.is_artillery() { Some(self.battery(&rated, kind)?) } else { None };
        let mut made = Unit {
            id: unit.id.get_ref().as_str().into(),
            name: unit.name.as_str().into(),
            side: self.posts[chief].rider.side,
            chief,
            kind,
            branch: row.branch,
            class: rated.word("class")?.or(row.class).unwrap_or(CavalryClass::Medium),
            men: if unit.men > 0 { unit.men.min(100_000) as i32 } else { 25 * original },
            original,
            lost: rated.whole("lost", 0, [0, original - 1])?,
            formation,
            ranks: rated.whole("ranks", 4, [3, 4])?,
            squared_in: None,
            number: None,
            order: rated.word("order")?.unwrap_or(Order::Order),
            presence: if unit.place.is_some() { Presence::Here } else { Presence::Coming },
            battery,
            zone: self.zone(&rated)?,
            melee: Vec::new(),
            quiet: 0,
            gone_back: 0,
            since_rout: 1,
            fled: None,
            at_edge: false,
            stationary: true,
            detached: None,
            sortie: false,
            now: Now::default(),
            placed: placeholder(pose).map_err(|fault| rated.fault(no_body(fault)))?,
        };
        if made.zone.is_some() && made.is_battery() {
            made.formation = Formation::Unlimbered;
        }
        // Who has lost two thirds is in lasting disorder, from the start (§1.6.5.p2).
        if made.order == Order::Order && self.tables.losses.two_thirds(made.original, made.lost) {
            made.order = Order::Disorder;
        }
        if !can_form(&made, made.formation, made.ranks, self.tables) {
            return Err(rated.fault(FORMS_NO_SUCH.with([("given", made.formation.as_str().into())])));
        }
        made.placed =
            standing(&made, pose, self.zones, self.tables).map_err(|fault| rated.fault(no_body(fault)))?;
        if made.here() && !self.ground.table().holds(&made.placed) {
            return Err(rated.fault(UNIT_OFF_THE_TABLE));
        }
        Ok(made)
    }

    /// Nobody stands in anybody, and towns hold what they hold (§4.8.2).
    fn stand_clear(&self, units: &[Unit]) -> Result<(), ScenarioFault> {
        for (place, unit) in units.iter().enumerate().filter(|(_, unit)| unit.here()) {
            let Some(stated) = self.scenario.units.iter().find(|stated| *stated.id.get_ref() == *unit.id)
            else {
                continue;
            };
            let rated = Rated::new(self.scenario, ID, &stated.id, &stated.ratings, UNIT)?;
            let together = |other: &Unit| {
                other.zone.map(|inside| inside.zone) == unit.zone.map(|inside| inside.zone)
                    && unit.zone.is_some()
            };
            let other = units[..place]
                .iter()
                .find(|other| other.here() && !together(other) && in_the_way(&unit.placed, &other.placed));
            if let Some(other) = other {
                return Err(rated.fault(STAND_IN_EACH_OTHER.with([("given", (&*other.id).into())])));
            }
            let Some(inside) = unit.zone else { continue };
            let here: Vec<&Unit> = units
                .iter()
                .filter(|other| other.zone.is_some_and(|zone| zone.zone == inside.zone))
                .collect();
            let troops = here.iter().filter(|other| !other.is_battery());
            let facts = TownDeploy {
                units: troops.clone().count() as i32,
                figures: Figures(troops.map(|other| other.figures()).sum()),
                batteries: here.iter().filter(|other| other.is_battery()).count() as i32,
            };
            let one_side = here.iter().all(|other| other.side == unit.side);
            if !one_side || !plain(&facts, self.tables).is_ok_and(|deploy| deploy.allowed) {
                return Err(rated.fault(ZONE_HOLDS));
            }
        }
        Ok(())
    }
}

/// The sides, the one with the initiative first: the scenario's special rule `initiative` names it (§1.2.1); else as they are listed.
fn initiative(scenario: &Scenario, all: &Roll<SideId, Side>) -> Result<Vec<SideId>, ScenarioFault> {
    let rule = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == "initiative");
    let mut order: Vec<SideId> = all.ids().collect();
    if let Some(rule) = rule {
        let named = rule.about.get("side").and_then(|side| side.as_str()).unwrap_or_default();
        let first = all.find(|side| &*side.id == named);
        let first = first.ok_or_else(|| {
            ScenarioFault::at(&scenario.file, 1, NO_SUCH_SIDE.with([("given", named.into())]))
        })?;
        order.sort_by_key(|side| *side != first);
    }
    Ok(order)
}

/// Makes a battle of a scenario.
pub(super) fn setup(
    tables: &Tables,
    scenario: &Scenario,
    options: &Options,
    dice: BattleDice,
) -> Result<Battle, ScenarioFault> {
    let ground = Ground::from_geojson(&scenario.ground_text).map_err(|error| {
        ScenarioFault::at(&scenario.ground, 1, BAD_GROUND.with([("reason", error.into())]))
    })?;
    let (ground, posts) = (Arc::new(ground), posts(scenario));
    let given = Given::new(scenario, ground.clone(), &posts)?;
    let zones = Zones::of(scenario, &ground)?;
    let making = Making { scenario, tables, ground: &ground, zones: &zones, posts: &posts };
    let staff =
        posts.values().map(|post| making.staff(&post.id)).collect::<Result<Roll<PostId, Staff>, _>>()?;
    let mut units = scenario.units.iter().map(|unit| making.unit(unit)).collect::<Result<Vec<_>, _>>()?;
    units.sort_by(|a, b| a.id.cmp(&b.id));
    making.stand_clear(&units)?;
    let order = initiative(scenario, &given.sides)?;
    let held = held_at_first(&scenario.victory, &given.sides);
    let umpire_sits = options.get(UMPIRE).copied().unwrap_or(false);
    Ok(Battle {
        turn: 1,
        stand: Stand::at_start(&PERIOD, order.clone()),
        ready: IdSet::new(),
        reacted: false,
        units: units.into_iter().collect(),
        detaching: Vec::new(),
        posts,
        staff,
        seen: Sightings::new(&given.seating),
        held,
        umpire: Umpire::default(),
        ending: None,
        dice,
        log: Log::new(&given.seating),
        turns: Book::new(Asking::Together, umpire_sits).into(),
        fixed: Arc::new(Fixed { given, zones, initiative: order }),
    })
}
