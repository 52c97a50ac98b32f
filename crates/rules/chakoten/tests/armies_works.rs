//! Works, field works, pontoons and ferries: chapters 19.01 to 19.04 and 19.10 to 19.12.

use crate::armies_support::{expect, outcome, refused, told};
use krigsspil_engine::serde_json::{Value, json};

/// Skema XX as printed: work, leader, pioneers, others, quantity, time, acquisition.
const SKEMA_XX: &str = "
storm_gangway           | Pio.Uoff. | 2-3  | 3-4   | 2 cm         | 1  | Nej
pontoon_bridge          | Ing.Off.  | 4-8  | Nej   | 1 cm         | 1  | Nej
improvised_bridge       | Ing.Off.  | 4-8  | Nej   | 0.5 cm       | 1  | Nej
emergency_bridge_repair | Pio.Uoff. | 2-3  | 3-4   | 1 cm         | 1  | Nej
bridge_repair           | Ing.Off.  | 3-5  | Nej   | 0.5 cm       | 1  | Nej
bridge_deck_repair      | Pio.Uoff. | 1-2  | 2-3   | 1 cm         | 1  | Nej
pontoon_ferry           | Ing.Off.  | 3-6  | Nej   | 1 piece      | 4  | Nej
improvised_ferry        | Ing.Off.  | 3-6  | Nej   | 1 piece      | 6  | Nej
pontoon_boat            | Pio.Uoff. | 3-6  | Nej   | 1 piece      | 2  | Nej
improvised_boat         | Pio.Uoff. | 3-6  | Nej   | 1 piece      | 4  | Nej
ford_strengthening      | Ing.Off.  | 3-6  | 5-10  | 8 cm         | 2  | Ja
scaling_ladder          | Alm.Off.  | 1-1  | 1-2   | 1 piece      | 4  | Ja
wood_path               | Pio.Uoff. | 3-4  | 4-6   | 4 cm         | 4  | Nej
wood_road               | Ing.Off.  | 3-4  | 4-6   | 1 cm         | 5  | Ja
abatis_or_barricade     | Alm.Off.  | 1-2  | 2-3   | 2 cm         | 4  | Nej
chevaux_or_palisade     | Pio.Uoff. | 1-2  | 2-4   | 2 cm         | 6  | Nej
wolf_pit                | Ing.Off.  | 4-6  | 8-12  | 1 piece      | 16 | Ja
sap                     | Alm.Off.  | 1-1  | 1-2   | 2 cm         | 8  | Ja
trench                  | Ing.Off.  | 2-3  | 3-6   | 2 cm         | 8  | Ja
breastwork_1            | Ing.Off.  | 2-3  | 3-6   | 2 cm         | 64+8 | Ja
breastwork_2            | Ing.Off.  | 3-4  | 5-8   | 2 cm         | 64+8 | Ja
breastwork_3            | Ing.Off.  | 4-5  | 6-10  | 2 cm         | 72+8 | Ja
breastwork_ramp         | Pio.Uoff. | 2-4  | 4-8   | 1 piece      | 10 | Ja
trench_parapet          | Ing.Off.  | 1-3  | 2-6   | 2 cm         | 10 | Ja
parallel                | Ing.Off.  | 3-6  | 5-10  | 2 cm         | 40 | Ja
magazine                | Ing.Off.  | 4-8  | 8-16  | 1 piece      | 60+8 | Nej
shelter                 | Ing.Off.  | 4-8  | 8-16  | 1 piece      | 40 | Nej
gun_emplacement         | Ing.Off.  | 5-10 | 10-20 | 1 piece      | 32 | Nej
";

fn grade(printed: &str) -> &'static str {
    match printed {
        "Ing.Off." => "engineer_officer",
        "Pio.Uoff." => "pioneer_nco",
        _ => "ordinary_officer",
    }
}

fn whole(text: &str) -> i64 {
    text.parse().unwrap_or(-1)
}

fn ends(printed: &str) -> (i64, i64) {
    printed.split_once('-').map_or((0, 0), |(least, most)| (whole(least), whole(most)))
}

/// §skema-XX §19.04.4 §19.04.6 §19.12.1 §19.12.2 every cell of the work table, and nothing more
#[test]
fn skema_xx_cell_by_cell() {
    let mut rows = 0;
    for line in SKEMA_XX.lines().filter(|line| !line.is_empty()) {
        let [work, leader, pioneers, others, quantity, time, acquisition] =
            line.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        let (portion, unit) = quantity.split_once(' ').unwrap();
        let (turns, rest) = time.split_once('+').unwrap_or((time, "0"));
        let fields = json!({
            "leader_required": grade(leader),
            "pioneers_min": ends(pioneers).0, "pioneers_max": ends(pioneers).1,
            "others_allowed": others != "Nej",
            "others_min": ends(others).0, "others_max": ends(others).1,
            "portion": portion.parse::<f64>().unwrap(), "portion_unit": unit,
            "abutment": matches!(work, "pontoon_bridge" | "improvised_bridge"),
            "turns": whole(turns), "rest_turns": whole(rest), "acquisition": acquisition == "Ja",
        });
        expect("work_row", json!({ "work": work }), &[], fields);
        rows += 1;
    }
    assert_eq!(rows, krigsspil_chakoten::armies::vocabulary::Work::ALL.len());
}

/// §19.04.1 the umpire decides about works that are not in the table: they are refused here
#[test]
fn unknown_works_are_refused() {
    refused("work_row", json!({ "work": "lighthouse" }), "work");
}

/// §19.03.1 §19.03.2 acquisition: 1-2 adds half the time, 3-4 a quarter, 5-6 nothing; rounded up
#[test]
fn acquisition_die() {
    for (die, percent, extra) in [(1, 50, 5), (2, 50, 5), (3, 25, 3), (4, 25, 3), (5, 0, 0), (6, 0, 0)] {
        let fields = json!({ "percent": percent, "extra_turns": extra, "total_turns": 10 + extra });
        expect("work_acquisition", json!({ "ordinary_turns": 10 }), &[die], fields);
    }
}

/// §19.03.4 §19.03.5 delay: the same steps, with a point less for each turn under fire; below 1 counts as 1
#[test]
fn delay_die() {
    for (die, under_fire, modified, extra) in [(6, 0, 6, 0), (6, 2, 4, 3), (5, 3, 2, 5), (1, 9, -8, 5)] {
        let facts = json!({ "ordinary_turns": 9, "turns_under_fire": under_fire });
        expect("work_delay", facts, &[die], json!({ "modified_die": modified, "extra_turns": extra }));
    }
}

fn trench(more: Value) -> Value {
    let mut facts = json!({ "work": "trench", "leader": "engineer_officer", "pioneers": 3 });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// §19.04.2 one grade too low doubles the time, two grades make it impossible, and no work goes on without a leader
#[test]
fn leaders_grades() {
    for (leader, factor, turns) in [("engineer_officer", 1, 8), ("pioneer_nco", 2, 16)] {
        let fields = json!({ "possible": true, "leader_factor": factor, "ordinary_turns": turns });
        expect("engineering_work", trench(json!({ "leader": leader })), &[6], fields);
    }
    for (leader, reason) in [("ordinary_officer", "leader_too_low"), ("none", "no_leader")] {
        let fields = json!({ "possible": false, "reasons": [reason], "leader_factor": 0, "total_turns": 0 });
        expect("engineering_work", trench(json!({ "leader": leader })), &[], fields);
    }
    let gangway = json!({ "work": "storm_gangway", "leader": "ordinary_officer", "pioneers": 3 });
    expect("engineering_work", gangway, &[6], json!({ "leader_factor": 2, "ordinary_turns": 2 }));
    expect("engineering_work", trench(json!({ "leaders": 0 })), &[], json!({ "reasons": ["no_leader"] }));
}

/// §19.01.2 an artillery officer leads like an engineer officer, an artillery nco like a pioneer nco
#[test]
fn gunners_lead_like_engineers() {
    expect(
        "engineering_work",
        trench(json!({ "leader": "artillery_officer" })),
        &[6],
        json!({ "leader_factor": 1 }),
    );
    expect(
        "engineering_work",
        trench(json!({ "leader": "artillery_nco" })),
        &[6],
        json!({ "leader_factor": 2 }),
    );
}

/// §19.04.2 one leader for every 50 figures or part of 50; figures that may not work need none
#[test]
fn one_leader_for_fifty() {
    expect("engineering_work", trench(json!({ "pioneers": 50 })), &[6], json!({ "possible": true }));
    let reasons = json!({ "reasons": ["too_few_leaders"] });
    expect("engineering_work", trench(json!({ "pioneers": 50, "others": 1 })), &[], reasons);
    let two = trench(json!({ "pioneers": 50, "others": 1, "leaders": 2 }));
    expect("engineering_work", two, &[6], json!({ "possible": true }));
    let ferry =
        json!({ "work": "pontoon_ferry", "leader": "engineer_officer", "pioneers": 6, "others": 300 });
    expect("engineering_work", ferry, &[6], json!({ "possible": true, "other_units": 0 }));
    let both = trench(json!({ "leader": "ordinary_officer", "pioneers": 51, "others": 1 }));
    expect("engineering_work", both, &[], json!({ "reasons": ["leader_too_low", "too_few_leaders"] }));
}

/// §19.04.3 the larger number divides, a remainder of at least the smaller makes one more, and pioneers and others count separately
#[test]
fn work_units() {
    let check = |pioneers, others| json!({ "work": "trench", "pioneers": pioneers, "others": others, "started_units": 3 });
    let units = |pioneer, other| json!({ "pioneer_units": pioneer, "other_units": other, "work_units": pioneer + other });
    expect("work_check", check(4, 8), &[], units(1, 1));
    expect("work_check", check(5, 9), &[], units(2, 2));
    expect("work_check", check(1, 2), &[], units(0, 0));
    let stopped = json!({ "stopped_units": 3, "continues": false });
    expect("work_check", check(1, 2), &[], stopped);
    expect("work_check", check(9, 9), &[], json!({ "stopped_units": 0, "continues": true, "work_units": 5 }));
    let alone = json!({ "work": "trench", "pioneers": 2 });
    expect("work_check", alone, &[], json!({ "work_units": 1, "stopped_units": 0 }));
    let nobody = trench(json!({ "pioneers": 1, "others": 2 }));
    expect("engineering_work", nobody, &[], json!({ "reasons": ["no_work_unit"] }));
}

/// §19.04.4 portions are rounded up, and the units make them in rounds
#[test]
fn portions_and_rounds() {
    let facts = trench(json!({ "quantity": 8.1, "pioneers": 6 }));
    expect("engineering_work", facts, &[6], json!({ "portions": 5, "rounds": 3, "ordinary_turns": 24 }));
    expect("engineering_work", trench(json!({})), &[6], json!({ "portions": 1, "ordinary_turns": 8 }));
    let pit = |quantity: f64| json!({ "work": "wolf_pit", "quantity": quantity, "leader": "engineer_officer", "pioneers": 6 });
    expect("engineering_work", pit(2.0), &[6], json!({ "portions": 2, "ordinary_turns": 32 }));
    refused("engineering_work", pit(1.5), "quantity");
    refused("engineering_work", pit(0.0), "quantity");
    refused("engineering_work", trench(json!({ "quantity": 0 })), "quantity");
    refused("engineering_work", trench(json!({ "quantity": null })), "quantity");
}

/// §skema-XX abutments are portions of the two column bridges only
#[test]
fn abutments() {
    let bridge = |quantity: f64, abutments: i32| {
        json!({ "work": "pontoon_bridge", "quantity": quantity, "abutments": abutments,
                "leader": "engineer_officer", "pioneers": 8 })
    };
    expect("engineering_work", bridge(5.0, 2), &[6], json!({ "portions": 7, "ordinary_turns": 7 }));
    expect("engineering_work", bridge(0.0, 1), &[6], json!({ "portions": 1, "pontoons_needed": 0 }));
    refused("engineering_work", bridge(0.0, 0), "quantity");
    refused("engineering_work", trench(json!({ "abutments": 1 })), "abutments");
}

/// §19.04.5 the rest is added once a round; a low leader does not double it, and a relief saves it
#[test]
fn rest_in_the_middle() {
    let breastwork = |relieved: bool| {
        json!({ "work": "breastwork_1", "quantity": 4, "leader": "pioneer_nco", "pioneers": 3,
                "relieved_at_half": relieved })
    };
    let fields = json!({ "rounds": 2, "work_turns": 256, "rest_turns": 16, "total_turns": 272, "shifts": 7 });
    expect("engineering_work", breastwork(false), &[6], fields);
    expect("engineering_work", breastwork(true), &[6], json!({ "rest_turns": 0, "total_turns": 256 }));
    assert!(told("engineering_work", breastwork(true), &[6]).contains(&"relieved ✓".to_string()));
}

/// §19.03.3 materials at hand cost nothing, carried ones cost the umpire's turns; the die only if the table allows it
#[test]
fn materials() {
    let with = |materials: &str| trench(json!({ "materials": materials, "transport_turns": 7 }));
    expect("engineering_work", with("at_hand"), &[6], json!({ "total_turns": 8 }));
    expect("engineering_work", with("transported"), &[6], json!({ "total_turns": 15, "work_turns": 8 }));
    expect(
        "engineering_work",
        with("acquired"),
        &[1, 6],
        json!({ "acquisition_turns": 4, "total_turns": 12 }),
    );
    let abatis = json!({ "work": "abatis_or_barricade", "leader": "ordinary_officer", "pioneers": 2, "materials": "acquired" });
    expect("engineering_work", abatis, &[], json!({ "reasons": ["acquisition_not_allowed"] }));
}

/// §19.03.2 §19.03.4 both dice give percentages of the ordinary time, and each is rounded up separately
#[test]
fn percentages_of_the_ordinary_time() {
    let road = json!({ "work": "wood_road", "leader": "engineer_officer", "pioneers": 4, "materials": "acquired",
                       "turns_under_fire": 1 });
    let fields = json!({ "ordinary_turns": 5, "acquisition_turns": 2, "delay_die": 3, "delay_turns": 2, "work_turns": 9 });
    expect("engineering_work", road.clone(), &[3, 4], fields);
    assert_eq!(told("engineering_work", road, &[3, 4]), ["acquisition +2", "under_fire -1", "delay +2"]);
}

/// §19.10.1 the umpire may add turns for ground or current
#[test]
fn special_delay() {
    expect(
        "engineering_work",
        trench(json!({ "special_delay_turns": 3 })),
        &[6],
        json!({ "total_turns": 11 }),
    );
}

/// §19.10.2 §19.11.1 §19.10.3 §19.10.4 one pontoon for every 6 cm of bridge or part of it, two for a ferry, one for a boat, none for
/// makeshift ones
#[test]
fn pontoons() {
    for (work, quantity, pontoons) in [
        ("pontoon_bridge", 6.0, 1),
        ("pontoon_bridge", 6.5, 2),
        ("pontoon_ferry", 3.0, 6),
        ("pontoon_boat", 3.0, 3),
        ("improvised_bridge", 12.0, 0),
        ("improvised_ferry", 2.0, 0),
        ("improvised_boat", 2.0, 0),
    ] {
        let facts =
            json!({ "work": work, "quantity": quantity, "leader": "engineer_officer", "pioneers": 8 });
        expect("engineering_work", facts, &[6], json!({ "pontoons_needed": pontoons }));
    }
}

/// §19.12.1 §19.12.2 what field works hold: a magazine 3 figure pieces or 60 figures, a shelter 10, an emplacement 1 piece
#[test]
fn capacity() {
    for (work, pieces, figures) in
        [("magazine", 6, 120), ("shelter", 0, 20), ("gun_emplacement", 2, 0), ("wolf_pit", 0, 0)]
    {
        let facts = json!({ "work": work, "quantity": 2, "leader": "engineer_officer", "pioneers": 10 });
        let fields = json!({ "capacity_figure_pieces": pieces, "capacity_figures": figures });
        expect("engineering_work", facts, &[6], fields);
    }
}

/// §19.01.3 forty turns in a period, two periods in a day
#[test]
fn endurance() {
    let after = |periods, turns| json!({ "periods_done": periods, "turns_in_period": turns });
    let left =
        |now, today| json!({ "may_work": now > 0, "turns_left_in_period": now, "turns_left_today": today });
    expect("work_endurance", after(0, 0), &[], left(40, 80));
    expect("work_endurance", after(0, 40), &[], left(0, 40));
    expect("work_endurance", after(1, 39), &[], left(1, 1));
    expect("work_endurance", after(2, 0), &[], left(0, 0));
    refused("work_endurance", after(2, 1), "turns_in_period");
    let long = trench(json!({ "quantity": 10 }));
    expect("engineering_work", long, &[6], json!({ "work_turns": 40, "shifts": 1 }));
    let longer = trench(json!({ "quantity": 12 }));
    expect("engineering_work", longer, &[6], json!({ "work_turns": 48, "shifts": 2 }));
}

/// Three quarters of the figures, rounded up, stand along the line (rule 19.12.3).
#[test]
fn layout() {
    for (figures, on_line) in [(0, 0), (1, 1), (4, 3), (5, 4), (18, 14)] {
        let fields = json!({ "on_line": on_line, "behind": figures - on_line });
        expect("field_work_layout", json!({ "figures": figures }), &[], fields);
    }
}

/// §19.12.4 levelling: half the time, half the figures rounded up, any officer, no rest, with delay
#[test]
fn levelling() {
    let parallel = |leader: &str, others: i32| json!({ "work": "parallel", "quantity": 5, "leader": leader, "others": others, "turns_under_fire": 1 });
    let fields = json!({
        "pioneers_min": 2, "pioneers_max": 3, "others_min": 3, "others_max": 5, "work_units": 2, "portions": 3,
        "rounds": 2, "ordinary_turns": 40, "delay_die": 3, "delay_turns": 10, "total_turns": 50,
    });
    expect("levelling", parallel("ordinary_officer", 8), &[4], fields);
    expect("levelling", parallel("none", 8), &[], json!({ "reasons": ["no_leader"], "total_turns": 0 }));
    expect("levelling", parallel("pioneer_nco", 2), &[], json!({ "reasons": ["no_work_unit"] }));
    expect("levelling", parallel("pioneer_nco", 51), &[], json!({ "reasons": ["too_few_leaders"] }));
    refused("levelling", json!({ "work": "storm_gangway", "leader": "ordinary_officer" }), "work");
    refused(
        "levelling",
        json!({ "work": "shelter", "quantity": 1.5, "leader": "ordinary_officer" }),
        "quantity",
    );
}

/// §19.11.2 what a ferry and a boat carry, one kind on each trip
#[test]
fn loads() {
    let trips = |vessel: &str, load: &str, count: i32| {
        let facts = json!({ "vessel": vessel, "width_cm": 5, load: count, "pioneers": 1, "nco": true });
        outcome("ferry_crossing", &facts, &[])["trips"].clone()
    };
    for (load, one) in [("foot", 15), ("mounted", 6), ("horses", 8), ("figure_pieces", 1), ("wagons", 1)] {
        assert_eq!([trips("ferry", load, one), trips("ferry", load, one + 1)], [1, 2], "{load}");
    }
    for (load, one) in [("foot", 8), ("mounted", 1)] {
        assert_eq!([trips("boat", load, one), trips("boat", load, one + 1)], [1, 2], "{load}");
    }
    for load in ["horses", "figure_pieces", "wagons"] {
        let facts = json!({ "vessel": "boat", "width_cm": 5, "foot": 8, load: 1, "pioneers": 1 });
        expect(
            "ferry_crossing",
            facts,
            &[],
            json!({ "reasons": ["cannot_carry"], "trips": 1, "total_turns": 0 }),
        );
    }
    let mixed =
        json!({ "vessel": "ferry", "width_cm": 5, "foot": 1, "mounted": 1, "pioneers": 1, "nco": true });
    expect("ferry_crossing", mixed, &[], json!({ "trips": 2 }));
}

/// §19.11.3 sailing, loading and unloading; the vessels sail together and go back empty; the umpire's delay counts once
#[test]
fn crossing_times() {
    let cross = |vessel: &str, foot: i32| json!({ "vessel": vessel, "vessels": 2, "width_cm": 10, "foot": foot, "pioneers": 2, "nco": true, "delay_turns": 0.5 });
    let fields = json!({ "rounds": 1, "sail_turns": 2, "trip_turns": 3.5, "total_turns": 4 });
    expect("ferry_crossing", cross("ferry", 30), &[], fields);
    expect("ferry_crossing", cross("ferry", 31), &[], json!({ "rounds": 2, "total_turns": 9.5 }));
    expect(
        "ferry_crossing",
        cross("boat", 17),
        &[],
        json!({ "rounds": 2, "trip_turns": 2, "total_turns": 5.5 }),
    );
}

/// §19.11.4 a pioneer for each ferry and one nco over all; a pioneer for two boats
#[test]
fn crews() {
    let crew = |vessel: &str, vessels: i32, pioneers: i32, nco: bool| json!({ "vessel": vessel, "vessels": vessels, "width_cm": 5, "foot": 1, "pioneers": pioneers, "nco": nco });
    expect(
        "ferry_crossing",
        crew("ferry", 3, 3, true),
        &[],
        json!({ "possible": true, "pioneers_needed": 3 }),
    );
    let reasons = json!({ "reasons": ["too_few_pioneers", "no_nco"] });
    expect("ferry_crossing", crew("ferry", 3, 2, false), &[], reasons);
    expect(
        "ferry_crossing",
        crew("boat", 3, 2, false),
        &[],
        json!({ "possible": true, "pioneers_needed": 2 }),
    );
    expect("ferry_crossing", crew("boat", 3, 1, false), &[], json!({ "reasons": ["too_few_pioneers"] }));
    let empty = json!({ "vessel": "boat", "width_cm": 5, "pioneers": 1 });
    expect("ferry_crossing", empty, &[], json!({ "reasons": ["no_load"], "rounds": 0 }));
}
