//! Words as people spell them: folded, split and compared.

/// A word without its accents, capitals and doubled letters, so that `Østrig`, `Oestrig` and `ostrig` are one, and
/// `Blücher`, `Bluecher` and `Blucher` too.
pub fn fold(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'æ' | 'ä' | 'å' | 'á' | 'à' | 'â' => plain.push('a'),
            'ø' | 'ö' | 'ó' | 'ò' | 'ô' => plain.push('o'),
            'ü' | 'ú' | 'ù' | 'û' => plain.push('u'),
            'é' | 'è' | 'ê' | 'ë' => plain.push('e'),
            'í' | 'ì' | 'î' | 'ï' => plain.push('i'),
            'ç' => plain.push('c'),
            'ñ' => plain.push('n'),
            'ß' => plain.push('s'),
            letter => plain.push(letter),
        }
    }
    let mut folded = String::with_capacity(plain.len());
    let mut before = None;
    for letter in plain.chars() {
        // ae, oe, ue and aa stand for the one letter they are written for.
        let second_half = letter == 'e' && matches!(before, Some('a' | 'o' | 'u'));
        if before != Some(letter) && !second_half {
            folded.push(letter);
        }
        before = Some(letter);
    }
    folded
}

/// The folded words of a text; everything that is no letter and no figure parts them.
pub fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| fold(&word.replace('\'', "")))
        .collect()
}

/// How many letters must be put in, taken out or changed to make one word of the other.
pub fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = place + 1;
        for (column, candidate) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *candidate);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

/// Near enough to be what was meant.
pub fn near(given: &str, meant: &str) -> Option<usize> {
    let edits = edits(given, meant);
    (edits <= 1 + meant.chars().count() / 4).then_some(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Danish, German and plain spellings fold to one word.
    #[test]
    fn spellings_fold_together() {
        assert_eq!([fold("Østrig"), fold("Oestrig"), fold("OSTRIG")], ["ostrig", "ostrig", "ostrig"]);
        assert_eq!([fold("Blücher"), fold("Bluecher"), fold("Blucher")], ["blucher", "blucher", "blucher"]);
        assert_eq!(fold("Württemberg"), fold("Würtemberg"));
        assert_eq!(words("Jæger-Grenzer (d'Erlon)"), ["jager", "grenzer", "d", "erlon"]);
    }

    /// A slip of the pen is near; another name is not.
    #[test]
    fn slips_are_near() {
        assert_eq!(edits("welington", "wellington"), 1);
        assert_eq!(edits("", "ney"), 3);
        assert_eq!(near("kutusof", "kutuzov"), Some(2));
        assert_eq!(near("ney", "soult"), None);
    }
}
