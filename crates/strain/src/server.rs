//! The server as a process: started, asked, and killed.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts a binary with the arguments of its store, on any free port, and waits until it says that it listens.
    pub async fn start(binary: &Path, store: &[String]) -> io::Result<Server> {
        let mut child = Command::new(binary)
            .args(["--lang", "en", "play", "--no-browser", "--port", "0", "--rate", "100000"])
            .args(store)
            // What it complains of while it is being mistreated is no news; `RUST_LOG` shows it.
            .env("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "off".to_string()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let out = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut lines = BufReader::new(out).lines();
        let line = tokio::time::timeout(Duration::from_secs(60), lines.next_line()).await;
        let line = line.map_err(|_| io::Error::other("it does not start"))??.unwrap_or_default();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
        let address = address.ok_or_else(|| io::Error::other(format!("it says `{line}`")))?;
        Ok(Server { child, address })
    }

    /// `kill -9`.
    pub async fn kill(mut self) -> io::Result<()> {
        self.child.kill().await
    }

    /// Asks it to stop, as systemd does, and waits until it has; tells whether it stopped without a fault.
    pub async fn terminate(mut self) -> io::Result<bool> {
        let process = self.child.id().ok_or_else(|| io::Error::other("it runs no more"))?;
        Command::new("kill").args(["-TERM", &process.to_string()]).status().await?;
        Ok(self.child.wait().await?.success())
    }

    /// The number of its process.
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }
}
