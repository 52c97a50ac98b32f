//! The page and the scenarios are compiled in: when they change, so does the server. Each folder becomes a list of names and bytes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let [from, into] = ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| env::var_os(name).map(PathBuf::from));
    let (Some(from), Some(into)) = (from, into) else {
        return Err(io::Error::other("cargo does not say where it builds"));
    };
    for (folder, list) in [("../../web/dist", "page.rs"), ("../../scenarios", "scenarios.rs")] {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        collect(&from.join(folder), "", &mut files)?;
        files.sort();
        let mut text = String::from("&[\n");
        for (name, path) in files {
            // Writing to a text does not fail.
            let _ = writeln!(
                text,
                "    ({name:?}, include_bytes!({:?}).as_slice()),",
                path.display().to_string()
            );
        }
        fs::write(into.join(list), text + "]\n")?;
    }
    Ok(())
}

/// Every file under a folder, by its name from there on; none when the folder is not there (the page is not built).
fn collect(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
