//! Both programs refuse what they cannot read, and start no server. `cargo verify` runs the programs that these tests have built.

use std::process::Command;

/// What a program says when it refuses its arguments.
fn refused(program: &str, arguments: &[&str]) -> String {
    let asked = Command::new(program).args(arguments).output().expect("the program starts");
    assert!(!asked.status.success(), "{arguments:?} are not refused");
    String::from_utf8(asked.stderr).expect("it writes text")
}

#[test]
fn crash_refuses_what_is_no_number() {
    let crash = env!("CARGO_BIN_EXE_crash");
    assert_eq!(refused(crash, &[]), "crash BINARY TIMES sqlite|postgres\n");
    assert_eq!(refused(crash, &["krigsspil", "ten", "sqlite"]), "`ten` is not a number of times\n");
}

#[test]
fn load_refuses_what_is_no_number() {
    let load = env!("CARGO_BIN_EXE_load");
    assert_eq!(refused(load, &[]), "load BINARY GAMES SECONDS\n");
    let said = "`many` games for `60` seconds: both must be numbers\n";
    assert_eq!(refused(load, &["krigsspil", "many", "60"]), said);
}
