//! The words of the rules: arms, formations, orders, weapons, cover.

mod ground;
mod weapons;

pub use ground::*;
pub use weapons::*;

krigsspil_engine::choices! {
    /// Troops with small arms.
    pub enum Troops {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
    }

    /// The formation of shooters (§02.04.1 to §02.04.3).
    pub enum ShootersFormation {
        Closed = "closed",
        ThinLine = "thin_line",
        Chain = "chain",
        Building = "building",
    }

    /// Anything that can be fired at.
    pub enum TargetArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        ArtilleryLimbered = "artillery_limbered",
        ArtilleryUnlimbered = "artillery_unlimbered",
        AmmunitionWagon = "ammunition_wagon",
    }

    /// The formation of a target.
    pub enum TargetFormation {
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        Line = "line",
        ThinLine = "thin_line",
        Chain = "chain",
        Building = "building",
        Rout = "rout",
    }

    /// How well a unit keeps together (§08.02.1); pinned units are in light disorder.
    pub enum Order {
        Good = "OR",
        LightDisorder = "LU",
        Pinned = "NH",
        Disorder = "U",
        Rout = "FU",
    }

    /// The order of a unit that is not in rout.
    pub enum SteadyOrder {
        Good = "OR",
        LightDisorder = "LU",
        Pinned = "NH",
        Disorder = "U",
    }

    /// Classes of cover (skema XXII).
    pub enum Cover {
        None = "none",
        I = "I",
        II = "II",
        III = "III",
    }

    /// An arm, whatever the state of its guns or horses.
    pub enum Arm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        Artillery = "artillery",
    }

    /// An arm; guns limbered or not.
    pub enum UnitArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        ArtilleryLimbered = "artillery_limbered",
        ArtilleryUnlimbered = "artillery_unlimbered",
    }

    /// Men on foot or on horses; dismounted cavalry counts as infantry here.
    pub enum FootOrHorse {
        Infantry = "infantry",
        MountedCavalry = "mounted_cavalry",
    }

    /// The formations of infantry and cavalry (§02.01.0, §02.02.0).
    pub enum Formation {
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        Line = "line",
        ThinLine = "thin_line",
        Chain = "chain",
    }

    /// The two armies.
    pub enum Army {
        Union = "union",
        Confederate = "confederate",
    }

    /// The result of a throw for a unit's order.
    pub enum OrderResult {
        Good = "OR",
        LightDisorder = "LU",
        Disorder = "U",
        Rout = "FU",
    }

    /// The order of a battery, which is never pinned, while it still fires.
    pub enum BatteryOrder {
        Good = "OR",
        LightDisorder = "LU",
        Disorder = "U",
    }

    /// The action that an order result forces at once (§04.02.0).
    pub enum ForcedAction {
        None = "none",
        Pinned = "pinned",
        TurnAndWithdraw = "turn_and_withdraw",
        RetireHalfTurn = "retire_half_turn",
        FleeHalfTurn = "flee_half_turn",
        FleeWholeTurn = "flee_whole_turn",
        AbandonGuns = "abandon_guns_flee_half_turn",
    }

    /// The side from which an attack comes (§07.03.3, §07.03.4).
    pub enum Aspect {
        Front = "front",
        Outflank = "outflank",
        Flank = "flank",
        Rear = "rear",
    }
}

impl TargetArm {
    /// Men on foot: they can be pinned (§04.02.7).
    pub const fn on_foot(self) -> bool {
        matches!(self, TargetArm::Infantry | TargetArm::DismountedCavalry)
    }
}

impl Troops {
    /// Men on foot.
    pub const fn on_foot(self) -> bool {
        !matches!(self, Troops::MountedCavalry)
    }
}

impl Arm {
    /// Infantry and dismounted cavalry.
    pub const fn on_foot(self) -> bool {
        matches!(self, Arm::Infantry | Arm::DismountedCavalry)
    }
}

impl UnitArm {
    /// Infantry and dismounted cavalry: they can be pinned (§04.02.7).
    pub const fn on_foot(self) -> bool {
        matches!(self, UnitArm::Infantry | UnitArm::DismountedCavalry)
    }

    /// Mounted cavalry and limbered guns: close fire turns them away (§04.02.6).
    pub const fn turns_away(self) -> bool {
        matches!(self, UnitArm::MountedCavalry | UnitArm::ArtilleryLimbered)
    }
}

impl From<Troops> for UnitArm {
    fn from(troops: Troops) -> UnitArm {
        match troops {
            Troops::Infantry => UnitArm::Infantry,
            Troops::DismountedCavalry => UnitArm::DismountedCavalry,
            Troops::MountedCavalry => UnitArm::MountedCavalry,
        }
    }
}

impl Formation {
    /// Columns and lines are closed, thin lines and chains are not (§02.04.1, §02.04.2).
    pub const fn closed(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::AttackColumn | Formation::Line)
    }
}

impl Order {
    /// OR, then LU and NH with the same rank, then U, then FU.
    const fn rank(self) -> u8 {
        match self {
            Order::Good => 0,
            Order::LightDisorder | Order::Pinned => 1,
            Order::Disorder => 2,
            Order::Rout => 3,
        }
    }

    /// The worse of the two; only reorganisation improves order, and a pinned unit stays pinned on LU.
    pub fn or_worse(self, result: impl Into<Order>) -> Order {
        let result = result.into();
        if result.rank() > self.rank() { result } else { self }
    }

    /// Is a result at least as bad as this order, so that the unit counts as newly in it?
    pub fn reached_by(self, result: impl Into<Order>) -> bool {
        result.into().rank() >= self.rank()
    }

    /// Disorder and rout.
    pub const fn disordered(self) -> bool {
        matches!(self, Order::Disorder | Order::Rout)
    }
}

impl From<SteadyOrder> for Order {
    fn from(order: SteadyOrder) -> Order {
        match order {
            SteadyOrder::Good => Order::Good,
            SteadyOrder::LightDisorder => Order::LightDisorder,
            SteadyOrder::Pinned => Order::Pinned,
            SteadyOrder::Disorder => Order::Disorder,
        }
    }
}

impl From<OrderResult> for Order {
    fn from(result: OrderResult) -> Order {
        match result {
            OrderResult::Good => Order::Good,
            OrderResult::LightDisorder => Order::LightDisorder,
            OrderResult::Disorder => Order::Disorder,
            OrderResult::Rout => Order::Rout,
        }
    }
}

/// The action that a new order forces at once: retire in disorder, flee in rout (§04.02.1, §04.02.3, §08.02.6).
pub fn forced_by(result: OrderResult, arm: UnitArm) -> ForcedAction {
    match (result, arm) {
        (OrderResult::Good | OrderResult::LightDisorder, _) => ForcedAction::None,
        (OrderResult::Disorder, _) => ForcedAction::RetireHalfTurn,
        (OrderResult::Rout, UnitArm::MountedCavalry) => ForcedAction::FleeWholeTurn,
        (OrderResult::Rout, UnitArm::ArtilleryUnlimbered) => ForcedAction::AbandonGuns,
        (OrderResult::Rout, _) => ForcedAction::FleeHalfTurn,
    }
}
