//! Printed ranges.

/// A printed range of whole results: `7`, `4..6`, `15..n`, `-n..-8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Least, included.
    pub least: i32,
    /// Most, included.
    pub most: i32,
}

impl Span {
    /// Reads a range.
    pub fn parse(text: &str) -> Option<Span> {
        let end = |text: &str| match text.trim() {
            "n" => Some(i32::MAX),
            "-n" => Some(i32::MIN),
            number => number.parse().ok(),
        };
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (end(least)?, end(most)?),
            None => (end(text)?, end(text)?),
        };
        (least <= most).then_some(Span { least, most })
    }

    /// Is the result within?
    pub const fn contains(self, result: i32) -> bool {
        self.least <= result && result <= self.most
    }
}

/// Ranges that follow each other with no gap and no overlap.
pub(super) fn spans<'a>(keys: impl IntoIterator<Item = &'a String>) -> Result<Vec<Span>, String> {
    let mut spans: Vec<Span> = Vec::new();
    for key in keys {
        let span = Span::parse(key)
            .ok_or_else(|| format!("`{key}` is not a range; write 7, 4..6, 15..n or -n..-8"))?;
        if let Some(before) = spans.last()
            && i64::from(before.most) + 1 != i64::from(span.least)
        {
            let what = if before.most >= span.least { "overlaps" } else { "leaves a gap after" };
            return Err(format!("the range `{key}` {what} the one before it"));
        }
        spans.push(span);
    }
    Ok(spans)
}
