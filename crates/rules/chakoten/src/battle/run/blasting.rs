//! Charges and mines go off (§19.07, §19.08), and what they do to those near them.

use krigsspil_engine::{Centimetres, Figures, Metres};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::{Go, Run};
use crate::armies::demolition::BlastRoll;
use crate::armies::explosion::Explosion;
use crate::armies::mines::Mine;
use crate::armies::vocabulary::{BlastEffect, BlastResult, MineResult, NearKind};
use crate::battle::labour::{Charge, Dig};
use crate::battle::land::{Built, Condition, Made, lay_ground};
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::battle::town::{house_body, walls};
use crate::vocabulary::Order;

/// Units farther than this from a blast feel nothing, in centimetres (§19.07.7).
const FELT_CM: f64 = 20.0;
/// A bridge is at most this wide, in metres (house).
const BRIDGE: f64 = 20.0;
/// The order to set something off means the charge within this many metres of the place.
const MEANT: f64 = 2.0 * CM;

/// A unit near a blast, and what it suffers.
struct Shaken {
    unit: UnitId,
    men: i32,
    effect: crate::vocabulary::FireEffect,
    material: [i32; 3],
}

impl Run<'_> {
    /// The moment at which a unit is to set off a charge, if it has not done so.
    pub(super) fn sets_off_at(&self, unit: UnitId) -> Option<f64> {
        match self.unit(unit).now.order {
            Some(UnitOrder::SetOff { moment, .. }) if !self.unit(unit).now.set_off => Some(moment.0),
            _ => None,
        }
    }

    /// Those who are to set off charges at this moment.
    pub(super) fn due_to_set_off(&self) -> Vec<UnitId> {
        let moment = self.battle.moment;
        let due = |unit: &UnitId| self.sets_off_at(*unit).is_some_and(|at| at <= moment);
        self.in_place_order(|unit| unit.steady()).into_iter().filter(due).collect()
    }

    /// Charges go off: like a shot, at the moment that is written (§03.02.5).
    pub(super) fn set_off(&mut self, units: &[UnitId]) -> Go {
        for &unit in units {
            self.unit_mut(unit).now.set_off = true;
            let Some(UnitOrder::SetOff { place, .. }) = self.unit(unit).now.order.clone() else { continue };
            let at = point(place.0[0], place.0[1]);
            let (side, turn) = (self.unit(unit).side, self.battle.turn);
            let meant = |charge: &Charge| {
                charge.side == side && charge.ready <= turn && charge.at.distance(at) <= MEANT
            };
            let Some(number) = self.battle.land.charges.iter().position(meant) else {
                self.tell_own("nothing_to_set_off", "19.07.4", unit, json!({}));
                continue;
            };
            let charge = self.battle.land.charges[number].clone();
            match charge.mine {
                Some(dig) => self.mine_fires(unit, number, &charge, &dig)?,
                None => self.blast(unit, number, &charge)?,
            }
        }
        Ok(())
    }

    /// The turn in which a misfire that is mended in so many full turns can be set off again.
    fn ready_after(&self, turns: i32) -> u32 {
        self.battle.turn + turns.unsigned_abs() + u32::from(self.battle.moment > 0.0)
    }

    fn blast(&mut self, unit: UnitId, number: usize, charge: &Charge) -> Go {
        let facts = BlastRoll { charges: charge.charges.clamp(0.25, 1000.0), after_partial: charge.again };
        let result = self.roll_own(("blast", "19.07.4"), unit, json!({}), &facts)?;
        if result.result == BlastResult::Misfire {
            self.battle.land.charges[number].ready = self.ready_after(result.ready_again_turns.0);
            return Ok(());
        }
        self.battle.land.charges.remove(number);
        let Some(thing) = charge.thing else { return Ok(()) };
        let object = self.object_body(thing, charge.at);
        let lost = self.on_object(thing, object.as_ref());
        match result.result {
            BlastResult::Complete => self.thing_gone(thing, charge.at, charge.cm, Condition::Ruined),
            _ => self.half_gone(thing, charge),
        }
        self.explode(object.as_ref(), charge.at, charge.charges, &charge.party, &lost)
    }

    /// What is blown up, as a body.
    pub(super) fn object_body(&self, thing: usize, at: Point) -> Option<Placed> {
        if let Some(outline) = walls(&self.battle.ground, thing) {
            return house_body(outline);
        }
        let feature = self.battle.ground.feature(FeatureId(thing))?;
        let places = feature.shape.places();
        let bridge = matches!(feature.kind, Kind::Crossing(_));
        let wide = feature.width().max(2.0);
        let (from, to) = match (places.first(), places.last()) {
            (Some(&from), Some(&to)) if bridge && from != to => (from, to),
            (Some(&middle), _) if bridge => {
                (middle + point(0.0, -wide / 2.0), middle + point(0.0, wide / 2.0))
            }
            _ => (at + point(0.0, -5.0), at + point(0.0, 5.0)),
        };
        let width = wide.min(BRIDGE);
        let lone = Body::lone(BaseSize::new(width, from.distance(to).max(1.0)).ok()?, Role::Figure);
        lone.at(Pose::new(to, Bearing::of(to - from))).ok()
    }

    /// The share of a unit's bases that stand within something, in figures: all of a garrison's, and of others those whose middle is in it.
    fn figures_within(&self, unit: UnitId, within: impl Fn(Point) -> bool) -> i32 {
        let placed = &self.unit(unit).placed;
        let all = placed.bases().count().max(1) as i32;
        let inside = placed.bases().filter(|base| within(base.slab.centre())).count() as i32;
        (self.unit(unit).figures * inside + all - 1) / all
    }

    /// Those in or on what is blown up, and how many of their figures: these are lost (§19.07.5).
    fn on_object(&self, thing: usize, object: Option<&Placed>) -> Vec<(UnitId, i32)> {
        let inside = self.battle.garrison(thing);
        let bridge = matches!(
            self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind),
            Some(Kind::Crossing(_))
        );
        let on = |unit: UnitId| {
            let in_it =
                |at: Point| object.is_some_and(|object| object.parts().iter().any(|part| part.holds(at)));
            let figures = match () {
                () if inside.contains(&unit) => self.unit(unit).figures,
                () if bridge => self.figures_within(unit, in_it),
                () => 0,
            };
            (figures > 0).then_some((unit, figures))
        };
        self.in_place_order(|_| true).into_iter().filter_map(on).collect()
    }

    /// A partial blast: a bridge cannot be crossed, a wall loses a grade (ruling 32).
    fn half_gone(&mut self, thing: usize, charge: &Charge) {
        let Some(feature) = self.battle.ground.feature(FeatureId(thing)).cloned() else { return };
        self.battle.land.house_mut(thing).partial = true;
        if self.is_vessel(thing) {
            return self.tell_all("vessel_damaged", "19.07.4", json!({"place": [charge.at.x, charge.at.y]}));
        }
        if matches!(feature.kind, Kind::Line(_))
            && let Some(stretch) = self.gap(charge.at, charge.cm)
        {
            let lower = |grade: krigsspil_field::prelude::Grade| (i32::from(grade.number()) - 1).max(0);
            let thing = Built::Lowered {
                obstacle: lower(feature.properties.obstacle),
                cover: lower(feature.properties.cover),
            };
            let gap = krigsspil_turn::works::Gap { stretch, by: None };
            if let Some([left, right]) = self.battle.land.works.gap_ends(&self.battle.fixed.ground, &gap) {
                self.battle.land.works.made.push(Made { thing, left, right, side: None });
            }
        }
        lay_ground(self.battle, self.tables);
        self.tell_all("bridge_broken", "19.07.4", json!({"building": self.house_name(thing)}));
    }

    /// A mine goes off (§19.08.6 to §19.08.8).
    fn mine_fires(&mut self, unit: UnitId, number: usize, charge: &Charge, dig: &Dig) -> Go {
        let facts = Mine {
            charges: dig.charges.clamp(0.25, 1000.0),
            depth_m: Metres(dig.shaft_m.clamp(0.0, 200.0)),
            gallery_cm: Centimetres(dig.gallery_cm.clamp(0.0, 200.0)),
            die_modifier: 0,
        };
        let result = self.roll_own(("blast", "19.08.6"), unit, json!({}), &facts)?;
        if result.result == MineResult::Misfire {
            self.battle.land.charges[number].ready = self.ready_after(result.retry_after_turns.0);
            return Ok(());
        }
        self.battle.land.charges.remove(number);
        let radius = result.radius_cm.0 * CM;
        self.battle.land.craters.push((dig.place, radius));
        let wide = (radius * std::f64::consts::SQRT_2).max(1.0);
        let lone = BaseSize::new(wide, wide).map(|size| Body::lone(size, Role::Figure));
        let at = Pose::new(dig.place + point(0.0, wide / 2.0), Bearing::NORTH);
        let crater = lone.and_then(|body| body.at(at)).ok();
        let lost: Vec<(UnitId, i32)> = self
            .in_place_order(|_| true)
            .into_iter()
            .map(|other| (other, self.figures_within(other, |at| at.distance(dig.place) <= radius)))
            .filter(|(_, figures)| *figures > 0)
            .collect();
        self.crater_opens(dig.place, radius);
        let half = result.result == MineResult::Half;
        let charges = if half { (dig.charges / 2.0).ceil() } else { dig.charges };
        self.explode(crater.as_ref(), dig.place, charges, &charge.party, &lost)
    }

    /// Walls, works and buildings in a crater are gone (§19.08.8, §19.12.5).
    fn crater_opens(&mut self, at: Point, radius: f64) {
        let around = krigsspil_field::point::Extent::around([at]).grown(radius);
        let first = self.battle.fixed.ground.features().count();
        let near: Vec<(usize, Kind)> =
            self.battle.ground.near(around).map(|(id, feature)| (id.0, feature.kind)).collect();
        for (id, kind) in near {
            match kind {
                Kind::Building if self.battle.stands(id) => {
                    let within = walls(&self.battle.ground, id)
                        .and_then(house_body)
                        .is_some_and(|house| house.parts().iter().any(|part| part.distance_to(at) <= radius));
                    if within {
                        self.falls(id, Condition::Ruined, "19.08.8");
                    }
                }
                Kind::Line(_) if id >= first => {
                    let made = self.battle.land.works.made.get(id - first);
                    let near = made.is_some_and(|made| {
                        krigsspil_field::polygon::nearest_on((made.left, made.right), at).distance(at)
                            <= radius
                    });
                    if near && !self.battle.land.levelled.contains(&(id - first)) {
                        self.battle.land.levelled.push(id - first);
                    }
                }
                _ => {}
            }
        }
        self.gap(at, 2.0 * radius / CM);
        lay_ground(self.battle, self.tables);
    }

    /// A blast strikes everybody near it (§19.07.5 to §19.07.9): all are measured and thrown for, then they suffer.
    pub(super) fn explode(
        &mut self,
        object: Option<&Placed>,
        at: Point,
        charges: f64,
        party: &[UnitId],
        lost: &[(UnitId, i32)],
    ) -> Go {
        self.tell_all("explosion", "19.07.6", json!({"place": [at.x, at.y]}));
        let away = |unit: &Unit| match object {
            Some(object) => distance(object, &unit.placed) / CM,
            None => {
                unit.placed.parts().iter().map(|part| part.distance_to(at)).fold(f64::INFINITY, f64::min) / CM
            }
        };
        let near: Vec<(UnitId, f64)> = self
            .in_place_order(|_| true)
            .into_iter()
            .map(|unit| (unit, away(self.unit(unit))))
            .filter(|(unit, cm)| *cm <= FELT_CM || lost.iter().any(|(on, _)| on == unit))
            .collect();
        let mut shaken = Vec::new();
        for (unit, cm) in near {
            let spared = party.contains(&unit);
            // Only those who stand in or on it fall; the others are right beside it (§19.07.5, §19.07.6).
            let on_it = lost.iter().find(|(on, _)| *on == unit).filter(|_| !spared);
            let fallen = on_it.map_or(0, |(_, figures)| *figures);
            let all = fallen >= self.unit(unit).figures;
            let facts = self.explosion_facts(unit, (at, cm), charges, (fallen > 0 && all, spared));
            let effect = facts.effect_on(self.tables);
            if matches!(effect, BlastEffect::None) {
                self.lose_men(unit, fallen * MEN, "19.07.5")?;
                continue;
            }
            let result = self.roll(("shaken_by_blast", "19.07.6"), &[unit], json!({}), &facts, &[])?;
            if result.effect == BlastEffect::Destroyed {
                let men = MEN * self.unit(unit).original;
                self.lose_men(unit, men, "19.07.5")?;
                continue;
            }
            shaken.push(Shaken {
                unit,
                men: result.men_lost.0 + fallen * MEN,
                effect: result.morale_effect,
                material: [result.horses_lost, result.pieces_lost, result.loads_lost],
            });
        }
        self.suffer_blast(shaken, at)
    }

    fn suffer_blast(&mut self, shaken: Vec<Shaken>, at: Point) -> Go {
        for struck in &shaken {
            self.lose_men(struck.unit, struck.men, "19.07.6")?;
            let [horses, pieces, loads] = struck.material;
            let blow = super::blows::Blow {
                firer: struck.unit,
                target: struck.unit,
                men: 0,
                effect: struck.effect,
                from: at,
                horses,
                pieces,
                loads,
            };
            self.lose_material(&blow)?;
        }
        for struck in shaken {
            if !self.unit(struck.unit).here() {
                continue;
            }
            let after = self.unit(struck.unit).order.after(struck.effect.into());
            let changed = after != self.unit(struck.unit).order;
            self.comes_into(struck.unit, after, "19.07.6");
            if changed {
                self.driven(struck.unit, after, at)?;
            }
        }
        self.broken_for_good()
    }

    fn explosion_facts(
        &self,
        unit: UnitId,
        (at, cm): (Point, f64),
        charges: f64,
        (on_object, blasting_party): (bool, bool),
    ) -> Explosion {
        let near = self.unit(unit);
        let quarters = (charges * 4.0).round().max(1.0) / 4.0;
        Explosion {
            charges: quarters.clamp(0.25, 1000.0),
            distance_cm: Centimetres(cm.clamp(0.0, 1000.0)),
            on_object,
            blasting_party,
            radius_factor: 1.0,
            target_kind: match near.branch {
                _ if near.now.works.is_some() => NearKind::Working,
                Branch::Infantry => NearKind::Infantry,
                Branch::Cavalry => NearKind::Cavalry,
                Branch::Artillery if near.gunners_alone() => NearKind::Infantry,
                Branch::Artillery if near.limbered() => NearKind::LimberedArtillery,
                Branch::Artillery => NearKind::UnlimberedArtillery,
                Branch::Wagon => NearKind::Train,
            },
            target_formation: if near.inside.is_some() {
                crate::vocabulary::TargetFormation::Line
            } else {
                self.formation_of_target(unit)
            },
            target_storming: self.in_full_storm(unit),
            target_cover: cover_against(self.battle, unit, at).clamp(0, 3),
            non_ricochet: self.no_ricochet_at(near.placed.centre(), at, 2),
            target_figures: Figures(near.figures.clamp(1, 500)),
            target_valeur: self.table_valeur(unit).clamp(-4, 5),
            target_order: if near.order == Order::Rout { Order::Rout } else { near.order },
        }
    }
}
