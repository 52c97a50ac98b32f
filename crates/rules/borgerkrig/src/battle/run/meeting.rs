//! Which enemy an attack meets (§07.01.2, §07.01.5, ruling 81), and who moves backward into an enemy (ruling 84).

use krigsspil_field::prelude::*;
use serde_json::json;

use super::Run;
use super::attack::frontal;
use super::lines::nearest_place;
use super::movement::BREAK_CM;
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::vocabulary::Order;

/// An enemy before less than this part of a front is only grazed, if another stands before more of it.
const GRAZED: f64 = 0.25;
/// Another enemy counts as before the front up to this many centimetres beyond the breaking distance: an attacker who is not stopped by the
/// grazed enemy comes to the other's breaking distance before he touches the first.
const BEFORE_CM: f64 = 2.0;
/// Parts of a front are compared to a tenth of a millimetre of the table, in metres.
const SAME: f64 = CM / 100.0;

impl Run<'_> {
    /// An attack that has come to 2 cm, with its aspect according to the current positions.
    pub(super) fn attack_due(&self, attacker: UnitId, defender: UnitId) -> Due {
        let aspect = self.aspect(attacker, defender);
        Due::Attacks { attacks: vec![Attack { attacker, defender, aspect }], step: BreakStep::Fire }
    }

    /// Combines the attacks of one moment. Of several enemies each attacker meets one. The attacks are settled in order of place, but of
    /// several frontal attacks on one enemy, the attacker with most of him before its front comes first. The names of units do not matter.
    pub(super) fn whom_attacks_meet(&self, due: &mut Vec<Due>) {
        let Some(first) = due.iter().position(|due| matches!(due, Due::Attacks { .. })) else { return };
        let mut met: Vec<Attack> = Vec::new();
        due.retain(|due| match due {
            Due::Attacks { attacks, .. } => {
                met.extend(attacks);
                false
            }
            _ => true,
        });
        let made = |attack: &&Attack| {
            let several = met.iter().filter(|other| other.attacker == attack.attacker);
            let most = self.most_before(attack.attacker, several.map(|other| other.defender));
            most == Some(attack.defender) && !self.only_grazes(attack.attacker, attack.defender)
        };
        let mut attacks: Vec<Attack> = met.iter().filter(made).copied().collect();
        attacks.sort_by(|a, b| self.battle.by_place(a.attacker, b.attacker));
        attacks.dedup();
        for attack in attacks.clone() {
            self.widest_first(&mut attacks, attack.defender);
        }
        let rounds = rounds(attacks).into_iter();
        due.splice(first..first, rounds.map(|attacks| Due::Attacks { attacks, step: BreakStep::Fire }));
    }

    /// Puts the frontal attacks on one enemy in order, within their places in the list.
    fn widest_first(&self, attacks: &mut [Attack], defender: UnitId) {
        let upon = |attack: &Attack| attack.defender == defender && frontal(attack.aspect);
        let places: Vec<usize> = (0..attacks.len()).filter(|&at| upon(&attacks[at])).collect();
        let mut frontal: Vec<Attack> = places.iter().map(|&at| attacks[at]).collect();
        let key = |attack: &Attack| self.nearness(attack.attacker, defender);
        frontal.sort_by(|a, b| compared(key(a), key(b)));
        for (at, attack) in places.into_iter().zip(frontal) {
            attacks[at] = attack;
        }
    }

    /// The enemy before the greatest part of a unit's front; if parts are equal, the one nearest to its middle, and then the one on its
    /// right.
    fn most_before(&self, unit: UnitId, enemies: impl Iterator<Item = UnitId>) -> Option<UnitId> {
        enemies.min_by(|&a, &b| compared(self.nearness(unit, a), self.nearness(unit, b)))
    }

    /// A sort key: the lowest is attacked first. It consists of the negative part of the front, the distance from its middle, and the side
    /// (right first).
    fn nearness(&self, unit: UnitId, enemy: UnitId) -> (f64, f64, f64) {
        let (placed, other) = (&self.unit(unit).placed, &self.unit(enemy).placed);
        let middle = placed.pose().at;
        let there = placed.frame().to_body(nearest_place(other, middle));
        let part = (self.part_before(unit, enemy) / SAME).round();
        (-part, (there.length() / SAME).round(), -placed.frame().to_body(other.centre()).x)
    }

    /// The enemy that an advancing unit meets, of those within 2 cm before its front.
    pub(super) fn meets_first(&self, unit: UnitId) -> Option<UnitId> {
        let met = |enemy: &UnitId| {
            self.unit(*enemy).steady()
                && self.unit(*enemy).wagon.is_none()
                && self.battle.cm_between(unit, *enemy) <= BREAK_CM + 1.0e-3
                && self.in_front(unit, *enemy)
        };
        self.most_before(unit, self.battle.enemies_of(unit).filter(met))
    }

    /// The metres of a unit's front that have an enemy near straight ahead.
    fn part_before(&self, unit: UnitId, enemy: UnitId) -> f64 {
        let placed = &self.unit(unit).placed;
        let (left, right) = placed.wings();
        let half = left.distance(right) / 2.0;
        let frame = placed.frame();
        let deep = (BREAK_CM + BEFORE_CM) * CM;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for part in self.unit(enemy).placed.parts() {
            let corners: Vec<Point> = part.corners().iter().map(|&corner| frame.to_body(corner)).collect();
            for place in between(&corners, 0.0, deep) {
                low = low.min(place);
                high = high.max(place);
            }
        }
        (high.min(half) - low.max(-half)).max(0.0)
    }

    /// Does an attacker only graze an enemy, while another stands before more of its front, or while it pursues another that it has beaten?
    /// Such an enemy neither stops it nor is attacked.
    fn only_grazes(&self, attacker: UnitId, defender: UnitId) -> bool {
        let part = self.part_before(attacker, defender);
        let front = self.unit(attacker).placed.body().front();
        if part >= GRAZED * front - SAME {
            return false;
        }
        let fights = |enemy: &UnitId| self.unit(*enemy).steady() && self.unit(*enemy).wagon.is_none();
        let others = self.battle.enemies_of(attacker).filter(|&enemy| enemy != defender).filter(fights);
        let after_another = self.unit(attacker).now.pursues.is_some_and(|beaten| beaten != defender);
        after_another || others.into_iter().any(|enemy| self.part_before(attacker, enemy) > part + SAME)
    }

    /// Does a unit that moves backward come nearer to an enemy?
    pub(super) fn backs_into(&self, unit: UnitId, enemy: UnitId) -> bool {
        let mover = self.unit(unit);
        let back = matches!(mover.todo.first().map(|doing| doing.step), Some(Step::Back { .. }));
        if !back || mover.track.is_none() || self.unit(enemy).order == Order::Rout {
            return false;
        }
        let (placed, pose) = (&mover.placed, mover.placed.pose());
        let behind = placed.moved_to(Pose::new(pose.at - placed.frame().ahead * (CM / 10.0), pose.facing));
        let other = &self.unit(enemy).placed;
        distance(&behind, other) < distance(placed, other) - TOUCH / 4.0
            || overlap_area(&behind, other) > overlap_area(placed, other) + 1.0e-6
    }

    /// A unit that moves backward stops 2 cm from an enemy (ruling 84).
    pub(super) fn stops_backing(&mut self, unit: UnitId, enemy: UnitId) {
        if self.unit(unit).here() && self.unit(enemy).here() && self.unit(unit).track.is_some() {
            self.halt(unit);
            self.tell("stops_at_2_cm", "02.06.2", &[unit, enemy], json!({"reason": "backward"}));
        }
    }
}

/// Attacks that can be settled together: in each round no unit is in two, and of attacks that share a unit the first comes first.
fn rounds(attacks: Vec<Attack>) -> Vec<Vec<Attack>> {
    let mut rounds: Vec<Vec<Attack>> = Vec::new();
    for attack in attacks {
        let units = [attack.attacker, attack.defender];
        let shares = |other: &Attack| units.contains(&other.attacker) || units.contains(&other.defender);
        let after = rounds.iter().rposition(|round| round.iter().any(shares)).map_or(0, |last| last + 1);
        if after == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[after].push(attack);
    }
    rounds
}

fn compared(one: (f64, f64, f64), other: (f64, f64, f64)) -> std::cmp::Ordering {
    one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.total_cmp(&other.2))
}

/// The sideways positions of the corners of everything between two depths before a front.
fn between(corners: &[Point], from: f64, to: f64) -> Vec<f64> {
    let mut sides = Vec::new();
    for (at, &corner) in corners.iter().enumerate() {
        let next = corners[(at + 1) % corners.len()];
        if (from..=to).contains(&corner.y) {
            sides.push(corner.x);
        }
        for depth in [from, to] {
            let share = (depth - corner.y) / (next.y - corner.y);
            if (corner.y - next.y).abs() > 1.0e-9 && (0.0..=1.0).contains(&share) {
                sides.push(corner.x + (next.x - corner.x) * share);
            }
        }
    }
    sides
}
