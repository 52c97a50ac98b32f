//! Honest dice: a secret whose hash is shown before the first throw and which is shown itself after the last, so that anybody can see
//! that the dice were fixed beforehand and thrown as they fell. Where the seats throw in numbers of their own, nobody could choose them.
//!
//! Everything is a SHA-256 of plain text, so that a shell can check it:
//! the hash is that of the secret's text; a share's hash that of its number's text; and the seed is the first sixteen hexadecimal digits of
//! the SHA-256 of the secret and, each on a line of its own, the shares as `seat=number`, in the order of the seats' names.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Save, SeatId};
use crate::Sentence;
use crate::wordings::{PROOF_HASH, PROOF_LACKS, PROOF_SEED, PROOF_SHARE, PROOF_SHOWN, PROOF_STATE};

/// What proves a battle's dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceProof {
    /// The secret, as text.
    pub secret: String,
    /// Its hash, as every seat was shown it before the battle.
    pub hash: String,
    /// The numbers that the seats threw in, in the order of their names; none in most battles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<DiceShare>,
    /// The digest of the state the battle ended in.
    pub digest: String,
}

/// A number that a seat threw in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceShare {
    /// Whose.
    pub seat: SeatId,
    /// The number, as text.
    pub number: String,
    /// Its hash, as the seat showed it before anybody showed his number.
    pub hash: String,
}

/// The hash of a text: SHA-256 in hexadecimal.
pub fn hash_of(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The seed that a secret and the seats' numbers make. The shares stand in the order of their seats' names.
pub fn seed_of<'a>(secret: &str, shares: impl Iterator<Item = (&'a SeatId, &'a str)>) -> u64 {
    let mut text = secret.to_string();
    for (seat, number) in shares {
        text.push_str(&format!("\n{seat}={number}"));
    }
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}

impl Save {
    /// Looks whether the dice are those that were promised: the hash is the secret's, every share's hash its number's, the seed what they
    /// make, and the digest that of the state the battle was replayed to. `shown` is the hash a seat wrote down, where it did.
    pub fn prove(&self, shown: Option<&str>, digest: &str) -> Result<&DiceProof, Sentence> {
        let proof = self.proof.as_deref().ok_or(PROOF_LACKS)?;
        if hash_of(&proof.secret) != proof.hash {
            return Err(PROOF_HASH.with([("hash", (&proof.hash).into())]));
        }
        if shown.is_some_and(|shown| !shown.trim().eq_ignore_ascii_case(&proof.hash)) {
            return Err(PROOF_SHOWN.with([("hash", (&proof.hash).into())]));
        }
        if let Some(share) = proof.shares.iter().find(|share| hash_of(&share.number) != share.hash) {
            return Err(PROOF_SHARE.with([("seat", (&share.seat).into())]));
        }
        let shares = proof.shares.iter().map(|share| (&share.seat, share.number.as_str()));
        if seed_of(&proof.secret, shares) != self.seed || !self.dice.is_empty() {
            return Err(PROOF_SEED.into());
        }
        if proof.digest != digest {
            return Err(PROOF_STATE.into());
        }
        Ok(proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the heading says a shell can check: `printf %s abc | sha256sum`, and the first sixteen digits of
    /// `printf 'abc\nblue=7\nred=9' | sha256sum`.
    #[test]
    fn a_shell_comes_to_the_same() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash_of("abc"), abc);
        assert_eq!(seed_of("abc", std::iter::empty()), 0xba78_16bf_8f01_cfea);
        let (blue, red) = (SeatId::from("blue"), SeatId::from("red"));
        let digest = hash_of("abc\nblue=7\nred=9");
        let seed = seed_of("abc", [(&blue, "7"), (&red, "9")].into_iter());
        assert_eq!(format!("{seed:016x}"), digest[..16]);
    }
}
