//! What a command can fail by.

use std::io;

/// Why a command did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum CliFault {
    /// The rule set cannot be opened.
    #[error("{0}")]
    Open(#[from] krigsspil_rules::OpenFault),
    /// The facts or the dice are wrong; the text is already in the reader's language.
    #[error("{0}")]
    Facts(String),
    /// The words of the command are off.
    #[error("{0}")]
    Usage(String),
    /// The server does not run.
    #[error("{0}")]
    Serve(#[from] krigsspil_server::ServeFault),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// A job failed; the text says why.
    #[error("{0}")]
    Failed(String),
    /// A scenario is broken.
    #[error("{0}")]
    Scenario(#[from] krigsspil_engine::scenario::ScenarioFault),
    /// A save is broken.
    #[error("{0}")]
    Save(#[from] krigsspil_engine::battle::SaveFault),
    /// Something cannot be drawn.
    #[error("{0}")]
    Draw(#[from] krigsspil_draw::DrawError),
    /// Nothing more can be read.
    #[error("the input cannot be read: {0}")]
    Input(io::Error),
    /// Nothing more can be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
}

impl CliFault {
    /// 2 for a bad command, 1 for a failed job.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliFault::Open(krigsspil_rules::OpenFault::Unknown { .. })
            | CliFault::Facts(_)
            | CliFault::Usage(_) => 2,
            CliFault::Draw(krigsspil_draw::DrawError::UnknownEnding(_)) => 2,
            _ => 1,
        }
    }
}

impl From<io::Error> for CliFault {
    fn from(error: io::Error) -> Self {
        CliFault::Output(error)
    }
}
