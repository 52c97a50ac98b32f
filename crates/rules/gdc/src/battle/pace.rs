//! How far a unit moves or charges over what its way leads over (chapter 6).

use super::run::telling::plain;
use super::state::*;
use super::terrain::Over;
use super::walk::Course;
use crate::armies::vocabulary::Nation;
use crate::procedures::battery_march::{ArtilleryMovement, BatteryPace};
use crate::procedures::formation::ChargeRate;
use crate::procedures::march::{MarchDoctrine, MarchNation, MarchRate};
use crate::procedures::movement::{CavalryMovement, FootPace, HorsePace, InfantryMovement, Shift, Way};
use crate::tables::Tables;
use crate::vocabulary::*;

/// How it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Going {
    /// An ordinary move.
    Field,
    /// At the road rate (§6.4).
    Road,
    /// A charge, after a wheel or without one.
    Charge {
        /// It wheels first.
        wheels: bool,
    },
    /// A tactical shift (§6.11).
    Shift(Shift),
    /// A battery: its pace, and how far it turns.
    Guns(BatteryPace, i32),
    /// A limbered battery flees a charge (§5.51).
    Flees,
}

fn march_nation(nation: Nation) -> MarchNation {
    match nation {
        Nation::Austria => MarchNation::Austria,
        Nation::Prussia => MarchNation::Prussia,
        Nation::Bavaria => MarchNation::Bavaria,
        Nation::Saxony => MarchNation::Saxony,
        Nation::Portugal => MarchNation::Portugal,
        Nation::Spain => MarchNation::Spain,
        Nation::Denmark => MarchNation::Denmark,
        Nation::Sweden => MarchNation::Sweden,
        Nation::Ottoman => MarchNation::Ottoman,
        Nation::Russia => MarchNation::Russia,
        _ => MarchNation::Other,
    }
}

/// A unit that goes.
pub(super) struct Pace<'a> {
    pub battle: &'a Battle,
    pub tables: &'a Tables,
    pub unit: UnitId,
    pub going: Going,
}

impl Pace<'_> {
    fn own(&self) -> &Unit {
        &self.battle.units[self.unit]
    }

    fn way(&self, over: &Over) -> Way {
        Way {
            status: self.own().status(),
            contours: over.contours.min(10),
            crosses_stream: over.stream,
            crosses_ford: over.ford || over.river,
            crosses_bridge: over.bridge,
            ploughed_field: over.ploughed,
            woods: over.woods,
            by_road_through_woods: over.by_road,
            shift: match self.going {
                Going::Shift(shift) => shift,
                _ => Shift::None,
            },
            target_of_charge: self.battle.charged(self.unit),
            half_speed: self.battle.general_lost(self.unit).is_some(),
            line_option: self.battle.fixed.options.line_rate,
        }
    }

    /// The facts of an infantry move.
    pub fn foot(&self, over: &Over) -> InfantryMovement {
        let own = self.own();
        let line = own.stance == Stance::Line;
        let charge = matches!(self.going, Going::Charge { .. });
        let doctrine =
            MarchDoctrine { nation: march_nation(own.ratings.nation), year: self.battle.fixed.year };
        let standard =
            plain(self.tables, &doctrine).is_ok_and(|doctrine| doctrine.rate == MarchRate::Standard);
        let russian = self.battle.fixed.options.russians && own.ratings.nation == Nation::Russia;
        InfantryMovement {
            mode: match () {
                () if own.unformed() => FootPace::Skirmish,
                () if self.going == Going::Road => FootPace::Road,
                () if charge && line => FootPace::ChargeLine,
                () if charge => FootPace::ChargeColumn,
                () if line => FootPace::FieldLine,
                () => FootPace::FieldColumn,
            },
            battalion_mass: own.stance == Stance::BattalionMass,
            standard_march: self.battle.fixed.options.standard_march && standard || russian,
            russian_forced_march: russian,
            guard_first_charge: self.battle.guard_elan(self.tables, self.unit),
            way: self.way(over),
        }
    }

    /// The facts of a cavalry move.
    pub fn horse(&self, over: &Over) -> CavalryMovement {
        let own = self.own();
        CavalryMovement {
            mode: match self.going {
                Going::Charge { wheels } if wheels || own.turn.charge_rate != ChargeRate::Full => {
                    HorsePace::ImpairedCharge
                }
                Going::Charge { .. } => HorsePace::Charge,
                Going::Road => HorsePace::Road,
                _ => HorsePace::Trot,
            },
            formation: own.order(),
            weight: if self.battle.fixed.options.weight { own.ratings.weight } else { Weight::None },
            changed_facing_and_formation: own.turn.reformed && own.turn.turned > 0,
            guard_first_charge: self.battle.guard_elan(self.tables, self.unit),
            way: self.way(over),
        }
    }

    /// The facts of a battery's move.
    pub fn guns(&self, over: &Over, battery: &Battery) -> ArtilleryMovement {
        let (mode, turn) = match self.going {
            Going::Guns(mode, turn) => (mode, turn),
            Going::Road => (BatteryPace::Road, 0),
            _ => (BatteryPace::Field, 0),
        };
        ArtilleryMovement {
            battery: battery.kind,
            poundage: battery.poundage,
            mode,
            turn_degrees: turn.clamp(0, 180),
            contours: over.contours.min(10),
            crosses_stream: over.stream,
            crosses_ford: over.ford,
            crosses_bridge: over.bridge,
            ploughed_field: over.ploughed,
            enters_woods: over.woods != Woods::None && !over.by_road,
            crosses_sunken_road: over.sunken,
            elephant_limbers: battery.elephant_limbers,
            limber_allowance: battery.limbers,
            limber_hits: battery.limber_hits,
            half_speed: self.battle.general_lost(self.unit).is_some(),
            flees_charge: self.going == Going::Flees,
        }
    }

    /// How far it comes on a way: as far as its rate brings it, and horse no farther than where it would wheel in a field (§11.4).
    pub fn reach(&self, course: &Course) -> f64 {
        let rate = course.reach(|over| self.allowed(over));
        let held = self.own().mounted().then(|| course.wheels_in_field(self.battle)).flatten();
        held.map_or(rate, |held| rate.min(held))
    }

    /// Yards it may go over this; none where it may not go there.
    pub fn allowed(&self, over: &Over) -> Option<i32> {
        let own = self.own();
        if over.barred || over.river && !own.ratings.indians {
            return None;
        }
        let (yards, prohibited) = match (&own.battery, own.fights_as()) {
            (Some(battery), _) => {
                let moved = plain(self.tables, &self.guns(over, battery)).ok()?;
                (moved.distance.allowance_yards.0, !moved.prohibited.is_empty())
            }
            (_, Arm::Cavalry) => {
                let moved = plain(self.tables, &self.horse(over)).ok()?;
                (moved.distance.allowance_yards.0, !moved.prohibited.is_empty())
            }
            _ => {
                let moved = plain(self.tables, &self.foot(over)).ok()?;
                (moved.distance.allowance_yards.0, !moved.prohibited.is_empty())
            }
        };
        (!prohibited).then_some(yards)
    }
}

/// Yards a unit may go on open ground.
pub(super) fn open_yards(battle: &Battle, tables: &Tables, unit: UnitId, going: Going) -> i32 {
    Pace { battle, tables, unit, going }.allowed(&Over::OPEN).unwrap_or(0)
}
