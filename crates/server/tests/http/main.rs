//! Every route of the server, as a browser and as a bad guest would use it.

mod rosters;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use krigsspil_server::{Settings, open, router};
use serde_json::{Value, json};
use tower::ServiceExt;

async fn server() -> Router {
    router(open(&Settings::default()).await.unwrap(), 10_000)
}

async fn ask(server: &Router, request: Request<Body>) -> Response<Body> {
    server.clone().oneshot(request).await.unwrap()
}

async fn get(server: &Router, path: &str) -> Response<Body> {
    ask(server, Request::get(path).body(Body::empty()).unwrap()).await
}

async fn send(server: &Router, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(path);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    read(ask(server, request.body(Body::from(body.to_string())).unwrap()).await).await
}

async fn bytes(response: Response<Body>) -> Vec<u8> {
    response.into_body().collect().await.unwrap().to_bytes().to_vec()
}

async fn read(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let body = bytes(response).await;
    let value = serde_json::from_slice(&body)
        .unwrap_or_else(|_| panic!("not JSON: {}", String::from_utf8_lossy(&body)));
    (status, value)
}

fn volley() -> Value {
    json!({
        "rules": "borgerkrig",
        "procedure": "small_arms_fire",
        "facts": { "firer_arm": "infantry", "figures": 28, "weapon": "springfield_m61", "distance_cm": 8,
                   "target_arm": "infantry" },
    })
}

fn with(mut value: Value, key: &str, other: Value) -> Value {
    value[key] = other;
    value
}

/// A watchdog asks whether it lives.
#[tokio::test]
async fn it_says_that_it_lives() {
    let response = get(&server().await, "/healthz").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(bytes(response).await, b"ok\n");
}

/// Only what we serve ourselves may run or be shown, whatever is asked for.
#[tokio::test]
async fn every_answer_bears_the_headers_that_guard_the_page() {
    let server = server().await;
    for path in ["/", "/healthz", "/api/rules", "/api/nowhere", "/missing.js"] {
        let response = get(&server, path).await;
        let headers = response.headers();
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{path}");
        // WebAssembly may be compiled: that runs nothing that is not served here. No script may be written at run time, and none inline.
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(headers[header::REFERRER_POLICY], "no-referrer", "{path}");
    }
}

/// The rule sets, by their titles in either language.
#[tokio::test]
async fn it_lists_the_rule_sets() {
    let server = server().await;
    for lang in ["en", "da"] {
        let (status, listed) = read(get(&server, &format!("/api/rules?lang={lang}")).await).await;
        assert_eq!(status, StatusCode::OK);
        let ids: Vec<_> = listed.as_array().unwrap().iter().map(|each| each["id"].clone()).collect();
        assert_eq!(ids, ["borgerkrig", "chakoten", "gdc", "torden", "tricolore"]);
    }
    assert_eq!(get(&server, "/api/rules?lang=fr").await.status(), StatusCode::BAD_REQUEST);
}

/// A book holds all that a form, a reader and a roster need.
#[tokio::test]
async fn it_gives_a_whole_book() {
    let server = server().await;
    for rules in ["borgerkrig", "chakoten", "gdc", "torden", "tricolore"] {
        let (status, book) = read(get(&server, &format!("/api/rules/{rules}?lang=da")).await).await;
        assert_eq!(status, StatusCode::OK);
        for part in ["groups", "procedures", "tables", "texts"] {
            assert!(!book[part].as_array().unwrap().is_empty(), "{rules} has no {part}");
        }
        for property in book["roster"]["properties"].as_array().unwrap() {
            assert!(property["schema"]["type"].is_string(), "{rules}: {property}");
        }
        let (status, units) =
            read(get(&server, &format!("/api/rules/{rules}/catalogue?lang=da")).await).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(Value::from(units.as_array().unwrap().len()), book["roster"]["offered"]);
    }
}

/// A rule set that is not there is named, with those that are.
#[tokio::test]
async fn an_unknown_rule_set_is_not_found() {
    let server = server().await;
    for path in ["/api/rules/waterloo", "/api/rules/waterloo/catalogue"] {
        let (status, error) = read(get(&server, path).await).await;
        assert_eq!((status, &error["code"]), (StatusCode::NOT_FOUND, &json!("unknown_rule_set")));
        assert!(error["message"].as_str().unwrap().contains("borgerkrig"));
    }
}

/// The player's own dice give what the table gives; the server's own are shown.
#[tokio::test]
async fn it_works_a_procedure_out() {
    let server = server().await;
    let given = with(volley(), "dice", json!([6, 4]));
    let (status, worked) = send(&server, "POST", "/api/adjudicate", &given).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(worked["outcome"]["loss_men"], 55);
    let shown: Vec<_> =
        worked["rolls"].as_array().unwrap().iter().map(|roll| roll["shown"].clone()).collect();
    assert_eq!(shown, [6, 4]);
    let (status, worked) = send(&server, "POST", "/api/adjudicate", &volley()).await;
    assert_eq!((status, worked["rolls"].as_array().unwrap().len()), (StatusCode::OK, 2));
}

/// When dice are wanting, the next is asked for by name; when too many are given, that is said.
#[tokio::test]
async fn it_asks_for_the_next_die() {
    let server = server().await;
    let (status, error) = send(&server, "POST", "/api/adjudicate", &with(volley(), "dice", json!([6]))).await;
    assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("wrong_dice")));
    let wanted = &error["wanted"];
    assert_eq!((&wanted["die"], &wanted["lowest"], &wanted["highest"]), (&json!("d6"), &json!(1), &json!(6)));
    let many = with(volley(), "dice", json!([6, 4, 1]));
    let (status, error) = send(&server, "POST", "/api/adjudicate", &many).await;
    assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("wrong_dice")));
    let odd = with(volley(), "dice", json!([6, 9]));
    assert_eq!(send(&server, "POST", "/api/adjudicate", &odd).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A wrong fact is named by its field and explained in the reader's own language.
#[tokio::test]
async fn bad_facts_are_explained_in_danish() {
    let server = server().await;
    let mut asked = with(volley(), "lang", json!("da"));
    asked["facts"]["figures"] = json!(-3);
    for route in ["/api/adjudicate", "/api/odds"] {
        let (status, error) = send(&server, "POST", route, &asked).await;
        assert_eq!((status, &error["field"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("figures")));
        let danish = error["message"].as_str().unwrap().to_string();
        let (_, error) = send(&server, "POST", route, &with(asked.clone(), "lang", json!("en"))).await;
        assert_ne!(danish, error["message"].as_str().unwrap());
    }
    let (status, error) =
        send(&server, "POST", "/api/adjudicate", &with(volley(), "procedure", json!("small_arm_fire"))).await;
    assert_eq!((status, &error["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("unknown_procedure")));
}

/// Chances are exact and come to 1 for every field.
#[tokio::test]
async fn it_reckons_odds() {
    let (status, odds) = send(&server().await, "POST", "/api/odds", &volley()).await;
    assert_eq!(status, StatusCode::OK);
    for field in odds["fields"].as_array().unwrap() {
        let shares: f64 =
            field["values"].as_array().unwrap().iter().map(|each| each["share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{}", field["field"]);
    }
}

/// What is not JSON, or not the JSON that was asked for, is told so in JSON.
#[tokio::test]
async fn bad_bodies_are_told_so() {
    let server = server().await;
    let post = |kind: &'static str, body: &'static str| {
        Request::post("/api/adjudicate").header(header::CONTENT_TYPE, kind).body(Body::from(body)).unwrap()
    };
    for (request, expected) in [
        (post("application/json", "{"), StatusCode::BAD_REQUEST),
        (post("application/json", "{\"rules\": 7}"), StatusCode::UNPROCESSABLE_ENTITY),
        (
            post("application/json", "{\"rules\":\"gdc\",\"procedure\":\"scale\",\"extra\":1}"),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (post("text/plain", "{}"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        let (status, error) = read(ask(&server, request).await).await;
        assert_eq!((status, &error["code"]), (expected, &json!("bad_json")));
    }
}

/// A body beyond a megabyte is not read; a save to be replayed may have eight.
#[tokio::test]
async fn too_large_a_body_is_refused() {
    let server = server().await;
    let post = |to: &str, megabytes: usize| {
        let body = json!({ "rules": "x".repeat(megabytes << 20), "events": [] }).to_string();
        let request = Request::post(to).header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from(body)).unwrap()
    };
    let (too_large, wrong) = (StatusCode::PAYLOAD_TOO_LARGE, StatusCode::UNPROCESSABLE_ENTITY);
    for (to, megabytes, expected) in
        [("/api/rosters", 2, too_large), ("/api/film", 2, wrong), ("/api/film", 9, too_large)]
    {
        let (status, error) = read(ask(&server, post(&format!("{to}?lang=da"), megabytes)).await).await;
        assert_eq!(status, expected, "{to} {megabytes}");
        let told = error["message"].as_str().unwrap_or_default();
        assert_eq!(
            told.contains("er for stort: højst 1 MB"),
            expected == too_large,
            "{to} {megabytes}: {told}"
        );
    }
}

/// What a reader of JSON complains of is told in the caller's language, for games as for sums, with the field at fault.
#[tokio::test]
async fn a_bad_body_is_told_in_danish() {
    let server = server().await;
    for (to, body, field) in [
        ("/api/games?lang=da", json!({"scenario": 7}), "scenario"),
        ("/api/rosters?lang=da", json!({"rules": 7, "events": []}), "rules"),
    ] {
        let request = Request::post(to).header(header::CONTENT_TYPE, "application/json");
        let (status, error) =
            read(ask(&server, request.body(Body::from(body.to_string())).unwrap()).await).await;
        assert_eq!(
            (status, &error["field"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!(field)),
            "{to}: {error}"
        );
        let told = error["message"].as_str().unwrap_or_default();
        assert!(!told.contains("invalid type") && !told.contains("expected"), "{to}: {told}");
    }
}

/// Who asks without pause is turned away, and told to wait.
#[tokio::test]
async fn too_many_requests_are_turned_away() {
    let server = router(open(&Settings::default()).await.unwrap(), 5);
    let mut turned_away = None;
    for _ in 0..30 {
        let response = get(&server, "/healthz").await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            turned_away = Some(response);
            break;
        }
    }
    let (_, error) = read(turned_away.expect("thirty at once are too many")).await;
    assert_eq!(error["code"], "too_many_requests");
}

/// A page of another site changes nothing here; a program, which sends no origin, does.
#[tokio::test]
async fn a_foreign_page_changes_nothing() {
    let server = server().await;
    let post = |origin: &str| {
        let request = Request::post("/api/rosters?lang=da").header(header::HOST, "localhost:1");
        let request = request.header(header::CONTENT_TYPE, "application/json").header(header::ORIGIN, origin);
        request.body(Body::from(json!({ "rules": "borgerkrig", "events": [] }).to_string())).unwrap()
    };
    assert_eq!(ask(&server, post("http://localhost:1")).await.status(), StatusCode::CREATED);
    for foreign in ["https://evil.example", "http://localhost:2", "null"] {
        let (status, error) = read(ask(&server, post(foreign)).await).await;
        assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("foreign_origin")), "{foreign}");
    }
}

/// What is sent wrongly is said in the reader's words, with the field; the reader of JSON has only English ones.
#[tokio::test]
async fn what_is_sent_wrongly_is_told_in_danish() {
    let server = server().await;
    let wrong = [
        (
            json!({ "rules": 5 }),
            "rules",
            "`rules` i det, der blev sendt, kan ikke læses: `5` er ikke en tekst i anførselstegn",
        ),
        (
            json!({ "rules": "gdc", "procedure": [], "facts": {} }),
            "procedure",
            "`procedure` i det, der blev sendt, kan ikke læses: en liste er ikke en tekst i anførselstegn",
        ),
        (json!({}), "", "det, der blev sendt, kan ikke læses: `rules` mangler; det skal gives"),
    ];
    for (sent, field, wanted) in wrong {
        let (status, error) = send(&server, "POST", "/api/adjudicate?lang=da", &sent).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!((error["field"].as_str(), error["message"].as_str()), (Some(field), Some(wanted)));
    }
}

/// What is not in the API is said so in JSON; a way that is right with a method that is not, too.
#[tokio::test]
async fn unknown_ways_are_told_so() {
    let server = server().await;
    let (status, error) = read(get(&server, "/api/nowhere").await).await;
    assert_eq!((status, &error["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
    let (status, error) = read(get(&server, "/api/adjudicate?lang=da").await).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(error["message"], "denne adresse kan ikke bruges sådan");
    let post = Request::post("/").body(Body::empty()).unwrap();
    assert_eq!(ask(&server, post).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}

/// The page is served at every address that is no file; a file that is missing is missing. Without a built page it says how to build it.
#[tokio::test]
async fn the_page_is_served() {
    let server = server().await;
    assert_eq!(get(&server, "/assets/missing.js").await.status(), StatusCode::NOT_FOUND);
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html");
    if !std::path::Path::new(built).exists() {
        let response = get(&server, "/").await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert!(String::from_utf8(bytes(response).await).unwrap().contains("cargo play"));
        return;
    }
    for path in ["/", "/borgerkrig", "/index.html"] {
        let response = get(&server, path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache", "{path}");
        let page = String::from_utf8(bytes(response).await).unwrap();
        assert!(page.contains("<div id=\"app\">"), "{path}");
        // No script stands in the page itself: the policy would not run it.
        assert!(!page.contains("<script>"), "{path}");
        let script =
            page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).unwrap();
        let response = get(&server, script).await;
        assert!(response.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        assert!(response.headers()[header::CONTENT_TYPE].to_str().unwrap().contains("javascript"));
    }
}

fn all_references_lead_somewhere(document: &Value, within: &Value) {
    match within {
        Value::Object(fields) => {
            if let Some(to) = fields.get("$ref").and_then(Value::as_str) {
                assert!(document.pointer(to.trim_start_matches('#')).is_some(), "{to}");
            }
            fields.values().for_each(|value| all_references_lead_somewhere(document, value));
        }
        Value::Array(list) => list.iter().for_each(|value| all_references_lead_somewhere(document, value)),
        _ => {}
    }
}

/// The schema of a rule set's battles is served in the language asked for; rules that are not played yet have none.
#[tokio::test]
async fn the_battle_language_is_served() {
    let server = server().await;
    for (language, title) in [("en", "Formation"), ("da", "Formation")] {
        let (status, schema) =
            read(get(&server, &format!("/api/rules/borgerkrig/battle?lang={language}")).await).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(schema["$defs"]["UnitShown"]["properties"]["formation"]["title"], title);
        assert!(schema["$defs"]["Action"]["oneOf"].as_array().is_some_and(|kinds| kinds.len() >= 10));
    }
    let (_, danish) = read(get(&server, "/api/rules/borgerkrig/battle?lang=da").await).await;
    assert_eq!(danish["$defs"]["UnitShown"]["properties"]["strength"]["title"], "Styrke");
    for rules in ["chakoten", "gdc", "torden", "tricolore"] {
        let (status, _) = read(get(&server, &format!("/api/rules/{rules}/battle?lang=da")).await).await;
        assert_eq!(status, StatusCode::OK, "{rules}");
    }
    let (status, fault) = read(get(&server, "/api/rules/whist/battle").await).await;
    assert_eq!((status, &fault["code"]), (StatusCode::NOT_FOUND, &json!("unknown_rule_set")));
}

/// A schema that another one adds fields to must let them be there: otherwise nothing fits both.
fn nothing_that_is_added_to_is_closed(document: &Value, part: &Value) {
    for base in part["allOf"].as_array().into_iter().flatten() {
        let path = base["$ref"].as_str().map_or("", |path| path.trim_start_matches('#'));
        let closed = document.pointer(path).is_some_and(|base| base["additionalProperties"] == json!(false));
        assert!(path.is_empty() || !closed, "{path} is closed, and {part} adds to it");
    }
    let parts = part.as_object().map(|parts| parts.values().collect::<Vec<_>>());
    for part in parts.or(part.as_array().map(|parts| parts.iter().collect())).into_iter().flatten() {
        nothing_that_is_added_to_is_closed(document, part);
    }
}

/// The document names every route; `web/openapi.json` is this very document, and `cargo verify` makes the page's types from it anew.
#[tokio::test]
async fn the_document_is_the_one_the_page_is_typed_by() {
    let (status, document) = read(get(&server().await, "/api/openapi.json").await).await;
    assert_eq!(status, StatusCode::OK);
    for path in [
        "/rules",
        "/rules/{rules}",
        "/rules/{rules}/catalogue",
        "/rules/{rules}/battle",
        "/adjudicate",
        "/odds",
        "/rosters",
        "/rosters/{code}",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    // What battles show, take and ask has types on the page, and nothing that the server's own types are called by is overwritten.
    for name in [
        "View",
        "UnitShown",
        "Prompt",
        "Preview",
        "Told",
        "BorgerkrigUnit",
        "BorgerkrigAction",
        "BorgerkrigOrder",
    ] {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    assert!(document["components"]["schemas"]["RosterForm"]["properties"]["counted"].is_object());
    all_references_lead_somewhere(&document, &document);
    nothing_that_is_added_to_is_closed(&document, &document);
    for path in document["paths"].as_object().unwrap().values() {
        for operation in path.as_object().unwrap().values() {
            assert_eq!(operation["responses"]["default"]["$ref"], "#/components/responses/Refusal");
        }
    }
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap());
    let mut named: Vec<_> = operations.map(|(_, operation)| operation["operationId"].to_string()).collect();
    named.sort();
    let count = named.len();
    named.dedup();
    assert_eq!(named.len(), count, "every operation has a name of its own: {named:?}");
    let written = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let written: Value = serde_json::from_str(&std::fs::read_to_string(written).unwrap()).unwrap();
    assert_eq!(document, written, "write it anew: krigsspil openapi > web/openapi.json && npm run types");
}
