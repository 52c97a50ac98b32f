//! What melees do: U and losses, loss tests, forced formations, retreats, and who is still at it (§turn.D.3).

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::melees::Fought;
use crate::battle::state::*;
use crate::procedures::losses::{ForcedFormation, LossTest};
use crate::procedures::melee::SideResult;
use crate::quantity::Bases;
use crate::tables::Movement;
use crate::vocabulary::*;

/// So far apart two stand whom a melee parts without a retreat, in metres (R18).
const APART: f64 = 50.0;

/// One side of a fight.
struct Part<'a> {
    units: &'a [UnitId],
    lead: Option<UnitId>,
    enemies: &'a [UnitId],
    result: &'a SideResult,
    attacker: bool,
}

fn parts(fought: &Fought) -> [Part<'_>; 2] {
    let melee = &fought.melee;
    [
        Part {
            units: &melee.attackers,
            lead: melee.leads[0],
            enemies: &melee.defenders,
            result: &fought.attacker,
            attacker: true,
        },
        Part {
            units: &melee.defenders,
            lead: melee.leads[1],
            enemies: &melee.attackers,
            result: &fought.defender,
            attacker: false,
        },
    ]
}

impl Run<'_> {
    /// All results are in; now they take effect, stage by stage: U and losses, loss tests, forced formations, retreats, town tests.
    pub(super) fn settle(&mut self, fought: Vec<Fought>) -> Go {
        for fight in &fought {
            self.initial_is_fought(fight);
            for part in parts(fight) {
                self.suffers(&part);
            }
        }
        let mut captives: Vec<[Bases; 2]> = Vec::new();
        for fight in &fought {
            let mut lost = [Bases::NONE; 2];
            for (place, part) in parts(fight).iter().enumerate() {
                if part.result.loss_test {
                    lost[place] = self.loss_tests(part.units)?;
                }
            }
            captives.push(lost);
        }
        for fight in &fought {
            for part in parts(fight) {
                self.forced(&part)?;
            }
        }
        for (fight, captives) in fought.iter().zip(&captives) {
            self.part_ways(fight, captives)?;
        }
        for fight in &fought {
            if fight.melee.zone.is_some() {
                self.town_tests(&fight.melee)?;
            }
        }
        self.battle.melees.retain(|melee| !melee.attackers.is_empty() && !melee.defenders.is_empty());
        self.officers_find_shelter();
        Ok(())
    }

    /// After an initial melee nobody reorganises (R66, R71); an assault on a zone from outside is one (R106). It was the initial melee of one
    /// who has just joined too, however long the others have fought, and whether he attacked or broke through to them (R105).
    fn initial_is_fought(&mut self, fight: &Fought) {
        for unit in fight.melee.all() {
            if fight.melee.rounds == 0 || fight.melee.joined.contains(&unit) {
                self.unit_mut(unit).sequence.fought_initial = true;
            }
        }
    }

    /// U goes to every unit, lost bases are spread by halves, the lead first (R69).
    fn suffers(&mut self, part: &Part<'_>) {
        for &unit in part.units {
            self.unit_mut(unit).gains(part.result.disorder_gain.0);
        }
        let mut order: Vec<UnitId> = part.lead.into_iter().collect();
        let others = part.units.iter().copied().filter(|unit| Some(*unit) != part.lead);
        order.extend(self.battle.by_place(others.collect()));
        self.spread(&order, part.result.loss_bases, "chart.loss");
    }

    /// Spreads lost bases by halves over several units, in order, round and round.
    pub(super) fn spread(&mut self, units: &[UnitId], loss: Bases, rule: &'static str) {
        let mut halves = vec![0; units.len()];
        let mut left = loss.in_halves();
        while left > 0 {
            let mut gave = false;
            for (place, &unit) in units.iter().enumerate() {
                if left > 0 && self.unit(unit).here() && halves[place] < self.unit(unit).bases.in_halves() {
                    halves[place] += 1;
                    left -= 1;
                    gave = true;
                }
            }
            if !gave {
                break;
            }
        }
        for (&unit, halves) in units.iter().zip(halves) {
            self.loses(unit, Bases::halves(halves), rule);
        }
    }

    /// A unit loses bases; at none it is gone (R8).
    pub(super) fn loses(&mut self, unit: UnitId, loss: Bases, rule: &'static str) {
        let loss = loss.min(self.unit(unit).bases);
        if loss <= Bases::NONE {
            return;
        }
        let left = self.unit(unit).bases.less(loss);
        self.unit_mut(unit).bases = left;
        self.tell("loses_bases", rule, &[unit], json!({"bases": loss}));
        if left == Bases::NONE {
            self.tell("destroyed", rule, &[unit], json!({}));
            self.is_gone(unit, Presence::Gone);
        } else {
            self.rebuild(unit);
        }
    }

    /// Each unit throws its own test: one die a base against M, half a base for each failure (§general.loss-test).
    pub(super) fn loss_tests(&mut self, units: &[UnitId]) -> Go<Bases> {
        let mut lost = Bases::NONE;
        for unit in self.battle.by_place(units.to_vec()) {
            if !self.unit(unit).here() {
                continue;
            }
            let own = self.unit(unit);
            let facts = LossTest { morale: own.ratings.morale, bases: own.bases };
            let result = self.roll(("tests_for_loss", "general.loss-test"), &[unit], json!({}), &facts)?;
            self.loses(unit, result.loss_bases, "general.loss-test");
            lost = lost.and(result.loss_bases);
        }
        Ok(lost)
    }

    /// Infantry is forced into line or square; without room it keeps its formation and takes 2U (§general.no-space).
    fn forced(&mut self, part: &Part<'_>) -> Go {
        let Some(forced) = part.result.forced_formation else { return Ok(()) };
        let into = match forced {
            ForcedInto::Line => BaseFormation::Line,
            ForcedInto::Square => BaseFormation::Square,
        };
        for unit in self.battle.by_place(part.units.to_vec()) {
            let own = self.unit(unit);
            if !own.here() || own.branch != Branch::Infantry || own.zone.is_some() {
                continue;
            }
            let facts = ForcedFormation {
                forced,
                kind: if own.skirmishers() { FootKind::Skirmishers } else { FootKind::Infantry },
                formation: own.foot_formation(),
                lacks_space: !self.room_in_melee(unit, into),
                disorder: own.u(),
            };
            let already = own.formation == into || own.skirmishers();
            let result = match already {
                true => super::telling::plain(self.tables, &facts)?,
                false => self.roll(
                    ("deploys_forced", "general.no-space"),
                    &[unit],
                    json!({"formation": into}),
                    &facts,
                )?,
            };
            self.unit_mut(unit).disorder = result.disorder_after.0;
            let formed: Option<BaseFormation> = result.formation_after.as_str().parse().ok();
            if let Some(formed) = formed.filter(|formed| *formed == into && !already) {
                self.forms(unit, formed);
            }
        }
        Ok(())
    }

    /// Is there room to form among those it fights: on no friend, and on no enemy?
    fn room_in_melee(&self, unit: UnitId, to: BaseFormation) -> bool {
        self.has_room(unit, to)
    }

    /// Retreats, breaking off, standing apart; or the melee goes on (R18, R73, R87).
    fn part_ways(&mut self, fight: &Fought, captives: &[Bases; 2]) -> Go {
        let melee = &fight.melee;
        let alive = |run: &Self, units: &[UnitId]| units.iter().any(|&unit| run.unit(unit).here());
        let both = alive(self, &melee.attackers) && alive(self, &melee.defenders);
        let [attackers, defenders] = parts(fight);
        // A side that breaks off a continued infantry melee retreats by its result (§inf.cont.break).
        let retreats = |part: &Part<'_>| f64::from(part.result.retreat_m.0);
        let goes_on = both && fight.continues && fight.breaks_off == BreaksOff::Nobody;
        if melee.zone.is_some() {
            self.keep(melee);
            return Ok(());
        }
        if !goes_on {
            self.battle.melees.retain(|other| !same(other, melee));
        }
        for part in [&attackers, &defenders] {
            let metres = retreats(part);
            if metres > 0.0 {
                self.retreat_all(part.units, part.enemies, metres)?;
            }
        }
        let stand = |part: &Part<'_>| part.result.result == Movement::Stands && retreats(part) == 0.0;
        if !goes_on && stand(&attackers) && stand(&defenders) && both {
            self.steps_back(&attackers);
        }
        if goes_on {
            self.keep(melee);
        } else {
            self.tell_end(melee);
        }
        // The arm of the unit that leads, and so the table, decides whether guns are fought (R69).
        let at_guns = melee.leads[1].is_some_and(|led| self.unit(led).branch.is_artillery());
        for (part, lost) in [(&attackers, captives[1]), (&defenders, captives[0])] {
            self.note_won(part, lost, goes_on && at_guns);
        }
        Ok(())
    }

    fn tell_end(&mut self, melee: &Melee) {
        if let [Some(lead), Some(led)] = melee.leads {
            self.tell("melee_ends", "general.legend", &[lead, led], json!({}));
        }
    }

    /// The melee goes on next sequence.
    fn keep(&mut self, melee: &Melee) {
        for other in self.battle.melees.iter_mut().filter(|other| same(other, melee)) {
            other.rounds += 1;
            other.continued = false;
            other.joined.clear();
            other.leads = [None; 2];
            // Against guns the same table is fought again with the same modifiers (R72): who was flanked stays so.
        }
    }

    /// "0" against "0": A steps back until the two stand 50 apart.
    fn steps_back(&mut self, attackers: &Part<'_>) {
        for unit in self.battle.by_place(attackers.units.to_vec()) {
            let own = self.unit(unit);
            if !own.here() {
                continue;
            }
            let near = |placed: &Placed| {
                let enemies = attackers.enemies.iter().filter(|&&enemy| self.unit(enemy).here());
                enemies.map(|&enemy| distance(placed, &self.unit(enemy).placed)).fold(f64::INFINITY, f64::min)
            };
            let back = -own.placed.frame().ahead;
            let away = |metres: f64| {
                let pose = own.placed.pose();
                own.placed.moved_to(Pose::new(pose.at + back * metres, pose.facing).on_grid())
            };
            let step = (1..=30).map(|step| away(f64::from(step) * 5.0)).find(|there| near(there) >= APART);
            let fits = |there: &Placed| {
                let clear = |other: UnitId| other == unit || !overlaps(there, &self.unit(other).placed);
                self.battle.here().all(clear) && self.battle.fixed.ground.table().holds(there)
            };
            let there = step
                .filter(fits)
                .or_else(|| (1..=10).rev().map(|step| away(f64::from(step) * 5.0)).find(fits));
            if let Some(there) = there {
                let from = self.unit(unit).placed.pose();
                self.unit_mut(unit).placed = there;
                self.marched(unit, from, &[]);
            }
        }
    }

    /// Who has won a breakthrough, or may go through the guns he fights (R75).
    fn note_won(&mut self, part: &Part<'_>, captives: Bases, through_guns: bool) {
        let guns = part
            .enemies
            .iter()
            .any(|&enemy| self.unit(enemy).here() && self.unit(enemy).branch.is_artillery());
        let result = match part.result.result {
            Movement::Breakthrough(metres) if metres.0 >= 400 => Victory::A400,
            Movement::Breakthrough(metres) if metres.0 >= 300 => Victory::A300,
            Movement::Breakthrough(_) => Victory::A200,
            Movement::Continued if through_guns && part.attacker && guns => Victory::Continued,
            _ => return,
        };
        for unit in self.battle.by_place(part.units.to_vec()) {
            if self.unit(unit).here() {
                self.battle.won.push(Won {
                    unit,
                    result,
                    attacker: part.attacker,
                    beaten: part.enemies.to_vec(),
                    captives,
                });
            }
        }
    }
}

/// The same melee, by those who fight in it.
fn same(one: &Melee, other: &Melee) -> bool {
    one.all().any(|unit| other.holds(unit))
}
