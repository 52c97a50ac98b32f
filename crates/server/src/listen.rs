//! Accepts connections until the server stops. Each connection has a time limit for the head of a request, so that nobody can hold one open by
//! sending a letter now and then.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long to wait before the next attempt when no connection can be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections until told to stop, then waits until the requests in progress are answered, but not longer than `longest`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    head: Duration,
    longest: Duration,
    stop: CancellationToken,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head);
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let one = connection(http.clone(), stream, address, router.clone(), stop.clone());
                connections.spawn(one);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(longest, connections.wait()).await.is_err() {
        tracing::warn!("a request was broken off because the server stops");
    }
}

/// Serves a connection. When the server stops, the request in progress is answered and the connection closed.
async fn connection(
    http: http1::Builder,
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    stop: CancellationToken,
) {
    // Small messages follow each other on sockets: they must not wait until the client has confirmed the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection sends with delay");
    }
    let service = router.map_request(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request
    });
    let service = TowerToHyperService::new(service);
    let mut served = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let result = tokio::select! {
        result = served.as_mut() => result,
        () = stop.cancelled() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection ended");
    }
}
