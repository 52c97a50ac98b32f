//! What every battle shows, asks, previews and reports, declared field by field like a rule set's own details.
//! The types are in `view`, `prompt`, `preview` and `event`; schemas, labels, unit cards and docs come from these lists. The tests of every
//! playable rule set compare the two: a field that is not declared here, or is declared differently, fails.

use super::shown::MayKnow;
use super::view::{Arm, Condition, Life, Presence, Stage};
use crate::fact::Choice;

/// The shape of a common field.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// True or false.
    YesNo,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A text, a name or an id.
    Text,
    /// A key of this section of the labels.
    Key(&'static str),
    /// One of these words, which are keys of the section.
    Choice(&'static str, &'static [&'static str]),
    /// A word of the rule set's own, as it declares for this field in [`BattleLanguage::words`](super::BattleLanguage::words).
    Word(&'static str),
    /// A place on the table.
    Place,
    /// A list.
    List(&'static Shape),
    /// A list of a fixed length.
    Tuple(&'static [Shape]),
    /// Another part, by its name.
    Part(&'static str),
    /// One of several parts, or nothing.
    OneOf(&'static [&'static str]),
    /// An order of the rule set's.
    Order,
    /// An action of the rule set's.
    Action,
    /// What an event is about, as the rule set declares it.
    About,
    /// An object whose fields the procedure or the event declares.
    Object,
    /// A number, a text or true.
    Effect,
}

/// When a field is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// Always.
    Always,
    /// Always, but it may be null.
    OrNull,
    /// It may be left out.
    Sometimes,
    /// It may be left out, or null.
    Seldom,
}

/// The declaration of one common field.
#[derive(Clone, Copy, Debug)]
pub struct CommonSpec {
    /// Its name in JSON; the key of its label in the section `shown`.
    pub name: &'static str,
    /// Its shape.
    pub shape: Shape,
    /// Who may know it.
    pub to: MayKnow,
    /// When it is there.
    pub there: There,
}

/// A part of what every battle shows.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name in schemas, which is that of its type.
    pub name: &'static str,
    /// Its fields, in order.
    pub fields: &'static [CommonSpec],
    /// The group of the rule set's own fields that stand among them.
    pub adds: Option<&'static str>,
}

const fn all(name: &'static str, shape: Shape) -> CommonSpec {
    CommonSpec { name, shape, to: MayKnow::All, there: There::Always }
}

const fn or_null(name: &'static str, shape: Shape) -> CommonSpec {
    CommonSpec { name, shape, to: MayKnow::All, there: There::OrNull }
}

const fn sometimes(name: &'static str, shape: Shape) -> CommonSpec {
    CommonSpec { name, shape, to: MayKnow::All, there: There::Sometimes }
}

/// Known to the unit's own player and the umpire; left out for everybody else.
const fn own(name: &'static str, shape: Shape) -> CommonSpec {
    CommonSpec { name, shape, to: MayKnow::Own, there: There::Sometimes }
}

/// The same, and it may be null.
const fn own_or_null(name: &'static str, shape: Shape) -> CommonSpec {
    CommonSpec { name, shape, to: MayKnow::Own, there: There::Seldom }
}

const fn part(name: &'static str, fields: &'static [CommonSpec]) -> Part {
    Part { name, fields, adds: None }
}

const PLACES: Shape = Shape::List(&Shape::Place);
const TEXTS: Shape = Shape::List(&Shape::Text);
const UNITS: Shape = Shape::List(&Shape::Part("UnitShown"));
const WAYPOINTS: Shape = Shape::List(&Shape::Part("Waypoint"));
const ORDERS: Shape = Shape::List(&Shape::Order);
const ACTIONS: Shape = Shape::List(&Shape::Action);

const VIEW: &[CommonSpec] = &[
    all("seat", Shape::Text),
    all("rule_set", Shape::Text),
    all("scenario", Shape::Text),
    all("turn", Shape::Whole),
    all("turns", Shape::Whole),
    all("phase", Shape::Choice("phase", Stage::NAMES)),
    all("step", Shape::Key("phase")),
    all("to_move", TEXTS),
    sometimes("moment", Shape::Number),
    all("table", Shape::Part("TableShown")),
    all("measure", Shape::Part("Measure")),
    all("landmarks", TEXTS),
    all("changes", Shape::List(&Shape::Part("ChangeShown"))),
    sometimes("zones", Shape::List(&Shape::Part("ZoneShown"))),
    all("objectives", Shape::List(&Shape::Part("ObjectiveShown"))),
    all("rules", Shape::List(&Shape::Part("AddedRule"))),
    own("side", Shape::Text),
    own("home", Shape::Number),
    own_or_null("briefing", Shape::Text),
    own("ready", Shape::YesNo),
    own("men", Shape::Whole),
    own("lost", Shape::Whole),
    all("units", UNITS),
    all("friends", UNITS),
    all("enemies", UNITS),
    all("generals", Shape::List(&Shape::Part("LeaderShown"))),
    all("couriers", Shape::List(&Shape::Part("CourierShown"))),
    all("questions", Shape::List(&Shape::Part("QuestionAsked"))),
    all("log", Shape::List(&Shape::Part("Told"))),
    sometimes("points", Shape::List(&Shape::Tuple(&[Shape::Text, Shape::Whole]))),
    sometimes("ready_seats", TEXTS),
];

const UNIT: &[CommonSpec] = &[
    all("id", Shape::Text),
    sometimes("name", Shape::Text),
    all("side", Shape::Text),
    all("arm", Shape::Choice("arm", Arm::NAMES)),
    all("formation", Shape::Word("formation")),
    all("strength", Shape::Part("Strength")),
    or_null("condition", Shape::Choice("condition", Condition::NAMES)),
    all("place", Shape::Place),
    all("facing", Shape::Number),
    all("front", Shape::Number),
    all("depth", Shape::Number),
    all("outline", PLACES),
    sometimes("bases", Shape::List(&PLACES)),
    own("general", Shape::Text),
    own("presence", Shape::Choice("presence", Presence::NAMES)),
    own("order", Shape::Word("order")),
    own("in_command", Shape::YesNo),
    own("melee", TEXTS),
    own_or_null("written", Shape::Order),
    own_or_null("last_order", Shape::Order),
];

const LEADER: &[CommonSpec] = &[
    all("id", Shape::Text),
    all("name", Shape::Text),
    all("rank", Shape::Key("rank")),
    all("life", Shape::Choice("life", Life::NAMES)),
    all("place", Shape::Place),
    or_null("with", Shape::Text),
    sometimes("bound_for", Shape::Part("Bound")),
    all("instruction", Shape::Text),
];

const COURIER: &[CommonSpec] = &[
    all("id", Shape::Text),
    all("life", Shape::Choice("life", Life::NAMES)),
    all("place", Shape::Place),
    or_null("with", Shape::Text),
    sometimes("bound_for", Shape::Part("Bound")),
    or_null("order", Shape::Order),
    or_null("instruction", Shape::Text),
];

const TOLD: &[CommonSpec] = &[
    all("number", Shape::Whole),
    all("turn", Shape::Whole),
    all("moment", Shape::Number),
    all("what", Shape::Key("event")),
    all("rule", Shape::Text),
    all("about", Shape::About),
    sometimes("unfolded", Shape::Part("Working")),
    sometimes("way", Shape::List(&WAYPOINTS)),
];

const QUESTION: &[CommonSpec] = &[
    all("question", Shape::Whole),
    all("rule", Shape::Text),
    sometimes("unit", Shape::Text),
    sometimes("general", Shape::Text),
    or_null("other", Shape::Text),
    all("choices", Shape::List(&Shape::Key("answer"))),
    sometimes("fault", Shape::Text),
];

const PREVIEW: &[CommonSpec] = &[
    all("path", WAYPOINTS),
    or_null("ends", Shape::Part("Standing")),
    all("not_reached", Shape::List(&Shape::Whole)),
    all("meets", Shape::List(&Shape::Part("Meeting"))),
    all("ground", Shape::List(&Shape::Part("Crossing"))),
    all("sums", Shape::List(&Shape::Part("SumPreviewed"))),
];

const SUM: &[CommonSpec] = &[
    all("procedure", Shape::Key("procedure")),
    all("unit", Shape::Text),
    or_null("other", Shape::Text),
    all("moment", Shape::Number),
    all("facts", Shape::Object),
    all("supposed", TEXTS),
];

/// Every part of what every battle shows, asks, previews and reports.
pub static PARTS: &[Part] = &[
    Part { name: "View", fields: VIEW, adds: Some("battle") },
    part("TableShown", &[all("width", Shape::Number), all("depth", Shape::Number)]),
    part("Measure", &[all("unit", Shape::Key("measure")), all("metres", Shape::Number)]),
    part(
        "ChangeShown",
        &[
            all("change", Shape::Key("change")),
            all("thing", Shape::Word("thing")),
            sometimes("name", Shape::Text),
            all("from", Shape::Place),
            all("to", Shape::Place),
            all("own", Shape::YesNo),
        ],
    ),
    part("ZoneShown", &[all("name", Shape::Text), all("outline", PLACES), or_null("held", Shape::Text)]),
    part(
        "ObjectiveShown",
        &[
            all("name", Shape::Text),
            all("place", Shape::Place),
            all("radius", Shape::Number),
            all("points", Shape::Whole),
            sometimes("held", Shape::Text),
        ],
    ),
    part("AddedRule", &[all("turn", Shape::Whole), all("name", Shape::Text), all("text", Shape::Text)]),
    Part { name: "UnitShown", fields: UNIT, adds: Some("unit") },
    part(
        "Strength",
        &[all("now", Shape::Whole), own("first", Shape::Whole), all("unit", Shape::Key("strength"))],
    ),
    Part { name: "LeaderShown", fields: LEADER, adds: Some("leader") },
    Part { name: "CourierShown", fields: COURIER, adds: Some("courier") },
    part(
        "Bound",
        &[sometimes("place", Shape::Place), sometimes("unit", Shape::Text), sometimes("leader", Shape::Text)],
    ),
    part("QuestionAsked", QUESTION),
    part("Told", TOLD),
    part(
        "Working",
        &[
            all("procedure", Shape::Key("procedure")),
            all("rolls", Shape::List(&Shape::Tuple(&[Shape::Text, Shape::Text, Shape::Whole]))),
            all(
                "modifiers",
                Shape::List(&Shape::Tuple(&[Shape::Text, Shape::Key("modifier"), Shape::Effect])),
            ),
            all("outcome", Shape::Object),
        ],
    ),
    part(
        "Prompt",
        &[
            all("seat", Shape::Text),
            all("what", Shape::Key("prompt")),
            all("about", Shape::OneOf(&["OrdersAsked", "QuestionAsked"])),
            all("default", Shape::Action),
        ],
    ),
    part(
        "OrdersAsked",
        &[
            all("turn", Shape::Whole),
            all("units", Shape::List(&Shape::Part("UnitAsked"))),
            all("generals", Shape::List(&Shape::Part("LeaderAsked"))),
            all("couriers", Shape::List(&Shape::Part("CourierAsked"))),
            all("actions", Shape::List(&Shape::Part("ActionsAsked"))),
        ],
    ),
    part(
        "ActionsAsked",
        &[
            all("who", Shape::Text),
            all("may", Shape::List(&Shape::Key("do"))),
            sometimes("closed", Shape::List(&Shape::Part("ClosedAction"))),
        ],
    ),
    part(
        "ClosedAction",
        &[all("kind", Shape::Key("do")), all("refusal", Shape::Text), or_null("rule", Shape::Text)],
    ),
    Part {
        name: "UnitAsked",
        fields: &[
            all("unit", Shape::Text),
            all("may", Shape::List(&Shape::Key("kind"))),
            sometimes("closed", Shape::List(&Shape::Part("Closed"))),
            sometimes("samples", ORDERS),
        ],
        adds: Some("limits"),
    },
    part(
        "Closed",
        &[all("kind", Shape::Key("kind")), all("refusal", Shape::Text), or_null("rule", Shape::Text)],
    ),
    part(
        "LeaderAsked",
        &[all("general", Shape::Text), all("place", Shape::Place), sometimes("samples", ACTIONS)],
    ),
    part(
        "CourierAsked",
        &[all("courier", Shape::Text), all("place", Shape::Place), sometimes("samples", ACTIONS)],
    ),
    part("Preview", PREVIEW),
    part(
        "Waypoint",
        &[all("moment", Shape::Number), all("place", Shape::Place), all("facing", Shape::Number)],
    ),
    part(
        "Standing",
        &[
            all("moment", Shape::Number),
            all("place", Shape::Place),
            all("facing", Shape::Number),
            all("formation", Shape::Word("formation")),
            all("outline", PLACES),
        ],
    ),
    part(
        "Meeting",
        &[all("moment", Shape::Number), all("unit", Shape::Text), all("how", Shape::Key("meeting"))],
    ),
    part(
        "Crossing",
        &[all("from", Shape::Number), all("to", Shape::Number), all("ground", Shape::Word("ground"))],
    ),
    part("SumPreviewed", SUM),
];

/// The words that every battle's fields may hold, by the section of their labels; a rule set may have more.
pub static COMMON_WORDS: &[(&str, &[&str])] = &[
    ("measure", &["cm", "inch"]),
    ("strength", &["figures", "castings", "bases", "men"]),
    ("change", &["built", "cleared", "fire", "breach"]),
    ("meeting", &["attacks", "contact", "blocked_by_friend"]),
    ("rank", crate::scenario::RANKS),
];

/// A part by its name.
pub fn common_part(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.name == name)
}

/// What every unit shows, and to whom.
pub fn common_unit() -> &'static [CommonSpec] {
    UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(shape: &Shape, found: &mut Vec<&'static str>) {
        match shape {
            Shape::Part(name) => found.push(name),
            Shape::OneOf(names) => found.extend(*names),
            Shape::List(each) => named(each, found),
            Shape::Tuple(shapes) => shapes.iter().for_each(|shape| named(shape, found)),
            _ => {}
        }
    }

    /// Every part that a field names is declared, once.
    #[test]
    fn every_named_part_is_there() {
        let mut found = Vec::new();
        PARTS.iter().flat_map(|part| part.fields).for_each(|spec| named(&spec.shape, &mut found));
        for name in found {
            assert_eq!(PARTS.iter().filter(|part| part.name == name).count(), 1, "{name}");
        }
    }
}
