//! Chapter 9: the sums of a melee.

use crate::common::{modifiers, refused, with};
use krigsspil_engine::serde_json::{Value, json};

/// A melee of two infantry units in line with melee grade 5; `attacker` and `defender` change it.
fn melee(more: Value, attacker: Value, defender: Value) -> Value {
    let attacker = with(json!({"arm": "infantry", "formation": "line", "melee_grade": 5}), &attacker);
    let defender = with(json!({"arm": "infantry", "formation": "line", "melee_grade": 5}), &defender);
    with(json!({"attacker": attacker, "defender": defender}), &more)
}

/// The assault and Engaged numbers of the same melee on both charts, in the attacker's or defender's sum.
#[track_caller]
fn situation(
    attacker: Value,
    defender: Value,
    more: Value,
    field: &str,
    classic: (i32, i32),
    fast: (i32, i32),
) {
    for (procedure, (assault, engaged)) in [("melee_classic", classic), ("melee_fast_play", fast)] {
        for (round, figure) in [(false, assault), (true, engaged)] {
            let facts = with(melee(json!({"engaged": round}), attacker.clone(), defender.clone()), &more);
            crate::common::told(procedure, facts, &[50], json!({ field: figure }));
        }
    }
}

/// §9.1.C §chart.melee-classic §chart.melee-fast the base table of both charts
#[test]
fn base_table() {
    let table = [
        [50, 60, 65, 70, 75, 80, 90, 100, 110, 120],
        [40, 50, 60, 65, 70, 75, 80, 90, 100, 110],
        [35, 40, 50, 60, 65, 70, 75, 80, 95, 100],
        [30, 35, 40, 50, 60, 65, 70, 75, 90, 95],
        [25, 30, 35, 45, 50, 60, 65, 70, 80, 90],
        [20, 25, 30, 40, 45, 50, 60, 65, 70, 80],
        [15, 20, 25, 30, 40, 45, 50, 60, 65, 75],
        [10, 15, 20, 25, 30, 40, 45, 50, 55, 65],
        [0, 10, 15, 20, 25, 30, 30, 35, 50, 60],
        [0, 0, 5, 10, 15, 20, 25, 30, 40, 50],
    ];
    for (row, chances) in table.into_iter().enumerate() {
        for (column, chance) in chances.into_iter().enumerate() {
            let (attacker, defender) = (
                json!({"melee_grade": column + 1}),
                json!({"melee_grade": row + 1, "protective_position": true}),
            );
            crate::common::told(
                "melee_classic",
                melee(json!({}), attacker.clone(), defender.clone()),
                &[50],
                json!({"base_percent": chance}),
            );
            let defender = json!({"melee_grade": row + 1, "counter_charging": true});
            crate::common::told(
                "melee_fast_play",
                melee(json!({}), attacker, defender),
                &[50],
                json!({"attacker_grade": column + 1, "chance_percent": chance}),
            );
        }
    }
}

/// §9.1.D §9.1.F all modifiers are added to the base, and the attacker wins on that number or less
#[test]
fn winning() {
    let facts = || {
        melee(
            json!({"fpf": 9}),
            json!({"formation": "column", "melee_grade": 6}),
            json!({"status": "unorganized"}),
        )
    };
    crate::common::told(
        "melee_classic",
        facts(),
        &[91],
        json!({"base_percent": 60, "defender_modifier": 20, "formation_modifier": 20, "fpf": 9, "chance_percent": 91, "attacker_wins": true, "winner": "attacker"}),
    );
    crate::common::told(
        "melee_classic",
        facts(),
        &[92],
        json!({"attacker_wins": false, "winner": "defender"}),
    );
}

/// §chart.melee-classic.situation §chart.melee-fast.situation every line on both charts, assault and Engaged
#[test]
fn situations() {
    let none = || json!({});
    let woods = || json!({"in_woods": true});
    let horse = |more: Value| with(json!({"arm": "cavalry"}), &more);
    situation(json!({"woods_trained": true}), none(), woods(), "attacker_modifier", (5, 5), (1, 1));
    situation(json!({"woods_trained": true}), none(), none(), "attacker_modifier", (0, 0), (0, 0));
    situation(horse(json!({"lancers": true})), none(), none(), "attacker_modifier", (5, 0), (1, 0));
    situation(json!({"status": "unorganized"}), none(), none(), "attacker_modifier", (-20, -20), (-2, -2));
    situation(json!({"status": "disrupted"}), none(), none(), "attacker_modifier", (-40, -40), (-4, -4));
    for crossed in ["ford", "stream", "bridge", "protective_position"] {
        situation(json!({"crossed": crossed}), none(), none(), "attacker_modifier", (-10, -10), (-2, -2));
    }
    situation(json!({"formation": "skirmish"}), none(), none(), "attacker_modifier", (-20, -30), (-2, -2));
    situation(none(), json!({"woods_trained": true}), woods(), "defender_modifier", (-5, -5), (-1, -1));
    situation(none(), horse(json!({"lancers": true})), none(), "defender_modifier", (-5, 0), (-1, 0));
    situation(none(), json!({"status": "unorganized"}), none(), "defender_modifier", (20, 20), (2, 2));
    situation(none(), json!({"status": "disrupted"}), none(), "defender_modifier", (40, 40), (4, 4));
    situation(none(), json!({"formation": "skirmish"}), none(), "defender_modifier", (20, 30), (2, 2));
    situation(
        none(),
        json!({"arm": "artillery", "formation": "crew"}),
        none(),
        "defender_modifier",
        (20, 30),
        (2, 2),
    );
    situation(none(), json!({"prone": true}), none(), "defender_modifier", (20, 30), (2, 2));
    situation(none(), json!({"contact": "flank"}), none(), "defender_modifier", (50, 30), (5, 3));
    situation(
        none(),
        json!({"contact": "rear", "formation": "square"}),
        none(),
        "defender_modifier",
        (0, 0),
        (0, 0),
    );
    situation(none(), json!({"fired_at_by_artillery": true}), none(), "defender_modifier", (20, 0), (3, 0));
}

/// §2.55 a general with the unit, doubled for a player general
#[test]
fn generals() {
    situation(json!({"general": "general"}), json!({}), json!({}), "attacker_modifier", (10, 10), (2, 2));
    situation(
        json!({"general": "player_general"}),
        json!({}),
        json!({}),
        "attacker_modifier",
        (20, 20),
        (4, 4),
    );
    situation(json!({}), json!({"general": "general"}), json!({}), "defender_modifier", (-10, -10), (-2, -2));
    situation(
        json!({}),
        json!({"general": "player_general"}),
        json!({}),
        "defender_modifier",
        (-20, -20),
        (-4, -4),
    );
}

/// §9.2.E several attackers, unless it is a brawl
#[test]
fn several_attackers() {
    situation(json!({}), json!({}), json!({"attackers": 2}), "defender_modifier", (20, 10), (3, 2));
    situation(
        json!({}),
        json!({}),
        json!({"attackers": 2, "brawl": true}),
        "defender_modifier",
        (0, 0),
        (0, 0),
    );
}

/// §10.2.A §opt.cavalry-weight lancers, or the heavier of two cavalry units, count once and in an assault
#[test]
fn lancers_and_weight() {
    let horse = |weight: &str| json!({"arm": "cavalry", "weight": weight});
    situation(horse("heavy"), horse("medium"), json!({}), "attacker_modifier", (5, 0), (1, 0));
    situation(horse("heavy"), horse("none"), json!({}), "attacker_modifier", (0, 0), (0, 0));
    situation(horse("heavy"), json!({"weight": "light"}), json!({}), "attacker_modifier", (0, 0), (0, 0));
    situation(horse("light"), horse("medium"), json!({}), "defender_modifier", (-5, 0), (-1, 0));
    situation(
        json!({"arm": "cavalry", "weight": "heavy", "lancers": true}),
        horse("light"),
        json!({}),
        "attacker_modifier",
        (5, 0),
        (1, 0),
    );
    situation(json!({"lancers": true}), json!({}), json!({}), "attacker_modifier", (0, 0), (0, 0));
}

/// §11.6 §11.3.C a position costs its attacker 15, cancels the formation modifier, and does not count a second time as crossed
#[test]
fn protective_positions() {
    situation(
        json!({}),
        json!({"protective_position": true}),
        json!({}),
        "defender_modifier",
        (-15, -5),
        (-2, -1),
    );
    situation(
        json!({"crossed": "protective_position"}),
        json!({"protective_position": true}),
        json!({}),
        "attacker_modifier",
        (0, 0),
        (0, 0),
    );
    situation(
        json!({"formation": "column"}),
        json!({"protective_position": true}),
        json!({}),
        "formation_modifier",
        (0, 0),
        (0, 0),
    );
    situation(
        json!({"formation": "column", "crossed": "protective_position"}),
        json!({}),
        json!({}),
        "formation_modifier",
        (0, 0),
        (0, 0),
    );
    situation(
        json!({"formation": "column", "crossed": "ford"}),
        json!({}),
        json!({}),
        "formation_modifier",
        (20, -10),
        (4, -2),
    );
}

/// §11.7.D.1 §11.7.D.2 ten less for a charge uphill, ten more downhill
#[test]
fn charging_up_and_down() {
    let (up, down) = (json!({"elevation": "defender_higher"}), json!({"elevation": "attacker_higher"}));
    for (engaged, classic, fast) in [(false, 10, 2), (true, 5, 1)] {
        let round = json!({"engaged": engaged});
        crate::common::told(
            "melee_classic",
            with(melee(round.clone(), json!({}), json!({})), &up),
            &[50],
            json!({"attacker_modifier": 0, "defender_modifier": -classic}),
        );
        crate::common::told(
            "melee_fast_play",
            with(melee(round.clone(), json!({}), json!({})), &up),
            &[50],
            json!({"defender_modifier": -fast}),
        );
        crate::common::told(
            "melee_classic",
            with(melee(round.clone(), json!({}), json!({})), &down),
            &[50],
            json!({"attacker_modifier": classic, "defender_modifier": 0}),
        );
        crate::common::told(
            "melee_fast_play",
            with(melee(round, json!({}), json!({})), &down),
            &[50],
            json!({"attacker_modifier": fast}),
        );
    }
}

/// §11.7.D.3 two chargers on a slope: five for the better grade, in the sum of the higher side
#[test]
fn meeting_on_a_slope() {
    for (elevation, field) in
        [("attacker_higher", "attacker_modifier"), ("defender_higher", "defender_modifier")]
    {
        for (attacker, defender, points) in [(6, 5, 5), (5, 6, -5), (5, 5, 0)] {
            let facts = melee(
                json!({"elevation": elevation}),
                json!({"melee_grade": attacker}),
                json!({"melee_grade": defender, "counter_charging": true}),
            );
            crate::common::told("melee_classic", facts, &[50], json!({ field: points }));
        }
    }
}

/// §11.7.D.4 if Engaged, nothing when the lower unit is the better
#[test]
fn engaged_on_a_slope() {
    for (attacker, points) in [(4, 0), (5, 5), (6, 5)] {
        let facts = melee(
            json!({"elevation": "attacker_higher", "engaged": true}),
            json!({"melee_grade": attacker}),
            json!({}),
        );
        crate::common::told("melee_classic", facts, &[50], json!({"attacker_modifier": points}));
    }
    let facts =
        melee(json!({"elevation": "defender_higher", "engaged": true}), json!({"melee_grade": 6}), json!({}));
    crate::common::told("melee_classic", facts, &[50], json!({"defender_modifier": 0}));
}

/// §opt.russian §opt.india Russians in Russia; cavalry and elephants
#[test]
fn russians_and_elephants() {
    situation(
        json!({}),
        json!({"russian_in_russia": true}),
        json!({}),
        "defender_modifier",
        (-5, -10),
        (-1, -2),
    );
    let elephants = || json!({"arm": "cavalry", "elephants": true});
    situation(json!({"arm": "cavalry"}), elephants(), json!({}), "attacker_modifier", (-20, -20), (-4, -4));
    situation(elephants(), json!({"arm": "cavalry"}), json!({}), "defender_modifier", (20, 20), (4, 4));
    situation(elephants(), elephants(), json!({}), "attacker_modifier", (0, 0), (0, 0));
    situation(elephants(), elephants(), json!({}), "defender_modifier", (0, 0), (0, 0));
}

/// A defender's row of the formation table with the attackers' numbers: assault and Engaged on both charts.
fn formation_row(row: &str) -> Value {
    let (arm, rest) = row.split_once('_').unwrap_or(("inf", row));
    let (formation, stance) = rest.split_once('_').unwrap_or((rest, "def"));
    json!({"arm": if arm == "inf" { "infantry" } else { "cavalry" }, "formation": formation, "counter_charging": stance == "cc"})
}

/// §chart.melee-classic.formation §chart.melee-fast.formation nine rows by four columns; a star means the defending row
#[test]
fn formations() {
    // assault: cavalry column, cavalry line, infantry column, infantry line; then Engaged, with a star replaced by the row it stands for
    let classic = [
        ("inf_square", [-30, -60, 10, 20], [-50, 99, 0, 5]),
        ("inf_line_cc", [15, 10, 10, 0], [-5, 0, -10, 0]),
        ("inf_column_cc", [10, 15, 0, -10], [0, -5, 0, 10]),
        ("inf_line_def", [40, 30, 20, 10], [-5, 0, -10, 0]),
        ("inf_column_def", [30, 20, 10, 15], [0, -5, 0, 10]),
        ("cav_line_cc", [10, 0, -15, -10], [-10, 0, 0, 0]),
        ("cav_column_cc", [0, -10, -10, -15], [0, 10, 0, 5]),
        ("cav_line_def", [25, 20, 10, 30], [-10, 0, 5, 0]),
        ("cav_column_def", [20, 15, 5, 10], [0, 10, 0, 5]),
    ];
    let fast = [
        ("inf_square", [-5, -8, 2, 4], [-8, 99, 0, 1]),
        ("inf_line_cc", [3, 2, 2, 0], [-1, 0, -2, 0]),
        ("inf_column_cc", [2, 3, 0, -2], [0, -1, 0, 2]),
        ("inf_line_def", [7, 5, 4, 2], [-1, 0, -2, 0]),
        ("inf_column_def", [5, 4, 2, 3], [0, -1, 0, 2]),
        ("cav_line_cc", [2, 0, -3, -2], [-2, 0, 0, 0]),
        ("cav_column_cc", [0, -2, -2, -3], [0, 2, 0, 1]),
        ("cav_line_def", [5, 4, 2, 5], [-2, 0, 1, 0]),
        ("cav_column_def", [4, 3, 1, 2], [0, 2, 0, 1]),
    ];
    let columns = [("cavalry", "column"), ("cavalry", "line"), ("infantry", "column"), ("infantry", "line")];
    for (procedure, chart) in [("melee_classic", classic), ("melee_fast_play", fast)] {
        for (row, assault, engaged) in chart {
            for (place, (arm, formation)) in columns.into_iter().enumerate() {
                for (round, figure) in [(false, assault[place]), (true, engaged[place])] {
                    let facts = melee(
                        json!({"engaged": round}),
                        json!({"arm": arm, "formation": formation}),
                        formation_row(row),
                    );
                    if figure == 99 {
                        crate::common::is_refused(procedure, facts, &[50], "engaged", "9.5.C");
                    } else {
                        crate::common::told(
                            procedure,
                            facts,
                            &[50],
                            json!({"formation_row": row, "formation_modifier": figure}),
                        );
                    }
                }
            }
        }
    }
}

/// There is no row if a side is unformed; each arm has its own formations, and squares and crews never counter-charge.
#[test]
fn no_formation() {
    for (attacker, defender) in [
        (json!({"formation": "skirmish"}), json!({})),
        (json!({}), json!({"formation": "skirmish"})),
        (json!({}), json!({"arm": "artillery", "formation": "crew"})),
        (json!({}), json!({"prone": true})),
    ] {
        crate::common::told(
            "melee_classic",
            melee(json!({}), attacker, defender),
            &[50],
            json!({"formation_row": "none", "formation_modifier": 0}),
        );
    }
    refused!(melee_classic {"attacker": {"arm": "infantry", "formation": "line", "melee_grade": 5}, "defender": {"arm": "cavalry", "formation": "square", "melee_grade": 5}}
        => "defender.formation", "chart.melee-classic.formation");
    refused!(melee_fast_play {"attacker": {"arm": "infantry", "formation": "line", "melee_grade": 5}, "defender": {"arm": "infantry", "formation": "square", "melee_grade": 5, "counter_charging": true}}
        => "defender.counter_charging", "9.4");
}

/// §5.7 §9.5.A without impetus cavalry loses a good formation modifier in an assault, but keeps a bad one; squares always count
#[test]
fn without_impetus() {
    let slow = |formation: &str| json!({"arm": "cavalry", "formation": formation, "lacks_impetus": true});
    crate::common::told(
        "melee_classic",
        melee(json!({}), slow("line"), json!({})),
        &[50],
        json!({"formation_row": "inf_line_def", "formation_modifier": 0}),
    );
    crate::common::told(
        "melee_classic",
        melee(json!({}), slow("column"), json!({"formation": "square"})),
        &[50],
        json!({"formation_modifier": -30}),
    );
    crate::common::told(
        "melee_classic",
        melee(json!({"engaged": true}), slow("line"), json!({"arm": "cavalry", "formation": "column"})),
        &[50],
        json!({"formation_modifier": 10}),
    );
    crate::common::told(
        "melee_classic",
        melee(json!({}), json!({"lacks_impetus": true}), json!({})),
        &[50],
        json!({"formation_modifier": 10}),
    );
}

/// §9.3.F §9.2.C the attacker's own share of protective fire is subtracted from his number; only for a stationary formed defender
#[test]
fn protective_fire() {
    crate::common::told(
        "melee_classic",
        melee(json!({"fpf": 19, "attackers": 2}), json!({}), json!({})),
        &[50],
        json!({"fpf": 9, "chance_percent": 71}),
    );
    crate::common::told(
        "melee_fast_play",
        melee(json!({"fpf": 19}), json!({}), json!({})),
        &[50],
        json!({"attacker_grade": 7, "fpf": 19, "chance_percent": 46}),
    );
    for (more, defender) in [
        (json!({"engaged": true}), json!({})),
        (json!({}), json!({"counter_charging": true})),
        (json!({}), json!({"formation": "skirmish"})),
    ] {
        crate::common::told(
            "melee_classic",
            with(melee(json!({"fpf": 19}), json!({}), defender), &more),
            &[50],
            json!({"fpf": 0}),
        );
    }
}

/// Grades are limited to 1 to 10 on the fast chart.
#[test]
fn grades_are_held() {
    crate::common::told(
        "melee_fast_play",
        melee(json!({}), json!({"melee_grade": 9}), json!({"status": "disrupted"})),
        &[50],
        json!({"attacker_grade": 10, "chance_percent": 90}),
    );
    crate::common::told(
        "melee_fast_play",
        melee(json!({}), json!({"status": "disrupted", "melee_grade": 2, "crossed": "ford"}), json!({})),
        &[50],
        json!({"attacker_grade": 1}),
    );
}

/// Each modifier of a melee is reported.
#[test]
fn modifiers_are_told() {
    let told = modifiers(
        "melee_classic",
        melee(json!({"fpf": 8, "elevation": "defender_higher"}), json!({"general": "general"}), json!({})),
        &[50],
    );
    let expected = [
        ("attacker_general", "+10"),
        ("higher_ground", "-10"),
        ("formation", "+10"),
        ("protective_fire", "-8"),
    ];
    assert_eq!(told, expected.map(|(key, effect)| (key, effect.to_string())));
}
