//! The printed tables, cell by cell, and what is refused in a club's own.

use crate::common::printed;

use krigsspil_engine::Language;
use krigsspil_engine::table::TableSource;

/// §tabel-1 as printed.
#[test]
fn table_1() {
    printed(
        "tabel-1",
        "modifiers",
        "modifier",
        "detachment_order -2
         receiver_has_attack_order 1
         receiver_ke +/-
         issuer_ke +/-
         each_previous_control 2",
    );
    printed("tabel-1", "accept", "total", "zone_1 10\n zone_2 11\n zone_3 13");
}

/// §tabel-2 as printed, in quarter turns.
#[test]
fn table_2() {
    printed(
        "tabel-2",
        "quarter_turns",
        "quarters",
        "unlimber_12_pounder_foot 4
         unlimber_other_foot 2
         unlimber_horse -
         obstacle 1
         within_town 4
         formation_change 2
         into_or_out_of_town 4",
    );
    printed("tabel-2", "march_divided_by", "divisor", "difficult_or_river 2\n backward_or_passage 2");
}

/// §tabel-3 §tabel-4 as printed.
#[test]
fn tables_3_and_4() {
    printed(
        "tabel-3",
        "modifiers",
        "troops artillery",
        "disorder -3 -2
         column 1 0
         march_column -2 0
         declared_attack -2 0
         twelve_pounder_foot 0 -1
         stationary 2 0
         flank_or_rear -3 -3
         attacked_by_continued_attack -2 0
         melee_addition +/- +/-",
    );
    printed("tabel-3", "accept", "troops artillery", "total 6 1");
    printed("tabel-4", "result", "result", "-n..2 disorder\n 3..n hold");
}

/// §tabel-5 as printed.
#[test]
fn table_5() {
    printed(
        "tabel-5",
        "infantry",
        "each figures modifier",
        "front_rank_over 3 6 1
         front_rank_under 1 6 -1
         from_square - - -2",
    );
    printed(
        "tabel-5",
        "artillery",
        "each figures modifier",
        "at_column_or_flank - - 2
         at_square - - 3
         at_unlimbered - - -2
         shelled - - -2
         light_gun_in_zone_4 - - -6
         gunners_over 3 12 1
         gunners_under 3 12 -1",
    );
    printed(
        "tabel-5",
        "general",
        "modifier",
        "target_in_cover -2
         target_moved_half -1
         disorder -2
         fire_addition +/-",
    );
}

/// §tabel-6 as printed.
#[test]
fn table_6() {
    let columns = "-n..3 4..6 7..8 9..10 11..n";
    printed(
        "tabel-6",
        "artillery",
        columns,
        "zone_1 1 2 3 4 6
         morale_deduction_zone_1 0 -1 -2 -4 -6
         zone_2 1 2 2 3 4
         zone_3 0 1 2 2 3
         zone_4 0 0 1 1 2",
    );
    printed("tabel-6", "infantry", columns, "losses 0 1 2 3 4\n morale_deduction 0 0 -1 -2 -3");
    printed("tabel-6", "range_cm", "cm", "zone_1 5\n zone_2 20\n zone_3 35\n zone_4 50\n infantry 5");
}

/// §tabel-7 as printed.
#[test]
fn table_7() {
    printed(
        "tabel-7",
        "modifiers",
        "attacker defender",
        "cavalry_in_column -1 -1
         march_column -4 -4
         cavalry_against_square 0 6
         cavalry_against_foot_otherwise 3 0
         infantry_against_square_or_guns 3 0
         flank_or_rear 8 0
         supported 1 1
         light_cavalry -1 -1
         heavy_cavalry 1 1
         each_further_continued_attack -2 -
         disorder - -3
         full_disorder - -8
         wood 0 1
         fortress 0 5
         cover_or_town -2 3
         river -2 -2
         each_100_per_cent_more 1 1
         each_10_per_cent_lost -1 -1
         defender_fired 0 -2
         melee_addition +/- +/-",
    );
    printed("tabel-7", "odds", "figure", "most 6\n gunners_a_figure 3");
}

/// §tabel-8 as printed.
#[test]
fn table_8() {
    let columns = "0 1..3 4..5 6..9 10..n";
    printed(
        "tabel-8",
        "losses",
        columns,
        "infantry_winner 2 1 1 1 0
         infantry_loser 2 1 2 4 7
         cavalry_winner 2 1 0 0 0
         cavalry_loser 2 1 1 2 3",
    );
    printed("tabel-8", "morale_deduction", columns, "loser 0 -2 -3 -4 -6");
}

/// §tabel-9 §tabel-10 §tabel-11 as printed.
#[test]
fn tables_9_to_11() {
    printed(
        "tabel-9",
        "modifiers",
        "modifier",
        "each_20_per_cent_lost -1
         fire_or_melee_deduction -X
         disorder -2
         full_disorder -6
         passed_through -2
         flank_or_rear -2
         cover 2
         won_melee 2
         fleeing_morale +/-
         morale +/-",
    );
    printed("tabel-10", "result", "result", "-n..-2 rout\n -1..1 disorder\n 2..n hold");
    printed("tabel-11", "result", "result", "-n..2 FU\n 3..n U");
}

/// §appendiks-2 as printed, and the bases of appendiks 1.
#[test]
fn appendices() {
    printed(
        "appendiks-1",
        "bases",
        "figures width_cm depth_cm",
        "infantry 1 1 1.5
         cavalry 1 1.5 3
         artillery_gun 4 3 4
         foot_limber 4 3 7
         horse_limber 6 3 10
         division_general 2 3 4
         corps_general 3 4 4
         army_general 4 4 5
         commander_in_chief 6 5 5",
    );
    printed("appendiks-2", "losses", "10 20 30 40 50 60 66", include_str!("../data/tabstabel.txt"));
}

/// §land.england_1815.cav.A §land.england_1815.cav.B §land.england_1815.cav.C the three numbers below the lists.
#[test]
fn english_cavalry() {
    printed(
        "land-english_cavalry",
        "modifiers",
        "modifier",
        "new_order -2
         declared_attack_abort -4
         refuse_continued_attack -4",
    );
}

fn fault_of(file: &str, text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{file} does not hold {from}");
    let source = krigsspil_torden::printed().with_text(file, &text.replacen(from, to, 1));
    let fault = krigsspil_torden::open_from(&source).unwrap_err();
    assert_ne!(fault.message(Language::Danish), fault.to_string(), "told in English only");
    fault.to_string()
}

/// A wrong table of a club is refused with its file, line and reason.
#[test]
fn broken_house_tables_are_refused() {
    let two = include_str!("../../tables/tabel-2.toml");
    assert!(
        fault_of("tabel-2.toml", two, "[\"obstacle\",                 1]", "[\"ditch\", 1]")
            .contains("obstacle")
    );
    let six = include_str!("../../tables/tabel-6.toml");
    assert!(fault_of("tabel-6.toml", six, "1, 2, 3, 4, 6", "1, 2, 3, 2, 6").contains("must not fall"));
    assert!(
        fault_of("tabel-6.toml", six, "[\"zone_2\",   20]", "[\"zone_2\", 40]").contains("must not fall")
    );
    let ten = include_str!("../../tables/tabel-10.toml");
    assert!(fault_of("tabel-10.toml", ten, "-1..1", "0..1").contains("gap"));
    assert!(fault_of("tabel-10.toml", ten, "2..n", "2..9").contains("must reach from -n to n"));
    assert!(fault_of("tabel-10.toml", ten, "\"hold\"", "\"stand\"").contains("no choice `stand`"));
    let one = include_str!("../../tables/tabel-1.toml");
    assert!(fault_of("tabel-1.toml", one, "[\"zone_3\", 13]", "[\"zone_3\", 9]").contains("must not fall"));
    let land = include_str!("../../tables/land-england_1815.toml");
    assert!(fault_of("land-england_1815.toml", land, "40, 25, 10, 40", "40, 25, 30, 40").contains("slower"));
    assert!(fault_of("land-england_1815.toml", land, "40, 25, 10, 40", "61, 25, 10, 40").contains("1 to 60"));
    let spain = include_str!("../../tables/generaler-spain.toml");
    assert!(fault_of("generaler-spain.toml", spain, "\"blake\"", "\"bleak\"").contains("blake"));
}

/// A club's own number is the one that counts.
#[test]
fn house_tables_count() {
    use krigsspil_engine::RuleSet;
    let text = include_str!("../../tables/tabel-1.toml").replace("[\"zone_1\", 10]", "[\"zone_1\", 8]");
    let source: TableSource = krigsspil_torden::printed().with_text("tabel-1.toml", &text);
    let rules = krigsspil_torden::open_from(&source).unwrap();
    let rules: &dyn RuleSet = &rules;
    let control = rules.adjudicate("command_control", r#"{"zone": 1}"#, &[8]).unwrap();
    assert_eq!(control.outcome["accepted"], true);
}
