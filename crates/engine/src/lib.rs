//! Dice, modifiers, procedures, tables and labels.
