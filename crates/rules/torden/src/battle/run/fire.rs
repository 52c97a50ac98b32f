//! Phase 5: fire (chapter 6). Firers and targets are named first; then all is measured, thrown and taken off at once.

use krigsspil_engine::{Figures, OrNull};
use krigsspil_field::prelude::{
    Arc, ArcFrom, BaseSize, Bearing, Body, Degrees, Placed, Point, Pose, Role, behind_front, distance,
    figures_behind_front, share_in_arc,
};
use krigsspil_turn::desk::{Go, Pause, each, item};
use serde_json::json;

use super::Run;
use super::attacks::steady;
use super::morale::Due;
use crate::battle::bodies::{metres_to, plain, side_middle};
use crate::battle::command::corps;
use crate::battle::order::Wing;
use crate::battle::state::*;
use crate::battle::{sight, terrain};
use crate::procedures::ammunition::Resupply;
use crate::procedures::fire::{FireCoordination, FiringBattery, MayFire, OverheadFire, SafetyDistance};
use crate::procedures::morale::MoraleTrigger;
use crate::procedures::towns::{Facing, TownAction, TownBattery};
use crate::procedures::volley::{ArtilleryFire, FiringFrom, InfantryFire};
use crate::tables::Tables;
use crate::vocabulary::Formation;

/// The sum of a fire.
#[derive(Clone, Debug)]
pub(in crate::battle) enum Sum {
    /// Of small arms.
    Infantry(InfantryFire),
    /// Of guns.
    Guns(ArtilleryFire),
}

/// A fire that was named, measured.
#[derive(Clone, Debug)]
pub(in crate::battle) struct Named {
    /// Who fires.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// How far, in centimetres.
    pub cm: f64,
    /// The sum.
    pub sum: Sum,
}

/// The front that fires: the unit's own, or a side of its square or town.
fn front(battle: &Battle, unit: UnitId, side: Wing) -> Option<Placed> {
    let of = &battle.units[unit];
    let edge = |middle: Point, out: Point, width: f64| {
        let base = BaseSize::new(width.max(1.0), 1.0).ok()?;
        Body::lone(base, Role::Figure).at(Pose::new(middle, Bearing::of(out)).on_grid()).ok()
    };
    if let Some(inside) = of.zone.filter(|_| !of.is_battery()) {
        let zone = battle.fixed.zones.get(inside.zone);
        let (middle, out) = zone.side(side);
        let (from, to) = zone.edge(side);
        return edge(middle, out, from.distance(to));
    }
    if of.formation == Formation::Square && !of.is_mob() {
        let by = match side {
            Wing::Front => 0.0,
            Wing::Right => 90.0,
            Wing::Rear => 180.0,
            Wing::Left => -90.0,
        };
        let out = of.placed.pose().facing.right_by(Degrees(by)).ahead();
        return edge(side_middle(&of.placed, side), out, of.placed.body().front());
    }
    Some(of.placed.clone())
}

/// How far off the front a target lies: 30 within the narrow arc, 45 within the wide one, else behind (§6.1.1).
fn angle(front: &Placed, target: &Placed) -> f64 {
    let within =
        |degrees: f64| !share_in_arc(front, Arc::new(Degrees(degrees), ArcFrom::Anywhere), target).is_none();
    match () {
        () if within(30.0) => 30.0,
        () if within(45.0) => 45.0,
        () => 180.0,
    }
}

/// Are own units clear of a line of fire (§6.1.6), or shot over from higher ground (§6.1.7)?
fn is_safe(battle: &Battle, tables: &Tables, unit: UnitId, target: UnitId) -> bool {
    let (gun, at) = (&battle.units[unit], &battle.units[target]);
    let (from, to) = (gun.placed.pose().at, at.placed.centre());
    let Some(way) = (to - from).unit() else { return true };
    let length = from.distance(to);
    let ground = &battle.fixed.ground;
    battle.here().filter(|&other| other != unit && battle.units[other].side == gun.side).all(|other| {
        let friend = &battle.units[other].placed;
        let along =
            friend.parts().iter().flat_map(|part| part.corners()).map(|corner| (*corner - from).dot(way));
        let (near, far) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(near, far), at| (near.min(at), far.max(at)));
        if far <= 0.0 || near >= length {
            return true;
        }
        let offset = offset_cm(friend, from, to);
        let facts = SafetyDistance {
            distance_cm: (length / CM).min(100.0),
            friend_offset_cm: OrNull(Some(offset.min(100.0))),
        };
        if plain(&facts, tables).is_ok_and(|safety| safety.safe) {
            return true;
        }
        let higher = ground.level_at(gun.placed.centre()) > ground.level_at(friend.centre());
        let over = OverheadFire {
            gun_higher: higher,
            gun_to_friend_cm: (metres_to(friend, gun.placed.centre()) / CM).min(60.0),
            friend_to_target_cm: (distance(friend, &at.placed) / CM).min(60.0),
        };
        plain(&over, tables).is_ok_and(|over| over.allowed)
    })
}

/// Centimetres from a line to the nearest edge of a body; 0 when it runs through.
fn offset_cm(body: &Placed, from: Point, to: Point) -> f64 {
    let crosses = body
        .parts()
        .iter()
        .any(|part| part.holds(from) || part.holds(to) || part.first_meeting(from, to).is_some());
    if crosses {
        return 0.0;
    }
    let corners = body.parts().iter().flat_map(|part| part.corners());
    let to_line =
        |corner: &Point| krigsspil_field::polygon::nearest_on((from, to), *corner).distance(*corner);
    let to_ends = metres_to(body, from).min(metres_to(body, to));
    corners.map(to_line).fold(to_ends, f64::min) / CM
}

/// Measures a fire that was named; why it cannot be made, when it cannot: a key of the choices.
pub(in crate::battle) fn measured(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    fire: Fire,
) -> Result<Named, &'static str> {
    let (of, at) = (&battle.units[unit], &battle.units[fire.target]);
    let row = tables.unit(of.kind);
    let front = front(battle, unit, fire.side).ok_or("no_contact")?;
    let guns = of.is_battery();
    let cm = match guns {
        true => metres_to(&at.placed, of.placed.centre()) / CM,
        false if of.zone.is_some() => distance(&front, &at.placed) / CM,
        false => distance(&of.placed, &at.placed) / CM,
    };
    // What lies a hair beyond a range lies in it: the grid of the table is finer than any tape.
    let cm = (cm - 0.001).max(0.0);
    let in_town = at.zone.is_some();
    let may = MayFire {
        arm: of.branch.arm(),
        order: of.order,
        formation: of.formation,
        own_turn: of.side == battle.active(),
        no_fire_value: row.fire.is_none(),
        declared_attack: of.now.declared,
        tried_reaction: of.now.tried,
        in_continued_melee: !of.melee.is_empty(),
        in_building: of.zone.is_some(),
        shots_fired: 0,
        ammunition: of.battery.as_ref().map_or(1, |guns| guns.loads.clamp(0, 12)),
        distance_cm: cm.min(500.0),
        angle_deg: angle(&front, &at.placed),
        target_in_continued_melee: !at.melee.is_empty(),
        target_in_town: in_town && !at.is_battery(),
    };
    let may = plain(&may, tables).map_err(|_| "out_of_range")?;
    if let Some(bar) = may.reasons.first() {
        return Err(bar.as_str());
    }
    through_its_side(battle, tables, unit, fire.target)?;
    if !sight::sees(battle, unit, fire.target) {
        return Err("unseen");
    }
    if guns && !is_safe(battle, tables, unit, fire.target) {
        return Err("own_units");
    }
    let ground = terrain::standing(at, &battle.fixed.ground, false, Some(&of.placed), tables);
    let sum = if guns {
        Sum::Guns(gun_sum(battle, tables, unit, fire.target, cm, ground.cover))
    } else {
        Sum::Infantry(small_arms(battle, tables, unit, fire.target, cm, ground.cover))
    };
    Ok(Named { unit, target: fire.target, cm, sum })
}

/// A battery in a town fires and is fired at through its own side only (§4.8.6).
fn through_its_side(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
) -> Result<(), &'static str> {
    let check = |battery: UnitId, other: UnitId, action: TownAction| {
        let Some(inside) = battle.units[battery].zone.filter(|_| battle.units[battery].is_battery()) else {
            return Ok(());
        };
        let (middle, out) = battle.fixed.zones.get(inside.zone).side(inside.side);
        let before = (battle.units[other].placed.centre() - middle).dot(out) > 0.0;
        let facts = TownBattery {
            action,
            facing: if inside.inward { Facing::Inward } else { Facing::Outward },
            in_contact: true,
            town_has_battery: true,
            continued_melee: zone_in_melee(battle, inside.zone),
            reaction_succeeded: false,
            line_through_battery_side: before,
        };
        let result = plain(&facts, tables).map_err(|_| "wrong_side")?;
        result.reasons.first().map_or(Ok(()), |bar| Err(bar.as_str()))
    };
    check(unit, target, TownAction::Fire)?;
    check(target, unit, TownAction::BeFiredOn)
}

/// Does a melee go on at any side of a zone?
pub(in crate::battle) fn zone_in_melee(battle: &Battle, zone: usize) -> bool {
    battle.units.values().any(|unit| {
        unit.here() && unit.zone.is_some_and(|inside| inside.zone == zone) && !unit.melee.is_empty()
    })
}

fn gun_sum(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    cm: f64,
    cover: bool,
) -> ArtilleryFire {
    let (of, at) = (&battle.units[unit], &battle.units[target]);
    let guns = of.battery.as_ref();
    ArtilleryFire {
        distance_cm: cm.min(50.0),
        gun: guns.map_or(crate::vocabulary::Gun::SixPounder, |guns| guns.gun),
        gunners: Figures(of.figures().clamp(1, 40)),
        order: steady(of.order),
        fire_bonus: tables.unit(of.kind).fire.unwrap_or(0),
        shelled_by_gunners: Figures(guns.map_or(0, |guns| guns.shelled_by).clamp(0, 40)),
        target_arm: at.branch.arm(),
        target_formation: at.formation,
        target_order: at.order,
        target_flank: in_flank(of, at),
        target_in_town: at.zone.is_some(),
        target_in_cover: cover,
        target_moved_half: at.now.moved >= 0.5,
    }
}

/// The firer has figures behind the target's extended front (§6.1.8).
fn in_flank(of: &Unit, at: &Unit) -> bool {
    let has_flank = at.zone.is_none() && !at.is_mob() && at.formation != Formation::Square;
    let figures = if of.is_battery() {
        behind_front(&at.placed, &of.placed).is_half()
    } else {
        !figures_behind_front(&at.placed, &of.placed).is_empty()
    };
    has_flank && figures
}

fn small_arms(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    cm: f64,
    cover: bool,
) -> InfantryFire {
    let (of, at) = (&battle.units[unit], &battle.units[target]);
    let from = match () {
        () if of.zone.is_some() => FiringFrom::Town,
        () if of.formation == Formation::Square => FiringFrom::Square,
        () => FiringFrom::Open,
    };
    InfantryFire {
        front_figures: OrNull(Some(Figures((of.placed.body().files() as i32).clamp(1, 60)))),
        firing_from: from,
        figures: OrNull(Some(Figures(of.figures().clamp(4, 240)))),
        order: steady(of.order),
        fire_bonus: tables.unit(of.kind).fire.unwrap_or(0),
        target_arm: at.branch.arm(),
        target_in_cover: cover,
        target_moved_half: at.now.moved >= 0.5,
        distance_cm: cm.min(5.0),
    }
}

/// What fire does to a unit in one phase.
#[derive(Clone, Debug)]
struct Hit {
    target: UnitId,
    losses: i32,
    /// Losses and deduction by fire within 5 cm.
    close: Option<(i32, f64)>,
    town_guns_only: bool,
    from: UnitId,
}

impl Run<'_> {
    pub(super) fn fire_phase(&mut self) -> Result<(), Pause> {
        let firers: Vec<UnitId> =
            self.battle.here().filter(|&unit| !self.unit(unit).now.fires.is_empty()).collect();
        let firers = self.battle.by_place(firers);
        let named: Vec<(UnitId, Fire)> = firers
            .iter()
            .flat_map(|&unit| {
                self.unit(unit).now.fires.iter().map(move |fire| (unit, *fire)).collect::<Vec<_>>()
            })
            .collect();
        let due = item(self, |run| {
            let measured: Vec<Named> = run.fires_measured(&named);
            let hits = run.thrown(&measured)?;
            Ok(run.taken_off(&hits))
        })?;
        self.tests(due.unwrap_or_default())?;
        let supplied: Vec<UnitId> =
            self.battle.here().filter(|&unit| self.unit(unit).now.resupplies).collect();
        let supplied = self.battle.by_place(supplied);
        each(self, &supplied, |run, &unit| run.resupplies(unit))
    }

    /// All fires are measured before any is thrown; those that cannot be made are told to their own side.
    fn fires_measured(&mut self, named: &[(UnitId, Fire)]) -> Vec<Named> {
        let mut good: Vec<Named> = Vec::new();
        for &(unit, fire) in named {
            match measured(self.battle, self.tables, unit, fire) {
                Ok(named) => good.push(named),
                Err(reason) => self.tell_own(unit, "does_not_fire", "6.1.2", json!({"reason": reason})),
            }
        }
        self.coordinated(good)
    }

    /// Batteries of one corps, and at most two, fire at one unit, unless it is all they can fire at (§6.1.11). The nearest fire first.
    fn coordinated(&mut self, named: Vec<Named>) -> Vec<Named> {
        let mut kept: Vec<Named> = Vec::new();
        let mut guns: Vec<Named> = Vec::new();
        for one in named {
            if matches!(one.sum, Sum::Guns(_)) { guns.push(one) } else { kept.push(one) }
        }
        guns.sort_by(|a, b| a.cm.total_cmp(&b.cm));
        let mut corps_numbers: Vec<PostId> = Vec::new();
        for gun in guns {
            let mut battery = |unit: UnitId| {
                let of = corps(self.battle, unit);
                let number = corps_numbers.iter().position(|post| *post == of).unwrap_or_else(|| {
                    corps_numbers.push(of);
                    corps_numbers.len() - 1
                });
                FiringBattery {
                    corps: (number as i32 + 1).min(99),
                    artillery_chief: self.unit(unit).battery.as_ref().is_some_and(|guns| guns.chief),
                }
            };
            let mut batteries: Vec<FiringBattery> = kept
                .iter()
                .filter(|other| other.target == gun.target && matches!(other.sum, Sum::Guns(_)))
                .map(|other| battery(other.unit))
                .collect();
            batteries.push(battery(gun.unit));
            batteries.truncate(8);
            let facts = FireCoordination { batteries, only_target: self.only_target(&gun) };
            if plain(&facts, self.tables).is_ok_and(|together| together.allowed) {
                kept.push(gun);
            } else {
                self.tell_own(gun.unit, "does_not_fire", "6.1.11", json!({"reason": "more_than_two"}));
            }
        }
        let order = self.battle.by_place(kept.iter().map(|named| named.unit).collect::<Vec<_>>());
        let place = |named: &Named| order.iter().position(|unit| *unit == named.unit);
        kept.sort_by_key(place);
        kept
    }

    /// Is there nothing else this battery could fire at?
    fn only_target(&self, gun: &Named) -> bool {
        let side = self.unit(gun.unit).side;
        let mut others = self.battle.enemies(side).filter(|&enemy| enemy != gun.target);
        !others.any(|target| {
            measured(self.battle, self.tables, gun.unit, Fire { target, side: Wing::Front }).is_ok()
        })
    }

    fn thrown(&mut self, named: &[Named]) -> Go<Vec<Hit>> {
        let mut hits: Vec<Hit> = Vec::new();
        for one in named {
            let about = json!({"cm": (one.cm * 10.0).round() / 10.0});
            let units = [one.unit, one.target];
            let (losses, deduction, close) = match &one.sum {
                Sum::Infantry(facts) => {
                    let fire = self.roll(("fires", "6.1.10"), &units, about, facts)?;
                    (fire.losses.0, fire.morale_modifier, fire.morale_test)
                }
                Sum::Guns(facts) => {
                    let fire = self.roll(("fires", "6.1.10"), &units, about, facts)?;
                    (fire.losses.0, fire.morale_modifier, fire.morale_test)
                }
            };
            let guns = matches!(one.sum, Sum::Guns(_));
            let gunners = self.unit(one.unit).figures();
            let of = self.unit_mut(one.unit);
            of.now.fired = true;
            if let Some(battery) = &mut of.battery {
                battery.loads = (battery.loads - 1).max(0);
            }
            let active = self.battle.active();
            if guns
                && self.unit(one.target).side == active
                && let Some(battery) = &mut self.unit_mut(one.target).battery
            {
                battery.shelled_by = battery.shelled_by.max(gunners);
            }
            let at = match hits.iter().position(|hit| hit.target == one.target) {
                Some(at) => at,
                None => {
                    hits.push(Hit {
                        target: one.target,
                        losses: 0,
                        close: None,
                        town_guns_only: true,
                        from: one.unit,
                    });
                    hits.len() - 1
                }
            };
            let hit = &mut hits[at];
            hit.losses += losses;
            if close {
                let (sum, nearest) = hit.close.unwrap_or((0, f64::INFINITY));
                if one.cm < nearest {
                    hit.from = one.unit;
                }
                hit.close = Some((sum + deduction, nearest.min(one.cm)));
                hit.town_guns_only = false;
            }
        }
        Ok(hits)
    }

    /// Losses come off together; who lost figures by fire within 5 cm will test (§8.2).
    fn taken_off(&mut self, hits: &[Hit]) -> Vec<Due> {
        let order = self.battle.by_place(hits.iter().map(|hit| hit.target).collect::<Vec<_>>());
        let mut due = Vec::new();
        for target in order {
            let Some(hit) = hits.iter().find(|hit| hit.target == target) else { continue };
            let of = self.unit(target);
            let losses = hit.losses.min(of.figures());
            let trigger = MoraleTrigger {
                original: Figures(of.original),
                lost_before: Figures(of.lost.min(of.original - losses).min(119)),
                melee_losses: Figures(0),
                lost_melee: false,
                fire_losses: Figures(losses),
                fire_distance_cm: OrNull(hit.close.map(|(_, cm)| cm.min(50.0))),
                in_town_artillery_fire: hit.town_guns_only,
                passed_through: false,
            };
            let required = plain(&trigger, self.tables).is_ok_and(|trigger| trigger.required);
            let away = super::facing_away(self.battle, hit.from, target);
            if losses > 0 {
                self.tell("loses_figures", "6.1.10", &[target], json!({"figures": losses}));
            }
            self.lose(target, losses);
            if required && self.unit(target).here() {
                let deduction = hit.close.map_or(0, |(sum, _)| sum);
                due.push(Due {
                    unit: target,
                    deduction,
                    flank: false,
                    won: false,
                    lost: false,
                    fleeing: None,
                    away,
                    from: Some(hit.from),
                });
            }
        }
        due
    }

    /// A battery far from the enemy tries to draw ammunition (§6.1.12.2).
    fn resupplies(&mut self, unit: UnitId) -> Go {
        let of = self.unit(unit);
        let Some(guns) = &of.battery else { return Ok(()) };
        let enemies = self.battle.enemies(of.side);
        let nearest = enemies.map(|enemy| self.battle.cm_between(unit, enemy)).min_by(f64::total_cmp);
        let facts = Resupply {
            nearest_enemy_cm: OrNull(nearest.map(|cm| cm.min(2000.0))),
            gun: guns.gun,
            french_guard: self.tables.unit(of.kind).french_guard,
            left: guns.loads.clamp(0, 12),
        };
        if !plain_allowed(&facts, self.tables) {
            self.tell_own(unit, "does_not_resupply", "6.1.12.2", json!({}));
            return Ok(());
        }
        let result = self.roll(("resupplies", "6.1.12.2"), &[unit], json!({}), &facts)?;
        if let Some(guns) = &mut self.unit_mut(unit).battery {
            guns.loads = result.left_after;
        }
        Ok(())
    }
}

/// Is a battery far enough from the enemy? Found without a throw: the die matters only when it is.
fn plain_allowed(facts: &Resupply, tables: &Tables) -> bool {
    use krigsspil_engine::Procedure;
    use krigsspil_engine::dice::ScriptedDice;
    let tried = facts.resolve(tables, &mut ScriptedDice::new(&[0]), &mut ());
    tried.is_ok_and(|result| result.allowed)
}
