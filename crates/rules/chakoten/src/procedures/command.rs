//! Chapter 08: chiefs, couriers, reaction.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Number, Procedure};

use crate::modifiers::moves::*;
use crate::tables::{MarchColumn, MarchRow, Tables};
use crate::vocabulary::*;

/// Command distance (§08.03.4).
const COMMAND_CM: f64 = 35.0;

krigsspil_engine::facts! {
    /// A unit and its chief.
    pub struct CommandControl {
        distance_cm: Centimetres [0..=1000], "08.03.4";
        chief_fallen: bool = false, "08.03.6";
        order: Order = Order::Good, "03.03.3";
        attack_order: bool = false, "03.03.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it takes the order.
    pub struct CommandControlResult {
        in_command: bool;
        receives: OrderTaking;
    }
}

impl Procedure for CommandControl {
    type Tables = Tables;
    type Outcome = CommandControlResult;
    const ABOUT: About = About {
        name: "command_control",
        group: Group::Orders,
        dice: "",
        cites: &["08.03.4", "08.03.5", "08.03.6", "03.03.4", "03.03.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CommandControlResult, Fault> {
        let in_command = self.distance_cm.0 <= COMMAND_CM && !self.chief_fallen;
        let receives = match self.order {
            Order::Rout => OrderTaking::No,
            Order::Disorder if self.attack_order => OrderTaking::No,
            _ if in_command => OrderTaking::Yes,
            _ => OrderTaking::ReactionRoll,
        };
        Ok(CommandControlResult { in_command, receives })
    }
}

krigsspil_engine::facts! {
    /// A unit out of command.
    pub struct ReactionRoll {
        repeat: Repeat = Repeat::None, "skema II";
        follows_instruction: bool = false, "skema II";
        courier_in_contact: bool = false, "skema II";
        order: SteadyOrder = SteadyOrder::Good, "skema II";
        valeur: i32 [-4..=5] = 0, "skema II";
        attack_order: bool = false, "03.03.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it obeys.
    pub struct ReactionRollResult {
        modifier: i32;
        total: i32;
        barred: bool;
        obeys: bool;
    }
}

impl Procedure for ReactionRoll {
    type Tables = Tables;
    type Outcome = ReactionRollResult;
    const ABOUT: About = About {
        name: "reaction_roll",
        group: Group::Orders,
        dice: "3d6",
        cites: &["08.03.5", "skema II", "03.03.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReactionRollResult, Fault> {
        let points = &tables.command.reaction;
        let order = Order::from(self.order);
        let mut modifier = match self.repeat {
            Repeat::None => 0,
            Repeat::Executed => report.add(&REPEATS_EXECUTED, points.repeat_executed),
            Repeat::Unexecuted => report.add(&REPEATS_UNEXECUTED, points.repeat_unexecuted),
        };
        modifier += report.add_if(self.follows_instruction, &INSTRUCTION, points.follows_instruction);
        modifier += report.add_if(self.courier_in_contact, &COURIER_CONTACT, points.courier_in_contact);
        modifier += report.add(&REACTION_LIGHT_DISORDER, points.per_degree * order.degrees());
        modifier += report.add_if(order == Order::Disorder, &REACTION_DISORDER, points.disorder);
        modifier += report.add(&REACTION_VALEUR, self.valeur);
        let total = dice.sum("reaction", 3, Die::D6)? + modifier;
        let barred = self.attack_order && order == Order::Disorder;
        report.holds(barred, &DISORDER_BARS_ATTACK);
        Ok(ReactionRollResult { modifier, total, barred, obeys: total >= points.needed && !barred })
    }
}

krigsspil_engine::facts! {
    /// A leg of a courier's ride.
    pub struct CourierLeg {
        terrain: CourierGround, "skema III";
        cm: i32 [0..=2000], "skema III";
    }
}

krigsspil_engine::facts! {
    /// A message on its way.
    pub struct CourierDelay {
        legs: Vec<CourierLeg> [0..=12] = Vec::new(), "08.03.1";
    }
}

krigsspil_engine::outcome! {
    /// When it arrives.
    pub struct CourierDelayResult {
        arrives: bool;
        delay_turns: i32;
        march_turns: Number;
        arrival_turns: i32;
    }
}

impl Procedure for CourierDelay {
    type Tables = Tables;
    type Outcome = CourierDelayResult;
    const ABOUT: About = About {
        name: "courier_delay",
        group: Group::Orders,
        dice: "1d6",
        cites: &["08.03.2", "skema II", "skema III", "08.01.7"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<CourierDelayResult, Fault> {
        let delay = tables.command.delay(dice.roll("delay", Die::D6)?);
        let march = march_turns(&self.legs, tables);
        Ok(CourierDelayResult {
            arrives: delay.is_some(),
            delay_turns: delay.unwrap_or(0),
            march_turns: Number(march.whole as f64 / march.of as f64),
            arrival_turns: delay.map_or(0, |delay| march.rounded_up() + delay),
        })
    }
}

/// An exact number of turns.
struct ExactTurns {
    whole: i64,
    of: i64,
}

impl ExactTurns {
    fn rounded_up(&self) -> i32 {
        ((self.whole + self.of - 1) / self.of) as i32
    }
}

/// The duration of a courier's ride, added exactly over a common denominator of his rates (ruling 14: 900ths in the print).
fn march_turns(legs: &[CourierLeg], tables: &Tables) -> ExactTurns {
    let rate = |ground: CourierGround| {
        let column = match ground {
            CourierGround::Road => MarchColumn::Road,
            CourierGround::Path => MarchColumn::Path,
            CourierGround::Normal => MarchColumn::Normal,
            CourierGround::Difficult => MarchColumn::Difficult,
            CourierGround::Plantation => MarchColumn::Plantation,
            CourierGround::Water => MarchColumn::Water,
        };
        let normal = tables.march.cm(MarchRow::Courier, MarchColumn::Normal);
        i64::from(tables.march.cm(MarchRow::Courier, column).or(normal).unwrap_or(1))
    };
    let of = CourierGround::ALL.iter().map(|ground| rate(*ground)).fold(1, least_common_multiple);
    let whole = legs.iter().map(|leg| i64::from(leg.cm) * (of / rate(leg.terrain))).sum();
    ExactTurns { whole, of }
}

fn least_common_multiple(one: i64, other: i64) -> i64 {
    let (mut larger, mut smaller) = (one, other);
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    one / larger * other
}

/// A courier without contact is lost on this total or less (§08.02.5).
const COURIER_LOST: i32 = 6;

krigsspil_engine::facts! {
    /// A courier without contact at the end of the turn.
    pub struct CourierLoss {
        moved_over_half: bool = false, "08.02.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether he is lost.
    pub struct CourierLossResult {
        total: i32;
        lost: bool;
    }
}

impl Procedure for CourierLoss {
    type Tables = Tables;
    type Outcome = CourierLossResult;
    const ABOUT: About =
        About { name: "courier_loss", group: Group::Orders, dice: "3d6", cites: &["08.02.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<CourierLossResult, Fault> {
        let moved = report.add_if(self.moved_over_half, &MOVED_OVER_HALF, -2);
        let total = dice.sum("courier", 3, Die::D6)? + moved;
        Ok(CourierLossResult { total, lost: total <= COURIER_LOST })
    }
}

krigsspil_engine::facts! {
    /// A chief.
    pub struct StaffEstablishment {
        level: StaffLevel, "08.01.1";
        subordinate_chiefs: i32 [0..=30] = 0, "08.01.2";
    }
}

krigsspil_engine::outcome! {
    /// His staff.
    pub struct StaffEstablishmentResult {
        couriers: i32;
        engineer_officers: i32;
        artillery_officers: i32;
    }
}

impl Procedure for StaffEstablishment {
    type Tables = Tables;
    type Outcome = StaffEstablishmentResult;
    const ABOUT: About = About {
        name: "staff_establishment",
        group: Group::Orders,
        dice: "",
        cites: &["08.01.1", "08.01.2", "08.01.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<StaffEstablishmentResult, Fault> {
        let high = self.level >= StaffLevel::Corps;
        let couriers = match self.level {
            StaffLevel::Regiment | StaffLevel::Brigade => 1,
            StaffLevel::Division => 2,
            StaffLevel::Corps | StaffLevel::Army => self.subordinate_chiefs,
        };
        let specialists = i32::from(high);
        Ok(StaffEstablishmentResult {
            couriers,
            engineer_officers: specialists,
            artillery_officers: specialists,
        })
    }
}

krigsspil_engine::facts! {
    /// A staff figure with a unit that is fired at or fights.
    pub struct StaffHit {
    }
}

krigsspil_engine::outcome! {
    /// Whether it falls.
    pub struct StaffHitResult {
        falls: bool;
    }
}

impl Procedure for StaffHit {
    type Tables = Tables;
    type Outcome = StaffHitResult;
    const ABOUT: About = About { name: "staff_hit", group: Group::Orders, dice: "1d6", cites: &["08.02.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<StaffHitResult, Fault> {
        Ok(StaffHitResult { falls: dice.at_most("staff", 1, Die::D6, 1)? == 1 })
    }
}

krigsspil_engine::facts! {
    /// A chief committed with his unit.
    pub struct LeaderIntervention {
        occasion: Occasion = Occasion::Melee, "08.02.1";
    }
}

krigsspil_engine::outcome! {
    /// What he does for it.
    pub struct LeaderInterventionResult {
        falls: bool;
        modifier: i32;
        points: i32;
    }
}

impl Procedure for LeaderIntervention {
    type Tables = Tables;
    type Outcome = LeaderInterventionResult;
    const ABOUT: About = About {
        name: "leader_intervention",
        group: Group::Orders,
        dice: "1d6",
        cites: &["08.02.1", "08.02.2", "skema XVI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<LeaderInterventionResult, Fault> {
        let die = tables.command.chief(dice.roll("chief", Die::D6)?);
        report.add(&CHIEF_COMMITTED, die.points);
        Ok(LeaderInterventionResult {
            falls: die.falls,
            modifier: die.points,
            points: if self.occasion == Occasion::UnderFire { -die.points } else { die.points },
        })
    }
}

/// A new chief is appointed on this total or more (§08.02.6).
const APPOINTED: i32 = 13;

krigsspil_engine::facts! {
    /// A chief who has fallen.
    pub struct LeaderReplacement {
        whole_turns_elapsed: i32 [0..=60], "08.02.6";
        couriers: i32 [0..=30] = 1, "08.02.6";
    }
}

krigsspil_engine::outcome! {
    /// Whether a courier takes his place.
    pub struct LeaderReplacementResult {
        total: i32;
        appointed: bool;
        couriers_after: i32;
    }
}

impl Procedure for LeaderReplacement {
    type Tables = Tables;
    type Outcome = LeaderReplacementResult;
    const ABOUT: About =
        About { name: "leader_replacement", group: Group::Orders, dice: "3d6", cites: &["08.02.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<LeaderReplacementResult, Fault> {
        let elapsed = report.add(&TURNS_SINCE_FALL, self.whole_turns_elapsed);
        let total = dice.sum("replacement", 3, Die::D6)? + elapsed;
        let appointed = total >= APPOINTED && self.couriers >= 1;
        Ok(LeaderReplacementResult { total, appointed, couriers_after: self.couriers - i32::from(appointed) })
    }
}
