//! Writes orders in the letters and arrows of the sheet.

use krigsspil_engine::battle::Place;

use super::{degrees, read_for};
use crate::battle::order::{Chain, Formation, Hand, Marches, Massed, Step, UnitOrder, When};
use crate::battle::works_sheet;
use crate::order_sheet::{
    Entry, Heading, MarchStep, Moment, Notation, Part, SheetFormation, Signs, Step as Sign,
};

/// A part of a turn as the sheet writes it; `None` if it is no fraction of a small number.
fn fraction(turns: f64) -> Option<Part> {
    (1..=64u64).find_map(|of| {
        let part = turns * of as f64;
        let whole = (part - part.round()).abs() < 1.0e-9 && part.round() >= 1.0;
        whole.then(|| Part::new(part.round() as u64, of)).flatten()
    })
}

/// Writes an order as an entry of the sheet, in the print's letters. Reading it for the same unit gives the same order; `None` if the
/// sheet has no signs for it.
pub fn write(order: &UnitOrder, home: f64, facing: f64, on_foot: bool, figures: i32) -> Option<String> {
    let mut writing = Writing { up: home + 180.0, facing, on_foot, figures, signs: Vec::new() };
    for step in order.steps() {
        writing.step(step)?;
    }
    let mut signs = writing.signs;
    match order {
        UnitOrder::Stand { support: None } => signs.push(Sign::Stand),
        UnitOrder::Stand { support: Some(unit) } => signs.push(Sign::Text(format!("støtter {unit}"))),
        UnitOrder::Move { target, support, .. } => {
            signs.extend(target.iter().map(|target| Sign::Text(format!("mål {target}"))));
            signs.extend(support.iter().map(|unit| Sign::Text(format!("støtter {unit}"))));
        }
        UnitOrder::Split { figures, hand, marches, .. } => {
            let hand = if *hand == Hand::Left { "venstre" } else { "højre" };
            signs.push(Sign::Text(format!("del {figures} {hand}")));
            signs.extend((*marches == Marches::Part).then(|| Sign::Text("delen".into())));
        }
        UnitOrder::Join { with } => signs.push(Sign::Text(format!("saml {with}"))),
        UnitOrder::Mass { with, massed: Massed::Column } => {
            signs.push(Sign::Text(format!("brigadekolonne {with}")));
        }
        UnitOrder::Mass { with, massed: Massed::Square } => {
            signs.push(Sign::Text(format!("brigadekarré {with}")));
        }
        UnitOrder::Disband => signs.push(Sign::Text("opløs".into())),
        UnitOrder::Resupply { wagon } => signs.push(Sign::Text(format!("ammunition {wagon}"))),
        UnitOrder::Bombard { place: Place([x, y]) } => signs.push(Sign::Text(format!("bygning {x} {y}"))),
        UnitOrder::Fire { when, target, also, ranging, .. } => {
            signs.push(Sign::Fire(match when {
                When::AtOnce => Moment::Start,
                When::At { moment } => Moment::At(fraction(moment.0)?),
                When::BeforeBreakIn { of: None } => Moment::On("før indbrud".into()),
                When::BeforeBreakIn { of: Some(unit) } => Moment::On(format!("før indbrud {unit}")),
                When::EnemyPasses { place } => Moment::On(place.to_string()),
            }));
            signs.extend(target.iter().map(|target| Sign::Text(format!("mål {target}"))));
            signs.extend(also.iter().map(|also| Sign::Text(format!("også {also}"))));
            signs.extend(ranging.then(|| Sign::Text("indskydning".into())));
        }
        work => signs.push(Sign::Text(works_sheet::write(work)?)),
    }
    let entry = Entry { steps: signs };
    let text = entry.write(Notation::Danish, Signs::Arrows);
    (read_for(&text, home, facing, on_foot, figures).as_ref() == Ok(order)).then_some(text)
}

/// The same for any unit: skirmishers are a part of their own unit, so an order that sends some out is not written.
pub fn entry(order: &UnitOrder, home: f64, facing: f64) -> Option<String> {
    let parts = order.steps().iter().any(|step| matches!(step, Step::SendOut { .. }));
    if parts { None } else { write(order, home, facing, true, 1) }
}

struct Writing {
    up: f64,
    facing: f64,
    on_foot: bool,
    figures: i32,
    signs: Vec<Sign>,
}

impl Writing {
    fn arrow(&mut self, off: f64, turns: Option<f64>, attack: bool, storm: bool) -> Option<()> {
        let to = (self.facing + off - self.up).rem_euclid(360.0);
        let heading = *Heading::ALL.iter().find(|heading| (degrees(**heading) - to).abs() < 1.0e-9)?;
        let turn = match turns {
            Some(turns) => Some(fraction(turns)?),
            None => None,
        };
        self.signs.push(Sign::March(MarchStep {
            attack,
            heading,
            curved: false,
            storm,
            unit: Part::WHOLE,
            turn,
        }));
        Some(())
    }

    fn words(&mut self, text: String) {
        self.signs.push(Sign::Text(text));
    }

    fn halved(&mut self, about: bool) {
        if about {
            self.words("halvvending".into());
        }
    }

    fn length(&mut self, cm: Option<f64>) {
        if let Some(cm) = cm {
            self.words(format!("{cm} cm"));
        }
    }

    fn step(&mut self, step: &Step) -> Option<()> {
        match *step {
            Step::Ahead { cm, turns, attack, storm } => {
                self.arrow(0.0, turns, attack, storm)?;
                self.length(cm);
            }
            Step::Back { cm, turns } => {
                self.arrow(180.0, turns, false, false)?;
                self.length(cm);
            }
            Step::Sideways { hand, cm: Some(cm), turns: None } => {
                let hand = if hand == Hand::Left { "venstre" } else { "højre" };
                self.words(format!("{hand} {cm} cm"));
            }
            Step::Sideways { .. } => return None,
            Step::Wheel { degrees } if self.on_foot => {
                self.words(format!("{degrees} grader"));
                self.facing += degrees;
            }
            Step::Wheel { .. } => return None,
            Step::Pivot { degrees } => {
                self.words(format!("{degrees} pivot"));
                self.facing += degrees;
            }
            Step::About => {
                self.words("vend".into());
                self.facing += 180.0;
            }
            Step::Form { formation } => match sheet_formation(formation) {
                Some(sign) => self.signs.push(Sign::Form(sign, Part::WHOLE)),
                None => self.words("brigadekolonne".into()),
            },
            Step::Limber { column, degrees, about } => {
                self.signs.push(Sign::Limber);
                match column {
                    true if degrees == 0.0 => self.words("kolonne".into()),
                    true => self.words(format!("kolonne {degrees}")),
                    false => {}
                }
                self.halved(about);
            }
            Step::Unlimber { about } => {
                self.signs.push(Sign::Unlimber);
                self.halved(about);
            }
            Step::Prepare => self.signs.push(Sign::Prepare),
            Step::Halt { turns } => self.words(format!("{turns} holdt")),
            Step::SendOut { figures, chain, .. } => {
                let part = Part::new(figures.max(1) as u64, self.figures.max(1) as u64)?;
                let formation = match chain {
                    Chain::Dense => SheetFormation::DenseSkirmish,
                    Chain::Thin => SheetFormation::ThinSkirmish,
                };
                self.signs.push(Sign::Form(formation, part));
            }
            Step::SquareFront => self.words("karréfront".into()),
            Step::Recall => self.words("kæde ind".into()),
            Step::Enter => self.words("ind".into()),
            Step::Leave { toward: None } => self.words("ud".into()),
            Step::Leave { toward: Some(degrees) } => self.words(format!("ud {degrees}")),
        }
        Some(())
    }
}

fn sheet_formation(formation: Formation) -> Option<SheetFormation> {
    Some(match formation {
        Formation::Line => SheetFormation::Line,
        Formation::AttackColumn => SheetFormation::AttackColumn,
        Formation::MarchColumn => SheetFormation::MarchColumn,
        Formation::SingleColumn => SheetFormation::SingleColumn,
        Formation::Square => SheetFormation::Square,
        Formation::BattalionMass => SheetFormation::BattalionMass,
        Formation::Hob => SheetFormation::Hob,
        Formation::DenseSkirmish => SheetFormation::DenseSkirmish,
        Formation::ThinSkirmish => SheetFormation::ThinSkirmish,
        // The print has no letters for it.
        Formation::BrigadeColumn => return None,
    })
}
