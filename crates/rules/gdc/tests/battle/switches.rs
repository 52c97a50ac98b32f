//! Optional rules, each a switch of the scenario: with it and without it.

use krigsspil_gdc::battle::order::{Step as Pace, UnitOrder};
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::state::UnitId;
use krigsspil_gdc::battle::units::{Mission, Stance};
use krigsspil_gdc::vocabulary::{ChargeOrders, Weight};
use serde_json::json;

use crate::table::{Words, outcome};

fn with(units: &[&str], option: &'static str, on: bool) -> Words {
    let mut words = Words::of(units);
    words.options = if on { vec![option] } else { vec![] };
    words
}

/// opt.naval ship guns have AEV 7, 24 barrage points and a crew of 5, and stay where they are; a shore party has six guns, a crew of 3 and three limbers.
#[test]
fn naval_guns() {
    let units = [
        "b1 battery unlimbered at 500,500 model=naval_ship",
        "b2 battery limbered at 900,500 model=naval_shore",
        "r1 column at 1500,2500",
    ];
    for on in [true, false] {
        let mut table = with(&units, "naval_guns", on).with_dice(&[]);
        let ship = table.unit("b1").battery.clone().unwrap();
        assert_eq!((ship.full_aev, ship.points, table.unit("b1").first) == (7, 24, 5), on);
        let shore = table.unit("b2").battery.clone().unwrap();
        assert_eq!((shore.limbers, table.unit("b2").first) == (3, 3), on);
        table.to(Step::Movement);
        let limbers = table.try_order("b1", UnitOrder::Limber { facing: None });
        assert_eq!(limbers.is_err(), on);
    }
}

/// opt.rockets an RHA battery of an army with a right to them has ten salvos: at guns +1 and no barrage points, until they are spent.
#[test]
fn rockets() {
    let units = [
        "b1 battery unlimbered at 1500,500 nation=great_britain guard_horse=true rockets=true",
        "b2 column at 900,500 nation=great_britain",
        "r1 battery unlimbered at 1500,1000",
    ];
    let mut modifiers = Vec::new();
    for on in [true, false] {
        let mut table = with(&units, "rockets", on).with_dice(&[100; 8]);
        assert_eq!(table.unit("b1").battery.as_ref().unwrap().rockets, if on { 10 } else { 0 });
        table.to(Step::InitialFire);
        table.order("b1", UnitOrder::fire("r1"));
        table.until(Step::SecondaryFire);
        let battery = table.unit("b1").battery.as_ref().unwrap();
        assert_eq!((battery.rockets, battery.fired == 0), if on { (9, true) } else { (0, false) });
        modifiers.push(outcome(&table.told("fires")[0])["bir_modifier"].as_i64().unwrap());
    }
    assert_eq!(modifiers[0], modifiers[1] + 1);
    // Without a division of Britons, or in a foot battery, there are none.
    let foot =
        ["b1 battery unlimbered at 1500,500 nation=great_britain rockets=true", "r1 column at 1500,2500"];
    let scenario = with(&foot, "rockets", true).scenario();
    let options = [("rockets".to_string(), true)].into();
    let made = krigsspil_engine::battle::Played::setup(
        krigsspil_gdc::battle::Gdc::printed().unwrap(),
        &scenario,
        options,
        1,
    );
    assert!(made.is_err());
}

/// opt.independent.A opt.independent.B opt.independent.C opt.independent.D an independent company adds its castings to its battalion, and screens it if it skirmishes.
#[test]
fn independent_companies() {
    let units = [
        "b1 column of 12 at 500,500 company=3 company_skirmishers=true",
        "b2 column of 12 at 800,500 company=2",
        "r1 column at 1500,2500",
    ];
    for on in [true, false] {
        let table = with(&units, "independent_companies", on).with_dice(&[]);
        assert_eq!((table.unit("b1").first, table.unit("b2").first), if on { (15, 14) } else { (12, 12) });
        assert_eq!((table.unit("b1").ratings.screen, table.unit("b2").ratings.screen), (on, false));
    }
}

/// opt.india elephants charge and pursue in line as heavy cavalry, cause no squares and do not strike one; bowmen shoot as foot with carbines; who
/// has no muskets neither fires nor has protective fire; elephants draw guns 200 yards.
#[test]
fn india() {
    let units = [
        "b1 cavalry line of 4 at 1500,500 elephants=true",
        "b2 column at 700,500 bows=true",
        "b3 battery limbered at 300,500 elephant_limbers=true",
        "r1 line at 1500,900",
        "r2 line at 700,590 no_muskets=true",
        "r3 square of 12 at 2300,900",
        "b4 cavalry line of 4 at 2300,500 elephants=true",
    ];
    let mut table = with(&units, "india", true).with_dice(&[60; 30]);
    assert_eq!(table.unit("b1").ratings.weight, Weight::Heavy);
    table.answers = vec![("reacts", "form_square"), ("tries_square", "square")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    assert!(table.try_order("b4", UnitOrder::charge("r3", ChargeOrders::Pursue)).is_err());
    table.until(Step::Movement);
    assert!(table.told("tries_square").is_empty());
    let b1: UnitId = table.battle().unit("b1").unwrap();
    assert_eq!(table.battle().charge_of(b1).unwrap().orders, ChargeOrders::Pursue);
    table.order("b3", UnitOrder::ahead(600.0));
    table.to(Step::SkirmishFire);
    assert!((table.at("b3")[1] - 700.0).abs() < 1.0, "{:?}", table.at("b3"));
    table.order("b2", UnitOrder::fire("r2"));
    table.until(Step::Volleys);
    assert_eq!(table.told("skirmish_fire").len(), 1);
    assert!(table.try_order("r2", UnitOrder::fire("b2")).is_err());
}

/// §opt.basing.1 §opt.basing.2 on large stands a column fires with the eight castings of its first stand; with regiments as single units no target is massed.
#[test]
fn large_stands() {
    let fired = |option: &'static str| {
        let units = [
            "b1 column of 16 at 1500,500",
            "r1 column of 20 at 1500,600",
            "r2 battery unlimbered at 900,900",
            "b2 column of 20 at 900,500",
        ];
        let mut table = with(&units, option, true).with_dice(&[100; 20]);
        table.to(Step::InitialFire);
        table.order("r2", UnitOrder::fire("b2"));
        table.to(Step::Volleys);
        table.order("b1", UnitOrder::fire("r1"));
        table.until(Step::Formation);
        let volley = outcome(&table.told("volley")[0]).clone();
        let shot = outcome(&table.told("fires")[0])["bir_modifier"].as_i64().unwrap();
        (volley["castings_firing"].as_i64().or_else(|| volley["firepower"].as_i64()), shot)
    };
    let (small, massed) = fired("line_rate");
    let (regiments, single) = fired("regimental_masses");
    let (fronts, still) = fired("standard_fronts");
    assert!(regiments > small && fronts == regiments, "{small:?} {regiments:?} {fronts:?}");
    assert_eq!((massed - single, massed - still), (1, 0));
}

/// opt.guard.A opt.guard.B opt.guard.C opt.guard.E opt.guard.F once a guard battalion has charged it charges three turns running, the first time 100 yards farther,
/// and changes neither facing nor formation until then.
#[test]
fn the_guard_charges_thrice() {
    let units = [
        "b1 column of 16 at 1500,500 melee=9 morale=A",
        "r1 line of 12 at 1500,985",
        "r2 line of 12 at 1500,1300",
        "b2 column at 500,500",
        "r3 column at 500,800",
    ];
    for on in [true, false] {
        let mut table = with(&units, "committed_guard", on).with_dice(&[100; 60]);
        table.to(Step::Charges);
        let far = table.try_order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        assert_eq!(far.is_ok(), on, "100 yards farther");
        if !on {
            continue;
        }
        table.until(Step::Formation);
        assert_eq!(table.unit("b1").guard.charges, 1);
        assert_eq!(table.refused("b1", UnitOrder::face(20.0)), "guard_goes_on");
    }
}

/// opt.guard.B opt.guard.K guard cavalry that is not exempt charges the first enemy in its reach though nobody ordered it; exempt it does not (opt.guard.I).
#[test]
fn guard_cavalry_charges_by_itself() {
    let units = ["b1 cavalry column at 1500,500 melee=9 morale=A", "r1 line at 1500,1000"];
    for on in [true, false] {
        let mut words = with(&units, "committed_guard_cavalry", on);
        words.options.push("committed_guard");
        let mut table = words.with_dice(&[60; 30]);
        table.answers = vec![("reacts", "hold")];
        table.to(Step::Charges);
        table.until(Step::Movement);
        assert_eq!(table.told("declares_charge").len(), usize::from(on));
    }
}

/// opt.guard.G opt.guard.H friends within 500 yards who see the guard beaten check, and those within 300 who see it go back of its own will.
#[test]
fn the_guard_is_watched() {
    for on in [true, false] {
        let units = [
            "b1 column of 16 at 1500,900 melee=9 morale=A",
            "b2 column of 12 at 1750,900",
            "r1 column of 12 at 1500,2500",
        ];
        let mut table = with(&units, "committed_guard", on).with_dice(&[100; 20]);
        table.to(Step::Movement);
        table.order(
            "b1",
            UnitOrder::steps(vec![Pace::Wheel { degrees: 180.0 }, Pace::Ahead { yards: 100.0 }]),
        );
        table.until(Step::Formation);
        let seen = table.told("morale_check");
        assert_eq!(
            seen.iter().filter(|event| event.about["cause"] == "guard_withdraws").count(),
            usize::from(on)
        );
        let units = [
            "b1 battery unlimbered at 1500,500",
            "r1 column of 20 at 1500,800 melee=9",
            "r2 column of 12 at 1900,800",
        ];
        // A hit (1), the guard fails its check (1), 50 on the failure chart; then r2 checks and passes.
        let mut table = with(&units, "committed_guard", on).with_dice(&[1, 1, 50, 100, 100, 100]);
        table.to(Step::InitialFire);
        table.order("b1", UnitOrder::fire("r1"));
        table.until(Step::SecondaryFire);
        let seen = table.told("morale_check");
        assert_eq!(
            seen.iter().filter(|event| event.about["cause"] == "guard_beaten").count(),
            usize::from(on),
            "{seen:?}"
        );
    }
}

/// opt.guard-ha.1 opt.guard-ha.3 French Guard horse artillery stays within 400 yards of the commander in chief; on a mission from him it goes anywhere
/// in his observation range.
#[test]
fn guard_horse_artillery() {
    let units = [
        "b1 battery limbered at 1500,500 nation=france guard_horse=true guard=old_guard",
        "r1 column at 1500,2900",
    ];
    let away = || UnitOrder::ahead(300.0);
    for on in [true, false] {
        let mut words = with(&units, "guard_horse_artillery", on);
        words.more = "# b at [1500, 350]\n".into();
        let mut table = words.with_dice(&[]);
        table.to(Step::Movement);
        assert_eq!(table.try_order("b1", away()).is_err(), on);
    }
    let mut words = with(&units, "guard_horse_artillery", true);
    words.more = "# b at [1500, 350]\n".into();
    let mut table = words.with_dice(&[]);
    table.to(Step::Command);
    table.act("blue", json!({"do": "follow_me", "general": "b", "unit": "b1"})).unwrap();
    table.to(Step::Movement);
    table.order("b1", away());
    table.turn();
    assert_eq!(table.unit("b1").battery.as_ref().unwrap().mission, Mission::Given);
    assert!(table.at("b1")[1] > 700.0, "{:?}", table.at("b1"));
}

/// opt.position a battery that saw one of its corps rout may limber, and then goes to that place until a general comes to it.
#[test]
fn bound_for_a_rout() {
    let units = [
        "b1 battery unlimbered at 500,500 poundage=12",
        "b2 column of 20 at 1500,1200 morale=G",
        "r1 battery unlimbered at 1500,1900",
    ];
    let mut words = with(&units, "position_batteries", true);
    words.more = "# b at [100, 100]\n".into();
    // A hit, a failed check, and a rout.
    let mut table = words.with_dice(&[1, 1, 5, 100, 100]);
    table.to(Step::InitialFire);
    table.order("r1", UnitOrder::fire("b2"));
    table.to(Step::Movement);
    assert_eq!(table.told("routs").len(), 1, "{:?}", table.events);
    let limber = |to: f64| UnitOrder::LimberAndMove {
        facing: Some(krigsspil_engine::battle::Heading(to)),
        yards: 300.0,
    };
    assert_eq!(table.refused("b1", limber(270.0)), "bound_for_the_rout");
    table.order("b1", limber(60.0));
    table.turn();
    assert_eq!(table.unit("b1").stance, Stance::Limbered);
    assert!(table.unit("b1").battery.as_ref().unwrap().bound_for.is_some());
    table.to(Step::Movement);
    let back = UnitOrder::steps(vec![Pace::Wheel { degrees: 180.0 }, Pace::Ahead { yards: 100.0 }]);
    assert_eq!(table.refused("b1", back), "bound_for_the_rout");
}
