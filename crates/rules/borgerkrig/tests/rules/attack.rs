//! Chapter 07: attacks and the shock throw.

use crate::case;

/// §07.01.2 §07.01.3 a unit that reaches the enemy attacks, without order if it has none
#[test]
fn going_over_to_the_attack() {
    case!("attack_check" {"arm": "infantry"} [] => {"attacks": true, "reason": "ok", "without_order": true});
    case!("attack_check" {"arm": "infantry", "attack_ordered": true} [] => {"attacks": true, "without_order": false});
    case!("shock" {"attacker": {"arm": "infantry", "figures": 30, "without_order": true},
        "defender": {"arm": "infantry", "figures": 30}} [3, 4] => {"attacker_modifier": -2});
}

/// §07.01.4 §07.02.1 artillery, disordered, routed and pinned units halt
#[test]
fn who_cannot_attack() {
    for (arm, order, reason) in [
        ("artillery", "FU", "artillery"),
        ("infantry", "U", "disorder"),
        ("infantry", "FU", "disorder"),
        ("infantry", "NH", "pinned"),
        ("infantry", "LU", "ok"),
    ] {
        case!("attack_check" {"arm": arm, "unit_order": order} []
            => {"attacks": (reason == "ok"), "reason": reason, "without_order": (reason == "ok")});
    }
}

/// §07.01.5 one frontal attack a turn; outflanking counts as frontal, flank and rear do not
#[test]
fn one_frontal_attack() {
    for (aspect, attacks) in [("front", false), ("outflank", false), ("flank", true), ("rear", true)] {
        case!("attack_check" {"arm": "infantry", "aspect": aspect, "frontal_attacks_before": 1} []
            => {"attacks": attacks, "reason": (if attacks { "ok" } else { "second_frontal" })});
    }
}

/// §07.01.6 an announced attack that does not reach the enemy or meets an impassable obstacle costs order
#[test]
fn attacks_that_fall_short() {
    for (declared, stormed, reached, barred, falls) in [
        (true, true, false, false, true),
        (true, false, false, true, true),
        (true, false, false, false, false),
        (true, true, true, true, false),
        (false, true, false, true, false),
    ] {
        case!("failed_attack" {"declared_attack": declared, "stormed_whole_turn": stormed,
            "reached_breaking_distance": reached, "impassable_obstacle": barred} []
            => {"becomes_lu": falls, "order_after": (if falls { "LU" } else { "OR" })});
    }
    for order in ["LU", "NH", "U", "FU"] {
        case!("failed_attack" {"declared_attack": true, "stormed_whole_turn": true, "unit_order": order} []
            => {"becomes_lu": true, "order_after": order});
    }
}

/// §07.02.3 §07.02.4 if the defender keeps order the attack ends, and cavalry turns away from other arms
#[test]
fn attacks_repulsed() {
    case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10}} [3, 3]
        => {"total": 7, "affected": "none", "result": "OR", "attack_continues": false, "cavalry_turns_away": true});
    case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10}} [3, 4]
        => {"total": 8, "affected": "defender", "result": "LU", "attack_continues": true,
        "cavalry_turns_away": false, "defender_order_after": "LU", "defender_forced": "none"});
    case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10},
        "defender": {"arm": "mounted_cavalry", "figures": 10, "moving": true}} [3, 3]
        => {"affected": "none", "cavalry_turns_away": false});
    case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10}} [1, 1]
        => {"total": 3, "affected": "attacker", "result": "U", "attacker_order_after": "U",
        "attacker_forced": "retire_half_turn", "cavalry_turns_away": true});
}

/// §07.03.1 two dice each decide the initiative; equal throws are repeated
#[test]
fn initiative() {
    case!("initiative" {} [3, 4, 2, 6] => {"a_sum": 7, "b_sum": 8, "initiative": "b"});
    case!("initiative" {} [6, 4, 2, 6] => {"initiative": "a"});
    case!("initiative" {} [2, 4, 5, 1] => {"initiative": "tie"});
    case!("initiative" {} [2, 4, 5] => refused "dice");
}

/// §07.03.2 valeur counts for cavalry and for the attacked, but not for infantry that attacks
#[test]
fn valeur_at_shock() {
    for (arm, own) in [("infantry", 0), ("dismounted_cavalry", 0), ("mounted_cavalry", 2)] {
        case!("shock" {"attacker": {"arm": arm, "figures": 10, "valeur": 2},
            "defender": {"arm": "mounted_cavalry", "figures": 10, "moving": true, "valeur": 1}} [3, 4]
            => {"attacker_modifier": own, "defender_modifier": -1});
    }
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10, "valeur": -1}} [3, 4] => {"defender_modifier": 1});
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "dismounted_cavalry", "figures": 10, "valeur": 2, "attacking": true}} [3, 4]
        => {"defender_modifier": 0});
}

/// §07.03.3 §07.03.4 the side of the attack by angle, companies and figures behind the line
#[test]
fn aspects() {
    for (angle, companies, open, behind, aspect) in [
        (20.0, 2, true, 0, "outflank"),
        (19.5, 2, true, 0, "front"),
        (20.0, 1, true, 0, "front"),
        (20.0, 2, false, 0, "front"),
        (45.0, 0, false, 15, "flank"),
        (44.5, 0, false, 15, "front"),
        (45.0, 2, true, 14, "outflank"),
        (134.5, 2, true, 15, "flank"),
        (135.0, 2, true, 15, "rear"),
        (180.0, 0, false, 14, "front"),
    ] {
        case!("attack_aspect" {"angle_deg": angle, "companies_on_flank": companies, "flank_uncovered": open,
            "figures": 30, "figures_behind_line": behind} [] => {"aspect": aspect});
    }
    case!("attack_aspect" {"angle_deg": 90, "figures": 30, "figures_behind_line": 31} []
        => refused "figures_behind_line");
}

/// §07.03.4 outflanking +1, rear +2, flank +4; a unit at work shares one row with the flank, and a house has no sides
#[test]
fn sides_at_shock() {
    for (aspect, working, modifier) in [
        ("front", false, 0),
        ("outflank", false, 1),
        ("rear", false, 2),
        ("flank", false, 4),
        ("flank", true, 4),
        ("front", true, 4),
        ("rear", true, 6),
        ("outflank", true, 5),
    ] {
        case!("shock" {"aspect": aspect, "attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": "infantry", "figures": 10, "working": working}} [3, 4]
            => {"attacker_modifier": modifier});
    }
    case!("shock" {"aspect": "flank", "attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10, "formation": "building"}} [3, 4]
        => {"attacker_modifier": 0, "defender_modifier": 0});
    case!("shock" {"aspect": "flank", "attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "artillery_unlimbered", "figures": 10, "formation": "building"}} [3, 4]
        => {"attacker_modifier": 4});
}

/// §07.03.5 a supporting unit: two companies, closed, of the brigade, within 20 cm and 30 degrees
#[test]
fn support() {
    for (companies, closed, brigade, distance, angle, supports) in [
        (2, true, true, 20.0, 30.0, true),
        (1, true, true, 20.0, 30.0, false),
        (2, false, true, 20.0, 30.0, false),
        (2, true, false, 20.0, 30.0, false),
        (2, true, true, 20.5, 30.0, false),
        (2, true, true, 20.0, 30.5, false),
    ] {
        case!("support_check" {"companies": companies, "closed": closed, "same_brigade": brigade,
            "distance_cm": distance, "angle_deg": angle} [] => {"supports": supports});
    }
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "support": true, "general": true},
        "defender": {"arm": "infantry", "figures": 10, "support": true, "general": true}} [3, 4]
        => {"attacker_modifier": 2, "defender_modifier": -2});
}

/// §skema-XII numbers: only the larger step, for either side
#[test]
fn numbers_at_shock() {
    for (attacker, defender, own, opponent) in
        [(19, 10, 0, 0), (20, 10, 1, 0), (30, 10, 2, 0), (10, 20, 0, -1), (10, 30, 0, -2)]
    {
        case!("shock" {"attacker": {"arm": "infantry", "figures": attacker},
            "defender": {"arm": "infantry", "figures": defender}} [3, 4]
            => {"attacker_modifier": own, "defender_modifier": opponent});
    }
}

/// §02.03.1 §02.03.2 limbered guns count as march column, unlimbered ones as line
#[test]
fn guns_at_shock() {
    for (arm, opponent) in [("artillery_limbered", 2), ("artillery_unlimbered", 0)] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": arm, "figures": 10, "formation": "chain"}} [3, 4] => {"defender_modifier": opponent});
    }
}

/// §skema-XII formation, order, obstacle and cover of both sides
#[test]
fn state_at_shock() {
    for (formation, own, opponent) in
        [("march_column", -2, 2), ("thin_line", -2, 2), ("chain", -3, 3), ("attack_column", 0, 0)]
    {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "formation": formation},
            "defender": {"arm": "infantry", "figures": 10, "formation": formation}} [3, 4]
            => {"attacker_modifier": own, "defender_modifier": opponent});
    }
    for (obstacle, value) in [("I", 1), ("II", 2), ("III", 3)] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "obstacle": obstacle},
            "defender": {"arm": "infantry", "figures": 10, "obstacle": obstacle}} [3, 4]
            => {"attacker_modifier": (-value), "defender_modifier": value});
    }
    for (order, opponent) in [("LU", 2), ("NH", 2), ("U", 4)] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "order": "LU"},
            "defender": {"arm": "infantry", "figures": 10, "order": order}} [3, 4]
            => {"attacker_modifier": -2, "defender_modifier": opponent});
    }
    for (cover, opponent) in [("I", 0), ("II", 0), ("III", -1)] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": "infantry", "figures": 10, "cover": cover}} [3, 4]
            => {"defender_modifier": opponent});
    }
}

/// §skema-XII cavalry: +3 on halted cavalry, +1 on other arms, Southern cavalry one more; and both sides' own attacks
#[test]
fn cavalry_at_shock() {
    for (moving, attacking, own) in [(false, false, 4), (true, false, 1), (false, true, 1)] {
        case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10, "army": "confederate"},
            "defender": {"arm": "mounted_cavalry", "figures": 10, "army": "confederate", "moving": moving,
            "attacking": attacking}} [3, 4] => {"attacker_modifier": own, "defender_modifier": -1});
    }
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "army": "confederate", "storm": true},
        "defender": {"arm": "infantry", "figures": 10, "army": "confederate", "attacking": true, "storm": true,
        "without_order": true, "outflanks": true}} [3, 4]
        => {"attacker_modifier": 1, "defender_modifier": 0});
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10, "storm": true, "without_order": true}} [3, 4]
        => {"defender_modifier": 0});
}

/// §skema-XIII the columns from 1 to 15, closed at both ends
#[test]
fn shock_results() {
    for (dice, defender_obstacle, affected, result) in [
        ([1, 1], "none", "attacker", "U"),
        ([1, 3], "none", "attacker", "LU"),
        ([2, 3], "none", "attacker", "LU"),
        ([3, 3], "none", "none", "OR"),
        ([3, 4], "none", "none", "OR"),
        ([4, 4], "none", "defender", "LU"),
        ([5, 5], "none", "defender", "LU"),
        ([5, 6], "none", "defender", "U"),
        ([6, 6], "none", "defender", "U"),
        ([6, 6], "I", "defender", "FU"),
    ] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": "infantry", "figures": 10, "obstacle": defender_obstacle}} dice
            => {"affected": affected, "result": result});
    }
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "formation": "chain"},
        "defender": {"arm": "infantry", "figures": 30}} [1, 1]
        => {"total": -3, "column": 1, "result": "FU", "attacker_forced": "flee_half_turn", "prisoners": false});
    case!("shock" {"aspect": "flank", "attacker": {"arm": "mounted_cavalry", "figures": 30},
        "defender": {"arm": "artillery_unlimbered", "figures": 4, "order": "U"}} [6, 6]
        => {"total": 23, "column": 15, "defender_forced": "abandon_guns_flee_half_turn", "prisoners": true});
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10, "order": "NH"}} [3, 3]
        => {"column": 8, "result": "LU", "defender_order_after": "NH", "attack_continues": true});
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
        "defender": {"arm": "infantry", "figures": 10, "order": "U"}} [4, 4]
        => {"column": 12, "result": "U", "defender_order_after": "U", "defender_forced": "retire_half_turn"});
}

/// §02.02.4 §04.02.7 impossible states are refused
#[test]
fn shock_refusals() {
    case!("shock" {"attacker": {"arm": "mounted_cavalry", "figures": 10, "formation": "thin_line"},
        "defender": {"arm": "infantry", "figures": 10}} [3, 4] => refused "attacker.formation");
    for formation in ["thin_line", "building"] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": "mounted_cavalry", "figures": 10, "formation": formation}} [3, 4]
            => refused "defender.formation");
    }
    for arm in ["mounted_cavalry", "artillery_limbered", "artillery_unlimbered"] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": arm, "figures": 10, "order": "NH"}} [3, 4] => refused "defender.order");
    }
    case!("shock" {"attacker": {"arm": "infantry", "figures": 10, "order": "U"},
        "defender": {"arm": "infantry", "figures": 10}} [3, 4] => refused "attacker.order");
}
