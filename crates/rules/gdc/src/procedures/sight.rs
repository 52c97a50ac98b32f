//! Weather, visibility and observation.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The ground under a general's casting (§2.3).
    pub enum Lookout {
        Level = "level",
        OneContour = "one_contour_hill",
        TwoContours = "two_contour_hill",
        ThreeContours = "three_contour_hill",
    }
}

krigsspil_engine::facts! {
    /// The hourly roll for the weather.
    pub struct WeatherRoll {
        current: Weather = Weather::Clear, "seq.command.3";
        winter: bool = false, "chart.morale-modifiers";
    }
}

krigsspil_engine::outcome! {
    /// The weather of the next hour.
    pub struct WeatherRollResult {
        weather: Weather;
        visibility_yards: Yards;
        poor_visibility: bool;
        firepower_modifier: i32;
        snow_underfoot: bool;
    }
}

impl Procedure for WeatherRoll {
    type Tables = Tables;
    type Outcome = WeatherRollResult;
    const ABOUT: About =
        About { name: "weather", group: Group::Sight, dice: "d100", cites: &["seq.command.3", "2.1.D"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<WeatherRollResult, Fault> {
        let change = tables.lists.weather_change().thrown(dice, "weather", Die::Percentile)?;
        let last = Weather::ALL.len() as i32 - 1;
        let step = (self.current as i32 + change).clamp(0, last);
        let weather = Weather::ALL[step as usize];
        let effects = tables.lists.weather(weather);
        Ok(WeatherRollResult {
            weather,
            visibility_yards: Yards(effects.visibility_yards),
            poor_visibility: weather != Weather::Clear,
            firepower_modifier: effects.firepower,
            snow_underfoot: self.winter && weather >= Weather::Rain,
        })
    }
}

/// How far one sees inside light woods (§11.5.A).
const LIGHT_WOODS_SIGHT: Yards = Yards(250);

/// How far one sees inside heavy woods (§11.5.B).
const HEAVY_WOODS_SIGHT: Yards = Yards(200);

/// A unit within this distance of an enemy is put on the table (§2.1.B).
const PLACED_WITHIN: Yards = Yards(1000);

krigsspil_engine::facts! {
    /// A unit that somebody looks for.
    pub struct Visibility {
        distance_yards: Yards [0..=5000], "2.1.A";
        weather: Weather = Weather::Clear, "2.1.D";
        woods: Woods = Woods::None, "11.5";
        line_of_sight_blocked: bool = false, "2.1.E";
        harvest_field_between: bool = false, "11.4";
        only_passable_friends_between: bool = false, "5.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is seen.
    pub struct VisibilityResult {
        range_yards: Yards;
        visible: bool;
        placed_on_board: bool;
        may_be_charged: bool;
        may_be_fired_at: bool;
    }
}

impl Procedure for Visibility {
    type Tables = Tables;
    type Outcome = VisibilityResult;
    const ABOUT: About = About {
        name: "visibility",
        group: Group::Sight,
        dice: "",
        cites: &["2.1", "2.1.A", "2.1.B", "2.1.C", "2.1.E", "5.4", "7.9", "11.4", "11.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<VisibilityResult, Fault> {
        let open = Yards(tables.lists.weather(self.weather).visibility_yards);
        let range = match self.woods {
            Woods::None => open,
            Woods::Light => open.min(LIGHT_WOODS_SIGHT),
            Woods::Heavy => open.min(HEAVY_WOODS_SIGHT),
        };
        let blocked = self.line_of_sight_blocked || self.harvest_field_between;
        let near_enough = self.distance_yards <= range;
        let visible = near_enough && !blocked;
        // Friends that a charger may pass through, or that charge ahead of it, do not block its sight (ruling 73).
        let only_friends = self.only_passable_friends_between && !self.harvest_field_between;
        Ok(VisibilityResult {
            range_yards: range,
            visible,
            placed_on_board: self.distance_yards <= PLACED_WITHIN,
            may_be_charged: visible || near_enough && only_friends,
            may_be_fired_at: visible,
        })
    }
}

impl Commander {
    /// The radius of direct control (§2.3).
    pub const fn control_radius(self) -> Yards {
        match self {
            Commander::Army => Yards(500),
            Commander::CorpsOrLower => Yards(400),
        }
    }
}

krigsspil_engine::facts! {
    /// A general who observes.
    pub struct ObservationRange {
        commander: Commander, "2.3";
        position: Lookout = Lookout::Level, "2.3";
        enemy_within_400: bool = false, "2.3";
    }
}

krigsspil_engine::outcome! {
    /// How far he can command and see.
    pub struct ObservationRangeResult {
        control_radius_yards: Yards;
        observation_range_yards: Yards;
    }
}

impl Procedure for ObservationRange {
    type Tables = Tables;
    type Outcome = ObservationRangeResult;
    const ABOUT: About = About { name: "observation_range", group: Group::Sight, dice: "", cites: &["2.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ObservationRangeResult, Fault> {
        let radius = self.commander.control_radius();
        let hundredths = match self.position {
            _ if self.enemy_within_400 => 100,
            Lookout::Level => 125,
            Lookout::OneContour => 175,
            Lookout::TwoContours => 250,
            Lookout::ThreeContours => 300,
        };
        Ok(ObservationRangeResult {
            control_radius_yards: radius,
            observation_range_yards: Yards(radius.0 * hundredths / 100),
        })
    }
}
