//! Artillery fire (chapter 10): zones, ranging, ricochet, firing over and through units, and what it does to material.

use std::collections::BTreeMap;

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::aim::{FireArc, least_off};
use super::blows::Blow;
use super::facts::steady_order;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::order::UnitOrder;
use crate::battle::sight::{howitzers_see, sees_from, sees_house};
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, obstacle_of};
use crate::procedures::artillery::{ArtilleryReach, Overshoot, ShootThrough, arc_deg};
use crate::procedures::artillery_fire::ArtilleryFire;
use crate::vocabulary::{Piece, *};

/// A chain nearer than this before its unit shares its loss by guns with it (§14.03.2).
const SHARED_CM: f64 = 10.0;

/// One unit struck by a battery's fire.
pub(super) struct Struck {
    pub unit: UnitId,
    facts: ArtilleryFire,
}

/// A battery's fire, measured: the target first, then those behind it.
pub(super) struct GunShot {
    firer: UnitId,
    cm: f64,
    ranging_only: bool,
    pub targets: Vec<Struck>,
}

/// The line from a battery to what it fires at.
pub(super) struct GunLine {
    /// The middle of the battery's front.
    pub from: Point,
    /// The nearest place of it in the arc of fire.
    pub to: Point,
    /// Centimetres from edge to edge.
    pub cm: f64,
    /// The zone.
    pub zone: i32,
}

/// A part of a battery that fires at a target of its own (§10.01.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The larger half.
    Larger,
    /// The rest.
    Smaller,
}

impl GunShot {
    /// The firer and the enemy whose guns or men it shells; nothing if it only ranges in.
    pub(super) fn shells(&self) -> Option<(UnitId, UnitId)> {
        let target = self.targets.first().filter(|_| !self.ranging_only)?;
        Some((self.firer, target.unit))
    }

    /// The same with only one half of the pieces and gunners.
    pub(super) fn of_half(mut self, half: Half) -> GunShot {
        let part = |whole: i32| if half == Half::Larger { (whole + 1) / 2 } else { whole / 2 };
        for struck in &mut self.targets {
            struck.facts.pieces = part(struck.facts.pieces).max(1);
            struck.facts.gunners = part(struck.facts.gunners).max(1);
        }
        self
    }
}

impl Run<'_> {
    /// A battery's fire at a target; `None` if it cannot.
    pub(super) fn gun_shot(&self, firer: UnitId, target: UnitId) -> Option<GunShot> {
        let shooter = self.unit(firer);
        let line = self.gun_line(firer, &self.unit(target).placed)?;
        let house = self.bombards(firer).filter(|house| self.battle.garrison(*house).contains(&target));
        let from = shooter.placed.pose().at;
        let seen =
            house.is_some_and(|house| sees_house(self.battle, from, house)) || self.guns_see(firer, target);
        if !seen && !self.fires_where_he_is(firer, target) {
            return None;
        }
        let GunLine { from, to, cm, zone } = line;
        if !self.safe_line(firer, &[target], from, to, zone) {
            return None;
        }
        let ranging_only = matches!(shooter.now.order, Some(UnitOrder::Fire { ranging: true, .. }));
        let mut targets =
            vec![Struck { unit: target, facts: self.gun_facts(firer, target, from, zone, false) }];
        // Whoever shares its building is struck by the same balls alike (§17.01.2).
        for beside in self.in_one_house(firer, target) {
            targets.push(Struck { unit: beside, facts: self.gun_facts(firer, beside, from, zone, false) });
        }
        for behind in self.shot_through(firer, target, from, zone) {
            targets.push(Struck { unit: behind, facts: self.gun_facts(firer, behind, from, zone, true) });
        }
        Some(GunShot { firer, cm, ranging_only, targets })
    }

    /// Does a battery see a target (§10.01.5)? Pure howitzers see past other units (ruling 79).
    fn guns_see(&self, firer: UnitId, target: UnitId) -> bool {
        let (shooter, from) = (self.unit(firer), self.unit(firer).placed.pose().at);
        let howitzers = shooter.battery.as_ref().is_some_and(|guns| guns.howitzers);
        let sees = if howitzers { howitzers_see } else { sees_from };
        sees(self.battle, self.tables, from, target)
    }

    /// The line from a battery to a body, if its pieces reach it (§10.01).
    pub(super) fn gun_line(&self, firer: UnitId, aimed: &Placed) -> Option<GunLine> {
        let shooter = self.unit(firer);
        let guns = shooter.battery.as_ref().filter(|_| self.pieces_in_position(firer) > 0)?;
        if guns.pieces <= 0 || shooter.figures <= 0 {
            return None;
        }
        // The line begins in the middle of the front (§10.01.5); all reach when one does (§10.01.4).
        let from = shooter.placed.pose().at;
        let arc = self.arc_of_guns(firer);
        let to = arc.nearest(aimed, from);
        // From base edge to base edge (§01.03.4), of what lies in the arc.
        let cm = arc.metres_between(&shooter.placed, aimed) / CM;
        let ahead = shooter.placed.frame().ahead;
        let (left, right) = shooter.placed.wings();
        let angle = least_off(left, ahead, aimed).min(least_off(right, ahead, aimed));
        let facts = ArtilleryReach {
            piece: guns.piece,
            distance_cm: Centimetres(cm.clamp(0.0, 500.0)),
            angle_deg: angle.clamp(0.0, 180.0),
            embrasure: self.battle.has_ramp(firer),
            behind_obstacle: self.obstacle_before_guns(firer),
            not_ready: guns.unready.is_some(),
            no_ammunition: shooter.loads <= 0,
        };
        let reach = plain(&facts, self.tables).ok().filter(|reach| reach.can_fire)?;
        Some(GunLine { from, to, cm, zone: reach.zone })
    }

    /// The arc of a battery's fire, measured from the ends of its front (§10.03.2).
    fn arc_of_guns(&self, firer: UnitId) -> FireArc {
        let placed = &self.unit(firer).placed;
        let (left, right) = placed.wings();
        FireArc::of([left, right], placed.frame().ahead, arc_deg(self.battle.has_ramp(firer)))
    }

    /// The place of an enemy that a battery's line of fire leads to.
    fn struck_at(&self, firer: UnitId, target: UnitId, from: Point) -> Point {
        self.arc_of_guns(firer).nearest(&self.unit(target).placed, from)
    }

    /// The obstacle right before the guns (§10.01.7).
    fn obstacle_before_guns(&self, firer: UnitId) -> i32 {
        let placed = &self.unit(firer).placed;
        let at = placed.pose().at;
        let ahead = at + placed.frame().ahead * CM;
        let crossed = self.battle.ground.crossed(&[at, ahead], 0.0).into_iter();
        let worst =
            crossed.filter_map(|crossed| self.battle.ground.feature(crossed.feature)).map(obstacle_of).max();
        worst.unwrap_or(0).clamp(0, 3)
    }

    /// Nobody stands in the line or within its safety, unless he is fired over, or is an enemy close before the target
    /// (§10.05.1 to §10.05.4).
    pub(super) fn safe_line(
        &self,
        firer: UnitId,
        targets: &[UnitId],
        from: Point,
        to: Point,
        zone: i32,
    ) -> bool {
        let shooter = self.unit(firer);
        let Some(guns) = &shooter.battery else { return false };
        let range_cm = from.distance(to) / CM;
        let front_cm = shooter.placed.body().front() / CM;
        let side_cm = (range_cm / 10.0).max(front_cm / 2.0);
        let level = |place: Point| self.battle.ground.level_at(place);
        let line = Line::between(from, to);
        let lane = |own: bool| if own { 2.0 * side_cm * CM } else { 0.0 };
        self.battle.here().filter(|&other| other != firer && !targets.contains(&other)).all(|other| {
            let between = self.unit(other);
            let own = between.side == shooter.side;
            let in_way = standing_between(line, lane(own), [(other, &between.placed)]);
            let Some((_, metres, _)) = in_way.first() else { return true };
            if !own && between.screens() {
                // A chain never screens against guns (§14.03.2).
                return true;
            }
            if *metres >= line.length() - TOUCH
                || (own && between.placed.centre().distance(from) > line.length() + between.placed.radius())
            {
                return true;
            }
            let far = between.placed.parts().iter().flat_map(|part| part.corners().to_vec());
            let way = (to - from).unit().unwrap_or(Point::ORIGIN);
            let beyond = far.map(|corner| (corner - from).dot(way)).fold(f64::NEG_INFINITY, f64::max);
            let facts = Overshoot {
                zone,
                howitzers_only: guns.howitzers,
                steps_higher: (level(from) - level(between.placed.centre())).clamp(-20, 20),
                own_unit: own,
                battery_to_unit_cm: Centimetres((metres / CM).clamp(0.0, 500.0)),
                unit_to_target_cm: Centimetres(((line.length() - beyond) / CM).clamp(0.0, 500.0)),
                range_cm: Centimetres(range_cm.clamp(0.0, 500.0)),
                battery_front_cm: Centimetres(front_cm.clamp(0.0, 100.0)),
            };
            plain(&facts, self.tables).is_ok_and(|over| over.allowed)
        })
    }

    /// The other enemies in the target's building.
    fn in_one_house(&self, firer: UnitId, target: UnitId) -> Vec<UnitId> {
        let Some(inside) = &self.unit(target).inside else { return Vec::new() };
        let mut others = self.battle.garrison(inside.building);
        others.retain(|&other| other != target && self.unit(other).side != self.unit(firer).side);
        others
    }

    /// The enemies close behind the target whom the same balls strike (§10.05.4).
    fn shot_through(&self, firer: UnitId, target: UnitId, from: Point, zone: i32) -> Vec<UnitId> {
        let first = self.struck_at(firer, target, from);
        let Some(way) = (first - from).unit() else { return Vec::new() };
        let line = Line::between(first, first + way * (11.0 * CM));
        let soft = self.no_ricochet_at(first, from, zone);
        // Who stands close behind a chain shares its loss instead (§14.03.2).
        let shares = self.close_behind(firer, target).filter(|_| self.unit(target).screens());
        let shares = shares.filter(|(gap, _)| *gap < SHARED_CM * CM).map(|(_, unit)| unit);
        let through = |&other: &UnitId| {
            let behind = self.unit(other);
            if other == target
                || shares == Some(other)
                || behind.side == self.unit(firer).side
                || self.battle.share_a_roof(target, other)
            {
                return false;
            }
            let Some(metres) = distance_along(line, &behind.placed) else { return false };
            let facts = ShootThrough {
                zone,
                depth_cm: Centimetres((metres / CM).clamp(0.0, 500.0)),
                non_ricochet: soft,
                own_unit: false,
            };
            plain(&facts, self.tables).is_ok_and(|result| result.allowed)
        };
        let mut units: Vec<UnitId> = self.battle.here().filter(through).collect();
        units.sort_by(|a, b| self.battle.by_place(*a, *b));
        units
    }

    fn gun_facts(
        &self,
        firer: UnitId,
        target: UnitId,
        from: Point,
        zone: i32,
        behind: bool,
    ) -> ArtilleryFire {
        let aimed = self.unit(target);
        let to = self.struck_at(firer, target, from);
        ArtilleryFire {
            not_answering: self.does_not_answer(firer, target),
            target_kind: match aimed.branch {
                _ if aimed.now.works.is_some() => ArtilleryTarget::Working,
                Branch::Infantry => ArtilleryTarget::Infantry,
                Branch::Cavalry => ArtilleryTarget::Cavalry,
                Branch::Artillery if aimed.gunners_alone() => ArtilleryTarget::Infantry,
                Branch::Artillery if aimed.limbered() => ArtilleryTarget::LimberedArtillery,
                Branch::Artillery => ArtilleryTarget::UnlimberedArtillery,
                Branch::Wagon => ArtilleryTarget::Train,
            },
            target_formation: self.formation_of_target(target),
            target_flank: self.strikes_flank(StrikeKind::Artillery, from, to, target),
            target_storming: self.in_full_storm(target),
            target_hidden: !self.guns_see(firer, target) && self.fires_where_he_is(firer, target),
            target_cover: cover_against(self.battle, target, from).clamp(0, 3),
            target_in_building: aimed.inside.is_some(),
            non_ricochet: self.no_ricochet_at(to, from, zone),
            ranging: self.must_range(firer, target, zone),
            behind_another: behind,
            target_order: aimed.order,
            target_figures: Figures(aimed.figures.clamp(0, 500)),
            target_valeur: self.table_valeur(target).clamp(-4, 5),
            ..self.gun_side(firer, to, zone)
        }
    }

    /// The battery's own facts of skema XI; the target's are those of nobody.
    pub(super) fn gun_side(&self, firer: UnitId, to: Point, zone: i32) -> ArtilleryFire {
        let shooter = self.unit(firer);
        let (pieces, piece) =
            shooter.battery.as_ref().map_or((1, Piece::Denmark6PdFoot), |guns| (guns.pieces, guns.piece));
        let shelled = !shooter.now.shelled_by.is_empty() || !shooter.shelled.is_empty();
        // Only those in position fire, with their gunners (§10.01.3).
        let (ready, all) = (self.pieces_in_position(firer).max(1), self.figure_pieces(firer));
        let share = |whole: i32| (whole * ready + all - 1) / all;
        ArtilleryFire {
            pieces: share(pieces).clamp(1, 24),
            gunners: share(shooter.figures).clamp(1, 60),
            zone: zone.clamp(1, 4),
            cover: cover_against(self.battle, firer, to).clamp(0, 3),
            not_answering: shelled,
            twelve_pounder: self.tables.artillery.gun(piece).twelve_pounder,
            order: steady_order(shooter.order),
            training: shooter.training.fire,
            valeur: self.table_valeur(firer).clamp(-3, 3),
            target_kind: ArtilleryTarget::Infantry,
            target_formation: TargetFormation::Line,
            target_flank: false,
            target_storming: false,
            target_hidden: false,
            target_cover: 0,
            target_in_building: false,
            non_ricochet: false,
            ranging: self.must_range_in(firer, false, zone),
            behind_another: false,
            target_order: Order::Good,
            target_figures: Figures(0),
            target_valeur: 0,
            target_chief_modifier: 0,
        }
    }

    /// Enemy guns fire at it, and it fires at something else (skema XI).
    fn does_not_answer(&self, firer: UnitId, target: UnitId) -> bool {
        self.leaves_unanswered(firer, target, &[])
    }

    /// The same; these fire at it at the same moment.
    fn leaves_unanswered(&self, firer: UnitId, target: UnitId, now: &[UnitId]) -> bool {
        let shooter = self.unit(firer);
        let mut shelled = shooter.now.shelled_by.iter().chain(&shooter.shelled).chain(now).peekable();
        shelled.peek().is_some() && !shelled.any(|battery| *battery == target)
    }

    /// Batteries that shell each other at one moment answer each other; who is shelled at that moment and fires at something else does not.
    pub(super) fn note_who_answers(&self, shot: &mut GunShot, shelled: &[(UnitId, UnitId)]) {
        let Some((firer, target)) = shot.shells() else { return };
        let by: Vec<UnitId> = shelled.iter().filter(|(_, at)| *at == firer).map(|(by, _)| *by).collect();
        let unanswered = self.leaves_unanswered(firer, target, &by);
        for struck in &mut shot.targets {
            struck.facts.not_answering = unanswered;
        }
    }

    /// Throws a battery's fire: one throw for all it strikes (§10.05.5).
    pub(super) fn guns_throw(
        &mut self,
        shot: GunShot,
        orders: &mut BTreeMap<UnitId, Order>,
        chiefs: &BTreeMap<UnitId, i32>,
        blows: &mut Vec<Blow>,
    ) -> Go {
        let GunShot { firer, cm, ranging_only, targets } = shot;
        let target = targets[0].unit;
        let at = self.unit(target).placed.centre();
        self.has_fired(firer, Some(target));
        let building = self.unit(target).inside.as_ref().map(|inside| inside.building);
        let second = matches!(&self.unit(firer).now.order, Some(UnitOrder::Fire { also: Some(also), .. })
            if self.battle.unit(also) == Some(target));
        if let Some(guns) = &mut self.unit_mut(firer).battery {
            // One piece that has ranged in is enough for all (§10.02.3): of two targets both are known.
            guns.registered_too = guns.registered.filter(|first| second && first.unit != target);
            guns.registered = Some(Registered { unit: target, at });
            guns.ranged_building = building;
        }
        if ranging_only {
            self.unit_mut(firer).now.only_ranged = true;
            self.tell("ranges_in", "10.02.3", &[firer, target], json!({}));
            return Ok(());
        }
        self.unit_mut(target).now.shelled_by.push(firer);
        let mut faces: Option<Vec<i32>> = None;
        for Struck { unit, mut facts } in targets {
            let now = orders.get(&unit).copied().unwrap_or(facts.target_order);
            facts.target_order = now;
            facts.target_chief_modifier = chiefs.get(&unit).copied().unwrap_or(0);
            let about = json!({"cm": (cm * 10.0).round() / 10.0});
            let event = ("fires_guns", "10.02.1");
            let result = match &faces {
                None => {
                    let (result, thrown) = self.roll_shown(event, &[firer, unit], about, &facts)?;
                    if let Some(building) = building {
                        self.house_hit(firer, building, &thrown, result.loss_result)?;
                    }
                    faces = Some(thrown);
                    result
                }
                Some(thrown) => self.reread(event, &[firer, unit], (thrown.clone(), about), &facts)?,
            };
            orders.insert(unit, now.after(result.morale_effect.into()));
            let blow = Blow {
                firer,
                target: unit,
                men: result.men_lost.0,
                effect: result.morale_effect,
                from: self.danger_from(unit, firer),
                horses: result.horses_lost,
                pieces: result.pieces_lost,
                loads: result.loads_lost,
            };
            self.share_with_chain(FireKind::Artillery, blow, blows)?;
        }
        Ok(())
    }

    /// Horses, pieces and loads that a fire costs a battery (skema IX, skema XIII, §07.01.6).
    pub(super) fn lose_material(&mut self, blow: &Blow) -> Go {
        let unit = blow.target;
        let now = self.now();
        let Some(guns) = &mut self.battle.units[unit].battery else { return Ok(()) };
        let horses = blow.horses.min(guns.horses[1]);
        let pieces = blow.pieces.min(guns.pieces);
        guns.horses[1] -= horses;
        guns.pieces -= pieces;
        // A figure piece leaves with its last real piece (ruling 44).
        guns.figure_pieces = guns.figure_pieces.min(guns.pieces).max(i32::from(guns.pieces > 0));
        let limbered = guns.limbered;
        let gone = guns.pieces <= 0;
        let loads = blow.loads.min(self.battle.units[unit].loads);
        self.battle.units[unit].loads -= loads;
        if horses > 0 {
            if limbered && self.unit(unit).here() {
                // It halts while the teams are changed.
                super::changes::drop_track(self.battle, unit);
                self.unit_mut(unit).held_until = Some(now.after(0.25));
            }
            self.tell("loses_horses", "07.01.6", &[unit], json!({"horses": horses}));
        }
        if loads > 0 {
            self.tell_own("loses_loads", "10.02.1", unit, json!({"loads": loads}));
        }
        if pieces > 0 {
            self.tell("loses_pieces", "10.02.1", &[unit], json!({"pieces": pieces}));
            if gone && self.unit(unit).here() {
                self.destroyed(unit, "10.02.1");
            } else if self.unit(unit).here() {
                super::changes::rebuild(self.battle, self.tables, unit);
            }
        }
        Ok(())
    }
}
