//! Where marches end, to the metre.

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;

use crate::table::table;

/// §house.no-contact a march of phase E ends at 201 from an enemy, both of two side by side.
#[test]
fn a_march_ends_at_201() {
    for metres in [600.0, 590.0, 501.0] {
        let units = [
            "b1 column of 5 at 700,1000",
            "b2 column of 5 at 752,1000",
            "r1 column of 5 facing south at 726,1700",
        ];
        let mut table = table(&units, &[]);
        table.until_moves(Step::Manoeuvre, "blue");
        table.order("b1", UnitOrder::ahead(metres));
        table.order("b2", UnitOrder::ahead(metres));
        assert_eq!((table.at("b1")[1], table.at("b2")[1]), (1499.0, 1499.0), "{metres}");
    }
}
