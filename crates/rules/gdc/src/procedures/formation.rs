//! Chapter 4: facing and formation; dismounting, battalion masses and lying down.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

/// Sides with an enemy near that let infantry form square without a roll (§4.11.A).
const ENEMY_SIDES: i32 = 3;

krigsspil_engine::facts! {
    /// Infantry that would form square in the formation phase.
    pub struct FormSquare {
        enemy_sides_within_300: i32 [0..=4] = 0, "4.11.A";
        general_attached_or_in_radius: bool = false, "4.11.B";
        general_already_used: bool = false, "4.11.B";
        skirmish_status: bool = false, "10.6.G";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may, and by which rule.
    pub struct FormSquareResult {
        allowed: bool;
        cite: &'static str;
    }
}

impl Procedure for FormSquare {
    type Tables = Tables;
    type Outcome = FormSquareResult;
    const ABOUT: About = About {
        name: "form_square",
        group: Group::March,
        dice: "",
        cites: &["4.11", "4.11.A", "4.11.B", "4.1.G"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FormSquareResult, Fault> {
        let (allowed, cite) = if self.skirmish_status {
            (false, "10.6.G")
        } else if self.enemy_sides_within_300 >= ENEMY_SIDES {
            (true, "4.11.A")
        } else if self.general_attached_or_in_radius && !self.general_already_used {
            (true, "4.11.B")
        } else {
            (false, "4.11")
        };
        Ok(FormSquareResult { allowed, cite })
    }
}

krigsspil_engine::choices! {
    /// What an infantry unit does in the facing and formation phase.
    pub enum FootChange {
        None = "none",
        Facing = "facing",
        Formation = "formation",
        FacingAndFormation = "facing_and_formation",
        SkirmishToFormed = "skirmish_to_formed",
        FormedToSkirmish = "formed_to_skirmish",
        GoProne = "go_prone",
        RiseFromProne = "rise_from_prone",
    }

    /// What a cavalry unit does in the facing and formation phase.
    pub enum HorseChange {
        None = "none",
        Facing = "facing",
        Formation = "formation",
        FacingAndFormation = "facing_and_formation",
        SkirmishStatus = "skirmish_status",
    }

    /// The charge rate cavalry has left.
    pub enum ChargeRate {
        Full = "full",
        Impaired = "impaired",
        None = "none",
    }
}

/// What infantry may still do in the turn.
#[derive(Clone, Copy)]
struct StillMay {
    moving: bool,
    charging: bool,
    counter_charging: bool,
}

impl StillMay {
    const EVERYTHING: StillMay = StillMay { moving: true, charging: true, counter_charging: true };
    const NO_CHARGE: StillMay = StillMay { charging: false, ..StillMay::EVERYTHING };
    const MOVE_ONLY: StillMay = StillMay { counter_charging: false, ..StillMay::NO_CHARGE };
    const NOTHING: StillMay = StillMay { moving: false, ..StillMay::MOVE_ONLY };
}

krigsspil_engine::facts! {
    /// Infantry that changes facing or formation.
    pub struct InfantryChange {
        change: FootChange, "4.1";
        facing_degrees: i32 [0..=180] = 0, "4.1";
        enemy_within_300: bool = false, "4.1.G";
        morale_not_good: bool = false, "4.4";
        not_capable: bool = false, "10.6.A";
    }
}

krigsspil_engine::outcome! {
    /// What it may still do.
    pub struct InfantryChangeResult {
        allowed: bool;
        may_move: bool;
        may_charge: bool;
        may_counter_charge: bool;
        cite: &'static str;
    }
}

impl Procedure for InfantryChange {
    type Tables = Tables;
    type Outcome = InfantryChangeResult;
    const ABOUT: About = About {
        name: "infantry_change",
        group: Group::March,
        dice: "",
        cites: &[
            "4.1",
            "4.1.A",
            "4.1.B",
            "4.1.C",
            "4.1.D",
            "4.1.E",
            "4.1.F",
            "4.1.G",
            "4.4",
            "5.3.G",
            "10.6.E",
            "opt.anti-artillery",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<InfantryChangeResult, Fault> {
        let (allowed, still, cite) = match self.refused() {
            Some(cite) => (false, StillMay::EVERYTHING, cite),
            None => {
                let (still, cite) = self.consequence();
                (true, still, cite)
            }
        };
        Ok(InfantryChangeResult {
            allowed,
            may_move: still.moving,
            may_charge: still.charging,
            may_counter_charge: still.counter_charging,
            cite,
        })
    }
}

impl InfantryChange {
    /// The rule that forbids the change.
    fn refused(&self) -> Option<&'static str> {
        use FootChange::*;
        match self.change {
            None => Option::None,
            _ if self.enemy_within_300 => Some("4.1.G"),
            SkirmishToFormed if self.morale_not_good => Some("4.4"),
            FormedToSkirmish if self.morale_not_good || self.not_capable => Some("4.4"),
            GoProne if self.not_capable => Some("opt.anti-artillery"),
            _ => Option::None,
        }
    }

    /// What an allowed change leaves, and its rule.
    fn consequence(&self) -> (StillMay, &'static str) {
        use FootChange::*;
        match (self.change, self.facing_degrees) {
            (None, _) => (StillMay::EVERYTHING, "4.1"),
            (Facing, ..=45) => (StillMay::EVERYTHING, "4.1.A"),
            (Facing, 46..=90) => (StillMay::NO_CHARGE, "4.1.B"),
            (Facing, _) => (StillMay::NOTHING, "4.1.C"),
            (Formation, _) | (FacingAndFormation, 0) => (StillMay::EVERYTHING, "4.1.D"),
            (FacingAndFormation, _) => (StillMay::NOTHING, "4.1.E"),
            (SkirmishToFormed, _) => (StillMay::MOVE_ONLY, "4.1.F"),
            (FormedToSkirmish, _) => (StillMay::MOVE_ONLY, "5.3.G"),
            (GoProne | RiseFromProne, _) => (StillMay::NOTHING, "opt.anti-artillery"),
        }
    }
}

/// The longest ordinary move of cavalry that changed both facing and formation (§4.2.C).
pub const CHANGED_BOTH: Yards = Yards(500);

/// The widest wheel after which cavalry may still charge (§5.2.B, §5.2.C).
pub const WIDEST_WHEEL: i32 = 90;

krigsspil_engine::facts! {
    /// Cavalry that changes facing or formation, or wheels.
    pub struct CavalryChange {
        change: HorseChange = HorseChange::None, "4.2";
        wheel_degrees: i32 [0..=180] = 0, "5.2.B";
        unformed: bool = false, "5.2.H";
        in_ploughed_field: bool = false, "11.4";
        enemy_within_300: bool = false, "4.4";
        morale_not_good: bool = false, "4.4";
        not_capable: bool = false, "4.4";
    }
}

krigsspil_engine::outcome! {
    /// The charge and move left to it.
    pub struct CavalryChangeResult {
        change_allowed: bool;
        wheel_allowed: bool;
        charge_rate: ChargeRate;
        charge_yards: Yards;
        move_limit_yards: Yards;
    }
}

impl Procedure for CavalryChange {
    type Tables = Tables;
    type Outcome = CavalryChangeResult;
    const ABOUT: About = About {
        name: "cavalry_change",
        group: Group::March,
        dice: "",
        cites: &[
            "4.2",
            "4.2.A",
            "4.2.B",
            "4.2.C",
            "4.4",
            "5.2.B",
            "5.2.C",
            "5.2.E",
            "5.2.H",
            "11.4",
            "chart.cavalry-movement",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CavalryChangeResult, Fault> {
        let (change_allowed, change) = self.judged();
        let wheel_allowed = self.wheel_degrees == 0
            || !(self.unformed || self.in_ploughed_field || change == HorseChange::FacingAndFormation);
        let wheel = if wheel_allowed { self.wheel_degrees } else { 0 };
        let both = change == HorseChange::FacingAndFormation;
        let charge_rate = if wheel > WIDEST_WHEEL || change == HorseChange::SkirmishStatus {
            ChargeRate::None
        } else if wheel > 0 || both || change == HorseChange::Formation {
            ChargeRate::Impaired
        } else {
            ChargeRate::Full
        };
        let rates = &tables.movement.cavalry;
        Ok(CavalryChangeResult {
            change_allowed,
            wheel_allowed,
            charge_rate,
            charge_yards: Yards(match charge_rate {
                ChargeRate::Full => rates.charge,
                ChargeRate::Impaired => rates.impaired_charge,
                ChargeRate::None => 0,
            }),
            move_limit_yards: if both { CHANGED_BOTH } else { Yards(0) },
        })
    }
}

impl CavalryChange {
    /// Whether the change may be made, and the change the unit is judged by.
    fn judged(&self) -> (bool, HorseChange) {
        let refused = match self.change {
            HorseChange::Facing | HorseChange::FacingAndFormation => self.in_ploughed_field,
            HorseChange::SkirmishStatus => self.enemy_within_300 || self.morale_not_good || self.not_capable,
            HorseChange::None | HorseChange::Formation => false,
        };
        (!refused, if refused { HorseChange::None } else { self.change })
    }
}

krigsspil_engine::choices! {
    /// Getting off and on the horses (§10.4).
    pub enum MountAction {
        Dismount = "dismount",
        Remount = "remount",
    }

    /// Classes of cavalry by their way of fighting on foot.
    pub enum CavalryClass {
        Light = "light",
        Dragoon = "dragoon",
        Heavy = "heavy",
    }

    /// Why cavalry may not dismount or remount.
    pub enum MountRefusal {
        Class = "class",
        British = "british",
        Lancers = "lancers",
        Recall = "recall",
        Phase = "phase",
        Garrison = "garrison",
    }
}

krigsspil_engine::facts! {
    /// Cavalry that would dismount or remount.
    pub struct Dismount {
        action: MountAction, "10.4";
        cavalry_class: CavalryClass, "10.4";
        british: bool = false, "10.4";
        lancers: bool = false, "10.4";
        in_recall: bool = false, "3.5";
        other_phase: bool = false, "10.4.C";
        in_zone_garrison: bool = false, "10.4.D";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct DismountResult {
        allowed: bool;
        refusals: ArrayVec<MountRefusal, 6>;
    }
}

impl Procedure for Dismount {
    type Tables = Tables;
    type Outcome = DismountResult;
    const ABOUT: About = About {
        name: "dismount",
        group: Group::March,
        dice: "",
        cites: &["10.4", "10.4.C", "10.4.D", "3.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DismountResult, Fault> {
        let dismounts = self.action == MountAction::Dismount;
        let refusals = holding([
            (dismounts && self.cavalry_class == CavalryClass::Heavy, MountRefusal::Class),
            (dismounts && self.british, MountRefusal::British),
            (dismounts && self.lancers, MountRefusal::Lancers),
            (self.in_recall, MountRefusal::Recall),
            (self.other_phase, MountRefusal::Phase),
            (!dismounts && self.in_zone_garrison, MountRefusal::Garrison),
        ]);
        Ok(DismountResult { allowed: refusals.is_empty(), refusals })
    }
}

krigsspil_engine::choices! {
    /// What Austrian infantry counts as in the formation table (§10.5).
    pub enum MassTreatment {
        Column = "column",
        Square = "square",
        NoModifier = "no_modifier",
        Unchanged = "unchanged",
    }
}

/// Castings from which a battalion mass is as good as a square (§10.5.I).
pub const MASS_AS_SQUARE: Castings = Castings(13);

/// The longest move of a battalion mass (§10.5.D).
pub const MASS_MOVE: Yards = Yards(150);

/// May Austrian infantry form a battalion mass before a charge (§10.5.A, §10.5.B, §10.5.E)?
pub fn may_form_mass(in_column: bool, status: Status, charger: ChargingArm, contact: Contact) -> bool {
    in_column && status != Status::Disrupted && charger == ChargingArm::Cavalry && contact != Contact::Rear
}

krigsspil_engine::facts! {
    /// Austrian infantry in the path of a charge.
    pub struct BattalionMass {
        austrian: bool = false, "10.5";
        formation: Formation, "10.5.E";
        status: Status = Status::Good, "10.5.E";
        castings: Castings [1..=60], "10.5.I";
        charger_arm: ChargingArm = ChargingArm::Cavalry, "10.5.I";
        contact: Contact = Contact::Front, "10.5.B";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may form mass, and how it then counts.
    pub struct BattalionMassResult {
        may_form: bool;
        needs_square_roll: bool;
        treated_as: MassTreatment;
        has_flank: bool;
        mass_target: bool;
        move_limit_yards: Yards;
        may_charge: bool;
    }
}

impl Procedure for BattalionMass {
    type Tables = Tables;
    type Outcome = BattalionMassResult;
    const ABOUT: About = About {
        name: "battalion_mass",
        group: Group::March,
        dice: "",
        cites: &[
            "10.5", "10.5.A", "10.5.B", "10.5.C", "10.5.D", "10.5.E", "10.5.F", "10.5.G", "10.5.H", "10.5.I",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BattalionMassResult, Fault> {
        let column = self.formation == Formation::Column;
        let may_form = self.austrian && may_form_mass(column, self.status, self.charger_arm, self.contact);
        let struck_in_rear = self.contact == Contact::Rear && self.charger_arm == ChargingArm::Cavalry;
        let treated_as = match (may_form, column) {
            (true, _) if self.castings >= MASS_AS_SQUARE => MassTreatment::Square,
            (true, _) => MassTreatment::NoModifier,
            (false, true) => MassTreatment::Column,
            (false, false) => MassTreatment::Unchanged,
        };
        Ok(BattalionMassResult {
            may_form,
            needs_square_roll: self.austrian && column && struck_in_rear,
            treated_as,
            has_flank: !may_form && self.formation != Formation::Square,
            mass_target: may_form,
            move_limit_yards: if may_form { MASS_MOVE } else { Yards(0) },
            may_charge: !may_form,
        })
    }
}

krigsspil_engine::choices! {
    /// Nations whose infantry lies down before artillery (opt.anti-artillery).
    pub enum ProneNation {
        Britain = "britain",
        Portugal = "portugal",
        Brunswick = "brunswick",
        Kgl = "kgl",
        Hanover = "hanover",
        SpainProBritish = "spain_pro_british",
        Other = "other",
    }

    /// Standing or lying.
    pub enum Posture {
        Standing = "standing",
        LiesDown = "lies_down",
        Prone = "prone",
        Rises = "rises",
    }

    /// How fire treats a unit.
    pub enum FireTarget {
        Formed = "formed",
        Skirmish = "skirmish",
    }
}

krigsspil_engine::facts! {
    /// A unit that lies down before the guns.
    pub struct Prone {
        nation: ProneNation, "opt.anti-artillery";
        infantry: bool = false, "opt.anti-artillery";
        state: Posture = Posture::Standing, "opt.anti-artillery";
        charged: bool = false, "opt.anti-artillery";
    }
}

krigsspil_engine::outcome! {
    /// What it may do and how it is treated.
    pub struct ProneResult {
        may_go_prone: bool;
        may_move_fire_or_charge: bool;
        may_fire: bool;
        fire_target: FireTarget;
        checks_morale: bool;
        fpf: bool;
        melee_as_skirmisher: bool;
    }
}

impl Procedure for Prone {
    type Tables = Tables;
    type Outcome = ProneResult;
    const ABOUT: About =
        About { name: "prone", group: Group::March, dice: "", cites: &["opt.anti-artillery"] };

    fn resolve<D: Dice, L: Listener>(&self, _: &Tables, _: &mut D, _: &mut L) -> Result<ProneResult, Fault> {
        let down = matches!(self.state, Posture::LiesDown | Posture::Prone);
        Ok(ProneResult {
            may_go_prone: self.infantry && self.nation != ProneNation::Other,
            may_move_fire_or_charge: self.state == Posture::Standing,
            may_fire: !down,
            fire_target: if down { FireTarget::Skirmish } else { FireTarget::Formed },
            checks_morale: down && self.charged,
            fpf: !down,
            melee_as_skirmisher: down && self.charged,
        })
    }
}
