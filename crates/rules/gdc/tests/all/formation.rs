//! Chapter 4 and the formations of chapter 10.

use crate::common::{case, refused};

/// §4.1 no change, no loss
#[test]
fn no_change() {
    case!(infantry_change {"change": "none", "enemy_within_300": true} [] => {"allowed": true, "may_charge": true, "cite": "4.1"});
}

/// §4.1.A §4.1.B §4.1.C the farther infantry turns, the less it may do
#[test]
fn facing() {
    case!(infantry_change {"change": "facing", "facing_degrees": 45} [] => {"may_charge": true, "cite": "4.1.A"});
    case!(infantry_change {"change": "facing", "facing_degrees": 46} [] => {"may_move": true, "may_charge": false, "may_counter_charge": true, "cite": "4.1.B"});
    case!(infantry_change {"change": "facing", "facing_degrees": 90} [] => {"cite": "4.1.B"});
    case!(infantry_change {"change": "facing", "facing_degrees": 91} [] => {"may_move": false, "may_counter_charge": false, "cite": "4.1.C"});
}

/// §4.1.D §4.1.E a change of formation alone costs nothing, together with facing it costs everything
#[test]
fn formation() {
    case!(infantry_change {"change": "formation"} [] => {"may_charge": true, "cite": "4.1.D"});
    case!(infantry_change {"change": "facing_and_formation", "facing_degrees": 0} [] => {"may_charge": true, "cite": "4.1.D"});
    case!(infantry_change {"change": "facing_and_formation", "facing_degrees": 1} [] => {"may_move": false, "may_charge": false, "cite": "4.1.E"});
}

/// §4.1.F §5.3.G after a change into or out of skirmish a unit may only move
#[test]
fn in_and_out_of_skirmish() {
    case!(infantry_change {"change": "skirmish_to_formed"} [] => {"may_move": true, "may_charge": false, "may_counter_charge": false, "cite": "4.1.F"});
    case!(infantry_change {"change": "formed_to_skirmish"} [] => {"may_move": true, "may_counter_charge": false, "cite": "5.3.G"});
}

/// §4.1.G nothing changes with an enemy within 300 yards, and the attempt costs nothing
#[test]
fn the_enemy_is_near() {
    case!(infantry_change {"change": "formation", "enemy_within_300": true} [] => {"allowed": false, "may_charge": true, "cite": "4.1.G"});
    case!(infantry_change {"change": "go_prone", "enemy_within_300": true, "not_capable": true} [] => {"allowed": false, "cite": "4.1.G"});
}

/// §4.4 skirmish status needs good morale, no near enemy and the training, for infantry and cavalry
#[test]
fn skirmish_status() {
    case!(infantry_change {"change": "skirmish_to_formed", "morale_not_good": true, "not_capable": true} [] => {"allowed": false, "cite": "4.4"});
    case!(infantry_change {"change": "skirmish_to_formed", "not_capable": true} [] => {"allowed": true});
    case!(infantry_change {"change": "formed_to_skirmish", "not_capable": true} [] => {"allowed": false, "cite": "4.4"});
    case!(cavalry_change {"change": "skirmish_status"} [] => {"change_allowed": true, "charge_rate": "none", "charge_yards": 0});
    case!(cavalry_change {"change": "skirmish_status", "enemy_within_300": true} [] => {"change_allowed": false, "charge_rate": "full"});
    case!(cavalry_change {"change": "formation", "enemy_within_300": true, "morale_not_good": true} [] => {"change_allowed": true});
}

/// §4.11 §4.11.A §4.11.B squares without a roll: enemies on three sides, or a general's one square in the turn
#[test]
fn squares_without_a_roll() {
    case!(form_square {"enemy_sides_within_300": 3} [] => {"allowed": true, "cite": "4.11.A"});
    case!(form_square {"enemy_sides_within_300": 2, "general_attached_or_in_radius": true} [] => {"allowed": true, "cite": "4.11.B"});
    case!(form_square {"general_attached_or_in_radius": true, "general_already_used": true} [] => {"allowed": false, "cite": "4.11"});
    case!(form_square {"enemy_sides_within_300": 4, "skirmish_status": true} [] => {"allowed": false, "cite": "10.6.G"});
}

/// §4.11.C §5.33.B the nearness of the charge makes the check harder; a failure goes to the failure chart
#[test]
fn square_attempts() {
    for (yards, modifier) in [(300, -20), (301, -10), (600, -10), (601, 0), (900, 0), (901, 10)] {
        case!(square_attempt {"morale_grade": "D", "distance_yards": yards} [50] => {"distance_modifier": modifier, "modifier": modifier});
    }
    case!(square_attempt {"morale_grade": "D", "distance_yards": 500} [31] => {"total": 21, "square_formed": true, "failure_roll": false});
    case!(square_attempt {"morale_grade": "D", "distance_yards": 500, "charger_has_lances": true} [30] =>
        {"square_formed": false, "failure_roll": true, "lancer_check": true});
    case!(square_attempt {"morale_grade": "D", "distance_yards": 500, "status": "unorganized", "general": "attached"} [50] => {"modifier": -10});
}

/// §5.33.A a unit that does not see the charge yet waits
#[test]
fn unseen_charges() {
    case!(square_attempt {"morale_grade": "A", "distance_yards": 500, "charger_out_of_sight": true} [90] => {"allowed": false, "square_formed": false, "failure_roll": false});
}

/// §10.6.G skirmishers do not form square and do not counter-charge
#[test]
fn no_square_for_skirmishers() {
    case!(square_attempt {"morale_grade": "A", "distance_yards": 500, "skirmish_status": true} [90] => {"allowed": false, "total": 80, "square_formed": false});
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "skirmish"}, "charger": {"arm": "cavalry", "unformed": true, "distance_yards": 500}} [] =>
        {"options": ["hold", "flee"]});
}

/// §4.2 §4.2.A §4.2.B §4.2.C facing is free for cavalry; a change of formation impairs the charge; both limit the move to 500 and bar the
/// wheel
#[test]
fn cavalry_changes() {
    case!(cavalry_change {"change": "facing"} [] => {"charge_rate": "full", "charge_yards": 1400, "move_limit_yards": 0});
    case!(cavalry_change {"change": "formation"} [] => {"charge_rate": "impaired", "charge_yards": 1000, "move_limit_yards": 0});
    case!(cavalry_change {"change": "facing_and_formation", "wheel_degrees": 120} [] =>
        {"charge_rate": "impaired", "move_limit_yards": 500, "wheel_allowed": false});
}

/// §5.2.B §5.2.C §5.2.E a wheel up to 90 degrees impairs the charge, a wider one forbids it
#[test]
fn wheels() {
    case!(cavalry_change {"wheel_degrees": 90} [] => {"wheel_allowed": true, "charge_rate": "impaired"});
    case!(cavalry_change {"wheel_degrees": 91} [] => {"charge_rate": "none", "charge_yards": 0});
    case!(cavalry_change {"wheel_degrees": 91, "unformed": true} [] => {"wheel_allowed": false, "charge_rate": "full"});
}

/// §11.4 in ploughed fields cavalry neither turns nor wheels, and everybody is slow
#[test]
fn ploughed_fields() {
    case!(cavalry_change {"change": "facing", "in_ploughed_field": true, "wheel_degrees": 30} [] =>
        {"change_allowed": false, "wheel_allowed": false, "charge_rate": "full"});
    case!(infantry_movement {"mode": "road", "ploughed_field": true} [] => {"limit_yards": 200, "allowance_yards": 200});
    case!(cavalry_movement {"mode": "charge", "ploughed_field": true} [] => {"limit_yards": 500});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "ploughed_field": true} [] => {"limit_yards": 300});
    case!(artillery_movement {"battery": "horse", "poundage": 6, "mode": "gallop", "ploughed_field": true} [] =>
        {"prohibited": ["gallop_over_water_or_field"], "allowance_yards": 0});
}

/// §10.4 only dragoons and light cavalry dismount, never British or lancers
#[test]
fn who_dismounts() {
    case!(dismount {"action": "dismount", "cavalry_class": "dragoon"} [] => {"allowed": true});
    case!(dismount {"action": "dismount", "cavalry_class": "heavy", "british": true, "lancers": true} [] => {"refusals": ["class", "british", "lancers"]});
    case!(dismount {"action": "remount", "cavalry_class": "heavy", "british": true, "lancers": true} [] => {"allowed": true});
}

/// §10.4.C §10.4.D only in its phase, and a garrison must leave the zone first
#[test]
fn when_to_mount() {
    case!(dismount {"action": "remount", "cavalry_class": "light", "other_phase": true, "in_zone_garrison": true} [] => {"refusals": ["phase", "garrison"]});
    case!(dismount {"action": "dismount", "cavalry_class": "light", "in_zone_garrison": true} [] => {"allowed": true});
}

/// §10.5.A §10.5.B §10.5.E Austrian columns that cavalry strikes in front or flank and that are not Disrupted; if struck in the rear they
/// must roll for square
#[test]
fn who_forms_mass() {
    case!(battalion_mass {"austrian": true, "formation": "column", "castings": 12, "contact": "flank"} [] => {"may_form": true, "needs_square_roll": false});
    case!(battalion_mass {"austrian": true, "formation": "column", "castings": 12, "contact": "rear"} [] => {"may_form": false, "needs_square_roll": true});
    case!(battalion_mass {"austrian": true, "formation": "line", "castings": 12} [] => {"may_form": false, "treated_as": "unchanged"});
    case!(battalion_mass {"austrian": true, "formation": "column", "castings": 12, "status": "disrupted"} [] => {"may_form": false});
    case!(battalion_mass {"formation": "column", "castings": 12} [] => {"may_form": false, "treated_as": "column"});
    case!(battalion_mass {"austrian": true, "formation": "column", "castings": 12, "charger_arm": "infantry"} [] => {"may_form": false});
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "column", "austrian": true}, "charger": {"arm": "cavalry", "distance_yards": 500}, "contact": "flank"} [] =>
        {"options": ["hold", "form_square", "battalion_mass"]});
}

/// §10.5.C §10.5.D §10.5.F §10.5.G a mass has no flank, moves 150 yards, counts as a mass for guns and does not charge
#[test]
fn what_a_mass_is() {
    case!(battalion_mass {"austrian": true, "formation": "column", "castings": 12} [] =>
        {"has_flank": false, "move_limit_yards": 150, "mass_target": true, "may_charge": false});
    case!(infantry_movement {"mode": "field_column", "battalion_mass": true} [] => {"limit_yards": 150, "allowance_yards": 150});
    case!(infantry_movement {"mode": "field_line", "battalion_mass": true} [] => {"prohibited": ["mass_must_be_column"]});
    case!(artillery_fire {"aev": 5, "distance_yards": 100, "target": "infantry", "formation": "battalion_mass", "castings": 4, "flank_or_rear": true} [50] => {"bir_modifier": 1});
    case!(charge_allowed {"charger": {"arm": "infantry", "formation": "battalion_mass"}, "target": {"arm": "infantry"}} [] => {"reasons": ["10.5.G"]});
}

/// §10.5.H §10.5.I in the rear it is a plain column; to cavalry it is a square from thirteen castings, below that without modifier
#[test]
fn a_mass_in_melee() {
    case!(melee_classic {"attacker": {"arm": "cavalry", "formation": "line", "melee_grade": 5},
        "defender": {"arm": "infantry", "formation": "battalion_mass", "melee_grade": 5, "castings": 13}} [50] => {"formation_row": "inf_square", "formation_modifier": -60});
    case!(melee_classic {"attacker": {"arm": "cavalry", "formation": "line", "melee_grade": 5},
        "defender": {"arm": "infantry", "formation": "battalion_mass", "melee_grade": 5, "castings": 12, "contact": "flank"}} [50] =>
        {"formation_row": "none", "formation_modifier": 0, "defender_modifier": 0});
    case!(melee_classic {"attacker": {"arm": "cavalry", "formation": "line", "melee_grade": 5},
        "defender": {"arm": "infantry", "formation": "battalion_mass", "melee_grade": 5, "castings": 13, "contact": "rear"}} [50] =>
        {"formation_row": "inf_column_def", "formation_modifier": 20, "defender_modifier": 50});
    case!(melee_classic {"attacker": {"arm": "infantry", "formation": "line", "melee_grade": 5},
        "defender": {"arm": "infantry", "formation": "battalion_mass", "melee_grade": 5, "castings": 13}} [50] => {"formation_row": "inf_column_def", "formation_modifier": 15});
}

/// §opt.anti-artillery the infantry of certain nations lies down: it is a skirmish target that neither moves nor fires
#[test]
fn lying_down() {
    case!(prone {"nation": "kgl", "infantry": true, "state": "lies_down"} [] =>
        {"may_go_prone": true, "may_move_fire_or_charge": false, "may_fire": false, "fire_target": "skirmish", "fpf": false});
    case!(prone {"nation": "other", "infantry": true, "state": "rises", "charged": true} [] =>
        {"may_go_prone": false, "may_move_fire_or_charge": false, "may_fire": true, "fire_target": "formed", "checks_morale": false});
    case!(prone {"nation": "britain", "infantry": true, "state": "prone", "charged": true} [] => {"checks_morale": true, "melee_as_skirmisher": true});
    case!(infantry_change {"change": "go_prone"} [] => {"allowed": true, "may_move": false, "cite": "opt.anti-artillery"});
    case!(infantry_change {"change": "go_prone", "not_capable": true} [] => {"allowed": false, "may_move": true});
    case!(charge_reactions {"target": {"arm": "infantry", "formation": "line", "prone": true}, "charger": {"arm": "cavalry", "distance_yards": 500}} [] =>
        {"options": ["hold"], "fpf_if_held": false});
    refused!(charge_reactions {"target": {"arm": "cavalry", "formation": "line", "prone": true}, "charger": {"arm": "cavalry", "distance_yards": 500}}
        => "target.prone", "opt.anti-artillery");
}
