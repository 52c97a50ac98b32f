//! Fire (chapters 09 and 10): all who fire at one moment are measured first, then thrown for in order of place, then applied.

use std::collections::BTreeMap;

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;
use serde_json::json;

use super::aim::Aim;
use super::blows::Blow;
use super::burning::HouseShot;
use super::facts::steady_order;
use super::guns::{GunShot, Half};
use super::{Go, Run, item};
use crate::battle::order::{Formation, Step, UnitOrder};
use crate::battle::questions::{CHIEF_STEPS_IN, StepsIn};
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::command::LeaderIntervention;
use crate::procedures::small_arms::SmallArmsFire;
use crate::vocabulary::*;

/// Stands after fire for half a turn (§03.01.4).
const STANDS: f64 = 0.5;

/// A moment that has just been reached.
const JUST: f64 = 1.0e-9;

/// A measured fire.
enum Shot {
    Muskets { firer: UnitId, target: UnitId, aim: Aim, facts: Box<SmallArmsFire> },
    Guns(Box<GunShot>),
    House(Box<HouseShot>),
    Nobody { firer: UnitId, at: Point },
}

impl Shot {
    /// Who fires, and at whom first.
    fn between(&self) -> Option<(UnitId, UnitId)> {
        match self {
            Shot::Muskets { firer, target, .. } => Some((*firer, *target)),
            Shot::Guns(shot) => shot.shells(),
            Shot::House(_) | Shot::Nobody { .. } => None,
        }
    }
}

impl Run<'_> {
    /// Units fire together, each perhaps at the enemy who brought it about.
    pub(super) fn volley(&mut self, units: &[(UnitId, Option<UnitId>)]) -> Go {
        let mut order: Vec<(UnitId, Option<UnitId>)> = units.to_vec();
        order.sort_by(|a, b| self.battle.by_place(a.0, b.0));
        let mut shots = Vec::new();
        for (firer, at) in order {
            match self.second_target(firer, at) {
                Some(targets) => shots.extend(self.measured_at_two(firer, targets)),
                None => shots.extend(self.measured(firer, at)),
            }
        }
        if shots.is_empty() {
            return Ok(());
        }
        let mut shots = self.as_their_player_wrote(shots);
        let guns = |shot: &Shot| if let Shot::Guns(shot) = shot { shot.shells() } else { None };
        let shelled: Vec<(UnitId, UnitId)> = shots.iter().filter_map(guns).collect();
        for shot in &mut shots {
            if let Shot::Guns(shot) = shot {
                self.note_who_answers(shot, &shelled);
            }
        }
        let mut blows: Vec<Blow> = Vec::new();
        // Each effect on a target counts in the next fire at it (§03.01.5); what the firers suffer does not (ruling of 13.01.4).
        let mut orders: BTreeMap<UnitId, Order> = BTreeMap::new();
        let chiefs = self.chiefs_under_fire(&shots)?;
        for shot in shots {
            item(self, |run| run.throw_for(shot, &mut orders, &chiefs, &mut blows))?;
        }
        self.suffer(blows)?;
        for &(firer, _) in units {
            self.stands_in_position(firer)?;
        }
        self.ruins_fall()
    }

    /// Guns that came into position at the moment of their fire are in position (§10.01.2).
    fn stands_in_position(&mut self, firer: UnitId) -> Go {
        let battery = self.unit(firer);
        let done = battery.todo.first().is_some_and(|doing| {
            matches!(doing.step, Step::Unlimber { .. }) && doing.begun && doing.left.abs() < JUST
        });
        if battery.here() && battery.now.fired && battery.track.is_none() && done {
            self.step_done(firer)?;
        }
        Ok(())
    }

    /// Fires of one player at one target follow in the order in which he wrote them (§03.01.5); those that are not written come last.
    fn as_their_player_wrote(&self, shots: Vec<Shot>) -> Vec<Shot> {
        let entry = |unit: UnitId| match &self.unit(unit).now.order {
            Some(UnitOrder::Fire { .. }) => self.unit(unit).entry,
            _ => u32::MAX,
        };
        let of = |shot: &Shot| {
            let (firer, target) = shot.between()?;
            Some((self.battle.seat_of_unit(firer).clone(), target, entry(firer)))
        };
        let of: Vec<_> = shots.iter().map(of).collect();
        let place = |at: usize| {
            let Some((seat, target, _)) = &of[at] else { return at };
            let same =
                |other: &usize| of[*other].as_ref().is_some_and(|(by, on, _)| (by, on) == (seat, target));
            let mut group: Vec<usize> = (0..of.len()).filter(same).collect();
            let number = group.iter().take_while(|&&other| other < at).count();
            group.sort_by_key(|&other| (of[other].as_ref().map(|(.., entry)| *entry), other));
            group[number]
        };
        let from: Vec<usize> = (0..of.len()).map(place).collect();
        let mut shots: Vec<Option<Shot>> = shots.into_iter().map(Some).collect();
        from.into_iter().filter_map(|at| shots[at].take()).collect()
    }

    /// The fire of a unit, measured; nothing if it cannot.
    fn measured(&mut self, firer: UnitId, at: Option<UnitId>) -> Option<Shot> {
        let again = self.unit(firer).battery.is_some() && at.is_some();
        if !self.unit(firer).steady() || (self.unit(firer).now.fired && !again) {
            return None;
        }
        if self.unit(firer).now.silent {
            self.stands_instead(firer);
            return None;
        }
        // After a melee nobody fires (§03.01.3).
        if !self.unit(firer).now.fought.is_empty() && !again {
            return None;
        }
        // Nor does a unit through which others march (§07.07.1).
        if self.is_passed(firer) {
            self.finds_no_target(firer, at);
            return None;
        }
        if let Some(building) = self.bombards(firer) {
            return self.measured_at_house(firer, building);
        }
        if let Some(place) = self.place_fired_at(firer) {
            return self.measured_at_place(firer, place);
        }
        let target = match at {
            Some(enemy) => Some(enemy),
            None => self.chosen_target(firer),
        };
        if self.unit(firer).battery.is_some() {
            let shot = target.and_then(|target| self.gun_shot(firer, target));
            let Some(shot) = shot else {
                self.finds_no_target(firer, at);
                return None;
            };
            return Some(Shot::Guns(Box::new(shot)));
        }
        let aimed = target.and_then(|target| Some((target, self.aim(firer, target)?)));
        let Some((target, aim)) = aimed else {
            self.finds_no_target(firer, at);
            return None;
        };
        let facts = Box::new(self.small_arms_facts(firer, target, &aim));
        Some(Shot::Muskets { firer, target, aim, facts })
    }

    /// A fire that was written and not announced is not carried out: the unit stands for that part of the turn (§03.02.6).
    fn stands_instead(&mut self, firer: UnitId) {
        let until = self.now().after(STANDS);
        super::changes::drop_track(self.battle, firer);
        self.unit_mut(firer).held_until = Some(until);
        self.battle.waiting.retain(|unit| *unit != firer);
    }

    /// A battery's fire at a building: at the enemy in it, or at its walls alone (§17.04.1).
    fn measured_at_house(&mut self, firer: UnitId, building: usize) -> Option<Shot> {
        let shot = match self.garrison_fired_at(firer, building) {
            Ok(Some(enemy)) => self.gun_shot(firer, enemy).map(|shot| Shot::Guns(Box::new(shot))),
            Ok(None) => self.house_shot(firer, building).map(|shot| Shot::House(Box::new(shot))),
            Err(()) => None,
        };
        if shot.is_none() {
            self.finds_no_target(firer, None);
        }
        shot
    }

    /// A battery's fire at a thing on the map: at the enemy who is there, seen or not (§10.01.5).
    fn measured_at_place(&mut self, firer: UnitId, at: Point) -> Option<Shot> {
        if let Some(enemy) = self.enemy_there(firer, at) {
            return self.gun_shot(firer, enemy).map(|shot| Shot::Guns(Box::new(shot)));
        }
        let shot = self.line_to_place(firer, at).map(|_| Shot::Nobody { firer, at });
        if shot.is_none() {
            self.finds_no_target(firer, None);
        }
        shot
    }

    /// The two targets of a unit that has announced fire at two, if it can fire at both (§09.01.4, §10.01.3).
    fn second_target(&self, firer: UnitId, at: Option<UnitId>) -> Option<[UnitId; 2]> {
        let shooter = self.unit(firer);
        let Some(UnitOrder::Fire { target, also: Some(also), .. }) = &shooter.now.order else { return None };
        if at.is_some()
            || shooter.now.silent
            || !shooter.steady()
            || shooter.now.fired
            || !shooter.now.fought.is_empty()
            || self.is_passed(firer)
        {
            return None;
        }
        let other = self.battle.unit(also)?;
        let first = match target {
            Some(target) => self.battle.unit(target)?,
            None => self.chosen_target(firer).filter(|first| *first != other)?,
        };
        let can = |enemy: UnitId| {
            self.unit(enemy).here()
                && match &shooter.battery {
                    Some(guns) => guns.figure_pieces > 1 && self.gun_shot(firer, enemy).is_some(),
                    None => self.aim(firer, enemy).is_some(),
                }
        };
        (first != other && can(first) && can(other)).then_some([first, other])
    }

    /// Each firing unit fires at the nearer of two targets that it reaches; of a battery one half of the pieces fires at each.
    fn measured_at_two(&self, firer: UnitId, targets: [UnitId; 2]) -> Vec<Shot> {
        if self.unit(firer).battery.is_some() {
            let halves = [Half::Larger, Half::Smaller];
            let shots = targets.into_iter().zip(halves);
            let shots = shots.filter_map(|(target, half)| Some(self.gun_shot(firer, target)?.of_half(half)));
            return shots.map(|shot| Shot::Guns(Box::new(shot))).collect();
        }
        let aims = self.aim_at_two(firer, targets);
        let shots = targets.into_iter().zip(aims).filter_map(|(target, aim)| {
            let aim = aim?;
            let facts = Box::new(self.small_arms_facts(firer, target, &aim));
            Some(Shot::Muskets { firer, target, aim, facts })
        });
        shots.collect()
    }

    fn finds_no_target(&mut self, firer: UnitId, at: Option<UnitId>) {
        if at.is_none() {
            self.battle.waiting.retain(|unit| *unit != firer);
            self.tell_own("no_target", "09.01.2", firer, json!({}));
        }
    }

    /// At the start the announced target, otherwise the nearest enemy it can fire at (§03.02.5, ruling 85).
    fn chosen_target(&self, firer: UnitId) -> Option<UnitId> {
        let can = |&enemy: &UnitId| match self.unit(firer).battery {
            Some(_) => self.gun_shot(firer, enemy).is_some(),
            None => self.aim(firer, enemy).is_some(),
        };
        if let Some(UnitOrder::Fire { target: Some(named), .. }) = &self.unit(firer).now.order
            && self.battle.moment == 0.0
            && let Some(named) = self.battle.unit(named)
            && self.unit(named).here()
            && unit_sees(self.battle, self.tables, firer, named)
            && can(&named)
        {
            return Some(named);
        }
        let mut near: Vec<(f64, UnitId)> = self
            .battle
            .enemies_of(firer)
            .map(|enemy| (self.battle.cm_between(firer, enemy), enemy))
            .collect();
        near.sort_by(|a, b| self.battle.nearer(*a, *b));
        near.into_iter().map(|(_, enemy)| enemy).find(can)
    }

    fn target_formation(&self, unit: &Unit) -> TargetFormation {
        match unit.formation {
            _ if unit.battery.is_some() && unit.limbered() && unit.formation.marching() => {
                TargetFormation::Column
            }
            _ if unit.battery.is_some() || unit.branch == Branch::Wagon => TargetFormation::Line,
            Formation::Line => TargetFormation::Line,
            Formation::AttackColumn
            | Formation::MarchColumn
            | Formation::SingleColumn
            | Formation::BrigadeColumn => TargetFormation::Column,
            Formation::BattalionMass | Formation::Hob => TargetFormation::Mass,
            Formation::Square if unit.one_front => TargetFormation::SquareOneFront,
            Formation::Square => TargetFormation::Square,
            Formation::DenseSkirmish => TargetFormation::DenseSkirmish,
            Formation::ThinSkirmish => TargetFormation::ThinSkirmish,
        }
    }

    /// Has it stormed for half a turn (§09.02.6, §10.02.4)?
    pub(super) fn in_full_storm(&self, unit: UnitId) -> bool {
        let storming = self.unit(unit).storming.since;
        self.unit(unit).branch == Branch::Cavalry
            && storming.is_some_and(|since| self.now().turns_since(since) >= STANDS - 1.0e-9)
    }

    /// Is a target supported, or does a chain have its soutien (§09.02.5)?
    pub(super) fn supported(&self, unit: UnitId) -> bool {
        if self.unit(unit).parent.is_some() {
            return self.soutien_valid(unit);
        }
        self.support_of(unit, false).is_some()
    }

    pub(super) fn formation_of_target(&self, unit: UnitId) -> TargetFormation {
        self.target_formation(self.unit(unit))
    }

    /// The figures of a unit with its skirmishers: a chain is no split (rulings 38 and 39, §04.02.3).
    fn whole_figures(&self, unit: UnitId) -> i32 {
        let with = self.unit(unit).parent.or_else(|| self.battle.chain_of(unit));
        let other = with.map(|with| self.unit(with)).filter(|other| other.here());
        self.unit(unit).figures + other.map_or(0, |other| other.figures)
    }

    fn small_arms_facts(&self, firer: UnitId, target: UnitId, aim: &Aim) -> SmallArmsFire {
        let (shooter, aimed) = (self.unit(firer), self.unit(target));
        let level = |place: Point| self.battle.ground.level_at(place);
        let smoke = |unit: &Unit| unit.smoke.is_some_and(|turn| turn + 1 == self.battle.turn);
        SmallArmsFire {
            firing_figures: Figures(aim.figures.clamp(3, 200)),
            zone: aim.zone.clamp(1, 2),
            arm: if shooter.branch == Branch::Cavalry { FootOrHorse::Cavalry } else { FootOrHorse::Infantry },
            weapon: shooter.weapon.unwrap_or(Weapon::Musket),
            formation: match shooter.formation {
                Formation::DenseSkirmish => FirerFormation::DenseSkirmish,
                Formation::ThinSkirmish => FirerFormation::ThinSkirmish,
                _ => FirerFormation::Closed,
            },
            cover: cover_against(self.battle, firer, aim.to).clamp(0, 3),
            own_smoke: smoke(shooter),
            target_smoke: smoke(aimed),
            not_stationary: !self.stationary(firer),
            slope: level(aim.from) != level(aim.to),
            order: steady_order(shooter.order),
            first_fire: !shooter.first_fire_spent && shooter.branch == Branch::Infantry,
            training: (shooter.training.fire
                + if shooter.formation.skirmish() { shooter.training.in_chain } else { 0 })
            .clamp(-1, 2),
            valeur: self.table_valeur(firer),
            unit_figures: Figures(self.whole_figures(firer).clamp(1, 500)),
            target_arm: match aimed.branch {
                Branch::Infantry => SmallArmsTarget::Infantry,
                Branch::Cavalry => SmallArmsTarget::Cavalry,
                Branch::Artillery if aimed.gunners_alone() => SmallArmsTarget::Infantry,
                Branch::Artillery if aimed.limbered() => SmallArmsTarget::LimberedArtillery,
                Branch::Artillery => SmallArmsTarget::UnlimberedArtillery,
                Branch::Wagon => SmallArmsTarget::Train,
            },
            target_formation: self.target_formation(aimed),
            target_in_building: aimed.inside.is_some(),
            target_storming: self.in_full_storm(target),
            target_cover: cover_against(self.battle, target, aim.from).clamp(0, 3),
            target_flank: self.strikes_flank(StrikeKind::SmallArms, aim.from, aim.to, target),
            target_no_reply: !(aimed.weapon.is_some() && self.fires_this_turn(target)),
            target_order: aimed.order,
            target_figures: Figures(aimed.figures.clamp(1, 500)),
            target_supported: self.supported(target),
            target_valeur: self.table_valeur(target).clamp(-4, 5),
            target_chief_modifier: 0,
        }
    }

    /// Chiefs with units that are fired at may step in (§08.02.2): the points that each brings.
    fn chiefs_under_fire(&mut self, shots: &[Shot]) -> Go<BTreeMap<UnitId, i32>> {
        let mut points = BTreeMap::new();
        for shot in shots {
            let targets: Vec<UnitId> = match shot {
                Shot::Muskets { target, .. } => vec![*target],
                // Also with those whom the same balls strike (§10.05.4).
                Shot::Guns(shot) if shot.shells().is_some() => {
                    shot.targets.iter().map(|struck| struck.unit).collect()
                }
                Shot::Guns(_) | Shot::House(_) | Shot::Nobody { .. } => continue,
            };
            for target in targets {
                if points.contains_key(&target) || self.chiefs_with(target).is_empty() {
                    continue;
                }
                let steps_in = self.ask(&CHIEF_STEPS_IN, target, None)? == StepsIn::StepsIn;
                let brought = if steps_in {
                    self.chiefs_commit(target, Occasion::UnderFire)?
                } else {
                    self.staff_hit(target)?
                };
                points.insert(target, brought);
            }
        }
        Ok(points)
    }

    fn throw_for(
        &mut self,
        shot: Shot,
        orders: &mut BTreeMap<UnitId, Order>,
        chiefs: &BTreeMap<UnitId, i32>,
        blows: &mut Vec<Blow>,
    ) -> Go {
        match shot {
            Shot::Muskets { firer, target, aim, mut facts } => {
                let now = orders.get(&target).copied().unwrap_or(facts.target_order);
                facts.target_order = now;
                facts.target_chief_modifier = chiefs.get(&target).copied().unwrap_or(0);
                let about = json!({"cm": (aim.cm * 10.0).round() / 10.0});
                let result = self.roll(("fires", "09.02.1"), &[firer, target], about, &*facts, &[])?;
                orders.insert(target, now.after(result.morale_effect.into()));
                self.has_fired(firer, Some(target));
                let blow = Blow {
                    firer,
                    target,
                    men: result.men_lost.0,
                    effect: result.morale_effect,
                    // The cause is the unit that fired, not a part of it (§13.01.2).
                    from: self.danger_from(target, firer),
                    horses: result.horses_lost,
                    pieces: 0,
                    loads: 0,
                };
                self.share_with_chain(FireKind::SmallArms, blow, blows)
            }
            Shot::Guns(shot) => self.guns_throw(*shot, orders, chiefs, blows),
            Shot::House(shot) => self.house_thrown_at(*shot),
            Shot::Nobody { firer, at } => {
                self.fired_at_nobody(firer, at);
                Ok(())
            }
        }
    }

    /// A unit has fired: it stands for half a turn, and its smoke hangs (§03.01.4, §09.02.7).
    pub(super) fn has_fired(&mut self, firer: UnitId, target: Option<UnitId>) {
        let until = self.now().after(STANDS);
        let now = self.now();
        let turn = self.battle.turn;
        super::changes::drop_track(self.battle, firer);
        let fired = self.unit_mut(firer);
        fired.now.fired = true;
        fired.now.fired_at = target;
        fired.now.disturbed = true;
        fired.quiet_since = now;
        fired.held_until = Some(until);
        if fired.battery.is_none() {
            fired.first_fire_spent = true;
            if !fired.formation.skirmish() && fired.weapon != Some(Weapon::Rifle) {
                fired.smoke = Some(turn);
            }
        }
        if let Some(parent) = self.unit(firer).parent {
            // A battalion's skirmishers are part of it (ruling 39).
            self.unit_mut(parent).first_fire_spent = true;
        }
        if self.unit(firer).battery.is_none() {
            self.battle.waiting.retain(|unit| *unit != firer);
        }
    }

    /// Commits the chiefs in contact with a unit: each throws for himself, the lowest brings his points (rulings 16 and 82).
    pub(super) fn chiefs_commit(&mut self, unit: UnitId, occasion: Occasion) -> Go<i32> {
        let chiefs = self.chiefs_with(unit);
        self.these_commit(unit, chiefs, occasion)
    }

    /// The same for these chiefs, the lowest first.
    pub(super) fn these_commit(&mut self, unit: UnitId, chiefs: Vec<PostId>, occasion: Occasion) -> Go<i32> {
        let mut points = 0;
        for (number, post) in chiefs.into_iter().enumerate() {
            let about = json!({"general": self.battle.generals[post].id});
            let facts = LeaderIntervention { occasion };
            let result = self.roll_own(("chief_intervenes", "08.02.1"), unit, about, &facts)?;
            if number == 0 {
                points = result.modifier;
            }
            if result.falls {
                self.chief_falls(post, unit, "08.02.3");
            }
        }
        Ok(points)
    }
}
