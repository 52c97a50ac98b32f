//! Chapter 07: melee, prisoners, generals.

use crate::case;

/// §07.04.2 §07.04.3 figures divided by the arm's number, one more for a remainder
#[test]
fn melee_units() {
    for (arm, figures, units) in [
        ("mounted_cavalry", 7, 2),
        ("mounted_cavalry", 8, 3),
        ("dismounted_cavalry", 10, 1),
        ("dismounted_cavalry", 11, 2),
        ("infantry", 8, 1),
        ("infantry", 9, 2),
        ("artillery", 3, 1),
        ("artillery", 2, 0),
    ] {
        case!("melee_units" {"arm": arm, "files_in_contact": figures, "ranks": 1, "figures_total": 99} []
            => {"figures_counted": figures, "melee_units": units});
    }
}

/// §07.04.4 two ranks and an overlapping file on each flank, no more than there are, and none without contact
#[test]
fn figures_in_melee() {
    for (files, left, right, ranks, total, counted) in [
        (6, true, false, 2, 30, 14),
        (6, true, true, 5, 30, 16),
        (6, false, false, 1, 30, 6),
        (6, true, true, 2, 15, 15),
        (0, true, true, 2, 30, 0),
    ] {
        case!("melee_units" {"arm": "infantry", "files_in_contact": files, "overlap_left": left,
            "overlap_right": right, "ranks": ranks, "figures_total": total} [] => {"figures_counted": counted});
    }
}

/// §07.05.1 §skema-V.note the rows below the line and zone 1 of skema VI; each side's throw costs the other
#[test]
fn melee() {
    case!("melee" {"attacker": {"arm": "infantry", "figures": 12, "cover": "III", "order": "U", "shotgun": true,
        "valeur": 2}, "defender": {"arm": "mounted_cavalry", "figures": 9}} [1, 2, 3, 5]
        => {"attacker_units": 2, "attacker_sum": 3, "attacker_modifier": 5, "attacker_total": 8,
        "defender_units": 3, "defender_sum": 8, "defender_modifier": 0, "defender_total": 8,
        "defender_loss_men": 16, "attacker_loss_men": 6, "attacker_more_losses": false,
        "defender_more_losses": true});
}

/// §skema-VI.cover §skema-VI.pinned cover and pinning also divide melee losses
#[test]
fn divided_melee_losses() {
    for (cover, order, loss) in
        [("none", "OR", 16), ("I", "OR", 8), ("II", "OR", 4), ("I", "NH", 4), ("none", "NH", 8)]
    {
        case!("melee" {"attacker": {"arm": "infantry", "figures": 12},
            "defender": {"arm": "infantry", "figures": 12, "cover": cover, "order": order}} [3, 4, 3, 4]
            => {"defender_loss_men": loss});
    }
    case!("melee" {"attacker": {"arm": "artillery", "figures": 12, "order": "NH"},
        "defender": {"arm": "infantry", "figures": 12}} [3, 4, 3, 4] => refused "attacker.order");
    case!("melee" {"attacker": {"arm": "infantry", "figures": 12},
        "defender": {"arm": "mounted_cavalry", "figures": 12, "order": "NH"}} [3, 4, 3, 4] => refused "defender.order");
}

/// §07.05.2 §07.05.3 every twenty men, including earlier ones, remove a figure
#[test]
fn figures_removed_in_melee() {
    for (prior, figures) in [(3, 0), (4, 1), (24, 1)] {
        case!("melee" {"attacker": {"arm": "infantry", "figures": 12},
            "defender": {"arm": "infantry", "figures": 12, "prior_loss_men": prior}} [3, 4, 1, 2]
            => {"defender_loss_men": 16, "defender_figures_removed": figures});
    }
    case!("casualties" {"original_figures": 30, "prior_loss_men": 4, "loss_men": 16} []
        => {"figures_removed": 1, "morale_test": true});
}

/// §07.05.4 §skema-VI.general a general falls at the other side's bare 7
#[test]
fn generals_in_melee() {
    case!("melee" {"attacker": {"arm": "infantry", "figures": 12, "general": true},
        "defender": {"arm": "infantry", "figures": 12, "general": true}} [3, 4, 5, 5]
        => {"attacker_general_falls": false, "defender_general_falls": true});
    case!("melee" {"attacker": {"arm": "infantry", "figures": 12, "general": true},
        "defender": {"arm": "infantry", "figures": 2}} [3, 4, 3, 4]
        => {"attacker_loss_men": 0, "attacker_general_falls": false});
    for (dice, falls) in [([3, 4], true), ([4, 6], false)] {
        case!("general_fate" {"cause": "melee", "in_contact": true, "unit_lost_men": true} dice => {"falls": falls});
    }
}

/// §07.06.1 only a defender routed at shock gives prisoners
#[test]
fn when_prisoners_are_due() {
    for (order, dice, due) in [("U", [6, 6], true), ("OR", [6, 6], false), ("OR", [1, 1], false)] {
        case!("shock" {"attacker": {"arm": "infantry", "figures": 10},
            "defender": {"arm": "infantry", "figures": 10, "order": order}} dice => {"prisoners": due});
    }
}

/// §07.06.2 §skema-XIV figures for each melee unit of the winner by the bare throw, and never more than there are
#[test]
fn prisoners() {
    for (winner, loser, dice, each) in [
        ("infantry", "mounted_cavalry", [2, 3], 0),
        ("infantry", "infantry", [2, 4], 1),
        ("dismounted_cavalry", "infantry", [4, 6], 2),
        ("mounted_cavalry", "mounted_cavalry", [4, 4], 0),
        ("mounted_cavalry", "mounted_cavalry", [4, 5], 1),
        ("mounted_cavalry", "mounted_cavalry", [5, 6], 2),
        ("mounted_cavalry", "infantry", [1, 3], 0),
        ("mounted_cavalry", "infantry", [1, 4], 1),
        ("mounted_cavalry", "artillery", [6, 6], 4),
    ] {
        case!("prisoners" {"winner_arm": winner, "winner_figures": 6, "loser_arm": loser, "loser_figures": 30} dice
            => {"per_unit": each});
    }
    case!("prisoners" {"winner_arm": "mounted_cavalry", "winner_figures": 11, "loser_arm": "infantry",
        "loser_figures": 11} [5, 5] => {"melee_units": 4, "per_unit": 3, "prisoners": 11});
    case!("prisoners" {"winner_arm": "artillery", "winner_figures": 12, "loser_arm": "infantry",
        "loser_figures": 11} [5, 6] => {"melee_units": 1, "prisoners": 1});
}

/// §skema-XIV.general §07.06.2 at a bare 10 the general is captured
#[test]
fn captured_generals() {
    for (dice, taken) in [([5, 5], true), ([5, 6], false)] {
        case!("prisoners" {"winner_arm": "infantry", "winner_figures": 6, "loser_arm": "infantry",
            "loser_figures": 6, "loser_general": true} dice => {"general_captured": taken});
        case!("general_fate" {"cause": "unit_to_fu", "in_contact": true} dice => {"falls": false, "captured": taken});
    }
}

/// §07.06.3 alone, moved, and an enemy within 2 cm: captured whatever the dice
#[test]
fn overrun_generals() {
    for (contact, moved, distance, taken) in [
        (false, true, 2.0, true),
        (false, true, 2.5, false),
        (false, false, 2.0, false),
        (true, true, 2.0, false),
    ] {
        case!("general_fate" {"cause": "overrun", "in_contact": contact, "has_moved": moved,
            "enemy_distance_cm": distance} [5, 5] => {"falls": false, "captured": taken});
    }
}
