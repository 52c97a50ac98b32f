//! The worked cases and the contract's examples, from an independent calculation.

krigsspil_engine::casebook! {
    krigsspil_tricolore::open;
    /// The worked cases.
    worked_cases: "data/cases.jsonl";
    /// The examples of every procedure in the contract.
    contract_examples: "data/examples.jsonl";
}
