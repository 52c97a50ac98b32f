//! The kinds of ground, and their names in a file.

use std::fmt;
use std::str::FromStr;

macro_rules! kinds {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// Its name in a file.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            pub(crate) fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// Ground that one enters and leaves.
    AreaKind {
        /// Trees close together.
        Wood = "wood",
        /// Trees in rows, or a thin wood.
        Plantation = "plantation",
        /// Fruit trees in grass.
        Orchard = "orchard",
        /// Bushes.
        Scrub = "scrub",
        /// Wet ground.
        Marsh = "marsh",
        /// Broken, stony or otherwise difficult ground.
        Rough = "rough",
        /// Standing crops.
        Crops = "crops",
        /// Ploughed land.
        Plough = "plough",
        /// Grass.
        Meadow = "meadow",
        /// Kitchen gardens and yards.
        Garden = "garden",
        /// Lakes, ponds and wide rivers.
        Water = "water",
        /// A village or town between its buildings.
        BuiltUp = "built_up",
    }
}

kinds! {
    /// What runs across the ground.
    LineKind {
        /// A made road.
        Road = "road",
        /// A track.
        Path = "path",
        /// Rails, or the bed for them.
        Railway = "railway",
        /// Running water.
        Stream = "stream",
        /// A hedge.
        Hedge = "hedge",
        /// A wall.
        Wall = "wall",
        /// A fence.
        Fence = "fence",
        /// A ditch.
        Ditch = "ditch",
        /// A bank of earth.
        Embankment = "embankment",
        /// A cut through the ground.
        Cutting = "cutting",
        /// A breastwork or other field work.
        Breastwork = "breastwork",
        /// Felled trees.
        Abatis = "abatis",
        /// A slope too steep to climb.
        Cliff = "cliff",
        /// The crest of a hill, where it is not in the middle.
        Crest = "crest",
    }
}

kinds! {
    /// A way over or through water.
    CrossingKind {
        /// For all arms.
        Bridge = "bridge",
        /// For men one by one.
        Footbridge = "footbridge",
        /// A shallow.
        Ford = "ford",
    }
}

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Ground that one enters and leaves.
    Area(AreaKind),
    /// What runs across the ground.
    Line(LineKind),
    /// A house, barn, church or mill.
    Building,
    /// A bridge or ford.
    Crossing(CrossingKind),
    /// A ring of equal height.
    Contour,
    /// A name on the map.
    Place,
}

impl Kind {
    /// Every word that a file may use.
    pub fn words() -> impl Iterator<Item = &'static str> {
        let areas = AreaKind::ALL.iter().map(|kind| kind.word());
        let lines = LineKind::ALL.iter().map(|kind| kind.word());
        let crossings = CrossingKind::ALL.iter().map(|kind| kind.word());
        areas.chain(lines).chain(crossings).chain(["building", "contour", "place"])
    }

    /// The surface it makes; contours, crests and names make none.
    #[must_use]
    pub fn surface(self) -> Option<Surface> {
        match self {
            Kind::Area(kind) => Some(Surface::Area(kind)),
            Kind::Line(LineKind::Crest) | Kind::Contour | Kind::Place => None,
            Kind::Line(kind) => Some(Surface::Line(kind)),
            Kind::Building => Some(Surface::Building),
            Kind::Crossing(kind) => Some(Surface::Crossing(kind)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Area(kind) => kind.word(),
            Kind::Line(kind) => kind.word(),
            Kind::Crossing(kind) => kind.word(),
            Kind::Building => "building",
            Kind::Contour => "contour",
            Kind::Place => "place",
        })
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(word: &str) -> Result<Kind, UnknownKind> {
        let found = AreaKind::from_word(word)
            .map(Kind::Area)
            .or_else(|| LineKind::from_word(word).map(Kind::Line))
            .or_else(|| CrossingKind::from_word(word).map(Kind::Crossing));
        match (found, word) {
            (Some(kind), _) => Ok(kind),
            (None, "building") => Ok(Kind::Building),
            (None, "contour") => Ok(Kind::Contour),
            (None, "place") => Ok(Kind::Place),
            _ => Err(UnknownKind(word.to_owned())),
        }
    }
}

/// A word that names no kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a kind of ground; choose one of: {known}", known = Kind::words().collect::<Vec<_>>().join(", "))]
pub struct UnknownKind(pub String);

/// The surface under one's feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    /// Nothing in particular.
    Open,
    /// An area of some kind.
    Area(AreaKind),
    /// Inside a building.
    Building,
    /// On a line: along a road, or astride a hedge.
    Line(LineKind),
    /// On a bridge or in a ford.
    Crossing(CrossingKind),
}

impl Surface {
    /// Of several surfaces at one place the one with the highest precedence counts.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Surface::Open => 0,
            Surface::Area(_) => 1,
            Surface::Building => 2,
            Surface::Line(LineKind::Stream | LineKind::Ditch) => 4,
            Surface::Line(LineKind::Path) => 5,
            Surface::Line(LineKind::Road) => 6,
            Surface::Line(_) => 3,
            Surface::Crossing(CrossingKind::Ford) => 7,
            Surface::Crossing(_) => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back_as_itself() {
        for word in Kind::words() {
            assert_eq!(word.parse::<Kind>().unwrap().to_string(), word);
        }
        assert!("moat".parse::<Kind>().unwrap_err().to_string().contains("marsh"));
    }
}
