//! Chapters 5 and 7: attacks, reactions, dispositions and melees.

use krigsspil_torden::vocabulary::{Formation, Order};
use serde_json::json;

use super::table::{Words, table};

/// §5.2.1 §5.2.1.p2 §fase.4.2 §5.2.2 cavalry reacts to what an enemy did within 20 cm, once, up to half a turn; then the other side may react to that. Infantry does not.
#[test]
fn cavalry_reacts() {
    // 5 + 1 for its melee + 1 in column... the Prussians stood still: +2.
    let units = [
        "f1 column of 20 at 60,60",
        "f2 cavalry line of 12 at 72,64",
        "p1 cavalry line of 12 at 62,90",
        "p2 line of 20 at 90,80",
        "p3 cavalry line of 12 at 140,100",
    ];
    let mut table = table(&units, &[3, 9]);
    table.to("moves", "french");
    table.order("f1", "go 12");
    table.to("reactions", "french");
    assert_eq!(table.refused("p2", "react go"), "no_reaction", "infantry");
    assert_eq!(table.refused("p3", "react go"), "no_reaction", "nobody has done anything within 20 cm of it");
    table.order("p1", "react go 8");
    assert_eq!(table.outcome("reacts")["total"], 6, "3 + 1 + 2");
    assert_eq!(table.at("p1"), [62.0, 82.0]);
    assert_eq!(table.refused("p1", "react go"), "no_reaction", "once a turn");
    table.done("prussian");
    assert_eq!(table.phase(), "reactions", "now the French may react to that");
    table.order("f2", "react go 30");
    assert_eq!(table.at("f2"), [72.0, 79.0], "half of 30 cm");
    table.done("french");
    assert_ne!(table.phase(), "reactions", "the Prussians have nobody left who could");
}

/// §5.2.1.p4 §7.1.1 infantry that cavalry strikes by its reaction does not carry out its own attack.
#[test]
fn a_reaction_stops_an_attack() {
    let units =
        ["f1 column of 24 at 60,60", "p1 line of 24 at 60,75", "p2 cavalry line of 12 facing west at 75,68"];
    let mut table = table(&units, &[5]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("reactions", "french");
    table.order("p2", "react turn 0; go -> f1");
    assert_eq!(table.told("attack_lapses")[0].unit(), Some("f1"));
    assert_eq!(table.unit("f1").now.attack, None);
    let attack = table.unit("p2").now.attack.unwrap();
    assert!(attack.flank, "its move began behind the extended front of the column");
    assert_eq!(attack.target, table.battle().unit("f1").unwrap());
}

/// §5.3.1 §5.3.1.p2 infantry that cavalry attacks tries an emergency square: 6 or more. Who has tried does not fire.
#[test]
fn an_emergency_square() {
    let units = ["f1 cavalry line of 12 at 60,50", "p1 column of 24 at 60,75"];
    // 2 + 1 + 1 in column + 2 stationary is 6. Melee: 6+6 against 1+1, with +6 for the square.
    let mut table = table(&units, &[2, 6, 6, 1, 1, 9, 9]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("dispositions", "french");
    table.order("p1", "emergency_square");
    table.to("orders", "prussian");
    assert_eq!(table.outcome("disposes")["success"], true);
    assert_eq!(table.unit("p1").formation, Formation::Square);
    assert!(!table.asked.iter().any(|(what, seat)| what == "fire" && seat == "prussian"), "it does not fire");
    // 12 + 1 + 1 (heavy? cuirassiers and dragoons: medium by default) against 2 + 1 + 6.
    let melee = table.outcome("melee");
    assert_eq!(
        melee["defender"]["total"],
        json!(2 + 1 + 6 + 1),
        "a square, its own addition, and odds of two to one"
    );
}

/// §5.3.2 §5.3.2.p2 §tabel-7 an attack whose move began behind the extended front strikes the flank: +8, unless the unit turns to it.
#[test]
fn a_flank_attack() {
    let units =
        ["f1 column of 24 facing south at 60,110", "p1 line of 24 at 60,75", "p2 line of 24 at 150,100"];
    let mut table = table(&units, &[0, 1, 1, 6, 6, 9, 9, 9]);
    table.to("moves", "french");
    table.order("f1", "go 40");
    assert_eq!(table.at("f1"), [60.0, 85.0], "25 cm");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    assert!(table.unit("f1").now.attack.unwrap().flank);
    table.to("dispositions", "french");
    table.order("p1", "face_attacker");
    table.to("orders", "prussian");
    // 0 + 1 + 2 stationary - 3 for the flank is 0: it fails, and goes to U (tabel 4).
    assert_eq!(table.outcome("disposes")["total"], 0);
    let melee = table.outcome("melee");
    assert_eq!(melee["attacker"]["total"], json!(2 + 1 + 8));
    assert_eq!(melee["defender"]["total"], json!(12 + 1 - 3), "U counts 3 against it");
}

/// §5.3.3 §5.3.3.p2 §7.1.3.p2 all reactions are announced before any is thrown: horse artillery drives off; foot guns attacked from behind and with nobody are taken.
#[test]
fn guns_that_are_attacked() {
    let units = [
        "f1 cavalry line of 12 at 60,50",
        "f2 cavalry line of 12 facing south at 120,100",
        "p1 battery horse at 60,75",
        "p2 battery at 120,75",
        "p3 line of 20 at 170,140",
    ];
    let mut table = table(&units, &[9]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.order("f2", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("dispositions", "french");
    assert_eq!(table.refused("p2", "limber_and_move"), "no_disposition");
    let before = table.battle().dice.thrown();
    table.order("p1", "limber_and_move");
    assert_eq!(table.battle().dice.thrown(), before, "announced, not thrown");
    table.to("orders", "prussian");
    assert_eq!(
        (table.at("p1"), table.unit("p1").formation),
        ([60.0, 112.0], Formation::Limbered),
        "its limber, 10 cm long, has its middle 30 cm from where the guns had theirs"
    );
    assert!(!table.unit("p2").here());
    assert_eq!(table.told("guns_taken")[0].about, json!({"unit": "p2", "other": "f2"}));
}

/// §5.4.1 §5.4.2 an attacker gives it up after the reactions, turns about and goes back.
#[test]
fn an_attack_is_given_up() {
    let units = ["f1 column of 24 at 60,60", "p1 line of 24 at 60,75"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("aborts", "french");
    table.order("f1", "abort 10");
    table.to("orders", "prussian");
    assert_eq!(
        (table.at("f1"), table.facing("f1")),
        ([60.0, 59.0], 180.0),
        "its rear was at 69, and it goes 10"
    );
    assert!(table.told("melee").is_empty());
}

/// §7.4 §7.4.p2 §7.1.5 two against one are two melees at once; the second unit throws twice, the last throw binds; a comrade behind supports.
#[test]
fn a_joint_attack() {
    let units = [
        "f1 column of 24 at 56,60",
        "f2 column of 24 at 64,60",
        "f3 column of 24 at 56,50",
        "p1 line of 24 at 60,75",
    ];
    // f1 3+3 against 3+3; f2 2+2 against 3+3, thrown again 6+6.
    let mut table = table(&units, &[3, 3, 3, 3, 2, 2, 3, 3, 6, 6, 9, 9, 9, 9]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.order("f2", "go");
    table.order("f3", "go 15");
    table.to("declarations", "french");
    table.order("f1", "attack p1 #1");
    table.order("f2", "attack p1 #2");
    table.to("orders", "prussian");
    let melees = table.told("melee");
    assert_eq!(melees.len(), 2);
    let total = |place: usize| melees[place].working.as_ref().unwrap().outcome["attacker"]["total"].clone();
    assert_eq!(
        (total(0), total(1)),
        (json!(6 + 1 + 1), json!(12 + 1)),
        "f1 is supported; f2 threw again, as it was behind"
    );
    assert_eq!(table.asked.iter().filter(|(what, _)| what == "throws_again").count(), 1);
}

/// §7.3.2 §7.3.3 §fase.6.1 where nobody gives way they fight on, both as defenders; one who breaks off goes half a march back.
#[test]
fn a_melee_goes_on() {
    let units = ["f1 column of 24 at 60,60", "p1 line of 24 at 60,75"];
    // A draw: 2 each, no step of 10 per cent. Next turn p1 breaks off: 3 + 1 + 2 for having stood.
    let mut table = table(&units, &[3, 3, 3, 3, 3]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("moves", "prussian");
    assert_eq!((table.unit("f1").lost, table.unit("p1").lost), (2, 2));
    assert_eq!(table.unit("p1").melee, [table.battle().unit("f1").unwrap()]);
    assert_eq!(table.refused("p1", "go"), "held_by_melee");
    table.to("aborts", "prussian");
    table.order("p1", "break_off");
    table.to("moves", "french");
    assert!(table.unit("p1").melee.is_empty() && table.unit("f1").melee.is_empty());
    assert_eq!(table.at("p1"), [60.0, 80.0], "5 cm, its front to the enemy");
    assert_eq!(table.facing("p1"), 180.0);
}

/// §7.5.1 §7.5.2 §fase.6.4 cavalry whose target routs goes on to the next within 15 cm, which may try to square; it pays 2 only from the second time on.
#[test]
fn an_attack_goes_on() {
    let units =
        ["f1 cavalry line of 12 at 60,50 class=heavy", "p1 line of 12 at 60,70", "p2 line of 24 at 60,83"];
    // Melee 6+6 against 1+1; the loser tests 0 and runs through p2, which tests 9. Then the second melee, 1+1 against 6+6; f1 tests 9, p2 9.
    let mut table = table(&units, &[6, 6, 1, 1, 0, 9, 1, 1, 6, 6, 9, 9, 9]);
    table.answers = vec![("goes_on", "go_on"), ("struck_again", "stand"), ("gives_way", "straight")];
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.unit("p1").order, Order::FullDisorder);
    assert_eq!(table.told("goes_on")[0].about["other"], "p2");
    assert_eq!(table.told("passes_through")[0].about, json!({"unit": "p1", "other": "p2"}));
    let melees = table.told("melee");
    assert_eq!(melees.len(), 2);
    assert_eq!(
        melees[1].working.as_ref().unwrap().outcome["attacker"]["modifier"],
        json!(3 + 1 + 1),
        "no deduction for the first"
    );
    assert!(table.asked.iter().any(|(what, _)| what == "struck_again"));
}

/// §7.5.1.p2 cavalry goes on as long as it can, past three small units one behind the other and a little aside: the second time it goes on it has 2 against it.
#[test]
fn cavalry_goes_on_twice() {
    let foot = "kind=france_1813.inf.line_light";
    let units = [
        "f1 cavalry line of 16 at 60,72 kind=france_1813.cav.line".to_string(),
        format!("p1 line of 6 at 55.5,75 {foot}"),
        format!("p2 line of 6 at 59.5,88 {foot}"),
        format!("p3 line of 6 at 63.5,101 {foot}"),
    ];
    // Two are destroyed; the third melee is 7 + 3 + 1 - 2 against 9.
    let dice = [6, 6, 1, 1, 6, 6, 1, 1, 3, 4, 6, 3, 9, 9];
    let mut table = table(&units.each_ref().map(String::as_str), &dice);
    table.answers = vec![("goes_on", "go_on"), ("struck_again", "stand")];
    table.french_attack(&[("f1", "p1")]);
    assert!(!table.unit("p1").here() && !table.unit("p2").here());
    assert_eq!((table.told("goes_on").len(), table.told("melee").len()), (2, 3), "{:?}", table.whats());
    assert_eq!([table.unit("f1").figures(), table.unit("p3").figures()], [14, 4]);
}

/// §4.9.1 §4.9.2 cavalry may leave command to attack; when it falls short it is cut off where it left, and when it is done it rides home.
#[test]
fn cavalry_sallies_out() {
    let units = [
        "f1 cavalry line of 12 at 60,30",
        "f2 cavalry line of 12 at 90,30",
        "p1 line of 24 at 60,58",
        "p2 line of 20 at 90,75",
    ];
    let words =
        Words::of(&units).general_at("fc", "75,20").rated("fc", "command_cm = 20\n").dice(&[5, 5, 5, 5]);
    let mut table = words.start();
    table.to("moves", "french");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 58.0], "into contact");
    table.order("f2", "go");
    assert!(table.at("f2")[1] < 50.0, "it would touch nobody: {:?}", table.at("f2"));
    table.to("dispositions", "french");
    assert!(table.unit("f1").now.attack.is_some(), "it must attack: it is declared for it");
    assert!(table.unit("f1").sortie);
}

/// §7.5.1 a die that cannot be shows nothing: the melee of a continued attack that cannot be thrown is left out, and the turn goes on.
#[test]
fn a_melee_that_cannot_be_thrown_is_left_out() {
    let units =
        ["f1 cavalry line of 12 at 60,50 class=heavy", "p1 line of 12 at 60,70", "p2 line of 24 at 60,83"];
    // The first melee, its test, the test of p2; then a 9 on a die of six.
    let mut table = table(&units, &[6, 6, 1, 1, 0, 9, 9, 9, 9, 9]);
    table.answers = vec![("goes_on", "go_on"), ("struck_again", "stand"), ("gives_way", "straight")];
    table.french_attack(&[("f1", "p1")]);
    assert_eq!(table.told("goes_on").len(), 1);
    assert_eq!(table.told("melee").len(), 1);
}

/// §5.3.3.p3 §7.1.3.p3 a foot battery beside its infantry that passes its throw drives off from infantry, is in U, and is not taken; one whose throw fails stands.
#[test]
fn a_battery_that_drives_off_is_safe() {
    for (die, formation) in [(3, Formation::Limbered), (0, Formation::Unlimbered)] {
        let units = [
            "f1 column of 20 at 58.9,70 kind=france_1813.inf.line_light",
            "p1 battery at 60,75 kind=france_1813.art.line_foot",
            "p2 line of 20 at 66.5,75 kind=france_1813.inf.line_light",
        ];
        let mut table = Words::of(&units).dice(&[die, 3, 4, 3, 4, 9, 9, 9]).start();
        table.to("moves", "french");
        table.order("f1", "go");
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("dispositions", "french");
        table.order("p1", "withdraw_limbered @0");
        table.to("fire", "french");
        assert_eq!(table.unit("p1").formation, formation, "a throw of {die}");
        assert_eq!(table.unit("p1").order, Order::Disorder, "a throw of {die}");
        table.to("orders", "prussian");
        let taken = !table.told("guns_taken").is_empty();
        assert!(!taken && table.unit("p1").here(), "a throw of {die}: {:?}", table.whats());
    }
}

/// §7.3.1 §4.8.2 of two who win a town together both are asked at once; both go in where they have 40 figures together, else only the first, and the other is asked again.
#[test]
fn two_occupy_a_town() {
    for (figures, both) in [(20, true), (24, false)] {
        let first = format!("f1 column of {figures} at 56.5,70 kind=france_1813.inf.line_light");
        let units = [
            &*first,
            "f2 column of 20 at 63.5,70 kind=france_1813.inf.line_light",
            "p1 line of 6 at 60,87.5 zone=Dorf kind=france_1813.inf.line_light",
            "p2 line of 20 at 150,140",
        ];
        let words = Words::of(&units).zone("Dorf", [60.0, 87.5]);
        let mut table = words.dice(&[6, 6, 1, 1, 6, 6, 1, 1, 0, 0, 0]).start();
        table.answers.push(("advances", "occupy"));
        table.answers.push(("throws_again", "keep"));
        table.french_attack(&[("f1", "p1"), ("f2", "p1")]);
        let inside = ["f1", "f2"].map(|unit| table.unit(unit).zone.is_some());
        assert_eq!(inside, [true, both], "{figures} and 20: {:?}", table.whats());
    }
}

/// §5.3.1 of columns shoulder to shoulder the one that horse attacks forms its square within its ranks: it fights as a square where it stood, and its neighbours keep their places.
/// With room beside it, it forms a whole square.
#[test]
fn a_square_between_neighbours() {
    for (west, east, whole) in [("55", "65", false), ("52", "68", true)] {
        let units = [
            "f1 cavalry line of 16 at 60,70 kind=france_1813.cav.line".to_string(),
            format!("p1 column of 20 at {west},75 kind=france_1813.inf.line_light"),
            "p2 column of 20 at 60,75 kind=france_1813.inf.line_light".to_string(),
            format!("p3 column of 20 at {east},75 kind=france_1813.inf.line_light"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = Words::of(&units).dice(&[9, 3, 4, 3, 4, 9, 9, 9]).start();
        table.to("moves", "french");
        table.order("f1", "go");
        table.to("declarations", "french");
        table.order("f1", "attack p2");
        table.to("dispositions", "french");
        table.order("p2", "emergency_square");
        table.to("fire", "french");
        assert_eq!(table.unit("p2").formation, Formation::Square);
        assert_eq!(table.told("no_room").len(), 0);
        let front = table.unit("p2").placed.body().front() / 30.0;
        assert_eq!(front > 5.5, whole, "{front}");
        table.to("orders", "prussian");
        assert_eq!(table.unit("p2").formation, Formation::Square);
        assert_eq!([table.at("p1"), table.at("p3")].map(|at| at[1]), [75.0, 75.0]);
        let game = krigsspil_engine::battle::Played::replay(table.game.rules().clone(), &table.game.save());
        assert_eq!(game.unwrap().digest(), table.game.digest());
    }
}

/// §7.5.1 §4.7.3 §4.7.6 §4.8.3 a continued attack goes over no ground that a march does not: with a wood, water or a town between them, the winner is not asked whether it goes on to the next.
#[test]
fn ground_bars_a_continued_attack() {
    for (kind, asked) in [("rough", true), ("wood", false), ("water", false), ("built_up", false)] {
        let units = [
            "f1 column of 20 at 60,70 kind=france_1813.inf.line_light",
            "p1 line of 6 at 60,75 kind=france_1813.inf.line_light",
            "p2 line of 20 at 60,88",
        ];
        let between = json!([[[53, 79], [67, 79], [67, 84], [53, 84], [53, 79]]]);
        let words = Words::of(&units).feature(json!({"kind": kind, "name": "between"}), "Polygon", between);
        let mut table = words.dice(&[6, 6, 1, 1, 0, 9, 9, 9, 9, 9, 9]).start();
        table.french_attack(&[("f1", "p1")]);
        let goes_on = table.asked.iter().any(|(what, _)| what == "goes_on");
        assert_eq!(goes_on, asked, "{kind}: {:?}", table.whats());
    }
}

/// §7.5.1 §8.4 whose target another's rout has swept along may go on, though it only drew; and it takes no ground where it stops.
#[test]
fn a_swept_target_sets_free() {
    for (answer, went) in [("go_on", 1), ("stop", 0)] {
        let units = [
            "f1 column of 20 at 60,70 kind=france_1813.inf.line_light",
            "f2 column of 20 facing east at 45,90.2 kind=france_1813.inf.line_light",
            "p1 line of 20 at 60,75 kind=france_1813.inf.line_light",
            "p2 line of 20 at 60,89 kind=france_1813.inf.line_light",
            "p3 column of 20 facing west at 69,87.6 kind=france_1813.inf.line_light",
        ];
        // Drawn, won; p1 fails its test, f2 and p2 pass theirs; p2, swept, fails.
        let dice = [3, 4, 3, 4, 6, 6, 1, 1, 0, 9, 9, 0, 3, 4, 3, 4, 9, 9, 9];
        let mut table = Words::of(&units).dice(&dice).start();
        table.answers.extend([("gives_way", "straight"), ("goes_on", answer)]);
        table.french_attack(&[("f1", "p1"), ("f2", "p2")]);
        assert_eq!(["p1", "p2"].map(|unit| table.unit(unit).order), [Order::FullDisorder; 2]);
        let goes_on = table.told("goes_on").iter().filter(|event| event.about["unit"] == "f2").count();
        assert_eq!(goes_on, went, "{:?}", table.whats());
        let advances = table.told("advances").iter().filter(|event| event.about["unit"] == "f2").count();
        assert_eq!(advances, 0);
    }
}

/// §7.3.1 §5.3.3.p3 ground is taken by who has won a melee: from a battery that drove off before one was fought an attacker only may go on; one that is
/// taken without a throw counts as fought (§7.1.3.p2).
#[test]
fn ground_is_taken_after_a_melee() {
    for (guns, asked) in [("p1 battery at 60,75", false), ("p1 battery limbered at 60,75", true)] {
        let units = [
            "f1 column of 20 at 58.9,70 kind=france_1813.inf.line_light",
            &format!("{guns} kind=france_1813.art.line_foot"),
            if asked { "p2 line of 20 at 100,75" } else { "p2 line of 20 at 66.5,75" },
        ];
        let mut table = Words::of(&units).dice(&[3]).start();
        table.to("moves", "french");
        table.order("f1", "go");
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        if !asked {
            table.to("dispositions", "french");
            table.order("p1", "withdraw_limbered @0");
        }
        table.to("orders", "prussian");
        assert_eq!(table.told("drives_off").len(), usize::from(!asked), "{:?}", table.whats());
        assert_eq!(table.asked.iter().any(|(what, _)| what == "advances"), asked, "{guns}");
        assert_eq!(table.at("f1")[1], if asked { 80.0 } else { 75.0 }, "{guns}");
    }
}
