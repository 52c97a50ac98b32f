//! Chapter 02: how far and how long units march.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Procedure, Turns};

use super::first_that_holds;
use crate::modifiers::march::*;
use crate::tables::{MarchTables, Passage, Tables};
use crate::vocabulary::*;

/// A march rate in quarter centimetres each turn: after two halvings it is still a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate(i32);

impl Rate {
    pub(super) const fn of_cm(cm: i32) -> Rate {
        Rate(4 * cm)
    }

    pub(super) const fn halved(self) -> Rate {
        Rate(self.0 / 2)
    }

    /// The march in this many quarters of a turn.
    pub(super) fn in_quarters(self, quarters: i32) -> Centimetres {
        Centimetres(f64::from(self.0 * quarters) / 16.0)
    }
}

/// A time in turns, exact and in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnFraction {
    over: i64,
    under: i64,
}

const fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl TurnFraction {
    /// No time at all, also used if there is no way.
    pub(super) const NONE: TurnFraction = TurnFraction { over: 0, under: 1 };

    /// `over` / `under` turns; `under` is above 0.
    pub(super) const fn new(over: i32, under: i32) -> TurnFraction {
        TurnFraction::reduced(over as i64, under as i64)
    }

    const fn reduced(over: i64, under: i64) -> TurnFraction {
        let divisor = greatest_common_divisor(over, under);
        TurnFraction { over: over / divisor, under: under / divisor }
    }

    /// The time of `distance_cm` at a rate.
    const fn march(distance_cm: i32, rate: Rate) -> TurnFraction {
        TurnFraction::reduced(4 * distance_cm as i64, rate.0 as i64)
    }

    const fn plus(self, more: TurnFraction) -> TurnFraction {
        TurnFraction::reduced(self.over * more.under + more.over * self.under, self.under * more.under)
    }

    pub(super) const fn shorter_than(self, other: TurnFraction) -> bool {
        self.over * other.under < other.over * self.under
    }

    const fn rounded_up(self) -> i32 {
        ((self.over + self.under - 1) / self.under) as i32
    }

    pub(super) const fn numerator(self) -> i32 {
        self.over as i32
    }

    pub(super) const fn denominator(self) -> i32 {
        self.under as i32
    }
}

krigsspil_engine::choices! {
    /// Why a march cannot be made.
    pub enum MarchReason {
        Ok = "ok",
        StormBackward = "storm_backward",
        StormObstacle = "storm_obstacle",
        NoHorses = "no_horses",
        StormHorses = "storm_horses",
        Obstacle = "obstacle",
        Terrain = "terrain",
    }
}

krigsspil_engine::facts! {
    /// A march of a whole turn.
    pub struct MarchRate {
        row: MarchRow;
        backward: bool = false, "02.06.2";
        half_horses_lost: bool = false, "06.03.5";
        all_horses_lost: bool = false, "06.03.5";
        terrain: Terrain;
        obstacle: Obstacle = Obstacle::None, "skema III";
    }
}

krigsspil_engine::outcome! {
    /// How far it goes.
    pub struct MarchRateResult {
        passable: bool;
        rate_cm: Centimetres;
        table_cm: i32;
        reason: MarchReason;
    }
}

/// The march over a stretch, or why there is none.
struct Marcher {
    row: MarchRow,
    backward: bool,
    half_horses_lost: bool,
    all_horses_lost: bool,
}

impl Marcher {
    /// The march at an obstacle alone; `None` if it bars the way.
    fn obstacle_cm(&self, passage: Passage, tables: &MarchTables) -> Option<i32> {
        match passage {
            Passage::As(terrain) => tables.rate(self.row, terrain),
            Passage::Centimetres(cm) => Some(cm),
            Passage::Never => None,
        }
    }

    fn rate(
        &self,
        terrain: Terrain,
        obstacle: Obstacle,
        tables: &MarchTables,
        report: &mut impl Listener,
    ) -> Result<Rate, MarchReason> {
        let row = self.row;
        let half_horses = self.half_horses_lost && row.drawn();
        let ground = tables.rate(row, terrain);
        let passage = tables.passage(row, obstacle);
        let over = passage.and_then(|passage| self.obstacle_cm(passage, tables));
        let barred = first_that_holds(
            [
                (row.storm() && self.backward, MarchReason::StormBackward),
                (row == MarchRow::CavalryStorm && passage.is_some(), MarchReason::StormObstacle),
                (row.drawn() && self.all_horses_lost, MarchReason::NoHorses),
                (row.storm() && half_horses, MarchReason::StormHorses),
                (passage.is_some() && over.is_none(), MarchReason::Obstacle),
            ],
            MarchReason::Ok,
        );
        let ground = match (barred, ground) {
            (MarchReason::Ok, Some(ground)) => ground,
            (MarchReason::Ok, None) => return Err(MarchReason::Terrain),
            (reason, _) => return Err(reason),
        };
        // The slower of ground and obstacle applies (ruling 5).
        let slower = match over {
            Some(over) if over < ground => report.set(&OBSTACLE_SLOWS, over),
            _ => ground,
        };
        let mut rate = Rate::of_cm(slower);
        if self.backward && !row.backward_free() {
            report.times(&BACKWARD, 1, 2);
            rate = rate.halved();
        }
        if half_horses {
            report.times(&HALF_HORSES_LOST, 1, 2);
            rate = rate.halved();
        }
        Ok(rate)
    }
}

impl Procedure for MarchRate {
    type Tables = Tables;
    type Outcome = MarchRateResult;
    const ABOUT: About = About {
        name: "march_rate",
        group: Group::March,
        dice: "",
        cites: &["skema I", "skema III", "02.06.1", "02.06.2", "02.06.4", "02.06.5", "02.06.6", "06.03.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MarchRateResult, Fault> {
        let marcher = Marcher {
            row: self.row,
            backward: self.backward,
            half_horses_lost: self.half_horses_lost,
            all_horses_lost: self.all_horses_lost,
        };
        let rate = marcher.rate(self.terrain, self.obstacle, &tables.march, report);
        Ok(MarchRateResult {
            passable: rate.is_ok(),
            rate_cm: rate.map_or(Centimetres(0.0), |rate| rate.in_quarters(4)),
            table_cm: tables.march.rate(self.row, self.terrain).unwrap_or(0),
            reason: rate.err().unwrap_or(MarchReason::Ok),
        })
    }
}

krigsspil_engine::facts! {
    /// A stretch of a march.
    pub struct Stretch {
        terrain: Terrain;
        obstacle: Obstacle = Obstacle::None, "skema III";
        distance_cm: i32 [1..=500];
    }
}

krigsspil_engine::facts! {
    /// A march of several stretches.
    pub struct MarchTime {
        row: MarchRow;
        backward: bool = false, "02.06.2";
        half_horses_lost: bool = false, "06.03.5";
        all_horses_lost: bool = false, "06.03.5";
        segments: Vec<Stretch> [1..=8];
        extra_quarters: i32 [0..=16] = 0, "skema II";
    }
}

krigsspil_engine::outcome! {
    /// The time it takes.
    pub struct MarchTimeResult {
        possible: bool;
        blocked_segment: i32;
        time_num: i32;
        time_den: i32;
        fits_in_turn: bool;
    }
}

impl Procedure for MarchTime {
    type Tables = Tables;
    type Outcome = MarchTimeResult;
    const ABOUT: About = About {
        name: "march_time",
        group: Group::March,
        dice: "",
        cites: &["skema I", "skema II", "skema III", "02.06.1", "03.03.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MarchTimeResult, Fault> {
        let marcher = Marcher {
            row: self.row,
            backward: self.backward,
            half_horses_lost: self.half_horses_lost,
            all_horses_lost: self.all_horses_lost,
        };
        let mut time = TurnFraction::new(self.extra_quarters, 4);
        let mut blocked_segment = -1;
        for (place, stretch) in self.segments.iter().enumerate() {
            match marcher.rate(stretch.terrain, stretch.obstacle, &tables.march, report) {
                Ok(rate) => time = time.plus(TurnFraction::march(stretch.distance_cm, rate)),
                Err(_) => {
                    blocked_segment = place as i32;
                    time = TurnFraction::NONE;
                    break;
                }
            }
        }
        let possible = blocked_segment < 0;
        Ok(MarchTimeResult {
            possible,
            blocked_segment,
            time_num: time.numerator(),
            time_den: time.denominator(),
            fits_in_turn: possible && !TurnFraction::new(1, 1).shorter_than(time),
        })
    }
}

krigsspil_engine::facts! {
    /// A stretch of a ride.
    pub struct RideStretch {
        terrain: Terrain;
        obstacle: Obstacle = Obstacle::None, "skema III";
        distance_cm: i32 [1..=1000];
    }
}

krigsspil_engine::facts! {
    /// The ride of a general or courier.
    pub struct CourierRide {
        segments: Vec<RideStretch> [1..=8];
    }
}

krigsspil_engine::outcome! {
    /// The turns it takes.
    pub struct CourierRideResult {
        possible: bool;
        turns: Turns;
    }
}

impl Procedure for CourierRide {
    type Tables = Tables;
    type Outcome = CourierRideResult;
    const ABOUT: About = About {
        name: "courier_ride",
        group: Group::March,
        dice: "",
        cites: &["skema I", "03.01.5", "03.03.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<CourierRideResult, Fault> {
        let rider = Marcher {
            row: MarchRow::Staff,
            backward: false,
            half_horses_lost: false,
            all_horses_lost: false,
        };
        let mut time = TurnFraction::NONE;
        for stretch in &self.segments {
            match rider.rate(stretch.terrain, stretch.obstacle, &tables.march, report) {
                Ok(rate) => time = time.plus(TurnFraction::march(stretch.distance_cm, rate)),
                Err(_) => return Ok(CourierRideResult { possible: false, turns: Turns(0) }),
            }
        }
        Ok(CourierRideResult { possible: true, turns: Turns(time.rounded_up()) })
    }
}
