//! What is wrong with a ground, in sentences. The field crate itself speaks English only: it knows nothing about message files.

use krigsspil_engine::{Filling, Sentence};
use krigsspil_field::ground::{GroundError, Kind, Problem, Trouble};

use crate::wordings::*;

/// What is wrong with a ground; if there are several faults, the first.
pub fn of_ground(error: &GroundError) -> Sentence {
    match error {
        GroundError::NotGeoJson(reason) => NOT_GEOJSON.with([("reason", reason.into())]),
        GroundError::NotACollection(given) => NOT_A_COLLECTION.with([("given", given.into())]),
        GroundError::NoTable(reason) => NO_TABLE_SIZE.with([("reason", reason.into())]),
        GroundError::BadInterval(given) => BAD_INTERVAL.with([("given", given.into())]),
        GroundError::Features(problems) => match problems.first() {
            Some(problem) => of_problem(problem),
            None => NO_PICTURE.with([("reason", error.into())]),
        },
    }
}

/// What is wrong with one feature, with its number and name.
pub fn of_problem(problem: &Problem) -> Sentence {
    PROBLEM.with([
        ("number", problem.number.into()),
        ("called", (&problem.called).into()),
        ("reason", Filling::sentence(of_trouble(&problem.trouble))),
    ])
}

fn known_kinds() -> Filling {
    Kind::words().collect::<Vec<_>>().join(", ").into()
}

fn of_trouble(trouble: &Trouble) -> Sentence {
    // The field crate's words for shapes and kinds of values are keys of the section `ground`.
    let word = |text: &'static str| Filling::Word("ground", text);
    match trouble {
        Trouble::NoKind => NO_KIND.with([("known", known_kinds())]),
        Trouble::UnknownKind(unknown) => {
            UNKNOWN_KIND.with([("given", (&unknown.0).into()), ("known", known_kinds())])
        }
        Trouble::WrongShape { kind, wanted, given } => {
            WRONG_SHAPE.with([("kind", kind.into()), ("wanted", word(wanted)), ("given", given.into())])
        }
        Trouble::TooFew { what, least, given } => {
            TOO_FEW_PLACES.with([("what", word(what)), ("least", least.into()), ("given", given.into())])
        }
        Trouble::CrossesItself { one, other, from_x, from_y } => CROSSES_ITSELF.with([
            ("one", one.into()),
            ("other", other.into()),
            ("x", from_x.into()),
            ("y", from_y.into()),
        ]),
        Trouble::Misspelt { given, meant } => {
            MISSPELT_PROPERTY.with([("given", given.into()), ("meant", meant.into())])
        }
        Trouble::HoleOutside(number) => HOLE_OUTSIDE.with([("number", number.into())]),
        Trouble::Flat => FLAT_OUTLINE.into(),
        Trouble::BadPlace { x, y } => BAD_PLACE.with([("x", x.into()), ("y", y.into())]),
        Trouble::OffTable { west, south, east, north } => BESIDE_THE_TABLE.with([
            ("west", west.into()),
            ("south", south.into()),
            ("east", east.into()),
            ("north", north.into()),
        ]),
        Trouble::BadProperty { property, wanted, given } => BAD_PROPERTY.with([
            ("property", property.into()),
            ("wanted", word(wanted)),
            ("given", given.into()),
        ]),
        Trouble::NoLevel(kind) => NO_LEVEL.with([("kind", kind.into())]),
        Trouble::ContoursCross { other } => CONTOURS_CROSS.with([("other", other.into())]),
    }
}
