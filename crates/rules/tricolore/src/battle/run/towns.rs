//! Fights for town zones: the test after each round, who is in, who is out, and who holds it (R76).

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::state::*;
use crate::procedures::town::TownTest;

impl Run<'_> {
    /// After the round every unit that fought tests with its new U; who fails goes 200 back with 2U and a loss test (§town.fail).
    pub(super) fn town_tests(&mut self, melee: &Melee) -> Go {
        let Some(zone) = melee.zone else { return Ok(()) };
        let attackers = melee.attackers.clone();
        let mut failed = Vec::new();
        for unit in self.battle.by_place(melee.all().collect()) {
            let own = self.unit(unit);
            if !own.here() {
                continue;
            }
            let facts = TownTest { disorder: own.u(), value: own.ratings.melee };
            let result = self.roll(("town_test", "chart.town-test"), &[unit], json!({}), &facts)?;
            self.unit_mut(unit).disorder = result.disorder_after.0;
            if !result.passed {
                failed.push((unit, f64::from(result.retreat_m.0)));
            }
        }
        // All at once: nobody goes back from where another has gone to.
        let ways: Vec<Point> = failed
            .iter()
            .map(|&(unit, _)| match attackers.contains(&unit) {
                true => self.away_from(unit, melee.against(unit)),
                false => self.out_of_town(zone, unit, &attackers),
            })
            .collect();
        for (&(unit, metres), away) in failed.iter().zip(ways) {
            self.leave_fight(unit);
            self.goes_back(unit, away, metres, melee.against(unit))?;
            if self.unit(unit).here() {
                self.has_moved(unit);
            }
            self.loss_tests(&[unit])?;
        }
        self.who_is_inside(zone)
    }

    /// Out of a zone a unit goes away from all who came into it, as far as they are left.
    fn out_of_town(&self, zone: usize, unit: UnitId, attackers: &[UnitId]) -> Point {
        let middle = crate::battle::bodies::zone_middle(&self.battle.zones[zone]);
        let left = attackers.iter().copied().filter(|&attacker| self.unit(attacker).here());
        let ways: Vec<Point> = left
            .map(|attacker| {
                let placed = &self.unit(attacker).placed;
                (middle - placed.centre()).unit().unwrap_or_else(|| placed.frame().ahead)
            })
            .collect();
        self.between(self.unit(unit).side, middle, &ways)
            .unwrap_or_else(|| -self.unit(unit).placed.frame().ahead)
    }

    fn leave_fight(&mut self, unit: UnitId) {
        for melee in &mut self.battle.melees {
            melee.attackers.retain(|other| *other != unit);
            melee.defenders.retain(|other| *other != unit);
        }
    }

    /// Attackers who pass are in the zone, where it has room for them; when one side has nobody left in it, the other holds it.
    fn who_is_inside(&mut self, zone: usize) -> Go {
        let Some(at) = self.battle.melees.iter().position(|melee| melee.zone == Some(zone)) else {
            return Ok(());
        };
        let (ours, theirs) =
            (self.battle.melees[at].attackers.clone(), self.battle.melees[at].defenders.clone());
        let won = theirs.is_empty();
        for unit in self.battle.by_place(ours.clone()) {
            let side = self.unit(unit).side;
            let inside: i32 =
                self.battle.in_zone(zone, side).map(|unit| self.unit(unit).bases.rounded_up()).sum();
            if self.unit(unit).zone != Some(zone)
                && inside + self.unit(unit).bases.rounded_up() <= crate::battle::ZONE_HOLDS
            {
                let from = self.unit(unit).placed.pose();
                self.enter_zone(unit, zone);
                self.marched(unit, from, &[]);
            }
        }
        if won || ours.is_empty() {
            self.battle.melees.remove(at);
            // Where both have left it, it stays with whom it was.
            let holder = if won { ours.first() } else { theirs.first() };
            if let Some(side) = holder.map(|&unit| self.unit(unit).side) {
                self.take_zone(zone, side);
            }
            return Ok(());
        }
        let melee = &mut self.battle.melees[at];
        melee.inside = true;
        // Those for whom there is no room wait outside, and fight no more.
        let outside: Vec<UnitId> =
            ours.into_iter().filter(|&unit| self.battle.units[unit].zone != Some(zone)).collect();
        for unit in outside {
            self.leave_fight(unit);
        }
        Ok(())
    }

    /// A side holds a zone; a battery of the other side in it is taken (R76).
    pub(super) fn take_zone(&mut self, zone: usize, side: SideId) {
        if self.battle.zones[zone].held != Some(side) {
            self.battle.zones[zone].held = Some(side);
            let about =
                json!({"zone": self.battle.zones[zone].name, "side": self.battle.fixed.sides[side].name});
            self.tell_all("zone_taken", "house.town-zone", about);
        }
        let outline = self.battle.zones[zone].outline.clone();
        let taken: Vec<UnitId> = self
            .battle
            .enemies_of(side)
            .filter(|&unit| {
                let own = self.unit(unit);
                own.branch.is_artillery()
                    && krigsspil_field::polygon::ring_holds(&outline, own.placed.centre())
            })
            .collect();
        for unit in taken {
            let bases = self.unit(unit).bases;
            self.loses(unit, bases, "house.town-zone");
        }
    }
}
