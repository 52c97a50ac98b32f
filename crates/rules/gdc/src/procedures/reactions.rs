//! Chapter 5: what a charged unit may do.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::special_formations::may_form_mass;
use crate::modifiers::charge::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Formations of a charged unit: infantry and cavalry, or guns.
    pub enum ChargedFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        Skirmish = "skirmish",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
    }

    /// What a charged unit may do.
    pub enum Reaction {
        Hold = "hold",
        CounterCharge = "counter_charge",
        FormSquare = "form_square",
        BattalionMass = "battalion_mass",
        WheelToMeet = "wheel_to_meet",
        Flee = "flee",
        FleeLimbered = "flee_limbered",
        FleeGuns = "flee_guns",
        FireAndMelee = "fire_and_melee",
        FireAndLieDown = "fire_and_lie_down",
        FireThenFlee = "fire_then_flee",
        HoldWithoutFire = "hold_without_fire",
    }
}

/// How far infantry, gun crews and units in zones flee (§5.31.C, §5.52.A, §12.6.11).
const FLIGHT: Yards = Yards(400);

/// How far Cossacks flee (§10.3.E).
const COSSACK_FLIGHT: Yards = Yards(600);

/// The least distance at which a crew may fire and still flee (§5.52.D).
const FIRE_THEN_FLEE_FROM: Yards = Yards(200);

/// The least distance of a charger that a unit can wheel to meet (§5.21.C); with chits a counter-charge needs more than this (§9.4.B).
const CHARGER_FAR: Yards = Yards(500);

type Reactions = ArrayVec<Reaction, 12>;

krigsspil_engine::facts! {
    /// The charged unit.
    pub struct ChargedUnit {
        arm: Arm, "5.31";
        formation: ChargedFormation, "5.31";
        status: Status = Status::Good, "10.5.E";
        austrian: bool = false, "10.5";
        cossacks: bool = false, "10.3.E";
        carbines: bool = false, "9.3";
        in_zone: bool = false, "12.5.A";
        not_initial_target: bool = false, "5.52.E";
        engaged: bool = false, "9.61-b";
        prone: bool = false, "opt.anti-artillery";
        chit_orders_charge: bool = false, "9.4.B";
    }
}

krigsspil_engine::facts! {
    /// The charging unit.
    pub struct ApproachingCharger {
        arm: ChargingArm, "5.32";
        unformed: bool = false, "5.21.B";
        status: Status = Status::Good, "5.3.E";
        elephants: bool = false, "opt.india";
        out_of_sight: bool = false, "5.33.A";
        distance_yards: Yards [0..=2000], "5.21.C";
    }
}

krigsspil_engine::facts! {
    /// A unit that is the target of a declared charge.
    pub struct ChargeReactions {
        target: ChargedUnit;
        charger: ApproachingCharger;
        contact: Contact = Contact::Front, "9.1.B";
        using_chits: bool = false, "9.4.B";
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct ChargeReactionsResult {
        options: ArrayVec<Reaction, 12>;
        flee_yards: Yards;
        flee_loses_integrity: bool;
        fpf_if_held: bool;
        lie_down_loss: i32;
    }
}

impl Procedure for ChargeReactions {
    type Tables = Tables;
    type Outcome = ChargeReactionsResult;
    const ABOUT: About = About {
        name: "charge_reactions",
        group: Group::Melee,
        dice: "",
        cites: &[
            "5.21",
            "5.21.A",
            "5.21.B",
            "5.21.C",
            "5.31",
            "5.31.A",
            "5.31.B",
            "5.31.C",
            "5.32",
            "5.32.A",
            "5.32.B",
            "5.32.C",
            "5.33",
            "5.51",
            "5.52",
            "5.52.A",
            "5.52.B",
            "5.52.C",
            "5.52.D",
            "5.52.E",
            "9.4",
            "9.4.A",
            "9.4.B",
            "9.61-b",
            "10.3.E",
            "10.5.A",
            "10.5.B",
            "10.6.G",
            "10.6.H",
            "12.5.A",
            "12.6.11",
            "opt.india",
            "opt.anti-artillery",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChargeReactionsResult, Fault> {
        self.target.check()?;
        let options = self.options();
        let target = &self.target;
        let outside = !target.in_zone;
        let flees = options.contains(&Reaction::Flee);
        let lies_down = options.contains(&Reaction::FireAndLieDown);
        let volleys = match target.arm {
            Arm::Infantry => target.formed(),
            Arm::Cavalry => target.formed() && target.carbines,
            Arm::Artillery => false,
        };
        Ok(ChargeReactionsResult {
            flee_yards: target.flee_yards(),
            flee_loses_integrity: flees && outside && target.arm == Arm::Cavalry && !target.cossacks,
            fpf_if_held: outside && volleys && !target.engaged && !target.prone,
            lie_down_loss: i32::from(lies_down),
            options,
        })
    }
}

impl ChargedUnit {
    /// Each arm has its own formations, and only infantry can lie down.
    fn check(&self) -> Result<(), Fault> {
        use ChargedFormation::*;
        let known = match self.arm {
            Arm::Infantry => matches!(self.formation, Line | Column | Square | Skirmish),
            Arm::Cavalry => matches!(self.formation, Line | Column | Skirmish),
            Arm::Artillery => matches!(self.formation, Limbered | Unlimbered),
        };
        if !known {
            return Err(Fault::refused("target.formation", &NOT_ITS_FORMATION));
        }
        if self.prone && self.arm != Arm::Infantry {
            return Err(Fault::refused("target.prone", &ONLY_INFANTRY_PRONE));
        }
        Ok(())
    }

    fn formed(&self) -> bool {
        self.formation != ChargedFormation::Skirmish
    }

    fn flee_yards(&self) -> Yards {
        match (self.arm, self.formation) {
            _ if self.in_zone => FLIGHT,
            (Arm::Infantry, _) | (_, ChargedFormation::Unlimbered) => FLIGHT,
            (Arm::Cavalry, _) if self.cossacks => COSSACK_FLIGHT,
            _ => Yards(0),
        }
    }
}

impl ChargeReactions {
    fn options(&self) -> Reactions {
        let target = &self.target;
        match target.arm {
            Arm::Artillery => self.guns(),
            _ if target.in_zone => open_to([(true, Reaction::Hold), (!target.engaged, Reaction::Flee)]),
            _ if target.engaged || target.prone => open_to([(true, Reaction::Hold)]),
            Arm::Infantry => self.foot(),
            Arm::Cavalry => self.horse(),
        }
    }

    fn guns(&self) -> Reactions {
        let target = &self.target;
        let limbered = target.formation == ChargedFormation::Limbered;
        let free = !limbered && !target.engaged;
        let first = free && !target.not_initial_target;
        let by_horse = self.charger.arm == ChargingArm::Cavalry;
        open_to([
            (limbered, Reaction::FleeLimbered),
            (free, Reaction::FleeGuns),
            (first, Reaction::FireAndMelee),
            (first && by_horse, Reaction::FireAndLieDown),
            (first && self.charger.distance_yards >= FIRE_THEN_FLEE_FROM, Reaction::FireThenFlee),
            (!limbered && !first, Reaction::HoldWithoutFire),
        ])
    }

    fn foot(&self) -> Reactions {
        use ChargedFormation::{Column, Line, Skirmish, Square};
        let (target, charger) = (&self.target, &self.charger);
        let by_horse = charger.arm == ChargingArm::Cavalry;
        let unsteady = charger.unformed || charger.status == Status::Disrupted;
        let chit = !self.using_chits || target.chit_orders_charge;
        let close = matches!(target.formation, Line | Column);
        let counter = close && self.contact == Contact::Front && chit && (!by_horse || unsteady);
        let square = by_horse && !charger.elephants && !charger.out_of_sight && target.formation != Square;
        let mass = may_form_mass(target.formation == Column, target.status, charger.arm, self.contact);
        open_to([
            (true, Reaction::Hold),
            (counter, Reaction::CounterCharge),
            (square && target.formed(), Reaction::FormSquare),
            (target.austrian && mass, Reaction::BattalionMass),
            (target.formation == Skirmish, Reaction::Flee),
        ])
    }

    fn horse(&self) -> Reactions {
        let (target, charger) = (&self.target, &self.charger);
        let front = self.contact == Contact::Front;
        let by_horse = charger.arm == ChargingArm::Cavalry;
        let ready = !self.using_chits || charger.distance_yards > CHARGER_FAR;
        let threatened = !charger.unformed || by_horse && !front;
        open_to([
            (true, Reaction::Hold),
            (target.formed() && front && ready, Reaction::CounterCharge),
            (target.formed() && !front && charger.distance_yards >= CHARGER_FAR, Reaction::WheelToMeet),
            (!target.formed() && threatened, Reaction::Flee),
        ])
    }
}

/// Keeps the possible reactions, in order.
fn open_to<const N: usize>(each: [(bool, Reaction); N]) -> Reactions {
    each.into_iter().filter_map(|(open, reaction)| open.then_some(reaction)).collect()
}

krigsspil_engine::facts! {
    /// A gun crew that fires and then flees.
    pub struct CrewFlight {
        lead_yards: Yards [200..=1500], "5.52.D";
        charger_yards_left: Yards [0..=2000], "5.52.D";
        refuge_yards: Yards [0..=2000] = Yards(0), "5.52.A";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is caught.
    pub struct CrewFlightResult {
        caught: bool;
        crew_moves_yards: Yards;
    }
}

impl Procedure for CrewFlight {
    type Tables = Tables;
    type Outcome = CrewFlightResult;
    const ABOUT: About =
        About { name: "crew_flight", group: Group::Melee, dice: "", cites: &["5.52.A", "5.52.D"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CrewFlightResult, Fault> {
        let (lead, left, refuge) = (self.lead_yards.0, self.charger_yards_left.0, self.refuge_yards.0);
        let safe = refuge > 0 && refuge <= lead;
        let caught = !safe && left >= 2 * lead;
        let crew_moves = if caught {
            lead
        } else if safe && 2 * refuge <= left {
            refuge
        } else {
            left / 2
        };
        Ok(CrewFlightResult { caught, crew_moves_yards: Yards(crew_moves) })
    }
}
