//! How much one address may ask.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{ApiError, language_of};
use crate::wordings::TOO_MANY_REQUESTS;

/// When more addresses than this are remembered, those that have been quiet are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// Counts the requests of each address.
#[derive(Debug)]
pub(crate) struct Limiter {
    /// The time one request takes up.
    each: Duration,
    /// How far ahead of the clock an address may have taken up its time.
    ahead: Duration,
    /// Until when each address has taken up its time.
    taken: Mutex<HashMap<IpAddr, Instant>>,
}

/// Lets each address make this many requests a second, and twice as many at once.
pub(crate) fn limiter(requests_a_second: u32) -> Arc<Limiter> {
    let rate = requests_a_second.max(1);
    let each = Duration::from_secs(1) / rate;
    Arc::new(Limiter {
        each,
        ahead: each * rate.saturating_mul(2).saturating_sub(1),
        taken: Mutex::default(),
    })
}

impl Limiter {
    /// Whether an address may make a request now; if so it counts.
    fn lets(&self, address: IpAddr, now: Instant) -> bool {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.len() > MOST_ADDRESSES {
            taken.retain(|_, until| *until > now);
        }
        let until = taken.entry(address).or_insert(now);
        *until = now.max(*until);
        let lets = *until - now <= self.ahead;
        if lets {
            *until += self.each;
        }
        lets
    }
}

/// Turns away an address that asks too much.
pub(crate) async fn turn_away(State(limiter): State<Arc<Limiter>>, request: Request, next: Next) -> Response {
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip());
    if limiter.lets(address, Instant::now()) {
        return next.run(request).await;
    }
    let (status, code) = (StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    ApiError::told(status, code, "", TOO_MANY_REQUESTS, language_of(request.uri())).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five a second are ten at once, then one each fifth of a second; another address is not held to it, and quiet ones are
    /// forgotten.
    #[test]
    fn each_address_has_its_own_measure() {
        let limiter = limiter(5);
        let start = Instant::now();
        let [one, other] = [Ipv4Addr::new(10, 0, 0, 1), Ipv4Addr::new(10, 0, 0, 2)].map(IpAddr::V4);
        assert_eq!((0..20).filter(|_| limiter.lets(one, start)).count(), 10);
        assert!(limiter.lets(other, start));
        let later = start + Duration::from_millis(450);
        assert_eq!((0..20).filter(|_| limiter.lets(one, later)).count(), 2);
        let much_later = start + Duration::from_secs(60);
        for number in 0..=MOST_ADDRESSES as u32 {
            assert!(limiter.lets(IpAddr::V4(Ipv4Addr::from(number)), start));
        }
        assert!(limiter.lets(one, much_later));
        assert_eq!(limiter.taken.lock().unwrap().len(), 1);
    }
}
