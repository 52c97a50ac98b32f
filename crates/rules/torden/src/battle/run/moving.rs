//! Phase 2: moves carried out (chapter 4), the duty to return, and what ends the phase.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Bearing, Point};
use krigsspil_turn::desk::{Go, Pause, each, item};
use serde_json::json;

use super::Run;
use crate::battle::bodies::{can_form, metres_to};
use crate::battle::command::{leash, must_return, order_of, touch};
use crate::battle::march::{Field, Halt, Limits, Marched, Other, march};
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::procedures::orders::MARCH_CLEARANCE_CM;
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Formation};

/// A crew this near to guns that were left mans them again, in centimetres.
const AT_THE_GUNS_CM: f64 = 3.0;

/// Others on the table whom somebody may know of.
pub(in crate::battle) fn others<'a>(
    battle: &'a Battle,
    unit: UnitId,
    knows: &dyn Fn(UnitId) -> bool,
) -> Vec<Other<'a>> {
    let side = battle.units[unit].side;
    let there = battle.here().filter(|&other| other != unit && knows(other));
    there
        .map(|id| {
            let other = &battle.units[id];
            let own = other.side == side;
            Other {
                id,
                placed: &other.placed,
                own,
                passable: own && other.is_battery() && other.is_unlimbered() && other.zone.is_none(),
                zone: other.zone.map(|inside| inside.zone),
                figures: other.figures(),
                battery: other.is_battery(),
            }
        })
        .collect()
}

/// The field as it is.
pub(in crate::battle) fn field_of<'a>(battle: &'a Battle, tables: &'a Tables, unit: UnitId) -> Field<'a> {
    Field { fixed: &battle.fixed, tables, others: others(battle, unit, &|_| true) }
}

/// How a unit's own move is limited: by its turn, its order and its chief.
pub(in crate::battle) fn limits_of(battle: &Battle, unit: UnitId) -> Limits {
    let of = &battle.units[unit];
    let marches = order_of(battle, unit) == CorpsOrder::March;
    let (inside, reach) = match leash(battle, unit) {
        Some((chief, reach)) => (metres_to(&of.placed, chief) <= reach + 0.01, Some((chief, reach))),
        None => (true, None),
    };
    Limits {
        budget: (1.0 - of.now.used).max(0.0),
        march_order: marches,
        // Who is out of command already is bound only to come back.
        chief: reach.filter(|_| inside && !of.is_mob()),
        keeps_off: (marches && of.detached.is_none()).then_some(MARCH_CLEARANCE_CM * CM),
    }
}

impl Run<'_> {
    /// How a move comes out. Cavalry may leave command for an attack; when it falls short it is cut off where it left (§4.9.2, R66).
    pub(in crate::battle) fn planned(&self, unit: UnitId, limits: Limits, steps: &[Step]) -> Marched {
        let field = field_of(self.battle, self.tables, unit);
        let of = self.unit(unit);
        if of.is_cavalry()
            && of.order == crate::vocabulary::Order::Order
            && limits.chief.is_some()
            && limits.keeps_off.is_none()
        {
            let free = march(&field, of, Limits { chief: None, ..limits }, steps);
            if matches!(free.halt, Some(Halt::Enemy(_))) {
                return free;
            }
        }
        march(&field, of, limits, steps)
    }

    /// A unit moves.
    pub(in crate::battle) fn moves(
        &mut self,
        unit: UnitId,
        steps: &[Step],
        limits: Limits,
        what: &'static str,
    ) -> Marched {
        let done = self.planned(unit, limits, steps);
        self.carried_out(unit, &done, what, "4.3");
        done
    }

    /// A move is done, and told.
    pub(in crate::battle) fn carried_out(
        &mut self,
        unit: UnitId,
        done: &Marched,
        what: &'static str,
        rule: &'static str,
    ) {
        let (began, began_in) = (self.unit(unit).placed.pose(), self.unit(unit).formation);
        let changed = done.used > 0.0 || done.off_table;
        let of = self.unit_mut(unit);
        of.placed = done.placed.clone();
        (of.formation, of.ranks, of.zone) = (done.formation, done.ranks, done.zone);
        if of.now.began.is_none() {
            (of.now.began, of.now.began_in) = (Some(began), Some(began_in));
        }
        of.now.used += done.used;
        of.now.moved += done.used;
        of.now.acted |= changed;
        if done.went_back && of.order == crate::vocabulary::Order::Disorder {
            of.gone_back += 1;
        }
        let formation = of.formation.as_str();
        if !changed {
            return self.halted(unit, done);
        }
        self.tell_way(
            what,
            rule,
            unit,
            done.way.clone(),
            json!({"formation": formation, "turns": round(done.used)}),
        );
        self.halted(unit, done);
        if done.off_table {
            self.tell("leaves_the_table", "4.4.8", &[unit], json!({}));
            self.remove(unit, Presence::Left);
            return;
        }
        self.passes_guns(
            unit,
            &done
                .way
                .iter()
                .map(|point| krigsspil_field::prelude::point(point.place[0], point.place[1]))
                .collect::<Vec<_>>(),
        );
        self.mans_guns(unit);
        self.arrives_at_point(unit);
    }

    fn halted(&mut self, unit: UnitId, done: &Marched) {
        match done.halt {
            Some(Halt::Enemy(enemy)) => {
                self.spot(&[unit, enemy]);
                self.tell("comes_upon", "5.1.2", &[unit, enemy], json!({}));
            }
            Some(Halt::Friend(friend)) => self.tell("halts_at_friend", "4.4.4", &[unit, friend], json!({})),
            Some(Halt::Ground(word)) => {
                self.tell_own(unit, "halts_at_ground", "4.7.6", json!({"ground": word}))
            }
            Some(Halt::Edge) => self.tell_own(unit, "halts_at_the_edge", "4.4.8", json!({})),
            Some(Halt::Command) => self.tell_own(unit, "halts_in_command", "2.4.3", json!({})),
            Some(Halt::NoRoom) => self.tell_own(unit, "no_room", "4.4.7.p2", json!({})),
            Some(Halt::Time) | None => {}
        }
        if !done.not_reached.is_empty() {
            self.tell_own(unit, "steps_not_reached", "4.4.1", json!({"steps": done.not_reached}));
        }
    }

    pub(super) fn tell_own(
        &mut self,
        unit: UnitId,
        what: &'static str,
        rule: &'static str,
        more: serde_json::Value,
    ) {
        let side = self.unit(unit).side;
        let mut about = json!({"unit": self.unit(unit).id});
        if let (serde_json::Value::Object(map), serde_json::Value::Object(more)) = (&mut about, more) {
            map.extend(more);
        }
        self.tell_side(what, rule, side, about);
    }

    /// Guns without men that an enemy passes are lost, with limber and men (§8.7.2).
    pub(super) fn passes_guns(&mut self, unit: UnitId, way: &[Point]) {
        let half = self.unit(unit).placed.body().front() / 2.0 + 1.5 * CM;
        let side = self.unit(unit).side;
        let near = |gun: Point| {
            way.windows(2)
                .any(|leg| krigsspil_field::polygon::nearest_on((leg[0], leg[1]), gun).distance(gun) <= half)
        };
        let left = self.battle.here().filter(|&other| {
            let other = self.unit(other);
            other.side != side && other.battery.as_ref().and_then(|guns| guns.guns_left).is_some_and(near)
        });
        for battery in self.battle.by_place(left.collect::<Vec<_>>()) {
            self.tell("guns_lost", "8.7.2", &[battery, unit], json!({}));
            self.remove(battery, Presence::Gone);
        }
    }

    /// A crew that comes back to its guns has them again.
    fn mans_guns(&mut self, unit: UnitId) {
        let place = self.unit(unit).placed.centre();
        let there =
            |guns: &Battery| guns.guns_left.is_some_and(|left| left.distance(place) <= AT_THE_GUNS_CM * CM);
        if self.unit(unit).battery.as_ref().is_some_and(there) {
            if let Some(guns) = &mut self.unit_mut(unit).battery {
                guns.guns_left = None;
            }
            self.tell("mans_guns", "8.7.2", &[unit], json!({}));
        }
    }

    /// A detached brigade that has come to its point stays there (§2.11).
    fn arrives_at_point(&mut self, unit: UnitId) {
        let of = self.unit(unit);
        let there = of.detached.is_some_and(|detached| metres_to(&of.placed, detached.point) <= CM);
        if let Some(detached) = self.unit_mut(unit).detached.as_mut().filter(|_| there) {
            detached.arrived = true;
        }
    }

    /// The phase ends: generals under an order who have not moved do, those out of command come back, and everybody looks about.
    pub(super) fn moves_end(&mut self) -> Result<(), Pause> {
        let active = self.battle.active();
        let generals: Vec<PostId> = self.battle.posts.ids().collect();
        each(self, &generals, |run, &post| {
            if run.battle.posts[post].rider.side == active {
                run.general_moves_at_last(post);
            }
            Ok(())
        })?;
        let out: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).side == active).collect();
        let out = self.battle.by_place(out);
        each(self, &out, |run, &unit| run.comes_back(unit))?;
        item(self, |run| {
            run.engagement_duties();
            run.battle.seen = crate::battle::sight::everybody_looks(run.battle);
            Ok(())
        })?;
        Ok(())
    }

    /// A unit out of command that nobody has moved comes back as fast as it can, in the faster formation if that is sooner (§2.5).
    fn comes_back(&mut self, unit: UnitId) -> Go {
        self.sortie_ends(unit);
        let of = self.unit(unit);
        let idle = !of.now.done && !of.is_mob() && of.melee.is_empty() && of.here();
        // Who is in disorder may put itself in order first (§2.13).
        let steady = of.order == crate::vocabulary::Order::Order;
        if !idle || !steady || !must_return(self.battle, unit, self.tables) {
            return Ok(());
        }
        let Some((chief, reach)) = leash(self.battle, unit) else { return Ok(()) };
        let limits = Limits { chief: None, ..limits_of(self.battle, unit) };
        let plain = self.planned(unit, limits, &homeward(self.unit(unit), (chief, reach), None));
        let fast = (self.unit(unit).formation == Formation::Line
            && can_form(self.unit(unit), Formation::Column, 4, self.tables))
        .then(|| {
            self.planned(unit, limits, &homeward(self.unit(unit), (chief, reach), Some(Formation::Column)))
        });
        let far = |done: &Marched| metres_to(&done.placed, chief);
        let best = match fast {
            Some(fast) if far(&fast) + 1.0 < far(&plain) => fast,
            _ => plain,
        };
        if far(&best) < far_now(self.unit(unit), chief) {
            self.carried_out(unit, &best, "returns", "2.4.3.p2");
        }
        self.unit_mut(unit).now.done = true;
        Ok(())
    }

    /// Cavalry that is back in command, or touches nobody, is on no sortie any longer (§4.9.2).
    fn sortie_ends(&mut self, unit: UnitId) {
        if !self.unit(unit).sortie {
            return;
        }
        let inside = crate::battle::command::in_command(self.battle, unit, self.tables);
        let side = self.unit(unit).side;
        let touches = self.battle.enemies(side).any(|enemy| touch(self.battle, unit, enemy));
        if inside || !touches {
            self.unit_mut(unit).sortie = false;
        }
    }
}

fn far_now(unit: &Unit, chief: Point) -> f64 {
    metres_to(&unit.placed, chief)
}

/// The way to the chief: face him, and go.
fn homeward(unit: &Unit, (chief, reach): (Point, f64), form: Option<Formation>) -> Vec<Step> {
    let pose = unit.placed.pose();
    let off = pose.facing.turn_to(Bearing::of(chief - unit.placed.centre())).0;
    let mut steps = Vec::new();
    if unit.zone.is_some() {
        return vec![Step::Leave { side: crate::battle::order::Wing::Front, formation: None }];
    }
    if unit.formation == Formation::Unlimbered {
        steps.push(Step::Limber);
    }
    if unit.formation == Formation::Square {
        steps.push(Step::Form { formation: Formation::Line, facing: None, ranks: 4 });
    }
    if let Some(formation) = form {
        steps.push(Step::Form { formation, facing: None, ranks: 4 });
    }
    if off.abs() > 1.0 {
        steps.push(Step::Turn { degrees: off });
    }
    let cm = ((metres_to(&unit.placed, chief) - reach) / CM + 0.5).clamp(0.5, 200.0);
    steps.push(Step::Go { cm: Some(cm), degrees: 0.0 });
    steps
}

/// Hundredths of a turn.
pub(super) fn round(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
