//! Field works and repairs (chapter 10, §06.03.6).

use std::sync::Arc;

use krigsspil_engine::{Figures, Turns};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::{Go, Run};
use crate::battle::bodies::{mm, plain};
use crate::battle::legal::work_facts;
use crate::battle::order::{Piece, UnitOrder};
use crate::battle::state::*;
use crate::procedures::guns::Repair;
use crate::procedures::terrain::TerrainValues;
use crate::procedures::works::Work;
use crate::vocabulary::{self, Cover, PassableObstacle};

/// The thing a unit would clear: a fence, hedge or barricade within a base of it.
pub(in crate::battle) fn clearable(battle: &Battle, unit: usize, work: Work) -> Option<usize> {
    let placed = &battle.units[unit].placed;
    let reach = placed.extent().grown(20.0);
    let middle = placed.centre();
    let wanted = |feature: &Feature| match work {
        Work::ClearFence => matches!(feature.kind, Kind::Line(LineKind::Fence | LineKind::Hedge)),
        _ => feature.name.as_deref() == Some("barricade"),
    };
    let near = |feature: &Feature| {
        let Shape::Line(line) = &feature.shape else { return false };
        line.windows(2).any(|pair| {
            let along = pair[1] - pair[0];
            let share = ((middle - pair[0]).dot(along) / along.dot(along).max(1e-9)).clamp(0.0, 1.0);
            let place = pair[0] + along * share;
            placed.parts().iter().any(|part| part.distance_to(place) <= 20.0)
        })
    };
    battle.ground.near(reach).find(|(_, feature)| wanted(feature) && near(feature)).map(|(id, _)| id.0)
}

fn feature_of(work: Work) -> Option<(LineKind, vocabulary::Feature, Option<&'static str>)> {
    match work {
        Work::LightFieldwork => Some((LineKind::Breastwork, vocabulary::Feature::LightFieldwork, None)),
        Work::Abatis | Work::AbatisFullWidth => Some((LineKind::Abatis, vocabulary::Feature::Abatis, None)),
        Work::Barricade => Some((LineKind::Wall, vocabulary::Feature::Barricade, Some("barricade"))),
        Work::ChevauxDeFrise => Some((LineKind::Abatis, vocabulary::Feature::ChevauxDeFrise, None)),
        Work::ClearBarricade | Work::ClearFence => None,
    }
}

impl Run<'_> {
    /// A whole turn's work counts; an interrupted one does not, and leaving the place loses all (§10.01.1).
    pub(super) fn work_on(&mut self, unit: usize) -> Go {
        let maker = self.unit(unit);
        if !maker.here() {
            return Ok(());
        }
        let ordered = match maker.now.order {
            Some(UnitOrder::Work { work }) => Some(work),
            _ => None,
        };
        let moved = maker.now.moved;
        let interrupted = maker.now.fired || maker.now.attacked || maker.now.melee || maker.now.entered;
        let had = maker.work;
        let Some(work) = ordered else {
            if moved {
                self.unit_mut(unit).work = None;
            }
            return Ok(());
        };
        let before = had.filter(|(in_hand, _)| *in_hand == work).map_or(0, |(_, turns)| turns);
        let turns = if interrupted || moved { before } else { before + 1 };
        let facts = work_facts(self.battle, unit, work, turns, moved);
        let result = plain(&facts, self.tables)?;
        if moved || !result.allowed {
            self.unit_mut(unit).work = None;
            return Ok(());
        }
        self.unit_mut(unit).work = Some((work, turns));
        if result.finished {
            self.unit_mut(unit).work = None;
            self.finish(unit, work, result.length_mm.0);
        }
        Ok(())
    }

    fn finish(&mut self, unit: usize, work: Work, length_mm: i32) {
        self.tell("work_finished", "10.01.1", &[unit], json!({"work": work}));
        if matches!(work, Work::ClearFence | Work::ClearBarricade) {
            if let Some(feature) = clearable(self.battle, unit, work) {
                self.battle.cleared.insert(feature);
                self.lay_ground();
            }
            return;
        }
        let placed = &self.unit(unit).placed;
        let frame = placed.frame();
        let half = mm(length_mm) / 2.0;
        let ahead = frame.at + frame.ahead * 4.0;
        let (left, right) = ((ahead - frame.right * half).on_grid(), (ahead + frame.right * half).on_grid());
        let side = self.unit(unit).side;
        self.battle.works.push(Made { work, left, right, side });
        self.lay_ground();
    }

    /// The ground with the works made and without what was cleared.
    fn lay_ground(&mut self) {
        let fixed = &self.battle.fixed.ground;
        let mut features: Vec<Feature> = fixed.features().map(|(_, feature)| feature.clone()).collect();
        for made in &self.battle.works {
            let Some((kind, values, name)) = feature_of(made.work) else { continue };
            let facts = TerrainValues { feature: values, arm: vocabulary::Arm::Infantry };
            let Ok(values) = plain(&facts, self.tables) else { continue };
            let mut feature = Feature::new(Kind::Line(kind), Shape::Line(vec![made.left, made.right]));
            feature.name = name.map(str::to_string);
            feature.properties.obstacle = grade(values.obstacle_min);
            feature.properties.cover = cover_grade(values.cover_min);
            features.push(feature);
        }
        for &cleared in &self.battle.cleared {
            if let Some(feature) = features.get_mut(cleared) {
                feature.properties.obstacle = Grade::None;
                feature.properties.cover = Grade::None;
            }
        }
        let name = fixed.name().map(str::to_string);
        if let Ok(ground) = Ground::new(name, *fixed.table(), fixed.contour_interval(), features) {
            self.battle.ground = Arc::new(ground);
        }
    }

    /// One gunner mends one piece in two turns, or three under fire (§06.03.6).
    pub(super) fn repair(&mut self, unit: usize) -> Go {
        let mender = self.unit(unit);
        let (now, Some(battery)) = (&mender.now, mender.battery.as_ref()) else { return Ok(()) };
        let Some(UnitOrder::Repair { piece }) = now.order else {
            let left = now.moved;
            if let Some(battery) = &mut self.unit_mut(unit).battery
                && left
            {
                battery.repair = None;
            }
            return Ok(());
        };
        let (turns, fire) = match battery.repair {
            Some((in_hand, turns, fire)) if in_hand == piece => (turns, fire),
            _ => (0, false),
        };
        let under_fire = fire || now.under_fire;
        let facts = Repair {
            gunners_on_it: Figures(mender.figures.clamp(0, 1)),
            turns_worked: Turns(turns.clamp(0, 20)),
            under_effective_fire: under_fire,
            attacked_or_in_melee: now.attacked || now.melee,
        };
        let result = plain(&facts, self.tables)?;
        let Some(battery) = &mut self.unit_mut(unit).battery else { return Ok(()) };
        battery.repair = Some((piece, result.turns_worked_after.0, under_fire));
        if result.repaired {
            battery.repair = None;
            let pieces = if piece == Piece::Gun { &mut battery.guns } else { &mut battery.limbers };
            if pieces[1] > 0 {
                pieces[1] -= 1;
                pieces[0] += 1;
            }
            self.tell("repaired", "06.03.6", &[unit], json!({"piece": piece}));
        }
        Ok(())
    }
}

fn grade(obstacle: PassableObstacle) -> Grade {
    match obstacle {
        PassableObstacle::None => Grade::None,
        PassableObstacle::I => Grade::I,
        PassableObstacle::II => Grade::II,
        PassableObstacle::III => Grade::III,
    }
}

fn cover_grade(cover: Cover) -> Grade {
    match cover {
        Cover::None => Grade::None,
        Cover::I => Grade::I,
        Cover::II => Grade::II,
        Cover::III => Grade::III,
    }
}
