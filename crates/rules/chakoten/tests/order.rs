//! Chapters 03 and 13: order, reorganising, rally, decimation, flight.

use crate::common::{case, refused};

/// §03.03.6 §03.03.7 degrees add up, the fourth makes disorder; in disorder they have no effect
#[test]
fn degrees_add_up() {
    case!("disorder", {"events": ["LU1", "LU2"]} [] => {"order_after": "LU3", "lu_degrees": 3, "deduction": 3, "intact": true, "must_retreat": false});
    case!("disorder", {"order": "LU3", "events": ["LU1"]} [] => {"order_after": "U", "deduction": 4, "must_retreat": true});
    case!("disorder", {"order": "U", "events": ["LU3"]} [] => {"order_after": "U", "must_retreat": false});
    case!("disorder", {"order": "U", "events": ["U"]} [] => {"must_retreat": true});
    case!("disorder", {"order": "FU", "events": ["U", "LU1", "OR"]} [] => {"order_after": "FU", "deduction": 8, "must_flee": false});
    case!("disorder", {"events": ["U", "FU"]} [] => {"order_after": "FU", "must_retreat": false, "must_flee": true});
    case!("disorder", {"events": ["FU"], "fled_this_turn": true} [] => {"must_flee": false});
}

/// §13.01.4 the same disorder on both sides cancels retreat and flight, different ones do not
#[test]
fn mutual_disorder() {
    case!("mutual_disorder", {"first_order": "FU", "second_order": "FU"} [] => {"cancelled": true, "first_end": "LU3", "second_end": "LU3"});
    case!("mutual_disorder", {"first_order": "U", "second_order": "FU"} [] => {"cancelled": false, "first_end": "U", "second_end": "FU"});
    case!("mutual_disorder", {"first_order": "LU3", "second_order": "LU3"} [] => {"cancelled": false});
}

/// §13.06.1 a disturbed unit gains nothing
#[test]
fn disturbed() {
    case!("reorganise", {"order": "LU2", "half_turns": 9, "disturbed": true} [] => {"order_after": "LU2", "half_turns_used": 0, "half_turns_to_or": 2});
}

/// §13.06.2 §13.06.3 one degree is removed each half turn
#[test]
fn degrees_are_shed() {
    case!("reorganise", {"order": "LU1", "half_turns": 1} [] => {"order_after": "OR", "half_turns_used": 1});
    case!("reorganise", {"order": "LU3", "half_turns": 2} [] => {"order_after": "LU1", "half_turns_to_or": 3});
    case!("reorganise", {"order": "LU1", "half_turns": 0} [] => {"order_after": "LU1"});
}

/// §13.06.4 §17.03.5 from disorder to three degrees takes a whole turn, and not in a building
#[test]
fn disorder_is_shed() {
    case!("reorganise", {"order": "U", "half_turns": 1} [] => {"order_after": "U", "half_turns_used": 0, "half_turns_to_or": 5});
    case!("reorganise", {"order": "U", "half_turns": 3} [] => {"order_after": "LU2", "half_turns_used": 3});
    case!("reorganise", {"order": "U", "half_turns": 6, "in_building": true} [] => {"order_after": "U", "half_turns_to_or": 0});
    case!("reorganise", {"order": "LU1", "half_turns": 1, "in_building": true} [] => {"order_after": "OR"});
    case!("reorganise", {"order": "FU", "half_turns": 9} [] => {"order_after": "FU", "half_turns_to_or": 0});
}

/// §13.06.5 §skema-XIX every row counts, and the results are as printed
#[test]
fn rally() {
    case!("rally", {"nearest_chief": true, "corps_chief": true, "no_enemy_within_50cm": true, "screened": true} [1, 1, 1] => {"modifier": 6});
    case!("rally", {"flight_turns": 4, "gave_prisoners": true, "own_u_within_25cm": true, "own_fu_within_25cm": true, "valeur": -2} [6, 6, 6] => {"modifier": -10, "order_after": "FU", "flees_again": true});
    for (valeur, order) in [(-2, "FU"), (-1, "U"), (2, "U"), (3, "LU3"), (4, "LU2"), (5, "LU1")] {
        case!("rally", {"valeur": valeur} [4, 4, 4] => {"order_after": order});
    }
    case!("rally", {"valeur": 5} [4, 4, 5] => {"order_after": "OR", "flees_again": false});
}

/// §13.06.6 §16.03.1 no unit rallies before an intact enemy, in wood, plantation or building, or if it is broken for good
#[test]
fn no_rally() {
    case!("rally", {"enemy_in_break_in": true} [6, 6, 6] => {"may_roll": false, "order_after": "FU", "total": 18});
    for place in ["wood", "plantation", "building"] {
        case!("rally", {"place": place} [6, 6, 6] => {"may_roll": false, "order_after": "FU"});
    }
    case!("rally", {"valeur": -5} [6, 6, 6] => {"may_roll": false});
    case!("rally", {"valeur": -4} [6, 6, 6] => {"may_roll": true});
}

/// §13.07.1 §13.07.3 20 % cost a point, each further 10 % another; -5 breaks a unit; never artillery
#[test]
fn decimation() {
    case!("decimation", {"original_men": 500, "men_lost": 99} [] => {"points": 0});
    case!("decimation", {"original_men": 500, "men_lost": 100} [] => {"points": 1, "percent_lost": 20});
    case!("decimation", {"original_men": 500, "men_lost": 149} [] => {"points": 1});
    case!("decimation", {"original_men": 500, "men_lost": 150, "valeur": -3} [] => {"points": 2, "valeur_after": -5, "broken": true});
    case!("decimation", {"arm": "artillery", "original_men": 500, "men_lost": 400, "valeur": -4} [] => {"points": 0, "broken": false});
}

/// §04.01.2 §13.07.4 a detached part is counted from its strength at the split, not from the battalion's
#[test]
fn decimation_of_a_part() {
    case!("decimation", {"original_men": 100, "men_lost": 20} [] => {"points": 1});
    case!("decimation", {"original_men": 600, "men_lost": 20} [] => {"points": 0});
    case!("decimation", {"original_men": 100, "men_lost": 100} [] => {"points": 9});
    refused!("decimation", {"original_men": 100, "men_lost": 101} [] => "men_lost");
}

/// §13.07.2 one below the weighted mean, halves are rounded down; two quiet turns in contact
#[test]
fn merging() {
    case!("merge_units", {"units": [{"figures": 10, "valeur": 2}, {"figures": 10, "valeur": 1}]} [] => {"mean_valeur": 1.5, "valeur": 0, "figures": 20, "allowed": true});
    case!("merge_units", {"units": [{"figures": 10, "valeur": -1}, {"figures": 10, "valeur": -2}]} [] => {"valeur": -3});
    case!("merge_units", {"units": [{"figures": 30, "valeur": 3}, {"figures": 10, "valeur": 0}]} [] => {"mean_valeur": 2.25, "valeur": 1});
    case!("merge_units", {"units": [{"figures": 1, "valeur": 0}, {"figures": 1, "valeur": 0}], "turns_stationary": 1} [] => {"allowed": false});
    case!("merge_units", {"units": [{"figures": 1, "valeur": 0}, {"figures": 1, "valeur": 0}], "disturbed": true} [] => {"allowed": false});
    case!("merge_units", {"units": [{"figures": 1, "valeur": 0}, {"figures": 1, "valeur": 0}], "any_u_or_fu": true} [] => {"allowed": false});
}

/// §13.02.4 a tenth from the second turn, fractions are rounded up; water takes more, in any turn
#[test]
fn flight_losses() {
    case!("flight_losses", {"men": 101, "flight_turn": 1} [] => {"percent": 0, "men_lost": 0});
    case!("flight_losses", {"men": 101, "flight_turn": 2} [] => {"percent": 10, "men_lost": 11});
    case!("flight_losses", {"men": 101, "flight_turn": 1, "water_width_cm": 4} [] => {"percent": 25, "men_lost": 26});
    case!("flight_losses", {"men": 100, "flight_turn": 3, "water_width_cm": 4.5} [] => {"percent": 75, "men_lost": 75});
    case!("flight_losses", {"men": 100, "flight_turn": 2, "water_width_cm": 0.4} [] => {"percent": 10});
}

/// §13.03.1 unlimbered guns in disorder lose a load, and are left behind only if abandoned
#[test]
fn guns_in_disorder() {
    case!("artillery_rout", {"order": "U", "figure_pieces": 3, "loads": 7} [] => {"loads_after": 6, "pieces_left_behind": 0});
    case!("artillery_rout", {"order": "U", "figure_pieces": 3, "loads": 0, "choice": "abandon"} [] => {"loads_after": 0, "pieces_left_behind": 3});
    case!("artillery_rout", {"order": "U", "figure_pieces": 3, "limbered": true} [] => {"loads_after": 16, "pieces_left_behind": 0});
}

/// §13.03.2 §13.03.3 unlimbered guns in rout are all lost; of limbered ones half, rounded up, with their limbers
#[test]
fn guns_in_rout() {
    case!("artillery_rout", {"order": "FU", "figure_pieces": 3} [] => {"pieces_left_behind": 3, "limbers_left_behind": 0, "loads_after": 16});
    case!("artillery_rout", {"order": "FU", "figure_pieces": 3, "limbered": true} [] => {"pieces_left_behind": 2, "limbers_left_behind": 2});
}
