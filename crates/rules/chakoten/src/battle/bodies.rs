//! The ground a unit covers in its formation (chapter 05, and the appendix on bases).

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Centimetres, Figures, Procedure};
use krigsspil_field::prelude as field;
use krigsspil_field::prelude::{Array, Body, BodyError, GunState, Role, Trail};

use super::order::Formation;
use super::state::{Branch, CM, Crew, Unit};
use crate::procedures::scale::{BaseSize, FormationFootprint};
use crate::tables::Tables;
use crate::vocabulary::{BaseItem, FootprintFormation, Order, TacticalArm};

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

fn base(item: BaseItem, tables: &Tables) -> Result<field::BaseSize, BodyError> {
    let (width, depth) =
        plain(&BaseSize { item }, tables).map_or((15, 15), |size| (size.width_mm, size.depth_mm));
    field::BaseSize::new(mm(width), mm(depth))
}

/// The base of a figure piece.
pub(super) fn gun_base(tables: &Tables) -> Result<field::BaseSize, BodyError> {
    base(BaseItem::Piece, tables)
}

/// Centimetres of front for a figure in a chain: within the printed bounds (§05.01.1).
const DENSE_CM: f64 = 3.0;
const THIN_CM: f64 = 7.0;

/// A battery: in position the guns stand side by side and their limbers are off the table; on the march gun and limber follow each
/// other (§05.03.1 to §05.03.3). Gunners without guns are a small crowd.
fn battery(unit: &Unit, tables: &Tables) -> Option<Result<Body, BodyError>> {
    let guns = unit.battery.as_ref()?;
    if guns.crew == Crew::Alone {
        return None;
    }
    let made = || {
        let gun = gun_base(tables)?;
        let limber = base(BaseItem::Limber, tables)?;
        let march = unit.formation.marching();
        let limbered = guns.limbered && guns.crew == Crew::AtGuns;
        // Gunners who have left their guns with the limbers have only these (§07.01.5).
        let only_limbers = guns.crew == Crew::WithLimbers;
        Body::battery(field::Battery {
            guns: guns.figure_pieces.max(1) as u32,
            gun: if only_limbers { limber } else { gun },
            limber: limbered.then_some(limber),
            team: None,
            gap: 0.0,
            array: if limbered && march { Array::Column } else { Array::Line },
            state: if limbered { GunState::Limbered } else { GunState::Unlimbered { limber_behind: 0.0 } },
        })
    };
    Some(made())
}

/// Infantry and cavalry in their formations.
fn troops(unit: &Unit, tables: &Tables) -> Result<Body, BodyError> {
    let figures = unit.figures.max(1) as u32;
    let size = base(unit.base.item(), tables)?;
    if unit.massed || unit.battery.is_some() {
        return Body::crowd(size, figures);
    }
    let front = unit.front.clamp(1, 60) as u32;
    match unit.formation {
        // On its flight a march column no longer follows its head.
        Formation::MarchColumn | Formation::SingleColumn if unit.order == Order::Rout => {
            Body::column(size, figures, wide(unit).min(figures))
        }
        Formation::Line => Body::line(size, figures, 2.min(figures)),
        // Cossacks stand as wide as deep (§15.02.3).
        Formation::AttackColumn if unit.arm == TacticalArm::Cossacks => Body::crowd(size, figures),
        Formation::AttackColumn | Formation::BattalionMass => Body::column(size, figures, front.min(figures)),
        Formation::MarchColumn => {
            Body::march_column(size, figures, 2.min(figures), Trail::through(&unit.trail))
        }
        Formation::SingleColumn => Body::march_column(size, figures, 1, Trail::through(&unit.trail)),
        // §05.02.1: up to 16 figures may stand in one rank.
        Formation::Square => Body::square(size, figures, if figures <= 16 { 1 } else { 2 }),
        Formation::Hob => Body::crowd(size, figures),
        // Units in line, one behind the other without gaps (§05.01.6).
        Formation::BrigadeColumn => Body::column(size, figures, front.min(figures)),
        Formation::DenseSkirmish => Body::chain(size, figures, 1, DENSE_CM * CM),
        Formation::ThinSkirmish => Body::chain(size, figures, 1, THIN_CM * CM),
    }
}

/// A march column straightened, as it must be to go back or sideways; `None` for other units.
pub(super) fn drawn_up(unit: &Unit, tables: &Tables) -> Option<Body> {
    let column = unit.formation.marching() && unit.battery.is_none() && unit.order != Order::Rout;
    let size = base(unit.base.item(), tables).ok()?;
    let figures = unit.figures.max(1) as u32;
    column.then(|| Body::column(size, figures, wide(unit).min(figures)).ok())?
}

/// The files of a march column.
fn wide(unit: &Unit) -> u32 {
    if unit.formation == Formation::SingleColumn { 1 } else { 2 }
}

/// The body of a unit in its current formation and strength.
pub(super) fn body(unit: &Unit, tables: &Tables) -> Result<Body, BodyError> {
    if unit.branch == Branch::Wagon {
        return Ok(Body::lone(base(BaseItem::Wagon, tables)?, Role::Limber));
    }
    if let Some(inside) = unit.inside.as_ref().filter(|_| unit.order != Order::Rout) {
        // It covers the whole building (§17.01.2).
        return Body::garrison(&inside.walls, unit.figures.max(1) as u32, unit.pose);
    }
    battery(unit, tables).unwrap_or_else(|| troops(unit, tables))
}

/// The front of an attack column: as wide as it can be with four ranks, from 3 to 10 figures (§05.01.3).
pub(super) fn column_front(figures: i32) -> i32 {
    (figures / 4).clamp(3, 10)
}

/// May it stand in this formation with its figures (chapter 05)?
pub(super) fn footprint_valid(unit: &Unit, formation: Formation, tables: &Tables) -> bool {
    let (formation, spacing) = match formation {
        Formation::Line => (FootprintFormation::Line, DENSE_CM),
        Formation::AttackColumn => (FootprintFormation::AttackColumn, DENSE_CM),
        Formation::MarchColumn => (FootprintFormation::MarchColumn, DENSE_CM),
        Formation::SingleColumn => (FootprintFormation::SingleColumn, DENSE_CM),
        Formation::Square => (FootprintFormation::Square, DENSE_CM),
        Formation::BattalionMass => (FootprintFormation::BattalionMass, DENSE_CM),
        Formation::Hob => (FootprintFormation::Block, DENSE_CM),
        // Only several units together (§05.01.6).
        Formation::BrigadeColumn => return !unit.brigade.is_empty(),
        Formation::DenseSkirmish => (FootprintFormation::DenseSkirmish, DENSE_CM),
        Formation::ThinSkirmish => (FootprintFormation::ThinSkirmish, THIN_CM),
    };
    let facts = FormationFootprint {
        base: unit.base,
        formation,
        figures: Figures(unit.figures.clamp(1, 400)),
        front: column_front(unit.figures),
        spacing_cm: Centimetres(spacing),
    };
    plain(&facts, tables).is_ok_and(|print| print.valid)
}
