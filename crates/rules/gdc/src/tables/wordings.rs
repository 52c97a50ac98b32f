//! Sentences about the charts and army lists of these rules, for house rules that break them. They are in `messages/tables.{en,da}.toml`,
//! which are read only if something is wrong.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// An army list whose columns are not those of its periods.
    LIST_COLUMNS = "list_columns";
    /// A last year before the first.
    YEARS_BACKWARDS = "years_backwards";
    /// A unit that is listed twice in a column.
    TWICE_IN = "twice_in";
    /// A carried-over column that is empty.
    NOTHING_IN = "nothing_in";
    /// An unreadable cell.
    NO_LIST_CELL = "no_list_cell";
    /// A missing part of a cell.
    NO_SUCH_PART = "no_such_part";
    /// Neither a cell of a list nor a dash.
    LIST_CELL_OR_DASH = "list_cell_or_dash";
    /// A battery without a crew.
    NEEDS_A_CREW = "needs_a_crew";
    /// A battery without its calibre.
    NEEDS_A_POUNDER = "needs_a_pounder";
    /// An unknown code.
    NO_SUCH_CODE = "no_such_code";
    /// Too many calibres.
    FOUR_POUNDERS = "four_pounders";
    /// Years in a wrong form.
    WRITE_YEARS = "write_years";
    /// Limits by year in a wrong form.
    WRITE_BY_YEAR = "write_by_year";
    /// Years out of order.
    YEARS_MUST_RISE = "years_must_rise";
    /// Not a whole number above 0.
    WHOLE_ABOVE_0 = "whole_above_0";
    /// A row the list does not have.
    NO_LIST_ROW = "no_list_row";
    /// Several rows where only one may determine the size.
    ONE_ROW_SETS = "one_row_sets";
    /// A note without its number.
    NOTE_NUMBER = "note_number";
}
