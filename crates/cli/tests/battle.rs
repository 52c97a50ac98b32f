//! The battle commands, used as a program and a person use them.

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

/// A battle ends; its save replays to the same digest, passes the check, can be drawn, and makes a report in both languages.
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
    let drawn = std::fs::read_to_string(&map).unwrap();
    let end = json(&krigsspil(&["replay", &save, "--view", "umpire"]));
    let here = |unit: &&Value| unit["presence"] == "here";
    let mut standing = end["units"].as_array().unwrap().iter().filter(here);
    assert!(standing.any(|unit| drawn.contains(unit["name"].as_str().unwrap())));

    for (language, word) in [("en", "Strengths"), ("da", "Styrker")] {
        let written = krigsspil(&["--lang", language, "report", &save, "-o", &page]);
        assert!(written.status.success(), "{}", text(&written.stderr));
        let page = std::fs::read_to_string(&page).unwrap();
        assert!(page.contains(word) && page.contains("<details>") && page.contains("</html>"));
        let units =
            page.split("<h2>").find(|part| part.starts_with("Units") || part.starts_with("Enheder")).unwrap();
        assert_eq!(
            units.matches("<summary>").count(),
            end["units"].as_array().unwrap().len(),
            "a card a unit"
        );
        assert!(units.contains("Valeur"), "{units}");
        assert!(!page.contains("src=\"http") && !page.contains("<link"), "the page needs nothing beside it");
    }
}

/// The same seed gives the same battle. A simulation gives intervals, as JSON and as CSV.
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

/// Dice given beforehand are thrown before the seed's dice. Unused dice are a fault, reported after the outcome. A face that the die does
/// not have is reported with the action that throws it.
#[test]
fn prepared_dice() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("save.json");
    let (meeting, name) = (scenario("meeting"), save.display().to_string());
    let fight = |language: &str, more: &[&str]| {
        let fixed = ["--lang", language, "battle", &meeting, "--seed", "7", "--json", "--save", &name];
        krigsspil(&[&fixed[..], more].concat())
    };
    for (language, wanted) in
        [("en", "dice: 2 given, but the number needed is 0"), ("da", "dice: 2 er givet, men der skal kun 0")]
    {
        let told = fight(language, &["--dice", "3,4", "--until", "2"]);
        let outcome: Value = serde_json::from_slice(&told.stdout).unwrap();
        assert_eq!((told.status.code(), outcome["turn"].as_i64()), (Some(2), Some(2)));
        assert!(text(&told.stderr).contains(wanted), "{}", text(&told.stderr));
        std::fs::remove_file(&save).unwrap();
    }
    let impossible = fight("da", &["--dice", "9"]);
    assert_eq!(impossible.status.code(), Some(1));
    let told = text(&impossible.stderr);
    assert!(told.contains("dice: terning nummer 1 viser 9; den kan vise 1 til 6"), "{told}");
    assert!(!save.exists());
    assert!(!json(&fight("en", &["--dice", "3,4"]))["ending"].is_null());
    assert!(save.exists());
}

/// Two lines 8 cm apart.
const FACING: &str = r#"name = "x"
rules = ["borgerkrig"]
date = "1862-08-30"
starts = "16:00"
turns = 12
ground = "ground.geojson"
side = [{id = "blue", name = "Union", home = 180.0}, {id = "red", name = "Confederate", home = 0.0}]
general = [{id = "morrow", name = "Morrow", side = "blue", rank = "brigade", place = [600, 400]},
    {id = "trimble", name = "Trimble", side = "red", rank = "brigade", place = [600, 700]}]

[[unit]]
id = "b1"
name = "19th Indiana"
general = "morrow"
arm = "infantry"
men = 480
place = [600, 500]
ratings.borgerkrig = {weapon = "springfield_m61"}

[[unit]]
id = "r1"
name = "15th Alabama"
general = "trimble"
arm = "infantry"
men = 480
place = [600, 600]
facing = 180.0
ratings.borgerkrig = {weapon = "enfield_rifle"}
"#;

/// §04.02.13 If the actions leave a question open, it gets its usual answer and the turn ends; if the next line answers it, it does not.
#[test]
fn questions_of_a_prepared_situation() {
    let folder = tempfile::tempdir().unwrap();
    let ground = r#"{"type": "FeatureCollection", "table": {"width": 1200, "depth": 1000}, "contour_interval": 10, "features": []}"#;
    std::fs::write(folder.path().join("ground.geojson"), ground).unwrap();
    std::fs::write(folder.path().join("scenario.toml"), FACING).unwrap();
    let (file, place) = (folder.path().join("actions.jsonl"), folder.path().display().to_string());
    let fired = |more: &str, dice: &str| {
        let attack = r#"{"seat": "blue", "action": {"do": "order", "unit": "b1", "sheet": "^ A"}}"#;
        let ready = |seat: &str| format!(r#"{{"seat": "{seat}", "action": {{"do": "ready"}}}}"#);
        std::fs::write(&file, [attack, &ready("blue"), &ready("red"), more].join("\n")).unwrap();
        let file = file.display().to_string();
        let told = json(&krigsspil(&["battle", &place, "--actions", &file, "--dice", dice, "--json"]));
        assert_eq!(told["turn"], 2, "{told}");
        told["events"].as_array().unwrap().iter().filter(|event| event["what"] == "fires").count()
    };
    let hold = r#"{"seat": "red", "action": {"do": "answer", "question": 1, "choice": "hold"}}"#;
    assert_eq!((fired("", "1,2,3,4"), fired(hold, "1,2")), (1, 0));
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
    let state = json(&krigsspil(&["battle", &scenario("meeting"), "--actions", &file, "--state"]));
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
        text(&refused.stderr).contains("kun kavaleri kan sidde op"),
        "in the reader's language: {}",
        text(&refused.stderr)
    );

    let told_in = |language: &str, action: &str| {
        std::fs::write(&actions, format!(r#"{{"seat": "blue", "action": {action}}}"#)).unwrap();
        let told = ["--lang", language, "battle", &scenario("meeting"), "--actions", &file, "--state"];
        text(&krigsspil(&told).stderr)
    };
    for (action, english, danish) in [
        (
            r#"{"do": "order", "unit": "r1", "order": {"kind": "stand"}}"#,
            "unit: `r1` is not yours",
            "unit: `r1` er ikke din",
        ),
        (
            r#"{"do": "order", "unit": "b1", "sheet": "^ Q"}"#,
            "sheet: at 3: `Q` is not a sign of the order sheet",
            "sheet: tegn 3: `Q` er ikke et tegn på ordresedlen",
        ),
        (
            r#"{"do": "lay", "thing": "wall", "from": [1, 1], "to": [2, 2]}"#,
            "do: only the umpire",
            "do: det kan kun dommeren gøre",
        ),
        (
            r#"{"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead", "cm": -1}]}}"#,
            "cm: -1 is outside 0 to 500",
            "cm: -1 ligger uden for 0 til 500",
        ),
        (
            r#"{"do": "answer", "question": 7, "choice": "yes"}"#,
            "no open question 7",
            "intet åbent spørgsmål 7",
        ),
    ] {
        for (language, wanted) in [("en", english), ("da", danish)] {
            let told = told_in(language, action);
            assert!(told.contains(wanted), "{wanted}: {told}");
        }
    }

    std::fs::write(&actions, format!("{}\n{}\n", ready("blue"), ready("nobody"))).unwrap();
    let refused = krigsspil(&["battle", &scenario("meeting"), "--actions", &file, "--state"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("actions.jsonl:2: nobody"), "{}", text(&refused.stderr));
}

/// Every fault is reported with file, line and reason; files without faults are reported as sound.
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

    let crowded = written.replacen("place = [560, 275]", "place = [668, 235]", 1).replacen(
        "place = [600, 500]",
        "place = [600, 5000]",
        1,
    );
    std::fs::write(&scenario_file, crowded).unwrap();
    let out = text(&krigsspil(&["check", &scenario_file.display().to_string()]).stdout);
    assert!(out.contains("scenario.toml:53: unit `b2`: it stands where `b1` stands"), "{out}");
    assert!(out.contains("`Holmby Cross` lies outside the table"), "{out}");

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

/// Bad commands are explained in a sentence, with exit code 2; failed jobs have exit code 1.
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
    assert_eq!(
        code(
            &["battle", &meeting, "--option", "umpire", "--option", "fog"],
            "there is no option `fog`; there are umpire"
        ),
        Some(2)
    );
    assert_eq!(code(&["battle", &meeting, "--rules", "whist"], "whist"), Some(2));
    assert_eq!(code(&["battle", "nowhere.toml"], "nowhere.toml"), Some(1));
    assert_eq!(code(&["replay", "nowhere.json"], "nowhere.json"), Some(1));
    assert_eq!(code(&["draw", &meeting, "-o", "map.gif"], ".svg, .png or .pdf"), Some(2));
}

/// Whatever is wrong with a file or a command is explained in the reader's language, after its file and line.
#[test]
fn faults_in_danish() {
    let folder = tempfile::tempdir().unwrap();
    let sound = Path::new(&scenario("meeting")).join("scenario.toml");
    let written = std::fs::read_to_string(&sound).unwrap();
    std::fs::copy(sound.with_file_name("ground.geojson"), folder.path().join("ground.geojson")).unwrap();
    let check = |name: &str, content: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        let told = krigsspil(&["--lang", "da", "check", &file.display().to_string()]);
        assert_eq!(told.status.code(), Some(1), "{name}");
        assert!(text(&told.stderr).contains("fejl"), "{}", text(&told.stderr));
        text(&told.stdout)
    };
    let broken = |from: &str, to: &str| {
        let text = written.replacen(from, to, 1);
        assert_ne!(text, written, "{from}");
        check("scenario.toml", &text)
    };
    for (from, to, wanted) in [
        ("id = \"b2\"", "id = \"b1\"", ": id'et `b1` er tomt eller optaget"),
        ("side = \"red\"", "side = \"grey\"", ": der er ingen side `grey`"),
        ("turns = ", "turnz = ", ": ukendt felt `turnz`; der findes name"),
        (
            "weapon = \"springfield_m61\"",
            "weapon = \"springfeld_m61\"",
            "weapon: der er intet valg `springfeld_m61`; vælg et af",
        ),
        ("weapon = \"springfield_m61\"", "wepon = \"springfield_m61\"", "`wepon` er ikke en vurdering"),
        (
            "ground = \"ground.geojson\"",
            "ground = \"gone.geojson\"",
            "`gone.geojson` kan ikke læses: der findes ikke en sådan fil",
        ),
        ("rules = [\"borgerkrig\"", "rules = [\"whist\", \"borgerkrig\"", "der er intet regelsæt `whist`"),
    ] {
        let told = broken(from, to);
        assert!(told.contains(wanted) && told.contains("scenario.toml:"), "{wanted}: {told}");
    }
    let ground = |kind: &str, shape: &str| {
        format!(
            "{{\"type\": \"FeatureCollection\", \"table\": {{\"width\": 100, \"depth\": 100}}, \"features\": [\n\
             {{\"type\": \"Feature\", \"properties\": {{\"kind\": \"{kind}\"}}, \"geometry\": {shape}}}]}}"
        )
    };
    let point = "{\"type\": \"Point\", \"coordinates\": [1, 1]}";
    let told = check("bog.geojson", &ground("moat", point));
    assert!(told.contains("bog.geojson:2: objekt 1 (moat): »moat« er ikke en slags terræn"), "{told}");
    let told = check("bog.geojson", &ground("wood", point));
    assert!(told.contains("skal tegnes som en Polygon, men er Point"), "{told}");
    let told = check("orders.sheet", "b1: ^ A\nb2: ^ Q\nb3\n");
    assert!(told.contains("orders.sheet:2: tegn 3: `Q` er ikke et tegn på ordresedlen"), "{told}");
    assert!(told.contains("orders.sheet:3: skriv enheden, et kolon"), "{told}");
    let told = check("save.json", "{\"version\": 1,\n\"rulez\": 1}");
    assert!(told.contains("save.json:2: dette er ikke et gemt slag: ukendt felt `rulez`"), "{told}");
    let printed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/borgerkrig/tables/skema-VI.toml");
    let table = std::fs::read_to_string(printed).unwrap().replace("[\"zone_1\", 1, 2,", "[\"zone_1\", 9, 2,");
    let told = check("skema-VI.toml", &table);
    assert!(told.contains("`zone_1` falder fra 9 til 2; den må ikke falde"), "{told}");
    let printed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/torden/tables/tabel-6.toml");
    let table = std::fs::read_to_string(printed).unwrap().replace("[\"zone_2\",   20]", "[\"zone_2\", 40]");
    let told = check("tabel-6.toml", &table);
    assert!(told.contains("tallene i `range_cm` må ikke falde fra en række til den næste"), "{told}");
}

/// A save with a refused action says why, in the words of its rules.
#[test]
fn a_broken_save_in_danish() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("save.json");
    let name = file.display().to_string();
    let begun =
        krigsspil(&["battle", &scenario("meeting"), "--actions", "/dev/null", "--save", &name, "--state"]);
    assert!(begun.status.success(), "{}", text(&begun.stderr));
    let mut save: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    save["actions"] = serde_json::json!([{"seat": "blue", "action":
        {"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "mount"}]}}}]);
    std::fs::write(&file, save.to_string()).unwrap();
    let wanted = "handling 1 i det gemte slag afvises: steps: kun kavaleri kan sidde op";
    let checked = text(&krigsspil(&["--lang", "da", "check", &name]).stdout);
    assert!(checked.contains(wanted), "{checked}");
    let replayed = text(&krigsspil(&["--lang", "da", "replay", &name]).stderr);
    assert!(replayed.contains(wanted), "{replayed}");
}

/// A wrongly written command is explained in the reader's language.
#[test]
fn commands_in_danish() {
    let meeting = scenario("meeting");
    for (command, code, wanted) in [
        (
            &["battle", meeting.as_str(), "--seat", "blue"][..],
            2,
            "`blue` siger ikke, hvem der spiller hvilken plads",
        ),
        (
            &["battle", meeting.as_str(), "--seat", "green=nobody"],
            2,
            "der er ingen plads `green`; der findes blue",
        ),
        (
            &["battle", meeting.as_str(), "--option", "umpires"],
            2,
            "der er ingen valgfri regel `umpires`; der findes umpire, questions_one_by_one; mente du `umpire`?",
        ),
        (
            &["simulate", meeting.as_str(), "--option", "fog"],
            2,
            "der er ingen valgfri regel `fog`; der findes umpire",
        ),
        (&["battle", meeting.as_str(), "--seat", "blue=staff:lee"], 2, "der er ingen fører `staff:lee`"),
        (
            &["battle", "no/such/place.toml"],
            1,
            "no/such/place.toml:1: det kan ikke læses: der findes ikke en sådan fil",
        ),
        (&["replay", "no/such/save.json"], 1, "no/such/save.json: der findes ikke en sådan fil"),
        (&["draw", meeting.as_str(), "-o", "map.bmp"], 2, "billedets navn skal ende på .svg"),
        (&["rules", "borgerkrigen"], 2, "der er intet regelsæt `borgerkrigen`; der findes borgerkrig"),
        (&["tables", "--rules", "borgerkrig", "skema-C"], 2, "der er intet skema `skema-C`"),
        (&["odds", "--rules", "borgerkrig", "fire_units", "arm"], 2, "`arm` er ikke en oplysning"),
    ] {
        let told = krigsspil(&[&["--lang", "da"], command].concat());
        assert_eq!(told.status.code(), Some(code), "{command:?}: {}", text(&told.stderr));
        assert!(text(&told.stderr).contains(wanted), "{wanted}: {}", text(&told.stderr));
    }
}

/// §03.02.2 Cards show a person what is in the seat's view: everything about its own units, and only what is seen of enemies. They need a
/// view.
#[test]
fn cards_are_read() {
    let meeting = scenario("meeting");
    let run = |more: &[&str]| krigsspil(&[&["battle", meeting.as_str(), "--until", "2"][..], more].concat());
    let view = json(&run(&["--view", "blue"]));
    for (language, words) in [
        ("en", ["Strength", "Formation", "In command"]),
        ("da", ["Styrke", "Formation", "Inden for kommandoafstand"]),
    ] {
        let cards = run(&["--lang", language, "--view", "blue", "--cards"]);
        assert!(cards.status.success(), "{}", text(&cards.stderr));
        let cards = text(&cards.stdout);
        let units = view["units"].as_array().unwrap();
        let in_english = |unit: &Value| cards.contains(unit["name"].as_str().unwrap());
        assert!(language == "da" || units.iter().all(in_english), "{cards}");
        assert!(words.iter().all(|word| cards.contains(word)), "{cards}");
        assert_eq!(
            cards.lines().filter(|line| line.contains("§08.01.1")).count(),
            units.len(),
            "valeur of own units only"
        );
    }
    assert_eq!(run(&["--cards"]).status.code(), Some(2));
}

/// §1.3.2 §08.01.1 A card names the side, the general and the row of the lists, in the reader's language, and shows no key of theirs.
#[test]
fn cards_name_what_they_name() {
    for (name, line, key) in [
        ("meeting", "Unionen", "blue"),
        ("torden-corps", "Pécheux", "pecheux"),
        ("torden-corps", "Frankrig 1815, infanteri", "france_1815"),
    ] {
        let played = scenario(name);
        let cards = krigsspil(&[
            "--lang",
            "da",
            "battle",
            played.as_str(),
            "--until",
            "1",
            "--view",
            "umpire",
            "--cards",
        ]);
        let cards = text(&cards.stdout);
        assert!(cards.contains(line) && !cards.contains(key), "{line}: {cards}");
    }
}

/// The orders of every rule set are listed in the reader's language, with their arguments.
#[test]
fn orders_are_listed() {
    let english = text(&krigsspil(&["rules", "borgerkrig", "--orders"]).stdout);
    for line in ["Orders (kind)", "Steps (step)", "guess_cm", "whole number 1–1000", "§03.03.7"] {
        assert!(english.contains(line), "{line}: {english}");
    }
    let danish = text(&krigsspil(&["--lang", "da", "rules", "borgerkrig", "--orders"]).stdout);
    assert!(danish.contains("Ordrer (kind)") && danish.contains("Sving"), "{danish}");
    for rules in ["chakoten", "gdc", "torden", "tricolore"] {
        let listed = krigsspil(&["rules", rules, "--orders"]);
        assert!(listed.status.success() && text(&listed.stdout).contains("Orders (kind)"), "{rules}");
    }
}
