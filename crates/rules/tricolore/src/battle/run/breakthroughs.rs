//! Breakthroughs (§turn.D.4): straight ahead, side I first; a fresh enemy who is touched fights next sequence.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use crate::battle::questions::*;
use crate::battle::state::*;
use crate::battle::terrain::barred_at;
use crate::procedures::losses::Breakthrough;
use crate::quantity::Bases;
use crate::vocabulary::{FootOrHorse, Side, Victory, Wish};

/// A breakthrough stops so many metres short of the unit it beat (R87).
const SHORT_OF: f64 = 50.0;
/// It is followed in steps of so many metres.
const STEP: f64 = 2.0;

impl Run<'_> {
    /// Side I first, then N.
    pub(super) fn breakthroughs(&mut self) -> Result<(), Pause> {
        let mut sides = self.initiative_last();
        sides.reverse();
        for side in sides {
            self.desk.next_step();
            let mut won: Vec<Won> =
                self.battle.won.iter().filter(|won| self.unit(won.unit).side == side).cloned().collect();
            won.sort_by(|a, b| self.battle.comes_first(a.unit, b.unit));
            each(self, &won, |run, won| run.breaks_through(won))?;
        }
        Ok(())
    }

    fn breaks_through(&mut self, won: &Won) -> Go {
        let unit = won.unit;
        let guns = won.result == Victory::Continued;
        // He may have been swept into another fight meanwhile.
        if !self.unit(unit).here() || self.battle.locked(unit) != guns {
            return Ok(());
        }
        let wish = match guns {
            true => match self.ask(&THROUGH_GUNS, unit, won.beaten.first().copied())? {
                Guns::Through => Wish::Through,
                Guns::FightOn => Wish::Stay,
            },
            false => match self.ask(&BREAKS_THROUGH, unit, won.beaten.first().copied())? {
                Through::Through => Wish::Through,
                Through::Stay => Wish::Stay,
            },
        };
        let own = self.unit(unit);
        let facts = Breakthrough {
            result: won.result,
            side: if won.attacker { Side::Attacker } else { Side::Defender },
            arm: if own.branch == Branch::Cavalry { FootOrHorse::Cavalry } else { FootOrHorse::Infantry },
            against_artillery: guns,
            wish,
            training: own.ratings.training,
        };
        let about = json!({"wish": wish});
        let result = self.roll(("breaks_through", "general.refuse"), &[unit], about, &facts)?;
        let metres = f64::from(result.distance_m.0);
        if metres <= 0.0 {
            self.tell("stays", "general.refuse", &[unit], json!({}));
            return Ok(());
        }
        if guns {
            for melee in &mut self.battle.melees {
                melee.attackers.retain(|other| *other != unit);
            }
            self.battle.melees.retain(|melee| !melee.attackers.is_empty() && !melee.defenders.is_empty());
        }
        let side = self.unit(unit).side;
        let captives = self.taken_by(won);
        self.battle.side[side].prisoners = self.battle.side[side].prisoners.and(captives);
        self.runs_on(unit, metres, &won.beaten, guns)
    }

    /// The prisoners of those it beat (R82): whichever of the winners is the first to go through has them, and they count once.
    fn taken_by(&mut self, through: &Won) -> Bases {
        let mut taken = Bases::NONE;
        for won in self.battle.won.iter_mut().filter(|won| won.beaten == through.beaten) {
            let captives = std::mem::replace(&mut won.captives, Bases::NONE);
            if won.unit == through.unit {
                taken = captives;
            }
        }
        taken
    }

    /// Straight ahead the full distance, or until it touches a fresh enemy (R75, R87). It marches through friends as in any move, and pays
    /// for it (R52): one whom the rest of its way does not bring it clear of halts it.
    fn runs_on(&mut self, unit: UnitId, mut metres: f64, beaten: &[UnitId], through: bool) -> Go {
        let own = self.unit(unit);
        let start = match own.zone {
            Some(_) => return Ok(()),
            None => own.placed.clone(),
        };
        let from = start.pose();
        let ahead = start.frame().ahead;
        let at = |far: f64| {
            let pose = start.pose();
            start.moved_to(Pose::new(pose.at + ahead * far, pose.facing).on_grid())
        };
        let enemies: Vec<UnitId> = self.battle.enemies_of(own.side).collect();
        let of_beaten = |enemy: UnitId| beaten.contains(&enemy);
        let short = |there: &Placed, enemy: UnitId| {
            let placed = &self.unit(enemy).placed;
            let before = start.frame().to_body(placed.centre()).y > 0.0;
            !through && of_beaten(enemy) && before && distance(there, placed) < SHORT_OF
        };
        let stops = |there: &Placed| {
            !self.open_ahead(unit, there) || enemies.iter().any(|&enemy| short(there, enemy))
        };
        let met = |there: &Placed| -> Vec<UnitId> {
            let fresh = enemies.iter().copied().filter(|&enemy| !of_beaten(enemy));
            fresh.filter(|&enemy| distance(there, &self.unit(enemy).placed) <= TOUCH).collect()
        };
        let free = |far: f64| {
            let there = at(far);
            !stops(&there) && met(&there).is_empty() && self.free_of_all(unit, &there)
        };
        let (mut last, mut touched) = (0.0, None);
        let mut passed: Vec<(f64, UnitId)> = Vec::new();
        let mut far = 0.0;
        while far < metres {
            let before = far;
            far = (far + STEP).min(metres);
            let there = at(far);
            let friends = self.friends_on(unit, &start, &there);
            let fresh = friends.into_iter().filter(|friend| passed.iter().all(|(_, other)| other != friend));
            let fresh: Vec<UnitId> = fresh.collect();
            if (stops(&there) || !fresh.is_empty()) && last == before {
                // To the last place before what stops it, not only to the last step.
                last = super::retreats::last_place(before, far, free);
            }
            let tolls: i32 = fresh.iter().map(|&friend| self.toll(unit, friend)).sum();
            if stops(&there) || !fresh.is_empty() && metres - far <= f64::from(tolls) {
                break;
            }
            metres -= f64::from(tolls);
            passed.extend(fresh.into_iter().map(|friend| (far, friend)));
            let touches = met(&there);
            if !touches.is_empty() {
                touched = Some((far, self.battle.by_place(touches)));
                break;
            }
            if self.free_of_all(unit, &there) {
                last = far;
            }
        }
        let contact = touched
            .and_then(|(far, fresh)| self.touching(unit, &at, far, &fresh).map(|there| (there, fresh)));
        match contact {
            Some((there, fresh)) => {
                // It fights all whom it comes upon at the same moment.
                let touches = |enemy: &UnitId| distance(&there, &self.unit(*enemy).placed) <= TOUCH;
                let fresh: Vec<UnitId> = fresh.into_iter().filter(touches).collect();
                self.comes_to(unit, from, &there, &passed)?;
                for enemy in fresh {
                    self.comes_upon(unit, enemy);
                }
                Ok(())
            }
            None if last > 0.0 => {
                let there = at(last);
                passed.retain(|(met, _)| *met < last);
                self.comes_to(unit, from, &there, &passed)
            }
            None => Ok(()),
        }
    }

    /// It stands where its breakthrough ends, and tests for the friends it has marched through (§pass.formed).
    fn comes_to(&mut self, unit: UnitId, from: Pose, there: &Placed, passed: &[(f64, UnitId)]) -> Go {
        self.set_down(unit, there);
        self.marched(unit, from, &[]);
        self.has_moved(unit);
        for &(_, friend) in passed {
            self.passes(unit, friend, "pass.formed")?;
        }
        Ok(())
    }

    /// Friends on whom a body stands, and did not where it began.
    fn friends_on(&self, unit: UnitId, start: &Placed, there: &Placed) -> Vec<UnitId> {
        let side = self.unit(unit).side;
        let own = self.battle.here().filter(|&other| other != unit && self.unit(other).side == side);
        let on = own.filter(|&other| {
            let placed = &self.unit(other).placed;
            placed.extent().meets(there.extent()) && overlaps(placed, there) && !overlaps(placed, start)
        });
        self.battle.by_place(on.collect())
    }

    /// A fresh enemy is touched: he fights next sequence, and his command is engaged (R110); a train is taken.
    fn comes_upon(&mut self, unit: UnitId, enemy: UnitId) {
        self.tell("meets", "turn.D.4", &[unit, enemy], json!({}));
        if self.unit(enemy).branch == Branch::Train {
            self.takes_train(unit, enemy);
        } else {
            self.joins(unit, enemy, false);
            let command = self.unit(enemy).command;
            self.battle.commands[command].touched = true;
        }
    }

    /// The last place before it would stand in one of these fresh enemies; none when a friend stands there.
    fn touching(
        &self,
        unit: UnitId,
        at: &dyn Fn(f64) -> Placed,
        far: f64,
        fresh: &[UnitId],
    ) -> Option<Placed> {
        let near = |there: &Placed| {
            let away = fresh.iter().map(|&enemy| distance(there, &self.unit(enemy).placed));
            away.fold(f64::INFINITY, f64::min)
        };
        let (mut apart, mut met) = ((far - STEP).max(0.0), far);
        for _ in 0..24 {
            let middle = (apart + met) / 2.0;
            if near(&at(middle)) <= TOUCH / 2.0 { met = middle } else { apart = middle }
        }
        let there = at(met);
        let clear = |other: UnitId| other == unit || !overlaps(&there, &self.unit(other).placed);
        self.battle.here().all(clear).then_some(there)
    }

    fn open_ahead(&self, unit: UnitId, there: &Placed) -> bool {
        let table = self.battle.fixed.ground.table();
        let zone = |body: &Placed| body.extent().meets(there.extent()) && overlaps(body, there);
        table.holds(there)
            && !barred_at(self.battle, self.tables, there.pose().at, self.unit(unit).column())
            && !self.battle.fixed.zone_bodies.iter().flatten().any(zone)
    }

    fn free_of_all(&self, unit: UnitId, there: &Placed) -> bool {
        self.battle.here().all(|other| other == unit || !overlaps(there, &self.unit(other).placed))
    }
}
