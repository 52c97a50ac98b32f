//! The words of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use krigsspil_engine::Language;

/// The umpire, the table and the staff for horse-and-musket wargames.
#[derive(Debug, Parser)]
#[command(name = "krigsspil", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// Language of labels and messages: en or da. Left out, the locale decides.
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<Language>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  A regiment of 28 figures fires its first volley at 8 cm:
    krigsspil adjudicate --rules borgerkrig small_arms_fire firer_arm=infantry figures=28 \\
        weapon=springfield_m61 distance_cm=8 first_fire=yes target_arm=infantry

  The same with the dice you threw yourself, in Danish:
    krigsspil --lang da adjudicate --rules borgerkrig small_arms_fire … --dice 6,4

  How likely is each result?
    krigsspil odds --rules borgerkrig small_arms_fire …

  What does a procedure want to know? Which are there?
    krigsspil rules borgerkrig small_arms_fire
    krigsspil rules borgerkrig

  A table as printed:
    krigsspil tables --rules borgerkrig skema-VI

  A battle, a hundred battles, and the report of one:
    krigsspil battle scenarios/meeting --seed 7 --save meeting.json
    krigsspil simulate scenarios/meeting --battles 100 --seat red=staff:random
    krigsspil report meeting.json -o meeting.html

  A thousand situations from a program, one JSON object a line:
    krigsspil adjudicate --rules borgerkrig < situations.jsonl > results.jsonl";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The companion in the browser: the server on this machine, and the page opened on it
    Play(Play),
    /// Work a procedure out: for a person with fact=value, or JSON lines from standard input
    #[command(after_help = ADJUDICATE)]
    Adjudicate(Adjudicate),
    /// The exact chance of every outcome
    #[command(after_help = ODDS)]
    Odds(Odds),
    /// The tables as printed, from the data
    Tables(Tables),
    /// Order sheets, rosters and quick-reference tables on A4, as PDF
    #[command(after_help = SHEET)]
    Sheet(Sheet),
    /// The rule sets, their procedures and options, and what a procedure wants to know
    Rules(Rules),
    /// The companion in the terminal: choose, answer, and see the sums done
    Companion(Companion),
    /// Fight a battle between commanders, or play actions from a file
    #[command(after_help = BATTLE)]
    Battle(Battle),
    /// Fight many battles and tell who wins, how often, and at what price
    Simulate(Simulate),
    /// Play a save again
    Replay(Replay),
    /// Tell everything that is wrong with scenarios, grounds, house rules, order sheets and saves
    #[command(after_help = CHECK)]
    Check(Check),
    /// Write the after-action report of a save: maps turn by turn, strengths, every roll
    Report(Report),
    /// Draw a scenario or a ground as a staff map: .svg, .png or .pdf
    Draw(Draw),
    /// Write a completion script for a shell
    #[command(hide = true)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    #[command(hide = true)]
    Man,
    /// Write the OpenAPI document of the server
    #[command(hide = true)]
    Openapi,
}

const ADJUDICATE: &str = "\
Facts are given as name=value; within a group as group.name=value, in a list as list[0].name=value or list=3,3,2.
Dice that are not given are thrown for you; --seed makes the throw repeatable.

Without a procedure, JSON lines are read from standard input and answered in order:
  {\"id\": 7, \"procedure\": \"scale\", \"facts\": {\"figures\": 30}, \"dice\": []}
  {\"id\":7,\"outcome\":{…},\"modifiers\":[{\"rule\":…,\"label\":…,\"value\":…}]}
A bad line is answered with {\"error\":{\"code\":…,\"field\":…,\"message\":…}}, and the next line is read.";

const ODDS: &str = "\
Every roll of the dice is visited; nothing is sampled. Chances are exact fractions, with per cents beside them.

Example:
  krigsspil odds --rules borgerkrig rally attempt=1 valeur=1";

const SHEET: &str = "\
Without --table, --orders, --roster or --scenario every table of the rules is set, but for the lists of countries.

Examples:
  krigsspil sheet --rules borgerkrig -o reference.pdf
  krigsspil sheet --rules borgerkrig --table skema-V --table skema-VI -o fire.pdf
  krigsspil sheet --rules borgerkrig --orders --roster shiloh.krigsspil.json -o shiloh.pdf
  krigsspil sheet --rules torden --orders --scenario scenarios/meeting -o meeting.pdf";

const BATTLE: &str = "\
Seats without a commander are played by staff:plain; with --actions, by nobody. Commanders: staff:plain, staff:random, and
nobody (every question gets its usual answer).

With --actions the battle stands where they leave it: when every seat is ready the turn is played to its end. A question in it that the next
line does not answer gets its usual answer; questions are numbered from 1 through the battle.

Actions are JSON lines, each with its seat:
  {\"seat\": \"blue\", \"action\": {\"do\": \"order\", \"unit\": \"b1\", \"order\": {\"kind\": \"stand\"}}}

Examples:
  krigsspil battle scenarios/meeting --seed 7 --save meeting.json
  krigsspil battle scenarios/meeting --seat red=staff:random --json
  krigsspil battle situation.toml --actions situation.jsonl --dice 3,4,6,1 --state
  krigsspil battle situation.toml --actions situation.jsonl --view blue";

const CHECK: &str = "\
What a file is, is told by its ending and its beginning: .geojson a ground; .json a save; .toml a scenario, or a table of house rules
when it has `printed`; .sheet and .txt an order sheet, a unit and its entry on each line (`b1: ^ A`).";

/// Which rules to play by.
#[derive(Clone, Debug, Args)]
pub struct ByRules {
    /// The rule set
    #[arg(long, value_name = "ID")]
    pub rules: String,
    /// A folder of house rules: table files that replace the printed ones of the same names
    #[arg(long, value_name = "DIR")]
    pub house: Option<PathBuf>,
}

/// `adjudicate`
#[derive(Debug, Args)]
pub struct Adjudicate {
    /// Which rules.
    #[command(flatten)]
    pub rules: ByRules,
    /// The procedure; without it JSON lines are read
    pub procedure: Option<String>,
    /// Facts as name=value
    #[arg(value_name = "FACT=VALUE")]
    pub facts: Vec<String>,
    /// The dice as they fell, in order: 6,4
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', conflicts_with = "seed")]
    pub dice: Option<Vec<i64>>,
    /// Throw the dice from this seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// `odds`
#[derive(Debug, Args)]
pub struct Odds {
    /// Which rules.
    #[command(flatten)]
    pub rules: ByRules,
    /// The procedure
    pub procedure: String,
    /// Facts as name=value
    #[arg(value_name = "FACT=VALUE")]
    pub facts: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Tell the fields that come out the same however the dice fall, too
    #[arg(long)]
    pub all: bool,
}

/// `tables`
#[derive(Debug, Args)]
pub struct Tables {
    /// Which rules.
    #[command(flatten)]
    pub rules: ByRules,
    /// One table, by its id or its printed name; without it all of them
    pub table: Option<String>,
    /// Only list the tables
    #[arg(long)]
    pub list: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `sheet`
#[derive(Debug, Args)]
pub struct Sheet {
    /// Which rules.
    #[command(flatten)]
    pub rules: ByRules,
    /// A table, by its id or its printed name; may be given again
    #[arg(long, value_name = "TABLE")]
    pub table: Vec<String>,
    /// An order sheet; with --roster or --scenario one a side, with its units
    #[arg(long)]
    pub orders: bool,
    /// Turns on the order sheet
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=12))]
    pub turns: usize,
    /// A roster, as the page saves it to a file
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// A scenario whose troops are the roster: its folder or file
    #[arg(long, value_name = "SCENARIO", conflicts_with = "roster")]
    pub scenario: Option<PathBuf>,
    /// The PDF to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// `rules`
#[derive(Debug, Args)]
pub struct Rules {
    /// A rule set; without it all are listed
    pub rules: Option<String>,
    /// A procedure of it: what it wants to know and what it tells
    pub procedure: Option<String>,
    /// Write the procedure's JSON schemas
    #[arg(long, requires = "procedure")]
    pub schema: bool,
}

/// `companion`
#[derive(Debug, Args)]
pub struct Companion {
    /// The rule set; left out, you are asked
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    /// A folder of house rules
    #[arg(long, value_name = "DIR", requires = "rules")]
    pub house: Option<PathBuf>,
    /// Throw the program's dice from this seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// `play`
#[derive(Debug, Args)]
pub struct Play {
    /// The address to listen on; 0.0.0.0 lets the club's network see it
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 1815)]
    pub port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub no_browser: bool,
    /// The file of the shared rosters
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// What a battle is set up from.
#[derive(Clone, Debug, Args)]
pub struct SetUp {
    /// The scenario's file, or the folder it lies in
    pub scenario: PathBuf,
    /// The rule set; left out, the first the scenario names that can be played
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    /// Who plays a seat: blue=staff:plain
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    pub seats: Vec<String>,
    /// Switch an option of the battle on, as `umpire`
    #[arg(long = "option", value_name = "NAME")]
    pub options: Vec<String>,
}

/// `battle`
#[derive(Debug, Args)]
pub struct Battle {
    /// What is fought.
    #[command(flatten)]
    pub set_up: SetUp,
    /// The seed of the dice; left out, 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The first throws, before the seed's: 3,4,6
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    pub dice: Vec<i32>,
    /// Actions to be done first, one JSON object a line; - for standard input
    #[arg(long, value_name = "FILE")]
    pub actions: Option<PathBuf>,
    /// Stop when this turn begins
    #[arg(long, value_name = "N")]
    pub until: Option<u32>,
    /// Write the save here
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write the outcome as JSON, with every event
    #[arg(long)]
    pub json: bool,
    /// Write the final state as JSON
    #[arg(long, conflicts_with = "json")]
    pub state: bool,
    /// Write what a seat may know at the end, as JSON: byte for byte what it would be sent
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "state"])]
    pub view: Option<String>,
}

/// `simulate`
#[derive(Debug, Args)]
pub struct Simulate {
    /// What is fought.
    #[command(flatten)]
    pub set_up: SetUp,
    /// How many battles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub battles: u64,
    /// The seed of the first battle; the next have the next seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many at a time; left out, one for each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Write a line for each battle, with commas
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// `replay`
#[derive(Debug, Args)]
pub struct Replay {
    /// The save
    pub save: PathBuf,
    /// Only write the digest of the final state
    #[arg(long)]
    pub hash: bool,
    /// Write the final state as JSON
    #[arg(long, conflicts_with = "hash")]
    pub state: bool,
    /// Write what a seat may know at the end, as JSON: byte for byte what it would be sent
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["hash", "state"])]
    pub view: Option<String>,
}

/// `check`
#[derive(Debug, Args)]
pub struct Check {
    /// The files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The rule set of order sheets and house rules, where several have them
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
}

/// `report`
#[derive(Debug, Args)]
pub struct Report {
    /// The save
    pub save: PathBuf,
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    pub output: PathBuf,
}

/// `draw`
#[derive(Debug, Args)]
pub struct Draw {
    /// A scenario (file or folder), a ground, or a save
    pub what: PathBuf,
    /// The picture: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
