//! The charge declaration phase (chapter 5): charges, what the charged do, squares, and flights.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::advance::Mover;
use super::morale::{Cause, FailureOf};
use crate::battle::bodies;
use crate::battle::legal::stands_clear;
use crate::battle::onset::{self, onset};
use crate::battle::order::UnitOrder;
use crate::battle::pace::{Going, Pace};
use crate::battle::questions::{Answered, REACTS, SquareTry, TRIES_SQUARE};
use crate::battle::retreats::way_back;
use crate::battle::sight;
use crate::battle::state::*;
use crate::battle::terrain::{formed_in_woods, in_field};
use crate::battle::walk::{Course, Stride};
use crate::procedures::melee_results::ContactAngle;
use crate::procedures::melee_units::Crossed;
use crate::procedures::morale::SquareAttempt;
use crate::procedures::morale_events::MoraleEvent;
use crate::procedures::reactions::{
    ApproachingCharger, ChargeReactions, ChargeReactionsResult, ChargedFormation, ChargedUnit, Reaction,
};
use crate::procedures::recovery::RegimentalIntegrity;
use crate::vocabulary::*;

fn answered(reaction: Reaction) -> Answered {
    match reaction {
        Reaction::Hold => Answered::Hold,
        Reaction::CounterCharge => Answered::CounterCharge,
        Reaction::FormSquare => Answered::FormSquare,
        Reaction::BattalionMass => Answered::BattalionMass,
        Reaction::WheelToMeet => Answered::WheelToMeet,
        Reaction::Flee => Answered::Flee,
        Reaction::FleeLimbered => Answered::FleeLimbered,
        Reaction::FleeGuns => Answered::FleeGuns,
        Reaction::FireAndMelee => Answered::FireAndMelee,
        Reaction::FireAndLieDown => Answered::FireAndLieDown,
        Reaction::FireThenFlee => Answered::FireThenFlee,
        Reaction::HoldWithoutFire => Answered::HoldWithoutFire,
    }
}

/// Where one body strikes another (§9.1.B).
pub(super) fn struck_side(
    tables: &crate::tables::Tables,
    striker: &Placed,
    castings: i32,
    struck: &Placed,
) -> Contact {
    let behind = behind_front(struck, striker).as_number();
    let castings = castings.clamp(1, 60);
    let back = (f64::from(castings) * behind).round() as i32;
    let frame = struck.frame();
    let rear = -struck.body().depth();
    let corners = striker.envelope();
    let all_behind = corners.corners().iter().all(|corner| frame.to_body(*corner).y <= rear + 1.0);
    let facts = ContactAngle {
        castings_before_front_edge: Castings(castings - back),
        castings_behind_front_edge: Castings(back),
        touches_rear: all_behind,
    };
    super::telling::plain(tables, &facts).map_or(Contact::Front, |angle| angle.contact)
}

impl Run<'_> {
    /// Charges are shown and declared, the charged answer, squares are tried, those who flee flee (§seq.charges.1 to §seq.charges.4).
    pub(super) fn charges(&mut self) -> Result<(), Pause> {
        self.item(Run::declare)?;
        self.desk.next_step();
        let charged = self.charged_units();
        each(self, &charged, |run, unit| run.reacts(*unit))?;
        self.desk.next_step();
        let others = self.in_the_path();
        each(self, &others, |run, (unit, charger)| run.others_try_square(*unit, *charger))?;
        self.item(|run| run.settle_shocks(&[], &[]))
    }

    /// The charges that were written are declared together.
    fn declare(&mut self) -> Go {
        self.shows_chits(false);
        let mut declared = Vec::new();
        for (unit, order) in self.written() {
            if let UnitOrder::Assault { zone } = &order {
                let zone = self.battle.zone(zone);
                self.unit_mut(unit).turn.assaults = zone;
                if let Some(zone) = zone {
                    self.tell(
                        "assaults_zone",
                        "12.5.A",
                        &[unit],
                        json!({"zone": self.battle.zones[zone].name}),
                    );
                }
            }
            let UnitOrder::Charge { target, wheel, orders } = order else { continue };
            let Some(target) = self.battle.unit(&target) else { continue };
            // Out of its zone first, where there is room (§12.6.10).
            if let Some(inside) = self.unit(unit).inside {
                let Some(there) = self.battle.sortie(self.tables, unit, target) else { continue };
                self.is_out(unit, there);
                let zone = self.battle.zones[inside.zone].name.clone();
                self.tell("leaves_zone", "12.6.10", &[unit], json!({"zone": zone}));
            }
            let wheel =
                wheel.or_else(|| onset::wheel_for(self.battle, self.tables, unit, target)).unwrap_or(0.0);
            // Elephants only charge and pursue (opt.india, R67).
            let orders = if self.unit(unit).ratings.elephants { ChargeOrders::Pursue } else { orders };
            declared.push(self.charge(unit, target, wheel, orders, false));
        }
        for (unit, target, wheel) in self.guard_must_charge() {
            declared.push(self.charge(unit, target, wheel, ChargeOrders::Return, false));
        }
        for charge in declared {
            self.tell("declares_charge", "5.1", &[charge.unit, charge.target], json!({}));
            self.battle.charges.push(charge);
        }
        self.form_waves();
        self.counts_guard_charges();
        Ok(())
    }

    fn charge(
        &self,
        unit: UnitId,
        target: UnitId,
        wheel: f64,
        orders: ChargeOrders,
        counter: bool,
    ) -> Charge {
        let own = self.unit(unit);
        Charge {
            unit,
            target,
            counter,
            wheel,
            orders,
            allowed: 0,
            charged: 0,
            unimpeded: 0,
            crossed: Crossed::None,
            out_of_hand: own.mounted() && (own.status() != Status::Good || own.recall.is_some()),
            from: own.placed.pose().at,
            target_fled: false,
            behind: None,
            halts: false,
            around: Vec::new(),
            elan: !counter && self.battle.guard_elan(self.tables, unit),
            fate: Fate::Declared,
        }
    }

    fn charged_units(&self) -> Vec<UnitId> {
        let mut charged: Vec<UnitId> = self.battle.charges.iter().map(|charge| charge.target).collect();
        charged.sort();
        charged.dedup();
        self.battle.by_place(charged)
    }

    /// Those who charge a unit, the nearest first.
    fn chargers_of(&self, unit: UnitId) -> Vec<Charge> {
        let at = self.battle.charges.iter().filter(|charge| charge.target == unit && !charge.counter);
        let mut all: Vec<Charge> = at.cloned().collect();
        all.sort_by(|a, b| self.comes_nearer(unit, a.unit, b.unit));
        all
    }

    /// Which of two comes first upon a unit.
    fn comes_nearer(&self, unit: UnitId, a: UnitId, b: UnitId) -> std::cmp::Ordering {
        let far = |other: UnitId| self.battle.yards(unit, other);
        far(a).cmp(&far(b)).then_with(|| self.battle.comes_first(a, b))
    }

    /// What a charged unit may do.
    fn reactions(&self, unit: UnitId, charge: &Charge) -> Go<ChargeReactionsResult> {
        let (own, charger) = (self.unit(unit), self.unit(charge.unit));
        let way = onset(self.battle, self.tables, charge.unit, charge.wheel);
        let there = way.course.at(way.strikes(unit).unwrap_or(0.0));
        let contact = struck_side(self.tables, &there, charger.castings, &own.placed);
        let chit = own.chits.white == Some(crate::procedures::chits::ChitCode::Attack);
        let facts = ChargeReactions {
            target: ChargedUnit {
                arm: own.fights_as(),
                formation: match formed_in_woods(self.battle, unit) {
                    true => ChargedFormation::Column,
                    false => own.charged_formation(),
                },
                status: own.status(),
                austrian: own.ratings.nation == crate::armies::vocabulary::Nation::Austria,
                cossacks: own.ratings.cossacks,
                carbines: own.ratings.carbines,
                in_zone: false,
                not_initial_target: false,
                engaged: self.battle.engaged(unit),
                prone: own.prone,
                chit_orders_charge: chit,
            },
            charger: ApproachingCharger {
                arm: if charger.mounted() { ChargingArm::Cavalry } else { ChargingArm::Infantry },
                unformed: charger.unformed(),
                status: charger.status(),
                elephants: charger.ratings.elephants,
                out_of_sight: !sight::sees(self.battle, self.tables, unit, charge.unit),
                distance_yards: Yards(self.battle.yards(unit, charge.unit).clamp(0, 2000)),
            },
            contact,
            using_chits: own.chits.needed,
        };
        Ok(super::telling::plain(self.tables, &facts)?)
    }

    /// A charged unit answers (§5.21, §5.31, §5.32, §5.5).
    fn reacts(&mut self, unit: UnitId) -> Go {
        let mut chargers = self.chargers_of(unit).into_iter();
        let Some(charge) = chargers.next() else { return Ok(()) };
        let may = self.reactions(unit, &charge)?;
        // Whatever the nearest is: square, mass and flight are open before each who charges it (§4.11.C, §5.33.A, §10.5.A, §5.21.B).
        let mut before_others: Vec<(Reaction, Charge, i32)> = Vec::new();
        for other in chargers {
            let more = self.reactions(unit, &other)?;
            for reaction in [Reaction::FormSquare, Reaction::BattalionMass, Reaction::Flee] {
                let known = may.options.contains(&reaction)
                    || before_others.iter().any(|(already, ..)| *already == reaction);
                if more.options.contains(&reaction) && !known {
                    before_others.push((reaction, other.clone(), more.flee_yards.0));
                }
            }
        }
        let own = self.unit(unit);
        let fired = own.guns()
            && (own.turn.fired_secondary
                || !crate::battle::aim::battery_left(self.tables, own).is_some_and(|left| left.may_fire));
        // A battalion mass stands (§10.5.G).
        let counters = own.turn.may_counter
            && !own.turn.shaken
            && own.stance != Stance::BattalionMass
            && self.battle.charge_of(unit).is_none();
        let others = before_others.iter().map(|(reaction, ..)| reaction);
        let mut options: Vec<Answered> =
            may.options.iter().chain(others).map(|reaction| answered(*reaction)).collect();
        let (indians, held) = (own.ratings.indians, in_field(self.battle, &own.placed));
        options.retain(|option| match option {
            Answered::CounterCharge => counters,
            // They have no squares (§10.7).
            Answered::FormSquare => !indians,
            // Nobody wheels in a field (§11.4).
            Answered::WheelToMeet => !held,
            Answered::FireAndMelee | Answered::FireAndLieDown | Answered::FireThenFlee => !fired,
            _ => true,
        });
        if options.is_empty() {
            options.push(Answered::HoldWithoutFire);
        }
        let chosen = match options.as_slice() {
            [only] => *only,
            options => self.ask(&REACTS, unit, Some(charge.unit), options)?,
        };
        let before = before_others.into_iter().find(|(reaction, ..)| answered(*reaction) == chosen);
        let (charge, flee) = before.map_or((charge, may.flee_yards.0), |(_, charge, flee)| (charge, flee));
        self.unit_mut(unit).turn.answered = true;
        self.tell("reacts", "5.1", &[unit, charge.unit], json!({"reaction": chosen}));
        self.carries_reaction(unit, &charge, chosen, flee)
    }

    fn carries_reaction(&mut self, unit: UnitId, charge: &Charge, chosen: Answered, flee: i32) -> Go {
        match chosen {
            Answered::Hold | Answered::HoldWithoutFire => {}
            Answered::CounterCharge => {
                let counter = self.charge(unit, charge.unit, 0.0, ChargeOrders::Return, true);
                self.battle.charges.push(counter);
            }
            Answered::FormSquare => self.tries_square(unit, charge)?,
            Answered::BattalionMass => self.forms_mass(unit),
            Answered::WheelToMeet => self.wheels_to_meet(unit, charge.unit),
            Answered::Flee => {
                self.gives_up_charge(unit);
                self.flees(unit, charge.unit, flee)?;
            }
            Answered::FleeLimbered => self.guns_flee(unit, charge.unit),
            Answered::FleeGuns => self.abandons(unit),
            Answered::FireAndMelee => self.unit_mut(unit).turn.crew = Some(Crew::FireAndMelee),
            Answered::FireAndLieDown => self.unit_mut(unit).turn.crew = Some(Crew::FireAndLieDown),
            Answered::FireThenFlee => self.unit_mut(unit).turn.crew = Some(Crew::FireThenFlee),
        }
        Ok(())
    }

    /// Who stands to receive a charge, or runs from it, does not make the one it has declared itself (R14, §5.21.C, §10.5.G): it is as if it had
    /// declared none.
    fn gives_up_charge(&mut self, unit: UnitId) {
        self.battle.charges.retain(|charge| charge.unit != unit);
    }

    /// An Austrian column closes up to a battalion mass (§10.5.A).
    fn forms_mass(&mut self, unit: UnitId) {
        self.gives_up_charge(unit);
        self.unit_mut(unit).stance = Stance::BattalionMass;
        self.tell("changes_formation", "10.5.A", &[unit], json!({"formation": Stance::BattalionMass}));
    }

    /// An attempt to form square before a cavalry charge (§5.33).
    fn tries_square(&mut self, unit: UnitId, charge: &Charge) -> Go {
        // Lancers that charge it, though others are nearer (§10.2.C).
        let lances = self.unit(charge.unit).ratings.lancers
            || self.chargers_of(unit).iter().any(|one| self.unit(one.unit).ratings.lancers);
        let facts = SquareAttempt {
            steadiness: self.steadiness(unit, &Cause::of(MoraleEvent::MeleeResult)),
            distance_yards: Yards(self.battle.yards(unit, charge.unit).clamp(0, 2000)),
            skirmish_status: self.unit(unit).unformed(),
            charger_out_of_sight: !sight::sees(self.battle, self.tables, unit, charge.unit),
            charger_has_lances: lances,
            charger_is_elephants: self.unit(charge.unit).ratings.elephants,
        };
        let tried = self.roll(("tries_square", "5.33.B"), &[unit, charge.unit], json!({}), &facts)?;
        if tried.square_formed {
            self.forms_square(unit);
        }
        if tried.failure_roll {
            self.fails(unit, FailureOf::Check)?;
        }
        if tried.lancer_check && self.unit(unit).here() {
            self.checks(unit, Cause::of(MoraleEvent::LancersChargeAfterFailedSquare))?;
        }
        Ok(())
    }

    /// It stands in square, about its middle or its front, where there is room.
    fn forms_square(&mut self, unit: UnitId) {
        let own = self.unit(unit);
        let body = bodies::body(own, Stance::Square, self.tables);
        let facing = own.placed.pose().facing;
        let poses = body
            .as_ref()
            .ok()
            .map(|body| [bodies::about_middle(&own.placed, body, facing), own.placed.pose()]);
        let there = poses.into_iter().flatten().filter_map(|pose| body.as_ref().ok()?.at(pose).ok());
        let there = there.into_iter().find(|there| stands_clear(self.battle, unit, there));
        let Some(there) = there else {
            self.tell_own("change_fails", "1.3.A", unit, json!({}));
            return;
        };
        self.gives_up_charge(unit);
        let own = self.unit_mut(unit);
        (own.stance, own.placed) = (Stance::Square, there);
        self.tell("changes_formation", "5.33", &[unit], json!({"formation": Stance::Square}));
    }

    /// Cavalry struck in flank or rear wheels to meet the charger, and stands (§5.21.C).
    fn wheels_to_meet(&mut self, unit: UnitId, charger: UnitId) {
        let own = self.unit(unit);
        let to = self.unit(charger).placed.centre() - own.placed.centre();
        let there = own.placed.moved_to(bodies::about_middle(
            &own.placed,
            own.placed.body(),
            Bearing::of(to).on_grid(),
        ));
        self.gives_up_charge(unit);
        if stands_clear(self.battle, unit, &there) {
            self.unit_mut(unit).placed = there;
        }
    }

    /// Skirmishers flee before a charge (§5.31.C, §5.21.B, §10.3.E).
    fn flees(&mut self, unit: UnitId, charger: UnitId, yards: i32) -> Go {
        for charge in self.battle.charges.iter_mut().filter(|charge| charge.target == unit) {
            charge.target_fled = true;
        }
        let own = self.unit(unit);
        if own.mounted() && !own.ratings.cossacks {
            let facts = RegimentalIntegrity {
                unorganized: false,
                in_recall: false,
                charged_or_counter_charged: false,
                lost_to_cavalry_disrupted: false,
                unformed_and_fled: true,
                cossacks: false,
                line_touched_square_or_guns: false,
                failed_check: false,
            };
            return self.integrity(unit, &facts);
        }
        if self.shelters(unit, charger, yards) {
            return Ok(());
        }
        self.runs_from(unit, charger, yards);
        if self.unit(unit).here() && self.unit(unit).mounted() {
            self.unit_mut(unit).recall = Some(0);
        }
        Ok(())
    }

    /// It runs from an enemy so far, toward its baseline where that leads away from him; who finds no way is taken.
    fn runs_from(&mut self, unit: UnitId, enemy: UnitId, yards: i32) {
        let way = way_back(self.battle, self.tables, unit, f64::from(yards), true);
        match way {
            Some(way) => match (way.end, way.into) {
                (Some(end), _) => {
                    let own = self.unit_mut(unit);
                    (own.placed, own.turn.moved) = (end, true);
                    self.tell("flees", "5.31.C", &[unit, enemy], json!({"yards": whole_yards(way.yards)}));
                }
                (None, Some(zone)) => {
                    self.unit_mut(unit).turn.moved = true;
                    self.tell("flees", "12.6.9", &[unit, enemy], json!({"yards": whole_yards(way.yards)}));
                    self.enters(unit, zone);
                }
                (None, None) => {
                    self.tell("leaves_the_field", "5.31.C", &[unit], json!({}));
                    self.is_gone(unit, Presence::Left);
                }
            },
            None => self.tell_own("change_fails", "5.31.C", unit, json!({})),
        }
    }

    /// Limbered guns flee at the full field rate straight away from the charger (§5.51, R84).
    pub(super) fn guns_flee(&mut self, unit: UnitId, charger: UnitId) {
        let own = self.unit(unit);
        let away = own.placed.centre() - self.unit(charger).placed.centre();
        let turn = own.placed.pose().facing.turn_to(Bearing::of(away)).0;
        let course = Course::new(self.battle, &own.placed, &[Stride::Turn(turn), Stride::Ahead(1000.0)]);
        let pace = Pace { battle: self.battle, tables: self.tables, unit, going: Going::Flees };
        let reach = pace.reach(&course);
        if !stands_clear(self.battle, unit, &course.at(0.0)) {
            return;
        }
        let mut movers = [Mover::new(unit, course, reach, false)];
        self.advance(&mut movers);
        let own = self.unit_mut(unit);
        own.turn.moved = true;
        own.turn.no_second_fire = true;
        self.tell("flees", "5.51", &[unit, charger], json!({"yards": whole_yards(movers[0].at)}));
    }

    /// Infantry in the way of a cavalry charge that is not its target (§4.11.C, §5.33.A), with the charger.
    fn in_the_path(&self) -> Vec<(UnitId, UnitId)> {
        let mut found: Vec<(UnitId, UnitId)> = Vec::new();
        // Nobody forms square before elephants (opt.india).
        let horse =
            |charge: &&Charge| self.unit(charge.unit).mounted() && !self.unit(charge.unit).ratings.elephants;
        for charge in self.battle.charges.iter().filter(horse) {
            let way = onset(self.battle, self.tables, charge.unit, charge.wheel);
            for (_, enemy) in &way.enemies {
                let there = self.unit(*enemy);
                let able = there.fights_as() == Arm::Infantry
                    && matches!(there.stance, Stance::Line | Stance::Column);
                let free = !there.turn.answered
                    && self.battle.charge_of(*enemy).is_none()
                    && !self.battle.fighting(*enemy)
                    && !there.prone;
                let seen = sight::sees(self.battle, self.tables, *enemy, charge.unit);
                if !able || !free || !seen {
                    continue;
                }
                // Of several who come at it the nearest (R14).
                match found.iter_mut().find(|(unit, _)| unit == enemy) {
                    Some((_, charger)) => {
                        if self.comes_nearer(*enemy, charge.unit, *charger).is_lt() {
                            *charger = charge.unit;
                        }
                    }
                    None => found.push((*enemy, charge.unit)),
                }
            }
        }
        found.sort_by(|a, b| self.battle.comes_first(a.0, b.0));
        found
    }

    fn others_try_square(&mut self, unit: UnitId, charger: UnitId) -> Go {
        let Some(charge) = self.battle.charge_of(charger).cloned() else { return Ok(()) };
        let may = self.reactions(unit, &charge)?;
        let mut choices = vec![SquareTry::Stand, SquareTry::Square];
        if may.options.contains(&Reaction::BattalionMass) {
            choices.push(SquareTry::Mass);
        }
        match self.ask(&TRIES_SQUARE, unit, Some(charger), &choices)? {
            SquareTry::Stand => Ok(()),
            SquareTry::Square => self.tries_square(unit, &charge),
            SquareTry::Mass => {
                self.forms_mass(unit);
                Ok(())
            }
        }
    }
}
