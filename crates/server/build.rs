//! The page and the scenarios are compiled in: when they change, so does the server.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
    println!("cargo:rerun-if-changed=../../scenarios");
}
