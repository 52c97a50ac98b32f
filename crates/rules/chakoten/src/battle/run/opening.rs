//! The turn opens (§03.02.4 to §03.02.8): command and reaction, rally, announcements.

use krigsspil_engine::Procedure;
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_field::prelude::*;
use krigsspil_turn::command::is_under;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::changes::set_order;
use super::facts::steady_order;
use super::{Go, Run, each};
use crate::battle::bodies::{footprint_valid, plain};
use crate::battle::messages::follows;
use crate::battle::order::{Formation, Marches, Step, UnitOrder, When};
use crate::battle::questions::{ANNOUNCES, Announces};
use crate::battle::sight::chief_cm;
use crate::battle::state::*;
use crate::procedures::command::{CommandControl, ReactionRoll};
use crate::procedures::order::Rally;
use crate::vocabulary::*;

/// Distances of skema XIX.
const NO_ENEMY_CM: f64 = 50.0;
const NEAR_CM: f64 = 25.0;

impl Run<'_> {
    /// Everything that counts for one turn only is set back.
    pub(super) fn turn_begins(&mut self) {
        self.battle.positions.clear();
        self.battle.waiting.clear();
        let begins = self.now();
        for unit in self.battle.units.values_mut() {
            unit.now = ThisTurn::default();
            unit.todo.clear();
            unit.held_until = unit.held_until.filter(|until| *until > begins);
        }
        for post in self.battle.generals.values_mut() {
            post.rider.moved = false;
        }
    }

    /// Units beyond command distance, or whose chief has fallen, throw for reaction or stand (§08.03.4 to §08.03.6).
    pub(super) fn command(&mut self) -> Go {
        let units = self.in_place_order(|unit| unit.order != Order::Rout);
        each(self, &units, |run, &unit| run.takes_order(unit))?;
        Ok(())
    }

    pub(super) fn takes_order(&mut self, unit: UnitId) -> Go {
        let Some(order) = self.unit_mut(unit).written.take() else { return Ok(()) };
        let chief = &self.battle.generals[self.unit(unit).general];
        let fallen = chief.life != Life::Here;
        let cm = chief_cm(&self.unit(unit).placed, chief.place);
        let facts = CommandControl {
            distance_cm: krigsspil_engine::Centimetres(cm.clamp(0.0, 1000.0)),
            chief_fallen: fallen,
            order: self.unit(unit).order,
            attack_order: order.attacks(),
        };
        let obeys = match plain(&facts, self.tables)?.receives {
            OrderTaking::Yes => true,
            OrderTaking::No => false,
            OrderTaking::ReactionRoll if self.unit(unit).penalty > 0 => false,
            // To stand without a word from the chief needs no throw; reorganising does (§13.06.1).
            OrderTaking::ReactionRoll => self.reacts(unit, &order)?,
        };
        let taker = self.unit_mut(unit);
        if obeys {
            taker.now.reorganises = matches!(order, UnitOrder::Stand { .. });
            taker.now.order = Some(order);
        } else {
            taker.last_failed = Some(order);
        }
        Ok(())
    }

    fn reacts(&mut self, unit: UnitId, order: &UnitOrder) -> Go<bool> {
        let tested = self.unit(unit);
        let repeat = match () {
            () if tested.last_order.as_ref() == Some(order) => Repeat::Executed,
            () if tested.last_failed.as_ref() == Some(order) => Repeat::Unexecuted,
            () => Repeat::None,
        };
        let facts = ReactionRoll {
            repeat,
            follows_instruction: tested.instruction.is_some_and(|task| follows(task, order)),
            courier_in_contact: tested.orderly == Some(self.battle.turn),
            order: steady_order(tested.order),
            valeur: self.table_valeur(unit).clamp(-4, 5),
            attack_order: order.attacks(),
        };
        let result = self.roll_own(("reacts", "08.03.5"), unit, json!({}), &facts)?;
        if !result.obeys {
            self.tell_own("does_not_react", "08.03.5", unit, json!({}));
        }
        Ok(result.obeys)
    }

    /// Units in rout try to rally; those who fail flee again (§13.06.5, §13.01.2).
    pub(super) fn rallies(&mut self) -> Go {
        let units = self.in_place_order(|unit| unit.order == Order::Rout && unit.branch != Branch::Wagon);
        // All throw at one moment: what one has thrown does not count for the next.
        let measured: Vec<(UnitId, Rally)> =
            units.into_iter().map(|unit| (unit, self.rally_facts(unit))).collect();
        let mut flee = Vec::new();
        for (unit, facts) in measured {
            if !self.rally(unit, &facts)? {
                flee.push(unit);
            }
        }
        for unit in flee {
            let from = self.threat_to(unit);
            let broken = self.battle.valeur(unit) <= -5 && self.unit(unit).branch != Branch::Artillery;
            let home = self.unit(unit).placed.centre() - self.home(unit).ahead() * (10.0 * CM);
            self.flee(unit, if broken { home } else { from })?;
        }
        Ok(())
    }

    fn rally_facts(&self, unit: UnitId) -> Rally {
        let runner = self.unit(unit);
        let near = |cm: f64, is: &dyn Fn(&Unit) -> bool| {
            self.battle
                .friends_of(unit)
                .any(|friend| is(self.unit(friend)) && self.battle.cm_between(unit, friend) <= cm)
        };
        // Of any order: skema XIX knows no difference.
        let enemies = || self.battle.enemies_of(unit);
        let nearest = enemies().map(|enemy| (self.battle.cm_between(unit, enemy), enemy));
        let nearest = nearest.min_by(|a, b| self.battle.nearer(*a, *b));
        let screened = nearest.is_some_and(|(_, enemy)| {
            let line = Line::between(runner.placed.centre(), self.unit(enemy).placed.centre());
            self.battle.friends_of(unit).any(|friend| {
                self.unit(friend).intact() && distance_along(line, &self.unit(friend).placed).is_some()
            })
        });
        let chiefs = self.chiefs_with(unit);
        let corps = |post: &PostId| matches!(&*self.battle.generals[*post].rank, "corps" | "army");
        let place =
            self.battle.ground.at(runner.placed.centre()).find_map(|(_, feature)| match feature.kind {
                Kind::Area(AreaKind::Wood) => Some(RallyPlace::Wood),
                Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(RallyPlace::Plantation),
                Kind::Building => Some(RallyPlace::Building),
                _ => None,
            });
        let breaks_in = |enemy: UnitId| {
            self.unit(enemy).intact()
                && self.battle.cm_between(unit, enemy) <= self.break_in_cm()
                && self.before_front(enemy, unit)
        };
        Rally {
            nearest_chief: chiefs
                .iter()
                .any(|post| is_under(&self.battle.generals, runner.general, *post) && !corps(post)),
            corps_chief: chiefs.iter().any(corps),
            no_enemy_within_50cm: nearest.is_none_or(|(cm, _)| cm > NO_ENEMY_CM),
            screened,
            flight_turns: runner.flight_turns.clamp(1, 30),
            gave_prisoners: runner.gave_prisoners,
            own_u_within_25cm: near(NEAR_CM, &|friend| friend.order == Order::Disorder),
            own_fu_within_25cm: near(NEAR_CM, &|friend| friend.order == Order::Rout),
            valeur: self.battle.valeur(unit).clamp(-12, 5),
            enemy_in_break_in: enemies().any(breaks_in),
            place: place.unwrap_or(RallyPlace::Open),
        }
    }

    fn rally(&mut self, unit: UnitId, facts: &Rally) -> Go<bool> {
        // Those who may not rally throw nothing (§13.06.6).
        if !facts.resolve(self.tables, &mut ScriptedDice::new(&[3; 3]), &mut ())?.may_roll {
            return Ok(false);
        }
        let result = self.roll_own(("rally", "13.06.5"), unit, json!({}), facts)?;
        if result.flees_again {
            return Ok(false);
        }
        self.forms_up(unit, result.order_after);
        self.tell("comes_into", "13.06.5", &[unit], json!({"order": result.order_after}));
        Ok(true)
    }

    /// A rallied unit stands in a normal formation, facing the enemy (§13.01.3).
    pub(super) fn forms_up(&mut self, unit: UnitId, order: Order) {
        let threat = self.threat_to(unit);
        let rallied = self.unit(unit);
        let normal = |formation: &Formation| {
            footprint_valid(rallied, *formation, self.tables) && !rallied.schooling.barred.contains(formation)
        };
        let formation = match rallied.branch {
            _ if !rallied.brigade.is_empty() => Some(Formation::BrigadeColumn),
            Branch::Infantry | Branch::Cavalry => {
                [Formation::AttackColumn, Formation::Line, Formation::Hob].into_iter().find(normal)
            }
            Branch::Artillery | Branch::Wagon => None,
        };
        let facing = Bearing::of(threat - rallied.placed.centre()).on_grid();
        if let Some(formation) = formation {
            self.unit_mut(unit).formation = formation;
        }
        self.unit_mut(unit).pose.facing = facing;
        set_order(self.battle, self.tables, unit, order);
        self.unit_mut(unit).flight_turns = 0;
        self.stand_clear(unit);
    }

    /// Attacks with their targets and supports, then fires, are announced; steps are made ready (§03.02.4, §03.02.5).
    pub(super) fn announce(&mut self) -> Go {
        let units = self.in_place_order(|unit| unit.now.order.is_some() && unit.order != Order::Rout);
        for &unit in &units {
            let Some(order) = self.unit(unit).now.order.clone() else { continue };
            let supports = order.supports().and_then(|id| self.battle.unit(id));
            if let UnitOrder::Split { figures, hand, marches, ref steps } = order
                && self.split_turns(unit, figures) == Some(0)
            {
                let part = self.split(unit, figures, hand);
                if marches == Marches::Part {
                    self.part_goes(part, unit, steps.clone());
                    continue;
                }
            }
            let ready = self.unit_mut(unit);
            // Another order ends a change that was not finished (§06.01.2).
            ready.carried_step = ready.carried_step.filter(|(step, _)| order.steps().contains(step));
            ready.todo = order.steps().iter().map(|step| Doing::new(*step)).collect();
            ready.now.supports = supports;
            ready.now.attacks = order.attacks() && ready.order.intact();
        }
        // A change that is not finished goes on if nothing else is ordered (§06.01.2).
        for unit in self.in_place_order(|unit| unit.now.order.is_none() && unit.steady()) {
            let goes_on = self.unit(unit).carried_step.map(|(step, _)| Doing::new(step));
            self.unit_mut(unit).todo.extend(goes_on);
        }
        let asks = self.battle.fixed.announce;
        for &unit in &units {
            if self.unit(unit).now.attacks && asks {
                self.unit_mut(unit).now.attacks = self.ask(&ANNOUNCES, unit, None)? == Announces::Announce;
            }
            if self.unit(unit).now.attacks {
                self.announce_attack(unit);
            }
        }
        for &unit in &units {
            let fires =
                matches!(self.unit(unit).now.order, Some(UnitOrder::Fire { .. } | UnitOrder::Bombard { .. }));
            if fires && asks && self.ask(&ANNOUNCES, unit, None)? == Announces::KeepSilent {
                // It stands where it would have fired (§03.02.6).
                self.unit_mut(unit).now.silent = true;
                self.battle.waiting.push(unit);
                continue;
            }
            self.announce_fire(unit);
        }
        self.works_begin()?;
        self.embark()?;
        self.leave_the_fires()?;
        self.chains_go_home();
        self.stand_still();
        self.chains_announce()?;
        self.crews_and_chains_decide()?;
        self.workers_decide()?;
        let units = self.due_to_set_off();
        if !units.is_empty() {
            self.agenda.push(Due::Blast { units });
        }
        let at_once: Vec<(UnitId, Option<UnitId>)> = self
            .battle
            .waiting
            .iter()
            .filter(|&&unit| {
                matches!(
                    self.unit(unit).now.order,
                    Some(UnitOrder::Fire { when: When::AtOnce, .. } | UnitOrder::Bombard { .. })
                )
            })
            .map(|&unit| (unit, None))
            .collect();
        if !at_once.is_empty() {
            self.agenda.push(Due::Fire { units: at_once });
        }
        Ok(())
    }

    /// The part that stands off goes its way; the rest stands (§04.03.1). It was one with the rest until now, and turns clear of it.
    fn part_goes(&mut self, part: UnitId, rest: UnitId, steps: Vec<Step>) {
        let goes = self.unit_mut(part);
        goes.now.passing.push(rest);
        goes.todo = steps.iter().map(|step| Doing::new(*step)).collect();
        goes.now.order = Some(UnitOrder::Move { steps, target: None, support: None });
    }

    fn announce_attack(&mut self, unit: UnitId) {
        let target = match &self.unit(unit).now.order {
            Some(UnitOrder::Move { target: Some(target), .. }) => self.battle.unit(target),
            _ => None,
        };
        // An attack that cannot be is not announced (§14.04.4): the unit marches up to break-in distance, unless something else meets it.
        if let Some(enemy) = target
            && let Some(bar) = self.attack_bars(unit, enemy, true).first()
        {
            let about = self.about(&[unit, enemy], json!({"reason": bar.as_str()}));
            let told = krigsspil_turn::knowledge::own(self.battle, unit);
            return self.tell_to("attacks_only_so_far", "12.01.1", about, None, told);
        }
        self.unit_mut(unit).now.target = target;
        // Whoever sees the unit learns of the attack, and of its target, which is his own or in sight of his side. Its support is told to
        // its own player only: the enemy may not see it.
        let named = |unit: Option<UnitId>| unit.map(|unit| self.id(unit).clone());
        let about = json!({"other": named(target)});
        self.tell("announces_attack", "03.02.4", &[unit], about);
    }

    fn announce_fire(&mut self, unit: UnitId) {
        if matches!(self.unit(unit).now.order, Some(UnitOrder::Fire { .. } | UnitOrder::Bombard { .. })) {
            self.battle.waiting.push(unit);
            self.tell("announces_fire", "03.02.5", &[unit], json!({}));
        }
    }

    /// Units without steps stand; their storm and their run are over.
    fn stand_still(&mut self) {
        let begins = Instant::new(self.battle.turn, 0.0);
        for unit in self.in_place_order(|unit| unit.todo.is_empty()) {
            self.storm_ends(unit);
            self.unit_mut(unit).run = None;
            if !self.unit(unit).now.reorganises {
                self.unit_mut(unit).quiet_since = begins;
            }
        }
    }
}
