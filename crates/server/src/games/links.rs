//! Secret links. A seat belongs to whoever has its link. The server keeps only a hash of the link.

use krigsspil_engine::battle::SeatId;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The seat of the game's maker, who may replace links and give seats to the computer. It is no seat at the table.
pub(crate) const MAKER: &str = "maker";

/// The seat of the maker.
pub(crate) fn maker() -> SeatId {
    SeatId::from(MAKER)
}

/// What stands in a link: 128 random bits, in letters and figures. It is never written to a log.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Letters and figures of a token: five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// So many letters hold 128 bits.
const LETTERS: usize = 26;

impl Token {
    /// A new one; none when the machine gives no random bytes.
    pub(crate) fn new() -> Option<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Token(letters(&bytes)))
    }

    /// Reads a token; none when the text cannot be one.
    pub(crate) fn given(text: &str) -> Option<Token> {
        let sound = text.len() == LETTERS && text.bytes().all(|letter| ALPHABET.contains(&letter));
        sound.then(|| Token(text.to_string()))
    }

    /// As it stands in the link.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Its hash. A token has 128 random bits, so it needs no salt and no slow hash.
    pub(crate) fn hash(&self) -> LinkHash {
        LinkHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// Bytes in letters, five bits each.
fn letters(bytes: &[u8]) -> String {
    let (mut held, mut bits, mut text) = (0u32, 0, String::new());
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[((held >> bits) & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[((held << (5 - bits)) & 31) as usize]));
    }
    text
}

/// A short public name for a game: 64 random bits. It opens nothing.
pub(crate) fn new_id() -> Option<String> {
    Some(letters(&getrandom::u64().ok()?.to_be_bytes()))
}

/// The hash of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkHash([u8; 32]);

impl LinkHash {
    /// One out of a store.
    pub(crate) fn stored(bytes: &[u8]) -> Option<LinkHash> {
        bytes.try_into().ok().map(LinkHash)
    }

    /// All of it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The first eight bytes, which it is found by.
    pub(crate) fn head(&self) -> i64 {
        self.0.iter().take(8).fold(0, |head, byte| (head << 8) | i64::from(*byte))
    }

    /// Is it the same? The time it takes tells nothing.
    pub(crate) fn is(&self, other: &LinkHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl serde::Serialize for LinkHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hex: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&hex)
    }
}

impl<'de> serde::Deserialize<'de> for LinkHash {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let hex = String::deserialize(from)?;
        let byte = |at: usize| hex.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..64).step_by(2).map(byte).collect();
        let read = bytes.filter(|_| hex.len() == 64).and_then(|bytes| LinkHash::stored(&bytes));
        read.ok_or_else(|| serde::de::Error::custom("no hash"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token has 26 letters, is read again, shows itself to no log, and no two are alike.
    #[test]
    fn tokens_are_long_and_silent() {
        let tokens: Vec<_> = (0..100).map(|_| Token::new().unwrap()).collect();
        for (place, token) in tokens.iter().enumerate() {
            assert_eq!(token.text().len(), LETTERS);
            assert_eq!(Token::given(token.text()).as_ref(), Some(token));
            assert!(!format!("{token:?}").contains(token.text()));
            assert!(tokens[..place].iter().all(|other| !other.hash().is(&token.hash())));
        }
        for wrong in ["", "abc", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", &"a".repeat(27), "aaaaaaaaaaaaaaaaaaaaaaaaa/"]
        {
            assert!(Token::given(wrong).is_none(), "{wrong}");
        }
    }

    /// Hashes pass between processes as text.
    #[test]
    fn hashes_are_read_again() {
        let hash = Token::new().unwrap().hash();
        let text = serde_json::to_string(&hash).unwrap();
        assert!(serde_json::from_str::<LinkHash>(&text).unwrap().is(&hash));
        assert!(serde_json::from_str::<LinkHash>("\"ab\"").is_err());
        assert!(serde_json::from_str::<LinkHash>(&format!("\"{}\"", "é".repeat(32))).is_err());
    }
}
