//! Dismounting, battalion masses and lying down.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Dismounting and remounting (§10.4).
    pub enum MountAction {
        Dismount = "dismount",
        Remount = "remount",
    }

    /// Classes of cavalry by how they fight on foot.
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
    /// Cavalry that wants to dismount or remount.
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

/// Castings from which a battalion mass counts as a square (§10.5.I).
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
    /// Whether it may form a mass, and what the mass counts as.
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
    /// Nations whose infantry lies down under artillery fire (opt.anti-artillery).
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
    /// A unit that lies down under artillery fire.
    pub struct Prone {
        nation: ProneNation, "opt.anti-artillery";
        infantry: bool = false, "opt.anti-artillery";
        state: Posture = Posture::Standing, "opt.anti-artillery";
        charged: bool = false, "opt.anti-artillery";
    }
}

krigsspil_engine::outcome! {
    /// What it may do and how it counts.
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
