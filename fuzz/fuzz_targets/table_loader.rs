//! Reads any text as a table: it is read or refused, no panic.
#![no_main]

use krigsspil_engine::table::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(table) = Table::read("fuzz.toml", text) {
        for part in &table.parts {
            let _ = part.column_spans();
            let _ = part.row_spans();
            for row in &part.rows {
                let _ = part.expect_rising(&row.key);
            }
        }
    }
});
