//! The letters, arrows and abbreviations of the sheet.

use super::{Heading, SheetFormation};

krigsspil_engine::choices! {
    /// Which letters are used: those of the print, or English ones.
    pub enum Notation {
        Danish = "danish",
        English = "english",
    }

    /// How arrows are written.
    pub enum Signs {
        Arrows = "arrows",
        Ascii = "ascii",
    }
}

/// What a group of letters means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    Stand,
    Form(SheetFormation),
    Unlimber,
    Limber,
    Prepare,
    Fire,
    Attack,
    Storm,
    Retreat,
    Flee,
}

/// Every code: its meaning, its Danish letters, its English letters.
const CODES: [(Code, &str, &str); 18] = [
    (Code::Stand, "X", "X"),
    (Code::Form(SheetFormation::Line), "L", "L"),
    (Code::Form(SheetFormation::Square), "K", "SQ"),
    (Code::Form(SheetFormation::MarchColumn), "MK", "MC"),
    (Code::Form(SheetFormation::SingleColumn), "EK", "SC"),
    (Code::Form(SheetFormation::Hob), "H", "H"),
    (Code::Form(SheetFormation::BattalionMass), "BM", "BM"),
    (Code::Form(SheetFormation::AttackColumn), "AK", "AC"),
    (Code::Form(SheetFormation::DenseSkirmish), "T", "D"),
    (Code::Form(SheetFormation::ThinSkirmish), "TT", "TH"),
    (Code::Unlimber, "AP", "UL"),
    (Code::Limber, "PP", "LB"),
    (Code::Prepare, "KS", "RD"),
    (Code::Fire, "S", "FR"),
    (Code::Attack, "A", "A"),
    (Code::Storm, "SM", "ST"),
    (Code::Retreat, "R", "R"),
    (Code::Flee, "F", "FL"),
];

impl Code {
    /// The code of a group of letters.
    pub fn read(letters: &str, notation: Notation) -> Option<Code> {
        CODES
            .iter()
            .find(|(_, danish, english)| letters == letters_in(notation, danish, english))
            .map(|(code, ..)| *code)
    }

    /// The letters of a code.
    pub fn letters(self, notation: Notation) -> &'static str {
        CODES
            .iter()
            .find(|(code, ..)| *code == self)
            .map_or("", |(_, danish, english)| letters_in(notation, danish, english))
    }
}

fn letters_in(notation: Notation, danish: &'static str, english: &'static str) -> &'static str {
    match notation {
        Notation::Danish => danish,
        Notation::English => english,
    }
}

impl SheetFormation {
    /// Its letters.
    pub fn letters(self, notation: Notation) -> &'static str {
        Code::Form(self).letters(notation)
    }
}

/// Every arrow: its heading, its sign, its ASCII form. A longer sign comes before a sign that is its beginning.
pub(super) const ARROWS: [(Heading, &str, &str); 8] = [
    (Heading::Right, "→", "->"),
    (Heading::Left, "←", "<-"),
    (Heading::ForwardRight, "↗", "^>"),
    (Heading::ForwardLeft, "↖", "<^"),
    (Heading::BackRight, "↘", "v>"),
    (Heading::BackLeft, "↙", "<v"),
    (Heading::Forward, "↑", "^"),
    (Heading::Back, "↓", "v"),
];

/// Arrows that are curved in themselves.
pub(super) const CURVED_ARROWS: [(Heading, &str); 2] = [(Heading::Right, "↷"), (Heading::Left, "↶")];

impl Heading {
    /// The arrow in this direction.
    pub fn arrow(self, signs: Signs) -> &'static str {
        ARROWS.iter().find(|(heading, ..)| *heading == self).map_or("", |(_, arrow, ascii)| match signs {
            Signs::Arrows => *arrow,
            Signs::Ascii => *ascii,
        })
    }
}

/// An abbreviation that free text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abbreviation {
    /// The abbreviation.
    pub word: &'static str,
    /// What it means, in English.
    pub means: &'static str,
    /// What it means, in Danish.
    pub danish: &'static str,
}

/// The printed abbreviations.
const ABBREVIATIONS: [(&str, &str, &str); 16] = [
    ("INF", "infantry", "infanteri"),
    ("KAV", "cavalry", "kavaleri"),
    ("ART", "artillery", "artilleri"),
    ("BTN", "battalion", "bataljon"),
    ("ESK", "squadron", "eskadron"),
    ("PCR", "piece", "pjece"),
    ("BT", "battery", "batteri"),
    ("REG", "regiment", "regiment"),
    ("BDE", "brigade", "brigade"),
    ("DIV", "division", "division"),
    ("SPR", "blasting", "sprængning"),
    ("BRD", "fire", "brand"),
    ("FORS", "reinforcement", "forstærkning"),
    ("SKYSK", "embrasure", "skydeskår"),
    ("BAR", "barricade", "barrikade"),
    ("HDR", "obstacle", "hindring"),
];

impl Abbreviation {
    /// The abbreviations in a text, in their order.
    pub fn all_in(text: &str) -> impl Iterator<Item = Abbreviation> {
        text.split(|sign: char| !sign.is_alphanumeric()).filter_map(|word| {
            let (word, means, danish) = ABBREVIATIONS.iter().find(|(known, ..)| *known == word)?;
            Some(Abbreviation { word, means, danish })
        })
    }
}
