//! Follows the example of `docs/scenarios.md` step by step, so that it cannot become outdated.

use std::path::Path;
use std::process::Command;

/// A block of the page: its language and its text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language.to_string(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// Replaces the table of the scenario that has the same header and id.
fn replaced(scenario: &str, table: &str) -> String {
    let head: String = table.lines().take(2).map(|line| format!("{line}\n")).collect();
    let head = head.as_str();
    let start = scenario.lines().zip(scenario.lines().skip(1)).position(|(first, second)| {
        let id = |line: &str| line.split('#').next().unwrap_or_default().trim().to_string();
        format!("{first}\n{}\n", id(second)) == head
    });
    let start = start.unwrap_or_else(|| panic!("nothing begins with {head}"));
    let lines: Vec<&str> = scenario.lines().collect();
    let end = (start + 1..lines.len()).find(|&line| lines[line].starts_with("[[")).unwrap_or(lines.len());
    [lines[..start].join("\n"), table.to_string(), lines[end..].join("\n")].join("\n") + "\n"
}

/// §01.05.1 §01.05.2 every step of the growing example is sound, and the final scenario can be fought.
#[test]
fn the_example_that_grows() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenarios.md");
    let page = std::fs::read_to_string(page).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_krigsspil"))
            .args(arguments)
            .arg(folder.path())
            .env("LC_ALL", "C")
            .output()
            .unwrap()
    };
    let krigsspil = |arguments: &[&str]| {
        let output = run(arguments);
        let told =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {told}");
        told
    };
    let (mut scenario, mut ground, mut steps) = (String::new(), String::new(), 0);
    for (language, text) in blocks(&page) {
        match language.as_str() {
            "toml" => scenario += &format!("{text}\n"),
            "toml instead" => scenario = replaced(&scenario, &text),
            "json" => ground = text,
            _ => continue,
        }
        if scenario.is_empty() || ground.is_empty() {
            continue;
        }
        std::fs::write(folder.path().join("scenario.toml"), &scenario).unwrap();
        std::fs::write(folder.path().join("ground.geojson"), &ground).unwrap();
        assert!(krigsspil(&["check"]).contains("sound"));
        if steps == 0 {
            // The fault shown at the head of the page.
            let weapon = "weapon = \"springfield_m61\"\n";
            std::fs::write(folder.path().join("scenario.toml"), scenario.replacen(weapon, "", 1)).unwrap();
            let path = folder.path().display().to_string();
            let told = String::from_utf8(run(&["check"]).stdout).unwrap();
            assert!(page.contains(told.replace(&path, "scenarios/ford").trim()), "{told}");
        }
        steps += 1;
    }
    assert!(steps >= 7, "only {steps} steps were followed");
    assert!(krigsspil(&["battle", "--until", "7", "--seed", "7"]).contains("Pelham's horse artillery"));
}

/// §06.03.1 §06.03.3 the prepared situation of `docs/battle-borgerkrig.md` ends as the page says.
#[test]
fn the_prepared_situation() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/battle-borgerkrig.md");
    let all = blocks(&std::fs::read_to_string(page).unwrap());
    let block = |of: &str| all.iter().find(|(language, _)| language == of).unwrap().1.as_str();
    let folder = tempfile::tempdir().unwrap();
    let ground = r#"{"type": "FeatureCollection", "name": "open", "table": {"width": 2000, "depth": 2000},
        "contour_interval": 10, "features": []}"#;
    for (name, text) in [
        ("battery.toml", block("toml situation")),
        ("battery.jsonl", block("json situation")),
        ("ground.geojson", ground),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let state = |more: &[&str]| -> serde_json::Value {
        let fought = Command::new(env!("CARGO_BIN_EXE_krigsspil"))
            .args([
                "battle",
                "battery.toml",
                "--actions",
                "battery.jsonl",
                "--dice",
                "3,4,4,5,6,6",
                "--state",
            ])
            .args(more)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(fought.status.success(), "{}", String::from_utf8_lossy(&fought.stderr));
        serde_json::from_slice(&fought.stdout).unwrap()
    };
    // The usual answers continue the battle, no matter who is named to give them.
    for more in [&["--until", "4"][..], &["--seat", "blue=nobody", "--seat", "red=nobody", "--until", "4"]] {
        assert_eq!(state(more)["turn"], 4, "{more:?}");
    }
    let state = state(&[]);
    assert_eq!(state["turn"], 2);
    let struck = &state["units"][1];
    assert_eq!((&struck["lost_men"], &state["dice"]), (&24.into(), &6.into()));
    assert_eq!(struck["battery"]["guns"], serde_json::json!([5, 0, 1]));
}
