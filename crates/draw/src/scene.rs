//! What to draw: a ground, the bodies on it, and marks over them.

use krigsspil_field::prelude::*;

/// A side, shown by colour and hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Plain blue.
    Blue,
    /// Red, with diagonal hatching.
    Red,
    /// Green, with horizontal hatching.
    Green,
    /// Gold, dotted.
    Gold,
}

/// The arm, shown by its sign.
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
    /// A cross of mattocks.
    Engineers,
    /// A wheel.
    Train,
    /// A star.
    Leader,
    /// A small disc.
    Courier,
}

/// What a badge means.
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
    /// What it means.
    pub kind: BadgeKind,
    /// The letters.
    pub letters: String,
}

/// A unit for the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The side it belongs to.
    pub side: Side,
    /// Its arm.
    pub arm: Arm,
    /// The ground it covers.
    pub body: Placed,
    /// Its name.
    pub label: String,
    /// Its strength or another small remark.
    pub remark: Option<String>,
    /// Its disorder or order in a few letters.
    pub badge: Option<Badge>,
    /// With a gold edge, for the unit whose turn it is.
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
    /// The way a unit is ordered to go, with a tick at each quarter of the turn, and its position at the end.
    Order {
        /// The side that gives the order.
        side: Side,
        /// Its way through the turn.
        track: Track,
    },
    /// The way a unit will go, with no known times.
    Way {
        /// The side that gives the order.
        side: Side,
        /// Through these places.
        places: Vec<Point>,
        /// Its position at the end.
        arrival: Option<Placed>,
    },
    /// The ground that a front can fire at.
    ArcOfFire {
        /// Who fires.
        of: Placed,
        /// To each side of straight ahead.
        each_side: Degrees,
        /// The range.
        metres: f64,
    },
    /// A measured line with its result.
    Ruler {
        /// The line.
        line: Line,
        /// The measure.
        measure: String,
        /// What follows from it.
        verdict: String,
    },
    /// A leader's command radius.
    Command {
        /// The leader's side.
        side: Side,
        /// Where he is.
        at: Point,
        /// How far.
        metres: f64,
    },
    /// A courier's ride.
    Ride {
        /// The courier's side.
        side: Side,
        /// The start.
        from: Point,
        /// The destination.
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
    /// How many metres of ground one centimetre of the table represents.
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
    /// The names of the sides; without a name, the colour.
    pub sides: Vec<(Side, String)>,
}

impl Scene {
    /// A ground without units or marks.
    #[must_use]
    pub fn of(ground: Ground) -> Scene {
        let (title, subtitle, scale) = (None, None, None);
        Scene { ground, units: Vec::new(), marks: Vec::new(), title, subtitle, scale, sides: Vec::new() }
    }
}
