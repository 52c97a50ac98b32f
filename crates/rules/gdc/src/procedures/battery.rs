//! Chapter 7: the value of a battery, and its damage.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::artillery::*;
use crate::tables::{Allowance, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Models of batteries (§7.11) and naval guns (opt.naval).
    pub enum BatteryModel {
        French = "french",
        British = "british",
        Austrian = "austrian",
        Prussian = "prussian",
        Russian = "russian",
        SpanishOrDepleted = "spanish_or_depleted",
        NavalShip = "naval_ship",
        NavalShore = "naval_shore",
    }

    /// Nations by the quality of their artillery (§7.3).
    pub enum AevNation {
        France = "france",
        Britain = "britain",
        NorthItaly = "north_italy",
        Naples = "naples",
        SpainProFrench = "spain_pro_french",
        ConfederationOfTheRhine = "confederation_of_the_rhine",
        Saxony = "saxony",
        Denmark = "denmark",
        Netherlands = "netherlands",
        Hanover = "hanover",
        Portugal = "portugal",
        Spain = "spain",
        Russia = "russia",
        Ottoman = "ottoman",
        India = "india",
        Other = "other",
    }

    /// Guard batteries (§7.3).
    pub enum GuardStatus {
        None = "none",
        Guard = "guard",
        YoungGuard = "young_guard",
        OldGuard = "old_guard",
    }

    /// What a hit on a battery strikes.
    pub enum Struck {
        Gun = "gun",
        Limber = "limber",
        Crew = "crew",
    }
}

krigsspil_engine::facts! {
    /// A model of battery.
    pub struct BatteryAllowance {
        model: BatteryModel, "7.11";
        horse: bool = false, "7.11";
        french_guard: bool = false, "7.11";
    }
}

krigsspil_engine::outcome! {
    /// The hits it can take and the points it can fire.
    pub struct BatteryAllowanceResult {
        crew: i32;
        limber: i32;
        barrage_points: i32;
        guns: i32;
        fixed_aev: i32;
    }
}

impl Procedure for BatteryAllowance {
    type Tables = Tables;
    type Outcome = BatteryAllowanceResult;
    const ABOUT: About = About {
        name: "battery_model",
        group: Group::Artillery,
        dice: "",
        cites: &["7.1", "7.11", "7.2", "opt.naval"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<BatteryAllowanceResult, Fault> {
        let french = matches!(self.model, BatteryModel::French | BatteryModel::SpanishOrDepleted);
        if self.french_guard && !french {
            return Err(Fault::refused("french_guard", &ONLY_FRENCH_GUARD));
        }
        let tables = &tables.artillery;
        let naval = tables.naval(self.model);
        let Allowance { crew, limber } = naval
            .map(|naval| naval.allowance)
            .or_else(|| tables.allowance(self.model, self.horse))
            .unwrap_or(Allowance { crew: 0, limber: 0 });
        let limber =
            limber + report.add_if(self.french_guard, &FRENCH_GUARD_LIMBERS, tables.more.french_guard_limber);
        let fixed_points = naval.and_then(|naval| naval.barrage_points);
        Ok(BatteryAllowanceResult {
            crew,
            limber,
            barrage_points: fixed_points.unwrap_or(limber * tables.more.barrage_points_a_limber),
            guns: naval.and_then(|naval| naval.guns).unwrap_or(0),
            fixed_aev: naval.and_then(|naval| naval.aev).unwrap_or(0),
        })
    }
}

/// Destroyed guns that cost one level (chart.counter-battery).
const GUNS_A_LEVEL: i32 = 2;

/// The remaining value of a battery with destroyed guns; never below 1 (ruling 10).
fn aev_left(full_aev: i32, gun_hits: i32) -> i32 {
    (full_aev - gun_hits / GUNS_A_LEVEL).max(1)
}

krigsspil_engine::facts! {
    /// A battery's guns and nation.
    pub struct Aev {
        guns: i32 [1..=24], "7.3";
        poundage: i32 [1..=48], "7.3";
        naval: bool = false, "7.3";
        nation: AevNation, "7.3";
        guard: GuardStatus = GuardStatus::None, "7.3";
        gun_hits: i32 [0..=24] = 0, "chart.counter-battery";
    }
}

krigsspil_engine::outcome! {
    /// Its artillery effectiveness value.
    pub struct AevResult {
        points: i32;
        modifier: i32;
        total: i32;
        full_aev: i32;
        aev: i32;
    }
}

impl Procedure for Aev {
    type Tables = Tables;
    type Outcome = AevResult;
    const ABOUT: About = About {
        name: "aev",
        group: Group::Artillery,
        dice: "",
        cites: &["7.3", "7.4", "chart.counter-battery", "opt.naval"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<AevResult, Fault> {
        self.check()?;
        let tables = &tables.artillery;
        let points = self.guns * tables.gun_points(self.poundage, self.naval);
        let modifier = report.add(&NATION_POINTS, tables.nation_points(self.nation, self.guard))
            + report.add(&GUARD_POINTS, tables.guard_points(self.guard));
        let total = points + modifier;
        let full_aev = tables.value(total);
        Ok(AevResult { points, modifier, total, full_aev, aev: aev_left(full_aev, self.gun_hits) })
    }
}

impl Aev {
    fn check(&self) -> Result<(), Fault> {
        let french = self.nation == AevNation::France;
        let known = match self.guard {
            GuardStatus::None => true,
            GuardStatus::Guard => !french,
            GuardStatus::YoungGuard | GuardStatus::OldGuard => french,
        };
        if !known {
            return Err(Fault::refused("guard", &NOT_ITS_GUARD));
        }
        if self.gun_hits > self.guns {
            return Err(Fault::refused("gun_hits", &MORE_HITS_THAN_GUNS));
        }
        Ok(())
    }
}

/// Up to this distance the near table of counter-battery damage applies (ruling 15).
const NEAR: Yards = Yards(500);

krigsspil_engine::facts! {
    /// Hits on a battery.
    pub struct CounterBatteryDamage {
        distance_yards: Yards [1..=1500], "chart.counter-battery";
        hits: i32 [1..=4], "7.10.D";
    }
}

krigsspil_engine::outcome! {
    /// What they hit.
    pub struct CounterBatteryDamageResult {
        guns_destroyed: i32;
        limber_hits: i32;
        crew_hits: i32;
        morale_check_required: bool;
    }
}

impl Procedure for CounterBatteryDamage {
    type Tables = Tables;
    type Outcome = CounterBatteryDamageResult;
    const ABOUT: About = About {
        name: "counter_battery_damage",
        group: Group::Artillery,
        dice: "1-4 d100",
        cites: &["7.10.D", "chart.counter-battery"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<CounterBatteryDamageResult, Fault> {
        let struck = tables.artillery.struck(self.distance_yards <= NEAR);
        let (mut guns, mut limbers, mut crew) = (0, 0, 0);
        for _ in 0..self.hits {
            match struck.thrown(dice, "damage", Die::Percentile)? {
                Struck::Gun => guns += 1,
                Struck::Limber => limbers += 1,
                Struck::Crew => crew += 1,
            }
        }
        Ok(CounterBatteryDamageResult {
            guns_destroyed: guns,
            limber_hits: limbers,
            crew_hits: crew,
            morale_check_required: crew > 0,
        })
    }
}

/// Up to this distance a shot is canister (§7.2).
const CANISTER: Yards = Yards(200);

/// Barrage points of a shot (§7.2).
pub fn shot_cost(distance: Yards) -> i32 {
    if distance <= CANISTER { 2 } else { 1 }
}

krigsspil_engine::facts! {
    /// A shot and the ammunition for it.
    pub struct BarragePoints {
        points_remaining: i32 [0..=60], "7.2";
        distance_yards: Yards [1..=1500], "7.2";
    }
}

krigsspil_engine::outcome! {
    /// The points that remain.
    pub struct BarragePointsResult {
        may_fire: bool;
        cost: i32;
        remaining: i32;
        exhausted: bool;
    }
}

impl Procedure for BarragePoints {
    type Tables = Tables;
    type Outcome = BarragePointsResult;
    const ABOUT: About = About { name: "barrage_points", group: Group::Supply, dice: "", cites: &["7.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BarragePointsResult, Fault> {
        let may_fire = self.points_remaining > 0;
        let cost = shot_cost(self.distance_yards);
        let spent = if may_fire { cost } else { 0 };
        let remaining = (self.points_remaining - spent).max(0);
        Ok(BarragePointsResult { may_fire, cost, remaining, exhausted: remaining == 0 })
    }
}

krigsspil_engine::facts! {
    /// The hits a battery has taken.
    pub struct BatteryDamage {
        full_aev: i32 [1..=8], "7.3";
        gun_hits: i32 [0..=24] = 0, "chart.counter-battery";
        crew_allowance: i32 [1..=12], "7.11";
        crew_hits: i32 [0..=12] = 0, "7.11";
        limber_allowance: i32 [0..=12], "7.11";
        limber_hits: i32 [0..=12] = 0, "7.11";
        barrage_points: i32 [0..=60], "7.2";
        points_fired: i32 [0..=60] = 0, "7.2";
    }
}

krigsspil_engine::outcome! {
    /// What remains of it.
    pub struct BatteryDamageResult {
        aev: i32;
        crew_left: i32;
        limbers_left: i32;
        points_left: i32;
        silenced: bool;
        may_fire: bool;
        movement_percent: i32;
    }
}

impl Procedure for BatteryDamage {
    type Tables = Tables;
    type Outcome = BatteryDamageResult;
    const ABOUT: About = About {
        name: "battery_damage",
        group: Group::Artillery,
        dice: "",
        cites: &["7.1", "7.2", "7.11", "chart.counter-battery"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BatteryDamageResult, Fault> {
        if self.crew_hits > self.crew_allowance {
            return Err(Fault::refused("crew_hits", &MORE_HITS_THAN_CREW));
        }
        if self.limber_hits > self.limber_allowance {
            return Err(Fault::refused("limber_hits", &MORE_HITS_THAN_LIMBERS));
        }
        let limbers_left = self.limber_allowance - self.limber_hits;
        let share = |whole: i32| match self.limber_allowance {
            0 => whole,
            allowance => whole * limbers_left / allowance,
        };
        let crew_left = self.crew_allowance - self.crew_hits;
        let points_left = (share(self.barrage_points) - self.points_fired).max(0);
        Ok(BatteryDamageResult {
            aev: aev_left(self.full_aev, self.gun_hits),
            crew_left,
            limbers_left,
            points_left,
            silenced: crew_left == 0,
            may_fire: crew_left > 0 && points_left > 0,
            movement_percent: share(100),
        })
    }
}
