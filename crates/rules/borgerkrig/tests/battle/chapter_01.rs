//! Scale, scenario, umpire.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder};
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::{Options, Played};
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::table::*;

const APART: [&str; 2] = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,160"];

/// §01.02.1 units have their standard size unless the scenario states another.
#[test]
fn standard_sizes_give_way_to_the_scenario() {
    let table = table(
        &[
            "b1 line of 20 figures=17 at 60,60",
            "b2 battery of 6 at 90,60",
            "b3 battery of 6 figures=5 at 110,60",
            APART[1],
        ],
        &[],
    );
    let figures: Vec<i32> = ["b1", "b2", "b3"].iter().map(|id| table.unit(id).figures).collect();
    assert_eq!(figures, [17, 6, 5]);
}

/// §01.04.1 every throw uses two ordinary dice, except the one die of resupply.
#[test]
fn all_throws_are_of_two_dice() {
    let mut table = table(
        &[
            "b1 line of 20 ammunition=false at 60,60",
            "b2 wagon at 60,57",
            "b3 line of 20 at 90,60",
            "r1 line of 20 facing south at 90,68",
        ],
        &[6, 4, 5, 5, 3],
    );
    table.order("b1", UnitOrder::Resupply).order("b3", fire());
    for event in table.turn() {
        let Some(unfolded) = &event.working else { continue };
        let dice = if unfolded.procedure == "resupply" { 1 } else { 2 };
        assert_eq!(unfolded.rolls.len() % dice, 0, "{}", event.what);
        assert!(unfolded.rolls.iter().all(|rolled| rolled.die == krigsspil_engine::dice::Die::D6));
        if unfolded.procedure == "resupply" {
            assert_eq!(unfolded.rolls.len(), 1);
        }
    }
    assert!(table.unit("b1").ammunition);
}

/// §01.05.1 §01.05.2 the scenario states ground, forces, command, figures, valeur and weapon; faults are reported with their line.
#[test]
fn a_scenario_states_everything() {
    let table = table(&["b1 chain of 20 valeur=2 weapon=musket_m42 at 60,60", APART[1]], &[]);
    let unit = table.unit("b1");
    assert_eq!((unit.valeur, unit.figures), (2, 20));
    assert_eq!(table.battle().generals[unit.general].id.as_ref(), "b");
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    let good = Words::of(&APART).scenario();
    let broken = good.text.replacen("weapon = \"springfield_m61\"", "weapon = \"crossbow\"", 1);
    let scenario = Scenario::read("x.toml", &broken, &good.ground_text).unwrap();
    let fault = Played::setup(rules, &scenario, Options::new(), 1).unwrap_err();
    assert!(fault.line > 20 && fault.to_string().contains("crossbow"), "{fault}");
    let astray = good.text.replacen("place = [750.0, 650.0]", "place = [750.0, 65000.0]", 1);
    assert_ne!(astray, good.text);
    let scenario = Scenario::read("x.toml", &astray, &good.ground_text).unwrap();
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    let fault = Played::setup(rules, &scenario, Options::new(), 1).unwrap_err();
    assert!(fault.line > 10 && fault.to_string().contains("general `b`"), "{fault}");
}

/// §02.02.4 mounted cavalry cannot form a thin line: a scenario that says so is refused, and no turn fails because of it.
#[test]
fn no_mounted_thin_lines() {
    let setup = |words: &str| {
        let scenario = Words::of(&[APART[0], words]).scenario();
        let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
        Played::setup(rules, &scenario, Options::new(), 1)
    };
    let fault = setup("r1 cavalry thin_line of 20 facing south at 60,190").unwrap_err();
    assert!(fault.line > 20 && fault.to_string().contains("thin_line"), "{fault}");
    assert!(setup("r1 cavalry thin_line of 20 mounted=false facing south at 60,190").is_ok());
}

/// §01.05.1 reinforcements enter when and where the scenario says, or as near as there is room.
#[test]
fn reinforcements_arrive() {
    let mut words = Words::of(&APART);
    words.extra = "[[unit]]\nid = \"b8\"\nname = \"late\"\ngeneral = \"b\"\narm = \"infantry\"\nmen = 200\n\
        formation = \"line\"\n[unit.ratings.borgerkrig]\nweapon = \"springfield_m61\"\n\n\
        [[unit]]\nid = \"b9\"\nname = \"later\"\ngeneral = \"b\"\narm = \"infantry\"\nmen = 200\n\
        formation = \"line\"\n[unit.ratings.borgerkrig]\nweapon = \"springfield_m61\"\n\n\
        [[reinforcement]]\nturn = 3\nwho = [\"b8\", \"b9\"]\nplace = [1250, 250]\nfacing = 0.0\n"
        .into();
    let mut table = words.with_dice(&[]);
    assert!(!table.unit("b8").here());
    table.turn();
    assert!(!table.unit("b8").here());
    let events = table.turn();
    assert_eq!(happened(&events, "arrives").len(), 2);
    assert_eq!(table.at("b8"), [100.0, 20.0]);
    assert_eq!(table.at("b9"), [100.0, 24.0], "where b8 stands is no room");
}

/// §01.05.3 a scenario's own rule applies to that battle: material for chevaux de frise.
#[test]
fn a_scenario_adds_rules() {
    use krigsspil_borgerkrig::procedures::works::Work;
    let work = || UnitOrder::Work { work: Work::ChevauxDeFrise };
    let mut without = table(&APART, &[]);
    assert!(without.refused("b1", work()).contains("10.05.1"));
    let mut words = Words::of(&APART);
    words.special =
        "[[special]]\nrules = \"borgerkrig\"\nname = \"chevaux_de_frise\"\ntext = \"Material is at hand.\"\n"
            .into();
    words.with_dice(&[]).order("b1", work());
}

/// §01.06.1 the umpire's decision is final, is logged, and binds this battle; a player cannot make it.
#[test]
fn the_umpire_decides() {
    let mut table = table(&APART, &[]);
    let overrule = json!({"do": "overrule", "unit": "b1", "state": "LU", "reason": "mud"});
    assert!(table.act("blue", overrule.clone()).is_err());
    let events = table.act("umpire", overrule).unwrap();
    assert_eq!((events[0].what, events[0].rule), ("umpire_overrules", "01.06.1"));
    assert_eq!(table.unit("b1").order, Order::LightDisorder);
    table.act("umpire", json!({"do": "move", "unit": "b1", "place": [800, 800], "facing": 90})).unwrap();
    assert_eq!(table.at("b1"), [64.0, 64.0]);
    table.act("umpire", json!({"do": "rule", "name": "dusk", "text": "Nobody sees beyond 100 cm."})).unwrap();
    assert_eq!(table.battle().umpire.rules()[0].name, "dusk");
}

/// §01.06.1 even the umpire cannot do the impossible: put a unit off the table or on an enemy, pin cavalry (§04.02.7), or restore the order
/// of a unit without men. A refused action of his leaves no trace.
#[test]
fn the_umpire_is_kept_from_what_cannot_be() {
    let units = [
        "b1 line of 20 at 60,60",
        "b2 cavalry line of 12 at 90,60",
        "b3 battery of 6 at 90,70",
        "r1 line of 20 at 60,100",
    ];
    let mut table = table(&units, &[]);
    let mend = |unit: &str, field: &str, value: Value| json!({"do": "mend", "unit": unit, field: value});
    let set =
        |place: Value, facing: f64| json!({"do": "move", "unit": "b1", "place": place, "facing": facing});
    let enemy = table.unit("r1").placed.centre();
    for (deed, word) in [
        (set(json!([-50, 100]), 0.0), "not on the table"),
        (set(json!([999_999, 0]), 0.0), "not on the table"),
        (set(json!([enemy.x, enemy.y]), 180.0), "`r1` stands there"),
        (json!({"do": "overrule", "unit": "b2", "state": "NH"}), "are not pinned"),
        (json!({"do": "rule", "name": "dusk", "text": "  "}), "text"),
        (mend("b1", "loss_men", json!(401)), "loss_men: it would come to 401; it can be from 0 to 400"),
        (mend("b1", "loss_men", json!(-1)), "it can be from 0 to 400"),
        (mend("b1", "cut_valeur", json!(2)), "cut_valeur: it would come to -2; it can be from -1 to 2"),
        (mend("b3", "ammunition", json!(true)), "`b3` has no small arms"),
    ] {
        let refused = table.act("umpire", deed.clone()).unwrap_err().to_string();
        assert!(refused.contains(word), "{deed}: {refused}");
    }
    assert_eq!((table.at("b1"), table.unit("b2").order), ([60.0, 60.0], Order::Good));
    table.act("umpire", mend("b1", "loss_men", json!(400))).unwrap();
    for deed in [
        mend("b1", "loss_men", json!(-20)),
        json!({"do": "overrule", "unit": "b1", "state": "OR"}),
        set(json!([900, 900]), 0.0),
    ] {
        assert!(table.act("umpire", deed).unwrap_err().to_string().contains("is gone"));
    }
}

/// §01.06.2 he may halt a disobedient player's units, or reduce their valeur.
#[test]
fn the_umpire_punishes() {
    let mut table = table(&APART, &[]);
    let mend = json!({"do": "mend", "unit": "b1", "halt_turns": 1, "cut_valeur": 1, "reason": "argued"});
    table.act("umpire", mend).unwrap();
    assert_eq!(table.unit("b1").valeur, -1);
    assert!(table.refused("b1", ahead()).contains("01.06.2"));
    table.turn();
    table.order("b1", UnitOrder::march(vec![Step::Ahead { cm: Some(3.0) }]));
}

/// §08.01.1 valeur is +2 to -1, set before the battle.
#[test]
fn valeur_is_set_before_the_battle() {
    for valeur in [-1, 0, 1, 2] {
        let table = table(&[&format!("b1 line of 20 valeur={valeur} at 60,60"), APART[1]], &[]);
        assert_eq!(table.unit("b1").valeur, valeur);
    }
    let good = Words::of(&["b1 line of 20 valeur=1 at 60,60", APART[1]]).scenario();
    let broken = good.text.replace("valeur = 1", "valeur = 3");
    let scenario = Scenario::read("x.toml", &broken, &good.ground_text).unwrap();
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    assert!(Played::setup(rules, &scenario, Options::new(), 1).unwrap_err().to_string().contains("valeur"));
}

/// §10.01.2 works that the rules do not name are the umpire's decision: without him they are refused.
#[test]
fn other_works_are_refused() {
    let mut table = table(&APART, &[]);
    let order = json!({"do": "order", "unit": "b1", "order": {"kind": "work", "work": "redoubt"}});
    assert!(table.act("blue", order).unwrap_err().to_string().contains("redoubt"));
    // If he agrees, he lays it himself.
    let lay = json!({"do": "lay", "thing": "proper_fieldwork", "from": [700, 755], "to": [800, 755], "reason": "a redoubt"});
    assert!(table.act("blue", lay.clone()).is_err());
    let events = table.act("umpire", lay).unwrap();
    assert_eq!((events[0].what, &events[0].about["reason"]), ("umpire_lays", &json!("a redoubt")));
    let classes = |table: &Table| {
        let ground = &table.battle().ground;
        ground
            .features()
            .map(|(_, f)| (f.properties.obstacle.number(), f.properties.cover.number()))
            .collect::<Vec<_>>()
    };
    assert_eq!(classes(&table), [(3, 3)]);
    let house = json!({"do": "lay", "thing": "stone_building", "from": [700, 755], "to": [800, 755]});
    assert!(table.act("umpire", house).unwrap_err().to_string().contains("skema XXII"));
}

/// §10.02.2 a proper field work is where the scenario puts it, and covers those behind it.
#[test]
fn proper_works_come_with_the_ground() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68"];
    let mut open = table(&units, &[4, 3]);
    open.order("b1", fire());
    let plain = open.turn();
    let mut behind = Words::of(&units)
        .with_feature(
            json!({"kind": "breastwork", "obstacle": 3, "cover": 3}),
            "LineString",
            json!([[50, 67.8], [70, 67.8]]),
        )
        .with_dice(&[4, 3]);
    behind.order("b1", fire());
    let covered = behind.turn();
    let loss = |events: &[std::sync::Arc<krigsspil_engine::battle::Event>]| {
        happened(events, "loses_men")[0].about["men"].as_i64().unwrap()
    };
    assert_eq!(loss(&covered), (loss(&plain) + 2) / 4, "{} against {}", loss(&covered), loss(&plain));
}

/// §01.05.1 §08.02.1 §05.02.2 §09.01.1 a scenario may begin in the middle of a battle: order, losses, ammunition, first fire and last
/// order.
#[test]
fn a_scenario_states_how_a_unit_begins() {
    use krigsspil_borgerkrig::vocabulary::Order;
    let units = [
        "b1 line of 20 order=NH lost_men=45 captured=2 has_fired=true last_order=X at 60,60",
        "b2 line of 20 order=U ammunition=false at 90,60",
        "r1 line of 20 facing south at 60,190",
    ];
    let table = table(&units, &[]);
    let (b1, b2) = (table.unit("b1"), table.unit("b2"));
    assert_eq!(
        (b1.order, b1.pinned_left, b1.lost_men, b1.captured, b1.figures),
        (Order::Pinned, 1, 45, 2, 16)
    );
    assert_eq!((b1.ever_fired, b1.last_order.clone()), (true, Some(UnitOrder::Stand)));
    assert_eq!((b2.order, b2.ammunition, b2.figures), (Order::Disorder, false, 20));
    let refused = |unit: &str| {
        let words = Words::of(&[unit, "r1 line of 20 facing south at 60,190"]);
        let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
        Played::setup(rules, &words.scenario(), Options::new(), 1).unwrap_err().to_string()
    };
    assert!(refused("b1 line of 20 lost_men=400 at 60,60").contains("0 to 380"));
    assert!(refused("b1 line of 20 last_order=Q at 60,60").contains("last_order"));
    assert!(refused("b1 line of 20 gun=napoleon_12pd at 60,60").contains("`gun` does not fit"));
    assert!(refused("b1 line of 20 ordr=LU at 60,60").contains("did you mean `order`"));
}
