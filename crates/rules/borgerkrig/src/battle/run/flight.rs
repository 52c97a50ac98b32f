//! Flight, and friends that are swept along (§04.02.1, §04.02.2, chapter 08.03).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::*;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::first_that;
use serde_json::json;

use super::fires::steady;
use super::forced::{Driven, DrivenBy, rule_of};
use super::lines::nearest_place;
use super::movement::EDGE;
use super::state_changes::rebuild;
use super::struck::Side;
use super::{Go, Run};
use crate::battle::bodies::body;
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, rates};
use crate::procedures::forced::ForcedCause;
use crate::procedures::morale::{Contagion, FleeingPosition};
use crate::vocabulary::*;

/// A flight sweeps friends along within this distance (§08.03.1).
const CONTAGION_CM: f64 = 8.0;
/// How many points of the way are checked to see whether a flight is past a friend.
const LOOKS: u32 = 64;
/// A unit could run into an enemy within this distance: half a turn of flight, and the contagion it flees from.
const REACH_CM: f64 = 40.0;
/// A way leads toward an enemy if the cosine of the angle to him is more than this: within 75 degrees.
const TOWARD: f64 = 0.258_819;

impl Run<'_> {
    /// A unit in rout flees, and sweeps friends along (§04.02.1, §04.02.2, §08.03.0).
    pub(super) fn flee(
        &mut self,
        unit: UnitId,
        cause: ForcedCause,
        (away, turns): (Bearing, f64),
        enemy: Point,
        driven: &mut Vec<Driven>,
    ) -> Go {
        let away = away.on_grid();
        self.break_off(unit);
        let broke = self.as_it_broke(unit, cause);
        self.abandon_guns(unit);
        let facing = self.unit(unit).placed.pose().facing;
        // A unit that already flees has turned its back on its former front (ruling 71).
        let front = if cause == ForcedCause::RoutAtStart { away.right_by(Degrees(180.0)) } else { facing };
        let before = self.unit(unit).placed.centre();
        if self.unit(unit).building.is_some() {
            self.out_of_house(unit, away);
        }
        // It turns its back to the cause, about its own middle.
        let middle = self.unit(unit).placed.centre();
        let depth = self.unit(unit).placed.body().depth();
        let at = middle + away.ahead() * (depth / 2.0);
        self.unit_mut(unit).pose = Pose::new(at, away).on_grid();
        self.unit_mut(unit).trail.clear();
        rebuild(self.battle, self.tables, unit);
        super::state_changes::stay_on_table(self.battle, unit);
        let Some(row) = self.forced_row(unit, cause) else { return Ok(()) };
        let pace = rates(self.unit(unit), row, self.tables);
        let legs = [Leg::Ahead(1.0e6)];
        let Ok(track) = march(&self.unit(unit).placed, &legs, &pace, &self.battle.ground, 0.0) else {
            return Ok(());
        };
        let end = self.flight_end(unit, &track, turns);
        let (start, swept) = (track.at(0.0), track.swept().grown(CONTAGION_CM * CM + TOUCH));
        let whole = end == turns;
        let flight = Flight { track: &track, start, swept, end, whole, front, before, broke: &broke, enemy };
        let stop = self.sweep_along(unit, &flight, driven)?;
        self.goes_through(unit, &track, stop);
        // Those who are swept along will not stay where they are now.
        let going: Vec<UnitId> = driven.iter().map(|driven| driven.unit).collect();
        let placed = self.clear_of_friends(unit, &track, stop, (&legs[0], &pace), &going);
        let fled = self.unit_mut(unit);
        fled.pose = placed.pose();
        fled.placed = placed;
        fled.now.moved = true;
        self.tell_driven("flees", rule_of(cause), unit, &broke, json!({"stopped": stop != end}));
        riders::carry(self, unit);
        Ok(())
    }

    /// The ground a unit held when it broke, before it became a crowd: units within 8 cm of it are threatened (§08.03.1).
    fn as_it_broke(&self, unit: UnitId, cause: ForcedCause) -> Placed {
        let (runner, now) = (self.unit(unit), &self.unit(unit).placed);
        if cause == ForcedCause::RoutAtStart || runner.battery.is_some() {
            return now.clone();
        }
        let mut formed = runner.clone();
        formed.order = Order::Good;
        let stood = body(&formed, self.tables, &self.battle.ground).and_then(|body| body.at(now.pose()));
        let Ok(stood) = stood else { return now.clone() };
        let Pose { at, facing } = stood.pose();
        stood.moved_to(Pose::new(at + (now.centre() - stood.centre()), facing))
    }

    /// The direction in which a unit in rout flees at the start of a turn: home, unless that leads toward the nearest enemy; then away from
    /// him (§04.02.2).
    pub(super) fn way_of_flight(&self, unit: UnitId) -> Bearing {
        let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
        let Some(enemy) = self.nearest_enemy(unit) else { return home };
        self.way_from(unit, self.unit(enemy).placed.centre())
    }

    /// The direction away from an enemy: as near as possible to the direction home, with him at its back, and toward no other enemy
    /// (§04.02.2, ruling 80).
    pub(super) fn way_from(&self, unit: UnitId, enemy: Point) -> Bearing {
        let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
        let away = self.away(unit, enemy);
        let turns = (0..=12).flat_map(|step| [f64::from(step) * 15.0, f64::from(step) * -15.0]);
        let ways = turns.map(|turn| home.right_by(Degrees(turn)));
        let behind_it = |way: &Bearing| away.turn_to(*way).0.abs() <= 90.0;
        let mut ways = ways.filter(behind_it);
        if away.turn_to(home).0.abs() > 90.0 && !self.leads_to_enemy(unit, away) {
            return away;
        }
        ways.find(|way| !self.leads_to_enemy(unit, *way)).unwrap_or(away)
    }

    /// Would it come nearer to a steady enemy whom a flight in that direction could reach?
    fn leads_to_enemy(&self, unit: UnitId, way: Bearing) -> bool {
        let (middle, ahead) = (self.unit(unit).placed.centre(), way.ahead());
        self.battle.enemies_of(unit).any(|enemy| {
            let other = self.unit(enemy);
            let there = nearest_place(&other.placed, middle) - middle;
            other.steady()
                && other.wagon.is_none()
                && there.length() <= REACH_CM * CM
                && there.dot(ahead) > there.length() * TOWARD
        })
    }

    /// Flight ends with its time, at the table's edge, or at an enemy.
    fn flight_end(&self, unit: UnitId, track: &Track, turns: f64) -> f64 {
        // Enemies that the flight never comes near do not need to be watched.
        let swept = track.swept().grown(TOUCH);
        let others: Vec<(UnitId, Track)> = self
            .battle
            .enemies_of(unit)
            .filter(|&enemy| self.unit(enemy).order != Order::Rout)
            .filter(|&enemy| swept.meets(self.unit(enemy).placed.extent()))
            .map(|enemy| (enemy, Track::standing(&self.unit(enemy).placed)))
            .collect();
        let mut marchers = vec![Marcher { name: unit, track }];
        marchers.extend(others.iter().map(|(name, track)| Marcher { name: *name, track }));
        let watch = |one, other| Watch { contact: one == unit || other == unit, distance: None };
        let ends =
            |what: &Happening<UnitId>| matches!(what, Happening::Contact(..) | Happening::LeavesTable(_));
        let first = first_that(&marchers, self.battle.ground.table(), [turns, 0.0], watch, ends);
        first.filter(|(at, _)| *at < turns).map_or(turns, |(at, _)| (at - EDGE).max(0.0))
    }

    /// The friends that a flight comes near, beside or behind it, the earliest first (§08.03.1).
    fn friends_near(&self, unit: UnitId, flight: &Flight<'_>) -> Vec<(f64, UnitId, FleeingPosition)> {
        let side = self.unit(unit).side;
        let start = flight.start.centre();
        let mut met = Vec::new();
        for friend in self.battle.here() {
            let other = self.unit(friend);
            if friend == unit || other.side != side || other.order == Order::Rout || other.wagon.is_some() {
                continue;
            }
            let off = flight.front.turn_to(Bearing::of(other.placed.centre() - start)).0.abs();
            let position = match off {
                off if off < 45.0 => continue,
                off if off <= 135.0 => FleeingPosition::Beside,
                _ => FleeingPosition::Behind,
            };
            if let Some(at) = flight.first_near(&other.placed) {
                met.push((at, friend, position));
            }
        }
        met.sort_by(|a, b| self.battle.nearer((a.0, a.1), (b.0, b.1)));
        met
    }

    /// Tries one friend after the other, as far as the flight gets; returns the moment where it stops (§08.03.2, §08.03.4).
    fn sweep_along(&mut self, unit: UnitId, flight: &Flight<'_>, driven: &mut Vec<Driven>) -> Go<f64> {
        let (figures, before, enemy) = (self.unit(unit).figures, flight.before, flight.enemy);
        let mut stop = flight.end;
        for (at, friend, position) in self.friends_near(unit, flight) {
            if at > stop {
                break;
            }
            let other = self.unit(friend);
            let facts = Contagion {
                distance_cm: Centimetres(flight.cm_to(&other.placed, at).min(CONTAGION_CM)),
                position,
                fleeing_figures: Figures(figures.clamp(1, 400)),
                threatened_figures: Figures(other.figures.clamp(1, 400)),
                order: steady(other.order),
                support: self.supported(friend),
                general: self.general_with(friend),
                cover: cover_against(self.battle, friend, before),
                valeur: other.valeur,
            };
            let was = other.order;
            let about = json!({"other": self.id(unit)});
            let result = self.roll_own(("may_be_swept_along", "08.03.2"), friend, about, &facts)?;
            let order = result.order_after;
            let worse = matches!(order, Order::Disorder | Order::Rout) && was.reached_by(result.order_after);
            if worse && !matches!(result.result, OrderResult::Good) {
                // It flees from the enemy who broke its friend (ruling 80).
                let side = Side::of_place(&self.unit(friend).placed, enemy);
                self.worsen(friend, order, "08.03.2");
                driven.push(Driven { unit: friend, order, by: DrivenBy::Friend, from: enemy, side });
            }
            if result.flight_stopped {
                stop = flight.behind(&self.unit(friend).placed, at, stop);
                self.unit_mut(unit).now.flight_stopped = true;
            }
        }
        Ok(stop)
    }

    /// Unlimbered guns are left behind; the gunners flee as infantry (§08.02.6).
    pub(super) fn abandon_guns(&mut self, unit: UnitId) {
        let pose = self.unit(unit).placed.pose();
        let fleeing = self.unit_mut(unit);
        if let Some(battery) = &mut fleeing.battery
            && !battery.limbered
            && battery.abandoned.is_none()
        {
            battery.abandoned = Some(pose);
            battery.hit = None;
            battery.repair = None;
            rebuild(self.battle, self.tables, unit);
            self.materiel_stands();
            self.tell("guns_abandoned", "08.02.6", &[unit], json!({}));
        }
    }
}

/// A flight as it would go if nobody stopped it.
struct Flight<'a> {
    track: &'a Track,
    /// The body at the start.
    start: Placed,
    /// It comes near nobody outside this box.
    swept: Extent,
    /// When it ends.
    end: f64,
    /// It ends with its time, not at an enemy or the edge.
    whole: bool,
    /// The direction of its front before it turned.
    front: Bearing,
    /// The place of its middle before.
    before: Point,
    /// The ground it held.
    broke: &'a Placed,
    /// The place of the enemy who broke it.
    enemy: Point,
}

impl Flight<'_> {
    /// When it first comes within 8 cm of a body.
    fn first_near(&self, body: &Placed) -> Option<f64> {
        if self.cm_to(body, 0.0) <= CONTAGION_CM {
            return Some(0.0);
        }
        if !self.swept.meets(body.extent()) {
            return None;
        }
        let standing = Track::standing(body);
        let marchers = [Marcher { name: 0, track: self.track }, Marcher { name: 1, track: &standing }];
        let table = Table::with_corner(point(-1.0e6, -1.0e6), 2.0e6, 2.0e6).ok()?;
        let watch = |_, _| Watch { contact: false, distance: Some(CONTAGION_CM * CM) };
        let near = |what: &Happening<i32>| matches!(what, Happening::Within(..));
        first_that(&marchers, &table, [self.end, CONTAGION_CM * CM], watch, near).map(|(at, _)| at)
    }

    /// Centimetres to a body at a moment; at the first moment, also from the ground it held.
    fn cm_to(&self, body: &Placed, at: f64) -> f64 {
        match at {
            0.0 => distance(&self.start, body).min(distance(self.broke, body)) / CM,
            _ => distance(&self.track.at(at), body) / CM,
        }
    }

    /// The moment when it comes out behind a friend, if nothing stops it before: a flight that would end among his ranks goes through them
    /// (§08.03.4).
    fn behind(&self, body: &Placed, from: f64, stop: f64) -> f64 {
        let way = self.track.at(self.end).pose().at - self.start.pose().at;
        let out = |moment: &f64| {
            let there = self.track.at(*moment);
            !in_contact(&there, body) && (there.centre() - body.centre()).dot(way) > 0.0
        };
        let looks = |from: f64, to: f64| {
            (0..=LOOKS).map(move |look| from + (to - from) * f64::from(look) / f64::from(LOOKS)).find(out)
        };
        let among = || self.whole && stop == self.end && in_contact(&self.track.at(self.end), body);
        looks(from, stop).or_else(|| among().then(|| looks(self.end, 1.0)).flatten()).unwrap_or(stop)
    }
}
