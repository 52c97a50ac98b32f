//! The three macros that declare facts, choices and quantities.

/// Declares a group of facts: one line a fact.
///
/// `name: Type [least..=most] = default, "rule";` Bounds, default and rule may be left out; a fact without a default must
/// be given. Behind the bounds may stand `step 0.5` (a multiple of it) and, for a list of numbers, `each 1..=200`; the bounds of
/// a list are those of its length. A fact whose name is a word of Rust's is declared `going as "move": Type`.
///
/// Facts that several groups share are a group of their own, laid in before or behind the others with `..name: Group;`. In JSON
/// they stand among the others.
///
/// ```
/// use krigsspil_engine::{Facts, Figures, facts};
///
/// facts! {
///     /// Who fires, and how far.
///     pub struct Volley {
///         figures: Figures [0..=400];
///         distance_cm: f64 [0..=400 step 0.5];
///         first_fire: bool = false, "05.02.4";
///         ranks: Vec<i32> [1..=4 each 1..=60] = vec![2];
///     }
/// }
///
/// let volley = Volley::from_json(r#"{"figures": 24, "distance_cm": 8}"#)?;
/// assert_eq!(volley.figures, Figures(24));
/// assert!(!volley.first_fire);
///
/// let fault = Volley::from_json(r#"{"figures": 500, "distance_cm": 8}"#).unwrap_err();
/// assert_eq!(fault.to_string(), "figures: 500 is outside 0 to 400");
///
/// facts! {
///     /// A volley from behind a wall.
///     pub struct CoveredVolley {
///         ..volley: Volley;
///         cover: i32 [1..=3];
///     }
/// }
///
/// let covered = CoveredVolley::from_json(r#"{"cover": 2, "figures": 24, "distance_cm": 8}"#)?;
/// assert_eq!(covered.volley, volley);
/// # Ok::<(), krigsspil_engine::Fault>(())
/// ```
#[macro_export]
macro_rules! facts {
    (@bounds) => { None };
    (@bounds $least:literal ..= $most:literal) => {
        Some($crate::fact::Bounds { least: $least as f64, most: $most as f64 })
    };
    (@step) => { None };
    (@step $step:literal) => { Some($step as f64) };
    (@default $type:ty) => { None };
    (@default $type:ty, $default:expr) => {
        Some(|| {
            let default: $type = $default;
            $crate::serde_json::to_value(default).unwrap_or($crate::serde_json::Value::Null)
        })
    };
    (@otherwise $spec:expr, $complaint:expr) => {
        return Err($complaint.leave($crate::fact::missing($spec)))
    };
    (@otherwise $spec:expr, $complaint:expr, $default:expr) => { $default };
    (@cite) => { "" };
    (@cite $cite:literal) => { $cite };
    (@word $name:ident) => { stringify!($name) };
    (@word $name:ident $word:literal) => { $word };
    (
        $(#[$attribute:meta])*
        pub struct $group:ident {
            $(..$head:ident : $head_type:ty;)+
            $(
                $(#[$doc:meta])*
                $name:ident $(as $word:literal)? : $type:ty
                $([ $least:literal ..= $most:literal $(step $step:literal)?
                    $(each $each_least:literal ..= $each_most:literal)? ])?
                $(= $default:expr)?
                $(, $cite:literal)?
                ;
            )+
            $(..$tail:ident : $tail_type:ty;)*
        }
    ) => {
        $crate::facts! {
            @group
                $(#[$attribute])* $group
                [$($head: $head_type;)*]
                [$(
                    $(#[$doc])*
                    $name $(as $word)? : $type
                    $([ $least ..= $most $(step $step)? $(each $each_least ..= $each_most)? ])?
                    $(= $default)?
                    $(, $cite)?
                    ;
                )*]
                [$($tail: $tail_type;)*]
        }
    };
    (
        $(#[$attribute:meta])*
        pub struct $group:ident {
            $(
                $(#[$doc:meta])*
                $name:ident $(as $word:literal)? : $type:ty
                $([ $least:literal ..= $most:literal $(step $step:literal)?
                    $(each $each_least:literal ..= $each_most:literal)? ])?
                $(= $default:expr)?
                $(, $cite:literal)?
                ;
            )*
            $(..$tail:ident : $tail_type:ty;)*
        }
    ) => {
        $crate::facts! {
            @group
                $(#[$attribute])* $group
                []
                [$(
                    $(#[$doc])*
                    $name $(as $word)? : $type
                    $([ $least ..= $most $(step $step)? $(each $each_least ..= $each_most)? ])?
                    $(= $default)?
                    $(, $cite)?
                    ;
                )*]
                [$($tail: $tail_type;)*]
        }
    };
    (
        @group
            $(#[$attribute:meta])* $group:ident
            [$($head:ident : $head_type:ty;)*]
            [
            $(
                $(#[$doc:meta])*
                $name:ident $(as $word:literal)? : $type:ty
                $([ $least:literal ..= $most:literal $(step $step:literal)?
                    $(each $each_least:literal ..= $each_most:literal)? ])?
                $(= $default:expr)?
                $(, $cite:literal)?
                ;
            )*
            ]
            [$($tail:ident : $tail_type:ty;)*]
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, $crate::serde::Serialize)]
        #[serde(crate = "krigsspil_engine::serde")]
        pub struct $group {
            $(
                #[doc = concat!("The facts of [`", stringify!($head_type), "`], shared with others.")]
                #[serde(flatten)]
                pub $head: $head_type,
            )*
            $(
                $(#[$doc])*
                #[doc = concat!("The fact `", $crate::facts!(@word $name $($word)?), "`." $(, " (§", $cite, ")")?)]
                $(#[serde(rename = $word)])?
                pub $name: $type,
            )*
            $(
                #[doc = concat!("The facts of [`", stringify!($tail_type), "`], shared with others.")]
                #[serde(flatten)]
                pub $tail: $tail_type,
            )*
        }

        const _: () = {
            use $crate::fact::{Complaint, Fact, FactSpec, Facts, Kind, ValueSeed};
            use $crate::serde::de::{Deserializer, MapAccess};

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[derive(Clone, Copy)]
            enum Slot { $($name),* }
            const SLOTS: &[Slot] = &[$(Slot::$name),*];

            /// The facts declared here, without those of the groups laid in.
            const OWN: &[FactSpec] = &[$(FactSpec {
                name: $crate::facts!(@word $name $($word)?),
                kind: <$type as Fact>::KIND,
                bounds: $crate::facts!(@bounds $($least ..= $most)?),
                each: $crate::facts!(@bounds $($($each_least ..= $each_most)?)?),
                step: $crate::facts!(@step $($($step)?)?),
                default: $crate::facts!(@default $type $(, $default)?),
                cite: $crate::facts!(@cite $($cite)?),
            }),*];
            const COUNT: usize = OWN.len()
                $(+ <$head_type as Facts>::SPECS.len())*
                $(+ <$tail_type as Facts>::SPECS.len())*;
            const SPECS: [FactSpec; COUNT] = $crate::joined(
                &[$(<$head_type as Facts>::SPECS,)* OWN, $(<$tail_type as Facts>::SPECS,)*],
                FactSpec::NOTHING,
            );

            #[doc(hidden)]
            pub struct Draft {
                $($head: <$head_type as Facts>::Draft,)*
                $($name: Option<$type>,)*
                $($tail: <$tail_type as Facts>::Draft,)*
            }

            impl Default for Draft {
                fn default() -> Self {
                    Draft {
                        $($head: Default::default(),)*
                        $($name: None,)*
                        $($tail: Default::default(),)*
                    }
                }
            }

            impl Facts for $group {
                const SPECS: &'static [FactSpec] = &SPECS;
                type Draft = Draft;

                #[allow(unused_mut, unused_variables, unused_assignments, unreachable_code)]
                fn take<'de, A: MapAccess<'de>>(
                    draft: &mut Draft,
                    place: usize,
                    given: &mut A,
                    complaint: &Complaint,
                ) -> Result<(), A::Error> {
                    let mut place = place;
                    $(
                        if place < <$head_type as Facts>::SPECS.len() {
                            return <$head_type as Facts>::take(&mut draft.$head, place, given, complaint);
                        }
                        place -= <$head_type as Facts>::SPECS.len();
                    )*
                    if place < OWN.len() {
                        let spec = &OWN[place];
                        match SLOTS[place] {
                            $(Slot::$name => {
                                let of = ::std::marker::PhantomData;
                                let value = given.next_value_seed(ValueSeed { spec, complaint, of })?;
                                if draft.$name.replace(value).is_some() {
                                    return Err(complaint.leave($crate::fact::repeated(spec)));
                                }
                            })*
                        }
                        return Ok(());
                    }
                    place -= OWN.len();
                    $(
                        if place < <$tail_type as Facts>::SPECS.len() {
                            return <$tail_type as Facts>::take(&mut draft.$tail, place, given, complaint);
                        }
                        place -= <$tail_type as Facts>::SPECS.len();
                    )*
                    Ok(())
                }

                #[allow(unused_variables)]
                fn finish<E: $crate::serde::de::Error>(draft: Draft, complaint: &Complaint) -> Result<Self, E> {
                    Ok($group {
                        $($head: <$head_type as Facts>::finish(draft.$head, complaint)?,)*
                        $($name: match draft.$name {
                            Some(value) => value,
                            None => $crate::facts!(
                                @otherwise &OWN[Slot::$name as usize], complaint $(, $default)?
                            ),
                        },)*
                        $($tail: <$tail_type as Facts>::finish(draft.$tail, complaint)?,)*
                    })
                }
            }

            impl Fact for $group {
                const KIND: Kind = Kind::Object(<$group as Facts>::SPECS);

                fn read<'de, D: Deserializer<'de>>(
                    from: D,
                    _: &FactSpec,
                    complaint: &Complaint,
                ) -> Result<Self, D::Error> {
                    <$group as Facts>::read_within(from, complaint)
                }
            }
        };
    };
}

/// Joins lists end to end; `blank` fills places that are left. Used by
/// [`facts!`](crate::facts) and [`outcome!`](crate::outcome!).
pub const fn joined<T: Copy, const COUNT: usize>(lists: &[&[T]], blank: T) -> [T; COUNT] {
    let mut all = [blank; COUNT];
    let (mut list, mut place) = (0, 0);
    while list < lists.len() {
        let mut one = 0;
        while one < lists[list].len() {
            all[place] = lists[list][one];
            one += 1;
            place += 1;
        }
        list += 1;
    }
    all
}

/// Declares an enum whose variants have words: `Variant = "word"`. It can stand among facts and in outcomes.
///
/// ```
/// use krigsspil_engine::choices;
///
/// choices! {
///     /// How a unit keeps together.
///     pub enum Order { Good = "OR", Light = "LU", Disorder = "U", Rout = "FU" }
/// }
/// assert_eq!(Order::Rout.to_string(), "FU");
/// assert_eq!("LU".parse(), Ok(Order::Light));
/// assert!(Order::Good < Order::Rout);
/// ```
#[macro_export]
macro_rules! choices {
    ($($(#[$attribute:meta])* pub enum $choice:ident { $($variant:ident = $name:literal),* $(,)? })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $choice {
            $(#[doc = concat!("`", $name, "`")] $variant),*
        }

        impl $choice {
            /// Every choice, in order.
            pub const ALL: &'static [$choice] = &[$($choice::$variant),*];

            /// The word for it.
            pub const fn as_str(self) -> &'static str {
                match self { $($choice::$variant => $name),* }
            }
        }

        impl $crate::fact::Choice for $choice {
            const ALL: &'static [Self] = $choice::ALL;
            const NAMES: &'static [&'static str] = &[$($name),*];
        }

        impl ::std::fmt::Display for $choice {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::std::str::FromStr for $choice {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|choice| choice.as_str() == word)
                    .ok_or_else(|| $crate::UnknownWord::new(word, &[$($name),*]))
            }
        }

        impl $crate::serde::Serialize for $choice {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $choice {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <::std::string::String as $crate::serde::Deserialize>::deserialize(from)?;
                word.parse().map_err(|unknown: $crate::UnknownWord| $crate::serde::de::Error::custom(unknown))
            }
        }

        impl $crate::fact::Fact for $choice {
            const KIND: $crate::fact::Kind =
                $crate::fact::Kind::Choice { of: stringify!($choice), names: &[$($name),*] };

            fn read<'de, D: $crate::serde::de::Deserializer<'de>>(
                from: D,
                spec: &$crate::fact::FactSpec,
                complaint: &$crate::fact::Complaint,
            ) -> Result<Self, D::Error> {
                $crate::fact::read_choice(from, spec, complaint)
            }
        }

        impl $crate::outcome::OutcomeValue for $choice {
            const KIND: $crate::fact::Kind = <$choice as $crate::fact::Fact>::KIND;
        }

        impl $crate::battle::Showable for $choice {
            const KIND: $crate::fact::Kind = <$choice as $crate::fact::Fact>::KIND;
        }
    )*};
}

/// Declares a quantity counted in whole numbers (`Men(i32)`) or measured (`Centimetres(f64)`), so that men are never
/// added to figures.
///
/// ```
/// krigsspil_engine::quantities! {
///     /// Horses.
///     pub struct Horses(i32);
/// }
/// assert_eq!(Horses(4) + Horses(2), Horses(6));
/// ```
#[macro_export]
macro_rules! quantities {
    ($($(#[$attribute:meta])* pub struct $quantity:ident($number:ident);)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Default, $crate::serde::Serialize)]
        #[serde(crate = "krigsspil_engine::serde", transparent)]
        pub struct $quantity(pub $number);

        impl ::std::ops::Add for $quantity {
            type Output = Self;
            fn add(self, more: Self) -> Self { $quantity(self.0 + more.0) }
        }
        impl ::std::ops::Sub for $quantity {
            type Output = Self;
            fn sub(self, less: Self) -> Self { $quantity(self.0 - less.0) }
        }
        impl ::std::ops::AddAssign for $quantity {
            fn add_assign(&mut self, more: Self) { self.0 += more.0; }
        }
        impl ::std::ops::SubAssign for $quantity {
            fn sub_assign(&mut self, less: Self) { self.0 -= less.0; }
        }
        impl ::std::iter::Sum for $quantity {
            fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
                each.fold($quantity::default(), |sum, one| sum + one)
            }
        }
        impl ::std::fmt::Display for $quantity {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result { self.0.fmt(f) }
        }
        impl $crate::fact::Fact for $quantity {
            const KIND: $crate::fact::Kind = <$number as $crate::fact::Fact>::KIND;

            fn read<'de, D: $crate::serde::de::Deserializer<'de>>(
                from: D,
                spec: &$crate::fact::FactSpec,
                complaint: &$crate::fact::Complaint,
            ) -> Result<Self, D::Error> {
                <$number as $crate::fact::Fact>::read(from, spec, complaint).map($quantity)
            }
        }
        impl $crate::battle::Showable for $quantity {
            const KIND: $crate::fact::Kind = <$number as $crate::fact::Fact>::KIND;
        }
        $crate::quantities!(@traits $number $quantity);
    )*};
    (@traits i32 $quantity:ident) => {
        impl Eq for $quantity {}
        impl PartialOrd for $quantity {
            fn partial_cmp(&self, other: &Self) -> Option<::std::cmp::Ordering> { Some(self.cmp(other)) }
        }
        impl Ord for $quantity {
            fn cmp(&self, other: &Self) -> ::std::cmp::Ordering { self.0.cmp(&other.0) }
        }
        impl ::std::hash::Hash for $quantity {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) { self.0.hash(state); }
        }
        impl $crate::outcome::OutcomeValue for $quantity {
            const KIND: $crate::fact::Kind = $crate::fact::Kind::Whole;
        }
    };
    (@traits f64 $quantity:ident) => {
        /// Equality is bit by bit, so that outcomes can be counted.
        impl Eq for $quantity {}
        impl PartialOrd for $quantity {
            fn partial_cmp(&self, other: &Self) -> Option<::std::cmp::Ordering> { self.0.partial_cmp(&other.0) }
        }
        impl ::std::hash::Hash for $quantity {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) { self.0.to_bits().hash(state); }
        }
        impl $crate::outcome::OutcomeValue for $quantity {
            const KIND: $crate::fact::Kind = $crate::fact::Kind::Number;
        }
    };
}

/// A word that is not among the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    given: String,
    known: String,
    near: Option<String>,
}

impl UnknownWord {
    /// The error for `given`, which is not one of the `known` words.
    pub fn new(given: &str, known: &[&str]) -> Self {
        let near = crate::fact::nearest(given, known).map(str::to_string);
        UnknownWord { given: given.into(), known: crate::fact::shortened(known), near }
    }
}

impl UnknownWord {
    /// What is wrong, and what would be right.
    pub fn sentence(self) -> crate::Sentence {
        crate::wordings::UNKNOWN_VALUE.with([
            ("given", self.given.into()),
            ("known", self.known.into()),
            ("hint", crate::Filling::DidYouMean(self.near)),
        ])
    }
}

impl From<UnknownWord> for crate::Sentence {
    fn from(unknown: UnknownWord) -> Self {
        unknown.sentence()
    }
}

/// In English.
impl std::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.clone().sentence().fmt(f)
    }
}

impl std::error::Error for UnknownWord {}
