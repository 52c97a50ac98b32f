//! `krigsspil`: the umpire, the table and the staff.

/// A battle makes many small texts and lists that live only briefly: the system's allocator took a third of the time (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    krigsspil_cli::run()
}
