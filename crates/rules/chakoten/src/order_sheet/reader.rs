//! Reads an entry: characters to tokens, tokens to steps.

use std::fmt;

use super::codes::{ARROWS, CURVED_ARROWS, Code};
use super::{Entry, Heading, MarchStep, Moment, Notation, Part, Step};

krigsspil_engine::choices! {
    /// Why an entry cannot be read. The words are in the message files.
    pub enum MisreadReason {
        UnknownSign = "sheet_unknown_sign",
        UnknownCode = "sheet_unknown_code",
        BadPart = "sheet_bad_part",
        StrayPart = "sheet_stray_part",
        StrayBracket = "sheet_stray_bracket",
        OpenBracket = "sheet_open_bracket",
        EmptyEvent = "sheet_empty_event",
        OpenQuote = "sheet_open_quote",
        NeedsArrow = "sheet_needs_arrow",
        StandsAlone = "sheet_stands_alone",
        MoreThanATurn = "sheet_more_than_a_turn",
    }
}

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The place of the wrong character, counted from 1.
    pub place: usize,
    /// The text there.
    pub given: String,
    /// Why it is not allowed there.
    pub reason: MisreadReason,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sign {}, `{}`: {}", self.place, self.given, self.reason)
    }
}

impl std::error::Error for Misread {}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Arrow { heading: Heading, curved: bool },
    Part(Part),
    Code(Code),
    Event(String),
    Text(String),
    Break,
}

/// A token with its place and its text.
struct Placed {
    token: Token,
    place: usize,
    given: String,
}

impl Placed {
    fn misread(&self, reason: MisreadReason) -> Misread {
        Misread { place: self.place, given: self.given.clone(), reason }
    }
}

/// The rest of the text to read.
struct Signs<'a> {
    left: &'a str,
    place: usize,
    notation: Notation,
}

impl<'a> Signs<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, left) = self.left.split_at(bytes);
        self.place += taken.chars().count();
        self.left = left;
        taken
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.left.find(|sign| !fits(sign)).unwrap_or(self.left.len());
        self.take(end)
    }

    /// Consumes the prefix if it comes next.
    fn next_is(&mut self, prefix: &str) -> bool {
        let comes = self.left.starts_with(prefix);
        if comes {
            self.take(prefix.len());
        }
        comes
    }

    fn token(&mut self) -> Result<Option<Placed>, Misread> {
        self.take_while(char::is_whitespace);
        let start = (self.place, self.left);
        let Some(sign) = self.left.chars().next() else { return Ok(None) };
        let fault = |reason, given: &str| Misread { place: start.0, given: given.to_string(), reason };
        let token = match sign {
            ',' | ';' => {
                self.take(1);
                Token::Break
            }
            '"' => {
                self.take(1);
                let text = self.take_while(|sign| sign != '"').to_string();
                if !self.next_is("\"") {
                    return Err(fault(MisreadReason::OpenQuote, "\""));
                }
                Token::Text(text)
            }
            '(' => {
                self.take(1);
                let event = self.take_while(|sign| sign != ')').trim().to_string();
                if !self.next_is(")") {
                    return Err(fault(MisreadReason::OpenBracket, "("));
                }
                if event.is_empty() {
                    return Err(fault(MisreadReason::EmptyEvent, "()"));
                }
                Token::Event(event)
            }
            sign if sign.is_ascii_digit() => self.fraction()?,
            sign if Part::of_sign(sign).is_some() => {
                self.take(sign.len_utf8());
                Token::Part(Part::of_sign(sign).unwrap_or(Part::WHOLE))
            }
            sign if sign.is_uppercase() => {
                let letters = self.take_while(char::is_uppercase);
                let code = Code::read(letters, self.notation);
                Token::Code(code.ok_or_else(|| fault(MisreadReason::UnknownCode, letters))?)
            }
            ')' => return Err(fault(MisreadReason::StrayBracket, ")")),
            _ => self
                .arrow()
                .ok_or_else(|| fault(MisreadReason::UnknownSign, sign.encode_utf8(&mut [0; 4])))?,
        };
        let given = start.1[..start.1.len() - self.left.len()].to_string();
        Ok(Some(Placed { token, place: start.0, given }))
    }

    fn fraction(&mut self) -> Result<Token, Misread> {
        let place = self.place;
        let given = self.take_while(|sign| sign.is_ascii_digit() || sign == '/');
        given
            .split_once('/')
            .and_then(|(part, of)| Part::new(part.parse().ok()?, of.parse().ok()?))
            .map(Token::Part)
            .ok_or_else(|| Misread { place, given: given.to_string(), reason: MisreadReason::BadPart })
    }

    fn arrow(&mut self) -> Option<Token> {
        let tilde = self.next_is("~");
        if tilde {
            self.take_while(char::is_whitespace);
        }
        for (heading, arrow) in CURVED_ARROWS {
            if self.next_is(arrow) {
                return Some(Token::Arrow { heading, curved: true });
            }
        }
        for (heading, arrow, ascii) in ARROWS {
            if self.next_is(arrow) || self.next_is(ascii) {
                return Some(Token::Arrow { heading, curved: tilde });
            }
        }
        None
    }
}

/// The last token, as far as a part or a bracket may belong to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Arrow,
    Fire,
    Other,
}

/// The steps so far, and what still needs its arrow.
struct Reader {
    steps: Vec<Step>,
    attack: Option<Placed>,
    storm: Option<Placed>,
    unit: Option<(Part, Placed)>,
    last: Last,
    alone: Option<Placed>,
    turn: Option<Part>,
}

/// Reads an entry.
pub(super) fn read(text: &str, notation: Notation) -> Result<Entry, Misread> {
    let mut signs = Signs { left: text, place: 1, notation };
    let mut reader = Reader {
        steps: Vec::new(),
        attack: None,
        storm: None,
        unit: None,
        last: Last::Other,
        alone: None,
        turn: None,
    };
    while let Some(placed) = signs.token()? {
        reader.accept(placed)?;
    }
    reader.nothing_waits()?;
    match reader.alone {
        Some(placed) if reader.steps.len() > 1 => Err(placed.misread(MisreadReason::StandsAlone)),
        _ => Ok(Entry { steps: reader.steps }),
    }
}

impl Reader {
    fn accept(&mut self, placed: Placed) -> Result<(), Misread> {
        match placed.token.clone() {
            Token::Part(part) => self.part(part, placed),
            Token::Arrow { heading, curved } => {
                self.arrow(heading, curved);
                Ok(())
            }
            Token::Code(code) => self.code(code, placed),
            Token::Event(event) => match (self.last, self.steps.last_mut()) {
                (Last::Fire, Some(Step::Fire(moment))) => {
                    *moment = Moment::On(event);
                    self.last = Last::Other;
                    Ok(())
                }
                _ => Err(placed.misread(MisreadReason::StrayBracket)),
            },
            Token::Text(text) => self.step(Step::Text(text)),
            Token::Break => {
                self.last = Last::Other;
                self.nothing_waits()
            }
        }
    }

    /// A part belongs to the arrow or the fire directly before it, otherwise to the arrow or the formation after it.
    fn part(&mut self, part: Part, placed: Placed) -> Result<(), Misread> {
        let last = std::mem::replace(&mut self.last, Last::Other);
        match (last, self.steps.last_mut()) {
            (Last::Arrow, Some(Step::March(march))) => {
                let together = self.turn.map_or(Some(part), |turn| turn.plus(part));
                self.turn = Some(together.ok_or_else(|| placed.misread(MisreadReason::MoreThanATurn))?);
                march.turn = Some(part);
            }
            (Last::Fire, Some(Step::Fire(moment))) => *moment = Moment::At(part),
            _ if self.unit.is_some() => return Err(placed.misread(MisreadReason::StrayPart)),
            _ => self.unit = Some((part, placed)),
        }
        Ok(())
    }

    fn arrow(&mut self, heading: Heading, curved: bool) {
        self.steps.push(Step::March(MarchStep {
            attack: self.attack.take().is_some(),
            heading,
            curved,
            storm: self.storm.take().is_some(),
            unit: self.unit.take().map_or(Part::WHOLE, |(part, _)| part),
            turn: None,
        }));
        self.last = Last::Arrow;
    }

    fn code(&mut self, code: Code, placed: Placed) -> Result<(), Misread> {
        match code {
            Code::Attack | Code::Storm => {
                self.no_part_waits()?;
                let waiting = if code == Code::Attack { &mut self.attack } else { &mut self.storm };
                if let Some(before) = waiting.replace(placed) {
                    return Err(before.misread(MisreadReason::NeedsArrow));
                }
                self.last = Last::Other;
                Ok(())
            }
            Code::Form(formation) => {
                let unit = self.unit.take().map_or(Part::WHOLE, |(part, _)| part);
                self.step(Step::Form(formation, unit))
            }
            Code::Fire => {
                self.step(Step::Fire(Moment::Start))?;
                self.last = Last::Fire;
                Ok(())
            }
            Code::Unlimber => self.step(Step::Unlimber),
            Code::Limber => self.step(Step::Limber),
            Code::Prepare => self.step(Step::Prepare),
            Code::Stand | Code::Retreat | Code::Flee => {
                self.step(match code {
                    Code::Stand => Step::Stand,
                    Code::Retreat => Step::Retreat,
                    _ => Step::Flee,
                })?;
                self.alone.get_or_insert(placed);
                Ok(())
            }
        }
    }

    /// A step that must not follow a part, A or SM.
    fn step(&mut self, step: Step) -> Result<(), Misread> {
        self.nothing_waits()?;
        self.steps.push(step);
        self.last = Last::Other;
        Ok(())
    }

    fn no_part_waits(&self) -> Result<(), Misread> {
        match &self.unit {
            Some((_, placed)) => Err(placed.misread(MisreadReason::StrayPart)),
            None => Ok(()),
        }
    }

    fn nothing_waits(&self) -> Result<(), Misread> {
        match self.attack.as_ref().or(self.storm.as_ref()) {
            Some(placed) => Err(placed.misread(MisreadReason::NeedsArrow)),
            None => self.no_part_waits(),
        }
    }
}
