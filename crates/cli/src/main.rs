//! `krigsspil`: the umpire, the table and the staff.

fn main() -> std::process::ExitCode {
    krigsspil_cli::run()
}
