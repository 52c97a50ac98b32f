//! The tables compared with the printed page, cell by cell.

use krigsspil_engine::RuleSet;

/// Checks a table: a line `= columns` for each part, and below it its rows in the order of the print.
#[track_caller]
fn check_table(id: &str, printed: &str) {
    let rules: &dyn RuleSet = &*crate::RULES;
    let table = rules.tables().iter().find(|table| table.id == id).unwrap();
    let mut lines = Vec::new();
    for part in &table.parts {
        lines.push(format!("= {}", part.columns.join(" ")));
        for row in &part.rows {
            let cells: Vec<_> = row.cells.iter().map(ToString::to_string).collect();
            lines.push(format!("{} {}", row.key, cells.join(" ")).trim_end().to_string());
        }
    }
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let printed: Vec<_> = printed.lines().map(words).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, printed, "{id}");
    assert_eq!(table.printed, id.replace('-', " "));
}

/// §skema-I march distances
#[test]
fn skema_i() {
    check_table(
        "skema-I",
        "= road open difficult wood swamp watercourse
         infantry_march_column 30 25 12 6 3 6
         infantry_attack_column - 25 12 6 - -
         infantry_thin_line - 15 10 8 - -
         infantry_line - 12 8 6 - -
         infantry_chain - 25 15 10 5 6
         infantry_column_storm 35 30 15 8 - -
         infantry_line_storm - 20 10 - - -
         infantry_flight 40 40 25 15 6 12
         infantry_formation_change - 30 15 8 5 -
         = road open difficult wood swamp watercourse
         cavalry_march_column 50 40 25 6 - 6
         cavalry_attack_column - 35 25 6 - -
         cavalry_line - 30 20 6 - -
         cavalry_chain - 40 25 8 - 6
         cavalry_storm_and_flight 70 55 25 8 - 8
         cavalry_formation_change - 40 20 8 - -
         staff 90 80 40 10 3 10
         = road open difficult wood swamp watercourse
         foot_artillery 40 25 12 4 - 6
         foot_artillery_flight 40 40 20 - - 8
         horse_artillery 50 35 12 4 - 6
         horse_artillery_storm_and_flight 60 50 20 - - 8
         unlimbered_artillery - 4 2 2 - -
         ammunition_wagon 40 10 - - - -",
    );
}

/// §skema-II §skema-II.note times of turns, mounting and limbering
#[test]
fn skema_ii() {
    check_table(
        "skema-II",
        "= quarter_turn half_turn other
         infantry_and_cavalry 1/4 1/4 -
         unlimbered_artillery 1/1 1/2 -
         limbered_artillery 1/2 1/1 -
         cavalry_mounting - - 1/4
         artillery_unlimbering - - 1/2
         artillery_limbering - - 1/2
         = time
         normal_time 1/1
         difficult_ground_time 2/1",
    );
}

/// §skema-III how obstacles are passed
#[test]
fn skema_iii() {
    check_table(
        "skema-III",
        "= on_foot mounted guns_and_wagons
         I open open difficult
         II difficult difficult -
         III 6 - -
         IV - - -",
    );
}

/// §skema-IV range zones of small arms
#[test]
fn skema_iv() {
    check_table(
        "skema-IV",
        "= zone_1 zone_2 zone_3 zone_4 zone_5
         smoothbore_musket 3 5 9 12 15
         rifle_with_ball 4 8 14 20 30
         rifle_with_cartridge 8 15 25 35 50
         sharpshooter_sharps 12 25 45 60 75
         marksman_whitworth 15 35 60 80 100
         rifled_carbine 6 12 20 30 40
         shotgun 1 - 5 - 8
         revolver 1 - 4 - 6",
    );
}

/// §skema-V §skema-V.note modifiers, above and below the line
#[test]
fn skema_v() {
    check_table(
        "skema-V",
        "= own opponent
         thin_line - -1
         chain - -2
         column_5_ranks - 3
         artillery_limbered - 1
         artillery_unlimbered - -3
         mounted_cavalry -3 3
         obsolete_musket -2 -
         flintlock -1 -
         maynard_primer -2 -
         breech_loader_to_25_cm 2 -
         repeater_to_25_cm 4 -
         first_fire 3 -
         not_fired_last_turn 1 -
         surprised -4 -
         = own opponent
         cover_I 1 -
         cover_II_III 2 -
         LU -1 -
         U -2 -
         shotgun_zone_1 3 -
         valeur -1..2 -",
    );
}

/// §skema-VI §skema-VI.cover §skema-VI.pinned §skema-VI.general §skema-VI.fire-units §skema-VI.melee-units
#[test]
fn skema_vi() {
    check_table(
        "skema-VI",
        "= 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15..n
         zone_1 1 2 4 5 6 7 8 8 9 10 11 12 14 16 18
         zone_2 1 2 3 4 4 5 5 5 6 6 7 8 9 11 12
         zone_3 1 1 2 2 2 2 3 3 3 3 4 4 5 5 6
         zone_4 0 1 1 1 1 1 1 2 2 2 3 3 3 4 4
         zone_5 0 0 0 1 1 1 1 1 1 1 1 1 2 3 4
         = divisor
         cover_I 2
         cover_II_III 4
         pinned 2
         = throw
         fire 10
         melee 7
         = figures remainder
         mounted_closed 6 3
         mounted_chain 4 2
         dismounted_closed_or_thin 7 4
         dismounted_chain 5 3
         infantry_closed_or_thin 6 3
         infantry_chain 4 2
         = figures remainder
         mounted 3 2
         dismounted 7 4
         others 6 3",
    );
}

/// §skema-VII ranges of guns
#[test]
fn skema_vii() {
    check_table(
        "skema-VII",
        "= canister shell shot
         gun_6pd 15 80 110
         whitworth_6pd 15 - 190
         parrott_10pd 20 100 140
         brooke_10pd 20 105 190
         rodman_3in 20 100 140
         gun_howitzer_12pd_m41 20 85 115
         napoleon_12pd 20 85 115
         blakely_12pd 20 100 140
         armstrong_12pd 20 110 160
         whitworth_12pd 20 - 250
         parrott_20pd 20 100 140
         parrott_30pd 20 115 155
         howitzer_12pd 15 75 -
         howitzer_24pd 20 90 -
         howitzer_32pd 20 110 -
         mountain_howitzer_3pd 12 60 -
         mountain_howitzer_12pd 14 65 -
         mortar_10in - 150 -",
    );
}

/// §skema-VIII deviation of shot and shell
#[test]
fn skema_viii() {
    check_table(
        "skema-VIII",
        "= short left on right long
         smoothbore 2..3 4..5 6..8 9..10 11..12
         rifled 2..2 3..4 5..9 10..11 12..12
         precision - 2..3 4..10 11..12 -",
    );
}

/// §skema-IX modifiers of artillery
#[test]
fn skema_ix() {
    check_table(
        "skema-IX",
        "= own opponent
         calibre_3pd -3 -
         calibre_6pd -2 -
         calibre_10pd -1 -
         calibre_20pd_or_larger 1 -
         canister 4 -
         shell_over_20_cm 2 -
         shot_3_4_ranks - 2
         shot_5_ranks - 4
         thin_line - -1
         chain - -2
         limbered_or_wagon - -2
         cover_I - -1
         cover_II - -2
         surprised -4 -
         LU -1 -
         U -3 -
         valeur -1..2 -",
    );
}

/// §skema-X §skema-X.cover §skema-X.unlimbered §skema-X.pinned §skema-X.general losses to a battery
#[test]
fn skema_x() {
    check_table(
        "skema-X",
        "= 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15..n
         6 2 4 6 8 10 14 18 24 36 48 60 72 96 120 144
         5 2 3 5 7 8 12 15 20 30 40 50 60 80 100 120
         4 1 3 4 5 7 9 12 16 24 32 40 48 64 80 96
         3 1 2 3 4 5 7 9 12 18 24 30 36 48 60 72
         2 1 1 2 3 3 4 6 8 12 16 20 24 32 40 48
         1 0 0 1 1 2 2 3 4 6 8 10 12 16 20 24
         = divisor
         cover_III 4
         artillery_unlimbered 2
         pinned 2
         = throw
         fire 10",
    );
}

/// §skema-XI §skema-XI.wagon §skema-XI.cover loss of material
#[test]
fn skema_xi() {
    check_table(
        "skema-XI",
        "= horses_killed guns_damaged guns_destroyed limbers_damaged limbers_destroyed limbered_guns_destroyed
         12 4 - - 1 - -
         11 - 1 - - - -
         10 - - - - 1 1
         9 - - 1 - - -
         8 - - - 1 - -
         7 - 1 - - - -
         6 2 - - - - -
         5 1 - - - - -
         -n..4 - - - - - -
         = result
         ammunition_wagon 7
         = modifier
         cover_I -1
         cover_II -2
         cover_III -3",
    );
}

/// §skema-XII modifiers of the shock throw
#[test]
fn skema_xii() {
    check_table(
        "skema-XII",
        "= own opponent
         twice_as_many 1 -1
         three_times_as_many 2 -2
         march_column_or_thin_line -2 2
         chain -3 3
         outflank 1 -1
         rear 2 -
         flank_or_working 4 -
         confederate_cavalry 1 -1
         cavalry_on_halted_cavalry 3 -
         cavalry_on_other_arms 1 -
         attack_without_order -2 2
         attack_in_storm 1 -1
         support 1 -1
         general 1 -1
         obstacle_I -1 1
         obstacle_II -2 2
         obstacle_III -3 3
         cover_III - -1
         LU -2 2
         U - 4
         valeur -1..2 -(-1..2)",
    );
}

/// §skema-XIII results of the shock throw
#[test]
fn skema_xiii() {
    check_table(
        "skema-XIII",
        "= 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15..n
         order FU U U LU LU OR OR LU LU LU U U FU FU FU
         unit own own own own own own opponent opponent opponent opponent opponent opponent opponent
              opponent opponent"
            .replace("\n              ", " ")
            .as_str(),
    );
}

/// §skema-XIV §skema-XIV.general prisoners
#[test]
fn skema_xiv() {
    check_table(
        "skema-XIV",
        "= 5 6 7 8 9 10 11 12
         infantry - 1 1 1 1 2 2 2
         cavalry_on_cavalry - - - - 1 1 2 2
         cavalry_on_others 1 1 2 2 3 3 4 4
         artillery_per_battery - - - - - - 1 1
         = throw
         general 10",
    );
}

/// §skema-XV modifiers of morale
#[test]
fn skema_xv() {
    check_table(
        "skema-XV",
        "= modifier
         1_figure_removed -1
         2_figures_removed -4
         3_figures_removed -7
         4_figures_removed -10
         5_figures_removed -15
         detached_companies -1
         lost_one_third -1
         lost_two_thirds -3
         support 1
         general 1
         cover_I 1
         cover_II 2
         cover_III 4
         pinned -2
         melee_with_mounted -2
         more_losses_in_melee -2
         fired_on_flank_or_rear -3
         not_answering_fire -1
         LU -1
         U -4
         valeur -1..2",
    );
}

/// §skema-XVI §skema-XVII the morale throw and its result
#[test]
fn skema_xvi_and_xvii() {
    check_table("skema-XVI", "= 2 3 4 5 6 7 8 9 10 11 12\n modifier -3 -2 -2 -1 -1 0 1 1 2 2 3");
    check_table("skema-XVII", "= -n..-8 -7..-4 -3..-1 0..n\n order FU U LU OR");
}

/// §skema-XVIII contagion
#[test]
fn skema_xviii() {
    check_table(
        "skema-XVIII",
        "= modifier
         support 1
         general 2
         cover 2
         LU -1
         U -2
         valeur -1..2
         = 0..5 6 7..n
         order FU U OR",
    );
}

/// §skema-XIX §skema-XIX.time rally and reorganisation
#[test]
fn skema_xix() {
    check_table(
        "skema-XIX",
        "= modifier
         flight_stopped 1
         general 2
         valeur -1..2
         = attempt_1 attempt_2 attempt_3
         rout_to_disorder 8 9 10
         = turns stationary
         disorder_to_light 2 ×
         light_to_order 2",
    );
}

/// §skema-XX §skema-XXI §skema-XXI.resupply §skema-XXI.wagon new generals and ammunition
#[test]
fn skema_xx_and_xxi() {
    check_table("skema-XX", "= throw placed_with\n new_general 9 appointing_general");
    check_table(
        "skema-XXI",
        "= highest_double
         infantry_and_cavalry 4
         = shell shot canister
         smoothbore_gun 4 6 2
         rifled_gun 6 4 2
         howitzer 10 - 2
         whitworth - 10 2
         mortar 12 - -
         = highest_die
         infantry_and_cavalry 1
         artillery 2
         = units_a_turn
         ammunition_wagon 2",
    );
}

/// §skema-XXII obstacle and cover
#[test]
fn skema_xxii() {
    check_table(
        "skema-XXII",
        "= obstacle cover
         barricade I-II I
         wooden_building II II
         stone_building III III
         light_fieldwork II I
         proper_fieldwork III III
         abatis III II
         chevaux_de_frise III -
         ditch I -
         bank_or_dyke I I
         fence_or_hedge I -
         wall I-III I-II
         parked_materiel I -
         wood_edge I I
         wood - I",
    );
}
