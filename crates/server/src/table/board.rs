//! The ground of a game and what everybody knows of its scenario.

use krigsspil_draw::{MapName, draw_ground_svg, map_names, scene_from_geojson};
use krigsspil_engine::scenario::Scenario;
use serde::Serialize;
use utoipa::ToSchema;

use crate::declared;

/// A side, as everybody knows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SideNamed {
    /// Its id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
}

/// A name on the map.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NameOnMap {
    /// The name.
    words: String,
    /// The middle of it: metres east and north.
    #[schema(value_type = declared::Pair)]
    at: [f64; 2],
    /// Degrees it leans, clockwise.
    lean: f64,
    /// The height of its letters, in hundredths of the drawing's width.
    size: f64,
    /// Its ink.
    ink: String,
}

impl From<MapName> for NameOnMap {
    fn from(name: MapName) -> Self {
        let MapName { words, at, lean, size, ink } = name;
        NameOnMap { words, at, lean, size, ink: ink.to_string() }
    }
}

/// The ground of a game and what everybody knows of its scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Board {
    /// The scenario's name.
    pub(crate) title: String,
    /// Its date.
    pub(crate) date: String,
    /// The hour of the first turn.
    pub(crate) starts: String,
    /// Metres from west to east.
    pub(crate) width: f64,
    /// Metres from south to north.
    pub(crate) depth: f64,
    /// The sides, in their order: it gives them their colours.
    pub(crate) sides: Vec<SideNamed>,
    /// The ground as SVG: one unit of it is one metre, its upper left corner the north-west corner of the table. Without names.
    pub(crate) picture: String,
    /// The names on the map.
    pub(crate) names: Vec<NameOnMap>,
    /// The rule that forbids to measure the distance to an enemy before one has decided; none where one may.
    #[schema(required)]
    pub(crate) no_measuring: Option<String>,
}

/// The board of a scenario under these rules; none when its ground cannot be drawn.
pub(crate) fn board(scenario: &Scenario, rules: &str) -> Option<Board> {
    let scene = scene_from_geojson(&scenario.ground_text).ok()?;
    let extent = scene.ground.table().extent();
    let sides = scenario.sides.iter();
    Some(Board {
        title: scenario.name.clone(),
        date: scenario.date.clone(),
        starts: scenario.starts.clone(),
        width: extent.width(),
        depth: extent.height(),
        sides: sides
            .map(|side| SideNamed { id: side.id.get_ref().clone(), name: side.name.clone() })
            .collect(),
        picture: draw_ground_svg(&scene.ground),
        names: map_names(&scene.ground).into_iter().map(NameOnMap::from).collect(),
        no_measuring: krigsspil_rules::no_measuring(rules).map(str::to_string),
    })
}
