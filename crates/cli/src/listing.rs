//! `krigsspil rules`: lists the rule sets, their procedures, and the facts a procedure needs.

use std::io::Write;

use krigsspil_engine::fact::{Bounds, FactSpec, Kind};
use krigsspil_engine::outcome::FieldSpec;
use krigsspil_engine::{Fault, Group, Messages, ProcedureInfo, RuleSet, schema};
use serde_json::json;

use crate::arguments::Rules;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::wordings::CANNOT_BE_PLAYED;
use crate::words::Words;

/// Lists rule sets, or procedures, or facts.
pub fn show(command: &Rules, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let Some(id) = &command.rules else { return rule_sets(words, out) };
    let rules = krigsspil_rules::open(id, None)?;
    if command.orders {
        return orders(&*rules, words, out);
    }
    let Some(procedure) = &command.procedure else { return procedures(&*rules, words, out) };
    let told = |fault: Fault| CliFault::Facts(fault.message(rules.messages(), words.language));
    let info = rules.procedures()[rules.find(procedure).map_err(told)?];
    if command.schema {
        let schemas = json!({
            "facts": schema::facts_schema(info, rules.messages(), words.language),
            "outcome": schema::outcome_schema(info, rules.messages(), words.language),
        });
        serde_json::to_writer_pretty(&mut *out, &schemas).map_err(|error| CliFault::Output(error.into()))?;
        return Ok(writeln!(out)?);
    }
    out.write_all(Sheet { messages: rules.messages(), info, words }.text().as_bytes())?;
    Ok(())
}

/// Every kind of action, order and step, with its arguments.
fn orders(rules: &dyn RuleSet, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let declared = krigsspil_rules::battle_language(rules.id())
        .ok_or_else(|| CliFault::Usage(CANNOT_BE_PLAYED.with([("rules", rules.id().into())])))?;
    let cited = |rule: &str| rules.messages().as_cited(words.language, rule);
    for set in declared.kinds_told(rules.messages(), words.language) {
        writeln!(out, "{} ({})", set.title, set.tag)?;
        for kind in set.kinds {
            writeln!(out, "  {}  {} {}", kind.name, kind.label, cited(kind.rule))?;
            let mut grid = Grid::new([Align::Left, Align::Left, Align::Left, Align::Left, Align::Left]);
            for told in kind.parameters {
                grid.row([told.name.to_string(), told.label, told.takes, told.otherwise, cited(told.rule)]);
            }
            out.write_all(grid.text(6).as_bytes())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn rule_sets(words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let mut grid = Grid::new([Align::Left, Align::Right, Align::Left]);
    for listing in krigsspil_rules::RULE_SETS {
        let rules = listing.open(None).map_err(krigsspil_rules::OpenFault::House)?;
        let title = rules.messages().label(words.language, "rules", "title").to_string();
        grid.row([listing.id.to_string(), rules.procedures().len().to_string(), title]);
    }
    out.write_all(grid.text(0).as_bytes())?;
    Ok(())
}

fn procedures(rules: &dyn RuleSet, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let messages = rules.messages();
    writeln!(out, "{}", messages.label(words.language, "rules", "title"))?;
    for group in Group::ALL {
        let mut grid = Grid::new([Align::Left, Align::Left, Align::Left]);
        let mut any = false;
        for info in rules.procedures().into_iter().filter(|info| info.about.group == *group) {
            any = true;
            let about = messages.label(words.language, "about", info.about.name);
            grid.row([info.about.name, info.about.dice, about]);
        }
        if any {
            let heading = messages.label(words.language, "group", group.as_str());
            write!(out, "\n{heading}\n{}", grid.text(2))?;
        }
    }
    if !rules.options().is_empty() {
        let mut grid = Grid::new([Align::Left, Align::Left, Align::Left, Align::Left]);
        for option in rules.options() {
            let on = words.word(if option.default { "on" } else { "off" }).to_string();
            let liked =
                messages.label(words.language, "recommendation", option.recommendation.as_str()).to_string();
            let label = messages.label(words.language, "option", option.key);
            grid.row([
                option.key.to_string(),
                on,
                liked,
                format!("{label} ({})", messages.as_cited(words.language, option.rule)),
            ]);
        }
        write!(out, "\n{}\n{}", words.word("options"), grid.text(2))?;
    }
    Ok(())
}

/// The facts one procedure needs and the outcome it gives.
struct Sheet<'a> {
    messages: &'a Messages,
    info: &'a ProcedureInfo,
    words: Words,
}

impl Sheet<'_> {
    fn cited(&self, rule: &str) -> String {
        self.messages.as_cited(self.words.language, rule)
    }

    fn text(&self) -> String {
        let about = &self.info.about;
        let label = |section| self.messages.label(self.words.language, section, about.name);
        let mut text = format!("{} ({})\n{}\n", label("procedure"), about.name, label("about"));
        if !about.dice.is_empty() {
            text.push_str(&format!("{}: {}\n", self.words.word("dice"), about.dice));
        }
        let cites: Vec<_> = about.cites.iter().map(|cite| self.cited(cite)).collect();
        text.push_str(&format!("{}: {}\n", self.words.word("rules"), cites.join(", ")));
        let mut grid = Grid::new([Align::Left, Align::Left, Align::Left]);
        let mut choices = Vec::new();
        self.facts(&mut grid, &mut choices, "", self.info.facts);
        text.push_str(&format!("\n{}\n{}", self.words.word("facts"), grid.text(2)));
        text.push_str(&self.choices(&choices));
        let mut grid = Grid::new([Align::Left, Align::Left]);
        self.fields(&mut grid, "", self.info.outcome);
        text.push_str(&format!("\n{}\n{}", self.words.word("result"), grid.text(2)));
        text
    }

    fn facts(&self, grid: &mut Grid, choices: &mut Vec<(String, Kind)>, path: &str, specs: &[FactSpec]) {
        for spec in specs {
            let name = format!("{path}{}", spec.name);
            let label = self.messages.label_in(self.words.language, "fact", self.info.about.name, spec.name);
            let rule =
                if spec.cite.is_empty() { String::new() } else { format!(" ({})", self.cited(spec.cite)) };
            grid.row([name.clone(), self.takes(spec), format!("{label}{rule}")]);
            match spec.kind {
                Kind::Object(within) => self.facts(grid, choices, &format!("{name}."), within),
                Kind::List(Kind::Object(within)) => self.facts(grid, choices, &format!("{name}[0]."), within),
                Kind::Choice { .. } => choices.push((name, spec.kind)),
                Kind::List(each) | Kind::Maybe(each) if matches!(each, Kind::Choice { .. }) => {
                    choices.push((name, *each));
                }
                _ => {}
            }
        }
    }

    /// The choices of each list of words, written once with all the facts that use it.
    fn choices(&self, choices: &[(String, Kind)]) -> String {
        let mut lists: Vec<(&str, &[&str], Vec<&str>)> = Vec::new();
        for (fact, kind) in choices {
            let Kind::Choice { of, names } = kind else { continue };
            match lists.iter_mut().find(|(list, _, _)| list == of) {
                Some((_, _, facts)) => facts.push(fact),
                None => lists.push((of, names, vec![fact])),
            }
        }
        let mut text = String::new();
        for (of, names, facts) in lists {
            let mut grid = Grid::new([Align::Left, Align::Left]);
            for name in names {
                grid.row([name, self.messages.label_in(self.words.language, "choice", of, name)]);
            }
            text.push_str(&format!(
                "\n{}: {}\n{}",
                self.words.word("choices"),
                facts.join(", "),
                grid.text(2)
            ));
        }
        text
    }

    /// What values a fact accepts: its kind, bounds and default.
    fn takes(&self, spec: &FactSpec) -> String {
        let mut text = self.kind(&spec.kind);
        if let Some(Bounds { least, most }) = spec.bounds {
            text.push_str(&format!(" {least}–{most}"));
        }
        match spec.default.map(|default| default()) {
            None => text.push_str(&format!(", {}", self.words.word("required"))),
            Some(serde_json::Value::Null) => text.push_str(&format!(", {}", self.words.word("optional"))),
            Some(serde_json::Value::Bool(yes)) => {
                text.push_str(&format!(" = {}", self.words.word(if yes { "yes" } else { "no" })));
            }
            Some(serde_json::Value::String(word)) => text.push_str(&format!(" = {word}")),
            Some(default) => text.push_str(&format!(" = {default}")),
        }
        text
    }

    fn kind(&self, kind: &Kind) -> String {
        match kind {
            Kind::YesNo => self.words.word("yes_no").to_string(),
            Kind::Whole => self.words.word("whole").to_string(),
            Kind::Number => self.words.word("number").to_string(),
            Kind::Text => self.words.word("text").to_string(),
            Kind::Choice { .. } => self.words.word("choice").to_string(),
            Kind::Object(_) | Kind::Fields(_) | Kind::Points | Kind::Shown(_) | Kind::Given(_) => {
                self.words.word("group").to_string()
            }
            Kind::List(each) => format!("{} {}", self.words.word("list_of"), self.kind(each)),
            Kind::Maybe(kind) => self.kind(kind),
        }
    }

    fn fields(&self, grid: &mut Grid, path: &str, fields: &[FieldSpec]) {
        for field in fields {
            let name = format!("{path}{}", field.name);
            let label =
                self.messages.label_in(self.words.language, "outcome", self.info.about.name, field.name);
            grid.row([name.as_str(), label]);
            match field.kind {
                Kind::Fields(within) | Kind::Maybe(&Kind::Fields(within)) => {
                    self.fields(grid, &format!("{name}."), within);
                }
                Kind::List(&Kind::Fields(within)) => self.fields(grid, &format!("{name}[0]."), within),
                _ => {}
            }
        }
    }
}
