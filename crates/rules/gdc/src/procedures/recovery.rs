//! Recovery, recall and regimental integrity (§3.4 to §3.51).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Turns};

use crate::modifiers::morale::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit in the recovery phase.
    pub struct Recovery {
        status: Status, "3.4";
        permanent_status: Status = Status::Good, "3.4";
        moved_or_charged: bool = false, "3.4.A";
        morale_loss_this_turn: bool = false, "3.4.B";
        casualty_from_fire: bool = false, "3.4.C";
        was_charged_and_fought: bool = false, "3.4.D";
        won_melee: bool = false, "3.4.D";
        melee_castings_lost: Castings [0..=20] = Castings(0), "3.4.D";
    }
}

krigsspil_engine::outcome! {
    /// Whether it recovers.
    pub struct RecoveryResult {
        recovers: bool;
        status_after: Status;
        bars: ArrayVec<&'static str, 4>;
    }
}

impl Procedure for Recovery {
    type Tables = Tables;
    type Outcome = RecoveryResult;
    const ABOUT: About = About {
        name: "recovery",
        group: Group::Morale,
        dice: "",
        cites: &["3.4", "3.4.A", "3.4.B", "3.4.C", "3.4.D", "3.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RecoveryResult, Fault> {
        let unbeaten = self.won_melee && self.melee_castings_lost == Castings(0);
        let bars = holding([
            (self.moved_or_charged, "3.4.A"),
            (self.morale_loss_this_turn, "3.4.B"),
            (self.casualty_from_fire, "3.4.C"),
            (self.was_charged_and_fought && !unbeaten, "3.4.D"),
        ]);
        let recovers = bars.is_empty() && self.status > self.permanent_status;
        let status_after =
            if recovers { self.permanent_status } else { self.status.max(self.permanent_status) };
        Ok(RecoveryResult { recovers, status_after, bars })
    }
}

krigsspil_engine::choices! {
    /// Where cavalry in recall may move.
    pub enum RecallMovement {
        None = "none",
        TowardBaseline = "toward_baseline",
        Free = "free",
    }
}

/// Full turns of recall before a unit is free (§3.5, ruling 43).
const RECALL_TURNS: i32 = 2;

krigsspil_engine::facts! {
    /// Cavalry in recall.
    pub struct RecallStatus {
        turns_in_recall: i32 [0..=10], "3.5";
        engaged: bool = false, "9.61-b";
        unformed: bool = false, "5.21.A";
        enemy_between_it_and_baseline: bool = false, "3.5";
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct RecallStatusResult {
        in_recall: bool;
        may_declare_charge: bool;
        may_counter_charge: bool;
        may_change_facing_or_formation: bool;
        may_fire_carbines: bool;
        may_dismount: bool;
        movement: RecallMovement;
    }
}

impl Procedure for RecallStatus {
    type Tables = Tables;
    type Outcome = RecallStatusResult;
    const ABOUT: About = About {
        name: "recall_status",
        group: Group::Morale,
        dice: "",
        cites: &["3.5", "5.22", "9.61-b", "10.3.D"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RecallStatusResult, Fault> {
        let released = self.turns_in_recall >= RECALL_TURNS;
        let free = !self.engaged && released;
        let recalled = !self.engaged && !released;
        Ok(RecallStatusResult {
            in_recall: recalled,
            may_declare_charge: free,
            // In recall or free, skirmishing cavalry does not counter-charge (§5.21.A, ruling 72).
            may_counter_charge: (free || recalled) && !self.unformed,
            may_change_facing_or_formation: free || recalled,
            may_fire_carbines: free,
            may_dismount: free,
            movement: if free {
                RecallMovement::Free
            } else if recalled && !self.enemy_between_it_and_baseline {
                RecallMovement::TowardBaseline
            } else {
                RecallMovement::None
            },
        })
    }
}

krigsspil_engine::facts! {
    /// The misfortunes of a cavalry unit.
    pub struct RegimentalIntegrity {
        unorganized: bool = false, "3.51.A";
        in_recall: bool = false, "3.51.A";
        charged_or_counter_charged: bool = false, "3.51.A";
        lost_to_cavalry_disrupted: bool = false, "3.51.B";
        unformed_and_fled: bool = false, "3.51.C";
        cossacks: bool = false, "10.3.E";
        line_touched_square_or_guns: bool = false, "3.51.D";
        failed_check: bool = false, "3.51.D";
    }
}

krigsspil_engine::outcome! {
    /// Whether it loses its integrity.
    pub struct RegimentalIntegrityResult {
        lost: bool;
        causes: ArrayVec<&'static str, 4>;
    }
}

impl Procedure for RegimentalIntegrity {
    type Tables = Tables;
    type Outcome = RegimentalIntegrityResult;
    const ABOUT: About = About {
        name: "regimental_integrity",
        group: Group::Morale,
        dice: "",
        cites: &["3.51", "3.51.A", "3.51.B", "3.51.C", "3.51.D", "10.3.E"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RegimentalIntegrityResult, Fault> {
        let out_of_hand = self.unorganized || self.in_recall;
        let causes = holding([
            (self.charged_or_counter_charged && out_of_hand, "3.51.A"),
            (self.lost_to_cavalry_disrupted, "3.51.B"),
            (self.unformed_and_fled && !self.cossacks, "3.51.C"),
            (self.line_touched_square_or_guns && self.failed_check, "3.51.D"),
        ]);
        Ok(RegimentalIntegrityResult { lost: !causes.is_empty(), causes })
    }
}

krigsspil_engine::facts! {
    /// Cavalry that has lost its integrity.
    pub struct ReserveZoneTime {
        morale_grade: MoraleGrade, "3.51";
        permanently_unorganized: bool = false, "3.51";
    }
}

krigsspil_engine::outcome! {
    /// How long it is away.
    pub struct ReserveZoneTimeResult {
        modifier: i32;
        turns: Turns;
    }
}

impl Procedure for ReserveZoneTime {
    type Tables = Tables;
    type Outcome = ReserveZoneTimeResult;
    const ABOUT: About =
        About { name: "reserve_zone_time", group: Group::Morale, dice: "d10", cites: &["3.51"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReserveZoneTimeResult, Fault> {
        let roll = dice.roll("reserve_zone", Die::D10)?;
        let good = self.morale_grade <= MoraleGrade::B;
        let bad = self.morale_grade >= MoraleGrade::F;
        let modifier = report.add_if(self.permanently_unorganized, &PERMANENTLY_UNORGANIZED, 1)
            + report.add_if(good, &GOOD_CAVALRY, -3)
            + report.add_if(bad, &BAD_CAVALRY, 1);
        Ok(ReserveZoneTimeResult { modifier, turns: Turns((roll + modifier).max(1)) })
    }
}
