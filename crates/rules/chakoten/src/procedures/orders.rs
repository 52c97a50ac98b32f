//! The appendix on order sheets: reading an entry.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::{FieldSpec, OutcomeValue};
use krigsspil_engine::serde::ser::{Serialize, SerializeMap, Serializer};
use krigsspil_engine::{About, Code, Fault, Group, Listener, Messages, Procedure, Wording};

use crate::order_sheet::{Abbreviation, Entry, Heading, Misread, Moment, Notation, SheetFormation, Step};
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// One entry of an order sheet.
    pub struct ParseOrder {
        entry: String, "ordresedler.sheet";
    }
}

krigsspil_engine::outcome! {
    /// What it says.
    pub struct ParseOrderResult {
        steps: Vec<ToldStep>;
        defaulted: bool;
        attacks: bool;
        fires: bool;
        conflict: bool;
        turn_parts: String;
    }
}

impl Procedure for ParseOrder {
    type Tables = Tables;
    type Outcome = ParseOrderResult;
    const ABOUT: About = About {
        name: "parse_order",
        group: Group::Orders,
        dice: "",
        cites: &[
            "ordresedler.sheet",
            "ordresedler.X",
            "ordresedler.arrow",
            "ordresedler.part_unit",
            "ordresedler.part_turn",
            "ordresedler.formation",
            "ordresedler.S",
            "ordresedler.A",
            "ordresedler.SM",
            "ordresedler.R",
            "ordresedler.F",
            "ordresedler.text",
            "03.02.1",
            "03.02.2",
            "03.01.4",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ParseOrderResult, Fault> {
        let entry = Entry::read(&self.entry, Notation::Danish).map_err(refused)?;
        let (attacks, fires) = (entry.attacks(), entry.fires());
        let turn_parts = entry.turn_parts().map_or_else(|| "0/1".to_string(), |part| part.to_string());
        let defaulted = entry.steps.is_empty();
        let steps = if defaulted { vec![Step::Stand] } else { entry.steps };
        Ok(ParseOrderResult {
            steps: steps.into_iter().map(ToldStep).collect(),
            defaulted,
            attacks,
            fires,
            conflict: attacks && fires,
            turn_parts,
        })
    }
}

/// The fault of an entry that cannot be read, with the place.
pub(crate) fn refused(misread: Misread) -> Fault {
    let blanks = vec![("place", misread.place.to_string().into()), ("given", misread.given.into())];
    let wording = Wording::new(misread.reason.as_str(), Messages::engine);
    Fault::new(Code::NotAllowed, "entry", wording, blanks)
}

/// A step in the outcome: each kind has its own fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToldStep(pub Step);

krigsspil_engine::choices! {
    /// What a step does.
    pub enum Doing {
        Stand = "stand",
        March = "march",
        Attack = "attack",
        Form = "form",
        Unlimber = "unlimber",
        Limber = "limber",
        Prepare = "prepare",
        Fire = "fire",
        Retreat = "retreat",
        Flee = "flee",
        Text = "text",
    }

    /// When a unit fires.
    pub enum FireMoment {
        Start = "start",
        Time = "time",
        Event = "event",
    }
}

const fn field(name: &'static str, kind: Kind) -> FieldSpec {
    FieldSpec::open(name, kind)
}

const WORD: Kind = Kind::Fields(&[field("word", Kind::Text), field("means", Kind::Text)]);

impl OutcomeValue for ToldStep {
    const KIND: Kind = Kind::Fields(&[
        field("do", <Doing as OutcomeValue>::KIND),
        field("direction", <Heading as OutcomeValue>::KIND),
        field("curved", Kind::YesNo),
        field("storm", Kind::YesNo),
        field("unit_part", Kind::Text),
        field("turn_part", Kind::Text),
        field("code", Kind::Text),
        field("formation", <SheetFormation as OutcomeValue>::KIND),
        field("when", <FireMoment as OutcomeValue>::KIND),
        field("time", Kind::Text),
        field("event", Kind::Text),
        field("text", Kind::Text),
        field("words", Kind::List(&WORD)),
    ]);
}

impl ToldStep {
    fn doing(&self) -> Doing {
        match &self.0 {
            Step::Stand => Doing::Stand,
            Step::March(march) if march.attack => Doing::Attack,
            Step::March(_) => Doing::March,
            Step::Form(..) => Doing::Form,
            Step::Unlimber => Doing::Unlimber,
            Step::Limber => Doing::Limber,
            Step::Prepare => Doing::Prepare,
            Step::Fire(_) => Doing::Fire,
            Step::Retreat => Doing::Retreat,
            Step::Flee => Doing::Flee,
            Step::Text(_) => Doing::Text,
        }
    }
}

impl Serialize for ToldStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("do", self.doing().as_str())?;
        match &self.0 {
            Step::March(march) => {
                map.serialize_entry("direction", march.heading.as_str())?;
                map.serialize_entry("curved", &march.curved)?;
                map.serialize_entry("storm", &march.storm)?;
                map.serialize_entry("unit_part", &march.unit.to_string())?;
                let turn = march.turn.map_or_else(|| "rest".to_string(), |part| part.to_string());
                map.serialize_entry("turn_part", &turn)?;
            }
            Step::Form(formation, unit) => {
                map.serialize_entry("code", formation.letters(Notation::Danish))?;
                map.serialize_entry("formation", formation.as_str())?;
                map.serialize_entry("unit_part", &unit.to_string())?;
            }
            Step::Fire(moment) => {
                let (when, time, event) = match moment {
                    Moment::Start => (FireMoment::Start, String::new(), ""),
                    Moment::At(part) => (FireMoment::Time, part.to_string(), ""),
                    Moment::On(event) => (FireMoment::Event, String::new(), event.as_str()),
                };
                map.serialize_entry("when", when.as_str())?;
                map.serialize_entry("time", &time)?;
                map.serialize_entry("event", event)?;
            }
            Step::Text(text) => {
                map.serialize_entry("text", text)?;
                let words: Vec<ToldWord> = Abbreviation::all_in(text).map(ToldWord).collect();
                map.serialize_entry("words", &words)?;
            }
            _ => {}
        }
        map.end()
    }
}

/// An abbreviation in the outcome.
struct ToldWord(Abbreviation);

impl Serialize for ToldWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("word", self.0.word)?;
        map.serialize_entry("means", self.0.means)?;
        map.end()
    }
}
