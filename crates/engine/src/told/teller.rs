//! The serde serializer of this format.

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::{Letters, Piece, Told};

/// Why something cannot be written.
#[derive(Debug)]
pub(crate) struct Untold(String);

impl std::fmt::Display for Untold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untold {}

impl ser::Error for Untold {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Untold(message.to_string())
    }
}

type Done = Result<(), Untold>;

/// Where an outcome is written to. Both are one type, so that the telling of an outcome is compiled once.
pub(crate) enum Teller<'a> {
    /// A row of pieces, for what counts outcomes.
    Row(&'a mut Told),
    /// JSON at once, for callers that only pass it on.
    Json(JsonText<'a>),
}

/// JSON while it is written.
pub(crate) struct JsonText<'a> {
    out: &'a mut Vec<u8>,
    /// Is there a value before, so that the next needs a comma?
    comma: bool,
}

impl<'a> JsonText<'a> {
    /// JSON appended to `out`.
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        JsonText { out, comma: false }
    }

    fn separate(&mut self) {
        if self.comma {
            self.out.push(b',');
        }
    }

    pub(super) fn open(&mut self, bracket: u8) {
        self.separate();
        self.out.push(bracket);
        self.comma = false;
    }

    pub(super) fn close(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.comma = true;
    }

    /// The name of a field: a word of Rust's, which has nothing to escape.
    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        self.out.reserve(name.len() + 3);
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.comma = false;
    }

    /// What was written was the name of a row.
    pub(super) fn name_row(&mut self) {
        self.out.push(b':');
        self.comma = false;
    }

    pub(super) fn bare(&mut self, word: &str) {
        self.separate();
        self.out.extend_from_slice(word.as_bytes());
        self.comma = true;
    }

    /// A number or a text. To a list of bytes all of them can be written.
    pub(super) fn leaf<T: Serialize + ?Sized>(&mut self, leaf: &T) {
        self.separate();
        let written = serde_json::to_writer(&mut *self.out, leaf);
        debug_assert!(written.is_ok());
        self.comma = true;
    }
}

/// Each is compiled once and called, never inlined into the telling of an outcome.
impl Teller<'_> {
    #[inline(never)]
    fn name(&mut self, name: &'static str) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::Name(name)),
            Teller::Json(text) => text.name(name),
        }
    }

    #[inline(never)]
    fn yes_no(&mut self, yes: bool) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::YesNo(yes)),
            Teller::Json(text) => text.bare(if yes { "true" } else { "false" }),
        }
    }

    #[inline(never)]
    fn whole(&mut self, number: i64) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::Whole(number)),
            Teller::Json(text) => text.leaf(&number),
        }
    }

    #[inline(never)]
    fn number(&mut self, number: f64) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::Number(number)),
            Teller::Json(text) => text.leaf(&number),
        }
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        match self {
            Teller::Row(told) => {
                told.pieces.push(Piece::Text(Letters::new(text, told.letters.len())));
                told.letters.push_str(text);
            }
            Teller::Json(json) => json.leaf(text),
        }
    }

    #[inline(never)]
    fn nothing(&mut self) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::Null),
            Teller::Json(text) => text.bare("null"),
        }
    }

    #[inline(never)]
    fn open_group(&mut self) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::Group),
            Teller::Json(text) => text.open(b'{'),
        }
    }

    #[inline(never)]
    fn end_group(&mut self) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::EndOfGroup),
            Teller::Json(text) => text.close(b'}'),
        }
    }

    #[inline(never)]
    fn open_list(&mut self) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::List),
            Teller::Json(text) => text.open(b'['),
        }
    }

    #[inline(never)]
    fn end_list(&mut self) {
        match self {
            Teller::Row(told) => told.pieces.push(Piece::EndOfList),
            Teller::Json(text) => text.close(b']'),
        }
    }

    /// The last text was the name of a row.
    fn name_row(&mut self) -> Done {
        match self {
            Teller::Row(told) => {
                let Some(Piece::Text(at)) = told.pieces.pop() else {
                    return Err(Untold("a row of points has no name".into()));
                };
                told.pieces.push(Piece::Row(at));
            }
            Teller::Json(text) => text.name_row(),
        }
        Ok(())
    }
}

impl Serializer for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Impossible<(), Untold>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Untold>;

    fn serialize_bool(self, yes: bool) -> Done {
        self.yes_no(yes);
        Ok(())
    }
    fn serialize_i8(self, number: i8) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_i16(self, number: i16) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_i32(self, number: i32) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_i64(self, number: i64) -> Done {
        self.whole(number);
        Ok(())
    }
    fn serialize_u8(self, number: u8) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_u16(self, number: u16) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_u32(self, number: u32) -> Done {
        self.serialize_i64(number.into())
    }
    fn serialize_u64(self, number: u64) -> Done {
        let number =
            i64::try_from(number).map_err(|_| Untold(format!("{number} is too large to be told")))?;
        self.serialize_i64(number)
    }
    fn serialize_f32(self, number: f32) -> Done {
        self.serialize_f64(number.into())
    }
    fn serialize_f64(self, number: f64) -> Done {
        self.number(number);
        Ok(())
    }
    fn serialize_char(self, letter: char) -> Done {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, text: &str) -> Done {
        self.text(text);
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Done {
        Err(Untold("bytes are not told".into()))
    }
    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Done {
        self.nothing();
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.open_group();
        self.name(variant);
        value.serialize(&mut *self)?;
        self.end_group();
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Untold> {
        self.open_list();
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Untold> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Untold> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Untold> {
        Err(Untold(format!("the list of the variant {variant} is not told")))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Untold> {
        self.open_group();
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Untold> {
        self.serialize_map(None)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Untold> {
        Err(Untold(format!("the fields of the variant {variant} are not told")))
    }
}

impl ser::SerializeSeq for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        self.end_list();
        Ok(())
    }
}

impl ser::SerializeTuple for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeMap for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, row: &T) -> Done {
        row.serialize(&mut **self)?;
        self.name_row()
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        self.end_group();
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Teller<'_> {
    type Ok = ();
    type Error = Untold;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        self.name(name);
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeMap::end(self)
    }
}
