//! Guns in a town.

use krigsspil_tricolore::battle::order::UnitOrder;
use serde_json::json;

use crate::melees::{fight_with, to_the_end};
use crate::table::{Words, counted, outcome};

fn town(units: &[&str]) -> Words {
    let mill = json!({"name": "Mill", "cover": 2, "tricolore": "enclosed_2"});
    Words::of(units).area("built_up", [900.0, 1150.0, 1100.0, 1350.0], mill)
}

/// §house.town-zone a battery that is alone in a zone is attacked on the artillery table with its cover, from straight before it or from behind (R76); a town has no flank.
#[test]
fn guns_alone_in_a_town() {
    for (facing, at) in
        [("south", "1000,1160"), ("south", "1000,1200"), ("north", "1000,1185"), ("south", "1003.002,1160")]
    {
        for from in ["1000,1090", "1000,1010"] {
            let b1 = format!("b1 column of 5 at {from}");
            let r1 = format!("r1 battery unlimbered of 2 facing {facing} at {at}");
            let units = [&*b1, &r1, "r2 column of 5 facing south at 1000,1600"];
            let mut table = fight_with(town(&units), &[("b1", "r1")], &[8, 9, 1, 10], &[]);
            to_the_end(&mut table);
            let melee = &table.told("melee")[0];
            // 17, four times three over two: 6, cover once: -1.
            assert_eq!(outcome(melee)["total"], 22, "{facing} {at} {from}: {}", outcome(melee));
            assert!(counted(melee, "defender_in_cover") && !table.unit("r1").here());
        }
    }
}

/// §house.town-zone guns behind foot of their side in the zone are not attacked, and cavalry attacks none in a town; side by side.
#[test]
fn guns_behind_foot_in_a_town() {
    let units = [
        "b1 column of 5 at 970,1090",
        "b2 cavalry column of 4 at 1050,1090",
        "r1 battery unlimbered of 2 facing south at 1000,1160",
    ];
    let mut table = fight_with(town(&units), &[], &[8, 9, 1, 10], &[]);
    assert_eq!(table.refused("b2", UnitOrder::attack("r1")), "only_foot_in_town");
    let with_foot = [&units[..], &["r2 column of 5 facing south at 1000,1250 zone=Mill"]].concat();
    let mut table = fight_with(town(&with_foot), &[("b1", "r2")], &[8, 9, 1, 10], &[]);
    assert_eq!(table.refused("b2", UnitOrder::attack("r1")), "only_foot_in_town");
    to_the_end(&mut table);
    assert_eq!(outcome(&table.told("melee")[0])["table"], "town");
}
