//! Intents for infantry, and for cavalry on foot.

use krigsspil_engine::battle::{Act, Arm, Evolution, FireIntent, Flank, Formed, Intent, Poise, Role};
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::{off, swing};

/// How near he goes before he fires on the way to his post, as a share of effective range; nearer when time runs out.
const CLOSES: f64 = 0.8;
const CLOSES_LATE: f64 = 0.6;
/// A unit this near to its post, in grains, is at its post; in line it must be a little nearer.
const AT_POST: f64 = 5.0;
const IN_LINE_AT_POST: f64 = 4.0;
/// A way up to this many grains over open ground is marched in line.
const IN_LINE: f64 = 14.0;
/// He comes this many grains nearer than the range of fire; and the shortest advance, in grains.
const NEARER: f64 = 2.0;
const COMES_ON: f64 = 3.0;
/// The ground this many metres beside a line must be free of anything that bars it.
const BESIDE: f64 = 10.0;
/// If more than this share of a front can fire at him, the unit faces him.
const FACED: f64 = 0.5;
/// He counts as straight ahead within this many degrees.
const STRAIGHT: f64 = 12.0;

impl<'a> Mind<'a> {
    pub(super) fn troops(&mut self) -> Option<Intent> {
        if self.means.must_fire {
            return self.fire(FireIntent::Nearest);
        }
        if let Some(intent) = self.disordered() {
            return Some(intent);
        }
        if self.unit.shown.strength.now < self.doctrine.handful {
            let anybody = self.foes.iter().any(|foe| foe.away <= self.means.long);
            return anybody.then(|| self.fire(FireIntent::Nearest)).flatten();
        }
        let takes = self.plan.takers.contains(self.unit.id());
        // An empty goal is worth more than a charge somewhere else.
        if takes && !self.goal_is_contested() {
            return self.march();
        }
        if let Some(intent) = self.charge() {
            return Some(intent);
        }
        if takes {
            return self.march();
        }
        if self.unit.trim.empty {
            let goal = self.plan.goals.get(self.unit.id());
            let on_it = goal.is_some_and(|goal| self.own().distance(goal.place) <= goal.radius);
            let stays = self.scene.late() && on_it && !self.may(Act::Resupply);
            return if stays { self.foes.iter().find_map(|foe| self.join(foe)) } else { self.resupply() };
        }
        let foes = self.foes.clone();
        let free = || foes.iter().filter(|foe| !foe.seen.engaged);
        // When time runs out, an enemy who still stands on the goal matters more than one who is only near.
        let upon_us =
            !self.scene.late() && free().next().is_some_and(|foe| foe.away <= self.doctrine.near.close);
        if let Some(intent) = foes.iter().filter(|_| !upon_us).find_map(|foe| self.join(foe)) {
            return Some(intent);
        }
        match free().find(|foe| self.alarms(foe)) {
            Some(nearest) => self.fight(nearest),
            None => self.march(),
        }
    }

    /// Does an enemy who can hurt stand on its goal, or so near that he is in the way? In the last turn only those on it count: whoever is
    /// alone on it holds it.
    pub(super) fn goal_is_contested(&self) -> bool {
        let Some(goal) = self.plan.goals.get(self.unit.id()) else { return false };
        if self.scene.last() {
            return self.foes.iter().any(|foe| foe.is_within(goal.place, goal.radius));
        }
        let near = goal.radius + self.doctrine.near.short * self.measure();
        self.foes.iter().any(|foe| foe.place().distance(goal.place) <= near)
            || self.foes.first().is_some_and(|foe| foe.away <= self.doctrine.near.short)
    }

    /// How near he goes before he fires on the way to his post: well into effective range, but not so near that he must keep firing instead
    /// of charging.
    fn closing(&self) -> f64 {
        let near = if self.scene.late() { CLOSES_LATE } else { CLOSES };
        (near * self.means.effective).max(self.doctrine.point_blank)
    }

    /// The range at which a line at its post fires. Its first fire is its best, so it keeps that for effective range.
    fn holding(&self) -> f64 {
        if self.memory.has_fired(self.unit.id()) { self.means.long } else { self.means.effective }
    }

    /// Is he near enough to deploy against: before us, or so near that his direction does not matter?
    fn alarms(&self, foe: &Foe<'_>) -> bool {
        let near = &self.doctrine.near;
        let way = off(self.own(), self.unit.shown.facing, self.post);
        let before = (foe.off() - way).abs() <= 70.0 || self.to_go() < near.short;
        foe.away
            <= match () {
                () if before => near.alert,
                () if foe.looks_away(self.own()) => near.upon,
                () => near.close,
            }
    }

    fn disordered(&self) -> Option<Intent> {
        let near = self.foes.first().is_some_and(|foe| foe.away <= self.doctrine.near.alert);
        let tells = |foe: &&Foe<'_>| !foe.seen.engaged && foe.away <= self.means.effective;
        let bears = || self.foes.iter().filter(tells).any(|foe| self.bears(foe));
        let rally = || self.may(Act::Rally).then_some(Intent::Rally);
        match self.unit.trim.poise {
            Poise::Shaken | Poise::Pinned if near && !self.memory.fires_in_vain(&self.unit) && bears() => {
                self.fire(FireIntent::Nearest).or_else(rally)
            }
            Poise::Shaken | Poise::Pinned => rally(),
            Poise::Ruffled if !near => rally(),
            _ => None,
        }
    }

    /// An enemy is near: fire if it is effective; otherwise face him, deploy, and advance.
    fn fight(&self, nearest: &Foe<'a>) -> Option<Intent> {
        if self.in_column() && (self.hopes(nearest) || self.scene.cramped.contains(&self.unit.id())) {
            return self.press_on(nearest);
        }
        if self.unit.trim.formed != Formed::Line {
            return self.deploy(nearest);
        }
        let near = &self.doctrine.near;
        // At its post it fires at every range that pays; on the way there it closes first.
        let range = if self.to_go() <= near.short { self.holding() } else { self.closing() };
        let range = range.max(self.doctrine.point_blank);
        let vain = self.scene.fired_in_vain(self.unit.id());
        let free = self.foes.iter().filter(|foe| !foe.seen.engaged);
        let mut within = free.take_while(|foe| foe.away <= range).filter(|_| !vain);
        if let Some(target) = within.find(|foe| self.bears(foe)) {
            let fires = self.fire(FireIntent::At(target.seen.shown.id.clone()));
            return fires.or_else(|| self.turns_to_charge(target));
        }
        // A line in a brook or bog cannot even wheel.
        if self.barred(self.unit.shown.facing) && (nearest.away > near.short || !self.bears(nearest)) {
            return self.march();
        }
        let faced = || self.share_bearing(nearest) >= FACED;
        if nearest.away <= near.close && (!faced() || vain && nearest.off().abs() > 8.0) {
            return self.face_in_line(nearest);
        }
        self.come_on(nearest)
    }

    /// Where nobody fires now and charges go straight ahead: it faces an enemy near it whom it would beat, so that it can charge him next.
    fn turns_to_charge(&self, foe: &Foe<'a>) -> Option<Intent> {
        let turned = foe.off().abs() <= STRAIGHT || foe.away > self.doctrine.near.close;
        let worth = !turned
            && self.may_march()
            && !self.scene.last()
            && self.chance(foe, true) >= self.scene.drill.worth_a_charge();
        worth.then(|| self.face_in_line(foe)).flatten()
    }

    /// Is it in a column in which foot fights under these rules?
    pub(super) fn in_column(&self) -> bool {
        self.unit.trim.formed == Formed::Assault
            && self.unit.trim.role == Role::Foot
            && self.scene.drill.fights_in_column()
    }

    /// Has its column a fair chance against him?
    fn hopes(&self, foe: &Foe<'a>) -> bool {
        self.chance(foe, false) >= self.scene.drill.worth_a_charge()
    }

    /// A column that cannot go straight at an enemy, because a friend is in its way, goes on to its post; near him it comes up, or fires.
    fn press_on(&self, nearest: &Foe<'a>) -> Option<Intent> {
        let near = &self.doctrine.near;
        if self.to_go() > near.short && nearest.away > near.close {
            return self.march();
        }
        if nearest.away <= self.means.effective
            && self.bears(nearest)
            && !self.scene.fired_in_vain(self.unit.id())
        {
            return self.fire(FireIntent::Nearest);
        }
        if self.blocked(self.own(), nearest, false) {
            return self.wait();
        }
        let mut steps = self.steps();
        steps.face(nearest.place()).ahead((nearest.away - near.contact).max(COMES_ON * self.doctrine.grain));
        steps.march()
    }

    /// From column into line: toward the front of its way while he is far, toward him when he is near.
    fn deploy(&self, nearest: &Foe<'_>) -> Option<Intent> {
        let (own, near) = (self.own(), &self.doctrine.near);
        // A unit passes in column what bars a line, unless the enemy is very near; and nobody deploys in a bog.
        if self.chart.bars_lines(own, own) && nearest.away > near.short
            || nearest.away > self.means.long.min(self.doctrine.reach.march)
                && self.chart.bars_lines(own, self.post)
        {
            return self.march();
        }
        let way = off(own, self.unit.shown.facing, self.post);
        let aside = (nearest.off() - way).abs();
        let mut steps = self.steps();
        if nearest.away > near.close && self.to_go() > near.short && aside <= 45.0 {
            steps.face(self.post);
        } else {
            steps.face(nearest.place());
        }
        steps.form(Formed::Line);
        steps.march()
    }

    /// Would a line here, with this facing, stand in a brook or bog where it could not move?
    fn barred(&self, facing: f64) -> bool {
        let own = self.own();
        let right = Bearing::degrees(facing).ahead().right();
        let half = self.unit.trim.line_front / 2.0 + BESIDE;
        self.chart.bars_lines(own - right * half, own + right * half)
    }

    /// Faces him in line. A line wheels slowly, so it makes a wide turn through column.
    pub(super) fn face_in_line(&self, foe: &Foe<'_>) -> Option<Intent> {
        if !self.may_march() {
            return self.fire(FireIntent::Nearest);
        }
        let quarter = |flank| Intent::March(vec![Evolution::Quarter(flank), Evolution::Form(Formed::Line)]);
        match foe.off() {
            off if (60.0..=135.0).contains(&off) => Some(quarter(Flank::Right)),
            off if (-135.0..=-60.0).contains(&off) => Some(quarter(Flank::Left)),
            off => self.steps().swing(off).march(),
        }
    }

    /// Advances in line toward its post, no nearer to him than effective range; at its post it waits for him.
    fn come_on(&self, foe: &Foe<'_>) -> Option<Intent> {
        let (own, post, to_go) = (self.own(), self.post, self.to_go());
        let grain = self.doctrine.grain;
        if to_go <= IN_LINE_AT_POST * grain {
            let turn = foe.off().abs() > 30.0 && foe.away <= self.means.long;
            return if turn { self.face_in_line(foe) } else { self.wait() };
        }
        let aside = off(own, self.unit.shown.facing, post).abs();
        if aside > 45.0 || self.chart.bars_lines(own, post) {
            // If the turn is too wide for a line, or the ground bars a line: through column, while there is room for that.
            let stuck = self.barred(self.unit.shown.facing) && foe.away > self.doctrine.near.short;
            let room = stuck || foe.away > self.doctrine.near.close;
            return if room { self.march() } else { self.fire(FireIntent::Nearest) };
        }
        let before = foe.off().abs() <= 60.0;
        let nearer = || (foe.away - self.closing() + NEARER * grain).max(COMES_ON * grain);
        let room = if before { nearer() } else { to_go };
        let mut steps = self.steps();
        steps.face(post).ahead(to_go.min(room));
        steps.march()
    }

    /// The order for a unit that no leader's order reaches: to fire when somebody comes.
    pub(super) fn ready(&self) -> Option<Intent> {
        let fires = self.unit.arm() == Arm::Infantry && self.unit.own.melee.is_empty();
        (fires && !self.unit.trim.empty).then(|| self.wait()).flatten()
    }

    /// Stands ready to fire when somebody comes into effective range.
    fn wait(&self) -> Option<Intent> {
        self.fire(FireIntent::Within(self.means.effective.max(self.doctrine.ready)))
    }

    /// Marches to its post: in column while far from the enemy, and deploys there.
    pub(super) fn march(&self) -> Option<Intent> {
        let (own, post, to_go) = (self.own(), self.post, self.to_go());
        let (near, grain) = (&self.doctrine.near, self.doctrine.grain);
        if to_go <= AT_POST * grain {
            return self.take_post();
        }
        if !self.may_march() {
            return None;
        }
        let mut steps = self.steps();
        let column = self.unit.trim.formed == Formed::March || self.in_column();
        // A short way over open ground is not worth the change of formation.
        let wary = self.foes.first().is_some_and(|foe| foe.away <= near.wary);
        let in_line = if wary { self.doctrine.reach.column } else { IN_LINE * grain };
        let short = to_go <= in_line
            && !self.chart.bars_lines(own, post)
            && off(own, self.unit.shown.facing, post).abs() <= 30.0;
        if short && !column {
            steps.face(post).ahead(to_go);
            return steps.march();
        }
        if !column {
            steps.form(Formed::March);
        }
        steps.along(&self.chart.way(own, post));
        if !self.in_column() {
            steps.at_most(self.room_ahead());
        }
        steps.march()
    }

    /// How far a column may march toward approaching enemies and still have time to deploy.
    fn room_ahead(&self) -> f64 {
        let (own, near) = (self.own(), &self.doctrine.near);
        let way = off(own, self.unit.shown.facing, self.post);
        let coming =
            |foe: &&Foe<'_>| !foe.seen.engaged && (foe.off() - way).abs() <= 60.0 && !foe.looks_away(own);
        let nearest = self.foes.iter().find(coming);
        nearest.map_or(f64::INFINITY, |foe| (foe.away - near.room_to_deploy).max(near.short))
    }

    /// Forms line facing the front, and stands ready.
    pub(super) fn take_post(&self) -> Option<Intent> {
        let swing = swing(self.unit.shown.facing, self.plan.front);
        let mut steps = self.steps();
        if self.unit.trim.formed != Formed::Line && !self.in_column() {
            steps.swing(swing).form(Formed::Line);
            return steps.march();
        }
        let upon_us = self.foes.first().is_some_and(|foe| foe.away <= self.doctrine.near.close);
        if swing.abs() > 25.0 && !upon_us && self.may_march() {
            steps.swing(swing);
            return steps.march();
        }
        self.wait()
    }
}
