//! Chapter 9: who attacks, where a charge strikes, and the results of a melee.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::melee::*;
use crate::tables::{MeleeEffects, ResultPoints, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Rows of the results chart (chart.melee-results), from mild to severe.
    pub enum MeleeRow {
        Engaged = "engaged",
        LoserUnorganized = "loser_unorganized",
        LoserDisruptedCostly = "loser_disrupted_costly",
        LoserDisrupted = "loser_disrupted",
        LoserRouts = "loser_routs",
        LoserSurrenders = "loser_surrenders",
    }

    /// The state of the loser of a melee.
    pub enum LoserStatus {
        Good = "good",
        Unorganized = "unorganized",
        Disrupted = "disrupted",
        Routed = "routed",
        Surrendered = "surrendered",
    }
}

impl MeleeRow {
    /// Is the loser disrupted and still on the table?
    const fn disrupts(self) -> bool {
        matches!(self, MeleeRow::LoserDisruptedCostly | MeleeRow::LoserDisrupted)
    }

    /// Is the loser removed?
    const fn removes(self) -> bool {
        matches!(self, MeleeRow::LoserRouts | MeleeRow::LoserSurrenders)
    }
}

impl From<Status> for LoserStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Good => LoserStatus::Good,
            Status::Unorganized => LoserStatus::Unorganized,
            Status::Disrupted => LoserStatus::Disrupted,
        }
    }
}

krigsspil_engine::facts! {
    /// The winner.
    pub struct Winner {
        melee_grade: i32 [1..=10], "3.1";
        arm: Arm, "chart.melee-results-modifiers";
        status: Status = Status::Good, "chart.melee-results-modifiers";
        skirmish_status: bool = false, "chart.melee-results-modifiers";
        engaged: bool = false, "chart.melee-results-modifiers";
        protective_cover: bool = false, "chart.melee-results-modifiers";
        uphill: bool = false, "chart.melee-results-modifiers";
        hitting_flank_or_rear: bool = false, "chart.melee-results-modifiers";
        cossacks: bool = false, "10.3.D";
        american_indians: bool = false, "10.7";
        militia: bool = false, "10.7";
    }
}

krigsspil_engine::facts! {
    /// The loser.
    pub struct Loser {
        arm: Arm, "chart.melee-results-modifiers";
        status: Status = Status::Good, "chart.melee-results-modifiers";
        skirmish_status: bool = false, "chart.melee-results-modifiers";
        protective_cover: bool = false, "chart.melee-results-modifiers";
        uphill: bool = false, "chart.melee-results-modifiers";
        hitting_flank_or_rear: bool = false, "chart.melee-results-modifiers";
        cossacks: bool = false, "10.3.D";
        american_indians: bool = false, "10.7";
        militia: bool = false, "10.7";
    }
}

krigsspil_engine::facts! {
    /// The winner and the loser of a melee.
    pub struct MeleeResults {
        winner: Winner;
        loser: Loser;
    }
}

krigsspil_engine::outcome! {
    /// The results of the melee.
    pub struct MeleeResultsResult {
        modifier: i32;
        total: i32;
        result: MeleeRow;
        winner_losses: Castings;
        loser_losses: Castings;
        loser_status_after: LoserStatus;
        retreat_yards: Yards;
        loser_removed: bool;
        infantry_advance_yards: Yards;
        engaged: bool;
        winner_to_recall: bool;
        loser_to_recall: bool;
        loser_loses_integrity: bool;
    }
}

impl Procedure for MeleeResults {
    type Tables = Tables;
    type Outcome = MeleeResultsResult;
    const ABOUT: About = About {
        name: "melee_results",
        group: Group::Melee,
        dice: "d100",
        cites: &[
            "9.1.G",
            "9.6",
            "9.61",
            "9.61-b",
            "9.8.A",
            "10.3.D",
            "10.7",
            "3.51.B",
            "3.6",
            "chart.melee-results",
            "chart.melee-results-modifiers",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeResultsResult, Fault> {
        let roll = dice.roll("melee_results", Die::Percentile)?;
        let modifier = self.modifier(&tables.melee.result_points, report);
        let total = roll + modifier;
        let result = tables.melee.result(self.winner.melee_grade, total);
        let MeleeEffects { winner_loses, loser_loses, retreat_yards, infantry_advance } =
            tables.melee.effects(result);
        let engaged = result == MeleeRow::Engaged;
        let (winner, loser) = (&self.winner, &self.loser);
        let both_mounted = winner.arm == Arm::Cavalry && loser.arm == Arm::Cavalry;
        let feud = winner.american_indians && loser.militia || winner.militia && loser.american_indians;
        let advances = winner.arm == Arm::Infantry && !(feud && result.removes());
        Ok(MeleeResultsResult {
            modifier,
            total,
            result,
            winner_losses: Castings(winner_loses),
            loser_losses: Castings(loser_loses),
            loser_status_after: self.loser_status(result),
            retreat_yards: Yards(retreat_yards),
            loser_removed: result.removes(),
            infantry_advance_yards: Yards(if advances { infantry_advance } else { 0 }),
            engaged: engaged && !winner.cossacks && !loser.cossacks,
            winner_to_recall: engaged && winner.cossacks,
            loser_to_recall: engaged && loser.cossacks,
            loser_loses_integrity: both_mounted && result.disrupts(),
        })
    }
}

impl MeleeResults {
    /// Each line of the chart counts once.
    fn modifier(&self, points: &ResultPoints, report: &mut impl Listener) -> i32 {
        let (winner, loser) = (&self.winner, &self.loser);
        let winner_broken = winner.skirmish_status || winner.status == Status::Disrupted;
        let winner_tired = winner.status == Status::Unorganized || winner.engaged;
        let winner_high = winner.protective_cover || winner.uphill;
        let loser_broken = loser.skirmish_status || loser.status == Status::Disrupted;
        let loser_high = loser.protective_cover || loser.uphill;
        let rides_down = winner.arm == Arm::Cavalry && loser.arm != Arm::Cavalry;
        let stands_off = winner.arm == Arm::Infantry && loser.arm == Arm::Cavalry;
        report.add_if(winner_broken, &WINNER_BROKEN, points.winner_skirmish_or_disrupted)
            + report.add_if(winner_tired, &WINNER_TIRED, points.winner_unorganized_or_engaged)
            + report.add_if(winner_high, &WINNER_COVER_OR_UPHILL, points.winner_cover_or_uphill)
            + report.add_if(winner.hitting_flank_or_rear, &WINNER_ON_FLANK, points.winner_on_flank)
            + report.add_if(loser_broken, &LOSER_BROKEN, points.loser_skirmish_or_disrupted)
            + report.add_if(loser.status == Status::Unorganized, &LOSER_UNORGANIZED, points.loser_unorganized)
            + report.add_if(loser_high, &LOSER_COVER_OR_UPHILL, points.loser_cover_or_uphill)
            + report.add_if(loser.hitting_flank_or_rear, &LOSER_ON_FLANK, points.loser_on_flank)
            + report.add_if(rides_down, &CAVALRY_OVER_FOOT, points.cavalry_over_foot_or_guns)
            + report.add_if(stands_off, &INFANTRY_OVER_CAVALRY, points.infantry_over_cavalry)
    }

    /// The worse of the loser's state and the row's; cavalry routs instead of surrendering (ruling 30).
    fn loser_status(&self, result: MeleeRow) -> LoserStatus {
        let row = match result {
            MeleeRow::Engaged => LoserStatus::Good,
            MeleeRow::LoserUnorganized => LoserStatus::Unorganized,
            MeleeRow::LoserDisruptedCostly | MeleeRow::LoserDisrupted => LoserStatus::Disrupted,
            MeleeRow::LoserSurrenders if self.loser.arm != Arm::Cavalry => LoserStatus::Surrendered,
            MeleeRow::LoserRouts | MeleeRow::LoserSurrenders => LoserStatus::Routed,
        };
        row.max(self.loser.status.into())
    }
}

krigsspil_engine::choices! {
    /// Why the attacker must be determined (§9.1.E).
    pub enum OpenMelee {
        CounterCharge = "counter_charge",
        EvenOdds = "even_odds",
        Brawl = "brawl",
        Outnumbered = "outnumbered",
    }

    /// What decided who attacks.
    pub enum AttackerBy {
        Outnumbered = "outnumbered",
        MeleeGrade = "melee_grade",
        PositiveFactors = "positive_factors",
        Status = "status",
        MoraleGrade = "morale_grade",
        Roll = "roll",
        EqualRolls = "equal_rolls",
    }
}

krigsspil_engine::facts! {
    /// The side that declared its charge first.
    pub struct Contender {
        melee_grade: i32 [1..=10], "3.1";
        positive_factors: i32 [0..=20] = 0, "9.4.A";
        status: Status = Status::Good, "9.1.E";
        morale_grade: MoraleGrade, "9.1.E";
    }
}

krigsspil_engine::facts! {
    /// A melee in which the attacker must be determined.
    pub struct DetermineAttacker {
        situation: OpenMelee, "9.1.E";
        outnumbered_side: Side = Side::Second, "9.2.A";
        first: Contender;
        second: Contender;
    }
}

krigsspil_engine::outcome! {
    /// Who attacks.
    pub struct DetermineAttackerResult {
        attacker: Side;
        decided_by: AttackerBy;
    }
}

impl Procedure for DetermineAttacker {
    type Tables = Tables;
    type Outcome = DetermineAttackerResult;
    const ABOUT: About = About {
        name: "determine_attacker",
        group: Group::Melee,
        dice: "2 d100",
        cites: &["9.1.E", "9.2.A", "9.2.B", "9.4.A"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<DetermineAttackerResult, Fault> {
        let [first_roll, second_roll] = dice.pair("attacker", Die::Percentile)?;
        let (first, second) = (&self.first, &self.second);
        let higher = |one: i32, other: i32, by| match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some((Side::First, by)),
            std::cmp::Ordering::Less => Some((Side::Second, by)),
            std::cmp::Ordering::Equal => None,
        };
        // Both sides charge, so grade and factors decide first (§9.4.A, ruling 82).
        let both_charge = matches!(self.situation, OpenMelee::CounterCharge | OpenMelee::EvenOdds);
        let outnumbered = self.situation == OpenMelee::Outnumbered;
        let (attacker, decided_by) = outnumbered
            .then(|| (self.outnumbered_side.other(), AttackerBy::Outnumbered))
            .or_else(|| {
                higher(first.melee_grade, second.melee_grade, AttackerBy::MeleeGrade).filter(|_| both_charge)
            })
            .or_else(|| {
                higher(first.positive_factors, second.positive_factors, AttackerBy::PositiveFactors)
                    .filter(|_| both_charge)
            })
            .or_else(|| higher(second.status as i32, first.status as i32, AttackerBy::Status))
            .or_else(|| {
                higher(second.morale_grade as i32, first.morale_grade as i32, AttackerBy::MoraleGrade)
            })
            .or_else(|| higher(first_roll, second_roll, AttackerBy::Roll))
            .unwrap_or((Side::First, AttackerBy::EqualRolls));
        Ok(DetermineAttackerResult { attacker, decided_by })
    }
}

impl Side {
    const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

krigsspil_engine::facts! {
    /// Where a charge touches its target.
    pub struct ContactAngle {
        castings_before_front_edge: Castings [0..=60] = Castings(0), "9.1.B";
        castings_behind_front_edge: Castings [0..=60] = Castings(0), "9.1.B";
        touches_rear: bool = false, "9.1.B";
    }
}

krigsspil_engine::outcome! {
    /// The side it strikes.
    pub struct ContactAngleResult {
        contact: Contact;
        flank_or_rear: bool;
    }
}

impl Procedure for ContactAngle {
    type Tables = Tables;
    type Outcome = ContactAngleResult;
    const ABOUT: About = About { name: "contact_angle", group: Group::Melee, dice: "", cites: &["9.1.B"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ContactAngleResult, Fault> {
        let contact = if self.touches_rear {
            Contact::Rear
        } else if self.castings_behind_front_edge > self.castings_before_front_edge {
            Contact::Flank
        } else {
            Contact::Front
        };
        Ok(ContactAngleResult { contact, flank_or_rear: contact != Contact::Front })
    }
}

krigsspil_engine::choices! {
    /// Why a unit surrenders instead of retreating (§9.8).
    pub enum SurrenderCause {
        None = "none",
        NoRoute = "no_route",
        Gap = "gap",
        Distance = "distance",
    }
}

/// The narrowest gap between enemies through which a unit can retreat (§9.7).
const NARROWEST_GAP: Yards = Yards(100);

krigsspil_engine::facts! {
    /// A unit that must retreat.
    pub struct Retreat {
        required_yards: Yards [0..=1000], "9.8.B";
        available_yards: Yards [0..=5000], "9.8.B";
        no_route: bool = false, "9.7";
        gap_yards: Yards [0..=5000] = Yards(0), "9.7";
    }
}

krigsspil_engine::outcome! {
    /// Whether it can.
    pub struct RetreatResult {
        surrenders: bool;
        cause: SurrenderCause;
        retreat_yards: Yards;
    }
}

impl Procedure for Retreat {
    type Tables = Tables;
    type Outcome = RetreatResult;
    const ABOUT: About = About {
        name: "retreat",
        group: Group::Melee,
        dice: "",
        cites: &["9.5.F", "9.5.G", "9.7", "9.8", "9.8.B", "9.8.C", "9.8.E"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RetreatResult, Fault> {
        let cause = if self.no_route {
            SurrenderCause::NoRoute
        } else if self.gap_yards > Yards(0) && self.gap_yards < NARROWEST_GAP {
            SurrenderCause::Gap
        } else if self.available_yards < self.required_yards {
            SurrenderCause::Distance
        } else {
            SurrenderCause::None
        };
        let surrenders = cause != SurrenderCause::None;
        Ok(RetreatResult {
            surrenders,
            cause,
            retreat_yards: if surrenders { Yards(0) } else { self.required_yards },
        })
    }
}
