//! A number for all that a value writes of itself, many times faster than its digest. It is for comparisons within one run of the program:
//! is a state what it was, is a seat sent the same? What is kept or told has a [`digest`](super::digest).

use serde::Serialize;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// The fingerprint of a value. Two values that write the same JSON have the same; two that do not have hardly ever.
pub fn fingerprint(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut print = Print(0);
    match value.serialize(&mut print) {
        Ok(()) => print.0,
        // As with a digest: what cannot be written is nothing.
        Err(_) => 0,
    }
}

struct Print(u64);

/// What stands before a value, so that values side by side cannot be taken for others.
#[derive(Clone, Copy)]
enum Mark {
    Nothing = 1,
    Bool,
    Negative,
    Number,
    Float,
    Text,
    List,
    Fields,
    Field,
    End,
}

impl Print {
    /// Folds eight bytes in: the long product with a number without a pattern, its halves laid over each other.
    fn fold(&mut self, bits: u64) {
        let product = u128::from(self.0 ^ bits ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn mark(&mut self, mark: Mark) {
        self.fold(mark as u64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.fold(bytes.len() as u64);
        for eight in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            self.fold(u64::from_le_bytes(word));
        }
    }

    fn text(&mut self, mark: Mark, text: &str) {
        self.mark(mark);
        self.bytes(text.as_bytes());
    }

    fn opened(&mut self, mark: Mark) -> Result<&mut Self, Unwritable> {
        self.mark(mark);
        Ok(self)
    }

    /// The only field of a value that is named: `{"name": …}`.
    fn named(&mut self, name: &str) {
        self.mark(Mark::Fields);
        self.text(Mark::Field, name);
    }

    fn closed(&mut self) -> Result<(), Unwritable> {
        self.mark(Mark::End);
        Ok(())
    }
}

/// A value says that it cannot be written.
#[derive(Debug)]
struct Unwritable;

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("it cannot be written")
    }
}

impl std::error::Error for Unwritable {}

impl Error for Unwritable {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Unwritable
    }
}

type Done = Result<(), Unwritable>;

/// Numbers as JSON has them: 1 is 1 whatever its type, and nothing below zero is taken for something above.
macro_rules! numbers {
    ($($method:ident: $type:ty),*) => {$(
        fn $method(self, number: $type) -> Done {
            let number = i128::from(number);
            self.mark(if number < 0 { Mark::Negative } else { Mark::Number });
            self.fold(number as u64);
            Ok(())
        }
    )*};
}

impl Serializer for &mut Print {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers!(
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64
    );

    fn serialize_bool(self, value: bool) -> Done {
        self.mark(Mark::Bool);
        self.fold(u64::from(value));
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Done {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Done {
        self.mark(Mark::Float);
        self.fold(number.to_bits());
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Done {
        self.text(Mark::Text, letter.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.text(Mark::Text, text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.mark(Mark::List);
        self.bytes(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.mark(Mark::Nothing);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.named(variant);
        value.serialize(&mut *self)?;
        self.closed()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Unwritable> {
        self.opened(Mark::List)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Unwritable> {
        self.opened(Mark::List)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Unwritable> {
        self.opened(Mark::List)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Unwritable> {
        self.named(variant);
        self.opened(Mark::List)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Unwritable> {
        self.opened(Mark::Fields)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unwritable> {
        self.opened(Mark::Fields)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Unwritable> {
        self.named(variant);
        self.opened(Mark::Fields)
    }
}

/// What is a list: its entries one after the other, and an end.
macro_rules! lists {
    ($($kind:ident::$entry:ident),*) => {$(
        impl $kind for &mut Print {
            type Ok = ();
            type Error = Unwritable;

            fn $entry<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }

            fn end(self) -> Done {
                self.closed()
            }
        }
    )*};
}

lists!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field
);

/// What has fields: each behind its name, and an end.
impl SerializeStruct for &mut Print {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Done {
        self.text(Mark::Field, name);
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.closed()
    }
}

/// A variant stands in a value of its own that names it, and both end.
impl SerializeTupleVariant for &mut Print {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.closed()?;
        self.closed()
    }
}

impl SerializeStructVariant for &mut Print {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Done {
        self.text(Mark::Field, name);
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.closed()?;
        self.closed()
    }
}

impl SerializeMap for &mut Print {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.mark(Mark::Field);
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.closed()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    enum Kind {
        Alone,
        Of(i32),
        Two(i32, i32),
        Named { number: i32 },
    }

    /// What writes other JSON has another fingerprint, also where the same pieces only stand otherwise.
    #[test]
    fn other_values_have_other_fingerprints() {
        let values = [
            json!(null),
            json!(true),
            json!(1),
            json!(-1),
            json!(1.5),
            json!(-0.0),
            json!(0.0),
            json!("1"),
            json!(""),
            json!([]),
            json!([[]]),
            json!([[], []]),
            json!([1, [2]]),
            json!([[1], 2]),
            json!(["ab", "c"]),
            json!(["a", "bc"]),
            json!({}),
            json!({"a": 1, "b": 2}),
            json!({"b": 2, "a": 1}),
            json!({"a": {"b": 2}}),
            json!({"a": {}, "b": 2}),
        ];
        for (number, one) in values.iter().enumerate() {
            assert_eq!(fingerprint(one), fingerprint(&one.clone()));
            for other in &values[number + 1..] {
                assert_ne!(fingerprint(one), fingerprint(other), "{one} {other}");
            }
        }
    }

    /// Enums of all shapes are told from each other.
    #[test]
    fn variants_are_told_apart() {
        let kinds = [
            Kind::Alone,
            Kind::Of(1),
            Kind::Of(2),
            Kind::Two(1, 2),
            Kind::Two(2, 1),
            Kind::Named { number: 1 },
        ];
        let prints: std::collections::BTreeSet<u64> = kinds.iter().map(fingerprint).collect();
        assert_eq!(prints.len(), kinds.len());
        assert_ne!(fingerprint(&(Kind::Named { number: 1 }, 2)), fingerprint(&[Kind::Named { number: 1 }]));
        assert_eq!(fingerprint(&Some(3)), fingerprint(&3_u8), "JSON is the same");
    }
}
