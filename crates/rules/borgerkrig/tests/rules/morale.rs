//! Chapter 08: morale, contagion, rally, reorganisation, generals.

use crate::case;

/// §08.02.7 the modifiers for losses of this event and of the game
#[test]
fn losses_weigh() {
    for (removed, modifier) in [(1, -1), (2, -4), (3, -7), (4, -10), (5, -15), (9, -15)] {
        case!("morale_test" {"arm": "infantry", "figures_removed": removed, "original_figures": 30,
            "figures_left": 21} [3, 4] => {"modifier": modifier, "dice_modifier": 0, "total": modifier});
    }
    for (left, modifier) in [(21, -1), (20, -2), (11, -2), (10, -4), (0, -4)] {
        case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30,
            "figures_left": left} [3, 4] => {"modifier": modifier});
    }
    case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 31} [3, 4]
        => refused "figures_left");
}

/// §skema-XV every other row
#[test]
fn other_rows_weigh() {
    for (facts, modifier) in [
        (r#""detached_companies": 4"#, -1),
        (r#""detached_companies": 5"#, 0),
        (r#""support": true"#, 1),
        (r#""general": true"#, 1),
        (r#""cover": "I""#, 1),
        (r#""cover": "II""#, 2),
        (r#""cover": "III""#, 4),
        (r#""melee_with_mounted": true"#, -2),
        (r#""more_losses_in_melee": true"#, -2),
        (r#""fired_on_flank_or_rear": true"#, -3),
        (r#""not_answering_fire": true"#, -1),
        (r#""order": "LU""#, -1),
        (r#""order": "NH""#, -3),
        (r#""order": "U""#, -4),
        (r#""valeur": 2"#, 2),
    ] {
        let facts = format!(
            r#"{{"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 30, {facts}}}"#
        );
        let facts: krigsspil_engine::serde_json::Value =
            krigsspil_engine::serde_json::from_str(&facts).unwrap();
        case!("morale_test" (facts) [3, 4] => {"modifier": (modifier - 1)});
    }
    case!("morale_test" {"arm": "mounted_cavalry", "figures_removed": 1, "original_figures": 30, "figures_left": 30,
        "melee_with_mounted": true} [3, 4] => {"modifier": -1});
}

/// §skema-XVI §skema-XVII the modifier of the throw, and the limits of the results
#[test]
fn morale_results() {
    for (dice, worth) in [
        ([1, 1], -3),
        ([1, 2], -2),
        ([2, 2], -2),
        ([2, 3], -1),
        ([3, 3], -1),
        ([3, 4], 0),
        ([4, 4], 1),
        ([4, 5], 1),
        ([5, 5], 2),
        ([5, 6], 2),
        ([6, 6], 3),
    ] {
        case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 30} dice
            => {"dice_modifier": worth, "total": (worth - 1)});
    }
    for (removed, dice, total, result) in [
        (1, [4, 4], 0, "OR"),
        (1, [3, 4], -1, "LU"),
        (1, [2, 2], -3, "LU"),
        (1, [1, 1], -4, "U"),
        (3, [3, 4], -7, "U"),
        (3, [3, 3], -8, "FU"),
    ] {
        case!("morale_test" {"arm": "infantry", "figures_removed": removed, "original_figures": 30,
            "figures_left": 30} dice => {"total": total, "result": result, "new_order": result});
    }
}

/// §04.02.1 §04.02.3 §08.02.6 disorder retires and rout flees, each arm in its own way
#[test]
fn forced_by_morale() {
    for (arm, flees) in [
        ("infantry", "flee_half_turn"),
        ("mounted_cavalry", "flee_whole_turn"),
        ("artillery_limbered", "flee_half_turn"),
        ("artillery_unlimbered", "abandon_guns_flee_half_turn"),
    ] {
        case!("morale_test" {"arm": arm, "figures_removed": 5, "original_figures": 30, "figures_left": 30} [3, 4]
            => {"result": "FU", "forced_action": flees});
        case!("morale_test" {"arm": arm, "figures_removed": 2, "original_figures": 30, "figures_left": 30} [3, 4]
            => {"result": "U", "forced_action": "retire_half_turn"});
    }
}

/// §04.02.6 §04.02.7 fire within 15 cm that gives LU pins infantry and turns horses, but melee does not
#[test]
fn close_fire() {
    for (arm, action, order) in [
        ("infantry", "pinned", "NH"),
        ("dismounted_cavalry", "pinned", "NH"),
        ("mounted_cavalry", "turn_and_withdraw", "LU"),
        ("artillery_limbered", "turn_and_withdraw", "LU"),
        ("artillery_unlimbered", "none", "LU"),
    ] {
        case!("morale_test" {"arm": arm, "figures_removed": 1, "original_figures": 30, "figures_left": 30,
            "fire_distance_cm": 15} [3, 4] => {"result": "LU", "new_order": order, "forced_action": action});
        case!("morale_test" {"arm": arm, "figures_removed": 1, "original_figures": 30, "figures_left": 30,
            "fire_distance_cm": 15.5} [3, 4] => {"new_order": "LU", "forced_action": "none"});
        case!("morale_test" {"arm": arm, "figures_removed": 1, "original_figures": 30, "figures_left": 30,
            "fire_distance_cm": 1, "cause": "melee"} [3, 4] => {"new_order": "LU", "forced_action": "none"});
    }
}

/// §04.02.7 a pinned unit hit within 15 cm is pinned again on any result better than disorder
#[test]
fn pinned_again() {
    for (distance, action) in [(15.0, "pinned"), (15.5, "none")] {
        case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 30,
            "order": "NH", "cover": "III", "fire_distance_cm": distance} [3, 4]
            => {"result": "OR", "new_order": "NH", "forced_action": action});
    }
    case!("morale_test" {"arm": "infantry", "figures_removed": 2, "original_figures": 30, "figures_left": 30,
        "order": "NH", "fire_distance_cm": 5} [3, 4]
        => {"result": "U", "new_order": "U", "forced_action": "retire_half_turn"});
    case!("morale_test" {"arm": "artillery_limbered", "figures_removed": 1, "original_figures": 30,
        "figures_left": 30, "order": "NH"} [3, 4] => refused "order");
}

/// §08.02.7 a milder result than the present order changes and forces nothing; an equal one counts
#[test]
fn no_test_improves_order() {
    case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 30,
        "order": "U", "cover": "III", "fire_distance_cm": 5} [3, 4]
        => {"result": "LU", "new_order": "U", "forced_action": "none"});
    case!("morale_test" {"arm": "infantry", "figures_removed": 1, "original_figures": 30, "figures_left": 30,
        "order": "U"} [3, 4] => {"result": "U", "new_order": "U", "forced_action": "retire_half_turn"});
    case!("morale_test" {"arm": "mounted_cavalry", "figures_removed": 1, "original_figures": 30, "figures_left": 30,
        "order": "LU", "fire_distance_cm": 5} [3, 4]
        => {"result": "LU", "new_order": "LU", "forced_action": "turn_and_withdraw"});
}

/// §05.02.2 §06.03.2 §07.05.2 recorded losses: figures, odd men, thirds, and no more than there are
#[test]
fn casualties() {
    case!("casualties" {"original_figures": 30, "prior_loss_men": 175, "loss_men": 26} []
        => {"total_loss_men": 201, "odd_men": 1, "figures_removed": 2, "figures_left": 20, "morale_test": true,
        "lost_one_third": true, "lost_two_thirds": false, "destroyed": false});
    case!("casualties" {"original_figures": 10, "prior_loss_men": 60, "figures_captured": 2, "loss_men": 999} []
        => {"total_loss_men": 160, "figures_removed": 5, "figures_left": 0, "morale_test": false, "destroyed": true});
    case!("casualties" {"original_figures": 30, "figures_captured": 20, "loss_men": 19} []
        => {"figures_removed": 0, "lost_two_thirds": true, "morale_test": false});
    case!("casualties" {"original_figures": 1, "prior_loss_men": 21, "loss_men": 0} [] => refused "prior_loss_men");
    case!("casualties" {"original_figures": 5, "prior_loss_men": 40, "figures_captured": 4, "loss_men": 0} []
        => refused "figures_captured");
}

/// §05.02.2 recorded losses stay recorded: the last figure was taken prisoner after some of its men had fallen (ruling 77)
#[test]
fn noted_losses_stay() {
    case!("casualties" {"original_figures": 1, "prior_loss_men": 12, "figures_captured": 1, "loss_men": 5} []
        => {"total_loss_men": 12, "odd_men": 12, "figures_removed": 0, "figures_left": 0, "morale_test": false,
        "destroyed": true});
    case!("casualties" {"original_figures": 10, "prior_loss_men": 139, "figures_captured": 4, "loss_men": 0} []
        => {"total_loss_men": 139, "odd_men": 19, "figures_removed": 0, "figures_left": 0});
    case!("casualties" {"original_figures": 10, "prior_loss_men": 119, "figures_captured": 4, "loss_men": 5} []
        => {"total_loss_men": 120, "odd_men": 0, "figures_removed": 1, "figures_left": 0});
}

/// §08.03.1 a unit in rout threatens friends beside and behind it within 8 cm
#[test]
fn who_is_threatened() {
    for (position, distance, threatened) in
        [("beside", 8.0, true), ("behind", 8.0, true), ("ahead", 1.0, false), ("behind", 8.5, false)]
    {
        case!("contagion" {"distance_cm": distance, "position": position, "fleeing_figures": 10,
            "threatened_figures": 10} [1, 1] => {"threatened": threatened, "swept_along": threatened,
            "result": (if threatened { "FU" } else { "OR" }), "flight_stopped": false});
    }
}

/// §08.03.2 §skema-XVIII its modifiers and results
#[test]
fn contagion() {
    for (dice, result) in [([2, 3], "FU"), ([3, 3], "U"), ([3, 4], "OR")] {
        case!("contagion" {"distance_cm": 8, "position": "beside", "fleeing_figures": 10, "threatened_figures": 10}
            dice => {"modifier": 0, "result": result, "order_after": result});
    }
    case!("contagion" {"distance_cm": 8, "position": "beside", "fleeing_figures": 10, "threatened_figures": 10,
        "order": "U", "support": true, "general": true, "cover": "III", "valeur": -1} [3, 4]
        => {"modifier": 2, "total": 9, "result": "OR", "order_after": "U"});
    case!("contagion" {"distance_cm": 8, "position": "beside", "fleeing_figures": 10, "threatened_figures": 10,
        "order": "NH"} [3, 4] => {"modifier": -1, "result": "U", "order_after": "U"});
    case!("contagion" {"distance_cm": 8, "position": "beside", "fleeing_figures": 10, "threatened_figures": 10,
        "order": "U", "valeur": -1} [1, 1] => {"total": -1, "result": "FU"});
}

/// §08.03.3 a unit three times as large is not swept along
#[test]
fn large_units_stand() {
    for (figures, immune) in [(30, true), (29, false)] {
        case!("contagion" {"distance_cm": 8, "position": "behind", "fleeing_figures": 10,
            "threatened_figures": figures} [1, 1]
            => {"immune": immune, "swept_along": (!immune), "flight_stopped": immune});
    }
}

/// §08.03.4 a unit behind that is not swept along stops the flight, even in disorder; a unit beside does not
#[test]
fn flight_stopped() {
    for (position, dice, stopped) in [
        ("behind", [3, 3], true),
        ("behind", [6, 6], true),
        ("behind", [1, 1], false),
        ("beside", [6, 6], false),
    ] {
        case!("contagion" {"distance_cm": 8, "position": position, "fleeing_figures": 10, "threatened_figures": 10}
            dice => {"flight_stopped": stopped});
    }
}

/// §08.04.1 light disorder ends after two turns without loss, even on the march, but the turn it began does not count
#[test]
fn light_disorder_mends() {
    for order in ["LU", "NH"] {
        case!("reorganise" {"order": order, "active": true, "attacked": true} []
            => {"counts": true, "quiet_turns_after": 1, "order_after": order});
        case!("reorganise" {"order": order, "quiet_turns": 1, "active": true} []
            => {"quiet_turns_after": 0, "order_after": "OR"});
        case!("reorganise" {"order": order, "quiet_turns": 1, "lost_men": true} []
            => {"counts": false, "quiet_turns_after": 0, "order_after": order});
        case!("reorganise" {"order": order, "quiet_turns": 1, "entered_this_turn": true} [] => {"counts": false});
    }
}

/// §08.04.2 §skema-XIX.time disorder ends after two turns of standing undisturbed
#[test]
fn disorder_mends() {
    case!("reorganise" {"order": "U", "quiet_turns": 1} []
        => {"counts": true, "quiet_turns_after": 0, "order_after": "LU"});
    case!("reorganise" {"order": "U"} [] => {"quiet_turns_after": 1, "order_after": "U"});
    for disturbance in ["lost_men", "attacked", "active", "entered_this_turn"] {
        case!("reorganise" {"order": "U", "quiet_turns": 1, disturbance: true} []
            => {"counts": false, "quiet_turns_after": 0, "order_after": "U"});
    }
}

/// §08.04.3 §skema-XIX three attempts at 8, 9 and 10, then the unit is lost
#[test]
fn rally() {
    for (attempt, dice, rallied, lost) in [
        (1, [4, 4], true, false),
        (1, [3, 4], false, false),
        (2, [4, 4], false, false),
        (2, [4, 5], true, false),
        (3, [4, 5], false, true),
        (3, [5, 5], true, false),
    ] {
        case!("rally" {"attempt": attempt, "figures": 20} dice => {"needed": (7 + attempt), "rallied": rallied,
            "lost": lost, "order_after": (if rallied { "U" } else { "FU" })});
    }
    case!("rally" {"attempt": 1, "figures": 20, "flight_stopped": true, "general": true, "valeur": 2} [1, 2]
        => {"modifier": 5, "total": 8, "rallied": true});
}

/// §08.04.4 figures within 2 cm of the enemy surrender before the throw
#[test]
fn surrender() {
    case!("rally" {"attempt": 3, "figures": 20, "figures_within_2cm": 20} [6, 6]
        => {"surrenders": true, "rallied": false, "lost": false, "remaining_figures": 0, "order_after": "FU"});
    case!("rally" {"attempt": 3, "figures": 20, "figures_within_2cm": 19} [6, 6]
        => {"surrendered_figures": 19, "remaining_figures": 1, "surrenders": false, "rallied": true});
    case!("rally" {"attempt": 3, "figures": 20, "figures_within_2cm": 21} [6, 6] => refused "figures_within_2cm");
}

/// §08.05.1 §08.05.2 §08.05.4 §skema-XX a bare 9 appoints; who takes over, and whose post is filled
#[test]
fn new_generals() {
    case!("appoint_general" {} [4, 4] => {"appointed": false, "command_taken_by": "superior"});
    case!("appoint_general" {} [4, 5] => {"appointed": true, "successor_of": "lost_general"});
    case!("appoint_general" {"commander_in_chief": true} [6, 6]
        => {"appointed": true, "command_taken_by": "subordinate", "successor_of": "appointing_subordinate"});
}
