//! Why a command can fail.

use std::io;

use krigsspil_draw::DrawError;
use krigsspil_engine::battle::SaveFault;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::{Filling, Language, Messages, Sentence};
use krigsspil_rules::OpenFault;
use krigsspil_server::ServeFault;

use crate::ground_words;
use crate::wordings::*;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum CliFault {
    /// The rule set cannot be opened.
    Open(OpenFault),
    /// The facts or the dice are wrong; the text is already in the reader's language.
    Facts(String),
    /// The command is wrongly written.
    Usage(Sentence),
    /// The server cannot run.
    Serve(ServeFault),
    /// A file cannot be read or written.
    File(String, io::Error),
    /// A job failed.
    Failed(Sentence),
    /// A scenario is broken.
    Scenario(ScenarioFault),
    /// Everything that `check` finds wrong with a scenario; the text is already in the reader's language.
    Unsound(String),
    /// A save does not replay: its rules, and the reason.
    Save(String, SaveFault),
    /// A file that is not a save.
    SaveFile(String, SaveFault),
    /// Something cannot be drawn.
    Draw(DrawError),
    /// Nothing more can be read.
    Input(io::Error),
    /// Nothing more can be written.
    Output(io::Error),
}

impl CliFault {
    /// 2 for a bad command, 1 for a failed job.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliFault::Open(OpenFault::Unknown { .. }) | CliFault::Facts(_) | CliFault::Usage(_) => 2,
            CliFault::Draw(DrawError::UnknownEnding(_) | DrawError::OnlySvg) => 2,
            _ => 1,
        }
    }

    /// What is wrong, in a language.
    pub fn message(&self, language: Language) -> String {
        let engine = Messages::engine();
        let sentence = match self {
            CliFault::Open(fault) => return fault.message(language),
            CliFault::Facts(told) | CliFault::Unsound(told) => return told.clone(),
            CliFault::Scenario(fault) => return fault.message(engine, language),
            CliFault::Save(rules, fault) => return save_message(Some(rules), fault, language),
            CliFault::SaveFile(file, fault) => {
                let reason = save_message(None, fault, language);
                return format!("{file}:{}: {reason}", fault.line());
            }
            CliFault::Serve(ServeFault::Rules(fault)) => return fault.message(language),
            CliFault::Usage(sentence) | CliFault::Failed(sentence) => sentence.clone(),
            CliFault::Serve(fault) => of_server(fault),
            CliFault::File(file, error) => {
                OF_FILE.with([("file", file.into()), ("reason", Filling::io(error))])
            }
            CliFault::Draw(fault) => of_drawing(fault),
            CliFault::Input(error) => NO_INPUT.with([("reason", Filling::io(error))]),
            CliFault::Output(error) => NO_OUTPUT.with([("reason", Filling::io(error))]),
        };
        sentence.message(engine, language)
    }
}

/// What is wrong with a save, in the words of its rules where they are available.
pub fn save_message(rules: Option<&str>, fault: &SaveFault, language: Language) -> String {
    match rules.map(|rules| krigsspil_rules::open(rules, None)) {
        Some(Ok(rules)) => fault.message(rules.messages(), language),
        _ => fault.message(Messages::engine(), language),
    }
}

fn of_server(fault: &ServeFault) -> Sentence {
    match fault {
        ServeFault::Listen { address, reason } => {
            CANNOT_LISTEN.with([("address", address.into()), ("reason", Filling::io(reason))])
        }
        ServeFault::Store(_) | ServeFault::Rules(_) => STORE_FAILED.with([("reason", fault.into())]),
    }
}

fn of_drawing(fault: &DrawError) -> Sentence {
    match fault {
        DrawError::Read { path, why } | DrawError::Write { path, why } => {
            OF_FILE.with([("file", path.into()), ("reason", Filling::io(why))])
        }
        DrawError::Ground(error) => ground_words::of_ground(error),
        DrawError::Feature { number, why } => {
            OF_FEATURE.with([("number", number.into()), ("reason", why.into())])
        }
        DrawError::UnknownEnding(given) => UNKNOWN_ENDING.with([("given", given.into())]),
        DrawError::OnlySvg => ONLY_SVG.into(),
        DrawError::Render(reason) => NO_PICTURE.with([("reason", reason.into())]),
    }
}

/// In English.
impl std::fmt::Display for CliFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for CliFault {}

impl From<OpenFault> for CliFault {
    fn from(fault: OpenFault) -> Self {
        CliFault::Open(fault)
    }
}

impl From<ServeFault> for CliFault {
    fn from(fault: ServeFault) -> Self {
        CliFault::Serve(fault)
    }
}

impl From<ScenarioFault> for CliFault {
    fn from(fault: ScenarioFault) -> Self {
        CliFault::Scenario(fault)
    }
}

impl From<DrawError> for CliFault {
    fn from(fault: DrawError) -> Self {
        CliFault::Draw(fault)
    }
}

impl From<io::Error> for CliFault {
    fn from(error: io::Error) -> Self {
        CliFault::Output(error)
    }
}
