//! Writes pages as PDF, with only the letters that they use.
//!
//! It uses the same library as the maps (`svg2pdf` is built on the same `pdf-writer`), so that only one stack is compiled.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, PageMode, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::{GlyphId, Tag};

use super::paper::{Bookmark, Face, Letters, Mark, Page, broken};
use crate::fault::CliFault;

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// Brown-black, like the ink of the web page.
const INK: [f32; 3] = [34.0 / 255.0, 28.0 / 255.0, 18.0 / 255.0];

/// What a document says about itself.
pub(super) struct About<'a> {
    pub(super) title: &'a str,
    pub(super) language: &'a str,
    pub(super) bookmarks: &'a [Bookmark],
}

/// One of the two fonts, and which of its letters are used.
struct Used<'a> {
    name: &'static str,
    resource: Name<'static>,
    data: &'static [u8],
    letters: &'a Letters,
    glyphs: GlyphRemapper,
    /// The character of each glyph, so that people can copy and search the text.
    read_as: BTreeMap<u16, char>,
}

impl<'a> Used<'a> {
    fn new(face: Face, letters: &'a Letters) -> Self {
        let (name, resource) = match face {
            Face::Upright => ("KRIGSS+EBGaramond12-Regular", Name(b"Upright")),
            Face::Italic => ("KRIGSS+EBGaramond12-Italic", Name(b"Italic")),
        };
        let (glyphs, read_as) = (GlyphRemapper::new(), BTreeMap::new());
        Used { name, resource, data: face.data(), letters, glyphs, read_as }
    }

    /// A text, encoded as the numbers that its letters have in the document.
    fn encoded(&mut self, text: &str) -> Vec<u8> {
        let mut number = |letter: char| {
            let number = self.glyphs.remap(self.letters.letter(letter).glyph);
            if number != 0 {
                self.read_as.insert(number, letter);
            }
            number.to_be_bytes()
        };
        text.chars().flat_map(&mut number).collect()
    }
}

/// Hands out the numbers of the document's objects.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// The pages as PDF; `letters` are the letters of both fonts.
pub(super) fn pdf(pages: &[Page], letters: [&Letters; 2], about: &About<'_>) -> Result<Vec<u8>, CliFault> {
    let mut numbers = Numbers(0);
    let (catalog, tree, info) = (numbers.next(), numbers.next(), numbers.next());
    let mut faces = [Used::new(Face::Upright, letters[0]), Used::new(Face::Italic, letters[1])];
    let fonts = faces.each_ref().map(|face| (face.resource, numbers.next()));
    let mut pdf = Pdf::new();
    let outline = (!about.bookmarks.is_empty()).then(|| numbers.next());
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr(about.language));
    if let Some(outline) = outline {
        // A reader's program opens with the list of chapters.
        root.outlines(outline).page_mode(PageMode::UseOutlines);
    }
    root.finish();
    pdf.document_info(info).title(TextStr(about.title)).creator(TextStr("krigsspil"));
    let places: Vec<_> = pages.iter().map(|_| (numbers.next(), numbers.next())).collect();
    pdf.pages(tree).kids(places.iter().map(|(page, _)| *page)).count(pages.len() as i32);
    if let Some(outline) = outline {
        let sheets = pages.iter().zip(&places).map(|(page, (sheet, _))| (*sheet, page.lie.size().1));
        list(&mut pdf, about.bookmarks, &sheets.collect::<Vec<_>>(), outline, &mut numbers);
    }
    for (page, (sheet, content)) in pages.iter().zip(places) {
        let (width, height) = page.lie.size();
        let mut written = pdf.page(sheet);
        written.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content);
        let mut resources = written.resources();
        let mut named = resources.fonts();
        for (name, font) in fonts {
            named.pair(name, font);
        }
        named.finish();
        resources.finish();
        written.finish();
        let marks = deflated(&marked(page, height, &mut faces));
        pdf.stream(content, &marks).filter(Filter::FlateDecode);
    }
    for (face, (_, font)) in faces.iter().zip(fonts) {
        embed(&mut pdf, face, font, &mut numbers)?;
    }
    Ok(pdf.finish())
}

/// Lists the bookmarks, one after the other; `sheets` are the pages with their heights.
fn list(pdf: &mut Pdf, bookmarks: &[Bookmark], sheets: &[(Ref, f32)], outline: Ref, numbers: &mut Numbers) {
    let items: Vec<(Ref, &Bookmark)> = bookmarks.iter().map(|mark| (numbers.next(), mark)).collect();
    let (Some((first, _)), Some((last, _))) = (items.first(), items.last()) else { return };
    pdf.outline(outline).first(*first).last(*last).count(items.len() as i32);
    for (at, (item, mark)) in items.iter().enumerate() {
        let mut written = pdf.outline_item(*item);
        written.parent(outline).title(TextStr(&mark.title));
        if let Some((before, _)) = at.checked_sub(1).and_then(|before| items.get(before)) {
            written.prev(*before);
        }
        if let Some((after, _)) = items.get(at + 1) {
            written.next(*after);
        }
        if let Some((sheet, height)) = sheets.get(mark.page) {
            written.dest().page(*sheet).xyz(0.0, height - mark.y, None);
        }
    }
}

/// The contents of a page. PDF counts from the bottom of the paper, our pages count from the top.
fn marked(page: &Page, height: f32, faces: &mut [Used<'_>; 2]) -> Vec<u8> {
    let mut content = Content::new();
    let [red, green, blue] = INK;
    content.set_fill_rgb(red, green, blue).set_stroke_rgb(red, green, blue);
    for mark in &page.marks {
        match mark {
            Mark::Text { x, y, size, face, text } => {
                let face = &mut faces[usize::from(*face == Face::Italic)];
                content.begin_text().set_font(face.resource, *size).next_line(*x, height - y);
                content.show(Str(&face.encoded(text))).end_text();
            }
            Mark::Line { from, to, width } => {
                content.set_line_width(*width).move_to(from.0, height - from.1);
                content.line_to(to.0, height - to.1).stroke();
            }
        }
    }
    content.finish()
}

fn deflated(data: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(data, 6)
}

/// Embeds the used letters of a font into the document.
fn embed(pdf: &mut Pdf, used: &Used<'_>, font: Ref, numbers: &mut Numbers) -> Result<(), CliFault> {
    let [cid, descriptor, cmap, program] = [(); 4].map(|()| numbers.next());
    let face = ttf_parser::Face::parse(used.data, 0).map_err(broken)?;
    // PDF measures in thousandths of the letter size.
    let measure = |units: f32| units / f32::from(face.units_per_em()) * 1000.0;
    let name = Name(used.name.as_bytes());

    pdf.type0_font(font)
        .base_font(Name(format!("{}-Identity-H", used.name).as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let mut letters = pdf.cid_font(cid);
    letters.subtype(CidFontType::Type0).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
    let widths = used.glyphs.remapped_gids().map(|glyph| face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0));
    letters.default_width(0.0).widths().consecutive(0, widths.map(|width| measure(f32::from(width))));
    letters.finish();

    let flags = FontFlags::SERIF | FontFlags::SYMBOLIC;
    let bounds = face.global_bounding_box();
    let [left, foot, right, head] =
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|side| measure(side.into()));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(if face.is_italic() { flags | FontFlags::ITALIC } else { flags })
        .bbox(Rect::new(left, foot, right, head))
        .italic_angle(face.italic_angle())
        .ascent(measure(face.ascender().into()))
        .descent(measure(face.descender().into()))
        .cap_height(measure(face.capital_height().unwrap_or(face.ascender()).into()))
        .stem_v(80.0)
        .font_file3(program);

    let mut read_as = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    for (number, letter) in &used.read_as {
        read_as.pair(*number, *letter);
    }
    pdf.cmap(cmap, &read_as.finish());

    let subset = subsetter::subset(used.data, 0, &used.glyphs).map_err(broken)?;
    let subset = ttf_parser::RawFace::parse(&subset, 0).map_err(broken)?;
    let cff = subset.table(Tag::from_bytes(b"CFF ")).ok_or_else(|| broken("the face has no outlines"))?;
    let cff = deflated(cff);
    let mut stream = pdf.stream(program, &cff);
    stream.filter(Filter::FlateDecode).pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    Ok(())
}
