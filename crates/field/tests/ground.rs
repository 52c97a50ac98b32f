//! The ground: read, checked, trodden on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;

const MAP: &str = r#"{
  "type": "FeatureCollection", "name": "Test", "table": {"width": 1000, "depth": 800}, "contour_interval": 5,
  "features": [
    {"type": "Feature", "id": "w1", "properties": {"kind": "wood", "name": "Long Wood", "obstacle": 1, "cover": 2, "owner": "Dunn"},
     "geometry": {"type": "Polygon", "coordinates": [[[100,100],[300,100],[300,200],[100,200],[100,100]],
                                                     [[150,120],[180,120],[180,150],[150,150],[150,120]]]}},
    {"type": "Feature", "properties": {"kind": "road", "width": 10},
     "geometry": {"type": "LineString", "coordinates": [[0,400],[500,400],[1000,600]]}},
    {"type": "Feature", "properties": {"kind": "building", "name": "Mill", "capacity": 3, "cover": 3, "obstacle": 3},
     "geometry": {"type": "Polygon", "coordinates": [[[600,300],[640,300],[640,330],[600,330],[600,300]]]}},
    {"type": "Feature", "properties": {"kind": "bridge", "width": 6}, "geometry": {"type": "Point", "coordinates": [700, 480]}},
    {"type": "Feature", "properties": {"kind": "contour", "level": 1},
     "geometry": {"type": "Polygon", "coordinates": [[[700,50],[950,50],[950,300],[700,300],[700,50]]]}},
    {"type": "Feature", "properties": {"kind": "contour", "level": 2},
     "geometry": {"type": "Polygon", "coordinates": [[[750,100],[900,100],[900,250],[750,250],[750,100]]]}},
    {"type": "Feature", "properties": {"unit": "not ground"}, "geometry": null}
  ]}"#;

#[test]
fn a_ground_is_read_and_written_without_loss() {
    let ground: Ground = MAP.parse().unwrap();
    assert_eq!(ground.features().count(), 6);
    let again: Ground = ground.to_geojson().parse().unwrap();
    assert_eq!(again, ground);
    let (_, wood) = ground.named("Long Wood").unwrap();
    assert_eq!((wood.properties.obstacle, wood.properties.cover), (Grade::I, Grade::II));
    assert_eq!(wood.properties.other["owner"], "Dunn");
    assert_eq!(ground.named("Mill").unwrap().1.properties.capacity, Some(3));
}

#[test]
fn places_know_their_surface_and_level() {
    let ground: Ground = MAP.parse().unwrap();
    assert_eq!(ground.surface_at(point(120.0, 110.0)), Surface::Area(AreaKind::Wood));
    assert_eq!(ground.surface_at(point(160.0, 130.0)), Surface::Open, "a clearing");
    assert_eq!(ground.surface_at(point(100.0, 404.0)), Surface::Line(LineKind::Road));
    assert_eq!(ground.surface_at(point(700.0, 480.0)), Surface::Crossing(CrossingKind::Bridge));
    assert_eq!(ground.level_at(point(800.0, 150.0)), 2);
    assert_eq!(ground.height_at(point(720.0, 60.0)), 5.0);
    assert_eq!(ground.level_at(point(10.0, 10.0)), 0);
}

#[test]
fn what_lies_under_a_body_is_told_by_share() {
    let ground: Ground = MAP.parse().unwrap();
    // 150 x 30 m, its western third beyond the edge of the wood.
    let body = line(20, 125.0, 180.0, 0.0);
    let under = ground.under(&body);
    assert_eq!(under.len(), 1);
    assert!((under[0].share.as_number() - 2.0 / 3.0).abs() < 1e-9);
    // In the wood over the clearing: 30 x 30 of 150 x 30 is bare.
    let over = line(20, 185.0, 150.0, 0.0);
    assert!((ground.share_on(Kind::Area(AreaKind::Wood), &over).as_number() - 0.8).abs() < 1e-9);
    // Astride the road, which is 10 m of its 30 m depth.
    let astride = line(20, 200.0, 410.0, 0.0);
    assert!((ground.under(&astride)[0].share.as_number() - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn a_march_tells_what_it_crosses_in_order_with_lengths() {
    let ground: Ground = MAP.parse().unwrap();
    let walked = ground.crossed(&[point(200.0, 0.0), point(200.0, 500.0)], 0.0);
    let told: Vec<(f64, f64)> = walked.iter().map(|c| (c.enters, c.length())).collect();
    assert_eq!(told, vec![(100.0, 100.0), (395.0, 10.0)]);
    // Through the clearing a single man leaves the wood and enters it again; a wide front does not.
    let through = ground.crossed(&[point(160.0, 0.0), point(160.0, 300.0)], 0.0);
    assert_eq!(
        through.iter().map(|c| (c.enters, c.leaves)).collect::<Vec<_>>(),
        vec![(100.0, 120.0), (150.0, 200.0)]
    );
    let wide = ground.crossed(&[point(160.0, 0.0), point(160.0, 300.0)], 100.0);
    assert_eq!(wide.iter().map(|c| (c.enters, c.leaves)).collect::<Vec<_>>(), vec![(100.0, 200.0)]);
    // A front clips the corner that its middle misses.
    let clip = ground.crossed(&[point(80.0, 0.0), point(80.0, 300.0)], 50.0);
    assert_eq!((clip[0].enters, clip[0].leaves), (100.0, 200.0));
}

#[test]
fn crossings_agree_with_walking_in_small_steps() {
    let mut numbers = Numbers(23);
    for _ in 0..40 {
        let star: Vec<(f64, f64)> = (0..9)
            .map(|i| {
                let (sin, cos) = Degrees(i as f64 * 40.0).sin_cos();
                let reach = numbers.within(60.0, 300.0);
                (500.0 + reach * cos, 500.0 + reach * sin)
            })
            .collect();
        let ground = ground(vec![area(AreaKind::Marsh, ring(&star))]);
        let (a, b) = (point(numbers.within(0.0, 1000.0), 0.0), point(numbers.within(0.0, 1000.0), 1000.0));
        let front = numbers.within(0.0, 120.0);
        let spans = ground.crossed(&[a, b], front);
        let ahead = (b - a).unit().unwrap();
        let length = a.distance(b);
        let Some((_, marsh)) = ground.features().next() else { unreachable!() };
        for step in 0..2000 {
            let metres = length * (step as f64 + 0.5) / 2000.0;
            let touched = (0..=60).any(|i| {
                let across = front * (i as f64 / 60.0 - 0.5);
                marsh.holds(a + ahead * metres + ahead.right() * across)
            });
            let told = spans.iter().any(|s| s.enters <= metres && metres <= s.leaves);
            // Between two of the sixty-one feelers a tip may slip through; never the other way.
            if touched {
                assert!(told, "{metres} m");
            } else if told {
                let near_end =
                    spans.iter().any(|s| (s.enters - metres).abs() < 6.0 || (s.leaves - metres).abs() < 6.0);
                assert!(
                    near_end || front < 1.0 || spans.iter().any(|s| s.length() < 12.0),
                    "{metres} m of {spans:?}"
                );
            }
        }
    }
}

#[test]
fn roads_are_followed_lane_by_lane() {
    let ground: Ground = MAP.parse().unwrap();
    let road = FeatureId(1);
    assert_eq!(ground.lanes(road, 5.0), Some(2));
    assert_eq!(ground.lanes(road, 11.0), Some(0));
    assert_eq!(ground.lanes(FeatureId(0), 5.0), None);
    let middle =
        ground.follow_road(road, point(100.0, 390.0), point(300.0, 380.0), 5.0, RoadSide::Middle).unwrap();
    assert_eq!(middle, vec![point(100.0, 400.0), point(300.0, 400.0)]);
    let right = ground
        .follow_road(road, point(100.0, 390.0), point(300.0, 380.0), 5.0, RoadSide::FromRight(0))
        .unwrap();
    assert_eq!(right, vec![point(100.0, 397.5), point(300.0, 397.5)]);
    // The other way, the right-hand lane is the northern one.
    let back = ground
        .follow_road(road, point(300.0, 390.0), point(100.0, 380.0), 5.0, RoadSide::FromRight(0))
        .unwrap();
    assert_eq!(back, vec![point(300.0, 402.5), point(100.0, 402.5)]);
    let bend = ground
        .follow_road(road, point(400.0, 400.0), point(900.0, 560.0), 5.0, RoadSide::FromLeft(0))
        .unwrap();
    assert_eq!(bend.len(), 3);
    let from_corner = bend[1].distance(point(500.0, 400.0));
    assert!((2.5..2.7).contains(&from_corner), "mitred at the bend: {from_corner}");
    let none = ground.follow_road(road, point(0.0, 0.0), point(9.0, 9.0), 5.0, RoadSide::FromLeft(2));
    assert!(none.unwrap_err().to_string().contains("2 lanes"));
    assert!(matches!(
        ground.follow_road(FeatureId(99), point(0.0, 0.0), point(9.0, 9.0), 5.0, RoadSide::Middle),
        Err(RoadError::NotARoad { number: 100 })
    ));
}

fn told(features: &str) -> String {
    let text = format!(
        r#"{{"type":"FeatureCollection","table":{{"width":1000,"depth":800}},"features":[{features}]}}"#
    );
    Ground::from_geojson(&text).unwrap_err().to_string()
}

fn polygon(properties: &str, ring: &str) -> String {
    format!(
        r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"Polygon","coordinates":[{ring}]}}}}"#
    )
}

const SQUARE: &str = "[[0,0],[10,0],[10,10],[0,10],[0,0]]";

#[test]
fn bad_grounds_are_refused_by_feature_and_reason() {
    let bow = told(&polygon(r#"{"kind":"wood","name":"Bow"}"#, "[[0,0],[10,10],[10,0],[0,10],[0,0]]"));
    assert!(
        bow.contains("feature 1 (wood “Bow”)") && bow.contains("side 1") && bow.contains("side 3"),
        "{bow}"
    );
    assert!(
        told(&polygon(r#"{"kind":"wod"}"#, SQUARE))
            .contains("“wod” is not a kind of ground; choose one of: wood")
    );
    assert!(told(&polygon("{}", SQUARE)).contains("no \"kind\""));
    assert!(told(&polygon(r#"{"kind":"road"}"#, SQUARE)).contains("must be drawn as a LineString"));
    assert!(told(&polygon(r#"{"kind":"wood","cover":7}"#, SQUARE)).contains("0, 1, 2 or 3"));
    assert!(told(&polygon(r#"{"kind":"wood","width":-4}"#, SQUARE)).contains("above 0"));
    assert!(told(&polygon(r#"{"kind":"wood","obstacel":1}"#, SQUARE)).contains("did you mean \"obstacle\""));
    assert!(told(&polygon(r#"{"kind":"contour"}"#, SQUARE)).contains("needs a \"level\""));
    assert!(told(&polygon(r#"{"kind":"wood"}"#, "[[0,0],[10,0],[20,0],[0,0]]")).contains("outline"));
    assert!(told(&polygon(r#"{"kind":"wood"}"#, "[[0,0],[10,0]]")).contains("at least 3"));
    assert!(
        told(&polygon(r#"{"kind":"wood"}"#, "[[5000,0],[5010,0],[5010,9],[5000,0]]"))
            .contains("on the table")
    );
    assert!(
        told(&polygon(r#"{"kind":"wood"}"#, "[[1e300,0],[10,0],[10,9],[1e300,0]]")).contains("not a number")
    );
    let hole = format!("{SQUARE},[[20,20],[30,20],[30,30],[20,20]]");
    assert!(told(&polygon(r#"{"kind":"wood"}"#, &hole)).contains("clearing 1 does not lie within"));
    let crossed = [
        polygon(r#"{"kind":"contour","level":1}"#, SQUARE),
        polygon(r#"{"kind":"contour","level":2}"#, "[[5,5],[15,5],[15,8],[5,8],[5,5]]"),
    ]
    .join(",");
    assert!(told(&crossed).contains("feature 2 (contour): it crosses the contour that is feature 1"));
    let several = [polygon("{}", SQUARE), polygon(r#"{"kind":"x"}"#, SQUARE)].join(",");
    assert_eq!(told(&several).lines().count(), 2, "all that is wrong is told at once");
    assert!(matches!(Ground::from_geojson("{"), Err(GroundError::NotGeoJson(_))));
    assert!(matches!(
        Ground::from_geojson(r#"{"type":"Point","coordinates":[0,0]}"#),
        Err(GroundError::NotACollection(_))
    ));
    assert!(matches!(
        Ground::from_geojson(r#"{"type":"FeatureCollection","features":[]}"#),
        Err(GroundError::NoTable(_))
    ));
    assert!(matches!(
        Ground::new(None, table(10.0, 10.0), f64::NAN, Vec::new()),
        Err(GroundError::BadInterval(_))
    ));
    let nan = area(AreaKind::Wood, ring(&[(0.0, f64::NAN), (1.0, 0.0), (1.0, 1.0)]));
    assert!(Ground::new(None, table(10.0, 10.0), 10.0, vec![nan]).is_err());
}
