//! How much one address may ask.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::api::{ApiError, language_of};
use crate::wordings::TOO_MANY_REQUESTS;

/// Counts the requests of each address.
pub(crate) type Limiter = Arc<DefaultKeyedRateLimiter<IpAddr>>;

/// Lets each address make so many requests a second, and twice that in a burst.
pub(crate) fn limiter(requests_a_second: u32) -> Limiter {
    let rate = NonZeroU32::new(requests_a_second).unwrap_or(NonZeroU32::MIN);
    let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(1));
    Arc::new(RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)))
}

/// Turns away an address that asks too much.
pub(crate) async fn turn_away(State(limiter): State<Limiter>, request: Request, next: Next) -> Response {
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip());
    match limiter.check_key(&address) {
        Ok(()) => next.run(request).await,
        Err(_) => {
            let (status, code) = (StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
            ApiError::told(status, code, "", TOO_MANY_REQUESTS, language_of(request.uri())).into_response()
        }
    }
}
