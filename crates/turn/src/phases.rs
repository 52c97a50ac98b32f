//! Phases: a declared sequence, who acts in each and how, and whose move it is.
//!
//! A turn is a list of [`Phase`]s. In some phases both sides act at once and reveal their decisions together, in some one side moves unit
//! by unit, in some the sides react in turn until one has nothing more to do. A stretch of phases may be repeated (tactical sequences), and
//! the whole list may be played once for each side (alternate turns).

use serde::{Deserialize, Serialize};

use crate::ids::{Id, IdSet, SideId};

/// Which sides act in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody: the program does it.
    Nobody,
    /// Both, and neither before the other.
    Both,
    /// The side whose turn it is.
    Active,
    /// The other side.
    Passive,
    /// Both: first the side with the initiative, then the other.
    InitiativeFirst,
    /// Both: first the side without it.
    InitiativeLast,
}

/// How they act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Sealed: each writes in secret until all are ready, and everything is revealed together.
    Sealed,
    /// One thing at a time, in any order, until the side says it is done.
    Freely,
    /// A side does everything it wants, then the other reacts to that, and so on until a side has nothing more to do.
    Reactions,
}

/// A phase of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// Its name: a key of the `phase` labels.
    pub name: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// Who acts.
    pub who: Who,
    /// How they act.
    pub how: How,
    /// After this phase the stretch that begins with the named phase may be repeated, up to this many times in all.
    pub again: Option<(&'static str, u8)>,
}

impl Phase {
    /// A phase in which the program acts.
    pub const fn program(name: &'static str, rule: &'static str) -> Phase {
        Phase::of(name, rule, Who::Nobody, How::Freely)
    }

    /// A phase in which people act.
    pub const fn of(name: &'static str, rule: &'static str, who: Who, how: How) -> Phase {
        Phase { name, rule, who, how, again: None }
    }

    /// The same, with a stretch that may be repeated after it.
    pub const fn again_from(self, phase: &'static str, most: u8) -> Phase {
        Phase { again: Some((phase, most)), ..self }
    }
}

/// A turn as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// Its phases, in order.
    pub phases: &'static [Phase],
    /// How often they are played.
    pub rounds: Rounds,
}

/// How often the phases of a turn are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// Once.
    Once,
    /// Once for each side, the side with the initiative first.
    EachSide,
}

/// What a side did in its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Nothing.
    Nothing,
    /// Something that others may react to.
    Something,
}

/// How far a turn has come, and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The sides, the one with the initiative first.
    order: Vec<SideId>,
    /// The index in `order` of the side whose turn it is.
    active: usize,
    phase: usize,
    /// Which repetition of a stretch of phases this is, from 1.
    pass: u8,
    /// The sides of `order` whose move it is.
    movers: IdSet<SideId>,
    /// The sides that move after them.
    later: Vec<SideId>,
}

/// The result when a side says that it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It was not its move.
    NotItsMove,
    /// Others still have to move.
    OthersMove,
    /// Nobody has to move: the phase is over.
    PhaseOver,
}

/// What comes after a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another phase.
    Phase,
    /// The turn is over.
    TurnOver,
}

impl Stand {
    /// The beginning of a turn. The side with the initiative comes first.
    pub fn at_start(sequence: &Sequence, order: Vec<SideId>) -> Stand {
        let mut stand =
            Stand { order, active: 0, phase: 0, pass: 1, movers: IdSet::new(), later: Vec::new() };
        stand.enter(sequence);
        stand
    }

    /// The initiative changes within the turn; the moves of this phase begin again.
    pub fn set_initiative(&mut self, sequence: &Sequence, order: Vec<SideId>) {
        self.order = order;
        self.enter(sequence);
    }

    /// The current phase.
    pub fn phase<'a>(&self, sequence: &'a Sequence) -> &'a Phase {
        &sequence.phases[self.phase.min(sequence.phases.len().saturating_sub(1))]
    }

    /// The side whose turn it is.
    pub fn active(&self) -> SideId {
        self.order.get(self.active).copied().unwrap_or(SideId::of(0))
    }

    /// Which repetition of a stretch of phases this is, from 1.
    pub fn pass(&self) -> u8 {
        self.pass
    }

    /// The sides whose move it is, in order of the initiative.
    pub fn to_move(&self) -> impl Iterator<Item = SideId> + '_ {
        self.order.iter().copied().filter(|side| self.movers.contains(*side))
    }

    /// May a side act now?
    pub fn may_act(&self, side: SideId) -> bool {
        self.movers.contains(side)
    }

    /// Does the program carry out this phase, or is nobody left to act in it?
    pub fn is_programs(&self) -> bool {
        self.movers.is_empty()
    }

    fn others(&self) -> impl Iterator<Item = SideId> + '_ {
        let active = self.active();
        self.order.iter().copied().filter(move |side| *side != active)
    }

    /// Sets who moves in this phase: together, or one after the other.
    fn enter(&mut self, sequence: &Sequence) {
        let Phase { who, how, .. } = *self.phase(sequence);
        let together = how == How::Sealed;
        let mut turns: Vec<SideId> = match who {
            Who::Nobody => Vec::new(),
            Who::Both | Who::InitiativeFirst => self.order.clone(),
            Who::Active => vec![self.active()],
            Who::Passive => self.others().collect(),
            Who::InitiativeLast => self.order.iter().rev().copied().collect(),
        };
        self.later = match who == Who::Both || together || turns.is_empty() {
            true => Vec::new(),
            false => turns.split_off(1),
        };
        self.movers = turns.into_iter().collect();
    }

    /// A side has done what it wants. If sides react in turn, the others may react to what it did.
    pub fn done(&mut self, sequence: &Sequence, side: SideId, did: Did) -> Moved {
        if !self.movers.remove(side) {
            return Moved::NotItsMove;
        }
        if self.phase(sequence).how == How::Reactions && did == Did::Something {
            let others = self.order.iter().copied().filter(|other| *other != side);
            self.movers = others.collect();
            self.later.clear();
        } else if self.movers.is_empty() && !self.later.is_empty() {
            self.movers.insert(self.later.remove(0));
        }
        if self.movers.is_empty() { Moved::PhaseOver } else { Moved::OthersMove }
    }

    /// Goes to the next phase. `again` says whether the stretch that ends here is repeated, if it may be.
    pub fn next(&mut self, sequence: &Sequence, again: bool) -> Next {
        match self.phase(sequence).again {
            Some((from, most)) if again && self.pass < most => {
                self.pass += 1;
                self.phase = sequence.phases.iter().position(|phase| phase.name == from).unwrap_or(0);
            }
            stretch => {
                if stretch.is_some() {
                    self.pass = 1;
                }
                self.phase += 1;
            }
        }
        if self.phase >= sequence.phases.len() {
            if sequence.rounds == Rounds::Once || self.active + 1 >= self.order.len() {
                self.phase = sequence.phases.len().saturating_sub(1);
                self.movers.clear();
                return Next::TurnOver;
            }
            self.active += 1;
            self.phase = 0;
        }
        self.enter(sequence);
        Next::Phase
    }

    /// Skips phases up to the one with this name, such as the tactical sequences of a turn without an engagement.
    pub fn skip_to(&mut self, sequence: &Sequence, name: &str) -> Next {
        match sequence.phases.iter().position(|phase| phase.name == name) {
            Some(phase) if phase >= self.phase => {
                (self.phase, self.pass) = (phase, 1);
                self.enter(sequence);
                Next::Phase
            }
            _ => self.next(sequence, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUE: usize = 0;
    const RED: usize = 1;

    fn side(number: usize) -> SideId {
        SideId::of(number)
    }

    fn order() -> Vec<SideId> {
        vec![side(RED), side(BLUE)]
    }

    fn movers(stand: &Stand) -> Vec<usize> {
        stand.to_move().map(Id::number).collect()
    }

    /// Plays a whole turn in which nobody reacts and nothing is repeated; lists each phase with those who moved, one list for each change
    /// of the move.
    fn plain(sequence: &Sequence) -> Vec<(&'static str, Vec<Vec<usize>>)> {
        let mut stand = Stand::at_start(sequence, order());
        let mut told = Vec::new();
        loop {
            let mut moves = Vec::new();
            while !stand.is_programs() {
                let now = movers(&stand);
                moves.push(now.clone());
                for mover in now {
                    stand.done(sequence, side(mover), Did::Nothing);
                }
            }
            told.push((stand.phase(sequence).name, moves));
            if stand.next(sequence, false) == Next::TurnOver {
                return told;
            }
        }
    }

    /// Borgerkrig: both write in secret, then the program runs the turn (§04.01.1).
    #[test]
    fn written_orders() {
        static PHASES: &[Phase] =
            &[Phase::of("orders", "04.01.1", Who::Both, How::Sealed), Phase::program("run", "04.01.2")];
        let turn = Sequence { phases: PHASES, rounds: Rounds::Once };
        assert_eq!(plain(&turn), [("orders", vec![vec![RED, BLUE]]), ("run", vec![])]);
        let mut stand = Stand::at_start(&turn, order());
        assert_eq!(stand.done(&turn, side(BLUE), Did::Something), Moved::OthersMove);
        assert_eq!(stand.done(&turn, side(BLUE), Did::Something), Moved::NotItsMove);
        assert_eq!(movers(&stand), [RED]);
        assert_eq!(stand.done(&turn, side(RED), Did::Something), Moved::PhaseOver);
    }

    /// Torden: each side plays a whole turn, with reactions in turn and the passive side's fire (1.2.1, 5.2).
    #[test]
    fn alternate_turns_with_reactions() {
        static PHASES: &[Phase] = &[
            Phase::of("moves", "4.1", Who::Active, How::Freely),
            Phase::of("declarations", "5.1", Who::Active, How::Freely),
            Phase::of("reactions", "5.2", Who::Passive, How::Reactions),
            Phase::of("fire", "6.1", Who::Passive, How::Sealed),
            Phase::of("reorganisation", "9.1", Who::Both, How::Freely),
        ];
        let period = Sequence { phases: PHASES, rounds: Rounds::EachSide };
        let one = |active: usize, passive: usize| {
            [
                ("moves", vec![vec![active]]),
                ("declarations", vec![vec![active]]),
                ("reactions", vec![vec![passive]]),
                ("fire", vec![vec![passive]]),
                ("reorganisation", vec![vec![RED, BLUE]]),
            ]
        };
        assert_eq!(plain(&period), [one(RED, BLUE), one(BLUE, RED)].concat());

        let mut stand = Stand::at_start(&period, order());
        assert_eq!(stand.skip_to(&period, "reactions"), Next::Phase);
        for (mover, did, came) in [
            (BLUE, Did::Something, Moved::OthersMove),
            (RED, Did::Something, Moved::OthersMove),
            (RED, Did::Something, Moved::NotItsMove),
            (BLUE, Did::Something, Moved::OthersMove),
            (RED, Did::Nothing, Moved::PhaseOver),
        ] {
            assert_eq!(stand.done(&period, side(mover), did), came);
        }
    }

    /// Gdc: both at once in every phase, decided secretly and revealed together (1.1, R56).
    #[test]
    fn phases_at_once() {
        static PHASES: &[Phase] = &[
            Phase::of("command", "2", Who::Both, How::Sealed),
            Phase::of("formation", "3", Who::Both, How::Sealed),
            Phase::of("charges", "5", Who::Both, How::Sealed),
            Phase::of("answers", "5.5", Who::Both, How::Sealed),
            Phase::program("recovery", "10"),
        ];
        let turn = Sequence { phases: PHASES, rounds: Rounds::Once };
        let all = plain(&turn);
        assert!(all[..4].iter().all(|(_, moves)| *moves == [vec![RED, BLUE]]));
        assert_eq!(all[4], ("recovery", vec![]));
    }

    /// Tricolore: one to five tactical sequences, sides by the initiative, skipped if nobody is engaged.
    #[test]
    fn sequences_come_again() {
        static PHASES: &[Phase] = &[
            Phase::of("orders", "A", Who::Both, How::Sealed),
            Phase::program("engagement", "B"),
            Phase::of("declarations", "D1", Who::InitiativeLast, How::Freely),
            Phase::of("breakthroughs", "D4", Who::InitiativeFirst, How::Freely),
            Phase::program("sequence_check", "D5").again_from("declarations", 5),
            Phase::of("manoeuvre", "E", Who::InitiativeLast, How::Freely),
        ];
        let turn = Sequence { phases: PHASES, rounds: Rounds::Once };
        assert_eq!(
            plain(&turn),
            [
                ("orders", vec![vec![RED, BLUE]]),
                ("engagement", vec![]),
                ("declarations", vec![vec![BLUE], vec![RED]]),
                ("breakthroughs", vec![vec![RED], vec![BLUE]]),
                ("sequence_check", vec![]),
                ("manoeuvre", vec![vec![BLUE], vec![RED]]),
            ]
        );
        let mut stand = Stand::at_start(&turn, order());
        stand.skip_to(&turn, "sequence_check");
        for pass in 2..=5 {
            assert_eq!(stand.next(&turn, true), Next::Phase);
            assert_eq!((stand.phase(&turn).name, stand.pass()), ("declarations", pass));
            stand.skip_again(&turn);
        }
        stand.next(&turn, true);
        assert_eq!((stand.phase(&turn).name, stand.pass()), ("manoeuvre", 1), "there is no sixth sequence");
        assert_eq!(stand.next(&turn, false), Next::TurnOver);

        let mut quiet = Stand::at_start(&turn, order());
        quiet.next(&turn, false);
        quiet.skip_to(&turn, "manoeuvre");
        quiet.set_initiative(&turn, vec![side(BLUE), side(RED)]);
        assert_eq!(movers(&quiet), [RED], "the side without the initiative moves first");
    }

    impl Stand {
        /// To the end of the stretch, for the test.
        fn skip_again(&mut self, sequence: &Sequence) {
            while self.phase(sequence).again.is_none() {
                self.next(sequence, false);
            }
        }
    }

    /// A position in a turn can be stored and loaded.
    #[test]
    fn a_stand_is_stored() {
        static PHASES: &[Phase] = &[Phase::of("moves", "4.1", Who::Active, How::Freely)];
        let stand = Stand::at_start(&Sequence { phases: PHASES, rounds: Rounds::EachSide }, order());
        let text = serde_json::to_string(&stand).unwrap();
        assert_eq!(serde_json::from_str::<Stand>(&text).unwrap(), stand);
    }
}
