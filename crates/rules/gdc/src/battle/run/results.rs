//! The results of melees (§9.6): losses, retreats, the checks they cause; and what follows at the end of the phase.

use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::melee::Pair;
use super::morale::{Cause, FailureOf};
use crate::battle::state::*;
use crate::battle::terrain::{covered, formed_in_woods};
use crate::procedures::command::GeneralPeril;
use crate::procedures::melee_results::*;
use crate::procedures::morale::MoraleCheck;
use crate::procedures::morale_events::{FriendCause, MoraleEvent};
use crate::procedures::recovery::RegimentalIntegrity;
use crate::vocabulary::*;

/// A pair that has fought.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub attacker: UnitId,
    pub winner: UnitId,
    pub loser: UnitId,
    pub outcome: MeleeResultsResult,
    /// As the loser stood when it fought.
    pub loser_arm: Arm,
    pub loser_square: bool,
}

impl Run<'_> {
    /// The winner throws on the results chart (§9.1.G).
    pub(super) fn result(&mut self, pair: Pair, attacker_wins: bool) -> Go<Decided> {
        let (winner, loser) =
            if attacker_wins { (pair.attacker, pair.defender) } else { (pair.defender, pair.attacker) };
        let (own, there) = (self.unit(winner), self.unit(loser));
        let higher = self.higher(winner, loser, pair.engaged);
        // Whoever strikes a flank, and whose own flank is struck.
        let flank = pair.side != Contact::Front && !self.unit(pair.defender).in_square();
        let skirmish = |unit: UnitId| {
            let own = self.unit(unit);
            own.unformed() && !own.guns() && !formed_in_woods(self.battle, unit)
        };
        let facts = MeleeResults {
            winner: Winner {
                melee_grade: self.grades(winner).0,
                arm: own.fights_as(),
                status: own.status(),
                skirmish_status: skirmish(winner),
                engaged: pair.engaged,
                protective_cover: covered(self.battle, &own.placed, there.placed.centre()),
                uphill: higher.is_gt(),
                hitting_flank_or_rear: attacker_wins && flank,
                cossacks: own.ratings.cossacks,
                american_indians: own.ratings.indians,
                militia: own.ratings.militia,
            },
            loser: Loser {
                arm: there.fights_as(),
                status: there.status(),
                skirmish_status: skirmish(loser),
                protective_cover: covered(self.battle, &there.placed, own.placed.centre()),
                uphill: higher.is_lt(),
                hitting_flank_or_rear: !attacker_wins && flank,
                cossacks: there.ratings.cossacks,
                american_indians: there.ratings.indians,
                militia: there.ratings.militia,
            },
        };
        // A mass that horse strikes in its rear is a column (§10.5.H).
        let mass = own.mounted() && there.square_to_horse() && pair.side != Contact::Rear;
        let (loser_arm, loser_square) = (there.fights_as(), there.in_square() || mass);
        let outcome = self.roll(("melee_result", "9.6"), &[winner, loser], json!({}), &facts)?;
        Ok(Decided { attacker: pair.attacker, winner, loser, outcome, loser_arm, loser_square })
    }

    /// Results of a round are applied together (R29): castings first, then retreats, generals, checks (§seq.melee.2).
    pub(super) fn applies(&mut self, decided: &[Decided]) -> Go {
        let mut units: Vec<UnitId> = decided.iter().flat_map(|one| [one.winner, one.loser]).collect();
        units.sort();
        units.dedup();
        let units = self.battle.by_place(units);
        let generals = self.generals_with(&units);
        let beaten_by = |unit: UnitId| {
            let lost =
                decided.iter().filter(|one| one.loser == unit && one.outcome.result != MeleeRow::Engaged);
            lost.max_by_key(|one| one.outcome.result).cloned()
        };
        for &unit in &units {
            let losses = decided.iter().filter_map(|one| match () {
                () if one.loser == unit => Some(one.outcome.loser_losses.0),
                () if one.winner == unit => Some(one.outcome.winner_losses.0),
                () => None,
            });
            let lost = losses.max().unwrap_or(0);
            let own = self.unit_mut(unit);
            (own.turn.fought, own.turn.won) = (true, beaten_by(unit).is_none());
            own.turn.melee_lost += lost.min(own.castings);
            self.loses(unit, lost, "9.6");
        }
        let beaten: Vec<Decided> = units.iter().filter_map(|&unit| beaten_by(unit)).collect();
        self.locks(decided, &beaten);
        for one in &beaten {
            if self.unit(one.loser).here() {
                self.beaten(one)?;
            }
        }
        for (unit, with) in generals {
            let peril = match () {
                () if beaten.iter().any(|one| one.loser == unit) => GeneralPeril::MeleeLost,
                () if self.battle.engaged(unit) => GeneralPeril::MeleeEngaged,
                () => GeneralPeril::MeleeWon,
            };
            self.generals_in_danger((unit, with), peril)?;
        }
        self.waves_check(&beaten)?;
        self.settle_shocks(&units, &units)
    }

    /// Who is Engaged stays in contact (§9.61-b); every other fight is over. Cavalry in line is never Engaged with a square (R27).
    fn locks(&mut self, decided: &[Decided], beaten: &[Decided]) {
        let lost = |unit: UnitId| beaten.iter().any(|one| one.loser == unit);
        let mut kept: Vec<Fight> = Vec::new();
        let mut new: Vec<[UnitId; 2]> = Vec::new();
        for fight in &self.battle.fights {
            let fought = decided.iter().find(|one| fight.holds(one.winner) && fight.holds(one.loser));
            let Some(fought) = fought else {
                kept.push(fight.clone());
                continue;
            };
            let rear = fight.side == Contact::Rear;
            let square = |unit: UnitId| {
                let own = self.unit(unit);
                own.in_square() || own.square_to_horse() && !rear
            };
            let horse_line =
                |unit: UnitId| self.unit(unit).mounted() && self.unit(unit).stance == Stance::Line;
            let (one, other) = (fight.striker, fight.struck);
            let flows = square(one) && horse_line(other) || square(other) && horse_line(one);
            if fought.outcome.engaged && !lost(one) && !lost(other) && !flows {
                new.push([one, other]);
                kept.push(Fight { engaged: true, attacker: Some(fought.attacker), ..fight.clone() });
            }
        }
        self.battle.fights = kept;
        for pair in new {
            if self.unit(pair[0]).here() && self.unit(pair[1]).here() {
                self.tell("engaged", "9.61-b", &pair, json!({}));
            }
        }
    }

    /// What becomes of a beaten unit.
    fn beaten(&mut self, one: &Decided) -> Go {
        let unit = one.loser;
        if one.loser_square {
            self.crews_inside_fall(unit);
            self.skirmishers_inside_fall(unit);
        }
        let worse = match one.outcome.loser_status_after {
            LoserStatus::Good => Status::Good,
            LoserStatus::Unorganized => Status::Unorganized,
            _ => Status::Disrupted,
        };
        let own = self.unit_mut(unit);
        own.temporary = own.temporary.max(worse);
        own.turn.morale_loss = true;
        own.turn.shaken = true;
        self.guard_is_beaten(unit);
        if self.unit(unit).guns() {
            // A beaten crew leaves its guns to the victor (§7.11-b).
            let gone = self.unit(unit).castings;
            if one.outcome.loser_removed {
                self.unit_mut(unit).castings -= gone;
            }
            self.abandons(unit);
            return Ok(());
        }
        // Beaten again before it went back: the longer way (§9.5.D).
        let owed = self.unit(unit).turn.owes_retreat.unwrap_or(0);
        let yards = one.outcome.retreat_yards.0.max(owed);
        match one.outcome.loser_status_after {
            LoserStatus::Routed => self.routs(unit, FriendCause::MeleeResult),
            LoserStatus::Surrendered => self.surrenders(unit),
            _ if one.outcome.loser_loses_integrity => self.loses_integrity(unit, "3.51.B"),
            _ if one.loser_square && self.unit(one.winner).mounted() => {
                self.unit_mut(unit).turn.owes_retreat = Some(yards);
            }
            _ => self.retreats(unit, yards, FriendCause::MeleeResult)?,
        }
        Ok(())
    }

    /// Squares that cavalry has beaten go back, now that it has passed and the next wave has fought them (§9.5.D, R88).
    fn beaten_squares_go(&mut self) -> Go {
        let owing = self.battle.here().filter(|&unit| self.unit(unit).turn.owes_retreat.is_some());
        for unit in self.battle.by_place(owing.collect()) {
            let yards = self.unit(unit).turn.owes_retreat.unwrap_or(0);
            self.retreats(unit, yards, FriendCause::MeleeResult)?;
            self.unit_mut(unit).turn.owes_retreat = None;
        }
        Ok(())
    }

    /// Gun crews inside a beaten square are eliminated (§9.5.F).
    fn crews_inside_fall(&mut self, square: UnitId) {
        let inside = |unit: &UnitId| {
            self.unit(*unit).battery.as_ref().is_some_and(|battery| battery.shelter == Some(square))
        };
        let crews = self.battle.here().filter(inside).filter(|&unit| self.unit(unit).castings > 0);
        for crew in self.battle.by_place(crews.collect()) {
            self.unit_mut(crew).castings = 0;
            self.tell("crew_falls", "9.5.F", &[crew, square], json!({}));
        }
    }

    /// Squares, and masses that are squares to horse, that lancers have struck, whether they were beaten or not (§10.2.B).
    fn lanced(&self, first: &[Decided], pursued: &[Decided]) -> Vec<UnitId> {
        let fought = first.iter().chain(pursued);
        let pairs = fought.flat_map(|one| [(one.winner, one.loser), (one.loser, one.winner)]);
        let square = |unit: UnitId| {
            let own = self.unit(unit);
            own.stance == Stance::Square || own.stance == Stance::BattalionMass && own.square_to_horse()
        };
        let lancer = |unit: UnitId| self.unit(unit).ratings.lancers && self.unit(unit).arm == Arm::Cavalry;
        let struck = pairs.filter(|(own, other)| square(*own) && lancer(*other));
        let mut lanced: Vec<UnitId> = struck.map(|(own, _)| own).collect();
        lanced.sort();
        lanced.dedup();
        lanced
    }

    /// The end of the melee phase: squares struck by lancers, cavalry lines at squares and guns, lost integrity, recall (§3.5, §3.51, §10.2.B).
    pub(super) fn after_melee(&mut self, first: &[Decided], pursued: &[Decided], fought: &[Fight]) -> Go {
        let lanced = self.lanced(first, pursued);
        self.beaten_squares_go()?;
        for unit in self.battle.by_place(lanced) {
            if self.unit(unit).here() {
                let cause = Cause::of(MoraleEvent::LancersMeleeSquare);
                let facts = MoraleCheck { steadiness: self.steadiness(unit, &cause), skirmish_deduction: 0 };
                let checked =
                    self.roll(("morale_check", "10.2.B"), &[unit], json!({"cause": cause.event}), &facts)?;
                if !checked.passed {
                    self.fails(unit, FailureOf::SquareAtLancers)?;
                }
            }
        }
        let chargers: Vec<Charge> = self
            .battle
            .charges
            .iter()
            .filter(|charge| self.unit(charge.unit).arm == Arm::Cavalry)
            .cloned()
            .collect();
        for charge in chargers {
            if self.unit(charge.unit).here() {
                self.after_charge(&charge)?;
            }
        }
        self.recalled(fought);
        self.settle_shocks(&[], &[])
    }

    /// Cavalry whose charge of an earlier turn ended Engaged is in recall as soon as it is Engaged no longer (§3.5, §9.61-b).
    fn recalled(&mut self, fought: &[Fight]) {
        for fight in fought.iter().filter(|fight| fight.engaged) {
            let charged = [Some(fight.striker), fight.both.then_some(fight.struck)];
            for unit in charged.into_iter().flatten() {
                let own = self.unit(unit);
                if own.arm == Arm::Cavalry && own.here() && own.recall.is_none() && !self.battle.engaged(unit)
                {
                    self.unit_mut(unit).recall = Some(0);
                }
            }
        }
    }

    fn after_charge(&mut self, charge: &Charge) -> Go {
        let unit = charge.unit;
        if charge.fate == Fate::Stopped && charge.behind.is_some() && !self.unit(unit).turn.failed {
            self.charge_ends(charge)?;
        }
        let mut failed_check = false;
        let touched = self.unit(unit).turn.touched_square_or_guns;
        if touched {
            let cause = Cause::of(MoraleEvent::LineCavalryContactsSquareOrGuns);
            let facts = MoraleCheck { steadiness: self.steadiness(unit, &cause), skirmish_deduction: 0 };
            failed_check = !self
                .roll(("morale_check", "3.51.D"), &[unit], json!({"cause": cause.event}), &facts)?
                .passed;
        }
        let facts = RegimentalIntegrity {
            unorganized: charge.out_of_hand,
            in_recall: false,
            charged_or_counter_charged: self.unit(unit).turn.fought
                || matches!(charge.fate, Fate::Contact | Fate::Spent),
            lost_to_cavalry_disrupted: false,
            unformed_and_fled: false,
            cossacks: self.unit(unit).ratings.cossacks,
            line_touched_square_or_guns: touched,
            failed_check,
        };
        self.integrity(unit, &facts)?;
        // Its charge is over: recall, but not while it is Engaged (§5.22, §9.61-b).
        let own = self.unit(unit);
        let fought = own.turn.fought;
        let over = fought || charge.fate == Fate::Contact;
        if !over || !own.here() || self.battle.engaged(unit) || own.recall.is_some() {
            return Ok(());
        }
        // Whom guns drove off before the melee was not fought: then it is as if nobody had been met (§5.22).
        if !fought {
            return self.charge_ends(charge);
        }
        self.unit_mut(unit).recall = Some(0);
        Ok(())
    }
}
