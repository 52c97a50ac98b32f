//! Every modifier the procedures of this part apply and every combination they refuse, with its rule. The words are in `messages/`.

krigsspil_engine::modifiers! {
    ONE_BATTERY_PER = "one_battery_per", "army.def.ratio";
    ONE_BATTERY_PER_FORCE = "one_battery_per_force", "army.R24";
    CONVERGED_LINE = "converged_line", "spain.note.1";
    house ALLIED_BATTALIONS = "allied_battalions", "army.R27";
    house ALLIED_CAVALRY = "allied_cavalry", "army.R27";
    house ALLIED_CASTINGS = "allied_castings", "army.R31";
}
krigsspil_engine::refusals! {
    /// The lists begin with the wars of the Revolution.
    YEAR_BEFORE_LISTS = "year_before_lists", "army.R46";
    /// The year lies outside the column's own years.
    YEAR_OUTSIDE_COLUMN = "year_outside_column", "army.R46";
    /// The Guard is part of the whole.
    MORE_GUARD_THAN_ALL = "more_guard_than_all", "army.R26";
    /// The cell does not match any of the three patterns.
    UNREADABLE_CELL = "unreadable_cell", "army.def.format";
    /// Only infantry can use the 1809 model.
    FM9_INFANTRY_ONLY = "fm9_infantry_only", "army.def.fm9";
    /// The 1809 model has 12 castings, or 16 with one more full stand.
    FM9_SIZE = "fm9_size", "army.R6";
}
