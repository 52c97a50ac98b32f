//! The words of the rules.
