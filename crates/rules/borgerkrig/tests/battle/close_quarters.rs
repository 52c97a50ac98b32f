//! All arms at close quarters, with lawful random orders: whatever happens, no turn may get stuck.

use krigsspil_borgerkrig::battle::state::Phase;
use krigsspil_engine::random::Chance;
use serde_json::{Value, json};

use crate::table::*;

fn crowded() -> Words {
    let units = [
        "b1 line of 24 at 40,40",
        "b2 chain of 12 at 52,44",
        "b3 battery of 6 at 62,40",
        "b4 cavalry line of 18 at 75,36",
        "b5 wagon at 62,30",
        "b6 attack_column of 24 at 52,32",
        "b7 battery of 4 at 30,36 gun=howitzer_12pd",
        "b8 line of 9 at 88,42 building=farm",
        "r1 line of 24 facing south at 40,60",
        "r2 thin_line of 12 facing south at 52,58",
        "r3 battery of 6 facing south at 64,62 gun=parrott_10pd",
        "r4 cavalry attack_column of 18 facing south at 76,64 army=confederate",
        "r5 wagon facing south at 64,72",
        "r6 march_column of 24 facing south at 52,66",
        "r7 battery of 4 facing south at 30,64 horse=true limbered=true",
        "r8 line of 24 facing south at 90,60 weapon=shotgun",
    ];
    let farm = json!([[[86, 40], [90, 40], [90, 44], [86, 44], [86, 40]]]);
    Words::of(&units)
        .with_feature(json!({"kind": "building", "name": "farm", "obstacle": 3, "cover": 3}), "Polygon", farm)
        .with_feature(
            json!({"kind": "wall", "obstacle": 2, "cover": 1}),
            "LineString",
            json!([[34, 50], [48, 50]]),
        )
        .with_feature(
            json!({"kind": "wood"}),
            "Polygon",
            json!([[[66, 46], [80, 46], [80, 54], [66, 54], [66, 46]]]),
        )
}

/// One order for every unit of a prompt, mostly fires and attacks.
fn orders(about: &Value, chance: &mut Chance) -> Vec<Value> {
    let mut acts = Vec::new();
    for unit in about["units"].as_array().unwrap() {
        let samples = unit["samples"].as_array().unwrap();
        let fights: Vec<&Value> =
            samples.iter().filter(|sample| sample["kind"] == "fire" || sample["attack"] == true).collect();
        let order = match fights.len() {
            0 => samples.get(chance.below(samples.len())),
            _ if chance.below(4) == 0 => samples.get(chance.below(samples.len())),
            some => Some(fights[chance.below(some)]),
        };
        acts.extend(order.map(|order| json!({"do": "order", "unit": unit["unit"], "order": order})));
    }
    acts.push(json!({"do": "ready"}));
    acts
}

/// §04.01.4 §07.01.2 no order and no answer stops a turn, and everything the fights need is asked and reported.
#[test]
fn no_turn_stops() {
    let battles = std::env::var("RANDOM_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(6);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=battles {
        let mut table = crowded().with_dice(&[]);
        let mut chance = Chance::new(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..12 {
            if table.battle().phase == Phase::Over {
                break;
            }
            for seat in ["blue", "red"] {
                let prompts = table.game.prompts();
                let Some(prompt) = prompts.iter().find(|prompt| prompt.seat.as_str() == seat) else {
                    continue;
                };
                for act in orders(&prompt.about_json(), &mut chance) {
                    let events = table.act(seat, act.clone());
                    let events = events.unwrap_or_else(|fault| panic!("seed {seed}: {act}: {fault}"));
                    seen.extend(events.iter().map(|event| event.what));
                }
            }
            while let Phase::Running(_) = table.battle().phase {
                let prompt = table.game.prompts().remove(0);
                seen.insert(prompt.what);
                let about = prompt.about_json();
                let choices = about["choices"].as_array().unwrap();
                let mut act = prompt.default.written();
                act["choice"] = choices[chance.below(choices.len())].clone();
                let events = table.act(prompt.seat.as_str(), act.clone());
                let events = events.unwrap_or_else(|fault| panic!("seed {seed}: {act}: {fault}"));
                seen.extend(events.iter().map(|event| event.what));
            }
        }
    }
    for what in ["fires", "fires_canister", "shot_falls", "shock", "melee", "prisoners", "surprised_fire"] {
        assert!(seen.contains(what), "{what} never happened: {seen:?}");
    }
}
