//! The appendix on order sheets: reading, writing, refusing.

use crate::common;
use crate::common::case;
use krigsspil_chakoten::order_sheet::{
    Entry, Heading, MarchStep, MisreadReason, Moment, Notation, Part, SheetFormation, Signs, Step,
};
use krigsspil_engine::{Language, RuleSet};

fn read(text: &str) -> Entry {
    Entry::read(text, Notation::Danish).unwrap_or_else(|misread| panic!("{text}: {misread}"))
}

fn march(heading: Heading) -> MarchStep {
    MarchStep { attack: false, heading, curved: false, storm: false, unit: Part::WHOLE, turn: None }
}

/// §ordresedler.X §ordresedler.R §ordresedler.F these letters are used alone; a unit with an empty entry stands still (§03.02.1)
#[test]
fn single_letters() {
    assert_eq!(read(" X ").steps, [Step::Stand]);
    assert_eq!(read("R").steps, [Step::Retreat]);
    assert_eq!(read("F").steps, [Step::Flee]);
    case!("parse_order", {"entry": "  "} [] => {"steps": [{"do": "stand"}], "defaulted": true, "turn_parts": "0/1"});
    case!("parse_order", {"entry": "X"} [] => {"steps": [{"do": "stand"}], "defaulted": false});
}

/// §ordresedler.arrow eight arrows in two forms; curved with a tilde or in themselves
#[test]
fn arrows() {
    for (arrow, ascii, heading) in [
        ("→", "->", Heading::Right),
        ("←", "<-", Heading::Left),
        ("↑", "^", Heading::Forward),
        ("↓", "v", Heading::Back),
        ("↗", "^>", Heading::ForwardRight),
        ("↖", "<^", Heading::ForwardLeft),
        ("↘", "v>", Heading::BackRight),
        ("↙", "<v", Heading::BackLeft),
    ] {
        assert_eq!(read(arrow).steps, [Step::March(march(heading))]);
        assert_eq!(read(ascii).steps, [Step::March(march(heading))]);
        assert_eq!(
            read(&format!("~{ascii}")).steps,
            [Step::March(MarchStep { curved: true, ..march(heading) })]
        );
    }
    assert_eq!(read("↶").steps, [Step::March(MarchStep { curved: true, ..march(Heading::Left) })]);
}

/// §ordresedler.part_unit §ordresedler.part_turn before the arrow a part of the unit, after it a part of the turn
#[test]
fn parts() {
    let quarter = Part::new(1, 4);
    assert_eq!(
        read("1/4 →").steps,
        [Step::March(MarchStep { unit: quarter.unwrap(), ..march(Heading::Right) })]
    );
    assert_eq!(read("→ ¼").steps, [Step::March(MarchStep { turn: quarter, ..march(Heading::Right) })]);
    assert_eq!(read("→2/8").steps, read("→ 1/4").steps);
    case!("parse_order", {"entry": "→ 1/2, ↑ 1/4, ↓"} [] => {"turn_parts": "3/4"});
}

/// §ordresedler.formation every code with its formation, and the three codes for guns
#[test]
fn formations() {
    for (code, formation) in [
        ("L", "line"),
        ("K", "square"),
        ("MK", "march_column"),
        ("EK", "single_column"),
        ("H", "hob"),
        ("BM", "battalion_mass"),
        ("AK", "attack_column"),
        ("T", "dense_skirmish"),
        ("TT", "thin_skirmish"),
    ] {
        case!("parse_order", {"entry": code} [] => {"steps": [{"do": "form", "code": code, "formation": formation, "unit_part": "1/1"}]});
    }
    assert_eq!(read("AP PP;KS").steps, [Step::Unlimber, Step::Limber, Step::Prepare]);
    assert_eq!(read("⅙T").steps, [Step::Form(SheetFormation::DenseSkirmish, Part::new(1, 6).unwrap())]);
}

/// §ordresedler.S at once, at a moment, or on an event; it cannot be combined with an attack
#[test]
fn fire() {
    assert_eq!(read("S").steps, [Step::Fire(Moment::Start)]);
    assert_eq!(read("S 1/2").steps, [Step::Fire(Moment::At(Part::new(1, 2).unwrap()))]);
    assert_eq!(read("S( før indbrud )").steps, [Step::Fire(Moment::On("før indbrud".into()))]);
    case!("parse_order", {"entry": "S, A→"} [] => {"fires": true, "attacks": true, "conflict": true});
}

/// §ordresedler.A §ordresedler.SM attack and storm need an arrow, and take its part of the unit
#[test]
fn attack_and_storm() {
    let attack =
        MarchStep { attack: true, storm: true, unit: Part::new(1, 2).unwrap(), ..march(Heading::Forward) };
    assert_eq!(read("A SM 1/2 ↑").steps, [Step::March(attack.clone())]);
    assert_eq!(read("SM A 1/2 ^").steps, [Step::March(attack)]);
}

/// §ordresedler.text words in quotes, with the abbreviations they use
#[test]
fn text() {
    case!("parse_order", {"entry": "\"INF bygger HDR, xINF\""} [] => {"steps": [{"do": "text", "text": "INF bygger HDR, xINF", "words": [{"word": "INF", "means": "infantry"}, {"word": "HDR", "means": "obstacle"}]}]});
}

/// A bad entry is refused with the place and the reason, in either language.
#[test]
fn misreadings() {
    use MisreadReason::*;
    for (entry, place, reason) in [
        ("→ 1/2, Q", 8, UnknownCode),
        ("L l", 3, UnknownSign),
        ("→ >", 3, UnknownSign),
        ("~ L", 1, UnknownSign),
        ("MKL", 1, UnknownCode),
        ("5/4 →", 1, BadPart),
        ("0/4 →", 1, BadPart),
        ("→ 1/0", 3, BadPart),
        ("1/ →", 1, BadPart),
        ("12 →", 1, BadPart),
        ("1/2", 1, StrayPart),
        ("1/2, →", 1, StrayPart),
        ("1/2 S", 1, StrayPart),
        ("1/2 AP", 1, StrayPart),
        ("→ 1/2 1/3", 7, StrayPart),
        ("1/2 1/2 →", 5, StrayPart),
        ("1/2 A →", 1, StrayPart),
        ("(nu)", 1, StrayBracket),
        ("→ (nu)", 3, StrayBracket),
        ("S 1/2 (nu)", 7, StrayBracket),
        ("S nu)", 3, UnknownSign),
        ("S(nu", 2, OpenBracket),
        ("S()", 2, EmptyEvent),
        ("\"nu", 1, OpenQuote),
        ("A", 1, NeedsArrow),
        ("SM, →", 1, NeedsArrow),
        ("A L", 1, NeedsArrow),
        ("A A →", 1, NeedsArrow),
        ("X →", 1, StandsAlone),
        ("→ R", 3, StandsAlone),
        ("F F", 1, StandsAlone),
        ("→ 3/4 → 1/2", 9, MoreThanATurn),
    ] {
        let misread = Entry::read(entry, Notation::Danish).unwrap_err();
        assert_eq!((misread.place, misread.reason), (place, reason), "{entry}: {misread}");
        let fault = common::RULES
            .adjudicate(
                "parse_order",
                &krigsspil_engine::serde_json::json!({"entry": entry}).to_string(),
                &[],
            )
            .unwrap_err();
        assert_eq!(fault.field(), "entry");
    }
    let rules: &dyn RuleSet = &**common::RULES;
    let fault = rules.adjudicate("parse_order", r#"{"entry": "→ 1/2, Q"}"#, &[]).unwrap_err();
    let told =
        [Language::English, Language::Danish].map(|language| fault.message(rules.messages(), language));
    assert!(told[0].starts_with("entry: sign 8, `Q`: there are no such letters"), "{}", told[0]);
    assert!(told[1].starts_with("entry: tegn 8, `Q`: forkortelsen findes ikke"), "{}", told[1]);
    for reason in MisreadReason::ALL {
        assert!(rules.messages().find(Language::Danish, "fault", reason.as_str()).is_some(), "{reason}");
    }
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn part(&mut self) -> Part {
        let of = 1 + self.below(8) as u64;
        Part::new(1 + self.below(of as usize) as u64, of).unwrap()
    }

    fn step(&mut self) -> Step {
        match self.below(7) {
            0..=2 => Step::March(MarchStep {
                attack: self.below(3) == 0,
                heading: Heading::ALL[self.below(8)],
                curved: self.below(2) == 0,
                storm: self.below(3) == 0,
                unit: if self.below(2) == 0 { Part::WHOLE } else { self.part() },
                turn: Part::new(1, 12).filter(|_| self.below(2) == 0),
            }),
            3 => Step::Form(SheetFormation::ALL[self.below(9)], self.part()),
            4 => [Step::Unlimber, Step::Limber, Step::Prepare][self.below(3)].clone(),
            5 => Step::Fire(match self.below(3) {
                0 => Moment::Start,
                1 => Moment::At(self.part()),
                _ => Moment::On("fjenden når vejen, →".into()),
            }),
            _ => Step::Text("BDE 1; SPR (bro) 1/2".into()),
        }
    }
}

/// Every written entry reads back as the same entry, in both notations and both kinds of signs, for ten thousand entries.
#[test]
fn writing_and_reading() {
    let mut numbers = Numbers(1812);
    for _ in 0..10_000 {
        let steps = match numbers.below(12) {
            0 => [vec![], vec![Step::Stand], vec![Step::Retreat], vec![Step::Flee]][numbers.below(4)].clone(),
            _ => (0..1 + numbers.below(6)).map(|_| numbers.step()).collect(),
        };
        let entry = Entry { steps };
        for notation in Notation::ALL {
            for signs in Signs::ALL {
                let text = entry.write(*notation, *signs);
                assert_eq!(Entry::read(&text, *notation).as_ref(), Ok(&entry), "{text}");
            }
        }
        let ascii = entry.write(Notation::English, Signs::Ascii);
        assert!(ascii.replace("når", "").replace('→', "").is_ascii(), "{ascii}");
    }
}

/// The same sheet in Danish and in English letters.
#[test]
fn two_languages() {
    let entry = read("A SM 1/2 ~↗ 1/4, TT, PP, S 1/2");
    assert_eq!(entry.write(Notation::English, Signs::Ascii), "A ST 1/2 ~^> 1/4, TH, LB, FR 1/2");
    assert_eq!(Entry::read("A ST 1/2 ~^> 1/4, TH, LB, FR 1/2", Notation::English), Ok(entry));
    assert!(Entry::read("TT", Notation::English).is_err());
}
