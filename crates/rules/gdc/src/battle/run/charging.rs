//! The charges move (§seq.movement.2): all together, stopped by guns that fire as they come, up to contact.

use krigsspil_field::prelude::{distance, overlaps};
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::advance::Mover;
use super::charges::struck_side;
use super::guns::Struck;
use super::morale::Cause;
use crate::armies::vocabulary::Nation;
use crate::battle::aim::{self, InLane};
use crate::battle::bodies::{front_rank, front_rank_in};
use crate::battle::muskets;
use crate::battle::onset::{Onset, onset, touches};
use crate::battle::questions::{HALTS, HaltChoice};
use crate::battle::state::*;
use crate::battle::terrain::{self, Class};
use crate::procedures::cavalry::{ChargeHalt, ChargeMarker};
use crate::procedures::melee_units::Crossed;
use crate::procedures::morale_events::MoraleEvent;
use crate::procedures::protective_fire::FinalProtectiveFire;
use crate::procedures::reactions::CrewFlight;
use crate::vocabulary::*;

/// A way is looked along in steps of so many yards.
const STEP: f64 = 10.0;
/// Guns fire at point blank at one inch (§5.52.B).
const POINT_BLANK: f64 = 50.0;
/// Crews that mean to flee fire no nearer than this (§5.52.D).
const FIRES_AND_FLEES: f64 = 200.0;
/// Columns check so far from a British line (opt.british-line).
const BRITISH_LINE: f64 = 25.0;

impl Run<'_> {
    /// Charges and counter-charges move (§5.2, §5.3, §9.4).
    pub(super) fn charge_moves(&mut self) -> Result<(), Pause> {
        if self.battle.charges.is_empty() {
            return self.item(Run::assaults_move);
        }
        let mut halts: Vec<(UnitId, bool)> = Vec::new();
        let chargers: Vec<UnitId> = self.battle.charges.iter().map(|charge| charge.unit).collect();
        self.desk.next_step();
        each(self, &chargers, |run, unit| run.may_halt(*unit, &mut halts))?;
        let mut movers: Vec<Mover> = Vec::new();
        self.item(|run| {
            movers = run.charge_movers(&halts);
            run.first_stretch(&mut movers)?;
            run.charged_guns(&mut movers)?;
            run.before_british_lines(&mut movers)
        })?;
        self.desk.next_step();
        let behind = self.behind_shaken();
        each(self, &behind, |run, unit| run.leader_shaken(*unit))?;
        self.item(|run| {
            run.release(&mut movers);
            run.advance(&mut movers);
            Ok(())
        })?;
        self.at_squares(&mut movers)?;
        self.item(|run| {
            run.contacts(&movers)?;
            run.assaults_move()?;
            run.settle_shocks(&[], &[])
        })
    }

    /// A charge under Return orders may halt half way (§2.61.A), where it has not struck by then.
    fn may_halt(&mut self, unit: UnitId, halts: &mut Vec<(UnitId, bool)>) -> Go {
        let Some(charge) = self.battle.charge_of(unit).cloned() else { return Ok(()) };
        let returns = self.unit(unit).mounted()
            && !self.unit(unit).ratings.elephants
            && charge.orders == ChargeOrders::Return
            && !charge.counter;
        let asks = returns && charge.fate == Fate::Declared && self.unit(unit).here() && {
            let way = onset(self.battle, self.tables, unit, charge.wheel);
            way.enemies.first().is_none_or(|(at, _)| *at > (way.reach / 2.0).ceil())
        };
        let halt = asks
            && self.ask(&HALTS, unit, Some(charge.target), &[HaltChoice::GoOn, HaltChoice::Halt])?
                == HaltChoice::Halt;
        halts.push((unit, halt));
        Ok(())
    }

    fn charge_movers(&mut self, halts: &[(UnitId, bool)]) -> Vec<Mover> {
        let mut movers = Vec::new();
        let charges: Vec<Charge> = self.battle.charges.clone();
        for charge in charges {
            if charge.fate != Fate::Declared || !self.unit(charge.unit).here() {
                continue;
            }
            let Onset { course, reach, .. } = onset(self.battle, self.tables, charge.unit, charge.wheel);
            let halt = halts.iter().any(|(unit, halt)| *unit == charge.unit && *halt);
            if let Some(own) = self.battle.charges.iter_mut().find(|own| own.unit == charge.unit) {
                (own.allowed, own.halts) = (whole_yards(reach), halt);
            }
            let reach = if halt { (reach / 2.0).ceil() } else { reach };
            movers.push(Mover::new(charge.unit, course, reach, true));
        }
        movers
    }

    /// Where a charge stops for a moment before its target.
    fn pause_before(&self, mover: &Mover) -> Option<f64> {
        let charge = self.battle.charge_of(mover.unit)?;
        let target = self.unit(charge.target);
        let (yards, before) = match target.turn.crew {
            Some(Crew::FireThenFlee) => (FIRES_AND_FLEES, charge.target),
            Some(_) => (POINT_BLANK, charge.target),
            None => (BRITISH_LINE, self.british_line_ahead(mover)?),
        };
        let at = touches(&mover.course, 0.0, mover.reach, &self.unit(before).placed)?;
        Some((at - yards).max(0.0))
    }

    /// The first British line that a column comes to in its charge, its target or not (opt.british-line).
    fn british_line_ahead(&self, mover: &Mover) -> Option<UnitId> {
        let side = self.unit(mover.unit).side;
        let lines = self.battle.enemies_of(side).filter(|&enemy| self.british_line(mover.unit, enemy));
        let met = lines.filter_map(|enemy| {
            Some((touches(&mover.course, 0.0, mover.reach, &self.unit(enemy).placed)?, enemy))
        });
        met.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| self.battle.comes_first(a.1, b.1)))
            .map(|(_, enemy)| enemy)
    }

    /// A column that charges a standing British line (opt.british-line).
    fn british_line(&self, unit: UnitId, target: UnitId) -> bool {
        let (own, there) = (self.unit(unit), self.unit(target));
        self.battle.fixed.options.british_line
            && own.fights_as() == Arm::Infantry
            && own.stance == Stance::Column
            && there.ratings.nation == Nation::GreatBritain
            && there.stance == Stance::Line
            && self.battle.charge_of(target).is_none()
    }

    /// Everybody moves up to where guns fire at him or a British line stands.
    fn first_stretch(&mut self, movers: &mut [Mover]) -> Go {
        let whole: Vec<f64> = movers.iter().map(|mover| mover.reach).collect();
        let pauses: Vec<Option<f64>> = movers.iter().map(|mover| self.pause_before(mover)).collect();
        if pauses.iter().all(Option::is_none) {
            return Ok(());
        }
        // All come equally far before the first of them is fired at.
        for (mover, pause) in movers.iter_mut().zip(&pauses) {
            mover.reach = pause.unwrap_or(mover.reach);
            mover.halted = mover.reach <= 0.0;
        }
        self.advance(movers);
        for (mover, reach) in movers.iter_mut().zip(whole) {
            mover.reach = reach;
        }
        Ok(())
    }

    /// Charged crews fire at the charger, who checks where he is hit; then they flee, lie down or fight (§5.52, R60).
    fn charged_guns(&mut self, movers: &mut [Mover]) -> Go {
        let mut struck: Vec<Struck> = Vec::new();
        let batteries = self.battle.here().filter(|&unit| self.unit(unit).turn.crew.is_some());
        let batteries = self.battle.by_place(batteries.collect());
        let before = self.battle.clone();
        for &battery in &batteries {
            // Guns fire straight ahead only: who comes from aside or from behind is not fired at (§7.5).
            let chargers = before.charges.iter().filter(|charge| {
                charge.target == battery
                    && before.units[charge.unit].here()
                    && aim::in_kill_zone(&before, self.tables, battery, charge.unit)
            });
            let nearest = chargers.min_by(|a, b| {
                before
                    .yards(battery, a.unit)
                    .cmp(&before.yards(battery, b.unit))
                    .then_with(|| before.comes_first(a.unit, b.unit))
            });
            let Some(charge) = nearest else { continue };
            let aimed = InLane { unit: charge.unit, through_skirmishers: false, seen: 0.0 };
            if let Some(facts) = aim::gun_facts(&before, self.tables, battery, aimed, false) {
                self.guns_fire(battery, charge.unit, &facts, &mut struck)?;
            }
        }
        self.suffers(&struck, MoraleEvent::ArtilleryCasualty)?;
        for &battery in &batteries {
            if self.unit(battery).turn.crew == Some(Crew::FireThenFlee) {
                self.crew_flees(battery, movers)?;
            }
        }
        Ok(())
    }

    /// The crew tries to outrun all who charge it, one yard for two (§5.52.D, R52): one of them is enough to catch it.
    fn crew_flees(&mut self, battery: UnitId, movers: &[Mover]) -> Go {
        let (refuge, square) = self.refuge(battery);
        let mut least_lead = None;
        for charger in movers {
            let aims = self.battle.charge_of(charger.unit).is_some_and(|charge| charge.target == battery);
            if !aims || !self.still_charges(charger.unit) {
                continue;
            }
            let lead = self.battle.yards(battery, charger.unit).clamp(200, 1500);
            let left = whole_yards(charger.reach - charger.at).clamp(0, 2000);
            let facts = CrewFlight {
                lead_yards: Yards(lead),
                charger_yards_left: Yards(left),
                refuge_yards: Yards(refuge),
            };
            if super::telling::plain(self.tables, &facts)?.caught {
                return Ok(());
            }
            least_lead = Some(least_lead.map_or(lead, |least: i32| least.min(lead)));
        }
        if let Some(lead) = least_lead {
            self.abandons(battery);
            let square = square.filter(|_| refuge <= lead);
            if let Some(guns) = &mut self.unit_mut(battery).battery {
                guns.shelter = square;
            }
        }
        Ok(())
    }

    /// Yards to the nearest woods or square of its side, where a crew is safe (§5.52.A), and the square if it is that; 0 when there is none.
    fn refuge(&self, battery: UnitId) -> (i32, Option<UnitId>) {
        let square = self.nearest_square(battery);
        let to_square = square.map(|square| self.battle.yards(battery, square));
        let to_woods = terrain::yards_to_woods(self.battle, &self.unit(battery).placed).map(whole_yards);
        let square =
            square.filter(|_| to_woods.is_none_or(|woods| to_square.is_some_and(|far| far <= woods)));
        let nearest = [to_square, to_woods].into_iter().flatten().min();
        (nearest.map_or(0, |far| far.clamp(1, 2000)), square)
    }

    fn nearest_square(&self, battery: UnitId) -> Option<UnitId> {
        let own = self.unit(battery);
        let squares =
            self.battle.friends_of(own.side).filter(|&unit| self.unit(unit).stance == Stance::Square);
        squares.min_by(|&a, &b| {
            let far = |square: UnitId| self.battle.yards(battery, square);
            far(a).cmp(&far(b)).then_with(|| self.battle.comes_first(a, b))
        })
    }

    fn still_charges(&self, unit: UnitId) -> bool {
        self.unit(unit).here()
            && self.battle.charge_of(unit).is_some_and(|charge| charge.fate == Fate::Declared)
    }

    fn before_british_lines(&mut self, movers: &mut [Mover]) -> Go {
        for mover in movers.iter() {
            if !self.still_charges(mover.unit) {
                continue;
            }
            let Some(target) = self.british_line_ahead(mover) else { continue };
            if distance(&self.unit(mover.unit).placed, &self.unit(target).placed) <= BRITISH_LINE + 1.0 {
                self.checks(
                    mover.unit,
                    Cause { other: Some(target), ..Cause::of(MoraleEvent::ColumnNearBritishLine) },
                )?;
            }
        }
        Ok(())
    }

    /// Those who still charge go on from where they are; the others are out of it.
    fn release(&mut self, movers: &mut Vec<Mover>) {
        movers.retain(|mover| self.still_charges(mover.unit));
        let mut overrun: Vec<UnitId> = Vec::new();
        for mover in movers.iter_mut() {
            mover.halted = mover.at >= mover.reach || !mover.touched.is_empty();
            let Some(target) = self.battle.charge_of(mover.unit).map(|charge| charge.target) else {
                continue;
            };
            let there = &self.battle.units[target];
            let rides = self.battle.units[mover.unit].mounted();
            if rides && there.turn.crew == Some(Crew::FireAndLieDown) && !there.abandoned() {
                // Cavalry rides over a crew that lies down, and does not stop on its guns (§5.52.C).
                let reached = touches(&mover.course, mover.at, mover.reach, &there.placed).is_some();
                mover.around.push(target);
                // A line that rides over guns has touched them (§3.51.D).
                let line = self.battle.units[mover.unit].stance == Stance::Line;
                self.battle.units[mover.unit].turn.touched_square_or_guns |= reached && line;
                if reached && !overrun.contains(&target) {
                    overrun.push(target);
                }
            }
        }
        for battery in self.battle.by_place(overrun) {
            self.loses(battery, 1, "5.52.C");
        }
    }

    /// Who has touched whom: fights, protective fire, and what becomes of the charges.
    fn contacts(&mut self, movers: &[Mover]) -> Go {
        for mover in movers {
            if !self.unit(mover.unit).here() {
                continue;
            }
            let fate = match self.battle.charge_of(mover.unit).map(|charge| charge.fate) {
                Some(Fate::Declared) if !mover.touched.is_empty() => Fate::Contact,
                Some(Fate::Declared) if mover.friend.is_some() => Fate::Stopped,
                Some(Fate::Declared) => Fate::Spent,
                Some(fate) => fate,
                None => continue,
            };
            let over = mover.course.over(mover.at);
            let friends = self.friends_met(mover);
            // Who rode around a square has lost its impetus (§9.5.B); a crew that lies down costs none.
            let unimpeded = if mover.around.iter().all(|&unit| self.unit(unit).guns()) {
                mover.course.unimpeded(self.battle, mover.at, &friends)
            } else {
                0.0
            };
            let behind = mover.friend.filter(|friend| movers.iter().any(|other| other.unit == *friend));
            let crossed = match () {
                () if over.cover => Crossed::ProtectivePosition,
                () if over.ford || over.river => Crossed::Ford,
                () if over.bridge => Crossed::Bridge,
                () if over.stream => Crossed::Stream,
                () => Crossed::None,
            };
            if let Some(charge) = self.battle.charges.iter_mut().find(|charge| charge.unit == mover.unit) {
                (charge.charged, charge.unimpeded) = (whole_yards(mover.at), whole_yards(unimpeded));
                (charge.crossed, charge.behind, charge.fate) = (crossed, behind.or(charge.behind), fate);
            }
            self.unit_mut(mover.unit).turn.charged = true;
            self.unit_mut(mover.unit).charges_running += 1;
            for &enemy in &mover.touched {
                self.strikes(mover.unit, enemy);
            }
        }
        self.prone_check()?;
        self.protective_fires()?;
        self.spent_charges()
    }

    /// Where a charge comes to each unformed friend in its way, and where it has left him behind: he costs its impetus (§5.2.F, R73).
    fn friends_met(&self, mover: &Mover) -> Vec<(f64, f64)> {
        let side = self.unit(mover.unit).side;
        let friends = self
            .battle
            .solid()
            .filter(|&unit| unit != mover.unit && self.unit(unit).side == side && self.unit(unit).unformed());
        let left = friends.filter_map(|unit| {
            let there = &self.unit(unit).placed;
            let first = touches(&mover.course, 0.0, mover.at, there)?;
            let mut at = first;
            while at < mover.at && overlaps(&mover.course.at((at + STEP).min(mover.at)), there) {
                at += STEP;
            }
            Some((first, (at + STEP).min(mover.at)))
        });
        left.collect()
    }

    /// Prone foot that is charged stands up where it lies, and checks (opt.anti-artillery).
    fn prone_check(&mut self) -> Go {
        let struck = self.battle.fights.iter().filter(|fight| !fight.engaged).map(|fight| fight.struck);
        let mut struck: Vec<UnitId> = struck.filter(|&unit| self.unit(unit).prone).collect();
        struck.sort();
        struck.dedup();
        for unit in self.battle.by_place(struck) {
            self.checks(unit, Cause::of(MoraleEvent::ProneUnitCharged))?;
        }
        Ok(())
    }

    /// One unit has come into contact with another.
    pub(super) fn strikes(&mut self, unit: UnitId, enemy: UnitId) {
        if !self.unit(enemy).here()
            || self.unit(enemy).abandoned()
            || self.battle.fights_of(unit).any(|fight| fight.holds(enemy))
        {
            return;
        }
        let (own, there) = (self.unit(unit), self.unit(enemy));
        let side = struck_side(self.tables, &own.placed, own.castings, &there.placed);
        let both = self.battle.charge_of(enemy).is_some_and(|charge| charge.fate != Fate::Stopped)
            && side == Contact::Front;
        let square = there.in_square() || there.square_to_horse() && side != Contact::Rear;
        let line_at_guns = own.mounted() && own.stance == Stance::Line && (there.guns() || square);
        self.unit_mut(unit).turn.touched_square_or_guns |= line_at_guns;
        self.tell("contact", "9.1.A", &[unit, enemy], json!({"side": side}));
        // A square that is beaten already fights as if it were Engaged (§9.5.D, R88).
        let engaged = self.unit(enemy).turn.owes_retreat.is_some();
        self.battle.fights.push(Fight {
            striker: unit,
            struck: enemy,
            side,
            both: both && !engaged,
            engaged,
            attacker: engaged.then_some(unit),
        });
    }

    /// Those who stand and are struck fire at the last moment (§9.3, R87).
    pub(super) fn protective_fires(&mut self) -> Go {
        let struck =
            self.battle.fights.iter().filter(|fight| !fight.both && !fight.engaged).map(|fight| fight.struck);
        // Infantry without muskets has none (R21).
        let mut struck: Vec<UnitId> = struck
            .filter(|&unit| self.unit(unit).turn.protective.is_none() && !self.unit(unit).ratings.no_muskets)
            .collect();
        struck.sort();
        struck.dedup();
        for unit in self.battle.by_place(struck) {
            let own = self.unit(unit);
            let formed = terrain::formed_in_woods(self.battle, unit);
            // Two American Indians fire as one (§10.7).
            let front = match formed {
                true => Castings((front_rank_in(own, Stance::Column, self.tables).0 / 2).max(1)),
                false => front_rank(own, self.tables),
            };
            let facts = FinalProtectiveFire {
                castings: Castings(own.castings.clamp(1, 60)),
                melee_grade: own.ratings.melee,
                skirmish_trained: own.ratings.skirmishers,
                nation_bonus: own.nation_bonus(),
                status: own.status(),
                arm: own.fights_as(),
                formation: if formed { Formation::Column } else { own.formation() },
                front_rank_castings: front,
                rifle_armed: own.ratings.weapon == crate::procedures::musketry::Weapon::Rifle,
                carbines: own.ratings.carbines && own.mounted(),
                counter_charging: self.battle.charge_of(unit).is_some(),
                engaged: self.battle.engaged(unit),
                in_ford: terrain::stands_on(self.battle, &own.placed, Class::Ford),
                prone: own.prone,
                already_fired: false,
                in_recall: own.recall.is_some(),
                no_muskets: false,
                weather_penalty: muskets::weather_penalty(self.battle, self.tables).clamp(0, 10),
                attackers: 1,
            };
            let fpf = super::telling::plain(self.tables, &facts)?;
            self.unit_mut(unit).turn.protective = Some(fpf.fpf);
            if fpf.fpf > 0 {
                self.tell("protective_fire", "9.3", &[unit], json!({"points": fpf.fpf}));
            }
        }
        Ok(())
    }

    /// Cavalry that met nobody is Unorganized, or in recall (§5.22, §2.61.A, R35). Who was halted behind a friend that fights may still go on.
    fn spent_charges(&mut self) -> Go {
        let ended = |charge: &&Charge| match charge.fate {
            Fate::Spent => true,
            Fate::Stopped => charge.behind.is_none() && !self.unit(charge.unit).turn.failed,
            _ => false,
        };
        let spent: Vec<Charge> = self.battle.charges.iter().filter(ended).cloned().collect();
        for charge in spent {
            self.charge_ends(&charge)?;
        }
        Ok(())
    }

    /// A cavalry charge is over without a melee.
    pub(super) fn charge_ends(&mut self, charge: &Charge) -> Go {
        if !self.unit(charge.unit).here() || !self.unit(charge.unit).mounted() {
            return Ok(());
        }
        let allowed = charge.allowed.clamp(1, 2000);
        let facts = ChargeHalt {
            orders: charge.orders,
            allowed_yards: Yards(allowed),
            // Whatever stopped it, its distance is gone; but not where it halted half way.
            charged_yards: Yards(if charge.halts { charge.charged.clamp(0, allowed - 1) } else { allowed }),
            target_fled_unformed: charge.target_fled,
            elephants: self.unit(charge.unit).ratings.elephants,
        };
        let halt = super::telling::plain(self.tables, &facts)?;
        self.tell("charge_spent", "5.22", &[charge.unit], json!({"yards": charge.charged}));
        let own = self.unit_mut(charge.unit);
        match halt.marker {
            ChargeMarker::Recall => own.recall = Some(0),
            ChargeMarker::Unorganized => {
                own.temporary = own.temporary.max(Status::Unorganized);
                own.turn.morale_loss = true;
            }
            ChargeMarker::None => {}
        }
        Ok(())
    }
}
