//! Games to the letter: where the print forbids measuring beforehand, a preview gives no distance to an enemy, and says by which rule.

use krigsspil_engine::battle::{Preview, Standing, View, Waypoint};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::declared;

/// What would come of an action, as a game to the letter may show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PreviewShown {
    #[serde(flatten)]
    #[schema(value_type = declared::Preview)]
    preview: Preview,
    /// The rule that forbids measuring, where something was left out because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    withheld: Option<&'static str>,
}

impl PreviewShown {
    /// A preview without what this rule forbids to measure: how far an enemy is, and whether a march reaches him.
    pub(crate) fn of(preview: Preview, view: &View, rule: Option<&'static str>) -> PreviewShown {
        PreviewShown::ordered(preview, view, rule, None)
    }

    /// The same of a march whose way is known as it was ordered: it is shown to its end, whether an enemy stands in it or not.
    pub(super) fn ordered(
        mut preview: Preview,
        view: &View,
        rule: Option<&'static str>,
        way: Option<Ordered>,
    ) -> PreviewShown {
        let Some(rule) = rule else { return PreviewShown { preview, withheld: None } };
        let sums = preview.sums.len();
        preview.sums.retain(|sum| !measures(&sum.facts));
        let is_enemy = |unit: &str| view.enemies.iter().any(|enemy| &*enemy.id == unit);
        let end = preview.ends.as_ref().map_or(0.0, |ends| ends.moment);
        // A way that ends at an enemy is as good as a tape laid to him.
        if preview.meets.iter().any(|meeting| is_enemy(&meeting.unit) && meeting.moment >= end) {
            let Ordered { path, ends } = way.unwrap_or_default();
            (preview.path, preview.ends) = (path, ends);
            preview.not_reached.clear();
        }
        if !view.enemies.is_empty() {
            preview.ground.clear();
        }
        let meets = preview.meets.len();
        preview.meets.retain(|meeting| !is_enemy(&meeting.unit));
        // Every march says so, whether it would meet somebody or not: otherwise the words themselves would measure.
        let marches = preview.path.len() > 1 && !view.enemies.is_empty();
        let left_out = preview.sums.len() < sums || preview.meets.len() < meets;
        let withheld = (marches || left_out).then_some(rule);
        PreviewShown { preview, withheld }
    }
}

/// A way as it was ordered, over open ground and with nobody in it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Ordered {
    pub(super) path: Vec<Waypoint>,
    pub(super) ends: Option<Standing>,
}

/// Do these facts hold a distance that is measured on the table?
fn measures(facts: &Value) -> bool {
    match facts {
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            (name.contains("distance") || name.contains("range")) && !value.is_null() || measures(value)
        }),
        Value::Array(list) => list.iter().any(measures),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A distance is found wherever it stands among the facts; what is no distance is left alone.
    #[test]
    fn a_distance_is_found_among_facts() {
        assert!(measures(&json!({"figures": 12, "distance_cm": 8.5})));
        assert!(measures(&json!({"shot": {"range": "long"}})));
        assert!(measures(&json!([{"distance_cm": 1}])));
        assert!(!measures(&json!({"figures": 12, "attacker": {"supported": true}, "distance_cm": null})));
    }
}
