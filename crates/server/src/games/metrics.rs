//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Something that is counted, and only grows.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// How many there are now.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

/// Counts one more for as long as it lives.
#[derive(Debug)]
pub(crate) struct Counted<'a>(&'a Gauge);

impl Gauge {
    pub(crate) fn one(&self) -> Counted<'_> {
        self.0.fetch_add(1, Relaxed);
        Counted(self)
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}

/// Upper bounds of how long something takes, in milliseconds.
const BOUNDS: [u64; 8] = [1, 2, 5, 10, 25, 50, 100, 1000];

/// How long something takes.
#[derive(Debug, Default)]
pub(crate) struct Times {
    within: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    pub(crate) fn seen(&self, took: Duration) {
        for (bound, within) in BOUNDS.iter().zip(&self.within) {
            if took <= Duration::from_millis(*bound) {
                within.fetch_add(1, Relaxed);
            }
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    fn tell(&self, name: &str, text: &mut String) {
        // Writing to a text does not fail.
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (bound, within) in BOUNDS.iter().zip(&self.within) {
            let _ =
                writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", *bound as f64 / 1000.0, within.load(Relaxed));
        }
        let (count, micros) = (self.count.load(Relaxed), self.micros.load(Relaxed));
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {count}", micros as f64 / 1e6);
    }
}

/// What is counted of games.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) made: Count,
    pub(crate) asked: Count,
    pub(crate) refused: Count,
    pub(crate) stored: Count,
    pub(crate) not_stored: Count,
    pub(crate) behind: Count,
    pub(crate) woken: Count,
    pub(crate) passed_on: Count,
    pub(crate) dropped: Count,
    pub(crate) sockets: Gauge,
    pub(crate) storing: Times,
    pub(crate) answering: Times,
}

impl Metrics {
    /// In Prometheus's own text form.
    pub(crate) fn text(&self, awake: usize, stored: Option<super::store::Counts>) -> String {
        let mut text = String::new();
        let counts = [
            ("krigsspil_games_made_total", &self.made),
            ("krigsspil_asked_total", &self.asked),
            ("krigsspil_refused_total", &self.refused),
            ("krigsspil_entries_stored_total", &self.stored),
            ("krigsspil_not_stored_total", &self.not_stored),
            ("krigsspil_taken_over_total", &self.behind),
            ("krigsspil_games_woken_total", &self.woken),
            ("krigsspil_passed_on_total", &self.passed_on),
            ("krigsspil_slow_sockets_dropped_total", &self.dropped),
        ];
        for (name, count) in counts {
            let _ = writeln!(text, "# TYPE {name} counter\n{name} {}", count.get());
        }
        let mut gauge = |name: &str, value: i64| {
            let _ = writeln!(text, "# TYPE {name} gauge\n{name} {value}");
        };
        gauge("krigsspil_sockets", self.sockets.get());
        gauge("krigsspil_games_awake", awake as i64);
        if let Some(counts) = stored {
            gauge("krigsspil_games", counts.games);
            gauge("krigsspil_games_over", counts.over);
        }
        self.storing.tell("krigsspil_storing_seconds", &mut text);
        self.answering.tell("krigsspil_answering_seconds", &mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prometheus reads cumulative buckets, and what lives no longer is not counted.
    #[test]
    fn figures_are_told_as_prometheus_reads_them() {
        let metrics = Metrics::default();
        metrics.made.add(2);
        metrics.storing.seen(Duration::from_millis(4));
        metrics.storing.seen(Duration::from_secs(2));
        let one = metrics.sockets.one();
        assert!(metrics.text(3, None).contains("krigsspil_sockets 1\n"));
        drop(one);
        let text = metrics.text(3, None);
        for line in [
            "krigsspil_games_made_total 2",
            "krigsspil_sockets 0",
            "krigsspil_games_awake 3",
            "krigsspil_storing_seconds_bucket{le=\"0.002\"} 0",
            "krigsspil_storing_seconds_bucket{le=\"0.005\"} 1",
            "krigsspil_storing_seconds_bucket{le=\"+Inf\"} 2",
            "krigsspil_storing_seconds_count 2",
        ] {
            assert!(text.lines().any(|each| each == line), "{line} is not in\n{text}");
        }
    }
}
