//! The page is compiled in: when it changes, so does the server.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
