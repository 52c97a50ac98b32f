//! The ground a unit covers in its formation (chapters 01.03, 02.01 to 02.04).

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Figures, Millimetres, Procedure};
use krigsspil_field::prelude::*;

use super::state::{Branch, CM, Unit};
use crate::procedures::formation::FormationFootprint;
use crate::procedures::organisation::{BatteryOrganisation, Model, ModelData};
use crate::tables::Tables;
use crate::vocabulary::{FootOrHorse, Formation, Order};

/// Millimetres of the table in metres of ground.
pub(super) fn mm(millimetres: i32) -> f64 {
    f64::from(millimetres) * CM / 10.0
}

/// Resolves a procedure that throws no dice and reports nothing.
pub(super) fn plain<P: Procedure<Tables = Tables>>(
    facts: &P,
    tables: &Tables,
) -> Result<P::Outcome, krigsspil_engine::Fault> {
    facts.resolve(tables, &mut ScriptedDice::new(&[]), &mut ())
}

fn base(millimetres: (i32, i32)) -> Result<BaseSize, BodyError> {
    BaseSize::new(mm(millimetres.0), mm(millimetres.1))
}

/// The base of one figure of a unit, in millimetres of the table.
fn figure_mm(unit: &Unit, tables: &Tables) -> (i32, i32) {
    let model = if unit.mounted_cavalry() { Model::MountedFigure } else { Model::InfantryFigure };
    let size = plain(&ModelData { model, extra_pairs: 0 }, tables);
    size.map_or((8, 15), |size| (size.front_mm.0, size.depth_mm.0))
}

/// The house it holds, with its shape on the ground.
fn garrison(unit: &Unit, ground: &Ground) -> Option<Body> {
    let building = unit.building?;
    let (_, house) = ground.features().find(|(id, _)| id.0 == building)?;
    let Shape::Area(patch) = &house.shape else { return None };
    let outline = &patch.outer;
    Body::garrison(outline, unit.figures.max(1) as u32, unit.pose).ok()
}

/// A battery: in position the guns stand side by side, on the march limber and gun behind each other (§02.03.1, §02.03.2).
fn battery(unit: &Unit, tables: &Tables) -> Option<Result<Body, BodyError>> {
    let guns = unit.battery.as_ref()?;
    if guns.abandoned.is_some() {
        return None;
    }
    let real: i32 = guns.guns.iter().sum();
    let organisation =
        BatteryOrganisation { guns: if real > 4 { 6 } else { 4 }, horse_artillery: guns.riding };
    let organisation = plain(&organisation, tables).ok()?;
    let (front, gun) = (organisation.front_mm.0, organisation.gun_depth_mm.0);
    let models = organisation.gun_models;
    Some(if guns.limbered {
        let limbers: i32 = organisation.limber_depths_mm.iter().map(|depth| depth.0).sum();
        base((front, limbers + gun * models)).and_then(|base| Body::column(base, 1, 1))
    } else {
        base((front, gun)).and_then(|base| Body::line(base, models as u32, 1))
    })
}

fn wagon(unit: &Unit, tables: &Tables) -> Option<Result<Body, BodyError>> {
    unit.wagon?;
    let size = plain(&ModelData { model: Model::TrainWagon, extra_pairs: 0 }, tables).ok()?;
    Some(base((size.front_mm.0, size.depth_mm.0)).map(|base| Body::lone(base, Role::Limber)))
}

/// The widest attack column of a unit: six figures, five for small mounted units (§02.01.2, §02.02.2).
fn attack_front(unit: &Unit) -> u32 {
    if unit.mounted_cavalry() && unit.figures < 18 { 5 } else { 6 }
}

/// Infantry and cavalry in their formations.
fn troops(unit: &Unit, tables: &Tables) -> Result<Body, BodyError> {
    let figure = figure_mm(unit, tables);
    let figures = unit.figures.max(1) as u32;
    let size = base(figure)?;
    if unit.order == Order::Rout {
        return Body::crowd(size, figures);
    }
    match unit.formation {
        Formation::MarchColumn => {
            Body::march_column(size, figures, column_front(unit).min(figures), Trail::through(&unit.trail))
        }
        Formation::AttackColumn => Body::column(size, figures, attack_front(unit).min(figures)),
        Formation::Line => Body::line(size, figures, 2.min(figures)),
        Formation::Chain if unit.on_flanks_mm > 0 => {
            Body::chain_on_flanks(size, figures, mm(figure.0 + unit.gap_mm.max(0)), mm(unit.on_flanks_mm))
        }
        Formation::ThinLine | Formation::Chain => {
            Body::chain(size, figures, 1, mm(figure.0 + unit.gap_mm.max(0)))
        }
    }
}

/// A march column straightened, as it must be to go back or sideways; `None` for other units.
pub(super) fn drawn_up(unit: &Unit, tables: &Tables) -> Option<Body> {
    let column = unit.formation == Formation::MarchColumn
        && matches!(unit.branch, Branch::Infantry | Branch::Cavalry)
        && unit.order != Order::Rout
        && unit.building.is_none();
    let size = base(figure_mm(unit, tables)).ok()?;
    let figures = unit.figures.max(1) as u32;
    column.then(|| Body::column(size, figures, column_front(unit).min(figures)).ok())?
}

/// Figures abreast in march column (§02.01.1, §02.02.1).
fn column_front(unit: &Unit) -> u32 {
    if unit.mounted_cavalry() { 2 } else { 3 }
}

/// The body of a unit in its current formation and strength.
pub(super) fn body(unit: &Unit, tables: &Tables, ground: &Ground) -> Result<Body, BodyError> {
    if let Some(house) = garrison(unit, ground) {
        return Ok(house);
    }
    battery(unit, tables).or_else(|| wagon(unit, tables)).unwrap_or_else(|| troops(unit, tables))
}

/// The ground that the ranks of a unit close, including its gaps; it has two halves if its chain stands on the flanks of another body.
pub(super) fn closed_ground(unit: &Unit) -> Vec<Slab> {
    if unit.on_flanks_mm == 0 {
        return vec![unit.placed.envelope()];
    }
    let frame = unit.placed.frame();
    let half = |left: bool| {
        let bases = unit.placed.bases().filter(|base| (frame.to_body(base.slab.centre()).x < 0.0) == left);
        let corners: Vec<Point> =
            bases.flat_map(|base| *base.slab.corners()).map(|at| frame.to_body(at)).collect();
        let around = krigsspil_field::point::Extent::around(corners.iter().copied());
        let middle = (around.low + around.high) * 0.5;
        (!corners.is_empty()).then(|| Slab::new(frame, middle, around.width() / 2.0, around.height() / 2.0))
    };
    [half(true), half(false)].into_iter().flatten().collect()
}

/// The usual gaps of a formation in millimetres: for a chain the middle of its allowed range (ruling 12).
pub(super) fn usual_gap(branch: Branch, mounted: bool, formation: Formation) -> i32 {
    match (formation, branch == Branch::Cavalry && mounted) {
        (Formation::Chain, true) => 15,
        (Formation::Chain, false) => 12,
        (Formation::ThinLine, _) => 4,
        _ => 0,
    }
}

/// Whether a unit may have this formation, and whether its chain has come apart (§02.01.0, §02.02.0, §04.02.11).
pub(super) fn footprint(
    unit: &Unit,
    formation: Formation,
    tables: &Tables,
) -> Option<crate::procedures::formation::FormationFootprintResult> {
    let arm = if unit.mounted_cavalry() { FootOrHorse::MountedCavalry } else { FootOrHorse::Infantry };
    let gap = if unit.formation == formation {
        unit.gap_mm
    } else {
        usual_gap(unit.branch, unit.mounted, formation)
    };
    let facts = FormationFootprint {
        arm,
        formation,
        figures: Figures(unit.figures.clamp(1, 400)),
        attack_front: attack_front(unit) as i32,
        gap_mm: Millimetres(gap.clamp(0, 200)),
    };
    plain(&facts, tables).ok()
}
