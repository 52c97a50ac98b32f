//! What is to be drawn: a ground, the bodies on it, and marks over them.

use krigsspil_field::prelude::*;

/// Whose troops, told by colour and hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Plain blue.
    Blue,
    /// Red, hatched from corner to corner.
    Red,
    /// Green, hatched level.
    Green,
    /// Gold, dotted.
    Gold,
}

/// The arm, told by its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// No sign.
    Infantry,
    /// A diagonal.
    Cavalry,
    /// A round shot.
    Artillery,
    /// A diagonal and a round shot.
    HorseArtillery,
    /// A mattock's cross.
    Engineers,
    /// A wheel.
    Train,
    /// A star.
    Leader,
    /// A small disc.
    Courier,
}

/// How a badge is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BadgeKind {
    /// Disorder, shown in red.
    Disorder,
    /// An order, shown in ink.
    Order,
}

/// A few letters beside a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// How it is to be read.
    pub kind: BadgeKind,
    /// The letters.
    pub letters: String,
}

/// A unit as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Whose.
    pub side: Side,
    /// Its arm.
    pub arm: Arm,
    /// What it covers.
    pub body: Placed,
    /// What it is called.
    pub label: String,
    /// Its strength or another small remark.
    pub remark: Option<String>,
    /// Its disorder or order in a few letters.
    pub badge: Option<Badge>,
    /// Edged in gold, as the one whose turn it is.
    pub chosen: bool,
}

impl Unit {
    /// A unit with no name yet.
    #[must_use]
    pub fn new(side: Side, arm: Arm, body: Placed) -> Unit {
        Unit { side, arm, body, label: String::new(), remark: None, badge: None, chosen: false }
    }

    /// With a name.
    #[must_use]
    pub fn called(mut self, label: impl Into<String>) -> Unit {
        self.label = label.into();
        self
    }
}

/// Something drawn over the ground and the units.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// The way a unit is ordered to go, with a tick at each quarter of the turn, and how it will stand.
    Order {
        /// Whose order.
        side: Side,
        /// Its way through the turn.
        track: Track,
    },
    /// The way a unit is to go, with no times known.
    Way {
        /// Whose order.
        side: Side,
        /// Through these places.
        places: Vec<Point>,
        /// How it will stand at the end.
        arrival: Option<Placed>,
    },
    /// The ground that a front can fire on.
    ArcOfFire {
        /// Who fires.
        of: Placed,
        /// To each side of straight ahead.
        each_side: Degrees,
        /// How far.
        metres: f64,
    },
    /// A measured line with what it tells.
    Ruler {
        /// The line.
        line: Line,
        /// The measure.
        measure: String,
        /// What follows from it.
        verdict: String,
    },
    /// How far a leader commands.
    Command {
        /// Whose.
        side: Side,
        /// Where he is.
        at: Point,
        /// How far.
        metres: f64,
    },
    /// A courier's ride.
    Ride {
        /// Whose.
        side: Side,
        /// From.
        from: Point,
        /// To.
        to: Point,
    },
    /// What can be seen from a place.
    View(View),
    /// The zone before a front.
    Zone(Zone),
}

/// The scale of a table, for a second scale bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableScale {
    /// How many metres of ground a centimetre of table stands for.
    pub metres_per_cm: f64,
}

/// Everything on one map.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The ground.
    pub ground: Ground,
    /// The units on it.
    pub units: Vec<Unit>,
    /// The marks over them.
    pub marks: Vec<Mark>,
    /// The title; the ground's name if there is none.
    pub title: Option<String>,
    /// A few words at the other end of the title line.
    pub subtitle: Option<String>,
    /// For a scale bar in centimetres of table.
    pub scale: Option<TableScale>,
    /// What the sides are called; their colours where nothing is said.
    pub sides: Vec<(Side, String)>,
}

impl Scene {
    /// A bare ground.
    #[must_use]
    pub fn of(ground: Ground) -> Scene {
        let (title, subtitle, scale) = (None, None, None);
        Scene { ground, units: Vec::new(), marks: Vec::new(), title, subtitle, scale, sides: Vec::new() }
    }
}
