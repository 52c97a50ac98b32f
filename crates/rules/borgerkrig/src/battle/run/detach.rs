//! Companies leave a regiment and rejoin it (§03.03.5, skema XV).

use krigsspil_field::prelude::*;
use krigsspil_turn::riders;
use serde_json::json;

use super::Run;
use super::state_changes::rebuild;
use crate::battle::bodies::footprint;
use crate::battle::order::{UnitOrder, Wing};
use crate::battle::state::*;
use crate::vocabulary::*;

/// A detachment rejoins a regiment within this many centimetres (house).
pub(in crate::battle) const REJOIN_CM: f64 = 4.0;

/// Men and losses that go with a detachment.
pub(super) struct Share {
    figures: i32,
    original: i32,
    lost_men: i32,
    captured: i32,
}

/// A detachment takes its share of the unit's losses, in whole figures; the remainder stays behind.
pub(super) fn share(unit: &Unit, figures: i32) -> Share {
    let even = (unit.original * figures + unit.figures / 2) / unit.figures.max(1);
    let lost = (even - figures).clamp(0, unit.original - unit.figures);
    let killed = lost.min(unit.lost_men / 20);
    let captured = (lost - killed).min(unit.captured);
    Share { figures, original: figures + killed + captured, lost_men: 20 * killed, captured }
}

impl Run<'_> {
    /// Companies of one wing become a unit of their own, where they stand.
    pub(super) fn detach(&mut self, unit: UnitId, companies: i32, wing: Wing) {
        let whole = self.unit(unit).clone();
        let figures = companies * whole.company;
        if figures <= 0 || whole.figures - figures < whole.company || whole.building.is_some() {
            return;
        }
        let share = share(&whole, figures);
        self.give_up(unit, &share);
        let kept = self.unit_mut(unit);
        kept.detached = true;
        kept.on_flanks_mm = 0;
        let made = self.new_detachment(unit, &whole, share);
        rebuild(self.battle, self.tables, unit);
        rebuild(self.battle, self.tables, made);
        self.stand_apart(&whole.placed, unit, made, wing);
        self.made_known_with(made, unit);
        self.tell("detaches", "03.03.5", &[unit, made], json!({"companies": companies}));
    }

    /// What goes with a detachment no longer belongs to the unit.
    pub(super) fn give_up(&mut self, unit: UnitId, share: &Share) {
        let kept = self.unit_mut(unit);
        kept.figures -= share.figures;
        kept.original -= share.original;
        kept.lost_men -= share.lost_men;
        kept.captured -= share.captured;
    }

    /// Those who have seen a unit have also seen its detachments.
    pub(super) fn made_known_with(&mut self, made: UnitId, unit: UnitId) {
        let battle = &mut *self.battle;
        for seat in battle.fixed.seating.all() {
            if battle.seen.sees(seat, unit) {
                battle.seen.add(seat, made);
            }
        }
    }

    /// The detachment, a new unit: its id is the regiment's id and a new number.
    pub(super) fn new_detachment(&mut self, unit: UnitId, whole: &Unit, share: Share) -> UnitId {
        let regiment = self.battle.regiment(unit);
        let base = self.unit(regiment);
        let told_off = self.battle.units.values().filter(|other| other.regiment == Some(regiment)).count();
        let number = told_off + 1;
        let mut made = Unit {
            id: format!("{}/{number}", base.id).into(),
            name: format!("{}/{number}", base.name).into(),
            regiment: Some(regiment),
            detached: true,
            figures: share.figures,
            original: share.original,
            lost_men: share.lost_men,
            captured: share.captured,
            trail: Vec::new(),
            fire_fight: None,
            last_order: None,
            written: None,
            work: None,
            melee: Vec::new(),
            grips: Vec::new(),
            act_done: None,
            todo: Vec::new(),
            planned: None,
            track: None,
            // It has used its turn for the detachment.
            now: ThisTurn { order: Some(UnitOrder::Stand), moved: true, ..whole.now.clone() },
            on_flanks_mm: 0,
            ..whole.clone()
        };
        made.now.declared_attack = false;
        made.now.storming = false;
        // Too few for an attack column, they stand in march column (§02.01.2).
        if footprint(&made, made.formation, self.tables).is_some_and(|print| !print.lawful) {
            made.formation = Formation::MarchColumn;
            made.gap_mm = 0;
        }
        self.battle.units.add(made)
    }

    /// The two units share the ground that they covered together: a column one behind the other, otherwise side by side.
    fn stand_apart(&mut self, together: &Placed, kept: UnitId, made: UnitId, wing: Wing) {
        let frame = *together.frame();
        let (front, own) = (together.body().front(), self.unit(kept).placed.body());
        let (kept_front, kept_depth) = (own.front(), own.depth());
        let made_front = self.unit(made).placed.body().front();
        let facing = together.pose().facing;
        let column = matches!(self.unit(kept).formation, Formation::MarchColumn | Formation::AttackColumn);
        if column {
            let (tail, ahead) = match together.body().trail() {
                Some(trail) => trail.back(kept_depth),
                None => (point(0.0, -kept_depth), point(0.0, 1.0)),
            };
            let ahead = frame.right * ahead.x + frame.ahead * ahead.y;
            self.unit_mut(made).pose = Pose::new(frame.to_ground(tail), Bearing::of(ahead)).on_grid();
        } else {
            let gap = crate::battle::bodies::mm(self.unit(kept).gap_mm);
            let side = if wing == Wing::Right { 1.0 } else { -1.0 };
            let inner = (kept_front - front) / 2.0 * side;
            let outer = inner + side * (kept_front / 2.0 + gap + made_front / 2.0);
            self.unit_mut(kept).pose = Pose::new(frame.at + frame.right * inner, facing).on_grid();
            self.unit_mut(made).pose = Pose::new(frame.at + frame.right * outer, facing).on_grid();
        }
        for unit in [kept, made] {
            self.stand_anew(unit);
        }
    }

    /// The way of a detachment to its regiment, in metres.
    pub(super) fn way_to_regiment(&self, unit: UnitId) -> f64 {
        let regiment = self.battle.regiment(unit);
        self.unit(unit).placed.centre().distance(self.unit(regiment).placed.centre())
    }

    /// The detachment rejoins the ranks of its regiment, with all its figures and losses.
    pub(super) fn rejoin(&mut self, unit: UnitId) {
        let regiment = self.battle.regiment(unit);
        let (back, whole) = (self.unit(unit), self.unit(regiment));
        let sound = |unit: &Unit| {
            unit.here() && matches!(unit.order, Order::Good | Order::LightDisorder) && unit.building.is_none()
        };
        let near = self.battle.cm_between(unit, regiment) <= REJOIN_CM;
        if regiment == unit || !near || !sound(back) || !sound(whole) || back.mounted != whole.mounted {
            self.unit_mut(unit).todo.clear();
            return self.tell("cannot_rejoin", "03.03.5", &[unit], json!({}));
        }
        let back = back.clone();
        let gone = self.unit_mut(unit);
        (gone.original, gone.figures, gone.lost_men, gone.captured) = (0, 0, 0, 0);
        gone.presence = Presence::Joined;
        gone.todo.clear();
        self.battle.waiting.retain(|waiting| *waiting != unit);
        let others = self
            .battle
            .units
            .values()
            .any(|other| other.regiment == Some(regiment) && other.presence != Presence::Joined);
        let stated = self.stated_detached(regiment);
        let whole = self.unit_mut(regiment);
        whole.original += back.original;
        whole.lost_men += back.lost_men;
        whole.captured += back.captured;
        whole.figures = whole.original - whole.captured - whole.lost_men / 20;
        whole.ammunition &= back.ammunition;
        whole.ever_fired |= back.ever_fired;
        whole.fired_last |= back.fired_last;
        whole.now.fired |= back.now.fired;
        whole.now.lost |= back.now.lost;
        whole.now.under_fire |= back.now.under_fire;
        whole.last_storm = whole.last_storm.max(back.last_storm);
        whole.detached = others || stated;
        // The worse order of the two becomes that of the whole.
        if back.order == Order::LightDisorder && whole.order == Order::Good {
            whole.order = Order::LightDisorder;
            whole.quiet = back.quiet;
            whole.now.entered |= back.now.entered;
        }
        riders::go_over(self, unit, regiment);
        self.stand_anew(regiment);
        self.tell("rejoins", "03.03.5", &[unit, regiment], json!({}));
    }

    /// Was the unit a detachment when the battle began?
    fn stated_detached(&self, unit: UnitId) -> bool {
        let stated = self.battle.fixed.scenario.units.iter();
        let mut stated = stated.filter(|stated| **stated.id.get_ref() == *self.unit(unit).id);
        let rated = stated.next().and_then(|stated| stated.ratings.get("borgerkrig"));
        rated.and_then(|rated| rated.get("detached")).and_then(toml::Value::as_bool).unwrap_or(false)
    }
}
