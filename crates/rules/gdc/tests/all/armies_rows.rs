//! Every row, column, note and damaged cell of the army lists, compared with an independent transcription of the printed pages. The data
//! files name the rule of each line.

use krigsspil_engine::RuleSet;
use krigsspil_engine::serde_json::{self, Map, Value, json};

fn told(rules: &dyn RuleSet, procedure: &str, facts: &Value) -> Value {
    let told = rules.adjudicate(procedure, &facts.to_string(), &[]);
    told.unwrap_or_else(|fault| panic!("{procedure} {facts}: {fault}")).outcome
}

fn fields<const N: usize>(line: &str) -> [&str; N] {
    let fields: Vec<_> = line.split('\t').collect();
    fields.try_into().unwrap_or_else(|_| panic!("{N} fields: {line}"))
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap()
}

/// Every field of every row of every column is right: number, mark, limit, grade, castings, codes, guns, ratio, years.
#[test]
fn every_row_as_printed() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let mut lines = include_str!("../data/armies_rows.tsv").lines();
    let [_, _, _, _, left_out] = fields(lines.next().unwrap());
    let left_out = object(left_out);
    let mut read = 0;
    for line in lines {
        let [rule, nation, period, name, row] = fields(line);
        let mut wanted = left_out.clone();
        wanted.extend(object(row));
        wanted.insert("name".into(), name.into());
        let unit = told(&rules, "unit", &json!({ "nation": nation, "period": period, "name": name }));
        let unit = unit.as_object().unwrap();
        for (field, value) in &wanted {
            assert_eq!(unit.get(field), Some(value), "{rule} {period} {name}: {field}");
        }
        assert_eq!(unit.len(), wanted.len(), "{rule} {period} {name}");
        read += 1;
    }
    assert_eq!(read, 1_247);
}

/// §army.def.mg the printed cell of every row, read alone, gives the row's grade or guns.
#[test]
fn every_printed_cell_says_what_its_row_has() {
    let rules = krigsspil_gdc::open(None).unwrap();
    for line in include_str!("../data/armies_rows.tsv").lines().skip(1) {
        let [rule, _, period, _, row] = fields(line);
        let row = object(row);
        let arm = row["arm"].as_str().unwrap();
        let (arm, same): (_, &[&str]) = match arm {
            "foot_battery" | "horse_battery" => ("battery", &["guns", "howitzers"]),
            arm => (arm, &["melee", "morale", "castings"]),
        };
        let cell = told(&rules, "parse_cell", &json!({ "cell": row["cell"], "arm": arm }));
        let says_so = |part: &Value| same.iter().all(|field| part[field] == row[*field]);
        assert!(cell["parts"].as_array().unwrap().iter().any(says_so), "{rule} {period}: {cell}");
        assert_eq!(
            cell["corrected"],
            row.get("corrected").cloned().unwrap_or(false.into()),
            "{rule} {period}"
        );
    }
}

/// §army.lists every column of every list: its heading, its years, how many rows of each arm, which notes apply, and the rows in the order
/// of the print.
#[test]
fn every_column_as_printed() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let rows = include_str!("../data/armies_rows.tsv");
    let mut columns = 0;
    for line in include_str!("../data/armies_columns.tsv").lines() {
        let [rule, nation, period, title, heading, from, to, infantry, cavalry, batteries, notes] =
            fields(line);
        let number = |text: &str| text.parse::<i32>().unwrap();
        let list = told(&rules, "army_list", &json!({ "nation": nation, "period": period }));
        let notes: Vec<_> = notes.split_whitespace().collect();
        let counts = [infantry, cavalry, batteries].map(number);
        assert_eq!(list["title"], title, "{rule}");
        assert_eq!(list["period_title"], heading, "{rule} {period}");
        assert_eq!(list["years"], json!([number(from), number(to)]), "{rule} {period}");
        assert_eq!(list["count"], counts.iter().sum::<i32>(), "{rule} {period}");
        assert_eq!(
            json!([list["infantry"], list["cavalry"], list["batteries"]]),
            json!(counts),
            "{rule} {period}"
        );
        assert_eq!(list["notes"], json!(notes), "{rule} {period}");
        let printed =
            rows.lines().map(fields).filter(|[_, of, in_, ..]: &[&str; 5]| *of == nation && *in_ == period);
        let printed: Vec<_> = printed.map(|[_, _, _, name, _]| name).collect();
        let told: Vec<_> =
            list["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(told, printed, "{rule} {period}");
        columns += 1;
    }
    assert_eq!(columns, 95);
}

/// §army.notes every note is shown in the columns whose years it overlaps and in no other, with its order of battle as a tree.
#[test]
fn every_note_in_its_columns() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let columns = include_str!("../data/armies_columns.tsv");
    for line in include_str!("../data/armies_notes.tsv").lines() {
        let [rule, nation, periods, kind, from, to, formations] = fields(line);
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        for column in columns.lines().filter(|column| column.split('\t').nth(1) == Some(nation)) {
            let period = column.split('\t').nth(2).unwrap();
            let told = told(&rules, "deployment", &json!({ "nation": nation, "period": period }));
            let notes = told["notes"].as_array().unwrap();
            assert_eq!(told["count"], notes.len(), "{rule} {period}");
            let note = notes.iter().find(|note| note["id"] == rule.trim_start_matches('§'));
            assert_eq!(note.is_some(), periods.split(' ').any(|one| one == period), "{rule} {period}");
            if let Some(note) = note {
                assert_eq!(note["kind"], kind, "{rule}");
                assert_eq!([&note["from"], &note["to"]], [&json(from), &json(to)], "{rule}");
                assert_eq!(note["formations"], json(formations), "{rule}");
                assert!(!note["text"].as_str().unwrap().is_empty(), "{rule}");
            }
        }
    }
}

/// Every damaged cell is corrected for its own arm, and for no other.
#[test]
fn every_damaged_cell_is_mended() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let mut damaged = 0;
    for line in include_str!("../data/armies_corrections.tsv").lines() {
        let [arm, cell, reads, ruling] = fields(line);
        let told = told(&rules, "parse_cell", &json!({ "cell": format!(" {cell}\t"), "arm": arm }));
        assert_eq!(told["text"], reads);
        assert_eq!((&told["corrected"], &told["ruling"]), (&json!(true), &json!(ruling)), "{cell}");
        let other = if arm == "battery" { "infantry" } else { "battery" };
        let facts = json!({ "cell": cell, "arm": other }).to_string();
        let fault = (&rules as &dyn RuleSet).adjudicate("parse_cell", &facts, &[]).unwrap_err();
        assert_eq!(fault.field(), "cell", "{cell}");
        damaged += 1;
    }
    assert_eq!(damaged, 36);
}
