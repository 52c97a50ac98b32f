//! What a rule set ships with, the files beside its source, and how it is opened.

/// The printed tables of a crate, compiled in: file name and text. First the folder, then the files without their ending.
///
/// `printed!["tables": "tabel-1", "tabel-2"]`
#[macro_export]
macro_rules! printed {
    ($folder:literal: $($id:literal),* $(,)?) => {
        &[$((
            concat!($id, ".toml"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $id, ".toml")),
        )),*]
    };
}

/// Declares how a rule set is opened: `open`, `printed`, `open_from`, and `words` for the crate itself.
///
/// `words` names the message files beside `messages/en.toml` and `messages/da.toml`; `with` adds what else the book holds: its
/// catalogue, options, modifiers and refusals.
///
/// ```ignore
/// krigsspil_engine::rule_set! {
///     id: "torden",
///     tables: Tables, [tables::PRINTED],
///     words: ["companion", "rules"],
///     entries: [ENTRIES],
///     with: |book| book.with_catalogue(catalogue::catalogue).with_refusals(&[modifiers::REFUSALS]),
/// }
/// ```
#[macro_export]
macro_rules! rule_set {
    (
        id: $id:literal,
        tables: $tables:ty, [$($printed:path),+],
        words: [$($words:literal),*],
        entries: [$($entries:path),+],
        with: $with:expr $(,)?
    ) => {
        /// Opens the rules. A club's own tables from `house` replace the printed tables with the same names.
        pub fn open(
            house: Option<&::std::path::Path>,
        ) -> Result<$crate::Book<$tables>, $crate::table::HouseFault> {
            let source = printed();
            match house {
                Some(folder) => open_from(&source.with_house(folder)?),
                None => open_from(&source),
            }
        }

        /// The tables as printed, which a club may replace.
        pub fn printed() -> $crate::table::TableSource {
            $crate::table::TableSource::printed(&[$($printed),+])
        }

        /// Opens the rules with the tables of a source.
        pub fn open_from(
            source: &$crate::table::TableSource,
        ) -> Result<$crate::Book<$tables>, $crate::table::HouseFault> {
            let shelf = source.read()?;
            let tables = <$tables>::read(&shelf)?;
            let book = $crate::Book::new($id, words().clone(), shelf, tables, &[$($entries),+]);
            let with: fn($crate::Book<$tables>) -> $crate::Book<$tables> = $with;
            Ok(with(book.with_roster(roster()).with_handbook(handbook())))
        }

        /// The words of the rules. The files are part of the program and read by a test, so they cannot be broken here.
        pub(crate) fn words() -> &'static $crate::Messages {
            static WORDS: ::std::sync::LazyLock<$crate::Messages> = ::std::sync::LazyLock::new(|| {
                $crate::Messages::read_all(&[
                    (
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/en.toml")),
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/da.toml")),
                    ),
                    $((
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/", $words, ".en.toml")),
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/", $words, ".da.toml")),
                    ),)*
                ])
                .unwrap_or_default()
            });
            &WORDS
        }

        /// How the procedures use a unit on a roster. An unreadable plan is empty, and the tests report it.
        fn roster() -> $crate::roster::RosterPlan {
            let plan = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/roster.toml"));
            $crate::roster::RosterPlan::read(plan).unwrap_or_default()
        }

        /// The order in which the rules are read, and their words. Unreadable files are empty, and the tests report it.
        fn handbook() -> $crate::handbook::Handbook {
            let chapters = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/book.toml"));
            let glossary = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/messages/glossary.toml"));
            $crate::handbook::Handbook::read(chapters, glossary).unwrap_or_default()
        }
    };
}

/// Declares the rules as their battles use them: with their tables, printed or a club's own. Cheap to clone.
///
/// `rules_with_tables! { /// The rules, ready for play. pub struct Torden(Tables), [crate::tables::PRINTED]; }`
#[macro_export]
macro_rules! rules_with_tables {
    ($(#[$doc:meta])* pub struct $name:ident($tables:ty), [$($printed:path),+];) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            tables: ::std::sync::Arc<$tables>,
            house: ::std::sync::Arc<$crate::battle::HouseTables>,
        }

        impl $name {
            /// The printed rules.
            pub fn printed() -> Result<Self, $crate::table::HouseFault> {
                Self::with_tables(&$crate::table::TableSource::printed(&[$($printed),+]))
            }

            /// The rules with a club's own tables, given as names and texts.
            pub fn with_house(
                house: &$crate::battle::HouseTables,
            ) -> Result<Self, $crate::table::HouseFault> {
                let printed = $crate::table::TableSource::printed(&[$($printed),+]);
                Self::with_tables(&printed.with_texts(house)?)
            }

            /// The rules with the tables of a source.
            pub fn with_tables(
                source: &$crate::table::TableSource,
            ) -> Result<Self, $crate::table::HouseFault> {
                let house = ::std::sync::Arc::new(source.house().clone());
                let tables = <$tables>::read(&source.read()?)?;
                Ok(Self { tables: ::std::sync::Arc::new(tables), house })
            }

            /// The tables.
            pub fn tables(&self) -> &$tables {
                &self.tables
            }
        }
    };
}
