//! Stretches of a line, from one number to another.

/// Puts stretches in order, and makes those that touch or overlap one.
pub fn merge(spans: &mut Vec<(f64, f64)>) {
    // Stretches that compare equal have the same bits: their order does not matter.
    spans.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    spans.dedup_by(|next, last| {
        let one = next.0 <= last.1;
        if one {
            last.1 = last.1.max(next.1);
        }
        one
    });
}

/// The same stretches in order, those that touch or overlap made one.
#[must_use]
pub fn merged(mut spans: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    merge(&mut spans);
    spans
}

/// What is left of one stretch after others, merged and in order, are taken out.
#[must_use]
pub fn without(span: (f64, f64), taken: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut left = Vec::with_capacity(taken.len() + 1);
    let mut from = span.0;
    for &(low, high) in taken {
        if high <= from {
            continue;
        }
        if low >= span.1 {
            break;
        }
        if low > from {
            left.push((from, low));
        }
        from = high;
    }
    if from < span.1 {
        left.push((from, span.1));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_merge_and_are_taken_out() {
        let taken = merged(vec![(5.0, 7.0), (1.0, 2.0), (2.0, 3.0)]);
        assert_eq!(taken, vec![(1.0, 3.0), (5.0, 7.0)]);
        assert_eq!(without((0.0, 6.0), &taken), vec![(0.0, 1.0), (3.0, 5.0)]);
        assert_eq!(without((1.5, 2.5), &taken), vec![]);
    }
}
