//! Sentences about the tables of these rules, for house rules that break them. They are in `messages/tables.{en,da}.toml`, which are read
//! only if something is wrong.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// Not a test.
    NO_TEST = "no_test";
    /// A test of something else.
    MUST_TEST = "must_test";
    /// A test that is not against a bare number.
    MUST_TEST_A_NUMBER = "must_test_a_number";
    /// Not a result of a melee.
    NO_RESULT = "no_result";
    /// Not damage by guns.
    NO_DAMAGE = "no_damage";
    /// Not a fraction in quarters.
    NO_FRACTION = "no_fraction";
    /// Bases in quarters.
    HALF_BASES = "half_bases";
    /// Not a march rate.
    NO_RATE = "no_rate";
    /// Not a description of ground.
    NO_PASSABILITY = "no_passability";
}
