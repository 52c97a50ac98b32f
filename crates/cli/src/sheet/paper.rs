//! Paper: pages of text and lines, measured in points with the page's own font and written as PDF.

use krigsspil_draw::fonts::{ITALIC, UPRIGHT};

use super::pdf;
use crate::fault::CliFault;

/// A4 in points, the short side first.
const A4: (f32, f32) = (595.28, 841.89);
/// The margin on every side: 14 mm.
pub const MARGIN: f32 = 39.7;

/// The orientation of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// The short side at the top.
    Portrait,
    /// The long side at the top.
    Landscape,
}

impl Lie {
    /// Width and height of the paper.
    pub fn size(self) -> (f32, f32) {
        match self {
            Lie::Portrait => A4,
            Lie::Landscape => (A4.1, A4.0),
        }
    }
}

/// The two fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// For running text.
    Upright,
    /// For headings.
    Italic,
}

impl Face {
    /// Its file.
    pub(super) fn data(self) -> &'static [u8] {
        match self {
            Face::Upright => UPRIGHT,
            Face::Italic => ITALIC,
        }
    }
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Text { x: f32, y: f32, size: f32, face: Face, text: String },
    Line { from: (f32, f32), to: (f32, f32), width: f32 },
}

/// One page.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) lie: Lie,
    pub(super) marks: Vec<Mark>,
}

/// A letter of a font: its glyph, and its width as a fraction of the letter size.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub(super) glyph: u16,
    width: f32,
}

/// The letters of a font.
pub(super) struct Letters(Vec<Letter>);

/// The tables hold the letters below this: all that Danish, English and the printed signs need.
const USUAL: u32 = 0x2300;

/// The figures that stand on the base line and all have the same width, as tables need them.
const FIGURES: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

impl Letters {
    fn of(face: Face) -> Result<Letters, CliFault> {
        let face = ttf_parser::Face::parse(face.data(), 0).map_err(broken)?;
        let em = f32::from(face.units_per_em());
        let letter = |code: u32| {
            let figure = code.checked_sub(u32::from('0')).and_then(|place| FIGURES.get(place as usize));
            let lining = figure.and_then(|name| {
                let kinds = ["tablining", "lnum"];
                kinds.iter().find_map(|kind| face.glyph_index_by_name(&format!("{name}.{kind}")))
            });
            let glyph = lining.or_else(|| char::from_u32(code).and_then(|letter| face.glyph_index(letter)));
            let glyph = glyph.unwrap_or_default();
            Letter { glyph: glyph.0, width: f32::from(face.glyph_hor_advance(glyph).unwrap_or(500)) / em }
        };
        Ok(Letters((0..USUAL).map(letter).collect()))
    }

    pub(super) fn letter(&self, letter: char) -> Letter {
        // The font has no sun, the sign of a loss test; its currency sign is a ring with rays.
        let letter = if letter == '☉' { '¤' } else { letter };
        self.0.get(letter as usize).copied().unwrap_or(Letter { glyph: 0, width: 0.5 })
    }

    fn width(&self, text: &str) -> f32 {
        text.chars().map(|letter| self.letter(letter).width).sum()
    }
}

/// A place in the document that a reader's program lists beside its pages.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bookmark {
    pub(super) title: String,
    /// The page, from 0.
    pub(super) page: usize,
    /// From the top of the page.
    pub(super) y: f32,
}

/// A pile of pages.
pub struct Paper {
    upright: Letters,
    italic: Letters,
    pages: Vec<Page>,
    bookmarks: Vec<Bookmark>,
}

pub(super) fn broken(what: impl std::fmt::Display) -> CliFault {
    CliFault::Failed(crate::wordings::NO_PDF.with([("reason", what.into())]))
}

impl Paper {
    /// A document without pages.
    pub fn new() -> Result<Paper, CliFault> {
        Ok(Paper {
            upright: Letters::of(Face::Upright)?,
            italic: Letters::of(Face::Italic)?,
            pages: Vec::new(),
            bookmarks: Vec::new(),
        })
    }

    /// Adds a new page.
    pub fn turn(&mut self, lie: Lie) {
        self.pages.push(Page { lie, marks: Vec::new() });
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Adds the pages of another document after these.
    pub fn append(&mut self, more: Paper) {
        let before = self.pages.len();
        let moved = more.bookmarks.into_iter().map(|mark| Bookmark { page: before + mark.page, ..mark });
        self.bookmarks.extend(moved);
        self.pages.extend(more.pages);
    }

    /// Lists a place on the last page for the reader's program, `y` from the top.
    pub fn bookmark(&mut self, title: &str, y: f32) {
        let page = self.pages.len().saturating_sub(1);
        self.bookmarks.push(Bookmark { title: title.to_string(), page, y });
    }

    /// The listed places: titles, and pages from 0.
    #[cfg(test)]
    pub(super) fn bookmarks(&self) -> Vec<(&str, usize)> {
        self.bookmarks.iter().map(|mark| (mark.title.as_str(), mark.page)).collect()
    }

    /// Writes something at the bottom of every page; pages are counted from 1.
    pub fn number_pages(&mut self, foot: impl Fn(usize) -> String) {
        const SIZE: f32 = 9.0;
        for place in 0..self.pages.len() {
            let text = foot(place + 1);
            let (width, height) = self.pages[place].lie.size();
            let x = (width - self.width(&text, SIZE, Face::Italic)) / 2.0;
            let mark = Mark::Text { x, y: height - MARGIN / 2.0, size: SIZE, face: Face::Italic, text };
            self.pages[place].marks.push(mark);
        }
    }

    /// All text on the pages, mark by mark.
    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        let marks = self.pages.iter().flat_map(|page| &page.marks);
        let texts = marks.filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text.as_str()),
            Mark::Line { .. } => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.marks.push(mark);
        }
    }

    /// Writes a line of text; `y` is its base line.
    pub fn write(&mut self, x: f32, y: f32, size: f32, face: Face, text: &str) {
        if !text.is_empty() {
            self.mark(Mark::Text { x, y, size, face, text: text.to_string() });
        }
    }

    /// Draws a straight line.
    pub fn rule(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        self.mark(Mark::Line { from, to, width });
    }

    /// How wide a text is.
    pub fn width(&self, text: &str, size: f32, face: Face) -> f32 {
        self.letters(face).width(text) * size
    }

    fn letters(&self, face: Face) -> &Letters {
        match face {
            Face::Upright => &self.upright,
            Face::Italic => &self.italic,
        }
    }

    /// Breaks a text into lines no wider than `width`; a wider word gets a line of its own.
    pub fn wrap(&self, text: &str, size: f32, face: Face, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let Some(line) = lines.last_mut() else { continue };
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if line.is_empty() || self.width(&longer, size, face) <= width {
                *line = longer;
            } else {
                lines.push(word.to_string());
            }
        }
        lines
    }

    /// The pages as PDF.
    pub fn pdf(self, title: &str, language: &str) -> Result<Vec<u8>, CliFault> {
        let about = pdf::About { title, language, bookmarks: &self.bookmarks };
        pdf::pdf(&self.pages, [&self.upright, &self.italic], &about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No line is too wide, and no word is lost.
    #[test]
    fn text_is_broken_between_words() {
        let paper = Paper::new().unwrap();
        let text = "The left-hand ten of the line fire first, the others when they have reloaded";
        let lines = paper.wrap(text, 10.0, Face::Upright, 90.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| paper.width(line, 10.0, Face::Upright) <= 90.0));
        assert_eq!(lines.join(" "), text);
    }

    /// A page becomes a PDF with its title and language.
    #[test]
    fn pages_become_a_pdf() {
        let mut paper = Paper::new().unwrap();
        paper.turn(Lie::Portrait);
        paper.write(50.0, 50.0, 10.0, Face::Upright, "Ærø");
        paper.rule((50.0, 60.0), (90.0, 60.0), 0.5);
        let pdf = paper.pdf("Test", "da").unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        // Only the page's own letters are embedded, not the thousands of the font.
        assert!(pdf.len() < UPRIGHT.len() / 10, "{} bytes", pdf.len());
        let has = |text: &str| pdf.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(!has("/Outlines"), "nothing to list");
        // Copied text reads as it was written.
        assert!(has("<0001> <00C6>") && has("<0002> <0072>") && has("<0003> <00F8>"));
    }

    /// Bookmarks are listed in order, and follow their pages when these come after others.
    #[test]
    fn bookmarks_name_their_pages() {
        let mut body = Paper::new().unwrap();
        for title in ["One", "Two"] {
            body.turn(Lie::Portrait);
            body.bookmark(title, 50.0);
        }
        let mut paper = Paper::new().unwrap();
        paper.turn(Lie::Portrait);
        paper.append(body);
        assert_eq!(paper.bookmarks(), [("One", 1), ("Two", 2)]);
        let pdf = paper.pdf("Test", "en").unwrap();
        let count = |text: &str| pdf.windows(text.len()).filter(|part| *part == text.as_bytes()).count();
        assert_eq!((count("/Title (One)"), count("/Title (Two)"), count("/Outlines")), (1, 1, 2));
        // Both stand 50 points below the top of an A4 page.
        assert_eq!(count("/XYZ 0 791.89 0"), 2);
    }

    /// Every letter of every rule set's words and tables is in the fonts: nothing prints as an empty box.
    #[test]
    fn every_letter_has_its_glyph() {
        let paper = Paper::new().unwrap();
        let mut without = std::collections::BTreeSet::new();
        let mut check = |text: &str| {
            let missing = |letter: char| {
                [&paper.upright, &paper.italic].iter().any(|face| face.letter(letter).glyph == 0)
            };
            without.extend(text.chars().filter(|letter| !letter.is_control() && missing(*letter)));
        };
        for listing in krigsspil_rules::RULE_SETS {
            let rules = listing.open(None).unwrap();
            for language in krigsspil_engine::Language::ALL {
                for (section, key) in rules.messages().keys(language) {
                    check(rules.messages().label(language, section, key));
                }
            }
            for row in rules.tables().iter().flat_map(|table| &table.parts).flat_map(|part| &part.rows) {
                row.cells.iter().for_each(|cell| check(&cell.to_string()));
            }
        }
        assert!(without.is_empty(), "no glyph for {without:?}");
    }
}
