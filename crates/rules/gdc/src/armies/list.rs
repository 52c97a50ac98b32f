//! An army list as the procedures use it: columns, rows, notes and limits.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::fact::{Kind, hint};
use krigsspil_engine::outcome::{FieldSpec, OutcomeValue};
use krigsspil_engine::serde::ser::SerializeStruct;
use krigsspil_engine::serde::{Serialize, Serializer};
use krigsspil_engine::{Code, Fault};

use super::shared::{Shared, Text};
use super::vocabulary::*;

krigsspil_engine::outcome! {
    /// One row of a list in one of its columns.
    pub struct ListedUnit {
        name: Text;
        label: Text;
        cell: Text;
        arm: ListedArm;
        available: Option<i32>;
        mark: Mark;
        limit: Option<i32>;
        by_year: Option<Vec<[i32; 2]>>;
        counted_in: CountedIn;
        battalions_each: i32;
        battalions_cap: Option<i32>;
        melee: i32;
        morale: MoraleGrade;
        castings: ArrayVec<i32, 3>;
        castings_by_battalion: Option<[i32; 3]>;
        stands: Option<i32>;
        half_stands: bool;
        squadrons: Option<i32>;
        fm9: bool;
        skirmish: bool;
        skirmish_capable: bool;
        rifle: bool;
        lancer: bool;
        guard: bool;
        converged: bool;
        attached: bool;
        no_muskets: bool;
        cossack: bool;
        elephants: bool;
        american_indian: bool;
        volunteer: bool;
        home_only: bool;
        weight: Option<Weight>;
        percent_max: Option<i32>;
        pounders: ArrayVec<i32, 4>;
        guns: Option<i32>;
        guns_max: Option<i32>;
        howitzers: Option<i32>;
        ratio_kind: Option<RatioKind>;
        ratio: Option<i32>;
        ratio_base: Option<RatioBase>;
        years: [i32; 2];
        supplement: bool;
        carried: &'static str;
        corrected: bool;
        ruled: Vec<Text>;
        remark: Text;
    }

    /// A note below a list.
    pub struct Note {
        id: Text;
        from: Option<i32>;
        to: Option<i32>;
        kind: NoteKind;
        text: Text;
        formations: Vec<Formation>;
    }
}

impl ListedUnit {
    /// The most that may be fielded in a year; year 0 gives the most generous reading (§army.R4, §army.R15).
    pub fn limit_in(&self, year: i32) -> Option<i32> {
        let steps = self.by_year.as_deref().filter(|_| year != 0).unwrap_or_default();
        let step = steps.iter().rev().find(|[from, _]| *from <= year);
        step.map(|[_, limit]| *limit).or(self.limit)
    }

    /// An ATT squadron: cavalry that never fights alone (§army.def.att).
    pub fn is_attached_squadron(&self) -> bool {
        self.arm == ListedArm::Cavalry && self.attached
    }

    /// A cavalry regiment that can fight alone, and can be the host of a squadron.
    pub fn is_cavalry_regiment(&self) -> bool {
        self.arm == ListedArm::Cavalry && !self.attached
    }
}

/// A formation of an order of battle, and its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    /// The least number of them.
    pub n: i32,
    /// The greatest number of them.
    pub n_max: i32,
    /// What it is.
    pub of: Text,
    /// Its parts; empty if nothing more is known.
    pub contains: Vec<Formation>,
}

impl Serialize for Formation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let inner = !self.contains.is_empty();
        let mut fields = serializer.serialize_struct("Formation", 3 + usize::from(inner))?;
        fields.serialize_field("n", &self.n)?;
        fields.serialize_field("n_max", &self.n_max)?;
        fields.serialize_field("of", &self.of)?;
        if inner {
            fields.serialize_field("contains", &self.contains)?;
        }
        fields.end()
    }
}

const BODY: [FieldSpec; 3] = [
    FieldSpec::open("n", Kind::Whole),
    FieldSpec::open("n_max", Kind::Whole),
    FieldSpec::open("of", Kind::Text),
];

impl OutcomeValue for Formation {
    /// A formation and its parts; deeper levels look the same.
    const KIND: Kind = Kind::Fields(&[
        BODY[0],
        BODY[1],
        BODY[2],
        FieldSpec::open("contains", Kind::List(&Kind::Fields(&BODY))),
    ]);
}

/// A column of a list: the rows for its years.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its period.
    pub period: Period,
    /// Its heading.
    pub title: Text,
    /// The first and last year it covers.
    pub years: [i32; 2],
    /// Its rows, in order.
    pub rows: Shared<Vec<Shared<ListedUnit>>>,
}

impl Column {
    /// The index of the row with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| &*row.name == name)
    }

    /// The row with this name, or the fault of an unknown name.
    pub fn row(
        &self,
        fact: &str,
        name: &str,
        serves: impl Fn(&ListedUnit) -> bool,
    ) -> Result<&Shared<ListedUnit>, Fault> {
        let row = self.place(name).map(|place| &self.rows[place]).filter(|row| serves(row));
        row.ok_or_else(|| {
            let known: Vec<_> = self.rows.iter().filter(|row| serves(row)).map(|row| &*row.name).collect();
            unknown(fact, name, &known)
        })
    }

    /// Does the column cover a year?
    pub const fn holds(&self, year: i32) -> bool {
        self.years[0] <= year && year <= self.years[1]
    }
}

/// Rows whose castings are compared with the whole force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its name.
    pub id: Text,
    /// Its rows.
    pub rows: Vec<Text>,
}

/// A limit on a list as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// If `row` is in the force, none of the others may be (§ottoman.note.2).
    Exclusive {
        /// The row.
        row: Text,
        /// The rows it excludes.
        excludes: Vec<Text>,
    },
    /// Percentages are based on this segment, not on the whole force (§usa.note.1).
    ShareBase(Segment),
    /// The segment must be at least this percentage of the force.
    MinShare {
        /// The segment.
        segment: Segment,
        /// Per cent.
        percent: i32,
    },
    /// The segment should be within these percentages of the force, if it is present at all (§army.R55).
    ShareRange {
        /// The segment.
        segment: Segment,
        /// Least, in per cent.
        least: i32,
        /// Most, in per cent.
        most: i32,
    },
    /// If `with` is in the force, every unit of `row` has this many castings (§spain.note.1).
    ConvergedLine {
        /// The row whose size is determined.
        row: Text,
        /// The row that determines it.
        with: Text,
        /// Castings.
        castings: i32,
    },
}

/// A nation's list.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its nation.
    pub nation: Nation,
    /// Its title.
    pub title: Text,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// The limits on it as a whole, in order.
    pub limits: Vec<Limit>,
    /// The notes below it, in order.
    pub notes: Vec<Shared<Note>>,
}

impl Army {
    /// The column of a period, or the fault of a period for which the nation has no column.
    pub fn column(&self, period: Period) -> Result<&Column, Fault> {
        self.columns.iter().find(|column| column.period == period).ok_or_else(|| {
            let known: Vec<_> = self.columns.iter().map(|column| column.period.as_str()).collect();
            unknown("period", period.as_str(), &known)
        })
    }

    /// The notes that apply to a column: those without years, and those whose years overlap the column's.
    pub fn notes_of<'a>(&'a self, column: &'a Column) -> impl Iterator<Item = &'a Shared<Note>> {
        let [first, last] = column.years;
        self.notes.iter().filter(move |note| {
            note.from.is_none_or(|from| from <= last) && note.to.is_none_or(|to| first <= to)
        })
    }
}

#[cold]
fn unknown(fact: &str, given: &str, known: &[&str]) -> Fault {
    let blanks =
        vec![("given", given.into()), ("hint", hint(given, known)), ("known", known.join(", ").into())];
    Fault::new(Code::UnknownValue, fact, krigsspil_engine::wordings::UNKNOWN_VALUE, blanks)
}
