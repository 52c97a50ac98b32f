//! How the run of a turn of written orders reports what happens, and throws dice that those who may know see.

/// Declares how a run reports. Every report goes to those who may know of it: of what happens to units, to those who know of them all; of a
/// unit's inner state, only to those who command it.
///
/// ```text
/// krigsspil_turn::tells! {
///     Run of Tables,          // the run, with its fields `battle`, `tables` and `desk`, and its tables
///     seats as Knows,         // the door to what a seat may know
///     cm: CM,                 // the metres of ground of a centimetre on the table
/// }
/// ```
///
/// The run says itself who meets whom (`spot`), whose private data a procedure uses (`parties`), and how dice are thrown (`throw`).
#[macro_export]
macro_rules! tells {
    ($run:ident of $tables:ty, seats as $knows:ident, cm: $cm:expr $(,)?) => {
        impl $run<'_> {
            /// A unit's id.
            pub(super) fn id(&self, unit: $crate::ids::UnitId) -> &::std::sync::Arc<str> {
                &self.battle.units[unit].id
            }

            pub(super) fn about(
                &self,
                units: &[$crate::ids::UnitId],
                more: ::serde_json::Value,
            ) -> ::serde_json::Value {
                $crate::knowledge::about(self.battle, units, more)
            }

            pub(super) fn tell_to(
                &mut self,
                what: &'static str,
                rule: &'static str,
                about: ::serde_json::Value,
                working: Option<::krigsspil_engine::battle::Working>,
                audience: ::krigsspil_engine::battle::Audience,
            ) {
                let (turn, moment) = (self.battle.turn, self.battle.moment);
                let event = ::krigsspil_engine::battle::Event {
                    turn,
                    moment,
                    what,
                    rule,
                    about,
                    working,
                    way: None,
                    audience,
                };
                self.battle.log.push(self.desk.tell(event));
            }

            /// Reports that something happened to these units; the first is the subject.
            pub(super) fn tell(
                &mut self,
                what: &'static str,
                rule: &'static str,
                units: &[$crate::ids::UnitId],
                more: ::serde_json::Value,
            ) {
                self.spot(units);
                let about = self.about(units, more);
                let told = $crate::knowledge::told(self.battle, units);
                self.tell_to(what, rule, about, None, told);
            }

            /// Reports only to those who command the unit: nobody else knows its inner state.
            pub(super) fn tell_own(
                &mut self,
                what: &'static str,
                rule: &'static str,
                unit: $crate::ids::UnitId,
                more: ::serde_json::Value,
            ) {
                let about = self.about(&[unit], more);
                let told = $crate::knowledge::own(self.battle, unit);
                self.tell_to(what, rule, about, None, told);
            }

            /// Reports to everybody.
            pub(super) fn tell_all(
                &mut self,
                what: &'static str,
                rule: &'static str,
                about: ::serde_json::Value,
            ) {
                self.tell_to(what, rule, about, None, ::krigsspil_engine::battle::Audience::All);
            }

            /// Reports a forced move with its start and end, in metres; those who do not see the end are not told it.
            pub(super) fn tell_driven(
                &mut self,
                what: &'static str,
                rule: &'static str,
                unit: $crate::ids::UnitId,
                stood: &::krigsspil_field::prelude::Placed,
                more: ::serde_json::Value,
            ) {
                use ::krigsspil_engine::battle::{Audience, SeatId};
                let stands = &self.battle.units[unit].placed;
                let (from, to) = (stood.pose().at, stands.pose().at);
                // A crowd moves by its middle, whatever front it had.
                let metres = stood.centre().distance(stands.centre());
                let Audience::Only(seats) = $crate::knowledge::told(self.battle, &[unit]) else { return };
                let sees = |seat: &SeatId| {
                    let known = $knows::of(self.battle, self.tables, seat);
                    known.side() == Some(self.battle.units[unit].side) || known.in_sight().sees(unit)
                };
                let (seeing, others): (Vec<SeatId>, Vec<SeatId>) = seats.into_iter().partition(sees);
                let mut about = self.about(&[unit], more);
                about["cm"] = ::serde_json::json!((metres / $cm * 10.0).round() / 10.0);
                about["from"] = ::serde_json::json!([from.x, from.y]);
                about["to"] = ::serde_json::json!([to.x, to.y]);
                self.tell_to(what, rule, about, None, Audience::Only(seeing));
                if !others.is_empty() {
                    let about = self.about(&[unit], ::serde_json::json!({}));
                    self.tell_to("goes_out_of_sight", rule, about, None, Audience::Only(others));
                }
            }

            /// If a unit fires at somebody its leader may not know of, he is told only about his unit: that it fired, and with what.
            pub(super) fn tell_far_off_fire(
                &mut self,
                rule: &'static str,
                units: &[$crate::ids::UnitId],
                with: ::serde_json::Value,
            ) {
                let Some(&firer) = units.first() else { return };
                let seat = self.battle.seat_of_unit(firer);
                if !$crate::knowledge::told(self.battle, units).tells(seat) {
                    self.tell_own("fires_far_off", rule, firer, with);
                }
            }

            /// Runs a procedure with the battle's dice, and reports it to those who know of the units, each with as much of the calculation
            /// as he may know. Units other than those can explain a modifier: a support.
            pub(super) fn roll_explained<P: ::krigsspil_engine::Procedure<Tables = $tables>>(
                &mut self,
                (what, rule): (&'static str, &'static str),
                units: &[$crate::ids::UnitId],
                more: ::serde_json::Value,
                facts: &P,
                explained: &[(&'static ::krigsspil_engine::Modifier, &[$crate::ids::UnitId])],
            ) -> Result<P::Outcome, ::krigsspil_engine::Fault> {
                self.spot(units);
                let (outcome, thrown) = self.throw(units, facts)?;
                let parties = $crate::knowledge::Parties { explained, ..self.parties(units) };
                let working = thrown.working::<P>(self.battle, parties, &outcome);
                let about = self.about(units, more);
                let told = $crate::knowledge::told(self.battle, units);
                self.tell_to(what, rule, about, Some(working), told);
                Ok(outcome)
            }

            /// The same for something that only those who command the unit may know: the calculation contains what is on its papers.
            pub(super) fn roll_own<P: ::krigsspil_engine::Procedure<Tables = $tables>>(
                &mut self,
                (what, rule): (&'static str, &'static str),
                unit: $crate::ids::UnitId,
                more: ::serde_json::Value,
                facts: &P,
            ) -> Result<P::Outcome, ::krigsspil_engine::Fault> {
                let (outcome, thrown) = self.throw(&[unit], facts)?;
                let working = thrown.working::<P>(self.battle, self.parties(&[unit]), &outcome);
                let about = self.about(&[unit], more);
                let told = $crate::knowledge::own(self.battle, unit);
                self.tell_to(what, rule, about, Some(working), told);
                Ok(outcome)
            }

            /// The same for something that is nobody's private data, for this audience.
            pub(super) fn roll_to<P: ::krigsspil_engine::Procedure<Tables = $tables>>(
                &mut self,
                (what, rule): (&'static str, &'static str),
                audience: ::krigsspil_engine::battle::Audience,
                about: ::serde_json::Value,
                facts: &P,
            ) -> Result<P::Outcome, ::krigsspil_engine::Fault> {
                let (outcome, thrown) = self.throw(&[], facts)?;
                let working =
                    thrown.working::<P>(self.battle, $crate::knowledge::Parties::default(), &outcome);
                self.tell_to(what, rule, about, Some(working), audience);
                Ok(outcome)
            }

            /// The same for something that only one seat knows.
            pub(super) fn roll_for_seat<P: ::krigsspil_engine::Procedure<Tables = $tables>>(
                &mut self,
                event: (&'static str, &'static str),
                seat: ::krigsspil_engine::battle::SeatId,
                about: ::serde_json::Value,
                facts: &P,
            ) -> Result<P::Outcome, ::krigsspil_engine::Fault> {
                self.roll_to(event, ::krigsspil_engine::battle::Audience::Only(vec![seat]), about, facts)
            }

            /// Uses an earlier throw once more.
            pub(super) fn reread<P: ::krigsspil_engine::Procedure<Tables = $tables>>(
                &mut self,
                (what, rule): (&'static str, &'static str),
                units: &[$crate::ids::UnitId],
                (faces, more): (impl AsRef<[i32]>, ::serde_json::Value),
                facts: &P,
            ) -> Result<P::Outcome, ::krigsspil_engine::Fault> {
                let faces: Vec<i64> = faces.as_ref().iter().map(|&face| face.into()).collect();
                let dice = ::krigsspil_engine::dice::ScriptedDice::new(&faces);
                let (outcome, thrown) = $crate::knowledge::Thrown::of(facts, self.tables, dice)?;
                self.spot(units);
                let working = thrown.working::<P>(self.battle, self.parties(units), &outcome);
                let about = self.about(units, more);
                let told = $crate::knowledge::told(self.battle, units);
                self.tell_to(what, rule, about, Some(working), told);
                Ok(outcome)
            }
        }
    };
}
