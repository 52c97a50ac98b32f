//! The ground beside the table (§6.5): reserve areas behind the baselines and flank areas along the sides; and who scouts better (opt.scouting).

use krigsspil_field::prelude::*;
use serde::{Deserialize, Serialize};

use super::pace::{Going, open_yards};
use super::run::telling::plain;
use super::state::*;
use crate::armies::vocabulary::Nation;
use crate::procedures::off_board::{OffBoard, OffBoardMove};
use crate::procedures::special_formations::CavalryClass;
use crate::procedures::special_troops::{Advantage, Scouting, Scouts};
use crate::tables::Tables;
use crate::vocabulary::{Arm, Castings, Yards};

krigsspil_engine::choices! {
    /// An area beside the table, as its own side sees it that looks at the enemy.
    pub enum Area {
        Reserve = "reserve",
        Left = "left",
        Right = "right",
    }

    /// What a unit beside the table does.
    pub enum Beside {
        Reserve = "reserve",
        Left = "left",
        Right = "right",
        Along = "along",
        Enter = "enter",
    }
}

/// Where a unit is beside the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Off {
    /// The area.
    pub area: Area,
    /// In a flank area: yards from its own baseline.
    pub along: f64,
    /// The turn in which it came there: it does nothing else in it.
    pub since: u32,
}

/// Who stands so near an edge can march off there, in yards (*house*).
pub(super) const AT_THE_EDGE: f64 = 100.0;

/// The table as one side sees it from the middle of its baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    /// The middle of the baseline.
    base: Point,
    /// Toward the enemy.
    inward: Bearing,
    /// Yards to the enemy's edge.
    pub depth: f64,
    width: f64,
}

impl Edges {
    pub fn of(battle: &Battle, side: SideId) -> Edges {
        let table = *battle.fixed.ground.table().extent();
        let home = Bearing::degrees(battle.fixed.sides[side].home).ahead();
        let middle = table.low.toward(table.high, 0.5);
        let upright = home.y.abs() >= home.x.abs();
        let inward = match (upright, home.y < 0.0, home.x < 0.0) {
            (true, true, _) => 0.0,
            (true, false, _) => 180.0,
            (false, _, true) => 90.0,
            (false, _, false) => 270.0,
        };
        let inward = Bearing::degrees(inward);
        let (depth, width) =
            if upright { (table.height(), table.width()) } else { (table.width(), table.height()) };
        Edges { base: middle - inward.ahead() * (depth / 2.0), inward, depth, width }
    }

    /// Yards ahead of the baseline, and to the right of its middle.
    pub fn seen(&self, place: Point) -> (f64, f64) {
        let way = place - self.base;
        (way.dot(self.inward.ahead()), way.dot(self.inward.ahead().right()))
    }

    /// Yards from a body to the edge of an area.
    pub fn yards_to(&self, body: &Placed, area: Area) -> f64 {
        let outline = body.outline();
        let far = outline.outer.iter().map(|corner| {
            let (ahead, right) = self.seen(*corner);
            match area {
                Area::Reserve => ahead,
                Area::Left => self.width / 2.0 + right,
                Area::Right => self.width / 2.0 - right,
            }
        });
        far.fold(f64::INFINITY, f64::min)
    }

    /// The place on the edge where a unit of an area comes in, and the way it faces.
    pub fn entry(&self, off: Off, wanted: Option<Point>) -> Pose {
        let (ahead, right) = (self.inward.ahead(), self.inward.ahead().right());
        match off.area {
            Area::Reserve => {
                let aside = wanted.map_or(0.0, |wanted| self.seen(wanted).1);
                let most = self.width / 2.0;
                Pose::new(self.base + right * aside.clamp(-most, most), self.inward)
            }
            Area::Left | Area::Right => {
                let sign = if off.area == Area::Left { -1.0 } else { 1.0 };
                let at = self.base + ahead * off.along + right * (sign * self.width / 2.0);
                Pose::new(at, self.inward.right_by(Degrees(-90.0 * sign)))
            }
        }
    }

    /// The same place seen from the baseline: does a body stand wholly in the own half of the table (opt.scouting)?
    pub fn in_own_half(&self, body: &Placed) -> bool {
        body.outline().outer.iter().all(|corner| self.seen(*corner).0 <= self.depth / 2.0 + 1e-6)
    }
}

impl Battle {
    /// May a side use flank areas: the one that scouts twice as well alone, else both (opt.scouting)?
    pub fn uses_flanks(&self, side: SideId) -> bool {
        self.fixed.options.flanks && self.scouts.is_none_or(|better| better == side)
    }

    /// Units of a side beside the table.
    pub fn beside(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids().filter(move |&unit| {
            let own = &self.units[unit];
            own.side == side && own.off.is_some()
        })
    }

    /// Yards a unit marches in a turn beside the table: its road rate (§6.5).
    pub(super) fn road_yards(&self, tables: &Tables, unit: UnitId) -> i32 {
        open_yards(self, tables, unit, Going::Road)
    }

    /// Is a place of a baseline open to those who come: has no enemy overrun it (§6.5)?
    pub(super) fn entry_open(&self, tables: &Tables, side: SideId, place: Point, by_baseline: bool) -> bool {
        let near = self.enemies_of(side).map(|enemy| whole_yards(yards_to(&self.units[enemy].placed, place)));
        let facts = OffBoard {
            movement: if by_baseline { OffBoardMove::EnterByBaseline } else { OffBoardMove::EnterByFlank },
            enemy_yards_from_entry: Yards(near.min().unwrap_or(20_000).clamp(0, 20_000)),
        };
        plain(tables, &facts).is_ok_and(|entry| entry.allowed)
    }
}

fn scouts_of(battle: &Battle, side: SideId) -> Scouts {
    let sum = |is: &dyn Fn(&Unit) -> bool| {
        let own = battle.units.values().filter(|unit| unit.side == side && is(unit));
        Castings(own.map(|unit| unit.first).sum::<i32>().clamp(0, 500))
    };
    let horse = |unit: &Unit| unit.arm == Arm::Cavalry && !unit.ratings.elephants;
    let light = |unit: &Unit| horse(unit) && unit.ratings.class == CavalryClass::Light;
    let eastern = |unit: &Unit| {
        unit.ratings.cossacks
            || light(unit)
                && matches!(
                    unit.ratings.nation,
                    Nation::Ottoman | Nation::IndiaMoghul | Nation::IndiaSikh | Nation::IndiaMysore
                )
    };
    Scouts {
        indians_or_guerillas: sum(&|unit| unit.ratings.indians),
        medium_or_heavy_cavalry: sum(&|unit| horse(unit) && !light(unit) && !eastern(unit)),
        light_cavalry: sum(&|unit| light(unit) && !eastern(unit)),
        cossacks_or_asiatic: sum(&eastern),
        home_country: battle.units.ids().any(|unit| battle.units[unit].side == side && battle.at_home(unit)),
    }
}

/// Who scouts twice as well as the other, where that counts (opt.scouting).
pub(super) fn better_scouts(battle: &Battle, tables: &Tables) -> Option<SideId> {
    let sides: Vec<SideId> = battle.fixed.sides.ids().collect();
    let [one, other] = sides.as_slice() else { return None };
    let facts = Scouting { first: scouts_of(battle, *one), second: scouts_of(battle, *other) };
    match plain(tables, &facts).ok().filter(|_| battle.fixed.options.scouting)?.advantage {
        Advantage::None => None,
        Advantage::First => Some(*one),
        Advantage::Second => Some(*other),
    }
}
