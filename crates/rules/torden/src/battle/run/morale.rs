//! Morale tests and what they lead to (chapter 8).

use krigsspil_engine::battle::Presence;
use krigsspil_engine::{Fault, Figures};
use krigsspil_field::prelude::Point;
use krigsspil_turn::desk::{Go, Pause, item};
use serde_json::json;

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::command::{general_bonus, hosts};
use crate::battle::state::*;
use crate::battle::terrain;
use crate::procedures::morale::{AttachedBattery, HostResult, MoraleTest, MoraleTestResult, Spirit};
use crate::tables::Tables;
use crate::vocabulary::{Order, TestMove, TestResult};

/// A test that is due.
#[derive(Clone, Debug)]
pub(super) struct Due {
    pub unit: UnitId,
    pub deduction: i32,
    pub flank: bool,
    pub won: bool,
    /// It lost a melee.
    pub lost: bool,
    /// The morale of the unit that fled through it.
    pub fleeing: Option<i32>,
    /// The way it would go back.
    pub away: f64,
    /// Who drives it.
    pub from: Option<UnitId>,
    /// The batteries attached to it when it was struck: before losses shorten its line.
    pub guns: Vec<UnitId>,
}

/// A unit that must go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gives {
    pub unit: UnitId,
    pub routs: bool,
    pub away: f64,
    /// Where it stands as this is decided.
    pub stands: Point,
}

/// What losses, cover and the men themselves are worth. Stone covers them from the enemy it stands between, `from` (R20).
pub(in crate::battle) fn spirit(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    from: Option<UnitId>,
) -> Spirit {
    let of = &battle.units[unit];
    let fortress = of.zone.is_some_and(|inside| battle.fixed.zones.get(inside.zone).fortress);
    let from = from.map(|from| &battle.units[from].placed);
    let ground = terrain::standing(of, &battle.fixed.ground, fortress, from, tables);
    Spirit {
        original: Figures(of.original),
        lost: Figures(of.lost.min(of.original)),
        cover: ground.cover,
        morale: tables.unit(of.kind).morale,
        general_morale: general_bonus(battle, tables, unit).1,
    }
}

/// Each unit once: a battery between two that both give way goes as the worse of them does (§8.3.1.p2).
fn worst_of_each(all: Vec<Gives>) -> Vec<Gives> {
    let mut each: Vec<Gives> = Vec::new();
    for gives in all {
        match each.iter_mut().find(|known| known.unit == gives.unit) {
            Some(known) if gives.routs && !known.routs => *known = gives,
            Some(_) => {}
            None => each.push(gives),
        }
    }
    each
}

impl Run<'_> {
    fn test(&mut self, due: &Due) -> Result<MoraleTestResult, Fault> {
        let facts = MoraleTest {
            order: self.unit(due.unit).order,
            deduction: due.deduction.clamp(-60, 0),
            passed_through: due.fleeing.is_some(),
            fleeing_morale: due.fleeing.unwrap_or(0).clamp(-6, 6),
            flank_or_rear: due.flank,
            won_melee: due.won,
            spirit: spirit(self.battle, self.tables, due.unit, due.from),
        };
        let mut units = vec![due.unit];
        units.extend(due.from.filter(|&from| from != due.unit));
        self.roll(("tests_morale", "8.5"), &units, json!({}), &facts)
    }

    /// Tests that are due at once: all are thrown. Who then must go is told, the nearest to the enemy first (R47).
    pub(super) fn tests(&mut self, due: Vec<Due>) -> Result<Vec<Gives>, Pause> {
        self.desk.next_step();
        let thrown = item(self, |run| {
            let mut gives = Vec::new();
            for due in &due {
                if run.unit(due.unit).here() {
                    let result = run.test(due)?;
                    run.result(due, &result, &mut gives);
                }
            }
            Ok(gives)
        })?;
        Ok(self.nearest_first(worst_of_each(thrown.unwrap_or_default())))
    }

    /// Who has lost two thirds is in disorder to the end of the battle, also when nothing makes him test (§1.6.5.p2). He attacks nobody (§1.6.3).
    pub(super) fn worn_out(&mut self, losses: &[(UnitId, i32)], due: &[Due]) {
        for &(unit, figures) in losses {
            let of = self.unit(unit);
            let untested = figures > 0 && of.here() && due.iter().all(|due| due.unit != unit);
            if !untested || !self.two_thirds(unit) {
                continue;
            }
            if of.is_mob() {
                // It has fled already (§1.6.5).
                self.tell("eliminated", "1.6.5", &[unit], json!({}));
                self.remove(unit, Presence::Gone);
            } else if of.order == Order::Order {
                self.is_worn_out(unit);
            }
        }
    }

    fn is_worn_out(&mut self, unit: UnitId) {
        self.comes_into(unit, Order::Disorder, "1.6.5.p2");
        if let Some(attack) = self.unit_mut(unit).now.attack.take() {
            self.tell("attack_lapses", "1.6.3", &[unit, attack.target], json!({}));
        }
    }

    /// Those who give way, the nearest to the enemy first (R47).
    pub(super) fn nearest_first(&self, gives: Vec<Gives>) -> Vec<Gives> {
        let near = |unit: UnitId| {
            let side = self.unit(unit).side;
            self.battle.nearest(unit, self.battle.enemies(side)).map_or(f64::INFINITY, |(cm, _)| cm)
        };
        let measured = gives.into_iter().map(|gives| (near(gives.unit), gives));
        let mut measured: Vec<(f64, Gives)> = measured.collect();
        let place = |gives: &Gives| self.unit(gives.unit).placed.centre();
        measured.sort_by(|a, b| {
            let (one, other) = (place(&a.1), place(&b.1));
            a.0.total_cmp(&b.0).then(one.x.total_cmp(&other.x)).then(one.y.total_cmp(&other.y))
        });
        measured.into_iter().map(|(_, gives)| gives).collect()
    }

    /// Who was swept along before his turn to go came has gone: he goes no second way (§8.4).
    pub(super) fn gives_way(&mut self, gives: &Gives) -> Go {
        let of = self.unit(gives.unit);
        if of.now.driven && of.placed.centre().distance(gives.stands) > CM / 10.0 {
            return Ok(());
        }
        if gives.routs { self.routs(gives.unit, gives.away) } else { self.retreats(gives.unit, gives.away) }
    }

    /// The batteries attached to a unit, in order of place (§8.3.1.p2).
    pub(super) fn attached(&self, unit: UnitId) -> Vec<UnitId> {
        let guns = self.battle.here().filter(|&gun| {
            gun != unit && self.unit(gun).is_battery() && hosts(self.battle, gun).contains(&unit)
        });
        self.battle.by_place(guns.collect::<Vec<_>>())
    }

    /// What a test makes of a unit, and of the batteries with it (§8.3.1.p2).
    fn result(&mut self, due: &Due, result: &MoraleTestResult, gives: &mut Vec<Gives>) {
        let unit = due.unit;
        let batteries: Vec<UnitId> = due.guns.iter().copied().filter(|&gun| self.unit(gun).here()).collect();
        self.takes(unit, result.result, result.order_after, result.move_after, due.away, gives);
        for gun in batteries {
            self.shares(gun, due, result, gives);
        }
    }

    fn takes(
        &mut self,
        unit: UnitId,
        result: TestResult,
        after: Order,
        goes: TestMove,
        away: f64,
        gives: &mut Vec<Gives>,
    ) {
        if result == TestResult::Disorder {
            // U again breaks its quiet turns, and sends it back again (R34).
            (self.unit_mut(unit).now.disturbed, self.unit_mut(unit).quiet) = (true, 0);
        }
        if after == Order::Disorder {
            self.comes_into(unit, after, "tabel 10");
        }
        let stands = self.unit(unit).placed.centre();
        match goes {
            TestMove::None => {}
            TestMove::Retreat => gives.push(Gives { unit, routs: false, away, stands }),
            TestMove::Rout => {
                self.unit_mut(unit).now.flees = true;
                gives.push(Gives { unit, routs: true, away, stands });
            }
        }
    }

    fn shares(&mut self, gun: UnitId, due: &Due, result: &MoraleTestResult, gives: &mut Vec<Gives>) {
        let sheltering =
            self.unit(gun).battery.as_ref().is_some_and(|guns| guns.sheltering == Some(due.unit));
        let facts = AttachedBattery {
            host_arm: self.unit(due.unit).branch.arm(),
            host_result: match result.result {
                TestResult::Hold => HostResult::Hold,
                TestResult::Disorder => HostResult::Disorder,
                TestResult::Rout => HostResult::Rout,
            },
            sheltering,
            host_lost_melee: due.lost,
            host_moves: result.move_after != TestMove::None,
        };
        let Ok(shared) = plain(&facts, self.tables) else { return };
        if shared.destroyed {
            self.tell("destroyed", "5.3.3.p4", &[gun], json!({}));
            self.remove(gun, Presence::Gone);
            return;
        }
        if let Some(own) = shared.result.filter(|_| shared.shares_result) {
            let mob = self.unit(gun).is_mob();
            let (after, goes) = match own {
                TestResult::Hold => (self.unit(gun).order, TestMove::None),
                TestResult::Disorder if !mob => (Order::Disorder, TestMove::Retreat),
                _ => (Order::FullDisorder, TestMove::Rout),
            };
            self.tell("follows_host", "8.3.1.p2", &[gun, due.unit], json!({}));
            self.takes(gun, own, after, goes, due.away, gives);
        }
    }

    /// A mob runs through a unit, which tests (§8.4).
    pub(super) fn sweeps(&mut self, router: UnitId, unit: UnitId, away: f64) -> Go {
        let morale = self.tables.unit(self.unit(router).kind).morale;
        self.tell("passes_through", "8.4", &[router, unit], json!({}));
        let due = Due {
            unit,
            deduction: 0,
            flank: false,
            won: false,
            lost: false,
            fleeing: Some(morale),
            away,
            from: None,
            guns: self.attached(unit),
        };
        let result = self.test(&due)?;
        let mut gives = Vec::new();
        self.result(&due, &result, &mut gives);
        for gives in &gives {
            self.gives_way(gives)?;
        }
        Ok(())
    }
}
