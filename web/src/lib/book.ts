// The rules as a book: the chapter of each rule, and the pieces of a text.
import type { Book } from './api';
import type { Rules } from './citations';

export type Chapter = Book['chapters'][number];
/** Where a word begins and ends, and its place in the glossary. */
export type WordPlace = number[];

/** A piece of a text: plain, a word of the glossary, or the number of another rule. */
export interface Piece {
  text: string;
  /** Its place in the glossary. */
  term?: number;
  /** The rule it names. */
  rule?: string;
}

/** The chapter that an address means: by its own name, or by the name of a rule in it. */
export function chapterAt(book: Book, rest: string | undefined): Chapter | undefined {
  if (rest === undefined) return undefined;
  return book.chapters.find((chapter) => chapter.rules.includes(rest)) ?? book.chapters.find((chapter) => chapter.id === rest);
}

/** The id of a rule's place on the page. */
export function anchorOf(rule: string): string {
  return `rule-${rule.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Printed names of tables and figures, and numbers with points in them; a number with a unit of measure is not a rule. */
const NUMBER = /(?:skema|tabel|figur|appendiks) (?:[IVXL]+|\d+)|\d+(?:\.\d+)+(?:\.[A-Z]\b)?(?!\d|,\d| ?(?:cm|mm|m|km|%|yards|points?|times)(?![\p{L}]))/giu;

/** The text in pieces. */
export function piecesOf(text: string, places: readonly WordPlace[], texts: Rules, self: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const [start = 0, end = 0, term = 0] of places) {
    pieces.push(...cited(text.slice(from, start), texts, self));
    pieces.push({ text: text.slice(start, end), term });
    from = end;
  }
  pieces.push(...cited(text.slice(from), texts, self));
  return pieces.filter((piece) => piece.text !== '');
}

/** A plain text, with the numbers of other rules as separate pieces. */
function cited(text: string, texts: Rules, self: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(NUMBER)) {
    const rule = named(match[0], texts);
    if (rule === undefined || rule === self) continue;
    pieces.push({ text: text.slice(from, match.index) }, { text: match[0], rule });
    from = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(from) });
  return pieces;
}

function named(number: string, texts: Rules): string | undefined {
  if (texts.has(number)) return number;
  const small = number.charAt(0).toLowerCase() + number.slice(1);
  return texts.has(small) ? small : undefined;
}
