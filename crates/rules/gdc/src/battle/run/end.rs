//! The recovery phase (§seq.recovery.1 to §seq.recovery.3), those who come, victory, and the next turn.

use krigsspil_engine::battle::{Life, Presence};
use krigsspil_engine::scenario::Reinforcement;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause};
use krigsspil_turn::objectives;
use krigsspil_turn::phases::Stand;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::ending;
use crate::battle::legal::{lay_needed, stands_clear};
use crate::battle::off_board::{AT_THE_EDGE, Area, Edges};
use crate::battle::pace::{Going, open_yards};
use crate::battle::phases::TURN;
use crate::battle::state::*;
use crate::procedures::bound_units::RegimentalCohesion;
use crate::procedures::recovery::{RecallStatus, Recovery, ReserveZoneTime};
use crate::vocabulary::*;

/// Those who come onto the table at one place stand so far beside each other, in yards.
const BESIDE: f64 = 95.0;
/// Guns are crewed again when a friend is so near and no enemy, in yards (§7.11-b).
const RETAKEN: i32 = 100;

impl Run<'_> {
    /// Temporary losses are recovered, recall is counted, the time in the reserve zone is thrown for.
    pub(super) fn recovery(&mut self) -> Go {
        let here = self.battle.by_place(self.battle.here().collect());
        for &unit in &here {
            self.recovers(unit)?;
            self.recall(unit)?;
            self.retakes(unit);
        }
        self.reserve_zone()?;
        self.come_out_of_squares();
        self.battle.zones_settle();
        self.engineers_settle();
        self.cohesion()?;
        self.reinforcements();
        self.battle.held = objectives::holders(self.battle);
        Ok(())
    }

    /// Who is too far from its regiment (opt.cohesion): measured in this phase. Whoever is of no regiment named by the scenario is not bound.
    fn cohesion(&mut self) -> Go {
        if !self.battle.fixed.options.cohesion {
            return Ok(());
        }
        let battalion = |unit: UnitId| self.unit(unit).arm == Arm::Infantry;
        let bound = self.battle.here().filter(|&unit| battalion(unit));
        for unit in self.battle.by_place(bound.collect()) {
            let own = self.unit(unit);
            let Some(regiment) = own.ratings.regiment.clone() else { continue };
            let friends = self.battle.friends_of(own.side);
            let others: Vec<UnitId> =
                friends.filter(|&other| other != unit && self.unit(other).arm == Arm::Infantry).collect();
            let near = |other: UnitId| self.battle.yards(unit, other);
            let of_it = |other: &UnitId| self.unit(*other).ratings.regiment.as_ref() == Some(&regiment);
            let same = others.iter().copied().filter(of_it).map(near).min();
            let facts = RegimentalCohesion {
                // One that is alone of its regiment has nobody to keep near to.
                same_regiment_yards: Yards(same.unwrap_or(0).clamp(0, 20000)),
                any_battalion_yards: Yards(
                    others.iter().copied().map(near).min().unwrap_or(0).clamp(0, 20000),
                ),
                melee_grade: self.grades(unit).0,
                skirmishers: own.unformed(),
                status: Status::Good,
            };
            let outside = !super::telling::plain(self.tables, &facts)?.in_cohesion;
            if outside && !self.unit(unit).outside {
                self.tell("out_of_cohesion", "opt.cohesion", &[unit], json!({}));
            }
            self.unit_mut(unit).outside = outside;
        }
        Ok(())
    }

    /// §3.4: straight to its permanent state.
    fn recovers(&mut self, unit: UnitId) -> Go {
        let own = self.unit(unit);
        let facts = Recovery {
            status: own.temporary.max(own.permanent()),
            permanent_status: own.permanent(),
            moved_or_charged: own.turn.moved || own.turn.charged,
            morale_loss_this_turn: own.turn.morale_loss,
            casualty_from_fire: own.turn.hit,
            was_charged_and_fought: own.turn.fought,
            won_melee: own.turn.won,
            melee_castings_lost: Castings(own.turn.melee_lost.clamp(0, 20)),
        };
        let recovered = super::telling::plain(self.tables, &facts)?;
        if recovered.recovers {
            self.unit_mut(unit).temporary = Status::Good;
            self.tell("recovers", "3.4", &[unit], json!({"status": recovered.status_after}));
        }
        Ok(())
    }

    /// Two full turns of recall, then it acts normally and is in its permanent state (§3.5, R43).
    fn recall(&mut self, unit: UnitId) -> Go {
        let Some(turns) = self.unit(unit).recall else { return Ok(()) };
        let facts = RecallStatus {
            turns_in_recall: turns.min(10),
            engaged: self.battle.engaged(unit),
            unformed: self.unit(unit).unformed(),
            enemy_between_it_and_baseline: false,
        };
        let recall = super::telling::plain(self.tables, &facts)?;
        let own = self.unit_mut(unit);
        if recall.in_recall {
            own.recall = Some(turns + 1);
        } else {
            (own.recall, own.temporary) = (None, Status::Good);
            self.tell("recall_ends", "3.5", &[unit], json!({}));
        }
        Ok(())
    }

    /// Guns whose place is its own side's again are served again, if there is a crew (§7.11-b).
    fn retakes(&mut self, unit: UnitId) {
        let own = self.unit(unit);
        if !own.abandoned() || own.castings == 0 {
            return;
        }
        let near = |other: UnitId| self.battle.yards(unit, other) <= RETAKEN;
        let friend = self
            .battle
            .friends_of(own.side)
            .any(|other| other != unit && self.unit(other).formed() && near(other));
        let enemy = self.battle.enemies_of(own.side).any(near);
        if friend && !enemy && stands_clear(self.battle, unit, &own.placed) {
            if let Some(battery) = &mut self.unit_mut(unit).battery {
                (battery.abandoned, battery.shelter) = (false, None);
            }
            self.tell("guns_retaken", "7.11-b", &[unit], json!({}));
        }
    }

    /// Cavalry without integrity: its time is thrown for, and when it is over it comes back at its baseline (§3.51).
    fn reserve_zone(&mut self) -> Go {
        let away = self.battle.units.ids().filter(|&unit| self.unit(unit).reserve.is_some());
        for unit in self.battle.by_place(away.collect()) {
            let turns = self.unit(unit).reserve.unwrap_or(0);
            if turns == 0 {
                let own = self.unit(unit);
                let facts = ReserveZoneTime {
                    morale_grade: self.grades(unit).1,
                    permanently_unorganized: own.permanent() == Status::Unorganized,
                };
                let thrown = self.roll(("reserve_zone", "3.51"), &[unit], json!({}), &facts)?;
                self.unit_mut(unit).reserve = Some(thrown.turns.0.max(1));
                continue;
            }
            if turns > 1 {
                self.unit_mut(unit).reserve = Some(turns - 1);
                continue;
            }
            self.comes_back(unit);
        }
        Ok(())
    }

    fn comes_back(&mut self, unit: UnitId) {
        let own = self.unit(unit);
        let home = Bearing::degrees(self.battle.fixed.sides[own.side].home);
        let table = self.battle.fixed.ground.table().extent();
        let facing = home.right_by(Degrees(180.0)).on_grid();
        let middle = own.placed.pose().at;
        let tables = self.tables;
        let Ok(body) = bodies::body(own, Stance::Column, tables) else { return };
        let (width, depth) = (table.width() + table.height(), body.depth());
        let place = |aside: f64| {
            // The edge of the table in the direction home, beside where it stood.
            let at = middle + home.ahead().right() * aside;
            let edge = (0..400)
                .map(|step| at + home.ahead() * (f64::from(step) * width / 400.0))
                .take_while(|at| table.holds(*at))
                .last();
            let edge = edge.unwrap_or(at);
            Pose::new(edge + facing.ahead() * (depth + 20.0), facing).on_grid()
        };
        let outward = self.battle.outward(middle) * if home.ahead().y < 0.0 { -1.0 } else { 1.0 };
        let beside = (0..60)
            .flat_map(|step| [f64::from(step) * 50.0, -f64::from(step) * 50.0])
            .map(|aside| aside * outward);
        let there = beside
            .filter_map(|aside| body.at(place(aside)).ok())
            .find(|there| stands_clear(self.battle, unit, there));
        if let Some(there) = there {
            let own = self.unit_mut(unit);
            (own.placed, own.stance) =
                (there, if own.ratings.cossacks { Stance::Skirmish } else { Stance::Column });
            (own.presence, own.reserve, own.temporary, own.recall) =
                (Presence::Here, None, Status::Good, None);
            if own.stance == Stance::Skirmish {
                bodies::rebuild(own, tables);
            }
            self.tell("comes_back", "3.51", &[unit], json!({}));
        }
    }

    /// Victory, or the next turn.
    pub(super) fn next_turn(&mut self) -> Result<(), Pause> {
        self.end_of_phase();
        self.battle.ending = ending::ending(self.battle);
        if let Some(ended) = self.battle.ending.clone() {
            let about = json!({"winner": ended.winner, "reason": ended.reason});
            self.tell_all("battle_over", "seq.recovery.1", about);
            return Ok(());
        }
        let last = self.battle.turn;
        self.battle.log.drop_before(last);
        self.battle.turn += 1;
        self.battle.charges.clear();
        for unit in self.battle.units.values_mut() {
            // Three charges in a row, then one turn without (§5.3.F).
            if !unit.turn.charged {
                unit.charges_running = 0;
            }
            unit.turn = InTurn::default();
        }
        for general in self.battle.generals.values_mut() {
            general.squared = false;
        }
        lay_needed(self.battle, self.tables);
        let order: Vec<SideId> = self.battle.fixed.sides.ids().collect();
        self.battle.stand = Stand::at_start(&TURN, order);
        self.tell_all("turn_begins", "seq.command.1", json!({"turn": self.battle.turn}));
        Ok(())
    }

    /// Those whose turn has come enter one behind the other, in column, guns limbered; who finds no room waits (§6.5).
    fn reinforcements(&mut self) {
        let fixed = self.battle.fixed.clone();
        for later in &fixed.scenario.reinforcements {
            if *later.turn.get_ref() <= self.battle.turn + 1 {
                self.enter(later);
            }
        }
    }

    fn enter(&mut self, later: &Reinforcement) {
        let [x, y] = *later.place.get_ref();
        let pose = Pose::new(point(x, y), Bearing::degrees(later.facing)).on_grid();
        for who in &later.who {
            let id = who.get_ref();
            if let Some(post) = self.battle.post(id) {
                let rider = &mut self.battle.posts[post].rider;
                if rider.life == Life::Coming {
                    (rider.life, rider.place) = (Life::Here, pose.at);
                }
            } else if let Some(unit) = self.battle.unit(id)
                && self.unit(unit).presence == Presence::Coming
                && self.unit(unit).reserve.is_none()
                && self.unit(unit).off.is_none()
            {
                self.unit_enters(unit, pose);
            }
        }
    }

    pub(super) fn unit_enters(&mut self, unit: UnitId, pose: Pose) {
        let tables = self.tables;
        let own = self.unit_mut(unit);
        own.stance = match own.arm {
            Arm::Artillery => Stance::Limbered,
            _ if own.ratings.cossacks || own.ratings.indians => Stance::Skirmish,
            _ => Stance::Column,
        };
        own.placed = own.placed.moved_to(pose);
        bodies::rebuild(own, tables);
        let body = self.unit(unit).placed.clone();
        // On the road rate, beside or ahead of those who came before it.
        let rate = open_yards(self.battle, tables, unit, Going::Road).max(200);
        let beside = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0].map(|aside| aside * BESIDE);
        let there = beside
            .into_iter()
            .flat_map(|aside| (0..rate / 10).map(move |step| (aside, f64::from(step) * 10.0)));
        // A baseline that enemies have overrun is entered where they have not (§6.5).
        let side = self.unit(unit).side;
        let edges = Edges::of(self.battle, side);
        let baseline = edges.yards_to(&body, Area::Reserve) <= AT_THE_EDGE;
        let open = |aside: f64| {
            let at = pose.at + pose.facing.ahead().right() * aside;
            self.battle.entry_open(tables, side, at, baseline)
        };
        let there = there.filter(|(aside, _)| open(*aside)).map(|(aside, far)| {
            let at = pose.at + pose.facing.ahead() * far + pose.facing.ahead().right() * aside;
            body.moved_to(Pose::new(at, pose.facing).on_grid())
        });
        match there.into_iter().find(|there| stands_clear(self.battle, unit, there)) {
            Some(there) => {
                let own = self.unit_mut(unit);
                (own.placed, own.presence) = (there, Presence::Here);
                self.tell_own("arrives", "6.5", unit, json!({}));
            }
            None => self.tell_own("waits_to_enter", "6.5", unit, json!({})),
        }
    }
}
