//! Checks a force against its list, and reports each broken limit.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::batteries::{Allowance, UnitCounts};
use super::force_entries::{ForceEntries, ForceEntry};
use super::list::{Army, Column, Limit, ListedUnit, Segment};
use super::modifiers::*;
use super::shared::Text;
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// A force chosen from one column, and its allies.
    pub struct ValidateForce {
        nation: Nation, "army.lists";
        period: Period, "army.lists";
        year: i32 [0..=1820] = 0, "army.R46";
        home_country: bool = false, "portugal.note.1";
        units: ForceEntries [1..=60];
        other_battalions: i32 [0..=9999] = 0, "army.R27";
        other_cavalry_regiments: i32 [0..=9999] = 0, "army.R27";
        other_guard_battalions: i32 [0..=9999] = 0, "army.R27";
        other_guard_cavalry_regiments: i32 [0..=9999] = 0, "army.R27";
        other_castings: i32 [0..=99999] = 0, "army.R31";
    }
}

krigsspil_engine::outcome! {
    /// The totals of the force, and what is wrong with it.
    pub struct ValidateForceResult {
        valid: bool;
        violations: Vec<Violation>;
        totals: ForceTotals;
        counted: UnitCounts;
        force_castings: i32;
        percent_base: i32;
        batteries: Vec<DeployedBattery>;
    }

    /// One broken limit.
    pub struct Violation {
        code: ViolationCode;
        unit: Text;
        found: i32;
        limit: i32;
        severity: Severity;
    }

    /// The totals of the listed units.
    pub struct ForceTotals {
        battalions: i32;
        cavalry_regiments: i32;
        attached_squadrons: i32;
        guard_battalions: i32;
        guard_cavalry_regiments: i32;
        infantry_castings: i32;
        cavalry_castings: i32;
        castings: i32;
        batteries: i32;
        guns: i32;
        howitzers: i32;
    }

    /// A battery row of the force.
    pub struct DeployedBattery {
        name: Text;
        deployed: i32;
        available: Option<i32>;
        by_ratio: Option<i32>;
        allowed: Option<i32>;
    }
}

impl Procedure for ValidateForce {
    type Tables = Tables;
    type Outcome = ValidateForceResult;
    const ABOUT: About = About {
        name: "validate_force",
        group: Group::Army,
        dice: "",
        cites: &[
            "army.lists",
            "army.def.ratio",
            "army.def.att",
            "10.7",
            "army.R10",
            "army.R22",
            "army.R28",
            "army.R30",
            "army.R31",
            "army.R32",
            "army.R33",
            "army.R34",
            "army.R48",
            "army.R55",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ValidateForceResult, Fault> {
        let army = tables.armies.army(self.nation);
        let column = army.column(self.period)?;
        if self.year != 0 && !column.holds(self.year) {
            return Err(Fault::refused("year", &YEAR_OUTSIDE_COLUMN));
        }
        let others = UnitCounts {
            battalions: self.other_battalions,
            cavalry_regiments: self.other_cavalry_regiments,
            guard_battalions: self.other_guard_battalions,
            guard_cavalry_regiments: self.other_guard_cavalry_regiments,
        }
        .checked("other_")?;

        let mut violations = Violations::default();
        let fielded = self.muster(army, column, &mut violations, report);
        let totals = fielded.totals();
        let counted = UnitCounts {
            battalions: totals.battalions + report.add(&ALLIED_BATTALIONS, others.battalions),
            cavalry_regiments: totals.cavalry_regiments
                + report.add(&ALLIED_CAVALRY, others.cavalry_regiments),
            guard_battalions: totals.guard_battalions + others.guard_battalions,
            guard_cavalry_regiments: totals.guard_cavalry_regiments + others.guard_cavalry_regiments,
        };
        let force_castings = totals.castings + report.add(&ALLIED_CASTINGS, self.other_castings);
        let percent_base = fielded.share_base(army).unwrap_or(force_castings);

        let batteries = self.check_rows(&fielded, &counted, percent_base, &mut violations, report);
        self.check_hosts(column, &totals, &mut violations);
        check_limits(army, &fielded, force_castings, &mut violations);
        Ok(ValidateForceResult {
            valid: violations.0.iter().all(|violation| violation.severity != Severity::Must),
            violations: violations.0,
            totals,
            counted,
            force_castings,
            percent_base,
            batteries,
        })
    }
}

/// What is wrong, in the order in which it is found.
#[derive(Default)]
struct Violations(Vec<Violation>);

impl Violations {
    fn must(&mut self, code: ViolationCode, unit: impl Into<Text>, found: i32, limit: i32) {
        self.0.push(Violation { code, unit: unit.into(), found, limit, severity: Severity::Must });
    }

    fn should(&mut self, code: ViolationCode, unit: impl Into<Text>, found: i32, limit: i32) {
        self.0.push(Violation { code, unit: unit.into(), found, limit, severity: Severity::Should });
    }
}

/// What the force has of one row, all entries together.
#[derive(Clone, Copy, Default)]
struct Share {
    count: i32,
    battalions: i32,
    castings: i32,
}

/// What the force has of each row of a column.
struct Fielded<'a> {
    column: &'a Column,
    shares: Vec<Share>,
}

impl<'a> Fielded<'a> {
    /// The rows of the force, in the order of the list.
    fn rows(&self) -> impl Iterator<Item = (&'a ListedUnit, Share)> {
        let shares = self.column.rows.iter().zip(&self.shares);
        shares.filter(|(_, share)| share.count > 0).map(|(row, share)| (&**row, *share))
    }

    /// What the force has of the row with this name.
    fn share(&self, name: &str) -> Share {
        self.column.place(name).map_or(Share::default(), |place| self.shares[place])
    }

    fn castings(&self, segment: &Segment) -> i32 {
        segment.rows.iter().map(|row| self.share(row).castings).sum()
    }

    /// The castings that percentages are based on, if they are not the whole force (§army.R33).
    fn share_base(&self, army: &Army) -> Option<i32> {
        army.limits.iter().find_map(|limit| match limit {
            Limit::ShareBase(segment) => Some(self.castings(segment)),
            _ => None,
        })
    }

    fn totals(&self) -> ForceTotals {
        let sum = |of: fn(&ListedUnit, Share) -> i32| self.rows().map(|(row, share)| of(row, share)).sum();
        let infantry_castings =
            sum(|row, share| if row.arm == ListedArm::Infantry { share.castings } else { 0 });
        let cavalry_castings =
            sum(|row, share| if row.arm == ListedArm::Cavalry { share.castings } else { 0 });
        ForceTotals {
            battalions: sum(|_, share| share.battalions),
            cavalry_regiments: sum(|row, share| if row.is_cavalry_regiment() { share.count } else { 0 }),
            attached_squadrons: sum(|row, share| if row.is_attached_squadron() { share.count } else { 0 }),
            guard_battalions: sum(|row, share| if row.guard { share.battalions } else { 0 }),
            guard_cavalry_regiments: sum(|row, share| {
                if row.guard && row.is_cavalry_regiment() { share.count } else { 0 }
            }),
            infantry_castings,
            cavalry_castings,
            castings: infantry_castings + cavalry_castings,
            batteries: sum(|row, share| if row.arm.is_battery() { share.count } else { 0 }),
            guns: sum(|row, share| share.count * row.guns_max.unwrap_or(0)),
            howitzers: sum(|row, share| share.count * row.howitzers.unwrap_or(0)),
        }
    }
}

impl ValidateForce {
    /// Assigns each entry to its row and reports what is wrong with the entry itself.
    fn muster<'a>(
        &self,
        army: &Army,
        column: &'a Column,
        violations: &mut Violations,
        report: &mut impl Listener,
    ) -> Fielded<'a> {
        let mut shares = vec![Share::default(); column.rows.len()];
        for entry in self.units.iter() {
            let Some(place) = column.place(&entry.name) else {
                violations.must(ViolationCode::NotListed, entry.name.as_str(), entry.count, 0);
                continue;
            };
            let row = &column.rows[place];
            let [from, to] = row.years;
            if self.year != 0 && !(from..=to).contains(&self.year) {
                let nearer = if self.year < from { from } else { to };
                violations.must(ViolationCode::NotInYear, &row.name, self.year, nearer);
            }
            let battalions = battalions_of(entry, row, violations);
            let converged = self.converged_size(army, column, row);
            if let Some(castings) = converged {
                report.set(&CONVERGED_LINE, castings);
            }
            let size = size_of(entry, row, converged, violations);
            let share = &mut shares[place];
            share.count += entry.count;
            share.battalions += battalions;
            share.castings += castings_of(entry.count, battalions, size, row);
        }
        Fielded { column, shares }
    }

    /// The size of the row if another row of the force determines it (§army.R48).
    fn converged_size(&self, army: &Army, column: &Column, unit: &ListedUnit) -> Option<i32> {
        army.limits.iter().find_map(|limit| match limit {
            Limit::ConvergedLine { row, with, castings }
                if *row == unit.name
                    && column.place(with).is_some()
                    && self.units.iter().any(|entry| *entry.name == **with) =>
            {
                Some(*castings)
            }
            _ => None,
        })
    }

    /// Checks each row of the force separately, and lists its batteries.
    fn check_rows(
        &self,
        fielded: &Fielded,
        counted: &UnitCounts,
        percent_base: i32,
        violations: &mut Violations,
        report: &mut impl Listener,
    ) -> Vec<DeployedBattery> {
        let mut batteries = Vec::new();
        for (row, Share { count, castings, .. }) in fielded.rows() {
            if let Some(limit) = row.limit_in(self.year).filter(|limit| count > *limit) {
                violations.must(ViolationCode::OverAvailable, &row.name, count, limit);
            }
            if row.arm.is_battery() {
                let Allowance { by_ratio, allowed, .. } = Allowance::of(row, counted, report);
                if let Some(limit) = by_ratio.filter(|limit| count > *limit) {
                    violations.must(ViolationCode::OverRatio, &row.name, count, limit);
                }
                let (name, available) = (row.name.clone(), row.limit);
                batteries.push(DeployedBattery { name, deployed: count, available, by_ratio, allowed });
            }
            if row.home_only && !self.home_country {
                violations.must(ViolationCode::HomeOnly, &row.name, count, 0);
            }
            if let Some(percent) = row.percent_max {
                let limit = at_most(percent, percent_base);
                if castings > limit {
                    violations.must(ViolationCode::OverPercent, &row.name, castings, limit);
                }
            }
        }
        batteries
    }

    /// Each attached squadron needs a host; if the column has no cavalry of its own, an ally's cavalry may be the host (§army.R30).
    fn check_hosts(&self, column: &Column, totals: &ForceTotals, violations: &mut Violations) {
        let own_cavalry = column.rows.iter().any(|row| row.is_cavalry_regiment());
        let allied = if own_cavalry { 0 } else { self.other_cavalry_regiments };
        let hosts = totals.cavalry_regiments + allied;
        if totals.attached_squadrons > hosts {
            violations.must(ViolationCode::AttachedWithoutHost, "", totals.attached_squadrons, hosts);
        }
    }
}

/// The battalions of an entry: all of them, or fewer from its regiments if the list counts regiments.
fn battalions_of(entry: &ForceEntry, row: &ListedUnit, violations: &mut Violations) -> i32 {
    let all = entry.count * row.battalions_each;
    let full = row.battalions_cap.map_or(all, |cap| all.min(cap));
    let by_regiment = row.arm == ListedArm::Infantry && row.counted_in == CountedIn::Regiment;
    let least = if by_regiment { entry.count } else { full };
    match entry.battalions {
        0 => full,
        battalions if (least..=full).contains(&battalions) => battalions,
        battalions => {
            violations.must(ViolationCode::Battalions, &row.name, battalions, full);
            full
        }
    }
}

/// The castings of one unit of an entry: the owner's choice, or the first option; a battery has none.
fn size_of(entry: &ForceEntry, row: &ListedUnit, converged: Option<i32>, violations: &mut Violations) -> i32 {
    let options = converged.as_ref().map_or(&row.castings[..], std::slice::from_ref);
    let first = options.first().copied().unwrap_or(0);
    if entry.castings == 0 || options.contains(&entry.castings) {
        return if entry.castings == 0 { first } else { entry.castings };
    }
    violations.must(ViolationCode::Castings, &row.name, entry.castings, first);
    first
}

/// The castings of a whole entry.
fn castings_of(count: i32, battalions: i32, size: i32, row: &ListedUnit) -> i32 {
    if row.arm != ListedArm::Infantry || row.counted_in == CountedIn::Company {
        return count * size;
    }
    let Some(sizes) = row.castings_by_battalion else { return battalions * size };
    // The first battalions of all regiments are filled before the second, and the second before the third (§army.R43).
    let firsts = battalions.min(count);
    let seconds = (battalions - firsts).min(count);
    firsts * sizes[0] + seconds * sizes[1] + (battalions - firsts - seconds) * sizes[2]
}

/// Checks the limits on the list as a whole.
fn check_limits(army: &Army, fielded: &Fielded, force_castings: i32, violations: &mut Violations) {
    for limit in &army.limits {
        match limit {
            Limit::Exclusive { row, excludes } if fielded.share(row).count > 0 => {
                for excluded in excludes {
                    let found = fielded.share(excluded).count;
                    if found > 0 {
                        violations.must(ViolationCode::Exclusive, excluded, found, 0);
                    }
                }
            }
            Limit::MinShare { segment, percent } => {
                let (found, least) = (fielded.castings(segment), at_least(*percent, force_castings));
                if found < least {
                    violations.must(ViolationCode::SegmentMinimum, &segment.id, found, least);
                }
            }
            Limit::ShareRange { segment, least, most }
                if segment.rows.iter().any(|row| fielded.share(row).count > 0) =>
            {
                let found = fielded.castings(segment);
                let (least, most) = (at_least(*least, force_castings), at_most(*most, force_castings));
                if found < least {
                    violations.should(ViolationCode::ShareLow, &segment.id, found, least);
                }
                if found > most {
                    violations.should(ViolationCode::ShareHigh, &segment.id, found, most);
                }
            }
            _ => {}
        }
    }
}

/// The most castings that are at most this percentage.
fn at_most(percent: i32, castings: i32) -> i32 {
    (i64::from(percent) * i64::from(castings) / 100) as i32
}

/// The fewest castings that are at least this percentage.
fn at_least(percent: i32, castings: i32) -> i32 {
    ((i64::from(percent) * i64::from(castings) + 99) / 100) as i32
}
