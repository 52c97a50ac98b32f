//! Phase 2: moves carried out (chapter 4), the duty to return, and what ends the phase.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Point, distance};
use krigsspil_turn::desk::{Pause, each, item};
use serde_json::json;

use super::Run;
use crate::battle::bodies::metres_to;
use crate::battle::command::{CONTACT, leash, order_of, touch};
use crate::battle::march::{Field, Halt, Limits, Marched, Other, march};
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::procedures::orders::MARCH_CLEARANCE_CM;
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Order};

/// A crew this near to guns that were left mans them again, in centimetres.
const AT_THE_GUNS_CM: f64 = 3.0;

/// Everybody else on the table.
fn others(battle: &Battle, unit: UnitId) -> Vec<Other<'_>> {
    let side = battle.units[unit].side;
    let there = battle.here().filter(|&other| other != unit);
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
    Field { fixed: &battle.fixed, tables, others: others(battle, unit) }
}

/// How a move comes out. Cavalry may leave command for an attack; when it falls short it is cut off where it left (§4.9.2, R66).
pub(in crate::battle) fn planned(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    limits: Limits,
    steps: &[Step],
) -> Marched {
    let field = field_of(battle, tables, unit);
    let of = &battle.units[unit];
    if of.is_cavalry() && of.order == Order::Order && limits.chief.is_some() && limits.keeps_off.is_none() {
        let free = march(&field, of, Limits { chief: None, ..limits }, steps);
        // An order of the very length that reaches him is not cut short by him.
        let touches = || {
            let enemies = field.others.iter().filter(|other| !other.own);
            enemies.into_iter().any(|enemy| distance(&free.placed, enemy.placed) <= CONTACT)
        };
        if matches!(free.halt, Some(Halt::Enemy(_))) || touches() {
            return free;
        }
    }
    march(&field, of, limits, steps)
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
        keeps_off: marches.then_some(MARCH_CLEARANCE_CM * CM),
    }
}

impl Run<'_> {
    /// How a move comes out.
    pub(super) fn planned(&self, unit: UnitId, limits: Limits, steps: &[Step]) -> Marched {
        planned(self.battle, self.tables, unit, limits, steps)
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
        of.squared_in = of.squared_in.filter(|_| of.formation == done.formation);
        (of.formation, of.ranks, of.zone) = (done.formation, done.ranks, done.zone);
        if of.now.began.is_none() {
            (of.now.began, of.now.began_in) = (Some(began), Some(began_in));
        }
        of.now.used += done.used;
        of.now.moved += done.used;
        of.now.acted |= changed;
        if done.went_back && of.order == Order::Disorder {
            of.gone_back += 1;
        }
        let formation = of.formation.as_str();
        if !changed {
            return self.halted(unit, done);
        }
        let about = json!({"formation": formation, "turns": round(done.used)});
        self.tell_way((what, rule), &[unit], done.way.clone(), about);
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
        let mut out = self.battle.by_place(out);
        // Who is nearest home goes first, so that nobody bars his comrade's way.
        let to_go = |unit: &UnitId| {
            leash(self.battle, *unit)
                .map_or(0.0, |(chief, reach)| metres_to(&self.unit(*unit).placed, chief) - reach)
        };
        out.sort_by(|a, b| to_go(a).total_cmp(&to_go(b)));
        each(self, &out, |run, &unit| run.comes_back(unit))?;
        item(self, |run| {
            run.engagement_duties();
            run.detached_marches_end();
            run.battle.seen = crate::battle::sight::everybody_looks(run.battle);
            Ok(())
        })?;
        Ok(())
    }

    /// Cavalry that is back in command, or touches nobody, is on no sortie any longer (§4.9.2).
    pub(super) fn sortie_ends(&mut self, unit: UnitId) {
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

/// Hundredths of a turn.
pub(super) fn round(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
