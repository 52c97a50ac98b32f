//! Chapter 6 and the ground of chapter 11: movement.

use crate::common::{case, refused};

/// §6.1 §chart.infantry-movement the six rates of infantry; the standard rate is a hundred less
#[test]
fn infantry_rates() {
    for (mode, yards) in [
        ("skirmish", 400),
        ("field_column", 400),
        ("charge_column", 450),
        ("field_line", 300),
        ("charge_line", 350),
        ("road", 500),
    ] {
        case!(infantry_movement {"mode": mode} [] => {"base_yards": yards, "modified_yards": yards, "limit_yards": 0, "allowance_yards": yards});
    }
    case!(infantry_movement {"mode": "charge_line", "standard_march": true} [] => {"modified_yards": 250});
    case!(infantry_movement {"mode": "skirmish", "standard_march": true} [] => {"modified_yards": 400});
}

/// §6.11 §10.6.L shifts of 100 yards sideways or 150 back, also for skirmishers, but not in a charge or before one
#[test]
fn shifts() {
    case!(infantry_movement {"mode": "field_line", "shift": "lateral"} [] => {"limit_yards": 100, "allowance_yards": 100});
    case!(infantry_movement {"mode": "skirmish", "shift": "backward"} [] => {"allowance_yards": 150});
    case!(infantry_movement {"mode": "charge_line", "shift": "lateral", "target_of_charge": true} [] => {"allowance_yards": 0, "prohibited": ["shift_in_charge", "shift_when_charged"]});
}

/// §6.2 §chart.cavalry-movement trot, charge and road, and our own rate of the impaired charge
#[test]
fn cavalry_rates() {
    for (mode, yards) in [("trot", 600), ("charge", 1400), ("impaired_charge", 1000), ("road", 1000)] {
        case!(cavalry_movement {"mode": mode} [] => {"base_yards": yards, "allowance_yards": yards});
    }
    case!(cavalry_movement {"mode": "trot", "changed_facing_and_formation": true} [] => {"limit_yards": 500});
    case!(cavalry_movement {"mode": "impaired_charge", "changed_facing_and_formation": true} [] => {"limit_yards": 0, "allowance_yards": 1000});
    case!(cavalry_movement {"mode": "charge", "changed_facing_and_formation": true} [] => {"prohibited": ["charge_after_limit"]});
}

/// §opt.cavalry-weight a hundred more for light cavalry, a hundred less for heavy
#[test]
fn weight() {
    case!(cavalry_movement {"mode": "trot", "weight": "light"} [] => {"modified_yards": 700});
    case!(cavalry_movement {"mode": "trot", "weight": "medium"} [] => {"modified_yards": 600});
    case!(cavalry_movement {"mode": "trot", "weight": "heavy"} [] => {"modified_yards": 500});
}

/// §opt.line-rate three quarters in line, rounded down, before the rest
#[test]
fn slower_lines() {
    case!(infantry_movement {"mode": "charge_line", "line_option": true, "status": "unorganized"} [] => {"modified_yards": 162});
    case!(infantry_movement {"mode": "field_column", "line_option": true} [] => {"modified_yards": 400});
    case!(cavalry_movement {"mode": "charge", "formation": "line", "line_option": true} [] => {"modified_yards": 1050});
}

/// §opt.russian Russians march 800 yards by road, whatever the standard rate is
#[test]
fn russian_marches() {
    case!(infantry_movement {"mode": "road", "russian_forced_march": true, "standard_march": true} [] => {"base_yards": 800, "modified_yards": 800});
    case!(infantry_movement {"mode": "field_column", "russian_forced_march": true, "standard_march": true} [] => {"modified_yards": 300});
    case!(march_doctrine {"nation": "russia", "year": 1812} [] => {"rate": "standard", "forced_road_march": true});
}

/// §opt.standard-march who marches at the standard rate, and until when
#[test]
fn march_rates() {
    for (nation, year) in
        [("austria", 1807), ("prussia", 1808), ("bavaria", 1810), ("saxony", 1807), ("portugal", 1809)]
    {
        case!(march_doctrine {"nation": nation, "year": year - 1} [] => {"rate": "standard"});
        case!(march_doctrine {"nation": nation, "year": year} [] => {"rate": "quick", "forced_road_march": false});
    }
    for nation in ["spain", "denmark", "sweden", "ottoman"] {
        case!(march_doctrine {"nation": nation, "year": 1815} [] => {"rate": "standard"});
    }
    case!(march_doctrine {"nation": "other", "year": 1792} [] => {"rate": "quick"});
}

/// §chart.movement-modifiers state, contours, water, woods; never below 0
#[test]
fn movement_modifiers() {
    case!(infantry_movement {"mode": "field_column", "status": "disrupted", "contours": 1} [] => {"modified_yards": 150});
    case!(infantry_movement {"mode": "field_line", "status": "disrupted", "contours": 3} [] => {"modified_yards": 0});
    case!(cavalry_movement {"mode": "trot", "status": "unorganized", "contours": 2} [] => {"modified_yards": 200});
    case!(cavalry_movement {"mode": "trot", "status": "disrupted"} [] => {"modified_yards": 300});
    case!(infantry_movement {"mode": "road", "crosses_stream": true} [] => {"limit_yards": 200});
    case!(cavalry_movement {"mode": "road", "crosses_ford": true} [] => {"limit_yards": 400});
    case!(infantry_movement {"mode": "field_column", "half_speed": true, "contours": 1} [] => {"modified_yards": 175});
}

/// §11.7.B fifty yards for each contour for infantry, a hundred for cavalry
#[test]
fn contours() {
    case!(infantry_movement {"mode": "field_column", "contours": 2} [] => {"modified_yards": 300});
    case!(cavalry_movement {"mode": "trot", "contours": 2} [] => {"modified_yards": 400});
}

/// §11.3.B fording slows everybody, and a battery that forded does not fire
#[test]
fn fords() {
    case!(infantry_movement {"mode": "field_column", "crosses_ford": true} [] => {"allowance_yards": 200, "prohibited": []});
    case!(infantry_movement {"mode": "field_line", "crosses_ford": true} [] => {"prohibited": ["line_on_bridge_or_ford"]});
    case!(cavalry_movement {"mode": "charge", "crosses_ford": true} [] => {"prohibited": ["charge_over_ford"]});
    case!(artillery_movement {"battery": "horse", "poundage": 6, "mode": "field", "crosses_ford": true} [] => {"modified_yards": 350});
    case!(artillery_actions {"battery": "horse", "limbered_at_start": true, "movement_action": "gallop_and_unlimber", "crossed_water": true} [] => {"faults": ["ford"]});
    case!(artillery_actions {"battery": "horse", "limbered_at_start": true, "movement_action": "unlimber", "secondary_fire": true, "crossed_water": true} [] => {"faults": ["ford"]});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "move", "crossed_water": true} [] => {"legal": true});
}

/// §11.5.A §11.5.B §11.5.D woods: columns 200 and 150 yards, skirmishers 250, no lines, no cavalry in heavy woods; a road removes the
/// limits, but does not allow lines
#[test]
fn woods() {
    case!(infantry_movement {"mode": "field_column", "woods": "light"} [] => {"limit_yards": 200});
    case!(infantry_movement {"mode": "field_column", "woods": "heavy"} [] => {"limit_yards": 150});
    case!(infantry_movement {"mode": "skirmish", "woods": "heavy"} [] => {"limit_yards": 250});
    case!(infantry_movement {"mode": "charge_column", "woods": "heavy"} [] => {"prohibited": ["charge_into_heavy_woods"]});
    case!(infantry_movement {"mode": "road", "woods": "heavy", "by_road_through_woods": true} [] => {"limit_yards": 0, "allowance_yards": 500});
    case!(infantry_movement {"mode": "field_line", "woods": "light", "by_road_through_woods": true} [] => {"prohibited": ["line_in_woods"]});
    case!(cavalry_movement {"mode": "trot", "woods": "light"} [] => {"limit_yards": 200});
    case!(cavalry_movement {"mode": "trot", "woods": "light", "formation": "skirmish"} [] => {"limit_yards": 250});
    case!(cavalry_movement {"mode": "trot", "woods": "heavy", "formation": "line"} [] => {"prohibited": ["heavy_woods"]});
    case!(cavalry_movement {"mode": "trot", "woods": "heavy", "formation": "line", "by_road_through_woods": true} [] => {"prohibited": ["line_in_woods"]});
}

/// §opt.guard.C §opt.guard.K the first charge of a committed guard goes a hundred yards farther
#[test]
fn the_guards_first_charge() {
    case!(infantry_movement {"mode": "charge_column", "guard_first_charge": true} [] => {"modified_yards": 550});
    case!(infantry_movement {"mode": "field_column", "guard_first_charge": true} [] => {"modified_yards": 400});
    case!(cavalry_movement {"mode": "impaired_charge", "guard_first_charge": true} [] => {"modified_yards": 1100});
}

/// §6.3.C §6.3.D §chart.artillery-movement rates of foot and horse batteries by poundage
#[test]
fn battery_rates() {
    for (poundage, field, road, prolonge) in
        [(6, 600, 900, 100), (7, 500, 900, 100), (10, 500, 900, 100), (11, 400, 750, 50)]
    {
        for (mode, yards) in [("field", field), ("road", road), ("prolonge", prolonge), ("gallop", 0)] {
            case!(artillery_movement {"battery": "foot", "poundage": poundage, "mode": mode} [] => {"base_yards": yards});
        }
    }
    for (battery, poundage, field, gallop) in
        [("horse", 4, 750, 400), ("horse", 5, 600, 350), ("guard_horse", 9, 900, 600)]
    {
        for (mode, yards) in [
            ("field", field),
            ("gallop", gallop),
            ("road", 1200),
            ("prolonge", 100),
            ("limber_and_move", field),
        ] {
            case!(artillery_movement {"battery": battery, "poundage": poundage, "mode": mode} [] => {"base_yards": yards});
        }
    }
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "gallop"} [] => {"prohibited": ["foot_gallop"]});
    case!(artillery_movement {"battery": "horse", "poundage": 6, "mode": "limber_and_move", "turn_degrees": 1} [] => {"limit_yards": 300, "prohibited": ["turn_in_limber_and_move"]});
}

/// §chart.artillery-movement-modifiers turns, water, bridge and contours
#[test]
fn battery_modifiers() {
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "crosses_stream": true} [] => {"modified_yards": 350});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "crosses_bridge": true, "contours": 1} [] => {"modified_yards": 350});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "turn_degrees": 30} [] => {"modified_yards": 600, "limit_yards": 0});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "turn_degrees": 91} [] => {"modified_yards": 600, "limit_yards": 250});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "prolonge", "turn_degrees": 5} [] => {"prohibited": ["prolonge_and_turn"]});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "enters_woods": true, "crosses_sunken_road": true} [] => {"prohibited": ["woods", "sunken_road"]});
}

/// §5.51 a battery that flees a charge turns at no cost and goes its full field rate; the ground still slows it (ruling 84)
#[test]
fn fleeing_batteries() {
    for turn in [31, 90, 180] {
        case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "turn_degrees": turn, "flees_charge": true} [] => {"modified_yards": 600, "limit_yards": 0, "allowance_yards": 600});
    }
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "turn_degrees": 180, "flees_charge": true, "crosses_stream": true, "ploughed_field": true} [] => {"modified_yards": 350, "allowance_yards": 300});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "road", "turn_degrees": 91, "flees_charge": true} [] => {"allowance_yards": 250});
}

/// §6.33 a turn of more than thirty degrees costs three hundred yards, and the maxima also apply
#[test]
fn turning_batteries() {
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "turn_degrees": 31} [] => {"modified_yards": 300, "limit_yards": 300});
    case!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "road", "turn_degrees": 90} [] => {"modified_yards": 600, "limit_yards": 600});
    case!(artillery_movement {"battery": "guard_horse", "poundage": 6, "mode": "field", "turn_degrees": 90} [] => {"modified_yards": 600, "limit_yards": 500, "allowance_yards": 500});
    case!(artillery_movement {"battery": "horse", "poundage": 6, "mode": "road", "turn_degrees": 90} [] => {"limit_yards": 900});
}

/// Lost limbers cost distance in proportion, rounded down to ten yards; elephants are slow.
#[test]
fn limbers() {
    case!(artillery_movement {"battery": "horse", "poundage": 4, "mode": "field", "limber_allowance": 6, "limber_hits": 1} [] => {"base_yards": 620});
    case!(artillery_movement {"battery": "horse", "poundage": 4, "mode": "prolonge", "limber_allowance": 6, "limber_hits": 6} [] => {"base_yards": 100, "prohibited": []});
    case!(artillery_movement {"battery": "horse", "poundage": 4, "mode": "field", "limber_allowance": 6, "limber_hits": 6} [] => {"prohibited": ["limbers_lost"]});
    case!(artillery_movement {"battery": "foot", "poundage": 12, "mode": "road", "elephant_limbers": true} [] => {"base_yards": 200});
    refused!(artillery_movement {"battery": "foot", "poundage": 6, "mode": "field", "limber_allowance": 4, "limber_hits": 5} => "limber_hits", "7.11");
}

/// §6.3.A at road speed a battery can only move
#[test]
fn road_speed() {
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "move", "road_speed": true} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "move_and_unlimber", "road_speed": true} [] => {"faults": ["road_speed"]});
}

/// §6.31 §6.31.A §6.31.B §6.31.C §6.31.D §6.31.E §6.31.F §6.31.G §6.31.H the eight possible turns of a battery, and impossible ones
#[test]
fn a_batterys_turn() {
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "secondary_fire": true} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "movement_action": "limber"} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "movement_action": "limber", "secondary_fire": true} [] => {"faults": ["secondary_fire"]});
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "movement_action": "change_facing"} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "movement_action": "prolonge", "secondary_fire": true} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "movement_action": "prolonge", "secondary_fire": true} [] => {"faults": ["secondary_fire"]});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "move"} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "move_and_unlimber", "secondary_fire": true} [] => {"faults": ["secondary_fire"]});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "unlimber", "secondary_fire": true} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "initial_fire": true, "movement_action": "limber_and_move"} [] => {"faults": ["initial_fire_and_limber_move"]});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "initial_fire": true, "secondary_fire": true} [] => {"faults": ["needs_unlimbered", "secondary_fire"]});
    case!(artillery_actions {"battery": "foot", "movement_action": "move"} [] => {"faults": ["needs_limbered"]});
}

/// §6.32 horse batteries gallop and unlimber no nearer than 201 yards, the best of them no nearer than 151
#[test]
fn gallops() {
    case!(artillery_actions {"battery": "horse", "limbered_at_start": true, "movement_action": "gallop_and_unlimber", "secondary_fire": true, "unlimbers_at_yards": 201} [] => {"legal": true});
    case!(artillery_actions {"battery": "horse", "limbered_at_start": true, "movement_action": "gallop_and_unlimber", "unlimbers_at_yards": 200} [] => {"faults": ["too_close"]});
    case!(artillery_actions {"battery": "guard_horse", "limbered_at_start": true, "movement_action": "gallop_and_unlimber", "unlimbers_at_yards": 151} [] => {"legal": true});
    case!(artillery_actions {"battery": "foot", "limbered_at_start": true, "movement_action": "gallop_and_unlimber"} [] => {"faults": ["gallop_needs_horse"]});
}

/// §12.4.E §12.6.6 §12.5.B.5 batteries that may not leave a zone, and batteries in melee
#[test]
fn bound_batteries() {
    case!(artillery_actions {"battery": "foot", "zone_garrison": true, "initial_fire": true, "secondary_fire": true} [] => {"faults": ["garrison"]});
    case!(artillery_actions {"battery": "foot", "engaged_sector": true, "initial_fire": true} [] => {"faults": ["engaged_sector"]});
    case!(artillery_actions {"battery": "foot", "supports_sector": true, "initial_fire": true, "secondary_fire": true} [] => {"faults": ["sector_support"]});
    case!(artillery_actions {"battery": "foot", "engaged": true, "movement_action": "limber"} [] => {"faults": ["engaged"]});
}

/// §6.4 road marches at more than 1000 yards from the enemy, in column, never skirmishing
#[test]
fn strategic_marches() {
    case!(strategic_march {"arm": "infantry", "formation": "column", "nearest_enemy_yards": 1001, "rate_yards": 500} [] => {"allowed": true, "march_yards": 500, "halted": false});
    case!(strategic_march {"arm": "infantry", "formation": "column", "nearest_enemy_yards": 1001, "rate_yards": 500, "yards_to_enemy_zone": 1} [] => {"march_yards": 1, "halted": true});
    case!(strategic_march {"arm": "infantry", "formation": "skirmish", "nearest_enemy_yards": 1000, "rate_yards": 500} [] =>
        {"refusals": ["start", "skirmishers", "formation"], "march_yards": 0, "halted": false});
    case!(cavalry_movement {"mode": "road", "formation": "skirmish"} [] => {"prohibited": ["skirmish_at_road_rate"]});
}

/// §6.5 one turn, at the road rate, never charging; an enemy within 200 yards closes a baseline, but not a flank
#[test]
fn off_board() {
    case!(off_board {"move": "enter_by_baseline", "enemy_yards_from_entry": 200} [] => {"allowed": false, "turns": 1, "uses_road_rate": true, "may_charge": false});
    case!(off_board {"move": "enter_by_baseline", "enemy_yards_from_entry": 201} [] => {"allowed": true});
    case!(off_board {"move": "enter_by_flank", "enemy_yards_from_entry": 0} [] => {"allowed": true, "uses_road_rate": true});
    case!(off_board {"move": "reserve_to_flank"} [] => {"uses_road_rate": false});
}

/// The facts of `off_board`, declared by hand, are checked like all others.
#[test]
fn off_board_facts_are_checked() {
    use krigsspil_engine::serde_json::json;
    let fault = |facts| {
        let fault = crate::common::adjudicated("off_board", &facts, &[]).unwrap_err();
        (fault.field().to_string(), fault.code().as_str())
    };
    assert_eq!(fault(json!({})), ("move".into(), "missing_fact"));
    assert_eq!(fault(json!({"move": "fly"})), ("move".into(), "unknown_value"));
    assert_eq!(
        fault(json!({"move": "along_flank", "enemy_yards_from_entry": 20001})),
        ("enemy_yards_from_entry".into(), "out_of_range")
    );
    assert_eq!(fault(json!({"move": "along_flank", "pace": 1})), ("pace".into(), "unknown_fact"));
    assert_eq!(fault(json!([1])).1, "wrong_type");
}

/// §11.3.F.1 §11.3.F.2 within 50 yards, once for each section, on 75 or less, and 300 yards from other crossings
#[test]
fn searching_fords() {
    case!(ford_search {"distance_to_river_yards": 50} [75] => {"searched": true, "ford": true});
    case!(ford_search {"distance_to_river_yards": 50} [76] => {"searched": true, "ford": false});
    case!(ford_search {"distance_to_river_yards": 51} [1] => {"searched": false, "ford": false});
    case!(ford_search {"distance_to_river_yards": 0, "section_already_rolled": true} [1] => {"searched": false});
    case!(ford_search {"distance_to_river_yards": 0, "nearest_crossing_yards": 299} [1] => {"searched": true, "ford": false});
}
