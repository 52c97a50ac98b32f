//! Bombardment, fire in a sequence, and the cover that remains in a town.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::artillery::*;
use crate::notation::throw;
use crate::quantity::{Bases, Disorder, Metres};
use crate::tables::{Damage, Heading, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A battery that wants to fire in a sequence.
    pub struct TacticalFire {
        orders: i32 [1..=9], "bombard.tactical";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct TacticalFireResult {
        may_fire: bool;
        fire_disorder: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for TacticalFire {
    type Tables = Tables;
    type Outcome = TacticalFireResult;
    const ABOUT: About =
        About { name: "tactical_fire", group: Group::Artillery, dice: "1d10", cites: &["bombard.tactical"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<TacticalFireResult, Fault> {
        let tables = &tables.bombardment;
        let thrown = tables.tactical_fire.throw("orders", self.orders, dice)?;
        report.add(&TACTICAL_DISORDER, tables.tactical_disorder.0);
        Ok(TacticalFireResult {
            may_fire: tables.tactical_fire.passed_by(thrown),
            fire_disorder: self.disorder,
            disorder_after: self.disorder.raised(tables.tactical_disorder),
        })
    }
}

krigsspil_engine::facts! {
    /// A battery that fires.
    pub struct Battery {
        calibre: Calibre, "chart.bombard-factor";
        bases: i32 [1..=12], "bombard.test";
        disorder: Disorder [0..=8] = Disorder::NONE, "bombard.disorder";
        distance_m: Metres [0..=1000], "chart.bombard-factor";
    }
}

krigsspil_engine::facts! {
    /// Batteries and their target.
    pub struct BombardmentFire {
        batteries: Vec<Battery> [1..=8], "bombard.test";
        tactical: bool = false, "bombard.tactical";
        target: BombardmentTarget = BombardmentTarget::Troops, "chart.bombardment";
        target_bases: Bases [0..=40 step 0.5], "chart.bombardment";
        target_formation: TroopFormation = TroopFormation::Line, "bombard.column";
        flank: bool = false, "bombard.square-flank";
    }
}

krigsspil_engine::outcome! {
    /// The result of one battery.
    pub struct BatteryResult {
        test_value: i32;
        hits: i32;
        factor_per_hit: i32;
        factor: i32;
        disorder_after: Disorder;
    }

    /// The losses of the target.
    pub struct BombardmentResult {
        batteries: ArrayVec<BatteryResult, 8>;
        factor: i32;
        column: Option<Heading>;
        effective_bases: Option<i32>;
        row: Option<Heading>;
        table_loss: Bases;
        loss_bases: Bases;
        bases_after: Bases;
        disorder_gain: Disorder;
        cover_tests: i32;
    }
}

impl BombardmentFire {
    fn check(&self, tables: &Tables) -> Result<(), Fault> {
        let beyond =
            |battery: &Battery| tables.bombardment.factor(battery.calibre, battery.distance_m).is_none();
        if let Some(place) = self.batteries.iter().position(beyond) {
            return Err(Fault::refused(format!("batteries[{place}].distance_m"), &OUT_OF_RANGE));
        }
        if self.target_bases == Bases::NONE && self.target != BombardmentTarget::TownZone {
            return Err(Fault::refused("target_bases", &EMPTY_TARGET));
        }
        Ok(())
    }

    fn fire<D: Dice, L: Listener>(
        &self,
        battery: &Battery,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<BatteryResult, Fault> {
        let tables = &tables.bombardment;
        let test_value = tables.test.value(0) + report.add(&BATTERY_DISORDER, -battery.disorder.0);
        let hits = throw("bombardment", tables.test.dice * battery.bases, test_value, dice)?.successes;
        let factor_per_hit = tables.factor(battery.calibre, battery.distance_m).unwrap_or(0);
        // In a sequence the battery took the U when it tested for permission to fire (R38).
        let cost = Disorder(report.add_if(!self.tactical, &FIRER_DISORDER, tables.disorder.0));
        Ok(BatteryResult {
            test_value,
            hits,
            factor_per_hit,
            factor: hits * factor_per_hit,
            disorder_after: battery.disorder.raised(cost),
        })
    }

    /// Target bases for the row: only the larger of formation and flank counts (R34).
    fn effective_bases<L: Listener>(&self, tables: &Tables, report: &mut L) -> i32 {
        let tables = &tables.bombardment;
        let formation = match self.target_formation {
            TroopFormation::Column | TroopFormation::MarchColumn => (&TARGET_COLUMN, tables.column),
            TroopFormation::Square => (&TARGET_SQUARE, tables.square_or_flank),
            TroopFormation::Line | TroopFormation::Skirmish => (&TARGET_COLUMN, 0),
        };
        let flank = (&TARGET_FLANK, if self.flank { tables.square_or_flank } else { 0 });
        let (modifier, more) = if flank.1 > formation.1 { flank } else { formation };
        self.target_bases.rounded_up() + report.add(modifier, more)
    }
}

impl Procedure for BombardmentFire {
    type Tables = Tables;
    type Outcome = BombardmentResult;
    const ABOUT: About = About {
        name: "bombardment",
        group: Group::Artillery,
        dice: "1-96d10",
        cites: &[
            "bombard.test",
            "bombard.disorder",
            "chart.bombard-factor",
            "chart.bombardment",
            "bombard.town",
            "bombard.artillery",
            "bombard.firer",
            "bombard.column",
            "bombard.square-flank",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<BombardmentResult, Fault> {
        self.check(tables)?;
        let mut batteries = ArrayVec::new();
        let mut factor = 0;
        for battery in &self.batteries {
            let fired = self.fire(battery, tables, dice, report)?;
            factor += fired.factor;
            batteries.push(fired);
            dice.end_lot(factor);
        }
        report.holds(batteries.len() > 1, &FACTORS_ADDED);
        let troops = self.target == BombardmentTarget::Troops;
        let effective_bases = troops.then(|| self.effective_bases(tables, report));
        let tables = &tables.bombardment;
        let column = tables.column_of(factor);
        let row = effective_bases.and_then(|bases| tables.row_of(bases));
        let damage = match (self.target, column, row) {
            (BombardmentTarget::Troops, Some((column, _)), Some((row, _))) => tables.on_troops(row, column),
            (BombardmentTarget::TownZone, Some((column, _)), _) => tables.on_town(column),
            (BombardmentTarget::Artillery, Some((column, _)), _) => tables.on_artillery(column),
            _ => Damage::default(),
        };
        let loss_bases = damage.bases.min(self.target_bases);
        Ok(BombardmentResult {
            batteries,
            factor,
            column: column.map(|(_, heading)| heading),
            effective_bases,
            row: row.map(|(_, heading)| heading),
            table_loss: damage.bases,
            loss_bases,
            bases_after: self.target_bases.less(loss_bases),
            disorder_gain: damage.disorder,
            cover_tests: damage.cover_tests,
        })
    }
}

krigsspil_engine::facts! {
    /// A town zone under fire.
    pub struct TownCoverTest {
        asterisks: i32 [1..=2], "bombard.cover-loss";
        cover: i32 [0..=7], "terrain.table";
    }
}

krigsspil_engine::outcome! {
    /// The remaining cover.
    pub struct TownCoverTestResult {
        steps_lost: i32;
        cover_after: i32;
    }
}

impl Procedure for TownCoverTest {
    type Tables = Tables;
    type Outcome = TownCoverTestResult;
    const ABOUT: About = About {
        name: "town_cover_test",
        group: Group::Artillery,
        dice: "1-2d10",
        cites: &["bombard.cover-loss"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<TownCoverTestResult, Fault> {
        report.holds(true, &COVER_TEST);
        let steps_lost = throw("cover", self.asterisks, self.cover, dice)?.failures.min(self.cover);
        Ok(TownCoverTestResult { steps_lost, cover_after: self.cover - steps_lost })
    }
}
