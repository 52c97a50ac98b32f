//! The order sheet's notation: one entry for each unit and turn, read and written, in the print's Danish letters or in English
//! ones, with arrows or in plain ASCII.
//!
//! ```
//! use krigsspil_chakoten::order_sheet::{Entry, Notation, Signs};
//!
//! let entry = Entry::read("1/6 T, ~↗ ½; S(før indbrud)", Notation::Danish)?;
//! assert_eq!(entry.write(Notation::Danish, Signs::Arrows), "1/6 T, ~↗ 1/2, S(før indbrud)");
//! assert_eq!(entry.write(Notation::English, Signs::Ascii), "1/6 D, ~^> 1/2, FR(før indbrud)");
//!
//! let misread = Entry::read("→ 1/2, QQ", Notation::Danish).unwrap_err();
//! assert_eq!(misread.place, 8);
//! # Ok::<(), krigsspil_chakoten::order_sheet::Misread>(())
//! ```

mod codes;
mod part;
mod reader;
mod writer;

pub use codes::{Abbreviation, Notation, Signs};
pub use part::Part;
pub use reader::{Misread, MisreadReason};

krigsspil_engine::choices! {
    /// The direction of an arrow; the sheet's lower edge lies along the player's own table edge.
    pub enum Heading {
        Forward = "forward",
        ForwardRight = "forward_right",
        Right = "right",
        BackRight = "back_right",
        Back = "back",
        BackLeft = "back_left",
        Left = "left",
        ForwardLeft = "forward_left",
    }

    /// A formation that has letters on the sheet.
    pub enum SheetFormation {
        Line = "line",
        Square = "square",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        Hob = "hob",
        BattalionMass = "battalion_mass",
        AttackColumn = "attack_column",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
    }
}

/// A march or an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MarchStep {
    /// It is an attack.
    pub attack: bool,
    /// The direction.
    pub heading: Heading,
    /// The unit pivots on the march.
    pub curved: bool,
    /// In storm.
    pub storm: bool,
    /// The part of the unit that marches.
    pub unit: Part,
    /// The part of the turn; `None` means the rest of it.
    pub turn: Option<Part>,
}

/// When a unit fires.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// At once.
    Start,
    /// At a moment of the turn.
    At(Part),
    /// When something happens.
    On(String),
}

/// One step of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Only reorganise.
    Stand,
    /// March or attack.
    March(MarchStep),
    /// A new formation for a part of the unit.
    Form(SheetFormation, Part),
    /// Unlimber.
    Unlimber,
    /// Limber.
    Limber,
    /// Make ready to fire.
    Prepare,
    /// Fire.
    Fire(Moment),
    /// Retire in disorder.
    Retreat,
    /// Flee.
    Flee,
    /// Anything else, in words.
    Text(String),
}

/// The entry for one unit. Without a step the unit stands still (§03.02.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Entry {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Entry {
    /// Reads an entry.
    pub fn read(text: &str, notation: Notation) -> Result<Entry, Misread> {
        reader::read(text, notation)
    }

    /// Writes the entry so that reading it gives the same entry.
    pub fn write(&self, notation: Notation, signs: Signs) -> String {
        writer::write(self, notation, signs)
    }

    /// Does it contain an attack? Attacks must be announced.
    pub fn attacks(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::March(march) if march.attack))
    }

    /// Does it contain fire? Fire must be announced.
    pub fn fires(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Fire(_)))
    }

    /// The sum of the stated parts of the turn; `None` if nothing is stated.
    pub fn turn_parts(&self) -> Option<Part> {
        self.steps
            .iter()
            .filter_map(|step| match step {
                Step::March(march) => march.turn,
                _ => None,
            })
            .reduce(|sum, part| sum.plus(part).unwrap_or(Part::WHOLE))
    }
}
