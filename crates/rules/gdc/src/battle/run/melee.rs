//! The field melee phase (chapter 9): all first round melees, their results, pursuits, and pursuit melees once.

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Applied, Effect, Procedure, Recorder};
use krigsspil_turn::desk::{Go, Pause};
use serde_json::json;

use super::Run;
use super::results::Decided;
use crate::battle::state::*;
use crate::battle::terrain::{Class, covered, formed_in_woods, level, stands_on, woods_of};
use crate::procedures::melee::{Clash, MeleeClassic, MeleeFastPlay};
use crate::procedures::melee_results::{AttackerBy, Contender, DetermineAttacker, OpenMelee};
use crate::procedures::melee_units::*;
use crate::vocabulary::*;

/// Unimpeded yards that give impetus (§5.7).
const IMPETUS: i32 = 200;

/// One attacker against one defender, before the throw.
pub(super) struct Pair {
    pub attacker: UnitId,
    pub defender: UnitId,
    pub engaged: bool,
    /// Where the defender is struck.
    pub side: Contact,
    /// The defender counter-charges.
    pub counter: bool,
    attackers: i32,
    brawl: bool,
}

impl Run<'_> {
    /// First round, results, pursuits, pursuit round (§seq.melee.1 to §seq.melee.4).
    pub(super) fn melees(&mut self) -> Result<(), Pause> {
        let first: Vec<Fight> = self.battle.fights.clone();
        let mut decided: Vec<Decided> = Vec::new();
        self.item(|run| {
            decided = run.round(&first)?;
            run.applies(&decided)
        })?;
        self.pursuits(&decided)?;
        // The next wave fights a beaten square with the Engaged figures (R88).
        let beaten = |fight: &Fight| self.unit(fight.struck).turn.owes_retreat.is_some();
        let again = self.battle.fights.iter().filter(|fight| !fight.engaged || beaten(fight));
        let again: Vec<Fight> = again.cloned().collect();
        let mut pursued: Vec<Decided> = Vec::new();
        self.item(|run| {
            pursued = run.round(&again)?;
            run.applies(&pursued)
        })?;
        self.item(|run| run.after_melee(&decided, &pursued, &first))
    }

    /// All fights of a round are thrown for, then all results (§9.1.J, §9.1.K).
    fn round(&mut self, fights: &[Fight]) -> Go<Vec<Decided>> {
        let mut fights: Vec<Fight> = fights
            .iter()
            .filter(|fight| self.unit(fight.striker).here() && self.unit(fight.struck).here())
            .cloned()
            .collect();
        fights.sort_by(|a, b| {
            self.battle
                .comes_first(a.striker, b.striker)
                .then_with(|| self.battle.comes_first(a.struck, b.struck))
        });
        let mut pairs = Vec::new();
        for fight in &fights {
            pairs.push(self.pair(fight, &fights)?);
        }
        let mut fought = Vec::new();
        for pair in pairs {
            let wins = self.clash(&pair)?;
            fought.push((pair, wins));
        }
        // Who has fired at his charger has no other volley this turn (§9.3.A).
        for (pair, _) in fought.iter().filter(|(pair, _)| !pair.engaged && !pair.counter) {
            let struck = &mut self.unit_mut(pair.defender).turn;
            struck.protective_spent |= struck.protective.is_some();
        }
        let mut decided = Vec::new();
        for (pair, attacker_wins) in fought {
            decided.push(self.result(pair, attacker_wins)?);
        }
        Ok(decided)
    }

    /// Who attacks (§9.1.E, §9.2, §9.4.A).
    fn pair(&mut self, fight: &Fight, fights: &[Fight]) -> Go<Pair> {
        let against = |unit: UnitId| fights.iter().filter(|other| other.holds(unit)).count();
        let (striker, struck) = (fight.striker, fight.struck);
        let (by, at) = (against(striker), against(struck));
        let brawl = self.is_brawl(fight, fights);
        let guns = |run: &Self, unit: UnitId| run.unit(unit).guns();
        let attacker = match (by > 1, at > 1) {
            _ if guns(self, striker) => struck,
            _ if guns(self, struck) => striker,
            _ if brawl => self.open_melee(OpenMelee::Brawl, fight)?,
            (true, false) => struck,
            (false, true) => striker,
            _ if fight.engaged => fight.attacker.unwrap_or(striker),
            _ if fight.both => self.open_melee(OpenMelee::CounterCharge, fight)?,
            _ => striker,
        };
        let defender = fight.against(attacker);
        Ok(Pair {
            attacker,
            defender,
            engaged: fight.engaged,
            side: if defender == struck { fight.side } else { Contact::Front },
            counter: fight.both && !fight.engaged,
            attackers: (against(defender) as i32).clamp(1, 8),
            brawl,
        })
    }

    /// A brawl (§9.2.B): of all who fight with and beside these two, somebody on either side is struck by several.
    fn is_brawl(&self, fight: &Fight, fights: &[Fight]) -> bool {
        let mut all = vec![fight.striker, fight.struck];
        let mut next = 0;
        while let Some(&unit) = all.get(next) {
            let others = fights.iter().filter(|other| other.holds(unit)).map(|other| other.against(unit));
            let fresh: Vec<UnitId> = others.filter(|other| !all.contains(other)).collect();
            all.extend(fresh);
            next += 1;
        }
        let several = |side: SideId| {
            all.iter().any(|&unit| {
                self.unit(unit).side == side && fights.iter().filter(|other| other.holds(unit)).count() > 1
            })
        };
        several(self.unit(fight.striker).side) && several(self.unit(fight.struck).side)
    }

    /// How many factors would help a unit if it attacked in this melee (§9.4.A).
    fn positive_factors(&self, fight: &Fight, attacker: UnitId) -> i32 {
        let defender = fight.against(attacker);
        let side = if defender == fight.struck { fight.side } else { Contact::Front };
        let pair =
            Pair { attacker, defender, engaged: false, side, counter: true, attackers: 1, brawl: false };
        let clash = MeleeClassic { clash: self.clash_facts(&pair) };
        let mut recorder = Recorder::new();
        let thrown = clash.resolve(self.tables, &mut ScriptedDice::new(&[50]), &mut recorder);
        let adds = |applied: &&Applied| matches!(applied.effect, Effect::Add(points) if points > 0);
        let helps = recorder.applied().iter().filter(adds).count();
        if thrown.is_ok() { helps.min(20) as i32 } else { 0 }
    }

    fn open_melee(&mut self, situation: OpenMelee, fight: &Fight) -> Go<UnitId> {
        let contender = |run: &Self, unit: UnitId| {
            let (melee_grade, morale_grade) = run.grades(unit);
            let positive_factors = run.positive_factors(fight, unit);
            Contender { melee_grade, positive_factors, status: run.unit(unit).status(), morale_grade }
        };
        let facts = DetermineAttacker {
            situation,
            outnumbered_side: crate::vocabulary::Side::Second,
            first: contender(self, fight.striker),
            second: contender(self, fight.struck),
        };
        // The dice fall only when grade, factors, status and morale all tie (§9.1.E).
        let dry = facts.resolve(self.tables, &mut ScriptedDice::new(&[2, 1]), &mut ());
        let pair = [fight.striker, fight.struck];
        let decided = match dry {
            Ok(decided) if !matches!(decided.decided_by, AttackerBy::Roll | AttackerBy::EqualRolls) => {
                self.tell("who_attacks", "9.4.A", &pair, json!({}));
                decided
            }
            _ => self.roll(("who_attacks", "9.1.E"), &pair, json!({}), &facts)?,
        };
        Ok(if decided.attacker == crate::vocabulary::Side::First { fight.striker } else { fight.struck })
    }

    fn general_in(&self, unit: UnitId) -> MeleeGeneral {
        let attached: Vec<PostId> = self.battle.attached(unit).collect();
        match attached.iter().any(|&post| self.battle.generals[post].player) {
            true => MeleeGeneral::PlayerGeneral,
            false if attached.is_empty() => MeleeGeneral::None,
            false => MeleeGeneral::General,
        }
    }

    fn weight(&self, unit: UnitId) -> Weight {
        if self.battle.fixed.options.weight && self.unit(unit).mounted() {
            self.unit(unit).ratings.weight
        } else {
            Weight::None
        }
    }

    /// Does one stand higher than the other: by the ground, else because the other has crossed a stream in its charge, in which the one has no base, nor
    /// has crossed it (§11.1, R57)?
    pub(super) fn higher(&self, one: UnitId, other: UnitId, engaged: bool) -> std::cmp::Ordering {
        let placed = |unit: UnitId| &self.unit(unit).placed;
        let wet = |unit: UnitId| {
            let charge = self.battle.charge_of(unit);
            charge.is_some_and(|charge| charge.crossed == Crossed::Stream)
        };
        let below = |low: UnitId, high: UnitId| {
            !engaged && wet(low) && !wet(high) && !stands_on(self.battle, placed(high), Class::Stream)
        };
        let by_ground = level(self.battle, placed(one)).cmp(&level(self.battle, placed(other)));
        by_ground.then_with(|| below(other, one).cmp(&below(one, other)))
    }

    /// The facts of a pair.
    fn clash_facts(&self, pair: &Pair) -> Clash {
        let (own, there) = (self.unit(pair.attacker), self.unit(pair.defender));
        let charge = self.battle.charge_of(pair.attacker);
        let elevation = match self.higher(pair.attacker, pair.defender, pair.engaged) {
            std::cmp::Ordering::Equal => Elevation::Level,
            std::cmp::Ordering::Greater => Elevation::AttackerHigher,
            std::cmp::Ordering::Less => Elevation::DefenderHigher,
        };
        let woods = woods_of(self.battle, &there.placed) != Woods::None;
        let struck = there.turn.protective;
        let struck = struck.filter(|_| !pair.engaged && !pair.counter && !there.turn.protective_spent);
        let formation = match formed_in_woods(self.battle, pair.defender) {
            true => DefenderFormation::Column,
            false => there.defending(),
        };
        let counter = pair.counter
            && matches!(
                formation,
                DefenderFormation::Line | DefenderFormation::Column | DefenderFormation::Skirmish
            );
        Clash {
            engaged: pair.engaged,
            in_woods: woods,
            elevation,
            attackers: pair.attackers,
            brawl: pair.brawl,
            fpf: struck.unwrap_or(0).clamp(0, 60),
            attacker: Attacker {
                arm: if own.mounted() { ChargingArm::Cavalry } else { ChargingArm::Infantry },
                formation: match formed_in_woods(self.battle, pair.attacker) {
                    true => Order::Column,
                    false => own.order(),
                },
                melee_grade: self.grades(pair.attacker).0,
                status: own.status(),
                woods_trained: own.ratings.skirmishers,
                general: self.general_in(pair.attacker),
                weight: self.weight(pair.attacker),
                lancers: own.ratings.lancers,
                crossed: charge.map_or(Crossed::None, |charge| {
                    if pair.engaged { Crossed::None } else { charge.crossed }
                }),
                lacks_impetus: own.mounted()
                    && charge.is_none_or(|charge| charge.unimpeded < IMPETUS || own.unformed()),
                elephants: own.ratings.elephants,
            },
            defender: Defender {
                arm: there.fights_as(),
                formation,
                melee_grade: self.grades(pair.defender).0,
                castings: Castings(there.castings.clamp(1, 60)),
                counter_charging: counter,
                status: there.status(),
                contact: pair.side,
                woods_trained: there.ratings.skirmishers,
                general: self.general_in(pair.defender),
                weight: self.weight(pair.defender),
                lancers: there.ratings.lancers,
                protective_position: covered(self.battle, &there.placed, own.placed.centre()),
                prone: there.prone && there.fights_as() == Arm::Infantry,
                fired_at_by_artillery: there.turn.bombarded,
                russian_in_russia: self.battle.russian_in_russia(pair.defender),
                elephants: there.ratings.elephants,
            },
        }
    }

    /// The throw of one attacker (§9.1.F); true when he wins.
    fn clash(&mut self, pair: &Pair) -> Go<bool> {
        let clash = self.clash_facts(pair);
        let units = [pair.attacker, pair.defender];
        let about = json!({"engaged": pair.engaged});
        Ok(match self.battle.fixed.options.fast_play {
            true => {
                self.roll(("melee", "chart.melee-fast"), &units, about, &MeleeFastPlay { clash })?
                    .clash
                    .attacker_wins
            }
            false => {
                self.roll(("melee", "chart.melee-classic"), &units, about, &MeleeClassic { clash })?
                    .clash
                    .attacker_wins
            }
        })
    }
}
