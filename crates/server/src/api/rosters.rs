//! Rosters shared by link. One question both sends what happened here and fetches what happened elsewhere.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use krigsspil_engine::{Language, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{ApiError, In, Reader, find};
use crate::Shared;
use crate::rosters::event::{EventFault, Happening, Side};
use crate::rosters::sides::{Shown, Sides, written};
use crate::rosters::{Access, Added, Kept, MOST_BYTES, MOST_EVENTS, now};
use crate::wordings::{EVENT_NOT_YOURS, NO_CODE, NO_SUCH_ROSTER, ONLY_THE_UMPIRE, ROSTER_FULL, words};

/// A roster to share.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRoster {
    /// Its rules.
    rules: String,
    /// What has happened to it so far.
    #[schema(value_type = Vec<Happening>)]
    events: Vec<Value>,
}

/// What happened here, and what is known of the rest.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Told {
    /// Everything up to here is known; 0 at first.
    #[serde(default)]
    since: i64,
    /// The `epoch` of the last answer; 0 at first.
    #[serde(default)]
    epoch: i64,
    /// What happened here. What was sent before may be sent again.
    #[serde(default)]
    #[schema(value_type = Vec<Happening>)]
    events: Vec<Value>,
}

/// Whose link it is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LinkOf {
    /// The umpire's: everything.
    Umpire,
    /// The blue player's.
    Blue,
    /// The red player's.
    Red,
}

/// The codes of all links; only the umpire is told them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Codes {
    /// The umpire's.
    umpire: String,
    /// The blue player's.
    blue: String,
    /// The red player's.
    red: String,
}

/// An event that was not taken in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusedEvent {
    /// Its id; empty when it had none.
    id: String,
    /// Why, and what would be right.
    message: String,
}

/// What happened elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Happened {
    /// Its rules.
    rules: String,
    /// Whose link this is.
    link: LinkOf,
    /// The other links.
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<Codes>,
    /// The events after `since`.
    #[schema(value_type = Vec<Happening>)]
    events: Vec<Value>,
    /// Ask with this the next time.
    next: i64,
    /// And with this.
    epoch: i64,
    /// Events that were not taken in. They need not be sent again.
    refused: Vec<RefusedEvent>,
}

/// Letters and figures that are not mistaken for each other when read aloud.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789z";

/// Sixty bits: nobody guesses another club's roster.
fn new_code(language: Language) -> Result<String, ApiError> {
    let mut bits = getrandom::u64().map_err(|error| {
        tracing::error!(%error, "no entropy");
        ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "no_code", "", NO_CODE, language)
    })?;
    let mut code = String::with_capacity(12);
    for _ in 0..12 {
        code.push(char::from(ALPHABET[(bits & 31) as usize]));
        bits >>= 5;
    }
    Ok(code)
}

fn no_such_roster(language: Language) -> ApiError {
    ApiError::told(StatusCode::NOT_FOUND, "unknown_roster", "code", NO_SUCH_ROSTER, language)
}

async fn kept(shared: &Shared, code: &str, language: Language) -> Result<Kept, ApiError> {
    let found = shared.rosters.find(code).await.map_err(|fault| ApiError::of_store(&fault, language))?;
    found.ok_or_else(|| no_such_roster(language))
}

/// The events of texts that were checked when they came in.
fn stored(texts: &[String], rules: &dyn RuleSet) -> Vec<Happening> {
    let read = |text: &String| Happening::read(&serde_json::from_str(text).ok()?, rules, i64::MAX >> 1).ok();
    texts.iter().filter_map(read).collect()
}

/// Sorts what came in: events to add, and what is refused, in the reader's words.
struct Intake<'a> {
    rules: &'a dyn RuleSet,
    language: Language,
    adding: Vec<Added>,
    refused: Vec<RefusedEvent>,
}

impl Intake<'_> {
    fn refuse(&mut self, id: &str, reason: &krigsspil_engine::Sentence) {
        let message = reason.message(words(), self.language);
        self.refused.push(RefusedEvent { id: id.to_string(), message });
    }

    fn take(&mut self, events: &[Value], kept: &Kept, may: impl Fn(&Happening) -> bool) {
        let (mut count, mut bytes) = (kept.events + self.adding.len() as i64, kept.bytes);
        let mut clock = kept.clock;
        for value in events {
            let event = match Happening::read(value, self.rules, clock) {
                Ok(event) => event,
                Err(EventFault { id, reason }) => {
                    self.refuse(&id, &reason);
                    continue;
                }
            };
            let text = written(&event).to_string();
            count += 1;
            bytes += text.len() as i64;
            if count > MOST_EVENTS || bytes > MOST_BYTES {
                self.refuse(&event.id, &ROSTER_FULL.into());
            } else if !may(&event) {
                self.refuse(&event.id, &EVENT_NOT_YOURS.into());
            } else {
                clock = clock.max(event.clock);
                self.adding.push(Added { id: event.id, clock: event.clock, text });
            }
        }
    }
}

/// Share a roster.
#[utoipa::path(post, path = "/rosters", operation_id = "share_roster", params(In), request_body = NewRoster, responses(
    (status = 201, body = Happened),
    (status = 404, body = ApiError, description = "There are no such rules."),
))]
pub(crate) async fn create(
    State(shared): State<Shared>,
    Reader(language): Reader,
    document: Result<Json<NewRoster>, JsonRejection>,
) -> Result<(StatusCode, Json<Happened>), ApiError> {
    let Json(new) = document.map_err(|rejection| ApiError::of_body(&rejection, language))?;
    find(&shared.library, &new.rules, language)?;
    let told = |fault| ApiError::of_store(&fault, language);
    let swept = shared.rosters.sweep_old().await.map_err(told)?;
    if swept > 0 {
        tracing::info!(swept, "old rosters deleted");
    }
    let codes = [new_code(language)?, new_code(language)?, new_code(language)?];
    let [umpire, blue, red] = [0, 1, 2].map(|place| codes[place].as_str());
    shared.rosters.create([umpire, blue, red], &new.rules, now()).await.map_err(told)?;
    let first = Told { since: 0, epoch: 0, events: new.events };
    let happened = exchange(&shared, umpire, first, language).await?;
    Ok((StatusCode::CREATED, Json(happened)))
}

/// Send what happened here to a shared roster, and fetch what happened elsewhere. What is sent twice counts once.
#[utoipa::path(post, path = "/rosters/{code}", operation_id = "tell_roster", params(("code" = String, Path), In), request_body = Told, responses(
    (status = 200, body = Happened),
    (status = 404, body = ApiError),
))]
pub(crate) async fn tell(
    State(shared): State<Shared>,
    Reader(language): Reader,
    Path(code): Path<String>,
    told: Result<Json<Told>, JsonRejection>,
) -> Result<Json<Happened>, ApiError> {
    let Json(told) = told.map_err(|rejection| ApiError::of_body(&rejection, language))?;
    exchange(&shared, &code, told, language).await.map(Json)
}

/// Delete a shared roster, with the umpire's link.
#[utoipa::path(delete, path = "/rosters/{code}", operation_id = "delete_roster", params(("code" = String, Path), In), responses(
    (status = 204),
    (status = 403, body = ApiError),
    (status = 404, body = ApiError),
))]
pub(crate) async fn delete(
    State(shared): State<Shared>,
    Reader(language): Reader,
    Path(code): Path<String>,
) -> Result<StatusCode, ApiError> {
    let kept = kept(&shared, &code, language).await?;
    if kept.access != Access::Umpire {
        return Err(ApiError::told(StatusCode::FORBIDDEN, "not_umpire", "code", ONLY_THE_UMPIRE, language));
    }
    shared.rosters.delete(&kept.code).await.map_err(|fault| ApiError::of_store(&fault, language))?;
    Ok(StatusCode::NO_CONTENT)
}

async fn exchange(shared: &Shared, code: &str, told: Told, language: Language) -> Result<Happened, ApiError> {
    let kept = kept(shared, code, language).await?;
    let rules = find(&shared.library, &kept.rules, language)?;
    match kept.access {
        Access::Umpire => with_umpire(shared, &kept, rules, told, language).await,
        Access::Player(side) => with_player(shared, &kept, side, rules, told, language).await,
    }
}

async fn with_umpire(
    shared: &Shared,
    kept: &Kept,
    rules: &dyn RuleSet,
    told: Told,
    language: Language,
) -> Result<Happened, ApiError> {
    let of_store = |fault| ApiError::of_store(&fault, language);
    let mut intake = Intake { rules, language, adding: Vec::new(), refused: Vec::new() };
    intake.take(&told.events, kept, |_| true);
    if !intake.adding.is_empty() {
        shared.rosters.add(&kept.code, &intake.adding, now()).await.map_err(of_store)?;
    }
    let (texts, next) = shared.rosters.since(&kept.code, told.since.max(0)).await.map_err(of_store)?;
    let codes = Codes { umpire: kept.code.clone(), blue: kept.blue.clone(), red: kept.red.clone() };
    Ok(Happened {
        rules: kept.rules.clone(),
        link: LinkOf::Umpire,
        codes: Some(codes),
        events: texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect(),
        next,
        epoch: 0,
        refused: intake.refused,
    })
}

/// A player's numbers count what he sees: they tell nothing of how much the other side does.
async fn with_player(
    shared: &Shared,
    kept: &Kept,
    side: Side,
    rules: &dyn RuleSet,
    told: Told,
    language: Language,
) -> Result<Happened, ApiError> {
    let of_store = |fault| ApiError::of_store(&fault, language);
    let all = async || -> Result<Vec<Happening>, ApiError> {
        let (texts, _) = shared.rosters.since(&kept.code, 0).await.map_err(of_store)?;
        Ok(stored(&texts, rules))
    };
    let mut events = all().await?;
    let mut intake = Intake { rules, language, adding: Vec::new(), refused: Vec::new() };
    if !told.events.is_empty() {
        // Each is judged by what was there before it: a unit that joins may act in the next.
        let mut sides = Sides::of(&events);
        let mut shown = Shown::to(side);
        shown.all(&sides, &events);
        for value in &told.events {
            let before = intake.adding.len();
            let may = |event: &Happening| sides.allows(side, &event.deed, &shown.whole);
            intake.take(std::slice::from_ref(value), kept, may);
            let text: Vec<_> = intake.adding[before..].iter().map(|added| added.text.clone()).collect();
            for event in stored(&text, rules) {
                sides.take(&event);
                shown.next(&sides, &event);
            }
        }
        if !intake.adding.is_empty() {
            shared.rosters.add(&kept.code, &intake.adding, now()).await.map_err(of_store)?;
            events = all().await?;
        }
    }
    let sides = Sides::of(&events);
    let seen = Shown::to(side).all(&sides, &events);
    let since = if told.epoch == sides.changes { told.since.max(0) as usize } else { 0 };
    let next = seen.len() as i64;
    Ok(Happened {
        rules: kept.rules.clone(),
        link: if side == Side::Blue { LinkOf::Blue } else { LinkOf::Red },
        codes: None,
        events: seen.iter().skip(since).map(written).collect(),
        next,
        epoch: sides.changes,
        refused: intake.refused,
    })
}

/// Where others on the network reach this server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Network {
    /// Only this machine is served.
    only_here: bool,
    /// The machine's own address on the network, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

/// Where others on the network reach this server.
#[utoipa::path(get, path = "/network", operation_id = "network", responses((status = 200, body = Network)))]
pub(crate) async fn network(State(shared): State<Shared>) -> Json<Network> {
    let only_here = shared.guard.local;
    let address = (!only_here).then(crate::own_address).flatten();
    Json(Network { only_here, address: address.map(|address| address.to_string()) })
}
