//! The arguments of the command line.
//!
//! This file has no words for people: a doc comment on a field or a command would become its help, in English only. `messages/` says what
//! each argument is for, in both languages, and [`help`](crate::help) adds those words.
#![expect(missing_docs, reason = "a doc comment would be a second English help")]

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use krigsspil_engine::Language;

/// A whole command line.
#[derive(Debug, Parser)]
#[command(name = "krigsspil", version, propagate_version = true)]
pub struct Arguments {
    #[arg(long, global = true)]
    pub lang: Option<Language>,
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Play(Play),
    Adjudicate(Adjudicate),
    Odds(Odds),
    Tables(Tables),
    Sheet(Sheet),
    Rules(Rules),
    Companion(Companion),
    Battle(Battle),
    Simulate(Simulate),
    Replay(Replay),
    Check(Check),
    Report(Report),
    Draw(Draw),
    #[command(hide = true)]
    Completions {
        shell: clap_complete::Shell,
    },
    #[command(hide = true)]
    Man,
    #[command(hide = true)]
    Openapi,
}

/// Which rules to use.
#[derive(Clone, Debug, Args)]
pub struct ByRules {
    #[arg(long)]
    pub rules: String,
    #[arg(long)]
    pub house: Option<PathBuf>,
}

/// `adjudicate`
#[derive(Debug, Args)]
pub struct Adjudicate {
    #[command(flatten)]
    pub rules: ByRules,
    pub procedure: Option<String>,
    pub facts: Vec<String>,
    #[arg(long, value_delimiter = ',', conflicts_with = "seed")]
    pub dice: Option<Vec<i64>>,
    #[arg(long)]
    pub seed: Option<u64>,
}

/// `odds`
#[derive(Debug, Args)]
pub struct Odds {
    #[command(flatten)]
    pub rules: ByRules,
    pub procedure: String,
    pub facts: Vec<String>,
    #[arg(long)]
    pub json: bool,
    #[arg(long)]
    pub all: bool,
}

/// `tables`
#[derive(Debug, Args)]
pub struct Tables {
    #[command(flatten)]
    pub rules: ByRules,
    pub table: Option<String>,
    #[arg(long)]
    pub list: bool,
    #[arg(long)]
    pub json: bool,
}

/// `sheet`
#[derive(Debug, Args)]
pub struct Sheet {
    #[command(flatten)]
    pub rules: ByRules,
    #[arg(long)]
    pub table: Vec<String>,
    #[arg(long, conflicts_with_all = ["table", "orders", "roster", "scenario"])]
    pub book: bool,
    #[arg(long)]
    pub orders: bool,
    #[arg(long, default_value_t = 6, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=12))]
    pub turns: usize,
    #[arg(long)]
    pub roster: Option<PathBuf>,
    #[arg(long, conflicts_with = "roster")]
    pub scenario: Option<PathBuf>,
    #[arg(short, long)]
    pub output: PathBuf,
}

/// `rules`
#[derive(Debug, Args)]
pub struct Rules {
    pub rules: Option<String>,
    pub procedure: Option<String>,
    #[arg(long, requires = "procedure")]
    pub schema: bool,
    #[arg(long, requires = "rules", conflicts_with = "procedure")]
    pub orders: bool,
}

/// `companion`
#[derive(Debug, Args)]
pub struct Companion {
    #[arg(long)]
    pub rules: Option<String>,
    #[arg(long, requires = "rules")]
    pub house: Option<PathBuf>,
    #[arg(long)]
    pub seed: Option<u64>,
}

/// `play`
#[derive(Debug, Args)]
pub struct Play {
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    #[arg(long, default_value_t = 1815)]
    pub port: u16,
    #[arg(long)]
    pub no_browser: bool,
    #[arg(long)]
    pub store: Option<PathBuf>,
}

/// How a battle is set up.
#[derive(Clone, Debug, Args)]
pub struct SetUp {
    pub scenario: PathBuf,
    #[arg(long)]
    pub rules: Option<String>,
    #[arg(long = "seat")]
    pub seats: Vec<String>,
    #[arg(long = "option")]
    pub options: Vec<String>,
    #[arg(long)]
    pub house: Option<PathBuf>,
}

/// `battle`
#[derive(Debug, Args)]
pub struct Battle {
    #[command(flatten)]
    pub set_up: SetUp,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long, value_delimiter = ',')]
    pub dice: Vec<i32>,
    #[arg(long)]
    pub actions: Option<PathBuf>,
    #[arg(long)]
    pub until: Option<u32>,
    #[arg(long)]
    pub save: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
    #[arg(long, conflicts_with = "json")]
    pub state: bool,
    #[arg(long, conflicts_with_all = ["json", "state"])]
    pub view: Option<String>,
    #[arg(long, requires = "view")]
    pub cards: bool,
    #[arg(long, conflicts_with_all = ["json", "state", "view"])]
    pub prompts: Option<String>,
    #[arg(long, requires = "actions")]
    pub strict: bool,
}

/// `simulate`
#[derive(Debug, Args)]
pub struct Simulate {
    #[command(flatten)]
    pub set_up: SetUp,
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub battles: u64,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long)]
    pub jobs: Option<usize>,
    #[arg(long)]
    pub json: bool,
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// `replay`
#[derive(Debug, Args)]
pub struct Replay {
    pub save: PathBuf,
    #[arg(long)]
    pub hash: bool,
    #[arg(long, conflicts_with = "hash")]
    pub state: bool,
    #[arg(long, conflicts_with_all = ["hash", "state"])]
    pub view: Option<String>,
    #[arg(long)]
    pub resume: bool,
    #[arg(short, long)]
    pub output: Option<PathBuf>,
}

/// `check`
#[derive(Debug, Args)]
pub struct Check {
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[arg(long)]
    pub rules: Option<String>,
}

/// `report`
#[derive(Debug, Args)]
pub struct Report {
    pub save: PathBuf,
    #[arg(short, long)]
    pub output: PathBuf,
}

/// `draw`
#[derive(Debug, Args)]
pub struct Draw {
    pub what: PathBuf,
    #[arg(short, long)]
    pub output: PathBuf,
}
