//! The switches of the rules, each with the author's recommendation.

use krigsspil_engine::{Recommendation, RuleOption};

const fn option(
    key: &'static str,
    rule: &'static str,
    recommendation: Recommendation,
    default: bool,
) -> RuleOption {
    RuleOption { key, rule, recommendation, default }
}

/// Every option of the book, in its order: those of the chapters, then the optional rules with the author's marks (R recommended, SR
/// strongly recommended, PR poorly recommended).
pub static OPTIONS: &[RuleOption] = &[
    option("command_and_control", "command.intro", Recommendation::Standard, true),
    option("hidden_movement", "2.1", Recommendation::Recommended, false),
    option("optional_command_level", "2.2", Recommendation::Neutral, false),
    option("order_chits", "2.7", Recommendation::Neutral, false),
    option("weather", "seq.command.3", Recommendation::Neutral, false),
    option("converged_elites", "10.1.C", Recommendation::Poorly, false),
    option("open_objectives", "12.2.A", Recommendation::Neutral, false),
    option("withdraw_engaged", "12.6.11", Recommendation::Neutral, false),
    option("fast_play_melee", "chart.melee-fast", Recommendation::Neutral, false),
    option("regimental_masses", "opt.basing.1", Recommendation::Neutral, false),
    option("standard_fronts", "opt.basing.2", Recommendation::Neutral, false),
    option("standard_march", "opt.standard-march", Recommendation::Strongly, false),
    option("cavalry_weight", "opt.cavalry-weight", Recommendation::Recommended, false),
    option("line_rate", "opt.line-rate", Recommendation::Recommended, false),
    option("home_morale", "opt.home-morale", Recommendation::Strongly, false),
    option("russian_peculiarities", "opt.russian", Recommendation::Strongly, false),
    option("friendly_fire", "opt.friendly-fire", Recommendation::Poorly, false),
    option("naval_guns", "opt.naval", Recommendation::Recommended, false),
    option("guard_horse_artillery", "opt.guard-ha", Recommendation::Recommended, false),
    option("rockets", "opt.rockets", Recommendation::Poorly, false),
    option("british_line", "opt.british-line", Recommendation::Recommended, false),
    option("independent_companies", "opt.independent.A", Recommendation::Recommended, false),
    option("engineers", "opt.engineers.A", Recommendation::Poorly, false),
    option("position_batteries", "opt.position", Recommendation::Strongly, false),
    option("committed_guard", "opt.guard.A", Recommendation::Strongly, false),
    option("committed_guard_cavalry", "opt.guard.K", Recommendation::Poorly, false),
    option("regimental_cohesion", "opt.cohesion", Recommendation::Strongly, false),
    option("scouting", "opt.scouting", Recommendation::Recommended, false),
    option("anti_artillery_tactics", "opt.anti-artillery", Recommendation::Poorly, false),
    option("india", "opt.india", Recommendation::Neutral, false),
];
