//! Layout: headings and tables run down the page and continue on the next one.

use super::paper::{Face, Lie, MARGIN, Paper};

/// The distance between the lines of a cell, as a multiple of the letter size.
const LEADING: f32 = 1.18;
/// The widest cell on one line.
const SENTENCE: f32 = 280.0;
/// The distance between the lines of a paragraph.
const LINES: f32 = 1.28;
/// Room left and right in a cell.
const PADDING: f32 = 3.0;
/// The letters of a table are as large as fits, between these limits.
const LARGEST: f32 = 9.5;
const SMALLEST: f32 = 6.0;
/// A table that fits into one column at this size is set in one column.
const SMALL: f32 = 8.0;
/// A table that does not fit on the page at this size is cut into bands, if it has at least this many columns.
const READABLE: f32 = 7.5;
const MANY_COLUMNS: usize = 8;

/// A table to be set.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The column headings; empty if there are none.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// The desired widths; 0 lets the contents of the column decide.
    pub wished: Vec<f32>,
    /// The least height of a row: room to write in.
    pub row_height: f32,
    /// Lines around every cell, not only below.
    pub boxed: bool,
}

/// The style of a paragraph with something in the margin.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The size of its letters.
    pub size: f32,
    /// The room to the left of the text.
    pub margin: f32,
    /// The font of the text.
    pub face: Face,
}

/// A chart's letters, columns and lines, ready to be set.
struct Set {
    size: f32,
    widths: Vec<f32>,
}

/// Writes down the pages.
pub struct Layout {
    paper: Paper,
    lie: Lie,
    y: f32,
    /// Small tables stand in two columns.
    two: bool,
    /// The current column, of the two.
    column: usize,
    /// How far down each column is filled.
    down: [f32; 2],
}

/// Room between two columns.
const GUTTER: f32 = 18.0;

impl Layout {
    /// Begins on a new page.
    pub fn new(mut paper: Paper, lie: Lie) -> Layout {
        paper.turn(lie);
        Layout { paper, lie, y: MARGIN, two: false, column: 0, down: [MARGIN; 2] }
    }

    /// From here on, small tables stand in two columns.
    pub fn in_two_columns(&mut self) {
        self.two = true;
        (self.column, self.down) = (0, [self.y; 2]);
    }

    /// Starts a new page with this orientation.
    pub fn turn(&mut self, lie: Lie) {
        self.paper.turn(lie);
        self.lie = lie;
        self.y = MARGIN;
        (self.column, self.down) = (0, [MARGIN; 2]);
    }

    /// Where the current column begins.
    fn left(&self) -> f32 {
        MARGIN + self.column as f32 * (self.width() + GUTTER) / 2.0
    }

    fn column_width(&self) -> f32 {
        (self.width() - GUTTER) / 2.0
    }

    /// Is there something on this page already?
    pub fn begun(&self) -> bool {
        self.y > MARGIN
    }

    /// The paper, when everything is written.
    pub fn done(self) -> Paper {
        self.paper
    }

    /// The width between the margins.
    pub fn width(&self) -> f32 {
        self.lie.size().0 - 2.0 * MARGIN
    }

    fn bottom(&self) -> f32 {
        self.lie.size().1 - MARGIN
    }

    /// Moves to where `room` is left: a small table to the less filled column, a wide table below both; otherwise to the next page.
    fn keep(&mut self, room: f32, small: bool) {
        let [left, right] = self.down;
        (self.column, self.y) = match small {
            true if right < left => (1, right),
            true => (0, left),
            false => (0, left.max(right).max(if self.two { MARGIN } else { self.y })),
        };
        if self.y + room > self.bottom() && self.begun() {
            self.turn(self.lie);
        }
    }

    /// A heading.
    pub fn heading(&mut self, text: &str, size: f32) {
        let width = self.width();
        self.lines_of(text, size, width);
    }

    fn lines_of(&mut self, text: &str, size: f32, width: f32) {
        for line in self.paper.wrap(text, size, Face::Italic, width) {
            self.y += size * 1.1;
            self.paper.write(self.left(), self.y, size, Face::Italic, &line);
        }
        self.y += size * 0.35;
    }

    /// The current page, from 0.
    pub fn page(&self) -> usize {
        self.paper.pages().saturating_sub(1)
    }

    /// Lists what follows here for the reader's program.
    pub fn bookmark(&mut self, title: &str) {
        self.paper.bookmark(title, self.y);
    }

    /// Leaves empty room.
    pub fn space(&mut self, room: f32) {
        self.y += room;
    }

    /// Goes to the next page if less than `room` is left on this one.
    pub fn need(&mut self, room: f32) {
        if self.y + room > self.bottom() {
            self.turn(self.lie);
        }
    }

    /// A paragraph, with something short in the margin to its left; it continues on the next page if necessary.
    pub fn paragraph(&mut self, note: &Note, beside: &str, text: &str) {
        let room = note.margin - 2.0 * PADDING;
        let wide = self.paper.width(beside, note.size, Face::Italic);
        let mut small = if wide > room { note.size * room / wide } else { note.size };
        // Text that would be too small to read is placed above the paragraph.
        let over = small < READABLE && !beside.is_empty();
        if over {
            small = note.size;
            self.need(2.0 * note.size * LINES);
            self.y += note.size * LINES;
            self.paper.write(MARGIN, self.y, small, Face::Italic, beside);
        }
        let lines = self.paper.wrap(text, note.size, note.face, self.width() - note.margin);
        for (number, line) in lines.iter().enumerate() {
            self.need(note.size * LINES);
            self.y += note.size * LINES;
            if number == 0 && !over {
                self.paper.write(MARGIN, self.y, small, Face::Italic, beside);
            }
            self.paper.write(MARGIN + note.margin, self.y, note.size, note.face, line);
        }
        self.y += note.size * 0.35;
    }

    /// A line of a table of contents: a title, dots, and a page.
    pub fn leader(&mut self, title: &str, page: &str, size: f32) {
        self.need(size * LINES);
        self.y += size * LINES * 1.1;
        let right = MARGIN + self.width() - self.paper.width(page, size, Face::Upright);
        let left = MARGIN + self.paper.width(title, size, Face::Upright);
        let dot = self.paper.width(" .", size, Face::Upright);
        let dots = ((right - left - 2.0 * dot) / dot).max(0.0) as usize;
        self.paper.write(MARGIN, self.y, size, Face::Upright, title);
        self.paper.write(right - (dots as f32 + 0.5) * dot, self.y, size, Face::Upright, &" .".repeat(dots));
        self.paper.write(right, self.y, size, Face::Upright, page);
    }

    /// Words, each followed by a line to write on.
    pub fn blanks(&mut self, words: &[String]) {
        let each = self.width() / words.len().max(1) as f32;
        self.y += 16.0;
        for (place, word) in words.iter().enumerate() {
            let x = MARGIN + each * place as f32;
            self.paper.write(x, self.y, 10.0, Face::Italic, word);
            let from = x + self.paper.width(word, 10.0, Face::Italic) + 4.0;
            self.paper.rule((from, self.y + 2.0), (x + each - 12.0, self.y + 2.0), 0.4);
        }
        self.y += 10.0;
    }

    /// A table with a title. The title stays with the table, and a table that fits on one page is not split.
    pub fn chart(&mut self, title: &str, size: f32, chart: &Chart) {
        let small = self.two && self.natural(chart, SMALL).iter().sum::<f32>() <= self.column_width();
        let room = if small { self.column_width() } else { self.width() };
        let mut title = title;
        for band in self.bands(chart, room) {
            self.band(title, size, &band, room, small);
            title = "";
        }
    }

    /// A table with more columns than can be read side by side, cut into several tables below each other.
    fn bands(&self, chart: &Chart, room: f32) -> Vec<Chart> {
        let widths = self.natural(chart, READABLE);
        let (Some(first), total) = (widths.first(), widths.iter().sum::<f32>()) else { return Vec::new() };
        if total <= room || chart.boxed || widths.len() < MANY_COLUMNS {
            return vec![chart.clone()];
        }
        let count = ((total - first) / (room - first).max(1.0)).ceil().max(1.0) as usize;
        let each = (widths.len() - 1).div_ceil(count);
        let cut = |cells: &Vec<String>, band: usize| -> Vec<String> {
            let rest = cells.iter().skip(1 + band * each).take(each);
            cells.iter().take(1).chain(rest).cloned().collect()
        };
        (0..count)
            .map(|band| Chart {
                heads: cut(&chart.heads, band),
                rows: chart.rows.iter().map(|row| cut(row, band)).collect(),
                ..Chart::default()
            })
            .collect()
    }

    fn band(&mut self, title: &str, size: f32, chart: &Chart, room: f32, small: bool) {
        let set = self.set(chart, room);
        let head = self.height(&chart.heads, &set, chart, Face::Italic);
        let rows: f32 = chart.rows.iter().map(|row| self.height(row, &set, chart, Face::Upright)).sum();
        let title_lines = self.paper.wrap(title, size, Face::Italic, room).len();
        let titled = if title.is_empty() { 0.0 } else { size * (0.5 + 1.1 * title_lines as f32) };
        let whole = head + rows + titled;
        let page = self.bottom() - MARGIN;
        // A table longer than a page begins where at least a few rows still fit.
        self.keep(if whole <= page { whole } else { page * 0.3 }, small);
        if !title.is_empty() {
            self.lines_of(title, size, room);
        }
        self.row(&chart.heads, &set, chart, Face::Italic);
        for row in &chart.rows {
            if self.y + self.height(row, &set, chart, Face::Upright) > self.bottom() {
                self.turn(self.lie);
                self.row(&chart.heads, &set, chart, Face::Italic);
            }
            self.row(row, &set, chart, Face::Upright);
        }
        self.y += size * 0.8;
        match small {
            true => self.down[self.column] = self.y,
            false => self.down = [self.y; 2],
        }
    }

    /// Finds the largest letters at which the columns fit. If even the smallest letters do not fit, the widest columns are narrowed.
    fn set(&self, chart: &Chart, room: f32) -> Set {
        let mut size = LARGEST;
        loop {
            let widths = self.natural(chart, size);
            let total: f32 = widths.iter().sum();
            if total <= room {
                let widths = if chart.boxed { self.widened(chart, widths, size, room) } else { widths };
                return Set { size, widths };
            }
            if size <= SMALLEST {
                return Set { size, widths: narrowed(widths, room) };
            }
            size -= 0.5;
        }
    }

    /// Uses the whole width: headings get room for two lines, and the last column gets the rest.
    fn widened(&self, chart: &Chart, mut widths: Vec<f32>, size: f32, room: f32) -> Vec<f32> {
        let mut left = room - widths.iter().sum::<f32>();
        for (head, width) in chart.heads.iter().zip(&mut widths) {
            let wanted = self.paper.width(head, size, Face::Italic) * 0.55 + 2.0 * PADDING;
            let more = (wanted - *width).clamp(0.0, left.max(0.0));
            *width += more;
            left -= more;
        }
        if let Some(last) = widths.last_mut() {
            *last += left.max(0.0);
        }
        widths
    }

    fn natural(&self, chart: &Chart, size: f32) -> Vec<f32> {
        let columns = chart.rows.iter().map(Vec::len).max().unwrap_or(0).max(chart.heads.len());
        let words = |text: &str, face| {
            text.split_whitespace().map(|word| self.paper.width(word, size, face)).fold(0.0, f32::max)
        };
        (0..columns)
            .map(|column| {
                let wished = chart.wished.get(column).copied().unwrap_or(0.0);
                if wished > 0.0 {
                    return wished;
                }
                let head = chart.heads.get(column).map_or(0.0, |text| words(text, Face::Italic));
                let cells = chart.rows.iter().filter_map(|row| row.get(column));
                let cells = cells.map(|text| self.paper.width(text, size, Face::Upright)).fold(0.0, f32::max);
                // A sentence is broken into lines before the letters of the whole table are made smaller.
                let cells = cells.min(SENTENCE.max(head));
                head.max(cells) + 2.0 * PADDING
            })
            .collect()
    }

    fn lines(&self, cells: &[String], set: &Set, face: Face) -> Vec<Vec<String>> {
        let width = |column: usize| set.widths.get(column).copied().unwrap_or(0.0) - 2.0 * PADDING + 0.01;
        cells
            .iter()
            .enumerate()
            .map(|(column, text)| self.paper.wrap(text, set.size, face, width(column)))
            .collect()
    }

    fn height(&self, cells: &[String], set: &Set, chart: &Chart, face: Face) -> f32 {
        if cells.is_empty() {
            return 0.0;
        }
        let lines = self.lines(cells, set, face).iter().map(Vec::len).max().unwrap_or(1);
        (lines as f32 * set.size * LEADING + 3.0).max(if face == Face::Upright {
            chart.row_height
        } else {
            0.0
        })
    }

    fn row(&mut self, cells: &[String], set: &Set, chart: &Chart, face: Face) {
        if cells.is_empty() {
            return;
        }
        let height = self.height(cells, set, chart, face);
        let (top, left) = (self.y, self.left());
        let mut x = left;
        let right = left + set.widths.iter().sum::<f32>();
        for (column, lines) in self.lines(cells, set, face).into_iter().enumerate() {
            let width = set.widths.get(column).copied().unwrap_or(0.0);
            // Numbers are aligned right, as in the print; words and the first cell of a row are aligned left.
            let figures =
                column > 0 && !chart.boxed && is_figure(cells.get(column).map_or("", String::as_str));
            for (number, line) in lines.iter().enumerate() {
                let shift = if figures || (face == Face::Italic && column > 0 && !chart.boxed) {
                    width - 2.0 * PADDING - self.paper.width(line, set.size, face)
                } else {
                    0.0
                };
                let base = top + set.size * (1.0 + LEADING * number as f32);
                self.paper.write(x + PADDING + shift, base, set.size, face, line);
            }
            x += width;
            if chart.boxed {
                self.paper.rule((x, top), (x, top + height), 0.4);
            }
        }
        self.y = top + height;
        let width = if face == Face::Italic || chart.boxed { 0.6 } else { 0.15 };
        self.paper.rule((left, self.y), (right, self.y), width);
        if chart.boxed {
            self.paper.rule((left, top), (left, self.y), 0.4);
            if face == Face::Italic {
                self.paper.rule((left, top), (right, top), 0.6);
            }
        }
    }
}

fn is_figure(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_digit() || "+-–−./×½ ".contains(letter))
}

/// Narrows the widest columns until all fit.
fn narrowed(mut widths: Vec<f32>, room: f32) -> Vec<f32> {
    while widths.iter().sum::<f32>() > room {
        let Some(widest) = widths.iter_mut().max_by(|one, other| one.total_cmp(other)) else { break };
        if *widest < 12.0 {
            break;
        }
        *widest *= 0.9;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table longer than a page continues on the next page, with its headings repeated.
    #[test]
    fn long_tables_go_over_to_the_next_page() {
        let rows = (0..200).map(|row| vec![format!("row {row}"), row.to_string()]).collect();
        let chart = Chart { heads: vec![String::new(), "value".into()], rows, ..Chart::default() };
        let mut layout = Layout::new(Paper::new().unwrap(), Lie::Portrait);
        layout.chart("Long", 12.0, &chart);
        assert!((3..=6).contains(&layout.done().pages()));
    }

    /// Small tables stand side by side, each in the column with the most room.
    #[test]
    fn small_tables_fill_both_columns() {
        let rows = |count: usize| (0..count).map(|row| vec![row.to_string(), "x".into()]).collect();
        let chart =
            |count| Chart { heads: vec![String::new(), "n".into()], rows: rows(count), ..Chart::default() };
        let mut layout = Layout::new(Paper::new().unwrap(), Lie::Portrait);
        layout.in_two_columns();
        layout.chart("Long", 12.0, &chart(30));
        layout.chart("Short", 12.0, &chart(5));
        assert_eq!(layout.column, 1);
        layout.chart("Next", 12.0, &chart(5));
        assert_eq!((layout.column, layout.down[1] < layout.down[0]), (1, true));
    }

    /// A table with many wide columns is cut into readable bands, each with the names of its rows.
    #[test]
    fn many_columns_are_cut_into_bands() {
        let cells = |text: &'static str| -> Vec<String> {
            std::iter::once("name").chain(std::iter::repeat_n(text, 14)).map(str::to_string).collect()
        };
        let chart = Chart { heads: cells("0-10"), rows: vec![cells("light disorder")], ..Chart::default() };
        let layout = Layout::new(Paper::new().unwrap(), Lie::Portrait);
        let bands = layout.bands(&chart, layout.width());
        assert!(bands.len() > 1, "{}", bands.len());
        assert_eq!(bands.iter().map(|band| band.heads.len() - 1).sum::<usize>(), 14);
        assert!(bands.iter().all(|band| band.rows[0][0] == "name" && band.rows[0].len() == band.heads.len()));
    }

    /// A sentence in a cell is broken into lines; the letters of the table stay large.
    #[test]
    fn sentences_are_broken_into_lines() {
        let chart = Chart { rows: vec![vec!["1".into(), "a word and ".repeat(40)]], ..Chart::default() };
        let layout = Layout::new(Paper::new().unwrap(), Lie::Portrait);
        assert_eq!(layout.set(&chart, layout.width()).size, LARGEST);
    }

    /// Columns too wide for the page are narrowed.
    #[test]
    fn wide_columns_give_way() {
        assert!(narrowed(vec![900.0, 50.0], 500.0).iter().sum::<f32>() <= 500.0);
    }
}
