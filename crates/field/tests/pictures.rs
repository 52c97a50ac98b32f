//! The pictures in the documentation, each drawn from the answer of the function it explains.
//! To draw them again: `KRIGSSPIL_BLESS=1 cargo test -p krigsspil-field --test pictures`, then look at them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::*;
use krigsspil_field::prelude::*;
use std::fmt::Write;
use std::path::Path;

const BLUE: &str = "#2d4f8b";
const RED: &str = "#a8322a";
const GOLD: &str = "#c9952b";
const GREEN: &str = "#8a9c6c";
const INK: &str = "#3a3226";

/// A small picture, 480 by 260, one dot to the metre, the origin in its middle.
struct Picture(String);

impl Picture {
    fn new() -> Picture {
        let mut text = String::from(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 260" width="480" height="260" "##,
        );
        text += r##"font-family="Georgia, serif" font-size="15"><rect width="480" height="260" fill="#f4eedd"/>"##;
        Picture(text)
    }

    fn path(&mut self, places: &[Point], closed: bool, style: &str) {
        let mut d = String::new();
        for (number, p) in places.iter().enumerate() {
            let _ = write!(d, "{}{:.1} {:.1}", if number == 0 { 'M' } else { 'L' }, 240.0 + p.x, 130.0 - p.y);
        }
        let close = if closed { "Z" } else { "" };
        let _ = write!(self.0, r##"<path d="{d}{close}" {style}/>"##);
    }

    fn fill(&mut self, ring: &[Point], colour: &str, opacity: f64) {
        self.path(ring, true, &format!(r##"fill="{colour}" fill-opacity="{opacity}" stroke="{colour}""##));
    }

    fn line(&mut self, places: &[Point], colour: &str) {
        self.path(
            places,
            false,
            &format!(r##"fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="7 4""##),
        );
    }

    /// Its bases, and a tick before its front.
    fn body(&mut self, body: &Placed, colour: &str) {
        for part in body.parts() {
            self.fill(part.corners(), colour, 0.75);
        }
        for base in body.bases() {
            self.path(base.slab.corners(), true, r##"fill="none" stroke="#f4eedd" stroke-width=".6""##);
        }
        let (ahead, right) = (body.frame().ahead, body.frame().right);
        let at = body.wings().0.toward(body.wings().1, 0.5);
        self.fill(
            &[at + ahead * 2.0 - right * 5.0, at + ahead * 9.0, at + ahead * 2.0 + right * 5.0],
            INK,
            1.0,
        );
    }

    fn dot(&mut self, at: Point, colour: &str) {
        let (x, y) = (240.0 + at.x, 130.0 - at.y);
        let _ =
            write!(self.0, r##"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{colour}" stroke="#fff"/>"##);
    }

    fn words(&mut self, at: Point, words: &str) {
        let (x, y) = (240.0 + at.x, 130.0 - at.y);
        let halo = r##"stroke="#f4eedd" stroke-width="4" paint-order="stroke""##;
        let _ = write!(self.0, r##"<text x="{x:.1}" y="{y:.1}" fill="{INK}" {halo}>{words}</text>"##);
    }

    fn keep(mut self, name: &str) {
        self.0 += "</svg>\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(format!("{name}.svg"));
        if std::env::var_os("KRIGSSPIL_BLESS").is_some() {
            std::fs::write(&path, &self.0).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(
            kept == self.0,
            "docs/{name}.svg is not what the function answers now; see the head of this file"
        );
    }
}

#[test]
fn distance_and_contact() {
    let (one, other) = (
        line(16, -90.0, -40.0, 20.0),
        Body::column(base(), 20, 5).unwrap().at(at(110.0, 40.0, 235.0)).unwrap(),
    );
    let mut picture = Picture::new();
    picture.body(&one, BLUE);
    picture.body(&other, RED);
    let (here, there) = closest_places(&one, &other);
    picture.line(&[here, there], GOLD);
    picture.words(here.toward(there, 0.5) + point(-20.0, 16.0), &format!("{:.1} m", distance(&one, &other)));
    picture.keep("distance");

    let (one, other) = (line(20, -20.0, 0.0, 0.0), line(20, 70.0, 0.0, 180.0));
    let mut picture = Picture::new();
    picture.body(&one, BLUE);
    picture.body(&other, RED);
    let touching = figures_in_contact(&one, &other);
    for base in &touching {
        picture.dot(base.slab.centre(), GOLD);
    }
    picture.words(
        point(-200.0, -60.0),
        &format!("{} figures in contact, {:.0} m of front", touching.len(), contact_front(&one, &other)),
    );
    picture.keep("contact");

    let (one, other) = (line(20, -30.0, 0.0, 0.0), line(20, 40.0, 0.0, 140.0));
    let mut picture = Picture::new();
    picture.body(&one, BLUE);
    picture.body(&other, RED);
    picture.words(point(-200.0, -70.0), &format!("both stand on {:.0} m²", overlap_area(&one, &other)));
    picture.keep("overlap");
}

#[test]
fn arcs_and_strikes() {
    let here = line(12, -20.0, -70.0, 0.0);
    let target = line(16, 60.0, 60.0, 200.0);
    let arc = Arc::new(Degrees(30.0), ArcFrom::Anywhere);
    let mut picture = Picture::new();
    for i in 0..48 {
        for j in 0..26 {
            let place = point(f64::from(i) * 10.0 - 235.0, f64::from(j) * 10.0 - 125.0);
            if in_arc(&here, arc, place) {
                picture.fill(&[place, place + point(2.0, 0.0), place + point(2.0, 2.0)], GOLD, 0.6);
            }
        }
    }
    picture.body(&here, BLUE);
    picture.body(&target, RED);
    picture.words(
        point(-225.0, 105.0),
        &format!("30° from anywhere on the front: {} of the target", share_in_arc(&here, arc, &target)),
    );
    picture.keep("arc");

    let body = line(20, 20.0, 0.0, 15.0);
    let mut picture = Picture::new();
    picture.body(&body, BLUE);
    for (from, to) in [(point(-60.0, 110.0), point(50.0, -25.0)), (point(210.0, 20.0), point(75.0, -32.0))] {
        let way = Line::between(from, to);
        let struck = strike(way, &body).unwrap();
        picture.line(&[from, struck.place], RED);
        picture.dot(struck.place, RED);
        picture.words(
            from.toward(struck.place, 0.25) + point(-60.0, 12.0),
            &format!("{:?}, {:.0}°", struck.face, struck.angle.0),
        );
    }
    picture.keep("strike");
}

#[test]
fn before_and_behind() {
    let here = line(16, -40.0, -50.0, 0.0);
    let zone = zone_before(&here, 90.0);
    let mut picture = Picture::new();
    picture.fill(zone.corners(), GOLD, 0.25);
    picture.body(&here, BLUE);
    for enemy in [line(8, 0.0, 20.0, 190.0), line(8, 140.0, 40.0, 200.0), line(8, -90.0, 60.0, 180.0)] {
        picture.body(&enemy, RED);
        picture.words(enemy.centre() + point(-15.0, 32.0), &in_zone(&zone, &enemy).to_string());
    }
    picture.keep("zone");

    let here = line(14, -120.0, -10.0, 20.0);
    let (left, right) = here.wings();
    let along = (right - left).unit().unwrap();
    let mut picture = Picture::new();
    picture.line(&[left - along * 300.0, right + along * 400.0], GOLD);
    picture.body(&here, BLUE);
    for other in [line(10, 40.0, -45.0, 0.0), line(10, 150.0, -95.0, 340.0), line(10, 110.0, 60.0, 30.0)] {
        picture.body(&other, RED);
        picture.words(other.centre() + point(-15.0, -35.0), &behind_front(&here, &other).to_string());
    }
    picture.keep("behind");
}

#[test]
fn neighbours_and_room() {
    let way = Line::between(point(-200.0, -90.0), point(190.0, 80.0));
    let bodies = [line(8, -60.0, -10.0, 20.0), line(8, 70.0, 40.0, 300.0), line(8, 120.0, -60.0, 0.0)];
    let mut picture = Picture::new();
    let lane = Slab::lane(way.from, way.to, 40.0).unwrap();
    picture.fill(lane.corners(), GOLD, 0.25);
    for body in &bodies {
        picture.body(body, RED);
    }
    for (name, metres, share) in standing_between(way, 40.0, bodies.iter().enumerate()) {
        picture.words(bodies[name].centre() + point(-40.0, 42.0), &format!("at {metres:.0} m, {share}"));
    }
    picture.keep("between");

    let here = line(10, -60.0, -20.0, 30.0);
    let others = [line(10, 120.0, 70.0, 200.0), line(10, 110.0, -60.0, 270.0), line(6, -150.0, 90.0, 160.0)];
    let mut picture = Picture::new();
    picture.body(&here, BLUE);
    others.iter().for_each(|other| picture.body(other, RED));
    let (name, metres) = nearest(&here, others.iter().enumerate()).unwrap();
    let (from, to) = closest_places(&here, &others[name]);
    picture.line(&[from, to], GOLD);
    picture.words(from.toward(to, 0.5) + point(8.0, 0.0), &format!("nearest: {metres:.0} m"));
    picture.keep("nearest");

    let table = Table::with_corner(point(-230.0, -120.0), 460.0, 240.0).unwrap();
    let others = [line(12, -60.0, 20.0, 0.0), line(12, 90.0, 60.0, 30.0)];
    let mut picture = Picture::new();
    others.iter().for_each(|other| picture.body(other, RED));
    for (wanted, colour) in [
        (line(12, -10.0, -70.0, 0.0), BLUE),
        (line(12, 30.0, 30.0, 330.0), GOLD),
        (line(12, 215.0, -60.0, 60.0), GOLD),
    ] {
        picture.fill(&wanted.outline().outer, colour, 0.4);
        let told = match room_for(&wanted, &table, others.iter().enumerate()) {
            Ok(()) => "room".to_owned(),
            Err(NoRoom::Others(names)) => format!("{} in the way", names.len()),
            Err(_) => "off the table".to_owned(),
        };
        picture.words(wanted.centre() + point(-40.0, -36.0), &told);
    }
    picture.keep("room");
}

#[test]
fn sight_and_marching() {
    let ground = Ground::new(
        None,
        Table::with_corner(point(-240.0, -130.0), 480.0, 260.0).unwrap(),
        10.0,
        vec![
            contour(
                1,
                ring(&[
                    (-60., -110.),
                    (60., -120.),
                    (110., -40.),
                    (90., 60.),
                    (10., 90.),
                    (-60., 40.),
                    (-90., -40.),
                ]),
            ),
            contour(
                2,
                ring(&[(-20., -70.), (40., -70.), (60., -20.), (40., 30.), (-10., 30.), (-40., -20.)]),
            ),
            area(AreaKind::Wood, ring(&[(120., 60.), (170., 50.), (200., 90.), (150., 120.)])),
            Feature::new(Kind::Building, rectangle(-170.0, 50.0, -140.0, 75.0)),
        ],
    )
    .unwrap();
    let features = |picture: &mut Picture| {
        for (_, feature) in ground.features() {
            if let Shape::Area(patch) = &feature.shape {
                let colour = match feature.kind {
                    Kind::Contour => "#b08a55",
                    Kind::Building => RED,
                    _ => GREEN,
                };
                picture.fill(&patch.outer, colour, 0.3);
            }
        }
    };
    let mut picture = Picture::new();
    features(&mut picture);
    let way = Line::between(point(-220.0, -90.0), point(220.0, 30.0));
    let sight = look_along(&ground, way);
    picture.line(&[way.from, way.to], GOLD);
    for (from, to) in sight.dead_ground(0.0, 0.0) {
        picture.path(&[way.at(from), way.at(to)], false, r##"stroke="#a8322a" stroke-width="4""##);
    }
    for crest in &sight.crests {
        picture.dot(way.at(crest.metres), INK);
    }
    for climb in &sight.climbs {
        picture.words(way.at(climb.metres) + point(-4.0, 9.0), if climb.rises() { "+" } else { "−" });
    }
    // The elevation under the line, for the ruler: four times too high, as is usual.
    let profile: Vec<Point> =
        sight.profile().iter().map(|&(m, h)| point(m - 228.0, -118.0 + h * 1.5)).collect();
    picture.path(&profile, false, r##"fill="none" stroke="#3a3226" stroke-width="1.5""##);
    picture.keep("sight");

    let mut picture = Picture::new();
    let from = point(-200.0, 0.0);
    let view = what_can_be_seen(&ground, from, &usual_sight(1000.0, 20.0), []);
    picture.fill(&view.near, GOLD, 0.35);
    view.beyond.iter().for_each(|ring| picture.fill(ring, GOLD, 0.35));
    features(&mut picture);
    picture.dot(from, INK);
    picture.keep("view");

    let one = line(10, -180.0, -60.0, 80.0);
    let other = line(10, 120.0, 70.0, 250.0);
    let bare = Ground::open(Table::with_corner(point(-400.0, -400.0), 800.0, 800.0).unwrap());
    let rates = RateTable::everywhere(170.0);
    let first = march(
        &one,
        &[Leg::Wheel { about: Pivot::LeftWing, by: Degrees(-25.0) }, Leg::Ahead(200.0)],
        &rates,
        &bare,
        0.0,
    )
    .unwrap();
    let second = march(&other, &[Leg::Ahead(200.0)], &rates, &bare, 0.0).unwrap();
    let marchers = [Marcher { name: 0, track: &first }, Marcher { name: 1, track: &second }];
    let watch = |_, _| Watch { contact: false, distance: Some(50.0) };
    let mut after = 0.0;
    let moment = loop {
        let told = next_events(&marchers, bare.table(), after, 50.0, watch);
        after = told[0].at;
        if told.iter().any(|event| event.what == Happening::Within(0, 1)) {
            break after;
        }
    };
    let mut picture = Picture::new();
    for step in 0..4 {
        let share = moment * f64::from(step) / 4.0;
        picture.fill(&first.at(share).outline().outer, BLUE, 0.12);
        picture.fill(&second.at(share).outline().outer, RED, 0.12);
    }
    let (a, b) = (first.at(moment), second.at(moment));
    picture.body(&a, BLUE);
    picture.body(&b, RED);
    let (from, to) = closest_places(&a, &b);
    picture.line(&[from, to], GOLD);
    picture.words(
        point(-225.0, 100.0),
        &format!("at {moment:.4} of the turn they are {:.1} m apart", distance(&a, &b)),
    );
    picture.keep("event");
}
