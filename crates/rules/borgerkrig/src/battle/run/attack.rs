//! Attacks at the breaking distance (chapters 07.01 to 07.03).

use krigsspil_engine::Figures;
use krigsspil_engine::battle::SeatId;
use krigsspil_field::prelude::*;
use serde_json::json;

use super::fires::{Shot, order_of};
use super::forced::{Driven, DrivenBy};
use super::lines::nearest_place;
use super::movement::BREAK_CM;
use super::struck::Side;
use super::{Go, Run, about_unit, each, item};
use crate::battle::bodies::plain;
use crate::battle::legal::{arm, troops, unit_arm};
use crate::battle::order::{UnitOrder, When};
use crate::battle::questions::{self, INITIATIVE, SURPRISED_FIRE, SurprisedFire};
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, march_row, obstacle_on_the_way};
use crate::modifiers::attack::{ATTACKER_SUPPORT, DEFENDER_SUPPORT};
use crate::procedures::attack::{
    AttackAspect, AttackCheck, AttackCheckResult, AttackReason, Initiative, InitiativeSide,
};
use crate::procedures::forced::DefensiveFireCheck;
use crate::procedures::march::MarchRate;
use crate::procedures::shock::{
    Affected, AttackerOrder, DefenderFormation, Shock, ShockAttacker, ShockDefender, ShockResult,
};
use crate::vocabulary::*;

/// A friend this near a flank covers it, in centimetres.
const FLANK_COVERED_CM: f64 = 4.0;
/// One farther off straight ahead than so many degrees is beside a front, not before it.
const BESIDE: f64 = 45.0;
/// A front this near behind an obstacle stands at it, in metres: it is between him and his enemy.
const AT_THE_OBSTACLE: f64 = 2.0;

/// A shock throw that may be made: who attacks whom, and all that counts in it.
struct Way {
    units: [UnitId; 2],
    aspect: Aspect,
    facts: Shock,
    /// Those who support the one and the other.
    supports: [Vec<UnitId>; 2],
}

/// An attack as it was measured: our shock throw, and theirs when they attack too.
struct Clash {
    attack: Attack,
    ours: Way,
    theirs: Option<Way>,
}

/// A shock that was thrown, by the first of two units upon the second.
struct Struck {
    attack: Attack,
    units: [UnitId; 2],
    aspect: Aspect,
    both: bool,
    throw: [i32; 2],
    result: ShockResult,
}

impl Run<'_> {
    /// Settles one step of the attacks that come to 2 cm at one moment; the next step of those that go on.
    pub(super) fn break_in(&mut self, attacks: &[Attack], step: BreakStep) -> Go<Option<Due>> {
        let mut on = Vec::new();
        let next = match step {
            BreakStep::Fire => {
                let mut shots = Vec::new();
                each(self, attacks, |run, attack| {
                    if run.comes_to_blows(attack)? {
                        shots.extend(run.defensive_fire(attack)?);
                        on.push(*attack);
                    }
                    Ok(())
                })?;
                self.volley(&shots)?;
                BreakStep::Shock
            }
            BreakStep::Shock => {
                on = self.shocks(attacks)?;
                BreakStep::Advance
            }
            BreakStep::Advance => {
                each(self, attacks, |run, attack| run.advance(attack.attacker, attack.defender))?;
                return Ok(None);
            }
        };
        Ok((!on.is_empty()).then_some(Due::Attacks { attacks: on, step: next }))
    }

    /// Does the attack come about? Another that came first may have driven the enemy off: then the advance goes on.
    fn comes_to_blows(&mut self, &Attack { attacker, defender, .. }: &Attack) -> Go<bool> {
        let near = self.battle.cm_between(attacker, defender) <= BREAK_CM + 1.0e-3;
        let able = near && self.advancing(attacker) && self.unit(defender).here();
        // A wagon does not fight: it is taken when it is touched (house).
        let fights = self.unit(defender).wagon.is_none();
        let met = self.unit(attacker).now.met.contains(&defender);
        Ok(able && fights && !met && !self.cannot_attack(attacker, defender)?)
    }

    /// Guns, disordered units, and whoever has an obstacle before him that he cannot pass do not attack: they halt at 2 cm, and nobody
    /// is attacked (§07.01.4, §07.01.6).
    fn cannot_attack(&mut self, attacker: UnitId, defender: UnitId) -> Go<bool> {
        let reason = self.attack_check(attacker, Aspect::Rear, 0)?.reason;
        let barred = self.barred(attacker, defender);
        if reason == AttackReason::Ok && !barred {
            return Ok(false);
        }
        self.halt(attacker);
        let stopped = self.unit_mut(attacker);
        stopped.now.met.push(defender);
        let rule = if barred { "07.01.6" } else { "07.01.4" };
        let about = if barred {
            stopped.now.barred = true;
            json!({"reason": "obstacle"})
        } else {
            stopped.now.reached = true;
            json!({"reason": reason})
        };
        self.tell("stops_at_2_cm", rule, &[attacker, defender], about);
        Ok(true)
    }

    /// Does an obstacle impassable to the attacker's arm lie between?
    fn barred(&self, attacker: UnitId, defender: UnitId) -> bool {
        let from = self.unit(attacker);
        let facts = MarchRate {
            row: march_row(from, from.now.storming),
            backward: false,
            half_horses_lost: false,
            all_horses_lost: false,
            terrain: Terrain::Open,
            obstacle: self.obstacle_before(attacker, defender),
        };
        plain(&facts, self.tables).is_ok_and(|rate| !rate.passable)
    }

    /// The worst obstacle between two fronts, the one the defender stands at or in included.
    fn obstacle_before(&self, attacker: UnitId, defender: UnitId) -> Obstacle {
        let (here, there) = closest_places(&self.unit(attacker).placed, &self.unit(defender).placed);
        let inside = (there - here).unit().map_or(there, |way| there + way * AT_THE_OBSTACLE);
        obstacle_on_the_way(&self.battle.ground, here, inside, 0.0)
    }

    /// Is it ordered to fire then, and has it not yet?
    fn fires_when(&self, unit: UnitId, when: &When) -> bool {
        let fires =
            matches!(&self.unit(unit).now.order, Some(UnitOrder::Fire { when: at, .. }) if at == when);
        fires && !self.unit(unit).now.fired && self.unit(unit).steady()
    }

    /// Fire "before shock", or as surprised, just before 2 cm (§07.02.2, §04.02.13).
    fn defensive_fire(&mut self, attack: &Attack) -> Go<Option<Shot>> {
        let &Attack { attacker, defender, aspect } = attack;
        let ordered = self.fires_when(defender, &When::BeforeShock);
        let unit = self.unit(defender);
        let rounds = unit
            .battery
            .as_ref()
            .is_some_and(|b| !b.limbered && b.abandoned.is_none() && b.rounds.iter().any(|&r| r > 0));
        let facts = DefensiveFireCheck {
            attacked: true,
            // Fire may have pinned it where it stood (§04.02.8): it stands still all the same.
            stationary: unit.todo.is_empty(),
            has_moved: unit.now.moved,
            has_fired: unit.now.fired,
            marched_through: unit.now.marched_through,
            fires_after_shock: self.fires_when(defender, &When::AfterShock),
            ammunition: (unit.weapon.is_some() && unit.ammunition) || rounds,
            unit_order: unit.order,
        };
        let may = plain(&facts, self.tables)?.may_fire
            && unit.melee.is_empty()
            && self.could_fire(defender, attacker);
        let fires = if ordered {
            true
        } else if may {
            // The usual answer does not waste a volley, perhaps the first, on nothing.
            let tells = self.fire_could_tell(defender, attacker);
            let (fire, hold) = (SurprisedFire::Fire, SurprisedFire::Hold);
            let among = if tells { [fire, hold] } else { [hold, fire] };
            self.ask_among(&SURPRISED_FIRE, defender, Some(attacker), &among)? == fire
        } else {
            false
        };
        self.unit_mut(attacker).now.reached = true;
        self.unit_mut(attacker).now.met.push(defender);
        self.unit_mut(defender).now.attacked = true;
        // It counts even if fire throws it back before the throw (§07.01.5).
        self.unit_mut(defender).now.frontal_attacks += i32::from(frontal(aspect));
        Ok(fires.then_some((defender, Some(attacker), !ordered)))
    }

    /// The shocks of one moment: all is measured before anybody throws, and all throw, in order of place, before anybody goes.
    fn shocks(&mut self, attacks: &[Attack]) -> Go<Vec<Attack>> {
        let mut clashes = Vec::new();
        for attack in attacks {
            clashes.extend(item(self, |run| run.clash(attack))?.flatten());
        }
        let mut struck = Vec::new();
        each(self, &clashes, |run, clash| {
            struck.push(run.throw_shock(clash)?);
            Ok(())
        })?;
        let (mut driven, mut shots) = (Vec::new(), Vec::new());
        for shock in &struck {
            item(self, |run| run.shock_result(shock, &mut driven))?;
        }
        for Struck { units: [attacker, defender], .. } in &struck {
            shots.extend(self.fire_after_shock(*attacker, *defender));
        }
        self.volley(&shots)?;
        // The fire may have driven one farther already, or broken him.
        driven.retain(|driven: &Driven| self.unit(driven.unit).order == driven.order);
        self.drive(driven)?;
        for shock in &struck {
            self.after_shock(shock);
        }
        Ok(struck.into_iter().map(|shock| shock.attack).collect())
    }

    /// What an attack comes to, measured as all stand; nothing when it comes to none.
    fn clash(&mut self, attack: &Attack) -> Go<Option<Clash>> {
        let &Attack { attacker, defender, aspect } = attack;
        // Fire that pins the attacker or throws him back ends the attack (§07.02.1).
        let going = self.unit(attacker).here() && !self.unit(attacker).todo.is_empty();
        let steady_on = matches!(self.unit(attacker).order, Order::Good | Order::LightDisorder);
        // Horse that must turn away has broken its attack off (ruling 82).
        let broken_off = self.unit(attacker).now.turned_away;
        if !going || !steady_on || broken_off || !self.unit(defender).steady() {
            return Ok(None);
        }
        let before = self.unit(defender).now.frontal_attacks - i32::from(frontal(aspect));
        let check = self.attack_check(attacker, aspect, before)?;
        if !check.attacks {
            self.halt(attacker);
            self.tell("stops_at_2_cm", "07.01.5", &[attacker, defender], json!({"reason": check.reason}));
            return Ok(None);
        }
        let both = self.attacks_too(defender, attacker);
        let way = |[first, second]: [UnitId; 2], aspect| Way {
            units: [first, second],
            aspect,
            facts: self.shock_facts(first, second, aspect, both),
            supports: [first, second].map(|unit| self.supporters(unit).collect()),
        };
        let theirs = both.then(|| way([defender, attacker], self.aspect(defender, attacker)));
        let clash = Clash { attack: *attack, ours: way([attacker, defender], aspect), theirs };
        if let Some(theirs) = &clash.theirs {
            self.unit_mut(attacker).now.frontal_attacks += i32::from(frontal(theirs.aspect));
        }
        Ok(Some(clash))
    }

    /// Throws the shock: of two who attack each other he throws who has the initiative.
    fn throw_shock(&mut self, Clash { attack, ours, theirs }: &Clash) -> Go<Struck> {
        let way = match theirs {
            Some(theirs) if self.initiative(attack.attacker, attack.defender)? == attack.defender => theirs,
            _ => ours,
        };
        let Way { units, aspect, facts, supports: [first, second] } = way;
        let explained: [(_, &[UnitId]); 2] = [(&ATTACKER_SUPPORT, first), (&DEFENDER_SUPPORT, second)];
        let about = json!({"aspect": aspect});
        let result = self.roll_explained(("shock", "07.03.2"), units, about, facts, &explained)?;
        let face = |at: usize| self.thrown.get(at).copied().unwrap_or(1);
        let (throw, both) = ([face(0), face(1)], theirs.is_some());
        Ok(Struck { attack: *attack, units: *units, aspect: *aspect, both, throw, result })
    }

    /// Fire "after shock", by who is still in OR or LU, is made at 2 cm: before the beaten attacker is driven back (ruling 32).
    fn fire_after_shock(&self, attacker: UnitId, defender: UnitId) -> Option<Shot> {
        let steady_on = matches!(self.unit(defender).order, Order::Good | Order::LightDisorder);
        let fires = steady_on && self.fires_when(defender, &When::AfterShock) && self.unit(attacker).here();
        fires.then_some((defender, Some(attacker), false))
    }

    /// Horse that must turn away does. Where both attacked, and he who threw has not broken the other: if he has lost order himself, the
    /// other comes on; else both stand.
    fn after_shock(&mut self, Struck { units: [thrower, other], both, result, .. }: &Struck) {
        let (thrower, other) = (*thrower, *other);
        let steady = self.unit(thrower).steady() && self.unit(thrower).order != Order::Disorder;
        if result.cavalry_turns_away && steady {
            self.turn_away(thrower, Side::Front);
        }
        if *both && !result.attack_continues {
            match result.affected {
                Affected::Attacker => self.unit_mut(other).now.pursues = Some(thrower),
                _ => self.halt(other),
            }
        }
    }

    fn attack_check(&self, attacker: UnitId, aspect: Aspect, frontal_before: i32) -> Go<AttackCheckResult> {
        let unit = self.unit(attacker);
        let facts = AttackCheck {
            arm: arm(unit),
            unit_order: unit.order,
            aspect,
            frontal_attacks_before: frontal_before.clamp(0, 20),
            attack_ordered: unit.now.declared_attack && !unit.now.without_order,
        };
        Ok(plain(&facts, self.tables)?)
    }

    /// Does the other come on as well (§07.03.1)?
    fn attacks_too(&self, unit: UnitId, against: UnitId) -> bool {
        self.advancing(unit)
            && self.meets_first(unit).is_none_or(|met| met == against)
            && self.in_front(unit, against)
            && matches!(self.unit(unit).order, Order::Good | Order::LightDisorder)
            && self.unit(unit).battery.is_none()
            && self.unit(unit).wagon.is_none()
    }

    /// The dice decide who has the initiative; a tie is thrown again.
    fn initiative(&mut self, one: UnitId, other: UnitId) -> Go<UnitId> {
        let (a, b) = if self.battle.by_place(one, other).is_lt() { (one, other) } else { (other, one) };
        if self.battle.fixed.umpire_sits {
            // It is the umpire's to say who has it; the dice are the default.
            let umpire = SeatId::umpire();
            let asked = about_unit(&umpire, a, Some(b));
            match self.ask_seat(&INITIATIVE, asked, questions::Initiative::ALL)? {
                questions::Initiative::Unit => return Ok(a),
                questions::Initiative::Other => return Ok(b),
                questions::Initiative::Dice => {}
            }
        }
        for _ in 0..20 {
            let result = self.roll("initiative", "07.03.1", &[a, b], json!({}), &Initiative {})?;
            match result.initiative {
                InitiativeSide::A => return Ok(a),
                InitiativeSide::B => return Ok(b),
                InitiativeSide::Tie => {}
            }
        }
        Ok(a)
    }

    /// Does the enemy lie before the unit's front: some of him straight ahead of it, or what of him is nearest to its ends within 45
    /// degrees of them? Whom it only passes by it does not attack, though its front comes near him (§07.01.1).
    pub(super) fn in_front(&self, unit: UnitId, enemy: UnitId) -> bool {
        let (placed, other) = (&self.unit(unit).placed, &self.unit(enemy).placed);
        let depth = distance(placed, other) + CM;
        let (left, right) = placed.wings();
        let off = |wing: Point| {
            placed.pose().facing.turn_to(Bearing::of(nearest_place(other, wing) - wing)).0.abs()
        };
        !in_zone(&zone_before(placed, depth), other).is_none() || off(left).min(off(right)) <= BESIDE
    }

    /// From which side the attack comes (§07.03.3, §07.03.4).
    pub(super) fn aspect(&self, attacker: UnitId, defender: UnitId) -> Aspect {
        let (from, to) = (self.unit(attacker), self.unit(defender));
        let head_on = to.placed.pose().facing.right_by(Degrees(180.0));
        let angle = head_on.turn_to(from.placed.pose().facing).0.abs();
        let frame = to.placed.frame();
        let half = to.placed.body().front() / 2.0;
        let bases: Vec<Base> = from.placed.bases().collect();
        let beyond = |right: bool| {
            let out = bases.iter().filter(|base| {
                let x = frame.to_body(base.slab.centre()).x;
                if right { x > half } else { x < -half }
            });
            out.count() as i32
        };
        // Companies beyond a flank face it when they come in toward it.
        let way = from.placed.frame().ahead.dot(frame.right);
        let left = if way > 0.0 { beyond(false) } else { 0 };
        let right = if way < 0.0 { beyond(true) } else { 0 };
        let on_right = right >= left;
        let companies = left.max(right) / from.company.max(1);
        let facts = AttackAspect {
            angle_deg: angle.min(180.0),
            companies_on_flank: companies.clamp(0, 40),
            flank_uncovered: !self.flank_covered(defender, on_right),
            figures: Figures(from.figures.clamp(1, 400)),
            figures_behind_line: Figures(
                (figures_behind_front(&to.placed, &from.placed).len() as i32)
                    .clamp(0, from.figures.clamp(1, 400)),
            ),
            target_in_building: to.building.is_some(),
        };
        plain(&facts, self.tables).map_or(Aspect::Front, |aspect| aspect.aspect)
    }

    /// The side on which one strikes another, in an attack or in melee.
    pub(super) fn struck_on(&self, by: UnitId, unit: UnitId) -> Side {
        Side::of_attack(self.aspect(by, unit), &self.unit(unit).placed, &self.unit(by).placed)
    }

    fn flank_covered(&self, unit: UnitId, right: bool) -> bool {
        let (left_wing, right_wing) = self.unit(unit).placed.wings();
        let wing = if right { right_wing } else { left_wing };
        let side = self.unit(unit).side;
        self.battle.here().any(|other| {
            other != unit
                && self.unit(other).side == side
                && self.unit(other).steady()
                && self
                    .unit(other)
                    .placed
                    .parts()
                    .iter()
                    .any(|part| part.distance_to(wing) <= FLANK_COVERED_CM * CM)
        })
    }

    fn shock_facts(&self, attacker: UnitId, defender: UnitId, aspect: Aspect, both: bool) -> Shock {
        let (from, to) = (self.unit(attacker), self.unit(defender));
        let obstacle = passable(self.obstacle_before(attacker, defender));
        // An obstacle counts for the other too when he must cross it, or is caught crossing one (ruling 52).
        let moving = to.track.is_some();
        let his = if both { obstacle } else { PassableObstacle::None };
        let his = if moving { his.max(passable(self.obstacle_under(defender))) } else { his };
        let without = |unit: &Unit| !unit.now.declared_attack || unit.now.without_order;
        Shock {
            aspect,
            attacker: ShockAttacker {
                arm: troops(from),
                formation: if from.mounted_cavalry() && from.formation == Formation::ThinLine {
                    Formation::Line
                } else {
                    from.formation
                },
                order: if from.order == Order::Good {
                    AttackerOrder::Good
                } else {
                    AttackerOrder::LightDisorder
                },
                without_order: without(from),
                storm: from.now.storming,
                army: from.army,
                figures: Figures(from.figures.clamp(1, 400)),
                support: self.supported(attacker),
                general: self.general_with(attacker),
                obstacle,
                valeur: from.valeur,
            },
            defender: ShockDefender {
                arm: unit_arm(to),
                formation: defender_formation(to),
                order: order_of(to),
                attacking: both,
                moving,
                working: matches!(to.now.order, Some(UnitOrder::Work { .. } | UnitOrder::Repair { .. })),
                without_order: both && without(to),
                storm: both && to.now.storming,
                outflanks: both && self.aspect(defender, attacker) == Aspect::Outflank,
                cover: cover_against(self.battle, defender, from.placed.centre()),
                army: to.army,
                figures: Figures(to.figures.clamp(1, 400)),
                support: self.supported(defender),
                general: self.general_with(defender),
                obstacle: his,
                valeur: to.valeur,
            },
        }
    }

    /// The worst obstacle a unit stands across.
    fn obstacle_under(&self, unit: UnitId) -> Obstacle {
        let placed = &self.unit(unit).placed;
        let front = placed.pose().at;
        let rear = front - placed.frame().ahead * placed.body().depth();
        obstacle_on_the_way(&self.battle.ground, front, rear, placed.body().front())
    }

    /// Orders change, prisoners are taken, and the beaten are to go (§07.02.3, §07.06.1).
    fn shock_result(&mut self, shock: &Struck, all_driven: &mut Vec<Driven>) -> Go {
        let &Struck { units: [attacker, defender], aspect, throw, ref result, .. } = shock;
        // Those who would touch him, before he breaks up (ruling 63).
        let caught = if result.prisoners {
            self.caught(attacker, self.figures_that_would_touch(attacker, defender), defender)
        } else {
            None
        };
        let mut driven = Vec::new();
        let (here, there) = (self.unit(attacker).placed.centre(), self.unit(defender).placed.centre());
        let struck = Side::of_attack(aspect, &self.unit(defender).placed, &self.unit(attacker).placed);
        for (unit, after, forced, from, side) in [
            // Whoever attacks has the enemy before his front.
            (attacker, result.attacker_order_after, result.attacker_forced, there, Side::Front),
            (defender, result.defender_order_after, result.defender_forced, here, struck),
        ] {
            let before = self.unit(unit).order;
            if after != before {
                self.worsen(unit, after, "07.03.2");
            }
            if forced != ForcedAction::None && matches!(after, Order::Disorder | Order::Rout) {
                driven.push(Driven { unit, order: after, by: DrivenBy::Attack, from, side });
            }
        }
        if let Some(caught) = caught {
            self.take_prisoners(attacker, defender, throw, &caught)?;
        }
        let on = result.attack_continues;
        self.unit_mut(attacker).now.pursues = on.then_some(defender);
        self.unit_mut(defender).now.met.push(attacker);
        self.unit_mut(attacker).now.met.push(defender);
        if !on && !driven.iter().any(|driven| driven.unit == attacker) {
            self.halt(attacker);
        }
        // The attacker stays out of the way of the beaten until all are moved.
        if self.unit(defender).here() && !driven.iter().any(|driven| driven.unit == defender) && on {
            self.halt(defender);
        }
        all_driven.extend(driven);
        Ok(())
    }
}

/// An attack on the front, outflanking or not (§07.01.5).
pub(super) fn frontal(aspect: Aspect) -> bool {
    matches!(aspect, Aspect::Front | Aspect::Outflank)
}

/// What of an obstacle the shock throw knows; nobody attacks over one of class IV (§07.01.6).
fn passable(obstacle: Obstacle) -> PassableObstacle {
    match obstacle {
        Obstacle::None => PassableObstacle::None,
        Obstacle::I => PassableObstacle::I,
        Obstacle::II => PassableObstacle::II,
        Obstacle::III | Obstacle::IV => PassableObstacle::III,
    }
}

fn defender_formation(unit: &Unit) -> DefenderFormation {
    if unit.building.is_some() {
        return DefenderFormation::Building;
    }
    match unit.formation {
        Formation::MarchColumn => DefenderFormation::MarchColumn,
        Formation::AttackColumn => DefenderFormation::AttackColumn,
        Formation::Line => DefenderFormation::Line,
        Formation::ThinLine if unit.mounted_cavalry() => DefenderFormation::Line,
        Formation::ThinLine => DefenderFormation::ThinLine,
        Formation::Chain => DefenderFormation::Chain,
    }
}
