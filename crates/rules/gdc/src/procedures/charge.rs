//! Chapter 5: who may charge whom.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Formations of a charged unit, including guns.
    pub enum TargetFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        Skirmish = "skirmish",
        BattalionMass = "battalion_mass",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
    }

    /// A friendly unit in the way of a charge.
    pub enum FriendInPath {
        None = "none",
        Skirmishers = "skirmishers",
        UnlimberedArtillery = "unlimbered_artillery",
        LimberedArtillery = "limbered_artillery",
        Formed = "formed",
    }
}

/// After this many charges in a row infantry must pause (§5.3.F).
const MOST_CHARGES_RUNNING: i32 = 3;

/// The rules that forbid a charge; there is room for more than can apply at once.
type Reasons = ArrayVec<&'static str, 32>;

krigsspil_engine::facts! {
    /// The unit that wants to charge.
    pub struct Charger {
        arm: Arm, "5.2";
        formation: FieldFormation = FieldFormation::Line, "5.2";
        cossacks: bool = false, "10.3";
        elephants: bool = false, "opt.india";
        dismounted: bool = false, "10.4.B";
        in_recall: bool = false, "3.5";
        engaged: bool = false, "9.61-b";
        changed_skirmish_status: bool = false, "10.6.E";
        facing_degrees: i32 [0..=180] = 0, "4.1";
        formation_changed: bool = false, "4.1.E";
        wheel_degrees: i32 [0..=180] = 0, "5.2.B";
        consecutive_charges: i32 [0..=9] = 0, "5.3.F";
        prone_this_turn: bool = false, "opt.anti-artillery";
        garrison: bool = false, "12.6.10";
        in_transit: bool = false, "12.6.10";
        zone_contested: bool = false, "12.6.10";
        command_lost_general: bool = false, "2.56";
        outside_cohesion: bool = false, "opt.cohesion";
        failed_morale_this_turn: bool = false, "chart.morale-failure";
        entering_board: bool = false, "6.5";
    }
}

krigsspil_engine::facts! {
    /// The charged unit.
    pub struct ChargeTarget {
        arm: Arm, "5.2";
        formation: TargetFormation = TargetFormation::Line, "5.2";
        status: Status = Status::Good, "10.3.B";
        in_recall: bool = false, "10.3.B";
        in_zone: bool = false, "10.6.K";
        out_of_visibility: bool = false, "2.1.C";
        sight_blocked: bool = false, "2.1.E";
    }
}

krigsspil_engine::facts! {
    /// The ground.
    pub struct ChargePath {
        heavy_woods: bool = false, "11.5.B";
        ford: bool = false, "11.3.C";
        friend: FriendInPath = FriendInPath::None, "5.2.D";
        friend_at_yards: Yards [0..=2000] = Yards(0), "5.2.I";
        friend_charges_ahead: bool = false, "5.4";
    }
}

impl Default for ChargePath {
    fn default() -> Self {
        ChargePath {
            heavy_woods: false,
            ford: false,
            friend: FriendInPath::None,
            friend_at_yards: Yards(0),
            friend_charges_ahead: false,
        }
    }
}

krigsspil_engine::facts! {
    /// A planned charge.
    pub struct ChargeAllowed {
        charger: Charger;
        target: ChargeTarget;
        path: ChargePath = ChargePath::default();
    }
}

krigsspil_engine::outcome! {
    /// Whether it may be declared, and what forbids it.
    pub struct ChargeAllowedResult {
        allowed: bool;
        reasons: ArrayVec<&'static str, 32>;
    }
}

impl Procedure for ChargeAllowed {
    type Tables = Tables;
    type Outcome = ChargeAllowedResult;
    const ABOUT: About = About {
        name: "charge_allowed",
        group: Group::Melee,
        dice: "",
        cites: &[
            "9.4.C",
            "9.61-b",
            "3.5",
            "10.6.E",
            "4.1.B",
            "4.1.C",
            "4.1.E",
            "5.3.B",
            "5.2.C",
            "5.2.H",
            "5.3.F",
            "opt.anti-artillery",
            "10.5.G",
            "12.6.10",
            "2.56",
            "opt.cohesion",
            "chart.morale-failure",
            "6.5",
            "2.1.C",
            "2.1.E",
            "11.5.B",
            "11.3.C",
            "5.2.D",
            "5.3.D",
            "10.3.F",
            "10.3.B",
            "5.2.K",
            "10.6.I",
            "10.6.J",
            "5.3.E",
            "opt.india",
            "5.2.I",
            "5.4",
            "10.3.C",
            "10.6.K",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChargeAllowedResult, Fault> {
        let judged = self.charger.judged();
        let mut reasons = Reasons::new();
        reasons.extend(self.charger.state_reasons(judged));
        reasons.extend(self.charger.turning_reasons(judged));
        reasons.extend(self.charger.command_reasons());
        reasons.extend(self.ground_reasons(judged));
        reasons.extend(self.target_reasons(judged));
        Ok(ChargeAllowedResult { allowed: reasons.is_empty(), reasons })
    }
}

/// The arm that a charger counts as, and whether it is formed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Judged {
    arm: Arm,
    formed: bool,
}

impl Judged {
    fn is(self, arm: Arm, formed: bool) -> bool {
        self == Judged { arm, formed }
    }
}

impl Charger {
    /// Dismounted cavalry counts as skirmishing infantry (§10.4.B).
    fn judged(&self) -> Judged {
        if self.dismounted && self.arm == Arm::Cavalry {
            Judged { arm: Arm::Infantry, formed: false }
        } else {
            Judged { arm: self.arm, formed: self.formation != FieldFormation::Skirmish }
        }
    }

    /// Reasons in the unit's own state and actions.
    fn state_reasons(&self, judged: Judged) -> ArrayVec<&'static str, 4> {
        holding([
            (self.arm == Arm::Artillery, "9.4.C"),
            (self.engaged, "9.61-b"),
            (self.in_recall && judged.arm == Arm::Cavalry, "3.5"),
            (self.changed_skirmish_status, "10.6.E"),
        ])
    }

    /// Turns, wheels and charges of earlier turns.
    fn turning_reasons(&self, judged: Judged) -> ArrayVec<&'static str, 7> {
        let foot = judged.arm == Arm::Infantry;
        let horse = judged.arm == Arm::Cavalry;
        let only_faced = foot && !self.formation_changed;
        let unformed_wheel = horse && !judged.formed && self.wheel_degrees > 0;
        holding([
            (only_faced && (46..=90).contains(&self.facing_degrees), "4.1.B"),
            (only_faced && self.facing_degrees > 90, "4.1.C"),
            (foot && self.formation_changed && self.facing_degrees > 0, "4.1.E"),
            (foot && self.wheel_degrees > 0, "5.3.B"),
            (unformed_wheel, "5.2.H"),
            (horse && !unformed_wheel && self.wheel_degrees > super::formation::WIDEST_WHEEL, "5.2.C"),
            (foot && self.consecutive_charges >= MOST_CHARGES_RUNNING, "5.3.F"),
        ])
    }

    /// Posture, zone, command and morale.
    fn command_reasons(&self) -> ArrayVec<&'static str, 7> {
        let column = self.formation == FieldFormation::Column;
        let kept_in_zone = self.garrison || self.in_transit && (self.zone_contested || !column);
        holding([
            (self.prone_this_turn, "opt.anti-artillery"),
            (self.formation == FieldFormation::BattalionMass, "10.5.G"),
            (kept_in_zone, "12.6.10"),
            (self.command_lost_general, "2.56"),
            (self.outside_cohesion, "opt.cohesion"),
            (self.failed_morale_this_turn, "chart.morale-failure"),
            (self.entering_board, "6.5"),
        ])
    }
}

impl ChargeTarget {
    fn formed(&self, arm: Arm) -> bool {
        self.arm == arm && self.formation != TargetFormation::Skirmish
    }

    fn square(&self) -> bool {
        self.formation == TargetFormation::Square
    }

    fn disrupted(&self) -> bool {
        self.status == Status::Disrupted
    }
}

impl ChargeAllowed {
    /// Sight, ground and friends in the way. A friend who leads the wave is not in the way (§5.4, ruling 73). Unformed cavalry may declare
    /// its charge whoever is in the way: it halts there (§5.2.I, ruling 74).
    fn ground_reasons(&self, judged: Judged) -> ArrayVec<&'static str, 6> {
        let solid = matches!(self.path.friend, FriendInPath::Formed | FriendInPath::LimberedArtillery);
        let solid_friend = solid && !self.path.friend_charges_ahead;
        holding([
            (self.target.out_of_visibility, "2.1.C"),
            (self.target.sight_blocked, "2.1.E"),
            (self.path.heavy_woods, "11.5.B"),
            (judged.arm == Arm::Cavalry && self.path.ford, "11.3.C"),
            (judged.is(Arm::Cavalry, true) && solid_friend, "5.2.D"),
            (judged.is(Arm::Infantry, true) && solid_friend, "5.3.D"),
        ])
    }

    /// Reasons in the target.
    fn target_reasons(&self, judged: Judged) -> ArrayVec<&'static str, 7> {
        let (target, open) = (&self.target, !self.target.in_zone);
        let cossacks = self.charger.cossacks;
        let formed_foot = target.formed(Arm::Infantry);
        let formed_horse = target.formed(Arm::Cavalry);
        let out_of_hand = target.disrupted() || target.in_recall;
        let light_horse = open && !cossacks && judged.is(Arm::Cavalry, false);
        let skirmishers = open && !cossacks && judged.is(Arm::Infantry, false);
        let foot = open && !cossacks && judged.is(Arm::Infantry, true);
        let not_in_line = self.charger.formation != FieldFormation::Line;
        holding([
            (cossacks && (!open || formed_foot && !target.disrupted()), "10.3.F"),
            (cossacks && open && formed_horse && !out_of_hand, "10.3.B"),
            (light_horse && formed_horse, "5.2.K"),
            ((cossacks && open || light_horse) && target.square(), "10.6.I"),
            (skirmishers && (formed_horse || target.square()), "10.6.J"),
            (foot && formed_horse && !target.disrupted(), "5.3.E"),
            (self.charger.elephants && (open && target.square() || not_in_line), "opt.india"),
        ])
    }
}
