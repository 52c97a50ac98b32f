//! Shocks (chapter 07.03): the initiative, the measurements, the throws and their results.

use krigsspil_engine::Figures;
use krigsspil_engine::battle::SeatId;
use serde_json::json;

use super::attack::frontal;
use super::fires::{Shot, order_of};
use super::forced::{Driven, DrivenBy};
use super::struck::Side;
use super::{Go, Run, about_unit, each, item};
use crate::battle::legal::{troops, unit_arm};
use crate::battle::order::{UnitOrder, When};
use crate::battle::questions::{self, INITIATIVE};
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, obstacle_on_the_way};
use crate::modifiers::attack::{ATTACKER_SUPPORT, DEFENDER_SUPPORT};
use crate::procedures::attack::{Initiative, InitiativeSide};
use crate::procedures::shock::{
    Affected, AttackerOrder, DefenderFormation, Shock, ShockAttacker, ShockDefender, ShockResult,
};
use crate::vocabulary::*;

/// A possible shock throw: who attacks whom, and everything that counts in it.
struct Way {
    units: [UnitId; 2],
    aspect: Aspect,
    facts: Shock,
    /// The supports of the one and of the other.
    supports: [Vec<UnitId>; 2],
}

/// A measured attack: our shock throw, and theirs if they also attack.
struct Clash {
    attack: Attack,
    ours: Way,
    theirs: Option<Way>,
}

/// A thrown shock, by the first of two units against the second.
struct Struck {
    attack: Attack,
    units: [UnitId; 2],
    aspect: Aspect,
    both: bool,
    throw: [i32; 2],
    result: ShockResult,
}

impl Run<'_> {
    /// The shocks of one moment: everything is measured before anybody throws, and all throw, in order of place, before anybody moves.
    pub(super) fn shocks(&mut self, attacks: &[Attack]) -> Go<Vec<Attack>> {
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
        // The fire may already have driven one of them farther, or broken him.
        driven.retain(|driven: &Driven| self.unit(driven.unit).order == driven.order);
        self.drive(driven)?;
        for shock in &struck {
            self.after_shock(shock);
        }
        Ok(struck.into_iter().map(|shock| shock.attack).collect())
    }

    /// Measures an attack with the current positions; `None` if it does not take place.
    fn clash(&mut self, attack: &Attack) -> Go<Option<Clash>> {
        let &Attack { attacker, defender, aspect } = attack;
        // Fire that pins the attacker or drives him back ends the attack (§07.02.1).
        let going = self.unit(attacker).here() && !self.unit(attacker).todo.is_empty();
        let steady_on = matches!(self.unit(attacker).order, Order::Good | Order::LightDisorder);
        // Cavalry that must turn away has broken off its attack (ruling 82).
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

    /// Throws the shock: of two units that attack each other, the one with the initiative throws.
    fn throw_shock(&mut self, Clash { attack, ours, theirs }: &Clash) -> Go<Struck> {
        let way = match theirs {
            Some(theirs) if self.initiative(attack.attacker, attack.defender)? == attack.defender => theirs,
            _ => ours,
        };
        let Way { units, aspect, facts, supports: [first, second] } = way;
        let explained: [(_, &[UnitId]); 2] = [(&ATTACKER_SUPPORT, first), (&DEFENDER_SUPPORT, second)];
        let about = json!({"aspect": aspect});
        let result = self.roll_explained(("shock", "07.03.2"), units, about, facts, &explained)?;
        let face = |at: usize| self.carried.thrown.get(at).copied().unwrap_or(1);
        let (throw, both) = ([face(0), face(1)], theirs.is_some());
        Ok(Struck { attack: *attack, units: *units, aspect: *aspect, both, throw, result })
    }

    /// Units still in OR or LU fire "after shock" at 2 cm, before the beaten attacker is driven back (ruling 32).
    fn fire_after_shock(&self, attacker: UnitId, defender: UnitId) -> Option<Shot> {
        let steady_on = matches!(self.unit(defender).order, Order::Good | Order::LightDisorder);
        let fires = steady_on && self.fires_when(defender, &When::AfterShock) && self.unit(attacker).here();
        fires.then_some((defender, Some(attacker), false))
    }

    /// Cavalry that must turn away does so. If both attacked, and the thrower has not broken the other: if the thrower has lost order, the
    /// other advances; otherwise both stand.
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

    /// The dice decide who has the initiative; the side that the scenario names first throws first; a tie is thrown again.
    fn initiative(&mut self, one: UnitId, other: UnitId) -> Go<UnitId> {
        let (a, b) = if self.unit(one).side < self.unit(other).side { (one, other) } else { (other, one) };
        if self.battle.fixed.umpire_sits {
            // The umpire may decide who has it; the dice are the default.
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

    fn shock_facts(&self, attacker: UnitId, defender: UnitId, aspect: Aspect, both: bool) -> Shock {
        let (from, to) = (self.unit(attacker), self.unit(defender));
        let obstacle = passable(self.obstacle_before(attacker, defender));
        // An obstacle also counts for the other if he must cross it, or if he is caught while crossing one (ruling 52).
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

    /// The worst obstacle that a unit stands across.
    fn obstacle_under(&self, unit: UnitId) -> Obstacle {
        let placed = &self.unit(unit).placed;
        let front = placed.pose().at;
        let rear = front - placed.frame().ahead * placed.body().depth();
        obstacle_on_the_way(&self.battle.ground, front, rear, placed.body().front())
    }

    /// Orders change, prisoners are taken, and the beaten must move off (§07.02.3, §07.06.1).
    fn shock_result(&mut self, shock: &Struck, all_driven: &mut Vec<Driven>) -> Go {
        let &Struck { units: [attacker, defender], aspect, throw, ref result, .. } = shock;
        // Those who would touch him, computed before he breaks up (ruling 63).
        let caught = if result.prisoners {
            self.caught(attacker, self.figures_that_would_touch(attacker, defender), defender)
        } else {
            None
        };
        let mut driven = Vec::new();
        let (here, there) = (self.unit(attacker).placed.centre(), self.unit(defender).placed.centre());
        let struck = Side::of_attack(aspect, &self.unit(defender).placed, &self.unit(attacker).placed);
        for (unit, after, forced, from, side) in [
            // An attacker has the enemy before his front.
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
        // The attacker stays out of the way of the beaten until all have moved.
        if self.unit(defender).here() && !driven.iter().any(|driven| driven.unit == defender) && on {
            self.halt(defender);
        }
        all_driven.extend(driven);
        Ok(())
    }
}

/// The obstacle as the shock throw uses it; nobody attacks over one of class IV (§07.01.6).
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
