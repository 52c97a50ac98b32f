//! Numbers as the language writes them, in all output of the command line: a comma in Danish, a space before the per cent sign.

use std::path::Path;
use std::process::Command;

fn krigsspil(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_krigsspil")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn meeting() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/meeting").display().to_string()
}

/// Numbers with a point, without rule numbers: `§04.02.1`.
fn pointed(text: &str) -> Vec<&str> {
    let numbers =
        text.split(|letter: char| letter.is_whitespace() || ['(', ')', '>', '<', ';', '"'].contains(&letter));
    let is_pointed = |word: &&str| {
        let letters = word.as_bytes().windows(3);
        !word.contains('§')
            && letters
                .into_iter()
                .any(|three| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit())
    };
    numbers.filter(is_pointed).collect()
}

/// A per cent sign right behind a figure.
fn tight(text: &str) -> bool {
    text.as_bytes().windows(2).any(|two| two[0].is_ascii_digit() && two[1] == b'%')
}

/// Odds, sums and tables.
#[test]
fn odds_and_tables() {
    let facts = ["rally", "attempt=1", "valeur=1", "figures=20"];
    let odds = |language: &str| {
        krigsspil(&[&["--lang", language, "odds", "--rules", "borgerkrig", "--all"], &facts[..]].concat())
    };
    let (english, danish) = (odds("en"), odds("da"));
    assert!(!pointed(&english).is_empty(), "{english}");
    assert_eq!(pointed(&danish), Vec::<&str>::new(), "{danish}");
    assert!(danish.contains(" %") && !tight(&danish) && !tight(&english), "{danish}");
    let table = krigsspil(&["--lang", "da", "tables", "--rules", "torden", "appendiks-1"]);
    assert!(table.contains("1,5"), "{table}");
    assert_eq!(pointed(&table), Vec::<&str>::new(), "{table}");
    let rows = krigsspil(&[
        "--lang",
        "da",
        "adjudicate",
        "--rules",
        "tricolore",
        "--dice",
        "8,6",
        "infantry_attack",
        "attacker.value=6",
        "attacker.disorder=1",
        "attacker.bases=6",
        "defender.value=5",
        "defender.bases=6",
        "defender.formation=line",
        "defender.cover=2",
        "defender.neighbour_support=1",
    ]);
    assert!(rows.contains("1,5"), "{rows}");
}

/// A battle, its report and many battles.
#[test]
fn battles_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    let (save, page) = (folder.path().join("save.json"), folder.path().join("page.html"));
    let [save, page] = [&save, &page].map(|path| path.display().to_string());
    let told =
        krigsspil(&["--lang", "da", "battle", &meeting(), "--seed", "7", "--until", "6", "--save", &save]);
    assert_eq!(pointed(&told), Vec::<&str>::new(), "{told}");
    assert!(told.contains(" · 0,") && told.contains(" %") && !tight(&told), "{told}");
    krigsspil(&["--lang", "da", "report", &save, "-o", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    // The maps and the style are for the browser; the rest is for people.
    let body = page.split("</style>").nth(1).unwrap();
    let people: String =
        body.split("<svg").map(|part| part.split("</svg>").last().unwrap_or_default()).collect();
    assert_eq!(pointed(&people), Vec::<&str>::new());
    assert!(!tight(&people));
    let sums = krigsspil(&[
        "--lang",
        "da",
        "simulate",
        &meeting(),
        "--battles",
        "3",
        "--seat",
        "red=nobody",
        "--seat",
        "blue=nobody",
    ]);
    assert_eq!(pointed(&sums), Vec::<&str>::new(), "{sums}");
    assert!(sums.contains(','), "{sums}");
}

/// A Danish battle has Danish names of sides, units and places with their great letters, words and not keys for rows of points, and no coordinates;
/// an English one keeps the names of its file.
#[test]
fn names_and_rows_in_the_readers_language() {
    let battle = |language: &str, scenario: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(scenario);
        krigsspil(&["--lang", language, "battle", &folder.display().to_string(), "--seed", "7"])
    };
    let danish = battle("da", "tricolore-lindholm");
    assert!(danish.contains("Lindholm øst skifter hænder: De allierede"), "{danish}");
    assert!(danish.contains("ingen kommando er engageret") && danish.contains("formationen under Castex"));
    assert!(battle("en", "tricolore-lindholm").contains("Lindholm East changes hands: Allies"));
    let danish = battle("da", "meeting");
    assert!(danish.contains("Unionens træn") && danish.contains("Unionen, tab i alt:"), "{danish}");
    let flights: Vec<_> = danish.lines().filter(|line| line.contains(" flygter ")).collect();
    assert!(!flights.is_empty() && flights.iter().all(|line| !line.contains(" fra (")), "{flights:?}");
    // Every row of points has its word.
    let folder = tempfile::tempdir().unwrap();
    let [save, page] = ["save.json", "page.html"].map(|name| folder.path().join(name).display().to_string());
    let skovby = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/chakoten-skovby");
    krigsspil(&["battle", &skovby.display().to_string(), "--seed", "7", "--save", &save]);
    krigsspil(&["--lang", "da", "report", &save, "-o", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("række for række") && !page.contains("target_kind") && !page.contains("cavalry_type")
    );
}
