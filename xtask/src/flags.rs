//! The flags of `cargo play`, which are those of `krigsspil play`. A mistyped flag is reported before the build, not after it. A test of
//! the command line compares this list with its own flags.

use std::net::IpAddr;

/// What follows a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// The address of a network.
    Address,
    /// A port.
    Port,
    /// A file.
    File,
    /// A language.
    Language,
    /// The address of a database.
    Database,
    /// A name on the network.
    Name,
    /// A number.
    Number,
}

/// The flags of `krigsspil play`.
pub const FLAGS: &[(&str, Takes)] = &[
    ("host", Takes::Address),
    ("port", Takes::Port),
    ("no-browser", Takes::Nothing),
    ("store", Takes::File),
    ("database", Takes::Database),
    ("name", Takes::Name),
    ("idle", Takes::Number),
    ("rate", Takes::Number),
    ("lang", Takes::Language),
];

impl Takes {
    /// The word for it in a line of help; empty if the flag takes nothing.
    pub fn word(self) -> &'static str {
        match self {
            Takes::Nothing => "",
            Takes::Address => " ADDRESS",
            Takes::Port => " PORT",
            Takes::File => " FILE",
            Takes::Language => " en|da",
            Takes::Database => " ADDRESS",
            Takes::Name => " NAME",
            Takes::Number => " N",
        }
    }

    fn fits(self, value: &str) -> bool {
        match self {
            Takes::Nothing => false,
            Takes::Address => value.parse::<IpAddr>().is_ok(),
            Takes::Port => value.parse::<u16>().is_ok(),
            Takes::File | Takes::Name => !value.is_empty(),
            Takes::Number => value.parse::<u32>().is_ok(),
            Takes::Database => value.starts_with("postgres://") || value.starts_with("postgresql://"),
            Takes::Language => ["en", "da"].contains(&value),
        }
    }
}

/// All flags, as the user writes them.
pub fn known() -> String {
    let flags: Vec<_> = FLAGS.iter().map(|(name, takes)| format!("--{name}{}", takes.word())).collect();
    flags.join(", ")
}

/// Checks that `krigsspil play` accepts the arguments; if not, says what is wrong with them.
pub fn check(arguments: &[&str]) -> Result<(), String> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (flag, joined) =
            argument.split_once('=').map_or((*argument, None), |(flag, value)| (flag, Some(value)));
        let found = FLAGS.iter().find(|(name, _)| flag.strip_prefix("--") == Some(name));
        let Some((name, takes)) = found else {
            return Err(format!("cargo play does not know `{argument}`; it takes {}", known()));
        };
        if *takes == Takes::Nothing {
            if joined.is_some() {
                return Err(format!("`--{name}` takes no value"));
            }
            continue;
        }
        match joined.or_else(|| rest.next().copied()) {
            Some(value) if takes.fits(value) => {}
            Some(value) => return Err(format!("`{value}` is not valid for `--{name}{}`", takes.word())),
            None => return Err(format!("`--{name}` needs a value:{}", takes.word())),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments that the command line accepts pass; a mistyped flag or a missing value does not.
    #[test]
    fn flags_are_checked() {
        assert_eq!(check(&["--host", "0.0.0.0", "--port=1866", "--no-browser", "--lang", "da"]), Ok(()));
        assert_eq!(check(&["--store", "my.sqlite"]), Ok(()));
        for wrong in [
            &["--prot", "8"][..],
            &["--port"],
            &["--port", "eight"],
            &["--port=70000"],
            &["--host", "localhost"],
            &["--no-browser=yes"],
            &["--lang", "de"],
            &["port"],
        ] {
            assert!(check(wrong).is_err(), "{wrong:?}");
        }
    }
}
