//! The binary, used as a program and a person use it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn krigsspil(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_krigsspil"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || {
        // The program may stop reading before the end; that is not a fault.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const VOLLEY: [&str; 8] = [
    "--rules",
    "borgerkrig",
    "small_arms_fire",
    "firer_arm=infantry",
    "figures=28",
    "weapon=springfield_m61",
    "distance_cm=8",
    "target_arm=infantry",
];

/// The binary gives the result of every contract example of every rule set, in order, with its id.
#[test]
fn every_example_of_every_rule_set() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    for listing in krigsspil_rules::RULE_SETS {
        let folder = rules.join(listing.id).join("tests/data");
        let files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("examples.jsonl"))
            })
            .collect();
        assert!(!files.is_empty());
        for file in files {
            let cases: Vec<Value> = std::fs::read_to_string(file)
                .unwrap()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let asked: String = cases
                .iter()
                .enumerate()
                .map(|(id, case)| {
                    let (procedure, facts, dice) = (&case["procedure"], &case["facts"], &case["dice"]);
                    let line =
                        serde_json::json!({ "id": id, "procedure": procedure, "facts": facts, "dice": dice });
                    format!("{line}\n")
                })
                .collect();
            let output = krigsspil(&["adjudicate", "--rules", listing.id], &asked);
            assert!(output.status.success());
            let answers = lines(&output);
            assert_eq!(answers.len(), cases.len());
            for (id, (case, answer)) in cases.iter().zip(&answers).enumerate() {
                assert_eq!(answer["id"], id);
                let expected = case["outcome"].as_object().unwrap();
                for (field, value) in expected {
                    let got = &answer["outcome"][field];
                    let same = got == value
                        || got.as_f64().zip(value.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 1e-6);
                    assert!(
                        same || value.is_object() || value.is_array(),
                        "{} {field}: {answer}",
                        case["procedure"]
                    );
                }
                assert!(answer["modifiers"].is_array());
            }
        }
    }
}

/// Each kind of bad line gets its own typed error that names the field, and the stream continues.
#[test]
fn bad_lines_are_answered_and_the_stream_goes_on() {
    let cases = [
        (r#"{"procedure":"nothing"}"#, "unknown_procedure", "procedure"),
        (r#"{"procedure":"fire_units","facts":{"arms":"infantry"}}"#, "unknown_fact", "arms"),
        (r#"{"procedure":"fire_units","facts":{"arm":"infantri"}}"#, "unknown_value", "arm"),
        (r#"{"procedure":"fire_units","facts":{"arm":3}}"#, "wrong_type", "arm"),
        (r#"{"procedure":"fire_units","facts":{"arm":null}}"#, "wrong_type", "arm"),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"infantry","formation":"closed","figures":true}}"#,
            "wrong_type",
            "figures",
        ),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"infantry","formation":"closed","figures":6.5}}"#,
            "wrong_type",
            "figures",
        ),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"infantry","formation":"closed","figures":401}}"#,
            "out_of_range",
            "figures",
        ),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"infantry","formation":"closed"}}"#,
            "missing_fact",
            "figures",
        ),
        (r#"{"procedure":"fire_units","facts":{"arm":"infantry","arm":"infantry"}}"#, "repeated_fact", "arm"),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"mounted_cavalry","formation":"building","figures":6}}"#,
            "not_allowed",
            "formation",
        ),
        (
            r#"{"procedure":"fire_units","facts":{"arm":"infantry","formation":"closed","figures":6},"dice":[1]}"#,
            "wrong_dice",
            "dice",
        ),
        (r#"{"procedure":"fire_units","facts":[]}"#, "wrong_type", "facts"),
        (r#"{"procedure":"fire_units","dice":{}}"#, "wrong_dice", "dice"),
        (r#"{"procedure":7}"#, "wrong_type", "procedure"),
        (r#"["fire_units"]"#, "bad_json", "json"),
        (r#"{"procedure":"#, "bad_json", "json"),
        ("fire!", "bad_json", "json"),
    ];
    let good = r#"{"id":"last","procedure":"fire_units","facts":{"arm":"infantry","formation":"closed","figures":16}}"#;
    let asked: String =
        cases.iter().map(|(line, _, _)| *line).chain([good]).map(|line| format!("{line}\n\n")).collect();
    let output = krigsspil(&["adjudicate", "--rules", "borgerkrig"], &asked);
    assert!(output.status.success());
    let answers = lines(&output);
    assert_eq!(answers.len(), cases.len() + 1);
    for ((line, code, field), answer) in cases.iter().zip(&answers) {
        let error = &answer["error"];
        assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some(*code), Some(*field)), "{line}");
        assert!(error["message"].as_str().unwrap().starts_with(&format!("{field}: ")), "{answer}");
    }
    assert_eq!(answers[cases.len()]["outcome"]["fire_units"], 3);
}

/// Too few dice, too many dice and impossible faces are each reported; and the id comes back whatever it is.
#[test]
fn dice_must_fit() {
    let facts = r#""facts":{"firer_arm":"infantry","figures":28,"weapon":"shotgun","distance_cm":1,"target_arm":"infantry"}"#;
    let asked: String = ["[6]", "[6,4,1]", "[6,7]", "[0,4]", "[6,4.5]", "[6,4]"]
        .iter()
        .map(|dice| {
            format!("{{\"id\":{{\"a\":[1]}},\"procedure\":\"small_arms_fire\",{facts},\"dice\":{dice}}}\n")
        })
        .collect();
    let answers = lines(&krigsspil(&["adjudicate", "--rules", "borgerkrig"], &asked));
    for answer in &answers[..5] {
        assert_eq!(answer["error"]["field"], "dice", "{answer}");
        assert_eq!(answer["id"]["a"][0], 1);
    }
    assert_eq!(answers[5]["outcome"]["dice_sum"], 10);
}

/// A person sees modifiers with rule numbers, the roll and the result; the same seed throws the same dice.
#[test]
fn a_person_sees_modifiers_roll_and_result() {
    let mut arguments = vec!["--lang", "da", "adjudicate"];
    arguments.extend(VOLLEY);
    arguments.extend(["first_fire=ja", "--dice", "6,4"]);
    let output = krigsspil(&arguments, "");
    let page = text(&output.stdout);
    assert!(output.status.success());
    assert!(page.contains("+3  §05.02.4"), "{page}");
    assert!(page.contains("2 × d6: 6 4  (= 10)"), "{page}");
    let mut seeded = vec!["adjudicate"];
    seeded.extend(VOLLEY);
    seeded.extend(["--seed", "62"]);
    assert_eq!(krigsspil(&seeded, "").stdout, krigsspil(&seeded, "").stdout);
}

/// The odds are exact fractions that add up to one.
#[test]
fn odds_add_up() {
    let mut arguments = vec!["odds", "--json"];
    arguments.extend(VOLLEY);
    let output = krigsspil(&arguments, "");
    let odds: Value = serde_json::from_slice(&output.stdout).unwrap();
    let field = |name: &str| {
        odds["fields"].as_array().unwrap().iter().find(|field| field["field"] == name).unwrap().clone()
    };
    let seven = field("dice_sum")["values"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["value"] == 7)
        .unwrap()
        .clone();
    assert_eq!((seven["chance"].as_str(), seven["percent"].as_f64()), (Some("1/6"), Some(16.6667)));
    assert_eq!(field("dice_sum")["mean"].as_f64().map(|mean| (mean * 1e6).round()), Some(7e6));
    for field in odds["fields"].as_array().unwrap() {
        let whole: f64 =
            field["values"].as_array().unwrap().iter().map(|each| each["percent"].as_f64().unwrap()).sum();
        assert!((whole - 100.0).abs() < 0.01, "{field}");
    }
}

/// If the dice are thrown for each entry of a list, the odds are given entry by entry.
#[test]
fn odds_by_entry() {
    let facts = ["calibre=12pd", "bases=1", "distance_m=600"];
    let batteries: Vec<_> =
        (0..2).flat_map(|number| facts.map(|fact| format!("batteries[{number}].{fact}"))).collect();
    let mut arguments = vec!["--lang", "en", "odds", "--rules", "tricolore", "bombardment", "target_bases=4"];
    arguments.extend(batteries.iter().map(String::as_str));
    let output = krigsspil(&arguments, "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("Batteries 2: Bases that pass  (mean 0.60)\n  0  2/5  40.00 %\n"), "{told}");
}

/// A wrong command says what is wrong in one sentence and exits with 2.
#[test]
fn wrong_commands_exit_with_2() {
    let wrong: [&[&str]; 6] = [
        &["adjudicate", "--rules", "borgerkrigen"],
        &["adjudicate", "--rules", "borgerkrig", "fire_unit"],
        &["adjudicate", "--rules", "borgerkrig", "fire_units", "arm"],
        &["adjudicate", "--rules", "borgerkrig", "fire_units", "arm=x=y", "arm=z"],
        &["tables", "--rules", "borgerkrig", "skema-C"],
        &["no-such-command"],
    ];
    for arguments in wrong {
        let output = krigsspil(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
    let near = text(&krigsspil(&["adjudicate", "--rules", "borgerkrig", "fire_unit"], "").stderr);
    assert!(near.contains("did you mean `fire_units`?"), "{near}");
}

/// Help and errors are in the language asked for, or else in that of the locale; asking for help is not a fault.
#[test]
fn help_in_both_languages() {
    let run = |arguments: &[&str], locale: &str| {
        let program = env!("CARGO_BIN_EXE_krigsspil");
        Command::new(program).args(arguments).env("LC_ALL", locale).output().unwrap()
    };
    for (arguments, locale, wanted) in [
        (&["battle", "--help"][..], "C", "Usage: krigsspil battle [OPTIONS] <SCENARIO>"),
        (&["battle", "--help"], "da_DK.UTF-8", "Brug: krigsspil battle [TILVALG] <SCENARIE>"),
        (&["--lang", "da", "help", "battle"], "C", "Brug: krigsspil battle [TILVALG] <SCENARIE>"),
        (&["--lang=en", "-h"], "da_DK.UTF-8", "Usage: krigsspil [OPTIONS] <COMMAND>"),
        (&["--lang", "da", "man"], "C", ".SH BESKRIVELSE"),
        (&["--lang", "da", "completions", "fish"], "C", "Den nøjagtige chance for hvert udfald"),
    ] {
        let told = run(arguments, locale);
        assert_eq!((told.status.code(), text(&told.stderr)), (Some(0), String::new()), "{arguments:?}");
        assert!(text(&told.stdout).contains(wanted), "{arguments:?}: {}", text(&told.stdout));
    }
    for (arguments, wanted) in [
        (&["battel"][..], "krigsspil: der er ingen kommando `battel`; mente du `battle`?"),
        (&[], "Brug: krigsspil [TILVALG] <KOMMANDO>"),
    ] {
        let told = run(arguments, "da_DK.UTF-8");
        assert_eq!((told.status.code(), text(&told.stdout)), (Some(2), String::new()), "{arguments:?}");
        assert!(text(&told.stderr).contains(wanted), "{arguments:?}: {}", text(&told.stderr));
    }
}

/// House rules replace a table by its file name; a bad file is refused with file, line and reason.
#[test]
fn house_rules_replace_a_table_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let printed = include_str!("../../rules/borgerkrig/tables/skema-VI.toml");
    let house = folder.path().join("skema-VI.toml");
    let fire = |folder: &Path| {
        let folder = folder.display().to_string();
        let mut arguments = vec!["adjudicate", "--house", &folder];
        arguments.extend(VOLLEY);
        arguments.extend(["--dice", "6,4"]);
        krigsspil(&arguments, "")
    };
    std::fs::write(&house, printed.replace("[\"zone_1\", 1, 2,", "[\"zone_1\", 0, 2,")).unwrap();
    assert!(fire(folder.path()).status.success());
    std::fs::write(&house, printed.replace("[\"zone_1\", 1, 2,", "[\"zone_1\", 9, 2,")).unwrap();
    let refused = fire(folder.path());
    assert_eq!(refused.status.code(), Some(1));
    let told = text(&refused.stderr);
    assert!(told.contains("skema-VI.toml:") && told.contains("falls from 9 to 2"), "{told}");
    std::fs::remove_file(&house).unwrap();
    std::fs::write(folder.path().join("skema-XLII.toml"), "").unwrap();
    assert!(text(&fire(folder.path()).stderr).contains("replaces no table"));
}

/// The companion in the terminal: group, procedure, facts, own dice, result; the end of the input ends the conversation.
#[test]
fn the_companion_talks() {
    let answers = "fire\nunits\n1\nclosed\n16\n\n\nq\n";
    let output = krigsspil(&["companion", "--rules", "borgerkrig", "--seed", "1"], answers);
    assert!(output.status.success());
    assert!(!text(&output.stdout).is_empty());
    assert!(krigsspil(&["companion"], "").status.success());
}

/// Every table prints in both languages, and as JSON.
#[test]
fn tables_print() {
    let shown = text(&krigsspil(&["tables", "--rules", "borgerkrig", "Skema VI"], "").stdout);
    assert!(shown.contains("15-n"), "{shown}");
    let json: Value = serde_json::from_slice(
        &krigsspil(&["tables", "--rules", "borgerkrig", "skema-VI", "--json"], "").stdout,
    )
    .unwrap();
    assert_eq!(json[0]["parts"][0]["rows"][0]["cells"][14], 18);
}

/// Every kind of sheet becomes a PDF; an unknown table and a roster for other rules are refused with a sentence.
#[test]
fn sheets_are_set_as_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let roster = folder.path().join("shiloh.krigsspil.json");
    let units = r#"[{"id":"a","name":"14th Brooklyn","side":"blue","figures":30,"lostMen":47,"removedFigures":2,
        "properties":{"arm":"infantry","order":"LU","ammunition":true},"notes":""}]"#;
    let text = format!(
        r#"{{"id":"x","name":"Shiloh","rules":"borgerkrig","turn":1,"start":540,"units":{units},"history":[]}}"#
    );
    std::fs::write(&roster, text).unwrap();
    let sheet = |arguments: &[&str]| {
        let file = folder.path().join("sheet.pdf");
        let _ = std::fs::remove_file(&file);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_krigsspil"))
            .args(["--lang", "en", "sheet", "-o"])
            .arg(&file)
            .args(arguments)
            .output()
            .unwrap();
        (output, std::fs::read(&file).unwrap_or_default())
    };
    let roster = roster.to_str().unwrap();
    for arguments in [
        &["--rules", "tricolore"][..],
        &["--rules", "borgerkrig", "--table", "skema-VI", "--table", "skema V"],
        &["--rules", "torden", "--orders", "--turns", "4"],
        &["--rules", "borgerkrig", "--orders", "--roster", roster],
        &["--rules", "gdc", "--orders", "--scenario", "../../scenarios/meeting"],
    ] {
        let (output, pdf) = sheet(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(pdf.starts_with(b"%PDF-"), "{arguments:?}");
    }
    for arguments in [
        &["--rules", "borgerkrig", "--table", "skema-C"][..],
        &["--rules", "torden", "--roster", roster],
        &["--rules", "torden", "--roster", "missing.json"],
    ] {
        let (output, pdf) = sheet(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(pdf.is_empty());
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}
