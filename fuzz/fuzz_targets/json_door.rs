//! Any line at all at the JSON door: one answer, no panic.
#![no_main]

use std::sync::LazyLock;

use krigsspil_cli::json_lines::Answerer;
use krigsspil_cli::words::Words;
use krigsspil_engine::{Language, RuleSet};
use libfuzzer_sys::fuzz_target;

static RULES: LazyLock<Vec<Box<dyn RuleSet>>> =
    LazyLock::new(|| krigsspil_rules::RULE_SETS.iter().map(|listing| listing.open(None).unwrap()).collect());

/// The command line brings SQLite with it, which has statics of one name in several places; the sanitizer takes them for one defined twice.
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
