//! The units for building a roster: each country's own, at the strengths of its supplement, with the valeur and the training they have in
//! the two campaigns that the tables know (skema XXIII, XXIV).

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use super::countries::{
    Country, PointsKind, Share, Situation, SpecialWeapon, Supplement, Unit, UnitArm, UnitKind,
};
use super::valeur::{Nation, Theatre, ValeurArm, ValeurTables, ValeurUnit};
use crate::tables::Tables;

/// The years the rules cover.
const YEARS: std::ops::RangeInclusive<i32> = 1812..=1815;

/// The charges of a battery at the start (§11.03.1).
const LOADS: i32 = 16;

/// Every unit of every country supplement: in each campaign it took part in, and without a campaign.
pub(crate) fn catalogue(tables: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    let word = |of: &str, name: &'static str| messages.label_in(language, "choice", of, name);
    let armies = &tables.armies;
    let mut offered = Vec::new();
    for country in Country::ALL {
        let supplement = armies.countries.of(*country);
        for unit in supplement.units() {
            let Some(years) = first_and_last(unit) else { continue };
            let (nation, kind) = (word("Country", country.as_str()), word("UnitKind", unit.kind.as_str()));
            for theatre in Theatre::ALL.iter().filter(|theatre| unit.years.contains(theatre.year())) {
                let valeur = valeur_of(&armies.valeur, *theatre, *country, unit);
                let year = theatre.year();
                let listed = with_training(plain(nation, kind, unit, year), supplement, unit, year);
                let period = word("Theatre", theatre.as_str());
                offered.push(listed.in_period(period).with_stated("valeur", valeur));
            }
            let listed = plain(nation, kind, unit, years.1).in_period(period(years));
            offered.push(listed);
        }
    }
    offered
}

/// The first and last year of the rules in which it is in the field.
fn first_and_last(unit: &Unit) -> Option<(i32, i32)> {
    let mut years = YEARS.filter(|year| unit.years.contains(*year));
    let first = years.next()?;
    Some((first, years.next_back().unwrap_or(first)))
}

fn period((first, last): (i32, i32)) -> String {
    match (first, last) {
        _ if first == last => first.to_string(),
        _ => format!("{first}-{last}"),
    }
}

/// What a unit is in every campaign.
fn plain(nation: &str, kind: &str, unit: &Unit, year: i32) -> CatalogueUnit {
    let figures = unit.figures(year).map_or((0, 0), |figures| (figures.least, figures.most));
    let arm = match unit.arm {
        UnitArm::Pioneers => UnitArm::Infantry,
        arm => arm,
    };
    // If only some of its men have the special weapon, the unit fires as with muskets. What cavalry has, the player must say.
    let weapon = match unit.weapon {
        Some((SpecialWeapon::Rifle, Share::All)) => Some("rifle"),
        Some((SpecialWeapon::Carbine, Share::All)) => Some("carbine"),
        _ if arm == UnitArm::Infantry => Some("musket"),
        _ => None,
    };
    let battery = unit.battery.as_ref();
    CatalogueUnit::new(nation, kind, figures)
        .with("arm", arm.as_str())
        .with("order", "OR")
        .with_stated("weapon", weapon)
        .with_stated("first_fire", (arm == UnitArm::Infantry).then_some(true))
        .with_stated("pieces", battery.map(|battery| battery.pieces))
        .with_stated("loads", battery.map(|_| LOADS))
}

/// Training counts when the unit fires, attacks and is attacked, each by itself; all together from -1 to 2 (ruling 59).
fn with_training(listed: CatalogueUnit, supplement: &Supplement, unit: &Unit, year: i32) -> CatalogueUnit {
    let points = |situation| {
        let all = supplement.points(unit, situation, year);
        let sure = all.filter(|points| points.condition.is_none() && points.kind == PointsKind::Training);
        sure.map(|points| points.points).sum::<i32>().clamp(-1, 2)
    };
    let fire = if unit.arm == UnitArm::Artillery { Situation::ArtilleryFire } else { Situation::Musketry };
    listed
        .with("training", points(fire))
        .with("training_attack", points(Situation::MeleeAttack))
        .with("training_defence", points(Situation::MeleeDefence))
}

/// The valeur of a kind of unit in a campaign, if all units of the kind have the same (skema XXIII, XXIV): where the table tells the
/// regiments apart, the player must say which it is.
fn valeur_of(tables: &ValeurTables, theatre: Theatre, country: Country, unit: &Unit) -> Option<i32> {
    let arm: ValeurArm = match unit.arm {
        UnitArm::Pioneers => ValeurArm::Infantry,
        UnitArm::Cossacks => ValeurArm::LightCavalry,
        arm => arm.as_str().parse().ok()?,
    };
    let nation: Nation = country.as_str().parse().ok()?;
    let named = units_of(unit.kind);
    let of = |nation| {
        let rows = tables.of_nation(theatre, arm, nation).filter(|row| named.contains(&row.unit));
        rows.map(|row| row.valeur).collect::<Vec<_>>()
    };
    let mut valeurs = of(nation);
    if valeurs.is_empty() {
        // The row for other nations (skema XXIII.note).
        valeurs = of(Nation::Other);
    }
    let first = *valeurs.first()?;
    valeurs.iter().all(|valeur| *valeur == first).then_some(first)
}

/// What the valeur tables call a kind of unit.
const fn units_of(kind: UnitKind) -> &'static [ValeurUnit] {
    use ValeurUnit as V;
    match kind {
        UnitKind::LineInfantry | UnitKind::OtherBattalion | UnitKind::FirstBattalion => {
            &[V::Line, V::LineRegiment, V::LineThirdBattalions, V::CertainLine, V::SelectedLine]
        }
        UnitKind::LightInfantry | UnitKind::LightBattalion => &[V::Light, V::SelectedLight],
        UnitKind::Grenadiers => &[V::Grenadiers],
        UnitKind::GuardInfantry => &[V::Guard, V::GuardBattalion],
        UnitKind::OldGuardInfantry => &[V::OldGuard, V::OldGuardChasseurs, V::OldGuardGrenadiers],
        UnitKind::YoungGuardInfantry => &[V::YoungGuard],
        UnitKind::Fusiliers => &[V::Fusiliers],
        UnitKind::ReserveInfantry | UnitKind::ReserveFusiliers => &[V::Reserve, V::SelectedReserve],
        UnitKind::Landwehr | UnitKind::LandwehrInfantry | UnitKind::LandwehrCavalry => {
            &[V::Landwehr, V::FieldArmyLandwehr]
        }
        UnitKind::Landstorm => &[V::Landstorm],
        UnitKind::Jagers => &[V::Jagers],
        UnitKind::Grenzers => &[V::Grenzers],
        UnitKind::Schutzen => &[V::Schutzen],
        UnitKind::Rifles => &[V::Rifles],
        UnitKind::KglLineInfantry => &[V::KglLine, V::Kgl],
        UnitKind::KglLightInfantry => &[V::KglLight, V::Kgl],
        UnitKind::KglCavalry => &[V::KglHussars, V::KglLightDragoons, V::Kgl],
        UnitKind::Cuirassiers => &[V::Cuirassiers, V::CuirassierRegiment],
        UnitKind::Dragoons => &[V::Dragoons, V::DragoonRegiment, V::DragoonsSpanishVeterans],
        UnitKind::LightDragoons => &[V::LightDragoons, V::FunenLightDragoons, V::JutlandLightDragoons],
        UnitKind::Hussars => &[V::Hussars, V::HussarRegiment],
        UnitKind::HolsteinHussars => &[V::HolsteinHussars],
        UnitKind::ZealandHussars => &[V::ZealandHussars],
        UnitKind::Uhlans => &[V::Uhlans, V::UhlanRegiment],
        UnitKind::Chevaulegers => &[V::Chevaulegers, V::ChevaulegerRegiment],
        UnitKind::Lancers => &[V::Lancers],
        UnitKind::Gendarmes => &[V::Gendarmes],
        UnitKind::EliteGendarmes => &[V::EliteGendarmes],
        UnitKind::GuardCossacks => &[V::GuardCossacks],
        UnitKind::Cossacks => &[V::Cossacks, V::DonCossacks, V::BugCossacks],
        UnitKind::Rytter => &[V::Rytter],
        UnitKind::FootBattery => &[V::FootLine, V::Line, V::RoyalArtillery],
        UnitKind::HorseBattery => &[V::HorseLine, V::RoyalHorseArtillery],
        UnitKind::RegimentalArtillery => &[V::Regimental],
        _ => &[],
    }
}
