//! The registry: the one place where the rule sets are named.
