//! Serde's side of the telling.

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::{Letters, Piece, Told};

/// Why something cannot be told.
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

impl Told {
    #[inline(never)]
    fn piece(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    #[inline(never)]
    fn letters(&mut self, text: &str) {
        let from = self.letters.len() as u32;
        self.letters.push_str(text);
        self.pieces.push(Piece::Text(Letters { from, to: self.letters.len() as u32 }));
    }

    /// What was told as a text is the name of a row.
    fn name_row(&mut self) -> Done {
        let Some(Piece::Text(at)) = self.pieces.pop() else {
            return Err(Untold("a row of points has no name".into()));
        };
        self.pieces.push(Piece::Row(at));
        Ok(())
    }
}

impl Serializer for &mut Told {
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
        self.piece(Piece::YesNo(yes));
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
        self.piece(Piece::Whole(number));
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
        self.piece(Piece::Number(number));
        Ok(())
    }
    fn serialize_char(self, letter: char) -> Done {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, text: &str) -> Done {
        self.letters(text);
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
        self.piece(Piece::Null);
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
        self.piece(Piece::Group);
        self.piece(Piece::Name(variant));
        value.serialize(&mut *self)?;
        self.piece(Piece::EndOfGroup);
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Untold> {
        self.piece(Piece::List);
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
        self.piece(Piece::Group);
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

impl ser::SerializeSeq for &mut Told {
    type Ok = ();
    type Error = Untold;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        self.piece(Piece::EndOfList);
        Ok(())
    }
}

impl ser::SerializeTuple for &mut Told {
    type Ok = ();
    type Error = Untold;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for &mut Told {
    type Ok = ();
    type Error = Untold;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeMap for &mut Told {
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
        self.piece(Piece::EndOfGroup);
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Told {
    type Ok = ();
    type Error = Untold;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        self.piece(Piece::Name(name));
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        ser::SerializeMap::end(self)
    }
}
