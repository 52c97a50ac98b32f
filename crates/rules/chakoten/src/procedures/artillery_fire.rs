//! Chapter 10: artillery fire, its losses, its effect on morale and material.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{
    About, Fault, Figures, Group, Listener, Men, Modifier, Points, Procedure, rounded_up,
};

use super::scale::PIECES_A_GUNNER;
use crate::modifiers::artillery::*;
use crate::tables::{ArtilleryRow, Material, Tables};
use crate::vocabulary::*;

/// Throws three dice and reports each one, because doubles count as well as the sum.
pub(super) fn three_dice<D: Dice>(dice: &mut D) -> Result<[i32; 3], Fault> {
    Ok([dice.roll("fire", Die::D6)?, dice.roll("fire", Die::D6)?, dice.roll("fire", Die::D6)?])
}

/// The third die if two are equal; if all three are equal, that number (ruling 44).
pub(crate) const fn third_die([one, two, three]: [i32; 3]) -> Option<i32> {
    if one == two {
        Some(three)
    } else if one == three {
        Some(two)
    } else if two == three {
        Some(one)
    } else {
        None
    }
}

/// The men a battery must lose before its material suffers (§10.02.1.4).
pub(crate) const MATERIAL_MEN: Men = Men(5);

krigsspil_engine::facts! {
    /// A battery's fire at one target.
    pub struct ArtilleryFire {
        pieces: i32 [1..=24], "10.01.1";
        gunners: i32 [1..=60], "10.01.1";
        zone: i32 [1..=4], "skema XI";
        cover: i32 [0..=3] = 0, "skema XI";
        not_answering: bool = false, "skema XI";
        twelve_pounder: bool = false, "skema XI";
        order: SteadyOrder = SteadyOrder::Good, "skema XI";
        training: i32 [-1..=2] = 0, "skema XI";
        valeur: i32 [-3..=3] = 0, "skema XI";
        target_kind: ArtilleryTarget = ArtilleryTarget::Infantry, "skema XI";
        target_formation: TargetFormation = TargetFormation::Line, "skema XI";
        target_flank: bool = false, "10.03.3";
        target_storming: bool = false, "10.02.4";
        target_hidden: bool = false, "skema XI";
        target_cover: i32 [0..=3] = 0, "skema XI";
        target_in_building: bool = false, "17.03.4";
        non_ricochet: bool = false, "10.04.1";
        ranging: bool = false, "10.02.3";
        behind_another: bool = false, "10.05.5";
        target_order: Order = Order::Good, "skema XI";
        target_figures: Figures [0..=500] = Figures(0), "10.02.2";
        target_valeur: i32 [-4..=5] = 0, "skema XI";
        target_chief_modifier: i32 [-2..=2] = 0, "08.02.1";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct ArtilleryFireResult {
        firing_units: i32;
        own_modifier: i32, of first;
        target_modifier: i32;
        loss_modifier: i32, of first;
        loss_result: i32;
        men_per_unit: i32;
        men_lost: Men;
        morale_modifier: i32, of second;
        morale_result: i32, of second;
        morale_effect: FireEffect, of second;
        target_order_after: Order, of second;
        material: bool;
        material_die: i32;
        horses_lost: i32;
        pieces_lost: i32;
        loads_lost: i32, of second;
        loss_points: Points, of first;
        morale_points: Points, of second;
    }
}

impl Procedure for ArtilleryFire {
    type Tables = Tables;
    type Outcome = ArtilleryFireResult;
    const ABOUT: About = About {
        name: "artillery_fire",
        group: Group::Artillery,
        dice: "3d6",
        cites: &[
            "10.01.1",
            "10.02.1",
            "10.02.2",
            "10.02.3",
            "10.02.4",
            "10.02.5",
            "10.05.5",
            "08.02.1",
            "17.03.4",
            "skema XI",
            "skema XII",
            "skema XIII",
            "10.02.1.1",
            "10.02.1.2",
            "10.02.1.3",
            "10.02.1.4",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryFireResult, Fault> {
        let table = &tables.artillery;
        let firing_units = self.pieces.min(PIECES_A_GUNNER * self.gunners);
        let mut loss_points = Points::new();
        let mut morale_points = Points::new();
        let own_modifier =
            table.points.tell(OWN, &self.own_rows(), |row| told(row, OWN), &mut loss_points, report);
        let target_modifier =
            table.points.tell(TARGET, &self.target_rows(), |row| told(row, TARGET), &mut loss_points, report);
        let morale_rows = self.morale_rows(firing_units);
        let morale_modifier =
            table.points.tell(MORALE, &morale_rows, |row| told(row, MORALE), &mut morale_points, report);
        let faces = three_dice(dice)?;
        let loss_modifier = own_modifier + target_modifier;
        let loss_result = faces.iter().sum::<i32>() + loss_modifier;
        let morale_result = loss_result + morale_modifier;
        let empty = self.target_kind == ArtilleryTarget::Building;
        let men_per_unit = table.men(loss_result);
        let men_lost = Men(if empty { 0 } else { men_per_unit * firing_units });
        let morale_effect = if empty { FireEffect::Nothing } else { table.morale(morale_result) };
        let material_die = third_die(faces).filter(|_| self.counter_battery() && men_lost >= MATERIAL_MEN);
        let material = material_die.map_or(Material::default(), |die| table.material(die, self.zone));
        Ok(ArtilleryFireResult {
            firing_units,
            own_modifier,
            target_modifier,
            loss_modifier,
            loss_result,
            men_per_unit,
            men_lost,
            morale_modifier,
            morale_result,
            morale_effect,
            target_order_after: self.target_order.after(morale_effect.into()),
            material: material_die.is_some(),
            material_die: material_die.unwrap_or(0),
            horses_lost: material.horses,
            pieces_lost: material.pieces,
            loads_lost: material.loads,
            loss_points,
            morale_points,
        })
    }
}

/// Columns of skema XI.
const OWN: usize = 0;
const TARGET: usize = 1;
const MORALE: usize = 2;

/// The rows that may apply, in the order of the print, with how often each counts; 0 if it does not apply.
type Rows<const N: usize> = [(ArtilleryRow, i32); N];

impl ArtilleryFire {
    fn counter_battery(&self) -> bool {
        matches!(self.target_kind, ArtilleryTarget::UnlimberedArtillery | ArtilleryTarget::LimberedArtillery)
    }

    fn own_rows(&self) -> Rows<8> {
        let order = Order::from(self.order);
        [
            (ArtilleryRow::CoverII, i32::from(self.cover == 2)),
            (ArtilleryRow::CoverIII, i32::from(self.cover == 3)),
            (ArtilleryRow::NotAnswering, i32::from(self.not_answering)),
            (ArtilleryRow::TwelvePounder, i32::from(self.twelve_pounder)),
            (ArtilleryRow::EachDegree, order.degrees()),
            (ArtilleryRow::Disorder, i32::from(order == Order::Disorder)),
            (ArtilleryRow::Training, self.training),
            (ArtilleryRow::Valeur, self.valeur),
        ]
    }

    /// The target's formation as far as it counts: `None` for guns in position, workers, buildings, units in a building and units in rout.
    /// Guns and train on the march never skirmish (ruling 34).
    fn formation_that_counts(&self) -> Option<TargetFormation> {
        let skirmish =
            matches!(self.target_formation, TargetFormation::DenseSkirmish | TargetFormation::ThinSkirmish);
        match self.target_kind {
            _ if self.target_in_building || self.target_order == Order::Rout => None,
            ArtilleryTarget::UnlimberedArtillery | ArtilleryTarget::Working | ArtilleryTarget::Building => {
                None
            }
            ArtilleryTarget::LimberedArtillery | ArtilleryTarget::Train if skirmish => {
                Some(TargetFormation::Line)
            }
            ArtilleryTarget::Infantry
            | ArtilleryTarget::Cavalry
            | ArtilleryTarget::LimberedArtillery
            | ArtilleryTarget::Train => Some(self.target_formation),
        }
    }

    /// Does the target have flanks (ruling 37)? Guns in position always have.
    fn has_flanks(&self) -> bool {
        let gone = self.target_in_building || self.target_order == Order::Rout;
        match self.formation_that_counts() {
            None => self.target_kind == ArtilleryTarget::UnlimberedArtillery && !gone,
            Some(formation) => matches!(
                formation,
                TargetFormation::Line | TargetFormation::Column | TargetFormation::SquareOneFront
            ),
        }
    }

    fn target_rows(&self) -> Rows<17> {
        let formation = self.formation_that_counts();
        let far = self.zone > 1;
        let flank = self.target_flank && self.has_flanks();
        let square = matches!(formation, Some(TargetFormation::Square | TargetFormation::SquareOneFront));
        let deep = matches!(formation, Some(TargetFormation::Column | TargetFormation::Mass));
        let at_work =
            matches!(self.target_kind, ArtilleryTarget::UnlimberedArtillery | ArtilleryTarget::Working);
        let wheeled = matches!(self.target_kind, ArtilleryTarget::LimberedArtillery | ArtilleryTarget::Train);
        let storming = self.target_storming && self.target_kind == ArtilleryTarget::Cavalry;
        [
            (ArtilleryRow::ThinSkirmish, i32::from(formation == Some(TargetFormation::ThinSkirmish))),
            (ArtilleryRow::DenseSkirmish, i32::from(formation == Some(TargetFormation::DenseSkirmish))),
            (ArtilleryRow::InPositionOrWorking, i32::from(at_work)),
            (ArtilleryRow::LimberedOrTrain, i32::from(wheeled)),
            (ArtilleryRow::Column, i32::from(far && deep)),
            (ArtilleryRow::FlankOrSquare, i32::from(far && (square || flank))),
            (ArtilleryRow::Storming, i32::from(storming)),
            (ArtilleryRow::Hidden, i32::from(self.target_hidden)),
            (ArtilleryRow::CoverII, i32::from(self.target_cover == 2)),
            (ArtilleryRow::CoverIII, i32::from(self.target_cover == 3)),
            (ArtilleryRow::Zone1, i32::from(self.zone == 1)),
            (ArtilleryRow::Zone2, i32::from(self.zone == 2)),
            (ArtilleryRow::Zone3, i32::from(self.zone == 3)),
            (ArtilleryRow::Zone4, i32::from(self.zone == 4)),
            (ArtilleryRow::NonRicochet, i32::from(far && self.non_ricochet)),
            (ArtilleryRow::Ranging, i32::from(far && self.ranging)),
            (ArtilleryRow::BehindAnother, i32::from(self.behind_another)),
        ]
    }

    fn morale_rows(&self, firing_units: i32) -> Rows<6> {
        let above = (self.target_figures.0 - 10 * firing_units).max(0);
        [
            (ArtilleryRow::Zone1, i32::from(self.zone == 1)),
            (ArtilleryRow::EachDegree, self.target_order.degrees()),
            (ArtilleryRow::Disorder, i32::from(self.target_order == Order::Disorder)),
            (ArtilleryRow::LargeUnit, rounded_up(above, 10)),
            (ArtilleryRow::Valeur, -self.target_valeur),
            (ArtilleryRow::Chief, -self.target_chief_modifier),
        ]
    }
}

/// The name of a row in the points, and its modifier.
fn told(row: ArtilleryRow, column: usize) -> (&'static str, &'static Modifier) {
    use ArtilleryRow::*;
    match (row, column) {
        (CoverII | CoverIII, OWN) => ("cover", &BATTERY_COVER),
        (EachDegree | Disorder, OWN) => ("order", &BATTERY_ORDER),
        (Valeur, OWN) => ("valeur", &BATTERY_VALEUR),
        (NotAnswering, _) => ("not_answering", &NOT_ANSWERING),
        (TwelvePounder, _) => ("twelve_pounder", &TWELVE_POUNDER),
        (Training, _) => ("training", &BATTERY_TRAINING),
        (ThinSkirmish | DenseSkirmish | InPositionOrWorking | LimberedOrTrain, _) => {
            ("target_kind", &TARGET_KIND)
        }
        (Column | FlankOrSquare, _) => ("depth", &TARGET_DEPTH),
        (Storming, _) => ("target_storming", &ARTILLERY_TARGET_STORMING),
        (Hidden | CoverII | CoverIII, _) => ("concealment", &TARGET_CONCEALMENT),
        (Zone1 | Zone2 | Zone3 | Zone4, MORALE) => ("zone", &ARTILLERY_ZONE_MORALE),
        (Zone1 | Zone2 | Zone3 | Zone4, _) => ("zone", &ARTILLERY_ZONE),
        (NonRicochet, _) => ("non_ricochet", &NON_RICOCHET),
        (Ranging, _) => ("ranging", &RANGING),
        (BehindAnother, _) => ("behind_another", &BEHIND_ANOTHER),
        (EachDegree | Disorder, _) => ("order", &ARTILLERY_TARGET_ORDER),
        (LargeUnit, _) => ("large_unit", &LARGE_UNIT),
        (Valeur, _) => ("valeur", &ARTILLERY_TARGET_VALEUR),
        (Chief, _) => ("chief", &ARTILLERY_TARGET_CHIEF),
    }
}
