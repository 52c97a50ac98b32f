use super::{Chance, Dice, Die, RollName};
use crate::fault::Fault;

/// One question already asked on the current way, and the answer being tried.
#[derive(Clone, Debug)]
struct Branch {
    /// How many throws give each answer; the answer is the index.
    ways: Vec<u128>,
    /// How many throws there are.
    of: u128,
    answer: usize,
    /// The chance of the answers before it. They stay as they are for as long as this question is on the way.
    before: Chance,
}

/// Dice that visit every roll: run the procedure once for each [`EveryRoll::next_way`], and every way through its dice
/// has been seen exactly once, with its exact chance.
///
/// ```
/// use krigsspil_engine::dice::{Dice, Die, EveryRoll};
///
/// let mut dice = EveryRoll::new();
/// let mut sevens = 0u32;
/// let mut ways = 0u32;
/// while dice.next_way() {
///     let [one, two] = dice.pair("fire", Die::D6)?;
///     ways += 1;
///     sevens += u32::from(one + two == 7);
/// }
/// assert_eq!((sevens, ways), (6, 36));
/// # Ok::<(), krigsspil_engine::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EveryRoll {
    path: Vec<Branch>,
    depth: usize,
    started: bool,
    /// What the lots of the present way have come to.
    lots: Vec<i32>,
    within: Option<WithinLot>,
}

/// The one lot whose rolls are visited. The lots before it are fixed, and those after it do not matter.
#[derive(Clone, Debug)]
struct WithinLot {
    lot: usize,
    before: Vec<usize>,
    replayed: usize,
}

impl EveryRoll {
    /// An enumerator before its first way.
    pub fn new() -> Self {
        Self::default()
    }

    /// An enumerator of the rolls of one lot (see [`Dice::end_lot`]), the `before` of it having been answered.
    pub(crate) fn within_lot(lot: usize, before: Vec<usize>) -> Self {
        EveryRoll { within: Some(WithinLot { lot, before, replayed: 0 }), ..Self::default() }
    }

    /// What the lots of the way just run have come to.
    pub(crate) fn lots(&self) -> &[i32] {
        &self.lots
    }

    /// The answers of the way just run, up to the end of the lot that is visited.
    pub(crate) fn answers(&self) -> Vec<usize> {
        let before = self.within.iter().flat_map(|within| within.before.iter().copied());
        before.chain(self.path.iter().map(|branch| branch.answer)).collect()
    }

    /// Goes on to the next way through the dice; false when every way has been seen.
    pub fn next_way(&mut self) -> bool {
        self.depth = 0;
        self.lots.clear();
        if let Some(within) = &mut self.within {
            within.replayed = 0;
        }
        if !self.started {
            self.started = true;
            return true;
        }
        while let Some(last) = self.path.last_mut() {
            let next = (last.answer + 1..last.ways.len()).find(|&answer| last.ways[answer] > 0);
            match next {
                Some(answer) => {
                    last.answer = answer;
                    return true;
                }
                None => {
                    self.path.pop();
                }
            }
        }
        false
    }

    /// The chance of the way just run, when it fits in 128 bits: (ways, of).
    pub fn small_chance(&self) -> Option<(u128, u128)> {
        self.path.iter().try_fold((1u128, 1u128), |(ways, of), branch| {
            Some((ways.checked_mul(branch.ways[branch.answer])?, of.checked_mul(branch.of)?))
        })
    }

    /// The exact chance of the way just run.
    pub fn chance(&self) -> Chance {
        let last = |last: &Branch| last.before.times(&Chance::new(last.ways[last.answer], last.of));
        self.path.last().map_or(Chance::certain(), last)
    }

    fn answer(&mut self, ways: impl FnOnce() -> Result<Vec<u128>, Fault>) -> Result<usize, Fault> {
        let first = |ways: &[u128]| ways.iter().position(|&count| count > 0).unwrap_or(0);
        if let Some(within) = &mut self.within {
            if let Some(&answer) = within.before.get(within.replayed) {
                within.replayed += 1;
                return Ok(answer);
            }
            if self.lots.len() > within.lot {
                return Ok(first(&ways()?));
            }
        }
        if self.depth == self.path.len() {
            let ways = ways()?;
            let (answer, of) = (first(&ways), ways.iter().sum());
            let before = self.chance();
            self.path.push(Branch { ways, of, answer, before });
        }
        let answer = self.path[self.depth].answer;
        self.depth += 1;
        Ok(answer)
    }
}

/// How many throws of `count` dice with `faces` faces give each sum above the lowest; `None` if it overflows.
fn ways_of_sum(count: u32, faces: usize) -> Option<Vec<u128>> {
    let mut ways = vec![1u128];
    for _ in 0..count {
        let mut next = vec![0u128; ways.len() + faces - 1];
        for (sum, &count) in ways.iter().enumerate() {
            for slot in &mut next[sum..sum + faces] {
                *slot = slot.checked_add(count)?;
            }
        }
        ways = next;
    }
    Some(ways)
}

/// How many throws of `count` dice give each number of hits, when `hit` of `faces` faces hit; `None` if it overflows.
fn ways_of_hits(count: u32, hit: u128, faces: u128) -> Option<Vec<u128>> {
    let mut ways = vec![1u128];
    for _ in 0..count {
        let mut next = vec![0u128; ways.len() + 1];
        for (hits, &count) in ways.iter().enumerate() {
            next[hits] = next[hits].checked_add(count.checked_mul(faces - hit)?)?;
            next[hits + 1] = next[hits + 1].checked_add(count.checked_mul(hit)?)?;
        }
        ways = next;
    }
    Some(ways)
}

impl Dice for EveryRoll {
    fn roll(&mut self, _name: RollName, die: Die) -> Result<i32, Fault> {
        let face = self.answer(|| Ok(vec![1; die.faces() as usize]))?;
        Ok(die.lowest() + face as i32)
    }

    fn sum(&mut self, _name: RollName, count: u32, die: Die) -> Result<i32, Fault> {
        let above = self.answer(|| {
            ways_of_sum(count, die.faces() as usize).ok_or_else(|| Fault::too_many_to_enumerate(count))
        })?;
        Ok(die.lowest() * count as i32 + above as i32)
    }

    fn at_most(&mut self, _name: RollName, count: u32, die: Die, limit: i32) -> Result<u32, Fault> {
        // A run of dice too long for 128 bits is split; the parts are independent, so the chances stay exact.
        const LONGEST: u32 = 16;
        let hit = (limit - die.lowest() + 1).clamp(0, die.faces()) as u128;
        let (mut left, mut hits) = (count, 0);
        while left > 0 {
            let now = left.min(LONGEST);
            hits += self.answer(|| {
                ways_of_hits(now, hit, die.faces() as u128).ok_or_else(|| Fault::too_many_to_enumerate(count))
            })? as u32;
            left -= now;
        }
        Ok(hits)
    }

    fn band(&mut self, _name: RollName, die: Die, tops: &[i32]) -> Result<usize, Fault> {
        self.answer(|| {
            let mut ways = vec![0u128; tops.len() + 1];
            for face in die.lowest()..=die.highest() {
                ways[tops.iter().filter(|top| face > **top).count()] += 1;
            }
            Ok(ways)
        })
    }

    fn end_lot(&mut self, come_to: i32) {
        self.lots.push(come_to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of three dice have the triangle numbers' ways and together all 216.
    #[test]
    fn three_dice_have_sixteen_sums() {
        let mut dice = EveryRoll::new();
        let mut seen = Vec::new();
        while dice.next_way() {
            let sum = dice.sum("melee", 3, Die::D6).unwrap();
            seen.push((sum, dice.small_chance().unwrap()));
        }
        assert_eq!(seen.len(), 16);
        assert_eq!(seen[0], (3, (1, 216)));
        assert_eq!(seen[7], (10, (27, 216)));
        assert_eq!(seen.iter().map(|(_, (ways, _))| ways).sum::<u128>(), 216);
    }

    /// Forty ten-sided dice overflow no arithmetic, and the chances add up to one.
    #[test]
    fn long_runs_of_hits_stay_exact() {
        let mut dice = EveryRoll::new();
        let mut sum = Chance::new(0, 1);
        while dice.next_way() {
            dice.at_most("bombardment", 40, Die::D10, 6).unwrap();
            sum += &dice.chance();
        }
        assert_eq!(sum, Chance::certain());
    }

    /// A percentile die in three bands has three answers, weighed by their faces.
    #[test]
    fn bands_are_weighed_by_their_faces() {
        let mut dice = EveryRoll::new();
        let mut seen = Vec::new();
        while dice.next_way() {
            let band = dice.band("damage", Die::Percentile, &[20, 65]).unwrap();
            seen.push((band, dice.small_chance().unwrap().0));
        }
        assert_eq!(seen, [(0, 20), (1, 45), (2, 35)]);
    }

    /// The number of later dice may depend on the earlier ones.
    #[test]
    fn a_second_die_only_after_a_six() {
        let mut dice = EveryRoll::new();
        let mut whole = 0u128;
        while dice.next_way() {
            if dice.roll("fire", Die::D6).unwrap() == 6 {
                dice.roll("blast", Die::D6).unwrap();
            }
            let (ways, of) = dice.small_chance().unwrap();
            whole += 36 / of * ways;
        }
        assert_eq!(whole, 36);
    }
}
