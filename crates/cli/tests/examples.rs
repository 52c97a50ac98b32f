//! Runs every example in the help, the README and the docs, and checks that it does what the page says.
//!
//! A block of commands has the tag `sh`; a block with commands and their answers has the tag `console`, with `$ ` before each command. A
//! block that cannot run says why: `sh not-run="it builds everything"`. Commands inside a sentence also run, if they are in code marks and
//! have no word in capitals for the reader to fill in.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root folder of the project.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: impl AsRef<Path>) -> String {
    let file = top().join(file);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The pages people read.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(PathBuf::from).into();
    for folder in ["docs", "crates", "crates/rules", "scenarios"] {
        for entry in std::fs::read_dir(top().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let page = if path.is_dir() { path.join("README.md") } else { path };
            if page.extension().is_some_and(|ending| ending == "md") && page.exists() {
                pages.push(page);
            }
        }
    }
    pages
}

/// A command, and its answer if the page shows it.
#[derive(Debug)]
struct Example {
    place: String,
    command: String,
    answers: Option<String>,
}

/// A block of a page: where it begins, its tag, and its text.
struct Block {
    place: String,
    tag: String,
    text: String,
}

fn blocks(name: &str, page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(tag)) => {
                let place = format!("{name}:{}", number + 1);
                open = Some(Block { place, tag: tag.trim().to_string(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// Lines joined by a backslash are one command.
fn commands(text: &str) -> Vec<String> {
    let tied = text.replace("\\\n", " ");
    tied.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect()
}

fn examples_of(block: &Block) -> Vec<Example> {
    let kind = block.tag.split_whitespace().next().unwrap_or_default();
    if let Some((_, why)) = block.tag.split_once("not-run") {
        let why = why.trim_matches(['=', '"']);
        assert!(why.split_whitespace().count() > 2, "{}: say why it is not run", block.place);
        return Vec::new();
    }
    let example = |command: String, answers| Example { place: block.place.clone(), command, answers };
    match kind {
        "sh" => commands(&block.text).into_iter().map(|command| example(command, None)).collect(),
        "console" => {
            let parts = block.text.split("$ ").skip(1);
            parts
                .map(|part| {
                    let (command, answers) = part.split_once('\n').unwrap_or((part, ""));
                    let answers = Some(answers.trim().to_string()).filter(|answers| !answers.is_empty());
                    example(command.to_string(), answers)
                })
                .collect()
        }
        _ => {
            let stray =
                block.text.lines().find(|line| line.trim_start_matches("$ ").starts_with("krigsspil "));
            assert!(stray.is_none(), "{}: commands need the tag `sh` or `console`: {stray:?}", block.place);
            Vec::new()
        }
    }
}

/// Commands in code marks inside sentences.
fn inside_sentences(name: &str, page: &str) -> Vec<Example> {
    let mut within = false;
    let mut found = Vec::new();
    for (number, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            within = !within;
        }
        let marked = line.split('`').skip(1).step_by(2).filter(|_| !within);
        for command in marked.filter(|text| text.starts_with("krigsspil ")) {
            let to_fill_in = |word: &str| {
                word.len() > 1 && word.chars().all(|letter| letter.is_uppercase() || letter == ',')
            };
            let open = command.contains('…')
                || command.split([' ', '/']).any(|word| to_fill_in(word) || word == "F");
            if !open && command.split_whitespace().count() > 2 {
                let place = format!("{name}:{}", number + 1);
                found.push(Example { place, command: command.to_string(), answers: None });
            }
        }
    }
    found
}

/// The examples of the help, in both languages.
fn of_the_help() -> Vec<Example> {
    let mut found = Vec::new();
    for language in ["en", "da"] {
        let file = format!("crates/cli/messages/{language}.toml");
        let words: toml::Table = read(&file).parse().unwrap();
        for (name, text) in words["after"].as_table().unwrap() {
            let text = text.as_str().unwrap().replace("\\\n", " ");
            let lines = text.lines().map(str::trim).filter(|line| line.starts_with("krigsspil "));
            let place = format!("{file} [after] {name}");
            // Examples of the Danish help are run in Danish: `first_fire=ja`.
            found.extend(lines.map(|line| {
                let spoken =
                    if line.contains("--lang") { String::new() } else { format!(" --lang {language}") };
                let command = line.replacen("krigsspil", &format!("krigsspil{spoken}"), 1);
                Example { place: place.clone(), command, answers: None }
            }));
        }
    }
    found
}

/// The help breaks a line that is longer than a hundred letters, and half a command cannot be copied.
#[test]
fn no_example_of_the_help_is_broken() {
    for language in ["en", "da"] {
        let file = format!("crates/cli/messages/{language}.toml");
        let words: toml::Table = read(&file).parse().unwrap();
        for (name, text) in words["after"].as_table().unwrap() {
            let examples = text.as_str().unwrap().lines().filter(|line| line.starts_with("  "));
            for line in examples {
                assert!(line.chars().count() <= 100, "{file} [after] {name}: {line}");
            }
        }
    }
}

/// A folder with everything the examples name.
fn table_of_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    copied(&top().join("scenarios"), &at("scenarios"));
    // The growing scenario of docs/scenarios.md, at its first step.
    let page = read("docs/scenarios.md");
    let grown = blocks("docs/scenarios.md", &page);
    let first = |tag: &str, holds: &str| {
        let found = grown.iter().find(|block| block.tag == tag && block.text.contains(holds));
        found.unwrap_or_else(|| panic!("docs/scenarios.md has no {tag} with {holds}")).text.clone()
    };
    std::fs::create_dir_all(at("scenarios/ford")).unwrap();
    std::fs::write(at("scenarios/ford/scenario.toml"), first("toml", "name =")).unwrap();
    std::fs::write(at("scenarios/ford/ground.geojson"), first("json", "FeatureCollection")).unwrap();
    // The prepared situation of docs/battle-borgerkrig.md, under both its names.
    let page = read("docs/battle-borgerkrig.md");
    for block in blocks("docs/battle-borgerkrig.md", &page) {
        let ending = match block.tag.as_str() {
            "toml situation" => "toml",
            "json situation" => "jsonl",
            _ => continue,
        };
        for name in ["battery", "situation"] {
            std::fs::write(at(&format!("{name}.{ending}")), &block.text).unwrap();
        }
    }
    let open = r#"{"type": "FeatureCollection", "name": "open", "table": {"width": 2000, "depth": 2000},
        "contour_interval": 10, "features": []}"#;
    std::fs::write(at("ground.geojson"), open).unwrap();
    let situation = r#"{"id":1,"procedure":"scale","facts":{"figures":30},"dice":[]}"#;
    for name in ["situations.jsonl", "situationer.jsonl"] {
        std::fs::write(at(name), format!("{situation}\n")).unwrap();
    }
    let roster = r#"{"name": "Shiloh", "rules": "borgerkrig",
        "units": [{"name": "6th Iowa", "side": "blue", "figures": 24, "properties": {}}]}"#;
    std::fs::write(at("shiloh.krigsspil.json"), roster).unwrap();
    std::fs::write(at("orders.jsonl"), "{\"do\": \"ready\"}\n").unwrap();
    folder
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copied(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Long examples run with small numbers.
fn shortened(command: &str) -> String {
    let mut words: Vec<_> = command.split(' ').map(str::to_string).collect();
    if let Some(place) = words.iter().position(|word| word == "--battles") {
        words[place + 1] = "2".to_string();
    }
    if let Some(place) = words.iter().position(|word| word == "--jobs") {
        words[place + 1] = words[place + 1].replace('N', "2");
    }
    words.join(" ")
}

/// Folders of an administrator's machine lie in the folder of the examples.
fn at_home(command: &str, folder: &Path) -> String {
    let here = format!("{}/", folder.display());
    ["/var/lib/krigsspil/", "/backup/"]
        .iter()
        .fold(command.to_string(), |command, theirs| command.replace(theirs, &here))
}

fn shell(command: &str, folder: &Path) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_krigsspil")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(binary.to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path.unwrap()).env("LC_ALL", "C");
    shell.stdin(Stdio::null());
    shell
}

fn run(example: &Example, folder: &Path) -> Output {
    shell(&at_home(&shortened(&example.command), folder), folder).output().unwrap()
}

/// Starts a server, waits until it reports its address, and stops it.
fn started_and_stopped(example: &Example, folder: &Path) {
    let command = at_home(example.command.split('#').next().unwrap_or_default(), folder);
    let command = command.replace(" --port 1815", "").replace(" --no-browser", "");
    let command = format!("exec {command} --port 0 --no-browser");
    let mut serving = shell(&command, folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(serving.stdout.take().unwrap()).read_line(&mut line).unwrap();
    serving.kill().unwrap();
    serving.wait().unwrap();
    assert!(line.contains("http://"), "{example:?}: {line}");
}

/// Every example runs; if the page shows an answer, the real answer is the same.
#[test]
fn every_example_runs() {
    let folder = table_of_examples();
    let mut examples = of_the_help();
    for page in pages() {
        let name = page.display().to_string();
        let text = read(&page);
        examples.extend(blocks(&name, &text).iter().flat_map(examples_of));
        examples.extend(inside_sentences(&name, &text));
    }
    assert!(examples.len() > 40, "only {} examples were found", examples.len());
    let mut faults = Vec::new();
    for example in &examples {
        if example.command.starts_with("krigsspil play") {
            started_and_stopped(example, folder.path());
            continue;
        }
        let output = run(example, folder.path());
        let [answered, complaint] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        match &example.answers {
            // The shown answer may be the answer to a mistake.
            Some(wanted) => {
                let all = format!("{}\n{}", answered.trim(), complaint.trim());
                if all.trim() != wanted {
                    faults
                        .push(format!("{}: {}\nanswers {all}\nnot {wanted}", example.place, example.command));
                }
            }
            None if output.status.success() => {}
            None => faults.push(format!("{}: {}\n{complaint}", example.place, example.command)),
        }
    }
    assert!(faults.is_empty(), "{} of {} examples:\n{}", faults.len(), examples.len(), faults.join("\n\n"));
}

/// The JSON lines in the help are accepted unchanged.
#[test]
fn the_lines_in_the_help_are_read() {
    let folder = table_of_examples();
    for language in ["en", "da"] {
        let words: toml::Table = read(format!("crates/cli/messages/{language}.toml")).parse().unwrap();
        let line = |of: &str, holds: &str| {
            let text = words["after"][of].as_str().unwrap().to_string();
            text.lines()
                .map(str::trim)
                .find(|line| line.starts_with('{') && line.contains(holds))
                .unwrap()
                .to_string()
        };
        std::fs::write(folder.path().join("line"), line("adjudicate", "\"procedure\"") + "\n").unwrap();
        let answer = shell("krigsspil adjudicate --rules borgerkrig < line", folder.path()).output().unwrap();
        let answer = String::from_utf8(answer.stdout).unwrap();
        assert!(answer.starts_with(r#"{"id":7,"outcome":{"#), "{answer}");
        std::fs::write(folder.path().join("line"), line("battle", "\"seat\"") + "\n").unwrap();
        let played = "krigsspil battle scenarios/meeting --actions line --strict --json";
        let played = shell(played, folder.path()).output().unwrap();
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    }
}
