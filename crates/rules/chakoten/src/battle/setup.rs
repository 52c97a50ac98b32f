//! Makes a battle from a scenario.

mod specials;

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Options};
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::*;
use krigsspil_engine::{Filling, Sentence};
use krigsspil_field::prelude::{Bearing, BodyError, Feature, Ground, GroundError, Pose, point};
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::{self, Posts, find_post};
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::held_at_first;
use krigsspil_turn::ratings::Rated;
use krigsspil_turn::standing::placeholder;
use krigsspil_turn::timeline::Instant;
use krigsspil_turn::umpire::Umpire;

use super::bodies::{body, column_front, footprint_valid, plain};
use super::labour::{Craft, Trade};
use super::land::Land;
use super::order::{Formation, Leave};
use super::schooling::Taught;
use super::slopes::steep_sides;
use super::state::*;
use super::terrain::class_by_skema_vi;
use super::town::{self, Inside};
use super::wordings::*;
use crate::armies::vocabulary::Leader;
use crate::procedures::command::StaffEstablishment;
use crate::procedures::scale::BatteryEstablishment;
use crate::tables::Tables;
use crate::vocabulary::*;
use specials::{desertions, park, siege, special_number, wind};

/// The ratings that a scenario may state of a unit.
const RATINGS: &[&str] = &[
    "valeur",
    "cavalry",
    "country",
    "kind",
    "veterans",
    "stores",
    "weapon",
    "rifles_only",
    "landwehr",
    "light",
    "figures",
    "ranks",
    "front",
    "training",
    "training_fire",
    "training_attack",
    "training_defence",
    "loads",
    "skirmishers",
    "piece",
    "battery",
    "howitzers",
    "limbered",
    "gunners",
    "formation",
    "order",
    "lost_men",
    "fired",
    "attacked",
    "flight_turns",
    "inside",
    "pioneers",
    "miners",
    "leader",
    "leaders",
    "park",
    "splits",
];

/// The usual loads (§11.02.1, §11.03.1).
const FOOT_LOADS: i32 = 12;
const GUN_LOADS: i32 = 16;

fn branch(arm: &str) -> Branch {
    arm.parse().unwrap_or(Branch::Infantry)
}

/// Figures that cannot form a body.
pub(super) fn no_body(fault: BodyError) -> Sentence {
    NO_BODY.with([("reason", fault.into())])
}

/// A long time ago: nothing that is reckoned from it is still running.
const LONG_AGO: Instant = Instant { turn: 0, moment: 0.0 };

struct Making<'a> {
    scenario: &'a Scenario,
    tables: &'a Tables,
    ground: &'a Ground,
    generals: &'a Posts,
}

impl Making<'_> {
    fn arm(&self, rated: &Rated<'_>, branch: Branch) -> Result<TacticalArm, ScenarioFault> {
        Ok(match branch {
            Branch::Infantry => TacticalArm::Infantry,
            Branch::Artillery | Branch::Wagon => TacticalArm::Artillery,
            Branch::Cavalry => match rated.text("cavalry")? {
                Some("light") => TacticalArm::LightCavalry,
                Some("medium") => TacticalArm::MediumCavalry,
                Some("heavy") => TacticalArm::HeavyCavalry,
                Some("cossacks") => TacticalArm::Cossacks,
                _ => return Err(rated.fault(NEEDS_A_WEIGHT)),
            },
        })
    }

    fn figures(
        &self,
        rated: &Rated<'_>,
        unit: &scenario::Unit,
        branch: Branch,
    ) -> Result<i32, ScenarioFault> {
        let of_men = |men: u32| ((men as i32 + MEN / 2) / MEN).max(1);
        match branch {
            Branch::Wagon => Ok(1),
            Branch::Artillery => {
                // A gunner figure serves two pieces; most batteries had a few more.
                let usual = if unit.men > 0 { of_men(unit.men) } else { (unit.guns as i32 * 5 + 3) / 4 };
                rated.whole("gunners", usual.max(1), [1, 60])
            }
            Branch::Infantry | Branch::Cavalry => rated.whole("figures", of_men(unit.men), [1, 200]),
        }
    }

    fn battery(&self, rated: &Rated<'_>, unit: &scenario::Unit) -> Result<Battery, ScenarioFault> {
        let piece: Piece = rated.word("piece")?.ok_or_else(|| rated.fault(NEEDS_A_PIECE))?;
        let kind: BatteryKind = rated.word("battery")?.unwrap_or(BatteryKind::Foot);
        let pieces = unit.guns as i32;
        if !(1..=13).contains(&pieces) {
            return Err(rated.fault(SO_MANY_GUNS));
        }
        let twelve = self.tables.artillery.gun(piece).twelve_pounder;
        let facts = BatteryEstablishment { pieces, kind, twelve_pounder: twelve, wagon_instead: false };
        let fault = |fault| rated.fault(UNREADABLE.with([("reason", Filling::Fault(fault))]));
        let made = plain(&facts, self.tables).map_err(fault)?;
        let howitzers = matches!(piece, Piece::HowitzerEngland | Piece::HowitzerPrussia);
        Ok(Battery {
            piece,
            kind,
            howitzers: rated.yes("howitzers", howitzers)?,
            pieces,
            figure_pieces: made.figure_pieces,
            horses: [made.horses; 2],
            limbered: rated.yes("limbered", unit.formation.as_deref() != Some("line"))?,
            unready: None,
            registered: None,
            registered_too: None,
            ranged_building: None,
            crew: Crew::AtGuns,
        })
    }

    fn formation(
        &self,
        rated: &Rated<'_>,
        unit: &scenario::Unit,
        branch: Branch,
    ) -> Result<Formation, ScenarioFault> {
        let usual = match branch {
            Branch::Artillery | Branch::Wagon => "march_column",
            Branch::Infantry | Branch::Cavalry => "line",
        };
        // These rules' own word goes before the common one: a battery in column of route is long.
        let stated = rated.text("formation")?.or(unit.formation.as_deref());
        let word = match stated.unwrap_or(usual) {
            "column" => "attack_column",
            word => word,
        };
        let formation: Formation = word.parse().map_err(|unknown| rated.no_choice("formation", unknown))?;
        let guns = matches!(branch, Branch::Artillery | Branch::Wagon);
        Ok(if guns && formation != Formation::Line { Formation::MarchColumn } else { formation })
    }

    /// What its country gives it (country supplements): the scenario's own ratings go before.
    fn schooling(
        &self,
        rated: &Rated<'_>,
        (branch, arm): (Branch, TacticalArm),
        valeur: i32,
        figures: i32,
    ) -> Result<(Training, Schooling), ScenarioFault> {
        let taught = Taught {
            country: rated.word("country")?,
            kind: rated.word("kind")?,
            veterans: rated.yes("veterans", false)?,
            light: rated.yes("light", false)?,
            date: &self.scenario.date,
            arm,
            valeur,
            figures,
        };
        let (usual, mut schooling) = taught.by(self.tables);
        let both = rated.get("training").is_some();
        let both = both.then(|| rated.whole("training", 0, [-1, 2])).transpose()?;
        let of = |key: &str, usual: i32| rated.whole(key, both.unwrap_or(usual), [-1, 2]);
        let training = Training {
            fire: of("training_fire", usual.fire)?,
            attack: of("training_attack", usual.attack)?,
            defence: of("training_defence", usual.defence)?,
            in_chain: usual.in_chain,
        };
        let skirmishers = rated.get("skirmishers").is_some() && branch != Branch::Artillery;
        if skirmishers {
            schooling.skirmishers = Some(rated.whole("skirmishers", 0, [0, 200])?);
        }
        Ok((training, schooling))
    }

    /// What a unit's men can do when they work (§19.01.2, §19.04.2): gunners are pioneers, and their officers engineers.
    fn craft(
        &self,
        rated: &Rated<'_>,
        branch: Branch,
        figures: i32,
        schooling: &Schooling,
    ) -> Result<Craft, ScenarioFault> {
        let pioneers = branch == Branch::Artillery || schooling.as_guns;
        let trade = match () {
            () if rated.yes("miners", false)? => Trade::Miners,
            () if rated.yes("pioneers", pioneers)? => Trade::Pioneers,
            () => Trade::Others,
        };
        let usual = match (branch, trade) {
            (Branch::Artillery, _) => Leader::ArtilleryOfficer,
            (Branch::Wagon, _) => Leader::None,
            (_, Trade::Others) => Leader::OrdinaryOfficer,
            (_, Trade::Pioneers | Trade::Miners) => Leader::PioneerNco,
        };
        Ok(Craft {
            trade,
            leader: rated.word("leader")?.unwrap_or(usual),
            leaders: rated.whole("leaders", (figures + 49) / 50, [0, 20])?,
            park: rated.yes("park", false)? && branch == Branch::Wagon,
            ..Craft::default()
        })
    }

    /// The building that a unit begins in, by its name (§17.01.2).
    fn inside(
        &self,
        rated: &Rated<'_>,
        branch: Branch,
        figures: i32,
    ) -> Result<Option<Inside>, ScenarioFault> {
        let Some(name) = rated.text("inside")? else { return Ok(None) };
        let found = self.ground.named(name).filter(|_| branch == Branch::Infantry);
        let inside = found.and_then(|(id, feature)| {
            let walls = town::walls(self.ground, id.0)?.to_vec();
            (figures <= town::room(feature)).then_some(Inside { building: id.0, walls })
        });
        let fault = || rated.fault(NO_ROOM_IN_BUILDING.with([("given", name.into())]));
        inside.map(Some).ok_or_else(fault)
    }

    fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
        let rated = Rated::new(self.scenario, super::ID, &unit.id, &unit.ratings, RATINGS)?;
        let branch = branch(unit.arm.get_ref());
        let general = find_post(self.generals, &unit.general)
            .ok_or_else(|| rated.fault(NO_SUCH_GENERAL.with([("given", (&unit.general).into())])))?;
        let arm = self.arm(&rated, branch)?;
        let figures = self.figures(&rated, unit, branch)?;
        let battery = (branch == Branch::Artillery).then(|| self.battery(&rated, unit)).transpose()?;
        let [least, most] = if branch == Branch::Artillery { [-3, 3] } else { [-4, 5] };
        let valeur = rated.whole("valeur", 0, [least, most])?;
        let (training, schooling) = self.schooling(&rated, (branch, arm), valeur, figures)?;
        let craft = self.craft(&rated, branch, figures, &schooling)?;
        let weapon = match branch {
            Branch::Infantry => {
                let usual = if schooling.carbines { Weapon::Carbine } else { Weapon::Musket };
                Some(rated.word("weapon")?.unwrap_or(usual))
            }
            Branch::Cavalry => rated.word("weapon")?,
            Branch::Artillery | Branch::Wagon => None,
        };
        let loads = match branch {
            Branch::Infantry => FOOT_LOADS,
            Branch::Cavalry => {
                if weapon.is_some() {
                    FOOT_LOADS
                } else {
                    0
                }
            }
            Branch::Artillery => GUN_LOADS,
            Branch::Wagon => 0,
        };
        let base = match branch {
            Branch::Cavalry => FigureBase::Mounted,
            Branch::Artillery => FigureBase::FootCrew,
            _ if rated.whole("ranks", schooling.ranks.unwrap_or(3), [2, 3])? == 2 => {
                FigureBase::Infantry2Ranks
            }
            _ => FigureBase::Infantry3Ranks,
        };
        let [x, y] = unit.place.unwrap_or([0.0, 0.0]);
        let pose = Pose::new(point(x, y), Bearing::degrees(unit.facing)).on_grid();
        let formation = self.formation(&rated, unit, branch)?;
        let lost_men = rated.whole("lost_men", 0, [0, MEN * figures - 1])?;
        let order: Order = rated.word("order")?.unwrap_or(Order::Good);
        let inside = self.inside(&rated, branch, figures)?;
        let formation = if inside.is_some() { Formation::Hob } else { formation };
        let mut made = Unit {
            id: unit.id.get_ref().as_str().into(),
            name: unit.name.as_str().into(),
            side: self.generals[general].side,
            general,
            branch,
            arm,
            landwehr: rated.yes("landwehr", false)?,
            light: rated.yes("light", false)?,
            base,
            original: figures,
            figures: figures - lost_men / MEN,
            carried: lost_men % MEN,
            lost_men,
            counts_from: None,
            brigade: Vec::new(),
            split_from: None,
            instruction: None,
            orderly: None,
            stores: rated.whole("stores", if branch == Branch::Wagon { 4 } else { 0 }, [0, 40])?,
            drawing: None,
            merging: None,
            leave: if rated.yes("splits", false)? { vec![Leave::SplitBattery] } else { Vec::new() },
            valeur,
            training,
            schooling,
            weapon,
            rifles_only: rated.yes("rifles_only", false)?,
            // More than it carries rides in wagons (§11.01.3, §11.03.2).
            loads: rated.whole(
                "loads",
                loads,
                [0, if branch == Branch::Artillery { GUN_LOADS } else { FOOT_LOADS }],
            )?,
            formation,
            one_front: false,
            front: rated.whole("front", column_front(figures), [3, 10])?,
            pose,
            inside,
            craft,
            trail: Vec::new(),
            order,
            massed: order == Order::Rout,
            first_fire_spent: rated.yes("fired", false)?,
            first_attack_spent: rated.yes("attacked", false)?,
            smoke: None,
            victory: None,
            stands_since: LONG_AGO,
            held_until: None,
            quiet_since: Instant::new(1, 0.0),
            turned: Vec::new(),
            run: None,
            storming: Storming::default(),
            flight_turns: rated.whole("flight_turns", i32::from(order == Order::Rout), [0, 30])?,
            gave_prisoners: false,
            beaten_in_flight: 0,
            last_fought: Vec::new(),
            last_order: None,
            last_failed: None,
            written: None,
            battery,
            shelled: Vec::new(),
            entry: 0,
            left_guns: None,
            too_far: false,
            parent: None,
            presence: if unit.place.is_some() { Presence::Here } else { Presence::Coming },
            penalty: 0,
            carried_step: None,
            now: ThisTurn::default(),
            todo: Vec::new(),
            placed: placeholder(pose).map_err(|fault| rated.fault(no_body(fault)))?,
            planned: None,
            track: None,
            marks: Vec::new(),
        };
        if let Some(guns) = made.battery.as_ref().filter(|guns| !guns.limbered) {
            made.formation = if guns.limbered { made.formation } else { Formation::Line };
        }
        if matches!(branch, Branch::Infantry | Branch::Cavalry)
            && !footprint_valid(&made, formation, self.tables)
        {
            return Err(rated.fault(TOO_FEW_FOR_FORMATION));
        }
        if let Some(inside) = &made.inside {
            let facade = town::facade_toward(&inside.walls, made.pose.facing);
            let front = facade.map_or(made.pose.at, |facade| facade.middle);
            made.pose = Pose::new(front, made.pose.facing).on_grid();
        }
        let pose = made.pose;
        made.placed = body(&made, self.tables)
            .and_then(|body| body.at(pose))
            .map_err(|fault| rated.fault(no_body(fault)))?;
        if made.here() && !self.ground.table().holds(&made.placed) {
            return Err(rated.fault(UNIT_OFF_THE_TABLE));
        }
        Ok(made)
    }
}

/// The ground of a scenario, with the values of skema VI for features without stated ones.
fn read_ground(scenario: &Scenario, tables: &Tables) -> Result<Ground, ScenarioFault> {
    let fault = |error: GroundError| {
        ScenarioFault::at(&scenario.ground, 1, BAD_GROUND.with([("reason", error.into())]))
    };
    let stated = Ground::from_geojson(&scenario.ground_text).map_err(fault)?;
    let mut features: Vec<Feature> = stated.features().map(|(_, feature)| feature.clone()).collect();
    features.iter_mut().for_each(|feature| class_by_skema_vi(feature, tables));
    features.extend(steep_sides(&stated, tables));
    let name = stated.name().map(str::to_string);
    Ground::new(name, *stated.table(), stated.contour_interval(), features).map_err(fault)
}

/// The couriers of every staff (§08.01.2).
fn couriers(generals: &Posts, tables: &Tables) -> Roll<PostId, i32> {
    let staff = |(post, general): (PostId, &command::Post)| {
        let below = generals.values().filter(|other| other.superior == Some(post)).count() as i32;
        let level = match &*general.rank {
            "army" => StaffLevel::Army,
            "corps" => StaffLevel::Corps,
            "division" => StaffLevel::Division,
            "battalion" => StaffLevel::Regiment,
            _ => StaffLevel::Brigade,
        };
        let facts = StaffEstablishment { level, subordinate_chiefs: below.clamp(0, 30) };
        plain(&facts, tables).map_or(1, |staff| staff.couriers)
    };
    generals.iter().map(staff).collect()
}

/// The option for an umpire whose answers the battle waits for.
pub(super) const UMPIRE: &str = "umpire";

/// The option that players announce their written attacks and fires themselves (§03.02.4, §03.02.6).
pub(super) const ANNOUNCE: &str = "announce";

/// Makes a battle from a scenario.
pub(super) fn setup(
    tables: &Tables,
    scenario: &Scenario,
    options: &Options,
    dice: BattleDice,
) -> Result<Battle, ScenarioFault> {
    let ground = Arc::new(read_ground(scenario, tables)?);
    let generals = command::posts(scenario);
    let mut given = Given::new(scenario, ground.clone(), &generals)?;
    let making = Making { scenario, tables, ground: &ground, generals: &generals };
    let mut units = scenario.units.iter().map(|unit| making.unit(unit)).collect::<Result<Vec<_>, _>>()?;
    units.sort_by(|a, b| a.id.cmp(&b.id));
    let held = held_at_first(&scenario.victory, &given.sides);
    let parks = given.sides.values().map(|side| park(scenario, &side.id)).collect();
    let umpire_sits = options.get(UMPIRE).copied().unwrap_or(false);
    let desertions = desertions(scenario, &generals)?;
    let seating = &given.seating;
    let gate = Gate::waiting_for(seating.players().map(|(seat, _)| seat));
    let (seen, log) = (Sightings::new(seating), Log::new(seating));
    // A scenario for several books may last another number of turns by this one: eight of its turns are an hour (§01.02.2).
    let turns = special_number(scenario, "turns", "turns").clamp(0.0, 1000.0) as u32;
    given.turns = if turns == 0 { scenario.turns } else { turns };
    let fixed = Fixed {
        siege: siege(scenario),
        sight_cm: special_number(scenario, "sight", "cm").clamp(0.0, 1000.0),
        umpire_sits,
        announce: options.get(ANNOUNCE).copied().unwrap_or(false),
        desertions,
        given,
    };
    Ok(Battle {
        turns: Book::new(Asking::Together, umpire_sits).into(),
        fixed: Arc::new(fixed),
        ground,
        turn: 1,
        moment: 0.0,
        phase: Phase::Orders,
        units: units.into_iter().collect(),
        fell: generals.ids().map(|_| None).collect(),
        couriers: couriers(&generals, tables),
        messages: Vec::new(),
        entries: 0,
        generals,
        gate,
        waiting: Vec::new(),
        positions: Vec::new(),
        land: Land { wind: wind(scenario), parks, ..Land::default() },
        umpire: Umpire::default(),
        seen,
        held,
        ending: None,
        dice,
        log,
    })
}
