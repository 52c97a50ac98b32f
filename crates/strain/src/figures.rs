//! What a run under load is told in: shares of times, memory, processor time, and the server's own count of itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Milliseconds, as many tasks see them.
#[derive(Clone, Debug, Default)]
pub struct Times(Arc<Mutex<Vec<f64>>>);

impl Times {
    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<f64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more.
    pub fn add(&self, took: Duration) {
        self.locked().push(took.as_secs_f64() * 1000.0);
    }

    /// Forgets all: what is to be measured begins now.
    pub fn forget(&self) {
        self.locked().clear();
    }

    /// The shortest first.
    pub fn sorted(&self) -> Sorted {
        let mut sorted = self.locked().clone();
        sorted.sort_by(f64::total_cmp);
        Sorted(sorted)
    }
}

/// Milliseconds, the shortest first.
#[derive(Clone, Debug)]
pub struct Sorted(Vec<f64>);

impl Sorted {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// So many per cent took no longer than this; 0 when there are none.
    pub fn within(&self, percent: f64) -> f64 {
        let place = (self.0.len() as f64 * percent / 100.0) as usize;
        self.0.get(place.min(self.0.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }
}

impl std::fmt::Display for Sorted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [half, most, nearly, all] = [50.0, 90.0, 99.0, 100.0].map(|percent| self.within(percent));
        write!(f, "half within {half:.1} ms, 90 % {most:.1}, 99 % {nearly:.1}, the slowest {all:.1}")
    }
}

/// How often a program that measures looks whether it gets a core in time.
const LOOKS: Duration = Duration::from_millis(5);

/// Notes for ever how much later than it asked for this program gets a core. What it measures of others is too long by as much, so this tells how far a
/// measurement can be trusted.
pub async fn note_lateness(times: Times) {
    loop {
        let due = Instant::now() + LOOKS;
        sleep_until(due).await;
        times.add(due.elapsed());
    }
}

/// What a process holds in memory, in kilobytes.
pub fn resident(process: Option<u32>) -> u64 {
    let status = process.and_then(|process| std::fs::read_to_string(format!("/proc/{process}/status")).ok());
    let line = status.as_deref().and_then(|status| status.lines().find(|line| line.starts_with("VmRSS:")));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// The seconds of all cores that a process has used: Linux counts them in hundredths.
pub fn processor(process: Option<u32>) -> f64 {
    let stat = process.and_then(|process| std::fs::read_to_string(format!("/proc/{process}/stat")).ok());
    stat.as_deref().and_then(used_in).unwrap_or(0.0)
}

/// The same out of a line of `/proc/…/stat`, in which the name of the program stands in brackets and may hold anything.
fn used_in(stat: &str) -> Option<f64> {
    let mut after_name = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let [user, system] = [after_name.next()?, after_name.next()?].map(str::parse::<f64>);
    Some((user.ok()? + system.ok()?) / 100.0)
}

/// The average load of the machine over the last minute, as far as it tells.
pub fn machine() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_string()
}

/// A figure that the server tells of itself; 0 when it tells none of that name.
pub fn figure(metrics: &str, name: &str) -> f64 {
    let told = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    told.and_then(|figure| figure.parse().ok()).unwrap_or(0.0)
}

/// How many per cent of what the server did between two tellings took it no longer than so many seconds, which must be a bound of its own.
pub fn share_within(before: &str, after: &str, what: &str, bound: &str) -> f64 {
    let grown = |name: String| figure(after, &name) - figure(before, &name);
    let all = grown(format!("{what}_count"));
    if all > 0.0 { grown(format!("{what}_bucket{{le=\"{bound}\"}}")) / all * 100.0 } else { 100.0 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A share of times is the time that so many of them stay within; the last is the longest.
    #[test]
    fn times_are_told_in_shares() {
        let times = Times::default();
        assert_eq!(times.sorted().within(99.0), 0.0);
        for took in (1..=100).rev() {
            times.add(Duration::from_millis(took));
        }
        let sorted = times.sorted();
        assert_eq!(
            [50.0, 90.0, 99.0, 100.0].map(|percent| sorted.within(percent)),
            [51.0, 91.0, 100.0, 100.0]
        );
        assert_eq!(sorted.to_string(), "half within 51.0 ms, 90 % 91.0, 99 % 100.0, the slowest 100.0");
        times.forget();
        assert_eq!(times.sorted().count(), 0);
    }

    /// User and system time stand after a name that may itself hold brackets and spaces.
    #[test]
    fn processor_time_is_read() {
        let stat = "42 (a ) b) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 9 0 5 1 2";
        assert_eq!(used_in(stat), Some(3.0));
        assert_eq!(used_in("nonsense"), None);
        assert!(processor(Some(std::process::id())) >= 0.0);
        assert!(resident(Some(std::process::id())) > 0);
        assert_eq!((processor(None), resident(None)), (0.0, 0));
    }

    /// What the server did before the measurement does not count.
    #[test]
    fn shares_of_the_server_are_of_the_time_between() {
        let told = |within: u32, all: u32| {
            format!(
                "answering_seconds_bucket{{le=\"0.05\"}} {within}\nanswering_seconds_count {all}\nawake 7\n"
            )
        };
        let (before, after) = (told(10, 100), told(109, 200));
        assert_eq!(share_within(&before, &after, "answering_seconds", "0.05"), 99.0);
        assert_eq!(share_within(&before, &before, "answering_seconds", "0.05"), 100.0);
        assert_eq!((figure(&before, "awake"), figure(&before, "asleep")), (7.0, 0.0));
    }
}
