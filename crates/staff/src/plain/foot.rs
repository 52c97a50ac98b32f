//! Orders to infantry and cavalry.

use krigsspil_field::prelude::Bearing;
use serde_json::{Value, json};

use super::steps::{at, off, swing};
use super::{Foe, Mind};

/// Shooters bear on what is so far off their front.
const BEARS: f64 = 35.0;
/// A charge is worth it from this chance up.
const CHARGE: f64 = 0.55;
/// Enemies this near keep a disordered unit from forming again in peace.
const PEACE_CM: f64 = 30.0;

impl Mind<'_> {
    pub(super) fn troops(&mut self) -> Option<Value> {
        let foes = self.foes();
        if self.asked.compelled_fire {
            return self.fire_at_once();
        }
        if let Some(order) = self.disordered(&foes) {
            return Some(order);
        }
        if !self.unit.ammunition && self.unit.arm == "infantry" {
            return self.resupply(&foes);
        }
        if let Some(order) = self.charge(&foes) {
            return Some(order);
        }
        match foes.iter().find(|foe| self.alarms(foe)) {
            Some(nearest) => self.fight(nearest, &foes),
            None => self.march(),
        }
    }

    /// The end of a range zone of its weapon, counted from 1.
    fn zone(&self, number: usize) -> f64 {
        let zones = self.asked.limits.zones_cm.as_deref().unwrap_or(&[]);
        zones.get(number - 1).copied().filter(|cm| *cm > 0.0).unwrap_or(4.0)
    }

    /// The range at which fire tells: the second zone.
    fn effective(&self) -> f64 {
        self.zone(2)
    }

    /// How near he goes before he fires on the way to his post: to effective range, and nearer when time runs out.
    fn closing(&self) -> f64 {
        let late = self.view.turn + 6 >= self.view.turns;
        if late { self.zone(1).min(6.0) } else { self.effective() }
    }

    /// Nearer than this, columns deploy: beyond the range at which rifles tell.
    fn alert(&self) -> f64 {
        38.0
    }

    /// Is he near enough to deploy against: before us, or so near that it does not matter where?
    fn alarms(&self, foe: &Foe<'_>) -> bool {
        let way = off(at(self.unit.place), self.unit.facing, self.post());
        let before = (foe.off - way).abs() <= 70.0 || at(self.unit.place).distance(self.post()) < 100.0;
        foe.cm <= if before { self.alert() } else { self.zone(2) }
    }

    fn fire_at_once(&self) -> Option<Value> {
        self.asked.may("fire").then(|| json!({"kind": "fire", "when": "at_once"}))
    }

    fn disordered(&self, foes: &[Foe<'_>]) -> Option<Value> {
        let near = foes.first().is_some_and(|foe| foe.cm <= PEACE_CM);
        let bears = foes.first().is_some_and(|foe| foe.cm <= self.effective() && foe.off.abs() <= BEARS);
        let reorganise = || self.asked.may("reorganise").then(|| json!({"kind": "reorganise"}));
        match self.unit.order.as_str() {
            "U" | "NH" if near && bears => self.fire_at_once().or_else(reorganise),
            "U" | "NH" => reorganise(),
            "LU" if !near => reorganise(),
            _ => None,
        }
    }

    /// Draws ammunition where a wagon is at hand, else goes to one.
    fn resupply(&self, foes: &[Foe<'_>]) -> Option<Value> {
        if self.asked.may("resupply") {
            return Some(json!({"kind": "resupply"}));
        }
        let own = at(self.unit.place);
        let wagons = self.view.units.iter().filter(|unit| unit.arm == "wagon" && unit.presence == "here");
        let wagon = wagons.min_by(|a, b| own.distance(at(a.place)).total_cmp(&own.distance(at(b.place))))?;
        let mut steps = self.steps();
        if self.unit.formation != "march_column" && foes.first().is_none_or(|foe| foe.cm > 20.0) {
            steps.form("march_column");
        }
        steps.along(&self.chart.way(own, at(wagon.place)));
        steps.march()
    }

    /// Charges what the exact odds give into its hands.
    fn charge(&mut self, foes: &[Foe<'_>]) -> Option<Value> {
        let storm = self.asked.limits.storm_cm;
        let reach = storm.unwrap_or(self.asked.limits.march_cm);
        if !self.asked.may("move") || !matches!(self.unit.order.as_str(), "OR" | "LU") {
            return None;
        }
        let formed = matches!(self.unit.formation.as_str(), "line" | "attack_column");
        // A charge that does not come home is worse than none.
        let within = |foe: &&Foe<'_>| foe.cm + 2.0 <= 0.8 * reach && foe.off.abs() <= 20.0;
        let target = foes.iter().find(within).filter(|_| formed)?;
        let chance = self.shocks.chance(self.unit, target.seen, storm.is_some());
        if chance < CHARGE {
            return None;
        }
        let mut steps = self.steps();
        steps.face(at(target.seen.place)).act("ahead");
        steps.order(true, storm.is_some())
    }

    /// An enemy is near: fire if it tells, else face him, deploy, and come on.
    fn fight(&self, nearest: &Foe<'_>, foes: &[Foe<'_>]) -> Option<Value> {
        let bearing = foes.iter().find(|foe| foe.off.abs() <= BEARS);
        if self.unit.mounted {
            return self.keep_off(nearest);
        }
        if self.unit.formation == "line" {
            // In its place it fires as far as it pays; on the way there it closes first.
            let there = at(self.unit.place).distance(self.post()) <= 8.0 * self.cm();
            let range = if there { self.zone(4) } else { self.closing() };
            let vain = self.view.fired_in_vain(&self.unit.id);
            if !vain && bearing.is_some_and(|foe| foe.cm <= range) {
                return self.fire_at_once();
            }
            // A line in a brook or bog cannot even wheel.
            if self.barred(self.unit.facing) && (nearest.cm > 8.0 || nearest.off.abs() > BEARS) {
                return self.march();
            }
            if nearest.cm <= self.zone(3) && (nearest.off.abs() > BEARS || vain && nearest.off.abs() > 8.0) {
                return self.face_in_line(nearest);
            }
            return self.come_on(nearest);
        }
        let own = at(self.unit.place);
        // What bars a line is passed in column, unless he is upon us; and nobody deploys in a bog.
        if self.chart.bars_lines(own, own) && nearest.cm > 8.0
            || nearest.cm > self.zone(3).min(25.0) && self.chart.bars_lines(own, self.post())
        {
            return self.march();
        }
        let mut steps = self.steps();
        steps.face(at(nearest.seen.place)).form("line");
        steps.march()
    }

    fn post(&self) -> krigsspil_field::prelude::Point {
        self.plan.posts.get(&self.unit.id).copied().unwrap_or(at(self.unit.place))
    }

    /// Would a line here, facing so, stand in a brook or bog it could not move in?
    fn barred(&self, facing: f64) -> bool {
        let own = at(self.unit.place);
        let right = Bearing::degrees(facing).ahead().right();
        let half = f64::from(self.unit.figures + 1) / 4.0 * 0.8 * self.cm() + 10.0;
        self.chart.bars_lines(own - right * half, own + right * half)
    }

    /// A line swings slowly: a wide turn is made through column.
    fn face_in_line(&self, foe: &Foe<'_>) -> Option<Value> {
        let mut steps = self.steps();
        let quarter = |side: &str| {
            json!({"kind": "move", "attack": false, "storm": false,
            "steps": [{"step": "turn", "to": side}, {"step": "form", "formation": "line"}]})
        };
        match foe.off {
            off if (60.0..=135.0).contains(&off) => Some(quarter("right")),
            off if (-135.0..=-60.0).contains(&off) => Some(quarter("left")),
            off => {
                steps.swing(off);
                steps.march()
            }
        }
    }

    /// Advances in line toward its post, no nearer to him than effective range; in its post it waits for him.
    fn come_on(&self, foe: &Foe<'_>) -> Option<Value> {
        let own = at(self.unit.place);
        let post = self.post();
        let to_go = own.distance(post) / self.cm();
        if to_go <= 4.0 {
            return if foe.off.abs() > BEARS { self.face_in_line(foe) } else { self.wait(self.zone(4)) };
        }
        let aside = off(own, self.unit.facing, post).abs();
        if aside > 45.0 || self.chart.bars_lines(own, post) {
            // Too far round for a line, or barred to it: through column, while there is room for that.
            let stuck = self.barred(self.unit.facing) && foe.cm > 8.0;
            return if stuck || foe.cm > self.zone(3) { self.march() } else { self.fire_at_once() };
        }
        let before = foe.off.abs() <= 60.0;
        let room = if before { (foe.cm - self.closing() + 2.0).max(3.0) } else { to_go };
        let mut steps = self.steps();
        steps.face(post).ahead_cm(to_go.min(room));
        steps.march()
    }

    /// Stands ready to fire.
    fn wait(&self, cm: f64) -> Option<Value> {
        let ready = json!({"kind": "fire", "when": "enemy_within", "cm": cm.min(250.0)});
        self.asked.may("fire").then_some(ready)
    }

    /// Horse keeps out of rifle fire until it can charge, and stays on the table.
    fn keep_off(&self, foe: &Foe<'_>) -> Option<Value> {
        if foe.cm >= 30.0 {
            return None;
        }
        let own = at(self.unit.place);
        let goal = self.chart.inside(own + self.plan.back() * (25.0 * self.cm()), 100.0);
        let mut steps = self.steps();
        steps.face(goal).ahead_cm(own.distance(goal) / self.cm());
        if own.distance(goal) < 60.0 { None } else { steps.march() }
    }

    /// Marches to its post: in column far from the enemy, and deploys there.
    pub(super) fn march(&self) -> Option<Value> {
        let own = at(self.unit.place);
        let post = self.post();
        let cm = own.distance(post) / self.cm();
        if cm <= 5.0 {
            return self.take_post();
        }
        if !self.asked.may("move") {
            return None;
        }
        let mut steps = self.steps();
        let column = self.unit.formation == "march_column";
        // A short way over open ground is not worth the change.
        let short =
            cm <= 14.0 && !self.chart.bars_lines(own, post) && off(own, self.unit.facing, post).abs() <= 30.0;
        if short && !column {
            steps.face(post).ahead_cm(cm);
            return steps.march();
        }
        if !column {
            steps.form("march_column");
        }
        steps.along(&self.chart.way(own, post));
        steps.march()
    }

    /// Forms line to the front, and stands ready.
    fn take_post(&self) -> Option<Value> {
        let swing = swing(self.unit.facing, self.plan.front);
        let mut steps = self.steps();
        if self.unit.formation != "line" {
            steps.swing(swing).form("line");
            return steps.march();
        }
        if swing.abs() > 25.0 && self.asked.may("move") {
            steps.swing(swing);
            return steps.march();
        }
        self.wait(self.zone(4))
    }
}
