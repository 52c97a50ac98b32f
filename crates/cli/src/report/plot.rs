//! Strengths turn by turn, as a small SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Stand;
use super::page::escaped;

const WIDE: f64 = 760.0;
const HIGH: f64 = 300.0;
const LEFT: f64 = 60.0;
const ABOVE: f64 = 30.0;
const BELOW: f64 = 44.0;
/// Room for the sides' names behind their lines.
const NAMES: f64 = 150.0;
/// The colours of sides, as on the maps.
const COLOURS: [&str; 4] = ["#2c4a7c", "#a8322a", "#4d6b35", "#a37a1c"];

/// A line for each side over the turns.
pub(super) fn strengths(stands: &[Stand], sides: &BTreeMap<String, String>, turn: &str, men: &str) -> String {
    let most = stands.iter().flat_map(|stand| stand.left.values()).copied().max().unwrap_or(1).max(1) as f64;
    let step = round_step(most / 4.0);
    let top = (most / step).ceil() * step;
    let last = stands.len().saturating_sub(1).max(1) as f64;
    let x = |number: usize| LEFT + number as f64 / last * (WIDE - LEFT - NAMES);
    let y = |men: f64| ABOVE + (1.0 - men / top) * (HIGH - ABOVE - BELOW);
    let mut svg = format!(r##"<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" role="img">"##);
    let mut level = 0.0;
    while level <= top {
        let at = y(level);
        let _ = write!(
            svg,
            r##"<line x1="{LEFT}" x2="{}" y1="{at:.1}" y2="{at:.1}" stroke="#cbbf9f"/><text x="{}" y="{:.1}" text-anchor="end">{level:.0}</text>"##,
            WIDE - NAMES,
            LEFT - 8.0,
            at + 4.0
        );
        level += step;
    }
    for (number, stand) in stands.iter().enumerate() {
        // The end of the last turn does not repeat its number.
        let again = number > 0 && stands[number - 1].turn == stand.turn;
        let (at, name) = (x(number), if again { String::new() } else { stand.turn.to_string() });
        let _ = write!(svg, r##"<text x="{at:.1}" y="{}" text-anchor="middle">{name}</text>"##, HIGH - 26.0);
    }
    let ends =
        sides.keys().map(|side| y(stands.last().and_then(|s| s.left.get(side)).map_or(0.0, |m| *m as f64)));
    let label_at = apart(ends.map(|end| end + 4.0).collect());
    for (number, (side, name)) in sides.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let left = |stand: &Stand| stand.left.get(side).copied().unwrap_or(0) as f64;
        let points: Vec<String> = stands
            .iter()
            .enumerate()
            .map(|(number, stand)| format!("{:.1},{:.1}", x(number), y(left(stand))))
            .collect();
        let end = stands.last().map_or(0.0, left);
        let _ = write!(
            svg,
            r##"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2.5"/><text x="{}" y="{:.1}" fill="{colour}">{} {end:.0}</text>"##,
            points.join(" "),
            WIDE - NAMES + 8.0,
            label_at[number],
            escaped(name)
        );
    }
    let _ = write!(
        svg,
        r##"<text x="{:.1}" y="{}" text-anchor="middle">{}</text><text x="{}" y="12" text-anchor="end">{}</text></svg>"##,
        (LEFT + WIDE - NAMES) / 2.0,
        HIGH - 6.0,
        escaped(turn),
        LEFT - 8.0,
        escaped(men)
    );
    svg
}

/// The heights of labels, moved apart so that none covers another.
fn apart(heights: Vec<f64>) -> Vec<f64> {
    const ROOM: f64 = 15.0;
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]));
    let mut placed = heights;
    for pair in 1..order.len() {
        let (above, below) = (order[pair - 1], order[pair]);
        placed[below] = placed[below].max(placed[above] + ROOM);
    }
    placed
}

/// 1, 2 or 5 times a power of ten, at least `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= least).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels that would cover each other are placed one below the other.
    #[test]
    fn labels_stand_apart() {
        assert_eq!(apart(vec![100.0, 50.0, 102.0]), [100.0, 50.0, 115.0]);
        assert_eq!(apart(Vec::new()), [0.0; 0]);
    }

    #[test]
    fn steps_are_round() {
        assert_eq!([3.0, 15.0, 470.0, 0.0].map(round_step), [5.0, 20.0, 500.0, 1.0]);
    }
}
