//! Cavalry charges: standing orders, impetus, waves, squares and pursuit.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::melee_results::MeleeRow;
use crate::modifiers::charge::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The marker of a charge that stops.
    pub enum ChargeMarker {
        None = "none",
        Recall = "recall",
        Unorganized = "unorganized",
    }
}

/// Combat elephants always charge and pursue (opt.india, ruling 67).
fn standing_orders(orders: ChargeOrders, elephants: bool) -> ChargeOrders {
    if elephants { ChargeOrders::Pursue } else { orders }
}

krigsspil_engine::facts! {
    /// A charge that has not met anything yet.
    pub struct ChargeHalt {
        orders: ChargeOrders, "2.6";
        allowed_yards: Yards [1..=2000], "2.61.A";
        charged_yards: Yards [0..=2000], "2.61.A";
        target_fled_unformed: bool = false, "5.22";
        elephants: bool = false, "opt.india";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may stop.
    pub struct ChargeHaltResult {
        may_halt: bool;
        must_continue: bool;
        marker: ChargeMarker;
    }
}

impl Procedure for ChargeHalt {
    type Tables = Tables;
    type Outcome = ChargeHaltResult;
    const ABOUT: About = About {
        name: "charge_orders",
        group: Group::Melee,
        dice: "",
        cites: &["2.61.A", "2.62.A", "5.22", "opt.india"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChargeHaltResult, Fault> {
        let spent = self.charged_yards >= self.allowed_yards;
        let returns = standing_orders(self.orders, self.elephants) == ChargeOrders::Return;
        let may_halt = spent || returns && 2 * self.charged_yards.0 >= self.allowed_yards.0;
        let marker = match (spent, may_halt) {
            (true, _) if self.target_fled_unformed => ChargeMarker::Recall,
            (true, _) => ChargeMarker::Unorganized,
            (false, true) => ChargeMarker::Recall,
            (false, false) => ChargeMarker::None,
        };
        Ok(ChargeHaltResult { may_halt, must_continue: !may_halt, marker })
    }
}

krigsspil_engine::choices! {
    /// What costs a charge its impetus.
    pub enum Obstacle {
        None = "none",
        FriendlyUnformed = "friendly_unformed",
        Stream = "stream",
        Ford = "ford",
        Bridge = "bridge",
        PloughedField = "ploughed_field",
        Woods = "woods",
        Contour = "contour",
        ProtectiveCover = "protective_cover",
        SquarePassed = "square_passed",
    }

    /// Why a charge lacks impetus.
    pub enum NoImpetus {
        None = "none",
        Unformed = "unformed",
        Obstacle = "obstacle",
        TooShort = "too_short",
    }
}

/// The unimpeded run that gives impetus (§5.7).
const IMPETUS_RUN: Yards = Yards(200);

krigsspil_engine::facts! {
    /// Charging cavalry.
    pub struct Impetus {
        unformed: bool = false, "5.2.H";
        unimpeded_yards: Yards [0..=2000], "5.7";
        obstacle_after: Obstacle = Obstacle::None, "5.2.F";
    }
}

krigsspil_engine::outcome! {
    /// Whether it strikes with impetus.
    pub struct ImpetusResult {
        impetus: bool;
        reason: NoImpetus;
    }
}

impl Procedure for Impetus {
    type Tables = Tables;
    type Outcome = ImpetusResult;
    const ABOUT: About = About {
        name: "impetus",
        group: Group::Melee,
        dice: "",
        cites: &["5.2.F", "5.2.H", "5.7", "9.5.B", "11.2", "11.3.A", "11.4", "11.6", "11.7.B"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ImpetusResult, Fault> {
        let reason = if self.unformed {
            NoImpetus::Unformed
        } else if self.obstacle_after != Obstacle::None {
            NoImpetus::Obstacle
        } else if self.unimpeded_yards < IMPETUS_RUN {
            NoImpetus::TooShort
        } else {
            NoImpetus::None
        };
        Ok(ImpetusResult { impetus: reason == NoImpetus::None, reason })
    }
}

krigsspil_engine::choices! {
    /// What happened to the leading unit of a wave.
    pub enum LeadUnit {
        Advancing = "advancing",
        Spent = "spent",
        Engaged = "engaged",
        BeatenInMelee = "beaten_in_melee",
        RetreatsOnMorale = "retreats_on_morale",
        BreaksAroundSquare = "breaks_around_square",
    }

    /// What the following unit of a wave may do.
    pub enum FollowerOption {
        Halt = "halt",
        Follow = "follow",
        Continue = "continue",
        ContactSquare = "contact_square",
    }
}

krigsspil_engine::facts! {
    /// The following unit of a wave.
    pub struct WaveCharge {
        follower_arm: ChargingArm, "5.4";
        follower_unformed: bool = false, "5.2.H";
        lead: LeadUnit, "5.4";
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct WaveChargeResult {
        check_first: bool;
        options: ArrayVec<FollowerOption, 4>;
        continues_unorganized: bool;
        cite: &'static str;
    }
}

impl Procedure for WaveCharge {
    type Tables = Tables;
    type Outcome = WaveChargeResult;
    const ABOUT: About = About {
        name: "wave_charge",
        group: Group::Melee,
        dice: "",
        cites: &[
            "5.4", "5.41", "5.41.A", "5.41.B", "5.41.C", "5.41.D", "5.42", "5.42.B", "5.42.C", "5.42.D",
            "5.42.E", "5.42.F", "5.2.H",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<WaveChargeResult, Fault> {
        use FollowerOption::*;
        use LeadUnit::*;
        let foot = self.follower_arm == ChargingArm::Infantry;
        let (options, cite): (&[FollowerOption], _) = match self.lead {
            _ if self.follower_unformed => (&[Halt], "5.2.H"),
            Advancing if foot => (&[Halt, Follow], "5.41.B"),
            Spent | Engaged if foot => (&[Halt], "5.41.B"),
            BeatenInMelee | RetreatsOnMorale if foot => (&[Halt], "5.41.C"),
            BreaksAroundSquare if foot => (&[ContactSquare], "5.41.D"),
            Advancing => (&[Follow], "5.42.B"),
            Spent | Engaged => (&[Halt], "5.42.E"),
            BeatenInMelee => (&[Halt, Continue], "5.42.C"),
            RetreatsOnMorale => (&[Halt, Continue], "5.42.D"),
            BreaksAroundSquare => (&[ContactSquare], "5.42.F"),
        };
        let beaten = matches!(self.lead, BeatenInMelee | RetreatsOnMorale);
        Ok(WaveChargeResult {
            check_first: beaten && !self.follower_unformed,
            options: options.iter().copied().collect(),
            continues_unorganized: cite == "5.42.D",
            cite,
        })
    }
}

krigsspil_engine::choices! {
    /// The result of the attack on a square.
    pub enum SquareMelee {
        None = "none",
        Won = "won",
        Engaged = "engaged",
        Lost = "lost",
    }

    /// What cavalry does after meeting a square.
    pub enum AtSquare {
        FlowsAround = "flows_around",
        Stops = "stops",
        StaysEngaged = "stays_engaged",
        Stays = "stays",
        Returns = "returns",
        Beaten = "beaten",
    }
}

krigsspil_engine::facts! {
    /// Cavalry that meets a square.
    pub struct CavalryVersusSquare {
        formation: LineOrColumn, "9.5";
        elects_attack: bool = false, "9.5.B";
        passes_check: bool = false, "9.5.B";
        melee: SquareMelee = SquareMelee::None, "9.5.C";
        stays_engaged: bool = false, "9.5.C";
        stays_after_win: bool = false, "2.61.B";
        orders: ChargeOrders, "9.5.C";
        remaining_yards: Yards [0..=2000], "9.5.B";
    }
}

krigsspil_engine::outcome! {
    /// What it does.
    pub struct CavalryVersusSquareResult {
        attacks: bool;
        outcome: AtSquare;
        yards_left: Yards;
        impetus_lost: bool;
    }
}

impl Procedure for CavalryVersusSquare {
    type Tables = Tables;
    type Outcome = CavalryVersusSquareResult;
    const ABOUT: About = About {
        name: "cavalry_versus_square",
        group: Group::Melee,
        dice: "",
        cites: &["9.5.B", "9.5.C", "2.61.B", "2.62"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CavalryVersusSquareResult, Fault> {
        let attacks = self.formation == LineOrColumn::Column || self.elects_attack;
        if attacks == (self.melee == SquareMelee::None) {
            return Err(Fault::refused("melee", &MELEE_ONLY_IF_IT_ATTACKS));
        }
        let outcome = self.outcome();
        Ok(CavalryVersusSquareResult {
            attacks,
            yards_left: match outcome {
                AtSquare::FlowsAround => Yards(self.remaining_yards.0 / 2),
                AtSquare::Returns => self.remaining_yards,
                AtSquare::Stops | AtSquare::StaysEngaged | AtSquare::Stays | AtSquare::Beaten => Yards(0),
            },
            outcome,
            impetus_lost: true,
        })
    }
}

impl CavalryVersusSquare {
    fn outcome(&self) -> AtSquare {
        match self.melee {
            SquareMelee::None if self.passes_check => AtSquare::FlowsAround,
            SquareMelee::None => AtSquare::Stops,
            SquareMelee::Lost => AtSquare::Beaten,
            SquareMelee::Won | SquareMelee::Engaged if self.formation == LineOrColumn::Line => {
                AtSquare::FlowsAround
            }
            SquareMelee::Engaged if self.stays_engaged => AtSquare::StaysEngaged,
            // Orders to return also bind a victorious column (§2.61.B, ruling 76).
            SquareMelee::Won | SquareMelee::Engaged => match self.orders {
                ChargeOrders::Pursue => AtSquare::FlowsAround,
                ChargeOrders::Return if self.stays_after_win && self.melee == SquareMelee::Won => {
                    AtSquare::Stays
                }
                ChargeOrders::Return => AtSquare::Returns,
            },
        }
    }
}

krigsspil_engine::facts! {
    /// Victorious cavalry.
    pub struct CavalryFollowup {
        orders: ChargeOrders, "2.6";
        result: MeleeRow, "chart.melee-results";
        beaten_arm: Arm, "2.62";
        remaining_charge_yards: Yards [0..=2000], "9.62";
        cossacks: bool = false, "10.3.D";
        elephants: bool = false, "opt.india";
    }
}

krigsspil_engine::outcome! {
    /// How far it pursues or returns.
    pub struct CavalryFollowupResult {
        may_advance: bool;
        must_advance: bool;
        advance_yards: Yards;
        return_yards: Yards;
        recall: bool;
    }
}

impl Procedure for CavalryFollowup {
    type Tables = Tables;
    type Outcome = CavalryFollowupResult;
    const ABOUT: About = About {
        name: "cavalry_followup",
        group: Group::Melee,
        dice: "",
        cites: &[
            "2.61.B",
            "2.62.B",
            "2.62.C",
            "5.22",
            "9.61-b",
            "9.62",
            "10.3.D",
            "chart.melee-results",
            "opt.india",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CavalryFollowupResult, Fault> {
        let engaged = self.result == MeleeRow::Engaged;
        let returns = standing_orders(self.orders, self.elephants) == ChargeOrders::Return;
        let pursues = !engaged && !returns && self.result != MeleeRow::LoserUnorganized;
        let advance = if pursues { self.remaining_charge_yards.0 / 2 } else { 0 };
        Ok(CavalryFollowupResult {
            may_advance: advance > 0,
            must_advance: advance > 0 && self.beaten_arm == Arm::Cavalry,
            advance_yards: Yards(advance),
            return_yards: if !engaged && returns { self.remaining_charge_yards } else { Yards(0) },
            recall: !engaged || self.cossacks,
        })
    }
}
