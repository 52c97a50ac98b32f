//! Golden pictures: each drawing must equal the stored picture that somebody last looked at and approved.
//!
//! After a change: run `KRIGSSPIL_BLESS=1 cargo test -p krigsspil-draw --test golden`, look at the pictures, commit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use krigsspil_draw::{DrawError, Format, draw, draw_file, draw_svg, scene_from_geojson, to_png};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn drawn(input: &str) -> String {
    let text = std::fs::read_to_string(root().join(input)).unwrap();
    draw_svg(&scene_from_geojson(&text).unwrap())
}

fn compare(input: &str, golden: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(golden);
    let picture = drawn(input);
    if std::env::var_os("KRIGSSPIL_BLESS").is_some() {
        std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
        std::fs::write(&golden, &picture).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap();
    let differs = expected.lines().zip(picture.lines()).position(|(a, b)| a != b);
    if let Some(line) = differs {
        panic!("{} differs from line {}: see the head of this file", golden.display(), line + 1);
    }
    assert_eq!(expected.lines().count(), picture.lines().count());
}

#[test]
fn the_meeting_ground() {
    compare("scenarios/meeting/ground.geojson", "meeting.svg");
}

#[test]
fn brawners_farm() {
    compare("scenarios/brawners-farm/ground.geojson", "brawners-farm.svg");
}

#[test]
fn a_skirmish_with_units_orders_and_rulers() {
    compare("crates/draw/tests/skirmish.geojson", "skirmish.svg");
}

/// A map small enough to be drawn many times.
const SMALL: &str = r#"{"type": "FeatureCollection", "name": "Moss Carr", "table": {"width": 100, "depth": 60}, "features": [
    {"type": "Feature", "properties": {"kind": "place", "name": "Moss Carr"}, "geometry": {"type": "Point", "coordinates": [50, 30]}}]}"#;

/// PNG and PDF show their words on a bare machine: the fonts are inside.
#[test]
fn pictures_have_letters_without_any_font_installed() {
    let mut scene = scene_from_geojson(SMALL).unwrap();
    let with = to_png(&draw_svg(&scene), 300).unwrap();
    scene.title = Some("   ".into());
    let without = to_png(&draw_svg(&scene), 300).unwrap();
    assert!(with.starts_with(b"\x89PNG") && with != without, "the title leaves ink");
    let pdf = draw(&scene, Format::Pdf).unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    let holds = |needle: &[u8]| pdf.windows(needle.len()).any(|part| part == needle);
    assert!(holds(b"Garamond"), "the font is embedded");
}

#[test]
fn files_are_drawn_by_their_ending_and_refused_in_words() {
    let folder = std::env::temp_dir().join(format!("krigsspil-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let input = folder.join("small.geojson");
    std::fs::write(&input, SMALL).unwrap();
    for (name, head) in [("map.svg", &b"<svg"[..]), ("map.PNG", b"\x89PNG"), ("map.pdf", b"%PDF")] {
        let output = folder.join(name);
        draw_file(&input, &output).unwrap();
        assert!(std::fs::read(&output).unwrap().starts_with(head), "{name}");
    }
    let wrong = draw_file(&input, &folder.join("map.gif")).unwrap_err();
    assert!(wrong.to_string().contains(".svg, .png or .pdf"));
    assert!(matches!(draw_file(&folder.join("none"), &folder.join("a.svg")), Err(DrawError::Read { .. })));
    assert!(matches!(draw_file(&input, &folder.join("no/such/a.svg")), Err(DrawError::Write { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_wrong_unit_is_named() {
    let text = |unit: &str, geometry: &str| {
        format!(
            r#"{{"type":"FeatureCollection","table":{{"width":100,"depth":100}},"features":[
                {{"type":"Feature","properties":{{"unit":{unit}}},"geometry":{geometry}}}]}}"#
        )
    };
    let told =
        |unit: &str, geometry: &str| scene_from_geojson(&text(unit, geometry)).unwrap_err().to_string();
    let here = r#"{"type":"Point","coordinates":[5,5]}"#;
    let line = r#"{"type":"LineString","coordinates":[[5,5],[6,6]]}"#;
    let good = r#"{"side":"blue","arm":"infantry","formation":"line","figures":4,"base":[2,2],"facing":0}"#;
    assert!(scene_from_geojson(&text(good, here)).is_ok());
    assert!(told(good, line).contains("feature 1: a unit must be drawn as a Point"));
    assert!(told(&good.replace("blue", "mauve"), here).contains("mauve"));
    assert!(told(&good.replace("\"figures\":4", "\"figures\":0"), here).contains("at least one figure"));
    assert!(told(&good.replace("facing", "fcing"), here).contains("fcing"));
}

/// The ground alone has no margin and no words; its names are told beside it, where the whole drawing has them.
#[test]
fn the_ground_is_drawn_without_names_for_a_page_that_writes_them() {
    let scene = scene_from_geojson(SMALL).unwrap();
    let bare = krigsspil_draw::draw_ground_svg(&scene.ground);
    assert!(bare.starts_with("<svg") && bare.contains(r#"viewBox="0 0 100 60""#) && !bare.contains("<text"));
    let names = krigsspil_draw::map_names(&scene.ground);
    assert_eq!((names.len(), names[0].words.as_str(), names[0].at), (1, "Moss Carr", [50.0, 30.0]));
}
