//! Exact odds through the API's door: the request read, every field reckoned, the answer written.
#![allow(missing_docs)]

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use criterion::{Criterion, criterion_group, criterion_main};
use http_body_util::BodyExt;
use krigsspil_server::{Settings, open, router};
use tower::ServiceExt;

/// So many requests a second that nobody is held back.
const AS_MANY_AS_COME: u32 = u32::MAX;

fn odds(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server =
        runtime.block_on(async { router(open(&Settings::default()).await.unwrap(), AS_MANY_AS_COME) });
    let side = r#"{"arm": "infantry", "ranks": [10, 10, 10]}"#;
    let melee = format!(
        r#"{{"rules": "chakoten", "procedure": "melee", "facts": {{"attacker": {side}, "defender": {side}}}}}"#
    );
    let ask = || {
        runtime.block_on(async {
            let request = Request::post("/api/odds").header(header::CONTENT_TYPE, "application/json");
            let answer =
                server.clone().oneshot(request.body(Body::from(melee.clone())).unwrap()).await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
            answer.into_body().collect().await.unwrap().to_bytes().len()
        })
    };
    criterion
        .bench_function("odds through the API, chakoten melee, every field", |bencher| bencher.iter(ask));
}

criterion_group!(benches, odds);
criterion_main!(benches);
