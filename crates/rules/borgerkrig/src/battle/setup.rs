//! Makes a battle from a scenario.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Options};
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::*;
use krigsspil_engine::{Filling, Sentence, UnknownWord};
use krigsspil_field::prelude::{Bearing, BodyError, Feature, Ground, GroundError, Kind, Pose, point};
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::{self, Posts, Side, find_post};
use krigsspil_turn::common::Given;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::held_at_first;
use krigsspil_turn::ratings::{Rated, unit_fault};
use krigsspil_turn::standing::placeholder;
use krigsspil_turn::umpire::Umpire;
use krigsspil_turn::works::Works;

use super::beginning::beginning;
use super::bodies::{body, footprint, plain, usual_gap};
use super::houses::fits;
use super::ratings::rated;
use super::state::*;
use super::terrain::class_by_skema_xxii;
use super::wordings::*;
use crate::procedures::guns::GunData;
use crate::procedures::organisation::{
    BatteryOrganisation, Model, ModelData, StaffEchelon, StaffOrganisation,
};
use crate::tables::Tables;
use crate::vocabulary::*;

/// The formations of mounted cavalry (§02.02.1 to §02.02.4): it cannot form a thin line.
const MOUNTED_FORMATIONS: &[&str] = &["march_column", "attack_column", "line", "chain"];

fn branch(arm: &str) -> Branch {
    arm.parse().unwrap_or(Branch::Infantry)
}

/// The army, if the unit does not say: Confederate for sides with that name, or red, or South.
fn usual_army(side: &str, name: &str) -> Army {
    let text = format!("{side} {name}").to_lowercase();
    let southern = ["confed", "red", "south", "csa", "syd"].iter().any(|word| text.contains(word));
    if southern { Army::Confederate } else { Army::Union }
}

fn guns(unit: &scenario::Unit, rated: &Rated<'_>, tables: &Tables) -> Result<Battery, ScenarioFault> {
    let gun: Gun = rated.word("gun")?.ok_or_else(|| rated.fault(NEEDS_A_GUN))?;
    let riding = rated.yes("horse", false)?;
    let real = unit.guns as i32;
    if !(1..=6).contains(&real) {
        return Err(rated.fault(SO_MANY_GUNS));
    }
    let fault = |fault| rated.fault(UNREADABLE.with([("reason", Filling::Fault(fault))]));
    let organisation = BatteryOrganisation { guns: if real > 4 { 6 } else { 4 }, horse_artillery: riding };
    let organisation = plain(&organisation, tables).map_err(fault)?;
    let load = plain(&GunData { gun }, tables).map_err(fault)?;
    Ok(Battery {
        gun,
        riding,
        limbered: rated.yes("limbered", unit.formation.as_deref() != Some("line"))?,
        guns: [real, 0, 0],
        limbers: [real, 0, 0],
        horses: [organisation.horses.0; 2],
        rounds: [load.canisters, load.shells, load.shots],
        hit: None,
        repair: None,
        sheltered: false,
        abandoned: None,
    })
}

fn figures(
    unit: &scenario::Unit,
    rated: &Rated<'_>,
    branch: Branch,
    tables: &Tables,
) -> Result<i32, ScenarioFault> {
    let usual = match branch {
        // A figure is 20 men (§01.01.2).
        Branch::Infantry | Branch::Cavalry => ((unit.men as i32 + 10) / 20).max(1),
        Branch::Artillery => {
            let organisation =
                BatteryOrganisation { guns: if unit.guns > 4 { 6 } else { 4 }, horse_artillery: false };
            plain(&organisation, tables).map_or(4, |made| made.gunners.0)
        }
        Branch::Wagon => 0,
    };
    let bounds = match branch {
        Branch::Artillery => [1, 12],
        Branch::Infantry | Branch::Cavalry => [1, 400],
        Branch::Wagon => [0, 400],
    };
    rated.whole("figures", usual, bounds)
}

struct Making<'a> {
    scenario: &'a Scenario,
    tables: &'a Tables,
    ground: &'a Ground,
    sides: &'a Roll<SideId, Side>,
    generals: &'a Posts,
}

impl Making<'_> {
    fn formation(
        &self,
        stated: &scenario::Unit,
        rated: &Rated<'_>,
        branch: Branch,
        limbered: bool,
    ) -> Result<Formation, ScenarioFault> {
        if matches!(branch, Branch::Artillery | Branch::Wagon) {
            let marching = limbered || branch == Branch::Wagon;
            return Ok(if marching { Formation::MarchColumn } else { Formation::Line });
        }
        let word = stated.formation.as_deref().unwrap_or("line");
        let formation = word.parse().map_err(|unknown| rated.no_choice("formation", unknown))?;
        if formation == Formation::ThinLine && branch == Branch::Cavalry && rated.yes("mounted", true)? {
            return Err(rated.no_choice("formation", UnknownWord::new(word, MOUNTED_FORMATIONS)));
        }
        Ok(formation)
    }

    /// An attack column has at least three ranks (§02.01.2, §02.02.2). A chain that has come apart closes up in the battle.
    fn formed_lawfully(&self, rated: &Rated<'_>, unit: &Unit) -> Result<(), ScenarioFault> {
        let column = unit.formation == Formation::AttackColumn;
        let lawful = footprint(unit, unit.formation, self.tables).is_some_and(|print| print.lawful);
        if !column || lawful { Ok(()) } else { Err(rated.fault(THREE_RANKS)) }
    }

    fn building(&self, rated: &Rated<'_>) -> Result<Option<usize>, ScenarioFault> {
        let Some(name) = rated.text("building")? else { return Ok(None) };
        let found = self.ground.named(name).filter(|(_, feature)| feature.kind == Kind::Building);
        let (id, _) = found.ok_or_else(|| rated.fault(NO_SUCH_BUILDING.with([("given", name.into())])))?;
        Ok(Some(id.0))
    }

    /// A house holds three companies of one side, on foot (§02.04.3).
    fn garrisons(&self, units: &[Unit]) -> Result<(), ScenarioFault> {
        for stated in &self.scenario.units {
            let Some(unit) = units.iter().find(|unit| *unit.id == **stated.id.get_ref()) else { continue };
            let Some(house) = unit.building else { continue };
            let inside = || units.iter().filter(|other| other.building == Some(house));
            let figures = inside().map(|other| other.figures).sum();
            let one_side = inside().all(|other| other.side == unit.side);
            if !unit.on_foot() || !one_side || !fits(unit, figures, self.tables) {
                return Err(unit_fault(self.scenario, &stated.id, HOUSE_HOLDS));
            }
        }
        Ok(())
    }

    fn unit(&self, unit: &scenario::Unit) -> Result<Unit, ScenarioFault> {
        let branch = branch(unit.arm.get_ref());
        let rated = rated(self.scenario, unit, branch)?;
        let general = find_post(self.generals, &unit.general)
            .ok_or_else(|| rated.fault(NO_SUCH_GENERAL.with([("given", (&unit.general).into())])))?;
        let side = self.generals[general].side;
        let battery = (branch == Branch::Artillery).then(|| guns(unit, &rated, self.tables)).transpose()?;
        let limbered = battery.as_ref().is_some_and(|battery| battery.limbered);
        let formation = self.formation(unit, &rated, branch, limbered)?;
        let mounted = branch == Branch::Cavalry && rated.yes("mounted", true)?;
        let figures = figures(unit, &rated, branch, self.tables)?;
        let weapon: Option<Weapon> = rated.word("weapon")?;
        if weapon.is_none() && matches!(branch, Branch::Infantry | Branch::Cavalry) {
            return Err(rated.fault(NEEDS_A_WEAPON));
        }
        let usual = usual_army(&self.sides[side].id, &self.sides[side].name);
        let wagon = (branch == Branch::Wagon).then(|| {
            let model = ModelData { model: Model::TrainWagon, extra_pairs: 0 };
            [plain(&model, self.tables).map_or(4, |made| made.horses.0); 2]
        });
        let [x, y] = unit.place.unwrap_or([0.0, 0.0]);
        let pose = Pose::new(point(x, y), Bearing::degrees(unit.facing)).on_grid();
        let usual_gap = usual_gap(branch, mounted, formation);
        let mut made = Unit {
            id: unit.id.get_ref().as_str().into(),
            name: unit.name.as_str().into(),
            side,
            general,
            branch,
            army: rated.word("army")?.unwrap_or(usual),
            original: figures,
            figures,
            lost_men: 0,
            captured: 0,
            valeur: rated.whole("valeur", 0, [-1, 2])?,
            weapon,
            company: rated.whole("company", 3, [1, 20])?,
            detached: rated.yes("detached", false)?,
            regiment: None,
            on_flanks_mm: 0,
            mounted,
            formation,
            gap_mm: rated.whole("gap_mm", usual_gap, [0, 200])?,
            pose,
            trail: Vec::new(),
            // All units start in order (§08.02.2), unless the scenario begins in the middle of a battle.
            order: Order::Good,
            pinned_left: 0,
            pinned_from: None,
            quiet: 0,
            rallies: 0,
            ammunition: weapon.is_some() && rated.yes("ammunition", true)?,
            ever_fired: false,
            fired_last: false,
            fire_fight: None,
            last_storm: None,
            was_moving: false,
            last_order: None,
            written: None,
            battery,
            wagon,
            work: None,
            building: self.building(&rated)?,
            presence: if unit.place.is_some() { Presence::Here } else { Presence::Coming },
            penalty: 0,
            melee: Vec::new(),
            grips: Vec::new(),
            act_done: None,
            now: ThisTurn::default(),
            todo: Vec::new(),
            placed: placeholder(pose).map_err(|fault| rated.fault(no_body(fault)))?,
            planned: None,
            track: None,
        };
        beginning(&rated, &mut made, self.sides[side].home)?;
        self.formed_lawfully(&rated, &made)?;
        made.placed = body(&made, self.tables, self.ground)
            .and_then(|body| body.at(pose))
            .map_err(|fault| rated.fault(no_body(fault)))?;
        if made.here() && !self.ground.table().holds(&made.placed) {
            return Err(rated.fault(UNIT_OFF_THE_TABLE));
        }
        Ok(made)
    }
}

/// Figures that cannot form a body.
pub(super) fn no_body(fault: BodyError) -> Sentence {
    NO_BODY.with([("reason", fault.into())])
}

/// A staff has one courier for each direct subordinate, at least one (§01.02.8, §01.02.9); the scenario may give more.
fn couriers(scenario: &Scenario, generals: &Posts, tables: &Tables) -> Roll<CourierId, Courier> {
    let mut couriers = Vec::new();
    for (post, general) in generals.iter() {
        let stated = scenario.general(&general.id).map_or(1, |stated| stated.couriers);
        let below = generals.values().filter(|other| other.superior == Some(post)).count() as i32;
        let echelon = match &*general.rank {
            "division" => StaffEchelon::Division,
            "corps" | "army" => StaffEchelon::Corps,
            "battalion" => StaffEchelon::ArtilleryBattalion,
            _ => StaffEchelon::Brigade,
        };
        let staff = StaffOrganisation { echelon, subordinates: below.clamp(0, 20) };
        let usual = plain(&staff, tables).map_or(1, |staff| staff.couriers) as u32;
        for number in 1..=stated.max(usual) {
            couriers.push(Courier {
                id: format!("{}/{number}", general.id).into(),
                general: post,
                rider: general.rider.clone(),
                order: None,
                instruction: None,
            });
        }
    }
    couriers.sort_by(|a, b| a.id.cmp(&b.id));
    couriers.into_iter().collect()
}

/// The ground of a scenario, with the classes of skema XXII for features without a stated class.
fn read_ground(scenario: &Scenario, tables: &Tables) -> Result<Ground, ScenarioFault> {
    let fault = |error: GroundError| {
        ScenarioFault::at(&scenario.ground, 1, BAD_GROUND.with([("reason", error.into())]))
    };
    let stated = Ground::from_geojson(&scenario.ground_text).map_err(fault)?;
    let mut features: Vec<Feature> = stated.features().map(|(_, feature)| feature.clone()).collect();
    features.iter_mut().for_each(|feature| class_by_skema_xxii(feature, tables));
    let name = stated.name().map(str::to_string);
    Ground::new(name, *stated.table(), stated.contour_interval(), features).map_err(fault)
}

/// The option for an umpire whose answers the battle waits for.
pub(super) const UMPIRE: &str = "umpire";
/// The option to ask questions as in saves of the first version: one at a time, and each once a turn.
pub(super) const ONE_BY_ONE: &str = krigsspil_engine::battle::QUESTIONS_ONE_BY_ONE;

/// Makes a battle from a scenario.
pub(super) fn setup(
    tables: &Tables,
    scenario: &Scenario,
    options: &Options,
    dice: BattleDice,
) -> Result<Battle, ScenarioFault> {
    let ground = Arc::new(read_ground(scenario, tables)?);
    let generals = command::posts(scenario);
    let given = Given::new(scenario, ground.clone(), &generals)?;
    let making = Making { scenario, tables, ground: &ground, sides: &given.sides, generals: &generals };
    let mut units = scenario.units.iter().map(|unit| making.unit(unit)).collect::<Result<Vec<_>, _>>()?;
    units.sort_by(|a, b| a.id.cmp(&b.id));
    making.garrisons(&units)?;
    let couriers = couriers(scenario, &generals, tables);
    let held = held_at_first(&scenario.victory, &given.sides);
    let special =
        |name: &str| scenario.special.iter().any(|rule| rule.rules == "borgerkrig" && rule.name == name);
    let chosen = |option: &str| options.get(option).copied().unwrap_or(false);
    let asking = if chosen(ONE_BY_ONE) { Asking::OneByOne } else { Asking::Together };
    let seating = &given.seating;
    let gate = Gate::waiting_for(seating.players().map(|(seat, _)| seat));
    let (seen, log) = (Sightings::new(seating), Log::new(seating));
    let fixed = Fixed { chevaux_de_frise: special("chevaux_de_frise"), umpire_sits: chosen(UMPIRE), given };
    Ok(Battle {
        turns: Book::new(asking, fixed.umpire_sits).into(),
        fixed: Arc::new(fixed),
        ground,
        parked: None,
        turn: 1,
        moment: 0.0,
        phase: Phase::Orders,
        units: units.into_iter().collect(),
        generals,
        couriers,
        works: Works::default(),
        gate,
        waiting: Vec::new(),
        umpire: Umpire::default(),
        seen,
        held,
        ending: None,
        dice,
        log,
    })
}
