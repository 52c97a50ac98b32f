//! Draws the field in the style of an old staff map.
//!
//! ```
//! use krigsspil_draw::{Arm, Scene, Side, Unit, draw_svg};
//! use krigsspil_field::prelude::*;
//!
//! let ground = Ground::open(Table::new(1200.0, 1000.0)?);
//! let line = Body::line(BaseSize::new(15.0, 15.0)?, 30, 2)?;
//! let mut scene = Scene::of(ground);
//! let standing = line.at(Pose::new(point(600.0, 500.0), Bearing::NORTH))?;
//! scene.units.push(Unit::new(Side::Blue, Arm::Infantry, standing).called("2nd Wisconsin"));
//! let picture = draw_svg(&scene);
//! assert!(picture.contains("2nd Wisconsin"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`draw_file`] does everything from a GeoJSON file to `.svg`, `.png` or `.pdf`. PNG and PDF use EB Garamond, which is included (`fonts/`,
//! under the SIL Open Font License), so that they look the same on every machine.

mod cover;
mod defs;
pub mod fonts;
mod frame;
mod hills;
mod labels;
mod lines;
mod marks;
mod names;
#[cfg(feature = "pictures")]
mod output;
mod read;
mod scene;
mod sheet;
mod smooth;
mod style;
mod units;

pub use names::{MapName, map_names};
#[cfg(feature = "pictures")]
pub use output::{to_pdf, to_png};
pub use read::scene_from_geojson;
pub use scene::{Arm, Badge, BadgeKind, Mark, Scene, Side, TableScale, Unit};

use krigsspil_field::ground::{Ground, GroundError};
use std::path::Path;
use thiserror::Error;

/// The width of PNG pictures in dots.
pub const DOTS_WIDE: u32 = 2400;

/// Why nothing was drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The file could not be read.
    #[error("cannot read {path}: {why}")]
    Read {
        /// Which file.
        path: String,
        /// What the system said.
        why: std::io::Error,
    },
    /// The ground is wrong.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// A unit or mark is wrong.
    #[error("feature {number}: {why}")]
    Feature {
        /// Its number in the file, beginning with 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The ending of the picture's name is not a known format.
    #[error("the picture's name must end in .svg, .png or .pdf, but is {0}")]
    UnknownEnding(String),
    /// This build draws no PNG and no PDF: it was made without the feature `pictures`.
    #[error("this build draws only .svg: build it with the feature `pictures` for .png and .pdf")]
    OnlySvg,
    /// The picture could not be made.
    #[error("the picture cannot be made: {0}")]
    Render(String),
    /// The picture could not be written.
    #[error("cannot write {path}: {why}")]
    Write {
        /// Which file.
        path: String,
        /// What the system said.
        why: std::io::Error,
    },
}

/// Draws a scene as SVG. One unit of the picture is one metre of ground.
#[must_use]
pub fn draw_svg(scene: &Scene) -> String {
    let ground = &scene.ground;
    let mut sheet = sheet::Sheet::new(*ground.table().extent());
    frame::begin(&mut sheet);
    sheet.open(r##"clip-path="url(#map)""##);
    draw_land(&mut sheet, ground);
    marks::draw_below(&mut sheet, &scene.marks);
    names::draw(&mut sheet, ground);
    units::draw(&mut sheet, &scene.units);
    marks::draw_above(&mut sheet, &scene.marks);
    sheet.close();
    frame::end(&mut sheet, scene);
    sheet.into_text()
}

/// Draws only the ground, without margin, names and units: for a page that draws those itself and larger. One unit of the picture is one metre of
/// ground; its upper left corner is the north-west corner of the table.
#[must_use]
pub fn draw_ground_svg(ground: &Ground) -> String {
    let mut sheet = sheet::Sheet::new(*ground.table().extent());
    frame::begin_bare(&mut sheet);
    draw_land(&mut sheet, ground);
    sheet.raw("</svg>");
    sheet.into_text()
}

/// Everything on the ground, from below to above.
fn draw_land(sheet: &mut sheet::Sheet, ground: &Ground) {
    let hills = hills::of(sheet, ground);
    hills::draw_tints(sheet, &hills);
    cover::draw_areas(sheet, ground);
    hills::draw_lines(sheet, &hills, ground);
    frame::grid(sheet);
    lines::draw_water(sheet, ground);
    lines::draw_roads(sheet, ground);
    lines::draw_works(sheet, ground);
    lines::draw_crossings(sheet, ground);
    cover::draw_buildings(sheet, ground);
}

/// The format of a picture, from the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines and letters as text.
    Svg,
    /// Dots.
    Png,
    /// A page to print.
    Pdf,
}

impl Format {
    /// The format for the ending of a file's name.
    ///
    /// # Errors
    /// If it is not one of `.svg`, `.png` and `.pdf`.
    pub fn of(path: &Path) -> Result<Format, DrawError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("pdf") => Ok(Format::Pdf),
            _ => Err(DrawError::UnknownEnding(path.display().to_string())),
        }
    }
}

/// Draws a scene as the bytes of a file.
///
/// # Errors
/// If the picture cannot be made.
pub fn draw(scene: &Scene, format: Format) -> Result<Vec<u8>, DrawError> {
    let svg = draw_svg(scene);
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        #[cfg(feature = "pictures")]
        Format::Png => to_png(&svg, DOTS_WIDE),
        #[cfg(feature = "pictures")]
        Format::Pdf => to_pdf(&svg),
        #[cfg(not(feature = "pictures"))]
        Format::Png | Format::Pdf => Err(DrawError::OnlySvg),
    }
}

/// Draws a ground from a GeoJSON file, with the units and marks in it, to a file whose name ends in `.svg`, `.png` or `.pdf`.
///
/// # Errors
/// Says what is wrong with the input, feature by feature, or why the output could not be written.
pub fn draw_file(input: &Path, output: &Path) -> Result<(), DrawError> {
    let format = Format::of(output)?;
    let text = std::fs::read_to_string(input)
        .map_err(|why| DrawError::Read { path: input.display().to_string(), why })?;
    let bytes = draw(&scene_from_geojson(&text)?, format)?;
    std::fs::write(output, bytes).map_err(|why| DrawError::Write { path: output.display().to_string(), why })
}
