//! The soutien of skirmishers (§14.02): who it is, and how they keep near to it.

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::skirmish_place;
use crate::battle::order::{Formation, Step};
use crate::battle::state::*;
use crate::procedures::skirmish::Soutien;
use crate::vocabulary::*;

impl Run<'_> {
    /// Has a chain a soutien near enough (§14.02)?
    pub(super) fn soutien_valid(&self, chain: UnitId) -> bool {
        self.soutien(chain).is_some_and(|soutien| soutien.valid || !soutien.needed)
    }

    /// The unit that is the soutien of a chain: the one it came from; of a whole unit in chain the nearest closed friend (§14.02.4).
    pub(super) fn stands_behind(&self, chain: UnitId) -> Option<UnitId> {
        self.unit(chain).parent.or_else(|| self.nearest_free_soutien(chain))
    }

    /// The closed friend behind a whole unit in chain. Each is the soutien of one chain only (§04.02.3, §04.03.2): of several chains the
    /// one nearest to a friend has him, and the next one has whom it leaves.
    fn nearest_free_soutien(&self, chain: UnitId) -> Option<UnitId> {
        let side = self.unit(chain).side;
        let mut pairs: Vec<(f64, UnitId, UnitId)> = Vec::new();
        for other in self.battle.here().filter(|&other| self.unit(other).side == side) {
            if other == chain || self.lacks_soutien(other) {
                let closed =
                    self.battle.friends_of(other).filter(|&friend| self.may_stand_behind(friend, other));
                pairs.extend(closed.map(|friend| (self.battle.cm_between(other, friend), other, friend)));
            }
        }
        pairs.sort_by(|a, b| {
            let place = || self.battle.by_place(a.1, b.1).then_with(|| self.battle.by_place(a.2, b.2));
            a.0.total_cmp(&b.0).then_with(place)
        });
        while let Some(&(_, other, friend)) = pairs.first() {
            if other == chain {
                return Some(friend);
            }
            pairs.retain(|pair| pair.1 != other && pair.2 != friend);
        }
        None
    }

    /// Is it a whole unit in chain that needs a soutien where it stands?
    fn lacks_soutien(&self, chain: UnitId) -> bool {
        let skirmishes = self.unit(chain);
        skirmishes.parent.is_none()
            && skirmishes.formation.skirmish()
            && skirmishes.battery.is_none()
            && skirmishes.steady()
            && skirmish_place(&self.battle.ground, skirmishes) == SkirmishPlace::Open
    }

    /// Can a friend be the soutien of a whole unit in chain (§14.02.2)? No march column, and no hob.
    fn may_stand_behind(&self, friend: UnitId, chain: UnitId) -> bool {
        let behind = self.unit(friend);
        let formed = !behind.formation.marching() && behind.formation != Formation::Hob;
        self.battle.chain_of(friend).is_none()
            && formed
            && behind.closed()
            && behind.battery.is_none()
            && behind.figures >= self.unit(chain).figures
    }

    pub(super) fn soutien(&self, chain: UnitId) -> Option<crate::procedures::skirmish::SoutienResult> {
        let sent = self.unit(chain);
        let behind = self.unit(self.stands_behind(chain)?);
        let far = sent.placed.bases().map(|base| {
            let from = base.slab.centre();
            behind.placed.parts().iter().map(|part| part.distance_to(from)).fold(f64::INFINITY, f64::min)
        });
        let far = far.fold(0.0, f64::max);
        let covered = crate::battle::terrain::cover_against(self.battle, chain, self.threat_to(chain)) > 0;
        let facts = Soutien {
            kind: if sent.branch == Branch::Cavalry {
                SkirmishKind::Swarm
            } else {
                SkirmishKind::SkirmishLine
            },
            figures: Figures(sent.figures.clamp(1, 200)),
            place: skirmish_place(&self.battle.ground, sent),
            behind_obstacle_or_cover: covered,
            soutien_figures: Figures(match () {
                () if !behind.here() => 0,
                // What is left of a regiment of cossacks is its soutien, however few they are (§15.02.3).
                () if sent.arm == TacticalArm::Cossacks && sent.parent.is_some() => {
                    behind.figures.max(sent.figures)
                }
                () => behind.figures.clamp(0, 500),
            }),
            soutien_formation: match behind.formation {
                Formation::Line => SoutienFormation::Line,
                Formation::AttackColumn | Formation::BrigadeColumn => SoutienFormation::AttackColumn,
                Formation::MarchColumn => SoutienFormation::MarchColumn,
                Formation::SingleColumn => SoutienFormation::SingleColumn,
                Formation::Square => SoutienFormation::Square,
                Formation::BattalionMass => SoutienFormation::BattalionMass,
                Formation::Hob => SoutienFormation::Hob,
                Formation::DenseSkirmish | Formation::ThinSkirmish => SoutienFormation::Skirmish,
            },
            soutien_fu: behind.order == Order::Rout,
            farthest_cm: Centimetres((far / CM).clamp(0.0, 500.0)),
            soutien_taken: false,
        };
        plain(&facts, self.tables).ok()
    }

    /// Skirmishers who were found too far from their soutien at the end of the last turn go back toward it on foot, whatever they were
    /// ordered to (§14.02.4).
    pub(super) fn chains_go_home(&mut self) {
        for chain in self.in_place_order(|unit| unit.too_far && unit.steady()) {
            let Some(parent) = self.stands_behind(chain).filter(|parent| self.unit(*parent).here()) else {
                continue;
            };
            // It may form and be its own soutien instead (§14.02.4).
            let closes =
                |doing: &Doing| matches!(doing.step, Step::Form { formation } if !formation.skirmish());
            if self.unit(chain).todo.first().is_some_and(closes) {
                continue;
            }
            let metres = self.metres_too_far(chain, parent);
            let (from, to) = (self.unit(chain).placed.centre(), self.unit(parent).placed.centre());
            if metres <= 0.0 || from.distance(to) < 1.0 {
                continue;
            }
            self.halt(chain);
            self.turn_away(chain, Bearing::of(to - from));
            let step = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
            self.unit_mut(chain).todo = vec![Doing { left: metres, begun: true, ..Doing::new(step) }];
            self.tell("chain_goes_home", "14.02.4", &[chain, parent], json!({}));
        }
    }

    /// How much nearer to its soutien a chain must be, in metres.
    fn metres_too_far(&self, chain: UnitId, parent: UnitId) -> f64 {
        let behind = &self.unit(parent).placed;
        let far = self.unit(chain).placed.bases().map(|base| {
            let from = base.slab.centre();
            behind.parts().iter().map(|part| part.distance_to(from)).fold(f64::INFINITY, f64::min)
        });
        let limit = if self.unit(chain).branch == Branch::Cavalry { 30.0 } else { 20.0 };
        far.fold(0.0, f64::max) - limit * CM + CM
    }

    /// Skirmishers too far from their soutien must go back toward it (§14.02.4); those without one are units of their own.
    pub(super) fn chains_stay_near(&mut self) -> Go {
        for chain in self.in_place_order(|unit| unit.parent.is_some() && unit.steady()) {
            let gone = self.unit(chain).parent.is_none_or(|parent| !self.unit(parent).here());
            if gone {
                // It is a unit of its own from now on.
                self.unit_mut(chain).parent = None;
                continue;
            }
            let far = self.soutien(chain).is_some_and(|soutien| soutien.must_fall_back);
            let ready = self.unit(chain).parent.filter(|parent| self.unit(*parent).order != Order::Rout);
            let parent = ready.filter(|parent| self.metres_too_far(chain, *parent) > CM);
            let was = std::mem::replace(&mut self.unit_mut(chain).too_far, far && parent.is_some());
            self.looks_with_its_unit(chain, ready, parent, (was, far));
        }
        self.whole_units_stay_near();
        Ok(())
    }

    /// Whole units in chain that are too far from the nearest friend who can be their soutien (§14.02.4).
    fn whole_units_stay_near(&mut self) {
        let alone = |unit: &Unit| {
            unit.parent.is_none() && unit.formation.skirmish() && unit.battery.is_none() && unit.steady()
        };
        for chain in self.in_place_order(alone) {
            let far = self.soutien(chain).is_some_and(|soutien| soutien.must_fall_back);
            let behind = self.stands_behind(chain).filter(|behind| self.metres_too_far(chain, *behind) > CM);
            self.unit_mut(chain).too_far = far && behind.is_some();
        }
    }

    /// It comes in to a unit that cannot be its soutien, or looks where its unit looks when it is back in its place.
    fn looks_with_its_unit(
        &mut self,
        chain: UnitId,
        ready: Option<UnitId>,
        parent: Option<UnitId>,
        (was, far): (bool, bool),
    ) {
        match (ready, parent) {
            // Its soutien is too small, or no soutien in this formation: it comes in.
            (Some(parent), None) if far => {
                self.joins(chain, parent);
                self.tell("chain_comes_in", "14.02.4", &[chain, parent], json!({}));
            }
            // Back in its place it looks where its unit looks.
            (Some(parent), _) if was && !far => {
                let facing = self.unit(parent).placed.pose().facing;
                self.turn_away(chain, facing);
            }
            _ => {}
        }
    }
}
