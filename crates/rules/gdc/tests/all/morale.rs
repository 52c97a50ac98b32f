//! Chapter 3: morale, recovery, recall and integrity.

use crate::common::{case, modifiers, refused, told};
use krigsspil_engine::serde_json::json;

/// §3.1 §chart.morale seven grades, from 5 to 35 per cent to fail
#[test]
fn grades() {
    for (grade, percent) in [("A", 5), ("B", 10), ("C", 15), ("D", 20), ("E", 25), ("F", 30), ("G", 35)] {
        case!(morale_check {"morale_grade": grade} [percent] => {"fail_percent": percent, "passed": false});
        case!(morale_check {"morale_grade": grade} [percent + 1] => {"passed": true});
    }
}

/// §chart.morale-modifiers the state by grade, and each line counts once
#[test]
fn morale_modifiers() {
    for (grade, unorganized, disrupted) in [
        ("A", -10, -15),
        ("B", -15, -25),
        ("C", -15, -25),
        ("D", -20, -30),
        ("E", -20, -30),
        ("F", -25, -40),
        ("G", -25, -40),
    ] {
        case!(morale_check {"morale_grade": grade, "status": "unorganized"} [50] => {"modifier": unorganized});
        case!(morale_check {"morale_grade": grade, "status": "disrupted"} [50] => {"modifier": disrupted});
    }
    case!(morale_check {"morale_grade": "D", "general": "attached", "in_zone_garrison": true} [50] => {"modifier": 20});
    case!(morale_check {"morale_grade": "D", "general": "near", "in_zone_garrison": true} [50] => {"modifier": 20});
    case!(morale_check {"morale_grade": "D", "target_of_two_batteries": true, "in_water_sand_or_snow": true} [50] => {"modifier": -10});
    case!(morale_check {"morale_grade": "D", "fire_on_flank_or_rear": true, "friendly_fire": true} [50] => {"modifier": -20});
    case!(morale_check {"morale_grade": "D", "protective_cover": true, "skirmish_deduction": 15} [50] => {"modifier": -5, "total": 45});
}

/// §opt.home-morale five more at home
#[test]
fn home() {
    case!(morale_check {"morale_grade": "D", "home_country": true} [16] => {"modifier": 5, "total": 21, "passed": true});
}

/// Every modifier is reported when it is added.
#[test]
fn modifiers_are_told() {
    let told = modifiers(
        "morale_check",
        json!({"morale_grade": "A", "status": "disrupted", "general": "near"}),
        &[50],
    );
    assert_eq!(told, [("state", "-15".to_string()), ("general", "+10".to_string())]);
}

/// §3.2.A castings lost to guns or to a volley
#[test]
fn losses_by_fire() {
    case!(morale_check_required {"event": "artillery_casualty"} [] => {"required": true, "cite": "3.2.A"});
    case!(morale_check_required {"event": "volley_casualty"} [] => {"required": true, "cite": "3.2.A"});
}

/// §3.2.B a disrupted friend within 150 yards who is at least as good
#[test]
fn a_friend_retreats() {
    case!(morale_check_required {"event": "friend_retreats_disrupted", "distance_yards": 150} [] => {"required": true, "cite": "3.2.B"});
    case!(morale_check_required {"event": "friend_retreats_disrupted", "distance_yards": 151} [] => {"required": false, "cite": "3.2.B"});
    case!(morale_check_required {"event": "friend_retreats_disrupted", "friend_melee_grade": 4} [] => {"required": false});
}

/// §3.2.C a formed friend who retreats through formed ranks
#[test]
fn a_friend_retreats_through() {
    case!(morale_check_required {"event": "friend_retreats_through"} [] => {"required": true, "cite": "3.2.C"});
    case!(morale_check_required {"event": "friend_retreats_through", "checker_unformed": true} [] => {"required": false, "cite": "3.2.C"});
}

/// §3.2.D a rout within 200 yards
#[test]
fn a_friend_routs() {
    case!(morale_check_required {"event": "friend_routs", "distance_yards": 200} [] => {"required": true, "cite": "3.2.D"});
    case!(morale_check_required {"event": "friend_routs", "distance_yards": 201} [] => {"required": false});
    case!(morale_check_required {"event": "friend_routs", "checker_melee_grade": 6} [] => {"required": false});
}

/// §3.21 units that fight in the same round do not check
#[test]
fn the_same_round() {
    case!(morale_check_required {"event": "friend_routs", "checker_in_same_round_melee": true} [] => {"required": false, "cite": "3.21"});
    case!(morale_check_required {"event": "friend_retreats_disrupted", "checker_in_same_round_melee": true} [] => {"cite": "3.21"});
}

/// §9.7 a neighbour's failed check affects those who have fought, not those who still have to fight (ruling 75)
#[test]
fn checks_in_the_same_round() {
    for (event, cite) in [("friend_routs", "3.2.D"), ("friend_retreats_disrupted", "3.2.B")] {
        let shaken = |cause: &str, fought: bool| json!({"event": event, "checker_in_same_round_melee": true, "friend_cause": cause, "checker_has_fought": fought});
        let check = |facts, required: bool, cite: &str| {
            told("morale_check_required", facts, &[], json!({"required": required, "cite": cite}))
        };
        check(shaken("morale_check", true), true, cite);
        check(shaken("morale_check", false), false, "9.7");
        check(shaken("melee_result", true), false, "3.21");
        check(json!({"event": event, "friend_cause": "morale_check"}), true, cite);
    }
    case!(morale_check_required {"event": "friend_retreats_through", "checker_in_same_round_melee": true} [] => {"required": true, "cite": "3.2.C"});
}

/// §3.22 infantry ignores cavalry that retreats near it, and everybody ignores skirmishers
#[test]
fn horse_and_skirmishers() {
    case!(morale_check_required {"event": "friend_retreats_disrupted", "friend_arm": "cavalry"} [] => {"required": false, "cite": "3.22"});
    case!(morale_check_required {"event": "friend_retreats_disrupted", "friend_arm": "cavalry", "checker_arm": "cavalry"} [] => {"required": true});
    case!(morale_check_required {"event": "friend_retreats_through", "friend_arm": "cavalry"} [] => {"required": true});
    case!(morale_check_required {"event": "friend_retreats_through", "friend_unformed": true} [] => {"required": false, "cite": "3.22"});
    case!(morale_check_required {"event": "friend_retreats_disrupted", "friend_unformed": true} [] => {"cite": "3.22"});
}

/// §12.3 in a zone only guns and melee cause checks; garrisons have twenty more
#[test]
fn in_a_zone() {
    case!(morale_check_required {"event": "volley_casualty", "checker_in_zone": true} [] => {"required": false, "cite": "12.3"});
    case!(morale_check_required {"event": "artillery_casualty", "checker_in_zone": true} [] => {"required": true, "cite": "3.2.A"});
    case!(morale_check_required {"event": "melee_result", "checker_in_zone": true} [] => {"required": true, "cite": "9.7"});
    case!(morale_check {"morale_grade": "G", "in_zone_garrison": true} [16] => {"modifier": 20, "passed": true});
}

/// §8.3.C §10.2.B §10.2.C §opt.british-line §opt.friendly-fire the other causes, each with its rule
#[test]
fn other_causes() {
    for (event, cite) in [
        ("skirmish_hit", "8.3.C"),
        ("lead_unit_retreats", "5.41.C"),
        ("line_cavalry_contacts_square_or_guns", "3.51.D"),
        ("lancers_melee_square", "10.2.B"),
        ("lancers_charge_after_failed_square", "10.2.C"),
        ("friendly_fire_hit", "opt.friendly-fire"),
        ("column_near_british_line", "opt.british-line"),
        ("prone_unit_charged", "opt.anti-artillery"),
    ] {
        case!(morale_check_required {"event": event} [] => {"required": true, "cite": cite});
    }
}

/// §opt.guard.G §opt.guard.H a beaten guard within 500 yards, or one that withdraws within 300, if seen
#[test]
fn the_guard_gives_way() {
    case!(morale_check_required {"event": "guard_beaten", "distance_yards": 500} [] => {"required": true, "cite": "opt.guard.G"});
    case!(morale_check_required {"event": "guard_beaten", "distance_yards": 100, "out_of_sight": true} [] => {"required": false});
    case!(morale_check_required {"event": "guard_withdraws", "distance_yards": 300} [] => {"required": true, "cite": "opt.guard.H"});
    case!(morale_check_required {"event": "guard_withdraws", "distance_yards": 301} [] => {"required": false});
}

/// §3.3 a loss of a quarter means permanently Unorganized, of half Disrupted
#[test]
fn permanent_states() {
    case!(permanent_status {"starting_castings": 12, "castings_lost": 2} [] => {"permanent_status": "good", "loss_percent": 16});
    case!(permanent_status {"starting_castings": 12, "castings_lost": 3} [] => {"permanent_status": "unorganized", "removed": false});
    case!(permanent_status {"starting_castings": 11, "castings_lost": 5} [] => {"permanent_status": "unorganized"});
    refused!(permanent_status {"starting_castings": 4, "castings_lost": 5} => "castings_lost", "3.3");
    // The rule does not apply to crews (ruling 79).
    case!(permanent_status {"starting_castings": 4, "castings_lost": 4, "arm": "artillery"} [] => {"loss_percent": 100, "permanent_status": "good", "removed": false});
    case!(permanent_status {"starting_castings": 4, "castings_lost": 1, "arm": "cavalry"} [] => {"permanent_status": "unorganized"});
    refused!(permanent_status {"starting_castings": 4, "castings_lost": 5, "arm": "artillery"} => "castings_lost", "3.3");
}

/// §3.31 a permanently Disrupted unit leaves play
#[test]
fn permanently_disrupted() {
    case!(permanent_status {"starting_castings": 12, "castings_lost": 6} [] => {"permanent_status": "disrupted", "removed": true});
}

/// §chart.morale-failure the rows, their retreats and their states
#[test]
fn failure_rows() {
    case!(morale_failure {} [90] => {"result": "hesitates", "status_after": "good", "retreat_yards": 0, "may_move": false});
    case!(morale_failure {} [89] => {"result": "unorganized", "status_after": "unorganized", "retreat_yards": 0});
    case!(morale_failure {} [69] => {"result": "unorganized_retreats", "retreat_yards": 200});
    case!(morale_failure {} [39] => {"result": "disrupted_retreats", "status_after": "disrupted", "retreat_yards": 300});
    case!(morale_failure {} [9] => {"result": "routs", "status_after": "routed", "retreat_yards": 500, "removed": true});
    case!(morale_failure {"skirmish_status": true} [10] => {"total": 0, "result": "routs"});
    case!(morale_failure {"skirmish_status": true} [9] => {"total": -1, "result": "surrenders", "status_after": "surrendered"});
    case!(morale_failure {"arm": "cavalry", "surrounded": true} [29] => {"modifier": -30, "result": "loses_integrity", "status_after": "reserve_zone", "removed": true});
    case!(morale_failure {"status": "disrupted"} [95] => {"modifier": -20, "result": "unorganized", "status_after": "disrupted"});
    case!(morale_failure {"status": "unorganized"} [100] => {"result": "hesitates", "status_after": "unorganized"});
}

/// §10.2.B a square that fails because of lancers keeps its place, unless it breaks
#[test]
fn a_square_struck_by_lancers() {
    case!(morale_failure {"square_struck_by_lancers": true} [39] => {"status_after": "disrupted", "retreat_yards": 0});
    case!(morale_failure {"square_struck_by_lancers": true} [5] => {"status_after": "routed", "retreat_yards": 500});
}

/// §3.4 straight to the permanent state, if nothing bars it
#[test]
fn recovery() {
    case!(recovery {"status": "disrupted", "permanent_status": "unorganized"} [] => {"recovers": true, "status_after": "unorganized", "bars": []});
    case!(recovery {"status": "good", "permanent_status": "unorganized"} [] => {"recovers": false, "status_after": "unorganized"});
}

/// §3.4.A §3.4.B §3.4.C movement, a further loss and losses by fire each bar it
#[test]
fn bars_of_recovery() {
    case!(recovery {"status": "disrupted", "moved_or_charged": true} [] => {"recovers": false, "status_after": "disrupted", "bars": ["3.4.A"]});
    case!(recovery {"status": "disrupted", "morale_loss_this_turn": true} [] => {"bars": ["3.4.B"]});
    case!(recovery {"status": "disrupted", "casualty_from_fire": true} [] => {"bars": ["3.4.C"]});
}

/// §3.4.D a charged unit must have won without loss
#[test]
fn recovery_after_melee() {
    case!(recovery {"status": "disrupted", "was_charged_and_fought": true, "won_melee": true} [] => {"recovers": true});
    case!(recovery {"status": "disrupted", "was_charged_and_fought": true, "won_melee": true, "melee_castings_lost": 1} [] => {"bars": ["3.4.D"]});
    case!(recovery {"status": "disrupted", "was_charged_and_fought": true} [] => {"bars": ["3.4.D"]});
}

/// §3.5 two turns of recall: counter-charge and turn, but no charge, carbines or dismounting, and only towards home
#[test]
fn recall() {
    case!(recall_status {"turns_in_recall": 1} [] => {"in_recall": true, "may_declare_charge": false, "may_counter_charge": true,
        "may_change_facing_or_formation": true, "may_fire_carbines": false, "may_dismount": false, "movement": "toward_baseline"});
    case!(recall_status {"turns_in_recall": 0, "enemy_between_it_and_baseline": true, "unformed": true} [] => {"movement": "none", "may_counter_charge": false});
    case!(recall_status {"turns_in_recall": 2} [] => {"in_recall": false, "may_declare_charge": true, "movement": "free"});
    // When free again, skirmishers still do not counter-charge (ruling 72).
    case!(recall_status {"turns_in_recall": 2, "unformed": true} [] => {"in_recall": false, "may_declare_charge": true, "may_counter_charge": false, "may_dismount": true});
    case!(recall_status {"turns_in_recall": 0, "engaged": true} [] => {"in_recall": false, "may_counter_charge": false, "movement": "none"});
    case!(dismount {"action": "dismount", "cavalry_class": "light", "in_recall": true} [] => {"refusals": ["recall"]});
    case!(musketry_skirmish {"castings": 8, "melee_grade": 5, "unit": "mounted_cavalry", "distance_yards": 50, "firer_in_recall": true} [1] =>
        {"reason": "recall", "hit": false});
}

/// §3.51 d10 turns away, fewer for the best, more for the worst, never less than one
#[test]
fn reserve_zone() {
    case!(reserve_zone_time {"morale_grade": "B"} [2] => {"modifier": -3, "turns": 1});
    case!(reserve_zone_time {"morale_grade": "C"} [10] => {"modifier": 0, "turns": 10});
    case!(reserve_zone_time {"morale_grade": "F", "permanently_unorganized": true} [5] => {"modifier": 2, "turns": 7});
}

/// §3.51.A a charge in a bad state
#[test]
fn integrity_of_the_unready() {
    case!(regimental_integrity {"unorganized": true, "charged_or_counter_charged": true} [] => {"lost": true, "causes": ["3.51.A"]});
    case!(regimental_integrity {"in_recall": true, "charged_or_counter_charged": true} [] => {"causes": ["3.51.A"]});
    case!(regimental_integrity {"unorganized": true} [] => {"lost": false});
}

/// §3.51.B disrupted by cavalry
#[test]
fn integrity_of_the_beaten() {
    case!(regimental_integrity {"lost_to_cavalry_disrupted": true} [] => {"causes": ["3.51.B"]});
    case!(melee_results {"winner": {"melee_grade": 6, "arm": "cavalry"}, "loser": {"arm": "cavalry"}} [85] =>
        {"result": "loser_disrupted", "loser_loses_integrity": true});
    case!(melee_results {"winner": {"melee_grade": 6, "arm": "infantry"}, "loser": {"arm": "cavalry"}} [100] =>
        {"result": "loser_disrupted", "loser_loses_integrity": false});
}

/// §3.51.C §10.3.E flight while unformed, which costs Cossacks nothing
#[test]
fn integrity_of_the_fled() {
    case!(regimental_integrity {"unformed_and_fled": true} [] => {"causes": ["3.51.C"]});
    case!(regimental_integrity {"unformed_and_fled": true, "cossacks": true} [] => {"lost": false});
}

/// §3.51.D a line that touched a square or guns and failed its check
#[test]
fn integrity_at_the_square() {
    case!(regimental_integrity {"line_touched_square_or_guns": true, "failed_check": true} [] => {"causes": ["3.51.D"]});
    case!(regimental_integrity {"line_touched_square_or_guns": true} [] => {"lost": false});
}

/// §3.6 after the battle a check as Disrupted, and three quarters come back
#[test]
fn rallying() {
    case!(routed_recovery {"morale_grade": "C", "starting_castings": 13} [41] => {"modifier": -25, "total": 16, "recovered": true, "castings": 9});
    case!(routed_recovery {"morale_grade": "C", "starting_castings": 13} [40] => {"recovered": false, "castings": 0});
    case!(routed_recovery {"morale_grade": "C", "starting_castings": 13, "home_country": true} [36] => {"recovered": true});
}
