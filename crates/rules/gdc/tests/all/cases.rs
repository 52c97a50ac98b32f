//! The worked cases and the contract's examples, from an independent calculation.

krigsspil_engine::casebook! {
    krigsspil_gdc::open;
    /// The worked cases.
    worked_cases: "../data/cases.jsonl";
    /// The examples of every procedure in the contract.
    contract_examples: "../data/examples.jsonl";
    /// The worked cases of the armies.
    worked_cases_of_the_armies: "../data/armies_cases.jsonl";
    /// The examples in the armies' contract.
    contract_examples_of_the_armies: "../data/armies_examples.jsonl";
}
