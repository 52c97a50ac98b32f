//! The fight for one sector of a zone (§12.5.C), and what becomes of those who fought.

use krigsspil_engine::battle::Presence;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::state::*;
use crate::battle::zones::{Inside, Sector};
use crate::procedures::command::GeneralPeril;
use crate::procedures::morale_events::FriendCause;
use crate::procedures::sector::{
    SectorAttacker, SectorDefender, SectorResult, ZoneSectorCombat, ZoneSectorCombatResult,
};
use crate::vocabulary::*;

impl Run<'_> {
    /// One sector (§12.5.C).
    pub(super) fn sector_combat(&mut self, zone: usize, sector: usize, units: &[UnitId]) -> Go {
        let units: Vec<UnitId> = units.iter().copied().filter(|&unit| self.unit(unit).here()).collect();
        let held = self.battle.zones[zone].sectors[sector].held;
        let assaulting =
            units.iter().copied().find(|&unit| held != Some(self.unit(unit).side) && !self.unit(unit).guns());
        let Some(first) = assaulting else { return Ok(()) };
        let side = self.unit(first).side;
        let of = |run: &Self, own: bool, guns: bool| {
            units
                .iter()
                .copied()
                .filter(|&unit| (run.unit(unit).side == side) == own && run.unit(unit).guns() == guns)
                .collect::<Vec<_>>()
        };
        let (attackers, defenders) = (of(self, true, false), of(self, false, false));
        let engaged = self.battle.zones[zone].sectors[sector].engaged;
        let facts = ZoneSectorCombat {
            zone_class: self.battle.zones[zone].class,
            engaged,
            attackers: attackers.iter().take(6).map(|&unit| self.sector_attacker(unit)).collect(),
            defenders: defenders.iter().take(6).map(|&unit| self.sector_defender(unit, sector)).collect(),
            attacker_artillery: !of(self, true, true).is_empty() || self.supported(zone, sector, side),
            defender_artillery: !of(self, false, true).is_empty(),
            russians_defend_in_russia: defenders.iter().any(|&unit| self.battle.russian_in_russia(unit)),
        };
        let about = json!({"zone": self.battle.zones[zone].name, "sector": sector as i32 + 1});
        let told: Vec<UnitId> =
            attackers.first().copied().into_iter().chain(defenders.first().copied()).collect();
        let fought = self.roll(("sector_combat", "12.5.C"), &told, about, &facts)?;
        for unit in attackers.iter().chain(&defenders) {
            self.unit_mut(*unit).turn.fought = true;
        }
        let generals = (self.generals_with(&attackers), self.generals_with(&defenders));
        self.shares(&attackers, fought.attacker_losses.0);
        self.shares(&defenders, fought.defender_losses.0);
        let won = match fought.result {
            SectorResult::Secured | SectorResult::DefenderDestroyed => &attackers[..],
            SectorResult::Repulsed | SectorResult::AttackerDestroyed => &defenders[..],
            SectorResult::Engaged => &[],
        };
        for &unit in won {
            self.unit_mut(unit).turn.won = true;
        }
        self.sector_results(zone, sector, &fought, (&attackers, &defenders))?;
        // Guns in a sector that is lost are lost with it (§12.6.8, §7.11-b).
        if matches!(fought.result, SectorResult::Secured | SectorResult::DefenderDestroyed) {
            self.destroyed(&of(self, false, true));
        }
        // Horse that assaulted has charged: it is in recall, but not while it is Engaged (§3.5, §9.61-b).
        for &unit in &attackers {
            let own = self.unit(unit);
            let charged = own.mounted() && own.here() && own.turn.assaults.is_some();
            if charged && fought.result != SectorResult::Engaged && own.recall.is_none() {
                self.unit_mut(unit).recall = Some(0);
            }
        }
        let (attacked, defended) = match fought.result {
            // Nobody was fought.
            SectorResult::Secured => return Ok(()),
            SectorResult::DefenderDestroyed => (GeneralPeril::MeleeWon, GeneralPeril::MeleeLost),
            SectorResult::AttackerDestroyed | SectorResult::Repulsed => {
                (GeneralPeril::MeleeLost, GeneralPeril::MeleeWon)
            }
            SectorResult::Engaged => (GeneralPeril::MeleeEngaged, GeneralPeril::MeleeEngaged),
        };
        // A fight for a sector is a melee (§2.55).
        for (with, peril) in [(generals.0, attacked), (generals.1, defended)] {
            for one in with {
                self.generals_in_danger(one, peril)?;
            }
        }
        Ok(())
    }

    /// What becomes of those who fought for a sector (chart.zone-results).
    fn sector_results(
        &mut self,
        zone: usize,
        sector: usize,
        fought: &ZoneSectorCombatResult,
        (attackers, defenders): (&[UnitId], &[UnitId]),
    ) -> Go {
        match fought.result {
            SectorResult::Secured => self.secures(zone, sector, attackers),
            SectorResult::DefenderDestroyed => {
                self.destroyed(defenders);
                self.secures(zone, sector, attackers);
            }
            SectorResult::AttackerDestroyed => {
                self.destroyed(attackers);
                self.battle.zones[zone].sectors[sector].engaged = false;
            }
            SectorResult::Repulsed => {
                for &unit in attackers {
                    self.repulsed(unit, fought.attacker_retreat_yards.0)?;
                }
            }
            SectorResult::Engaged => {
                self.battle.zones[zone].sectors[sector].engaged = true;
                for &unit in attackers
                    .iter()
                    .chain(defenders)
                    .filter(|&&unit| self.battle.units[unit].here())
                    .collect::<Vec<_>>()
                {
                    self.stands_at(unit, zone, Some(sector));
                }
            }
        }
        Ok(())
    }

    /// Do batteries outside support the assault of a side on a sector (§12.5.B.5)?
    fn supported(&self, zone: usize, sector: usize, side: SideId) -> bool {
        let supports = |unit: UnitId| self.unit(unit).turn.supports == Some((zone, sector));
        self.battle.friends_of(side).any(|unit| supports(unit) && !self.unit(unit).abandoned())
    }

    fn sector_attacker(&self, unit: UnitId) -> SectorAttacker {
        let own = self.unit(unit);
        SectorAttacker {
            melee_grade: self.grades(unit).0,
            castings: Castings(own.castings.clamp(1, 60)),
            status: own.status(),
            cavalry: own.mounted(),
        }
    }

    fn sector_defender(&self, unit: UnitId, sector: usize) -> SectorDefender {
        let own = self.unit(unit);
        SectorDefender {
            melee_grade: self.grades(unit).0,
            castings: Castings(own.castings.clamp(1, 60)),
            status: own.status(),
            cavalry: own.mounted(),
            garrison: own.inside.and_then(|inside| inside.sector) == Some(sector),
        }
    }

    /// The losses of a sector are totals (§12.6.2): the strongest bear them.
    fn shares(&mut self, units: &[UnitId], castings: i32) {
        for _ in 0..castings {
            let alive = units.iter().copied().filter(|&unit| self.unit(unit).here());
            let most = alive.max_by(|&a, &b| {
                self.unit(a).castings.cmp(&self.unit(b).castings).then_with(|| self.battle.comes_first(b, a))
            });
            if let Some(unit) = most {
                self.unit_mut(unit).turn.melee_lost += 1;
                self.loses(unit, 1, "12.6.2");
            }
        }
    }

    /// Beaten in a zone: destroyed, and it causes no checks (§12.6.8).
    fn destroyed(&mut self, units: &[UnitId]) {
        for &unit in units.iter().filter(|&&unit| self.battle.units[unit].here()).collect::<Vec<_>>() {
            self.tell("destroyed_in_zone", "12.6.8", &[unit], json!({}));
            self.is_gone(unit, Presence::Gone);
        }
    }

    pub(super) fn stands_at(&mut self, unit: UnitId, zone: usize, sector: Option<usize>) {
        let since = self.battle.turn;
        let inside = self
            .unit(unit)
            .inside
            .map_or(Inside { zone, sector, since }, |inside| Inside { sector, ..inside });
        self.unit_mut(unit).inside = Some(inside);
        self.fills(unit);
    }

    /// The attackers have a sector: one of them garrisons it, the others are in transit (§12.6.4).
    fn secures(&mut self, zone: usize, sector: usize, attackers: &[UnitId]) {
        let alive: Vec<UnitId> = attackers.iter().copied().filter(|&unit| self.unit(unit).here()).collect();
        let garrison = alive
            .iter()
            .copied()
            .find(|&unit| self.unit(unit).fights_as() == Arm::Infantry)
            .or(alive.first().copied());
        let Some(garrison) = garrison else { return };
        let (side, turn) = (self.unit(garrison).side, self.battle.turn);
        self.battle.zones[zone].sectors[sector] = Sector { held: Some(side), engaged: false };
        let special = self.battle.zones[zone].special;
        for unit in alive {
            let sector = (unit == garrison).then_some(sector);
            if special && sector.is_none() {
                continue;
            }
            self.unit_mut(unit).inside = Some(Inside { zone, sector, since: turn });
            self.fills(unit);
        }
        self.tell(
            "secures_sector",
            "12.6.4",
            &[garrison],
            json!({"zone": self.battle.zones[zone].name, "sector": sector as i32 + 1}),
        );
    }

    /// Repulsed: Unorganized, and back (chart.zone-results).
    fn repulsed(&mut self, unit: UnitId, yards: i32) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        let own = self.unit_mut(unit);
        own.temporary = own.temporary.max(Status::Unorganized);
        (own.turn.morale_loss, own.turn.shaken) = (true, true);
        match self.unit(unit).inside {
            Some(_) => self.thrown_out(unit, yards),
            None => self.retreats(unit, yards, FriendCause::MeleeResult),
        }
    }
}
