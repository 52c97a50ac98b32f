//! Chapter 2: orders, couriers and generals.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, rounded_up};

use crate::modifiers::command::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A general who wants to give a direct order.
    pub struct FollowMe {
        commander: Commander, "2.3";
        player_casting: bool = false, "2.2";
        attached: bool = false, "2.2";
        distance_yards: Yards [0..=5000], "2.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether he may.
    pub struct FollowMeResult {
        allowed: bool;
        control_radius_yards: Yards;
    }
}

impl Procedure for FollowMe {
    type Tables = Tables;
    type Outcome = FollowMeResult;
    const ABOUT: About = About { name: "follow_me", group: Group::Orders, dice: "", cites: &["2.2", "2.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FollowMeResult, Fault> {
        let radius = self.commander.control_radius();
        Ok(FollowMeResult {
            allowed: self.attached || self.player_casting && self.distance_yards <= radius,
            control_radius_yards: radius,
        })
    }
}

krigsspil_engine::choices! {
    /// The nation of a chain of command (§2.2).
    pub enum CommandNation {
        Britain = "britain",
        Prussia = "prussia",
        FranceAndAllies = "france_and_allies",
        Austria = "austria",
        Russia = "russia",
    }

    /// The levels of command, from the highest down (§2.2).
    pub enum Level {
        CommanderInChief = "commander_in_chief",
        Corps = "corps",
        Division = "division",
        Brigade = "brigade",
        Regiment = "regiment",
        Unit = "unit",
    }

    /// Who writes an order.
    pub enum Sender {
        CommanderInChief = "commander_in_chief",
        Corps = "corps",
        Division = "division",
        Brigade = "brigade",
        Regiment = "regiment",
    }

    /// Who acts on an order.
    pub enum Receiver {
        Corps = "corps",
        Division = "division",
        Brigade = "brigade",
        Regiment = "regiment",
        Unit = "unit",
    }
}

impl Sender {
    const fn level(self) -> Level {
        match self {
            Sender::CommanderInChief => Level::CommanderInChief,
            Sender::Corps => Level::Corps,
            Sender::Division => Level::Division,
            Sender::Brigade => Level::Brigade,
            Sender::Regiment => Level::Regiment,
        }
    }
}

impl Receiver {
    const fn level(self) -> Level {
        match self {
            Receiver::Corps => Level::Corps,
            Receiver::Division => Level::Division,
            Receiver::Brigade => Level::Brigade,
            Receiver::Regiment => Level::Regiment,
            Receiver::Unit => Level::Unit,
        }
    }
}

impl CommandNation {
    /// The chain of command; its second last level is optional (§2.2).
    const fn chain(self, optional_level: bool) -> &'static [Level] {
        use Level::*;
        match (self, optional_level) {
            (CommandNation::Prussia, false) => &[CommanderInChief, Corps, Brigade, Unit],
            (CommandNation::Prussia, true) => &[CommanderInChief, Corps, Brigade, Regiment, Unit],
            (_, false) => &[CommanderInChief, Corps, Division, Unit],
            (_, true) => &[CommanderInChief, Corps, Division, Brigade, Unit],
        }
    }
}

/// Yards a general or courier rides in a turn (§2.51, ruling 5).
const RIDE: Yards = Yards(1500);

/// Yards a commander on an elephant covers in a turn (opt.india).
const ELEPHANT_RIDE: Yards = Yards(200);

krigsspil_engine::facts! {
    /// A written order on its way down the chain.
    pub struct OrderDelay {
        nation: CommandNation, "2.2";
        use_optional_level: bool = false, "2.2";
        from_level: Sender, "2.2";
        to_level: Receiver, "2.2";
        hop_distances_yards: Vec<Yards> [1..=4 each 0..=10000], "2.51";
    }
}

krigsspil_engine::outcome! {
    /// When the receiver acts on it.
    pub struct OrderDelayResult {
        levels: ArrayVec<Level, 5>;
        hops: i32;
        turns_per_hop: ArrayVec<i32, 4>;
        turns_until_reaction: i32;
    }
}

impl Procedure for OrderDelay {
    type Tables = Tables;
    type Outcome = OrderDelayResult;
    const ABOUT: About = About {
        name: "order_delay",
        group: Group::Orders,
        dice: "",
        cites: &["2.2", "2.4", "2.51", "2.52", "seq.movement.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OrderDelayResult, Fault> {
        let levels = self.levels()?;
        let hops = levels.len() - 1;
        if self.hop_distances_yards.len() != hops {
            return Err(Fault::refused("hop_distances_yards", &ONE_DISTANCE_A_HOP));
        }
        let turns_per_hop: ArrayVec<i32, 4> =
            self.hop_distances_yards.iter().map(|hop| rounded_up(hop.0, RIDE.0).max(1)).collect();
        Ok(OrderDelayResult {
            levels: levels.iter().copied().collect(),
            hops: hops as i32,
            turns_until_reaction: turns_per_hop.iter().sum(),
            turns_per_hop,
        })
    }
}

impl OrderDelay {
    /// The levels from sender to receiver.
    fn levels(&self) -> Result<&'static [Level], Fault> {
        let chain = self.nation.chain(self.use_optional_level);
        let place = |level: Level| chain.iter().position(|link| *link == level);
        let from =
            place(self.from_level.level()).ok_or_else(|| Fault::refused("from_level", &NOT_IN_THE_CHAIN))?;
        let to = place(self.to_level.level())
            .filter(|to| *to > from)
            .ok_or_else(|| Fault::refused("to_level", &NOT_IN_THE_CHAIN))?;
        Ok(&chain[from..=to])
    }
}

krigsspil_engine::facts! {
    /// A general's or courier's ride.
    pub struct GeneralMovement {
        on_elephant: bool = false, "opt.india";
        distance_yards: Yards [0..=20000] = Yards(0), "2.51";
    }
}

krigsspil_engine::outcome! {
    /// How long it takes.
    pub struct GeneralMovementResult {
        allowance_yards: Yards;
        turns: i32;
    }
}

impl Procedure for GeneralMovement {
    type Tables = Tables;
    type Outcome = GeneralMovementResult;
    const ABOUT: About =
        About { name: "general_movement", group: Group::March, dice: "", cites: &["2.51", "opt.india"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<GeneralMovementResult, Fault> {
        let allowance = if self.on_elephant { ELEPHANT_RIDE } else { RIDE };
        Ok(GeneralMovementResult {
            allowance_yards: allowance,
            turns: rounded_up(self.distance_yards.0, allowance.0),
        })
    }
}

krigsspil_engine::choices! {
    /// What happened to the unit that a general is attached to (§2.55).
    pub enum GeneralPeril {
        FireHit = "fire_hit",
        MeleeLost = "melee_lost",
        MeleeWon = "melee_won",
        MeleeEngaged = "melee_engaged",
    }

    /// What happened to a general.
    pub enum GeneralFate {
        Unhurt = "unhurt",
        Killed = "killed",
        KilledOrCaptured = "killed_or_captured",
    }
}

krigsspil_engine::facts! {
    /// A general attached to a unit in danger.
    pub struct GeneralCasualty {
        cause: GeneralPeril, "2.55";
    }
}

krigsspil_engine::outcome! {
    /// What happened to him.
    pub struct GeneralCasualtyResult {
        chance_percent: i32;
        casualty: bool;
        fate: GeneralFate;
    }
}

impl Procedure for GeneralCasualty {
    type Tables = Tables;
    type Outcome = GeneralCasualtyResult;
    const ABOUT: About =
        About { name: "general_casualty", group: Group::Orders, dice: "d100", cites: &["2.53", "2.55"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<GeneralCasualtyResult, Fault> {
        let lost = self.cause == GeneralPeril::MeleeLost;
        let chance_percent = if lost { 20 } else { 10 };
        let casualty = dice.at_most("general", 1, Die::Percentile, chance_percent)? > 0;
        let fate = match (casualty, lost) {
            (false, _) => GeneralFate::Unhurt,
            (true, false) => GeneralFate::Killed,
            (true, true) => GeneralFate::KilledOrCaptured,
        };
        Ok(GeneralCasualtyResult { chance_percent, casualty, fate })
    }
}

/// Turns after the loss of its general in which a command still has no general (§2.56, ruling 42).
const TURNS_WITHOUT_GENERAL: i32 = 2;

krigsspil_engine::facts! {
    /// A unit whose command has lost its general.
    pub struct GeneralLoss {
        player_casting: bool = false, "2.56";
        turns_since_loss: i32 [0..=20], "2.56";
        melee_grade: i32 [1..=10], "3.1";
        morale_grade: MoraleGrade, "3.1";
    }
}

krigsspil_engine::outcome! {
    /// The effect on the unit.
    pub struct GeneralLossResult {
        affected: bool;
        may_charge: bool;
        movement_percent: i32;
        melee_grade: i32;
        morale_grade: MoraleGrade;
    }
}

impl Procedure for GeneralLoss {
    type Tables = Tables;
    type Outcome = GeneralLossResult;
    const ABOUT: About =
        About { name: "general_loss", group: Group::Orders, dice: "", cites: &["2.56", "9.8.F"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<GeneralLossResult, Fault> {
        let affected = report.holds(self.turns_since_loss <= TURNS_WITHOUT_GENERAL, &GENERAL_LOST);
        let worse = report.holds(affected && self.player_casting, &PLAYER_GENERAL_LOST);
        Ok(GeneralLossResult {
            affected,
            may_charge: !affected,
            movement_percent: if affected { 50 } else { 100 },
            melee_grade: if worse { worse_melee_grade(self.melee_grade) } else { self.melee_grade },
            morale_grade: if worse { self.morale_grade.worse() } else { self.morale_grade },
        })
    }
}
