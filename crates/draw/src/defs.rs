//! Signs and patterns, defined once and used everywhere. They are drawn in pens, and scaled to metres here.

use crate::sheet::{Sheet, num};

/// A sign: its name, and its drawing in pens with its foot at the origin.
const SIGNS: [(&str, &str); 13] = [
    (
        "tree0",
        r##"<ellipse cx="2" cy="1" rx="7" ry="2.2" fill="#4c5a38" opacity=".35"/><path d="M-7 -3q-1 -5 4 -6q2 -4 6 -1q5 -1 4 4q3 4 -2 6q-5 3 -9 0q-4 0 -3 -3Z" fill="#8a9c6c" stroke="#53633d" stroke-width="1"/><path d="M-3 -2q3 2 7 0" fill="none" stroke="#53633d" stroke-width=".8"/>"##,
    ),
    (
        "tree1",
        r##"<ellipse cx="2" cy="1" rx="6" ry="2" fill="#4c5a38" opacity=".35"/><path d="M-6 -2q-2 -4 2 -6q3 -4 6 0q5 1 3 5q-1 4 -5 3q-5 1 -6 -2Z" fill="#7d9061" stroke="#53633d" stroke-width="1"/>"##,
    ),
    (
        "tree2",
        r##"<ellipse cx="2" cy="1" rx="6.5" ry="2" fill="#4c5a38" opacity=".35"/><path d="M-6 -1q-3 -4 1 -6q1 -5 6 -3q5 0 5 5q2 4 -3 5q-6 2 -9 -1Z" fill="#93a576" stroke="#53633d" stroke-width="1"/><path d="M-2 -4q2 2 5 0" fill="none" stroke="#53633d" stroke-width=".8"/>"##,
    ),
    (
        "apple0",
        r##"<ellipse cx="1.5" cy="1" rx="4.5" ry="1.6" fill="#4c5a38" opacity=".3"/><circle cy="-3.5" r="4.2" fill="#a7b585" stroke="#66754c" stroke-width=".9"/>"##,
    ),
    (
        "bush0",
        r##"<path d="M-5 0q0 -4 3 -4q2 -3 4 0q4 0 3 4Z" fill="#a9b588" stroke="#6c7a50" stroke-width=".8"/>"##,
    ),
    (
        "bush1",
        r##"<path d="M-3 0q0 -3 2 -3q2 -2 3 0q3 0 2 3Z" fill="#b5bf95" stroke="#6c7a50" stroke-width=".8"/>"##,
    ),
    (
        "reed0",
        r##"<path d="M-9 0H9M-3 0V-5M0 0V-7M3 0V-5" fill="none" stroke="#5c7f93" stroke-width="1.3"/>"##,
    ),
    ("reed1", r##"<path d="M-6 0H7M-1 0V-5M2 0V-6" fill="none" stroke="#5c7f93" stroke-width="1.3"/>"##),
    ("stone0", r##"<path d="M-3 0l1.5 -2.5l3 0l1.5 2.5" fill="none" stroke="#8d7a55" stroke-width="1"/>"##),
    ("stone1", r##"<circle r="1" fill="#8d7a55"/>"##),
    ("grass0", r##"<path d="M0 0V-5M0 0L-3 -4M0 0L3 -4" fill="none" stroke="#93a06f" stroke-width=".9"/>"##),
    ("grass1", r##"<path d="M0 0L-2 -4M0 0L2 -4" fill="none" stroke="#93a06f" stroke-width=".9"/>"##),
    (
        "star",
        r##"<path d="M0 -8L2.1 -2.6L7.6 -2.5L3.2 1L4.7 6.5L0 3.3L-4.7 6.5L-3.2 1L-7.6 -2.5L-2.1 -2.6Z"/>"##,
    ),
];

/// A pattern: its name, its size in pens, its angle, and its drawing.
const PATTERNS: [(&str, f64, f64, &str); 8] = [
    (
        "crops",
        12.0,
        25.0,
        r##"<rect width="12" height="12" fill="#f3ebcf"/><path d="M0 2.5H12M0 8.5H12" stroke="#c0ae78" stroke-width=".9"/>"##,
    ),
    (
        "plough",
        9.0,
        -20.0,
        r##"<rect width="9" height="9" fill="#ece0c3"/><path d="M0 2H6M3 6.5H9" stroke="#b39d70" stroke-width=".9"/>"##,
    ),
    (
        "garden",
        14.0,
        0.0,
        r##"<rect width="14" height="14" fill="#e4e6c6"/><path d="M0 7H14M7 0V14" stroke="#a9b283" stroke-width=".8"/><circle cx="3.5" cy="3.5" r="1.3" fill="#93a06f"/><circle cx="10.5" cy="10.5" r="1.3" fill="#93a06f"/>"##,
    ),
    (
        "water",
        10.0,
        0.0,
        r##"<rect width="10" height="10" fill="#bcd5e0"/><path d="M0 5H10" stroke="#94b9cb" stroke-width="1"/>"##,
    ),
    (
        "town",
        8.0,
        45.0,
        r##"<rect width="8" height="8" fill="#ecdcc8"/><path d="M0 4H8" stroke="#d3b9a2" stroke-width="1"/>"##,
    ),
    ("hatch-red", 9.0, 45.0, r##"<path d="M0 0V9" stroke="#6f1a13" stroke-width="5"/>"##),
    ("hatch-green", 7.0, 0.0, r##"<path d="M0 3.5H7" stroke="#24451f" stroke-width="2.4"/>"##),
    ("hatch-gold", 7.0, 0.0, r##"<circle cx="3.5" cy="3.5" r="1.5" fill="#6b4a0e"/>"##),
];

pub(crate) fn write(sheet: &mut Sheet) {
    let pen = format!("{:.4}", sheet.pen);
    sheet.raw("<defs>");
    for (name, drawing) in SIGNS {
        sheet.raw(format!(r##"<g id="{name}"><g transform="scale({pen})">{drawing}</g></g>"##));
    }
    for (name, size, lean, drawing) in PATTERNS {
        let turned = if lean == 0.0 { String::new() } else { format!(" rotate({})", num(lean)) };
        sheet.raw(format!(
            r##"<pattern id="{name}" width="{0}" height="{0}" patternUnits="userSpaceOnUse" patternTransform="scale({pen}){turned}">{drawing}</pattern>"##,
            num(size)
        ));
    }
    sheet.raw("</defs>");
}
