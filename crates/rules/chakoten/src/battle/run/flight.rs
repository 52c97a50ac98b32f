//! Flight (§13.01.2, §13.02).

use krigsspil_engine::{Centimetres, Men};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::first_that;
use serde_json::json;

use super::changes::rebuild;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::land::broken;
use crate::battle::rates::{Limits, rates};
use crate::battle::state::*;
use crate::battle::terrain::water_cm;
use crate::procedures::flight::{ArtilleryRout, FlightLosses};
use crate::vocabulary::*;

/// The turns off the straight way that a flight may take (§13.01.2), the straightest first.
const TURNS: [f64; 5] = [0.0, 10.0, -10.0, 20.0, -20.0];
/// A flight that has left the table this little before its end has left it.
const EDGE: f64 = 1.0e-4;

/// Farther than anybody flees in a turn, in metres.
const FAR: f64 = 1.0e6;

/// A way of flight.
struct Way {
    track: Track,
    /// Where it ends, in turns of flight.
    end: f64,
    /// It leaves the table.
    leaves: bool,
}

/// The formation is kept (§13.01.3): the men turn, and the body does not. It looks along its flight or away from it, or runs off over a
/// flank.
fn turned_away(runner: &Unit, away: Bearing) -> (Bearing, Leg) {
    let turn = runner.placed.pose().facing.turn_to(away).0;
    let over_a_flank = (45.0..135.0).contains(&turn.abs()) && !runner.massed && !runner.fronts_all_round();
    match () {
        () if !over_a_flank || runner.battery.is_some() => (away, Leg::Ahead(FAR)),
        () if turn > 0.0 => (away.right_by(Degrees(-90.0)).on_grid(), Leg::Sideways(Side::Right, FAR)),
        () => (away.right_by(Degrees(90.0)).on_grid(), Leg::Sideways(Side::Left, FAR)),
    }
}

impl Run<'_> {
    /// A unit in rout flees at once for a whole turn's flight, away from the cause; once a turn (§13.01.2).
    pub(super) fn flee(&mut self, unit: UnitId, from: Point) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        self.halt(unit);
        self.unit_mut(unit).now.halted = true;
        if self.unit(unit).now.fled {
            return Ok(());
        }
        self.unit_mut(unit).now.fled = true;
        self.unit_mut(unit).flight_turns += 1;
        self.guns_flee(unit)?;
        let stood = self.unit(unit).placed.clone();
        let middle = stood.centre();
        let away = if middle.distance(from) < 1.0 { self.home(unit) } else { Bearing::of(middle - from) };
        let Some(way) = self.best_way(unit, away) else { return Ok(()) };
        let water = self.widest_water(&way);
        let swept = self.sweeps_along(unit, &way.track, way.end)?;
        self.pay_for_flight(unit, water)?;
        if self.unit(unit).here() {
            self.set_down(unit, &way, &stood);
        }
        for (friend, order) in swept {
            self.driven(friend, order, from)?;
        }
        Ok(())
    }

    /// The straightest way that leads farthest from steady enemies.
    fn best_way(&self, unit: UnitId, away: Bearing) -> Option<Way> {
        let home = self.home(unit);
        let mut turns = TURNS.to_vec();
        if away.turn_to(home).0 < 0.0 {
            turns.iter_mut().for_each(|turn| *turn = -*turn);
        }
        let mut best: Option<Way> = None;
        for turn in turns {
            let Some(way) = self.way(unit, away.right_by(Degrees(turn)).on_grid()) else { continue };
            if best.as_ref().is_none_or(|best| way.end > best.end + 1.0e-6) {
                best = Some(way);
            }
        }
        best
    }

    fn way(&self, unit: UnitId, away: Bearing) -> Option<Way> {
        let runner = self.unit(unit);
        let (facing, leg) = turned_away(runner, away);
        let at = runner.placed.centre() + facing.ahead() * (runner.placed.body().depth() / 2.0);
        let start = runner.placed.moved_to(Pose::new(at, facing).on_grid());
        let limits = Limits { flees: true, ..Limits::default() };
        let pace = rates(runner, Gait::March, limits, self.tables);
        let track = march(&start, &[leg], &pace, &self.battle.ground, 0.0).ok()?;
        if !self.battle.ground.table().holds(&start) {
            // It is over the edge as soon as it turns this way (§13.02.3).
            return Some(Way { track, end: 0.0, leaves: true });
        }
        let swept = track.swept().grown(TOUCH);
        let enemies: Vec<(UnitId, Track)> = self
            .battle
            .enemies_of(unit)
            .filter(|&enemy| self.unit(enemy).steady() && swept.meets(self.unit(enemy).placed.extent()))
            .map(|enemy| (enemy, Track::standing(&self.unit(enemy).placed)))
            .collect();
        let mut marchers = vec![Marcher { name: unit, track: &track }];
        marchers.extend(enemies.iter().map(|(name, track)| Marcher { name: *name, track }));
        let watch = |one, other| Watch { contact: one == unit || other == unit, distance: None };
        let ends =
            |what: &Happening<UnitId>| matches!(what, Happening::Contact(..) | Happening::LeavesTable(_));
        let first = first_that(&marchers, self.battle.ground.table(), [1.0, 0.0], watch, ends);
        let (end, leaves) = match first.filter(|(at, _)| *at < 1.0) {
            Some((at, found)) => {
                let leaves = found.iter().any(|event| matches!(event.what, Happening::LeavesTable(_)));
                ((at - EDGE).max(0.0), leaves)
            }
            None => (1.0, false),
        };
        Some(Way { track, end, leaves })
    }

    /// A battery in rout leaves its guns, a limbered one half of them (§13.03.2, §13.03.3).
    fn guns_flee(&mut self, unit: UnitId) -> Go {
        let loads = self.unit(unit).loads;
        let Some(guns) = self.unit(unit).battery.as_ref().filter(|guns| guns.crew == Crew::AtGuns) else {
            return Ok(());
        };
        let facts = ArtilleryRout {
            limbered: guns.limbered,
            order: LostOrder::Rout,
            figure_pieces: guns.figure_pieces.clamp(1, 6),
            loads: loads.clamp(0, 100),
            choice: GunsChoice::LimberUp,
        };
        let left = plain(&facts, self.tables)?.pieces_left_behind;
        let (limbered, figures, pieces) = (guns.limbered, guns.figure_pieces, guns.pieces);
        if limbered && left < figures {
            let lost = pieces * left / figures.max(1);
            let stood = self.unit(unit).placed.pose();
            self.battle.land.guns.push((stood, left));
            if let Some(guns) = &mut self.unit_mut(unit).battery {
                guns.figure_pieces = figures - left;
                guns.pieces = (pieces - lost).max(1);
            }
            rebuild(self.battle, self.tables, unit);
            self.guns_stand_there();
            self.tell("guns_abandoned", "13.03.3", &[unit], json!({"pieces": left}));
        } else {
            let rides = self.takes_limbers(unit)?;
            self.leave_guns(unit, left, rides);
        }
        Ok(())
    }

    /// The widest water on the way (§13.02.4).
    fn widest_water(&self, way: &Way) -> f64 {
        let path = [way.track.at(0.0).pose().at, way.track.at(way.end).pose().at];
        let crossed = self.battle.ground.crossed(&path, 0.0).into_iter();
        let bridged = self.battle.ground.crossed(&path, 0.0).into_iter().any(|crossed| {
            let feature = self.battle.ground.feature(crossed.feature);
            feature.is_some_and(|feature| matches!(feature.kind, Kind::Crossing(_)) && !broken(feature))
                && !self.burns(crossed.feature)
        });
        let widths = crossed.filter_map(|crossed| water_cm(self.battle.ground.feature(crossed.feature)?));
        if bridged { 0.0 } else { widths.fold(0.0, f64::max) }
    }

    /// Every turn of flight after the first costs men, and water costs more (§13.02.4).
    fn pay_for_flight(&mut self, unit: UnitId, water_cm: f64) -> Go {
        let runner = self.unit(unit);
        let men = (MEN * runner.original - runner.lost_men).clamp(1, 20000);
        let facts = FlightLosses {
            men: Men(men),
            flight_turn: runner.flight_turns.clamp(1, 50),
            water_width_cm: Centimetres(water_cm.clamp(0.0, 1000.0)),
        };
        let lost = plain(&facts, self.tables)?.men_lost.0;
        if lost > 0 {
            self.tell("flight_losses", "13.02.4", &[unit], json!({"men": lost}));
            self.lose_men(unit, lost, "13.02.4")?;
        }
        Ok(())
    }

    fn set_down(&mut self, unit: UnitId, way: &Way, stood: &Placed) {
        if way.leaves {
            self.leaves(unit, Presence::Left);
            self.tell("leaves_the_field", "13.02.3", &[unit], json!({}));
            return;
        }
        let pose = way.track.halted_at(way.end).pose();
        self.unit_mut(unit).pose = pose;
        rebuild(self.battle, self.tables, unit);
        self.stand_clear(unit);
        self.unit_mut(unit).now.moved = true;
        self.tell_driven("flees", "13.01.2", unit, stood, json!({}));
        riders::carry(self, unit);
    }

    /// A unit whose valeur has sunk to -5 is broken for good (§13.07.3).
    pub(super) fn broken_for_good(&mut self) -> Go {
        for unit in self.in_place_order(|unit| unit.steady() && unit.branch != Branch::Wagon) {
            if self.unit(unit).branch != Branch::Artillery && self.battle.valeur(unit) <= -5 {
                let from = self.unit(unit).placed.centre() - self.home(unit).ahead() * (10.0 * CM);
                self.comes_into(unit, Order::Rout, "13.07.3");
                self.flee(unit, from)?;
            }
        }
        Ok(())
    }
}
