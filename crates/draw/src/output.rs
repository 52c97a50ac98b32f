//! Turns SVG into PNG and PDF, with the included fonts.

use crate::DrawError;
use crate::fonts::{ITALIC, UPRIGHT};
use resvg::usvg::{Options, Tree};
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The picture with letters from our own fonts only, so that it looks the same on every machine.
fn tree(svg: &str) -> Result<Tree, DrawError> {
    let mut letters = usvg::fontdb::Database::new();
    letters.load_font_data(UPRIGHT.to_vec());
    letters.load_font_data(ITALIC.to_vec());
    letters.set_serif_family("EB Garamond");
    let options =
        Options { font_family: "EB Garamond".into(), fontdb: Arc::new(letters), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|why| DrawError::Render(why.to_string()))
}

/// An SVG picture as PNG, this many dots wide.
///
/// # Errors
/// If the text is not SVG, or the picture is too large for memory.
pub fn to_png(svg: &str, dots_wide: u32) -> Result<Vec<u8>, DrawError> {
    let tree = tree(svg)?;
    let scale = dots_wide as f32 / tree.size().width();
    let high = (tree.size().height() * scale).ceil() as u32;
    let mut picture = tiny_skia::Pixmap::new(dots_wide, high).ok_or_else(|| {
        DrawError::Render(format!("a picture of {dots_wide} by {high} dots cannot be made"))
    })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|why| DrawError::Render(why.to_string()))
}

/// An SVG picture as PDF, with its fonts inside.
///
/// # Errors
/// If the text is not SVG, or cannot be written as PDF.
pub fn to_pdf(svg: &str) -> Result<Vec<u8>, DrawError> {
    let tree = tree(svg)?;
    svg2pdf::to_pdf(&tree, svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default())
        .map_err(|why| DrawError::Render(why.to_string()))
}
