//! Sentences about the tables of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// No test.
    NO_TEST = "no_test";
    /// A test of something else.
    MUST_TEST = "must_test";
    /// A test that is not of a bare number.
    MUST_TEST_A_NUMBER = "must_test_a_number";
    /// No result of a melee.
    NO_RESULT = "no_result";
    /// No damage by guns.
    NO_DAMAGE = "no_damage";
    /// No fraction in quarters.
    NO_FRACTION = "no_fraction";
    /// Bases in quarters.
    HALF_BASES = "half_bases";
    /// No march.
    NO_RATE = "no_rate";
    /// No word for ground.
    NO_PASSABILITY = "no_passability";
}
