//! Chapter 4: march distances, whole moves leg by leg, and limbering.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Number, Procedure};

use super::{refuse_formation, standing};
use crate::modifiers::march::*;
use crate::tables::{Tables, UnitRow};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit on the march.
    pub struct MarchRate {
        unit: UnitKind;
        formation: Formation;
        full_disorder: bool = false, "1.6.4";
        march_order: bool = false, "4.4.2.p2";
        on_road: bool = false, "4.4.2.p2";
        backward: bool = false, "4.4.6";
        passage: bool = false, "tabel 2";
        difficult: bool = false, "tabel 2";
    }
}

krigsspil_engine::outcome! {
    /// Its march distance.
    pub struct MarchRateResult {
        base_cm: i32;
        rate_cm: Centimetres;
    }
}

impl Procedure for MarchRate {
    type Tables = Tables;
    type Outcome = MarchRateResult;
    const ABOUT: About = About {
        name: "march_rate",
        group: Group::March,
        dice: "",
        cites: &["4.4.2", "4.4.6", "4.6.3", "tabel 2", "Landetillæg"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MarchRateResult, Fault> {
        let unit = tables.unit(self.unit);
        refuse_formation("formation", self.formation, unit.branch.arm())?;
        if self.full_disorder {
            let base_cm = report.set(&ROUT_MOVE, unit.rout_cm);
            return Ok(MarchRateResult { base_cm, rate_cm: Centimetres(f64::from(base_cm)) });
        }
        let base_cm = unit.rate_cm(self.formation, self.march_order && self.on_road);
        let back = if self.backward || self.passage { tables.march.backward_divisor } else { 1 };
        let ground = if self.difficult { tables.march.difficult_divisor } else { 1 };
        report.times(&BACKWARD_OR_PASSAGE, 1, back);
        report.times(&DIFFICULT_GROUND, 1, ground);
        Ok(MarchRateResult { base_cm, rate_cm: Centimetres(f64::from(base_cm) / f64::from(back * ground)) })
    }
}

krigsspil_engine::choices! {
    /// How much of a turn a move may take.
    pub enum MoveBudget {
        Full = "full",
        Half = "half",
    }

    /// The relation of a leg to a town.
    pub enum TownLeg {
        None = "none",
        Enter = "enter",
        Leave = "leave",
        Inside = "inside",
        Through = "through",
    }
}

krigsspil_engine::facts! {
    /// A leg of a move.
    pub struct Leg {
        formation: Formation;
        distance_cm: i32 [0..=200] = 0, "4.1";
        on_road: bool = false, "4.4.2.p2";
        difficult: bool = false, "tabel 2";
        backward: bool = false, "4.4.6";
        passage: bool = false, "tabel 2";
        hedges: i32 [0..=4] = 0, "4.7.4";
        stone_fences: i32 [0..=4] = 0, "4.7.5";
        walls: i32 [0..=4] = 0, "4.7.5.p2";
        turns: i32 [0..=4] = 0, "4.4.7";
        town: TownLeg = TownLeg::None, "4.8.3";
        town_blocked: bool = false, "4.8.3";
        bridge: bool = false, "4.7.2";
        wood: bool = false, "4.7.3";
    }
}

krigsspil_engine::facts! {
    /// A whole move.
    pub struct March {
        unit: UnitKind;
        start_formation: Formation;
        gun: Gun = Gun::SixPounder, "tabel 2";
        march_order: bool = false, "4.4.2.p2";
        budget: MoveBudget = MoveBudget::Full, "5.2.1.p2";
        legs: Vec<Leg> [1..=6];
    }
}

krigsspil_engine::choices! {
    /// What is wrong with a move.
    pub enum MarchBar {
        SquareMoves = "square_moves",
        UnlimberedTurn = "unlimbered_turn",
        Wall = "wall",
        Wood = "wood",
        TownThroughFormation = "town_through_formation",
        TownBlocked = "town_blocked",
        TwoLimberActions = "two_limber_actions",
        OverTurn = "over_turn",
    }
}

krigsspil_engine::outcome! {
    /// Whether it can be made.
    pub struct MarchResult {
        allowed: bool;
        reasons: ArrayVec<MarchBar, 8>;
        fixed_quarters: i32;
        distance_cm: i32;
        left_cm: Number;
    }
}

/// Ticks of a turn: every whole rate up to 60 cm divides them, so that marches are computed exactly (R18).
const TURN: i128 = 9_690_712_164_777_231_700_912_800;
const QUARTER: i128 = TURN / 4;

/// The sum of the legs.
#[derive(Default)]
struct Spent {
    ticks: i128,
    quarters: i32,
    limberings: i32,
}

/// A moving unit, with the data to compute its legs.
struct Mover<'a> {
    unit: &'a UnitRow,
    tables: &'a Tables,
    limbering: i32,
    march_order: bool,
}

impl Mover<'_> {
    /// A change of formation: for troops according to the supplement, for guns according to table 2 (R17).
    fn change_formation(&self, spent: &mut Spent, report: &mut impl Listener) {
        if self.unit.branch.is_artillery() {
            spent.limberings += 1;
            spent.quarters += report.add(&LIMBERING, self.limbering);
        } else {
            spent.quarters += report.add(&FORMATION_CHANGE, self.unit.formation_change);
        }
    }

    /// Quarter turns for turning, obstacles and towns; forbidden actions cost nothing.
    fn leg_quarters(&self, leg: &Leg, report: &mut impl Listener) -> i32 {
        let costs = &self.tables.march;
        let infantry = self.unit.branch == Branch::Infantry;
        let free_turns =
            leg.formation == Formation::Unlimbered || leg.formation.is_column_of_route() && leg.on_road;
        let turns = if free_turns { 0 } else { leg.turns };
        let hedges = if infantry { 0 } else { leg.hedges };
        let walls = if infantry { leg.walls } else { 0 };
        let town = match leg.town {
            TownLeg::None | TownLeg::Through => 0,
            TownLeg::Enter | TownLeg::Leave => costs.into_or_out_of_town,
            TownLeg::Inside => costs.within_town,
        };
        report.add(&TURNING, turns * self.unit.formation_change)
            + report.add(&OBSTACLES, (hedges + leg.stone_fences + walls) * costs.obstacle)
            + report.add(&TOWN_MOVE, town)
    }

    /// Ticks for the way itself; a square that moves costs nothing, because it is forbidden.
    fn leg_ticks(&self, leg: &Leg, report: &mut impl Listener) -> i128 {
        let rate = self.rate_cm(leg);
        if rate == 0 {
            return 0;
        }
        let costs = &self.tables.march;
        let river = leg.bridge && !leg.formation.is_column_of_route();
        let ground = if leg.difficult || river { costs.difficult_divisor } else { 1 };
        let back = if leg.backward || leg.passage { costs.backward_divisor } else { 1 };
        report.times(&DIFFICULT_GROUND, 1, ground);
        report.times(&BACKWARD_OR_PASSAGE, 1, back);
        i128::from(leg.distance_cm * ground * back) * (TURN / i128::from(rate))
    }

    fn rate_cm(&self, leg: &Leg) -> i32 {
        self.unit.rate_cm(leg.formation, self.march_order && leg.on_road)
    }
}

impl March {
    fn check(&self, arm: Arm) -> Result<(), Fault> {
        refuse_formation("start_formation", self.start_formation, arm)?;
        for (place, leg) in self.legs.iter().enumerate() {
            if !leg.formation.suits(arm) {
                refuse_formation(&format!("legs[{place}].formation"), leg.formation, arm)?;
            }
        }
        Ok(())
    }

    fn mover<'a>(&self, tables: &'a Tables) -> Mover<'a> {
        let unit = tables.unit(self.unit);
        let battery = if unit.branch == Branch::HorseArtillery { Battery::Horse } else { Battery::Foot };
        let limbering = tables.march.limbering(battery, self.gun);
        Mover { unit, tables, limbering, march_order: self.march_order }
    }

    fn spend(&self, mover: &Mover<'_>, report: &mut impl Listener) -> Spent {
        let mut spent = Spent::default();
        let mut formation = self.start_formation;
        for leg in &self.legs {
            if leg.formation != formation {
                mover.change_formation(&mut spent, report);
                formation = leg.formation;
            }
            spent.quarters += mover.leg_quarters(leg, report);
            spent.ticks += mover.leg_ticks(leg, report);
        }
        spent.ticks += i128::from(spent.quarters) * QUARTER;
        spent
    }

    fn reasons(&self, arm: Arm, spent: &Spent, budget: i128) -> ArrayVec<MarchBar, 8> {
        let any = |holds: fn(&Leg) -> bool| self.legs.iter().any(holds);
        let through = |leg: &Leg| leg.town == TownLeg::Through;
        standing([
            (any(|leg| leg.formation == Formation::Square && leg.distance_cm > 0), MarchBar::SquareMoves),
            (any(|leg| leg.formation == Formation::Unlimbered && leg.turns > 0), MarchBar::UnlimberedTurn),
            (arm != Arm::Infantry && any(|leg| leg.walls > 0), MarchBar::Wall),
            (any(|leg| leg.wood), MarchBar::Wood),
            (
                self.legs.iter().any(|leg| through(leg) && !leg.formation.is_column_of_route()),
                MarchBar::TownThroughFormation,
            ),
            (self.legs.iter().any(|leg| through(leg) && leg.town_blocked), MarchBar::TownBlocked),
            (spent.limberings > 1, MarchBar::TwoLimberActions),
            (spent.ticks > budget, MarchBar::OverTurn),
        ])
    }
}

impl Procedure for March {
    type Tables = Tables;
    type Outcome = MarchResult;
    const ABOUT: About = About {
        name: "march",
        group: Group::March,
        dice: "",
        cites: &[
            "4.1",
            "4.4.1",
            "4.4.2",
            "4.4.6",
            "4.4.7",
            "4.5.1",
            "4.6.1",
            "4.6.3",
            "4.7.2",
            "4.7.3",
            "4.7.4",
            "4.7.5",
            "4.8.3",
            "tabel 2",
            "Landetillæg",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MarchResult, Fault> {
        let mover = self.mover(tables);
        let arm = mover.unit.branch.arm();
        self.check(arm)?;
        let budget = match self.budget {
            MoveBudget::Full => TURN,
            MoveBudget::Half => TURN / 2,
        };
        let spent = self.spend(&mover, report);
        let reasons = self.reasons(arm, &spent, budget);
        let rate = self.legs.last().map_or(0, |leg| mover.rate_cm(leg));
        let left_tenths = (budget - spent.ticks).max(0) * i128::from(10 * rate) / TURN;
        Ok(MarchResult {
            allowed: reasons.is_empty(),
            reasons,
            fixed_quarters: spent.quarters,
            distance_cm: self.legs.iter().map(|leg| leg.distance_cm).sum(),
            left_cm: Number(left_tenths as f64 / 10.0),
        })
    }
}

krigsspil_engine::facts! {
    /// A battery that limbers or unlimbers.
    pub struct Limber {
        arm: Battery;
        gun: Gun = Gun::SixPounder;
    }
}

krigsspil_engine::outcome! {
    /// The time it takes.
    pub struct LimberResult {
        cost_quarters: i32;
        may_move_same_turn: bool;
    }
}

impl Procedure for Limber {
    type Tables = Tables;
    type Outcome = LimberResult;
    const ABOUT: About =
        About { name: "limber", group: Group::Artillery, dice: "", cites: &["4.6.1", "4.6.2", "tabel 2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<LimberResult, Fault> {
        let cost_quarters = tables.march.limbering(self.arm, self.gun);
        Ok(LimberResult { cost_quarters, may_move_same_turn: cost_quarters < 4 })
    }
}
