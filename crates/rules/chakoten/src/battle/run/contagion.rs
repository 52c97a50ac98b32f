//! A flight sweeps others along (§13.05).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::timeline::first_that;
use serde_json::json;

use super::facts::{melee_arm, steady_order};
use super::{Go, Run};
use crate::battle::order::Formation;
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, edge_between, obstacle_between};
use crate::procedures::contagion::{Contagion, FleeingUnit, ThreatenedUnit};
use crate::vocabulary::*;

/// A little of a turn's flight: a metre or more, less than the depth of any unit.
const A_LITTLE: f64 = 1.0 / 256.0;

fn threatened_formation(unit: &Unit) -> ThreatenedFormation {
    match unit.formation {
        _ if unit.battery.is_some() && !(unit.limbered() && unit.formation.marching()) => {
            ThreatenedFormation::Line
        }
        Formation::AttackColumn => ThreatenedFormation::AttackColumn,
        Formation::MarchColumn => ThreatenedFormation::MarchColumn,
        Formation::SingleColumn => ThreatenedFormation::SingleColumn,
        Formation::Square if unit.one_front => ThreatenedFormation::SquareOneFront,
        Formation::Square => ThreatenedFormation::Square,
        Formation::BattalionMass => ThreatenedFormation::BattalionMass,
        Formation::Hob => ThreatenedFormation::Hob,
        Formation::BrigadeColumn => ThreatenedFormation::BrigadeColumn,
        Formation::Line | Formation::DenseSkirmish | Formation::ThinSkirmish => ThreatenedFormation::Line,
    }
}

impl Run<'_> {
    /// Every closed friend whom a flight touches throws; those who give way follow it. Skirmishers and guns without limbers do not throw
    /// (§13.05.5).
    pub(super) fn sweeps_along(&mut self, unit: UnitId, track: &Track, end: f64) -> Go<Vec<(UnitId, Order)>> {
        let mut touched: Vec<(f64, UnitId)> = Vec::new();
        for friend in self.battle.friends_of(unit) {
            let other = self.unit(friend);
            if !other.closed()
                || other.unlimbered()
                || !track.swept().grown(TOUCH).meets(other.placed.extent())
            {
                continue;
            }
            touched.extend(first_touch(track, &other.placed, end).map(|at| (at, friend)));
        }
        touched.sort_by(|a, b| self.battle.nearer(*a, *b));
        let mut swept = Vec::new();
        for (at, friend) in touched {
            let way = (track.at(end).centre() - track.at(0.0).centre()).unit();
            // Chiefs with either are committed, as in a melee (§08.02.2, ruling 64).
            let chiefs = [self.chief_with_runners(unit)?, self.chief_in_melee(friend)?];
            let facts = self.contagion_facts(unit, friend, (&track.at(at), way), chiefs);
            let before = self.unit(friend).order;
            let about = json!({"other": self.id(unit)});
            let result = self.roll_own(("carried_along", "13.05.2"), friend, about, &facts)?;
            let after = result.threatened_order_after;
            if result.effect != MeleeEffect::Nothing && after != before {
                self.comes_into(friend, after, "13.05.4");
                if !after.intact() {
                    swept.push((friend, after));
                }
            }
        }
        Ok(swept)
    }

    /// What counts when a runner touches a friend on his way.
    fn contagion_facts(
        &self,
        unit: UnitId,
        friend: UnitId,
        (runner, way): (&Placed, Option<Point>),
        chiefs: [i32; 2],
    ) -> Contagion {
        let (flees, stands) = (self.unit(unit), self.unit(friend));
        let level = |place: Point| self.battle.ground.level_at(place);
        let (here, there) = closest_places(runner, &stands.placed);
        Contagion {
            fleeing: FleeingUnit {
                arm: melee_arm(flees),
                figures: Figures(flees.figures.clamp(1, 500)),
                valeur: self.table_valeur(unit).clamp(-4, 5),
                training: flees.training.attack,
                chief_modifier: chiefs[0],
                complete_victory: self.complete_victory(unit),
                uphill: level(runner.centre()) < level(stands.placed.pose().at),
                obstacle: obstacle_between(&self.battle.ground, here, there)
                    .max(edge_between(&self.battle.ground, here, there))
                    .clamp(0, 3),
                flank: way.is_some_and(|way| self.runs_into_flank(runner, way, friend)),
            },
            threatened: ThreatenedUnit {
                arm: melee_arm(stands),
                formation: threatened_formation(stands),
                figures: Figures(stands.figures.clamp(1, 500)),
                order: steady_order(stands.order),
                valeur: self.table_valeur(friend).clamp(-4, 5),
                training: stands.training.defence,
                chief_modifier: chiefs[1],
                support: self.support_of(friend, false).is_some(),
                complete_victory: self.complete_victory(friend),
                cover: cover_against(self.battle, friend, runner.centre()).clamp(0, 3),
            },
        }
    }
}

/// When a flight first comes into contact with a standing body (§13.05.1). Whoever stands shoulder to shoulder with it is in contact
/// before: he is met only if the flight goes into him.
fn first_touch(track: &Track, body: &Placed, end: f64) -> Option<f64> {
    let begins = track.at(0.0);
    if in_contact(&begins, body) {
        let shared = |at: f64| overlap_area(&track.at(at), body);
        return (shared(end.min(A_LITTLE)) > shared(0.0) + TOUCH).then_some(0.0);
    }
    let standing = Track::standing(body);
    let marchers = [Marcher { name: 0, track }, Marcher { name: 1, track: &standing }];
    let table = Table::with_corner(point(-1.0e6, -1.0e6), 2.0e6, 2.0e6).ok()?;
    let watch = |_, _| Watch { contact: true, distance: None };
    let touches = |what: &Happening<i32>| matches!(what, Happening::Contact(..));
    first_that(&marchers, &table, [end, 0.0], watch, touches).map(|(at, _)| at)
}
