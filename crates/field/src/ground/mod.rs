//! The ground: areas, lines, buildings, bridges, fords and contours, read from GeoJSON in metres.

mod check;
mod cross;
mod feature;
mod geojson_text;
mod kind;
mod road;
mod under;

pub use check::{GroundError, Problem, Trouble};
pub use cross::Crossed;
pub use feature::{Feature, FeatureId, Grade, Patch, Properties, Shape};
pub use kind::{AreaKind, CrossingKind, Kind, LineKind, Surface, UnknownKind};
pub use road::{RoadError, RoadSide};
pub use under::Under;

pub(crate) use cross::{Room, Strip, spans_on_rim, spans_round};

use std::sync::Arc;

use crate::ask::Table;
use crate::point::{Extent, Point};
use crate::polygon::ring_holds;

/// Metres from one contour to the next, if the ground does not say.
pub const CONTOUR_INTERVAL: f64 = 10.0;

/// A table and what lies on it. Everything in it has been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    name: Option<String>,
    table: Table,
    contour_interval: f64,
    features: Vec<Arc<Feature>>,
    extents: Vec<Extent>,
    /// The bounds of each of them, computed once, also for the grounds that are made of this one.
    rings: Vec<Arc<cross::Rings>>,
    /// The numbers of the contours, and of the lines that mark a crest: every line of sight asks for them.
    contours: Vec<usize>,
    crests: Vec<usize>,
}

impl Ground {
    /// Puts features on a table, and checks every one.
    ///
    /// # Errors
    /// All that is wrong with all of them, each by its number and name.
    pub fn new(
        name: Option<String>,
        table: Table,
        contour_interval: f64,
        features: Vec<Feature>,
    ) -> Result<Ground, GroundError> {
        let bare = Ground { name, contour_interval, ..Ground::open(table) };
        bare.laid(features.into_iter().map(Arc::new).collect())
    }

    /// The same table with other features. What it has in the same place is taken over as it is; only what is new is checked.
    ///
    /// # Errors
    /// As for [`Ground::new`].
    pub fn laid(&self, features: Vec<Arc<Feature>>) -> Result<Ground, GroundError> {
        let kept =
            |number: usize| self.features.get(number).is_some_and(|old| Arc::ptr_eq(old, &features[number]));
        check::all(&features, &self.table, self.contour_interval, kept)?;
        let numbers = 0..features.len();
        let extent = |number| if kept(number) { self.extents[number] } else { features[number].extent() };
        let bounds = |number: usize| match kept(number) {
            true => self.rings[number].clone(),
            false => Arc::new(cross::rings_of(&features[number])),
        };
        let (extents, rings) = (numbers.clone().map(extent).collect(), numbers.map(bounds).collect());
        let of_kind =
            |kind: Kind| (0..features.len()).filter(|&number| features[number].kind == kind).collect();
        let (contours, crests) = (of_kind(Kind::Contour), of_kind(Kind::Line(LineKind::Crest)));
        let Ground { ref name, table, contour_interval, .. } = *self;
        Ok(Ground { name: name.clone(), table, contour_interval, features, extents, rings, contours, crests })
    }

    /// Its features, shared, to lay another ground with.
    #[must_use]
    pub fn shared(&self) -> Vec<Arc<Feature>> {
        self.features.clone()
    }

    /// Flat and bare.
    #[must_use]
    pub fn open(table: Table) -> Ground {
        Ground {
            name: None,
            table,
            contour_interval: CONTOUR_INTERVAL,
            features: Vec::new(),
            extents: Vec::new(),
            rings: Vec::new(),
            contours: Vec::new(),
            crests: Vec::new(),
        }
    }

    /// What the place is called.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The ground that is played on.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Metres of height from one contour to the next.
    #[must_use]
    pub fn contour_interval(&self) -> f64 {
        self.contour_interval
    }

    /// Everything on it, with its number.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features.iter().enumerate().map(|(number, feature)| (FeatureId(number), &**feature))
    }

    /// One thing by its number; `None` for a number of another ground.
    #[must_use]
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        self.features.get(id.0).map(Arc::as_ref)
    }

    /// The box round a thing, its width counted; `None` for a number of another ground.
    #[must_use]
    pub fn extent(&self, id: FeatureId) -> Option<&Extent> {
        self.extents.get(id.0)
    }

    /// What bounds a thing, piece by piece; nothing for a number of another ground.
    pub(crate) fn rings(&self, id: FeatureId) -> &[Vec<Vec<Point>>] {
        self.rings.get(id.0).map_or(&[], |rings| rings.as_slice())
    }

    /// The first thing of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<(FeatureId, &Feature)> {
        self.features().find(|(_, feature)| feature.name.as_deref() == Some(name))
    }

    /// Everything whose box meets another.
    pub fn near(&self, extent: Extent) -> impl Iterator<Item = (FeatureId, &Feature)> {
        let near = move |&(number, _): &(usize, &Arc<Feature>)| self.extents[number].meets(&extent);
        self.features.iter().enumerate().filter(near).map(|(number, feature)| (FeatureId(number), &**feature))
    }

    /// Everything that may lie on a strip.
    pub(crate) fn near_strip(&self, strip: Strip) -> impl Iterator<Item = (FeatureId, &Feature)> {
        let near = move |&(number, _): &(usize, &Arc<Feature>)| !strip.misses(&self.extents[number]);
        self.features.iter().enumerate().filter(near).map(|(number, feature)| (FeatureId(number), &**feature))
    }

    /// The contours that may lie on a strip.
    pub(crate) fn contours_on(&self, strip: Strip) -> impl Iterator<Item = (FeatureId, &Feature)> {
        let on = self.contours.iter().filter(move |&&number| !strip.misses(&self.extents[number]));
        on.map(|&number| (FeatureId(number), &*self.features[number]))
    }

    /// The contours whose box meets another.
    fn contours_near(&self, extent: Extent) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.near_among(&self.contours, extent)
    }

    /// The lines that mark a crest and whose box meets another.
    pub(crate) fn crests_near(&self, extent: Extent) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.near_among(&self.crests, extent)
    }

    fn near_among<'a>(
        &'a self,
        among: &'a [usize],
        extent: Extent,
    ) -> impl Iterator<Item = (FeatureId, &'a Feature)> {
        let near = among.iter().filter(move |&&number| self.extents[number].meets(&extent));
        near.map(|&number| (FeatureId(number), &*self.features[number]))
    }

    /// Everything that covers a place, lines by their width.
    pub fn at(&self, place: Point) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.near(Extent { low: place, high: place }).filter(move |(_, feature)| feature.holds(place))
    }

    /// The surface at a place: a bridge before a ford, these before a road, a road before a building,
    /// that before an area (of several the last drawn), and open ground where there is nothing.
    #[must_use]
    pub fn surface_at(&self, place: Point) -> Surface {
        self.at(place)
            .filter_map(|(_, feature)| feature.kind.surface())
            .enumerate()
            .max_by_key(|&(order, surface)| (surface.precedence(), order))
            .map_or(Surface::Open, |(_, surface)| surface)
    }

    /// The level of the ground: that of the highest contour round a place, 0 outside all.
    #[must_use]
    pub fn level_at(&self, place: Point) -> i32 {
        let near = self.contours_near(Extent { low: place, high: place });
        let rings = near.filter(|(_, feature)| feature.holds(place));
        rings.filter_map(|(_, feature)| feature.properties.level).fold(0, |level, ring| {
            // A hollow below the plain is drawn with a negative level.
            if ring < 0 && level <= 0 { level.min(ring) } else { level.max(ring) }
        })
    }

    /// The height of the ground in metres: that of its level.
    #[must_use]
    pub fn height_at(&self, place: Point) -> f64 {
        f64::from(self.level_at(place)) * self.contour_interval
    }
}

impl Feature {
    /// Whether it covers a place; a line covers half its width to each side.
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        match &self.shape {
            Shape::Area(patch) => {
                ring_holds(&patch.outer, place) && !patch.holes.iter().any(|hole| ring_holds(hole, place))
            }
            Shape::Line(line) => {
                let reach = self.width() / 2.0;
                line.windows(2)
                    .any(|leg| crate::polygon::nearest_on((leg[0], leg[1]), place).distance(place) <= reach)
            }
            Shape::Place(spot) => spot.distance(place) <= self.width() / 2.0,
        }
    }
}
