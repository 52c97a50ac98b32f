//! The sheet of paper: positions, and the SVG text of everything drawn.

use krigsspil_field::point::{Extent, Point};
use std::fmt::{Display, Write};

/// A drawing in progress. One unit of the picture is one metre of ground, north is up, and the size of every line and letter is a multiple
/// of `pen`, so that a table of any size looks the same on paper.
pub(crate) struct Sheet {
    text: String,
    extent: Extent,
    /// The size of a hairline, in metres.
    pub pen: f64,
}

impl Sheet {
    pub fn new(extent: Extent) -> Sheet {
        let pen = extent.width().max(extent.height() * 1.2) / 2400.0;
        Sheet { text: String::new(), extent, pen }
    }

    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// The position on paper of a place on the ground.
    pub fn on_paper(&self, place: Point) -> (f64, f64) {
        (place.x - self.extent.low.x, self.extent.high.y - place.y)
    }

    /// Writes a piece of SVG unchanged.
    pub fn raw(&mut self, text: impl Display) {
        let _ = writeln!(self.text, "{text}");
    }

    pub fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.text, "<g {attributes}>");
    }

    pub fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// A path with its attributes; nothing if it is empty.
    pub fn path(&mut self, path: &Path, attributes: &str) {
        if !path.0.is_empty() {
            let _ = writeln!(self.text, r#"<path d="{}" {attributes}/>"#, path.0);
        }
    }

    /// Begins a path on this sheet.
    pub fn pen_at(&self) -> PathOn<'_> {
        PathOn { sheet: self, path: Path::default() }
    }

    /// Words at a position on the paper.
    pub fn words(&mut self, (x, y): (f64, f64), attributes: &str, words: &str) {
        let _ = writeln!(
            self.text,
            r#"<text x="{}" y="{}" {attributes}>{}</text>"#,
            num(x),
            num(y),
            escaped(words)
        );
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// The `d` of an SVG path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(pub String);

impl Path {
    pub fn push(&mut self, other: &Path) {
        self.0.push_str(&other.0);
    }
}

/// A path under construction, in ground metres.
pub(crate) struct PathOn<'a> {
    sheet: &'a Sheet,
    path: Path,
}

impl PathOn<'_> {
    pub fn to(mut self, command: char, place: Point) -> Self {
        let (x, y) = self.sheet.on_paper(place);
        let _ = write!(self.path.0, "{command}{} {}", num(x), num(y));
        self
    }

    pub fn line(mut self, places: &[Point]) -> Self {
        for (number, &place) in places.iter().enumerate() {
            self = self.to(if number == 0 { 'M' } else { 'L' }, place);
        }
        self
    }

    pub fn ring(mut self, places: &[Point]) -> Self {
        self = self.line(places);
        self.path.0.push('Z');
        self
    }

    /// A smooth curve through the places, closed or open.
    pub fn curve(mut self, places: &[Point], closed: bool) -> Self {
        let count = places.len();
        if count < 3 {
            return self.line(places);
        }
        let at = |i: isize| {
            if closed {
                places[i.rem_euclid(count as isize) as usize]
            } else {
                places[i.clamp(0, count as isize - 1) as usize]
            }
        };
        self = self.to('M', places[0]);
        let legs = if closed { count } else { count - 1 } as isize;
        for i in 0..legs {
            let (one, other) = crate::smooth::handles(at(i - 1), at(i), at(i + 1), at(i + 2));
            let (a, b, c) =
                (self.sheet.on_paper(one), self.sheet.on_paper(other), self.sheet.on_paper(at(i + 1)));
            let (ax, ay, bx, by, cx, cy) = (num(a.0), num(a.1), num(b.0), num(b.1), num(c.0), num(c.1));
            let _ = write!(self.path.0, "C{ax} {ay} {bx} {by} {cx} {cy}");
        }
        if closed {
            self.path.0.push('Z');
        }
        self
    }

    pub fn done(self) -> Path {
        self.path
    }
}

/// A number with no more digits than the eye can see: centimetres of ground.
pub(crate) fn num(value: f64) -> String {
    let mut text = format!("{value:.2}");
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    if text == "-0" { "0".into() } else { text }
}

/// Words with SVG's special characters escaped.
pub(crate) fn escaped(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML does not allow these at all.
            control if control.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_words_are_safe() {
        assert_eq!((num(12.0), num(0.5), num(-0.001)), ("12".into(), "0.5".into(), "0".into()));
        assert_eq!(escaped("Smith & <Sons>\u{7}"), "Smith &amp; &lt;Sons&gt; ");
    }
}
