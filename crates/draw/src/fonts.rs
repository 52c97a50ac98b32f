//! EB Garamond, under the SIL Open Font License (`fonts/OFL.txt`): once in the program, for pictures and for printed sheets.

/// Upright letters.
pub static UPRIGHT: &[u8] = include_bytes!("../fonts/EBGaramond12-Regular.otf");
/// Italic letters.
pub static ITALIC: &[u8] = include_bytes!("../fonts/EBGaramond12-Italic.otf");
