//! A whole small battle on the machinery: orders in secret, a turn with throws and questions, an umpire, saves, snapshots and prepared
//! situations.

use std::sync::Arc;

use krigsspil_engine::battle::*;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_field::prelude::{Bearing, Ground, Placed, Pose, point};
use krigsspil_turn::asking::{Asks, prompts};
use krigsspil_turn::book::{Asking, Book};
use krigsspil_turn::command::{Post, Posts, find_post, posts};
use krigsspil_turn::common::Given;
use krigsspil_turn::desk::{Desk, Pause, Runs, about_unit, each, item};
use krigsspil_turn::gate::Gate;
use krigsspil_turn::ids::{PostId, Roll, SideId, UnitId};
use krigsspil_turn::knowledge::{Knowledge, Log, Sightings, about, told};
use krigsspil_turn::objectives::{Counts, Held, Losses, held_at_first};
use krigsspil_turn::resume::{Turns, begin, go_on};
use krigsspil_turn::shown::{Described, leader};
use krigsspil_turn::situation::{AfterRefusal, SituationFault, Tell, play_lines, read_lines};
use krigsspil_turn::snapshot::{PlayedBy, Versions, load, store};
use krigsspil_turn::standing::placeholder;
use krigsspil_turn::umpire::{Umpire, only_umpire};
use serde::{Deserialize, Serialize};
use serde_json::json;

krigsspil_engine::orders! {
    /// What a seat can do.
    pub enum Do tagged "do" {
        /// The unit goes forward.
        Advance = "advance", "1" { unit: OwnUnit; };
        /// Orders are written.
        Ready = "ready", "1";
        /// A question is answered.
        Answer = "answer", "2" { question: QuestionNumber; choice: String [1..=40]; };
        /// The umpire adds a rule.
        Rule = "rule", "" { name: String [1..=80]; text: String [1..=500]; };
    }
}
krigsspil_engine::questions! {
    /// A unit that is hit may fall back.
    FALL_BACK = "fall_back", "3": Back { Stay = "stay", Go = "go" };
}

/// A unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chain {
    id: Arc<str>,
    name: Arc<str>,
    side: SideId,
    brigade: PostId,
    figures: i32,
    steps: i32,
    ordered: bool,
    #[serde(with = "krigsspil_turn::standing")]
    placed: Placed,
}

impl Chain {
    fn here(&self) -> bool {
        self.figures > 0
    }
}

/// What anybody sees of a chain.
pub struct SeenChain<'a> {
    /// Its figures.
    pub figures: &'a i32,
}

impl<'a> SeenChain<'a> {
    fn of(chain: &'a Chain) -> SeenChain<'a> {
        SeenChain { figures: &chain.figures }
    }
}

/// What never changes.
#[derive(Debug)]
pub struct Fixed {
    given: Given,
}

/// The state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    #[serde(skip)]
    fixed: Arc<Fixed>,
    turn: u32,
    units: Roll<UnitId, Chain>,
    brigades: Posts,
    seen: Sightings,
    held: Held,
    gate: Gate,
    umpire: Umpire,
    #[serde(skip)]
    ending: Option<Ending>,
    log: Log,
    dice: BattleDice,
    turns: Turns<Battle>,
}

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Chain under brigade,
    posts: brigades by brigade,
    ready: gate,
    seen: SeenChain as SeenChain::of,
}
krigsspil_turn::stored! { Battle: turn, units, brigades, seen, held, gate, umpire, log, turns }

impl Counts for Battle {
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
        self.units.values().filter(|chain| chain.here()).map(|chain| (chain.side, &chain.placed))
    }
    fn losses(&self, side: SideId) -> Losses {
        let own = || self.units.values().filter(move |chain| chain.side == side);
        Losses { men: 400 * own().count() as i32, lost: own().map(|chain| 20 * (20 - chain.figures)).sum() }
    }
    fn stands(&self, side: SideId) -> bool {
        self.units.values().any(|chain| chain.side == side && chain.here())
    }
}

struct Run<'a> {
    battle: &'a mut Battle,
    desk: &'a mut Desk,
}

impl Runs for Run<'_> {
    type State = Battle;
    fn state(&mut self) -> &mut Battle {
        self.battle
    }
    fn desk(&mut self) -> &mut Desk {
        self.desk
    }
}

impl Run<'_> {
    fn tell(&mut self, what: &'static str, units: &[UnitId]) {
        let audience = told(self.battle, units);
        let about = about(self.battle, units, json!({}));
        let turn = self.battle.turn;
        let event = Event { turn, moment: 0.0, what, rule: "3", about, working: None, way: None, audience };
        let event = self.desk.tell(event);
        self.battle.log.push(event);
    }

    fn turn(&mut self) -> Result<(), Pause> {
        self.battle.log.drop_before(self.battle.turn);
        let all: Vec<UnitId> = self.battle.units.ids().collect();
        self.desk.next_step();
        item(self, |run| {
            for (_, unit) in run.battle.units.iter_mut() {
                unit.steps += i32::from(std::mem::take(&mut unit.ordered));
            }
            // Everybody sees a unit that advances.
            let fixed = run.battle.fixed.clone();
            for (seat, _) in fixed.seating.players() {
                for unit in &all {
                    run.battle.seen.add(seat, *unit);
                }
            }
            Ok(())
        })?;
        self.desk.next_step();
        each(self, &all, |run, &unit| {
            // The first of a side's questions must not depend on its answer: it is asked before the throw is used.
            let seat = run.battle.seat_of_unit(unit).clone();
            if run.desk.ask(&FALL_BACK, about_unit(&seat, unit, None))? == Back::Go {
                run.battle.units[unit].steps -= 1;
                return Ok(());
            }
            let lost = run.battle.dice.roll("fire", Die::D6)?;
            run.battle.units[unit].figures -= lost;
            run.tell("hit", &[unit]);
            Ok(())
        })?;
        self.battle.turn += 1;
        self.battle.gate.shut();
        Ok(())
    }
}

fn running(battle: &mut Battle, desk: &mut Desk) -> Result<(), Pause> {
    Run { battle, desk }.turn()
}

#[derive(Clone)]
struct Skirmish;

static LANGUAGE: BattleLanguage = BattleLanguage { questions: QUESTIONS, ..BattleLanguage::NOTHING };

impl Playable for Skirmish {
    type Battle = Battle;
    type Action = Do;

    const ID: &'static str = "skirmish";
    const LANGUAGE: &'static BattleLanguage = &LANGUAGE;
    const OPTIONS: &'static [&'static str] = &["umpire"];
    const VERSIONS: &'static [RulesVersion] = &[];

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let ground = Arc::new(Ground::from_geojson(GROUND).unwrap());
        let brigades = posts(scenario);
        let given = Given::new(scenario, ground, &brigades)?;
        let chain = |unit: &krigsspil_engine::scenario::Unit| {
            let brigade = find_post(&brigades, &unit.general).unwrap();
            let [x, y] = unit.place.unwrap();
            Chain {
                id: unit.id.get_ref().as_str().into(),
                name: unit.name.as_str().into(),
                side: brigades[brigade].side,
                brigade,
                figures: unit.men as i32 / 20,
                steps: 0,
                ordered: false,
                placed: placeholder(Pose::new(point(x, y), Bearing::degrees(0.0))).unwrap(),
            }
        };
        Ok(Battle {
            turn: 1,
            units: scenario.units.iter().map(chain).collect(),
            seen: Sightings::new(&given.seating),
            held: held_at_first(&scenario.victory, &given.sides),
            gate: Gate::waiting_for(given.seating.players().map(|(seat, _)| seat)),
            umpire: Umpire::default(),
            ending: None,
            log: Log::new(&given.seating),
            dice,
            turns: Book::new(Asking::Together, options.get("umpire").copied().unwrap_or(false)).into(),
            brigades,
            fixed: Arc::new(Fixed { given }),
        })
    }
    fn view(&self, battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
        let known = Knowledge::of(battle, seat);
        let stage = if known.is_running() { (Stage::Running, "running") } else { (Stage::Orders, "orders") };
        let shown = |own: krigsspil_turn::knowledge::Own<'_, Chain>| {
            let described = Described {
                id: own.id.clone(),
                name: Some(own.name.clone()),
                side: known.side_data(own.side).id.clone(),
                arm: Arm::Infantry,
                formation: "chain",
                strength: Strength { now: own.figures, first: Some(20), unit: "figures" },
                condition: None,
                details: Shown::NOTHING,
            };
            described.standing(&own.whole().placed, detail)
        };
        let leader = |(_, post): (PostId, &Post)| leader(known, post, post.place, None, Shown::NOTHING);
        View {
            units: known.own_units().map(shown).collect(),
            generals: known.generals().map(leader).collect(),
            ..krigsspil_turn::shown::view(known, seat, ("skirmish", MEASURE), stage)
        }
    }
    fn prompts(&self, battle: &Battle, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        let orders = |_: &SeatId, _| OrdersAsked {
            turn: battle.turn,
            units: Vec::new(),
            generals: Vec::new(),
            couriers: Vec::new(),
            actions: Vec::new(),
        };
        let answer = |question, choice| Do::Answer { question, choice };
        let asks = Asks { what: "orders", done: Do::Ready, answer, orders: &orders, wanted };
        prompts(battle, battle.gate.waited_for(), &asks)
    }
    fn preview(&self, _: &Battle, _: &SeatId, _: &Do) -> Result<Preview, Refused> {
        Ok(Preview::default())
    }
    fn act(
        &self,
        battle: &mut Battle,
        seat: &SeatId,
        action: &Do,
        events: &mut Vec<Arc<Event>>,
    ) -> Result<(), Refused> {
        battle.umpire.lets_act(seat)?;
        match action {
            Do::Advance { unit } => {
                let own = Knowledge::of(battle, seat).own_unit(unit)?.number;
                battle.units[own].ordered = true;
                battle.gate.writes(&battle.fixed.seating, seat);
            }
            Do::Ready => {
                if battle.gate.ready_says(&battle.fixed.seating, seat)? {
                    begin(battle, events, &mut running);
                }
            }
            Do::Answer { question, choice } => {
                if battle.turns.answer(seat, question.0, choice)? {
                    go_on(battle, events, &mut running);
                }
            }
            Do::Rule { name, text } => {
                only_umpire(seat)?;
                battle.umpire.add_rule(battle.turn, name, text)?;
                battle.umpire.spoke();
            }
        }
        Ok(())
    }
}

const MEASURE: Measure = Measure { unit: "cm", metres: 10.0 };
const GROUND: &str = r#"{"type": "FeatureCollection", "name": "a table", "table": {"width": 100, "depth": 80},
    "contour_interval": 10, "features": []}"#;
const SCENARIO: &str = r#"name = "Skirmish"
rules = ["skirmish"]
date = "1862-08-28"
starts = "17:30"
turns = 9
ground = "g.geojson"
[[side]]
id = "blue"
name = "Blue"
home = 180.0
[[side]]
id = "red"
name = "Red"
home = 0.0
[[general]]
id = "b"
name = "B"
side = "blue"
rank = "brigade"
place = [1, 1]
[[general]]
id = "r"
name = "R"
side = "red"
rank = "brigade"
place = [1, 1]
[[unit]]
id = "b1"
name = "B 1"
general = "b"
arm = "infantry"
men = 400
place = [1, 1]
[[unit]]
id = "b2"
name = "B 2"
general = "b"
arm = "infantry"
men = 400
place = [1, 1]
[[unit]]
id = "r1"
name = "R 1"
general = "r"
arm = "infantry"
men = 400
place = [1, 1]
"#;

fn scenario() -> Scenario {
    Scenario::read("s.toml", SCENARIO, "").unwrap()
}

/// The situation with three given throws, after these lines, and the numbers of the refused ones.
fn prepared(
    lines: &str,
    after: AfterRefusal,
    tell: Tell<'_>,
) -> Result<(Box<dyn Game>, Vec<usize>), SituationFault> {
    let mut game = GameMaker::setup(&Skirmish, &scenario(), Options::new(), 4, vec![1, 2, 3]).unwrap();
    let refused = play_lines(&mut *game, &read_lines(lines).unwrap(), after, tell)?;
    Ok((game, refused.into_iter().map(|line| line.number).collect()))
}

const LINES: &str = r#"
{"seat": "blue", "action": {"do": "advance", "unit": "b1"}}
{"seat": "blue", "action": {"do": "ready"}}

{"seat": "red", "action": {"do": "ready"}}
{"seat": "red", "action": {"do": "answer", "question": 1, "choice": "go"}}
"#;

/// The next line may answer a question that a line leaves open; other questions get their default. All three were asked at once, and each
/// seat numbers its own.
#[test]
fn a_prepared_situation() {
    let mut events = Vec::new();
    let played = prepared(LINES, AfterRefusal::End, &mut |happened| {
        events.extend(happened.all().iter().map(|event| event.unit().unwrap().to_string()));
    });
    let (game, _) = played.unwrap();
    assert_eq!(events, ["b1", "b2"], "r1 fell back");
    assert_eq!(game.turn(), 2);
    let state = game.state();
    let units: Vec<(i64, i64)> = (0..3)
        .map(|unit| &state["units"][unit])
        .map(|unit| (unit["figures"].as_i64().unwrap(), unit["steps"].as_i64().unwrap()))
        .collect();
    assert_eq!(units, [(19, 1), (18, 0), (20, -1)]);
    assert!(game.finish_dice().is_err(), "one of the throws was not thrown");

    let wrong = LINES.replace("b1", "r1");
    let ended = prepared(&wrong, AfterRefusal::End, &mut |_| {});
    assert!(matches!(ended.err(), Some(SituationFault::Line(line)) if line.number == 2));
    let (game, refused) = prepared(&wrong, AfterRefusal::GoOn, &mut |_| {}).unwrap();
    assert_eq!((game.turn(), refused), (2, vec![2]), "the rest is played");
    assert_eq!(read_lines("\n{\"seat\": 3}").unwrap_err().0, 2);
}

/// A save with questions in the middle of its turns replays to the same digest, at every action.
#[test]
fn a_save_replays() {
    let (game, _) = prepared(LINES, AfterRefusal::End, &mut |_| {}).unwrap();
    let save = Save::read(&game.save().text()).unwrap();
    let mut digests = Vec::new();
    let again =
        GameMaker::replay(&Skirmish, &save, save.actions.len(), &mut |game, _| digests.push(game.digest()));
    assert_eq!(again.unwrap().digest(), game.digest());
    digests.dedup();
    assert_eq!(digests.len(), save.actions.len(), "every action changes the digest");
}

fn by(version: &str) -> PlayedBy {
    PlayedBy {
        rules: "skirmish".into(),
        version: version.into(),
        house: [("losses".into(), "1;2".into())].into(),
    }
}

fn played(turns: usize) -> Played<Skirmish> {
    let mut game = Played::setup(Skirmish, &scenario(), Options::new(), 4).unwrap();
    for _ in 0..turns {
        game.do_action(&"blue".into(), &Do::Advance { unit: "b1".into() }).unwrap();
        for seat in ["blue", "red"] {
            game.do_action(&seat.into(), &Do::Ready).unwrap();
        }
        while let Some(prompt) = game.prompts().into_iter().find(|prompt| prompt.question().is_some()) {
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
        }
    }
    game
}

/// A stored state is loaded, continues with the same throws, and comes to the same end.
#[test]
fn a_snapshot_goes_on() {
    let (two, three) = (played(2), played(3));
    let snapshot = store(two.battle(), &by("1"), 3, two.actions().len());
    let text = serde_json::to_string(&snapshot).unwrap();
    let snapshot: Snapshot = serde_json::from_str(&text).unwrap();
    let fresh =
        || Playable::setup(&Skirmish, &scenario(), &Options::new(), BattleDice::from_seed(4)).unwrap();
    let mut battle = load(&snapshot, &by("1"), Versions::Same, fresh(), 4).unwrap();
    for acted in &three.actions()[snapshot.actions..] {
        let action = acted.action.read::<Do>().unwrap();
        Skirmish.act(&mut battle, &acted.seat, &action, &mut Vec::new()).unwrap();
    }
    assert_eq!(krigsspil_turn::snapshot::digest(&battle), three.digest());

    let fault = |snapshot: &Snapshot, by: &PlayedBy, versions| {
        load(snapshot, by, versions, fresh(), 4).map(|_| ()).map_err(|fault| fault.to_string())
    };
    let changed = Snapshot {
        state: {
            let mut state = snapshot.state.clone();
            state["turn"] = json!(4);
            state
        },
        ..snapshot.clone()
    };
    assert!(
        fault(&changed, &by("1"), Versions::Same).unwrap_err().starts_with("the stored state is not the one")
    );
    assert!(
        fault(&snapshot, &by("2"), Versions::Same)
            .unwrap_err()
            .contains("version 1 of the rules; this is version 2")
    );
    assert!(fault(&snapshot, &by("2"), Versions::Any).is_ok());
    let other = PlayedBy { rules: "other".into(), ..by("1") };
    assert!(fault(&snapshot, &other, Versions::Any).unwrap_err().contains("to skirmish, not to other"));
    let broken = Snapshot { state: json!({"turn": "four"}), ..snapshot };
    assert!(
        fault(&broken, &by("1"), Versions::Any).unwrap_err().starts_with("the stored state cannot be read")
    );
}

/// What every battle shows alike: each player his own units and leaders and his side's losses, the umpire everything, an onlooker the table.
/// Those who are not ready are asked for orders, with as much about them as they want; while a turn waits, those whose questions are open.
#[test]
fn everybody_is_shown_and_asked_his_own() {
    let mut game = played(1);
    let view = |game: &Played<Skirmish>, seat: &str| game.view(&seat.into());
    let blue = view(&game, "blue");
    assert_eq!((blue.turn, blue.turns, blue.step, &*blue.scenario), (2, 9, "orders", "Skirmish"));
    assert_eq!((blue.table.width, blue.table.depth), (100.0, 80.0));
    let own = blue.own.as_ref().unwrap();
    assert_eq!((&*own.side, own.home, own.men, own.ready), ("blue", 180.0, 800, false));
    assert!(own.lost > 0, "both were hit");
    let units = |view: &View| view.units.iter().map(|unit| unit.id.to_string()).collect::<Vec<_>>();
    assert_eq!(units(&blue), ["b1", "b2"]);
    assert_eq!((blue.generals.len(), blue.points.is_none(), blue.ready_seats.is_none()), (1, true, true));
    assert_eq!(blue.log.len(), 3, "all are seen, and so is what happens to them");
    let nobody = view(&game, "onlooker");
    assert!(nobody.own.is_none() && nobody.units.is_empty() && nobody.generals.is_empty());

    let asked = |game: &Played<Skirmish>| {
        let prompts = game.prompts_in(&|seat| match seat.as_str() {
            "blue" => PromptDetail::Bare,
            _ => PromptDetail::About,
        });
        let what =
            |prompt: &Prompt| (prompt.seat.to_string(), prompt.what, matches!(prompt.about, About::Bare));
        prompts.iter().map(what).collect::<Vec<_>>()
    };
    let (b, r) = ("blue".to_string(), "red".to_string());
    assert_eq!(asked(&game), [(b.clone(), "orders", true), (r.clone(), "orders", false)]);
    game.do_action(&"blue".into(), &Do::Ready).unwrap();
    assert_eq!(asked(&game), [(r.clone(), "orders", false)]);
    assert!(view(&game, "blue").own.unwrap().ready);
    let umpire = view(&game, "umpire");
    assert_eq!((units(&umpire).len(), umpire.ready_seats), (3, Some(vec!["blue".into()])));
    assert_eq!(umpire.points.unwrap(), [("blue".into(), 0), ("red".into(), 0)]);
    game.do_action(&"red".into(), &Do::Ready).unwrap();
    let open = [(b.clone(), "fall_back", false), (b, "fall_back", false), (r, "fall_back", false)];
    assert_eq!((asked(&game), view(&game, "red").questions.len()), (open.to_vec(), 1));

    // A seat commands its own units only, and only players can be ready.
    let refused = |game: &mut Played<Skirmish>, seat: &str, action: Do| {
        game.do_action(&seat.into(), &action).unwrap_err().to_string()
    };
    let advance = || Do::Advance { unit: "r1".into() };
    for seat in ["blue", "umpire", "onlooker"] {
        assert!(refused(&mut game, seat, advance()).contains("r1"), "{seat}");
    }
    assert!(refused(&mut game, "onlooker", Do::Ready).starts_with("do:"));
}
