//! Chapter 3: the causes of morale checks.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// What may cause a morale check.
    pub enum MoraleEvent {
        ArtilleryCasualty = "artillery_casualty",
        VolleyCasualty = "volley_casualty",
        SkirmishHit = "skirmish_hit",
        FriendRetreatsDisrupted = "friend_retreats_disrupted",
        FriendRetreatsThrough = "friend_retreats_through",
        FriendRouts = "friend_routs",
        MeleeResult = "melee_result",
        LeadUnitRetreats = "lead_unit_retreats",
        LineCavalryContactsSquareOrGuns = "line_cavalry_contacts_square_or_guns",
        LancersMeleeSquare = "lancers_melee_square",
        LancersChargeAfterFailedSquare = "lancers_charge_after_failed_square",
        FriendlyFireHit = "friendly_fire_hit",
        ColumnNearBritishLine = "column_near_british_line",
        ProneUnitCharged = "prone_unit_charged",
        GuardBeaten = "guard_beaten",
        GuardWithdraws = "guard_withdraws",
    }
}

krigsspil_engine::choices! {
    /// Why a friend retreats or routs.
    pub enum FriendCause {
        MeleeResult = "melee_result",
        MoraleCheck = "morale_check",
    }
}

/// A disrupted friend that retreats within this distance is a cause (§3.2.B).
const RETREAT_SEEN: Yards = Yards(150);

/// A friend that routs within this distance is a cause (§3.2.D).
const ROUT_SEEN: Yards = Yards(200);

/// A beaten guard within this distance is a cause (opt.guard.G).
const GUARD_BEATEN_SEEN: Yards = Yards(500);

/// A guard that withdraws within this distance is a cause (opt.guard.H).
const GUARD_WITHDRAWS_SEEN: Yards = Yards(300);

krigsspil_engine::facts! {
    /// An event that may cause a check.
    pub struct MoraleCheckRequired {
        event: MoraleEvent, "3.2";
        checker_arm: Arm = Arm::Infantry, "3.22";
        checker_melee_grade: i32 [1..=10] = 5, "3.2.B";
        checker_unformed: bool = false, "3.2.C";
        checker_in_same_round_melee: bool = false, "3.21";
        checker_has_fought: bool = false, "9.7";
        checker_in_zone: bool = false, "12.3";
        friend_arm: Arm = Arm::Infantry, "3.22";
        friend_melee_grade: i32 [1..=10] = 5, "3.2.B";
        friend_unformed: bool = false, "3.22";
        friend_cause: FriendCause = FriendCause::MeleeResult, "9.7";
        distance_yards: Yards [0..=5000] = Yards(0), "3.2.D";
        out_of_sight: bool = false, "opt.guard.G";
    }
}

krigsspil_engine::outcome! {
    /// Whether the unit checks, and by which rule.
    pub struct MoraleCheckRequiredResult {
        required: bool;
        cite: &'static str;
    }
}

impl Procedure for MoraleCheckRequired {
    type Tables = Tables;
    type Outcome = MoraleCheckRequiredResult;
    const ABOUT: About = About {
        name: "morale_check_required",
        group: Group::Morale,
        dice: "",
        cites: &[
            "3.2",
            "3.2.A",
            "3.2.B",
            "3.2.C",
            "3.2.D",
            "3.21",
            "3.22",
            "3.51.D",
            "5.41.C",
            "8.3.C",
            "9.7",
            "10.2.B",
            "10.2.C",
            "12.3",
            "opt.british-line",
            "opt.guard.G",
            "opt.guard.H",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MoraleCheckRequiredResult, Fault> {
        let (required, cite) = self.decision();
        Ok(MoraleCheckRequiredResult { required, cite })
    }
}

impl MoraleCheckRequired {
    /// Whether a check is due, and the rule that decides.
    fn decision(&self) -> (bool, &'static str) {
        use MoraleEvent::*;
        if self.checker_in_zone && !matches!(self.event, ArtilleryCasualty | MeleeResult) {
            return (false, "12.3");
        }
        let seen_within = |limit: Yards| self.distance_yards <= limit && !self.out_of_sight;
        match self.event {
            ArtilleryCasualty | VolleyCasualty => (true, "3.2.A"),
            SkirmishHit => (true, "8.3.C"),
            MeleeResult => (true, "9.7"),
            FriendRetreatsDisrupted => self.friend_retreats(),
            FriendRetreatsThrough if self.friend_unformed => (false, "3.22"),
            FriendRetreatsThrough => (!self.checker_unformed, "3.2.C"),
            FriendRouts => {
                self.spared_in_melee().unwrap_or_else(|| (self.example_within(ROUT_SEEN), "3.2.D"))
            }
            LeadUnitRetreats => (true, "5.41.C"),
            LineCavalryContactsSquareOrGuns => (true, "3.51.D"),
            LancersMeleeSquare => (true, "10.2.B"),
            LancersChargeAfterFailedSquare => (true, "10.2.C"),
            FriendlyFireHit => (true, "opt.friendly-fire"),
            ColumnNearBritishLine => (true, "opt.british-line"),
            ProneUnitCharged => (true, "opt.anti-artillery"),
            GuardBeaten => (seen_within(GUARD_BEATEN_SEEN), "opt.guard.G"),
            GuardWithdraws => (seen_within(GUARD_WITHDRAWS_SEEN), "opt.guard.H"),
        }
    }

    /// A unit in a melee of the same round may ignore what happens to its neighbour: always if a melee result beats him; if a morale check
    /// does, only while the unit's own melee is still to be fought (§3.21, §9.7, ruling 75).
    fn spared_in_melee(&self) -> Option<(bool, &'static str)> {
        match self.friend_cause {
            _ if !self.checker_in_same_round_melee => None,
            FriendCause::MeleeResult => Some((false, "3.21")),
            FriendCause::MoraleCheck if self.checker_has_fought => None,
            FriendCause::MoraleCheck => Some((false, "9.7")),
        }
    }

    fn friend_retreats(&self) -> (bool, &'static str) {
        let only_horse = self.friend_arm == Arm::Cavalry && self.checker_arm != Arm::Cavalry;
        if let Some(spared) = self.spared_in_melee() {
            spared
        } else if self.friend_unformed || only_horse {
            (false, "3.22")
        } else {
            (self.example_within(RETREAT_SEEN), "3.2.B")
        }
    }

    /// A friend near enough, and at least as good in melee.
    fn example_within(&self, limit: Yards) -> bool {
        self.distance_yards <= limit && self.friend_melee_grade >= self.checker_melee_grade
    }
}
