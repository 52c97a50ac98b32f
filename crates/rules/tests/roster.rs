//! What a roster says of a unit in the sums, compared with the rule sets' own procedures: what its losses make of it, what it is asked, and
//! what a result calls for.

use std::collections::BTreeSet;

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::FieldSpec;
use krigsspil_engine::roster::{Mark, MarkOf};
use krigsspil_engine::serde_json::{self, Value, json};
use krigsspil_engine::{Recorder, RuleSet};
use krigsspil_rules::RULE_SETS;

/// §06.01.3 §10.01.1 §tabel-5 a battery's figures are its gunners: who has lost some does not serve its guns as before.
#[test]
fn a_battery_fires_with_the_gunners_it_has_left() {
    for id in ["borgerkrig", "chakoten", "torden"] {
        let rules = krigsspil_rules::open(id, None).unwrap();
        let answered = rules.roster().answered(&*rules, "artillery_fire", "battery");
        let gunners = answered.iter().find(|answer| answer.fact == "gunners");
        assert_eq!(gunners.map(|answer| answer.property.as_str()), Some("figures"), "{id}");
    }
}

/// What a procedure says of these facts.
fn resolved(rules: &dyn RuleSet, procedure: &str, facts: &Value) -> Value {
    let mut out = Vec::new();
    let place = rules.find(procedure).unwrap();
    let mut dice = ScriptedDice::new(&[]);
    rules.resolve(place, &facts.to_string(), &mut dice, &mut Recorder::new(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// The marks of a unit's own losses that are reached when this share of it is lost.
fn reached(rules: &dyn RuleSet, lost: i32, of: i32) -> Vec<&Mark> {
    let percent = f64::from(lost) / f64::from(of) * 100.0 + 1e-9;
    rules.roster().mark.iter().filter(|mark| mark.of == MarkOf::Unit && mark.percent <= percent).collect()
}

/// §13.07.1 a unit's valeur in every sum is what decimation leaves of it, and decimation itself counts from what it was before.
#[test]
fn the_valeur_of_a_roster_is_decimated() {
    let chakoten = krigsspil_rules::open("chakoten", None).unwrap();
    for lost in 0..=500 {
        let facts = json!({"original_men": 500, "men_lost": lost, "valeur": 5});
        let told = resolved(&*chakoten, "decimation", &facts);
        let marks = reached(&*chakoten, lost, 500);
        let lower = marks.iter().filter(|mark| mark.lowers.contains(&"valeur".to_string())).count();
        // Who is gone has no valeur.
        if lost < 500 {
            assert_eq!(told["valeur_after"], json!(5 - lower as i64), "{lost}");
        }
    }
    let answered = chakoten.roster().answered(&*chakoten, "decimation", "unit");
    assert!(answered.iter().any(|it| (&*it.property, &*it.fact) == ("original_valeur", "valeur")));
}

/// §3.3 §3.4 a unit that has lost a quarter or half of its castings is so for good: it fires and fights so, and recovers to no more.
#[test]
fn the_status_of_a_roster_is_as_permanent_as_its_losses() {
    let gdc = krigsspil_rules::open("gdc", None).unwrap();
    for lost in 0..40 {
        let told =
            resolved(&*gdc, "permanent_status", &json!({"starting_castings": 40, "castings_lost": lost}));
        let marks = reached(&*gdc, lost, 40);
        let made = marks.iter().rev().find_map(|mark| mark.makes.get("permanent_status"));
        assert_eq!(made.unwrap_or(&json!("good")), &told["permanent_status"], "{lost}");
        let counts = |status: Value| {
            marks.iter().fold(status, |status, mark| {
                let said = mark.counts_as.get("status");
                said.and_then(|said| said.get(status.as_str()?)).cloned().unwrap_or(status)
            })
        };
        assert_eq!(counts("good".into()), told["permanent_status"], "{lost}");
    }
    let answered = gdc.roster().answered(&*gdc, "recovery", "unit");
    assert!(answered.iter().any(|it| it.property == "permanent_status" && it.fact == "permanent_status"));
}

/// §1.6.5 who has lost two thirds is in disorder for good, and is told apart wherever that counts.
#[test]
fn two_thirds_lost_is_known() {
    let torden = krigsspil_rules::open("torden", None).unwrap();
    for original in 1..=60 {
        for lost in 0..=original {
            let told = resolved(&*torden, "loss_table", &json!({"original": original, "lost": lost}));
            let marks = reached(&*torden, lost, original);
            let made = marks.iter().any(|mark| mark.makes.contains_key("two_thirds_lost"));
            assert_eq!(json!(made), told["two_thirds"], "{lost} of {original}");
        }
    }
    for procedure in ["disorder_retreat", "rout", "recover_disorder"] {
        let answered = torden.roster().answered(&*torden, procedure, "unit");
        assert!(answered.iter().any(|it| it.fact == "two_thirds_lost"), "{procedure}");
    }
}

/// §chart.infantry-vs-artillery what is attacked is what it is: a battery and skirmishers do not stay infantry, and nobody attacks as what
/// he is not.
#[test]
fn in_every_melee_a_unit_is_what_it_is() {
    let tricolore = krigsspil_rules::open("tricolore", None).unwrap();
    let plan = tricolore.roster();
    for info in tricolore.procedures() {
        for role in ["attacker", "defender"] {
            let Some(binding) = plan.bind.get(info.about.name).and_then(|roles| roles.get(role)) else {
                continue;
            };
            let place = format!("{} {role}", info.about.name);
            assert!(!binding.of.is_empty(), "{place}");
            let has_kind = info.facts.iter().any(|spec| match spec.kind {
                Kind::Object(within) => spec.name == role && within.iter().any(|fact| fact.name == "kind"),
                _ => false,
            });
            let kind = binding.facts.get("arm").is_some_and(|fact| *fact == format!("{role}.kind"));
            assert_eq!(kind, has_kind, "{place}");
        }
    }
}

/// Is this what a property says: in the words of its own list, or under its name in words that it shares?
fn is_said_so(own: Kind, asked: Kind, same_name: bool) -> bool {
    match (own, asked) {
        (_, Kind::Maybe(asked)) => is_said_so(own, *asked, same_name),
        (Kind::Choice { names, .. }, Kind::Choice { names: words, .. }) => {
            names == words || same_name && names.iter().any(|name| words.contains(name))
        }
        (Kind::YesNo, Kind::YesNo) => same_name,
        (Kind::Whole | Kind::Number, Kind::Whole | Kind::Number) => same_name,
        _ => false,
    }
}

/// What a procedure asks that a property of these words could answer, if no unit answers it: by its list of words, or by its name.
fn unanswered(rules: &dyn RuleSet) -> Vec<String> {
    let plan = rules.roster();
    let owned: Vec<_> =
        plan.property.iter().filter_map(|own| Some((&own.key, own.values(rules)?.kind))).collect();
    let mut found = Vec::new();
    for info in rules.procedures() {
        let Some(roles) = plan.bind.get(info.about.name) else { continue };
        let bound: BTreeSet<_> =
            roles.values().flat_map(|role| role.facts.values().chain(role.most.values())).collect();
        let mut ask = |path: String, name: &str, kind: Kind| {
            let named = |key: &str, own: Kind| {
                name == key || matches!(own, Kind::Choice { .. }) && name.ends_with(&format!("_{key}"))
            };
            let known = owned.iter().any(|(key, own)| is_said_so(*own, kind, named(key, *own)));
            if known && !bound.contains(&path) {
                found.push(format!("{}.{path}", info.about.name));
            }
        };
        for spec in info.facts {
            match spec.kind {
                Kind::Object(within) => {
                    within
                        .iter()
                        .for_each(|fact| ask(format!("{}.{}", spec.name, fact.name), fact.name, fact.kind));
                }
                kind => ask(spec.name.to_string(), spec.name, kind),
            }
        }
    }
    found
}

/// The yes-or-no fields of an outcome, with their paths.
fn yes_or_no(fields: &[FieldSpec], within: &str) -> Vec<String> {
    let each = fields.iter().flat_map(|field| match field.kind {
        Kind::YesNo => vec![format!("{within}{}", field.name)],
        Kind::Fields(inner) => yes_or_no(inner, &format!("{within}{}.", field.name)),
        _ => Vec::new(),
    });
    each.collect()
}

/// §08.02.7 §8.2 §3.2 §general.loss-test a result that calls for a test, a check or a roll offers it.
#[test]
fn a_test_that_is_called_for_is_offered() {
    let mut missing = Vec::new();
    for listing in RULE_SETS {
        let rules = &*listing.open(None).unwrap();
        let follows = &rules.roster().follow;
        for info in rules.procedures() {
            for path in yes_or_no(info.outcome, "") {
                let name = path.rsplit('.').next().unwrap_or_default();
                let words: Vec<_> = name.split('_').collect();
                let calls = ["test", "tests", "check", "checks", "roll", "throw"]
                    .iter()
                    .any(|word| words.contains(word));
                let offered = follows.iter().any(|it| it.after == info.about.name && it.when == path);
                if calls && words[0] != "may" && !offered {
                    missing.push(format!("{} {}.{path}", rules.id(), info.about.name));
                }
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

/// Everything that a sum asks and a roster knows is answered by the unit.
#[test]
fn what_a_roster_knows_nobody_is_asked() {
    let open: Vec<_> =
        RULE_SETS.iter().flat_map(|listing| unanswered(&*listing.open(None).unwrap())).collect();
    assert_eq!(open, Vec::<String>::new());
}
