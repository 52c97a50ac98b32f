//! The options that a battle is played with.

use krigsspil_engine::battle::Options;

/// The option that seats an umpire whose answers the battle waits for.
pub(super) const UMPIRE: &str = "umpire";

/// The options of the rules that battles have, and the umpire.
pub(super) const OPTIONS: &[&str] = &[
    UMPIRE,
    "order_chits",
    "hidden_movement",
    "weather",
    "fast_play_melee",
    "standard_march",
    "cavalry_weight",
    "line_rate",
    "home_morale",
    "british_line",
    "anti_artillery_tactics",
    "withdraw_engaged",
    "directives",
    "russian_peculiarities",
    "friendly_fire",
    "position_batteries",
    "regimental_cohesion",
    "search_fords",
    "converged_elites",
    "naval_guns",
    "guard_horse_artillery",
    "rockets",
    "independent_companies",
    "committed_guard",
    "committed_guard_cavalry",
    "india",
    "regimental_masses",
    "standard_fronts",
    "engineers",
    "campaign",
    "flank_areas",
    "scouting",
];

/// Which of them are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Tactical order chits (§2.7).
    pub chits: bool,
    /// Hidden movement (§2.1).
    pub hidden: bool,
    /// Weather (§seq.command.3).
    pub weather: bool,
    /// The fast play melee chart.
    pub fast_play: bool,
    /// Standard march (opt.standard-march).
    pub standard_march: bool,
    /// The weight of cavalry (opt.cavalry-weight).
    pub weight: bool,
    /// Lines move at three quarters (opt.line-rate).
    pub line_rate: bool,
    /// Home morale (opt.home-morale).
    pub home_morale: bool,
    /// The British line (opt.british-line).
    pub british_line: bool,
    /// Lying down under artillery fire (opt.anti-artillery).
    pub prone: bool,
    /// Engaged units may withdraw from a zone (§12.6.11).
    pub withdraw_engaged: bool,
    /// Directives carried by couriers (§2.4).
    pub directives: bool,
    /// Russian peculiarities (opt.russian).
    pub russians: bool,
    /// Guns fire at enemies locked with their friends (opt.friendly-fire).
    pub friendly_fire: bool,
    /// Position batteries stay where they are (opt.position).
    pub position: bool,
    /// Battalions stay near their regiment (opt.cohesion).
    pub cohesion: bool,
    /// Fords are left to be scouted (§11.3.F).
    pub search_fords: bool,
    /// Elites converged from battalions on the table (§10.1).
    pub converged: bool,
    /// Ship and shore guns (opt.naval).
    pub naval: bool,
    /// French Guard horse artillery stays by its commander (opt.guard-ha).
    pub guard_horse: bool,
    /// Rockets (opt.rockets).
    pub rockets: bool,
    /// Independent companies (opt.independent).
    pub companies: bool,
    /// Guard infantry, once committed, charges three times (opt.guard).
    pub guard: bool,
    /// Guard cavalry is not exempt (opt.guard.K).
    pub guard_cavalry: bool,
    /// Bowmen and elephants (opt.india).
    pub india: bool,
    /// Regiments of two battalions as single units: no target is massed (opt.basing.1).
    pub regimental_masses: bool,
    /// The stand fires, not the casting (opt.basing.1, opt.basing.2).
    pub stands_fire: bool,
    /// Companies of engineers (opt.engineers).
    pub engineers: bool,
    /// A battle of a campaign: isolated units may be surrendered (§9.8.D).
    pub campaign: bool,
    /// Units march off the table and along its sides (§6.5).
    pub flanks: bool,
    /// Who scouts twice as well sets up to the centre line, and alone uses flank areas (opt.scouting).
    pub scouting: bool,
}

impl Chosen {
    pub(super) fn of(options: &Options) -> Chosen {
        let chosen = |option: &str| options.get(option).copied().unwrap_or(false);
        Chosen {
            chits: chosen("order_chits"),
            hidden: chosen("hidden_movement"),
            weather: chosen("weather"),
            fast_play: chosen("fast_play_melee"),
            standard_march: chosen("standard_march"),
            weight: chosen("cavalry_weight"),
            line_rate: chosen("line_rate"),
            home_morale: chosen("home_morale"),
            british_line: chosen("british_line"),
            prone: chosen("anti_artillery_tactics"),
            withdraw_engaged: chosen("withdraw_engaged"),
            directives: chosen("directives"),
            russians: chosen("russian_peculiarities"),
            friendly_fire: chosen("friendly_fire"),
            position: chosen("position_batteries"),
            cohesion: chosen("regimental_cohesion"),
            search_fords: chosen("search_fords"),
            converged: chosen("converged_elites"),
            naval: chosen("naval_guns"),
            guard_horse: chosen("guard_horse_artillery"),
            rockets: chosen("rockets"),
            companies: chosen("independent_companies"),
            guard: chosen("committed_guard"),
            guard_cavalry: chosen("committed_guard_cavalry"),
            india: chosen("india"),
            regimental_masses: chosen("regimental_masses"),
            stands_fire: chosen("regimental_masses") || chosen("standard_fronts"),
            engineers: chosen("engineers"),
            campaign: chosen("campaign"),
            flanks: chosen("flank_areas"),
            scouting: chosen("scouting"),
        }
    }
}
