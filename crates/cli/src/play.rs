//! `krigsspil play`: runs the server on this machine and opens the browser.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use krigsspil_server::Settings;

use crate::arguments::Play;
use crate::fault::CliFault;
use crate::words::Words;

/// Serves until told to stop.
pub fn serve(command: &Play, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    krigsspil_server::log();
    let store = match &command.store {
        Some(file) => file.clone(),
        None => usual_store().map_err(CliFault::Output)?,
    };
    let settings =
        Settings { host: command.host, port: command.port, store: Some(store), ..Settings::default() };
    let runtime = tokio::runtime::Runtime::new().map_err(CliFault::Input)?;
    let ready = |address: SocketAddr| {
        let page = page_of(address);
        // The server runs even if the terminal is gone.
        let _ = writeln!(out, "{}", words.sentence("serving", &[("address", &page)]));
        let _ = out.flush();
        if !command.no_browser && open::that_detached(&page).is_err() {
            let _ = writeln!(out, "{}", words.word("no_browser"));
            let _ = out.flush();
        }
    };
    Ok(runtime.block_on(krigsspil_server::serve(settings, ready))?)
}

/// The address to open. A server that listens on all addresses is also on this machine.
fn page_of(address: SocketAddr) -> String {
    match address.ip().is_unspecified() {
        true => format!("http://localhost:{}/", address.port()),
        false => format!("http://{address}/"),
    }
}

/// The default place for shared rosters: the user's data folder.
fn usual_store() -> std::io::Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = from("XDG_DATA_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share")))
        .unwrap_or_else(std::env::temp_dir)
        .join("krigsspil");
    std::fs::create_dir_all(&folder)?;
    Ok(folder.join("krigsspil.sqlite"))
}
