//! Sentences about the charts and army lists of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// Other columns of an army list than those of its periods.
    LIST_COLUMNS = "list_columns";
    /// A last year before the first.
    YEARS_BACKWARDS = "years_backwards";
    /// A unit that stands twice in a column.
    TWICE_IN = "twice_in";
    /// A column to be carried over that has nothing.
    NOTHING_IN = "nothing_in";
    /// A cell nobody can read.
    NO_LIST_CELL = "no_list_cell";
    /// A part of a cell that is not there.
    NO_SUCH_PART = "no_such_part";
    /// Neither a cell of a list nor a dash.
    LIST_CELL_OR_DASH = "list_cell_or_dash";
    /// A battery without a crew.
    NEEDS_A_CREW = "needs_a_crew";
    /// A battery without its calibre.
    NEEDS_A_POUNDER = "needs_a_pounder";
    /// A code nobody knows.
    NO_SUCH_CODE = "no_such_code";
    /// Too many calibres.
    FOUR_POUNDERS = "four_pounders";
    /// Years of another form.
    WRITE_YEARS = "write_years";
    /// Limits by year of another form.
    WRITE_BY_YEAR = "write_by_year";
    /// Years out of order.
    YEARS_MUST_RISE = "years_must_rise";
    /// No whole number above 0.
    WHOLE_ABOVE_0 = "whole_above_0";
    /// A row the list does not have.
    NO_LIST_ROW = "no_list_row";
    /// Several rows where one sets the size.
    ONE_ROW_SETS = "one_row_sets";
    /// A note without its number.
    NOTE_NUMBER = "note_number";
}
