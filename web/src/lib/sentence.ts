// The result in a sentence.
import { at, fieldAt, put, readable, type Field, type ReadableWords } from './form';
import type { Value, Values } from './api';


/** Fields that only repeat how the result was calculated. */
const WORKINGS = /(^|_)(dice|sum|modifier|total|column|raw|divisor|zone|points?|per_unit|table)(_|$)/;

/** Does a field only repeat how the result was calculated? */
export function isWorking(name: string): boolean {
  return WORKINGS.test(name);
}

const MOST_PARTS = 6;

const BLANK = /\{([?!]?)([\w.]+)(?::([^|}]*)\|([^}]*))?\}/g;

/** Is this value worth telling? */
export function matters(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== 'none' && value !== '';
}

/**
 * The rule set's own sentence with its blanks filled in; if it has none, the important fields in a row: those that are true, those
 * that are not 0, those that were chosen.
 *
 * `{field}` is filled in. `[…]` is left out if a blank in it has nothing to tell. `{?field}` is only a condition, `{!field}` is the
 * opposite condition; neither writes anything. `{field:man|men}` writes the first word if the field is 1, otherwise the second.
 */
export function sentence(template: string, fields: Field[], outcome: Values, words: ReadableWords): string {
  if (template === '') return telling(fields, outcome, words).slice(0, MOST_PARTS).join(' · ');
  const asks = (part: string): boolean => {
    const blanks = [...part.matchAll(BLANK)];
    // In a part with conditions, the conditions decide; in a part with blanks only, their values decide.
    const asking = blanks.filter(([, mark]) => mark !== '');
    return (asking.length > 0 ? asking : blanks).every(([, mark, path]) => matters(at(outcome, path as string)) !== (mark === '!'));
  };
  const chosen = template.replace(/\[([^\]]*)\]/g, (_, part: string) => (asks(part) ? part : ''));
  const filled = chosen.replace(BLANK, (_, mark: string, path: string, one: string | undefined, many: string | undefined) => {
    if (mark !== '') return '';
    const value = at(outcome, path);
    if (one !== undefined) return (value === 1 ? one : many) ?? '';
    return inSentence(fieldAt(fields, path), value, words);
  });
  const tidy = filled.replace(/\s+/g, ' ').trim();
  return tidy.charAt(0).toUpperCase() + tidy.slice(1);
}

/** A name has another large letter or a number behind its first word: `Springfield M61`, `Old Guard`. A fraction is no name. */
const NAME = /\s(?:\p{Lu}\p{Ll}|\p{Lu}?\d(?!\/))/u;

/** A label inside a sentence: it begins with a small letter, but an abbreviation stays as it is (`LU degrees`, `U after`). */
export function small(text: string): string {
  // The words of one letter: a unit, i uorden.
  return /^(\p{Lu}\p{Ll}|[AI] )/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** In a sentence a choice begins with a small letter, unless it is a name or an abbreviation: `FU`, `A`. */
function inSentence(field: Field | undefined, value: Value | undefined, words: ReadableWords): string {
  const text = readable(field, value, words);
  const isChoice = field?.kind === 'choice' || field?.entry?.kind === 'choice';
  return isChoice && !NAME.test(text) && text.length > 2 ? small(text) : text;
}

function telling(fields: Field[], outcome: Values, words: ReadableWords): string[] {
  const parts: string[] = [];
  for (const field of fields) {
    const value: Value | undefined = outcome[field.name];
    if (isWorking(field.name) || value === undefined || value === null) continue;
    if (field.kind === 'group') {
      const within = telling(field.fields, value as Values, words);
      if (within.length > 0) parts.push(`${field.title}: ${within.join(', ')}`);
    } else if (value === true) {
      parts.push(field.title);
    } else if (matters(value)) {
      parts.push(`${field.title}: ${readable(field, value, words)}`);
    }
  }
  return parts;
}

/** What of an outcome its sentence needs. */
export function neededFor(template: string, outcome: Values): Values {
  const paths = new Set([...template.matchAll(BLANK)].map(([, , path]) => path as string));
  let needed: Values = {};
  for (const path of paths) {
    const value = at(outcome, path);
    if (value !== undefined) needed = put(needed, path, value);
  }
  return needed;
}
