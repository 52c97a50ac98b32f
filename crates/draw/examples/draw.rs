//! `cargo run -p krigsspil-draw --example draw -- ground.geojson -o map.png`

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, output) = match &arguments[..] {
        [input, flag, output] if flag == "-o" => (PathBuf::from(input), PathBuf::from(output)),
        _ => {
            eprintln!("usage: draw GROUND.geojson -o MAP.svg|png|pdf");
            return ExitCode::from(2);
        }
    };
    match krigsspil_draw::draw_file(&input, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
