//! Works on the order sheet: the print leaves them to free text (appendix on order sheets), so they are written in words.

use krigsspil_engine::battle::{Moment, OwnUnit, Place};

use super::order::UnitOrder;

/// Reads a work; `None` if the words are something else.
pub(super) fn read(words: &[&str]) -> Option<UnitOrder> {
    let number = |word: &str| word.replace(',', ".").parse::<f64>().ok();
    let at = |east: &str, north: &str| Some(Place([number(east)?, number(north)?]));
    Some(match words {
        ["byg" | "build", work, more @ ..] => {
            let acquired = matches!(more.last(), Some(&("anskaf" | "acquire")));
            let quantity = more.first().and_then(|word| number(word));
            UnitOrder::Build { work: work.parse().ok()?, quantity, acquired }
        }
        ["ødelæg" | "demolish", east, north, method, more @ ..] => UnitOrder::Demolish {
            place: at(east, north)?,
            method: method.parse().ok()?,
            acquired: matches!(more, ["anskaf" | "acquire"]),
        },
        ["sløjf" | "level", east, north] => UnitOrder::Level { place: at(east, north)? },
        ["forstærk" | "strengthen"] => UnitOrder::Strengthen,
        ["mine", east, north, shaft_m, charges] => {
            UnitOrder::Mine { place: at(east, north)?, shaft_m: number(shaft_m)?, charges: number(charges)? }
        }
        ["hjælp" | "help", unit] => UnitOrder::Help { with: OwnUnit::from(*unit) },
        ["spræng" | "blast", east, north] => {
            UnitOrder::SetOff { place: at(east, north)?, moment: Moment(0.0) }
        }
        ["spræng" | "blast", east, north, moment] => {
            UnitOrder::SetOff { place: at(east, north)?, moment: Moment(number(moment)?) }
        }
        ["sluk" | "fight_fire", east, north] => UnitOrder::FightFire { place: at(east, north)? },
        ["krudtladning" | "make_charge"] => UnitOrder::MakeCharge,
        ["overfør" | "cross", east, north] => UnitOrder::Cross { place: at(east, north)? },
        _ => return None,
    })
}

/// Writes a work; `None` if the order is none.
pub(super) fn write(order: &UnitOrder) -> Option<String> {
    let acquire = |acquired: bool| if acquired { " anskaf" } else { "" };
    Some(match order {
        UnitOrder::Build { work, quantity, acquired } => {
            let quantity = quantity.map(|quantity| format!(" {quantity}")).unwrap_or_default();
            format!("byg {}{quantity}{}", work.as_str(), acquire(*acquired))
        }
        UnitOrder::Demolish { place: Place([x, y]), method, acquired } => {
            format!("ødelæg {x} {y} {}{}", method.as_str(), acquire(*acquired))
        }
        UnitOrder::Level { place: Place([x, y]) } => format!("sløjf {x} {y}"),
        UnitOrder::Strengthen => "forstærk".into(),
        UnitOrder::Mine { place: Place([x, y]), shaft_m, charges } => {
            format!("mine {x} {y} {shaft_m} {charges}")
        }
        UnitOrder::Help { with } => format!("hjælp {with}"),
        UnitOrder::SetOff { place: Place([x, y]), moment: Moment(moment) } if *moment == 0.0 => {
            format!("spræng {x} {y}")
        }
        UnitOrder::SetOff { place: Place([x, y]), moment: Moment(moment) } => {
            format!("spræng {x} {y} {moment}")
        }
        UnitOrder::FightFire { place: Place([x, y]) } => format!("sluk {x} {y}"),
        UnitOrder::MakeCharge => "krudtladning".into(),
        UnitOrder::Cross { place: Place([x, y]) } => format!("overfør {x} {y}"),
        _ => return None,
    })
}
