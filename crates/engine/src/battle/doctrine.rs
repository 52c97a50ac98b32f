//! The numbers a commander goes by in a rule set: they stand in its drill, and the commander has none of his own.

/// How far things come in a turn, in the rule set's own measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaches {
    /// Foot in line at its fastest.
    pub foot: f64,
    /// Foot in column at its fastest.
    pub column: f64,
    /// Horse at its fastest.
    pub horse: f64,
    /// A rider.
    pub rider: f64,
    /// A column on the march.
    pub march: f64,
    /// So near foot must be to charge at full speed.
    pub foot_charge: f64,
    /// So near horse comes before it charges.
    pub horse_charge: f64,
    /// A leader's orders, a little less for what moves meanwhile.
    pub command: f64,
}

/// How near is near, in the rule set's own measure, nearest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// As near as this to an enemy one is upon him.
    pub contact: f64,
    /// He can still be deployed against.
    pub deploys: f64,
    /// So near, even one who looks away must be faced.
    pub upon: f64,
    /// A short way: not worth a change of formation, and hardly an absence from a post.
    pub short: f64,
    /// A leader rides no nearer to an enemy.
    pub leader: f64,
    /// A rider stays so far behind those he leads.
    pub behind: f64,
    /// So near, an enemy must be faced wherever he stands.
    pub close: f64,
    /// A wagon goes no nearer to an enemy.
    pub wagon: f64,
    /// A column breaks up for a march to a wagon no nearer to an enemy.
    pub column: f64,
    /// Horse keeps so far from foot in order.
    pub keeps_off: f64,
    /// Nearer than this, columns deploy: beyond the range at which fire tells.
    pub alert: f64,
    /// So far from those who come toward it a column ends its march.
    pub room_to_deploy: f64,
    /// So far horse looks for somebody to charge, and so far off an enemy must be for guns to be moved.
    pub prey: f64,
    /// So near, a line is not broken into column for a march it can make as well.
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

/// The numbers a commander goes by. Lengths are in the rule set's own measure, angles in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doctrine {
    /// The smallest length that matters on the table: what a commander does not care about is counted in it.
    pub grain: f64,
    /// One sees so far.
    pub sight: f64,
    /// And so far into woods.
    pub into_woods: f64,
    /// The front of a column on the march.
    pub column_front: f64,
    /// An order has at most so many parts.
    pub most_steps: usize,
    /// Foot bears on what is so far off its front.
    pub foot_bears: f64,
    /// Guns do.
    pub guns_bear: f64,
    /// Fire at this range is always worth it.
    pub point_blank: f64,
    /// A line that waits is told to fire no later than when somebody is so near.
    pub ready: f64,
    /// A shot astray falls so near its target.
    pub astray: f64,
    /// Fewer than this are no line any more: they stand and fire.
    pub handful: i32,
    /// A charge bends at most so much.
    pub charge_bends: f64,
    /// A line wheels a right angle in the time it marches so many times its front.
    pub wheel_fronts: f64,
    /// How far things come in a turn.
    pub reach: Reaches,
    /// How near is near.
    pub near: Nearness,
    /// How far a unit follows an enemy.
    pub leash: Leashes,
}
