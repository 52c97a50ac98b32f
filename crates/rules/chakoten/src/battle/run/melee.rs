//! The melee and what follows it (chapter 12, §13.04).

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Fault, Figures, Procedure};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::facts::Brought;
use super::moving::JUST;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::order::Step;
use crate::battle::questions::{FOLLOWS, Follows, WITHDRAWS, Withdraws};
use crate::battle::state::*;
use crate::modifiers::melee::{ATTACKER_SUPPORT, DEFENDER_SUPPORT};
use crate::procedures::aftermath::Surrender;
use crate::procedures::melee::{Melee, MeleeResult};
use crate::vocabulary::*;

/// A few metres beyond an enemy's ground, so that a unit that follows stands on it.
const ONTO: f64 = 2.0;
/// The farthest that anybody follows, in metres, and how finely it is measured.
const FOLLOWS_FAR: f64 = 60.0 * CM;
const FOLLOW_STEP: f64 = 0.25;

impl Run<'_> {
    /// Two units at break-in distance fight (§12.02).
    pub(super) fn fight(&mut self, attacker: UnitId, defender: UnitId) -> Go {
        if self.surrenders_at_once(attacker, defender)? {
            return Ok(());
        }
        // Whoever attacks has the support that stands on the sheet, also when both do (§12.02.1, §12.03.7.8).
        let both = self.both_attack(attacker, defender);
        let supports = [self.support_of(attacker, true), self.support_of(defender, both)];
        let chiefs = [self.chief_in_melee(attacker)?, self.chief_in_melee(defender)?];
        let facts = self.melee_facts(attacker, defender, Brought { chiefs, supports });
        super::changes::drop_track(self.battle, attacker);
        super::changes::drop_track(self.battle, defender);
        let given: [Vec<UnitId>; 2] = supports.map(|support| support.into_iter().collect());
        let explained = [(&ATTACKER_SUPPORT, &given[0][..]), (&DEFENDER_SUPPORT, &given[1][..])];
        if let Some(refused) = self.refused_by_cossacks(&facts)? {
            self.note_fight(attacker, defender, both);
            return self.cossacks_refuse(attacker, defender, refused);
        }
        let result = self.roll(("melee", "12.02.1"), &[attacker, defender], json!({}), &facts, &explained)?;
        for (unit, support) in [(attacker, supports[0]), (defender, supports[1])] {
            if let Some(support) = support {
                self.unit_mut(support).now.supports = Some(unit);
            }
        }
        self.note_fight(attacker, defender, both);
        self.after(attacker, defender, both, &result)
    }

    fn note_fight(&mut self, attacker: UnitId, defender: UnitId, both: bool) {
        let now = self.now();
        for (unit, other, attacks) in [(attacker, defender, true), (defender, attacker, both)] {
            let fighter = self.unit_mut(unit);
            fighter.now.fought.push(other);
            fighter.now.disturbed = true;
            fighter.quiet_since = now;
            fighter.first_fire_spent = true;
            fighter.first_attack_spent |= attacks;
        }
        self.battle.waiting.retain(|unit| {
            ![attacker, defender].contains(unit) || self.battle.units[*unit].battery.is_some()
        });
    }

    /// A unit of one or two figures cannot fight (§12.02.3).
    fn surrenders_at_once(&mut self, attacker: UnitId, defender: UnitId) -> Go<bool> {
        if self.unit(defender).branch == Branch::Wagon {
            self.destroyed(defender, "12.01.4");
            return Ok(true);
        }
        if self.unit(attacker).figures <= 2 {
            self.halt(attacker);
            self.unit_mut(attacker).now.fought.push(defender);
            self.tell("attacks_only_so_far", "12.02.3", &[attacker, defender], json!({"reason": "too_few"}));
            return Ok(true);
        }
        self.surrender_check(defender, attacker)
    }

    fn surrender_check(&mut self, unit: UnitId, to: UnitId) -> Go<bool> {
        let cavalry = |unit: &Unit| unit.branch == Branch::Cavalry;
        let (beaten, winner) = (self.unit(unit), self.unit(to));
        let facts = Surrender {
            figures: Figures(beaten.figures.clamp(1, 500)),
            cavalry: cavalry(beaten),
            beaten_in_fu: beaten.beaten_in_flight.clamp(0, 20),
            attacker_figures: Figures(winner.figures.clamp(1, 500)),
            attacker_cavalry: cavalry(winner),
        };
        let result = plain(&facts, self.tables)?;
        if result.surrenders {
            self.tell("surrenders", "13.02.2", &[unit, to], json!({"reason": result.reason}));
            self.leaves(unit, Presence::Gone);
        }
        Ok(result.surrenders)
    }

    /// Do cossacks refuse this melee? It depends on the points alone: nothing is thrown (§15.03.1).
    fn refused_by_cossacks(&self, facts: &Melee) -> Result<Option<RefusingSide>, Fault> {
        if facts.attacker.arm != AttackerArm::Cossacks && facts.defender.arm != MeleeArm::Cossacks {
            return Ok(None);
        }
        let refused = facts.resolve(self.tables, &mut ScriptedDice::new(&[3; 6]), &mut ())?.refused;
        Ok((refused != RefusingSide::None).then_some(refused))
    }

    /// Cossacks with fewer points go back in disorder (§15.03.1).
    fn cossacks_refuse(&mut self, attacker: UnitId, defender: UnitId, refused: RefusingSide) -> Go {
        let (goes, from) = match refused {
            RefusingSide::Defender => (defender, attacker),
            _ => (attacker, defender),
        };
        self.tell("turns_back", "15.03.1", &[goes, from], json!({}));
        let from = self.danger_from(goes, from);
        self.comes_into(goes, Order::Disorder, "15.03.1");
        self.retire(goes, from)
    }

    /// Losses, orders, and what either does then.
    fn after(&mut self, attacker: UnitId, defender: UnitId, both: bool, result: &MeleeResult) -> Go {
        let position = self.unit(defender).placed.clone();
        // Who is beaten when both attack has lost his ground to an attacker (ruling 61).
        let stood = both.then(|| self.unit(attacker).placed.clone());
        let causes = [self.danger_from(attacker, defender), self.danger_from(defender, attacker)];
        let was_rout = self.unit(defender).order == Order::Rout;
        let house = self.unit(defender).inside.clone();
        self.lose_men(attacker, result.attacker_men_lost.0, "12.02.2")?;
        self.lose_men(defender, result.defender_men_lost.0, "12.02.2")?;
        if result.mutual_disorder {
            return self.mutual(attacker, defender);
        }
        let sides = [
            (attacker, defender, result.attacker_order_after, causes[0]),
            (defender, attacker, result.defender_order_after, causes[1]),
        ];
        for (unit, other, after, from) in sides {
            let lost = match result.winner {
                MeleeWinner::None => false,
                MeleeWinner::Attacker => unit == defender,
                MeleeWinner::Defender => unit == attacker,
            };
            if !lost || !self.unit(unit).here() {
                continue;
            }
            let winner_attacked = if unit == defender { true } else { both };
            if after == Order::Rout {
                let turn = self.battle.turn;
                if self.unit(other).here() {
                    self.unit_mut(other).victory = Some(turn);
                }
                if winner_attacked && result.prisoners_if_held > 0 {
                    self.battle.positions.push(Position {
                        loser: unit,
                        winner: other,
                        corners: if unit == defender {
                            house.as_ref().map_or_else(|| corners(&position), |house| house.walls.clone())
                        } else {
                            corners(&self.unit(unit).placed)
                        },
                        figures: result.prisoners_if_held,
                        building: house.is_some() && unit == defender,
                    });
                }
                if was_rout {
                    self.unit_mut(unit).beaten_in_flight += 1;
                    if self.surrender_check(unit, other)? {
                        continue;
                    }
                }
            }
            self.comes_into(unit, after, "12.02.2");
            self.driven(unit, after, from)?;
        }
        let building = house.map(|house| house.building);
        self.goes_on(attacker, defender, result, (&position, building), stood.as_ref())
    }

    /// Whoever is in disorder retires, whoever is in rout flees (§13.01.1, §13.01.2).
    pub(super) fn driven(&mut self, unit: UnitId, order: Order, from: Point) -> Go {
        match order {
            Order::Disorder => self.retire(unit, from),
            Order::Rout => self.flee(unit, from),
            _ => Ok(()),
        }
    }

    /// Both are in the same disorder: nobody moves, and both are LU 3 at the end of the turn (§13.01.4).
    pub(super) fn mutual(&mut self, one: UnitId, other: UnitId) -> Go {
        for unit in [one, other] {
            if self.unit(unit).here() {
                self.halt(unit);
                self.unit_mut(unit).now.to_light3 = true;
            }
        }
        self.tell("mutual_disorder", "13.01.4", &[one, other], json!({}));
        Ok(())
    }

    /// What the two do after the melee (§12.02.4 to §12.02.7).
    fn goes_on(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        result: &MeleeResult,
        position: (&Placed, Option<usize>),
        stood: Option<&Placed>,
    ) -> Go {
        let driven = |unit: &Unit| !unit.here() || !unit.order.intact();
        if result.winner != MeleeWinner::None && driven(self.unit(defender)) && self.unit(attacker).intact() {
            return self.attacker_follows(attacker, defender, position);
        }
        if result.winner != MeleeWinner::None && driven(self.unit(attacker)) {
            // The defender may go on with what it was ordered to do; one who has attacked himself may follow (§12.02.5).
            return match stood.filter(|_| self.unit(defender).intact()) {
                Some(stood) => self.attacker_follows(defender, attacker, (stood, None)),
                None => Ok(()),
            };
        }
        // Nobody is driven away: both stand for the rest of the turn, or go back; an attacker may follow who goes back (§12.02.4).
        let mut gone = false;
        for (unit, other) in [(defender, attacker), (attacker, defender)] {
            if !self.unit(unit).intact() || self.unit(unit).battery.is_some() {
                continue;
            }
            let follows = unit == attacker && gone && self.unit(defender).here();
            let among: &[Withdraws] =
                if follows { Withdraws::ALL } else { &[Withdraws::Stand, Withdraws::GoBack] };
            let choice = self.ask_among(&WITHDRAWS, unit, Some(other), among)?;
            self.halt(unit);
            match choice {
                Withdraws::Stand => {
                    let end = krigsspil_turn::timeline::Instant::new(self.battle.turn, 1.0);
                    self.unit_mut(unit).held_until = Some(end);
                }
                Withdraws::GoBack => {
                    let from = self.danger_from(unit, other);
                    self.go_back(unit, from);
                    gone |= unit == defender;
                    self.tell("goes_back", "12.02.4", &[unit], json!({}));
                }
                Withdraws::Follow => self.follows_to_break_in(unit, other, Follows::PressOn, position.0)?,
            }
        }
        Ok(())
    }

    /// A victorious attacker takes the ground, presses on or halts (§12.02.5, §13.04.1).
    fn attacker_follows(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        (position, building): (&Placed, Option<usize>),
    ) -> Go {
        let next = self.next_target(attacker, defender);
        let without = &[Follows::TakeGround, Follows::PressOn, Follows::Halt];
        let among: &[Follows] = if next.is_some() { Follows::ALL } else { without };
        let choice = self.ask_among(&FOLLOWS, attacker, Some(defender), among)?;
        if let Some(next) = next.filter(|_| choice == Follows::AttackNext) {
            return self.turns_to_attack(attacker, next);
        }
        let emptied = building.filter(|building| self.battle.garrison(*building).is_empty());
        if let Some(building) = emptied.filter(|_| choice == Follows::TakeGround)
            && self.takes_building(attacker, building)
        {
            return Ok(());
        }
        let retires = self.unit(defender).here() && self.unit(defender).order != Order::Rout;
        match choice {
            Follows::Halt => self.halt(attacker),
            // A continued attack is announced when the one before is over (§03.02.7); it goes at whom it meets.
            Follows::PressOn if !retires => {
                self.tell("announces_attack", "03.02.7", &[attacker], json!({"other": null}));
            }
            _ if retires => self.follows_to_break_in(attacker, defender, choice, position)?,
            _ => {
                let metres = self.onto(attacker, position);
                self.goes_after(attacker, metres);
            }
        }
        Ok(())
    }

    /// How far it is to the far edge of the ground that a beaten enemy held.
    fn onto(&self, attacker: UnitId, position: &Placed) -> f64 {
        let frame = self.unit(attacker).placed.frame();
        let far = position.parts().iter().flat_map(|part| part.corners().to_vec());
        let reach = far.map(|corner| frame.to_body(corner).y).fold(f64::NEG_INFINITY, f64::max);
        (reach + ONTO).max(0.0)
    }

    fn goes_after(&mut self, attacker: UnitId, metres: f64) {
        let step = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
        let doing = Doing { left: metres, begun: true, ..Doing::new(step) };
        self.unit_mut(attacker).todo = vec![doing];
        self.storm_ends(attacker);
    }

    /// Whoever follows a loser who retires comes no nearer than break-in distance (§12.02.7): as far as leaves him at that distance when
    /// the loser has gone back as far as he comes.
    fn follows_to_break_in(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        choice: Follows,
        position: &Placed,
    ) -> Go {
        if self.unit(defender).track.is_none() && !self.unit(defender).todo.is_empty() {
            self.plan(defender)?;
        }
        let end = match &self.unit(defender).track {
            Some(track) => track.halted_at(1.0),
            None => self.unit(defender).placed.clone(),
        };
        let placed = &self.unit(attacker).placed;
        let (pose, ahead) = (placed.pose(), placed.frame().ahead);
        let clear = |metres: f64| {
            let there = placed.moved_to(Pose::new(pose.at + ahead * metres, pose.facing));
            distance(&there, &end) >= self.break_in_cm() * CM - JUST * CM
        };
        let most = if choice == Follows::PressOn { FOLLOWS_FAR } else { self.onto(attacker, position) };
        let steps = (most / FOLLOW_STEP).ceil() as u32;
        let reached = (1..=steps).map(|step| f64::from(step) * FOLLOW_STEP).take_while(|at| clear(*at));
        let metres = reached.last().unwrap_or(0.0).min(most);
        if metres <= 0.0 {
            self.halt(attacker);
            return Ok(());
        }
        self.goes_after(attacker, metres);
        self.unit_mut(attacker).now.follows = Some(defender);
        Ok(())
    }
}

fn corners(placed: &Placed) -> Vec<Point> {
    placed.envelope().corners().to_vec()
}
