//! What every rule set gives the companion: the properties of its units on a roster, the units it offers, and its result sentences.

use std::collections::BTreeSet;
use std::path::Path;

use krigsspil_engine::dice::{ScriptedDice, Witness};
use krigsspil_engine::fact::Kind;
use krigsspil_engine::muster::muster;
use krigsspil_engine::outcome::FieldSpec;
use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::serde_json::{self, Value};
use krigsspil_engine::{Language, Recorder, RuleSet};
use krigsspil_rules::RULE_SETS;

fn each(check: impl Fn(&dyn RuleSet)) {
    for listing in RULE_SETS {
        check(&*listing.open(None).unwrap());
    }
}

/// Every property, fact and field of a roster plan exists in the rule set; an unreadable plan is empty, and fails here.
#[test]
fn roster_plans_name_only_what_there_is() {
    each(|rules| {
        assert_eq!(rules.roster().faults(rules), Vec::<String>::new(), "{}", rules.id());
        assert!(!rules.roster().bind.is_empty(), "{}", rules.id());
    });
}

/// §04.02.7, skema VI: the roster knows who is pinned, and who is pinned loses half.
#[test]
fn a_pinned_target_is_pinned_in_the_sum() {
    let borgerkrig = krigsspil_rules::open("borgerkrig", None).unwrap();
    for procedure in ["small_arms_fire", "artillery_fire"] {
        let answered = borgerkrig.roster().answered(&*borgerkrig, procedure, "target");
        let pinned = answered.iter().find(|answer| answer.fact == "target_pinned").unwrap();
        assert_eq!((pinned.property.as_str(), &pinned.said["NH"]), ("order", &Value::from(true)));
        assert!(["OR", "LU", "U", "FU"].iter().all(|order| pinned.said[*order] == false));
    }
}

/// §13.03.3 counts the guns on the table, a roster the pieces they stand for: a battery of six, which is two guns, would have left six.
#[test]
fn pieces_are_not_guns_on_the_table() {
    let chakoten = krigsspil_rules::open("chakoten", None).unwrap();
    let answered = chakoten.roster().answered(&*chakoten, "artillery_rout", "battery");
    assert!(answered.iter().all(|answer| answer.fact != "figure_pieces"), "{answered:?}");
}

/// Every nation of the country supplement (§land) is one nation, however many commas its name has.
#[test]
fn a_nation_is_not_cut_at_its_first_comma() {
    let torden = krigsspil_rules::open("torden", None).unwrap();
    let units = torden.catalogue(Language::English);
    let peninsula = units.iter().filter(|unit| unit.nation == "England, Spain, Portugal 1810-14");
    assert!(peninsula.count() > 5);
    let begins = |unit: &CatalogueUnit| {
        ["infantry", "cavalry", "artillery"].iter().any(|arm| unit.kind.starts_with(arm))
    };
    let odd: Vec<_> = units.iter().filter(|unit| !begins(unit)).map(|unit| &unit.kind).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

/// §7.1 an offered battery has the grades of its crew.
#[test]
fn batteries_have_their_crews_grades() {
    let gdc = krigsspil_rules::open("gdc", None).unwrap();
    let units = gdc.catalogue(Language::English);
    let mut batteries = units.iter().filter(|unit| unit.properties["arm"] == "artillery").peekable();
    assert!(batteries.peek().is_some());
    let battery = units.iter().find(|unit| unit.kind == "FA 12 pdr (6C)").unwrap();
    assert_eq!(
        (&battery.properties["melee_grade"], &battery.properties["morale_grade"]),
        (&Value::from(6), &Value::from("C"))
    );
    assert!(batteries.all(|unit| unit.properties.contains_key("morale_grade")));
}

/// Every offered unit has a name, a sensible strength and only properties that the roster knows, and both languages offer the same.
#[test]
fn the_catalogues_offer_whole_units() {
    each(|rules| {
        let units = rules.catalogue(Language::English);
        assert!(!units.is_empty(), "{} offers nothing", rules.id());
        let danish = rules.catalogue(Language::Danish);
        assert_eq!(units.len(), danish.len());
        // When it was is told in words, and not by a key such as `1806-germany`.
        for period in units.iter().chain(&danish).map(|unit| &unit.period) {
            let is_key =
                period.split('-').any(|part| part.starts_with(|first: char| first.is_ascii_lowercase()));
            assert!(!is_key, "{}: {period}", rules.id());
        }
        for unit in &units {
            assert!(!unit.nation.is_empty() && !unit.kind.is_empty(), "{unit:?}");
            assert!(0 <= unit.figures.0 && unit.figures.0 <= unit.figures.1, "{unit:?}");
            for key in unit.properties.keys() {
                assert!(rules.roster().property.iter().any(|property| property.key == *key), "{key}");
            }
        }
    });
}

fn has(fields: &[FieldSpec], path: &str) -> bool {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    fields.iter().any(|field| {
        field.name == name
            && match (rest, &field.kind) {
                (None, _) => true,
                (Some(rest), Kind::Fields(within)) => has(within, rest),
                (Some(_), _) => false,
            }
    })
}

/// Every blank of a sentence is a field of the outcome, every bracket is closed, and both languages use the same fields.
#[test]
fn sentences_fill_in_what_the_outcome_has() {
    each(|rules| {
        for info in rules.procedures() {
            let name = info.about.name;
            let mut asked = Language::ALL.map(|language| {
                let sentence = rules.messages().find(language, "sentence", name).unwrap_or_default();
                let place = format!("{} {name} {language}", rules.id());
                assert_eq!(sentence.matches('[').count(), sentence.matches(']').count(), "{place}");
                let blanks = sentence.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
                let mut asked = Vec::new();
                for (blank, _) in blanks {
                    let (path, forms) =
                        blank.split_once(':').map_or((blank, None), |(path, forms)| (path, Some(forms)));
                    let path = path.trim_start_matches(['?', '!']).to_string();
                    assert!(has(info.outcome, &path), "{place}: the outcome has no `{path}`");
                    match forms {
                        // Singular and plural depend on the language.
                        Some(forms) => assert_eq!(forms.matches('|').count(), 1, "{place}: {blank}"),
                        None => asked.push(path),
                    }
                }
                asked.sort();
                asked
            });
            let danish = asked[1].split_off(0);
            assert_eq!(asked[0], danish, "{} {name}", rules.id());
        }
    });
}

/// Every procedure with dice states its result in a sentence, in both languages.
#[test]
fn every_roll_has_its_sentence() {
    each(|rules| {
        for language in Language::ALL {
            let silent: Vec<_> = rules
                .procedures()
                .into_iter()
                .filter(|info| !info.about.dice.is_empty())
                .map(|info| info.about.name)
                .filter(|name| rules.messages().find(language, "sentence", name).is_none())
                .collect();
            assert_eq!(silent, Vec::<&str>::new(), "{} {language}", rules.id());
        }
    });
}

/// Every rule that a procedure, fact, modifier, refusal or option names has a text, in both languages.
#[test]
fn every_rule_cited_opens_a_text() {
    each(|rules| {
        for language in Language::ALL {
            let missing = krigsspil_engine::missing_labels(rules, language);
            let rules_missing: Vec<_> = missing.iter().filter(|label| label.starts_with("rule.")).collect();
            assert!(rules_missing.is_empty(), "{} {language}: {rules_missing:?}", rules.id());
        }
    });
    let chakoten = krigsspil_rules::open("chakoten", None).unwrap();
    let two = |citation| chakoten.messages().cited(citation).len() == 2;
    assert!(two("land.france.1.D land.france.3") && two("skema XXIII skema XXIV"));
}

/// The worked cases of a rule set, line by line.
fn cases(id: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(id).join("tests/data");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let lines = files.flat_map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(str::to_string).collect::<Vec<_>>()
    });
    lines.filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(&line).unwrap()).collect()
}

/// Every die thrown in a worked case has its name in both languages, and every procedure that throws dice has such a case.
#[test]
fn every_die_has_its_name() {
    each(|rules| {
        let mut thrown: BTreeSet<&'static str> = BTreeSet::new();
        let mut names: BTreeSet<&'static str> = BTreeSet::new();
        for case in cases(rules.id()) {
            let Some(place) = case["procedure"].as_str().and_then(|name| rules.find(name).ok()) else {
                continue;
            };
            let dice: Vec<i64> =
                case["dice"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
            let mut scripted = ScriptedDice::new(&dice);
            let mut witness = Witness::new(&mut scripted);
            let mut out = Vec::new();
            // A case may be a refusal: the dice thrown before it still have names.
            let _ = rules.resolve(
                place,
                &case["facts"].to_string(),
                &mut witness,
                &mut Recorder::new(),
                &mut out,
            );
            if !witness.seen().is_empty() {
                thrown.insert(rules.procedures()[place].about.name);
            }
            names.extend(witness.seen().iter().map(|roll| roll.name));
        }
        for language in Language::ALL {
            let unnamed: Vec<_> =
                names.iter().filter(|name| rules.messages().find(language, "roll", name).is_none()).collect();
            assert!(unnamed.is_empty(), "{} {language}: {unnamed:?}", rules.id());
        }
        let procedures = rules.procedures();
        let without: Vec<_> = procedures
            .iter()
            .filter(|info| !info.about.dice.is_empty() && !thrown.contains(info.about.name))
            .map(|info| info.about.name)
            .collect();
        assert!(without.is_empty(), "{}: no case throws the dice of {without:?}", rules.id());
    });
}

fn scenario(id: &str) -> Scenario {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(id).join("scenario.toml");
    Scenario::open(&file).unwrap()
}

/// §01.01.2 (20 men a figure), §1.1.1 (cavalry 80), §house.scale (a base is 150 infantry, 120 cavalry or 4 guns): a scenario is counted for
/// every rule set, with its own ratings if it has them.
#[test]
fn scenarios_are_mustered() {
    let meeting = scenario("meeting");
    each(|rules| {
        let mustered = muster(&meeting, rules).unwrap();
        assert_eq!(mustered.rated, rules.id() == "borgerkrig");
        // The train is not a unit of a roster.
        let count = |side: &str| mustered.units.iter().filter(|unit| unit.side == side).count();
        assert_eq!((count("blue"), mustered.leaders.len()), (5, 2), "{}", rules.id());
        for unit in &mustered.units {
            assert!(unit.figures >= 1 && unit.men >= 1, "{unit:?}");
            assert!(unit.properties.contains_key("arm"), "{}: {unit:?}", rules.id());
            for (key, value) in &unit.properties {
                let property = rules.roster().property(key).unwrap();
                assert_eq!(property.refuses(rules, value), None, "{}", rules.id());
            }
        }
    });
    let find = |id: &str, unit: &str| {
        let mustered = muster(&meeting, &*krigsspil_rules::open(id, None).unwrap()).unwrap();
        mustered.units.into_iter().find(|each| each.id == unit).unwrap()
    };
    let first = find("borgerkrig", "b1");
    assert_eq!((first.figures, first.men), (20, 400));
    assert_eq!(first.properties["weapon"], "springfield_m61");
    assert_eq!(first.properties["army"], "union");
    assert_eq!(first.properties["valeur"], 1);
    let battery = find("borgerkrig", "b4");
    assert_eq!((battery.figures, &battery.properties["guns"]), (4, &Value::from(4)));
    assert_eq!(battery.properties["arm"], "artillery_limbered");
    // 200 horsemen: 3 figures of 80 in torden, 2 bases of 120 in tricolore, 10 figures of 20 in chakoten.
    assert_eq!(["torden", "tricolore", "chakoten"].map(|id| find(id, "b5").figures), [3, 2, 10]);
}

/// §house.ratings, §1.3.3: what a scenario states of a unit is on the roster, also where the roster calls it otherwise: the weight of
/// chakoten's cavalry, gdc's grades and castings, torden's row of the country supplement, tricolore's class.
#[test]
fn ratings_of_a_scenario_are_on_its_roster() {
    let of = |rules: &str, id: &str| {
        let scenario = scenario(id);
        let mustered = muster(&scenario, &*krigsspil_rules::open(rules, None).unwrap()).unwrap();
        let rated = scenario.units.iter().filter_map(|unit| {
            let here = mustered.units.iter().find(|each| each.id == *unit.id.get_ref())?.clone();
            let ratings = serde_json::to_value(unit.ratings.get(rules)?).unwrap();
            Some((unit.arm.get_ref().clone(), here, ratings))
        });
        rated.collect::<Vec<_>>()
    };
    let skovby = of("chakoten", "chakoten-skovby");
    let horse: Vec<_> = skovby.iter().filter(|(arm, ..)| arm == "cavalry").collect();
    assert!(horse.iter().any(|(_, _, ratings)| ratings["cavalry"] == "light"));
    for (_, unit, ratings) in horse {
        let weight = ratings["cavalry"].as_str().unwrap();
        assert_eq!(unit.properties["arm"], format!("{weight}_cavalry"), "{}", unit.name);
    }
    // A battery has the gunners it is stated to have; training that is stated once holds for all its uses, as in a battle.
    assert!(skovby.iter().any(|(_, _, ratings)| ratings["gunners"] == 11));
    for (arm, unit, ratings) in &skovby {
        if let Some(gunners) = ratings["gunners"].as_i64() {
            assert_eq!(
                (i64::from(unit.figures), i64::from(unit.men)),
                (gunners, gunners * 20),
                "{}",
                unit.name
            );
        }
        for use_of_arms in ["training", "training_attack", "training_defence"] {
            assert_eq!(unit.properties[use_of_arms], ratings["training"], "{}", unit.name);
        }
        if arm == "infantry" {
            assert_eq!(unit.properties["weapon"], "musket", "{}", unit.name);
        }
    }
    let stated = of("gdc", "quatre-bras");
    assert!(stated.iter().any(|(_, _, ratings)| ratings["castings"].is_i64()));
    for (_, unit, ratings) in &stated {
        assert_eq!(unit.properties["melee_grade"], ratings["melee"], "{}", unit.name);
        assert_eq!(unit.properties["morale_grade"], ratings["morale"], "{}", unit.name);
        if let Some(castings) = ratings["castings"].as_i64() {
            assert_eq!(
                (i64::from(unit.figures), i64::from(unit.men)),
                (castings, castings * 60),
                "{}",
                unit.name
            );
        }
    }
    let ligny = of("torden", "ligny");
    assert!(ligny.iter().any(|(_, unit, _)| unit.properties["arm"] == "horse_artillery"));
    for (_, unit, ratings) in &ligny {
        assert_eq!(unit.properties["unit"], ratings["kind"], "{}", unit.name);
        assert!(unit.properties["melee_bonus"].is_i64() && unit.properties["morale"].is_i64(), "{unit:?}");
        if ratings["class"].is_string() {
            assert_eq!(unit.properties["cavalry_class"], ratings["class"]);
        }
    }
    // The classes are those of the tables.
    let tricolore = krigsspil_rules::open("tricolore", None).unwrap();
    let offered = tricolore.catalogue(Language::English);
    let classes = &tricolore.roster().scenario.rating;
    for (class, row) in classes.iter().zip(&offered) {
        assert!(
            class.set.iter().all(|(key, value)| row.properties.get(key) == Some(value)),
            "{class:?} {row:?}"
        );
    }
    assert_eq!(classes.len() * 2, offered.len());
}

/// Every impossible rating is reported with its line.
#[test]
fn bad_ratings_are_told_by_line() {
    let meeting = scenario("meeting");
    let text =
        meeting.text.replace("springfield_m61", "springfeld_m61").replacen("valeur = 1", "valeur = 7", 1);
    let broken = Scenario::read("own.toml", &text, "").unwrap();
    let faults = muster(&broken, &*krigsspil_rules::open("borgerkrig", None).unwrap()).unwrap_err();
    assert!(faults.len() > 2, "{faults:?}");
    let first = faults[0].to_string();
    let line = text.lines().position(|line| line == "id = \"b1\"").unwrap() + 1;
    assert!(first.starts_with(&format!("own.toml:{line}: unit `b1`: ")), "{first}");
    let told: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|fault| fault.ends_with("did you mean `springfield_m61`?")), "{told:?}");
    assert!(
        told.iter().any(|fault| fault.ends_with("valeur cannot be 7: write a number from -1 to 2")),
        "{told:?}"
    );
}

/// §skema-XXIII §skema-XXIV §04.05.3 a unit of the country tables has the valeur and the training of the campaign that was chosen; where
/// the table tells regiments apart, the valeur is left open.
#[test]
fn units_have_the_valeur_of_their_campaign() {
    let chakoten = krigsspil_rules::open("chakoten", None).unwrap();
    let units = chakoten.catalogue(Language::English);
    let rules = chakoten.messages();
    let theatre = |name| rules.label_in(Language::English, "choice", "Theatre", name).to_string();
    let [autumn, summer] = ["central_europe_autumn_1813", "belgium_summer_1815"].map(theatre);
    let find = |nation: &str, kind: &str, period: &str| {
        let mut found =
            units.iter().filter(|unit| unit.nation == nation && unit.kind == kind && unit.period == period);
        found.next().unwrap_or_else(|| panic!("{nation} {kind} {period}"))
    };
    let lookup = |theatre: &str, arm: &str, nation: &str, unit: &str| {
        let facts = format!(r#"{{"theatre":"{theatre}","arm":"{arm}","nation":"{nation}","unit":"{unit}"}}"#);
        let mut out = Vec::new();
        let place = chakoten.find("valeur_lookup").unwrap();
        chakoten.resolve(place, &facts, &mut ScriptedDice::new(&[]), &mut Recorder::new(), &mut out).unwrap();
        serde_json::from_slice::<Value>(&out).unwrap()
    };
    for (nation, kind, unit, arm) in [
        ("prussia", "grenadier battalion", "grenadiers", "infantry"),
        ("russia", "grenadier battalion", "grenadiers", "infantry"),
        ("austria_hungary", "grenadier battalion", "grenadiers", "infantry"),
        ("france", "Young Guard", "young_guard", "infantry"),
    ] {
        let told = lookup("central_europe_autumn_1813", arm, nation, unit);
        let label = rules.label_in(Language::English, "choice", "Country", nation);
        let offered = find(label, kind, &autumn);
        let same = told["valeur"] == told["highest"];
        let valeur = offered.properties.get("valeur").unwrap_or(&Value::Null);
        assert_eq!(valeur, if same { &told["valeur"] } else { &Value::Null }, "{nation} {kind}: {told}");
        assert_eq!(offered.properties["weapon"], "musket");
        assert!(offered.properties.contains_key("training_attack"));
    }
    let known = units.iter().filter(|unit| unit.properties.contains_key("valeur")).count();
    assert!(known > 40, "{known}");
    assert!(units.iter().any(|unit| unit.period == summer && unit.properties.contains_key("valeur")));
}
