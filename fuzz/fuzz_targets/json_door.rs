//! Sends any line to the JSON interface: one answer, no panic.
#![no_main]

use std::sync::LazyLock;

use krigsspil_cli::json_lines::Answerer;
use krigsspil_cli::words::Words;
use krigsspil_engine::{Language, RuleSet};
use libfuzzer_sys::fuzz_target;

static RULES: LazyLock<Vec<Box<dyn RuleSet>>> =
    LazyLock::new(|| krigsspil_rules::RULE_SETS.iter().map(|listing| listing.open(None).unwrap()).collect());

/// The command line includes SQLite, which has statics with the same name in several places; the sanitizer mistakes them for one static
/// defined twice.
#[unsafe(no_mangle)]
extern "C" fn __asan_default_options() -> *const std::ffi::c_char {
    c"detect_odr_violation=0".as_ptr()
}

fuzz_target!(|line: &[u8]| {
    for rules in RULES.iter() {
        let mut out = Vec::new();
        Answerer::new(&**rules, Words { language: Language::English }).answer(line, &mut out);
        assert_eq!(out.last(), Some(&b'\n'));
    }
});
