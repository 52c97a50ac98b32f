//! The reference of a rule set's battle language, made from the declarations: every action, order and step, every question, field and event.

use std::fmt::Write;

use super::common::{PARTS, Shape, There};
use super::shown::{MayKnow, ShownSpec};
use super::taken::KindSpec;
use super::told::Teller;
use super::{BattleLanguage, Given};
use crate::fact::{Bounds, FactSpec, Kind};
use crate::messages::{Language, Messages};

/// A parameter, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterTold {
    /// Its name in JSON.
    pub name: &'static str,
    /// Its label.
    pub label: String,
    /// What it takes, with its bounds.
    pub takes: String,
    /// What it is when left out, or that it must be given.
    pub otherwise: String,
    /// The rule; empty when it is that of its kind.
    pub rule: &'static str,
}

/// A kind of action, order or step, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindTold {
    /// Its word in JSON.
    pub name: &'static str,
    /// Its label.
    pub label: String,
    /// The rule; empty when it is the program's own.
    pub rule: &'static str,
    /// Its parameters.
    pub parameters: Vec<ParameterTold>,
}

/// A set of kinds, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindsTold {
    /// The field that holds the kind.
    pub tag: &'static str,
    /// What they are: actions, orders, steps.
    pub title: String,
    /// The kinds.
    pub kinds: Vec<KindTold>,
}

impl BattleLanguage {
    /// Every set of kinds: the actions, the orders, and those that their parameters take.
    pub fn kinds_told(&self, messages: &Messages, language: Language) -> Vec<KindsTold> {
        let teller = Teller { declared: self, messages, language };
        let sets = kind_sets(self).into_iter();
        sets.map(|(tag, kinds)| KindsTold {
            tag,
            title: messages.label(language, "kinds", tag).to_string(),
            kinds: kinds.iter().map(|kind| teller.kind_told(tag, kind)).collect(),
        })
        .collect()
    }

    /// The whole reference, as Markdown.
    pub fn reference(&self, title: &str, messages: &Messages, language: Language) -> String {
        let teller = Teller { declared: self, messages, language };
        let mut page = format!("# {title}\n\n{}\n", teller.text("written_by"));
        for set in self.kinds_told(messages, language) {
            teller.kinds(&mut page, &set);
        }
        teller.questions(&mut page);
        teller.own_fields(&mut page);
        teller.common_fields(&mut page);
        teller.events(&mut page);
        page
    }
}

/// Every set of kinds that can be reached from the actions and orders, each once.
pub(super) fn kind_sets(declared: &BattleLanguage) -> Vec<(&'static str, &'static [KindSpec])> {
    let mut sets = Vec::new();
    if !declared.actions.is_empty() {
        collect(declared.action_tag, declared.actions, &mut sets);
    }
    if !declared.orders.is_empty() {
        collect(declared.order_tag, declared.orders, &mut sets);
    }
    sets
}

fn collect(
    tag: &'static str,
    kinds: &'static [KindSpec],
    sets: &mut Vec<(&'static str, &'static [KindSpec])>,
) {
    if sets.iter().any(|(known_tag, known)| *known_tag == tag && KindSpec::same(known, kinds)) {
        return;
    }
    sets.push((tag, kinds));
    for kind in kinds {
        kind.parameters.iter().for_each(|spec| collect_of(&spec.kind, sets));
        if let Some((tag, flat)) = kind.flat {
            collect(tag, flat, sets);
        }
    }
}

fn collect_of(kind: &Kind, sets: &mut Vec<(&'static str, &'static [KindSpec])>) {
    match kind {
        Kind::Maybe(kind) | Kind::List(kind) => collect_of(kind, sets),
        Kind::Given(Given::OneOf { tag, kinds }) => collect(tag, kinds, sets),
        _ => {}
    }
}

/// A cell of a table, with whatever would end the cell escaped.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn row(page: &mut String, cells: &[&str]) {
    let cells: Vec<_> = cells.iter().map(|text| cell(text)).collect();
    let _ = writeln!(page, "| {} |", cells.join(" | "));
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

fn rule_of(rule: &str) -> String {
    if rule.is_empty() { String::new() } else { format!("§{rule}") }
}

/// Where a field stands.
#[derive(Clone, Copy)]
struct Within<'a> {
    /// The names of the groups around it.
    path: &'a str,
    /// Its group, for its label.
    place: &'a str,
    /// Who may know that group.
    to: MayKnow,
}

impl Teller<'_> {
    /// A word of the reference.
    fn text(&self, key: &'static str) -> &str {
        self.messages.label(self.language, "reference", key)
    }

    fn head(&self, page: &mut String, title: &str, columns: &[&'static str]) {
        let _ = writeln!(page, "\n## {title}\n");
        let columns: Vec<_> = columns.iter().map(|key| self.text(key)).collect();
        row(page, &columns);
        let _ = writeln!(page, "|{}", "---|".repeat(columns.len()));
    }

    fn kind_told(&self, tag: &str, kind: &KindSpec) -> KindTold {
        let mut parameters = Vec::new();
        if let Some((flat_tag, _)) = kind.flat {
            parameters.push(ParameterTold {
                name: flat_tag,
                label: self.messages.label_in(self.language, "parameter", kind.name, flat_tag).to_string(),
                takes: self.set(flat_tag),
                otherwise: self.word("required").to_string(),
                rule: "",
            });
        }
        parameters.extend(kind.parameters.iter().map(|spec| self.parameter_told(kind.name, spec)));
        KindTold {
            name: kind.name,
            label: self.messages.label_in(self.language, "kind", tag, kind.name).to_string(),
            rule: kind.rule,
            parameters,
        }
    }

    fn parameter_told(&self, place: &str, spec: &FactSpec) -> ParameterTold {
        let mut takes = self.takes(&spec.kind);
        if let Some(Bounds { least, most }) = spec.bounds {
            let _ = write!(takes, " {}–{}", self.number(least), self.number(most));
            if matches!(spec.kind, Kind::Text | Kind::Maybe(Kind::Text)) {
                let _ = write!(takes, " {}", self.text("letters"));
            }
        }
        let otherwise = match spec.default.map(|default| default()) {
            None => self.word("required").to_string(),
            Some(value) if value.is_null() => self.word("optional").to_string(),
            Some(value) => match value.as_f64() {
                Some(number) => code(&self.number(number)),
                None => code(&value.to_string()),
            },
        };
        let label = self.messages.label_in(self.language, "parameter", place, spec.name).to_string();
        ParameterTold { name: spec.name, label, takes, otherwise, rule: spec.cite }
    }

    /// What a kind of value takes.
    fn takes(&self, kind: &Kind) -> String {
        match kind {
            Kind::YesNo => self.word("yes_no").to_string(),
            Kind::Whole => self.word("whole").to_string(),
            Kind::Number => self.word("number").to_string(),
            Kind::Text => self.word("text").to_string(),
            Kind::Choice { names, .. } => names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", "),
            Kind::Maybe(kind) => self.takes(kind),
            Kind::List(each) => format!("{} {}", self.word("list_of"), self.takes(each)),
            Kind::Given(Given::OneOf { tag, .. }) => self.set(tag),
            Kind::Given(given) => self.messages.label(self.language, "given", given.word()).to_string(),
            Kind::Shown(_) | Kind::Object(_) | Kind::Fields(_) | Kind::Points => {
                self.word("group").to_string()
            }
        }
    }

    /// A set of kinds, by its tag and title.
    fn set(&self, tag: &str) -> String {
        format!("{} ({})", code(tag), self.messages.label(self.language, "kinds", tag))
    }

    fn kinds(&self, page: &mut String, set: &KindsTold) {
        let title = format!("{} ({})", set.title, code(set.tag));
        self.head(page, &title, &["word", "meaning", "parameters", "rule"]);
        for kind in &set.kinds {
            let parameters: Vec<_> = kind
                .parameters
                .iter()
                .map(|told| {
                    let rule =
                        if told.rule.is_empty() { String::new() } else { format!(" (§{})", told.rule) };
                    let ParameterTold { label, takes, otherwise, .. } = told;
                    format!("{}: {label}; {takes}; {otherwise}{rule}", code(told.name))
                })
                .collect();
            row(page, &[&code(kind.name), &kind.label, &parameters.join("<br>"), &rule_of(kind.rule)]);
        }
    }

    fn questions(&self, page: &mut String) {
        if self.declared.questions.is_empty() {
            return;
        }
        self.head(page, self.text("questions"), &["word", "meaning", "choices", "rule"]);
        for question in self.declared.questions {
            let choice = |word: &&'static str| {
                format!("{} {}", code(word), self.messages.label(self.language, "answer", word))
            };
            let choices: Vec<_> = question.choices.iter().map(choice).collect();
            let asked = self.messages.label(self.language, "prompt", question.what);
            row(page, &[&code(question.what), asked, &choices.join("<br>"), &rule_of(question.rule)]);
        }
    }

    fn own_fields(&self, page: &mut String) {
        for group in self.declared.shown {
            let title = format!(
                "{}: {}",
                self.text("added"),
                self.messages.label(self.language, "group_of", group.of)
            );
            self.head(page, &title, &["word", "meaning", "value", "who", "rule"]);
            self.shown(page, Within { path: "", place: group.of, to: MayKnow::All }, group.shown);
        }
    }

    /// The fields of a group. If only a unit's own player may know the group, nobody else may know its fields.
    fn shown(&self, page: &mut String, within: Within<'_>, shown: &[ShownSpec]) {
        for spec in shown {
            let name = format!("{}{}", within.path, spec.name);
            let label = self.messages.label_in(self.language, "shown", within.place, spec.name);
            let to = if within.to == MayKnow::Own { MayKnow::Own } else { spec.to };
            let who = self.messages.label(self.language, "may_know", to.word());
            let takes = self.shown_takes(&spec.kind);
            row(page, &[&code(&name), label, &takes, who, &rule_of(spec.rule)]);
            let kind = match spec.kind {
                Kind::Maybe(kind) => *kind,
                kind => kind,
            };
            let (path, shown) = match kind {
                Kind::Shown(shown) => (format!("{name}."), shown),
                Kind::List(Kind::Shown(shown)) => (format!("{name}[]."), *shown),
                _ => continue,
            };
            self.shown(page, Within { path: &path, place: spec.name, to }, shown);
        }
    }

    fn shown_takes(&self, kind: &Kind) -> String {
        match kind {
            Kind::Maybe(kind) => format!("{}, {}", self.takes(kind), self.text("or_null")),
            kind => self.takes(kind),
        }
    }

    fn common_fields(&self, page: &mut String) {
        for part in PARTS {
            let title = format!("{} {}", self.text("every_battle"), code(part.name));
            self.head(page, &title, &["word", "meaning", "value", "who"]);
            for spec in part.fields {
                let label = self.messages.label_in(self.language, "shown", part.name, spec.name);
                let who = self.messages.label(self.language, "may_know", spec.to.word());
                let there = match spec.there {
                    There::Always => "",
                    There::OrNull => self.text("or_null"),
                    There::Sometimes => self.text("or_left_out"),
                    There::Seldom => self.text("or_left_out_or_null"),
                };
                let mut value = self.shape(&spec.shape);
                if !there.is_empty() {
                    let _ = write!(value, ", {there}");
                }
                row(page, &[&code(spec.name), label, &value, who]);
            }
        }
    }

    fn shape(&self, shape: &Shape) -> String {
        let words = |names: &[&str]| names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ");
        match shape {
            Shape::YesNo => self.word("yes_no").to_string(),
            Shape::Whole => self.word("whole").to_string(),
            Shape::Number => self.word("number").to_string(),
            Shape::Text => self.word("text").to_string(),
            Shape::Key(section) => format!("{} {}", self.text("key_of"), code(section)),
            Shape::Choice(_, names) => words(names),
            Shape::Word(field) => match self.declared.word(field) {
                Some(kind) => self.takes(kind),
                None => self.word("text").to_string(),
            },
            Shape::Place => self.messages.label(self.language, "given", "place").to_string(),
            Shape::List(each) => format!("{} {}", self.word("list_of"), self.shape(each)),
            Shape::Tuple(shapes) => {
                let each: Vec<_> = shapes.iter().map(|shape| self.shape(shape)).collect();
                format!("[{}]", each.join(", "))
            }
            Shape::Part(name) => code(name),
            Shape::OneOf(names) => words(names),
            Shape::Order => self.set(self.declared.order_tag),
            Shape::Action => self.set(self.declared.action_tag),
            Shape::Object | Shape::About => self.word("group").to_string(),
            Shape::Effect => self.text("effect").to_string(),
        }
    }

    fn events(&self, page: &mut String) {
        self.head(page, self.text("events"), &["word", "meaning", "fields"]);
        for event in self.declared.events {
            let fields: Vec<_> = event.about.iter().map(|spec| code(spec.name)).collect();
            let meaning = self.messages.label(self.language, "event", event.what);
            row(page, &[&code(event.what), meaning, &fields.join(", ")]);
        }
    }
}
