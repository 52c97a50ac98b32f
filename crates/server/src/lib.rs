//! The companion's server: the page, compiled in, and a small API over every rule set.
//!
//! ```no_run
//! # async fn serve() -> Result<(), krigsspil_server::ServeFault> {
//! use krigsspil_server::{Settings, serve};
//!
//! serve(Settings::default(), |address| println!("the companion is at http://{address}/")).await
//! # }
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod api;
mod declared;
mod embedded;
mod games;
mod guard;
mod library;
mod limits;
mod listen;
pub mod mail;
mod page;
mod rosters;
mod table;
mod wordings;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use games::Games;
use games::store::{PostgresStore, SqliteStore, Store};
use guard::Guard;

pub use api::openapi;
pub use games::socket::Patience;
pub use games::store::StoreFault;
pub use library::Library;
pub use rosters::SharedRosters;
pub use table::texts::scenario_text;

/// Where and how to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; the loopback unless the club's network shall see it.
    pub host: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// The file of the shared rosters; none keeps them in memory only.
    pub store: Option<PathBuf>,
    /// Requests a second one address may make.
    pub requests_a_second: u32,
    /// A PostgreSQL to keep everything in: `postgres://…`. Several processes may serve the same.
    pub database: Option<String>,
    /// Names the server goes by beside its own: `spil.example.org`.
    pub names: Vec<String>,
    /// A game that nobody asks anything for this long is put away. It is woken when somebody asks.
    pub idle: Duration,
    /// Games that nobody has touched for this long are deleted; none keeps all.
    pub keep: Option<Duration>,
    /// How long the server waits for its clients.
    pub patience: Patience,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            store: None,
            requests_a_second: 200,
            database: None,
            names: Vec::new(),
            idle: Duration::from_secs(120),
            keep: Some(Duration::from_secs(400 * 24 * 3600)),
            patience: Patience::default(),
        }
    }
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeFault {
    /// A rule set cannot be opened.
    #[error(transparent)]
    Rules(#[from] krigsspil_rules::OpenFault),
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The address cannot be listened on.
    #[error("the server cannot use {address}: {reason}; try another --port")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        reason: std::io::Error,
    },
}

/// What every request may use.
#[derive(Clone, Debug)]
pub struct Shared {
    library: Arc<Library>,
    rosters: SharedRosters,
    games: Arc<Games>,
    guard: Guard,
    /// How many odds may be worked out at once: each can take much memory.
    odds: Arc<tokio::sync::Semaphore>,
}

impl Shared {
    /// Puts all games away and closes the store.
    pub async fn close(&self) {
        self.games.close().await;
    }

    /// Copies the store into a file while it is served; tells whether this store can.
    pub async fn backup(&self, file: &std::path::Path) -> Result<bool, StoreFault> {
        self.games.store.backup(file).await
    }
}

/// A body larger than this is refused, by whoever reads it, so in our own words. A body that nobody reads is not taken in.
const LARGEST_BODY: usize = 1 << 20;

/// A save that is given to be replayed may be larger: a large battle has ten thousand actions.
pub(crate) const LARGEST_SAVE: usize = 8 << 20;

/// A request that takes longer than this is broken off.
const LONGEST_REQUEST: Duration = Duration::from_secs(20);

/// Only what we serve ourselves is run or shown: no inline script, no other host. WebAssembly of our own may be compiled (the page's own sums).
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Everything the server answers.
pub fn router(shared: Shared, requests_a_second: u32) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .nest("/api", api::routes())
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(page::serve)
        .layer(from_fn_with_state(shared.guard.clone(), guard::turn_away))
        .with_state(shared)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_REQUEST))
        .layer(from_fn_with_state(limits::limiter(requests_a_second), limits::turn_away))
        .layer(header(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(CatchPanicLayer::new())
        .layer(TraceLayer::new_for_http())
}

/// Is it ready to serve: does the store answer, and is it not stopping?
async fn ready(State(shared): State<Shared>) -> (StatusCode, &'static str) {
    match shared.games.store.ready().await {
        Ok(()) if !shared.games.stop.is_cancelled() => (StatusCode::OK, "ready\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// Figures for Prometheus.
async fn metrics(State(shared): State<Shared>) -> impl axum::response::IntoResponse {
    let counts = shared.games.store.counts().await.ok();
    let text = shared.games.metrics.text(shared.games.awake_now().len(), counts);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// Opens everything and makes ready to answer.
pub async fn open(settings: &Settings) -> Result<Shared, ServeFault> {
    let library = Arc::new(Library::open()?);
    let (store, rosters): (Arc<dyn Store>, _) = match &settings.database {
        Some(address) => {
            let store = PostgresStore::open(address).await?;
            let rosters = SharedRosters::Postgres(store.pool());
            (Arc::new(store), rosters)
        }
        None => {
            let store = SqliteStore::open(settings.store.as_deref()).await?;
            let rosters = SharedRosters::Sqlite(store.pool());
            (Arc::new(store), rosters)
        }
    };
    let games = Games::open(store, library.clone(), settings).await?;
    let guard = Guard { local: settings.host.is_loopback(), names: settings.names.clone().into() };
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let odds = Arc::new(tokio::sync::Semaphore::new(cores.max(2)));
    let shared = Shared { library, rosters, games, guard, odds };
    let old = shared.rosters.sweep_old().await?;
    if old > 0 {
        tracing::info!(old, "old rosters deleted");
    }
    Ok(shared)
}

/// Copies the store in a file into another, while a server runs on it or not.
pub async fn backup(store: &std::path::Path, into: &std::path::Path) -> Result<(), StoreFault> {
    SqliteStore::copy(store, into).await
}

/// This machine's own address on the network it reaches others through. Nothing is sent to find it.
pub fn own_address() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is nobody's: the machine only looks up by which way it would go there.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Waits until the process is told to stop, by Ctrl-C or by SIGTERM.
async fn told_to_stop() {
    let interrupted = async {
        // When the signal cannot be heard, the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

/// Serves until the process is told to stop; `ready` hears the address once it listens.
pub async fn serve(settings: Settings, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeFault> {
    let shared = open(&settings).await?;
    let address = SocketAddr::new(settings.host, settings.port);
    let listen = |reason| ServeFault::Listen { address, reason };
    let listener = tokio::net::TcpListener::bind(address).await.map_err(listen)?;
    ready(listener.local_addr().map_err(listen)?);
    let (router, stop) = (router(shared.clone(), settings.requests_a_second), shared.games.stop.clone());
    let told = stop.clone();
    tokio::spawn(async move {
        told_to_stop().await;
        // Sockets are closed, and requests that wait are answered.
        told.cancel();
    });
    listen::serve(listener, router, settings.patience.head, LONGEST_REQUEST, stop).await;
    shared.close().await;
    Ok(())
}

/// Structured logs on standard error, as `RUST_LOG` says; warnings only when it says nothing.
pub fn log() {
    let said = std::env::var("RUST_LOG").ok().and_then(|said| said.parse::<Targets>().ok());
    let filter = said.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let log = tracing_subscriber::fmt::layer().json().with_writer(std::io::stderr);
    // A second call (in tests) finds a log already there, and that is as good.
    let _ = tracing_subscriber::registry().with(log.with_filter(filter)).try_init();
}
