//! Every sentence of the command line's own; they stand in the engine's message files, as its words do.

use krigsspil_engine::Messages;

krigsspil_engine::sentences! {
    in Messages::engine;
    /// A line nobody reads to its end.
    LINE_TOO_LONG = "line_too_long";
    /// A procedure named by no text.
    NOT_A_NAME = "not_a_name";
}
