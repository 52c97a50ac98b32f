//! Chapter 1.4 and the supplements: ranks of generals, the generals by name, and the rows of the country supplement.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use crate::modifiers::command::ARMY_OF_CAVALRY;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A general's rank.
    pub struct GeneralRank {
        rank: Rank;
    }
}

krigsspil_engine::outcome! {
    /// What he may do.
    pub struct GeneralRankResult {
        figures: Figures;
        command_distances: i32;
        has_oas: bool;
        orders: ArrayVec<OrderGiven, 5>;
        command_min_cm: Option<i32>;
        command_max_cm: Option<i32>;
        oas_move_cm: i32;
    }
}

/// How far one point of the order allowance moves a commander in chief or an army general (§2.12.1).
pub const COMMANDER_MOVE_CM: i32 = 40;
/// How far one point moves a corps general (§2.12.1).
pub const CORPS_SHIFT_CM: i32 = 15;
/// The usual command distance of a corps general (§2.5).
const CORPS_COMMAND_CM: (i32, i32) = (30, 40);
/// The usual command distance of a division general (§2.5).
const DIVISION_COMMAND_CM: (i32, i32) = (10, 20);

impl Rank {
    const fn base(self) -> BaseKind {
        match self {
            Rank::CommanderInChief => BaseKind::CommanderInChief,
            Rank::ArmyGeneral => BaseKind::ArmyGeneral,
            Rank::CorpsGeneral => BaseKind::CorpsGeneral,
            Rank::DivisionGeneral => BaseKind::DivisionGeneral,
        }
    }
}

impl Procedure for GeneralRank {
    type Tables = Tables;
    type Outcome = GeneralRankResult;
    const ABOUT: About = About {
        name: "general_rank",
        group: Group::Orders,
        dice: "",
        cites: &["1.4.2", "1.4.3", "1.4.4", "1.4.5", "2.2", "2.3", "2.4", "2.5", "2.12"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<GeneralRankResult, Fault> {
        let has_oas = matches!(self.rank, Rank::CommanderInChief | Rank::ArmyGeneral);
        let corps_order = |order: &CorpsOrder| OrderGiven::from(*order);
        let (orders, distance, oas_move_cm) = match self.rank {
            Rank::CommanderInChief | Rank::ArmyGeneral => {
                (CorpsOrder::ALL.iter().map(corps_order).collect(), None, COMMANDER_MOVE_CM)
            }
            Rank::CorpsGeneral => {
                let own = [OrderGiven::Back, OrderGiven::Detachment];
                (own.into_iter().collect(), Some(CORPS_COMMAND_CM), CORPS_SHIFT_CM)
            }
            Rank::DivisionGeneral => (ArrayVec::new(), Some(DIVISION_COMMAND_CM), 0),
        };
        Ok(GeneralRankResult {
            figures: Figures(tables.base(self.rank.base()).figures),
            command_distances: if has_oas { 3 } else { 1 },
            has_oas,
            orders,
            command_min_cm: distance.map(|(least, _)| least),
            command_max_cm: distance.map(|(_, most)| most),
            oas_move_cm,
        })
    }
}

krigsspil_engine::facts! {
    /// A general and his level of command.
    pub struct GeneralLookup {
        general: General;
        acting_as: Level = Level::Corps;
        commands_cavalry: bool = false, "generaler.france";
    }
}

krigsspil_engine::outcome! {
    /// His values.
    pub struct GeneralLookupResult {
        army_ke: Option<i32>;
        corps_ke: Option<i32>;
        melee: i32;
        morale: i32;
        ke: Option<i32>;
        may_serve: bool;
    }
}

impl Procedure for GeneralLookup {
    type Tables = Tables;
    type Outcome = GeneralLookupResult;
    const ABOUT: About = About {
        name: "general_lookup",
        group: Group::Army,
        dice: "",
        cites: &["Tillæg om generaler", "2.12.1", "2.12.2", "2.12.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<GeneralLookupResult, Fault> {
        let row = tables.general(self.general);
        let army_ke = match row.army_of_cavalry {
            Some(ke) if self.commands_cavalry => Some(report.set(&ARMY_OF_CAVALRY, ke)),
            _ => row.army,
        };
        let ke = match self.acting_as {
            Level::Army => army_ke,
            Level::Corps | Level::Division => row.corps,
        };
        Ok(GeneralLookupResult {
            army_ke,
            corps_ke: row.corps,
            melee: row.melee,
            morale: row.morale,
            ke,
            may_serve: ke.is_some(),
        })
    }
}

krigsspil_engine::facts! {
    /// A row of the country supplement.
    pub struct UnitLookup {
        unit: UnitKind;
    }
}

krigsspil_engine::outcome! {
    /// The contents of the row.
    pub struct UnitLookupResult {
        army: &'static str;
        arm: Branch;
        march_column_cm: i32;
        column_cm: i32;
        line_cm: i32;
        rout_cm: i32;
        formation_change_quarters: i32;
        melee: i32;
        fire: Option<i32>;
        morale: i32;
        may_fire: bool;
        english_cavalry: bool;
        french_guard_artillery: bool;
        cavalry_class: Option<CavalryClass>;
    }
}

impl Procedure for UnitLookup {
    type Tables = Tables;
    type Outcome = UnitLookupResult;
    const ABOUT: About =
        About { name: "unit_lookup", group: Group::Army, dice: "", cites: &["Landetillæg"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<UnitLookupResult, Fault> {
        let row = tables.unit(self.unit);
        Ok(UnitLookupResult {
            army: self.unit.list(),
            arm: row.branch,
            march_column_cm: row.march_column_cm,
            column_cm: row.column_cm,
            line_cm: row.line_cm,
            rout_cm: row.rout_cm,
            formation_change_quarters: row.formation_change,
            melee: row.melee,
            fire: row.fire,
            morale: row.morale,
            may_fire: row.fire.is_some(),
            english_cavalry: row.english_cavalry,
            french_guard_artillery: row.french_guard,
            cavalry_class: row.class,
        })
    }
}

krigsspil_engine::facts! {
    /// A Prussian cavalry brigade of 1815.
    pub struct PrussianBrigade1815 {
        brigade: PrussianBrigade;
    }
}

krigsspil_engine::outcome! {
    /// Its group and its class.
    pub struct PrussianBrigade1815Result {
        group: i32;
        cavalry_class: CavalryClass;
        unit: UnitKind;
        melee: i32;
        morale: i32;
    }
}

impl Procedure for PrussianBrigade1815 {
    type Tables = Tables;
    type Outcome = PrussianBrigade1815Result;
    const ABOUT: About = About {
        name: "prussian_brigade_1815",
        group: Group::Army,
        dice: "",
        cites: &["land.prussia_1815.brigades"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PrussianBrigade1815Result, Fault> {
        let brigade = tables.brigade(self.brigade);
        let unit = match brigade.group {
            1 => UnitKind::Prussia1815CavalryGroup1,
            2 => UnitKind::Prussia1815CavalryGroup2,
            _ => UnitKind::Prussia1815CavalryGroup3,
        };
        let row = tables.unit(unit);
        Ok(PrussianBrigade1815Result {
            group: brigade.group,
            cavalry_class: brigade.class,
            unit,
            melee: row.melee,
            morale: row.morale,
        })
    }
}
