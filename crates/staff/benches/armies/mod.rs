//! Two armies of any size, to measure how the thinking time grows.

use std::fmt::Write;

use krigsspil_engine::scenario::Scenario;

/// Metres from one regiment of a line to the next, and from the edge of the table to the first.
const ROOM: f64 = 120.0;
const EDGE: f64 = 200.0;
/// The regiments in each of a brigade's two lines.
const BRIGADE: usize = 4;

/// This many regiments in all, half of them on each side. Each side stands in two lines, with the field between the sides.
pub fn armies(regiments: usize) -> Scenario {
    let mut text = String::from(
        "name = \"armies\"\nrules = [\"borgerkrig\"]\ndate = \"1862-08-30\"\nstarts = \"12:00\"\nturns = 10\nground = \"g\"\n",
    );
    let files = regiments / 4;
    let sides = [("blue", 180, 0, 500.0, -150.0), ("red", 0, 180, 1100.0, 150.0)];
    for (side, home, facing, front, back) in sides {
        let _ = write!(text, "[[side]]\nid = \"{side}\"\nname = \"{side}\"\nhome = {home}.0\n");
        for file in 0..files {
            let (brigade, x) = (file / BRIGADE, EDGE + ROOM * file as f64);
            if file % BRIGADE == 0 {
                let y = front + back / 2.0;
                let _ = write!(
                    text,
                    "[[general]]\nid = \"{side}{brigade}\"\nname = \"G\"\nside = \"{side}\"\nrank = \"brigade\"\nplace = [{x:?}, {y:?}]\n",
                );
            }
            for (line, y) in [front, front + back].into_iter().enumerate() {
                let _ = write!(
                    text,
                    "[[unit]]\nid = \"{side}{line}x{file:03}\"\nname = \"u\"\ngeneral = \"{side}{brigade}\"\narm = \"infantry\"\nmen = 380\nplace = [{x:?}, {y:?}]\nfacing = {facing}.0\n[unit.ratings.borgerkrig]\nweapon = \"springfield_m61\"\n",
                );
            }
        }
    }
    for brigade in 0..files.div_ceil(BRIGADE) {
        let x = EDGE + ROOM * (BRIGADE * brigade) as f64;
        let _ = write!(
            text,
            "[[victory.objective]]\nname = \"{brigade}\"\nplace = [{x:?}, 800.0]\nradius = 100\npoints = 1\n",
        );
    }
    let width = 2.0 * EDGE + ROOM * files as f64;
    let ground = format!(
        r#"{{"type": "FeatureCollection", "table": {{"width": {width:?}, "depth": 1600}}, "features": [
        {{"type": "Feature", "properties": {{"kind": "wood"}}, "geometry": {{"type": "Polygon",
          "coordinates": [[[1000, 700], [1500, 700], [1500, 900], [1000, 900], [1000, 700]]]}}}},
        {{"type": "Feature", "properties": {{"kind": "fence", "obstacle": 1}}, "geometry": {{"type": "LineString",
          "coordinates": [[200, 760], [{width:?}, 740]]}}}}]}}"#
    );
    match Scenario::read("armies.toml", &text, &ground) {
        Ok(scenario) => scenario,
        Err(fault) => panic!("{fault}"),
    }
}
