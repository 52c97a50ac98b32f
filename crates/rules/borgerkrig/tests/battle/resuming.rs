//! A turn that stops for a second question of one kind, or for a part that fails; and a stored turn.

use std::sync::Arc;

use krigsspil_borgerkrig::battle::order::{Action, UnitOrder, When};
use krigsspil_borgerkrig::battle::state::Battle;
use krigsspil_borgerkrig::battle::{Borgerkrig, state::Unit};
use krigsspil_borgerkrig::vocabulary::Ammunition;
use krigsspil_engine::battle::{
    BattleDice, Deed, Event, Moment, Options, Playable, Prompt, PromptDetail, SeatId,
};
use serde_json::{Value, json};

use crate::table::*;

/// A battle whose state a test may change in ways that neither the umpire nor a rule could.
struct Bare {
    rules: Borgerkrig,
    battle: Battle,
    events: Vec<Arc<Event>>,
}

impl Bare {
    fn new(words: &Words, dice: &[i32]) -> Bare {
        let rules = Borgerkrig::printed().unwrap();
        let options = Options::from_iter(words.umpire.then(|| ("umpire".to_string(), true)));
        let dice = BattleDice::scripted_first(dice.to_vec(), 7);
        let battle = rules.setup(&words.scenario(), &options, dice).unwrap();
        Bare { rules, battle, events: Vec::new() }
    }

    fn unit(&mut self, id: &str) -> &mut Unit {
        let unit = self.battle.unit(id).unwrap();
        &mut self.battle.units[unit]
    }

    fn act(&mut self, seat: &str, action: Value) -> &mut Self {
        let action = Deed::from(action).read::<Action>().unwrap();
        self.rules.act(&mut self.battle, &SeatId::from(seat), &action, &mut self.events).unwrap();
        self
    }

    fn order(&mut self, id: &str, order: UnitOrder) -> &mut Self {
        let seat = SeatId::from(if id.starts_with('b') { "blue" } else { "red" });
        let action = Action::Order { unit: id.into(), order: Some(order), sheet: None };
        self.rules.act(&mut self.battle, &seat, &action, &mut self.events).unwrap();
        self
    }

    fn ready(&mut self) -> &mut Self {
        self.act("blue", json!({"do": "ready"})).act("red", json!({"do": "ready"}))
    }

    fn asked(&self) -> Vec<Prompt> {
        let prompts = self.rules.prompts(&self.battle, &|_| PromptDetail::About);
        prompts.into_iter().filter(|prompt| prompt.question().is_some()).collect()
    }

    fn answer(&mut self, question: u32, choice: &str) -> &mut Self {
        self.act("red", json!({"do": "answer", "question": question, "choice": choice}))
    }
}

fn shells(target: &str, cm: i32, when: When) -> UnitOrder {
    UnitOrder::Fire {
        when,
        target: Some(target.into()),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(Ammunition::Shell),
        guess_cm: Some(cm),
    }
}

/// §06.03.3 for a second gun lost in one turn there is a second question, at the same moment or another, and the first answer does not
/// answer it.
#[test]
fn a_second_gun_is_asked_about_again() {
    let units =
        ["b1 battery of 6 at 50,60", "b2 battery of 6 at 70,60", "r1 battery of 6 facing south at 60,100"];
    // Both shells fall where they were aimed, and destroy a gun; between two moments the gunners' morale is tested.
    let [together, apart] = [vec![3, 4, 4, 5, 3, 4, 4, 5], vec![3, 4, 4, 5, 4, 4, 3, 4, 4, 5]];
    for (second, at_once, dice) in [(When::AtOnce, 2, together), (When::At { moment: Moment(0.5) }, 1, apart)]
    {
        let mut bare = Bare::new(&Words::of(&units), &dice);
        bare.unit("r1").battery.as_mut().unwrap().guns = [4, 2, 0];
        let cm = bare.battle.cm_between(bare.battle.unit("b1").unwrap(), bare.battle.unit("r1").unwrap());
        let guessed = cm.round() as i32 + 2;
        bare.order("b1", shells("r1", guessed, When::AtOnce))
            .order("b2", shells("r1", guessed, second))
            .ready();
        let asked = bare.asked();
        assert!(asked.iter().all(|prompt| prompt.what == "lose_gun"), "{asked:?}");
        assert_eq!(asked.len(), at_once, "{:?}", bare.events);
        bare.answer(1, "damaged");
        let told: Vec<_> = bare.events.iter().map(|event| (event.what, &event.about)).collect();
        assert_eq!(bare.asked().len(), 1, "the second is asked about: {told:?}");
        bare.answer(2, "sound");
        assert!(bare.asked().is_empty());
        assert_eq!(bare.unit("r1").battery.as_ref().unwrap().guns, [3, 1, 2]);
        assert_eq!(bare.battle.turn, 2);
    }
}

/// §01.06.1 if a part of the turn cannot be carried out, the umpire is asked and skips that part and no other. Without an umpire it is
/// skipped at once. In both cases the battle continues.
#[test]
fn a_fault_is_put_before_the_umpire() {
    let units = [
        "b1 line of 24 at 40,60",
        "b2 line of 24 at 80,60",
        "r1 line of 24 facing south at 40,66",
        "r2 line of 24 facing south at 80,66",
    ];
    for umpire in [true, false] {
        let words = Words { umpire, ..Words::of(&units) };
        let mut bare = Bare::new(&words, &[5, 5, 5, 5]);
        // More men lost than it ever had.
        bare.unit("r1").lost_men = 20 * 24 + 1;
        bare.order("b1", fire()).order("b2", fire()).ready();
        if umpire {
            let [asked] = <[Prompt; 1]>::try_from(bare.asked()).unwrap();
            assert_eq!((asked.what, asked.seat.as_str()), ("turn_fault", "umpire"));
            let fault = asked.question().unwrap().fault.clone().unwrap();
            assert!(fault.contains("prior_loss_men"), "{fault}");
            assert!(
                happened(&bare.events, "loses_men").is_empty(),
                "nothing of what comes after is told yet"
            );
            bare.act("umpire", json!({"do": "answer", "question": 1, "choice": "leave_out"}));
        }
        assert_eq!(bare.battle.turn, 2, "the battle goes on");
        let lost = happened(&bare.events, "loses_men");
        assert_eq!(lost.iter().map(|event| &event.about["unit"]).collect::<Vec<_>>(), ["r2"]);
        assert_eq!(happened(&bare.events, "fires").len(), 2, "the fire itself was made");
        bare.ready();
        assert_eq!(bare.battle.turn, 3);
    }
}
