use super::*;
use crate::table::example::line_at as unit;

/// A brigade in line: all on one line that faces the way it went, nobody over another, and nobody changes files, however the units were chosen.
#[test]
fn a_brigade_goes_into_line() {
    let (a, b, c) = (unit("a", [300.0, 100.0]), unit("b", [100.0, 140.0]), unit("c", [200.0, 90.0]));
    let wishes = in_line(&[&a, &b, &c], [200.0, 600.0], Some(0.0));
    let ids: Vec<_> = wishes.iter().map(|wish| wish.unit.as_str()).collect();
    assert_eq!(ids, ["b", "c", "a"]);
    let places: Vec<_> = wishes.iter().map(|wish| wish.place.unwrap()).collect();
    assert!(places.iter().all(|place| (place[1] - 600.0).abs() < 1e-6), "{places:?}");
    assert!(places.windows(2).all(|two| two[1][0] - two[0][0] >= 100.0), "{places:?}");
    assert!((places[1][0] - 200.0).abs() < 1e-6, "{places:?}");
    let again = in_line(&[&c, &a, &b], [200.0, 600.0], Some(0.0));
    assert_eq!(
        again.iter().map(|wish| wish.place).collect::<Vec<_>>(),
        wishes.iter().map(|wish| wish.place).collect::<Vec<_>>()
    );
}

/// Two that stand in the same spot get places side by side all the same.
#[test]
fn two_on_one_spot_part() {
    let (a, b) = (unit("a", [100.0, 100.0]), unit("b", [100.0, 100.0]));
    let places: Vec<_> =
        in_line(&[&b, &a], [100.0, 300.0], None).into_iter().map(|wish| wish.place.unwrap()).collect();
    assert!((places[0][0] - places[1][0]).abs() >= 100.0, "{places:?}");
}

/// A table with a road that bends once.
fn bent_road() -> Ground {
    let text = r#"{"type": "FeatureCollection", "name": "A bend", "table": {"width": 1000, "depth": 1000}, "contour_interval": 10, "features": [
        {"type": "Feature", "properties": {"kind": "road"}, "geometry": {"type": "LineString", "coordinates": [[500, 0], [500, 500], [1000, 500]]}}]}"#;
    Ground::from_geojson(text).unwrap()
}

/// A column follows the bends of its road: the head goes to the place, the next stops behind it on the road.
#[test]
fn a_column_follows_the_road() {
    let ground = bent_road();
    let (head, rear) = (unit("head", [500.0, 200.0]), unit("rear", [500.0, 100.0]));
    let ways = in_column(&ground, &[&rear, &head], [800.0, 510.0]);
    assert_eq!(ways.iter().map(|(unit, _)| &*unit.id).collect::<Vec<_>>(), ["head", "rear"]);
    let ends: Vec<At> = ways.iter().map(|(_, way)| *way.last().unwrap()).collect();
    assert!((ends[0][0] - 800.0).abs() < 1e-6 && (ends[0][1] - 500.0).abs() < 1e-6, "{ends:?}");
    assert!(ends[1][0] < 780.0 && (ends[1][1] - 500.0).abs() < 1e-6, "{ends:?}");
    let steps = evolutions(&head, &ways[0].1, 10.0, None);
    assert_eq!(steps, [Evolution::Ahead(30.0), Evolution::Wheel(90.0), Evolution::Ahead(30.0)]);
    let far = evolutions(&head, &ways[0].1, 10.0, Some(35.0));
    assert_eq!(far, [Evolution::Ahead(30.0), Evolution::Wheel(90.0), Evolution::Ahead(5.0)]);
}

/// Where no road is near, a column goes straight.
#[test]
fn without_a_road_it_goes_straight() {
    assert_eq!(road_way(&bent_road(), [100.0, 900.0], [200.0, 900.0]), [[100.0, 900.0], [200.0, 900.0]]);
    assert_eq!(shortened(&[[0.0, 0.0], [0.0, 10.0], [0.0, 30.0]], 25.0), [[0.0, 0.0], [0.0, 5.0]]);
    assert_eq!(shortened(&[[0.0, 0.0], [0.0, 10.0]], 50.0), [[0.0, 0.0]]);
}
