//! Making a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::StatusCode;
use krigsspil_engine::battle::{BattleLanguage, Given, Options, Seat, SeatId, Seats, unknown_option};
use krigsspil_engine::fact::Kind;
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::{Language, Sentence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::links::{MAKER, Token, maker, new_id};
use super::settings::{By, Head, Role, Settings, Sitting};
use super::store::NewGame;
use super::table::{Table, WakeFault};
use super::wire::Problem;
use super::{Games, now, unstored};
use crate::api::scenarios::{TextFile, ours};
use crate::wordings::{
    BAD_CLOCK, GAME_BROKEN, ID_OR_FILE, NO_CODE, NO_COUNTERPART, NO_COURIERS, NO_SUCH_SCENARIO,
    NO_SUCH_SEAT_HERE, NOT_PLAYED, UNKNOWN_PLAYER,
};

/// The shortest and the longest turn of a clock, in seconds: from a quick game to a week a turn.
const CLOCK: std::ops::RangeInclusive<u32> = 10..=604_800;

/// What a new game shall be.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameAsked {
    /// A scenario that comes with the program, by its id.
    #[serde(default)]
    scenario: Option<String>,
    /// A scenario of your own: its file and the file of its ground.
    #[serde(default)]
    files: Option<ScenarioFiles>,
    /// The rule set; left out, the first of the scenario's that can be played.
    #[serde(default)]
    rules: Option<String>,
    /// The options of the rules, by name.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, bool>)]
    options: Options,
    /// Who plays a seat, by its name: `person` (the default), `staff:plain` or `staff:random`.
    #[serde(default)]
    seats: BTreeMap<String, String>,
    /// There is an umpire, with a link of their own.
    #[serde(default)]
    umpire: bool,
    /// Seconds a turn; left out, there is no clock.
    #[serde(default)]
    clock: Option<u32>,
    /// Messages between players go by courier only, as the rules have it.
    #[serde(default)]
    by_courier: bool,
    /// Every player adds a number to the dice before the battle.
    #[serde(default)]
    shared_dice: bool,
    /// Several seats are played in one browser, with a curtain between.
    #[serde(default)]
    hot_seat: bool,
    /// Players may measure beforehand where the print forbids it; left out, the game is to the letter.
    #[serde(default)]
    measuring: bool,
}

/// The files of a scenario.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFiles {
    /// The scenario.
    scenario: TextFile,
    /// Its ground.
    ground: TextFile,
}

/// A new link. It is shown once: the server keeps only its hash.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LinkMade {
    /// The seat; `maker` for the link of the person who makes the game.
    #[schema(value_type = String)]
    pub(crate) seat: SeatId,
    /// The secret that stands in the link: `/#/game/{token}`.
    pub(crate) token: String,
}

/// A new game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameMade {
    /// Its public name; it opens nothing but the replay, once the battle is over.
    pub(crate) game: String,
    /// The secret links, one a seat.
    pub(crate) links: Vec<LinkMade>,
    /// The SHA-256 of the secret that the dice are made of.
    pub(crate) dice_hash: String,
}

/// What is wrong with a game to be made, field by field.
struct Refusing(Language);

impl Refusing {
    fn field(&self, code: &str, field: &str, sentence: impl Into<Sentence>) -> Problem {
        Problem::told(StatusCode::UNPROCESSABLE_ENTITY, code, field, sentence, self.0)
    }

    fn broken(&self, fault: &WakeFault) -> Problem {
        tracing::error!(%fault, "a game cannot be made");
        Problem::told(StatusCode::INTERNAL_SERVER_ERROR, "broken", "", GAME_BROKEN, self.0)
    }

    fn no_code(&self) -> Problem {
        Problem::told(StatusCode::SERVICE_UNAVAILABLE, "no_code", "", NO_CODE, self.0)
    }

    fn scenario(&self, fault: &ScenarioFault, rules: Option<&dyn krigsspil_engine::RuleSet>) -> Problem {
        let messages = match rules {
            Some(rules) => rules.messages(),
            None => krigsspil_engine::Messages::engine(),
        };
        Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY.as_u16(),
            code: "bad_scenario".into(),
            field: "scenario".into(),
            message: fault.message(messages, self.0),
            rule: None,
        }
    }
}

/// Have these rules couriers?
pub(crate) fn has_couriers(declared: &BattleLanguage) -> bool {
    let courier = |kind: &Kind| matches!(kind, Kind::Given(Given::Courier));
    declared.actions.iter().any(|action| action.parameters.iter().any(|spec| courier(&spec.kind)))
}

/// A number nobody can guess, as text.
fn secret() -> Option<String> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Who sits where as the game begins. Without an umpire the umpire's seat stays empty.
fn seated(
    seats: &Seats,
    asked: &GameAsked,
    refusing: &Refusing,
) -> Result<BTreeMap<SeatId, Sitting>, Problem> {
    let mut sittings = BTreeMap::new();
    for (id, seat) in seats {
        let role = Role::from(seat);
        let side = match seat {
            Seat::Player { side, .. } => Some(side.clone()),
            Seat::Umpire | Seat::Onlooker => None,
        };
        let by = if role == Role::Umpire && !asked.umpire { By::Nobody } else { By::Person };
        sittings.insert(id.clone(), Sitting { role, side, by, seq: 0, events: 0 });
    }
    for (name, word) in &asked.seats {
        let known: Vec<_> = seats.keys().map(SeatId::as_str).collect();
        let players = |sitting: &&mut Sitting| sitting.role == Role::Player;
        let Some(sitting) = sittings.get_mut(&SeatId::from(name.as_str())).filter(players) else {
            let blanks = [("given", name.into()), ("known", known.join(", ").into())];
            return Err(refusing.field("no_such_seat", "seats", NO_SUCH_SEAT_HERE.with(blanks)));
        };
        sitting.by = By::read(word).ok_or_else(|| {
            let blanks = [("given", word.into()), ("known", By::known().into())];
            refusing.field("unknown_player", "seats", UNKNOWN_PLAYER.with(blanks))
        })?;
    }
    Ok(sittings)
}

impl Games {
    /// Makes a game.
    pub(crate) async fn make(
        self: &Arc<Self>,
        asked: GameAsked,
        language: Language,
    ) -> Result<GameMade, Problem> {
        let games = self.clone();
        let made = self.compute(move || games.prepared(&asked, &Refusing(language))).await;
        let (settings, head) = made.ok_or_else(|| Refusing(language).no_code())??;
        self.put_up(settings, head, language).await
    }

    /// Reads and checks the parts of a new game.
    fn prepared(&self, asked: &GameAsked, refusing: &Refusing) -> Result<(Settings, Head), Problem> {
        let (file, ground) = match (&asked.scenario, &asked.files) {
            (Some(id), None) => ours(id).ok_or_else(|| {
                refusing.field("unknown_scenario", "scenario", NO_SUCH_SCENARIO.with([("given", id.into())]))
            })?,
            (None, Some(files)) => (files.scenario.clone(), files.ground.clone()),
            _ => return Err(refusing.field("no_scenario", "scenario", ID_OR_FILE)),
        };
        let scenario = Scenario::read(&file.name, &file.text, &ground.text)
            .map_err(|fault| refusing.scenario(&fault, None))?;
        let played = |rules: &&String| krigsspil_rules::battle_language(rules).is_some();
        let rules = asked.rules.clone().or_else(|| scenario.rules.iter().find(played).cloned());
        let rules = rules.unwrap_or_else(|| scenario.rules.join(", "));
        let Some(maker) = self.library.maker(&rules) else {
            return Err(refusing.field("not_played", "rules", NOT_PLAYED.with([("rules", rules.into())])));
        };
        let mut options = asked.options.clone();
        if let Some(reason) = unknown_option(&options, maker.options()) {
            return Err(refusing.field("unknown_option", "options", reason));
        }
        if asked.umpire && maker.options().contains(&SeatId::umpire().as_str()) {
            options.insert(SeatId::umpire().to_string(), true);
        }
        if asked.clock.is_some_and(|seconds| !CLOCK.contains(&seconds)) {
            let (least, most) = (*CLOCK.start() as i32, *CLOCK.end() as i32);
            return Err(refusing.field(
                "bad_clock",
                "clock",
                BAD_CLOCK.with([("least", least.into()), ("most", most.into())]),
            ));
        }
        if asked.by_courier && !has_couriers(maker.language()) {
            return Err(refusing.field("no_couriers", "by_courier", NO_COURIERS));
        }
        // Set up once to see that it can be, and who sits there.
        let game = maker.setup(&scenario, options.clone(), 1, Vec::new());
        let game = game.map_err(|fault| refusing.scenario(&fault, self.library.find(&rules)))?;
        let seats = game.seats();
        if seats.contains_key(&SeatId::from(MAKER)) {
            let blanks = [("given", MAKER.into()), ("known", "".into())];
            return Err(refusing.field("no_such_seat", "scenario", NO_SUCH_SEAT_HERE.with(blanks)));
        }
        let head = Head { seats: seated(&seats, asked, refusing)?, ..Head::default() };
        let settings = Settings {
            rules_version: game.save().rules_version,
            rules,
            title: scenario.name.clone(),
            scenario: file.text,
            ground: ground.text,
            options,
            clock: asked.clock,
            by_courier: asked.by_courier,
            shared_dice: asked.shared_dice,
            hot_seat: asked.hot_seat,
            measuring: asked.measuring,
            secret: secret().ok_or_else(|| refusing.no_code())?,
            rematch_of: None,
        };
        Ok((settings, head))
    }

    /// Stores a new game and makes its links.
    async fn put_up(
        self: &Arc<Self>,
        settings: Settings,
        head: Head,
        language: Language,
    ) -> Result<GameMade, Problem> {
        let refusing = Refusing(language);
        let id = new_id().ok_or_else(|| refusing.no_code())?;
        let with_link =
            head.seats.iter().filter(|(_, sitting)| sitting.by != By::Nobody).map(|(seat, _)| seat);
        let seats: Vec<SeatId> = with_link.cloned().chain([maker()]).collect();
        let tokens: Option<Vec<_>> = seats.into_iter().map(|seat| Some((seat, Token::new()?))).collect();
        let tokens = tokens.ok_or_else(|| refusing.no_code())?;
        let (dice_hash, library) = (settings.dice_hash(), self.library.clone());
        let stored = serde_json::to_string(&settings).map_err(|error| refusing.broken(&error.into()))?;
        let table_id = id.clone();
        let batch = self.compute(move || {
            Table::new(table_id, settings, head, library, now())
                .map(|mut table| table.take().unwrap_or_default())
        });
        let batch = batch.await.ok_or_else(|| refusing.no_code())?;
        let batch = batch.map_err(|fault| refusing.broken(&fault))?;
        let links = tokens.iter().map(|(seat, token)| (seat.clone(), token.hash())).collect();
        let new = NewGame { id: id.clone(), settings: stored, links, batch };
        self.store.create(new).await.map_err(|fault| unstored(&fault, language))?;
        self.metrics.made.add(1);
        let links =
            tokens.iter().map(|(seat, token)| LinkMade { seat: seat.clone(), token: token.text().into() });
        Ok(GameMade { game: id, links: links.collect(), dice_hash })
    }

    /// Makes the rematch of a finished game, with sides changed, and tells its public name.
    pub(crate) async fn make_rematch(
        self: &Arc<Self>,
        game: &str,
        language: Language,
    ) -> Result<String, Problem> {
        let refusing = Refusing(language);
        let stored = self.store.load(game).await.map_err(|fault| unstored(&fault, language))?;
        let stored = stored.ok_or_else(|| refusing.no_code())?;
        let read = |error: serde_json::Error| refusing.broken(&error.into());
        let mut settings: Settings = serde_json::from_str(&stored.settings).map_err(read)?;
        let old: Head = serde_json::from_str(&stored.head).map_err(read)?;
        let mut head = Head::default();
        for (seat, sitting) in &old.seats {
            let from = counterpart(&old, seat).ok_or_else(|| {
                Problem::told(StatusCode::CONFLICT, "no_counterpart", "", NO_COUNTERPART, language)
            })?;
            // The computer changes sides, too.
            let by = old.seats.get(&from).map_or(By::Person, |sitting| sitting.by.clone());
            head.seats.insert(seat.clone(), Sitting { by, seq: 0, events: 0, ..sitting.clone() });
        }
        settings.secret = secret().ok_or_else(|| refusing.no_code())?;
        settings.rematch_of = Some(game.to_string());
        // The links are replaced when they are asked for: nobody has these.
        self.put_up(settings, head, language).await.map(|made| made.game)
    }

    /// The seat that somebody has in the rematch.
    pub(crate) async fn seat_in_rematch(&self, sits: &super::Sits) -> Result<SeatId, Problem> {
        let refusing = Refusing(sits.language);
        let stored = self.store.load(&sits.game).await.map_err(|fault| unstored(&fault, sits.language))?;
        let stored = stored.ok_or_else(|| refusing.no_code())?;
        let head: Head =
            serde_json::from_str(&stored.head).map_err(|error| refusing.broken(&error.into()))?;
        counterpart(&head, &sits.seat).ok_or_else(|| {
            Problem::told(StatusCode::CONFLICT, "no_counterpart", "", NO_COUNTERPART, sits.language)
        })
    }
}

/// The seat of a player after sides are changed: of two sides with as many seats each, the seat in the same place on the other side. Everybody else keeps
/// the seat they had.
fn counterpart(head: &Head, seat: &SeatId) -> Option<SeatId> {
    if seat.as_str() == MAKER {
        return Some(seat.clone());
    }
    let sitting = head.seats.get(seat)?;
    let Some(side) = sitting.side.as_ref().filter(|_| sitting.role == Role::Player) else {
        return Some(seat.clone());
    };
    let mut sides: BTreeMap<&String, Vec<&SeatId>> = BTreeMap::new();
    for (seat, sitting) in &head.seats {
        if let Some(side) = &sitting.side {
            sides.entry(side).or_default().push(seat);
        }
    }
    let place = sides.get(side)?.iter().position(|other| *other == seat)?;
    let even = sides.len() == 2 && sides.values().all(|seats| seats.len() == sides[side].len());
    let other = sides.iter().find(|(other, _)| **other != side).map(|(_, seats)| seats)?;
    even.then(|| other[place].clone())
}
