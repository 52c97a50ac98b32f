//! After the melee (§7.3, §7.5): ground taken, and attacks that go on.

use krigsspil_engine::Figures;
use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Arc, ArcFrom, Degrees, Placed, Point, share_in_arc};
use krigsspil_turn::desk::{Go, Pause, about_unit, each};
use serde_json::json;

use super::Run;
use super::attacks::began_behind;
use super::dispositions::options;
use super::melee::Fought;
use crate::battle::bodies::{plain, shifted};
use crate::battle::march::{Limits, march};
use crate::battle::meeting::meets;
use crate::battle::order::{Disposition, Step, Wing};
use crate::battle::questions::*;
use crate::battle::state::*;
use crate::procedures::aftermath::{AfterMelee, AfterTest, ContinueAttack, TargetFate};
use crate::procedures::attack::ReactionOption;
use crate::procedures::melee::Winner;
use crate::procedures::reaction::Purpose;
use crate::procedures::towns::TownDeploy;
use crate::vocabulary::{Formation, MeleeFormation, MeleeResult, Order, RankFormation};

/// The next enemies a winner is asked about.
const MOST_ASKED: usize = 3;
/// A continued attack reaches so far (§7.5.1).
const NEXT_CM: f64 = 15.0;

/// Tenths of a millimetre: who is as near is equally near.
fn hair(cm: f64) -> f64 {
    (cm * 100.0).round()
}

impl Run<'_> {
    /// Winners take the ground, or go on. True when somebody goes on.
    pub(super) fn after(&mut self, fought: &[Fought]) -> Result<bool, Pause> {
        // A continued attack is a new melee: who tried something against an earlier one may try again (§7.5.2).
        for unit in self.battle.units.values_mut() {
            (unit.now.tried, unit.now.disposes) = (false, None);
        }
        let own =
            |unit: UnitId| fought.iter().filter(move |one| one.attacker == unit && one.attack.is_some());
        let won = |unit: UnitId| own(unit).any(|one| one.outcome.winner == Winner::Attacker);
        let winners: Vec<UnitId> = self
            .battle
            .here()
            .filter(|&unit| {
                let of = self.unit(unit);
                of.now.attack.is_some()
                    && of.order == Order::Order
                    && of.melee.is_empty()
                    && !of.now.driven
                    // Whose target fled or is gone may go on: also before it was struck, or swept along by another (§7.5.1).
                    && (won(unit) || of.now.fate.is_some())
            })
            .collect();
        // Who has won most clearly goes first, then the southernmost, on whatever hand they stand.
        let margin = |unit: UnitId| {
            let by = |one: &Fought| one.outcome.attacker.total - one.outcome.defender.total;
            own(unit).map(by).max().unwrap_or(0)
        };
        let mut winners = self.battle.by_place(winners);
        winners.sort_by(|&a, &b| {
            let north = |unit: UnitId| self.unit(unit).placed.centre().y;
            margin(b).cmp(&margin(a)).then(north(a).total_cmp(&north(b)))
        });
        self.desk.next_step();
        each(self, &winners, |run, &unit| run.wins(unit, won(unit)))?;
        // What has been fought is over: who goes on has another attack by now.
        for one in fought {
            let of = self.unit_mut(one.attacker);
            if of.now.attack == one.attack {
                of.now.attack = None;
            }
        }
        Ok(self.battle.here().any(|unit| {
            let of = self.unit(unit);
            of.now.fate.is_none()
                && of.order == Order::Order
                && of.melee.is_empty()
                && of.now.attack.is_some_and(|attack| {
                    matches!(attack.kind, AttackKind::Continued(_)) && self.unit(attack.target).here()
                })
        }))
    }

    /// Who has the better of it goes on, or takes the ground he fought for; who only drew, or fought nobody, takes none (§7.3.1).
    fn wins(&mut self, unit: UnitId, beat_him: bool) -> Go {
        let Some(attack) = self.unit(unit).now.attack else { return Ok(()) };
        let fate = self.unit_mut(unit).now.fate.take();
        let beat_him = beat_him || fate == Some(Fate::Taken);
        let gone = !self.unit(attack.target).here() || self.unit(attack.target).now.driven;
        if !gone && fate.is_none() {
            self.unit_mut(unit).now.attack = None;
            return Ok(());
        }
        if let Some(fate) = fate
            && self.goes_on(unit, fate)?
        {
            return Ok(());
        }
        self.unit_mut(unit).now.attack = None;
        if beat_him { self.takes_ground(unit, attack.target) } else { Ok(()) }
    }

    fn rank_formation(&self, unit: UnitId) -> RankFormation {
        match self.unit(unit).formation {
            Formation::Column => RankFormation::Column,
            Formation::MarchColumn => RankFormation::MarchColumn,
            Formation::Square => RankFormation::Square,
            _ => RankFormation::Line,
        }
    }

    /// Enemies a winner could go on to without turning: before its front, within 15 cm, nobody between; the nearest first.
    fn next_enemies(&self, unit: UnitId) -> Vec<(f64, UnitId, Point)> {
        let of = self.unit(unit);
        if of.zone.is_some() {
            return Vec::new();
        }
        let arc = Arc::new(Degrees(45.0), ArcFrom::Anywhere);
        let mut near: Vec<(f64, UnitId, Point)> = self
            .battle
            .enemies(of.side)
            .filter(|&enemy| !(of.is_infantry() && self.unit(enemy).is_cavalry()))
            .filter(|&enemy| !share_in_arc(&of.placed, arc, &self.unit(enemy).placed).is_none())
            .filter_map(|enemy| {
                let (way, metres) = self.straight_to(unit, enemy)?;
                Some((metres / CM, enemy, way))
            })
            .filter(|(cm, ..)| *cm <= NEXT_CM)
            .collect();
        let place = |unit: UnitId| self.unit(unit).placed.centre();
        near.sort_by(|a, b| {
            let (one, other) = (place(a.1), place(b.1));
            hair(a.0).total_cmp(&hair(b.0)).then(one.x.total_cmp(&other.x)).then(one.y.total_cmp(&other.y))
        });
        near
    }

    /// The way ahead, within 45 degrees, on which it comes upon an enemy, and how far; none when somebody else is met first.
    fn straight_to(&self, unit: UnitId, enemy: UnitId) -> Option<(Point, f64)> {
        let of = self.unit(unit);
        let facing = of.placed.pose().facing;
        let toward =
            krigsspil_field::prelude::Bearing::of(self.unit(enemy).placed.centre() - of.placed.centre());
        let off = facing.turn_to(toward).0.clamp(-45.0, 45.0);
        [0.0, off].into_iter().find_map(|by| {
            let way = facing.right_by(Degrees(by)).ahead();
            let reach = (NEXT_CM + 1.0) * CM;
            let met = meets(&of.placed, way, reach, &self.unit(enemy).placed)?;
            let clear = self.battle.here().filter(|&other| other != unit && other != enemy).all(|other| {
                meets(&of.placed, way, met, &self.unit(other).placed).is_none_or(|first| first >= met)
            });
            // Ground that bars a march bars it too; his own walls are where it meets him.
            let open = self.barred(unit, &of.placed, way, met).is_none_or(|bar| bar >= met - CM / 2.0);
            (clear && open).then_some((way, met))
        })
    }

    fn goes_on(&mut self, unit: UnitId, fate: Fate) -> Go<bool> {
        let english = self.tables.unit(self.unit(unit).kind).english_cavalry;
        let next = self.next_enemies(unit);
        // English cavalry goes on against the nearest; of several equally near its player says against whom.
        let as_near =
            |one: &&(f64, UnitId, Point)| next.first().is_some_and(|first| hair(first.0) == hair(one.0));
        let nearest = next.iter().take(MOST_ASKED).take_while(as_near).count();
        for (place, &(cm, enemy, way)) in next.iter().take(MOST_ASKED).enumerate() {
            let of = self.unit(unit);
            let mut facts = ContinueAttack {
                arm: of.branch.arm(),
                formation: self.rank_formation(unit),
                declared_attack: of.now.declared,
                target_fate: match fate {
                    Fate::Routed => TargetFate::Routed,
                    Fate::Eliminated | Fate::Taken => TargetFate::Eliminated,
                    Fate::Withdrew => TargetFate::BatteryWithdrew,
                },
                next_distance_cm: (cm - 0.001).clamp(0.0, 200.0),
                needs_change: false,
                done: of.now.continued.clamp(0, 10),
                english_cavalry: english,
                refused: false,
            };
            let mut may = plain(&facts, self.tables)?;
            if !may.allowed {
                return Ok(false);
            }
            let seat = self.seat(unit);
            let asked = about_unit(&seat, unit, Some(enemy));
            let on = if may.obligatory {
                if place == 0 && self.desk.ask(&HOLDS_BACK, asked)? == HoldingBack::HoldBack {
                    let roll = self.reaction(unit, Purpose::RefuseContinuedAttack);
                    let held =
                        self.roll(("holds_back", "land.england_1815.cav.C"), &[unit], json!({}), &roll)?;
                    facts.refused = held.success;
                    may = plain(&facts, self.tables)?;
                }
                if !may.obligatory {
                    return Ok(false);
                }
                let asked = about_unit(&seat, unit, Some(enemy));
                place + 1 >= nearest || self.desk.ask(&GOES_ON, asked)? == GoingOn::GoOn
            } else {
                self.desk.ask(&GOES_ON, asked)? == GoingOn::GoOn
            };
            if on {
                self.attacks_next(unit, enemy, way, cm)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Rides on into the next enemy, who may try what a unit that is attacked may (§7.5.2).
    fn attacks_next(&mut self, unit: UnitId, enemy: UnitId, way: Point, cm: f64) -> Go {
        let began = self.unit(unit).placed.clone();
        let there = shifted(&began, way, cm * CM);
        let of = self.unit_mut(unit);
        of.now.continued += 1;
        let number = of.now.continued;
        (of.now.began, of.now.began_in, of.now.fate) = (Some(began.pose()), Some(of.formation), None);
        self.set_down(unit, self.clear_end(unit, &began, there));
        let way = [began.pose().at, self.unit(unit).placed.pose().at];
        self.passes_guns(unit, &way);
        let flank = began_behind(self.battle, self.tables, unit, enemy)
            && self.unit(enemy).zone.is_none()
            && !self.unit(enemy).is_mob()
            && self.unit(enemy).formation != Formation::Square;
        self.unit_mut(unit).now.attack =
            Some(Attack { target: enemy, kind: AttackKind::Continued(number), flank, number: None });
        self.spot(&[unit, enemy]);
        let about = json!({"cm": (cm * 10.0).round() / 10.0});
        self.tell_moved(("goes_on", "7.5.1"), &[unit, enemy], &began, about);
        let Some(open) = options(self.battle, self.tables, enemy, &[unit], true) else { return Ok(()) };
        let choice = |option: &ReactionOption| match option {
            ReactionOption::EmergencySquare => Some((Struck::EmergencySquare, Disposition::EmergencySquare)),
            ReactionOption::FaceAttacker => Some((Struck::FaceAttacker, Disposition::FaceAttacker)),
            ReactionOption::LimberAndMove => Some((Struck::LimberAndMove, Disposition::LimberAndMove)),
            ReactionOption::WithdrawLimbered => {
                Some((Struck::WithdrawLimbered, Disposition::WithdrawLimbered))
            }
            ReactionOption::Shelter => Some((Struck::Shelter, Disposition::Shelter)),
            ReactionOption::ReactionMove => None,
        };
        let choices: Vec<(Struck, Disposition)> = open.options.iter().filter_map(choice).collect();
        if choices.is_empty() || self.unit(enemy).now.tried {
            return Ok(());
        }
        let mut among = vec![Struck::Stand];
        among.extend(choices.iter().map(|(struck, _)| *struck));
        let seat = self.seat(enemy);
        let chosen = self.desk.ask_among(&STRUCK_AGAIN, about_unit(&seat, enemy, Some(unit)), &among)?;
        if let Some((_, disposition)) = choices.iter().find(|(struck, _)| *struck == chosen) {
            self.disposes(enemy, &[unit], *disposition, None, true)?;
        }
        Ok(())
    }

    /// A hair back where a shift has run into somebody.
    fn clear_end(&self, unit: UnitId, began: &Placed, there: Placed) -> Placed {
        let way = (there.pose().at - began.pose().at).unit();
        let mut end = there;
        for step in 0..24 {
            let clear = self.battle.here().all(|other| {
                other == unit || !crate::battle::bodies::in_the_way(&end, &self.unit(other).placed)
            });
            let Some(way) = way.filter(|_| !clear) else { return end };
            end = shifted(&end, way, -f64::from(step + 1) / 16.0);
        }
        began.clone()
    }

    /// Up to 5 cm forward, or into the building (§7.3.1).
    fn takes_ground(&mut self, unit: UnitId, target: UnitId) -> Go {
        let won = self.unit(target).now.lost_zone;
        self.takes_town_guns(unit, won);
        let of = self.unit(unit);
        let building = self.zone_before(unit, won);
        let formation = match of.formation {
            _ if of.zone.is_some() => MeleeFormation::Line,
            Formation::Column => MeleeFormation::Column,
            Formation::MarchColumn => MeleeFormation::MarchColumn,
            _ => MeleeFormation::Line,
        };
        let facts = AfterMelee {
            arm: of.branch.arm(),
            formation,
            attacker: true,
            result: MeleeResult::Won,
            own_after: AfterTest::Holds,
            enemy_after: match self.unit(target) {
                gone if !gone.here() => AfterTest::Eliminated,
                mob if mob.is_mob() => AfterTest::Routs,
                _ => AfterTest::Retreats,
            },
            enemy_in_building: building.is_some(),
        };
        let result = plain(&facts, self.tables)?;
        let mut among = Vec::new();
        if result.must_advance {
            among.push(Advancing::Advance);
        }
        if result.may_occupy && building.is_some() {
            among.push(Advancing::Occupy);
        }
        if among.is_empty() {
            return Ok(());
        }
        among.push(Advancing::Stand);
        let seat = self.seat(unit);
        match self.desk.ask_among(&ADVANCES, about_unit(&seat, unit, None), &among)? {
            Advancing::Stand => Ok(()),
            Advancing::Advance => {
                let limits = Limits { budget: 1.0, march_order: false, chief: None, keeps_off: None };
                let field = super::field_of(self.battle, self.tables, unit);
                let steps = [Step::Go { cm: Some(f64::from(result.advance_max_cm)), degrees: 0.0 }];
                let done = march(&field, self.unit(unit), limits, &steps);
                self.carried_out(unit, &done, "advances", "7.3.1");
                Ok(())
            }
            Advancing::Occupy => {
                if let Some(zone) = building {
                    self.occupies(unit, zone);
                }
                Ok(())
            }
        }
    }

    /// Guns in a town whose garrison an attack has driven out are taken with it (§4.8.6.p2).
    fn takes_town_guns(&mut self, unit: UnitId, won: Option<usize>) {
        let side = self.unit(unit).side;
        if let Some(number) = won {
            let inside: Vec<UnitId> = self
                .battle
                .enemies(side)
                .filter(|&enemy| self.unit(enemy).zone.is_some_and(|inside| inside.zone == number))
                .collect();
            if inside.iter().all(|&enemy| self.unit(enemy).is_battery()) {
                for gun in inside {
                    self.tell("guns_taken", "4.8.6.p2", &[gun, unit], json!({}));
                    self.remove(gun, Presence::Gone);
                }
            }
        }
    }

    /// The zone a unit touches, out of which it has driven its enemy, and that nobody holds any longer but for those who won it with this one,
    /// when there is room beside them. Who attacked out of the next zone may go over into it.
    fn zone_before(&self, unit: UnitId, won: Option<usize>) -> Option<usize> {
        let of = self.unit(unit);
        if of.is_battery() {
            return None;
        }
        let zones = self.battle.fixed.zones.iter().filter(|(_, zone)| zone.metres_to(&of.placed) <= 1.0);
        zones.map(|(number, _)| number).find(|&zone| Some(zone) == won && self.has_room(zone, of))
    }

    /// Is a zone free for a winner: one unit of any size, or several with 40 figures together (§4.8.2)?
    fn has_room(&self, zone: usize, of: &Unit) -> bool {
        let inside = || {
            let all = self.battle.here().map(|other| self.unit(other));
            all.filter(move |other| other.zone.is_some_and(|inside| inside.zone == zone))
        };
        let won_it = |other: &Unit| other.side == of.side && (other.now.declared || other.now.reacted);
        let facts = TownDeploy {
            units: inside().count() as i32 + 1,
            figures: Figures(inside().map(Unit::figures).sum::<i32>() + of.figures()),
            batteries: 0,
        };
        inside().all(won_it) && plain(&facts, self.tables).is_ok_and(|deploy| deploy.allowed)
    }

    fn occupies(&mut self, unit: UnitId, zone: usize) {
        let figures = self.unit(unit).figures().max(1).unsigned_abs();
        let Ok(placed) = self.battle.fixed.zones.garrison(zone, figures) else { return };
        let from = self.unit(unit).placed.clone();
        self.unit_mut(unit).zone = Some(InZone { zone, side: Wing::Front, inward: false });
        self.set_down(unit, placed);
        let name = self.battle.fixed.zones.get(zone).name.clone();
        self.tell_moved(("occupies", "7.3.1"), &[unit], &from, json!({"zone": name}));
    }
}
