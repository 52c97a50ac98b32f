//! The numbers a commander needs in a rule set. The drill of the rule set holds them; the commander has none of his own.

/// How far troops move in a turn, in the rule set's own measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaches {
    /// The fastest move of infantry in line.
    pub foot: f64,
    /// The fastest move of infantry in column.
    pub column: f64,
    /// The fastest move of cavalry.
    pub horse: f64,
    /// A rider.
    pub rider: f64,
    /// A column on the march.
    pub march: f64,
    /// Infantry must be this near to charge at full speed.
    pub foot_charge: f64,
    /// Cavalry comes this near before it charges.
    pub horse_charge: f64,
    /// How far a leader's orders reach, a little less to allow for movement.
    pub command: f64,
}

/// How near is near, in the rule set's own measure, nearest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// This near, a unit is in contact with the enemy.
    pub contact: f64,
    /// There is still time to deploy against an enemy at this distance.
    pub deploys: f64,
    /// An enemy this near must be faced even if he faces away.
    pub upon: f64,
    /// A short way: not worth a change of formation, and not really off the post.
    pub short: f64,
    /// A leader keeps at least this far from an enemy.
    pub leader: f64,
    /// A rider stays this far behind those he leads.
    pub behind: f64,
    /// An enemy this near must be faced wherever he stands.
    pub close: f64,
    /// A wagon keeps at least this far from an enemy.
    pub wagon: f64,
    /// A unit forms column and marches to a wagon only if every enemy is at least this far away.
    pub column: f64,
    /// Cavalry keeps this far from infantry in good order.
    pub keeps_off: f64,
    /// Columns deploy at this distance, just beyond effective fire.
    pub alert: f64,
    /// A column ends its march this far from an approaching enemy.
    pub room_to_deploy: f64,
    /// Cavalry looks this far for somebody to charge. Guns move only if every enemy is at least this far away.
    pub prey: f64,
    /// For a march shorter than this a line does not form column.
    pub wary: f64,
}

/// How far from its post a unit follows an enemy, in the rule set's own measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leashes {
    /// Foot.
    pub foot: f64,
    /// Foot when time runs out.
    pub late: f64,
    /// Horse.
    pub horse: f64,
}

/// The numbers a commander needs. Lengths are in the rule set's own measure, angles in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doctrine {
    /// The smallest length that matters on the table. Tolerances are multiples of it.
    pub grain: f64,
    /// How far one sees in the open.
    pub sight: f64,
    /// How far one sees in woods.
    pub into_woods: f64,
    /// The front of a column on the march.
    pub column_front: f64,
    /// The most parts an order can have.
    pub most_steps: usize,
    /// Infantry can fire at targets within this angle of its front.
    pub foot_bears: f64,
    /// Guns can fire at targets within this angle of their front.
    pub guns_bear: f64,
    /// Fire at this range is always worth it.
    pub point_blank: f64,
    /// A waiting line fires at the latest when an enemy is this near.
    pub ready: f64,
    /// A stray shot lands within this distance of its target.
    pub astray: f64,
    /// A line with fewer than this no longer manoeuvres: it stands and fires.
    pub handful: i32,
    /// The most a charge can change direction.
    pub charge_bends: f64,
    /// A line wheels through a right angle in the time it would march this many times its own front.
    pub wheel_fronts: f64,
    /// How far troops move in a turn.
    pub reach: Reaches,
    /// How near is near.
    pub near: Nearness,
    /// How far a unit follows an enemy.
    pub leash: Leashes,
}
