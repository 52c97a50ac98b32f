//! A unit's order, and what disturbs it.

krigsspil_engine::choices! {
    /// How well a unit keeps together (§03.03.3): in order, in light disorder of three degrees, in disorder, in rout.
    pub enum Order {
        Good = "OR",
        Light1 = "LU1",
        Light2 = "LU2",
        Light3 = "LU3",
        Disorder = "U",
        Rout = "FU",
    }

    /// The order of a unit that is not in rout.
    pub enum SteadyOrder {
        Good = "OR",
        Light1 = "LU1",
        Light2 = "LU2",
        Light3 = "LU3",
        Disorder = "U",
    }

    /// The order of an intact unit.
    pub enum IntactOrder {
        Good = "OR",
        Light1 = "LU1",
        Light2 = "LU2",
        Light3 = "LU3",
    }

    /// The order of a unit that is not intact.
    pub enum LostOrder {
        Disorder = "U",
        Rout = "FU",
    }

    /// The effect of fire on order (skema IX and XII); degrees of light disorder are added (ruling 5).
    pub enum FireEffect {
        Nothing = "OR",
        Degree1 = "LU1",
        Degrees2 = "LU2",
        Disorder = "U",
        Rout = "FU",
    }

    /// The effect of a lost melee on order (skema XVII).
    pub enum MeleeEffect {
        Nothing = "OR",
        Degrees2 = "LU2",
        Disorder = "U",
        Rout = "FU",
    }
}

/// The degrees of light disorder that make disorder (§03.03.7).
const DEGREES_TO_DISORDER: i32 = 4;

impl Order {
    /// Degrees of light disorder; 0 in order, in disorder and in rout.
    pub const fn degrees(self) -> i32 {
        match self {
            Order::Light1 => 1,
            Order::Light2 => 2,
            Order::Light3 => 3,
            Order::Good | Order::Disorder | Order::Rout => 0,
        }
    }

    /// In order or in light disorder (§03.03.3).
    pub const fn intact(self) -> bool {
        !matches!(self, Order::Disorder | Order::Rout)
    }

    /// The order after this many more degrees; they have no effect in disorder and rout (§03.03.6, §03.03.7, ruling 6).
    pub const fn with_degrees(self, degrees: i32) -> Order {
        if !self.intact() {
            return self;
        }
        match self.degrees() + degrees {
            ..=0 => Order::Good,
            1 => Order::Light1,
            2 => Order::Light2,
            3 => Order::Light3,
            DEGREES_TO_DISORDER.. => Order::Disorder,
        }
    }

    /// The order after an event: degrees are added, nothing improves it (rulings 5 and 6).
    pub const fn after(self, event: Order) -> Order {
        match (self, event) {
            (_, Order::Rout) => Order::Rout,
            (Order::Rout, Order::Disorder) => Order::Rout,
            (_, Order::Disorder) => Order::Disorder,
            (_, event) => self.with_degrees(event.degrees()),
        }
    }
}

macro_rules! orders {
    ($($narrow:ident { $($variant:ident => $order:ident),* })*) => {$(
        impl From<$narrow> for Order {
            fn from(order: $narrow) -> Order {
                match order { $($narrow::$variant => Order::$order),* }
            }
        }
    )*};
}

orders! {
    SteadyOrder { Good => Good, Light1 => Light1, Light2 => Light2, Light3 => Light3, Disorder => Disorder }
    IntactOrder { Good => Good, Light1 => Light1, Light2 => Light2, Light3 => Light3 }
    LostOrder { Disorder => Disorder, Rout => Rout }
    FireEffect { Nothing => Good, Degree1 => Light1, Degrees2 => Light2, Disorder => Disorder, Rout => Rout }
    MeleeEffect { Nothing => Good, Degrees2 => Light2, Disorder => Disorder, Rout => Rout }
}
