//! Grids of text with aligned columns, for terminals.

use unicode_width::UnicodeWidthStr;

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A grid being built row by row.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
    ruled: Vec<usize>,
}

impl Grid {
    /// A grid with these columns.
    pub fn new(columns: impl Into<Vec<Align>>) -> Self {
        Grid { columns: columns.into(), rows: Vec::new(), ruled: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Draws a line below the rows so far.
    pub fn rule(&mut self) {
        self.ruled.push(self.rows.len());
    }

    /// The text, each line indented by `indent`.
    pub fn text(&self, indent: usize) -> String {
        let mut widths = vec![0; self.columns.len()];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        let whole = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        let mut text = String::new();
        for (place, row) in self.rows.iter().enumerate() {
            if self.ruled.contains(&place) {
                text.push_str(&format!("{:indent$}{}\n", "", "─".repeat(whole)));
            }
            let mut line = " ".repeat(indent);
            for (column, cell) in row.iter().enumerate() {
                let room = " ".repeat(widths[column].saturating_sub(cell.width()));
                let gap = if column == 0 { "" } else { "  " };
                match self.columns[column] {
                    Align::Left => line.push_str(&format!("{gap}{cell}{room}")),
                    Align::Right => line.push_str(&format!("{gap}{room}{cell}")),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
