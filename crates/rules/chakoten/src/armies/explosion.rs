//! What an explosion does to a unit near it (§19.07.5 to §19.07.9).

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::table::{TableFault, TableShelf};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Men, Procedure, rounded_up};

use super::modifiers::*;
use super::read::{Steps, number};
use super::vocabulary::*;
use crate::tables::Tables;

macro_rules! loss_points {
    ($($row:ident = $key:literal),* $(,)?) => {
        /// Points to the loss result (skema XI, §19.07.6).
        #[derive(Clone, Copy, Debug)]
        pub struct LossPoints { $(#[doc = concat!("`", $key, "`")] pub $row: i32),* }

        impl LossPoints {
            fn read(part: &krigsspil_engine::table::Part) -> Result<LossPoints, TableFault> {
                part.expect_rows(&[$($key),*])?;
                Ok(LossPoints { $($row: part.whole($key, "points")?),* })
            }
        }
    };
}

loss_points! {
    thin_skirmish = "thin_skirmish",
    dense_skirmish = "dense_skirmish",
    unlimbered_or_working = "unlimbered_or_working",
    limbered_or_train = "limbered_or_train",
    column_or_mass = "column_or_mass",
    square = "square",
    storming_cavalry = "storming_cavalry",
    cover_ii = "cover_II",
    cover_iii = "cover_III",
    zone_ii = "zone_II",
    zone_iii = "zone_III",
    non_ricochet = "non_ricochet",
    close = "close",
}

/// What one die of material damage costs (skema XIII, zone II).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialLoss {
    /// Horses.
    pub horses: i32,
    /// Firing units.
    pub pieces: i32,
    /// Combat loads.
    pub loads: i32,
}

/// The tables of an explosion.
#[derive(Clone, Debug)]
pub struct ExplosionTables {
    close_cm: f64,
    loss_cm: f64,
    morale_cm: f64,
    loss: LossPoints,
    each_light_disorder: i32,
    disorder: i32,
    each_10_figures: i32,
    men: Steps<i32>,
    morale: Steps<NearOrder>,
    material: Steps<MaterialLoss>,
}

impl ExplosionTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ExplosionTables, TableFault> {
        let table = shelf.table("explosion")?;
        let (bands, morale) = (table.part("bands")?, table.part("morale_points")?);
        let (effect, material) = (table.part("effect")?, table.part("material")?);
        let or_none = |row: &str, column: &str| Ok(material.whole_or_dash(row, column)?.unwrap_or(0));
        let tables = ExplosionTables {
            close_cm: number(bands, "close", "cm")?,
            loss_cm: number(bands, "loss_and_morale", "cm")?,
            morale_cm: number(bands, "morale_only", "cm")?,
            loss: LossPoints::read(table.part("loss_points")?)?,
            each_light_disorder: morale.whole("each_LU", "points")?,
            disorder: morale.whole("U", "points")?,
            each_10_figures: morale.whole("each_10_figures", "points")?,
            men: Steps::read(effect, i32::MIN, i32::MAX, |row| effect.whole(row, "men"))?,
            morale: Steps::read(effect, i32::MIN, i32::MAX, |row| effect.parsed(row, "morale"))?,
            material: Steps::read(material, 1, 6, |row| {
                Ok(MaterialLoss {
                    horses: or_none(row, "horses")?,
                    pieces: or_none(row, "pieces")?,
                    loads: or_none(row, "loads")?,
                })
            })?,
        };
        let rising = tables.close_cm <= tables.loss_cm && tables.loss_cm <= tables.morale_cm;
        if rising { Ok(tables) } else { Err(bands.fault("each band must reach as far as the one before it")) }
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
        target_formation: NearFormation = NearFormation::Line, "skema XI";
        target_storming: bool = false, "skema XI";
        target_cover: i32 [0..=3] = 0, "skema XI";
        non_ricochet: bool = false, "19.07.6";
        target_figures: Figures [1..=500], "10.02.2";
        target_valeur: i32 [-4..=5] = 0, "skema XI";
        target_order: NearOrder = NearOrder::Good, "skema XI";
    }
}

krigsspil_engine::outcome! {
    /// What it suffers.
    pub struct ExplosionResult {
        effect: BlastEffect;
        figures_destroyed: Figures;
        loss_modifier: i32;
        loss_result: i32;
        men_per_charge: Men;
        men_lost: Men;
        morale_modifier: i32;
        morale_result: i32;
        morale_effect: NearOrder;
        material_die: i32;
        horses_lost: i32;
        pieces_lost: i32;
        loads_lost: i32;
    }
}

/// Men to a figure (§01.02.3).
const MEN_A_FIGURE: i32 = 20;

/// Fewest men lost that can mean damaged material (§10.02.1).
const MEN_FOR_MATERIAL: i32 = 5;

/// Figures that one charge, like one firing unit, can frighten; beyond them each ten begun counts (§10.02.2, ruling 36).
const FIGURES_A_CHARGE: i32 = 10;

/// Above this many charges a blast is felt in the outer band (§19.07.7).
const MOST_CHARGES_UNFELT: f64 = 1.0;

/// The die that stands alone when two are equal; any of three equal ones (ruling 37).
fn odd_die([first, second, third]: [i32; 3]) -> Option<i32> {
    match () {
        () if first == second => Some(third),
        () if first == third => Some(second),
        () if second == third => Some(first),
        () => None,
    }
}

impl Explosion {
    /// Looked at in this order (ruling 33); a limit belongs to the inner band.
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

    fn kind_points(&self, points: &LossPoints) -> i32 {
        match self.target_kind {
            NearKind::Infantry | NearKind::Cavalry => 0,
            NearKind::UnlimberedArtillery | NearKind::Working => points.unlimbered_or_working,
            NearKind::LimberedArtillery | NearKind::Train => points.limbered_or_train,
        }
    }

    /// Guns in position, working units and units in rout have no formation; only foot and horse skirmish (ruling 34).
    fn formation_points(&self, points: &LossPoints) -> i32 {
        let skirmishes = matches!(self.target_kind, NearKind::Infantry | NearKind::Cavalry);
        let formless = matches!(self.target_kind, NearKind::UnlimberedArtillery | NearKind::Working)
            || self.target_order == NearOrder::Rout;
        match self.target_formation {
            _ if formless => 0,
            NearFormation::Line => 0,
            NearFormation::Column | NearFormation::Mass => points.column_or_mass,
            NearFormation::Square | NearFormation::SquareOneFront => points.square,
            NearFormation::DenseSkirmish if skirmishes => points.dense_skirmish,
            NearFormation::ThinSkirmish if skirmishes => points.thin_skirmish,
            NearFormation::DenseSkirmish | NearFormation::ThinSkirmish => 0,
        }
    }

    fn loss_modifier(
        &self,
        effect: BlastEffect,
        tables: &ExplosionTables,
        report: &mut impl Listener,
    ) -> i32 {
        let points = &tables.loss;
        let losses = effect == BlastEffect::LossAndMorale;
        let storming = self.target_storming && self.target_kind == NearKind::Cavalry;
        let close = self.distance_cm.0 <= tables.close_cm * self.radius_factor;
        let cover = match self.target_cover {
            2 => points.cover_ii,
            3 => points.cover_iii,
            _ => 0,
        };
        report.add(&BLAST_TARGET_KIND, self.kind_points(points))
            + report.add(&BLAST_TARGET_FORMATION, self.formation_points(points))
            + report.add_if(storming, &BLAST_STORMING, points.storming_cavalry)
            + report.add(&BLAST_COVER, cover)
            + report.add(&BLAST_ZONE, if losses { points.zone_ii } else { points.zone_iii })
            + report.add_if(losses && self.non_ricochet, &BLAST_NON_RICOCHET, points.non_ricochet)
            + report.add_if(close, &BLAST_CLOSE, points.close)
    }

    fn morale_modifier(&self, tables: &ExplosionTables, report: &mut impl Listener) -> i32 {
        let order = match self.target_order {
            NearOrder::Good | NearOrder::Rout => 0,
            NearOrder::LightDisorder1 => tables.each_light_disorder,
            NearOrder::LightDisorder2 => 2 * tables.each_light_disorder,
            NearOrder::LightDisorder3 => 3 * tables.each_light_disorder,
            NearOrder::Disorder => tables.disorder,
        };
        let frightened = FIGURES_A_CHARGE * self.charges.ceil() as i32;
        let tens = rounded_up((self.target_figures.0 - frightened).max(0), 10);
        report.add(&BLAST_ORDER, order)
            + report.add(&BLAST_VALEUR, -self.target_valeur)
            + report.add(&BLAST_LARGE_UNIT, tens * tables.each_10_figures)
    }

    /// The unit as it is where no dice are thrown.
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
            morale_effect: NearOrder::Good,
            material_die: 0,
            horses_lost: 0,
            pieces_lost: 0,
            loads_lost: 0,
        }
    }

    /// Men lost to a charge and in all; at most the unit (ruling 35).
    fn losses(&self, loss_result: i32, tables: &ExplosionTables) -> (i32, i32) {
        let per_charge = tables.men.at(loss_result);
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
        let tables = &tables.armies.explosion;
        let effect = self.effect(tables);
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
        let material_die = odd_die(throw).filter(|_| guns && men_lost >= MEN_FOR_MATERIAL);
        let material = material_die.map_or(MaterialLoss::default(), |die| tables.material.at(die));
        Ok(ExplosionResult {
            loss_modifier,
            loss_result,
            men_per_charge: Men(men_per_charge),
            men_lost: Men(men_lost),
            morale_modifier,
            morale_result,
            morale_effect: tables.morale.at(morale_result),
            material_die: material_die.unwrap_or(0),
            horses_lost: material.horses,
            pieces_lost: material.pieces,
            loads_lost: material.loads,
            ..self.untouched(effect)
        })
    }
}
