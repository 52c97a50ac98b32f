//! Chapter 5: charges, reactions, impetus, waves and squares; Cossacks and skirmishers of chapter 10.

use crate::common::{case, refused, told, with};
use krigsspil_engine::serde_json::{Value, json};

/// The rules that forbid a charge of `charger` at `target` along `path`.
#[track_caller]
fn forbidden(charger: Value, target: Value, path: Value, reasons: &[&str]) {
    case!(charge_allowed {"charger": charger, "target": target, "path": path} [] => {"allowed": reasons.is_empty(), "reasons": reasons});
}

/// A simple charge of this arm, changed by `more`, at infantry in line.
#[track_caller]
fn bars(arm: &str, more: Value, reasons: &[&str]) {
    let charger = with(json!({"arm": arm, "formation": "column"}), &more);
    forbidden(charger, json!({"arm": "infantry"}), json!({}), reasons);
}

/// §9.4.C §3.5 §10.6.E guns never charge, nor cavalry in recall, nor a unit that changed its skirmish status
#[test]
fn who_never_charges() {
    bars("artillery", json!({}), &["9.4.C"]);
    bars("cavalry", json!({"in_recall": true, "engaged": true}), &["9.61-b", "3.5"]);
    bars("infantry", json!({"in_recall": true, "changed_skirmish_status": true}), &["10.6.E"]);
}

/// §4.1.B §4.1.C §4.1.E turns before a charge
#[test]
fn turned_infantry_does_not_charge() {
    bars("infantry", json!({"facing_degrees": 45}), &[]);
    bars("infantry", json!({"facing_degrees": 90}), &["4.1.B"]);
    bars("infantry", json!({"facing_degrees": 91}), &["4.1.C"]);
    bars("infantry", json!({"facing_degrees": 91, "formation_changed": true}), &["4.1.E"]);
    bars("infantry", json!({"formation_changed": true}), &[]);
    bars("cavalry", json!({"facing_degrees": 180}), &[]);
}

/// §5.3.B §5.2.C §5.2.H wheels: none for infantry and skirmishing cavalry, at most 90 degrees for formed cavalry
#[test]
fn wheels_in_a_charge() {
    bars("infantry", json!({"wheel_degrees": 1}), &["5.3.B"]);
    bars("cavalry", json!({"wheel_degrees": 90}), &[]);
    bars("cavalry", json!({"wheel_degrees": 91}), &["5.2.C"]);
    bars("cavalry", json!({"wheel_degrees": 91, "formation": "skirmish"}), &["5.2.H"]);
}

/// §5.3.F three charges in a row, then a pause
#[test]
fn a_pause_after_three_charges() {
    bars("infantry", json!({"consecutive_charges": 2}), &[]);
    bars("infantry", json!({"consecutive_charges": 3}), &["5.3.F"]);
    bars("cavalry", json!({"consecutive_charges": 9}), &[]);
}

/// §12.6.10 §2.56 §opt.cohesion §6.5 garrisons, units without a general, separated units and arriving units
#[test]
fn kept_from_charging() {
    bars("infantry", json!({"garrison": true}), &["12.6.10"]);
    bars("infantry", json!({"in_transit": true}), &[]);
    bars("infantry", json!({"in_transit": true, "zone_contested": true}), &["12.6.10"]);
    bars("infantry", json!({"in_transit": true, "formation": "line"}), &["12.6.10"]);
    bars(
        "infantry",
        json!({"command_lost_general": true, "outside_cohesion": true, "failed_morale_this_turn": true, "entering_board": true}),
        &["2.56", "opt.cohesion", "chart.morale-failure", "6.5"],
    );
    bars("infantry", json!({"prone_this_turn": true}), &["opt.anti-artillery"]);
}

/// §11.5.B §11.3.C no charge through heavy woods, no cavalry charge over a ford
#[test]
fn ground_that_stops_charges() {
    forbidden(
        json!({"arm": "cavalry"}),
        json!({"arm": "infantry"}),
        json!({"heavy_woods": true, "ford": true}),
        &["11.5.B", "11.3.C"],
    );
    forbidden(
        json!({"arm": "infantry"}),
        json!({"arm": "infantry", "out_of_visibility": true, "sight_blocked": true}),
        json!({"ford": true}),
        &["2.1.C", "2.1.E"],
    );
}

/// §5.2.D §5.3.D §5.2.I friends in the way; unformed cavalry may still declare its charge and halts at them (ruling 74)
#[test]
fn friends_in_the_way() {
    let foot = || json!({"arm": "infantry"});
    for friend in ["formed", "limbered_artillery"] {
        forbidden(json!({"arm": "cavalry"}), foot(), json!({"friend": friend}), &["5.2.D"]);
        forbidden(json!({"arm": "infantry"}), foot(), json!({"friend": friend}), &["5.3.D"]);
    }
    forbidden(json!({"arm": "cavalry"}), foot(), json!({"friend": "unlimbered_artillery"}), &[]);
    forbidden(
        json!({"arm": "cavalry", "formation": "skirmish"}),
        foot(),
        json!({"friend": "formed", "friend_at_yards": 300}),
        &[],
    );
    forbidden(
        json!({"arm": "cavalry", "formation": "skirmish"}),
        foot(),
        json!({"friend": "formed", "friend_at_yards": 301}),
        &[],
    );
}

/// §5.4 §5.2.G a friend who leads the wave in the same direction is not in the path (ruling 73)
#[test]
fn friends_charging_ahead() {
    for friend in ["formed", "limbered_artillery"] {
        for arm in ["cavalry", "infantry"] {
            let ahead = json!({"friend": friend, "friend_charges_ahead": true});
            forbidden(json!({"arm": arm}), json!({"arm": "infantry"}), ahead, &[]);
        }
    }
}

/// §5.2.K §5.3.E §10.6.I §10.6.J targets that are too strong to be charged
#[test]
fn targets_too_strong() {
    let horse = || json!({"arm": "cavalry"});
    let square = || json!({"arm": "infantry", "formation": "square"});
    forbidden(json!({"arm": "cavalry", "formation": "skirmish"}), horse(), json!({}), &["5.2.K"]);
    forbidden(json!({"arm": "cavalry", "formation": "skirmish"}), square(), json!({}), &["10.6.I"]);
    forbidden(json!({"arm": "infantry", "formation": "skirmish"}), horse(), json!({}), &["10.6.J"]);
    forbidden(json!({"arm": "infantry", "formation": "skirmish"}), square(), json!({}), &["10.6.J"]);
    forbidden(json!({"arm": "cavalry", "dismounted": true}), square(), json!({}), &["10.6.J"]);
    forbidden(json!({"arm": "infantry"}), horse(), json!({}), &["5.3.E"]);
    forbidden(json!({"arm": "infantry"}), json!({"arm": "cavalry", "status": "disrupted"}), json!({}), &[]);
    forbidden(json!({"arm": "infantry"}), json!({"arm": "cavalry", "formation": "skirmish"}), json!({}), &[]);
}

/// §10.6.K skirmishers may charge any unit in a zone
#[test]
fn zones_may_be_charged() {
    forbidden(
        json!({"arm": "infantry", "formation": "skirmish"}),
        json!({"arm": "cavalry", "in_zone": true}),
        json!({}),
        &[],
    );
}

/// §10.3.B §10.3.C §10.3.F Cossacks charge broken units, guns and skirmishers, but no steady infantry and no zone
#[test]
fn cossack_charges() {
    let cossacks = || json!({"arm": "cavalry", "formation": "skirmish", "cossacks": true});
    forbidden(cossacks(), json!({"arm": "cavalry"}), json!({}), &["10.3.B"]);
    forbidden(cossacks(), json!({"arm": "cavalry", "in_recall": true}), json!({}), &[]);
    forbidden(cossacks(), json!({"arm": "cavalry", "status": "disrupted"}), json!({}), &[]);
    forbidden(cossacks(), json!({"arm": "artillery", "formation": "unlimbered"}), json!({}), &[]);
    forbidden(cossacks(), json!({"arm": "infantry", "formation": "skirmish"}), json!({}), &[]);
    forbidden(cossacks(), json!({"arm": "infantry"}), json!({}), &["10.3.F"]);
    forbidden(cossacks(), json!({"arm": "infantry", "status": "disrupted"}), json!({}), &[]);
    forbidden(
        cossacks(),
        json!({"arm": "infantry", "status": "disrupted", "formation": "square"}),
        json!({}),
        &["10.6.I"],
    );
    forbidden(
        cossacks(),
        json!({"arm": "infantry", "formation": "skirmish", "in_zone": true}),
        json!({}),
        &["10.3.F"],
    );
}

/// §10.3.D §10.3.E Cossacks break off instead of being Engaged, and flee 600 yards at no cost
#[test]
fn cossacks_break_off() {
    case!(melee_results {"winner": {"melee_grade": 5, "arm": "cavalry", "cossacks": true}, "loser": {"arm": "cavalry"}} [10] =>
        {"result": "engaged", "engaged": false, "winner_to_recall": true, "loser_to_recall": false});
    case!(cavalry_followup {"orders": "charge_and_pursue", "result": "engaged", "beaten_arm": "cavalry", "remaining_charge_yards": 100, "cossacks": true} [] => {"recall": true});
    case!(charge_reactions {"target": {"arm": "cavalry", "formation": "skirmish", "cossacks": true}, "charger": {"arm": "cavalry", "distance_yards": 500}} [] =>
        {"options": ["hold", "flee"], "flee_yards": 600, "flee_loses_integrity": false});
}

/// What this target may do against this charger.
#[track_caller]
fn reacts(target: Value, charger: Value, contact: &str, options: &[&str]) {
    case!(charge_reactions {"target": target, "charger": charger, "contact": contact} [] => {"options": options});
}

/// §5.21.A §9.4.A formed cavalry counter-charges what comes at its front
#[test]
fn cavalry_counter_charges() {
    let charger = || json!({"arm": "cavalry", "distance_yards": 400});
    reacts(json!({"arm": "cavalry", "formation": "line"}), charger(), "front", &["hold", "counter_charge"]);
    reacts(json!({"arm": "cavalry", "formation": "line"}), charger(), "flank", &["hold"]);
}

/// §9.4.B with chits infantry needs a charge chit, cavalry needs more than 500 yards
#[test]
fn counter_charges_by_chit() {
    case!(charge_reactions {"target": {"arm": "cavalry", "formation": "line"}, "charger": {"arm": "cavalry", "distance_yards": 500}, "using_chits": true} [] => {"options": ["hold"]});
    case!(charge_reactions {"target": {"arm": "cavalry", "formation": "line"}, "charger": {"arm": "cavalry", "distance_yards": 501}, "using_chits": true} [] => {"options": ["hold", "counter_charge"]});
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "line"}, "charger": {"arm": "infantry", "distance_yards": 300}, "using_chits": true} [] => {"options": ["hold"]});
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "line", "chit_orders_charge": true}, "charger": {"arm": "infantry", "distance_yards": 300}, "using_chits": true} [] =>
        {"options": ["hold", "counter_charge"]});
}

/// §5.21.B §10.6.H skirmishing cavalry holds, or flees from formed troops and from cavalry on its flank, and loses its integrity
#[test]
fn skirmishing_cavalry_flees() {
    let light = || json!({"arm": "cavalry", "formation": "skirmish"});
    reacts(light(), json!({"arm": "infantry", "distance_yards": 200}), "front", &["hold", "flee"]);
    reacts(light(), json!({"arm": "cavalry", "unformed": true, "distance_yards": 200}), "front", &["hold"]);
    reacts(
        light(),
        json!({"arm": "cavalry", "unformed": true, "distance_yards": 200}),
        "rear",
        &["hold", "flee"],
    );
    reacts(light(), json!({"arm": "infantry", "unformed": true, "distance_yards": 200}), "rear", &["hold"]);
    case!(charge_reactions {"target": {"arm": "cavalry", "formation": "skirmish"}, "charger": {"arm": "cavalry", "distance_yards": 200}} [] => {"flee_yards": 0, "flee_loses_integrity": true});
}

/// §5.21.C cavalry that is struck in flank wheels to meet a charger 500 yards away
#[test]
fn wheeling_to_meet() {
    reacts(
        json!({"arm": "cavalry", "formation": "column"}),
        json!({"arm": "cavalry", "distance_yards": 500}),
        "flank",
        &["hold", "wheel_to_meet"],
    );
    reacts(
        json!({"arm": "cavalry", "formation": "column"}),
        json!({"arm": "cavalry", "distance_yards": 499}),
        "rear",
        &["hold"],
    );
}

/// §5.22 a charge that met nothing is Unorganized, or in recall if its unformed target fled
#[test]
fn a_charge_into_the_void() {
    case!(charge_orders {"orders": "charge_and_pursue", "allowed_yards": 1400, "charged_yards": 1400} [] => {"may_halt": true, "must_continue": false, "marker": "unorganized"});
    case!(charge_orders {"orders": "charge_and_return", "allowed_yards": 1400, "charged_yards": 1400, "target_fled_unformed": true} [] => {"marker": "recall"});
}

/// §5.31.A §5.31.B §5.32.B infantry holds with its last volley, or counter-charges infantry at its front
#[test]
fn infantry_holds() {
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "line"}, "charger": {"arm": "infantry", "distance_yards": 300}} [] =>
        {"options": ["hold", "counter_charge"], "fpf_if_held": true});
    reacts(
        json!({"arm": "infantry", "formation": "line"}),
        json!({"arm": "infantry", "distance_yards": 300}),
        "flank",
        &["hold"],
    );
    reacts(
        json!({"arm": "infantry", "formation": "square"}),
        json!({"arm": "cavalry", "distance_yards": 300}),
        "front",
        &["hold"],
    );
    reacts(
        json!({"arm": "infantry", "formation": "line"}),
        json!({"arm": "cavalry", "status": "disrupted", "distance_yards": 300}),
        "front",
        &["hold", "counter_charge", "form_square"],
    );
}

/// §5.31.C §5.32.C skirmishers flee 400 yards
#[test]
fn skirmishers_flee() {
    for arm in ["infantry", "cavalry"] {
        case!(charge_reactions {"target": {"arm": "infantry", "formation": "skirmish"}, "charger": {"arm": arm, "distance_yards": 300}} [] =>
            {"options": ["hold", "flee"], "flee_yards": 400, "fpf_if_held": false});
    }
}

/// §5.32.A infantry tries to form square against cavalry it sees, but not against elephants
#[test]
fn squares_against_horse() {
    reacts(
        json!({"arm": "infantry", "formation": "line"}),
        json!({"arm": "cavalry", "distance_yards": 800}),
        "rear",
        &["hold", "form_square"],
    );
    reacts(
        json!({"arm": "infantry", "formation": "line"}),
        json!({"arm": "cavalry", "distance_yards": 800, "elephants": true}),
        "front",
        &["hold"],
    );
    reacts(
        json!({"arm": "infantry", "formation": "line"}),
        json!({"arm": "cavalry", "distance_yards": 800, "out_of_sight": true}),
        "front",
        &["hold"],
    );
}

/// §5.51 limbered guns only flee, at their field rate
#[test]
fn limbered_guns_flee() {
    case!(charge_reactions {"target": {"arm": "artillery", "formation": "limbered"}, "charger": {"arm": "cavalry", "distance_yards": 300}} [] =>
        {"options": ["flee_limbered"], "flee_yards": 0});
}

/// §5.52 §5.52.A §5.52.B §5.52.C unlimbered guns: flee, fire and fight, or against cavalry fire and lie down, which costs a man
#[test]
fn guns_that_are_charged() {
    case!(charge_reactions {"target": {"arm": "artillery", "formation": "unlimbered"}, "charger": {"arm": "cavalry", "distance_yards": 199}} [] =>
        {"options": ["flee_guns", "fire_and_melee", "fire_and_lie_down"], "flee_yards": 400, "lie_down_loss": 1});
    case!(charge_reactions {"target": {"arm": "artillery", "formation": "unlimbered"}, "charger": {"arm": "infantry", "distance_yards": 199}} [] =>
        {"options": ["flee_guns", "fire_and_melee"], "lie_down_loss": 0});
    refused!(charge_reactions {"target": {"arm": "artillery", "formation": "line"}, "charger": {"arm": "infantry", "distance_yards": 199}} => "target.formation", "5.31");
}

/// §5.52.D fire down to 200 yards, then run one yard while the charger rides two
#[test]
fn fire_then_flee() {
    reacts(
        json!({"arm": "artillery", "formation": "unlimbered"}),
        json!({"arm": "infantry", "distance_yards": 200}),
        "front",
        &["flee_guns", "fire_and_melee", "fire_then_flee"],
    );
    case!(crew_flight {"lead_yards": 300, "charger_yards_left": 600} [] => {"caught": true, "crew_moves_yards": 300});
    case!(crew_flight {"lead_yards": 300, "charger_yards_left": 599} [] => {"caught": false, "crew_moves_yards": 299});
    case!(crew_flight {"lead_yards": 300, "charger_yards_left": 900, "refuge_yards": 300} [] => {"caught": false, "crew_moves_yards": 300});
    case!(crew_flight {"lead_yards": 300, "charger_yards_left": 900, "refuge_yards": 301} [] => {"caught": true, "crew_moves_yards": 300});
}

/// §5.52.E guns that a follow-up reaches do not fire
#[test]
fn guns_surprised() {
    reacts(
        json!({"arm": "artillery", "formation": "unlimbered", "not_initial_target": true}),
        json!({"arm": "cavalry", "distance_yards": 500}),
        "front",
        &["flee_guns", "hold_without_fire"],
    );
    reacts(
        json!({"arm": "artillery", "formation": "unlimbered", "engaged": true}),
        json!({"arm": "cavalry", "distance_yards": 500}),
        "front",
        &["hold_without_fire"],
    );
}

/// §12.6.11 in a zone a defender holds, or flees at the cost of a casting for each unit; if Engaged it may only withdraw, at the cost of
/// two
#[test]
fn fleeing_a_zone() {
    reacts(
        json!({"arm": "cavalry", "formation": "line", "in_zone": true}),
        json!({"arm": "cavalry", "distance_yards": 500}),
        "front",
        &["hold", "flee"],
    );
    reacts(
        json!({"arm": "infantry", "formation": "line", "in_zone": true, "engaged": true}),
        json!({"arm": "infantry", "distance_yards": 500}),
        "front",
        &["hold"],
    );
    case!(zone_attrition {"action": "flee", "units": 3, "unlimbered_battery": true} [] => {"allowed": true, "castings_lost": 3, "move_yards": 400, "guns_abandoned": true});
    case!(zone_attrition {"action": "flee", "units": 3, "engaged": true, "unlimbered_battery": true} [] => {"allowed": false, "castings_lost": 0, "move_yards": 0, "guns_abandoned": false});
    case!(zone_attrition {"action": "withdraw_engaged", "units": 3, "engaged": true} [] => {"allowed": true, "castings_lost": 6});
    case!(zone_attrition {"action": "withdraw_engaged", "units": 3} [] => {"allowed": false});
}

/// §5.7 §5.2.F §5.2.H two hundred unimpeded yards give impetus; a later obstacle costs it, and skirmishers have none
#[test]
fn impetus() {
    case!(impetus {"unimpeded_yards": 199} [] => {"impetus": false, "reason": "too_short"});
    case!(impetus {"unimpeded_yards": 200} [] => {"impetus": true, "reason": "none"});
    case!(impetus {"unimpeded_yards": 100, "obstacle_after": "friendly_unformed"} [] => {"reason": "obstacle"});
    case!(impetus {"unimpeded_yards": 900, "obstacle_after": "contour"} [] => {"impetus": false});
    case!(impetus {"unimpeded_yards": 900, "obstacle_after": "stream", "unformed": true} [] => {"reason": "unformed"});
}

/// §5.41 §5.41.A §5.41.B §5.41.C §5.41.D following infantry halts or follows, checks behind a beaten leader, strikes the square
#[test]
fn infantry_waves() {
    case!(wave_charge {"follower_arm": "infantry", "lead": "advancing"} [] => {"options": ["halt", "follow"], "check_first": false, "cite": "5.41.B"});
    case!(wave_charge {"follower_arm": "infantry", "lead": "spent"} [] => {"options": ["halt"], "cite": "5.41.B"});
    case!(wave_charge {"follower_arm": "infantry", "lead": "retreats_on_morale"} [] => {"options": ["halt"], "check_first": true, "continues_unorganized": false, "cite": "5.41.C"});
    case!(wave_charge {"follower_arm": "infantry", "lead": "breaks_around_square"} [] => {"options": ["contact_square"], "cite": "5.41.D"});
    case!(wave_charge {"follower_arm": "infantry", "lead": "beaten_in_melee", "follower_unformed": true} [] => {"options": ["halt"], "check_first": false, "cite": "5.2.H"});
}

/// §5.42.B §5.42.C §5.42.D §5.42.E §5.42.F following cavalry continues, if necessary through the leader
#[test]
fn cavalry_waves() {
    case!(wave_charge {"follower_arm": "cavalry", "lead": "advancing"} [] => {"options": ["follow"], "cite": "5.42.B"});
    case!(wave_charge {"follower_arm": "cavalry", "lead": "beaten_in_melee"} [] => {"options": ["halt", "continue"], "check_first": true, "continues_unorganized": false, "cite": "5.42.C"});
    case!(wave_charge {"follower_arm": "cavalry", "lead": "retreats_on_morale"} [] => {"continues_unorganized": true, "cite": "5.42.D"});
    case!(wave_charge {"follower_arm": "cavalry", "lead": "engaged"} [] => {"options": ["halt"], "cite": "5.42.E"});
    case!(wave_charge {"follower_arm": "cavalry", "lead": "breaks_around_square"} [] => {"options": ["contact_square"], "cite": "5.42.F"});
}

/// §9.5.B a line attacks or flows around, at half its distance, if it passes its check
#[test]
fn lines_before_a_square() {
    case!(cavalry_versus_square {"formation": "line", "orders": "charge_and_pursue", "remaining_yards": 501, "passes_check": true} [] =>
        {"attacks": false, "outcome": "flows_around", "yards_left": 250, "impetus_lost": true});
    case!(cavalry_versus_square {"formation": "line", "orders": "charge_and_pursue", "remaining_yards": 501} [] => {"outcome": "stops", "yards_left": 0});
    case!(cavalry_versus_square {"formation": "line", "elects_attack": true, "melee": "engaged", "stays_engaged": true, "orders": "charge_and_return", "remaining_yards": 500} [] =>
        {"attacks": true, "outcome": "flows_around"});
    refused!(cavalry_versus_square {"formation": "line", "melee": "won", "orders": "charge_and_return", "remaining_yards": 500} => "melee", "9.5.B");
}

/// §9.5.C a column must attack; if Engaged it stays, flows around or returns according to its orders
#[test]
fn columns_before_a_square() {
    case!(cavalry_versus_square {"formation": "column", "melee": "engaged", "orders": "charge_and_return", "remaining_yards": 501} [] => {"outcome": "returns", "yards_left": 501});
    case!(cavalry_versus_square {"formation": "column", "melee": "engaged", "orders": "charge_and_pursue", "remaining_yards": 501} [] => {"outcome": "flows_around", "yards_left": 250});
    case!(cavalry_versus_square {"formation": "column", "melee": "engaged", "stays_engaged": true, "orders": "charge_and_pursue", "remaining_yards": 501} [] => {"outcome": "stays_engaged", "yards_left": 0});
    case!(cavalry_versus_square {"formation": "column", "melee": "lost", "orders": "charge_and_pursue", "remaining_yards": 501} [] => {"outcome": "beaten", "yards_left": 0});
    refused!(cavalry_versus_square {"formation": "column", "orders": "charge_and_pursue", "remaining_yards": 501} => "melee", "9.5.B");
}

/// §2.61.B §9.5.C a column that has beaten the square flows around it to pursue; under Return it stays or goes back (ruling 76)
#[test]
fn columns_that_beat_a_square() {
    let won = |formation: &str, orders: &str, stays: bool| json!({"formation": formation, "elects_attack": true, "melee": "won", "orders": orders, "stays_after_win": stays, "remaining_yards": 501});
    for stays in [false, true] {
        let around = json!({"outcome": "flows_around", "yards_left": 250, "impetus_lost": true});
        told("cavalry_versus_square", won("column", "charge_and_pursue", stays), &[], around.clone());
        told("cavalry_versus_square", won("line", "charge_and_return", stays), &[], around);
    }
    let back = json!({"outcome": "returns", "yards_left": 501});
    told("cavalry_versus_square", won("column", "charge_and_return", false), &[], back);
    let there = json!({"outcome": "stays", "yards_left": 0});
    told("cavalry_versus_square", won("column", "charge_and_return", true), &[], there);
}

/// §10.6.F skirmishers keep 101 yards from formed enemies unless a formed friend is within 100
#[test]
fn skirmishers_fall_back() {
    case!(skirmisher_withdrawal {"enemy_yards": 100, "formed_friend_yards": 101} [] => {"must_withdraw": true, "required_yards": 1});
    case!(skirmisher_withdrawal {"enemy_yards": 0, "formed_friend_yards": 500} [] => {"required_yards": 101});
    case!(skirmisher_withdrawal {"enemy_yards": 101, "formed_friend_yards": 500} [] => {"must_withdraw": false, "required_yards": 0});
    case!(skirmisher_withdrawal {"enemy_yards": 50, "formed_friend_yards": 100} [] => {"must_withdraw": false});
}

/// §opt.india elephants charge only in line, never squares, and always pursue
#[test]
fn elephants() {
    forbidden(
        json!({"arm": "cavalry", "formation": "column", "elephants": true}),
        json!({"arm": "infantry", "formation": "square"}),
        json!({}),
        &["opt.india"],
    );
    forbidden(
        json!({"arm": "cavalry", "elephants": true}),
        json!({"arm": "infantry", "formation": "square", "in_zone": true}),
        json!({}),
        &[],
    );
    case!(charge_orders {"orders": "charge_and_return", "allowed_yards": 1400, "charged_yards": 700, "elephants": true} [] => {"must_continue": true});
    case!(cavalry_followup {"orders": "charge_and_return", "result": "loser_routs", "beaten_arm": "infantry", "remaining_charge_yards": 400, "elephants": true} [] =>
        {"advance_yards": 200, "return_yards": 0});
    case!(square_attempt {"morale_grade": "A", "distance_yards": 500, "charger_is_elephants": true} [99] => {"allowed": false, "square_formed": false});
}
