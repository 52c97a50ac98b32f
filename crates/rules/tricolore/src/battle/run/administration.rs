//! Tactical and grand tactical administration: formation morale, broken formations, reorganisation (§turn.D.5, §turn.H).

use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::state::*;
use crate::procedures::administration::{FormationMorale, ReorganiseGrand, ReorganiseTactical};
use crate::quantity::{Bases, Metres};
use crate::vocabulary::{Arm, CommandOrder, MovePhase};

/// Far from everybody, where nobody is left to measure to.
const NOBODY_NEAR: i32 = 99_999;
/// A broken formation forms again beyond so many metres of all enemies (§house.broken); with the option `rally_nearer` beyond these.
const RALLIES_BEYOND: i32 = 1000;
const RALLIES_NEARER: i32 = 400;

impl Run<'_> {
    /// Formation morale of every engaged formation, then reorganisation of its units (§turn.D.5). A formation of which nobody is left on
    /// the table is broken without a throw (R112).
    pub(super) fn tactical_administration(&mut self) -> Go {
        let engaged: Vec<PostId> =
            self.battle.formations().filter(|&post| self.battle.commands[post].engaged).collect();
        let (tested, nobody): (Vec<PostId>, Vec<PostId>) = engaged
            .iter()
            .copied()
            .filter(|&post| !self.battle.commands[post].broken)
            .partition(|&post| self.battle.under(post).any(|unit| self.unit(unit).here()));
        let mut breaks = Vec::new();
        // All are measured before any is thrown for.
        let facts: Vec<(PostId, FormationMorale)> = self
            .formations_by_place(tested)
            .into_iter()
            .map(|post| (post, self.morale_facts(post)))
            .collect();
        for (post, facts) in facts {
            if self.tests_morale(post, &facts)? {
                breaks.push(post);
            }
        }
        let nobody = nobody.into_iter().filter(|&post| !self.battle.comes_later(post));
        let nobody: Vec<PostId> = nobody.collect();
        for post in breaks.into_iter().chain(nobody) {
            self.breaks(post)?;
        }
        let units: Vec<UnitId> =
            self.battle.here().filter(|&unit| engaged.contains(&self.unit(unit).command)).collect();
        let facts: Vec<(UnitId, ReorganiseTactical)> =
            self.battle.by_place(units).into_iter().map(|unit| (unit, self.reorganise_facts(unit))).collect();
        for (unit, facts) in facts {
            self.reorganises(unit, &facts)?;
        }
        Ok(())
    }

    /// Formations in an order of place: that of their first unit.
    fn formations_by_place(&self, mut posts: Vec<PostId>) -> Vec<PostId> {
        let first = |post: PostId| self.battle.by_place(self.battle.under(post).collect()).first().copied();
        posts.sort_by(|&a, &b| match (first(a), first(b)) {
            (Some(a), Some(b)) => self.battle.comes_first(a, b),
            _ => std::cmp::Ordering::Equal,
        });
        posts
    }

    /// Lost bases and those of units with 7 or 8 U, in shares of the original ones (R65).
    fn morale_facts(&self, post: PostId) -> FormationMorale {
        let units: Vec<&Unit> = self
            .battle
            .under(post)
            .map(|unit| self.unit(unit))
            .filter(|unit| unit.branch != Branch::Train)
            .collect();
        let sum = |of: &dyn Fn(&Unit) -> i32| units.iter().map(|unit| of(unit)).sum::<i32>();
        let first = sum(&|unit| unit.first.in_halves()).max(2);
        let gone = |unit: &Unit| {
            matches!(
                unit.presence,
                krigsspil_engine::battle::Presence::Gone | krigsspil_engine::battle::Presence::Left
            )
        };
        let lost = sum(&|unit| if gone(unit) { unit.first.in_halves() } else { unit.lost().in_halves() });
        let disordered =
            sum(&|unit| if unit.disorder > 6 && !gone(unit) { unit.bases.in_halves() } else { 0 });
        let weighted = sum(&|unit| unit.ratings.morale * unit.first.in_halves());
        // The average, halves up.
        let morale = (2 * weighted + first) / (2 * first);
        FormationMorale {
            morale: morale.clamp(1, 9),
            original_bases: Bases::halves(first),
            lost_bases: Bases::halves(lost.min(first)),
            disordered_bases: Bases::halves(disordered.min(first - lost.min(first))),
        }
    }

    /// Does the formation break (§tacadmin.morale)?
    fn tests_morale(&mut self, post: PostId, facts: &FormationMorale) -> Go<bool> {
        Ok(self.roll_of_formation(("formation_morale", "tacadmin.morale"), post, facts)?.broken)
    }

    /// A broken formation (§house.broken, R77, R88): it withdraws, its melees end, every unit goes back one tactical move, guns retreat 500.
    fn breaks(&mut self, post: PostId) -> Go {
        self.battle.commands[post].broken = true;
        self.order_in_force(post, CommandOrder::Withdraw, None);
        self.tell_all("formation_breaks", "house.broken", json!({"general": self.battle.posts[post].name}));
        let units: Vec<UnitId> = self.battle.under(post).filter(|&unit| self.unit(unit).here()).collect();
        let mut back = Vec::new();
        for unit in self.battle.by_place(units) {
            let enemies =
                self.battle.melee_of(unit).map(|melee| melee.against(unit).to_vec()).unwrap_or_default();
            let away = match enemies.is_empty() {
                true => self.away_from_enemies(unit),
                false => self.away_from(unit, &enemies),
            };
            back.push((unit, away, enemies));
        }
        for (unit, ..) in &back {
            for melee in &mut self.battle.melees {
                melee.attackers.retain(|other| other != unit);
                melee.defenders.retain(|other| other != unit);
            }
        }
        self.battle.melees.retain(|melee| !melee.attackers.is_empty() && !melee.defenders.is_empty());
        for (unit, away, enemies) in back {
            let own = self.unit(unit);
            if own.branch == Branch::Train {
                continue;
            }
            let metres = match own.branch.is_artillery() {
                true => 500,
                false => crate::battle::onset::allowance(self.tables, own, MovePhase::Tactical, false),
            };
            self.goes_back(unit, away, f64::from(metres), &enemies)?;
            if self.unit(unit).here() {
                self.has_moved(unit);
            }
        }
        Ok(())
    }

    fn reorganise_facts(&self, unit: UnitId) -> ReorganiseTactical {
        let own = self.unit(unit);
        let enemy_in_zone = own.zone.is_some_and(|zone| {
            self.battle.enemies_of(own.side).any(|enemy| self.unit(enemy).zone == Some(zone))
        });
        let officer = self.battle.posts.ids().any(|post| self.battle.officer_contact(post) == Some(unit));
        ReorganiseTactical {
            arm: arm(own),
            training: own.ratings.training,
            disorder: own.u(),
            enemy_distance_m: Metres(
                self.battle.enemy_metres(unit).unwrap_or(NOBODY_NEAR).clamp(0, NOBODY_NEAR),
            ),
            stood_still: !own.sequence.moved,
            in_town_zone: own.zone.is_some(),
            enemy_in_zone,
            after_initial_melee: own.sequence.fought_initial,
            officer_contact: officer,
        }
    }

    fn reorganises(&mut self, unit: UnitId, facts: &ReorganiseTactical) -> Go {
        if facts.disorder.0 == 0 || facts.after_initial_melee || facts.arm == Arm::Artillery {
            return Ok(());
        }
        let result = self.roll_own(("reorganises", "tacadmin.reorg.normal"), unit, json!({}), facts)?;
        self.unit_mut(unit).disorder = result.disorder_after.0;
        Ok(())
    }

    /// Phase H: every unit not locked in melee reorganises (§gtadmin.reorg.far); broken formations far from the enemy test again.
    pub(super) fn grand_reorganisation(&mut self) -> Go {
        let units: Vec<UnitId> = self.battle.here().filter(|&unit| !self.battle.locked(unit)).collect();
        for unit in self.battle.by_place(units) {
            let own = self.unit(unit);
            if own.disorder == 0 {
                continue;
            }
            let facts = ReorganiseGrand {
                arm: arm(own),
                training: own.ratings.training,
                disorder: own.u(),
                enemy_distance_m: Metres(
                    self.battle.enemy_metres(unit).unwrap_or(NOBODY_NEAR).clamp(0, NOBODY_NEAR),
                ),
                moved: own.this_turn.moved,
            };
            let result = self.roll_own(("reorganises", "gtadmin.reorg.near"), unit, json!({}), &facts)?;
            self.unit_mut(unit).disorder = result.disorder_after.0;
        }
        self.broken_formations()
    }

    fn broken_formations(&mut self) -> Go {
        let beyond = if self.battle.fixed.options.rally_nearer { RALLIES_NEARER } else { RALLIES_BEYOND };
        let far = |post: PostId| {
            let here = self.battle.under(post).filter(|&unit| self.unit(unit).here());
            here.map(|unit| self.battle.enemy_metres(unit).unwrap_or(NOBODY_NEAR))
                .all(|metres| metres > beyond)
        };
        let broken = self.battle.formations().filter(|&post| self.battle.commands[post].broken && far(post));
        let broken: Vec<PostId> = broken.collect();
        for post in self.formations_by_place(broken) {
            if self.battle.under(post).any(|unit| self.unit(unit).here()) {
                let facts = self.morale_facts(post);
                if !self.tests_morale(post, &facts)? {
                    self.battle.commands[post].broken = false;
                    let about = json!({"general": self.battle.posts[post].name});
                    self.tell_all("formation_rallies", "house.broken", about);
                }
            }
        }
        Ok(())
    }
}

/// The arm as reorganisation knows it.
fn arm(unit: &Unit) -> Arm {
    match unit.branch {
        Branch::Infantry if unit.skirmishers() => Arm::Skirmishers,
        Branch::Infantry | Branch::Train => Arm::Infantry,
        Branch::Cavalry => Arm::Cavalry,
        Branch::FootArtillery | Branch::HorseArtillery => Arm::Artillery,
    }
}
