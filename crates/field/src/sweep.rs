//! Which boxes lie near each other, without comparing every one with every other.

use crate::point::Extent;

/// A box in its strip, close together in memory.
struct Swept {
    strip: u32,
    index: u32,
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

/// Up to this many boxes are faster compared each with each than sorted.
const FEW: usize = 64;

/// Calls `found` once for each two boxes within this many metres of each other along both directions, the one with the lesser index first;
/// in an order that depends on where they lie, and never on anything else.
pub(crate) fn near_pairs(boxes: &[Extent], metres: f64, mut found: impl FnMut(usize, usize)) {
    if boxes.len() <= FEW {
        return each_with_each(boxes, metres, found);
    }
    // Strips from south to north, deep enough that a box reaches at most into the next; each is swept from west to east.
    let deepest = boxes.iter().map(Extent::height).fold(0.0, f64::max);
    let widest = boxes.iter().map(Extent::width).fold(0.0, f64::max);
    let south = boxes.iter().map(|extent| extent.low.y).fold(f64::INFINITY, f64::min);
    let depth = (deepest + metres).max(f64::MIN_POSITIVE);
    let mut swept: Vec<Swept> = boxes
        .iter()
        .enumerate()
        .map(|(index, &Extent { low, high })| Swept {
            strip: ((low.y - south) / depth) as u32,
            index: index as u32,
            west: low.x,
            east: high.x,
            south: low.y,
            north: high.y,
        })
        .collect();
    swept.sort_unstable_by(|a, b| {
        a.strip.cmp(&b.strip).then(a.west.total_cmp(&b.west)).then(a.index.cmp(&b.index))
    });
    let mut hold = |here: &Swept, there: &Swept| {
        let apart = there.south > here.north + metres
            || here.south > there.north + metres
            || here.west > there.east + metres;
        if !apart {
            found(here.index.min(there.index) as usize, here.index.max(there.index) as usize);
        }
    };
    let mut rest = &swept[..];
    while let Some(first) = rest.first() {
        let (strip, after) = rest.split_at(rest.partition_point(|other| other.strip == first.strip));
        // There is no strip after the last number.
        let next = &after[..after.partition_point(|other| other.strip == first.strip.saturating_add(1))];
        sweep_strip(strip, next, widest, metres, &mut hold);
        rest = after;
    }
}

fn each_with_each(boxes: &[Extent], metres: f64, mut found: impl FnMut(usize, usize)) {
    for (one, here) in boxes.iter().enumerate() {
        let around = here.grown(metres);
        for (other, there) in boxes.iter().enumerate().skip(one + 1) {
            if around.meets(there) {
                found(one, other);
            }
        }
    }
}

fn sweep_strip(
    strip: &[Swept],
    next: &[Swept],
    widest: f64,
    metres: f64,
    hold: &mut impl FnMut(&Swept, &Swept),
) {
    let mut first = 0;
    for (place, here) in strip.iter().enumerate() {
        let ends = here.east + metres;
        for there in strip[place + 1..].iter().take_while(|there| there.west <= ends) {
            hold(here, there);
        }
        // No later box in this strip reaches back this far west.
        while next.get(first).is_some_and(|there| there.west + widest + metres < here.west) {
            first += 1;
        }
        for there in next[first..].iter().take_while(|there| there.west <= ends) {
            hold(here, there);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::point;

    #[test]
    fn every_near_pair_is_found_once() {
        let mut seed = 1u64;
        let mut number = |most: f64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            most * ((seed >> 11) as f64 / (1u64 << 53) as f64)
        };
        for (metres, count) in [(0.0, 80), (7.0, 80), (60.0, 80), (0.0, 20), (60.0, 64)] {
            let boxes: Vec<Extent> = (0..count)
                .map(|_| {
                    let low = point(number(500.0), number(500.0));
                    Extent { low, high: low + point(number(60.0), number(60.0)) }
                })
                .collect();
            let mut found = Vec::new();
            near_pairs(&boxes, metres, |one, other| found.push((one, other)));
            found.sort_unstable();
            let all = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
            let expected: Vec<(usize, usize)> =
                all.filter(|&(i, j)| boxes[i].grown(metres).meets(&boxes[j])).collect();
            assert_eq!(found, expected);
        }
        near_pairs(&[], 5.0, |_, _| panic!("there is nobody"));
    }
}
