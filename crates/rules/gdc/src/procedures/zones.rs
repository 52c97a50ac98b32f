//! Chapter 12: objective zones.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::zones::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Buildings that are zones by themselves (§11.8).
    pub enum SpecialZone {
        None = "none",
        SpecialBuilding = "special_building",
        Blockhouse = "blockhouse",
    }
}

impl SpecialZone {
    /// Its fixed class, and the most battalions it can hold.
    const fn class(self) -> Option<(ZoneClass, i32)> {
        match self {
            SpecialZone::None => None,
            SpecialZone::SpecialBuilding => Some((ZoneClass::E, 4)),
            SpecialZone::Blockhouse => Some((ZoneClass::D, 3)),
        }
    }
}

krigsspil_engine::facts! {
    /// An objective zone.
    pub struct ObjectiveZone {
        zone_class: ZoneClass, "12.2";
        e_is_town: bool = false, "12.2.E";
        special: SpecialZone = SpecialZone::None, "11.8";
        special_battalions: i32 [1..=4] = 1, "11.8";
    }
}

krigsspil_engine::outcome! {
    /// Its numbers.
    pub struct ObjectiveZoneResult {
        zone_class: ZoneClass;
        traffic_turns: i32;
        capacity: i32;
        sectors: i32;
        defensive_multiplier: i32;
        artillery_bir_modifier: i32;
        batteries: i32;
        in_transit_sector: bool;
        linear: bool;
        diameter_min_yards: Yards;
        diameter_max_yards: Yards;
    }
}

impl Procedure for ObjectiveZone {
    type Tables = Tables;
    type Outcome = ObjectiveZoneResult;
    const ABOUT: About = About {
        name: "objective_zone",
        group: Group::Works,
        dice: "",
        cites: &["11.8", "12.1", "12.2", "12.4.C", "12.4.D", "12.4.G", "chart.zone-multiplier"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ObjectiveZoneResult, Fault> {
        let special = self.special.class();
        if special.is_some_and(|(_, most)| self.special_battalions > most) {
            return Err(Fault::refused("special_battalions", &TOO_MANY_BATTALIONS));
        }
        let class = special.map_or(self.zone_class, |(class, _)| class);
        let figures = tables.zones.class(class);
        let town = class == ZoneClass::E && self.e_is_town;
        let capacity = match special {
            Some(_) => self.special_battalions,
            None if town => tables.zones.town_capacity,
            None => figures.capacity,
        };
        Ok(ObjectiveZoneResult {
            zone_class: class,
            traffic_turns: figures.traffic,
            capacity,
            sectors: capacity,
            defensive_multiplier: figures.multiplier,
            artillery_bir_modifier: figures.bir,
            batteries: if special.is_some() { 0 } else { figures.batteries },
            in_transit_sector: special.is_none() && class != ZoneClass::A,
            linear: class == ZoneClass::F,
            diameter_min_yards: Yards(figures.least_yards),
            diameter_max_yards: Yards(figures.most_yards),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that entered or captured a zone.
    pub struct ZoneExit {
        zone_class: ZoneClass, "12.2";
        turn: i32 [1..=200], "12.2";
    }
}

krigsspil_engine::outcome! {
    /// When it may leave.
    pub struct ZoneExitResult {
        earliest_exit_turn: i32;
    }
}

impl Procedure for ZoneExit {
    type Tables = Tables;
    type Outcome = ZoneExitResult;
    const ABOUT: About = About { name: "zone_exit", group: Group::Works, dice: "", cites: &["12.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ZoneExitResult, Fault> {
        Ok(ZoneExitResult { earliest_exit_turn: self.turn + tables.zones.class(self.zone_class).traffic })
    }
}

krigsspil_engine::choices! {
    /// Leaving a zone instead of defending it (§12.6.11).
    pub enum ZoneDeparture {
        Flee = "flee",
        WithdrawEngaged = "withdraw_engaged",
    }
}

/// How far units flee from a zone (§12.6.11).
const FLIGHT_FROM_ZONE: Yards = Yards(400);

krigsspil_engine::facts! {
    /// Units that leave a zone.
    pub struct ZoneAttrition {
        action: ZoneDeparture, "12.6.11";
        units: i32 [1..=10], "12.6.11";
        engaged: bool = false, "12.6.11";
        unlimbered_battery: bool = false, "12.6.11";
    }
}

krigsspil_engine::outcome! {
    /// The losses it costs them.
    pub struct ZoneAttritionResult {
        allowed: bool;
        castings_lost: Castings;
        move_yards: Yards;
        guns_abandoned: bool;
    }
}

impl Procedure for ZoneAttrition {
    type Tables = Tables;
    type Outcome = ZoneAttritionResult;
    const ABOUT: About = About { name: "zone_attrition", group: Group::Works, dice: "", cites: &["12.6.11"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ZoneAttritionResult, Fault> {
        let (allowed, a_unit) = match self.action {
            ZoneDeparture::Flee => (!self.engaged, 1),
            ZoneDeparture::WithdrawEngaged => (self.engaged, 2),
        };
        Ok(ZoneAttritionResult {
            allowed,
            castings_lost: Castings(if allowed { self.units * a_unit } else { 0 }),
            move_yards: if allowed { FLIGHT_FROM_ZONE } else { Yards(0) },
            guns_abandoned: allowed && self.unlimbered_battery,
        })
    }
}

krigsspil_engine::choices! {
    /// What a unit does in a contested zone.
    pub enum ZoneRole {
        Garrison = "garrison",
        InTransit = "in_transit",
        Reinforcement = "reinforcement",
        Engaged = "engaged",
    }

    /// The state of a contested zone after the last turn (§12.5.C).
    pub enum ZoneSituation {
        AllRepulsed = "all_repulsed",
        AttackerHoldsSome = "attacker_holds_some",
        EngagedRestDefended = "engaged_rest_defended",
        Mixed = "mixed",
    }
}

krigsspil_engine::facts! {
    /// A unit in a contested zone.
    pub struct ZoneShift {
        side: Combatant, "12.5.C";
        role: ZoneRole, "12.5.C";
        situation: ZoneSituation, "12.5.C";
        defender_reinforced: bool = false, "12.5.C";
        attacker_reinforced: bool = false, "12.5.C";
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct ZoneShiftResult {
        may_shift: bool;
        may_counter_attack: bool;
        multiplier: bool;
    }
}

impl Procedure for ZoneShift {
    type Tables = Tables;
    type Outcome = ZoneShiftResult;
    const ABOUT: About = About {
        name: "zone_shift",
        group: Group::Works,
        dice: "",
        cites: &[
            "12.4.C",
            "12.5.C.1-b",
            "12.5.C.2-b",
            "12.5.C.3-b",
            "12.5.C.4-b",
            "12.5.C.5-b",
            "12.5.C.6-b",
            "12.5.C.7-b",
            "12.5.C.8-b",
            "12.5.C.end",
            "12.6.3",
            "12.6.5",
            "12.6.9",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ZoneShiftResult, Fault> {
        let (may_shift, may_counter_attack) = match self.role {
            ZoneRole::Engaged => (false, false),
            ZoneRole::Reinforcement => (true, true),
            ZoneRole::Garrison => self.garrison(),
            ZoneRole::InTransit => self.in_transit(),
        };
        Ok(ZoneShiftResult { may_shift, may_counter_attack, multiplier: self.role == ZoneRole::Garrison })
    }
}

impl ZoneShift {
    fn nobody_reinforced(&self) -> bool {
        !self.defender_reinforced && !self.attacker_reinforced
    }

    fn both_reinforced(&self) -> bool {
        self.defender_reinforced && self.attacker_reinforced
    }

    /// Is this unit's side reinforced, and the other not?
    fn own_side_alone(&self) -> bool {
        match self.side {
            Combatant::Attacker => self.attacker_reinforced && !self.defender_reinforced,
            Combatant::Defender => self.defender_reinforced && !self.attacker_reinforced,
        }
    }

    /// Whether a garrison may shift, and counter-attack (§12.5.C, ruling 33).
    fn garrison(&self) -> (bool, bool) {
        let defender = self.side == Combatant::Defender;
        let (alone, nobody) = (self.own_side_alone(), self.nobody_reinforced());
        match self.situation {
            ZoneSituation::AllRepulsed => (defender, false),
            ZoneSituation::AttackerHoldsSome => (alone && !defender, alone),
            ZoneSituation::EngagedRestDefended => (nobody, alone && defender),
            ZoneSituation::Mixed => (nobody, nobody || alone),
        }
    }

    /// Whether a unit in transit may shift, and counter-attack (§12.5.C, ruling 33).
    fn in_transit(&self) -> (bool, bool) {
        let defender = self.side == Combatant::Defender;
        let (alone, nobody) = (self.own_side_alone(), self.nobody_reinforced());
        match self.situation {
            ZoneSituation::AllRepulsed => (defender, false),
            ZoneSituation::AttackerHoldsSome => (defender || !self.both_reinforced(), true),
            ZoneSituation::EngagedRestDefended => (!self.both_reinforced(), alone || nobody),
            ZoneSituation::Mixed => (nobody, nobody || alone),
        }
    }
}

krigsspil_engine::choices! {
    /// Whether the ground of a zone lets a unit go to another sector.
    pub enum SectorWay {
        Free = "free",
        Transit = "transit",
        Blocked = "blocked",
        NotAdjacent = "not_adjacent",
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to go to another sector.
    pub struct SectorTransfer {
        zone_class: ZoneClass, "12.4.C";
        to_other_zone: bool = false, "12.4.C";
        from_in_transit: bool = false, "12.4.C";
        not_adjacent: bool = false, "12.4.C";
        passes_enemy_or_engaged_sector: bool = false, "12.4.C";
        goal_enemy_held: bool = false, "12.4.C";
    }
}

krigsspil_engine::outcome! {
    /// Whether the ground allows it.
    pub struct SectorTransferResult {
        allowed: bool;
        ground: SectorWay;
    }
}

impl Procedure for SectorTransfer {
    type Tables = Tables;
    type Outcome = SectorTransferResult;
    const ABOUT: About = About {
        name: "sector_transfer",
        group: Group::Works,
        dice: "",
        cites: &["12.4.B", "12.4.C", "12.6.9"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SectorTransferResult, Fault> {
        let ground = if self.to_other_zone {
            if self.from_in_transit { SectorWay::Free } else { SectorWay::Transit }
        } else if self.zone_class != ZoneClass::F {
            SectorWay::Free
        } else if self.passes_enemy_or_engaged_sector {
            SectorWay::Blocked
        } else if self.goal_enemy_held && self.not_adjacent {
            SectorWay::NotAdjacent
        } else {
            SectorWay::Free
        };
        Ok(SectorTransferResult { allowed: ground == SectorWay::Free, ground })
    }
}
