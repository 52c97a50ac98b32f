//! What the API's document says of things that are declared elsewhere: the parts of a battle, which the battle language declares, and pairs of
//! numbers. Nothing here has a value: these types only give the document their names.

use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Two numbers: metres east and north of the table's south-west corner, or metres along a line and metres of height.
#[derive(Debug)]
pub(crate) enum Pair {}

impl PartialSchema for Pair {
    fn schema() -> RefOr<Schema> {
        let number = || Schema::Object(ObjectBuilder::new().schema_type(Type::Number).build());
        let pair = ArrayBuilder::new().prefix_items([number(), number()]).items(ArrayItems::False);
        pair.min_items(Some(2)).max_items(Some(2)).into()
    }
}

impl ToSchema for Pair {}

/// A part of a battle: the document has its schema from the battle language.
macro_rules! parts_of_a_battle {
    ($($(#[$about:meta])* $name:ident),* $(,)?) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub(crate) enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                RefOr::Ref(Ref::from_schema_name(stringify!($name)))
            }
        }

        impl ToSchema for $name {}
    )*};
}

parts_of_a_battle! {
    /// What a seat sees.
    View,
    /// What a seat has to decide.
    Prompt,
    /// An event, as a seat is told it.
    Told,
    /// What would come of an action.
    Preview,
    /// What a seat does.
    Action,
}
