//! Who meets whom at break-in distance, and friends who touch (§03.03.2, §07.07, §12.01).

use std::cmp::Ordering;

use krigsspil_field::prelude::*;
use serde_json::json;

use super::moving::JUST;
use super::{Go, Run, each};
use crate::battle::bodies::plain;
use crate::battle::order::{Step, UnitOrder, When};
use crate::battle::rates::{Limits, rates, service};
use crate::battle::state::*;
use crate::procedures::attack::AttackEligibility;
use crate::procedures::obstacles::{PassageOfLines, PassageOfLinesResult};
use crate::vocabulary::*;

/// Who stands aslant reaches no farther across the way of an attack than this, in metres.
const ACROSS_ITS_WAY: f64 = 50.0 * CM;

impl Run<'_> {
    /// Is an enemy before its front, within break-in distance? Spread and all-round formations have it on every side (ruling 11).
    pub(super) fn before_front(&self, unit: UnitId, enemy: UnitId) -> bool {
        let (here, there) = (self.unit(unit), self.unit(enemy));
        if here.spread() || (here.battery.is_none() && here.fronts_all_round()) {
            return true;
        }
        let zone = zone_before(&here.placed, self.break_in_cm() * CM + 1.0);
        !in_zone(&zone, &there.placed).is_none()
    }

    /// Does it attack this enemy whom it has come up to? An intact unit attacks one in rout without order (§12.01.3).
    pub(super) fn attacks(&self, unit: UnitId, enemy: UnitId) -> bool {
        let ordered = self.attacking(unit) && self.unit(unit).now.attacks;
        let routs = self.unit(enemy).order == Order::Rout;
        (ordered || (routs && self.unit(unit).advancing()))
            && self.comes_up_to(unit, enemy)
            && self.attack_bars(unit, enemy, ordered).is_empty()
    }

    /// Has an attack come up to this enemy, at break-in distance of him (§12.01.1)? He is before its front; or he stands aslant, the nearest
    /// of him beside its front, and is across its way.
    pub(super) fn comes_up_to(&self, unit: UnitId, enemy: UnitId) -> bool {
        let lane = zone_before(&self.unit(unit).placed, ACROSS_ITS_WAY);
        let across = || !in_zone(&lane, &self.unit(enemy).placed).is_none();
        self.before_front(unit, enemy) || (self.before_front(enemy, unit) && across())
    }

    /// What prevents an attack.
    pub(super) fn attack_bars(&self, unit: UnitId, enemy: UnitId, ordered: bool) -> Vec<AttackBar> {
        let (attacker, target) = (self.unit(unit), self.unit(enemy));
        let formation = |unit: &Unit| match () {
            // Whoever works counts as spread (§19.01.4).
            () if unit.now.works.is_some() => AttackFormation::Working,
            () if unit.spread() => AttackFormation::Skirmish,
            () => AttackFormation::Closed,
        };
        let facts = AttackEligibility {
            attacker_arm: service(attacker),
            attacker_formation: formation(attacker),
            attacker_order: attacker.order,
            target_arm: service(target),
            target_formation: formation(target),
            target_order: target.order,
            fire_order: matches!(attacker.now.order, Some(UnitOrder::Fire { .. })),
            moving_backward: attacker.now.retires,
            already_attacked: attacker.now.fought.contains(&enemy),
            ordered,
            announced: ordered,
        };
        plain(&facts, self.tables)
            .map_or_else(|_| vec![AttackBar::NotOrdered], |result| result.reasons.to_vec())
    }

    /// Attacks that can be settled together: of several enemies each attacker takes the one it announced, otherwise the one most before its middle; in each round no unit
    /// is in two, and those on one enemy follow as they were written (ruling 75). When two attack each other it is one melee.
    pub(super) fn rounds(&self, met: Vec<BreakIn>) -> Vec<Vec<BreakIn>> {
        let mut attacks: Vec<BreakIn> = Vec::new();
        for attack in &met {
            let rivals = met.iter().filter(|other| other.attacker == attack.attacker);
            let best = rivals.min_by(|a, b| {
                let off = |attack: &BreakIn| self.off_middle(attack.attacker, attack.defender);
                let other = |attack: &BreakIn| self.unit(attack.attacker).now.target != Some(attack.defender);
                let middle =
                    || off(a).total_cmp(&off(b)).then_with(|| self.battle.by_place(a.defender, b.defender));
                other(a).cmp(&other(b)).then_with(middle)
            });
            attacks.extend(best.filter(|best| *best == attack && !attacks.contains(best)).copied());
        }
        attacks.sort_by(|a, b| self.battle.by_place(a.attacker, b.attacker));
        self.as_written(&mut attacks);
        let mutual = |attack: &BreakIn, all: &[BreakIn]| {
            all.iter().any(|other| other.attacker == attack.defender && other.defender == attack.attacker)
        };
        let all = attacks.clone();
        // Of two who attack each other the one that strikes the other's flank is the attacker (§12.03.6).
        let leads = |attack: &BreakIn| {
            let strikes = self.flank_attack(attack.attacker, attack.defender);
            match strikes.cmp(&self.flank_attack(attack.defender, attack.attacker)) {
                Ordering::Equal => self.battle.by_place(attack.attacker, attack.defender).is_lt(),
                order => order.is_gt(),
            }
        };
        attacks.retain(|attack| !mutual(attack, &all) || leads(attack));
        let mut rounds: Vec<Vec<BreakIn>> = Vec::new();
        for attack in attacks {
            let units = [attack.attacker, attack.defender];
            let shares = |other: &BreakIn| units.contains(&other.attacker) || units.contains(&other.defender);
            let after = rounds.iter().rposition(|round| round.iter().any(shares)).map_or(0, |last| last + 1);
            if after == rounds.len() {
                rounds.push(Vec::new());
            }
            rounds[after].push(attack);
        }
        rounds
    }

    /// Attacks on one enemy follow in the order in which their player wrote them (ruling 75).
    fn as_written(&self, attacks: &mut [BreakIn]) {
        let defenders: Vec<UnitId> = attacks.iter().map(|attack| attack.defender).collect();
        for &defender in &defenders {
            let places: Vec<usize> =
                (0..attacks.len()).filter(|&at| attacks[at].defender == defender).collect();
            let mut on_him: Vec<BreakIn> = places.iter().map(|&at| attacks[at]).collect();
            on_him.sort_by_key(|attack| self.unit(attack.attacker).entry);
            for (at, attack) in places.into_iter().zip(on_him) {
                attacks[at] = attack;
            }
        }
    }

    /// How far the nearest part of an enemy is from the middle of a front.
    fn off_middle(&self, unit: UnitId, enemy: UnitId) -> f64 {
        let middle = self.unit(unit).placed.pose().at;
        let parts = self.unit(enemy).placed.parts().iter();
        parts.map(|part| part.distance_to(middle)).fold(f64::INFINITY, f64::min)
    }

    /// Settles attacks at break-in distance: first the fire before it, then the melees.
    pub(super) fn break_ins(&mut self, attacks: &[BreakIn], fired: bool) -> Go<Option<Due>> {
        let on: Vec<BreakIn> = attacks.iter().copied().filter(|attack| self.still_on(attack)).collect();
        if !fired {
            let mut shots: Vec<(UnitId, Option<UnitId>)> = Vec::new();
            for attack in &on {
                shots.extend(self.fire_before(attack.attacker, attack.defender));
                if self.attacks(attack.defender, attack.attacker) {
                    shots.extend(self.fire_before(attack.defender, attack.attacker));
                }
            }
            self.volley(&shots)?;
            return Ok((!on.is_empty()).then_some(Due::BreakIns { attacks: on, fired: true }));
        }
        each(self, &on, |run, attack| {
            // Skirmishers are pressed back before a closed unit comes to blows with them (§14.04.1).
            if run.presses_back(attack.attacker, attack.defender)? {
                return Ok(());
            }
            run.fight(attack.attacker, attack.defender)
        })?;
        Ok(None)
    }

    /// An earlier melee or fire may have driven one of them off.
    pub(super) fn still_on(&self, &BreakIn { attacker, defender }: &BreakIn) -> bool {
        self.unit(attacker).intact()
            && self.unit(defender).here()
            && self.unit(attacker).track.is_some() | !self.unit(attacker).todo.is_empty()
            && self.battle.cm_between(attacker, defender) <= self.break_in_cm() + 2.0 * JUST
            && !self.unit(attacker).now.fought.contains(&defender)
    }

    /// Those who are ordered to fire just before an enemy comes to break-in distance of this unit (§03.02.5).
    pub(super) fn fire_before(&self, comes: UnitId, to: UnitId) -> Vec<(UnitId, Option<UnitId>)> {
        let fires = |&unit: &UnitId| {
            let Some(UnitOrder::Fire { when: When::BeforeBreakIn { of }, .. }) = &self.unit(unit).now.order
            else {
                return false;
            };
            let watches = of.as_ref().map_or(Some(unit), |of| self.battle.unit(of));
            // A battery fires every time (§10.01.6), others once.
            let ready = !self.unit(unit).now.fired || self.unit(unit).battery.is_some();
            watches == Some(to) && ready && self.unit(unit).side != self.unit(comes).side
        };
        self.battle.waiting.iter().filter(|unit| fires(unit)).map(|&unit| (unit, Some(comes))).collect()
    }

    /// A unit that does not attack halts at break-in distance (§03.02.4, §03.03.2).
    pub(super) fn stops(&mut self, unit: UnitId, enemy: UnitId) -> Go {
        let both = self.unit(unit).here() && self.unit(enemy).here();
        if !both || self.unit(unit).track.is_none() || !self.nears(unit, enemy) {
            return Ok(());
        }
        let shots = self.fire_before(unit, enemy);
        self.volley(&shots)?;
        if !self.unit(unit).here() || self.unit(unit).track.is_none() && self.unit(unit).todo.is_empty() {
            return Ok(());
        }
        if self.presses_back(unit, enemy)? {
            return Ok(());
        }
        self.unit_mut(unit).now.stopped_at.push(enemy);
        self.halt(unit);
        self.tell("halts_at_break_in", "03.03.2", &[unit, enemy], json!({}));
        Ok(())
    }

    /// Two friends touch: one may march through the other, or stops (§07.07). If both are on the march and only one of them may go through,
    /// it does, and neither is in the other's way.
    pub(super) fn friends_touch(&mut self, one: UnitId, other: UnitId) -> Go {
        let west_first = self.battle.by_place(one, other).is_lt();
        let (one, other) = if west_first { (one, other) } else { (other, one) };
        let may = |run: &Self, mover: UnitId, passed: UnitId| -> Go<bool> {
            Ok(run.comes_against(mover, passed) && run.passage(mover, passed)?.allowed)
        };
        let later = !may(self, one, other)? && may(self, other, one)?;
        let (first, second) = if later { (other, one) } else { (one, other) };
        for (mover, passed) in [(first, second), (second, first)] {
            if self.comes_against(mover, passed) {
                self.comes_to_friend(mover, passed)?;
            }
        }
        Ok(())
    }

    /// Is it on the march against a friend, and does neither march through the other yet?
    fn comes_against(&self, mover: UnitId, passed: UnitId) -> bool {
        let both = self.unit(mover).here() && self.unit(passed).here();
        both && self.unit(mover).track.is_some() && !self.passing(mover, passed) && self.nears(mover, passed)
    }

    /// Does one of two friends march through the other?
    pub(super) fn passing(&self, one: UnitId, other: UnitId) -> bool {
        self.unit(one).now.passing.contains(&other) || self.unit(other).now.passing.contains(&one)
    }

    /// May a unit march through a friend, and how (§07.07)?
    fn passage(&self, mover: UnitId, passed: UnitId) -> Go<PassageOfLinesResult> {
        let (goes, stands) = (self.unit(mover), self.unit(passed));
        let now = self.now();
        let backward = !matches!(goes.todo.first().map(|doing| doing.step), Some(Step::Ahead { .. }));
        let irregular = |unit: &Unit| unit.landwehr || unit.arm == TacticalArm::Cossacks;
        let facts = PassageOfLines {
            mover: if goes.spread() { Mover::Spread } else { Mover::Closed },
            passed: match () {
                () if stands.unlimbered() => Passed::UnlimberedArtillery,
                () if stands.spread() => Passed::Spread,
                () => Passed::Closed,
            },
            mover_in_u: goes.order == Order::Disorder,
            mover_backward_or_sideways: backward,
            passed_moving: stands.track.is_some()
                && !matches!(stands.todo.first().map(|doing| doing.step), Some(Step::Halt { .. })),
            passed_held: stands.held_until.is_some_and(|until| until > now),
            mover_landwehr_or_cossack: irregular(goes),
            passed_landwehr_or_cossack: irregular(stands),
        };
        let mut passage = plain(&facts, self.tables)?;
        // Nobody marches through a building (§17.01.2).
        passage.allowed &= stands.inside.is_none() && goes.inside.is_none();
        Ok(passage)
    }

    fn comes_to_friend(&mut self, mover: UnitId, passed: UnitId) -> Go {
        // Who retires in disorder presses back the skirmishers of his own side (§14.04.1, §07.07.4).
        if self.unit(mover).now.retires && self.pressed_by_friend(mover, passed)? {
            return Ok(());
        }
        let now = self.now();
        let passage = self.passage(mover, passed)?;
        let half = passage.pace == PassagePace::Half;
        if passage.allowed && self.unit(passed).parent == Some(mover) {
            let out = self.direction_of(mover, passed);
            self.unit_mut(mover).now.chain_passed = Some(out.as_degrees());
        }
        if passage.allowed && !half && self.unit(passed).spread() {
            // Through skirmishers it goes on in ordinary march (§07.07.3).
            super::changes::drop_track(self.battle, mover);
            self.unit_mut(mover).now.passing.push(passed);
            self.unit_mut(passed).now.marched_through = true;
            self.tell("passes_through", "07.07.3", &[mover, passed], json!({}));
            self.degrees(mover, passage.mover_lu, "07.07.3")?;
            return self.degrees(passed, passage.passed_lu, "07.07.3");
        }
        let through = self.way_through(mover, passed);
        let gait = if half { Gait::Half } else { Gait::March };
        if !passage.allowed || !self.gets_clear(mover, through, gait) {
            self.halt(mover);
            self.tell("halts_at_friend", "07.07.1", &[mover, passed], json!({}));
            return Ok(());
        }
        super::changes::drop_track(self.battle, mover);
        let goes = self.unit_mut(mover);
        goes.now.passing.push(passed);
        if let Some(doing) = goes.todo.first_mut() {
            doing.left -= through;
            let first = Doing { left: through, gait, ..doing.clone() };
            // Storm is never kept while passing (ruling 32).
            doing.gait = Gait::March;
            goes.todo.insert(0, first);
        }
        self.storm_ends(mover);
        self.unit_mut(passed).quiet_since = now;
        self.unit_mut(passed).now.marched_through = true;
        self.tell("passes_through", "07.07.2", &[mover, passed], json!({}));
        self.degrees(mover, passage.mover_lu, "07.07.2")?;
        self.degrees(passed, passage.passed_lu, "07.07.2")
    }

    /// Is a unit being marched through now? Meanwhile it does nothing (§07.07.1).
    pub(super) fn is_passed(&self, unit: UnitId) -> bool {
        let stands = self.unit(unit);
        stands.closed()
            && self.battle.friends_of(unit).any(|friend| {
                let goes = self.unit(friend);
                goes.now.passing.contains(&unit) && distance(&goes.placed, &stands.placed) <= TOUCH
            })
    }

    /// It has got clear of friends: their time of reorganising begins anew (§07.07.1, §13.06.1).
    pub(super) fn has_passed(&mut self, mover: UnitId) {
        let now = self.now();
        let goes = self.unit(mover);
        let clear = |&&passed: &&UnitId| distance(&goes.placed, &self.unit(passed).placed) > TOUCH;
        let passed: Vec<UnitId> = goes.now.passing.iter().filter(clear).copied().collect();
        for unit in passed {
            self.unit_mut(unit).quiet_since = now;
        }
    }

    /// Metres that bring the whole of a unit clear of a friend straight ahead.
    fn way_through(&self, mover: UnitId, passed: UnitId) -> f64 {
        let placed = &self.unit(mover).placed;
        let frame = placed.frame();
        let reach = |body: &Placed| {
            let corners = body.parts().iter().flat_map(|part| part.corners());
            corners
                .map(|&corner| frame.to_body(corner).y)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
        };
        let (own, other) = (reach(placed), reach(&self.unit(passed).placed));
        (other.1 - own.0 + 1.0).max(0.0)
    }

    /// Can it get clear of him in this turn, and stand there (house: nobody ends on a friend)?
    fn gets_clear(&self, mover: UnitId, through: f64, gait: Gait) -> bool {
        let goes = self.unit(mover);
        let Some(doing) = goes.todo.first() else { return false };
        let pace = rates(goes, gait, Limits::default(), self.tables).open();
        let time = if pace > 0.0 { through / pace } else { f64::INFINITY };
        let pose = goes.placed.pose();
        let there =
            goes.placed.moved_to(Pose::new(pose.at + goes.placed.frame().ahead * through, pose.facing));
        let enemy_near = self.battle.enemies_of(mover).any(|enemy| {
            self.unit(enemy).steady() && distance(&there, &self.unit(enemy).placed) < self.break_in_cm() * CM
        });
        doing.left >= through
            && self.battle.moment + time < 1.0
            && self.battle.ground.table().holds(&there)
            && !enemy_near
            && !self.stands_on_somebody(mover, &there)
    }
}
