//! The commands of battles, driven as a program and a person drive them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn krigsspil(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_krigsspil")).args(arguments).env("LC_ALL", "C").output().unwrap()
}

fn scenario(name: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    folder.display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A battle ends, its save replays to the same digest, is sound, draws, and makes a report in both languages.
#[test]
fn a_battle_its_save_and_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (save, page, map) = (file("save.json"), file("page.html"), file("map.svg"));
    let fought = krigsspil(&["battle", &scenario("meeting"), "--seed", "7", "--save", &save, "--json"]);
    let outcome = json(&fought);
    assert!(!outcome["ending"].is_null());
    assert_eq!(outcome["refused"], serde_json::json!([]), "the plain commander orders nothing unlawful");
    assert!(outcome["events"].as_array().is_some_and(|events| events.len() > 20));

    let replayed = krigsspil(&["replay", &save, "--hash"]);
    assert_eq!(text(&replayed.stdout).trim(), outcome["digest"].as_str().unwrap());
    assert!(krigsspil(&["check", &save]).status.success());
    assert!(krigsspil(&["draw", &save, "-o", &map]).status.success());
    assert!(std::fs::read_to_string(&map).unwrap().contains("19th Indiana"));

    for (language, word) in [("en", "Strengths"), ("da", "Styrker")] {
        let written = krigsspil(&["--lang", language, "report", &save, "-o", &page]);
        assert!(written.status.success(), "{}", text(&written.stderr));
        let page = std::fs::read_to_string(&page).unwrap();
        assert!(page.contains(word) && page.contains("<details>") && page.contains("</html>"));
        assert!(!page.contains("src=\"http") && !page.contains("<link"), "the page needs nothing beside it");
    }
}

/// The same seed is the same battle; many of them come with intervals, as JSON and with commas.
#[test]
fn simulations_count() {
    let meeting = scenario("meeting");
    let run = |more: &[&str]| {
        let fixed = ["simulate", meeting.as_str(), "--battles", "2", "--seat", "red=staff:random"];
        krigsspil(&[&fixed[..], more].concat())
    };
    let sums = json(&run(&["--json"]));
    assert_eq!(sums["battles"], 2);
    assert_eq!(sums["refused_actions"], 0);
    assert!(sums["sides"][0]["confidence_95"][1].as_f64().is_some_and(|to| to <= 1.0));
    let (one, other) = (run(&["--csv", "--jobs", "1"]), run(&["--csv", "--jobs", "2"]));
    assert_eq!(one.stdout, other.stdout, "how many at a time does not matter");
    assert_eq!(text(&one.stdout).lines().count(), 3);
}

/// A prepared situation: actions from a file, fixed dice, the final state as JSON.
#[test]
fn a_prepared_situation() {
    let folder = tempfile::tempdir().unwrap();
    let actions = folder.path().join("actions.jsonl");
    let ready = |seat: &str| format!(r#"{{"seat": "{seat}", "action": {{"do": "ready"}}}}"#);
    let order = r#"{"seat": "blue", "action": {"do": "order", "unit": "b1", "order": {"kind": "stand"}}}"#;
    std::fs::write(&actions, format!("{order}\n\n{}\n{}\n", ready("blue"), ready("red"))).unwrap();
    let file = actions.display().to_string();
    let state =
        json(&krigsspil(&["battle", &scenario("meeting"), "--actions", &file, "--dice", "3,4", "--state"]));
    assert_eq!(state["turn"], 2);

    let view = |seat: &str| krigsspil(&["battle", &scenario("meeting"), "--actions", &file, "--view", seat]);
    let blue = json(&view("blue"));
    assert_eq!((&blue["seat"], &blue["turn"]), (&"blue".into(), &2.into()));
    assert_eq!(view("green").status.code(), Some(2));
    assert!(text(&view("green").stderr).contains("there is no seat `green`; there are blue"));

    let mount = r#"{"seat": "blue", "action": {"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "mount"}]}}}"#;
    std::fs::write(&actions, mount).unwrap();
    let refused = krigsspil(&["--lang", "da", "battle", &scenario("meeting"), "--actions", &file, "--state"]);
    assert!(
        text(&refused.stderr).contains("kun kavaleri sidder op"),
        "in the reader's language: {}",
        text(&refused.stderr)
    );

    std::fs::write(&actions, format!("{}\n{}\n", ready("blue"), ready("nobody"))).unwrap();
    let refused = krigsspil(&["battle", &scenario("meeting"), "--actions", &file, "--state"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("actions.jsonl:2: nobody"), "{}", text(&refused.stderr));
}

/// Every fault is told with file, line and reason; sound files are called so.
#[test]
fn check_tells_every_fault() {
    let folder = tempfile::tempdir().unwrap();
    let sound = Path::new(&scenario("meeting")).join("scenario.toml");
    let written = std::fs::read_to_string(&sound).unwrap();
    let wrong = written.replacen("weapon = \"springfield_m61\"", "weapon = \"blunderbuss\"", 1).replacen(
        "gun = \"rodman_3in\"",
        "gun = \"big_bertha\"",
        1,
    );
    let scenario_file = folder.path().join("scenario.toml");
    std::fs::write(&scenario_file, wrong).unwrap();
    std::fs::copy(sound.with_file_name("ground.geojson"), folder.path().join("ground.geojson")).unwrap();
    let told = krigsspil(&["check", &scenario_file.display().to_string()]);
    assert_eq!(told.status.code(), Some(1));
    let out = text(&told.stdout);
    assert!(out.contains("blunderbuss") && out.contains("big_bertha"), "{out}");
    assert!(out.lines().all(|line| line.contains("scenario.toml:")), "{out}");

    let doubled =
        written.replacen("id = \"b2\"", "id = \"b1\"", 1).replacen("side = \"red\"", "side = \"grey\"", 1);
    std::fs::write(&scenario_file, doubled).unwrap();
    let out = text(&krigsspil(&["check", &scenario_file.display().to_string()]).stdout);
    assert!(out.contains("`b1` is empty or taken") && out.contains("no side `grey`"), "{out}");

    let ground = folder.path().join("bog.geojson");
    let bog = "{\"type\": \"FeatureCollection\", \"table\": {\"width\": 100, \"depth\": 100}, \"features\": [\n\
               {\"type\": \"Feature\", \"properties\": {\"kind\": \"moat\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 1]}}]}";
    std::fs::write(&ground, bog).unwrap();
    let out = text(&krigsspil(&["check", &ground.display().to_string()]).stdout);
    assert!(out.contains("bog.geojson:2: feature 1"), "{out}");

    let table = folder.path().join("skema-XVI.toml");
    let printed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/borgerkrig/tables/skema-XVI.toml");
    std::fs::copy(&printed, &table).unwrap();
    assert!(krigsspil(&["check", &table.display().to_string()]).status.success());
    std::fs::write(
        &table,
        "printed = \"skema XVI\"\n\n[[part]]\nkey = \"nonsense\"\ncolumns = [\"a\"]\nrows = []\n",
    )
    .unwrap();
    let told = krigsspil(&["check", &table.display().to_string()]);
    assert_eq!(told.status.code(), Some(1), "{}", text(&told.stdout));
    assert!(text(&told.stdout).contains("skema-XVI.toml:"), "{}", text(&told.stdout));

    for name in ["meeting", "brawners-farm"] {
        let told = krigsspil(&["check", &scenario(name)]);
        assert!(told.status.success(), "{}", text(&told.stdout));
    }
}

/// An order sheet is read line by line.
#[test]
fn check_reads_order_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("turn-3.sheet");
    std::fs::write(&sheet, "# the third turn\nb1: X\nb2: ???\nb3\n").unwrap();
    let told = krigsspil(&["check", &sheet.display().to_string()]);
    assert_eq!(told.status.code(), Some(1));
    let out = text(&told.stdout);
    assert!(!out.contains("sheet:2:") && out.contains("sheet:3:") && out.contains("sheet:4:"), "{out}");
}

/// Bad commands are told in a sentence, with exit code 2; failed jobs with 1.
#[test]
fn faults_are_plain() {
    let meeting = scenario("meeting");
    let code = |arguments: &[&str], part: &str| {
        let output = krigsspil(arguments);
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
        output.status.code()
    };
    assert_eq!(
        code(&["battle", &meeting, "--seat", "green=staff:plain"], "there is no seat `green`"),
        Some(2)
    );
    assert_eq!(code(&["battle", &meeting, "--seat", "red=staff:lee"], "there is no commander"), Some(2));
    assert_eq!(code(&["battle", &meeting, "--rules", "whist"], "whist"), Some(2));
    assert_eq!(code(&["battle", "nowhere.toml"], "nowhere.toml"), Some(1));
    assert_eq!(code(&["replay", "nowhere.json"], "nowhere.json"), Some(1));
    assert_eq!(code(&["draw", &meeting, "-o", "map.gif"], ".svg, .png or .pdf"), Some(2));
}
