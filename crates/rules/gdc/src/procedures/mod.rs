//! The procedures, chapter by chapter.
