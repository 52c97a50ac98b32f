//! The scenarios' own texts are compiled in, without their grounds: a roster needs the troops only.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let [from, into] = ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| env::var_os(name).map(PathBuf::from));
    let (Some(from), Some(into)) = (from, into) else {
        return Err(io::Error::other("cargo does not say where it builds"));
    };
    let folder = from.join("../../scenarios");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut text = String::from("&[\n");
    let mut ids = fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
    ids.sort_by_key(fs::DirEntry::file_name);
    for id in ids {
        let file = id.path().join("scenario.toml");
        if file.is_file() {
            let (id, file) = (id.file_name().to_string_lossy().into_owned(), file.display().to_string());
            // Writing to a text does not fail.
            let _ = writeln!(text, "    ({id:?}, include_str!({file:?})),");
        }
    }
    fs::write(into.join("scenarios.rs"), text + "]\n")
}
