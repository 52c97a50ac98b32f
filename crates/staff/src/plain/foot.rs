//! Orders to infantry, and to cavalry on foot.

use krigsspil_field::prelude::*;
use serde_json::{Value, json};

use super::steps::{at, off, swing};
use super::{Foe, Mind};

/// Enemies this near keep a disordered unit from forming again in peace.
const PEACE_CM: f64 = 30.0;
/// Nearer than this, columns deploy: beyond the range at which rifles tell.
const ALERT_CM: f64 = 30.0;
/// So near, a line is not broken into column for a march it can make as well: so far.
const WARY_CM: f64 = 60.0;
const IN_LINE_CM: f64 = 32.0;
/// So far from those who come toward it a column ends its march; but it goes on a little.
const ROOM_TO_DEPLOY: f64 = 36.0;
const LEAST_MARCH: f64 = 8.0;
/// So near, an enemy must be faced wherever he stands: his fire pins (§04.02.7).
const CLOSE_CM: f64 = 15.0;
/// One aside who looks so many degrees another way is let alone on the march, unless he is as near as this.
const LOOKS_AWAY: f64 = 75.0;
const UPON_CM: f64 = 5.0;
/// Fewer figures than this are no line any more: they stand and fire.
const HANDFUL: i32 = 4;
/// The share of a line that must bear for its fire to be worth a turn.
const WORTH_FIRING: f64 = 0.3;

impl Mind<'_> {
    pub(super) fn troops(&mut self) -> Option<Value> {
        let foes = self.foes();
        if self.asked.compelled_fire {
            return self.fire_at_once();
        }
        if let Some(order) = self.disordered(&foes) {
            return Some(order);
        }
        if self.unit.figures < HANDFUL {
            return foes.iter().any(|foe| foe.cm <= self.zone(3)).then(|| self.fire_at_once()).flatten();
        }
        if let Some(order) = self.charge(&foes) {
            return Some(order);
        }
        if self.plan.takers.contains(&self.unit.id) {
            return self.march();
        }
        if self.unit.empty() {
            let stays = self.view.late()
                && self
                    .plan
                    .goals
                    .get(&self.unit.id)
                    .is_some_and(|goal| at(self.unit.place).distance(goal.place) <= goal.radius);
            return if stays && !self.asked.may("resupply") { None } else { self.resupply(&foes) };
        }
        let free: Vec<Foe<'_>> = foes.iter().copied().filter(|foe| !foe.engaged).collect();
        let upon_us = free.first().is_some_and(|foe| foe.cm <= CLOSE_CM);
        if let Some(order) = foes.iter().filter(|_| !upon_us).find_map(|foe| self.join(foe)) {
            return Some(order);
        }
        match free.iter().find(|foe| self.alarms(foe)) {
            Some(nearest) => self.fight(nearest, &free),
            None => self.march(),
        }
    }

    /// The end of a range zone of its weapon, counted from 1.
    fn zone(&self, number: usize) -> f64 {
        let zones = self.asked.limits.zones_cm.as_deref().unwrap_or(&[]);
        zones.get(number - 1).copied().filter(|cm| *cm > 0.0).unwrap_or(4.0)
    }

    /// How near he goes before he fires on the way to his post: well into effective range, the second zone, and nearer when time
    /// runs out; but not so near that he is bound to go on firing instead of charging (§04.02.14).
    fn closing(&self) -> f64 {
        let near = if self.view.late() { 0.6 } else { 0.8 };
        (near * self.zone(2)).max(5.0)
    }

    /// From how far a line in its place fires: its first fire is its best and is kept for effective range (§05.02.4).
    fn holding(&self) -> f64 {
        if self.memory.has_fired(&self.unit.id) { self.zone(3) } else { self.zone(2) }
    }

    /// Is he near enough to deploy against: before us, or so near that it does not matter where?
    fn alarms(&self, foe: &Foe<'_>) -> bool {
        let way = off(at(self.unit.place), self.unit.facing, self.post());
        let before = (foe.off - way).abs() <= 70.0 || self.to_go() < 8.0;
        foe.cm
            <= match () {
                () if before => ALERT_CM,
                () if self.looks_away(foe) => UPON_CM,
                () => CLOSE_CM,
            }
    }

    pub(super) fn fire_at_once(&self) -> Option<Value> {
        self.asked.may("fire").then(|| json!({"kind": "fire", "when": "at_once"}))
    }

    fn fire_at(&self, foe: &Foe<'_>) -> Option<Value> {
        let fire = || json!({"kind": "fire", "when": "at_once", "target": foe.seen.id});
        self.asked.may("fire").then(fire)
    }

    fn disordered(&self, foes: &[Foe<'_>]) -> Option<Value> {
        let near = foes.first().is_some_and(|foe| foe.cm <= PEACE_CM);
        let bears = foes.iter().any(|foe| !foe.engaged && foe.cm <= self.zone(2) && self.bears(foe));
        let reorganise = || self.asked.may("reorganise").then(|| json!({"kind": "reorganise"}));
        match self.unit.order.as_str() {
            "U" | "NH" if near && bears => self.fire_at_once().or_else(reorganise),
            "U" | "NH" => reorganise(),
            "LU" if !near => reorganise(),
            _ => None,
        }
    }

    /// Would enough of its fire tell on him?
    pub(super) fn bears(&self, foe: &Foe<'_>) -> bool {
        let aim = self.aim(foe);
        aim.share >= WORTH_FIRING && !aim.screened
    }

    /// An enemy is near: fire if it tells, else face him, deploy, and come on.
    fn fight(&self, nearest: &Foe<'_>, foes: &[Foe<'_>]) -> Option<Value> {
        if self.unit.formation != "line" {
            return self.deploy(nearest);
        }
        // In its place it fires as far as it pays; on the way there it closes first.
        let range = if self.to_go() <= 8.0 { self.holding() } else { self.closing() };
        let vain = self.view.fired_in_vain(&self.unit.id);
        let target = foes.iter().find(|foe| foe.cm <= range.max(5.0) && self.bears(foe));
        if let Some(target) = target.filter(|_| !vain) {
            return self.fire_at(target);
        }
        // A line in a brook or bog cannot even wheel.
        if self.barred(self.unit.facing) && (nearest.cm > 8.0 || !self.bears(nearest)) {
            return self.march();
        }
        let faced = self.aim(nearest).share >= 0.5;
        if nearest.cm <= CLOSE_CM && (!faced || vain && nearest.off.abs() > 8.0) {
            return self.face_in_line(nearest);
        }
        self.come_on(nearest)
    }

    /// Out of column into line: to the front of its way while he is far, toward him when he is near.
    fn deploy(&self, nearest: &Foe<'_>) -> Option<Value> {
        let own = at(self.unit.place);
        // What bars a line is passed in column, unless he is upon us; and nobody deploys in a bog.
        if self.chart.bars_lines(own, own) && nearest.cm > 8.0
            || nearest.cm > self.zone(3).min(25.0) && self.chart.bars_lines(own, self.post())
        {
            return self.march();
        }
        let way = off(own, self.unit.facing, self.post());
        let aside = (nearest.off - way).abs();
        let mut steps = self.steps();
        if nearest.cm > CLOSE_CM && self.to_go() > 8.0 && aside <= 45.0 {
            steps.face(self.post());
        } else {
            steps.face(at(nearest.seen.place));
        }
        steps.form("line");
        steps.march()
    }

    /// Would a line here, facing so, stand in a brook or bog it could not move in?
    fn barred(&self, facing: f64) -> bool {
        let own = at(self.unit.place);
        let right = Bearing::degrees(facing).ahead().right();
        let half = f64::from(self.unit.figures + 1) / 4.0 * 0.8 * self.cm() + 10.0;
        self.chart.bars_lines(own - right * half, own + right * half)
    }

    /// A line swings slowly: a wide turn is made through column.
    pub(super) fn face_in_line(&self, foe: &Foe<'_>) -> Option<Value> {
        if !self.asked.may("move") {
            return self.fire_at_once();
        }
        let quarter = |side: &str| {
            json!({"kind": "move", "attack": false, "storm": false,
            "steps": [{"step": "turn", "to": side}, {"step": "form", "formation": "line"}]})
        };
        match foe.off {
            off if (60.0..=135.0).contains(&off) => Some(quarter("right")),
            off if (-135.0..=-60.0).contains(&off) => Some(quarter("left")),
            off => self.steps().swing(off).march(),
        }
    }

    /// Advances in line toward its post, no nearer to him than effective range; in its post it waits for him.
    fn come_on(&self, foe: &Foe<'_>) -> Option<Value> {
        let own = at(self.unit.place);
        let post = self.post();
        let to_go = self.to_go();
        if to_go <= 4.0 {
            let turn = foe.off.abs() > 30.0 && foe.cm <= self.zone(3);
            return if turn { self.face_in_line(foe) } else { self.wait(self.zone(2).max(8.0)) };
        }
        let aside = off(own, self.unit.facing, post).abs();
        if aside > 45.0 || self.chart.bars_lines(own, post) {
            // Too far round for a line, or barred to it: through column, while there is room for that.
            let stuck = self.barred(self.unit.facing) && foe.cm > 8.0;
            return if stuck || foe.cm > CLOSE_CM { self.march() } else { self.fire_at_once() };
        }
        let before = foe.off.abs() <= 60.0;
        let room = if before { (foe.cm - self.closing() + 2.0).max(3.0) } else { to_go };
        let mut steps = self.steps();
        steps.face(post).ahead_cm(to_go.min(room));
        steps.march()
    }

    /// What may be ordered to one whom no order reaches (§03.03.3): to fire when somebody comes.
    pub(super) fn ready(&self) -> Option<Value> {
        let fires = self.unit.arm == "infantry" && self.unit.melee.is_empty() && self.unit.ammunition;
        fires.then(|| self.wait(self.zone(2).max(8.0))).flatten()
    }

    /// Stands ready to fire.
    fn wait(&self, cm: f64) -> Option<Value> {
        let ready = json!({"kind": "fire", "when": "enemy_within", "cm": cm.min(250.0)});
        self.asked.may("fire").then_some(ready)
    }

    /// Marches to its post: in column far from the enemy, and deploys there.
    pub(super) fn march(&self) -> Option<Value> {
        let own = at(self.unit.place);
        let post = self.post();
        let cm = self.to_go();
        if cm <= 5.0 {
            return self.take_post();
        }
        if !self.asked.may("move") {
            return None;
        }
        let mut steps = self.steps();
        let column = self.unit.formation == "march_column";
        // A short way over open ground is not worth the change.
        let wary = self.foes().first().is_some_and(|foe| foe.cm <= WARY_CM);
        let in_line = if wary { IN_LINE_CM } else { 14.0 };
        let short = cm <= in_line
            && !self.chart.bars_lines(own, post)
            && off(own, self.unit.facing, post).abs() <= 30.0;
        if short && !column {
            steps.face(post).ahead_cm(cm);
            return steps.march();
        }
        if !column {
            steps.form("march_column");
        }
        steps.along(&self.chart.way(own, post));
        steps.at_most(self.room_ahead());
        steps.march()
    }

    /// So far a column may march toward those who come the other way, and still deploy before they are upon it.
    fn room_ahead(&self) -> f64 {
        let way = off(at(self.unit.place), self.unit.facing, self.post());
        let foes = self.foes();
        let coming = |foe: &&Foe<'_>| !foe.engaged && (foe.off - way).abs() <= 60.0 && !self.looks_away(foe);
        foes.iter().find(coming).map_or(f64::INFINITY, |foe| (foe.cm - ROOM_TO_DEPLOY).max(LEAST_MARCH))
    }

    /// Has he turned his front another way?
    fn looks_away(&self, foe: &Foe<'_>) -> bool {
        off(at(foe.seen.place), foe.seen.facing, at(self.unit.place)).abs() > LOOKS_AWAY
    }

    /// Forms line to the front, and stands ready.
    pub(super) fn take_post(&self) -> Option<Value> {
        let swing = swing(self.unit.facing, self.plan.front);
        let mut steps = self.steps();
        if self.unit.formation != "line" {
            steps.swing(swing).form("line");
            return steps.march();
        }
        let upon_us = self.foes().first().is_some_and(|foe| foe.cm <= CLOSE_CM);
        if swing.abs() > 25.0 && !upon_us && self.asked.may("move") {
            steps.swing(swing);
            return steps.march();
        }
        self.wait(self.zone(2).max(8.0))
    }
}
