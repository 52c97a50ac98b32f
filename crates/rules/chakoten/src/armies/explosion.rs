//! The effect of an explosion on a unit near it (§19.07.5 to §19.07.9).

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::table::{TableFault, TableShelf};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Men, Procedure, rounded_up};

use super::modifiers::*;
use super::vocabulary::*;
use crate::procedures::artillery_fire::{MATERIAL_MEN, third_die};
use crate::tables::{ArtilleryRow, Material, Tables};
use crate::vocabulary::{FireEffect, Order, TargetFormation};

/// What chapter 19 itself says about an explosion; the rest comes from skema XI to XIII, as for artillery fire.
#[derive(Clone, Debug)]
pub struct ExplosionTables {
    close_cm: f64,
    loss_cm: f64,
    morale_cm: f64,
    close_points: i32,
}

impl ExplosionTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ExplosionTables, TableFault> {
        let table = shelf.table("explosion")?;
        let (bands, points) = (table.part("bands")?, table.part("points")?);
        bands.expect_rows(&["close", "loss_and_morale", "morale_only"])?;
        points.expect_rows(&["close"])?;
        let tables = ExplosionTables {
            close_cm: bands.number("close", "cm")?,
            loss_cm: bands.number("loss_and_morale", "cm")?,
            morale_cm: bands.number("morale_only", "cm")?,
            close_points: points.whole("close", "points")?,
        };
        let rising = tables.close_cm <= tables.loss_cm && tables.loss_cm <= tables.morale_cm;
        if rising { Ok(tables) } else { Err(bands.falling_fault()) }
    }
}

krigsspil_engine::facts! {
    /// A unit near an explosion.
    pub struct Explosion {
        charges: f64 [0.25..=1000 step 0.25], "19.07.6";
        distance_cm: Centimetres [0..=1000], "19.07.6";
        on_object: bool = false, "19.07.5";
        blasting_party: bool = false, "19.07.9";
        radius_factor: f64 [0.1..=10] = 1.0, "19.07.8";
        target_kind: NearKind = NearKind::Infantry, "skema XI";
        target_formation: TargetFormation = TargetFormation::Line, "skema XI";
        target_storming: bool = false, "skema XI";
        target_cover: i32 [0..=3] = 0, "skema XI";
        non_ricochet: bool = false, "19.07.6";
        target_figures: Figures [1..=500], "10.02.2";
        target_valeur: i32 [-4..=5] = 0, "skema XI";
        target_order: Order = Order::Good, "skema XI";
    }
}

krigsspil_engine::outcome! {
    /// Its losses and morale.
    pub struct ExplosionResult {
        effect: BlastEffect;
        figures_destroyed: Figures;
        loss_modifier: i32;
        loss_result: i32;
        men_per_charge: Men;
        men_lost: Men;
        morale_modifier: i32;
        morale_result: i32;
        morale_effect: FireEffect;
        material_die: i32;
        horses_lost: i32;
        pieces_lost: i32;
        loads_lost: i32;
    }
}

/// Men in one figure (§01.02.3).
const MEN_A_FIGURE: i32 = 20;

/// The figures that one charge, like one firing unit, can frighten; beyond them, every ten or part of ten counts (§10.02.2, ruling 36).
const FIGURES_A_CHARGE: i32 = 10;

/// The zone of skema XIII for a blast (ruling 37).
const MATERIAL_ZONE: i32 = 2;

/// Only a blast of more charges than this is felt in the outer band (§19.07.7).
const MOST_CHARGES_UNFELT: f64 = 1.0;

impl Explosion {
    /// What the blast does to the unit, before any die is thrown.
    pub fn effect_on(&self, tables: &Tables) -> BlastEffect {
        self.effect(&tables.armies.explosion)
    }

    /// The bands are checked in this order (ruling 33); a limit belongs to the inner band.
    fn effect(&self, tables: &ExplosionTables) -> BlastEffect {
        let within = |cm: f64| self.distance_cm.0 <= cm * self.radius_factor;
        match () {
            () if self.blasting_party => BlastEffect::None,
            () if self.on_object => BlastEffect::Destroyed,
            () if within(tables.loss_cm) => BlastEffect::LossAndMorale,
            () if within(tables.morale_cm) && self.charges > MOST_CHARGES_UNFELT => BlastEffect::MoraleOnly,
            () => BlastEffect::None,
        }
    }

    fn kind_points(&self, points: impl Fn(ArtilleryRow) -> i32) -> i32 {
        match self.target_kind {
            NearKind::Infantry | NearKind::Cavalry => 0,
            NearKind::UnlimberedArtillery | NearKind::Working => points(ArtilleryRow::InPositionOrWorking),
            NearKind::LimberedArtillery | NearKind::Train => points(ArtilleryRow::LimberedOrTrain),
        }
    }

    /// Guns in position, working units and units in rout have no formation; only infantry and cavalry skirmish (ruling 34).
    fn formation_points(&self, points: impl Fn(ArtilleryRow) -> i32) -> i32 {
        let skirmishes = matches!(self.target_kind, NearKind::Infantry | NearKind::Cavalry);
        let formless = matches!(self.target_kind, NearKind::UnlimberedArtillery | NearKind::Working)
            || self.target_order == Order::Rout;
        match self.target_formation {
            _ if formless => 0,
            TargetFormation::Line => 0,
            TargetFormation::Column | TargetFormation::Mass => points(ArtilleryRow::Column),
            TargetFormation::Square | TargetFormation::SquareOneFront => points(ArtilleryRow::FlankOrSquare),
            TargetFormation::DenseSkirmish if skirmishes => points(ArtilleryRow::DenseSkirmish),
            TargetFormation::ThinSkirmish if skirmishes => points(ArtilleryRow::ThinSkirmish),
            TargetFormation::DenseSkirmish | TargetFormation::ThinSkirmish => 0,
        }
    }

    /// The rows of skema XI that apply to a unit near a blast (ruling 34), and the points of §19.07.6.
    fn loss_modifier(&self, effect: BlastEffect, tables: &Tables, report: &mut impl Listener) -> i32 {
        let blast = &tables.armies.explosion;
        let points = |row| tables.artillery.target_points(row);
        let losses = effect == BlastEffect::LossAndMorale;
        let storming = self.target_storming && self.target_kind == NearKind::Cavalry;
        let close = self.distance_cm.0 <= blast.close_cm * self.radius_factor;
        let cover = match self.target_cover {
            2 => points(ArtilleryRow::CoverII),
            3 => points(ArtilleryRow::CoverIII),
            _ => 0,
        };
        let zone = if losses { ArtilleryRow::Zone2 } else { ArtilleryRow::Zone3 };
        report.add(&BLAST_TARGET_KIND, self.kind_points(points))
            + report.add(&BLAST_TARGET_FORMATION, self.formation_points(points))
            + report.add_if(storming, &BLAST_STORMING, points(ArtilleryRow::Storming))
            + report.add(&BLAST_COVER, cover)
            + report.add(&BLAST_ZONE, points(zone))
            + report.add_if(
                losses && self.non_ricochet,
                &BLAST_NON_RICOCHET,
                points(ArtilleryRow::NonRicochet),
            )
            + report.add_if(close, &BLAST_CLOSE, blast.close_points)
    }

    fn morale_modifier(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let points = |row| tables.artillery.morale_points(row);
        let order = match self.target_order {
            Order::Disorder => points(ArtilleryRow::Disorder),
            order => order.degrees() * points(ArtilleryRow::EachDegree),
        };
        let frightened = FIGURES_A_CHARGE * self.charges.ceil() as i32;
        let tens = rounded_up((self.target_figures.0 - frightened).max(0), 10);
        report.add(&BLAST_ORDER, order)
            + report.add(&BLAST_VALEUR, -self.target_valeur)
            + report.add(&BLAST_LARGE_UNIT, tens * points(ArtilleryRow::LargeUnit))
    }

    /// The unit unchanged, when no dice are thrown.
    fn untouched(&self, effect: BlastEffect) -> ExplosionResult {
        let destroyed = effect == BlastEffect::Destroyed;
        ExplosionResult {
            effect,
            figures_destroyed: if destroyed { self.target_figures } else { Figures(0) },
            loss_modifier: 0,
            loss_result: 0,
            men_per_charge: Men(0),
            men_lost: Men(0),
            morale_modifier: 0,
            morale_result: 0,
            morale_effect: FireEffect::Nothing,
            material_die: 0,
            horses_lost: 0,
            pieces_lost: 0,
            loads_lost: 0,
        }
    }

    /// Men lost for each charge and in all; at most the whole unit (ruling 35).
    fn losses(&self, loss_result: i32, tables: &Tables) -> (i32, i32) {
        let per_charge = tables.artillery.men(loss_result);
        let men = (f64::from(per_charge) * self.charges).ceil() as i32;
        (per_charge, men.min(MEN_A_FIGURE * self.target_figures.0))
    }
}

impl Procedure for Explosion {
    type Tables = Tables;
    type Outcome = ExplosionResult;
    const ABOUT: About = About {
        name: "explosion",
        group: Group::Works,
        dice: "3d6",
        cites: &[
            "19.07.5",
            "19.07.6",
            "19.07.7",
            "19.07.8",
            "19.07.9",
            "skema XI",
            "skema XII",
            "skema XIII",
            "10.02.1",
            "10.02.2",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ExplosionResult, Fault> {
        let effect = self.effect(&tables.armies.explosion);
        if matches!(effect, BlastEffect::None | BlastEffect::Destroyed) {
            return Ok(self.untouched(effect));
        }
        let [first, second] = dice.pair("explosion", Die::D6)?;
        let throw = [first, second, dice.roll("explosion", Die::D6)?];
        let loss_modifier = self.loss_modifier(effect, tables, report);
        let loss_result = throw.iter().sum::<i32>() + loss_modifier;
        let (men_per_charge, men_lost) = match effect {
            BlastEffect::LossAndMorale => self.losses(loss_result, tables),
            _ => (0, 0),
        };
        let morale_modifier = self.morale_modifier(tables, report);
        let morale_result = loss_result + morale_modifier;
        let guns = matches!(self.target_kind, NearKind::UnlimberedArtillery | NearKind::LimberedArtillery);
        let material_die = third_die(throw).filter(|_| guns && Men(men_lost) >= MATERIAL_MEN);
        let material =
            material_die.map_or(Material::default(), |die| tables.artillery.material(die, MATERIAL_ZONE));
        Ok(ExplosionResult {
            loss_modifier,
            loss_result,
            men_per_charge: Men(men_per_charge),
            men_lost: Men(men_lost),
            morale_modifier,
            morale_result,
            morale_effect: tables.artillery.morale(morale_result),
            material_die: material_die.unwrap_or(0),
            horses_lost: material.horses,
            pieces_lost: material.pieces,
            loads_lost: material.loads,
            ..self.untouched(effect)
        })
    }
}
