//! `krigsspil`: the umpire, the table and the staff.

/// A battle is many small texts and lists, soon let go of: the system's allocator took a third of its time (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    krigsspil_cli::run()
}
