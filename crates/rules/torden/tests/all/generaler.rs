//! The generals' supplement as printed: command ability with an army and with a corps, and the additions to melee and morale.

use crate::common::{expect, json};

use krigsspil_engine::serde_json::Value;
use krigsspil_torden::vocabulary::General;

fn figure(cell: &str) -> Value {
    cell.parse::<i32>().map_or(Value::Null, |figure| json!(figure))
}

/// Checks that a nation has exactly these generals, and each as printed; a dash means that he cannot serve there.
#[track_caller]
fn as_printed(nation: &str, rows: &str) {
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split_whitespace().collect()).collect();
    let own = General::ALL.iter().filter(|general| general.parts().0 == nation).count();
    assert_eq!(rows.len(), own, "{nation}");
    for row in rows {
        let general = format!("{nation}.{}", row[0]);
        for (level, place) in [("army", 1), ("corps", 2), ("division", 2)] {
            let expected = json!({
                "army_ke": figure(row[1]), "corps_ke": figure(row[2]), "melee": figure(row[3]),
                "morale": figure(row[4]), "ke": figure(row[place]), "may_serve": row[place] != "-",
            });
            expect("general_lookup", json!({"general": general, "acting_as": level}), &[], expected);
        }
    }
}

/// §generaler.england England, 10 rows.
#[test]
fn england() {
    as_printed(
        "england",
        "beresford 0 0 +1 +1
         graham - +1 +1 +1
         hill - +2 +1 +1
         hope - 0 +1 +1
         moore +1 +2 +1 +2
         prince_of_orange - -1 0 0
         stapleton_cotton - +2 +1 +2
         uxbridge - +1 +1 +2
         wellington +3 +3 +1 +2
         others 0 0 +1 +1",
    );
}

/// §generaler.spain Spain, 6 rows.
#[test]
fn spain() {
    as_printed(
        "spain",
        "blake - -2 +1 +2
         castanos - 0 +1 +2
         cuesta -2 -2 +2 +3
         palafox - -1 +2 +3
         romana - -1 +1 +1
         others -2 -1 +1 +1",
    );
}

/// §generaler.france France, 35 rows.
#[test]
fn france() {
    as_printed(
        "france",
        "napoleon +3 - +2 +3
         augereau_to_1807 - +1 +1 +2
         augereau_1808_14 - 0 +1 +1
         bernadotte 0 +1 +1 +1
         bessieres - +1 +1 +2
         davout +2 +3 +1 +1
         d_erlon - +1 +1 +1
         eugene_de_beauharnais +1 +2 +1 +2
         exelmann - 0 +1 +1
         gerard - +1 +1 +2
         grouchy -1 +1 +1 +2
         jerome_bonaparte -2 -2 +1 +2
         junot 0 0 +1 +2
         kellermann - +2 +1 +2
         lannes - +3 +2 +3
         latour_maubourg - +2 +1 +2
         lefebvre - +1 +1 +2
         marmont +1 +2 +1 +2
         massena +2 +2 +1 +1
         mcdonald -1 0 +1 +1
         milhaud - +1 +1 +2
         mouton - +2 +1 +2
         murat -1 +3 +2 +3
         nansouty - +2 +1 +2
         ney -2 +1 +2 +3
         oudinot -1 +1 +1 +2
         poniatowski 0 +2 +2 +3
         reille - +1 +1 +2
         reynier - 0 +1 +1
         saint_cyr 0 +1 +1 +1
         soult +1 +1 +1 +1
         suchet +2 +2 +1 +1
         vandamme -1 +1 +1 +2
         victor - 0 +1 +2
         others 0 0 +1 +1",
    );
}

/// §generaler.prussia_1806_07 Prussia 1806-07, 3 rows.
#[test]
fn prussia_1806_07() {
    as_printed(
        "prussia_1806_07",
        "bluecher - -2 +1 +2
         duke_of_brunswick -2 - +1 0
         others -2 -2 +1 +1",
    );
}

/// §generaler.prussia_1812_15 Prussia 1812-15, 8 rows.
#[test]
fn prussia_1812_15() {
    as_printed(
        "prussia_1812_15",
        "bluecher +1 - +2 +3
         buelow - +1 +1 +1
         kleist - +1 +1 +2
         pirch - +1 +1 +1
         thielmann - 0 +1 +1
         yorck - +1 +1 +2
         zieten - +1 +1 +2
         others - 0 +1 +1",
    );
}

/// §generaler.russia Russia, 25 rows.
#[test]
fn russia() {
    as_printed(
        "russia",
        "alexander_i -2 - +2 +3
         bagavout - -2 +1 +1
         bagration 0 +1 +2 +3
         barclay_de_tolly 0 +1 +1 +1
         bennigsen -1 -1 +1 0
         buxhowden -2 -1 +1 +1
         constantine - -1 +1 +2
         docturov - -1 +1 +1
         essen - -2 +1 +1
         eugen_of_wurttemberg - -1 +1 +2
         korf - -1 +1 +2
         kutuzov +1 - +1 +2
         langeron - -1 +1 +1
         miloradovich - +1 +1 +2
         ostermann - 0 +1 +2
         platov - 0 +1 +2
         prebysheysky - -2 +1 +1
         raevski - 0 +1 +2
         sacken -1 -1 +1 +1
         sivers - -1 +1 +1
         suvorov +1 - +1 +1
         tormasov -1 0 +1 +1
         tuchkov - -1 +1 +1
         uvarov - -1 +1 +2
         others 0 0 +1 +1",
    );
}

/// §generaler.austria Austria, 21 rows.
#[test]
fn austria() {
    as_printed(
        "austria",
        "karl 0 - +2 +3
         ferdinand - 0 +1 +1
         john -2 -2 +1 +1
         bellegarde -1 0 +1 +1
         hiller 0 0 +1 +1
         hohenzollern - 0 +1 +1
         klenau - -1 +1 +1
         kollowrat - -1 +1 +1
         liechtenstein - -1 +1 +2
         mack -2 - +1 +2
         rosenberg - -1 +1 +1
         reuss_plauen - -1 +1 +1
         schwarzenberg +1 0 +1 +2
         fresnel - 0 +1 +1
         gyulai - 0 +1 +1
         hessen_homburg - 0 +1 +1
         kienmayer - +1 +1 +1
         merveldt - -1 +1 +1
         nordmann - 0 +1 +1
         wurmser -2 -2 +1 +1
         others -1 -1 +1 +1",
    );
}

/// §Tillæg-om-generaler seven lists with 108 rows; Murat has +2 instead of -1 if his army is cavalry, and nobody else does (R8).
#[test]
fn the_whole_supplement() {
    let mut nations: Vec<_> = General::ALL.iter().map(|general| general.parts().0).collect();
    nations.dedup();
    assert_eq!((nations.len(), General::ALL.len()), (7, 108));
    let cavalry = |general: &str| json!({"general": general, "acting_as": "army", "commands_cavalry": true});
    expect("general_lookup", cavalry("france.murat"), &[], json!({"army_ke": 2, "corps_ke": 3, "ke": 2}));
    expect("general_lookup", cavalry("france.ney"), &[], json!({"army_ke": -2, "ke": -2}));
}

/// §2.12.2 §2.12.3 a corps general and a division general have the KE of the corps column.
#[test]
fn corps_and_division_read_the_corps_column() {
    let davout = |level: &str| json!({"general": "france.davout", "acting_as": level});
    expect("general_lookup", davout("army"), &[], json!({"ke": 2}));
    expect("general_lookup", davout("corps"), &[], json!({"ke": 3}));
    expect("general_lookup", davout("division"), &[], json!({"ke": 3}));
    expect(
        "general_lookup",
        json!({"general": "france.napoleon"}),
        &[],
        json!({"ke": null, "may_serve": false}),
    );
}
