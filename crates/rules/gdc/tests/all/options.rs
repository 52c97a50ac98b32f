//! Special units of chapter 10, optional rules with procedures of their own, and the list of switches.

use crate::common::{RULES, case, refused};
use krigsspil_engine::{Recommendation, RuleSet};

/// §10.1.A §10.1.D §10.1.F converged elites cost their battalion a level of both grades and the castings; they are 6D and trained to
/// skirmish
#[test]
fn converged_elites() {
    case!(converge_elites {"melee_grade": 5, "morale_grade": "D", "castings": 12, "taken": 4} [] =>
        {"parent_melee_grade": 4, "parent_morale_grade": "E", "parent_castings": 8, "elite_melee_grade": 6, "elite_morale_grade": "D", "elite_skirmish_trained": true});
    case!(converge_elites {"melee_grade": 1, "morale_grade": "G", "castings": 12, "taken": 11} [] => {"parent_melee_grade": 1, "parent_morale_grade": "G", "parent_castings": 1});
    refused!(converge_elites {"melee_grade": 5, "morale_grade": "D", "castings": 12, "taken": 12} => "taken", "10.1.D");
}

/// §10.1.E only infantry converges
#[test]
fn horse_and_guns_do_not_converge() {
    refused!(converge_elites {"arm": "cavalry", "melee_grade": 5, "morale_grade": "D", "castings": 12, "taken": 4} => "arm", "10.1.E");
    refused!(converge_elites {"arm": "artillery", "melee_grade": 5, "morale_grade": "D", "castings": 12, "taken": 4} => "arm", "10.1.E");
}

/// §10.6.A only units rated for it can skirmish
#[test]
fn skirmish_capable_units() {
    case!(infantry_change {"change": "formed_to_skirmish", "not_capable": true} [] => {"allowed": false});
    case!(infantry_change {"change": "formed_to_skirmish"} [] => {"allowed": true});
    case!(cavalry_change {"change": "skirmish_status", "not_capable": true} [] => {"change_allowed": false});
}

/// §10.8 the militia's roll
#[test]
fn militia() {
    for (rolls, melee, morale) in
        [([1, 20], 2, "G"), ([21, 40], 2, "F"), ([41, 60], 3, "F"), ([61, 80], 3, "E"), ([81, 100], 4, "E")]
    {
        for roll in rolls {
            case!(militia_grade {} [roll] => {"melee_grade": melee, "morale_grade": morale});
        }
    }
}

/// §opt.scouting points for each casting and ten at home; the advantage needs twice the other's points, and at least one
#[test]
fn scouting() {
    case!(scouting {"first": {"indians_or_guerillas": 1, "medium_or_heavy_cavalry": 1, "light_cavalry": 1, "cossacks_or_asiatic": 1}, "second": {"light_cavalry": 2}} [] =>
        {"first_points": 10, "second_points": 6, "advantage": "none"});
    case!(scouting {"first": {"light_cavalry": 1}, "second": {"home_country": true}} [] => {"first_points": 3, "second_points": 10, "advantage": "second"});
    case!(scouting {"first": {"light_cavalry": 2}, "second": {"light_cavalry": 1}} [] => {"advantage": "first"});
    case!(scouting {} [] => {"advantage": "none"});
}

/// §opt.engineers.A §opt.engineers.B §opt.engineers.C a company of sappers for 150 castings, of pontonniers for 300, and their bridges
#[test]
fn engineers() {
    case!(engineers {"force_castings": 299} [] => {"sapper_companies": 1, "pontonnier_companies": 0, "may_destroy_bridge": false, "may_replace_bridge": false});
    case!(engineers {"force_castings": 300, "company": "sappers", "turns_in_zone": 3, "bridge": "wooden"} [] => {"sapper_companies": 2, "pontonnier_companies": 1, "may_destroy_bridge": true});
    case!(engineers {"force_castings": 300, "company": "sappers", "turns_in_zone": 2, "bridge": "wooden"} [] => {"may_destroy_bridge": false});
    case!(engineers {"force_castings": 300, "company": "sappers", "turns_in_zone": 9, "bridge": "stone", "in_garrison": true} [] => {"may_destroy_bridge": false});
    case!(engineers {"force_castings": 300, "company": "pontonniers", "in_garrison": true, "bridge": "stone"} [] => {"may_destroy_bridge": true, "may_replace_bridge": false});
    case!(engineers {"force_castings": 300, "company": "pontonniers", "in_garrison": true, "bridge": "destroyed"} [] => {"may_destroy_bridge": false, "may_replace_bridge": true});
    case!(engineers {"force_castings": 300, "company": "pontonniers", "bridge": "destroyed"} [] => {"may_replace_bridge": false});
}

/// §opt.guard-ha.1 §opt.guard-ha.2 §opt.guard-ha.3 within 400 yards of a commander, 500 of its cavalry, or within sight on a mission
#[test]
fn guard_horse_artillery() {
    case!(guard_horse_artillery {"commander_yards": 400} [] => {"in_place": true, "cite": "opt.guard-ha.1"});
    case!(guard_horse_artillery {"commander_yards": 401, "guard_cavalry_yards": 0} [] => {"in_place": false});
    case!(guard_horse_artillery {"commander_yards": 401, "attached_to_guard_cavalry": true, "guard_cavalry_yards": 500} [] => {"in_place": true, "cite": "opt.guard-ha.2"});
    case!(guard_horse_artillery {"commander_yards": 400, "attached_to_guard_cavalry": true, "guard_cavalry_yards": 501} [] => {"in_place": true});
    case!(guard_horse_artillery {"commander_yards": 0, "on_mission": true} [] => {"in_place": false, "cite": "opt.guard-ha.3"});
    case!(guard_horse_artillery {"commander_yards": 900, "on_mission": true, "in_observation_range": true} [] => {"in_place": true});
    case!(guard_horse_artillery {"commander_yards": 900, "on_mission": true, "in_observation_range": true, "limbered_again": true} [] => {"in_place": false, "cite": "opt.guard-ha.1"});
}

/// §opt.position heavy foot batteries stay until an enemy, a general or a rout moves them
#[test]
fn position_batteries() {
    case!(position_battery {"foot": true, "poundage": 12, "enemy_yards": 501} [] => {"position_battery": true, "may_limber": false});
    case!(position_battery {"foot": true, "poundage": 12, "enemy_yards": 500, "saw_corps_unit_rout": true} [] => {"may_limber": true, "must_go_to_rout": false});
    case!(position_battery {"foot": true, "poundage": 12, "enemy_yards": 900, "contacted_by_general": true} [] => {"may_limber": true});
    case!(position_battery {"foot": true, "poundage": 12, "enemy_yards": 900, "saw_corps_unit_rout": true} [] => {"may_limber": true, "must_go_to_rout": true});
    case!(position_battery {"foot": true, "poundage": 11, "enemy_yards": 900, "saw_corps_unit_rout": true} [] => {"position_battery": false, "may_limber": true, "must_go_to_rout": false});
    case!(position_battery {"poundage": 12, "enemy_yards": 900} [] => {"position_battery": false});
}

/// §opt.guard.A guard is grade 9, 10 or A
#[test]
fn who_is_guard() {
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "G"} [] => {"bound": true});
    case!(committed_guard {"arm": "infantry", "melee_grade": 1, "morale_grade": "A"} [] => {"bound": true});
    case!(committed_guard {"arm": "infantry", "melee_grade": 8, "morale_grade": "B"} [] => {"bound": false, "bonus_yards": 0, "must_charge_straight": false});
}

/// §opt.guard.B §opt.guard.C §opt.guard.D §opt.guard.E §opt.guard.F once committed it charges three times in a straight line, the first
/// time with a bonus, and is then free
#[test]
fn sequences_of_charges() {
    let near = true;
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "B", "committed": true, "enemy_in_charge_distance": near} [] =>
        {"must_charge": true, "bonus_yards": 100, "may_change_front": true, "must_charge_straight": true});
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "B", "enemy_in_charge_distance": near} [] => {"must_charge": false});
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "B", "charges_in_sequence": 2} [] => {"must_charge": true, "bonus_yards": 0, "may_change_front": false});
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "B", "committed": true, "sequences_done": 1, "enemy_in_charge_distance": near} [] =>
        {"must_charge": false, "bonus_yards": 0, "may_change_front": true});
    case!(committed_guard {"arm": "infantry", "melee_grade": 9, "morale_grade": "B", "sequences_done": 1, "charges_in_sequence": 1} [] => {"must_charge": true});
}

/// §opt.guard.I §opt.guard.K guns and cavalry are exempt, unless guard cavalry is included
#[test]
fn exempt_arms() {
    case!(committed_guard {"arm": "artillery", "melee_grade": 10, "morale_grade": "A", "cavalry_not_exempt": true, "enemy_in_charge_distance": true} [] => {"bound": false, "must_charge": false});
    case!(committed_guard {"arm": "cavalry", "melee_grade": 10, "morale_grade": "A", "enemy_in_charge_distance": true} [] => {"bound": false});
    case!(committed_guard {"arm": "cavalry", "melee_grade": 10, "morale_grade": "A", "cavalry_not_exempt": true, "enemy_in_charge_distance": true, "charges_in_sequence": 1} [] =>
        {"bound": true, "must_charge": true, "bonus_yards": 0, "may_change_front": true, "must_charge_straight": false});
    case!(committed_guard {"arm": "cavalry", "melee_grade": 10, "morale_grade": "A", "cavalry_not_exempt": true} [] => {"must_charge": false, "bonus_yards": 100});
}

/// §opt.cohesion within 500 yards of the regiment; for the best and for skirmishers any battalion counts
#[test]
fn cohesion() {
    case!(regimental_cohesion {"same_regiment_yards": 500, "any_battalion_yards": 500, "melee_grade": 7} [] => {"in_cohesion": true, "may_charge": true, "status_counts_as": "good"});
    case!(regimental_cohesion {"same_regiment_yards": 501, "any_battalion_yards": 0, "melee_grade": 7, "status": "unorganized"} [] => {"in_cohesion": false, "may_charge": false, "status_counts_as": "disrupted"});
    case!(regimental_cohesion {"same_regiment_yards": 501, "any_battalion_yards": 500, "melee_grade": 8} [] => {"in_cohesion": true});
    case!(regimental_cohesion {"same_regiment_yards": 501, "any_battalion_yards": 501, "melee_grade": 1, "skirmishers": true} [] => {"in_cohesion": false, "status_counts_as": "unorganized"});
    case!(regimental_cohesion {"same_regiment_yards": 501, "any_battalion_yards": 501, "melee_grade": 1, "status": "disrupted"} [] => {"status_counts_as": "disrupted"});
}

/// §opt.independent.A §opt.independent.B §opt.independent.C §opt.independent.D two to four castings join a host of their arm, not in
/// tournaments
#[test]
fn independent_companies() {
    case!(independent_company {"company_castings": 4, "host_castings": 12, "company_arm": "cavalry", "host_arm": "cavalry"} [] => {"allowed": true, "starting_strength": 16, "screen": false});
    case!(independent_company {"company_castings": 2, "host_castings": 12, "company_arm": "infantry", "host_arm": "infantry", "skirmish_capable": true} [] => {"screen": true});
    case!(independent_company {"company_castings": 5, "host_castings": 12, "company_arm": "infantry", "host_arm": "cavalry", "skirmish_capable": true, "tournament": true} [] =>
        {"refusals": ["tournament", "size", "arm"], "starting_strength": 12, "screen": false});
    case!(independent_company {"company_castings": 1, "host_castings": 12, "company_arm": "infantry", "host_arm": "infantry"} [] => {"refusals": ["size"]});
}

/// §10.7 Indians and militia in the field: half fire, and no pursuit of each other
#[test]
fn american_indians() {
    case!(musketry_skirmish {"castings": 12, "melee_grade": 3, "unit": "american_indians", "moved": true, "distance_yards": 100} [31] => {"firepower": 6, "hit": false});
    case!(musketry_skirmish {"castings": 12, "melee_grade": 3, "moved": true, "distance_yards": 100} [31] => {"firepower": 12, "hit": true});
}

/// Every option has its author's mark, and none of the optional rules is on by default.
#[test]
fn switches() {
    let mark = |key: &str| {
        RuleSet::options(&*RULES).iter().find(|option| option.key == key).map(|option| option.recommendation)
    };
    for key in [
        "standard_march",
        "home_morale",
        "russian_peculiarities",
        "position_batteries",
        "committed_guard",
        "regimental_cohesion",
    ] {
        assert_eq!(mark(key), Some(Recommendation::Strongly), "{key}");
    }
    for key in [
        "cavalry_weight",
        "line_rate",
        "naval_guns",
        "guard_horse_artillery",
        "british_line",
        "independent_companies",
        "scouting",
    ] {
        assert_eq!(mark(key), Some(Recommendation::Recommended), "{key}");
    }
    for key in ["friendly_fire", "rockets", "engineers", "committed_guard_cavalry", "anti_artillery_tactics"]
    {
        assert_eq!(mark(key), Some(Recommendation::Poorly), "{key}");
    }
    let on: Vec<_> =
        RuleSet::options(&*RULES).iter().filter(|option| option.default).map(|option| option.key).collect();
    assert_eq!(on, ["command_and_control"]);
}
