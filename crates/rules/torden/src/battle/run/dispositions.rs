//! Phase 4.3: what units that are attacked try (§5.3). All is announced first and then thrown, in an order of place.

use krigsspil_engine::OrNull;
use krigsspil_field::prelude::{Bearing, Degrees, Placed};
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::attacks::began_behind;
use super::reaction::{Try, reaction};
use crate::battle::bodies::{about_centre, body_in, in_the_way, plain, shifted};
use crate::battle::command::host;
use crate::battle::march::{Limits, march};
use crate::battle::order::{Disposition, Step};
use crate::battle::sequence::DISPOSITIONS;
use crate::battle::state::*;
use crate::procedures::attack::{ReactionOption, ReactionOptions, ReactionOptionsResult};
use crate::procedures::reaction::Purpose;
use crate::tables::Tables;
use crate::vocabulary::{Arm, AttackedBy, Formation};

/// Those who attack a unit.
pub(in crate::battle) fn attackers(battle: &Battle, unit: UnitId) -> Vec<UnitId> {
    let at = |other: &UnitId| {
        battle.units[*other].here()
            && battle.units[*other].now.attack.is_some_and(|attack| attack.target == unit)
    };
    battle.by_place(battle.units.ids().filter(at))
}

fn by(battle: &Battle, unit: UnitId) -> AttackedBy {
    match battle.units[unit].branch.arm() {
        Arm::Infantry => AttackedBy::Infantry,
        Arm::Cavalry => AttackedBy::Cavalry,
        Arm::Artillery => AttackedBy::None,
    }
}

/// What is open to a unit that these attack.
pub(in crate::battle) fn options(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    attackers: &[UnitId],
    continued: bool,
) -> Option<ReactionOptionsResult> {
    let of = &battle.units[unit];
    let attacks = attackers.iter().filter_map(|&attacker| battle.units[attacker].now.attack);
    let cavalry = attackers.iter().any(|&attacker| battle.units[attacker].is_cavalry());
    let attacked_by = match attackers.first() {
        None => AttackedBy::None,
        Some(_) if cavalry => AttackedBy::Cavalry,
        Some(&first) => by(battle, first),
    };
    let facts = ReactionOptions {
        arm: of.branch,
        order: of.order,
        formation: of.formation,
        enemy_action_cm: OrNull(None),
        attacked_by,
        flank_or_rear: attacks.into_iter().any(|attack| attack.flank),
        by_continued_attack: continued,
        attached_to: host(battle, unit).map_or(AttackedBy::None, |host| by(battle, host)),
        already_reacted: of.now.reacted,
        in_continued_melee: !of.melee.is_empty(),
        in_town: of.zone.is_some(),
    };
    plain(&facts, tables).ok()
}

/// The reaction that a disposition is.
pub(in crate::battle) fn option_of(disposition: Disposition) -> ReactionOption {
    match disposition {
        Disposition::EmergencySquare => ReactionOption::EmergencySquare,
        Disposition::FaceAttacker => ReactionOption::FaceAttacker,
        Disposition::LimberAndMove => ReactionOption::LimberAndMove,
        Disposition::WithdrawLimbered => ReactionOption::WithdrawLimbered,
        Disposition::Shelter => ReactionOption::Shelter,
    }
}

/// What its throw is for.
pub(in crate::battle) fn purpose(disposition: Disposition) -> Purpose {
    match disposition {
        Disposition::EmergencySquare => Purpose::EmergencySquare,
        Disposition::FaceAttacker => Purpose::FaceAttacker,
        Disposition::LimberAndMove => Purpose::LimberAndMove,
        Disposition::WithdrawLimbered => Purpose::WithdrawLimbered,
        Disposition::Shelter => Purpose::Shelter,
    }
}

impl Run<'_> {
    pub(super) fn dispositions(&mut self) -> Result<(), Pause> {
        let announced: Vec<UnitId> =
            self.battle.here().filter(|&unit| self.unit(unit).now.disposes.is_some()).collect();
        let announced = self.battle.by_place(announced);
        // Measured for all before any is thrown.
        let attacked: Vec<(UnitId, Vec<UnitId>)> =
            announced.into_iter().map(|unit| (unit, attackers(self.battle, unit))).collect();
        each(self, &attacked, |run, (unit, attackers)| {
            let Some((disposition, toward)) = run.unit(*unit).now.disposes else { return Ok(()) };
            run.disposes(*unit, attackers, disposition, toward, false)
        })
    }

    /// A unit tries what it announced.
    pub(super) fn disposes(
        &mut self,
        unit: UnitId,
        attackers: &[UnitId],
        disposition: Disposition,
        toward: Option<f64>,
        continued: bool,
    ) -> Go {
        let open = options(self.battle, self.tables, unit, attackers, continued);
        if !open.is_some_and(|open| open.options.contains(&option_of(disposition))) {
            return Ok(());
        }
        let attacks = attackers.iter().filter_map(|&attacker| self.unit(attacker).now.attack);
        let flank = attacks.into_iter().any(|attack| attack.flank);
        let tries = Try { purpose: purpose(disposition), flank, struck_again: continued };
        let facts = reaction(self.battle, self.tables, unit, tries);
        let mut units = vec![unit];
        units.extend(attackers.first());
        let result = self.roll(("disposes", "5.3"), &units, json!({"how": disposition.as_str()}), &facts)?;
        self.unit_mut(unit).now.tried = true;
        self.reads_table_4(unit, &result, if result.success { "5.3.3.p3" } else { "tabel 4" });
        if result.success {
            self.succeeds(unit, attackers, disposition, toward);
        }
        Ok(())
    }

    fn succeeds(
        &mut self,
        unit: UnitId,
        attackers: &[UnitId],
        disposition: Disposition,
        toward: Option<f64>,
    ) {
        match disposition {
            Disposition::EmergencySquare => self.squares(unit),
            Disposition::FaceAttacker => {
                if let Some(attacker) = self.faced(unit, attackers, toward) {
                    self.faces(unit, attacker);
                }
            }
            Disposition::LimberAndMove | Disposition::WithdrawLimbered => {
                let away = toward.unwrap_or_else(|| self.away_from(unit, attackers));
                // Guns without room to limber stay, and are attacked as before.
                if !self.drives_off(unit, away) {
                    return;
                }
                let fate = (disposition == Disposition::WithdrawLimbered).then_some(Fate::Withdrew);
                for &attacker in attackers {
                    self.unit_mut(attacker).now.fate = fate;
                    if fate.is_none() {
                        self.unit_mut(attacker).now.attack = None;
                    }
                }
            }
            Disposition::Shelter => self.shelters(unit, attackers),
        }
    }

    /// The way straight away from those who attack.
    fn away_from(&self, unit: UnitId, attackers: &[UnitId]) -> f64 {
        match attackers.first() {
            Some(&attacker) => super::facing_away(self.battle, attacker, unit),
            None => self.unit(unit).placed.pose().facing.right_by(Degrees(180.0)).as_degrees(),
        }
    }

    /// Is this place free of everybody but those at hand?
    fn free(&self, unit: UnitId, placed: &Placed) -> bool {
        self.battle.fixed.ground.table().holds(placed)
            && self.battle.here().all(|other| other == unit || !in_the_way(placed, &self.unit(other).placed))
    }

    /// Forms square where it stands: about its front, else about its middle. Pressed on every side it squares up within its ranks.
    fn squares(&mut self, unit: UnitId) {
        let of = self.unit(unit);
        let (pose, centre) = (of.placed.pose(), of.placed.centre());
        let Ok(body) = body_in(of, Formation::Square, of.ranks, self.tables) else { return };
        let tries = [body.at(pose).ok(), about_centre(&body, centre, pose.facing).ok()];
        let others = self.squares_beside(unit);
        let placed = tries.into_iter().flatten().find(|placed| {
            self.free(unit, placed) && !others.iter().any(|square| in_the_way(placed, square))
        });
        let (from, formation) = (of.placed.clone(), of.formation);
        self.unit_mut(unit).squared_in = placed.is_none().then_some(formation);
        self.unit_mut(unit).formation = Formation::Square;
        if let Some(placed) = placed {
            self.set_down(unit, placed);
        }
        self.has_no_flank(unit);
        self.tell_moved(("forms_square", "5.3.1"), &[unit], &from, json!({}));
    }

    /// The squares that others announced at the same moment: where two have no room for both, neither takes it from the other.
    fn squares_beside(&self, unit: UnitId) -> Vec<Placed> {
        if self.phase() != DISPOSITIONS {
            return Vec::new();
        }
        let announced = |other: &Unit| matches!(other.now.disposes, Some((Disposition::EmergencySquare, _)));
        let others = self.battle.here().filter(|&other| other != unit).map(|other| self.unit(other));
        let square = |other: &Unit| {
            let body = body_in(other, Formation::Square, other.ranks, self.tables).ok()?;
            body.at(other.placed.pose()).ok()
        };
        others.filter(|other| announced(other)).filter_map(square).collect()
    }

    /// Whoever attacks it strikes its front.
    fn has_no_flank(&mut self, unit: UnitId) {
        for other in self.battle.units.values_mut() {
            if let Some(attack) = other.now.attack.as_mut().filter(|attack| attack.target == unit) {
                attack.flank = false;
            }
        }
    }

    /// Whom it faces of those who strike its flank or rear: the one its player points at, else the one with most figures.
    fn faced(&self, unit: UnitId, attackers: &[UnitId], toward: Option<f64>) -> Option<UnitId> {
        let flanking = attackers
            .iter()
            .copied()
            .filter(|&attacker| self.unit(attacker).now.attack.is_some_and(|attack| attack.flank));
        let centre = self.unit(unit).placed.centre();
        let off = |attacker: UnitId| {
            let way = Bearing::of(self.unit(attacker).placed.centre() - centre);
            toward.map_or(0.0, |toward| Bearing::degrees(toward).turn_to(way).0.abs())
        };
        let figures = |attacker: UnitId| self.unit(attacker).figures();
        flanking.min_by(|&a, &b| off(a).total_cmp(&off(b)).then_with(|| figures(b).cmp(&figures(a))))
    }

    /// Turns its front to an attacker: about its own middle, pressed back as far as he stands. Where its neighbours leave no room the
    /// men turn in their ranks.
    fn faces(&mut self, unit: UnitId, attacker: UnitId) {
        let of = self.unit(unit);
        let facing = Bearing::of(self.unit(attacker).placed.centre() - of.placed.centre());
        let back = -facing.ahead();
        let turned = about_centre(of.placed.body(), of.placed.centre(), facing).ok();
        let free = turned.and_then(|turned| {
            (0..40)
                .map(|step| shifted(&turned, back, f64::from(step) * CM / 4.0))
                .find(|placed| self.free(unit, placed))
        });
        let from = self.unit(unit).placed.clone();
        if let Some(placed) = free {
            self.set_down(unit, placed);
        }
        self.shows_front(unit, Some(attacker));
        self.tell_moved(("faces_attacker", "5.3.2"), &[unit, attacker], &from, json!({}));
    }

    /// Whom it faces strikes its front. Others who struck flank or rear still do where they began behind the front it has now; who came at its
    /// front before it turned began before it, and strikes no flank (§5.3.2.p2).
    pub(super) fn shows_front(&mut self, unit: UnitId, faced: Option<UnitId>) {
        for attacker in attackers(self.battle, unit) {
            let still = Some(attacker) != faced && began_behind(self.battle, self.tables, attacker, unit);
            if let Some(attack) = &mut self.unit_mut(attacker).now.attack {
                attack.flank &= still;
            }
        }
    }

    /// Guns limber and drive off, up to a whole turn (§5.3.3). Tells whether there was room for it.
    pub(super) fn drives_off(&mut self, unit: UnitId, away: f64) -> bool {
        let mut driven = self.unit(unit).clone();
        driven.formation = Formation::Limbered;
        let facing = Bearing::degrees(away);
        let body = body_in(&driven, Formation::Limbered, driven.ranks, self.tables);
        let turned = body.and_then(|body| about_centre(&body, driven.placed.centre(), facing));
        let Ok(turned) = turned else { return false };
        // The limber is brought up on the side away from the enemy.
        let brought = (0..=60).map(|step| f64::from(step) / 4.0);
        let brought = brought.map(|cm| (cm, shifted(&turned, facing.ahead(), cm * CM)));
        let Some((cm, turned)) = brought.into_iter().find(|(_, placed)| self.free(unit, placed)) else {
            self.tell("no_room", "4.4.7.p2", &[unit], json!({}));
            return false;
        };
        driven.placed = turned;
        let limits = Limits { budget: 1.0, march_order: false, chief: None, keeps_off: None };
        let field = super::field_of(self.battle, self.tables, unit);
        // Its march is measured from where the guns stood.
        let rate = f64::from(self.tables.unit(driven.kind).rate_cm(Formation::Limbered, false));
        let left = (rate - cm).max(0.0);
        let done = march(&field, &driven, limits, &[Step::Go { cm: Some(left), degrees: 0.0 }]);
        self.carried_out(unit, &done, "drives_off", "5.3.3.p2");
        true
    }

    /// Gunners go into the unit they are with, and whoever attacked them attacks it (§5.3.3.p4, §7.1.3).
    fn shelters(&mut self, unit: UnitId, attackers: &[UnitId]) {
        let Some(host) = host(self.battle, unit) else { return };
        if let Some(guns) = &mut self.unit_mut(unit).battery {
            guns.sheltering = Some(host);
        }
        self.tell("shelters", "5.3.3.p4", &[unit, host], json!({}));
        for &attacker in attackers {
            let possible = !(self.unit(attacker).is_infantry() && self.unit(host).is_cavalry());
            let flank = began_behind(self.battle, self.tables, attacker, host)
                && self.unit(host).formation != Formation::Square
                && !self.unit(host).is_mob();
            let attack = self.unit(attacker).now.attack;
            self.unit_mut(attacker).now.attack =
                attack.filter(|_| possible).map(|attack| Attack { target: host, flank, ..attack });
        }
    }
}
