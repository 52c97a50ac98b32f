//! A battle by mail, from the first file to the proof of its dice.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn krigsspil(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_krigsspil"));
    command.current_dir(folder).args(["--lang", "en"]).args(arguments);
    command.output().expect("the binary runs")
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = krigsspil(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = krigsspil(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// One seat's turn: exported, answered with the usual answer, imported. Tells whether there was anything to answer.
fn turn(folder: &Path, seat: &str) -> bool {
    done(folder, &["mail", "export", "battle.json", "--seat", seat, "-o", "turn.json"]);
    let turn = read(folder, "turn.json");
    assert!(!turn.to_string().contains("mail_secret"));
    let Some(prompt) = turn["prompts"].as_array().unwrap().first() else { return false };
    std::fs::write(folder.join("actions.jsonl"), format!("{}\n", prompt["default"])).unwrap();
    done(folder, &["mail", "reply", "turn.json", "--actions", "actions.jsonl", "-o", "reply.json"]);
    done(folder, &["mail", "import", "battle.json", "reply.json"]);
    true
}

/// Two seats play a battle out by files; each is sent what it may know and nothing else; at the end the save proves its dice.
#[test]
fn a_battle_is_played_by_mail() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/meeting");
    let begun = done(folder, &["mail", "begin", scenario, "-o", "battle.json"]);
    let battle = read(folder, "battle.json");
    let (secret, seed) = (battle["mail_secret"].as_str().unwrap(), battle["save"]["seed"].to_string());
    refused(folder, &["mail", "finish", "battle.json", "-o", "save.json"]);
    done(folder, &["mail", "export", "battle.json", "--seat", "red", "-o", "turn.json"]);
    let turn_file = std::fs::read_to_string(folder.join("turn.json")).unwrap();
    assert!(!turn_file.contains(secret) && !turn_file.contains(&seed));
    let hash = read(folder, "turn.json")["mail_turn"].as_str().unwrap().to_string();
    assert!(begun.contains(&hash), "{begun}");
    while ["blue", "red"].iter().filter(|seat| turn(folder, seat)).count() > 0 {}
    let again = refused(folder, &["mail", "import", "battle.json", "reply.json"]);
    assert!(again.contains("red"), "{again}");
    done(folder, &["mail", "finish", "battle.json", "-o", "save.json"]);
    assert!(done(folder, &["replay", "save.json", "--prove", "--shown", &hash]).contains(&hash));
    refused(folder, &["replay", "save.json", "--prove", "--shown", "another"]);
    let mut forged = read(folder, "save.json");
    forged["proof"]["secret"] = json!("another");
    std::fs::write(folder.join("forged.json"), forged.to_string()).unwrap();
    refused(folder, &["replay", "forged.json", "--prove"]);
}

/// A reply of which one action is refused does nothing at all, and says which; a reply to another battle is turned away.
#[test]
fn a_reply_is_done_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/meeting");
    done(folder, &["mail", "begin", scenario, "-o", "battle.json"]);
    done(folder, &["mail", "export", "battle.json", "--seat", "blue", "-o", "turn.json"]);
    std::fs::write(folder.join("actions.jsonl"), "{\"do\":\"ready\"}\n{\"do\":\"dance\"}\n").unwrap();
    done(folder, &["mail", "reply", "turn.json", "--actions", "actions.jsonl", "-o", "reply.json"]);
    let before = std::fs::read_to_string(folder.join("battle.json")).unwrap();
    let reason = refused(folder, &["mail", "import", "battle.json", "reply.json"]);
    assert!(reason.contains('2') && reason.contains("dance"), "{reason}");
    assert_eq!(std::fs::read_to_string(folder.join("battle.json")).unwrap(), before);
    done(folder, &["mail", "begin", scenario, "-o", "other.json"]);
    refused(folder, &["mail", "import", "other.json", "reply.json"]);
    refused(folder, &["mail", "import", "reply.json", "battle.json"]);
}
