//! Typed ids: units, posts, couriers, sides, features and seats, each with numbers of its own, none used twice.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of something in its [`Roll`].
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id with this number.
    fn of(number: usize) -> Self;
    /// Its number.
    fn number(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl Id for $name {
            #[inline]
            fn of(number: usize) -> Self {
                // No battle has four thousand million of anything: a roll cannot grow that long.
                $name(u32::try_from(number).unwrap_or(u32::MAX))
            }
            #[inline]
            fn number(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A unit, a battery or a wagon.
    UnitId;
    /// A leader's post: it stays when its holder falls.
    PostId;
    /// A courier.
    CourierId;
    /// A side.
    SideId;
    /// A feature of the map: the scenario's first, in their order, then the works made in play.
    FeatureId;
    /// A seat, by its place in the [`Seating`](crate::knowledge::Seating).
    SeatNo;
}

impl From<krigsspil_field::ground::FeatureId> for FeatureId {
    fn from(feature: krigsspil_field::ground::FeatureId) -> Self {
        FeatureId::of(feature.0)
    }
}

/// Everything of a kind, found by id only. Nothing is ever removed, so no id is used twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll<I, T> {
    list: Vec<T>,
    kind: PhantomData<fn() -> I>,
}

impl<I, T> Default for Roll<I, T> {
    fn default() -> Self {
        Roll { list: Vec::new(), kind: PhantomData }
    }
}

impl<I: Id, T> Roll<I, T> {
    /// An empty roll.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, and returns its id.
    pub fn add(&mut self, one: T) -> I {
        self.list.push(one);
        I::of(self.list.len() - 1)
    }

    /// How many there have ever been.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The one with this id; `None` if the id belongs to another battle.
    pub fn get(&self, id: I) -> Option<&T> {
        self.list.get(id.number())
    }

    /// Every id, in order. It does not borrow the roll.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I, T> {
        (0..self.list.len()).map(I::of)
    }

    /// Everything with its id, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + Clone {
        self.list.iter().enumerate().map(|(number, one)| (I::of(number), one))
    }

    /// The same, mutable.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.list.iter_mut().enumerate().map(|(number, one)| (I::of(number), one))
    }

    /// Everything, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.list.iter()
    }

    /// The same, mutable.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.list.iter_mut()
    }

    /// The first for which something is true.
    pub fn find(&self, is: impl Fn(&T) -> bool) -> Option<I> {
        self.list.iter().position(is).map(I::of)
    }
}

impl<I: Id, T> FromIterator<T> for Roll<I, T> {
    fn from_iter<L: IntoIterator<Item = T>>(list: L) -> Self {
        Roll { list: list.into_iter().collect(), kind: PhantomData }
    }
}

impl<I: Id, T> Index<I> for Roll<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.list[id.number()]
    }
}

impl<I: Id, T> IndexMut<I> for Roll<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.list[id.number()]
    }
}

/// As a list.
impl<I, T: Serialize> Serialize for Roll<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for Roll<I, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Roll { list: Vec::deserialize(from)?, kind: PhantomData })
    }
}

/// A set of ids with a fast membership test.
#[derive(Clone, PartialEq, Eq)]
pub struct IdSet<I> {
    words: Vec<u64>,
    kind: PhantomData<fn() -> I>,
}

impl<I> Default for IdSet<I> {
    fn default() -> Self {
        IdSet { words: Vec::new(), kind: PhantomData }
    }
}

impl<I: Id> IdSet<I> {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Is this one in it?
    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.number() / 64).is_some_and(|word| word & bit(id) != 0)
    }

    /// Adds one; returns whether it was not in it before.
    pub fn insert(&mut self, id: I) -> bool {
        let word = id.number() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit(id) == 0;
        self.words[word] |= bit(id);
        new
    }

    /// Removes one; returns whether it was in it.
    pub fn remove(&mut self, id: I) -> bool {
        let was = self.contains(id);
        if was {
            self.words[id.number() / 64] &= !bit(id);
            // Equal sets must have equal words.
            while self.words.last() == Some(&0) {
                self.words.pop();
            }
        }
        was
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Those in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        let in_word = |(place, word): (usize, &u64)| {
            let word = *word;
            (0..64)
                .filter(move |number| word & (1 << number) != 0)
                .map(move |number| I::of(place * 64 + number))
        };
        self.words.iter().enumerate().flat_map(in_word)
    }
}

fn bit<I: Id>(id: I) -> u64 {
    1 << (id.number() % 64)
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<L: IntoIterator<Item = I>>(list: L) -> Self {
        let mut set = IdSet::new();
        for id in list {
            set.insert(id);
        }
        set
    }
}

impl<I: Id> fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// As a sorted list.
impl<I: Id + Serialize> Serialize for IdSet<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// No battle has more of anything than this; a file that says so is refused.
const MOST: usize = 1 << 20;

impl<'de, I: Id + Deserialize<'de>> Deserialize<'de> for IdSet<I> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::<I>::deserialize(from)?;
        match list.iter().find(|id| id.number() >= MOST) {
            Some(id) => Err(serde::de::Error::custom(format_args!("{id:?} is beyond {MOST}"))),
            None => Ok(list.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything is found by the id under which it was added, and a roll is stored as a list.
    #[test]
    fn a_roll_keeps_its_ids() {
        let mut units: Roll<UnitId, &str> = Roll::new();
        let (first, second) = (units.add("2nd Wisconsin"), units.add("6th Wisconsin"));
        assert_eq!((units[first], units[second]), ("2nd Wisconsin", "6th Wisconsin"));
        assert_eq!(units.find(|name| name.starts_with('6')), Some(second));
        assert_eq!(units.ids().collect::<Vec<_>>(), [first, second]);
        assert_eq!(serde_json::to_string(&units).unwrap(), r#"["2nd Wisconsin","6th Wisconsin"]"#);
        assert_eq!(units.get(UnitId::of(2)), None);
    }

    /// A set lists its members in order, across the borders of its words; sets with the same members are equal, however they were built.
    #[test]
    fn a_set_of_ids() {
        let ids = [130, 3, 63, 64].map(UnitId::of);
        let mut set: IdSet<UnitId> = ids.into_iter().collect();
        assert!(
            set.contains(UnitId::of(64)) && !set.contains(UnitId::of(65)) && !set.contains(UnitId::of(9_999))
        );
        assert_eq!(serde_json::to_string(&set).unwrap(), "[3,63,64,130]");
        assert_eq!(set.len(), 4);
        assert!(set.remove(UnitId::of(130)) && !set.remove(UnitId::of(130)));
        assert_eq!(set, [3, 63, 64].map(UnitId::of).into_iter().collect());
        assert!(!set.insert(UnitId::of(3)));
        assert_eq!(serde_json::from_str::<IdSet<UnitId>>("[64,3,63]").unwrap(), set);
        assert!(serde_json::from_str::<IdSet<UnitId>>("[4000000000]").is_err());
    }
}
