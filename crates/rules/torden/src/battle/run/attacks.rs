//! Phase 4.1 and 4.2: attacks declared, and cavalry that reacts (chapter 5).

use krigsspil_field::prelude::{Placed, behind_front};
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::reaction::{Try, reaction};
use crate::battle::bodies::{body_in, in_the_way, plain, shifted};
use crate::battle::command::touch;
use crate::battle::march::{Halt, Limits};
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::procedures::attack::MayDeclareAttack;
use crate::procedures::reaction::Purpose;
use crate::tables::Tables;
use crate::vocabulary::{Formation, Order, SteadyOrder};

/// Units in contact that declare nothing are pulled so far apart (R45).
const APART_CM: f64 = 1.0;

/// So much of a unit is all of it: the rest is the rounding of its base.
const ALL: f64 = 0.99;

/// Did the attacker's move begin behind the target's extended front? Only one that did strikes flank or rear (§5.3.2): with figures before it
/// an attack is on the front.
pub(in crate::battle) fn began_behind(
    battle: &Battle,
    tables: &Tables,
    attacker: UnitId,
    target: UnitId,
) -> bool {
    let of = &battle.units[attacker];
    let began: Option<Placed> = of.now.began.and_then(|pose| {
        let formation = of.now.began_in.unwrap_or(of.formation);
        body_in(of, formation, of.ranks, tables).ok()?.at(pose).ok()
    });
    behind_front(&battle.units[target].placed, began.as_ref().unwrap_or(&of.placed)).as_number() >= ALL
}

/// May a unit attack another, and would it strike flank or rear?
pub(in crate::battle) fn strikes_flank(
    battle: &Battle,
    tables: &Tables,
    attacker: UnitId,
    target: UnitId,
) -> Option<bool> {
    let (of, at) = (&battle.units[attacker], &battle.units[target]);
    let facts = MayDeclareAttack {
        arm: of.branch.arm(),
        order: of.order,
        in_square: of.formation == Formation::Square,
        in_contact: touch(battle, attacker, target),
        target_arm: at.branch.arm(),
        target_order: at.order,
        target_in_square: at.formation == Formation::Square,
        target_in_town: at.zone.is_some(),
        started_behind_front: began_behind(battle, tables, attacker, target),
    };
    plain(&facts, tables).ok().filter(|may| may.allowed).map(|may| may.flank_or_rear)
}

/// The order of a unit that is no mob.
pub(super) fn steady(order: Order) -> SteadyOrder {
    if order == Order::Order { SteadyOrder::Order } else { SteadyOrder::Disorder }
}

impl Run<'_> {
    /// A unit declares its attack.
    pub(in crate::battle) fn declares(
        &mut self,
        unit: UnitId,
        target: UnitId,
        kind: AttackKind,
        number: Option<i32>,
    ) {
        let flank = strikes_flank(self.battle, self.tables, unit, target).unwrap_or(false);
        let of = self.unit_mut(unit);
        of.now.attack = Some(Attack { target, kind, flank, number });
        (of.now.acted, of.now.declared, of.number) = (true, true, number);
        if of.is_cavalry() && !crate::battle::command::in_command(self.battle, unit, self.tables) {
            self.unit_mut(unit).sortie = true;
        }
        self.spot(&[unit, target]);
        let rule = if kind == AttackKind::Declared { "5.1.1" } else { "5.2.1" };
        self.tell("declares_attack", rule, &[unit, target], json!({"flank": flank}));
    }

    /// All attacks are declared: cavalry out of command must attack, and whoever only touches an enemy is pulled back (§4.9.2, R45).
    pub(super) fn declarations_end(&mut self) -> Go {
        let active = self.battle.active();
        let own: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).side == active).collect();
        let mut touching = Vec::new();
        for unit in self.battle.by_place(own) {
            if self.unit(unit).now.attack.is_some() || !self.unit(unit).melee.is_empty() {
                continue;
            }
            let enemies: Vec<UnitId> =
                self.battle.enemies(active).filter(|&enemy| touch(self.battle, unit, enemy)).collect();
            let enemies = self.battle.by_place(enemies);
            if enemies.is_empty() {
                continue;
            }
            let out = self.unit(unit).is_cavalry()
                && !crate::battle::command::in_command(self.battle, unit, self.tables);
            let target = enemies
                .iter()
                .copied()
                .find(|&enemy| strikes_flank(self.battle, self.tables, unit, enemy).is_some());
            match target.filter(|_| out) {
                Some(target) => self.declares(unit, target, AttackKind::Declared, None),
                None => touching.push(unit),
            }
        }
        self.pull_apart(touching);
        Ok(())
    }

    /// The active side's units go back a centimetre each (R63), the way they came. One behind another makes room for him, whichever of them
    /// is farther west; where there is no room at last a unit stays.
    fn pull_apart(&mut self, mut touching: Vec<UnitId>) {
        loop {
            let before = touching.len();
            touching.retain(|&unit| !self.pulled_apart(unit));
            if touching.is_empty() || touching.len() == before {
                break;
            }
        }
        for unit in touching {
            self.tell_own(unit, "no_room", "4.4.7.p2", json!({}));
        }
    }

    /// Tells whether there was room.
    fn pulled_apart(&mut self, unit: UnitId) -> bool {
        if self.unit(unit).zone.is_some() {
            return true;
        }
        let back = -self.unit(unit).placed.pose().facing.ahead();
        let from = self.unit(unit).placed.clone();
        let there = shifted(&from, back, APART_CM * CM);
        let free = self.battle.fixed.ground.table().holds(&there)
            && self.battle.here().all(|other| other == unit || !in_the_way(&there, &self.unit(other).placed));
        if free {
            self.set_down(unit, there);
            self.tell_moved(("drawn_apart", "5.1.2"), &[unit], &from, json!({}));
        }
        free
    }

    /// Cavalry reacts: a throw, and when it is passed up to half a turn (§5.2).
    pub(in crate::battle) fn reacts(&mut self, unit: UnitId, steps: &[Step], attack: Option<UnitId>) -> Go {
        let facts = reaction(self.battle, self.tables, unit, Try::of(Purpose::ReactionMove));
        let result = self.roll(("reacts", "5.2.2"), &[unit], json!({}), &facts)?;
        self.battle.reacted = true;
        (self.unit_mut(unit).now.reacted, self.unit_mut(unit).now.tried) = (true, true);
        if !result.success {
            self.reads_table_4(unit, &result, "tabel 4");
            return Ok(());
        }
        // A reaction is a move of its own will: only to attack does it leave command (§2.4.3, §4.9.2).
        let limits = Limits {
            budget: f64::from(result.move_quarters) / 4.0,
            march_order: false,
            keeps_off: None,
            ..super::limits_of(self.battle, unit)
        };
        // Its move counts from where it stands now (§5.3.2).
        let pose = self.unit(unit).placed.pose();
        let formation = self.unit(unit).formation;
        (self.unit_mut(unit).now.began, self.unit_mut(unit).now.began_in) = (Some(pose), Some(formation));
        let done = self.moves(unit, steps, limits, "reaction_moves");
        (self.unit_mut(unit).now.acted, self.unit_mut(unit).now.reaction_made) = (true, true);
        self.rode_from_its_target(unit);
        // Whoever attacks it has to do with the front it has now (§5.3.2.p2).
        self.shows_front(unit, None);
        let met = match done.halt {
            Some(Halt::Enemy(enemy)) => Some(enemy),
            _ => None,
        };
        let target = attack.filter(|&target| touch(self.battle, unit, target)).or(attack.and(met));
        if let Some(target) =
            target.filter(|&target| strikes_flank(self.battle, self.tables, unit, target).is_some())
        {
            self.declares(unit, target, AttackKind::Reaction, None);
            self.struck_by_reaction(target);
        } else if met.is_some() {
            self.pull_apart(vec![unit]);
        }
        Ok(())
    }

    /// Infantry that cavalry attacks by its reaction does not carry out its own attack, nor does one who is attacked through its own
    /// reaction move (§5.2.1.p4, §7.1.1).
    fn struck_by_reaction(&mut self, target: UnitId) {
        let of = self.unit(target);
        let own_reaction = of.now.attack.is_some_and(|attack| attack.kind == AttackKind::Reaction);
        if of.now.attack.is_some() && (of.is_infantry() || own_reaction || of.now.reaction_made) {
            self.unit_mut(target).now.attack = None;
            self.tell("attack_lapses", "5.2.1.p4", &[target], json!({}));
        }
    }

    /// Cavalry that by its reaction has left the enemy it attacked attacks him no longer: it does not touch him (§5.1.2).
    fn rode_from_its_target(&mut self, unit: UnitId) {
        let left = |attack: &Attack| !touch(self.battle, unit, attack.target);
        if let Some(attack) = self.unit(unit).now.attack.filter(left) {
            self.unit_mut(unit).now.attack = None;
            self.tell("attack_lapses", "5.1.2", &[unit, attack.target], json!({}));
        }
    }

    /// An attack is over when its target has gone out of contact before it is fought: sent back by fire, giving up its own attack, or breaking
    /// off its melee (§5.1.2). Who fled is another matter: his attacker may go on (§7.5.1).
    pub(super) fn lapse_at_who_left(&mut self) {
        let attacking: Vec<UnitId> =
            self.battle.here().filter(|&unit| self.unit(unit).now.attack.is_some()).collect();
        for unit in self.battle.by_place(attacking) {
            let Some(attack) = self.unit(unit).now.attack else { continue };
            let target = self.unit(attack.target);
            let gave_up = target.now.aborts.is_some() && target.now.attack.is_none();
            let left = target.here() && (target.now.driven || gave_up);
            if left && self.unit(unit).now.fate.is_none() && !touch(self.battle, unit, attack.target) {
                self.unit_mut(unit).now.attack = None;
                self.tell("attack_lapses", "5.1.2", &[unit, attack.target], json!({}));
            }
        }
    }

    /// The umpire has put a unit elsewhere: its attack and those on it need contact as any do (§5.1.2).
    pub(in crate::battle) fn lapse_out_of_contact(&mut self, moved: UnitId) {
        for unit in self.battle.by_place(self.battle.here().collect::<Vec<_>>()) {
            let of_it = |attack: &Attack| unit == moved || attack.target == moved;
            let Some(attack) = self.unit(unit).now.attack.filter(of_it) else { continue };
            if !touch(self.battle, unit, attack.target) {
                self.unit_mut(unit).now.attack = None;
                self.tell("attack_lapses", "5.1.2", &[unit, attack.target], json!({}));
            }
        }
    }

    /// Attacks whose target has moved away by its reaction are none any longer.
    pub(super) fn lapse_attacks(&mut self) {
        for unit in self.battle.units.ids() {
            let Some(attack) = self.unit(unit).now.attack else { continue };
            let target = self.unit(attack.target);
            let rode_off = target.here() && target.now.reacted && !touch(self.battle, unit, attack.target);
            let lapsed = self.unit(unit).order != Order::Order || rode_off;
            if lapsed && self.unit(unit).here() {
                self.unit_mut(unit).now.attack = None;
                self.tell("attack_lapses", "7.1.1", &[unit, attack.target], json!({}));
            }
        }
    }
}
