//! What works, destructions and bombardments a unit may be ordered to (chapters 17 and 19), and why others are refused.

use krigsspil_engine::battle::{Place, Refused};
use krigsspil_engine::wordings::out_of_range;
use krigsspil_field::prelude::{Kind, Point, point};

use super::knowing::{Knows, Own};
use super::labour::AT_HAND;
use super::legal::{check_fire, refuse};
use super::order::{UnitOrder, When};
use super::refusals::*;
use super::state::Branch;
use super::terrain::thing_near;

/// A battery in position fires at a building that stands (§17.04.1), or at another thing on the map (§10.01.5).
pub(super) fn check_bombard(known: Knows<'_>, own: Own<'_>, place: Point) -> Result<(), Refused> {
    let fire = UnitOrder::fire(When::AtOnce);
    if own.battery.is_none() {
        return Err(refuse("order", &NO_BUILDING_THERE));
    }
    check_fire(known, own, &fire, own.whole())?;
    let house = known.map().at(place).find(|(_, feature)| feature.kind == Kind::Building);
    let stands = match house {
        Some((id, _)) => known.house_stands(id.0),
        None => thing_near(known.map(), place),
    };
    stands.then_some(()).ok_or_else(|| refuse("place", &NO_BUILDING_THERE))
}

/// Works, destructions, blasts, fires and crossings (chapter 19).
pub(super) fn check_works(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Result<(), Refused> {
    use UnitOrder::{Build, Cross, Demolish, FightFire, Help, Level, MakeCharge, Mine, SetOff, Strengthen};
    let works = matches!(
        order,
        Build { .. } | Demolish { .. } | Level { .. } | Strengthen | Mine { .. } | Help { .. } | MakeCharge
    );
    let able = own.whole().intact() && own.branch != Branch::Wagon && own.craft.may_work(known.tables());
    if works && !able {
        return Err(refuse("unit", &CANNOT_WORK_NOW));
    }
    let outside = matches!(order, Build { .. } | Level { .. } | Mine { .. } | Cross { .. });
    if outside && own.inside.is_some() {
        return Err(refuse("unit", &IN_A_BUILDING));
    }
    if let Some(refusal) = known.work_refused(own, order) {
        return Err(refuse("order", refusal));
    }
    match order {
        Help { with } => {
            let other = known.own_named(with).filter(|other| other.number != own.number && other.here());
            other.map(drop).ok_or_else(|| refuse("with", &NOT_AT_THE_PLACE))
        }
        MakeCharge if own.battery.is_none() || own.loads < 2 => Err(refuse("unit", &NO_LOADS_FOR_CHARGE)),
        SetOff { place: Place([x, y]), moment } => {
            if !(0.0..=1.0).contains(&moment.0) {
                return Err(Refused::unclear("moment", out_of_range(moment.0, 0, 1)));
            }
            let engineer =
                own.craft.leader.grade() == Some(crate::armies::vocabulary::Grade::EngineerOfficer);
            match (engineer, known.charge_ready(own, point(*x, *y))) {
                (false, _) => Err(refuse("unit", &NO_ENGINEER)),
                (true, false) => Err(refuse("place", &NO_CHARGE_READY)),
                (true, true) => Ok(()),
            }
        }
        FightFire { place: Place([x, y]) } => match known.burnable_at(point(*x, *y)) {
            None => Err(refuse("place", &NO_FIRE_THERE)),
            Some(thing) if !thing.grown(AT_HAND).meets(own.placed.extent()) => {
                Err(refuse("place", &NOT_AT_THE_PLACE))
            }
            Some(_) => Ok(()),
        },
        _ => Ok(()),
    }
}
