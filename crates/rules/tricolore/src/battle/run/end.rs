//! The end of a turn (§turn.H): reorganisation, counters of orders, those who come, victory, and the next turn.

use krigsspil_engine::battle::{Life, Presence};
use krigsspil_engine::scenario::Reinforcement;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause};
use krigsspil_turn::objectives;
use krigsspil_turn::phases::Stand;
use serde_json::json;

use super::Run;
use crate::battle::ending;
use crate::battle::phases::TURN;
use crate::battle::state::*;
use crate::vocabulary::BaseFormation;

impl Run<'_> {
    /// Phase H, both sides at once.
    pub(super) fn grand_administration(&mut self) -> Go {
        self.grand_reorganisation()?;
        for command in self.battle.commands.values_mut() {
            if let Some(pending) = &mut command.pending {
                pending.turns += 1;
            }
        }
        self.reinforcements();
        self.battle.held = objectives::holders(self.battle);
        Ok(())
    }

    /// Victory, or the next turn.
    pub(super) fn next_turn(&mut self) -> Result<(), Pause> {
        self.battle.ending = ending::ending(self.battle);
        if let Some(ended) = self.battle.ending.clone() {
            let about = json!({"winner": ended.winner, "reason": ended.reason});
            self.tell_all("battle_over", "house.victory", about);
            return Ok(());
        }
        let last = self.battle.turn;
        self.battle.log.drop_before(last);
        self.battle.turn += 1;
        self.battle.sights.clear();
        self.battle.attacks.clear();
        self.battle.shots.clear();
        for unit in self.battle.units.values_mut() {
            (unit.sequence, unit.this_turn) = (InSequence::default(), InTurn::default());
        }
        for command in self.battle.commands.values_mut() {
            (command.engaged, command.touched) = (false, false);
        }
        let mut order = self.initiative_last();
        order.reverse();
        self.battle.stand = Stand::at_start(&TURN, order);
        self.tell_all("turn_begins", "turn.A", json!({"turn": self.battle.turn}));
        Ok(())
    }

    /// Those whose turn has come enter one behind the other, in march column, guns limbered; who finds no room waits.
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
                    self.battle.officers[post].facing = pose.facing.as_degrees();
                }
            } else if let Some(unit) = self.battle.unit(id)
                && self.unit(unit).presence == Presence::Coming
            {
                self.unit_enters(unit, pose);
            }
        }
    }

    fn unit_enters(&mut self, unit: UnitId, pose: Pose) {
        let own = self.unit_mut(unit);
        own.formation = match own.branch {
            Branch::FootArtillery | Branch::HorseArtillery => BaseFormation::Limbered,
            _ => BaseFormation::MarchColumn,
        };
        own.trail = Vec::new();
        own.placed = own.placed.moved_to(pose);
        self.rebuild(unit);
        let body = self.unit(unit).placed.clone();
        let table = *self.battle.fixed.ground.table();
        // As far in as brings its tail onto the table; then ahead of those who came before it.
        let clear = |there: &Placed| {
            let on = |other: UnitId| overlaps(there, &self.unit(other).placed);
            table.holds(there) && !self.battle.here().any(on)
        };
        let there = (0..200).map(|step| {
            let far = f64::from(step) * 10.0;
            body.moved_to(Pose::new(pose.at + pose.facing.ahead() * far, pose.facing).on_grid())
        });
        match there.into_iter().find(clear) {
            Some(there) => {
                let own = self.unit_mut(unit);
                own.stand = there.pose().at;
                own.placed = there;
                own.presence = Presence::Here;
                self.tell_own("arrives", "turn.H", unit, json!({}));
            }
            None => self.tell_own("waits_to_enter", "turn.H", unit, json!({})),
        }
    }
}
