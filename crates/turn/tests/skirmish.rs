//! A whole small battle on the machinery: orders in secret, a turn with throws and questions, an umpire, saves, snapshots and prepared
//! situations.

use std::sync::Arc;

use krigsspil_engine::battle::*;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::{Fault, wordings};
use krigsspil_turn::book::{Asking, Book, Naming};
use krigsspil_turn::desk::{Desk, Pause, Runs, about_unit, each, item};
use krigsspil_turn::gate::Gate;
use krigsspil_turn::ids::{Id, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Known, Log, Seating, Sightings, told};
use krigsspil_turn::resume::{Kept, Turns, begin, go_on};
use krigsspil_turn::situation::{AfterRefusal, SituationFault, Tell, play_lines, read_lines};
use krigsspil_turn::snapshot::{PlayedBy, Stored, Versions, load, store};
use krigsspil_turn::umpire::{Umpire, only_umpire};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Chain {
    id: Arc<str>,
    side: SideId,
    seat: SeatNo,
    figures: i32,
    steps: i32,
    ordered: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Battle {
    #[serde(skip)]
    seating: Arc<Seating>,
    turn: u32,
    units: Roll<UnitId, Chain>,
    sightings: Sightings,
    gate: Gate,
    umpire: Umpire,
    log: Log,
    dice: BattleDice,
    turns: Turns<Battle>,
}

impl Kept for Battle {
    fn turns(&mut self) -> &mut Turns<Battle> {
        &mut self.turns
    }
}

impl Known for Battle {
    fn seating(&self) -> &Seating {
        &self.seating
    }
    fn sightings(&self) -> &Sightings {
        &self.sightings
    }
    fn side_of(&self, unit: UnitId) -> SideId {
        self.units[unit].side
    }
    fn seat_of(&self, unit: UnitId) -> SeatNo {
        self.units[unit].seat
    }
}

impl Stored for Battle {
    fn load(state: &Value, fresh: Battle) -> Result<Battle, serde_json::Error> {
        #[derive(Deserialize)]
        struct Between {
            turn: u32,
            units: Roll<UnitId, Chain>,
            sightings: Sightings,
            gate: Gate,
            umpire: Umpire,
            log: Log,
            turns: Turns<Battle>,
        }
        let Between { turn, units, sightings, gate, umpire, log, turns } = Between::deserialize(state)?;
        Ok(Battle { turn, units, sightings, gate, umpire, log, turns, ..fresh })
    }
    fn dice(&self) -> &BattleDice {
        &self.dice
    }
    fn dice_mut(&mut self) -> &mut BattleDice {
        &mut self.dice
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
        let about = json!({"unit": self.battle.units[units[0]].id});
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
            let seating = run.battle.seating.clone();
            for (seat, _) in seating.players() {
                for unit in &all {
                    run.battle.sightings.add(seat, *unit);
                }
            }
            Ok(())
        })?;
        self.desk.next_step();
        each(self, &all, |run, &unit| {
            // The first of a side's questions must not depend on its answer: it is asked before the throw is used.
            let seat = run.battle.seating.id(run.battle.units[unit].seat).clone();
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
        let sides: Roll<SideId, String> =
            scenario.sides.iter().map(|side| side.id.get_ref().clone()).collect();
        let player = |side: &String| {
            (SeatId::from(side.as_str()), Seat::Player { side: side.clone(), commands: Vec::new() })
        };
        let mut seats: Seats = sides.values().map(player).collect();
        seats.insert(SeatId::umpire(), Seat::Umpire);
        let seating = Seating::new(&seats, |id| sides.find(|side| side == id));
        let chain = |unit: &krigsspil_engine::scenario::Unit| {
            let side =
                scenario.general(&unit.general).and_then(|general| sides.find(|side| *side == general.side));
            let side = side.unwrap_or(SideId::of(0));
            Chain {
                id: unit.id.get_ref().as_str().into(),
                side,
                seat: seating.players_of(side).next().unwrap_or(SeatNo::of(0)),
                figures: unit.men as i32 / 20,
                steps: 0,
                ordered: false,
            }
        };
        Ok(Battle {
            turn: 1,
            units: scenario.units.iter().map(chain).collect(),
            sightings: Sightings::new(&seating),
            gate: Gate::waiting_for(seating.players().map(|(seat, _)| seat)),
            umpire: Umpire::default(),
            log: Log::new(&seating),
            dice,
            turns: Book::new(Asking::Together, options.get("umpire").copied().unwrap_or(false)).into(),
            seating: Arc::new(seating),
        })
    }
    fn view(&self, _: &Battle, _: &SeatId, _: ViewDetail) -> View {
        unreachable!("nobody looks")
    }
    fn prompts(&self, battle: &Battle, _: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        if battle.turns.runs() {
            return battle.turns.book().open().iter().map(|open| asked(battle, open)).collect();
        }
        let waits = battle.seating.players().filter(|(seat, _)| battle.gate.waits_for(*seat));
        let orders = |(seat, _)| Prompt {
            seat: battle.seating.id(seat).clone(),
            what: "orders",
            about: About::Bare,
            default: Deed::of(Do::Ready),
        };
        waits.map(orders).collect()
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
        let number = battle.seating.number(seat).unwrap_or(SeatNo::of(0));
        battle.umpire.lets_act(seat)?;
        match action {
            Do::Advance { unit } => {
                let own = battle.units.find(|chain| *chain.id == **unit && chain.seat == number);
                let own = own.ok_or_else(|| {
                    Refused::not_yours("unit", wordings::NOT_YOURS.with([("given", unit.into())]))
                })?;
                battle.units[own].ordered = true;
                battle.gate.not_ready(number);
            }
            Do::Ready => {
                if battle.gate.say_ready(number)? {
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
    fn ending(&self, _: &Battle) -> Option<Ending> {
        None
    }
    fn seats(&self, battle: &Battle) -> Seats {
        battle.seating.all().map(|seat| (battle.seating.id(seat).clone(), Seat::Onlooker)).collect()
    }
    fn turn(&self, battle: &Battle) -> u32 {
        battle.turn
    }
    fn dice<'a>(&self, battle: &'a Battle) -> &'a BattleDice {
        &battle.dice
    }
}

struct Names<'a>(&'a Battle);

impl Naming for Names<'_> {
    fn unit(&self, unit: UnitId) -> Option<Arc<str>> {
        Some(self.0.units[unit].id.clone())
    }
    fn post(&self, _: PostId) -> Option<Arc<str>> {
        None
    }
    fn fault(&self, fault: &Fault) -> Arc<str> {
        fault.to_string().into()
    }
}

fn asked(battle: &Battle, open: &krigsspil_turn::book::Open) -> Prompt {
    let question = QuestionNumber(open.number_for(&open.seat));
    let choice = open.default_choice().to_string();
    Prompt {
        seat: open.seat.clone(),
        what: open.key.matter.what,
        about: About::Question(open.told(&open.seat, &Names(battle))),
        default: Deed::of(Do::Answer { question, choice }),
    }
}

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
