//! Knowledge together with the tables of a rule set.

/// Declares what a seat may know of a battle of one rule set: the common [`Knowledge`](crate::knowledge::Knowledge), and the tables. The
/// rule set adds methods in the module that declares it. Nobody outside that module can reach the battle behind it.
///
/// ```text
/// krigsspil_turn::knows! {
///     /// What a seat may know of a battle of these rules.
///     pub struct Knows of Battle with Tables;
/// }
/// ```
#[macro_export]
macro_rules! knows {
    ($(#[$doc:meta])* pub struct $knows:ident of $battle:ident with $tables:ty;) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $knows<'a> {
            door: $crate::knowledge::Knowledge<'a, $battle>,
            battle: &'a $battle,
            tables: &'a $tables,
        }

        impl<'a> ::std::ops::Deref for $knows<'a> {
            type Target = $crate::knowledge::Knowledge<'a, $battle>;

            fn deref(&self) -> &Self::Target {
                &self.door
            }
        }

        impl<'a> $knows<'a> {
            /// What this seat may know.
            pub fn of(
                battle: &'a $battle,
                tables: &'a $tables,
                seat: &::krigsspil_engine::battle::SeatId,
            ) -> Self {
                $knows { door: $crate::knowledge::Knowledge::of(battle, seat), battle, tables }
            }

            /// The same by the number of the seat.
            pub fn of_seat(battle: &'a $battle, tables: &'a $tables, seat: $crate::ids::SeatNo) -> Self {
                $knows { door: $crate::knowledge::Knowledge::of_seat(battle, seat), battle, tables }
            }

            /// What the player of a unit may know, and that unit.
            pub fn of_commander(
                battle: &'a $battle,
                tables: &'a $tables,
                unit: $crate::ids::UnitId,
            ) -> (Self, Own<'a>) {
                let (door, own) = $crate::knowledge::Knowledge::of_commander(battle, unit);
                ($knows { door, battle, tables }, own)
            }

            /// Everything, for the turn itself.
            pub fn everything(battle: &'a $battle, tables: &'a $tables) -> Self {
                $knows { door: $crate::knowledge::Knowledge::everything(battle), battle, tables }
            }

            /// The printed tables, or the club's.
            pub fn tables(&self) -> &'a $tables {
                self.tables
            }
        }

        /// A unit that a seat may read completely.
        pub type Own<'a> = $crate::knowledge::Own<'a, <$battle as $crate::knowledge::Shows>::Unit>;
    };
}
