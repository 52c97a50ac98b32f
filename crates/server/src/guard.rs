//! Who may speak to the server, by the names a browser gives: against pages of other sites, and against names that are made to point at this
//! machine (DNS rebinding).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{ApiError, language_of};
use crate::wordings::{FOREIGN_HOST, FOREIGN_ORIGIN};

/// What names the server goes by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Only this machine is served: it goes by its own names and no others.
    pub(crate) local: bool,
    /// Other names it goes by: `spil.example.org`.
    pub(crate) names: Arc<[String]>,
}

/// A name without its port.
fn without_port(authority: &str) -> &str {
    if let Some(inner) = authority.strip_prefix('[') {
        return inner.split(']').next().unwrap_or(inner);
    }
    authority.rsplit_once(':').map_or(authority, |(name, _)| name)
}

/// Names that no stranger can register: without a dot, or under an ending that is kept for networks of one's own.
fn is_of_the_house(name: &str) -> bool {
    const ENDINGS: &[&str] = &["localhost", "local", "lan", "home", "internal", "home.arpa"];
    let name = name.to_ascii_lowercase();
    let under = |ending: &&str| name.strip_suffix(*ending).is_some_and(|rest| rest.ends_with('.'));
    !name.is_empty() && (!name.contains('.') || ENDINGS.iter().any(under))
}

impl Guard {
    /// Does the server go by this name?
    fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        let own = |name: &str| {
            name.eq_ignore_ascii_case("localhost")
                || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        };
        let listed = || self.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        match (self.local, self.names.is_empty()) {
            (true, _) => own(name) || listed(),
            // A name that a stranger can register, and let point at this machine, is given with `--name`.
            (false, true) => name.parse::<IpAddr>().is_ok() || is_of_the_house(name),
            (false, false) => listed() || name.parse::<IpAddr>().is_ok(),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Is the page that opens a socket one of ours? Programs send no `Origin`, and have no browser's trust to abuse.
pub(crate) fn same_origin(headers: &HeaderMap, guard: &Guard) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(authority) =
        origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, rest)| rest)
    else {
        return false;
    };
    let listed = guard.names.iter().any(|known| known.eq_ignore_ascii_case(without_port(authority)));
    listed || text(headers, &header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(authority))
}

/// Turns away who speaks to the server by a name it does not go by.
pub(crate) async fn turn_away(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let host = text(request.headers(), &header::HOST).or_else(|| request.uri().host());
    let language = language_of(request.uri());
    if host.is_some_and(|host| !guard.knows(host)) {
        let (status, code) = (StatusCode::MISDIRECTED_REQUEST, "foreign_host");
        return ApiError::told(status, code, "", FOREIGN_HOST, language).into_response();
    }
    // A page of another site may read nothing here, and must not change anything either.
    if !request.method().is_safe() && !same_origin(request.headers(), &guard) {
        return ApiError::told(StatusCode::FORBIDDEN, "foreign_origin", "", FOREIGN_ORIGIN, language)
            .into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(local: bool, names: &[&str]) -> Guard {
        Guard { local, names: names.iter().map(ToString::to_string).collect() }
    }

    /// A server of this machine goes by its own names only, so that no other site's name can be made to point at it.
    #[test]
    fn a_local_server_goes_by_local_names() {
        let local = guard(true, &[]);
        for own in ["localhost", "localhost:1815", "127.0.0.1:1815", "[::1]:1815", "LOCALHOST"] {
            assert!(local.knows(own), "{own}");
        }
        for foreign in ["evil.example", "evil.example:1815", "192.168.1.5", "localhost.evil.example", ""] {
            assert!(!local.knows(foreign), "{foreign}");
        }
        let named = guard(true, &["spil.example.org"]);
        assert!(named.knows("spil.example.org") && !named.knows("evil.example"));
        // A server on the club's network goes by its addresses and by names that no stranger can register.
        let club = guard(false, &[]);
        for own in [
            "192.168.1.5:1815",
            "[fe80::1]:1815",
            "club-pc",
            "club-pc.local:1815",
            "spil.fritz.home.arpa",
            "localhost",
        ] {
            assert!(club.knows(own), "{own}");
        }
        for foreign in ["evil.example", "local.evil.example:1815", "evillocal.example", "", ".local.example"]
        {
            assert!(!club.knows(foreign), "{foreign}");
        }
        let club = guard(false, &["spil.example.org"]);
        assert!(
            club.knows("spil.example.org:443")
                && club.knows("192.168.1.5:1815")
                && !club.knows("evil.example")
        );
    }

    /// A page of another site opens no socket; a program, which sends no origin, does.
    #[test]
    fn only_our_own_pages_open_sockets() {
        let headers = |pairs: &[(header::HeaderName, &str)]| -> HeaderMap {
            pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
        };
        let none = guard(true, &[]);
        assert!(same_origin(&headers(&[(header::HOST, "localhost:1")]), &none));
        let with = |origin: &str| headers(&[(header::HOST, "localhost:1"), (header::ORIGIN, origin)]);
        assert!(same_origin(&with("http://localhost:1"), &none));
        for foreign in
            ["http://localhost:2", "https://evil.example", "null", "", "http://localhost:1.evil.example"]
        {
            assert!(!same_origin(&with(foreign), &none), "{foreign}");
        }
        assert!(same_origin(&with("https://spil.example.org"), &guard(false, &["spil.example.org"])));
    }
}
