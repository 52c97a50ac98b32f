//! Attacks, melees and what comes of them: declarations, answers, contact, results, retreats, breakthroughs, morale.

use krigsspil_field::prelude::{distance, in_contact};
use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::battle::state::Battle;
use krigsspil_tricolore::vocabulary::{BaseFormation, CommandOrder};

use crate::table::{Table, Words, counted, outcome, table};

const ATTACK: fn(&str) -> UnitOrder = UnitOrder::attack;

/// Blue declares these attacks (red has the initiative), and the sequence runs to its end. The dice begin with the declarations.
pub fn fight(units: &[&str], attacks: &[(&str, &str)], dice: &[i32]) -> Table {
    fight_with(Words::of(units), attacks, dice, &[])
}

pub fn fight_with(
    words: Words,
    attacks: &[(&str, &str)],
    dice: &[i32],
    answers: &[(&'static str, &'static str)],
) -> Table {
    let mut thrown = vec![1, 9];
    thrown.extend(dice);
    let mut table = words.with_dice(&thrown);
    table.answers = answers.to_vec();
    table.until_moves(Step::Declarations, "blue");
    for (unit, target) in attacks {
        table.order(unit, ATTACK(target));
    }
    table
}

pub fn to_the_end(table: &mut Table) {
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 1);
}

fn melee_facts(battle: &Battle) -> usize {
    battle.melees.len()
}

/// §turn.D.1 §declare.test §declare.forbidden §declare.irregular with 4-5U an attack is tested N1/1, with 6U and irregulars with 4U it is not declared; the four stand side by side.
#[test]
fn declarations_are_tested() {
    let units = [
        "b1 column of 4 at 1000,1000 disorder=4 N=5",
        "b2 column of 4 at 1200,1000 disorder=6",
        "b3 column of 4 at 1400,1000 disorder=4 irregular=true",
        "b4 column of 4 at 1600,1000",
        "r1 column of 4 facing south at 1000,1100",
        "r2 column of 4 facing south at 1200,1100",
        "r3 column of 4 facing south at 1400,1100",
        "r4 column of 4 facing south at 1600,1100",
    ];
    let mut table = fight(&units, &[], &[6]);
    table.order("b1", ATTACK("r1"));
    assert_eq!(outcome(&table.told("declares")[0])["may_attack"], false);
    assert_eq!(table.refused("b2", ATTACK("r2")), "too_disordered");
    assert_eq!(table.refused("b3", ATTACK("r3")), "too_irregular");
    table.order("b4", ATTACK("r4"));
    assert_eq!(table.battle().attacks.len(), 1, "the failed one is none");
}

/// §turn.D.1 an attack is declared on an enemy in sight, within 45 degrees of the front, within this sequence's move (R70).
#[test]
fn reach_of_an_attack() {
    let units = [
        "b1 column of 4 at 1500,1000",
        "r1 column of 4 facing south at 1500,1201",
        "r2 column of 4 facing east at 1400,1000",
        "r3 column of 4 facing south at 1600,1120",
    ];
    let mut table = fight(&units, &[], &[]);
    assert_eq!(table.refused("b1", ATTACK("r1")), "out_of_reach");
    assert_eq!(table.refused("b1", ATTACK("r2")), "not_before_the_front");
    assert_eq!(table.refused("b1", ATTACK("b1")), "not_an_enemy");
    assert_eq!(table.refused("b1", ATTACK("r9")), "target_unseen");
    table.order("b1", ATTACK("r3"));
}

/// §turn.D.2 §turn.D.3 §inf.initial.value attackers move into contact and fight the initial melee; equal columns that throw 10 fight on (§general.legend).
#[test]
fn an_initial_melee_goes_on() {
    let units = ["b1 column of 6 at 1500,1000", "r1 column of 6 facing south at 1500,1150"];
    let mut table = fight(&units, &[("b1", "r1")], &[5, 5]);
    table.until_moves(Step::Movement, "red");
    assert!(in_contact(&table.unit("b1").placed, &table.unit("r1").placed));
    to_the_end(&mut table);
    let melee = &table.told("melee")[0];
    assert_eq!(
        (&outcome(melee)["column"], outcome(melee)["melee_continues"].as_bool()),
        (&"10..12".into(), Some(true))
    );
    let battle = table.battle();
    assert_eq!((melee_facts(battle), battle.melees[0].rounds), (1, 1));
    // 2 times 6 bases: half a base each... 12 is the row 11-16: one base.
    assert_eq!((table.unit("b1").bases.in_halves(), table.unit("r1").bases.in_halves()), (10, 10));
    assert_eq!(
        (table.unit("b1").disorder, table.unit("r1").disorder),
        (1, 1),
        "nobody reorganises after an initial melee"
    );
}

/// §turn.D.3 §turn.D.4 §house.retreat §general.loss-test §general.refuse the beaten retreats 200 straight away with its back to the enemy and tests for loss; the winner breaks through 200.
#[test]
fn the_beaten_goes_back_and_the_winner_through() {
    let units = ["b1 column of 6 at 1500,1000 N=9", "r1 column of 6 facing south at 1500,1100 N=5 M=5"];
    // 9-5 is +8; 4 and 4: 16. Loss tests of six bases: two fail.
    let mut table = fight(&units, &[("b1", "r1")], &[4, 4, 1, 2, 3, 4, 6, 7]);
    to_the_end(&mut table);
    assert_eq!(outcome(&table.told("melee")[0])["column"], "16..20");
    let red = table.unit("r1");
    assert_eq!((red.disorder, red.bases.in_halves()), (6, 12 - 2), "6U and two halves");
    let facing = red.placed.pose().facing.as_degrees();
    assert!(!(1.0..=359.0).contains(&facing), "its back to the enemy: {facing}");
    let back = red.placed.centre().y - 1122.5;
    assert!((back - 200.0).abs() < 12.0, "{back}");
    // The winner goes 200 on, but stops 50 short of the beaten.
    let through = table.at("b1")[1];
    let short = distance(&table.unit("b1").placed, &table.unit("r1").placed);
    assert!(through > 1200.0 && (49.0..60.0).contains(&short), "{through} {short}");
    assert_eq!(table.battle().side.values().next().unwrap().prisoners.in_halves(), 2);
}

/// §general.refuse an attacker who does not want his breakthrough must pass T1/1 to stay.
#[test]
fn a_breakthrough_may_be_refused() {
    let units = ["b1 column of 6 at 1500,1000 N=9 T=5", "r1 column of 6 facing south at 1500,1100 N=5 M=9"];
    for (die, stays) in [(5, true), (6, false)] {
        let dice = [4, 4, 1, 1, 1, 1, 1, 1, die];
        let mut table = fight_with(Words::of(&units), &[("b1", "r1")], &dice, &[("breaks_through", "stay")]);
        to_the_end(&mut table);
        assert_eq!(table.at("b1")[1] < 1101.0, stays, "{:?}", table.at("b1"));
    }
}

/// §inf.initial.flanked §house.flank contact from behind the line of the target's front takes it in flank; the umpire may set it aside.
#[test]
fn flanks() {
    let units = ["b1 column of 4 at 1500,1000", "r1 column of 6 facing east at 1490,1120"];
    let mut table = fight(&units, &[("b1", "r1")], &[1, 1]);
    to_the_end(&mut table);
    assert!(counted(&table.told("melee")[0], "defender_flanked"));
    let mut words = Words::of(&units);
    words.options = vec!["umpire"];
    let mut table = fight_with(words, &[("b1", "r1")], &[1, 1], &[("flank_stands", "set_aside")]);
    to_the_end(&mut table);
    assert!(table.asked.contains(&"flank_stands".to_string()));
    assert!(!counted(&table.told("melee")[0], "defender_flanked"));
}

/// §inf.initial.neighbour §inf.initial.artillery-support §inf.initial.threatened-flank a formed neighbour level with a flank supports it, guns within 600 with the enemy in their arc
/// too; an enemy outside the melee that faces a flank within 200 threatens it (R68).
#[test]
fn supports_and_threats() {
    let alone = ["b1 column of 6 at 1500,1000", "r1 column of 6 facing south at 1500,1100"];
    let with = |more: &[&str]| {
        let mut units = alone.to_vec();
        units.extend(more);
        let mut table = fight(&units, &[("b1", "r1")], &[5, 6]);
        to_the_end(&mut table);
        table.told("melee")[0].clone()
    };
    assert!(!counted(&with(&[]), "defender_neighbour_support"));
    assert!(counted(&with(&["r2 column of 6 facing south at 1580,1100"]), "defender_neighbour_support"));
    assert!(!counted(
        &with(&["r2 column of 6 facing south at 1580,1100 disorder=6"]),
        "defender_neighbour_support"
    ));
    assert!(
        !counted(&with(&["r2 column of 6 facing south at 1700,1100"]), "defender_neighbour_support"),
        "150 off"
    );
    let guns = "r3 battery unlimbered of 2 facing 200 at 1700,1500";
    assert!(counted(&with(&[guns]), "defender_artillery_support"));
    assert!(!counted(
        &with(&["r3 battery unlimbered of 2 facing north at 1700,1500"]),
        "defender_artillery_support"
    ));
    let threat = "b2 column of 4 facing west at 1650,1110";
    assert!(counted(&with(&[threat]), "defender_threatened_flank"));
    assert!(
        !counted(&with(&[threat, "r4 column of 2 facing east at 1600,1125"]), "defender_threatened_flank"),
        "one stands between"
    );
}

/// §house.multi-unit two that attack one fight as one: their bases are summed, U and retreat go to both, and the loss is spread by halves.
#[test]
fn several_fight_as_one() {
    let units = [
        "b1 column of 4 at 1470,1000",
        "b2 column of 4 at 1530,1000",
        "r1 line of 6 facing south at 1500,1100",
    ];
    let mut table = fight(&units, &[("b1", "r1"), ("b2", "r1")], &[5, 5]);
    to_the_end(&mut table);
    assert!(table.asked.contains(&"leads".to_string()), "{:?}", table.asked);
    let melee = &table.told("melee")[0];
    assert_eq!(table.told("melee").len(), 1);
    assert_eq!(outcome(melee)["superiority_steps"], 1, "8 against 6");
    assert_eq!((table.unit("b1").disorder, table.unit("b2").disorder), (1, 1));
    // 2 x 6 x 2 (line): 24, one and a half: two halves for the lead, one for the other.
    let lost: Vec<i32> = ["b1", "b2"].iter().map(|id| table.unit(id).lost().in_halves()).collect();
    assert_eq!(lost.iter().sum::<i32>(), 3);
    assert!(lost == [2, 1] || lost == [1, 2]);
}

/// §house.recall a melee that the last sequence leaves unresolved stays locked through E to H, and is fought on in the next turn.
#[test]
fn a_melee_stays_locked() {
    let units = ["b1 column of 6 at 1500,1000", "r1 column of 6 facing south at 1500,1150"];
    let mut table = fight(&units, &[("b1", "r1")], &[5, 5, 10]);
    table.until_moves(Step::Deployment, "blue");
    assert_eq!(table.refused("b1", UnitOrder::ahead(50.0)), "locked_in_melee");
    let before = table.unit("b1").disorder;
    table.turn();
    assert_eq!(
        (table.battle().melees.len(), table.unit("b1").disorder),
        (1, before),
        "it does not reorganise in H"
    );
    table.until(Step::Declarations);
    assert!(table.battle().commands.values().any(|command| command.engaged));
    to_the_end(&mut table);
    assert_eq!(outcome(&table.told("melee")[1])["table"], "infantry_continued");
}

/// §change.square §charge.square infantry that cavalry attacks may try to form square before it comes.
#[test]
fn squares_against_cavalry() {
    let units = ["b1 cavalry column of 4 at 1500,1000", "r1 column of 6 facing south at 1500,1200 O=5 T=5"];
    // Two dice O, one passes; two T.
    let dice = [9, 5, 1, 1, 5, 5];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1")], &dice, &[("forms_square", "square")]);
    to_the_end(&mut table);
    assert_eq!(table.unit("r1").formation, BaseFormation::Square);
    assert!(counted(&table.told("melee")[0], "defender_square"));
}

/// §cav.initial.stationary cavalry that awaits a charge stands; one that counter-charges meets it half way, and is not stationary (R104).
#[test]
fn counter_charges() {
    let units = ["b1 cavalry column of 4 at 1500,1000", "r1 cavalry column of 4 facing south at 1500,1300"];
    let mut table = fight(&units, &[("b1", "r1")], &[5, 5]);
    to_the_end(&mut table);
    assert!(counted(&table.told("melee")[0], "defender_stationary"));
    let mut table =
        fight_with(Words::of(&units), &[("b1", "r1")], &[5, 5], &[("counter_charges", "counter_charge")]);
    table.until_moves(Step::Movement, "red");
    assert!((table.at("b1")[1] - 1150.0).abs() < 3.0, "{:?} {:?}", table.at("b1"), table.at("r1"));
    to_the_end(&mut table);
    assert!(!counted(&table.told("melee")[0], "defender_stationary"));
}

/// §declare.retreat.skirmishers §declare.retreat.artillery skirmishers slip away for 4U and guns for 6U, where the total stays within 8; their attacker makes no contact (R103).
#[test]
fn some_slip_away() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1500,1000",
        "b3 column of 4 at 2000,1000",
        "r1 skirmish of 2 facing south at 1000,1150",
        "r2 battery unlimbered of 2 facing south at 1500,1150",
        "r3 battery unlimbered of 2 facing south at 2000,1150 disorder=3",
    ];
    let attacks = [("b1", "r1"), ("b2", "r2"), ("b3", "r3")];
    let mut table = fight_with(Words::of(&units), &attacks, &[], &[("evades", "retreat")]);
    table.until_moves(Step::Movement, "red");
    assert_eq!((table.unit("r1").disorder, table.unit("r2").disorder, table.unit("r3").disorder), (4, 6, 3));
    assert!(table.at("r1")[1] > 1340.0 && table.unit("r2").placed.centre().y > 1600.0);
    assert!(table.unit("r2").limbered());
    assert_eq!(table.battle().melees.len(), 1, "the third could not pay");
}

/// §inf.initial.skirmish-option an attack on skirmishers may be fought on the table for continued melee at once, and others not.
#[test]
fn skirmishers_open_as_they_like() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1500,1000",
        "r1 skirmish of 3 facing south at 1000,1150",
        "r2 column of 4 facing south at 1500,1150",
    ];
    let mut table = fight(&units, &[], &[5, 5]);
    let continued = |target: &str| UnitOrder::Attack { target: target.into(), wheel: None, continued: true };
    assert_eq!(table.refused("b2", continued("r2")), "no_skirmishers");
    table.order("b1", continued("r1"));
    to_the_end(&mut table);
    assert_eq!(outcome(&table.told("melee")[0])["table"], "infantry_continued");
}

/// §general.artillery-breakthrough §move.cavalry on # against guns the attacker may go through: the battery stays where it is, and the melee ends.
#[test]
fn through_the_guns() {
    let units =
        ["b1 cavalry column of 4 at 1500,1000", "r1 battery unlimbered of 2 facing south at 1500,1200 M=9"];
    // 5 - 10 + 4 steps of superiority (4 against 2): 11 + ... the middle columns are #.
    let dice = [7, 7, 1, 1];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1")], &dice, &[("through_guns", "through")]);
    to_the_end(&mut table);
    let melee = &table.told("melee")[0];
    assert_eq!(outcome(melee)["melee_continues"], true, "{}", outcome(melee));
    assert!(table.battle().melees.is_empty() && table.unit("r1").here());
    assert!(table.at("b1")[1] > 1500.0, "{:?}", table.at("b1"));
}

/// §turn.D.4 §house.engagement a breakthrough that touches a fresh enemy stops and fights him next sequence; his command is engaged from then on (R110).
#[test]
fn a_fresh_enemy_is_touched() {
    let units = [
        "b1 column of 6 at 1500,1000 N=9",
        "rx1 column of 2 facing south at 1500,1100 N=1",
        "ry1 line of 6 facing west at 1515,1280",
    ];
    let mut words = Words::of(&units);
    words.officers[1] = "radius = 5000".into();
    let mut table = fight_with(words, &[("b1", "rx1")], &[5, 5, 1, 1, 9], &[]);
    table.go(|battle| battle.stand.pass() > 1 || !battle.phase().tactical());
    let battle = table.battle();
    assert_eq!(battle.melees.len(), 1, "{:?}", table.at("b1"));
    assert!(battle.melees[0].holds(battle.unit("ry1").unwrap()));
    let post = battle.post("ry").unwrap();
    assert!(battle.commands[post].engaged);
}

/// §turn.D.5 §tacadmin.morale §house.broken a formation that fails is broken: it withdraws, its units go back one move, it attacks nobody; far from the enemy it tests again in H.
#[test]
fn a_formation_breaks() {
    let units = [
        "b1 column of 4 at 1500,1000 lost=3 M=3",
        "b2 column of 4 at 1300,1000 disorder=7 M=3",
        "r1 column of 4 facing south at 1500,1390",
    ];
    // Initiative; morale of blue: 88 per cent, three dice; then the units reorganise; no other sequence.
    let mut table = Words::of(&units).with_dice(&[1, 9, 3, 3, 4]);
    table.go(|battle| battle.commands[battle.post("b").unwrap()].broken);
    let battle = table.battle();
    let post = battle.post("b").unwrap();
    assert!(battle.commands[post].broken && battle.commands[post].order == CommandOrder::Withdraw);
    assert!(table.unit("b1").placed.centre().y < 830.0, "{:?}", table.unit("b1").placed.pose());
    assert_eq!(battle.ending.as_ref().map(|ended| ended.reason), None);
    table.until(Step::Orders);
    assert!(table.battle().ending.is_some(), "every command of blue is broken");
}

/// §house.retreat one that cannot complete half its retreat is eliminated; one that goes through a friend tests as in a passage.
#[test]
fn retreats_end_badly() {
    let units = ["b1 column of 6 at 1500,1000 N=9", "r1 column of 2 facing south at 1500,1100 N=5 M=9"];
    let words = Words::of(&units).area("water", [1300.0, 1150.0, 1700.0, 1500.0], serde_json::json!({}));
    let mut table = fight_with(words, &[("b1", "r1")], &[4, 4, 1, 1], &[]);
    to_the_end(&mut table);
    assert!(!table.unit("r1").here());
    assert_eq!(table.told("destroyed")[0].rule, "house.retreat");
    let units = [
        "b1 column of 6 at 1500,1000 N=9",
        "r1 column of 2 facing south at 1500,1100 N=5 M=9 T=5",
        "r2 line of 6 facing south at 1500,1200",
    ];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1")], &[4, 4, 1, 1, 9, 9], &[]);
    to_the_end(&mut table);
    assert_eq!(table.told("passes_through").iter().filter(|told| told.unit() == Some("r1")).count(), 1);
    assert_eq!(table.unit("r1").disorder, 8);
}

/// §turn.D.2 a train reached by an attack is taken (R23).
#[test]
fn trains_are_taken() {
    let units = [
        "b1 column of 4 at 1500,1000",
        "r1 train march_column facing south at 1500,1100",
        "r2 column of 4 facing south at 2500,1100",
    ];
    let mut table = fight(&units, &[("b1", "r1")], &[]);
    to_the_end(&mut table);
    assert!(!table.unit("r1").here());
    assert_eq!(table.told("takes_train").len(), 1);
}

/// §turn.D.2 the side with the initiative says which side moves its other units first.
#[test]
fn who_moves_first() {
    for (choice, first) in [("enemy_first", "blue"), ("we_first", "red")] {
        let mut table =
            table(&["b1 column of 4 at 1500,1000", "r1 column of 4 facing south at 1500,1390"], &[1, 9]);
        table.answers = vec![("moves_first", choice)];
        table.until(Step::Movement);
        assert_eq!(table.moves(), [first]);
    }
}

/// §tacadmin.morale §house.broken a formation of which nobody is left on the table is broken without a throw (R112); the one beside it tests as always.
#[test]
fn nobody_left_throws_nothing() {
    let units = [
        "b1 column of 5 at 1000,1000 N=9",
        "b2 column of 5 at 1300,1000",
        "rx1 column of 0.5 facing south at 1000,1150 N=1",
        "ry1 column of 5 facing south at 1300,1390 lost=3 M=9",
    ];
    let mut table = fight(&units, &[("b1", "rx1")], &[10, 10, 10, 1, 1, 1, 1]);
    to_the_end(&mut table);
    assert!(!table.unit("rx1").here());
    let tested = table.told("formation_morale");
    let tested: Vec<&str> = tested.iter().filter_map(|event| event.about["general"].as_str()).collect();
    assert!(!tested.contains(&"General rx") && tested.contains(&"General ry"), "{tested:?}");
    let broken = table.told("formation_breaks");
    assert_eq!(
        broken.iter().map(|event| event.about["general"].as_str().unwrap()).collect::<Vec<_>>(),
        ["General rx"]
    );
    assert!(table.battle().ending.is_none());
}
