//! Both artillery fire phases (chapter 7): all shots on the strengths at the start of the phase, casualties together, then generals, then
//! checks.

use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::morale::Cause;
use crate::battle::aim::{self, InLane};
use crate::battle::order::UnitOrder;
use crate::battle::phases::Step;
use crate::battle::state::*;
use crate::procedures::battery::CounterBatteryDamage;
use crate::procedures::command::GeneralPeril;
use crate::procedures::lanes::{FriendlyFire, SupportGround};
use crate::procedures::morale_events::MoraleEvent;
use crate::vocabulary::*;

/// Guns nearer than this to the defender of a melee help his attackers (chart.melee-classic.situation).
const SHAKES: i32 = 400;

/// What a phase of fire has done to somebody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    /// Whom.
    pub unit: UnitId,
    /// By whom.
    pub by: UnitId,
    /// Castings.
    pub castings: i32,
    /// From its flank or rear.
    pub flank: bool,
    /// It checks for it.
    pub checks: bool,
    /// Taken off that check.
    pub deduction: i32,
    /// By its own guns (opt.friendly-fire).
    pub friendly: bool,
}

impl Run<'_> {
    /// The batteries fire (§seq.initial-fire.1, §seq.secondary-fire.1).
    pub(super) fn bombardment(&mut self) -> Go {
        let mut shots: Vec<(UnitId, InLane)> = Vec::new();
        for (unit, order) in self.written() {
            let UnitOrder::Fire { target, .. } = order else { continue };
            let Some(target) = self.battle.unit(&target) else { continue };
            let lane = aim::battery_targets(self.battle, self.tables, unit);
            if let Some(aimed) = lane.into_iter().find(|one| one.unit == target) {
                shots.push((unit, aimed));
            }
        }
        self.supports();
        let at_zones = self.shots_at_zones();
        let targets = shots.iter().map(|(_, aimed)| aimed.unit);
        let in_zones = at_zones
            .iter()
            .filter_map(|(unit, zone)| aim::zone_facts(self.battle, self.tables, *unit, *zone));
        let targets: Vec<UnitId> = targets.chain(in_zones.map(|(_, target)| target)).collect();
        for target in targets {
            self.battle.units[target].turn.batteries += 1;
        }
        let mut struck = Vec::new();
        let before = self.battle.clone();
        for (unit, aimed) in shots {
            let several = before.units[aimed.unit].turn.batteries >= 2;
            if let Some(facts) = aim::shot_facts(&before, self.tables, unit, aimed, several) {
                self.guns_fire(unit, aimed.unit, &facts, &mut struck)?;
                self.friendly_fire(&before, unit, aimed, &mut struck)?;
            }
        }
        for (unit, zone) in at_zones {
            if let Some((mut facts, target)) = aim::zone_facts(&before, self.tables, unit, zone) {
                facts.several_batteries = before.units[target].turn.batteries >= 2;
                self.guns_fire(unit, target, &facts, &mut struck)?;
            }
        }
        self.suffers(&struck, MoraleEvent::ArtilleryCasualty)
    }

    /// Guns that fire at an enemy locked with a friend, of whom too little shows, may hit the friend (opt.friendly-fire).
    fn friendly_fire(
        &mut self,
        before: &Battle,
        unit: UnitId,
        aimed: InLane,
        struck: &mut Vec<Struck>,
    ) -> Go {
        let blind = before.engaged(aimed.unit)
            && aim::supports(before, self.tables, &aimed)
                .is_some_and(|support| support.ground == SupportGround::FriendlyFire);
        let locked = before.fights_of(aimed.unit).filter(|fight| fight.engaged);
        let friends: Vec<UnitId> = locked.map(|fight| fight.against(aimed.unit)).collect();
        let friend = before.by_place(friends).first().copied().filter(|_| blind);
        let Some(friend) = friend else { return Ok(()) };
        let hit =
            self.roll(("friendly_fire", "opt.friendly-fire"), &[unit, friend], json!({}), &FriendlyFire {})?;
        if hit.friend_hit {
            let (castings, checks) = (hit.castings_lost.0, hit.morale_check_required);
            struck.push(Struck {
                unit: friend,
                by: unit,
                castings,
                flank: false,
                checks,
                deduction: 0,
                friendly: true,
            });
        }
        Ok(())
    }

    /// Batteries that support an assault (§12.5.B.5): that is their fire in this phase.
    fn supports(&mut self) {
        for (unit, order) in self.written() {
            let UnitOrder::Support { zone, sector } = order else { continue };
            let Some(zone) = self.battle.zone(&zone) else { continue };
            let own = self.unit_mut(unit);
            own.turn.supports = Some((zone, sector as usize - 1));
            own.turn.fired_secondary = true;
            let about = json!({"zone": self.battle.zones[zone].name, "sector": sector});
            self.tell("supports", "12.5.B.5", &[unit], about);
        }
    }

    /// Batteries that fire at zones (§12.4.G).
    fn shots_at_zones(&self) -> Vec<(UnitId, usize)> {
        let written = self.written().into_iter();
        let at = written.filter_map(|(unit, order)| match order {
            UnitOrder::FireZone { zone } => Some((unit, self.battle.zone(&zone)?)),
            _ => None,
        });
        at.filter(|(unit, zone)| aim::zone_targets(self.battle, self.tables, *unit).contains(zone)).collect()
    }

    /// One battery fires at one unit.
    pub(super) fn guns_fire(
        &mut self,
        unit: UnitId,
        target: UnitId,
        facts: &crate::procedures::artillery_fire::ArtilleryFire,
        struck: &mut Vec<Struck>,
    ) -> Go {
        let secondary = self.battle.phase() != Step::InitialFire;
        let about = json!({"yards": facts.distance_yards.0});
        let fired = self.roll(("fires", "7.10"), &[unit, target], about, facts)?;
        let turn = self.battle.turn;
        let own = self.unit_mut(unit);
        own.turn.fired_initial |= !secondary;
        own.turn.fired_secondary |= secondary;
        if let Some(battery) = &mut own.battery {
            // Rockets are rounds besides (opt.rockets).
            match facts.rockets {
                true => battery.rockets -= 1,
                false => battery.fired += fired.barrage_points_used,
            }
            battery.last = Some((turn, target));
        }
        if secondary && facts.distance_yards.0 < SHAKES && self.battle.fighting(target) {
            self.unit_mut(target).turn.bombarded = true;
        }
        if fired.hits == 0 {
            return Ok(());
        }
        let flank = facts.flank_or_rear;
        let mut castings = fired.hits;
        if self.unit(target).guns() {
            castings = self.battery_hit(unit, target, fired.hits)?;
        }
        struck.push(Struck {
            unit: target,
            by: unit,
            castings,
            flank,
            checks: castings > 0,
            deduction: 0,
            friendly: false,
        });
        Ok(())
    }

    /// Hits on a battery: guns, limbers and crew (§7.10.D). Tells the crew that falls.
    fn battery_hit(&mut self, unit: UnitId, target: UnitId, hits: i32) -> Go<i32> {
        let yards = self.battle.yards(unit, target).clamp(1, 1500);
        let facts = CounterBatteryDamage { distance_yards: Yards(yards), hits: hits.clamp(1, 4) };
        let damage = self.roll(("battery_hit", "7.10.D"), &[target], json!({}), &facts)?;
        if let Some(battery) = &mut self.unit_mut(target).battery {
            battery.gun_hits = (battery.gun_hits + damage.guns_destroyed).min(battery.guns);
            battery.limber_hits = (battery.limber_hits + damage.limber_hits).min(battery.limbers);
        }
        Ok(damage.crew_hits)
    }

    /// Casualties come off together, then generals are thrown for, then those hit check (R91).
    pub(super) fn suffers(&mut self, struck: &[Struck], event: MoraleEvent) -> Go {
        let mut hit: Vec<UnitId> = Vec::new();
        for one in struck {
            if !hit.contains(&one.unit) {
                hit.push(one.unit);
            }
        }
        let hit = self.battle.by_place(hit);
        let generals = self.generals_with(&hit);
        for &unit in &hit {
            let castings: i32 = struck.iter().filter(|one| one.unit == unit).map(|one| one.castings).sum();
            self.unit_mut(unit).turn.hit |= castings > 0;
            self.loses(unit, castings, "3.2.A");
        }
        for with in generals {
            self.generals_in_danger(with, GeneralPeril::FireHit)?;
        }
        for &unit in &hit {
            let own: Vec<&Struck> = struck.iter().filter(|one| one.unit == unit && one.checks).collect();
            let Some(first) = own.first() else { continue };
            let flank = own.iter().any(|one| one.flank);
            let deduction = own.iter().map(|one| one.deduction).max().unwrap_or(0);
            self.checks(
                unit,
                Cause { event, other: Some(first.by), deduction, flank, friendly: first.friendly },
            )?;
        }
        self.settle_shocks(&[], &[])
    }
}
