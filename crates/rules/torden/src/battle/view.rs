//! What a seat may know, and nothing else.

use std::sync::Arc;

use krigsspil_engine::battle::{
    Condition, Deed, LeaderShown, MayKnow, OwnUnitShown, Presence, SeatId, Shown, Stage, Strength, UnitShown,
    View, ViewDetail, ZoneShown,
};
use krigsspil_turn::command::Post;
use krigsspil_turn::knowledge::Knowledge;
use krigsspil_turn::shown::{self, Described};

use super::command::{corps, in_command};
use super::knowing::{Eyes, Supposed};
use super::order::UnitOrder;
use super::run::{corps_move, issuers};
use super::sequence::PERIOD;
use super::shown::{BattleDetails, GeneralDetails, UnitDetails};
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::Order;

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, tables: &Tables, detail: ViewDetail) -> View {
    let supposed = Supposed::of(battle, seat);
    let stage = match () {
        () if battle.ending.is_some() => (Stage::Over, "over"),
        () if battle.turns.runs() => (Stage::Running, "running"),
        () => (Stage::Orders, battle.stand.phase(&PERIOD).name),
    };
    let common = shown::view(Knowledge::of(battle, seat), seat, (super::ID, super::MEASURE), stage);
    Looking { eyes: supposed.eyes(), tables, detail }.view(common)
}

/// Somebody looks at a battle.
struct Looking<'a> {
    eyes: Eyes<'a>,
    tables: &'a Tables,
    detail: ViewDetail,
}

impl<'a> Looking<'a> {
    fn battle(&self) -> &'a Battle {
        self.eyes.battle()
    }

    fn view(&self, common: View) -> View {
        let battle = self.battle();
        let fixed = &battle.fixed;
        let side = |side: SideId| fixed.sides[side].id.clone();
        let details = BattleDetails {
            active: side(battle.active()),
            initiative: fixed.initiative.first().map_or_else(|| "".into(), |first| side(*first)),
        };
        let over = battle.ending.is_some();
        View {
            to_move: if over { Vec::new() } else { battle.stand.to_move().map(side).collect() },
            moment: self.eyes.is_umpire().then_some(0.0),
            landmarks: self.landmarks(),
            zones: self.zones(),
            units: self.units(|unit| self.eyes.reads(unit)).map(|unit| self.own_unit(unit)).collect(),
            friends: self.friends(),
            enemies: self.enemies(),
            generals: self.generals(),
            details: Shown::to(MayKnow::All, details),
            ..common
        }
    }

    fn units(&self, which: impl Fn(UnitId) -> bool) -> impl Iterator<Item = UnitId> {
        self.battle().units.ids().filter(move |&unit| which(unit))
    }

    /// The names on the map, each once.
    fn landmarks(&self) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for (_, mapped) in self.battle().fixed.ground.features() {
            if let Some(name) =
                mapped.name.as_deref().filter(|name| !names.iter().any(|known| **known == **name))
            {
                names.push(name.into());
            }
        }
        names
    }

    /// The zones of towns; who holds one is known to those who see him.
    fn zones(&self) -> Vec<ZoneShown> {
        let battle = self.battle();
        let holder = |zone: usize| {
            let inside = |unit: &UnitId| battle.units[*unit].zone.is_some_and(|inside| inside.zone == zone);
            battle
                .here()
                .filter(|unit| self.eyes.knows(*unit))
                .find(inside)
                .map(|unit| battle.fixed.sides[battle.units[unit].side].id.clone())
        };
        let shown = |(number, zone): (usize, &super::zones::Zone)| ZoneShown {
            name: zone.name.clone(),
            outline: zone.corners.iter().map(|corner| [corner.x, corner.y]).collect(),
            held: holder(number),
        };
        battle.fixed.zones.iter().map(shown).collect()
    }

    fn friends(&self) -> Vec<UnitShown> {
        let battle = self.battle();
        let Some(side) = self.eyes.side() else { return Vec::new() };
        let mates = battle.here().filter(|&unit| battle.units[unit].side == side && !self.eyes.reads(unit));
        mates.map(|unit| self.seen_unit(unit)).collect()
    }

    fn enemies(&self) -> Vec<UnitShown> {
        let battle = self.battle();
        let Some(side) = self.eyes.side() else { return Vec::new() };
        let seen = battle.enemies(side).filter(|&unit| self.eyes.knows(unit));
        seen.map(|unit| self.seen_unit(unit)).collect()
    }

    /// What anybody sees of a unit on the table: figures, formation and order stand there for all to see (§1.6.4, §4.5.3).
    fn seen_unit(&self, number: UnitId) -> UnitShown {
        self.unit(number, MayKnow::All)
    }

    fn unit(&self, number: UnitId, who: MayKnow) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let described = Described {
            id: unit.id.clone(),
            name: Some(unit.name.clone()),
            side: battle.fixed.sides[unit.side].id.clone(),
            arm: match unit.branch.arm() {
                crate::vocabulary::Arm::Infantry => krigsspil_engine::battle::Arm::Infantry,
                crate::vocabulary::Arm::Cavalry => krigsspil_engine::battle::Arm::Cavalry,
                crate::vocabulary::Arm::Artillery => krigsspil_engine::battle::Arm::Artillery,
            },
            formation: unit.formation.as_str(),
            strength: Strength {
                now: unit.figures(),
                first: (who == MayKnow::Own).then_some(unit.original),
                unit: "figures",
            },
            condition: Some(condition(unit)),
            details: Shown::to(who, self.details(number)),
        };
        described.standing(&unit.placed, self.detail)
    }

    fn details(&self, number: UnitId) -> UnitDetails {
        let battle = self.battle();
        let unit = &battle.units[number];
        let row = self.tables.unit(unit.kind);
        let attacks = unit.now.attack.map(|attack| attack.target).filter(|&target| self.eyes.knows(target));
        UnitDetails {
            figures: unit.figures(),
            orden: unit.order,
            kind: unit.kind.as_str().into(),
            class: unit.is_cavalry().then_some(unit.class),
            limbered: unit.battery.as_ref().map(|_| !unit.is_unlimbered()),
            zone: unit.zone.map(|inside| battle.fixed.zones.get(inside.zone).name.clone()),
            town_side: unit.zone.filter(|_| unit.is_battery()).map(|inside| inside.side),
            attacks: attacks.map(|target| battle.units[target].id.clone()),
            guns_left: unit.battery.as_ref().is_some_and(|guns| guns.guns_left.is_some()),
            melee_addition: row.melee,
            morale_addition: row.morale,
            fire_addition: row.fire,
            division: Some(battle.posts[unit.chief].id.clone()),
            corps: Some(battle.posts[corps(battle, number)].id.clone()),
            gun: Some(unit.battery.as_ref().map(|guns| guns.gun)),
            loads: Some(unit.battery.as_ref().map(|guns| guns.loads)),
            quiet_turns: Some(unit.quiet),
            turns_used: Some((unit.now.used * 100.0).round() / 100.0),
            detached: Some(unit.detached.is_some()),
            sortie: Some(unit.sortie),
            at_edge: Some(unit.at_edge),
            reacted: Some(unit.now.reacted),
        }
    }

    fn own_unit(&self, number: UnitId) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let name = |&other: &UnitId| -> Arc<str> {
            if self.eyes.knows(other) { battle.units[other].id.clone() } else { "?".into() }
        };
        UnitShown {
            own: Some(OwnUnitShown {
                general: battle.posts[unit.chief].id.clone(),
                presence: unit.presence,
                order: unit.order.as_str(),
                in_command: unit.here() && in_command(battle, number, self.tables),
                melee: unit.melee.iter().map(name).collect(),
                written: self.written(unit).map(Deed::of),
                last_order: None,
            }),
            ..self.unit(number, MayKnow::Own)
        }
    }

    /// What was announced for a unit in a phase where all is shown together.
    fn written(&self, unit: &Unit) -> Option<UnitOrder> {
        let now = &unit.now;
        let id = |target: UnitId| krigsspil_engine::battle::SeenUnit(self.battle().units[target].id.clone());
        if let Some((how, toward)) = now.disposes.filter(|_| !now.tried) {
            return Some(UnitOrder::Dispose { how, toward: toward.map(krigsspil_engine::battle::Heading) });
        }
        if let Some(fire) = now.fires.last().filter(|_| !now.fired) {
            return Some(UnitOrder::Fire { target: id(fire.target), side: fire.side });
        }
        now.aborts.map(|cm| UnitOrder::Abort { cm })
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let shown = |(post, general): (PostId, &Post)| {
            let details = Shown::to(MayKnow::Own, self.general_details(post));
            shown::leader(*self.eyes, general, general.place, None, details)
        };
        self.eyes.generals().map(shown).collect()
    }

    fn general_details(&self, post: PostId) -> GeneralDetails {
        let battle = self.battle();
        let staff = &battle.staff[post];
        // How far he may go tells of enemies ahead of him: only those his seat knows of count in what he is shown.
        let must_go = (battle.active() == battle.posts[post].rider.side
            && staff.order != crate::vocabulary::CorpsOrder::Hold)
            .then(|| corps_move(battle, self.tables, post, &|enemy| self.eyes.knows(enemy)))
            .flatten();
        GeneralDetails {
            staff: Some(staff.rank),
            superior: Some(issuers(battle, post).first().map(|&above| battle.posts[above].id.clone())),
            ke: Some(staff.ke),
            oas: Some(staff.oas),
            oas_left: Some(staff.oas - staff.spent),
            command_cm: Some(staff.command_cm),
            corps_order: Some(staff.order),
            objective: Some(staff.objective.map(|objective| [objective.x, objective.y])),
            engaged: Some(staff.engaged),
            pending: Some(staff.pending.map(|pending| pending.order)),
            controls: Some(staff.pending.map_or(0, |pending| pending.controls)),
            detached: Some(staff.detached.is_some()),
            must_go_cm: Some(must_go.map(|go| [f64::from(go.min_cm), f64::from(go.max_cm)])),
        }
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.order {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left) => Condition::Gone,
        Order::Order => Condition::Steady,
        Order::Disorder => Condition::Shaken,
        Order::FullDisorder => Condition::Broken,
    }
}
