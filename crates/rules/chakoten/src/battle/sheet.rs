//! The order sheet (§08.03.3 and its appendix): reads the players' own letters and arrows into orders, and writes them from orders.
//!
//! The sheet lies with its lower edge toward the player's own base line, so an arrow up points away from it whatever the map says. The
//! letters are those of [`order_sheet`](crate::order_sheet). What the print leaves to free text is written in quotes: `"støtter b1"`
//! (supports), `"mål r1"` (target), `"indskydning"` (ranging only). Lengths, turns and halts have no printed sign; they are written in
//! quotes too (`"6 cm"` belongs to the arrow before it).

mod writing;

use krigsspil_engine::battle::{Landmark, Moment as At, OwnUnit, Place, SeenUnit};
use krigsspil_engine::{Filling, Sentence};

use super::order::{Chain, Formation, Hand, LIMBER, Marches, Massed, Step, UNLIMBER, UnitOrder, When};
use super::state::{Branch, Unit};
use super::wordings::*;
use crate::order_sheet::{
    Entry, Heading, MarchStep, Misread, Moment, Notation, Part, SheetFormation, Step as Sign,
};
use crate::procedures::orders::refused;
use crate::vocabulary::Order;

pub use writing::{entry, write};

fn misread(fault: Misread) -> Sentence {
    SHEET_AT.with([("reason", Filling::Fault(refused(fault)))])
}

/// Degrees of an arrow on the sheet.
fn degrees(heading: Heading) -> f64 {
    match heading {
        Heading::Forward => 0.0,
        Heading::ForwardRight => 45.0,
        Heading::Right => 90.0,
        Heading::BackRight => 135.0,
        Heading::Back => 180.0,
        Heading::BackLeft => 225.0,
        Heading::Left => 270.0,
        Heading::ForwardLeft => 315.0,
    }
}

/// Degrees the short way round, right positive.
fn short(degrees: f64) -> f64 {
    let around = degrees.rem_euclid(360.0);
    if around > 180.0 { around - 360.0 } else { around }
}

/// Reads an entry of the sheet in the print's letters, for a side whose home is at this bearing from north, and this unit.
pub fn read(entry: &str, home: f64, unit: &Unit) -> Result<UnitOrder, Sentence> {
    let facing = unit.placed.pose().facing.as_degrees();
    let on_foot = unit.branch == Branch::Infantry || unit.unlimbered();
    if entry.trim() == "R" && unit.order == Order::Disorder {
        return Ok(retires(on_foot));
    }
    read_for(entry, home, facing, on_foot, unit.figures)
}

/// R: a unit in U goes back, facing the enemy if it can, otherwise turned about (ruling 23).
fn retires(on_foot: bool) -> UnitOrder {
    let steps = if on_foot {
        vec![Step::Back { cm: None, turns: None }]
    } else {
        vec![Step::About, Step::Ahead { cm: None, turns: None, attack: false, storm: false }]
    };
    UnitOrder::Move { steps, target: None, support: None }
}

/// X stands alone, but the unit that stands may be told in words whom it supports.
fn words_after_x(entry: &str) -> &str {
    let words = entry.trim_start().strip_prefix('X').map(|after| after.trim_start_matches([' ', ',', ';']));
    words.filter(|words| words.starts_with('"')).unwrap_or(entry)
}

/// The same for a unit with this facing, which may back and turn about its middle or not, of so many figures.
pub fn read_for(
    entry: &str,
    home: f64,
    facing: f64,
    on_foot: bool,
    figures: i32,
) -> Result<UnitOrder, Sentence> {
    let words = words_after_x(entry);
    let stands = words.len() < entry.len();
    let entry = Entry::read(words, Notation::Danish).map_err(misread)?;
    let mut reading = Reading {
        up: home + 180.0,
        facing,
        on_foot,
        figures,
        steps: Vec::new(),
        fire: None,
        target: None,
        support: None,
        also: None,
        ranging: false,
        split: None,
        marches: Marches::Rest,
        join: None,
        wagon: None,
        bombards: None,
        work: None,
    };
    for sign in &entry.steps {
        reading.sign(sign)?;
    }
    let order = reading.order();
    match order {
        UnitOrder::Stand { .. } => Ok(order),
        _ if stands => Err(SHEET_TEXT.with([("given", "X".into())])),
        _ => Ok(order),
    }
}

struct Reading {
    up: f64,
    facing: f64,
    on_foot: bool,
    figures: i32,
    steps: Vec<Step>,
    fire: Option<When>,
    target: Option<SeenUnit>,
    support: Option<OwnUnit>,
    also: Option<SeenUnit>,
    ranging: bool,
    /// A part that stands off, the unit it joins, the wagon it draws from.
    split: Option<(i32, Hand)>,
    marches: Marches,
    join: Option<OwnUnit>,
    wagon: Option<OwnUnit>,
    /// The place of the building it fires at.
    bombards: Option<Place>,
    /// Its work (chapter 19).
    work: Option<UnitOrder>,
}

impl Reading {
    fn order(self) -> UnitOrder {
        let Reading {
            steps,
            fire,
            target,
            support,
            also,
            ranging,
            split,
            marches,
            join,
            wagon,
            bombards,
            work,
            ..
        } = self;
        if let Some((figures, hand)) = split {
            return UnitOrder::Split { figures, hand, marches, steps };
        }
        if let Some(with) = join {
            return UnitOrder::Join { with };
        }
        if let Some(wagon) = wagon {
            return UnitOrder::Resupply { wagon };
        }
        if let Some(work) = work {
            return work;
        }
        if let Some(place) = bombards {
            return UnitOrder::Bombard { place };
        }
        match fire {
            Some(when) => UnitOrder::Fire { when, target, also, ranging, steps },
            None if steps.is_empty() => UnitOrder::Stand { support },
            None => UnitOrder::Move { steps, target, support },
        }
    }

    fn sign(&mut self, sign: &Sign) -> Result<(), Sentence> {
        match sign {
            Sign::Stand => {}
            Sign::March(march) => self.march(march)?,
            Sign::Form(formation, part) => self.form(*formation, *part)?,
            Sign::Unlimber => self.steps.push(UNLIMBER),
            Sign::Limber => self.steps.push(LIMBER),
            Sign::Prepare => self.steps.push(Step::Prepare),
            Sign::Fire(moment) => {
                if self.fire.is_some() {
                    return Err(SHEET_FIRES_TWICE.into());
                }
                self.fire = Some(when(moment));
            }
            Sign::Retreat | Sign::Flee => return Err(SHEET_FORCED.into()),
            Sign::Text(text) => self.text(text)?,
        }
        Ok(())
    }

    /// An arrow along the front means ahead; against it, backward for those who can, otherwise after facing about; any other a pivot and
    /// then ahead (appendix on order sheets).
    fn march(&mut self, march: &MarchStep) -> Result<(), Sentence> {
        if march.unit != Part::WHOLE {
            self.part_marches(march)?;
        }
        let turns = march.turn.map(Part::value).filter(|turns| *turns < 1.0);
        let off = short(self.up + degrees(march.heading) - self.facing);
        if (off.abs() - 180.0).abs() < 0.01 {
            if self.on_foot && !march.attack && !march.curved {
                self.steps.push(Step::Back { cm: None, turns });
                return Ok(());
            }
            self.steps.push(Step::About);
            self.facing += 180.0;
        } else if off.abs() >= 0.01 {
            self.steps.push(Step::Pivot { degrees: off });
            self.facing += off;
        }
        self.steps.push(Step::Ahead { cm: None, turns, attack: march.attack, storm: march.storm });
        Ok(())
    }

    /// A part before an arrow: so much of the unit marches that way, on the side to which it goes; the rest stands (appendix on order
    /// sheets).
    fn part_marches(&mut self, march: &MarchStep) -> Result<(), Sentence> {
        if self.split.is_some() || !self.steps.is_empty() || march.attack {
            return Err(SHEET_PART.into());
        }
        let figures = (f64::from(self.figures) * march.unit.value()).round() as i32;
        let right = short(self.up + degrees(march.heading) - self.facing) > 0.0;
        self.split = Some((figures.max(1), if right { Hand::Right } else { Hand::Left }));
        self.marches = Marches::Part;
        Ok(())
    }

    fn form(&mut self, formation: SheetFormation, part: Part) -> Result<(), Sentence> {
        let chain = match formation {
            SheetFormation::DenseSkirmish => Some(Chain::Dense),
            SheetFormation::ThinSkirmish => Some(Chain::Thin),
            _ => None,
        };
        if part != Part::WHOLE {
            let chain = chain.ok_or(SHEET_PART)?;
            let figures = (f64::from(self.figures) * part.value() + 1.0e-9).floor() as i32;
            self.steps.push(Step::SendOut { figures: figures.max(3), chain, cm: 8.0 });
            return Ok(());
        }
        let formation = match formation {
            SheetFormation::Line => Formation::Line,
            SheetFormation::Square => Formation::Square,
            SheetFormation::MarchColumn => Formation::MarchColumn,
            SheetFormation::SingleColumn => Formation::SingleColumn,
            SheetFormation::Hob => Formation::Hob,
            SheetFormation::BattalionMass => Formation::BattalionMass,
            SheetFormation::AttackColumn => Formation::AttackColumn,
            SheetFormation::DenseSkirmish => Formation::DenseSkirmish,
            SheetFormation::ThinSkirmish => Formation::ThinSkirmish,
        };
        self.steps.push(Step::Form { formation });
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Sentence> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some(work) = super::works_sheet::read(&words) {
            self.work = Some(work);
            return Ok(());
        }
        let no_such = || SHEET_TEXT.with([("given", text.into())]);
        match words[..] {
            ["støtter" | "supports", unit] => self.support = Some(OwnUnit::from(unit)),
            ["mål" | "target", unit] => self.target = Some(SeenUnit::from(unit)),
            ["også" | "also", unit] => self.also = Some(SeenUnit::from(unit)),
            ["saml" | "join", unit] => self.join = Some(OwnUnit::from(unit)),
            ["ammunition", wagon] => self.wagon = Some(OwnUnit::from(wagon)),
            ["del" | "split", number, hand @ ("venstre" | "left" | "højre" | "right")] => {
                let hand = if matches!(hand, "venstre" | "left") { Hand::Left } else { Hand::Right };
                self.split = Some((number.parse().map_err(|_| no_such())?, hand));
            }
            ["delen" | "part"] => self.marches = Marches::Part,
            ["ind" | "enter"] => self.steps.push(Step::Enter),
            ["ud" | "leave"] => self.steps.push(Step::Leave { toward: None }),
            ["ud" | "leave", degrees] => {
                let degrees = degrees.parse().map_err(|_| no_such())?;
                self.steps.push(Step::Leave { toward: Some(degrees) });
            }
            ["bygning" | "building" | "sted" | "place", east, north] => {
                let metres = |number: &str| number.parse::<f64>().map_err(|_| no_such());
                self.bombards = Some(Place([metres(east)?, metres(north)?]));
            }
            ["indskydning" | "ranging"] => self.ranging = true,
            ["kolonne" | "column", ref degrees @ ..] if degrees.len() <= 1 => {
                let turn =
                    degrees.first().map_or(Ok(0.0), |degrees| degrees.parse().map_err(|_| no_such()))?;
                let Some(Step::Limber { column, degrees, .. }) = self.steps.last_mut() else {
                    return Err(no_such());
                };
                (*column, *degrees) = (true, turn);
            }
            ["brigadekolonne" | "brigade_column"] => {
                self.steps.push(Step::Form { formation: Formation::BrigadeColumn });
            }
            ["brigadekolonne" | "brigade_column", unit] => self.work = Some(mass(unit, Massed::Column)),
            ["brigadekarré" | "brigade_square", unit] => self.work = Some(mass(unit, Massed::Square)),
            ["opløs" | "disband"] => self.work = Some(UnitOrder::Disband),
            ["karréfront" | "square_front"] => self.steps.push(Step::SquareFront),
            ["halvvending" | "half_turn"] => match self.steps.last_mut() {
                Some(Step::Limber { about, .. } | Step::Unlimber { about }) => *about = true,
                _ => return Err(no_such()),
            },
            ["kæde" | "skirmishers", "ind" | "in"] => self.steps.push(Step::Recall),
            ["vend" | "about"] => {
                self.steps.push(Step::About);
                self.facing += 180.0;
            }
            [number, unit] => {
                let number: f64 = number.replace(',', ".").parse().map_err(|_| no_such())?;
                self.measured(number, unit).ok_or_else(no_such)?;
            }
            [hand @ ("venstre" | "left" | "højre" | "right"), number, "cm"] => {
                let hand = if matches!(hand, "venstre" | "left") { Hand::Left } else { Hand::Right };
                let cm: f64 = number.parse().map_err(|_| no_such())?;
                self.steps.push(Step::Sideways { hand, cm: Some(cm), turns: None });
            }
            _ => return Err(no_such()),
        }
        Ok(())
    }

    /// A length for the arrow before it, a turn of the front, or a halt.
    fn measured(&mut self, number: f64, unit: &str) -> Option<()> {
        match (unit, self.steps.last_mut()) {
            ("cm", Some(Step::Ahead { cm, turns: None, .. } | Step::Back { cm, turns: None })) => {
                *cm = Some(number)
            }
            ("grader" | "degrees", _) => {
                self.facing += number;
                let step = if self.on_foot {
                    Step::Wheel { degrees: number }
                } else {
                    Step::Pivot { degrees: number }
                };
                self.steps.push(step);
            }
            ("pivot", _) => {
                self.facing += number;
                self.steps.push(Step::Pivot { degrees: number });
            }
            ("holdt" | "halt", _) => self.steps.push(Step::Halt { turns: number }),
            _ => return None,
        }
        Some(())
    }
}

fn mass(with: &str, massed: Massed) -> UnitOrder {
    UnitOrder::Mass { with: OwnUnit::from(with), massed }
}

/// The moment or event of a fire: `før indbrud` is fire before break-in, with the unit it concerns; anything else a place on the map.
fn when(moment: &Moment) -> When {
    match moment {
        Moment::Start => When::AtOnce,
        Moment::At(part) => When::At { moment: At(part.value()) },
        Moment::On(event) => {
            let of = ["før indbrud", "before break-in"].iter().find_map(|words| event.strip_prefix(words));
            match of {
                Some(unit) => {
                    let unit = unit.trim();
                    When::BeforeBreakIn { of: (!unit.is_empty()).then(|| OwnUnit::from(unit)) }
                }
                None => When::EnemyPasses { place: Landmark::from(event.as_str()) },
            }
        }
    }
}
