//! Chapter 17: buildings.

use crate::common::case;

/// §17.02.3 §17.01.2 §17.01.3 §17.03.4 values, capacity, times and firing figures of the three kinds
#[test]
fn buildings() {
    case!("building", {"kind": "ordinary", "ranks": 3} [] => {"obstacle": 2, "cover": 1, "entry_turns": 1, "exit_turns": 0.5, "formation": "hob", "max_firing_per_facade": 5});
    case!("building", {"kind": "strong_2", "capacity": 11} [] => {"obstacle": 2, "cover": 2, "max_firing_per_facade": 5});
    case!("building", {"kind": "strong_3", "ranks": 2} [] => {"obstacle": 3, "cover": 3, "entry_turns": 1});
}

/// §17.04.1 §17.04.2 a result above 0 is a hit; 6, 8 and 10 hits ruin
#[test]
fn hits() {
    case!("building_bombardment", {"loss_result": 0, "cover": 1, "hits_before": 5} [1, 2, 3] => {"hit": false, "hits_after": 5, "ruined": false});
    case!("building_bombardment", {"loss_result": 1, "cover": 1, "hits_before": 5} [1, 2, 3] => {"hit": true, "ruined": true});
    case!("building_bombardment", {"loss_result": 1, "cover": 2, "hits_before": 6} [1, 2, 3] => {"hits_needed": 8, "ruined": false});
    case!("building_bombardment", {"loss_result": 1, "cover": 3, "hits_before": 9} [1, 2, 3] => {"hits_needed": 10, "ruined": true});
}

/// §17.04.3 a hit with a pair and a 6 starts a fire; with howitzers 4 to 6; three sixes also do
#[test]
fn fires_break_out() {
    case!("building_bombardment", {"loss_result": 1, "cover": 1} [3, 6, 3] => {"fire": true});
    case!("building_bombardment", {"loss_result": 1, "cover": 1} [6, 6, 5] => {"fire": false});
    case!("building_bombardment", {"loss_result": 1, "cover": 1} [6, 6, 6] => {"fire": true});
    case!("building_bombardment", {"loss_result": 0, "cover": 1} [6, 6, 6] => {"fire": false});
    case!("building_bombardment", {"loss_result": 1, "cover": 1, "howitzers_only": true} [6, 6, 4] => {"fire": true});
    case!("building_bombardment", {"loss_result": 1, "cover": 1, "howitzers_only": true} [6, 6, 3] => {"fire": false});
}

/// §17.04.4 only the fire in an occupied building is put out, on 5 and 6; otherwise it burns 8 turns
#[test]
fn fires_are_put_out() {
    case!("building_fire", {"occupied": true} [5] => {"extinguished": true, "burns_turns": 0});
    case!("building_fire", {"occupied": true} [4] => {"extinguished": false, "burns_turns": 8});
    case!("building_fire", {} [6] => {"extinguished": false});
}

/// §17.04.5 3 to 6 spreads it 15 cm downwind while it burns
#[test]
fn fires_spread() {
    case!("building_fire_spread", {"distance_cm": 15} [3] => {"spreads": true});
    case!("building_fire_spread", {"distance_cm": 15} [2] => {"spreads": false});
    case!("building_fire_spread", {"distance_cm": 15.5} [6] => {"spreads": false});
    case!("building_fire_spread", {"distance_cm": 1, "not_downwind": true} [6] => {"spreads": false});
    case!("building_fire_spread", {"distance_cm": 1, "fire_out": true} [6] => {"spreads": false});
}

/// §17.02.4 8 turns with as many workers as it holds, or half as many pioneers, with the delay throw
#[test]
fn strengthening() {
    case!("building_strengthen", {"capacity": 9, "workers": 9} [5] => {"turns": 8, "delay_percent": 0});
    case!("building_strengthen", {"capacity": 9, "workers": 5, "pioneers": true} [3] => {"workers_needed": 5, "turns": 10});
    case!("building_strengthen", {"capacity": 9, "workers": 8} [6] => {"enough": false, "turns": 0});
    case!("building_strengthen", {"capacity": 9, "workers": 9, "turns_under_fire": 4} [6] => {"delay_percent": 50, "turns": 12});
}
